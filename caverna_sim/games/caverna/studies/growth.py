"""What is another dwarf worth? For every block a seat is drawn by lot and how far its family may grow: as it likes, or to two, three or
four dwarfs at most. A seat that may have three against one that may have two tells what may come of a third dwarf.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.beside import side_by_side
from caverna_sim.experiments.outcomes import ALL, bots_of, seats_of
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import in_words, with_estimates
from caverna_sim.games.caverna.studies.lots import least_blocks, limit_effects
from caverna_sim.stats.controls import controls
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

MOST = {f"at_most_{dwarfs}": dwarfs for dwarfs in (2, 3, 4)}
ANOTHER = {  # what is worth -> effects of limits that are added up
    "a third dwarf": {"at_most_3": 1.0, "at_most_2": -1.0},
    "a fourth dwarf": {"at_most_4": 1.0, "at_most_3": -1.0},
    "a fifth dwarf and more": {"at_most_4": -1.0},
}
MAY = {name: f"may have {name}, against not" for name in ANOTHER}
ESTIMANDS = {
    "effect": "points of a seat whose family may grow so far, against one that may grow less far by one dwarf",
    "win_effect": "share of the wins of such a seat, against the other",
}


@dataclass(frozen=True)
class GrowthQuestion(Question):
    """What the study asks."""

    name: str = "growth"
    title: str = "What is another dwarf worth?"
    most_games: int = 20_000
    signed: bool = True

    estimands = ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """The limits that are drawn."""
        return {"limits": dict(MOST)}

    def least_blocks(self, scenario: Scenario) -> int:
        """For every limit of every seat."""
        return least_blocks(scenario)

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn limits of the family."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        limits = {**data.get("limits", {}), "drawn": {name: {"dwarfs_max": dwarfs} for name, dwarfs in MOST.items()}}
        return {"limits": read_scenario({**data, "limits": limits, "record": ["games", "players", "assigned"]})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer({name: parts["limits"] for name, parts in runs.items()})


@takes_options
def growth_study(scenario: Any, **options: Unpack[Options]) -> Study:
    """What a third, fourth and fifth dwarf are worth to a seat."""
    return conduct(GrowthQuestion(), scenario, **options)


# ---------------------------------------------------------------- estimates and answer


def another(run: Run, measure: str, bot: str) -> Effects:
    """What may come of one more dwarf, for each number of dwarfs."""
    limits = limit_effects(run, seats_of(run), measure, bot)
    weights = np.array([[parts.get(name, 0.0) for name in limits.names] for parts in ANOTHER.values()])
    return limits.combined(weights, list(ANOTHER))


def answer(runs: Mapping[str, Run]) -> Found:
    """Table, words and pictures of one or several scenarios."""
    everybody = {name: _families(run, ALL) for name, run in runs.items()}
    tables = []
    for name, run in runs.items():
        bots = bots_of(run)
        for bot in (ALL, *(bots if len(bots) > 1 else ())):
            tables.append(_table(name, run, bot, everybody[name] if bot == ALL else _families(run, bot)))
    found = Found(
        verdict=" ".join(_verdict(name, **known) for name, known in everybody.items()),
        table=pl.concat(tables),
        precision=max(known["effect"].half_width for known in everybody.values()),
        controls={name: controls("nested", known["effect"], MAY) for name, known in everybody.items()},
        doubts=("A dwarf is worth what these bots make of it, less what they would have made of the goods and placements that it costs.",),
        pictures=tuple(_picture(name, known["effect"]) for name, known in everybody.items()),
    )
    fits = {name: (runs[name], known["effect"].effects) for name, known in everybody.items()}
    return side_by_side(found, fits, "dwarf", "points of the seat", pl.when(pl.col("bot") == ALL).then("dwarf"))


def _families(run: Run, bot: str) -> dict[str, Family]:
    return {"effect": family(another(run, "score", bot)), "win_effect": family(another(run, "won", bot))}


def _table(name: str, run: Run, bot: str, families: Mapping[str, Family]) -> pl.DataFrame:
    dwarfs = list(families["effect"].effects.names)
    head: dict[str, Sequence[Any]] = {"dwarf": dwarfs, "bot": [bot] * len(dwarfs), "scenario": [name] * len(dwarfs)}
    return with_estimates(head, families, {"games": [run.games_played] * len(dwarfs)})


def _verdict(name: str, effect: Family, win_effect: Family) -> str:
    told = [f"{dwarf} is worth {in_words(effect, place, win_effect)}" for place, dwarf in enumerate(effect.effects.names)]
    return at(name, f"to a seat that may have it, {listed(told)}.")


def _picture(name: str, found: Family) -> Picture:
    return Picture(
        f"growth-{name}", f"Another dwarf, {name}", "Points of a seat that may have one more dwarf, with intervals for all together.",
        lambda axes: _draw(found, axes),
    )  # fmt: skip


def _draw(found: Family, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    ends = list(zip(found.effects.values, found.low, found.high, strict=True))
    return figures.forest(list(found.effects.names), ends, "points of the seat", axes)
