"""The stock path: kernels compiled by numba as it comes, slower to compile and to run, for the same games to the last bit.

CAVERNA_SIM_STOCK_NUMBA=1 chooses it; so does a numba of which something that kernels.py relies on has changed (relied.py). Only what
numba documents is used here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import event
from numba.extending import overload

from caverna_sim.compiling import cache
from caverna_sim.compiling.progress import before_compiling, compiled_here, present


def compiled(function: Callable[..., Any], counts: bool, **_: Any) -> Any:
    """A kernel, kept in the folder of its owner's sources."""
    owner = cache.owner_of(function.__module__)
    if owner not in _folders:
        name = cache.prepare(owner)
        _folders[owner] = str(cache.place_to_write(name))
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, _folders[owner]  # numba asks for it as it decorates
    try:
        kernel = numba.njit(nogil=True, cache=True, error_model="python" if counts else "numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    _kernels.add(kernel)
    return kernel


def chosen(function: Callable[..., Any], stub: Callable[..., Any], takes_stub: Callable[[tuple[Any, ...]], bool]) -> Any:
    """A function for kernels that is another one for arguments of some types."""
    arguments = ", ".join(function.__code__.co_varnames[: function.__code__.co_argcount])
    names: dict[str, Any] = {"function": function, "stub": stub, "takes_stub": takes_stub, "__name__": function.__module__}
    exec(
        f"def {function.__name__}({arguments}):\n    return function({arguments})\n"
        f"def choice({arguments}):\n    return stub if takes_stub(({arguments},)) else function\n",
        names,
    )
    overload(names[function.__name__], jit_options={"nogil": True, "error_model": "numpy"})(names["choice"])
    return names[function.__name__]


_folders: dict[str, str] = {}  # owner -> folder of its kernels
_kernels: set[Any] = set()


class _Listener(event.Listener):
    """Tells how far compiling is."""

    def on_start(self, happening: Any) -> None:
        if happening.data["dispatcher"] in _kernels:
            for tell in before_compiling:
                tell()

    def on_end(self, happening: Any) -> None:
        kernel = happening.data["dispatcher"]
        if kernel in _kernels:
            name = f"{kernel.__module__.removeprefix('caverna_sim.games.')}.{kernel.__qualname__}"
            compiled_here.append(name)
            present[name] = name


event.register("numba:compile", _Listener())
