"""Every ruling of Frantic Fiends: what is played, and what a house rule makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.campaign import _Course, buy_nothing
from caverna_sim.games.caverna.shape.board import CELL_NAMES
from tests.caverna.fiends.table import (
    BRIBE_GOODS,
    at,
    bribe,
    can,
    captives,
    cell,
    displace,
    do,
    dwarf,
    event,
    fight,
    find,
    finish_turn,
    friendly,
    goods,
    has_bounties,
    leave,
    need,
    orc,
    orcs,
    place,
    position,
    rule,
    score,
    seat,
    settle,
    step,
    take_reward,
    until,
    waiting,
)

Rules = dict[str, Any]


def ruling(name: str, *outcomes: Any) -> Any:
    """Parameters of a test: the house rules for every reading, the default first, and what happens then."""
    row = printed_tables("fiends")["ruling"][name]
    readings = [row["value"], *row["alternatives"]]
    assert len(readings) == len(outcomes)
    cases = [({f"ruling.{name}": value}, outcome) for value, outcome in zip(readings, outcomes, strict=True)]
    return lambda test: rule(f"ruling:{name}", row["cite"])(pytest.mark.parametrize(("rules", "outcome"), cases)(test))


def living(weapon: int, home: str, where: str = "home") -> dict[str, Any]:
    """A dwarf with its home."""
    return dwarf(weapon, where) | {"home": home}


def broken_in(rules: Rules, *names: str, **fields: Any) -> Game:
    """Event 4: the last of these orcs walks, then all of them break in."""
    start = dict(zip("ABC", ("F11", "F12", "F21"), strict=True))
    mine = seat(orcs=orcs(10, **{name: at(start[name], 9) for name in names}), **fields)
    card = {"A": "M3-1", "B": "M2-1", "C": "M1-1"}[names[-1]]
    return settle(leave(event(4, names[-1], mine, card=card, rules=rules)))


def to_fight(rules: Rules, strength: int, players: int = 1, **fields: Any) -> Game:
    """The dwarf of this strength has chosen to fight, on a level 3 expedition from Blacksmithing."""
    strips = {"bounty": {"strips": [["L4", "S1"], ["L3", "S2"]][: fields.pop("strips", 1)]}}
    spaces = fields.pop("spaces", {})
    mine = seat(dwarfs=fields.pop("dwarfs", [strength, 14]), **fields)
    game = position(players, 8, [mine], rules=rules, spaces=spaces, **strips)
    do(game, "place", space="blacksmithing", weapon=strength)
    do(game, "expedition", level=3)
    return do(game, "loot", loot="fight_orc")


# ---------------------------------------------------------------- in the cave


@ruling("entry_dwelling_in_preference_3", "M13", "M14")
def test_the_entry_level_dwelling_as_a_tile(rules: Rules, outcome: str) -> None:
    family = [living(0, "M14"), living(4, "M14")]
    assert place(broken_in(rules, "A", dwarfs=family), "A") == outcome


@ruling("surplus_orc_captives", [], [0])
def test_captives_of_surplus_orcs(rules: Rules, outcome: list[int]) -> None:
    game = broken_in(rules, "A", "B", "C", dwarfs=[living(0, "M14"), living(4, "M14")])
    assert [place(game, name) for name in "ABC"] == ["M13", "M14", "M14"]
    assert captives(game) == outcome


@ruling("never_capture_last_worker", [], [0])
def test_the_last_worker(rules: Rules, outcome: list[int]) -> None:
    game = broken_in(rules, "A", board={"M24": "dwelling"}, dwarfs=[living(0, "M24")])
    assert place(game, "A") == "M24"
    assert captives(game) == outcome


OCCUPIED_DWELLING = {"board": {"M24": "dwelling"}, "dwarfs": [living(0, "M14"), living(4, "M24", "captive")]}


@ruling("captives_eat", 4, 2)
def test_food_of_captives(rules: Rules, outcome: int) -> None:
    mine = seat(**OCCUPIED_DWELLING, orcs=orcs(8, A=at("M24", 5)), food=9)
    assert need(position(1, 8, [mine], "feeding", rules=rules, harvest="full")) == outcome


@ruling("captives_freed_when_orc_leaves", [], [1])
def test_captives_of_an_orc_that_has_gone(rules: Rules, outcome: list[int]) -> None:
    mine = seat(**OCCUPIED_DWELLING, orcs=orcs(8, A=at("M24", 3)), ore=3)
    game = event(3, "A", mine, rules=rules)
    assert captives(game) == [1]
    bribe(game, 3)
    assert place(game, "A") == "defeated"
    assert captives(game) == outcome


@ruling("captives_count_in_scoring_conditions", 8, 0)
def test_captives_and_the_prayer_chamber(rules: Rules, outcome: int) -> None:
    board = {"M24": "dwelling", "M13": "prayer_chamber"}
    mine = seat(board=board, dwarfs=OCCUPIED_DWELLING["dwarfs"], orcs=orcs(12, A=at("M24", 5)))
    assert score(position(1, 12, [mine], "over", rules=rules))["bonus"] == outcome


@ruling("dwelling_assignment_owner_choice", "house", "place")
def test_who_says_who_lives_where(rules: Rules, outcome: str) -> None:
    mine = seat(board={"M24": "dwelling"}, dwarfs=[0, 4], orcs=orcs(3), food=9)
    assert step(until(position(1, 3, [mine], "return_home", rules=rules), "house", "place")) == outcome


@ruling("equally_weak_captive", True, False)
def test_who_of_the_equally_weak_is_captured(rules: Rules, outcome: bool) -> None:
    family = [living(3, "M14"), living(0, "M24"), dwarf(0, "home", newborn=True) | {"home": "M24"}]
    mine = seat(board={"M24": "couple_dwelling"}, dwarfs=family, orcs=orcs(10, A=at("F11", 9)))
    game = leave(event(4, "A", mine, card="M3-1", rules=rules))
    assert place(game, "A") == "M24"
    assert can(game, "capture") == outcome
    if outcome:
        assert {action.dwarf for action in find(game, "capture")} == {"adult", "newborn"}
    else:
        assert len(captives(game)) == 1


@ruling("occupied_supplier_goods_still_delivered", 1, 0)
def test_goods_of_an_occupied_supplier(rules: Rules, outcome: int) -> None:
    mine = seat(board={"M24": "wood_supplier"}, orcs=orcs(7, A=at("M24", 5)), round_goods={"8": {"wood": 1}}, food=9)
    game = until(position(1, 7, [mine], "end_of_round", rules=rules), "place")
    assert (game.round, goods(game)["wood"]) == (8, outcome)


# ---------------------------------------------------------------- events


@ruling("orc_d_arrival_is_a_move", 3, 2)
def test_what_orc_d_tramples_when_it_appears(rules: Rules, outcome: int) -> None:
    board = {"F34": "meadow", "F33": "meadow", "F32": "meadow"} | dict.fromkeys(("F31", "F21", "F11"), "field:grain*3")
    mine = seat(board=board, orcs=orcs(6, C=at("F13", 9), D=waiting()))
    game = leave(event(2, "C", mine, card="M1-1", rules=rules))
    assert place(game, "D") in ("F11", "F21", "F31")
    planted = {name for name in ("F11", "F21", "F31") if cell(game, name).startswith("field:")}
    assert len(planted) == outcome
    assert outcome == 3 or place(game, "D") not in planted


@ruling("trap_set_under_orc_triggers", False, True)
def test_a_trap_set_under_an_orc(rules: Rules, outcome: bool) -> None:
    game = position(1, 8, [seat(orcs=orcs(8, A=at("F24", 5)), wood=4, stone=1)], rules=rules)
    do(game, "place", space="housework")
    do(game, "set_trap", trap="pitfall", cell="F24")
    assert (place(game, "A") == "defeated") == outcome
    assert has_bounties(game) == outcome
    assert cell(game, "F24") == ("trap:pitfall:inactive" if outcome else "trap:pitfall")


@ruling("orc_cell_usable_for_tiles_and_animals", True, False)
def test_building_where_an_orc_stands(rules: Rules, outcome: bool) -> None:
    mine = seat(board={"F34": "meadow"}, orcs=orcs(8, A=at("F24", 5)), wood=9, stone=1)
    game = do(position(1, 8, [mine], rules=rules), "place", space="housework")
    assert can(game, "set_trap", trap="pitfall", cell="F24") == outcome
    assert can(game, "set_trap", trap="pitfall", cell="F14")
    game = do(position(1, 8, [mine], rules=rules), "place", space="slash_and_burn")
    assert any(action.cell == "F24" for action in find(game, "twin_tile")) == outcome
    assert can(game, "twin_tile", cell="F33")


@ruling("any_time_exchanges_during_event", True, False)
def test_trades_during_an_event(rules: Rules, outcome: bool) -> None:
    mine = seat(orcs=orcs(8, A=at("F11", 5)), grain=1, ruby=1, animals_at={})
    game = event(3, "A", mine, card="M3-1", rules=rules)
    assert can(game, "convert", good="grain") == outcome
    assert can(game, "exchange") == outcome
    assert can(game, "pass")


@ruling("new_animals_during_event_placeable", True, False)
def test_animals_gained_during_an_event(rules: Rules, outcome: bool) -> None:
    board = {"F34": "small_pasture"}
    mine = seat(board=board, orcs=orcs(8, B=at("F11", 1)), ore=1, animals_at={})
    game = event(3, "B", mine, card="M2-1", rules=rules, bounty={"strips": [["L1", "S1"]]})
    take_reward(bribe(game, 1), "shepherd")
    assert can(game, "arrange", good="sheep", cell="F34") == outcome
    assert can(game, "convert", good="sheep")


@ruling("event_player_order", 1, 0)
def test_who_is_first_in_an_event(rules: Rules, outcome: int) -> None:
    seats = [seat(orcs=orcs(3, A=at("F11", 5)), wood=1) for _ in range(2)]
    game = position(2, 3, seats, "return_home", start_player=0, next_start_player=1, rules=rules)
    assert until(game, "orc").player == outcome


@ruling("displaced_into_cave_redetermined_same_event", "M24", "M34")
def test_an_orc_pushed_into_the_cave(rules: Rules, outcome: str) -> None:
    """It takes the ruby of one mine; looking again, the other mine is the richer one."""
    board = {"F34": "meadow", "M24": "ruby_mine*1", "M34": "ruby_mine*1"}
    mine = seat(board=board, orcs=orcs(8, A=at("F34", 5)), ore=1)
    game = displace(event(3, "A", mine, card="M3-1", rules=rules), "E")
    do(game, "occupy", cell="M24")
    assert place(settle(leave(game)), "A") == outcome


# ---------------------------------------------------------------- fights and rewards


@ruling("fight_orc_in_cave_or_trap_allowed", {"A", "B", "C"}, {"C"})
def test_which_orcs_can_be_fought(rules: Rules, outcome: set[str]) -> None:
    board = {"F22": "trap:net", "M24": "ore_mine"}
    mine = orcs(8, A=at("M24", 5), B=at("F22", 5, held=True), C=at("F12", 5))
    game = to_fight(rules, 14, dwarfs=[14, 14], board=board, orcs=mine)
    assert {action.orc for action in find(game, "fight")} == outcome


@ruling("bounty_spaces_during_event", True, False)
def test_spaces_for_the_herald_during_an_event(rules: Rules, outcome: bool) -> None:
    mine = seat(orcs=orcs(8, D=at("F12", 1)), dwarfs=[dwarf(at="housework")], ore=1, food=9)
    events = {"event": 2, "bribe": BRIBE_GOODS}
    game = position(1, 8, [mine], rules=rules, events=events, bounty={"strips": [["L4", "S1"]]})
    take_reward(bribe(game, 1), "herald")
    offered = {action.space for action in find(game, "use_space")}
    assert ("housework" in offered) == outcome
    assert "sustenance_1_3" in offered


@ruling("herald_leaves_space_free", None, 0)
def test_the_space_the_herald_used(rules: Rules, outcome: int | None) -> None:
    game = to_fight(rules, 14, dwarfs=[14, 14], orcs=orcs(8, D=at("F12", 12)))
    take_reward(fight(game, "D"), "herald")
    do(game, "use_space", space="housework")
    assert game.to_dict()["spaces"].get("housework", {}).get("used_by") == outcome
    assert place(game, "D") == "defeated"


@ruling("forger_allows_own_and_start_space", {"blacksmithing", "starting_player_1_3", "logging_1_3"}, {"logging_1_3"})
def test_spaces_for_the_forger(rules: Rules, outcome: set[str]) -> None:
    spaces = {"starting_player_1_3": {"goods": {"food": 1}, "used_by": 1}, "logging_1_3": {"used_by": 1}}
    other = seat(dwarfs=[dwarf(5, "starting_player_1_3"), dwarf(0, "logging_1_3")], orcs=orcs(8))
    mine = seat(dwarfs=[14, 14], orcs=orcs(8, D=at("F12", 12)), ore=9)
    game = position(2, 8, [mine, other], rules=rules, spaces=spaces, bounty={"strips": [["L3", "S1"]]})
    do(game, "place", space="blacksmithing")
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    take_reward(fight(game, "D"), "forger")
    assert {action.space for action in find(game, "use_space")} | {"blacksmithing"} & outcome == outcome


def mercenary(rules: Rules, weakened_to: int) -> set[str]:
    """Loot for the Mercenary after orc D, strength 12 at the start, was beaten."""
    mine = seat(dwarfs=[14, 14], orcs=orcs(8, D=at("F12", weakened_to, start_strength=12)), board={"F34": "small_pasture"})
    game = position(1, 8, [mine], rules=rules, bounty={"strips": [["L1", "S1"]]})
    do(game, "place", space="blacksmithing")
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    take_reward(fight(game, "D"), "mercenary")
    return {action.loot for action in find(game, "loot")}


@ruling("bounty_expedition_all_weapons_loot", True, False)
def test_stronger_weapons_from_the_mercenary(rules: Rules, outcome: bool) -> None:
    offered = mercenary(rules, 6)
    assert ("all_weapons_plus_1" in offered) == outcome
    assert "dog" in offered


@rule("C-4")
@ruling("bounty_strength_value", (5, 3), (1, 1), (12, 12))
def test_the_strength_of_the_mercenary(rules: Rules, outcome: tuple[int, int]) -> None:
    """Poison darts bring down an orc of strength 12 that had 5 left, or 3; one reduction takes 2."""
    strengths = {name: row["strength"] for name, row in printed_tables("fiends")["loot"].items()}
    for left, counts in zip((5, 3), outcome, strict=True):
        mine = seat(board={"F12": "trap:poison_darts"}, orcs=orcs(8, D=at("F11", left, start_strength=12)), animals_at={})
        game = leave(event(3, "D", mine, card="M1-1", rules=rules, bounty={"strips": [["L1", "S1"]]}))
        while can(game, "reduce", orc="D"):
            do(game, "reduce", orc="D")
        take_reward(game, "mercenary")
        offered = {action.loot for action in find(game, "loot")}
        possible = {name for name, strength in strengths.items() if strength <= counts}
        assert offered <= possible
        assert "dog" in offered
        assert ("cattle" in offered) == (counts >= strengths["cattle"])
        assert ("grain" in offered) == (counts >= strengths["grain"])


@rule("C-4")
def test_reductions_before_the_trap_are_none_of_the_darts() -> None:
    """Bribed from 12 to 3, then hit twice: 3 counts by default."""
    mine = seat(board={"F12": "trap:poison_darts"}, orcs=orcs(8, D=at("F11", 12)), ore=9, animals_at={})
    game = bribe(event(3, "D", mine, card="M1-1", bounty={"strips": [["L1", "S1"]]}), 9)
    game = leave(game)
    do(game, "reduce", orc="D")
    assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()
    do(game, "reduce", orc="D")
    take_reward(game, "mercenary")
    strengths = {name: row["strength"] for name, row in printed_tables("fiends")["loot"].items()}
    assert max(strengths[action.loot] for action in find(game, "loot")) <= 3


@ruling("outfitter_may_arm_the_fighter", True, False)
def test_the_outfitter_and_the_dwarf_that_lost_its_weapon(rules: Rules, outcome: bool) -> None:
    game = to_fight(rules, 9, orcs=orcs(8, C=at("F12", 9)))
    take_reward(fight(game, "C"), "outfitter")
    assert can(game, "arm", strength=5) == outcome
    if outcome:
        do(game, "arm", strength=5)
    finish_turn(game)
    assert [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]] == [5 if outcome else 0, 14]  # never raised


@ruling("big_donor_counts_captives", 5, 3)
def test_what_the_big_donor_counts(rules: Rules, outcome: int) -> None:
    family = [living(14, "M14"), living(4, "M24", "captive")]
    mine = seat(board={"M24": "dwelling", "M34": "orc_dwelling"}, dwarfs=family,
                orcs=orcs(8, A=at("M24", 5), B=friendly("M34"), D=at("F12", 12)))  # fmt: skip
    game = position(1, 8, [mine], rules=rules, bounty={"strips": [["L7", "S1"]]})
    do(game, "place", space="blacksmithing")
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    before = goods(fight(game, "D"))["food"]
    take_reward(game, "big_donor")
    assert goods(game)["food"] - before == outcome


@ruling("casanova_newborn_during_event", (5, True), (4, False))
def test_a_newborn_of_casanova_during_an_event(rules: Rules, outcome: tuple[int, bool]) -> None:
    """Two adults need 4 food; the newborn eats 1 in the harvest of the event, or nothing before the next round."""
    food, eats = outcome
    family = [living(0, "M14"), living(0, "M14")]
    mine = seat(board={"M24": "dwelling"}, dwarfs=family, orcs=orcs(10, D=at("F12", 1)), grain=1, food=20, animals_at={})
    game = event(4, "D", mine, card="M1-1", rules=rules, bounty={"strips": [["L2", "S1"]]})
    take_reward(bribe(game, 1), "casanova")
    do(game, "grow")
    assert CELL_NAMES[game.state["seats"][0]["home"][2]] == "M24"  # it lives in any free room
    until(game, "feed")
    assert need(game) == food
    assert eats == (food == 5)
    until(game, "place")
    assert [entry.get("newborn", False) for entry in game.to_dict()["seats"][0]["dwarfs"]] == [False] * 3


@ruling("food_trap_limit", 12, 8)
def test_how_much_the_food_trap_takes(rules: Rules, outcome: int) -> None:
    mine = seat(board={"F12": "trap:food_trap"}, orcs=orcs(3, A=at("F11", 14)), food=12)
    game = leave(event(1, "A", mine, card="M3-1", rules=rules))
    assert max(action.amount for action in find(game, "pay_trap")) == outcome


# ---------------------------------------------------------------- friendly orcs


def orc_at_work(rules: Rules, spaces: Any, players: int = 1) -> Game:
    """Only the friendly orc of seat 0 has not been placed yet."""
    mine = seat(board={"M13": "orc_dwelling"}, dwarfs=[dwarf(at="supplies")], orcs=orcs(8, A=friendly("M13")))
    return position(players, 8, [mine], rules=rules, spaces=spaces)


@ruling("friendly_orc_collects_animals", True, False)
def test_an_orc_and_animals_that_accumulated(rules: Rules, outcome: bool) -> None:
    game = orc_at_work(rules, {"sheep_farming": {"goods": {"sheep": 2}}, "logging_1_3": {"goods": {"wood": 3}}}, players=2)
    assert can(game, "place_orc", space="sheep_farming") == outcome
    assert can(game, "place_orc", space="logging_1_3")
    if outcome:
        do(game, "place_orc", space="sheep_farming")
        assert goods(game)["sheep"] == 2


@ruling("friendly_orc_needs_goods", False, True)
def test_an_orc_on_a_space_without_goods(rules: Rules, outcome: bool) -> None:
    game = orc_at_work(rules, {"logging_1_3": {"goods": {"wood": 3}}}, players=2)
    assert can(game, "place_orc", space="housework") == outcome
    assert can(game, "place_orc", space="logging_1_3")


@ruling("friendly_orc_on_start_space", 1, 0)
def test_an_orc_on_the_starting_player_space(rules: Rules, outcome: int) -> None:
    mine = seat(board={"M13": "orc_dwelling"}, dwarfs=[dwarf(at="supplies")], orcs=orcs(8, A=friendly("M13")))
    spaces = {"starting_player_1_3": {"goods": {"food": 2}}}
    game = position(2, 8, [mine], rules=rules, spaces=spaces, start_player=1, next_start_player=1, turn={"turn": 0})
    do(game, "place_orc", space="starting_player_1_3")
    assert goods(game)["food"] == 2
    assert goods(game)["ruby"] == 0
    assert game.to_dict()["next_start_player"] == outcome


@ruling("friendly_orc_rehousing", ({"M13", "M24"}, False), (set(), False), ({"M13", "M24"}, True))
def test_when_friendly_orcs_change_rooms(rules: Rules, outcome: tuple[set[str], bool]) -> None:
    """In the return home phase, never, or before any turn of their owner too: there the orc worker can work at once."""
    at_home, any_time = outcome
    board = {"M13": "orc_dwelling", "M24": "orc_worker_dwelling"}
    mine = seat(board=board, orcs=orcs(8, A=friendly("M13")), food=9)
    game = until(position(1, 8, [mine], "return_home", rules=rules), "house", "feed", "place")
    assert {action.cell for action in find(game, "house", resident="orc A")} == at_home
    mine = seat(board=board, dwarfs=[dwarf(at="supplies")], orcs=orcs(8, A=friendly("M13")))
    game = position(2, 8, [mine], rules=rules, spaces={"drift_mining_1_3": {"goods": {"stone": 1}}})
    assert can(game, "house", resident="orc A", cell="M24") == any_time
    if any_time:
        assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()
        do(game, "house", resident="orc A", cell="M24")
    do(game, "place_orc", orc="A", space="drift_mining_1_3")
    assert can(game, "twin_tile") == any_time


@rule("C-3")
@pytest.mark.parametrize("reading", ["return home phase", "never", "any time"])
def test_a_guest_makes_way_whatever_the_ruling(reading: str) -> None:
    """The dwarf of the occupied dwelling is homeless; the orc leaves the guest dwelling to it (F-TILE-5)."""
    board = {"M13": "guest_dwelling", "M24": "orc_dwelling", "M34": "dwelling"}
    family = [living(0, "M14"), living(0, "M14"), living(3, "M34")]
    mine = seat(board=board, dwarfs=family, orcs=orcs(8, A=friendly("M13"), B=at("M34", 5)), food=9)
    game = position(1, 8, [mine], "return_home", rules={"ruling.friendly_orc_rehousing": reading})
    until(game, "place")
    assert orc(game, "A")["room"] == "M24"


@rule("C-3", "F-TILE-5")
def test_a_guest_makes_way_for_a_newborn_at_once() -> None:
    """Two dwarfs fill the entry-level dwelling; the orc of the guest dwelling leaves it at once, whereto its owner says."""
    board = {"M13": "guest_dwelling", "M24": "orc_dwelling", "M34": "orc_worker_dwelling"}
    mine = seat(board=board, dwarfs=[0, 0], orcs=orcs(8, A=friendly("M13")), food=9)
    game = do(position(1, 8, [mine]), "place", space="urgent_wish_for_children")
    assert not can(game, "grow")
    mine["goods"] = mine["goods"] | {"wood": 4, "stone": 1}
    game = do(position(1, 8, [mine]), "place", space="urgent_wish_for_children")
    do(game, "set_trap", trap="pitfall", cell="F24")
    do(game, "grow")
    assert {action.cell for action in find(game, "move_in", orc="A")} == {"M24", "M34"}
    assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()
    do(game, "move_in", orc="A", cell="M34")
    finish_turn(game)
    assert orc(game, "A") == {"at": "friendly", "room": "M34", "works": "home"} | orc(game, "A")
    alone = seat(board={"M13": "guest_dwelling"}, dwarfs=[0, 0], orcs=orcs(8, A=friendly("M13")), wood=4, stone=1)
    game = do(position(1, 8, [alone]), "place", space="urgent_wish_for_children")
    do(game, "set_trap", trap="pitfall", cell="F24")
    assert not can(game, "grow")  # the orc has nowhere to go


@rule("C-3", "F-BOUNTY-10")
def test_a_guest_makes_way_for_a_newborn_in_an_event() -> None:
    board = {"M13": "guest_dwelling", "M24": "orc_dwelling"}
    family = [living(0, "M14"), living(0, "M14")]
    mine = seat(board=board, dwarfs=family, orcs=orcs(10, A=friendly("M13"), D=at("F12", 1)), grain=1, food=20, animals_at={})
    game = event(4, "D", mine, card="M1-1", bounty={"strips": [["L2", "S1"]]})
    take_reward(bribe(game, 1), "casanova")
    do(game, "grow")
    assert orc(game, "A")["room"] == "M24"
    assert CELL_NAMES[game.state["seats"][0]["home"][2]] == "M13"


@rule("C-3", "F-FRIEND-1")
def test_a_guest_makes_way_for_an_orc_that_was_held() -> None:
    """Orc B is held; a new orc worker dwelling is for it, or for orc A, whose place in the guest dwelling it takes then."""
    board = {"F22": "trap:net", "M13": "guest_dwelling", "M24": "cavern"}
    mine = seat(board=board, orcs=orcs(8, A=friendly("M13"), B=at("F22", 5, held=True)), wood=4, ore=3)
    game = do(position(1, 8, [mine], display={"extensions": ["X4"]}), "place", space="housework")
    do(game, "furnish", tile="orc_worker_dwelling", cell="M24")
    assert {action.cell for action in find(game, "move_in", orc="B")} == {"M13", "M24"}
    do(game, "move_in", orc="B", cell="M13")
    assert (orc(game, "A")["room"], orc(game, "B")["room"]) == ("M24", "M13")


@ruling("guest_dwelling_auto_move_in", True, False)
def test_a_held_orc_and_the_guest_dwelling(rules: Rules, outcome: bool) -> None:
    mine = seat(board={"F22": "trap:net", "M13": "cavern"}, orcs=orcs(8, A=at("F22", 5, held=True)), wood=3, stone=3)
    game = do(position(1, 8, [mine], rules=rules, display={"extensions": ["X6"]}), "place", space="housework")
    do(game, "furnish", tile="guest_dwelling", cell="M13")
    assert can(game, "move_in", orc="A", cell="M13") == outcome
    assert (place(game, "A") == "friendly") != outcome


@ruling("mine_orc_may_use_mine_with_donkey", 4, 3)
def test_the_mine_orc_and_the_mine_of_a_donkey(rules: Rules, outcome: int) -> None:
    """The only donkey has to stand in the ore mine: two cattle fill the entry-level dwelling."""
    board = {"M24": "ore_mine*3", "M34": "mine_orc_dwelling"}
    mine = seat(board=board, orcs=orcs(5, A=friendly("M34")), donkey=1, cattle=2, food=9)
    game = position(1, 5, [mine], "field", rules=rules)
    while can(game, "mine"):
        do(game, "mine", **({"worker": "mine orc"} if can(game, "mine", worker="mine orc") else {}))
    assert goods(game)["ore"] == outcome


# ---------------------------------------------------------------- prices and weapons


@ruling("warrior_dwelling_discounts", True, False)
def test_discounts_on_the_warriors_dwelling(rules: Rules, outcome: bool) -> None:
    mine = seat(board={"M24": "carpenter"}, wood=3, stone=2, ore=2, orcs=orcs(8))
    game = do(position(1, 8, [mine], rules=rules), "place", space="housework")
    assert can(game, "furnish", tile="warrior_dwelling") == outcome


@ruling("armory_discount_blacksmith", {1, 2}, {1, 2, 3, 4})
def test_wooden_weapons_and_the_blacksmith(rules: Rules, outcome: set[int]) -> None:
    mine = seat(board={"M24": "blacksmith"}, wood=2, orcs=orcs(8))
    game = do(position(1, 8, [mine], rules=rules, spaces={"armory": {"goods": {}}}), "place", space="armory")
    assert {action.strength for action in find(game, "forge_wood")} == outcome


# ---------------------------------------------------------------- start and end


def at_the_end(rules: Rules, **fields: Any) -> Game:
    """The last trades are over; orc A, which sat on M24, takes the dearest tile or the owner chooses."""
    game = position(1, 12, [seat(orcs=orcs(12, A=at("M24", 5)), **fields)], "final", rules=rules)
    while not game.over and not can(game, "occupy"):
        do(game, "pass" if can(game, "pass") else game.legal()[0].kind)
    return game


@ruling("endgame_animals_valued", "M24", "M34")
def test_animals_and_the_dearest_tile(rules: Rules, outcome: str) -> None:
    """The ruby mine is worth 4, the cuddle room 2 or, with three sheep in it, 5."""
    board = {"M24": "ruby_mine", "M34": "cuddle_room", "M33": "simple_dwelling_4w2s"}
    game = at_the_end(rules, board=board, dwarfs=[living(0, "M14"), living(0, "M14"), living(0, "M33")], sheep=5)
    assert game.over
    assert place(game, "A") == outcome


@ruling("endgame_tie", {"M24", "M34"}, set())
def test_ties_at_the_end(rules: Rules, outcome: set[str]) -> None:
    """Both are worth 4; in the mixed dwelling two sheep stand, which are worth nothing to the orc."""
    game = at_the_end(rules, board={"M24": "ruby_mine", "M34": "mixed_dwelling"}, sheep=4)
    assert {action.cell for action in find(game, "occupy")} == outcome
    assert outcome or place(game, "A") == "M34"


@ruling("solo_start_food", 1, 2)
def test_food_of_a_solo_game(rules: Rules, outcome: int) -> None:
    assert goods(Game(players=1, seed=1, expansion="fiends", rules=rules))["food"] == outcome


@ruling("campaign_bonus_timing", 0, 1)
def test_when_campaign_bonuses_come(rules: Rules, outcome: int) -> None:
    """During setup no space has been turned over and nothing lies anywhere; at the start of round 1 it does."""
    course = _Course("random", 1, buy_nothing, "normal", 0, dict(rules))
    game = course.new_game(1, course.rules_of(1), ["twin_tile"])
    assert can(game, "twin_tile")
    assert game.round == outcome


@rule("C-6")
@ruling("endgame_dwarfs_valued", "M24", {"M24", "M34"})
def test_dwarfs_and_the_dearest_tile(rules: Rules, outcome: str | set[str]) -> None:
    """A couple dwelling of 5 points with two dwarfs is worth 7, or 6 for the one that is captured; broom chambers apart."""
    points = {"furnishing.peaceful_cave.points": 6}
    board = {"M24": "couple_dwelling", "M34": "peaceful_cave", "M33": "cavern"}
    family = [living(0, "M24"), living(0, "M24")]
    game = position(1, 12, [seat(board=board, dwarfs=family, orcs=orcs(12, A=at("M33", 5)))], "final", rules=rules | points)
    while not game.over and not can(game, "occupy"):
        do(game, "pass" if can(game, "pass") else game.legal()[0].kind)
    assert ({action.cell for action in find(game, "occupy")} or place(game, "A")) == outcome


@rule("C-7")
@ruling("last_worker_spared_at_the_end", [], [0])
def test_the_last_dwarf_at_the_end(rules: Rules, outcome: list[int]) -> None:
    game = at_the_end(rules, board={"M24": "dwelling"}, dwarfs=[living(0, "M24")])
    assert (game.over, place(game, "A")) == (True, "M24")
    assert captives(game) == outcome
    assert Game.from_dict(game.to_dict()).scores() == game.scores()


@rule("C-1")
@ruling("orc_doctor_guest_dwelling", False, True)
def test_the_orc_doctor_and_the_guest_dwelling(rules: Rules, outcome: bool) -> None:
    mine = seat(board={"M24": "guest_dwelling"}, dwarfs=[14, 14], orcs=orcs(8, C=at("F12", 9)))
    game = position(1, 8, [mine], rules=rules, bounty={"strips": [["L7", "S1"]]})
    do(game, "place", space="blacksmithing")
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    settle(take_reward(fight(game, "C"), "orc_doctor"))
    assert ("extra" in game.to_dict()["seats"][0]["orcs"]) == outcome


@rule("C-5")
@ruling("rewards_arm_newborns", {"at work", "just born"}, {"at work"})
def test_the_outfitter_and_a_newborn(rules: Rules, outcome: set[str]) -> None:
    family = [14, 14, dwarf(0, "family_life", newborn=True), dwarf(0, "family_life")]
    board = {"M24": "dwelling", "M34": "dwelling"}
    mine = seat(board=board, dwarfs=family, orcs=orcs(8, C=at("F12", 9)), food=9)
    game = position(1, 8, [mine], rules=rules, bounty={"strips": [["L4", "S1"]]}, spaces={"family_life": {"used_by": 0}})
    do(game, "place", space="blacksmithing", weapon=14)
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    take_reward(fight(game, "C"), "outfitter")
    assert {action.place for action in find(game, "arm")} == outcome
    do(game, "arm", place="just born" if "just born" in outcome else "at work")
    weapons = [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]
    assert (weapons[2] == 5) == ("just born" in outcome)
    assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()


@rule("C-9")
@ruling("friendly_orc_must_be_placed", False, True)
def test_orcs_that_stay_at_home(rules: Rules, outcome: bool) -> None:
    board = {"M13": "orc_dwelling", "M24": "orc_dwelling"}
    mine = seat(board=board, dwarfs=[dwarf(at="supplies")], orcs=orcs(8, A=friendly("M13"), B=friendly("M24")), food=9)
    spaces = {"logging_1_3": {"goods": {"wood": 3}}, "excavation_1_3": {"goods": {"stone": 2}}}
    game = position(2, 8, [mine], rules=rules, spaces=spaces, turn={"turn": 0})
    assert can(game, "place_orc", orc="B", space="logging_1_3")
    assert can(game, "pass") == outcome
    if outcome:
        do(game, "pass")
        until(game, "place", "feed", "house")
        assert not can(game, "place_orc", orc="B", space="logging_1_3") or game.round > 8


def test_every_ruling_has_its_test() -> None:
    tests = [test for name, test in globals().items() if name.startswith("test_")]
    cited = [mark.args[0] for test in tests for mark in getattr(test, "pytestmark", ()) if mark.name == "rule"]
    assert sorted(name for name in cited if name.startswith("ruling:")) == sorted(
        f"ruling:{name}" for name in printed_tables("fiends")["ruling"]
    )
