"""One game for people and notebooks: legal actions, playing them, scores, positions, a log in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from caverna_sim.check import arguments, flag, plain, shown_name, table, whole, word
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError, IllegalAction, PositionError, UnknownAction, nearest, shown
from caverna_sim.games.caverna import position as positions
from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.box.catalog import SPACES, Catalog, catalog
from caverna_sim.games.caverna.choices import Actions, closest
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, door, which
from caverna_sim.games.caverna.ids import good, phase, score
from caverna_sim.games.caverna.limits import Limits, put_limits
from caverna_sim.games.caverna.log import LogEntry, changes
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.tiles import drop
from caverna_sim.kit.play import game as kit

if TYPE_CHECKING:
    from caverna_sim.games.caverna.scenario.reading import PlannedGame
    from caverna_sim.scenario.scenario import Scenario

__all__ = ["Action", "Game", "View", "play"]


class Game(kit.Game):
    """A game of Caverna. `legal` and `play` are all that is needed to play it."""

    game = "caverna"
    planned: PlannedGame | None = None  # what a scenario makes of this game: bots by seat, openings, absent tiles

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
        with arguments():
            overrides = dict(plain(table({} if rules is None else rules, "rules", advice="a table of house rules by dotted path")))
            flag(auto, "auto")
            word(game, "game", (self.game,))
            if tiles is not None:
                overrides["start.tiles"] = word(tiles, "tiles", ("full", "introductory"))
        key = _whole_number("index", index)
        absent: tuple[str, ...] = ()
        limits: Mapping[int, Limits] = {}
        if scenario is not None:
            from caverna_sim.games.caverna.scenario.reading import caverna_scenario, plan_game

            loaded = caverna_scenario(scenario)
            seed = loaded.seed if seed is None else seed
            planned = plan_game(loaded, _whole_number("seed", seed), key, overrides)
            if players not in (None, planned.players):
                raise CavernaError(f"players: the scenario is for {planned.players} players, not {shown(players)}")
            players, overrides, key = planned.players, planned.rules, planned.block
            expansion = planned.expansion if expansion is None else expansion
            self.planned, absent, limits = planned, planned.absent, planned.limits
        if expansion is not None and (not isinstance(expansion, str) or expansion not in TITLES):
            raise CavernaError(f"expansion: {shown(expansion)} is not known; {which()}")
        if players is None:
            raise CavernaError("players: the number of players is missing; give 1 to 7, or a scenario")
        self._start(catalog(players, overrides, expansion), index, auto)
        with CompileProgress(f"a game, {self._rules.expansion or 'base'}"):
            core.set_up_here(self._states, self._rules.record, _whole_number("seed", 0 if seed is None else seed), key)
            for tile in absent:
                drop(self._states[0]["supply"], self._rules.names.furnishings.index(tile))
            for seat, forbidden in limits.items():
                put_limits(self._states[0]["seats"][seat]["limits"], forbidden, self._rules.tables)
            self._advance()
            self._take_single_choices()

    def _start(self, rules: Catalog, index: int, auto: bool) -> None:
        self._rules = rules
        self._index = int(index)
        self._auto = auto
        self._states = np.zeros(1, layout.STATE)
        self._scratch = np.zeros(1, layout.STATE)
        self._out = np.zeros(layout.MAX_LEGAL, np.int32)
        self._legal: list[Action] | None = None
        self._actions: list[Action] = []
        self._placed: dict[int, int] = {}  # seat -> dwarfs placed so far
        self._log: list[LogEntry] = []
        self.observer: Callable[[Any], None] | None = None  # sees a copy of the state after every step of the game

    @classmethod
    def at(cls, rules: Catalog, states: np.ndarray) -> Game:
        """A game for bots to look at, in an array that a compiled loop plays in; `now` when that has moved on."""
        game = cls.__new__(cls)
        game._start(rules, 0, auto=False)
        game._states = states
        return game

    def now(self) -> Game:
        """This game after its states have changed from outside."""
        self._legal = None
        return self

    # ------------------------------------------------------------ where the game stands

    @property
    def players(self) -> int:
        """How many players take part."""
        return self._rules.players

    @property
    def rules(self) -> Catalog:
        """The rules that are played, house rules applied."""
        return self._rules

    @property
    def player(self) -> int | None:
        """The seat that must choose now; None when the game is over."""
        return positions.to_move(self._states[0])

    @property
    def round(self) -> int:
        """The present round."""
        return int(self._states[0]["round"])

    @property
    def phase(self) -> str:
        """The present phase of the round."""
        return phase.NAMES[self._states[0]["phase"]]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._states[0]["phase"] == phase.OVER)

    @property
    def hash(self) -> int:
        """Names the trajectory: equal for games with the same actions."""
        return int(self._states[0]["hash"])

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions played so far; with seed and index they make the game again."""
        return tuple(self._actions)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every choice and every consequence in words, with round and seat."""
        return tuple(self._log)

    @property
    def state(self) -> Any:
        """The state record itself (games/caverna/shape/layout.py), for kernels; not to be changed."""
        return self._states[0]

    # ------------------------------------------------------------ playing

    def legal(self) -> list[Action]:
        """All legal actions, empty only when the game is over; a notebook shows them as a table."""
        if self._legal is None:
            with CompileProgress(f"a game, {self._rules.expansion or 'base'}"):
                number = core.legal_here(self._states, self._rules.record, self._scratch, self._out)
            self._legal = [Action(action, self._rules.names) for action in self._out[:number].tolist()]
        return Actions(self._legal)

    def play(self, action: Action | int | str) -> Game:
        """Carry out an action, its id or its text; IllegalAction says what, why and what is legal."""
        chosen = self._find(action)
        self._take(chosen)
        self._take_single_choices()
        return self

    def _find(self, action: Action | int | str) -> Action:
        if self.over:
            raise IllegalAction(f"{shown(action)} cannot be played: the game is over")
        try:
            if isinstance(action, str):
                chosen = Action.parse(action, self._rules.names)
            elif isinstance(action, Action):
                chosen = action
            elif isinstance(action, int | np.integer) and not isinstance(action, bool):
                chosen = Action(int(action), self._rules.names)
            else:
                raise UnknownAction(f"{shown(action)} is not an action, an id or a text")
        except UnknownAction as error:
            meant = closest(action, [one.text for one in self.legal()]) if isinstance(action, str) else ()
            hint = " or ".join(f"`{text}`" for text in meant)
            problem = f"`{shown_name(action)}` is not an action; did you mean {hint}?" if meant else str(error)
            raise IllegalAction(f"{problem} (seat {self.player}, round {self.round})") from None
        legal = self.legal()
        if chosen not in legal:
            raise IllegalAction(self.why_not(chosen))
        return legal[legal.index(chosen)]

    def why_not(self, action: Action) -> str:
        """One sentence on why an action is not legal here, and what is."""
        legal = self.legal()
        same = [other for other in legal if other.kind == action.kind]
        reason = self._reason(action) or (
            f"no `{action.kind}` is possible now" if not same else f"`{action.kind}` is possible only otherwise"
        )
        texts = [f"`{other.text}`" for other in (same or legal)]
        shown = ", ".join(texts[:8]) + (f" and {len(texts) - 8} more" if len(texts) > 8 else "")
        step = self._states[0]["agenda"][self._states[0]["depth"] - 1]["step"]
        from caverna_sim.games.caverna.ids import step as steps

        now = steps.NAMES[step]
        return f"`{action.text}` is not legal for seat {self.player} in round {self.round} ({now}): {reason}; legal: {shown}"

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
            return str(door(EVERYTHING, "reasons").why_not(seat, action, int(self._rules.record[0]["reorder_rubies"])))
        strengths = [int(seat["weapon"][dwarf]) for dwarf in range(seat["dwarfs"]) if seat["at"][dwarf] == layout.AT_HOME]
        if action.weapon not in strengths:
            return f"no dwarf of strength {action.weapon} is at home (R-WORK-5)"
        if action.weapon != min(strengths) and seat["goods"][good.RUBY] < self._rules.record[0]["reorder_rubies"]:
            return f"a dwarf of strength {min(strengths)} goes first unless a ruby is paid (R-WORK-3, R-WORK-4)"
        return f"nothing could be carried out on `{action.space}` (R-WORK-6)"

    def _take(self, action: Action) -> None:
        before = self._states.copy()
        seat = self.player
        self._log.append(LogEntry(self.round, seat, action.text, is_choice=True))
        core.apply_here(self._states, self._rules.record, action.id)
        self._note(before, action)
        self._actions.append(action)
        if action.kind == "place" and seat is not None:
            self._placed[seat] = self._placed.get(seat, 0) + 1
        self._legal = None
        self._advance()

    def _advance(self) -> None:
        """Go on to the next decision, logging every automatic step."""
        state = self._states[0]
        while state["depth"] == 0 and state["phase"] != phase.OVER:
            before = self._states.copy()
            core.advance_once_here(self._states, self._rules.record)
            self._note(before)
        self._legal = None

    def _note(self, before: np.ndarray, action: Action | None = None) -> None:
        """Write down what a step changed, and show it to the observer."""
        self._log.extend(changes(before[0], self._states[0], self._rules, action))
        if self.observer is not None:
            self.observer(self._states.copy()[0])

    def _take_single_choices(self) -> None:
        while self._auto and not self.over and len(self.legal()) == 1:
            self._take(self.legal()[0])

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
        wing = door(self._rules.expansion, "hostile")
        keys = [
            (result["total"], -int(wing.hostile_left(seats[number])) if wing else 0) for number, result in enumerate(results)
        ]  # F-SCORE-5
        for result, key in zip(results, keys, strict=True):
            result["rank"] = 1 + sum(other > key for other in keys)
        return results

    def to_dict(self) -> dict[str, Any]:
        """The whole position, fit for JSON."""
        return positions.to_dict(self._states[0], self._rules, self._index)

    @classmethod
    def from_dict(cls, position: Mapping[str, Any], *, auto: bool = False) -> Game:
        """A game at a position, also a hand-written one; PositionError names the field and the rule it breaks."""
        states, rules, index = positions.from_dict(position)
        game = cls.__new__(cls)
        game._start(rules, index, auto)
        game._states = states
        with CompileProgress(f"a game, {rules.expansion or 'base'}"):
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

    def copy(self) -> Game:
        """An independent copy."""
        other = Game.__new__(Game)
        other._start(self._rules, self._index, self._auto)
        other._states = self._states.copy()
        other._actions = list(self._actions)
        other._log = list(self._log)
        other.planned = self.planned
        other._placed = dict(self._placed)
        return other

    def opening(self) -> Action | None:
        """The placement that the scenario's opening forces now: its n-th space by the n-th placement of the seat, if it can be used."""
        if self.planned is None or self.player is None:
            return None
        spaces, number = self.planned.openings.get(self.player, ()), self._placed.get(self.player, 0)
        if number >= len(spaces):
            return None
        return next((action for action in self.legal() if action.kind == "place" and action.space == spaces[number]), None)

    def view(self, seat: int) -> View:
        """What a player at the table knows."""
        return View(self, seat)

    def _repr_html_(self) -> str:
        """The position as notebooks show it: boards, action spaces, scores."""
        from caverna_sim.games.caverna.show.drawing import as_html

        return as_html(self.to_dict(), self.scores(), self._rules.tables, self.planned.bots if self.planned else ())

    def __repr__(self) -> str:
        status = "over" if self.over else f"round {self.round}, {self.phase}, seat {self.player} to move"
        return f"<Game of {self.players} players: {status}>"


