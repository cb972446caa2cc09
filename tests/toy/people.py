"""What the toy does for people, under names that Caverna has too."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from tests.toy import BOTS


def bots() -> dict[str, int]:
    """Who plays dice."""
    return dict(BOTS)


def dice_study(scenario: Any) -> str:
    return f"dice of {scenario}"


def opening_study(scenario: Any) -> str:
    return f"first throws of {scenario}"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a scenario")
    parser.add_argument("--out", metavar="FILE", help="where it goes")


def watch(options: Namespace) -> int:
    sys.stdout.write(f"dice of {options.scenario}, {options.game}\n")
    return 0


def check(path: Path) -> tuple[str, str] | None:
    import json

    from tests.toy.game import Game

    if path.suffix != ".json":
        return None
    game = Game.from_dict(json.loads(path.read_text(encoding="utf-8")))
    return "position", f"`{path.name}`: dice of {game.players}"
