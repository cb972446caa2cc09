"""A run on a real Dask cluster of two worker processes, one of which dies on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.batch.running import Progress
from tests.batch import digests, scenario_of

SCENARIO = scenario_of(4, games=4000)
OF_AGRICOLA = {"name": "x", "game": "agricola", "players": 4, "bots": ["balanced", "grower", "herder", "artisan"], "games": 4000, "seed": 5}

Cluster = tuple[str, list[subprocess.Popen[bytes]]]  # the address of a scheduler; its process and those of its workers


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two workers on this machine."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}

    def start(module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", "--scheduler-file", str(file), *words]
        return subprocess.Popen(command, env=environment, cwd=Path.cwd(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    processes = [start("dask_scheduler", "--host", "127.0.0.1", "--port", "0")]
    try:
        deadline = time.monotonic() + 300
        while not file.is_file() or not file.read_text().strip():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        processes += [start("dask_worker", "--no-nanny", "--nthreads", "1") for _ in range(2)]
        address = json.loads(file.read_text())["address"]
        wait_for_workers(address, 2)
        yield address, processes
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait(timeout=120)


def wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=300)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [SCENARIO, OF_AGRICOLA], ids=["caverna", "agricola"])
def test_a_cluster_gives_the_same_rows_when_a_worker_dies(scenario: Any, cluster: Cluster, tmp_path: Path) -> None:
    address, (_, *workers) = cluster
    killed: list[int] = []

    def kill_one(now: Progress) -> None:
        if not killed and now.games:
            workers[0].kill()
            killed.append(now.games)

    run = cs.run(scenario, out=tmp_path / "cluster", backend="dask", scheduler=address, chunk_games=200, on_progress=kill_one)
    assert killed[0] < 2000
    assert workers[0].wait(timeout=120) != 0
    assert workers[1].poll() is None
    assert run.finished
    here = cs.run(scenario, out=tmp_path / "here", workers=2)
    assert digests(run) == digests(here)


@pytest.mark.slow
def test_when_the_scheduler_is_gone_the_run_stops_and_keeps_its_rows(cluster: Cluster, tmp_path: Path) -> None:
    address, (scheduler, *_) = cluster

    def end_it(now: Progress) -> None:
        if now.games:
            scheduler.kill()

    with pytest.raises(cs.RunStopped, match=r"scheduler `tcp://127.0.0.1:\d+`: it is gone; finished chunks are kept"):
        cs.run(SCENARIO, out=tmp_path / "cluster", backend="dask", scheduler=address, chunk_games=200, on_progress=end_it)
    left = cs.load(tmp_path / "cluster")
    assert 0 < left.games_played < 4000
    whole = cs.run(SCENARIO, out=tmp_path / "cluster", workers=2, resume=True)
    assert digests(whole) == digests(cs.run(SCENARIO, out=tmp_path / "here", workers=2))
