"""The frame of the page of a line (games/caverna/show/line_page.py): the answer first, contents that stay in view, sections. One file, no
network. Pages of studies and runs are asked.py's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from caverna_sim.files import PAGE_MARK, Output
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
    links: Sequence[tuple[str, str]] = ()  # to pages beside it


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
