"""The page of a comparison: the verdict, then scores, wins, scoring parts, what was built and where seats went, each with its family."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from caverna_sim.files import Output
from caverna_sim.report.frame import Answer, Page, Section, made, page_at, write_page
from caverna_sim.report.html import Rows, estimate, number_cell, pair, paragraph, picture, table, verdict_cell
from caverna_sim.report.page import who_played
from caverna_sim.report.sections.again import scenario_file
from caverna_sim.report.sections.following import MORE, following
from caverna_sim.stats.comparison import Comparison, Effect
from caverna_sim.stats.moved import Moved, moved, not_kept
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import capital, listed

HOW = (
    "Verdicts are about scores of seats or bots, as asked. Each table below has intervals at 95 % confidence for all of its rows together."
    " Blue: more, orange: less, grey: may be nothing."
)
MANY = 16  # rows with long names get the whole width for their table


def write_comparison(found: Comparison, out: str | Path | Output, overwrite: bool = False) -> Path:
    """Write the page of a comparison and return its path."""
    place = out if isinstance(out, Output) else page_at(out, overwrite, "out")
    return write_page(page_of(found), place)


def page_of(found: Comparison) -> Page:
    """The page of a comparison."""
    kinds = () if found.is_same else moved(found)
    return Page(
        title=f"{found.names[1]} against {found.names[0]}",
        about=tuple(_about(found)),
        answer=(
            *([Answer(found.caution)] if found.caution else []),
            Answer(found.verdict.split(": ", 1)[1], found.overall),
            *(Answer(one.sentence) for one in kinds),
        ),
        doubts=tuple(_doubts(found)),
        how=HOW,
        sections=(
            _verdicts(found),
            *(_section(one) for one in kinds),
            _following(found),
            Section("made", "How this was made", _made(found)),
        ),
    )


def _about(found: Comparison) -> Iterator[str]:
    for name, source in zip(found.names, found.sources, strict=True):
        told = f"{source.facts.description} " if source.facts.description else ""
        yield f"{name}: {told}{who_played(source)} {source.sample.sentence}"


def _doubts(found: Comparison) -> Iterator[str]:
    if found.measure == "score" and not found.is_same:
        yield "The bots were tuned for the printed rules; how well they play a changed one depends on their tastes."
    if found.neighbours:
        yield found.neighbours
    missing = not_kept(found)
    if missing:
        yield f"Not compared, since one of the runs did not keep it: {listed(missing)}; add it to `record` and play again."


def _verdicts(found: Comparison) -> Section:
    """The comparison itself."""
    scale = 100 if found.measure == "won" else 1
    caption = "Differences with intervals that hold for all lines together; shaded: too little to matter."
    rows: Rows = [
        [
            effect.name, number_cell(scale * effect.first, 2), number_cell(scale * effect.second, 2),
            estimate(_interval(effect), sign=True, scale=scale), verdict_cell(effect.verdict),
        ]
        for effect in found.lines
    ]  # fmt: skip
    numbers = table(f"{capital(found.measure)} by {found.by}", [found.by, *found.names, "difference", "verdict"], rows)
    body = pair(picture(found.plot(), caption, f"{capital(found.measure)} by {found.by}"), numbers, len(rows[0]))
    return Section("verdict", f"{capital(found.measure)} by {found.by}", body + paragraph(found.how, "soft"))


def _interval(effect: Effect) -> Estimate:
    judged = effect.judged
    return Estimate(judged.value, judged.low, judged.high, judged.error)


def _section(one: Moved) -> Section:
    """One family: picture and table."""
    rows: Rows = []
    for name, row, shown in zip(one.names, one.table.iter_rows(named=True), one.family.shown, strict=True):
        interval = Estimate(row["effect"], row["low"], row["high"], row["error"])
        rows.append([name, number_cell(row["first"], 2), number_cell(row["second"], 2), estimate(interval, sign=True),
                     "yes" if shown else "no"])  # fmt: skip
    heads = [one.title.lower(), *one.runs, "difference", "shown"]
    caption = f"Difference in {one.unit}, {one.runs[1]} minus {one.runs[0]}, with intervals that hold for all rows together."
    body = pair(picture(one.plot(), caption, one.title), table(f"{one.title}: {one.unit}", heads, rows), len(heads) + (len(rows) > MANY))
    return Section(one.kind, one.title, body)


def _following(found: Comparison) -> Section:
    """What one may ask after a comparison."""
    first, second = (_file(name) for name in found.names)
    words = ["caverna-sim", "compare", first, second]
    asked = [("Half the margin of error", shlex.join([*words, "--games", str(MORE * max(found.games)), "--page", "comparison.html"]))]
    other = "bot" if found.by == "seat" else "seat"
    asked.append((f"A line for each {other}", shlex.join([*words, "--by", other, "--page", "comparison.html"])))
    if found.measure != "won":
        asked.append(("Who wins more often", shlex.join([*words, "--measure", "won", "--page", "comparison.html"])))
    asked.append(("How such a game goes, choice by choice", shlex.join(["caverna-sim", "watch", second, "--html", "game.html"])))
    return following(asked, f"{first} and {second} are below.")


def _made(found: Comparison) -> str:
    files = {_file(name): scenario_file(source.facts.scenario) for name, source in zip(found.names, found.sources, strict=True)}
    first = found.sources[0]
    words = ["caverna-sim", "compare", *files, "--games", str(max(found.games)), "--seed", str(first.facts.seed)]
    words += ["--by", found.by, "--measure", found.measure, "--smallest-effect", f"{found.smallest_effect:g}", "--page", "comparison.html"]
    return made(shlex.join(words), files, {**first.run.manifest, "rules_hash": first.facts.rules_hash})


def _file(name: str) -> str:
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '_', name).strip('_') or 'scenario'}.toml"
