"""House rules by chance, for games under them (doors.py, tests): values of the tables at their bounds, and rows of one's own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from caverna_sim.errors import RulesError
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.pack import ONE_OF_A_KIND
from caverna_sim.games.caverna.box.schema import EFFECTS, WARE_OF
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.schema import OWN_EFFECTS
from caverna_sim.games.caverna.ids import effect, good, per

AMOUNTS = (0, 1, 2, 3, 9, 40, 99)
POINTS = (-99, -3, 0, 1, 3, 99)
NUMBERS = (*AMOUNTS, -99, -1, 4, 6, 7, 12, 14, 30)  # what a value may be set to; most are refused somewhere
TOLD = ("cite", "text", "name", "source", "assumed", "why", "players", "stage", "stages", "markers", "schedule", "schedule_solo")
LEFT_ALONE = ("campaign", "campaign_game", "campaign_bonus", "milestone", "movement_card", "board", "rounds", "terrain_tile")
Rules = dict[str, Any]


def wares_by_chance(chance: random.Random, names: tuple[str, ...] = good.NAMES, most: int = 99) -> dict[str, int]:
    """Amounts of up to three wares."""
    return {name: min(most, chance.choice(AMOUNTS)) for name in chance.sample(names, chance.randint(1, min(3, len(names))))}


def _trade(chance: random.Random) -> dict[str, Any]:
    """One that costs something and gives other wares."""
    names = list(good.NAMES)
    chance.shuffle(names)
    give, get = names[: chance.randint(1, 2)], names[2 : 2 + chance.randint(1, 3)]
    return {"give": {name: chance.choice((1, 2, 40)) for name in give}, "get": {name: chance.choice(AMOUNTS) for name in get}}


def effect_by_chance(chance: random.Random, do: str, when: str, is_expanded: bool) -> dict[str, Any]:
    """An effect with fields of its own, within their bounds."""
    counted = per.NAMES if is_expanded else tuple(name for name in per.NAMES if name not in ("trap", "friendly_orc"))
    fields: Mapping[str, Any] = {
        "gain": lambda: {"goods": wares_by_chance(chance)},
        "gain_per": lambda: {"per": chance.choice(counted), "goods": wares_by_chance(chance)},
        "gain_by_newborns": lambda: {"ware": chance.choice(good.NAMES), "table": [chance.choice(AMOUNTS) for _ in range(5)]},
        "place_on_future_rounds": lambda: {"goods": wares_by_chance(chance, good.GOODS, 9), "rounds": chance.randint(0, 12)},
        "discount": lambda: {"goods": wares_by_chance(chance)},
        "trade": lambda: _trade(chance),
        "weapon_to_food": lambda: {"per_strength": chance.randint(0, 9)},
        "feed_one_dwarf": lambda: {"options": [wares_by_chance(chance, most=40) for _ in range(chance.choice((1, 2, 8)))]},
        "reduce_need": lambda: {"per": chance.choice(counted), "food": chance.randint(0, 9)},
        "points_per": lambda: {"per": chance.choice(counted), "divisor": chance.choice((1, 2, 99)), "points": chance.choice(POINTS)},
        "points_if_all_armed": lambda: {"points": chance.choice(POINTS)},
        "points_if_none_armed": lambda: {"points": chance.choice(POINTS)},
        "points_by_dwarfs": lambda: {"table": [chance.choice(POINTS) for _ in range(7)]},
        "cancel_losses": lambda: {"most": chance.choice(AMOUNTS)},
        "dwarf_room": lambda: {"amount": chance.randint(0, 6)},
        "animal_room": lambda: {"capacity": chance.choice(AMOUNTS), "types": _types(chance)},
        "animal_room_per_empty_field": lambda: {"capacity": chance.choice(AMOUNTS), "types": _types(chance)},
        "furnish_targets_add": lambda: {"targets": chance.choice((["tunnel"], ["deep_tunnel"], ["tunnel", "deep_tunnel"]))},
        "raise_dwarf_limit": lambda: {"to": 6},
        "may_substitute": lambda: {"give": chance.choice(good.GOODS), "instead_of": chance.sample(good.GOODS, 2)},
        "orc_room": lambda: {"amount": 1},
        "collects_more": lambda: {"goods": wares_by_chance(chance)},
        "mines_ore": lambda: {"goods": {"ore": chance.randint(0, 9)}},
        "dog_strength": lambda: {"amount": chance.randint(1, 9)},
        "early_armed": lambda: {"most": chance.randint(0, 14)},
        "arm_for_goods": lambda: {"most": {"wood": chance.randint(0, 14), "ore": chance.randint(0, 14)}},
    }
    line = {"when": when, "do": do, **(fields[do]() if do in fields else {})}
    if do == "gain" and when in WARE_OF:
        line["ware"] = chance.choice(WARE_OF[when])
    if do == "gain" and when == "on_convert_animal":
        line["goods"] = {name: amount for name, amount in line["goods"].items() if name not in good.FARM_ANIMALS}
    return line


def _types(chance: random.Random) -> list[str]:
    return list(good.FARM_ANIMALS) if chance.random() < 0.5 else [chance.choice(good.FARM_ANIMALS)]


def pairs(expansion: str | None) -> list[tuple[str, str]]:
    """Every effect of an edition with every moment at which it can happen."""
    known = (*EFFECTS, *(OWN_EFFECTS if expansion else ()))
    return [(do, when) for do in known for when in effect.triggers_of(do)]


def own_furnishing(chance: random.Random, expansion: str | None, effects: int) -> dict[str, Any]:
    """A furnishing that costs next to nothing, so that it is built."""
    possible = [pair for pair in pairs(expansion) if pair[0] not in ONE_OF_A_KIND]
    chosen = [chance.choice(possible) for _ in range(effects)]
    return {
        "colour": chance.choice(("orange", "green", "yellow")),
        "cost": wares_by_chance(chance, most=2) if chance.random() < 0.5 else {},
        "points": chance.choice(POINTS),
        "effects": [effect_by_chance(chance, do, when, expansion is not None) for do, when in chosen],
    }


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Paths of the values of a table."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name not in TOLD:
                yield from _leaves(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list) and value and isinstance(value[0], Mapping):
        for number, inner in enumerate(value):
            yield from _leaves(inner, f"{path}.{number}")
    else:
        yield path, value


@cache
def changeable(expansion: str | None) -> tuple[tuple[str, Any], ...]:
    """Every path that leads to a number, a list of numbers or a flag, and what is printed there."""
    tables = {name: table for name, table in printed_tables(expansion).items() if name not in LEFT_ALONE}
    numbers = (entry for entry in _leaves(tables, "") if _is_number(entry[1]))
    return tuple(entry for entry in numbers if not entry[0].startswith(("toggle.", "ruling.")))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, list) and bool(value) and all(isinstance(one, int) for one in value))


def _other(chance: random.Random, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        return [chance.choice(NUMBERS) for _ in value]
    return chance.choice(NUMBERS)


def readings(expansion: str | None) -> list[tuple[str, Any]]:
    """Every reading of an open point that is not played by default, as a house rule."""
    tables = printed_tables(expansion)
    return [(f"{kind}.{name}", other) for kind in ("toggle", "ruling") for name, row in tables.get(kind, {}).items()
            for other in row["alternatives"] if other != row["value"]]  # fmt: skip


def fits(rules: Rules, players: int, expansion: str | None) -> bool:
    """Whether a game can be played under these house rules."""
    try:
        catalog(players, rules, expansion)
    except RulesError:
        return False
    return True


def rules_by_chance(chance: random.Random, players: int, expansion: str | None, changes: int, own: int) -> Rules:
    """House rules that go together: so many changed values, and up to so many furnishings of one's own."""
    rules: Rules = {}
    wanted: list[tuple[str, Any]] = [(f"furnishing.own_{number}", own_furnishing(chance, expansion, chance.randint(1, 4)))
                                     for number in range(own)]  # fmt: skip
    for _ in range(changes):
        if chance.random() < 0.2:
            wanted.append(chance.choice(readings(expansion)))
        else:
            path, value = chance.choice(changeable(expansion))
            wanted.append((path, _other(chance, value)))
    for path, value in wanted:
        if fits({**rules, path: value}, players, expansion):
            rules[path] = value
    return rules
