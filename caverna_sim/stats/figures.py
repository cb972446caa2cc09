"""Pictures of results: matplotlib figures, narrow enough for a phone, in colours that everybody can tell apart.

Made without pyplot, so nothing is kept open and no window system is needed.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import cycle
from math import isfinite
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from caverna_sim.errors import CavernaError, cut, printable, shown
from caverna_sim.stats.ratings import Estimate, Floats
from caverna_sim.stats.words import number

if TYPE_CHECKING:
    import polars as pl

    from caverna_sim.stats.comparison import Comparison, Pilot
    from caverna_sim.stats.many import Comparisons
    from caverna_sim.stats.summary import Edges, Parts, Scores, Strength, Wins
    from caverna_sim.stats.usage import Built, Places

WIDTH = 5.2  # inches; with 10 point letters it can be read on a phone
INK, GREY, PALE = "#1b1b1b", "#6b6b6b", "#d9d9d9"
BLUE, ORANGE = "#0072B2", "#D55E00"
# Okabe and Ito (2008)
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00", "#CC79A7", "#999999")
ON_LIGHT = "#1a1a1a"  # letters on a light colour, whatever the page is like
MOST_THINGS = 60
MOST_LETTERS = 48  # of a name in a figure


class Picture(Figure):
    """A figure that notebooks show by themselves."""

    def _repr_svg_(self) -> str:
        out = io.StringIO()
        self.savefig(out, format="svg")
        return out.getvalue()


def canvas(height: float, axes: Axes | None) -> tuple[Figure, Axes]:
    """A figure with empty axes, or the axes given."""
    if axes is not None:
        if not isinstance(axes, Axes):
            raise CavernaError(f"plot: {shown(axes)} is not allowed; give the axes of a figure, or leave them out")
        figure = axes.get_figure(root=True)
        if figure is None:
            raise CavernaError("plot: the axes belong to no figure; give those of a figure, or leave them out")
        return figure, axes
    figure = Picture(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.add_subplot()


def written(name: str, most: int = MOST_LETTERS) -> str:
    """A name from outside as any figure can write it: short, no mathematics, and an escape for each letter that the font lacks."""
    known = _letters(tuple(mpl.rcParams["font.family"]))
    text = "".join(one if ord(one) in known else one.encode("unicode_escape").decode() for one in printable(name))
    text = cut(text, most).replace("$", r"\$")  # dollar signs enclose mathematics
    return f" {text}" if text.startswith("_") else text  # legends leave out what begins so


@lru_cache(maxsize=8)
def _letters(families: tuple[str, ...]) -> frozenset[int]:
    """What the fonts in use can write."""
    return frozenset(letter for family in families for letter in get_font(findfont(FontProperties(family=[family]))).get_charmap())


def clean(axes: Axes) -> None:
    """Axes without a box."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(GREY)
    axes.tick_params(length=0, colors=INK, labelsize=9.5)
    axes.grid(visible=True, axis="x", color=PALE, linewidth=0.7)
    axes.set_axisbelow(True)


