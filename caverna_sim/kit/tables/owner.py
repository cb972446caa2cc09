"""Values that an owner of a game has read off the components: one TOML file named by `rules.overrides`, and what it leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caverna_sim.errors import RulesError, shown
from caverna_sim.kit.tables.house import Tables, marked_values
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


@dataclass(frozen=True)
class BoxCheck:
    """What a file of values holds."""

    given: dict[str, Any]  # by dotted path
    missing: list[str]  # paths that are assumed still
    problems: list[str]  # one sentence for each wrong value


def checked(
    given: dict[str, Any], each: Callable[[str, Any], None], together: Callable[[], None], tables: Callable[[], Tables]
) -> BoxCheck:
    """Try every value of a file by itself, then all `together`; `tables` are those with its values."""
    problems = list(_problems(given, each, together))
    return BoxCheck(given, [] if problems else [name for name, _ in marked_values(tables())], problems)


def _problems(given: Mapping[str, Any], each: Callable[[str, Any], None], together: Callable[[], None]) -> Iterator[str]:
    wrong = False
    for path, value in given.items():
        try:
            each(path, value)
        except RulesError as error:
            wrong = True
            yield str(error)
    if wrong:
        return
    try:
        together()
    except RulesError as error:
        yield str(error)


def is_box_file(path: Path, printed: Tables) -> bool:
    """Whether a TOML file holds values of a box, and not a scenario: tables only, one of them at least of the rules."""
    try:
        data = read_toml(path, "", RulesError)
    except RulesError:
        return False  # said where a scenario is read
    return any(name in printed for name in data) and all(isinstance(value, Mapping) for value in data.values())


def told(name: str, found: BoxCheck, of: str, most: int = 3) -> str:
    """What `check` says of such a file; RulesError with a sentence for each wrong value. `of` is what the values belong to."""
    if found.problems:
        first, *others = (f"`{name}`: {problem}" for problem in found.problems)
        error = RulesError(first)
        error.others = tuple(others)
        raise error
    summary = f"`{name}`: {len(found.given)} value{'' if len(found.given) == 1 else 's'} of {of}"
    if not found.missing:
        return f"{summary}; nothing is assumed any more"
    more = f" and {len(found.missing) - most} more, which `caverna-sim rules box` lists" if len(found.missing) > most else ""
    return f"{summary}; still assumed: {', '.join(found.missing[:most])}{more}"
