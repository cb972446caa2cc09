"""What each furnishing is worth: the furnishings of Caverna for the study of things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from caverna_sim.asking.workbench import Workbench, workbench
from caverna_sim.experiments.prices import ThingRows
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.experiments.things import thing_study

ROWS = ThingRows(
    "tiles",
    "caverna",
    cost="furnishing.{thing}.cost",
    points="furnishing.{thing}.points",
    currency="gold",
    unpayable="stone",
    never_worth=15,
    ghosts=(
        "wood_supplier", "food_chamber", "working_cave", "ruby_supplier", "weaving_parlor", "weapon_storage", "prayer_chamber",
        "main_storage",
    ),
    paired=(("state_parlor", "broom_chamber"), ("state_parlor", "office_room"), ("broom_chamber", "office_room")),  # praised by all sources
)  # fmt: skip


@takes_options
def tile_study(
    scenario: Any, *, fair_prices: bool = False, encouraged: bool = False, sets: Sequence[str] = (), **options: Unpack[Options]
) -> Study:
    """What each furnishing is worth at the table of a scenario (or of several, side by side).

    With `fair_prices` the furnishings that a table gains most and least by are played at other prices too, in a folder beside that of the
    study: at which price is each worth as much as the median one? With `encouraged` bots are paid 2 and 4 points for each, also for the
    `sets` of them, such as "guest_room+office_room": what does a building bring that was made so, without the pay?
    """
    return thing_study(ROWS, scenario, fair_prices=fair_prices, encouraged=encouraged, sets=sets, **options)


def tile(scenario: Any, name: str, **options: Any) -> Workbench:
    """What one furnishing is worth at the table of a scenario, and at one of strong bots: how often and when it is built, what it brings to
    the table, to a seat that alone may build it and to bots that are paid for building it, at three prices.

    `games` of each run, or one number for each table; `bots` at the first table; `seed`, `workers`, `on_games`.
    """
    return workbench(ROWS, scenario, name, **options)
