"""Effects with all that is known of their chance errors: from differences of blocks, or from least squares on what was drawn by lot.

Whatever the estimate, every block has a share in how far it may be off. The sum of squares and products of these shares is the
covariance of all estimates (robust to spreads that differ and to games of a block being alike), so that sums, differences and joint
tests need nothing else. Pure functions on arrays: nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import fdtrc, stdtr

from caverna_sim.errors import CavernaError
from caverna_sim.stats.rare import Rare
from caverna_sim.stats.ratings import Floats

Design = NDArray[Any]  # [row, column] whole numbers of a byte where they are what was drawn
SLICE = 2**14  # rows of a design that are worked on at a time
MOST_BLOCKS = 2**15  # whose shares are held one by one; where there are more, those of neighbours are added up
MOST_UNITS = 2**13  # of neighbouring blocks
SMALLEST_SPREAD = 1e-9  # of a column after the others are taken out, relative to its length: less is none


@dataclass(frozen=True)
class Effects:
    """Estimates of one study, with the share of every block in their error.

    Of many blocks the shares of neighbours are added up: units of blocks are independent as blocks are, and thousands of them are enough.
    """

    names: tuple[str, ...]
    values: Floats  # [effect]
    blocks: NDArray[np.int64]  # numbers of the blocks, or of the units of `width` blocks
    shares: Floats  # [block, effect] in the deviation of the estimate; they add up to about 0
    degrees: float  # of freedom behind the errors
    remaining: float = 1.0  # share of the variance that sampling without replacement leaves
    rare: tuple[Rare, ...] = ()  # for differences of the same blocks: how many differ at all; nothing for others
    width: int = 1  # blocks of a unit
    behind: int = 0  # blocks behind units; 0: these are blocks

    def __post_init__(self) -> None:
        if len(self.blocks) <= MOST_BLOCKS:
            return
        times = unit_width(len(self.blocks))
        units, shares = _added_up(self.blocks // times, self.shares)
        known = {"blocks": units, "shares": shares, "degrees": min(self.degrees, float(len(units) - 1))}
        for name, value in {**known, "width": self.width * times, "behind": self.replications}.items():
            object.__setattr__(self, name, value)

    @property
    def replications(self) -> int:
        """Blocks that tell of the effects."""
        return self.behind or len(self.blocks)

    def in_units(self, width: int) -> Effects:
        """The same with the shares of so many neighbouring blocks added up, where they are not yet."""
        if width <= self.width:
            return self
        units, shares = _added_up(self.blocks // (width // self.width), self.shares)
        degrees = min(self.degrees, float(max(1, len(units) - 1)))
        return replace(self, blocks=units, shares=shares, degrees=degrees, width=width, behind=self.replications)

    @property
    def covariance(self) -> Floats:
        """[effect, effect]"""
        number = len(self.shares)
        factor = number / (number - 1) if number > 1 else np.nan
        return np.asarray(self.remaining * factor * (self.shares.T @ self.shares), np.float64)

    @property
    def errors(self) -> Floats:
        """Standard errors."""
        number = len(self.shares)
        factor = number / (number - 1) if number > 1 else np.nan
        return np.asarray(np.sqrt(self.remaining * factor * np.einsum("ij,ij->j", self.shares, self.shares)), np.float64)

    @property
    def p_values(self) -> Floats:
        """Of no effect, each by itself."""
        errors = self.errors
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(errors > 0, np.abs(self.values) / errors, np.where(self.values == 0, 0.0, np.inf))
        return np.asarray(2 * stdtr(self.degrees, -t), np.float64)

    def combined(self, weights: Floats, names: Sequence[str]) -> Effects:
        """Sums of these effects; `weights` [new, old]."""
        table = np.asarray(weights, np.float64)
        return replace(self, names=tuple(names), values=table @ self.values, shares=self.shares @ table.T, rare=())

    def only(self, names: Sequence[str]) -> Effects:
        """Some of them."""
        places = [self.names.index(name) for name in names]
        rare = tuple(self.rare[place] for place in places) if self.rare else ()
        return replace(self, names=tuple(names), values=self.values[places], shares=self.shares[:, places], rare=rare)


def unit_width(blocks: int) -> int:
    """How many blocks make a unit where there are so many, so that there are many units and yet not too many: a power of two."""
    width = 1
    while blocks > MOST_BLOCKS and blocks > MOST_UNITS * width:
        width *= 2
    return width


def _added_up(units: NDArray[np.int64], shares: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The numbers of units, and the sums of the shares of their blocks."""
    numbers, members = np.unique(units, return_inverse=True)
    found = np.zeros((len(numbers), shares.shape[1]))
    np.add.at(found, members, shares)
    return numbers, found


