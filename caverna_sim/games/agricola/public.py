"""What of the game is public: the names of `cs.agricola`, found when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caverna_sim.public import lazily

if TYPE_CHECKING:
    from caverna_sim.experiments.openings import opening_study as opening_study
    from caverna_sim.experiments.plans import plan_study as plan_study
    from caverna_sim.experiments.spaces import space_study as space_study
    from caverna_sim.games.agricola.actions import Action as Action
    from caverna_sim.games.agricola.bots.roster import bots as bots
    from caverna_sim.games.agricola.campaign import campaign as campaign
    from caverna_sim.games.agricola.game import Game as Game
    from caverna_sim.games.agricola.game import View as View
    from caverna_sim.games.agricola.game import play as play
    from caverna_sim.games.agricola.studies.growth import growth_study as growth_study
    from caverna_sim.games.agricola.studies.majors import major as major
    from caverna_sim.games.agricola.studies.majors import major_study as major_study

HOMES = {  # also names of `cs`
    "bots": "bots.roster",
    "campaign": "campaign",
    "growth_study": "studies.growth",
    "major": "studies.majors",
    "major_study": "studies.majors",
    "opening_study": "caverna_sim.experiments.openings",
    "plan_study": "caverna_sim.experiments.plans",
    "play": "game",
    "space_study": "caverna_sim.experiments.spaces",
}
OWN = {"Action": "actions", "Game": "game", "View": "game"}
__all__ = sorted({*HOMES, *OWN})  # noqa: PLE0605  (the names above)

__getattr__ = lazily("caverna_sim.games.agricola", {**HOMES, **OWN})


def __dir__() -> list[str]:
    return list(__all__)
