"""What the runs of one scenario show of orcs: estimates, judged in families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.levels import dealt, handicap, told_by_lot, worth_by_lot
from caverna_sim.experiments.lots import limit_effects
from caverna_sim.experiments.outcomes import ALL, bots_of, seats_of
from caverna_sim.games.caverna.fiends.study.estimate import sides_of
from caverna_sim.games.caverna.fiends.study.played import NORMAL, Side, campaign_run, campaign_sides, hard, in_words
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.levels import CHANGE
from caverna_sim.stats.ratings import clustered_share
from caverna_sim.stats.source import needed

MEASURES = ("score", "gone", "won")
COLUMNS = {  # of the main table -> what it was called when it was measured
    "gone": "gone", "gone_change": f"gone {CHANGE}", "score": "score", "score_change": f"score {CHANGE}",
    "win_share": "won", "win_change": f"won {CHANGE}",
}  # fmt: skip


def with_gone(run: Run) -> pl.LazyFrame:
    """The seats of a run, with the column `gone`: no hostile orc is left."""
    return seats_of(run).with_columns((pl.col("orcs_left") == 0).alias("gone"))


class Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, scenario: Scenario, runs: Mapping[str, Run], sides: Sequence[Side], share: float) -> None:
        self.scenario, self.name, self.share, self.starts = scenario, scenario.name, share, sides
        self.runs = runs
        self.sides = sides_of([runs[in_words(side)] for side in sides])
        self.bots = (ALL, *bots_of(runs["ways"])) if len(bots_of(runs["ways"])) > 1 else (ALL,)
        self.games = sum(run.games_played for run in runs.values())

    @cached_property
    def measured(self) -> dict[str, Family]:
        """Every measure of all groups of seats and sides, judged together."""
        found = self.sides.measured
        return {column: family(found[known]) for column, known in COLUMNS.items() if known in found}

    @cached_property
    def seats_apart(self) -> Family | None:
        """Seats against the mean of the others, where bots and seats can be told apart."""
        mixed = self.scenario.seating == "fixed" and len(set(self.scenario.bots)) > 1
        return None if self.sides.seats_apart is None or mixed else family(self.sides.seats_apart)

    def ways(self, bot: str) -> dict[str, Family]:
        """What every way is worth to a seat that may use it, against one that may not: minus the effect of the limit."""
        return {measure: self._way(measure, bot) for measure in MEASURES if measure != "won" or self.scenario.players > 1}

    def _way(self, measure: str, bot: str) -> Family:
        found = limit_effects(self.runs["ways"], with_gone(self.runs["ways"]), measure, bot)
        return family(found.combined(-np.eye(len(found.names)), found.names))

    @cached_property
    def everybody(self) -> dict[str, Family]:
        """What ways are worth to all bots together."""
        return self.ways(ALL)

    @cached_property
    def furnishings(self) -> dict[str, Family]:
        """What a furnishing on display is worth to the mean seat; the lot, not the deal, tells it."""
        run = self.runs["display"]
        drawn = told_by_lot(needed(run, "supply").with_columns(pl.col("tile").cast(pl.String)).collect(), "tile", "available")
        beside = dealt(run, ("extensions", "short_strips"))
        if drawn.is_empty() or len(beside[0]) < drawn["tile"].n_unique() + len(beside[1]) + LEAST_BLOCKS:
            return {}
        worth = partial(worth_by_lot, with_gone(run), drawn, "tile", "available", beside=beside)
        return {measure: family(worth(measure=measure)) for measure in MEASURES[:2]}

    @cached_property
    def handicap(self) -> Effects | None:
        """What the hard side costs a seat among seats with the normal one: points, and chances of the win and of being rid of orcs."""
        if NORMAL not in self.runs:
            return None
        return handicap([with_gone(self.runs[hard(seat)]) for seat in range(self.scenario.players)], with_gone(self.runs[NORMAL]), MEASURES)

    @cached_property
    def campaign(self) -> pl.DataFrame:
        """Chance to win every game of a solo campaign without bonuses, by side."""
        rows = []
        for (side, game), strengths in campaign_sides(self.scenario.rules).items():
            seats = with_gone(self.runs[campaign_run(strengths)])
            every = seats.group_by("block").agg(pl.col("gone").mean(), pl.col("score").mean()).sort("block").collect()
            won = clustered_share(every["gone"].cast(pl.Float64).to_numpy(), np.ones(len(every)))
            rows.append({
                "side": side, "game": game, "orcs": in_words(strengths), "won": won.value, "won_low": won.low, "won_high": won.high,
                "mean score": float(every["score"].mean() or 0.0), "games": len(every),  # type: ignore[arg-type]
            })  # fmt: skip
        return pl.DataFrame(rows)
