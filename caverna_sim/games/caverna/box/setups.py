"""How many ways there are to deal round cards and harvest markers: what the chances of a game can be."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, perm, prod
from typing import Any

from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.expansions import module_of


def number_of_setups(players: int, rules: Mapping[str, Any] | None = None, expansion: str | None = None) -> int:
    """Orders of the cards within their stages times places of the question marks (R-SETUP-4, R-SETUP-5).

    With an expansion also everything else that is drawn. Reads the tables only, so that an old run can be looked at without the engine.
    """
    tables = with_house_rules(flatten(rules or {}), expansion)
    fixed_in = "solo_round" if players == 1 else "fixed_round"
    spaces = tables["space"].values()
    cards = [row for row in spaces if "stage" in row and "reverse_of" not in row and players in row["players"]]
    taken = {row[fixed_in] for row in cards if fixed_in in row}
    loose = [row["stage"] for row in cards if fixed_in not in row]
    skipped = tables["rounds"]["skipped"].get(str(players), [])
    played = tables["rounds"]["stages"][: tables["rounds"]["last"]]
    stages = [stage for number, stage in enumerate(played, start=1) if number not in taken and number not in skipped]
    orders = [perm(loose.count(stage), stages.count(stage)) for stage in set(stages)]
    markers = tables["harvest"]["markers"]
    questions, leaves = markers["question"][players - 1], markers["leaf"][players - 1]
    deals = prod(orders) * comb(leaves + questions, questions)
    wing = module_of(expansion, "setups")
    return deals * wing.draws(tables, players) if wing else deals
