"""The games of an Agricola scenario for the batch: plans them, plays them compiled, and turns what was noted into columns."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows
from caverna_sim.errors import ScenarioError, shown
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.games.agricola.ids import good, score
from caverna_sim.games.agricola.limits import put_limits
from caverna_sim.games.agricola.scenario.reading import AgricolaScenario
from caverna_sim.games.agricola.tables import FARM, KINDS, tables_of
from caverna_sim.kit.many.columns import Columns, block_means, event_columns, game_columns, seat_columns
from caverna_sim.match.outside import is_outside
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import order_of
from caverna_sim.scenario.scenario import OwnBot

if TYPE_CHECKING:
    from caverna_sim.games.agricola.box.catalog import Catalog

CALL_GAMES = 128  # in one call of the kernel, which keeps its buffers small
CHUNK_GAMES = 4000
ROWS_PER_SEAT = {"built": 10, "placed": 70}  # a seat places at most five people a round
PLACES = 1000  # a tie is below that


def self_contained(scenario: AgricolaScenario) -> AgricolaScenario:
    """The same scenario with bots of parameter files written out, so that it needs no files."""
    from caverna_sim.games.agricola.bots.parameters import is_path, parameters_of

    own = dict(scenario.own_bots)
    for bot in scenario.bots:
        if is_outside(bot):
            raise ScenarioError(f"scenario `{scenario.name}`: {shown(bot)} cannot play this game in a batch; give names of bots")
        if is_path(bot):
            own[bot] = OwnBot("random", parameters_of(bot))
    return replace(scenario, own_bots=own)


class AgricolaSource:
    """The games of a scenario; see protocol.GameSource."""

    needs_processes = False
    chunk_games = CHUNK_GAMES

    def __init__(self, scenario: AgricolaScenario) -> None:
        from caverna_sim.games.agricola.bots.parameters import bot_record

        self.scenario = self_contained(scenario)
        self.names = tuple(dict.fromkeys(self.scenario.bots))
        own = self.scenario.own_bots
        self.bots = np.concatenate(
            [bot_record(own[name].base, own[name].parameters) if name in own else bot_record(name) for name in self.names]
        )
        self.seating = self.scenario.plan_of_seats
        self.block_games = self.seating.block_games
        self.tables = tables_of(scenario.record, self.names)

    @property
    def _catalog(self) -> Catalog:
        from caverna_sim.games.agricola.box.catalog import catalog

        return catalog(self.scenario.players, self.scenario.all_rules, self.scenario.options)

    @property
    def rules_hash(self) -> str:
        """Names the rules, house rules applied."""
        return self._catalog.hash

    def describe(self) -> dict[str, Any]:
        """Rules, bots and code, as they decide what is played."""
        from caverna_sim.compiling.cache import source_hash
        from caverna_sim.games.agricola.bots.parameters import parameters_of

        own, about = self.scenario.own_bots, {}
        for name, record in zip(self.names, self.bots, strict=True):
            values = parameters_of(own[name].base, own[name].parameters) if name in own else parameters_of(name)
            about[name] = {
                "description": values.get("description", ""), "tier": values["tier"], "strength": None,
                "fingerprint": hashlib.sha256(record.tobytes()).hexdigest()[:16], "parameters": {"weights": dict(values["weights"])},
            }  # fmt: skip
        return {"rules_hash": self.rules_hash, "engine": source_hash("agricola"), "bots": about}

    def drawn(self, block: int) -> dict[str, Any]:
        """Who sits where; nothing else is drawn by this source."""
        return {"seating": self.seating.block(self.scenario.seed, block)}

    def warm_up(self) -> None:
        """Compile the playing loop."""
        from caverna_sim.compiling.progress import CompileProgress

        with CompileProgress("games, agricola"):
            self.play(0, 0, np.zeros(1, np.int8))

    def _plan(self, first_game: int, games: int) -> tuple[NDArray[Any], Columns]:
        """PLAN records of games, and what there is to say about their seatings."""
        from caverna_sim.games.agricola.playing.rows import PLAN

        scenario = self.scenario
        plans = np.zeros(games, PLAN)
        plans["block"] = np.arange(first_game, first_game + games) // self.block_games
        plans["absent"] = sum(1 << MAJORS.index(name) for name in scenario.without)
        plans["opening"] = -1
        for seat, spaces in scenario.openings.items():
            plans["opening"][:, seat, : len(spaces)] = [SPACES.index(space) for space in spaces]
        limits = [{"limits": row} for row in np.zeros(plans["limits"].shape[1], plans["limits"].dtype)]
        put_limits(scenario.limits, limits)
        for seat, row in enumerate(limits):
            plans["limits"][:, seat] = row["limits"]
        seated = [
            table for start in range(0, games, self.block_games)
            for table in self.seating.block(scenario.seed, (first_game + start) // self.block_games)
        ]  # fmt: skip
        plans["seating"] = [seating for seating, _ in seated]
        bots = np.array([table for _, table in seated], np.int16).reshape(games, scenario.players)
        plans["bots"][:, : scenario.players] = bots
        orders = np.empty(games, object)
        orders[:] = [order_of([self.names[bot] for bot in table]) for _, table in seated]
        return plans, {"seating": plans["seating"], "order": orders, "bot": bots}

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games; None when stopped."""
        plans, seatings = self._plan(first_game, games)
        noted: dict[str, list[NDArray[Any]]] = {"outcomes": [], "players": [], "built": [], "placed": []}
        for start in range(0, max(1, games), CALL_GAMES):
            played = self._play_some(plans[start : start + CALL_GAMES], start, stop)
            if played is None:
                return None
            for name, pieces in played.items():
                noted[name].append(pieces)
        found = {name: np.concatenate(several) for name, several in noted.items()}
        bots, players, outcomes = seatings.pop("bot"), found["players"], found["outcomes"]
        game, places = np.arange(first_game, first_game + games, dtype=np.int64), self._places(players)
        rows: dict[str, Rows] = {
            "games": game_columns(game, plans, seatings, outcomes, places),
            "players": {**seat_columns(game, bots, players, places), **_farm_columns(players.ravel())},
            "cards": self._card_columns(first_game, found["built"]),
            "placements": event_columns(first_game, found["placed"], ("seat", "round", "turn", "space", "newborn")),
            "supply": self._supply_columns(plans, outcomes),
        }
        kept = {table.name for table in self.tables}
        return PlayedChunk(
            rows={name: columns for name, columns in rows.items() if name in kept},
            hashes=outcomes["hash"].copy(),
            means=block_means(self.names, bots, players["score"], self.block_games),
            choices=int(outcomes["choices"].sum()),
        )

    def _play_some(self, plans: NDArray[Any], first: int, stop: Stop) -> dict[str, NDArray[Any]] | None:
        from caverna_sim.games.agricola.playing import rows
        from caverna_sim.games.agricola.playing.games import play_games
        from caverna_sim.games.agricola.shape import layout

        players = self.scenario.players
        outcomes, seats = np.zeros(len(plans), rows.OUTCOME), np.zeros((len(plans), players), rows.PLAYER)
        kinds = {"built": rows.BUILT, "placed": rows.PLACED}
        buffers = {name: np.zeros(ROWS_PER_SEAT[name] * players * len(plans) + 1, kind) for name, kind in kinds.items()}
        while True:
            tallies = np.zeros(1, rows.TALLY)
            state, scratch, out = np.zeros(1, layout.STATE), np.zeros(3, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
            played = play_games(
                state, self._catalog.record, self.bots, plans, scratch, out, self.scenario.seed, stop, tallies, outcomes, seats,
                buffers["built"], buffers["placed"],
            )  # fmt: skip
            if played < len(plans):
                return None
            needed = {name: int(tallies[0][name]) for name in kinds}
            if all(needed[name] <= len(buffers[name]) for name in kinds):
                break
            buffers = {name: np.zeros(2 * needed[name], kind) for name, kind in kinds.items()}
        events = {name: buffers[name][: needed[name]] for name in kinds}
        for found in events.values():
            found["game"] += first
        return {"outcomes": outcomes, "players": seats, **events}

    def _places(self, players: NDArray[Any]) -> NDArray[np.int64]:
        """[game, seat] what decides who wins: the score and then the tie, with team play what the team has (AG-SCR-14, AG-VAR-25)."""
        if not self.scenario.options.team_play:
            return np.asarray(players["score"].astype(np.int64) * PLACES + players["tie"], np.int64)
        parts: NDArray[np.int64] = players["parts"].astype(np.int64)
        parts[:, :, score.BONUS] += parts[:, :, score.BEGGING]
        parts[:, :, score.BEGGING] = 0
        found: NDArray[np.int64] = np.minimum(parts, np.roll(parts, 2, axis=1)).sum(axis=2)
        return found

    def _card_columns(self, first_game: int, built: NDArray[Any]) -> Columns:
        columns = event_columns(first_game, built, ("seat", "card", "round", "order", "returned"))
        return {**columns, "kind": np.full(len(built), KINDS.index("major"), np.int8)}

    def _supply_columns(self, plans: NDArray[Any], outcomes: NDArray[Any]) -> Columns:
        blocks, supply = plans["block"][:: self.block_games], outcomes["supply"][:: self.block_games]
        numbers = np.arange(len(MAJORS))
        return {
            "block": np.repeat(blocks, len(MAJORS)),
            "card": np.tile(numbers.astype(np.int8), len(blocks)),
            "available": ((supply[:, None] >> numbers) & 1 == 1).ravel(),
        }


def _farm_columns(players: NDArray[Any]) -> Columns:
    """What else is kept of every seat."""
    columns = {f"part_{name}": players["parts"][:, number] for number, name in enumerate(score.NAMES)}
    columns |= {name: players[name] for name in ("tie", *FARM, "begging")}
    columns |= {name: players["goods"][:, number] for number, name in enumerate(good.NAMES)}
    nothing = np.zeros(len(players), np.int8)
    return {**columns, "majors": players["majors"], "minors": nothing, "occupations": nothing}
