"""Worked examples: what a campaign sells, and what a milestone takes off its price. The games themselves are made up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

import caverna_sim.games.caverna.fiends.campaign as campaigns
from caverna_sim import Game
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.fiends.campaign import OrcGame, OrcState, Wish
from tests.caverna.fiends.table import can, cell, do, find, goods, position, rule, seat

MILESTONES = ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b")
SHEEP = {"metric": "sheep", "threshold": 8, "discount": 5}
ONLY_SHEEP = {f"milestone.{side}.{field}": value for side in MILESTONES for field, value in SHEEP.items()}
MEADOWS = {"F34": "meadow", "F33": "large_pasture:1", "F32": "large_pasture:1"}


class Table:
    """A campaign whose games end at once without an orc left; remembers how each one began."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **mine: Any) -> None:
        self.begun: list[Game] = []
        self.mine = mine
        monkeypatch.setattr(campaigns, "play", self.play)

    def play(self, game: Game, bots: Any) -> Game:
        """Instead of playing: a won game with these things in the end."""
        self.begun.append(game)
        return position(1, 12, [seat(**self.mine)], "over")

    def games(self, purchases: Callable[[OrcState], Iterable[Wish]]) -> tuple[OrcGame, ...]:
        """All games with these purchases."""
        return campaigns.campaign("balanced", purchases=purchases, rules=ONLY_SHEEP).games


def after_game(number: int, *wishes: Wish) -> Callable[[OrcState], list[Wish]]:
    """Buy once, after a certain game."""
    return lambda state: list(wishes) if state.game == number else []


@rule("F-CAMP-3", "F-CAMP-4", "F-CAMP-5")
@pytest.mark.parametrize(("permanent", "price"), [(False, 70), (True, 140)])
def test_T_17_a_dwelling_is_bought(monkeypatch: pytest.MonkeyPatch, permanent: bool, price: int) -> None:
    table = Table(monkeypatch, gold=150)
    games = table.games(after_game(3, ("dwelling", permanent)))
    assert games[2].total >= 72
    assert games[2].paid == price
    assert games[3].total == games[2].total - price + games[3].score
    for number, begun in enumerate(table.begun, start=1):
        has_dwelling = number == 4 or (number == 5 and permanent)
        assert can(begun, "furnish", tile="dwelling") == has_dwelling
    begun = table.begun[3]
    do(begun, "furnish", tile="dwelling", cell="M13")
    assert cell(begun, "M13") == "dwelling"
    assert (goods(begun)["wood"], goods(begun)["stone"]) == (0, 0)
    assert begun.round == 1 and find(begun, "place")


@rule("F-CAMP-4")
def test_T_17_it_takes_as_many_points(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch, gold=48)  # 20 points in every game
    with pytest.raises(CavernaError, match="cost 70 points"):
        table.games(after_game(3, ("dwelling", False)))


@rule("F-CAMP-3")
def test_T_17_nothing_is_bought_without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Table(monkeypatch).games(lambda state: [])  # loses points in every game
    assert len(games) == 5 and games[-1].total == 5 * games[0].score < 0


@rule("F-CAMP-6")
def test_T_18_a_milestone_makes_a_bonus_cheaper(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = {"board": MEADOWS, "stables": ("F33",), "sheep": 8, "gold": 80}
    games = Table(monkeypatch, **reached).games(after_game(1, ("stone", False)))
    assert games[0].discount == 5
    assert games[0].paid == 5  # 10 less 5
    assert games[1].total == games[0].total - 5 + games[1].score


@rule("F-CAMP-6")
def test_T_18_a_discount_is_lost_when_nothing_is_bought(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = {"board": MEADOWS, "stables": ("F33",), "sheep": 8, "gold": 80}
    games = Table(monkeypatch, **reached).games(lambda state: [])
    assert all(game.paid == 0 for game in games)
    assert games[-1].total == sum(game.score for game in games)


@rule("F-CAMP-6")
def test_T_18_a_milestone_has_to_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    missed = {"board": MEADOWS, "stables": ("F33",), "sheep": 7, "gold": 80}
    games = Table(monkeypatch, **missed).games(after_game(1, ("stone", False)))
    assert (games[0].discount, games[0].paid) == (0, 10)
