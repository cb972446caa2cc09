"""What the engine plays, read from the rules tables: rule IDs, sources, house rules and assumed values marked.

Each game has one `Rulebook`, which says what its tables are about and how a row is told.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from caverna_sim.commands import console
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.kit.tables.house import Tables
from caverna_sim.kit.tables.told import value_at

if TYPE_CHECKING:
    from argparse import Namespace

Row = Mapping[str, Any]
_HIDDEN = ("cite", "source", "text", "name", "assumed")
MOST_ASSUMED = 12  # that an overview names
SINGLE = "value of"  # the head of topics that are single values
SOURCES = {
    "printed": "printed on the component or in the rules",
    "assumed": "assumed: the sources do not confirm it",
    "open": "open: the sources leave it to the table, this reading is played",
}
MOST_IN_FULL = 3  # of more items that one name means there is a table


class Topic(NamedTuple):
    """A part of the rules: the tables it shows and what it is about."""

    tables: tuple[str, ...]
    about: str
    columns: tuple[str, ...]


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

    @property
    def is_assumed(self) -> bool:
        """Whether no source confirms it, or some of it."""
        return self.source == "assumed" or bool(self.assumed)


@dataclass(frozen=True)
class Played:
    """Rules that are looked up."""

    tables: Tables
    rules: Mapping[str, Any]  # house rules by dotted path
    title: str
    players: int | None = None


class Rulebook(ABC):
    """The rules of a game for people."""

    topics: Mapping[str, Topic]
    cells: Mapping[str, Callable[[Row], str]]  # what a column of a topic says of a row
    field_of_cell: Mapping[str, str] = {}
    right: Sequence[str] = ("points",)  # columns of numbers
    prefixes: Mapping[str, str] = {}
    readings: Sequence[str] = ()  # topics whose rows are points left open
    reading_tables: Sequence[str] = ()  # ... and their tables
    example_fields: Sequence[str] = ("points", "players")  # that an example of a house rule changes, beside the cost

    # ------------------------------------------------------------ what each game says

    @abstractmethod
    def goods(self) -> Sequence[str]:
        """The goods that a table of amounts may name."""

    @abstractmethod
    def amounts(self, wares: Mapping[str, int]) -> str:
        """Amounts in words."""

    @abstractmethod
    def printed(self, tables: Tables | None = None) -> Tables:
        """The printed tables of the game whose tables these are, or of all that there is."""

    @abstractmethod
    def played(self, options: Namespace) -> Played:
        """The rules that a command line means."""

    def topics_of(self, tables: Tables) -> Mapping[str, Topic]:
        """The topics of the game that is played."""
        return self.topics

    def node_in_words(self, value: Row) -> str | None:
        """A table that is no table of values but says what is done, in words."""
        return None

    def field_in_words(self, key: str, value: Any) -> str:
        """The value of a field of a row."""
        return self.in_words(value)

    def in_play(self, items: Sequence[Item], played: Played) -> list[Item]:
        """Items of a list that the game that is played has."""
        return list(items)

    def absent(self, tables: Tables) -> Sequence[str]:
        """Rows that house rules leave out of the box."""
        return ()

    def remarks(self, topic: str, item: Item, played: Played) -> Iterator[Text]:
        """What is said below an item in full."""
        yield from ()

    def notes(self, topic: str, items: Sequence[Item], played: Played) -> Iterator[str]:
        """What is said below a topic."""
        yield from ()

    def elsewhere(self, name: str, played: Played) -> str:
        """What to say about a name that these rules do not have, if anything."""
        return ""

    def marked(self, items: Sequence[Item]) -> Iterator[str]:
        """Items with what is assumed of them."""
        for item in items:
            yield f"{item.path} ({', '.join(item.assumed)})" if item.assumed else item.path

    def also_for_machines(self, played: Played) -> dict[str, Any]:
        """What machines are told beside rows."""
        return {}

    # ------------------------------------------------------------ house rules

    def names(self) -> list[str]:
        """What the command knows: topics, and the items of all of them."""
        tables = self.printed()
        keys = (item.key for topic in self.topics_of(tables) for item in self.items_of(topic, tables) if " " not in item.key)
        return [*self.topics_of(tables), *dict.fromkeys(keys)]

    def house_rules(self, overrides: Mapping[str, Any], tables: Tables | None = None) -> Iterator[tuple[str, str, str]]:
        """House rules that change anything, in words: path, printed value, value played."""
        for path, new in overrides.items():
            old = value_at(self.printed(tables), path, self.reading_tables)
            if old != new:
                yield path, self.in_words(old), self.in_words(new)

    # ------------------------------------------------------------ items

    def items_of(self, topic: str, tables: Tables) -> list[Item]:
        """All items of a topic."""
        printed = self.printed(tables)
        items: list[Item] = []
        for table in self.topics[topic].tables:
            if self.topics[topic].columns[0] == SINGLE:
                items += self._values(table, tables[table], printed[table], "", "")
            else:
                items += [self._item(table, key, row, printed[table].get(key)) for key, row in tables[table].items()]
        return items

    def _item(self, table: str, key: str, row: Row, printed: Row | None) -> Item:
        names = tuple(str(row[name]) for name in ("name", "family") if name in row)
        source = row.get("source", "open" if table in self.reading_tables else "printed")
        if "assumed" in row and not row["assumed"]:
            source = "printed"  # a house rule or a file of values has given all of it
        if printed is None:
            printed, source = row, "house rule"
        changes = tuple(change for change in _differences(printed, row) if change[0].split(".")[0] != "assumed")
        return Item(key, f"{table}.{key}", row, printed, row["cite"], source, names, changes, tuple(row.get("assumed", ())))

    def _values(self, path: str, value: Any, printed: Any, cite: str, source: str, assumed: tuple[str, ...] = ()) -> Iterator[Item]:
        """The single values below a table; each is covered by the nearest citation above it."""
        if isinstance(value, Mapping):
            cite, source = value.get("cite", cite), value.get("source", source)
            if "assumed" in value:
                assumed, source = tuple(f"{path}.{mark}" for mark in value["assumed"]), "printed"
        if path in assumed:
            source = "assumed"
        if isinstance(value, Mapping) and not self._is_single(value):
            for key, entry in value.items():
                if key not in _HIDDEN:
                    old = printed.get(key) if isinstance(printed, Mapping) else None
                    yield from self._values(f"{path}.{key}", entry, old, cite, source, assumed)
        else:
            changes = () if value == printed else (("", printed, value),)
            yield Item(path, path, value, printed, cite, source, (), changes)

    def _is_single(self, value: Mapping[str, Any]) -> bool:
        """Amounts of goods are one value, such as a cost."""
        return all(key in self.goods() for key in value) and _is_amounts(value)

    # ------------------------------------------------------------ words

    def in_words(self, value: Any) -> str:
        """A value of the tables in words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value is None or value in ({}, []):
            return "nothing"
        if isinstance(value, Mapping):
            told = self.node_in_words(value)
            if told is not None:
                return told
            if _is_amounts(value):
                return self.amounts(value) or "nothing"
            return "; ".join(f"{key}: {self.in_words(entry)}" for key, entry in value.items())
        if isinstance(value, list):
            return ("; " if any(isinstance(entry, Mapping) for entry in value) else ", ").join(self.in_words(entry) for entry in value)
        return str(value)

    # ------------------------------------------------------------ tables

    def _first_cell(self, item: Item) -> Text:
        """The id, and below it the rule ID where it does not follow from the id, and what is assumed."""
        text = Text(item.key, "bold")
        expected = self.prefixes.get(item.path.split(".")[0], "?") + item.key
        notes = [] if item.cite == expected else [item.cite]
        if item.assumed:
            fields = dict.fromkeys(mark.split(".")[0] for mark in item.assumed)
            notes.append(f"assumed: {', '.join(fields)}".replace("_", " "))
        elif item.source == "assumed":
            notes.append("assumed")
        if notes:
            text.append("\n" + ", ".join(notes), "yellow" if item.is_assumed else "dim")
        return text

    def topic_table(self, topic: str, items: Sequence[Item], absent: Sequence[str] = ()) -> Table:
        """A topic as a table, changed values as old -> new."""
        columns = self.topics[topic].columns
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
        for number, column in enumerate(columns):
            is_name = number == 0 and columns[0] != SINGLE
            least = max([len(column), *(len(item.key) for item in items if is_name)])  # notes below a name may take several lines
            table.add_column(column, justify="right" if column in self.right else "left", min_width=least, overflow="fold")
        for item in items:
            if columns[0] == SINGLE:
                table.add_row(item.key, _arrow(self.in_words(item.printed), self.in_words(item.now)), _citation(item))
                continue
            cells = [_arrow(self.cells[column](item.printed), self.cells[column](item.now)) for column in columns[1:]]
            shown = {self.field_of_cell.get(column, column) for column in columns}
            if topic in self.readings:
                cells[-1].append_text(self._reading(item))
                shown.add("value")
            for path, old, new in item.changes:
                if path.split(".")[0] not in shown:
                    cells[-1].append(f"\nhouse rule: {path}: {self.in_words(old)} -> {self.in_words(new)}", "bold red")
            if item.key in absent:
                cells[-1].append("\nhouse rule: not in the box", "bold red")
            table.add_row(self._first_cell(item), *cells)
        return table

    def _reading(self, item: Item) -> Text:
        """What is played at an open point, and what else could be."""
        old, new = self.in_words(item.printed["value"]), self.in_words(item.now["value"])
        other = f"   other readings: {self.in_words(item.now['alternatives'])}"
        return Text.assemble("\n", ("played: ", "dim"), _arrow(old, new), (other, "dim"))

    def _item_in_full(self, item: Item) -> Table:
        """Everything about one item, field by field."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="dim", no_wrap=True)
        table.add_column()
        if not isinstance(item.now, Mapping) or "cite" not in item.now:
            table.add_row(Text(item.path, "bold"), _arrow(self.in_words(item.printed), self.in_words(item.now)))
        else:
            table.add_row(Text(item.key, "bold"), Text(str(item.now.get("name", "")), "bold"))
            for key, value in item.now.items():
                if key in ("name", "cite", "source", "assumed"):
                    continue
                shown, old = self.field_in_words(key, value), self.field_in_words(key, item.printed.get(key))
                table.add_row(key.replace("_", " "), _arrow(old, shown))
        table.add_row("rule", item.cite)
        if item.assumed:
            table.add_row("assumed", Text(", ".join(item.assumed).replace("_", " ") + ": no source confirms it", "yellow"))
        if item.source:
            table.add_row("source", SOURCES.get(item.source, item.source))
        example = self._example(item)
        if example:
            table.add_row("to change", Text(f"[rules] {example}", "dim"))
        return table

    def _example(self, item: Item) -> str:
        """A house rule that would say what is printed."""
        value, path = item.printed, item.path
        if path.split(".")[0] in self.reading_tables:
            value = value["value"]
        elif item.assumed:
            for word in item.assumed[0].split("."):
                value = value[word]
            path = f"{path}.{item.assumed[0]}"
        elif isinstance(value, Mapping) and "cite" in value:
            place = next((name for name in self.example_fields if value.get(name)), "")
            place, value = (place, value[place]) if place else ("cost", value.get("cost", {}))
            if isinstance(value, list) and value and isinstance(value[0], Mapping):
                place, value = f"{place}.0.first", value[0]["first"]
            path = f"{path}.{place}"
        if isinstance(value, Mapping):
            if not value:
                return ""
            ware, value = next(iter(value.items()))
            path = f"{path}.{ware}"
        return f'"{path}" = {_toml(value)}' if value is not None else ""

    # ------------------------------------------------------------ the command

    def run(self, options: Namespace) -> int:
        """The command `rules`."""
        played = self.played(options)
        known = self.topics_of(played.tables)
        topic, name = self._topic_and_name(options)
        if topic is None and name is None:
            return self._overview(options, played)
        topics = [topic] if topic else list(known)
        found: dict[str, list[Item]] = {key: self.items_of(key, played.tables) for key in topics}
        if name is None:
            found = {key: self.in_play(items, played) for key, items in found.items()}
        else:
            everything = [item for items in found.values() for item in items]
            found = {key: find_items(items, name) for key, items in found.items()}
            if not any(found.values()):
                raise CavernaError(self.elsewhere(name, played) or _unknown(topic, name, everything, known))
        absent = self.absent(played.tables) if played.rules else ()
        if options.json:
            return self._print_json(found, played)
        out = console()
        for key, items in found.items():
            if (items and name is None) or len(items) > MOST_IN_FULL:
                self._print_topic(out, key, items, absent, played)
            else:
                for number, item in enumerate(items):
                    out.print(*([Text()] if number else []), self._item_in_full(item), sep="\n")
                    for remark in self.remarks(key, item, played):
                        out.print(remark)
        return 0

    def _topic_and_name(self, options: Namespace) -> tuple[str | None, str | None]:
        name = " ".join(options.name) or None
        for topic in (options.topic, f"{options.topic}s"):  # one furnishing is asked for as often as furnishings
            if options.topic is None or topic in self.topics:
                return topic, name
        return None, f"{options.topic} {name}" if name else options.topic

    def _print_topic(self, out: Console, topic: str, items: Sequence[Item], absent: Sequence[str], played: Played) -> None:
        out.print(self.topic_table(topic, items, absent))
        out.print()
        where = f" with {played.players} player{'s' if played.players > 1 else ''}" if played.players and topic == "spaces" else ""
        notes = [f"{len(items)} {self.topics[topic].about}{where}: {played.title}"]
        prefix = self.prefixes.get(self.topics[topic].tables[0])
        if prefix:
            notes.append(f"rule IDs: {prefix}<id> where no other is given")
        notes += self.notes(topic, items, played)
        if any(item.changes for item in items):
            notes.append("old -> new: house rule")
        for note in notes:
            out.print(Text(note, "dim"))

    def _overview(self, options: Namespace, played: Played) -> int:
        """The topics, the house rules, and what is assumed."""
        known = self.topics_of(played.tables)
        items = {topic: self.items_of(topic, played.tables) for topic in known}
        assumed = [item for found in items.values() for item in found if item.is_assumed]
        if options.json:
            return self._print_json(items, played)
        out = console()
        out.print(Text(played.title, "bold"))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for topic, found in items.items():
            table.add_row(Text(topic, "bold"), Text(str(len(found)), justify="right"), known[topic].about)
        out.print(table)
        if played.rules:
            out.print()
            out.print(Text("house rules", "bold"))
            for path, old, new in self.house_rules(played.rules, played.tables):
                out.print(Text(f"  {path}: {old} -> {new}"))
        out.print()
        if assumed:
            some, left = list(self.marked(assumed))[:MOST_ASSUMED], len(assumed) - MOST_ASSUMED
            more = f" and {left} more, marked `assumed` in their topics" if left > 0 else ""
            out.print(Text(f"{len(assumed)} assumed values: {', '.join(some)}{more}"))
        out.print(Text("caverna-sim rules TOPIC lists one topic, caverna-sim rules TOPIC NAME shows one item in full", "dim"))
        return 0

    def _print_json(self, found: Mapping[str, Sequence[Item]], played: Played) -> int:
        data = {
            "players": played.players,
            **self.also_for_machines(played),
            "house_rules": [
                {"path": path, "printed": value_at(self.printed(played.tables), path, self.reading_tables), "played": new}
                for path, new in played.rules.items()
            ],
            "topics": {
                topic: {item.key: {"path": item.path, "rule": item.cite, "source": item.source, "value": item.now} for item in items}
                for topic, items in found.items()
                if items
            },
        }
        console().file.write(json.dumps(data, indent=2) + "\n")
        return 0


def number_paths(tables: Mapping[str, Any]) -> list[str]:
    """House rules that are numbers, by dotted path, of tables that were laid flat."""
    return [path for path, value in tables.items() if isinstance(value, int | float) and not isinstance(value, bool)]


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


def players_in_words(players: Sequence[int]) -> str:
    """Player counts: "4-7", or "none"."""
    if not players:
        return "none"
    is_range = list(players) == list(range(players[0], players[-1] + 1))
    return f"{players[0]}-{players[-1]}" if is_range and len(players) > 1 else ", ".join(str(number) for number in players)


def _arrow(old: str, new: str) -> Text:
    if old == new:
        return Text(new)
    return Text(f"{old or 'nothing'} -> {new or 'nothing'}", "bold red")


def _citation(item: Item) -> Text:
    text = Text(item.cite, "dim")
    if item.source == "assumed":
        text.append(" assumed", "yellow")
    return text


def _toml(value: Any) -> str:
    """A value as a scenario file has it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _unknown(topic: str | None, name: str, items: Sequence[Item], known: Mapping[str, Topic]) -> str:
    names = sorted({item.key for item in items} | {other for item in items for other in item.names})
    if topic is None:
        return f"rules: there is no topic or item `{name}`; {nearest(name, [*known, *names])}"
    return f"rules: {topic} has no `{name}`; {nearest(name, names)}"
