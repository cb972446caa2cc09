"""Seats and bots against their table."""

from __future__ import annotations

from caverna_sim.report.frame import Answer, Section
from caverna_sim.report.html import Rows, estimate, pair, picture, table, verdict_cell
from caverna_sim.stats import summary
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.source import Source


def section(source: Source) -> Section | None:
    """How far each seat and each bot is above the mean of its table."""
    if source.facts.players == 1:
        return None
    every = [summary.edges(source, "seat"), *([summary.edges(source, "bot")] if len(source.bots) > 1 else [])]
    answers = [Answer(edges.verdict, edges.overall) for edges in every]
    if source.facts.neighbours:
        answers.append(Answer(source.facts.neighbours))
    if is_confounded(source):
        answers.append(Answer("Every bot kept its seat, so what the seat does and what the bot does cannot be told apart."))
    return Section("seats", "Seats and bots against their table", "\n".join(_told(edges) for edges in every), tuple(answers))


def is_confounded(source: Source) -> bool:
    """Whether seats and bots cannot be told apart."""
    return source.facts.seating == "fixed" and len(source.bots) > 1


def _told(edges: summary.Edges) -> str:
    caption = f"Points of each {edges.by} above the mean of its table; grey: undecided."
    figure = picture(edges.plot(), caption, f"Points above the table by {edges.by}")
    rows: Rows = [
        [
            edge.name,
            estimate(Estimate(edge.judged.value, edge.judged.low, edge.judged.high, edge.judged.error), sign=True),
            verdict_cell(edge.judged.verdict),
        ]
        for edge in _in_order(edges)
    ]
    together = f", all {len(rows)} {edges.by}s together" if len(rows) > 1 else ""
    heading = f"Points above the mean of the table with their margin of error{together}"
    return pair(figure, table(heading, [edges.by, "above", "verdict"], rows))


def _in_order(edges: summary.Edges) -> list[summary.Edge]:
    return sorted(edges.edges, key=lambda edge: -edge.judged.value) if edges.by == "bot" else list(edges.edges)
