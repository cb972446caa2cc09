"""What a state remembers of all choices: how many, and a hash that names the trajectory."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit


@njit
def remember(state, action):
    """Fold the action into the trajectory hash: two polynomials modulo primes below 2**31."""
    action = int(action)
    high = int(state["hash"]) >> 31
    low = int(state["hash"]) & 0x7FFFFFFF
    high = (high * 1103515245 + action + 1) % 2147483629
    low = (low * 1664525 + action + 1) % 2147483647
    state["hash"] = (high << 31) | low
    state["choices"] += 1
