"""R-BREED: newborn animals, in the harvest and as loot."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import can, do, find, goods, position, rule, seat

FARM_ANIMALS = ("sheep", "donkey", "wild_boar", "cattle")
ROOMY = {
    "F34": "small_pasture",
    "F33": "small_pasture",
    "F32": "large_pasture:1",
    "F31": "large_pasture:1",
    "F24": "large_pasture:2",
    "F23": "large_pasture:2",
}
STABLES = ("F34", "F33")


def breeding(**fields: Any) -> Game:
    """Seat 0 is about to breed."""
    return position(round=5, phase="breeding", seats=[seat(**fields)])


def sets(game: Game) -> set[frozenset[str]]:
    """Sets of types that may breed now."""
    return {frozenset(action.types) for action in find(game, "breed")}


def breeding_loot(**fields: Any) -> Game:
    """A dwarf of seat 0 has chosen the breeding loot."""
    game = position(round=3, seats=[seat(dwarfs=[14, 14], **fields)])
    do(game, "place", space="blacksmithing")
    do(game, "expedition", level=3)
    return do(game, "loot", loot="breed_2")


@rule("R-BREED-1")
@pytest.mark.parametrize("animal", FARM_ANIMALS)
def test_two_animals_have_one_newborn_and_one_has_none(animal: str) -> None:
    game = do(breeding(board=ROOMY, **{animal: 2}), "breed")
    assert goods(game)[animal] == 3
    assert not can(breeding(board=ROOMY, ruby=1, **{animal: 1}), "breed")


@rule("R-BREED-1")
def test_never_more_than_one_newborn_of_a_type() -> None:
    game = do(breeding(board=ROOMY, stables=STABLES, sheep=4, cattle=4), "breed")
    assert (goods(game)["sheep"], goods(game)["cattle"]) == (5, 5)
    assert game.player == 1 or game.phase != "breeding"


@rule("R-BREED-1")
def test_all_types_breed_at_the_same_time() -> None:
    game = breeding(board=ROOMY, stables=STABLES, **dict.fromkeys(FARM_ANIMALS, 2))
    assert frozenset(FARM_ANIMALS) in sets(game)
    do(game, "breed", types=FARM_ANIMALS)
    assert [goods(game)[animal] for animal in FARM_ANIMALS] == [3, 3, 3, 3]
    assert game.player == 1 or game.phase != "breeding"


@rule("R-BREED-1")
def test_parents_need_not_stand_together() -> None:
    """Three meadows with a stable for one animal each; wild boars fill the entry-level dwelling."""
    board = {"F34": "meadow", "F33": "meadow", "F32": "meadow"}
    game = breeding(board=board, stables=("F34", "F33", "F32"), sheep=2, wild_boar=2)
    do(game, "breed", types=("sheep",))
    assert goods(game)["sheep"] == 3


@rule("R-BREED-2")
def test_without_room_there_is_no_newborn() -> None:
    game = breeding(sheep=2)
    assert not can(game, "breed")
    do(game, "pass")
    assert goods(game)["sheep"] == 2


@rule("R-BREED-2")
def test_room_for_one_newborn_lets_one_type_breed() -> None:
    """A small pasture with a stable holds four, the entry-level dwelling two."""
    game = breeding(board={"F34": "small_pasture"}, stables=("F34",), sheep=2, cattle=2)
    assert sets(game) == {frozenset({"sheep"}), frozenset({"cattle"})}
    do(game, "breed", types=("cattle",))
    assert (goods(game)["sheep"], goods(game)["cattle"]) == (2, 3)


@rule("R-BREED-2")
def test_a_newborn_may_be_declined() -> None:
    """U-13."""
    game = do(breeding(board=ROOMY, sheep=2), "pass")
    assert goods(game)["sheep"] == 2


@rule("R-BREED-3")
def test_eating_a_parent_ends_its_chance_to_breed() -> None:
    game = breeding(board=ROOMY, sheep=2, donkey=2)
    do(game, "convert", good="sheep")
    assert sets(game) == {frozenset({"donkey"})}


@rule("R-BREED-3")
def test_newborns_are_not_eaten_in_the_breeding_step() -> None:
    game = do(breeding(board=ROOMY, sheep=2, ruby=1), "breed")
    assert game.player == 1 or game.phase != "breeding"  # seat 0 has no further decision in this step
    assert (goods(game)["sheep"], goods(game)["food"]) == (3, 0)


@rule("R-BREED-3")
def test_parents_are_not_eaten_to_make_room_for_their_newborn() -> None:
    """Two sheep without room for a third: eating one of them does not lead to a newborn."""
    game = do(breeding(sheep=2), "convert", good="sheep")
    assert not can(game, "breed")
    do(game, "pass")
    assert goods(game)["sheep"] == 1


@rule("R-BREED-3")
def test_other_animals_are_eaten_to_make_room() -> None:
    game = breeding(board={"F34": "small_pasture"}, sheep=2, donkey=1)
    assert not can(game, "breed")
    do(game, "convert", good="donkey")
    do(game, "breed", types=("sheep",))
    assert (goods(game)["sheep"], goods(game)["donkey"], goods(game)["food"]) == (3, 0, 1)


@rule("R-BREED-3")
def test_a_spare_animal_of_the_same_type_is_eaten_first() -> None:
    """Three sheep fill all places: one is eaten, two breed, and again there are three."""
    game = breeding(board={"F34": "meadow"}, stables=("F34",), sheep=3)
    assert not can(game, "breed")
    do(game, "convert", good="sheep")
    do(game, "breed", types=("sheep",))
    assert (goods(game)["sheep"], goods(game)["food"]) == (3, 1)


@rule("R-BREED-4")
def test_the_breeding_loot_is_for_at_most_two_types() -> None:
    game = breeding_loot(board=ROOMY, stables=STABLES, **dict.fromkeys(FARM_ANIMALS, 2))
    assert {len(types) for types in sets(game)} == {1, 2}
    assert len(sets(game)) == 4 + 6
    do(game, "breed", types=("sheep", "cattle"))
    assert [goods(game)[animal] for animal in FARM_ANIMALS] == [3, 2, 2, 3]


@rule("R-BREED-4")
def test_the_breeding_loot_needs_parents_and_room_too() -> None:
    game = breeding_loot(board={"F34": "small_pasture"}, stables=("F34",), sheep=2, cattle=2)
    assert sets(game) == {frozenset({"sheep"}), frozenset({"cattle"})}
    game = breeding_loot(board=ROOMY, sheep=2, donkey=1)
    assert sets(game) == {frozenset({"sheep"})}


@rule("R-BREED-4")
def test_a_newborn_of_the_loot_is_one_per_type() -> None:
    game = do(breeding_loot(board=ROOMY, stables=STABLES, sheep=4), "breed")
    assert goods(game)["sheep"] == 5
    assert not can(game, "loot", loot="breed_2")


@rule("R-BREED-5")
def test_the_last_round_has_its_harvest_with_breeding() -> None:
    markers = {"6": "question", "7": "question", "8": "question", "10": "leaf", "11": "leaf", "12": "leaf"}
    seats = [seat(board={**ROOMY, "F13": "meadow", "F14": "field:grain*2"}, sheep=2, food=4), seat(food=4)]
    game = position(round=12, phase="return_home", harvest_markers=markers, seats=seats)
    assert goods(game)["grain"] == 1
    do(game, "feed", food=4)
    do(game, "feed", food=4)
    assert (game.phase, game.player) == ("breeding", 0)
    do(game, "breed", types=("sheep",))
    assert game.phase == "final"
    assert goods(game)["sheep"] == 3


@rule("R-BREED-5")
def test_the_last_round_follows_a_question_mark_too() -> None:
    markers = {"6": "leaf", "7": "leaf", "8": "leaf", "10": "question", "11": "question", "12": "question"}
    game = position(round=12, phase="return_home", harvest_markers=markers, seats=[seat(sheep=2)])
    assert game.phase == "harvest_choice"
