"""Who decides: bots, and the roster of their names. The package itself can be called: `cs.bots()` gives the roster."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caverna_sim.games.caverna.bots.roster import BotInfo


class _Roster(ModuleType):
    """Python binds a package to its parent under its own name, so the function `bots` has to be the package."""

    def __call__(self) -> dict[str, BotInfo]:
        """All bots by name, with description and parameters."""
        from caverna_sim.games.caverna.bots.roster import bots

        return bots()


sys.modules[__name__].__class__ = _Roster
