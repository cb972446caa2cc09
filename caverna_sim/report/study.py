"""The page of a study, and its short form in a notebook: the answer, the picture, the table, the doubts, how it was made."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from caverna_sim.report.frame import Answer, Page, Section, made, write_page
from caverna_sim.report.html import Cell, Rows, number_cell, paragraph, picture, table
from caverna_sim.report.sections.following import MORE, following
from caverna_sim.stats.words import digits_for, named, number
from caverna_sim.toml import toml_text

if TYPE_CHECKING:
    from caverna_sim.experiments.study import Study

HIDDEN = ("low", "high", "pointwise", "p_adjusted", "discovery", "rank_low", "rank_high")  # told with the estimate they belong to
TYPED = ("bot", "plan", "against", "played_by", "against_bot", "scenario")  # hold names that one types: they stay as they are
NOTEBOOK_ROWS = 12
HOW = (
    "± is the margin of error at 95 % confidence, for all rows together. Blocks are what counts: a block is one set of chances, played in"
    " all its seatings."
)


def write_study(study: Study, out: Path) -> Path:
    """Write the page of a study."""
    found = study.found
    sections = [
        Section(_anchor(one.name), one.title, picture(one.draw(None), one.text, one.title)) for one in found.pictures
    ]  # fmt: skip
    sections.append(Section("table", "All numbers", main_table(study, study.table)))
    further = enumerate(found.tables.items(), 1)
    sections += [Section(f"more-{place}", title, plain_table(title, rows, study.names)) for place, (title, rows) in further]
    sections.append(following(tuple(_next(study)), "Scenarios are those below."))
    sections.append(Section("made", "How this was made", _made(study)))
    page = Page(
        title=study.question.title,
        about=(_about(study),),
        answer=(Answer(found.verdict), *(Answer(text) for text in found.sentences)),
        doubts=found.doubts,
        how=HOW,
        terms=tuple((name.replace("_", " "), text) for name, text in study.question.estimands.items()),
        sections=sections,
    )
    return write_page(page, out)


def _anchor(name: str) -> str:
    """A name as the end of a link: no blanks."""
    return re.sub(r"[^\w.-]+", "-", name)


def fragment(study: Study) -> str:
    """For a notebook: the answer, a picture, the head of the table, the doubts."""
    found = study.found
    parts = [paragraph(found.verdict)]
    parts += [picture(found.pictures[0].draw(None), found.pictures[0].text, found.pictures[0].title)] if found.pictures else []
    parts += [main_table(study, study.table.head(NOTEBOOK_ROWS)), *(paragraph(text) for text in (*found.sentences, *found.doubts))]
    return "\n".join(parts)


def _about(study: Study) -> str:
    tables = "; ".join(f"{one.name}: {one.summary}" for one in study.scenarios)
    return f"{study.games:,} games. {tables}."


# ---------------------------------------------------------------- tables


def main_table(study: Study, frame: pl.DataFrame) -> str:
    """The main table: every estimate with its margin of error, everything else as it is."""
    estimates = [name for name in study.question.estimands if f"{name}_low" in frame.columns]
    plain = frame.drop(name for name in HIDDEN if name in frame.columns)
    differences = signed(study, estimates)
    caption = f"{study.question.title} {len(frame):,} rows"
    return _folded(caption, plain, {name: name in differences for name in estimates}, study.names)


def plain_table(title: str, frame: pl.DataFrame, names: Mapping[str, str]) -> str:
    """Any other table; estimates, which have their ends beside them, with their margin of error."""
    if {"effect", "low", "high"} <= set(frame.columns):
        frame = frame.rename({"low": "effect_low", "high": "effect_high"})
    estimates = [name for name in frame.columns if f"{name}_low" in frame.columns]
    return _folded(title, frame, {name: not (frame[name].drop_nulls() >= 0).all() for name in estimates}, names)


def signed(study: Study, estimates: Sequence[str]) -> set[str]:
    """Estimates that are differences, and are shown with their sign: scores and shares are not."""
    return {name for name in estimates if study.question.signed and not (study.table[name].drop_nulls() >= 0).all()}


def _folded(caption: str, frame: pl.DataFrame, estimates: Mapping[str, bool], names: Mapping[str, str]) -> str:
    """A table with estimates folded into one column; with a sign where they say so."""
    ends = {f"{name}_{part}" for name in estimates for part in ("low", "high", "pointwise")}
    shown = [name for name in frame.columns if name not in ends]
    rows: Rows = [
        [_cell(row, name, names, name in estimates, estimates.get(name, False)) for name in shown] for row in frame.iter_rows(named=True)
    ]
    return table(caption, [name.replace("_", " ") for name in shown], rows)


def _cell(row: dict[str, Any], name: str, names: Mapping[str, str], is_estimate: bool, signed: bool) -> Cell | str:
    value = row[name]
    if value is None:
        return Cell("\N{EN DASH}", -1e300)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value if name in TYPED else named([value], names)[0]
    if isinstance(value, int):
        return Cell(f"{value:,}", float(value))
    if not is_estimate:
        return number_cell(value, 3)
    half = (row[f"{name}_high"] - row[f"{name}_low"]) / 2
    digits = max(1, digits_for(half)) if isfinite(half) and half > 0 else 2
    return Cell(f"{number(value, digits, sign=signed)} \N{PLUS-MINUS SIGN} {number(half, digits)}", value)


# ---------------------------------------------------------------- how it was made


def command(study: Study) -> str:
    """The command that makes this study anew."""
    words = ["caverna-sim", study.question.name, *(f"{one.name}.toml" for one in study.scenarios)]
    words += study.question.arguments()
    games = [max(run.games_played for run in runs.values()) for runs in study.runs.values()]
    return shlex.join([*words, "--games", ",".join(map(str, games if len(set(games)) > 1 else games[:1]))])


def _next(study: Study) -> Iterator[tuple[str, str]]:
    """What one may ask after a study."""
    words = shlex.split(command(study))
    place = words.index("--games")
    games = ",".join(str(MORE * int(part)) for part in words[place + 1].split(","))
    yield "Half the margin of error", shlex.join([*words[:place], "--games", games])
    name = f"{study.scenarios[0].name}.toml"
    yield "How such a game goes, choice by choice", shlex.join(["caverna-sim", "watch", name, "--html", "game.html"])
    yield "How these tables score", shlex.join(["caverna-sim", "run", name, "--out", "runs/next"])


def _made(study: Study) -> str:
    files = {f"{one.name}.toml": toml_text(one.to_data()).strip() for one in study.scenarios}
    return made(command(study), files, study.run.manifest)
