"""One game for people: what its actions are called, what is hidden, what it scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from caverna_sim.errors import CavernaError
from caverna_sim.kit.play import actions
from caverna_sim.kit.play.company import play as play_on
from caverna_sim.kit.play.fields import named
from caverna_sim.kit.play.log import LogEntry
from caverna_sim.kit.play.played import PlayedGame, ranked
from caverna_sim.kit.play.view import SeatView
from tests.orchard import position
from tests.orchard.box import catalog
from tests.orchard.course import core
from tests.orchard.ids import ACTIONS, OVER, PARTS, PHASES, SPACES, STEPS
from tests.orchard.shape import layout


class Action(actions.Action):
    """One choice."""

    __slots__ = ()
    vocabulary = actions.Vocabulary({"place": ("go to {space}", (named("space", 2, SPACES),))}, ACTIONS, ("space",))

    @property
    def space(self) -> Any:
        """Where the picker goes."""
        return self._arguments.get("space")


class View(SeatView):
    """Prices of rounds to come are hidden."""

    def _hide(self, position: dict[str, Any]) -> None:
        position["prices"] = position["prices"][: self.round]

    def _hide_here(self, states: np.ndarray) -> None:
        core.hide_here(states, self.rules.record)


class Game(PlayedGame):
    """Pickers in an orchard."""

    game, action, positions, seen = "orchard", Action, position, View
    kernels, records = core, layout
    phases, over_phase, steps = PHASES, OVER, tuple(step.name for step in STEPS)

    def __init__(
        self, players: int | None = None, seed: int | None = None, index: int = 0, *, game: str = "orchard",
        rules: Mapping[str, Any] | None = None, scenario: Any = None, auto: bool = False,
    ) -> None:  # fmt: skip
        overrides, key = self._given(game, rules, auto, index)
        if scenario is not None:
            loaded, seed = self._plan(scenario, seed, key, players, overrides)
            players, key, overrides = loaded.players, self.planned.block, self.planned.rules
        if players is None:
            raise CavernaError("players: the number of players is missing; give 1 to 4, or a scenario")
        self._start(catalog(players, overrides), index, auto)
        self._set_up(seed, key)
        self._advance()
        self._take_single_choices()

    def _changes(self, before: Any, after: Any, action: Any) -> Iterable[LogEntry]:
        if after["round"] != before["round"]:
            price = int(after["price"][after["round"]])
            yield LogEntry(self.round, None, f"round {self.round} begins: the stall pays {price} for a fruit")
        if after["phase"] == OVER != before["phase"]:
            yield LogEntry(self.round, None, "the game is over")
        for seat in range(self.players):
            gained = int(after["seats"][seat]["coins"]) - int(before["seats"][seat]["coins"])
            if gained:
                yield LogEntry(self.round, seat, f"earns {gained}")

    def _reason(self, action: Any) -> str:
        return f"somebody is at `{action.space}` already"

    def scores(self, state: Any = None) -> list[dict[str, Any]]:
        """Per seat total, rank and parts."""
        found, results, parts = self._states[0] if state is None else state, list[dict[str, Any]](), np.zeros(len(PARTS), np.int32)
        for seat in range(self.players):
            total = int(core.score_seat(self._rules.record[0], found["seats"][seat], parts))
            results.append({"total": total, "rank": 0, "parts": dict(zip(PARTS, parts.tolist(), strict=True))})
        return ranked(results, [result["total"] for result in results])


def play(game: Game, bots: Sequence[Any] | None = None) -> Game:
    """Play a game to its end."""
    from tests.orchard.bots.roster import as_bot

    return play_on(game, bots, as_bot, Game, 'Game(game="orchard", players=2, seed=1)')
