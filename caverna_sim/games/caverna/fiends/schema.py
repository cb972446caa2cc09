"""What the tables of Frantic Fiends may hold, and how they must fit each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.check import Check
from caverna_sim.errors import CavernaError, RulesError, nearest
from caverna_sim.games.caverna.box.schema import HARVESTS, KNOWN, TABLES
from caverna_sim.games.caverna.fiends.ids import bounty, orc, ruling, trap
from caverna_sim.games.caverna.ids import good, part
from caverna_sim.kit.tables.forms import Fields, fields_of, form_of, known_forms
from caverna_sim.toml import read_toml

EXPANSION = "fiends"
FILES = ("game", "spaces", "furnishings", "loot", "orcs", "bounties", "display", "rulings", "campaign")
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
COLUMNS = ("left", "middle", "right")
STACKS, CARDS_PER_STACK = 3, 9
HOSTILE = orc.NAMES[: orc.NUM_HOSTILE]

_LEAVES = tuple(word for row in part.ROWS if row.fiends for word in row.words)


def _card(value: Any, where: str) -> None:
    form_of({"stack": "1..3", "steps": ["directions", 1, 3], "d_column": "columns", "&": "assumed"}, _KNOWN)(value, where)
    steps, stack = len(value["steps"]), value["stack"]
    if steps != stack:
        raise RulesError(
            f"rules `{where}.steps`: {steps} steps on a card of stack {stack}; a card has as many steps as the number of its stack"
        )


_EVENT_HARVESTS = ("full", "mine_feed", "feed_armed", "choice", "none")
_TOLD = dict(read_toml(Path(__file__).with_suffix(".toml"), "schema", CavernaError))
_EFFECTS = _TOLD.pop("effects")  # of furnishings
_KNOWN = known_forms(_TOLD, {
    **KNOWN, "MOST_STRENGTH": 40, "mined": ("ore", "ruby"), "forged": ("wood", "ore"), "ore": ("ore",), "bounties": bounty.NAMES,
    "trap_kinds": trap.KINDS, "weakening": trap.WEAKENS, "directions": DIRECTIONS, "columns": COLUMNS, "sides": ("normal", "hard"),
    "event_harvests": _EVENT_HARVESTS, "event_questions": (*HARVESTS, "event"), "event_schedule": (*HARVESTS, "event", "marker"),
    "metrics": (*good.NAMES, "friendly_orc", "inactive_trap"), "card": _card,
})  # fmt: skip
OWN_EFFECTS: dict[str, Fields] = {name: fields_of(told, _KNOWN) for name, told in _EFFECTS.items()}
TABLES_OF_ALL: dict[str, Check] = {**TABLES, **{name: form_of(told, _KNOWN) for name, told in _TOLD.items() if name != "forms"}}


# ---------------------------------------------------------------- names and numbers of different tables


def check_together(tables: Mapping[str, Any]) -> None:
    """Names that one table of the expansion uses and another defines, and numbers that must fit."""
    _check_orcs(tables["orc"])
    _check_cards(tables["movement_card"])
    _check_traps(tables["trap"])
    _check_display(tables)
    _check_bounties(tables)
    _check_bonuses(tables)
    if tuple(tables["ruling"]) != ruling.NAMES:
        raise RulesError("rules `ruling`: the rulings do not match those of the engine")
    for name, table in tables.items():
        for key, entry in table.items():
            _check_assumed(entry, f"{name}.{key}")
        _check_assumed(table, name)


def _check_assumed(entry: Any, where: str) -> None:
    for path in entry.get("assumed", []) if isinstance(entry, Mapping) else []:
        place: Any = entry
        for word in path.split("."):
            if not isinstance(place, Mapping) or word not in place:
                raise RulesError(f"rules `{where}.assumed`: there is no `{path}` in this row")
            place = place[word]


def known(where: str, name: str, names: Collection[str], kind: str) -> None:
    """Raise RulesError for a name that its table does not have."""
    if name not in names:
        raise RulesError(f"rules `{where}`: unknown {kind} `{name}`; {nearest(name, names)}")


def _check_orcs(table: Mapping[str, Any]) -> None:
    for name in HOSTILE:
        entry = table[name]
        if entry.get("waits"):
            if "appears_at" not in entry or "stack" not in entry:
                raise RulesError(f"rules `orc.{name}`: an orc that waits needs `appears_at` and `stack`")
        elif "start_cell" not in entry:
            raise RulesError(f"rules `orc.{name}`: the field `start_cell` is missing")


def _check_cards(cards: Mapping[str, Any]) -> None:
    for stack in range(1, STACKS + 1):
        number = sum(card["stack"] == stack for card in cards.values())
        if number != CARDS_PER_STACK:
            raise RulesError(f"rules `movement_card`: {number} cards in stack {stack}; each stack has {CARDS_PER_STACK}")


_TRAP_FIELDS = {"halve": (), "fixed": ("amount",), "spread": ("amount", "times"), "pay": ("pay_ware", "pay_most")}


def _check_traps(traps: Mapping[str, Any]) -> None:
    for key, entry in traps.items():
        if entry["kind"] == "weakening":
            needed: tuple[str, ...] = ("weakens", *_TRAP_FIELDS.get(entry.get("weakens", ""), ()))
        else:
            needed = ("limit",)
        for name in needed:
            if name not in entry:
                raise RulesError(f"rules `trap.{key}`: the field `{name}` is missing for a {entry['kind']} trap")


def offers(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Every place where a tile or trap is on offer: dotted path, row (top, middle, bottom, short), id."""
    for line in ("top", "middle", "bottom"):
        for index, name in enumerate(tables["display_base"][line]):
            yield f"display_base.{line}.{index}", line, name
    for key in tables["display_extension"]:
        for line in ("top", "middle", "bottom"):
            yield f"display_extension.{key}.{line}", line, tables["display_extension"][key][line]
    for key, strip in tables["bounty_short"].items():
        for index, name in enumerate(strip["tiles"]):
            yield f"bounty_short.{key}.tiles.{index}", "short", name


