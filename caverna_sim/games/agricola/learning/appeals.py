"""The net by which a swift bot places, taught by gradient descent (Adam) in float32 with what a value bot expects of every space.

The appeals of the spaces that can be used are taken for the logarithms of chances; they are taught the chances that a space deserves, one
that costs a point against the best exp(-APPEAL_PER_POINT) times those of the best. Bots follow the running mean of the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.agricola.bots.layout import APPEAL_PER_POINT, JUDGE
from caverna_sim.games.agricola.shape.sizes import MAX_SPACES
from caverna_sim.kit.learning.net import USUAL_INPUTS, Floats, Layers, Net, Prior, go_down, remember

BATCH = 1024
NOWHERE = 1000.0  # points that a space costs where nobody can go


def _usual(layers: Layers) -> None:
    """The policy's worth counts a little in a new net."""
    layers["worth"][:] = 0.1


PRIOR = Prior(JUDGE, {"layer_1": np.sqrt(2.0 / USUAL_INPUTS), "layer_2": 0.1}, _usual)


@dataclass(frozen=True, eq=False)
class Examples:
    """Placements that were to be decided."""

    seen: NDArray[np.float16]  # [row, input]
    worth: NDArray[np.float16]  # [row, space] to the policy
    cost: NDArray[np.float16]  # [row, space] points against the best; NOWHERE


def examples_of(seen: NDArray[Any], worth: NDArray[Any], points: NDArray[Any]) -> Examples:
    """Examples as the kernel recorded them; points are NaN where nobody can go."""
    cost = np.nan_to_num(np.nanmax(points, axis=1, keepdims=True) - points, nan=NOWHERE)
    return Examples(seen.astype(np.float16), worth.astype(np.float16), np.minimum(cost, NOWHERE).astype(np.float16))


def _appeals(layers: Layers, seen: Floats, worth: Floats) -> tuple[Floats, Floats]:
    """The hidden layer, and the appeal of every space."""
    hidden = np.maximum(seen @ layers["layer_1"] + layers["bias_1"], 0.0)
    appeals = hidden @ layers["layer_2"][:, :MAX_SPACES] + layers["bias_2"][:MAX_SPACES] + layers["worth"] * worth
    return hidden, appeals


def _chances(logarithms: Floats, cost: Floats) -> Floats:
    """What adds up to 1 over the spaces that can be used."""
    logarithms = np.where(cost < NOWHERE, logarithms, np.float32(-np.inf))
    chances = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    found: Floats = (chances / chances.sum(axis=1, keepdims=True)).astype(np.float32)
    return found


def gradients_of(layers: Layers, seen: Floats, worth: Floats, cost: Floats) -> Layers:
    """Of the mean cross entropy of a batch."""
    hidden, appeals = _appeals(layers, seen, worth)
    error = (_chances(appeals, cost) - _chances(-APPEAL_PER_POINT * cost, cost)) / np.float32(len(seen))
    to_said = np.zeros((len(seen), layers["layer_2"].shape[1]), np.float32)
    to_said[:, :MAX_SPACES] = error
    to_hidden = (to_said @ layers["layer_2"].T) * (hidden > 0.0)
    return {
        "layer_1": seen.T @ to_hidden, "bias_1": to_hidden.sum(axis=0), "layer_2": hidden.T @ to_said, "bias_2": to_said.sum(axis=0),
        "worth": np.array([(error * worth).sum()], np.float32),
    }  # fmt: skip


def teach(net: Net, kept: list[Examples], steps: int, rate: float, random: np.random.RandomState) -> None:
    """So many steps of Adam on batches drawn from the examples."""
    sizes = np.array([len(one.seen) for one in kept])
    for _ in range(steps):
        one = kept[int(random.choice(len(kept), p=sizes / sizes.sum()))]
        rows = random.randint(len(one.seen), size=BATCH)
        gradients = gradients_of(net.now, *(array[rows].astype(np.float32) for array in (one.seen, one.worth, one.cost)))
        go_down(net, gradients, rate)
        remember(net, gradients)


def mean_cost(layers: Layers, examples: Examples) -> float:
    """Points that the most appealing space costs against the best one."""
    total = 0.0
    for start in range(0, len(examples.seen), 8 * BATCH):
        rows = slice(start, start + 8 * BATCH)
        seen, worth, cost = (array[rows].astype(np.float32) for array in (examples.seen, examples.worth, examples.cost))
        appeals = np.where(cost < NOWHERE, _appeals(layers, seen, worth)[1], -np.inf)
        total += float(np.take_along_axis(cost, appeals.argmax(axis=1)[:, None], axis=1).sum())
    return total / max(1, len(examples.seen))
