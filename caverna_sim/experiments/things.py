"""What is each thing worth that seats can build? Things are taken out of the supply by lot, for everybody or for some seats, so that
nothing but the lot decides who could build them.

Two runs for a scenario, both of whole blocks with the same lots for every seating:

- `absence`: every unique thing is absent with a chance that is drawn for each block, from 0 to one half;
- `access`: for a seat drawn by lot (the focal seat), every thing may be built by nobody, by that seat only, by all others only, or by
  everybody, each with chance one quarter.

A third, shorter run with all of them tells what is built when nothing is missing. Who never builds a thing cannot miss it: those are
the negative controls of the study. What the things of a game are called and what they cost stands in its `ThingRows`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.check import shown_name
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.experiments.company import AS_DRAWN, FULLER, PRINTED, SHAPLEY, in_company
from caverna_sim.experiments.encouraged import AND, EncouragedQuestion
from caverna_sim.experiments.encouraged import ESTIMANDS as OF_PAY
from caverna_sim.experiments.encouraged import merged as with_pay
from caverna_sim.experiments.lots import with_seats
from caverna_sim.experiments.outcomes import ALL, block_means, in_slices, judged_bots, names_of, seats_of
from caverna_sim.experiments.prices import PriceQuestion, ThingRows, chosen, merged, too_dear
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, draw_effects, keep, of_each
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.games import told_of
from caverna_sim.stats.controls import Control, Kind, controls
from caverna_sim.stats.effects import Design, Effects, drawn_design, joined, least_squares
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.met import Met, hardly, hardly_told, rows_at
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import facts_of, needed
from caverna_sim.stats.usage import Built, built
from caverna_sim.stats.words import capital, listed, named, number

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

NEVER_BUILT = 0.001  # of the seats: what is built less often serves as a negative control
ABSENCE = (0.0, 0.5)  # between which the chance of a block is drawn
GHOST_ABSENCE = 0.5
ACCESS = {"private": "focal", "others": "others", "contested": "everybody"}  # estimate -> who may build, against nobody
CAUSAL = (AS_DRAWN, PRINTED, SHAPLEY, *ACCESS)
NOBODY = "nobody"
GHOSTS_RUN = "ghosts"
DEAR_RUN = "too dear"
EVERYTHING = "everything there"
ENDS = 10  # things at either end that are played at other prices
PRICE_SHARE = 1 / 30  # of the games, for each price

ESTIMANDS = {  # {word}: what one is called
    "table_effect": "points of the mean seat when the {word} is there for everybody, against its being absent for everybody; of the others"
    " a quarter is missing, on average",
    "printed_effect": "the same with all others there, as the straight line through fuller and emptier supplies says",
    "shapley": "the same with half of the others missing: the mean over every company, from none of the others to all",
    "private": "points of a seat that alone may build it, against nobody",
    "others": "points of a seat when all others may build it, against nobody",
    "contested": "points of a seat when everybody may build it, against nobody",
    "built": "share of seats that build it when everything is there",
    "built_when_there": "share of seats that build it in blocks in which it is there",
    "as_built": "points of seats that built it above seats of the same bot that did not: a description, not an effect",
}


@dataclass(frozen=True)
class ThingQuestion(Question):
    """What the study asks."""

    rows: ThingRows
    fair_prices: bool = False  # asked beside, as the next two are; the same study with or without
    encouraged: bool = False
    sets: tuple[str, ...] = ()
    most_games: int = 60_000
    signed: bool = True

    @property
    def name(self) -> str:
        """Of the command."""
        return self.rows.name

    @property
    def title(self) -> str:
        """Of the page."""
        return f"What is each {self.rows.things.word} worth?"

    @property
    def estimands(self) -> Mapping[str, str]:
        """What the columns mean, with the game's own word."""
        return {name: text.format(word=self.rows.things.word) for name, text in (ESTIMANDS | OF_PAY).items()}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        prices = ["--fair-prices"] if self.fair_prices else []
        return [*prices, *(["--encouraged"] if self.encouraged else []), *(["--sets", ",".join(self.sets)] if self.sets else [])]

    def folder_words(self, scenarios: Sequence[Scenario]) -> Sequence[str]:
        """The scenarios alone: fair prices are in a folder of their own."""
        return super().folder_words(scenarios)[:1]

    def least_blocks(self, scenario: Scenario) -> int:
        """For every thing, and for everyone who may build it; with few blocks of ghosts there is no such control."""
        return 1 if isinstance(scenario.to_data()["supply"].get("random_absence"), Mapping) else scenario.least_blocks

    def length_of(self, part: str) -> float:
        """How long each run is beside the others."""
        return {EVERYTHING: 0.2, GHOSTS_RUN: 0.22, DEAR_RUN: 0.22}.get(part, 1.0)

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with things left out by lot."""
        from caverna_sim.scenario.scenario import read_scenario

        self._check_sets(scenario)
        data = scenario.to_data()
        supply = data.get("supply", {})
        kept = ["games", "players", self.rows.things.table]
        return {
            "absence": read_scenario(
                {**data, "supply": {**supply, "random_absence": list(ABSENCE)}, "record": [*kept, "supply"]}
            ),
            "access": read_scenario(
                {**data, "supply": {**supply, "random_access": True}, "record": [*kept, "assigned"]}
            ),
            EVERYTHING: read_scenario({**data, "record": sorted(kept)}),
            **self._ghosts(scenario),
        }  # fmt: skip

    def _check_sets(self, scenario: Scenario) -> None:
        """Of what is paid for together all is in the supply; said before anything is played."""
        for name in (thing for several in self.sets for thing in several.split(AND)):
            if name not in scenario.offered:
                known = nearest(name, scenario.offered)
                raise CavernaError(f"{self.name}: sets: `{shown_name(name)}` is not in the supply of `{scenario.name}`; {known}")

    def _ghosts(self, scenario: Scenario) -> dict[str, Scenario]:
        """Things at a price that nobody can pay, and at one that can be paid and never should be; none where none is offered.

        Each is absent with chance one half, all others are there. Bots may know that what nobody can pay is as good as absent; that it is
        no use to pay so much they have to judge, and a judge that likes to see a thing lie there shows it by what it then does.
        """
        data = scenario.to_data()
        ghosts = [thing for thing in self.rows.ghosts if thing in scenario.offered]
        if not ghosts:
            return {}
        supply = {**data.get("supply", {}), "random_absence": dict.fromkeys(ghosts, GHOST_ABSENCE)}
        costs = {GHOSTS_RUN: {thing: {self.rows.unpayable: self.rows.unpayable_amount} for thing in ghosts}}
        if self.rows.never_worth:
            costs[DEAR_RUN] = {thing: too_dear(self.rows, scenario, thing) for thing in ghosts}
        data = {**data, "supply": supply, "record": ["games", "players", "supply"]}
        return {part: self._at_price(scenario, data, every) for part, every in costs.items()}

    def _at_price(self, scenario: Scenario, data: Mapping[str, Any], costs: Mapping[str, Mapping[str, int]]) -> Scenario:
        from caverna_sim.scenario.scenario import read_scenario

        price = {f"{self.rows.cost_of(thing)}.{good}": amount for thing, cost in costs.items() for good, amount in cost.items()}
        return read_scenario({**data, "rules": {**scenario.rules, **price}})

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([Evidence(name, parts, self.rows) for name, parts in runs.items()])


def thing_study(
    rows: ThingRows, scenario: Any, *, fair_prices: bool, encouraged: bool, sets: Sequence[str], **options: Unpack[Options]
) -> Study:
    """What each thing is worth at the table of a scenario (or of several, side by side).

    With `fair_prices` those that a table gains most and least by are played at other prices too, in a folder beside that of the study: at
    which price is each worth as much as the median one? With `encouraged` bots are paid for each, and for the `sets` of them.
    """
    with check.arguments(rows.name):
        question = ThingQuestion(
            rows, check.flag(fair_prices, "fair_prices"), check.flag(encouraged, "encouraged"), check.texts(sets, "sets")
        )
    if sets and not encouraged:
        raise CavernaError(f"{rows.name}: sets are what bots are paid for; add --encouraged")
    if (fair_prices or encouraged) and options.get("strengths") is not None:
        raise CavernaError(f"{rows.name}: prices and pay are asked at one strength; leave --strengths out")
    study = conduct(question, scenario, **options)
    study = _with_pay(rows, study, sets, options) if encouraged else study
    return _with_prices(rows, study, options) if fair_prices else study


def _with_pay(rows: ThingRows, study: Study, sets: Sequence[str], options: Options) -> Study:
    """The study with what things bring that bots are paid for."""
    question = EncouragedQuestion(rows, {one.name: [*one.offered, *sets] for one in study.scenarios})
    more = _beside(study, question.name, options)
    paid = conduct(question, list(study.scenarios), **more)
    every = {name: {**own, **{f"paid, {part}": run for part, run in paid.runs[name].items()}} for name, own in study.runs.items()}
    done = replace(study, found=with_pay(rows, study.found, paid.found), runs=every)
    keep(done)
    return done


def _beside(study: Study, name: str, options: Options) -> dict[str, Any]:
    """Options of a study beside another: a folder of its own, and its share of the games."""
    asked = of_each(study.question, options.get("games"), len(study.runs)) or [runs["absence"].games_played for runs in study.runs.values()]
    return {
        "games": [max(1, round(PRICE_SHARE * games)) for games in asked], "out": study.folder.with_name(f"{study.folder.name}-{name}"),
        **{name: options.get(name) for name in ("workers", "on_progress")},
    }  # fmt: skip


def _with_prices(rows: ThingRows, study: Study, options: Options) -> Study:
    """The study with fair prices beside its answer; how long their runs are follows from what was asked for, or else from its own."""
    worth, ends = {}, {}
    for name, runs in study.runs.items():
        one = Evidence(name, runs, rows)
        worth[name] = one.table[ALL]
        ends[name] = chosen(worth[name], [*one.never_built, *one.not_tried], ENDS)
    question = PriceQuestion(rows, ends, worth)
    prices = conduct(question, list(study.scenarios), **_beside(study, question.name, options))
    every = {name: {**own, **{f"prices, {part}": run for part, run in prices.runs[name].items()}} for name, own in study.runs.items()}
    return replace(study, found=merged(study.found, prices.found), runs=every)


# ---------------------------------------------------------------- estimates


class Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, name: str, runs: Mapping[str, Run], rows: ThingRows) -> None:
        self.name, self.rows, self.column = name, rows, rows.things.column
        self.absence, self.access, self.plain = (runs[part] for part in ("absence", "access", EVERYTHING))
        self.names = names_of(self.absence)
        self.ghosts = _of_supply(runs[GHOSTS_RUN]) if GHOSTS_RUN in runs else None
        self.too_dear = _of_supply(runs[DEAR_RUN]) if DEAR_RUN in runs else None
        self.bots = judged_bots(self.absence)
        self.asked = tuple(sorted(_drawn(self.absence).select(self.column).unique().collect()[self.column].to_list()))
        self.company = {bot: in_slices(self.absence, partial(self._in_company, bot)) for bot in self.bots}
        self.table = {bot: known[AS_DRAWN] for bot, known in self.company.items()}
        self.seat = {bot: in_slices(self.access, partial(self._focal_effects, bot))[NOBODY] for bot in self.bots}
        plain, absence = built(self.plain), built(self.absence)
        self.hardly_met = _hardly_met(self.plain, (plain, absence))
        self.built = _shares(plain)
        self.built_when_there = _shares(absence)
        self.in_games = {thing.id: float(thing.in_games) for thing in plain.things}
        self.as_built = {thing.id: thing.as_built.value for thing in plain.things if thing.as_built is not None}

    def _in_company(self, bot: str, run: Run) -> dict[str, Effects]:
        blocks, means = block_means(seats_of(run), bot=bot)
        kept, design, names = drawn_design(supply_of(run), self.column, "available", False, blocks)
        found = in_company(means[np.searchsorted(blocks, kept)], design.astype(np.float64), names)
        return {name: one.only(self.asked) for name, one in found.items()}

    def _focal_effects(self, bot: str, run: Run) -> dict[str, Effects]:
        """What each access brings against nobody's."""
        drawn = focal_of(run)
        blocks, means = block_means(seats_of(run), bot=bot, focal=drawn.select("block", "seat").unique().lazy())
        kept, design, names = drawn_design(drawn, self.column, "access", NOBODY, blocks)
        return {NOBODY: least_squares(means[np.searchsorted(blocks, kept)], *with_seats(design, names, drawn, kept)).only(names)}

    def estimate(self, name: str, bot: str) -> Effects:
        """One of the causal estimates for every thing."""
        if name in self.company[bot]:
            return self.company[bot][name]
        whole = self.seat[bot].only([f"{thing}: {ACCESS[name]}" for thing in self.asked])
        return replace(whole, names=self.asked)

    @property
    def never_built(self) -> tuple[str, ...]:
        """Things that nobody builds to speak of, whatever else is missing."""
        return tuple(
            thing
            for thing in self.asked
            if max(self.built.get((ALL, thing), 0.0), self.built_when_there.get((ALL, thing), 0.0)) < NEVER_BUILT
        )

    @property
    def not_tried(self) -> set[str]:
        """Things of which nothing is claimed."""
        return {one.row[1] for one in self.hardly_met}

    @property
    def controls(self) -> tuple[Control, ...]:
        """Things that nobody can pay, or that nobody builds, show no effect; who alone may build one scores no less."""
        found = self._told("ghosts", self.ghosts, "{}, which nobody can pay") if self.ghosts is not None else ()
        if self.too_dear is not None:
            found += self._told("prices", self.too_dear, "{}, at a price that it is never worth")
        if self.never_built:
            found += self._told("ghosts", self.table[ALL].only(self.never_built), "{}, which nobody builds")
        return found + self._told("nested", self.estimate("private", ALL), "alone may build {}, against nobody")

    def _told(self, kind: Kind, effects: Effects, words: str) -> tuple[Control, ...]:
        names = [words.format(name) for name in self.printed(effects.names)]
        return controls(kind, family(effects), dict(zip(effects.names, names, strict=True)))

    def printed(self, things: Sequence[str]) -> list[str]:
        """Their printed names."""
        return named(things, self.names)

    @property
    def games(self) -> int:
        """Of the two causal runs."""
        return self.absence.games_played + self.access.games_played


