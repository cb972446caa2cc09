"""When is a furnishing worth building, and which is worth building first (experiments/timing.py)?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.experiments.timing import TimedThings
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.games.caverna.limits import FIRST, LATER, TILES, together
from caverna_sim.games.caverna.shape.sizes import LAST_ROUND

USUAL = ("state_parlor", "broom_chamber", "office_room", "ruby_supplier")  # of which people say that they are built early


def _is_dwelling(tile: str) -> bool:
    return bool(printed_tables(EVERYTHING)["furnishing"].get(tile, {}).get("colour") == "orange")


FURNISHINGS = TimedThings(
    "furnishing", "furnishings", "dwellings", key="tile", table="furnishings", later=LATER, never=TILES, first=FIRST, usual=USUAL,
    rounds=(4, 7, 10), last=LAST_ROUND, together=together, is_free=_is_dwelling,
)  # fmt: skip


@takes_options
def timing_study(scenario: Any, *, tiles: Sequence[str] = USUAL, respond: bool = False, **options: Unpack[Options]) -> Study:
    """When some furnishings are worth building: what each third of the game adds for a seat that may build then too.

    With `respond` also which seats had better wait, or leave a furnishing alone.
    """
    return FURNISHINGS.when_study(scenario, tiles, respond, **options)


@takes_options
def first_tile_study(scenario: Any, *, tiles: Sequence[str] = (), respond: bool = False, **options: Unpack[Options]) -> Study:
    """Which furnishing a seat had better build before any other but dwellings, against what its bot builds.

    With `respond` also what comes of it when every seat begins with its best one.
    """
    return FURNISHINGS.which_first_study(scenario, tiles, respond, **options)
