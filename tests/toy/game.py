"""One game of the toy for people: positions, what is hidden, scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from caverna_sim.check import anything, is_whole, list_of, one_of, reading, row, rows
from caverna_sim.errors import CavernaError, PositionError, nearest
from caverna_sim.kit.play import actions
from caverna_sim.kit.play.company import play as play_on
from caverna_sim.kit.play.fields import number
from caverna_sim.kit.play.log import LogEntry
from caverna_sim.kit.play.played import PlayedGame, whole_number
from caverna_sim.kit.play.view import SeatView
from tests.toy import course, layout

DICE, PRICE, PRIZE = 3, 1, 2
LEAST = {"bold": 4, "careful": 2, "lazy": 0, "random": -1}  # a die that shows less is thrown again


class Action(actions.Action):
    """One choice."""

    __slots__ = ()
    vocabulary = actions.Vocabulary(
        {"pass": ("pass", ()), "guess": ("guess {number}", (number("number", 2),)), "again": ("throw again", ())},
        layout.ACTIONS,
        ("number",),
    )


@dataclass(frozen=True)
class Rules:
    """What is played."""

    players: int
    dice: int
    overrides: Mapping[str, int]
    names: Any = None

    @property
    def record(self) -> np.ndarray:
        found = np.zeros(1, layout.RULES)
        found["players"], found["dice"] = self.players, self.dice
        found["price"], found["prize"] = self.overrides.get("again.price", PRICE), self.overrides.get("guess.prize", PRIZE)
        return found


class Game(PlayedGame):
    """Dice on a table."""

    game = "toy"
    kernels, records, action = course, layout, Action
    phases, over_phase, steps = layout.PHASES, layout.OVER, layout.STEPS

    def __init__(
        self, players: int | None = None, seed: int | None = None, index: int = 0, *, game: str = "toy",
        rules: Mapping[str, Any] | None = None, scenario: Any = None, auto: bool = False, dice: int = DICE,
    ) -> None:  # fmt: skip
        key = whole_number("index", index)
        overrides = dict(rules or {})
        if scenario is not None:
            from caverna_sim.scenario.scenario import load_scenario

            loaded: Any = load_scenario(scenario)
            seed = loaded.seed if seed is None else seed
            block, number = divmod(key, loaded.seatings)
            bots = [tuple(dict.fromkeys(loaded.bots))[bot] for bot in loaded.plan_of_seats.block(seed, block)[number][1]]
            self.planned = SimpleNamespace(bots=tuple(bots), bot=as_bot, openings={}, block=block)
            players, dice, key, overrides = loaded.players, loaded.dice, block, {**loaded.rules, **overrides}
        if players is None:
            raise CavernaError("players: the number of players is missing; give 1 to 4, or a scenario")
        self._start(Rules(players, dice, overrides), index, auto)
        course.set_up_here(self._states, self._rules.record, whole_number("seed", seed or 0), key)
        self._advance()
        self._take_single_choices()

    def _changes(self, before: Any, after: Any, action: Any) -> Iterable[LogEntry]:
        for seat in range(self.players):
            if before["seats"][seat].tobytes() != after["seats"][seat].tobytes():
                yield LogEntry(self.round, seat, f"dice {self._dice(after, seat)}, {int(after['seats'][seat]['hits'])} guessed")

    def _dice(self, state: Any, seat: int) -> list[int]:
        return [int(die) for die in state["seats"][seat]["dice"][1 : self._rules.dice + 1]]

    def _reason(self, action: Any) -> str:
        return ""

    def scores(self, state: Any = None) -> list[dict[str, Any]]:
        """Per seat total, rank and parts."""
        found, rules = self._states[0] if state is None else state, self._rules.record[0]
        results: list[dict[str, Any]] = []
        for seat in range(self.players):
            own = found["seats"][seat]
            parts = {"dice": sum(self._dice(found, seat)), "price": -int(rules["price"]) * int(own["again"])}
            parts["guesses"] = int(rules["prize"]) * int(own["hits"])
            results.append({"total": sum(parts.values()), "rank": 0, "parts": parts})
        for result in results:
            result["rank"] = 1 + sum(other["total"] > result["total"] for other in results)
        return results

    def to_dict(self) -> dict[str, Any]:
        """The whole position."""
        state = self._states[0]
        seats = [
            {"dice": self._dice(state, seat), **{name: int(state["seats"][seat][name]) for name in ("again", "guess", "hits")}}
            for seat in range(self.players)
        ]
        pending = [[int(value) for value in row.tolist()] for row in state["agenda"][: state["depth"]]]
        rng = {name: state[name].tolist() for name in ("game_key", "setup", "draws", "choices", "hash", "phase_seat")}
        return {
            "game": "toy", "format": 1, "players": self.players, "dice": self._rules.dice, "rules": dict(self._rules.overrides),
            "seed": int(state["seed"]), "index": self._index, "round": self.round, "phase": self.phase, "to_move": self.player,
            "cards": [int(card) for card in state["cards"][1 : self._rules.dice + 1]], "seats": seats, "pending": pending, "rng": rng,
        }  # fmt: skip

    @classmethod
    def _read(cls, position: Any) -> tuple[np.ndarray, Rules, int]:
        with reading(PositionError, "position"):
            _FORM(position, "")
        rules, states = Rules(position["players"], position.get("dice", DICE), position.get("rules", {})), np.zeros(1, layout.STATE)
        state = states[0]
        state["players"], state["round"], state["phase"] = rules.players, position["round"], layout.PHASES.index(position["phase"])
        state["seed"], state["cards"][1 : rules.dice + 1] = position.get("seed", 0), position["cards"]
        for name, value in position.get("rng", {}).items():
            state[name] = value
        for place, row_ in enumerate(position.get("pending", ())):
            state["agenda"][place] = tuple(row_)
        state["depth"] = len(position.get("pending", ()))
        for seat, given in zip(state["seats"], position["seats"], strict=False):
            seat["dice"][1 : rules.dice + 1] = given["dice"]
            seat["again"], seat["guess"], seat["hits"] = given["again"], given["guess"], given["hits"]
        return states, rules, position.get("index", 0)

    def view(self, seat: int) -> View:
        """What a player knows."""
        return View(self, seat)


_COUNT = is_whole(0, 2**62)
_DICE = list_of(is_whole(0, layout.SIDES), 1, layout.MAX_DICE)
_FORM = row(
    {
        "players": is_whole(1, layout.MAX_PLAYERS), "round": is_whole(0, layout.MAX_DICE), "phase": one_of(layout.PHASES), "cards": _DICE,
        "seats": list_of(row({"dice": _DICE, "again": _COUNT, "guess": _COUNT, "hits": _COUNT}), 1, layout.MAX_PLAYERS),
    },
    {
        "game": one_of(("toy",)), "format": is_whole(1, 1), "dice": is_whole(1, layout.MAX_DICE), "rules": rows(_COUNT), "seed": _COUNT,
        "index": _COUNT, "to_move": anything,
        "pending": list_of(list_of(_COUNT, 6, 6), 0, 2), "rng": rows(anything),
    },
)  # fmt: skip


class View(SeatView):
    """Cards of rounds to come are hidden, and the one that is guessed now."""

    def _first_hidden(self) -> int:
        return self.round + (0 if self.phase == "throwing" else -1 if self.phase != "over" else 0)

    def _hide(self, position: dict[str, Any]) -> None:
        position["cards"] = position["cards"][: self._first_hidden()]

    def _hide_here(self, states: np.ndarray) -> None:
        states["cards"][0, self._first_hidden() + 1 :] = -1
        states["setup"] = -1
        states["game_key"] = 0


def as_bot(name: Any, _: Any = None) -> Any:
    """What plays under a name."""
    if callable(name):
        return name
    if name not in LEAST:
        from caverna_sim.errors import BotError

        raise BotError(f"unknown bot `{name}`; {nearest(name, LEAST)}")

    def chooses(view: View, legal: Sequence[Action], rng: np.random.Generator) -> Action:
        states, rules = view._arrays()
        number = int(course.choose_here(states, rules, np.zeros(1, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32), LEAST[name]))
        return next(action for action in legal if action.id == number)

    return chooses


def play(game: Game, bots: Sequence[Any] | None = None) -> Game:
    """Play a game to its end."""
    return play_on(game, bots, as_bot, Game, 'Game(game="toy", players=2, seed=1)')
