"""All weapons grow, as loot: it waits for the end of the expedition (R-EXP-5)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged


@njit_merged
def possible():
    """Always."""
    return True
