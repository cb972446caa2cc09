"""Many games between bots: balanced seatings, and playing them in chunks on any number of workers.

A block is one set of chances. It is played in all seatings, so every bot meets the same luck in every seat. Results depend on
the seed, the numbers of the blocks and the seatings only, never on chunks or workers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from math import ceil, comb
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError

Ints = NDArray[np.int64]
Chunk = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16], NDArray[np.int64], int]  # totals, parts, traits, hashes, choices

CHUNK_GAMES = 256  # a tenth of a second of scripted play
LEAST_CHUNKS = 32  # slow bots play smaller chunks, so that progress is seen and workers end together
MOST_SEATINGS = 4000
SEARCH_STEPS = 5_000


# ---------------------------------------------------------------- who sits where


def round_robin(pool: int, players: int) -> Ints:
    """[seating, seat] bots: each sits in each seat equally often, and every two share a table equally often.

    Every table is played in all its rotations. A pool larger than the table plays a balanced design of tables; a smaller one
    fills the table with repeated bots.
    """
    if players < 1 or pool < 1:
        raise CavernaError(f"no seating for {pool} bots and {players} players")
    whole, extra = divmod(players, pool)
    tables = [tuple(range(pool)) * whole + more for more in _design(pool, extra)] if whole else _design(pool, players)
    rotations = (table[turn:] + table[:turn] for table in tables for turn in range(players))
    seatings = list(dict.fromkeys(rotations))
    return np.array(seatings, np.int64)


def focal_seatings(players: int, population: int, turn: int = 0) -> Ints:
    """[seating, seat]: bot 0 once in every seat, the others (from 1 on) taking turns against it."""
    if population < 1 and players > 1:
        raise CavernaError("a table of more than one player needs a population")
    seatings = np.zeros((players, players), np.int64)
    others = turn
    for seating in range(players):
        for step in range(1, players):
            seatings[seating, (seating + step) % players] = 1 + others % population
            others += 1
    return seatings


@lru_cache(maxsize=64)
def _design(pool: int, size: int) -> list[tuple[int, ...]]:
    """Tables in which every two of the pool meet equally often; few when a design is found, else all there are."""
    if size in (0, pool):
        return [tuple(range(size))]
    found = [tables for tables in (_orbits(pool, size, 0), _orbits(pool, size, 1)) if tables] if size > 1 else []
    smallest = min(found, key=len) if found else None
    every = comb(pool, size)
    if smallest is not None and len(smallest) < every:
        return smallest
    if every * size > MOST_SEATINGS:
        raise CavernaError(f"no balanced seating of {pool} bots at tables of {size} is known; take fewer bots")
    return list(combinations(range(pool), size))


def _orbits(pool: int, size: int, fixed: int) -> list[tuple[int, ...]]:
    """A balanced design made of tables that are all shifted around a circle; with `fixed` the last bot stays where it is."""
    if comb(pool - 1, size - 1) > MOST_SEATINGS:
        return []
    orbits, covered = _all_orbits(pool, size, pool - fixed)
    shuffles = [list(range(len(orbits)))] + [np.random.RandomState(turn).permutation(len(orbits)).tolist() for turn in range(4)]
    for repeats in range(1, comb(pool - 2, size - 2)):
        if repeats * (pool - 1) % (size - 1) or repeats * pool * (pool - 1) % (size * (size - 1)):
            continue
        for order in shuffles:
            chosen = _cover([covered[number] for number in order], [repeats] * len(covered[0]), [SEARCH_STEPS])
            if chosen is not None:
                return [table for place in chosen for table in orbits[order[place]]]
    return []


def _all_orbits(pool: int, size: int, circle: int) -> tuple[list[list[tuple[int, ...]]], list[list[int]]]:
    """Tables up to shifts, each with all its shifts, and how many of these hold a pair of each distance."""
    orbits: list[list[tuple[int, ...]]] = []
    covered: list[list[int]] = []
    seen: set[frozenset[int]] = set()
    for table in combinations(range(pool), size):
        if frozenset(table) in seen:
            continue
        shifted = {frozenset(one): one for one in (_shift(table, by, circle) for by in range(circle))}
        seen.update(shifted)
        orbits.append(list(shifted.values()))
        moving = [bot for bot in table if bot < circle]
        pairs = [sum((bot + distance) % circle in moving for bot in moving) for distance in range(1, circle // 2 + 1)]
        pairs += [len(moving) * (bot in table) for bot in range(circle, pool)]
        covered.append([number * len(shifted) // circle for number in pairs])
    return orbits, covered


def _shift(table: tuple[int, ...], by: int, circle: int) -> tuple[int, ...]:
    return tuple((bot + by) % circle if bot < circle else bot for bot in table)


def _cover(covered: list[list[int]], wanted: list[int], steps: list[int], least: int = 0) -> list[int] | None:
    """Rows that add up to exactly what is wanted; None when there are none or the search takes too long."""
    if not any(wanted):
        return []
    for number in range(least, len(covered)):
        rest = [want - have for have, want in zip(covered[number], wanted, strict=True)]
        if min(rest) < 0:
            continue
        steps[0] -= 1
        if steps[0] < 0:
            return None
        more = _cover(covered, rest, steps, number + 1)
        if more is not None:
            return [number, *more]
    return None


# ---------------------------------------------------------------- playing


@dataclass(frozen=True, eq=False)
class ArenaResult:
    """Games in the order of blocks, within a block in the order of seatings."""

    totals: NDArray[np.int32]  # [game, seat] points
    parts: NDArray[np.int32]  # [game, seat, scoring part] points
    traits: NDArray[np.int16]  # [game, seat, trait] what the seat's game looked like, see traits.py
    hashes: NDArray[np.int64]  # [game] names the trajectory
    seatings: Ints  # [seating, seat] number of the bot
    first_block: int
    choices: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.hashes)

    @property
    def blocks(self) -> Ints:
        """[game] the block it belongs to."""
        return self.first_block + np.arange(self.games) // len(self.seatings)

    @property
    def bots(self) -> Ints:
        """[game, seat] number of the bot."""
        return np.tile(self.seatings, (self.games // len(self.seatings), 1))

    @property
    def distinct(self) -> int:
        """How many different trajectories were played."""
        return len(np.unique(self.hashes))


def play(
    bots: NDArray[Any],
    judges: NDArray[Any] | None,
    seatings: NDArray[Any] | Sequence[Sequence[int]],
    players: int,
    rules: Mapping[str, Any] | None,
    seed: int,
    first_block: int,
    blocks: int,
    workers: int = 1,
    chunk_blocks: int | None = None,
    on_games: Callable[[int], None] | None = None,
    expansion: str | None = None,
) -> ArenaResult:
    """Play blocks of games between bots (arrays of BOT records; `judges` are what value and search bots judge by).

    `rules` are house rules, `expansion` is "fiends" for Frantic Fiends. Threads do the work, as kernels do not hold the
    interpreter; `joblib.parallel_config` chooses another backend. `on_games` is told the number of games played after every chunk.
    """
    table = np.ascontiguousarray(seatings, np.int64)
    if table.ndim != 2 or table.shape[1] != players or not len(table):
        raise CavernaError(f"seatings name one bot for each of the {players} seats")
    if table.min() < 0 or table.max() >= len(bots):
        raise CavernaError(f"seatings name bots from 0 to {len(bots) - 1}")
    from caverna_sim.games.caverna.bots.layout import JUDGE

    judged_by = np.zeros(len(bots), JUDGE) if judges is None else judges
    if len(judged_by) != len(bots):
        raise CavernaError("there is one judge for every bot")
    overrides = dict(rules or {})
    chunk_of = partial(_play_chunk, bots, judged_by, table, players, overrides, expansion, int(seed))
    warm_up(players, overrides, expansion)
    if chunk_blocks is None:
        chunk_blocks = max(1, min(CHUNK_GAMES // len(table), ceil(blocks / max(LEAST_CHUNKS, 4 * workers))))
    starts = range(first_block, first_block + blocks, chunk_blocks)
    pieces = [(start, min(chunk_blocks, first_block + blocks - start)) for start in starts]
    chunks: list[Chunk] = []
    for chunk in _in_order(chunk_of, pieces, workers):
        chunks.append(chunk)
        if on_games:
            on_games(sum(len(chunk[0]) for chunk in chunks))
    if not chunks:
        chunks = [chunk_of(int(first_block), 0)]
    totals, parts, traits, hashes = (np.concatenate([chunk[column] for chunk in chunks]) for column in range(4))
    return ArenaResult(totals, parts, traits, hashes, table, int(first_block), sum(chunk[4] for chunk in chunks))


def _in_order(chunk_of: Callable[[int, int], Chunk], pieces: list[tuple[int, int]], workers: int) -> Iterable[Chunk]:
    if workers <= 1 or len(pieces) < 2:
        return (chunk_of(*piece) for piece in pieces)
    from joblib import Parallel, delayed

    tasks = (delayed(chunk_of)(*piece) for piece in pieces)
    chunks: Iterable[Chunk] = Parallel(n_jobs=workers, prefer="threads", return_as="generator", pre_dispatch="4*n_jobs")(tasks)
    return chunks


def warm_up(players: int = 2, rules: Mapping[str, Any] | None = None, expansion: str | None = None) -> None:
    """Compile the kernels, or load them from the cache, before any worker needs them."""
    from caverna_sim.games.caverna.bots.layout import BOT, JUDGE
    from caverna_sim.jit import CompileProgress

    with CompileProgress():
        nobody = np.zeros((1, players), np.int64)
        _play_chunk(np.zeros(1, BOT), np.zeros(1, JUDGE), nobody, players, dict(rules or {}), expansion, 0, 0, 0)


def _play_chunk(
    bots: NDArray[Any], judges: NDArray[Any], seatings: Ints, players: int, rules: dict[str, Any], expansion: str | None, seed: int,
    first: int, blocks: int,
) -> Chunk:  # fmt: skip
    from caverna_sim.games.caverna.bots.layout import BOT, JUDGE, MIND
    from caverna_sim.games.caverna.box.catalog import catalog
    from caverna_sim.games.caverna.ids import score
    from caverna_sim.games.caverna.playing.table import NUM_SCRATCH, play_blocks
    from caverna_sim.games.caverna.playing.traits import NUM_TRAITS
    from caverna_sim.games.caverna.shape import layout

    games = blocks * len(seatings)
    totals = np.zeros((games, players), np.int32)
    parts = np.zeros((games, players, score.NUM), np.int32)
    traits = np.zeros((games, players, NUM_TRAITS), np.int16)
    hashes = np.zeros(games, np.int64)
    choices = play_blocks(
        np.zeros(1, layout.STATE), catalog(players, rules, expansion).record, np.array(bots, BOT), np.array(judges, JUDGE),
        np.array(seatings, np.int64), np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32),
        seed, first, blocks, totals, parts, traits, hashes,
    )  # fmt: skip
    return totals, parts, traits, hashes, int(choices)


def records(names: Sequence[str], expansion: str | None = None) -> tuple[NDArray[Any], NDArray[Any]]:
    """The BOT records of bots and the JUDGE records that go with them, by name."""
    from caverna_sim.games.caverna.bots import parameters

    return _stacked([parameters.bot_record(name, None, expansion) for name in names])


def packed_records(values: Sequence[Mapping[str, Any]], expansion: str | None = None) -> tuple[NDArray[Any], NDArray[Any]]:
    """The same for parameters as `parameters_of` gives them."""
    from caverna_sim.games.caverna.bots.parameters import packed

    return _stacked([packed(dict(one), expansion) for one in values])


def _stacked(both: Sequence[tuple[NDArray[Any], NDArray[Any]]]) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.concatenate([bot for bot, _ in both]), np.concatenate([judge for _, judge in both])


def label(name: str) -> str:
    """A bot's name in tables: a file by its stem."""
    return Path(name).stem if name.endswith(".toml") else name


# ---------------------------------------------------------------- progress


class Progress:
    """Says on stderr how far a task is: one line that changes on a terminal, a line now and then in a pipe."""

    def __init__(self, what: str, quiet: bool = False, stream: IO[str] | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.what, self.quiet = what, quiet
        self.stream = sys.stderr if stream is None else stream
        self.clock = clock
        self.started = self.last = clock()
        self.width = 0

    def __call__(self, done: int, total: int) -> None:
        """So many games are played."""
        now = self.clock()
        is_terminal = self.stream.isatty()
        if self.quiet or now - self.last < (0.2 if is_terminal else 10.0):
            return
        self.last = now
        rate = max(done, 1) / max(now - self.started, 1e-9)
        text = f"{self.what}: {done:,} of {total:,} games, {rate:,.0f} games/s, {duration((total - done) / rate)} left"
        self.stream.write(f"\r{text:<{self.width}}" if is_terminal else f"{text}\n")
        self.width = len(text) if is_terminal else 0
        self.stream.flush()

    def end(self) -> None:
        """Leave the terminal as it was."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
        self.width = 0


def duration(seconds: float) -> str:
    """Seconds as people say it: 45 s, 3 min 20 s, 2 h 5 min."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
