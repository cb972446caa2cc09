"""The tables of Agricola: what is kept of every game, and what each column means."""

from __future__ import annotations

from collections.abc import Sequence

from caverna_sim.dataset.schema import NAMES, TEXT, WORDS, Column, Table
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.games.agricola.ids import good, house, score
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import rounds_table

_GAME = Column("game", "int64", "number of the game in the run, counted from 0; with scenario and seed it gives the game again")
_BLOCK = Column("block", "int64", "games of a block share round cards and absent improvements; the unit of replication")
_SEAT = Column("seat", "int8", "seat at the table, counted clockwise from 0, the first starting player")
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


def _games() -> Table:
    return Table(
        "games",
        "One row a game.",
        (
            _GAME,
            _BLOCK,
            Column("seating", "int16", "number of the seating: how far the order is turned; with random seating, which permutation"),
            Column("order", TEXT, "bots clockwise, beginning with the name that comes first: who sits directly behind whom"),
            Column("setup", "int32", "number of the order of round cards, 0 to 1151"),
            Column("rounds", "int8", "rounds played"),
            Column("hash", "int64", "names the trajectory: equal for games with exactly the same actions"),
            Column("winner_seats", WORDS, "seats that rank first, several with blanks between them when they tie"),
        ),
    )


def _players(bots: Sequence[str]) -> Table:
    farm = [
        Column(name, NAMES if name == "house" else "int16", text, house.NAMES if name == "house" else ()) for name, text in FARM.items()
    ]
    return Table(
        "players",
        "One row a seat of each game.",
        (
            _GAME,
            _SEAT,
            Column("bot", NAMES, "who played the seat", tuple(bots)),
            Column("score", "int16", "final score"),
            Column("rank", "int8", "1 for the first; equal scores are ranked by `tie`, and share a rank when that is equal too"),
            Column("won", "float32", "share of the win: 1, or 1/n for n seats that rank first, else 0"),
            Column("margin", "float32", "score minus the mean score of the table"),
            *(Column(f"part_{name}", "int16", text) for name, text in _PARTS.items()),
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
        _games(),
        _players(bots),
        Table(
            "cards",
            "One row for every improvement built.",
            (
                _GAME,
                _SEAT,
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
                _GAME,
                _SEAT,
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
        rounds_table(_GAME, _SEAT, _ROUND, "int16", "people"),
    )
    kept = [table for table in every if table.name in record]
    return tuple([*kept, assigning.table(_BLOCK)] if assigning else kept)
