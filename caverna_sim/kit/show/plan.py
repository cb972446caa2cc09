"""The command `plan`: the best line so far, what it is made of, how fast lines are tried, and how long that goes on."""

from __future__ import annotations

import json
import shlex
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from caverna_sim.errors import DONE, INTERRUPTED
from caverna_sim.kit.planning.plan import Plan, best_of
from caverna_sim.kit.planning.search import Search
from caverna_sim.kit.show.line_page import LinePages
from caverna_sim.report.frame import page_at, write_page
from caverna_sim.stats.words import duration

LINE_SECONDS = 10.0  # between lines in a pipe


@dataclass(frozen=True)
class Planner:
    """What a game says to the command."""

    plan: Callable[..., Plan]
    pages: LinePages
    version: str  # the option that says which of its versions is played without a scenario
    usual: str  # ... if nothing does


def run(options: Namespace, planner: Planner) -> int:
    """Search, show how it goes, keep the best."""
    version = getattr(options, planner.version)
    out = Path(options.out or default_file(options.scenario, version or planner.usual))
    place = page_at(options.html, options.overwrite, "--html") if options.html else None
    shown = Shown(options.minutes, options.quiet, planner.pages)
    try:
        found = planner.plan(
            options.scenario, **{planner.version: version}, minutes=options.minutes, seat=options.seat, index=options.index,
            seed=options.seed, out=out, resume=options.resume, overwrite=options.overwrite, workers=options.workers, tell=shown,
        )  # fmt: skip
    except KeyboardInterrupt:
        shown.end()
        best = shown.search.archive.best if shown.search else None
        kept = "no line was found yet" if best is None else f"a line of {best.points} points is kept in {out}"
        sys.stderr.write(f"interrupted: {kept}; go on with: {_again(options, planner.version, out)}\n")
        return INTERRUPTED
    shown.end()
    if place is not None:
        write_page(planner.pages.page_of(found, found.close_choices(seed=options.seed, tell=shown.planned_anew)), place)
        shown.end()
    if options.json:
        facts = {"seconds": round(found.seconds, 1), "tries": found.tries, "curve": found.curve, "file": str(out)}
        sys.stdout.write(json.dumps({**found.to_dict(), "parts": dict(found.parts), **facts}) + "\n")
    else:
        sys.stdout.write(in_words(found, out, planner.pages))
    return DONE


def default_file(scenario: str | None, version: str) -> str:
    """Where a line goes when nothing is said."""
    return f"plan-{Path(scenario).stem if scenario else version}.json"


def _again(options: Namespace, version: str, out: Path) -> str:
    words = ["caverna-sim", "plan", *([options.scenario] if options.scenario else [])]
    for name in (version, "seat", "index"):
        words += [f"--{name}", str(getattr(options, name))] if getattr(options, name) else []
    return shlex.join([*words, "--out", str(out), "--resume"])


def in_words(found: Plan, out: Path, pages: LinePages) -> str:
    """The line, where its points come from, and what to do next."""
    lines = [f"{found.points} points, the best of {found.tries:,} lines tried in {duration(found.seconds)}; kept in {out}", ""]
    lines += [f"{points:>6}  {name}" for name, points in pages.parts_of(found.parts)]
    lines += ["", f"next: caverna-sim watch --line {shlex.quote(str(out))}"]
    return "\n".join(lines) + "\n"


class Shown:
    """How a search goes, on stderr: one line that changes on a terminal, lines now and then in a pipe."""

    def __init__(self, minutes: float, quiet: bool, pages: LinePages, stream: IO[str] | None = None) -> None:
        self.minutes, self.quiet, self.pages = minutes, quiet, pages
        self.stream = sys.stderr if stream is None else stream
        self.search: Search | None = None
        self.last = self.started = self.from_tries = 0.0
        self.parts: tuple[int, str] = (-1000, "")
        self.width = 0

    def __call__(self, search: Search) -> None:
        """The search goes on."""
        now = time.monotonic()
        if self.search is None:
            self.search, self.started, self.from_tries = search, now, search.tries
        is_terminal = self.stream.isatty()
        if self.quiet or search.archive.best is None or now - self.last < (0.5 if is_terminal else LINE_SECONDS):
            return
        self.last = now
        text = self._text(search, now)
        self.stream.write(f"\r{text:<{self.width}}" if is_terminal else f"{text}\n")
        self.width = len(text) if is_terminal else 0
        self.stream.flush()

    def _text(self, search: Search, now: float) -> str:
        best = search.archive.best
        assert best is not None
        if best.points != self.parts[0]:
            most = self.pages.parts_of(best_of(search).parts)[:3]
            self.parts = best.points, ", ".join(f"{name} {points}" for name, points in most)
        rate = (search.tries - self.from_tries) / max(1e-9, now - self.started)
        left = max(0.0, 60.0 * self.minutes - (now - self.started))
        return f"{best.points} points ({self.parts[1]}); {rate:,.0f} lines/s; {duration(left)} left"

    def planned_anew(self, turn: int, turns: int) -> None:
        """So many turns have been compared with the second best."""
        if self.stream.isatty() and not self.quiet:
            text = f"what the second best turns cost: {turn} of {turns}"
            self.stream.write(f"\r{text:<{self.width}}")
            self.width = max(self.width, len(text))
            self.stream.flush()

    def end(self) -> None:
        """Leave the terminal as it was."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
        self.width = 0
