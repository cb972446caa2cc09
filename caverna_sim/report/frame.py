"""The frame of every page: the answer first, contents that stay in view, sections, doubts, how it was made. One file, no network.

The same page gives the same bytes. A study makes its page from what it found, and says nothing twice:

    from caverna_sim.report.frame import Answer, Page, Section, made, write_page
    from caverna_sim.report.html import pair, picture, table

    page = Page(
        title="What things are worth: my_scenario",
        about=("Points that a thing brings to a seat.", source.sample.sentence),  # small, below the title
        answer=(Answer("The first thing is worth 2.1 points (1.3 to 2.9).", "different"), ...),  # the first screen
        doubts=("These are games of bots that score 76 on average.",),  # what to keep in mind
        how="Margins of error are at 95 % confidence.",  # how to read the numbers, once
        sections=(
            Section("effects", "Effects", pair(picture(study.plot(), caption, "Effects"), table(caption, columns, rows))),
            *sections_of(source),  # strength of bots, what it rests on: report/sections
            Section("made", "How this was made", made(commands, files, manifest)),
        ),
    )
    write_page(page, out)

Tables can be sorted, filtered, copied and saved as CSV; the first column stays in view. Figures are SVG that follow light and dark.
A section is a module: a function from what was found to a `Section`, or None when there is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import isfinite
from pathlib import Path
from typing import Any

from caverna_sim.files import PAGE_MARK, Output
from caverna_sim.report import html
from caverna_sim.report.html import Cell, table
from caverna_sim.report.rendering import rendered


@dataclass(frozen=True)
class Answer:
    """A sentence of the first screen, with its verdict as a badge if it has one."""

    text: str
    verdict: str = ""


@dataclass(frozen=True)
class Section:
    """A part of a page with a heading; `answer` goes to the first screen."""

    anchor: str
    title: str
    body: str  # HTML, made of the pieces of html.py
    answer: tuple[Answer, ...] = ()
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page before it is written down."""

    title: str
    sections: Sequence[Section]
    tab: str = ""  # what a browser shows of it among others; the title when empty
    about: Sequence[str] = ()
    answer: Sequence[Answer] = ()  # before those of the sections
    doubts: Sequence[str] = ()
    how: str = ""
    terms: Sequence[tuple[str, str]] = ()  # what names mean


def page_at(out: str | Path, overwrite: bool = False, option: str = "--out") -> Output:
    """Where a page goes; CavernaError when it cannot go there, or would take the place of something that is no page of ours."""
    return Output(out, "report", option, lambda beginning: PAGE_MARK.encode() in beginning, overwrite)


def write_page(page: Page, out: str | Path | Output) -> Path:
    """Write a page and return its path."""
    place = out if isinstance(out, Output) else page_at(out)
    return place.write(page_text(page))


def page_text(page: Page) -> str:
    """The page as text."""
    lines = [*page.answer, *(line for section in page.sections for line in section.answer)]
    doubts = [*page.doubts, *(doubt for section in page.sections for doubt in section.doubts)]
    told = {"title": page.title, "tab": page.tab, "page": page, "lines": lines, "doubts": doubts}
    return rendered("run.html", style="page.css", script="page.js", **told)


# ---------------------------------------------------------------- how it was made


def made(commands: str, files: Mapping[str, str], manifest: Mapping[str, Any], rules: str = "rules") -> str:
    """The commands that make it again, the files they need, and the versions behind it."""
    parts = [html.paragraph("Save the files below under their names and run the commands; the games are the same on every machine.")]
    parts += [html.code_block(commands, "commands"), *(html.code_block(text, name) for name, text in files.items())]
    rows: list[list[Cell | str]] = [[name, value] for name, value in _versions(manifest, rules)]
    parts += [table("What made these games", ["part", "version"], rows)] if rows else []
    return "\n".join(parts)


def _versions(manifest: Mapping[str, Any], rules: str) -> Iterator[tuple[str, str]]:
    versions = manifest.get("versions")
    told = {rules: manifest.get("rules_hash"), "engine": manifest.get("engine"), **(versions if isinstance(versions, Mapping) else {})}
    yield from ((name, str(value)) for name, value in told.items() if value)
    seconds = manifest.get("seconds")
    if isinstance(seconds, int | float) and isfinite(seconds) and seconds >= 1:
        yield "played in", str(timedelta(seconds=round(seconds)))
