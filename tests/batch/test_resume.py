"""Nothing is lost and nothing played twice: runs that were killed, interrupted, damaged or stopped by a full disk."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

import caverna_sim as cs
from caverna_sim.batch import run as running
from caverna_sim.batch.running import Progress
from caverna_sim.cli import main
from caverna_sim.dataset.manifest import read_manifest, write_manifest
from tests.batch import digests, scenario_of

SCENARIO = scenario_of(4, games=96)
CHUNK = 16
PROGRAM = [sys.executable, "-c", "from caverna_sim.cli import main; raise SystemExit(main())"]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    return cs.run(SCENARIO, out=tmp_path_factory.mktemp("resume") / "whole", workers=1, chunk_games=CHUNK)


class _Enough(Exception):
    pass


def stopped_after(chunks: int, folder: Path, **ways: Any) -> cs.Run:
    """A run that was left after so many chunks."""

    def stop(now: Progress) -> None:
        if now.games >= chunks * CHUNK:
            raise _Enough

    with pytest.raises(_Enough):
        cs.run(SCENARIO, out=folder, chunk_games=CHUNK, on_progress=stop, **{"workers": 1, **ways})
    return cs.load(folder)


def resumed(folder: Path, **more: Any) -> tuple[cs.Run, list[int]]:
    """The run when it has gone on, and how many games were played for that."""
    played = [0]
    run = cs.run(SCENARIO, out=folder, resume=True, on_progress=lambda now: played.append(now.played), **{"workers": 1, **more})
    return run, played


# ---------------------------------------------------------------- going on


@pytest.mark.parametrize("ways", [{}, {"workers": 2}, {"workers": 2, "backend": "threading"}], ids=str)
def test_a_run_that_was_left_goes_on(ways: dict[str, Any], reference: cs.Run, tmp_path: Path) -> None:
    left = stopped_after(2, tmp_path / "run", **ways)
    assert not left.finished
    assert 2 * CHUNK <= left.games_played < 96
    assert len(left.games.collect()) == left.games_played
    run, played = resumed(tmp_path / "run")
    assert run.finished
    assert 0 < played[-1] <= 96 - left.games_played  # a chunk that was being written may have been finished
    assert digests(run) == digests(reference)
    assert run.manifest["summary"]["mean_scores"] == reference.manifest["summary"]["mean_scores"]
    assert run.manifest["summary"]["distinct_games"] == 96


def test_a_finished_run_has_nothing_left_to_play(reference: cs.Run) -> None:
    before = (reference.path / "manifest.json").read_bytes()
    run, played = resumed(reference.path)
    assert (run.games_played, played) == (96, [0])
    assert (reference.path / "manifest.json").read_bytes() == before


def test_chunks_that_the_manifest_does_not_know_are_found(reference: cs.Run, tmp_path: Path) -> None:
    run = stopped_after(3, tmp_path / "run")
    manifest = {**run.manifest, "chunks": {"0": run.manifest["chunks"]["0"]}}
    (run.path / "manifest.json").write_text(json.dumps(manifest))
    (run.path / "players" / ".part-000005.parquet.99.tmp").write_bytes(b"half")
    again, played = resumed(run.path)
    assert played[-1] == 96 - 3 * CHUNK
    assert digests(again) == digests(reference)
    assert again.manifest["summary"]["mean_scores"] == reference.manifest["summary"]["mean_scores"]
    assert not list(run.path.rglob("*.tmp"))


@pytest.mark.parametrize("place", [0.05, 0.3, 0.6, 0.95])
def test_a_damaged_chunk_that_the_manifest_does_not_know_is_played_again(place: float, reference: cs.Run, tmp_path: Path) -> None:
    run = stopped_after(3, tmp_path / "run")
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "chunks": {"0": run.manifest["chunks"]["0"]}}))
    file = run.path / "players" / "part-000001.parquet"
    content = bytearray(file.read_bytes())
    content[int(place * len(content))] ^= 8
    file.write_bytes(bytes(content))
    again, _ = resumed(run.path)
    assert again.players.collect().equals(reference.players.collect())
    assert again.manifest["summary"]["mean_scores"] == reference.manifest["summary"]["mean_scores"]


def test_half_a_chunk_is_played_again(reference: cs.Run, tmp_path: Path) -> None:
    run = stopped_after(3, tmp_path / "run")
    del run.manifest["chunks"]["1"]
    (run.path / "manifest.json").write_text(json.dumps(run.manifest))
    (run.path / "expeditions" / "part-000001.parquet").unlink()
    again, played = resumed(run.path)
    assert played[-1] == 96 - 2 * CHUNK
    assert digests(again) == digests(reference)


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_damaged_files_are_played_again(damage: str, reference: cs.Run, tmp_path: Path) -> None:
    run = stopped_after(3, tmp_path / "run")
    file = run.path / "players" / "part-000001.parquet"
    content = file.read_bytes()
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(content[:-20] if damage == "cut" else content[:200] + bytes([content[200] ^ 1]) + content[201:])
    assert cs.load(run.path).damaged() == [1]
    again, played = resumed(run.path)
    assert played[-1] == 96 - 2 * CHUNK
    assert digests(again) == digests(reference)
    assert again.damaged() == []


# ---------------------------------------------------------------- what is refused


def test_nothing_is_overwritten_by_accident(reference: cs.Run, tmp_path: Path) -> None:
    assert cs.run(SCENARIO, out=reference.path).games_played == 96  # the same games again: they are loaded
    with pytest.raises(cs.CavernaError, match="run: on_progress: 5 is not allowed; give a function"):
        cs.run(SCENARIO, out=reference.path, on_progress=5)  # type: ignore[arg-type]
    with pytest.raises(cs.DatasetError, match="a finished run of 96 games is there already"):
        cs.run({**SCENARIO, "games": 200}, out=reference.path)
    stopped_after(1, tmp_path / "run")
    with pytest.raises(cs.DatasetError, match="an unfinished run is there already"):
        cs.run(SCENARIO, out=tmp_path / "run")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("all of it")
    with pytest.raises(cs.DatasetError, match="the folder holds other things"):
        cs.run(SCENARIO, out=tmp_path / "other")
    with pytest.raises(cs.DatasetError, match="this is a file; give a folder"):
        cs.run(SCENARIO, out=tmp_path / "other" / "thesis.txt")
    with pytest.raises(cs.DatasetError, match=r"it holds 96 games already, more than 4; give at least so many"):
        cs.run(SCENARIO, games=4, out=reference.path, resume=True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": 12}, "the scenario differs in `seed`"),
        ({"bots": ["herder", "peaceful", "adventurer", "ruby_miner"]}, "the scenario differs in `bots`"),
        ({"rules": {"start.food": [0, 1, 2, 3]}, "record": ["games"]}, "the scenario differs in `record`, `rules`"),
    ],
)
def test_another_scenario_does_not_belong_here(change: dict[str, Any], reason: str, reference: cs.Run) -> None:
    with pytest.raises(cs.DatasetError, match=f"cannot be resumed, because {reason}; start a new one in another folder"):
        cs.run({**SCENARIO, **change}, out=reference.path, resume=True)


@pytest.mark.skipif(os.name != "posix", reason="folders are locked on POSIX only")
def test_a_folder_has_one_writer_at_a_time(reference: cs.Run, tmp_path: Path) -> None:
    refused: list[str] = []

    def start_again(_: Progress) -> None:
        if not refused:
            with pytest.raises(cs.DatasetError) as told:
                cs.run(SCENARIO, out=tmp_path / "run", resume=True, workers=1)
            refused.append(str(told.value))

    run = cs.run(SCENARIO, out=tmp_path / "run", workers=1, chunk_games=CHUNK, on_progress=start_again)
    assert refused == [f"out `{tmp_path / 'run'}`: another process is playing into this folder; wait for it, or give another folder"]
    assert digests(run) == digests(reference)
    assert resumed(run.path)[0].finished  # the lock is gone


def test_another_description_is_no_other_scenario(reference: cs.Run) -> None:
    assert cs.run({**SCENARIO, "name": "x", "description": "told otherwise"}, out=reference.path, resume=True).finished


def test_another_bot_does_not_belong_here(reference: cs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.games.caverna.source import CavernaSource

    real = CavernaSource.__init__

    def tuned(source: CavernaSource, *given: Any) -> None:
        real(source, *given)
        source.bots["temperature"][2] += 1

    monkeypatch.setattr(CavernaSource, "__init__", tuned)
    with pytest.raises(cs.DatasetError, match="because a bot has other parameters now"):
        cs.run(SCENARIO, out=reference.path, resume=True)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"backend": "ray"}, "backend: 'ray' is not allowed; allowed: `loky`, `threading`, `dask`"),
        ({"backend": "dask"}, "give the address of the scheduler"),
        ({"scheduler": "tcp://127.0.0.1:1"}, "only the backend `dask` has one"),
        ({"backend": "dask", "scheduler": "tcp://127.0.0.1:1", "workers": 2}, "as many as it has"),
        ({"workers": 0}, "workers: 0 is not allowed; give a whole number from 1 to 1024"),
        ({"games": 0}, "games: 0 is not allowed"),
        ({"seed": -1}, "seed: -1 is not allowed"),
        ({"until": 0}, "until: 0 is not allowed"),
        ({"chunk_games": 6}, "chunk_games: 6 is not allowed; give a multiple of 4"),
    ],
)
def test_wrong_arguments_are_told(given: dict[str, Any], problem: str, tmp_path: Path) -> None:
    with pytest.raises(cs.CavernaError, match=re.escape(problem)):
        cs.run(SCENARIO, out=tmp_path / "run", **given)
    assert not (tmp_path / "run").exists()


def test_a_cluster_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.match import workers as backends

    monkeypatch.setattr(backends, "CONNECT_SECONDS", 1)
    with pytest.raises(cs.CavernaError, match=r"scheduler `tcp://127\.0\.0\.1:9`: cannot be reached"):
        cs.run(SCENARIO, out=tmp_path / "run", backend="dask", scheduler="tcp://127.0.0.1:9")


# ---------------------------------------------------------------- disks


def fills_up(monkeypatch: pytest.MonkeyPatch, after: int, error: int = errno.ENOSPC) -> None:
    """A disk on which so many more files find room."""
    real = Path.open
    room = [after]

    def full(path: Path, mode: str = "r", *more: Any, **named: Any) -> IO[Any]:
        if "w" in mode and path.suffix == ".tmp":
            room[0] -= 1
            if room[0] < 0:
                raise OSError(error, os.strerror(error), str(path))
        return real(path, mode, *more, **named)

    monkeypatch.setattr(Path, "open", full)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_full_disk_keeps_what_is_finished(workers: int, reference: cs.Run, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fills_up(patch, 15)  # two chunks of five tables with their manifests, and something of the third
        with pytest.raises(cs.RunStopped, match=r"(part-00000\d\.parquet|manifest\.json)` cannot be written: no space left on device"):
            cs.run(SCENARIO, out=tmp_path / "run", workers=workers, backend="threading", chunk_games=CHUNK)
    left = cs.load(tmp_path / "run")
    assert not left.finished
    assert left.damaged() == []
    assert not list(left.path.rglob("*.tmp"))
    assert digests(resumed(left.path)[0]) == digests(reference)


def test_the_command_says_what_a_full_disk_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fills_up(monkeypatch, 10)
    code = main(["run", "base_2", "--games", "96", "--out", str(tmp_path / "run"), "--workers", "1", "--quiet"])
    told = capsys.readouterr().err
    assert code == 1
    assert "no space left on device" in told
    assert re.search(
        r"\d+ of 96 games are kept in .*; go on with: caverna-sim run base_2 --out .* --resume --games 96 --workers 1\n$", told
    )


@pytest.mark.parametrize("error", [errno.EACCES, errno.EROFS])
def test_a_folder_that_cannot_be_written_is_wrong_input(
    error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fills_up(monkeypatch, 0, error)
    assert main(["run", "base_2", "--games", "8", "--out", str(tmp_path / "run"), "--quiet"]) == 2
    told = capsys.readouterr().err
    assert f"manifest.json` cannot be written: {os.strerror(error).lower()}; give another folder" in told
    assert told.count("\n") == 1


# ---------------------------------------------------------------- lost workers


def test_a_worker_that_dies_again_and_again_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(*_: object) -> Iterator[None]:
        raise running.WorkerLost("a worker process was killed or ran out of memory")
        yield

    monkeypatch.setattr(running, "results", dying)
    with pytest.raises(cs.RunStopped, match="killed or ran out of memory, 3 times in a row; finished chunks are kept"):
        cs.run(SCENARIO, out=tmp_path / "run", workers=2)


# ---------------------------------------------------------------- signals


def started(folder: Path, *more: str) -> subprocess.Popen[str]:
    """The command in a process group of its own, with some chunks done."""
    words = ["run", "base_4", "--games", "9600", "--out", str(folder), "--workers", "2", "--quiet", *more]
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a suite that is run with `nohup` hands on that it is ignored
    try:
        process = subprocess.Popen([*PROGRAM, *words], stderr=subprocess.PIPE, text=True, start_new_session=True)
    finally:
        signal.signal(signal.SIGHUP, before)
    while chunks_of(folder) < 2:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    return process


def chunks_of(folder: Path) -> int:
    try:
        return len(json.loads((folder / "manifest.json").read_text())["chunks"])
    except (OSError, ValueError):
        return 0


def children(process: subprocess.Popen[str]) -> list[Any]:
    """Worker processes."""
    import psutil

    return [child for child in psutil.Process(process.pid).children() if "popen_loky" in " ".join(child.cmdline())]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return digests(cs.run("base_4", games=9600, out=tmp_path_factory.mktemp("whole") / "run", workers=2), ["games", "players"])


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
@pytest.mark.parametrize("way", [(), ("--backend", "threading")], ids=["processes", "threads"])
def test_ctrl_c_stops_at_once_and_says_how_to_go_on(way: tuple[str, ...], whole: dict[str, str], tmp_path: Path) -> None:
    process = started(tmp_path / "run", *way)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    left = cs.load(tmp_path / "run")
    assert left.manifest["status"] == "interrupted"
    assert left.damaged() == []
    assert told.startswith(
        f"interrupted: {left.games_played:,} of 9,600 games are kept in {tmp_path / 'run'}; go on with: caverna-sim run base_4"
    )
    assert told.count("\n") == 1
    run = cs.run("base_4", games=9600, out=tmp_path / "run", resume=True)
    assert digests(run, ["games", "players"]) == whole


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("is_alone", [True, False], ids=["alone", "with_its_workers"])
def test_being_ended_and_losing_the_terminal_stop_a_run_as_ctrl_c_does(name: str, is_alone: bool, tmp_path: Path) -> None:
    process = started(tmp_path / "run")
    (os.kill if is_alone else os.killpg)(process.pid, getattr(signal, name))
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert told.startswith("interrupted: ")
    assert "--resume" in told
    assert told.count("\n") == 1  # no word of a tracker
    assert cs.load(tmp_path / "run").damaged() == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_a_killed_run_leaves_no_workers_and_goes_on(whole: dict[str, str], tmp_path: Path) -> None:
    import psutil

    process = started(tmp_path / "run")
    workers = children(process)
    assert len(workers) == 2
    process.kill()
    process.communicate(timeout=120)
    assert psutil.wait_procs(workers, timeout=60)[1] == []
    run = cs.run("base_4", games=9600, out=tmp_path / "run", resume=True)
    assert digests(run, ["games", "players"]) == whole


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_a_killed_worker_is_replaced(whole: dict[str, str], tmp_path: Path) -> None:
    process = started(tmp_path / "run")
    children(process)[0].kill()
    _, told = process.communicate(timeout=300)
    assert process.returncode == 0, told
    assert digests(cs.load(tmp_path / "run"), ["games", "players"]) == whole


def test_a_run_of_an_earlier_version_is_read_and_cannot_go_on(tmp_path: Path) -> None:
    """It kept three sums of its chunks, where estimates need six."""
    folder = tmp_path / "run"
    cs.run(SCENARIO, games=CHUNK, out=folder, workers=1)
    manifest = read_manifest(folder)
    for entry in manifest["chunks"].values():
        entry["means"] = {name: sums[:3] for name, sums in entry["means"].items()}
    write_manifest(folder, manifest)
    assert cs.run(SCENARIO, games=CHUNK, out=folder, workers=1, resume=True).games_played == CHUNK
    with pytest.raises(cs.DatasetError, match=r"an earlier version began it .*; start a new one in another folder"):
        cs.run(SCENARIO, games=2 * CHUNK, out=folder, workers=1, resume=True)
