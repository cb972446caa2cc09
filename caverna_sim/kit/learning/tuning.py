"""The command `tune` for weights: what its options mean, a line for every generation, a parameter file, and what came out."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError
from caverna_sim.files import Output
from caverna_sim.kit.learning import tune
from caverna_sim.kit.learning.checkpoint import parameter_file
from caverna_sim.kit.learning.tune import Outcome, State, Task, label
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import duration, interval, number


def check_tier(options: Namespace, tier: str, learns: bool) -> None:
    """A bot that draws has nothing to tune, and one that weighs nothing to learn anew."""
    if tier == "random":
        raise CavernaError(f"tune: `{label(options.bot)}` draws its actions and weighs nothing; give a bot that does, such as `balanced`")
    if options.anew and not learns:
        raise CavernaError(f"tune: --anew is for bots that judge; `{label(options.bot)}` has weights; leave it out")


def check_learning(options: Namespace, what: str, why: str, *more: str) -> None:
    """Learning has no use for some options of the command; leaving them aside silently would mislead."""
    if options.scenario:
        raise CavernaError(f"tune: {what} at varied tables; leave --scenario out")
    for name in ("population", "keep", "lead", "candidates", "check_games", *more):
        if getattr(options, name):
            raise CavernaError(f"tune: --{name.replace('_', '-')} {why}; leave it out")


def settings(
    options: Namespace, values: Mapping[str, Any], scenario: Scenario | None, usual: tuple[int, ...] = tune.PLAYERS
) -> dict[str, Any]:
    """The fields of a task that every game has; `values` are the parameters of the bot."""
    if scenario and options.players:
        raise CavernaError("tune: the scenario says how many play; leave --players out")
    keep = tuple(dict.fromkeys((*tune.kept_by(options.bot, values), *options.keep)))
    return {
        "bot": options.bot, "population": tuple(options.population or dict.fromkeys(("balanced", options.bot))),
        "players": (scenario.players,) if scenario else tuple(sorted(set(options.players or usual))),
        "games": options.games or tune.GAMES, "candidates": options.candidates or tune.CANDIDATES,
        "check_games": options.check_games or tune.CHECK_GAMES, "seed": options.seed, "only": options.only, "keep": keep,
        "lead": options.lead, "scenario": options.scenario,
    }  # fmt: skip


def run(task: Task, options: Namespace) -> int:
    """Better weights by CMA-ES."""
    from joblib import cpu_count

    workers, file = options.workers or cpu_count(), parameter_file(options.out or f"{label(options.bot)}-tuned.toml", options.overwrite)
    out = file.path
    Output(tune.checkpoint_paths(out)[1], "history", "--out", lambda beginning: beginning.startswith(b'{\n "task": {'), options.overwrite)
    opponents = tune.field_of(task)
    genes = task.genes(opponents.bot[0])
    state = tune.begin(task, genes, opponents, out, options.resume)
    generations = options.generations or (None if options.minutes else tune.GENERATIONS)
    tune.source_of(task, opponents, opponents.bot, opponents.judge, task.players[0]).warm_up()
    report = None if options.quiet else Reporter(generations, options.minutes)
    outcome = tune.tune(state, opponents, genes, generations, options.minutes, out, workers, report)
    file.write(task.parameter_text(outcome.bot, tune.provenance_of(outcome)))
    state.is_finished = True
    tune.save(state, out)
    summary = {"file": str(out), **tune.provenance_of(outcome)}
    sys.stdout.write((json.dumps(summary, indent=2) if options.json else summary_text(outcome, out)) + "\n")
    return 0


class Reporter:
    """A line on stderr for every generation."""

    def __init__(self, generations: int | None, minutes: float | None) -> None:
        self.generations, self.minutes = generations, minutes
        self.started = time.monotonic()

    def __call__(self, state: State, line: dict[str, Any], seconds: float) -> None:
        """One more generation is done; each took so many seconds."""
        text = f"generation {line['generation']:>3}  mean {number(line['mean']):>7}  best {number(line['best']):>7}"
        left = [seconds * (self.generations - state.generation)] if self.generations else []
        left += [60 * self.minutes - (time.monotonic() - self.started)] if self.minutes else []
        if left:
            text += f"  {duration(min(left))} left"
        if "held_out" in line:
            seen = line["held_out"]
            text += f"  held out {number(seen['value'])} ({interval(seen['low'], seen['high'])})"
            gain = interval(seen["gain_low"], seen["gain_high"], sign=True)
            text += f"  gain {number(seen['gain'], sign=True)} ({gain})"
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def summary_text(outcome: Outcome, out: Path) -> str:
    """What came out, for people."""
    task, state, gain = outcome.state.task, outcome.state, outcome.gain
    verdict = "" if gain.low > 0 else ": not better beyond chance"
    lines = [
        f"{label(task.bot)} after {state.generation} generations, {state.games:,} games",
        f"in {outcome.held_out_games:,} held-out games each, against {', '.join(map(label, task.population))}:",
        f"  start   {_words(outcome.start)}",
        f"  result  {_words(outcome.result)}",
        f"  gain    {_words(gain, '+')}{verdict}",
        *(f"  {players} players  {_words(one)}" for players, one in outcome.by_players.items()),
        f"written to {out}",
    ]
    return "\n".join(lines)


def _words(one: Estimate, sign: str = "") -> str:
    return f"{number(one.value, sign=bool(sign))} ({interval(one.low, one.high, sign=bool(sign))})"
