"""The same effects at several tables, such as scripted and strong bots, or two to five players: side by side, and whether they differ.

Tables that are dealt with one seed share the chances of their blocks, so their differences are paired; with other seeds, blocks of the same
number have nothing in common, and the covariance that is found between them is about 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from caverna_sim.experiments.outcomes import names_of
from caverna_sim.experiments.study import Found, Picture
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import Family, family, interactions
from caverna_sim.stats.words import listed, named, number, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.dataset.read import Run

TITLE = "Side by side"
MARK = "p_same_everywhere"
TOLD = 5


@dataclass(frozen=True)
class SideBySide:
    """Effects that several tables have in common."""

    labels: tuple[str, ...]  # of the tables
    items: tuple[str, ...]
    family: Family  # `label: item`, intervals for all of them together
    tests: pl.DataFrame  # name, p_value, p_adjusted, differs: a row for each item
    difference: Family | None  # second minus first, where there are two
    names: Mapping[str, str] = field(default_factory=dict)  # printed ones, by id
    unit: str | None = None  # of the effects; None: each item has its own, so they share no picture

    @property
    def differing(self) -> list[str]:
        """Items that are shown to differ, the clearest first."""
        found: list[str] = self.tests.filter("differs").sort("p_value")["name"].to_list()
        return found

    def table(self, key: str) -> pl.DataFrame:
        """A row for every item: its effect at each table, the difference of two, and whether it differs."""
        columns: dict[str, Sequence[Any]] = {key: list(self.items)}
        for label in self.labels:
            places = self._places(label)
            ends = {"": self.family.effects.values, "_low": self.family.low, "_high": self.family.high}
            columns |= {f"{label}{end}": values[places].tolist() for end, values in ends.items()}
        found = pl.DataFrame(columns)
        if self.difference is not None:
            told = with_estimates({key: list(self.items)}, {"difference": self.difference}, {})
            found = found.join(told.select(key, "difference", "difference_low", "difference_high"), on=key, maintain_order="left")
        return found.join(self.tests.select(pl.col("name").alias(key), "p_adjusted", "differs"), on=key, maintain_order="left")

    def _places(self, label: str) -> list[int]:
        return [self.family.effects.names.index(f"{label}: {item}") for item in self.items]

    @property
    def sentence(self) -> str:
        """Whether the answer depends on the table, and where."""
        who = listed(list(self.labels))
        if not self.differing:
            return f"The answers at {who} are not shown to differ ({plural(len(self.items), 'effect')} in common)."
        names = self.differing[:TOLD]
        more = len(self.differing) - len(names)
        rest = f" and {more} more" if more else ""
        return f"The answer depends on the table ({who}); clearest: {listed([self._told(name) for name in names])}{rest}."

    def _told(self, item: str) -> str:
        values = [float(self.family.effects.values[self.family.effects.names.index(f"{label}: {item}")]) for label in self.labels]
        digits, sign = (2, False) if self.unit is None else (1, True)
        return f"{named([item], self.names)[0]} {' against '.join(number(value, digits, sign=sign) for value in values)}"

    def picture(self) -> Picture:
        """Every item with a dot and an interval for each table, largest mean first."""
        return Picture(
            f"beside-{'-'.join(self.labels)}", f"{TITLE}: {listed(list(self.labels))}",
            "The same effect at each table, with intervals that hold for all together. A star: shown not to be the same everywhere.",
            lambda axes: self._draw(axes),
        )  # fmt: skip

    def _draw(self, axes: Axes | None) -> Figure:
        from caverna_sim.stats import figures

        ends = {label: self._places(label) for label in self.labels}
        found, means = self.family, np.mean([self.family.effects.values[places] for places in ends.values()], axis=0)
        order = np.argsort(-means)
        plain = named([self.items[place] for place in order], self.names)
        names = [f"{name} *" if self.items[place] in self.differing else name for place, name in zip(order, plain, strict=True)]
        series = {
            label: [(found.effects.values[places[place]], found.low[places[place]], found.high[places[place]]) for place in order]
            for label, places in ends.items()
        }
        return figures.side_by_side(names, series, self.unit or "", axes)


def compared(fits: Mapping[str, Effects], names: Mapping[str, str] | None = None, unit: str | None = None) -> SideBySide | None:
    """The effects that all tables have; None for one table, or where they have nothing in common."""
    every = list(fits.values())
    items = tuple(name for name in every[0].names if all(name in one.names for one in every))
    if len(every) < 2 or not items:
        return None
    labels = tuple(fits)
    together = joined({label: one.only(items) for label, one in fits.items()})
    difference, tests = None, interactions(together, labels, items)
    if len(labels) == 2:
        weights = np.hstack([-np.eye(len(items)), np.eye(len(items))])
        difference = family(together.combined(weights, items))
        tests = tests.with_columns(pl.Series("differs", difference.shown != 0))
    return SideBySide(labels, items, family(together), tests, difference, names or {}, unit)


def side_by_side(found: Found, fits: Mapping[str, tuple[Run, Effects]], key: str, unit: str | None, row: pl.Expr) -> Found:
    """What was found at several tables with their effects side by side; `row` names the item that a row of the main table is about.

    Tables with as many players are compared with each other (strengths of play); where several numbers of players are played, also the
    first tables of each with each other, the second ones, and so on. A row of the main table bears the first test that it is part of.
    """
    found = replace(found, worth={label: effects for label, (_, effects) in fits.items()})
    groups = _groups({label: int(run.manifest["scenario"]["players"]) for label, (run, _) in fits.items()})
    names = names_of(next(iter(fits.values()))[0])
    every = [both for group in groups if (both := compared({label: fits[label][1] for label in group}, names, unit)) is not None]
    if not every:
        return found
    return replace(
        found,
        table=_marked(found.table, every, row),
        sentences=(*(both.sentence for both in every), *found.sentences),
        tables={**{f"{TITLE}: {listed(list(both.labels))}": both.table(key) for both in every}, **found.tables},
        pictures=(*(both.picture() for both in every if unit is not None), *found.pictures),
    )


def _groups(players: Mapping[str, int]) -> list[list[str]]:
    """Tables to set beside each other."""
    alike: dict[int, list[str]] = {}
    for label, number_ in players.items():
        alike.setdefault(number_, []).append(label)
    strengths = [group for group in alike.values() if len(group) > 1]
    most = max(map(len, alike.values()))
    across = [[group[place] for group in alike.values() if place < len(group)] for place in range(most)]
    return strengths + [group for group in across if len(group) > 1]


def _marked(table: pl.DataFrame, every: Sequence[SideBySide], row: pl.Expr) -> pl.DataFrame:
    """A main table with the test beside each row that it is about: `p_same_everywhere`, adjusted, and `differs`."""
    parts = [
        both.tests.select(pl.lit(label).alias("scenario"), pl.col("name").alias("of the test"), pl.col("p_adjusted").alias(MARK), "differs")
        for both in every
        for label in both.labels
    ]
    tests = pl.concat(parts).unique(["scenario", "of the test"], keep="first", maintain_order=True)
    named = table.with_columns(row.alias("of the test"))
    return named.join(tests, on=["scenario", "of the test"], how="left", maintain_order="left").drop("of the test")
