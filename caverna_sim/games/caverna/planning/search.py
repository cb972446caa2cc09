"""The search for the best line: one short search after the other, from nothing or from a line that is kept, in some threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from caverna_sim.games.caverna.planning.archive import Archive, Found
from caverna_sim.games.caverna.planning.climber import Climber, Task, Taste

FIRST = 6  # searches begin from nothing until so many lines are kept
ANEW = 0.12  # of the others so many do
CHUNK = 10_000  # tries between two looks at the clock
CHUNKS = 100  # of a search
COLD = 0.25  # points
WARM_ANEW = 1.5
WARM = (0.5, 1.4)
PUSHED = 0.55  # of a search that begins from nothing: what plans are liked for fades away until then
TURN = (0.5, 2.5)
TILES, LIKED = 4, (2.0, 9.0)
KEEP_SECONDS = 30.0  # between checkpoints


@dataclass
class Search:
    """All that a search knows. It goes on where it was when it runs again."""

    task: Task
    seed: int = 0
    archive: Archive = field(default_factory=Archive)
    seconds: float = 0.0
    tries: int = 0
    searches: int = 0
    curve: list[tuple[float, int]] = field(default_factory=list)  # (seconds, points) whenever there was a better line

    def run(
        self, seconds: float, workers: int = 1, tell: Callable[[Search], None] | None = None, keep: Callable[[Search], None] | None = None
    ) -> None:
        """Search for so long, at least one chunk; `tell` is called often, `keep` now and then and in the end. May be interrupted."""
        Run(self, seconds).go(workers, tell, keep)


class Run:
    """A search while it runs."""

    def __init__(self, search: Search, seconds: float) -> None:
        self.search = search
        self.before = search.seconds
        self.started = time.monotonic()
        self.until = self.started + seconds
        self.lock = threading.Lock()
        self.stopped = False
        self.problem: BaseException | None = None

    def go(self, workers: int, tell: Callable[[Search], None] | None, keep: Callable[[Search], None] | None) -> None:
        """Start the workers and wait for them."""
        threads = [threading.Thread(target=self._work, args=(number,), daemon=True) for number in range(workers)]
        kept = time.monotonic()
        try:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                threads[0].join(0.2) if threads[0].is_alive() else time.sleep(0.2)
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

    def _work(self, number: int) -> None:
        try:
            while True:
                with self.lock:
                    self.search.searches += 1
                    which = self.search.searches
                random = np.random.default_rng([self.search.seed, which])
                self._one(Climber(self.search.task, int(random.integers(1 << 32))), random)
                if self._is_over():
                    break
        except BaseException as problem:
            self.problem = problem
            self.stopped = True

    def _is_over(self) -> bool:
        return self.stopped or time.monotonic() >= self.until

    def _one(self, climber: Climber, random: np.random.Generator) -> None:
        """One search, from nothing or from a line that is kept."""
        with self.lock:
            lines = self.search.archive.lines
            anew = len(lines) < FIRST or random.random() < ANEW
            parent = None if anew else self.search.archive.choose(random)
        if parent is None:
            climber.like(any_taste(climber.unique, random))
            climber.begin_anew()
            warm, pushed, push = WARM_ANEW, PUSHED, 1.0
        else:
            push = float(random.choice((0.0, 0.0, 0.3, 1.0)))
            climber.like(any_taste(climber.unique, random))
            climber.begin_with(parent.actions)
            warm, pushed = float(np.exp(random.uniform(*np.log(WARM)))), PUSHED / 2
        best: Found | None = None
        for chunk in range(CHUNKS):
            if chunk and self._is_over():
                break
            begin, end = chunk / CHUNKS, (chunk + 1) / CHUNKS
            self._meet(climber, random)
            found = climber.climb(
                CHUNK, warm * (COLD / warm) ** begin, warm * (COLD / warm) ** end,
                push * max(0.0, 1 - begin / pushed), push * max(0.0, 1 - end / pushed),
            )  # fmt: skip
            if best is None or found.points > best.points:
                best = found
                with self.lock:
                    self._add(found)
            with self.lock:
                self.search.tries += CHUNK

    def _meet(self, climber: Climber, random: np.random.Generator) -> None:
        with self.lock:
            other = self.search.archive.choose(random) if self.search.archive.lines else None
        if other is not None:
            climber.meet(other)

    def _add(self, found: Found) -> None:
        best = self.search.archive.best
        self.search.archive.add(found)
        if best is None or found.points > best.points:
            self._note_time()
            self.search.curve.append((round(self.search.seconds, 1), found.points))


def any_taste(tiles: tuple[int, ...], random: np.random.Generator) -> Taste:
    """What the plans of a search are liked for while it begins: more turns, some furnishings, now and then weapons, mines or animals."""
    count = int(random.integers(0, TILES + 1))
    liked = {int(tile): float(random.uniform(*LIKED)) for tile in random.permutation(tiles)[:count]}
    return Taste(
        turn=float(random.uniform(*TURN)),
        mine=float(random.choice((0.0, 0.0, 2.0))),
        weapon=float(random.choice((0.0, 0.0, 0.4))),
        animal=float(random.choice((0.0, 0.0, 0.7))),
        tiles=liked,
    )
