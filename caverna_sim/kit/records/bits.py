"""Sets of cells as 64-bit masks: counting members and walking through them.

The two functions are plain Python; compiled code gets the processor's own instructions instead.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload


def count(mask: int) -> int:
    """How many members a set has."""
    return int(mask).bit_count()


def first(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    number = int(mask)
    return (number & -number).bit_length() - 1


@intrinsic
def _ctpop(typing_context: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _cttz(typing_context: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        import llvmlite.ir as ir

        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@overload(count)
def _compiled_count(mask):  # numba compares signatures: no annotations here
    return lambda mask: _ctpop(mask)


@overload(first)
def _compiled_first(mask):
    return lambda mask: _cttz(mask)
