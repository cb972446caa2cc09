"""A game that is played by kernels: legal actions, playing them, a log in words, copies, positions. Each game has a subclass."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Self

import numpy as np

from caverna_sim.check import MOST_NUMBER, arguments, flag, plain, shown_name, table, whole, word
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError, IllegalAction, PositionError, UnknownAction, shown
from caverna_sim.kit.play.actions import Action
from caverna_sim.kit.play.choices import Actions, closest
from caverna_sim.kit.play.game import Game
from caverna_sim.kit.play.log import LogEntry
from caverna_sim.kit.play.view import SeatView

MOST_SHOWN = 8  # legal actions in an error


def whole_number(name: str, value: Any) -> int:
    """An argument that is a number such as a seed."""
    with arguments():
        return whole(value, name, 0, MOST_NUMBER)


def _module(kind: type, name: str) -> Any:
    """A module of the package where the class of a game's own games stands."""
    module = next(one.__module__ for one in kind.__mro__ if "kernels" in vars(one))
    return import_module(f"{module.rpartition('.')[0]}.{name}")


def ranked(results: list[dict[str, Any]], keys: Sequence[Any]) -> list[dict[str, Any]]:
    """Results with the rank of each: 1 for the best key, equal ones share theirs."""
    for result, key in zip(results, keys, strict=True):
        result["rank"] = 1 + sum(other > key for other in keys)
    return results


