"""The small net that positions are judged by, taught by gradient descent (Adam) in float32.

Bots follow the running mean of its weights, which has less chance in it than the weights of the last step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Layers = dict[str, Floats]
Parts = Mapping[str, tuple[int | slice, ...]]  # layer -> which part of it
WHOLE: Parts = {}

LAYERS = ("layer_1", "bias_1", "layer_2", "bias_2", "layer_3", "bias_3")
USUAL_INPUTS = 60  # of a position that are not 0, about
BATCH = 2048
MEMORY = 0.998  # of the running mean, from one step to the next
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # Adam
FADING = 0.05  # how fast inputs that teach nothing lose their weight, per step and rate


@dataclass
class Net:
    """Weights, their running mean, and what Adam remembers of gradients and their squares."""

    now: Layers
    mean: Layers
    first: Layers
    second: Layers
    steps: int = 0


def untaught(layers: Layers) -> Net:
    """A net before its first step."""
    empty = {name: np.zeros_like(array) for name, array in layers.items()}
    return Net(layers, {name: array.copy() for name, array in layers.items()}, empty, {name: array.copy() for name, array in empty.items()})


@dataclass(frozen=True)
class Judge:
    """The net of a game: the form of its record, and the points that a unit of what it says stands for."""

    record: np.dtype[Any]
    unit: float

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """[layer]."""
        return {name: self.record[name].shape or (1,) for name in LAYERS}

    def new(self, random: np.random.RandomState, start: NDArray[Any] | None = None) -> Net:
        """A net that knows what a judge knows, or nothing; units that nobody uses begin with chance weights."""
        weights = {name: np.zeros(shape, np.float32) for name, shape in self.shapes.items()}
        if start is not None:
            for name, array in weights.items():
                array[...] = start[0][name]
        for layer, size in (("layer_1", USUAL_INPUTS), ("layer_2", len(weights["bias_1"]))):
            idle = ~weights[layer].any(axis=0)
            chance = random.standard_normal(weights[layer].shape) * np.sqrt(2.0 / size)
            weights[layer][:, idle] = chance[:, idle]
        if start is None:
            narrow = len(weights["layer_3"])
            weights["layer_3"][:] = random.standard_normal(narrow) * np.sqrt(1.0 / narrow)
        return untaught(weights)

    def judge_of(self, layers: Layers) -> NDArray[Any]:
        """The record of a net."""
        judge = np.zeros(1, self.record)
        for name, array in layers.items():
            judge[0][name] = array[0] if name == "bias_3" else array
        return judge

    def expected_gain(self, layers: Layers, features: NDArray[Any]) -> Floats:
        """Points that a seat is expected to make after each position."""
        return np.float32(self.unit) * predict(layers, features)


@dataclass(frozen=True)
class Prior:
    """The net by which a bot chooses, the field `appeal` of a game's judges; what its layers begin with, by chance or as they are."""

    record: np.dtype[Any]
    spread: Mapping[str, float]
    usual: Callable[[Layers], None]

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """[layer]."""
        return {name: self.record["appeal"][name].shape for name in self.record["appeal"].names or ()}

    def new(self, random: np.random.RandomState) -> Net:
        """A net that knows nothing."""
        layers: Layers = {name: np.zeros(shape, np.float32) for name, shape in self.shapes.items()}
        for name, spread in self.spread.items():
            layers[name][:] = random.standard_normal(self.shapes[name]) * spread
        self.usual(layers)
        return untaught(layers)

    def of(self, judge: NDArray[Any]) -> Net:
        """A net that goes on from what a judge was taught."""
        return untaught({name: judge[0]["appeal"][name].copy() for name in self.shapes})

    def judge_of(self, layers: Layers) -> NDArray[Any]:
        """The record of a net, which judges no positions."""
        judge = np.zeros(1, self.record)
        for name in self.shapes:
            judge[0]["appeal"][name] = layers[name]
        return judge


