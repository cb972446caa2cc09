"""Scenarios of this game, which have no keys of their own; one game of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from caverna_sim.errors import ScenarioError
from caverna_sim.scenario.scenario import Scenario, load_scenario
from tests.orchard.source import TABLES


@dataclass(frozen=True)
class OrchardScenario(Scenario):
    """Own keys would be fields here, and be told by `more_data`."""

    record: tuple[str, ...] = TABLES

    def bot(self, name: object) -> Any:
        """What plays under a name of this scenario."""
        from tests.orchard.bots.roster import as_bot

        return as_bot(name, self.own_bots)


def orchard_scenario(source: Any) -> OrchardScenario:
    """The scenario that is meant; ScenarioError when it is one of another game."""
    found = load_scenario(source)
    if not isinstance(found, OrchardScenario):
        raise ScenarioError(f"scenario `{found.name}`: it is one of {found.game}, not of orchard")
    return found


def plan_game(scenario: OrchardScenario, seed: int, index: int, overrides: Mapping[str, Any]) -> Any:
    """Game `index` of a scenario, with other house rules on top."""
    block, number = divmod(index, scenario.seatings)
    seating, seats = scenario.plan_of_seats.block(seed, block)[number]
    bots = tuple(scenario.who_plays[bot] for bot in seats)
    rules = {**scenario.rules, **overrides}
    return SimpleNamespace(block=block, seating=seating, bots=bots, bot=scenario.bot, rules=rules, openings={})
