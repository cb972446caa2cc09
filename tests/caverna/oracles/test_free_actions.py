"""Any-time actions cannot be turned into a money machine.

A strictly decreasing positive potential is a price for every good such that each any-time action loses at least 1: no
chain of them can go on for ever, and none that leads back to the same goods gains anything.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from scipy.optimize import linprog

from tests.caverna.oracles.free_actions import STRENGTH, Vector, name_of, vectors
from tests.caverna.oracles.naive_board import PRINTED, Board, is_forest
from tests.caverna.oracles.printed import Tables, tables
from tests.caverna.oracles.random_play import QuietGame, random_position
from tests.caverna.table import rule

FREE = ("convert", "exchange", "buy_tile", "use_tile", "disarm")
# the Trader and the Spare part storage are built over one another: nobody can use both
NEVER_TOGETHER = ("trader", "spare_part_storage")


def all_but(*tiles: str) -> set[str]:
    """Every furnishing except some."""
    return set(tables()["furnishing"]) - set(tiles)


def prices(actions: dict[str, Vector]) -> dict[str, float] | None:
    """The smallest prices, at least 1 each, at which every action loses at least 1; None if there are none."""
    wares = sorted({ware for vector in actions.values() for ware in vector})
    changes = [[vector.get(ware, 0) for ware in wares] for vector in actions.values()]
    found = linprog([1] * len(wares), A_ub=changes, b_ub=[-1] * len(changes), bounds=[(1, None)] * len(wares))
    assert found.status in (0, 2), found.message  # solved, or without a solution
    return dict(zip(wares, found.x, strict=True)) if found.status == 0 else None


def value(price: dict[str, float], wares: dict[str, int]) -> float:
    """What goods are worth at these prices."""
    return sum(price.get(ware, 0) * amount for ware, amount in wares.items())


@rule("R-CONV-1", "R-CONV-2", "R-CONV-3", "R-RUBY-1", "R-RUBY-2", "R-RUBY-3", "R-INT-1", "R-INT-4", "R-INT-6", "R-INT-19")
@pytest.mark.parametrize("missing", NEVER_TOGETHER)
def test_prices_exist_at_which_every_free_action_loses(missing: str) -> None:
    owned = all_but(missing)
    assert {"seam", "dog_school", "slaughtering_cave", "peaceful_cave"} <= owned
    actions = vectors(tables(), owned)
    price = prices(actions)
    assert price is not None
    for name, vector in actions.items():
        assert value(price, vector) < -0.99, name


@rule("R-INT-1")
def test_trader_and_spare_part_storage_together_would_be_a_money_machine() -> None:
    """2 gold, with Seam 1 wood, 1 stone and 2 ore, and 2 gold again: an ore for nothing."""
    assert prices(vectors(tables(), all_but())) is None
    assert prices(vectors(tables(), all_but("seam"))) is None  # even without it one comes back to the same goods
    rules = tables()
    assert {rules["furnishing"][tile]["overbuilds"] for tile in NEVER_TOGETHER} == set(NEVER_TOGETHER)


# ---------------------------------------------------------------- the same in the engine


def wealth(position: dict[str, Any], number: int) -> dict[str, int]:
    """Everything of a seat that has a price: goods, animals, weapons, and cells still empty."""
    seat = position["seats"][number]
    rules = tables(position["rules"])
    board = Board(seat, rules)
    bonus = {cell for area in ("forest", "mountain") for cell in rules["board"][area]["bonus"]}
    empty = [cell for cell in PRINTED if not board.cells[cell]]
    return {
        **seat["goods"],
        **seat["animals"],
        STRENGTH: sum(dwarf["weapon"] for dwarf in seat["dwarfs"]),
        **{cell: int(cell in empty) for cell in bonus},
        "forest cell": sum(is_forest(cell) and cell not in bonus for cell in empty),
        "mountain cell": sum(not is_forest(cell) and cell not in bonus for cell in empty),
    }


def free_actions(game: QuietGame) -> list[Any]:
    """Any-time actions of the seat to move."""
    return [action for action in game.legal() if action.kind in FREE]


def prices_for(owned: set[str], rules: Tables) -> dict[str, float]:
    """Prices for a seat."""
    price = prices(vectors(rules, all_but(*NEVER_TOGETHER) | owned))
    assert price is not None
    return price


def trading_position(chance: random.Random, most: int) -> QuietGame:
    """A position in which seat 0 owns tiles to trade with, and at most so many of each good."""
    wanted = ("seam", "beer_parlor", "cooking_cave", "hunting_parlor", "blacksmithing_parlor", "dog_school", "slaughtering_cave",
              "peaceful_cave", *chance.sample(NEVER_TOGETHER, 1))  # fmt: skip
    position = random_position(chance, 2, wanted=wanted)
    seat = position["seats"][0]
    seat["goods"] = {ware: chance.randint(0, most) for ware in seat["goods"]}
    seat["animals"] = {name: min(most, amount) for name, amount in seat["animals"].items()}
    return QuietGame.from_dict(position)


@rule("R-CONV-1", "R-CONV-2", "R-RUBY-1", "R-RUBY-2", "R-RUBY-3", "R-BOARD-3", "R-INT-4", "R-INT-6", "R-INT-9", "R-INT-19", "F-dog_school")
def test_free_actions_change_goods_as_the_tables_say() -> None:
    chance = random.Random(1)
    seen = set()
    for _ in range(60):
        game = trading_position(chance, most=5)
        position = game.to_dict()
        rules = tables(position["rules"])
        owned = Board(position["seats"][0], rules).owned()
        expected = vectors(rules, owned, most_gold=10)
        before = wealth(position, 0)
        for action in free_actions(game):
            after = wealth(game.after(action).to_dict(), 0)
            change = {ware: after[ware] - before[ware] for ware in after if after[ware] != before[ware]}
            name = name_of(action, rules)
            assert change == {ware: amount for ware, amount in expected[name].items() if amount}, action
            seen.add(name)
    missed = {name for name in vectors(tables(), all_but(), most_gold=5) if name not in seen and not name.startswith("disarm")}
    assert not missed


@rule("R-INT-19")
def test_free_actions_always_end() -> None:
    """At random until nothing is left, never longer than the potential allows."""
    chance = random.Random(2)
    rules = tables()
    for _ in range(60):
        game = trading_position(chance, most=8)
        price = prices_for(Board(game.to_dict()["seats"][0], rules).owned(), rules)
        left = value(price, wealth(game.to_dict(), 0))
        while actions := free_actions(game):
            if game.player != 0:
                break
            game.play(chance.choice(actions))
            now = value(price, wealth(game.to_dict(), 0))
            assert now <= left - 0.99
            left = now


def test_no_chain_of_free_actions_leads_back() -> None:
    """Every position that free actions can reach from a small one, searched in depth: none lies on a circle."""
    chance = random.Random(3)
    reached = 0
    for _ in range(30):
        game = trading_position(chance, most=1)
        reached += search(game, most=1500)
    assert reached > 1000


def key_of(game: QuietGame) -> bytes:
    """What a seat has, and what it must decide."""
    return bytes(game.state["seats"][0].tobytes() + game.state["agenda"].tobytes())


def search(start: QuietGame, most: int) -> int:
    """Depth first through free actions; a position met again on the way to itself would be a circle."""
    done: set[bytes] = set()
    path = [(start, key_of(start), free_actions(start))]
    on_path = {path[0][1]}
    while path:
        game, key, actions = path[-1]
        if not actions or len(done) > most:
            path.pop()
            on_path.remove(key)
            done.add(key)
            continue
        after = game.after(actions.pop())
        new = key_of(after)
        assert new not in on_path, "free actions lead back to the same position"
        if new not in done and after.player == 0:
            path.append((after, new, free_actions(after)))
            on_path.add(new)
    return len(done)
