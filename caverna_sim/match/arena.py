"""Many games between bots, played in chunks on any number of workers.

A block is one set of chances; who sits where in its games comes from seating.py. Results depend on the seed, the numbers of the blocks
and these tables only, never on chunks or workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError

Ints = NDArray[np.int64]
Chunk = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16], NDArray[np.int64], int]  # totals, parts, traits, hashes, choices

CHUNK_GAMES = 256  # a tenth of a second of scripted play
LEAST_CHUNKS = 32  # slow bots play smaller chunks, so that progress is seen and workers end together


# ---------------------------------------------------------------- playing


@dataclass(frozen=True, eq=False)
class ArenaResult:
    """Games in the order of blocks, within a block in the order of its tables."""

    totals: NDArray[np.int32]  # [game, seat] points
    parts: NDArray[np.int32]  # [game, seat, scoring part] points
    traits: NDArray[np.int16]  # [game, seat, trait] what the seat's game looked like, see traits.py
    hashes: NDArray[np.int64]  # [game] names the trajectory
    tables: Ints  # [block, game of the block, seat] number of the bot
    first_block: int
    choices: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.hashes)

    @property
    def blocks(self) -> Ints:
        """[game] the block it belongs to."""
        blocks: Ints = self.first_block + np.arange(self.games) // self.tables.shape[1]
        return blocks

    @property
    def bots(self) -> Ints:
        """[game, seat] number of the bot."""
        return self.tables.reshape(self.games, -1)

    @property
    def distinct(self) -> int:
        """How many different trajectories were played."""
        return len(np.unique(self.hashes))


def play(
    bots: NDArray[Any],
    judges: NDArray[Any] | None,
    tables: NDArray[Any],
    rules: Mapping[str, Any] | None,
    seed: int,
    first_block: int = 0,
    workers: int = 1,
    chunk_blocks: int | None = None,
    on_games: Callable[[int], None] | None = None,
    expansion: str | None = None,
) -> ArenaResult:
    """Play blocks of games between bots (arrays of BOT records; `judges` are what value and search bots judge by).

    tables[block, game of the block, seat] are numbers of bots, as `seating.planned` gives them. `rules` are house rules, `expansion` is
    "fiends" for Frantic Fiends. Threads do the work, as kernels do not hold the interpreter; `joblib.parallel_config` chooses another
    backend. `on_games` is told the number of games played after every chunk.
    """
    seats = np.ascontiguousarray(tables, np.int64)
    if seats.ndim != 3 or not seats.shape[1] or not seats.shape[2]:
        raise CavernaError("tables name one bot for each seat of each game of each block")
    if seats.size and (seats.min() < 0 or seats.max() >= len(bots)):
        raise CavernaError(f"tables name bots from 0 to {len(bots) - 1}")
    from caverna_sim.games.caverna.bots.layout import JUDGE

    judged_by = np.zeros(len(bots), JUDGE) if judges is None else judges
    if len(judged_by) != len(bots):
        raise CavernaError("there is one judge for every bot")
    overrides = dict(rules or {})
    chunk_of = partial(_play_chunk, bots, judged_by, overrides, expansion, int(seed))
    warm_up(seats.shape[2], overrides, expansion)
    blocks = len(seats)
    if chunk_blocks is None:
        chunk_blocks = max(1, min(CHUNK_GAMES // seats.shape[1], ceil(blocks / max(LEAST_CHUNKS, 4 * workers))))
    pieces = [(int(first_block) + start, seats[start : start + chunk_blocks]) for start in range(0, max(1, blocks), chunk_blocks)]
    chunks: list[Chunk] = []
    for chunk in _in_order(chunk_of, pieces, workers):
        chunks.append(chunk)
        if on_games:
            on_games(sum(len(chunk[0]) for chunk in chunks))
    totals, parts, traits, hashes = (np.concatenate([chunk[column] for chunk in chunks]) for column in range(4))
    return ArenaResult(totals, parts, traits, hashes, seats, int(first_block), sum(chunk[4] for chunk in chunks))


def _in_order(chunk_of: Callable[[int, Ints], Chunk], pieces: list[tuple[int, Ints]], workers: int) -> Iterable[Chunk]:
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
        _play_chunk(np.zeros(1, BOT), np.zeros(1, JUDGE), dict(rules or {}), expansion, 0, 0, np.zeros((0, 1, players), np.int64))


def _play_chunk(
    bots: NDArray[Any], judges: NDArray[Any], rules: dict[str, Any], expansion: str | None, seed: int, first: int, tables: Ints
) -> Chunk:
    from caverna_sim.games.caverna.bots.layout import BOT, JUDGE, MIND
    from caverna_sim.games.caverna.box.catalog import catalog
    from caverna_sim.games.caverna.ids import score
    from caverna_sim.games.caverna.playing.table import NUM_SCRATCH, play_blocks
    from caverna_sim.games.caverna.playing.traits import NUM_TRAITS
    from caverna_sim.games.caverna.shape import layout

    games, players = len(tables) * tables.shape[1], tables.shape[2]
    totals = np.zeros((games, players), np.int32)
    parts = np.zeros((games, players, score.NUM), np.int32)
    traits = np.zeros((games, players, NUM_TRAITS), np.int16)
    hashes = np.zeros(games, np.int64)
    machine = (
        np.zeros(1, layout.STATE), catalog(players, rules, expansion).record, np.array(bots, BOT), np.array(judges, JUDGE),
    )  # fmt: skip
    scratch = np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
    choices, size = 0, tables.shape[1]
    for block in range(max(1, len(tables))):
        of_block = slice(block * size, (block + 1) * size)
        kept = totals[of_block], parts[of_block], traits[of_block], hashes[of_block]
        seats = np.ascontiguousarray(tables[block]) if len(tables) else np.zeros((1, players), np.int64)
        choices += play_blocks(*machine, seats, *scratch, seed, first + block, min(1, len(tables)), *kept)
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
