"""Killing at random moments: `python -m tests.malformed.kills [KILLS]` plays runs, studies and tunings that SIGKILL ends again and again.

Every one of them goes on with the same command (`--resume` where it takes that) until it is through, and must then hold what one that
nobody killed holds, byte by byte.
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

STUDY = ("--bots", "random", "balanced", "--games", "160", "--workers", "1", "--quiet")
COMMANDS: dict[str, tuple[str, ...]] = {
    "run": ("run", "base_2", "--games", "400", "--workers", "1", "--quiet"),
    "run --until": ("run", "base_2", "--games", "400", "--until", "1.5", "--workers", "1", "--quiet"),
    "tiles": ("tiles", "base_2", *STUDY, "--games", "640"),
    "openings": ("openings", "base_2", "--pool", "supplies,excavation", *STUDY),
    "weapons": ("weapons", "base_2", *STUDY),
    "run, Agricola": ("run", "agricola_2", "--games", "4000", "--workers", "1", "--quiet"),
    "majors": ("majors", "agricola_2", "--bots", "random", "balanced", "--games", "400", "--workers", "1", "--quiet"),
    "sweep": ("sweep", "base_2", "start.food_solo=+1,+2", *STUDY),
    "tune": (
        "tune", "balanced", "--players", "2", "--games", "2", "--candidates", "4", "--check-games", "4", "--generations", "4", "--quiet",
        "--workers", "1", "--only", "weights",
    ),
}  # fmt: skip
RESUMES = ("run", "tune")  # take --resume; studies go on anyway


def in_a_child(words: tuple[str, ...], seconds: float | None = None, told: Path | None = None) -> int | None:
    """The exit code of a command in a process of its own; None when it was killed after so many seconds. What it says goes to a file."""
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        with (told or Path(os.devnull)).open("w") as sink:
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


def at(name: str, folder: Path) -> tuple[str, ...]:
    """The command, writing into a folder."""
    words = COMMANDS[name]
    return (*words, "--out", str(folder / "a.toml" if words[0] == "tune" else folder))


def again(name: str, folder: Path) -> tuple[str, ...]:
    """The command that goes on with what is there."""
    return (*at(name, folder), *(("--resume",) if COMMANDS[name][0] in RESUMES else ()))


def content_of(folder: Path) -> str:
    """What counts of a run, a study or a tuning: its tables, or the parameters that came out."""
    files = sorted([*folder.rglob("*.parquet"), *folder.rglob("*.csv"), *folder.glob("*.toml")])
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return f"{len(files)} files, {digest.hexdigest()[:16]}"


def killed(name: str, kills: int, chance: random.Random, folder: Path) -> tuple[int, int, list[str]]:
    """How often it was killed, how often it came through, and what went wrong."""
    sound, trial, told = folder / "whole", folder / "again", folder / "told"
    seconds = 0.0
    for out in (folder / "first", sound):  # the first one loads what the second needs
        out.mkdir()
        started = time.monotonic()
        code = in_a_child(at(name, out), None, told)
        assert code == 0, f"{name}: exit code {code}: {told.read_text()}"
        seconds = time.monotonic() - started
    whole, done, through, wrong = content_of(sound), 0, 0, []
    while done < kills:
        shutil.rmtree(trial, ignore_errors=True)
        trial.mkdir()
        words, code = at(name, trial), None
        while code is None:
            code = in_a_child(words, chance.uniform(0, seconds) if done < kills else None, told)
            done += code is None
            words = again(name, trial)
        through += 1
        if code != 0:
            wrong.append(f"{name}: exit code {code}: {told.read_text()[-300:]}")
        elif content_of(trial) != whole:
            wrong.append(f"{name}: not the same bytes: {content_of(trial)} instead of {whole}")
    return done, through, wrong


def main(words: list[str]) -> int:
    """Kill each so often."""
    kills = int(words[0]) if words else 20
    total = bad = 0
    for name in words[1:] or COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            done, through, wrong = killed(name, kills, random.Random(f"7 {name}"), Path(folder))
        sys.stdout.write(f"{name}: {done} SIGKILLs, {through} gone on with to the end, {len(wrong)} of them not to the same bytes\n")
        sys.stdout.flush()
        for problem in wrong[:5]:
            sys.stderr.write(f"    {problem}\n")
        total, bad = total + done, bad + len(wrong)
    sys.stdout.write(f"all: {total} SIGKILLs, {bad} problems\n")
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
