"""Every kernel is compiled into an object file of its own, which all programs that need it load.

Numba puts the code of all that a kernel calls, directly or not, into the kernel's own object, so that what lies deep is optimised and
translated again for every caller above it, and a cache holds it as often. Here a caller sees the kernels that it calls directly, to inline
what is small, and calls the rest by name: compiling takes less than half the time, and what one command has compiled serves every other.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import bytecode, caching, codegen, compiler, config, types
from numba.core.serialize import dumps

# Names of compiled functions hold a number that numba counts up from 1 in every process; objects of several processes come together here.
bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "big"))

# Numba writes the whole layout of a record whenever it wants to show or name one.
types.Record.__repr__ = types.Type.__repr__  # type: ignore[method-assign]

OBJECTS = "objects"  # the folder of objects inside the cache
_kept: set[str] = set()  # symbols of kernels whose object is in the cache
compiled_here: list[str] = []  # names of kernels, as they became ready
unrolled: set[str] = set()  # names of kernels whose loops are unrolled
_loaded: dict[str, str] = {}  # symbol -> kernel, of all code in this process


def _pass_builder(self: Any, **kwargs: Any) -> Any:
    """What numba would take, but loops are only unrolled and made of vectors where `unrolled` says so: written out for each of 13 wares,
    kernels are twice as long, and slower, as the processor has to fetch them again and again."""
    options = llvm.create_pipeline_tuning_options(speed_level=int(kwargs.get("opt", config.OPT)))
    options.loop_vectorization = getattr(self, "unrolls", False) and bool(kwargs.get("loop_vectorize", config.LOOP_VECTORIZE))
    options.slp_vectorization = bool(kwargs.get("slp_vectorize", config.SLP_VECTORIZE))
    options.loop_unrolling = getattr(self, "unrolls", False)
    return llvm.create_pass_builder(self._tm, options)


codegen.JITCPUCodegen._pass_builder = _pass_builder


class Thorough(codegen.JITCodeLibrary):  # type: ignore[misc]
    """Optimised twice: some loops are only vectorised the second time, which they used to get inside their callers."""

    def _optimize_functions(self, module: Any) -> None:
        self._codegen.unrolls = self.name in unrolled
        super()._optimize_functions(module)

    def _optimize_final_module(self) -> None:
        self._codegen.unrolls = self.name in unrolled
        super()._optimize_final_module()
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


codegen.JITCPUCodegen._library_class = Thorough


class KernelLibrary(Thorough):
    """The code of one kernel: callers may inline it, and otherwise call it by name."""

    _shared_module: Any

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            module = self._final_module.clone()
            for function in module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = llvm.Linkage.available_externally
            self._shared_module = module
        return self._shared_module

    def called(self) -> Iterator[str]:
        """Symbols of kernels that this one calls."""
        return (function.name for function in self._final_module.functions if function.is_declaration and function.name in _loaded)


class _LoadedLibrary(KernelLibrary):
    """A kernel whose object was loaded from the cache; its bitcode is read when a caller is compiled."""

    def __init__(self, target: Any, name: str, bitcode: bytes) -> None:
        super().__init__(target, name)
        self._bitcode = bitcode
        self._finalized = True
        self._disable_inspection = True

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return self._shared_module


def present_kernels() -> set[str]:
    """Names of all kernels whose code is in this process."""
    return set(_loaded.values())


def name_of(result: Any) -> str:
    """The name of a kernel, which stays the same from one state of the sources to the next; its versions share it."""
    return f"{result.fndesc.modname.removeprefix('caverna_sim.games.')}.{result.fndesc.qualname}"


def as_kernel(result: Any) -> None:
    """Of a kernel that has just been compiled, or loaded."""
    if not isinstance(result.library, KernelLibrary):
        result.library.__class__ = KernelLibrary
        compiled_here.append(name_of(result))
    _loaded[result.fndesc.llvm_func_name] = name_of(result)


class KernelCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Keeps a kernel's object beside those of the kernels that it calls, and says which they are."""

    def check_cachable(self, result: Any) -> bool:
        """Not without the kernels that it calls."""
        return super().check_cachable(result) and all(symbol in _kept for symbol in result.library.called())

    def reduce(self, result: Any) -> Any:
        """What a program needs that compiles callers or calls from Python; the object is written into a file of its own."""
        symbol = result.fndesc.llvm_func_name
        folder = Path(self.locator.get_cache_path()).parent / OBJECTS
        library, *others = result._replace(type_annotation=None)._reduce()
        name, _, (code, bitcode) = library
        folder.mkdir(exist_ok=True)
        called = tuple(result.library.called())
        _write(folder / _file_name(symbol), dumps((code, others[-1], called, _defined(result.library), name_of(result))))
        _kept.add(symbol)
        return (name, symbol, bitcode), *others

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """The kernel, with all that it calls, directly or not."""
        (name, symbol, bitcode), fndesc, environment, signature, objectmode, lifted, types, reload_init, environments = payload
        target = target_context.codegen()
        if not _load(symbol, Path(self.locator.get_cache_path()).parent / OBJECTS, target):
            return None
        library = _LoadedLibrary(target, name, bitcode)
        return compiler.CompileResult(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=target_context.get_executable(library, fndesc, environment),
            fndesc=fndesc,
            type_annotation=types,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=environments,
        )


def _load(symbol: str, folder: Path, target: Any) -> bool:
    """Put a kernel and all that it calls into this process; False when a file is missing."""
    files: dict[str, Any] = {}
    waiting = [symbol]
    while waiting:
        name = waiting.pop()
        if name not in _loaded and name not in files:
            try:
                files[name] = pickle.loads((folder / _file_name(name)).read_bytes())
            except (OSError, EOFError, pickle.UnpicklingError):
                return False
            waiting.extend(files[name][2])
    for code, _, _, defined, _ in files.values():
        target._engine._ee.add_object_file(llvm.ObjectFileRef.from_data(code))
        target._engine._defined_symbols.update(defined)
    target._engine.finalize_object()
    for _, environments, *_ in files.values():
        for environment in environments:
            target.set_env(environment.env_name, environment)
    _loaded.update((symbol, name) for symbol, (*_, name) in files.items())
    _kept.update(files)
    return True


def _file_name(symbol: str) -> str:
    return hashlib.sha256(symbol.encode()).hexdigest()[:32]


def _defined(library: Any) -> tuple[str, ...]:
    """What Python may ask the address of."""
    module = library._final_module
    names = [function.name for function in module.functions if not function.is_declaration]
    return (*names, *(variable.name for variable in module.global_variables if not variable.is_declaration))


def _write(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.{os.urandom(4).hex()}")
    beside.write_bytes(content)
    beside.replace(path)
