"""Traps: setting them, and what happens when an orc steps in (F-TRAP, F-TRAPKIND)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.hostile import offer_rooms, weaken
from caverna_sim.games.caverna.fiends.ids import orc, ruling, trap
from caverna_sim.games.caverna.fiends.limits import may_rid
from caverna_sim.games.caverna.home.land import cover, list_cells, put_terrain
from caverna_sim.games.caverna.home.wares import pay
from caverna_sim.games.caverna.ids import act, argument, step, terrain
from caverna_sim.games.caverna.shape.board import FOREST_AREA
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import first

HITS_SHIFT = 4  # argument c of REDUCE: how often each orc was hit, four bits each
HITS = 15


@njit
def trap_cells(seat):
    """Empty forest cells and meadows without a stable or an animal that may not move (F-TRAP-1, F-TRAP-2)."""
    ground = (seat["terrain"][terrain.EMPTY] | seat["terrain"][terrain.MEADOW]) & FOREST_AREA
    return ground & ~seat["stables"] & ~seat["barred"] & ~seat["standing_cells"]


@njit
def can_pay_trap(rules, seat, number):
    """Whether what a trap costs is at hand."""
    row = rules["orcs"]["trap"][number]
    wares = int(row["cost_wares"])
    while wares:
        ware = first(wares)
        wares &= wares - 1
        if seat["goods"][ware] < row["cost"][ware]:
            return False
    return True


@njit
def _can_have(state, rules, seat, number, row):
    if state["traps_left"][number] <= 0 or not (row["tiles"] >> number) & 1:
        return False
    return row["free"] == 1 or can_pay_trap(rules, seat, number)


@njit
def can_set_trap(state, rules, seat, row):
    """Whether any trap can be had and put somewhere."""
    if trap_cells(seat) == 0 or not may_rid(seat, orc.TRAPS):
        return False
    for number in range(rules["orcs"]["num_traps"]):
        if _can_have(state, rules, seat, number, row):
            return True
    return False


@njit_hook(base_game="n")
def list_set_trap(state, rules, seat, row, out, n):
    """Every trap on every cell."""
    if not may_rid(seat, orc.TRAPS):
        return n
    for number in range(rules["orcs"]["num_traps"]):
        if not _can_have(state, rules, seat, number, row):
            continue
        n = list_cells(act.SET_TRAP, number, trap_cells(seat), out, n)
    return n


@njit
def set_trap(state, rules, seat_number, number, cell, is_free):
    """Pay and lay a trap, active side up; a printed bonus that it covers comes at once (F-TRAP-1, F-TRAP-2)."""
    seat = state["seats"][seat_number]
    if not is_free:
        pay(seat, rules["orcs"]["trap"][number]["cost"], 1)
    state["traps_left"][number] -= 1
    if (seat["terrain"][terrain.EMPTY] >> cell) & 1:
        cover(rules, seat, cell, terrain.TRAP)
    else:
        put_terrain(seat, cell, terrain.TRAP)
    seat["detail"][cell] = number
    if rules["orcs"]["ruling"][ruling.TRAP_SET_UNDER_ORC_TRIGGERS] != 0:
        for one in range(orc.NUM_HOSTILE):
            if seat["orcs"][one]["status"] == orc.FOREST and seat["orcs"][one]["cell"] == cell:
                trigger(state, rules, seat_number, one, cell)


@njit
def _holds_somebody(seat, cell, but_not):
    for number in range(orc.NUM_HOSTILE):
        one = seat["orcs"][number]
        if number != but_not and one["status"] == orc.FOREST and one["held"] and one["cell"] == cell:
            return True
    return False


@njit
def trigger(state, rules, seat_number, number, cell):
    """An orc has entered a cell: an active, suitable trap there works (F-TRAP-4 to F-TRAP-10)."""
    seat = state["seats"][seat_number]
    if not (seat["terrain"][terrain.TRAP] >> cell) & 1 or seat["detail"][cell] >= terrain.INACTIVE:
        return
    which = int(seat["detail"][cell])
    row = rules["orcs"]["trap"][which]
    one = seat["orcs"][number]
    strength = int(one["strength"])
    if row["kind"] == trap.WEAKENING:
        if not row["stays_active"]:
            seat["detail"][cell] += terrain.INACTIVE
        _weaken_by_trap(state, rules, seat_number, number, which)
    elif strength > row["limit"]:
        return  # too strong: nothing happens
    elif row["kind"] == trap.KNOCKOUT:
        seat["detail"][cell] += terrain.INACTIVE
        weaken(state, rules, seat_number, number, strength, orc.TRAPPED)
    elif not _holds_somebody(seat, cell, number):
        one["held"] = 1
        offer_rooms(state, rules, seat_number)


@njit
def _weaken_by_trap(state, rules, seat_number, number, which):
    row = rules["orcs"]["trap"][which]
    one = state["seats"][seat_number]["orcs"][number]
    if row["weakens"] == trap.HALVE:
        weaken(state, rules, seat_number, number, int(one["strength"]) // 2, orc.TRAPPED)
    elif row["weakens"] == trap.FIXED:
        weaken(state, rules, seat_number, number, int(row["amount"]), orc.TRAPPED)
    elif row["weakens"] == trap.SPREAD:
        pushed = push(state, step.REDUCE, seat_number)
        pushed[argument.REDUCING_TRAP], pushed[argument.REDUCTIONS_LEFT] = which, int(row["times"])
    elif row["weakens"] == trap.PAY:
        pushed = push(state, step.TRAP_PAY, seat_number)
        pushed[argument.LETTER], pushed[argument.PAID_TRAP] = number, which
