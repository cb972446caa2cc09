"""The commands `tiles`, `openings` and `weapons`."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.commands.study import conduct


def tiles(options: Namespace) -> int:
    """What each furnishing is worth."""
    from caverna_sim.games.caverna.studies.tiles import tile_study

    return conduct(options, tile_study)


def openings(options: Namespace) -> int:
    """What an opening is worth."""
    from caverna_sim.games.caverna.studies.openings import opening_study

    return conduct(options, opening_study, length=options.length, pool=options.pool)


def weapons(options: Namespace) -> int:
    """What arming is worth."""
    from caverna_sim.games.caverna.studies.weapons import weapon_study

    return conduct(options, weapon_study)
