"""The one door to numba: `njit` with an on-disk cache that can never hand out yesterday's rules.

Numba does not recompile a cached caller when only a callee or a constant in another file has changed, so the cache
folder is named by a hash over every compiled source file (cache.py). It must be set before numba decorates the first kernel.
linking.py says how kernels come together, progress.py shows how far compiling is.
"""

from __future__ import annotations

import inspect
import sys
import uuid
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

from caverna_sim.compiling.cache import PACKAGE, compiled_sources, prepare, source_hash

CACHE_FOLDER = prepare()
_LAST_CHANGE = max((path.stat().st_mtime_ns for path in compiled_sources()), default=0)

import numba  # noqa: E402  (the cache folder has to be named first)
import numpy as np  # noqa: E402
from llvmlite import ir  # noqa: E402
from numba.core import caching, sigutils, types, typing  # noqa: E402
from numba.core.compiler_lock import global_compiler_lock  # noqa: E402
from numba.core.registry import CPUDispatcher  # noqa: E402

from caverna_sim.compiling.calling import as_plain  # noqa: E402  (as above)
from caverna_sim.compiling.linking import KernelCacheImpl, as_kernel, unrolled  # noqa: E402

numba.config.CACHE_DIR = str(CACHE_FOLDER)

PROCESS = uuid.uuid4().hex[:12]  # names this process
IS_COMPILED = not numba.config.DISABLE_JIT
_checked: set[str] = set()  # modules whose kernels are of the sources that the cache is named by

before_compiling: list[Callable[[], None]] = []  # called whenever one more kernel is about to be compiled


def _check_sources() -> None:
    """Refuse to go on when a source was edited after the cache was named: callers would be kept under a wrong name."""
    changed = max((path.stat().st_mtime_ns for path in compiled_sources()), default=0)
    if changed != _LAST_CHANGE and CACHE_FOLDER.name.startswith("kernels-") and CACHE_FOLDER.name != f"kernels-{source_hash()}":
        raise RuntimeError("a source of the engine or of the bots was changed while it was being loaded; start again")


