"""What a bot does: one of the legal actions."""

from __future__ import annotations

from caverna_sim.compiling.jit import own_copy
from caverna_sim.games.neanderthal.bots.layout import RANDOM
from caverna_sim.games.neanderthal.bots.policy import choose
from caverna_sim.games.neanderthal.course.core import legal
from caverna_sim.kit.bots import choosing

_choosing = own_copy(choosing, __name__, RANDOM=RANDOM, choose=choose, legal=legal)
bot_action, bot_action_here = _choosing.bot_action, _choosing.bot_action_here
