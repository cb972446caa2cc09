"""What is kept of games with orcs, and what each column means."""

from __future__ import annotations

from caverna_sim.dataset.schema import NAMES, WORDS, Column, Table
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.names import bounties_of, long_strips_of
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.shape.board import CELL_NAMES
from caverna_sim.kit.tables.house import Tables

PARTS = {"traps": "points for traps that have worked", "orcs": "points for friendly orcs"}
assert tuple(PARTS) == score.NAMES[score.NUM_BASE :]
NOWHERE = "none"  # cell of an orc that is on no board, reward of one that brought none
WORKERS = ("dwarf", "orc")  # as in games/caverna/playing/rows.py
WORKER = Column("worker", NAMES, "a dwarf or a friendly orc", WORKERS)
PLAYER_COLUMNS = (
    Column("orcs_left", "int8", "hostile orcs at the end; fewer of them break a tie"),
    Column("friendly_orcs", "int8", "friendly orcs at the end, captives and the extra orc included"),
    Column("captives", "int8", "dwarfs and friendly orcs held captive at the end"),
    Column("lost_crops", "int16", "grain and vegetables on fields that orcs trampled"),
    Column("lost_animals", "int16", "animals that orcs drove off, in the forest and in the cave"),
    Column("lost_goods", "int16", "ore and rubies lost from mines that orcs occupied"),
)


def dealt(tables: Tables) -> tuple[Column, ...]:
    """What the box deals besides cards and markers (F-SETUP-4 to F-SETUP-6)."""
    return (
        Column("extensions", WORDS, "display extensions in the game, with blanks between them", tuple(tables["display_extension"])),
        Column("long_strips", WORDS, "long bounty strips on the board, with blanks between them", long_strips_of(tables)),
        Column("short_strips", WORDS, "short bounty strips, each beside the long strip at its place", tuple(tables["bounty_short"])),
        Column("bribes", WORDS, "what bribes are paid in, by orc event, with blanks between them", good.NAMES),
        Column("event_rounds", WORDS, "rounds of the orc events, with blanks between them"),
    )


def fates(tables: Tables, whose: tuple[Column, ...]) -> Table:
    """The table of what became of every orc; `whose` are the columns of game and seat."""
    columns = (
        *whose,
        Column("orc", NAMES, "which of the four orcs of the seat", orc.NAMES[: orc.NUM_HOSTILE]),
        Column("start_strength", "int8", "strength at the start of the game"),
        Column("fate", NAMES, "how it stopped being hostile; left: it has not", orc.FATES),
        Column("round", "int8", "round in which it stopped being hostile, 0 when it is left"),
        Column("reward", NAMES, "bounty taken for it, gold, or none", (NOWHERE, *bounties_of(tables), "gold")),
        Column("strength", "int8", "strength at the end, 0 when it is gone"),
        Column("events", "int8", "orc events that it came through as hostile"),
        Column("cell", NAMES, "where it stands at the end, the room of a friendly orc, or none", (NOWHERE, *CELL_NAMES)),
        Column("captives", "int8", "dwarfs and friendly orcs that it holds at the end"),
    )
    return Table("orcs", "One row for each of the four orcs of each seat of each game: what became of it.", columns)
