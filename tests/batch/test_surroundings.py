"""What surrounds a run: threads, event loops, spawned processes, and several processes that compile at once or are ended while they do."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.compiling import jit

ours = pytest.mark.skipif(not jit.IS_COMPILED or jit.IS_STOCK, reason="not compiled by us")
pytestmark = pytest.mark.slow

TABLE = {"name": "around", "players": 2, "bots": ["random", "novice"], "games": 40, "seed": 11}


def rows_of(folder: str | Path, workers: int = 1) -> str:
    """The rows of a small run, as one text; module level, so that a spawned process finds it."""
    return cs.run(TABLE, out=folder, workers=workers, chunk_games=20).players.collect().write_csv()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the run makes when nothing is around it."""
    return rows_of(tmp_path_factory.mktemp("alone") / "run")


@pytest.mark.parametrize("workers", [1, 2])
def test_runs_in_threads_at_the_same_time_make_the_same_rows(tmp_path: Path, alone: str, workers: int) -> None:
    made: dict[int, str] = {}
    threads = [threading.Thread(target=lambda n=n: made.update({n: rows_of(tmp_path / str(n), workers)})) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == dict.fromkeys(range(3), alone)


def test_a_run_inside_an_event_loop(tmp_path: Path, alone: str) -> None:
    """As in a notebook or a server: called from a coroutine, and beside the loop in threads of its own."""

    async def direct() -> str:
        return rows_of(tmp_path / "direct")

    async def beside() -> list[str]:
        return await asyncio.gather(*(asyncio.to_thread(rows_of, tmp_path / f"beside {n}", 2) for n in range(2)))

    assert asyncio.run(direct()) == alone
    assert asyncio.run(beside()) == [alone, alone]


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_runs_in_processes_that_do_not_inherit_anything(tmp_path: Path, alone: str, method: str) -> None:
    if method not in sys.modules["multiprocessing"].get_all_start_methods():
        pytest.skip(f"no {method} on this system")
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        assert list(pool.map(rows_of, [tmp_path / "one", tmp_path / "two"])) == [alone, alone]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork is a thing of POSIX")
def test_a_child_that_was_forked_after_tables_were_read_is_told_so(tmp_path: Path) -> None:
    """A fork copies no threads: polars waited for its own for ever, without a word. Playing goes on there."""
    code = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
import caverna_sim as cs
from tests.batch.test_surroundings import TABLE, rows_of
rows_of({str(tmp_path / "parent")!r})
child = os.fork()
if child == 0:
    run = cs.run(TABLE, out={str(tmp_path / "child")!r}, workers=1)
    try:
        run.players
    except cs.RunStopped as error:
        os._exit(0 if run.games_played == 40 and "spawn" in str(error) else 4)
    os._exit(3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    child = subprocess.run([sys.executable, "-c", code], timeout=600, check=False, capture_output=True, text=True)
    assert child.returncode == 0, child.stderr


# ---------------------------------------------------------------- compiling

DRAW = """
from caverna_sim.chance import philox
print(philox.lot(1, 2, 3))
"""
LOT = "4056789687"


def drawing(cache: Path) -> subprocess.Popen[str]:
    """A process that compiles what it needs to draw a lot, into this folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVERNA_SIM_")}
    environment |= {"CAVERNA_SIM_CACHE": str(cache), "TMPDIR": str(cache.parent)}
    return subprocess.Popen([sys.executable, "-c", DRAW], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def left_over(folder: Path) -> list[Path]:
    """Files that somebody meant to rename, and folders in the temporary place."""
    return [path for path in folder.rglob("*") if ".tmp" in path.name or (path.is_dir() and path.parent == folder and path.name != "cache")]


@ours
def test_several_processes_compile_the_same_at_once(tmp_path: Path) -> None:
    processes = [drawing(tmp_path / "cache") for _ in range(4)]
    told = [process.communicate(timeout=300) for process in processes]
    assert [out.strip() for out, _ in told] == [LOT] * 4, told
    assert [err for _, err in told] == [""] * 4
    assert not left_over(tmp_path)


@ours
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_process_ended_while_it_compiles_leaves_nothing_that_is_wrong(tmp_path: Path, how: signal.Signals) -> None:
    started = time.monotonic()
    assert drawing(tmp_path / "first").communicate(timeout=300)[0].strip() == LOT
    seconds, chance = time.monotonic() - started, random.Random(5)
    for _ in range(6):
        process = drawing(tmp_path / "cache")
        time.sleep(chance.uniform(0.3, 1.0) * seconds)
        process.send_signal(how)
        process.communicate(timeout=300)
    out, err = drawing(tmp_path / "cache").communicate(timeout=300)
    assert (out.strip(), err) == (LOT, "")
