"""How strong the bots are: what every answer rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from caverna_sim.report.part import Part, ends
from caverna_sim.stats import summary
from caverna_sim.stats.source import Source

TITLE = "How strong the bots are"


def section(source: Source) -> Part:
    """What bots do that good players avoid, and ratings where several meet."""
    found = summary.strength(source)
    about = source.run.manifest.get("bots")
    known: Mapping[str, Any] = about if isinstance(about, Mapping) else {}
    told = tuple(_told_bot(bot, known[bot]) for bot in found.bots if isinstance(known.get(bot), Mapping))
    rows = [_row(found, place) for place in range(len(found.bots))]
    tables = {TITLE: pl.DataFrame(rows)} if len(rows[0]) > 1 else {}
    return Part(tables, tuple(_notes(found)), doubts=(found.verdict,), played=told)


def _row(found: summary.Strength, place: int) -> dict[str, Any]:
    row: dict[str, Any] = {"bot": found.bots[place]}
    if found.ratings:
        row |= ends("strength", found.ratings.strengths[place])
    for one, means in found.careless:
        row |= ends(one.label, means[place])
    if found.ratings:
        row["share of wins that it expects"] = found.ratings.fit.expected[place][0]
    return row


def _notes(found: summary.Strength) -> Iterator[str]:
    if not found.ratings:
        return
    yield (
        f"Strength: a Plackett-Luce model of {found.rated_games:,} games on Elo's scale; 0 is the average here, +400 means ten times the"
        " odds. Trust it as far as the wins that it expects agree with those that were seen."
    )
    loops = [" > ".join(found.bots[bot] for bot in (*cycle, cycle[0])) for cycle in found.ratings.cycles]
    if loops:
        yield f"Cycles beyond chance: {'; '.join(loops)}."


def _told_bot(name: str, about: Mapping[str, Any]) -> str:
    words = [str(about.get("description") or "a bot of the scenario's own")]
    words += [f"tier {about['tier']}"] if about.get("tier") else []
    return f"{name}: {'; '.join(words)}."
