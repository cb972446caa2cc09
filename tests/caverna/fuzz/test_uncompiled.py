"""The same games compiled and as plain Python: equal hashes, equal final states."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.caverna.fuzz.trajectories import trajectories

pytestmark = pytest.mark.slow

FIFTY = ["1:0:8", "2:0:8", "3:0:8", "4:0:8", "5:0:6", "6:0:6", "7:0:6"]
TWO_THOUSAND = ["1:0:286", "2:0:286", "3:0:286", "4:0:286", "5:0:286", "6:0:285", "7:0:285"]


def in_another_process(orders: list[str], **settings: str) -> list[list[list[str]]]:
    """The same games in a process with other settings of the compiler; any warning there is an error."""
    command = [sys.executable, "-W", "error", "-m", "tests.caverna.fuzz.trajectories", *orders]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result: list[list[list[str]]] = json.loads(done.stdout)
    return result


def test_fifty_games_are_the_same_uncompiled() -> None:
    found = in_another_process(FIFTY, NUMBA_DISABLE_JIT="1")
    assert sum(len(games) for games in found) == 50
    for order, games in zip(FIFTY, found, strict=True):
        assert games == trajectories(order)


def test_two_thousand_games_stay_within_all_arrays() -> None:
    """With checked indices nothing is read or written beyond an array, and the games are the same."""
    found = in_another_process(TWO_THOUSAND, NUMBA_BOUNDSCHECK="1")
    assert sum(len(games) for games in found) == 2_000
    for order, games in zip(TWO_THOUSAND, found, strict=True):
        assert games == trajectories(order)


def test_the_other_processes_really_differ() -> None:
    """Plain functions in the one, checked indices in the other."""
    code = (
        "from caverna_sim.games.caverna.course import core; import numba; print(type(core.legal).__name__, bool(numba.config.BOUNDSCHECK))"
    )

    def settings(**changed: str) -> str:
        command = [sys.executable, "-c", code]
        return subprocess.run(command, env={**os.environ, **changed}, capture_output=True, text=True, check=True).stdout.strip()

    assert settings(NUMBA_DISABLE_JIT="1") == "function False"
    assert settings(NUMBA_BOUNDSCHECK="1") == "WideDispatcher True"
