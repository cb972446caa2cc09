"""The rules again, slowly and in other words: from positions as dicts, with printed numbers and nothing of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

Cell = tuple[int, int]
ALL = frozenset((row, column) for row in range(3) for column in range(5))
BUILDING = ("wood", "clay", "reed", "stone")
ANIMALS = ("sheep", "wild_boar", "cattle")
COSTS = {
    "fireplace_2": {"clay": 2}, "fireplace_3": {"clay": 3}, "cooking_hearth_4": {"clay": 4}, "cooking_hearth_5": {"clay": 5},
    "well": {"wood": 1, "stone": 3}, "clay_oven": {"clay": 3, "stone": 1}, "stone_oven": {"clay": 1, "stone": 3},
    "joinery": {"wood": 2, "stone": 2}, "pottery": {"clay": 2, "stone": 2}, "basketmakers_workshop": {"reed": 2, "stone": 2},
}  # fmt: skip
POINTS = {
    "fireplace_2": 1, "fireplace_3": 1, "cooking_hearth_4": 1, "cooking_hearth_5": 1, "well": 4, "clay_oven": 2, "stone_oven": 3,
    "joinery": 2, "pottery": 2, "basketmakers_workshop": 2,
}  # fmt: skip
CRAFTS = {
    "joinery": ("wood", (3, 5, 7), 2), "pottery": ("clay", (3, 5, 7), 2), "basketmakers_workshop": ("reed", (2, 4, 5), 3),
}  # fmt: skip
BAKERS = {"fireplace_2", "fireplace_3", "cooking_hearth_4", "cooking_hearth_5", "clay_oven", "stone_oven"}
FIREPLACES, HEARTHS = {"fireplace_2", "fireplace_3"}, {"cooking_hearth_4", "cooking_hearth_5"}
TILES = [
    {"tile2_copse", "tile2_resource_market", "tile2_animal_market", "tile2_modest_wish"},
    {"tile34_animal_market", "tile34_modest_wish"},
]


# ---------------------------------------------------------------- the farmyard


def neighbours(cell: Cell) -> Iterator[Cell]:
    row, column = cell
    for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if other in ALL:
            yield other


def edge_between(one: Cell, other: Cell) -> str:
    """The fence space between two cells, one of which may lie outside."""
    first, (row, column) = sorted((one, other))
    return f"h{row}{column}" if first[1] == column else f"v{row}{column}"


def edges_around(cell: Cell) -> set[str]:
    row, column = cell
    return {edge_between(cell, other) for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))}


def cells_with(seat: Any, word: str) -> set[Cell]:
    return {(row, column) for row, column in ALL if seat["board"][row][column].startswith(word)}


def areas(fences: set[str]) -> list[frozenset[Cell]]:
    """Areas that cannot be left without crossing a fence; the one that reaches the outside is not among them."""
    left, found = set(ALL), []
    while left:
        waiting, area, is_open = [min(left)], set[Cell](), False
        while waiting:
            cell = waiting.pop()
            if cell in area:
                continue
            area.add(cell)
            row, column = cell
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if edge_between(cell, other) in fences:
                    continue
                if other in ALL:
                    waiting.append(other)
                else:
                    is_open = True
        left -= area
        if not is_open:
            found.append(frozenset(area))
    return found


def pastures_of(seat: Any) -> list[frozenset[Cell]]:
    barred = cells_with(seat, "room") | cells_with(seat, "field")
    return [area for area in areas(set(seat["fences"])) if not area & barred]


def hangs_together(cells: set[Cell]) -> bool:
    if not cells:
        return True
    waiting, seen = [min(cells)], set[Cell]()
    while waiting:
        cell = waiting.pop()
        if cell not in seen:
            seen.add(cell)
            waiting += [other for other in neighbours(cell) if other in cells]
    return seen == cells


def fences_are_legal(fences: set[str], barred: set[Cell]) -> bool:
    """AG-FNC-01 to -05, whatever order they were built in."""
    pastures = [area for area in areas(fences) if not area & barred]
    outlines: set[str] = set()
    for area in pastures:
        for cell in area:
            row, column = cell
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if other not in area:
                    outlines.add(edge_between(cell, other))
    return len(fences) <= 15 and outlines == fences and hangs_together({cell for area in pastures for cell in area})


@cache
def shapes() -> tuple[tuple[frozenset[Cell], frozenset[str]], ...]:
    """Every connected set of cells that 15 fences go around, and these fences."""
    found: set[frozenset[Cell]] = set()
    fresh = {frozenset([cell]) for cell in ALL}
    while fresh:
        found |= fresh
        fresh = {one | {other} for one in fresh for cell in one for other in neighbours(cell) if other not in one} - found
    rows = []
    for cells in found:
        edges: set[str] = set()
        for cell in cells:
            edges ^= edges_around(cell)
        if len(edges) <= 15:
            rows.append((cells, frozenset(edges)))
    return tuple(rows)


def next_pastures(seat: Any, wood: int) -> set[frozenset[Cell]]:
    """Sets of cells that may be fenced in next: the result must be legal, and the set one of its pastures that was none before."""
    fences, barred = set(seat["fences"]), cells_with(seat, "room") | cells_with(seat, "field")
    before = set(pastures_of(seat))
    found = set()
    for cells, edges in shapes():
        missing = edges - fences
        if cells & barred or not missing or len(missing) > wood or cells in before:
            continue
        after = fences | missing
        if len(after) <= 15 and fences_are_legal(after, barred):
            inside = [area for area in before if area & cells]
            if not inside or (len(inside) == 1 and cells < inside[0]):
                found.add(cells)
    return found


# ---------------------------------------------------------------- animals


def places(seat: Any) -> tuple[list[int], int]:
    """Room of each pasture, and places for single animals."""
    stables, pastures = cells_with(seat, "stable"), pastures_of(seat)
    rooms = [2 * len(area) * 2 ** len(area & stables) for area in pastures]
    fenced = {cell for area in pastures for cell in area}
    return rooms, 1 + len(stables - fenced)


def herd_fits(seat: Any, herd: tuple[int, ...]) -> bool:
    rooms, singles = places(seat)
    for types in product(range(3), repeat=len(rooms)):
        left = list(herd)
        for room, kind in zip(rooms, types, strict=True):
            left[kind] = max(0, left[kind] - room)
        if sum(left) <= singles:
            return True
    return False


def largest_herds(seat: Any, most: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Herds of at most these numbers that fit and could not be larger."""
    fitting = {herd for herd in product(*(range(number + 1) for number in most)) if herd_fits(seat, herd)}
    return {
        herd for herd in fitting
        if not any(tuple(number + (kind == more) for kind, number in enumerate(herd)) in fitting for more in range(3))
    }  # fmt: skip


