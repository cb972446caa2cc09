"""What comes from outside is played, or refused in one sentence: no traceback, hang or command to a terminal, nothing touched outside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.malformed.bulk import tried
from tests.malformed.kinds import KINDS

FEW = ("scenario files", "parameter files", "manifests", "part files", "judges", "checkpoints", "command lines")


@pytest.mark.parametrize("kind", FEW)
def test_some_of_every_kind(kind: str, tmp_path: Path) -> None:
    assert tried(kind, 60, tmp_path, seed=2)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_of_every_kind(kind: str, tmp_path: Path) -> None:
    number, problems = tried(kind, KINDS[kind][1], tmp_path)
    assert problems == []
    assert number == KINDS[kind][1]


def _carried_out(module: str, *words: str) -> str:
    """In a process of its own, which nothing has been loaded into: it is forked."""
    done = subprocess.run([sys.executable, "-m", f"tests.malformed.{module}", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_what_is_killed_goes_on_to_the_same_bytes() -> None:
    assert "all: 9 SIGKILLs, 0 problems" in _carried_out("kills", "3", "run", "sweep", "tune")


@pytest.mark.slow
def test_a_full_disk_loses_nothing() -> None:
    told = _carried_out("full", "2", "run", "report")
    if told.startswith("skipped"):
        pytest.skip(told)
    assert "all: 4 full disks, 0 problems" in told


def test_the_slow_part_tries_ten_thousand() -> None:
    assert sum(number for _, number in KINDS.values()) >= 10_000
