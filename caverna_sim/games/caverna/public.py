"""What of the game is public: where `caverna_sim` finds its names when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caverna_sim.games.caverna.actions import Action as Action
    from caverna_sim.games.caverna.bots.roster import bots as bots
    from caverna_sim.games.caverna.fiends.campaign import campaign as campaign
    from caverna_sim.games.caverna.fiends.campaign import campaigns as campaigns
    from caverna_sim.games.caverna.fiends.study.strength import orc_study as orc_study
    from caverna_sim.games.caverna.game import Game as Game
    from caverna_sim.games.caverna.game import View as View
    from caverna_sim.games.caverna.game import play as play
    from caverna_sim.games.caverna.studies.growth import growth_study as growth_study
    from caverna_sim.games.caverna.studies.openings import opening_study as opening_study
    from caverna_sim.games.caverna.studies.plans import plan_study as plan_study
    from caverna_sim.games.caverna.studies.tiles import tile_study as tile_study
    from caverna_sim.games.caverna.studies.weapons import weapon_study as weapon_study

HOMES = {
    "Action": "games.caverna.actions",
    "Game": "games.caverna.game",
    "View": "games.caverna.game",
    "bots": "games.caverna",
    "campaign": "games.caverna.fiends",
    "campaigns": "games.caverna.fiends.campaign",
    "growth_study": "games.caverna.studies.growth",
    "opening_study": "games.caverna.studies.openings",
    "orc_study": "games.caverna.fiends.study.strength",
    "plan_study": "games.caverna.studies.plans",
    "play": "games.caverna.game",
    "tile_study": "games.caverna.studies.tiles",
    "weapon_study": "games.caverna.studies.weapons",
}
CALLED_MODULES = ("bots", "campaign")  # modules that can be called
