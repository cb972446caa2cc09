"""The page of a study, and its short form in a notebook: the answer, the picture, the table, the doubts, how it was made."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from caverna_sim.report.frame import Answer, Page, Section, made, write_page
from caverna_sim.report.html import Cell, Rows, estimate, number_cell, paragraph, picture, table
from caverna_sim.report.sections.following import MORE, following
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import named, plural
from caverna_sim.toml import toml_text

if TYPE_CHECKING:
    from caverna_sim.experiments.study import Study

OTHER_CRITERIA = ("p_adjusted", "discovery", "p_same_everywhere")  # are in files; on a page shown is what an interval shows
HIDDEN = ("low", "high", "pointwise", "rank_low", "rank_high", *OTHER_CRITERIA)  # told with the estimate they belong to
TYPED = ("bot", "plan", "against", "played_by", "against_bot", "scenario", "seats")  # hold names that one types: they stay as they are
PARTS = "part"  # of a score: words, also where a thing has the same name
MIXED = ("measure", "what", "what changes", "estimate")  # columns of tables whose rows are in different units
LEAST_CHANCE = 0.001
NOTEBOOK_ROWS = 12
MORE_GAMES = "Half the margin of error"
HOW = (
    "± is the margin of error at 95 % confidence, for all rows together. Blocks are what counts: a block is one set of chances, played in"
    " all its seatings."
)


def write_study(study: Study, out: Path) -> Path:
    """Write the page of a study."""
    from caverna_sim.experiments.study import parts_of

    found = study.found
    sections = [
        Section(_anchor(one.name), one.title, picture(one.draw(None), one.text, one.title)) for one in found.pictures
    ]  # fmt: skip
    sections.append(Section("table", "All numbers", main_table(study, study.table)))
    of_one = f", {study.scenarios[0].name}" if len(study.scenarios) == 1 else ""
    further = ((place, title.removesuffix(of_one), rows) for place, (title, rows) in enumerate(found.tables.items(), 1))
    sections += [Section(f"more-{place}", title, plain_table(title, rows, study)) for place, title, rows in further if len(rows)]
    sections.append(following(tuple(_next(study)), "Scenarios are those below."))
    sections.append(Section("made", "How this was made", _made(study)))
    page = Page(
        title=study.question.title,
        tab=f"{', '.join(one.name for one in study.scenarios)}: {study.question.title}",
        about=_about(study),
        answer=tuple(Answer(text) for text in (*found.before, *parts_of(found.verdict), *found.sentences)),
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
    parts = [*(paragraph(text, "warning") for text in found.before), paragraph(found.verdict)]
    parts += [picture(found.pictures[0].draw(None), found.pictures[0].text, found.pictures[0].title)] if found.pictures else []
    parts += [main_table(study, study.table.head(NOTEBOOK_ROWS)), *(paragraph(text) for text in (*found.sentences, *found.doubts))]
    return "\n".join(parts)


def _about(study: Study) -> tuple[str, ...]:
    """What was played: of every scenario its description, who sat there, and how many games all its runs have."""
    played = {name: sum(run.games_played for run in runs.values()) for name, runs in study.runs.items()}
    return tuple(f"{one.name}: {one.description and f'{one.description} '}{one.told(played[one.name])}." for one in study.scenarios)


# ---------------------------------------------------------------- tables


def main_table(study: Study, frame: pl.DataFrame) -> str:
    """The main table: every estimate with its margin of error, everything else as it is."""
    estimates = [name for name in study.question.estimands if f"{name}_low" in frame.columns]
    hidden = [name for name in (*HIDDEN, *(["scenario"] if len(study.scenarios) == 1 else [])) if name in frame.columns]
    differences = signed(study, estimates)
    whole = len(study.table)
    caption = plural(whole, "row") if len(frame) == whole else f"{len(frame):,} of {plural(whole, 'row')}"
    return _folded(caption, study.question.title, frame.drop(hidden), {name: name in differences for name in estimates}, study)


def plain_table(title: str, frame: pl.DataFrame, study: Study) -> str:
    """Any other table; estimates, which have their ends beside them, with their margin of error."""
    if {"effect", "low", "high"} <= set(frame.columns):
        frame = frame.rename({"low": "effect_low", "high": "effect_high"})
    frame = frame.drop("id", *OTHER_CRITERIA, strict=False)
    estimates = [name for name in frame.columns if f"{name}_low" in frame.columns]
    signs = {name: not (frame[name].drop_nulls() >= 0).all() for name in estimates}
    return _folded(plural(len(frame), "row"), title, frame, signs, study)


def signed(study: Study, estimates: Sequence[str]) -> set[str]:
    """Estimates that are differences, and are shown with their sign: scores and shares are not."""
    return {name for name in estimates if study.question.signed and not (study.table[name].drop_nulls() >= 0).all()}


def _folded(caption: str, title: str, frame: pl.DataFrame, estimates: Mapping[str, bool], study: Study) -> str:
    """A table with estimates folded into one column; with a sign where they say so."""
    ends = {f"{name}_{part}" for name in estimates for part in ("low", "high", "pointwise")}
    shown = [name for name in frame.columns if name not in ends]
    columns = [
        _estimates(frame, name, estimates[name]) if name in estimates else _plain(frame[name], study.names) for name in shown
    ]  # fmt: skip
    tables = {one.name for one in study.scenarios}
    heads = [name if name in tables else name.replace("_", " ") for name in shown]
    rows: Rows = [list(row) for row in zip(*columns, strict=True)]
    return table(caption, heads, rows, title, aligned=not set(MIXED) & set(shown))


NOTHING = "\N{EN DASH}"


def _estimates(frame: pl.DataFrame, name: str, signed: bool) -> list[Cell | str]:
    """A column of values with their margins of error."""
    values, low, high = (frame[column].cast(pl.Float64).to_list() for column in (name, f"{name}_low", f"{name}_high"))
    return [
        number_cell(nan) if None in (value, a, b) else estimate(Estimate(value, a, b, (b - a) / 4), sign=signed)
        for value, a, b in zip(values, low, high, strict=True)
    ]


def _plain(column: pl.Series, names: Mapping[str, str]) -> list[Cell | str]:
    """Anything else: words, counts, numbers without a margin of error."""
    name, values = column.name, column.to_list()
    if name == "seat":
        return ["all" if value is None else str(value) for value in values]
    if column.dtype == pl.Boolean:
        return [NOTHING if value is None else "yes" if value else "no" for value in values]
    if column.dtype.is_integer():
        return [number_cell(nan) if value is None else Cell(f"{value:,}", float(value)) for value in values]
    if column.dtype.is_float():
        if name.startswith("p_"):
            return [_chance(value) for value in values]
        digits = _digits(value for value in values if value is not None)
        return [number_cell(nan if value is None else value, digits) for value in values]
    printed = {} if name == PARTS else names
    return [NOTHING if value is None else str(value) if name in TYPED else named([str(value)], printed)[0] for value in values]


def _chance(value: float | None) -> Cell | str:
    """A p-value; one that rounds to nothing is not nothing."""
    if value is None or value >= LEAST_CHANCE:
        return number_cell(nan if value is None else value, 3)
    return Cell(f"< {LEAST_CHANCE}", value)


def _digits(values: Iterable[float]) -> int:
    """As many as numbers without a margin of error need: all when they are few, else three in all."""
    known = [value for value in values if isfinite(value)]
    exact = next((digits for digits in range(3) if all(abs(round(value, digits) - value) < 1e-9 for value in known)), None)
    largest = max(map(abs, known), default=0.0)
    return exact if exact is not None else 1 if largest >= 10 else 2 if largest >= 1 else 3


# ---------------------------------------------------------------- how it was made


def command(study: Study, times: int = 1, scenarios: Sequence[str] = (), options: Sequence[str] = ()) -> str:
    """The command that makes this study anew, or with so many times the games; scenarios and further options as somebody typed them."""
    words = ["caverna-sim", study.question.name, *(scenarios or study.typed)]
    every = [times * max(run.games_played for run in runs.values()) for runs in study.runs.values()]
    games = every[:: len(study.strengths) or 1]
    at = ["--strengths", ",".join(study.strengths)] if study.strengths else []
    told = ",".join(map(str, games if len(set(games)) > 1 else games[:1]))
    return shlex.join([*words, *study.question.arguments(), *at, *options, "--games", told])


def _next(study: Study) -> Iterator[tuple[str, str]]:
    """What one may ask after a study."""
    yield MORE_GAMES, command(study, MORE)
    name = study.typed[0]
    yield "How such a game goes, choice by choice", shlex.join(["caverna-sim", "watch", name, "--html", "game.html"])
    yield "How these tables score", shlex.join(["caverna-sim", "run", name, "--out", "runs/next"])


def _made(study: Study) -> str:
    files = {f"{one.name}.toml": toml_text(one.to_data()).strip() for one in study.given or study.scenarios}
    seconds = sum(float(run.manifest.get("seconds", 0.0)) for runs in study.runs.values() for run in runs.values())
    return made(command(study), files, {**study.run.manifest, "seconds": seconds})
