"""What is kept of games with orcs; the rows stand in tables.toml."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.dataset.schema import WORDS, Column
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.names import bounties_of, long_strips_of
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.shape.board import CELL_NAMES
from caverna_sim.kit.tables.house import Tables
from caverna_sim.toml import read_toml

ROWS = read_toml(Path(__file__).with_suffix(".toml"), "tables", CavernaError)
assert tuple(ROWS["parts"]) == score.NAMES[score.NUM_BASE :]
NOWHERE = "none"  # cell of an orc that is on no board, reward of one that brought none
WORKERS = ("dwarf", "orc")  # as in games/caverna/playing/rows.py


def lists_of(tables: Tables) -> dict[str, tuple[str, ...]]:
    """What the numbers of columns stand for."""
    return {
        "orcs": orc.NAMES[: orc.NUM_HOSTILE], "fates": orc.FATES, "rewards": (NOWHERE, *bounties_of(tables), "gold"),
        "cells or none": (NOWHERE, *CELL_NAMES), "workers": WORKERS,
    }  # fmt: skip


def dealt(tables: Tables) -> tuple[Column, ...]:
    """What the box deals besides cards and markers (F-SETUP-4 to F-SETUP-6)."""
    return (
        Column("extensions", WORDS, "display extensions in the game, with blanks between them", tuple(tables["display_extension"])),
        Column("long_strips", WORDS, "long bounty strips on the board, with blanks between them", long_strips_of(tables)),
        Column("short_strips", WORDS, "short bounty strips, each beside the long strip at its place", tuple(tables["bounty_short"])),
        Column("bribes", WORDS, "what bribes are paid in, by orc event, with blanks between them", good.NAMES),
        Column("event_rounds", WORDS, "rounds of the orc events, with blanks between them"),
    )
