"""Which plan does well against which? Bots stand for plans.

Two players: every plan meets every plan, itself too, in both seats and with the same deals everywhere, so that any two cells of the table
can be compared. More players: for each plan, every seat of a block is given to it with chance one half and else to one of the others, so
that nothing but lots decides how many share a plan; every table is played in all its rotations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim import check
from caverna_sim.check import shown_name
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.experiments.outcomes import block_means, group_means, seats_of
from caverna_sim.experiments.respond import TABLE, Chosen, of_rounds, responses
from caverna_sim.experiments.said import judged, name_of
from caverna_sim.experiments.study import CommonOptions, Found, Picture, Question, Study, conduct, draw_effects, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.files import is_file
from caverna_sim.games import FIRST, facts_of, named, plays
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.words import interval, listed, number, plural
from caverna_sim.toml import read_toml

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

PLAYERS = (2, 3, 4, 5)  # where only bots are named
MOST_OF_A_KIND = 3
MEASURES = {"lead": "lead", "win_share": "won", "score": "score"}  # estimate -> column of the seats
ESTIMANDS = {
    "lead": "points of the plan above the mean of the other seats of its table",
    "win_share": "share of the wins of one seat with the plan, ties shared",
    "score": "points of a seat with the plan",
}


@dataclass(frozen=True)
class PlanQuestion(Question):
    """What the study asks."""

    named: tuple[str, ...] = ()  # bots, and the numbers of players if they are given; scenarios have names of their own
    game: str = FIRST
    respond: bool = False  # whether seats answer each other; asked beside, the same study with or without
    name: str = "plans"
    title: str = "Which plan does well against which?"
    most_games: int = 2_000
    signed: bool = True

    estimands = ESTIMANDS

    def folder_words(self, scenarios: Sequence[Scenario]) -> Sequence[str]:
        """The bots, or the scenarios whose bots they are."""
        return self.named or super().folder_words(scenarios)[:1]

    @property
    def at_strengths(self) -> bool:
        """The bots are what is asked about."""
        return False

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        return ["--respond"] if self.respond else []

    def least_blocks(self, scenario: Scenario) -> int:
        """Enough for a verdict on tables with one of a kind; with more than two players they are a part of all."""
        return LEAST_BLOCKS if scenario.players == 2 else 3 * LEAST_BLOCKS

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """Two players: a run for every two plans; more: a run for each plan, which sits in half of the seats."""
        from caverna_sim.scenario.scenario import read_scenario

        plans = _plans(scenario)
        data = {**scenario.to_data(), "record": ["games", "players"]}
        if scenario.players == 2:
            whole = {key: value for key, value in data.items() if key != "draw"}
            pairs = combinations_with_replacement(plans, 2)
            return {name_of(pair): read_scenario({**whole, "bots": list(pair), "seating": "balanced"}) for pair in pairs}
        pools = {plan: [other for other in plans if other != plan] for plan in plans}
        return {
            plan: read_scenario({**data, "bots": [plan] * len(others) + others, "draw": "random", "seating": "rotate"})
            for plan, others in pools.items()
        }

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(one, runs[one.name]) for one in scenarios], self.game)


@takes_options
def plan_study(
    given: Any, *, players: Sequence[int] | None = None, game: str = FIRST, respond: bool = False, **options: Unpack[CommonOptions]
) -> Study:
    """Which plan does well against which: bots by name, or scenarios whose bots are the plans.

    Bots alone play at tables of 2 to 5, or at those that `players` names: two players is a table of plans against plans, more is one,
    two and three of a kind; `game` says whose bots they are. With `respond` also which plan each seat ends with when every one takes what
    is best for it, again and again, from a table of the first plans.
    """
    from caverna_sim.scenario.scenario import load_scenario

    game = named(game, "plans: game")
    several = list(given) if isinstance(given, list | tuple) else [given]
    bots = options.pop("bots", None)
    if bots is not None:
        with check.arguments("plans"):
            check.texts(bots, "bots")
    if several and all(isinstance(one, str) and _is_bot(one, game) for one in several):
        if bots is not None:
            raise CavernaError("plans: `bots` replace those of a scenario; name the bots once")
        asked = [*several, *([] if players is None else ["players", *map(str, _numbers(players, game))])]
        tables = [_table_of(several, count, game) for count in _numbers(players, game)]
        return _asked(PlanQuestion(tuple(asked), game, respond), tables, options)
    if players is not None:
        raise CavernaError("plans: `players` is for bots; a scenario says how many play")
    _check_kind(several, game)
    scenarios = [load_scenario(one) for one in several]
    question = PlanQuestion(game=scenarios[0].game if scenarios else game, respond=respond)
    return _asked(question, [_as_pool(one, bots) for one in scenarios], options)


def _asked(question: PlanQuestion, scenarios: Sequence[Any], options: CommonOptions) -> Study:
    """The study, with what seats answer each other if that is asked."""
    with check.arguments("plans"):
        check.flag(question.respond, "respond")
    study = conduct(question, list(scenarios), **options)
    return responses(PlanArms(), study, **of_rounds("plans", question.respond, options)) if question.respond else study


@dataclass(frozen=True)
class PlanArms:
    """Plans that seats answer with: bots that keep their seat."""

    def _bots(self, scenario: Scenario, chosen: Chosen) -> list[str]:
        """Who sits where: what was chosen, to begin with the plans in their order."""
        plans = _plans(scenario)
        return [chosen.get(seat, plans[seat % len(plans)]) for seat in range(scenario.players)]

    def _table(self, scenario: Scenario, bots: Sequence[str]) -> Scenario:
        from caverna_sim.scenario.scenario import read_scenario

        data = {key: value for key, value in scenario.to_data().items() if key != "draw"}
        return read_scenario({**data, "bots": list(bots), "seating": "fixed", "record": ["games", "players"]})

    def mended(self, scenario: Scenario, chosen: Chosen) -> Scenario:
        """Everybody follows the plan that was chosen."""
        return self._table(scenario, self._bots(scenario, chosen))

    def runs(self, scenario: Scenario, chosen: Chosen) -> Mapping[str, Scenario]:
        """The table with another plan in one seat, on the same deals."""
        now = self._bots(scenario, chosen)
        return {
            f"seat {seat}: {plan}": self._table(scenario, [*now[:seat], plan, *now[seat + 1 :]])
            for seat in range(scenario.players) for plan in _plans(scenario) if plan != now[seat]
        }  # fmt: skip

    def gains(self, scenario: Scenario, chosen: Chosen, runs: Mapping[str, Run], half: int | None) -> Mapping[int, Effects]:
        """What every other plan gains a seat, game by game of the same deals."""
        before = {seat: _of_seat(runs[TABLE], seat, half) for seat in range(scenario.players)}
        parts: dict[int, dict[str, Effects]] = {}
        for part, run in runs.items():
            if part != TABLE:
                seat, plan = part.removeprefix("seat ").split(": ", 1)
                blocks, scores = _of_seat(run, int(seat), half)
                more = scores - before[int(seat)][1]
                shares = (more - more.mean()) / len(more)
                found = Effects((plan,), np.array([more.mean()]), blocks, shares[:, None], float(len(more) - 1))
                parts.setdefault(int(seat), {})[plan] = found
        return {seat: replace(joined(fits), names=tuple(fits)) for seat, fits in parts.items()}

    def in_words(self, arm: str, names: Mapping[str, str]) -> str:
        """A plan."""
        return arm


def _of_seat(run: Run, seat: int, half: int | None) -> tuple[NDArray[np.int64], Floats]:
    """(blocks, scores) of a seat, in every other block where a half is asked for."""
    blocks, scores = block_means(seats_of(run).filter(pl.col("seat") == seat))
    chosen = np.ones(len(blocks), bool) if half is None else blocks % 2 == half
    return blocks[chosen], scores[chosen]


def _check_kind(given: Sequence[Any], game: str) -> None:
    """What is neither a bot nor a scenario may be a misspelt name of either."""
    from caverna_sim.scenario.scenario import packaged_scenarios

    names = [one for one in given if isinstance(one, str)]
    for one in names:
        if not _is_bot(one, game) and one not in packaged_scenarios() and not is_file(Path(one)):
            raise CavernaError(
                f"plans: there is no bot and no scenario `{shown_name(one)}`; {nearest(one, [*plays(game).bots(), *packaged_scenarios()])}"
            )
    bots = [one for one in names if _is_bot(one, game)]
    if bots:
        raise CavernaError(f"plans: `{shown_name(bots[0])}` is a bot, and others are not; give bots, or scenarios")


def _is_bot(name: str, game: str) -> bool:
    """Whether somebody of the roster is called so, or a file of parameters, which a scenario is not."""
    return name in plays(game).bots() or (plays(game).is_file(name) and _is_bot_file(Path(name)))


def _is_bot_file(path: Path) -> bool:
    """Whether a file holds parameters of a bot, and not a scenario; what cannot be read is refused where scenarios are read."""
    try:
        keys = set(read_toml(path, "", CavernaError))
    except CavernaError:
        return False
    return bool({"base", "tier", "weights"} & keys) and not {"players", "bots"} & keys


def _numbers(players: Sequence[int] | None, game: str) -> tuple[int, ...]:
    most = plays(game).players[1]
    with check.arguments("plans"):
        return tuple(one for one in PLAYERS if one <= most) if players is None else check.wholes(players, "players", 2, most)


def _table_of(bots: Sequence[str], players: int, game: str) -> dict[str, Any]:
    """A scenario of nothing but bots."""
    return {
        **({} if game == FIRST else {"game": game}),
        "name": f"{players} players",
        "players": players,
        "bots": list(bots),
        "draw": "random",
    }


def _as_pool(scenario: Scenario, bots: Sequence[str] | None) -> dict[str, Any]:
    """The scenario with its bots as plans."""
    names = list(dict.fromkeys(scenario.bots if bots is None else bots))
    return {**scenario.to_data(), "bots": names, "draw": "random", "seating": "balanced"}


def _plans(scenario: Scenario) -> tuple[str, ...]:
    plans = tuple(dict.fromkeys(scenario.bots))
    if scenario.players < 2:
        raise CavernaError(f"plans: `{scenario.name}` has one player; give scenarios with two or more")
    if len(plans) < 2:
        raise CavernaError(f"plans: `{scenario.name}` has one plan, {plans[0]}; name at least two bots")
    return plans


# ---------------------------------------------------------------- estimates


@dataclass(frozen=True)
class _Row:
    """What a row of the main table is about."""

    plan: str
    against: str | None  # two players
    of_a_kind: int  # seats at the table with this plan

    @property
    def name(self) -> str:
        return name_of((self.plan, self.against)) if self.against is not None else f"{self.plan}: {self.of_a_kind}"


class _Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, scenario: Scenario, runs: Mapping[str, Run]) -> None:
        from caverna_sim.scenario.scenario import bot_named

        self.name, self.players = scenario.name, scenario.players
        self.plans = tuple(bot_named(plan) for plan in _plans(scenario))
        self.games = sum(run.games_played for run in runs.values())
        self.rows, parts = self._pairs(runs) if self.players == 2 else self._kinds(runs)
        names = tuple(row.name for row in self.rows)
        self.effects = {measure: replace(joined(fits), names=names) for measure, fits in parts.items()}
        self.families = {measure: family(effects) for measure, effects in self.effects.items()}

    @property
    def where(self) -> str:
        """At which table."""
        return f"With {self.players} players" if self.name == f"{self.players} players" else f"At the table of {self.name}"

    def _seats(self, run: Run) -> pl.LazyFrame:
        ahead = pl.col("margin").cast(pl.Float64) * (self.players / (self.players - 1))
        return seats_of(run).with_columns(ahead.alias("lead"))

    def _pairs(self, runs: Mapping[str, Run]) -> tuple[list[_Row], dict[str, dict[str, Effects]]]:
        rows: list[_Row] = []
        parts: dict[str, dict[str, Effects]] = {measure: {} for measure in MEASURES}
        pairs = combinations_with_replacement(self.plans, 2)
        for (one, other), run in zip(pairs, runs.values(), strict=True):
            seats = self._seats(run)
            rows += [_Row(*cell, 2 if one == other else 1) for cell in dict.fromkeys([(one, other), (other, one)])]
            for measure, column in MEASURES.items():
                found, keys = group_means(seats, ("bot",), column)
                order = [keys.index((plan,)) for plan in dict.fromkeys([one, other])]
                fit = found.only([found.names[place] for place in order])
                if one == other and measure != "score":  # two of the same: nobody is ahead, by the way seats are counted
                    fit = replace(fit, values=np.array([0.5 if measure == "win_share" else 0.0]), shares=np.zeros_like(fit.shares))
                parts[measure][name_of((one, other))] = fit
        return rows, parts

    def _kinds(self, runs: Mapping[str, Run]) -> tuple[list[_Row], dict[str, dict[str, Effects]]]:
        rows: list[_Row] = []
        parts: dict[str, dict[str, Effects]] = {measure: {} for measure in MEASURES}
        for plan, run in zip(self.plans, runs.values(), strict=True):
            seats = self._seats(run).filter(pl.col("bot") == plan).with_columns(pl.len().over("game").alias("kind"))
            counts = seats.group_by("kind").agg(pl.col("block").n_unique().alias("blocks")).sort("kind").collect()
            enough = [kind for kind, blocks in counts.iter_rows() if kind <= MOST_OF_A_KIND and blocks >= LEAST_BLOCKS]
            if not enough:
                raise CavernaError(f"plans: too few tables with {plan}: fewer than {LEAST_BLOCKS} blocks; play more games")
            rows += [_Row(plan, None, kind) for kind in enough]
            for measure, column in MEASURES.items():
                parts[measure][plan] = group_means(seats.filter(pl.col("kind").is_in(enough)), ("kind",), column)[0]
        return rows, parts

    def contrasts(self, measure: str, pairs: Mapping[str, tuple[Sequence[_Row], Sequence[_Row]]]) -> Family:
        """Means of rows less means of other rows."""
        effects = self.effects[measure]
        weights = np.zeros((len(pairs), len(effects.names)))
        for row, sides in enumerate(pairs.values()):
            for sign, side in zip((1, -1), sides, strict=True):
                for one in side:
                    weights[row, effects.names.index(one.name)] += sign / len(side)
        return family(effects.combined(weights, list(pairs)))

    def against_others(self, plan: str) -> list[_Row]:
        """What a plan does against the others (two players)."""
        return [row for row in self.rows if row.plan == plan and row.against not in (plan, None)]

    def with_so_many(self, plan: str, kind: int) -> list[_Row]:
        """Tables with so many of a plan; none where there were too few."""
        return [row for row in self.rows if (row.plan, row.of_a_kind) == (plan, kind) and row.against in (plan, None)]


def _overall(one: _Evidence) -> dict[str, Family]:
    """Every plan against the mean of the others (two players)."""
    return {measure: one.contrasts(measure, {plan: (one.against_others(plan), ()) for plan in one.plans}) for measure in MEASURES}


def _shared(one: _Evidence, measure: str) -> Family | None:
    """What it does to a plan that others have it too, against being alone on it (two players: against the mean of the others)."""
    pairs: dict[str, tuple[Sequence[_Row], Sequence[_Row]]] = {}
    for plan in one.plans:
        alone = one.against_others(plan) if one.players == 2 else one.with_so_many(plan, 1)
        for kind in range(2, min(MOST_OF_A_KIND, one.players) + 1):
            many = one.with_so_many(plan, kind)
            if many and alone:
                pairs[f"{plan}: {kind}"] = many, alone
    return one.contrasts(measure, pairs) if pairs else None


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[_Evidence], game: str = FIRST) -> Found:
    """Table, words and pictures of one or several scenarios."""
    tables: dict[str, pl.DataFrame] = {}
    sentences: list[str] = []
    doubts = [
        "A plan is what its bot makes of it: a bot that plays badly makes its plan look bad, and one that is stronger in everything"
        " makes it look good."
    ]
    for one in evidence:
        if one.players == 2:
            tables[f"Plans against the mean of the others, {one.name}"] = _overall_table(one)
        if (shared := _shared(one, "score")) is not None:
            tables[f"More than one on a plan, {one.name}"] = _shared_table(one, shared)
            sentences.append(_shared_sentence(one, shared))
        if one.players == 2:
            sentences += _circle(one)
            place = facts_of(game).plans_said
            told = judged(place, one.effects["score"], one.effects["lead"], one.plans) if place else None
            if told is not None:
                tables[f"{told.title}, cell by cell, {one.name}"] = told.table
                sentences += told.sentences
                doubts.append(
                    f"{told.title} is about people; here bots play, and the size of scores depends on how strong play is. Who is ahead"
                    " depends less on it."
                )
    return Found(
        verdict=" ".join(_verdict(one) for one in evidence),
        table=pl.concat([_table(one) for one in evidence]),
        precision=max(one.families["lead"].half_width for one in evidence),
        sentences=tuple(sentences),
        doubts=tuple(doubts),
        tables=tables,
        pictures=tuple(_picture(one) for one in evidence),
    )


def _table(one: _Evidence) -> pl.DataFrame:
    count = len(one.rows)
    head: dict[str, Sequence[Any]] = {
        "plan": [row.plan for row in one.rows], "against": [row.against for row in one.rows],
        "of_a_kind": [row.of_a_kind for row in one.rows], "players": [one.players] * count, "scenario": [one.name] * count,
    }  # fmt: skip
    table = with_estimates(head, one.families, {"games": [one.games] * count})
    return table.drop("rank_low", "rank_high").with_columns(pl.col("against").cast(pl.String))  # cells have no order


def _overall_table(one: _Evidence) -> pl.DataFrame:
    found = _overall(one)
    table = with_estimates({"plan": list(one.plans)}, found, {"beats": [_beaten(one, plan) for plan in one.plans]})
    return table.drop("low", "high", "pointwise", "p_adjusted", "discovery", "blocks").sort("lead", descending=True)


def _beaten(one: _Evidence, plan: str) -> int:
    """How many plans it is shown to be ahead of."""
    found = one.families["lead"]
    return sum(bool(found.low[place] > 0) for place, row in enumerate(one.rows) if row.plan == plan and row.against is not None)


def _shared_table(one: _Evidence, score: Family) -> pl.DataFrame:
    keys = [name.rsplit(": ", 1) for name in score.effects.names]
    lead = _shared(one, "lead")
    families = {"score": score} if one.players == 2 or lead is None else {"score": score, "lead": lead}
    table = with_estimates({"plan": [plan for plan, _ in keys], "of_a_kind": [int(kind) for _, kind in keys]}, families, {})
    return table.drop("low", "high", "pointwise", "rank_low", "rank_high")


def _of(found: Family, place: int, scale: float = 1.0, sign: bool = True) -> str:
    value, low, high = (scale * float(ends[place]) for ends in (found.effects.values, found.low, found.high))
    digits = 0 if scale == 100 else 1
    return f"{number(value, digits, sign=sign)}{' %' if scale == 100 else ''} ({interval(low, high, digits, sign=sign)})"


def _verdict(one: _Evidence) -> str:
    if one.players > 2:
        return _verdict_of_kinds(one)
    found = _overall(one)
    lead, wins = found["lead"], found["win_share"]
    best, worst = int(lead.effects.values.argmax()), int(lead.effects.values.argmin())
    told = f"{one.where}: {one.plans[best]} does best, {_of(lead, best)} points ahead of the mean of the others"
    told += f" with {_of(wins, best, 100, sign=False)} of the wins"
    least, most = int(lead.rank_low[best]), int(lead.rank_high[best])
    told += ", and is shown to be the best" if most == 1 else f" (its rank is {least} to {most})"
    beaten = _beaten(one, one.plans[best])
    others = len(one.plans) - 1
    some = f"{beaten} of the {plural(others, 'other')}"
    told += f"; it is shown to beat {'all others' if beaten == others > 1 else some}"
    return told + f". Last comes {one.plans[worst]} with {_of(lead, worst)}."


def _verdict_of_kinds(one: _Evidence) -> str:
    """Who does best alone on a plan."""
    places = [place for place, row in enumerate(one.rows) if row.of_a_kind == 1]
    if not places:
        return f"{one.where}: too few tables with one of a kind."
    wins = one.families["win_share"]
    best = max(places, key=lambda place: wins.effects.values[place])
    fair = f"{100 / one.players:.0f} % if all were equal"
    return f"{one.where}: alone on its plan, {one.rows[best].plan} wins most, {_of(wins, best, 100, sign=False)} of the games ({fair})."


def _shared_sentence(one: _Evidence, found: Family) -> str:
    """For which plans it matters to points that two have them, and how."""
    two = [place for place, name in enumerate(found.effects.names) if name.endswith(": 2")]
    words = {"fewer": [place for place in two if found.high[place] < 0], "more": [place for place in two if found.low[place] > 0]}
    named = {
        word: [f"{found.effects.names[place].rsplit(': ', 1)[0]} {_of(found, place)}" for place in places] for word, places in words.items()
    }
    told = [f"{word} points: {listed(names)}" for word, names in named.items() if names]
    open_ones = len(two) - sum(map(len, words.values()))
    if open_ones:
        told.append(f"no difference shown for {plural(open_ones, 'plan')}")
    against = "against the mean of the other plans" if one.players == 2 else "against being alone on it"
    return f"{one.where}: two on the same plan, {against}: {'; '.join(told)}."


def _circle(one: _Evidence) -> list[str]:
    """Three plans that beat one another in a circle."""
    found = one.families["lead"]
    beats = {(row.plan, row.against) for place, row in enumerate(one.rows) if found.low[place] > 0}
    circles = [
        three for three in permutations(one.plans, 3)
        if three[0] == min(three) and {(three[0], three[1]), (three[1], three[2]), (three[2], three[0])} <= beats
    ]  # fmt: skip
    if not circles:
        return [f"{one.where}: no three plans are shown to beat one another in a circle."]
    a, b, c = circles[0]
    more = f" (and {plural(len(circles) - 1, 'more circle')})" if len(circles) > 1 else ""
    return [f"{one.where}: {a} beats {b}, {b} beats {c}, and {c} beats {a}{more}."]


# ---------------------------------------------------------------- pictures


def _picture(one: _Evidence) -> Picture:
    if one.players == 2:
        return Picture(
            f"plans-{one.name}", f"Plans against plans, {one.name}",
            "Points by which the plan of the row is ahead of the plan of the column, best plan on top. Pale letters: may be nothing.",
            lambda axes: _draw_pairs(one, axes),
        )  # fmt: skip
    return Picture(
        f"plans-{one.name}", f"One, two, three of a kind, {one.name}",
        "Points of a seat above the mean of the other seats, by how many seats have its plan, with intervals that hold for all together.",
        lambda axes: draw_effects(
            one.families["lead"], [f"{row.plan}, {row.of_a_kind}" for row in one.rows], "points above the mean of the other seats", axes,
            in_order=False,
        ),
    )  # fmt: skip


def _draw_pairs(one: _Evidence, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    overall = _overall(one)["lead"].effects.values
    order = [one.plans[place] for place in np.argsort(-overall)]
    found, places = one.families["lead"], {(row.plan, row.against): place for place, row in enumerate(one.rows)}
    values = [[float(found.effects.values[places[a, b]]) for b in order] for a in order]
    sure = [[bool(found.low[places[a, b]] > 0 or found.high[places[a, b]] < 0) for b in order] for a in order]
    return figures.matrix(order, order, values, sure, "against", axes)
