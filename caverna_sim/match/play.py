"""Many games in memory: whole blocks of any source of games go to workers, and chosen columns of their rows come back.

The batch does the same and keeps files; tournaments, tuning and studies of bots want numbers only. What is played depends on the source
and the numbers of the games, never on chunks or workers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.match.protocol import GameSource, Stop
from caverna_sim.match.workers import results

CHUNK_GAMES = 256  # a tenth of a second of scripted play
LEAST_CHUNKS = 32  # slow bots play smaller chunks, so that progress is seen and workers end together

Columns = dict[str, NDArray[Any]]
Keep = Mapping[str, Sequence[str]]  # table -> columns


@dataclass(frozen=True)
class Match:
    """Games of a source that are to be played: whole blocks."""

    source: GameSource
    games: int
    first_game: int = 0


@dataclass(frozen=True)
class Played:
    """What was kept of a match, rows in the order of games."""

    rows: Mapping[str, Columns]
    distinct: int  # different trajectories
    choices: int

    def __getitem__(self, name: tuple[str, str]) -> NDArray[Any]:
        """A column of a table."""
        table, column = name
        return self.rows[table][column]


def whole_blocks(source: GameSource, games: int, least_blocks: int = 1) -> int:
    """At least so many games, rounded up to whole blocks."""
    return max(least_blocks, ceil(games / source.block_games)) * source.block_games


def play(
    matches: Sequence[Match],
    keep: Keep,
    workers: int = 1,
    on_games: Callable[[int], None] | None = None,
    chunk_games: int | None = None,
    backend: str | None = None,
) -> list[Played]:
    """Play matches; `on_games` is told the number of games so far.

    Threads do the work, as compiled games do not hold the interpreter; players in Python do, and get processes.
    """
    backend = backend or ("loky" if any(match.source.needs_processes for match in matches) else "threading")
    wanted = chunk_games or min(
        CHUNK_GAMES,
        *(match.source.chunk_games for match in matches),
        ceil(sum(match.games for match in matches) / max(LEAST_CHUNKS, 4 * workers)),
    )
    pieces = [(number, *piece) for number, match in enumerate(matches) for piece in _pieces(match, wanted)]
    task = _Task([match.source for match in matches], keep)
    chunks: list[list[tuple[int, dict[str, Columns], tuple[NDArray[np.int64], int]]]] = [[] for _ in matches]
    done = 0
    try:
        with closing(results(task, pieces, backend, workers, None, _nothing)) as found:
            for number, first, games, rows, more in found:
                chunks[number].append((first, rows, more))
                done += games
                if on_games:
                    on_games(done)
    finally:
        task.stop[0] = 1
    return [_put_together(sorted(of_match, key=lambda chunk: chunk[0])) for of_match in chunks]


def _nothing() -> None:
    """Threads share what is compiled."""


def _pieces(match: Match, wanted: int) -> list[tuple[int, int]]:
    """First game and games of every chunk, whole blocks; a match of no games is a chunk of none."""
    block = match.source.block_games
    size = max(1, wanted // block) * block
    end = match.first_game + match.games
    return [(first, min(size, end - first)) for first in range(match.first_game, max(end, match.first_game + 1), size)]


class _Task:
    """Plays a chunk of a match. Goes to the workers as it is."""

    def __init__(self, sources: Sequence[GameSource], keep: Keep) -> None:
        self.sources, self.keep = sources, keep
        self.stop: Stop = np.zeros(1, np.int8)

    def __call__(self, number: int, first: int, games: int) -> tuple[int, int, int, dict[str, Columns], tuple[NDArray[np.int64], int]]:
        """The columns that are kept, the hashes and the number of choices."""
        played = self.sources[number].play(first, games, self.stop)
        if played is None:
            raise InterruptedError("stopped")
        rows = {table: {name: np.asarray(played.rows[table][name]) for name in columns} for table, columns in self.keep.items()}
        return number, first, games, rows, (played.hashes, played.choices)


def _put_together(chunks: list[tuple[int, Any, Any]]) -> Played:
    tables = {table: list(columns) for table, columns in chunks[0][1].items()}
    rows = {
        table: {name: np.concatenate([kept[table][name] for _, kept, _ in chunks]) for name in columns} for table, columns in tables.items()
    }
    hashes = np.concatenate([more[0] for _, _, more in chunks])
    return Played(rows, len(np.unique(hashes)), sum(int(more[1]) for _, _, more in chunks))
