"""What is a seat worth? Every bot plays every seat, behind every other bot equally often; what is left is the seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.beside import side_by_side
from caverna_sim.experiments.outcomes import ALL, group_means, seats_of
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.words import listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

ESTIMANDS = {
    "margin": "points of the seat above the mean of its table",
    "win_share": "share of the wins of the seat, ties shared",
}


@dataclass(frozen=True)
class SeatQuestion(Question):
    """What the study asks."""

    name: str = "seats"
    title: str = "What is a seat worth?"
    most_games: int = 20_000
    signed: bool = True

    estimands = ESTIMANDS

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario itself."""
        from caverna_sim.scenario.scenario import read_scenario

        if scenario.players < 2:
            raise CavernaError(f"seats: `{scenario.name}` has one player; give scenarios with two or more")
        if scenario.seating == "fixed" and len(set(scenario.bots)) > 1:
            raise CavernaError(f"seats: in `{scenario.name}` every bot keeps its seat, so seats and bots cannot be told apart;"
                               ' take `seating = "balanced"`')  # fmt: skip
        return {"games": read_scenario({**scenario.to_data(), "record": ["games", "players"]})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer({one.name: runs[one.name]["games"] for one in scenarios})


@takes_options
def seat_study(scenario: Any, **options: Unpack[Options]) -> Study:
    """What each seat is worth, in points and wins, for all bots and for each."""
    return conduct(SeatQuestion(), scenario, **options)


def answer(runs: Mapping[str, Run]) -> Found:
    """Table, words and pictures of one or several scenarios."""
    everybody = {name: _families(run, ("seat",)) for name, run in runs.items()}
    tables = []
    for name, run in runs.items():
        tables.append(_table(name, run, *everybody[name]))
        if seats_of(run).select(pl.col("bot").n_unique()).collect().item() > 1:
            tables.append(_table(name, run, *_families(run, ("seat", "bot"))))
    found = Found(
        verdict=" ".join(_verdict(name, *everybody[name]) for name in runs),
        table=pl.concat(tables),
        precision=max(families["margin"].half_width for families, _ in everybody.values()),
        doubts=("A seat is worth what these bots make of it: what its neighbours leave it depends on what they like.",),
        pictures=tuple(_picture(name, *everybody[name]) for name in runs),
    )
    margins = {name: families["margin"].effects for name, (families, _) in everybody.items()}
    fits = {name: (runs[name], replace(one, names=tuple(f"seat {seat}" for seat in one.names))) for name, one in margins.items()}
    seat = pl.when(pl.col("bot") == ALL).then(pl.concat_str(pl.lit("seat "), "seat"))
    return side_by_side(found, fits, "seat", "points above the mean of the table", seat)


Keys = list[tuple[Any, ...]]


def _families(run: Run, by: Sequence[str]) -> tuple[dict[str, Family], Keys]:
    seats = seats_of(run)
    margins, keys = group_means(seats, by, "margin")
    wins, _ = group_means(seats, by, "won")
    return {"margin": family(margins), "win_share": family(wins)}, keys


def _table(name: str, run: Run, families: Mapping[str, Family], keys: Keys) -> pl.DataFrame:
    head: dict[str, Sequence[Any]] = {
        "seat": [key[0] for key in keys],
        "bot": [key[1] if len(key) > 1 else ALL for key in keys],
        "scenario": [name] * len(keys),
    }
    return with_estimates(head, families, {"games": [run.games_played] * len(keys)})


def _verdict(name: str, families: Mapping[str, Family], keys: Keys) -> str:
    found, wins = families["margin"], families["win_share"]
    if not found.shown.any():
        return at(name, f"seats are not shown to differ; margins of error are up to {number(found.half_width, 1)} points.")
    best, worst = int(found.effects.values.argmax()), int(found.effects.values.argmin())
    told = [
        f"seat {keys[place][0]} is {word} with {number(found.effects.values[place], 1, sign=True)} points"
        f" ({number(found.low[place], 1, sign=True)} to {number(found.high[place], 1, sign=True)}) and"
        f" {100 * wins.effects.values[place]:.0f} % of the wins"
        for place, word in ((best, "best"), (worst, "worst"))
    ]
    return at(name, f"seats differ: {listed(told)}.")


def _picture(name: str, families: Mapping[str, Family], keys: Keys) -> Picture:
    return Picture(
        f"seats-{name}", f"Seats, {name}", "Points of each seat above the mean of its table, with intervals that hold for all together.",
        lambda axes: _draw(families["margin"], keys, axes),
    )  # fmt: skip


def _draw(found: Family, keys: Keys, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    ends = list(zip(found.effects.values, found.low, found.high, strict=True))
    return figures.forest([f"seat {key[0]}" for key in keys], ends, "points above the mean of the table", axes)
