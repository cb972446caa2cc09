"""caverna_sim: Monte Carlo strategy analysis for the board game Caverna.

The map of the code, in the order in which data flows:

    rules/     what the box says: tables without logic, and the catalog that reads them
    engine/    one step of a game: compiled logic without printed numbers
    game.py    one game for people, with actions.py, position.py and log.py
    bots/      who decides
    batch/     many games: scenarios, chunks, workers
    campaign.py  solo games in a row with carried points (Frantic Fiends)
    dataset/   what is kept: tables in Parquet files
    stats/     what the rows mean: estimates with intervals, comparisons
    report/    what is shown of a run: one page
    show/      boards and rules in the terminal
    cli.py     one command per arrow

Names are imported when first used, so that looking at old data never loads the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caverna_sim import bots as bots
    from caverna_sim import campaign as campaign
    from caverna_sim.actions import Action as Action
    from caverna_sim.batch.run import run as run
    from caverna_sim.campaign import campaigns as campaigns
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
    from caverna_sim.game import Game as Game
    from caverna_sim.game import View as View
    from caverna_sim.game import play as play
    from caverna_sim.report.page import write_report as write_report
    from caverna_sim.stats.comparison import compare as compare
    from caverna_sim.stats.comparison import pilot as pilot
    from caverna_sim.stats.orcs import orc_study as orc_study

__version__ = "0.1.0"

_HOMES = {
    "Action": "actions",
    "BotError": "errors",
    "CavernaError": "errors",
    "DatasetError": "errors",
    "Game": "game",
    "IllegalAction": "errors",
    "PositionError": "errors",
    "RulesError": "errors",
    "Run": "dataset.read",
    "RunStopped": "errors",
    "ScenarioError": "errors",
    "UnknownAction": "errors",
    "View": "game",
    "bots": "",
    "campaign": "",
    "campaigns": "campaign",
    "compare": "stats.comparison",
    "load": "dataset.read",
    "orc_study": "stats.orcs",
    "pilot": "stats.comparison",
    "play": "game",
    "run": "batch.run",
    "write_report": "report.page",
}
__all__ = sorted(_HOMES)  # noqa: PLE0605  (the names above are the whole public surface)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'caverna_sim' has no attribute {name!r}")
    home = _HOMES[name]
    value = getattr(import_module(f"caverna_sim.{home}"), name) if home else import_module(f"caverna_sim.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
