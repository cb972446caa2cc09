"""Positions played on by bots (kit/play/ahead.py): `analyse` and its like ask for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from caverna_sim.compiling.jit import own_copy
from caverna_sim.kit.play import ahead
from tests.orchard.bots.choosing import decide
from tests.orchard.bots.layout import MIND
from tests.orchard.bots.parameters import bot_record
from tests.orchard.course.core import advance, apply, deal_anew
from tests.orchard.ids import OVER
from tests.orchard.shape.layout import MAX_LEGAL, STATE

play_outs = own_copy(ahead, __name__, OVER=OVER, apply=apply, advance=advance, deal_anew=deal_anew, decide=decide).play_outs


def records(rules: Any, bots: Any, own: Any) -> tuple[np.ndarray, None]:
    """What bots play with, whether they come along, from a file, or from a scenario."""
    known = [(own[name].base, own[name].parameters) if name in own else (name, None) for name in bots]
    return np.concatenate([bot_record(*one) for one in known]), None


def tools() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scratch states, a mind, room for what is legal."""
    return np.zeros(2, STATE), np.zeros(1, MIND), np.zeros(MAX_LEGAL, np.int32)
