"""R-2P: the game for two."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from caverna_sim import Game
from tests.caverna.table import goods, on_space, play_round, position, rule, seat


@rule("R-2P-1")
@pytest.mark.parametrize("seed", range(8))
def test_exploration_is_not_in_the_game(seed: int) -> None:
    cards = Game(players=2, seed=seed).to_dict()["cards"]
    assert len(cards) == 11
    assert "exploration" not in cards
    assert set(cards[6:8]) == {"ore_delivery", "family_life"}
    assert set(cards[8:]) == {"ore_trading", "adventure", "ruby_delivery"}


@rule("R-2P-1", "R-ROUND-1", "D-9")
def test_round_9_is_skipped_and_the_others_keep_their_numbers() -> None:
    game = Game(players=2, seed=4)
    rounds = [game.round]
    while not game.over:
        play_round(game)
        rounds.append(game.round)
    assert sorted(set(rounds)) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]
    assert not [entry for entry in game.log if entry.round == 9]


@rule("R-2P-1")
def test_nothing_is_replenished_in_the_skipped_round() -> None:
    game = position(phase="start_of_round", round=7, spaces={"logging_1_3": {"goods": {"wood": 5}}})
    before = on_space(game, "logging_1_3")
    play_round(game, ("logging_1_3",))
    assert game.round == 10
    assert before == {"wood": 6}
    assert on_space(game, "logging_1_3") == {"wood": 7}


@rule("R-2P-1")
def test_the_skipped_round_has_no_harvest() -> None:
    markers = {"6": "question", "7": "leaf", "8": "leaf", "10": "question", "11": "question", "12": "leaf"}
    game = position(round=8, harvest_markers=markers, seats=[seat({"F34": "field:grain*3"}, food=9)])
    play_round(game)
    assert game.round == 10
    assert goods(game)["grain"] == 1  # the harvest of round 8 and no other
    assert [entry.text for entry in game.log].count("field step") == 1


@rule("R-2P-1")
def test_one_card_appears_between_round_8_and_round_10() -> None:
    game = position(phase="start_of_round", round=7)
    before = set(game.to_dict()["spaces"])
    play_round(game)
    assert set(game.to_dict()["spaces"]) - before == {game.to_dict()["cards"][8]}


@rule("R-2P-2", "R-SETUP-6")
@pytest.mark.parametrize("seed", range(8))
def test_three_leaves_and_three_question_marks_lie_on_the_rounds_played(seed: int) -> None:
    markers = Game(players=2, seed=seed).to_dict()["harvest_markers"]
    assert set(markers) == {"6", "7", "8", "10", "11", "12"}
    assert Counter(markers.values()) == {"leaf": 3, "question": 3}


@rule("R-2P-3")
def test_ruby_mining_is_not_replenished_in_rounds_1_and_2() -> None:
    game = Game(players=2, seed=1)
    seen = [on_space(game, "ruby_mining").get("ruby", 0)]
    for _ in range(4):
        play_round(game, ("ruby_mining",))
        seen.append(on_space(game, "ruby_mining").get("ruby", 0))
    assert seen == [0, 0, 1, 2, 3]


@rule("R-2P-3", "A-ruby_mining")
@pytest.mark.parametrize("players", [1, 3, 4, 7])
def test_with_other_numbers_of_players_ruby_mining_is_replenished_from_round_1(players: int) -> None:
    game = Game(players=players, seed=1)
    seen = [on_space(game, "ruby_mining")["ruby"]]
    for _ in range(2):
        play_round(game, ("ruby_mining",))
        seen.append(on_space(game, "ruby_mining")["ruby"])
    assert [later - earlier for earlier, later in pairwise([0, *seen])] == [1, 1, 1]
