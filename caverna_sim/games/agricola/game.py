"""One game for people and notebooks: legal actions, playing them, scores, positions, a log in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from caverna_sim.check import arguments, whole
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError
from caverna_sim.games.agricola import position as positions
from caverna_sim.games.agricola.actions import Action
from caverna_sim.games.agricola.box.catalog import MAJORS, SPACES, catalog
from caverna_sim.games.agricola.box.options import KEYS, read_options
from caverna_sim.games.agricola.course import core
from caverna_sim.games.agricola.course.hidden import hide_here
from caverna_sim.games.agricola.course.ranking import score_table
from caverna_sim.games.agricola.ids import phase, step
from caverna_sim.games.agricola.limits import put_limits
from caverna_sim.games.agricola.log import changes
from caverna_sim.games.agricola.shape import layout
from caverna_sim.kit.play.company import play as play_on
from caverna_sim.kit.play.log import LogEntry
from caverna_sim.kit.play.played import PlayedGame
from caverna_sim.kit.play.view import SeatView

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

__all__ = ["Action", "Game", "View", "play"]


class View(SeatView):
    """A position as a seat sees it: round cards to come are hidden (AG-SET-05)."""

    def _hide(self, position: dict[str, Any]) -> None:
        shown = self.round - (1 if self.phase == "preparation" else 0)
        position["round_cards"] = position["round_cards"][:shown]
        position["options"].pop("round_cards", None)

    def _hide_here(self, states: np.ndarray) -> None:
        hide_here(states, self.rules.record)


class Game(PlayedGame):
    """A game of Agricola. `legal` and `play` are all that is needed to play it."""

    game, action, positions, seen = "agricola", Action, positions, View
    kernels, records = core, layout
    phases, over_phase, steps = phase.NAMES, phase.OVER, step.NAMES

    def __init__(
        self,
        players: int | None = None,
        seed: int | None = None,
        index: int = 0,
        *,
        game: str = "agricola",
        rules: Mapping[str, Any] | None = None,
        scenario: str | Path | Scenario | None = None,
        auto: bool = False,
        cards: bool | None = None,
        hands: Any = None,
        kept: Any = None,
        side_job: bool | None = None,
        meeting_place_food: bool | None = None,
        extra_tile: bool | None = None,
        team_play: bool | None = None,
        house_rules: Sequence[str] | None = None,
        round_cards: Sequence[str] | None = None,
        force_conversion: bool | None = None,
        discard_when_breeding: bool | None = None,
        start_player: int | None = None,
    ) -> None:
        """A new game at its first decision.

        `seed` is the scenario's, or 0, unless given; `index` is the game's number in a run; `rules` are house rules by dotted path;
        `scenario` names a scenario file, and then game `index` of it is played exactly as in a batch. With `auto` single legal choices are
        taken by themselves. The others are the options of the game (docs/agricola.md).
        """
        given = (
            cards, hands, kept, side_job, meeting_place_food, extra_tile, team_play, house_rules, round_cards, force_conversion,
            discard_when_breeding, start_player,
        )  # fmt: skip
        chosen = {name: value for name, value in zip(KEYS, given, strict=True) if value is not None}
        overrides, key = self._given(game, rules, auto, index)
        without: tuple[str, ...] = ()
        limits: Mapping[int, Mapping[str, Any]] = {}
        if scenario is not None:
            loaded, seed = self._plan(scenario, seed, key, players, overrides, *chosen)
            planned = self.planned
            players, overrides, key, options = planned.players, planned.rules, planned.block, loaded.options
            without, limits = (*loaded.without, *planned.absent), planned.limits
        elif players is None:
            raise CavernaError("players: the number of players is missing; give 1 to 4, or a scenario")
        else:
            with arguments():
                options = read_options(chosen, whole(players, "players", 1, 4))
        self._start(catalog(players, overrides, options), index, auto)
        with CompileProgress(self._compiled):
            self._set_up(seed, key)
            self._states[0]["supply"] &= ~sum(1 << MAJORS.index(name) for name in without)
            put_limits(limits, [seat["limits"] for seat in self._states[0]["seats"]])
            self._advance()
            self._take_single_choices()

    def _changes(self, before: Any, after: Any, action: Any) -> Iterable[LogEntry]:
        return changes(before, after)

    def _reason(self, action: Action) -> str:
        """The rule a placement breaks, where one can be named."""
        if action.kind != "place" or action.space is None:
            return ""
        state, space = self._states[0], SPACES.index(action.space)
        if not int(state["open"]) >> space & 1:
            return f"`{action.space}` is not in play (AG-RND-02, AG-SET-03)"
        if state["used_by"][space] >= 0:
            return f"`{action.space}` is occupied by seat {int(state['used_by'][space])} (AG-WRK-02)"
        row = self._rules.record[0]["space"][space]
        if int(state["occupied"]) & int(row["shares"]):
            return f"another space of the tile of `{action.space}` is in use (AG-TIL-02, AG-TIL-03)"
        if state["round"] < row["first_round"]:
            return f"`{action.space}` opens in round {int(row['first_round'])} (AG-TIL-05)"
        if int(state["seats"][self.player]["limits"]["spaces"]) >> space & 1:
            return f"the limits of seat {self.player} forbid `{action.space}`"
        return f"nothing could be carried out on `{action.space}` (AG-WRK-03)"

    def scores(self, state: Any = None) -> list[dict[str, Any]]:
        """Per seat total, rank, tie and scoring parts, as if the game ended now (or at a state an observer has seen)."""
        return score_table(self._rules.record[0], self._states[0] if state is None else state)


def play(game: Game, bots: Sequence[Any] | None = None) -> Game:
    """Play a game to its end with one bot per seat: a name of the roster, or a callable (view, legal, rng) -> Action."""
    from caverna_sim.games.agricola.bots.roster import as_bot

    return play_on(game, bots, as_bot, Game, 'Game(game="agricola", players=2, seed=1)')
