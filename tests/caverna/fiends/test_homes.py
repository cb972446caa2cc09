"""F-CAVE-7, F-FRIEND-2, F-FRIEND-3: who lives where."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from caverna_sim.games.caverna.box.catalog import FURNISHINGS
from caverna_sim.games.caverna.fiends import cave, homes
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import act
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import CELL_NAMES, CELL_OF_NAME
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS
from caverna_sim.kit.records.codes import first_of, second_of
from tests.caverna.fiends.hand import OUT, act_id, befriend, fiends_rules, hand_seat, listed, occupy
from tests.caverna.table import rule

FIENDS = fiends_rules()
FRIEND = MAX_DWARFS  # resident number of orc A
ENTRY = "M14"


def live(seat: Any, *cells: str | None) -> Any:
    """Dwarfs live in these cells."""
    for dwarf, cell in enumerate(cells):
        seat["home"][dwarf] = -1 if cell is None else CELL_OF_NAME[cell]
    return seat


def homes_of(seat: Any) -> list[str | None]:
    """Where the dwarfs live."""
    return [CELL_NAMES[cell] if cell >= 0 else None for cell in seat["home"][: seat["dwarfs"]]]


def options(seat: Any, resident: int, rules: Any = FIENDS) -> set[str]:
    """Homes that are listed for a resident."""
    actions = listed(homes.list_house(rules, seat, resident, OUT, 0))
    assert {first_of(action) for action in actions} <= {resident}
    return {CELL_NAMES[second_of(action)] for action in actions}


def cells_of(mask: int) -> set[str]:
    return {name for cell, name in enumerate(CELL_NAMES) if mask >> cell & 1}


# ---------------------------------------------------------------- everybody gets a home


@rule("F-CAVE-7")
def test_dwarfs_without_a_home_get_one_and_the_others_stay() -> None:
    seat = live(hand_seat({"M24": "dwelling", "M23": "simple_dwelling_4w2s"}, dwarfs=[0, 3, 1]), "M24", None, None)
    homes.settle_homes(FIENDS, seat)
    assert homes_of(seat)[0] == "M24"
    assert None not in homes_of(seat)
    again = homes_of(seat)
    homes.settle_homes(FIENDS, seat)
    assert homes_of(seat) == again


@rule("F-CAVE-7")
def test_the_weakest_dwarfs_get_the_rooms_with_the_fewest_points() -> None:
    seat = hand_seat({"M24": "dwelling"}, dwarfs=[5, 0, 2])  # dwelling: 3 points, entry-level dwelling: none
    homes.settle_homes(FIENDS, seat)
    assert homes_of(seat) == ["M24", ENTRY, ENTRY]


@rule("F-CAVE-8")
def test_a_room_with_a_hostile_orc_is_no_home_but_its_captive_stays() -> None:
    seat = live(hand_seat({"M24": "dwelling", "M23": "couple_dwelling"}, dwarfs=[0, 1, 2]), "M23", "M23", ENTRY)
    occupy(seat, orc.B, "M23")
    seat["at"][0] = layout.CAPTIVE
    homes.settle_homes(FIENDS, seat)
    assert homes_of(seat) == ["M23", ENTRY, ENTRY]


@rule("F-CAVE-8")
def test_dwarfs_beyond_the_rooms_have_no_home() -> None:
    seat = hand_seat({"M24": "dwelling"}, dwarfs=[0, 1, 2])
    occupy(seat, orc.A, "M24")
    homes.settle_homes(FIENDS, seat)
    assert homes_of(seat) == [ENTRY, ENTRY, None]
    assert homes.room_for_dwarfs(FIENDS, seat) == 2


@rule("F-CAVE-7")
def test_by_the_other_ruling_everybody_is_assigned_anew() -> None:
    rules = fiends_rules(dwelling_assignment_owner_choice=1)
    seat = live(hand_seat({"M24": "dwelling"}, dwarfs=[0, 1, 2]), "M24", ENTRY, ENTRY)
    homes.settle_homes(rules, seat)
    assert homes_of(seat) == [ENTRY, ENTRY, "M24"]
    assert not homes.housing_matters(rules, seat)
    assert homes.housing_matters(FIENDS, seat)


# ---------------------------------------------------------------- rooms for orcs


@rule("F-FRIEND-2")
@pytest.mark.parametrize("tile", ["orc_dwelling", "chief_orc_dwelling", "mine_orc_dwelling", "orc_worker_dwelling"])
def test_orc_dwellings_have_room_for_one_friendly_orc(tile: str) -> None:
    seat = hand_seat({"M24": tile})
    assert cells_of(homes.free_orc_room(FIENDS, seat, 0)) == {"M24"}
    assert homes.room_for_dwarfs(FIENDS, seat) == 2
    befriend(seat, orc.A, "M24")
    assert homes.free_orc_room(FIENDS, seat, 0) == 0


@rule("F-FRIEND-2")
def test_a_room_with_a_hostile_orc_is_not_available() -> None:
    seat = hand_seat({"M24": "orc_dwelling"})
    occupy(seat, orc.B, "M24")
    assert homes.free_orc_room(FIENDS, seat, 0) == 0


@rule("F-FRIEND-2", "F-FRIEND-9", "F-TILE-5")
def test_the_guest_dwelling_takes_an_orc_if_the_dwarfs_have_room_elsewhere() -> None:
    seat = live(hand_seat({"M24": "guest_dwelling"}, dwarfs=[0, 0]), ENTRY, ENTRY)
    assert homes.room_for_dwarfs(FIENDS, seat) == 3
    assert cells_of(homes.free_orc_room(FIENDS, seat, 0)) == {"M24"}
    befriend(seat, orc.A, "M24")
    assert homes.room_for_dwarfs(FIENDS, seat) == 2
    full = live(hand_seat({"M24": "guest_dwelling"}, dwarfs=[0, 0, 0]), ENTRY, ENTRY, "M24")
    assert homes.free_orc_room(FIENDS, full, 0) == 0


@rule("F-CAVE-7", "F-FRIEND-2")
def test_nobody_leaves_the_guest_dwelling_during_an_event() -> None:
    seat = live(hand_seat({"M24": "guest_dwelling"}, dwarfs=[0, 0]), ENTRY, "M24")
    assert cells_of(homes.free_orc_room(FIENDS, seat, 0)) == {"M24"}
    assert homes.free_orc_room(FIENDS, seat, 1) == 0
    befriend(seat, orc.A, "M24")
    homes.settle_homes(FIENDS, seat)
    assert homes_of(seat) == [ENTRY, ENTRY]


# ---------------------------------------------------------------- the owner's choice


@rule("F-CAVE-7")
def test_the_owner_chooses_who_lives_in_the_exposed_dwelling() -> None:
    seat = live(hand_seat({"M24": "dwelling"}, dwarfs=[0, 3, 8]), ENTRY, ENTRY, "M24")
    assert homes.next_resident(FIENDS, seat, -1) == 0
    assert options(seat, 0) == {ENTRY, "M24"}
    homes.house(FIENDS, seat, act_id(act.HOUSE, 0, "M24"))
    assert homes_of(seat) == ["M24", ENTRY, ENTRY]
    assert homes.next_resident(FIENDS, seat, 0) == -1


@rule("F-CAVE-7")
def test_dwarfs_that_are_alike_are_no_choice() -> None:
    seat = live(hand_seat({"M24": "dwelling"}, dwarfs=[0, 0, 0]), ENTRY, ENTRY, "M24")
    assert not homes.housing_matters(FIENDS, seat)
    seat["newborn"][2] = 1  # eats less
    assert homes.housing_matters(FIENDS, seat)


@rule("F-CAVE-7")
def test_captives_are_not_rehoused() -> None:
    seat = live(hand_seat({"M24": "dwelling", "M23": "dwelling"}, dwarfs=[0, 3]), "M24", ENTRY)
    occupy(seat, orc.A, "M24")
    seat["at"][0] = layout.CAPTIVE
    assert options(seat, 0) == set()
    assert options(seat, 1) == {ENTRY, "M23"}


@rule("F-FRIEND-3")
@pytest.mark.parametrize(("ruling", "moves"), [(0, True), (1, False), (2, True)])
def test_friendly_orcs_move_house(ruling: int, moves: bool) -> None:
    rules = fiends_rules(friendly_orc_rehousing=ruling)
    seat = live(hand_seat({"M24": "orc_dwelling", "M23": "mine_orc_dwelling"}), ENTRY, ENTRY)
    befriend(seat, orc.A, "M24")
    assert options(seat, FRIEND, rules) == ({"M24", "M23"} if moves else set())
    if moves:
        homes.house(rules, seat, act_id(act.HOUSE, FRIEND, "M23"))
        assert seat["orcs"][orc.A]["cell"] == CELL_OF_NAME["M23"]


@rule("F-TILE-5", "C-3")
@pytest.mark.parametrize("ruling", [0, 1, 2])
def test_the_resident_of_the_guest_dwelling_changes_if_the_old_one_gets_another_room(ruling: int) -> None:
    """The orc makes way for a dwarf without a room, whatever the ruling on friendly_orc_rehousing; and the owner may swap others."""
    rules = fiends_rules(friendly_orc_rehousing=ruling)
    seat = live(hand_seat({"M24": "guest_dwelling", "M23": "orc_dwelling"}, dwarfs=[0, 3, 5]), ENTRY, ENTRY, None)
    befriend(seat, orc.A, "M24")
    assert homes.room_for_dwarfs(rules, seat) == 3
    homes.settle_homes(rules, seat)
    assert homes_of(seat) == [ENTRY, ENTRY, "M24"]
    assert seat["orcs"][orc.A]["cell"] == CELL_OF_NAME["M23"]
    few = live(hand_seat({"M24": "guest_dwelling", "M23": "orc_dwelling"}, dwarfs=[0, 3]), ENTRY, ENTRY)
    befriend(few, orc.A, "M24")
    homes.house(rules, few, act_id(act.HOUSE, 1, "M24"))
    assert homes_of(few) == [ENTRY, "M24"]
    assert few["orcs"][orc.A]["cell"] == CELL_OF_NAME["M23"]
    alone = live(hand_seat({"M24": "guest_dwelling"}, dwarfs=[0, 3, 5]), ENTRY, ENTRY, None)
    befriend(alone, orc.A, "M24")
    assert homes.room_for_dwarfs(rules, alone) == 2
    assert "M24" not in options(alone, 2, rules)


@rule("C-3", "F-FRIEND-2")
@pytest.mark.parametrize("in_event", [0, 1])
def test_a_friendly_orc_makes_way_for_another_one(in_event: int) -> None:
    """The guest dwelling is free for the next orc while its orc has another room to go to, in an event too."""
    seat = live(hand_seat({"M24": "guest_dwelling", "M23": "mine_orc_dwelling"}, dwarfs=[0, 3]), ENTRY, ENTRY)
    befriend(seat, orc.A, "M24")
    assert cells_of(homes.free_orc_room(FIENDS, seat, in_event)) == {"M23", "M24"}
    befriend(seat, orc.B, "M23")
    assert homes.free_orc_room(FIENDS, seat, in_event) == 0


# ---------------------------------------------------------------- whom an orc finds


@rule("F-CAVE-5")
def test_the_weakest_resident_is_found() -> None:
    seat = live(hand_seat({"M24": "couple_dwelling"}, dwarfs=[4, 2, 2, 0]), ENTRY, "M24", "M24", ENTRY)
    assert [cave.weakest_in(seat, CELL_OF_NAME[cell]) for cell in (ENTRY, "M24", "M23")] == [0, 2, -1]
    assert homes.residents_of(seat, CELL_OF_NAME[ENTRY]) == 0b1001


@rule("F-CAVE-5")
def test_the_friendly_orc_of_a_room_is_found_unless_captive() -> None:
    seat = hand_seat({"M24": "orc_dwelling"})
    befriend(seat, orc.C, "M24")
    assert homes.friend_in(seat, CELL_OF_NAME["M24"]) == orc.C
    assert homes.residents_of(seat, CELL_OF_NAME["M24"]) == 1 << FRIEND + orc.C
    seat["orcs"][orc.C]["at"] = layout.CAPTIVE
    assert homes.friend_in(seat, CELL_OF_NAME["M24"]) == homes.NOBODY


# ---------------------------------------------------------------- against all assignments

ROOMS = {  # for dwarfs, for orcs, for either
    "entry_level_dwelling": (2, 0, 0),
    "dwelling": (1, 0, 0),
    "couple_dwelling": (2, 0, 0),
    "orc_dwelling": (0, 1, 0),
    "mine_orc_dwelling": (0, 1, 0),
    "guest_dwelling": (0, 0, 1),
}
Signature = tuple[frozenset[Any], ...]


def every_assignment(rooms: dict[str, str], dwarfs: list[int], orcs: int) -> set[Signature]:
    """Everybody has a room; dwarfs with equal weapons, and orcs, are not told apart."""
    cells = sorted(rooms)
    found = set()
    for choice in itertools.product(cells, repeat=len(dwarfs) + orcs):
        dwarfs_in, orcs_in = Counter(choice[: len(dwarfs)]), Counter(choice[len(dwarfs) :])
        if all(_holds(ROOMS[rooms[cell]], dwarfs_in[cell], orcs_in[cell]) for cell in cells):
            found.add(_signature(list(zip(dwarfs, choice, strict=False)), list(choice[len(dwarfs) :])))
    return found


def _holds(room: tuple[int, int, int], dwarfs: int, orcs: int) -> bool:
    for_dwarfs, for_orcs, for_either = room
    return max(0, dwarfs - for_dwarfs) + max(0, orcs - for_orcs) <= for_either


def _signature(dwarfs: list[tuple[int, str]], orcs: list[str]) -> Signature:
    return (frozenset(Counter(dwarfs).items()), frozenset(Counter(orcs).items()))


def signature_now(seat: Any) -> Signature:
    weapons = [int(weapon) for weapon in seat["weapon"][: seat["dwarfs"]]]
    friends = [CELL_NAMES[row["cell"]] for row in seat["orcs"] if row["status"] == orc.FRIENDLY]
    return _signature([(weapon, str(cell)) for weapon, cell in zip(weapons, homes_of(seat), strict=True)], friends)


def reached(seat: Any, after: int, found: list[Signature]) -> None:
    """Every assignment that the choices lead to."""
    resident = homes.next_resident(FIENDS, seat, after)
    if resident < 0:
        found.append(signature_now(seat))
        return
    kept_homes, kept_rooms = seat["home"].copy(), seat["orcs"]["cell"].copy()
    for action in listed(homes.list_house(FIENDS, seat, resident, OUT, 0)):
        homes.house(FIENDS, seat, action)
        reached(seat, resident, found)
        seat["home"], seat["orcs"]["cell"] = kept_homes, kept_rooms


@rule("F-CAVE-7", "F-FRIEND-3")
def test_the_choices_are_all_assignments() -> None:
    chance = random.Random(5)
    compared, repeated, with_guests = 0, 0, 0
    while compared < 150:
        tiles = chance.sample([tile for tile in ROOMS if tile != "entry_level_dwelling"], chance.randint(1, 5))
        rooms = dict(zip(["M24", "M23", "M12", "M22", "M31"], tiles, strict=False))
        dwarfs = [chance.choice([0, 0, 3, 5]) for _ in range(chance.randint(2, 4))]
        orcs = chance.randint(0, 2)
        expected = every_assignment({ENTRY: "entry_level_dwelling", **rooms}, dwarfs, orcs)
        if not expected:
            continue
        seat = hand_seat(rooms, dwarfs=dwarfs)
        for letter in range(orcs):
            free = cells_of(homes.free_orc_room(FIENDS, seat, 0))
            cell = chance.choice(sorted(free))
            guest = homes.friend_in(seat, CELL_OF_NAME[cell])
            befriend(seat, letter, cell)
            if guest != homes.NOBODY:  # it makes way
                befriend(seat, guest, min(cells_of(homes.free_orc_homes(FIENDS, seat))))
        homes.settle_homes(FIENDS, seat)
        assert signature_now(seat) in expected
        found: list[Signature] = []
        reached(seat, -1, found)
        assert set(found) == expected, (rooms, dwarfs, orcs)
        assert homes.housing_matters(FIENDS, seat) == (len(expected) > 1), (rooms, dwarfs, orcs)
        compared += 1
        repeated += len(found) > len(expected)
        with_guests += "guest_dwelling" in tiles and orcs > 0
    assert with_guests > 20
    assert repeated < compared // 4


def test_tiles_of_this_file_exist() -> None:
    assert set(ROOMS) <= set(FURNISHINGS)
