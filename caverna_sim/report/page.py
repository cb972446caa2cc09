"""The report of a run: the general sections, and those that its game adds. The same run gives the same page, byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from caverna_sim.games import found_at
from caverna_sim.report.frame import Answer, Page, Section, page_at, page_text, write_page
from caverna_sim.report.sections import again, built, edges, following, games, parts, places, rests, scores, strength, wins
from caverna_sim.stats import summary
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, Run, Source, open_run
from caverna_sim.stats.words import amount, listed, plural

Maker = Callable[[Source], Section | None]
BEFORE: tuple[Maker, ...] = (scores.section, wins.section, edges.section, parts.section, built.section, places.section)
AFTER: tuple[Maker, ...] = (strength.section, games.section, rests.section, following.section, again.section)


def write_report(run: Run, out: str | Path, overwrite: bool = False) -> Path:
    """Write the report of a run and return its path; with `overwrite` also over a file that is no page of ours."""
    place = page_at(out, overwrite)
    return write_page(page_of(run), place)


def report(run: Run) -> str:
    """The page as text."""
    return page_text(page_of(run))


def page_of(run: Run) -> Page:
    """The page of a run."""
    source = open_run(run)
    facts = source.facts
    return Page(
        title=facts.name,
        tab=f"{facts.name}: report",
        about=(*([facts.description] if facts.description else []), who_played(source), source.sample.sentence),
        answer=tuple(Answer(text) for text in _unfinished(source)),
        how=_how(source),
        sections=tuple(_sections(source)),
    )


def who_played(source: Source) -> str:
    """The table of a run in a line."""
    facts = source.facts
    told = f"{plural(facts.players, 'player')}; {_bots(source)}; seating {facts.seating}; seed {facts.seed}."
    return f"{told} {warning}" if (warning := source.game.warning(facts)) else told


def _sections(source: Source) -> Iterator[Section]:
    first = source if source.long is None else source.first(MOST_DESCRIBED_GAMES)  # what games add is told of rows
    of_the_game = [(_maker(name), first) for name in source.game.sections]
    for maker, told in (*((one, source) for one in BEFORE), *of_the_game, *((one, source) for one in AFTER)):
        section = maker(told)
        if section is not None:
            yield section


def _maker(name: str) -> Maker:
    found: Maker = found_at(name)
    return found


def _bots(source: Source) -> str:
    if source.facts.scenario.get("draw") == "random":
        return f"bots drawn from {listed(source.facts.bots)}"
    if len(source.bots) == 1:
        return f"every bot is {source.bots[0]}"
    return f"bots {listed(source.facts.bots)}"


def _unfinished(source: Source) -> Iterator[str]:
    status, planned = source.run.manifest.get("status", "finished"), source.run.manifest.get("games")
    if status != "finished" and isinstance(planned, int):
        yield f"The run is not finished: {source.sample.games:,} of {planned:,} games were played."
    if source.sample.kind == "sample" and source.sample.blocks < LEAST_BLOCKS:
        yield f"With fewer than {LEAST_BLOCKS} blocks nothing is claimed; play more games."


def _how(source: Source) -> str:
    if source.sample.kind == "census":
        return "Every deal was played, so numbers are exact."
    text = "Intervals are at 95 % and count blocks (one set of chances in all its seatings), not games."
    if source.facts.players == 1:
        return text
    zone = f"Different, equivalent, undecided: all seats (or bots) taken together, equivalent within {amount(summary.EDGE, 'margin')}."
    return f"{text} {zone} {source.game.seat_note}"
