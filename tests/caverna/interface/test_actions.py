"""Actions: stable ids, names for their arguments, and a text that reads back (interface, section 1)."""

from __future__ import annotations

import copy
import pickle

import pytest

from caverna_sim import Action, Game, UnknownAction
from caverna_sim.games.caverna.actions import ARGUMENTS, KINDS
from caverna_sim.games.caverna.ids import act
from tests.caverna.interface.random_play import ALL_PLAYERS, choices

FROM_1 = ("breed", "skip_step")  # breeding nothing and skipping nothing are no actions


def one_of_kind(kind: str) -> Action:
    """The first action of a kind."""
    return Action(act.NAMES.index(kind) << 24 | (1 << 16 if kind in FROM_1 else 0))


@pytest.mark.parametrize("kind", KINDS)
def test_text_and_id_lead_back_to_the_action(kind: str) -> None:
    action = one_of_kind(kind)
    assert action.kind == kind
    assert Action.parse(action.text) == action
    assert Action(action.id) == action


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_of_every_argument_reads_back(kind: str) -> None:
    for field in KINDS[kind][1]:
        first = 1 if kind in FROM_1 else 0
        for value in range(first, 16 if field.name == "types" else 256):
            try:
                action = Action(act.NAMES.index(kind) << 24 | value << 8 * field.byte)
            except UnknownAction:
                assert value > first
                break
            assert Action.parse(action.text) == action
            assert getattr(action, field.name) == action.arguments[field.name]


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_every_action_of_random_games_reads_back(players: int) -> None:
    seen: set[Action] = set()
    game = Game(players, seed=players)
    for _ in choices(game, seed=players):
        seen.update(game.legal())
    assert len(seen) > 200
    texts = {action.text for action in seen}
    assert len(texts) == len(seen)
    for action in seen:
        assert Action.parse(action.text) == action
        assert Action(action.id) == action
        assert action.kind in act.NAMES


def test_texts_use_plain_words_and_the_ids_of_the_rules() -> None:
    action = Action.parse("place a dwarf of strength 8 on logging_1_3")
    assert (action.kind, action.space, action.weapon) == ("place", "logging_1_3", 8)
    action = Action.parse("furnish M13 with carpenter")
    assert (action.kind, action.cell, action.tile) == ("furnish", "M13", "carpenter")
    action = Action.parse("place cavern_tunnel on M23 going south")
    assert (action.kind, action.tile, action.cell, action.direction) == ("twin_tile", "cavern_tunnel", "M23", "south")
    action = Action.parse("fence a large pasture on F23 going east")
    assert (action.kind, action.size, action.cell, action.direction) == ("pasture", "large", "F23", "east")
    action = Action.parse("turn 2 donkey into food")
    assert (action.kind, action.goods) == ("convert", {"donkey": 2})


def test_ids_are_what_they_were() -> None:
    """Written down once: ids must mean the same in every version."""
    assert Action.parse("pass").id == 0
    assert Action.parse("place a dwarf of strength 0 on drift_mining_1_3").id == 1 << 24
    assert Action.parse("place a dwarf of strength 2 on excavation_1_3").id == (1 << 24) + (1 << 16) + (2 << 8)
    assert Action.parse("forge a weapon of strength 5").id == (act.FORGE << 24) + (5 << 16)


def test_an_action_cannot_be_changed_and_is_its_own_copy() -> None:
    action = Action.parse("forge a weapon of strength 5")
    with pytest.raises(AttributeError, match="cannot be changed"):
        action.strength = 6  # type: ignore[misc]
    action.arguments["strength"] = 6
    assert action.strength == 5
    assert {action: 1}[Action(action.id)] == 1
    assert pickle.loads(pickle.dumps(action)) == copy.deepcopy(action) == action
    assert action != action.id


def test_arguments_that_a_kind_has_not_are_none() -> None:
    action = Action.parse("pass")
    assert all(getattr(action, name) is None for name in ARGUMENTS)
    assert action.goods is None
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        action.colour  # noqa: B018


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plcae a dwarf", ["is not an action"]),
        ("", ["is not an action"]),
        ("place a dwarf of strength 0 on loging_1_3", ["unknown space `loging_1_3`", "logging_1_3"]),
        ("furnish M13 with carpentre", ["unknown tile `carpentre`", "carpenter"]),
        ("furnish M99 with carpenter", ["unknown cell `M99`"]),
        ("forge a weapon of strength 999", ["strength must be from 0 to 255"]),
    ],
)
def test_a_wrong_text_is_told_in_one_sentence(text: str, words: list[str]) -> None:
    with pytest.raises(UnknownAction) as error:
        Action.parse(text)
    for word in words:
        assert word in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("number", [-1, 255 << 24, 2**40, (1 << 24) + (255 << 16)])
def test_a_wrong_id_is_told(number: int) -> None:
    with pytest.raises(UnknownAction, match="not the id of an action"):
        Action(number)


@pytest.mark.parametrize("text", ["breed unicorns", "breed sheep and sheep", "breed ", "skip the  step"])
def test_words_that_name_nothing_are_refused(text: str) -> None:
    with pytest.raises(UnknownAction):
        Action.parse(text)


@pytest.mark.parametrize("number", [5, act.BREED << 24, act.SKIP_STEP << 24, act.BREED << 24 | 16 << 16, act.GROW << 24 | 1, True])
def test_ids_with_bits_that_mean_nothing_are_refused(number: int) -> None:
    with pytest.raises(UnknownAction):
        Action(number)


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("use beer_parlor, trade 0", "trade 2 grain for 3 gold at the Beer parlor"),
        ("use beer_parlor, trade 1", "trade 2 grain for 4 food at the Beer parlor"),
        ("trade 2 grain for 3 gold at the beer_parlor", "trade 2 grain for 3 gold at the Beer parlor"),
        ("feed one adult dwarf with option 0", "feed one adult dwarf with 1 wood"),
        ("feed one newborn dwarf with option 2", "feed one newborn dwarf with 2 ore"),
    ],
)
def test_trades_and_meals_are_words_and_texts_of_before_are_read(text: str, now: str) -> None:
    assert Action.parse(text).text == now
    assert Action.parse(now).id == Action.parse(text).id


def test_words_of_a_trade_follow_house_rules() -> None:
    deal = [{"when": "any_time", "do": "trade", "give": {"grain": 1}, "get": {"gold": 5}}]
    names = Game(2, seed=1, rules={"furnishing.beer_parlor.effects": deal}).rules.names
    action = Action.parse("trade 1 grain for 5 gold at the Beer parlor", names)
    assert action.id == Action.parse("use beer_parlor, trade 0").id
    assert pickle.loads(pickle.dumps(action)).text == action.text
    with pytest.raises(UnknownAction, match="unknown trade `1 grain for 5 gold`"):
        Action.parse(action.text)
