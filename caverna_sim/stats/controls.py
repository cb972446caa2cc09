"""Controls of a study: what its design and its bots must show before its answer is worth reading.

Four kinds. *Ghosts* are things that nobody can get, or that nobody gets: there against absent they are worth nothing. *Prices*: nor are
they at a price that nothing is worth. *Nested* arms: who may do more scores no less. *Regret*: what a seat gains by an arm that was picked
on other games, against what its bot does by itself.

A control is an estimate with an interval and what it may be. It holds while the interval reaches so far; it fails with a size, which is
how far the answer can be trusted. Only a design whose control lies wholly beyond the smallest effect that matters is not valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Any, Literal

from caverna_sim.stats.families import Family
from caverna_sim.stats.words import capital, number

Kind = Literal["ghosts", "prices", "nested", "regret"]

GHOST = 0.1  # points that a thing nobody can get may seem to be worth
REGRET = 1.0  # points that a seat may gain by another arm
SMALLEST_EFFECT = 1.0  # points: less than that nobody would change a rule for
ALLOWED: Mapping[Kind, tuple[float, float]] = {
    "ghosts": (-GHOST, GHOST), "prices": (-GHOST, GHOST), "nested": (0.0, inf), "regret": (-inf, REGRET),
}  # fmt: skip
MEANS: Mapping[Kind, str] = {
    "ghosts": "scores move with what nobody gets, so take effects of that size for nothing",
    "prices": "these bots do not know when a price is too high, so take their fair prices for nothing",
    "nested": "who may do more scores less, so these bots do not make the best of what they may do",
    "regret": "the bot's own choice is not its best, which flatters everything else",
}
TOLD = 3  # of the controls that fail


@dataclass(frozen=True)
class Control:
    """One control: its estimate, and the interval that it shares with all of its kind."""

    kind: Kind
    what: str
    effect: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Whether the interval reaches what it may be."""
        least, most = ALLOWED[self.kind]
        return self.high >= least and self.low <= most

    @property
    def voids(self) -> bool:
        """Whether the design is at fault: it lies wholly beyond the smallest effect that matters.

        Regret is the bot's, not the design's, and so is what it makes of prices that are not the printed ones.
        """
        least, most = ALLOWED[self.kind]
        too_much = self.low > SMALLEST_EFFECT and most < inf
        return self.kind not in ("regret", "prices") and (too_much or (self.high < -SMALLEST_EFFECT and least > -inf))

    @property
    def off(self) -> float:
        """How far the estimate lies to the side on which it fails."""
        return {"ghosts": abs(self.effect), "prices": abs(self.effect), "nested": -self.effect, "regret": self.effect}[self.kind]

    @property
    def size(self) -> str:
        """By how much."""
        ends = (number(value, 2, sign=True) for value in (self.low, self.high))
        return f"{number(self.effect, 2, sign=True)} points ({' to '.join(ends)})"


def controls(kind: Kind, found: Family, told: Mapping[str, str]) -> tuple[Control, ...]:
    """A control for each effect of a family that `told` puts into words."""
    rows = zip(found.effects.names, found.effects.values, found.low, found.high, strict=True)
    return tuple(Control(kind, told[name], float(value), float(low), float(high)) for name, value, low, high in rows if name in told)


def failing(every: Sequence[Control]) -> Iterator[str]:
    """For each kind that fails what that means, then what failed and by how much, the largest first."""
    for kind in ALLOWED:
        failed = sorted((one for one in every if one.kind == kind and not one.holds), key=lambda one: -one.off)
        if failed:
            word = "not valid" if any(one.voids for one in failed) else "with care"
            more = f"; and {len(failed) - TOLD} more" if len(failed) > TOLD else ""
            yield f"{word}: {MEANS[kind]}. {capital('; '.join(f'{one.what}: {one.size}' for one in failed[:TOLD]))}{more}."


def holding(every: Sequence[Control]) -> str:
    """How many controls hold, and how far the one furthest off is off."""
    held = [one for one in every if one.holds]
    if not held:
        return ""
    furthest = max(held, key=lambda one: one.off)
    return f"{len(held)} of {len(every)} controls hold; furthest off: {furthest.what}: {furthest.size}."


def rows_of(every: Iterable[Control]) -> list[dict[str, Any]]:
    """As `study.json` and the table of a page hold them."""
    return [{**asdict(one), "holds": one.holds} for one in every]
