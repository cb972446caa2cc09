"""What `caverna-sim check` says of files that only this game has: positions, bots, values of a box."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES
from caverna_sim.kit.show.check import check_file
from caverna_sim.kit.tables.owner import told


def check(path: Path) -> tuple[str, str] | None:
    """What kind of file it is and what it holds; None when it is none of them, and an error when it is faulty."""
    from caverna_sim.games.caverna.box.assumed import check_box, is_box_file

    if path.suffix.lower() == ".toml" and is_box_file(path):
        return "box", told(path.name, check_box(path), TITLES[EVERYTHING])
    return check_file(path, "caverna_sim.games.caverna", None, "caverna")
