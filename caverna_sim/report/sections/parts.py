"""Where the points come from."""

from __future__ import annotations

from caverna_sim.report.part import Part, by_bot, ends
from caverna_sim.stats import summary
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import readable

TITLE = "Points by scoring part"


def section(source: Source) -> Part | None:
    """Mean points of every bot by scoring part."""
    if not any(name.startswith("part_") for name in source.seats.collect_schema().names()):
        return None
    found = summary.score_parts(source)
    names = readable(found.parts)
    rows = (
        {"part": name, "who": bot, **ends("points", means[index])}
        for index, name in enumerate(names)
        for bot, means in zip(found.bots, found.means, strict=True)
    )
    return Part({TITLE: by_bot(rows)}, (found.verdict,))
