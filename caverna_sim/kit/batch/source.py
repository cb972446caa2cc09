"""The games of a scenario for the batch: planned, played in calls of a compiled loop (kit/many/loop.py), and turned into columns.

A game derives its source and says what is its own: its records of bots, its rules, what it draws, where a column is not what its record
holds. Which table a row belongs to, and what the columns of a table are called, stands in its tables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows, Table
from caverna_sim.errors import ScenarioError, shown
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.design.draws import NOTHING, Design, Drawn, seated
from caverna_sim.kit.many.columns import (
    Columns,
    block_means,
    event_columns,
    fitting,
    game_columns,
    numbers_of,
    record_columns,
    round_columns,
    seat_columns,
)
from caverna_sim.kit.many.rows import Cast, Room
from caverna_sim.kit.play.asking import NO_SPACE_WANTED, NOWHERE, NUM_ASIDES
from caverna_sim.match.outside import OUTSIDE, given, is_outside, told_of_function
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import GivenTables, Seating, order_of
from caverna_sim.scenario.scenario import OwnBot

CALL_GAMES = 128  # in one call of the kernel, which keeps its buffers small
CHUNK_GAMES = 4000
FUNCTION_GAMES = 40  # ... when somebody is asked in Python
Records = Mapping[str, tuple[NDArray[Any], NDArray[Any]]]  # BOT and JUDGE, or BOT alone and nothing
Noted = dict[str, NDArray[Any]]
Seated = list[tuple[int, tuple[int, ...]]]  # number of the seating, bot of each seat


def without_files(scenario: Any, is_path: Callable[[str], bool], parameters_of: Callable[[str], Any]) -> Any:
    """The same scenario with bots of parameter files written out, so that it needs no files."""
    own = dict(scenario.own_bots)
    for bot in scenario.bots:
        if not isinstance(bot, str):
            raise ScenarioError(f"scenario `{scenario.name}`: {shown(bot)} cannot play in a batch; give names of bots or parameter files")
        if is_path(bot) and bot not in own:
            own[bot] = OwnBot("random", parameters_of(bot))
    return replace(scenario, own_bots=own)


class LoopSource(ABC):
    """The games of a scenario; see match.protocol.GameSource."""

    game: str  # its name
    tables: tuple[Table, ...]
    kinds: tuple[str, ...]  # of rows that the loop fills; their records are called like them, in capitals
    rows_per_seat: Mapping[str, int]  # of a kind in a game, to begin with; buffers grow when a game needs more
    events: Mapping[str, str] = {}  # tables that are rows of a kind, as they are
    lists: Mapping[str, Sequence[str]] = {}  # fields of PLAYER that hold several columns: their names
    call_games = CALL_GAMES

    def __init__(self, scenario: Any, records: Records | None = None, seating: Seating | GivenTables | None = None) -> None:
        """`records` are those of bots that only this source knows, `seating` stands in for that of the scenario."""
        self.scenario = scenario
        self.names: tuple[str, ...] = scenario.who_plays
        self.functions = {name: given(name) for name in self.names if is_outside(name)}
        self._which = numbers_of(self.names, self.functions)
        ours = [name for name in self.names if name not in self.functions]
        self.bots, self.judges = self._joined([(records or {}).get(name) or self.record_of(name) for name in ours])
        self.seating = seating or scenario.plan_of_seats
        self.block_games: int = self.seating.block_games
        self.chunk_games = FUNCTION_GAMES if self.functions else CHUNK_GAMES
        self.needs_processes = any(not hasattr(one, "py_func") for one in self.functions.values())  # Python does not share a process

    # ------------------------------------------------------------ what each game says

    @abstractmethod
    def record_of(self, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """BOT and JUDGE records of a bot, each of length 1."""

    @abstractmethod
    def told_of(self, name: str, number: int) -> dict[str, Any]:
        """What a manifest says of a bot, whose record has this number."""

    @property
    @abstractmethod
    def catalog(self) -> Any:
        """The rules, house rules applied."""

    @abstractmethod
    def places_of(self, players: NDArray[Any]) -> NDArray[Any]:
        """[game, seat] what decides who wins."""

    def plan(self, plans: NDArray[Any], first_game: int) -> NDArray[Any]:
        """Fill in what a game has of its own; returns the rules of all games by number."""
        record: NDArray[Any] = self.catalog.record
        return record

    def own_rows(self, rows: dict[str, Any], plans: NDArray[Any], noted: Noted, first_game: int) -> dict[str, Any]:
        """The rows of tables that are not kept for every game, or with what a game has beside."""
        return rows

    def check(self, outcomes: NDArray[Any], first_game: int) -> None:
        """RunStopped when games cannot be counted."""
        return

    def check_stop(self, tally: Any, state: Any, game: int) -> None:
        """RunStopped when it was the loop that gave a game up."""
        return

    @property
    def is_judged(self) -> bool:
        """Whether anybody needs what has been learned; if not, all that does is not compiled."""
        return False

    @property
    def summary(self) -> str:
        """What is compiled, for the line that says so."""
        return f"games, {self.game}"

    # ------------------------------------------------------------ what all have

    def own_of(self, name: str) -> tuple[str, Any]:
        """The bot of the roster that a name stands for, and what is changed of it."""
        own = self.scenario.own_bots.get(name)
        return (name, None) if own is None else (own.base, own.parameters)

    def module(self, name: str) -> Any:
        """A module of the game, which lies beside its source; those with kernels load slowly."""
        source = next(kind.__module__ for kind in type(self).__mro__ if "game" in vars(kind))
        return import_module(f"{source.rpartition('.')[0]}.{name}")

    def _joined(self, both: Sequence[tuple[NDArray[Any], NDArray[Any]]]) -> tuple[NDArray[Any], NDArray[Any]]:
        """BOT and JUDGE records of all bots; a blank one each when there is none."""
        if both:
            return np.concatenate([bot for bot, _ in both]), np.concatenate([judge for _, judge in both])
        layout = self.module("bots.layout")
        return np.zeros(1, layout.BOT), np.zeros(1, layout.JUDGE)

    def __getstate__(self) -> dict[str, Any]:
        """Without what every process makes for itself."""
        return {name: value for name, value in vars(self).items() if not isinstance(getattr(type(self), name, None), cached_property)}

    @property
    def rules_hash(self) -> str:
        """Names the rules, house rules applied."""
        return str(self.catalog.hash)

    def describe(self) -> dict[str, Any]:
        """Rules, bots and code, as they decide what is played."""
        from caverna_sim.compiling.cache import source_hash

        about = {}
        for number, name in zip(self._which.tolist(), self.names, strict=True):
            function = self.functions.get(name)
            told = {**told_of_function(function), "tier": OUTSIDE, "strength": None, "parameters": {}} if function else None
            about[name] = told or self.told_of(name, number)
        return {"rules_hash": self.rules_hash, "engine": source_hash(self.game), "bots": about}

    def drawn(self, block: int) -> dict[str, Any]:
        """Who sits where."""
        return {"seating": self.seated(block)}

    def seated(self, block: int) -> Seated:
        """Who sits where in the games of a block."""
        return list(self.seating.block(self.scenario.seed, block))

    def warm_up(self) -> None:
        """Compile the playing loop."""
        from caverna_sim.compiling.progress import CompileProgress

        with CompileProgress(self.summary):
            self.play(0, 0, np.zeros(1, np.int8))

    # ------------------------------------------------------------ planning

    def _planned(self, first_game: int, games: int) -> tuple[NDArray[Any], NDArray[Any], Columns]:
        """PLAN records of games, their rules, and what there is to say about their seatings."""
        plans = np.zeros(games, self.module("playing.rows").PLAN)
        plans["block"] = np.arange(first_game, first_game + games) // self.block_games
        rules = self.plan(plans, first_game)
        tables = [table for block in plans["block"][:: self.block_games].tolist() for table in self.seated(block)]
        bots = np.array([self.spread(table) for _, table in tables], np.int16).reshape(games, self.seats)
        plans["seating"] = [seating for seating, _ in tables]
        plans["bots"][:, : self.seats] = self._which[bots]
        known = {table: order_of([self.names[bot] for bot in table]) for table in {table for _, table in tables}}
        orders = np.empty(games, object)
        orders[:] = [known[table] for _, table in tables]
        return plans, rules, {"seating": plans["seating"], "order": orders, "bot": bots}

    def spread(self, bots: tuple[int, ...]) -> tuple[int, ...]:
        """Who plays each seat, of those at the table."""
        return bots

    # ------------------------------------------------------------ playing

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games; None when stopped."""
        plans, rules, seatings = self._planned(first_game, games)
        player = _Player(self, rules, stop)
        for start in range(0, max(1, games), self.call_games):
            if not player.play(plans[start : start + self.call_games], start, first_game):
                return None
        noted, bots = player.noted(), seatings.pop("bot")
        rows = self._columns(plans, seatings, bots, noted, first_game)
        taught = {kind: event_columns(first_game, noted[kind], ()) for kind in self.taught}
        return PlayedChunk(
            rows={table.name: fitting(table, rows[table.name]) for table in self.tables} | taught,
            hashes=noted["outcomes"]["hash"].copy(),
            means=block_means(self.names, bots, noted["players"]["score"], self.block_games),
            choices=int(noted["outcomes"]["choices"].sum()),
        )

    @property
    def taught(self) -> tuple[str, ...]:
        """Kinds of rows that bots learn from."""
        return tuple(kind for kind in ("lessons", "examples") if kind in self.buffered)

    @property
    def buffered(self) -> dict[str, np.dtype]:
        """Records of the rows that the loop fills, by kind."""
        rows = self.module("playing.rows")
        return {kind: getattr(rows, kind.upper()) for kind in self.kinds}

    def more_kept(self) -> dict[str, Any]:
        """What the loop is given beside rows."""
        return {}

    def _columns(self, plans: NDArray[Any], seatings: Columns, bots: NDArray[Any], noted: Noted, first_game: int) -> dict[str, Any]:
        """The rows of the tables that are kept."""
        kept = {table.name: table for table in self.tables}
        game = np.arange(first_game, first_game + len(plans), dtype=np.int64)
        places = self.places_of(noted["players"])
        rows: dict[str, Rows] = {"games": game_columns(game, plans, seatings, noted["outcomes"], places)}
        if "players" in kept:
            own = record_columns(kept["players"], noted["players"].ravel(), self.lists)
            rows["players"] = {**own, **seat_columns(game, bots, noted["players"], places)}
        for table, kind in self.events.items():
            if table in kept:
                rows[table] = event_columns(first_game, noted[kind], [column.name for column in kept[table].columns])
        if "rounds" in kept:
            rows["rounds"] = round_columns(game, noted["rounds"], self.played_rounds)
        return self.own_rows(rows, plans, noted, first_game)

    @property
    def played_rounds(self) -> NDArray[np.int8]:
        """Numbers of the rounds that are played, from 0."""
        return np.arange(int(self.catalog.record[0]["last_round"]), dtype=np.int8)

    @cached_property
    def opening_numbers(self) -> NDArray[np.int16]:
        """[opening, seat, n] number of the place, ended by NO_SPACE_WANTED."""
        return np.zeros((1, self.seats, 0), np.int16)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.scenario.players)


