"""Who wins how often."""

from __future__ import annotations

from caverna_sim.report.frame import Answer, Section
from caverna_sim.report.html import Rows, pair, percent, picture, table
from caverna_sim.stats import summary
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.source import Source


def section(source: Source) -> Section | None:
    """Shares of wins by bot and seat; nothing for who plays alone."""
    if source.facts.players == 1:
        return None
    found = summary.wins(source)
    figure = picture(found.plot(), "Shares of wins with intervals; a tie shares the win.", "Shares of wins by bot and seat")
    by_both = {(share.bot, share.seat): share.won for share in found.by_both}
    columns = ["bot", "all seats", *(f"seat {share.seat}" for share in found.by_seat)]
    rows: Rows = [
        [str(one.bot), percent(one.won), *(percent(by_both.get((one.bot, seat.seat))) for seat in found.by_seat)] for one in found.by_bot
    ]
    if len(found.by_bot) > 1:
        rows.append(["all bots", percent(Estimate(found.fair, found.fair, found.fair, 0.0)), *(percent(one.won) for one in found.by_seat)])
    caption = f"Share of wins in %, with its margin of error; {100 * found.fair:.1f} % if all were equal"
    return Section("wins", "Wins", pair(figure, table(caption, columns, rows), len(columns)), (Answer(found.verdict),))
