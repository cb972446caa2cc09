"""Values that an owner of Frantic Fiends has read off the components: one TOML file named by `rules.overrides`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caverna_sim.errors import RulesError

KEY = "overrides"
ADVICE = "`caverna-sim rules box` prints a file to fill in"


def read_box(name: Any) -> dict[str, Any]:
    """The tables of a file, as it has them; RulesError when it cannot be read."""
    if not isinstance(name, str) or not name.strip():
        raise RulesError(f"house rule `{KEY}`: {name!r} is not allowed; give the name of a file with values of your box; {ADVICE}")
    path = Path(name)
    shown = f"house rules of `{name}`"
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise RulesError(f"{shown}: there is no such file; {ADVICE}") from None
    except IsADirectoryError:
        raise RulesError(f"{shown}: this is a directory; give a file; {ADVICE}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{shown}: this is not a text file; {ADVICE}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RulesError(f"{shown}: the file cannot be read: {reason.lower()}") from None
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        problem = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RulesError(f"{shown}: not valid TOML: {problem[:1].lower()}{problem[1:]}") from None
    if KEY in tables:
        raise RulesError(f"{shown}: the key `{KEY}` belongs to a scenario; such a file names no other file")
    return tables


def beside(rules: Any, folder: str | Path) -> Any:
    """House rules of a file in that folder: the file of values is named from there."""
    if isinstance(rules, Mapping) and isinstance(rules.get(KEY), str) and rules[KEY].strip():
        return {**rules, KEY: str(Path(folder) / rules[KEY])}
    return rules
