"""Action ids inside kernels: kind * 2**24 + first * 2**16 + second * 2**8 + third. See actions.py of a game."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit


@njit
def code(kind, first, second, third):
    """The id of an action."""
    return (int(kind) << 24) | (int(first) << 16) | (int(second) << 8) | int(third)


@njit
def kind_of(action):
    """What an action does, see ids/act.py."""
    return int(action) >> 24


@njit
def first_of(action):
    """The first argument of an action."""
    return (int(action) >> 16) & 255


@njit
def second_of(action):
    """The second argument of an action."""
    return (int(action) >> 8) & 255


@njit
def third_of(action):
    """The third argument of an action."""
    return int(action) & 255
