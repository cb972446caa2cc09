"""Scoring of a position dict, part by part, from the scoring chapter and the texts of the tiles. Slow and obvious."""

from __future__ import annotations

from typing import Any

from tests.caverna.oracles.naive_board import PRINTED, Board, neighbours
from tests.caverna.oracles.printed import FARM_ANIMALS, Tables, tables


def score_position(position: dict[str, Any]) -> list[dict[str, int]]:
    """Parts and total of every seat, as if the game ended now."""
    rules = tables(position["rules"], position.get("expansion"))
    return [score_seat(seat, rules) for seat in position["seats"]]


def score_seat(seat: dict[str, Any], rules: Tables) -> dict[str, int]:
    """Parts and total of one seat."""
    board = Board(seat, rules)
    goods, animals = seat["goods"], seat["animals"]
    value, building = rules["scoring"], rules["building"]
    grain = goods["grain"] + board.planted("grain")
    unused = [cell for cell in PRINTED if not board.cells[cell] and cell not in board.stables]
    parts = {
        "animals": sum(animals[name] for name in FARM_ANIMALS) * value["farm_animal"] + animals["dog"] * value["dog"],
        "missing_animals": sum(animals[name] == 0 for name in FARM_ANIMALS) * value["missing_farm_animal"],
        "grain": -(-grain // value["grain_per_point"]),
        "vegetables": (goods["vegetable"] + board.planted("vegetable")) * value["vegetable"],
        "rubies": goods["ruby"] * value["ruby"],
        "dwarfs": len(free_dwarfs(seat)) * value["dwarf"],
        "unused_spaces": len(unused) * value["unused_cell"],
        "furnishings": sum(rules["furnishing"][tile]["points"] for tile in board.furnishings()),
        "pastures": len(board.cells_with("small_pasture")) * building["small_pasture"]["points"]
        + len(board.large_pastures()) * building["large_pasture"]["points"],
        "mines": sum(len(board.cells_with(mine)) * building[mine]["points"] for mine in ("ore_mine", "ruby_mine")),
        "bonus": sum(bonus(tile, board, seat, rules) for tile in board.owned()),
        "gold": goods["gold"] * value["gold"],
        "begging": seat["begging"] * value["begging_marker"],
    }
    if "orcs" in seat:
        worked = [content for content in board.cells.values() if content.startswith("trap:") and content.endswith(":inactive")]
        parts["traps"] = len(worked) * value["inactive_trap"]
        parts["orcs"] = len(free_orcs(seat)) * value["friendly_orc"]
    losses = -(parts["missing_animals"] + parts["unused_spaces"] + parts["begging"])
    parts["writing_chamber"] = min(7, losses) if "writing_chamber" in board.owned() else 0
    parts["total"] = sum(parts.values())
    return parts


def free_dwarfs(seat: dict[str, Any]) -> list[dict[str, Any]]:
    """Dwarfs that no orc holds captive (F-SCORE-1)."""
    return [dwarf for dwarf in seat["dwarfs"] if dwarf["at"] != "captive"]


def free_orcs(seat: dict[str, Any]) -> list[str]:
    """Friendly orcs that no other orc holds captive (F-SCORE-1)."""
    return [name for name, orc in seat["orcs"].items() if orc["at"] == "friendly" and orc["works"] != "captive"]


def bonus(tile: str, board: Board, seat: dict[str, Any], rules: Tables) -> int:
    """What a parlor, storage or chamber gives by its text."""
    goods, animals, dwarfs = seat["goods"], seat["animals"], seat["dwarfs"]
    if rules.get("ruling") and not rules["ruling"]["captives_count_in_scoring_conditions"]["value"]:
        dwarfs = free_dwarfs(seat)
    armed = sum(dwarf["weapon"] > 0 for dwarf in dwarfs)
    if tile == "weaving_parlor":
        return int(animals["sheep"] // 2)
    if tile == "milking_parlor":
        return int(animals["cattle"])
    if tile == "state_parlor":
        around = [board.cells.get(cell, "") for cell in neighbours(board.cell_of(tile))]
        return 4 * sum(content in rules["furnishing"] and rules["furnishing"][content]["colour"] == "orange" for content in around)
    if tile == "stone_storage":
        return int(goods["stone"])
    if tile == "ore_storage":
        return int(goods["ore"] // 2)
    if tile == "main_storage":
        return 2 * sum(rules["furnishing"][other]["colour"] == "yellow" for other in board.furnishings())
    if tile == "weapon_storage":
        return 3 * armed
    if tile == "supplies_storage":
        return 8 if armed == len(dwarfs) else 0
    if tile == "broom_chamber":
        return {5: 5, 6: 10}.get(len(dwarfs), 0)
    if tile == "treasure_chamber":
        return int(goods["ruby"])
    if tile == "food_chamber":
        return 2 * min(goods["grain"] + board.planted("grain"), goods["vegetable"] + board.planted("vegetable"))
    if tile == "prayer_chamber":
        return 8 if armed == 0 else 0
    if tile == "fodder_chamber":
        return int(sum(animals[name] for name in FARM_ANIMALS) // 3)
    if tile == "trap_chamber":
        return 2 * sum(content.startswith("trap:") for content in board.cells.values())
    if tile == "family_parlor":
        return 3 * len(free_orcs(seat))
    if tile == "dog_parlor":
        return int(animals["dog"] // 2)
    return 0
