"""Event boards, stacks of movement cards, milestones and the new loot, row by row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from caverna_sim import Game
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.campaign import bonuses, metric
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import good, terrain
from caverna_sim.games.caverna.shape import layout
from tests.caverna.fiends.table import (
    BRIBE_GOODS,
    ROUND_OF_EVENT,
    at,
    can,
    cell,
    displace,
    do,
    event,
    find,
    finish_turn,
    goods,
    orcs,
    place,
    position,
    rule,
    seat,
    step,
    until,
    waiting,
)

TABLES = printed_tables("fiends")
STACKS = {
    1: {"A": 3, "B": 2, "C": 1},
    2: {"A": 3, "B": 2, "C": 1},
    3: {"A": 3, "B": 2, "C": 1, "D": 1},
    4: {"A": 3, "B": 2, "C": 1, "D": 1},
}
PRICES = {1: "wood", 2: "stone", 3: "ore", 4: "gold"}


def all_orcs(number: int) -> dict[str, Any]:
    """Orcs that stand in the forest from the first event on, D from the third."""
    last = at("F12", 12) if number > 2 else waiting()
    return orcs(ROUND_OF_EVENT[number], A=at("F11", 5), B=at("F21", 7), C=at("F31", 9), D=last)


@pytest.mark.parametrize("number", [pytest.param(number, marks=rule(f"event:{number}", "F-EVENT-13")) for number in STACKS])
def test_cards_come_from_the_stacks_of_the_board(number: int) -> None:
    mine = seat(orcs=all_orcs(number), wood=9, stone=9, ore=9, grain=9, food=30)
    game = position(1, ROUND_OF_EVENT[number], [mine], "return_home", events={"event": number - 1, "bribe": BRIBE_GOODS})
    drawn = {}
    while not game.over and game.round == ROUND_OF_EVENT[number] and len(drawn) < len(STACKS[number]):
        until(game, "orc")
        now = game.to_dict()["events"]
        assert now["event"] == number
        drawn[now["orc"]] = int(now["movement"]["0"][1])
        do(game, "pass")
    assert drawn == STACKS[number]


@pytest.mark.parametrize("number", [pytest.param(number, marks=rule(f"event:{number}", "F-EVENT-13", "F-EVENT-4")) for number in PRICES])
def test_the_price_of_displacing(number: int) -> None:
    mine = {"orcs": all_orcs(number)}
    card = {"card": "M3-1"}
    assert not can(event(number, "A", seat(**mine), **card), "displace")
    game = displace(event(number, "A", seat(**mine, **{PRICES[number]: 1}), **card), "S")
    assert goods(game)[PRICES[number]] == 0
    assert place(game, "A") == "F12"


HARVESTS = {1: ["feed"], 2: ["feed", "breed"], 3: ["feed"], 4: ["harvest_choice", "feed"]}


@pytest.mark.parametrize("number", [pytest.param(number, marks=rule(f"event:{number}", f"F-HARV-{number}")) for number in HARVESTS])
def test_the_harvest_of_the_board(number: int) -> None:
    """Crops come in after event 2 and, if the owner wants, after event 4; goods of mines not after event 3."""
    board = {"F34": "field:grain*3", "F33": "small_pasture", "M24": "ore_mine*3", "M34": "ore_mine*2"}
    family = orcs(ROUND_OF_EVENT[number], C=at("F11", 9))
    mine = seat(board=board, orcs=family, sheep=2, donkey=1, food=30, animals_at={"F33": {"sheep": 2}, "M24": {"donkey": 1}})
    game = event(number, "C", mine, card="M1-3")
    do(game, "pass")
    seen = []
    while not game.over and game.round == ROUND_OF_EVENT[number]:
        if step(game) not in seen[-1:]:
            seen.append(step(game))
        game.play(game.legal()[0])
    steps = [name for name in seen if name in ("harvest_choice", "feed", "breed")]
    assert [name for name in steps if name in HARVESTS[number]][: len(HARVESTS[number])] == HARVESTS[number]
    assert ("mine" in seen) == (number in (1, 2))  # after event 4 the field and the mine phase were given up
    assert cell(game, "F34") == ("field:grain*2" if number == 2 else "field:grain*3")


# ---------------------------------------------------------------- movement cards

STEPS = {"N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1)}


def end_of(start: str, steps: list[str]) -> str:
    """Where an orc stands after its card, by F-EVENT-7; M13 is the one cell of the cave it finds."""
    column, row = int(start[1]), int(start[2])
    for name in steps:
        if (column, row, name) == (3, 4, "E"):
            return "M13"
        across, down = STEPS[name]
        if not (1 <= column + across <= 3 and 1 <= row + down <= 4):
            across, down = (0, 1) if row < 4 else (1, 0)
        column, row = column + across, row + down
        if column == 4:
            return "M13"
    return f"F{column}{row}"


def cards(stack: int) -> list[str]:
    return [name for name, card in TABLES["movement_card"].items() if card["stack"] == stack]


@pytest.mark.parametrize(
    ("stack", "name"), [pytest.param(stack, name, marks=rule(f"stack:{stack}")) for stack, name in ((1, "C"), (2, "B"), (3, "A"))]
)
def test_orcs_walk_the_cards_of_their_stack(stack: int, name: str) -> None:
    """Every card from three cells: the first row, the middle, the entrance."""
    assert len(cards(stack)) == 9
    for card in cards(stack):
        for start in ("F21", "F22", "F34"):
            mine = seat(orcs=orcs(8, **{name: at(start, 9)}))
            game = event(3, name, mine, card=card)
            if step(game) == "orc":
                do(game, "pass")
            assert place(game, name) == end_of(start, TABLES["movement_card"][card]["steps"]), (card, start)


# ---------------------------------------------------------------- milestones


def ended(name: str, number: int) -> Any:
    """A seat that has so many of what a milestone counts."""
    seat_record = np.zeros(1, layout.STATE)[0]["seats"][0]
    if name == "friendly_orc":
        for which in range(number):
            seat_record["orcs"][which]["status"] = orc.FRIENDLY
    elif name in ("grain", "vegetable"):  # one lies on a field
        seat_record["goods"][good.NAMES.index(name)] = number - 1
        seat_record["terrain"][terrain.GRAIN_FIELD if name == "grain" else terrain.VEGETABLE_FIELD] = 1 << 7
        seat_record["detail"][7] = 1
    else:
        seat_record["goods"][good.NAMES.index(name)] = number
    return seat_record


@pytest.mark.parametrize("name", [pytest.param(name, marks=rule(f"milestone:{name}", "F-CAMP-6")) for name in TABLES["milestone"]])
def test_milestones_count_what_they_name(name: str) -> None:
    row = TABLES["milestone"][name]
    assert metric(ended(row["metric"], row["threshold"]), row["metric"]) == row["threshold"]
    assert metric(ended(row["metric"], row["threshold"] - 1), row["metric"]) < row["threshold"]
    cheapest = min(bonus.once for bonus in bonuses(TABLES).values())
    assert 0 < row["discount"] <= cheapest  # a discount alone buys nothing


# ---------------------------------------------------------------- the Armory and the new loot


@rule("A-armory", "F-ACT-1")
@pytest.mark.parametrize(("players", "ware"), [(1, "wood"), (3, "wood"), (4, "food"), (7, "food")])
def test_what_lies_on_the_armory(players: int, ware: str) -> None:
    game = Game(players=players, seed=3, expansion="fiends")
    assert game.to_dict()["spaces"]["armory"]["goods"] == {ware: 1}
    before = goods(game)[ware]
    do(game, "place", space="armory")
    if can(game, "collect"):
        do(game, "collect")
    assert goods(game)[ware] == before + 1


def on_expedition(weapon: int, **fields: Any) -> Game:
    """A dwarf of this strength chooses the first item of an expedition."""
    game = position(1, 8, [seat(dwarfs=[weapon, 14], orcs=fields.pop("orcs", orcs(8)), **fields)])
    do(game, "place", space="blacksmithing", weapon=weapon)
    return do(game, "expedition")


@rule("L-set_trap", "F-LOOT-1")
@pytest.mark.parametrize("weapon", [4, 5])
def test_a_trap_as_loot(weapon: int) -> None:
    game = on_expedition(weapon, wood=4, stone=1)
    assert can(game, "loot", loot="set_trap") == (weapon == 5)
    if weapon == 5:
        do(game, "loot", loot="set_trap")
        do(game, "set_trap", trap="pitfall", cell="F12")
        assert (goods(game)["wood"], goods(game)["stone"]) == (0, 0)  # its cost is paid
        assert cell(game, "F12") == "trap:pitfall"
    assert not can(on_expedition(14), "loot", loot="set_trap")  # nothing to pay with


@rule("L-restock_mines", "F-LOOT-1", "F-MINE-3")
@pytest.mark.parametrize("weapon", [7, 8])
def test_restocking_as_loot(weapon: int) -> None:
    game = on_expedition(weapon, board={"M24": "ore_mine", "M34": "ruby_mine*1"})
    assert can(game, "loot", loot="restock_mines") == (weapon == 8)
    if weapon == 8:
        do(game, "loot", loot="restock_mines")
        do(game, "restock", cell="M24")
        do(game, "restock", cell="M34")
        assert (cell(game, "M24"), cell(game, "M34")) == ("ore_mine*2", "ruby_mine*2")


@rule("L-fight_orc", "F-LOOT-1")
def test_a_fight_as_loot() -> None:
    weak = on_expedition(1, orcs=orcs(8, A=at("F11", 1), B=at("F21", 7)))
    do(weak, "loot", loot="fight_orc")
    assert {action.orc for action in find(weak, "fight")} == {"A"}
    assert not can(on_expedition(4, orcs=orcs(8, A=at("F11", 5))), "loot", loot="fight_orc")
    do(weak, "fight", orc="A", dogs=0)
    do(weak, "take_gold")
    finish_turn(weak)
    assert place(weak, "A") == "defeated"
