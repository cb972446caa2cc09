"""Kinds of parts: a row of ids/part.py and a module of its name with doors are all that each needs. Those of steps are in core.py."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from caverna_sim.compiling.jit import gathered, njit
from caverna_sim.games.agricola.ids import part


def modules_of(folder: str, rows: Any) -> dict[int, Any]:
    """The modules of all kinds, by number."""
    room = f"caverna_sim.games.agricola.course.{folder}"
    return {number: import_module(f"{room}.{row.name}") for number, row in enumerate(rows) if row.name != "none"}


def doors_of(modules: dict[int, Any], door: str) -> dict[int, Any]:
    """The same door of all kinds that have it."""
    return {number: getattr(module, door) for number, module in modules.items() if hasattr(module, door)}


_PARTS = modules_of("parts", part.ROWS)
_ASKS = 'int(part["do"])'

part_possible = njit(
    gathered("part_possible", "state, rules, seat_number, seat, space, part, count", _ASKS, doors_of(_PARTS, "possible"), "False", {})
)
list_part = njit(
    gathered("list_part", "state, rules, seat_number, seat, space, part, count, out, n", _ASKS, doors_of(_PARTS, "list_choices"), "n", {})
)
carry_out_part = njit(
    gathered(
        "carry_out_part", "state, rules, seat_number, seat, space, part, count, action", _ASKS, doors_of(_PARTS, "carry_out"), "count", {}
    )
)