def herd_of(seat: Any) -> tuple[int, ...]:
    return tuple(seat["animals"][name] for name in ANIMALS)


# ---------------------------------------------------------------- points


def band(number: int, steps: tuple[int, ...]) -> int:
    return sum(number >= step for step in steps) or -1


def crops(seat: Any, crop: str) -> int:
    texts = [text for row in seat["board"] for text in row if text.startswith(f"field:{crop}")]
    return int(seat["goods"][crop]) + sum(int(text.split("*")[1]) for text in texts)


def score(seat: Any) -> dict[str, int]:
    pastures, stables = pastures_of(seat), cells_with(seat, "stable")
    fenced = {cell for area in pastures for cell in area}
    rooms, fields = cells_with(seat, "room"), cells_with(seat, "field")
    bonus = sum(
        sum(seat["goods"][ware] >= step for step in steps) for name, (ware, steps, _) in CRAFTS.items() if name in seat["improvements"]
    )
    return {
        "fields": band(len(fields), (2, 3, 4, 5)),
        "pastures": band(len(pastures), (1, 2, 3, 4)),
        "grain": band(crops(seat, "grain"), (1, 4, 6, 8)),
        "vegetables": band(crops(seat, "vegetable"), (1, 2, 3, 4)),
        "sheep": band(seat["animals"]["sheep"], (1, 4, 6, 8)),
        "wild_boar": band(seat["animals"]["wild_boar"], (1, 3, 5, 7)),
        "cattle": band(seat["animals"]["cattle"], (1, 2, 4, 6)),
        "unused_spaces": -len(ALL - rooms - fields - stables - fenced),
        "stables": min(4, len(stables & fenced)),
        "rooms": len(rooms) * {"wood": 0, "clay": 1, "stone": 2}[seat["house"]],
        "people": 3 * len(seat["people"]),
        "improvements": sum(POINTS[name] for name in seat["improvements"]),
        "bonus": bonus,
        "begging": -3 * seat["begging"],
    }


