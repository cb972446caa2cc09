"""What is planned of an orchard, and one worker that searches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caverna_sim import check
from caverna_sim.kit.planning.climber import PlannedClimber
from caverna_sim.kit.planning.lessons import PlayedLine
from caverna_sim.kit.planning.tapes import OtherSeats, tape_of
from caverna_sim.kit.planning.task import PlannedTask
from tests.orchard.bots.parameters import bot_record
from tests.orchard.box import MOST_PLAYERS
from tests.orchard.game import Action, Game
from tests.orchard.planning import kernels
from tests.orchard.shape.layout import MAX_LEGAL, STATE

POLICY = "grower"


@dataclass(frozen=True, kw_only=True)
class Task(PlannedTask):
    """An orchard and the seat whose best line is looked for."""

    taste_form = check.row({"sale": check.is_number(-100, 100)})

    def game(self) -> Game:
        """The game at its beginning."""
        return Game(self.players, self.seed, self.index, rules=self.rules)

    def others(self) -> OtherSeats:
        """The seats that are not planned."""
        bots = np.concatenate([bot_record(name) for name in (POLICY, *(self.bots or [POLICY] * self.players))])
        room = np.zeros(1, STATE), np.zeros(1, kernels.MIND), np.zeros(MAX_LEGAL, np.int32)
        return OtherSeats(kernels.of_other, self.seat, bots, room, MOST_PLAYERS, self._tape(self.recorded)[0])

    def own_of(self, moves: Sequence[str | int]) -> list[int]:
        """The decisions of the seat."""
        return self._tape(moves)[1]

    def _tape(self, moves: Iterable[str | int]) -> tuple[np.ndarray, list[int]]:
        return tape_of(self.game(), moves, self.seat, MOST_PLAYERS, lambda _: True, kernels.block_of)

    def climber(self, seed: int) -> Climber:
        """A worker that searches."""
        return Climber(self, seed)

    def any_taste(self, things: Mapping[str, int], random: np.random.Generator) -> float:
        """Points for each sale."""
        return float(random.uniform(0.0, 2.0))

    def taste_for(self, things: Mapping[int, float]) -> float:
        """There are no things."""
        return 0.0

    def taste_of(self, data: Mapping[str, Any]) -> float:
        """As a search file has it."""
        return float(data["sale"])

    def data_of(self, taste: float) -> dict[str, Any]:
        """The same for a file."""
        return {"sale": taste}

    def without(self, things: Sequence[str]) -> Task:
        """There are no things."""
        return self

    def place_of(self, actions: Sequence[int]) -> str:
        """Where a picker goes."""
        return str(Action(actions[0]).space)

    def about(self) -> dict[str, Any]:
        """The game as the file of a line names it."""
        return {"game": "orchard", "players": self.players, "rules": dict(self.rules), "seed": self.seed, "index": self.index}

    def flat_rules(self) -> dict[str, Any]:
        """House rules by path."""
        return dict(self.rules)

    def line_of(self, moves: Iterable[int | str]) -> PlayedLine:
        """Where the pickers went."""
        game = self.game()
        places = []
        for move in moves:
            now = int(game.round)
            places.append((str(game.play(move).actions[-1].space), now))
        score = game.scores()[self.seat]
        texts = tuple(one.text for one in game.actions)
        return PlayedLine(points=score["total"], moves=texts, built=(), places=tuple(places), parts=tuple(score["parts"].items()))


class Climber(PlannedClimber):
    """Records of one worker."""

    kernels, line, plan, liking = kernels, kernels.LINE, kernels.PLAN, kernels.LIKING

    def like(self, taste: float) -> None:
        """What lines are liked for from now on."""
        self._likings[0]["sale"] = taste

    def kind_of(self, line: Any) -> tuple[int, ...]:
        """How often it goes where."""
        return tuple(line["traits"].tolist())
