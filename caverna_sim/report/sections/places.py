"""Where seats went, by round."""

from __future__ import annotations

from caverna_sim.report.frame import Section
from caverna_sim.report.html import Cell, Rows, number_cell, pair, paragraph, picture, table
from caverna_sim.stats import summary, usage
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital, plural


def section(source: Source) -> Section | None:
    """The places that the game names; a hint where a run did not keep them."""
    what = source.game.places
    if what is None:
        return None
    title = f"{capital(what.words)} by round"
    if not summary.has_table(source, what.table):
        hint = f'{capital(what.table)} were not recorded; add "{what.table}" to `record` of the scenario to see them.'
        return Section(what.table, title, paragraph(hint, "soft"))
    found = usage.places(source)
    rows: Rows = []
    for name, used in zip(found.names, found.used, strict=True):
        best = max(range(len(used)), key=lambda index: (used[index], -index))
        most = Cell(f"{found.rounds[best]} ({100 * used[best]:.0f} %)", 100 * used[best])
        rows.append([name, number_cell(100 * sum(used) / len(used)), most])
    caption = f"Shares of {plural(found.games, 'game')} in which each was used, by round, most used first."
    figure = picture(found.plot(), caption, title)
    return Section(what.table, title, pair(figure, table(f"Use of {what.words}", [what.word, "% of rounds", "busiest round"], rows)))