class _Player:
    """Calls the kernel, answers for players outside, and collects its rows."""

    def __init__(self, source: LoopSource, rules: NDArray[Any], stop: Stop) -> None:
        state, tools = source.module("shape.layout").STATE, source.module("playing.ahead").tools()
        self._source, self._rules, self._stop = source, rules, stop
        self._rows, kept = source.module("playing.rows"), {table.name for table in source.tables}
        self._last = int(rules[0]["last_round"]) if "rounds" in kept else 0
        self._kinds = source.buffered
        size = source.seats * source.call_games
        self._buffers = {kind: np.zeros(1 + source.rows_per_seat[kind] * size, record) for kind, record in self._kinds.items()}
        unwanted = {kind for table, kind in source.events.items() if table not in kept}
        self._wanted = [kind for kind in self._kinds if kind not in unwanted]
        self._pieces: dict[str, list[NDArray[Any]]] = {name: [] for name in ("outcomes", "players", "opened", "rounds", *self._wanted)}
        self._tallies = np.zeros(1, self._rows.TALLY)
        self._room = Room(np.zeros(1, state), np.zeros(NUM_ASIDES, state), *tools)
        self._guests = self._invited()
        addresses = self._guests.addresses if self._guests else np.zeros(0, np.int64)
        self._cast = Cast(source.bots, source.judges if source.is_judged else None, addresses, source.opening_numbers)

    def _invited(self) -> Any:
        """Those who play from outside."""
        source, room = self._source, self._room
        if not source.functions:
            return None
        from caverna_sim.kit.many.guests import Guests

        as_bot, kind = source.module("bots.roster").as_bot, source.module("game").Game
        return Guests(source.functions, as_bot, kind, source.catalog, room.states, room.asides, source.scenario.seed)

    def play(self, plans: NDArray[Any], first: int, first_game: int) -> bool:
        """Play games, `first` counted from the beginning of the chunk, which is `first_game` of the run; whether to their end."""
        found = self._played(plans, first + first_game)
        if found is None:
            return False
        for name, one in found.items():
            self._pieces[name].append(one)
        for kind in self._wanted:
            rows = self._buffers[kind][: int(self._tallies[0][kind])].copy()
            if "game" in (rows.dtype.names or ()):
                rows["game"] += first
            self._pieces[kind].append(rows)
        return True

    def _played(self, plans: NDArray[Any], first_game: int) -> Noted | None:
        """What became of games; they are played again when rows found no room."""
        rows, source, games = self._rows, self._source, len(plans)
        found = {
            "outcomes": np.zeros(games, rows.OUTCOME), "players": np.zeros((games, source.seats), rows.PLAYER),
            "opened": np.full((games, *source.opening_numbers.shape[1:]), NOWHERE, np.int8),
            "rounds": np.zeros((games if self._last else 0, source.seats, self._last), getattr(rows, "ROUND", np.int8)),
        }  # fmt: skip
        while True:
            self._tallies[:] = 0
            if self._guests:
                self._guests.begin()
            if not self._is_played(plans, first_game, rows.Kept(**found, **self._buffers, **source.more_kept())):
                return None
            source.check(found["outcomes"], first_game)
            if self._had_room():
                return found

    def _is_played(self, plans: NDArray[Any], first_game: int, kept: Any) -> bool:
        """Call the kernel until all games are played, answering what it asks; False when stopped."""
        play_games: Callable[..., Any] = self._source.module("playing.games").play_games
        tally, source = self._tallies[0], self._source
        while True:
            with self._stopped():
                played = int(play_games(self._rules, plans, self._cast, self._room, kept, source.scenario.seed, self._stop, self._tallies))
            if played < len(plans):
                source.check_stop(tally, self._room.states[0], first_game + played)
            if self._guests is None or not tally["asked"]:
                return played == len(plans)
            tally["answer"] = self._guests.answer(tally, plans[played], first_game + played)

    def _stopped(self) -> Any:
        """Whoever thinks for long hears that nobody waits any more; others need no thread for it."""
        from contextlib import nullcontext

        from caverna_sim.kit.bots.stopping import stopped_by

        return stopped_by(self._stop, self._room.minds) if self._source.is_judged else nullcontext()

    def _had_room(self) -> bool:
        """Whether all rows found room; if not, the buffers have grown and the games have to be played again."""
        fits = True
        for kind, record in self._kinds.items():
            needed = int(self._tallies[0][kind])
            if needed > len(self._buffers[kind]):
                self._buffers[kind] = np.zeros(needed + needed // 4, record)
                fits = False
        return fits

    def noted(self) -> Noted:
        """All rows so far."""
        return {name: np.concatenate(pieces) for name, pieces in self._pieces.items()}


class DesignedSource(LoopSource):
    """The games of a scenario that draws things, limits and openings for each block (kit/design/scenario.py)."""

    design: Design

    def __init__(self, scenario: Any, records: Records | None = None, seating: Seating | GivenTables | None = None) -> None:
        super().__init__(scenario, records, seating)
        self.design = self.draws()

    def draws(self) -> Design:
        """What the scenario draws."""
        design: Design = self.scenario.design(self.scenario.seed, self.scenario.all_rules)
        return design

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.scenario.seats)

    def spread(self, bots: tuple[int, ...]) -> tuple[int, ...]:
        """Who plays each seat, of those at the table."""
        found: tuple[int, ...] = self.scenario.spread(bots)
        return found

    @property
    def place_names(self) -> Sequence[str]:
        """Of numbers of places that openings name."""
        return ()

    @property
    @abstractmethod
    def assigning(self) -> Assigning:
        """What can be assigned."""

    def put_absent(self, plans: NDArray[Any], drawn: Drawn) -> None:
        """Leave out what is absent in games."""
        return

    @abstractmethod
    def limits_of(self, limits: Mapping[int, Any], seats: int) -> NDArray[Any]:
        """LIMITS records of so many seats."""

    def drawn(self, block: int) -> dict[str, Any]:
        """Who sits where, what is in the supply, what seats may not do, how they open."""
        found = self.design.of_block(block)
        return {
            "seating": self.seated(block),
            "supply": [found.absent, *self.extra_drawn(found), found.access_seat, dict(found.access)],
            "limits": [found.limits_seat, found.limit, dict(found.limits)],
            "opening": [found.opening_seat, dict(self.design.openings[found.opening])],
        }

    def extra_drawn(self, drawn: Drawn) -> tuple[Any, ...]:
        """Things of a second kind that are left out."""
        return ()

    def seated(self, block: int) -> Seated:
        """Who sits where in the games of a block."""
        focal = None if self.scenario.focal_bot is None else self.names.index(self.scenario.focal_bot)
        return seated(super().seated(block), self.design.of_block(block), focal)

    def plan(self, plans: NDArray[Any], first_game: int) -> NDArray[Any]:
        """What is drawn for blocks."""
        self.put_absent(plans, NOTHING)
        for start in range(0, len(plans), self.block_games):
            drawn = self.design.of_block((first_game + start) // self.block_games)
            if drawn is not NOTHING:
                block = plans[start : start + self.block_games]
                self.put_absent(block, drawn)
                block["opening"] = drawn.opening
                if drawn.limits:
                    block["limits"] = self.limits_of(drawn.limits, block["limits"].shape[1])
        return super().plan(plans, first_game)

    @cached_property
    def opening_numbers(self) -> NDArray[np.int16]:
        """[opening, seat, n] number of the place, ended by NO_SPACE_WANTED."""
        every = self.design.openings
        longest = max((len(places) for openings in every for places in openings.values()), default=0)
        numbers = np.full((len(every), self.seats, longest), NO_SPACE_WANTED, np.int16)
        for openings, row in zip(every, numbers, strict=True):
            for seat, places in openings.items():
                row[seat, : len(places)] = [self.place_names.index(place) for place in places]
        return numbers

    def own_rows(self, rows: dict[str, Any], plans: NDArray[Any], noted: Noted, first_game: int) -> dict[str, Any]:
        """What was assigned."""
        if any(table.name == "assigned" for table in self.tables):
            blocks = plans["block"][:: self.block_games].tolist()
            rows["assigned"] = self.assigning.columns(self.design, blocks, first_game, noted["opened"])
        return rows
