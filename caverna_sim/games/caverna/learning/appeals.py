"""The net by which a swift bot chooses, taught by gradient descent (Adam) in float32 with what a value bot expects of every choice.

Of each example the appeals of its choices are taken for the logarithms of chances; they are taught the chances that a choice deserves, one
that costs a point against the best exp(-APPEAL_PER_POINT) times those of the best. Bots follow the running mean of the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.caverna.bots.layout import (
    APPEAL_PER_POINT,
    JUDGE,
    NUM_APPEALS,
    NUM_LIES,
    PLACING,
    REORDERED,
    WORKING,
)
from caverna_sim.games.caverna.ids import act, step
from caverna_sim.kit.learning.net import Floats, Layers, Net, Parts, Prior, go_down, remember

WEIGHED = (
    act.PLACE,
    act.LOOT,
    act.FORGE,
    act.FURNISH,
    act.TWIN_TILE,
    act.SINGLE_TILE,
    act.PASTURE,
    act.STABLE,
    act.SET_TRAP,
    act.FORGE_WOOD,
)  # the policy's worth counts
USUAL_WEIGHT = 0.3  # ... so much in a new net
BATCH = 1024
NOT_TRIED = 6.0  # points that a choice is taken to cost which the teacher did not look at
MOST_WORTH, LEAST_WORTH = 30.0, -10.0
USUAL_INPUTS = 70.0  # of an example that are not 0, about, each of them as large as 1


def _usual(layers: Layers) -> None:
    """What the policy thinks counts in a new net."""
    layers["worth"][list(WEIGHED)] = USUAL_WEIGHT


PRIOR = Prior(JUDGE, {"layer_1": np.sqrt(2.0 / USUAL_INPUTS), "taste": 0.05, "layer_2": 0.1}, _usual)
SHAPES, new_net = PRIOR.shapes, PRIOR.new


@dataclass(frozen=True, eq=False)
class Examples:
    """Decisions and their choices; those of a decision stand one after another."""

    seen: NDArray[np.float16]  # [row, input]
    tastes: NDArray[np.float16]  # [row, taste]
    part: NDArray[np.int8]  # [row] PLACING or WORKING
    first: NDArray[np.int64]  # [row] its first choice
    number: NDArray[np.int32]  # [row] of choices
    choice: NDArray[np.int16]
    kind: NDArray[np.int8]  # of action
    reordered: NDArray[np.int8]
    worth: Floats  # what the policy thinks
    lie: NDArray[np.float16]
    cost: Floats  # points against the best choice


def examples_of(seen: NDArray[Any], tastes: NDArray[Any], rows: NDArray[Any], choices: NDArray[Any], lies: Floats) -> Examples:
    """Examples as the kernel recorded them."""
    owner = np.repeat(np.arange(len(rows)), rows["number"])
    points = choices["points"]
    best = np.full(len(rows), -np.inf)
    np.fmax.at(best, owner, points)
    cost = np.where(np.isnan(points), NOT_TRIED, best[owner] - points)
    kind = (choices["action"] >> 24).astype(np.int8)
    return Examples(
        seen.astype(np.float16), tastes.astype(np.float16), np.where(rows["step"] == step.PLACE, PLACING, WORKING).astype(np.int8),
        rows["first"].astype(np.int64), rows["number"].astype(np.int32), choices["choice"].astype(np.int16), kind,
        ((kind == act.PLACE) & (choices["action"] & 1 == 1)).astype(np.int8),
        np.where(np.isin(kind, WEIGHED), np.clip(choices["worth"], LEAST_WORTH, MOST_WORTH), 0.0).astype(np.float32),
        lies.astype(np.float16), cost.astype(np.float32),
    )  # fmt: skip


def joined(several: Sequence[Examples]) -> Examples:
    """All examples in one."""
    starts = np.cumsum([0, *(len(one.choice) for one in several[:-1])])
    columns = {name: np.concatenate([getattr(one, name) for one in several]) for name in Examples.__dataclass_fields__}
    columns["first"] = np.concatenate([one.first + start for one, start in zip(several, starts, strict=True)])
    return Examples(**columns)


def net_of(judge: NDArray[Any], is_complete: bool = False) -> Net:
    """A net that goes on from what a JUDGE record was taught; where the policy's worth has not counted yet, it does as in a new one.

    Nothing is added to one that is complete.
    """
    known = judge.copy()
    if not is_complete:
        worth = known[0]["appeal"]["worth"]
        worth[[kind for kind in WEIGHED if worth[kind] == 0.0]] = USUAL_WEIGHT
    return PRIOR.of(known)


@dataclass(frozen=True, eq=False)
class _Batch:
    """Some examples of one part, with the choices of all of them."""

    seen: Floats
    tastes: Floats
    starts: NDArray[np.int64]
    owner: NDArray[np.int64]
    choice: NDArray[np.int64]
    kind: NDArray[np.int64]
    reordered: NDArray[np.int64]
    worth: Floats
    lie: Floats
    cost: Floats


def _batch(examples: Examples, rows: NDArray[np.int64]) -> _Batch:
    number = examples.number[rows].astype(np.int64)
    starts = np.cumsum(number) - number
    where = np.repeat(examples.first[rows] - starts, number) + np.arange(number.sum())
    return _Batch(
        examples.seen[rows].astype(np.float32), examples.tastes[rows].astype(np.float32), starts, np.repeat(np.arange(len(rows)), number),
        examples.choice[where].astype(np.int64), examples.kind[where].astype(np.int64), np.flatnonzero(examples.reordered[where]),
        examples.worth[where], examples.lie[where].astype(np.float32), examples.cost[where],
    )  # fmt: skip


def _appeals(layers: Layers, part: int, batch: _Batch) -> tuple[Floats, Floats]:
    """The hidden layer, and the appeal of every choice."""
    hidden = batch.seen @ layers["layer_1"][part] + batch.tastes @ layers["taste"][part] + layers["bias_1"][part]
    np.maximum(hidden, 0.0, out=hidden)
    said = hidden @ layers["layer_2"] + layers["bias_2"]
    appeals = said[batch.owner, batch.choice] + layers["worth"][batch.kind] * batch.worth
    appeals += (layers["lie"][batch.kind] * batch.lie).sum(axis=1)
    appeals[batch.reordered] += said[batch.owner[batch.reordered], REORDERED]
    return hidden, appeals


def _chances(logarithms: Floats, batch: _Batch) -> Floats:
    """What adds up to 1 in every example."""
    most = np.maximum.reduceat(logarithms, batch.starts)
    chances = np.exp(logarithms - most[batch.owner])
    return (chances / np.add.reduceat(chances, batch.starts)[batch.owner]).astype(np.float32)


def gradients_of(layers: Layers, part: int, batch: _Batch) -> Layers:
    """Of the mean cross entropy of a batch."""
    hidden, appeals = _appeals(layers, part, batch)
    error = (_chances(appeals, batch) - _chances(-APPEAL_PER_POINT * batch.cost, batch)) / np.float32(len(batch.starts))
    to_said = np.zeros((len(batch.starts), NUM_APPEALS), np.float32)
    np.add.at(to_said, (batch.owner, batch.choice), error)
    to_said[:, REORDERED] += np.bincount(batch.owner[batch.reordered], error[batch.reordered], len(batch.starts))
    to_hidden = (to_said @ layers["layer_2"].T) * (hidden > 0.0)
    lies = error[:, None] * batch.lie
    worth = np.bincount(batch.kind, error * batch.worth, act.NUM)
    return {
        "layer_1": batch.seen.T @ to_hidden, "bias_1": to_hidden.sum(axis=0), "taste": batch.tastes.T @ to_hidden,
        "layer_2": hidden.T @ to_said, "bias_2": to_said.sum(axis=0), "worth": worth.astype(np.float32),
        "lie": np.stack([np.bincount(batch.kind, lies[:, index], act.NUM) for index in range(NUM_LIES)], axis=1).astype(np.float32),
    }  # fmt: skip


OF_A_PART = ("layer_1", "bias_1", "taste")


def teach(
    net: Net, examples: Examples, steps: int, rate: float, random: np.random.RandomState, inputs: slice | None = None
) -> None:  # fmt: skip
    """So many steps of Adam on batches drawn from the examples, for all weights or for what some inputs say (kit/learning/net.py)."""
    rows = [np.flatnonzero(examples.part == part) for part in (PLACING, WORKING)]
    share = len(rows[PLACING]) / max(1, len(examples.part))
    for _ in range(steps):
        part = PLACING if random.random_sample() < share else WORKING
        drawn = rows[part][random.randint(len(rows[part]), size=BATCH)]
        gradients = gradients_of(net.now, part, _batch(examples, drawn))
        of_part: Parts = dict.fromkeys(OF_A_PART, (part,))
        if inputs is not None:
            gradients = {"layer_1": gradients["layer_1"][inputs], "bias_1": gradients["bias_1"]}
            of_part = {"layer_1": (part, inputs), "bias_1": (part,)}
        go_down(net, gradients, rate, of_part)
        remember(net, gradients, of_part)


def mean_costs(layers: Layers, examples: Examples) -> tuple[float, float]:
    """Points that the most appealing choice costs against the best one: of placements, and of other choices of a turn."""
    costs = []
    for part in (PLACING, WORKING):
        rows, total = np.flatnonzero(examples.part == part), 0.0
        for start in range(0, len(rows), 8 * BATCH):
            batch = _batch(examples, rows[start : start + 8 * BATCH])
            appeals = _appeals(layers, part, batch)[1]
            is_best = appeals >= np.maximum.reduceat(appeals, batch.starts)[batch.owner]
            firsts = np.flatnonzero(is_best)[np.unique(batch.owner[is_best], return_index=True)[1]]
            total += float(batch.cost[firsts].sum())
        costs.append(total / max(1, len(rows)))
    return costs[PLACING], costs[WORKING]


def judge_of(layers: Layers, likings: NDArray[Any] | None = None) -> NDArray[Any]:
    """The JUDGE record of a net; tastes become a part of the bias."""
    judge = PRIOR.judge_of(layers)
    if likings is not None:
        judge[0]["appeal"]["bias_1"] += np.einsum("t,ptu->pu", np.asarray(likings, np.float32), layers["taste"])
    return judge
