"""What `caverna-sim check` says of files that only this game has: positions, bots, values of a box."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.errors import CavernaError, PositionError, RulesError
from caverna_sim.files import MOST_POSITION, parse_json, read_text
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES

MOST_MISSING = 3  # values of a box that are named


def check(path: Path) -> tuple[str, str] | None:
    """What kind of file it is and what it holds; None when it is none of them, and an error when it is faulty."""
    if path.suffix.lower() == ".json":
        return "position", _check_position(path)
    if path.suffix.lower() != ".toml":
        return None
    from caverna_sim.games.caverna.bots.parameters import is_bot_file
    from caverna_sim.games.caverna.box.assumed import is_box_file

    if is_box_file(path):
        return "box", _check_box(path)
    return ("bot", _check_bot(path)) if is_bot_file(path) else None


def _check_bot(path: Path) -> str:
    """A parameter file."""
    from caverna_sim.games.caverna.bots.roster import info_of

    info = info_of(path)
    return f"`{path.name}`: {info.tier}, {info.description}"


def _check_box(path: Path) -> str:
    """A file with values of the expansion, made from what `caverna-sim rules box` prints."""
    from caverna_sim.games.caverna.box.assumed import check_box

    found = check_box(path)
    if found.problems:
        first, *others = (f"`{path.name}`: {problem}" for problem in found.problems)
        error = RulesError(first)
        error.others = tuple(others)
        raise error
    summary = f"`{path.name}`: {len(found.given)} value{'' if len(found.given) == 1 else 's'} of {TITLES[EVERYTHING]}"
    if not found.missing:
        return f"{summary}; nothing is assumed any more"
    some = ", ".join(found.missing[:MOST_MISSING])
    more = (
        f" and {len(found.missing) - MOST_MISSING} more, which `caverna-sim rules box` lists" if len(found.missing) > MOST_MISSING else ""
    )
    return f"{summary}; still assumed: {some}{more}"


def _check_position(path: Path) -> str:
    shown = f"position `{path}`"
    text = read_text(path, shown, MOST_POSITION, PositionError)
    if not text.strip():
        raise PositionError(f"{shown}: the file is empty")
    position = parse_json(text, shown, PositionError)
    from caverna_sim.games.caverna.game import Game

    try:
        game = Game.from_dict(position)
    except CavernaError as error:
        raise PositionError(f"{shown}: {str(error).removeprefix('position ')}") from None
    scores = " / ".join(str(result["total"]) for result in game.scores())
    mover = "the game is over" if game.over else f"seat {game.player} to move, {len(game.legal())} legal actions"
    players = f"{game.players} players" if game.players > 1 else "1 player"
    return f"`{path.name}`: {players}, round {game.round}, {game.phase}; {mover}; points now {scores}"
