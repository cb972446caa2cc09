"""What a seat knows of a game, as bots outside are asked with it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np


class SeatView:
    """A position as a seat sees it; each game says what is hidden."""

    def __init__(self, game: Any, seat: int) -> None:
        self.seat = seat
        self.round = game.round
        self.phase = game.phase
        self.players = game.players
        self.rules = game.rules
        self._game = game
        self._position: dict[str, Any] | None = None

    @abstractmethod
    def _hide(self, position: dict[str, Any]) -> None:
        """Take out of a position what is face down."""

    @abstractmethod
    def _hide_here(self, states: np.ndarray) -> None:
        """Turn what is face down in a state to -1."""

    def to_dict(self) -> dict[str, Any]:
        """The position without what is still face down, and without the state of the random numbers."""
        if self._position is None:
            position = self._game.to_dict()
            self._hide(position)
            for secret in ("rng", "seed", "index"):
                del position[secret]
            self._position = position
        return self._position

    def state(self, rng: np.random.Generator | None = None) -> Any:
        """A copy of the state record for kernels of one's own, everything face down turned to -1.

        `seed` is a number drawn from `rng`, so that a kernel can make chances of its own from it, and no others.
        """
        states = self._game._states.copy()
        self._hide_here(states)
        state = states[0]
        state["seed"] = 0 if rng is None else rng.integers(2**31)
        return state

    def _arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The game itself and its rules, for bots of the roster, which leave alone what is hidden."""
        return self._game._states, self.rules.record

    def scores(self) -> list[dict[str, Any]]:
        """Scores as if the game ended now; all of it is open information."""
        found: list[dict[str, Any]] = self._game.scores()
        return found
