"""At which price would a thing be worth as much as the median one? For those that a table gains most and least by.

For each of them the same games are played without it and with it at several prices, the others being absent by lot as in the study of
things. What it is worth to the mean seat at each price, less what the median thing is worth, is a curve with a band that holds
for all prices and things together; where the band lies across 0, there the price may be fair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import block_means, group_means, names_of, seats_of
from caverna_sim.experiments.study import Found, Picture, Question, at
from caverna_sim.games import facts_of, plays
from caverna_sim.games.facts import Things
from caverna_sim.stats.controls import Control, controls
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import family
from caverna_sim.stats.rare import Rare, rare
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.words import listed, named, number, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

ABSENCE = 0.5  # of all other things
LEAST_TO_HALVE = 2  # goods: what costs less has no price between its own and nothing
WITHOUT = "without"
TOP, BOTTOM = "top", "bottom"
MIDDLE, MEAN = "median", "mean"
ESTIMANDS = {
    "worth": "points of the mean seat with the {word} at this price, against without it, on the same deals",
    "above_median": "the same, less what the median {word} is worth at its printed price",
}


@dataclass(frozen=True)
class ThingRows:
    """What a game says of its things for the study of them."""

    name: str  # of the command
    game: str
    cost: str  # where the rules hold what one costs: {thing} stands for its id
    points: str  # where they hold what one is worth at the end
    currency: str  # what a dearer one costs more
    unpayable: str  # a good of which nobody ever has so many
    denied: tuple[str, str] = ("supply", "without")  # key of a scenario, with a table for each seat, and the key there that denies things
    ghosts: tuple[str, ...] = ()  # what bots build most: who takes one for worth something because it lies there shows it at these
    paired: tuple[tuple[str, str], ...] = ()  # that are said to go together
    dearer: tuple[int, ...] = (3, 7, 15)  # how much of the currency more
    unpayable_amount: int = 40
    never_worth: int = 0  # so much more of the currency, where that counts at the end, is more than any of the ghosts brings; 0: none does

    @property
    def things(self) -> Things:
        """Where games keep who built them, and what they are called."""
        found = facts_of(self.game).built
        assert found is not None
        return found

    def cost_of(self, thing: str) -> str:
        """The house rule that says what one costs, without the good."""
        return self.cost.format(thing=thing)


@dataclass(frozen=True)
class PriceQuestion(Question):
    """What is asked: for each scenario, which things, and what all of them are worth as printed."""

    rows: ThingRows
    asked: Mapping[str, Mapping[str, str]]  # scenario -> thing -> TOP or BOTTOM
    printed: Mapping[str, Effects] = field(repr=False, compare=False)  # scenario -> worth of every thing
    name: str = "prices"
    most_games: int = 2_000
    signed: bool = True

    @property
    def title(self) -> str:
        """Of the page."""
        return f"At which price is a {self.rows.things.word} worth as much as the median one?"

    @property
    def estimands(self) -> Mapping[str, str]:
        """What the columns mean, with the game's own word."""
        return {name: text.format(word=self.rows.things.word) for name, text in ESTIMANDS.items()}

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """For each thing a run without it, and one at every price."""
        from caverna_sim.scenario.scenario import read_scenario

        every = self.printed[scenario.name].names
        found = {}
        for thing, end in self.asked[scenario.name].items():
            data = {**scenario.to_data(), "record": ["games", "players"]}
            supply = {**data.get("supply", {}), "random_absence": {other: ABSENCE for other in every if other != thing}}
            gone = {**supply, "without": [*supply.get("without", ()), thing]}
            found[_part(thing, WITHOUT)] = read_scenario({**data, "supply": gone})
            for price, cost in prices(self.rows, scenario, thing, end).items():
                rules = {**scenario.rules, **{f"{self.rows.cost_of(thing)}.{good}": amount for good, amount in cost.items()}}
                found[_part(thing, price)] = read_scenario({**data, "supply": supply, "rules": rules})
        return found

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(self.rows, one, self.asked[one.name], self.printed[one.name], runs[one.name]) for one in scenarios])


