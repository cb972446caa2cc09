"""Corners of the rules where several things meet, each by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from caverna_sim.errors import PositionError
from caverna_sim.games.neanderthal.game import Game
from tests.neanderthal.hand import at, daughters, elders, go, invention, on, own, people, rolls, row, said, seat


def alone(phase: str, **fields: Any) -> Game:
    """One species, at the beginning of a phase."""
    first = seat("neanderthal", 4, **fields)
    return Game.from_dict(
        {"game": "neanderthal", "players": 1, "variant": "one_species", "round": 4, "phase": phase, "seats": [first], "dice": [1, 4, 4, 4]}
    )


@pytest.mark.rule("N-WOO-3", "N-WOO-4", "N-WOO-6")
@pytest.mark.parametrize(("die", "marries"), [(2, True), (4, False)])
def test_who_courts_after_a_rival_has_failed_rolls_too(die: int, marries: bool) -> None:
    """Several suitors roll one after another; the last one is not alone because the others have failed."""
    woman = daughters("caring_woman", suitors=[{"species": "archaic"}, {"species": "cro_magnon"}])
    game = at("hunt", seat("archaic", 4), seat("neanderthal", 4, daughters=woman), seat("cro_magnon", 4), dice=[5, die])
    on(go(game, "court caring_woman", "let seat 0 court first"), "action")
    assert [roll["seat"] for roll in rolls(game, "courtship")] == [0, 2]
    assert (own(game, 1)["daughters"][0]["husband"] is not None) == marries


@pytest.mark.rule("N-HAND-5", "N-PRED-5")
def test_who_tames_wolves_in_vain_leaves_the_next_card_to_the_others() -> None:
    first = seat("archaic", hunters={"S1": {"tribesmen": 3}}, elders=elders(6))
    second = seat("neanderthal", hunters={"S1": {"tribesmen": 4}})
    decks = {"south": ["syn_s_small_1"]}
    game = at("hunt", first, second, south=row(c0="wolf"), decks=decks, dice=[4, 4, 4, 1, 3, 3, 3])
    go(game, "hunt at S1", "take wolf into the hand")
    on(game, "action")
    assert [roll["seat"] for roll in rolls(game, "hunt")] == [0, 1]
    assert people(game, 1) == 5  # a baby of the card that came


@pytest.mark.rule("N-HAND-5", "N-PRED-4")
def test_the_card_that_came_for_the_wolves_plunders_nobody() -> None:
    first = seat("archaic", hunters={"S2": {"tribesmen": 3}}, elders=elders(6))
    second = seat("neanderthal", hunters={"S1": {"tribesmen": 5}}, elders=elders(6))
    game = at("hunt", first, second, south=row(c0="horse", c1="wolf"), decks={"south": ["syn_s_small_1"]}, dice=[1, 1, *[4] * 6, *[3] * 5])
    go(game, "hunt at S1", "hunt at S2", "take wolf into the hand")
    on(game, "action")
    assert people(game, 1) == 8  # five hunters and three foals: the wolves are gone, nobody plunders


@pytest.mark.rule("N-PRED-2", "NR-PRED-TWO", "NR-PRED-MERGE")
@pytest.mark.parametrize("merge", ["one roll", "separate rolls"])
def test_only_who_is_left_goes_on_to_the_second_predator(merge: str) -> None:
    first = seat("archaic", hunters={"S2": {"tribesmen": 4}}, elders=elders(6))
    south = row(c0="wolf", c1="horse", c2="scimitar_cat")
    game = at("hunt", first, seat("neanderthal"), south=south, rules={"ruling.pred_merge": merge}, dice=[1, 1, 3, 3, 1, 3, 4, 5, 1, 3, 2])
    on(go(game, "hunt at S2", "hunt at S1", "hunt at S3"), "action")
    assert [len(roll["dice"]) for roll in rolls(game, "hunt")] == [4, 4, 3]  # the wolves bite one
    assert people(game, 0) == 3 + 1 + 3  # a baby for the wolves, three for the horses
    assert own(game, 0)["hunters"] == {}


@pytest.mark.rule("N-VAR-1")
def test_a_game_stops_and_goes_on_while_species_exchange() -> None:
    seats = [seat("archaic", 4, side="tribal"), seat("neanderthal", 4), seat("cro_magnon", 4)]
    game = at("negotiate", *seats, variant="all_species")
    for text in ("pass", "exchange orange with seat 2 for white"):
        again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
        assert said(again) == said(game)
        game.play(text)
    again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    assert said(again) == ["accept", "refuse"]
    assert own(on(again, "action"), 1)["disks"] == {"orange": 4, "white": 6, "black": 5}


@pytest.mark.rule("N-VAR-2", "N-ATK-3", "N-WOO-6")
def test_two_strangers_on_one_card_ask_nobody() -> None:
    """People without a seat are not named: hits fall on them by themselves, and they court one after another."""
    suitors = [{"species": "archaic"}, {"species": "cro_magnon"}]
    game = alone("attack", daughters=daughters("caring_woman", suitors=[*suitors, {"species": "neanderthal"}]))
    assert game.phase == "hunt"
    assert game.to_dict()["dead"]["archaic"]["tribesmen"] == 18
    game = alone("hunt", daughters=daughters("caring_woman", suitors=suitors))
    on(go(game, "court caring_woman"), "action")
    assert game.phase == "action"


@pytest.mark.rule("N-EVT-5")
def test_the_log_tells_elders_and_cards_of_a_blizzard_apart() -> None:
    first = seat("archaic", 2, elders=elders(3, 6), daughters=daughters("totem_woman"))
    game = at("event", first, seat("neanderthal", 9), event="caring_woman", icons=["blizzard"], north=row(c0="rabbit"))
    game.play("lose the elder of level 3")
    game.play("give up totem_woman")
    assert "blizzard costs 1 elders, 1 cards" in [entry.text for entry in game.log]


@pytest.mark.rule("N-HUNT-4", "NR-CONVERT-TIMING")
@pytest.mark.parametrize("timing", ["before casualties", "after casualties", "mandatory"])
def test_rolls_are_told_as_they_fell(timing: str) -> None:
    first = seat("archaic", hunters={"N1": {"tribesmen": 2}}, inventions=[invention("rope snare")])
    rules = {"ruling.convert_timing": timing}
    game = at("hunt", first, seat("neanderthal"), north=row(c0="rabbit"), rules=rules, dice=[3, 3])
    go(game, "hunt at N1")
    if timing != "mandatory":
        go(game, "count 2 threes as ones")
    on(game, "action")
    assert rolls(game, "hunt")[0]["dice"] == [3, 3]
    assert people(game, 0) == 3  # the rabbit was hunted


@pytest.mark.rule("N-ASG-1")
@pytest.mark.parametrize("place", [None, "ice:rabbit"])
def test_there_is_nothing_to_hunt_on_a_gap_or_ice(place: str | None) -> None:
    game = at("hunt", seat("archaic", hunters={"N1": {"tribesmen": 2}}), seat("neanderthal"), north=row(c0=place))
    assert game.phase == "action"
    assert people(game, 0) == 2


@pytest.mark.rule("NI-10")
@pytest.mark.parametrize("phase", ["event", "auction", "livestock", "action"])
@pytest.mark.parametrize("who", ["tribesmen", "alpha", "suitor"])
def test_nobody_hunts_or_courts_before_the_assignment_or_after_the_hunts(phase: str, who: str) -> None:
    fields: dict[str, Any] = {"hunters": {"N1": {who: 1 if who == "tribesmen" else True}}}
    if who == "suitor":
        fields = {"daughters": daughters("caring_woman", suitors=[{"species": "neanderthal"}])}
    with pytest.raises(PositionError, match="NI-10"):
        at(phase, seat("archaic", 4, **fields), seat("neanderthal", 4), north=row(c0="rabbit"), event_deck=["totem_woman"])
