"""What the runs of one scenario show of orcs: estimates, judged in families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.lots import limit_effects
from caverna_sim.experiments.outcomes import ALL, block_means, bots_of, seats_of
from caverna_sim.games.caverna.fiends.study.estimate import CHANGE, sides_of
from caverna_sim.games.caverna.fiends.study.played import NORMAL, Side, campaign_run, campaign_sides, hard, in_words
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.stats.effects import Effects, drawn_design, least_squares
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import Family, family
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
        supply = needed(run, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
        often = supply.group_by("tile").agg(pl.col("available").sum().alias("there"), pl.len().alias("blocks"))
        enough = often.filter((pl.col("there") >= LEAST_BLOCKS) & (pl.col("there") <= pl.col("blocks") - LEAST_BLOCKS))["tile"]
        if enough.is_empty():
            return {}
        rows = supply.filter(pl.col("tile").is_in(enough.to_list()))
        dealt, brought = _dealt(run)
        found = {}
        for measure in ("score", "gone"):
            blocks, means = block_means(with_gone(run), measure)
            kept, design, names = drawn_design(rows, "tile", "available", False, blocks)
            both = np.hstack([design, dealt[np.searchsorted(blocks, kept)]])
            if len(kept) < both.shape[1] + LEAST_BLOCKS:
                return {}
            found[measure] = family(least_squares(means[np.searchsorted(blocks, kept)], both, [*names, *brought]).only(names))
        return found

    @cached_property
    def handicap(self) -> Effects | None:
        """What the hard side costs a seat among seats with the normal one: points, and chances of the win and of being rid of orcs."""
        if NORMAL not in self.runs:
            return None
        by_seat = [self._of_seat(seat) for seat in range(self.scenario.players)]
        blocks = np.intersect1d(by_seat[0][0], by_seat[-1][0])
        for numbers, _ in by_seat:
            blocks = np.intersect1d(blocks, numbers)
        apart = np.mean([values[np.searchsorted(numbers, blocks)] for numbers, values in by_seat], axis=0)  # [block, measure]
        means = apart.mean(axis=0)
        return Effects(MEASURES, means, blocks, (apart - means) / len(blocks), float(max(1, len(blocks) - 1)))

    def _of_seat(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """Blocks, and [block, measure] what changes for a seat with the hard side, on the same deals."""
        both = [
            with_gone(self.runs[name]).filter(pl.col("seat") == seat).group_by("block")
            .agg(*(pl.col(measure).cast(pl.Float64).mean() for measure in MEASURES)).collect()
            for name in (hard(seat), NORMAL)
        ]  # fmt: skip
        paired = both[0].join(both[1], on="block", suffix=" normal").sort("block")
        apart = [paired[measure].to_numpy() - paired[f"{measure} normal"].to_numpy() for measure in MEASURES]
        return paired["block"].to_numpy(), np.column_stack(apart)

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


def _dealt(run: Run) -> tuple[np.ndarray, tuple[str, ...]]:
    """[block, card] which display extensions and short strips lie there, without the first of each kind: so many are always dealt."""
    frame = run.games.group_by("block").agg(pl.col("extensions").first(), pl.col("short_strips").first()).sort("block").collect()
    columns, names = [], []
    for kind in ("extensions", "short_strips"):
        dealt = [set(str(text).split()) for text in frame[kind].to_list()]
        for card in sorted(set().union(*dealt))[1:]:
            there = np.array([card in cards for cards in dealt], np.float64)
            if 0 < there.sum() < len(there):
                columns.append(there)
                names.append(f"card {card}")
    return np.column_stack(columns) if columns else np.zeros((len(frame), 0)), tuple(names)
