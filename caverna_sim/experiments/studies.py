"""The studies of a game: those that fit any game, and those that it tells of (`GameFacts.studies`)."""

from __future__ import annotations

from caverna_sim.games import FIRST, facts_of
from caverna_sim.games.facts import StudyCommand

GENERAL = (
    StudyCommand("seats", "what a seat is worth", "caverna_sim.experiments.seats:seat_study"),
    StudyCommand("drama", "how exciting a game is", "caverna_sim.experiments.drama:drama"),
    StudyCommand(
        "sweep", "what a house rule does at several values", "caverna_sim.experiments.sweep:sweep",
        "caverna_sim.commands.study:sweep_arguments", names_scenarios=True,
    ),
    StudyCommand(
        "factors", "what several house rules do together", "caverna_sim.experiments.factors:factor_study",
        "caverna_sim.commands.study:factor_arguments", names_scenarios=True,
    ),
    StudyCommand("handicaps", "what a handicap is worth, and which makes a game even", "caverna_sim.experiments.handicaps:handicap_study"),
)  # fmt: skip


def studies(game: str = FIRST) -> tuple[StudyCommand, ...]:
    """Those of a game, and those that fit any game."""
    return (*facts_of(game).studies, *GENERAL)
