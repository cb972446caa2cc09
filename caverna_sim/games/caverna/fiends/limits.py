"""What a seat may not do about orcs in an experiment, beside the limits of the base game (home/limits.py)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit


@njit
def may_rid(seat, way):
    """Whether a way to be rid of orcs is open to the seat."""
    return (seat["limits"]["orcs"] >> way) & 1 == 0
