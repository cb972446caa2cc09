"""The pictures of the study of orcs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from caverna_sim.experiments.study import Picture, draw_effects
from caverna_sim.games.caverna.fiends.study.evidence import Evidence
from caverna_sim.games.caverna.fiends.study.tables import EVERY_WAY, WAYS, printed_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STARTS = "start strengths of orcs A/B/C/D"
FATE_COLOURS = {"fought": "#D55E00", "trapped": "#E69F00", "bribed": "#56B4E9", "befriended": "#009E73", "left": "#4a4a4a"}
ORC_COLOURS = {"A": "#56B4E9", "B": "#0072B2", "C": "#E69F00", "D": "#D55E00"}


def pictures_of(one: Evidence) -> Iterator[Picture]:
    from caverna_sim.stats import level_figures as figures

    sides, name = one.sides, one.name
    yield Picture(
        f"gone-{name}", f"All four orcs gone, {name}", "Chance that a seat ends without a hostile orc by start strengths, with intervals.",
        lambda axes: figures.curve(sides.gone, STARTS, "% of seats without a hostile orc", 100.0, True, axes),
    )  # fmt: skip
    if one.seats_apart is not None:
        found = one.seats_apart
        yield Picture(
            f"seats-{name}", f"Seats, {name}",
            "How much more often a seat gets rid of all orcs than the mean of the others, with intervals that hold for all together.",
            lambda axes: draw_effects(found, found.effects.names, "percentage points against the other seats", axes, 100),
        )  # fmt: skip
    ways = one.everybody["gone"]
    yield Picture(
        f"ways-{name}", f"Ways to deal with orcs, {name}",
        "Chance of getting rid of all orcs for a seat that may use the way, against one that may not; intervals hold for all together.",
        lambda axes: draw_effects(
            ways, [WAYS.get(way, EVERY_WAY) for way in ways.effects.names], "percentage points of getting rid of all orcs", axes, 100
        ),
    )  # fmt: skip
    yield Picture(
        f"fates-{name}", f"What becomes of each orc, {name}", "Shares of seats.",
        lambda axes: figures.fates(sides.fates, FATE_COLOURS, "still hostile", axes),
    )  # fmt: skip
    yield Picture(
        f"rounds-{name}", f"Orcs still hostile by round, {name}", "How long orcs stay hostile; orc D appears at the end of round 6.",
        lambda axes: figures.still_there(sides.fates, ORC_COLOURS, "% of seats\nwith it hostile", "orc"),
    )  # fmt: skip
    yield Picture(
        f"score-{name}", f"Mean score by strength, {name}", "Mean scores by start strengths, with intervals.",
        lambda axes: figures.curve(sides.score, STARTS, "mean score", axes=axes),
    )  # fmt: skip
    if sides.parts.sides:
        yield Picture(
            f"parts-{name}", f"Where the points go, {name}", "Scoring parts of a seat against the easiest side.",
            lambda axes: figures.parts_moved(sides.parts, axes),
        )  # fmt: skip
    if sides.won is not None:
        won = sides.won
        yield Picture(
            f"won-{name}", f"Who wins, {name}", "Share of wins by start strengths.",
            lambda axes: figures.curve(won, STARTS, "share of wins in %", 100.0, axes=axes),
        )  # fmt: skip
    if one.furnishings:
        tiles = one.furnishings["score"]
        yield Picture(
            f"furnishings-{name}", f"Furnishings on display, {name}",
            "Points of the mean seat with the furnishing on display against without, with intervals that hold for all together.",
            lambda axes: draw_effects(tiles, printed_names(tiles.effects.names), "points of the mean seat", axes),
        )  # fmt: skip
    if sides.displays.effects:
        yield Picture(
            f"displays-{name}", f"What the display decides, {name}",
            "Chance that all orcs are gone when an extension or strip is in the game instead of another; chance deals them.",
            lambda axes: figures.dealt(sides.displays, axes),
        )  # fmt: skip
    yield Picture(
        f"campaign-{name}", f"A solo campaign, {name}", "Chance to win each game of a campaign without bonuses.",
        lambda axes: _draw_campaign(one.campaign, axes),
    )  # fmt: skip


def _draw_campaign(table: pl.DataFrame, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    series = {
        f"{side} side": (rows["game"].to_list(), (100 * rows["won"]).to_list())
        for (side,), rows in table.partition_by(["side"], as_dict=True, maintain_order=True).items()
    }
    figure = figures.lines(series, "game of the campaign", "% of games won", axes)
    (axes or figure.axes[0]).set_xticks(sorted(set(table["game"].to_list())))
    return figure
