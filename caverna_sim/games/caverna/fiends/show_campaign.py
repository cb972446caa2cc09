"""The command `campaign`: solo campaigns of Frantic Fiends (kit/show/campaign.py)."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.games.caverna.fiends.campaign import campaigns
from caverna_sim.kit.show import campaign


def run(options: Namespace) -> int:
    """Play, write the log, and show the table."""
    return campaign.run(
        options,
        lambda tell: campaigns(
            options.bot, options.campaigns, options.seed, options.purchases, side=options.side, on_progress=tell
        ),
        {"strengths": "orcs", "orcs left": "left"},
    )  # fmt: skip
