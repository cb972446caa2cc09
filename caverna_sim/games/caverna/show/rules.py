"""The command `rules` for Caverna: what its tables are about and how their rows are told (kit/show/rules.py)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from caverna_sim.check import shown_name
from caverna_sim.commands import console
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.tables import flatten, printed_tables, with_house_rules
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, module_of
from caverna_sim.games.caverna.show.boards import amounts
from caverna_sim.kit.show.rules import Item, Played, Row, Rulebook, Topic, find_items, number_paths, players_in_words
from caverna_sim.kit.tables.house import Tables

if TYPE_CHECKING:
    from argparse import Namespace

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
_WING = module_of(EVERYTHING, "show_rules")
ADDED_TOPICS = {name: Topic(*row) for name, row in _WING.TOPICS.items()}
BOX = "box"  # the word that prints the file of values to fill in


def _expansion(tables: Tables) -> str | None:
    return EVERYTHING if "ruling" in tables else None


# ---------------------------------------------------------------- words


_JOINTS = {"all": " + ", "and_or": " and/or ", "and_then_or": " then/or ", "and_then": " and then ", "either_or": " or "}


def flow_in_words(node: Row) -> str:
    """A program of an action space, or an effect of a furnishing, in words."""
    if "op" in node:
        parts = [flow_in_words(item) for item in node["items"]]
        return _JOINTS[node["op"]].join(f"({part})" if "op" in item else part for part, item in zip(parts, node["items"], strict=True))
    words = [str(node["do"]).replace("_", " ")]
    for key, value in node.items():
        if key not in ("do", "when"):
            shown = BOOK.in_words(value).replace("_", " ")
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


def _card(row: Row) -> str:
    if row.get("reverse_of"):
        return "reverse"
    if "stage" not in row:
        return ""
    return f"round {row['fixed_round']}" if "fixed_round" in row else f"stage {row['stage']}"


def _scores_more(row: Row) -> bool:
    return any(line["when"] == "scoring" for line in row["effects"])


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


# ---------------------------------------------------------------- the book


class CavernaRules(Rulebook):
    """The rules of Caverna, with those of the expansion where it is played."""

    topics = {**TOPICS, **ADDED_TOPICS}  # noqa: RUF012
    cells = _CELLS
    field_of_cell = {"per round": "accumulates", **_WING.FIELD_OF_CELL}  # noqa: RUF012
    right = ("points", "strength", "copies")
    prefixes = {"furnishing": "F-", "space": "A-", "loot": "L-"}  # noqa: RUF012
    readings = ("toggles", "rulings")
    reading_tables = ("toggle", "ruling")
    example_fields = ("strength", "points", "accumulates", "players")

    def goods(self) -> Sequence[str]:
        """All wares."""
        from caverna_sim.games.caverna.ids import good

        return good.NAMES

    def amounts(self, wares: Mapping[str, int]) -> str:
        """Amounts in words."""
        return amounts(wares)

    def printed(self, tables: Tables | None = None) -> Tables:
        """The printed tables, with those of the expansion where it is played."""
        return printed_tables(EVERYTHING if tables is None else _expansion(tables))

    def topics_of(self, tables: Tables) -> Mapping[str, Topic]:
        """Topics of the expansion only where it is played."""
        return self.topics if _expansion(tables) else TOPICS

    def names(self) -> list[str]:
        """Topics and items, and the file of values."""
        known = self.topics_of(self.printed())
        return [*known, BOX, *super().names()[len(known) :]]

    def played(self, options: Namespace) -> Played:
        """The rules of a scenario, or those that are printed."""
        players, rules, title, expansion = options.players, {}, "the printed rules", options.expansion
        if options.scenario is not None:
            from caverna_sim.games.caverna.scenario.reading import caverna_scenario

            scenario = caverna_scenario(options.scenario)
            if players not in (None, scenario.players):
                raise CavernaError(f"rules: the scenario is for {scenario.players} players, not {players}; leave --players out")
            if expansion not in (None, scenario.expansion):
                raise CavernaError(f"rules: the scenario is played without {expansion}; leave out --expansion")
            expansion = scenario.expansion
            players, rules, title = scenario.players, scenario.all_rules, f"the rules of scenario `{scenario.name}`"
        elif options.topic in ADDED_TOPICS:
            expansion = EVERYTHING
        if expansion is not None:
            title += f", {TITLES[expansion]}"
        if options.topic in ADDED_TOPICS and expansion is None:
            raise CavernaError(f"rules: `{options.topic}` belongs to {TITLES[EVERYTHING]}; the scenario is played without it")
        return Played(with_house_rules(rules, expansion), rules, title, players)

    def node_in_words(self, value: Row) -> str | None:
        """Programs and effects."""
        return flow_in_words(value) if "op" in value or "do" in value else None

    def field_in_words(self, key: str, value: Any) -> str:
        """A field of a row."""
        if key == "accumulates" and value is not None:
            return per_round(value) or "nothing"
        if key == "players" and value is not None:
            return players_in_words(value)
        if key == "copies":
            return {-1: "never runs out", 0: "printed on the home board"}.get(value, self.in_words(value))
        return self.in_words(value)

    def in_play(self, items: Sequence[Item], played: Played) -> list[Item]:
        """Spaces of a number of players, with the expansion only furnishings that can be had."""
        offered = _offered(played.tables)
        return [
            item
            for item in items
            if (played.players is None or not item.path.startswith("space.") or played.players in item.now["players"])
            and (not item.path.startswith("furnishing.") or item.key in offered)
        ]

    def absent(self, tables: Tables) -> Sequence[str]:
        """Unique furnishings that are not in the box."""
        everything = tables["start"]["tiles"] == "full"
        return tuple(
            key
            for key, row in tables["furnishing"].items()
            if row.get("copies", 1) == 1 and (key in tables["start"]["without"] or not (everything or row["introductory"]))
        )

    def remarks(self, topic: str, item: Item, played: Played) -> Iterator[Text]:
        """Furnishings that cannot be had."""
        if topic != "furnishings":
            return
        if played.rules and item.key in self.absent(played.tables):
            yield Text("not in the box (house rule)", "bold red")
        elif item.key not in _offered(played.tables):
            yield Text(f"on no display and no strip: not available with {TITLES[EVERYTHING]}", "yellow")

    def notes(self, topic: str, items: Sequence[Item], played: Played) -> Iterator[str]:
        """How the columns are to be read."""
        if topic == "spaces":
            yield "3(1) wood: 3 on an empty space, otherwise 1 (R-REPL-2)"
        if topic == "furnishings":
            yield "points with *: more by the effect when scoring"
        if any(item.is_assumed for item in items):
            yield "assumed: the sources do not confirm this value"
        if any(item.assumed or (item.source == "assumed" and topic in ADDED_TOPICS) for item in items):
            yield "caverna-sim rules box prints a file for values that your copy of the game shows"

    def elsewhere(self, name: str, played: Played) -> str:
        """What to say about a name that only the expansion has."""
        if _expansion(played.tables) is None:
            tables = self.printed()
            for topic in self.topics:
                if find_items(self.items_of(topic, tables), name):
                    return f"rules: `{name}` belongs to {TITLES[EVERYTHING]}; give --expansion {EVERYTHING}"
        return ""

    def marked(self, items: Sequence[Item]) -> Iterator[str]:
        """Movement cards, of which everything is assumed, as one."""
        cards = [item for item in items if item.path.startswith("movement_card.")]
        yield from super().marked([item for item in items if item not in cards])
        if cards:
            yield f"movement_card.* ({len(cards)} cards)"

    def also_for_machines(self, played: Played) -> dict[str, Any]:
        """The expansion, where it is played."""
        expansion = _expansion(played.tables)
        return {"expansion": expansion} if expansion else {}


BOOK = CavernaRules()
names = BOOK.names


def paths() -> list[str]:
    """House rules that are numbers, by dotted path."""
    return number_paths(flatten(printed_tables(EVERYTHING)))


def _offered(tables: Tables) -> set[str]:
    """Furnishings that can be had at all; with the expansion those on a display or a strip."""
    if _expansion(tables) is None:
        return set(tables["furnishing"])
    printed = printed_tables(EVERYTHING)["furnishing"]
    return {name for _, row, name in module_of(EVERYTHING, "schema").offers(tables) if row != "bottom"} | {
        key for key, tile in tables["furnishing"].items() if tile.get("copies") == 0 or key not in printed
    }


# ---------------------------------------------------------------- the command


def run(options: Namespace) -> int:
    """The command `rules`."""
    return _print_box(options) if options.topic == BOX else BOOK.run(options)


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
