"""Worked examples: orcs in the cave, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.fiends.table import (
    at,
    can,
    captives,
    cell,
    do,
    dwarf,
    event,
    find,
    goods,
    leave,
    orc,
    orcs,
    place,
    position,
    rule,
    score,
    seat,
    settle,
)


def broken_in(*names: str, **fields: Any) -> Game:
    """Event 4: the last of these orcs walks one step, then all of them break in."""
    start = dict(zip("ABC", ("F11", "F12", "F21"), strict=True))
    mine = seat(orcs=orcs(10, **{name: at(start[name], 9) for name in names}), **fields)
    card = {"A": "M3-1", "B": "M2-1", "C": "M1-1"}[names[-1]]
    return settle(leave(event(4, names[-1], mine, card=card)))


@rule("F-CAVE-10", "F-CAVE-9")
def test_T_45_an_orc_moves_to_the_richer_mine() -> None:
    mine = seat(board={"M24": "ruby_mine", "M34": "ruby_mine*1"}, orcs=orcs(8, A=at("M24", 5)))
    game = settle(leave(event(3, "A", mine)))
    assert place(game, "A") == "M34"
    assert cell(game, "M34") == "ruby_mine"  # the ruby is lost
    assert score(game)["mines"] == 4  # the first one counts again


@rule("F-CAVE-2", "F-CAVE-3")
def test_T_46_the_ruby_mine_first_then_the_fullest_ore_mine() -> None:
    game = broken_in("B", "C", board={"M24": "ruby_mine", "M34": "ore_mine*2", "M33": "ore_mine*4"})
    assert (place(game, "B"), place(game, "C")) == ("M24", "M33")
    assert (cell(game, "M33"), cell(game, "M34")) == ("ore_mine", "ore_mine*2")


THREE_TILES = {"M24": "dwelling", "M34": "dwelling", "M23": "wood_supplier"}


@rule("F-CAVE-3", "F-CAVE-5")
def test_T_47_among_equal_tiles_the_inhabited_one() -> None:
    family = [dwarf(0) | {"home": "M14"}, dwarf(4) | {"home": "M34"}]
    game = broken_in("B", board=THREE_TILES, dwarfs=family)
    assert place(game, "B") == "M34"
    assert captives(game) == [1]


@rule("F-CAVE-3")
def test_T_47_among_equal_empty_tiles_the_owner_chooses() -> None:
    family = [dwarf(0) | {"home": "M14"}, dwarf(4) | {"home": "M14"}]
    game = broken_in("B", board=THREE_TILES, dwarfs=family)
    assert {action.cell for action in find(game, "occupy")} == {"M24", "M34"}
    do(game, "occupy", cell="M24")
    assert place(game, "B") == "M24"
    assert captives(game) == []


@rule("F-CAVE-4", "F-CAVE-6")
def test_T_48_surplus_orcs_share_the_entry_level_dwelling() -> None:
    family = [dwarf(0) | {"home": "M14"}, dwarf(4) | {"home": "M14"}]
    game = broken_in("A", "B", "C", dwarfs=family)
    assert [place(game, name) for name in "ABC"] == ["M13", "M14", "M14"]
    assert captives(game) == []


# ---------------------------------------------------------------- mines


def at_the_mines() -> Game:
    """One donkey, an ore mine with 3 ore and a ruby mine with a ruby, in the mine phase."""
    mine = seat(board={"M24": "ore_mine*3", "M34": "ruby_mine*1"}, donkey=1, food=9)
    return position(1, 5, [mine], "field")


@rule("F-MINE-4", "F-ROUND-5")
@pytest.mark.parametrize(("mine", "good", "number"), [("M24", "ore", 3), ("M34", "ruby", 1)])
def test_T_15_one_donkey_empties_one_mine(mine: str, good: str, number: int) -> None:
    game = at_the_mines()
    assert {action.cell for action in find(game, "mine")} == {"M24", "M34"}
    do(game, "mine", cell=mine)
    assert not can(game, "mine")
    owned = goods(game)
    assert (owned["ore"], owned["ruby"]) == ((number, 0) if good == "ore" else (0, number))
    assert cell(game, mine) == ("ore_mine" if good == "ore" else "ruby_mine")
    other = "M34" if mine == "M24" else "M24"
    assert cell(game, other) in ("ore_mine*3", "ruby_mine*1")


@rule("F-ACT-3", "F-MINE-1")
@pytest.mark.parametrize(("board", "after"), [({"M24": "tunnel"}, "ruby_mine"), ({"M24": "ore_mine", "M34": "deep_tunnel"}, "ruby_mine*1")])
def test_T_21_only_a_deep_tunnel_gives_a_ruby(board: dict[str, str], after: str) -> None:
    game = position(1, 6, [seat(board=board, orcs=orcs(6, A=at("F11", 5)))])
    do(game, "place", space="ruby_mine_construction")
    do(game, "ruby_mine", cell=max(board))
    assert cell(game, max(board)) == after
    assert goods(game)["ruby"] == 0


# ---------------------------------------------------------------- the end


@rule("F-END-1", "F-END-2", "F-SCORE-3")
@pytest.mark.parametrize("ore", [12, 13])
def test_T_16_the_dearest_tile_is_lost_at_the_end(ore: int) -> None:
    mine = seat(board={"M13": "ore_storage", "M24": "ruby_mine"}, orcs=orcs(12, A=at("M24", 5)), ore=ore)
    game = position(1, 12, [mine], "final")
    while not game.over:
        settle(game, "occupy", "pass", "arrange", "house", "capture")
    assert place(game, "A") == "M13"
    final = score(game)
    assert (final["mines"], final["bonus"]) == (4, 0)


def ended(*hostile: int) -> list[int]:
    """Ranks of two seats alike but for orcs left in their empty caverns."""
    seats = [seat(orcs=orcs(12, **({"A": at("M13", 5)} if number else {}))) for number in hostile]
    scores = position(2, 12, seats, "over").scores()
    assert scores[0]["total"] == scores[1]["total"]
    return [entry["rank"] for entry in scores]


@rule("F-SCORE-5")
def test_T_54_a_tie_goes_to_the_one_with_fewer_orcs_left() -> None:
    assert ended(1, 0) == [2, 1]
    assert ended(0, 1) == [1, 2]
    assert ended(0, 0) == [1, 1]
    assert ended(1, 1) == [1, 1]


@rule("F-SCORE-5")
def test_T_54_a_friendly_orc_is_not_left() -> None:
    from tests.caverna.fiends.table import friendly

    board = {"M13": "orc_dwelling"}
    seats = [seat(board=board, orcs=orcs(12, A=friendly("M13"))), seat(board=board, orcs=orcs(12), gold=1)]
    game = position(2, 12, seats, "over")
    assert orc(game, "A")["at"] == "friendly"
    assert [entry["rank"] for entry in game.scores()] == [1, 1]
