"""One worker of the planner: the records that its kernels work on, and what it does in one search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from caverna_sim.errors import CavernaError
from caverna_sim.kit.planning.archive import Found
from caverna_sim.kit.planning.records import BEST, CURSOR, DONOR, FAILED, NUM_KEPT, NUM_LINES, PARENT, STRETCH
from caverna_sim.kit.planning.task import PlannedTask

BEGINNINGS = 8  # made up for a search that begins from nothing, of which the best is taken
DIVERTED = 200  # ways tried to go elsewhere, of which the best is bettered
REPLANNED = 0.8, 0.25  # the temperature falls from and to, when the rest of a line is planned anew
TURN_COUNTS = 1.5  # points that a turn adds to the promise of a line
REPAIRS = 32  # of a line of another game, of which the best is taken


class PlannedClimber:
    """Records of one worker; `kernels` are those of the game's copy of climb.py, `line`, `plan` and `liking` the kinds of its records."""

    kernels: Any
    line: np.dtype[np.void]
    plan: np.dtype[np.void]
    liking: np.dtype[np.void]

    def __init__(self, task: PlannedTask, seed: int) -> None:
        game, others = task.game(), task.others()
        rules, start = game.rules.record, game.state.copy()
        self.things = self.things_of(game)
        self._task, self._start = task, start
        self._states = np.zeros(1, start.dtype)
        self._likings = np.zeros(1, self.liking)
        self._lines = np.zeros(NUM_LINES, self.line)
        self._kept = np.zeros(NUM_KEPT, start.dtype)
        self._stretch = np.zeros(1, STRETCH)
        self._dice = np.random.default_rng([seed, task.seed]).integers(1, 1 << 32, 2)
        self._place = (self._states, rules, others.bots, *others.tools, task.seat, self._likings, self._lines)
        words = self._kept.view(np.int64).reshape(NUM_KEPT, -1)
        self._followed = (np.zeros(1, self.plan), np.zeros(1, CURSOR), self._kept, words, self._dice)

    def things_of(self, game: Any) -> Mapping[str, int]:
        """What there is one of in a game, with their numbers."""
        return {}

    @abstractmethod
    def like(self, taste: Any) -> None:
        """What lines are liked for from now on."""

    @abstractmethod
    def kind_of(self, line: Any) -> tuple[int, ...]:
        """What makes the plan of a line another one."""

    def owned(self, line: Any) -> int:
        """Things that a line has in the end, as a set."""
        return 0

    def begin_anew(self) -> None:
        """A line that is made up, the best of some."""
        best: list[int] = []
        best_worth = -np.inf
        for _ in range(BEGINNINGS):
            self._states[0] = self._start
            self._lines[PARENT] = np.zeros(1, self.line)[0]
            points = self.kernels.begin(*self._place, *self._followed)
            worth = points + float(self._lines[PARENT]["liked"])
            if points != FAILED and worth > best_worth:
                best, best_worth = self._found(PARENT).actions, worth
        self.begin_with(best)

    def begin_with(self, actions: Sequence[int]) -> Found:
        """A line to go on from; CavernaError when it cannot be played."""
        self._states[0] = self._start
        array = np.array(actions, np.int32)
        if int(self.kernels.take_up(*self._place, self._kept, array, len(array))) == FAILED:
            raise CavernaError("plan: a line cannot be played")
        self._lines[DONOR] = self._lines[PARENT]
        return self._found(PARENT)

    def repaired(self, record: Any) -> list[int]:
        """A line of a game with more things, played as far as it still can be, the best of some tries; empty when it never can."""
        self.like(self._task.taste_for({}))
        best: list[int] = []
        points_of_best = FAILED
        for _ in range(REPAIRS):
            self._states[0] = self._start
            self._kept[:] = np.zeros(1, self._kept.dtype)  # it never meets what it was in its own game
            self._lines[PARENT] = record
            points = int(self.kernels.begin(*self._place, *self._followed))
            if points > points_of_best:
                best, points_of_best = self.now().actions, points
        return best

    def meet(self, found: Found) -> None:
        """Another line, parts of which may be taken over."""
        self._lines[DONOR] = found.record

    def climb(self, tries: int, warm: float, cold: float, push: float, push_end: float, fixed: int = 0, barred: int = -1) -> Found:
        """Search for so many tries; the best line that was seen. Turns before `fixed` stay; that one does not go to `barred`."""
        self._stretch[0] = (tries, warm, cold, push, push_end, fixed, barred)
        self.kernels.climb(*self._place, *self._followed, self._stretch)
        return self._found(BEST)

    def second_best(self, line: Found, turn: int, tries: int) -> Found | None:
        """The best line found that is like this one until a turn and goes elsewhere then; None when there is nowhere else to go."""
        self.begin_with(line.actions)
        self.like(self._task.taste_for({}))
        barred = int(self.kernels.placed_on(self._lines[PARENT], turn))
        self._stretch[0] = (DIVERTED, 1.0, 1.0, 0.0, 0.0, turn, barred)
        if not self.kernels.divert(*self._place, *self._followed, self._stretch):
            return None
        return self.climb(tries, *REPLANNED, 0.0, 0.0, turn, barred)

    def now(self) -> Found:
        """The line that the search has come to."""
        return self._found(PARENT)

    def worth(self, push: float) -> float:
        """Points of that line, and as long as it is liked for its plan something for its turns, whatever its taste likes."""
        line = self._lines[PARENT]
        return float(line["points"] + push * TURN_COUNTS * line["turns"])

    def height(self) -> float:
        """Points of that line, with what its spare goods count while lines are compared."""
        line = self._lines[PARENT]
        return float(line["points"] + line["spare"])

    def _found(self, place: int) -> Found:
        line = self._lines[place].copy()
        turns_at = tuple(line["begin"][: line["turns"]].tolist())
        actions = line["action"][: line["choices"]].tolist()
        return Found(int(line["points"]), actions, self.kind_of(line), self.owned(line), turns_at, line)

    def warm_up(self) -> None:
        """Compile what a search needs."""
        self.begin_anew()
        line = self.climb(1, 1.0, 1.0, 0.0, 0.0)
        self.second_best(line, len(line.turns) - 1, 1)
