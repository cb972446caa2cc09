"""Compiled code on disk is never older than its sources: edits of a callee, a constant or a table show at once.

A copy of the package with a cache of its own scores one seat; only the scoring kernels and what they call are compiled.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import caverna_sim

pytestmark = pytest.mark.slow

SCORE_ONE_SEAT = """
import json, sys
import numpy as np
import caverna_sim
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.shape import layout

seat, parts = np.zeros(1, layout.SEAT)[0], np.zeros(score.NUM, np.int32)
seat["goods"][[good.SHEEP, good.DOG, good.RUBY]] = 3, 1, 2
score_seat(catalog(2).record[0], seat, parts)
named = dict(zip(score.NAMES, parts.tolist()))
json.dump({"where": caverna_sim.__file__, "animals": named["animals"], "rubies": named["rubies"]}, sys.stdout)
"""


class Copy:
    """A copy of the package to edit, and a cache for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "caverna_sim"
        self.cache = folder / "cache"
        shutil.copytree(Path(caverna_sim.__file__).parent, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace a text that stands exactly once in a file."""
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has changed; this test needs another edit"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def score(self) -> tuple[int, int]:
        """Points for 3 sheep and a dog, and for 2 rubies, as a new process counts them."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "CAVERNA_SIM_CACHE": str(self.cache)}
        command = [sys.executable, "-c", SCORE_ONE_SEAT]
        done = subprocess.run(command, env=environment, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert Path(result["where"]).parent == self.package
        return result["animals"], result["rubies"]

    def compiled(self) -> dict[str, int]:
        """Folders of compiled code, with the number of their kernels."""
        return {folder.name: len(list(folder.rglob("*.nbc"))) for folder in self.cache.glob("kernels-*")}


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A fresh copy that has compiled and counted once."""
    made = Copy(tmp_path)
    assert made.score() == (4, 2)  # 1 point for each animal and ruby
    assert len(made.compiled()) == 1 and sum(made.compiled().values()) > 0
    return made


def test_unchanged_sources_are_not_compiled_again(copy: Copy) -> None:
    before = copy.compiled()
    assert copy.score() == (4, 2)
    assert copy.compiled() == before


def test_an_edited_callee_in_another_file_counts_at_once(copy: Copy) -> None:
    copy.edit("games/caverna/home/wares.py", "return int(goods[good.SHEEP]) +", "return 2 * int(goods[good.SHEEP]) +")
    assert copy.score() == (7, 2)
    assert len(copy.compiled()) == 2


def test_an_edited_constant_counts_at_once(copy: Copy) -> None:
    copy.edit("games/caverna/ids/score.py", "POINTS_RUBY = 5", "POINTS_RUBY = 9")  # where a begging marker's -3 stands
    assert copy.score() == (4, -6)
    assert len(copy.compiled()) == 2


def test_an_edited_table_counts_at_once_and_compiles_nothing(copy: Copy) -> None:
    before = copy.compiled()
    copy.edit("games/caverna/box/base/constants.toml", "\nruby = 1\n", "\nruby = 4\n")
    assert copy.score() == (4, 8)
    assert copy.compiled() == before


def test_an_edit_taken_back_finds_its_old_code_again(copy: Copy) -> None:
    before = copy.compiled()
    copy.edit("games/caverna/home/wares.py", "return int(goods[good.SHEEP]) +", "return 2 * int(goods[good.SHEEP]) +")
    assert copy.score() == (7, 2)
    copy.edit("games/caverna/home/wares.py", "return 2 * int(goods[good.SHEEP]) +", "return int(goods[good.SHEEP]) +")
    assert copy.score() == (4, 2)
    assert copy.compiled().items() >= before.items()


COMPILE_BOTH_AT_ONCE = """
import sys
import numba
from caverna_sim.compiling import jit

def twice(number):
    return number + number

twice.__code__ = twice.__code__.replace(co_filename=jit.__file__)
caches = []
for process in ("one", "other"):  # each has read the index when there was nothing in it
    jit.PROCESS = process
    caches.append(jit.KernelCache(twice)._cache_file)
late = []
caches[0]._save_data = lambda *given: late.append(given)  # this process is slow
for number, cache in enumerate(caches):
    cache._load_index = lambda: {}
    cache.save(f"types of {number}", f"code of {number}")
    del cache._load_index
del caches[0]._save_data
for given in late:
    caches[0]._save_data(*given)
sys.stdout.write(str([caches[1].load(f"types of {number}") for number in range(2)]))
"""


def test_processes_that_compile_at_once_never_name_code_of_each_other(tmp_path: Path) -> None:
    """What one of them loses from the index is compiled anew; before, the index could name the other's code under its own types."""
    done = subprocess.run(
        [sys.executable, "-c", COMPILE_BOTH_AT_ONCE], env={**os.environ, "CAVERNA_SIM_CACHE": str(tmp_path)}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "[None, 'code of 1']"
