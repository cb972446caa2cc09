"""Pictures of results: matplotlib figures, narrow enough for a phone, in colours that everybody can tell apart.

Made without pyplot, so nothing is kept open and no window system is needed.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from caverna_sim.errors import CavernaError
from caverna_sim.stats.ratings import Estimate, Floats
from caverna_sim.stats.words import number, readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from caverna_sim.games.caverna.fiends.study.estimate import Displays, Fates, PartsLost, Sweep
    from caverna_sim.stats.comparison import Comparison
    from caverna_sim.stats.summary import Edges, Parts, Scores, Spaces, Strength, Tiles, Wins

WIDTH = 5.2  # inches; with 10 point letters it can be read on a phone
INK, GREY, PALE = "#1b1b1b", "#6b6b6b", "#d9d9d9"
BLUE, ORANGE = "#0072B2", "#D55E00"
# Okabe and Ito (2008)
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00", "#CC79A7", "#999999")
MOST_TILES = 48


class Picture(Figure):
    """A figure that notebooks show by themselves."""

    def _repr_svg_(self) -> str:
        out = io.StringIO()
        self.savefig(out, format="svg")
        return out.getvalue()


# scoring parts that are shown as one colour; parts of an expansion get the last one
GROUPS = {
    "animals": ("animals", "missing_animals"),
    "crops": ("grain", "vegetables"),
    "rubies and gold": ("rubies", "gold"),
    "dwarfs": ("dwarfs",),
    "land and mines": ("unused_spaces", "pastures", "mines"),
    "furnishings": ("furnishings", "bonus", "writing_chamber"),
    "begging and others": ("begging", "traps", "orcs"),
}


def _canvas(height: float, axes: Axes | None) -> tuple[Figure, Axes]:
    """A figure with empty axes, or the axes given."""
    if axes is not None:
        figure = axes.get_figure(root=True)
        if figure is None:
            raise CavernaError("plot: the axes belong to no figure")
        return figure, axes
    figure = Picture(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.add_subplot()


def _clean(axes: Axes) -> None:
    """Axes without a box."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(GREY)
    axes.tick_params(length=0, colors=INK, labelsize=9.5)
    axes.grid(visible=True, axis="x", color=PALE, linewidth=0.7)
    axes.set_axisbelow(True)


def _rows(axes: Axes, names: Sequence[str]) -> None:
    """One named row for each, the first on top."""
    axes.set_yticks(range(len(names)), readable(names))
    axes.set_ylim(len(names) - 0.5, -0.5)


def _dots(axes: Axes, estimates: Sequence[Estimate], scale: float = 1.0, colours: Sequence[str] | str = BLUE, first: float = 0.0) -> None:
    """A dot and an interval in each row."""
    every = [colours] * len(estimates) if isinstance(colours, str) else colours
    for row, (one, colour) in enumerate(zip(estimates, every, strict=True)):
        if isfinite(one.low):
            axes.plot([one.low * scale, one.high * scale], [row + first] * 2, color=colour, linewidth=2.2, solid_capstyle="round")
        axes.plot([one.value * scale], [row + first], "o", color=colour, markersize=5.5)


# ---------------------------------------------------------------- scores and wins


def scores(found: Scores, axes: Axes | None = None) -> Figure:
    """Distributions of scores, one row for each bot, with the mean, and the middle half darker."""
    figure, axes = _canvas(1.0 + 0.62 * len(found.bots), axes)
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
    _rows(axes, [one.bot for one in found.bots])
    axes.set_ylim(len(found.bots) - 0.4, -0.6)
    _clean(axes)
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
    figure, axes = _canvas(1.0 + 0.3 * (len(both) + 1), axes)
    colours = [BLUE] * len(groups) + [ORANGE] * len(found.by_seat)
    _dots(axes, [share.won for share in both], 100, colours)
    axes.axvline(100 * found.fair, color=GREY, linewidth=1, linestyle="--")
    if groups:
        axes.axhline(len(groups) - 0.5, color=PALE, linewidth=1)
    _rows(axes, [share.name for share in both])
    _clean(axes)
    axes.set_xlabel(f"share of wins in %; dashed: {100 * found.fair:.1f} % if all were equal")
    return figure


