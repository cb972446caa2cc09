"""What the toy does for people, under names that Caverna has too."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caverna_sim.kit.play import game as kit
from tests.toy import BOTS


class Game(kit.Game):
    """Dice on a table."""

    game = "toy"

    def __init__(self, players: int = 2, seed: int = 0, *, game: str = "toy", scenario: Any = None, dice: int = 3) -> None:
        self.players, self.seed, self.dice = players, seed, dice

    @classmethod
    def from_dict(cls, position: Mapping[str, Any], *, auto: bool = False) -> Game:
        return cls(position["players"], dice=position["dice"])


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
    return ("position", f"`{path.name}`: dice") if path.suffix == ".json" else None