def mean_over(parts: Sequence[Effects], width: int) -> Effects:
    """The same effects from several parts of a run, each counting by its blocks."""
    weights = np.array([one.replications for one in parts], np.float64)
    weights /= weights.sum()
    small = [one.in_units(width) for one in parts]
    units, shares = _added_up(
        np.concatenate([one.blocks for one in small]),
        np.vstack([weight * one.shares for weight, one in zip(weights, small, strict=True)]),
    )  # fmt: skip
    return replace(
        small[0],
        values=np.asarray(weights @ np.array([one.values for one in small])), blocks=units, shares=shares,
        degrees=float(max(1, min(sum(one.degrees for one in parts), len(units) - 1))), width=small[0].width,
        behind=sum(one.replications for one in parts), remaining=max(one.remaining for one in parts), rare=(),
    )  # fmt: skip


def joined(fits: Mapping[str, Effects]) -> Effects:
    """Effects of several estimates on the same blocks, such as one for each bot, as one; names become `label: name`."""
    if not fits:
        raise CavernaError("effects: there is nothing to join")
    width = max(fit.width for fit in fits.values())
    every = [fit.in_units(width) for fit in fits.values()]
    blocks = np.unique(np.concatenate([fit.blocks for fit in every]))
    wide = [np.zeros((len(blocks), len(fit.names))) for fit in every]
    for shares, fit in zip(wide, every, strict=True):
        shares[np.searchsorted(blocks, fit.blocks)] = fit.shares
    names = tuple(f"{label}: {name}" for label, fit in fits.items() for name in fit.names)
    values = np.concatenate([fit.values for fit in every])
    rare = tuple(one for fit in every for one in fit.rare) if all(fit.rare for fit in every) else ()
    degrees, remaining = min(fit.degrees for fit in every), max(fit.remaining for fit in every)
    behind = max(fit.behind for fit in every) if width > 1 else 0
    return Effects(names, values, blocks, np.hstack(wide), degrees, remaining, rare, width, behind)


def put_together(fits: Sequence[Effects]) -> Effects:
    """Effects of several estimates on the same blocks as one, under their own names."""
    every = joined({str(place): fit for place, fit in enumerate(fits)})
    return replace(every, names=tuple(name for fit in fits for name in fit.names))


def joint_p(effects: Effects) -> float:
    """The p-value of all effects being 0 (Wald's test with Hotelling's distribution)."""
    spread = effects.covariance
    if not np.isfinite(spread).all():
        return 1.0
    scale = np.sqrt(np.where(np.diag(spread) > 0, np.diag(spread), 1.0))
    roots, axes = np.linalg.eigh(spread / np.outer(scale, scale))
    used = roots > 1e-10 * max(float(roots.max()), 1e-300)
    along = axes[:, used].T @ (effects.values / scale)
    rank, left = int(used.sum()), effects.degrees - used.sum() + 1
    if not rank:
        return 1.0 if np.allclose(effects.values, 0) else 0.0
    if left < 1:
        return 1.0
    statistic = float((along**2 / roots[used]).sum())
    return float(fdtrc(rank, left, statistic * left / (effects.degrees * rank)))


