"""More good lines that differ: searches from those that are kept, each with a dislike of some of their things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from caverna_sim.kit.planning.lessons import APART, WITHIN, PlayedLine, different
from caverna_sim.kit.planning.task import PlannedTask

CHUNK, CHUNKS = 5_000, 6
WARM, COLD = 0.7, 0.3  # the temperature of a search falls from and to
MOST_DISLIKED, MOST_LIKED = 2, 2
POINTS = 5.0  # that a thing is disliked or liked for


def gather(
    task: PlannedTask, lines: Sequence[Any], wanted: int, searches: int, seed: int = 0, tell: Callable[[int], None] | None = None
) -> list[Any]:
    """Search from different lines until there are so many, at most so often; `tell` is called with how many there are."""
    climber, random = task.climber(seed), np.random.default_rng([seed, len(lines)])
    kept = different(lines)
    numbers = climber.things
    for _ in range(searches):
        if len(kept) >= wanted:
            break
        line = kept[int(random.integers(len(kept)))]
        climber.like(task.taste_for(_liked(line, numbers, random)))
        climber.begin_with([action.id for action in task.played(line.moves).actions])
        for chunk in range(CHUNKS):
            begin, end = (WARM * (COLD / WARM) ** (part / CHUNKS) for part in (chunk, chunk + 1))
            climber.climb(CHUNK, begin, end, 1.0, 1.0)
        found = climber.now()
        owned = {name for name, number in numbers.items() if found.things >> number & 1}
        if found.points >= (1 - WITHIN) * kept[0].points and all(len(owned ^ (one.owned & numbers.keys())) >= APART for one in kept):
            kept = different([*kept, task.line_of(found.actions)])
        if tell:
            tell(len(kept))
    return kept


def _liked(line: PlayedLine, numbers: Mapping[str, int], random: np.random.Generator) -> dict[int, float]:
    """A dislike of some things of a line, and a liking for some that it lacks."""
    owned, lacking = sorted(line.owned & numbers.keys()), sorted(numbers.keys() - line.owned)
    disliked = random.permutation(owned)[: int(random.integers(1, MOST_DISLIKED + 1))]
    liked = random.permutation(lacking)[: int(random.integers(0, MOST_LIKED + 1))]
    return {numbers[str(one)]: points for some, points in ((disliked, -POINTS), (liked, POINTS)) for one in some}
