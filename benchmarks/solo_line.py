"""The best solo game that the search bot finds, kept as moves that anybody can play again.

python -m benchmarks.solo_line          # plays reports/solo_line.json again and prints it round by round
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import caverna_sim as cs
from caverna_sim.games.caverna.bots.parameters import packed, parameters_of
from caverna_sim.games.caverna.bots.roster import CompiledBot
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.play import Match, play
from tests.caverna.oracles.naive_scorer import score_position

PROJECT = Path(__file__).parents[1]
SEED = 20261118
BOLDER = {"temperature": 0.6, "playouts": 200, "candidates": 16}  # than the search bot of the roster: games must differ


@dataclass(frozen=True)
class Line:
    """A solo game."""

    points: int
    moves: tuple[str, ...]  # texts of the actions, in order
    confirmed: bool  # by the naive scorer, on a replay


def best_line(games: int, workers: int) -> Line:
    """The best of so many solo games of the search bot."""
    values = parameters_of("search", BOLDER)
    source = CavernaSource(CavernaScenario("line", 1, ("search",), seed=SEED, record=("players",)), {"search": packed(values)})
    best = int(play([Match(source, games)], {"players": ("score",)}, workers)[0]["players", "score"].argmax())
    return recorded(best, CompiledBot(values, "search"))


def recorded(index: int, bot: Any) -> Line:
    """The moves of one game, and its points."""
    game = cs.Game(players=1, seed=SEED, index=index)
    moves = []

    def watched(view: Any, legal: Any, rng: Any) -> Any:
        action = bot(view, legal, rng)
        moves.append(action.text)
        return action

    cs.play(game, [watched])
    line = tuple(moves)
    return Line(game.scores()[0]["total"], line, replayed(line) == game.scores()[0]["total"])


def replayed(moves: tuple[str, ...]) -> int:
    """Play moves from the start by their texts; the points of the last position by the naive scorer."""
    game = cs.Game(players=1, seed=SEED)
    for move in moves:
        game.play(move)
    if not game.over:
        raise ValueError("the line ends before the game does")
    return score_position(game.to_dict())[0]["total"]


def write_line(line: Line, path: Path) -> None:
    """Keep a line, unless a better one is kept already."""
    if not line.confirmed:
        raise ValueError("the naive scorer counts other points")
    if path.is_file() and json.loads(path.read_text())["points"] >= line.points:
        return
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"players": 1, "points": line.points, "moves": list(line.moves)}, indent=1) + "\n")


def main() -> int:
    kept = json.loads((PROJECT / "reports" / "solo_line.json").read_text())
    game = cs.Game(players=1, seed=SEED)
    number = 0
    for move in kept["moves"]:
        if game.round != number:
            number = game.round
            sys.stdout.write(f"\nround {number}\n")
        sys.stdout.write(f"  {move}\n")
        game.play(move)
    points = score_position(game.to_dict())[0]["total"]
    sys.stdout.write(f"\n{game.scores()[0]['total']} points; the naive scorer counts {points}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
