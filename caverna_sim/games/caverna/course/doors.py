"""Kinds of parts and of steps: a row of ids/ and a module of its name with doors are all that each needs.

Here are the doors of parts (ids/part.py): whether one is possible, its choices, what a choice does. Those of steps are in core.py.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from caverna_sim.compiling.jit import gathered, njit, njit_hook
from caverna_sim.games.caverna.ids import act, part
from caverna_sim.kit.records.codes import kind_of


class Kinds:
    """The modules of all kinds, in a folder of course/ or fiends/; `asks` tells the number of the kind at hand."""

    def __init__(self, folder, rows, asks, means=None):
        self.rows, self.asks, self.means = rows, asks, means or {}
        rooms = [f"caverna_sim.games.caverna.{room}.{folder}" for room in ("course", "fiends")]
        found = {number: f"{room}.{row.name}" for room in rooms for number, row in enumerate(rows) if find_spec(f"{room}.{row.name}")}
        self.modules = {number: import_module(name) for number, name in found.items()}

    def gather(self, name, arguments, door, otherwise, compiled=njit, **names):
        """A kernel that opens the same door of whichever kind it is; one of Frantic Fiends by a hook (`jit.njit_hook`).

        Doors name the arguments that they need, or words of `means`. A kind without this door does `otherwise`, for which `names` are.
        """
        if in_fiends := self._doors(door, True):
            plain = gathered(f"{name}_in_fiends", arguments, self.asks, in_fiends, otherwise, self.means, **names)
            hook = njit_hook(otherwise, **names)(plain)
            otherwise, names = f"hook({arguments})", {"hook": hook}
        return compiled(gathered(name, arguments, self.asks, self._doors(door, False), otherwise, self.means, **names))

    def _doors(self, door, fiends):
        kinds = {number: module for number, module in self.modules.items() if self.rows[number].fiends == fiends}
        return {number: getattr(module, door) for number, module in sorted(kinds.items()) if hasattr(module, door)}


# imitation asks the parts of other spaces and has no module (course/imitation.py)
PARTS = Kinds("parts", part.ROWS, 'int(row["do"])')

# whether a part other than imitation can be carried out right now
plain_part_possible = PARTS.gather(
    "plain_part_possible", "state, rules, seat_number, space, done, row, weapon, imitating", "possible", "False"
)  # fmt: skip
list_choices = PARTS.gather("list_choices", "state, rules, seat_number, space, done, row, out, n", "list_choices", "n")
_is_choice = PARTS.gather("_is_choice", "seat, row, action", "is_choice", "True")
carry_out = PARTS.gather("carry_out", "state, rules, seat_number, space, done, number, row, action", "carry_out", "None")
# kinds whose choices are none when the part is not possible
FINDS_OUT_BY_LISTING = tuple(hasattr(PARTS.modules.get(number), "FINDS_OUT_BY_LISTING") for number in range(part.NUM))


@njit
def is_choice_of(seat, row, action):
    """Whether an action carries out this part."""
    return act.OF_PART[int(row["do"])] == kind_of(action) and _is_choice(seat, row, action)