def chosen(worth: Effects, dead: Sequence[str], often: int) -> dict[str, str]:
    """The things that a table gains most and least by, those that nobody builds left out."""
    alive = [name for name in worth.names if name not in dead]
    order = sorted(alive, key=lambda name: -float(worth.values[worth.names.index(name)]))
    often = min(often, len(order) // 2)
    return {**dict.fromkeys(order[:often], TOP), **dict.fromkeys(reversed(order[len(order) - often :]), BOTTOM)}


def prices(rows: ThingRows, scenario: Scenario, thing: str, end: str) -> dict[float, dict[str, int]]:
    """Costs to try, by their number of goods: the printed one, dearer ones for the top, cheaper ones and one dearer for the bottom."""
    printed = _cost(rows, scenario, thing)
    found = {_goods(printed): printed}
    if end == BOTTOM:
        found[0.0] = dict.fromkeys(printed, 0)
        if _goods(printed) > LEAST_TO_HALVE:
            half = {good: amount // 2 for good, amount in printed.items()}
            found[_goods(half)] = half
    for more in rows.dearer if end == TOP else rows.dearer[1:2]:
        dearer = {**printed, rows.currency: printed.get(rows.currency, 0) + more}
        found[_goods(dearer)] = dearer
    return dict(sorted(found.items()))


def too_dear(rows: ThingRows, scenario: Scenario, thing: str) -> dict[str, int]:
    """What a thing costs at a price that can be paid and that it is never worth."""
    return {rows.currency: _cost(rows, scenario, thing).get(rows.currency, 0) + rows.never_worth}


def _cost(rows: ThingRows, scenario: Scenario, thing: str) -> dict[str, int]:
    cost: Mapping[str, Any] = at_path(plays(scenario.game).rules(scenario), rows.cost_of(thing))
    return {good: int(amount) for good, amount in cost.items()}


def at_path(rules: Mapping[str, Any], path: str) -> Any:
    """What the rules say at a dotted path."""
    place: Any = rules
    for word in path.split("."):
        place = place[word]
    return place


def _goods(cost: Mapping[str, int]) -> float:
    return float(sum(cost.values()))


def _part(thing: str, price: float | str) -> str:
    return f"{thing}, {price if isinstance(price, str) else f'{price:g} goods'}"


# ---------------------------------------------------------------- estimates


class _Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, rows: ThingRows, scenario: Scenario, asked: Mapping[str, str], printed: Effects, runs: Mapping[str, Run]) -> None:
        self.name, self.things, self.asked, self.currency = scenario.name, rows.things, asked, rows.currency
        self.games = sum(run.games_played for run in runs.values())
        self.names = names_of(next(iter(runs.values())))
        self.levels = {thing: list(prices(rows, scenario, thing, end)) for thing, end in asked.items()}
        self.as_printed = {thing: _goods(_cost(rows, scenario, thing)) for thing in asked}
        means = joined({**{part: _mean(run) for part, run in runs.items()}, MIDDLE: middle(printed)})
        self.median = float(np.median(printed.values))
        self.rows = [(thing, price) for thing, levels in self.levels.items() for price in levels]
        worth = replace(self._effects(means, False), rare=tuple(self._rare(runs)))
        self.worth, self.above = family(worth), family(self._effects(means, True))

    def _effects(self, means: Effects, less_the_median: bool) -> Effects:
        """Every price of every thing against the games without it."""
        weights = np.zeros((len(self.rows), len(means.names)))
        for row, (thing, price) in enumerate(self.rows):
            part, without = _part(thing, price), _part(thing, WITHOUT)
            weights[row, means.names.index(f"{part}: {MEAN}")] = 1
            weights[row, means.names.index(f"{without}: {MEAN}")] = -1
        if less_the_median:
            weights[:, means.names.index(f"{MIDDLE}: {MIDDLE}")] = -1
        labels = [_part(thing, price) for thing, price in self.rows]
        return means.combined(weights, labels)

    def _rare(self, runs: Mapping[str, Run]) -> Iterator[Rare]:
        """In how many blocks each price changed anything."""
        of = {part: block_means(seats_of(run)) for part, run in runs.items()}
        for thing, price in self.rows:
            (before, less), (blocks, more) = of[_part(thing, WITHOUT)], of[_part(thing, price)]
            _, here, there = np.intersect1d(before, blocks, return_indices=True)
            yield rare(less[here], more[there])

    @property
    def controls(self) -> tuple[Control, ...]:
        """Who may have a thing for less scores no less: each price against the next dearer one that was tried."""
        pairs = {}
        for thing, levels in self.levels.items():
            for less, more in pairwise(levels):
                name = named([thing], self.names)[0]
                pairs[f"{name} for {less:g} goods, against for {more:g}"] = self.rows.index((thing, less)), self.rows.index((thing, more))
        weights = np.zeros((len(pairs), len(self.rows)))
        for row, (cheap, dear) in enumerate(pairs.values()):
            weights[row, cheap], weights[row, dear] = 1, -1
        return (
            controls("nested", family(self.worth.effects.combined(weights, list(pairs))), {name: name for name in pairs}) if pairs else ()
        )

    def curve(self, thing: str) -> tuple[Floats, Floats, Floats, Floats]:
        """Prices of a thing, and what it is worth above the median one with its band."""
        places = [place for place, (name, _) in enumerate(self.rows) if name == thing]
        found = self.above
        return np.array(self.levels[thing]), found.effects.values[places], found.low[places], found.high[places]


def _mean(run: Run) -> Effects:
    """The mean score of all seats."""
    return group_means(seats_of(run).with_columns(pl.lit(MEAN).alias("whole")), ("whole",), "score")[0]


def middle(worth: Effects) -> Effects:
    """What the median thing is worth; how far it may be off is taken from the mean of the middle half, which hardly differs."""
    order = np.argsort(worth.values)
    quarter = len(order) // 4
    half = order[quarter : len(order) - quarter]
    shares = worth.shares[:, half].mean(axis=1, keepdims=True)
    return replace(worth, names=(MIDDLE,), values=np.array([np.median(worth.values)]), shares=shares, rare=())


@dataclass(frozen=True)
class Fair:
    """The price at which a curve crosses 0, as far as it was tried; None where it does not, or where an end is open."""

    price: float | None
    low: float | None
    high: float | None
    is_excluded: bool  # the band crosses 0 at no price that was tried


def fair(levels: Floats, values: Floats, low: Floats, high: Floats, printed: float) -> Fair:
    """Where a curve of worths above the median crosses 0, and where its band allows that.

    From the printed price on, dearer where it is worth more than the median and cheaper where it is worth less; straight between prices.
    """
    here = int(np.searchsorted(levels, printed))
    path = range(here, len(levels)) if values[here] >= 0 else range(here, -1, -1)
    allowed = [*_where(levels, low, high)]
    ends = (min(allowed), max(allowed)) if allowed else (None, None)
    return Fair(
        _crossing(levels[list(path)], values[list(path)]),
        None if ends[0] is None or ends[0] <= levels[0] else ends[0],
        None if ends[1] is None or ends[1] >= levels[-1] else ends[1],
        not allowed,
    )


def _crossing(levels: Floats, values: Floats) -> float | None:
    """The first price on the way at which a value is 0."""
    for place in range(len(levels)):
        if values[place] == 0:
            return float(levels[place])
        if place and values[place - 1] * values[place] < 0:
            step = values[place - 1] / (values[place - 1] - values[place])
            return float(levels[place - 1] + step * (levels[place] - levels[place - 1]))
    return None


def _where(levels: Floats, low: Floats, high: Floats) -> Iterator[float]:
    """Prices at which the band begins or ends to lie across 0."""
    for place in range(len(levels)):
        if low[place] <= 0 <= high[place]:
            yield float(levels[place])
        if place:
            for side in (low, high):
                if side[place - 1] * side[place] < 0:
                    yield float(np.interp(0, *_rising(side[place - 1 : place + 1], levels[place - 1 : place + 1])))


def _rising(values: Floats, levels: Floats) -> tuple[Floats, Floats]:
    return (values, levels) if values[0] < values[1] else (values[::-1], levels[::-1])


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[_Evidence]) -> Found:
    """Table, words and pictures of one or several scenarios."""
    found, currency = [_fair_table(one) for one in evidence], evidence[0].currency
    return Found(
        verdict=" ".join(_verdict(one, table) for one, table in zip(evidence, found, strict=True)),
        table=pl.concat([_table(one) for one in evidence]),
        precision=max(one.above.half_width for one in evidence),
        controls={one.name: one.controls for one in evidence},
        doubts=(
            f"A price counts goods: a wood, a stone and a {currency} are one each. Dearer ones cost more {currency}, cheaper ones less of "
            "every good.",
            f"Bots value what a {evidence[0].things.word} gives as before; its price decides how often they build it.",
        ),
        tables={f"Fair prices, {one.name}": table for one, table in zip(evidence, found, strict=True)},
        pictures=tuple(_picture(one) for one in evidence),
    )


