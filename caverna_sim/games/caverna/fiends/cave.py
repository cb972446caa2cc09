"""Orcs in the cave: which cell one occupies, what is lost there, who is captured (F-CAVE)."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_SETUP, draw
from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.forest import bar_cells
from caverna_sim.games.caverna.fiends.homes import friend_in, room_for_dwarfs
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.fiends.standing import lose_animals_on
from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.ids import argument, good, phase, step, terrain
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE
from caverna_sim.games.caverna.shape.tiles import clear, put
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import count, first

NO_CELL = -1
_BY_CHANCE = 1  # ruling equally_weak_captive


@njit
def refresh_furnishings(rules, seat):
    """Which furnishings work and how many dwarfs they house: all that lie open, none under an orc (F-CAVE-8)."""
    clear(seat["owned"])
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        put(seat["owned"], int(seat["detail"][first(cells)]))
        cells &= cells - 1
    seat["room"] = room_for_dwarfs(rules, seat)


# ---------------------------------------------------------------- which cell (F-CAVE-3)


@njit
def _richest_mines(seat, mines):
    """Of these mines, those that hold most; none holds less than 0."""
    most = -1
    best = 0
    while mines:
        cell = first(mines)
        mines &= mines - 1
        if seat["detail"][cell] > most:
            most = int(seat["detail"][cell])
            best = 0
        if seat["detail"][cell] == most:
            best |= 1 << cell
    return best


@njit
def _dearest_furnishings(rules, seat):
    """Furnishing tiles with most printed points; the entry-level dwelling is no tile (F-CAVE-4)."""
    cells = seat["terrain"][terrain.FURNISHED]
    if rules["orcs"]["ruling"][ruling.ENTRY_DWELLING_IN_PREFERENCE_3] == 0:
        cells &= ~(1 << int(rules["orcs"]["entry_cell"]))
    most = -100
    best = 0
    while cells:
        cell = first(cells)
        cells &= cells - 1
        points = int(rules["furnishing"][seat["detail"][cell]]["points"])
        if points > most:
            most = points
            best = 0
        if points == most:
            best |= 1 << cell
    return best


@njit
def inhabited(seat):
    """Cells that house an animal, a dwarf or a friendly orc (F-CAVE-3)."""
    cells = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["home"][dwarf] >= 0:
            cells |= 1 << int(seat["home"][dwarf])
    for number in range(orc.NUM):
        if seat["orcs"][number]["status"] == orc.FRIENDLY:
            cells |= 1 << int(seat["orcs"][number]["cell"])
    return cells | int(seat["standing_cells"])


@njit
def candidates(rules, seat):
    """Cells an orc may occupy: the first category with any, of these the inhabited ones first (F-CAVE-3)."""
    ground = seat["terrain"]
    cells = _richest_mines(seat, ground[terrain.RUBY_MINE])
    if cells == 0:
        cells = _richest_mines(seat, ground[terrain.ORE_MINE])
    if cells == 0:
        cells = _dearest_furnishings(rules, seat)
    if cells == 0:
        cells = int(ground[terrain.CAVERN])
    if cells == 0:
        cells = int(ground[terrain.DEEP_TUNNEL])
    if cells == 0:
        cells = int(ground[terrain.TUNNEL])
    housed = cells & inhabited(seat)
    return housed if housed else cells


# ---------------------------------------------------------------- entering and leaving


@njit
def _lift(rules, seat, number):
    """Take an orc off its cell for a moment: what lies beneath shows again, captives stay."""
    one = seat["orcs"][number]
    cell = int(one["cell"])
    for other in range(orc.NUM_HOSTILE):
        neighbour = seat["orcs"][other]
        if other != number and neighbour["status"] == orc.CAVE and neighbour["cell"] == cell:
            return  # surplus orcs share the entry-level dwelling (F-CAVE-6)
    put_terrain(seat, cell, int(one["under"]))
    refresh_furnishings(rules, seat)


@njit
def _free_captives(rules, seat, cell):
    """Nobody holds the room any more: its captive is free (F-CAVE-9)."""
    if rules["orcs"]["ruling"][ruling.CAPTIVES_FREED_WHEN_ORC_LEAVES] != 0 or (seat["terrain"][terrain.OCCUPIED] >> cell) & 1:
        return
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == CAPTIVE and seat["home"][dwarf] == cell:
            seat["at"][dwarf] = AT_HOME
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        if one["status"] == orc.FRIENDLY and one["at"] == CAPTIVE and one["cell"] == cell:
            one["at"] = AT_HOME


@njit
def leave_cell(rules, seat, number):
    """An orc leaves the cave cell it has occupied; what was lost does not come back (F-CAVE-9)."""
    cell = int(seat["orcs"][number]["cell"])
    _lift(rules, seat, number)
    _free_captives(rules, seat, cell)
    refresh_furnishings(rules, seat)


@njit
def break_in(state, rules, seat_number, number):
    """An orc enters the cave, or looks for a better cell there (F-CAVE-1, F-CAVE-10)."""
    seat = state["seats"][seat_number]
    one = seat["orcs"][number]
    old = NO_CELL
    if one["status"] == orc.CAVE:
        old = int(one["cell"])
        _lift(rules, seat, number)
    one["status"] = orc.CAVE
    one["held"] = 0
    one["cell"] = old
    bar_cells(rules, seat)
    cells = candidates(rules, seat)
    if cells == 0:
        settle_in(state, rules, seat_number, number, old, int(rules["orcs"]["entry_cell"]))
    elif count(cells) == 1:
        settle_in(state, rules, seat_number, number, old, first(cells))
    else:
        push(state, step.CAVE, seat_number)[argument.LETTER] = number


@njit
def settle_in(state, rules, seat_number, number, old, cell):
    """An orc takes a cell, `old` is where it sat before."""
    seat = state["seats"][seat_number]
    one = seat["orcs"][number]
    stays = cell == old
    is_surplus = cell == rules["orcs"]["entry_cell"] and candidates(rules, seat) == 0
    shares = (seat["terrain"][terrain.OCCUPIED] >> cell) & 1
    one["cell"] = cell
    if not shares:
        one["under"] = _terrain_at(seat, cell)
    else:
        one["under"] = terrain.FURNISHED
    put_terrain(seat, cell, terrain.OCCUPIED)
    if old != NO_CELL and not stays:
        _free_captives(rules, seat, old)
    refresh_furnishings(rules, seat)
    if stays:
        return
    seat["lost_animals"] += lose_animals_on(seat, cell)
    if one["under"] == terrain.ORE_MINE or one["under"] == terrain.RUBY_MINE:
        seat["lost_goods"] += seat["detail"][cell]
        seat["detail"][cell] = 0
    if not is_surplus or (rules["orcs"]["ruling"][ruling.SURPLUS_ORC_CAPTIVES] != 0 and not shares):
        _capture_somebody(state, rules, seat_number, number, cell)


@njit
def _terrain_at(seat, cell):
    for kind in range(terrain.NUM):
        if (seat["terrain"][kind] >> cell) & 1:
            return kind
    return terrain.EMPTY


# ---------------------------------------------------------------- captives (F-CAVE-5)


@njit
def free_dwarfs(seat):
    """Dwarfs that are not captive."""
    number = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] != CAPTIVE:
            number += 1
    return number


@njit
def weakest_in(seat, cell):
    """Strength of the weakest free dwarf that lives on a cell, -1 none."""
    weakest = -1
    for dwarf in range(seat["dwarfs"]):
        if seat["home"][dwarf] == cell and seat["at"][dwarf] != CAPTIVE:
            if weakest < 0 or seat["weapon"][dwarf] < weakest:
                weakest = int(seat["weapon"][dwarf])
    return weakest


@njit
def dwarfs_in(seat, cell):
    """Free dwarfs that live on a cell."""
    number = 0
    for dwarf in range(seat["dwarfs"]):
        number += 1 if seat["home"][dwarf] == cell and seat["at"][dwarf] != CAPTIVE else 0
    return number


@njit
def would_capture_dwarf(rules, seat, cell, at_the_end):
    """Whether an orc on this cell takes a dwarf; the last free one is spared (rulings never_capture_last_worker, C-7)."""
    spares = ruling.LAST_WORKER_SPARED_AT_THE_END if at_the_end else ruling.NEVER_CAPTURE_LAST_WORKER
    here = dwarfs_in(seat, cell)
    return here > 0 and (free_dwarfs(seat) > 1 or rules["orcs"]["ruling"][spares] != 0)


@njit
def _capture_somebody(state, rules, seat_number, number, cell):
    """The friendly orc or the weakest dwarf of the room; among equals the owner decides."""
    seat = state["seats"][seat_number]
    friend = friend_in(seat, cell)
    if friend >= 0:
        seat["orcs"][friend]["at"] = CAPTIVE
        return
    if not would_capture_dwarf(rules, seat, cell, state["phase"] == phase.REPLACEMENT):
        return
    weakest = weakest_in(seat, cell)
    grown, born = 0, 0
    for dwarf in range(seat["dwarfs"]):
        if seat["home"][dwarf] == cell and seat["at"][dwarf] != CAPTIVE and seat["weapon"][dwarf] == weakest:
            if seat["newborn"][dwarf]:
                born += 1
            else:
                grown += 1
    if grown == 0 or born == 0:  # dwarfs that are alike: nothing to choose
        capture(seat, cell, 1 if born else 0)
    elif rules["orcs"]["ruling"][ruling.EQUALLY_WEAK_CAPTIVE] == _BY_CHANCE:
        capture(seat, cell, 1 if draw(state, STREAM_SETUP, grown + born) < born else 0)
    else:
        pushed = push(state, step.CAPTURE, seat_number)
        pushed[argument.LETTER], pushed[argument.CELL] = number, cell


@njit
def capture(seat, cell, newborn):
    """The weakest dwarf of a room becomes captive; it cannot be placed (F-CAVE-5)."""
    weakest = weakest_in(seat, cell)
    for dwarf in range(seat["dwarfs"]):
        is_born = 1 if seat["newborn"][dwarf] else 0
        if seat["home"][dwarf] == cell and seat["at"][dwarf] != CAPTIVE and seat["weapon"][dwarf] == weakest and is_born == newborn:
            seat["at"][dwarf] = CAPTIVE
            return


# ---------------------------------------------------------------- before scoring (F-END)


@njit
def lift_all(rules, seat):
    """All hostile orcs are taken off the cave; captives are free then whatever the ruling for the game is (F-END-1)."""
    for number in range(orc.NUM_HOSTILE):
        one = seat["orcs"][number]
        if one["status"] == orc.CAVE:
            put_terrain(seat, int(one["cell"]), int(one["under"]))
            one["cell"], one["under"] = NO_CELL, terrain.EMPTY
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == CAPTIVE:
            seat["at"][dwarf] = AT_HOME
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        if one["status"] == orc.FRIENDLY and one["at"] == CAPTIVE:
            one["at"] = AT_HOME
    refresh_furnishings(rules, seat)


@njit
def standing_value(rules, seat, cell):
    """Points of animals on a cell that an orc would drive off: donkeys (ruling endgame_animals_valued)."""
    if seat["standing"][cell] == 0:
        return 0
    if seat["standing_animal"][cell] != good.DONKEY and rules["orcs"]["ruling"][ruling.ENDGAME_ANIMALS_VALUED] == 0:
        return 0
    return int(seat["standing"][cell])
