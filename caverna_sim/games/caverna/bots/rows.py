"""Sums of rows of weights, for nets: the numbers of a stretch of columns are kept in the processor's registers all the while.

Each number is added up in the order of the rows, as a plain loop would do it. The functions are plain Python; compiled code gets vectors,
which numba's loops over arrays that may overlap do not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from caverna_sim.games.caverna.bots.layout import NARROW, SIDE_BY_SIDE, WIDE
from caverna_sim.jit import njit_unrolled


@njit_unrolled
def list_rows(inputs, size, rows, values, at, shift):
    """Append the inputs that are not 0 to `rows`, moved up by `shift`, and `values`; how many there are then."""
    for index in range(size):
        value = inputs[index]
        rows[at] = index + shift
        values[at] = value
        at += 1 if value != 0.0 else 0
    return at


@njit_unrolled
def list_active(units, size, rows, values):
    """List the units above 0; how many there are."""
    number = 0
    for index in range(size):
        value = units[index]
        rows[number] = index
        values[number] = value
        number += 1 if value > 0.0 else 0
    return number


def add_rows(total, start, columns, bias, weights, rows, values, number):
    """total[start:start + columns] = the bias there, and the weights of some rows times their values."""
    for column in range(start, start + columns):
        total[column] = bias[column]
        for index in range(number):
            total[column] += values[index] * weights[rows[index], column]


def add_rows_wide(total, bias, weights, rows, values, number):
    """The same for the columns of a first layer."""
    add_rows(total, 0, WIDE, bias, weights, rows, values, number)


def add_rows_narrow(total, bias, weights, rows, values, number):
    """The same for the columns of a second layer."""
    add_rows(total, 0, NARROW, bias, weights, rows, values, number)


def add_rows_beside(total, start, bias, weights, rows, values, number):
    """The same for choices side by side."""
    add_rows(total, start, SIDE_BY_SIDE, bias, weights, rows, values, number)


def _in_registers(columns: int) -> Callable[..., Any]:
    """`add_rows` for a number of columns, as one vector."""

    @intrinsic  # type: ignore[untyped-decorator]
    def summed(_typing: Any, total: Any, start: Any, bias: Any, weights: Any, rows: Any, values: Any, number: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            import llvmlite.ir as ir

            arrays = [context.make_array(kind)(context, builder, one) if hasattr(kind, "dtype") else one
                      for kind, one in zip(signature.args, given, strict=True)]  # fmt: skip
            to, begin, offset, matrix, listed, times, end = arrays
            vector = ir.VectorType(ir.FloatType(), columns)
            none = ir.Constant(vector, ir.Undefined)
            first = ir.Constant(ir.VectorType(ir.IntType(32), columns), [0] * columns)

            def columns_at(data: Any, place: Any) -> Any:
                return builder.bitcast(builder.gep(data, [place]), vector.as_pointer())

            total_ = cgutils.alloca_once(builder, vector)
            builder.store(builder.load(columns_at(offset.data, begin), align=4), total_)
            width = cgutils.unpack_tuple(builder, matrix.shape)[1]
            with cgutils.for_range(builder, end) as loop:
                row = builder.sext(builder.load(builder.gep(listed.data, [loop.index])), begin.type)
                value = builder.load(builder.gep(times.data, [loop.index]))
                every = builder.shuffle_vector(builder.insert_element(none, value, ir.IntType(32)(0)), none, first)
                weight = builder.load(columns_at(matrix.data, builder.add(builder.mul(row, width), begin)), align=4)
                builder.store(builder.fadd(builder.load(total_), builder.fmul(every, weight)), total_)
            builder.store(builder.load(total_), columns_at(to.data, begin), align=4)
            return context.get_dummy_value()

        return types.none(total, start, bias, weights, rows, values, number), build

    return summed  # type: ignore[no-any-return]


_wide, _narrow, _beside = _in_registers(WIDE), _in_registers(NARROW), _in_registers(SIDE_BY_SIDE)


@overload(add_rows_wide)
def _compiled_wide(total, bias, weights, rows, values, number):  # numba compares signatures: no annotations here
    return lambda total, bias, weights, rows, values, number: _wide(total, 0, bias, weights, rows, values, number)


@overload(add_rows_narrow)
def _compiled_narrow(total, bias, weights, rows, values, number):
    return lambda total, bias, weights, rows, values, number: _narrow(total, 0, bias, weights, rows, values, number)


@overload(add_rows_beside)
def _compiled_beside(total, start, bias, weights, rows, values, number):
    return lambda total, start, bias, weights, rows, values, number: _beside(total, start, bias, weights, rows, values, number)
