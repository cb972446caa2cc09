"""The command `tile`: one furnishing on the workbench."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.commands.workbench import conduct
from caverna_sim.games.caverna.studies.tiles import tile


def run(options: Namespace) -> int:
    """Play, and say what it is worth."""
    return conduct(options, tile)