def rows(axes: Axes, names: Sequence[str]) -> None:
    """One named row for each, the first on top."""
    axes.set_yticks(range(len(names)), [written(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)


def dots(axes: Axes, estimates: Sequence[Estimate], scale: float = 1.0, colours: Sequence[str] | str = BLUE, first: float = 0.0) -> None:
    """A dot and an interval in each row."""
    every = [colours] * len(estimates) if isinstance(colours, str) else colours
    for row, (one, colour) in enumerate(zip(estimates, every, strict=True)):
        if isfinite(one.low):
            axes.plot([one.low * scale, one.high * scale], [row + first] * 2, color=colour, linewidth=2.2, solid_capstyle="round")
        axes.plot([one.value * scale], [row + first], "o", color=colour, markersize=5.5)


# ---------------------------------------------------------------- scores and wins


def scores(found: Scores, axes: Axes | None = None) -> Figure:
    """Distributions of scores, one row for each bot, with the mean, and the middle half darker."""
    figure, axes = canvas(1.0 + 0.62 * len(found.bots), axes)
    for row, one in enumerate(found.bots):
        points, counts = np.array(one.points), np.array(one.counts, float)
        every = np.arange(points.min(), points.max() + 1)
        heights = np.zeros(len(every))
        heights[points - points.min()] = counts
        heights = _smooth(heights) / max(_smooth(heights).max(), 1e-12) * 0.82
        base = row + 0.42
        axes.fill_between(every, base, base - heights, color=BLUE, alpha=0.28, linewidth=0)
        middle = (every >= one.quantiles[1]) & (every <= one.quantiles[3])
        axes.fill_between(every, base, base - heights, where=middle.tolist(), color=BLUE, alpha=0.5, linewidth=0)
        axes.plot(every, base - heights, color=BLUE, linewidth=1)
        axes.plot([one.mean.value] * 2, [base, base - 0.86], color=INK, linewidth=1.4)
        axes.annotate(f"{one.mean.value:.1f}", (one.mean.value, base - 0.8), xytext=(4, 0), textcoords="offset points", fontsize=9.5)
    rows(axes, [one.bot for one in found.bots])
    axes.set_ylim(len(found.bots) - 0.4, -0.6)
    clean(axes)
    low = min(one.points[int(np.searchsorted(np.cumsum(one.counts), 0.001 * sum(one.counts)))] for one in found.bots)
    high = max(one.points[int(np.searchsorted(np.cumsum(one.counts), 0.999 * sum(one.counts)))] for one in found.bots)
    axes.set_xlim(low - 2, high + 2)
    axes.set_xlabel("score")
    return figure


def _smooth(heights: Floats) -> Floats:
    """A gentle moving average when there are many scores."""
    if len(heights) < 30:
        return heights
    kernel = np.array([1.0, 2, 3, 2, 1]) / 9
    return np.asarray(np.convolve(heights, kernel, mode="same"), np.float64)


def wins(found: Wins, axes: Axes | None = None) -> Figure:
    """Shares of wins by bot and by seat, with what equal players would have."""
    groups = [*found.by_bot] if len(found.by_bot) > 1 else []
    both = [*groups, *found.by_seat]
    figure, axes = canvas(1.0 + 0.3 * (len(both) + 1), axes)
    colours = [BLUE] * len(groups) + [ORANGE] * len(found.by_seat)
    dots(axes, [share.won for share in both], 100, colours)
    axes.axvline(100 * found.fair, color=GREY, linewidth=1, linestyle="--")
    if groups:
        axes.axhline(len(groups) - 0.5, color=PALE, linewidth=1)
    rows(axes, [share.name for share in both])
    clean(axes)
    axes.set_xlabel(f"share of wins in %; dashed: {100 * found.fair:.1f} % if all were equal")
    return figure


def edges(found: Edges, axes: Axes | None = None) -> Figure:
    """How far seats or bots are above the mean of their table, and the zone where it does not matter."""
    figure, axes = canvas(1.0 + 0.3 * len(found.edges), axes)
    axes.axvspan(-found.smallest_effect, found.smallest_effect, color=PALE, alpha=0.5, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    order = sorted(found.edges, key=lambda edge: -edge.judged.value) if found.by == "bot" else list(found.edges)
    colours = [GREY if edge.judged.verdict == "undecided" else BLUE for edge in order]
    dots(axes, [Estimate(edge.judged.value, edge.judged.low, edge.judged.high, edge.judged.error) for edge in order], 1, colours)
    rows(axes, [edge.name for edge in order])
    clean(axes)
    axes.set_xlabel("points above the mean of the table; shaded: too little to matter")
    return figure


# ---------------------------------------------------------------- parts


def parts(found: Parts, axes: Axes | None = None) -> Figure:
    """Points of every bot by group of scoring parts; losses go to the left."""
    figure, axes = canvas(1.7 + 0.42 * len(found.bots), axes)
    colours = dict(zip(found.groups, cycle(PALETTE), strict=False))
    for row, means in enumerate(found.means):
        points = {part: mean.value for part, mean in zip(found.parts, means, strict=True)}
        right = left = 0.0
        for group, members in found.groups.items():
            colour = colours[group]
            for sign in (1, -1):
                width = sum(points[part] for part in members if points[part] * sign > 0)
                if abs(width) < 0.05:
                    continue
                start = right if sign > 0 else left
                axes.barh(row, width, left=start, height=0.68, color=colour, edgecolor="white", linewidth=0.8)
                if abs(width) >= 6:
                    axes.text(start + width / 2, row, number(width, 0), ha="center", va="center", fontsize=8.5,
                              color="white" if colour in (BLUE, ORANGE, "#009E73") else ON_LIGHT)  # fmt: skip
                right, left = (right + width, left) if sign > 0 else (right, left + width)
    axes.axvline(0, color=INK, linewidth=1)
    rows(axes, found.bots)
    clean(axes)
    axes.set_xlabel("mean points")
    handles = [Patch(color=colour, label=written(group)) for group, colour in colours.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    return figure


# ---------------------------------------------------------------- things and places


def built(found: Built, axes: Axes | None = None) -> Figure:
    """How often things were got, and the as-built differences beside it; one colour, for nothing here is a claim."""
    chosen = found.things[:MOST_THINGS]
    if axes is not None:
        figure, right = canvas(0, axes)
    else:
        figure = Picture(figsize=(WIDTH, 1.2 + 0.205 * max(1, len(chosen))), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(1, 1.35))
        left.barh(range(len(chosen)), [100 * thing.built.value for thing in chosen], height=0.7, color=BLUE)
        clean(left)
        left.set_xlabel("built by\n% of seats")
    nothing = Estimate(float("nan"), float("nan"), float("nan"), float("nan"))
    right.axvline(0, color=GREY, linewidth=1)
    dots(right, [thing.as_built or nothing for thing in chosen], 1, GREY)
    clean(right)
    right.set_xlabel("as built: points above\nthose without it")
    for side in (right,) if axes is not None else (left, right):
        rows(side, [thing.name for thing in chosen])
        side.tick_params(labelsize=8.5)
    return figure


def places(found: Places, axes: Axes | None = None) -> Figure:
    """Places by rounds, darker where used in more games; the shade lets the page shine through."""
    figure, axes = canvas(1.0 + 0.235 * len(found.places), axes)
    shares = 100 * np.array(found.used)
    edges_of = [np.arange(size + 1) - 0.5 for size in shares.shape]
    shades = ListedColormap([to_rgba(BLUE, share / 100) for share in range(101)])
    axes.pcolormesh(edges_of[1], edges_of[0], shares, cmap=shades, vmin=0, vmax=100, linewidth=0)
    axes.set_ylim(len(found.places) - 0.5, -0.5)
    for row in range(shares.shape[0]):
        for column in range(shares.shape[1]):
            if shares[row, column] >= 0.5:
                axes.text(column, row, f"{shares[row, column]:.0f}", ha="center", va="center", fontsize=7.5,
                          color="white" if shares[row, column] > 60 else INK)  # fmt: skip
    axes.set_yticks(range(len(found.places)), [written(name) for name in found.names])
    axes.set_xticks(range(len(found.rounds)), [str(number) for number in found.rounds])
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0, labelsize=8.5)
    axes.set_xlabel(f"round; % of games that used the {found.what.word.split()[-1]}")
    return figure


# ---------------------------------------------------------------- strength and comparisons


def strength(found: Strength, axes: Axes | None = None) -> Figure:
    """Shares of wins with intervals; mean scores when there is nobody to beat."""
    figure, axes = canvas(1.0 + 0.3 * len(found.bots), axes)
    if found.ratings is None:
        dots(axes, found.scores)
        axes.set_xlabel("mean score")
        names: Sequence[str] = found.bots
    else:
        shares = found.ratings.win_shares
        order = sorted(range(len(found.bots)), key=lambda bot: -shares[bot].value)
        dots(axes, [shares[bot] for bot in order], 100)
        axes.set_xlabel("share of wins per seat in %")
        names = [found.bots[bot] for bot in order]
    rows(axes, names)
    clean(axes)
    return figure


def comparison(found: Comparison, axes: Axes | None = None) -> Figure:
    """Differences with intervals, and the zone where nothing matters."""
    scale = 100 if found.measure == "won" else 1
    figure, axes = canvas(1.1 + 0.34 * len(found.lines), axes)
    axes.axvspan(-found.smallest_effect * scale, found.smallest_effect * scale, color=PALE, alpha=0.5, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    colours = [{"different": ORANGE, "equivalent": BLUE, "undecided": GREY, "not tried": GREY}[effect.verdict] for effect in found.lines]
    judged = [effect.judged for effect in found.lines]
    dots(axes, [Estimate(one.value, one.low, one.high, one.error) for one in judged], scale, colours)
    for row, effect in enumerate(found.lines):
        label = f"{number(effect.judged.value * scale, 2, sign=True)} {effect.verdict}"
        axes.annotate(label, (effect.judged.value * scale, row), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8.5)
    rows(axes, [effect.name for effect in found.lines])
    axes.set_ylim(len(found.lines) - 0.5, -0.7)
    clean(axes)
    axes.margins(x=0.15)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value, 1 if abs(value) % 1 else 0)))
    unit = "percentage points of wins" if found.measure == "won" else found.measure
    axes.set_xlabel(f"{unit}: {written(found.names[1])} minus {written(found.names[0])}")
    return figure


def needs(found: Pilot, axes: Axes | None = None) -> Figure:
    """Games that every line of a comparison needs."""
    figure, axes = canvas(1.0 + 0.3 * len(found.needs), axes)
    axes.barh(range(len(found.needs)), [need.games for need in found.needs], height=0.6, color=BLUE)
    rows(axes, [need.name for need in found.needs])
    clean(axes)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value, 0)))
    axes.set_xlabel("games of each run that are needed")
    return figure


