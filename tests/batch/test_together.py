"""Files of long runs are put together and summed up: nothing is lost by it, rows stay, and statistics say the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import caverna_sim as cs
from caverna_sim import games
from caverna_sim.batch import run as running
from caverna_sim.batch.running import Distinct, Progress
from caverna_sim.dataset import read
from caverna_sim.dataset.manifest import names_of
from caverna_sim.dataset.together import Groups
from caverna_sim.report.page import report
from caverna_sim.stats import pairs, sums
from caverna_sim.stats.hashes import SAMPLED, mixed
from caverna_sim.stats.moved import moved
from caverna_sim.stats.source import open_run
from caverna_sim.stats.summary import edges, score_parts, scores, wins
from tests.batch import digests
from tests.toy import TOY

TABLE: dict[str, Any] = {"name": "dice", "game": "toy", "players": 3, "bots": ["bold", "careful", "lazy"], "games": 720, "seed": 5}
CHUNK = 36
PART = 20_000  # bytes: every few chunks


@pytest.fixture(scope="module", autouse=True)
def _second_game() -> Iterator[None]:
    games.register(TOY)
    yield
    games._REGISTERED.pop(TOY.name)


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    return cs.run(TABLE, out=tmp_path_factory.mktemp("apart") / "run", workers=1, chunk_games=CHUNK)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PART_BYTES", PART)


def files(run: cs.Run) -> list[str]:
    return sorted(str(path.relative_to(run.path)) for path in run.path.glob("*/part-*.parquet"))


# ---------------------------------------------------------------- putting together


@pytest.mark.parametrize("ways", [{"workers": 1}, {"workers": 3, "backend": "threading"}], ids=str)
@pytest.mark.usefixtures("small_parts")
def test_files_of_many_chunks_become_one_with_the_same_rows(ways: dict[str, Any], apart: cs.Run, tmp_path: Path) -> None:
    run = cs.run(TABLE, out=tmp_path / "run", chunk_games=CHUNK, **ways)
    assert digests(run) == digests(apart)
    assert run.finished
    entries = run.manifest["chunks"]
    assert len(entries) < 20
    assert sum(entry["games"] for entry in entries.values()) == 720
    assert files(run) == sorted(f"{table}/{names_of(key, entry)}" for key, entry in entries.items() for table in run.tables)
    for name in ("games", "blocks", "distinct_games", "rows", "choices", "mean_scores"):
        assert run.manifest["summary"][name] == apart.manifest["summary"][name], name
    assert run.damaged() == []
    assert run.players.collect()["game"].is_sorted()


@pytest.mark.usefixtures("small_parts")
def test_which_chunks_go_together_does_not_depend_on_when_they_are_done(tmp_path: Path) -> None:
    one, other = (cs.run(TABLE, out=tmp_path / str(n), chunk_games=CHUNK, workers=n, backend="threading") for n in (1, 4))
    assert files(one) == files(other)
    assert [(one.path / name).read_bytes() for name in files(one)] == [(other.path / name).read_bytes() for name in files(other)]


def test_groups_are_neighbours_up_to_a_size() -> None:
    chunks: dict[str, Any] = {}
    found = Groups(chunks, 100)
    for chunk in (1, 3, 2, 0, 4, 6, 5):
        chunks[str(chunk)] = {"tables": {"games": {"bytes": 10}, "players": {"bytes": 40}}}
        found.look()
        assert bool(found.ready) == (chunk in (0, 4, 6, 5))
    assert list(found.ready) == [(0, 2), (3, 5)]


class _Enough(Exception):
    pass


@pytest.mark.parametrize("chunks", [3, 7, 12, 19])
@pytest.mark.usefixtures("small_parts")
def test_a_run_that_was_left_goes_on_with_parts(chunks: int, apart: cs.Run, tmp_path: Path) -> None:
    def stop(now: Progress) -> None:
        if now.games >= chunks * CHUNK:
            raise _Enough

    with pytest.raises(_Enough):
        cs.run(TABLE, out=tmp_path / "run", workers=1, chunk_games=CHUNK, on_progress=stop)
    left = cs.load(tmp_path / "run")
    assert left.games_played == chunks * CHUNK
    played = [0]
    run = cs.run(TABLE, out=left.path, workers=1, resume=True, on_progress=lambda now: played.append(now.played))
    assert played[-1] == 720 - chunks * CHUNK
    assert digests(run) == digests(apart)


@pytest.mark.parametrize("when", ["before the manifest", "before the small files go"])
@pytest.mark.usefixtures("small_parts")
def test_a_kill_while_files_are_put_together_loses_nothing(
    when: str, apart: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: Any) -> None:
        raise _Enough

    where = running._Session if when == "before the manifest" else running
    name = "_take_together" if when == "before the manifest" else "remove_chunks"
    with monkeypatch.context() as patch, pytest.raises(_Enough):
        patch.setattr(where, name, die)
        cs.run(TABLE, out=tmp_path / "run", workers=1, chunk_games=CHUNK)
    left = cs.load(tmp_path / "run")
    seen = left.games_played
    assert seen >= 2 * CHUNK
    assert left.players.select(pl.len()).collect().item() == 3 * seen  # no row twice, though files are there twice
    played = [0]
    run = cs.run(TABLE, out=left.path, workers=1, resume=True, on_progress=lambda now: played.append(now.played))
    assert played[-1] <= 720 - seen
    assert digests(run) == digests(apart)
    assert len(files(run)) == len(run.tables) * len(run.manifest["chunks"])


@pytest.mark.usefixtures("small_parts")
def test_a_damaged_part_is_played_again(apart: cs.Run, tmp_path: Path) -> None:
    run = cs.run(TABLE, out=tmp_path / "run", workers=1, chunk_games=CHUNK)
    key, entry = next((key, entry) for key, entry in run.manifest["chunks"].items() if "last" in entry)
    file = run.path / "players" / f"part-{int(key):06d}-{entry['last']:06d}.parquet"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))
    assert run.damaged() == [int(key)]
    with pytest.raises(cs.DatasetError, match=rf"the file `players/{file.name}` is damaged; `caverna-sim run .* --resume` plays it again"):
        cs.load(run.path).players.collect()
    played = [0]
    again = cs.run(TABLE, out=run.path, workers=1, resume=True, on_progress=lambda now: played.append(now.played))
    assert played[-1] == entry["games"]
    assert digests(again) == digests(apart)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_kills_at_any_moment_lose_nothing(apart: cs.Run, tmp_path: Path) -> None:
    program = (
        "from caverna_sim import games; from caverna_sim.batch import run as running; from tests.toy import TOY; import json, sys\n"
        f"running.PART_BYTES = {PART}; games.register(TOY)\n"
        f"running.run(json.loads(sys.argv[1]), out=sys.argv[2], workers=1, chunk_games={CHUNK}, resume=sys.argv[3] == 'on')"
    )
    out, chance = tmp_path / "run", np.random.RandomState(3)
    kills = done = 0
    while not done and kills < 40:
        words = [sys.executable, "-c", program, json.dumps(TABLE), str(out), "on" if (out / "manifest.json").exists() else "off"]
        process = subprocess.Popen(words, stderr=subprocess.PIPE)
        try:
            _, told = process.communicate(timeout=0.6 + 1.5 * chance.rand() if kills < 12 else 600)
            assert process.returncode == 0, told
            done = 1
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
    assert kills >= 1
    run = cs.load(out)
    assert run.damaged() == []
    assert digests(run) == digests(apart)


# ---------------------------------------------------------------- what is believed


def test_files_of_the_noted_size_and_time_are_not_read_again(apart: cs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.dataset import manifest

    def refuse(path: Path) -> bytes:
        raise AssertionError(path)

    monkeypatch.setattr(manifest, "_content", refuse)
    assert read.load(apart.path).players.select(pl.len()).collect().item() == 3 * 720
    assert cs.run(TABLE, out=apart.path, workers=1, resume=True).games_played == 720
    with pytest.raises(AssertionError):
        apart.damaged()  # compares every file with its checksum


def test_a_copy_is_compared_once_and_believed_from_then_on(apart: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    from caverna_sim.dataset import manifest

    shutil.copytree(apart.path, tmp_path / "copy", copy_function=shutil.copyfile)
    cs.run(TABLE, games=756, out=tmp_path / "copy", workers=1, resume=True)
    monkeypatch.setattr(manifest, "_content", lambda path: pytest.fail(f"{path} was read"))
    assert cs.run(TABLE, games=756, out=tmp_path / "copy", workers=1, resume=True).games_played == 756


# ---------------------------------------------------------------- sums


@pytest.mark.usefixtures("small_parts")
def test_sums_by_block_say_just_what_rows_say(apart: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = open_run(apart)
    told = [found(rows).table for found in (scores, wins, edges, score_parts)]
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    monkeypatch.setattr(sums, "BASE", 1)
    together = cs.run(TABLE, out=tmp_path / "run", workers=1, chunk_games=CHUNK)
    for run in (together, cs.load(apart.path)):
        source = open_run(run)
        assert source.long is not None
        assert source.bots == rows.bots
        assert (source.sample.games, source.sample.blocks, source.sample.distinct) == (720, rows.sample.blocks, rows.sample.distinct)
        for one, other in zip(told, (found(source).table for found in (scores, wins, edges, score_parts)), strict=True):
            assert_frame_equal(one, other, check_exact=False, abs_tol=1e-9)


def test_units_of_many_blocks_keep_the_means(apart: cs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = scores(open_run(apart)).table
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    monkeypatch.setattr(sums, "BASE", 4)
    source = open_run(cs.load(apart.path))
    assert source.long is not None
    assert source.sums((), ("score",))[()].units == 60
    found = scores(source).table
    assert found["mean"].to_list() == pytest.approx(exact["mean"].to_list(), abs=1e-12)
    assert found["error"].to_list() == pytest.approx(exact["error"].to_list(), rel=0.5)


def test_comparisons_of_long_runs_pair_their_units(apart: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dear = cs.run({**TABLE, "name": "dear", "rules": {"again.price": 3}}, games=540, out=tmp_path / "dear", workers=1, chunk_games=60)
    exact = cs.compare(apart, dear, by="bot")
    assert exact.games == (540, 540)
    tables = {one.kind: one.table for one in moved(exact)}
    for folder in (apart.path, dear.path):
        (folder / "looks.json").unlink(missing_ok=True)
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    monkeypatch.setattr(sums, "BASE", 1)
    found = cs.compare(cs.load(apart.path), cs.load(dear.path), by="bot")
    assert (found.games, found.is_paired, found.same_games) == (exact.games, True, exact.same_games)
    assert_frame_equal(found.table, exact.table, check_exact=False, abs_tol=1e-9)
    again = {one.kind: one.table for one in moved(found)}
    assert tables.keys() == again.keys() >= {"throws"}
    for kind, table in tables.items():
        assert_frame_equal(again[kind], table, check_exact=False, abs_tol=1e-9)
    monkeypatch.setattr(sums, "MOST_BLOCKS", 200)  # one long, one short
    differences = pytest.approx(exact.table["difference"].to_list(), abs=1e-12)
    assert cs.compare(cs.load(apart.path), cs.load(dear.path), by="bot").table["difference"].to_list() == differences
    monkeypatch.setattr(pairs, "LEAST_UNITS", 1)  # a short one of so many blocks is compared by its sums too
    monkeypatch.setattr(pairs, "RowSide", lambda *_: pytest.fail("rows were read"))
    assert cs.compare(cs.load(apart.path), cs.load(dear.path), by="bot").table["difference"].to_list() == differences
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    same = cs.compare(cs.load(apart.path), cs.load(apart.path))
    assert same.is_same


@pytest.mark.usefixtures("small_parts")
def test_descriptions_of_long_runs_open_only_their_first_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = cs.run(TABLE, out=tmp_path / "run", workers=1, chunk_games=CHUNK)
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    first = open_run(run).first(60)
    assert first.seats.select(pl.col("game").unique()).collect()["game"].sort().to_list() == list(range(60))
    assert first.run.players.select(pl.col("game").max()).collect().item() == 59
    assert len(first.run.manifest["chunks"]) == 1 < len(run.manifest["chunks"])


def test_a_page_of_a_long_run_has_every_section(apart: cs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = report(cs.load(apart.path))
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    monkeypatch.setattr(sums, "BASE", 1)
    assert report(cs.load(apart.path)).count("data-block=") == plain.count("data-block=")


def test_sums_are_made_once_and_anew_when_rows_or_they_change(apart: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    folder = tmp_path / "run"
    shutil.copytree(apart.path, folder, ignore=shutil.ignore_patterns("sums"))
    made: list[str] = []
    whole = sums.write_sums
    monkeypatch.setattr(sums, "write_sums", lambda run, group, what: made.append(sums.name_of(group)) or whole(run, group, what))

    def found() -> list[float]:
        table = scores(open_run(cs.load(folder))).table
        return [*table["mean"].to_list(), *table["error"].to_list()]

    first = found()
    assert (found(), len(made)) == (first, 1)
    kept = next((folder / "sums" / "seats").glob("*.parquet"))
    kept.write_bytes(kept.read_bytes()[:-7])
    assert (found(), len(made)) == (first, 1), "those of the whole run are kept"
    (folder / "sums" / "whole.json").write_text("{damaged")
    assert (found(), len(made)) == (first, 2)
    for file in (folder / "sums" / "whole").glob("seats*.parquet"):
        file.write_bytes(file.read_bytes()[:-7])
    (folder / "sums" / "index.json").write_text("{damaged")
    assert (found(), len(made)) == (first, 3)
    cs.run(TABLE, games=756, out=folder, workers=1, resume=True)
    assert open_run(cs.load(folder)).sample.games == 756
    assert len(made) == 4


@pytest.mark.usefixtures("small_parts")
def test_a_long_run_adds_up_at_its_end_what_reports_ask_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    run = cs.run(TABLE, out=tmp_path / "run", workers=1, chunk_games=CHUNK)
    monkeypatch.setattr(sums, "ensured", lambda *_: pytest.fail("sums of files were read"))
    assert scores(open_run(run)).table.height > 0
    assert report(run).count("data-block=") > 3


def test_a_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = cs.run(TABLE, games=90, out=tmp_path / "run [1] * {0} ü", workers=1)
    assert run.players.collect().height == 270
    monkeypatch.setattr(sums, "MOST_BLOCKS", 10)
    assert open_run(cs.load(run.path)).sums((), ("score",))[()].counts.sum() == 270


@pytest.mark.parametrize("seconds", [-3e8, 0, 7e9])
def test_a_clock_that_stands_wrong_does_no_harm(seconds: float, apart: cs.Run, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "run"
    shutil.copytree(apart.path, folder)
    for file in folder.rglob("*.parquet"):
        os.utime(file, (seconds, seconds))
    run = cs.run(TABLE, games=756, out=folder, workers=1, resume=True)
    assert run.games_played == 756
    assert cs.load(folder).players.collect().height == 3 * 756


def test_long_runs_count_distinct_games_by_a_sample() -> None:
    random = np.random.RandomState(1)
    hashes = random.randint(0, 2**62, 400_000)
    values = mixed(hashes)
    found = Distinct()
    found.add_sample(values[values < SAMPLED])
    found.add(hashes[:1000])  # again
    assert not found.is_exact
    assert found.count == pytest.approx(400_000, rel=0.15)


def test_going_on_with_a_long_run_reads_no_hashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PART_BYTES", PART)
    monkeypatch.setattr(running, "COUNT_EXACTLY", 100)
    run = cs.run(TABLE, out=tmp_path / "run", workers=1, chunk_games=CHUNK)
    seen: list[str] = []
    monkeypatch.setattr(read, "column_of", lambda run, table, key, entry, column: seen.append(key) or np.zeros(1, np.int64))
    cs.run(TABLE, games=756, out=run.path, workers=1, resume=True)
    assert seen == [key for key, entry in run.manifest["chunks"].items() if "last" not in entry]
