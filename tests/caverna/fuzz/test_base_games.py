"""The expansion leaves the base game alone: random base games go as they went before it was written."""

from __future__ import annotations

import numpy as np
import pytest

from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.shape import layout

GAMES = 20
# choices and digest of core.random_games with seed 1, taken before there was an expansion
BEFORE = {
    1: (1673, 2656074810686420932),
    2: (3054, 814544929764383102),
    3: (4957, 4104450723696677832),
    4: (7258, 3063939055351521548),
    5: (8986, 3290298823652906578),
    6: (10775, 3864479759888267631),
    7: (12230, 3811699004771109163),
}


@pytest.mark.parametrize("players", BEFORE)
def test_base_games_are_what_they_were(players: int) -> None:
    states, scratch, out = np.zeros(1, layout.STATE), np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
    assert core.random_games(states, catalog(players).record, scratch, out, 1, 0, GAMES) == BEFORE[players]
