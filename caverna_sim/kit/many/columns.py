"""Columns of the tables that every game keeps (kit/contract.py), from what a playing loop has noted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Column, Rows, Table
from caverna_sim.errors import RunStopped

Columns = dict[str, NDArray[Any]]


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


def event_columns(first_game: int, rows: NDArray[Any], fields: tuple[str, ...]) -> Columns:
    """A table of what happened in games; rows count games from the first one."""
    return {"game": rows["game"].astype(np.int64) + first_game, **{name: rows[name] for name in fields}}


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
