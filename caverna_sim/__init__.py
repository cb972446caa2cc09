"""caverna_sim: Monte Carlo strategy analysis for board games, first of all Caverna.

Names are imported when first used, so that looking at old data never loads the compiler. What a game brings along is also found at its
name, such as `cs.caverna`; of what several games have, `game=` or what is given says which is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caverna_sim.games import names, public_of
from caverna_sim.public import lazily, of_games

if TYPE_CHECKING:
    from caverna_sim.asking.analyse import analyse as analyse
    from caverna_sim.asking.explore import explore as explore
    from caverna_sim.batch.run import run as run
    from caverna_sim.dataset.read import Run as Run
    from caverna_sim.dataset.read import load as load
    from caverna_sim.errors import BotError as BotError
    from caverna_sim.errors import CavernaError as CavernaError
    from caverna_sim.errors import DatasetError as DatasetError
    from caverna_sim.errors import IllegalAction as IllegalAction
    from caverna_sim.errors import PositionError as PositionError
    from caverna_sim.errors import RulesError as RulesError
    from caverna_sim.errors import RunStopped as RunStopped
    from caverna_sim.errors import ScenarioError as ScenarioError
    from caverna_sim.errors import UnknownAction as UnknownAction
    from caverna_sim.experiments.drama import drama as drama
    from caverna_sim.experiments.factors import factor_study as factor_study
    from caverna_sim.experiments.handicaps import handicap_study as handicap_study
    from caverna_sim.experiments.seats import seat_study as seat_study
    from caverna_sim.experiments.sweep import sweep as sweep
    from caverna_sim.experiments.tournament import tournament as tournament
    from caverna_sim.games.caverna.public import *  # noqa: F403 - the game lists its public names, not this file
    from caverna_sim.kit.play.game import Game as Game
    from caverna_sim.report.page import write_report as write_report
    from caverna_sim.scenario.scenario import scenarios as scenarios
    from caverna_sim.stats.comparison import compare as compare
    from caverna_sim.stats.comparison import pilot as pilot
    from caverna_sim.stats.many import compare_many as compare_many

__version__ = "0.1.0"

_HOMES = {
    "BotError": "errors",
    "CavernaError": "errors",
    "DatasetError": "errors",
    "Game": "kit.play.game",
    "IllegalAction": "errors",
    "PositionError": "errors",
    "RulesError": "errors",
    "Run": "dataset.read",
    "RunStopped": "errors",
    "ScenarioError": "errors",
    "UnknownAction": "errors",
    "analyse": "asking.analyse",
    "explore": "asking.explore",
    "compare": "stats.comparison",
    "compare_many": "stats.many",
    "drama": "experiments.drama",
    "factor_study": "experiments.factors",
    "handicap_study": "experiments.handicaps",
    "load": "dataset.read",
    "pilot": "stats.comparison",
    "run": "batch.run",
    "seat_study": "experiments.seats",
    "scenarios": "scenario.scenario",
    "sweep": "experiments.sweep",
    "tournament": "experiments.tournament",
    "write_report": "report.page",
}
_found = lazily("caverna_sim", _HOMES)


def _names() -> list[str]:
    """Those of every game, the games, and what they bring along."""
    public = [module for module in map(public_of, names()) if module is not None]
    return sorted({*_HOMES, *names(), *(name for module in public for name in module.HOMES)})


__all__ = _names()  # noqa: PLE0605  (a list, as it must be; games bring their names along)


def __getattr__(name: str) -> Any:
    value = _found(name) if name in _HOMES else public_of(name) if name in names() else of_games(name)
    if name in _HOMES:
        globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*_names(), "__version__"]
