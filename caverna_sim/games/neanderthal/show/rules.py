"""The command `rules` for Neanderthal: its tables, what no source says, and a file to type real cards into (kit/show/rules.py)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING

from rich.text import Text

from caverna_sim.commands import console
from caverna_sim.games.neanderthal.box.deck import deck_of
from caverna_sim.games.neanderthal.box.schema import BIOME_FIELDS, DAUGHTER_FIELDS
from caverna_sim.games.neanderthal.box.tables import flatten, printed_tables, with_house_rules
from caverna_sim.games.neanderthal.ids.things import COLOURS
from caverna_sim.games.neanderthal.show.boards import disks
from caverna_sim.kit.show.rules import SINGLE, Item, Played, Row, Rulebook, Topic, number_paths
from caverna_sim.kit.tables.house import Tables
from caverna_sim.toml import written

if TYPE_CHECKING:
    from argparse import Namespace

_SINGLE = (SINGLE, "is", "rule")
OF_BIOME = (*(name for name in BIOME_FIELDS), "trophy", "hand", "animal", "invention")
OF_DAUGHTER = tuple(DAUGHTER_FIELDS)


def _hunt(row: Row) -> str:
    faces = "1" if row["hit_faces"] == "one" else "1 or 2"
    words = [f"{row['hits']} x {faces}"] + [f"{name} {' '.join(map(str, row[name]))}" for name in ("bite", "frost") if row[name]]
    return ", ".join(words + ([f"tools {', '.join(row['tools'])}"] if row["tools"] else []))


def _yield(row: Row) -> str:
    words = [f"{row['babies']} babies", *([disks(row["release"])] if any(row["release"].values()) else [])]
    words += [f"trophy {row['trophy']['points']} for {row['trophy']['match']} alike"] if "trophy" in row else []
    words += [f"{row['hand']['kind']} for {row['hand']['match']} alike"] if "hand" in row else []
    return ", ".join(words)


def _kind(row: Row) -> str:
    return ", ".join([row["class"], *(["predator"] if row["predator"] else []), *(["basket"] if row["gather"] else [])])


class NeanderthalRules(Rulebook):
    """The rules of Neanderthal."""

    topics: Mapping[str, Topic] = {
        "biomes": Topic(("biome",), "biomes of the deck", ("biome", "row", "climax", "kind", "hunt", "gains")),
        "daughters": Topic(("daughter",), "daughters of the deck", ("daughter", "order", "events", "bid", "portals", "ability")),
        "elders": Topic(("elder",), "elders", ("elder", "level", "sides", "disk", "domain")),
        "mating": Topic(("mating", "mating_card", "placard"), "mating sides and cards, placards", _SINGLE),
        "rulings": Topic(("ruling",), "points that the text leaves open", ("ruling", "question")),
        "constants": Topic(
            ("setup", "convert_at", "dice", "auction", "blizzard", "all_species", "one_species"), "numbers that stand on no card", _SINGLE
        ),
    }
    cells: Mapping[str, Callable[[Row], str]] = {
        "row": lambda row: str(row["region"]), "climax": lambda row: str(row["climax"]), "kind": _kind, "hunt": _hunt, "gains": _yield,
        "order": lambda row: " ".join(name[0] for name in row["order"]), "events": lambda row: ", ".join(row["events"]).replace("_", " "),
        "bid": lambda row: ", ".join(row["bid_media"]), "ability": lambda row: str(row["ability"]).replace("_", " "),
        "portals": lambda row: ", ".join(f"{one['spot']}/{one['colour']}" for one in row["portals"]),
        "level": lambda row: str(row["level"]), "sides": lambda row: ", ".join(row["sides"]), "disk": lambda row: str(row["colour"]),
        "domain": lambda row: str(row["domain"]), "question": lambda row: str(row["text"]),
    }  # fmt: skip
    readings = ("rulings",)
    reading_tables = ("ruling",)
    right = ("climax", "level")
    example_fields = ("babies", "ability", "colour", "mpi")

    def goods(self) -> Sequence[str]:
        """Disks."""
        return COLOURS

    def amounts(self, wares: Mapping[str, int]) -> str:
        """Disks in words."""
        return ", ".join(f"{amount} {name}" for name, amount in wares.items() if amount)

    def printed(self, tables: Tables | None = None) -> Tables:
        """The printed tables, with the cards of the deck that is played."""
        if tables is None:
            return printed_tables()
        same = {name: tables[name] for name in ("biome", "daughter") if set(tables[name]) != set(printed_tables()[name])}
        return {**printed_tables(), **same}

    def played(self, options: Namespace) -> Played:
        """The rules of a scenario, or those that are printed."""
        if options.scenario is None:
            return Played(printed_tables(), {}, deck_of(None).banner, options.players)
        from caverna_sim.games.neanderthal.scenario.reading import neanderthal_scenario

        scenario = neanderthal_scenario(options.scenario)
        tables = with_house_rules(scenario.rules, deck_of(scenario.deck_of(0)).tables)
        return Played(tables, scenario.rules, f"the rules of scenario `{scenario.name}`; {scenario.banner}", scenario.players)

    def notes(self, topic: str, items: Sequence[Item], played: Played) -> Iterator[str]:
        """No table of cards goes without its deck."""
        if topic in ("biomes", "daughters"):
            yield played.title if "deck " in played.title else deck_of(None).banner


BOOK = NeanderthalRules()


def names() -> list[str]:
    """What the command knows."""
    return [*BOOK.names(), "unknown", "box"]


def paths() -> list[str]:
    """House rules that are numbers, by dotted path."""
    return number_paths(flatten(printed_tables()))


def unknown() -> list[Mapping[str, str]]:
    """What is missing of the published game (NU-...)."""
    text = (resources.files("caverna_sim.games.neanderthal.box") / "base" / "unknown.toml").read_text(encoding="utf-8")
    rows: list[Mapping[str, str]] = tomllib.loads(text)["unknown"]
    return rows


def box() -> str:
    """A TOML file with exactly what is unknown, commented out."""
    tables = printed_tables()
    out = [
        "# The cards of your box. Take the # away from what you have read, and correct it; rows merge by id and field.",
        "# A row counts as yours when all its fields are given, or with source = \"owner\". Check it: caverna-sim check FILE",
        "[deck]", '# id = "my box"', "# replace = true   # then all 36 biomes and 21 daughters are needed, under ids of your own", "",
    ]  # fmt: skip
    for kind, fields in (("biome", OF_BIOME), ("daughter", OF_DAUGHTER)):
        for name, row in tables[kind].items():
            open_fields = [field for field in fields if field in row and field not in row["known"]]
            known = [field for field in fields if field in row["known"]]
            out += [f"[[{kind}]]", f'id = "{name}"' + (f"   # known: {', '.join(known)}" if known else "")]
            out += [f"# {field} = {written(row[field])}" for field in open_fields] + ['# source = "owner"', ""]
    for name, row in tables["mating"].items():
        out += [f"[mating.{name}.mpi]", *(f"# {colour} = {row['mpi'][colour]}" for colour in COLOURS), ""]
    for name, row in tables["mating_card"].items():
        out += ["[[mating_card]]", f'id = "{name}"', f"# sides = {written(row['sides'])}", ""]
    for name, row in tables["placard"].items():
        out += ["[[placard]]", f'species = "{name}"', f"# starting_portal = {written(row['starting_portal'])}", ""]
    dice = tables["dice"]
    return "\n".join([*out, "[dice]", *(f"# {name} = {written(dice[name])}" for name in dice if name not in ("cite", "assumed"))]) + "\n"


def run(options: Namespace) -> int:
    """The command `rules`."""
    if options.topic == "box" and not options.name:
        console().file.write(box())
        return 0
    if options.topic == "unknown" and not options.name:
        for row in unknown():
            console().print(Text.assemble((row["id"], "bold"), f"  {row['what']}; played: {row['default']}; correct it in {row['fix_in']}"))
        return 0
    return BOOK.run(options)
