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

    why = f"is for scripted bots; `{label(options.bot)}` learns its judge"
    _check_only(options)
    tuning.check_learning(options, "what positions are judged by is learned", why)
    _check_penalty(options, options.expansion)
    players = tuple(sorted(set(options.players or learn.PLAYERS)))
    task = learn.Task(
        options.bot, players, options.games or learn.GAMES, options.seed, options.expansion, options.penalty, options.anew, options.only
    )
    return run_course(learn.COURSE, task, options, f"{label(options.bot)}-tuned.toml")


def _teach(options: Namespace) -> int:
    """A swift bot: its parameter file and the net beside it."""
    from caverna_sim.games.caverna.learning import distil, learn

    why = f"has no meaning for `{label(options.bot)}`, which is taught by `{distil.TEACHER}`"
    _check_only(options)
    tuning.check_learning(options, "what appeals is taught", why, "penalty", "anew")
    if options.bot != label(options.bot) or parameters.parameters_of(options.bot).get("taste"):
        raise CavernaError("tune: what is taught is the bot of the roster without tastes; a file of one's own builds on it with `base`")
    players = tuple(sorted(set(options.players or learn.PLAYERS)))
    task = distil.Task(options.bot, players, options.games or distil.GAMES, options.seed, options.expansion, options.only)
    return run_course(distil.COURSE, task, options, f"{label(options.bot)}-tuned.toml")


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


def _task(options: Namespace) -> Task:
    scenario, expansion = caverna_scenario(options.scenario) if options.scenario else None, options.expansion
    if scenario and expansion:
        raise CavernaError("tune: the scenario says whether there is an expansion; leave --expansion out")
    common = tuning.settings(options, parameters.parameters_of(options.bot), scenario)
    expansion = scenario.expansion if scenario else expansion
    _check_penalty(options, expansion)
    return Task(**common, expansion=expansion, penalty=options.penalty)


def _check_penalty(options: Namespace, expansion: str | None) -> None:
    """What is left of dangers costs something only where there are any."""
    if options.penalty and not expansion:
        raise CavernaError(f"tune: --penalty is about {TITLES[EVERYTHING]}; add --expansion {EVERYTHING} or leave it out")
