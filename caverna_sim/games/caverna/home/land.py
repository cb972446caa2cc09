"""Tiles, pastures, stables and mines on a home board (R-TILE, R-FENCE, R-STAB, R-MINE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.home.wares import gain, gain_all, owns, owns_any
from caverna_sim.games.caverna.ids import act, effect, good, terrain
from caverna_sim.games.caverna.shape.board import (
    AREA_CELLS,
    BOARD,
    COLUMNS,
    EAST,
    FOREST_AREA,
    MOUNTAIN_AREA,
    SOUTH,
    STRIP,
    adjacent_to,
    has_neighbour_in,
    step_from,
)
from caverna_sim.games.caverna.shape.layout import MAX_TILES
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code

SMALL = 0
LARGE = 1
NO_DIRECTION = 4
_STRIP_SHIFT = AREA_CELLS - (COLUMNS - 1)  # from a cell of the strip seen from the forest to the same place seen from the mountain


@njit
def covered(rules, seat):
    """All cells with a tile, on the board and, for the owner of the Office room, on its rim."""
    cells = BOARD & ~seat["terrain"][terrain.EMPTY]
    if owns_any(seat, rules["passive"][effect.TWIN_TILE_OVERHANG]):
        for kind in range(1, terrain.NUM):
            cells |= seat["terrain"][kind]
    return cells


@njit
def put_terrain(seat, cell, kind):
    """Lay something on a cell, whatever was there."""
    bit = 1 << cell
    for other in range(terrain.NUM):
        seat["terrain"][other] &= ~bit
    seat["terrain"][kind] |= bit


@njit
def reach(rules, seat, is_forest):
    """Cells where a new tile connects: beside tiles of the area (R-TILE-3, R-TILE-4), at first the cave entrance."""
    tiles = covered(rules, seat) & rules["usable"]
    if not is_forest:
        return adjacent_to(tiles & MOUNTAIN_AREA) & rules["usable"]
    tiles &= FOREST_AREA
    if tiles == 0:
        return rules["forest_entrance"]
    if rules["entrance_stays_open"]:  # a trap may lie anywhere; the entrance stays open beside it (F-TRAP-2)
        return (adjacent_to(tiles) | rules["forest_entrance"]) & rules["usable"]
    return adjacent_to(tiles) & rules["usable"]


@njit
def free_rim(rules, seat):
    """Places outside the board that a half may still stick out to (R-TILE-9)."""
    tiles = covered(rules, seat)
    strip = tiles & STRIP  # forest and mountain share the strip between them
    other_side = ((strip & FOREST_AREA) << _STRIP_SHIFT) | ((strip & MOUNTAIN_AREA) >> _STRIP_SHIFT)
    return rules["rim"] & ~tiles & ~other_side


@njit
def _may_take(seat, cells, kind):
    """Of empty cells, those where this terrain may go: only a meadow covers a stable (R-TILE-5)."""
    if kind == terrain.MEADOW:
        return cells
    return cells & ~seat["stables"]


@njit
def twin_ground(rules, seat, tile):
    """Where a twin tile may go (R-TILE-2 to R-TILE-5, R-TILE-7, R-TILE-9): cells of an upgrade, then cells for the
    first half, for the second half, on the rim, and those that connect with tiles already there."""
    row = rules["twin_tile"][tile]
    if row["on"] != terrain.EMPTY:
        return seat["terrain"][row["on"]] & rules["usable"], 0, 0, 0, 0
    area = FOREST_AREA if row["is_forest"] else MOUNTAIN_AREA
    empty = seat["terrain"][terrain.EMPTY] & area & ~seat["barred"]
    if empty == 0:
        return 0, 0, 0, 0, 0
    rim = 0
    if row["may_overhang"] and owns_any(seat, rules["passive"][effect.TWIN_TILE_OVERHANG]):
        rim = free_rim(rules, seat) & area
    firsts = _may_take(seat, empty, int(row["first"]))
    seconds = _may_take(seat, empty, int(row["second"]))
    return 0, firsts, seconds, rim, reach(rules, seat, row["is_forest"] == 1)


@njit
def _pairs(on, firsts, seconds, rim, near, direction):
    """First cells of all placements in a direction."""
    if on:
        return on & has_neighbour_in(on, direction)
    pairs = firsts & has_neighbour_in(seconds, direction)
    if rim:
        pairs |= (rim & has_neighbour_in(seconds, direction)) | (firsts & has_neighbour_in(rim, direction))
    return pairs & (near | has_neighbour_in(near, direction))


@njit
def _directions(rules, tile):
    """A tile with two like halves has only two orientations."""
    row = rules["twin_tile"][tile]
    return 2 if row["first"] == row["second"] else 4


@njit
def can_place_twin(rules, seat, tiles):
    """Whether any tile of a set can be placed."""
    for tile in range(MAX_TILES):
        if (tiles >> tile) & 1:
            on, firsts, seconds, rim, near = twin_ground(rules, seat, tile)
            for direction in range(_directions(rules, tile)):
                if _pairs(on, firsts, seconds, rim, near, direction):
                    return True
    return False


@njit
def list_twin(rules, seat, tiles, out, n):
    """All placements of the tiles of a set."""
    for tile in range(MAX_TILES):
        if not (tiles >> tile) & 1:
            continue
        on, firsts, seconds, rim, near = twin_ground(rules, seat, tile)
        if on == 0 and firsts == 0:
            continue
        for direction in range(_directions(rules, tile)):
            cells = _pairs(on, firsts, seconds, rim, near, direction)
            while cells:
                out[n] = code(act.TWIN_TILE, tile, first(cells), direction)
                n += 1
                cells &= cells - 1
    return n


@njit
def cover(rules, seat, cell, kind):
    """Cover an empty cell; its printed bonus comes at once (R-BOARD-3). Outside the board Office room pays."""
    put_terrain(seat, cell, kind)
    if (BOARD >> cell) & 1:
        for ware in range(good.NUM):
            if rules["cell_bonus"][cell, ware]:
                gain(rules, seat, ware, int(rules["cell_bonus"][cell, ware]))
        return
    for index in range(rules["effect_start"][effect.ON_OVERHANG], rules["effect_start"][effect.ON_OVERHANG + 1]):
        row = rules["effect"][index]
        if owns(seat, int(row["furnishing"])):
            gain_all(rules, seat, row["get"], 1)


@njit
def place_twin(rules, seat, tile, cell, direction):
    """Lay a twin tile, first half on the cell."""
    row = rules["twin_tile"][tile]
    other = step_from(cell, direction)
    if row["on"] == terrain.EMPTY:
        cover(rules, seat, cell, int(row["first"]))
        cover(rules, seat, other, int(row["second"]))
    else:  # an upgrade gives no bonus (R-TILE-7)
        put_terrain(seat, cell, int(row["first"]))
        put_terrain(seat, other, int(row["second"]))


@njit
def single_cells(rules, seat, kind):
    """Cells for a single meadow, field, tunnel or cavern; single tiles never stick out."""
    is_forest = kind == terrain.MEADOW or kind == terrain.FIELD
    area = FOREST_AREA if is_forest else MOUNTAIN_AREA
    empty = seat["terrain"][terrain.EMPTY] & area & ~seat["barred"]
    if empty == 0:
        return 0
    return _may_take(seat, empty, kind) & reach(rules, seat, is_forest)


@njit
def list_cells(kind, argument, cells, out, n):
    """One action for each cell of a set."""
    while cells:
        out[n] = code(kind, argument, first(cells), 0)
        n += 1
        cells &= cells - 1
    return n


@njit
def place_single(rules, seat, kind, cell):
    """Lay a single tile on an empty cell."""
    cover(rules, seat, cell, kind)


@njit
def pasture_cells(rules, seat, size, direction):
    """Meadows that can be fenced; for a large pasture the first of two adjacent ones (R-FENCE-2)."""
    meadows = seat["terrain"][terrain.MEADOW] & rules["usable"] & ~seat["barred"]
    if size == SMALL:
        return meadows
    return meadows & has_neighbour_in(meadows, direction)


@njit
def can_fence(rules, seat, size):
    """Whether there is a meadow, or a pair of them, to fence."""
    if size == SMALL:
        return pasture_cells(rules, seat, size, EAST) != 0
    return pasture_cells(rules, seat, size, EAST) != 0 or pasture_cells(rules, seat, size, SOUTH) != 0


@njit
def list_pastures(rules, seat, size, out, n):
    """All ways to fence a small or a large pasture."""
    for direction in range(1 if size == SMALL else 2):
        cells = pasture_cells(rules, seat, size, direction)
        while cells:
            out[n] = code(act.PASTURE, size, first(cells), NO_DIRECTION if size == SMALL else direction)
            n += 1
            cells &= cells - 1
    return n


@njit
def place_pasture(seat, size, cell, direction):
    """Fence a meadow, or two; stables stay (R-STAB-2)."""
    if size == SMALL:
        put_terrain(seat, cell, terrain.SMALL_PASTURE)
        return
    put_terrain(seat, cell, terrain.LARGE_PASTURE)
    put_terrain(seat, step_from(cell, direction), terrain.LARGE_PASTURE)
    if direction == EAST:
        seat["pasture_east"] |= 1 << cell
    else:
        seat["pasture_south"] |= 1 << cell


@njit
def stable_cells(rules, seat):
    """Empty forest, meadows and pastures without a stable (R-STAB-1)."""
    if seat["stables_left"] <= 0:
        return 0
    ground = seat["terrain"][terrain.EMPTY] & FOREST_AREA
    ground |= seat["terrain"][terrain.MEADOW] & rules["usable"]
    ground |= seat["terrain"][terrain.SMALL_PASTURE] | seat["terrain"][terrain.LARGE_PASTURE]
    return ground & ~seat["stables"] & ~seat["barred"]


@njit
def place_stable(seat, cell):
    """Put a stable on a cell; it triggers no bonus (R-BOARD-3)."""
    seat["stables"] |= 1 << cell
    seat["stables_left"] -= 1


@njit
def ruby_mine_cells(rules, seat, on):
    """Ordinary or deep tunnels for a ruby mine (R-MINE-2); `on` is a set of terrains."""
    cells = 0
    if (on >> terrain.TUNNEL) & 1:
        cells |= seat["terrain"][terrain.TUNNEL]
    if (on >> terrain.DEEP_TUNNEL) & 1:
        cells |= seat["terrain"][terrain.DEEP_TUNNEL]
    return cells & rules["usable"]
