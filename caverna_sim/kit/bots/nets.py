"""The small net that positions are judged by, and the sums of rows of weights that nets are made of.

A stretch of columns is kept in the processor's registers all the while. Each number is added up in the order of the rows, as a plain loop
would do it. The functions that add are plain Python; compiled code gets vectors, which numba's loops over arrays that may overlap do not.

A game takes its own copy and gives the sizes of its layers, multiples of VECTOR (`own_copy(nets, __name__, WIDE=96, NARROW=32)`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from caverna_sim.compiling.jit import njit_unrolled

VECTOR = 32  # columns in one vector: of a number that is no power of two LLVM takes vectors apart, number by number
WIDE = VECTOR  # units of the first layer
NARROW = VECTOR  # ... of the second
SIDE_BY_SIDE = VECTOR  # outputs that are worked out together


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
    """`add_rows` for a number of columns, as a few vectors."""
    if columns % VECTOR:
        raise ValueError(f"{columns} columns are no multiple of {VECTOR}")  # the last vector would reach beyond its row

    @intrinsic  # type: ignore[untyped-decorator]
    def summed(_typing: Any, total: Any, start: Any, bias: Any, weights: Any, rows: Any, values: Any, number: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            import llvmlite.ir as ir

            arrays = [context.make_array(kind)(context, builder, one) if hasattr(kind, "dtype") else one
                      for kind, one in zip(signature.args, given, strict=True)]  # fmt: skip
            to, begin, offset, matrix, listed, times, end = arrays
            vector = ir.VectorType(ir.FloatType(), VECTOR)
            none = ir.Constant(vector, ir.Undefined)
            first = ir.Constant(ir.VectorType(ir.IntType(32), VECTOR), [0] * VECTOR)

            def columns_at(data: Any, place: Any) -> list[Any]:
                places = (builder.add(place, ir.Constant(begin.type, column)) for column in range(0, columns, VECTOR))
                return [builder.bitcast(builder.gep(data, [one]), vector.as_pointer()) for one in places]

            totals = [cgutils.alloca_once(builder, vector) for _ in range(0, columns, VECTOR)]
            for sum_, here in zip(totals, columns_at(offset.data, begin), strict=True):
                builder.store(builder.load(here, align=4), sum_)
            width = cgutils.unpack_tuple(builder, matrix.shape)[1]
            with cgutils.for_range(builder, end) as loop:
                row = builder.sext(builder.load(builder.gep(listed.data, [loop.index])), begin.type)
                value = builder.load(builder.gep(times.data, [loop.index]))
                every = builder.shuffle_vector(builder.insert_element(none, value, ir.IntType(32)(0)), none, first)
                for sum_, here in zip(totals, columns_at(matrix.data, builder.add(builder.mul(row, width), begin)), strict=True):
                    builder.store(builder.fadd(builder.load(sum_), builder.fmul(every, builder.load(here, align=4))), sum_)
            for sum_, here in zip(totals, columns_at(to.data, begin), strict=True):
                builder.store(builder.load(sum_), here, align=4)
            return context.get_dummy_value()

        return types.none(total, start, bias, weights, rows, values, number), build

    return summed  # type: ignore[no-any-return]


_wide, _narrow, _beside = _in_registers(WIDE), _in_registers(NARROW), _in_registers(SIDE_BY_SIDE)


@overload(add_rows_wide, inline="always")
def _compiled_wide(total, bias, weights, rows, values, number):  # numba compares signatures: no annotations here
    return lambda total, bias, weights, rows, values, number: _wide(total, 0, bias, weights, rows, values, number)


@overload(add_rows_narrow, inline="always")
def _compiled_narrow(total, bias, weights, rows, values, number):
    return lambda total, bias, weights, rows, values, number: _narrow(total, 0, bias, weights, rows, values, number)


@overload(add_rows_beside, inline="always")
def _compiled_beside(total, start, bias, weights, rows, values, number):
    return lambda total, start, bias, weights, rows, values, number: _beside(total, start, bias, weights, rows, values, number)


# ---------------------------------------------------------------- the net


@njit_unrolled
def net_output(judge, mind, number):
    """Two layers of rectified sums, then one sum. Most features are 0 and cost nothing: so many are listed."""
    rows, values, wide, narrow = mind["rows"], mind["values"], mind["wide"], mind["narrow"]
    add_rows_wide(wide, judge["bias_1"], judge["layer_1"], rows, values, number)
    number = list_active(wide, WIDE, rows, values)
    add_rows_narrow(narrow, judge["bias_2"], judge["layer_2"], rows, values, number)
    total = judge["bias_3"]
    for unit in range(NARROW):
        if narrow[unit] > 0.0:
            total += narrow[unit] * judge["layer_3"][unit]
    return total
