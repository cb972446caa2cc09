"""Values that an owner of the game has read off the components: one TOML file named by `rules.overrides`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caverna_sim.errors import RulesError, shown
from caverna_sim.toml import read_toml

KEY = "overrides"
ADVICE = "`caverna-sim rules box` prints a file to fill in"


def read_box(name: Any) -> dict[str, Any]:
    """The tables of a file, as it has them; RulesError when it cannot be read."""
    if not isinstance(name, str) or not name.strip():
        raise RulesError(f"house rule `{KEY}`: {shown(name)} is not allowed; give the name of a file with values of your box; {ADVICE}")
    subject = f"house rules of `{name}`"
    tables = read_toml(name, subject, RulesError, ADVICE, f"give a file; {ADVICE}")
    if KEY in tables:
        raise RulesError(f"{subject}: the key `{KEY}` belongs to a scenario; such a file names no other file")
    return tables


def with_path(rules: Any, folder: str | Path) -> Any:
    """House rules of a file in that folder: the file of values is named from there."""
    if isinstance(rules, Mapping) and isinstance(rules.get(KEY), str) and rules[KEY].strip():
        return {**rules, KEY: str(Path(folder) / rules[KEY])}
    return rules
