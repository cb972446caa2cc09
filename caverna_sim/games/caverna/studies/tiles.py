"""What is each furnishing worth? Furnishings are taken out of the supply by lot, for everybody or for some seats, so that nothing but
the lot decides who could build them.

Two runs for a scenario, both of whole blocks with the same lots for every seating:

- `absence`: every unique furnishing is absent with chance one half;
- `access`: for a seat drawn by lot (the focal seat), every furnishing may be built by nobody, by that seat only, by all others only, or by
  everybody, each with chance one quarter.

A third, shorter run with all furnishings tells what is built when nothing is missing. Who never builds a furnishing cannot miss it: those
are the negative controls of the study.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import ALL, block_means, bots_of, seats_of
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, conduct
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.stats.effects import Effects, apart, drawn_design, joined, least_squares
from caverna_sim.stats.families import Controls, Family, controls, family
from caverna_sim.stats.source import needed
from caverna_sim.stats.usage import Built, built
from caverna_sim.stats.words import listed, number, readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

NEVER_BUILT = 0.001  # of the seats: what is built less often serves as a negative control
ABSENCE = 0.5
PAIRED = (("state_parlor", "broom_chamber"), ("state_parlor", "office_room"), ("broom_chamber", "office_room"))  # praised by all sources
ACCESS = {"private": "focal", "others": "others", "contested": "everybody"}  # estimate -> who may build, against nobody
NOBODY = "nobody"
SHOWN = 10

ESTIMANDS = {
    "table_effect": "points of the mean seat when the furnishing is there for everybody, against its being absent for everybody",
    "private": "points of a seat that alone may build it, against nobody",
    "others": "points of a seat when all others may build it, against nobody",
    "contested": "points of a seat when everybody may build it, against nobody",
    "built": "share of seats that build it when everything is there",
    "built_when_there": "share of seats that build it in blocks in which it is there",
    "as_built": "points of seats that built it above seats of the same bot that did not: a description, not an effect",
}


@dataclass(frozen=True)
class TileQuestion(Question):
    """What the study asks."""

    name: str = "tiles"
    title: str = "What is each furnishing worth?"
    most_games: int = 60_000
    signed: bool = True

    @property
    def estimands(self) -> Mapping[str, str]:
        """Columns of the main table."""
        return ESTIMANDS

    def shares(self) -> Mapping[str, float]:
        """How long each run is beside the others."""
        return {"absence": 1.0, "access": 1.0, "everything there": 0.2}

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with furnishings left out by lot."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        supply = data.get("supply", {})
        kept = {"games", "players", "furnishings"}
        return {
            "absence": read_scenario(
                {**data, "supply": {**supply, "random_absence": ABSENCE}, "record": ["games", "players", "furnishings", "supply"]}
            ),
            "access": read_scenario(
                {**data, "supply": {**supply, "random_access": True}, "record": ["games", "players", "furnishings", "assigned"]}
            ),
            "everything there": read_scenario({**data, "record": sorted(kept)}),
        }  # fmt: skip

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(name, parts) for name, parts in runs.items()])


def tile_study(scenario: Any, **options: Unpack[Options]) -> Study:
    """What each furnishing is worth at the table of a scenario (or of several, side by side); see `conduct` for the arguments."""
    return conduct(TileQuestion(), scenario, **options)


# ---------------------------------------------------------------- estimates


class _Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, name: str, runs: Mapping[str, Run]) -> None:
        self.name = name
        self.absence, self.access, self.plain = (runs[part] for part in ("absence", "access", "everything there"))
        self.bots = (ALL, *bots_of(self.absence)) if len(bots_of(self.absence)) > 1 else (ALL,)
        supply = needed(self.absence, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
        self.tiles = tuple(sorted(supply["tile"].unique().to_list()))
        self.table = {bot: self._table_effect(supply, bot) for bot in self.bots}
        focal = _focal(self.access)
        self.seat = {bot: self._focal_effects(focal, bot) for bot in self.bots}
        plain, absence = built(self.plain), built(self.absence)
        self.built = _shares(plain)
        self.built_when_there = _shares(absence)
        self.as_built = {thing.id: thing.as_built.value for thing in plain.things if thing.as_built is not None}

    def _table_effect(self, supply: pl.DataFrame, bot: str) -> Effects:
        blocks, means = block_means(seats_of(self.absence), bot=bot)
        kept, design, names = drawn_design(supply, "tile", "available", False, blocks)
        return least_squares(means[np.searchsorted(blocks, kept)], design, names).only(self.tiles)

    def _focal_effects(self, drawn: pl.DataFrame, bot: str) -> Effects:
        blocks, means = block_means(seats_of(self.access), bot=bot, focal=drawn.select("block", "seat").unique().lazy())
        kept, design, names = drawn_design(drawn, "tile", "access", NOBODY, blocks)
        return least_squares(means[np.searchsorted(blocks, kept)], design, names)

    def estimate(self, name: str, bot: str) -> Effects:
        """One of the four causal estimates for every furnishing."""
        if name == "table_effect":
            return self.table[bot]
        whole = self.seat[bot].only([f"{tile}: {ACCESS[name]}" for tile in self.tiles])
        return Effects(self.tiles, whole.values, whole.blocks, whole.shares, whole.degrees, whole.remaining)

    @property
    def never_built(self) -> tuple[str, ...]:
        """Furnishings that nobody builds to speak of, whatever else is missing."""
        return tuple(
            tile for tile in self.tiles if max(self.built.get((ALL, tile), 0.0), self.built_when_there.get((ALL, tile), 0.0)) < NEVER_BUILT
        )

    @property
    def control(self) -> Controls | None:
        """Whether furnishings that nobody builds show no effect."""
        return controls(self.table[ALL], self.never_built) if self.never_built else None

    @property
    def games(self) -> int:
        """Of the two causal runs."""
        return self.absence.games_played + self.access.games_played


def _focal(run: Run) -> pl.DataFrame:
    """block, seat (the focal one), tile, access."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == "access")
    return rows.select("block", "seat", pl.col("tile").cast(pl.String), pl.col("access").cast(pl.String)).collect()


