"""What scenarios of Caverna draw for each block: unique furnishings, loot, limits, openings (kit/design/draws.py)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from caverna_sim.chance.streams import STREAM_LOOT
from caverna_sim.games.caverna.box.tables import ids_of, ids_so_far, printed_tables, with_house_rules
from caverna_sim.games.caverna.limits import together
from caverna_sim.kit.design.draws import Asked, Extra
from caverna_sim.kit.design.draws import Design as AnyDesign

if TYPE_CHECKING:
    from caverna_sim.games.caverna.scenario.reading import CavernaScenario


class Design(AnyDesign):
    """The draws of a scenario with a seed; `rules` are its house rules by dotted path, furnishings left out included."""

    def __init__(self, scenario: CavernaScenario, seed: int, rules: Mapping[str, Any]) -> None:
        self.offered = offered(rules, scenario.expansion)
        loot = tuple(enumerate(ids_so_far(printed_tables(scenario.expansion), "loot"))) if scenario.random_loot_absence else ()
        asked = Asked(
            scenario.players,
            things=self.offered,
            denied="tiles_without",
            random_absence=scenario.random_absence,
            random_access=scenario.random_access,
            extra=Extra(loot, scenario.random_loot_absence, "loot_without", STREAM_LOOT),
            seats_without=scenario.seats_without,
            limits=scenario.limits,
            drawn_limits=scenario.drawn_limits,
            openings=scenario.openings,
            drawn_openings=_openings(scenario, rules),
        )
        super().__init__(asked, seed, together)


def _openings(scenario: CavernaScenario, rules: Mapping[str, Any]) -> list[tuple[int, list[tuple[str, ...]]]]:
    """Every opening of every focal seat."""
    from caverna_sim.games.caverna.box.catalog import catalog
    from caverna_sim.games.caverna.scenario.openings import alternatives

    drawn = scenario.drawn_opening
    if drawn is None:
        return []
    table = catalog(scenario.players, rules, scenario.expansion)
    return [(seat, alternatives(drawn, table, seat)) for seat in (range(scenario.players) if drawn.seat is None else (drawn.seat,))]


@lru_cache(maxsize=64)
def _offered_with(rules: str, expansion: str | None) -> tuple[tuple[int, str], ...]:
    tables = with_house_rules(json.loads(rules), expansion)
    everything = tables["start"]["tiles"] == "full"
    offered = []
    for number, name in enumerate(ids_of(tables, "furnishing")):
        row = tables["furnishing"].get(name)
        if row is None:  # of the expansion
            continue
        if row.get("copies", 1) == 1 and (everything or row["introductory"]) and name not in tables["start"]["without"]:
            offered.append((number, name))
    return tuple(offered)


def offered(rules: Mapping[str, Any], expansion: str | None = None) -> tuple[tuple[int, str], ...]:
    """Number and id of every unique furnishing in the box under house rules."""
    return _offered_with(json.dumps(rules, sort_keys=True), expansion)
