"""Two runs laid side by side: the games of both that count, group by group, and what changes from the first to the second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import nan, sqrt
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError
from caverna_sim.games.facts import Things
from caverna_sim.stats.effects import Effects, differing_p, joined
from caverna_sim.stats.rare import Rare, rare
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, BlockSums, Source, block_sums, needed, unit_sums
from caverna_sim.stats.sums import BASE, LEAST_UNITS, ROWS, Sums, sums_of, width_for

TABLE = "table"  # the name of the mean over all seats
OTHER_RUN = 2**40  # added to the numbers of blocks that are not the same chances


class Side(Protocol):
    """What counts of one of two runs: rows, or where there are too many, sums of units of blocks."""

    def sums(self, by: Sequence[str], columns: Sequence[str]) -> dict[tuple[Any, ...], BlockSums]:
        """Sums over blocks of columns of `players` by group."""

    def often(self, what: Things, is_of_seats: bool) -> dict[str, BlockSums]:
        """By block, in how many seats each thing was got, or how often each place was used in a game; all blocks count."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of `players`."""


@dataclass(frozen=True)
class RowSide:
    """Rows of `players` with their blocks."""

    source: Source
    seats: pl.LazyFrame

    def sums(self, by: Sequence[str], columns: Sequence[str]) -> dict[tuple[Any, ...], BlockSums]:
        """Sums over blocks."""
        return block_sums(self.seats, by, columns)

    def often(self, what: Things, is_of_seats: bool) -> dict[str, BlockSums]:
        """Uses by block."""
        every = pl.len() if is_of_seats else pl.col("game").n_unique()
        counts = self.seats.group_by("block").agg(every.cast(pl.Float64).alias("rows")).sort("block").collect()
        rows = needed(self.source.run, what.table).select("game", "seat", pl.col(what.column).cast(pl.String).alias("id"))
        rows = rows.unique() if is_of_seats else rows
        uses = (
            rows.join(self.seats.select("game", "block").unique(), on="game").group_by("id", "block")
            .agg(pl.len().cast(pl.Float64).alias("uses")).collect(engine="streaming")
        )  # fmt: skip
        return _uses_of(uses, counts["block"].to_numpy().astype(np.int64), counts["rows"].to_numpy(), 0)

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of `players`."""
        return tuple(self.seats.collect_schema().names())


@dataclass(frozen=True)
class UnitSide:
    """Sums of a long run over units of blocks."""

    source: Source
    long: Sums
    width: int
    units: pl.DataFrame | None = None  # that count; None: all
    _kept: dict[str, pl.DataFrame] = field(default_factory=dict)

    @property
    def _seats(self) -> pl.DataFrame:
        if "seats" not in self._kept:
            self._kept["seats"] = self.long.seats(self.width, self.units)
        return self._kept["seats"]

    @property
    def _blocks(self) -> int:
        return int((self.long.units if self.units is None else self.units)["blocks"].sum())

    def sums(self, by: Sequence[str], columns: Sequence[str]) -> dict[tuple[Any, ...], BlockSums]:
        """Sums over units."""
        return unit_sums(self._seats, by, columns, self._blocks)

    def often(self, what: Things, is_of_seats: bool) -> dict[str, BlockSums]:
        """Uses by unit."""
        counts = self._seats.group_by("unit").agg(pl.col(ROWS).sum()).sort("unit")
        rows = counts[ROWS].to_numpy() / (1 if is_of_seats else self.source.facts.players)
        uses = self.long.uses(what.table, self.width, self.units).rename({"unit": "block"})
        return _uses_of(uses, counts["unit"].to_numpy(), rows, self._blocks)

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of `players` that are summed up, in alphabetical order."""
        return tuple(sorted(self.long.columns))


def _uses_of(uses: pl.DataFrame, blocks: NDArray[np.int64], of_block: Floats, behind: int) -> dict[str, BlockSums]:
    found = {}
    for (name,), part in uses.partition_by(["id"], as_dict=True).items():
        often = np.zeros(len(blocks))
        often[np.searchsorted(blocks, part["block"].to_numpy())] = part["uses"].to_numpy()
        found[str(name)] = BlockSums(blocks, of_block, {"uses": often}, behind)
    return found or {"": BlockSums(blocks, of_block, {"uses": np.zeros(len(blocks))}, behind)}


@dataclass(frozen=True)
class Pair:
    """The rows of two runs that count, seat by seat."""

    sides: tuple[Side, Side]
    is_paired: bool
    games: tuple[int, int]
    same_games: float  # share of pairs of games that went exactly alike; nan when they are not paired game by game
    remaining: tuple[float, float]  # share of the variance that sampling leaves in each

    @property
    def is_exact(self) -> bool:
        """Whether nothing is left to chance."""
        return self.remaining == (0.0, 0.0)

    def sums(self, by: Sequence[str], measure: str) -> dict[str, tuple[BlockSums, BlockSums]]:
        """Sums over blocks of both runs by group, for the groups that both have; one group `table` without `by`."""
        first, second = (side.sums(by, (measure,)) for side in self.sides)
        return {group_name(by, key): (first[key], second[key]) for key in first if key in second}


