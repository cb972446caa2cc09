"""What `caverna-sim check` says of positions and bots of Agricola."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.kit.many.plays import is_bot_file
from caverna_sim.kit.show.check import check_bot, check_position


def check(path: Path) -> tuple[str, str] | None:
    """What kind of file it is and what it holds; None when it is none of this game."""
    if path.suffix.lower() == ".json":
        from caverna_sim.games.agricola.game import Game

        return "position", check_position(path, Game)
    if path.suffix.lower() != ".toml" or not is_bot_file(path, "agricola"):
        return None
    from caverna_sim.games.agricola.bots.roster import info_of

    return "bot", check_bot(path, info_of)
