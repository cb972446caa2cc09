"""The search for the best line.

Searches that begin from nothing run in heats: many short and warm ones, the most promising of them goes on longer and cooler, and so on.
What comes out at the end is kept, and half of the searches from then on begin from lines that are kept: some at once, at temperatures that
rise, and neighbours change places (exchange.py).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from caverna_sim.kit.planning.archive import Archive, Found
from caverna_sim.kit.planning.climber import PlannedClimber
from caverna_sim.kit.planning.exchange import Ladder
from caverna_sim.kit.planning.task import PlannedTask

CHUNK = 10_000  # tries between two looks at the clock
USUAL = 6.0  # chunks a second of a worker, before that is known
JUDGED = 5  # last chunks by which a search is judged
KEEP_SECONDS = 30.0  # between checkpoints


class Heat(NamedTuple):
    """One stretch of a search: it cools down, and its taste fades."""

    chunks: int
    warm: float  # points
    cold: float
    push: float  # weight of the taste
    push_end: float
    of: int = 1  # searches of the heat before, of which the best goes on


HEATS = (
    Heat(40, 1.2, 0.8, 1.0, 0.8),
    Heat(100, 0.8, 0.55, 0.8, 0.4, of=3),
    Heat(300, 0.55, 0.25, 0.4, 0.0, of=2),
)
SHARE = 0.7  # of the time passes until the first line comes through all heats
LENGTHS = (0.05, 16.0)  # heats are so many times as long as said, as that time allows
BETTERED = 0.05  # of the chunks that there is still time for, in a search that begins with lines that are kept ...
BETTERED_CHUNKS = (50, 1000)  # ... but so many
RUNGS = 6  # climbers of such a search, ...
COLD, WARM = 0.2, (0.55, 0.85)  # ... the temperatures of the coldest and the warmest of them
MEETS = 0.1  # of its chunks take over from another line


@dataclass
class Runner:
    """A search between two heats."""

    heat: int  # that comes next
    actions: list[int]
    taste: Any  # of the game
    worth: float


@dataclass
class Search:
    """All that a search knows. It goes on where it was when it runs again."""

    task: PlannedTask
    seed: int = 0
    archive: Archive = field(default_factory=Archive)
    runners: list[Runner] = field(default_factory=list)
    seconds: float = 0.0
    tries: int = 0
    searches: int = 0
    curve: list[tuple[float, int]] = field(default_factory=list)  # (seconds, points) whenever there was a better line
    is_finalist: bool = False  # whether a line has come through all heats

    def begin_with(self, line: Found) -> None:
        """A line that is there to be bettered."""
        self.archive.add(line)
        self.is_finalist = True
        if not self.curve:
            self.curve.append((self.seconds, line.points))

    def run(
        self, seconds: float, workers: int = 1, tell: Callable[[Search], None] | None = None, keep: Callable[[Search], None] | None = None
    ) -> None:
        """Search for so long, at least one chunk; `tell` is called often, `keep` now and then and in the end. May be interrupted."""
        Run(self, seconds, workers).go(tell, keep)


def chunks_of_a_line(workers: int) -> int:
    """Chunks that the busiest worker runs until a line comes through all heats, with the searches that it is chosen from."""
    chunks, searches = 0, 1
    for heat in reversed(HEATS):
        chunks += -(-searches // workers) * heat.chunks
        searches *= heat.of
    return chunks


class Run:
    """A search while it runs."""

    def __init__(self, search: Search, seconds: float, workers: int) -> None:
        self.search, self.workers = search, workers
        self.before, self.tries_before = search.seconds, search.tries
        self.started = time.monotonic()
        self.until = self.started + seconds
        self.lock = threading.Lock()
        self.stopped = False
        self.problem: BaseException | None = None

    def go(self, tell: Callable[[Search], None] | None, keep: Callable[[Search], None] | None) -> None:
        """Start the workers and wait for them."""
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self.workers)]
        kept = time.monotonic()
        try:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                time.sleep(0.1)
                with self.lock:
                    self._note_time()
                    if tell:
                        tell(self.search)
                    if keep and time.monotonic() - kept > KEEP_SECONDS:
                        kept = time.monotonic()
                        keep(self.search)
        finally:
            self.stopped = True
            for thread in threads:
                thread.join()
            self._note_time()
            if keep:
                keep(self.search)
        if self.problem is not None:
            raise self.problem

    def _note_time(self) -> None:
        self.search.seconds = self.before + time.monotonic() - self.started

    def _is_over(self) -> bool:
        return self.stopped or time.monotonic() >= self.until

    def _work(self) -> None:
        try:
            is_first = True
            while is_first or not self._is_over():
                is_first = False
                with self.lock:
                    self.search.searches += 1
                    random = np.random.default_rng([self.search.seed, self.search.searches])
                    runner = self._next_runner(random)
                    parent = None if runner else self._next_parent(random)
                climber = self.search.task.climber(int(random.integers(1 << 32)))
                if parent is not None:
                    self._better(climber, parent, random)
                else:
                    self._run_heat(climber, runner, random)
        except BaseException as problem:
            self.problem = problem
            self.stopped = True

    # ------------------------------------------------------------ heats

    def _next_runner(self, random: np.random.Generator) -> Runner | None:
        """The best of enough searches that wait for the same heat, those of the last heat first; the others end there."""
        for heat in range(len(HEATS) - 1, 0, -1):
            waiting = [one for one in self.search.runners if one.heat == heat]
            if len(waiting) >= HEATS[heat].of:
                self.search.runners = [one for one in self.search.runners if one.heat != heat]
                return max(waiting, key=lambda one: one.worth)
        return None

    def _run_heat(self, climber: PlannedClimber, runner: Runner | None, random: np.random.Generator) -> None:
        """A search goes through its next heat; None: one that begins from nothing."""
        if runner is None:
            runner = Runner(0, [], self.search.task.any_taste(climber.things, random), 0.0)
        climber.like(runner.taste)
        if runner.actions:
            climber.begin_with(runner.actions)
        else:
            climber.begin_anew()
        heat = HEATS[runner.heat]
        chunks = max(1, round(heat.chunks * self._length()))
        worths: list[float] = []
        for chunk in range(chunks):
            if chunk and self._is_over():
                return self._put_back(runner)
            begin, end = chunk / chunks, (chunk + 1) / chunks
            cooling = heat.cold / heat.warm
            weight = heat.push + (heat.push_end - heat.push) * end
            self._climb(
                climber, heat.warm * cooling**begin, heat.warm * cooling**end, heat.push + (heat.push_end - heat.push) * begin, weight
            )
            worths.append(climber.worth(weight))
        with self.lock:
            if runner.heat + 1 < len(HEATS):
                worth = float(np.mean(worths[-JUDGED:]))
                self.search.runners.append(Runner(runner.heat + 1, climber.now().actions, runner.taste, worth))
            else:
                self.search.is_finalist = True
        return None

    def _length(self) -> float:
        """How long heats are, so that a line comes through all of them in time."""
        return float(np.clip(SHARE * self._rate() / self.workers * (self.until - self.started) / chunks_of_a_line(self.workers), *LENGTHS))

    def _rate(self) -> float:
        """Chunks a second of all workers."""
        with self.lock:
            elapsed = max(1e-9, time.monotonic() - self.started)
            chunks = (self.search.tries - self.tries_before) / CHUNK
        return chunks / elapsed if chunks else self.workers * USUAL

    def _put_back(self, runner: Runner) -> None:
        """A heat that was broken off is run again when the search goes on."""
        if runner.actions:
            with self.lock:
                self.search.runners.append(runner)

    # ------------------------------------------------------------ lines that are kept

    def _next_parent(self, random: np.random.Generator) -> Found | None:
        if not self.search.is_finalist or random.random() < 0.5:
            return None
        return self.search.archive.choose(random)

    def _better(self, climber: PlannedClimber, parent: Found, random: np.random.Generator) -> None:
        """A search from lines that are kept, the first in the coldest place; now and then they take over from one another."""
        task = self.search.task
        others = [task.climber(int(random.integers(1 << 32))) for _ in range(RUNGS - 1)]
        ladder = Ladder([climber, *others], COLD, float(np.exp(random.uniform(*np.log(WARM)))))
        for rung, one in enumerate(ladder.climbers):
            one.like(task.taste_for({}))
            one.begin_with(self._kept(random).actions if rung else parent.actions)
        chunks = int(np.clip(BETTERED * self._rate() * (self.until - time.monotonic()), *BETTERED_CHUNKS))
        for chunk in range(chunks):
            if chunk and self._is_over():
                return
            for one in ladder.climbers:
                one.meet(self._kept(random) if random.random() < MEETS else one.now())
            self._note(*ladder.climb(CHUNK, random))

    def _kept(self, random: np.random.Generator) -> Found:
        with self.lock:
            return self.search.archive.choose(random)

    def _climb(self, climber: PlannedClimber, warm: float, cold: float, push: float, push_end: float) -> None:
        self._note(climber.climb(CHUNK, warm, cold, push, push_end))

    def _note(self, *found: Found) -> None:
        """A chunk is done; these are the best lines of it."""
        with self.lock:
            best = self.search.archive.best
            for one in found:
                self.search.archive.add(one)
            self.search.tries += CHUNK
            points = max(one.points for one in found)
            if best is None or points > best.points:
                self._note_time()
                self.search.curve.append((round(self.search.seconds, 1), points))
