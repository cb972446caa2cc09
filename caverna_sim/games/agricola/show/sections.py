"""Sections of the page of a run that only Agricola has: what farms became, and what harvests cost and left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from caverna_sim.games.agricola.ids import good, house
from caverna_sim.games.agricola.tables import FARM
from caverna_sim.report.frame import Section
from caverna_sim.report.html import Cell, Rows, estimate, number_cell, pair, paragraph, picture, table
from caverna_sim.stats import summary
from caverna_sim.stats.figures import courses
from caverna_sim.stats.ratings import LEVEL, Estimate
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, Source, needed
from caverna_sim.stats.words import listed

CELLS = 15  # of a farmyard
_COUNTED = tuple(name for name in FARM if name != "house")
_WORDS = {"pasture_cells": "spaces in pastures", "sown": "crops on fields", "majors": "major improvements"}
_COURSES = ("people", "food")
_LEFT = (*good.NAMES, "begging")

Means = Mapping[str, Mapping[str, Estimate]]  # bot -> column -> mean


def farms(source: Source) -> Section | None:
    """What the farms of every bot are at the end."""
    columns = (*_COUNTED, "majors")
    means = _means(source, columns)
    if not means:
        return None
    told = table("The farm at the end, means of a seat with their margins of error", ["", *means], _rows(columns, means))
    shares = table("Houses at the end, % of the farms of a bot", ["house", *means], _houses(source, list(means)))
    best = next(iter(means))
    ends = listed([_amount(means[best], name) for name in ("people", "rooms", "fields", "pasture_cells")])
    sentence = f"A farm of {best}, the best bot here, ends with {ends}: {_used(means[best]):.0f} of its {CELLS} spaces are used."
    return Section("farms", "Farms", "\n".join([paragraph(sentence), pair(told, shares)]))


def harvests(source: Source) -> Section | None:
    """How families grow between harvests, what they keep to eat, and what is left over or begged for in the end."""
    means = _means(source, _LEFT)
    if not means:
        return None
    caption = "Left over at the end and begged for, means of a seat with their margins of error"
    left = table(caption, ["", *means], _rows(_LEFT, means))
    if not summary.has_table(source, "rounds"):
        hint = 'Food and family by round were not recorded; add "rounds" to `record` of the scenario to see them.'
        return Section("harvests", "Harvests", "\n".join([left, paragraph(hint, "soft")]))
    by_round = _by_round(source)
    caption = "People and food at the end of each round; lines mark rounds with a harvest."
    figure = picture(courses(by_round, _COURSES, _harvest_rounds(source)), caption, "Food and family by round")
    return Section("harvests", "Harvests", pair(figure, left))


# ---------------------------------------------------------------- numbers


def _means(source: Source, columns: Sequence[str]) -> Means:
    """Means by bot, the best first."""
    if not set(columns) <= set(source.seats.collect_schema().names()):
        return {}
    sums = source.sums(("bot",), ("score", *columns))
    order = sorted(sums, key=lambda key: -float(sums[key].sums["score"].sum() / sums[key].counts.sum()))
    return {str(key[0]): {name: sums[key].mean(name, source.sample.remaining, LEVEL) for name in columns} for key in order}


def _rows(columns: Sequence[str], means: Means) -> Rows:
    return [[_WORDS.get(name, name.replace("_", " ")), *(estimate(one[name]) for one in means.values())] for name in columns]


def _amount(means: Mapping[str, Estimate], name: str) -> str:
    return f"{means[name].value:.1f} {_WORDS.get(name, name)}"


def _used(means: Mapping[str, Estimate]) -> float:
    """Spaces that are rooms, fields or pastures; stables outside pastures are few."""
    return sum(means[name].value for name in ("rooms", "fields", "pasture_cells"))


def _houses(source: Source, bots: Sequence[str]) -> Rows:
    """Shares of materials, of so many games as tell enough."""
    seats = source.first(MOST_DESCRIBED_GAMES).seats
    counted = seats.group_by(pl.col("bot").cast(pl.String), pl.col("house").cast(pl.String)).agg(pl.len().alias("often")).collect()
    often = {(row["bot"], row["house"]): int(row["often"]) for row in counted.iter_rows(named=True)}
    totals = {bot: max(1, sum(often.get((bot, material), 0) for material in house.NAMES)) for bot in bots}

    def share(bot: str, material: str) -> Cell:
        return number_cell(100 * often.get((bot, material), 0) / totals[bot])

    return [[material, *(share(bot, material) for bot in bots)] for material in house.NAMES]


def _by_round(source: Source) -> pl.DataFrame:
    first = source.first(MOST_DESCRIBED_GAMES)
    seats = first.seats.select("game", "seat", pl.col("bot").cast(pl.String))
    means = (pl.col(name).mean() for name in _COURSES)
    rows = needed(first.run, "rounds").join(seats, on=["game", "seat"]).group_by("bot", "round").agg(*means)
    return rows.sort("bot", "round").collect()


def _harvest_rounds(source: Source) -> Sequence[int]:
    from caverna_sim.games.agricola.box.tables import with_house_rules

    found: Sequence[int] = with_house_rules(source.facts.rules)["rounds"]["harvest_after"]
    return found
