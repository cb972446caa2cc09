"""Games worth looking at: the closest, the one with the highest score, the strangest."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from caverna_sim.report.part import Part
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, Source
from caverna_sim.stats.words import number


def section(source: Source) -> Part | None:
    """The games, with the command that shows each; nothing where no game can be shown, or the run has no folder."""
    folder = getattr(source.run, "path", None)
    if not source.game.watch or folder is None:
        return None
    run = shlex.quote(_from_here(folder))
    rows = [
        {"which": name, "game": game, "why": why, "to see it": source.game.watch.format(run=run, index=game)}
        for name, game, why in _games(source)
    ]
    return Part({"Games worth looking at": pl.DataFrame(rows)})


def _from_here(folder: Path) -> str:
    """A folder as it is typed; a page never tells where on a machine it was made."""
    whole, here = folder.resolve(), Path.cwd()
    return str(whole.relative_to(here)) if whole.is_relative_to(here) and whole != here else whole.name


def _games(source: Source) -> Iterator[tuple[str, int, str]]:
    """What makes each special, its number and why."""
    rows = source.first(MOST_DESCRIBED_GAMES).seats.with_columns(pl.col("bot").cast(pl.String)).collect().sort("game", "seat")
    if source.facts.players > 1:
        top = rows.group_by("game").agg(pl.col("score").top_k(2).sort(descending=True).cast(pl.Int64).alias("top"))
        lead = top.select("game", best=pl.col("top").list.get(0), lead=pl.col("top").list.get(0) - pl.col("top").list.get(1))
        closest = lead.sort("lead", "best", "game", descending=[False, True, False]).row(0, named=True)
        points = f"{closest['best']} points"
        shared = closest["lead"] == 0
        yield "closest", closest["game"], f"level at the top with {points}" if shared else f"won by {closest['lead']} with {points}"
    best = rows.sort("score", "game", descending=[True, False]).row(0, named=True)
    yield "highest", best["game"], f"{best['bot']} at seat {best['seat']} scores {best['score']}"
    parts = [name for name in rows.columns if name.startswith("part_")] or ["score"]
    unusual = [((pl.col(name) - pl.col(name).mean().over("bot")) / (pl.col(name).std().over("bot") + 0.5)) ** 2 for name in parts]
    apart = rows.with_columns(apart=pl.sum_horizontal(unusual).fill_nan(0).fill_null(0)).group_by("game").agg(pl.col("apart").mean())
    strange = apart.sort("apart", "game", descending=[True, False]).row(0, named=True)
    yield (
        "strangest",
        strange["game"],
        f"scoring parts {number(strange['apart'] ** 0.5, 1)} standard deviations from the usual",
    )
