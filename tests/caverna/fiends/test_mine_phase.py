"""F-MINE-1 to F-MINE-4, F-TILE-9: goods on mines and the mine phase."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim.games.caverna.fiends import mines
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import CELL_NAMES, CELL_OF_NAME
from caverna_sim.kit.records.codes import first_of, second_of
from tests.caverna.fiends.hand import OUT, befriend, fiends_rules, hand_seat, listed, occupy
from tests.caverna.table import rule

FIENDS = fiends_rules()
DONKEY, ORC = mines.WITH_DONKEY, mines.WITH_ORC
ONE_OF_EACH = {"M24": "ore_mine*3", "M23": "ruby_mine*1"}


def on(seat: Any, cell: str) -> int:
    """Goods on a mine."""
    return int(seat["detail"][CELL_OF_NAME[cell]])


def supply(seat: Any) -> tuple[int, int]:
    """Ore and rubies in the supply."""
    return int(seat["goods"][good.ORE]), int(seat["goods"][good.RUBY])


def choices(seat: Any, donkeys: int, orcs: int = 0, done: int = 0, rules: Any = FIENDS) -> set[tuple[int, str]]:
    """Who may mine where."""
    return {(first_of(a), CELL_NAMES[second_of(a)]) for a in listed(mines.list_mine(rules, seat, donkeys, orcs, done, OUT, 0))}


def restockable(seat: Any, ore: int, ruby: int, *done: str) -> set[str]:
    mask = sum(mines.bit_of(CELL_OF_NAME[cell]) for cell in done)
    found = {CELL_NAMES[second_of(a)] for a in listed(mines.list_restock(FIENDS, seat, ore, ruby, mask, OUT, 0))}
    assert mines.can_restock(FIENDS, seat, ore, ruby, mask) == bool(found)
    return found


# ---------------------------------------------------------------- goods on mines


@rule("F-ACT-2", "F-MINE-1")
def test_ore_lies_on_a_new_ore_mine() -> None:
    seat = hand_seat({"M24": "ore_mine"})
    mines.lay_into_new_mine(FIENDS, seat, CELL_OF_NAME["M24"], 0)
    assert on(seat, "M24") == 3
    assert supply(seat) == (0, 0)


@rule("F-ACT-3")
@pytest.mark.parametrize(("was_deep", "rubies"), [(0, 0), (1, 1)])
def test_a_ruby_lies_on_a_ruby_mine_on_a_deep_tunnel(was_deep: int, rubies: int) -> None:
    """T-21."""
    seat = hand_seat({"M24": "ruby_mine"})
    mines.lay_into_new_mine(FIENDS, seat, CELL_OF_NAME["M24"], was_deep)
    assert on(seat, "M24") == rubies
    assert supply(seat) == (0, 0)


@rule("F-MINE-3")
def test_restocking_goes_into_each_mine_once() -> None:
    seat = hand_seat({"M24": "ore_mine*3", "M22": "ore_mine", "M23": "ruby_mine"})
    assert restockable(seat, 2, 2) == {"M24", "M22", "M23"}
    mines.restock(FIENDS, seat, CELL_OF_NAME["M24"])
    mines.restock(FIENDS, seat, CELL_OF_NAME["M23"])
    assert (on(seat, "M24"), on(seat, "M22"), on(seat, "M23")) == (5, 0, 1)
    assert restockable(seat, 1, 1, "M24", "M23") == {"M22"}
    assert restockable(seat, 0, 1) == {"M23"}
    assert restockable(seat, 1, 0) == {"M24", "M22"}
    assert supply(seat) == (0, 0)


@rule("F-CAVE-8")
def test_an_occupied_mine_takes_no_goods_and_gives_none() -> None:
    seat = hand_seat(ONE_OF_EACH, donkey=2)
    occupy(seat, orc.A, "M24")
    assert restockable(seat, 2, 2) == {"M23"}
    mines.mine_everything(FIENDS, seat)
    assert supply(seat) == (0, 1)
    assert mines.mines_with_goods(seat) == 0


# ---------------------------------------------------------------- the mine phase


@rule("F-MINE-4")
@pytest.mark.parametrize(("cell", "gets"), [("M23", (0, 1)), ("M24", (3, 0))])
def test_one_donkey_two_mines(cell: str, gets: tuple[int, int]) -> None:
    """T-15."""
    seat = hand_seat(ONE_OF_EACH, donkey=1)
    assert mines.mine_phase_choice(FIENDS, seat)
    assert choices(seat, 1) == {(DONKEY, "M23"), (DONKEY, "M24")}
    mines.mine_with(FIENDS, seat, DONKEY, CELL_OF_NAME[cell])
    assert supply(seat) == gets
    assert choices(seat, 0) == set()
    other = "M24" if cell == "M23" else "M23"
    assert on(seat, cell) == 0
    assert on(seat, other) > 0


@rule("F-MINE-4")
def test_goods_may_stay_while_the_donkeys_find_room_elsewhere() -> None:
    seat = hand_seat(ONE_OF_EACH | {"M22": "ore_mine"}, donkey=2)
    assert mines.may_leave_goods(FIENDS, seat, 0)
    assert mines.mine_phase_choice(FIENDS, seat)
    mines.mine_everything(FIENDS, seat)
    assert supply(seat) == (3, 1)


@rule("F-MINE-4")
def test_donkeys_that_must_stand_in_the_mines_bring_everything_out() -> None:
    seat = hand_seat(ONE_OF_EACH | {"M22": "ore_mine"}, donkey=5)  # two in the entry-level dwelling, three in mines
    assert not mines.may_leave_goods(FIENDS, seat, 0)
    assert not mines.mine_phase_choice(FIENDS, seat)


@rule("F-MINE-4")
def test_mines_without_a_donkey_keep_their_goods() -> None:
    seat = hand_seat(ONE_OF_EACH)
    assert not mines.mine_phase_choice(FIENDS, seat)
    mines.mine_everything(FIENDS, seat)
    assert (on(seat, "M24"), on(seat, "M23")) == (3, 1)
    assert supply(seat) == (0, 0)


@rule("F-MINE-4")
def test_what_is_emptied_by_default_is_worth_most() -> None:
    seat = hand_seat({"M24": "ore_mine*2", "M22": "ore_mine*4", "M23": "ruby_mine*1"}, donkey=2)
    mines.mine_everything(FIENDS, seat)
    assert supply(seat) == (4, 1)


# ---------------------------------------------------------------- the mine orc

WITH_ORC_ROOM = {"M22": "mine_orc_dwelling"}


@rule("F-TILE-9")
def test_the_mine_orc_empties_an_ore_mine_and_gets_one_more() -> None:
    seat = hand_seat(ONE_OF_EACH | WITH_ORC_ROOM)
    befriend(seat, orc.B, "M22")
    assert mines.mine_orc(FIENDS, seat) == orc.B
    assert choices(seat, 0, 1) == {(ORC, "M24")}
    assert mines.mine_phase_choice(FIENDS, seat)
    mines.mine_everything(FIENDS, seat)
    assert supply(seat) == (4, 0)
    assert on(seat, "M23") == 1


@rule("F-TILE-9")
def test_the_mine_must_hold_ore() -> None:
    seat = hand_seat({"M24": "ore_mine", "M23": "ruby_mine*1", **WITH_ORC_ROOM})
    befriend(seat, orc.B, "M22")
    assert choices(seat, 0, 1) == set()
    mines.mine_everything(FIENDS, seat)
    assert supply(seat) == (0, 0)


@rule("F-TILE-9", "F-CAVE-8")
@pytest.mark.parametrize("why", ["nobody lives there", "captive", "in another room"])
def test_only_a_friendly_orc_in_that_room_mines(why: str) -> None:
    seat = hand_seat(ONE_OF_EACH | WITH_ORC_ROOM | {"M21": "orc_dwelling"})
    if why == "captive":
        befriend(seat, orc.B, "M22", layout.CAPTIVE)
    elif why == "in another room":
        befriend(seat, orc.B, "M21")
    assert mines.mine_orc(FIENDS, seat) == -1
    assert choices(seat, 0, 1) == set()


@rule("F-TILE-9")
def test_an_orc_at_work_mines_all_the_same() -> None:
    seat = hand_seat(ONE_OF_EACH | WITH_ORC_ROOM)
    befriend(seat, orc.B, "M22", at=4)
    assert choices(seat, 0, 1) == {(ORC, "M24")}


@rule("F-TILE-9")
def test_orc_and_donkeys_share_the_mines() -> None:
    three = {"M24": "ore_mine*3", "M21": "ore_mine*5", "M23": "ruby_mine*1", **WITH_ORC_ROOM}
    seat = hand_seat(three, donkey=2)
    befriend(seat, orc.B, "M22")
    mines.mine_everything(FIENDS, seat)
    assert supply(seat) == (9, 1)
    seat = hand_seat(three, donkey=1)
    befriend(seat, orc.B, "M22")
    assert mines.mine_phase_choice(FIENDS, seat)
    assert choices(seat, 1, 1) == {(DONKEY, "M24"), (DONKEY, "M21"), (DONKEY, "M23"), (ORC, "M24"), (ORC, "M21")}
    seat["goods"][good.DONKEY] = 0
    assert mines.mine_phase_choice(FIENDS, seat)  # three ore or five


@rule("F-TILE-9")
@pytest.mark.parametrize(("ruling", "mined"), [(0, (4, 0)), (1, (3, 0))])
def test_the_mine_orc_beside_a_donkey(ruling: int, mined: tuple[int, int]) -> None:
    """The only donkey has to stand in the ore mine: two cattle fill the entry-level dwelling."""
    rules = fiends_rules(mine_orc_may_use_mine_with_donkey=ruling)
    seat = hand_seat({"M24": "ore_mine*3", **WITH_ORC_ROOM}, donkey=1, cattle=2)
    befriend(seat, orc.B, "M22")
    mines.mine_everything(rules, seat)
    assert supply(seat) == mined
    free = hand_seat({"M24": "ore_mine*3", **WITH_ORC_ROOM}, donkey=1)
    befriend(free, orc.B, "M22")
    mines.mine_everything(rules, free)
    assert supply(free) == (4, 0)