def edges(found: Edges, axes: Axes | None = None) -> Figure:
    """How far seats or bots are above the mean of their table, and the zone where it does not matter."""
    figure, axes = _canvas(1.0 + 0.3 * len(found.edges), axes)
    axes.axvspan(-found.smallest_effect, found.smallest_effect, color=PALE, alpha=0.5, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    order = sorted(found.edges, key=lambda edge: -edge.judged.value) if found.by == "bot" else list(found.edges)
    colours = [GREY if edge.judged.verdict == "undecided" else BLUE for edge in order]
    _dots(axes, [Estimate(edge.judged.value, edge.judged.low, edge.judged.high, edge.judged.error) for edge in order], 1, colours)
    _rows(axes, [edge.name for edge in order])
    _clean(axes)
    axes.set_xlabel("points above the mean of the table; shaded: too little to matter")
    return figure


# ---------------------------------------------------------------- parts


def parts(found: Parts, axes: Axes | None = None) -> Figure:
    """Points of every bot by group of scoring parts; losses go to the left."""
    figure, axes = _canvas(1.7 + 0.42 * len(found.bots), axes)
    named = {part for names in GROUPS.values() for part in names}
    last = list(GROUPS)[-1]
    for row, means in enumerate(found.means):
        points = {part: mean.value for part, mean in zip(found.parts, means, strict=True)}
        right = left = 0.0
        for (group, names), colour in zip(GROUPS.items(), PALETTE, strict=True):
            members = [*names, *([part for part in points if part not in named] if group == last else [])]
            for sign in (1, -1):
                width = sum(points[part] for part in members if part in points and points[part] * sign > 0)
                if abs(width) < 0.05:
                    continue
                start = right if sign > 0 else left
                axes.barh(row, width, left=start, height=0.68, color=colour, edgecolor="white", linewidth=0.8)
                if abs(width) >= 6:
                    axes.text(start + width / 2, row, f"{width:.0f}".replace("-", "\N{MINUS SIGN}"), ha="center", va="center", fontsize=8.5,
                              color="white" if colour in (BLUE, ORANGE, "#009E73") else INK)  # fmt: skip
                right, left = (right + width, left) if sign > 0 else (right, left + width)
    axes.axvline(0, color=INK, linewidth=1)
    _rows(axes, found.bots)
    _clean(axes)
    axes.set_xlabel("mean points")
    handles = [Patch(color=colour, label=group) for group, colour in zip(GROUPS, PALETTE, strict=True)]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    return figure


# ---------------------------------------------------------------- furnishings and spaces


def tiles(found: Tiles, axes: Axes | None = None) -> Figure:
    """How often furnishings were built, and the as-built differences beside it."""
    chosen = found.tiles[:MOST_TILES]
    if axes is not None:
        figure, right = _canvas(0, axes)
    else:
        figure = Picture(figsize=(WIDTH, 1.2 + 0.205 * len(chosen)), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(1, 1.35))
        left.barh(range(len(chosen)), [100 * tile.built.value for tile in chosen], height=0.7, color=BLUE)
        _clean(left)
        left.set_xlabel("built by\n% of seats")
    nothing = Estimate(float("nan"), float("nan"), float("nan"), float("nan"))
    right.axvline(0, color=GREY, linewidth=1)
    _dots(right, [tile.as_built or nothing for tile in chosen], 1, [ORANGE if tile.is_beyond_chance else GREY for tile in chosen])
    _clean(right)
    right.set_xlabel("as built: points above the same\nbot without it (descriptive)")
    for side in (right,) if axes is not None else (left, right):
        _rows(side, [tile.tile for tile in chosen])
        side.tick_params(labelsize=8.5)
    return figure


def spaces(found: Spaces, axes: Axes | None = None) -> Figure:
    """Action spaces by rounds, darker where used in more games."""
    figure, axes = _canvas(1.0 + 0.235 * len(found.spaces), axes)
    shares = 100 * np.array(found.used)
    edges_of = [np.arange(size + 1) - 0.5 for size in shares.shape]
    axes.pcolormesh(edges_of[1], edges_of[0], shares, cmap="Blues", vmin=0, vmax=100, edgecolors="white", linewidth=0.6)
    axes.set_ylim(len(found.spaces) - 0.5, -0.5)
    for row in range(shares.shape[0]):
        for column in range(shares.shape[1]):
            if shares[row, column] >= 0.5:
                axes.text(column, row, f"{shares[row, column]:.0f}", ha="center", va="center", fontsize=7.5,
                          color="white" if shares[row, column] > 60 else INK)  # fmt: skip
    axes.set_yticks(range(len(found.spaces)), readable(found.spaces))
    axes.set_xticks(range(len(found.rounds)), [str(number) for number in found.rounds])
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0, labelsize=8.5)
    axes.set_xlabel("round; % of games that used the space")
    return figure


# ---------------------------------------------------------------- strength and comparisons


