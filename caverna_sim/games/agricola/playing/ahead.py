"""Positions of Agricola played on by bots: its share of kit/play/ahead.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.agricola.bots.choosing import bot_action
from caverna_sim.games.agricola.course.core import advance, apply
from caverna_sim.games.agricola.course.hidden import deal_anew
from caverna_sim.games.agricola.ids import phase
from caverna_sim.kit.play import ahead

if TYPE_CHECKING:
    import numpy as np


@njit
def decide(state, rules, bots, judges, which, scratch, minds, out):
    """What a bot takes now."""
    return bot_action(state, rules, bots[which], scratch, out)


_copy = own_copy(ahead, __name__, OVER=phase.OVER, decide=decide, deal_anew=deal_anew, apply=apply, advance=advance)
play_outs = _copy.play_outs


def records(rules: Any, bots: Sequence[Any], own: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray | None]:
    """BOT records of bots by name or file, or of a scenario's own."""
    import numpy as np

    from caverna_sim.games.agricola.bots.parameters import bot_record

    return np.concatenate([bot_record(own[name].base, own[name].parameters) if name in own else bot_record(name) for name in bots]), None


def tools() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What bots think with: scratch states, and room for legal actions."""
    import numpy as np

    from caverna_sim.games.agricola.shape import layout

    return np.zeros(3, layout.STATE), np.zeros(1, np.int8), np.zeros(layout.MAX_LEGAL, np.int32)
