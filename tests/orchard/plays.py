"""How it is played, as scenarios and the batch see it (games/protocol.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.protocol import Recorded
from caverna_sim.kit.many.plays import RosterPlays
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.scenario.values import Faults
from tests.orchard.box import MOST_PLAYERS, with_house_rules
from tests.orchard.scenario.reading import OrchardScenario
from tests.orchard.source import TABLES


class OrchardPlays(RosterPlays):
    """Most of it a roster of bots answers."""

    roster = "tests.orchard.bots.parameters"
    games = "tests.orchard.source:OrchardSource"
    keys: tuple[str, ...] = ()
    players = (1, MOST_PLAYERS)

    def recorded(self, first: Mapping[str, Any]) -> Recorded:
        """The tables."""
        return Recorded(TABLES, TABLES)

    def scenario(self, general: Mapping[str, Any], data: Mapping[str, Any], first: Mapping[str, Any], faults: Faults) -> Scenario:
        """House rules are checked here."""
        rules = dict(data.get("rules", {}))
        with_house_rules(rules)
        return OrchardScenario(**general, rules=rules)

    def rules(self, scenario: Scenario) -> Mapping[str, Any]:
        """The tables with its house rules."""
        return with_house_rules(scenario.rules)


PLAYS = OrchardPlays()
