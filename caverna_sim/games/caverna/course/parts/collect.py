"""Collect: goods that lie here, fixed ones and bonuses, and nothing else (R-MINE-4, R-IMIT-4)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.home.wares import count_of, gain, gain_all
from caverna_sim.games.caverna.ids import act, good
from caverna_sim.kit.records.codes import code


@njit
def times_counted(rules, seat, row):
    """How often the bonus of a part is received: once per mine, or once from a number of mines on (R-MINE-4)."""
    number = count_of(rules, seat, int(row["gain_per"]), 0)
    if row["at_least"] > 0:
        return 1 if number >= row["at_least"] else 0
    return number


@njit
def collects(state, rules, seat, space, row, imitating):
    """Whether taking goods here yields anything at all (U-20)."""
    if row["always_gives"] or (row["take"] and not imitating and (state["stocked"] >> space) & 1):
        return True
    return row["gain_per"] >= 0 and times_counted(rules, seat, row) > 0


possible = collects


@njit_merged
def list_choices(space, out, n):
    """There is nothing to choose."""
    out[n] = code(act.COLLECT, space, 0, 0)
    return n + 1


@njit
def receive(state, rules, seat_number, space, row, imitating):
    """Goods that any part gives: those lying here, fixed ones, and bonuses for mines (R-MINE-4, R-IMIT-4)."""
    seat = state["seats"][seat_number]
    if row["start_player"]:
        state["next_start_player"] = seat_number
    if row["take"] and not imitating:
        for ware in range(good.NUM):
            amount = int(state["space_goods"][space, ware])
            if amount:
                state["space_goods"][space, ware] = 0
                gain(rules, seat, ware, amount)
        state["stocked"] &= ~(1 << space)
        if rules["protection_lasts"] == 1:
            state["protected"][space] = 0
    gain_all(rules, seat, row["gain"], 1)
    if row["gain_per"] >= 0:
        gain_all(rules, seat, row["per_goods"], times_counted(rules, seat, row))
