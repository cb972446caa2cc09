"""Which cell an orc takes in the cave, by the list of section 14, and at the end of the game by worth. Slow and obvious."""

from __future__ import annotations

from typing import Any

from tests.oracles.fiends_home import CAVE, ENTRY, Home


def goods_in(word: str) -> int:
    """Ore or rubies in a mine."""
    return int(word.split("*")[1]) if "*" in word else 0


def is_inhabited(home: Home, cell: str) -> bool:
    """Whether an animal, a dwarf or a friendly orc is housed there."""
    return cell in home.animals or any(house == cell for _, house in home.dwarfs) or cell in home.friends.values()


def _best(cells: list[str], worth: dict[str, int]) -> list[str]:
    return [cell for cell in cells if worth[cell] == max(worth[other] for other in cells)]


def candidates(home: Home, name: str, points: dict[str, int], entry_is_a_tile: bool = False) -> set[str]:
    """The cells among which the owner chooses (F-CAVE-3); the orc's own cell is one of them."""
    taken = {orc.cell for key, orc in home.orcs.items() if key != name}
    cells = [cell for cell in CAVE if home.cells[cell] and cell not in taken]
    mines = {mine: [cell for cell in cells if home.cells[cell].split("*")[0] == mine] for mine in ("ruby_mine", "ore_mine")}
    for mine in ("ruby_mine", "ore_mine"):
        if mines[mine]:
            return _inhabited_first(home, _best(mines[mine], {cell: goods_in(home.cells[cell]) for cell in mines[mine]}))
    tiles = [cell for cell in cells if home.cells[cell] in points and (cell != ENTRY or entry_is_a_tile)]
    if tiles:
        return _inhabited_first(home, _best(tiles, {cell: points[home.cells[cell]] for cell in tiles}))
    for word in ("cavern", "deep_tunnel", "tunnel"):
        if found := [cell for cell in cells if home.cells[cell] == word]:
            return set(found)
    return {ENTRY}


def _inhabited_first(home: Home, cells: list[str]) -> set[str]:
    return set([cell for cell in cells if is_inhabited(home, cell)] or cells)


def captured(home: Home, cell: str) -> tuple[str, set[int]]:
    """Who becomes captive on a cell: "orc", or "dwarf" and the numbers of the weakest ones, or nobody (F-CAVE-5, F-CAVE-6)."""
    here = [number for number, (_, house) in enumerate(home.dwarfs) if house == cell]
    if here:
        weakest = min(home.dwarfs[number][0] for number in here)
        return "dwarf", {number for number in here if home.dwarfs[number][0] == weakest}
    return ("orc", set()) if cell in home.friends.values() else ("", set())


def final_candidates(home: Home, name: str, worth: dict[str, int], captives: int = 0) -> set[str]:
    """The dearest cells at the end of the game (F-END-1, F-END-2); `worth` is points and bonus of each cell as things stand."""
    taken = {orc.cell for key, orc in home.orcs.items() if key != name}
    cells = [cell for cell in CAVE if home.cells[cell] and cell != ENTRY and cell not in taken]
    if not cells:
        return {ENTRY}
    total = {}
    for cell in cells:
        donkeys = home.animals[cell][1] if home.animals.get(cell, ("", 0))[0] == "donkey" else 0
        who, _ = captured(home, cell)
        may_capture = who == "orc" or (who == "dwarf" and len(home.dwarfs) - captives > 1)
        total[cell] = worth[cell] + donkeys + int(may_capture)
    return set(_best(cells, total))


def printed_worth(home: Home, tables: dict[str, Any]) -> dict[str, int]:
    """Printed points of every cell: mines and furnishings."""
    building, tiles = tables["building"], tables["furnishing"]
    worth = {}
    for cell in CAVE:
        word = home.cells[cell].split("*")[0]
        worth[cell] = building[word]["points"] if word in ("ore_mine", "ruby_mine") else tiles.get(word, {"points": 0})["points"]
    return worth
