"""Scores and wins of every bot, of every seat, and of every bot in every seat: the first picture of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from caverna_sim.report.findings import MAIN
from caverna_sim.report.part import Part, ends
from caverna_sim.stats import summary
from caverna_sim.stats.ratings import LEVEL
from caverna_sim.stats.source import Source

BOTS, SEATS, BOTH = "bots", "seats", "bots at seats"
Rows = Iterator[dict[str, Any]]
SHARES = tuple(f"{100 * share:.0f}\N{NO-BREAK SPACE}%" for share in summary.QUANTILES)  # columns: below which so many scores lie


def section(source: Source) -> Part:
    """How bots and seats scored, how far they lay above their table, how often they won."""
    scores = summary.scores(source)
    alone = source.facts.players == 1
    wins = None if alone else summary.wins(source)
    edges = () if alone else tuple(summary.edges(source, by) for by in _by(source))
    rows = [*_bots(scores), *([] if alone else _places(source))]
    told = {row["who"]: row for row in rows}
    for one in edges:
        for edge in one.edges:
            told[edge.name] |= ends("above", edge.judged)
    if wins is not None:
        for share in (*wins.by_bot, *wins.by_seat, *wins.by_both):
            told[_name(share.bot, share.seat)] |= ends("win_share", share.won)
    table = pl.DataFrame([row for row in rows if len(source.bots) > 1 or row["of"] != BOTH], infer_schema_length=None)
    confounded = ("Every bot kept its seat, so what the seat does and what the bot does cannot be told apart.",)
    verdicts = (scores.verdict, *([wins.verdict] if wins else []), *(one.verdict for one in edges))
    neighbours = tuple(filter(None, [source.facts.neighbours]))
    judged = edges[-1].overall if edges else ""
    return Part({MAIN: table}, verdicts, confounded if is_confounded(source) else (), neighbours, judged=judged)


def is_confounded(source: Source) -> bool:
    """Whether seats and bots cannot be told apart."""
    return source.facts.players > 1 and source.facts.seating == "fixed" and len(source.bots) > 1


def _by(source: Source) -> tuple[str, ...]:
    return ("seat", "bot") if len(source.bots) > 1 else ("seat",)


def _bots(scores: summary.Scores) -> Rows:
    for one in scores.bots:
        shares = dict(zip(SHARES, one.quantiles, strict=True))
        yield {"who": one.bot, "of": BOTS if len(scores.bots) > 1 else SEATS, **ends("score", one.mean), "spread": one.sd, **shares}


def _places(source: Source) -> Rows:
    """Seats, and bots in seats."""
    nothing: Mapping[str, Any] = dict.fromkeys(("spread", *SHARES))
    for by, of in ((("seat",), SEATS), (("bot", "seat"), BOTH)):
        for key, sums in source.sums(by, ("score",)).items():
            name = _name(str(key[0]) if of == BOTH else None, int(key[-1]))
            yield {"who": name, "of": of, **ends("score", sums.mean("score", source.sample.remaining, LEVEL)), **nothing}


def _name(bot: str | None, seat: int | None) -> str:
    """What a row is called."""
    return ", ".join([*([bot] if bot else []), *([f"seat {seat}"] if seat is not None else [])])