def slower(steps: int, rate: float, last_rate: float, laps: int = 20) -> Iterator[tuple[int, float]]:
    """Steps and rates of learning that gets slower and slower."""
    for lap in range(laps):
        yield steps // laps, rate * (last_rate / rate) ** (lap / (laps - 1))


def predict(layers: Layers, features: NDArray[Any]) -> Floats:
    """What a net says of positions, in units of points."""
    said = np.empty(len(features), np.float32)
    for start in range(0, len(features), 16 * BATCH):
        piece = slice(start, start + 16 * BATCH)
        wide = np.maximum(features[piece].astype(np.float32) @ layers["layer_1"] + layers["bias_1"], 0.0)
        narrow = np.maximum(wide @ layers["layer_2"] + layers["bias_2"], 0.0)
        said[piece] = narrow @ layers["layer_3"] + layers["bias_3"]
    return said


def teach_batch(net: Net, features: Floats, wanted: Floats, rate: float, inputs: slice | None = None) -> float:
    """One step towards what is wanted; returns the mean squared error before it.

    With `inputs` only what they say is taught, and beside it the bias, for what is true whatever they say: see `with_inputs_of`.
    """
    now = net.now
    wide = np.maximum(features @ now["layer_1"] + now["bias_1"], 0.0)
    narrow = np.maximum(wide @ now["layer_2"] + now["bias_2"], 0.0)
    error = narrow @ now["layer_3"] + now["bias_3"] - wanted
    share = error / np.float32(len(error))
    to_narrow = np.outer(share, now["layer_3"]) * (narrow > 0.0)
    to_wide = (to_narrow @ now["layer_2"].T) * (wide > 0.0)
    if inputs is not None:
        _teach_inputs(net, {"layer_1": features[:, inputs].T @ to_wide, "bias_1": to_wide.sum(axis=0)}, rate, inputs)
        return float(error @ error) / len(error)
    gradients = {
        "layer_1": features.T @ to_wide, "bias_1": to_wide.sum(axis=0), "layer_2": wide.T @ to_narrow, "bias_2": to_narrow.sum(axis=0),
        "layer_3": narrow.T @ share, "bias_3": share.sum(keepdims=True),
    }  # fmt: skip
    go_down(net, gradients, rate)
    now["layer_1"] *= np.float32(1.0 - rate * FADING)
    remember(net, gradients)
    return float(error @ error) / len(error)


def _teach_inputs(net: Net, gradients: Layers, rate: float, inputs: slice) -> None:
    part = {"layer_1": (inputs,)}
    go_down(net, gradients, rate, part)
    net.now["layer_1"][inputs] *= np.float32(1.0 - rate * FADING)
    remember(net, gradients, part)


def with_inputs_of(known: Layers, taught: Layers) -> Layers:
    """A net in which only some inputs were taught, beside what it knew: what the bias learned meanwhile is left out."""
    return {**taught, "bias_1": known["bias_1"]}


def go_down(net: Net, gradients: Layers, rate: float, part: Parts = WHOLE) -> None:
    """One step of Adam; `part` says of which part of a layer the gradients are."""
    net.steps += 1
    pace = np.float32(rate * np.sqrt(1.0 - SECOND**net.steps) / (1.0 - FIRST**net.steps))
    for name, gradient in gradients.items():
        now, first, second = (layers[name][part.get(name, ())] for layers in (net.now, net.first, net.second))
        first += np.float32(1.0 - FIRST) * (gradient - first)
        second += np.float32(1.0 - SECOND) * (gradient * gradient - second)
        now -= pace * first / (np.sqrt(second) + np.float32(TINY))


def remember(net: Net, names: Iterable[str], part: Parts = WHOLE) -> None:
    """Let the running mean follow."""
    share = np.float32(max(1.0 - MEMORY, 1.0 / net.steps))
    for name in names:
        mean = net.mean[name][part.get(name, ())]
        mean += share * (net.now[name][part.get(name, ())] - mean)