def _of_supply(run: Run) -> Effects | None:
    """What each thing that a run draws is worth to the mean seat; None where there are too few blocks to tell."""
    column = column_of(run)
    drawn = supply_of(run).filter(pl.col("available").n_unique().over(column) > 1)
    blocks, means = block_means(seats_of(run))
    kept, design, names = drawn_design(drawn, column, "available", False, blocks)
    if len(kept) < len(names) + LEAST_BLOCKS:
        return None
    return least_squares(means[np.searchsorted(blocks, kept)], design, names)


def _hardly_met(run: Run, found: Sequence[Built]) -> tuple[Met, ...]:
    """Things that the scenario brings or changes, and that hardly anybody builds with all others there or half of them missing."""
    game = told_of(run.manifest)
    assert game.built is not None
    rows = [(word, thing) for word, thing in rows_at(facts_of(run).rules, game) if game.rows[word] == game.built]
    games = [{thing.id: (round(thing.in_games * thing.games), thing.games) for thing in one.things} for one in found]
    names = game.names(facts_of(run))
    return hardly(
        [Met((word, thing), game.built, names.get(thing, thing), *often.get(thing, (0, one.games))) for word, thing in rows]
        for one, often in zip(found, games, strict=True)
    )


def column_of(run: Run) -> str:
    """What holds the things of a game."""
    things = told_of(run.manifest).built
    assert things is not None
    return things.column


