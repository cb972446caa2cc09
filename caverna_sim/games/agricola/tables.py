"""The tables of Agricola: what is kept of every game, and what each column means."""

from __future__ import annotations

from collections.abc import Sequence

from caverna_sim.dataset.schema import NAMES, Column, Table
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.games.agricola.ids import good, house, score
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import GAME, SEAT, games_table, result_columns, rounds_table

_SHARED = "games of a block share round cards and absent improvements"
_BLOCK = Column("block", "int64", f"{_SHARED}; the unit of replication")
_ROUND = Column("round", "int8", "round of the game, 1 to 14")
_CARD = Column("card", NAMES, "the improvement", MAJORS)

_PARTS = {
    "fields": "points for field tiles",
    "pastures": "points for pastures",
    "grain": "points for grain, in the supply and on fields",
    "vegetables": "points for vegetables, in the supply and on fields",
    "sheep": "points for sheep",
    "wild_boar": "points for wild boar",
    "cattle": "points for cattle",
    "unused_spaces": "points lost for unused farmyard spaces",
    "stables": "points for stables inside pastures",
    "rooms": "points for clay and stone rooms",
    "people": "points for people",
    "improvements": "points printed on improvements",
    "bonus": "bonus points of crafts",
    "begging": "points lost for begging markers",
}
assert tuple(_PARTS) == score.NAMES
KINDS = ("major", "minor", "occupation")
FARM = {
    "people": "people in play",
    "rooms": "rooms of the house",
    "house": "what the house is built of",
    "fields": "field tiles",
    "sown": "crops on fields",
    "pastures": "pastures",
    "pasture_cells": "farmyard spaces in pastures",
    "stables": "stables, fenced or not",
    "fences": "fences",
}


def _players(bots: Sequence[str]) -> Table:
    farm = [
        Column(name, NAMES if name == "house" else "int16", text, house.NAMES if name == "house" else ()) for name, text in FARM.items()
    ]
    return Table(
        "players",
        "One row a seat of each game.",
        (
            GAME,
            SEAT,
            *result_columns(
                bots, "int16", "first; equal scores are ranked by `tie`, and share a rank when that is equal too", "rank first", _PARTS
            ),
            Column("tie", "int16", "building resources in the supply, which break ties"),
            *farm,
            Column("begging", "int16", "begging markers"),
            *(Column(name, "int16", f"{name.replace('_', ' ')} left") for name in good.NAMES),
            Column("majors", "int8", "major improvements in front of the seat"),
            Column("minors", "int8", "minor improvements in front of the seat"),
            Column("occupations", "int8", "occupations played"),
        ),
    )


def tables_of(record: Sequence[str], bots: Sequence[str], assigning: Assigning | None = None) -> tuple[Table, ...]:
    """The tables that a scenario keeps; what was assigned whether asked for or not, as nobody could tell what has happened without."""
    every = (
        games_table(_SHARED, "number of the order of round cards, 0 to 1151", "that rank first"),
        _players(bots),
        Table(
            "cards",
            "One row for every improvement built.",
            (
                GAME,
                SEAT,
                _CARD,
                Column("kind", NAMES, "major, minor or occupation", KINDS),
                _ROUND,
                Column("order", "int8", "how many the seat had come to with it, from 1"),
                Column("returned", "int8", "round in which it was given back, 0 never"),
            ),
        ),
        Table(
            "placements",
            "One row for every person placed.",
            (
                GAME,
                SEAT,
                _ROUND,
                Column("turn", "int8", "placements in this round so far, from 1"),
                Column("space", NAMES, "where the person went", SPACES),
                Column("newborn", "bool", "whether the person was born this round"),
            ),
        ),
        Table(
            "supply",
            "One row for every improvement of each block.",
            (_BLOCK, _CARD, Column("available", "bool", "whether it lay on the supply board")),
        ),
        rounds_table(GAME, SEAT, _ROUND, "int16", "people"),
    )
    kept = [table for table in every if table.name in record]
    return tuple([*kept, assigning.table(_BLOCK)] if assigning else kept)
