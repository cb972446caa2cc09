"""What comes from outside is played, or refused in one sentence: no traceback, hang or command to a terminal, nothing touched outside."""

from __future__ import annotations

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


def test_the_slow_part_tries_ten_thousand() -> None:
    assert sum(number for _, number in KINDS.values()) >= 10_000
