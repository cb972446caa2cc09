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
        return {folder.name: len(list(folder.glob("objects/*"))) for folder in self.cache.glob("kernels-caverna-*")}


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


def test_a_reworded_sentence_compiles_nothing(copy: Copy) -> None:
    before = copy.compiled()
    copy.edit("errors.py", "did you mean", "do you mean")
    assert copy.score() == (4, 2)
    assert copy.compiled() == before


COMPILE = """
import sys
from caverna_sim.chance import philox
from caverna_sim.compiling import progress
print("ready", flush=True)
sys.stdin.readline()
print(philox.lot(1, 2, 3), len(progress.compiled_here))
"""


def test_processes_that_compile_at_once_never_name_code_of_each_other(tmp_path: Path) -> None:
    """Each gives its code names of its own; whoever comes last says which is found, and all of it is there."""

    def started() -> subprocess.Popen[str]:
        environment = {**os.environ, "CAVERNA_SIM_CACHE": str(tmp_path)}
        return subprocess.Popen([sys.executable, "-c", COMPILE], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answer(process: subprocess.Popen[str]) -> list[str]:
        return process.communicate()[0].split()

    both = [started(), started()]
    for process in both:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin
        process.stdin.write("now\n")
        process.stdin.flush()
    told = [answer(process) for process in both]
    with started() as later:
        assert answer(later) == ["ready", told[0][0], "0"]
    assert told[0][0] == told[1][0]
    assert {int(compiled) for _, compiled in told} <= {0, 1, 2}
