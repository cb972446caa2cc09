"""What else moved between two runs: wins, scoring parts, what seats got, where they went. Each kind is a family of its own.

What differs between the runs, such as a house rule, moved it; which of these movements moved the scores is not told by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from caverna_sim.games.facts import Things
from caverna_sim.stats.comparison import Comparison
from caverna_sim.stats.effects import joined
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.pairs import Change, Pair, change, laid_side_by_side
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import BlockSums, table
from caverna_sim.stats.words import interval, listed, named, number, readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST_USED = 0.001  # per seat or game in either run: what is rarer is not judged
TOLD = 3
PART = "part_"


@dataclass(frozen=True)
class Moved:
    """Differences of one kind between two runs, judged together, the largest first."""

    kind: str  # for anchors
    title: str
    unit: str
    runs: tuple[str, str]
    ids: tuple[str, ...]
    names: tuple[str, ...]
    first: Floats
    second: Floats
    family: Family

    @property
    def table(self) -> pl.DataFrame:
        """A row for every seat, bot, part, thing or place."""
        head = pl.DataFrame({"id": self.ids, "first": self.first, "second": self.second})
        return pl.concat([head, self.family.table.drop("name")], how="horizontal")

    @property
    def sentence(self) -> str:
        """What is shown to have moved most, either way."""
        found = self.family
        up = [place for place in range(len(self.ids)) if found.shown[place] > 0][:TOLD]
        down = [place for place in reversed(range(len(self.ids))) if found.shown[place] < 0][:TOLD]
        if not up and not down:
            return f"{self.title}: nothing is shown to move; margins of error are up to {number(found.half_width)} {self.unit}."
        shown = int(np.count_nonzero(found.shown))
        told = [f"{word} {listed([self._told(place) for place in places])}" for word, places in (("up", up), ("down", down)) if places]
        return f"{self.title}: {shown} of {len(self.ids)} moved, in {self.unit}; {'; '.join(told)}."

    def _told(self, place: int) -> str:
        found = self.family
        ends = interval(float(found.low[place]), float(found.high[place]), 2, sign=True)
        return f"{self.names[place]} {number(float(found.effects.values[place]), 2, sign=True)} ({ends})"

    def plot(self, axes: Axes | None = None) -> Figure:
        """Differences with intervals that hold together."""
        from caverna_sim.stats import figures

        ends = list(zip(self.family.effects.values, self.family.low, self.family.high, strict=True))
        return figures.forest(self.names, ends, f"{self.unit}\n{self.runs[1]} minus {self.runs[0]}", axes)


def moved(found: Comparison) -> tuple[Moved, ...]:
    """All that moved from the first run of a comparison to the second, as far as both kept it."""
    pair = laid_side_by_side(*found.sources)
    kinds = (_scores(found, pair), _wins(found, pair), _parts(found, pair), *_uses(found, pair))
    return tuple(one for one in kinds if one is not None)


def not_kept(found: Comparison) -> tuple[str, ...]:
    """Tables that would tell more, which one of the runs has not."""
    game = found.sources[0].game
    wanted = [what.table for what in (game.built, game.places) if what is not None]
    return tuple(name for name in wanted if any(table(one.run, name) is None for one in found.sources))


# ---------------------------------------------------------------- kinds


def _scores(found: Comparison, pair: Pair) -> Moved | None:
    """Scores by what the comparison itself does not look at: by bot, or by seat."""
    other = "bot" if found.by == "seat" else "seat"
    if found.by == "seat,bot" or found.measure != "score":
        return None
    sums = pair.sums((other,), "score")
    return _judged(found, pair, "scores", f"Scores by {other}", "points", sums) if len(sums) > 1 else None


def _wins(found: Comparison, pair: Pair) -> Moved | None:
    """Shares of wins by seat and by bot."""
    if found.measure == "won":
        return None
    seats, bots = pair.sums(("seat",), "won"), pair.sums(("bot",), "won")
    if len(seats) < 2:
        return None
    return _judged(found, pair, "wins", "Wins", "% of the wins", {**seats, **(bots if len(bots) > 1 else {})}, 100)


def _parts(found: Comparison, pair: Pair) -> Moved | None:
    """Scoring parts of the mean seat."""
    columns = [[name for name in side.columns if name.startswith(PART)] for side in pair.sides]
    sums = {name: pair.sums((), name)["table"] for name in columns[0] if name in columns[1]}
    plain = {name.removeprefix(PART): both for name, both in sums.items() if any(one.sums[name].any() for one in both)}
    return _judged(found, pair, "parts", "Scoring parts", "points of the mean seat", plain) if plain else None


def _uses(found: Comparison, pair: Pair) -> Iterator[Moved | None]:
    """Things and places that the game names, where both runs kept them."""
    game, missing = found.sources[0].game, not_kept(found)
    if game.built is not None and game.built.table not in missing:
        sums = _of_both(pair, game.built, True)
        yield _judged(found, pair, game.built.table, _title(game.built), "% of the seats that build it", sums, 100)
    if game.places is not None and game.places.table not in missing:
        yield _judged(found, pair, game.places.table, _title(game.places), "uses a game", _of_both(pair, game.places, False))


def _title(what: Things) -> str:
    return what.words[:1].upper() + what.words[1:]


def _of_both(pair: Pair, what: Things, is_of_seats: bool) -> dict[str, tuple[BlockSums, BlockSums]]:
    first, second = (side.often(what, is_of_seats) for side in pair.sides)
    nothing = [replace(one, sums={"uses": np.zeros(len(one.counts))}) for one in (_any(first), _any(second))]
    return {name: (first.get(name, nothing[0]), second.get(name, nothing[1])) for name in sorted({*first, *second})}


def _any(sums: Mapping[str, BlockSums]) -> BlockSums:
    return next(iter(sums.values()))


# ---------------------------------------------------------------- one family


def _judged(
    found: Comparison, pair: Pair, kind: str, title: str, unit: str, sums: Mapping[str, tuple[BlockSums, BlockSums]], scale: float = 1.0
) -> Moved | None:  # fmt: skip
    """A family of what is used at all, in the order of its differences."""
    changes = {name: change(name, *both, pair.is_paired, pair.remaining) for name, both in sums.items()}
    kept = sorted((one for one in changes.items() if max(abs(one[1].first), abs(one[1].second)) >= LEAST_USED), key=_down)
    if not kept or min(one.units for _, one in kept) < 2:
        return None
    together = joined({name: one.effect for name, one in kept})
    scaled = replace(
        together,
        names=tuple(name for name, _ in kept),
        values=scale * together.values,
        shares=scale * together.shares,
        rare=tuple(replace(one, reach=scale * one.reach) for one in together.rare),
    )
    ids = scaled.names
    names = ids if kind in ("scores", "wins") else readable(ids) if kind == "parts" else _names(found, ids)
    first, second = (scale * np.array([getattr(one, which) for _, one in kept]) for which in ("first", "second"))
    return Moved(kind, title, unit, found.names, ids, tuple(names), first, second, family(scaled, found.level, look=found.counted))


def _down(named_change: tuple[str, Change]) -> float:
    return -named_change[1].value


def _names(found: Comparison, ids: Sequence[str]) -> list[str]:
    source = found.sources[1]
    return named(ids, source.game.names(source.facts))
