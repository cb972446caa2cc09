"""Trying one input: what may come of it is a result, or one clear sentence; everything else is a problem."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from caverna_sim.cli import main
from caverna_sim.errors import CavernaError, RunStopped

MOST_SECONDS = 90  # of the processor: work without measure, on a slow machine that loads and compiles too
HANGS = 300  # seconds on the wall
LONGEST = 1600  # characters of a message


class Hang(BaseException):
    """It does not come back."""


@contextlib.contextmanager
def _watched() -> Iterator[None]:
    def ring(_: int, __: FrameType | None) -> NoReturn:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def problem_of(attempt: Callable[[], Any]) -> str:
    """What is wrong with how an input is taken; nothing when it is played or refused in one sentence."""
    out, err = io.StringIO(), io.StringIO()
    started = time.process_time()
    problem = ""
    try:
        with _watched(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            warnings.simplefilter("error")
            found = attempt()
        if isinstance(found, str):
            problem = found
    except (CavernaError, RunStopped) as error:
        problem = _wrong_sentence(str(error))
    except Hang:
        problem = f"hangs for {HANGS} s"
    except BaseException as error:  # a panic is no Exception
        problem = f"{type(error).__name__}: {str(error)[:200]!r}"
    shown = out.getvalue() + err.getvalue()
    if not problem and any(not (one.isprintable() or one == "\n") for one in shown):
        problem = f"commands a terminal: {shown[:200]!r}"
    if not problem and time.process_time() - started > MOST_SECONDS:
        problem = f"takes {time.process_time() - started:.1f} s"
    return problem


def _wrong_sentence(sentence: str) -> str:
    if not sentence or not sentence.isprintable():
        return f"no printable sentence: {sentence[:200]!r}"
    return f"a sentence of {len(sentence):,} letters" if len(sentence) > LONGEST else ""


def command(*arguments: str) -> Callable[[], str]:
    """A command line: it ends with 0, or with 2 and one sentence."""

    def attempt() -> str:
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            code = main(list(arguments))
        told = err.getvalue()
        if code not in (0, 2):
            return f"exit code {code}: {told[:200]!r}"
        if code == 2 and (not told.splitlines()[-1].startswith("error: ") or "Traceback" in told):
            return f"no sentence: {told[:200]!r}"
        return next((found for line in told.splitlines() if (found := _wrong_sentence(line))), "")

    return attempt


def state_of(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Every file of a folder with size and times, so that a touch shows."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_size, path.lstat().st_mtime_ns, path.lstat().st_mode)
        for path in sorted(folder.rglob("*"))
    }


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
