"""Made-up runs of Frantic Fiends with known truths: what displays, strengths and bots do to the chance to get rid of orcs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from tests.stats.synthetic import MadeUpRun

EASY, HARD = (5, 7, 9, 12), (7, 9, 11, 14)
EXTENSIONS = [f"X{number}" for number in range(1, 10)]
LONG, SHORT = [f"L{number}" for number in range(1, 8)], [f"S{number}" for number in range(1, 8)]
MEAN_OF_EASY = 8.25


def fiends(
    blocks: int,
    strengths: Sequence[int] = EASY,
    players: int = 3,
    *,
    seed: int = 1,
    noise: int = 0,
    bots: Sequence[str] | None = None,
    chance: float = 0.6,  # that all are gone on the easy side
    per_point: float = 0.0,  # change of that chance for one more point on every orc
    points: float = 0.0,  # change of the score for one more point
    bot_effects: Mapping[str, float] | None = None,  # on the chance
    display_effects: Mapping[str, float] | None = None,  # of extensions and strips on the chance
    hard_seat: int | None = None,
    strips: int = 2,
    own_sd: float = 3.0,
    with_losses: bool = True,
    name: str = "fiends",
) -> MadeUpRun:
    """Luck of blocks and displays comes from `seed` and is shared by all sides; `noise` is what differs from run to run."""
    names = tuple(bots or ["orc_hunter"] * players)
    shared, own = np.random.RandomState(seed), np.random.RandomState([seed, 55, noise, *strengths])
    games = blocks * players
    block, seating = np.repeat(np.arange(blocks), players), np.tile(np.arange(players), blocks)
    drawn = {
        "extensions": [" ".join(shared.choice(EXTENSIONS, players, replace=False)) for _ in range(blocks)],
        "long_strips": [" ".join(shared.choice(LONG, strips, replace=False)) for _ in range(blocks)],
        "short_strips": [" ".join(shared.choice(SHORT, strips, replace=False)) for _ in range(blocks)],
    }
    of_display = np.zeros(blocks)
    for one, effect in (display_effects or {}).items():
        for column in drawn.values():
            of_display += effect * np.array([one in row.split() for row in column])
    harder = np.mean(strengths) - MEAN_OF_EASY
    who = np.array([[names[(seat + turn) % players] for seat in range(players)] for turn in range(players)])[seating]
    wanted = chance + per_point * harder + of_display[block][:, None] + np.zeros((games, players))
    for bot, effect in (bot_effects or {}).items():
        wanted = wanted + effect * (who == bot)
    luck = shared.random_sample((games, players)) * 0.8 + own.random_sample((games, players)) * 0.2
    ranks = (np.sort(luck.ravel()).searchsorted(luck.ravel()) + 0.5) / luck.size  # uniform again
    gone = ranks.reshape(luck.shape) < wanted
    scores = (
        60 + shared.normal(0, 8, blocks)[block][:, None] + shared.normal(0, 8, (games, players)) + own.normal(0, own_sd, (games, players))
    )
    scores = np.rint(scores + points * harder + 4 * gone).astype(np.int16)
    tables = {
        "games": pl.DataFrame(
            {
                "game": np.arange(games), "block": block, "seating": seating.astype(np.int16), "setup": np.zeros(games, np.int32),
                "rounds": np.full(games, 12, np.int8), "hash": own.randint(0, 2**62, games),
                **{column: [rows[number] for number in block] for column, rows in drawn.items()},
            }
        ),
        "players": _players(scores, who, gone, with_losses),
        "orcs": _orcs(gone, strengths, hard_seat, own),
    }  # fmt: skip
    scenario = {
        "name": name, "players": players, "expansion": "fiends", "bots": list(names), "seating": "rotate", "games": games, "seed": seed,
        "record": list(tables), "rules": {"orc.strength": list(strengths)}, "supply": {"without": [], "random_absence": 0.0},
    }  # fmt: skip
    manifest = {"format": 1, "scenario": scenario, "seed": seed, "games": games, "rules_hash": "0123456789abcdef"}
    return MadeUpRun(manifest, {key: frame.lazy() for key, frame in tables.items()})


def _players(scores: Any, who: Any, gone: Any, with_losses: bool) -> pl.DataFrame:
    games, players = scores.shape
    best = scores == scores.max(axis=1, keepdims=True)
    columns: dict[str, Any] = {
        "game": np.repeat(np.arange(games), players), "seat": np.tile(np.arange(players, dtype=np.int8), games), "bot": who.ravel(),
        "score": scores.ravel(),
        "rank": (1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)).ravel().astype(np.int8),
        "won": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
        "margin": (scores - scores.mean(axis=1, keepdims=True)).ravel().astype(np.float32), "begging": np.zeros(scores.size, np.int16),
        "part_animals": (scores.ravel() - 4 * gone.ravel()).astype(np.int16), "part_traps": (4 * gone.ravel()).astype(np.int16),
        "part_unused_spaces": np.zeros(scores.size, np.int16),
    }  # fmt: skip
    if with_losses:
        columns |= {"lost_crops": np.full(scores.size, 2, np.int16), "lost_animals": np.where(gone.ravel(), 0, 3).astype(np.int16)}
    return pl.DataFrame(columns).with_columns(pl.col("bot").cast(pl.Categorical))


def _orcs(gone: Any, strengths: Sequence[int], hard_seat: int | None, own: np.random.RandomState) -> pl.DataFrame:
    """A, B and C are always removed, in rounds 4, 5 and 6, in their own ways; D in round 8 if at all."""
    games, players = gone.shape
    rows = games * players
    fates = np.tile(np.array(["fought", "trapped", "bribed", "befriended"]), rows).reshape(rows, 4)
    rounds = np.tile(np.array([4, 5, 6, 8], np.int8), rows).reshape(rows, 4)
    left = ~gone.ravel()
    fates[left, 3], rounds[left, 3] = "left", 0
    seat = np.tile(np.arange(players, dtype=np.int8), games)
    start = np.tile(np.array(strengths, np.int8), rows).reshape(rows, 4)
    if hard_seat is not None:
        start[seat == hard_seat] = HARD
    return pl.DataFrame(
        {
            "game": np.repeat(np.arange(games), players * 4), "seat": np.repeat(seat, 4), "orc": np.tile(list("ABCD"), rows),
            "start_strength": start.ravel(), "fate": fates.ravel(), "round": rounds.ravel(), "reward": np.full(rows * 4, "none"),
        }
    ).with_columns(pl.col("orc", "fate", "reward").cast(pl.Categorical))  # fmt: skip


def sweep(blocks: int, per_point: float = -0.05, points: float = -2.0, **more: Any) -> list[MadeUpRun]:
    """Three sides, the hardest first."""
    sides = (HARD, (6, 8, 10, 13), EASY)
    return [fiends(blocks, side, per_point=per_point, points=points, noise=index, **more) for index, side in enumerate(sides)]
