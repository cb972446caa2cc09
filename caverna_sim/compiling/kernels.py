"""Kernels as this package has them: compiled for 64-bit integers, linked by name, called as plain functions, kept in a cache of their own.

What numba does for everybody else stays as it is: kernels have a target of their own (calling.py, linking.py), which shares with numba's
what is known of types and functions, so that both can call each other.
"""

from __future__ import annotations

import copy
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import llvmlite
import numba
from numba.core import compiler_lock, registry, sigutils, types, typing

from caverna_sim.compiling import cache
from caverna_sim.compiling.calling import KernelContext, as_plain
from caverna_sim.compiling.linking import KernelCodegen, as_kernel, keep_kernel, kept_kernel
from caverna_sim.compiling.progress import before_compiling
from caverna_sim.compiling.relied import STOCK


class KernelTarget(registry.CPUTarget):
    """The processor, as kernels are compiled for it."""

    @cached_property
    def _toplevel_target_context(self) -> Any:
        numbas = registry.cpu_target.target_context
        context = copy.copy(numbas)  # by which numba makes variants of its own; what is known of functions is shared
        context.__class__ = KernelContext
        context.numbas, context._internal_codegen, context.cached_internal_func = numbas, KernelCodegen(numbas.codegen()), {}
        return context

    @cached_property
    def _toplevel_typing_context(self) -> Any:
        return registry.cpu_target.typing_context


class WideDispatcher(registry.CPUDispatcher):
    """Compiles a kernel for 64-bit integers only, whatever integers its callers pass, and for Python only when Python calls it.

    Numba would compile one version for each mixture of small integers and literal constants (a third more compile time, and the same
    speed), and to each the code that takes Python objects apart.
    """

    targetdescr = KernelTarget("cpu")
    unrolls = False

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
        with compiler_lock.global_compiler_lock, self._compiling_counter, _telling_another_way():
            found = self.overloads.get(args)
            if _serves(found, for_python):
                return found
            self.targetctx.refresh()
            folder, key = _folder_of(self.py_func.__module__), self._key(args)
            found = kept_kernel(folder, key, self.targetctx)
            if _serves(found, for_python):
                self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
                self.add_overload(found)
                return found
            self.targetoptions["no_cpython_wrapper"] = not for_python
            for tell in before_compiling:
                tell()
            with self.targetctx.codegen().compiling(self.py_func.__qualname__, self.unrolls):
                found = self._compiler.compile(args, None)
                self.add_overload(found)
                keep_kernel(folder, key, found)
            return found

    def add_overload(self, result: Any) -> None:
        """A version is compiled, or loaded; only one with a wrapper may be found by calls from Python."""
        as_kernel(result)
        if _serves(result, for_python=True):
            super().add_overload(result)
        else:
            self.overloads[tuple(result.signature.args)] = result

    def _key(self, args: tuple[Any, ...]) -> str:
        """The name of the file that says where this version is: what the folder's name does not tell already."""
        function = self.py_func
        closed = [cell.cell_contents for cell in function.__closure__ or ()]
        told = (
            function.__module__, function.__qualname__, function.__code__.co_firstlineno, closed, sys.implementation.cache_tag,
            numba.__version__, llvmlite.__version__, self.targetctx.codegen().magic_tuple(), [argument.name for argument in args],
        )  # fmt: skip
        return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


@contextmanager
def _telling_another_way() -> Iterator[None]:
    """Whatever fails here may be ours."""
    try:
        yield
    except Exception as error:
        if not getattr(error, "__notes__", ()):
            error.add_note(f"{STOCK}=1 plays the same games without what this package adds to numba")
        raise


def _serves(result: Any, for_python: bool) -> bool:
    """Whether a version can be called as wanted."""
    return result is not None and (
        not for_python or result.library.codegen._engine.is_symbol_defined(result.fndesc.llvm_cpython_wrapper_name)
    )


def _wide(argument: Any) -> Any:
    plain = types.unliteral(argument)  # type: ignore[attr-defined]
    return types.int64 if isinstance(plain, types.Integer) else plain


_folders: dict[str, tuple[str, int]] = {}  # owner -> folder of its kernels, and when its sources were last edited
_checked: set[str] = set()  # modules whose kernels are of the sources that the folder is named by


def _folder_of(module: str) -> str:
    return _folders[cache.owner_of(module)][0]


def _last_edited(owner: str) -> int:
    return max((path.stat().st_mtime_ns for path in cache.compiled_sources(owner)), default=0)


def _check_sources(module: str) -> None:
    """Refuse to go on when a source was edited after the folder was named: callers would be kept under a wrong name."""
    _checked.add(module)
    owner = cache.owner_of(module)
    if owner not in _folders:
        edited = _last_edited(owner)
        _folders[owner] = (cache.prepare(owner), edited)
    folder, edited = _folders[owner]
    if edited != _last_edited(owner) and folder != cache.name_for(owner):
        raise RuntimeError("a source of the engine or of the bots was changed while it was being loaded; start again")


def compiled(function: Callable[..., Any], counts: bool, unrolls: bool = False, **options: Any) -> Any:
    """A kernel; `counts`: numba counts who holds its arrays."""
    if function.__module__ not in _checked:  # its text has been read by now
        _check_sources(function.__module__)
    # said even where it is usual: what is not said numba takes over from the first caller that needs the kernel
    usual = {"nopython": True, "nogil": True, "boundscheck": None, "no_cfunc_wrapper": True, "forceinline": False}
    error_model = "python" if counts else "numpy"
    kernel = WideDispatcher(py_func=function, targetoptions={**usual, "_nrt": counts, "error_model": error_model, **options})
    kernel.unrolls = unrolls
    if not counts:
        kernel._compiler._customize_flags = as_plain
    return kernel


def chosen(function: Callable[..., Any], stub: Callable[..., Any], takes_stub: Callable[[tuple[Any, ...]], bool]) -> Any:
    """A kernel that is another function for arguments of some types."""
    kernel = compiled(function, counts=False)
    kernel._compiler._get_implementation = lambda args, kws: stub if takes_stub(args) else function
    return kernel
