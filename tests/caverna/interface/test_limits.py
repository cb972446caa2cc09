"""Limits: what a seat may not do in an experiment is never offered to it, however it might be reached; others play on as ever."""

from __future__ import annotations

from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim import Game, PositionError
from caverna_sim.games.caverna.box.tables import printed_tables
from tests.caverna.fiends import table as fiends
from tests.caverna.table import DWELLINGS, can, do, dwarf, find, finish_turn, position, seat

NINE = [name for name, row in printed_tables()["furnishing"].items() if row.get("copies", 1) == 1][:9]
LOGS = {"logging_1_3": {"goods": {"wood": 3}}}

# ---------------------------------------------------------------- weapons


def test_a_seat_without_weapons_never_forges() -> None:
    assert can(blacksmith(), "forge", strength=1)
    for limits in ({"weapon_max": 0}, {"weapon_from_round": 7}):
        game = position(2, 6, [seat(ore=9, limits=limits)])
        assert not can(game, "place", space="blacksmithing")


def blacksmith(**limits: Any) -> Game:
    """A dwarf of seat 0 has just been placed on the smithy with ore for any weapon."""
    return do(position(2, 6, [seat(ore=9, limits=limits)]), "place", space="blacksmithing")


def test_no_weapon_is_forged_stronger_than_the_limit() -> None:
    strengths = {action.strength for action in find(blacksmith(weapon_max=3), "forge")}
    assert strengths == {1, 2, 3}
    assert {action.strength for action in find(blacksmith(), "forge")} == set(range(1, 9))


def test_weapons_are_forged_from_the_round_on() -> None:
    assert can(blacksmith(weapon_from_round=6), "forge", strength=8)


def test_a_weapon_grows_up_to_the_limit_only() -> None:
    for most, after in ((5, 5), (6, 6), (9, 6)):
        game = position(2, 6, [seat(dwarfs=[5, 5], limits={"weapon_max": most})], spaces=LOGS)
        do(do(do(game, "place", space="logging_1_3"), "expedition"), "loot", loot="wood")
        while game.player == 0:
            do(game, "pass")
        assert max(one["weapon"] for one in game.to_dict()["seats"][0]["dwarfs"]) == after


# ---------------------------------------------------------------- loot, spaces, family, furnishings


def expedition(**limits: Any) -> Game:
    """Seat 0 is on an expedition with strength 9."""
    game = position(2, 6, [seat(dwarfs=[9, 9], limits=limits)], spaces=LOGS)
    return do(do(game, "place", space="logging_1_3"), "expedition")


def test_loot_that_is_forbidden_is_not_on_offer() -> None:
    free = {action.loot for action in find(expedition(), "loot")}
    left = {action.loot for action in find(expedition(loot_without=["wood", "dog"]), "loot")}
    assert free - left == {"wood", "dog"}
    assert free >= left


def test_a_forbidden_space_is_neither_used_nor_imitated() -> None:
    taken = {"spaces": {"housework": {"used_by": 1}, "ore_mining_1_3": {"goods": {"ore": 2}}, **LOGS}}
    other = seat(dwarfs=[dwarf(0, "housework"), 0])
    game = position(3, 2, [seat(food=9), other, seat()], **taken)
    assert can(do(game.copy(), "place", space="imitation_3"), "imitate", space="housework")
    game = position(3, 2, [seat(food=9, limits={"spaces_without": ["housework", "ore_mining_1_3"]}), other, seat()], **taken)
    assert can(game, "place", space="logging_1_3") and not can(game, "place", space="ore_mining_1_3")
    assert not can(game, "place", space="imitation_3")  # nobody else is there to imitate
    game = position(3, 2, [seat(limits={"spaces_without": ["ore_mining_1_3"]})], spaces={"ore_mining_1_3": {"goods": {"ore": 2}}, **LOGS})
    with pytest.raises(cs.IllegalAction, match="the limits of seat 0 forbid `ore_mining_1_3`"):
        game.play("place a dwarf of strength 0 on ore_mining_1_3")
    finish_turn(do(do(game, "place", space="logging_1_3"), "collect"))
    assert game.player == 1
    assert can(game, "place", space="ore_mining_1_3")  # other seats may


def test_a_seat_that_may_go_nowhere_stays_at_home() -> None:
    everywhere = list(position(2, 1).to_dict()["spaces"])
    game = position(2, 1, [seat(limits={"spaces_without": everywhere})])
    assert [action.kind for action in game.legal()] == ["pass"]


def test_a_family_grows_up_to_the_limit() -> None:
    for most, grows in ((3, False), (4, True)):
        game = position(2, 6, [seat(dwarfs=[0, 0, 0], board=DWELLINGS, limits={"dwarfs_max": most})])
        assert can(game, "place", space="wish_for_children") == grows or not grows
        if can(game, "place", space="wish_for_children"):
            assert can(do(game, "place", space="wish_for_children"), "grow") == grows


def test_a_furnishing_denied_to_a_seat_is_still_there_for_others() -> None:
    rich = {"wood": 9, "stone": 9, "board": {"M12": "cavern"}}
    game = position(2, 1, [seat(**rich, limits={"tiles_without": ["carpenter"]}), seat(**rich)])
    denied = {action.tile for action in find(do(game.copy(), "place", space="housework"), "furnish")}
    assert "carpenter" not in denied and "stone_carver" in denied
    other = position(2, 1, [seat(**rich), seat(**rich)], to_move=0)
    assert can(do(other, "place", space="housework"), "furnish", tile="carpenter")


