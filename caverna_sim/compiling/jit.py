"""The one door to the compiler: `njit` with an on-disk cache that can never hand out yesterday's rules.

Numba does not recompile a cached caller when only a callee or a constant in another file has changed, so a game's kernels are kept in a
folder named by a hash over every source file that they are compiled from (cache.py). kernels.py compiles them in ways of our own;
stock.py, slower, as numba comes. progress.py shows how far compiling is.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types

from caverna_sim.compiling.relied import takes_stock

IS_COMPILED = not numba.config.DISABLE_JIT
IS_STOCK = IS_COMPILED and takes_stock()

if IS_STOCK:
    from caverna_sim.compiling.stock import chosen, compiled
elif IS_COMPILED:
    from caverna_sim.compiling.kernels import chosen, compiled
else:
    from caverna_sim.compiling.plain import chosen, compiled


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel, keep it in the cache, and let go of the GIL while it runs.

    It makes no array and hands none out: then numba need not count who holds one, which took an eighth of a game. It raises nothing, counts
    nothing from the end, and writes to none of its `rules` and `bot`: what that is good for says calling.py.
    """
    return compiled(function, counts=False)


def njit_counting(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that makes arrays or hands them out, and is called in numba's way.

    What it hands out must belong to a record: callers do not let go of it.
    """
    return compiled(function, counts=True)


def njit_inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same as `njit` for a kernel that is called very often from few places: its code is put there, however long it is."""
    return compiled(function, counts=False, forceinline=True)


def njit_unrolled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same as `njit` for a kernel with long loops over numbers, as nets have: they are unrolled, others are not (linking.py)."""
    return compiled(function, counts=False, unrolls=True)


def njit_merged(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same as `njit` for a few lines called in one place, such as a door (`gathered`): they are compiled as part of their caller."""
    return compiled(function, counts=False, inline="always")


def njit_hook(base_game: str, **names: Any) -> Callable[..., Any]:
    """A kernel of an expansion where the base game has nothing: there the expression `base_game` takes its place, compiled or not.

    The rules of the two games are records of different types (games/caverna/shape/layout.py), so a kernel is compiled for each anyway.
    Without this, the first start of a base game would compile the expansion too, twice the time; and nobody else asks which game it is.
    """

    return lambda function: chosen(function, _stub(function, base_game, names), _has_base_rules)


def _stub(function: Callable[..., Any], expression: str, known: Mapping[str, Any]) -> Callable[..., Any]:
    """A function with the same arguments that only returns an expression of them."""
    arguments = ", ".join(function.__code__.co_varnames[: function.__code__.co_argcount])
    names: dict[str, Any] = {"__name__": function.__module__, **known}  # numba asks for the name when it loads the stub from the cache
    exec(f"def {function.__name__}({arguments}):\n    return {expression}", names)
    stub: Callable[..., Any] = names[function.__name__]
    return stub


def gathered(
    name: str,
    arguments: str,
    asks: str,
    doors: Mapping[int, Callable[..., Any]],
    otherwise: str,
    words: Mapping[str, str],
    **names: Any,
) -> Callable[..., Any]:
    """The plain function that leaves its work to one of several kernels: to the one whose number `asks` comes to.

    It is written out as a chain of comparisons, which LLVM makes a table of jumps of; functions in a tuple would be called by address. Each
    kernel gets those of the arguments that it names, `seat` too, or the expressions of its `words`. `names` are what expressions
    need; decorate the result.
    """
    caller = sys._getframe(1).f_globals
    given: dict[str, Any] = {"__name__": caller["__name__"], **names}
    lines = [f"def {name}({arguments}):", f"    which = {asks}"]
    given_names = arguments.split(", ")
    if "seat_number" in given_names and "seat" not in given_names:
        lines.append('    seat = state["seats"][seat_number]')
    for number, kernel in doors.items():
        given[f"door_{number}"] = kernel
        wanted = ", ".join(words.get(word, word) for word in inspect.signature(getattr(kernel, "py_func", kernel)).parameters)
        lines += [f"    if which == {number}:", f"        return door_{number}({wanted})"]
    exec(compile("\n".join([*lines, f"    return {otherwise}"]), caller["__file__"], "exec"), given)
    function: Callable[..., Any] = given[name]
    return function


def own_copy(shared: ModuleType, module: str, **given: Any) -> ModuleType:
    """The kernels of a shared module as those of a game's module, which is where its kernels are kept; `given` are the game's own values.

    Two games would otherwise play each other's code: numba takes a kernel of the same file and name for the same, whatever its constants
    are. A value that is given takes the place of an assignment at the top of the shared module, so that its other constants follow from it.
    A module has one copy of a shared module at most. Call it as `own_copy(agenda, __name__, MOST_STEPS=16)`.
    """
    home = sys.modules[module]
    copy = ModuleType(f"{module}.{shared.__name__.rpartition('.')[2]}", shared.__doc__)
    copies = vars(home).setdefault("_copies", set())
    if shared.__name__ in copies:
        raise ValueError(f"{module} has a copy of {shared.__name__} already")
    tree = ast.parse(Path(str(shared.__file__)).read_text(encoding="utf-8"))
    replaced = {name: line for line in tree.body for name in _assigned(line) if name in given}
    if missing := sorted(set(given) - set(replaced)):
        raise ValueError(f"{shared.__name__} has no value `{missing[0]}` to be given at its top")
    copies.add(shared.__name__)
    tree.body = [line for line in tree.body if line not in replaced.values()]
    names = vars(copy)
    names |= {"__name__": module, "__file__": home.__file__, **given}
    exec(compile(tree, str(home.__file__), "exec"), names)
    return copy


def _assigned(line: ast.stmt) -> list[str]:
    """Names that a line assigns something to."""
    targets = line.targets if isinstance(line, ast.Assign) else [line.target] if isinstance(line, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _has_base_rules(args: tuple[Any, ...]) -> bool:
    """Whether a kernel is compiled, or run as Python, for the rules of a base game: only they have a field of that name."""
    kinds = (one.fields if isinstance(one, types.Record) else one.dtype.names or () if isinstance(one, np.void) else () for one in args)
    return any("base_game" in fields for fields in kinds)


@numba.extending.intrinsic  # type: ignore[untyped-decorator]
def called_at(_typing: Any, address: Any, state: Any, rules: Any, ids: Any, number: Any) -> Any:
    """Call a function that `callback` has compiled, by its address: kernels need not be compiled anew for it."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.IntType(64), [place, place, place, ir.IntType(64)])
        listed = context.make_array(signature.args[3])(context, builder, given[3]).data
        places = [builder.bitcast(one, place) for one in (given[1], given[2], listed)]
        return builder.call(builder.inttoptr(given[0], kind.as_pointer()), [*places, given[4]])

    return types.int64(address, state, rules, ids, number), generate


def callback(function: Callable[..., Any], state: Any, rules: Any) -> Any:
    """A numba function (state, rules, ids, number) -> index as something with an `address`; keep it as long as that is used."""
    state_type, rules_type = (numba.from_dtype(one.dtype) for one in (state, rules))
    pointers = [types.CPointer(one) for one in (state_type, rules_type, types.int32)]  # type: ignore[attr-defined]

    @numba.cfunc(types.int64(*pointers, types.int64))
    def asked(state, rules, ids, number):  # type: ignore[no-untyped-def]
        return function(numba.carray(state, 1)[0], numba.carray(rules, 1)[0], numba.carray(ids, number), number)

    return asked
