"""Disks that are full at random moments: `python -m tests.malformed.full [TIMES]`; needs to be root on Linux, for a small disk in memory.

Each command writes to a disk that has room for a random share of what it needs. It must end with a sentence and leave what was there
before; with more room the same command goes on, and holds in the end what a roomy disk holds, byte by byte.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.malformed.kills import COMMANDS, again, at, content_of, in_a_child

KINDS = ("run", "sweep", "openings", "tune", "report")
ROOM = 64 * 2**20
LEAST = 4096  # bytes of a page of such a disk


class NoDisk(Exception):
    """This machine does not let us mount one."""


@contextmanager
def disk(folder: Path, size: int) -> Iterator[Path]:
    """A disk of so many bytes."""
    folder.mkdir(exist_ok=True)
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False)
    if made.returncode:
        raise NoDisk(made.stderr.decode().strip())
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def enlarge(folder: Path) -> None:
    """Enough room from now on."""
    subprocess.run(["mount", "-o", f"remount,size={ROOM}", str(folder)], check=True)


def used(folder: Path) -> int:
    """Bytes of all files, in whole pages."""
    return sum(-(-file.stat().st_size // LEAST) * LEAST for file in folder.rglob("*") if file.is_file()) + LEAST


def _sentence(told: Path) -> str:
    """What is wrong with the words of a command that could not go on."""
    text = told.read_text()
    last = text.splitlines()[-1] if text else ""
    if "Traceback" in text or not last.startswith("error: ") or not any(word in text for word in ("No space", "no space")):
        return f"no sentence about the disk: {text[-300:]!r}"
    return ""


def filled(name: str, times: int, chance: random.Random, folder: Path) -> tuple[int, list[str]]:
    """How often the disk was full, and what went wrong."""
    sound, told = folder / "sound", folder / "told"
    sound.mkdir()
    assert in_a_child(at(name, sound), None, told) == 0, told.read_text()
    whole, needed, full, wrong = content_of(sound), used(sound), 0, []
    while full < times:
        with disk(folder / "disk", chance.randrange(LEAST, needed, LEAST)) as place:
            code = in_a_child(at(name, place), None, told)
            if code == 0:
                continue  # it had room enough
            full += 1
            problem = _sentence(told) if code in (1, 2) else f"exit code {code}"
            enlarge(place)
            code = in_a_child(again(name, place), None, told)
            if not problem and code != 0:
                problem = f"does not go on: {told.read_text()[-300:]!r}"
            if not problem and content_of(place) != whole:
                problem = f"other bytes: {content_of(place)} instead of {whole}"
        if problem:
            wrong.append(f"{name}: {problem}")
    return full, wrong


def reported(times: int, chance: random.Random, folder: Path) -> tuple[int, list[str]]:
    """The same for a page: the old one stays whole."""
    run, told = folder / "run", folder / "told"
    assert in_a_child((*COMMANDS["run"], "--out", str(run)), None, told) == 0, told.read_text()
    assert in_a_child(("report", str(run), "--out", str(folder / "page.html")), None, told) == 0, told.read_text()
    page, wrong = (folder / "page.html").read_bytes(), []
    old = page[: len(page) // 3]  # begins as ours do
    for _ in range(times):
        with disk(folder / "disk", len(old) + LEAST * 2 + chance.randrange(0, len(page) - LEAST * 2, LEAST)) as place:
            (place / "page.html").write_bytes(old)
            words = ("report", str(run), "--out", str(place / "page.html"))
            code = in_a_child(words, None, told)
            problem = _sentence(told) if code == 2 else f"exit code {code}"
            if (place / "page.html").read_bytes() != old or len(list(place.iterdir())) != 1:
                problem = problem or "the old page is not what it was"
            enlarge(place)
            if not problem and (in_a_child(words, None, told) != 0 or (place / "page.html").read_bytes() != page):
                problem = "another page"
        if problem:
            wrong.append(f"report: {problem}")
    return times, wrong


def main(words: list[str]) -> int:
    """Fill disks so often for each command."""
    times = int(words[0]) if words else 5
    total = bad = 0
    for name in words[1:] or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            chance = random.Random(f"7 {name}")
            try:
                full, wrong = reported(times, chance, Path(folder)) if name == "report" else filled(name, times, chance, Path(folder))
            except NoDisk as reason:
                sys.stdout.write(f"skipped: a small disk cannot be mounted here ({reason}); be root on Linux\n")
                return 0
        sys.stdout.write(f"{name}: {full} full disks, {len(wrong)} problems\n")
        sys.stdout.flush()
        for problem in wrong[:5]:
            sys.stderr.write(f"    {problem}\n")
        total, bad = total + full, bad + len(wrong)
    sys.stdout.write(f"all: {total} full disks, {bad} problems\n")
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
