"""What comes from outside is played, or refused in one sentence: no traceback, hang or command to a terminal, nothing touched outside."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.errors import CavernaError
from tests.malformed import agricola
from tests.malformed.bulk import tried
from tests.malformed.kinds import KINDS

FEW = ("scenario files", "parameter files", "manifests", "part files", "judges", "checkpoints", "command lines", *agricola.KINDS)


@pytest.mark.parametrize("kind", FEW)
def test_some_of_every_kind(kind: str, tmp_path: Path) -> None:
    assert tried(kind, 60, tmp_path, seed=2)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_of_every_kind(kind: str, tmp_path: Path) -> None:
    number, problems = tried(kind, KINDS[kind][1], tmp_path)
    assert problems == []
    assert number == KINDS[kind][1]


GONE = object()
JUNK = (None, "x", -1, 1e300, [], {}, True, GONE)


def every_key(data: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places in a file of JSON: every key, and the first entry of every list."""
    yield place
    entries = data.items() if isinstance(data, dict) else enumerate(data[:1]) if isinstance(data, list) else ()
    for key, value in entries:
        yield from every_key(value, (*place, key))


def with_junk(data: Any, place: tuple[str | int, ...], junk: object) -> Any:
    """The same with something else at this place, or nothing."""
    if not place:
        return junk
    found = copy.deepcopy(data)
    at = found
    for key in place[:-1]:
        at = at[key]
    if junk is GONE:
        del at[place[-1]]
    else:
        at[place[-1]] = junk
    return found


@pytest.mark.slow
def test_every_key_of_a_folder_of_a_study(tmp_path: Path) -> None:
    """Whatever stands there, the same study is found and its page drawn, or a sentence says why not. -1 counted as a look."""
    out, small = tmp_path / "study", {"name": "x", "players": 2, "bots": ["random", "random"], "games": 8}
    whole, tried = cs.seat_study(small, games=8, out=out, workers=1), 0
    whole.page()
    kept = {file: file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()}
    for file in (file for file in kept if file.suffix == ".json"):
        data = json.loads(kept[file])
        for place in every_key(data):
            for junk in JUNK[: None if place else -1]:
                for other, content in kept.items():
                    if not other.exists() or other.read_bytes() != content:
                        other.write_bytes(content)
                file.write_text(json.dumps(with_junk(data, place, junk)))
                tried += 1
                try:
                    again = cs.seat_study(small, games=8, out=out, workers=1)
                    again.page()
                except CavernaError:
                    continue
                assert again.table.equals(whole.table), (file.name, place, junk)
    assert tried > 2000


def _carried_out(module: str, *words: str) -> str:
    """In a process of its own, which nothing has been loaded into: it is forked."""
    done = subprocess.run([sys.executable, "-m", f"tests.malformed.{module}", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_what_is_killed_goes_on_to_the_same_bytes() -> None:
    assert "all: 12 SIGKILLs, 0 problems" in _carried_out("kills", "3", "run", "run, Agricola", "sweep", "tune")


@pytest.mark.slow
def test_a_full_disk_loses_nothing() -> None:
    told = _carried_out("full", "2", "run", "report")
    if told.startswith("skipped"):
        pytest.skip(told)
    assert "all: 4 full disks, 0 problems" in told


def test_the_slow_part_tries_ten_thousand() -> None:
    assert sum(number for _, number in KINDS.values()) >= 10_000
