"""Public names: where each is found when it is first used, and the verbs that several games have."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any

from caverna_sim.errors import CavernaError, shown
from caverna_sim.games import FIRST, having, named, public_of, who_has_it
from caverna_sim.kit.play.game import Game


def lazily(package: str, homes: Mapping[str, str], called: Collection[str] = ()) -> Callable[[str], Any]:
    """What finds the names of a package when they are first used: [name] its module, from the package on or whole; `called` are modules."""

    def found(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name] if homes[name].startswith("caverna_sim.") else f"{package}.{homes[name]}".rstrip(".")
        return import_module(f"{home}.{name}") if name in called else getattr(import_module(home), name)

    return found


def of_games(name: str) -> Any:
    """A public name of games: that of the only game that has it, or what asks which game is meant."""
    owners = having(name)
    if not owners:
        raise AttributeError(f"module 'caverna_sim' has no attribute {name!r}")
    return getattr(public_of(owners[0]), name) if len(owners) == 1 else Verb(name)


class Verb:
    """What several games can do, under one name: `game=` says which is meant, or the scenario, run, game or position that is given."""

    def __init__(self, name: str) -> None:
        self.__name__ = name
        self.__doc__ = getattr(public_of(having(name)[0]), name).__doc__

    def __call__(self, *given: Any, game: Any = None, **more: Any) -> Any:
        """Do it with the game that is meant; `game` is its name, or the very game that is to be played."""
        first = (*given[:1], more.get("scenario"))
        if isinstance(game, Game):
            first, game, more = (*first, game), None, {**more, "game": game}
        meant = [one for value in first if (one := meant_by(value)) is not None]
        chosen = meant[0] if meant else FIRST
        if game is not None:
            if meant and named(game) != chosen:
                raise CavernaError(f"game: {shown(game)} is not the game of what is given, which is `{chosen}`; leave `game` out")
            chosen = named(game)
        owners = having(self.__name__)
        if chosen not in owners:
            raise CavernaError(f"{self.__name__}: `{chosen}` has no such thing; {who_has_it(owners)}")
        found = getattr(public_of(chosen), self.__name__)
        asks = inspect.signature(found).parameters.get("game")
        if asks is not None and asks.kind is asks.KEYWORD_ONLY:  # one function for several games, which asks for the name
            more["game"] = chosen
        return found(*given, **more)

    def __getattr__(self, name: str) -> Any:
        """What else hangs at the name, as the first game has it."""
        return getattr(getattr(public_of(FIRST), self.__name__), name)

    def __repr__(self) -> str:
        return f"<{self.__name__} of {', '.join(having(self.__name__))}>"


def meant_by(value: Any) -> str | None:
    """The game of a scenario, a run, a position, a game, or several of them; None when it tells none."""
    from caverna_sim.scenario.scenario import game_named

    if isinstance(value, list | tuple):
        return next((one for each in value if (one := meant_by(each)) is not None), None)
    return game_named(value)