def supply_of(run: Run) -> pl.DataFrame:
    """block, the thing, available."""
    return _drawn(run).collect()


def _drawn(run: Run) -> pl.LazyFrame:
    return needed(run, "supply").select("block", pl.col(column_of(run)).cast(pl.Categorical), "available")


def focal_of(run: Run) -> pl.DataFrame:
    """block, seat (the focal one), the thing, access."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == "access")
    return rows.select("block", "seat", pl.col(column_of(run)).cast(pl.Categorical), pl.col("access").cast(pl.Categorical)).collect()


def _shares(found: Built) -> dict[tuple[str, str], float]:
    """(bot, thing) -> share of seats that built it, of those that could."""
    return {(ALL, thing.id): thing.when_there.value for thing in found.things} | {
        (bot, thing.id): share for thing in found.things for bot, share in zip(found.bots, thing.by_bot, strict=True)
    }


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[Evidence]) -> Found:
    """Tables, words and pictures of the evidence of one or several scenarios."""
    families = [{name: family(one.estimate(name, ALL)) for name in CAUSAL} for one in evidence]
    tables = [_rows(one, known) for one, known in zip(evidence, families, strict=True)]
    doubts = [text for one in evidence for text in _doubts(one)]
    sentences = [text for one, known in zip(evidence, families, strict=True) for text in _sentences(one, known)]
    further = {f"Together, {one.name}": pairs for one in evidence if (pairs := _pairs(one)) is not None}
    sentences += [_pair_sentence(one, pairs) for one in evidence if (pairs := further.get(f"Together, {one.name}")) is not None]
    found = Found(
        verdict=" ".join(_verdict(one, known["table_effect"]) for one, known in zip(evidence, families, strict=True)),
        table=pl.concat(tables),
        precision=max(known["table_effect"].half_width for known in families),
        sentences=tuple(sentences),
        doubts=tuple(doubts),
        tables=further,
        pictures=tuple(_picture(one, known) for one, known in zip(evidence, families, strict=True)),
        before=tuple(at(one.name, f"{hardly_told(one.hardly_met)}.") for one in evidence if one.hardly_met),
        controls={one.name: one.controls for one in evidence},
        done={one.name: {thing: one.in_games.get(thing, 0.0) for thing in one.asked} for one in evidence},
    )
    worth = {one.name: (one.absence, one.table[ALL]) for one in evidence}
    column = evidence[0].column
    return side_by_side(found, worth, column, "points of the mean seat", pl.when(pl.col("bot") == ALL).then(pl.col(column)))


def _rows(one: Evidence, everybody: Mapping[str, Family]) -> pl.DataFrame:
    """A row for every thing, for all bots together and for each of them."""
    parts = [_bot_rows(one, ALL, everybody)]
    others = one.bots[1:]
    if others:
        together = {name: family(joined({bot: one.estimate(name, bot) for bot in others})) for name in everybody}
        keys = [(bot, thing) for bot in others for thing in one.asked]
        parts.append(_table(one, keys, together))
    return pl.concat(parts)


def _bot_rows(one: Evidence, bot: str, families: Mapping[str, Family]) -> pl.DataFrame:
    return _table(one, [(bot, thing) for thing in one.asked], families)


def _table(one: Evidence, keys: Sequence[tuple[str, str]], families: Mapping[str, Family]) -> pl.DataFrame:
    count = len(keys)
    more: dict[str, Sequence[Any]] = {
        "built": [one.built.get(key, 0.0) for key in keys],
        "built_when_there": [one.built_when_there.get(key, 0.0) for key in keys],
        "as_built": [one.as_built.get(thing) if bot == ALL else None for bot, thing in keys],
        "games": [one.games] * count,
    }
    head = {one.column: [thing for _, thing in keys], "bot": [bot for bot, _ in keys], "scenario": [one.name] * count}
    table = with_estimates(head, families, more)
    is_tried = ~pl.col(one.column).is_in(list(one.not_tried))
    return table.with_columns(pl.col("as_built").cast(pl.Float64), pl.when(is_tried).then("discovery").alias("discovery"))


def _verdict(one: Evidence, found: Family) -> str:
    shown = {
        name: (value, low, high)
        for name, value, low, high in zip(found.effects.names, found.effects.values, found.low, found.high, strict=True)
    }
    tried = {name: ends for name, ends in shown.items() if name not in one.not_tried}
    sure = sorted((name for name, (_, low, high) in tried.items() if low > 0 or high < 0), key=lambda name: -shown[name][0])
    if not sure:
        return at(one.name, f"no {one.rows.things.word} is shown to change what a table scores; more games are needed.")
    up = [_worth(one.printed([name])[0], shown[name]) for name in sure if shown[name][0] > 0][:3]
    down = [_worth(one.printed([name])[0], shown[name]) for name in reversed(sure) if shown[name][0] < 0][:3]
    told = (
        f"{len(sure)} of {len(shown)} {one.rows.things.words} {'is' if len(sure) == 1 else 'are'} shown to change what the mean seat scores"
    )
    told += f"; worth most: {listed(up)}" if up else ""
    return at(one.name, told + (f"; the table scores more without {listed(down)}" if down else "") + ".")


def _worth(name: str, found: tuple[Any, ...]) -> str:
    value, low, high = found
    return f"{name} {number(value, 1, sign=True)} ({number(low, 1, sign=True)} to {number(high, 1, sign=True)})"


def _sentences(one: Evidence, families: Mapping[str, Family]) -> list[str]:
    told = []
    dead = [thing for thing in one.never_built if thing not in one.not_tried]
    if dead:
        told.append(at(one.name, f"hardly ever built, whatever else is missing: {listed(one.printed(dead))}."))
    private = families["private"]
    best = sorted(range(len(one.asked)), key=lambda place: -private.effects.values[place])[:3]
    shown = [
        _worth(one.printed([one.asked[place]])[0], (private.effects.values[place], private.low[place], private.high[place]))
        for place in best if private.low[place] > 0 and one.asked[place] not in one.not_tried
    ]  # fmt: skip
    if shown:
        told.append(at(one.name, f"worth most to a seat that alone may build it: {listed(shown)}."))
    told.append(at(one.name, _company_sentence(one, families)))
    return told


def _company_sentence(one: Evidence, families: Mapping[str, Family]) -> str:
    """What is worth most in the printed game, and what is worth more or less there than in a supply with gaps."""
    printed, fuller = families[PRINTED], family(one.estimate(FULLER, ALL))
    order = [place for place in np.argsort(-printed.effects.values) if printed.low[place] > 0][:3]
    best = [_worth(one.printed([one.asked[place]])[0], _ends(printed, place)) for place in order]
    moved = [place for place in np.argsort(-np.abs(fuller.effects.values)) if fuller.shown[place]][:3]
    others = [_worth(one.printed([one.asked[place]])[0], _ends(fuller, place)) for place in moved]
    told = f"with all others there, as printed, worth most to the mean seat: {listed(best) or 'none is shown to be worth anything'}"
    return f"{told}; worth more or less there than with half of them missing: {listed(others) or 'none is shown to be'}."


def _ends(found: Family, place: int) -> tuple[float, float, float]:
    return float(found.effects.values[place]), float(found.low[place]), float(found.high[place])


def _doubts(one: Evidence) -> list[str]:
    word = one.rows.things.word
    told = [at(one.name, f"each {word} is valued with a quarter of the others missing, on average; as printed its interval is wider.")]
    if not one.never_built:
        told.append(at(one.name, f"every {word} is built now and then, so there is no negative control."))
    return told


# ---------------------------------------------------------------- things together


def _pairs(one: Evidence) -> pl.DataFrame | None:
    """Whether two are worth more together than apart."""
    pairs = [pair for pair in one.rows.paired if set(pair) <= set(one.asked)]
    return together(one.absence, one.access, pairs) if pairs else None


def together(absence: Run, access: Run, pairs: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """Two things drawn by lot, each there or not: mean scores of the four cases, and the interaction with its interval.

    `interaction` is of the mean seat: what both add beyond what each adds by itself. `own_interaction` is the same for a seat that may
    or may not build them, whatever the others may.
    """
    column = column_of(absence)
    of_table = in_slices(absence, lambda run: _pairs_of_supply(run, column, pairs))
    of_seat = in_slices(access, lambda run: _pairs_of_access(run, column, pairs))
    families = {"interaction": family(of_table[PAIR]), "own_interaction": family(of_seat[PAIR])}
    cells = {case: of_table[case].values.tolist() for case in CASES}
    heads = {f"{place}_{column}": [pair[which] for pair in pairs] for which, place in enumerate(("first", "second"))}
    table = with_estimates({**heads, **cells}, families, {})
    return table.drop("low", "high", "pointwise", "rank_low", "rank_high")


PAIR = "pair"
CASES = {"neither": (0, 0), "first": (1, 0), "second": (0, 1), "both": (1, 1)}


def _pairs_of_supply(run: Run, column: str, pairs: Sequence[tuple[str, str]]) -> dict[str, Effects]:
    """The interactions of the mean seat, and what it scores in each of the four cases."""
    blocks, means = block_means(seats_of(run))
    kept, design, names = drawn_design(supply_of(run), column, "available", False, blocks)
    outcomes = means[np.searchsorted(blocks, kept)]
    there = {thing: design[:, names.index(thing)] for pair in pairs for thing in pair}
    found = _products(outcomes, design, names, there, pairs)
    cells = {
        case: [float(outcomes[(there[a] == first) & (there[b] == second)].mean()) for a, b in pairs]
        for case, (first, second) in CASES.items()
    }
    return {PAIR: found, **{case: replace(found, values=np.array(values)) for case, values in cells.items()}}


def _pairs_of_access(run: Run, column: str, pairs: Sequence[tuple[str, str]]) -> dict[str, Effects]:
    """The interactions of a seat that may or may not build them."""
    drawn = focal_of(run)
    blocks, means = block_means(seats_of(run), focal=drawn.select("block", "seat").unique().lazy())
    kept, design, names = drawn_design(drawn, column, "access", NOBODY, blocks)
    who = [f"{{}}: {ACCESS[name]}" for name in ("private", "contested")]
    own = {thing: np.asarray(sum(design[:, names.index(name.format(thing))] for name in who)) for pair in pairs for thing in pair}
    return {PAIR: _products(means[np.searchsorted(blocks, kept)], design, names, own, pairs)}


def _products(
    outcomes: Floats, design: Design, names: Sequence[str], there: Mapping[str, Design], pairs: Sequence[tuple[str, str]]
) -> Effects:
    """The interactions of pairs, beside all effects of single things."""
    labels = [f"{a} with {b}" for a, b in pairs]
    products = np.column_stack([(there[a] - there[a].mean()) * (there[b] - there[b].mean()) for a, b in pairs])
    return least_squares(outcomes, np.hstack([design, products]), [*names, *labels]).only(labels)


def _pair_sentence(one: Evidence, table: pl.DataFrame) -> str:
    """What two are worth together beyond what each is worth by itself."""
    names = [" with ".join(one.printed([row[f"first_{one.column}"], row[f"second_{one.column}"]])) for row in table.iter_rows(named=True)]
    told = []
    for name, row in zip(names, table.iter_rows(named=True), strict=True):
        value, low, high = (row[name] for name in ("interaction", "interaction_low", "interaction_high"))
        if low > 0 or high < 0:
            told.append(_worth(name, (value, low, high)))
    if not told:
        return at(one.name, f"no pair is shown to be worth more or less than its two {one.rows.things.words}: {listed(names)}.")
    return at(one.name, f"worth of a pair beyond that of its two {one.rows.things.words}: {listed(told)}.")


# ---------------------------------------------------------------- pictures


def _picture(one: Evidence, families: Mapping[str, Family]) -> Picture:
    return Picture(
        f"{one.rows.name}-{one.name}", f"{capital(one.rows.things.words)}, {one.name}",
        f"Points of the mean seat with the {one.rows.things.word} in the supply against without, with intervals that hold for all"
        " together.",
        lambda axes: draw_effects(families["table_effect"], one.printed(one.asked), "points of the mean seat", axes),
    )  # fmt: skip
