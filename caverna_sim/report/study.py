"""The short form of a study in a notebook, its commands, and the way to its page."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from caverna_sim.report.asked import write_findings
from caverna_sim.report.findings import of_study
from caverna_sim.report.html import paragraph, picture
from caverna_sim.report.plain import HIDDEN, TYPED, folded
from caverna_sim.report.sections.following import MORE
from caverna_sim.stats.words import plural

if TYPE_CHECKING:
    from caverna_sim.experiments.study import Study

__all__ = ["MORE_GAMES", "TYPED", "command", "fragment", "main_table", "next_questions", "signed", "write_study"]

NOTEBOOK_ROWS = 60
# of a notebook, which has none of the colours of a page
NOTEBOOK_COLOURS = "--ink: #1b1b1b; --grey: #6b6b6b; --line: #d9d9d9; color: var(--ink); background: #fff; max-width: 46em"
ALL = "all"
MORE_GAMES = "Half the margin of error"


def write_study(study: Study, out: Path) -> Path:
    """Write the page of a study."""
    return write_findings(of_study(study), out)


def fragment(study: Study) -> str:
    """For a notebook: the answer, a picture, the table of all bots together, the doubts."""
    found = study.found
    parts = [*(paragraph(text, "warning") for text in found.before), paragraph(found.verdict)]
    parts += [picture(found.pictures[0].draw(None), found.pictures[0].text, found.pictures[0].title)] if found.pictures else []
    parts += [main_table(study, _of_all(study.table).head(NOTEBOOK_ROWS)), *(paragraph(text) for text in (*found.sentences, *found.doubts))]
    return "\n".join([f'<div style="{NOTEBOOK_COLOURS}">', *parts, "</div>"])


def _of_all(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of all bots together, where there are any."""
    together = frame.filter(pl.col("bot") == ALL) if "bot" in frame.columns else frame
    return together if len(together) else frame


def main_table(study: Study, frame: pl.DataFrame) -> str:
    """The main table: every estimate with its margin of error, everything else as it is."""
    estimates = [name for name in study.question.estimands if f"{name}_low" in frame.columns]
    hidden = [name for name in (*HIDDEN, *(["scenario"] if len(study.scenarios) == 1 else [])) if name in frame.columns]
    differences = signed(study, estimates)
    whole = len(study.table)
    caption = plural(whole, "row") if len(frame) == whole else f"{len(frame):,} of {plural(whole, 'row')}"
    signs = {name: name in differences for name in estimates}
    return folded(caption, study.question.title, frame.drop(hidden), signs, study.names, [one.name for one in study.scenarios])


def signed(study: Study, estimates: Sequence[str]) -> set[str]:
    """Estimates that are differences, and are shown with their sign: scores and shares are not."""
    return {name for name in estimates if study.question.signed and not (study.table[name].drop_nulls() >= 0).all()}


# ---------------------------------------------------------------- how it was made


def command(study: Study, times: int = 1, scenarios: Sequence[str] = (), options: Sequence[str] = ()) -> str:
    """The command that makes this study anew, or with so many times the games; scenarios and further options as somebody typed them."""
    words = ["caverna-sim", study.question.name, *(scenarios or study.typed)]
    every = [times * max(run.games_played for run in study.runs[one.name].values()) for one in study.scenarios]
    games = every[:: len(study.strengths) or 1]
    at = ["--strengths", ",".join(study.strengths)] if study.strengths else []
    told = ",".join(map(str, games if len(set(games)) > 1 else games[:1]))
    return shlex.join([*words, *study.question.arguments(), *at, *options, "--games", told])


def next_questions(study: Study) -> Iterator[tuple[str, str]]:
    """What one may ask after a study."""
    yield MORE_GAMES, command(study, MORE)
    name = study.typed[0]
    yield "How such a game goes, choice by choice", shlex.join(["caverna-sim", "watch", name, "--html", "game.html"])
    yield "How these tables score", shlex.join(["caverna-sim", "run", name, "--out", "runs/next"])
