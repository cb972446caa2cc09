"""How far a task in memory is, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import IO

from caverna_sim.stats.words import duration


class Progress:
    """Says on stderr how far a task is: one line that changes on a terminal, a line now and then in a pipe."""

    def __init__(
        self,
        what: str,
        quiet: bool = False,
        stream: IO[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
        unit: str = "games",
    ) -> None:
        self.what, self.quiet, self.unit = what, quiet, unit
        self.stream = sys.stderr if stream is None else stream
        self.clock = clock
        self.started = self.last = clock()
        self.width = 0

    def __call__(self, done: int, total: int) -> None:
        """So many games are played."""
        now = self.clock()
        rate = max(done, 1) / max(now - self.started, 1e-9)
        self._say(f"{done:,} of {total:,} {self.unit}, {rate:,.0f} {self.unit}/s, {duration((total - done) / rate)} left", now)

    def say(self, how_far: str) -> None:
        """How far it is, in words."""
        self._say(how_far, self.clock())

    def _say(self, how_far: str, now: float) -> None:
        is_terminal = self.stream.isatty()
        if self.quiet or now - self.last < (0.2 if is_terminal else 10.0):
            return
        self.last = now
        text = f"{self.what}: {how_far}"
        self.stream.write(f"\r{text:<{self.width}}" if is_terminal else f"{text}\n")
        self.width = len(text) if is_terminal else 0
        self.stream.flush()

    def end(self) -> None:
        """Leave the terminal as it was."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
        self.width = 0
