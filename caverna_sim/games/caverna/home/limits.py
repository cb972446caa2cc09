"""What a seat may not do in an experiment: choices that `legal` leaves out. Without limits nothing here says no."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.shape.sizes import MAX_LATE
from caverna_sim.games.caverna.shape.tiles import BITS, has

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
def closed_tiles(state, rules, seat, word):
    """Furnishings that the seat may not build now. One word of the set.

    One that must be its first closes all others but dwellings, for as long as it is in the supply.
    """
    limits = seat["limits"]
    closed = int(limits["tiles"][word])
    for number in range(MAX_LATE):
        late = int(limits["late_tile"][number]) - 1
        if late < 0:
            break
        if state["round"] < limits["late_from"][number] and late // BITS == word:
            closed |= 1 << (late - word * BITS)
    wanted = int(limits["first_tile"]) - 1
    if wanted >= 0 and has(state["supply"], wanted):
        closed |= ~int(rules["dwellings"][word])
        if wanted // BITS == word:
            closed &= ~(1 << (wanted - word * BITS))
    return closed


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
