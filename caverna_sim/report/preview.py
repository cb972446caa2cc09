"""The small picture of a page, for cards and links: some of its first rows with their intervals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from math import isfinite
from pathlib import Path

from markupsafe import Markup

from caverna_sim.report.answer import Line
from caverna_sim.report.html import escape

ROW, LEFT, RIGHT, WIDTH = 22, 150, 52, 340
COLOURS = 32  # of a file: lines, letters and their edges


def chosen(every: Sequence[Line], most: int) -> list[Line]:
    """The first rows and the last, each thing once."""
    lines = [line for place, line in enumerate(every) if line.name not in {one.name for one in every[:place]}]
    if len(lines) <= most:
        return list(lines)
    last = sum(line.value < 0 for line in lines[-(most // 3) :])
    return [*lines[: most - last], *lines[len(lines) - last :]]


def picture(lines: Sequence[Line], label: str, most: int = 6) -> Markup:
    """Rows as SVG that follows light and dark; rows in units of their own have no common axis, and show numbers alone."""
    rows = [line for line in chosen(lines, most) if isfinite(line.value)]
    drawn = _marks(rows) if len({line.is_percent for line in rows}) == 1 else [""] * len(rows)
    parts = []
    for place, (line, marks) in enumerate(zip(rows, drawn, strict=True)):
        y = ROW * place
        name = line.name if len(line.name) < 23 else f"{line.name[:21]}\N{HORIZONTAL ELLIPSIS}"
        parts.append(f'<text x="0" y="{y + 15}" class="ink">{escape(name)}</text>')
        parts.append(f'<text x="{WIDTH}" y="{y + 15}" text-anchor="end" class="ink">{escape(line.text)}</text>')
        parts.append(f'<g transform="translate({LEFT} {y + 11})">{marks}</g>')
    told = escape(f"{label}: {', '.join(f'{line.name} {line.text}' for line in rows)}")
    head = f'<svg role="img" aria-label="{told}" viewBox="0 0 {WIDTH} {ROW * max(1, len(rows))}" xmlns="http://www.w3.org/2000/svg">'
    return Markup(f"{head}<title>{told}</title>{''.join(parts)}</svg>")


BLACK, GREY, BLUE, ORANGE = "#1b1b1b", "#6b6b6b", "#0067a3", "#b34700"  # of asked.css, by light
PAPER = {"ink": BLACK, "up": BLUE, "down": ORANGE, "flat": GREY, "plain": BLACK, "zero": GREY}


def alone(lines: Sequence[Line], label: str, most: int = 12) -> str:
    """The same as a file of its own: black on white."""
    style = "".join(
        f".{name}{{fill:{colour};stroke:{colour if name != 'ink' else 'none'};stroke-width:2}}" for name, colour in PAPER.items()
    )
    drawn = str(picture(lines, label, most))
    head, rest = drawn.split(">", 1)
    paper = '<rect x="-8" y="-4" width="100%" height="100%" fill="#fff"/>'
    box = re.sub(
        r'viewBox="0 0 (\d+) (\d+)"',
        lambda size: f'width="{2 * int(size[1])}" viewBox="-8 -4 {int(size[1]) + 16} {int(size[2]) + 8}"',
        head,
    )
    return f'{box} font-family="sans-serif" font-size="11"><style>{style}</style>{paper}{rest}\n'


def _marks(rows: Sequence[Line]) -> list[str]:
    ends = [end for line in rows for end in (line.value, line.low, line.high) if isfinite(end)]
    low, high = min([0.0, *ends] if rows[0].is_signed else ends), max([0.0, *ends] if rows[0].is_signed else ends)
    width = WIDTH - LEFT - RIGHT - 8

    def at(value: float) -> str:
        return f"{width * (value - low) / ((high - low) or 1.0):.1f}"

    drawn = []
    for line in rows:
        kind = ("flat", "up", "down")[line.shown] if line.is_signed else "plain"
        zero = f'<line class="zero" x1="{at(0)}" x2="{at(0)}" y1="-11" y2="11"/>' if rows[0].is_signed else ""
        ends_ = (line.low, line.high) if isfinite(line.low) and isfinite(line.high) else (line.value, line.value)
        reach = f'{zero}<line class="{kind}" x1="{at(ends_[0])}" x2="{at(ends_[1])}" y1="0" y2="0"/>'
        drawn.append(f'{reach}<circle class="{kind}" cx="{at(line.value)}" cy="0" r="4"/>')
    return drawn


def png(lines: Sequence[Line], title: str, unit: str, out: Path) -> Path:
    """The same as a file for those who show links with a picture."""
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from PIL import Image  # which draws for matplotlib

    rows = [line for line in chosen(lines, 9) if isfinite(line.value)][::-1]
    colours = {1: BLUE, -1: ORANGE, 0: GREY}
    with mpl.rc_context({"font.size": 11, "svg.hashsalt": title}):
        figure = Figure(figsize=(8, 4.2), layout="constrained")
        axes = figure.add_subplot()
        for place, line in enumerate(rows):
            colour = colours[line.shown] if line.is_signed else BLACK
            if isfinite(line.low):
                axes.plot([line.low, line.high], [place, place], color=colour, linewidth=2)
            axes.plot([line.value], [place], "o", color=colour)
        if rows and rows[0].is_signed:
            axes.axvline(0, color=GREY, linewidth=0.8)
        axes.set_yticks(range(len(rows)), [line.name for line in rows])
        axes.set_xlabel(unit)
        axes.set_title(title, loc="left", wrap=True, fontsize=14)
        axes.spines[["top", "right", "left"]].set_visible(False)
        drawn = BytesIO()
        figure.savefig(drawn, dpi=80)
    Image.open(drawn).convert("RGB").quantize(COLOURS).save(out, format="png", optimize=True)
    return out
