"""Parts of the page of a run that only Neanderthal has: tribes, hunts, dice, climate."""

from __future__ import annotations

import polars as pl

from caverna_sim.games.neanderthal.ids import note
from caverna_sim.games.neanderthal.ids.things import CLASSES
from caverna_sim.games.neanderthal.tables import OF_SEAT
from caverna_sim.report.part import Part, described, means_by_bot, means_by_group, table_of_means
from caverna_sim.stats import summary
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, Source, needed
from caverna_sim.stats.words import percent

_LOST = ("born", "killed_hunting", "killed_fighting", "killed_chaos")
_FACES = tuple(range(1, 7))


def tribes(source: Source) -> Part | None:
    """What tribes are at the end, how many were born and died, and what each species made of it."""
    columns = (*OF_SEAT, *_LOST)
    means = means_by_bot(source, columns)
    if not means:
        return None
    best = next(iter(means))
    own = {name: one.value for name, one in means[best].items()}
    sentence = (
        f"A tribe of {best}, the best bot here, ends with {own['tribesmen']:.1f} tribesmen at home, of {own['born']:.1f} born;"
        f" {own['killed_hunting']:.1f} died hunting, {own['killed_fighting']:.1f} fighting, {own['killed_chaos']:.1f} in chaos."
    )
    seats = source.seats.with_columns(tribal=(pl.col("converted") > 0))
    species = {
        "Species": means_by_group(
            source, seats, "species", source.game.names(source.facts), {"score": "points", "won": "share of the wins"}
        ),
        "Tribal at the end": means_by_group(source, seats, "bot", {}, {"tribal": "share of the seats"}),
    }
    return Part({"The tribe at the end": table_of_means("of a tribe", columns, means), **species}, (sentence,))


def hunts(source: Source) -> Part | None:
    """How hunts of each class went."""
    if not summary.has_table(source, "hunts"):
        return None
    rows = described(source, "hunts").with_columns(losses=pl.col("bitten") + pl.col("frozen"))
    words = {
        "hunters": "hunters", "success": "share that succeed", "babies": "babies", "losses": "bloody and frozen dice",
        "plundered": "share that is plundered",
    }  # fmt: skip
    found = means_by_group(source, rows, "class", {}, words, CLASSES)
    return Part({"Hunts by class of game": found})


def dice(source: Source) -> Part | None:
    """How often each face fell in hunts (before threes count as ones) and in courtship; luck evens out."""
    if not summary.has_table(source, "hunts") or not summary.has_table(source, "courtships"):
        return None
    counted = {
        face: pl.col("dice").str.count_matches(str(face)).cast(pl.Int64) + {1: -1, 3: 1}.get(face, 0) * pl.col("converted")
        for face in _FACES
    }
    hunting = described(source, "hunts").select(one.alias(str(face)) for face, one in counted.items()).sum().collect().row(0)
    courting = described(source, "courtships").filter(pl.col("die") > 0).group_by("die").len().collect()
    often = dict(courting.iter_rows())
    thrown, wooed = sum(hunting), sum(often.values())
    if not thrown:
        return None
    rows = [
        {
            "face": str(face),
            "share of hunters' dice": fell / thrown,
            "share of suitors' dice": often.get(face, 0) / wooed if wooed else None,
        }
        for face, fell in zip(_FACES, hunting, strict=True)
    ]
    sentence = f"{thrown:,} dice of hunters and {wooed:,} of suitors; a fair die shows each face in {percent(1 / 6)}."
    return Part({"Faces of the dice": pl.DataFrame(rows)}, (sentence,))


def climate(source: Source) -> Part | None:
    """How cold it got: cards that moved in a game, ice on the rows after each turn, and how games ended."""
    if not summary.has_table(source, "climate"):
        return None
    first = source.first(MOST_DESCRIBED_GAMES)
    games = needed(first.run, "games").join(first.blocks.select("game"), on="game", how="semi")
    told = games.select(pl.len(), pl.col("turns").mean(), pl.col("ice").mean(), frozen=(pl.col("ended").cast(pl.String) == "ice").mean())
    count, turns, ice, frozen = told.collect().row(0)
    moved = described(source, "climate").with_columns(pl.col("move", "fate").cast(pl.String))
    fates = moved.group_by("move", "fate").agg((pl.len() / count).alias("times a game")).sort("move", "fate").collect()
    order = pl.DataFrame({"fate": note.FATES})
    change = (pl.col("fate") == "ice").cast(pl.Int64) - (pl.col("fate") == "melted").cast(pl.Int64)
    by_turn = moved.group_by("turn").agg(change.sum().alias("change")).sort("turn").collect()
    rows = by_turn.select(pl.col("turn").alias("round"), (pl.col("change").cum_sum() / count).alias("ice sheets"))
    sentence = f"A game lasts {turns:.1f} turns and ends with {ice:.1f} ice sheets; {percent(frozen)} of the games end because all is ice."
    tables = {"Ice after each turn": rows, "Cards that climate moved": order.join(fates, on="fate").select("move", "fate", "times a game")}
    return Part(tables, (sentence,))
