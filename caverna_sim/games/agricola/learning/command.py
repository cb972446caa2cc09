"""The command `tune`: better parameters, or what bots judge and place by, learned."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.games.agricola.bots.parameters import NEEDS, parameters_of
from caverna_sim.games.agricola.learning import distil, learn
from caverna_sim.games.agricola.learning.tune import PLAYERS, Task
from caverna_sim.games.agricola.scenario.reading import agricola_scenario
from caverna_sim.kit.learning import tuning
from caverna_sim.kit.learning.command import run as run_course
from caverna_sim.kit.learning.tune import label


def run(options: Namespace) -> int:
    """What bots have learned is learned again, by what their tier goes by."""
    values = parameters_of(options.bot)
    tuning.check_tier(options, values["tier"], values["tier"] in NEEDS)
    if values["tier"] not in NEEDS:
        scenario = agricola_scenario(options.scenario) if options.scenario else None
        return tuning.run(Task(**tuning.settings(options, values, scenario, PLAYERS)), options)
    tuning.check_learning(options, "what bots judge by is learned", f"is for scripted bots; `{label(options.bot)}` learns", "only")
    learning = distil if values["tier"] == "swift" else learn
    players = tuple(sorted(set(options.players or learn.PLAYERS)))
    task = learn.Task(options.bot, players, options.games or learning.GAMES, options.seed, options.anew)
    return run_course(learning.COURSE, task, options, f"{label(options.bot)}-tuned.toml")
