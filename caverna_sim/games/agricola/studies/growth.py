"""What is another person worth (experiments/growth.py)?"""

from __future__ import annotations

from typing import Any, Unpack

from caverna_sim.experiments.growth import growth_rows
from caverna_sim.experiments.limits import LimitQuestion, limit_study
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.games.agricola.limits import PEOPLE, together

_DOUBT = "A person is worth what these bots make of one, less the food, rooms and placements that it costs."
ROWS = growth_rows("person", PEOPLE, together, _DOUBT, it="one")


@takes_options
def growth_study(scenario: Any, *, respond: bool = False, **options: Unpack[Options]) -> Study:
    """What a third, fourth and fifth person are worth to a seat; with `respond` also who had better keep to a smaller family."""
    return limit_study(LimitQuestion(ROWS, respond), scenario, **options)
