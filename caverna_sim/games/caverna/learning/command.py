"""The command `tune`: what of the options means something for the bot at hand, and what is learned then."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.bots import parameters
from caverna_sim.games.caverna.bots.parameters import label, records
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES
from caverna_sim.games.caverna.learning.tune import Task
from caverna_sim.games.caverna.scenario.reading import caverna_scenario
from caverna_sim.kit.learning import tuning
from caverna_sim.kit.learning.command import run as run_course


def run(options: Namespace) -> int:
    """Weights of scripted bots by CMA-ES; what the others judge by is learned."""
    tier = parameters.TIERS[int(records([options.bot])[0][0]["tier"])]
    tuning.check_tier(options, tier, tier in (parameters.BY_APPEAL, *parameters.JUDGING))
    if tier == parameters.BY_APPEAL:
        return _teach(options)
    if tier in parameters.JUDGING:
        return _learn(options)
    return tuning.run(_task(options), options)


def _learn(options: Namespace) -> int:
    """A bot that judges: its parameter file and the judge beside it."""
    from caverna_sim.games.caverna.learning import learn

    _check_learning(options)
    players = tuple(sorted(set(options.players or learn.PLAYERS)))
    task = learn.Task(
        options.bot, players, options.games or learn.GAMES, options.seed, options.expansion, options.rid, options.anew, options.only
    )
    return run_course(learn.COURSE, task, options, f"{label(options.bot)}-tuned.toml")


def _teach(options: Namespace) -> int:
    """A swift bot: its parameter file and the net beside it."""
    from caverna_sim.games.caverna.learning import distil, learn

    _check_teaching(options, distil.TEACHER)
    players = tuple(sorted(set(options.players or learn.PLAYERS)))
    task = distil.Task(options.bot, players, options.games or distil.GAMES, options.seed, options.expansion, options.only)
    return run_course(distil.COURSE, task, options, f"{label(options.bot)}-tuned.toml")


def _check_learning(options: Namespace) -> None:
    """Learning has no use for some options of the command; leaving them aside silently would mislead."""
    if options.scenario:
        raise CavernaError("tune: what positions are judged by is learned at varied tables; leave --scenario out")
    given = {
        "--population": options.population, "--keep": options.keep, "--lead": options.lead,
        "--candidates": options.candidates, "--check-games": options.check_games,
    }  # fmt: skip
    _check_only(options)
    for name, value in given.items():
        if value:
            raise CavernaError(f"tune: {name} is for scripted bots; `{label(options.bot)}` learns its judge; leave it out")
    if options.rid and not options.expansion:
        raise CavernaError(f"tune: --rid is about {TITLES[EVERYTHING]}; add --expansion {EVERYTHING} or leave it out")


def _check_only(options: Namespace) -> None:
    """Of what is learned only limits can be learned alone."""
    from caverna_sim.games.caverna.learning.learn import LIMITS

    if options.only not in ((), (LIMITS,)):
        raise CavernaError(
            f"tune: --only {','.join(options.only)}: `{label(options.bot)}` learns everything or {LIMITS} alone; leave it out or give "
            f"--only {LIMITS}"
        )
    if options.only and options.anew:
        raise CavernaError(f"tune: --anew learns everything from nothing; leave --only {LIMITS} out")


def _check_teaching(options: Namespace, teacher: str) -> None:
    """Teaching has no use for some options of the command; leaving them aside silently would mislead."""
    given = {
        "--population": options.population, "--keep": options.keep, "--lead": options.lead, "--rid": options.rid,
        "--candidates": options.candidates, "--check-games": options.check_games, "--anew": options.anew,
    }  # fmt: skip
    _check_only(options)
    for name, value in given.items():
        if value:
            raise CavernaError(f"tune: {name} has no meaning for `{label(options.bot)}`, which is taught by `{teacher}`; leave it out")
    if options.scenario:
        raise CavernaError("tune: what appeals is taught at varied tables; leave --scenario out")
    if options.bot != label(options.bot) or parameters.parameters_of(options.bot).get("taste"):
        raise CavernaError("tune: what is taught is the bot of the roster without tastes; a file of one's own builds on it with `base`")


def _task(options: Namespace) -> Task:
    scenario, expansion = caverna_scenario(options.scenario) if options.scenario else None, options.expansion
    if scenario and expansion:
        raise CavernaError("tune: the scenario says whether there is an expansion; leave --expansion out")
    common = tuning.settings(options, parameters.parameters_of(options.bot), scenario)
    return Task(**common, expansion=scenario.expansion if scenario else expansion, rid=options.rid)
