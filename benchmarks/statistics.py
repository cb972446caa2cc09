"""How often the statistics are right: simulated studies, printed as a table.

    python -m benchmarks.statistics                # made-up scores
    python -m benchmarks.statistics RUN_A RUN_B    # blocks drawn from two real runs with the same seed

A study draws blocks, asks for every seat what changes from A to B, and is checked against the truth, which is known: the mean of
the population that blocks are drawn from, shifted as wanted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.read import load
from caverna_sim.stats.discoveries import discoveries
from caverna_sim.stats.equivalence import Judgement, judge, overall
from caverna_sim.stats.sequence import watch
from caverna_sim.stats.source import block_sums, open_run

Floats = NDArray[np.float64]
SMALLEST = 1.0


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


def judged(differences: Floats, smallest: float = SMALLEST) -> list[Judgement]:
    """[block, seat] differences of one study, judged as one family."""
    blocks, seats = differences.shape
    errors = differences.std(axis=0, ddof=1) / np.sqrt(blocks)
    means = differences.mean(axis=0)
    return [judge(float(mean), float(error), blocks - 1, smallest, family=seats) for mean, error in zip(means, errors, strict=True)]


def rows(first: Floats, second: Floats, studies: int, random: np.random.RandomState) -> list[tuple[str, float, str]]:
    """(what, share of studies, what it should be)."""
    null = (second - first) - (second - first).mean(axis=0)
    spread = float(null.std(axis=0).max())
    blocks = max(40, int(np.ceil((5.0 * spread / SMALLEST) ** 2)))

    def share(of: Callable[[Floats], bool], shift: float = 0.0, size: int = blocks) -> float:
        bonus = np.zeros(null.shape[1])
        bonus[0] = shift
        return float(np.mean([of(null[random.randint(0, len(null), size)] + bonus) for _ in range(studies)]))

    def holds(one: Floats) -> bool:
        found = judge(float(one[:, 0].mean()), float(one[:, 0].std(ddof=1)) / np.sqrt(len(one)), len(one) - 1, SMALLEST)
        return found.low <= 0 <= found.high

    def all_hold(one: Floats) -> bool:
        return all(found.low <= 0 <= found.high for found in judged(one))

    def any_different(one: Floats) -> bool:
        return any(found.p_different <= 0.05 for found in judged(one))

    def all_equivalent(one: Floats) -> bool:
        return overall([found.verdict for found in judged(one)]) == "equivalent"

    def first_is(verdict: str) -> Callable[[Floats], bool]:
        return lambda one: judged(one)[0].verdict == verdict

    return [
        ("interval of one seat holds the truth, 60 blocks", share(holds, size=60), "95 % +- 1.5"),
        (f"interval of one seat holds the truth, {blocks} blocks", share(holds), "95 % +- 1.5"),
        ("all seats together hold the truth", share(all_hold), "at least 93.5 %"),
        ("a difference is claimed where there is none", share(any_different), "at most 6.5 %"),
        ("identical rules are equivalent", share(all_equivalent), "at least 95 %"),
        ("equivalent is claimed although it just matters", share(first_is("equivalent"), SMALLEST), "at most 5 %"),
        ("a bonus of 2 points is found", share(first_is("different"), 2.0), "at least 90 %"),
    ]


def looking(first: Floats, studies: int, random: np.random.RandomState) -> float:
    """How often a confidence sequence ever excludes the truth, looked at after each of 1,000 blocks."""
    truth = first[:, 0].mean()
    seen = watch(first[:, 0][random.randint(0, len(first), (1000, studies))])
    return float((np.abs(seen.values - truth) > seen.half_widths).any(axis=0).mean())


def false_discoveries(studies: int, random: np.random.RandomState) -> float:
    """The mean share of false ones among discoveries, 38 nulls and 10 effects."""
    from scipy.special import ndtr

    shares = []
    for _ in range(studies):
        scores = random.normal(np.r_[np.zeros(38), np.full(10, 3.5)])
        found = discoveries(2 * ndtr(-np.abs(scores)))
        shares.append(found[:38].sum() / max(1, found.sum()))
    return float(np.mean(shares))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="*")
    parser.add_argument("--studies", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = np.random.RandomState(options.seed)
    first, second = of_runs(*options.runs) if options.runs else made_up(random)
    correlation = np.corrcoef(first[:, 0], second[:, 0])[0, 1]
    size = f"{len(first):,} blocks, {first.shape[1]} seats"
    sys.stdout.write(f"population: {size}, correlation of A and B {correlation:.2f}; {options.studies:,} studies\n")
    found = rows(first, second, options.studies, random)
    found.append(("a confidence sequence ever excludes the truth", looking(first, options.studies, random), "at most 5 %"))
    found.append(("false ones among discoveries", false_discoveries(options.studies, random), "at most 5 %"))
    for what, value, wanted in found:
        sys.stdout.write(f"{what:<62}{value:>8.1%}   {wanted}\n")


if __name__ == "__main__":
    main()
