"""Kinds of parts: a row of ids/part.py and a module of its name with doors are all that each needs. Those of steps are in core.py."""

from caverna_sim.compiling.jit import njit_inline, own_copy
from caverna_sim.games.agricola.ids import part
from caverna_sim.kit.play import kinds

Kinds = own_copy(kinds, __name__).Kinds
_PARTS = Kinds(["caverna_sim.games.agricola.course.parts"], part.ROWS, 'int(part["do"])')

part_possible = _PARTS.gather("part_possible", "state, rules, seat_number, seat, space, part, count", "possible", "False", njit_inline)
list_part = _PARTS.gather("list_part", "state, rules, seat_number, seat, space, part, count, out, n", "list_choices", "n")
carry_out_part = _PARTS.gather("carry_out_part", "state, rules, seat_number, seat, space, part, count, action", "carry_out", "count")
