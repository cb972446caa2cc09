"""The doors of all kinds of parts: whether one is possible, its choices, what a choice does. A row of ids/part.py is all they need."""

from __future__ import annotations

from importlib import import_module

from caverna_sim.games.caverna.ids import act, part
from caverna_sim.games.caverna.shape.codes import kind_of
from caverna_sim.jit import gathered, njit, njit_hook

MODULES = {
    number: import_module(f"caverna_sim.games.caverna.{'fiends' if row.fiends else 'course'}.parts.{row.name}")
    for number, row in enumerate(part.ROWS)
    if number not in (part.NONE, part.IMITATE)  # imitation asks the parts of other spaces (course/imitation.py)
}


def _doors(door, fiends):
    kinds = {number: module for number, module in MODULES.items() if part.ROWS[number].fiends == fiends}
    return {number: getattr(module, door) for number, module in kinds.items() if hasattr(module, door)}


def _gather(name, arguments, door, otherwise):
    """A kernel that opens the same door of whichever kind `row` is; one of Frantic Fiends by a hook (`jit.njit_hook`)."""
    asks = 'int(row["do"])'
    in_fiends = _doors(door, True)
    if not in_fiends:
        return njit(gathered(name, arguments, asks, _doors(door, False), otherwise))
    hook = njit_hook(otherwise)(gathered(f"{name}_in_fiends", arguments, asks, in_fiends, otherwise))
    return njit(gathered(name, arguments, asks, _doors(door, False), f"hook({arguments})", hook=hook))


# whether a part other than imitation can be carried out right now
plain_part_possible = _gather(
    "plain_part_possible", "state, rules, seat_number, space, done, row, weapon, imitating", "possible", "False"
)  # fmt: skip
list_choices = _gather("list_choices", "state, rules, seat_number, space, done, row, out, n", "list_choices", "n")
_is_choice = _gather("_is_choice", "seat, row, action", "is_choice", "True")
carry_out = _gather("carry_out", "state, rules, seat_number, space, done, number, row, action", "carry_out", "None")
# kinds whose choices are none when the part is not possible
FINDS_OUT_BY_LISTING = tuple(hasattr(MODULES.get(number), "FINDS_OUT_BY_LISTING") for number in range(part.NUM))


@njit
def is_choice_of(seat, row, action):
    """Whether an action carries out this part."""
    return act.OF_PART[int(row["do"])] == kind_of(action) and _is_choice(seat, row, action)
