"""What scenarios ask of a game's bots, where these are a roster of parameter files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from caverna_sim.errors import BotError
from caverna_sim.toml import read_toml


def is_bot_file(path: Path, game: str | None, *others: str | None) -> bool:
    """Whether a TOML file holds parameters of a bot of this game, and not a scenario; None: it names no game."""
    try:
        data = read_toml(path, "", BotError)
    except BotError:
        return False  # said where a scenario is read
    is_bot = {"base", "tier", "weights"} & set(data) and not {"players", "bots"} & set(data)
    return bool(is_bot) and data.get("game") in (game, *others)


class RosterPlays:
    """The part of games.protocol.Plays that all games answer alike, who have a roster of bots and a source of games."""

    roster: str  # the module of the parameters of bots
    games: str  # "module:class" of the source; it is found when somebody plays, for its kernels load slowly

    def source(self, scenario: Any) -> Any:
        """The games of a scenario."""
        return resolve_name(self.games)(scenario)

    def with_paths(self, data: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """No key names another file."""
        return data

    def first(self, data: Mapping[str, Any], faults: Any) -> Mapping[str, Any] | None:
        """Nothing that other keys depend on."""
        return {}

    def bots(self) -> Collection[str]:
        """The roster."""
        names: Collection[str] = import_module(self.roster).packaged_bots()
        return names

    def pools(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """Pools of the roster; none where its module knows of none."""
        read = getattr(import_module(self.roster), "pools", None)
        found: Mapping[str, Mapping[str, Mapping[str, Any]]] = read() if read else {}
        return found

    def is_file(self, name: str) -> bool:
        """Whether a bot is named by its parameter file."""
        return bool(import_module(self.roster).is_path(name))

    def check_bot(self, name: str, parameters: Mapping[str, Any] | None) -> None:
        """BotError when no such bot can play."""
        import_module(self.roster).parameters_of(name, parameters)
