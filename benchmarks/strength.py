"""How strong the bots of a game are: each of them at mixed tables of the competent scripted ones.

    python -m benchmarks.strength GAME [--games N] [--slow N] [--workers N] [--keep]

Competent are the scripted bots that come along, the weakest of them, novice, left out. Who is measured sits at every table, the others are
drawn to it; all games have fixed seeds. `--keep` writes the points to the file of the roster that `caverna-sim bots` shows.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.games import plays
from caverna_sim.match.play import Match, play
from caverna_sim.match.seating import BALANCED
from caverna_sim.scenario.scenario import read_scenario
from caverna_sim.stats.ratings import Estimate, clustered_mean

SEED = 20261120
PLAYERS = (2, 3, 4)
NOT_COMPETENT = ("random", "novice")
SLOW = ("value", "search")  # tiers


def measured(game: str, bot: str, company: Sequence[str], players: int, games: int, workers: int) -> dict[str, Estimate]:
    """Points and begging markers of a bot at mixed tables, with intervals that count blocks."""
    others = [name for name in company if name != bot]
    scenario = read_scenario({"name": "strength", "game": game, "players": players, "bots": [bot] * players, "seed": SEED})
    scenario = replace(
        scenario, bots=(bot, *others), draws_bots=True, has_focal=True, seating=BALANCED, record=("games", "players")
    )  # fmt: skip
    source = plays(game).source(scenario)
    blocks = max(8, -(-games // source.block_games))
    played = play([Match(source, blocks * source.block_games)], {"players": ("bot", "score", "begging")}, workers)[0]
    own = played["players", "bot"] == 0
    found = {}
    for name in ("score", "begging"):
        sums = played["players", name][own].reshape(blocks, -1).astype(np.float64).sum(axis=1)
        found[name] = clustered_mean(sums, np.full(blocks, own.sum() / blocks))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="games for each figure (default 2000)")
    parser.add_argument("--slow", type=int, default=120, metavar="N", help="... of bots that look ahead (default 120; search a quarter)")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--keep", action="store_true", help="write what `caverna-sim bots` shows")
    options = parser.parse_args(arguments)
    roster: Mapping[str, Any] = import_module(f"caverna_sim.games.{options.game}.bots.roster").bots()
    company = [name for name, info in roster.items() if info.tier == "scripted" and name not in NOT_COMPETENT]
    lines = ["# Mean points at mixed tables of competent scripted bots, as `python -m benchmarks.strength GAME --keep` measured them."]
    for bot, info in roster.items():
        lines += ["", f"[strength.{bot}]"]
        games = options.games if info.tier not in SLOW else options.slow // (4 if info.tier == "search" else 1)
        for players in PLAYERS:
            found = measured(options.game, bot, company, players, games, options.workers)
            points, begging = (
                f"{one.value:.{digits}f} ± {one.half_width:.{digits}f}" for one, digits in zip(found.values(), (1, 2), strict=True)
            )
            lines.append(f'"{players} players" = "{points}"')
            sys.stdout.write(f"{bot:<10} {players} players  {points:>12}  begging {begging}\n")
            sys.stdout.flush()
    if options.keep:
        file = Path(__file__).parents[1] / "caverna_sim" / "games" / options.game / "bots" / "strength.toml"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
