"""The learned evaluation of a position: points now, and what a small net expects a seat to add until the end."""

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.agricola.bots.features import look
from caverna_sim.games.agricola.bots.layout import NARROW, NUM_FEATURES, POINTS_PER_UNIT, SIDE_BY_SIDE, WIDE
from caverna_sim.games.agricola.course.targets import PARTNER, seat_of
from caverna_sim.games.agricola.ids import phase
from caverna_sim.kit.bots import nets

_nets = own_copy(nets, __name__, WIDE=WIDE, NARROW=NARROW, SIDE_BY_SIDE=SIDE_BY_SIDE)
list_rows, list_active, net_output = _nets.list_rows, _nets.list_active, _nets.net_output
add_rows_wide, add_rows_beside = _nets.add_rows_wide, _nets.add_rows_beside


@njit
def expected_points(state, rules, judge, seat_number, mind):
    """Points a seat will probably have at the end, seen after one of its turns."""
    points = float(look(state, rules, seat_number, mind))
    if state["phase"] == phase.OVER:
        return points
    number = list_rows(mind["feature"], NUM_FEATURES, mind["rows"], mind["values"], 0, 0)
    return points + POINTS_PER_UNIT * net_output(judge, mind, number)


@njit
def prospect(state, rules, judge, seat_number, mind):
    """What a seat plays for: its own points, in team play those of both partners (AG-VAR-25)."""
    points = expected_points(state, rules, judge, seat_number, mind)
    if rules["team_play"]:
        points += expected_points(state, rules, judge, seat_of(state, seat_number, PARTNER), mind)
    return points
