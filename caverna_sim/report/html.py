"""Pieces of a page: text, tables that can be sorted, pictures."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING

from caverna_sim.errors import printable
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import digits_for, number, plus_minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "Cell", "Rows", "escape", "estimate", "number_cell", "paragraph", "picture", "prose", "table", "wide",
]  # fmt: skip

NONE = -1e300  # what is sorted below all numbers
NO_WIDTH = 1e-9  # what rounding leaves of a value that never varies
ONE_LINE = 32  # letters of a cell; longer texts take several lines
ONE_PIECE = 17  # letters of a word that a phone shows in the column that stays


@dataclass(frozen=True)
class Shown:
    """A value with its margin of error, before it is known how many digits it gets."""

    value: float
    width: float
    error: float
    sign: bool
    least: int
    most: int

    @property
    def digits(self) -> int:
        """As many as the error supports; what is not nothing does not look like nothing."""
        digits = max(self.least, digits_for(self.error, self.most))
        is_lost = isfinite(self.width) and self.width > 0 and round(self.width, digits) == 0
        return digits_for(self.width) if is_lost else digits

    def text(self, digits: int) -> str:
        """In words."""
        has_width = isfinite(self.width) and self.width > 0
        return plus_minus(self.value, self.width, digits, self.sign) if has_width else number(self.value, digits, self.sign)


@dataclass(frozen=True)
class Cell:
    """What a table shows in a cell, and what it is sorted by."""

    shown: str
    key: float | str
    is_html: bool = False
    estimate: Shown | None = None  # where a value has a margin of error: its column agrees on digits


Rows = list[list[Cell | str]]


def number_cell(value: float, digits: int = 1, sign: bool = False) -> Cell:
    """A number; a dash when there is none."""
    return Cell(number(value, digits, sign) if isfinite(value) else "\N{EN DASH}", value if isfinite(value) else NONE)


def estimate(one: Estimate | None, sign: bool = False, scale: float = 1.0, least: int = 1, most: int = 2) -> Cell:
    """A value and its margin of error, with as many digits as the error supports."""
    if one is None or not isfinite(one.value):
        return Cell("\N{EN DASH}", NONE)
    width = scale * one.half_width
    shown = Shown(scale * one.value, 0.0 if abs(width) < NO_WIDTH else width, scale * one.error, sign, least, most)
    return Cell(shown.text(shown.digits), scale * one.value, estimate=shown)


def escape(text: str) -> str:
    """A text as HTML, with escapes for what would command a terminal that the page is printed on."""
    return html.escape(printable(text, "\n\N{NO-BREAK SPACE}"))


def breakable(text: str) -> str:
    """A text as HTML, where a long name such as `forest_exploration_3` may go on in the next line between its words."""
    return re.sub(rf"\S{{{ONE_PIECE + 1},}}", lambda word: re.sub(r"([_.])(?=\w)", r"\1<wbr>", word[0]), escape(text))


def prose(text: str) -> str:
    """Plain text as HTML; what stands in backticks can be typed."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return f'<p class="{kind}">{prose(text)}</p>' if kind else f"<p>{prose(text)}</p>"


def wide(text: str) -> Cell:
    """A text that may take several lines."""
    return Cell(f'<span class="wide">{breakable(text)}</span>', text, is_html=True)


def table(
    caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell | str]], name: str = "", aligned: bool = True, sorts: bool = True
) -> str:
    """A table; a click on a heading sorts it. Texts stand left, numbers right, those of a column with the same digits if `aligned`.

    `name` is what it is called where its caption says something else, such as how long it is. Where there is no script it does not sort.
    """
    rows = _in_columns(rows) if aligned else rows
    is_text = [all(isinstance(_key(row[index]), str) for row in rows) for index in range(len(columns))]
    head = "".join(
        f'<th scope="col"{"" if text else _RIGHT}>{_BUTTON.format(escape(column)) if sorts else escape(column)}</th>'
        for column, text in zip(columns, is_text, strict=True)
    )
    body = "\n".join("<tr>" + "".join(_cell(cell, text, sorts) for cell, text in zip(row, is_text, strict=True)) + "</tr>" for row in rows)
    label = escape(name or caption)
    return (
        f'<div class="table">\n<p class="caption">{escape(caption)}</p>\n'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">'
        f'<table{_SORTED if sorts else ""} aria-label="{label}">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div></div>"
    )


def _in_columns(rows: Sequence[Sequence[Cell | str]]) -> Sequence[Sequence[Cell | str]]:
    """Estimates of a column with the same digits, so that they stand below each other: as many as its smallest error supports."""
    columns = [[cell.estimate for cell in column if isinstance(cell, Cell) and cell.estimate] for column in zip(*rows, strict=True)]
    digits = [
        max((one.digits for one in column if one.width > 0), default=max((one.least for one in column), default=0)) for column in columns
    ]
    return [
        [
            replace(cell, shown=cell.estimate.text(digits[number_])) if isinstance(cell, Cell) and cell.estimate else cell
            for number_, cell in enumerate(row)
        ]
        for row in rows
    ]


_RIGHT = ' class="number"'
_TEXT = ' class="text"'
_SORTED = ' class="sortable"'
_BUTTON = '<span role="button" tabindex="0">{}</span>'


def _key(cell: Cell | str) -> float | str:
    return cell if isinstance(cell, str) else cell.key


def _cell(cell: Cell | str, is_text: bool, sorts: bool) -> str:
    if isinstance(cell, str) and not is_text:  # a word among numbers, such as a dash: sorted as if it were the least
        cell = Cell(cell, NONE)
    if isinstance(cell, str) and len(cell) > ONE_LINE:
        cell = wide(cell)
    shown = breakable(cell) if isinstance(cell, str) else cell.shown if cell.is_html else escape(cell.shown)
    key = "" if isinstance(cell, str) or not sorts else f' data-key="{escape(str(cell.key))}"'
    kind = "" if is_text == sorts else _RIGHT if sorts else _TEXT  # in plain tables numbers are the rule
    return f"<td{kind}{key}>{shown}</td>"


def picture(figure: Figure, caption: str, label: str) -> str:
    """A figure as SVG inside the page, with its caption as the text for who cannot see it; the same figure gives the same text."""
    return f"<figure>{svg(figure, label, caption)}<figcaption>{escape(caption)}</figcaption></figure>"


# colours of figures that follow the page from light to dark; others are the same on both
_FOLLOW = {"#1b1b1b": "var(--ink)", "#6b6b6b": "var(--grey)", "#d9d9d9": "var(--line)", "#000000": "var(--ink)"}


def svg(figure: Figure, label: str, told: str = "") -> str:
    """A figure as an SVG element that scales with the page and takes on its colours."""
    import matplotlib as mpl

    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": label, "svg.fonttype": "path"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # names of groups repeat from picture to picture
    glyphs = f"{re.sub(r'[^a-z0-9]+', '-', label.lower())}-"
    text = re.sub(r'(id="|href="#)(DejaVu)', rf"\1{glyphs}\2", text)
    text = re.sub(r"\n\s*", "\n", text)
    for colour, follows in _FOLLOW.items():
        text = text.replace(colour, follows)
    width, height = re.findall(r'<svg[^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"', text)[0]
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    alt = escape(f"{label}: {told}" if told else label)
    head = f'<svg role="img" aria-label="{alt}" viewBox="0 0 {width} {height}" {spaces}>'
    return head + text[text.index(">") + 1 :].strip()
