"""Killing at random moments: `python -m tests.malformed.kills [KILLS]` plays runs and tunings that SIGKILL ends again and again.

Every one of them goes on with `--resume` until it is through, and must then hold what one that nobody killed holds, byte by byte.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from caverna_sim.cli import main as caverna_sim

RUN = ("run", "base_2", "--games", "400", "--workers", "1", "--quiet")
TUNE = ("tune", "balanced", "--players", "2", "--games", "2", "--candidates", "4", "--check-games", "4", "--generations", "4", "--quiet",
        "--workers", "1", "--only", "weights")  # fmt: skip


def in_a_child(words: tuple[str, ...], seconds: float | None) -> int | None:
    """The exit code of a command in a process of its own; None when it was killed after so many seconds."""
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        with Path(os.devnull).open("w") as sink:
            os.dup2(sink.fileno(), 1)
            os.dup2(sink.fileno(), 2)
        os._exit(caverna_sim(list(words)))
    until = None if seconds is None else time.monotonic() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if until is not None and time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.002)


def content_of(folder: Path) -> str:
    """What counts of a run or a tuning: its tables, or the parameters that came out."""
    files = sorted([*folder.rglob("*.parquet"), *folder.glob("*.toml")])
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return f"{len(files)} files, {digest.hexdigest()[:16]}"


def killed(words: tuple[str, ...], kills: int, chance: random.Random, folder: Path) -> tuple[int, int, int]:
    """How often it was killed, how often it came through, and how often to something else."""
    option = folder / "whole" if words[0] == "run" else folder / "whole" / "a.toml"
    (folder / "whole").mkdir()
    started = time.monotonic()
    assert in_a_child((*words, "--out", str(option)), None) == 0
    seconds = time.monotonic() - started
    whole, done, through, wrong = content_of(folder / "whole"), 0, 0, 0
    while done < kills:
        again = folder / "again"
        shutil.rmtree(again, ignore_errors=True)
        again.mkdir()
        out = again if words[0] == "run" else again / "a.toml"
        code: int | None = None
        while code is None:
            patience = chance.uniform(0, seconds) if done < kills else None
            code = in_a_child((*words, "--out", str(out), "--resume"), patience)
            done += code is None
        through += 1
        wrong += code != 0 or content_of(again) != whole
    return done, through, wrong


def main(words: list[str]) -> int:
    """Kill runs and tunings so often each."""
    kills = int(words[0]) if words else 50
    bad = 0
    for words_ in (RUN, TUNE):
        with tempfile.TemporaryDirectory() as folder:
            done, through, wrong = killed(words_, kills, random.Random(7), Path(folder))
        sys.stdout.write(f"{words_[0]}: {done} SIGKILLs, {through} resumed to the end, {wrong} of them not to the same bytes\n")
        bad += wrong
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
