"""R-ANIM and R-DOG: room for animals, and dogs."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, cell, do, find, fits, goods, position, rule, score, seat

FARM_ANIMALS = ("sheep", "donkey", "wild_boar", "cattle")


def fits_beside(animal: str, number: int, only: str = "sheep", **fields: object) -> bool:
    """Whether animals have room while two of a type that cannot live with `only` ones fill the entry-level dwelling."""
    other = next(name for name in reversed(FARM_ANIMALS) if name not in (animal, only))
    return fits(**{other: 2, animal: number}, **fields)


def needs_room(game: Game) -> bool:
    """Whether animals without room must be dealt with first."""
    return bool(game.to_dict()["pending"][-1]["step"] == "make_room")


# ---------------------------------------------------------------- containers

LARGE = {"F34": "large_pasture:1", "F33": "large_pasture:1"}
ANY_TYPE = [
    ({"F34": "small_pasture"}, (), 2),
    ({"F34": "small_pasture"}, ("F34",), 4),
    (LARGE, (), 4),
    (LARGE, ("F34",), 8),
    (LARGE, ("F33",), 8),
    (LARGE, ("F34", "F33"), 16),
    ({"F34": "meadow"}, ("F34",), 1),
    ({"M13": "mixed_dwelling"}, (), 2),
    ({"M13": "stubble_room", "F34": "field"}, (), 1),
    ({"M13": "stubble_room", "F34": "field", "F33": "field"}, (), 2),
]


@rule("R-ANIM-1")
@pytest.mark.parametrize("animal", FARM_ANIMALS)
def test_the_entry_level_dwelling_holds_two_animals_of_one_type(animal: str) -> None:
    assert fits(**{animal: 2})
    assert not fits(**{animal: 3})
    other = "cattle" if animal != "cattle" else "sheep"
    assert not fits(**{animal: 1, other: 1})


@rule("R-ANIM-1")
@pytest.mark.parametrize("animal", FARM_ANIMALS)
@pytest.mark.parametrize(("board", "stables", "capacity"), ANY_TYPE)
def test_containers_for_any_farm_animal(board: dict[str, str], stables: tuple[str, ...], capacity: int, animal: str) -> None:
    assert fits_beside(animal, capacity, board=board, stables=stables)
    assert not fits_beside(animal, capacity + 1, board=board, stables=stables)


ONE_TYPE = [
    ({}, ("F11",), "wild_boar", 1),
    ({}, ("F11", "F34", "F22"), "wild_boar", 3),
    ({"M12": "ore_mine"}, (), "donkey", 1),
    ({"M12": "ruby_mine"}, (), "donkey", 1),
    ({"M12": "ruby_mine", "M11": "ore_mine"}, (), "donkey", 2),
    ({"M13": "breakfast_room"}, (), "cattle", 3),
    ({"M13": "cuddle_room"}, (), "sheep", 2),  # a family of two
]


@rule("R-ANIM-1")
@pytest.mark.parametrize(("board", "stables", "animal", "capacity"), ONE_TYPE)
def test_containers_for_one_type_of_animal(board: dict[str, str], stables: tuple[str, ...], animal: str, capacity: int) -> None:
    assert fits_beside(animal, capacity, board=board, stables=stables)
    assert not fits_beside(animal, capacity + 1, board=board, stables=stables)
    for other in FARM_ANIMALS:
        if other != animal:
            assert not fits_beside(other, 1, only=animal, board=board, stables=stables)


@rule("R-ANIM-1")
@pytest.mark.parametrize("dwarfs", [2, 3, 5])
def test_the_cuddle_room_holds_a_sheep_for_each_dwarf_in_play(dwarfs: int) -> None:
    family = {"dwarfs": [0] * dwarfs, "board": {**DWELLINGS, "M13": "cuddle_room"}}
    assert fits_beside("sheep", dwarfs, **family)
    assert not fits_beside("sheep", dwarfs + 1, **family)


@rule("R-ANIM-1")
@pytest.mark.parametrize(
    "board", [LARGE, {"F34": "small_pasture"}, {"M13": "mixed_dwelling"}], ids=["large pasture", "small pasture", "mixed dwelling"]
)
def test_a_container_holds_one_type_at_a_time(board: dict[str, str]) -> None:
    assert fits(board=board, wild_boar=2, sheep=2)
    assert not fits(board=board, wild_boar=2, sheep=1, donkey=1)


@rule("R-ANIM-1")
def test_different_fields_under_the_stubble_room_hold_different_types() -> None:
    board = {"M13": "stubble_room", "F34": "field", "F33": "field"}
    assert fits(board=board, wild_boar=2, sheep=1, donkey=1)


@rule("R-ANIM-1")
def test_all_containers_together() -> None:
    board = {
        **LARGE,
        "F32": "small_pasture",
        "F24": "meadow",
        "M13": "breakfast_room",
        "M12": "ore_mine",
        "M23": "mixed_dwelling",
        "M24": "cuddle_room",
    }
    stables = ("F24", "F11", "F32")
    # cattle: breakfast room 3, large pasture 4, meadow 1; sheep: cuddle room 2, entry-level dwelling 2
    # wild boars: small pasture 4, forest 1; donkeys: mine 1, mixed dwelling 2
    assert fits(board=board, stables=stables, cattle=8, sheep=4, wild_boar=5, donkey=3)
    for more in ({"cattle": 9}, {"sheep": 5}, {"wild_boar": 6}, {"donkey": 4}):
        assert not fits(**{"board": board, "stables": stables, "cattle": 8, "sheep": 4, "wild_boar": 5, "donkey": 3, **more})


BARE = {
    "F34": "meadow",
    "F33": "field",
    "F32": "field:grain*1",
    "F31": "field:vegetable*1",
    "M13": "cavern",
    "M12": "tunnel",
    "M11": "deep_tunnel",
}


@rule("R-ANIM-2")
@pytest.mark.parametrize("animal", FARM_ANIMALS)
def test_bare_cells_hold_no_farm_animals(animal: str) -> None:
    assert fits_beside(animal, 0, board=BARE)
    assert not fits_beside(animal, 1, board=BARE)


@rule("R-ANIM-2")
def test_planted_fields_hold_no_animals_even_with_the_stubble_room() -> None:
    assert not fits_beside("sheep", 1, board={"M13": "stubble_room", "F34": "field:grain*3"})


@rule("R-ANIM-3")
def test_animals_are_rearranged_at_any_time() -> None:
    """Four boars need the pasture in which the sheep could have stood until now."""
    game = position(seats=[seat(board={"F34": "small_pasture"}, stables=("F34",), sheep=4, wild_boar=2, ruby=2)])
    do(game, "convert", good="sheep")
    do(game, "convert", good="sheep")
    do(game, "exchange", good="wild_boar")
    do(game, "exchange", good="wild_boar")
    assert not needs_room(game)
    assert (goods(game)["sheep"], goods(game)["wild_boar"]) == (2, 4)


@rule("R-ANIM-3")
def test_a_rearrangement_must_leave_room_for_everybody() -> None:
    game = position(seats=[seat(board={"F34": "small_pasture"}, stables=("F34",), sheep=3, wild_boar=2, ruby=1)])
    do(game, "exchange", good="wild_boar")  # neither three sheep nor three boars fit in the entry-level dwelling
    assert needs_room(game)


@rule("R-ANIM-4")
def test_animals_without_room_become_food_before_anything_else() -> None:
    game = position(round=3, seats=[seat(wood=9)], spaces={"sheep_farming": {"goods": {"sheep": 4}}})
    do(game, "place", space="sheep_farming")
    do(game, "collect")
    assert needs_room(game)
    assert not can(game, "pass")
    assert {action.good for action in find(game, "convert")} == {"sheep"}
    do(game, "convert", good="sheep")
    assert needs_room(game)
    do(game, "convert", good="sheep")
    assert game.player == 1
    assert (goods(game)["sheep"], goods(game)["food"]) == (2, 2)


@rule("R-ANIM-4")
def test_the_owner_chooses_which_animal_is_eaten() -> None:
    game = position(seats=[seat(sheep=2, ruby=1, food=1)])
    do(game, "exchange", good="cattle")
    assert {action.good for action in find(game, "convert")} == {"sheep", "cattle"}
    do(game, "convert", good="cattle")
    assert not needs_room(game)
    assert (goods(game)["sheep"], goods(game)["food"]) == (2, 3)


@rule("R-ANIM-4", "R-INT-13")
def test_an_animal_loses_its_room_when_its_field_is_sown() -> None:
    board = {"M13": "stubble_room", "F34": "field", "F33": "field"}
    game = position(round=1, seats=[seat(board=board, cattle=2, sheep=2, grain=2)])
    do(game, "place", space="slash_and_burn")
    do(game, "sow", crop="grain", cell="F34")
    assert needs_room(game)
    assert not can(game, "sow")
    do(game, "convert", good="sheep")
    do(game, "sow", crop="grain", cell="F33")
    do(game, "convert", good="sheep")
    assert goods(game)["sheep"] == 0
    assert (cell(game, "F34"), cell(game, "F33")) == ("field:grain*3", "field:grain*3")


@rule("R-ANIM-4")
def test_an_animal_from_a_sown_field_may_move_elsewhere() -> None:
    """The third boar lives on the field, then in the forest."""
    game = position(round=1, seats=[seat(board={"M13": "stubble_room", "F34": "field"}, stables=("F11",), wild_boar=3, grain=1)])
    do(game, "place", space="slash_and_burn")
    do(game, "sow", crop="grain", cell="F34")
    assert goods(game)["wild_boar"] == 3
    assert game.player == 1


@rule("R-ANIM-4", "R-DOG-4")
def test_no_third_sheep_where_one_dog_has_two_meadows_to_choose_from() -> None:
    """The dog watches two sheep here or there; the sheep it leaves behind have no room."""
    game = position(seats=[seat(board={"F34": "meadow", "F33": "meadow"}, wild_boar=2, dog=1, sheep=2, ruby=1)])
    do(game, "exchange", good="sheep")
    assert needs_room(game)
    do(game, "convert", good="sheep")
    assert not needs_room(game)


# ---------------------------------------------------------------- dogs


@rule("R-DOG-1")
def test_dogs_need_no_room() -> None:
    assert fits(dog=20)
    assert fits(dog=20, sheep=2)
    assert fits(dog=20, cattle=2)


@rule("R-DOG-1")
def test_dogs_are_not_eaten_and_do_not_breed() -> None:
    game = position(phase="breeding", round=5, seats=[seat(dog=4, sheep=2, board={"F34": "small_pasture"})])
    assert not can(game, "convert", good="dog")
    assert {action.types for action in find(game, "breed")} == {("sheep",)}
    do(game, "breed", types=("sheep",))
    assert goods(game)["dog"] == 4


@rule("R-DOG-1")
def test_a_dog_is_worth_one_point_and_is_no_farm_animal() -> None:
    plain, dogs = score(position()), score(position(seats=[seat(dog=3)]))
    assert dogs["animals"] - plain["animals"] == 3
    assert dogs["missing_animals"] == plain["missing_animals"] == -8
    fodder = {"M13": "fodder_chamber"}
    assert score(position(seats=[seat(board=fodder, dog=9, sheep=2)]))["bonus"] == 0


@rule("R-DOG-2")
@pytest.mark.parametrize("dogs", [1, 2, 3, 6])
def test_dogs_on_a_meadow_watch_one_sheep_more_than_there_are_dogs(dogs: int) -> None:
    meadow = {"F34": "meadow"}
    assert fits_beside("sheep", dogs + 1, board=meadow, dog=dogs)
    assert not fits_beside("sheep", dogs + 2, board=meadow, dog=dogs)


@rule("R-DOG-2")
@pytest.mark.parametrize(
    ("board", "stables", "dogs", "sheep"),
    [
        ({"F34": "meadow"}, ("F34",), 1, 2),
        ({"F34": "meadow"}, ("F34",), 3, 4),  # not four and one in the stable
        ({"F34": "small_pasture"}, (), 1, 2),
        ({"F34": "small_pasture"}, (), 2, 3),
        ({"F34": "small_pasture"}, ("F34",), 2, 4),
        ({"F34": "small_pasture"}, ("F34",), 3, 4),
        ({"F34": "small_pasture"}, ("F34",), 4, 5),
        (LARGE, (), 2, 4),
        (LARGE, (), 4, 5),
        (LARGE, ("F34",), 6, 8),
        (LARGE, ("F34",), 8, 9),
        (LARGE, ("F34", "F33"), 14, 16),
        (LARGE, ("F34", "F33"), 16, 17),
    ],
)
def test_watching_replaces_the_normal_capacity(board: dict[str, str], stables: tuple[str, ...], dogs: int, sheep: int) -> None:
    """Sheep capacity is the better of normal capacity and dogs + 1."""
    assert fits_beside("sheep", sheep, board=board, stables=stables, dog=dogs)
    assert not fits_beside("sheep", sheep + 1, board=board, stables=stables, dog=dogs)


@rule("R-DOG-2")
def test_a_new_dog_makes_room_for_sheep() -> None:
    game = position(seats=[seat(board={"F34": "meadow"}, cattle=2, ruby=3)])
    do(game, "exchange", good="dog")
    do(game, "exchange", good="sheep")
    do(game, "exchange", good="sheep")
    assert not needs_room(game)


@rule("R-DOG-3")
@pytest.mark.parametrize("animal", ["donkey", "wild_boar", "cattle"])
def test_dogs_watch_sheep_only(animal: str) -> None:
    assert not fits_beside(animal, 1, board={"F34": "meadow"}, dog=3)
    assert fits_beside("sheep", 1, board={"F34": "meadow"}, dog=3)
    assert not fits_beside(animal, 3, board={"F34": "small_pasture"}, dog=5)


@rule("R-DOG-3")
def test_dogs_do_not_watch_on_forest_cells_fields_or_in_the_mountain() -> None:
    assert not fits_beside("sheep", 1, dog=5)
    assert not fits_beside("sheep", 1, dog=5, stables=("F11", "F34"))
    assert not fits_beside("sheep", 1, dog=5, board={"F34": "field", "M12": "tunnel", "M23": "ore_mine"})


@rule("R-DOG-3")
def test_where_sheep_are_watched_no_other_farm_animal_stands() -> None:
    meadow = {"board": {"F34": "meadow"}, "stables": ("F34",), "dog": 1}
    assert fits(**meadow, wild_boar=2, sheep=2)
    assert fits(**meadow, wild_boar=2, donkey=1)
    assert not fits(**meadow, wild_boar=2, donkey=1, sheep=1)
    pasture = {"board": LARGE, "dog": 2}
    assert fits(**pasture, wild_boar=2, sheep=3)
    assert not fits(**pasture, wild_boar=2, sheep=3, donkey=1)


@rule("R-DOG-3")
def test_unwatched_tiles_keep_other_animals_while_dogs_stand_there() -> None:
    assert fits(board=LARGE, dog=9, wild_boar=2, cattle=4)


@rule("R-DOG-4")
@pytest.mark.parametrize(
    ("meadows", "dogs", "sheep"),
    [(1, 1, 2), (2, 1, 2), (3, 1, 2), (2, 2, 4), (1, 2, 3), (2, 3, 5), (3, 3, 6), (4, 3, 6)],
)
def test_a_dog_watches_at_one_meadow_at_a_time(meadows: int, dogs: int, sheep: int) -> None:
    board = dict.fromkeys(["F34", "F33", "F32", "F24"][:meadows], "meadow")
    assert fits_beside("sheep", sheep, board=board, dog=dogs)
    assert not fits_beside("sheep", sheep + 1, board=board, dog=dogs)


@rule("R-DOG-4")
def test_a_large_pasture_is_one_place_to_watch() -> None:
    assert fits_beside("sheep", 7, board=LARGE, dog=6)
    assert not fits_beside("sheep", 8, board=LARGE, dog=6)
    two_small = {"F34": "small_pasture", "F33": "small_pasture"}
    assert fits_beside("sheep", 8, board=two_small, dog=6)