def many(found: Comparisons, axes: Axes | None = None) -> Figure:
    """Effects of many comparisons with simultaneous intervals, and the zone where nothing matters."""
    scale = 100 if found.measure == "won" else 1
    every = found.estimates
    words = dict(zip(found.family.effects.names, found.family.verdicts, strict=True))
    figure, axes = canvas(1.0 + 0.24 * len(every), axes)
    axes.axvspan(-found.smallest_effect * scale, found.smallest_effect * scale, color=PALE, alpha=0.5, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    colours = {"different": ORANGE, "equivalent": BLUE, "undecided": GREY, "not tried": GREY}
    dots(axes, [one for _, one in every], scale, [colours[words[name]] for name, _ in every])
    rows(axes, [name for name, _ in every])
    clean(axes)
    axes.set_xlabel("percentage points of wins" if found.measure == "won" else found.measure)
    return figure


# ---------------------------------------------------------------- studies


def forest(names: Sequence[str], ends: Sequence[tuple[float, float, float]], unit: str, axes: Axes | None = None) -> Figure:
    """An effect with its interval in each row; those that could be 0 are grey."""
    figure, axes = canvas(0.9 + 0.24 * len(names), axes)
    estimates = [Estimate(float(value), float(low), float(high), 0.0) for value, low, high in ends]
    colours = [BLUE if one.low > 0 else ORANGE if one.high < 0 else GREY for one in estimates]
    axes.axvline(0, color=INK, linewidth=0.9)
    dots(axes, estimates, colours=colours)
    rows(axes, names)
    clean(axes)
    axes.set_xlabel(unit)
    return figure


def side_by_side(
    names: Sequence[str], series: Mapping[str, Sequence[tuple[float, float, float]]], unit: str, axes: Axes | None = None
) -> Figure:
    """Several effects with intervals in each row, one colour for each series."""
    figure, axes = canvas(1.2 + (0.1 + 0.13 * len(series)) * len(names), axes)
    axes.axvline(0, color=INK, linewidth=0.9)
    handles = []
    for place, (colour, (label, ends)) in enumerate(zip(cycle(PALETTE), series.items(), strict=False)):
        shift = 0.7 * ((place + 0.5) / len(series) - 0.5)
        dots(axes, [Estimate(float(value), float(low), float(high), 0.0) for value, low, high in ends], 1, colour, shift)
        handles.append(Patch(color=colour, label=label))
    rows(axes, names)
    clean(axes)
    axes.set_xlabel(unit)
    figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    return figure


def matrix(
    names: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float]], sure: Sequence[Sequence[bool]], across: str,
    axes: Axes | None = None,
) -> Figure:  # fmt: skip
    """Numbers in a table of colours: blue above 0, orange below; what may be nothing has no colour."""
    figure, axes = canvas(1.5 + 0.34 * len(names), axes)
    table = np.array(values)
    largest = max(1e-9, float(np.nanmax(np.abs(table))))
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            value, is_sure = float(table[row, column]), sure[row][column]
            if not isfinite(value):
                continue  # such a cell there is not
            shade = to_rgba(BLUE if value > 0 else ORANGE, 0.1 + 0.5 * abs(value) / largest if is_sure else 0.0)
            axes.fill_between([column - 0.5, column + 0.5], row - 0.5, row + 0.5, color=shade, linewidth=0)
            axes.text(column, row, number(value, 1, sign=True), ha="center", va="center", fontsize=8, color=INK if is_sure else GREY)
    rows(axes, names)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_xticks(range(len(columns)), list(columns), rotation=90)
    axes.tick_params(length=0, colors=INK, labelsize=9)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_xlabel(across)
    return figure


