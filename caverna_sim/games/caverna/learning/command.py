"""The command `tune`: a line for every generation, a parameter file, and what came out."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError
from caverna_sim.files import Output
from caverna_sim.games.caverna.bots import parameters
from caverna_sim.games.caverna.bots.parameters import label, records
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES
from caverna_sim.games.caverna.learning import tune
from caverna_sim.games.caverna.scenario.reading import caverna_scenario
from caverna_sim.kit.learning.checkpoint import parameter_file
from caverna_sim.kit.learning.command import run as run_course
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import duration, interval, number


def run(options: Namespace) -> int:
    """Weights of scripted bots by CMA-ES; what the others judge by is learned."""
    from joblib import cpu_count

    tier = parameters.TIERS[int(records([options.bot])[0][0]["tier"])]
    if tier == parameters.RANDOM:
        raise CavernaError(f"tune: `{label(options.bot)}` draws its actions and weighs nothing; give a bot that does, such as `balanced`")
    if tier == parameters.BY_APPEAL:
        return _teach(options)
    if tier in parameters.JUDGING:
        return _learn(options)
    if options.anew:
        raise CavernaError(f"tune: --anew is for bots that judge; `{label(options.bot)}` has weights; leave it out")
    workers = options.workers or cpu_count()
    file = parameter_file(options.out or f"{label(options.bot)}-tuned.toml", options.overwrite)
    out = file.path
    Output(tune.checkpoint_paths(out)[1], "history", "--out", lambda beginning: beginning.startswith(b'{\n "task": {'), options.overwrite)
    task = _task(options)
    opponents = tune.Field(*records([task.bot], task.expansion), *records(task.population, task.expansion))
    genes = tune.genes_of(opponents.bot[0], task.only, task.keep, task.expansion)
    state = tune.begin(task, genes, opponents, out, options.resume)
    generations = options.generations or (None if options.minutes else tune.GENERATIONS)
    tune.source_of(task, opponents, opponents.bot, opponents.judge, task.players[0]).warm_up()
    report = None if options.quiet else Reporter(generations, options.minutes)
    outcome = tune.tune(state, opponents, genes, generations, options.minutes, out, workers, report)
    file.write(tune.parameter_text(outcome))
    state.is_finished = True
    tune.save(state, out)
    summary = {"file": str(out), **tune.provenance_of(outcome)}
    sys.stdout.write((json.dumps(summary, indent=2) if options.json else summary_text(outcome, out)) + "\n")
    return 0


def _learn(options: Namespace) -> int:
    """A bot that judges: its parameter file and the judge beside it."""
    from caverna_sim.games.caverna.learning import learn

    _check_learning(options)
    players = tuple(sorted(set(options.players or learn.PLAYERS)))
    task = learn.Task(options.bot, players, options.games or learn.GAMES, options.seed, options.expansion, options.rid, options.anew)
    return run_course(learn.COURSE, task, options, f"{label(options.bot)}-tuned.toml")


def _teach(options: Namespace) -> int:
    """A swift bot: its parameter file and the net beside it."""
    from caverna_sim.games.caverna.learning import distil, learn

    _check_teaching(options, distil.TEACHER)
    players = tuple(sorted(set(options.players or learn.PLAYERS)))
    task = distil.Task(options.bot, players, options.games or distil.GAMES, options.seed, options.expansion)
    return run_course(distil.COURSE, task, options, f"{label(options.bot)}-tuned.toml")


def _check_learning(options: Namespace) -> None:
    """Learning has no use for some options of the command; leaving them aside silently would mislead."""
    if options.scenario:
        raise CavernaError("tune: what positions are judged by is learned at varied tables; leave --scenario out")
    given = {
        "--population": options.population, "--only": options.only, "--keep": options.keep, "--lead": options.lead,
        "--candidates": options.candidates, "--check-games": options.check_games,
    }  # fmt: skip
    for name, value in given.items():
        if value:
            raise CavernaError(f"tune: {name} is for scripted bots; `{label(options.bot)}` learns its judge; leave it out")
    if options.rid and not options.expansion:
        raise CavernaError(f"tune: --rid is about {TITLES[EVERYTHING]}; add --expansion {EVERYTHING} or leave it out")


def _check_teaching(options: Namespace, teacher: str) -> None:
    """Teaching has no use for some options of the command; leaving them aside silently would mislead."""
    given = {
        "--population": options.population, "--only": options.only, "--keep": options.keep, "--lead": options.lead, "--rid": options.rid,
        "--candidates": options.candidates, "--check-games": options.check_games, "--anew": options.anew,
    }  # fmt: skip
    for name, value in given.items():
        if value:
            raise CavernaError(f"tune: {name} has no meaning for `{label(options.bot)}`, which is taught by `{teacher}`; leave it out")
    if options.scenario:
        raise CavernaError("tune: what appeals is taught at varied tables; leave --scenario out")
    if options.bot != label(options.bot) or parameters.parameters_of(options.bot).get("taste"):
        raise CavernaError("tune: what is taught is the bot of the roster without tastes; a file of one's own builds on it with `base`")


def _task(options: Namespace) -> tune.Task:
    population = tuple(options.population or dict.fromkeys(("balanced", options.bot)))
    keep = tuple(dict.fromkeys((*tune.kept_by(options.bot), *options.keep)))
    players, expansion = tuple(sorted(set(options.players or tune.PLAYERS))), options.expansion
    if options.scenario:
        if options.players or expansion:
            raise CavernaError("tune: the scenario says how many play and whether there is an expansion; leave both out")
        base = caverna_scenario(options.scenario)
        players, expansion = (base.players,), base.expansion
    return tune.Task(
        options.bot, population, players, options.games or tune.GAMES, options.candidates or tune.CANDIDATES,
        options.check_games or tune.CHECK_GAMES, options.seed, options.only, keep, options.lead, expansion, options.rid, options.scenario,
    )  # fmt: skip


class Reporter:
    """A line on stderr for every generation."""

    def __init__(self, generations: int | None, minutes: float | None) -> None:
        self.generations, self.minutes = generations, minutes
        self.started = time.monotonic()

    def __call__(self, state: tune.State, line: dict[str, Any], seconds: float) -> None:
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


def summary_text(outcome: tune.Outcome, out: Path) -> str:
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
