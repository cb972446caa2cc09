"""Scores of every bot."""

from __future__ import annotations

from caverna_sim.report.frame import Answer, Section
from caverna_sim.report.html import Rows, estimate, number_cell, pair, picture, table
from caverna_sim.stats import summary
from caverna_sim.stats.source import Source

SHOWN = (0.05, 0.5, 0.95)  # quantiles in the table


def section(source: Source) -> Section:
    """How the bots scored."""
    found = summary.scores(source)
    figure = picture(found.plot(), "Distribution of scores; the middle half is darker, the line is the mean.", "Scores by bot")
    columns = ["bot", "mean", "spread", *(f"{100 * share:.0f}\N{NO-BREAK SPACE}%" for share in SHOWN)]
    rows: Rows = [
        [one.bot, estimate(one.mean), number_cell(one.sd), *(number_cell(value, 0) for value in _quantiles(one))] for one in found.bots
    ]
    caption = "Scores: mean with its margin of error, standard deviation, and the score below which 5, 50 and 95 % lie"
    return Section("scores", "Scores", pair(figure, table(caption, columns, rows)), (Answer(found.verdict),))


def _quantiles(one: summary.BotScores) -> list[int]:
    return [one.quantiles[summary.QUANTILES.index(share)] for share in SHOWN]
