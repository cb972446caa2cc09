"""How learning by generations is kept: the net, what is to come by chance, and what is taught again, in a file to go on from."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from caverna_sim.check import is_whole, list_of, plain
from caverna_sim.errors import CavernaError
from caverna_sim.kit.learning.checkpoint import MOST_UNPACKED, PARTS, Arrays, Kept, Learning, TaskOf, read_checkpoint, write_checkpoint
from caverna_sim.kit.learning.net import Layers, Net

AS_SEEN = -1  # in a shape: as many as what is seen has rows
ANY = None
KEYS = "keys"  # the array of what is to come by chance
MOST_KEPT = 1000  # generations
_FORM = {"steps": is_whole(0, 2**60), "random": list_of(plain, 4, 4), "kept": is_whole(0, MOST_KEPT)}

Shape = tuple[int | None, ...]


@dataclass(frozen=True)
class Saved(Generic[TaskOf, Kept]):
    """The form of such a file."""

    kind: str
    net: Mapping[str, tuple[int, ...]]  # [layer] its shape
    task: type[TaskOf]
    kept: type[Kept]  # a dataclass of arrays
    columns: Mapping[str, tuple[Any, Shape]]  # [array of it] its type and shape; what is seen comes first, most of it 0

    @property
    def seen(self) -> str:
        """The array that is squeezed."""
        return next(iter(self.columns))

    def save(self, state: Learning[TaskOf, Kept], path: Path) -> None:
        """Keep a state; the file is replaced at once."""
        arrays = state.arrays(KEYS)
        for number, one in enumerate(state.kept):
            for name in self.columns:
                array = getattr(one, name)
                arrays[f"{number}.{name}"] = np.frombuffer(zlib.compress(array.tobytes(), 1), np.uint8) if name == self.seen else array
        write_checkpoint(path, self.kind, state.facts(), arrays)

    def load(self, path: Path) -> Learning[TaskOf, Kept]:
        """The state in a file; CavernaError when it is no sound one of this kind."""
        facts, arrays = read_checkpoint(path, self.kind, _FORM)
        try:
            task = self.task(**{name: tuple(value) if isinstance(value, list) else value for name, value in facts["task"].items()})
            now, mean, first, second = (self._layers(arrays, part) for part in PARTS)
            random = np.random.RandomState()
            kind, *place = facts["random"]
            random.set_state((kind, _like(arrays[KEYS], np.uint32, (624,)), *place))
            kept = [self._kept(arrays, number) for number in range(facts["kept"])]
            net = Net(now, mean, first, second, facts["steps"])
            return Learning(task, net, random, facts["generation"], facts["games"], kept, facts["history"], facts["is_finished"])
        except Exception:  # what the libraries say of damaged bytes is no use to anybody
            raise CavernaError(f"tune: `{path}` is damaged or of another version; remove it to start anew") from None

    def _layers(self, arrays: Arrays, part: str) -> Layers:
        return {name: _like(arrays[f"{part}.{name}"], np.float32, shape).copy() for name, shape in self.net.items()}

    def _kept(self, arrays: Arrays, number: int) -> Kept:
        columns, rows = {}, 0
        for name, (kind, shape) in self.columns.items():
            array = arrays[f"{number}.{name}"]
            if name == self.seen:
                array = _unsqueezed(array, kind, shape[1:])
                rows = len(array)
            columns[name] = _like(array, kind, tuple(rows if size == AS_SEEN else size for size in shape))
        return self.kept(**columns)


def _unsqueezed(array: NDArray[Any], kind: Any, shape: Shape) -> NDArray[Any]:
    """What is seen, in rows of a shape."""
    if array.dtype != np.uint8 or array.ndim != 1:
        raise ValueError("no squeezed array")
    unpacked = zlib.decompressobj()
    content = unpacked.decompress(array.tobytes(), MOST_UNPACKED)
    if not unpacked.eof or unpacked.unused_data:
        raise ValueError("squeezed otherwise")
    return np.frombuffer(content, kind).reshape(-1, *(size or 0 for size in shape))


def _like(array: NDArray[Any], kind: Any, shape: Shape) -> NDArray[Any]:
    """An array of the form it must have, all of it finite."""
    fits = len(array.shape) == len(shape) and all(wanted in (ANY, size) for size, wanted in zip(array.shape, shape, strict=True))
    if not fits or array.dtype != kind or not np.isfinite(array).all():
        raise ValueError(f"an array of {array.dtype} {array.shape}")
    return array
