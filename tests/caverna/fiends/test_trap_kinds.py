"""Every kind of trap: bought for its price, and what it does to orcs that are weak and strong enough (F-TRAPKIND)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from caverna_sim.games.caverna.box.tables import printed_tables
from tests.caverna.fiends.table import at, can, cell, do, event, find, goods, leave, orc, orcs, place, position, rule, seat, settle

TABLES = printed_tables("fiends")
RULE_OF = {name: row["cite"] for name, row in TABLES["trap"].items()}
PRICES = {
    "leghold_trap": {"wood": 2, "ore": 2},
    "net": {"wood": 3, "wild_boar": 1},
    "snare_stone": {"stone": 4},
    "pitfall": {"wood": 4, "stone": 1},
    "food_trap": {"food": 3},
    "poison_darts": {"wood": 2, "gold": 2},
    "permanent_trap": {"gold": 4},
    "saw_trap": {"ore": 3, "dog": 1},
    "snare": {"wood": 4, "sheep": 1},
    "spear_trap": {"ore": 3, "donkey": 1},
    "blast_trap": {"ruby": 1},
    "rockfall": {"wood": 2},
}


def traps(*names: str) -> list[Any]:
    """Parameters of a test, one for each of these traps, with its rule."""
    return [pytest.param(name, marks=rule(RULE_OF[name])) for name in names]


def display_with(name: str) -> dict[str, Any]:
    """The extension that shows a trap; the basic display needs none."""
    return {"extensions": [next((key for key, row in TABLES["display_extension"].items() if row["bottom"] == name), "X1")]}


def meets(trap: str, strength: int, **fields: Any) -> Game:
    """Orc A of a strength enters the trap on F12 and would go on to F14; C stands on F31."""
    mine = seat(board={"F12": f"trap:{trap}"}, orcs=orcs(3, A=at("F11", strength), C=at("F31", 9)), **fields)
    return settle(leave(event(1, "A", mine, card="M3-1")))


@pytest.mark.parametrize("name", traps(*PRICES))
def test_its_price(name: str) -> None:
    def offered(**wares: int) -> Game:
        mine = seat(board={"F34": "small_pasture"}, orcs=orcs(8), **wares)
        return do(position(1, 8, [mine], display=display_with(name)), "place", space="housework")

    game = do(offered(**PRICES[name]), "set_trap", trap=name, cell="F12")
    assert cell(game, "F12") == f"trap:{name}"
    assert {ware: goods(game)[ware] for ware in PRICES[name]} == dict.fromkeys(PRICES[name], 0)
    for ware in PRICES[name]:
        assert not can(offered(**{**PRICES[name], ware: PRICES[name][ware] - 1}), "set_trap", trap=name)


@pytest.mark.parametrize("name", traps("pitfall", "spear_trap"))
def test_knockout(name: str) -> None:
    limit = {"pitfall": 8, "spear_trap": 10}[name]
    game = meets(name, limit)
    assert (place(game, "A"), orc(game, "A")["fate"]) == ("defeated", "trapped")
    assert cell(game, "F12") == f"trap:{name}:inactive"
    game = meets(name, limit + 1)
    assert (place(game, "A"), orc(game, "A")["strength"]) == ("F14", limit + 1)
    assert cell(game, "F12") == f"trap:{name}"


@pytest.mark.parametrize("name", traps("net", "snare_stone", "snare"))
def test_holding(name: str) -> None:
    limit = {"net": 8, "snare_stone": 10, "snare": 10}[name]
    game = meets(name, limit)
    assert (place(game, "A"), orc(game, "A")["held"]) == ("F12", True)
    assert cell(game, "F12") == f"trap:{name}"
    game = meets(name, limit + 1)
    assert (place(game, "A"), orc(game, "A").get("held", False)) == ("F14", False)


@pytest.mark.parametrize("name", traps("leghold_trap", "saw_trap", "permanent_trap"))
def test_weakening(name: str) -> None:
    game = meets(name, 7)
    assert (place(game, "A"), orc(game, "A")["strength"]) == ("F14", 4)  # half of 7 rounded up, or 3 less
    stays = name == "permanent_trap"
    assert cell(game, "F12") == (f"trap:{name}" if stays else f"trap:{name}:inactive")
    assert (place(meets("permanent_trap", 3), "A") == "defeated") or not stays


@pytest.mark.parametrize("name", traps("poison_darts", "blast_trap"))
def test_spread_over_the_orcs(name: str) -> None:
    times, amount = {"poison_darts": (3, 2), "blast_trap": (2, 3)}[name]
    game = meets(name, 9)
    assert {action.orc for action in find(game, "reduce")} == {"A", "C"}
    do(game, "reduce", orc="C")
    for _ in range(times - 1):
        do(game, "reduce", orc="A")
    assert not can(game, "reduce")
    assert (orc(game, "C")["strength"], orc(game, "A")["strength"]) == (9 - amount, 9 - (times - 1) * amount)
    assert cell(game, "F12") == f"trap:{name}:inactive"


@pytest.mark.parametrize("name", traps("food_trap", "rockfall"))
@pytest.mark.parametrize("paid", [0, 3, 8])
def test_paid_by_the_owner(name: str, paid: int) -> None:
    ware, most = {"food_trap": ("food", 10), "rockfall": ("stone", 8)}[name]
    game = meets(name, 10, **{ware: 12})
    assert {action.amount for action in find(game, "pay_trap")} == set(range(most + 1))  # never more than its strength
    do(game, "pay_trap", amount=paid)
    assert goods(game)[ware] == 12 - paid
    assert (place(game, "A"), orc(game, "A")["strength"]) == ("F14", 10 - paid)
    assert cell(game, "F12") == f"trap:{name}:inactive"  # also when nothing was paid


@rule(RULE_OF["food_trap"], RULE_OF["rockfall"])
@pytest.mark.parametrize(("name", "ware"), [("food_trap", "food"), ("rockfall", "stone")])
def test_paid_until_nothing_is_left_of_the_orc(name: str, ware: str) -> None:
    game = meets(name, 5, **{ware: 9})
    do(game, "pay_trap", amount=5)
    assert place(game, "A") == "defeated"
    assert goods(game)[ware] == 4


@rule(RULE_OF["poison_darts"], "F-CAVE-11")
def test_darts_reach_an_orc_in_the_cave() -> None:
    board = {"F12": "trap:poison_darts", "M24": "ore_mine"}
    game = leave(event(3, "A", seat(board=board, orcs=orcs(8, A=at("F11", 5), B=at("M24", 6))), card="M3-1"))
    for _ in range(3):
        do(game, "reduce", orc="B")
    assert (place(game, "B"), orc(game, "B")["fate"]) == ("defeated", "trapped")
