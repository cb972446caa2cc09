"""The tables of Caverna: what is kept of every game, and what each column means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.dataset.schema import NAMES, Column, Table
from caverna_sim.games.caverna.box.tables import ids_so_far, printed_tables
from caverna_sim.games.caverna.expansions import module_of
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.shape.board import CELL_NAMES
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import GAME, SEAT, games_table, result_columns, rounds_table
from caverna_sim.kit.tables.house import Tables

_SHARED = "games of a block share cards, harvest markers and absent furnishings"
_BLOCK = Column("block", "int64", f"{_SHARED}; the unit of replication")
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
LAND = {
    "pastures": "pastures, a large one counted once",
    "stables": "stables",
    "fields": "fields, sown or not",
    "sown": "grain and vegetables on fields",
    "ore_mines": "ore mines",
    "ruby_mines": "ruby mines",
    "furnishings": "furnishings that work, the entry-level dwelling not counted",
    "yellow": "yellow furnishings",
}


PLENTY = 20  # no printed row of these gives as much of anything at once, nor as many points
GIVING = ("scoring", "building", "furnishing", "space", "loot", "ruby", "start", "bounty", "mine", "restock")


def points_type(rules: Tables) -> str:
    """How wide points are kept: 16 bits, unless a house rule gives so much that a seat may end beyond them."""
    return "int32" if any(_most(rules.get(name, 0)) > PLENTY for name in GIVING) else "int16"


def _most(value: Any) -> int:
    """The number that is farthest from 0 in a piece of the rules."""
    if isinstance(value, Mapping):
        return max(map(_most, value.values()), default=0)
    if isinstance(value, list | tuple):
        return max(map(_most, value), default=0)
    return abs(value) if isinstance(value, int) else 0


def _games(expansion: str | None, tables: Tables) -> Table:
    dealt = module_of(expansion, "tables").dealt(tables) if expansion else ()
    return games_table(_SHARED, "number of the layout of cards and harvest markers", "with the highest score", *dealt)


def _players(bots: tuple[str, ...], expansion: str | None, points: str) -> Table:
    parts = {**_PARTS, **module_of(expansion, "tables").PARTS} if expansion else _PARTS
    columns: tuple[Column, ...] = (
        GAME,
        SEAT,
        *result_columns(bots, points, "highest score; equal scores share a rank", "tie for the highest score", parts),
        Column("dwarfs", "int8", "dwarfs at the end"),
        Column("begging", "int16", "begging markers"),
        Column("weapon_max", "int8", "strength of the strongest weapon, 0 without any"),
        Column("weapons", "int8", "dwarfs with a weapon"),
        Column("expeditions", "int16", "expeditions undertaken"),
        *(Column(name, "int16", f"{name.replace('_', ' ')} left in the supply") for name in good.GOODS),
        *(Column(name, "int16", f"{name.replace('_', ' ')} on the home board at the end") for name in good.ANIMALS),
        *(Column(name, "int16" if name == "sown" else "int8", f"{text}, at the end") for name, text in LAND.items()),
    )
    if expansion:
        columns += module_of(expansion, "tables").PLAYER_COLUMNS
    return Table("players", "One row for each seat of each game: how it ended.", columns)


def _furnishings(expansion: str | None, tables: Tables) -> Table:
    tiles = ids_so_far(tables, "furnishing")
    columns = (
        GAME,
        SEAT,
        Column("tile", NAMES, "id of the furnishing", tiles),
        _ROUND,
        Column("cell", NAMES, "cell of the home board", tuple(CELL_NAMES)),
    )
    return Table("furnishings", "One row for each furnishing that was built, in the order of building.", columns)


def _placements(expansion: str | None) -> Table:
    columns: tuple[Column, ...] = (
        GAME,
        SEAT,
        _ROUND,
        Column("turn", "int8", "number of the placement within the round, all seats counted, from 1"),
        Column("space", NAMES, "id of the action space", ids_so_far(printed_tables(expansion), "space")),
        Column("weapon", "int8", "strength of the dwarf that was placed, 0 when unarmed"),
    )
    if expansion:
        columns += (module_of(expansion, "tables").WORKER,)
    return Table("placements", "One row for each dwarf that was placed, in the order of placing.", columns)


def _expeditions(expansion: str | None) -> Table:
    columns = (
        GAME,
        SEAT,
        _ROUND,
        Column("expedition", "int16", "number of the expedition of the seat in this game, from 1"),
        Column("level", "int8", "how many items the expedition could bring"),
        Column("strength", "int8", "strength of the dwarf as it set out"),
        Column("loot", NAMES, "id of the loot item", ids_so_far(printed_tables(expansion), "loot")),
    )
    return Table("expeditions", "One row for each loot item that was taken, in the order of taking.", columns)


def _supply(expansion: str | None, tables: Tables) -> Table:
    columns = (
        _BLOCK,
        Column("tile", NAMES, "id of a unique furnishing of the box", ids_so_far(tables, "furnishing")),
        Column("available", "bool", "whether the games of the block had it in the supply"),
    )
    return Table("supply", "One row for each unique furnishing in each block, kept when furnishings are absent at random.", columns)


def tables_of(
    record: tuple[str, ...],
    bots: tuple[str, ...],
    with_supply: bool,
    expansion: str | None = None,
    assigning: Assigning | None = None,
    rules: Tables | None = None,
) -> tuple[Table, ...]:
    """The tables that a scenario records, in a fixed order; those of the base game are as if there were no expansion.

    `rules` are the tables of its rules, where house rules add rows.

    What was assigned is kept whether asked for or not: without it nobody could tell what has happened.
    """
    rules = printed_tables(expansion) if rules is None else rules
    points = points_type(rules)
    tables = [
        _games(expansion, rules), _players(bots, expansion, points), _furnishings(expansion, rules), _placements(expansion),
        _expeditions(expansion), _supply(expansion, rules),
    ]  # fmt: skip
    tables += [module_of(expansion, "tables").fates(rules, (GAME, SEAT))] if expansion else []
    tables.append(rounds_table(GAME, SEAT, _ROUND, points, "dwarfs"))
    kept = [table for table in tables if table.name in record and (with_supply or table.name != "supply")]
    return tuple([*kept, assigning.table(_BLOCK)] if assigning else kept)
