"""What the new furnishings do in a game (F-TILE); costs and points are in test_data.py, rooms in test_homes.py."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from caverna_sim.games.caverna.box.tables import printed_tables
from tests.caverna.fiends.table import at, can, cell, do, dwarf, find, finish_turn, friendly, goods, orcs, position, rule, score, seat

TABLES = printed_tables("fiends")


def extension_of(tile: str) -> str:
    """The display extension that shows a tile."""
    return next(name for name, row in TABLES["display_extension"].items() if tile in (row["top"], row["middle"]))


def built(tile: str, others: list[Any] | None = None, **fields: Any) -> Game:
    """Seat 0 furnishes M13 with a tile from Housework; in front of it a tile gives what it grants."""
    players = 1 + len(others or [])
    shown = [extension_of(tile)] if tile != "warrior_dwelling" else ["X1"]
    shown += [name for name in ("X1", "X2", "X3") if name not in shown][: players - 1]
    mine = seat(orcs=orcs(8), **fields)
    game = position(players, 8, [mine, *(others or [])], display={"extensions": shown})
    do(game, "place", space="housework", weapon=0)
    return do(game, "furnish", tile=tile, cell="M13")


def weapons(game: Game) -> list[int]:
    return [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]


# ---------------------------------------------------------------- orcs with a room


def collected(room: str, space: str, stock: dict[str, int], players: int = 3) -> dict[str, int]:
    """What the orc of a room brings home from a space with these goods."""
    mine = seat(board={"M13": room}, dwarfs=[dwarf(at="supplies")], orcs=orcs(8, A=friendly("M13")))
    shown = [extension_of(room)] if room != "orc_dwelling" else []
    shown += [name for name in ("X1", "X2", "X4") if name not in shown][: players - len(shown)]
    game = position(players, 8, [mine], spaces={space: {"goods": stock}}, display={"extensions": shown})
    before = goods(game)
    do(game, "place_orc", orc="A", space=space)
    after = goods(game)
    return {ware: after[ware] - before[ware] for ware in after if after[ware] != before[ware]}


@rule("F-TILE-1", "F-FRIEND-6")
@pytest.mark.parametrize(
    ("space", "stock", "more"),
    [("logging_1_3", {"wood": 3}, {"wood": 1}), ("strip_mining", {"ore": 1, "stone": 2}, {"ore": 1, "stone": 1})],
)
def test_the_chief_orc_brings_one_more_of_each_building_material(space: str, stock: dict[str, int], more: dict[str, int]) -> None:
    assert collected("orc_dwelling", space, stock) == stock
    assert collected("chief_orc_dwelling", space, stock) == {ware: stock[ware] + more[ware] for ware in stock}


@rule("F-TILE-1")
@pytest.mark.parametrize(("space", "stock"), [("sustenance_1_3", {"food": 2}), ("ruby_mining", {"ruby": 2})])
def test_the_chief_orc_brings_no_more_of_anything_else(space: str, stock: dict[str, int]) -> None:
    assert {ware: collected("chief_orc_dwelling", space, stock)[ware] for ware in stock} == stock


@rule("F-TILE-11", "F-FRIEND-6")
def test_the_orc_worker_neither_grows_nor_forges() -> None:
    mine = seat(
        board={"M13": "orc_worker_dwelling", "M24": "dwelling", "M34": "cavern"},
        dwarfs=[dwarf(at="supplies")], orcs=orcs(8, A=friendly("M13")), wood=4, ore=9,
    )  # fmt: skip
    game = position(2, 8, [mine], display={"extensions": ["X4", "X1"]})
    spaces = {action.space for action in find(game, "place_orc")}
    assert "blacksmithing" not in spaces
    assert "housework" in spaces
    do(game, "place_orc", orc="A", space="urgent_wish_for_children")
    assert not can(game, "grow")
    do(game, "furnish", tile="orc_dwelling", cell="M34")
    assert not can(game, "grow")  # room there would be


# ---------------------------------------------------------------- when built


@rule("F-TILE-3")
def test_the_forgers_dwelling_arms_like_the_strongest_weapon_in_play() -> None:
    other = seat(dwarfs=[9, 2], orcs=orcs(8))
    game = built("forger_dwelling", [other], dwarfs=[0, 4], wood=2, stone=2, ore=2)
    assert {action.strength for action in find(game, "arm")} == {9}
    do(game, "arm")
    assert weapons(game) == [9, 4]
    assert goods(game)["ore"] == 0
    unarmed = built("forger_dwelling", [seat(dwarfs=[0, 0], orcs=orcs(8))], dwarfs=[0, 0], wood=2, stone=2, ore=2)
    assert not can(unarmed, "arm")  # there is no weapon to copy


@rule("F-TILE-8")
def test_the_warriors_dwelling_is_paid_in_any_mix_and_sells_a_weapon() -> None:
    mine = seat(orcs=orcs(8), wood=6, stone=1, ore=5)
    game = do(position(1, 8, [mine], display={"extensions": ["X1"]}), "place", space="housework")
    offers = find(game, "furnish", tile="warrior_dwelling", cell="M13")
    assert len(offers) == 5  # 2 to 6 wood, the only stone, ore for the rest
    left = set()
    for offer in offers:
        paid = game.copy().play(offer)
        left.add((goods(paid)["wood"], goods(paid)["stone"], goods(paid)["ore"]))
    assert left == {(6 - wood, 0, 5 - (7 - wood)) for wood in range(2, 7)}
    game.play(next(offer for offer in offers if goods(game.copy().play(offer))["wood"] == 4))
    assert {action.strength for action in find(game, "arm")} == {1, 2, 3, 4}  # for wood; no ore is left
    do(game, "arm", strength=4)
    assert (weapons(game), goods(game)["wood"]) == ([4, 0], 0)


@rule("F-TILE-8")
def test_the_warriors_dwelling_needs_one_of_each_material() -> None:
    game = do(position(1, 8, [seat(orcs=orcs(8), wood=9, ore=9)]), "place", space="housework")
    assert not can(game, "furnish", tile="warrior_dwelling")


@rule("F-TILE-8")
def test_the_warriors_dwelling_sells_up_to_8_ore_and_4_wood_of_strength() -> None:
    game = built("warrior_dwelling", wood=20, stone=1, ore=20)
    assert max(action.strength for action in find(game, "arm")) == 8
    by_price = {}
    for action in find(game, "arm"):
        paid = game.copy().play(action)
        ware = "wood" if goods(paid)["wood"] < goods(game)["wood"] else "ore"
        by_price.setdefault(ware, set()).add(action.strength)
    assert by_price == {"wood": {1, 2, 3, 4}, "ore": set(range(1, 9))}
    armed = built("warrior_dwelling", dwarfs=[0, 3], wood=20, stone=1, ore=20)
    assert len(find(armed, "arm")) == 12  # the armed dwarf gets nothing


@rule("F-TILE-10")
def test_the_offspring_dwelling_grows_the_family() -> None:
    game = built("offspring_dwelling", wood=4, stone=5)
    do(game, "grow")
    family = game.to_dict()["seats"][0]["dwarfs"]
    assert [(entry["at"], entry.get("newborn", False)) for entry in family] == [("housework", False), ("home", False), ("housework", True)]
    assert can(built("offspring_dwelling", wood=4, stone=5), "pass")  # it may be left


@rule("F-TILE-13", "F-FRIEND-5")
@pytest.mark.parametrize(("armed", "with_tile", "early"), [(3, True, True), (4, True, False), (3, False, False)])
def test_the_camouflage_dwelling_lets_weak_weapons_go_first(armed: int, with_tile: bool, early: bool) -> None:
    board = {"M13": "camouflage_dwelling"} if with_tile else {}
    game = position(1, 8, [seat(board=board, dwarfs=[0, armed], orcs=orcs(8))], display={"extensions": ["X8"]})
    assert {action.weapon for action in find(game, "place")} == ({0, armed} if early else {0})
    if early:
        do(game, "place", space="housework", weapon=armed)
        assert goods(game)["ruby"] == 0


# ---------------------------------------------------------------- at the end


def bonus(tile: str, strip: str, **fields: Any) -> int:
    """Bonus points of a yellow tile on M13."""
    board = {"M13": tile, **fields.pop("board", {})}
    mine = seat(board=board, orcs=fields.pop("mine", orcs(12)), **fields)
    return score(position(1, 12, [mine], "over", bounty={"strips": [["L1", strip]]}))["bonus"]


@rule("F-TILE-4")
def test_the_family_parlor_counts_friendly_orcs_that_are_free() -> None:
    rooms = {"M24": "orc_dwelling", "M34": "guest_dwelling"}
    two = orcs(12, A=friendly("M24"), B=friendly("M34"))
    assert bonus("family_parlor", "S6", board=rooms, mine=two) == 6
    one_held = orcs(12, A=friendly("M24", "captive"), B=friendly("M34"), D=at("M24", 3))
    assert bonus("family_parlor", "S6", board=rooms, mine=one_held) == 3
    assert bonus("family_parlor", "S6") == 0


@rule("F-TILE-6")
@pytest.mark.parametrize(("dogs", "points"), [(0, 0), (1, 0), (2, 1), (5, 2)])
def test_the_dog_parlor_counts_pairs_of_dogs(dogs: int, points: int) -> None:
    assert bonus("dog_parlor", "S7", dog=dogs) == points


@rule("F-TILE-2")
def test_the_trap_chamber_counts_traps_that_worked_or_not() -> None:
    assert bonus("trap_chamber", "S7", board={"F12": "trap:net", "F14": "trap:pitfall:inactive"}) == 4
    assert bonus("trap_chamber", "S7") == 0


# ---------------------------------------------------------------- changed spaces


@rule("F-ACT-4")
def test_ore_mining_restocks_mines_instead_of_a_bonus() -> None:
    mine = seat(board={"M24": "ore_mine", "M34": "ruby_mine"}, orcs=orcs(8))
    game = do(position(2, 8, [mine], spaces={"ore_mining_1_3": {"goods": {"ore": 3}}}), "place", space="ore_mining_1_3")
    do(game, "collect")
    assert goods(game)["ore"] == 3
    do(game, "restock", cell="M24")
    do(game, "restock", cell="M34")
    finish_turn(game)
    assert (cell(game, "M24"), cell(game, "M34")) == ("ore_mine*2", "ruby_mine*1")
    assert (goods(game)["ore"], goods(game)["ruby"]) == (3, 0)  # from the supply, and no 2 ore for the mine


@rule("F-ACT-5")
def test_housework_gives_a_dog_and_a_tile_or_a_trap() -> None:
    mine = seat(wood=9, stone=9, ore=9, orcs=orcs(8))
    game = do(position(2, 8, [mine]), "place", space="housework")
    assert can(game, "furnish") and can(game, "set_trap")
    do(game, "set_trap", trap="pitfall", cell="F12")
    assert not can(game, "furnish")
    do(game, "collect")
    assert goods(game)["dog"] == 1


@rule("F-ACT-6")
def test_a_wish_for_children_is_one_of_three() -> None:
    mine = seat(board={"M24": "dwelling"}, wood=9, stone=9, ore=9, orcs=orcs(8))
    wishes = {"furnish": {"tile": "wood_supplier"}, "set_trap": {"trap": "pitfall"}, "grow": {}}
    for kind, arguments in wishes.items():
        game = do(position(2, 6, [{**mine, "orcs": orcs(6)}]), "place", space="wish_for_children")
        assert all(can(game, other) for other in wishes)
        do(game, kind, **arguments)  # any furnishing, not only dwellings
        assert not any(can(game, other) for other in wishes)


@rule("F-ACT-7")
def test_an_urgent_wish_for_children_begins_with_a_tile_or_a_trap() -> None:
    mine = seat(board={"M24": "dwelling"}, wood=9, stone=9, ore=9, orcs=orcs(8))
    for kind, arguments in {"furnish": {"tile": "wood_supplier"}, "set_trap": {"trap": "pitfall"}}.items():
        game = do(position(2, 8, [mine]), "place", space="urgent_wish_for_children")
        assert not can(game, "grow")
        do(game, kind, **arguments)
        assert not can(game, "furnish") and not can(game, "set_trap") and not can(game, "collect")
        do(game, "grow")
    game = do(position(2, 8, [mine]), "place", space="urgent_wish_for_children")
    do(game, "collect")
    assert goods(game)["gold"] == 3
    assert not can(game, "grow")
