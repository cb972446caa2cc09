"""Kinds of parts and of steps: a row of ids/ and a module of its name with doors are all that each needs.

Here are the doors of parts (ids/part.py): whether one is possible, its choices, what a choice does. Those of steps are in core.py.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.caverna.ids import act, part
from caverna_sim.kit.play import kinds
from caverna_sim.kit.records.codes import kind_of

_ROOMS = ("caverna_sim.games.caverna.course", "caverna_sim.games.caverna.fiends")
Kinds = own_copy(kinds, __name__).Kinds


def kinds_in(folder, rows, asks, words=None):
    """All kinds of a folder of course/ and of fiends/."""
    course, wing = (f"{room}.{folder}" for room in _ROOMS)
    return Kinds([course], rows, asks, words, wing)


# imitation asks the parts of other spaces and has no module (course/imitation.py)
PARTS = kinds_in("parts", part.ROWS, 'int(row["do"])')

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
