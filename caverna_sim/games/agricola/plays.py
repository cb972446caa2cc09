"""How Agricola is played, as scenarios and the batch see it: the keys of its scenarios, who can play, where its games come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.agricola.box.options import KEYS
from caverna_sim.games.agricola.box.tables import with_house_rules
from caverna_sim.games.agricola.scenario.reading import ON_REQUEST, USUAL, read_keys
from caverna_sim.games.protocol import Recorded
from caverna_sim.kit.many.plays import RosterPlays
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.scenario.values import Faults


class AgricolaPlays(RosterPlays):
    """Agricola as scenarios and the batch see it; see games.protocol.Plays."""

    roster = "caverna_sim.games.agricola.bots.parameters"
    games = "caverna_sim.games.agricola.source:AgricolaSource"
    keys = (*KEYS, "supply", "limits", "opening")
    players = (1, 4)

    def recorded(self, first: Mapping[str, Any]) -> Recorded:
        """The tables."""
        return Recorded(USUAL, (*USUAL, *ON_REQUEST))

    def scenario(self, general: Mapping[str, Any], data: Mapping[str, Any], first: Mapping[str, Any], faults: Faults) -> Scenario:
        """The keys of Agricola."""
        return read_keys(general, data, faults)

    def rules(self, scenario: Scenario) -> Mapping[str, Any]:
        """The tables with the house rules of the scenario."""
        return with_house_rules(scenario.rules)


PLAYS = AgricolaPlays()
