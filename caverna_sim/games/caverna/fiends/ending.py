"""Before scoring, hostile orcs left take the tiles that cost their owner most (F-END)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.cave import NO_CELL, dwarfs_in, inhabited, settle_in, standing_value, would_capture_dwarf
from caverna_sim.games.caverna.fiends.counting import friendly_orcs
from caverna_sim.games.caverna.fiends.homes import friend_in
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.home.scoring import own_bonus
from caverna_sim.games.caverna.ids import argument, score, step, terrain
from caverna_sim.games.caverna.shape.layout import CAPTIVE
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import count, first


@njit
def value_of(rules, seat, cell):
    """What a tile is worth to its owner at the end: the tile, and who lives there (F-END-2, C-6)."""
    value = tile_value(rules, seat, cell)
    if friend_in(seat, cell) >= 0:
        return value + 1
    if rules["orcs"]["ruling"][ruling.ENDGAME_DWARFS_VALUED] == 0:
        return value + dwarfs_in(seat, cell)
    return value + (1 if would_capture_dwarf(rules, seat, cell, True) else 0)


@njit
def tile_value(rules, seat, cell):
    """Printed points of a tile, its bonus, and donkeys that stand there."""
    value = standing_value(rules, seat, cell)
    if (seat["terrain"][terrain.FURNISHED] >> cell) & 1:
        tile = int(seat["detail"][cell])
        value += int(rules["furnishing"][tile]["points"]) + own_bonus(rules, seat, tile)
    elif (seat["terrain"][terrain.RUBY_MINE] >> cell) & 1:
        value += int(rules["terrain_points"][terrain.RUBY_MINE])
    elif (seat["terrain"][terrain.ORE_MINE] >> cell) & 1:
        value += int(rules["terrain_points"][terrain.ORE_MINE])
    return value


@njit
def dearest_cells(rules, seat):
    """Cells of the cave with the highest value; the entry-level dwelling is no tile (F-END-1, F-END-3)."""
    ground = seat["terrain"]
    cells = ground[terrain.ORE_MINE] | ground[terrain.RUBY_MINE] | ground[terrain.FURNISHED]
    cells |= ground[terrain.CAVERN] | ground[terrain.TUNNEL] | ground[terrain.DEEP_TUNNEL]
    if rules["orcs"]["ruling"][ruling.ENTRY_DWELLING_IN_PREFERENCE_3] == 0:
        cells &= ~(1 << int(rules["orcs"]["entry_cell"]))
    most = -1000
    best = 0
    while cells:
        cell = first(cells)
        cells &= cells - 1
        value = value_of(rules, seat, cell)
        if value > most:
            most = value
            best = 0
        if value == most:
            best |= 1 << cell
    if rules["orcs"]["ruling"][ruling.ENDGAME_TIE] != 0:
        housed = best & inhabited(seat)
        return housed if housed else best
    return best


@njit
def place_at_the_end(state, rules, seat_number, number):
    """An orc takes the dearest tile; between equals the owner decides (F-END-3)."""
    seat = state["seats"][seat_number]
    seat["orcs"][number]["status"] = orc.CAVE
    cells = dearest_cells(rules, seat)
    if cells == 0:
        settle_in(state, rules, seat_number, number, NO_CELL, int(rules["orcs"]["entry_cell"]))
    elif count(cells) == 1:
        settle_in(state, rules, seat_number, number, NO_CELL, first(cells))
    else:
        pushed = push(state, step.CAVE, seat_number)
        pushed[argument.LETTER], pushed[argument.AT_THE_END] = number, 1


@njit_hook(base_game="None")
def score_wing(rules, seat, parts):
    """Traps that have worked, friendly orcs; captives score nothing (F-SCORE-1, F-SCORE-2)."""
    points = rules["points"]
    cells = seat["terrain"][terrain.TRAP]
    while cells:
        if seat["detail"][first(cells)] >= terrain.INACTIVE:
            parts[score.TRAPS] += points[score.POINTS_TRAP]
        cells &= cells - 1
    parts[score.ORCS] = friendly_orcs(seat, False) * points[score.POINTS_ORC]
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == CAPTIVE:
            parts[score.DWARFS] -= points[score.POINTS_DWARF]
