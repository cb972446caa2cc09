"""Actions of Frantic Fiends: stable ids, plain words, both ways."""

from __future__ import annotations

import random

import pytest

from caverna_sim import Action, UnknownAction
from caverna_sim.games.caverna.actions import KINDS
from caverna_sim.games.caverna.box.pack import SPACES
from caverna_sim.games.caverna.fiends import names as fiends_names
from caverna_sim.games.caverna.ids import act, good
from caverna_sim.games.caverna.shape.board import CELL_OF_NAME

NEW_KINDS = tuple(KINDS)[act.PLACE_ORC :]
M24, F12 = CELL_OF_NAME["M24"], CELL_OF_NAME["F12"]


def number(kind: int, first: int = 0, second: int = 0, third: int = 0) -> int:
    """The id of an action, written out."""
    return kind << 24 | first << 16 | second << 8 | third


PINNED = {
    number(act.PLACE_ORC, 1, SPACES.index("logging_1_3")): "place orc B on logging_1_3",
    number(act.SET_TRAP, 3, F12): "set pitfall on F12",
    number(act.RESTOCK, 0, M24): "restock the mine on M24",
    number(act.FORGE_WOOD, 4): "forge a wooden weapon of strength 4",
    number(act.BRIBE, 0, 5): "bribe orc A with 5",
    number(act.DISPLACE, 2, 3): "displace orc C to the southeast",
    number(act.FIGHT, 3, 2): "fight orc D and give up 2 dogs",
    number(act.BOUNTY, 3, 15): "take the bounty herald for orc D",
    number(act.TAKE_GOLD, 1): "take the gold of orc B",
    number(act.USE_SPACE, SPACES.index("housework")): "use the space housework",
    number(act.MOVE_IN, 4, M24): "let orc extra move into M24",
    number(act.OCCUPY, 0, M24): "let orc A occupy M24",
    number(act.CAPTURE, 0, 1): "let orc A capture one newborn dwarf",
    number(act.HOUSE, 0, M24): "house dwarf 1 on M24",
    number(act.HOUSE, 7, M24): "house orc B on M24",
    number(act.ARRANGE, good.SHEEP, F12, 3): "put 3 sheep on F12",
    number(act.MINE, 1, M24): "empty the mine on M24 with a mine orc",
    number(act.REDUCE, 2): "weaken orc C",
    number(act.PAY_TRAP, 6): "pay 6 to weaken the orc",
    number(act.ARM, 5, 1): "arm a dwarf acting now with strength 5",
    number(act.ARM, 8, 2, 2): "arm a dwarf at work with strength 8 paid in ore",
    number(act.SWAP, good.WOOD, good.ORE, 7): "swap 7 wood for ore",
    number(act.BEGGAR, 0): "return a marker and take gold as Beggar king",
    number(act.BEGGAR, 2): "take gold as Beggar king",
    number(act.CONVERT, good.SHEEP, 2, F12): "turn 2 sheep into food from F12",
}


@pytest.mark.parametrize(("identity", "text"), PINNED.items(), ids=PINNED.values())
def test_ids_and_texts_are_what_they_were(identity: int, text: str) -> None:
    assert Action(identity).text == text
    assert Action.parse(text).id == identity


def test_every_new_kind_is_pinned() -> None:
    assert {Action(identity).kind for identity in PINNED} == {*NEW_KINDS, "convert"}


@pytest.mark.parametrize("kind", NEW_KINDS)
def test_whatever_the_arguments_the_text_reads_back(kind: str) -> None:
    chance = random.Random(kind)
    texts: dict[str, int] = {}
    for _ in range(300):
        fields = {field.byte: chance.choice((chance.randrange(4), chance.randrange(256))) for field in KINDS[kind][1]}
        identity = number(act.NAMES.index(kind), fields.get(2, 0), fields.get(1, 0), fields.get(0, 0))
        try:
            action = Action(identity)
        except UnknownAction:
            continue
        assert Action.parse(action.text).id == identity
        assert texts.setdefault(action.text, identity) == identity
    assert texts


def test_arguments_have_names() -> None:
    action = Action.parse("take the bounty merchant for orc B")
    assert (action.kind, action.orc, action.bounty) == ("bounty", "B", "merchant")
    action = Action.parse("put 3 sheep on F12")
    assert (action.cell, action.goods) == ("F12", {"sheep": 3})
    action = Action.parse("swap 7 wood for ore")
    assert (action.goods, action.wanted) == ({"wood": 7}, "ore")
    action = Action.parse("set net on F11")
    assert (action.trap, action.cell, action.orc) == ("net", "F11", None)


@pytest.mark.parametrize(("wood", "stone"), [(1, 1), (4, 2), (6, 1), (1, 6)])
def test_a_tile_priced_in_any_material_says_what_is_paid(wood: int, stone: int) -> None:
    """F-TILE-8: 8 of any mix; what is neither wood nor stone is ore."""
    action = Action.parse(f"furnish M24 with warrior_dwelling paying {wood} wood {stone} stone and ore")
    assert action.id & 255 == 64 + 8 * wood + stone
    assert (action.tile, action.payment) == ("warrior_dwelling", f"{wood} wood {stone} stone and ore")
    assert Action(action.id).text == action.text


def test_animals_that_stand_nowhere_are_eaten_as_before() -> None:
    action = Action.parse("turn 2 sheep into food")
    assert action.id == number(act.CONVERT, good.SHEEP, 2)
    assert action.cell is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("set pitfal on F12", ["unknown trap `pitfal`", "pitfall"]),
        ("bribe orc E with 2", ["unknown orc `E`", "`A`"]),
        ("displace orc A to the up", ["unknown direction `up`"]),
        ("take the bounty hero for orc A", ["unknown bounty `hero`"]),
        ("house orc F on M24", ["unknown resident `orc F`"]),
        ("turn 2 sheep into food from F00", ["unknown cell `F00`"]),
        ("furnish M24 with warrior_dwelling paying 9 wood 9 stone and ore", ["unknown payment"]),
        ("as Beggar king", ["is not an action"]),
    ],
)
def test_a_wrong_text_is_told_in_one_sentence(text: str, words: list[str]) -> None:
    with pytest.raises(UnknownAction) as error:
        Action.parse(text)
    for word in words:
        assert word in str(error.value)
    assert "\n" not in str(error.value)


TRAPS = "leghold_trap net snare_stone pitfall food_trap poison_darts permanent_trap saw_trap snare spear_trap blast_trap rockfall"
BOUNTIES = """
    farmer shepherd seasonal_worker mercenary woodcutter pig_farmer mine_foreman casanova stonemason dairyman soldier forger
    ore_worker merchant outfitter herald goldsmith jeweller beggar_king trapper pack_donkey grocer barterer breeder
    stray_dogs scrap_dealer orc_doctor big_donor
"""


def test_names_inside_ids_are_only_appended() -> None:
    """Ids of actions and records count on the order of the tables."""
    assert list(fiends_names.TRAPS) == TRAPS.split()
    assert list(fiends_names.BOUNTIES) == BOUNTIES.split()
    assert list(fiends_names.LONG_STRIPS) == [f"L{number}" for number in range(1, 8)]
    assert list(fiends_names.SHORT_STRIPS) == [f"S{number}" for number in range(1, 8)]
    assert list(fiends_names.EXTENSIONS) == [f"X{number}" for number in range(1, 10)]
    assert list(fiends_names.MOVEMENT_CARDS) == [f"M{stack}-{number}" for stack in (1, 2, 3) for number in range(1, 10)]
