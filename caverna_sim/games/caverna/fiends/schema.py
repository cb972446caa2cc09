"""What the tables of Frantic Fiends may hold, and how they must fit each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from caverna_sim.check import Check, list_of, map_of, one_of, row, rows
from caverna_sim.check import is_flag as flag
from caverna_sim.check import is_whole as whole
from caverna_sim.errors import RulesError, nearest
from caverna_sim.games.caverna.box.schema import (
    ASSUMED,
    CITE,
    HARVESTS,
    TABLES,
    cost,
    small,
    text,
    wares,
)
from caverna_sim.games.caverna.fiends.ids import bounty, orc, ruling, trap
from caverna_sim.games.caverna.ids import good, part
from caverna_sim.games.caverna.shape.sizes import MAX_STRIPS

EXPANSION = "fiends"
FILES = ("game", "spaces", "furnishings", "loot", "orcs", "bounties", "display", "rulings", "campaign")
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
COLUMNS = ("left", "middle", "right")
STACKS, CARDS_PER_STACK = 3, 9
HOSTILE = orc.NAMES[: orc.NUM_HOSTILE]
EVENT_HARVESTS = ("full", "mine_feed", "feed_armed", "choice", "none")
METRICS = (*good.NAMES, "friendly_orc", "inactive_trap")
MOST_STRENGTH = 40

OWN_EFFECT_FIELDS: dict[str, dict[str, Check]] = {  # effects of furnishings
    "orc_room": {"amount": whole(1, 1)},
    "collects_more": {"goods": wares},
    "mines_ore": {"goods": map_of(("ore",), whole(0, 9))},
    "orc_works": {},
    "dog_strength": {"amount": whole(1, 9)},
    "early_armed": {"most": whole(0, 14)},
    "arm_like_strongest": {},
    "arm_for_goods": {"most": map_of(("wood", "ore"), whole(0, 14))},
    "family_growth": {},
}
_LEAVES = tuple(word for row in part.ROWS if row.fiends for word in row.words)
_FIENDS_HARVESTS = (*HARVESTS, "event", "marker")
_strengths = list_of(whole(1, MOST_STRENGTH), orc.NUM_HOSTILE, orc.NUM_HOSTILE)
_HOSTILE_ORC = row(
    {"gold": whole(0, 9), "columns": whole(1, 4), **CITE},
    {"start_cell": text, "waits": flag, "appears_at": list_of(text, 3, 3), "stack": whole(1, STACKS), **ASSUMED},
)


def _ruling_row(value: Any, where: str) -> None:
    anything: Check = lambda *_: None  # noqa: E731
    row(
        {"value": anything, "alternatives": list_of(anything, 1, 2), "text": text, "why": text, "cite": text},
        {"sets": text, "numbers": list_of(small, 2, 3)},
    )(value, where)


def _card(value: Any, where: str) -> None:
    row({"stack": whole(1, STACKS), "steps": list_of(one_of(DIRECTIONS), 1, STACKS), "d_column": one_of(COLUMNS), **CITE}, ASSUMED)(
        value, where
    )
    steps, stack = len(value["steps"]), value["stack"]
    if steps != stack:
        raise RulesError(
            f"rules `{where}.steps`: {steps} steps on a card of stack {stack}; a card has as many steps as the number of its stack"
        )


TABLES_OF_ALL: dict[str, Check] = {
    **TABLES,
    "feeding": row(
        {"adult": whole(0, 9), "newborn": whole(0, 9), "special": whole(0, 9), "friendly_orc": whole(0, 9),
         "event_3": row(dict.fromkeys(("armed_dwarf", "unarmed_dwarf", "newborn"), whole(0, 9))), **CITE}
    ),
    "scoring": row(
        {"grain_per_point": whole(1, 9)}
        | dict.fromkeys(
            ("farm_animal", "dog", "missing_farm_animal", "vegetable", "ruby", "dwarf", "unused_cell", "gold", "begging_marker",
             "inactive_trap", "friendly_orc"),
            whole(-99, 99),
        )
        | CITE
    ),
    "harvest": row(
        {
            "schedule": list_of(one_of(_FIENDS_HARVESTS), 12, 12),
            "schedule_solo": list_of(one_of(_FIENDS_HARVESTS), 12, 12),
            "questions": list_of(one_of(_FIENDS_HARVESTS[:-1]), 0, 7),
            "markers": row({"leaf": list_of(whole(0, 7), 7, 7), "question": list_of(whole(0, 7), 7, 7), **CITE}),
            **CITE,
        }
    ),
    "mine": row({"construction": map_of(("ore", "ruby"), whole(0, 99)), **CITE}),
    "restock": row(dict.fromkeys(("ore", "ore_mines", "rubies", "ruby_mines"), whole(0, 99)) | CITE),
    "fight": row({"dog": whole(0, 9), **CITE}),
    "wood_weapon": row({"most": whole(1, 14), "wood_per_strength": whole(1, 9), **CITE}),
    "orc": row(
        {"strength": _strengths, "hard": _strengths, "side": one_of(("normal", "hard")), "hard_seats": list_of(whole(0, 6), 0, 7),
         "strength_by_seat": list_of(_strengths, 0, 7), **dict.fromkeys(HOSTILE, _HOSTILE_ORC), **CITE}
    ),
    "orc_event": rows(
        row({"stacks": row(dict.fromkeys(HOSTILE, whole(0, STACKS))), "displace_cost": cost, "harvest": one_of(EVENT_HARVESTS), **CITE},
            {"brings_last_orc": flag, "breakthrough": flag, **ASSUMED})
    ),
    "event_rule": row({"displacements": whole(0, 9), **CITE}),
    "movement_card": rows(_card),
    "bribe_marker": rows(row({"good": one_of(good.NAMES), **CITE}, ASSUMED)),
    "bounty_board": row(
        {"strips": list_of(whole(1, 5), 7, 7), "long": list_of(text, 1, MAX_STRIPS), "short": list_of(text, 1, 7), **CITE}
    ),
    "bounty": rows(
        row({"name": text, "strip": text, "column": whole(1, 4), "do": one_of(bounty.NAMES), "text": text, **CITE},
            {"gain": wares, "level": whole(1, 9), "program": text, "strength": whole(1, 14), "markers": whole(0, 9),
             "rooms": list_of(text, 1, 9), "per_person": row(dict.fromkeys(("adult", "newborn", "friendly_orc"), whole(0, 9)))})
    ),
    "bounty_short": rows(row({"tiles": list_of(text, 2, 2), **CITE}, ASSUMED)),
    "display": row({"extensions": list_of(text, 1, 9), "per_player": whole(0, 9), **CITE}),
    "display_base": row(dict.fromkeys(("top", "middle", "bottom"), list_of(text, 3, 3)) | CITE, ASSUMED),
    "display_extension": rows(row(dict.fromkeys(("top", "middle", "bottom"), text) | CITE, ASSUMED)),
    "trap": rows(
        row({"name": text, "kind": one_of(trap.KINDS), "cost": cost, "copies": whole(1, 7), "text": text, **CITE},
            {"limit": whole(1, MOST_STRENGTH), "weakens": one_of(trap.WEAKENS), "amount": whole(1, MOST_STRENGTH), "times": whole(1, 9),
             "pay_ware": one_of(good.NAMES), "pay_most": small, "stays_active": flag})
    ),
    "ruling": rows(_ruling_row),
    "campaign": row({"games": whole(1, 5), "food": small, **CITE}),
    "campaign_game": rows(row({"strength_bonus": whole(0, 20), **CITE})),
    "campaign_bonus": rows(
        row({"once": whole(0, 999), "permanent": whole(0, 999), "text": text, **CITE}, {"choose": list_of(wares, 1, 9), "program": text})
    ),
    "milestone": rows(row({"metric": one_of(METRICS), "threshold": whole(1, 99), "discount": small, **CITE}, ASSUMED)),
}  # fmt: skip


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
            if line["do"] in OWN_EFFECT_FIELDS or line.get("per") in ("trap", "friendly_orc"):
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
