"""One worker of the planner: the records that its kernels work on, and what it does in one search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
from caverna_sim.games.caverna.bots.parameters import packed, parameters_of
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.planning import climb as kernels
from caverna_sim.games.caverna.planning.archive import Found
from caverna_sim.games.caverna.planning.recorded import of_other
from caverna_sim.games.caverna.planning.records import BEST, CURSOR, DONOR, LIKING, LINE, PARENT, PLAN, STRETCH
from caverna_sim.games.caverna.planning.replay import FAILED, OTHERS, placed_on
from caverna_sim.games.caverna.planning.tapes import blank_tapes, tape_of
from caverna_sim.games.caverna.planning.tastes import Taste
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.tiles import joined, members

POLICY = "balanced"  # decides what a plan leaves open
BEGINNINGS = 8  # made up for a search that begins from nothing, of which the best is taken
DIVERTED = 200  # ways tried to go elsewhere, of which the best is bettered
REPLANNED = 0.8, 0.25  # the temperature falls from and to, when the rest of a line is planned anew
TURN_COUNTS = 1.5  # points that a turn adds to the promise of a line
TURNS, STRENGTH, MINES, ANIMALS = 3, 8, 2, 10  # so much more of it is another kind of plan


@dataclass(frozen=True)
class Task:
    """The game and the seat whose best line is looked for.

    Scripted bots, whose lots never change, play the other seats, or these do as in a game that was recorded (recorded.py).
    """

    players: int = 1
    seat: int = 0
    tiles: str | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    index: int = 0
    bots: tuple[str, ...] = ()  # by seat, where several play
    recorded: tuple[str, ...] = ()  # moves of all seats, instead of bots

    def game(self) -> Game:
        """The game at its beginning."""
        return Game(self.players, self.seed, self.index, tiles=self.tiles, rules=self.rules)

    def played(self, actions: Sequence[int | str]) -> Game:
        """The game after so many decisions of the seat; IllegalAction when one is not legal."""
        game = self.game()
        others = Others(self)
        for action in actions:
            others.play_on(game)
            if game.over:
                break
            game.play(action)
        others.play_on(game)
        return game

    def own_of(self, moves: Sequence[str]) -> list[int]:
        """The decisions of the seat in a game that is played by these moves; IllegalAction when one is not legal."""
        return tape_of(self.game(), moves, self.seat)[1]


class Others:
    """The seats that are not planned, as kernels play them."""

    def __init__(self, task: Task) -> None:
        policy = parameters_of(POLICY, {"temperature": 0.0})
        seats = [parameters_of(name) for name in task.bots] or [policy] * task.players
        self.seat = task.seat
        self.bots = np.concatenate([packed(values)[0] for values in (policy, *seats)])
        self.tapes, self.heard = blank_tapes()
        if task.recorded:
            self.tapes, _ = tape_of(task.game(), task.recorded, task.seat)
        self.scratch, self.minds, self.out = np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)

    def play_on(self, game: Game) -> None:
        """Until the planned seat must decide, or the game is over."""
        while not game.over and game.player != self.seat:
            assert game.player is not None
            bot, rules = self.bots[OTHERS + game.player], game.rules.record[0]
            game.play(int(of_other(game.state, rules, bot, self.scratch, self.minds[0], self.out, self.tapes[0], self.heard)))


class Climber:
    """Records of one worker."""

    def __init__(self, task: Task, seed: int) -> None:
        game = task.game()
        self._rules, self._seat = game.rules.record, task.seat
        self._start = game.state.copy()
        others = Others(task)
        self._states = np.zeros(1, layout.STATE)
        self._likings = np.zeros(1, LIKING)
        self._lines = np.zeros(kernels.NUM_LINES, LINE)
        self._kept = np.zeros(kernels.NUM_KEPT, layout.STATE)
        self._stretch = np.zeros(1, STRETCH)
        self._dice = np.random.default_rng([seed, task.seed]).integers(1, 1 << 32, 2)
        self._place = (
            self._states, self._rules, others.bots, others.scratch, others.minds, others.out, others.tapes, others.heard, self._seat,
             self._likings, self._lines,
        )  # fmt: skip
        words = self._kept.view(np.int64).reshape(kernels.NUM_KEPT, -1)
        self._followed = (np.zeros(1, PLAN), np.zeros(1, CURSOR), self._kept, words, self._dice)
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

    def climb(self, tries: int, warm: float, cold: float, push: float, push_end: float, fixed: int = 0, barred: int = -1) -> Found:
        """Search for so many tries; the best line that was seen. Turns before `fixed` stay; its dwarf does not go to `barred`."""
        self._stretch[0] = (tries, warm, cold, push, push_end, fixed, barred)
        kernels.climb(*self._place, *self._followed, self._stretch)
        return self._found(BEST)

    def second_best(self, line: Found, turn: int, tries: int) -> Found | None:
        """The best line found that is like this one until a turn and goes elsewhere then; None when there is nowhere else to go."""
        self.begin_with(line.actions)
        self.like(Taste())
        barred = int(placed_on(self._lines[PARENT], turn))
        self._stretch[0] = (DIVERTED, 1.0, 1.0, 0.0, 0.0, turn, barred)
        if not kernels.divert(*self._place, *self._followed, self._stretch):
            return None
        found = self.climb(tries, *REPLANNED, 0.0, 0.0, turn, barred)
        return found

    def now(self) -> Found:
        """The line that the search has come to."""
        return self._found(PARENT)

    def worth(self, push: float) -> float:
        """Points of that line, and as long as it is liked for its plan something for its turns, whatever its taste likes."""
        line = self._lines[PARENT]
        return float(line["points"] + push * TURN_COUNTS * line["turns"])

    def _found(self, place: int) -> Found:
        line = self._lines[place].copy()
        turns, strength, mines, animals = (int(trait) for trait in line["traits"])
        kind = (turns // TURNS, -(-strength // STRENGTH), mines // MINES, animals // ANIMALS)
        turns_at = tuple(line["begin"][: line["turns"]].tolist())
        return Found(int(line["points"]), line["action"][: line["choices"]].tolist(), kind, joined(line["owned"]), turns_at, line)

    def warm_up(self) -> None:
        """Compile what a search needs."""
        self.begin_anew()
        line = self.climb(1, 1.0, 1.0, 0.0, 0.0)
        self.second_best(line, len(line.turns) - 1, 1)
