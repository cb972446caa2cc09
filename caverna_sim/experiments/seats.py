"""What is a seat worth? Every bot plays every seat, behind every other bot equally often; what is left is the seat.

Where a game draws what each seat plays (`GameFacts.role`), every seat plays everything equally often, so that this is told as well, apart
from the seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import ALL, group_means, names_of, seats_of
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, draw_effects, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.games import told_of
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.words import capital, listed, named, number

if TYPE_CHECKING:
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
    first = next(iter(runs.values()))
    role, names = told_of(first.manifest).role, names_of(first)
    everybody = {name: _families(run, ("seat",)) for name, run in runs.items()}
    drawn = {name: run for name, run in runs.items() if role and _is_drawn(run, role)}
    roles = {name: _families(run, (role,)) for name, run in drawn.items()}
    seats = [table for name, run in runs.items() for table in _tables(name, run, "seat", role)]
    others = [table for name, run in drawn.items() for table in _tables(name, run, role, role)]
    doubts = ["A seat is worth what these bots make of it: what its neighbours leave it depends on what they like."]
    if role and len(drawn) < len(runs):
        doubts.append(f"Where a seat always has the same {role}, what it is worth is that of both: leave `{role}` out, and it is drawn.")
    found = Found(
        verdict=" ".join(_verdict(name, role, names, everybody[name], roles.get(name)) for name in runs),
        table=pl.concat([*seats, *others]),
        precision=max(families["margin"].half_width for families, _ in (*everybody.values(), *roles.values())),
        doubts=tuple(doubts),
        tables={f"By {role}": pl.concat(others).drop("seat")} if others else {},
        pictures=(
            *(_picture(name, "seat", names, *everybody[name]) for name in runs),
            *(_picture(name, role, names, *both) for name, both in roles.items()),
        ),
    )
    margins = {name: families["margin"].effects for name, (families, _) in everybody.items()}
    fits = {name: (runs[name], replace(one, names=tuple(f"seat {seat}" for seat in one.names))) for name, one in margins.items()}
    seat = pl.when((pl.col("bot") == ALL) & pl.col("seat").is_not_null()).then(pl.concat_str(pl.lit("seat "), "seat"))
    return side_by_side(found, fits, "seat", "points above the mean of the table", seat)


Keys = list[tuple[Any, ...]]
Told = tuple[Mapping[str, Family], Keys]


def _is_drawn(run: Run, role: str) -> bool:
    """Whether some seat plays different things."""
    return int(seats_of(run).group_by("seat").agg(pl.col(role).n_unique()).select(pl.col(role).max()).collect().item()) > 1


def _families(run: Run, by: Sequence[str]) -> Told:
    seats = seats_of(run).with_columns(pl.col(name).cast(pl.String) for name in by if name != "seat")
    margins, keys = group_means(seats, by, "margin")
    wins, _ = group_means(seats, by, "won")
    return {"margin": family(margins), "win_share": family(wins)}, keys


def _tables(name: str, run: Run, what: str, role: str) -> Iterator[pl.DataFrame]:
    """Rows for everybody, and for each bot where there are several; `what` is the seat, or what it plays."""
    several = seats_of(run).select(pl.col("bot").n_unique()).collect().item() > 1
    for by in ((what,), (what, "bot")) if several else ((what,),):
        families, keys = _families(run, by)
        head: dict[str, Sequence[Any]] = {"seat": [key[0] if what == "seat" else None for key in keys]}
        head |= {role: [ALL if what == "seat" else key[0] for key in keys]} if role else {}
        head |= {"bot": [key[1] if len(key) > 1 else ALL for key in keys], "scenario": [name] * len(keys)}
        yield with_estimates(head, families, {"games": [run.games_played] * len(keys)}).with_columns(pl.col("seat").cast(pl.Int64))


def _verdict(name: str, role: str, names: Mapping[str, str], seats: Told, roles: Told | None) -> str:
    """What seats are worth, and what is worth most of what they play."""
    told = [_differ("seat", names, *seats)] + ([] if roles is None else [_differ(role, names, *roles)])
    return at(name, f"{'; '.join(told)}.")


def _words(what: str, names: Mapping[str, str], keys: Keys) -> list[str]:
    return [f"seat {key[0]}" for key in keys] if what == "seat" else named([str(key[0]) for key in keys], names)


def _differ(what: str, names: Mapping[str, str], families: Mapping[str, Family], keys: Keys) -> str:
    found, wins, words = families["margin"], families["win_share"], _words(what, names, keys)
    many = "seats" if what == "seat" else what
    if not found.shown.any():
        return f"{many} are not shown to differ; margins of error are up to {number(found.half_width, 1)} points"
    best, worst = int(found.effects.values.argmax()), int(found.effects.values.argmin())
    told = [
        f"{words[place]} is {how} with {number(found.effects.values[place], 1, sign=True)} points"
        f" ({number(found.low[place], 1, sign=True)} to {number(found.high[place], 1, sign=True)}) and"
        f" {100 * wins.effects.values[place]:.0f} % of the wins"
        for place, how in ((best, "best"), (worst, "worst"))
    ]
    return f"{many} differ: {listed(told)}"


def _picture(name: str, what: str, names: Mapping[str, str], families: Mapping[str, Family], keys: Keys) -> Picture:
    who = "seats" if what == "seat" else what
    return Picture(
        f"{who}-{name}", f"{capital(who)}, {name}",
        f"Points of each {what} above the mean of its table, with intervals that hold for all together.",
        lambda axes: draw_effects(
            families["margin"], _words(what, names, keys), "points above the mean of the table", axes, in_order=False
        ),
    )  # fmt: skip
