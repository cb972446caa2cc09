"""R-ROUND, R-REPL: the course of a round and replenishing; X-2, X-3, X-4."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import do, goods, on_space, play_round, position, rule, seat

CARDS = [
    "blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children", "donkey_farming", "ruby_mine_construction",
    "ore_delivery", "family_life", "exploration", "ore_trading", "adventure", "ruby_delivery",
]  # fmt: skip
PHASES = ("a new action space", "replenishing", "the dwarfs return home", "field step", "feeding", "breeding")
MARKERS = {"6": "question", "7": "leaf", "8": "question", "9": "leaf", "10": "question", "11": "leaf", "12": "leaf"}
LATE_MARKERS = {"toggle.harvest_marker_reveal": "harvest"}


def at_round(number: int, players: int = 4, cards: list[str] | None = None, **fields: Any) -> Game:
    """A game in the work phase of a round that has just been prepared."""
    deck = CARDS if cards is None else cards
    return position(players=players, phase="start_of_round", round=number - 1, cards=deck, **fields)


def amounts(game: Game, space: str, rounds: int) -> list[dict[str, int]]:
    """What lies on a space in this round and the next ones while nobody goes there."""
    seen = [on_space(game, space)]
    for _ in range(rounds - 1):
        play_round(game, (space,))
        seen.append(on_space(game, space))
    return seen


# ---------------------------------------------------------------- rounds and phases


@rule("R-ROUND-1")
@pytest.mark.parametrize(("players", "rounds"), [(1, 11), (2, 11), (3, 12), (5, 12)])
def test_how_many_rounds_a_game_has(players: int, rounds: int) -> None:
    game = Game(players=players, seed=2)
    played = [game.round]
    while not game.over:
        play_round(game)
        played.append(game.round)
    assert len(set(played)) == rounds
    assert max(played) == 12


@rule("R-ROUND-1")
def test_the_phases_of_a_round_follow_each_other() -> None:
    game = at_round(2)
    play_round(game)
    play_round(game)
    assert game.round == 4
    assert tuple(entry.text for entry in game.log if entry.round == 3 and entry.text in PHASES) == PHASES


@rule("R-ROUND-1")
def test_the_work_phase_lies_between_replenishing_and_returning_home() -> None:
    game = play_round(play_round(at_round(1)))
    texts = [entry.text if not entry.is_choice else "work" for entry in game.log if entry.round == 2]
    work = [index for index, text in enumerate(texts) if text == "work"]
    assert texts.index("replenishing") < work[0]
    assert work[-1] < texts.index("the dwarfs return home")


@rule("R-ROUND-2")
def test_the_card_of_the_round_is_an_action_space_to_the_end_of_the_game() -> None:
    game = at_round(1)
    assert "blacksmithing" in game.to_dict()["spaces"]
    assert "sheep_farming" not in game.to_dict()["spaces"]
    while game.round < 12:
        play_round(game)
        in_play = set(game.to_dict()["spaces"])
        shown = set(CARDS[: game.round])
        if game.round >= 8:
            shown = shown - {"wish_for_children"} | {"urgent_wish_for_children"}
        assert shown <= in_play
        assert not set(CARDS[game.round :]) & in_play


@rule("R-ROUND-2")
@pytest.mark.parametrize("number", range(6, 13))
def test_the_marker_of_the_round_is_turned_over_and_stays(number: int) -> None:
    game = at_round(number, harvest_markers=MARKERS)
    seen = game.view(1).to_dict()["harvest_markers"]
    assert seen == {str(earlier): MARKERS[str(earlier)] for earlier in range(6, number + 1)}


@rule("R-ROUND-2", "toggle:harvest_marker_reveal")
def test_the_marker_can_stay_face_down_until_the_harvest_starts() -> None:
    game = at_round(7, harvest_markers=MARKERS, rules=LATE_MARKERS)
    hidden = game.view(1).to_dict()
    assert hidden["harvest_markers"] == {"6": "question"}
    assert hidden["harvest"] is None
    while game.phase == "work":
        game.play(game.legal()[0])
    assert game.phase == "feeding"
    shown = game.view(1).to_dict()
    assert shown["harvest_markers"] == {"6": "question", "7": "leaf"}
    assert shown["harvest"] == "full"


@rule("R-SETUP-5", "R-ROUND-2", "toggle:harvest_marker_reveal")
@pytest.mark.parametrize(("number", "harvest"), [(1, "none"), (2, "none"), (3, "full"), (4, "special"), (5, "full")])
def test_the_printed_harvests_are_known_whenever_markers_are_turned_over(number: int, harvest: str) -> None:
    # rounds 1 to 5 have no marker that could lie face down
    game = at_round(number, harvest_markers=MARKERS, rules=LATE_MARKERS)
    assert game.phase == "work"
    assert game.view(0).to_dict()["harvest"] == harvest


@rule("R-ROUND-3", "D-22")
@pytest.mark.parametrize("number", [7, 8, 9])
def test_family_life_turns_wish_for_children_over_at_once(number: int) -> None:
    cards = [card for card in CARDS if card != "family_life"]
    cards.insert(number - 1, "family_life")
    before = at_round(number - 1, cards=cards).to_dict()["spaces"]
    assert "wish_for_children" in before
    assert "urgent_wish_for_children" not in before
    game = at_round(number, cards=cards)
    after = game.to_dict()["spaces"]
    assert "urgent_wish_for_children" in after
    assert "wish_for_children" not in after
    assert len(after) == len(before) + 1  # it takes the place of the other side
    do(game, "place", space="urgent_wish_for_children")
    do(game, "collect")
    assert goods(game)["gold"] == 3


# ---------------------------------------------------------------- the beginning of the round


@rule("R-ROUND-4")
@pytest.mark.parametrize("ware", ["wood", "stone", "ruby"])
def test_suppliers_pay_before_anybody_acts(ware: str) -> None:
    coming = {"6": {ware: 1}, "7": {ware: 1}}
    game = at_round(6, seats=[{**seat(), "round_goods": coming}])
    assert game.phase == "work"
    assert goods(game)[ware] == 1
    assert game.to_dict()["seats"][0]["round_goods"] == {"7": {ware: 1}}


@rule("R-ROUND-4")
def test_the_miner_pays_before_anybody_acts() -> None:
    board = {"M13": "miner", "M12": "ore_mine", "M11": "deep_tunnel"}
    game = at_round(6, seats=[seat(board, donkey=1)])
    assert game.phase == "work"
    assert goods(game)["ore"] == 1


def short_of_a_ruby(**rules: Any) -> Game:
    """A solo game before a round in which 6 wood would be cleared away; a ruby comes with the round."""
    coming = {"3": {"ruby": 1}}
    return position(
        players=1,
        phase="start_of_round",
        round=2,
        spaces={"logging_1_3": {"goods": {"wood": 6}}},
        seats=[{**seat(), "round_goods": coming}],
        rules=rules,
    )


@rule("R-ROUND-4", "U-5", "toggle:start_of_round_effects_before_replenish")
def test_the_beginning_of_the_round_comes_before_replenishing() -> None:
    game = short_of_a_ruby()
    assert game.phase == "replenish"
    do(game, "protect", space="logging_1_3")
    assert on_space(game, "logging_1_3") == {"wood": 7}
    assert goods(game)["ruby"] == 0


@rule("U-5", "toggle:start_of_round_effects_before_replenish")
def test_the_beginning_of_the_round_can_come_after_replenishing() -> None:
    game = short_of_a_ruby(**{"toggle.start_of_round_effects_before_replenish": False})
    assert game.phase == "work"
    assert on_space(game, "logging_1_3") == {"wood": 3}
    assert goods(game)["ruby"] == 1


# ---------------------------------------------------------------- replenishing

# what arrives on an empty space and on one that holds something (base.md section 18)
ARRIVALS: list[tuple[int, str, dict[str, int], dict[str, int]]] = [
    (3, "drift_mining_1_3", {"stone": 1}, {"stone": 1}),
    (3, "excavation_1_3", {"stone": 1}, {"stone": 1}),
    (3, "starting_player_1_3", {"food": 1}, {"food": 1}),
    (3, "logging_1_3", {"wood": 3}, {"wood": 1}),
    (3, "ore_mining_1_3", {"ore": 2}, {"ore": 1}),
    (3, "wood_gathering", {"wood": 1}, {"wood": 1}),
    (3, "clearing_1_3", {"wood": 1}, {"wood": 1}),
    (3, "sustenance_1_3", {"food": 1}, {"food": 1}),
    (3, "forest_exploration_3", {"wood": 1}, {"wood": 1}),
    (4, "ruby_mining", {"ruby": 1}, {"ruby": 1}),
    (4, "drift_mining_4_7", {"stone": 2}, {"stone": 2}),
    (4, "excavation_4_7", {"stone": 2}, {"stone": 1}),
    (4, "starting_player_4_7", {"food": 1}, {"food": 1}),
    (4, "logging_4_7", {"wood": 3}, {"wood": 3}),
    (4, "forest_exploration_4_7", {"wood": 2}, {"wood": 1}),
    (4, "clearing_4_7", {"wood": 2}, {"wood": 2}),
    (4, "ore_mining_4_7", {"ore": 3}, {"ore": 2}),
    (5, "depot", {"wood": 1, "ore": 1}, {"wood": 1, "ore": 1}),
    (5, "fence_building_5", {"wood": 1}, {"wood": 1}),
    (7, "drift_mining_6_7", {"stone": 1}, {"stone": 1}),
    (7, "fence_building_6_7", {"wood": 2}, {"wood": 1}),
    (7, "large_depot", {"wood": 2, "ore": 1, "stone": 1}, {"wood": 1, "ore": 1, "stone": 1}),
    (4, "sheep_farming", {"sheep": 1}, {"sheep": 1}),
    (4, "donkey_farming", {"donkey": 1}, {"donkey": 1}),
    (4, "ore_delivery", {"stone": 1, "ore": 1}, {"stone": 1, "ore": 1}),
    (4, "ruby_delivery", {"ruby": 2}, {"ruby": 1}),
]


def deck_for(players: int) -> list[str]:
    """Cards in use, with Ruby delivery in round 11 so that it is replenished twice."""
    cards = [*CARDS[:9], "adventure", "ruby_delivery", "ore_trading"]
    return cards if players > 2 else [card for card in cards if card != "exploration"]


@rule("R-REPL-1", "R-REPL-2")
@pytest.mark.parametrize(("players", "space", "first", "later"), ARRIVALS)
def test_what_arrives_on_an_empty_space_and_what_on_another(players: int, space: str, first: dict[str, int], later: dict[str, int]) -> None:
    empty = at_round(12, players, deck_for(players))
    assert on_space(empty, space) == first
    filled = at_round(12, players, deck_for(players), spaces={space: {"goods": first}})
    assert on_space(filled, space) == {ware: amount + later[ware] for ware, amount in first.items()}


@rule("R-REPL-1")
@pytest.mark.parametrize(
    ("number", "card", "arrives"),
    [(2, "sheep_farming", {"sheep": 1}), (5, "donkey_farming", {"donkey": 1}), (12, "ruby_delivery", {"ruby": 2})],
)
def test_the_card_just_revealed_is_replenished_too(number: int, card: str, arrives: dict[str, int]) -> None:
    assert on_space(at_round(number), card) == arrives


@rule("R-REPL-1")
def test_spaces_without_an_arrow_stay_empty() -> None:
    game = at_round(12, 7)
    with_arrow = {space for _, space, _, _ in ARRIVALS} | {"sustenance_4_7", "strip_mining"}
    for space in game.to_dict()["spaces"]:
        assert bool(on_space(game, space)) == (space in with_arrow)


@rule("R-REPL-2")
def test_one_good_of_any_kind_makes_a_space_count_as_filled() -> None:
    # the bracket of Large depot looks at the whole space, not at the wood on it
    game = at_round(3, 7, spaces={"large_depot": {"goods": {"stone": 1}}})
    assert on_space(game, "large_depot") == {"wood": 1, "ore": 1, "stone": 2}


@rule("R-REPL-3", "X-3")
def test_sustenance_gets_grain_when_empty_and_vegetables_when_not() -> None:
    assert amounts(at_round(1), "sustenance_4_7", 3) == [{"grain": 1}, {"grain": 1, "vegetable": 1}, {"grain": 1, "vegetable": 2}]


@rule("R-REPL-3")
def test_strip_mining_gets_ore_when_empty_and_stone_when_not() -> None:
    assert amounts(at_round(1, 3), "strip_mining", 3) == [{"ore": 1}, {"ore": 1, "stone": 1}, {"ore": 1, "stone": 2}]


@rule("R-REPL-3")
def test_sustenance_starts_with_grain_again_after_being_emptied() -> None:
    game = at_round(3)
    do(game, "place", space="sustenance_4_7")
    do(game, "collect")
    do(game, "pass")
    assert on_space(play_round(game), "sustenance_4_7") == {"grain": 1}


@rule("R-REPL-4")
def test_several_goods_on_one_space_all_arrive() -> None:
    assert amounts(at_round(1, 5), "depot", 3) == [{"wood": 1, "ore": 1}, {"wood": 2, "ore": 2}, {"wood": 3, "ore": 3}]
    assert amounts(at_round(7), "ore_delivery", 2) == [{"stone": 1, "ore": 1}, {"stone": 2, "ore": 2}]


@rule("R-REPL-4", "X-4")
def test_only_the_wood_of_large_depot_has_a_bracket() -> None:
    assert amounts(at_round(1, 7), "large_depot", 2) == [{"wood": 2, "ore": 1, "stone": 1}, {"wood": 3, "ore": 2, "stone": 2}]


@rule("R-REPL-5")
@pytest.mark.parametrize("players", [2, 4])
def test_there_is_no_upper_limit(players: int) -> None:
    cards = deck_for(players)
    game = at_round(4, players, cards, spaces={"ruby_mining": {"goods": {"ruby": 60}}, "sheep_farming": {"goods": {"sheep": 99}}})
    assert on_space(game, "ruby_mining") == {"ruby": 61}
    assert on_space(game, "sheep_farming") == {"sheep": 100}


@rule("X-2")
def test_logging_for_up_to_three_untouched_for_four_rounds() -> None:
    game = at_round(1, 2, deck_for(2))
    assert [wood["wood"] for wood in amounts(game, "logging_1_3", 4)] == [3, 4, 5, 6]
    do(game, "place", space="logging_1_3")
    do(game, "collect")
    do(game, "pass")
    assert goods(game)["wood"] >= 6
    assert on_space(play_round(game), "logging_1_3") == {"wood": 3}


@rule("X-2")
def test_logging_for_four_and_more_untouched_for_three_rounds() -> None:
    assert [wood["wood"] for wood in amounts(at_round(1), "logging_4_7", 3)] == [3, 6, 9]
