"""Whether the openings that a scenario asks for were played, as the table `assigned` of a run tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from caverna_sim.errors import CavernaError

if TYPE_CHECKING:
    import polars as pl


class Assigned(Protocol):
    """A run, finished or not."""

    manifest: Any

    def table(self, name: str) -> pl.LazyFrame:
        """A table by name."""


def compliance(run: Assigned) -> pl.DataFrame:
    """How often each placement of an opening went where it was to go: seat, number, opening, games, complied (a share)."""
    import polars as pl

    played = run.table("assigned").filter((pl.col("kind") == "opening") & (pl.col("opening") != "own"))
    text = pl.col("opening").cast(pl.String)
    told = played.group_by("seat", "number", text).agg(pl.len().alias("games"), pl.col("complied").mean())
    return told.sort("seat", "number", "opening").collect()


def openings_in_words(run: Assigned) -> list[str]:
    """One phrase for each placement of an opening that was asked for, and one for all of those that were drawn."""
    openings = run.manifest["scenario"].get("opening") or {}
    if not openings or "assigned" not in run.manifest.get("tables", ()):
        return []
    try:
        rows = compliance(run).to_dicts()
    except CavernaError:  # nothing is finished yet
        return []
    fixed = [row for row in rows if f"seat_{row['seat']}" in openings]
    drawn = [row for row in rows if row not in fixed]
    return [_of_placement(row) for row in fixed] + ([_of_drawn(drawn)] if drawn else [])


def _of_placement(row: dict[str, Any]) -> str:
    """What became of a placement of a fixed opening."""
    which = f"placement {row['number']} of seat {row['seat']}"
    games, share, space = row["games"], row["complied"], row["opening"]
    if share == 1.0:
        return f"{which} went to {space} in all {games:,} games, as it was to"
    if share == 0.0:
        return f"{which} went to {space} in none of {games:,} games: it could not be used then, and the bot chose another space"
    return f"{which} went to {space}, as it was to, in {_percent(share)} of {games:,} games; in the others it could not be used then"


def _of_drawn(rows: Sequence[dict[str, Any]]) -> str:
    placements = sum(row["games"] for row in rows)
    complied = sum(row["games"] * row["complied"] for row in rows)
    worst = min(rows, key=lambda row: row["complied"])
    rest = "" if complied == placements else f"; least often to {worst['opening']} ({_percent(worst['complied'])})"
    return f"of {placements:,} placements for which a space was drawn, {_percent(complied / placements)} went there{rest}"


def _percent(share: float) -> str:
    """A share that rounds to all or none of it only when it is."""
    return f"{min(99.9, max(0.1, 100 * share)):.1f} %" if 0.0 < share < 1.0 else f"{100 * share:.0f} %"
