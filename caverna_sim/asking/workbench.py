"""One thing on the workbench: how often it is built and when, what it is worth to the table and to a seat alone, at three prices, to bots
that are paid for building it, at the table of the scenario and at one of strong bots.

All games of a table are the same deals: with the thing and without it, for everybody or for one seat, dearer and cheaper. So what is
compared are differences between games with the same chances, block by block. What a building more brings is told by bots that are paid for
it (experiments/encouraged.py); where that crosses 0 lies the fair price: building it neither helps nor hurts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from caverna_sim.check import arguments, listener, sequence, shown_name, whole
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.experiments.encouraged import Blocks, worth
from caverna_sim.experiments.prices import Fair, ThingRows, at_path, fair
from caverna_sim.games import facts_of, plays
from caverna_sim.match.play import Match, Played, play, whole_blocks
from caverna_sim.match.workers import check_workers, worker_count
from caverna_sim.scenario.scenario import load_scenario, read_scenario, with_bots
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats
from caverna_sim.stats.words import number, percent, with_interval

if TYPE_CHECKING:
    import polars as pl

    from caverna_sim.scenario.scenario import Scenario

GAMES, STRONG_GAMES = 3000, 600  # of each run, unless said
LEAST_BLOCKS = 8
PAY = 4  # points
DEARER, MUCH_DEARER = 3, 7  # of the currency
LEAST_BUILT = 0.01  # of the seats: with less, games say nothing of the thing by themselves
PRINTED, CHEAPER, DEAR, DEARER_STILL = "printed", "cheaper", "dearer", "dearer still"
GONE, THERE, PAID = "gone", "there", "paid"
ESTIMATES = 3  # for each price of each table: to the table, alone, if built

OnGames = Callable[[int, int], None]  # done, of how many


@dataclass(frozen=True)
class Price:
    """The thing at one price."""

    word: str
    cost: Mapping[str, int]
    built: float  # share of seats
    to_table: Estimate | None  # points of the mean seat, with it there for everybody against nobody; None where hardly anybody builds it
    alone: Estimate | None  # points of a seat that alone may build it, against nobody; None in a solo game, too
    if_built: Estimate | None  # points that a building more brings when bots are paid for it, without the pay; None: too few

    @property
    def goods(self) -> float:
        """How many goods it costs."""
        return float(sum(self.cost.values()))


@dataclass(frozen=True)
class AtTable:
    """What the games of one table say."""

    name: str
    bots: tuple[str, ...]
    games: int  # of each run
    blocks: int
    prices: tuple[Price, ...]  # cheapest first
    rounds: tuple[int, int, int] | None  # a quarter, half, three quarters of the buildings stand by then
    fair: Fair | None  # None where too few buildings were made for pay

    @property
    def printed(self) -> Price:
        """At its own price."""
        return next(one for one in self.prices if one.word == PRINTED)

    @property
    def paid(self) -> tuple[Price, ...]:
        """The prices at which pay made enough buildings."""
        return tuple(one for one in self.prices if one.if_built is not None)

    @property
    def says_nothing(self) -> bool:
        """Nobody builds it, and pay does not change that."""
        return self.printed.built < LEAST_BUILT and self.printed.if_built is None


@dataclass(frozen=True)
class Workbench:
    """A thing, table by table."""

    thing: str
    title: str
    scenario: str
    seed: int
    tables: tuple[AtTable, ...]

    @property
    def verdict(self) -> str:
        """A sentence for each table."""
        return " ".join(_sentence(self.title, one) for one in self.tables)

    @property
    def table(self) -> pl.DataFrame:
        """A row for each price of each table."""
        import polars as pl

        def ends(name: str, found: Estimate | None) -> dict[str, float | None]:
            values = (None, None, None) if found is None else (found.value, found.low, found.high)
            return dict(zip((name, f"{name}_low", f"{name}_high"), values, strict=True))

        rows = [
            {
                "table": one.name, "price": price.word, "goods": price.goods, "built": price.built, **ends("to_table", price.to_table),
                **ends("alone", price.alone), **ends("if_built", price.if_built), "games": one.games,
            }
            for one in self.tables for price in one.prices
        ]  # fmt: skip
        return pl.DataFrame(rows, schema_overrides={name: pl.Float64 for name in rows[0] if name.startswith(("alone", "if_built"))})


def workbench(
    rows: ThingRows,
    scenario: Any,
    thing: str,
    *,
    games: Sequence[int] | int | None = None,
    bots: Sequence[str] | None = None,
    seed: int | None = None,
    workers: int | None = None,
    on_games: OnGames | None = None,
) -> Workbench:
    """What one thing is worth at the table of a scenario, and at one of strong bots; `games` of each run, or one number for each table."""
    with arguments():
        listener(on_games, "on_games")
    check_workers(workers)
    loaded = with_bots(load_scenario(scenario), bots)
    if seed is not None:
        loaded = read_scenario({**loaded.to_data(), "seed": seed})
    if loaded.game != rows.game:
        raise CavernaError(f"`{loaded.name}` is a scenario of {loaded.game}, not of {rows.game}; give another one")
    if not isinstance(thing, str) or thing not in loaded.offered:
        raise CavernaError(f"`{shown_name(thing)}` is not in the supply of `{loaded.name}`; {nearest(thing, loaded.offered)}")
    tables = _tables(loaded)
    each = _games_of(games, len(tables))
    designs = [_Design(rows, one, thing) for one in tables]
    matches = [design.matches(many) for design, many in zip(designs, each, strict=True)]
    total, done = sum(match.games for some in matches for match in some), 0

    def told(more: int) -> None:
        if on_games is not None:
            on_games(done + more, total)

    found = []
    estimates = ESTIMATES * sum(len(design.prices) for design in designs)
    for design, some in zip(designs, matches, strict=True):
        played = play(some, design.keep, worker_count(workers), told)
        done += sum(match.games for match in some)
        found.append(design.read(played, estimates))
    return Workbench(thing, _title(rows, loaded, thing), loaded.name, loaded.seed, tuple(found))


def _games_of(games: Sequence[int] | int | None, tables: int) -> list[int]:
    usual = [GAMES, STRONG_GAMES][:tables]
    if games is None:
        return usual
    with arguments():
        several = [games] if isinstance(games, int) else sequence(games, "games", "a number, or one for each table")
        given = [whole(one, "games", 1, 10**9) for one in several]
    if len(given) not in (1, tables):
        raise CavernaError(f"{len(given)} numbers of games for {tables} tables; give one, or one for each")
    return given * tables if len(given) == 1 else given


def _tables(scenario: Scenario) -> list[Scenario]:
    """The table as it is, and one of strong bots where these are others."""
    facts = facts_of(scenario.game)
    strong = facts.strong_bots.get(getattr(scenario, "expansion", None) or "base")
    if strong is None or set(scenario.bots) == {strong}:
        return [scenario]
    data = {key: value for key, value in scenario.to_data().items() if key not in ("draw", "description")}
    return [scenario, read_scenario({**data, "name": f"{scenario.name}, {strong}", "bots": [strong] * scenario.players})]


def _title(rows: ThingRows, scenario: Scenario, thing: str) -> str:
    named = at_path(plays(scenario.game).rules(scenario), rows.cost_of(thing).rpartition(".")[0])
    return str(named.get("name", thing)) if isinstance(named, Mapping) else thing


# ---------------------------------------------------------------- what is played


class _Design:
    """The games of one table."""

    def __init__(self, rows: ThingRows, scenario: Scenario, thing: str) -> None:
        self.rows, self.scenario, self.thing = rows, scenario, thing
        printed = plays(scenario.game).rules(scenario)
        cost = {good: int(amount) for good, amount in at_path(printed, rows.cost_of(thing)).items()}
        self.points = int(at_path(printed, rows.points.format(thing=thing)))
        self.prices = _prices(cost, rows.currency)
        self.keep = {"games": ("game", "block"), "players": ("score",), rows.things.table: ("game", "seat", "round", rows.things.column)}
        self.parts: list[tuple[str, str, int]] = []  # price, what is played, focal seat or -1

    def matches(self, games: int) -> list[Match]:
        """Without it; at every price with it, paid for, and with each seat alone (a share of the games for each)."""
        self.parts = [("", GONE, -1)]
        self.parts += [(word, kind, -1) for word in self.prices for kind in (THERE, PAID)]
        if self.scenario.players > 1:
            self.parts += [(word, "alone", seat) for word in self.prices for seat in range(self.scenario.players)]
        sources = [plays(self.scenario.game).source(self._scenario(*part)) for part in self.parts]
        block = sources[0].block_games
        blocks = whole_blocks(sources[0], games, LEAST_BLOCKS * self.scenario.players) // block
        blocks += -blocks % self.scenario.players
        self.games = blocks * block
        share = self.games // self.scenario.players
        self.sources = sources
        return [
            Match(source, self.games) if seat < 0 else Match(source, share, seat * share)
            for source, (_, _, seat) in zip(sources, self.parts, strict=True)
        ]

    def _scenario(self, price: str, kind: str, seat: int) -> Scenario:
        data = {**self.scenario.to_data(), "record": list(self.keep)}
        supply, rules = dict(data.get("supply", {})), dict(self.scenario.rules)
        if kind == GONE:
            return read_scenario({**data, "supply": {**supply, "without": [*supply.get("without", ()), self.thing]}})
        for good, amount in self.prices[price].items():
            rules[f"{self.rows.cost_of(self.thing)}.{good}"] = amount
        if kind == PAID:
            rules[self.rows.points.format(thing=self.thing)] = self.points + PAY
        data = {**data, "rules": rules}
        if seat < 0:
            return read_scenario(data)
        table, key = self.rows.denied
        denied = dict(data.get(table, {}))
        for other in range(self.scenario.players):
            if other != seat:
                own = dict(denied.get(f"seat_{other}", {}))
                denied[f"seat_{other}"] = {**own, key: [*own.get(key, ()), self.thing]}
        return read_scenario({**data, table: denied})

    # ------------------------------------------------------------ what came of it

    def read(self, played: Sequence[Played], estimates: int) -> AtTable:
        """All estimates, with intervals that hold for so many together."""
        found = {part: _Seen(one, self.scenario.players, self._number(), self.rows) for part, one in zip(self.parts, played, strict=True)}
        gone = found["", GONE, -1]
        error = (1 - LEVEL) / estimates
        prices = []
        for word, cost in self.prices.items():
            there, paid = found[word, THERE, -1], found[word, PAID, -1]
            built, to_table, alone = float(there.built.mean()), None, None
            if built >= LEAST_BUILT:
                to_table = _estimate(_by_block(there.scores.mean(axis=1) - gone.scores.mean(axis=1), gone.blocks), error)
                alone = self._alone(word, found, gone, error)
            prices.append(Price(word, cost, built, to_table, alone, _if_built(there, paid, error)))
        printed = found[PRINTED, THERE, -1]
        quarters = np.quantile(printed.rounds, (0.25, 0.5, 0.75), method="lower").astype(int) if len(printed.rounds) else None
        ordered = tuple(sorted(prices, key=lambda one: one.goods))
        return AtTable(
            self.scenario.name, tuple(dict.fromkeys(self.scenario.bots)), self.games, len(np.unique(gone.blocks)), ordered,
            None if quarters is None else (int(quarters[0]), int(quarters[1]), int(quarters[2])), _fair(ordered),
        )  # fmt: skip

    def _number(self) -> int:
        """Of the thing, in the column that holds things."""
        table = next(one for one in self.sources[0].tables if one.name == self.rows.things.table)
        column = next(one for one in table.columns if one.name == self.rows.things.column)
        return column.names.index(self.thing)

    def _alone(self, word: str, found: Mapping[Any, _Seen], gone: _Seen, error: float) -> Estimate | None:
        """Every seat in its share of the blocks, against nobody in the same games."""
        if self.scenario.players == 1:
            return None
        pieces, share = [], self.games // self.scenario.players
        for seat in range(self.scenario.players):
            own, same = found[word, "alone", seat], slice(seat * share, (seat + 1) * share)
            pieces.append(_by_block(own.scores[:, seat] - gone.scores[same, seat], gone.blocks[same]))
        return _estimate(np.concatenate(pieces), error)


class _Seen:
    """The games of one run: scores [game, seat], who built the thing, and when."""

    def __init__(self, played: Played, players: int, number_: int, rows: ThingRows) -> None:
        self.scores: Floats = played["players", "score"].astype(float).reshape(-1, players)
        self.blocks: NDArray[np.int64] = played["games", "block"].astype(np.int64)
        table, column = rows.things.table, rows.things.column
        got = played[table, column] == number_
        game = np.searchsorted(played["games", "game"], played[table, "game"][got])
        self.built: Floats = np.zeros_like(self.scores)
        np.add.at(self.built, (game, played[table, "seat"][got]), 1)
        self.rounds = played[table, "round"][got]

    def block_means(self) -> Blocks:
        """Score and buildings of the mean seat."""
        return Blocks(
            np.unique(self.blocks), _by_block(self.scores.mean(axis=1), self.blocks), _by_block(self.built.mean(axis=1), self.blocks)
        )


def _by_block(values: Floats, blocks: NDArray[np.int64]) -> Floats:
    """Means of blocks."""
    some = np.unique(blocks, return_inverse=True)[1]
    return np.asarray(np.bincount(some, values) / np.bincount(some), float)


def _estimate(values: Floats, error: float) -> Estimate:
    """A mean over blocks."""
    mean, spread = float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
    half = float(stdtrit(len(values) - 1, 1 - error / 2)) * spread
    return Estimate(mean, mean - half, mean + half, spread)


def _if_built(there: _Seen, paid: _Seen, error: float) -> Estimate | None:
    """What each building more brings, of those that the pay has made; None where these are too few."""
    effect = worth(there.block_means(), paid.block_means(), PAY, "if built").effect
    if effect is None:
        return None
    value, shares = float(effect.values[0]), effect.shares[:, 0]
    spread = float(np.sqrt((shares**2).sum() * len(shares) / (len(shares) - 1)))
    half = float(stdtrit(len(shares) - 1, 1 - error / 2)) * spread
    return Estimate(value, value - half, value + half, spread)


def _fair(prices: Sequence[Price]) -> Fair | None:
    """Where a building neither helps nor hurts, among the prices at which that is known; None where it is not at the printed one."""
    known = [(one.goods, one.if_built, one.word) for one in prices if one.if_built is not None]
    if len(known) < 2 or PRINTED not in [word for *_, word in known]:
        return None
    values, low, high = (np.array(column) for column in zip(*((one.value, one.low, one.high) for _, one, _ in known), strict=True))
    levels = np.array([goods for goods, *_ in known])
    return fair(levels, values, low, high, next(goods for goods, _, word in known if word == PRINTED))


def _prices(cost: Mapping[str, int], currency: str) -> dict[str, dict[str, int]]:
    """The printed one, a cheaper one, and dearer ones; what costs nothing cannot be cheaper."""
    found = {PRINTED: dict(cost), DEAR: {**cost, currency: cost.get(currency, 0) + DEARER}}
    if sum(cost.values()):
        found[CHEAPER] = {good: amount // 2 for good, amount in cost.items()}
    else:
        found[DEARER_STILL] = {**cost, currency: cost.get(currency, 0) + MUCH_DEARER}
    return found


# ---------------------------------------------------------------- in words


def _sentence(title: str, one: AtTable) -> str:
    """What the games of a table say."""
    printed = one.printed
    who = f"At {one.name} {percent(printed.built)} of the seats build {title}"
    if one.says_nothing:
        return f"{who}, and {PAY} points for it change that too little: these games say nothing about it."
    when = f", half of them by round {one.rounds[1]}" if one.rounds else ""
    told = [f"{who}{when}."]
    if printed.to_table is None:
        told.append("That is too little to say what it is worth to those who choose it.")
    else:
        worth_it = [f"the mean seat {_points(printed.to_table)}"]
        worth_it += [f"a seat that alone may build it {_points(printed.alone)}"] if printed.alone is not None else []
        told.append(f"It brings {' and '.join(worth_it)}.")
    if printed.if_built is not None:
        told.append(f"A building more, made for pay, brings {_points(printed.if_built)}.")
    told.append(fair_in_words(one))
    return " ".join(told)


def _points(found: Estimate) -> str:
    return f"{with_interval(found, sign=True)} points"


def fair_in_words(one: AtTable) -> str:
    """The fair price of a table."""
    printed = f"printed: {one.printed.goods:g}"
    if one.fair is None:
        gains = [price.goods for price in one.prices if price.alone is not None and price.alone.low > 0]
        if gains:
            return f"Its fair price is above {max(gains):g} goods: who alone may build it gains even then ({printed})."
        return "These games say nothing about its fair price: too few buildings are made for pay."
    most, least = one.paid[-1].goods, one.paid[0].goods
    if one.fair.price is None:
        below = "none: even for nothing it is not worth building" if least == 0 else f"below {least:g} goods"
        is_above = one.printed.if_built is not None and one.printed.if_built.value > 0
        return (
            f"Its fair price is {f'above {most:g} goods' if is_above else below} ({printed}){'' if one.fair.is_excluded else ', not sure'}."
        )
    low = "any less" if one.fair.low is None else number(one.fair.low, 1)
    high = f"above {most:g}" if one.fair.high is None else number(one.fair.high, 1)
    return f"Its fair price is {number(one.fair.price, 1)} goods ({low} to {high}; {printed})."
