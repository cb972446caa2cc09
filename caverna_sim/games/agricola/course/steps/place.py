"""Place a person on an action space (AG-WRK-01 to AG-WRK-03)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.spaces import free_spaces, space_usable, use_space
from caverna_sim.games.agricola.farm.house import person_at_home
from caverna_sim.games.agricola.ids import act
from caverna_sim.games.agricola.shape.layout import NOBODY, PASSED
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of

ADULT = 0


@njit
def list_choices(state, rules, seat_number, seat, out, n):
    """Every free space where something can be done; none: the person is passed (AG-WRK-07)."""
    begin, spaces = n, free_spaces(state, rules, seat)
    gives = int(rules["gives_always"]) | (int(rules["gives_stock"]) & int(state["stocked"]))
    while spaces:
        space = first(spaces)
        if (gives >> space) & 1 or space_usable(state, rules, seat_number, seat, space):
            out[n] = code(act.PLACE, space, ADULT, 0)
            n += 1
        spaces &= spaces - 1
    if n == begin:
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    """The person goes there, and the turn to the next player; what the space offers is done first."""
    space = first_of(action)
    pop(state)
    seat["at"][person_at_home(seat)] = space
    state["occupied"] |= 1 << space
    if state["used_by"][space] == NOBODY:
        state["used_by"][space] = seat_number
    state["turn"] = (seat_number + 1) % state["players"]
    use_space(state, rules, seat_number, seat, space)


@njit
def end(state, seat_number, seat):
    """A person who has no space to go to stays at home (AG-WRK-07)."""
    pop(state)
    seat["at"][person_at_home(seat)] = PASSED
    state["turn"] = (seat_number + 1) % state["players"]
