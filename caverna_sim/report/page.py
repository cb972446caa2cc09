"""The report of a run: the general parts, and those that its game adds, as a page one can ask (asked.py). The same run gives the same page,
byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path

from caverna_sim.games import found_at
from caverna_sim.report.asked import page_text, write_findings
from caverna_sim.report.findings import NOT_TRIED, Findings, Group, commit, date_of, strength_of, things_of, versions_of
from caverna_sim.report.part import Part
from caverna_sim.report.sections import built, following, games, parts, places, rests, scores, strength
from caverna_sim.stats import summary
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, Run, Source, open_run
from caverna_sim.stats.words import amount, duration, listed, plural

Maker = Callable[[Source], Part | None]
BEFORE: tuple[Maker, ...] = (scores.section, parts.section, built.section, places.section)
AFTER: tuple[Maker, ...] = (strength.section, games.section, rests.section)


def write_report(run: Run, out: str | Path, overwrite: bool = False) -> Path:
    """Write the report of a run and return its path; with `overwrite` also over a file that is no page of ours."""
    return write_findings(page_of(run), out, overwrite)


def report(run: Run) -> str:
    """The page as text."""
    return page_text(page_of(run))


def page_of(run: Run) -> Findings:
    """What the page of a run tells."""
    source = open_run(run)
    facts, game = source.facts, source.game
    told = tuple(_parts(source))
    short = tuple(_unfinished(source))
    return Findings(
        study="run",
        question=f"{facts.name}: {facts.description}" if facts.description else facts.name,
        game=game.name,
        groups=(Group(facts.name, facts.name, facts.players, strength_of(facts.bots, facts.name, facts.scenario), facts.bots),),
        games=source.sample.games,
        tables={title: table for one in told for title, table in one.tables.items() if len(table)},
        verdict=told[0].sentences,
        sentences=tuple(text for one in told[1:] for text in one.sentences),
        before=(*short, *(text for one in told for text in one.before)),
        doubts=(*filter(None, [game.warning(facts)]), *(text for one in told for text in one.doubts)),
        how=_how(source),
        played=(f"{who_played(source)} {source.sample.sentence}", *(text for one in told for text in one.played)),
        judged=NOT_TRIED if _is_short(source) else told[0].judged,
        things=things_of(run, game.names(facts)),
        command=following.again(source),
        following=tuple(following.following(source)),
        files=following.files(facts),
        versions={**versions_of([run]), **_time(source)},
        date=date_of([run]),
        commit=commit(),
    )


def who_played(source: Source) -> str:
    """The table of a run in a line."""
    facts = source.facts
    told = f"{plural(facts.players, 'player')}; {_bots(source)}; seating {facts.seating}; seed {facts.seed}."
    return f"{told} {warning}" if (warning := source.game.warning(facts)) else told


def _parts(source: Source) -> Iterator[Part]:
    first = source if source.long is None else source.first(MOST_DESCRIBED_GAMES)  # what games add is told of rows
    of_the_game = [(_maker(name), first) for name in source.game.sections]
    for maker, told in (*((one, source) for one in BEFORE), *of_the_game, *((one, source) for one in AFTER)):
        part = maker(told)
        if part is not None:
            yield part


def _maker(name: str) -> Maker:
    found: Maker = found_at(name)
    return found


def _bots(source: Source) -> str:
    if source.facts.scenario.get("draw") == "random":
        return f"bots drawn from {listed(source.facts.bots)}"
    if len(source.bots) == 1:
        return f"every bot is {source.bots[0]}"
    return f"bots {listed(source.facts.bots)}"


def _is_short(source: Source) -> bool:
    """Whether there are too few games to claim anything."""
    return source.sample.kind == "sample" and source.sample.blocks < LEAST_BLOCKS


def _unfinished(source: Source) -> Iterator[str]:
    status, planned = source.run.manifest.get("status", "finished"), source.run.manifest.get("games")
    if status != "finished" and isinstance(planned, int):
        yield f"The run is not finished: {source.sample.games:,} of {planned:,} games were played."
    if _is_short(source):
        yield f"With fewer than {LEAST_BLOCKS} blocks nothing is claimed; play more games."


def _time(source: Source) -> dict[str, str]:
    seconds = source.run.manifest.get("seconds")
    return {"played in": duration(seconds)} if isinstance(seconds, int | float) and isfinite(seconds) and seconds >= 1 else {}


def _how(source: Source) -> str:
    if source.sample.kind == "census":
        return "Every deal was played, so numbers are exact."
    text = "Intervals are at 95 % and count blocks (one set of chances in all its seatings), not games."
    if source.facts.players == 1:
        return text
    zone = f"Different, equivalent, undecided: all seats (or bots) taken together, equivalent within {amount(summary.EDGE, 'margin')}."
    return f"{text} {zone} {source.game.seat_note}"
