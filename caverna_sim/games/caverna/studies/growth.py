"""What is another dwarf worth (experiments/growth.py)?"""

from __future__ import annotations

from typing import Any, Unpack

from caverna_sim.experiments.growth import growth_rows
from caverna_sim.experiments.limits import LimitQuestion, limit_study
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.games.caverna.limits import together

_DOUBT = "A dwarf is worth what these bots make of it, less what they would have made of the goods and placements that it costs."
_CAPTION = "Points of a seat that may have one more dwarf, with intervals for all together."
ROWS = growth_rows("dwarf", "dwarfs_max", together, _DOUBT, "a fifth dwarf and more", caption=_CAPTION)


@takes_options
def growth_study(scenario: Any, *, respond: bool = False, **options: Unpack[Options]) -> Study:
    """What a third, fourth and fifth dwarf are worth to a seat; with `respond` also who had better keep to a smaller family."""
    return limit_study(LimitQuestion(ROWS, respond), scenario, **options)
