"""What a seat may not do in an experiment: choices that `legal` leaves out. Without limits nothing here says no."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit

ANY_STRENGTH = 127


@njit
def may_use(seat, space):
    """Whether an action space is open to the seat, by whoever works there, an imitation or a reward."""
    return (seat["limits"]["spaces"] >> space) & 1 == 0


@njit
def may_take(seat, loot):
    """Whether a loot item is open to the seat."""
    return (seat["limits"]["loot"] >> loot) & 1 == 0


@njit
def strongest_arming(state, seat):
    """The strongest weapon that a dwarf may be given now."""
    if state["round"] < seat["limits"]["weapons_from"]:
        return 0
    return strongest_weapon(seat)


@njit
def strongest_weapon(seat):
    """The strength up to which weapons may grow."""
    below = int(seat["limits"]["weapons_below"])
    return below - 1 if below else ANY_STRENGTH


@njit
def family_is_complete(seat):
    """Whether a limit lets the family grow no further."""
    most = int(seat["limits"]["dwarfs"])
    return most > 0 and seat["dwarfs"] >= most