def prices(
    names: Sequence[str], found: Sequence[tuple[float | None, float | None, float | None, float]], unit: str, axes: Axes | None = None
) -> Figure:
    """A dot and an interval in each row, either of which may be missing, and a cross where it stands now."""
    figure, axes = canvas(0.9 + 0.24 * len(names), axes)
    for row, (value, low, high, now) in enumerate(found):
        colour = GREY if low is None or low <= now <= (now if high is None else high) else BLUE if (value or 0) > now else ORANGE
        if low is not None and high is not None:
            axes.plot([low, high], [row, row], color=colour, linewidth=2.2, solid_capstyle="round")
        if value is not None:
            axes.plot([value], [row], "o", color=colour, markersize=5.5)
        axes.plot([now], [row], "x", color=INK, markersize=6)
    axes.plot([], [], "o-", color=GREY, markersize=5.5, label="fair price")
    axes.plot([], [], "x", color=INK, markersize=6, label="printed price")
    rows(axes, names)
    clean(axes)
    axes.set_xlabel(unit)
    axes.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0)
    return figure


def _name_axes(axes: Axes, across: str, up: str) -> None:
    """Of named lines."""
    clean(axes)
    axes.grid(visible=True, axis="y", color=PALE, linewidth=0.7)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.legend(frameon=False, fontsize=9)


