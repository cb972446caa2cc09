"""Whether studies tell the truth: two designs that should agree, how often intervals hold, and how long a study takes.

    python -m benchmarks.studies agreement     # what furnishings are worth, by two designs with games of their own
    python -m benchmarks.studies coverage      # on made-up blocks, and on blocks of a real run
    python -m benchmarks.studies speed         # games and time for `tiles` at ±0.3, all intervals together

Agreement: least squares on a run in which every furnishing is missing by lot, against pairs of runs that differ in one furnishing only
(present in one, absent in the other; the others missing by the same lots). Coverage: studies of blocks drawn from those of a real run,
with lots of their own, so that the truth is known: nothing, or what was planted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from benchmarks.statistics import families as made_up_families
from caverna_sim.batch.run import run
from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import block_means, seats_of
from caverna_sim.experiments.prices import ABSENCE
from caverna_sim.scenario.scenario import Scenario, load_scenario, read_scenario
from caverna_sim.stats.discoveries import RATE, adjusted
from caverna_sim.stats.effects import Effects, drawn_design, joined, least_squares
from caverna_sim.stats.families import blocks_to_find, critical, family
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import needed

MOST = 10  # furnishings that are looked at by pairs
PLANTED = 8
MADE_UP = 8  # `families` makes one study out of so many
HALF_WIDTH = 0.3
ROW = "{:<44}{:>8}   {}\n"


def played(scenario: Scenario, games: int, seed: int, folder: Path, workers: int, **supply: object) -> Run:
    """A run of a scenario with another supply."""
    data = scenario.to_data()
    data = {**data, "seed": seed, "supply": {**data["supply"], **supply}, "record": ["games", "players", "supply"]}
    return run(read_scenario(data), games=games, out=folder, workers=workers, resume=True)


# ---------------------------------------------------------------- estimates


def by_lots(one: Run) -> tuple[Effects, Floats, Floats]:
    """The effect of every furnishing, and the outcomes and design behind it."""
    supply = needed(one, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
    blocks, means = block_means(seats_of(one))
    kept, design, names = drawn_design(supply, "tile", "available", False, blocks)
    outcomes = means[np.searchsorted(blocks, kept)]
    return least_squares(outcomes, design, names), outcomes, design


def by_pairs(tile: str, present: Run, absent: Run) -> Effects:
    """What the mean seat scores more with a furnishing than without, block by block."""
    blocks, with_it = block_means(seats_of(present))
    others, without = block_means(seats_of(absent))
    if not np.array_equal(blocks, others):
        raise SystemExit("the runs of a pair have other blocks; remove their folders")
    more = with_it - without
    share = (more - more.mean()) / len(more)
    return Effects((tile,), np.array([more.mean()]), blocks, share[:, None], float(len(more) - 1))


# ---------------------------------------------------------------- agreement


def apart(first: Effects, second: Effects) -> Effects:
    """Second minus first, of two studies that share no games; both have the same names."""
    shares = np.vstack([-_full(first), _full(second)])
    return Effects(first.names, second.values - first.values, np.arange(len(shares)), shares, min(first.degrees, second.degrees))


def _full(one: Effects) -> Floats:
    """Shares whose squares add up to the variance among the blocks of a larger study too."""
    number = len(one.shares)
    return one.shares * np.sqrt(one.remaining * number / max(1, number - 1))


def agreement(scenario: Scenario, games: int, of_pairs: int, folder: Path, workers: int) -> bool:
    """Print the largest effects by both designs, and whether they agree."""
    first, _, _ = by_lots(played(scenario, games, 1, folder / "lots", workers, random_absence=ABSENCE))
    order = np.argsort(-np.abs(first.values))[:MOST]
    tiles = [first.names[place] for place in order]
    pairs = {}
    for tile in tiles:
        others = dict.fromkeys(first.names, ABSENCE)
        runs = [
            played(scenario, of_pairs, 2, folder / f"{tile} {word}", workers, random_absence={**others, tile: chance})
            for word, chance in (("present", 0.0), ("absent", 1.0))
        ]  # fmt: skip
        pairs[tile] = by_pairs(tile, *runs)
    second = joined(pairs)
    lots, paired = family(first.only(tiles)), family(Effects(tuple(tiles), second.values, second.blocks, second.shares, second.degrees))
    between = family(apart(first.only(tiles), paired.effects))
    sys.stdout.write(
        f"{scenario.name}: {games:,} games by lots, {of_pairs:,} games in each of {2 * len(tiles)} runs of pairs; intervals hold for all"
        f" {len(tiles)} rows together\n{'furnishing':<24}{'by lots':>24}{'by pairs':>24}{'difference':>24}  agree\n"
    )
    agrees = (between.low <= 0) & (between.high >= 0)
    for place, tile in enumerate(tiles):
        cells = [
            f"{found.effects.values[place]:+.2f} ({found.low[place]:+.2f} to {found.high[place]:+.2f})"
            for found in (lots, paired, between)
        ]  # fmt: skip
        sys.stdout.write(f"{tile:<24}" + "".join(f"{cell:>24}" for cell in cells) + f"  {'yes' if agrees[place] else 'NO'}\n")
    sys.stdout.write(f"{int(agrees.sum())} of {len(tiles)} agree\n")
    return bool(agrees.all())


# ---------------------------------------------------------------- coverage


def coverage(scenario: Scenario, games: int, studies: int, folder: Path, workers: int) -> None:
    """How often intervals hold, discoveries are false, and 1 point is found."""
    random = np.random.RandomState(1)
    sys.stdout.write("made-up blocks\n")
    for what, value, wanted in made_up_families(MADE_UP * studies, random):
        sys.stdout.write(f"{what:<72}{value:>8.1%}   {wanted}\n")
    _, outcomes, design = by_lots(played(scenario, games, 1, folder / "lots", workers, random_absence=ABSENCE))
    wide = np.column_stack([np.ones(len(outcomes)), design])
    truth, *_ = np.linalg.lstsq(wide, outcomes, rcond=None)
    sys.stdout.write(f"blocks of a real run: {len(outcomes):,} blocks of {scenario.name}, {design.shape[1]} furnishings\n")
    for what, value, wanted in (
        *resampled(outcomes, design, np.asarray(truth[1:], np.float64), studies, random),
        *planted(outcomes - wide @ truth, design.shape[1], studies, random),
    ):
        sys.stdout.write(f"{what:<72}{value:>8.1%}   {wanted}\n")
        sys.stdout.flush()


Row = tuple[str, float, str]


def resampled(outcomes: Floats, design: Floats, truth: Floats, studies: int, random: np.random.RandomState) -> Iterator[Row]:
    """Studies of blocks as they were played, drawn with replacement; the truth is what all blocks together say."""
    size = len(outcomes) // 2
    alone, together = [], []
    names = [str(tile) for tile in range(design.shape[1])]
    for _ in range(studies):
        chosen = random.randint(0, len(outcomes), size)
        found = least_squares(outcomes[chosen], design[chosen], names)
        apart_, limit = np.abs(found.values - truth), critical(found)
        alone.append((apart_ <= family_of_one(found)).mean())
        together.append((apart_ <= limit * found.errors).all())
    yield f"drawn as played, {size:,} blocks: interval of one furnishing holds the truth", float(np.mean(alone)), "95 % +- 1"
    yield "drawn as played: all intervals hold together", float(np.mean(together)), "95 % +- 1"


def planted(luck: Floats, tiles: int, studies: int, random: np.random.RandomState) -> Iterator[Row]:
    """Real luck of blocks with lots of our own: a few furnishings are worth 1 point, the others nothing."""
    names = [str(tile) for tile in range(tiles)]
    truth = np.r_[np.ones(PLANTED), np.zeros(tiles - PLANTED)]

    def study(size: int) -> Effects:
        there = (random.random_sample((size, tiles)) < ABSENCE).astype(np.float64)
        return least_squares(luck[random.randint(0, len(luck), size)] + there @ truth, there, names)

    blocks = blocks_to_find(study(min(400, len(luck))), 1.0)
    alone, together, false, found = [], [], [], []
    for _ in range(studies):
        one = study(blocks)
        limit, is_discovery = critical(one), adjusted(one.p_values) <= RATE
        alone.append((np.abs(one.values - truth) <= family_of_one(one)).mean())
        together.append((np.abs(one.values - truth) <= limit * one.errors).all())
        false.append(is_discovery[PLANTED:].sum() / max(1, is_discovery.sum()))
        found.append((one.values[:PLANTED] > limit * one.errors[:PLANTED]).mean())
    yield f"planted, {blocks:,} blocks: interval of one furnishing holds the truth", float(np.mean(alone)), "95 % +- 1"
    yield "planted: all intervals hold together", float(np.mean(together)), "95 % +- 1"
    yield "planted: false ones among discoveries", float(np.mean(false)), "at most 5 %"
    yield "planted: 1 point is found at the blocks that the pilot names", float(np.mean(found)), "at least 90 %"


def family_of_one(found: Effects) -> Floats:
    """Half widths of intervals that hold for one effect alone."""
    from scipy.special import stdtrit

    return np.asarray(float(stdtrit(found.degrees, 0.975)) * found.errors, np.float64)


# ---------------------------------------------------------------- speed


def speed(scenario: Scenario, games: int, folder: Path) -> None:
    """Games that `tiles` needs at ±0.3 for all intervals together, and how long they take on two cores."""
    warm = played(scenario, 40, 3, folder / "warm", 1, random_absence=ABSENCE)
    started = time.process_time()
    one = played(scenario, games, 1, folder / "speed", 1, random_absence=ABSENCE)
    played_in = time.process_time() - started
    started = time.process_time()
    found = family(by_lots(one)[0])
    counted_in = time.process_time() - started
    wanted = games * (found.half_width / HALF_WIDTH) ** 2
    rate = one.games_played / played_in
    for what, value, unit in (
        ("games of the run by lots", f"{games:,}", ""),
        ("its widest interval, all together", f"±{found.half_width:.2f}", "points"),
        (f"games for ±{HALF_WIDTH:g}", f"{wanted:,.0f}", ""),
        ("games a second of CPU, one core", f"{rate:,.0f}", f"warm-up of {warm.games_played} games not counted"),
        ("counting", f"{counted_in:.1f}", "s of CPU"),
        ("`table_effect` of every furnishing, two cores", f"{wanted / rate / 2 + counted_in:.0f}", "s"),
        ("the whole of `tiles` (all estimates, 2.2 runs)", f"{2.2 * wanted / rate / 2 + 4 * counted_in:.0f}", "s"),
    ):
        sys.stdout.write(ROW.format(what, value, unit))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("agreement", "coverage", "speed"))
    parser.add_argument("--scenario", default="base_4")
    parser.add_argument("--games", type=int, help="by lots (agreement 24,000; coverage 8,000; speed 4,000)")
    parser.add_argument("--pairs", type=int, default=2_400, help="games of each run of a pair (default 2,400)")
    parser.add_argument("--studies", type=int, default=1_000, help="for coverage (default 1,000)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder that keeps the games")
    options = parser.parse_args(arguments)
    scenario = load_scenario(options.scenario)
    with TemporaryDirectory(prefix="caverna-sim-") as temporary:
        folder = options.keep or Path(temporary)
        if options.what == "agreement":
            return 0 if agreement(scenario, options.games or 24_000, options.pairs, folder, options.workers) else 1
        if options.what == "coverage":
            coverage(scenario, options.games or 8_000, options.studies, folder, options.workers)
        else:
            speed(scenario, options.games or 4_000, folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
