"""Where the points come from."""

from __future__ import annotations

from caverna_sim.report.frame import Section
from caverna_sim.report.html import MOST_COLUMNS, Rows, estimate, pair, picture, table
from caverna_sim.stats import summary
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import listed, readable

MOST_BOTS = 3  # with their parts in a table beside a picture


def section(source: Source) -> Section | None:
    """Mean points of every bot by scoring part, in the groups of the game."""
    if not any(name.startswith("part_") for name in source.seats.collect_schema().names()):
        return None
    found = summary.score_parts(source)
    several = [f"{name}: {listed(readable(parts))}" for name, parts in found.groups.items() if len(parts) > 1]
    caption = f"Mean points by group of scoring parts; what is lost stands left of 0. {'; '.join(several)}."
    figure = picture(found.plot(), caption, "Scoring parts by bot")
    rows: Rows = [
        [name, *(estimate(means[index]) for means in found.means)] for index, name in enumerate(readable(found.parts))
    ]  # fmt: skip
    means = table("Mean points by scoring part, with their margin of error", ["part", *found.bots], rows)
    return Section("parts", "Where the points come from", pair(figure, means, len(found.bots) + MOST_COLUMNS - MOST_BOTS))
