"""Positions of Neanderthal played on by bots: its share of kit/play/ahead.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.neanderthal.bots.choosing import bot_action
from caverna_sim.games.neanderthal.bots.layout import MIND
from caverna_sim.games.neanderthal.bots.parameters import bot_record
from caverna_sim.games.neanderthal.course.core import advance, apply
from caverna_sim.games.neanderthal.course.hidden import deal_anew
from caverna_sim.games.neanderthal.ids import phase
from caverna_sim.games.neanderthal.shape import layout
from caverna_sim.kit.play import ahead


@njit
def decide(state, rules, bots, judges, which, scratch, minds, out):
    """What a bot takes now; it has no judge."""
    return bot_action(state, rules, bots[which], scratch, minds[0], out)


play_outs = own_copy(
    ahead, __name__, OVER=phase.OVER, apply=apply, advance=advance, deal_anew=deal_anew, decide=decide,
).play_outs  # fmt: skip


def records(rules: Any, bots: Any, own: Any) -> tuple[np.ndarray, None]:
    """What bots play with, whether they come along, from a file, or from a scenario."""
    known = [(own[name].base, own[name].parameters) if name in own else (name, None) for name in bots]
    return np.concatenate([bot_record(*one, rules.variant) for one in known]), None


def tools() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Three scratch states, a mind, room for what is legal."""
    return np.zeros(3, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
