"""Checkpoints of long searches: facts as JSON beside arrays in one npz file. Nothing in such a file can be run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from caverna_sim import __version__
from caverna_sim.check import Check, Wrong, is_flag, is_text, is_whole, list_of, one_of, plain, row, rows
from caverna_sim.errors import CavernaError, shown
from caverna_sim.files import MB, Output, packed_arrays, parse_json, read, replace, unpacked_arrays
from caverna_sim.kit.learning.net import Net

FORMAT = 2  # 1 was a pickle
FACTS = "facts"  # the array that holds them
MOST_BYTES, MOST_UNPACKED = 1000 * MB, 8000 * MB
MOST_GENERATIONS = 10**6
COMMON: dict[str, Check] = {
    "format": is_whole(FORMAT, FORMAT), "kind": is_text(40), "task": rows(plain), "generation": is_whole(0, MOST_GENERATIONS),
    "games": is_whole(0, 2**60), "history": list_of(rows(plain), 0, MOST_GENERATIONS), "is_finished": is_flag,
}  # fmt: skip
PARTS = ("now", "mean", "first", "second")  # of a net
Arrays = dict[str, NDArray[Any]]
TaskOf = TypeVar("TaskOf")
Kept = TypeVar("Kept")


@dataclass
class Learning(Generic[TaskOf, Kept]):
    """All that the next generation of a net needs."""

    task: TaskOf
    net: Net
    random: np.random.RandomState
    generation: int = 0
    games: int = 0
    kept: list[Kept] = field(default_factory=list)  # what is taught again
    history: list[dict[str, Any]] = field(default_factory=list)
    is_finished: bool = False

    def facts(self) -> dict[str, Any]:
        """What a checkpoint says beside its arrays."""
        kind, _, *place = self.random.get_state(legacy=True)
        return {
            # either sort of task is a dataclass, which the type of both does not say
            "task": asdict(self.task), "generation": self.generation, "games": self.games, "history": self.history,  # type: ignore[call-overload]
            "is_finished": self.is_finished, "steps": self.net.steps, "random": [kind, *place], "kept": len(self.kept),
        }  # fmt: skip

    def command(self, *more: str) -> str:
        """The command line that learns the same again, with options that only its game has."""
        task: Any = self.task
        words = ["caverna-sim", "tune", Path(task.bot).stem, "--players", ",".join(map(str, task.players)), "--games", str(task.games)]
        words += ["--generations", str(self.generation), "--seed", str(task.seed), *more]
        return " ".join([*words, "--anew"] if getattr(task, "anew", False) else words)

    def provenance(self, command: str, points: Mapping[str, Any], **more: Any) -> dict[str, Any]:
        """How what was learned came about, and the points that it makes among its own kind."""
        task: Any = self.task
        return {
            "command": command, "version": __version__, "code": list(dict.fromkeys(line["code"] for line in self.history)),
            "seed": task.seed, "generations": self.generation, "games": self.games, **more,
            "own_kind": {name: value for name, value in points.items() if name.endswith("players")},
        }  # fmt: skip

    def note(self, game: str, points: Mapping[str, Any], **more: Any) -> dict[str, Any]:
        """One more generation is learned: its line of the history."""
        from caverna_sim.compiling.cache import source_hash

        self.generation += 1
        self.history.append({"generation": self.generation, "games": self.games, **more, "code": source_hash(game), **points})
        return self.history[-1]

    def arrays(self, chances: str) -> Arrays:
        """The arrays of the net, and under a name what is to come by chance."""
        _, keys, *_ = self.random.get_state(legacy=True)
        return {chances: np.asarray(keys)} | {f"{part}.{name}": array for part in PARTS for name, array in getattr(self.net, part).items()}


def begun(
    task: TaskOf, path: Path, resume: bool, new: Callable[[TaskOf], Learning[TaskOf, Kept]], load: Callable[[Path], Learning[TaskOf, Kept]]
) -> Learning[TaskOf, Kept]:
    """Where learning begins: anew, or with the checkpoint that is to be gone on from."""
    if not path.exists():
        return new(task)
    state = load(path)
    if not resume:
        if state.is_finished:
            return new(task)
        raise CavernaError(f"tune: `{path}` holds {state.generation} generations of a run that has not ended; add --resume or remove it")
    check_same_task(asdict(state.task), task)  # type: ignore[call-overload]  # a dataclass, as above
    state.is_finished = False
    return state


def write_checkpoint(path: Path, kind: str, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Keep where a search is; the file is replaced at once."""
    text = json.dumps({"format": FORMAT, "kind": kind, **facts})
    replace(path, packed_arrays({FACTS: np.frombuffer(text.encode(), np.uint8), **arrays}))


def read_checkpoint(path: Path, kind: str, form: Mapping[str, Check]) -> tuple[dict[str, Any], Arrays]:
    """Facts and arrays of a checkpoint; CavernaError when it is no sound one of this kind."""
    subject = f"tune: `{path}`"
    advice = "is damaged or of another version; remove it to start anew"
    try:
        arrays = unpacked_arrays(read(path, subject, MOST_BYTES), MOST_UNPACKED)
        text = arrays.pop(FACTS)
        if text.dtype != np.uint8:
            raise ValueError(f"`{FACTS}` is no text")
        facts = parse_json(text.tobytes().decode(), subject, CavernaError)
        plain({name: value for name, value in facts.items() if name != "history"})
        row({**COMMON, **form})(facts, "")
        one_of((kind,))(facts["kind"], "kind")
    except Wrong as wrong:
        raise CavernaError(f"{subject} {advice} ({wrong.sentence})") from None
    except (CavernaError, ValueError, KeyError, AttributeError) as problem:
        raise CavernaError(f"{subject} {advice} ({problem})") from None
    return facts, arrays


def check_same_task(before: Mapping[str, Any], task: Any) -> None:
    """A search goes on with the settings it began with."""
    kept = json.loads(json.dumps(dict(before)))  # lists, where a task has tuples
    for name, value in json.loads(json.dumps(asdict(task))).items():
        if kept.get(name) != value:
            raise CavernaError(f"tune: --resume needs the same settings; {name} was {shown(kept.get(name))}, not {shown(value)}")


def parameter_file(out: str | Path, overwrite: bool) -> Output:
    """Where the parameters go in the end; CavernaError before anything is played when they cannot."""
    path = Path(out)
    if path.suffix != ".toml":
        raise CavernaError(f"tune: `{out}`: a parameter file ends in .toml; give another name")
    if not path.expanduser().parent.is_dir():
        raise CavernaError(f"tune: there is no folder `{path.parent}`; make it, or give another file with --out")
    return Output(path, "parameters", "--out", lambda beginning: b'command = "caverna-sim tune ' in beginning, overwrite)
