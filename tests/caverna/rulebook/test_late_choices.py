"""Plays that only open up in the middle of something: trades out of proceeds, room that has to be made, tiles that pay."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.shape import layout
from tests.caverna.table import can, do, find, goods, position, rule, seat

FULL_HOUSE = {"F34": "field", "F33": "field:grain*2"}


@rule("A-ore_trading", "R-INT-19")
def test_ore_bought_with_the_gold_of_a_trade_can_be_traded_again() -> None:
    game = position(round=12, cards=CARDS, seats=[seat(board={"M13": "trader"}, ore=3)])
    do(game, "place", space="ore_trading")
    assert [action.times for action in find(game, "trade")] == [1]
    do(game, "trade", times=1)
    do(game, "use_tile", tile="trader")
    do(game, "trade", times=1)
    assert goods(game)["ore"] == 0
    assert game.player == 0  # a third trade is left, and the tile could still pay for it


@rule("A-weekly_market", "R-INT-19")
def test_the_market_waits_while_a_tile_can_still_bring_gold() -> None:
    game = position(players=5, round=5, seats=[seat(board={"M13": "beer_parlor"}, grain=1)])
    do(game, "place", space="weekly_market")
    do(game, "collect")
    for ware in ("wood", "stone", "ore", "grain"):
        do(game, "buy", good=ware)
    assert goods(game)["gold"] == 0
    do(game, "use_tile", tile="beer_parlor", option=0)
    do(game, "buy", good="sheep")
    assert goods(game)["gold"] == 2


@rule("R-WORK-6", "R-ANIM-4")
def test_making_room_cannot_take_away_the_only_thing_to_do() -> None:
    game = position(round=8, cards=CARDS, seats=[seat(board=FULL_HOUSE, grain=1, ruby=1, donkey=2)])
    do(game, "place", space="family_life")
    assert not can(game, "convert", good="grain")
    do(game, "exchange", good="sheep")
    assert can(game, "convert", good="donkey")  # the entry-level dwelling is full of donkeys
    assert not can(game, "convert", good="grain")
    do(game, "convert", good="sheep")
    assert not can(game, "pass")
    do(game, "sow", crop="grain")


@rule("R-ROUND-4", "U-10", "F-miner")
def test_a_ruby_may_become_a_donkey_before_the_miner_counts() -> None:
    board = {"M13": "miner", "M23": "ore_mine", "M24": "deep_tunnel"}
    game = position(round=2, phase="start_of_round", seats=[seat(board=board, ruby=1)])
    assert game.player == 0
    do(game, "exchange", good="donkey")
    do(game, "pass")
    assert game.round == 3
    assert goods(game)["ore"] == 1


@rule("R-FURN-1")
def test_the_longest_list_of_choices_stays_within_its_bound() -> None:
    caverns = [f"M{column}{row}" for row in range(1, 5) for column in range(1, 4) if (column, row) != (1, 4)]
    board = dict.fromkeys(caverns, "cavern") | {"M13": "builder", "M23": "work_room", "M33": "office_room"}
    rim = [[row, 6, "cavern"] for row in range(4)] + [[-1, column, "cavern"] for column in (3, 4, 5)]
    rim += [[4, column, "cavern"] for column in (3, 4, 5)]
    seats = [seat(board=board, overhang=rim, wood=60, stone=60, ore=60, gold=40, ruby=9)]
    game = position(players=1, round=11, seats=seats)
    do(game, "place", space="housework")
    number = len(game.legal())
    assert 2048 < number < layout.MAX_LEGAL
    assert np.unique([action.id for action in game.legal()]).size == number


CARDS = [
    "blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children", "donkey_farming", "ruby_mine_construction",
    "ore_delivery", "family_life", "adventure", "ruby_delivery", "ore_trading",
]  # fmt: skip
