"""Parts of the page of a run that only Agricola has: what farms became, and what harvests cost and left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from caverna_sim.games.agricola.ids import good, house
from caverna_sim.report.part import Part, means_by_bot, table_of_means
from caverna_sim.stats import summary
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, Source, needed
from caverna_sim.stats.words import listed

CELLS = 15  # of a farmyard
_COUNTED = ("people", "rooms", "fields", "sown", "pastures", "pasture_cells", "stables", "fences")
_WORDS = {"pasture_cells": "spaces in pastures", "sown": "crops on fields", "majors": "major improvements"}
_COURSES = ("people", "food")
_LEFT = (*good.NAMES, "begging")


def farms(source: Source) -> Part | None:
    """What the farms of every bot are at the end."""
    columns = (*_COUNTED, "majors")
    means = means_by_bot(source, columns)
    if not means:
        return None
    best = next(iter(means))
    counts = listed([f"{means[best][name].value:.1f} {_WORDS.get(name, name)}" for name in ("people", "rooms", "fields", "pasture_cells")])
    sentence = f"A farm of {best}, the best bot here, ends with {counts}: {_used(means[best]):.0f} of its {CELLS} spaces are used."
    tables = {"The farm at the end": table_of_means("of a farm", columns, means, _WORDS), "Houses at the end": _houses(source, list(means))}
    return Part(tables, (sentence,))


def harvests(source: Source) -> Part | None:
    """How families grow between harvests, what they keep to eat, and what is left over or begged for in the end."""
    means = means_by_bot(source, _LEFT)
    if not means:
        return None
    left = {"Left over at the end, and begged for": table_of_means("of a seat", _LEFT, means, _WORDS)}
    if not summary.has_table(source, "rounds"):
        return Part(left, doubts=('Food and family by round were not recorded; add "rounds" to `record` of the scenario to see them.',))
    after = listed([str(number) for number in _harvest_rounds(source)])
    return Part({f"Food and family at the end of each round; harvests after rounds {after}": _by_round(source), **left})


def _used(means: Mapping[str, Estimate]) -> float:
    """Spaces that are rooms, fields or pastures; stables outside pastures are few."""
    return sum(means[name].value for name in ("rooms", "fields", "pasture_cells"))


def _houses(source: Source, bots: Sequence[str]) -> pl.DataFrame:
    """Shares of materials, of so many games as tell enough."""
    seats = source.first(MOST_DESCRIBED_GAMES).seats
    counted = seats.group_by(pl.col("bot").cast(pl.String), pl.col("house").cast(pl.String)).agg(pl.len().alias("often")).collect()
    often = {(row["bot"], row["house"]): int(row["often"]) for row in counted.iter_rows(named=True)}
    totals = {bot: max(1, sum(often.get((bot, material), 0) for material in house.NAMES)) for bot in bots}

    def rows() -> Iterator[dict[str, Any]]:
        for material in house.NAMES:
            yield {"house": material, **{f"share of {bot}": often.get((bot, material), 0) / totals[bot] for bot in bots}}

    return pl.DataFrame(list(rows()))


def _by_round(source: Source) -> pl.DataFrame:
    """A column for each bot and course."""
    first = source.first(MOST_DESCRIBED_GAMES)
    seats = first.seats.select("game", "seat", pl.col("bot").cast(pl.String))
    means = (pl.col(name).mean() for name in _COURSES)
    rows = needed(first.run, "rounds").join(seats, on=["game", "seat"]).group_by("bot", "round").agg(*means).sort("bot", "round").collect()
    bots = rows["bot"].unique(maintain_order=True).to_list()
    by_bot = [
        rows.filter(pl.col("bot") == bot).select("round", *(pl.col(name).alias(f"{name} of {bot}") for name in _COURSES)) for bot in bots
    ]
    found = by_bot[0]
    for other in by_bot[1:]:
        found = found.join(other, on="round", how="left")
    return found


def _harvest_rounds(source: Source) -> Sequence[int]:
    from caverna_sim.games.agricola.box.tables import with_house_rules

    found: Sequence[int] = with_house_rules(source.facts.rules)["rounds"]["harvest_after"]
    return found
