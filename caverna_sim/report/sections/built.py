"""What seats got: how often, by whom, when, and what was never used."""

from __future__ import annotations

from caverna_sim.report.frame import Answer, Section
from caverna_sim.report.html import Cell, Rows, estimate, number_cell, paragraph, percent, picture, table
from caverna_sim.stats import summary, usage
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital, listed, plural


def section(source: Source) -> Section | None:
    """The things that the game names, where a run kept them."""
    what = source.game.built
    if what is None or not summary.has_table(source, what.table):
        return None
    found = usage.built(source)
    word = what.word
    note = (
        f"As built is a description, not the worth of a {word}: it compares seats that built it with seats of the same bot that did"
        " not, and those who could build it were often already doing well, or badly. Intervals hold for one row at a time."
    )
    told = f"{capital(what.words)}: built by how many seats, and as-built differences."
    parts = [paragraph(note, "warning"), picture(found.plot(), told, capital(what.words)), _use(found), _by_bot(found), _never(found)]
    return Section(what.table, capital(what.words), "\n".join(parts), (Answer(found.verdict),))


def _use(found: usage.Built) -> str:
    rows: Rows = [
        [
            thing.name, Cell(f"{thing.times:,}", thing.times), percent(thing.built), percent(thing.when_there),
            number_cell(100 * thing.in_games), number_cell(thing.round), estimate(thing.as_built, sign=True),
        ]
        for thing in found.things
    ]  # fmt: skip
    rows += [
        [name, Cell("0", 0), Cell("0", 0.0), Cell("0", 0.0), Cell("0", 0.0), *(Cell("\N{EN DASH}", -1e300) for _ in range(2))]
        for name in found.never.values()
    ]
    columns = [
        found.what.word, "times built", "% of seats", "% of seats when available", "% of games with it", "mean round",
        "as built (descriptive)",
    ]  # fmt: skip
    return table(f"{capital(found.what.words)} in {plural(found.games, 'game')}", columns, rows)


def _by_bot(found: usage.Built) -> str:
    """Who builds what, in % of the seats of a bot; left out when there is only one."""
    if len(found.bots) == 1:
        return ""
    rows: Rows = [[thing.name, *(number_cell(100 * share) for share in thing.by_bot)] for thing in found.things]
    return table(
        f"% of the seats of each bot that built it, in games in which the {found.what.word} was available",
        [found.what.word, *found.bots],
        rows,
    )


def _never(found: usage.Built) -> str:
    names = f" Never built: {listed(list(found.never.values()))}." if found.never else ""
    return paragraph(found.dead + names)
