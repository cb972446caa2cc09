"""The studies that there are: those that fit any game, and those that games tell of (`GameFacts.studies`)."""

from __future__ import annotations

from caverna_sim.games import games
from caverna_sim.games.facts import StudyCommand

GENERAL = (
    StudyCommand("seats", "what a seat is worth", "caverna_sim.experiments.seats:seat_study"),
    StudyCommand("drama", "how exciting a game is", "caverna_sim.experiments.drama:drama"),
    StudyCommand(
        "sweep", "what a house rule does at several values", "caverna_sim.experiments.sweep:sweep",
        "caverna_sim.commands.study:sweep_arguments", names_scenarios=True,
    ),
)  # fmt: skip


def studies() -> tuple[StudyCommand, ...]:
    """All of them, those of games first."""
    return (*(study for game in games() for study in game.studies), *GENERAL)