def _shares(found: Built) -> dict[tuple[str, str], float]:
    """(bot, tile) -> share of seats that built it, of those that could."""
    return {(ALL, thing.id): thing.when_there.value for thing in found.things} | {
        (bot, thing.id): share for thing in found.things for bot, share in zip(found.bots, thing.by_bot, strict=True)
    }


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[_Evidence]) -> Found:
    """Tables, words and pictures of the evidence of one or several scenarios."""
    families = [{name: family(one.estimate(name, ALL)) for name in ("table_effect", *ACCESS)} for one in evidence]
    tables = [_rows(one, known) for one, known in zip(evidence, families, strict=True)]
    doubts = [text for one in evidence for text in _doubts(one)]
    sentences = [text for one, known in zip(evidence, families, strict=True) for text in _sentences(one, known)]
    further = {f"Together, {one.name}": pairs for one in evidence if (pairs := _pairs(one)) is not None}
    if len(evidence) > 1:
        further |= {f"{a.name} against {b.name}": _strengths(a, b) for a, b in pairwise(evidence)}
        sentences += [_strength_sentence(a, b) for a, b in pairwise(evidence)]
    return Found(
        verdict=" ".join(_verdict(one, known["table_effect"]) for one, known in zip(evidence, families, strict=True)),
        table=pl.concat(tables),
        precision=max(known["table_effect"].half_width for known in families),
        sentences=tuple(sentences),
        doubts=tuple(doubts),
        tables=further,
        pictures=tuple(_picture(one, known) for one, known in zip(evidence, families, strict=True)),
        is_valid=all(one.control is None or one.control.is_sound for one in evidence),
    )


def _rows(one: _Evidence, everybody: Mapping[str, Family]) -> pl.DataFrame:
    """A row for every furnishing, for all bots together and for each of them."""
    parts = [_bot_rows(one, ALL, everybody)]
    others = one.bots[1:]
    if others:
        together = {name: family(joined({bot: one.estimate(name, bot) for bot in others})) for name in everybody}
        keys = [(bot, tile) for bot in others for tile in one.tiles]
        parts.append(_table(one, keys, together))
    return pl.concat(parts)


def _bot_rows(one: _Evidence, bot: str, families: Mapping[str, Family]) -> pl.DataFrame:
    return _table(one, [(bot, tile) for tile in one.tiles], families)


def _table(one: _Evidence, keys: Sequence[tuple[str, str]], families: Mapping[str, Family]) -> pl.DataFrame:
    count = len(keys)
    more: dict[str, Sequence[Any]] = {
        "built": [one.built.get(key, 0.0) for key in keys],
        "built_when_there": [one.built_when_there.get(key, 0.0) for key in keys],
        "as_built": [one.as_built.get(tile) if bot == ALL else None for bot, tile in keys],
        "games": [one.games] * count,
    }
    head = {"tile": [tile for _, tile in keys], "bot": [bot for bot, _ in keys], "scenario": [one.name] * count}
    table = with_estimates(head, families, more)
    return table.with_columns(pl.col("as_built").cast(pl.Float64))


def _verdict(one: _Evidence, found: Family) -> str:
    shown = {
        name: (value, low, high)
        for name, value, low, high in zip(found.effects.names, found.effects.values, found.low, found.high, strict=True)
    }
    sure = sorted((name for name, (_, low, high) in shown.items() if low > 0 or high < 0), key=lambda name: -shown[name][0])
    who = f"At the table of {one.name}"
    if one.control is not None and not one.control.is_sound:
        return f"{who} this study is not valid: furnishings that nobody builds seem to matter."
    if not sure:
        return f"{who} no furnishing is shown to change what a table scores; more games are needed."
    up = [_worth(name, shown[name]) for name in sure if shown[name][0] > 0][:3]
    down = [_worth(name, shown[name]) for name in reversed(sure) if shown[name][0] < 0][:3]
    told = f"{who} {len(sure)} of {len(shown)} furnishings change what the mean seat scores"
    told += f"; worth most: {listed(up)}" if up else ""
    return told + (f"; a table is better off without: {listed(down)}" if down else "") + "."


