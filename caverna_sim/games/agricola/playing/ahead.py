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
    return bot_action(state, rules, bots, judges, which, scratch, minds[0], out)


_copy = own_copy(ahead, __name__, OVER=phase.OVER, decide=decide, deal_anew=deal_anew, apply=apply, advance=advance)
play_outs = _copy.play_outs


def records(rules: Any, bots: Sequence[Any], own: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray | None]:
    """BOT and JUDGE records of bots by name or file, or of a scenario's own; no judges when nobody looks ahead, which spares compiling."""
    import numpy as np

    from caverna_sim.games.agricola.bots.parameters import NEEDS, packed, parameters_of

    values = [parameters_of(own[name].base, own[name].parameters) if name in own else parameters_of(name) for name in bots]
    both = [packed(one) for one in values]
    judges = np.concatenate([judge for _, judge in both]) if any(one["tier"] in NEEDS for one in values) else None
    return np.concatenate([bot for bot, _ in both]), judges


def tools() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What bots think with: scratch states, minds, room for legal actions."""
    import numpy as np

    from caverna_sim.games.agricola.bots.layout import MIND, NUM_SCRATCH
    from caverna_sim.games.agricola.shape import layout

    return np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
