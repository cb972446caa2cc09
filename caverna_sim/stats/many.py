"""Many comparisons as one family: many openings, many things left out, many house rules, asked at once and answered together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from caverna_sim.errors import CavernaError
from caverna_sim.stats.comparison import BY, By, measure_of, opened, smallest_effect_of
from caverna_sim.stats.counted import keep as keep_look
from caverna_sim.stats.counted import key_of, looks_at
from caverna_sim.stats.differences import differences
from caverna_sim.stats.discoveries import RATE
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.equivalence import Verdict, check_level, overall
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.pairs import TABLE, Change, change, laid_side_by_side
from caverna_sim.stats.ratings import LEVEL, Estimate
from caverna_sim.stats.source import Run, Source
from caverna_sim.stats.words import amount, interval, listed, number, percent, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OTHER_SEED = 2**42  # added to the numbers of blocks that are not dealt by the same seed
MOST_TOLD = 5

AnyRun = Run | str | Path


@dataclass(frozen=True)
class Row:
    """What changes for one seat or bot, or the table, in one comparison."""

    comparison: str
    name: str
    change: Change
    games: int  # of each run
    differs: tuple[str, ...]  # what sets the two runs apart


@dataclass(frozen=True)
class Comparisons:
    """Many comparisons, judged together."""

    rows: tuple[Row, ...]
    family: Family
    measure: str
    by: str
    smallest_effect: float
    looks: int
    unit: str = "point"

    @property
    def overall(self) -> Verdict:
        """different if anything is, equivalent only if everything is."""
        return overall(self.family.verdicts)

    @property
    def verdict(self) -> str:
        """Which comparisons show something, the largest effects first."""
        found = self.family
        told = []
        chosen = [place for place, word in enumerate(found.verdicts) if word == "different"]
        order = sorted(chosen, key=lambda place: -abs(found.effects.values[place]))
        for place in order[:MOST_TOLD]:
            scale = 100 if self.measure == "won" else 1
            ends = interval(scale * found.low[place], scale * found.high[place], 2, sign=True)
            told.append(f"{found.effects.names[place]} {number(scale * found.effects.values[place], 2, sign=True)} ({ends})")
        more = f" and {len(order) - MOST_TOLD} more" if len(order) > MOST_TOLD else ""
        counts = [f"{found.verdicts.count(word)} {word}" for word in ("different", "equivalent", "undecided")]
        smallest = f"smallest effect {amount(self.smallest_effect, self.measure, self.unit)}"
        size = f"{plural(len(self.rows), 'comparison')} together ({', '.join(counts)}; {smallest})"
        shown = f": {listed(told)}{more}" if told else ""
        discovered = f"Other than 0: {plural(int(found.discovery.sum()), 'effect')}; at most {percent(RATE, 0)} of such finds are false"
        return f"{self.overall}: {size}{shown}. {discovered}."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every comparison and seat, bot or table."""
        found = self.family.table.drop("name", "blocks")
        about = pl.DataFrame(
            {
                "comparison": [row.comparison for row in self.rows],
                self.by: [row.name for row in self.rows],
                "first": [row.change.first for row in self.rows],
                "second": [row.change.second for row in self.rows],
            }
        )
        counts = pl.DataFrame({
            "correlation": [row.change.correlation for row in self.rows], "blocks": [row.change.units for row in self.rows],
            "games": [row.games for row in self.rows], "differs": ["; ".join(row.differs) for row in self.rows],
        })  # fmt: skip
        return pl.concat([about, found, counts], how="horizontal")

    def plot(self, axes: Axes | None = None) -> Figure:
        """All effects with simultaneous intervals, the largest on top."""
        from caverna_sim.stats import figures

        return figures.many(self, axes)

    @property
    def estimates(self) -> list[tuple[str, Estimate]]:
        """Names and simultaneous intervals, the largest effect first."""
        found = self.family
        ends = zip(found.effects.names, found.effects.values, found.low, found.high, found.effects.errors, strict=True)
        every = [(name, Estimate(float(value), float(low), float(high), float(error))) for name, value, low, high, error in ends]
        return sorted(every, key=lambda one: -one[1].value)


def compare_many(
    pairs: Mapping[str, tuple[AnyRun, AnyRun]],
    *,
    measure: str = "score",
    by: By | str = TABLE,
    smallest_effect: float | None = None,
    level: float = LEVEL,
) -> Comparisons:
    """What changes from the first to the second run of every pair, all pairs judged as one family.

    `by` is "table" (the mean over all seats), "seat", "bot" or "seat,bot". Intervals hold all together, `discovery` keeps the share of
    false discoveries, ranks are intervals too. Comparisons that share a run or a seed may go together as they like.
    """
    if not isinstance(pairs, Mapping) or not pairs:
        raise CavernaError('compare_many: give pairs of runs by name, such as {"growth": (base, growth), "digging": (base, digging)}')
    check_level(level)
    if by != TABLE and by not in BY:
        raise CavernaError(f"compare: by `{by}` is not possible; allowed: `{TABLE}`, {', '.join(f'`{one}`' for one in BY)}")
    ready: dict[int | str, Source] = {}
    seeds: dict[int, int] = {}
    rows, fits, runs = [], {}, []
    for name, pair in pairs.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise CavernaError(f"compare_many: `{name}` has to be a pair of runs")
        first, second = (_once(ready, run) for run in pair)
        about, smallest = measure_of(measure, first.game), smallest_effect_of(measure, first.game, smallest_effect)
        laid = laid_side_by_side(first, second)
        offset = OTHER_SEED * seeds.setdefault(first.facts.seed, len(seeds))
        for group, sums in laid.sums(() if by == TABLE else BY[by], measure).items():
            found = change(group, *sums, laid.is_paired, laid.remaining)
            label = name if by == TABLE else f"{name}, {group}"
            rows.append(Row(name, group, found, min(laid.games), differences(first, second)))
            fits[label] = replace(found.effect, blocks=found.effect.blocks + offset // found.effect.width)
        runs += [first.run, second.run]
    together = _named(joined(fits), tuple(fits))
    question = f"{len(fits)} comparisons, {' '.join(sorted({key_of(run) for run in runs}))[:200]}, {measure} by {by}, {level:g}"
    looks = looks_at(runs, question, max(row.change.information for row in rows))
    judged = family(together, level, smallest, looks.counted)
    keep_look(runs, question, looks, {})
    return Comparisons(tuple(rows), judged, measure, by, smallest, looks.number, about.unit)


def _once(ready: dict[int | str, Source], run: AnyRun) -> Source:
    """A run made ready; one that is in many pairs only once."""
    key = str(run) if isinstance(run, str | Path) else id(run)
    if key not in ready:
        ready[key] = opened(run)
    return ready[key]


def _named(effects: Effects, names: tuple[str, ...]) -> Effects:
    return replace(effects, names=names)
