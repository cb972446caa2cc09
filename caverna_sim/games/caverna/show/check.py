"""What `caverna-sim check` says of files that only this game has: positions, bots, values of a box."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.errors import RulesError
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES
from caverna_sim.kit.show.check import check_file

MOST_MISSING = 3  # values of a box that are named


def check(path: Path) -> tuple[str, str] | None:
    """What kind of file it is and what it holds; None when it is none of them, and an error when it is faulty."""
    from caverna_sim.games.caverna.box.assumed import is_box_file

    if path.suffix.lower() == ".toml" and is_box_file(path):
        return "box", _check_box(path)
    return check_file(path, "caverna_sim.games.caverna", None, "caverna")


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
