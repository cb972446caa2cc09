"""The best lines of every kind of plan, so that a search does not die into one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

MOST_OF_A_KIND = 3
MOST_LINES = 90
EAGER = 0.12  # chance to go on with the best line, or else with the next one, ...


@dataclass
class Found:
    """A line that was found."""

    points: int
    actions: list[int]
    kind: tuple[int, ...]  # of plan: lines of another kind are kept beside it
    things: int  # set of what it owns in the end
    turns: tuple[int, ...] = ()  # numbers of the choices that they begin with
    record: Any = None  # for kernels


@dataclass
class Archive:
    """Lines, best first."""

    lines: list[Found] = field(default_factory=list)

    def add(self, found: Found) -> bool:
        """Keep a line unless there are better ones like it; whether it was kept."""
        alike = [one for one in self.lines if one.kind == found.kind]
        same = [one for one in alike if one.things == found.things]
        if any(one.points >= found.points for one in same):
            return False
        if not same and len(alike) >= MOST_OF_A_KIND:
            same = [alike[-1]]
            if same[0].points >= found.points:
                return False
        for one in same:
            self.lines.remove(one)
        self.lines.append(found)
        self.lines.sort(key=lambda one: -one.points)
        del self.lines[MOST_LINES:]
        return found in self.lines

    def choose(self, random: np.random.Generator) -> Found:
        """A line to go on with, a good one more often."""
        return self.lines[(int(random.geometric(EAGER)) - 1) % len(self.lines)]

    @property
    def best(self) -> Found | None:
        """The best line of all."""
        return self.lines[0] if self.lines else None
