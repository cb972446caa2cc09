"""What of the game is public: the names of `cs.neanderthal`, found when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caverna_sim.public import lazily

if TYPE_CHECKING:
    from caverna_sim.games.neanderthal.actions import Action as Action
    from caverna_sim.games.neanderthal.bots.roster import bots as bots
    from caverna_sim.games.neanderthal.game import Game as Game
    from caverna_sim.games.neanderthal.game import View as View
    from caverna_sim.games.neanderthal.game import play as play
    from caverna_sim.games.neanderthal.studies.assumptions import assumption_study as assumption_study
    from caverna_sim.games.neanderthal.studies.freedoms import mating_study as mating_study
    from caverna_sim.games.neanderthal.studies.freedoms import predator_study as predator_study

HOMES = {  # also names of `cs`
    "assumption_study": "studies.assumptions", "bots": "bots.roster", "mating_study": "studies.freedoms", "play": "game",
    "predator_study": "studies.freedoms",
}  # fmt: skip
OWN = {"Action": "actions", "Game": "game", "View": "game"}
__all__ = sorted({*HOMES, *OWN})  # noqa: PLE0605  (the names above)

__getattr__ = lazily("caverna_sim.games.neanderthal", {**HOMES, **OWN})


def __dir__() -> list[str]:
    return list(__all__)
