"""How Neanderthal is played, as scenarios and the batch see it: the keys of its scenarios, who can play, where its games come from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caverna_sim.games.neanderthal.box.deck import deck_of
from caverna_sim.games.neanderthal.box.tables import with_house_rules
from caverna_sim.games.neanderthal.scenario.reading import KEYS, NeanderthalScenario, read_keys
from caverna_sim.games.neanderthal.tables import EVERY, USUAL
from caverna_sim.games.protocol import Recorded
from caverna_sim.kit.many.plays import RosterPlays
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.scenario.values import Faults


class NeanderthalPlays(RosterPlays):
    """See games.protocol.Plays."""

    roster = "caverna_sim.games.neanderthal.bots.parameters"
    games = "caverna_sim.games.neanderthal.source:NeanderthalSource"
    keys = KEYS
    players = (1, 3)

    def with_paths(self, data: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """An owner's file is looked for beside the scenario."""
        deck = data.get("deck")
        return {**data, "deck": str(folder / deck)} if isinstance(deck, str) and deck.endswith(".toml") else data

    def first(self, data: Mapping[str, Any], faults: Faults) -> Mapping[str, Any]:
        """Whether negotiations are on: only then there are offers."""
        rules = data.get("rules")
        return rules if isinstance(rules, Mapping) else {}

    def recorded(self, first: Mapping[str, Any]) -> Recorded:
        """The tables."""
        deals = first.get("ruling.negotiate") == "on" or (
            isinstance(first.get("ruling"), Mapping) and first["ruling"].get("negotiate") == "on"
        )
        return Recorded(USUAL, EVERY, {} if deals else {"offers": "nobody negotiates; `ruling.negotiate` is off"})

    def scenario(self, general: Mapping[str, Any], data: Mapping[str, Any], first: Mapping[str, Any], faults: Faults) -> Scenario:
        """The keys of Neanderthal."""
        return read_keys(general, data, faults)

    def rules(self, scenario: Scenario) -> Mapping[str, Any]:
        """The tables with the house rules of the scenario."""
        assert isinstance(scenario, NeanderthalScenario)
        return with_house_rules(scenario.rules, deck_of(scenario.deck_of(0)).tables)


PLAYS = NeanderthalPlays()
