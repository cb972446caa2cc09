"""Columns of the tables that every game keeps (kit/contract.py), from what a playing loop has noted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import NAMES, TEXT, WORDS, Column, Rows, Table
from caverna_sim.errors import RunStopped

Columns = dict[str, NDArray[Any]]

GAME = Column("game", "int64", "number of the game in the run, counted from 0; with scenario and seed it gives the game again")
SEAT = Column("seat", "int8", "seat at the table, counted clockwise from 0, the first starting player")
_SEATING = "number of the seating: how far the order is turned; with random seating, which permutation"
_ORDER = "bots clockwise, beginning with the name that comes first: who sits directly behind whom"
_HASH = "names the trajectory: equal for games with exactly the same actions"


def games_table(block: str, setup: str, winners: str, *more: Column) -> Table:
    """The table `games`: what games of a block share, what was dealt, who wins; and what a game has beside."""
    return Table(
        "games",
        "One row a game.",
        (
            GAME,
            Column("block", "int64", f"{block}; the unit of replication"),
            Column("seating", "int16", _SEATING),
            Column("order", TEXT, _ORDER),
            Column("setup", "int32", setup),
            Column("rounds", "int8", "rounds played"),
            Column("hash", "int64", _HASH),
            Column("winner_seats", WORDS, f"seats {winners}, several with blanks between them when they tie"),
            *more,
        ),
    )


def result_columns(bots: Sequence[str], points: str, rank: str, shared: str, parts: Mapping[str, str]) -> tuple[Column, ...]:
    """How a seat ended, in any game; `points` is the type of scores, `parts` are those of the score in words."""
    return (
        Column("bot", NAMES, "who played the seat", tuple(bots)),
        Column("score", points, "final score"),
        Column("rank", "int8", f"1 for the {rank}"),
        Column("won", "float32", f"share of the win: 1, or 1/n for n seats that {shared}, else 0"),
        Column("margin", "float32", "score minus the mean score of the table"),
        *(Column(f"part_{name}", points, text) for name, text in parts.items()),
    )


def columns_of(
    rows: Iterable[Any], lists: Mapping[str, tuple[str, ...]], known: Mapping[str, Column | Sequence[str]]
) -> tuple[Column, ...]:
    """Columns as a data file tells them: a name, a type or the list that its numbers stand for, a meaning; or one that is `known`."""
    found = []
    for row in rows:
        told = known[row] if isinstance(row, str) else row
        if not isinstance(told, Column):
            name, kind, text = [row, *told] if isinstance(row, str) else told
            told = Column(name, NAMES, text, lists[kind]) if kind in lists else Column(name, kind, text)
        found.append(told)
    return tuple(found)


def game_columns(game: NDArray[np.int64], plans: NDArray[Any], seatings: Columns, outcomes: NDArray[Any], places: NDArray[Any]) -> Rows:
    """`games`; `places` is [game, seat] what decides who wins."""
    best = places == places.max(axis=1, keepdims=True)
    offsets = np.concatenate([[0], np.cumsum(best.sum(axis=1))]).astype(np.int32)
    return {
        "game": game,
        "block": plans["block"],
        **seatings,
        "setup": outcomes["setup"],
        "rounds": outcomes["rounds"],
        "hash": outcomes["hash"],
        "winner_seats": (offsets, np.nonzero(best)[1].astype(np.int8)),
    }


def seat_columns(game: NDArray[np.int64], bots: NDArray[Any], players: NDArray[Any], places: NDArray[Any]) -> Columns:
    """What `players` has of every game."""
    seats = players.shape[1]
    totals = players["score"].astype(np.int32)
    best = places == places.max(axis=1, keepdims=True)
    return {
        "game": np.repeat(game, seats),
        "seat": np.tile(np.arange(seats, dtype=np.int8), len(game)),
        "bot": bots.ravel(),
        "score": players.ravel()["score"],
        "rank": (1 + (places[:, None, :] > places[:, :, None]).sum(axis=2)).ravel().astype(np.int8),
        "won": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
        "margin": (totals - totals.mean(axis=1, keepdims=True)).ravel().astype(np.float32),
    }


def record_columns(table: Table, rows: NDArray[Any], lists: Mapping[str, Sequence[str]]) -> Columns:
    """Columns that are called like fields of a record, or like what a field holds several of: lists[field] are their names."""
    fields = rows.dtype.names or ()
    within = {name: (field, number) for field, names in lists.items() for number, name in enumerate(names)}
    columns: Columns = {}
    for column in table.columns:
        field, number = within.get(column.name, (column.name, None))
        if field in fields:
            columns[column.name] = rows[field] if number is None else rows[field][:, number]
    return columns


def event_columns(first_game: int, rows: NDArray[Any], names: Collection[str]) -> Columns:
    """What happened in games: those fields of rows that are wanted, all if none is named; rows count games from the first one."""
    fields = [name for name in rows.dtype.names or () if name in names or not names]
    return {name: rows[name].astype(np.int64) + first_game if name == "game" else rows[name] for name in fields}


def numbers_of(names: Sequence[str], outside: Collection[str]) -> NDArray[np.int16]:
    """How plans of games number those who play: bots from 0, those outside from -1 down."""
    ours, guests = [name for name in names if name not in outside], list(outside)
    return np.array([-1 - guests.index(name) if name in outside else ours.index(name) for name in names], np.int16)


def rounds_table(game: Column, seat: Column, round_: Column, points: str, family: str) -> Table:
    """The table `rounds`; `points` is the type of scores, `family` what those are called who work for a seat."""
    columns = (
        game,
        seat,
        round_,
        Column("score", points, "score as if the game ended with the round; in the last round the final one"),
        Column(family, "int8", f"{family} at the end of the round"),
        Column("food", "int16", "food at the end of the round"),
        Column("choices", "int16", "decisions that the seat took in the round"),
        Column("blocked", "int8", "placements for which the bot would have gone to a space that an opponent had taken in this round"),
    )
    return Table("rounds", "One row for each seat in each round, kept when asked for.", columns)


def round_columns(game: NDArray[np.int64], rounds: NDArray[Any], played: NDArray[np.int8]) -> Columns:
    """rounds[game, seat, round - 1] flattened, those numbers of rounds that are played."""
    seats = rounds.shape[1]
    rows = rounds[:, :, played].ravel()
    return {
        "game": np.repeat(game, seats * len(played)),
        "seat": np.tile(np.repeat(np.arange(seats, dtype=np.int8), len(played)), len(game)),
        "round": np.tile(played + np.int8(1), len(game) * seats),
        **{name: rows[name] for name in rows.dtype.names or ()},
    }


def block_means(
    names: Sequence[str], seated: NDArray[Any], totals: NDArray[Any], block_games: int
) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Points and seats of every bot in every block."""
    blocks = len(seated) // block_games
    scores, bots = (rows.reshape(blocks, block_games * rows.shape[1]) for rows in (totals.astype(np.float64), seated))
    means = {}
    for number, name in enumerate(names):
        seats = bots == number
        means[name] = ((scores * seats).sum(axis=1), seats.sum(axis=1).astype(np.float64))
    return means


def fitting(table: Table, rows: Rows) -> Rows:
    """Rows in the types of their columns; RunStopped when a number does not fit, so that none wraps in silence."""
    fitted = dict(rows)
    for column in table.columns:
        values = rows[column.name]
        if not column.type.startswith("int") or isinstance(values, tuple) or values.dtype == column.type:
            continue
        bounds = np.iinfo(column.type)
        for row in np.flatnonzero((values < bounds.min) | (values > bounds.max))[:1].tolist():
            where, what = (np.asarray(rows[name])[row].item() for name in ("game", column.name))
            allowed = f"`{table.name}.{column.name}` keeps {bounds.min:,} to {bounds.max:,}"
            raise RunStopped(f"game {where}: {what:,} and {allowed}; lower the house rules that give so much")
        fitted[column.name] = values.astype(column.type)
    return fitted
