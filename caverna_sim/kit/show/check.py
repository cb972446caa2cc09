"""What `caverna-sim check` says of files that a game has beside scenarios: positions and bots."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError, PositionError
from caverna_sim.files import MOST_POSITION, parse_json, read_text
from caverna_sim.kit.many.plays import is_bot_file


def check_file(path: Path, package: str, *games: str | None) -> tuple[str, str] | None:
    """What a position or the parameters of a bot hold, for the game of a package; its files of bots say one of these `games`."""
    kind = path.suffix.lower()
    if kind == ".json":
        return "position", check_position(path, import_module(f"{package}.game").Game)
    if kind == ".toml" and is_bot_file(path, *games):
        return "bot", check_bot(path, import_module(f"{package}.bots.roster").info_of)
    return None


def check_position(path: Path, kind: Any) -> str:
    """A position in words; `kind` is the class of its game."""
    shown = f"position `{path}`"
    text = read_text(path, shown, MOST_POSITION, PositionError)
    if not text.strip():
        raise PositionError(f"{shown}: the file is empty")
    position = parse_json(text, shown, PositionError)
    try:
        game = kind.from_dict(position)
    except CavernaError as error:
        raise PositionError(f"{shown}: {str(error).removeprefix('position ')}") from None
    scores = " / ".join(str(result["total"]) for result in game.scores())
    mover = "the game is over" if game.over else f"seat {game.player} to move, {len(game.legal())} legal actions"
    players = f"{game.players} players" if game.players > 1 else "1 player"
    return f"`{path.name}`: {players}, round {game.round}, {game.phase}; {mover}; points now {scores}"


def check_bot(path: Path, info_of: Callable[[Path], Any]) -> str:
    """A parameter file in words."""
    info = info_of(path)
    return f"`{path.name}`: {info.tier}, {info.description}"
