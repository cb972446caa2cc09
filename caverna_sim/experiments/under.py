"""What is a freedom worth under other rules? Under each, a seat and a limit are drawn by lot for every block, on the same chances.

So what a rule does to a freedom is the difference of two experiments that are paired block by block: a rule that favours whoever does
without something makes it worth less to be allowed it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.limits import LIMITS_RUN, LimitQuestion, RowsQuestion, summed
from caverna_sim.experiments.lots import limit_effects
from caverna_sim.experiments.outcomes import ALL, seats_of
from caverna_sim.experiments.study import Found, Picture, at, draw_effects
from caverna_sim.experiments.sweep import AS_IT_IS
from caverna_sim.experiments.tables import in_words, with_estimates
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.words import listed, readable

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

Rules = Callable[["Scenario"], Mapping[str, Mapping[str, Any]]]  # words -> house rules by dotted path


@dataclass(frozen=True)
class UnderQuestion(RowsQuestion):
    """What the study asks: about one freedom, the only row that `rows` tells."""

    rules: Rules

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn limits, as it is and under each rule."""
        from caverna_sim.scenario.scenario import read_scenario

        data = LimitQuestion(self.rows).runs(scenario)[LIMITS_RUN].to_data()
        every: dict[str, Mapping[str, Any]] = {AS_IT_IS: {}, **self.rules(scenario)}
        return {name: read_scenario({**data, "rules": {**scenario.rules, **rules}}) for name, rules in every.items()}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        every = {name: self._families(parts) for name, parts in runs.items()}
        return Found(
            verdict=" ".join(at(name, self._verdict(*found)) for name, found in every.items()),
            table=pl.concat([self._table(name, runs[name], *found) for name, found in every.items()]),
            precision=max(change.half_width for _, _, change in every.values()),
            doubts=(self.rows.doubt,) if self.rows.doubt else (),
            pictures=tuple(self._picture(name, change) for name, (_, _, change) in every.items()),
        )

    def _families(self, runs: Mapping[str, Run]) -> tuple[Family, Family, Family]:
        """What the freedom is worth under each rule, in points and wins, and how much more than as it is."""
        points, wins = (self._effects(runs, measure) for measure in ("score", "won"))
        others = np.eye(len(runs))[1:] - np.eye(len(runs))[0]
        return family(points), family(wins), family(points.combined(others, points.names[1:]))

    def _effects(self, runs: Mapping[str, Run], measure: str) -> Effects:
        told = self.rows.told
        assert isinstance(told, Mapping) and len(told) == 1
        found = joined({name: summed(limit_effects(run, seats_of(run), measure, ALL), told) for name, run in runs.items()})
        return found.combined(np.eye(len(runs)), tuple(runs))

    def _table(self, name: str, runs: Mapping[str, Run], points: Family, wins: Family, change: Family) -> pl.DataFrame:
        rules, key = list(runs), self.rows.key
        head: dict[str, Sequence[Any]] = {key: rules, "scenario": [name] * len(rules)}
        games = [run.games_played for run in runs.values()]
        found = with_estimates(head, {"effect": points, "win_effect": wins}, {"games": games})
        more = with_estimates({key: rules[1:]}, {"change": change}, {}).select(key, "change", "change_low", "change_high")
        return found.join(more, on=key, how="left", maintain_order="left")

    def _verdict(self, points: Family, wins: Family, change: Family) -> str:
        """What it is worth as it is, and under which rules more or less."""
        moved = [place for place in np.argsort(-np.abs(change.effects.values)) if change.shown[place]]
        told = [f"{in_words(change, int(place))} more with {change.effects.names[place]}" for place in moved]
        rest = f"; {listed(told)}" if told else "; under no other rule is it shown to be worth more or less"
        return f"{self.rows.verdict} {in_words(points, 0, wins)}{rest}."

    def _picture(self, name: str, change: Family) -> Picture:
        return Picture(
            f"{self.rows.name}-{name}", f"{self.rows.picture}, {name}", self.rows.caption,
            lambda axes: draw_effects(change, readable(change.effects.names), "points more than as it is", axes),
        )  # fmt: skip