def _worth(name: str, found: tuple[Any, ...]) -> str:
    value, low, high = found
    return f"{readable([name])[0]} {number(value, 1, sign=True)} ({number(low, 1, sign=True)} to {number(high, 1, sign=True)})"


def _sentences(one: _Evidence, families: Mapping[str, Family]) -> list[str]:
    told = []
    dead = list(one.never_built)
    if dead:
        told.append(f"At the table of {one.name}: hardly ever built, whatever else is missing: {listed(readable(dead))}.")
    private = families["private"]
    best = sorted(range(len(one.tiles)), key=lambda place: -private.effects.values[place])[:3]
    shown = [
        _worth(one.tiles[place], (private.effects.values[place], private.low[place], private.high[place]))
        for place in best if private.low[place] > 0
    ]  # fmt: skip
    if shown:
        told.append(f"At the table of {one.name}: to a seat that alone may build it, worth most: {listed(shown)}.")
    return told


def _doubts(one: _Evidence) -> list[str]:
    told = [
        f"At the table of {one.name}: each furnishing is valued with half of the others missing, so what can stand in for it is missing"
        " half the time."
    ]
    found = one.control
    if found is None:
        told.append(f"At the table of {one.name}: every furnishing is built now and then, so there is no negative control.")
    elif found.is_sound:
        told.append(
            f"At the table of {one.name}: the negative controls hold: {len(found.names)} furnishings that nobody builds show nothing"
            f" (largest {number(found.value, 2, sign=True)}, p = {found.p:.2f})."
        )
    else:
        told.append(
            f"At the table of {one.name}: not valid. {readable([found.worst])[0]} is never built, yet shows"
            f" {number(found.value, 2, sign=True)} points"
            f" (p = {min(found.p, found.p_joint):.4f}): the bots play worse for what is missing, not for want of it."
        )
    return told


# ---------------------------------------------------------------- furnishings together, and at two strengths of play


def _pairs(one: _Evidence) -> pl.DataFrame | None:
    """Whether two furnishings are worth more together than apart."""
    pairs = [pair for pair in PAIRED if set(pair) <= set(one.tiles)]
    if not pairs:
        return None
    supply = needed(one.absence, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
    blocks, means = block_means(seats_of(one.absence))
    kept, design, names = drawn_design(supply, "tile", "available", False, blocks)
    centred = design - design.mean(axis=0)
    products = np.column_stack([centred[:, names.index(a)] * centred[:, names.index(b)] for a, b in pairs])
    labels = [f"{a} with {b}" for a, b in pairs]
    found = family(least_squares(means[np.searchsorted(blocks, kept)], np.hstack([design, products]), [*names, *labels]).only(labels))
    return found.table.select(pl.col("name").alias("pair"), "effect", "low", "high", "p_adjusted", "blocks")


def _strengths(first: _Evidence, second: _Evidence) -> pl.DataFrame:
    """For each furnishing whether its worth depends on who plays."""
    return _difference(first, second).table.select(pl.col("name").alias("tile"), "effect", "low", "high", "p_adjusted", "discovery")


def _difference(first: _Evidence, second: _Evidence) -> Family:
    tiles = [tile for tile in first.tiles if tile in second.tiles]
    return family(apart(first.table[ALL].only(tiles), second.table[ALL].only(tiles)))


def _strength_sentence(first: _Evidence, second: _Evidence) -> str:
    found = _difference(first, second)
    names = [name for name, differs in zip(found.effects.names, found.discovery, strict=True) if differs]
    if not names:
        return f"No furnishing is shown to be worth something else at {second.name} than at {first.name}."
    return f"Worth something else at {second.name} than at {first.name}: {listed(readable(names))}."


# ---------------------------------------------------------------- pictures


def _picture(one: _Evidence, families: Mapping[str, Family]) -> Picture:
    return Picture(
        f"tiles-{one.name}", f"Furnishings at the table of {one.name}",
        "Points of the mean seat with the furnishing in the supply against without, with intervals that hold for all together.",
        lambda axes: _draw(one, families["table_effect"], axes),
    )  # fmt: skip


def _draw(one: _Evidence, found: Family, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    order = sorted(range(len(one.tiles)), key=lambda place: -found.effects.values[place])
    names = [one.tiles[place] for place in order]
    ends = [(found.effects.values[place], found.low[place], found.high[place]) for place in order]
    return figures.forest(readable(names), ends, "points of the mean seat", axes)
