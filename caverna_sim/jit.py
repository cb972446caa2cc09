"""The one door to numba: `njit` with an on-disk cache that can never hand out yesterday's rules.

Numba does not recompile a cached caller when only a callee or a constant in another file has changed, so the cache
folder is named by a hash over every compiled source file. It must be set before numba decorates the first kernel.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
import uuid
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
IMPORTS = re.compile(r"^\s*from (caverna_sim[\w.]*) import (\([^)]*\)|[^\n(]+)", re.MULTILINE)
COMPILER_SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")  # numba does not tell their code apart either
KEEP_UNUSED_DAYS = 14


@cache
def compiled_sources() -> tuple[Path, ...]:
    """Every file that holds a kernel, and every file of ours that such a file imports from: all that compiled code depends on."""
    texts = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    found = {file for file, text in texts.items() if file != Path(__file__) and "njit" in text and "jit import" in text}
    waiting = list(found)
    while waiting:
        for module, names in IMPORTS.findall(texts[waiting.pop()]):
            for name in ("", *re.findall(r"\w+", names)):
                file = PACKAGE.parent.joinpath(*module.split("."), *name.split()).with_suffix(".py")
                if file in texts and file not in found:
                    found.add(file)
                    waiting.append(file)
    return tuple(sorted(found))


def source_hash() -> str:
    """A name for the present state of all compiled sources."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for setting in COMPILER_SETTINGS:
        digest.update(f"{setting}={os.environ.get(setting, '')}".encode())
    for file in compiled_sources():
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: CAVERNA_SIM_CACHE, or the platform's cache folder."""
    chosen = os.environ.get("CAVERNA_SIM_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "caverna_sim"


def _forget_old_caches(root: Path, current: Path) -> None:
    """Remove folders of sources that nobody has run for a while, or every edit would leave 10 MB behind."""
    import shutil

    for folder in root.glob("kernels-*"):
        try:
            if folder != current and time.time() - folder.stat().st_mtime > KEEP_UNUSED_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # another process removed it first


def _prepare_cache() -> Path:
    root = cache_root()
    folder = root / f"kernels-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old_caches(root, folder)
    except OSError:  # a read-only home: numba then compiles anew in every process
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="caverna_sim-"))
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder


CACHE_FOLDER = _prepare_cache()
_LAST_CHANGE = max((path.stat().st_mtime_ns for path in compiled_sources()), default=0)

import numba  # noqa: E402  (the cache folder has to be named first)
import numpy as np  # noqa: E402
from llvmlite import ir  # noqa: E402
from numba.core import caching, types  # noqa: E402
from numba.core import event as numba_event  # noqa: E402
from numba.core.registry import CPUDispatcher  # noqa: E402

numba.config.CACHE_DIR = str(CACHE_FOLDER)

PROCESS = uuid.uuid4().hex[:12]  # names this process
IS_COMPILED = not numba.config.DISABLE_JIT


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


class _KernelCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
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
    """Compiles a kernel for 64-bit integers only, whatever integers its callers pass.

    Numba would compile one version for each mixture of small integers and literal constants: a third more compile
    time, and the same speed.
    """

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """How a compiled caller reaches this kernel."""
        wide = tuple(_wide(argument) for argument in args)
        return super().get_call_template(wide, {name: _wide(argument) for name, argument in kws.items()})


def _wide(argument: Any) -> Any:
    plain = types.unliteral(argument)  # type: ignore[attr-defined]
    return types.int64 if isinstance(plain, types.Integer) else plain


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel, keep it in the cache, and let go of the GIL while it runs."""
    _check_sources()
    kernel = numba.njit(nogil=True)(function)
    if IS_COMPILED:
        kernel.__class__ = WideDispatcher
        kernel._cache = KernelCache(function)
    return kernel  # type: ignore[no-any-return]


def fiends_njit(otherwise: str) -> Callable[..., Any]:
    """A kernel of Frantic Fiends: in a base game the expression `otherwise` takes its place, compiled or not.

    The rules of the two games are records of different types (games/caverna/shape/layout.py), so a kernel is compiled for each anyway.
    Without this, the first start of a base game would compile all orcs too, twice the time; and nobody else has to ask which game it is.
    """

    def compile_as_needed(function: Callable[..., Any]) -> Callable[..., Any]:
        kernel = njit(function)
        stub = _stub(function, otherwise)
        if not IS_COMPILED:
            return wraps(function)(lambda *args: stub(*args) if _has_base_rules(args) else function(*args))
        kernel._compiler._get_implementation = lambda args, kws: stub if _is_base_game(args) else function  # type: ignore[attr-defined]
        return kernel

    return compile_as_needed


def _stub(function: Callable[..., Any], expression: str) -> Callable[..., Any]:
    """A function with the same arguments that only returns an expression of them."""
    arguments = ", ".join(function.__code__.co_varnames[: function.__code__.co_argcount])
    names: dict[str, Any] = {"__name__": function.__module__}  # numba asks for it when it loads the stub from the cache
    exec(f"def {function.__name__}({arguments}):\n    return {expression}", names)
    stub: Callable[..., Any] = names[function.__name__]
    return stub


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


class CompileProgress(numba_event.Listener):  # type: ignore[misc]
    """While kernels compile, says on stderr that they do and shows that the program is alive."""

    def __init__(self, interval: float = 1.0) -> None:
        self.functions = 0
        self.started = 0.0
        self.last_shown = 0.0
        self.interval = interval

    def __enter__(self) -> CompileProgress:
        self.started = time.monotonic()
        numba_event.register("numba:compile", self)
        return self

    def __exit__(self, *_: object) -> None:
        numba_event.unregister("numba:compile", self)
        if self.last_shown:
            end = "\n" if sys.stderr.isatty() else ""
            sys.stderr.write(f"{end}compiled in {time.monotonic() - self.started:.0f} s; kept for the next start\n")
            sys.stderr.flush()

    def on_start(self, _event: object) -> None:
        """Numba is about to compile one more function."""
        self.functions += 1
        now = time.monotonic()
        waited = now - (self.last_shown or self.started)
        if waited < self.interval or now - self.started < 1.0:
            return
        if sys.stderr.isatty():
            sys.stderr.write(f"\rcompiling the engine (first run only): {self.functions} functions, {now - self.started:.0f} s")
        elif not self.last_shown or waited >= 10 * self.interval:
            sys.stderr.write(f"compiling the engine (first run only): {self.functions} functions so far\n")
        else:
            return
        sys.stderr.flush()
        self.last_shown = now

    def on_end(self, _event: object) -> None:
        """Numba has compiled one function."""