def furnishings_on_offer(round: int = 1, supply: list[str] | None = None, **limits: Any) -> set[str]:
    """What a rich seat 0 may build at the housework."""
    rich = {"wood": 19, "stone": 19, "gold": 9, "board": {"M12": "cavern"}}
    there = {} if supply is None else {"supply": supply}
    game = do(position(2, round, [seat(**rich, limits=limits)], **there), "place", space="housework")
    return {action.tile for action in find(game, "furnish")}


def test_a_furnishing_is_not_built_before_its_round() -> None:
    limits = {"tile_from_round": {"carpenter": 4, "miner": 6}}
    everything = furnishings_on_offer()
    for first_round, closed in ((1, {"carpenter", "miner"}), (3, {"carpenter", "miner"}), (4, {"miner"}), (5, {"miner"}), (6, set())):
        assert everything - furnishings_on_offer(first_round, **limits) == closed


def test_a_first_furnishing_closes_all_others_but_dwellings_until_it_is_built() -> None:
    everything = furnishings_on_offer()
    offered = furnishings_on_offer(tile_first="carpenter")
    assert "carpenter" in offered and "stone_carver" not in offered
    assert offered - {"carpenter"} == {name for name in everything if "dwelling" in name}
    elsewhere = [name for name in position(2, 1).to_dict()["supply"] if name != "carpenter"]  # whoever built it
    assert furnishings_on_offer(tile_first="carpenter", supply=elsewhere) == everything - {"carpenter"}


# ---------------------------------------------------------------- Frantic Fiends


def test_ways_to_be_rid_of_orcs_can_be_closed() -> None:
    """Traps, bribes, fights, rooms for friendly orcs, dogs in fights (F-TRAP-1, F-EVENT-3, F-FIGHT-2, F-FRIEND-1, F-FIGHT-3)."""
    mine = {"stone": 5, "orcs": fiends.orcs(3, A=fiends.at("F11", 5))}
    assert can(fiends.event(1, "A", seat(**mine), card="M3-1"), "bribe")
    assert not can(fiends.event(1, "A", seat(**mine, limits={"orcs_without": ["bribes"]}), card="M3-1"), "bribe")
    for closed, fights in ((None, True), ("fights", False), ("dogs", False), ("bribes", True)):
        limits = {"orcs_without": [closed]} if closed else {}
        me = seat(dwarfs=[3, 3], dog=4, orcs=fiends.orcs(5, A=fiends.at("F11", 6)), limits=limits)
        game = fiends.position(1, 5, [me], spaces=LOGS)
        do(do(game, "place", space="logging_1_3"), "expedition")
        assert can(game, "loot", loot="fight_orc") == fights, closed
    for closed, trap in ((None, True), ("traps", False)):
        me = seat(wood=9, stone=9, ore=9, orcs=fiends.orcs(5, A=fiends.at("F11", 6)), limits={"orcs_without": [closed]} if closed else {})
        game = do(fiends.position(1, 5, [me]), "place", space="housework")
        assert can(game, "set_trap") == trap


def test_forbidden_loot_of_fights_closes_fights_everywhere() -> None:
    game = fiends.position(1, 5, [seat(dwarfs=[9, 9], orcs=fiends.orcs(5, A=fiends.at("F11", 6)), limits={"loot_without": ["fight_orc"]})])
    assert game.to_dict()["seats"][0]["limits"] == {"loot_without": ["fight_orc"], "orcs_without": ["fights"]}


@pytest.mark.parametrize(("given", "offered"), [(7, True), (6, False)])
def test_a_reward_arms_nobody_beyond_the_limit(given: int, offered: bool) -> None:
    """Outfitter gives a weapon of a certain strength (F-BOUNTY-6)."""
    me = seat(orcs=fiends.orcs(5), limits={"weapon_max": given})
    game = fiends.position(1, 5, [me], pending=[{"step": "arm", "seat": 0, "arguments": [7, 0, 0, 0]}])
    assert can(game, "arm") == offered


# ---------------------------------------------------------------- positions


def test_limits_are_part_of_a_position() -> None:
    limits = {
        "spaces_without": ["ore_mining_1_3"], "loot_without": ["cattle"], "tile_from_round": {"carpenter": 4, "state_parlor": 9},
        "tile_first": "miner", "weapon_max": 4, "weapon_from_round": 3, "dwarfs_max": 4,
    }  # fmt: skip
    game = position(3, 2, [seat(limits=limits)])
    entry = game.to_dict()
    assert entry["seats"][0]["limits"] == limits
    assert "limits" not in entry["seats"][1]
    assert Game.from_dict(entry).to_dict() == entry
    for wrong, words in (
        ({"weapon_max": -1}, "seats.0.limits.weapon_max.*-1 is not allowed; give a whole number from 0 to 30"),
        (
            {"spaces_without": ["ore_minig_1_3"]},
            "seats.0.limits.spaces_without.*`ore_minig_1_3`; did you mean `ore_mining_1_3`",
        ),
        ({"weapons": 3}, "seats.0.limits.weapons.*unknown key"),
        ({"tile_first": "minr"}, "seats.0.limits.tile_first.*`minr`; did you mean `miner`"),
        ({"tile_from_round": {"miner": 13}}, "seats.0.limits.tile_from_round.miner.*13 is not allowed; give a whole number from 1 to 12"),
        ({"tile_from_round": dict.fromkeys(NINE, 3)}, "seats.0.limits.tile_from_round.*9 furnishings are too many; give at most 8"),
        ({"tile_from_round": 3}, "seats.0.limits.tile_from_round.*3 is not allowed; give a round for each furnishing"),
    ):
        with pytest.raises(PositionError, match=words):
            position(3, 2, [seat(limits=wrong)])
