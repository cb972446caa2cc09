"""One game for people and notebooks: legal actions, playing them, scores, positions, rolls, a log in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from caverna_sim.check import arguments, whole
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal import position as positions
from caverna_sim.games.neanderthal.actions import NEEDS, Action
from caverna_sim.games.neanderthal.box.catalog import catalog, read_species, read_variant, seats_of
from caverna_sim.games.neanderthal.box.deck import deck_of
from caverna_sim.games.neanderthal.chances import species_of
from caverna_sim.games.neanderthal.course import core
from caverna_sim.games.neanderthal.ids import phase, ruling, score, step
from caverna_sim.games.neanderthal.ids.things import VARIANTS
from caverna_sim.games.neanderthal.log import changes, roll_of
from caverna_sim.games.neanderthal.position.read import put_limits
from caverna_sim.games.neanderthal.position.write import ICE
from caverna_sim.games.neanderthal.shape import layout
from caverna_sim.games.neanderthal.tribe.scoring import has_won, score_seat, tie_of
from caverna_sim.kit.play.company import play as play_on
from caverna_sim.kit.play.log import LogEntry
from caverna_sim.kit.play.played import PlayedGame, ranked, whole_number
from caverna_sim.kit.play.view import SeatView

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

__all__ = ["Action", "Game", "View", "play"]


class View(SeatView):
    """A position as a seat sees it: decks, unused daughters and what lies under ice are face down, dice are to come."""

    def _hide(self, position: dict[str, Any]) -> None:
        for name in ("event_deck", "unused"):
            position[name] = [None] * len(position[name])
        position["decks"] = {row: [None] * len(cards) for row, cards in position["decks"].items()}
        for row in ("north", "south"):
            position[row] = [ICE.removesuffix(":") if str(place).startswith(ICE) else place for place in position[row]]
        position["dice"] = []
        if self._is_sealed():
            position["turn"]["bids"] = [0] * len(position["turn"]["bids"])

    def _is_sealed(self) -> bool:
        return bool(self.rules.record[0]["ruling"][ruling.AUCTION] == 1)

    def _hide_here(self, states: np.ndarray) -> None:
        state = states[0]
        for name, begin in (("event_deck", "event"), ("unused", "unused"), ("deck", "deck")):
            state[name] = -1
            state[f"{begin}_end"] -= state[f"{begin}_next"]
            state[f"{begin}_next"] = 0
        state["icons"][: state["icon"]], state["icons"][state["num_icons"] :] = 0, 0
        for name in ("notes", "roll", "roll_what", "roll_seat", "roll_at", "roll_dice", "roll_virtual"):
            state[name] = np.zeros((), state.dtype)[name]  # of the last step; positions do not tell it
        state["num_notes"], state["seats"]["count"] = 0, 0
        state["biome"][state["ice"] == 1] = -1
        state["given"], state["given_next"], state["given_end"] = 0, 0, 0
        state["game_key"] = state["setup"] = 0
        if self._is_sealed():
            state["bids"] = 0


class Game(PlayedGame):
    """A game of Neanderthal. `legal` and `play` are all that is needed to play it; a seat is a species in play."""

    game, action, positions, seen = "neanderthal", Action, positions, View
    kernels, records = core, layout
    phases, over_phase, steps = phase.NAMES, phase.OVER, step.NAMES

    def __init__(
        self,
        players: int | None = None,
        seed: int | None = None,
        index: int = 0,
        *,
        game: str = "neanderthal",
        rules: Mapping[str, Any] | None = None,
        scenario: str | Path | Scenario | None = None,
        auto: bool = False,
        deck: str | Path | None = None,
        variant: str | None = None,
        species: Any = None,
    ) -> None:
        """A new game at its first decision.

        `seed` is the scenario's, or 0, unless given; `index` is the game's number in a run; `rules` are house rules by dotted path;
        `deck` is `synthetic-1`, `random:N` or an owner's file; `variant` is `all_species` or `one_species`; `species` is `random` or a list
        by seat. `scenario` names a scenario file, and then game `index` of it is played exactly as in a batch.
        """
        chosen = {name: value for name, value in (("deck", deck), ("variant", variant), ("species", species)) if value is not None}
        overrides, key = self._given(game, rules, auto, index)
        limits: Mapping[int, Mapping[str, Any]] = {}
        if scenario is not None:
            loaded, seed = self._plan(scenario, seed, key, players, overrides, *chosen)
            key, limits = self.planned.block, self.planned.limits
            found = loaded.catalog(key, seed, self.planned.rules)
        elif players is None:
            raise CavernaError("players: the number of players is missing; give 1 to 3, or a scenario")
        else:
            with arguments():
                people = whole(players, "players", 1, 3)
            seed = whole_number("seed", 0 if seed is None else seed)
            kind = read_variant(variant, people)
            seats = read_species(species, seats_of(people, kind)) or species_of(seed, key, seats_of(people, kind))
            found = catalog(people, kind, seats, overrides, deck_of(deck))
        self._start(found, index, auto)
        with CompileProgress(self._compiled):
            self._set_up(seed, key)
            for seat, row in limits.items():
                put_limits(self._states[0]["seats"][seat]["limits"], row)
            self._advance()
            self._take_single_choices()

    def _start(self, rules: Any, index: int, auto: bool) -> None:
        super()._start(rules, index, auto)
        self._rolls: list[dict[str, Any]] = []

    # ------------------------------------------------------------ what is told of a game

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.players

    @property
    def won(self) -> bool | None:
        """Whether a variant that is won together or alone is won, as if it ended now; None in the ordinary game."""
        if not self._rules.variant:
            return None
        return bool(has_won(self._states[0], self._rules.record[0], np.zeros(score.NUM, np.int32)))

    @property
    def rolls(self) -> list[dict[str, Any]]:
        """Every roll so far."""
        return [dict(one, dice=list(one["dice"])) for one in self._rolls]

    def _changes(self, before: Any, after: Any, action: Any) -> Iterable[LogEntry]:
        if before["rolls"] != after["rolls"]:
            self._rolls.append(roll_of(after, self._rules))
        return changes(before, after, self._rules)

    def copy(self) -> Self:
        """An independent copy."""
        other = super().copy()
        other._rolls = list(self._rolls)
        return other

    def _reason(self, action: Action) -> str:
        """The rule an action breaks, where one can be named."""
        return NEEDS.get(action.kind, "") if any(one.kind == action.kind for one in self.legal()) else ""

    def scores(self, state: Any = None) -> list[dict[str, Any]]:
        """Per seat total, rank and scoring parts, as if the game ended now (or at a state an observer has seen)."""
        state, rules = self._states[0] if state is None else state, self._rules.record[0]
        found, places, parts = [], [], np.zeros(score.NUM, np.int32)
        for seat in range(self.players):
            total = int(score_seat(state, rules, seat, parts))
            places.append((total, int(tie_of(state, rules, state["seats"][seat]))))
            found.append({"total": total, "rank": 0, "parts": dict(zip(score.NAMES, parts.tolist(), strict=True))})
        return ranked(found, places)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}; {self._rules.deck.banner}>"


def play(game: Game, bots: Sequence[Any] | None = None) -> Game:
    """Play a game to its end with one bot per seat, or one for all seats: a name, or a callable (view, legal, rng) -> Action."""
    from caverna_sim.games.neanderthal.bots.roster import as_bot

    if isinstance(bots, list | tuple) and len(bots) == 1 and isinstance(game, Game) and game.rules.variant == VARIANTS[1]:
        bots = [*bots] * game.players
    return play_on(game, bots, as_bot, Game, 'Game(game="neanderthal", players=2, seed=1)')
