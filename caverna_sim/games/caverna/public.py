"""What of the game is public: the names of `cs.caverna`, most of them also of `cs`, found when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caverna_sim.public import lazily

if TYPE_CHECKING:
    from caverna_sim.experiments.openings import opening_study as opening_study
    from caverna_sim.experiments.plans import plan_study as plan_study
    from caverna_sim.experiments.spaces import space_study as space_study
    from caverna_sim.games.caverna.actions import Action as Action
    from caverna_sim.games.caverna.bots.roster import bots as bots
    from caverna_sim.games.caverna.fiends.campaign import campaign as campaign
    from caverna_sim.games.caverna.fiends.campaign import campaigns as campaigns
    from caverna_sim.games.caverna.fiends.study.strength import orc_study as orc_study
    from caverna_sim.games.caverna.game import Game as Game
    from caverna_sim.games.caverna.game import View as View
    from caverna_sim.games.caverna.game import play as play
    from caverna_sim.games.caverna.planning.plan import plan as plan
    from caverna_sim.games.caverna.studies.growth import growth_study as growth_study
    from caverna_sim.games.caverna.studies.tiles import tile as tile
    from caverna_sim.games.caverna.studies.tiles import tile_study as tile_study
    from caverna_sim.games.caverna.studies.timing import first_tile_study as first_tile_study
    from caverna_sim.games.caverna.studies.timing import timing_study as timing_study
    from caverna_sim.games.caverna.studies.weapons import weapon_study as weapon_study

HOMES = {  # also names of `cs`
    "Action": "actions",
    "View": "game",
    "bots": "",
    "campaign": "fiends",
    "campaigns": "fiends.campaign",
    "first_tile_study": "studies.timing",
    "growth_study": "studies.growth",
    "opening_study": "caverna_sim.experiments.openings",
    "orc_study": "fiends.study.strength",
    "plan": "planning.plan",
    "plan_study": "caverna_sim.experiments.plans",
    "play": "game",
    "space_study": "caverna_sim.experiments.spaces",
    "tile": "studies.tiles",
    "tile_study": "studies.tiles",
    "timing_study": "studies.timing",
    "weapon_study": "studies.weapons",
}
OWN = {"Game": "game"}  # `cs` has one for every game
CALLED_MODULES = ("bots", "campaign")  # modules that can be called
__all__ = sorted({*HOMES, *OWN})  # noqa: PLE0605  (the names above)

__getattr__ = lazily("caverna_sim.games.caverna", {**HOMES, **OWN}, CALLED_MODULES)


def __dir__() -> list[str]:
    return list(__all__)
