"""What goes with an opening: which things a seat gets and which places it uses later, more or less often than without.

Openings are drawn by lot, so what differs afterwards was made by them. All openings and things are asked at once; shown is what is clear
among so many questions, with intervals that allow for having been picked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import polars as pl
from scipy.special import stdtrit

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import seats_of
from caverna_sim.experiments.study import at
from caverna_sim.games import told_of
from caverna_sim.stats.discoveries import RATE, adjusted, level_after_selection
from caverna_sim.stats.effects import least_squares
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import interval, listed, named, number, readable

BUILT, USED = "built", "used later"
SCALE = {BUILT: 100.0, USED: 1.0}
UNIT = {BUILT: "% of the seats that build it", USED: "uses a game"}
LEAST_EFFECT = {BUILT: 2.0, USED: 0.05}  # less is not worth a row, however sure
OF_EACH = 6  # rows of an opening
SCHEMA = {
    "opening": pl.String, "what": pl.String, "thing": pl.String, "without": pl.Float64, "effect": pl.Float64, "low": pl.Float64,
    "high": pl.Float64, "p_adjusted": pl.Float64,
}  # fmt: skip


def followed(run: Run, drawn: pl.DataFrame, own: str, length: int) -> pl.DataFrame:
    """For each opening what the focal seat then builds or uses more or less often than when its bot opens as it likes.

    `drawn` has a row for each block with its seat and opening. `effect` is in percent of the seats for things, in uses a game for
    places; the placements of the opening itself do not count.
    """
    of_block = drawn.unique("block").select("block", pl.col("seat").cast(pl.Int64), "opening").sort("block")
    # A frame, not a plan: polars changes the order of joins, and things joined with blocks by seat alone fill any memory.
    focal = seats_of(run).select("game", "block", pl.col("seat").cast(pl.Int64)).join(of_block.lazy(), on=["block", "seat"]).collect()
    counts = focal.group_by("block").agg(pl.len().cast(pl.Float64).alias("games")).sort("block")
    blocks = counts["block"].to_numpy()
    of_block = of_block.filter(pl.col("block").is_in(blocks.tolist()))
    if of_block.filter(pl.col("opening") == own)["block"].len() < 2:
        return pl.DataFrame(schema=SCHEMA)
    openings = [name for name in of_block["opening"].unique().sort().to_list() if name != own]
    design, names = _design(of_block, openings)
    found: list[dict[str, object]] = []
    for what, thing, uses in _outcomes(run, focal, blocks, length):
        outcome = SCALE[what] * uses / counts["games"].to_numpy()
        try:
            fit = least_squares(outcome, design, names).only(openings)
        except CavernaError:  # too few blocks
            return pl.DataFrame(schema=SCHEMA)
        without = float(outcome[of_block["opening"].to_numpy() == own].mean())
        found += [
            {"opening": opening, "what": what, "thing": thing, "without": without, "effect": float(value), "error": float(error),
             "p": float(p), "degrees": fit.degrees}
            for opening, value, error, p in zip(openings, fit.values, fit.errors, fit.p_values, strict=True) if error > 0
        ]  # fmt: skip
    return _clear(found)


def _design(of_block: pl.DataFrame, openings: list[str]) -> tuple[Floats, list[str]]:
    """A column for each opening, and for each focal seat but the first: seats are drawn too, and are not alike."""
    seats = of_block["seat"].unique().sort().to_list()[1:]
    opening, seat = of_block["opening"].to_numpy(), of_block["seat"].to_numpy()
    columns = [opening == name for name in openings] + [seat == one for one in seats]
    return np.column_stack(columns).astype(np.float64), [*openings, *(f"seat {one}" for one in seats)]


def _outcomes(run: Run, focal: pl.DataFrame, blocks: np.ndarray, length: int) -> Iterator[tuple[str, str, Floats]]:
    """How often the focal seat of each block got each thing, and used each place after its opening."""
    seats = focal.select("game", "seat", "block").lazy()
    game = told_of(run.manifest)
    assert game.built is not None and game.places is not None
    thing, place = pl.col(game.built.column), pl.col(game.places.column)
    built = needed(run, game.built.table).select("game", pl.col("seat").cast(pl.Int64), thing.cast(pl.String).alias("thing")).unique()
    placed = needed(run, game.places.table).select(
        "game", pl.col("seat").cast(pl.Int64), "round", "turn", place.cast(pl.String).alias("thing")
    )
    later = placed.sort("game", "seat", "round", "turn").filter(pl.int_range(pl.len()).over("game", "seat") >= length)
    for what, rows in ((BUILT, built), (USED, later.select("game", "seat", "thing"))):
        often = rows.join(seats, on=["game", "seat"]).group_by("thing", "block").agg(pl.len().alias("uses")).collect(engine="streaming")
        for (thing,), part in sorted(often.partition_by(["thing"], as_dict=True).items()):
            uses = np.zeros(len(blocks))
            uses[np.searchsorted(blocks, part["block"].to_numpy())] = part["uses"].to_numpy()
            yield what, str(thing), uses


def _clear(found: list[dict[str, object]]) -> pl.DataFrame:
    """What is clear and large enough to be told, the clearest of each opening first."""
    if not found:
        return pl.DataFrame(schema=SCHEMA)
    every = pl.DataFrame(found)
    every = every.with_columns(pl.Series("p_adjusted", adjusted(every["p"].to_numpy())))
    least = pl.col("what").replace_strict(LEAST_EFFECT)
    told = every.filter((pl.col("p_adjusted") <= RATE) & (pl.col("effect").abs() >= least))
    level = level_after_selection(len(told), len(every))
    half = pl.Series(told["error"].to_numpy() * stdtrit(told["degrees"].to_numpy(), 1 - (1 - level) / 2))
    told = told.with_columns((pl.col("effect") - half).alias("low"), (pl.col("effect") + half).alias("high"))
    order = (pl.col("effect") / pl.col("error")).abs()
    first = told.sort("opening", order, descending=[False, True]).group_by("opening", maintain_order=True).head(OF_EACH)
    return first.select(*SCHEMA)


def opening_in_words(opening: str) -> str:
    """One placement, or two."""
    return " then ".join(readable([space])[0] for space in opening.split(", "))


def in_words(name: str, table: pl.DataFrame, openings: list[str], names: Mapping[str, str]) -> list[str]:
    """What goes with some openings."""
    told = []
    for opening in openings:
        rows = table.filter(pl.col("opening") == opening).head(3)
        if len(rows):
            things = [
                f"{named([row['thing']], names)[0]} {number(row['effect'], 0 if row['what'] == BUILT else 2, sign=True)}"
                f" ({interval(row['low'], row['high'], 0 if row['what'] == BUILT else 2, sign=True)}) {UNIT[row['what']]}"
                for row in rows.iter_rows(named=True)
            ]
            told.append(at(name, f"after {opening_in_words(opening)}: {listed(things)}."))
    return told
