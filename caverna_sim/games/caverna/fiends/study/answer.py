"""What the study of orcs answers: the main table, and what it says in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np
import polars as pl

from caverna_sim.experiments.levels import half_width, main_table, of_everybody, seats_told, worth_told
from caverna_sim.experiments.outcomes import ALL
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, at
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.schema import EXPANSION
from caverna_sim.games.caverna.fiends.study.evidence import Evidence
from caverna_sim.games.caverna.fiends.study.pictures import pictures_of
from caverna_sim.games.caverna.fiends.study.played import beyond, in_words
from caverna_sim.games.caverna.fiends.study.tables import EVERY_WAY, WAYS, printed_names, tables_of
from caverna_sim.stats.controls import controls
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import family
from caverna_sim.stats.levels import EVERYBODY
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import listed, number, percent, percent_with_interval

_MAY = {way: f"may use {words}, against not" for way, words in {**WAYS, "all_of_them": EVERY_WAY}.items()}
ESTIMANDS = {
    "gone": "share of seats that end without a hostile orc: each of the four was fought, trapped, bribed or befriended",
    "gone_change": "the same, more than with the easiest side on the same deals",
    "score": "mean score",
    "score_change": "points more than with the easiest side on the same deals: what stronger orcs cost",
    "win_share": "share of the wins; a tie that the orcs left do not break shares the win",
    "win_change": "share of the wins more than with the easiest side",
}


def answer(evidence: Sequence[Evidence]) -> Found:
    """Tables, words and pictures of one or several scenarios."""
    tables: dict[str, pl.DataFrame] = {}
    for one in evidence:
        tables |= {f"{title}, {one.name}": table for title, table in tables_of(one).items() if len(table)}
    found = Found(
        verdict=" ".join(_verdict(one) for one in evidence),
        table=pl.concat([main_table(one.name, one.sides.gone, one.measured, ESTIMANDS, one.sides.games) for one in evidence]),
        precision=100 * max(half_width(one.measured["gone"], one.sides.sides) for one in evidence),
        sentences=tuple(text for one in evidence for text in _sentences(one)),
        controls={one.name: controls("nested", one.everybody["score"], _MAY) for one in evidence},
        doubts=tuple(dict.fromkeys(text for one in evidence for text in _doubts(one))),
        tables=tables,
        pictures=tuple(picture for one in evidence for picture in pictures_of(one)),
    )
    fits = {one.name: (one.runs[in_words(one.starts[0])], of_everybody(one.measured["gone"], one.sides.sides, 100)) for one in evidence}
    everybody = (pl.col("bot") == ALL) & pl.col("seat").is_null()
    return side_by_side(found, fits, "side", "% of the seats that end without a hostile orc", pl.when(everybody).then("side"))


def _verdict(one: Evidence) -> str:
    told = " ".join(text for text in (_strength_told(one), one.sides.verdicts[0]) if text)
    return at(one.name, lower(told))


def lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _strength_told(one: Evidence) -> str:
    """With which strengths the wanted share of seats gets rid of all orcs."""
    played, wanted = one.sides, percent(one.share, 0)
    if len(played.sides) == 1:
        return ""
    found = played.strength_for(one.share)
    means, strengths = [mean.value for mean in played.gone.of(EVERYBODY)[0]], played.gone.strengths
    sides = one.starts
    if not isfinite(found.value):
        is_harder = min(means) > one.share
        far, near = (sides[-1], sides[-2]) if is_harder else (sides[0], sides[1])
        share = percent(means[-1] if is_harder else means[0], 0)
        return (
            f"even with {in_words(far)}, {'more' if is_harder else 'fewer'} than {wanted} of the seats get rid of all four orcs ({share});"
            f" try --strengths {in_words(far)} --strengths {in_words(beyond(near, far))}."
        )
    nearest = tuple(round(float(np.interp(found.value, strengths, orcs))) for orcs in zip(*sides, strict=True))
    level = float(np.interp(sum(nearest), [sum(side) for side in sides], strengths))  # with a handicap above the mean of the side
    there = float(np.interp(level, strengths, means))
    low, high = isfinite(found.low), isfinite(found.high)
    ends = (
        f"{number(found.low, 2)} to {number(found.high, 2)}"
        if low and high
        else (f"{number(found.low, 2)} or more" if low else f"{number(found.high, 2)} or less" if high else "anything that was played")
    )
    return (
        f"orcs of {in_words(nearest)} come nearest to {wanted} of the seats that get rid of all four ({percent(there, 0)}); {wanted} do"
        f" at a mean strength of {number(found.value, 2)} ({ends}), where that side has {number(level, 2)}."
    )


def _sentences(one: Evidence) -> Iterator[str]:
    yield from (at(one.name, lower(text)) for text in one.sides.verdicts[1:])
    for text in (_seats_told(one), _ways_told(one), _handicap_told(one), _furnishings_told(one), _campaign_told(one)):
        if text:
            yield at(one.name, text)


def _seats_told(one: Evidence) -> str:
    return "" if one.seats_apart is None else seats_told(one.seats_apart, one.sides.gone, "get rid of all four orcs")


def _ways_told(one: Evidence) -> str:
    points, gone = one.everybody["score"], one.everybody["gone"]
    order = [place for place in np.argsort(-gone.effects.values) if points.effects.names[place] in WAYS]
    sure = [place for place in order if gone.low[place] > 0 or gone.high[place] < 0]
    rest = listed([WAYS[points.effects.names[place]] for place in order if place not in sure])
    if not sure:
        return f"no single way to deal with orcs is shown to matter to getting rid of all of them: {rest}."
    told = [f"{WAYS[points.effects.names[place]]} {worth_told(gone, place, 'percentage points', 100)}" for place in sure]
    told[0] += " of getting rid of all four"
    told = [f"{text}, {worth_told(points, place)}" for text, place in zip(told, sure, strict=True)]
    more = f"; not shown to matter: {rest}" if rest else ""
    return f"to a seat that may use it, compared with one that may not: {'; '.join(told)}{more}."


def _handicap_told(one: Evidence) -> str:
    if one.handicap is None:
        return ""
    found = family(one.handicap)
    hard, normal = (in_words(printed_tables(EXPANSION)["orc"][name]) for name in ("hard", "strength"))
    told = [
        worth_told(found, 0),
        worth_told(found, 1, "percentage points of getting rid of all four", 100),
        worth_told(found, 2, "percentage points of the wins", 100),
    ]
    return f"one seat with the hard side ({hard}) among seats with the normal one ({normal}), on the same deals: {listed(told)}."


def _furnishings_told(one: Evidence) -> str:
    if not one.furnishings:
        return ""
    found = one.furnishings["score"]
    sure = [place for place in np.argsort(-found.effects.values) if found.low[place] > 0]
    if not sure:
        return "no furnishing on display is shown to raise what the mean seat scores."
    names = printed_names([found.effects.names[place] for place in sure[:3]])
    best = [f"{name} {worth_told(found, place)}" for name, place in zip(names, sure, strict=False)]
    return f"the furnishings on display that are worth most to the mean seat: {listed(best)}."


def _campaign_told(one: Evidence) -> str:
    normal = one.campaign.filter(pl.col("side") == "normal")
    told = [f"game {row['game']} in {percent_with_interval(_won(row))}" for row in normal.iter_rows(named=True)]
    return f"alone, in a campaign on the normal side without bonuses, its bots win {listed(told)}."


def _won(row: Mapping[str, Any]) -> Estimate:
    return Estimate(row["won"], row["won_low"], row["won_high"], (row["won_high"] - row["won_low"]) / 4)


def _doubts(one: Evidence) -> Iterator[str]:
    yield at(one.name, lower(one.sides.strength.verdict))
    source = one.sides.sources[0]
    assumed = source.game.assumed(source.facts)
    kinds = list(dict.fromkeys(point.path.partition(".")[0].replace("_", " ") for point in assumed))
    if kinds:
        yield f"Some values are assumed, since no source confirms them: {listed(kinds)}. If you own the game, you can type them in."
    yield f"To be on the safe side, intervals of the sides count each {one.sides.displays.used} once, however many blocks it has."
    yield "A way to deal with orcs is worth what these bots make of it: a bot that never builds a trap loses nothing if it may not."
    yield "Campaign games are played without bonuses here; `caverna-sim campaign` plays whole campaigns and buys some."
    if one.sides.blocks < LEAST_BLOCKS:
        yield f"With fewer than {LEAST_BLOCKS} blocks nothing is claimed; play more games."
