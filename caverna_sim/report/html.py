"""Pieces of a page: text, tables that can be sorted, pictures."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import TYPE_CHECKING

from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import digits_for, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Cell", "badge", "code_block", "escape", "estimate", "number_cell", "paragraph", "percent", "picture", "section", "table"]


@dataclass(frozen=True)
class Cell:
    """What a table shows in a cell, and what it is sorted by."""

    shown: str
    key: float | str
    is_html: bool = False


def number_cell(value: float, digits: int = 1, sign: bool = False) -> Cell:
    """A number; a dash when there is none."""
    return Cell(number(value, digits, sign) if isfinite(value) else "\N{EN DASH}", value if isfinite(value) else -1e300)


def estimate(one: Estimate | None, sign: bool = False, scale: float = 1.0, least: int = 1, most: int = 2) -> Cell:
    """A value and half the length of its interval, with as many digits as the error supports."""
    if one is None or not isfinite(one.value):
        return Cell("\N{EN DASH}", -1e300)
    digits = max(least, digits_for(scale * one.error, most))
    width = scale * one.half_width
    if isfinite(width) and width > 0 and round(width, digits) == 0:
        digits = digits_for(width)
    shown = number(scale * one.value, digits, sign)
    if isfinite(width) and width > 0:
        shown += f" \N{PLUS-MINUS SIGN} {number(width, digits)}"
    return Cell(shown, scale * one.value)


def percent(one: Estimate | None) -> Cell:
    """A share in percent with half the length of its interval."""
    return estimate(one, scale=100, least=0, most=1)


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def badge(verdict: str) -> str:
    """A verdict that stands out; the word itself carries the meaning."""
    return f'<span class="badge {escape(verdict)}">{escape(verdict)}</span>'


def code_block(text: str, label: str) -> str:
    """Text to be copied."""
    return f'<pre tabindex="0" aria-label="{escape(label)}"><code>{escape(text)}</code></pre>'


def section(anchor: str, title: str, *parts: str) -> str:
    """A part of the page with a heading."""
    return f'<section id="{anchor}"><h2>{escape(title)}</h2>\n' + "\n".join(part for part in parts if part) + "\n</section>"


def table(caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell | str]]) -> str:
    """A table; a click on a heading sorts it. Texts stand left, numbers right."""
    is_text = [all(isinstance(_key(row[index]), str) for row in rows) for index in range(len(columns))]
    head = "".join(
        f'<th scope="col"{"" if text else _RIGHT}><button type="button">{escape(name)}</button></th>'
        for name, text in zip(columns, is_text, strict=True)
    )
    body = "\n".join("<tr>" + "".join(_cell(cell, text) for cell, text in zip(row, is_text, strict=True)) + "</tr>" for row in rows)
    return (
        f'<p class="caption">{escape(caption)}</p>\n<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f'<table class="sortable" aria-label="{escape(caption)}">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


_RIGHT = ' class="number"'


def _key(cell: Cell | str) -> float | str:
    return cell if isinstance(cell, str) else cell.key


def _cell(cell: Cell | str, is_text: bool) -> str:
    shown = escape(cell) if isinstance(cell, str) else cell.shown if cell.is_html else escape(cell.shown)
    key = "" if isinstance(cell, str) else f' data-key="{escape(str(cell.key))}"'
    return f"<td{'' if is_text else _RIGHT}{key}>{shown}</td>"


def picture(figure: Figure, caption: str, label: str) -> str:
    """A figure as SVG inside the page; the same figure gives the same text."""
    return f"<figure>{svg(figure, label)}<figcaption>{escape(caption)}</figcaption></figure>"


def svg(figure: Figure, label: str) -> str:
    """A figure as an SVG element that scales with the page."""
    import matplotlib as mpl

    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": label, "svg.fonttype": "path"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # names of groups repeat from picture to picture
    glyphs = f"{re.sub(r'[^a-z0-9]+', '-', label.lower())}-"
    text = re.sub(r'(id="|href="#)(DejaVu)', rf"\1{glyphs}\2", text)
    text = re.sub(r"\n\s*", "\n", text)
    width, height = re.findall(r'<svg[^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"', text)[0]
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    head = f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {width} {height}" {spaces}>'
    return head + text[text.index(">") + 1 :].strip()
