"""Kinds of parts, steps or phases: a row of a game's ids and a module of its name with doors are all that each needs.

A game takes its own copy, so that the kernels gathered here are its own (`own_copy(kinds, __name__).Kinds`, `.by_phase`).
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from caverna_sim.compiling.jit import gathered, njit, njit_hook


def gathered_in_two(name, arguments, asks, doors, in_wing, otherwise, words, compiled, **names):
    """A kernel that opens one of several doors; those `in_wing` by a hook, which a base game passes."""
    if in_wing:
        plain = gathered(f"{name}_in_wing", arguments, asks, in_wing, otherwise, words, **names)
        hook = njit_hook(otherwise, **names)(plain)
        otherwise, names = f"hook({arguments})", {"hook": hook}
    return compiled(gathered(name, arguments, asks, doors, otherwise, words, **names))


def by_phase(doors, in_wing=None):
    """`advance_once`: one automatic step of the phase that is on; doors[phase] name what they need of `state` and `rules`."""
    return gathered_in_two("advance_once", "state, rules", 'int(state["phase"])', doors, in_wing or {}, "None", {}, njit)


class Kinds:
    """The modules of all kinds; `asks` tells the number of the kind at hand, `words` what doors may name beside the arguments.

    `rooms` are the packages in which modules are looked for. A row whose module stands in `wing` belongs to an expansion, and a base game
    passes it.
    """

    def __init__(self, rooms, rows, asks, words=None, wing=None):
        self.asks, self.words = asks, words or {}
        found = {
            number: f"{room}.{row.name}"
            for room in (*rooms, *([wing] if wing else []))
            for number, row in enumerate(rows)
            if find_spec(f"{room}.{row.name}")
        }
        self.modules = {number: import_module(name) for number, name in found.items()}
        self.in_wing = {number for number, name in found.items() if wing and name.startswith(f"{wing}.")}

    def gather(self, name, arguments, door, otherwise, compiled=njit, **names):
        """A kernel that opens the same door of whichever kind it is; one of an expansion by a hook (`jit.njit_hook`).

        Doors name the arguments that they need, or one of the `words`. A kind without this door does `otherwise`, which needs `names`.
        """
        doors, in_wing = self._doors(door, False), self._doors(door, True)
        return gathered_in_two(name, arguments, self.asks, doors, in_wing, otherwise, self.words, compiled, **names)

    def _doors(self, door, in_wing):
        kinds = {number: module for number, module in sorted(self.modules.items()) if (number in self.in_wing) == in_wing}
        return {number: getattr(module, door) for number, module in kinds.items() if hasattr(module, door)}
