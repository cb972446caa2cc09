"""How Caverna is played, as scenarios and the batch see it: the keys of its scenarios, who can play, where its games come from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caverna_sim.games.caverna.box.tables import with_house_rules
from caverna_sim.games.caverna.expansions import EVERYTHING, OWN_TABLES, TITLES
from caverna_sim.games.caverna.scenario.reading import ALL_TABLES, ON_REQUEST, TABLES, CavernaScenario, read_expansion, read_rules
from caverna_sim.games.protocol import Recorded
from caverna_sim.kit.many.plays import RosterPlays
from caverna_sim.kit.tables.owner import with_path
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.scenario.values import Faults


class CavernaPlays(RosterPlays):
    """Caverna as scenarios and the batch see it; see games.protocol.Plays."""

    roster = "caverna_sim.games.caverna.bots.parameters"
    games = "caverna_sim.games.caverna.source:CavernaSource"
    keys = ("expansion", "supply", "limits", "opening")
    players = (1, 7)

    def first(self, data: Mapping[str, Any], faults: Faults) -> Mapping[str, Any] | None:
        """The expansion."""
        expansion = faults.take("?", read_expansion, data)
        return None if expansion == "?" else {"expansion": expansion}

    def recorded(self, first: Mapping[str, Any]) -> Recorded:
        """Tables of the expansion are for the expansion."""
        if first["expansion"]:
            return Recorded(ALL_TABLES, (*ALL_TABLES, *ON_REQUEST))
        reason = f'is for {TITLES[EVERYTHING]}; add expansion = "{EVERYTHING}", or leave it out'
        return Recorded(TABLES, (*ALL_TABLES, *ON_REQUEST), {name: f"the table `{name}` {reason}" for name in OWN_TABLES})

    def scenario(self, general: Mapping[str, Any], data: Mapping[str, Any], first: Mapping[str, Any], faults: Faults) -> Scenario:
        """The keys of Caverna, in the order in which they depend on each other."""
        from caverna_sim.games.caverna.scenario.changes import read_limits, read_openings, read_supply

        players, expansion = general["players"], first["expansion"]
        rules, played = read_rules(data.get("rules", {}), players, expansion, faults)
        supply, loot_absence = read_supply(data.get("supply", {}), players, with_house_rules(rules, expansion), faults)
        limits, drawn_limits = read_limits(data.get("limits", {}), players, expansion, played, faults)
        openings, drawn_opening = read_openings(data.get("opening", {}), players, expansion, played, limits, faults)
        own: dict[str, Any] = {"limits": limits, "drawn_limits": drawn_limits, "openings": openings, "drawn_opening": drawn_opening}
        return CavernaScenario(**general, expansion=expansion, rules=rules, random_loot_absence=loot_absence, **vars(supply), **own)

    def with_paths(self, data: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """House rules may name a file of values."""
        return {**data, "rules": with_path(data["rules"], folder)} if "rules" in data else data

    def rules(self, scenario: Scenario) -> Mapping[str, Any]:
        """The tables with the house rules of the scenario."""
        assert isinstance(scenario, CavernaScenario)
        return with_house_rules(scenario.all_rules, scenario.expansion)


PLAYS = CavernaPlays()
