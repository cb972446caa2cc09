"""Parameter files that build on one another: a bot of the roster or a file, whose `base` is another one of either kind.

What a file leaves out is inherited; what a bot has learned lies beside its file, wherever that is called from. A game says what a file may
hold (`read`), what a complete bot has (`check`), and what of a base counts beside what is given (`laid_over`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import Wrong, reading, shown_name
from caverna_sim.errors import BotError, nearest, reason_of, shown
from caverna_sim.kit.bots.judges import is_judge_path
from caverna_sim.toml import parsed, read_toml

Values = dict[str, Any]  # parameters as nested tables, names resolved

MOST_BASES = 20  # one on another
OF_ONE_FILE = ("description", "provenance", "base")  # are not inherited


def is_path(name: str) -> bool:
    """Whether a bot is named by its parameter file."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def label(name: str) -> str:
    """A bot's name in tables: a file by its stem."""
    return Path(name).stem if name.endswith(".toml") else name


def file_of(name: str, folder: Path, subject: str) -> Path:
    """Where a file lies that is named beside others."""
    try:
        file = folder / Path(name).expanduser()
        file.resolve()
    except (OSError, ValueError, RuntimeError) as error:  # a zero character; ~nobody; links that go round
        raise BotError(f"{subject}: there can be no such file: {reason_of(error)}") from None
    return file


def merged(base: Values, over: Mapping[str, Any]) -> Values:
    """What is given replaces; what is left out is inherited."""
    result = dict(base)
    for key, value in over.items():
        result[key] = merged(result.get(key, {}), value) if isinstance(value, Mapping) else value
    return result


def difference(values: Values, base: Mapping[str, Any], zeros: Mapping[str, Any]) -> Values:
    """What has to be written beside a base; entries of some tables that the base has and these do not become what is nothing there."""
    result: Values = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            inner = difference(dict(value), base.get(key, {}), zeros)
            if inner:
                result[key] = inner
        elif base.get(key, 0.0 if isinstance(value, float) else None) != value:
            result[key] = value
    for table in zeros:
        for name in base.get(table, {}) if table in values else ():
            if name not in values[table]:
                result.setdefault(table, {})[name] = zeros[table]
    return result


@dataclass(frozen=True, eq=False)
class BotFiles:
    """The bots of a game: its roster, and files."""

    packaged: Callable[[], Mapping[str, str]]  # the files that come along: name -> TOML text
    read: Callable[[Mapping[str, Any]], Values]  # the parameters that a file gives, checked; `base` is not followed
    laid_over: Callable[[Values, Values], Values]  # on what it inherits, what a bot says itself
    check: Callable[[Values], None]  # that nothing is missing, bases included
    learned: tuple[str, ...] = ()  # what a bot has learned, by name or by file
    parts: tuple[str, ...] = ()  # tables that may name something learned of their own

    def parameters_of(self, name: str | Path, overrides: Mapping[str, Any] | None = None) -> Values:
        """All parameters of a bot of the roster, or of a parameter file by its path, as nested tables.

        `overrides` are written as in a parameter file and replace what the bot has.
        """
        if not isinstance(name, str | Path):
            raise BotError(f"{shown(name)} is no bot; give the name of a bot or the path of a parameter file")
        full = name if isinstance(name, str) else str(name) if is_path(str(name)) else f"./{name}"
        values = self.resolved(full) if is_path(full) else copy.deepcopy(self._of_roster(full))
        if overrides:
            try:
                own = self.read(check.plain(check.table(overrides, "", advice="a table of parameters")))
                if "base" in own:
                    raise Wrong("base", f"the base is `{name}` already; leave the key out")
                values = self.laid_over(values, own)
                self.check(values)
            except Wrong as wrong:
                raise BotError(f"bot `{name}`: {wrong.sentence}", field=wrong.field, problem=wrong.problem) from None
        return values

    @cache  # noqa: B019  (one for each game, which lives as long as the process)
    def _of_roster(self, name: str) -> Values:
        return self.resolved(name)

    def resolved(self, name: str, folder: Path = Path(), chain: tuple[str, ...] = ()) -> Values:
        """All parameters of a bot of the roster or of a parameter file, those of its bases included."""
        subject, file = f"bot `{name}`", None
        if is_path(name):
            file = file_of(name, folder, subject)
            key, folder = str(file.resolve()), file.parent
        elif name in self.packaged():
            key = name
        else:
            hint = f"unknown bot `{shown_name(name)}`; {nearest(name, self.packaged())}"
            raise BotError(hint, problem=hint)
        if key in chain:
            names = " -> ".join(f"`{Path(link).name if is_path(link) else link}`" for link in (*chain[chain.index(key) :], key))
            raise BotError(f"{subject}: the bases go round in a circle: {names}")
        if len(chain) >= MOST_BASES:
            raise BotError(f"{subject}: more than {MOST_BASES} bases stand on one another; give this one its parameters itself")
        own = parsed(self.packaged()[name], subject, BotError) if file is None else None
        with reading(BotError, f"{subject}:"):
            tables = read_toml(file, subject, BotError, advice="give a parameter file") if file is not None else own
            values = self.on_base(self.read(tables or {}), folder, (*chain, key))
            self.check(values)
        return values

    def on_base(self, own: Values, folder: Path, chain: tuple[str, ...]) -> Values:
        """What a file gives over what it inherits."""
        own = self._placed(own, folder)
        own |= {part: self._placed(own[part], folder) for part in self.parts if part in own}
        if "base" not in own:
            return own
        name = own["base"]
        if not is_path(name) and name not in self.packaged():
            raise Wrong("base", f"unknown bot `{shown_name(name)}`; {nearest(name, self.packaged())}")
        base = self.resolved(name, folder, chain)
        return self.laid_over({key: value for key, value in base.items() if key not in OF_ONE_FILE}, own)

    def _placed(self, values: Values, folder: Path) -> Values:
        """What was learned beside its parameter file."""
        files = {key: values[key] for key in self.learned if is_judge_path(values.get(key, ""))}
        return {**values, **{key: str(file_of(name, folder, f"judge `{name}`")) for key, name in files.items()}}
