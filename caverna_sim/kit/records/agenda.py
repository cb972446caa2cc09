"""The agenda: a stack of pending steps. The step on top is the one that must be decided now."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit


@njit
def push(state, step, seat, a, b, c, d):
    """Put a step on top; what its arguments mean stands in ids/argument.py."""
    top = state["agenda"][state["depth"]]
    top["step"] = step
    top["seat"] = seat
    top["a"] = a
    top["b"] = b
    top["c"] = c
    top["d"] = d
    state["depth"] += 1


@njit
def top_step(state):
    """The step on top, by reference; the agenda is not empty."""
    return state["agenda"][state["depth"] - 1]


@njit
def pop(state):
    """Take the top step away and wipe its slot, so that equal positions are equal byte for byte."""
    state["depth"] -= 1
    top = state["agenda"][state["depth"]]
    top["step"] = 0
    top["seat"] = 0
    top["a"] = 0
    top["b"] = 0
    top["c"] = 0
    top["d"] = 0
