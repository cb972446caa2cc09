"""What is another person worth? For every block a seat is drawn by lot and how far its family may grow: as it likes, or so far at most."""

from __future__ import annotations

from typing import Any, Unpack

from caverna_sim.experiments.limits import LimitQuestion, LimitRows, limit_study
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.games.agricola.limits import PEOPLE, together

ANOTHER = {  # what is worth -> effects of limits that are added up
    "a third person": {"at_most_3": 1.0, "at_most_2": -1.0},
    "a fourth person": {"at_most_4": 1.0, "at_most_3": -1.0},
    "a fifth person": {"at_most_4": -1.0},
}
MOST = {f"at_most_{people}": people for people in (2, 3, 4)}
ROWS = LimitRows(
    "growth",
    "What is another person worth?",
    arms={name: {PEOPLE: people} for name, people in MOST.items()},
    asked=MOST,
    estimands={
        "effect": "points of a seat whose family may grow so far, against one that may grow less far by one person",
        "win_effect": "share of the wins of such a seat, against the other",
    },
    key="person",
    together=together,
    told=ANOTHER,
    nested={f"may have {name}, against not": sums for name, sums in ANOTHER.items()},
    most_games=20_000,
    by_seat=False,
    verdict="to a seat that may have one,",
    doubt="A person is worth what these bots make of one, less the food, rooms and placements that it costs.",
    picture="Another person",
)


@takes_options
def growth_study(scenario: Any, *, respond: bool = False, **options: Unpack[Options]) -> Study:
    """What a third, fourth and fifth person are worth to a seat; with `respond` also who had better keep to a smaller family."""
    return limit_study(LimitQuestion(ROWS, respond), scenario, **options)
