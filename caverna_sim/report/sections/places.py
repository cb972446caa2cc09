"""Where seats went, by round."""

from __future__ import annotations

import polars as pl

from caverna_sim.report.part import Part, without_ends
from caverna_sim.stats import summary, usage
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital

SHARE = "share of games"


def section(source: Source) -> Part | None:
    """The places that the game names; a hint where a run did not keep them."""
    what = source.game.places
    if what is None:
        return None
    if not summary.has_table(source, what.table):
        return Part(doubts=(f'{capital(what.table)} were not recorded; add "{what.table}" to `record` of the scenario to see them.',))
    found = usage.places(source)
    rows = [
        {what.column: place, "round": number, SHARE: share}
        for place, used in zip(found.places, found.used, strict=True)
        for number, share in zip(found.rounds, used, strict=True)
    ]
    return Part({f"{capital(what.words)} by round": without_ends(pl.DataFrame(rows), SHARE)}, (found.verdict,))
