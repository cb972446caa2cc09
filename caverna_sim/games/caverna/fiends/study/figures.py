"""Pictures of the orc study."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from caverna_sim.stats.figures import GREY, INK, ON_LIGHT, ORANGE, PALE, PALETTE, WIDTH, Picture, canvas, clean, dots, rows, written
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from caverna_sim.games.caverna.fiends.study.estimate import Displays, Fates, PartsLost, Sweep

SWEEPS = {
    "gone": ("% of seats without a hostile orc", 100.0),
    "score": ("mean score", 1.0),
    "won": ("share of wins in %", 100.0),
}
FATE_COLOURS = {"fought": "#D55E00", "trapped": "#E69F00", "bribed": "#56B4E9", "befriended": "#009E73", "left": "#4a4a4a"}
ORC_COLOURS = {"A": "#56B4E9", "B": "#0072B2", "C": "#E69F00", "D": "#D55E00"}


def sweep(found: Sweep, axes: Axes | None = None) -> Figure:
    """A measure over the strength of the orcs: a line for everybody and one for each bot."""
    figure, axes = canvas(3.2, axes)
    label, scale = SWEEPS[found.measure]
    groups = [group for group in found.groups if not group.startswith("seat ")] or list(found.groups)
    apart = (max(found.strengths) - min(found.strengths)) * 0.012
    for number_, group in enumerate(groups):
        means = found.means[found.groups.index(group)]
        is_all = number_ == 0 and group == found.groups[0] and found.measure != "won"
        colour = INK if is_all else PALETTE[(number_ - (found.measure != "won")) % len(PALETTE)]
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
    axes.set_xlabel("start strengths of orcs A/B/C/D")
    axes.set_ylabel(label)
    if found.measure == "gone":
        axes.set_ylim(0, 100)
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=8.5)
    return figure


def _short(side: str) -> str:
    """A side without the seats that differ."""
    return written(side.partition(" (")[0]) + ("*" if "(" in side else "")


def fates(found: Fates, axes: Axes | None = None) -> Figure:
    """What becomes of orcs: a bar of shares for every orc on every side."""
    figure, axes = canvas(1.3 + 0.25 * (len(found.rows) + 0.6 * len(found.sides)), axes)
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
                          color=ON_LIGHT if fate in ("trapped", "bribed") else "white")  # fmt: skip
            left += width
    axes.set_yticks(places, names)
    axes.set_ylim(max(places) + 0.7, -0.7)
    axes.set_xlim(0, 100)
    clean(axes)
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
    handles = [Patch(color=PALETTE[side % len(PALETTE)], label=_short(name)) for side, name in enumerate(found.sides)]
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=8.5)
    return figure


def displays(found: Displays, axes: Axes | None = None) -> Figure:
    """What extensions and strips do to the chance that all orcs are gone."""
    order = sorted(found.effects, key=lambda one: -one.judged.value)
    figure, axes = canvas(1.0 + 0.24 * max(1, len(order)), axes)
    axes.axvline(0, color=GREY, linewidth=1)
    colours = [ORANGE if one.judged.verdict == "different" else GREY for one in order]
    dots(axes, [Estimate(one.judged.value, one.judged.low, one.judged.high, one.judged.error) for one in order], 100, colours)
    rows(axes, [one.name for one in order])
    clean(axes)
    axes.set_xlabel("percentage points\n(grey: undecided or small)")
    return figure
