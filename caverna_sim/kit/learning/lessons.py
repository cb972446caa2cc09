"""Positions, what came of them, and how a judge is taught it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.kit.learning.net import BATCH, Floats, Judge, Layers, Net, teach_batch
from caverna_sim.kit.learning.returns import smoothed_returns


@dataclass(frozen=True, eq=False)
class Lessons:
    """Positions and the points that came of them."""

    features: NDArray[np.float16]
    gains: Floats  # points still made after the position, smoothed


def gains_of(judge: Judge, rows: Mapping[str, Any], finals: Floats, teacher: Layers | None, trust: float, first_game: int) -> Floats:
    """What is still made after each row; without a teacher what the games ended with, else in part what it expects of later rows.

    `rows` are columns of lessons in the order of play, finals[game, seat] the points at the end.
    """
    points = np.stack([np.asarray(rows[name], np.float32) for name in ("game", "seat", "now", "bot")], axis=1)
    points[:, 0] = np.asarray(rows["game"]) - first_game
    expected = points[:, 2].copy()
    if teacher is not None:
        expected += judge.expected_gain(teacher, np.asarray(rows["feature"]))
    returns = np.zeros(len(points), np.float32)
    smoothed_returns(points, expected, finals, 1.0 if teacher is None else trust, returns)
    gains: Floats = returns - points[:, 2]
    return gains


def teach(
    judge: Judge, net: Net, kept: Sequence[Lessons], passes: int, rate: float, random: np.random.RandomState, inputs: slice | None = None
) -> float:  # fmt: skip
    """Some passes over all lessons in a mixed order, for all weights or only for what some inputs say.

    Returns the root of the mean squared error in points.
    """
    sizes = [len(lessons.gains) for lessons in kept]
    owner = np.repeat(np.arange(len(kept)), sizes)
    place = np.concatenate([np.arange(size) for size in sizes])
    errors = []
    for _ in range(passes):
        order = random.permutation(len(owner))
        for start in range(0, len(order) - BATCH // 2, BATCH):
            piece = order[start : start + BATCH]
            features = np.empty((len(piece), kept[0].features.shape[1]), np.float32)
            gains = np.empty(len(piece), np.float32)
            for number, lessons in enumerate(kept):
                here = owner[piece] == number
                features[here] = lessons.features[place[piece[here]]]
                gains[here] = lessons.gains[place[piece[here]]]
            errors.append(teach_batch(net, features, gains / np.float32(judge.unit), rate, inputs))
    return judge.unit * float(np.sqrt(np.mean(errors)))
