"""The games: a folder for each, what it tells of itself to statistics and pages, and how it is played.

The folder of a game has `told.py` with its `GameFacts`, called like the game in capitals, `public.py` with its public names, and
`scenarios/` with those that come along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    from caverna_sim.games.facts import GameFacts
    from caverna_sim.games.protocol import Plays

FIRST = "caverna"  # the game of scenarios, positions and manifests that name none
_FOLDERS = {name: f"caverna_sim.games.{name}" for name in ("caverna", "agricola", "neanderthal")}  # that come with the package
_REGISTERED: dict[str, GameFacts] = {}  # those that somebody made known in this session


def register(facts: GameFacts) -> None:
    """Make a game known by its name; scenarios and manifests say `game = NAME`. No two games have one name."""
    from caverna_sim.errors import CavernaError

    if facts.name in names() and _REGISTERED.get(facts.name) is not facts:
        raise CavernaError(f"game `{facts.name}`: there is a game of that name already; give yours another name")
    words = [*(one.name for one in facts.commands), *(one.name for one in facts.studies)]
    twice = next((word for word in words if words.count(word) > 1), None)
    if twice is not None:
        raise CavernaError(f"game `{facts.name}`: it has two commands `{twice}`; give one of them another name")
    _REGISTERED[facts.name] = facts


def names() -> tuple[str, ...]:
    """The names of all games that are known."""
    return (*_FOLDERS, *_REGISTERED)


def games() -> tuple[GameFacts, ...]:
    """All games that are known."""
    return tuple(facts_of(name) for name in names())


def found_at(place: str) -> Any:
    """What a place names as "module:name"."""
    module, name = place.split(":")
    return getattr(import_module(module), name)


def told_of(manifest: Mapping[str, Any]) -> GameFacts:
    """What the game of a manifest tells of itself; a game that nobody knows tells nothing."""
    return facts_of(str(manifest.get("game", FIRST)))


def plays(name: str) -> Plays:
    """How a game is played."""
    found = facts_of(name).plays
    return found_at(found) if isinstance(found, str) else found  # type: ignore[return-value]  # found by its path, too


def facts_of(name: str) -> GameFacts:
    """What a game tells of itself."""
    if name in _FOLDERS:
        facts: GameFacts = found_at(f"{_FOLDERS[name]}.told:{name.upper()}")
        return facts
    if name in _REGISTERED:
        return _REGISTERED[name]
    from caverna_sim.games.facts import GameFacts

    return GameFacts(name=name, title=name)


def folder_of(name: str) -> str:
    """The package in which a game lives, "" when it has none."""
    return _FOLDERS.get(name) or facts_of(name).folder


def who_has_it(owners: Sequence[str]) -> str:
    """Which games have something, in words."""
    return f"{', '.join(owners)} {'has' if len(owners) == 1 else 'have'} it"


def public_of(name: str) -> ModuleType | None:
    """The public names of a game, as `cs.caverna` has them; None when it has none."""
    folder = folder_of(name)
    return import_module(f"{folder}.public") if folder else None


def having(public: str) -> tuple[str, ...]:
    """The games that have a public name."""
    modules = {name: public_of(name) for name in names()}
    return tuple(name for name, module in modules.items() if module is not None and public in module.HOMES)


def named(name: Any, where: str = "game") -> str:
    """The name of a game that somebody gave; CavernaError when there is none of it."""
    from caverna_sim.errors import CavernaError, nearest, shown

    if not isinstance(name, str) or name not in names():
        typed = name if isinstance(name, str) else ""
        raise CavernaError(f"{where}: there is no game {shown(name)}; {nearest(typed, names())}")
    return name
