"""Words to let bots of the roster play: whole games in compiled loops, decisions at hand-written positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from caverna_sim import Action, Game
from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.games.caverna.bots.asking import bot_action_here
from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
from caverna_sim.games.caverna.bots.parameters import packaged_bots, parameters_of
from caverna_sim.games.caverna.bots.roster import CompiledBot, bot_record
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.ids import phase, score
from caverna_sim.games.caverna.shape import layout
from caverna_sim.kit.records.agenda import top_step

NAMES = tuple(name for name in packaged_bots() if not name.startswith(("strong_", "campaigner")))  # `value` and `search` with tastes
COMPILED = tuple(name for name in NAMES if name != "random")
SCRIPTED = tuple(name for name in NAMES if parameters_of(name)["tier"] == "scripted")
ORC_BOTS = ("orc_hunter", "trapper", "befriender", "briber")  # in the base game they play as their bases do
ARCHETYPES = tuple(name for name in SCRIPTED if name not in ("novice", "balanced", *ORC_BOTS))
FEW = {"playouts": 12, "candidates": 4, "lines": 3}  # legality and hiding do not depend on how long a bot thinks
FEW_PLAYOUTS = {"search": FEW, "campaigner": FEW}


def record(name: str, **overrides: Any) -> tuple[np.ndarray, np.ndarray]:
    """The records of a bot, with a small budget for the search bot."""
    return bot_record(name, {**FEW_PLAYOUTS.get(name, {}), **overrides})


@numba.njit
def is_among(action, listed, number):  # type: ignore[no-untyped-def]
    """Whether an action is one of the first so many of a list."""
    found = False
    for index in range(number):
        found |= listed[index] == action
    return found


@numba.njit
def _play_out(states, rules, bots, judges, scratch, minds, out, listed):  # type: ignore[no-untyped-def]
    """Bots choose until the game is over, or until one takes what is not legal, where that is listed: this action, or -1; and how many
    choices were carried out."""
    choices = 0
    while states[0]["phase"] != phase.OVER:
        legal = core.legal(states[0], rules[0], scratch, listed) if len(listed) else -1
        which = int(top_step(states[0])["seat"]) % len(bots)
        action = bot_action_here(states, rules, bots, judges, which, scratch, minds, out)
        if legal >= 0 and not is_among(action, listed, legal):
            return action, choices
        core.apply(states[0], rules[0], action)
        core.advance(states[0], rules[0])
        choices += 1
    return -1, choices


class Table:
    """A game in arrays. Every choice is made by a bot and can be looked at before it is carried out."""

    def __init__(
        self, players: int, seed: int, game: int = 0, tiles: str = "full", rules: dict[str, Any] | None = None, expansion: str | None = None
    ) -> None:
        self.players, self.name = players, f"game {game} of seed {seed} with {players} players"
        self.rules = catalog(players, {"start.tiles": tiles, **(rules or {})}, expansion).record
        self.states = np.zeros(1, layout.STATE)
        self.scratch = np.zeros(NUM_SCRATCH, layout.STATE)
        self.minds = np.zeros(1, MIND)
        self.out = np.zeros(layout.MAX_LEGAL, np.int32)
        self.listed = np.zeros(layout.MAX_LEGAL, np.int32)
        core.new_game(self.states[0], self.rules[0], seed, game)

    @property
    def seat(self) -> int:
        """The seat that chooses now."""
        return int(top_step(self.states[0])["seat"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states[0]["phase"] == phase.OVER)

    def legal(self) -> list[int]:
        """Ids of the legal actions."""
        number = core.legal_here(self.states, self.rules, self.scratch, self.listed)
        return [int(action) for action in self.listed[:number]]

    def choice(self, bot: tuple[np.ndarray, np.ndarray], states: np.ndarray | None = None) -> int:
        """What a bot chooses in the game, or in a state like it."""
        given = self.states if states is None else states
        return int(bot_action_here(given, self.rules, *bot, 0, self.scratch, self.minds, self.out))

    def take(self, action: int) -> None:
        """Carry out a choice and go on to the next."""
        core.apply(self.states[0], self.rules[0], action)
        core.advance(self.states[0], self.rules[0])

    def decisions(self, bots: Sequence[tuple[np.ndarray, np.ndarray]]) -> Iterator[int]:
        """Play to the end; yields every choice before it is carried out, when `states` is as the bot saw it."""
        while not self.over:
            seen = self.states.copy()
            action = self.choice(bots[self.seat % len(bots)])
            self.states, decided = seen, self.states
            yield action
            self.states = decided  # its draws are counted
            self.take(action)

    def play(self, *bots: tuple[np.ndarray, np.ndarray]) -> int:
        """Play to the end; returns the name of the trajectory."""
        self._play_out(bots, np.zeros(0, np.int32))
        return int(self.states[0]["hash"])

    def first_illegal(self, *bots: tuple[np.ndarray, np.ndarray]) -> str | None:
        """Play to the end, or to the first choice that is not among the legal actions: which it was, and where."""
        action, choices = self._play_out(bots, self.listed)
        if action < 0:
            return None
        seat, round_ = self.seat, int(self.states[0]["round"])
        legal = "; ".join(Action(one).text for one in self.legal())
        wanted = f"seat {seat} takes `{Action(action).text}` ({action})"
        return f"{self.name}, round {round_}, after {choices} choices: {wanted}; legal: {legal}"

    def _play_out(self, bots: Sequence[tuple[np.ndarray, np.ndarray]], listed: np.ndarray) -> tuple[int, int]:
        records, judges = (np.concatenate(one) for one in zip(*bots, strict=True))
        action, choices = _play_out(self.states, self.rules, records, judges, self.scratch, self.minds, self.out, listed)
        return int(action), int(choices)

    def play_randomly(self) -> int:
        """Play to the end without any bot; returns the name of the trajectory."""
        while not self.over:
            legal = self.legal()
            self.take(legal[int(draw(self.states[0], STREAM_BOT + self.seat, len(legal)))] if len(legal) > 1 else legal[0])
        return int(self.states[0]["hash"])

    def total(self, seat: int) -> int:
        """Points of a seat."""
        return int(score_seat(self.rules[0], self.states[0]["seats"][seat], np.zeros(score.NUM, np.int32)))


@dataclass(frozen=True)
class Result:
    """One seat at the end of a game, as the position format tells it."""

    bot: str
    total: int
    parts: dict[str, int]
    seat: dict[str, Any]

    def cells(self, *words: str) -> int:
        """How many printed cells show one of these, whatever stands behind a colon or a star."""
        contents = [cell.split(":")[0] for row in self.seat["board"] for cell in row]
        return sum(content in words for content in contents)

    def owns(self, tile: str) -> bool:
        """Whether a furnishing lies on the home board."""
        return any(tile in row for row in self.seat["board"])

    @property
    def weapons(self) -> list[int]:
        """Strengths of all weapons."""
        return [dwarf["weapon"] for dwarf in self.seat["dwarfs"] if dwarf["weapon"]]


def results(names: Sequence[str], players: int, games: int, seed: int = 1) -> dict[str, list[Result]]:
    """Games at tables where every bot sits equally often, up to one game, in an order drawn from the seed."""
    from caverna_sim.games.caverna.position import to_dict

    rules = catalog(players)
    records = {name: record(name) for name in names}
    order = np.random.default_rng(seed)
    waiting: list[str] = []
    found: dict[str, list[Result]] = {name: [] for name in names}
    for game in range(games):
        while len(waiting) < players:
            waiting += list(order.permutation(list(names)))
        seated, waiting = waiting[:players], waiting[players:]
        table = Table(players, seed, game)
        table.play(*[records[name] for name in seated])
        seats = to_dict(table.states[0], rules, 0)["seats"]
        for number, name in enumerate(seated):
            parts = np.zeros(score.NUM, np.int32)
            total = int(score_seat(table.rules[0], table.states[0]["seats"][number], parts))
            found[name].append(Result(name, total, dict(zip(score.NAMES, parts.tolist(), strict=True)), seats[number]))
    return found


def let(name: str, game: Game, seat: int = 0, **overrides: Any) -> list[str]:
    """Let a bot decide for a seat until its phase of the game is over; returns its choices in words."""
    bot = CompiledBot(parameters_of(name, {**FEW_PLAYOUTS.get(name, {}), **overrides}), name)
    chosen = []
    now = game.phase
    while not game.over and (game.player, game.phase) == (seat, now):
        action = bot(game.view(seat), game.legal(), np.random.default_rng(0))
        chosen.append(action.text)
        game.play(action)
    return chosen
