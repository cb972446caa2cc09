"""F-EVENT-8, F-EVENT-12: where animals stand before the orcs come, and what becomes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from caverna_sim.games.caverna.fiends import standing
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.ids import act, good, terrain
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import CELL_NAMES, CELL_OF_NAME
from caverna_sim.games.caverna.shape.tiles import drop
from caverna_sim.kit.records.codes import first_of, second_of, third_of
from tests.caverna.fiends.hand import OUT, act_id, fiends_rules, hand_seat, listed, occupy, stand
from tests.caverna.table import rule

FIENDS = fiends_rules()
SCRATCH = np.zeros(1, layout.SEAT)


def now(seat: Any) -> dict[str, tuple[str, int, int]]:
    """Animals by cell: type, number, dogs."""
    return {
        CELL_NAMES[cell]: (good.NAMES[seat["standing_animal"][cell]], int(seat["standing"][cell]), int(seat["standing_dogs"][cell]))
        for cell in range(len(CELL_NAMES))
        if seat["standing"][cell]
    }


def owned(seat: Any, *names: str) -> list[int]:
    return [int(seat["goods"][good.NAMES.index(name)]) for name in names]


def arrangements(seat: Any, first_cell: int = 0) -> list[tuple[str, str, int]]:
    """Choices for the next container: cell, animal or nothing, number."""
    found = listed(standing.list_arrange(FIENDS, seat, SCRATCH, first_cell, OUT, 0))
    assert all(third_of(action) > 0 or first_of(action) == 0 for action in found)
    return [(CELL_NAMES[second_of(a)], good.NAMES[first_of(a)] if third_of(a) else "", third_of(a)) for a in found]


def new_places(seat: Any) -> set[tuple[str, str]]:
    found = listed(standing.list_new_animals(FIENDS, seat, OUT, 0))
    assert all(third_of(action) == 1 for action in found)
    return {(good.NAMES[first_of(a)], CELL_NAMES[second_of(a)]) for a in found}


def meals(seat: Any) -> set[tuple[str, int, str]]:
    found = listed(standing.list_meals_from(FIENDS, seat, OUT, 0))
    return {(good.NAMES[first_of(a)], second_of(a), CELL_NAMES[third_of(a)] if third_of(a) else "") for a in found}


# ---------------------------------------------------------------- choices before the event


@rule("F-EVENT-12")
def test_containers_are_filled_cell_by_cell() -> None:
    seat = hand_seat({"F11": "small_pasture", "F34": "small_pasture"}, sheep=2, cattle=1)
    assert standing.places_matter(FIENDS, seat)
    assert now(seat) == {}
    assert set(arrangements(seat)) == {("F11", "", 0), ("F11", "sheep", 1), ("F11", "sheep", 2), ("F11", "cattle", 1)}
    standing.arrange(FIENDS, seat, act_id(act.ARRANGE, "sheep", "F11", 2))
    assert now(seat) == {"F11": ("sheep", 2, 0)}
    assert set(arrangements(seat, CELL_OF_NAME["F11"] + 1)) == {("F34", "", 0), ("F34", "cattle", 1)}


@rule("F-EVENT-12")
def test_only_choices_that_leave_room_for_the_others() -> None:
    seat = hand_seat({"F11": "small_pasture"}, sheep=2, cattle=2)  # the pasture and the entry-level dwelling are needed
    assert set(arrangements(seat)) == {("F11", "sheep", 2), ("F11", "cattle", 2)}


@rule("F-EVENT-12")
def test_the_default_keeps_animals_out_of_the_forest_while_orcs_walk_there() -> None:
    seat = hand_seat({"F11": "small_pasture", "F34": "small_pasture"}, sheep=3)
    seat["orcs"][orc.A]["status"] = orc.FOREST
    standing.arrange_rest(FIENDS, seat, SCRATCH, 0)
    assert now(seat) == {"F34": ("sheep", 1, 0), "M14": ("sheep", 2, 0)}
    seat["orcs"][orc.A]["status"] = orc.CAVE
    standing.clear_standing(seat)
    standing.arrange_rest(FIENDS, seat, SCRATCH, 0)
    assert now(seat) == {"F11": ("sheep", 2, 0), "F34": ("sheep", 1, 0)}


@rule("F-EVENT-12")
def test_without_animals_or_with_one_place_only_there_is_no_choice() -> None:
    assert not standing.places_matter(FIENDS, hand_seat({"F11": "small_pasture"}, dog=2))
    assert not standing.places_matter(FIENDS, hand_seat({"F11": "meadow"}, sheep=2))
    assert standing.places_matter(FIENDS, hand_seat({"F11": "meadow"}, sheep=2, dog=1))


@rule("F-EVENT-12")
def test_sheep_have_as_few_dogs_as_they_need() -> None:
    seat = hand_seat({"F11": "small_pasture", "F12": "meadow"}, sheep=7, dog=4)
    assert ("F11", "sheep", 5) in arrangements(seat)
    standing.arrange(FIENDS, seat, act_id(act.ARRANGE, "sheep", "F11", 2))
    standing.arrange(FIENDS, seat, act_id(act.ARRANGE, "sheep", "F12", 3))
    assert now(seat) == {"F11": ("sheep", 2, 0), "F12": ("sheep", 3, 2)}
    assert standing.unplaced(seat, good.DOG) == 2
    assert not standing.all_placed(seat)


@rule("F-CAVE-8", "F-TRAP-4")
def test_rooms_with_orcs_and_barred_cells_hold_nothing() -> None:
    seat = hand_seat({"F11": "large:east", "M13": "ore_mine"}, donkey=2)
    assert {cell for cell, *_ in arrangements(seat, CELL_OF_NAME["F34"])} == {"M13"}
    occupy(seat, orc.A, "M13")
    assert {cell for cell, *_ in arrangements(seat, CELL_OF_NAME["F34"])} == {"M14"}
    assert {cell for cell, *_ in arrangements(seat)} == {"F11"}
    seat["barred"] = 1 << CELL_OF_NAME["F21"]
    assert {cell for cell, *_ in arrangements(seat)} == {"M14"}


# ---------------------------------------------------------------- losses


@rule("F-EVENT-8")
@pytest.mark.parametrize("entered", ["F22", "F23"])
def test_all_animals_of_a_large_pasture_are_lost(entered: str) -> None:
    """T-35."""
    seat = hand_seat({"F22": "large:south"}, stables=("F23",), cattle=8)
    stand(seat, "F22", "cattle", 8)
    assert standing.lose_animals_on(seat, CELL_OF_NAME[entered]) == 8
    assert owned(seat, "cattle") == [0]
    assert now(seat) == {}
    assert seat["stables"] == 1 << CELL_OF_NAME["F23"]
    assert seat["terrain"][terrain.LARGE_PASTURE] == 1 << CELL_OF_NAME["F22"] | 1 << CELL_OF_NAME["F23"]


@rule("F-EVENT-8")
def test_a_large_pasture_to_the_east_is_one_container() -> None:
    seat = hand_seat({"F11": "large:east", "F31": "small_pasture"}, cattle=4, sheep=1)
    stand(seat, "F11", "cattle", 4)
    stand(seat, "F31", "sheep", 1)
    assert standing.lose_animals_on(seat, CELL_OF_NAME["F21"]) == 4
    assert owned(seat, "cattle", "sheep") == [0, 1]


@rule("F-EVENT-8")
def test_a_boar_at_a_forest_stable_is_lost() -> None:
    """T-36."""
    seat = hand_seat(stables=("F12",), wild_boar=1)
    stand(seat, "F12", "wild_boar", 1)
    assert standing.lose_animals_on(seat, CELL_OF_NAME["F12"]) == 1
    assert owned(seat, "wild_boar") == [0]
    assert seat["stables"] == 1 << CELL_OF_NAME["F12"]


@rule("F-EVENT-8")
def test_watching_dogs_are_lost_with_their_sheep_and_others_are_not() -> None:
    seat = hand_seat({"F12": "meadow", "F13": "meadow"}, sheep=5, dog=4)
    stand(seat, "F12", "sheep", 3, dogs=2)
    stand(seat, "F13", "sheep", 2, dogs=1)
    assert standing.lose_animals_on(seat, CELL_OF_NAME["F12"]) == 5
    assert owned(seat, "sheep", "dog") == [2, 2]
    assert standing.lose_animals_on(seat, CELL_OF_NAME["F11"]) == 0


# ---------------------------------------------------------------- changes during an event


@rule("F-FIGHT-7")
def test_sheep_that_lose_their_dogs_lose_their_place() -> None:
    seat = hand_seat({"F12": "meadow", "F22": "small_pasture"}, sheep=6, dog=1)
    stand(seat, "F12", "sheep", 2, dogs=1)
    stand(seat, "F22", "sheep", 4, dogs=3)
    standing.reconcile_standing(FIENDS, seat)  # three dogs are gone: first those on the last cell
    assert now(seat) == {"F12": ("sheep", 2, 1), "F22": ("sheep", 2, 0)}
    assert standing.unplaced(seat, good.SHEEP) == 2


@rule("F-EVENT-12")
def test_what_is_not_owned_any_more_does_not_stand() -> None:
    seat = hand_seat({"F12": "small_pasture", "F22": "small_pasture"}, sheep=1)
    stand(seat, "F12", "sheep", 2)
    stand(seat, "F22", "sheep", 2)
    standing.reconcile_standing(FIENDS, seat)
    assert now(seat) == {"F12": ("sheep", 1, 0)}


@rule("F-CAVE-8")
def test_animals_without_their_room_lose_their_place() -> None:
    seat = hand_seat({"F12": "field", "M24": "stubble_room"}, sheep=1)
    stand(seat, "F12", "sheep", 1)
    standing.reconcile_standing(FIENDS, seat)
    assert now(seat) == {"F12": ("sheep", 1, 0)}
    drop(seat["owned"], int(seat["detail"][CELL_OF_NAME["M24"]]))
    standing.reconcile_standing(FIENDS, seat)
    assert now(seat) == {}
    assert standing.unplaced(seat, good.SHEEP) == 1


@rule("F-EVENT-12")
def test_a_meadow_that_is_fenced_keeps_its_sheep() -> None:
    seat = hand_seat({"F22": "meadow", "F23": "meadow"}, sheep=3, dog=1)
    stand(seat, "F23", "sheep", 2, dogs=1)
    seat["pasture_south"] |= 1 << CELL_OF_NAME["F22"]
    for name in ("F22", "F23"):
        put_terrain(seat, CELL_OF_NAME[name], terrain.LARGE_PASTURE)
    standing.reconcile_standing(FIENDS, seat)
    assert now(seat) == {"F22": ("sheep", 2, 0)}
    assert standing.unplaced(seat, good.DOG) == 1


@rule("F-BOUNTY-5", "F-EVENT-12")
def test_new_animals_go_where_no_other_animal_has_to_move() -> None:
    seat = hand_seat({"F12": "meadow", "F22": "small_pasture", "F23": "small_pasture"}, sheep=4, cattle=1, dog=2)
    stand(seat, "F12", "sheep", 2, dogs=1)
    stand(seat, "F22", "sheep", 1)
    stand(seat, "M14", "cattle", 1)
    assert standing.unplaced(seat, good.SHEEP) == 1
    assert new_places(seat) == {("sheep", "F12"), ("sheep", "F22"), ("sheep", "F23")}
    standing.place_new(FIENDS, seat, act_id(act.ARRANGE, "sheep", "F12", 1))
    assert now(seat)["F12"] == ("sheep", 3, 2)
    assert standing.all_placed(seat)
    assert new_places(seat) == set()


@rule("F-BOUNTY-5")
def test_a_full_container_takes_no_new_animal() -> None:
    seat = hand_seat({"M24": "ore_mine"}, cattle=3, donkey=1)
    stand(seat, "M14", "cattle", 2)
    assert new_places(seat) == {("donkey", "M24")}


@rule("F-EVENT-12")
def test_animals_are_eaten_from_where_they_stand() -> None:
    seat = hand_seat({"F22": "small_pasture", "M24": "ore_mine", "M23": "ruby_mine"}, sheep=2, donkey=3)
    stand(seat, "F22", "sheep", 2)
    stand(seat, "M24", "donkey", 1)
    stand(seat, "M23", "donkey", 1)
    expected = {("sheep", 1, "F22"), ("donkey", 1, "")}
    expected |= {("donkey", number, cell) for number in (1, 2) for cell in ("M24", "M23")}
    assert meals(seat) == expected
    seat["goods"][good.DONKEY] = 4
    assert meals(seat) == expected | {("donkey", 2, "")}
    standing.take_from(seat, good.SHEEP, 1, CELL_OF_NAME["F22"])
    assert now(seat)["F22"] == ("sheep", 1, 0)


@rule("F-EVENT-12")
@pytest.mark.parametrize(
    ("donkeys", "eaten_from", "left"),
    [
        (3, "M24", {"M23"}),  # the second one has to come from the next mine, which is the first one again
        (3, "M13", {"M24"}),
        (4, "M24", {"M13", "M23"}),  # the second one is the one without a place
        (5, "", {"M13", "M23", "M24"}),
        (4, "", {"M23", "M24"}),
    ],
)
def test_a_pair_of_donkeys(donkeys: int, eaten_from: str, left: set[str]) -> None:
    cells = ("M13", "M23", "M24")
    seat = hand_seat(dict.fromkeys(cells, "ore_mine"), donkey=donkeys)
    for cell in cells:
        stand(seat, cell, "donkey", 1)
    standing.take_from(seat, good.DONKEY, 2, CELL_OF_NAME[eaten_from] if eaten_from else standing.UNPLACED)
    seat["goods"][good.DONKEY] -= 2
    assert set(now(seat)) == left
    assert standing.unplaced(seat, good.DONKEY) == donkeys - 2 - len(left)
