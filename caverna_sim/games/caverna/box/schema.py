"""What every field of the rules tables may hold: schema.toml, read by kit/tables/forms.py.

`check_tables` walks the tables beside it and raises RulesError with the dotted path of the first wrong value, what is allowed there and the
nearest valid name.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from caverna_sim.check import Check, Wrong, list_of, one_of, reading, refuse, row
from caverna_sim.check import text as check_text
from caverna_sim.errors import CavernaError, RulesError, nearest
from caverna_sim.games.caverna.expansions import EVERYTHING, module_of
from caverna_sim.games.caverna.ids import effect, good, part, per, terrain
from caverna_sim.games.caverna.shape import sizes
from caverna_sim.kit.tables.forms import Fields, fields_of, form_of, known_forms
from caverna_sim.toml import read_toml

OPERATORS = ("all", "and_or", "and_then_or", "and_then", "either_or")
TWIN_TILES = ("meadow_field", "cavern_tunnel", "cavern_cavern", "ore_mine_deep_tunnel")
HARVESTS = ("none", "full", "special", "skip")


def fail(where: str, value: object, allowed: str) -> NoReturn:
    """Raise the one sentence for a wrong value."""
    refuse(value, where, allowed)


def text(value: Any, where: str) -> None:
    """A sentence or a name."""
    check_text(value, where)


def _own_effects() -> Mapping[str, Fields]:
    found: Mapping[str, Fields] = module_of(EVERYTHING, "schema").OWN_EFFECTS
    return found


def effect_row(value: Any, where: str) -> None:
    """One effect of a furnishing: a trigger, an effect and the fields of that effect."""
    if not isinstance(value, Mapping) or not isinstance(value.get("do"), str) or value["do"] not in effect.EFFECTS:
        word = value.get("do") if isinstance(value, Mapping) else value
        fail(where, word, nearest(word, effect.EFFECTS))
    needed, optional = {**EFFECTS, **_own_effects()}[value["do"]]
    row({"when": one_of(effect.TRIGGERS), "do": text, **needed}, optional)(value, where)
    _real_pair(value, where)
    if value["do"] == "trade":
        real_trade(value, where)


WARE_OF = {"on_gain": good.NAMES, "on_breed": good.FARM_ANIMALS}  # [trigger] of a `gain`: the wares that it looks at


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


_WORDS: dict[str, Any] = {
    **vars(sizes), "goods": good.NAMES, "wares": good.GOODS, "farm_animals": good.FARM_ANIMALS, "counted": per.NAMES,
    "terrain": (*terrain.NAMES[:3], *terrain.NAMES[5:12]),  # as tables name them; planted fields are no tile
    "twin_tiles": TWIN_TILES, "single_tiles": ("meadow", "field", "tunnel", "cavern"), "tunnels": ("tunnel", "deep_tunnel"),
    "harvests": HARVESTS, "schedule": (*HARVESTS, "marker"), "sources": ("printed", "assumed", "house"),
    "sets": ("full", "introductory"), "colours": ("orange", "green", "yellow"), "players": tuple("1234567"), "per_dwarf": ("dwarf",),
    "effect": effect_row, "leaf": leaf, "flow": flow,
}  # fmt: skip
_TOLD = dict(read_toml(Path(__file__).with_suffix(".toml"), "schema", CavernaError))
_EFFECTS, _FIELDS = _TOLD.pop("effects"), _TOLD.pop("fields")
KNOWN = known_forms(_TOLD, _WORDS)
EFFECTS: dict[str, Fields] = {name: fields_of(told, KNOWN) for name, told in _EFFECTS.items()}
TABLES: dict[str, Check] = {name: form_of(told, KNOWN) for name, told in _TOLD.items() if name != "forms"}
_BESIDE = {  # what comes with a part
    "take": "", "gain_per": "per goods", "gain_if": "per at_least goods", "starting_player": "", "pay": "goods",
}  # fmt: skip
LEAVES = {  # the fields that a thing to do needs, and those that may be left out
    word: fields_of({name: _FIELDS.get(f"{word}.{name.rstrip('?')}") or _FIELDS[name.rstrip("?")] for name in names.split()}, KNOWN)
    for words in (_BESIDE, *(row.words for row in part.ROWS))
    for word, names in words.items()
}  # fmt: skip


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
