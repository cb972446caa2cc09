"""Made-up runs with known truths: frames as a dataset would hold them, without playing a game."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from caverna_sim.dataset.manifest import write_manifest
from caverna_sim.errors import NotRecorded

PARTS = {"animals": 0.3, "grain": 0.1, "dwarfs": 0.05, "pastures": 0.2, "furnishings": 0.2, "bonus": 0.25}


@dataclass(frozen=True)
class MadeUpRun:
    """What `caverna_sim.load` would give; tables that are not there raise as they would."""

    manifest: Mapping[str, Any]
    tables: Mapping[str, pl.LazyFrame] = field(default_factory=dict)

    def __getattr__(self, name: str) -> pl.LazyFrame:
        if name.startswith("_") or name not in ("games", "players", "furnishings", "placements", "expeditions", "supply", "orcs"):
            raise AttributeError(name)
        if name not in self.tables:
            raise NotRecorded(f"run: there is no table `{name}`")
        return self.tables[name]


def made_up(
    blocks: int,
    players: int = 4,
    *,
    seed: int = 1,
    noise: int = 0,
    name: str = "made_up",
    bots: Sequence[str] | None = None,
    base: float = 70.0,
    seat_effects: Mapping[int, float] | None = None,
    bot_effects: Mapping[str, float] | None = None,
    block_sd: float = 6.0,
    game_sd: float = 9.0,
    own_sd: float = 3.0,
    rules: Mapping[str, Any] | None = None,
    tile_effects: Mapping[str, float] | None = None,
    with_placements: bool = False,
    setups: int | None = None,
    record: Sequence[str] | None = None,
) -> MadeUpRun:
    """A run whose blocks, games and seats share luck.

    Luck of blocks and games comes from `seed` and is the same in every run with that seed; `own_sd` is the part that differs
    from run to run by `noise`. With `setups` the scores depend on the setup and the seating only, as of bots without lots.
    """
    names = tuple(bots or ["balanced"] * players)
    shared, own = np.random.RandomState(seed), np.random.RandomState([seed, 77, noise])
    games = blocks * players
    block, seating = np.repeat(np.arange(blocks), players), np.tile(np.arange(players), blocks)
    setup = shared.randint(0, setups or 15120, blocks)[block]
    if setups is None:
        luck = shared.normal(0, block_sd, blocks)[block][:, None] + shared.normal(0, game_sd, (games, players))
        scores = base + luck + own.normal(0, own_sd, (games, players))
        hashes = own.randint(0, 2**62, games)
    else:
        scores = base + np.random.RandomState(99).normal(0, game_sd, (setups, players, players))[setup, seating]
        hashes = setup * players + seating
    seats = np.arange(players)
    who = np.array([[names[(seat + turn) % players] for seat in seats] for turn in range(players)])[seating]
    for seat, effect in (seat_effects or {}).items():
        scores[:, seat] += effect
    for bot, effect in (bot_effects or {}).items():
        scores += effect * (who == bot)
    built = {}
    for tile, effect in (tile_effects or {}).items():
        built[tile] = own.random_sample((games, players)) < 0.3
        scores += effect * built[tile]
    scores = np.rint(scores).astype(np.int16)
    tables = {
        "games": _games(block, seating, setup, hashes, scores),
        "players": _players(scores, who),
        "furnishings": _furnishings(built, own),
    }
    if with_placements:
        tables["placements"] = _placements(games, players)
    kept = {key: frame.lazy() for key, frame in tables.items() if record is None or key in record}
    scenario = {
        "name": name, "players": players, "bots": list(names), "seating": "rotate", "games": games, "seed": seed,
        "record": list(kept), "rules": dict(rules or {}), "supply": {"without": [], "random_absence": 0.0},
    }  # fmt: skip
    manifest = {"format": 1, "scenario": scenario, "seed": seed, "games": games, "rules_hash": "0123456789abcdef"}
    if setups is not None:
        manifest["setups"] = setups
    return MadeUpRun(manifest, kept)


def _games(block: Any, seating: Any, setup: Any, hashes: Any, scores: Any) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "game": np.arange(len(block)), "block": block, "seating": seating.astype(np.int16), "setup": setup.astype(np.int32),
            "rounds": np.full(len(block), 12, np.int8), "hash": hashes,
        }
    )  # fmt: skip


def _players(scores: Any, who: Any) -> pl.DataFrame:
    games, players = scores.shape
    best = scores == scores.max(axis=1, keepdims=True)
    columns: dict[str, Any] = {
        "game": np.repeat(np.arange(games), players), "seat": np.tile(np.arange(players, dtype=np.int8), games),
        "bot": who.ravel(), "score": scores.ravel(),
        "rank": (1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)).ravel().astype(np.int8),
        "won": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
        "margin": (scores - scores.mean(axis=1, keepdims=True)).ravel().astype(np.float32),
        "begging": (scores.ravel() % 7 == 0).astype(np.int8),
    }  # fmt: skip
    left = scores.ravel().astype(np.int16)
    for part, share in PARTS.items():
        columns[f"part_{part}"] = np.rint((scores.ravel() + 8) * share).astype(np.int16)
        left = left - columns[f"part_{part}"]
    columns["part_unused_spaces"] = np.minimum(left, 0).astype(np.int16)
    columns["part_gold"] = np.maximum(left, 0).astype(np.int16)
    return pl.DataFrame(columns).with_columns(pl.col("bot").cast(pl.Categorical))


def _furnishings(built: Mapping[str, Any], random: np.random.RandomState) -> pl.DataFrame:
    rows: dict[str, list[Any]] = {"game": [], "seat": [], "tile": [], "round": []}
    for tile, where in built.items():
        games, seats = np.nonzero(where)
        rows["game"] += games.tolist()
        rows["seat"] += seats.tolist()
        rows["tile"] += [tile] * len(games)
        rows["round"] += random.randint(3, 13, len(games)).tolist()
    types = {"game": pl.Int64, "seat": pl.Int8, "tile": pl.String, "round": pl.Int8}
    return pl.DataFrame(rows, schema=types).with_columns(pl.col("tile").cast(pl.Categorical))


def _placements(games: int, players: int) -> pl.DataFrame:
    """Logging in every round, housework in every second one by seat 1."""
    rounds = np.arange(1, 13)
    often = pl.DataFrame({"game": np.repeat(np.arange(games), 12), "round": np.tile(rounds, games).astype(np.int8)})
    logging = often.with_columns(seat=pl.lit(0, pl.Int8), turn=pl.lit(0, pl.Int16), space=pl.lit("logging_4_7"), weapon=pl.lit(0, pl.Int8))
    housework = logging.filter(pl.col("round") % 2 == 0).with_columns(
        seat=pl.lit(min(1, players - 1), pl.Int8), space=pl.lit("housework")
    )  # fmt: skip
    return pl.concat([logging, housework]).with_columns(pl.col("space").cast(pl.Categorical))


def on_disk(run: MadeUpRun, folder: Path) -> Path:
    """A made-up run as a folder that `caverna_sim.load` reads."""
    games = run.manifest["games"]
    entry: dict[str, Any] = {"first_game": 0, "games": games, "choices": 0, "means": {}, "tables": {}}
    for name, frame in run.tables.items():
        (folder / name).mkdir(parents=True)
        rows = frame.collect()
        rows.write_parquet(folder / name / "part-000000.parquet")
        content = (folder / name / "part-000000.parquet").read_bytes()
        entry["tables"][name] = {"rows": rows.height, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    summary = {
        "games": games, "blocks": 1, "distinct_games": None, "distinct_is_exact": False, "bytes": 0, "games_per_second": None,
        "mean_scores": {},
    }  # fmt: skip
    more = {
        "block_games": 1, "chunk_sizes": [[0, games]], "key": run.manifest.get("key", "0123456789abcdef"),
        "tables": {name: {"columns": {}} for name in run.tables},
        "chunks": {"0": entry}, "status": "finished", "summary": summary,
    }  # fmt: skip
    write_manifest(folder, {**run.manifest, **more})
    return folder
