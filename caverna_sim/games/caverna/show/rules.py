"""What the engine plays, read from the rules tables: rule IDs, sources, house rules and assumed values marked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from caverna_sim.check import shown_name
from caverna_sim.commands import console
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.games.caverna.box.tables import flatten, printed_tables, with_house_rules
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, door
from caverna_sim.games.caverna.show.boards import amounts
from caverna_sim.kit.tables.house import Tables

if TYPE_CHECKING:
    from argparse import Namespace

Row = Mapping[str, Any]
_HIDDEN = ("cite", "source", "text", "name", "assumed")


class Topic(NamedTuple):
    """A part of the rules: the tables it shows and what it is about."""

    tables: tuple[str, ...]
    about: str
    columns: tuple[str, ...]


TOPICS: dict[str, Topic] = {
    "furnishings": Topic(("furnishing",), "furnishing tiles", ("furnishing", "cost", "points", "set", "effect")),
    "spaces": Topic(("space",), "action spaces and round cards", ("space", "players", "card", "per round", "action")),
    "loot": Topic(("loot",), "expedition loot", ("loot", "strength", "item")),
    "constants": Topic(
        ("start", "family", "feeding", "food_value", "gold_to_food", "ruby", "building", "room", "sow", "weapon", "expedition",
         "scoring", "solo"),
        "numbers that belong to no single component", ("value of", "is", "rule")),
    "rounds": Topic(("rounds", "harvest"), "rounds, stages and harvests", ("value of", "is", "rule")),
    "board": Topic(("board", "terrain_tile"), "home board and terrain tiles", ("value of", "is", "rule")),
    "toggles": Topic(("toggle",), "points the sources leave open, and what is played", ("toggle", "about")),
}  # fmt: skip
_WING = door(EVERYTHING, "show_rules")
ADDED_TOPICS = {name: Topic(*row) for name, row in _WING.TOPICS.items()}
ALL_TOPICS = {**TOPICS, **ADDED_TOPICS}
READINGS = ("toggles", "rulings")  # topics whose rows are points left open
BOX = "box"  # the word that prints the file of values to fill in
_PREFIXES = {"furnishing": "F-", "space": "A-", "loot": "L-"}


@dataclass(frozen=True)
class Item:
    """A row of a table or a single value: as played, and as printed."""

    key: str  # as it is called in its topic
    path: str  # dotted path for house rules
    now: Any
    printed: Any
    cite: str
    source: str
    names: tuple[str, ...] = ()  # what else it is called
    changes: tuple[tuple[str, Any, Any], ...] = field(default=())  # house rules: path below the row, old, new
    assumed: tuple[str, ...] = ()  # fields that no source confirms; all of them when the source says so


def topics_of(tables: Tables) -> dict[str, Topic]:
    """The topics of a game, with or without the expansion."""
    return ALL_TOPICS if _expansion(tables) else TOPICS


def _expansion(tables: Tables) -> str | None:
    return EVERYTHING if "ruling" in tables else None


# ---------------------------------------------------------------- house rules


def names() -> list[str]:
    """What `caverna-sim rules` knows: topics, and the items of all of them."""
    tables = printed_tables(EVERYTHING)
    return [
        *topics_of(tables),
        BOX,
        *dict.fromkeys(item.key for topic in topics_of(tables) for item in items_of(topic, tables) if " " not in item.key),
    ]


def paths() -> list[str]:
    """House rules that are numbers, by dotted path."""
    return [
        path
        for path, value in flatten(printed_tables(EVERYTHING)).items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]


def house_rules(overrides: Mapping[str, Any], expansion: str | None = None) -> Iterator[tuple[str, str, str]]:
    """House rules that change anything, in words: path, printed value, value played."""
    for path, new in overrides.items():
        old = _printed_value(path, expansion)
        if old != new:
            yield path, in_words(old), in_words(new)


def _printed_value(path: str, expansion: str | None = None) -> Any:
    place: Any = printed_tables(expansion)
    words = path.split(".")
    if words[0] in ("toggle", "ruling") and len(words) == 2:
        words = [*words, "value"]
    for word in words:
        if isinstance(place, list):
            place = place[int(word)] if int(word) < len(place) else None
        else:
            place = place.get(word) if isinstance(place, Mapping) else None
    return place


def _differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ, as deep as their tables and equally long lists go."""
    if isinstance(old, Mapping) and isinstance(new, Mapping) and not _is_amounts(old, new):
        for key in {**old, **new}:
            yield from _differences(old.get(key), new.get(key), f"{path}.{key}" if path else key)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and any(isinstance(entry, Mapping) for entry in old):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _differences(before, after, f"{path}.{index}" if path else str(index))
    elif old != new:
        yield path, old, new


