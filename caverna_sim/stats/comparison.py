"""Two runs compared: how much more a seat or a bot scores in the second, and whether that matters.

Runs with the same seed deal the same cards and draw the same lots, game by game. They are compared in pairs, block by block, so
what both share drops out; the achieved correlation says how much that was worth. Runs with other seeds are compared as
independent samples (Welch).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, nan, sqrt
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError, nearest
from caverna_sim.stats.differences import differences, differing
from caverna_sim.stats.equivalence import (
    POWER,
    Judgement,
    Verdict,
    cautious_sd,
    check_level,
    check_smallest_effect,
    judge,
    overall,
    units_needed,
)
from caverna_sim.stats.ratings import LEVEL, Floats
from caverna_sim.stats.source import BlockSums, Run, Source, block_sums, needed, open_run
from caverna_sim.stats.words import amount, listed, number, range_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SMALLEST_EFFECT = 1.0  # points; less than that nobody would change a house rule for
MEASURES = {
    "score": "points",
    "margin": "points above the mean of the table",
    "won": "of the win",
    "begging": "begging markers",
}  # fmt: skip

By = Literal["seat", "bot"]


@dataclass(frozen=True)
class Effect:
    """What changes for one seat or bot from the first run to the second."""

    name: str
    first: float  # mean in the first run
    second: float
    correlation: float  # of block means of the two runs; nan when they are not paired
    sd: float  # of the differences of blocks
    units: int  # blocks, or setups when bots draw no lots
    judged: Judgement

    @property
    def verdict(self) -> Verdict:
        """What may be claimed."""
        return self.judged.verdict


@dataclass(frozen=True)
class Comparison:
    """What changes from the first run to the second."""

    names: tuple[str, str]
    measure: str
    by: By
    effects: tuple[Effect, ...]
    is_paired: bool
    is_exact: bool
    games: tuple[int, int]
    same_games: float  # share of pairs of games that went exactly alike
    smallest_effect: float
    level: float
    differs: tuple[str, ...] = ()  # what sets the runs apart besides chance

    @property
    def overall(self) -> Verdict:
        """different if anything is, equivalent only if everything is."""
        return overall([effect.verdict for effect in self.effects])

    @property
    def verdict(self) -> str:
        """The answer in a sentence or two."""
        return f"{self.overall}: with {self.names[1]} instead of {self.names[0]}, {_told(self)}"

    @property
    def how(self) -> str:
        """How the answer came about."""
        a, b = self.names
        family = f" for all {len(self.effects)} {self.by}s together" if len(self.effects) > 1 else ""
        units = min(effect.units for effect in self.effects)
        lines = [differing(self.differs)]
        if self.is_exact:
            lines.append("Census: both runs played every setup with bots that draw no lots, so the differences are exact.")
        else:
            games = f"{a}: {self.games[0]:,} games; {b}: {self.games[1]:,} games; {units:,} independent blocks"
            lines.append(f"{games}; intervals hold {100 * self.level:.0f} %{family}.")
        if self.is_paired:
            known = [effect.correlation for effect in self.effects if np.isfinite(effect.correlation)]
            shown = f"correlation {range_text(min(known), max(known), '.2f')}" if known else "no correlation to be seen"
            alike = f"; {100 * self.same_games:.1f} % of them went exactly alike" if np.isfinite(self.same_games) else " by blocks"
            lines.append(f"Games are paired ({shown}){alike}.")
        else:
            lines.append("The runs have different seeds and are not paired; the same seed for both needs fewer games.")
        chance = f", tested with {100 * (1 - self.level):.0f} % on each side" if not self.is_exact else ""
        lines.append(f"Equivalent: smaller than {amount(self.smallest_effect, self.measure)} either way{chance}.")
        return " ".join(lines)

    @property
    def table(self) -> pl.DataFrame:
        """A row for every seat or bot."""
        rows = [
            {
                self.by: effect.name, "first": effect.first, "second": effect.second, "difference": effect.judged.value,
                "low": effect.judged.low, "high": effect.judged.high, "error": effect.judged.error,
                "correlation": effect.correlation, "blocks": effect.units, "p different": effect.judged.p_different,
                "p equivalent": effect.judged.p_equivalent, "verdict": effect.verdict,
            }
            for effect in self.effects
        ]  # fmt: skip
        return pl.DataFrame(rows)

    def plot(self, axes: Axes | None = None) -> Figure:
        """Differences with intervals, and the zone where nothing matters."""
        from caverna_sim.stats import figures

        return figures.comparison(self, axes)


def compare(
    run_a: Run,
    run_b: Run,
    *,
    measure: str = "score",
    by: By = "seat",
    smallest_effect: float = SMALLEST_EFFECT,
    level: float = LEVEL,
) -> Comparison:
    """What changes from run A to run B, seat by seat (or bot by bot), and whether it is more than the smallest effect."""
    check_smallest_effect(smallest_effect)
    check_level(level)
    if measure not in MEASURES:
        raise CavernaError(f"compare: unknown measure `{measure}`; {nearest(measure, MEASURES)}")
    if by not in ("seat", "bot"):
        raise CavernaError(f"compare: by `{by}` is not possible; allowed: `seat`, `bot`")
    first, second = open_run(run_a), open_run(run_b)
    _check_comparable(first, second)
    is_paired = first.facts.seed == second.facts.seed and first.facts.seating == second.facts.seating
    material = _pairs(first, second, measure, by) if is_paired else _separate(first, second, measure, by)
    if not material.groups:
        raise CavernaError(f"compare: the runs have no {by} in common, so there is nothing to compare")
    effects = tuple(
        _effect(_group_name(by, group), a, b, is_paired, material.remaining, smallest_effect, level, len(material.groups))
        for group, (a, b) in material.groups.items()
    )
    return Comparison(
        names=_names(first, second),
        measure=measure,
        by=by,
        effects=effects,
        is_paired=is_paired,
        is_exact=material.remaining == (0.0, 0.0),
        games=material.games,
        same_games=material.same_games,
        smallest_effect=smallest_effect,
        level=level,
        differs=differences(first, second),
    )


def _names(first: Source, second: Source) -> tuple[str, str]:
    """What the runs are called; never the same."""
    a, b = first.facts.name, second.facts.name
    return (a, b) if a != b else (f"{a} (first)", f"{b} (second)")


def _check_comparable(first: Source, second: Source) -> None:
    a, b = first.facts, second.facts
    if a.players != b.players:
        raise CavernaError(
            f"compare: `{a.name}` has {a.players} players and `{b.name}` {b.players}; give two runs with the same number of players"
        )


# ---------------------------------------------------------------- what is compared


@dataclass(frozen=True)
class _Material:
    """Sums over blocks of both runs, for the groups that both have."""

    groups: dict[object, tuple[BlockSums, BlockSums]]
    games: tuple[int, int]
    same_games: float
    remaining: tuple[float, float]  # share of the variance that sampling leaves in each


def _pairs(first: Source, second: Source, measure: str, by: By) -> _Material:
    """The games of the blocks that both runs have."""
    columns = ("game", "block", "hash")
    games = [source.run.games.select(columns) for source in (first, second)]
    joined = games[0].join(games[1], on="game")
    is_aligned, alike = joined.select(
        (pl.col("block") == pl.col("block_right")).all(), (pl.col("hash") == pl.col("hash_right")).mean()
    ).collect().row(0)  # fmt: skip
    if is_aligned:
        kept = [one.join(joined, on="game", how="semi") for one in games]
    else:  # other bots can make other seatings: the same block then has other numbers of games
        kept = [one.join(other, on="block", how="semi") for one, other in (games, games[::-1])]
        alike = nan
    remaining = 1.0
    if first.sample.kind != "sample" and second.sample.kind != "sample":
        kept = [one.join(first.blocks, on="block", how="semi") for one in kept]
        remaining = max(first.sample.remaining, second.sample.remaining)
    numbers = [int(one.select(pl.len()).collect().item()) for one in kept]
    if not min(numbers):
        raise CavernaError("compare: the runs have no game in common; give finished runs of the same scenario")
    seats = [
        needed(source.run, "players").join(one.select("game", "block"), on="game")
        for source, one in zip((first, second), kept, strict=True)
    ]
    groups = _in_both(seats[0], seats[1], measure, by)
    return _Material(groups, (numbers[0], numbers[1]), nan if alike is None else float(alike), (remaining, remaining))


def _separate(first: Source, second: Source, measure: str, by: By) -> _Material:
    """All games of each run."""
    remaining = (first.sample.remaining, second.sample.remaining)
    return _Material(_in_both(first.seats, second.seats, measure, by), (first.sample.games, second.sample.games), nan, remaining)


def _in_both(first: pl.LazyFrame, second: pl.LazyFrame, measure: str, by: By) -> dict[object, tuple[BlockSums, BlockSums]]:
    a, b = (block_sums(frame, (by,), (measure,)) for frame in (first, second))
    return {key[0]: (a[key], b[key]) for key in a if key in b}


def _group_name(by: By, group: object) -> str:
    return f"seat {group}" if by == "seat" else str(group)


# ---------------------------------------------------------------- one effect


def _effect(
    name: str,
    first: BlockSums,
    second: BlockSums,
    is_paired: bool,
    remaining: tuple[float, float],
    smallest_effect: float,
    level: float,
    family: int,
) -> Effect:
    means = [float(_column(sums).sum() / sums.counts.sum()) for sums in (first, second)]
    rests = [(_column(sums) - mean * sums.counts) / sums.counts.sum() for sums, mean in zip((first, second), means, strict=True)]
    if is_paired:
        blocks = np.union1d(first.blocks, second.blocks)
        left, right = _laid_out(blocks, first, rests[0]), _laid_out(blocks, second, rests[1])
        units, correlation = len(blocks), _correlation(left, right)
        error = _error(right - left) * sqrt(remaining[0])
        degrees = float(units - 1)
    else:
        units, correlation = min(first.units, second.units), nan
        errors = [_error(rest) * sqrt(left_over) for rest, left_over in zip(rests, remaining, strict=True)]
        error = sqrt(errors[0] ** 2 + errors[1] ** 2)
        degrees = _welch(errors, (first.units, second.units))
    is_exact = remaining == (0.0, 0.0)
    judged = judge(means[1] - means[0], error, degrees, smallest_effect, level, family, is_exact)
    return Effect(name, means[0], means[1], correlation, error * sqrt(units), units, judged)


def _column(sums: BlockSums) -> Floats:
    return next(iter(sums.sums.values()))


def _laid_out(blocks: NDArray[np.int64], sums: BlockSums, values: Floats) -> Floats:
    """Values of blocks at their places among all blocks; 0 where a group has no row."""
    wide = np.zeros(len(blocks))
    wide[np.searchsorted(blocks, sums.blocks)] = values
    return wide


def _error(rests: Floats) -> float:
    """The standard error from the part of every block in the deviation of a mean."""
    blocks = len(rests)
    return sqrt(blocks / (blocks - 1) * float(rests @ rests)) if blocks > 1 else nan


def _correlation(left: Floats, right: Floats) -> float:
    spread = float(left @ left) * float(right @ right)
    return float(left @ right) / sqrt(spread) if spread > 1e-300 else nan


def _welch(errors: Sequence[float], units: tuple[int, int]) -> float:
    """Degrees of freedom of the difference of two independent means (Welch and Satterthwaite)."""
    below = sum(error**4 / (number - 1) for error, number in zip(errors, units, strict=True) if number > 1)
    if min(units) < 2:
        return 0.0
    return sum(error**2 for error in errors) ** 2 / below if below > 0 else float(sum(units) - 2)


# ---------------------------------------------------------------- in words


def _told(found: Comparison) -> str:
    """What each group of verdicts says, the different ones first."""
    told = [_told_effect(effect, found) for effect in found.effects if effect.verdict == "different"]
    for verdict, text in (("equivalent", "no difference that matters for"), ("undecided", "too few games to tell for")):
        same = [effect for effect in found.effects if effect.verdict == verdict]
        if same:
            everybody = len(same) == len(found.effects) and len(same) > 1
            who = f"any {found.by}" if everybody else listed([effect.name for effect in same])
            told.append(f"{text} {who}{_span(same, found)}")
    return "; ".join(told) + "."


def _span(effects: Sequence[Effect], found: Comparison) -> str:
    """Between which limits the differences of some effects lie."""
    if all(effect.verdict == "equivalent" for effect in effects):
        steps = 1000 if found.measure == "won" else 100  # rounded up, so that `at most` stays true
        most = max(1, ceil(steps * max(effect.judged.reach for effect in effects))) / steps
        return f" (at most {amount(most, found.measure)} either way)"
    scale = 100 if found.measure == "won" else 1
    within = [scale * end for effect in effects for end in (effect.judged.low, effect.judged.high) if np.isfinite(end)]
    return f" (between {number(min(within), sign=True)} and {number(max(within), sign=True)})" if within else ""


def _told_effect(effect: Effect, found: Comparison) -> str:
    judged = effect.judged
    direction = "more" if judged.value > 0 else "less"
    scale = 100 if found.measure == "won" else 1
    low, high = sorted((scale * abs(judged.low), scale * abs(judged.high)))
    interval = "" if found.is_exact else f" ({range_text(low, high, '.2f')})"
    return f"{effect.name} gets {amount(abs(judged.value), found.measure)} {direction}{interval}"


# ---------------------------------------------------------------- before the long run


@dataclass(frozen=True)
class Need:
    """How many games one seat or bot needs."""

    name: str
    sd: float  # of block means of the first run
    sd_difference: float  # of differences of blocks
    correlation: float
    blocks: int
    games: int


@dataclass(frozen=True)
class Pilot:
    """What a few games say about how many are needed."""

    comparison: Comparison
    needs: tuple[Need, ...]
    power: float
    games_played: int

    @property
    def games(self) -> int:
        """Games of each run that are enough for every seat or bot."""
        return max(need.games for need in self.needs)

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        found = self.comparison
        effect = amount(found.smallest_effect, found.measure)
        widest = max(need.sd_difference for need in self.needs)
        known = [need.correlation for need in self.needs if np.isfinite(need.correlation)]
        shown = f", correlation {range_text(min(known), max(known), '.2f')}" if known else ""
        return (
            f"{self.games:,} games of each are needed to tell whether a {found.by} gains or loses {effect}"
            f" (power {100 * self.power:.0f} %; from {self.games_played:,} games: differences of blocks spread by {widest:.1f}{shown})."
        )

    @property
    def table(self) -> pl.DataFrame:
        """A row for every seat or bot."""
        return pl.DataFrame(
            [
                {
                    self.comparison.by: need.name, "sd": need.sd, "sd of differences": need.sd_difference,
                    "correlation": need.correlation, "blocks needed": need.blocks, "games needed": need.games,
                }
                for need in self.needs
            ]
        )  # fmt: skip

    def plot(self, axes: Axes | None = None) -> Figure:
        """The differences so far."""
        return self.comparison.plot(axes)


def pilot(
    run_a: Run,
    run_b: Run,
    *,
    measure: str = "score",
    by: By = "seat",
    smallest_effect: float = SMALLEST_EFFECT,
    level: float = LEVEL,
    power: float = POWER,
) -> Pilot:
    """How many games of each run are needed, seen from short runs of both.

    The spread is taken at an upper limit, since a short run may show it too small.
    """
    if not 0.5 <= power < 1:
        raise CavernaError(f"pilot: power {power!r} is not allowed; give a chance from 0.5 to below 1, such as 0.9")
    found = compare(run_a, run_b, measure=measure, by=by, smallest_effect=smallest_effect, level=level)
    first = open_run(run_a)
    spreads = block_sums(first.seats, (by,), (measure,))
    sds = {_group_name(by, key[0]): float(np.std(_column(sums) / sums.counts, ddof=1)) if sums.units > 1 else nan
           for key, sums in spreads.items()}  # fmt: skip
    games_in_block = max(one.sample.games / one.sample.blocks for one in (first, open_run(run_b)))
    if min(effect.units for effect in found.effects) < 2:
        raise CavernaError("pilot: one block says nothing about how far games differ; play at least 2 blocks")
    needs = []
    for effect in found.effects:
        blocks = units_needed(cautious_sd(effect.sd, effect.units), smallest_effect, level, len(found.effects), power)
        games = max(1, round(blocks * games_in_block))
        needs.append(Need(effect.name, sds[effect.name], effect.sd, effect.correlation, blocks, games))
    return Pilot(found, tuple(needs), power, found.games[0])
