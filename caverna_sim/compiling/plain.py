"""Kernels as plain Python, for a debugger: NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def compiled(function: Callable[..., Any], counts: bool, **_: Any) -> Callable[..., Any]:
    """As it is."""
    return function


def chosen(function: Callable[..., Any], stub: Callable[..., Any], takes_stub: Callable[[tuple[Any, ...]], bool]) -> Callable[..., Any]:
    """A function that is another one for some arguments."""
    return wraps(function)(lambda *args: stub(*args) if takes_stub(args) else function(*args))