# ---------------------------------------------------------------- where a person may go


def can_pay(goods: dict[str, int], cost: dict[str, int]) -> bool:
    return all(goods[name] >= amount for name, amount in cost.items())


def can_improve(position: Any, seat: Any) -> bool:
    own = set(seat["improvements"])
    return any(can_pay(seat["goods"], COSTS[name]) or (name in HEARTHS and own & FIREPLACES) for name in position["supply"])


def can_renovate(seat: Any) -> bool:
    material = {"wood": "clay", "clay": "stone"}.get(seat["house"])
    return material is not None and can_pay(seat["goods"], {material: len(cells_with(seat, "room")), "reed": 1})


def usable(position: Any) -> set[str]:
    """The spaces where the seat to move may place a person (AG-WRK-02, AG-WRK-03); without house rules."""
    seat = position["seats"][position["to_move"]]
    goods = seat["goods"]
    rooms, fields, stables = (cells_with(seat, word) for word in ("room", "field", "stable"))
    fenced = {cell for area in pastures_of(seat) for cell in area}
    unused = ALL - rooms - fields - stables - fenced
    can_plow = bool({cell for cell in unused if not fields or set(neighbours(cell)) & fields})
    can_build_room = can_pay(goods, {seat["house"]: 5, "reed": 2}) and bool({cell for cell in unused if set(neighbours(cell)) & rooms})
    empty = [text for row in seat["board"] for text in row if text == "field"]
    can_sow = bool(empty) and goods["grain"] + goods["vegetable"] > 0
    can_bake = goods["grain"] > 0 and bool(BAKERS & set(seat["improvements"]))
    has_stable = len(stables) < 4 and bool(ALL - rooms - fields - stables)
    grows, has_room = len(seat["people"]) < 5, len(rooms) > len(seat["people"])
    needs = {
        "farm_expansion": can_build_room or (has_stable and goods["wood"] >= 2),
        "farmland": can_plow,
        "major_improvement": can_improve(position, seat),
        "fencing": bool(next_pastures(seat, goods["wood"])),
        "grain_utilization": can_sow or can_bake,
        "basic_wish_for_children": grows and has_room,
        "tile2_modest_wish": grows and has_room and position["round"] >= 5,
        "tile34_modest_wish": grows and has_room and position["round"] >= 5,
        "urgent_wish_for_children": grows,
        "house_redevelopment": can_renovate(seat),
        "farm_redevelopment": can_renovate(seat),
        "cultivation": can_plow or can_sow,
        "side_job": can_bake or (has_stable and goods["wood"] >= 1),
        "lessons": False, "lessons_3": False, "lessons_4": False,
    }  # fmt: skip
    found = set()
    taken = {name for name, space in position["spaces"].items() if space["used_by"] is not None}
    for name in position["spaces"]:
        shared = next((tile for tile in TILES if name in tile), {name})
        if not taken & shared and needs.get(name, True):
            found.add(name)
    return found


# ---------------------------------------------------------------- the harvest


def after_field_phase(seat: Any) -> tuple[list[list[str]], int, int]:
    """The board afterwards, grain and vegetables in the supply."""
    goods = {crop: seat["goods"][crop] for crop in ("grain", "vegetable")}
    board = [list(row) for row in seat["board"]]
    for row in board:
        for column, text in enumerate(row):
            if text.startswith("field:"):
                crop, amount = text.removeprefix("field:").split("*")
                goods[crop] += 1
                row[column] = "field" if amount == "1" else f"field:{crop}*{int(amount) - 1}"
    return board, goods["grain"], goods["vegetable"]


def food_needed(seat: Any, players: int) -> int:
    return sum(1 if person.get("newborn") else 3 if players == 1 else 2 for person in seat["people"])
