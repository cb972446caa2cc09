"""What the batch, and all that comes after it, knows of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows, Table

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

Stop = NDArray[np.int8]  # of length 1; set to 1 by another thread when nobody waits for the games any more


@dataclass(frozen=True)
class PlayedChunk:
    """Games that were played: rows by table, and what is shown while the rest is played."""

    rows: Mapping[str, Rows]
    hashes: NDArray[np.int64]  # [game] names the trajectory
    means: Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]]  # estimand -> totals and numbers of rows of every block
    choices: int = 0


class GameSource(Protocol):
    """The games of a scenario by number. Can be sent to other processes, and gives them the same games."""

    tables: tuple[Table, ...]  # what is kept
    block_games: int  # games that share their chances
    chunk_games: int  # games that take some seconds
    needs_processes: bool  # whether threads would stand in each other's way

    @property
    def scenario(self) -> Scenario:
        """What is played, complete in itself: it needs no files."""

    @property
    def rules_hash(self) -> str:
        """Names the rules, house rules applied."""

    def describe(self) -> dict[str, Any]:
        """What tells this source from others, and what reports say about it; fit for JSON.

        `rules_hash` and `engine` name rules and code, `bots` holds for each one `tier`, `fingerprint` and what there is to tell.
        """

    def drawn(self, block: int) -> Mapping[str, Any]:
        """What is drawn for a block before it is played, by what it is; fit for JSON. `seating` is who sits where in its games."""

    def warm_up(self) -> None:
        """Compile, or load what was compiled, before workers need it."""

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games; None when stopped."""
