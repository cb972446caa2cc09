"""The agenda: a stack of pending steps. The step on top is the one that must be decided now."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit


@njit
def push(state, step, seat):
    """Put a step on top. It remembers nothing yet: what it shall is written by name, `push(...)[argument.DISKS] = 2` (ids/argument.py)."""
    top = state["agenda"][state["depth"]]
    top["step"] = step
    top["seat"] = seat
    state["depth"] += 1
    return top


@njit
def top_step(state):
    """The step on top, by reference; the agenda is not empty."""
    return state["agenda"][state["depth"] - 1]


@njit
def pop(state):
    """Take the top step away and wipe its slot, so that equal positions are equal byte for byte and the next step remembers nothing."""
    state["depth"] -= 1
    top = state["agenda"][state["depth"]]
    top["step"] = 0
    top["seat"] = 0
    top["a"] = 0
    top["b"] = 0
    top["c"] = 0
    top["d"] = 0