def _is_amounts(*tables: Mapping[str, Any]) -> bool:
    return all(isinstance(value, int) for table in tables for value in table.values())


# ---------------------------------------------------------------- items


def items_of(topic: str, tables: Tables) -> list[Item]:
    """All items of a topic."""
    printed = printed_tables(_expansion(tables))
    items: list[Item] = []
    for table in ALL_TOPICS[topic].tables:
        if ALL_TOPICS[topic].columns[0] == "value of":
            items += _values(table, tables[table], printed[table], "", "")
        else:
            items += [_item(table, key, row, printed[table].get(key)) for key, row in tables[table].items()]
    return items


def _item(table: str, key: str, row: Row, printed: Row | None) -> Item:
    names = tuple(str(row[name]) for name in ("name", "family") if name in row)
    source = row.get("source", "open" if table in ("toggle", "ruling") else "printed")
    if "assumed" in row and not row["assumed"]:
        source = "printed"  # a house rule or a file of values has given all of it
    if printed is None:
        printed, source = row, "house rule"
    changes = tuple(change for change in _differences(printed, row) if change[0].split(".")[0] != "assumed")
    return Item(key, f"{table}.{key}", row, printed, row["cite"], source, names, changes, tuple(row.get("assumed", ())))


def _values(path: str, value: Any, printed: Any, cite: str, source: str, assumed: tuple[str, ...] = ()) -> Iterator[Item]:
    """The single values below a table; each is covered by the nearest citation above it."""
    if isinstance(value, Mapping):
        cite, source = value.get("cite", cite), value.get("source", source)
        if "assumed" in value:
            assumed, source = tuple(f"{path}.{mark}" for mark in value["assumed"]), "printed"
    if path in assumed:
        source = "assumed"
    if isinstance(value, Mapping) and not _is_single(value):
        for key, entry in value.items():
            if key not in _HIDDEN:
                old = printed.get(key) if isinstance(printed, Mapping) else None
                yield from _values(f"{path}.{key}", entry, old, cite, source, assumed)
    else:
        changes = () if value == printed else (("", printed, value),)
        yield Item(path, path, value, printed, cite, source, (), changes)


def _is_single(value: Mapping[str, Any]) -> bool:
    """Amounts of goods are one value, such as a cost."""
    from caverna_sim.games.caverna.ids import good

    return all(key in good.NAMES for key in value) and _is_amounts(value)


def find_items(items: Sequence[Item], name: str) -> list[Item]:
    """Items by id, name, family, rule ID, or the beginning of a dotted path."""
    wanted = name.strip().lower()
    for matches in (
        lambda item: item.key.lower() == wanted or item.path.lower() == wanted,
        lambda item: any(_as_id(other) == _as_id(wanted) for other in (item.key, *item.names)),
        lambda item: item.cite.lower() == wanted,
        lambda item: item.path.lower().startswith(wanted + "."),
        lambda item: f".{wanted}." in item.path.lower(),
    ):
        found = [item for item in items if matches(item)]
        if found:
            return found
    return []


