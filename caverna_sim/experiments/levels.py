"""What studies of one table at several levels of difficulty (stats/levels.py) tell alike: main table, seats, a handicap, lots."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import ALL, block_means
from caverna_sim.experiments.tables import SHARED, columns_of
from caverna_sim.stats.effects import Effects, drawn_design, least_squares
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import Family
from caverna_sim.stats.levels import EVERYBODY, Curve, is_seat, label_of
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.words import listed, number, percent, range_text


def main_table(name: str, found: Curve, families: Mapping[str, Family], columns: Collection[str], games: int) -> pl.DataFrame:
    """A row for every group of seats of a curve at every level; columns without a family, or groups that it lacks, stay empty."""
    keys = [(group, side) for group in found.groups for side in found.sides]
    rows: dict[str, Sequence[Any]] = {
        "seat": [int(group.removeprefix("seat ")) if is_seat(group) else None for group, _ in keys],
        "bot": [ALL if group == EVERYBODY or is_seat(group) else group for group, _ in keys],
        "side": [side for _, side in keys],
        "strength": [found.strengths[found.sides.index(side)] for _, side in keys],
        "scenario": [name] * len(keys),
    }
    for column in columns:
        told, places = _told(families.get(column))
        for part, suffix in (("effect", ""), ("low", "_low"), ("high", "_high"), ("pointwise", "_pointwise")):
            rows[f"{column}{suffix}"] = [told[part][places[label_of(*key)]] if label_of(*key) in places else None for key in keys]
    told, places = _told(next(iter(families.values())))
    rows |= {shared: [told[shared][places[label_of(*key)]] for key in keys] for shared in SHARED}
    rows["games"] = [games] * len(keys)
    frame = pl.DataFrame(rows)
    estimates = [column for column in frame.columns if column.startswith(tuple(columns))]
    return frame.with_columns(pl.col("seat").cast(pl.Int64), pl.col(estimates).cast(pl.Float64))


def _told(found: Family | None) -> tuple[Mapping[str, Sequence[Any]], dict[str, int]]:
    """What is told of every member of a family, and its place there."""
    return ({}, {}) if found is None else (columns_of(found), {name: place for place, name in enumerate(found.effects.names)})


def of_everybody(found: Family, sides: Sequence[str], scale: float = 1.0) -> Effects:
    """For every level what is estimated of all seats."""
    effects = found.effects.only([label_of(EVERYBODY, side) for side in sides])
    return effects.combined(scale * np.eye(len(sides)), sides)


def half_width(found: Family, sides: Sequence[str]) -> float:
    """The widest interval of all seats together."""
    places = [found.effects.names.index(label_of(EVERYBODY, side)) for side in sides]
    return float((found.high - found.low)[places].max() / 2)


def ends_of(name: str, found: Family | None, rows: int) -> dict[str, list[float]]:
    """A column of estimates with its ends; unknown where there is no family."""
    every = (np.full(rows, np.nan),) * 3 if found is None else (found.effects.values, found.low, found.high)
    return {f"{name}{end}": values.tolist() for end, values in zip(("", "_low", "_high"), every, strict=True)}


# ---------------------------------------------------------------- in words


def worth_told(found: Family, place: int, unit: str = "points", scale: float = 1.0) -> str:
    """An effect with its interval; with a scale of 100 it is one on a share."""
    values = [scale * float(value) for value in (found.effects.values[place], found.low[place], found.high[place])]
    if scale == 100:  # a share cannot change by more than all of it
        values = [min(100.0, max(-100.0, value)) for value in values]
    ends = [number(value, 1, sign=True) for value in values]
    return f"{ends[0]} {unit} ({ends[1]} to {ends[2]})"


def seats_told(found: Family, curve: Curve, what: str) -> str:
    """Which seats come so far more often than the others, at the easiest level; `what` they do, in words."""
    means, side = {group: of_levels[0] for group, of_levels in zip(curve.groups, curve.means, strict=True)}, curve.sides[0]
    apart = [place for place in np.argsort(-found.effects.values) if found.shown[place]]
    if not apart:
        return f"seats are not shown to differ in how often they {what} ({side})."
    told = []
    for place in apart:
        seat, more = found.effects.names[place], found.effects.values[place] > 0
        by, *ends = (100 * abs(value) for value in (found.effects.values[place], found.low[place], found.high[place]))
        told.append(
            f"{seat} {'more' if more else 'less'} often ({percent(means[seat].value, 0)}), by {number(by, 1)} percentage points"
            f" ({number(min(ends), 1)} to {number(max(ends), 1)})"
        )
    rest = [means[seat].value for place, seat in enumerate(found.effects.names) if place not in apart]
    between = f"; the others {range_text(100 * min(rest), 100 * max(rest), 0)} %" if rest else ""
    return f"with {side}, not all seats {what} equally often: {listed(told)}{between}."


# ---------------------------------------------------------------- what else is played on the same deals


def handicap(with_it: Sequence[pl.LazyFrame], without: pl.LazyFrame, measures: Sequence[str]) -> Effects:
    """What changes for a seat that has it harder than all others, on the same deals: by measure, all seats together.

    `with_it` are the seats of the runs in which each seat in turn has the handicap, `without` those in which nobody has.
    """
    changed = [_changes(rows, without, seat, measures) for seat, rows in enumerate(with_it)]
    blocks = changed[0][0]
    for numbers, _ in changed[1:]:
        blocks = np.intersect1d(blocks, numbers)
    apart = np.mean([values[np.searchsorted(numbers, blocks)] for numbers, values in changed], axis=0)  # [block, measure]
    means = apart.mean(axis=0)
    return Effects(tuple(measures), means, blocks, (apart - means) / len(blocks), float(max(1, len(blocks) - 1)))


def _changes(rows: pl.LazyFrame, before: pl.LazyFrame, seat: int, measures: Sequence[str]) -> tuple[NDArray[np.int64], Floats]:
    """Blocks, and [block, measure] what changes for a seat."""
    both = [
        one.filter(pl.col("seat") == seat).group_by("block").agg(*(pl.col(name).cast(pl.Float64).mean() for name in measures)).collect()
        for one in (rows, before)
    ]
    paired = both[0].join(both[1], on="block", suffix=" before").sort("block")
    apart = [paired[measure].to_numpy() - paired[f"{measure} before"].to_numpy() for measure in measures]
    return paired["block"].to_numpy(), np.column_stack(apart)


def told_by_lot(drawn: pl.DataFrame, item: str, there: str) -> pl.DataFrame:
    """Rows of things that were there, and were not, in enough blocks."""
    often = drawn.group_by(item).agg(pl.col(there).sum().alias("there"), pl.len().alias("blocks"))
    enough = often.filter((pl.col("there") >= LEAST_BLOCKS) & (pl.col("there") <= pl.col("blocks") - LEAST_BLOCKS))[item]
    return drawn.filter(pl.col(item).is_in(enough.to_list()))


def worth_by_lot(
    seats: pl.LazyFrame, drawn: pl.DataFrame, item: str, there: str, *, measure: str = "score", bot: str = ALL,
    beside: tuple[Floats, Sequence[str]] | None = None,
) -> Effects:  # fmt: skip
    """Everything that a lot left in the game or took out, there against absent for everybody, on the mean seat.

    `drawn` has a row for every block and thing; `beside` [block, column] is what else differs between blocks, with its names.
    """
    blocks, means = block_means(seats, measure, bot)
    kept, design, names = drawn_design(drawn, item, there, False, blocks)
    rows = np.searchsorted(blocks, kept)
    if beside is None:
        return least_squares(means[rows], design, names)
    return least_squares(means[rows], np.hstack([design, beside[0][rows]]), [*names, *beside[1]]).only(names)


def dealt(run: Run, columns: Sequence[str]) -> tuple[Floats, Sequence[str]]:
    """[block, card] which cards lie there by the columns of `games`, without the first of each kind: so many are always dealt."""
    frame = run.games.group_by("block").agg(*(pl.col(name).first() for name in columns)).sort("block").collect()
    found, names = [], []
    for kind in columns:
        cards_of = [set(str(text).split()) for text in frame[kind].to_list()]
        for card in sorted(set().union(*cards_of))[1:]:
            there = np.array([card in cards for cards in cards_of], np.float64)
            if 0 < there.sum() < len(there):
                found.append(there)
                names.append(f"card {card}")
    return np.column_stack(found) if found else np.zeros((len(frame), 0)), names
