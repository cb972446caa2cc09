"""The games of an Agricola scenario for the batch: plans them, plays them compiled, and turns what was noted into columns."""

from __future__ import annotations

from collections.abc import Mapping
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
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.design.draws import Drawn, seated
from caverna_sim.kit.many.columns import Columns, block_means, event_columns, game_columns, numbers_of, round_columns, seat_columns
from caverna_sim.kit.play.asking import NO_SPACE_WANTED, NOWHERE, NUM_ASIDES
from caverna_sim.match.outside import OUTSIDE, given, is_outside, told_of_function
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import GivenTables, Seating, order_of
from caverna_sim.scenario.scenario import OwnBot

if TYPE_CHECKING:
    from caverna_sim.games.agricola.box.catalog import Catalog
    from caverna_sim.kit.many.guests import Guests

CALL_GAMES = 128  # in one call of the kernel, which keeps its buffers small
CHUNK_GAMES = 4000
FUNCTION_GAMES = 40  # ... when somebody is asked in Python
ROWS_PER_SEAT = {"built": 10, "placed": 70, "lessons": 90, "examples": 70}  # a seat places at most five people a round
TEACHING_GAMES = 16  # in one call, as what is taught takes much room
Records = Mapping[str, tuple[NDArray[Any], NDArray[Any]]]
PLACES = 2**17  # a tie is below that: it is a sum of four numbers of 16 bits


def self_contained(scenario: AgricolaScenario) -> AgricolaScenario:
    """The same scenario with bots of parameter files written out, so that it needs no files."""
    from caverna_sim.games.agricola.bots.parameters import is_path, parameters_of

    own = dict(scenario.own_bots)
    for bot in scenario.bots:
        if not isinstance(bot, str):
            raise ScenarioError(f"scenario `{scenario.name}`: {shown(bot)} cannot play in a batch; give names of bots or parameter files")
        if is_path(bot):
            own[bot] = OwnBot("random", parameters_of(bot))
    return replace(scenario, own_bots=own)


