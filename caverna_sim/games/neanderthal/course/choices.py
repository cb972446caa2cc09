"""How choices are listed."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.records.codes import code


@njit
def put(out, n, kind, first, second, third):
    """List a choice; returns how many there are now."""
    out[n] = code(kind, first, second, third)
    return n + 1
