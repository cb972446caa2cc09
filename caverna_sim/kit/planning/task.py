"""What is planned: a game and the seat whose best line is looked for."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from caverna_sim.kit.planning.tapes import OtherSeats

WRITER = "`caverna-sim plan`"


@dataclass(frozen=True, kw_only=True)
class PlannedTask:
    """The game and the seat whose best line is looked for.

    Scripted bots, whose lots never change, play the other seats, or these do as in a game that was recorded (recorded.py).
    """

    players: int = 1
    seat: int = 0
    rules: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    index: int = 0
    bots: tuple[str, ...] = ()  # by seat, where several play
    recorded: tuple[str, ...] = ()  # moves of all seats, instead of bots

    taste_form: ClassVar[Callable[..., Any]]  # of what a search file says of a taste

    @abstractmethod
    def game(self) -> Any:
        """The game at its beginning."""

    @abstractmethod
    def others(self) -> OtherSeats:
        """The seats that are not planned."""

    @abstractmethod
    def own_of(self, moves: Sequence[str]) -> list[int]:
        """The decisions of the seat in a game that is played by these moves; IllegalAction when one is not legal."""

    @abstractmethod
    def climber(self, seed: int) -> Any:
        """A worker that searches (climber.py)."""

    @abstractmethod
    def any_taste(self, things: Mapping[str, int], random: np.random.Generator) -> Any:
        """What a search likes lines for, where there are these things."""

    @abstractmethod
    def taste_for(self, things: Mapping[int, float]) -> Any:
        """A liking for things, in points; without any, nothing but points counts."""

    @abstractmethod
    def taste_of(self, data: Mapping[str, Any]) -> Any:
        """A taste as a search file has it, see `taste_form`."""

    @abstractmethod
    def data_of(self, taste: Any) -> dict[str, Any]:
        """A taste for a search file."""

    @abstractmethod
    def without(self, things: Sequence[str]) -> PlannedTask:
        """The same game without some things."""

    @abstractmethod
    def place_of(self, actions: Sequence[int]) -> str:
        """Where the turn goes with which these choices begin."""

    @abstractmethod
    def about(self) -> dict[str, Any]:
        """The game as the file of a line names it."""

    @abstractmethod
    def flat_rules(self) -> dict[str, Any]:
        """House rules by path, however they were written."""

    @abstractmethod
    def line_of(self, moves: Iterable[int | str]) -> Any:
        """What is told of a line (lessons.py), by its moves; CavernaError when they are not a whole game."""

    def told(self) -> dict[str, Any]:
        """The game as a search file names it."""
        about = {name: value for name, value in vars(self).items() if name != "recorded" or value}
        return dict(json.loads(json.dumps({**about, "rules": self.flat_rules()})))

    def played(self, actions: Sequence[int | str]) -> Any:
        """The game after so many decisions of the seat; IllegalAction when one is not legal."""
        game = self.game()
        others = self.others()
        for action in actions:
            others.play_on(game)
            if game.over:
                break
            game.play(action)
        others.play_on(game)
        return game
