"""The sums of nets, for layers of the sizes that Caverna's have."""

from __future__ import annotations

from caverna_sim.compiling.jit import own_copy
from caverna_sim.games.caverna.bots.layout import NARROW, SIDE_BY_SIDE, WIDE
from caverna_sim.kit.bots import nets

_nets = own_copy(nets, __name__, WIDE=WIDE, NARROW=NARROW, SIDE_BY_SIDE=SIDE_BY_SIDE)
list_rows, list_active, net_output = _nets.list_rows, _nets.list_active, _nets.net_output
add_rows_wide, add_rows_beside = _nets.add_rows_wide, _nets.add_rows_beside
