"""How many ways there are to deal round cards and harvest markers: what the chances of a game can be."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, perm, prod
from typing import Any

from caverna_sim.games.caverna.box.tables import Tables, flatten, with_house_rules
from caverna_sim.games.caverna.fiends.schema import CARDS_PER_STACK


def number_of_setups(players: int, rules: Mapping[str, Any] | None = None, expansion: str | None = None) -> int:
    """Orders of the cards within their stages times places of the question marks (R-SETUP-4, R-SETUP-5).

    With Frantic Fiends also everything else that is drawn, the movement cards of the events above all. Reads the tables only, so
    that an old run can be looked at without the engine.
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
    return deals if expansion is None else deals * _fiends_draws(tables, players)


def _fiends_draws(tables: Tables, players: int) -> int:
    """Bribe markers, display extensions, strips (F-SETUP-4 to F-SETUP-6), and movement cards as if every orc stayed (F-EVENT-2)."""
    events, board = tables["orc_event"].values(), tables["bounty_board"]
    bribes = perm(len(tables["bribe_marker"]), len(events))
    extensions = comb(len(tables["display"]["extensions"]), players * tables["display"]["per_player"])
    strips = perm(len(board["long"]), board["strips"][players - 1]) * perm(len(board["short"]), board["strips"][players - 1])
    moves = sum(stack > 0 for event in events for stack in event["stacks"].values())
    moves += sum(event.get("brings_last_orc", False) for event in events)
    return bribes * extensions * strips * int(perm(CARDS_PER_STACK, players) ** moves)
