"""What bots have learned, in files: arrays in one npz file, inputs by name, so that a file outlives a change of their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any

from caverna_sim.check import Wrong, shown_name
from caverna_sim.errors import BotError, nearest
from caverna_sim.files import MB, packed_arrays, read, unpacked_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_JUDGE = 16 * MB  # ours have 1 MB
MOST_IN_JUDGE = 1e6  # ours stay below 100
INPUTS = "inputs"  # the array of names

Arrays = Mapping[str, Any]


def is_judge_path(name: str) -> bool:
    """Whether a name is that of a file, not of something packaged."""
    return name.endswith(".npz") or "/" in name or "\\" in name


class Judges:
    """What bots of a game have learned that comes along, by name, and what lies in files."""

    def __init__(self, folder: str) -> None:
        self._folder = folder  # package with the files

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What comes along."""
        files = (file.name for file in resources.files(self._folder).iterdir())
        return tuple(sorted(name.removesuffix(".npz") for name in files if name.endswith(".npz")))

    def missing(self, field: str) -> Wrong:
        """A bot needs to have learned something."""
        return Wrong(field, f"this key is missing; name what the bot has learned, such as {' or '.join(self.names)}")

    def check(self, name: str, field: str) -> None:
        """That there is something of a name, unless it is a path."""
        if not is_judge_path(name) and name not in self.names:
            raise Wrong(field, self._unknown(name))

    def content(self, name: str, subject: str) -> bytes:
        """The file of a name, or of a path."""
        if is_judge_path(name):
            return read(name, subject, MOST_JUDGE, BotError, advice="give a learned evaluation, which ends in .npz")
        if name not in self.names:
            raise BotError(self._unknown(name))
        return (resources.files(self._folder) / f"{name}.npz").read_bytes()

    def _unknown(self, name: str) -> str:
        return f"unknown judge `{shown_name(name)}`; {nearest(name, self.names)}"


@contextmanager
def read_layers(subject: str, content: bytes) -> Iterator[dict[str, NDArray[Any]]]:
    """The arrays of a file; whatever is found wrong with them inside is told as an error about the subject."""
    try:
        yield unpacked_arrays(content, MOST_JUDGE)
    except BotError:
        raise
    except (KeyError, ValueError, TypeError, IndexError) as error:
        reason = f"the array {error} is missing" if isinstance(error, KeyError) else str(error)
        raise BotError(f"{subject}: this is no learned evaluation: {reason}; `caverna-sim tune` writes one") from None


def layer(array: NDArray[Any], field: str, most: tuple[int, ...]) -> NDArray[Any]:
    """A layer no larger than that of a judge, with numbers that can be added up."""
    import numpy as np

    if array.dtype.kind != "f" or len(array.shape) != len(most) or any(size > room for size, room in zip(array.shape, most, strict=True)):
        raise ValueError(f"`{field}` is {array.dtype} {array.shape}, with room for numbers of {most}")
    if not np.isfinite(array).all() or np.abs(array, dtype=np.float64).max(initial=0) > MOST_IN_JUDGE:
        raise ValueError(f"`{field}` holds numbers beyond {MOST_IN_JUDGE:g}, or none at all")
    return array


def put_layers(records: NDArray[Any], layers: Arrays, fields: Iterable[str]) -> None:
    """Put layers into a record, an array of length 1; one that is narrower leaves units unused."""
    for field in fields:
        array = layer(layers[field], field, records.dtype[field].shape)
        records[field][0, ...][tuple(slice(size) for size in array.shape)] = array


def put_inputs(subject: str, weights: NDArray[Any], layers: Arrays, places: Mapping[str, int]) -> None:
    """Put the rows of the first layer where their inputs are today; an input that the file does not know stays neutral."""
    for known, row in zip(layers[INPUTS].tolist(), layer(layers["layer_1"], "layer_1", weights.shape), strict=True):
        if known not in places:
            raise BotError(
                f"{subject} was learned for other features: `{shown_name(known)}` is none; learn it anew with `caverna-sim tune`"
            )
        weights[places[known], : len(row)] = row


def packed_layers(layers: Arrays, places: Mapping[str, int]) -> bytes:
    """The file of a net; inputs that count for nothing are left out."""
    import numpy as np

    used = {name: place for name, place in places.items() if layers["layer_1"][place].any()}
    rest = {name: array for name, array in layers.items() if name != "layer_1"}
    return packed_arrays({INPUTS: np.array(list(used), "U64"), "layer_1": layers["layer_1"][list(used.values())], **rest})
