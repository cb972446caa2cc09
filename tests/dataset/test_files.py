"""The files of a run: what polars, DuckDB and pandas read, types, descriptions, the manifest (interface, section 5)."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.dataset.manifest import read_manifest
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import good, score
from tests.batch import BOTS, scenario_of

COLUMNS = {
    "games": ["game", "block", "seating", "order", "setup", "rounds", "hash", "winner_seats"],
    "players": [
        "game", "seat", "bot", "score", "rank", "won", "margin", *(f"part_{name}" for name in score.NAMES[: score.NUM_BASE]),
        "dwarfs", "begging", "weapon_max", "weapons", "expeditions", *good.NAMES, "pastures", "stables", "fields",
        "sown", "ore_mines", "ruby_mines", "furnishings", "yellow",
    ],
    "furnishings": ["game", "seat", "tile", "round", "cell"],
    "placements": ["game", "seat", "round", "turn", "space", "weapon"],
    "expeditions": ["game", "seat", "round", "expedition", "level", "strength", "loot"],
    "supply": ["block", "tile", "available"],
}  # fmt: skip
NAMED = {"bot": None, "tile": "furnishing", "space": "space", "loot": "loot", "cell": None}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    scenario = scenario_of(4, games=40, supply={"random_absence": 0.25}, description="small, for tests")
    return cs.run(scenario, out=tmp_path_factory.mktemp("dataset") / "run", workers=1, chunk_games=16)


def glob(run: cs.Run, table: str) -> str:
    return str(run.path / table / "*.parquet")


@pytest.mark.parametrize("table", COLUMNS)
def test_lazy_frames_have_the_columns_agreed(run: cs.Run, table: str) -> None:
    frame = getattr(run, table)
    assert isinstance(frame, pl.LazyFrame)
    assert frame.collect_schema().names() == COLUMNS[table]


def test_numbers_are_as_small_as_they_can_be(run: cs.Run) -> None:
    players = run.players.collect_schema()
    assert (players["game"], players["seat"], players["score"], players["won"]) == (pl.Int64, pl.Int8, pl.Int16, pl.Float32)
    games = run.games.collect_schema()
    assert (games["hash"], games["setup"], games["winner_seats"]) == (pl.Int64, pl.Int32, pl.String)
    assert run.supply.collect_schema()["available"] == pl.Boolean


def test_no_column_is_nested_and_every_table_can_be_written_as_csv(run: cs.Run, tmp_path: Path) -> None:
    for table in run.tables:
        frame = run.table(table).collect()
        assert not any(kind.is_nested() for kind in frame.dtypes)
        frame.write_csv(tmp_path / f"{table}.csv")
        assert pl.read_csv(tmp_path / f"{table}.csv").height == frame.height


@pytest.mark.parametrize("table", COLUMNS)
def test_files_tell_what_their_columns_mean(run: cs.Run, table: str) -> None:
    import pyarrow.parquet as pq

    for file in (run.path / table).glob("*.parquet"):
        schema = pq.read_schema(file)
        assert len(schema.metadata[b"description"]) > 10
        for field in schema:
            assert len(field.metadata[b"description"]) > 10, field.name
            assert (str(field.type).startswith("dictionary")) == (field.name in NAMED)
            if NAMED.get(field.name):
                assert set(pq.read_table(file)[field.name].to_pylist()) <= set(printed_tables()[NAMED[field.name]])  # type: ignore[index]
        columns = pq.read_metadata(file).row_group(0)
        for number in range(columns.num_columns):
            assert columns.column(number).compression == "ZSTD"


def test_the_manifest_describes_the_same_columns(run: cs.Run) -> None:
    assert {table: list(about["columns"]) for table, about in run.manifest["tables"].items()} == COLUMNS


def test_duckdb_reads_them_by_glob(run: cs.Run) -> None:
    import duckdb

    rows = duckdb.sql(f"select bot, count(*), sum(score) from '{glob(run, 'players')}' group by bot order by bot").fetchall()
    expected = run.players.group_by(pl.col("bot").cast(pl.String)).agg(pl.len(), pl.col("score").cast(pl.Int64).sum()).sort("bot").collect()
    assert rows == expected.rows()
    joined = f"select count(*) from '{glob(run, 'furnishings')}' f join '{glob(run, 'games')}' g using (game) where f.tile = 'dwelling'"
    number = run.furnishings.filter(pl.col("tile") == "dwelling").select(pl.len()).collect().item()
    assert duckdb.sql(joined).fetchall() == [(number,)]
    assert duckdb.sql(f"select min(winner_seats) from '{glob(run, 'games')}'").fetchall()[0][0] == "0"


def test_pandas_reads_them(run: cs.Run) -> None:
    import pandas as pd

    players = pd.read_parquet(run.path / "players")
    assert len(players) == 160
    assert str(players["bot"].dtype) == "category"
    assert int(players["score"].sum()) == run.players.select(pl.col("score").cast(pl.Int64).sum()).collect().item()
    one = pd.read_parquet(run.path / "placements" / "part-000001.parquet")
    assert sorted(one["game"].unique()) == list(range(16, 32))


def test_parts_of_the_score_add_up(run: cs.Run) -> None:
    total = pl.sum_horizontal(pl.col("^part_.*$").cast(pl.Int32))
    assert run.players.select((total == pl.col("score")).all()).collect().item()
    shares = run.players.group_by("game").agg(pl.col("won").sum(), pl.col("margin").sum()).collect()
    assert shares["won"].to_list() == pytest.approx([1.0] * 40)
    assert shares["margin"].to_list() == pytest.approx([0.0] * 40, abs=1e-3)


def test_furnishings_of_a_block_were_available(run: cs.Run) -> None:
    built = run.furnishings.join(run.games.select("game", "block"), on="game").with_columns(pl.col("tile").cast(pl.String))
    supply = run.supply.with_columns(pl.col("tile").cast(pl.String))
    both = built.join(supply, on=["block", "tile"]).collect()
    assert len(both) > 100
    assert both["available"].all()


def test_the_manifest_holds_what_was_agreed(run: cs.Run) -> None:
    manifest = json.loads((run.path / "manifest.json").read_text())
    assert manifest == run.manifest
    assert manifest["scenario"]["description"] == "small, for tests"
    assert manifest["scenario"]["supply"] == {"without": [], "random_absence": 0.25}
    assert {"caverna_sim", "python", "numpy", "numba", "pyarrow"} <= set(manifest["versions"])
    assert (manifest["status"], manifest["games"], manifest["seed"], manifest["block_games"]) == ("finished", 40, 11, 4)
    assert manifest["rules_hash"] == cs.Game(4).rules.hash
    assert [(entry["first_game"], entry["games"]) for entry in manifest["chunks"].values()] == [(0, 16), (16, 16), (32, 8)]
    part = manifest["chunks"]["1"]["tables"]["players"]
    assert part["rows"] == 64
    assert part["sha256"] == hashlib.sha256((run.path / "players" / "part-000001.parquet").read_bytes()).hexdigest()
    assert {name: about["tier"] for name, about in manifest["bots"].items()} == dict.fromkeys(BOTS, "scripted")
    assert manifest["started"] <= manifest["ended"]


def test_a_run_is_loaded_without_the_engine(run: cs.Run) -> None:
    code = (
        f"import caverna_sim as cs, sys; run = cs.load({str(run.path)!r}); print(run, len(run.players.collect()));"
        "raise SystemExit(any(name in sys.modules for name in ('numba', 'llvmlite', 'caverna_sim.games.caverna.course.core', 'joblib')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "<Run 'small': 40 games, in" in done.stdout
    assert done.stdout.endswith(" 160\n")


# ---------------------------------------------------------------- what is no run


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "has no manifest.json"),
        ("{", "not valid JSON"),
        ("[1]", "not that of a run"),
        ("{}", "not that of a run"),
    ],
)
def test_what_is_no_run_is_refused(content: str | None, problem: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(cs.DatasetError, match=problem):
        cs.load(tmp_path)


def test_other_things_that_are_no_run(tmp_path: Path) -> None:
    with pytest.raises(cs.DatasetError, match="does not exist"):
        cs.load(tmp_path / "nothing")
    with pytest.raises(cs.DatasetError, match=r"3 is no run"):
        cs.load(3)  # type: ignore[arg-type]
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(cs.DatasetError, match="this is no run"):
        cs.load(file)


def test_a_run_of_a_later_format_is_refused(run: cs.Run, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({**read_manifest(run.path), "format": 2}))
    with pytest.raises(cs.DatasetError, match="its format is 2; this version reads format 1"):
        cs.load(tmp_path)


def test_a_missing_file_is_named(run: cs.Run, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(read_manifest(run.path)))
    with pytest.raises(cs.DatasetError, match=r"`games/part-000000\.parquet` is missing"):
        _ = cs.load(tmp_path).games


def test_a_run_can_be_loaded_by_its_manifest(run: cs.Run) -> None:
    assert cs.load(run.path / "manifest.json").path == run.path
    assert cs.load(run) is run
    assert run.finished
    assert run.damaged() == []
