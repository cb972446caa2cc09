"""Whose farm something is built on: one's own or, in team play, the partner's (AG-VAR-20 to AG-VAR-24)."""

from caverna_sim.compiling.jit import njit

OWN, PARTNER = range(2)


@njit
def farms(rules):
    """On how many farms a player may build."""
    return 2 if rules["team_play"] else 1


@njit
def seat_of(state, seat_number, farm):
    """The seat whose farm that is; partners sit opposite."""
    return seat_number if farm == OWN else (seat_number + 2) % state["players"]
