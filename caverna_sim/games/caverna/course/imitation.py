"""Imitation: using a space that an opponent occupies (R-IMIT)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.course.doors import plain_part_possible
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.wares import can_pay, pay
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.codes import code

NOT_IMITATING = 0
IMITATING = 1


@njit
def _imitated_space_usable(state, rules, seat_number, space, weapon):
    """Whether at least one part of an imitated space can be carried out (R-IMIT-7)."""
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        if one["needs"] == 0 and plain_part_possible(state, rules, seat_number, space, 0, one, weapon, IMITATING):
            return True
    return False


@njit
def imitable(state, rules, seat_number, target, weapon, imitating):
    """Whether a space is occupied by an opponent and may be imitated (R-IMIT-2, R-IMIT-3, R-IMIT-6)."""
    user = state["used_by"][target]
    if user < 0 or user == seat_number or not rules["space"][target]["may_be_imitated"]:
        return False
    if not may_use(state["seats"][seat_number], target):
        return False
    if rules["space"][target]["is_imitation"]:
        if imitating or not rules["imitate_imitation"]:
            return False
        return _second_imitation(state, rules, seat_number, target, weapon)
    return _imitated_space_usable(state, rules, seat_number, target, weapon)


@njit
def _second_imitation(state, rules, seat_number, target, weapon):
    """An Imitation reached through an Imitation must itself find a space to use (toggle imitate_an_imitation_space)."""
    seat = state["seats"][seat_number]
    row = rules["space"][target]["parts"][0]
    if not can_pay(seat, row["pay"]):
        return False
    pay(seat, row["pay"], 1)
    found = False
    for index in range(state["num_open"]):
        other = int(state["open_spaces"][index])
        user = state["used_by"][other]
        if user < 0 or user == seat_number or not rules["space"][other]["may_be_imitated"]:
            continue
        if rules["space"][other]["is_imitation"] or not may_use(seat, other):
            continue
        if _imitated_space_usable(state, rules, seat_number, other, weapon):
            found = True
            break
    pay(seat, row["pay"], -1)
    return found


@njit
def can_imitate(state, rules, seat_number, row, weapon, imitating):
    """Whether the price can be paid, and then any space be imitated."""
    seat = state["seats"][seat_number]
    if not can_pay(seat, row["pay"]):
        return False
    pay(seat, row["pay"], 1)
    found = False
    for index in range(state["num_open"]):
        if imitable(state, rules, seat_number, int(state["open_spaces"][index]), weapon, imitating):
            found = True
            break
    pay(seat, row["pay"], -1)
    return found


@njit
def list_imitate(state, rules, seat_number, row, weapon, imitating, out, n):
    """Every space that can be imitated once the price is paid."""
    seat = state["seats"][seat_number]
    if not can_pay(seat, row["pay"]):
        return n
    pay(seat, row["pay"], 1)
    for index in range(state["num_open"]):
        target = int(state["open_spaces"][index])
        if imitable(state, rules, seat_number, target, weapon, imitating):
            out[n] = code(act.IMITATE, target, 0, 0)
            n += 1
    pay(seat, row["pay"], -1)
    return n
