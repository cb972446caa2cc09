"""Carry out the parts of an action space (AG-WRK-03 to AG-WRK-05)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.doors import carry_out_part, list_part
from caverna_sim.games.agricola.course.spaces import any_part_possible, open_part
from caverna_sim.games.agricola.ids import act, argument, part
from caverna_sim.kit.records.codes import code, kind_of


@njit
def list_choices(state, rules, seat_number, seat, space, done, active, count, out, n):
    """What each open part offers; to stop once something was done."""
    for number in range(rules["space"][space]["num_parts"]):
        if open_part(rules, space, number, done, active, count):
            so_far = count if active == 1 + number else 0
            n = list_part(state, rules, seat_number, seat, space, rules["space"][space]["parts"][number], so_far, out, n)
    if done:
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, row, space, done, active, count, action):
    """One piece of a part; the first piece of another part closes the one before (AG-WRK-05)."""
    wanted = part.OF_ACTION[kind_of(action)]
    for number in range(rules["space"][space]["num_parts"]):
        one = rules["space"][space]["parts"][number]
        if one["do"] == wanted:
            row[argument.DONE] = done | 1 << number
            row[argument.ACTIVE] = 1 + number
            so_far = count if active == 1 + number else 0
            row[argument.COUNT] = carry_out_part(state, rules, seat_number, seat, space, one, so_far, action)


@njit
def is_over(state, rules, seat_number, seat, space, done, active, count):
    """Whether nothing is left but to stop."""
    return not any_part_possible(state, rules, seat_number, seat, space, done, active, count)
