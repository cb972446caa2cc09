"""Carry out an action space (R-WORK, R-CONN, R-IMIT)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.course.spaces import carry_out_part, choosable_parts, list_part, may_stop, open_parts, part_of_action
from caverna_sim.games.caverna.home.dwarfs import acting_weapon
from caverna_sim.games.caverna.home.wares import pay
from caverna_sim.games.caverna.ids import act, argument
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def list_parts(state, rules, seat_number, seat, space, done, imitating, out, n):
    """The parts of the space that may be carried out now."""
    weapon = acting_weapon(state, seat)
    parts = choosable_parts(state, rules, seat_number, space, done, imitating)
    while parts:
        one = rules["space"][space]["parts"][first(parts)]
        parts &= parts - 1
        n = list_part(state, rules, seat_number, space, done, one, weapon, imitating, out, n)
    return n


@njit
def list_choices(state, rules, seat_number, seat, space, done, imitating, out, n):
    """The parts, and the end of the action (R-WORK-6)."""
    n = list_parts(state, rules, seat_number, seat, space, done, imitating, out, n)
    if n == 0 or may_stop(state, rules, seat_number, space, done, imitating):
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, row, space, done, imitating, action):
    """One part of the space."""
    number = part_of_action(rules, seat, space, open_parts(rules, seat, space, done), action)
    one = rules["space"][space]["parts"][number]
    if kind_of(action) == act.IMITATE:
        pay(seat, one["pay"], 1)
        row[argument.SPACE] = first_of(action)
        row[argument.DONE] = 0
        row[argument.IMITATING] = 1
        return
    if one["blocked_by"] & done:  # only the Guest room allows this
        seat["guest_room_used"] |= 1 if rules["space"][space]["guest_room"] == 2 else 0
    row[argument.DONE] = done | (1 << number)
    carry_out_part(state, rules, seat_number, space, done, number, one, imitating, action)


@njit_merged
def is_over(rules, seat, space, done):
    """Whether something was done and nothing is left."""
    return done != 0 and open_parts(rules, seat, space, done) == 0


@njit
def end(state, seat_number):
    """The turn is over."""
    pop(state)
    state["dwarf"] = -1
    state["orc_acts"] = 0
    state["turn"] = (seat_number + 1) % state["players"]
