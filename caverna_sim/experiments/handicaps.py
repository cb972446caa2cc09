"""What is a handicap worth, to a seat and to a bot, and which one makes a game even?

Goods at the start are given to one seat at a time, in the same games; points are added when a game is over, which moves nothing but who
wins. Even is the handicap with which a seat, or a bot, wins as often as everybody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import ALL, bots_of, group_means, seats_of
from caverna_sim.experiments.prices import at_path
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.games import plays, told_of
from caverna_sim.stats.controls import Control, controls
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.rare import rare
from caverna_sim.stats.words import interval, listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

NOTHING = "as it is"
AMOUNTS = (2, 4)  # of goods at the start
POINTS = (*range(-40, 41, 4),)  # that are tried to find what is even
GIVEN = 4  # points whose worth in wins is told
ESTIMANDS = {
    "effect": "points more of the seat that has the handicap, on the same games",
    "win_effect": "share of the wins more of that seat",
}


@dataclass(frozen=True)
class HandicapQuestion(Question):
    """What the study asks."""

    name: str = "handicaps"
    title: str = "What is a handicap worth?"
    most_games: int = 8_000
    signed: bool = True

    estimands = ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """What is given."""
        return {"amounts": list(AMOUNTS)}

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario as it is, and with each good for each seat."""
        from caverna_sim.scenario.scenario import read_scenario

        if scenario.players < 2:
            raise CavernaError(f"handicaps: `{scenario.name}` has one player; give scenarios with two or more")
        data = {**scenario.to_data(), "record": ["games", "players"]}
        found = {NOTHING: read_scenario(data)}
        for good, path in told_of({"game": scenario.game}).handicaps.items():
            now = _given(plays(scenario.game).rules(scenario), path, scenario.players)
            for seat in range(scenario.players):
                for amount in AMOUNTS:
                    given = [*now[:seat], now[seat] + amount, *now[seat + 1 :]]
                    found[_part(seat, good, amount)] = read_scenario({**data, "rules": {**scenario.rules, path: given}})
        return found

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer({one.name: Evidence(one.name, runs[one.name]) for one in scenarios})


def _given(rules: Mapping[str, Any], path: str, players: int) -> list[int]:
    """What seats begin with; nothing where the rules do not name it."""
    table, name = path.rsplit(".", 1)
    return list(at_path(rules, table).get(name, [0] * players))


@takes_options
def handicap_study(scenario: Any, **options: Unpack[Options]) -> Study:
    """What goods at the start and points at the end are worth to each seat and each bot, and how many points make the game even."""
    return conduct(HandicapQuestion(), scenario, **options)


def _part(seat: int, good: str, amount: int) -> str:
    return f"seat {seat}, {amount} {good}"


# ---------------------------------------------------------------- estimates


class Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, name: str, runs: Mapping[str, Run]) -> None:
        self.name, self.base = name, runs[NOTHING]
        self.players = int(self.base.manifest["scenario"]["players"])
        self.games = self.base.games_played
        self.bots = (ALL, *bots_of(self.base)) if len(bots_of(self.base)) > 1 else (ALL,)
        self.given = {part: run for part, run in runs.items() if part != NOTHING}
        self.families = {
            name: family(joined({bot: self._gains(measure, bot) for bot in self.bots}))
            for name, measure in (("effect", "score"), ("win_effect", "won"))
        }  # fmt: skip
        self.even = {
            by: even(with_points(self.base, by), by, 1 / self.players) for by in ("seat", "bot") if by == "seat" or len(self.bots) > 1
        }

    def _gains(self, measure: str, bot: str) -> Effects:
        """Every good for every seat, against the same games without it, on that seat."""
        found = {}
        for part, run in self.given.items():
            seat = _of_part(part)[0]
            (before, less), (blocks, more) = (_of_seat(one, seat, measure, bot) for one in (self.base, run))
            both, here, there = np.intersect1d(before, blocks, return_indices=True)
            gain = more[there] - less[here]
            found[part] = Effects(
                (part,), np.array([gain.mean()]), both, ((gain - gain.mean()) / len(gain))[:, None], float(max(1, len(gain) - 1)),
                rare=(rare(less[here], more[there]),),
            )  # fmt: skip
        whole = joined(found)
        return replace(whole, names=tuple(found))

    @property
    def controls(self) -> tuple[Control, ...]:
        """Who gets more scores no less: each amount against the next smaller one, and the smallest against nothing."""
        effects = self.families["effect"].effects
        pairs = {}
        for part in self.given:
            place, amount, good = _of_part(part)
            less = max((one for one in AMOUNTS if one < amount), default=0)
            against = f"{less} {good}" if less else "none"
            pairs[f"{part} more, against {against}"] = part, _part(place, good, less) if less else None
        if not pairs:
            return ()
        weights = [
            [(name == f"{ALL}: {more}") - float(name == f"{ALL}: {less}") for name in effects.names] for more, less in pairs.values()
        ]
        return controls("nested", family(effects.combined(np.array(weights), list(pairs))), {name: name for name in pairs})


