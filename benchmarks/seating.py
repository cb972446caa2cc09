"""Whether the order in which bots are named matters, and whether everybody sits behind everybody else equally often.

    python -m benchmarks.seating TOPIC... [--games N] [--orders N] [--seating KIND] [--workers N]

    names   a tournament of four bots, named in many orders: all differences of win shares and strengths, as one family
    run     the same for a scenario that names one bot for each seat
    pairs   ten bots at tables of four: how often each sits directly behind each other, and in each seat; nothing is played

`--seating rotate` shows what balanced seating is for. Intervals hold 95 % for all pairs of orders and all bots together.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb, hypot
from statistics import NormalDist

import numpy as np

from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.play import Match, play, whole_blocks
from caverna_sim.match.seating import BALANCED, seating_of
from caverna_sim.stats.ratings import Estimate, Ratings, ratings, results

BOTS = ("balanced", "peaceful", "adventurer", "ruby_miner")
POOL = ("balanced", "peaceful", "adventurer", "ruby_miner", "ore_baron", "herder", "crop_farmer", "builder", "big_family", "trader")
SEED = 4
KEPT = {"games": ("block",), "players": ("bot", "score", "rank")}


def rated(names: Sequence[str], games: int, seating: str, draws: bool, workers: int) -> Ratings:
    """Ratings of four bots in the order of BOTS, whatever the order in which they are named."""
    scenario = CavernaScenario("order of names", 4, tuple(names), seating=seating, draws_bots=draws, seed=SEED, record=("games", "players"))
    source = CavernaSource(scenario)
    played = play([Match(source, whole_blocks(source, games))], KEPT, workers)[0]
    place = np.array([BOTS.index(name) for name in source.names])
    bots, scores, ranks = (played["players", name].reshape(-1, 4) for name in ("bot", "score", "rank"))
    return ratings(results(place[bots], scores, played["games", "block"], 4, places=-ranks), replicates=200)


def farthest(estimates: Sequence[Sequence[Estimate]]) -> float:
    """The largest difference between two orders of names, in standard errors, over all bots."""
    gaps = [
        abs(one.value - other.value) / hypot(one.error, other.error)
        for of_bot in zip(*estimates, strict=True)
        for one, other in combinations(of_bot, 2)
    ]
    return max(gaps)


def by_names(games: int, orders: int, seating: str, draws: bool, workers: int) -> list[str]:
    """What the order of names does."""
    random = np.random.RandomState(1)
    named = [tuple(BOTS[bot] for bot in random.permutation(4)) for _ in range(orders)]
    found = [rated(names, games, seating, draws, workers) for names in named]
    pairs = comb(orders, 2) * len(BOTS)
    allowed = NormalDist().inv_cdf(1 - 0.025 / pairs)
    lines = [f"{orders} orders of names, {games:,} games each, seating {seating}; lowest and highest over the orders:"]
    for bot, name in enumerate(BOTS):
        shares, strengths = ([getattr(one, what)[bot].value for one in found] for what in ("win_shares", "strengths"))
        lines.append(
            f"  {name:<11} wins {min(shares):6.1%} to {max(shares):6.1%}   strength {min(strengths):+5.0f} to {max(strengths):+5.0f}"
        )
    for what in ("win_shares", "strengths"):
        most = farthest([getattr(one, what) for one in found])
        verdict = "inside" if most < allowed else "OUTSIDE"
        lines.append(f"{what.replace('_', ' ')}: {pairs} differences, the largest {most:.2f} standard errors, {verdict} {allowed:.2f}")
    return lines


def pairs(games: int) -> list[str]:
    """How evenly ten bots sit."""
    plan = seating_of(BALANCED, POOL, 4, draws=True)
    behind, seats, blocks = Counter[tuple[int, int]](), Counter[tuple[int, int]](), -(-games // plan.block_games)
    for block in range(blocks):
        for _, table in plan.block(SEED, block):
            behind.update((table[seat], table[(seat + 1) % 4]) for seat in range(4))
            seats.update(enumerate(table))
    lines = [f"ten bots at tables of four, {blocks * plan.block_games:,} games ({blocks / plan.stratum_blocks:.2f} strata):"]
    for what, often in (("directly behind", behind), ("seats", seats)):
        mean = sum(often.values()) / len(often)
        spread = max(abs(number - mean) for number in often.values()) / mean
        lines.append(
            f"  {what:<16} {len(often)} kinds, {min(often.values())} to {max(often.values())}, at most {spread:.1%} from {mean:.1f}"
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.seating", description=__doc__.splitlines()[0])
    parser.add_argument("topics", nargs="+", choices=("names", "run", "pairs"), metavar="TOPIC", help="names, run, pairs")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="of each order of names (default 2000)")
    parser.add_argument("--orders", type=int, default=20, metavar="N", help="of names (default 20)")
    parser.add_argument("--seating", default=BALANCED, metavar="KIND")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    options = parser.parse_args(arguments)
    for topic in options.topics:
        if topic == "pairs":
            lines = [line for games in (options.games, 10 * options.games) for line in pairs(games)]
        else:
            is_pool = topic == "names" and options.seating == BALANCED  # as tournaments draw their tables
            lines = by_names(options.games, options.orders, options.seating, is_pool, options.workers)
        sys.stdout.write(f"{topic}\n" + "\n".join(lines) + "\n\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
