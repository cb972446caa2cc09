"""Learning generation by generation: the loop, the line that people read of each, and what all such commands do."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from caverna_sim.files import Output
from caverna_sim.kit.learning.checkpoint import Kept, Learning, TaskOf, begun, parameter_file
from caverna_sim.kit.learning.saving import Saved
from caverna_sim.stats.words import duration

OnGeneration = Callable[[Any, Mapping[str, Any]], None]


class Course(Protocol[TaskOf, Kept]):
    """What is to be learned, as a game brings it."""

    saved: Saved[TaskOf, Kept]
    what: str  # the learned file, in a word: `judge`, `net`
    generations: int  # when nobody says how many

    def new(self, task: TaskOf) -> Learning[TaskOf, Kept]:
        """Before the first generation."""

    def warm_up(self, state: Learning[TaskOf, Kept]) -> None:
        """Compile what is going to be played."""

    def step(self, state: Learning[TaskOf, Kept], workers: int) -> Mapping[str, Any]:
        """Play and teach one generation; returns its line of the history."""

    def words(self, line: Mapping[str, Any]) -> str:
        """What people read of a generation, beside the points of its bots."""

    def finish(self, state: Learning[TaskOf, Kept], workers: int) -> bytes:
        """The learned file."""

    def parameter_text(self, state: Learning[TaskOf, Kept], learned: str) -> str:
        """The parameter file beside it."""


def checkpoint_path(out: Path) -> Path:
    """Where the state is kept."""
    return out.with_suffix(".checkpoint")


def go_on(
    course: Course[TaskOf, Kept], state: Learning[TaskOf, Kept], generations: int, minutes: float | None, out: Path, workers: int = 1,
    on_generation: OnGeneration | None = None,
) -> None:  # fmt: skip
    """Learn until there are so many generations or the time is over, keeping the state after each."""
    course.warm_up(state)
    started = time.monotonic()
    while state.generation < generations and (minutes is None or time.monotonic() - started < 60 * minutes):
        line = course.step(state, workers)
        course.saved.save(state, checkpoint_path(out))
        if on_generation:
            on_generation(state, line)


def run(course: Course[TaskOf, Kept], task: TaskOf, options: Namespace, out: str) -> int:
    """The command `tune` for what is learned: writes a parameter file and what was learned beside it."""
    from joblib import cpu_count

    file = parameter_file(options.out or out, options.overwrite)
    learned = Output(file.path.with_suffix(".npz"), course.what, "--out", lambda beginning: b"inputs.npy" in beginning, options.overwrite)
    path, workers, generations = checkpoint_path(file.path), options.workers or cpu_count(), options.generations or course.generations
    state = begun(task, path, options.resume, course.new, course.saved.load)
    go_on(course, state, generations, options.minutes, file.path, workers, None if options.quiet else Reporter(course, generations, state))
    end = replace(state, net=deepcopy(state.net), random=deepcopy(state.random))  # what teaches at the end is not gone on from
    learned.write(course.finish(end, workers))
    file.write(course.parameter_text(end, learned.path.name))
    state.is_finished = True
    course.saved.save(state, path)
    summary = {"file": str(file.path), course.what: str(learned.path), **state.history[-1]}
    text = f"written to {file.path} and {learned.path}"
    sys.stdout.write((json.dumps(summary, indent=2) if options.json else text) + "\n")
    return 0


class Reporter:
    """A line on stderr for every generation that was learned."""

    def __init__(self, course: Any, generations: int, state: Learning[Any, Any]) -> None:
        self.course, self.generations, self.done_before = course, generations, state.generation
        self.started = time.monotonic()

    def __call__(self, state: Learning[Any, Any], line: Mapping[str, Any]) -> None:
        """One more generation is done."""
        seconds = (time.monotonic() - self.started) / (state.generation - self.done_before)
        points = "  ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in line.items() if name.endswith("players"))
        left = f"{duration(seconds * (self.generations - state.generation))} left"
        sys.stderr.write(f"generation {state.generation:>3}  {line['games']:,} games  {self.course.words(line)}  {points}  {left}\n")
        sys.stderr.flush()
