"""How far compiling is: a bar on a terminal, lines now and then in a pipe, with a total that is known from the last time.

What a task needs (kernels by name) and how long each took is kept beside the cache and outlives a change of the sources;
before the first time a shipped estimate stands in for it, estimates.json, which `python -m benchmarks.compiling` measures.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from caverna_sim.compiling.cache import cache_root

SHIPPED = Path(__file__).with_name("estimates.json")
KEPT = "compiling.json"
LINE_SECONDS = 10.0  # between lines in a pipe
QUIET_SECONDS = 1.0  # what takes less is not worth a word
BAR = 24

before_compiling: list[Callable[[], None]] = []  # called whenever one more kernel is about to be compiled
compiled_here: list[str] = []  # names of kernels, as they became ready
present: dict[str, str] = {}  # symbol -> name, of all kernels whose code is in this process


def present_kernels() -> set[str]:
    """Names of all kernels whose code is in this process."""
    return set(present.values())


@dataclass
class Estimates:
    """Seconds that a kernel takes to compile, and the kernels that a task needs."""

    seconds: dict[str, float] = field(default_factory=dict)
    needs: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls) -> Estimates:
        """The shipped ones, and over them what was measured here."""
        found = cls()
        for file in (SHIPPED, cache_root() / KEPT):
            try:
                told = json.loads(file.read_text(encoding="utf-8"))
                names = list(told["seconds"])
                found.seconds.update(told["seconds"])
                found.needs.update({task: [names[number] for number in numbers] for task, numbers in told["needs"].items()})
            except (OSError, ValueError, KeyError, IndexError, TypeError):
                continue  # nobody has compiled here yet, or another version has
        return found

    def write(self, file: Path) -> None:
        """Only what some task needs."""
        used = sorted({name for names in self.needs.values() for name in names})
        numbers = {name: number for number, name in enumerate(used)}
        seconds = {name: round(self.seconds.get(name, 0.05), 2) for name in used}
        needs = {task: sorted(numbers[name] for name in names) for task, names in sorted(self.needs.items())}
        try:
            file.write_text(json.dumps({"seconds": seconds, "needs": needs}, separators=(",", ":")), encoding="utf-8")
        except OSError:
            return  # a read-only home

    def of(self, names: set[str]) -> float:
        """Seconds that these kernels take."""
        usual = sum(self.seconds.values()) / len(self.seconds) if self.seconds else 0.1
        return sum(self.seconds.get(name, usual) for name in names)


class CompileProgress:
    """While kernels of a task compile, says on stderr how far that is; tasks inside a task belong to it."""

    active: CompileProgress | None = None
    quiet = False  # of a command with --quiet

    def __init__(self, task: str, stream: IO[str] | None = None) -> None:
        self.task, self.stream = task, sys.stderr if stream is None else stream
        self.compiled = 0
        self.estimates = Estimates()
        self.shown = 0.0
        self.width = 0

    def __enter__(self) -> CompileProgress:
        if CompileProgress.active is None:
            CompileProgress.active = self
            self.before, self.noted = present_kernels(), len(compiled_here)
            before_compiling.append(self._compiling)
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if CompileProgress.active is not self:
            return
        CompileProgress.active = None
        before_compiling.remove(self._compiling)
        if self.compiled:
            self._note_seconds()
        if kind is None and self.compiled:
            self._remember()
        if self.shown:
            self._write(
                f"compiled {self.compiled:,} kernels in {time.monotonic() - self.started:.0f} s; kept for the next start", last=True
            )

    def _compiling(self) -> None:
        now = time.monotonic()
        if not self.compiled:
            self.started = self.last = now
            self.estimates = Estimates.read()
            self.needed = set(self.estimates.needs.get(self.task, ())) - self.before
        else:
            self._note_seconds()
        self.compiled += 1
        wait = 0.2 if self.stream.isatty() else LINE_SECONDS if self.shown else QUIET_SECONDS
        if not self.quiet and now - self.started >= QUIET_SECONDS and now - self.shown >= wait:
            self._write(self._in_words(now))
            self.shown = now

    def _note_seconds(self) -> None:
        """What has just become ready took the time since something became ready before."""
        now, new = time.monotonic(), compiled_here[self.noted :]
        for name in new:
            self.estimates.seconds[name] = (now - self.last) / len(new)
        if new:
            self.noted, self.last = len(compiled_here), now

    def _in_words(self, now: float) -> str:
        ready = present_kernels() - self.before
        done, total = self.estimates.of(ready), self.estimates.of(self.needed | ready)
        if not self.needed - ready:
            return f"compiling the engine (first start only): {self.compiled:,} kernels so far"
        share = done / total
        left = (total - done) * ((now - self.started) / done if share > 0.1 else 1.0)
        bar = f"{'━' * round(share * BAR):·<{BAR}} " if self.stream.isatty() else ""
        many = f"{len(ready)} of {len(self.needed | ready)} kernels"
        return f"compiling the engine (first start only): {bar}{share:.0%}, {many}, about {left:.0f} s left"

    def _write(self, text: str, last: bool = False) -> None:
        if self.stream.isatty():
            self.stream.write(f"\r{text:<{self.width}}" + ("\n" if last else ""))
            self.width = len(text)
        else:
            self.stream.write(f"{text}\n")
        self.stream.flush()

    def _remember(self) -> None:
        """What the task needs, for the next time that the sources have changed."""
        kept, present = Estimates.read(), present_kernels()
        kept.seconds.update(self.estimates.seconds)
        kept.needs[self.task] = sorted((present - self.before) | (set(kept.needs.get(self.task, ())) & present))
        kept.write(cache_root() / KEPT)
