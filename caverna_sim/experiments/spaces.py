"""What is each place worth to a seat that may use it? For every block a seat and a place are drawn, and the seat has to do without it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Unpack

from caverna_sim.errors import CavernaError
from caverna_sim.experiments.limits import Arms, LimitQuestion, LimitRows, Sums, limit_study
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.stats.words import readable

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

DENIED = "spaces_without"  # the limit that takes places from a seat


def _arms(scenario: Scenario) -> Arms:
    """Every place that can come into play, taken from the seat."""
    if not scenario.places:
        raise CavernaError(f"spaces: the game of `{scenario.name}`, {scenario.game}, has no places that a seat can be denied")
    return {place: {DENIED: [place]} for place in scenario.places}


def _worth(arms: Iterable[str]) -> Sums:
    """What it costs to do without is what a place is worth."""
    return {place: {place: -1.0} for place in arms}


def _nested(arms: Iterable[str]) -> Sums:
    """Who may use a place scores no less."""
    return {f"may use {readable([place])[0]}, against not": sums for place, sums in _worth(arms).items()}


ROWS = LimitRows(
    "spaces",
    "What is each space worth?",
    arms=_arms,
    asked={"without": "each"},
    estimands={
        "effect": "points of a seat that may use the space, against one that may not",
        "win_effect": "share of the wins of such a seat, against the other",
    },
    key="space",
    told=_worth,
    nested=_nested,
    most_games=60_000,
    verdict="spaces that are worth most to a seat that may use them:",
    best=5,
    doubt="A seat without a space uses others: what is told is how much better the space is than what these bots take instead.",
    picture="Spaces",
    caption="Points of a seat that may use the space against one that may not, with intervals for all together.",
)


@takes_options
def space_study(scenario: Any, *, respond: bool = False, **options: Unpack[Options]) -> Study:
    """What each action space is worth to a seat that may use it, against one that may not.

    With `respond` also which seats had better leave a space alone.
    """
    return limit_study(LimitQuestion(ROWS, respond), scenario, **options)
