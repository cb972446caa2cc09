"""What is another dwarf worth? For every block a seat is drawn by lot and how far its family may grow: as it likes, or to two, three or
four dwarfs at most. A seat that may have three against one that may have two tells what may come of a third dwarf.
"""

from __future__ import annotations

from typing import Any, Unpack

from caverna_sim.experiments.limits import LimitQuestion, LimitRows, limit_study
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.games.caverna.limits import together

MOST = {f"at_most_{dwarfs}": dwarfs for dwarfs in (2, 3, 4)}
ANOTHER = {  # what is worth -> effects of limits that are added up
    "a third dwarf": {"at_most_3": 1.0, "at_most_2": -1.0},
    "a fourth dwarf": {"at_most_4": 1.0, "at_most_3": -1.0},
    "a fifth dwarf and more": {"at_most_4": -1.0},
}
ROWS = LimitRows(
    "growth",
    "What is another dwarf worth?",
    arms={name: {"dwarfs_max": dwarfs} for name, dwarfs in MOST.items()},
    asked=MOST,
    estimands={
        "effect": "points of a seat whose family may grow so far, against one that may grow less far by one dwarf",
        "win_effect": "share of the wins of such a seat, against the other",
    },
    key="dwarf",
    together=together,
    told=ANOTHER,
    nested={f"may have {name}, against not": sums for name, sums in ANOTHER.items()},
    most_games=20_000,
    by_seat=False,
    verdict="to a seat that may have it,",
    doubt="A dwarf is worth what these bots make of it, less what they would have made of the goods and placements that it costs.",
    picture="Another dwarf",
    caption="Points of a seat that may have one more dwarf, with intervals for all together.",
)


@takes_options
def growth_study(scenario: Any, *, respond: bool = False, **options: Unpack[Options]) -> Study:
    """What a third, fourth and fifth dwarf are worth to a seat; with `respond` also who had better keep to a smaller family."""
    return limit_study(LimitQuestion(ROWS, respond), scenario, **options)
