"""The tables of Caverna: what is kept of every game, and what each column means."""

from __future__ import annotations

from caverna_sim.dataset.schema import LISTS, NAMES, Column, Table
from caverna_sim.engine.board import CELL_NAMES
from caverna_sim.engine.ids import good, score
from caverna_sim.rules.tables import printed_tables

_GAME = Column("game", "int64", "number of the game in the run, counted from 0; with scenario and seed it gives the game again")
_BLOCK = Column("block", "int64", "games of a block share cards, harvest markers and absent furnishings; the unit of replication")
_SEAT = Column("seat", "int8", "seat at the table, counted clockwise from 0, the first starting player")
_ROUND = Column("round", "int8", "round of the game, 1 to 12")

_PARTS = {
    "animals": "points for farm animals and dogs",
    "missing_animals": "points lost for missing types of farm animals",
    "grain": "points for grain",
    "vegetables": "points for vegetables",
    "rubies": "points for rubies",
    "dwarfs": "points for dwarfs",
    "unused_spaces": "points lost for unused spaces of the home board",
    "furnishings": "points printed on furnishings",
    "pastures": "points for pastures",
    "mines": "points for mines",
    "bonus": "bonus points of parlors, storages and chambers",
    "gold": "points for gold",
    "begging": "points lost for begging markers",
    "writing_chamber": "lost points given back by the Writing chamber",
}
assert tuple(_PARTS) == score.NAMES[: score.NUM_BASE]


def _games() -> Table:
    columns = (
        _GAME,
        _BLOCK,
        Column("seating", "int16", "number of the seating within the block"),
        Column("setup", "int32", "number of the layout of cards and harvest markers"),
        Column("rounds", "int8", "rounds played"),
        Column("hash", "int64", "names the trajectory: equal for games with exactly the same actions"),
        Column("winner_seats", LISTS, "seats with the highest score, several when they tie"),
    )
    return Table("games", "One row a game.", columns)


def _players(bots: tuple[str, ...]) -> Table:
    columns = (
        _GAME,
        _SEAT,
        Column("bot", NAMES, "who played the seat", bots),
        Column("score", "int16", "final score"),
        Column("rank", "int8", "1 for the highest score; equal scores share a rank"),
        Column("won", "float32", "share of the win: 1, or 1/n for n seats that tie for the highest score, else 0"),
        Column("margin", "float32", "score minus the mean score of the table"),
        *(Column(f"part_{name}", "int16", text) for name, text in _PARTS.items()),
        Column("dwarfs", "int8", "dwarfs at the end"),
        Column("begging", "int16", "begging markers"),
        Column("weapon_max", "int8", "strength of the strongest weapon, 0 without any"),
        Column("weapons", "int8", "dwarfs with a weapon"),
        Column("expeditions", "int16", "expeditions undertaken"),
        *(Column(name, "int16", f"{name.replace('_', ' ')} left in the supply") for name in good.GOODS),
        *(Column(name, "int16", f"{name.replace('_', ' ')} on the home board at the end") for name in good.ANIMALS),
    )
    return Table("players", "One row for each seat of each game: how it ended.", columns)


def _furnishings() -> Table:
    tiles = tuple(printed_tables()["furnishing"])
    columns = (
        _GAME,
        _SEAT,
        Column("tile", NAMES, "id of the furnishing", tiles),
        _ROUND,
        Column("cell", NAMES, "cell of the home board", tuple(CELL_NAMES)),
    )
    return Table("furnishings", "One row for each furnishing that was built, in the order of building.", columns)


def _placements() -> Table:
    columns = (
        _GAME,
        _SEAT,
        _ROUND,
        Column("turn", "int8", "number of the placement within the round, all seats counted, from 1"),
        Column("space", NAMES, "id of the action space", tuple(printed_tables()["space"])),
        Column("weapon", "int8", "strength of the dwarf that was placed, 0 when unarmed"),
    )
    return Table("placements", "One row for each dwarf that was placed, in the order of placing.", columns)


def _expeditions() -> Table:
    columns = (
        _GAME,
        _SEAT,
        _ROUND,
        Column("expedition", "int16", "number of the expedition of the seat in this game, from 1"),
        Column("level", "int8", "how many items the expedition could bring"),
        Column("strength", "int8", "strength of the dwarf as it set out"),
        Column("loot", NAMES, "id of the loot item", tuple(printed_tables()["loot"])),
    )
    return Table("expeditions", "One row for each loot item that was taken, in the order of taking.", columns)


def _supply() -> Table:
    columns = (
        _BLOCK,
        Column("tile", NAMES, "id of a unique furnishing of the box", tuple(printed_tables()["furnishing"])),
        Column("available", "bool", "whether the games of the block had it in the supply"),
    )
    return Table("supply", "One row for each unique furnishing in each block, kept when furnishings are absent at random.", columns)


def tables_of(record: tuple[str, ...], bots: tuple[str, ...], with_supply: bool) -> tuple[Table, ...]:
    """The tables that a scenario records, in a fixed order."""
    tables = (_games(), _players(bots), _furnishings(), _placements(), _expeditions(), _supply())
    return tuple(table for table in tables if table.name in record and (with_supply or table.name != "supply"))
