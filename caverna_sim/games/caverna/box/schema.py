"""What every field of the rules tables may hold.

`check_tables` walks the tables beside the schema and raises RulesError with the dotted path of the first wrong value,
what is allowed there and the nearest valid name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from caverna_sim.check import Check, Wrong, list_of, map_of, one_of, reading, refuse, row, rows
from caverna_sim.check import is_flag as flag
from caverna_sim.check import is_whole as whole
from caverna_sim.check import text as check_text
from caverna_sim.errors import RulesError, nearest
from caverna_sim.games.caverna.expansions import EVERYTHING, module_of
from caverna_sim.games.caverna.ids import effect, good, part, per, terrain
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS, MAX_LOOT_STRENGTH

TERRAIN_WORDS = (*terrain.NAMES[:3], *terrain.NAMES[5:12])  # as tables name them; planted fields are no tile


def fail(where: str, value: object, allowed: str) -> NoReturn:
    """Raise the one sentence for a wrong value."""
    refuse(value, where, allowed)


def text(value: Any, where: str) -> None:
    """A sentence or a name."""
    check_text(value, where)


CITE = {"cite": text, "source": one_of(("printed", "assumed", "house"))}
ASSUMED = {"assumed": list_of(text)}  # fields of a row that no source confirms
PLAYER_KEYS = tuple("1234567")

wares = map_of(good.NAMES, whole(0, 99))
cost = map_of(good.NAMES, whole(0, 40))
small = whole(0, 99)
points = whole(-99, 99)
farm_types = list_of(one_of(good.FARM_ANIMALS), 1, 4)

EFFECT_FIELDS: dict[str, dict[str, Check]] = {
    "gain": {"goods": wares},
    "gain_per": {"per": one_of(per.NAMES), "goods": wares},
    "gain_by_newborns": {"ware": one_of(good.NAMES), "table": list_of(small, 5, 5)},
    "place_on_future_rounds": {"goods": map_of(good.GOODS, whole(0, 9)), "rounds": whole(0, 12)},
    "discount": {"goods": wares},
    "trade": {"give": wares, "get": wares},
    "weapon_to_food": {"per_strength": whole(0, 9)},
    "feed_one_dwarf": {"options": list_of(cost, 1, 8)},
    "reduce_need": {"per": one_of(per.NAMES), "food": whole(0, 9)},
    "points_per": {"per": one_of(per.NAMES), "divisor": whole(1, 99), "points": points},
    "points_if_all_armed": {"points": points},
    "points_if_none_armed": {"points": points},
    "points_by_dwarfs": {"table": list_of(points, 7, 7)},
    "cancel_losses": {"most": small},
    "dwarf_room": {"amount": whole(0, 6)},
    "animal_room": {"types": farm_types},
    "animal_room_per_empty_field": {"capacity": small, "types": farm_types},
    "furnish_targets_add": {"targets": list_of(one_of(("tunnel", "deep_tunnel")), 1, 2)},
    "either_or_becomes_and_or": {},
    "twin_tile_overhang": {},
    "raise_dwarf_limit": {"to": whole(2, 6)},
    "may_substitute": {"give": one_of(good.GOODS), "instead_of": list_of(one_of(good.GOODS), 2, 2)},
}
EFFECT_OPTIONS: dict[str, dict[str, Check]] = {
    "gain": {"ware": one_of(good.NAMES)},
    "animal_room": {"capacity": small, "capacity_per": one_of(("dwarf",))},
}


WARE_OF = {"on_gain": good.NAMES, "on_breed": good.FARM_ANIMALS}  # [trigger] of a `gain`: the wares that it looks at


def _effect_fields() -> Mapping[str, dict[str, Check]]:
    """Of every effect, those of the expansion included."""
    return {**EFFECT_FIELDS, **module_of(EVERYTHING, "schema").OWN_EFFECT_FIELDS}


def effect_row(value: Any, where: str) -> None:
    """One effect of a furnishing: a trigger, an effect and the fields of that effect."""
    if not isinstance(value, Mapping) or not isinstance(value.get("do"), str) or value["do"] not in effect.EFFECTS:
        word = value.get("do") if isinstance(value, Mapping) else value
        fail(where, word, nearest(word, effect.EFFECTS))
    needed = {"when": one_of(effect.TRIGGERS), "do": text, **_effect_fields()[value["do"]]}
    row(needed, EFFECT_OPTIONS.get(value["do"]))(value, where)
    _real_pair(value, where)
    if value["do"] == "trade":
        real_trade(value, where)


def _real_pair(value: Mapping[str, Any], where: str) -> None:
    """An effect happens only when its kernel looks for it; what is gained or bred has a name, and no meal brings the next one."""
    do, when = value["do"], value["when"]
    allowed = effect.triggers_of(do)
    if when not in allowed:
        fail(f"{where}.when", when, f"`{do}` goes with {' or '.join(f'`{word}`' for word in allowed)}")
    if do != "gain":
        return
    wanted = WARE_OF.get(when)
    if wanted is None and "ware" in value:
        fail(f"{where}.ware", value["ware"], f"it goes with {' and '.join(f'`{word}`' for word in WARE_OF)} only, leave it out")
    if wanted is not None and value.get("ware") not in wanted:
        fail(f"{where}.ware", value.get("ware"), f"`{when}` needs a ware: {nearest(value.get('ware'), wanted)}")
    if when == "on_convert_animal" and any(value["goods"].get(animal) for animal in good.FARM_ANIMALS):
        fail(f"{where}.goods", value["goods"], "an animal that is turned into food must not bring farm animals; the game would have no end")


def real_trade(value: Mapping[str, Any], where: str) -> None:
    """A trade costs something and never gives more of what it takes; free goods without end would stop no game."""
    if not any(value["give"].values()):
        fail(f"{where}.give", value["give"], "a trade must cost at least one ware")
    for name, amount in value["give"].items():
        if amount and value["get"].get(name, 0) >= amount:
            fail(f"{where}.get", value["get"], f"a trade must not give back the {name} it takes")


OPERATORS = ("all", "and_or", "and_then_or", "and_then", "either_or")
TWIN_TILES = ("meadow_field", "cavern_tunnel", "cavern_cavern", "ore_mine_deep_tunnel")
_FIELDS: dict[str, Check] = {  # of things to do
    "goods": wares, "pay.goods": cost, "per": one_of(per.NAMES), "at_least": whole(1, 99),
    "place_twin_tile.tiles": list_of(one_of(TWIN_TILES), 1, 4),
    "tile": one_of(("meadow", "field", "tunnel", "cavern")), "on": one_of(("tunnel", "deep_tunnel")), "cost": cost,
    "basic_display": flag, "furnish_dwelling.tiles": list_of(text, 1, MAX_FURNISHINGS), "level": whole(1, 9),
    "prices": map_of(good.NAMES, whole(0, 99)), "most": whole(1, 9), "give": cost, "get": wares, "max_types": whole(1, 4),
    "amount": whole(0, 14), "free": flag,
}  # fmt: skip
_BESIDE = {  # what comes with a part
    "take": "", "gain_per": "per goods", "gain_if": "per at_least goods", "starting_player": "", "pay": "goods",
}  # fmt: skip


def _fields(word: str, names: str) -> tuple[dict[str, Check], dict[str, Check]]:
    """The fields that a thing to do needs, and those that may be left out."""
    needed, optional = dict[str, Check](), dict[str, Check]()
    for given in names.split():
        name = given.rstrip("?")
        (optional if given.endswith("?") else needed)[name] = _FIELDS.get(f"{word}.{name}") or _FIELDS[name]
    return needed, optional


LEAVES = {
    word: _fields(word, names)
    for words in (_BESIDE, *(row.words for row in part.ROWS))
    for word, names in words.items()
}  # fmt: skip


def leaf(value: Any, where: str) -> None:
    """One thing to do."""
    if not isinstance(value, Mapping) or not isinstance(value.get("do"), str) or value["do"] not in LEAVES:
        word = value.get("do") if isinstance(value, Mapping) else value
        fail(where, word, nearest(word, LEAVES))
    needed, optional = LEAVES[value["do"]]
    row({"do": text, **needed}, optional)(value, where)
    if value["do"] == "trade":
        real_trade(value, where)


def flow(value: Any, where: str) -> None:
    """A program: leaves joined by connectives (R-CONN)."""
    if isinstance(value, Mapping) and "op" in value:
        row({"op": one_of(OPERATORS), "items": list_of(flow, 1, 6)})(value, where)
    else:
        leaf(value, where)


HARVESTS = ("none", "full", "special", "skip")
SPACE = row(
    {"name": text, "family": text, "board": text, "players": list_of(whole(1, 7), 0, 7), "flow": flow, "text": text, **CITE},
    {
        "stage": whole(1, 4), "solo_round": whole(0, 12), "fixed_round": whole(1, 12), "reverse_of": text,
        "turned_by": text, "may_be_imitated": flag, "first_round": map_of(PLAYER_KEYS, whole(1, 12)),
        "accumulates": list_of(
            row({"good": one_of(good.NAMES), "first": small, "later": small}, {"players": list_of(whole(1, 7), 1, 7)}), 0, 6
        ),
        "guest_room_toggle": text, "connective_toggle": text, **ASSUMED,
    },
)  # fmt: skip
FURNISHING = row(
    {
        "name": text, "colour": one_of(("orange", "green", "yellow")), "category": text, "introductory": flag,
        "cost": cost, "points": points, "effects": list_of(effect_row, 0, 6), "text": text, "cite": text,
    },
    {"copies": whole(-1, 9), "overbuilds": text, "any_material": whole(1, 9), "room_shared": flag, **ASSUMED},
)  # fmt: skip
ROOM = row({"capacity": list_of(whole(0, 99), 1, 3), "types": farm_types, **CITE})
PRICED = row({"cost": cost, "points": points, **CITE})

TABLES: dict[str, Check] = {
    "start": row(
        {"dwarfs": whole(1, 5), "food": list_of(small, 1, 7), "food_solo": small,
         "tiles": one_of(("full", "introductory")), "without": list_of(text, 0, MAX_FURNISHINGS), **CITE},
        {"gold": list_of(small, 1, 7)},
    ),
    "family": row({"most_dwarfs": whole(1, 5), "stables": whole(0, 12), **CITE}),
    "feeding": row({"adult": whole(0, 9), "newborn": whole(0, 9), "special": whole(0, 9), **CITE}),
    "food_value": row(
        {name: whole(0, 20) for name in
         ("sheep", "donkey", "donkey_pair", "wild_boar", "cattle", "grain", "vegetable", "ruby")} | CITE
    ),
    "gold_to_food": row({"loss": whole(0, 9), "least": whole(1, 20), **CITE}),
    "ruby": row(
        {"reorder": whole(0, 9), "exchange": map_of(good.NAMES, cost),
         "tile": map_of(("meadow", "field", "tunnel", "cavern"), whole(1, 9)), **CITE}
    ),
    "building": row(
        {"small_pasture": PRICED, "large_pasture": PRICED, "stable": PRICED,
         "ore_mine": row({"points": points, **CITE}), "ruby_mine": row({"points": points, **CITE})}
    ),
    "room": row(
        dict.fromkeys(("small_pasture", "large_pasture", "meadow", "forest", "ore_mine", "ruby_mine"), ROOM)
        | {"dogs": row({"bonus": whole(0, 9), **CITE})}
    ),
    "sow": row(
        {"most_grain": whole(0, 9), "most_vegetable": whole(0, 9), "grain_tokens": whole(1, 9),
         "vegetable_tokens": whole(1, 9), "reap": whole(1, 9), **CITE}
    ),
    "breeding": row({"parents": whole(1, 9), **CITE}),
    "weapon": row(
        {"forge_least": whole(1, 14), "forge_most": whole(1, 14), "ore_per_strength": whole(0, 9),
         "most": whole(1, 30), "raise": whole(0, 9), **CITE}
    ),
    "expedition": row({"least_items": whole(0, 1), **CITE}),
    "scoring": row(
        {"grain_per_point": whole(1, 9)}
        | dict.fromkeys(
            ("farm_animal", "dog", "missing_farm_animal", "vegetable", "ruby", "dwarf", "unused_cell", "gold", "begging_marker"),
            points,
        )
        | CITE
    ),
    "solo": row({"overflow": whole(1, 99), "protection": whole(0, 9), **CITE}),
    "board": row(
        {
            "forest": row({"entrance": text, "bonus": rows(wares), **CITE}),
            "mountain": row({"start": rows(text), "bonus": rows(wares), **CITE}),
        }
    ),
    "terrain_tile": rows(
        row({"name": text, "halves": list_of(one_of(TERRAIN_WORDS), 2, 2), "on": one_of(TERRAIN_WORDS),
             "may_overhang": flag, **CITE})
    ),
    "rounds": row(
        {"last": whole(1, 12), "stages": list_of(whole(1, 4), 12, 12),
         "skipped": map_of(PLAYER_KEYS, list_of(whole(1, 12), 0, 11)), **CITE}
    ),
    "harvest": row(
        {
            "schedule": list_of(one_of((*HARVESTS, "marker")), 12, 12),
            "schedule_solo": list_of(one_of(HARVESTS), 12, 12),
            "questions": list_of(one_of(HARVESTS), 0, 7),
            "markers": row({"leaf": list_of(whole(0, 7), 7, 7), "question": list_of(whole(0, 7), 7, 7), **CITE}),
            **CITE,
        }
    ),
    "space": rows(SPACE),
    "furnishing": rows(FURNISHING),
    "loot": rows(row({"name": text, "strength": whole(1, MAX_LOOT_STRENGTH), "effect": leaf, "text": text, "cite": text}, ASSUMED)),
}  # fmt: skip


def toggle_row(value: Any, where: str) -> None:
    """A point the sources leave open: the value played must be one of the known readings."""
    row({"value": lambda *_: None, "alternatives": list_of(lambda *_: None, 1, 4), "text": text, "cite": text})(value, where)


TABLES["toggle"] = rows(toggle_row)


def check_tables(tables: Mapping[str, Any], known: Mapping[str, Check] = TABLES) -> None:
    """Raise RulesError for the first value that no rule can mean."""
    with reading(RulesError, "rules"):
        for name, check in known.items():
            if name not in tables:
                raise Wrong("", f"the table `{name}` is missing")
            check(tables[name], name)
        for name in tables:
            if name not in known:
                raise Wrong("", f"unknown table `{name}`; {nearest(name, known)}")