def _check_display(tables: Mapping[str, Any]) -> None:
    tiles, traps = tables["furnishing"], tables["trap"]
    seen: dict[str, str] = {}
    for path, line, name in offers(tables):
        known(path, name, traps if line == "bottom" else tiles, "trap" if line == "bottom" else "furnishing")
        colour = "" if line == "bottom" else tiles[name]["colour"]
        if line == "top" and colour != "orange":
            raise RulesError(f"rules `{path}`: `{name}` is no dwelling; the top row holds dwellings")
        if line == "middle" and colour == "orange":
            raise RulesError(f"rules `{path}`: `{name}` is a dwelling; the middle row holds other furnishings")
        if line == "short" and colour != "yellow":
            raise RulesError(f"rules `{path}`: `{name}` is not a yellow furnishing; short strips hold yellow ones")
        if line != "bottom" and tiles[name].get("copies", 1) == 0:
            raise RulesError(f"rules `{path}`: `{name}` is printed on the home board and cannot be on offer")
        if name in seen:
            raise RulesError(f"rules `{path}`: `{name}` is on offer at `{seen[name]}` already; every tile has one place")
        seen[name] = path
    _check_pool("display.extensions", tables["display"]["extensions"], tables["display_extension"], "display extension")


def _check_pool(where: str, names: list[str], table: Collection[str], kind: str) -> None:
    for index, name in enumerate(names):
        known(f"{where}.{index}", name, table, kind)
    if len(set(names)) != len(names):
        raise RulesError(f"rules `{where}`: {names} names one {kind} twice; each is in the box once")


def _check_bounties(tables: Mapping[str, Any]) -> None:
    strips = sorted({entry["strip"] for entry in tables["bounty"].values()})
    places: dict[tuple[str, int], str] = {}
    for key, entry in tables["bounty"].items():
        place = entry["strip"], entry["column"]
        if place in places:
            raise RulesError(f"rules `bounty.{key}`: `{places[place]}` is in column {place[1]} of strip {place[0]} already")
        places[place] = key
        if entry["do"] == "program":
            known(f"bounty.{key}.program", entry.get("program", ""), tables["space"], "space")
        for index, name in enumerate(entry.get("rooms", [])):
            known(f"bounty.{key}.rooms.{index}", name, tables["furnishing"], "furnishing")
    _check_pool("bounty_board.long", tables["bounty_board"]["long"], strips, "long strip")
    _check_pool("bounty_board.short", tables["bounty_board"]["short"], tables["bounty_short"], "short strip")


def _check_bonuses(tables: Mapping[str, Any]) -> None:
    for key, entry in tables["campaign_bonus"].items():
        if ("choose" in entry) == ("program" in entry):
            raise RulesError(f"rules `campaign_bonus.{key}`: give either `choose` or `program`")
        if "program" in entry:
            known(f"campaign_bonus.{key}.program", entry["program"], tables["space"], "space")


# ---------------------------------------------------------------- words that only the expansion knows


def check_base_only(tables: Mapping[str, Any]) -> None:
    """Raise RulesError for a base game whose rows use words of the expansion."""
    for key, tile in tables["furnishing"].items():
        for index, line in enumerate(tile["effects"]):
            if line["do"] in OWN_EFFECTS or line.get("per") in ("trap", "friendly_orc"):
                raise _only_fiends(f"furnishing.{key}.effects.{index}", line["do"])
        for field in ("any_material", "room_shared"):
            if field in tile:
                raise _only_fiends(f"furnishing.{key}.{field}", field)
    for key, space in tables["space"].items():
        for word in _leaf_words(space["flow"]):
            if word in _LEAVES:
                raise _only_fiends(f"space.{key}.flow", word)
    for key, item in tables["loot"].items():
        if item["effect"]["do"] in _LEAVES:
            raise _only_fiends(f"loot.{key}.effect", item["effect"]["do"])


def _leaf_words(flow: Mapping[str, Any]) -> Iterator[str]:
    if "op" in flow:
        for item in flow["items"]:
            yield from _leaf_words(item)
    else:
        yield flow["do"]


def _only_fiends(where: str, word: str) -> RulesError:
    return RulesError(f'rules `{where}`: `{word}` belongs to Frantic Fiends; set expansion = "fiends" to play with it')