def _of_part(part: str) -> tuple[int, int, str]:
    """Seat, amount and good of a run."""
    seat, what = part.split(", ")
    amount, good = what.split(" ", 1)
    return int(seat.removeprefix("seat ")), int(amount), good


def _of_seat(run: Run, seat: int, measure: str, bot: str) -> tuple[np.ndarray, np.ndarray]:
    """(blocks, means) of a seat, where a bot sits in it."""
    rows = seats_of(run).filter((pl.col("seat") == seat) & ((pl.col("bot") == bot) | pl.lit(bot == ALL)))
    found = rows.group_by("block").agg(pl.col(measure).cast(pl.Float64).mean()).sort("block").collect()
    return found["block"].to_numpy().astype(np.int64), found[measure].to_numpy()


def with_points(run: Run, by: str) -> pl.LazyFrame:
    """The seats of a run with the share of the win that each would have with so many points more, `won_N` for every N of POINTS."""
    seats = seats_of(run).with_columns(pl.col("score").cast(pl.Float64))
    pairs = seats.join(seats.select("game", pl.col("seat").alias("other"), pl.col("score").alias("against")), on="game")
    others = pairs.filter(pl.col("other") != pl.col("seat")).group_by("game", "seat").agg(
        pl.col("against").max().alias("best"), (pl.col("against") == pl.col("against").max()).sum().alias("best_ones")
    )  # fmt: skip
    both = seats.join(others, on=["game", "seat"])
    shares = []
    for points in POINTS:
        mine = pl.col("score") + points
        share = pl.when(mine > pl.col("best")).then(1.0).when(mine == pl.col("best")).then(1 / (1 + pl.col("best_ones"))).otherwise(0.0)
        shares.append((pl.col("won").cast(pl.Float64) if points == 0 else share).alias(f"won_{points}"))
    return both.select("block", pl.col(by).cast(pl.String).alias("who"), *shares)


def even(seats: pl.LazyFrame, by: str, fair: float) -> pl.DataFrame:
    """For every seat or bot the points with which it wins its fair share, as far as POINTS reach; the band holds for all of them."""
    parts = {str(points): group_means(seats, ("who",), f"won_{points}")[0] for points in POINTS}
    who = next(iter(parts.values())).names
    found = family(joined(parts))
    rows = []
    for one in who:
        places = [found.effects.names.index(f"{points}: {one}") for points in POINTS]
        values, low, high = (ends[places] - fair for ends in (found.effects.values, found.low, found.high))
        rows.append({by: one, **_crossing(values, low, high), **_in_wins(found, one)})
    return pl.DataFrame(rows, schema_overrides={"even": pl.Float64, "even_low": pl.Float64, "even_high": pl.Float64})


def _in_wins(found: Family, who: str) -> dict[str, float]:
    """What some points more are worth in wins."""
    place, zero = (found.effects.names.index(f"{one}: {who}") for one in (GIVEN, 0))
    return {f"wins_of_{GIVEN}_points": float(found.effects.values[place] - found.effects.values[zero])}


