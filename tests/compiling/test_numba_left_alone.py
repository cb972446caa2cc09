"""After `import caverna_sim` and a game, numba does for everybody else what it did before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from caverna_sim.compiling import jit

USERS = """
import numba

@numba.njit(cache=True)
def axpy(a, x, y):
    for index in range(x.size):
        y[index] += a * x[index]

@numba.njit(cache=True, fastmath=True)
def total(x):
    result = 0.0
    for index in range(x.size):
        result += x[index]
    return result
"""

LOOK = """
import importlib.util, json, re, sys
import numba, numpy as np

def look(name):
    spec = importlib.util.spec_from_file_location(name, f"{name}.py")
    users = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(users)
    users.axpy(2.0, np.ones(8), np.ones(8))
    users.total(np.ones(8))
    told = []
    for function in (users.axpy, users.total):
        code = next(iter(function.inspect_asm().values()))
        told.append({
            "instructions": re.findall(r"^\\t([a-z]\\w*)\\s", code, re.MULTILINE),
            "cache": function.stats.cache_path, "record": repr(numba.from_dtype(np.dtype([("a", "i4")])))[:20],
        })
    return told

before = look("before")
import caverna_sim as cs
cs.play(cs.Game(players=2, seed=1), ["random", "random"])
from caverna_sim.compiling import progress
json.dump([before, look("after"), len(progress.present), numba.config.CACHE_DIR], sys.stdout)
"""


@pytest.mark.skipif(not jit.IS_COMPILED, reason="nothing is compiled")
def test_functions_of_users_are_as_fast_and_cached_where_they_were(tmp_path: Path) -> None:
    """The same instructions, vectors among them, for an axpy and a sum that may be reordered; their caches beside their files."""
    for name in ("before", "after"):
        (tmp_path / f"{name}.py").write_text(USERS, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(jit.__file__).parents[2]), environment.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-c", LOOK], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    before, after, kernels, place = json.loads(done.stdout)
    assert kernels or jit.IS_STOCK  # the game was compiled, or loaded
    for one in before:
        packed = [word for word in one["instructions"] if word.endswith("pd") or word.startswith(("fmla", "fadd"))]
        assert len(packed) >= 4, "numba itself makes no vectors here"
    assert after == before
    assert not place
    assert {one["cache"] for one in after} == {str(tmp_path / "__pycache__")}
    assert len(list((tmp_path / "__pycache__").glob("after.*.nbc"))) == 2


def test_functions_of_users_count_from_the_end_and_raise() -> None:
    """What kernels do without (calling.py) stays as numba has it for everybody else, in the same program."""

    @numba.njit
    def last(numbers: np.ndarray) -> float:
        if numbers.size == 0:
            raise ValueError("nothing")
        return numbers[-1] / numbers[0]

    assert last(np.array([2.0, 3.0, 5.0])) == 2.5
    with pytest.raises(ValueError, match="nothing"):
        last(np.zeros(0))
    with pytest.raises(ZeroDivisionError):
        last(np.zeros(1))


def test_functions_of_users_call_kernels() -> None:
    """A kernel is a plain function in C's way also for a caller that is compiled in numba's."""
    from caverna_sim.chance import philox

    @numba.njit
    def lots(number: int) -> int:
        return philox.lot(1, 2, 3) + philox.lot(1, 2, 4) * number

    assert lots(3) == philox.lot(1, 2, 3) + 3 * philox.lot(1, 2, 4)
