"""The same rows on any machine: what numba compiles here and what the C library does there change no last bit of a game.

`python -m tests.compiling.anywhere --compare`, which .ci/run calls, compiles for another processor and by stock numba too.
"""

from __future__ import annotations

import sys

import pytest

from caverna_sim import games
from tests.compiling import anywhere


def test_every_game_and_every_tier_is_among_the_tables() -> None:
    from caverna_sim.games.caverna.bots.parameters import parameters_of

    tables = anywhere.tables()
    assert {table["game"] for table in tables.values()} == set(games.names())
    seated = {bot for table in anywhere.CAVERNA.values() for bot in table["bots"]}
    every = {parameters_of(name)["tier"] for name in games.plays("caverna").bots()}
    assert {parameters_of(name)["tier"] for name in seated} == every


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the library is told so by an option of glibc")
def test_a_c_library_without_fused_multiplication_changes_no_row() -> None:
    settings, _, _ = anywhere.MACHINES["another C library, all tiers"]
    names = list(anywhere.tables())
    assert anywhere.there(settings, 4, names) == anywhere.there({}, 4, names)
