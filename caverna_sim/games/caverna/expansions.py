"""Expansions: what they are called, and where the base game asks one for its share: in the modules of the folder of that name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

TITLES = {"fiends": "Frantic Fiends"}  # as printed
EVERYTHING = "fiends"  # whose tables hold all that is printed, those of the base game included
OWN_TABLES = ("orcs",)  # kept of their games only


def module_of(expansion: str | None, room: str) -> Any:
    """A module of the expansion that is played, such as its `log`; None in the base game."""
    return None if expansion is None else import_module(f"caverna_sim.games.caverna.{expansion}.{room}")


def modules(room: str) -> list[Any]:
    """The modules of that name of every expansion there is."""
    return [module_of(expansion, room) for expansion in TITLES]


def which(advice: str = "leave it out") -> str:
    """Which there are, for people."""
    return " or ".join(f'give "{name}" for {title}' for name, title in TITLES.items()) + f", or {advice}"


def played(scenario: Mapping[str, Any]) -> str | None:
    """The expansion of a scenario as manifests keep it, or None."""
    return scenario.get("expansion") or None
