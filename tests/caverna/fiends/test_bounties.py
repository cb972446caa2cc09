"""All 28 rewards of the bounty board, each taken by somebody who has just beaten an orc (F-BOUNTY-9)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from caverna_sim.games.caverna.box.tables import printed_tables
from tests.caverna.fiends.table import (
    at,
    can,
    cell,
    defeated,
    do,
    dwarf,
    fight,
    find,
    finish_turn,
    friendly,
    goods,
    orcs,
    place,
    position,
    rule,
    seat,
    take_reward,
)

BOUNTIES = printed_tables("fiends")["bounty"]
ORC_OF_COLUMN = " ABCD"
# what the board prints, by strip (F-BOUNTY-9)
GAINS = {
    "farmer": {"food": 3},
    "shepherd": {"sheep": 2},
    "seasonal_worker": {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2},
    "woodcutter": {"wood": 3},
    "pig_farmer": {"wild_boar": 2},
    "stonemason": {"stone": 3},
    "dairyman": {"cattle": 1},
    "ore_worker": {"ore": 3},
    "merchant": {"grain": 1, "vegetable": 1},
    "goldsmith": {"gold": 2},
    "jeweller": {"ruby": 1},
    "pack_donkey": {"donkey": 1},
    "grocer": {"gold": 2, "food": 1},
    "breeder": {"sheep": 1, "donkey": 1, "wild_boar": 1, "cattle": 1, "dog": 1},
    "stray_dogs": {"dog": 2},
    "scrap_dealer": {"wood": 1, "stone": 1, "ore": 1},
}
PASTURES = {"F34": "small_pasture", "F33": "small_pasture", "F32": "small_pasture", "F24": "small_pasture", "F23": "small_pasture"}


def bounty(name: str) -> Any:
    return rule(f"bounty:{name}", "F-BOUNTY-9")


def beaten(name: str, strength: int = 5, players: int = 1, others: list[Any] | None = None, **fields: Any) -> Game:
    """A dwarf of strength 14 has beaten the weakest orc that may take this reward; the reward is to be chosen."""
    row, spaces = BOUNTIES[name], fields.pop("spaces", {})
    letter = ORC_OF_COLUMN[row["column"]]
    mine = orcs(8, **{letter: at("F11", strength, start_strength=12)}, **fields.pop("friends", {}))
    fields.setdefault("dwarfs", [14, 14])
    start = seat(orcs=mine, **fields)
    game = position(players, 8, [start, *(others or [])], bounty={"strips": [[row["strip"], "S1"]]}, spaces=spaces)
    do(game, "place", space="blacksmithing", weapon=14)
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    return fight(game, letter)


def rewarded(name: str, **fields: Any) -> Game:
    """The same, and the reward has been chosen."""
    return take_reward(beaten(name, **fields), name)


def weapons(game: Game) -> list[int]:
    return [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]


@pytest.mark.parametrize("name", [pytest.param(name, marks=bounty(name)) for name in GAINS])
def test_goods_and_animals(name: str) -> None:
    game = beaten(name, board=PASTURES)
    before = goods(game)
    after = goods(take_reward(game, name))
    assert {ware: after[ware] - before[ware] for ware in after if after[ware] != before[ware]} == GAINS[name]
    tokens = game.to_dict()["bounty"]["tokens"]
    assert tokens == {name: {"seat": 0, "orc": ORC_OF_COLUMN[BOUNTIES[name]["column"]]}}


@bounty("mercenary")
@bounty("soldier")
@pytest.mark.parametrize(("name", "items"), [("mercenary", 4), ("soldier", 3)])
def test_expeditions(name: str, items: int) -> None:
    """With the strength that was beaten: 5."""
    game = rewarded(name, dog=1)
    strengths = {loot: row["strength"] for loot, row in printed_tables("fiends")["loot"].items()}
    for loot in ("dog", "wood", "grain", "stone")[:items]:
        offered = {action.loot for action in find(game, "loot")}
        assert offered
        assert max(strengths[item] for item in offered) <= 5
        assert "fight_orc" not in offered
        do(game, "loot", loot=loot)
    assert not can(game, "loot")
    assert (goods(game)["dog"], goods(game)["wood"], goods(game)["stone"]) == (2, 1, 1 if items == 4 else 0)
    finish_turn(game)
    assert weapons(game) == [10, 14]  # 14 less 5, raised by the expedition of the dwarf only


@bounty("mine_foreman")
def test_mine_foreman() -> None:
    game = rewarded("mine_foreman", board={"M24": "ore_mine*3", "M23": "ore_mine", "M34": "ruby_mine"})
    for mine in ("M24", "M23", "M34"):
        do(game, "restock", cell=mine)
    assert [cell(game, mine) for mine in ("M24", "M23", "M34")] == ["ore_mine*5", "ore_mine*2", "ruby_mine*1"]
    assert not can(game, "restock")


@bounty("casanova")
@rule("F-BOUNTY-10", "F-YELLOW-2")
def test_casanova() -> None:
    game = rewarded("casanova", wood=4, stone=3, food=3)
    tiles = {action.tile for action in find(game, "furnish")}
    assert "dwelling" in tiles
    assert "wood_supplier" not in tiles  # dwellings only
    assert "supplies_storage" not in tiles  # nor a yellow one, which furnishing a cavern would offer now
    assert not can(game, "grow")  # no room yet
    do(game, "furnish", tile="dwelling", cell="M13")
    assert (goods(game)["wood"], goods(game)["stone"]) == (0, 0)
    do(game, "grow")
    assert [entry.get("newborn", False) for entry in game.to_dict()["seats"][0]["dwarfs"]] == [False, False, True]


@bounty("forger")
@rule("F-BOUNTY-8")
def test_forger() -> None:
    other = seat(dwarfs=[dwarf(at="housework"), dwarf()], orcs=orcs(8))
    game = rewarded("forger", players=2, others=[other], spaces={"housework": {"used_by": 1}})
    assert {action.space for action in find(game, "use_space")} >= {"housework"}
    assert not can(game, "use_space", space="clearing_1_3")
    do(game, "use_space", space="housework")
    do(game, "collect")
    assert goods(game)["dog"] == 1
    assert game.to_dict()["spaces"]["housework"]["used_by"] == 1


@bounty("herald")
@rule("F-BOUNTY-8")
def test_herald() -> None:
    spaces = {"logging_1_3": {"goods": {"wood": 3}, "used_by": 1}, "clearing_1_3": {"goods": {"wood": 2}}}
    other = seat(dwarfs=[dwarf(at="logging_1_3"), dwarf()], orcs=orcs(8))
    game = rewarded("herald", players=2, others=[other], spaces=spaces)
    assert not can(game, "use_space", space="logging_1_3")
    assert not can(game, "use_space", space="blacksmithing")
    do(game, "use_space", space="clearing_1_3")
    do(game, "collect")
    assert goods(game)["wood"] == 2
    assert game.to_dict()["spaces"].get("clearing_1_3", {}).get("used_by") is None


@bounty("outfitter")
@rule("F-BOUNTY-6")
def test_outfitter() -> None:
    game = rewarded("outfitter", dwarfs=[14, dwarf(0, "housework")])
    assert {action.strength for action in find(game, "arm")} == {5}
    do(game, "arm")
    finish_turn(game)
    assert weapons(game) == [10, 5]
    assert not can(rewarded("outfitter"), "arm")  # nobody is unarmed


@bounty("beggar_king")
@pytest.mark.parametrize(("option", "left", "gold"), [(0, 1, 3), (1, 1, 0), (2, 2, 3)])
def test_beggar_king(option: int, left: int, gold: int) -> None:
    game = rewarded("beggar_king", begging=2)
    game.play(find(game, "beggar")[option])
    assert (game.to_dict()["seats"][0]["begging"], goods(game)["gold"]) == (left, gold)
    assert len(find(rewarded("beggar_king"), "beggar")) == 1  # without a marker there is only the gold


@bounty("trapper")
def test_trapper() -> None:
    game = rewarded("trapper")
    do(game, "set_trap", trap="pitfall", cell="F24")
    assert cell(game, "F24") == "trap:pitfall"


@bounty("barterer")
@rule("F-BOUNTY-10")
def test_barterer() -> None:
    game = rewarded("barterer", wood=3, stone=1, grain=2)
    swaps = {(action.good, action.wanted, action.amount) for action in find(game, "swap")}
    wanted = {("wood", other, number) for other in ("stone", "ore") for number in (1, 2, 3)}
    assert swaps == wanted | {("stone", "wood", 1), ("stone", "ore", 1)}  # building materials only
    do(game, "swap", good="wood", wanted="ore", amount=3)
    assert (goods(game)["wood"], goods(game)["stone"], goods(game)["ore"]) == (0, 1, 3)
    assert not can(game, "swap")  # one kind into one other kind


@bounty("orc_doctor")
@rule("F-BOUNTY-10", "C-1")
def test_orc_doctor() -> None:
    """The extra orc moves into any uninhabited orc dwelling, a special one too."""
    game = rewarded("orc_doctor", board={"M24": "orc_dwelling", "M34": "chief_orc_dwelling"})
    assert {action.cell for action in find(game, "move_in", orc="extra")} == {"M24", "M34"}
    do(game, "move_in", cell="M34")
    extra = game.to_dict()["seats"][0]["orcs"]["extra"]
    assert (extra["at"], extra["room"]) == ("friendly", "M34")


@rule("C-1")
@pytest.mark.parametrize("tile", ["orc_dwelling", "chief_orc_dwelling", "mine_orc_dwelling", "orc_worker_dwelling"])
def test_every_orc_dwelling_takes_the_extra_orc(tile: str) -> None:
    game = rewarded("orc_doctor", board={"M24": tile})
    assert game.to_dict()["seats"][0]["orcs"]["extra"]["room"] == "M24"


@rule("C-2", "F-BOUNTY-2")
def test_a_field_may_be_taken_whose_reward_is_of_no_use() -> None:
    """The only orc dwelling is inhabited: the token goes to the Orc doctor, nobody moves in, and the field is taken."""
    game = beaten("orc_doctor", board={"M24": "orc_dwelling"}, friends={"A": friendly("M24")})
    gold = goods(game)["gold"]
    take_reward(game, "orc_doctor")
    assert "extra" not in game.to_dict()["seats"][0]["orcs"]
    assert game.to_dict()["bounty"]["tokens"]["orc_doctor"] == {"seat": 0, "orc": "C"}
    assert not can(game, "move_in")
    assert goods(game)["gold"] == gold
    assert can(beaten("forger"), "bounty", bounty="forger")  # no space is occupied by anybody else
    assert can(beaten("outfitter"), "bounty", bounty="outfitter")  # nobody is unarmed


@rule("bounty:orc_doctor")
def test_the_extra_orc_works_in_the_same_round() -> None:
    game = rewarded("orc_doctor", board={"M24": "orc_dwelling"}, dwarfs=[14], spaces={"logging_1_3": {"goods": {"wood": 3}}})
    if can(game, "move_in"):
        do(game, "move_in")
    finish_turn(game)
    do(game, "place_orc", orc="extra", space="logging_1_3")
    assert goods(game)["wood"] == 3


@bounty("big_donor")
def test_big_donor() -> None:
    family = [14, 14, dwarf(0, "family_life", newborn=True), dwarf(0, "family_life")]
    board = {"M24": "orc_dwelling", "M34": "dwelling", "M33": "dwelling"}
    game = beaten("big_donor", board=board, dwarfs=family, friends={"A": friendly("M24")})
    before = goods(game)["food"]
    take_reward(game, "big_donor")
    assert goods(game)["food"] - before == 3 * 2 + 1 + 1


def test_every_bounty_has_its_test() -> None:
    tests = [test for name, test in globals().items() if name.startswith("test_")]
    marks = [mark for test in tests for mark in getattr(test, "pytestmark", ()) if mark.name == "rule"]
    cited = {rule_id for mark in marks for rule_id in mark.args} | {f"bounty:{name}" for name in GAINS}
    assert {f"bounty:{name}" for name in BOUNTIES} <= cited
    assert {name for name, row in BOUNTIES.items() if row["do"] == "gain"} == set(GAINS)


@rule("F-BOUNTY-4")
def test_a_field_is_taken_for_everybody() -> None:
    """Seat 1 has taken the farmer before."""
    other = seat(orcs=orcs(8, A=defeated(4, reward="farmer")))
    mine = seat(orcs=orcs(8, A=at("F11", 5)), dwarfs=[14, 14])
    board = {"strips": [["L1", "S1"]], "tokens": {"farmer": {"seat": 1, "orc": "A"}}}
    game = position(2, 8, [mine, other], bounty=board)
    do(game, "place", space="blacksmithing")
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    fight(game, "A")
    assert place(game, "A") == "defeated"
    assert not can(game, "bounty")
    assert can(game, "take_gold")
