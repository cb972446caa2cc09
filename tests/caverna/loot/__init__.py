"""Words for tests of loot."""

from __future__ import annotations

from typing import Any

from caverna_sim import Game
from tests.caverna.spaces import use
from tests.caverna.table import do, find, seat

LEVEL = {"logging_1_3": 1, "ore_mine_construction": 2, "blacksmithing": 3}
# everything there is can be carried out here
PREPARED: dict[str, Any] = {
    "board": {"F34": "meadow", "F33": "meadow", "F24": "field", "F23": "small_pasture"},
    "wood": 9,
    "stone": 9,
    "grain": 1,
    "sheep": 2,
}


def expedition(strength: int, level: int = 1, others: tuple[Any, ...] = (), **fields: Any) -> Game:
    """A dwarf of seat 0 is on an expedition; `others` are the other dwarfs of the family."""
    space = next(name for name, number in LEVEL.items() if number == level)
    me = seat(dwarfs=[strength, *(others or (strength,))], **fields)
    return do(use(space, me), "expedition", level=level)


def loot(game: Game) -> set[str]:
    """Items on offer."""
    return {action.loot for action in find(game, "loot")}


def take(game: Game, *items: str) -> Game:
    """Take items one after another; each is either received at once or stays open as the next choice."""
    for item in items:
        do(game, "loot", loot=item)
    return game


def weapons(game: Game) -> list[int]:
    """Weapon strengths of seat 0."""
    return [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]
