"""Exact chances under the usual die faces (NP-01 to NP-12): every throw is played, weighted by how many ways it can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import pytest

from caverna_sim.games.neanderthal.game import Game
from tests.neanderthal.hand import at, daughters, elders, go, invention, on, own, people, rolls, row, said, seat


def chance(dice: int, happens: Callable[[list[int]], bool]) -> Fraction:
    """The exact chance that something happens with so many dice, whose order does not matter."""
    found = Fraction(0)
    for throw in combinations_with_replacement(range(1, 7), dice):
        if happens(list(throw)):
            found += Fraction(factorial(dice), prod(factorial(number) for number in Counter(throw).values()))
    return found / 6**dice


def hunted(game: Game) -> bool:
    """Whether the last hunt brought a baby: the pool grew, or hunters moved on to a predator."""
    return any("hunts" in entry.text and "vain" not in entry.text for entry in game.log)


def horse(dice: list[int], alpha: bool = False, armed: bool = False) -> bool:
    """Five hunters on the horse, no predator near."""
    hunters = {"tribesmen": 4, "alpha": True} if alpha else {"tribesmen": 5}
    first = seat(
        "archaic", side="tribal", hunters={"S1": hunters}, elders=elders(3, 6) if alpha else {},
        inventions=[invention("spear-thrower")] if armed else [],
    )  # fmt: skip
    game = go(at("hunt", first, seat("neanderthal"), south=row(c0="horse"), dice=dice), "hunt at S1")
    while game.phase == "hunt":
        legal = said(game)
        wanted = [text for text in legal if text == "count the alpha as a 1" or "threes as ones" in text]
        game.play(wanted[-1] if wanted else "pass" if "pass" in legal else legal[0])
    return hunted(game)


@pytest.mark.rule("NP-01")
def test_five_hunters_hunt_the_horse() -> None:
    assert chance(5, horse) == Fraction(131, 243)


@pytest.mark.rule("NP-02")
def test_the_alpha_of_a_knapper_and_four_hunters_hunt_the_horse() -> None:
    assert chance(4, lambda dice: horse(dice, alpha=True)) == Fraction(65, 81)


@pytest.mark.rule("NP-03")
def test_the_same_with_a_spear_thrower() -> None:
    assert chance(4, lambda dice: horse(dice, alpha=True, armed=True)) == Fraction(15, 16)


def at_predator(name: str, hunters: int, dice: list[int]) -> Game:
    """A horse hunt that succeeded without losses, then its predator."""
    first = seat("archaic", hunters={"S1": {"tribesmen": hunters}}, elders=elders(6))
    success = [1, 1] + [4] * (hunters - 2)
    game = at("hunt", first, seat("neanderthal"), south=row(c0="horse", c1=name), dice=success + dice)
    return on(go(game, "hunt at S1", "hunt at S2"), "livestock")


@pytest.mark.rule("NP-04", "NP-05")
@pytest.mark.parametrize("rest", [2, 5])
def test_ones_alone_decide_at_the_scimitar_cat(rest: int) -> None:
    """Whatever the other dice show, also where they bite."""
    found = Counter[str]()
    for ones in range(9):
        texts = " ".join(entry.text for entry in at_predator("scimitar_cat", 8, [1] * ones + [rest] * (8 - ones)).log)
        ways = comb(8, ones) * 5 ** (8 - ones)
        found["hunted"] += ways * ("hunts scimitar_cat at S2:" in texts)
        found["plundered"] += ways * ("plundered" in texts)
    assert Fraction(found["hunted"], 6**8) == Fraction(663991, 1679616)
    assert Fraction(found["plundered"], 6**8) == Fraction(390625, 1679616)


@pytest.mark.slow
@pytest.mark.rule("NP-04", "NP-05")
def test_eight_hunters_and_the_scimitar_cat() -> None:
    taken = Counter[str]()
    for throw in combinations_with_replacement(range(1, 7), 8):
        ways = factorial(8) // prod(factorial(number) for number in Counter(throw).values())
        game = at_predator("scimitar_cat", 8, list(throw))
        texts = " ".join(entry.text for entry in game.log)
        taken["hunted"] += ways * ("hunts scimitar_cat at S2:" in texts)
        taken["plundered"] += ways * ("plundered" in texts)
    assert Fraction(taken["hunted"], 6**8) == Fraction(663991, 1679616)
    assert Fraction(taken["plundered"], 6**8) == Fraction(390625, 1679616)


@pytest.mark.rule("NP-06")
def test_five_hunters_are_plundered_by_wolves() -> None:
    """With a firebuilder: nobody freezes, and a hit is all that counts."""
    found = chance(5, lambda dice: any("plundered" in entry.text for entry in at_predator("wolf", 5, dice).log))
    assert found == Fraction(32, 243)


@pytest.mark.rule("NP-07")
def test_three_of_five_dice_are_alike() -> None:
    def taken(dice: list[int]) -> bool:
        game = at("hunt", seat("archaic", hunters={"S1": {"tribesmen": 5}}), seat("neanderthal"), south=row(c0="deer"), dice=dice)
        go(game, "hunt at S1")
        while game.phase == "hunt" and not any("trophy" in text for text in said(game)):
            game.play(said(game)[-1])
        return game.phase == "hunt"

    assert chance(5, taken) == Fraction(23, 108)


def contested_suitor(die: int) -> Any:
    woman = daughters("caring_woman", husband={"species": "neanderthal"}, suitors=[{"species": "archaic"}])
    return go(at("hunt", seat("archaic"), seat("neanderthal", daughters=woman), dice=[die]), "court caring_woman")


@pytest.mark.rule("NP-08", "NP-09", "N-WOO-4")
def test_an_ordinary_contested_suitor() -> None:
    ends = [contested_suitor(die) for die in range(1, 7)]
    assert sum(own(game, 1)["daughters"][0]["husband"]["species"] == "archaic" for game in ends) == 2
    assert sum(people(game, 0) == 0 and own(game, 1)["daughters"][0]["husband"]["species"] != "archaic" for game in ends) == 1


@pytest.mark.rule("NP-10", "N-EVT-3")
def test_a_given_elder_under_two_skull_dice() -> None:
    first = seat("archaic", 3, elders=elders(4))
    dead = 0
    for one in range(1, 7):
        for two in range(1, 7):
            icons = {"event": "generous_woman", "icons": ["elder_death"] * 2}
            game = at("event", first, seat("neanderthal"), dice=[one, 1, two, 1], **icons)
            dead += not own(game, 0)["elders"]
    assert Fraction(dead, 36) == Fraction(11, 36)


@pytest.mark.rule("NP-11", "NP-12", "N-ATK-2")
@pytest.mark.parametrize(("party", "expected"), [(False, Fraction(91, 216)), (True, Fraction(19, 27))])
def test_three_hunters_attack(party: bool, expected: Fraction) -> None:
    inventions = [invention("weapon")] if party else []

    def kills(dice: list[int]) -> bool:
        first = seat("archaic", side="tribal", hunters={"S1": {"tribesmen": 3}}, inventions=inventions)
        second = seat("neanderthal", hunters={"S1": {"tribesmen": 5}}, portals=["bison/black"])
        game = at("attack", first, second, south=row(c0="rabbit"), dice=[*dice, 6, 6, 6, 6, 6])
        assert rolls(game, "attack")[0]["seat"] == 0
        return bool(said(game, "lose"))

    assert chance(3, kills) == expected
