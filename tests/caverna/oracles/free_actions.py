"""What each any-time action does to the goods of a seat, from the tables alone: a vector for each action."""

from __future__ import annotations

from typing import Any

from tests.caverna.oracles.printed import FARM_ANIMALS, WARES, Tables, effects

Vector = dict[str, int]
STRENGTH = "strength"  # of all weapons together
MOST_GOLD = 255


def add(vector: Vector, wares: dict[str, int], times: int = 1) -> Vector:
    """A vector with wares added."""
    total = dict(vector)
    for ware, amount in wares.items():
        total[ware] = total.get(ware, 0) + amount * times
    return total


def received(rules: Tables, owned: set[str], wares: dict[str, int], times: int = 1) -> Vector:
    """Wares from the general supply, with what Seam and Dog school add to them."""
    total = add({}, wares, times)
    for _, effect in effects(rules, owned, "gain", "on_gain"):
        total = add(total, effect["goods"], wares.get(effect["ware"], 0) * times)
    return total


def conversions(rules: Tables, owned: set[str], most_gold: int) -> dict[str, Vector]:
    """Goods and animals turned into food (R-CONV)."""
    food, found = rules["food_value"], {}
    more = sum(effect["goods"].get("food", 0) for _, effect in effects(rules, owned, "gain", "on_convert_animal"))
    for ware in WARES:
        if food.get(ware):
            found[f"convert 1 {ware}"] = add({ware: -1}, {"food": food[ware] + (more if ware in FARM_ANIMALS else 0)})
    found["convert 2 donkey"] = add({"donkey": -2}, {"food": food["donkey_pair"] + 2 * more})
    for gold in range(rules["gold_to_food"]["least"], most_gold + 1):
        found[f"convert {gold} gold"] = {"gold": -gold, "food": gold - rules["gold_to_food"]["loss"]}
    return found


def exchanges(rules: Tables, owned: set[str]) -> dict[str, Vector]:
    """Rubies exchanged for wares (R-RUBY-1)."""
    return {f"exchange {ware}": add(received(rules, owned, {ware: 1}), cost, -1) for ware, cost in rules["ruby"]["exchange"].items()}


def bought_tiles(rules: Tables, owned: set[str]) -> dict[str, Vector]:
    """Rubies for single tiles (R-RUBY-2), on cells with and without a bonus; each uses up a cell of its kind."""
    found = {}
    for area, tiles in (("forest", ("meadow", "field")), ("mountain", ("tunnel", "cavern"))):
        for tile in tiles:
            price = {"ruby": -rules["ruby"]["tile"][tile]}
            found[f"buy_tile {tile}"] = add(price, {f"{area} cell": -1})
            for cell, bonus in rules["board"][area]["bonus"].items():
                found[f"buy_tile {tile} {cell}"] = add(add(price, received(rules, owned, bonus)), {cell: -1})
    return found


def tile_trades(rules: Tables, owned: set[str]) -> dict[str, Vector]:
    """Trades of furnishings, numbered in the order of their text (R-INT-19)."""
    found: dict[str, Vector] = {}
    numbers: dict[str, int] = {}
    for tile, effect in effects(rules, owned, "trade", "any_time"):
        number = numbers[tile] = numbers.get(tile, -1) + 1
        found[f"use_tile {tile} {number}"] = add(received(rules, owned, effect["get"]), effect["give"], -1)
    for _, effect in effects(rules, owned, "weapon_to_food"):
        for strength in range(1, rules["weapon"]["most"] + 1):
            found[f"disarm {strength}"] = {STRENGTH: -strength, "food": strength * effect["per_strength"]}
    return found


def vectors(rules: Tables, owned: set[str], most_gold: int = MOST_GOLD) -> dict[str, Vector]:
    """Every any-time action of the owner of these furnishings."""
    return conversions(rules, owned, most_gold) | exchanges(rules, owned) | bought_tiles(rules, owned) | tile_trades(rules, owned)


def name_of(action: Any, rules: Tables) -> str:
    """The vector that belongs to an action."""
    if action.kind == "convert":
        return f"convert {action.amount} {action.good}"
    if action.kind == "exchange":
        return f"exchange {action.good}"
    if action.kind == "use_tile":
        return f"use_tile {action.tile} {action.option}"
    if action.kind == "disarm":
        return f"disarm {action.weapon}"
    has_bonus = any(action.cell in rules["board"][area]["bonus"] for area in ("forest", "mountain"))
    return f"buy_tile {action.tile} {action.cell}" if has_bonus else f"buy_tile {action.tile}"
