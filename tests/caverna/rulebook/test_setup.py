"""R-SETUP: boards, spaces, cards, markers and first goods for 1 to 7 players; X-1."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from caverna_sim import Game, RulesError
from caverna_sim.games.caverna.box.catalog import catalog
from tests.caverna.table import cell, position, rule, score

STAGE_1 = ("blacksmithing", "sheep_farming", "ore_mine_construction")
STAGE_2 = ("donkey_farming", "ruby_mine_construction")  # beside Wish for children
STAGE_3 = ("ore_delivery", "family_life", "exploration")
STAGE_4 = ("ore_trading", "adventure", "ruby_delivery")


def preprinted(players: int) -> set[str]:
    """Spaces in play in round 1 without the card of the round."""
    game = Game(players=players, seed=1).to_dict()
    return set(game["spaces"]) - {game["cards"][0]}


def marker_words(game: Game) -> Counter[str]:
    """How many leaves and question marks lie out."""
    return Counter(game.to_dict()["harvest_markers"].values())


# ---------------------------------------------------------------- the players


@rule("R-SETUP-1")
@pytest.mark.parametrize("players", range(1, 8))
def test_each_player_has_two_dwarfs_in_the_entry_level_dwelling(players: int) -> None:
    game = Game(players=players, seed=1)
    for number in range(players):
        assert game.to_dict()["seats"][number]["dwarfs"] == [{"weapon": 0, "at": "home"}] * 2
        assert cell(game, "M14", number) == "entry_level_dwelling"


@rule("R-SETUP-1")
def test_the_home_board_is_bare_and_the_three_stables_are_not_built() -> None:
    entry = Game(players=3, seed=1).to_dict()["seats"][2]
    assert entry["board"] == [
        [".", ".", ".", "^", "^", "^"],
        [".", ".", ".", "^", "^", "^"],
        [".", ".", ".", "cavern", "^", "^"],
        [".", ".", ".", "entry_level_dwelling", "^", "^"],
    ]
    assert entry["stables"] == []


@rule("R-SETUP-1")
def test_nothing_but_food_and_two_dwarfs_is_in_play() -> None:
    for entry in Game(players=7, seed=1).to_dict()["seats"]:
        assert not any(amount for name, amount in entry["goods"].items() if name != "food")
        assert not any(entry["animals"].values())


@rule("R-SETUP-2")
@pytest.mark.parametrize("players", range(2, 8))
def test_food_by_seat_from_the_starting_player(players: int) -> None:
    game = Game(players=players, seed=1)
    assert game.to_dict()["start_player"] == 0
    assert game.player == 0
    food = [entry["goods"]["food"] for entry in game.to_dict()["seats"]]
    assert food == [1, 1, 2, 3, 3, 3, 3][:players]


@rule("R-SETUP-2", "R-SOLO-1", "D-5")
def test_a_solo_player_starts_with_two_food() -> None:
    assert Game(players=1, seed=1).to_dict()["seats"][0]["goods"]["food"] == 2


def test_a_house_rule_gives_gold_to_seats() -> None:
    """Which the printed game does not; the rules that do not say so are the printed ones, by their name too."""
    given = Game(players=3, seed=1, rules={"start.gold": [0, 4, 2]})
    assert [entry["goods"].get("gold", 0) for entry in given.to_dict()["seats"]] == [0, 4, 2]
    assert catalog(3, {"start.gold": [0, 0, 0]}).hash != catalog(3).hash == catalog(3, {}).hash
    with pytest.raises(RulesError, match=r"`start.gold`: 1 amounts for 3 players; give one for each seat"):
        Game(players=3, rules={"start.gold": [4]})
    with pytest.raises(RulesError, match="unknown name `god` in start"):
        Game(players=3, rules={"start.god": [4, 0, 0]})


@rule("X-1")
@pytest.mark.parametrize("players", range(1, 8))
def test_the_start_position_is_worth_minus_28(players: int) -> None:
    game = Game(players=players, seed=1)
    for number in range(players):
        parts = score(game, number)
        assert (parts["dwarfs"], parts["unused_spaces"], parts["missing_animals"]) == (2, -22, -8)
        assert parts["total"] == -28


# ---------------------------------------------------------------- boards and their spaces


@rule("R-SETUP-3", "D-6", "D-7")
@pytest.mark.parametrize(("players", "number"), [(1, 8), (2, 12), (3, 15), (4, 13), (5, 19), (6, 19), (7, 22)])
def test_how_many_spaces_are_preprinted(players: int, number: int) -> None:
    assert len(preprinted(players)) == number


@rule("R-SETUP-3")
@pytest.mark.parametrize("players", range(1, 8))
def test_the_small_basic_board_is_always_in_use(players: int) -> None:
    assert {"ruby_mining", "housework", "slash_and_burn"} <= preprinted(players)


@rule("R-SETUP-P1", "R-SOLO-2", "U-17")
def test_spaces_of_the_solo_game() -> None:
    assert preprinted(1) == {
        "excavation_1_3", "logging_1_3", "ore_mining_1_3", "wood_gathering", "sustenance_1_3",
        "ruby_mining", "housework", "slash_and_burn",
    }  # fmt: skip


TWO_PLAYERS = {
    "drift_mining_1_3", "excavation_1_3", "starting_player_1_3", "logging_1_3", "supplies", "ore_mining_1_3",
    "wood_gathering", "clearing_1_3", "sustenance_1_3", "ruby_mining", "housework", "slash_and_burn",
}  # fmt: skip
FOUR_PLAYERS = {
    "ruby_mining", "housework", "slash_and_burn", "drift_mining_4_7", "excavation_4_7", "starting_player_4_7",
    "imitation_4_7", "logging_4_7", "forest_exploration_4_7", "growth", "clearing_4_7", "ore_mining_4_7", "sustenance_4_7",
}  # fmt: skip


@rule("R-SETUP-P2")
def test_spaces_of_the_game_for_two() -> None:
    assert preprinted(2) == TWO_PLAYERS


@rule("R-SETUP-P3", "D-7", "U-16")
def test_spaces_of_the_game_for_three() -> None:
    assert preprinted(3) == TWO_PLAYERS | {"strip_mining", "imitation_3", "forest_exploration_3"}


@rule("R-SETUP-P4")
def test_spaces_of_the_game_for_four() -> None:
    assert preprinted(4) == FOUR_PLAYERS


@rule("R-SETUP-P5", "D-6", "U-16")
def test_spaces_of_the_game_for_five() -> None:
    assert preprinted(5) == FOUR_PLAYERS | {
        "depot", "small_scale_drift_mining", "weekly_market", "imitation_5", "hardware_rental_5", "fence_building_5",
    }  # fmt: skip


SIX_PLAYERS = FOUR_PLAYERS | {
    "depot", "weekly_market", "drift_mining_6_7", "imitation_6_7", "hardware_rental_6_7", "fence_building_6_7",
}  # fmt: skip


@rule("R-SETUP-P6", "D-6")
def test_spaces_of_the_game_for_six() -> None:
    assert preprinted(6) == SIX_PLAYERS


@rule("R-SETUP-P7", "D-7")
def test_spaces_of_the_game_for_seven() -> None:
    assert preprinted(7) == SIX_PLAYERS | {"large_depot", "imitation_7", "extension"}


# ---------------------------------------------------------------- round cards


@rule("R-SETUP-4")
@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("seed", range(5))
def test_cards_lie_in_the_rounds_of_their_stage(players: int, seed: int) -> None:
    cards = Game(players=players, seed=seed).to_dict()["cards"]
    assert set(cards[0:3]) == set(STAGE_1)
    assert cards[3] == "wish_for_children"
    assert set(cards[4:6]) == set(STAGE_2)
    assert set(cards[6:9]) == set(STAGE_3)
    assert set(cards[9:12]) == set(STAGE_4)


@rule("R-SETUP-4")
@pytest.mark.parametrize(("first", "stage"), [(0, STAGE_1), (4, STAGE_2), (6, STAGE_3), (9, STAGE_4)])
def test_cards_are_shuffled_within_their_stage(first: int, stage: tuple[str, ...]) -> None:
    orders = {tuple(Game(players=4, seed=seed).to_dict()["cards"][first : first + len(stage)]) for seed in range(100)}
    assert orders == set(permutations(stage))


@rule("R-SETUP-4")
def test_nobody_knows_the_cards_to_come() -> None:
    game = Game(players=4, seed=1)
    assert game.view(0).to_dict()["cards"] == game.to_dict()["cards"][:1]


# ---------------------------------------------------------------- harvest markers


@rule("R-SETUP-5", "D-13")
@pytest.mark.parametrize("players", range(3, 8))
def test_four_leaves_and_three_question_marks_lie_on_rounds_6_to_12(players: int) -> None:
    game = Game(players=players, seed=1)
    assert marker_words(game) == {"leaf": 4, "question": 3}
    assert set(game.to_dict()["harvest_markers"]) == {"6", "7", "8", "9", "10", "11", "12"}


@rule("R-SETUP-5")
def test_markers_are_shuffled() -> None:
    layouts = [Game(players=4, seed=seed).to_dict()["harvest_markers"] for seed in range(60)]
    for number in range(6, 13):
        assert {layout[str(number)] for layout in layouts} == {"leaf", "question"}


@rule("R-SETUP-5")
def test_markers_lie_face_down() -> None:
    assert Game(players=4, seed=1).view(0).to_dict()["harvest_markers"] == {}


@rule("R-SETUP-5")
@pytest.mark.parametrize(("number", "harvest"), [(1, "none"), (2, "none"), (3, "full"), (4, "special"), (5, "full")])
@pytest.mark.parametrize("players", [2, 4])
def test_the_harvests_of_the_first_five_rounds_are_printed(players: int, number: int, harvest: str) -> None:
    game = position(players=players, phase="start_of_round", round=number - 1)
    assert game.round == number
    assert game.to_dict()["harvest"] == harvest


@rule("R-SETUP-6")
@pytest.mark.parametrize(("players", "cards", "leaves", "questions"), [(1, 11, 0, 0), (2, 11, 3, 3), (3, 12, 4, 3), (7, 12, 4, 3)])
def test_small_games_have_fewer_cards_and_markers(players: int, cards: int, leaves: int, questions: int) -> None:
    game = Game(players=players, seed=1)
    assert len(game.to_dict()["cards"]) == cards
    assert (marker_words(game)["leaf"], marker_words(game)["question"]) == (leaves, questions)
