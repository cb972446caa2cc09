"""What Frantic Fiends adds to what the game tells of itself (games/caverna/told.py)."""

from __future__ import annotations

from caverna_sim.games.caverna.ids import score
from caverna_sim.games.facts import GameCommand, StudyCommand

SCORING_PARTS = score.NAMES[score.NUM_BASE :]
TOPICS = "orcs, events, movement, bribes, bounties, traps, display, rulings, campaign"  # of `caverna-sim rules`
STRONG_BOTS = {"fiends": "value"}  # expansion -> who plays it well, and fast enough for a study
ASKED = {"fiends": ("balanced", "value")}  # expansion -> who plays positions on: quick, strong
SECTIONS = ("caverna_sim.games.caverna.fiends.study.page:orcs_of_run",)
STUDIES = (
    StudyCommand(
        "orcs", "how strong the orcs of Frantic Fiends should be", "caverna_sim.games.caverna.fiends.study.strength:orc_study",
        "caverna_sim.games.caverna.fiends.arguments:orcs", expansion="fiends", strengths=False,
    ),
)  # fmt: skip
COMMANDS = (
    GameCommand(
        "campaign", "play solo campaigns of Frantic Fiends", "caverna_sim.games.caverna.fiends.arguments:campaign",
        "caverna_sim.games.caverna.fiends.show_campaign:run",
    ),
)  # fmt: skip
