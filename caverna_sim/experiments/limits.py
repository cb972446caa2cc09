"""What is it worth to be allowed something? For every block a seat and a limit are drawn by lot: none, or one of those that a game names
for its question (`LimitRows`), on the seat, on all others, or on everybody.

Bots know what they are not allowed and do not count on it, so that a limit costs what it denies, not what was planned in vain.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.experiments.lots import drawn_limits, limit_effects
from caverna_sim.experiments.outcomes import ALL, judged_bots, names_of, seats_of
from caverna_sim.experiments.respond import Chosen, halves, of_rounds, responses
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, draw_effects
from caverna_sim.experiments.tables import in_words, with_estimates
from caverna_sim.stats.controls import Control, controls
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.words import listed, named, readable

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

Arms = Mapping[str, Mapping[str, Any]]  # name -> limits of the focal seat; `whose` says who else is limited
Sums = Mapping[str, Mapping[str, float]]  # what is told -> effects of arms that are added up
LIMITS_RUN = "limits"
AND = ", "  # between limits that a seat has taken one after another


@dataclass(frozen=True)
class LimitRows:
    """A question about limits, as a game asks it."""

    name: str  # of the command
    title: str
    arms: Arms | Callable[[Scenario], Arms]  # that are drawn; limits of others are left out where nobody else plays
    estimands: Mapping[str, str]  # what `effect` and `win_effect` mean
    asked: Mapping[str, Any]  # what sets the study apart
    key: str = "limit"  # column of the main table that says what a row is about
    told: Sums | Callable[[Sequence[str]], Sums] = field(default_factory=dict)  # rows of the main table, from arms; they themselves if none
    nested: Sums | Callable[[Sequence[str]], Sums] = field(default_factory=dict)  # who may do more, against who may do less
    most_games: int = 40_000
    together: Callable[[Sequence[Mapping[str, Any]]], Mapping[str, Any]] = lambda several: ChainMap(*map(dict, reversed(several)))  # as one
    by_seat: bool = True  # whether there are rows for each seat too
    words: tuple[str, ...] = ()  # what else stands on the command line
    done: Callable[[Run], Mapping[str, float]] | None = None  # row -> share of the games in which it came to that
    done_as: str = "built"  # the column that tells it
    kept: tuple[str, ...] = ()  # further tables of the run
    verdict: str = ""  # before what `in_verdict` lists
    best: int = 0  # so many of the largest that are shown are told; 0: all, or those of `in_verdict`
    in_verdict: Mapping[str, str] = field(default_factory=dict)  # row -> its words
    doubt: str = ""
    picture: str = ""  # title
    caption: str = "Points of the seat with the limit against none, with intervals that hold for all together."

    def of(self, scenario: Scenario) -> dict[str, Mapping[str, Any]]:
        """The arms of a scenario."""
        every = self.arms(scenario) if callable(self.arms) else self.arms
        return {name: arm for name, arm in every.items() if scenario.players > 1 or "whose" not in arm}


@dataclass(frozen=True)
class RowsQuestion(Question):
    """A question that its rows tell."""

    rows: LimitRows
    signed: bool = field(default=True, kw_only=True)

    @property
    def name(self) -> str:
        """Of the command."""
        return self.rows.name

    @property
    def title(self) -> str:
        """Of the page."""
        return self.rows.title

    @property
    def estimands(self) -> Mapping[str, str]:
        """What the columns mean."""
        return self.rows.estimands

    @property
    def most_games(self) -> int:
        """Of a run, unless asked otherwise."""
        return self.rows.most_games

    def options(self) -> Mapping[str, Any]:
        """The limits that are drawn."""
        return {"limits": dict(self.rows.asked)}

    def least_blocks(self, scenario: Scenario) -> int:
        """For every limit of every seat."""
        return scenario.least_blocks


@dataclass(frozen=True)
class LimitQuestion(RowsQuestion):
    """What the study asks."""

    respond: bool = False  # whether seats answer each other; asked beside, the same study with or without

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        return [*self.rows.words, *(["--respond"] if self.respond else [])]

    def folder_words(self, scenarios: Sequence[Scenario]) -> Sequence[str]:
        """Responses are in a folder of their own."""
        return [word for word in super().folder_words(scenarios) if word != "respond"]

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn limits."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        drawn = {name: dict(arm) for name, arm in self.rows.of(scenario).items()}
        limits = {**data.get("limits", {}), "drawn": drawn}
        return {LIMITS_RUN: read_scenario({**data, "limits": limits, "record": ["games", "players", "assigned", *self.rows.kept]})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([Evidence(name, self.rows, parts[LIMITS_RUN]) for name, parts in runs.items()])


def limit_study(question: LimitQuestion, scenario: Any, **options: Unpack[Options]) -> Study:
    """What it is worth to a seat to be allowed something, and with `respond` which limits seats had better set themselves."""
    with check.arguments(question.name):
        check.flag(question.respond, "respond")
    of_each_round = of_rounds(question.name, question.respond, options)
    study = conduct(question, scenario, **options)
    return responses(LimitArms(question.rows), study, **of_each_round) if question.respond else study


@dataclass(frozen=True)
class LimitArms:
    """Limits that seats set themselves: what a bot gains by one, it might have had by playing better."""

    rows: LimitRows

    def _arms(self, scenario: Scenario) -> dict[str, Mapping[str, Any]]:
        return {name: arm for name, arm in self.rows.of(scenario).items() if "whose" not in arm}

    def _fixed(self, scenario: Scenario, chosen: Chosen) -> dict[str, Any]:
        limits, arms = scenario.to_data().get("limits", {}), self._arms(scenario)
        own = {
            f"seat_{seat}": dict(self.rows.together([limits.get(f"seat_{seat}", {}), *(arms[arm] for arm in taken.split(AND))]))
            for seat, taken in chosen.items()
        }
        return {**{key: value for key, value in limits.items() if key != "drawn"}, **own}

    def mended(self, scenario: Scenario, chosen: Chosen) -> Scenario:
        """Everybody keeps to the limits that were chosen."""
        from caverna_sim.scenario.scenario import read_scenario

        return read_scenario({**scenario.to_data(), "limits": self._fixed(scenario, chosen)})

    def runs(self, scenario: Scenario, chosen: Chosen) -> Mapping[str, Scenario]:
        """For each seat a run in which a further limit is drawn for it."""
        from caverna_sim.scenario.scenario import read_scenario

        data, fixed = scenario.to_data(), self._fixed(scenario, chosen)
        kept = ["games", "players", "assigned"]
        drawn = {name: dict(arm) for name, arm in self._arms(scenario).items()}
        return {
            f"seat {seat}": read_scenario({**data, "limits": {**fixed, "drawn": {"seat": seat, **drawn}}, "record": kept})
            for seat in range(scenario.players)
        }

    def gains(self, scenario: Scenario, chosen: Chosen, runs: Mapping[str, Run], half: int | None) -> Mapping[int, Effects]:
        """What every further limit gains a seat."""
        found = {}
        for seat in range(scenario.players):
            run = runs[f"seat {seat}"]
            drawn = drawn_limits(run) if half is None else halves(drawn_limits(run), "limit")[half]
            effects = limit_effects(run, seats_of(run), "score", ALL, drawn=drawn)
            before = f"{chosen[seat]}{AND}" if seat in chosen else ""
            found[seat] = replace(effects, names=tuple(f"{before}{name}" for name in effects.names))
        return found

    def in_words(self, arm: str, names: Mapping[str, str]) -> str:
        """A limit, or several."""
        return listed(readable(arm.split(AND)))


# ---------------------------------------------------------------- estimates


class Evidence:
    """The run of one scenario, and what is estimated from it."""

    def __init__(self, name: str, rows: LimitRows, run: Run) -> None:
        self.name, self.rows, self.run = name, rows, run
        self.bots = judged_bots(run)
        self.seats = sorted(drawn_limits(run)["seat"].unique().to_list())
        self.everybody = self.families(ALL)
        self.done = {} if rows.done is None else dict(rows.done(run))

    def families(self, bot: str) -> dict[str, Family]:
        """All rows of a bot."""
        return {"effect": family(self.effects("score", bot)), "win_effect": family(self.effects("won", bot))}

    def effects(self, measure: str, bot: str, seat: int | None = None) -> Effects:
        """What is told, on the focal seat; all focal seats together unless one is named."""
        arms = limit_effects(self.run, seats_of(self.run), measure, bot, seat)
        sums = self.rows.told(arms.names) if callable(self.rows.told) else self.rows.told
        return summed(arms, sums) if sums else arms

    @property
    def controls(self) -> tuple[Control, ...]:
        """Who may do more scores no less."""
        arms = limit_effects(self.run, seats_of(self.run), "score", ALL)
        sums = self.rows.nested(arms.names) if callable(self.rows.nested) else self.rows.nested
        return controls("nested", family(summed(arms, sums)), {name: name for name in sums}) if sums else ()


def summed(arms: Effects, sums: Sums) -> Effects:
    """Sums of the effects of arms; those that were not drawn count as nothing."""
    weights = np.array([[parts.get(name, 0.0) for name in arms.names] for parts in sums.values()])
    return arms.combined(weights, list(sums))


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[Evidence]) -> Found:
    """Table, words and pictures of the evidence of one or several scenarios."""
    rows = evidence[0].rows
    found = Found(
        verdict=" ".join(_verdict(one) for one in evidence),
        table=pl.concat([_rows(one) for one in evidence]),
        precision=max(one.everybody["effect"].half_width for one in evidence),
        controls={one.name: one.controls for one in evidence},
        doubts=(rows.doubt,) if rows.doubt else (),
        pictures=tuple(_picture(one) for one in evidence),
        done={one.name: one.done for one in evidence if one.done},
    )
    worth = {one.name: (one.run, one.everybody["effect"].effects) for one in evidence}
    of_all = pl.when((pl.col("bot") == ALL) & (pl.col("seat").is_null() if rows.by_seat else True)).then(pl.col(rows.key))
    return side_by_side(found, worth, rows.key, "points of the seat", of_all)


def _rows(one: Evidence) -> pl.DataFrame:
    """A row for everything that is told: for all, by bot, by seat."""
    parts = []
    for bot in one.bots:
        known = one.everybody if bot == ALL else one.families(bot)
        parts.append(_table(one, known, [(name, None, bot) for name in known["effect"].effects.names]))
    if one.rows.by_seat:
        measures = (("effect", "score"), ("win_effect", "won"))
        by_seat = {name: family(joined({str(seat): one.effects(measure, ALL, seat) for seat in one.seats})) for name, measure in measures}
        keys = [tuple(name.split(": ", 1)) for name in by_seat["effect"].effects.names]
        parts.append(_table(one, by_seat, [(name, int(seat), ALL) for seat, name in keys]))
    return pl.concat(parts)


def _table(one: Evidence, families: Mapping[str, Family], keys: Sequence[tuple[str, int | None, str]]) -> pl.DataFrame:
    seat: dict[str, Sequence[Any]] = {"seat": [key[1] for key in keys]} if one.rows.by_seat else {}
    head: dict[str, Sequence[Any]] = {
        one.rows.key: [key[0] for key in keys], **seat, "bot": [key[2] for key in keys], "scenario": [one.name] * len(keys),
    }  # fmt: skip
    done = {one.rows.done_as: [one.done.get(key[0], 0.0) for key in keys]} if one.rows.done else {}
    table = with_estimates(head, families, {**done, "games": [one.run.games_played] * len(keys)})
    return table.with_columns(pl.col("seat").cast(pl.Int64)) if one.rows.by_seat else table


def _verdict(one: Evidence) -> str:
    effect, wins = one.everybody["effect"], one.everybody["win_effect"]
    told = []
    if one.rows.best:
        return at(one.name, f"{one.rows.verdict} {_best(one)}.")
    for name in one.rows.in_verdict or effect.effects.names:
        if name in effect.effects.names:
            place = effect.effects.names.index(name)
            worth = in_words(effect, place, wins)
            if one.rows.in_verdict and not effect.shown[place]:
                worth = may_be_nothing(worth)
            told.append(f"{one.rows.in_verdict.get(name, f'{name} is worth')} {worth}")
    return at(one.name, f"{one.rows.verdict} {'; '.join(told) if one.rows.in_verdict else listed(told)}.")


def may_be_nothing(told: str) -> str:
    """Of points that are not shown; wins that stand behind them are."""
    points, but, wins = told.partition(", but ")
    return f"{points}, which may be nothing{but}{wins}"


def _best(one: Evidence) -> str:
    """The largest that are shown."""
    effect = one.everybody["effect"]
    order = [place for place in np.argsort(-effect.effects.values) if effect.low[place] > 0][: one.rows.best]
    names = named([effect.effects.names[place] for place in order], names_of(one.run))
    told = [f"{name} {in_words(effect, int(place))}" for name, place in zip(names, order, strict=True)]
    return listed(told) or "none is shown to be worth anything"


# ---------------------------------------------------------------- pictures


def _picture(one: Evidence) -> Picture:
    return Picture(
        f"{one.rows.name}-{one.name}", f"{one.rows.picture}, {one.name}", one.rows.caption,
        lambda axes: draw_effects(
            one.everybody["effect"], readable(one.everybody["effect"].effects.names), "points of the seat", axes,
            in_order=callable(one.rows.told) or not one.rows.told,
        ),
    )  # fmt: skip