def group_name(by: Sequence[str], key: Sequence[object]) -> str:
    """A group in words."""
    return ", ".join(f"seat {one}" if column == "seat" else str(one) for column, one in zip(by, key, strict=True)) or TABLE


def laid_side_by_side(first: Source, second: Source) -> Pair:
    """Games are pairs when both runs have the same seed, and so the same chances."""
    a, b = first.facts, second.facts
    if a.players != b.players:
        raise CavernaError(
            f"compare: `{a.name}` has {a.players} players and `{b.name}` {b.players}; give two runs with the same number of players"
        )
    if a.seed == b.seed and a.seating == b.seating:
        return _pairs(first, second)
    remaining = (first.sample.remaining, second.sample.remaining)
    return Pair((_whole(first), _whole(second)), False, (first.sample.games, second.sample.games), nan, remaining)


def _whole(source: Source) -> Side:
    if source.long is not None:
        return UnitSide(source, source.long, source.long.width)
    return RowSide(source, source.seats)


def _pairs_of_units(first: Source, second: Source, a: Sums, b: Sums) -> Pair:
    """The units of BASE blocks that both runs have in full, or as far as both have played."""
    both = a.units.join(b.units, on=["unit", "first", "last", "blocks"], suffix="_b").filter(
        pl.col("blocks") == pl.col("last") - pl.col("first") + 1
    )
    if both.is_empty():
        raise CavernaError("compare: the runs have no game in common; give finished runs of the same scenario")
    width = width_for(int(both["blocks"].sum()))
    is_alike = both.select(((pl.col("mark") == pl.col("mark_b")) & (pl.col("games") == pl.col("games_b"))).all()).item()
    same_games = 1.0
    if not is_alike:  # how many pairs of games are alike is told by the first of them
        firsts = [one.first(MOST_DESCRIBED_GAMES).run.games.select("game", "block", "hash") for one in (first, second)]
        pairs = firsts[0].join(firsts[1], on="game")
        is_aligned, share = pairs.select(
            (pl.col("block") == pl.col("block_right")).all(), (pl.col("hash") == pl.col("hash_right")).mean()
        ).collect().row(0)  # fmt: skip
        same_games = float(share) if is_aligned and share is not None else nan
    sides = UnitSide(first, a, width, both), UnitSide(second, b, width, both)
    return Pair(sides, True, (int(both["games"].sum()), int(both["games_b"].sum())), same_games, (1.0, 1.0))


def _shortened(source: Source, other: Source) -> Source:
    """A long run as far as a short one goes."""
    if source.long is None:
        return source
    last = int(other.run.games.select(pl.col("game").max()).collect().item())
    run: Any = source.run  # a long one is in a folder, and can be cut
    return replace(source, run=run.before(last + 1), long=None)


def _sums_of_both(first: Source, second: Source) -> tuple[Sums, Sums] | None:
    """Sums of a long run and of another that is long, or long enough to be compared by units; None where rows are to be read."""
    if first.long is None and second.long is None:
        return None
    a, b = (one.long or (sums_of(one.run, LEAST_UNITS * BASE) if one.sample.kind == "sample" else None) for one in (first, second))
    return (a, b) if a is not None and b is not None else None


def _pairs(first: Source, second: Source) -> Pair:
    """The games of the blocks that both runs have."""
    sums = _sums_of_both(first, second)
    if sums is not None:
        return _pairs_of_units(first, second, *sums)
    first, second = _shortened(first, second), _shortened(second, first)
    columns = ("game", "block", "hash")
    games = [source.run.games.select(columns) for source in (first, second)]
    both = games[0].join(games[1], on="game")
    is_aligned, alike = both.select(
        (pl.col("block") == pl.col("block_right")).all(), (pl.col("hash") == pl.col("hash_right")).mean()
    ).collect().row(0)  # fmt: skip
    if is_aligned:
        kept = [one.join(both, on="game", how="semi") for one in games]
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
    sides = [
        RowSide(source, needed(source.run, "players").join(one.select("game", "block"), on="game"))
        for source, one in zip((first, second), kept, strict=True)
    ]
    return Pair((sides[0], sides[1]), True, (numbers[0], numbers[1]), nan if alike is None else float(alike), (remaining, remaining))


# ---------------------------------------------------------------- one change


