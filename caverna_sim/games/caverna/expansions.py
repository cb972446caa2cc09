"""Where the base game asks an expansion for its share: in the modules of the folder that is called like the expansion."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def door(expansion: str | None, room: str) -> Any:
    """A module of the expansion that is played, such as its `log`; None in the base game."""
    return None if expansion is None else import_module(f"caverna_sim.games.caverna.{expansion}.{room}")
