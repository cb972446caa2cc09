"""Seats and rules put together by hand, for kernels that are tried without a whole game."""

from __future__ import annotations

from typing import Any

import numpy as np

from caverna_sim.games.caverna.box.catalog import FURNISHINGS, catalog
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.ids import good, terrain
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import BOARD, CELL_OF_NAME
from caverna_sim.games.caverna.shape.tiles import put
from caverna_sim.kit.records.codes import code

OUT = np.zeros(layout.MAX_LEGAL, np.int32)


def fiends_rules(**rulings: int) -> Any:
    """Rules with the expansion; rulings by name, 1 for the first alternative."""
    rules = catalog(3, expansion="fiends").record.copy()[0]
    for name, value in rulings.items():
        rules["orcs"]["ruling"][ruling.NAMES.index(name)] = value
    return rules


def hand_seat(board: dict[str, str] | None = None, dwarfs: list[int] | None = None, stables: tuple[str, ...] = (), **wares: int) -> Any:
    """A seat with these cells, dwarfs by weapon, and goods and animals. Large pastures by their first cell: large:east."""
    seat = np.zeros(1, layout.SEAT)[0]
    seat["terrain"][terrain.EMPTY] = BOARD
    for name, content in {"M14": "entry_level_dwelling", **(board or {})}.items():
        _lay(seat, CELL_OF_NAME[name], content)
    for name in stables:
        seat["stables"] |= 1 << CELL_OF_NAME[name]
    weapons = [0, 0] if dwarfs is None else dwarfs
    seat["dwarfs"] = len(weapons)
    seat["weapon"][: len(weapons)] = weapons
    seat["at"] = layout.AT_HOME
    seat["home"] = -1
    seat["orcs"]["cell"] = -1
    for name, amount in wares.items():
        seat["goods"][good.NAMES.index(name)] = amount
    return seat


def _lay(seat: Any, cell: int, content: str) -> None:
    """A furnishing, a terrain, a terrain with goods on it (ore_mine*3), or a large pasture."""
    content, _, detail = content.partition("*")
    if content.startswith("large:"):
        other = cell + 1 if content == "large:east" else cell + 5
        seat["pasture_east" if content == "large:east" else "pasture_south"] |= 1 << cell
        put_terrain(seat, cell, terrain.LARGE_PASTURE)
        put_terrain(seat, other, terrain.LARGE_PASTURE)
    elif content in FURNISHINGS:
        put_terrain(seat, cell, terrain.FURNISHED)
        seat["detail"][cell] = FURNISHINGS.index(content)
        put(seat["owned"], FURNISHINGS.index(content))
    else:
        put_terrain(seat, cell, terrain.NAMES.index(content))
        seat["detail"][cell] = int(detail or 0)


def befriend(seat: Any, letter: int, cell: str, at: int = layout.AT_HOME) -> None:
    """A friendly orc that lives in a cell."""
    seat["orcs"][letter]["status"] = orc.FRIENDLY
    seat["orcs"][letter]["cell"] = CELL_OF_NAME[cell]
    seat["orcs"][letter]["at"] = at


def occupy(seat: Any, letter: int, cell: str) -> None:
    """A hostile orc sits on a cell of the cave."""
    number = CELL_OF_NAME[cell]
    here = next(kind for kind in range(terrain.NUM) if seat["terrain"][kind] >> number & 1)
    row = seat["orcs"][letter]
    row["status"], row["cell"], row["under"] = orc.CAVE, number, here
    put_terrain(seat, number, terrain.OCCUPIED)


def stand(seat: Any, cell: str, animal: str, number: int, dogs: int = 0) -> None:
    """Animals stand on a cell, with dogs that watch them."""
    place = CELL_OF_NAME[cell]
    seat["standing_animal"][place] = good.NAMES.index(animal)
    seat["standing"][place] = number
    seat["standing_dogs"][place] = dogs
    seat["standing_cells"] |= 1 << place


def act_id(kind: int, first: int | str, second: int | str = 0, third: int | str = 0) -> int:
    """The id of an action; wares and cells by name."""

    def number(word: int | str) -> int:
        if isinstance(word, int):
            return word
        return CELL_OF_NAME[word] if word in CELL_OF_NAME else good.NAMES.index(word)

    return int(code(kind, number(first), number(second), number(third)))


def listed(number: int) -> list[int]:
    """What a kernel has just listed."""
    return [int(action) for action in OUT[:number]]