def strength(found: Strength, axes: Axes | None = None) -> Figure:
    """Plackett-Luce strengths with intervals; mean scores when there is nothing to rate."""
    figure, axes = _canvas(1.0 + 0.3 * len(found.bots), axes)
    if found.ratings is None:
        _dots(axes, found.scores)
        axes.set_xlabel("mean score")
        names: Sequence[str] = found.bots
    else:
        order = sorted(range(len(found.bots)), key=lambda bot: -found.ratings.strengths[bot].value if found.ratings else 0)
        _dots(axes, [found.ratings.strengths[bot] for bot in order])
        axes.axvline(0, color=GREY, linewidth=1)
        axes.set_xlabel("strength on Elo's scale; 0 is the average here")
        names = [found.bots[bot] for bot in order]
    _rows(axes, names)
    _clean(axes)
    return figure


def comparison(found: Comparison, axes: Axes | None = None) -> Figure:
    """Differences with intervals, and the zone where nothing matters."""
    scale = 100 if found.measure == "won" else 1
    figure, axes = _canvas(1.1 + 0.34 * len(found.effects), axes)
    axes.axvspan(-found.smallest_effect * scale, found.smallest_effect * scale, color=PALE, alpha=0.5, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    colours = [{"different": ORANGE, "equivalent": BLUE, "undecided": GREY}[effect.verdict] for effect in found.effects]
    judged = [effect.judged for effect in found.effects]
    _dots(axes, [Estimate(one.value, one.low, one.high, one.error) for one in judged], scale, colours)
    for row, effect in enumerate(found.effects):
        label = f"{number(effect.judged.value * scale, 2, sign=True)} {effect.verdict}"
        axes.annotate(label, (effect.judged.value * scale, row), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8.5)
    _rows(axes, [effect.name for effect in found.effects])
    axes.set_ylim(len(found.effects) - 0.5, -0.7)
    _clean(axes)
    axes.margins(x=0.15)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value, 1 if abs(value) % 1 else 0)))
    unit = "percentage points of wins" if found.measure == "won" else found.measure
    axes.set_xlabel(f"{unit}: {found.names[1]} minus {found.names[0]}")
    return figure


# ---------------------------------------------------------------- orcs

SWEEPS = {
    "gone": ("% of seats without a hostile orc", 100.0),
    "score": ("mean score", 1.0),
    "won": ("share of wins in %", 100.0),
}
FATE_COLOURS = {"fought": "#D55E00", "trapped": "#E69F00", "bribed": "#56B4E9", "befriended": "#009E73", "left": "#4a4a4a"}
ORC_COLOURS = {"A": "#56B4E9", "B": "#0072B2", "C": "#E69F00", "D": "#D55E00"}


def sweep(found: Sweep, axes: Axes | None = None) -> Figure:
    """A measure over the strength of the orcs: a line for everybody and one for each bot."""
    figure, axes = _canvas(3.2, axes)
    label, scale = SWEEPS[found.measure]
    groups = [group for group in found.groups if not group.startswith("seat ")] or list(found.groups)
    apart = (max(found.strengths) - min(found.strengths)) * 0.012
    for number_, group in enumerate(groups):
        means = found.means[found.groups.index(group)]
        is_all = number_ == 0 and group == found.groups[0] and found.measure != "won"
        colour = INK if is_all else PALETTE[(number_ - (found.measure != "won")) % len(PALETTE)]
        at = np.array(found.strengths) + (number_ - (len(groups) - 1) / 2) * apart
        axes.plot(
            at, [scale * mean.value for mean in means], "o-", color=colour, linewidth=2.4 if is_all else 1.4, markersize=4.5, label=group
        )
        for place, mean in zip(at, means, strict=True):
            if isfinite(mean.low):
                axes.plot([place] * 2, [scale * mean.low, scale * mean.high], color=colour, linewidth=1.2)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=INK, labelsize=9.5)
    axes.grid(visible=True, axis="y", color=PALE, linewidth=0.7)
    axes.set_xticks(found.strengths, [_short(side) for side in found.sides])
    axes.set_xlabel("start strengths of orcs A/B/C/D")
    axes.set_ylabel(label)
    if found.measure == "gone":
        axes.set_ylim(0, 100)
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=8.5)
    return figure


def _short(side: str) -> str:
    """A side without the seats that differ."""
    return side.partition(" (")[0] + ("*" if "(" in side else "")


