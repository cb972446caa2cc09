"""Beside limits: what things are worth that are left out of the game for everybody, each by lot with the same chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.levels import worth_by_lot
from caverna_sim.experiments.limits import LimitQuestion
from caverna_sim.experiments.outcomes import ALL, seats_of
from caverna_sim.experiments.study import Found, Picture, at, draw_effects
from caverna_sim.experiments.tables import in_words
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import capital, listed, readable

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

CHANCE = 0.5  # that a thing is missing


@dataclass(frozen=True)
class LeftOut:
    """Things that are left out by lot, as a game names them."""

    kind: str  # of the rows of `assigned`, its column too; the run is called so
    supply: str  # key of `[supply]` that leaves them out
    one: str  # one of them in words
    kept: tuple[str, ...] = ()  # further tables of the run
    described: Mapping[str, Any] | None = None  # title -> what makes another table of the run


@dataclass(frozen=True)
class LimitsAndLots(LimitQuestion):
    """What the study asks: the limits, and in a second run what each thing is worth."""

    left_out: LeftOut | None = None

    @property
    def lots(self) -> LeftOut:
        """Which things."""
        assert self.left_out is not None
        return self.left_out

    def length_of(self, part: str) -> float:
        """How long each run is beside the others."""
        return 0.5 if part == self.lots.kind else 1.0

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn limits, and with things left out by lot."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        supply = {**data.get("supply", {}), self.lots.supply: CHANCE}
        kept = ["games", "players", "assigned", *self.lots.kept]
        return {**super().runs(scenario), self.lots.kind: read_scenario({**data, "supply": supply, "record": kept})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        found, kind = super().answer(scenarios, runs), self.lots.kind
        worth = {name: family(effects(parts[kind], kind)) for name, parts in runs.items()}
        games = {name: sum(run.games_played for run in parts.values()) for name, parts in runs.items()}
        tables = {f"{capital(kind)}, {name}": _table(one, kind) for name, one in worth.items()}
        for title, table in (self.lots.described or {}).items():
            tables |= {f"{title}, {name}": table(parts[kind]) for name, parts in runs.items()}
        own = [picture for picture in found.pictures if picture.name.startswith(f"{self.rows.name}-")]
        pictures = [(picture, self._picture(name, worth[name])) for name, picture in zip(worth, own, strict=True)]
        return replace(
            found,
            table=found.table.with_columns(pl.col("scenario").replace_strict(games).alias("games")),
            sentences=(*found.sentences, *(self._sentence(name, one) for name, one in worth.items())),
            tables={**found.tables, **tables},
            pictures=(*(one for one in found.pictures if one not in own), *(picture for both in pictures for picture in both)),
        )

    def _sentence(self, name: str, found: Family) -> str:
        sure = [place for place in np.argsort(-found.effects.values) if found.low[place] > 0][:3]
        if not sure:
            return at(name, f"no {self.lots.one} is shown to raise what the table scores.")
        best = [f"{readable([found.effects.names[place]])[0]} {in_words(found, place)}" for place in sure]
        return at(name, f"the {self.lots.kind} that is worth most to the mean seat: {listed(best)}.")

    def _picture(self, name: str, found: Family) -> Picture:
        return Picture(
            f"{self.lots.kind}-{name}", f"{capital(self.lots.kind)}, {name}",
            "Points of the mean seat with the item in the game against without, with intervals that hold for all together.",
            lambda axes: draw_effects(found, readable(found.effects.names), "points of the mean seat", axes),
        )  # fmt: skip


def effects(run: Run, kind: str, bot: str = ALL) -> Effects:
    """Everything that was left out by lot, there against absent for everybody, on the mean seat."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == kind)
    there = (pl.col("access").cast(pl.String) != "nobody").alias("there")
    return worth_by_lot(seats_of(run), rows.select("block", pl.col(kind).cast(pl.String), there).collect(), kind, "there", bot=bot)


def _table(found: Family, kind: str) -> pl.DataFrame:
    columns = ("effect", "low", "high", "p_adjusted", "discovery", "rank_low", "rank_high", "blocks")
    return found.table.select(pl.col("name").alias(kind), *columns).sort("effect", descending=True)
