"""A second game, the smallest that has all that a game has: seats guess a card, and throw dice that they may throw again at a price."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.dataset.schema import NAMES, TEXT, WORDS, Column, Table
from caverna_sim.errors import BotError, nearest
from caverna_sim.games.facts import GameCommand, GameFacts, Measure, StudyCommand, Things
from caverna_sim.games.protocol import Recorded
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import order_of
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.scenario.values import Faults, whole

BOTS = {"bold": 4, "careful": 2, "lazy": 0, "random": -1}  # throws a die again that shows less; random takes anything
DICE, PRICE = 3, 1


@dataclass(frozen=True)
class ToyScenario(Scenario):
    """How many dice a seat begins with is the toy's own key."""

    dice: int = DICE

    def more_data(self) -> dict[str, Any]:
        return {"dice": self.dice}


class ToySource:
    """The games of a scenario, played by kernels."""

    needs_processes = False
    chunk_games = 500

    def __init__(self, scenario: ToyScenario) -> None:
        self.scenario, self.names = scenario, tuple(dict.fromkeys(scenario.bots))
        self.block_games = scenario.seatings
        game, seat = Column("game", "int64", "number of the game"), Column("seat", "int8", "seat")
        number = Column("round", "int8", "number of the round")
        games = [game, *(Column(name, "int64", name) for name in ("block", "setup", "hash")), Column("seating", "int16", "seating")]
        games += [Column("order", TEXT, "bots in turn"), Column("winner_seats", WORDS, "who won")]
        players = [game, seat, Column("bot", NAMES, "who played", self.names), Column("score", "int16", "points")]
        players += [Column("rank", "int8", "rank"), *(Column(name, "float32", name) for name in ("won", "margin"))]
        players += [Column(name, "int16", name) for name in ("part_dice", "part_price", "part_guesses", "again")]
        thrown = [game, seat, number, Column("die", NAMES, "what it shows", tuple("123456"))]
        rounds = [game, seat, number, *(Column(name, "int16", name) for name in ("score", "choices", "blocked"))]
        tables = (
            Table("games", "games", tuple(games)), Table("players", "seats", tuple(players)), Table("throws", "dice", tuple(thrown)),
            Table("rounds", "seats by round", tuple(rounds)),
        )  # fmt: skip
        self.tables = tuple(table for table in tables if table.name in scenario.record)

    @property
    def rules(self) -> Any:
        from tests.toy.game import Rules

        return Rules(self.scenario.players, self.scenario.dice, self.scenario.rules)

    @property
    def rules_hash(self) -> str:
        return f"{int(self.rules.record['price'][0]):08x}{int(self.rules.record['prize'][0]):08x}"

    def describe(self) -> dict[str, Any]:
        about = {
            name: {"tier": "toy", "fingerprint": f"{BOTS[name] + 1:016x}", "description": "a toy", "parameters": {}} for name in self.names
        }
        return {"rules_hash": self.rules_hash, "engine": "toy", "bots": about}

    def drawn(self, block: int) -> dict[str, Any]:
        return {"seating": self.scenario.plan_of_seats.block(self.scenario.seed, block)}

    def warm_up(self) -> None:
        self.play(0, self.block_games, np.zeros(1, np.int8))

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        from tests.toy import course, layout

        rules, dice, price = self.rules.record, self.scenario.dice, int(self.rules.record["price"][0])
        prize = int(self.rules.record["prize"][0])
        scratch, out = np.zeros(1, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
        rows: dict[str, list[Any]] = {"games": [], "players": [], "throws": [], "rounds": []}
        for game in range(first_game, first_game + games):
            block, number = divmod(game, self.block_games)
            seating, seats = self.scenario.plan_of_seats.block(self.scenario.seed, block)[number]
            states, choices = np.zeros(1, layout.STATE), np.zeros((layout.MAX_PLAYERS, layout.MAX_DICE + 1), np.int16)
            least = np.array([BOTS[self.names[bot]] for bot in seats], np.int64)
            course.play_here(states, rules, scratch, out, self.scenario.seed, block, least, choices)
            state = states[0]
            ends = [(state["seats"][seat]["dice"][1 : dice + 1].tolist(), state["seats"][seat]) for seat in range(len(seats))]
            parts = [(sum(thrown), -price * int(own["again"]), prize * int(own["hits"])) for thrown, own in ends]
            scores = np.array([sum(one) for one in parts])
            best, order = scores == scores.max(), order_of([self.names[bot] for bot in seats])
            rows["games"].append((game, block, int(state["setup"]), int(state["hash"]), seating, order, np.flatnonzero(best)))
            for seat, (bot, (thrown, own), score) in enumerate(zip(seats, ends, scores.tolist(), strict=True)):
                shared = 1 / best.sum() if best[seat] else 0.0
                rank = 1 + int((scores > score).sum())
                row = (game, seat, bot, score, rank, shared, score - scores.mean(), *parts[seat], int(own["again"]))
                rows["players"].append(row)
                rows["throws"] += [(game, seat, throw + 1, die - 1) for throw, die in enumerate(thrown)]
                rows["rounds"] += [(game, seat, at, sum(thrown[:at]), int(choices[seat, at]), 0) for at in range(1, dice + 1)]
        chunk = {table.name: _columns(table, rows[table.name]) for table in self.tables}
        flat = [(row[2], row[3]) for row in rows["players"]]
        means = {name: self._sums(flat, number, games) for number, name in enumerate(self.names)}
        hashes = np.array([row[3] for row in rows["games"]], np.int64)
        return PlayedChunk(chunk, hashes, means, 2 * dice * len(flat))

    def _sums(self, flat: list[Any], bot: int, games: int) -> tuple[Any, Any]:
        rows = np.array(flat, np.float64).reshape(games // self.block_games, -1, 2)
        own = rows[:, :, 0] == bot
        return (rows[:, :, 1] * own).sum(axis=1), own.sum(axis=1).astype(np.float64)


def _columns(table: Table, rows: list[Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {column.name: np.array([row[place] for row in rows]) for place, column in enumerate(table.columns[:-1])}
    last = [row[-1] for row in rows]
    if table.columns[-1].type != WORDS:
        return {**columns, table.columns[-1].name: np.array(last)}
    offsets = np.cumsum([0, *map(len, last)]).astype(np.int32)
    return {**columns, table.columns[-1].name: (offsets, np.concatenate(last).astype(np.int8))}


class ToyPlays:
    """How the toy is played; see games.protocol.Plays."""

    keys = ("dice",)
    players = (1, 4)

    def first(self, data: Mapping[str, Any], faults: Faults) -> Mapping[str, Any]:
        return {}

    def recorded(self, first: Mapping[str, Any]) -> Recorded:
        return Recorded(("games", "players", "throws"), ("games", "players", "throws", "rounds"))

    def scenario(self, general: Mapping[str, Any], data: Mapping[str, Any], first: Mapping[str, Any], faults: Faults) -> Scenario:
        return ToyScenario(**general, rules=dict(data.get("rules", {})), dice=faults.take(DICE, whole, data, "dice", 1, 9, DICE))

    def with_paths(self, data: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        return data

    def bots(self) -> Collection[str]:
        return BOTS

    def pools(self) -> dict[str, dict[str, dict[str, object]]]:
        return {}

    def is_file(self, name: str) -> bool:
        return False

    def check_bot(self, name: str, parameters: Mapping[str, Any] | None) -> None:
        if name not in BOTS:
            raise BotError(f"unknown bot `{name}`; {nearest(name, BOTS)}")

    def source(self, scenario: Scenario) -> ToySource:
        assert isinstance(scenario, ToyScenario)
        return ToySource(scenario)

    def rules(self, scenario: Scenario) -> Mapping[str, Any]:
        return {"again": {"price": scenario.rules.get("again.price", PRICE)}}


TOY = GameFacts(
    name="toy",
    title="Dice",
    plays=ToyPlays(),
    folder="tests.toy",
    groups={"dice": ("dice",), "price": ("price",), "guesses": ("guesses",)},
    built=None,
    places=Things("throws", "die", "die", "dice"),
    measures={"again": Measure("throws", 0.1, 10.0, unit="throw")},
    studies=(StudyCommand("openings", "what a first throw is worth", "tests.toy.people:opening_study"),),
    commands=(GameCommand("watch", "dice, throw by throw", "tests.toy.people:arguments", "tests.toy.people:watch"),),
    check="tests.toy.people:check",
)