def _crossing(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> dict[str, float | None]:
    """Where wins, which only grow with points, cross the fair share; None where that lies beyond what is tried."""
    grid = np.array(POINTS, np.float64)

    def where(curve: np.ndarray) -> float | None:
        rising = np.maximum.accumulate(curve)
        return None if rising[0] > 0 or rising[-1] < 0 else float(np.interp(0.0, rising, grid))

    return {"even": where(values), "even_low": where(high), "even_high": where(low)}


# ---------------------------------------------------------------- the answer


def answer(every: Mapping[str, Evidence]) -> Found:
    """Table, words and pictures of one or several scenarios."""
    tables = {f"Even by {by}, {one.name}": frame for one in every.values() for by, frame in one.even.items()}
    found = Found(
        verdict=" ".join(_verdict(one) for one in every.values()),
        table=pl.concat([_table(one) for one in every.values()]),
        precision=max(one.families["effect"].half_width for one in every.values()),
        doubts=("Points are added when the game is over: nobody plays otherwise for them.",),
        tables=tables,
        controls={one.name: one.controls for one in every.values()},
        pictures=tuple(_picture(one) for one in every.values() if one.given),
    )
    fits = {name: (one.base, _of_all(one)) for name, one in every.items()}
    return side_by_side(found, fits, "handicap", "points of the seat", pl.when(pl.col("bot") == ALL).then("handicap"))


def _of_all(one: Evidence) -> Effects:
    names = [f"{ALL}: {part}" for part in one.given]
    whole = one.families["effect"].effects.only(names)
    return replace(whole, names=tuple(one.given))


def _table(one: Evidence) -> pl.DataFrame:
    keys = [name.split(": ", 1) for name in one.families["effect"].effects.names]
    head: dict[str, Sequence[Any]] = {
        "handicap": [part for _, part in keys], "seat": [_of_part(part)[0] for _, part in keys],
        "bot": [bot for bot, _ in keys], "scenario": [one.name] * len(keys),
    }  # fmt: skip
    return with_estimates(head, one.families, {"games": [one.games] * len(keys)})


def _verdict(one: Evidence) -> str:
    found = one.families["effect"]
    told = []
    for part in one.given:
        if part.split(", ")[1].startswith(f"{AMOUNTS[-1]} "):
            place = found.effects.names.index(f"{ALL}: {part}")
            value, low, high = (float(ends[place]) for ends in (found.effects.values, found.low, found.high))
            told.append(f"{part} {number(value, 1, sign=True)} points ({interval(low, high, 1, sign=True)})")
    goods = f"more at the start is worth: {listed(told)}; " if told else ""
    by = "bot" if "bot" in one.even else "seat"
    return at(
        one.name, f"{goods}points that make the game even: {listed([_even_told(by, row) for row in one.even[by].iter_rows(named=True)])}."
    )


def _even_told(by: str, row: Mapping[str, Any]) -> str:
    who = f"seat {row[by]}" if by == "seat" else str(row[by])
    if row["even"] is None:
        return f"{who} more than {POINTS[-1]} either way"
    ends = [
        f"beyond {edge}" if row[end] is None else number(row[end], 1, sign=True)
        for end, edge in (("even_low", POINTS[0]), ("even_high", POINTS[-1]))
    ]
    return f"{who} {number(row['even'], 1, sign=True)} ({ends[0]} to {ends[1]})"


def _picture(one: Evidence) -> Picture:
    return Picture(
        f"handicaps-{one.name}", f"Handicaps, {one.name}",
        "Points more of the seat that has the handicap, on the same games, with intervals for all together.",
        lambda axes: _draw(one, axes),
    )  # fmt: skip


def _draw(one: Evidence, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    found = one.families["effect"]
    places = [found.effects.names.index(f"{ALL}: {part}") for part in one.given]
    return figures.forest(list(one.given), [(found.effects.values[at_], found.low[at_], found.high[at_]) for at_ in places], "points", axes)
