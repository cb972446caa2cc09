"""How many ways there are to deal what Frantic Fiends adds."""

from __future__ import annotations

from math import comb, perm

from caverna_sim.games.caverna.fiends.schema import CARDS_PER_STACK
from caverna_sim.kit.tables.house import Tables


def draws(tables: Tables, players: int) -> int:
    """Bribe markers, display extensions, strips (F-SETUP-4 to F-SETUP-6), and movement cards as if every orc stayed (F-EVENT-2)."""
    events, board = tables["orc_event"].values(), tables["bounty_board"]
    bribes = perm(len(tables["bribe_marker"]), len(events))
    extensions = comb(len(tables["display"]["extensions"]), players * tables["display"]["per_player"])
    strips = perm(len(board["long"]), board["strips"][players - 1]) * perm(len(board["short"]), board["strips"][players - 1])
    moves = sum(stack > 0 for event in events for stack in event["stacks"].values())
    moves += sum(event.get("brings_last_orc", False) for event in events)
    return bribes * extensions * strips * int(perm(CARDS_PER_STACK, players) ** moves)