class PlaceInPackage(caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """Keeps a kernel under its place inside the package, so that every environment with the same sources shares what one compiled.

    Numba would name the folder by the whole path; the hash over the sources in the name of ours already says all that matters.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of a source file's kernels inside the cache."""
        folder = Path(py_file).resolve().parent
        return "-".join(folder.relative_to(PACKAGE.resolve()).parts) or "roof"


class _KernelCacheImpl(KernelCacheImpl):
    _locator_classes = (PlaceInPackage,)


class KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, kept where `PlaceInPackage` says.

    Numba numbers the files of compiled code. Of two processes that compile a function for different types at the same time both would
    take the same number, and the index of one would name the code of the other: so every process has names of its own.
    """

    _impl_class = _KernelCacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        file = self._cache_file
        file._data_name_pattern = file._data_name_pattern.replace("{number:d}", f"{{number:d}}-{PROCESS}")


class WideDispatcher(CPUDispatcher):  # type: ignore[misc]
    """Compiles a kernel for 64-bit integers only, whatever integers its callers pass, and for Python only when Python calls it.

    Numba would compile one version for each mixture of small integers and literal constants (a third more compile time, and the same
    speed), and to each the code that takes Python objects apart.
    """

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """How a compiled caller reaches this kernel."""
        wide = tuple(_wide(argument) for argument in args)
        signature, folded = self._compiler.fold_argument_types(wide, {name: _wide(argument) for name, argument in kws.items()})
        self._version(tuple(folded), for_python=False)
        name = self.py_func.__name__
        return typing.make_concrete_template(name, key=name, signatures=self.nopython_signatures), signature, folded, {}

    def compile(self, sig: Any) -> Any:
        """The version for a call from Python."""
        args, _ = sigutils.normalize_signature(sig)
        return self._version(tuple(args), for_python=True).entry_point

    def _version(self, args: tuple[Any, ...], for_python: bool) -> Any:
        """The kernel for arguments of these types: as it is, from the cache, or compiled."""
        with global_compiler_lock, self._compiling_counter:
            found = self.overloads.get(args)
            if _serves(found, for_python):
                return found
            found = self._cache.load_overload(args, self.targetctx)
            if _serves(found, for_python):
                self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
                self.add_overload(found)
                return found
            self.targetoptions["no_cpython_wrapper"] = not for_python
            for tell in before_compiling:
                tell()
            found = self._compiler.compile(args, None)
            self.add_overload(found)
            self._cache.save_overload(args, found)
            return found

    def add_overload(self, result: Any) -> None:
        """A version is compiled, or loaded; only one with a wrapper may be found by calls from Python."""
        as_kernel(result)
        if _serves(result, for_python=True):
            super().add_overload(result)
        else:
            self.overloads[tuple(result.signature.args)] = result


def _serves(result: Any, for_python: bool) -> bool:
    """Whether a version can be called as wanted."""
    return result is not None and (
        not for_python or result.library.codegen._engine.is_symbol_defined(result.fndesc.llvm_cpython_wrapper_name)
    )


def _wide(argument: Any) -> Any:
    plain = types.unliteral(argument)  # type: ignore[attr-defined]
    return types.int64 if isinstance(plain, types.Integer) else plain


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel, keep it in the cache, and let go of the GIL while it runs.

    It makes no array and hands none out: then numba need not count who holds one, which took an eighth of a game. It raises nothing, counts
    nothing from the end, and writes to none of its `rules` and `bot`: what that is good for says calling.py.
    """
    return _kernel(function, counts=False)


def njit_counting(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that makes arrays or hands them out, and is called in numba's way.

    What it hands out must belong to a record: callers do not let go of it.
    """
    return _kernel(function, counts=True)


def njit_inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same as `njit` for a kernel that is called very often from few places: its code is put there, however long it is."""
    return _kernel(function, counts=False, forceinline=True)


def njit_unrolled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same as `njit` for a kernel with long loops over numbers, as nets have: they are unrolled, others are not (linking.py)."""
    unrolled.add(function.__qualname__)
    return _kernel(function, counts=False)


def njit_merged(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same as `njit` for a few lines called in one place, such as a door (`gathered`): they are compiled as part of their caller."""
    return _kernel(function, counts=False, inline="always")


def _kernel(function: Callable[..., Any], counts: bool, forceinline: bool = False, **options: Any) -> Callable[..., Any]:
    if function.__module__ not in _checked:  # its text has been read by now
        _checked.add(function.__module__)
        _check_sources()
    # said even where it is usual: what is not said numba takes over from the first caller that needs the kernel
    options |= {"forceinline": forceinline, "_nrt": counts, "error_model": "python" if counts else "numpy"}
    kernel = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    if IS_COMPILED:
        kernel.__class__ = WideDispatcher
        kernel._cache = KernelCache(function)
        if not counts:
            kernel._compiler._customize_flags = as_plain
    return kernel  # type: ignore[no-any-return]


def njit_hook(base_game: str, **names: Any) -> Callable[..., Any]:
    """A kernel of an expansion where the base game has nothing: there the expression `base_game` takes its place, compiled or not.

    The rules of the two games are records of different types (games/caverna/shape/layout.py), so a kernel is compiled for each anyway.
    Without this, the first start of a base game would compile the expansion too, twice the time; and nobody else asks which game it is.
    """

    def compile_as_needed(function: Callable[..., Any]) -> Callable[..., Any]:
        kernel = njit(function)
        stub = _stub(function, base_game, names)
        if not IS_COMPILED:
            return wraps(function)(lambda *args: stub(*args) if _has_base_rules(args) else function(*args))
        kernel._compiler._get_implementation = lambda args, kws: stub if _is_base_game(args) else function  # type: ignore[attr-defined]
        return kernel

    return compile_as_needed


def _stub(function: Callable[..., Any], expression: str, known: Mapping[str, Any]) -> Callable[..., Any]:
    """A function with the same arguments that only returns an expression of them."""
    arguments = ", ".join(function.__code__.co_varnames[: function.__code__.co_argcount])
    names: dict[str, Any] = {"__name__": function.__module__, **known}  # numba asks for the name when it loads the stub from the cache
    exec(f"def {function.__name__}({arguments}):\n    return {expression}", names)
    stub: Callable[..., Any] = names[function.__name__]
    return stub


def gathered(
    name: str, arguments: str, asks: str, doors: Mapping[int, Callable[..., Any]], otherwise: str, means: Mapping[str, str], **names: Any
) -> Callable[..., Any]:
    """The plain function that leaves its work to one of several kernels: to the one whose number `asks` comes to.

    It is written out as a chain of comparisons, which LLVM makes a table of jumps of; functions in a tuple would be called by address. Each
    kernel gets those of the arguments that it names, `seat` too, or the expressions that `means` says. `names` are what expressions
    need; decorate the result.
    """
    caller = sys._getframe(1).f_globals
    given: dict[str, Any] = {"__name__": caller["__name__"], **names}
    lines = [f"def {name}({arguments}):", f"    which = {asks}"]
    if "seat" not in arguments.split(", "):
        lines.append('    seat = state["seats"][seat_number]')
    for number, kernel in doors.items():
        given[f"door_{number}"] = kernel
        wanted = ", ".join(means.get(word, word) for word in inspect.signature(getattr(kernel, "py_func", kernel)).parameters)
        lines += [f"    if which == {number}:", f"        return door_{number}({wanted})"]
    exec(compile("\n".join([*lines, f"    return {otherwise}"]), caller["__file__"], "exec"), given)
    function: Callable[..., Any] = given[name]
    return function


def _is_base_game(args: tuple[Any, ...]) -> bool:
    """Whether a kernel is compiled for the rules of a base game: only they have a field of that name."""
    return any(isinstance(argument, types.Record) and "base_game" in argument.fields for argument in args)


def _has_base_rules(args: tuple[Any, ...]) -> bool:
    """The same for the records themselves, where nothing is compiled."""
    return any(isinstance(argument, np.void) and "base_game" in (argument.dtype.names or ()) for argument in args)


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

    @numba.cfunc(types.int64(*pointers, types.int64))  # type: ignore[untyped-decorator]
    def asked(state, rules, ids, number):  # type: ignore[no-untyped-def]
        return function(numba.carray(state, 1)[0], numba.carray(rules, 1)[0], numba.carray(ids, number), number)

    return asked
