"""What `caverna-sim check` says of positions and bots of Agricola."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.kit.show.check import check_file


def check(path: Path) -> tuple[str, str] | None:
    """What kind of file it is and what it holds; None when it is none of this game."""
    return check_file(path, "caverna_sim.games.agricola", "agricola")
