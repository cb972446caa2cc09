"""What the record of a game and the tables of a run must have, so that everything that serves any game can serve it.

A game may have more fields and columns; docs/kit.md shows these lists, and tests/any_game compares every game with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from caverna_sim.dataset.schema import Table
    from caverna_sim.games.facts import GameFacts


@dataclass(frozen=True)
class Field:
    """A field of a record or a column of a table."""

    name: str
    type: str  # of a record: "int", "record" or "records"; of a table as in dataset/schema.py
    what: str
    read_by: str  # what counts on it


@dataclass(frozen=True)
class Needed:
    """A table and what it must have."""

    table: str
    when: str  # it is kept
    columns: tuple[Field, ...]


STATE = (
    Field("players", "int", "how many seats play", "kit/play"),
    Field("round", "int", "the present round", "kit/play"),
    Field("phase", "int", "the present phase, a number of the game's own names", "kit/play"),
    Field("depth", "int", "number of steps on the agenda", "kit/records"),
    Field("agenda", "records", "[depth] step, seat, and four arguments a to d", "kit/records"),
    Field("choices", "int", "choices made so far; lots of bots are keyed by it", "kit/play, bots"),
    Field("hash", "int", "of the actions taken so far", "batch, stats"),
    Field("seed", "int", "of the run", "chance/philox"),
    Field("game_key", "int", "keys the chances: the number of the block", "chance/philox"),
    Field("draws", "int", "[stream] random numbers used; streams 0 to players + 1 at least", "chance/philox"),
    Field("seats", "records", "[seat] what belongs to a seat", "kit/play"),
)
_GAME = Field("game", "int64", "number of the game", "everything")
_SEAT = Field("seat", "int8", "number of the seat, from 0", "everything")
_BLOCK = Field("block", "int64", "games of a block have the same chances", "every margin of error")
_ROUND = Field("round", "int8", "number of the round, from 1", "sections of the page, drama")
TABLES = (
    Needed(
        "games", "unless a scenario leaves it out",
        (
            _GAME, _BLOCK,
            Field("seating", "int16", "number of the seating within the block", "stats/source"),
            Field("order", "string", "bots clockwise, from the name that comes first", "stats/pairs"),
            Field("setup", "int64", "number of what was dealt, where that can be counted", "stats/source: a census or a sample"),
            Field("hash", "int64", "of all actions: equal games have equal hashes", "batch, stats/pairs"),
            Field("winner_seats", "words", "seats that won", "readers"),
        ),
    ),
    Needed(
        "players", "unless a scenario leaves it out",
        (
            _GAME, _SEAT,
            Field("bot", "names", "who sat there", "everything"),
            Field("score", "int16", "points", "everything"),
            Field("rank", "int8", "1 is first; equal where the game's rules share a place", "stats/ratings, drama"),
            Field("won", "float32", "share of the win", "stats"),
            Field("margin", "float32", "score less the mean of the table", "stats"),
            Field("part_*", "int16", "a column for each scoring part; they add up to the score", "stats/summary, pages"),
        ),
    ),
    Needed(
        "rounds", "when asked for",
        (
            _GAME, _SEAT, _ROUND,
            Field("score", "int16", "as if the game ended with the round", "drama"),
            Field("choices", "int16", "decisions of the seat in the round", "drama"),
            Field("blocked", "int8", "placements for which a better liked place was taken", "drama"),
        ),
    ),
    Needed(
        "supply", "when things are absent at random",
        (
            _BLOCK,
            Field("*", "names", "the thing: the column of `built` in GameFacts", "stats/usage"),
            Field("available", "bool", "whether the block had it", "stats/usage, studies of things"),
        ),
    ),
    Needed(
        "assigned", "whenever anything was drawn for a block or forced upon a seat",
        (
            _BLOCK, _GAME,
            Field("kind", "names", "what was assigned: access, limit, opening", "studies"),
            Field("seat", "int8", "the focal seat, -1 for everybody", "studies"),
            Field("limit", "names", "the name of the limit that was drawn, none for no limit", "studies of limits"),
            Field("number", "int8", "of the placement of an opening, from 1", "studies of openings"),
            Field("opening", "names", "the place assigned to it; own: left to the bot", "studies of openings"),
            Field("took", "names", "where the placement went", "studies of openings"),
            Field("complied", "bool", "whether it happened", "studies, pages"),
        ),
    ),
)  # fmt: skip


def missing_in_state(state: np.dtype) -> list[str]:
    """What a record of a game lacks, in words."""
    fields: Mapping[str, Any] = state.fields or {}
    found = []
    for field in STATE:
        if field.name not in fields:
            found.append(f"the state has no `{field.name}`: {field.what} ({field.read_by})")
        elif (fields[field.name][0].base.names is not None) != (field.type != "int"):
            found.append(f"`{field.name}` of the state is no {field.type}")
    return found


def missing_in_tables(tables: Sequence[Table], facts: GameFacts) -> list[str]:
    """What the tables of a game lack, in words; those that a scenario does not keep are not asked for."""
    kept = {table.name: {column.name: column.type for column in table.columns} for table in tables}
    found = []
    for needed in TABLES:
        if needed.table in kept:
            found += [f"table `{needed.table}`: {lack}" for field in needed.columns if (lack := _lack(field, kept[needed.table], facts))]
    for things in (facts.built, facts.places):
        if things is not None and things.table in kept:
            wanted = (*(_GAME, _SEAT, _ROUND), Field(things.column, "names", things.word, "pages"))
            found += [f"table `{things.table}`: {lack}" for field in wanted if (lack := _lack(field, kept[things.table], facts))]
    return found


def _lack(field: Field, columns: dict[str, str], facts: GameFacts) -> str:
    """What is wrong with a column, or nothing."""
    name = facts.built.column if field.name == "*" and facts.built else field.name
    if name.endswith("*"):
        own = [column for column in columns if column.startswith(name[:-1])]
        return "" if own else f"there is no column `{field.name}`: {field.what} ({field.read_by})"
    if name not in columns:
        return f"there is no column `{name}`: {field.what} ({field.read_by})"
    if columns[name] != field.type and not (columns[name].startswith("int") and field.type.startswith("int")):
        return f"the column `{name}` is {columns[name]}, not {field.type}"
    return ""
