"""Which cell an orc takes in the cave, by the list of section 14, and at the end of the game by worth. Slow and obvious."""

from __future__ import annotations

from tests.caverna.oracles.fiends_home import CAVE, ENTRY, Home
from tests.caverna.oracles.naive_board import Board
from tests.caverna.oracles.naive_scorer import bonus, score_seat
from tests.caverna.oracles.printed import Tables


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
    """Who becomes captive on a cell: "orc", or "dwarf" and the numbers of the weakest ones, or nobody (F-CAVE-5).

    The last free dwarf never does (F-CAVE-6).
    """
    if cell in home.friends.values():
        return "orc", set()
    free = [number for number in range(len(home.dwarfs)) if number not in home.captives]
    here = [number for number in free if home.dwarfs[number][1] == cell]
    if not here or len(free) == 1:
        return "", set()
    weakest = min(home.dwarfs[number][0] for number in here)
    return "dwarf", {number for number in here if home.dwarfs[number][0] == weakest}


def release(home: Home, cell: str) -> None:
    """An orc has left a cell: who lives there is free (F-CAVE-9)."""
    if not any(orc.cell == cell for orc in home.orcs.values()):
        home.captives -= {number for number, (_, house) in enumerate(home.dwarfs) if house == cell}
        home.captive_friends -= {name for name, room in home.friends.items() if room == cell}


def occupy(home: Home, name: str, cell: str, surplus: bool) -> tuple[Home, str, set[int]]:
    """The home after an orc has taken a cell, and who may have become captive (F-CAVE-5, F-CAVE-9)."""
    home = home.copy()
    old = home.orcs[name].cell
    home.orcs[name].cell = cell
    if old == cell:
        return home, "", set()
    release(home, old)
    home.cells[cell] = home.cells[cell].split("*")[0]
    home.animals.pop(cell, None)
    who, equals = ("", set[int]()) if surplus else captured(home, cell)
    if who == "orc":
        home.captive_friends |= {friend for friend, room in home.friends.items() if room == cell}
    return home, who, equals


# ---------------------------------------------------------------- the end of the game


def final_candidates(home: Home, name: str, worth: dict[str, int]) -> set[str]:
    """The dearest cells at the end of the game (F-END-1, F-END-2, C-6); `worth` is points and bonus of each cell as things stand."""
    taken = {orc.cell for key, orc in home.orcs.items() if key != name}
    cells = [cell for cell in CAVE if home.cells[cell] and cell != ENTRY and cell not in taken]
    if not cells:
        return {ENTRY}
    total = {}
    for cell in cells:
        donkeys = home.animals[cell][1] if home.animals.get(cell, ("", 0))[0] == "donkey" else 0
        dwarfs = sum(house == cell for number, (_, house) in enumerate(home.dwarfs) if number not in home.captives)
        total[cell] = worth[cell] + donkeys + (1 if captured(home, cell)[0] == "orc" else dwarfs)
    return set(_best(cells, total))


def worth_of_cells(home: Home, rules: Tables) -> dict[str, int]:
    """Printed points of every cell, and the bonus that its furnishing gives as things stand."""
    seat = home.as_seat()
    board, parts = Board(seat, rules), score_seat(seat, rules)
    worth = dict.fromkeys(CAVE, 0)
    for cell in CAVE:
        word = home.cells[cell].split("*")[0]
        if word in ("ore_mine", "ruby_mine"):
            worth[cell] = rules["building"][word]["points"]
        elif word in rules["furnishing"]:
            worth[cell] = rules["furnishing"][word]["points"]
            worth[cell] += parts["writing_chamber"] if word == "writing_chamber" else bonus(word, board, seat, rules)
    return worth
