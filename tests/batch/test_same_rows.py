"""The same scenario and seed give the same rows, whatever the workers, the chunks and the backend."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import caverna_sim as cs
from tests.batch import digests, scenario_of

SCENARIO = scenario_of(3, games=60, bots=["balanced", "peaceful", "adventurer"], supply={"random_absence": 0.3})
WAYS = {
    "two processes": {"workers": 2},
    "two threads": {"workers": 2, "backend": "threading"},
    "chunks of a block": {"workers": 2, "backend": "threading", "chunk_games": 3},
    "one large chunk": {"workers": 1, "chunk_games": 60},
    "an odd chunk": {"workers": 1, "chunk_games": 21},
}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    return cs.run(SCENARIO, out=tmp_path_factory.mktemp("batch") / "one", workers=1)


@pytest.mark.parametrize("way", WAYS)
def test_rows_do_not_depend_on_how_they_were_made(way: str, reference: cs.Run, tmp_path: Path) -> None:
    run = cs.run(SCENARIO, out=tmp_path / "run", **WAYS[way])  # type: ignore[arg-type]
    assert digests(run) == digests(reference)
    assert run.manifest["summary"]["distinct_games"] == reference.manifest["summary"]["distinct_games"] == 60


def test_files_of_equal_chunks_are_equal(reference: cs.Run, tmp_path: Path) -> None:
    run = cs.run(SCENARIO, out=tmp_path / "run", workers=2, chunk_games=reference.manifest["chunk_sizes"][0][1])
    sums = [
        {(chunk, table): part["sha256"] for chunk, entry in one.manifest["chunks"].items() for table, part in entry["tables"].items()}
        for one in (run, reference)
    ]
    assert sums[0] == sums[1]


def test_more_games_of_a_run_are_those_of_a_larger_one(reference: cs.Run, tmp_path: Path) -> None:
    run = cs.run(SCENARIO, games=31, out=tmp_path / "run", workers=1, chunk_games=12)  # rounded up to whole blocks
    assert run.games_played == 33
    smaller = digests(run)
    for table in run.tables:
        kept = pl.col("block") < 11 if table == "supply" else pl.col("game") < 33
        assert reference.table(table).filter(kept).collect().equals(run.table(table).collect()), table
    more = cs.run(SCENARIO, out=tmp_path / "run", workers=1, resume=True, chunk_games=21)  # what was planned before stays as it is
    assert digests(more) == digests(reference) != smaller
    chunks = [(entry["first_game"], entry["games"]) for entry in more.manifest["chunks"].values()]
    assert chunks == [(0, 12), (12, 12), (24, 9), (33, 21), (54, 6)]


def test_another_seed_gives_other_rows(reference: cs.Run, tmp_path: Path) -> None:
    run = cs.run(SCENARIO, seed=12, out=tmp_path / "run", workers=1)
    assert run.seed == 12
    assert run.scenario["seed"] == 12
    ours, theirs = digests(run), digests(reference)
    assert all(ours[table] != theirs[table] for table in ours)


def test_the_summary_adds_up(reference: cs.Run) -> None:
    found = reference.manifest["summary"]
    assert (found["games"], found["blocks"]) == (60, 20)
    assert found["rows"] == {table: reference.table(table).select(pl.len()).collect().item() for table in reference.tables}
    files = list(reference.path.glob("*/part-*.parquet"))
    assert found["bytes"] == sum(file.stat().st_size for file in files)
    assert len(files) == len(reference.tables) * len(reference.manifest["chunks"])
    players = reference.players.join(reference.games.select("game", "block"), on="game")
    blocks = players.group_by("bot", "block").agg(pl.col("score").mean()).group_by("bot").agg(pl.col("score").mean()).collect()
    means = {bot: round(mean, 4) for bot, mean in blocks.rows()}
    assert {bot: one["mean"] for bot, one in found["mean_scores"].items()} == pytest.approx(means, abs=1e-3)


def test_only_what_is_asked_for_is_recorded(tmp_path: Path) -> None:
    run = cs.run(scenario_of(2, record=["players"]), games=4, out=tmp_path / "run", workers=1)
    assert run.tables == ("players",)
    assert sorted(entry.name for entry in run.path.iterdir()) == ["manifest.json", "players"]
    assert run.manifest["summary"]["distinct_games"] == 2 * 2
    with pytest.raises(cs.DatasetError, match="no table `games`; recorded are `players`; name it under `record`"):
        _ = run.games
