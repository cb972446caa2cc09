"""Would a thing pay that hardly anybody builds? Bots are paid some points for it, and what comes of the buildings is told without the pay.

The same games are played as printed and with two or four points more on the thing. What seats score with the pay, less the pay, less what
they score without, for each building more: that is what it is worth to those who build it because they are paid. A set of things is paid
together. Where the pay moves hardly anybody to build, nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import names_of, seats_of
from caverna_sim.experiments.prices import ThingRows, at_path
from caverna_sim.experiments.study import Found, Question, at
from caverna_sim.games import plays
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import interval, listed, named, number

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

PAY = (2, 4)  # points
PLAIN = "as printed"
AND = "+"  # between the things of a set
LEAST_MORE = 0.01  # buildings of a seat that the pay has to bring,
LEAST_SURE = 4.0  # so many of their standard errors: a ratio to less says nothing
PAYS, PAYS_NOT, UNKNOWN = "would pay", "would not pay", "not known"
COLUMNS = {amount: f"if_built_{amount}" for amount in PAY}
ESTIMANDS = {
    COLUMNS[amount]: f"points that a {{word}} brings for each building more when bots are paid {amount} points for it, without the pay"
    for amount in PAY
}


@dataclass(frozen=True)
class EncouragedQuestion(Question):
    """What is asked: for each scenario, which things, and which sets of them."""

    rows: ThingRows
    asked: Mapping[str, Sequence[str]]  # scenario -> things, or several of them with + between
    title: str = "Would it pay to build it?"
    most_games: int = 2_000
    signed: bool = True

    @property
    def name(self) -> str:
        """Of the folder."""
        return "encouraged"

    @property
    def estimands(self) -> Mapping[str, str]:
        """What the column means."""
        return {"if_built": f"points that a {self.rows.things.word} brings for each building more, without the pay"}

    def options(self) -> Mapping[str, Any]:
        """What is paid for."""
        return {"asked": {name: list(things) for name, things in self.asked.items()}, "pay": list(PAY)}

    def least_blocks(self, scenario: Scenario) -> int:
        """Some to tell a spread by."""
        return 2

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """As printed, and with each pay."""
        from caverna_sim.scenario.scenario import read_scenario

        data = {**scenario.to_data(), "record": ["games", "players", self.rows.things.table]}
        printed = plays(scenario.game).rules(scenario)
        found = {PLAIN: read_scenario(data)}
        for things in self.asked[scenario.name]:
            for amount in PAY:
                paths = [self.rows.points.format(thing=thing) for thing in things.split(AND)]
                paid = {path: int(at_path(printed, path)) + amount for path in paths}
                found[_part(things, amount)] = read_scenario({**data, "rules": {**scenario.rules, **paid}})
        return found

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        every = [Evidence(self.rows, one.name, self.asked[one.name], runs[one.name]) for one in scenarios]
        return Found(
            verdict=" ".join(one.sentence for one in every),
            table=pl.concat([one.table for one in every]),
            precision=max((one.family.half_width for one in every if one.family is not None), default=float("inf")),
        )


def _part(things: str, amount: int) -> str:
    return f"{things}, {amount} points more"


@dataclass(frozen=True)
class Paid:
    """One thing at one pay: what a building more brings, and how many more there are."""

    more: float  # buildings of a seat
    effect: Effects | None  # None where too few


class Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, rows: ThingRows, name: str, asked: Sequence[str], runs: Mapping[str, Run]) -> None:
        self.rows, self.name, self.asked = rows, name, asked
        self.names = names_of(runs[PLAIN])
        self.paid = {
            (things, amount): worth(_blocks(rows, runs[PLAIN], things), _blocks(rows, runs[_part(things, amount)], things), amount, things)
            for things in asked for amount in PAY
        }  # fmt: skip
        known = {_part(*key): one.effect for key, one in self.paid.items() if one.effect is not None}
        self.family: Family | None = family(joined(known)) if known else None

    def ends(self, things: str, amount: int) -> tuple[float, float, float] | None:
        """Value and ends; None where nothing is known."""
        one = self.paid[things, amount]
        if one.effect is None or self.family is None:
            return None
        place = self.family.effects.names.index(f"{_part(things, amount)}: {things}")
        return tuple(float(values[place]) for values in (self.family.effects.values, self.family.low, self.family.high))  # type: ignore[return-value]  # three of them

    def word(self, things: str) -> str:
        """Whether it would pay, from all that was paid for it."""
        ends = [found for amount in PAY if (found := self.ends(things, amount)) is not None]
        if any(low > 0 for _, low, _ in ends):
            return PAYS
        return PAYS_NOT if ends and all(high < 0 for _, _, high in ends) else UNKNOWN

    @property
    def table(self) -> pl.DataFrame:
        """A row for every thing or set."""
        rows = []
        for things in self.asked:
            row: dict[str, Any] = {self.rows.things.column: things, "scenario": self.name, "would_it_pay": self.word(things)}
            for amount in PAY:
                found = self.ends(things, amount)
                ends = dict(zip(("", "_low", "_high"), found or (None, None, None), strict=True))
                row |= {f"{COLUMNS[amount]}{end}": value for end, value in ends.items()}
                row[f"more_built_{amount}"] = self.paid[things, amount].more
            rows.append(row)
        floats = {name: pl.Float64 for name in rows[0] if name.startswith(("if_built", "more_built"))} if rows else {}
        return pl.DataFrame(rows, schema_overrides=floats)

    @property
    def sentence(self) -> str:
        """What would pay, and what would not."""
        told = []
        for word in (PAYS, PAYS_NOT):
            names = [self._told(things) for things in self.asked if self.word(things) == word]
            told += [f"{word}: {listed(names)}"] if names else []
        unknown = sum(self.word(things) == UNKNOWN for things in self.asked)
        return at(self.name, f"built by bots that are paid for it, {'; '.join([*told, f'{unknown} of {len(self.asked)} not known'])}.")

    def _told(self, things: str) -> str:
        value, low, high = max((found for amount in PAY if (found := self.ends(things, amount)) is not None), key=lambda ends: ends[1])
        return f"{' with '.join(named(things.split(AND), self.names))} {number(value, 1, sign=True)} ({interval(low, high, 1, sign=True)})"


@dataclass(frozen=True)
class Blocks:
    """Means of a seat, block by block."""

    blocks: np.ndarray
    score: Floats
    built: Floats = field(repr=False)


def _blocks(rows: ThingRows, run: Run, things: str) -> Blocks:
    """Score of the mean seat, and how many of some things it built."""
    column = pl.col(rows.things.column).cast(pl.String)
    got = needed(run, rows.things.table).filter(column.is_in(things.split(AND))).group_by("game", "seat").agg(pl.len().alias("built"))
    both = seats_of(run).join(got, on=["game", "seat"], how="left").with_columns(pl.col("built").fill_null(0))
    means = [pl.col(name).cast(pl.Float64).mean() for name in ("score", "built")]
    found = both.group_by("block").agg(*means).sort("block").collect()
    return Blocks(found["block"].to_numpy().astype(np.int64), found["score"].to_numpy(), found["built"].to_numpy())


def worth(plain: Blocks, paid: Blocks, amount: float, name: str) -> Paid:
    """What each building more brings that the pay made, on the same deals, with the share of each block in its error (delta method)."""
    here = np.isin(paid.blocks, plain.blocks)
    there = np.isin(plain.blocks, paid.blocks)
    gain = paid.score[here] - amount * paid.built[here] - plain.score[there]
    more = paid.built[here] - plain.built[there]
    count = len(more)
    mean = float(more.mean())
    error = float(more.std(ddof=1)) / sqrt(count) if count > 1 else float("inf")
    if mean < LEAST_MORE or mean < LEAST_SURE * error:
        return Paid(mean, None)
    ratio = float(gain.mean()) / mean
    shares = (gain - ratio * more) / (count * mean)
    return Paid(mean, Effects((name,), np.array([ratio]), paid.blocks[here], shares[:, None], float(count - 1)))


def merged(rows: ThingRows, found: Found, encouraged: Found) -> Found:
    """What the study of things says with the pay beside it."""
    column = rows.things.column
    beside = encouraged.table.select(column, "scenario", *(name for name in encouraged.table.columns if name.startswith("if_built")))
    table = found.table.join(
        beside.with_columns(pl.lit("all").alias("bot")), on=[column, "scenario", "bot"], how="left", maintain_order="left"
    )
    return replace(
        found,
        table=table,
        sentences=(*found.sentences, encouraged.verdict),
        tables={**found.tables, "If it is built": encouraged.table},
    )
