"""What each major improvement is worth: the improvements of Agricola for the study of things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from caverna_sim.asking.workbench import Workbench, workbench
from caverna_sim.experiments.prices import ThingRows
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.experiments.things import thing_study

ROWS = ThingRows(
    "majors",
    "agricola",
    cost="major.{thing}.cost",
    points="major.{thing}.points",
    currency="food",
    dearer=(2, 4, 8),
    unpayable="cattle",
    unpayable_amount=15,
    ghosts=("fireplace_2", "fireplace_3", "cooking_hearth_4", "cooking_hearth_5", "well", "clay_oven"),
    paired=(("fireplace_2", "fireplace_3"), ("cooking_hearth_4", "cooking_hearth_5"), ("clay_oven", "stone_oven")),
)  # fmt: skip


@takes_options
def major_study(
    scenario: Any, *, fair_prices: bool = False, encouraged: bool = False, sets: Sequence[str] = (), **options: Unpack[Options]
) -> Study:
    """What each major improvement is worth at the table of a scenario (or of several, side by side).

    With `fair_prices` also the food at which each would be worth as much as the median one; with `encouraged` what each brings to bots that
    are paid for it, and to those paid for one of the `sets`, such as "clay_oven+stone_oven".
    """
    return thing_study(ROWS, scenario, fair_prices=fair_prices, encouraged=encouraged, sets=sets, **options)


def major(scenario: Any, name: str, **options: Any) -> Workbench:
    """What one major improvement is worth at the table of a scenario, and at one of strong bots: how often and when it is built, what it
    brings to the table, to a seat that alone may build it and to bots that are paid for building it, at three prices.

    `games` of each run, or one number for each table; `bots` at the first table; `seed`, `workers`, `on_games`.
    """
    return workbench(ROWS, scenario, name, **options)
