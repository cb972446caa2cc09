"""Action spaces: what can be done where, and carrying out one part of a space's program (R-WORK, R-CONN, R-IMIT)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.course.doors import FINDS_OUT_BY_LISTING, carry_out, is_choice_of, list_choices, plain_part_possible
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING, can_imitate, list_imitate
from caverna_sim.games.caverna.course.parts.collect import receive
from caverna_sim.games.caverna.home.dwarfs import acting_weapon
from caverna_sim.games.caverna.home.wares import owns_any
from caverna_sim.games.caverna.ids import argument, effect, part
from caverna_sim.kit.records.agenda import push, top_step
from caverna_sim.kit.records.bits import first


@njit
def part_possible(state, rules, seat_number, space, done, row, weapon, imitating):
    """Whether a part can be carried out right now."""
    if row["do"] == part.IMITATE:
        return can_imitate(state, rules, seat_number, row, weapon, imitating)
    return plain_part_possible(state, rules, seat_number, space, done, row, weapon, imitating)


@njit
def space_usable(state, rules, seat_number, space, weapon):
    """Whether at least one part of a space can be carried out by a dwarf placed there (R-WORK-6)."""
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        if one["needs"] == 0 and part_possible(state, rules, seat_number, space, 0, one, weapon, NOT_IMITATING):
            return True
    return False


# ---------------------------------------------------------------- which parts are open


@njit
def guest_room_works(rules, seat, space):
    """Whether either/or may be read as and/or here (R-CONN-4, R-INT-11)."""
    mode = rules["space"][space]["guest_room"]
    if mode == 0 or not owns_any(seat, rules["passive"][effect.EITHER_OR_BECOMES_AND_OR]):
        return False
    return mode == 1 or not seat["guest_room_used"]


@njit
def open_parts(rules, seat, space, done):
    """The set of parts that are not done and that connectives still allow."""
    row = rules["space"][space]
    guest = guest_room_works(rules, seat, space)
    parts = 0
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        blocked = one["blocked_by_guest"] if guest else one["blocked_by"]
        if not (done >> number) & 1 and not done & blocked and done & one["needs"] == one["needs"]:
            parts |= 1 << number
    return parts


@njit
def _must_take(state, rules, space, parts, imitating):
    """Parts that take accumulated goods, when goods may not be left lying (toggle may_decline_accumulated_goods)."""
    taking = 0
    if rules["may_decline_goods"] or imitating or not (state["stocked"] >> space) & 1:
        return taking
    for number in range(rules["space"][space]["num_parts"]):
        if (parts >> number) & 1 and rules["space"][space]["parts"][number]["take"]:
            taking |= 1 << number
    return taking


@njit
def choosable_parts(state, rules, seat_number, space, done, imitating):
    """The set of parts that connectives and house rules leave open; each may still be impossible."""
    parts = open_parts(rules, state["seats"][seat_number], space, done)
    must_take = _must_take(state, rules, space, parts, imitating)
    if must_take:
        row = rules["space"][space]
        for number in range(row["num_parts"]):
            if _would_block(row, must_take, number):
                parts &= ~(1 << number)
    return parts


@njit
def any_part_possible(state, rules, seat_number, space, imitating):
    """Whether a dwarf that has done nothing yet finds something to do (R-WORK-6)."""
    weapon = acting_weapon(state, state["seats"][seat_number])
    parts = choosable_parts(state, rules, seat_number, space, 0, imitating)
    while parts:
        row = rules["space"][space]["parts"][first(parts)]
        parts &= parts - 1
        if part_possible(state, rules, seat_number, space, 0, row, weapon, imitating):
            return True
    return False


@njit
def _would_block(row, must_take, number):
    """Whether doing a part would shut out another one that must be done."""
    for other in range(row["num_parts"]):
        if (must_take >> other) & 1 and (row["parts"][other]["blocked_by"] >> number) & 1:
            return True
    return False


@njit
def may_stop(state, rules, seat_number, space, done, imitating):
    """Whether the action may be ended: something was done (R-WORK-6) and nothing must be taken any more."""
    if done == 0:
        return False
    parts = open_parts(rules, state["seats"][seat_number], space, done)
    return _must_take(state, rules, space, parts, imitating) == 0


# ---------------------------------------------------------------- listing and carrying out


@njit
def list_part(state, rules, seat_number, space, done, row, weapon, imitating, out, n):
    """All choices of one part, none when it is not possible."""
    if row["do"] == part.IMITATE:
        return list_imitate(state, rules, seat_number, row, weapon, imitating, out, n)
    if not FINDS_OUT_BY_LISTING[int(row["do"])]:
        if not plain_part_possible(state, rules, seat_number, space, done, row, weapon, imitating):
            return n
    return list_choices(state, rules, seat_number, space, done, row, out, n)


@njit
def part_of_action(rules, seat, space, parts, action):
    """The first of these parts that an action carries out."""
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        if (parts >> number) & 1 and is_choice_of(seat, row["parts"][number], action):
            return number
    return -1


@njit
def carry_out_part(state, rules, seat_number, space, done, number, row, imitating, action):
    """Carry out one part with the choice made; steps that go on are put on the agenda."""
    carry_out(state, rules, seat_number, space, done, number, row, action)
    if space != part.NO_SPACE:
        receive(state, rules, seat_number, space, row, imitating)


@njit
def only_collects(rules, space):
    """Whether a space has nothing to choose: its goods are taken as the dwarf is placed."""
    row = rules["space"][space]
    return row["num_parts"] == 1 and row["parts"][0]["do"] == part.COLLECT


@njit
def begin_action(state, rules, seat_number, space, which):
    """The step in which a space is carried out, ACTION or GRANT; where there is nothing to choose its goods are taken at once."""
    push(state, which, seat_number)[argument.SPACE] = space
    if only_collects(rules, space):
        receive(state, rules, seat_number, space, rules["space"][space]["parts"][0], NOT_IMITATING)
        top_step(state)[argument.DONE] = 1