@dataclass(frozen=True)
class Change:
    """A mean in both runs, and how sure the difference is."""

    first: float
    second: float
    error: float
    degrees: float
    units: int  # blocks, or setups when bots draw no lots
    information: float  # what a look at it knows, in blocks
    correlation: float  # of block means of the two runs; nan when they are not paired
    effect: Effects  # the difference with the share of every block in its error

    @property
    def value(self) -> float:
        """Second minus first."""
        return self.second - self.first


def change(name: str, first: BlockSums, second: BlockSums, is_paired: bool, remaining: tuple[float, float] = (1.0, 1.0)) -> Change:
    """What changes in one group; its blocks are pairs or two samples (Welch)."""
    means = [float(_column(sums).sum() / sums.counts.sum()) for sums in (first, second)]
    rests = [(_column(sums) - mean * sums.counts) / sums.counts.sum() for sums, mean in zip((first, second), means, strict=True)]
    if is_paired:
        blocks = np.union1d(first.blocks, second.blocks)
        left, right = _laid_out(blocks, first, rests[0]), _laid_out(blocks, second, rests[1])
        units, correlation = max(len(blocks), first.behind, second.behind), _correlation(left, right)
        error = _error(right - left) * sqrt(remaining[0])
        degrees, shares, information = float(len(blocks) - 1), right - left, float(units)
    else:
        units, correlation = min(first.replications, second.replications), nan
        errors = [_error(rest) * sqrt(left_over) for rest, left_over in zip(rests, remaining, strict=True)]
        error = sqrt(errors[0] ** 2 + errors[1] ** 2)
        degrees = _welch(errors, (first.units, second.units))
        blocks = np.concatenate([first.blocks, second.blocks + OTHER_RUN])
        signed = [
            sign * rest * _alone(len(rest)) * sqrt(left_over) for sign, rest, left_over in zip((-1, 1), rests, remaining, strict=True)
        ]
        shares = np.concatenate(signed)
        information = 1 / (1 / first.replications + 1 / second.replications)
    left_over, seldom = (remaining[0], _rare(first, second)) if is_paired else (1.0, ())
    effect = Effects((name,), np.array([means[1] - means[0]]), blocks, shares[:, None], degrees, left_over, seldom)
    return Change(means[0], means[1], error, degrees, units, information / max(remaining[0], 1e-9), correlation, effect)


def _rare(first: BlockSums, second: BlockSums) -> tuple[Rare, ...]:
    """In how many blocks, or units of blocks, the runs differ; nothing where these are not the same."""
    if not np.array_equal(first.blocks, second.blocks):
        return ()
    return (rare(_column(first) / first.counts, _column(second) / second.counts),)


def _column(sums: BlockSums) -> Floats:
    return next(iter(sums.sums.values()))


def _laid_out(blocks: NDArray[np.int64], sums: BlockSums, values: Floats) -> Floats:
    """Values of blocks at their places among all blocks; 0 where a group has no row."""
    wide = np.zeros(len(blocks))
    wide[np.searchsorted(blocks, sums.blocks)] = values
    return wide


def _alone(blocks: int) -> float:
    """What makes the sum of squares of a sample's shares its variance."""
    return sqrt(blocks / (blocks - 1)) if blocks > 1 else nan


def _error(rests: Floats) -> float:
    """The standard error from the part of every block in the deviation of a mean."""
    return _alone(len(rests)) * sqrt(float(rests @ rests))


def _correlation(left: Floats, right: Floats) -> float:
    spread = float(left @ left) * float(right @ right)
    return float(left @ right) / sqrt(spread) if spread > 1e-300 else nan


def _welch(errors: Sequence[float], units: tuple[int, int]) -> float:
    """Degrees of freedom of the difference of two independent means (Welch and Satterthwaite)."""
    below = sum(error**4 / (number - 1) for error, number in zip(errors, units, strict=True) if number > 1)
    if min(units) < 2:
        return 0.0
    return sum(error**2 for error in errors) ** 2 / below if below > 0 else float(sum(units) - 2)


# ---------------------------------------------------------------- before anything is averaged


def differs_between(pair: Pair, by: str, within: str, measure: str) -> float | None:
    """The p-value of the change being the same for every bot of a seat, or in every seat of a bot; None when there is nothing to tell."""
    cells = pair.sums((within, by), measure)
    fits = {name: change(name, *sums, pair.is_paired, pair.remaining).effect for name, sums in cells.items() if _is_told(sums)}
    groups: dict[str, list[str]] = {}
    for name in fits:
        groups.setdefault(name.split(", ")[0], []).append(f"{name}: {name}")
    if pair.is_exact or not any(len(group) > 1 for group in groups.values()):
        return None
    return differing_p(joined(fits), list(groups.values()))


def _is_told(sums: tuple[BlockSums, BlockSums]) -> bool:
    return min(one.units for one in sums) > 1