def curves(series: Mapping[str, Sequence[tuple[float, float, float, float]]], across: str, up: str, axes: Axes | None = None) -> Figure:
    """Named lines through (place, value, low, high), each with its band."""
    figure, axes = canvas(3.2, axes)
    axes.axhline(0, color=INK, linewidth=0.9)
    for colour, (name, points) in zip(cycle(PALETTE), series.items(), strict=False):
        x, value, low, high = zip(*points, strict=True)
        axes.plot(x, value, "o-", color=colour, label=written(name), linewidth=1.6, markersize=3.5)
        axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
    _name_axes(axes, across, up)
    return figure


def lines(series: Mapping[str, tuple[Sequence[float], Sequence[float]]], across: str, up: str, axes: Axes | None = None) -> Figure:
    """Named lines."""
    figure, axes = canvas(3.2, axes)
    for colour, (name, (x, y)) in zip(PALETTE * (1 + len(series) // len(PALETTE)), series.items(), strict=False):
        axes.plot(x, y, "o-", color=colour, label=written(name), linewidth=1.6, markersize=3.5)
    _name_axes(axes, across, up)
    return figure


def courses(rows: pl.DataFrame, columns: Sequence[str], marks: Sequence[int] = ()) -> Figure:
    """Means by `round`, a panel for each column and a line for each `bot`; `marks` are rounds that end with something special."""
    figure = Picture(figsize=(WIDTH, 1.9 * len(columns)), layout="constrained")
    for axes, column in zip(figure.subplots(len(columns), 1, sharex=True, squeeze=False).flat, columns, strict=True):
        for number_ in marks:
            axes.axvline(number_, color=PALE, linewidth=1.2, zorder=0)
        for ((bot,), one), colour in zip(rows.partition_by(["bot"], as_dict=True, maintain_order=True).items(), cycle(PALETTE)):
            axes.plot(one["round"], one[column], color=colour, linewidth=1.8, label=written(str(bot)))
        axes.set_ylabel(written(column.replace("_", " ")))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        clean(axes)
    axes.set_xlabel("round")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False)
    return figure