def fates(found: Fates, axes: Axes | None = None) -> Figure:
    """What becomes of orcs: a bar of shares for every orc on every side."""
    figure, axes = _canvas(1.3 + 0.25 * (len(found.rows) + 0.6 * len(found.sides)), axes)
    places, names = [], []
    for number_, row in enumerate(found.rows):
        place = number_ + 0.6 * found.sides.index(row.side)
        places.append(place)
        names.append(f"{row.orc}  {_short(row.side)}" if row.orc == "A" else row.orc)
        left = 0.0
        for fate, colour in FATE_COLOURS.items():
            width = 100 * row.shares[fate].value
            if width > 0:
                axes.barh(place, width, left=left, height=0.82, color=colour, edgecolor="white", linewidth=0.6)
            if width >= 8:
                axes.text(left + width / 2, place, f"{width:.0f}", ha="center", va="center", fontsize=8,
                          color=INK if fate in ("trapped", "bribed") else "white")  # fmt: skip
            left += width
    axes.set_yticks(places, names)
    axes.set_ylim(max(places) + 0.7, -0.7)
    axes.set_xlim(0, 100)
    _clean(axes)
    axes.grid(visible=False)
    axes.set_xlabel("% of seats")
    handles = [Patch(color=colour, label="still hostile" if fate == "left" else fate) for fate, colour in FATE_COLOURS.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=8.5)
    return figure


def hostile(found: Fates) -> Figure:
    """How long orcs stay hostile: a small picture for every side, a line for every orc."""
    sides = len(found.sides)
    columns = min(3, sides)
    lines = -(-sides // columns)
    figure = Picture(figsize=(WIDTH, 0.7 + 1.9 * lines), layout="constrained")
    every = figure.subplots(lines, columns, sharex=True, sharey=True, squeeze=False)
    for place, axes in enumerate(every.ravel()):
        if place >= sides:
            axes.set_visible(False)
            continue
        for row in (row for row in found.rows if row.side == found.sides[place]):
            rounds = np.arange(len(row.hostile) + 1)
            axes.step(rounds, [100.0, *(100 * share for share in row.hostile)], where="post", color=ORC_COLOURS[row.orc], label=row.orc)
        axes.set_title(_short(found.sides[place]), fontsize=9)
        axes.set_xlim(0, 12)
        axes.set_ylim(0, 103)
        axes.set_xticks([3, 6, 9, 12])
        axes.tick_params(length=0, labelsize=8)
        axes.grid(visible=True, color=PALE, linewidth=0.6)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        axes.set_xlabel("after round", fontsize=9)
    for axes in every[:, 0]:
        axes.set_ylabel("% of seats\nwith it hostile", fontsize=9)
    handles, labels = every[0, 0].get_legend_handles_labels()
    figure.legend(handles, [f"orc {label}" for label in labels], loc="outside lower center", ncols=4, frameon=False, fontsize=8.5)
    return figure


def parts_lost(found: PartsLost, axes: Axes | None = None) -> Figure:
    """Points of scoring parts against the easiest side, the largest changes of the hardest side first."""
    order = sorted(range(len(found.parts)), key=lambda part: found.changes[part][-1].value)
    order = [part for part in order if any(abs(one.value) >= 0.05 for one in found.changes[part])]
    figure, axes = _canvas(1.5 + 0.34 * max(1, len(order)), axes)
    axes.axvline(0, color=GREY, linewidth=1)
    sides = len(found.sides)
    for side in range(sides):
        colour = PALETTE[side % len(PALETTE)]
        first = (side - (sides - 1) / 2) * 0.5 / max(1, sides - 1)
        _dots(axes, [found.changes[part][side] for part in order], 1, colour, first)
    _rows(axes, [found.parts[part] for part in order])
    _clean(axes)
    axes.set_xlabel("points of a seat against the easiest side")
    handles = [Patch(color=PALETTE[side % len(PALETTE)], label=_short(name)) for side, name in enumerate(found.sides)]
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=8.5)
    return figure


def displays(found: Displays, axes: Axes | None = None) -> Figure:
    """What extensions and strips do to the chance that all orcs are gone."""
    order = sorted(found.effects, key=lambda one: -one.judged.value)
    figure, axes = _canvas(1.0 + 0.24 * max(1, len(order)), axes)
    axes.axvline(0, color=GREY, linewidth=1)
    colours = [ORANGE if one.judged.verdict == "different" else GREY for one in order]
    _dots(axes, [Estimate(one.judged.value, one.judged.low, one.judged.high, one.judged.error) for one in order], 100, colours)
    axes.set_yticks(range(len(order)), [one.name for one in order])
    axes.set_ylim(len(order) - 0.5, -0.5)
    _clean(axes)
    axes.set_xlabel("percentage points of seats without hostile orcs;\ngrey: undecided, or too little to matter")
    return figure
