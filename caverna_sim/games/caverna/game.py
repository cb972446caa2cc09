"""One game for people and notebooks: legal actions, playing them, scores, positions, a log in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from caverna_sim.check import arguments, word
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError, shown
from caverna_sim.games.caverna import position as positions
from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.box.catalog import SPACES, catalog
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, module_of, which
from caverna_sim.games.caverna.ids import good, phase, score, step
from caverna_sim.games.caverna.limits import Limits, put_limits
from caverna_sim.games.caverna.log import changes
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.tiles import drop
from caverna_sim.kit.play.company import play as play_on
from caverna_sim.kit.play.log import LogEntry
from caverna_sim.kit.play.played import PlayedGame, ranked
from caverna_sim.kit.play.view import SeatView

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

__all__ = ["Action", "Game", "View", "play"]


_BEFORE_HARVEST = ("start_of_round", "add_space", "replenish", "late_start", "work", "return_home")


class View(SeatView):
    """A position as a seat sees it: cards and harvest markers to come are hidden."""

    def _hide(self, position: dict[str, Any]) -> None:
        position["cards"] = [card for number, card in self._cards() if number <= self.round]
        markers = position["harvest_markers"]
        position["harvest_markers"] = {number: mark for number, mark in markers.items() if int(number) <= self._last_marker}
        if self._last_marker < self.round:
            position["harvest"] = None
            position["turn"] = {**position["turn"], "questions": None}

    def _hide_here(self, states: np.ndarray) -> None:
        from caverna_sim.games.caverna.playing.hidden import hide_here

        hide_here(states, self.rules.record)

    @property
    def _last_marker(self) -> int:
        """The last round whose harvest marker is turned over."""
        late = self.rules.tables["toggle"]["harvest_marker_reveal"]["value"] == "harvest"
        is_hidden = late and self.phase in _BEFORE_HARVEST and self._game.state["markers"][self.round] != 0
        return int(self.round) - (1 if is_hidden else 0)

    def _cards(self) -> Iterable[tuple[int, str]]:
        state = self._game.state
        return ((number, SPACES[card]) for number, card in enumerate(state["cards"]) if card >= 0)


class Game(PlayedGame):
    """A game of Caverna. `legal` and `play` are all that is needed to play it."""

    game, action, positions, seen = "caverna", Action, positions, View
    kernels, records = core, layout
    phases, over_phase, steps = phase.NAMES, phase.OVER, step.NAMES

    def __init__(
        self,
        players: int | None = None,
        seed: int | None = None,
        index: int = 0,
        *,
        game: str = "caverna",
        expansion: str | None = None,
        rules: Mapping[str, Any] | None = None,
        tiles: str | None = None,
        scenario: str | Path | Scenario | None = None,
        auto: bool = False,
    ) -> None:
        """A new game at its first decision.

        `seed` is the scenario's, or 0, unless given; `index` is the game's number in a run; `rules` are house rules by
        dotted path; `tiles` is "full" or "introductory"; `scenario` names a scenario file, and then game `index` of it
        is played exactly as in a batch. With `auto` single legal choices are taken by themselves.
        """
        overrides, key = self._given(game, rules, auto, index)
        if tiles is not None:
            with arguments():
                overrides["start.tiles"] = word(tiles, "tiles", ("full", "introductory"))
        absent: tuple[str, ...] = ()
        limits: Mapping[int, Limits] = {}
        if scenario is not None:
            loaded, seed = self._plan(scenario, seed, key, players, overrides)
            planned = self.planned
            players, overrides, key = planned.players, planned.rules, planned.block
            expansion = loaded.expansion if expansion is None else expansion
            absent, limits = planned.absent, planned.limits
        if expansion is not None and (not isinstance(expansion, str) or expansion not in TITLES):
            raise CavernaError(f"expansion: {shown(expansion)} is not known; {which()}")
        if players is None:
            raise CavernaError("players: the number of players is missing; give 1 to 7, or a scenario")
        self._start(catalog(players, overrides, expansion), index, auto)
        with CompileProgress(self._compiled):
            self._set_up(seed, key)
            for tile in absent:
                drop(self._states[0]["supply"], self._rules.names.furnishings.index(tile))
            for seat, forbidden in limits.items():
                put_limits(self._states[0]["seats"][seat]["limits"], forbidden, self._rules.tables)
            self._advance()
            self._take_single_choices()

    @property
    def _compiled(self) -> str:
        return f"a game, {self._rules.expansion or 'base'}"

    def _changes(self, before: Any, after: Any, action: Any) -> Iterable[LogEntry]:
        return changes(before, after, self._rules, action)

    def _reason(self, action: Action) -> str:
        """The rule a placement breaks, where one can be named."""
        if not action.kind.startswith("place") or action.space is None:
            return ""
        state = self._states[0]
        space = SPACES.index(action.space)
        if space not in state["open_spaces"][: state["num_open"]]:
            return f"`{action.space}` is not in play (R-SETUP-3)"
        if state["used_by"][space] >= 0:
            return f"`{action.space}` is occupied by seat {int(state['used_by'][space])} (R-WORK-2)"
        seat = state["seats"][self.player]
        if int(seat["limits"]["spaces"]) >> space & 1:
            return f"the limits of seat {self.player} forbid `{action.space}`"
        if action.kind != "place":
            return str(module_of(EVERYTHING, "reasons").why_not(seat, action, int(self._rules.record[0]["reorder_rubies"])))
        strengths = [int(seat["weapon"][dwarf]) for dwarf in range(seat["dwarfs"]) if seat["at"][dwarf] == layout.AT_HOME]
        if action.weapon not in strengths:
            return f"no dwarf of strength {action.weapon} is at home (R-WORK-5)"
        if action.weapon != min(strengths) and seat["goods"][good.RUBY] < self._rules.record[0]["reorder_rubies"]:
            return f"a dwarf of strength {min(strengths)} goes first unless a ruby is paid (R-WORK-3, R-WORK-4)"
        return f"nothing could be carried out on `{action.space}` (R-WORK-6)"

    # ------------------------------------------------------------ scores, positions, copies

    def scores(self, state: Any = None) -> list[dict[str, Any]]:
        """Per seat total, rank and scoring parts, as if the game ended now (or at a state an observer has seen)."""
        results: list[dict[str, Any]] = []
        parts = np.zeros(score.NUM, np.int32)
        names = score.NAMES if self._rules.expansion else score.NAMES[: score.NUM_BASE]
        seats = (self._states[0] if state is None else state)["seats"]
        for number in range(self.players):
            total = score_seat(self._rules.record[0], seats[number], parts)
            named = {name: int(parts[index]) for index, name in enumerate(names)}
            results.append({"total": int(total), "rank": 0, "parts": named})
        wing = module_of(self._rules.expansion, "hostile")
        keys = [
            (result["total"], -int(wing.hostile_left(seats[number])) if wing else 0) for number, result in enumerate(results)
        ]  # F-SCORE-5
        return ranked(results, keys)


Bot = Callable[[View, list[Action], np.random.Generator], Action]


def play(game: Game, bots: Sequence[str | Path | Bot] | None = None) -> Game:
    """Play a game to its end with one bot per seat, for a scenario's game those of its plan.

    A bot is a name of the roster, the path of a parameter file, a callable (view, legal, rng) -> Action, or a numba
    function (state, rules, legal_ids, number) -> index into legal_ids.
    """
    from caverna_sim.games.caverna.bots.roster import as_bot

    return play_on(game, bots, as_bot, Game, "Game(players=2, seed=1)")
