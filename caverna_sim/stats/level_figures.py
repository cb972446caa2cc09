"""Pictures of one table at several levels of difficulty, and of what becomes of things."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from caverna_sim.stats.figures import GREY, INK, ON_LIGHT, ORANGE, PALE, PALETTE, WIDTH, Picture, canvas, clean, dots, rows, written
from caverna_sim.stats.levels import EVERYBODY, is_seat
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from caverna_sim.stats.clusters import HangsOnDeal
    from caverna_sim.stats.fates import Fates
    from caverna_sim.stats.levels import Curve, PartsMoved

_LIGHT = ("#E69F00", "#56B4E9")  # bars on which dark letters are read


def _legend(figure: Figure, columns: int, **entries: Any) -> None:
    figure.legend(**entries, loc="outside lower center", ncols=columns, frameon=False, fontsize=8.5)


def curve(found: Curve, across: str, up: str, scale: float = 1.0, to_100: bool = False, axes: Axes | None = None) -> Figure:
    """A measure over the strength of the levels: a line for everybody and one for each bot."""
    figure, axes = canvas(3.2, axes)
    groups = [group for group in found.groups if not is_seat(group)] or list(found.groups)
    has_all = found.groups[0] == EVERYBODY
    apart = (max(found.strengths) - min(found.strengths)) * 0.012
    for number_, group in enumerate(groups):
        means = found.means[found.groups.index(group)]
        is_all = has_all and number_ == 0
        colour = INK if is_all else PALETTE[(number_ - has_all) % len(PALETTE)]
        at = np.array(found.strengths) + (number_ - (len(groups) - 1) / 2) * apart
        wide, values = 2.4 if is_all else 1.4, [scale * mean.value for mean in means]
        axes.plot(at, values, "o-", color=colour, linewidth=wide, markersize=4.5, label=written(group))
        for place, mean in zip(at, means, strict=True):
            if isfinite(mean.low):
                axes.plot([place] * 2, [scale * mean.low, scale * mean.high], color=colour, linewidth=1.2)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=INK, labelsize=9.5)
    axes.grid(visible=True, axis="y", color=PALE, linewidth=0.7)
    axes.set_xticks(found.strengths, [_short(side) for side in found.sides])
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    if to_100:
        axes.set_ylim(0, 100)
    _legend(figure, 3)
    return figure


def _short(side: str) -> str:
    """A level without the seats that differ."""
    return written(side.partition(" (")[0]) + ("*" if "(" in side else "")


def fates(found: Fates, colours: Mapping[str, str], left: str, axes: Axes | None = None) -> Figure:
    """What becomes of things: a bar of shares for each of them at every level; `left` is what the fate of the rest is called."""
    figure, axes = canvas(1.3 + 0.25 * (len(found.rows) + 0.6 * len(found.sides)), axes)
    places, names = [], []
    for number_, row in enumerate(found.rows):
        place = number_ + 0.6 * found.sides.index(row.side)
        places.append(place)
        names.append(f"{row.thing}  {_short(row.side)}" if row.thing == found.rows[0].thing else row.thing)
        start = 0.0
        for fate, colour in colours.items():
            width = 100 * row.shares[fate].value
            if width > 0:
                axes.barh(place, width, left=start, height=0.82, color=colour, edgecolor="white", linewidth=0.6)
            if width >= 8:
                ink = ON_LIGHT if colour in _LIGHT else "white"
                axes.text(start + width / 2, place, f"{width:.0f}", ha="center", va="center", fontsize=8, color=ink)
            start += width
    axes.set_yticks(places, names)
    axes.set_ylim(max(places) + 0.7, -0.7)
    axes.set_xlim(0, 100)
    clean(axes)
    axes.grid(visible=False)
    axes.set_xlabel("% of seats")
    _legend(figure, 3, handles=[Patch(color=colour, label=left if fate == "left" else fate) for fate, colour in colours.items()])
    return figure


def still_there(found: Fates, colours: Mapping[str, str], up: str, what: str) -> Figure:
    """How long things stay: a small picture for every level, a line for every thing."""
    sides = len(found.sides)
    columns = min(3, sides)
    lines = -(-sides // columns)
    figure = Picture(figsize=(WIDTH, 0.7 + 1.9 * lines), layout="constrained")
    every = figure.subplots(lines, columns, sharex=True, sharey=True, squeeze=False)
    last = len(found.rows[0].there)
    for place, axes in enumerate(every.ravel()):
        if place >= sides:
            axes.set_visible(False)
            continue
        for row in (row for row in found.rows if row.side == found.sides[place]):
            shares = [100.0, *(100 * share for share in row.there)]
            axes.step(np.arange(last + 1), shares, where="post", color=colours[row.thing], label=row.thing)
        axes.set_title(_short(found.sides[place]), fontsize=9)
        axes.set_xlim(0, last)
        axes.set_ylim(0, 103)
        axes.set_xticks(range(3, last + 1, 3))
        axes.tick_params(length=0, labelsize=8)
        axes.grid(visible=True, color=PALE, linewidth=0.6)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        axes.set_xlabel("after round", fontsize=9)
    for axes in every[:, 0]:
        axes.set_ylabel(up, fontsize=9)
    handles, labels = every[0, 0].get_legend_handles_labels()
    _legend(figure, 4, handles=handles, labels=[f"{what} {label}" for label in labels])
    return figure


def parts_moved(found: PartsMoved, axes: Axes | None = None) -> Figure:
    """Points of scoring parts against the easiest level, the largest changes at the hardest first."""
    order = sorted(range(len(found.parts)), key=lambda part: found.changes[part][-1].value)
    order = [part for part in order if any(abs(one.value) >= 0.05 for one in found.changes[part])]
    figure, axes = canvas(1.5 + 0.34 * max(1, len(order)), axes)
    axes.axvline(0, color=GREY, linewidth=1)
    sides = len(found.sides)
    for side in range(sides):
        colour = PALETTE[side % len(PALETTE)]
        first = (side - (sides - 1) / 2) * 0.5 / max(1, sides - 1)
        dots(axes, [found.changes[part][side] for part in order], 1, colour, first)
    rows(axes, readable([found.parts[part] for part in order]))
    clean(axes)
    axes.set_xlabel("points of a seat against the easiest side")
    _legend(figure, 3, handles=[Patch(color=PALETTE[side % len(PALETTE)], label=_short(name)) for side, name in enumerate(found.sides)])
    return figure


def dealt(found: HangsOnDeal, axes: Axes | None = None) -> Figure:
    """What dealt things do to a chance."""
    order = sorted(found.effects, key=lambda one: -one.judged.value)
    figure, axes = canvas(1.0 + 0.24 * max(1, len(order)), axes)
    axes.axvline(0, color=GREY, linewidth=1)
    colours = [ORANGE if one.judged.verdict == "different" else GREY for one in order]
    dots(axes, [Estimate(one.judged.value, one.judged.low, one.judged.high, one.judged.error) for one in order], 100, colours)
    rows(axes, [one.name for one in order])
    clean(axes)
    axes.set_xlabel("percentage points\n(grey: undecided or small)")
    return figure
