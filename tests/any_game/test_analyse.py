"""What should I play here? The same for every game whose positions bots can play on."""

from __future__ import annotations

import json
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.asking.analyse import Analysis, _Question, candidates
from caverna_sim.errors import CavernaError
from caverna_sim.games import facts_of
from caverna_sim.kit.play.company import Company
from tests.any_game import CASES, HIDDEN, quick, quick_bots

ASKED = [(game, scenario) for game, scenario in CASES if facts_of(game).ahead]
EFFORT = 96


def position_of(game: str, scenario: str, round_: int = 2) -> Any:
    one: Any = cs.Game(scenario=quick(game, scenario), index=1)
    company = Company(one, [one.planned.bot(name) for name in one.planned.bots])
    while one.round < round_ or len(candidates(one)) < 2:
        one.play(company.choose())
    return one


def told(found: Analysis) -> Any:
    return found.table.rows(), found.verdict, found.line


def bot_of(game: str) -> str:
    return next(name for name in quick_bots(game) if name != "random")


@pytest.mark.parametrize(("game", "scenario"), ASKED)
def test_every_choice_is_tried_and_the_answer_is_the_same_again(game: str, scenario: str) -> None:
    """Whatever the number of workers; the position is left as it is."""
    one = position_of(game, scenario)
    before = one.hash, one.to_dict()
    found = cs.analyse(one, bot_of(game), effort=EFFORT, workers=1)
    assert (one.hash, one.to_dict()) == before
    assert {choice.action for choice in found.choices} == set(candidates(one))
    assert sum(choice.playouts for choice in found.choices) == found.playouts <= max(EFFORT, 2 * len(found.choices))
    assert found.best.lost.value == 0
    assert all(choice.lost.low <= choice.lost.value <= choice.lost.high for choice in found.choices)
    assert all(0 <= choice.won.low <= choice.won.value <= choice.won.high <= 1 for choice in found.choices)
    assert found.line[0] == found.best.action.text
    assert told(cs.analyse(one, bot_of(game), effort=EFFORT, workers=2)) == told(found)
    assert told(cs.analyse(one, bot_of(game), effort=EFFORT, seed=1)) != told(found)


@pytest.mark.parametrize(("game", "scenario"), [(game, scenario) for game, scenario in ASKED if game in HIDDEN])
def test_what_is_hidden_has_no_say(game: str, scenario: str) -> None:
    """Two face-down things in each other's place, or another seed: the answer is the same."""
    position = json.loads(json.dumps(position_of(game, scenario).to_dict()))
    other = {**HIDDEN[game](position), "seed": 12345}
    assert other != position
    found, again = (cs.analyse(cs.Game.from_dict(one), bot_of(game), effort=EFFORT) for one in (position, other))
    assert told(again) == told(found)


@pytest.mark.parametrize(("game", "scenario"), ASKED[:1] + ASKED[-1:])
def test_the_same_choice_twice_is_too_close(game: str, scenario: str) -> None:
    """A null: the same action as two choices meets the same chances, so neither can be shown to be better."""
    one = position_of(game, scenario)
    actions = candidates(one)[:1] * 2
    found = _Question(one, actions, (bot_of(game),) * one.players, 256, 0, "points", [], 1).answer(None, None)
    assert [choice.may_be_best for choice in found.choices] == [True, True]
    assert [choice.lost.value for choice in found.choices] == [0, 0]
    assert found.verdict.startswith("Too close to call") or "as good as" in found.verdict


def test_a_game_that_cannot_be_played_on_says_so() -> None:
    with pytest.raises(CavernaError, match="positions of `toy` cannot be played on"):
        cs.analyse(cs.Game(game="toy", players=2, seed=1), "random")


def test_a_game_that_is_over_has_no_question() -> None:
    game, scenario = ASKED[0]
    one: Any = cs.Game(scenario=quick(game, scenario))
    with pytest.raises(CavernaError, match="the game is over"):
        cs.analyse(cs.play(one))


@pytest.mark.parametrize("wrong", [{"bots": [[], []]}, {"bots": [10**5000] * 2}, {"keep": [[]]}, {"keep": ["fly away"]}])
def test_who_and_what_cannot_be_is_refused_in_a_sentence(wrong: dict[str, Any]) -> None:
    one = cs.Game(scenario="base_2")
    with pytest.raises(CavernaError, match=r"^analyse: (bots|keep): "):
        cs.analyse(one, **{"bots": "random", "effort": 8, "workers": 1, **wrong})
