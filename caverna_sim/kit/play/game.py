"""The door to a game of any kind: `cs.Game(game="NAME")` is one of that game, and so is a scenario's or a position's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class Game:
    """A game. What it can do, its own class says; called by this name, it is found by `game=`, by the scenario or by the position."""

    game: ClassVar[str]  # its name

    def __new__(cls, *given: Any, game: str | None = None, scenario: Any = None, **more: Any) -> Self:
        """A game of the kind that is meant."""
        return super().__new__(cls if cls is not Game else _kind(game, scenario))  # type: ignore[return-value]  # a class of it

    @classmethod
    def from_dict(cls, position: Mapping[str, Any], *, auto: bool = False) -> Game:
        """A game at a position, which names its game; left out, it is the first."""
        named = position.get("game") if isinstance(position, Mapping) else None
        from caverna_sim.errors import CavernaError, PositionError

        try:
            kind = _kind(named, None, "position `game`")
        except CavernaError as error:
            raise PositionError(str(error)) from None
        return kind.from_dict(position, auto=auto)


def _kind(game: Any, source: Any, where: str = "game") -> type[Game]:
    """The class of a game that is named, or that a scenario or a position names."""
    from caverna_sim.games import FIRST, named, public_of
    from caverna_sim.public import meant_by

    name = named(meant_by(source) or FIRST if game is None else game, where)
    public = public_of(name)
    if public is None:
        from caverna_sim.errors import CavernaError

        raise CavernaError(f"{where}: games of `{name}` are played in batches only; `cs.run` plays them")
    kind: type[Game] = public.Game
    return kind