def differing_p(effects: Effects, groups: Sequence[Sequence[str]]) -> float:
    """The p-value of the effects within every group being the same, such as that of one thing for all bots."""
    rows, names = [], []
    for group in groups:
        places = [effects.names.index(name) for name in group]
        for place in places[1:]:
            row = np.zeros(len(effects.names))
            row[[places[0], place]] = -1.0, 1.0
            rows.append(row)
            names.append(effects.names[place])
    return joint_p(effects.combined(np.array(rows), names)) if rows else 1.0


# ---------------------------------------------------------------- least squares


def least_squares(outcomes: object, design: object, names: Sequence[str], blocks: object | None = None) -> Effects:
    """What every column of a design adds to an outcome, all columns at once, beside a constant.

    Rows are blocks, or belong to the `blocks` that are given: what was drawn, was drawn for a block. Errors are robust to spreads
    that differ and to rows of a block being alike; residuals are set right for the rows' own pull on the fit (Bell and McCaffrey 2002).
    """
    y, drawn = np.asarray(outcomes, np.float64), np.asarray(design)
    rows = np.arange(len(y)) if blocks is None else np.asarray(blocks)
    _check_design(y, drawn, names, rows)
    inverse = np.asarray(np.linalg.inv(sum(wide.T @ wide for _, wide in _slices(drawn))), np.float64)
    found = inverse @ sum(wide.T @ y[some] for some, wide in _slices(drawn))
    numbers, members = np.unique(rows, return_inverse=True)
    shares = np.empty((len(numbers), len(names)))
    for here, some in _whole_blocks(members, len(numbers)):
        wide = _wide(drawn[some])
        pull = _pull(wide, y[some] - wide @ found, inverse, members[some] - here.start, here.stop - here.start)
        shares[here] = (pull @ inverse)[:, 1:]
    shares -= shares.mean(axis=0)
    shares *= sqrt((len(numbers) - 1) / len(numbers))  # `covariance` multiplies what is set right here already
    degrees = float(len(numbers) - len(names) - 1)
    return Effects(tuple(names), found[1:], numbers.astype(np.int64), shares, degrees)


def _wide(drawn: Design) -> Floats:
    """The design with its constant."""
    return np.column_stack([np.ones(len(drawn)), drawn])


def _slices(drawn: Design) -> Iterator[tuple[slice, Floats]]:
    """Some thousand rows of a design at a time: as numbers with a point it takes eight times the memory."""
    for start in range(0, len(drawn), SLICE):
        some = slice(start, start + SLICE)
        yield some, _wide(drawn[some])


def _whole_blocks(members: NDArray[np.intp], blocks: int) -> Iterator[tuple[slice, NDArray[np.intp]]]:
    """Some thousand blocks at a time, with the rows that belong to them."""
    order = np.argsort(members, kind="stable")
    ends = np.cumsum(np.bincount(members, minlength=blocks))
    for start in range(0, blocks, SLICE):
        stop = min(start + SLICE, blocks)
        yield slice(start, stop), order[ends[start - 1] if start else 0 : ends[stop - 1]]


def _check_design(y: Floats, drawn: Design, names: Sequence[str], rows: NDArray[np.int64]) -> None:
    if drawn.ndim != 2 or len(drawn) != len(y) or drawn.shape[1] != len(names) or len(rows) != len(y) or y.ndim != 1:
        raise CavernaError("least squares: give a row of the design for every outcome, and a name for every column")
    if not (np.isfinite(y).all() and np.isfinite(drawn).all()):
        raise CavernaError("least squares: outcomes and design have to be finite numbers")
    units = len(np.unique(rows))
    if units < len(names) + 2:
        raise CavernaError(f"least squares: {units} blocks are too few for {len(names)} effects; play at least {2 * len(names) + 20}")
    lengths = np.sqrt(sum((wide[:, 1:] ** 2).sum(axis=0) for _, wide in _slices(drawn)))
    for name, rest, length in zip(names, _left(drawn), lengths, strict=True):
        if rest <= SMALLEST_SPREAD * max(1.0, length):
            raise CavernaError(f"least squares: `{name}` never varies apart from the other columns, so its effect cannot be told")


