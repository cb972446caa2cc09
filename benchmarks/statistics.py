"""How often the statistics are right: simulated studies, printed as a table.

    python -m benchmarks.statistics                # made-up scores
    python -m benchmarks.statistics RUN_A RUN_B    # blocks drawn from two real runs with the same seed
    python -m benchmarks.statistics --only looks   # one part: verdicts, looks, until, families

A study draws blocks, asks for every seat what changes from A to B, and is checked against the truth, which is known: the mean of
the population that blocks are drawn from, shifted as wanted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from caverna_sim.batch.running import is_precise, mean_of, next_look, sums_of
from caverna_sim.dataset.read import load
from caverna_sim.stats.controls import controls
from caverna_sim.stats.discoveries import RATE, adjusted
from caverna_sim.stats.effects import Effects, joined, least_squares
from caverna_sim.stats.equivalence import Judgement, judge, overall, units_needed
from caverna_sim.stats.families import blocks_for, blocks_to_find, critical, family, interactions
from caverna_sim.stats.looks import spent
from caverna_sim.stats.source import block_sums, open_run

Floats = NDArray[np.float64]
Row = tuple[str, float, str]  # (what, share of studies, what it should be)
SMALLEST = 1.0
TILES = 48


def made_up(random: np.random.RandomState, seats: int = 4, size: int = 20_000) -> tuple[Floats, Floats]:
    """[block, seat] mean scores of A and B: skewed, alike within a block, and paired."""
    luck = random.gamma(4, 3, (size, 1)) + random.gamma(2, 4, (size, seats))
    return luck + random.normal(0, 3, (size, seats)), luck + random.normal(0, 3, (size, seats))


def of_runs(first: str, second: str) -> tuple[Floats, Floats]:
    """[block, seat] mean scores of two runs, for the blocks that both have."""
    columns = []
    for folder in (first, second):
        sums = block_sums(open_run(load(folder)).seats, ("seat",), ("score",))
        columns.append({key: (one.blocks, one.sums["score"] / one.counts) for key, one in sums.items()})
    shared = np.intersect1d(*(next(iter(one.values()))[0] for one in columns))
    wide = [np.column_stack([values[np.searchsorted(blocks, shared)] for blocks, values in one.values()]) for one in columns]
    return wide[0], wide[1]


def judged(differences: Floats, smallest: float = SMALLEST, look: int = 0) -> list[Judgement]:
    """[block, seat] differences of one study, judged as one family."""
    blocks, seats = differences.shape
    errors = differences.std(axis=0, ddof=1) / np.sqrt(blocks)
    means = differences.mean(axis=0)
    return [
        judge(float(mean), float(error), blocks - 1, smallest, family=seats, look=look) for mean, error in zip(means, errors, strict=True)
    ]


# ---------------------------------------------------------------- verdicts


def verdicts(first: Floats, second: Floats, studies: int, random: np.random.RandomState) -> Iterator[Row]:
    """One look at two runs."""
    null = (second - first) - (second - first).mean(axis=0)
    spread, seats = float(null.std(axis=0).max()), null.shape[1]
    blocks = units_needed(spread, SMALLEST, family=seats)

    def share(of: Callable[[list[Judgement]], bool], shift: float = 0.0, size: int = blocks) -> float:
        bonus = np.zeros(seats)
        bonus[0] = shift
        drawn = (null[random.randint(0, len(null), size)] + bonus for _ in range(studies))
        return float(np.mean([of(judged(one, look=1)) for one in drawn]))

    def holds(one: Floats) -> bool:
        found = judge(float(one[:, 0].mean()), float(one[:, 0].std(ddof=1)) / np.sqrt(len(one)), len(one) - 1, SMALLEST)
        return found.low <= 0 <= found.high

    for size in (60, blocks):
        held = float(np.mean([holds(null[random.randint(0, len(null), size)]) for _ in range(studies)]))
        yield f"interval of one seat holds the truth, {size} blocks", held, "95 % +- 1"
    yield "an effect is shown where there is none, any seat", share(lambda found: any(one.is_shown for one in found)), "at most 5 %"
    yield "identical rules are equivalent", share(lambda found: overall([one.verdict for one in found]) == "equivalent"), "at least 90 %"
    yield "a bonus of 2 points is found", share(lambda found: found[0].verdict == "different", 2 * SMALLEST), "at least 90 %"
    yield "a bonus of 1 point is shown to be there", share(lambda found: found[0].is_shown, SMALLEST), "at least 90 %"
    yield "equivalent is claimed of 1 point", share(lambda found: found[0].verdict == "equivalent", SMALLEST), "at most 5 %"
    yield "different is claimed of 0.99 points", share(lambda found: found[0].verdict == "different", 0.99), "at most 5 %"
    for truth, right in ((0.8, "equivalent"), (1.3, "different")):
        for times in (0.25, 1, 4, 16):
            size = max(20, round(times * blocks))
            right_share = float(np.mean([  # the mean of so many blocks is as good as normal
                judge(truth + spread / sqrt(size) * random.standard_normal(), spread / sqrt(size), size - 1, SMALLEST).verdict == right
                for _ in range(studies)
            ]))  # fmt: skip
            yield f"{truth:g} points are {right}, {size:,} blocks", right_share, "never fewer with more blocks"


# ---------------------------------------------------------------- looking again


def looking(studies: int, random: np.random.RandomState) -> Iterator[Row]:
    """Nothing is there, and somebody looks again and again; then an effect that a single look would find in 90 %."""
    for number in (1, 2, 4, 10):
        for name, times in (("doubled", [2.0**look for look in range(number)]), ("equal steps", [1.0 + look for look in range(number)])):
            shown = _ever(np.array(times), 0.0, 50 * studies, random)
            yield f"{number:>2} looks, {name}: an effect is shown where there is none", shown, "at most 5 %"
    eager = [
        _eager(number, close, more, 50 * studies, random) for number in (4, 10, 20) for close in (0.6, 0.8) for more in (0.05, 0.1, 0.3)
    ]
    yield "up to 20 looks, again as soon as it was close, the worst of 18 ways", max(eager), "at most 5 %"
    yield (
        "ordinary intervals, 4 looks, doubled (for comparison)",
        _ever(2.0 ** np.arange(4), 0.0, 50 * studies, random, ordinary=True),
        "far above 5 %",
    )
    drift = float(ndtri(0.975) + ndtri(0.9))
    for number in (1, 2, 4, 10):
        times = np.arange(1.0, number + 1)
        yield (
            f"{number:>2} equal looks find what one look of that length finds in 90 %",
            _ever(times, drift / sqrt(number), 50 * studies, random),
            "power",
        )


def _limits(looks: int) -> Floats:
    return np.array([-ndtri(spent(0.05, look) / 2) for look in range(1, looks + 1)])


def _ever(times: Floats, drift: float, studies: int, random: np.random.RandomState, ordinary: bool = False) -> float:
    """How often any look is beyond its limit; `drift` is the mean of a step of length 1."""
    steps = np.diff(np.r_[0.0, times])
    sums = (random.standard_normal((studies, len(times))) * np.sqrt(steps) + drift * steps).cumsum(axis=1) / np.sqrt(times)
    limits = ndtri(0.975) if ordinary else _limits(len(times))
    return float((np.abs(sums) > limits).any(axis=1).mean())


def _eager(looks: int, close: float, more: float, studies: int, random: np.random.RandomState) -> float:
    """Looks again after a little more when it was close, after twice as much when it was not."""
    limits, times, sums = _limits(looks + 1), np.ones(studies), random.standard_normal(studies)
    claimed = np.zeros(studies, bool)
    for look in range(looks):
        standing = np.abs(sums) / np.sqrt(times)
        claimed |= standing > limits[look]
        steps = np.where(standing > close * limits[look + 1], more, 1.0) * times
        sums, times = sums + np.sqrt(steps) * random.standard_normal(studies), times + steps
    return float(claimed.mean())


# ---------------------------------------------------------------- --until


def until(studies: int, random: np.random.RandomState) -> Iterator[Row]:
    """Games against those that the precision needs, for 4 bots with skewed means of blocks."""
    for needed in (100, 400, 2000):
        played, held, looks = [], [], []
        half_width = float(ndtri(0.975)) / sqrt(needed)
        for _ in range(max(50, studies // 10)):
            values = random.gamma(4, 0.5, (3 * needed, 4)) - 2
            blocks, looked = 20, 1
            while True:
                means = {str(bot): mean_of(sums_of(values[:blocks, bot], np.ones(blocks))) for bot in range(4)}
                if is_precise(means, half_width):
                    break
                blocks, looked = next_look(means, half_width, blocks), looked + 1
            played.append(blocks / needed)
            held.append(np.mean([abs(mean.value) <= mean.half_width for mean in means.values()]))
            looks.append(looked)
        yield f"--until, {needed:,} blocks needed: played on average", float(np.mean(played)), "at most 130 %"
        yield f"--until, {needed:,} blocks needed: played at most, 95 % of runs", float(np.quantile(played, 0.95)), ""
        yield (
            f"--until, {needed:,} blocks needed: interval holds the truth ({np.mean(looks):.1f} looks)",
            float(np.mean(held)),
            "95 % +- 1.5",
        )


# ---------------------------------------------------------------- families


def fitted(random: np.random.RandomState, blocks: int, truth: Floats, extra: float = 0.0) -> tuple[Effects, Effects]:
    """Tiles present in half of the blocks, and their effects for two bots; luck is skewed, shared in a block, larger with tile 0."""
    there = (random.random_sample((blocks, len(truth))) < 0.5).astype(float)
    names = [str(tile) for tile in range(len(truth))]
    luck = random.gamma(4, 1.5, blocks)
    own = (random.gamma(2, 1.5, (2, blocks)) - 3) * (1 + there[:, 0])
    points = [there @ truth + luck + one + extra * bot * there[:, 1] for bot, one in enumerate(own)]
    first, second = (least_squares(one, there, names) for one in points)
    return first, second


def _hold(effects: Effects, names: Sequence[str]) -> bool:
    """Whether all of these hold as ghosts."""
    return all(one.holds for one in controls("ghosts", family(effects.only(names)), {name: name for name in names}))


def families(studies: int, random: np.random.RandomState) -> Iterator[Row]:
    """48 tiles, 8 of them worth 1 point."""
    truth = np.r_[np.ones(8), np.zeros(TILES - 8)]
    pilot, _ = fitted(random, 400, truth)
    blocks, number = blocks_to_find(pilot, 1.0), max(50, studies // 8)
    alone, together, false, found, ranked, sound, same, moved = ([] for _ in range(8))
    for _ in range(number):
        one, other = fitted(random, blocks, truth)
        judged_ = family(one)
        alone.append((np.abs(one.values - truth) <= judged_.pointwise).mean())
        together.append(((judged_.low <= truth) & (truth <= judged_.high)).all())
        false.append(judged_.discovery[8:].sum() / max(1, judged_.discovery.sum()))
        found.append((judged_.low[:8] > 0).mean())
        ranked.append((judged_.rank_low[:8] <= 8).all() and (judged_.rank_high[8:] >= 9).all())
        sound.append(_hold(one, [str(tile) for tile in range(20, TILES)]))
        both = joined({"a": one, "b": other})
        same.append(interactions(both, ["a", "b"], [str(tile) for tile in range(8)])["differs"].any())
        apart_, also = fitted(random, blocks, truth, 2.0)
        moved.append(interactions(joined({"a": apart_, "b": also}), ["a", "b"], [str(tile) for tile in range(8)])["differs"][1])
    few = blocks_for(pilot, 0.8)
    widths = [critical(one) * one.errors.max() for one, _ in (fitted(random, few, truth) for _ in range(40))]
    yield f"{TILES} tiles, {blocks:,} blocks: interval of one tile holds the truth", float(np.mean(alone)), "95 % +- 1"
    yield f"{TILES} tiles: all intervals hold together", float(np.mean(together)), "95 % +- 1"
    yield f"{TILES} tiles: false ones among discoveries", float(np.mean(false)), "at most 5 %"
    yield f"{TILES} tiles: 1 point is found at the blocks that the pilot names", float(np.mean(found)), "at least 90 %"
    yield f"{TILES} tiles: ranks hold the truth", float(np.mean(ranked)), "at least 95 %"
    yield f"{TILES} tiles: negative controls are called sound", float(np.mean(sound)), "at least 95 %"
    yield "an interaction with the bot is claimed where there is none", float(np.mean(same)), "at most 5 %"
    yield "a tile worth 2 points more to one bot is found", float(np.mean(moved)), "at least 90 %"
    yield f"{few:,} blocks for +-0.8 give it", float(np.mean(np.array(widths) <= 0.8)), "at least 80 %"
    yield "false ones among discoveries, 38 nulls and 10 effects", false_discoveries(studies, random), "at most 5 %"


def false_discoveries(studies: int, random: np.random.RandomState) -> float:
    """The mean share of false ones among discoveries, 38 nulls and 10 effects."""
    shares = []
    for _ in range(studies):
        scores = random.normal(np.r_[np.zeros(38), np.full(10, 3.5)])
        found = adjusted(2 * ndtr(-np.abs(scores))) <= RATE
        shares.append(found[:38].sum() / max(1, found.sum()))
    return float(np.mean(shares))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="*")
    parser.add_argument("--studies", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("verdicts", "looks", "until", "families"))
    options = parser.parse_args()
    random = np.random.RandomState(options.seed)
    first, second = of_runs(*options.runs) if options.runs else made_up(random)
    correlation = np.corrcoef(first[:, 0], second[:, 0])[0, 1]
    size = f"{len(first):,} blocks, {first.shape[1]} seats"
    sys.stdout.write(f"population: {size}, correlation of A and B {correlation:.2f}; {options.studies:,} studies\n")
    parts: dict[str, Iterator[Row]] = {
        "verdicts": verdicts(first, second, options.studies, random),
        "looks": looking(options.studies, random),
        "until": until(options.studies, random),
        "families": families(options.studies, random),
    }
    for name, found in parts.items():
        for what, value, wanted in found if options.only in (None, name) else ():
            sys.stdout.write(f"{what:<72}{value:>8.1%}   {wanted}".rstrip() + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
