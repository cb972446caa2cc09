"""Kernels that two games share: each has them as its own, in one process and from a warm cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GAME = """
from caverna_sim.compiling.jit import own_copy
from tests.compiling import counting

_own = own_copy(counting, __name__, LIMIT={limit})
both = _own.both
"""
PLAY = """
import first_game, second_game
from caverna_sim.compiling import progress
print(first_game.both(3), second_game.both(3), first_game.both(30), second_game.both(30), len(progress.compiled_here))
"""


def played(folder: Path, **settings: str) -> str:
    """What both games count in a process of their own."""
    where = os.pathsep.join([str(folder), str(Path(__file__).parents[2])])
    environment = {**os.environ, "PYTHONPATH": where, "CAVERNA_SIM_CACHE": str(folder / "cache"), **settings}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("stock", ["0", "1"], ids=["ours", "stock"])
def test_each_game_counts_to_its_own_limit(tmp_path: Path, stock: str) -> None:
    """Its other constants follow from what it says; an edit of a game or of what both share is seen at once."""
    for name, limit in (("first_game", 5), ("second_game", 20)):
        (tmp_path / f"{name}.py").write_text(GAME.format(limit=limit), encoding="utf-8")
    assert played(tmp_path, CAVERNA_SIM_STOCK_NUMBA=stock) == "13 43 15 60 4"
    assert played(tmp_path, CAVERNA_SIM_STOCK_NUMBA=stock) == "13 43 15 60 0"
    (tmp_path / "first_game.py").write_text(GAME.format(limit=6), encoding="utf-8")
    assert played(tmp_path, CAVERNA_SIM_STOCK_NUMBA=stock) == "15 43 18 60 2"  # the other game's are as they were
    assert played(tmp_path, NUMBA_DISABLE_JIT="1").split()[:4] == ["15", "43", "18", "60"]


def test_what_is_given_has_to_be_there_and_a_module_has_one_copy() -> None:
    from caverna_sim.compiling.jit import own_copy
    from tests.compiling import counting

    with pytest.raises(ValueError, match="no value `LIMITS`"):
        own_copy(counting, __name__, LIMITS=3)
    assert own_copy(counting, __name__, LIMIT=3).TWICE == 6
    with pytest.raises(ValueError, match="a copy of tests\\.compiling\\.counting already"):
        own_copy(counting, __name__, LIMIT=4)
