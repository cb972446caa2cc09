"""Worked examples: friendly orcs at work, the armory, food in round 4."""

from __future__ import annotations

from caverna_sim import Game
from tests.caverna.fiends.table import (
    SPACES_WITH_GOODS,
    at,
    can,
    do,
    dwarf,
    find,
    finish_turn,
    friendly,
    goods,
    need,
    orcs,
    position,
    rule,
    seat,
    step,
)

ROOMS = {"M13": "orc_dwelling", "M24": "dwelling"}


def sent(game: Game, worker: int | str, space: str) -> tuple[int | None, int | str]:
    """A dwarf by strength, or the friendly orc A, goes to a space and is done; who moved."""
    mover = game.player
    if worker == "orc":
        do(game, "place_orc", orc="A", space=space)
    else:
        do(game, "place", weapon=worker, space=space)
        if game.player == mover and can(game, "collect"):
            do(game, "collect")
    if game.player == mover and step(game) != "place":
        finish_turn(game)
    return mover, worker


@rule("F-FRIEND-5")
def test_T_07_orcs_are_placed_after_the_dwarfs() -> None:
    spaces = SPACES_WITH_GOODS | {"drift_mining_1_3": {"goods": {"stone": 1}}, "clearing_1_3": {"goods": {"wood": 1}}}
    anna, bea, claudia = (
        seat(board=ROOMS, dwarfs=dwarfs, ruby=rubies, orcs=orcs(8, A=friendly("M13")))
        for dwarfs, rubies in (([0, 3], 0), ([0, 2, 5], 1), ([0, 3], 0))
    )
    game = position(3, 8, [anna, bea, claudia], spaces=spaces)
    plan = [
        (0, "supplies"), (5, "starting_player_1_3"), (0, "armory"),
        (3, "drift_mining_1_3"), (0, "clearing_1_3"), (3, "ruby_mining"),
        ("orc", "excavation_1_3"), (2, "sustenance_1_3"), ("orc", "logging_1_3"),
        ("orc", "ore_mining_1_3"),
    ]  # fmt: skip
    turns = []
    for worker, space in plan:
        if game.player != 1 or goods(game, 1)["ruby"] == 0:
            legal = {action.weapon for action in find(game, "place")} or {"orc" for _ in find(game, "place_orc")}
            assert legal == {worker}  # without a ruby there is no choice
        turns.append(sent(game, worker, space))
        assert goods(game, 1)["ruby"] == (1 if len(turns) < 2 else 0)
    assert turns == [
        (0, 0), (1, 5), (2, 0), (0, 3), (1, 0), (2, 3), (0, "orc"), (1, 2), (2, "orc"), (1, "orc"),
    ]  # fmt: skip
    assert game.phase != "work" or game.round == 9


def with_stone(dwelling: str) -> Game:
    """The orc of seat 0 is the last worker; 4 stone lie on Drift mining."""
    mine = seat(board={"M13": dwelling}, dwarfs=[dwarf(at="supplies")], orcs=orcs(8, A=friendly("M13")))
    spaces = {"drift_mining_1_3": {"goods": {"stone": 4}}}
    return do(position(2, 8, [mine], spaces=spaces), "place_orc", orc="A", space="drift_mining_1_3")


@rule("F-FRIEND-6", "F-TILE-12", "F-TILE-11")
def test_T_08_a_plain_orc_takes_the_goods_only() -> None:
    game = with_stone("orc_dwelling")
    assert game.player == 1 or can(game, "collect")
    if game.player == 0:
        assert not can(game, "twin_tile")
        finish_turn(do(game, "collect"))
    assert goods(game)["stone"] == 4
    game = with_stone("orc_worker_dwelling")
    assert can(game, "twin_tile", tile="cavern_tunnel")
    if can(game, "collect"):
        do(game, "collect")
    do(game, "twin_tile", tile="cavern_tunnel")
    assert goods(game)["stone"] == 4


@rule("F-ROUND-3", "F-HARV-5", "F-FRIEND-7")
def test_T_09_a_friendly_orc_eats_in_round_4() -> None:
    def needed(**mine: object) -> int:
        return need(position(1, 4, [seat(board=ROOMS, food=9, **mine)], "feeding"))

    assert needed(orcs=orcs(4, A=friendly("M13"))) == 3
    assert needed(orcs=orcs(4)) == 2


@rule("F-ACT-1")
def test_T_22_a_wooden_weapon_from_the_armory() -> None:
    mine = seat(wood=3, orcs=orcs(1, A=at("F11", 5)))
    game = do(position(2, 1, [mine], spaces={"armory": {"goods": {"wood": 1}}}), "place", space="armory")
    if can(game, "collect"):
        assert {action.strength for action in find(game, "forge_wood")} <= {1, 2, 3}
        do(game, "collect")
    assert {action.strength for action in find(game, "forge_wood")} == {1, 2, 3, 4}
    do(game, "forge_wood", strength=4)
    assert not can(game, "expedition")
    finish_turn(game)
    assert goods(game)["wood"] == 0
    assert [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"] if entry["at"] == "armory"] == [4]
    assert game.player == 1
