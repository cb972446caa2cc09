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


@pytest.mark.rule("N-HUNT-6", "N-PRED-2", "N-ORDER-4", "NR-PRED-TWO")
@pytest.mark.parametrize(("reading", "named"), [("lower climax first", ["hunt at S1"]), ("split", ["hunt at S1", "hunt at S3"])])
def test_the_second_of_two_predators_waits_for_those_it_has_drawn(reading: str, named: list[str]) -> None:
    """Or it would be hunted twice in a turn: by those who stand there, and by those who come from the lower climax."""
    guest = seat("neanderthal", hunters={"S3": {"tribesmen": 2}}, elders=elders(6))
    south, rules = row(c0="wolf", c1="horse", c2="scimitar_cat"), {"ruling.pred_two": reading}
    first = seat("archaic", hunters={"S2": {"tribesmen": 4}}, elders=elders(6))
    game = at("hunt", first, guest, south=south, order=[1, 0], rules=rules, dice=[1, 1, 3, 3, 1, 3, 4, 5, *[3] * 9])
    assert said(go(game, "hunt at S2"), "hunt") == named
    on(go(game, "hunt at S1", "hunt at S3"), "action")
    assert [roll["at"] for roll in rolls(game, "hunt")] == ["S2", "S1", "S3", "S3"]  # who has fewest there rolls first


@pytest.mark.rule("N-WOO-5", "N-WOO-7", "NR-WOO-EVICT")
@pytest.mark.parametrize("reading", ["as the rulebook says", "leaves", "stays"])
@pytest.mark.parametrize(("mating", "free"), [("pair", {"orange": 0}), ("promiscuous", {})])
def test_who_succeeds_at_home_but_cannot_marry_turns_the_husband_out(mating: str, free: dict[str, int], reading: str) -> None:
    woman = daughters("caring_woman", husband={"species": "archaic"}, suitors=[{"species": "neanderthal"}])
    father = seat("neanderthal", mating=mating, free=free, daughters=woman)
    game = at("hunt", seat("archaic"), father, dice=[1], rules={"ruling.woo_evict": reading} if len(reading) < 7 else {})
    on(go(game, "court caring_woman"), "action")
    assert (own(game, 1)["daughters"][0]["husband"] is None) == (reading != "stays")
    assert (people(game, 0), people(game, 1)) == (0 if reading == "stays" else 1, 1)


@pytest.mark.rule("N-WOO-7", "NR-WOO-EVICT")
def test_a_promiscuous_stranger_leaves_the_marriage_as_it_is() -> None:
    woman = daughters("caring_woman", husband={"species": "neanderthal", "disk": "orange"}, suitors=[{"species": "archaic"}])
    game = at(
        "hunt",
        seat("archaic", mating="promiscuous"),
        seat("neanderthal", 1, daughters=woman),
        dice=[1],
        rules={"ruling.woo_evict": "leaves"},
    )
    on(go(game, "court caring_woman"), "action")
    assert own(game, 1)["daughters"][0]["husband"] == {"species": "neanderthal", "alpha": False, "disk": "orange"}
    assert own(game, 1)["unassigned"]["wanderers"] == {"archaic": 1}


@pytest.mark.rule("N-PRED-4", "NR-PRED-NOSURVIVOR")
@pytest.mark.parametrize("second", [None, "scimitar_cat"])
@pytest.mark.parametrize(("reading", "foals"), [("plundered", 0), ("kept", 3)])
def test_a_hit_saves_nothing_when_nobody_survives_the_predator(reading: str, foals: int, second: str | None) -> None:
    """The worked example of the wolves loses everything "because all hunters died"; the rule itself asks for one hit only."""
    first = seat("archaic", hunters={"S2": {"tribesmen": 2}})
    rules = {"ruling.pred_nosurvivor": reading, "biome.wolf.bite": [1, 4, 5], "biome.wolf.hits": 2}
    game = at("hunt", first, seat("neanderthal"), south=row(c0="wolf", c1="horse", c2=second), rules=rules, dice=[1, 1, 1, 4])
    on(go(game, "hunt at S2", "hunt at S1"), "action")
    assert people(game, 0) == foals
    assert [roll["at"] for roll in rolls(game, "hunt")] == ["S2", "S1"]  # nobody is left for the cat


@pytest.mark.rule("NI-01", "N-MATE-4")
@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"disks": {"orange": 4}}, "seats.0.disks.orange"),
        ({"mpi": {"orange": 1}}, "seats.0.mpi.orange"),
        ({"mating": "harem", "mpi": {}}, "seats.0.mpi.orange"),
    ],
)
def test_each_species_has_its_disks_and_the_mating_card_those_it_shows(fields: dict[str, Any], where: str) -> None:
    with pytest.raises(PositionError, match=where):
        at("assign", seat("archaic", 4, **fields), seat("neanderthal", 4))


@pytest.mark.rule("NI-01", "N-VAR-1")
@pytest.mark.parametrize("theirs", [{"orange": 6, "white": 4}, {"orange": 5}, {"orange": 6}])
def test_disks_are_exchanged_one_for_one_between_species(theirs: dict[str, int]) -> None:
    seats = [seat("archaic", disks={"orange": 4, "white": 6}), seat("neanderthal", disks=theirs), seat("cro_magnon")]
    if sum(theirs.values()) == 10:
        assert own(at("assign", *seats, variant="all_species"), 1)["disks"] == {**theirs, "black": 5}
        return
    with pytest.raises(PositionError, match="NI-01"):
        at("assign", *seats, variant="all_species")
