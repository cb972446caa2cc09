"""The command `campaign`: games of a campaign one after another, and who won it (kit/show/campaign.py)."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.games.agricola.campaign import campaign
from caverna_sim.kit.show.campaign import run_in_a_row


def run(options: Namespace) -> int:
    """Play it and show its games."""
    with CompileProgress("campaign"):
        found = campaign(list(options.bots), options.seed, goals=options.goals, attempts=options.attempts)
    heads = {"start_food": "food at the start", "start_player": "starts", "permanent": ""}
    return run_in_a_row(options, found, heads, ("bot",))
