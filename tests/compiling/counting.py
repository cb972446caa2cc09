"""Kernels that two games share in tests: a counter that goes up to a limit of the game."""

from caverna_sim.compiling.jit import njit

LIMIT = 1  # the game says
TWICE = 2 * LIMIT


@njit
def limited(number):
    """A number, or the limit."""
    return number if number < LIMIT else LIMIT


@njit
def both(number):
    """The limited number, and twice the limit."""
    return limited(number) + TWICE
