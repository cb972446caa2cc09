"""Worked examples: traps."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.fiends.table import (
    at,
    bribe,
    can,
    cell,
    displace,
    do,
    event,
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
    play_out,
    position,
    rule,
    score,
    seat,
    settle,
    step,
    take_gold,
    until,
    waiting,
)

NET = {"F12": "trap:net"}


def meets(trap: str, strength: int, **fields: Any) -> Game:
    """Orc A of a strength walks S, S, S from the first row; a trap lies on the second."""
    mine = seat(board={"F12": f"trap:{trap}", **fields.pop("board", {})}, orcs=orcs(3, A=at("F11", strength)), **fields)
    return leave(event(1, "A", mine, card="M3-1"))


@rule("F-TRAP-4", "F-TRAP-5")
def test_T_02_a_trap_only_works_for_a_suitable_orc() -> None:
    game = meets("pitfall", 9)
    assert (place(game, "A"), orc(game, "A")["strength"]) == ("F14", 9)
    assert cell(game, "F12") == "trap:pitfall"
    game = meets("pitfall", 8)
    assert place(game, "A") == "defeated"
    assert orc(game, "A")["fate"] == "trapped"
    assert cell(game, "F12") == "trap:pitfall:inactive"
    assert has_bounties(game)


@rule("F-FRIEND-1", "F-FRIEND-4", "F-TRAP-10", "F-TRAP-11")
def test_T_06_a_room_turns_a_held_orc_friendly() -> None:
    held = orcs(A=at("F22", 5, held=True))
    mine = seat(board={"F22": "trap:net"}, dwarfs=[0], orcs=held, wood=2, ore=2)
    game = position(1, 8, [mine], spaces={"logging_1_3": {"goods": {"wood": 3}}})
    do(game, "place", space="housework")
    do(game, "furnish", tile="orc_dwelling", cell="M13")
    settle(game)
    assert orc(game, "A")["at"] == "friendly"
    assert orc(game, "A")["room"] == "M13"
    assert cell(game, "F22") == "trap:net:inactive"
    assert score(game)["traps"] == 2
    assert not has_bounties(game)
    finish_turn(game)
    assert game.round == 8
    assert can(game, "place_orc", orc="A", space="logging_1_3")


@rule("F-TRAPKIND-6", "F-EVENT-5", "F-EVENT-6")
def test_T_12_pushed_into_poison_darts() -> None:
    mine = seat(board={"F12": "trap:poison_darts"}, orcs=orcs(3, A=at("F11", 5)), wood=1)
    game = event(1, "A", mine, card="M3-2")
    displace(game, "S")
    assert goods(game)["wood"] == 0
    while can(game, "reduce", orc="A"):
        do(game, "reduce", orc="A")
    assert place(game, "A") == "defeated"
    assert cell(game, "F12") == "trap:poison_darts:inactive"
    take_gold(game)
    assert step(game) == "feed"  # no steps of the card


@rule("F-EVENT-13")
def test_T_12_one_card_of_stack_3_avoids_the_cell_below() -> None:
    from tests.caverna.oracles.fiends_walk import cards, walk

    beside = [name for name, steps in cards(3).items() if "F12" not in walk("F11", steps)]
    assert beside == ["M3-2"]


@rule("F-TRAP-6", "F-TRAPKIND-8", "F-TRAPKIND-1")
@pytest.mark.parametrize("trap", ["saw_trap", "leghold_trap"])
@pytest.mark.parametrize(("before", "after"), [(9, 5), (8, 4), (1, 1)])
def test_T_19_halving_rounds_up_and_never_defeats(trap: str, before: int, after: int) -> None:
    game = meets(trap, before)
    assert orc(game, "A")["strength"] == after
    assert place(game, "A") == "F14"  # a surviving orc keeps moving
    assert cell(game, "F12") == f"trap:{trap}:inactive"


@rule("F-TRAPKIND-6", "F-TRAPKIND-11")
@pytest.mark.parametrize("trap", ["poison_darts", "blast_trap"])
def test_T_20_all_reductions_may_hit_one_orc(trap: str) -> None:
    mine = seat(board={"F12": f"trap:{trap}"}, orcs=orcs(3, A=at("F11", 9), C=at("F31", 9)))
    game = leave(event(1, "A", mine, card="M3-1"))
    while can(game, "reduce", orc="C"):
        do(game, "reduce", orc="C")
    assert orc(game, "C")["strength"] == 3
    assert (place(game, "A"), orc(game, "A")["strength"]) == ("F14", 9)  # it need not be among the targets


@rule("F-TRAP-8")
def test_T_38_a_holding_trap_holds_one_orc() -> None:
    held = orcs(3, A=at("F22", 5, held=True), B=at("F21", 7))
    game = leave(event(1, "B", seat(board={"F22": "trap:net"}, orcs=held), card="M2-1"))
    assert place(game, "B") == "F23"
    assert not orc(game, "B").get("held")
    assert orc(game, "A")["held"]
    assert cell(game, "F22") == "trap:net"


@rule("F-TRAP-4", "F-TRAP-7", "F-EVENT-6")
def test_T_39_an_orc_is_bribed_before_it_is_pushed_into_a_net() -> None:
    mine = seat(board={"F22": "trap:net"}, orcs=orcs(3, C=at("F21", 9)), wood=1, stone=1)
    game = displace(event(1, "C", mine, card="M1-1"), "S")
    assert place(game, "C") == "F22" and not orc(game, "C").get("held")
    assert place(leave(game), "C") == "F23"
    game = displace(bribe(event(1, "C", mine, card="M1-1"), 1), "S")
    assert (orc(game, "C")["strength"], goods(game)["stone"], goods(game)["wood"]) == (8, 0, 0)
    assert orc(game, "C")["held"]
    assert step(game) == "feed"
    assert place(game, "C") == "F22"


@rule("F-TRAP-9", "F-EVENT-2")
def test_T_40_a_held_orc_moves_on_at_the_next_event() -> None:
    held = orcs(6, A=at("F12", 5, held=True))
    game = position(1, 6, [seat(board=NET, orcs=held, wood=2, stone=2)], "return_home", events={"bribe": ["stone", "wood", "ore", "grain"]})
    until(game, "orc")
    card = game.to_dict()["events"]["movement"]["0"]
    assert card.startswith("M3-")
    assert can(game, "bribe", amount=2)  # wood
    assert can(game, "displace", direction="east")  # 1 stone
    leave(game)
    assert place(game, "A") != "F12"
    assert not orc(game, "A").get("held")
    assert cell(game, "F12") == "trap:net"


@rule("F-EVENT-10", "F-TRAP-11")
def test_T_41_the_breakthrough_takes_a_held_orc_along() -> None:
    mine = seat(board=NET, orcs=orcs(10, A=at("F11", 5)))
    game = settle(leave(event(4, "A", mine, card="M3-1")))
    assert place(game, "A") == "M13"
    assert not orc(game, "A").get("held")
    assert cell(game, "F12") == "trap:net"
    assert score(game)["traps"] == 0


@rule("F-FRIEND-1", "F-FRIEND-4", "F-FRIEND-7")
def test_T_42_caught_in_an_event_with_a_free_room() -> None:
    mine = seat(board={**NET, "M13": "orc_dwelling"}, orcs=orcs(6, A=at("F11", 5), D=waiting()), food=9)
    game = settle(leave(event(2, "A", mine, card="M3-1")))
    assert orc(game, "A")["at"] == "friendly"
    assert cell(game, "F12") == "trap:net:inactive"
    assert not has_bounties(game)
    until(game, "feed")
    assert need(game) == 5  # 2 for each dwarf, 1 for the orc
    until(game, "place")
    assert game.round == 7
    assert not can(game, "place_orc")  # dwarfs first
    for _ in range(2):
        do(game, "place")
        finish_turn(game)
        play_out(game, "action", "sow", "expedition", "buy", "trade")
    assert can(game, "place_orc", orc="A")


@rule("F-TRAPKIND-7")
def test_T_43_a_permanent_trap_works_at_every_entry() -> None:
    mine = seat(board={"F12": "trap:permanent_trap"}, orcs=orcs(3, A=at("F11", 9)))
    game = leave(event(1, "A", mine, steps=["S", "N", "S"]))
    assert (place(game, "A"), orc(game, "A")["strength"]) == ("F12", 3)
    assert cell(game, "F12") == "trap:permanent_trap"


@rule("F-TRAPKIND-6", "F-TRAPKIND-11")
def test_T_51_orc_D_is_no_target_before_it_is_there() -> None:
    mine = seat(board={"F12": "trap:poison_darts"}, orcs=orcs(3, A=at("F11", 9), D=waiting()))
    game = leave(event(1, "A", mine, card="M3-1"))
    assert {action.orc for action in find(game, "reduce")} <= {"A"}
    play_out(game, "reduce")
    assert orc(game, "D").get("strength", 12) == 12


def furnished_after_trap(trap: bool) -> Game:
    """Seat 0 may place a meadow and a field; a trap lies beside no tile, or none at all."""
    mine = seat(board={"F24": "trap:pitfall"} if trap else {}, orcs=orcs(1, A=at("F11", 5)))
    return do(position(1, 1, [mine]), "place", space="slash_and_burn")


@rule("F-TRAP-1", "F-TRAP-2")
def test_T_52_a_trap_is_laid_first_and_tiles_follow() -> None:
    mine = seat(wood=4, stone=1, orcs=orcs(1, A=at("F11", 5)))
    game = do(position(1, 1, [mine]), "place", space="housework")
    do(game, "set_trap", trap="pitfall", cell="F24")
    assert cell(game, "F24") == "trap:pitfall"
    assert (goods(game)["wood"], goods(game)["stone"], goods(game)["food"]) == (0, 0, 1)  # the food of the icon
    beside = {"tile": "meadow_field", "cell": "F23", "direction": "north"}
    assert can(furnished_after_trap(True), "twin_tile", **beside)
    assert not can(furnished_after_trap(False), "twin_tile", **beside)
    assert not can(furnished_after_trap(True), "twin_tile", cell="F24")  # never built over


@rule("F-TRAP-3", "F-SCORE-2", "F-TILE-2")
def test_T_53_traps_at_the_end() -> None:
    def final(board: dict[str, str]) -> dict[str, int]:
        return score(position(1, 12, [seat(board={"F34": "meadow", **board})], "over"))

    without, traps = final({}), {"F24": "trap:net", "F14": "trap:pitfall:inactive"}
    both, chamber = final(traps), final({**traps, "M13": "trap_chamber"})
    assert both["unused_spaces"] == without["unused_spaces"] + 2
    assert both["traps"] == 2 and without["traps"] == 0
    assert both["total"] == without["total"] + 4
    assert chamber["bonus"] == 4
    assert chamber["traps"] == 2


@rule("F-TRAP-7", "F-FRIEND-2")
def test_T_42_an_inhabited_room_is_not_free() -> None:
    mine = seat(board={**NET, "M13": "orc_dwelling"}, orcs=orcs(6, A=at("F11", 5), B=friendly("M13"), D=waiting()))
    game = leave(event(2, "A", mine, card="M3-1"))
    assert place(game, "A") == "F12" and orc(game, "A")["held"]