def _table(one: _Evidence) -> pl.DataFrame:
    from caverna_sim.experiments.tables import with_estimates

    head: dict[str, Sequence[Any]] = {
        one.things.column: [thing for thing, _ in one.rows], "price": [price for _, price in one.rows],
        "printed": [price == one.as_printed[thing] for thing, price in one.rows], "scenario": [one.name] * len(one.rows),
    }  # fmt: skip
    table = with_estimates(head, {"worth": one.worth, "above_median": one.above}, {"games": [one.games] * len(one.rows)})
    return table.drop("rank_low", "rank_high")


def _fair_table(one: _Evidence) -> pl.DataFrame:
    """A row for every thing: its price, and the fair one with its interval."""
    rows = []
    for thing, end in one.asked.items():
        levels, values, low, high = one.curve(thing)
        found, here = fair(levels, values, low, high, one.as_printed[thing]), int(np.searchsorted(levels, one.as_printed[thing]))
        rows.append({
            one.things.column: thing, "of the": end, "printed_price": one.as_printed[thing], "fair_price": found.price,
            "from": found.low, "to": found.high, "above_median": float(values[here]), "above_median_low": float(low[here]),
            "above_median_high": float(high[here]), "in_words": _told(one, thing, found),
        })  # fmt: skip
    schema = {"fair_price": pl.Float64, "from": pl.Float64, "to": pl.Float64}
    return pl.DataFrame(rows, schema_overrides=schema)


