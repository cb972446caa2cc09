"""What Neanderthal tells of itself to statistics and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caverna_sim.games.facts import GameFacts, Measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caverna_sim.stats.source import Facts


def _design(facts: Facts) -> Sequence[str]:
    """The deck first: results are those of made-up cards."""
    from caverna_sim.scenario.scenario import read_scenario

    return read_scenario(facts.scenario).phrases()


NEANDERTHAL = GameFacts(
    name="neanderthal",
    plays="caverna_sim.games.neanderthal.plays:PLAYS",
    folder="caverna_sim.games.neanderthal",
    title="Neanderthal",
    groups={
        "people": ("unassigned", "wanderers", "alpha", "elders"),
        "daughters and husbands": ("daughters", "husbands", "daughter_effects"),
        "vocabulary": ("vocabulary",),
        "cards": ("trophies", "inventions", "animals"),
    },
    seat_note="A seat is a species; who plays which is drawn for each block.",
    measures={
        "tribesmen": Measure("tribesmen", 0.2, 18.0, unit="tribesman"),
        "converted": Measure("turns", 0.3, 24.0, unit="turn"),
    },
    design=_design,
    example_rule="ruling.chaos_more=allowed,minimum",
)
