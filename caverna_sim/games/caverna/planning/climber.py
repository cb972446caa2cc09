"""One worker of the planner: the records that its kernels work on, and what it does in one search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
from caverna_sim.games.caverna.bots.parameters import packed, parameters_of
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.planning import climb as kernels
from caverna_sim.games.caverna.planning.archive import Found
from caverna_sim.games.caverna.planning.records import BEST, CURSOR, DONOR, LIKING, LINE, PARENT, PLAN
from caverna_sim.games.caverna.planning.replay import FAILED
from caverna_sim.games.caverna.planning.tastes import Taste
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.tiles import joined, members

POLICY = "balanced"  # decides what a plan leaves open
BEGINNINGS = 8  # made up for a search that begins from nothing, of which the best is taken
TURNS, STRENGTH, MINES, ANIMALS = 3, 8, 2, 10  # so much more of it is another kind of plan


@dataclass(frozen=True)
class Task:
    """The game whose best line is looked for."""

    players: int = 1
    seat: int = 0
    tiles: str | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    index: int = 0

    def game(self) -> Game:
        """The game at its beginning."""
        return Game(self.players, self.seed, self.index, tiles=self.tiles, rules=self.rules)


class Climber:
    """Records of one worker."""

    def __init__(self, task: Task, seed: int) -> None:
        game = task.game()
        self._rules, self._seat = game.rules.record, task.seat
        self._start = game.state.copy()
        self._bot, _ = packed(parameters_of(POLICY, {"temperature": 0.0}))
        scratch, minds, out = np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
        self._states = np.zeros(1, layout.STATE)
        self._likings = np.zeros(1, LIKING)
        self._lines = np.zeros(kernels.NUM_LINES, LINE)
        self._kept = np.zeros(kernels.NUM_KEPT, layout.STATE)
        self._dice = np.random.default_rng([seed, task.seed]).integers(1, 1 << 32, 2)
        self._place = (self._states, self._rules, self._bot, scratch, minds, out, self._seat, self._likings, self._lines)
        self._followed = (np.zeros(1, PLAN), np.zeros(1, CURSOR), self._kept, self._dice)
        names = game.rules.names.furnishings
        self.furnishings = {names[number]: number for number in members(game.state["supply"])}  # that there is one of

    def like(self, taste: Taste) -> None:
        """What lines are liked for from now on."""
        liking = self._likings[0]
        for name in ("turn", "mine", "weapon", "animal"):
            liking[name] = getattr(taste, name)
        liking["tile"] = 0.0
        for tile, points in taste.tiles.items():
            liking["tile"][tile] = points

    def begin_anew(self) -> None:
        """A line that is made up, the best of some."""
        best: list[int] = []
        best_worth = -np.inf
        for _ in range(BEGINNINGS):
            self._states[0] = self._start
            self._lines[PARENT] = np.zeros(1, LINE)[0]
            points = kernels.begin(*self._place, *self._followed)
            worth = points + float(self._lines[PARENT]["liked"])
            if points != FAILED and worth > best_worth:
                best, best_worth = self._found(PARENT).actions, worth
        self.begin_with(best)

    def begin_with(self, actions: list[int]) -> Found:
        """A line to go on from; CavernaError when it cannot be played."""
        points = self._take_up(actions)
        if points == FAILED:
            raise CavernaError("plan: a line cannot be played")
        self._lines[DONOR] = self._lines[PARENT]
        return self._found(PARENT)

    def _take_up(self, actions: list[int]) -> int:
        self._states[0] = self._start
        array = np.array(actions, np.int32)
        return int(kernels.take_up(*self._place, self._kept, array, len(array)))

    def meet(self, found: Found) -> None:
        """Another line, parts of which may be taken over."""
        self._lines[DONOR] = found.record

    def climb(self, tries: int, warm: float, cold: float, push: float, push_end: float) -> Found:
        """Search for so many tries; the best line that was seen."""
        kernels.climb(*self._place, *self._followed, tries, warm, cold, push, push_end)
        return self._found(BEST)

    def now(self) -> Found:
        """The line that the search has come to."""
        return self._found(PARENT)

    def worth(self, push: float) -> float:
        """Points of that line, and what it is liked for."""
        line = self._lines[PARENT]
        return float(line["points"] + push * line["liked"])

    def _found(self, place: int) -> Found:
        line = self._lines[place].copy()
        turns, strength, mines, animals = (int(trait) for trait in line["traits"])
        kind = (turns // TURNS, -(-strength // STRENGTH), mines // MINES, animals // ANIMALS)
        return Found(int(line["points"]), line["action"][: line["choices"]].tolist(), kind, joined(line["owned"]), line)

    def warm_up(self) -> None:
        """Compile what a search needs."""
        self.begin_anew()
        self.climb(1, 1.0, 1.0, 0.0, 0.0)
