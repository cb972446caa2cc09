"""What is it worth to be allowed something? The mating sides; and large game, with the rule of predators and without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from caverna_sim.errors import CavernaError
from caverna_sim.experiments.limits import Arms, LimitQuestion, LimitRows, limit_study
from caverna_sim.experiments.study import CommonOptions, Options, Study, conduct, takes_options
from caverna_sim.experiments.under import UnderQuestion
from caverna_sim.games.neanderthal.ids.things import MATINGS
from caverna_sim.toml import read_toml

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

NO_PREDATORS = "no predators"
_ROWS = read_toml(Path(__file__).with_suffix(".toml"), "freedoms", CavernaError)


def _here(study: str, arms: Arms) -> Callable[[Scenario], Arms]:
    """Limits that only this game has."""

    def of(scenario: Scenario) -> Arms:
        if scenario.game != "neanderthal":
            raise CavernaError(f"{study}: `{scenario.name}` is a scenario of {scenario.game}; give one of neanderthal")
        return arms

    return of


SIDES = LimitRows(
    **_ROWS["mating"],
    arms=_here("mating", {f"without_{side}": {"mating_without": [side]} for side in MATINGS}),
    asked={"mating": list(MATINGS)},
    told={side: {f"without_{side}": -1.0} for side in MATINGS},
)
LARGE_GAME = LimitRows(
    **_ROWS["predators"],
    arms=_here("predators", {"no_large_game": {"large_game": False}}),
    asked={"large_game": False},
    told={"large game": {"no_large_game": -1.0}},
)


def readings(scenario: Scenario) -> dict[str, dict[str, Any]]:
    """No predators, and every other reading of what the rule leaves open."""
    from caverna_sim.games import plays

    tables = plays(scenario.game).rules(scenario)
    found = {NO_PREDATORS: {f"biome.{name}.predator": False for name in tables["biome"]}}
    switches = {name: row for name, row in tables["ruling"].items() if name == "pending" or name.startswith("pred_")}
    return found | {
        f"{name} = {value}": {f"ruling.{name}": value} for name, row in switches.items() for value in row["alternatives"]
    }  # fmt: skip


@takes_options
def mating_study(scenario: Any, **options: Unpack[Options]) -> Study:
    """What each mating side is worth to a seat that may take it: for every block a seat and a side denied to it are drawn by lot."""
    return limit_study(LimitQuestion(SIDES), scenario, **options)


@takes_options
def predator_study(scenario: Any, **options: Unpack[CommonOptions]) -> Study:
    """Whether the predator rule favours small hunts: what large game is worth with it, without predators, and under its other readings."""
    return conduct(UnderQuestion(LARGE_GAME, readings), scenario, **options)