class PlayedGame(Game):
    """`legal` and `play` are all that is needed to play it."""

    kernels: Any  # the module of the kernels set_up_here, legal_here, apply_here, advance_once_here
    records: Any  # ... of the record STATE
    action: Any  # the class of its actions
    phases: Any  # their names
    over_phase: int
    steps: Any  # of the agenda
    positions: Any  # the module that reads and writes positions
    seen: Any  # the class of what a seat sees
    planned: Any = None  # what a scenario makes of this game: bots by seat, openings, what is absent

    def _given(self, game: Any, rules: Any, auto: Any, index: Any) -> tuple[dict[str, Any], int]:
        """House rules by dotted path and the number of the game, out of what somebody gave for a new one."""
        with arguments():
            overrides = dict(plain(table({} if rules is None else rules, "rules", advice="a table of house rules by dotted path")))
            flag(auto, "auto")
            word(game, "game", (self.game,))
        return overrides, whole_number("index", index)

    def _plan(self, scenario: Any, seed: Any, index: int, players: Any, overrides: Mapping[str, Any], *chosen: str) -> tuple[Any, Any]:
        """The scenario that is meant and its seed, with what it makes of the game in `planned`; it says what else could be `chosen`."""
        if chosen:
            raise CavernaError(f"{chosen[0]}: the scenario says how the game is set up; leave it out, or the scenario")
        loaded = self.scenario_of(scenario)
        seed = whole_number("seed", loaded.seed if seed is None else seed)
        if players not in (None, loaded.players):
            raise CavernaError(f"players: the scenario is for {loaded.players} players, not {shown(players)}; leave `players` out")
        self.planned = _module(type(self), "scenario.reading").plan_game(loaded, seed, index, overrides)
        return loaded, seed

    @classmethod
    def scenario_of(cls, source: Any) -> Any:
        """A scenario of this game, from wherever one can be loaded."""
        return getattr(_module(cls, "scenario.reading"), f"{cls.game}_scenario")(source)

    def _set_up(self, seed: Any, key: int) -> None:
        """A game before its first round, whose chances are those of a number."""
        self.kernels.set_up_here(self._states, self._rules.record, whole_number("seed", 0 if seed is None else seed), key)

    def _start(self, rules: Any, index: int, auto: bool) -> None:
        self._rules = rules
        self._index = int(index)
        self._auto = auto
        self._states = np.zeros(1, self.records.STATE)
        self._scratch = np.zeros(1, self.records.STATE)
        self._out = np.zeros(self.records.MAX_LEGAL, np.int32)
        self._legal: list[Any] | None = None
        self._actions: list[Any] = []
        self._placed: dict[int, int] = {}  # seat -> placements so far
        self._log: list[LogEntry] = []
        self.observer: Callable[[Any], None] | None = None  # sees a copy of the state after every step of the game

    @classmethod
    def at(cls, rules: Any, states: np.ndarray) -> Self:
        """A game for bots to look at, in an array that a compiled loop plays in; `now` when that has moved on."""
        game = cls.__new__(cls)
        game._start(rules, 0, auto=False)
        game._states = states
        return game

    def now(self) -> Self:
        """This game after its states have changed from outside."""
        self._legal = None
        return self

    # ------------------------------------------------------------ what each game says itself

    @property
    def _compiled(self) -> str:
        """What is compiled while it is played, for the bar that shows how far that is."""
        return f"a game, {self.game}"

    @abstractmethod
    def _changes(self, before: Any, after: Any, action: Any) -> Iterable[LogEntry]:
        """What a step changed, in words."""

    @abstractmethod
    def _reason(self, action: Any) -> str:
        """Why an action is not legal now, where a rule can be named."""

    @classmethod
    def _read(cls, position: Any) -> tuple[np.ndarray, Any, int]:
        """States, rules and index of a position; PositionError names what is wrong."""
        found: tuple[np.ndarray, Any, int] = cls.positions.from_dict(position)
        return found

    def to_dict(self) -> dict[str, Any]:
        """The whole position, fit for JSON."""
        position: dict[str, Any] = self.positions.to_dict(self._states[0], self._rules, self._index)
        return position

    @abstractmethod
    def scores(self, state: Any = None) -> list[dict[str, Any]]:
        """Per seat total, rank and scoring parts, as if the game ended now (or at a state an observer has seen)."""

    def view(self, seat: int) -> SeatView:
        """What a player at the table knows."""
        view: SeatView = self.seen(self, seat)
        return view

    # ------------------------------------------------------------ where the game stands

    @property
    def players(self) -> int:
        """How many players take part."""
        return int(self._rules.players)

    @property
    def rules(self) -> Any:
        """The rules that are played, house rules applied."""
        return self._rules

    @property
    def player(self) -> int | None:
        """The seat that must choose now; None when the game is over."""
        state = self._states[0]
        return None if state["depth"] == 0 else int(state["agenda"][state["depth"] - 1]["seat"])

    @property
    def round(self) -> int:
        """The present round."""
        return int(self._states[0]["round"])

    @property
    def phase(self) -> str:
        """The present phase of the round."""
        return str(self.phases[self._states[0]["phase"]])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._states[0]["phase"] == self.over_phase)

    @property
    def hash(self) -> int:
        """Names the trajectory: equal for games with the same actions."""
        return int(self._states[0]["hash"])

    @property
    def actions(self) -> tuple[Any, ...]:
        """All actions played so far; with seed and index they make the game again."""
        return tuple(self._actions)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every choice and every consequence in words, with round and seat."""
        return tuple(self._log)

    @property
    def state(self) -> Any:
        """The state record itself, for kernels; not to be changed."""
        return self._states[0]

    # ------------------------------------------------------------ playing

    def _named(self, what: int | str) -> Any:
        """The action with an id or a text, by the names of these rules."""
        names = getattr(self._rules, "names", None)
        return self.action.parse(what, names) if isinstance(what, str) else self.action(what, names)

    def legal(self) -> list[Any]:
        """All legal actions, empty only when the game is over; a notebook shows them as a table."""
        if self._legal is None:
            with CompileProgress(self._compiled):
                number = self.kernels.legal_here(self._states, self._rules.record, self._scratch, self._out)
            self._legal = [self._named(action) for action in self._out[:number].tolist()]
        return Actions(self._legal)

    def play(self, action: Action | int | str) -> Self:
        """Carry out an action, its id or its text; IllegalAction says what, why and what is legal."""
        chosen = self.meant(action)
        self._take(chosen)
        self._take_single_choices()
        return self

    def meant(self, action: Any) -> Any:
        """The legal action that an action, an id or a text names."""
        if self.over:
            raise IllegalAction(f"{shown(action)} cannot be played: the game is over")
        try:
            if isinstance(action, self.action):
                chosen: Any = action
            elif isinstance(action, str) or (isinstance(action, int | np.integer) and not isinstance(action, bool)):
                chosen = self._named(action if isinstance(action, str) else int(action))
            else:
                raise UnknownAction(f"{shown(action)} is not an action, an id or a text; `game.legal()` lists what can be played")
        except UnknownAction as unknown:
            error = str(unknown)
            is_close = isinstance(action, str) and not error.startswith("action ")  # that says already what is wrong
            meant = closest(action, [one.text for one in self.legal()]) if is_close else ()
            if meant:
                hint = " or ".join(f"`{text}`" for text in meant)
                error = f"`{shown_name(action)}` is not an action; did you mean {hint}?"
            raise IllegalAction(f"{error} (seat {self.player}, round {self.round})") from None
        legal = self.legal()
        if chosen not in legal:
            raise IllegalAction(self.why_not(chosen))
        return legal[legal.index(chosen)]

    def why_not(self, action: Any) -> str:
        """One sentence on why an action is not legal here, and what is."""
        legal = self.legal()
        same = [other for other in legal if other.kind == action.kind]
        reason = self._reason(action) or (
            f"no `{action.kind}` is possible now" if not same else f"`{action.kind}` is possible only otherwise"
        )
        texts = [f"`{other.text}`" for other in (same or legal)]
        told = ", ".join(texts[:MOST_SHOWN]) + (f" and {len(texts) - MOST_SHOWN} more" if len(texts) > MOST_SHOWN else "")
        now = self.steps[self._states[0]["agenda"][self._states[0]["depth"] - 1]["step"]]
        return f"`{action.text}` is not legal for seat {self.player} in round {self.round} ({now}): {reason}; legal: {told}"

    def _take(self, action: Any) -> None:
        before = self._states.copy()
        seat = self.player
        self._log.append(LogEntry(self.round, seat, action.text, is_choice=True))
        self.kernels.apply_here(self._states, self._rules.record, action.id)
        self._note(before, action)
        self._actions.append(action)
        if action.kind == "place" and seat is not None:
            self._placed[seat] = self._placed.get(seat, 0) + 1
        self._legal = None
        self._advance()

    def _advance(self) -> None:
        """Go on to the next decision, logging every automatic step."""
        state = self._states[0]
        while state["depth"] == 0 and state["phase"] != self.over_phase:
            before = self._states.copy()
            self.kernels.advance_once_here(self._states, self._rules.record)
            self._note(before)
        self._legal = None

    def _note(self, before: np.ndarray, action: Any = None) -> None:
        """Write down what a step changed, and show it to the observer."""
        self._log.extend(self._changes(before[0], self._states[0], action))
        if self.observer is not None:
            self.observer(self._states.copy()[0])

    def _take_single_choices(self) -> None:
        while self._auto and not self.over and len(self.legal()) == 1:
            self._take(self.legal()[0])

    # ------------------------------------------------------------ positions, copies

    @classmethod
    def from_dict(cls, position: Mapping[str, Any], *, auto: bool = False) -> Self:
        """A game at a position, also a hand-written one; PositionError names the field and the rule it breaks."""
        states, rules, index = cls._read(position)
        game = cls.__new__(cls)
        game._start(rules, index, auto)
        game._states = states
        with CompileProgress(game._compiled):
            game._advance()
            game._log.clear()
            wanted = position.get("to_move")
            if wanted is not None and not game.over and game.player != wanted:
                raise PositionError(f"position `to_move`: seat {wanted} has nothing to decide now; seat {game.player} moves")
            try:
                choices = [] if game.over else game.legal()
            except UnknownAction as error:
                raise PositionError(f"position `pending`: the pending step offers what is no action ({error})") from None
            if not game.over and not choices:
                raise PositionError("position `pending`: the pending step leaves nothing to choose")
        game._take_single_choices()
        return game

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        other._start(self._rules, self._index, self._auto)
        other._states = self._states.copy()
        other._actions = list(self._actions)
        other._log = list(self._log)
        other.planned = self.planned
        other._placed = dict(self._placed)
        return other

    def opening(self) -> Any:
        """The placement that the scenario's opening forces now: its n-th space by the n-th placement of the seat, if it can be used."""
        if self.planned is None or self.player is None:
            return None
        spaces, number = self.planned.openings.get(self.player, ()), self._placed.get(self.player, 0)
        if number >= len(spaces):
            return None
        return next((action for action in self.legal() if action.kind == "place" and action.space == spaces[number]), None)

    def _repr_html_(self) -> str:
        """The position as notebooks show it: boards, places, scores."""
        drawing = _module(type(self), "show.drawing").DRAWING
        return str(drawing.as_html(self.to_dict(), self.scores(), self._rules, self.planned.bots if self.planned else ()))

    def __repr__(self) -> str:
        status = "over" if self.over else f"round {self.round}, {self.phase}, seat {self.player} to move"
        return f"<Game of {self.players} players: {status}>"
