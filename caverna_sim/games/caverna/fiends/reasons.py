"""Why something about orcs is not legal, in one sentence."""

from __future__ import annotations

from typing import Any

from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.shape import layout


def why_not(seat: Any, action: Action, reorder_rubies: int) -> str:
    """The rule that the placement of a friendly orc breaks."""
    one, name, space = seat["orcs"][orc.NAMES.index(str(action.orc))], action.orc, action.space
    if one["status"] != orc.FRIENDLY:
        return f"orc {name} is not friendly (F-FRIEND-1)"
    if one["at"] == layout.CAPTIVE:
        return f"orc {name} is captive (F-CAVE-8)"
    if one["at"] != layout.AT_HOME:
        return f"orc {name} has been placed in this round (R-WORK-5)"
    waiting = [dwarf for dwarf in range(seat["dwarfs"]) if seat["at"][dwarf] == layout.AT_HOME and not seat["newborn"][dwarf]]
    if waiting and seat["goods"][good.RUBY] < reorder_rubies:
        return "dwarfs go before friendly orcs unless a ruby is paid (F-FRIEND-5)"
    return f"orc {name} finds nothing to take on `{space}` (F-FRIEND-6)"
