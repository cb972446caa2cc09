"""Game: legal and play, copies, log, scores, views, play by bots (interface, section 1)."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim import Action, CavernaError, Game, IllegalAction
from caverna_sim.games.caverna.ids import score as parts
from tests.caverna.interface.random_play import ALL_PLAYERS, choices, played
from tests.caverna.table import rule


def position_of(game: Game) -> str:
    """The whole position as one text."""
    return json.dumps(game.to_dict())


# ---------------------------------------------------------------- a game


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_a_new_game_is_at_its_first_decision(players: int) -> None:
    game = Game(players=players, seed=7)
    assert (game.round, game.phase, game.player, game.over) == (1, "work", 0, False)
    assert game.players == players
    assert {action.kind for action in game.legal()} >= {"place"}
    assert game.actions == ()


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_something_is_legal_until_the_game_is_over(players: int) -> None:
    game = Game(players, seed=players)
    for action in choices(game, seed=players):
        legal = game.legal()
        assert action in legal
        assert len(set(legal)) == len(legal)
        assert game.player in range(players)
    assert game.over
    assert game.player is None
    assert game.legal() == []
    assert game.round == 12


def test_an_action_may_be_given_as_itself_its_id_or_its_text() -> None:
    action = Game(2, seed=1).legal()[0]
    games = [Game(2, seed=1).play(form) for form in (action, action.id, action.text, np.int64(action.id))]
    assert len({position_of(game) for game in games}) == 1
    assert games[0].actions == (action,)


def test_the_list_of_legal_actions_is_the_callers_own() -> None:
    game = Game(2, seed=1)
    game.legal().clear()
    assert game.legal()


# ---------------------------------------------------------------- reproducible


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_seed_index_and_actions_make_the_game_again(players: int) -> None:
    game = Game(players, seed=11, index=3)
    for _ in choices(game, seed=players):
        pass
    again = Game(players, seed=11, index=3)
    for action in game.actions:
        again.play(action)
    assert again.to_dict() == game.to_dict()
    assert again.hash == game.hash
    assert again.log == game.log


@rule("R-SETUP-4", "R-SETUP-5")
def test_seed_and_index_deal_other_cards_and_markers() -> None:
    def layout(seed: int, index: int) -> str:
        entry = Game(4, seed, index).to_dict()
        return json.dumps([entry["cards"], entry["harvest_markers"]])

    assert layout(5, 2) == layout(5, 2)
    assert len({layout(5, index) for index in range(12)}) > 8
    assert len({layout(seed, 0) for seed in range(12)}) > 8


def test_other_choices_are_another_trajectory() -> None:
    hashes = {played(2, seed=1, most=5).hash, *(Game(2, seed=1).play(action).hash for action in Game(2, seed=1).legal())}
    assert len(hashes) == 1 + len(Game(2, seed=1).legal())


# ---------------------------------------------------------------- copies


def test_a_copy_goes_its_own_way() -> None:
    game = played(3, seed=4, most=40)
    before, log, actions = position_of(game), game.log, game.actions
    other = game.copy()
    assert position_of(other) == before
    assert (other.log, other.actions) == (log, actions)
    for _ in choices(other, seed=9):
        pass
    assert other.over
    assert position_of(game) == before
    assert (game.log, game.actions) == (log, actions)


def test_what_is_handed_out_is_no_part_of_the_game() -> None:
    game = played(2, seed=1, most=30)
    before = position_of(game)
    entry = game.to_dict()
    entry["seats"][0]["goods"]["wood"] = 99
    entry["cards"].clear()
    game.scores()[0]["parts"]["gold"] = 99
    game.view(0).to_dict()["seats"][0]["board"][0][0] = "field"
    assert position_of(game) == before


# ---------------------------------------------------------------- auto


@pytest.mark.parametrize("players", [1, 2, 4])
def test_auto_takes_single_choices_by_itself(players: int) -> None:
    game = Game(players, seed=2, auto=True)
    for _ in choices(game, seed=2):
        assert len(game.legal()) > 1
    by_hand = Game(players, seed=2)
    for action in game.actions:
        by_hand.play(action)
    assert position_of(by_hand) == position_of(game)


def test_without_auto_a_single_choice_is_offered() -> None:
    game = Game(2, seed=2)
    assert any(len(game.legal()) == 1 for _ in choices(game, seed=2))


# ---------------------------------------------------------------- log


def test_the_log_tells_round_and_seat_of_every_choice() -> None:
    game = Game(3, seed=8)
    told = []
    for action in choices(game, seed=8):
        told.append((game.round, game.player, action.text))
    assert [(entry.round, entry.seat, entry.text) for entry in game.log if entry.is_choice] == told
    for entry in game.log:
        assert f"round {entry.round}" in str(entry)
        assert entry.seat is None or f"seat {entry.seat}" in str(entry)
        assert entry.text in str(entry)


def test_the_log_tells_every_good_that_comes_and_goes() -> None:
    """Adding up all consequences of a seat leads from its first to its last goods."""
    game = Game(4, seed=3)
    first = [{**seat["goods"], **seat["animals"]} for seat in game.to_dict()["seats"]]
    start = len(game.log)
    for _ in choices(game, seed=3):
        pass
    for entry in game.log[start:]:
        if entry.seat is None or entry.is_choice or entry.text[0] not in "+-":
            continue
        for change in entry.text.split(", "):
            amount, ware = change.split(" ")
            first[entry.seat][ware] += int(amount)
    assert first == [{**seat["goods"], **seat["animals"]} for seat in game.to_dict()["seats"]]


def test_the_log_tells_the_course_of_the_rounds() -> None:
    game = played(2, seed=5)
    texts = [entry.text for entry in game.log if entry.seat is None]
    for number in (*range(1, 9), 10, 11, 12):
        assert f"round {number} begins" in texts
    assert "round 9 begins" not in texts  # R-2P-1
    assert texts[-1] == "the game is over"


# ---------------------------------------------------------------- scores


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_parts_add_up_and_ranks_follow_totals(players: int) -> None:
    game = Game(players, seed=players + 20)
    for number, _ in enumerate(choices(game, seed=players)):
        if number % 7 and not game.over:
            continue
        scores = game.scores()
        assert len(scores) == players
        for result in scores:
            assert tuple(result["parts"]) == parts.NAMES[: parts.NUM_BASE]
            assert sum(result["parts"].values()) == result["total"]
            assert result["rank"] == 1 + sum(other["total"] > result["total"] for other in scores)


@rule("R-SCORE-5")
def test_tied_players_share_a_rank() -> None:
    scores = Game(4, seed=1).scores()
    assert [result["rank"] for result in scores] == [1, 1, 1, 1]


# ---------------------------------------------------------------- illegal actions


def test_an_illegal_action_tells_what_why_and_what_is_legal() -> None:
    game = Game(2, seed=1).play("place a dwarf of strength 0 on supplies")
    before = position_of(game)
    with pytest.raises(IllegalAction) as error:
        game.play("place a dwarf of strength 0 on supplies")
    sentence = str(error.value)
    assert "`place a dwarf of strength 0 on supplies` is not legal for seat 1 in round 1" in sentence
    assert "occupied by seat 0 (R-WORK-2)" in sentence
    assert "legal: `place a dwarf of strength 0 on" in sentence
    assert "\n" not in sentence
    assert position_of(game) == before


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("place a dwarf of strength 0 on logging_4_7", "not in play (R-SETUP-3)"),
        ("place a dwarf of strength 3 on supplies", "no dwarf of strength 3 is at home (R-WORK-5)"),
        ("forge a weapon of strength 5", "no `forge` is possible now"),
        ("hello", "is not an action"),
        ("place a dwarf of strength 0 on suplies", "did you mean `supplies`?"),
        (-5, "not the id of an action"),
        (2**31, "not the id of an action"),
        (None, "is not an action, an id or a text"),
        (True, "is not an action, an id or a text"),
        (1.5, "is not an action, an id or a text"),
        (["pass"], "is not an action, an id or a text"),
    ],
)
def test_whatever_is_not_legal_is_refused_in_one_sentence(action: Any, words: str) -> None:
    game = Game(2, seed=1)
    with pytest.raises(IllegalAction) as error:
        game.play(action)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert game.actions == ()


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    with pytest.raises(IllegalAction, match="the game is over"):
        played(1, seed=1).play("pass")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "players: the number of players is missing"),
        ({"players": 0}, "1 to 7 players"),
        ({"players": 8}, "1 to 7 players"),
        ({"players": "2"}, "1 to 7 players"),
        ({"players": True}, "1 to 7 players"),
        ({"players": 2, "seed": -1}, "seed: -1 is not allowed"),
        ({"players": 2, "seed": 1.5}, "seed: 1.5 is not allowed"),
        ({"players": 2, "seed": 2**62}, "seed"),
        ({"players": 2, "index": -1}, "index: -1 is not allowed"),
        ({"players": 2, "expansion": "forgotten"}, "expansion"),
        ({"players": 2, "tiles": "all"}, "did you mean `full`?"),
        ({"players": 2, "rules": {"start.fod": 3}}, "did you mean `food`"),
        ({"players": 2, "scenario": "base_3"}, "the scenario is for 3 players, not 2"),
        ({"scenario": "no_such_scenario"}, "there is no such file"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_one_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(CavernaError) as error:
        Game(**arguments)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


# ---------------------------------------------------------------- views


def hidden_swapped(game: Game, seed: int) -> Game:
    """The same table with the cards and markers of later rounds in another order."""
    entry = game.to_dict()
    chance = random.Random(seed)
    rounds = [number for number in range(1, 13) if not (number == 9 and game.players < 3)]
    stages = game.rules.tables["rounds"]["stages"]
    hidden = [place for place, number in enumerate(rounds) if number > game.round and number != 4]
    for stage in range(1, 5):
        places = [place for place in hidden if stages[rounds[place] - 1] == stage]
        cards = [entry["cards"][place] for place in places]
        chance.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            entry["cards"][place] = card
    later = [number for number in entry["harvest_markers"] if int(number) > game.round]
    marks = [entry["harvest_markers"][number] for number in later]
    chance.shuffle(marks)
    entry["harvest_markers"].update(zip(later, marks, strict=True))
    entry["seed"], entry["index"] = 999, 5
    return Game.from_dict(entry)


@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_a_view_does_not_depend_on_what_is_face_down(players: int) -> None:
    game = Game(players, seed=6)
    differences = 0
    for number, _ in enumerate(choices(game, seed=6)):
        if number % 9:
            continue
        other = hidden_swapped(game, number)
        differences += other.to_dict()["cards"] != game.to_dict()["cards"]
        assert game.player is not None
        assert other.view(game.player).to_dict() == game.view(game.player).to_dict()
        assert other.legal() == game.legal()
    assert differences > 3


@rule("R-ROUND-2")
def test_a_view_shows_cards_and_markers_up_to_the_present_round() -> None:
    game = Game(4, seed=2)
    for _ in choices(game, seed=2):
        entry, view = game.to_dict(), game.view(0).to_dict()
        assert view["cards"] == entry["cards"][: game.round]
        assert set(view["harvest_markers"]) == {number for number in entry["harvest_markers"] if int(number) <= game.round}
        assert not {"rng", "seed", "index"} & set(view)
        assert view["seats"] == entry["seats"]


@rule("R-ROUND-2")
def test_in_the_variant_the_marker_is_hidden_until_the_harvest() -> None:
    rules = {"toggle.harvest_marker_reveal": "harvest"}
    game = Game(2, seed=3, rules=rules)
    seen: set[tuple[str, bool]] = set()
    for _ in choices(game, seed=3):
        if game.round == 6:
            seen.add((game.phase, "6" in game.view(0).to_dict()["harvest_markers"]))
    assert ("work", False) in seen
    assert ("work", True) not in seen
    assert all(shown for phase, shown in seen if phase in ("feeding", "breeding"))


def test_a_view_tells_what_everybody_sees() -> None:
    game = played(3, seed=2, most=25)
    view = game.view(1)
    assert (view.seat, view.round, view.phase, view.players) == (1, game.round, game.phase, 3)
    assert view.rules is game.rules
    assert view.scores() == game.scores()


# ---------------------------------------------------------------- play by bots


def test_play_goes_to_the_end_and_the_same_seed_gives_the_same_game() -> None:
    games = [cs.play(Game(2, seed=4, index=1), ["random", "random"]) for _ in range(2)]
    assert games[0].over
    assert position_of(games[0]) == position_of(games[1])
    assert cs.play(Game(2, seed=5), ["random", "random"]).hash != games[0].hash


def test_a_bot_may_be_any_callable() -> None:
    seats = []

    def last(view: cs.View, legal: list[Action], rng: np.random.Generator) -> Action:
        seats.append(view.seat)
        return legal[-1] if all(action.kind != "pass" for action in legal) else Action.parse("pass")

    def first(view: cs.View, legal: list[Action], rng: np.random.Generator) -> Action:
        seats.append(view.seat)
        return legal[int(rng.integers(len(legal)))]

    assert cs.play(Game(2, seed=4), [last, first]).over
    assert set(seats) == {0, 1}


def test_a_bot_in_another_seat_draws_its_own_numbers() -> None:
    draws: dict[int, float] = {}

    def curious(view: cs.View, legal: list[Action], rng: np.random.Generator) -> Action:
        draws.setdefault(view.seat, float(copy.deepcopy(rng).random()))
        return legal[0] if Action(0) not in legal else Action(0)

    cs.play(Game(3, seed=4), [curious] * 3)
    assert len(set(draws.values())) == 3


@pytest.mark.parametrize(
    ("bots", "words"), [(["random"], "1 bots for 2 players"), (["random", "randmo"], "unknown bot `randmo`; did you mean `random`")]
)
def test_wrong_bots_are_told(bots: list[str], words: str) -> None:
    with pytest.raises(CavernaError) as error:
        cs.play(Game(2, seed=1), bots)
    assert words in str(error.value)


def test_a_bot_that_chooses_something_illegal_is_stopped() -> None:
    def wrong(view: cs.View, legal: list[Action], rng: np.random.Generator) -> Action:
        return Action.parse("forge a weapon of strength 8")

    with pytest.raises(IllegalAction, match="the bot of seat 0 chose"):
        cs.play(Game(2, seed=1), [wrong, "random"])
