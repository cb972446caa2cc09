"""The command `run`: plays the games of a scenario, shows how far it is, and says what was found and what to do next."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table

from caverna_sim.batch.running import Mean, Progress
from caverna_sim.commands import console
from caverna_sim.dataset.manifest import is_run
from caverna_sim.dataset.read import Run, load
from caverna_sim.errors import DONE, FAILED, INTERRUPTED, RunStopped
from caverna_sim.games import told_of
from caverna_sim.stats.words import column_digits, duration, number, plural, plus_minus, size_of

LINE_SECONDS = 10.0  # between lines in a pipe
MOST_ESTIMATES = 3


def estimates(means: Mapping[str, Mean]) -> str:
    """Mean scores so far, for as many bots as fit."""
    known = [f"{name} {plus_minus(mean.value, mean.half_width, 1)}" for name, mean in means.items() if isfinite(mean.half_width)]
    more = f", {len(known) - MOST_ESTIMATES} more" if len(known) > MOST_ESTIMATES else ""
    return ", ".join(known[:MOST_ESTIMATES]) + more


def rate_and_time(now: Progress) -> str:
    """Games a second, and how long it will take."""
    if now.seconds_left is None:
        return "starting" if now.games < now.total else ""
    left = f", {duration(now.seconds_left)} left" if now.games < now.total else ""
    return f"{now.rate:,.0f} games/s{left}"


def distinct(now: Progress) -> str:
    """How many different games there were."""
    return "" if not now.distinct else f"{'' if now.distinct_is_exact else 'about '}{now.distinct:,} distinct"


def in_words(now: Progress) -> str:
    """How far a run is, what matters most first: a narrow terminal cuts the end off."""
    parts = [f"{now.games:,} of {now.total:,} games", rate_and_time(now), distinct(now), estimates(now.means)]
    return "; ".join(part for part in parts if part)


class Display:
    """Shows progress on stderr: a bar on a terminal, a plain line now and then in a pipe."""

    def __init__(self, quiet: bool, stream: IO[str] | None = None, clock: Callable[[], float] = time.monotonic, label: str = "run") -> None:
        self.quiet, self.stream, self.clock, self.label = quiet, sys.stderr if stream is None else stream, clock, label
        self._last = clock()
        self._bar: Bar | None = None
        self._task: Any = None

    def __enter__(self) -> Display:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, now: Progress) -> None:
        """A chunk is done."""
        if self.quiet:
            return
        if self.stream.isatty():
            self._draw(now)
        elif self.clock() - self._last >= LINE_SECONDS or now.games >= now.total:
            self._last = self.clock()
            self.stream.write(f"{self.label}: {in_words(now)}\n")
            self.stream.flush()

    def _draw(self, now: Progress) -> None:
        if self._bar is None:
            plain = bool(os.environ.get("NO_COLOR"))
            out = Console(file=self.stream, no_color=plain, highlight=False)
            self._bar = Bar(BarColumn(16), TextColumn("{task.description}"), console=out, transient=True)
            self._task = self._bar.add_task("", total=now.total)
            self._bar.start()
        self._bar.update(self._task, completed=now.games, total=now.total, description=in_words(now))


# ---------------------------------------------------------------- the command


def run(options: Namespace) -> int:
    """The command `run`."""
    from caverna_sim.batch.run import folder_of_run, of_a_run
    from caverna_sim.batch.run import run as play
    from caverna_sim.scenario.scenario import load_scenario

    scenario, out = of_a_run(options.scenario, Path(options.out) if options.out else None)
    scenario = load_scenario(scenario)
    folder = out or folder_of_run(scenario.name, options.seed)
    try:
        with Display(options.quiet) as display:
            played = play(
                scenario, options.games, options.seed, folder, options.workers, options.backend, options.scheduler, options.resume,
                options.until, on_progress=display,
            )  # fmt: skip
    except KeyboardInterrupt:
        sys.stderr.write(f"interrupted: {_kept(folder)}{_again(options, folder)}\n")
        return INTERRUPTED
    except RunStopped as error:
        sys.stderr.write(f"error: {error}; {_kept(folder)}{_again(options, folder)}\n")
        return FAILED
    if options.json:
        console().print(json.dumps(_for_machines(played), indent=2), soft_wrap=True)
    else:
        show(played)
    return DONE


def _kept(folder: Path) -> str:
    if not is_run(folder):
        return "nothing was played yet"
    run = load(folder)
    return f"{run.games_played:,} of {run.manifest['games']:,} games are kept in {folder}"


def _again(options: Namespace, folder: Path) -> str:
    """The command that goes on."""
    words = ["caverna-sim", "run", options.scenario, "--out", str(folder), "--resume"]
    for name in ("games", "seed", "workers", "scheduler", "until"):
        if getattr(options, name) is not None:
            words += [f"--{name}", str(getattr(options, name))]
    if options.allow_code:
        words.append("--allow-code")
    if options.backend != "loky":
        words += ["--backend", options.backend]
    return f"; go on with: {shlex.join(words)}"


def _for_machines(run: Run) -> dict[str, Any]:
    manifest = run.manifest
    about = {name: manifest[name] for name in ("seed", "games", "rules_hash", "status", "seconds")}
    happened = list(told_of(manifest).happened(run))
    return {"run": str(run.path), "scenario": run.name, **about, **manifest["summary"], **({"happened": happened} if happened else {})}


def show(run: Run) -> None:
    """What was played, how the bots scored, what to do next."""
    from caverna_sim.stats.source import facts_of

    out, found = console(), run.manifest["summary"]
    about = "" if found["distinct_is_exact"] else "about "
    out.print(f"run `{run.name}`: {found['games']:,} games in {run.path}")
    parts = [f"{found['blocks']:,} blocks, seed {run.seed}"]
    if found["distinct_games"] is not None:
        parts.append(f"{about}{found['distinct_games']:,} distinct games")
    if found["games_per_second"]:
        parts.append(f"{found['games_per_second']:,.0f} games/s")
    parts.append(f"{size_of(found['bytes'])}, {found['bytes'] / max(1, found['games']):,.0f} bytes a game")
    out.print("; ".join(parts))
    out.print()
    out.print(_scores(found["mean_scores"]))
    out.print()
    if warning := told_of(run.manifest).warning(facts_of(run)):
        out.print(warning, soft_wrap=True)
    for phrase in told_of(run.manifest).happened(run):
        out.print(f"{phrase}.", soft_wrap=True)
    out.print("± is the margin of error at 95 % confidence; blocks of games with the same chances count, not single games.")
    if "precision" in found:
        out.print(_precision(found["precision"], found["games"]))
    if neighbours := facts_of(run).neighbours:
        out.print(neighbours)
    out.print(f"tables: {', '.join(run.tables)}")
    out.print(f"next: caverna-sim report {shlex.quote(str(run.path))}")


def _precision(about: Mapping[str, Any], games: int) -> str:
    """What became of --until."""
    wanted, looks = f"± {about['wanted']:g}", plural(about["looks"], "look")
    if about["reached"]:
        return f"{wanted} was reached after {looks}."
    if about["half_width"] is None:
        return f"{wanted} was not reached: {games:,} games are too few to tell how far off it is; --resume with more --games goes on."
    needed = games * (about["half_width"] / about["wanted"]) ** 2
    more = f"about {number(needed, 0)} games would reach it: --resume with more --games goes on"
    return f"{wanted} was not reached: it is ± {number(about['half_width'])} after {looks} and all {games:,} games; {more}."


def _scores(means: Mapping[str, Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("bot")
    for name in ("mean score", "±", "blocks"):
        table.add_column(name, justify="right")
    digits = max(1, column_digits([one["error"] or 0.0 for one in means.values()], 2))
    for name, one in sorted(means.items(), key=lambda item: -(item[1]["mean"] or 0.0)):
        half = "" if one["half_width"] is None else number(one["half_width"], digits)
        mean = "" if one["mean"] is None else number(one["mean"], digits)
        table.add_row(name, mean, half, f"{one['blocks']:,}")
    return table
