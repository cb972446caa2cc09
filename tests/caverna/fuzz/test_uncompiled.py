"""The same games compiled and as plain Python: equal hashes, equal final states."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from benchmarks.house_rules import pairs
from tests.caverna.fuzz.trajectories import trajectories

pytestmark = pytest.mark.slow

PLAYERS = range(1, 8)
FIFTY = [f"{players}:0:{8 if players < 5 else 6}" for players in PLAYERS]
TWO_THOUSAND = [f"{players}:0:286" for players in PLAYERS]
WITHOUT_COMPILER, CHECKED_INDICES = "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"


@cache
def in_another_process(setting: str) -> dict[str, list[list[str]]]:
    """Games of both kinds in a process with another setting of the compiler; any warning there is an error."""
    orders = [f"{order}{kind}" for order in (FIFTY if setting == WITHOUT_COMPILER else TWO_THOUSAND) for kind in ("", ":fiends")]
    command = [sys.executable, "-W", "error", "-m", "tests.caverna.fuzz.trajectories", *orders]
    done = subprocess.run(command, env={**os.environ, setting: "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(zip(orders, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("kind", ["", ":fiends"], ids=["base", "fiends"])
def test_fifty_games_are_the_same_uncompiled(kind: str) -> None:
    found = in_another_process(WITHOUT_COMPILER)
    assert sum(len(found[f"{order}{kind}"]) for order in FIFTY) == 50
    for order in FIFTY:
        assert found[f"{order}{kind}"] == trajectories(f"{order}{kind}")


@pytest.mark.parametrize("kind", ["", ":fiends"], ids=["base", "fiends"])
def test_two_thousand_games_stay_within_all_arrays(kind: str) -> None:
    """With checked indices nothing is read or written beyond an array, and the games are the same."""
    found = in_another_process(CHECKED_INDICES)
    assert sum(len(found[f"{order}{kind}"]) for order in TWO_THOUSAND) >= 2_000
    for order in TWO_THOUSAND:
        assert found[f"{order}{kind}"] == trajectories(f"{order}{kind}")


def test_every_effect_at_every_moment_stays_within_all_arrays() -> None:
    """House-made furnishings of every pair that the schema lets through, built in random games with checked indices."""
    command = [sys.executable, "-W", "error", "-m", "tests.caverna.fuzz.own_rows", "70"]
    done = subprocess.run(command, env={**os.environ, CHECKED_INDICES: "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    built = json.loads(done.stdout)
    assert len(built) == len(pairs(None)) + len(pairs("fiends"))
    assert [pair for pair, seats in built.items() if seats == 0] == []


def test_the_other_processes_really_differ() -> None:
    """Plain functions in the one, checked indices in the other."""
    code = (
        "from caverna_sim.games.caverna.course import core; import numba; print(type(core.legal).__name__, bool(numba.config.BOUNDSCHECK))"
    )

    def settings(**changed: str) -> str:
        command = [sys.executable, "-c", code]
        return subprocess.run(command, env={**os.environ, **changed}, capture_output=True, text=True, check=True).stdout.strip()

    assert settings(**{WITHOUT_COMPILER: "1"}) == "function False"
    assert settings(**{CHECKED_INDICES: "1"}) == "WideDispatcher True"
