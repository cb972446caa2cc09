"""The further tables of the study of orcs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from caverna_sim.experiments.levels import ends_of
from caverna_sim.experiments.outcomes import ALL
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.schema import EXPANSION
from caverna_sim.games.caverna.fiends.study.estimate import FATES, Sides
from caverna_sim.games.caverna.fiends.study.evidence import Evidence
from caverna_sim.stats.families import family
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import named

WAYS = {  # in words
    "traps": "setting traps", "bribes": "bribes", "fights": "fights", "rooms": "rooms for friendly orcs", "dogs": "dogs in fights",
}  # fmt: skip
EVERY_WAY = "every way"


def printed_names(tiles: Sequence[str]) -> list[str]:
    rows = printed_tables(EXPANSION)["furnishing"]
    return named(tiles, {name: str(row["name"]) for name, row in rows.items()})


def tables_of(one: Evidence) -> dict[str, pl.DataFrame]:
    sides = one.sides
    source = sides.sources[0]
    assumed = [{"value": point.path, "played": point.text, "cite": point.cite} for point in source.game.assumed(source.facts)]
    return {
        "What each way to deal with orcs is worth": _ways_table(one),
        "One seat with the hard side": _handicap_table(one),
        "What becomes of each orc (shares of seats)": _fates_table(sides),
        "One more point of strength on every orc": _slopes_table(sides),
        "Points by scoring part against the easiest side": sides.parts.table,
        "What orcs took from a seat": _taken_table(sides),
        "Furnishings on display, by lot": _furnishings_table(one),
        "Extensions and bounty strips (chance that all orcs are gone)": (
            sides.displays.table.sort("change", descending=True) if sides.displays.effects else pl.DataFrame()
        ),
        "Standard errors by what counts once": sides.displays.error_table,
        "A solo campaign, game by game": one.campaign,
        "Values that no source confirms": pl.DataFrame(assumed),
    }


def _ways_table(one: Evidence) -> pl.DataFrame:
    parts = []
    for bot in one.bots:
        found = one.everybody if bot == ALL else one.ways(bot)
        points = found["score"]
        names = points.effects.names
        columns: dict[str, Sequence[Any]] = {
            "way": [WAYS.get(name, EVERY_WAY) for name in names], "bot": [bot] * len(names), **ends_of("points", points, len(names)),
            **ends_of("all_gone", found.get("gone"), len(names)), **ends_of("win_share", found.get("won"), len(names)),
        }  # fmt: skip
        columns |= {
            "p_adjusted": points.p_adjusted.tolist(),
            "discovery": points.discovery.tolist(),
            "blocks": [len(points.effects.blocks)] * len(names),
            "id": list(names),
        }
        parts.append(pl.DataFrame(columns))
    return pl.concat(parts)


def _handicap_table(one: Evidence) -> pl.DataFrame:
    if one.handicap is None:
        return pl.DataFrame()
    words = {"score": "points", "gone": "share of seats without a hostile orc", "won": "share of the wins"}
    return family(one.handicap).table.select(
        pl.col("name").replace_strict(words).alias("what changes"), "effect", "low", "high", "p_adjusted", "discovery", "blocks"
    )


def _fates_table(sides: Sides) -> pl.DataFrame:
    rows: list[dict[str, Any]] = []
    for row in sides.fates.rows:
        rows.append({"side": row.side, "orc": row.thing})
        for fate in FATES:
            rows[-1] |= _ends("still_hostile" if fate == "left" else fate, row.shares[fate])
        rows[-1]["mean round gone"] = row.round.value
    return pl.DataFrame(rows)


def _ends(name: str, one: Estimate) -> dict[str, float]:
    """A value with its interval."""
    return {name: one.value, f"{name}_low": one.low, f"{name}_high": one.high}


def _slopes_table(sides: Sides) -> pl.DataFrame:
    if len(sides.sides) == 1:
        return pl.DataFrame()
    words = {"gone": "share of seats without a hostile orc", "score": "points", "won": "share of the wins"}
    return pl.DataFrame([
        {"what": words[curve.measure], "seats": group, **_ends("change", slope)}
        for curve in (sides.gone, sides.score, *([sides.won] if sides.won else []))
        for group, slope in zip(curve.groups, curve.slopes, strict=True)
    ])  # fmt: skip


def _taken_table(sides: Sides) -> pl.DataFrame:
    return pl.DataFrame([
        {"taken": "goods in mines" if name == "goods" else name, "side": side, **_ends("mean", mean)}
        for name, means in sides.taken.items()
        for side, mean in zip(sides.sides, means, strict=True)
    ])  # fmt: skip


def _furnishings_table(one: Evidence) -> pl.DataFrame:
    if not one.furnishings:
        return pl.DataFrame()
    points, gone = one.furnishings["score"], one.furnishings["gone"]
    table = points.table.select(
        "name", pl.col("effect").alias("points"), pl.col("low").alias("points_low"), pl.col("high").alias("points_high"),
        "p_adjusted", "discovery", "blocks",
    )  # fmt: skip
    return table.with_columns(
        pl.Series("furnishing", printed_names(points.effects.names)),
        **{name: pl.Series(name, values) for name, values in ends_of("all_gone", gone, len(table)).items()},
    ).select(
        "furnishing", "points", "points_low", "points_high", "all_gone", "all_gone_low", "all_gone_high",
        "p_adjusted", "discovery", "blocks", pl.col("name").alias("id"),
    ).sort("points", descending=True)  # fmt: skip
