"""What `caverna-sim check` says of files that a game has beside scenarios: positions and bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError, PositionError
from caverna_sim.files import MOST_POSITION, parse_json, read_text


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