def _told(one: _Evidence, thing: str, found: Fair) -> str:
    """A fair price in words."""
    levels = one.levels[thing]
    printed = f"printed: {one.as_printed[thing]:g}"
    _, values, _, _ = one.curve(thing)
    if found.price is None:
        is_above = values[levels.index(one.as_printed[thing])] > 0
        told = f"more than {levels[-1]:g}" if is_above else "none: even for nothing it is worth less" if levels[0] == 0 else "less"
        return f"{told} ({printed}){'' if found.is_excluded else ', not sure'}"
    ends = [
        "any less" if found.low is None else number(found.low, 1),
        f"more than {levels[-1]:g}" if found.high is None else number(found.high, 1),
    ]
    return f"{number(found.price, 1)} goods ({ends[0]} to {ends[1]}; {printed})"


def _verdict(one: _Evidence, table: pl.DataFrame) -> str:
    told = []
    for end in (TOP, BOTTOM):
        rows = [row for row in table.iter_rows(named=True) if row["of the"] == end][:3]
        told.append(f"of the {end}, " + listed([f"{named([row[one.things.column]], one.names)[0]}: {row['in_words']}" for row in rows]))
    median = number(one.median, 2, sign=True)
    return at(
        one.name,
        f"prices at which a {one.things.word} is worth as much as the median one ({median} points to the mean seat;"
        f" {plural(len(table), one.things.word)} tried): {'; '.join(told)}.",
    )


# ---------------------------------------------------------------- pictures


def _picture(one: _Evidence) -> Picture:
    return Picture(
        f"prices-{one.name}", f"Fair prices, {one.name}",
        f"A dot is the price at which a {one.things.word} is worth as much as the median one, with intervals that hold for all together; a"
        " cross is the printed price. Blue: worth more than it costs now, orange: worth less, grey: the printed price may be fair. Where a"
        " line ends at the edge of what was tried, it may go on; where there is no dot, no price that was tried is fair.",
        lambda axes: _draw(one, axes),
    )  # fmt: skip


def _draw(one: _Evidence, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    rows = []
    for thing in one.asked:
        levels, values, low, high = one.curve(thing)
        found = fair(levels, values, low, high, one.as_printed[thing])
        rows.append((found.price, *_ends(found, levels), one.as_printed[thing]))
    return figures.prices(named(list(one.asked), one.names), rows, "price in goods", axes)


def _ends(found: Fair, levels: Floats) -> tuple[float | None, float | None]:
    """An interval as far as it was tried; nothing where no price that was tried may be fair."""
    if found.is_excluded:
        return None, None
    return (float(levels[0]) if found.low is None else found.low), (float(levels[-1]) if found.high is None else found.high)


def merged(found: Found, prices_found: Found) -> Found:
    """What the study of things says with the prices beside it."""
    return replace(
        found,
        sentences=(*found.sentences, prices_found.verdict),
        doubts=(*found.doubts, *prices_found.doubts),
        tables={**prices_found.tables, "Prices that were tried": prices_found.table, **found.tables},
        pictures=(*found.pictures, *prices_found.pictures),
    )
