"""How strong the bots are: what every answer rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.report.frame import Section
from caverna_sim.report.html import Cell, Rows, escape, estimate, pair, paragraph, percent, picture, table
from caverna_sim.stats import summary
from caverna_sim.stats.source import Source


def section(source: Source) -> Section:
    """The bots of a run; the sentence on their strength is a doubt of the first screen."""
    found = summary.strength(source)
    return Section("strength", "How strong the bots are", strength_told(source, found), doubts=(found.verdict,))


def strength_told(source: Source, found: summary.Strength, who: str = "") -> str:
    """Scores, carelessness and ratings; `who` keeps the names of pictures of several runs apart."""
    about = source.run.manifest.get("bots")
    known: Mapping[str, Any] = about if isinstance(about, Mapping) else {}
    columns = ["bot", "mean score", *(one.label for one, _ in found.careless)]
    columns += ["wins in %", "strength", "wins it expects"] if found.ratings else []
    rows: Rows = []
    for number, bot in enumerate(found.bots):
        row: list[Cell | str] = [bot, estimate(found.scores[number]), *(estimate(means[number]) for _, means in found.careless)]
        if found.ratings:
            expected = f"{100 * found.ratings.fit.expected[number][0]:.1f}"
            row += [percent(found.ratings.win_shares[number]), estimate(found.ratings.strengths[number], sign=True, least=0), expected]
        rows.append(row)
    figure = picture(found.plot(), "Shares of wins of the bots in these games, with intervals.", f"Strength of the bots{who}")
    right = table("Bots in this run, with margins of error", columns, rows) + "".join(paragraph(note, "soft") for note in _notes(found))
    told = [_told_bot(bot, known[bot]) for bot in found.bots if isinstance(known.get(bot), Mapping)]
    return pair(figure, right + (f"<dl>{''.join(told)}</dl>" if told else ""))


def _notes(found: summary.Strength) -> list[str]:
    if not found.ratings:
        return []
    scale = (
        f"Strength: a Plackett-Luce model of {found.rated_games:,} games on Elo's scale; 0 is the average here, +400 means ten times the"
        " odds. Trust it as far as the wins that it expects agree with those that were seen."
    )
    loops = [" > ".join(found.bots[bot] for bot in (*cycle, cycle[0])) for cycle in found.ratings.cycles]
    return [scale, *([f"Cycles beyond chance: {'; '.join(loops)}"] if loops else [])]


def _told_bot(name: str, about: Mapping[str, Any]) -> str:
    words = [str(about.get("description") or "a bot of the scenario's own")]
    words += [f"tier {about['tier']}"] if about.get("tier") else []
    return f"<dt>{escape(name)}</dt><dd>{escape('; '.join(words))}</dd>"
