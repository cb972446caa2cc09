"""The games: a folder for each, what it tells of itself to statistics and pages, and how it is played."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caverna_sim.games.facts import GameFacts
    from caverna_sim.games.protocol import Plays

FIRST = "caverna"  # the game of scenarios and manifests that name none
_KNOWN: dict[str, str | GameFacts] = {"caverna": "caverna_sim.games.caverna.told:CAVERNA"}


def register(facts: GameFacts) -> None:
    """Make a game known by its name; scenarios and manifests say `game = NAME`."""
    _KNOWN[facts.name] = facts


def games() -> tuple[GameFacts, ...]:
    """All games that are known."""
    return tuple(told_of({"game": name}) for name in _KNOWN)


def found_at(place: str) -> Any:
    """What a place names as "module:name"."""
    module, name = place.split(":")
    return getattr(import_module(module), name)


def told_of(manifest: Mapping[str, Any]) -> GameFacts:
    """What the game of a manifest tells of itself; a game that nobody knows tells nothing."""
    return _facts(str(manifest.get("game", FIRST)))


def plays(name: str) -> Plays:
    """How a game is played."""
    found = _facts(name).plays
    return found_at(found) if isinstance(found, str) else found  # type: ignore[return-value]  # found by its path, too


def _facts(name: str) -> GameFacts:
    known = _KNOWN.get(name)
    if known is None:
        from caverna_sim.games.facts import GameFacts

        return GameFacts(name=name, title=name)
    if isinstance(known, str):
        known = _KNOWN[name] = found_at(known)
    return known  # type: ignore[return-value]  # found by its path, which tells no type