class AgricolaSource:
    """The games of a scenario; see protocol.GameSource."""

    def __init__(
        self, scenario: AgricolaScenario, records: Records | None = None, seating: Seating | GivenTables | None = None, teaches: str = ""
    ) -> None:
        """`records` are bots by name with what they have learned, `seating` stands in for that of the scenario.

        With `teaches` "lessons" or "examples" are kept as rows of their own (playing/lessons.py); the first bot judges for all examples.
        """
        from caverna_sim.games.agricola.bots.layout import BOT, JUDGE
        from caverna_sim.games.agricola.bots.parameters import bot_record

        self.scenario = scenario if records else self_contained(scenario)
        self.names = self.scenario.who_plays
        self.functions = {name: given(name) for name in self.names if is_outside(name)}
        ours = [name for name in self.names if name not in self.functions]
        self._which = numbers_of(self.names, self.functions)
        own = self.scenario.own_bots
        both = [
            (records or {}).get(name) or (bot_record(own[name].base, own[name].parameters) if name in own else bot_record(name))
            for name in ours
        ]  # fmt: skip
        self.bots, self.judges = (
            np.concatenate([np.zeros(0, kind), *(pair[part] for pair in both)]) for part, kind in enumerate((BOT, JUDGE))
        )
        self.teaches = teaches
        self.seating = seating or self.scenario.plan_of_seats
        self.block_games = self.seating.block_games
        self.design = self.scenario.design(self.scenario.seed, self.scenario.all_rules)
        drawn = self.scenario.drawn_limits
        limits = tuple(drawn.alternatives) if drawn else ()
        self._assigning = Assigning("card", "major improvement", MAJORS, SPACES, limits)
        self.tables = tables_of(scenario.record, self.names, self._assigning if self.design.assigns else None)
        self.chunk_games = FUNCTION_GAMES if self.functions else CHUNK_GAMES
        self.needs_processes = any(not hasattr(one, "py_func") for one in self.functions.values())  # Python does not share a process

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
        from caverna_sim.games.agricola.bots.fingerprints import fingerprint
        from caverna_sim.games.agricola.bots.parameters import parameters_of
        from caverna_sim.games.agricola.bots.roster import told

        own, about = self.scenario.own_bots, dict[str, Any]()
        for number, name in zip(self._which.tolist(), self.names, strict=True):
            if name in self.functions:
                about[name] = {**told_of_function(self.functions[name]), "tier": OUTSIDE, "strength": None, "parameters": {}}
                continue
            values = parameters_of(own[name].base, own[name].parameters) if name in own else parameters_of(name)
            about[name] = {
                "description": values.get("description", ""), "tier": values["tier"], "strength": None,
                "fingerprint": fingerprint(self.bots[number], self.judges[number]), "parameters": told(values),
            }  # fmt: skip
        return {"rules_hash": self.rules_hash, "engine": source_hash("agricola"), "bots": about}

    def drawn(self, block: int) -> dict[str, Any]:
        """Who sits where, what is on the supply board, what seats may not do, how they open."""
        found = self.design.of_block(block)
        return {
            "seating": self._seated(block, found),
            "supply": [found.absent, found.access_seat, dict(found.access)],
            "limits": [found.limits_seat, found.limit, dict(found.limits)],
            "opening": [found.opening_seat, dict(self.design.openings[found.opening])],
        }

    def _seated(self, block: int, drawn: Drawn) -> list[tuple[int, tuple[int, ...]]]:
        """Who sits where in the games of a block."""
        focal = None if self.scenario.focal_bot is None else self.names.index(self.scenario.focal_bot)
        return seated(self.seating.block(self.scenario.seed, block), drawn, focal)

    def warm_up(self) -> None:
        """Compile the playing loop."""
        from caverna_sim.compiling.progress import CompileProgress

        with CompileProgress("games, agricola"):
            self.play(0, 0, np.zeros(1, np.int8))

    def _plan(self, first_game: int, games: int) -> tuple[NDArray[Any], Columns]:
        """PLAN records of games, and what there is to say about their seatings."""
        from caverna_sim.games.agricola.playing.rows import PLAN

        scenario, tables = self.scenario, list[tuple[int, tuple[int, ...]]]()
        plans = np.zeros(games, PLAN)
        plans["block"] = np.arange(first_game, first_game + games) // self.block_games
        plans["opening"] = NO_SPACE_WANTED
        for start in range(0, games, self.block_games):
            drawn = self.design.of_block((first_game + start) // self.block_games)
            block = plans[start : start + self.block_games]
            block["absent"] = sum(1 << MAJORS.index(name) for name in (*scenario.without, *drawn.absent))
            for seat, spaces in self.design.openings[drawn.opening].items():
                block["opening"][:, seat, : len(spaces)] = [SPACES.index(space) for space in spaces]
            if drawn.limits:
                limits = np.zeros_like(block["limits"][0])
                put_limits(drawn.limits, limits)
                block["limits"] = limits
            tables += self._seated((first_game + start) // self.block_games, drawn)
        plans["seating"] = [seating for seating, _ in tables]
        bots = np.array([table for _, table in tables], np.int16).reshape(games, scenario.players)
        plans["bots"][:, : scenario.players] = self._which[bots]
        orders = np.empty(games, object)
        orders[:] = [order_of([self.names[bot] for bot in table]) for _, table in tables]
        return plans, {"seating": plans["seating"], "order": orders, "bot": bots}

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games; None when stopped."""
        plans, seatings = self._plan(first_game, games)
        taught, at_once = ([self.teaches], TEACHING_GAMES) if self.teaches else ([], CALL_GAMES)
        kinds = ("outcomes", "players", "opened", "rounds", "built", "placed", *taught)
        noted: dict[str, list[NDArray[Any]]] = {name: [] for name in kinds}
        for start in range(0, max(1, games), at_once):
            played = self._play_some(plans[start : start + at_once], start, first_game, stop)
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
            **{name: {str(field): found[name][field] for field in found[name].dtype.names or ()} for name in taught},
        }
        kept = {table.name for table in self.tables} | set(taught)
        if "rounds" in kept:
            rows["rounds"] = round_columns(game, found["rounds"], np.arange(int(self._catalog.record[0]["last_round"]), dtype=np.int8))
        if "assigned" in kept:
            blocks = plans["block"][:: self.block_games].tolist()
            rows["assigned"] = self._assigning.columns(self.design, blocks, first_game, found["opened"])
        return PlayedChunk(
            rows={name: columns for name, columns in rows.items() if name in kept},
            hashes=outcomes["hash"].copy(),
            means=block_means(self.names, bots, players["score"], self.block_games),
            choices=int(outcomes["choices"].sum()),
        )

    def _play_some(self, plans: NDArray[Any], first: int, first_game: int, stop: Stop) -> dict[str, NDArray[Any]] | None:
        """Games, `first` counted from the beginning of the chunk, which is `first_game` of the run; None when stopped."""
        from caverna_sim.games.agricola.playing import lessons, rows
        from caverna_sim.games.agricola.shape import layout

        players, record = self.scenario.players, self._catalog.record
        rounds = int(record[0]["last_round"]) if "rounds" in {table.name for table in self.tables} else 0
        kinds = {"built": rows.BUILT, "placed": rows.PLACED, "lessons": lessons.LESSON, "examples": lessons.EXAMPLE}
        kinds = {name: kind for name, kind in kinds.items() if name in ("built", "placed", self.teaches)}
        buffers = {name: np.zeros(ROWS_PER_SEAT[name] * players * len(plans) + 1, kind) for name, kind in kinds.items()}
        states, asides = np.zeros(1, layout.STATE), np.zeros(NUM_ASIDES, layout.STATE)
        guests = self._invited(states, asides)
        while True:
            tallies, outcomes = np.zeros(1, rows.TALLY), np.zeros(len(plans), rows.OUTCOME)
            seats, opened = (
                np.zeros((len(plans), players), rows.PLAYER),
                np.full((len(plans), *plans["opening"].shape[1:]), NOWHERE, np.int8),
            )
            by_round = np.zeros((len(plans) if rounds else 0, players, rounds), rows.ROUND)
            taught = buffers.get("lessons"), buffers.get("examples")
            kept = outcomes, seats, opened, by_round, buffers["built"], buffers["placed"], *taught
            if not self._play_on(plans, first + first_game, stop, states, asides, tallies, kept, guests):
                return None
            needed = {name: int(tallies[0][name]) for name in kinds}
            if all(needed[name] <= len(buffers[name]) for name in kinds):
                break
            buffers = {name: np.zeros(2 * needed[name], kind) for name, kind in kinds.items()}
        events = {name: buffers[name][: needed[name]] for name in kinds}
        for found in events.values():
            if "game" in (found.dtype.names or ()):
                found["game"] += first
        return {"outcomes": outcomes, "players": seats, "opened": opened, "rounds": by_round, **events}

    def _play_on(
        self, plans: NDArray[Any], first: int, stop: Stop, states: NDArray[Any], asides: NDArray[Any], tallies: NDArray[Any],
        kept: tuple[NDArray[Any] | None, ...], guests: Guests | None,
    ) -> bool:  # fmt: skip
        """Call the kernel until all games are played, answering what it asks; False when stopped."""
        from caverna_sim.games.agricola.playing.ahead import tools
        from caverna_sim.games.agricola.playing.games import play_games
        from caverna_sim.kit.bots.stopping import stopped_by

        addresses = guests.addresses if guests else np.zeros(0, np.int64)
        tally, judges, (scratch, minds, out) = tallies[0], self._needed_judges(), tools()
        if guests:
            guests.begin()
        while True:
            with stopped_by(stop, minds):
                played = play_games(
                    states, self._catalog.record, self.bots, judges, addresses, plans, asides, scratch, minds, out, self.scenario.seed,
                    stop, tallies, *kept,
                )  # fmt: skip
            if guests is None or not tally["asked"]:
                return bool(played == len(plans))
            tally["answer"] = guests.answer(tally, plans[played], first + int(played))

    def _invited(self, states: NDArray[Any], asides: NDArray[Any]) -> Guests | None:
        """Those who play from outside."""
        if not self.functions:
            return None
        from caverna_sim.games.agricola.bots.roster import as_bot
        from caverna_sim.games.agricola.game import Game
        from caverna_sim.kit.many.guests import Guests

        return Guests(self.functions, as_bot, Game, self._catalog, states, asides, self.scenario.seed)

    def _needed_judges(self) -> NDArray[Any] | None:
        """What bots have learned; None when all are random or scripted, which keeps the others out of what is compiled."""
        from caverna_sim.games.agricola.bots.names import JUDGING, TIERS

        judging = [TIERS.index(tier) for tier in JUDGING]
        return self.judges if self.teaches or np.isin(self.bots["tier"], judging).any() else None

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