def _left(drawn: Design) -> Floats:
    """What is left of every column, a length, after its mean and the columns before it are taken out."""
    mean = drawn.mean(axis=0)
    triangle: Floats = np.zeros((0, drawn.shape[1]))
    for _, wide in _slices(drawn):
        triangle = np.asarray(np.linalg.qr(np.vstack([triangle, wide[:, 1:] - mean]), mode="r"))
    return np.abs(np.diag(triangle))


def _pull(wide: Floats, rests: Floats, inverse: Floats, members: NDArray[np.intp], blocks: int) -> Floats:
    """[block, column] sums of design times residuals, each block's residuals divided by the root of what its own pull leaves."""
    sizes = np.bincount(members, minlength=blocks)
    order = np.argsort(members, kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    pull = np.zeros((blocks, wide.shape[1]))
    for size in np.unique(sizes):
        which = np.flatnonzero(sizes == size)
        rows = order[starts[which][:, None] + np.arange(size)]  # [block, row]
        if size == 1:
            one = wide[rows[:, 0]]
            free = 1 - np.einsum("ij,jk,ik->i", one, inverse, one, optimize=True)
            pull[which] = one * (rests[rows[:, 0]] / np.sqrt(np.maximum(free, 1e-9)))[:, None]
            continue
        own = wide[rows]  # [block, row, column]
        free = np.eye(size) - own @ inverse @ own.transpose(0, 2, 1)
        roots, axes = np.linalg.eigh(free)
        along = np.einsum("bij,bi->bj", axes, rests[rows]) / np.sqrt(np.maximum(roots, 1e-9))
        pull[which] = np.einsum("bic,bij,bj->bc", own, axes, along, optimize=True)
    return pull


def drawn_design(
    drawn: pl.DataFrame, item: str, level: str, base: object, blocks: NDArray[np.int64] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int8], tuple[str, ...]]:
    """(blocks, design, names) from rows of what was drawn: a column `item: level` for every level but the base, 1 where it was drawn.

    `drawn` has a row for every `block` and item; with two levels the name is that of the item.
    """
    for name in ("block", item, level):
        if name not in drawn.columns:
            raise CavernaError(f"design: the table has no column `{name}`")
    numbers = drawn["block"].to_numpy()
    every = np.unique(numbers if blocks is None else blocks)
    plain = str(base).lower() if isinstance(base, bool) else str(base)
    items, of_item = _coded(drawn[item])
    levels, of_level = _coded(drawn[level])
    columns = [(one, value) for one in range(len(items)) for value in range(len(levels)) if levels[value] != plain]
    names = tuple(items[one] if len(columns) == len(items) else f"{items[one]}: {levels[value]}" for one, value in columns)
    place_of = np.full((len(items), len(levels)), -1)
    place_of[tuple(np.array(columns, np.intp).reshape(-1, 2).T)] = np.arange(len(columns))
    places, row = place_of[of_item, of_level], np.searchsorted(every, numbers)
    counts = (places >= 0) & (row < len(every))
    counts[counts] = every[row[counts]] == numbers[counts]
    design = np.zeros((len(every), len(columns)), np.int8)
    design[row[counts], places[counts]] = 1
    return every.astype(np.int64), design, names


def _coded(column: pl.Series) -> tuple[list[str], NDArray[np.intp]]:
    """The texts of a column in alphabetical order, and the place of each row's among them."""
    own = column.unique()
    texts = sorted({*own.cast(pl.String).to_list()})
    code = {value: texts.index(text) for value, text in zip(own.to_list(), own.cast(pl.String).to_list(), strict=True)}
    return texts, column.replace_strict(list(code), list(code.values()), return_dtype=pl.Int64).to_numpy()
