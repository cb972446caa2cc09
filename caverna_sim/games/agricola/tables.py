"""The tables of Agricola: what is kept of every game, and what each column means; their rows stand in tables.toml."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from caverna_sim.dataset.schema import Column, Table
from caverna_sim.errors import CavernaError
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.games.agricola.ids import house, score
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import GAME, SEAT, columns_of, games_table, result_columns, rounds_table
from caverna_sim.toml import read_toml

KINDS = ("major", "minor", "occupation")
_ROWS = read_toml(Path(__file__).with_suffix(".toml"), "tables", CavernaError)
_LISTS = {"majors": MAJORS, "spaces": SPACES, "kinds": KINDS, "houses": house.NAMES}  # what the numbers of a column stand for
_BLOCK = Column("block", "int64", f"{_ROWS['shared']}; the unit of replication")
_KNOWN = {"game": GAME, "seat": SEAT, "block": _BLOCK, **_ROWS["known"]}
assert tuple(_ROWS["parts"]) == score.NAMES


def tables_of(record: Sequence[str], bots: Sequence[str], assigning: Assigning | None = None) -> tuple[Table, ...]:
    """The tables that a scenario keeps; what was assigned whether asked for or not, as nobody could tell what has happened without."""
    first = {"players": (GAME, SEAT, *result_columns(bots, "int16", _ROWS["rank"], _ROWS["won"], _ROWS["parts"]))}
    every = [games_table(_ROWS["shared"], _ROWS["setup"], _ROWS["winners"])]
    for name, one in _ROWS["tables"].items():
        every.append(Table(name, one["about"], (*first.get(name, ()), *columns_of(one["columns"], _LISTS, _KNOWN))))
    (round_,) = columns_of(["round"], _LISTS, _KNOWN)
    kept = [table for table in (*every, rounds_table(GAME, SEAT, round_, "int16", "people")) if table.name in record]
    return tuple([*kept, assigning.table(_BLOCK)] if assigning else kept)