def _whole_number(name: str, value: Any) -> int:
    with arguments():
        return whole(value, name, 0, 2**62 - 1)


class View:
    """A position as a seat sees it: cards and harvest markers to come are hidden."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.round = game.round
        self.phase = game.phase
        self.players = game.players
        self.rules = game.rules
        self._game = game
        self._position: dict[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The position without what is still face down, and without the state of the random numbers."""
        if self._position is None:
            position = self._game.to_dict()
            position["cards"] = [card for number, card in self._cards() if number <= self.round]
            markers = position["harvest_markers"]
            position["harvest_markers"] = {number: mark for number, mark in markers.items() if int(number) <= self._last_marker}
            if self._last_marker < self.round:
                position["harvest"] = None
                position["turn"] = {**position["turn"], "questions": None}
            for secret in ("rng", "seed", "index"):
                del position[secret]
            self._position = position
        return self._position

    def state(self, rng: np.random.Generator | None = None) -> Any:
        """A copy of the state record (games/caverna/shape/layout.py) for kernels of one's own, everything face down turned to -1.

        `seed` is a number drawn from `rng`, so that a kernel can make chances of its own from it, and no others.
        """
        from caverna_sim.games.caverna.playing.hidden import hide_here

        states = self._game._states.copy()
        hide_here(states, self.rules.record)
        state = states[0]
        state["seed"] = 0 if rng is None else rng.integers(2**31)
        return state

    def _arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The game itself and its rules, for bots of the roster, which leave alone what is hidden."""
        return self._game._states, self.rules.record

    @property
    def _last_marker(self) -> int:
        """The last round whose harvest marker is turned over."""
        late = self.rules.tables["toggle"]["harvest_marker_reveal"]["value"] == "harvest"
        is_hidden = late and self.phase in _BEFORE_HARVEST and self._game.state["markers"][self.round] != 0
        return self.round - (1 if is_hidden else 0)

    def _cards(self) -> Iterable[tuple[int, str]]:
        state = self._game.state
        return ((number, SPACES[card]) for number, card in enumerate(state["cards"]) if card >= 0)

    def scores(self) -> list[dict[str, Any]]:
        """Scores as if the game ended now; all of it is open information."""
        return self._game.scores()


_BEFORE_HARVEST = ("start_of_round", "add_space", "replenish", "late_start", "work", "return_home")

Bot = Callable[[View, list[Action], np.random.Generator], Action]


def play(game: Game, bots: Sequence[str | Path | Bot] | None = None) -> Game:
    """Play a game to its end with one bot per seat, for a scenario's game those of its plan.

    A bot is a name of the roster, the path of a parameter file, a callable (view, legal, rng) -> Action, or a numba
    function (state, rules, legal_ids, number) -> index into legal_ids.
    """
    from caverna_sim.games.caverna.bots.roster import as_bot

    if not isinstance(game, Game):
        raise CavernaError(f"play: {shown(game)} is no game; give one such as Game(players=2, seed=1)")
    if bots is None:
        if game.planned is None:
            raise CavernaError(f"bots: give one for each of the {game.players} seats; only a scenario's game knows its bots")
        bots = game.planned.bots
    if isinstance(bots, str) or not isinstance(bots, Sequence) or len(bots) != game.players:
        given = f"{len(bots)} bots" if isinstance(bots, list | tuple) else shown(bots)
        raise CavernaError(f"bots: {given} for {game.players} players; give one for each seat")
    players = [as_bot(bot) if game.planned is None else game.planned.bot(bot) for bot in bots]
    company = Company(game, players)
    while not game.over:
        game.play(company.choose())
    return game


class Company:
    """Who sits at the table of a game: the scenario's openings come first, every seat has its own stream of chances."""

    def __init__(self, game: Game, bots: Sequence[Bot]) -> None:
        key = int(game.state["seed"]), int(game.state["game_key"])
        self._game, self._bots = game, bots
        self._streams = [np.random.default_rng([*key, seat]) for seat in range(game.players)]
        self.weighed: tuple[tuple[Action, float], ...] = ()  # what the last choice was made from, of a bot that tells

    def choose(self) -> Action:
        """What the seat to move takes."""
        game, seat = self._game, self._game.player
        assert seat is not None
        self.weighed = ()
        forced = game.opening()
        if forced is not None:
            return forced
        legal = game.legal()
        action = self._bots[seat](game.view(seat), legal, self._streams[seat])
        if action not in legal:
            raise IllegalAction(
                f"the bot of seat {seat} chose {shown(action)}, which is not legal; {nearest(action, [a.text for a in legal])}"
            )
        self.weighed = tuple(getattr(self._bots[seat], "weighed", ()))
        return action