def _as_id(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


# ---------------------------------------------------------------- words


def in_words(value: Any) -> str:
    """A value of the tables in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ({}, []):
        return "nothing"
    if isinstance(value, Mapping):
        if "op" in value or "do" in value:
            return flow_in_words(value)
        if _is_amounts(value):
            return amounts(value) or "nothing"
        return "; ".join(f"{key}: {in_words(entry)}" for key, entry in value.items())
    if isinstance(value, list):
        return ("; " if any(isinstance(entry, Mapping) for entry in value) else ", ").join(in_words(entry) for entry in value)
    return str(value)


_JOINTS = {"all": " + ", "and_or": " and/or ", "and_then_or": " then/or ", "and_then": " and then ", "either_or": " or "}


def flow_in_words(node: Row) -> str:
    """A program of an action space, or an effect of a furnishing, in words."""
    if "op" in node:
        parts = [flow_in_words(item) for item in node["items"]]
        return _JOINTS[node["op"]].join(f"({part})" if "op" in item else part for part, item in zip(parts, node["items"], strict=True))
    words = [str(node["do"]).replace("_", " ")]
    for key, value in node.items():
        if key not in ("do", "when"):
            shown = in_words(value).replace("_", " ")
            words.append(shown if key in ("goods", "per") else f"{key.replace('_', ' ')} {shown}")
    text = words[0] if len(words) == 1 else f"{words[0]}: {', '.join(words[1:])}"
    return f"{str(node['when']).replace('_', ' ')}: {text}" if "when" in node else text


def per_round(accumulates: Sequence[Row]) -> str:
    """What arrives on an accumulating space: "3(1) wood" is 3 on an empty space, otherwise 1 (R-REPL-2)."""
    if not accumulates:
        return ""
    if len(accumulates) == 2 and not accumulates[0]["later"] and not accumulates[1]["first"]:
        first, later = accumulates
        return f"{first['first']} {first['good']} ({later['later']} {later['good']})"
    words = []
    for row in accumulates:
        bracket = "" if row["first"] == row["later"] else f"({row['later']})"
        words.append(f"{row['first']}{bracket} {row['good'].replace('_', ' ')}")
    return ", ".join(words)


def players_in_words(players: Sequence[int]) -> str:
    """Player counts: "4-7", or "none"."""
    if not players:
        return "none"
    is_range = list(players) == list(range(players[0], players[-1] + 1))
    return f"{players[0]}-{players[-1]}" if is_range and len(players) > 1 else ", ".join(str(number) for number in players)


def _card(row: Row) -> str:
    if row.get("reverse_of"):
        return "reverse"
    if "stage" not in row:
        return ""
    return f"round {row['fixed_round']}" if "fixed_round" in row else f"stage {row['stage']}"


# ---------------------------------------------------------------- tables

_CELLS: dict[str, Callable[[Row], str]] = {
    "cost": lambda row: amounts(row["cost"]) or ("" if row.get("copies") == 0 else "free"),
    "points": lambda row: f"{row['points']}{'*' if _scores_more(row) else ''}",
    "set": lambda row: "printed" if row.get("copies") == 0 else ("intro" if row["introductory"] else "full"),
    "effect": lambda row: str(row["text"]),
    "players": lambda row: players_in_words(row["players"]),
    "card": _card,
    "per round": lambda row: per_round(row.get("accumulates", [])),
    "action": lambda row: str(row["text"]),
    "strength": lambda row: str(row["strength"]),
    "item": lambda row: str(row["text"]),
    "about": lambda row: str(row["text"]),
    "good": lambda row: str(row["good"]).replace("_", " "),
    "reward": lambda row: str(row["text"]),
    "kind": lambda row: str(row["kind"]),
    "copies": lambda row: str(row["copies"]),
    **_WING.CELLS,
}
_FIELD_OF_CELL = {"per round": "accumulates", **_WING.FIELD_OF_CELL}
_RIGHT = ("points", "strength", "copies")


def _scores_more(row: Row) -> bool:
    return any(line["when"] == "scoring" for line in row["effects"])


def _arrow(old: str, new: str) -> Text:
    if old == new:
        return Text(new)
    return Text(f"{old or 'nothing'} -> {new or 'nothing'}", "bold red")


def _first_cell(item: Item) -> Text:
    """The id, and below it the rule ID where it does not follow from the id, and what is assumed."""
    text = Text(item.key, "bold")
    expected = _PREFIXES.get(item.path.split(".")[0], "?") + item.key
    notes = [] if item.cite == expected else [item.cite]
    if item.assumed:
        fields = dict.fromkeys(mark.split(".")[0] for mark in item.assumed)
        notes.append(f"assumed: {', '.join(fields)}".replace("_", " "))
    elif item.source == "assumed":
        notes.append("assumed")
    if notes:
        text.append("\n" + ", ".join(notes), "yellow" if _is_assumed(item) else "dim")
    return text


def _is_assumed(item: Item) -> bool:
    return item.source == "assumed" or bool(item.assumed)


def topic_table(topic: str, items: Sequence[Item], absent: Sequence[str] = ()) -> Table:
    """A topic as a table, changed values as old -> new."""
    columns = ALL_TOPICS[topic].columns
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    for number, column in enumerate(columns):
        is_name = number == 0 and columns[0] != "value of"
        table.add_column(column, justify="right" if column in _RIGHT else "left", no_wrap=is_name, overflow="fold")
    for item in items:
        if columns[0] == "value of":
            table.add_row(item.key, _arrow(in_words(item.printed), in_words(item.now)), _citation(item))
            continue
        cells = [_arrow(_CELLS[column](item.printed), _CELLS[column](item.now)) for column in columns[1:]]
        shown = {_FIELD_OF_CELL.get(column, column) for column in columns}
        if topic in READINGS:
            cells[-1].append_text(_reading(item))
            shown.add("value")
        for path, old, new in item.changes:
            if path.split(".")[0] not in shown:
                cells[-1].append(f"\nhouse rule: {path}: {in_words(old)} -> {in_words(new)}", "bold red")
        if item.key in absent:
            cells[-1].append("\nhouse rule: not in the box", "bold red")
        table.add_row(_first_cell(item), *cells)
    return table


def _reading(item: Item) -> Text:
    """What is played at an open point, and what else could be."""
    old, new = in_words(item.printed["value"]), in_words(item.now["value"])
    return Text.assemble("\n", ("played: ", "dim"), _arrow(old, new), (f"   other readings: {in_words(item.now['alternatives'])}", "dim"))


def _citation(item: Item) -> Text:
    text = Text(item.cite, "dim")
    if item.source == "assumed":
        text.append(" assumed", "yellow")
    return text


def _item_in_full(item: Item) -> Table:
    """Everything about one item, field by field."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    if not isinstance(item.now, Mapping) or "cite" not in item.now:
        table.add_row(Text(item.path, "bold"), _arrow(in_words(item.printed), in_words(item.now)))
    else:
        table.add_row(Text(item.key, "bold"), Text(str(item.now.get("name", "")), "bold"))
        for key, value in item.now.items():
            if key in ("name", "cite", "source", "assumed"):
                continue
            shown, old = _field(key, value), _field(key, item.printed.get(key))
            table.add_row(key.replace("_", " "), _arrow(old, shown))
    table.add_row("rule", item.cite)
    if item.assumed:
        table.add_row("assumed", Text(", ".join(item.assumed).replace("_", " ") + ": no source confirms it", "yellow"))
    table.add_row("source", _SOURCES.get(item.source, item.source))
    example = _example(item)
    if example:
        table.add_row("to change", Text(f"[rules] {example}", "dim"))
    return table


_SOURCES = {
    "printed": "printed on the component or in the rules",
    "assumed": "assumed: the sources do not confirm it",
    "open": "open: the sources leave it to the table, this reading is played",
}


def _example(item: Item) -> str:
    """A house rule that would say what is printed."""
    value, path = item.printed, item.path
    if path.startswith(("toggle.", "ruling.")):
        value = value["value"]
    elif item.assumed:
        for word in item.assumed[0].split("."):
            value = value[word]
        path = f"{path}.{item.assumed[0]}"
    elif isinstance(value, Mapping) and "cite" in value:
        place = next((name for name in ("strength", "points", "accumulates", "players") if value.get(name)), "")
        place, value = (place, value[place]) if place else ("cost", value.get("cost", {}))
        if place == "accumulates":
            place, value = "accumulates.0.first", value[0]["first"]
        path = f"{path}.{place}"
    if isinstance(value, Mapping):
        if not value:
            return ""
        ware, value = next(iter(value.items()))
        path = f"{path}.{ware}"
    return f'"{path}" = {_toml(value)}' if value is not None else ""


def _toml(value: Any) -> str:
    """A value as a scenario file has it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _field(key: str, value: Any) -> str:
    if key == "accumulates" and value is not None:
        return per_round(value) or "nothing"
    if key == "players" and value is not None:
        return players_in_words(value)
    if key == "copies":
        return {-1: "never runs out", 0: "printed on the home board"}.get(value, in_words(value))
    return in_words(value)


# ---------------------------------------------------------------- the command


def run(options: Namespace) -> int:
    """The command `rules`."""
    if options.topic == BOX:
        return _print_box(options)
    players, rules, title, expansion = options.players, {}, "the printed rules", options.expansion
    if options.scenario is not None:
        from caverna_sim.games.caverna.scenario.reading import caverna_scenario

        scenario = caverna_scenario(options.scenario)
        if players not in (None, scenario.players):
            raise CavernaError(f"rules: the scenario is for {scenario.players} players, not {players}")
        if expansion not in (None, scenario.expansion):
            raise CavernaError(f"rules: the scenario is played without {expansion}; leave out --expansion")
        expansion = scenario.expansion
        players, rules, title = scenario.players, scenario.all_rules, f"the rules of scenario `{scenario.name}`"
    elif options.topic in ADDED_TOPICS:
        expansion = EVERYTHING
    if expansion is not None:
        title += f", {TITLES[expansion]}"
    tables = with_house_rules(rules, expansion)
    known = topics_of(tables)
    if options.topic in ADDED_TOPICS and options.topic not in known:
        raise CavernaError(f"rules: `{options.topic}` belongs to {TITLES[EVERYTHING]}; the scenario is played without it")
    topic, name = _topic_and_name(options)
    if topic is None and name is None:
        return _overview(options, tables, rules, title)
    topics = [topic] if topic else list(known)
    found = {key: _in_play(items_of(key, tables), tables, players) if name is None else items_of(key, tables) for key in topics}
    if name is not None:
        everything = [item for items in found.values() for item in items]
        found = {key: find_items(items, name) for key, items in found.items()}
        if not any(found.values()):
            raise CavernaError(_elsewhere(name, expansion) or _unknown(topic, name, everything, known))
    absent = _absent(tables) if rules else ()
    if options.json:
        return _print_json(found, players, rules, expansion)
    out = console()
    for key, items in found.items():
        if (items and name is None) or len(items) > 3:
            _print_topic(out, key, items, absent, title, players)
        else:
            for number, item in enumerate(items):
                out.print(*([Text()] if number else []), _item_in_full(item), sep="\n")
                if item.key in absent and key == "furnishings":
                    out.print(Text("not in the box (house rule)", "bold red"))
                elif key == "furnishings" and item.key not in _offered(tables):
                    out.print(Text(f"on no display and no strip: not available with {TITLES[EVERYTHING]}", "yellow"))
    return 0


def _print_box(options: Namespace) -> int:
    """The file of values that an owner of the game fills in."""
    from caverna_sim.games.caverna.box.assumed import template
    from caverna_sim.kit.tables.house import marked_values

    if options.name:
        raise CavernaError(f"rules: `{BOX}` prints a whole file and takes no name; leave `{shown_name(' '.join(options.name))}` out")
    if options.json:
        values = dict(marked_values(printed_tables(EVERYTHING)))
        console().file.write(json.dumps({"assumed": values}, indent=2) + "\n")
    else:
        console().file.write(template())
    return 0


def _topic_and_name(options: Namespace) -> tuple[str | None, str | None]:
    name = " ".join(options.name) or None
    for topic in (options.topic, f"{options.topic}s"):  # one furnishing is asked for as often as furnishings
        if options.topic is None or topic in ALL_TOPICS:
            return topic, name
    return None, f"{options.topic} {name}" if name else options.topic


def _in_play(items: list[Item], tables: Tables, players: int | None) -> list[Item]:
    """Items of a list: spaces of a number of players, with the expansion only furnishings that can be had."""
    offered = _offered(tables)
    return [
        item
        for item in items
        if (players is None or not item.path.startswith("space.") or players in item.now["players"])
        and (not item.path.startswith("furnishing.") or item.key in offered)
    ]


def _offered(tables: Tables) -> set[str]:
    """Furnishings that can be had at all; with the expansion those on a display or a strip."""
    if _expansion(tables) is None:
        return set(tables["furnishing"])
    printed = printed_tables(EVERYTHING)["furnishing"]
    return {name for _, row, name in door(EVERYTHING, "schema").offers(tables) if row != "bottom"} | {
        key for key, tile in tables["furnishing"].items() if tile.get("copies") == 0 or key not in printed
    }


def _absent(tables: Tables) -> tuple[str, ...]:
    """Unique furnishings that are not in the box."""
    everything = tables["start"]["tiles"] == "full"
    return tuple(
        key
        for key, row in tables["furnishing"].items()
        if row.get("copies", 1) == 1 and (key in tables["start"]["without"] or not (everything or row["introductory"]))
    )


def _elsewhere(name: str, expansion: str | None) -> str:
    """What to say about a name that only the expansion has."""
    if expansion is None:
        tables = printed_tables(EVERYTHING)
        for topic in ALL_TOPICS:
            if find_items(items_of(topic, tables), name):
                return f"rules: `{name}` belongs to {TITLES[EVERYTHING]}; give --expansion {EVERYTHING}"
    return ""


def _unknown(topic: str | None, name: str, items: Sequence[Item], known: Mapping[str, Topic]) -> str:
    names = sorted({item.key for item in items} | {other for item in items for other in item.names})
    if topic is None:
        return f"rules: there is no topic or item `{name}`; {nearest(name, [*known, *names])}"
    return f"rules: {topic} has no `{name}`; {nearest(name, names)}"


def _print_topic(out: Console, topic: str, items: Sequence[Item], absent: Sequence[str], title: str, players: int | None) -> None:
    out.print(topic_table(topic, items, absent if topic == "furnishings" else ()))
    out.print()
    where = f" with {players} player{'s' if players > 1 else ''}" if players is not None and topic == "spaces" else ""
    notes = [f"{len(items)} {ALL_TOPICS[topic].about}{where}: {title}"]
    prefix = _PREFIXES.get(ALL_TOPICS[topic].tables[0])
    if prefix:
        notes.append(f"rule IDs: {prefix}<id> where no other is given")
    if topic == "spaces":
        notes.append("3(1) wood: 3 on an empty space, otherwise 1 (R-REPL-2)")
    if topic == "furnishings":
        notes.append("points with *: more by the effect when scoring")
    if any(_is_assumed(item) for item in items):
        notes.append("assumed: the sources do not confirm this value")
    if any(item.assumed or (item.source == "assumed" and topic in ADDED_TOPICS) for item in items):
        notes.append("caverna-sim rules box prints a file for values that your copy of the game shows")
    if any(item.changes for item in items):
        notes.append("old -> new: house rule")
    for note in notes:
        out.print(Text(note, "dim"))


def _overview(options: Namespace, tables: Tables, rules: Mapping[str, Any], title: str) -> int:
    """The topics, the house rules, and what is assumed."""
    known, expansion = topics_of(tables), _expansion(tables)
    items = {topic: items_of(topic, tables) for topic in known}
    assumed = [item for found in items.values() for item in found if _is_assumed(item)]
    if options.json:
        return _print_json(items, options.players, rules, expansion)
    out = console()
    out.print(Text(title, "bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for topic, found in items.items():
        table.add_row(Text(topic, "bold"), Text(str(len(found)), justify="right"), known[topic].about)
    out.print(table)
    if rules:
        out.print()
        out.print(Text("house rules", "bold"))
        for path, old, new in house_rules(rules, expansion):
            out.print(Text(f"  {path}: {old} -> {new}"))
    out.print()
    out.print(Text(f"{len(assumed)} assumed values: " + ", ".join(_assumed_paths(assumed))))
    out.print(Text("caverna-sim rules TOPIC lists one topic, caverna-sim rules TOPIC NAME shows one item in full", "dim"))
    return 0


def _assumed_paths(items: Sequence[Item]) -> Iterator[str]:
    """Items with what is assumed of them; the movement cards, of which everything is, as one."""
    cards = [item for item in items if item.path.startswith("movement_card.")]
    for item in items:
        if item not in cards:
            yield f"{item.path} ({', '.join(item.assumed)})" if item.assumed else item.path
    if cards:
        yield f"movement_card.* ({len(cards)} cards)"


def _print_json(found: Mapping[str, Sequence[Item]], players: int | None, rules: Mapping[str, Any], expansion: str | None = None) -> int:
    data = {
        "players": players,
        **({"expansion": expansion} if expansion else {}),
        "house_rules": [{"path": path, "printed": _printed_value(path, expansion), "played": new} for path, new in rules.items()],
        "topics": {
            topic: {item.key: {"path": item.path, "rule": item.cite, "source": item.source, "value": item.now} for item in items}
            for topic, items in found.items()
            if items
        },
    }
    console().file.write(json.dumps(data, indent=2) + "\n")
    return 0
