"""What each major improvement is worth: the improvements of Agricola for the study of things."""

from __future__ import annotations

from typing import Any, Unpack

from caverna_sim.experiments.prices import ThingRows
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.experiments.things import thing_study

ROWS = ThingRows(
    "majors",
    "agricola",
    cost="major.{thing}.cost",
    currency="food",
    dearer=(2, 4, 8),
    unpayable="cattle",
    unpayable_amount=15,
    ghosts=("fireplace_2", "fireplace_3", "cooking_hearth_4", "cooking_hearth_5", "well", "clay_oven"),
    paired=(("fireplace_2", "fireplace_3"), ("cooking_hearth_4", "cooking_hearth_5"), ("clay_oven", "stone_oven")),
)  # fmt: skip


@takes_options
def major_study(scenario: Any, *, fair_prices: bool = False, **options: Unpack[Options]) -> Study:
    """What each major improvement is worth at the table of a scenario (or of several, side by side).

    With `fair_prices` the improvements that a table gains most and least by are played at other prices too, in a folder beside that of the
    study: at which price is each worth as much as the median one?
    """
    return thing_study(ROWS, scenario, fair_prices=fair_prices, **options)
