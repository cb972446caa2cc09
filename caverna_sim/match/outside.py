"""Players from outside: functions that somebody gave in this session, by the names under which they play.

A scenario names them, and never makes anything be imported: a name such as `my_module:my_bot` finds a function that was given as an object,
or, once `allow_code` was called (`--allow-code`), imports it.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError, shown

OUTSIDE = "function"  # their tier
Function = Callable[..., Any]

_given: dict[str, Function] = {}
_allowed: list[bool] = []


def allow_code() -> None:
    """From now on in this process names such as `my_module:my_bot` may be imported, from the present folder too."""
    _allowed.append(True)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def is_outside(name: object) -> bool:
    """Whether a name stands for a function that was given, or for one in a module."""
    return isinstance(name, str) and (name in _given or _is_place(name))


def _is_place(name: str) -> bool:
    module, colon, attribute = name.partition(":")
    return bool(colon) and all(part.isidentifier() for part in (*module.split("."), *attribute.split(".")))


def give(function: Function) -> str:
    """Make a function known in this session; returns the name under which it plays. A newer one of the same name takes its place."""
    if not takes_three(function) and not hasattr(function, "py_func"):
        raise CavernaError(f"{shown(function)} is no bot; a function that plays takes (view, legal, rng)")
    name = _name_of(function)
    _given[name] = function
    return name


def takes_three(function: Function) -> bool:
    """Whether a function can be called as bots are; when it does not tell, yes."""
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        return False
    except ValueError:
        pass
    return True


def _name_of(function: Function) -> str:
    """Where it can be imported from, or what it is called in a notebook."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    if not isinstance(name, str):
        name = type(function).__name__
    elif module and module != "__main__" and "<" not in name and _found(module, name) is function:
        return f"{module}:{name}"
    return name.rpartition(".")[2].replace("<lambda>", "lambda").replace(":", "_")


def _found(module: str, name: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def given(name: str) -> Function:
    """The function that plays under a name; CavernaError when nobody gave it and nothing may be imported."""
    if name in _given:
        return _given[name]
    if not _is_place(name):
        raise CavernaError(f"bot `{name}`: it was a Python function; give it again (it cannot be read from a file)")
    if not _allowed:
        raise CavernaError(
            f"bot `{name}`: this is Python code, which a scenario alone never makes run; allow it with --allow-code, or give the function"
        )
    module, _, attribute = name.partition(":")
    try:
        import_module(module)
    except Exception as error:  # whatever stands in it
        raise CavernaError(f"bot `{name}`: the module `{module}` cannot be imported: {type(error).__name__}: {error}") from None
    function: Function = _found(module, attribute)
    if not callable(function):
        raise CavernaError(f"bot `{name}`: `{module}` has no function `{attribute}`")
    if not takes_three(function) and not hasattr(function, "py_func"):
        raise CavernaError(f"bot `{name}`: a function that plays takes (view, legal, rng)")
    _given[name] = function
    return function


def told_of_function(function: Function) -> dict[str, Any]:
    """What a manifest says of it; the fingerprint is that of its own text, not of what it calls."""
    python = getattr(function, "py_func", function)
    text = inspect.getdoc(python) or "a Python function"
    try:
        source = inspect.getsource(python if inspect.isroutine(python) or inspect.isclass(python) else type(python))
    except (OSError, TypeError):
        code = getattr(python, "__code__", None)
        source = repr((code.co_code, code.co_consts, code.co_names)) if code else repr(type(python))
    return {"description": text.splitlines()[0], "fingerprint": hashlib.sha256(source.encode()).hexdigest()[:16]}
