"""One game of any kind: every choice that is offered can be taken, said and read; positions say all; hidden things stay hidden."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim.kit.contract import missing_in_state
from tests.any_game import CASES, GAMES, HIDDEN, PUBLIC, quick, quick_bots, scenarios_of

LOOKS = 12  # in a game, beside its beginning and its end


def game_of(game: str, scenario: str, index: int = 0, **more: Any) -> Any:
    return cs.Game(scenario=quick(game, scenario), index=index, **more)


def check(game: Any) -> None:
    """What holds in every position."""
    assert game.player is None if game.over else 0 <= game.player < game.players
    legal = game.legal()
    assert bool(legal) != game.over
    assert len({action.id for action in legal}) == len(legal)
    names = getattr(game.rules, "names", None)
    for action in legal:
        assert type(action).parse(action.text, names) == action
        assert type(action)(action.id, names) == action
    scores = game.scores()
    for one in scores:
        assert one["total"] == sum(one["parts"].values())
    assert min(one["rank"] for one in scores) == 1
    position = json.loads(json.dumps(game.to_dict()))
    assert position["game"] == game.game
    first, again = game, cs.Game.from_dict(position)
    assert type(again) is type(game)
    assert again.to_dict() == game.to_dict()
    assert [action.id for action in again.legal()] == [action.id for action in legal]
    assert again.scores() == scores
    for _ in range(3):  # ... and goes on as the game does
        if not again.over:
            chosen = again.legal()[-1].id
            game = (game if game is not first else game.copy()).play(chosen)
            assert again.play(chosen).to_dict() == game.to_dict()


def values(record: Any) -> Any:
    """What a record says, without the gaps between its fields."""
    if not record.dtype.names:
        return record.tolist()
    rows = [record] if record.shape == () else record
    return [[values(row[name]) for name in record.dtype.names] for row in rows]


def check_each_choice(game: Any) -> None:
    """Each can be taken, and what it says is the same game whichever way it is given."""
    for action in game.legal()[:: max(1, len(game.legal()) // 8)]:
        ways = [game.copy().play(given) for given in (action, action.id, action.text)]
        assert len({way.hash for way in ways}) == 1
        assert ways[0].hash != game.hash
        assert ways[0].actions[: len(game.actions) + 1] == (*game.actions, action)


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_random_play_keeps_all_promises(game: str, scenario: str) -> None:
    chance = random.Random(f"{game} {scenario}")
    one = game_of(game, scenario, auto=False)
    assert missing_in_state(one.state.dtype) == []
    looks = set(chance.sample(range(1, 120), LOOKS))
    while not one.over:
        if not one.actions or len(one.actions) in looks:
            check(one)
            check_each_choice(one)
        one.play(chance.choice(one.legal()))
    check(one)
    with pytest.raises(cs.IllegalAction, match="the game is over"):
        one.play("pass")
    assert [entry.text for entry in one.log if entry.is_choice] == [action.text for action in one.actions]


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_seed_and_actions_make_the_game_again(game: str, scenario: str) -> None:
    first, again = (game_of(game, scenario, index=3) for _ in range(2))
    PUBLIC[game].play(first)
    for action in first.actions:
        again.play(action.text)
    assert again.hash == first.hash
    assert again.scores() == first.scores()
    positions = ({**one.to_dict(), "rng": None} for one in (first, again))  # bots have drawn lots, people have not
    assert next(positions) == next(positions)


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_single_choices_are_taken_by_themselves(game: str, scenario: str) -> None:
    one = game_of(game, scenario, auto=True)
    while not one.over:
        assert len(one.legal()) > 1
        one.play(one.legal()[0])


# ---------------------------------------------------------------- what nobody sees


def redealt(game: Any) -> Any:
    """The same game with something else where nobody has looked yet; None when all is open."""
    position = game.to_dict()
    other = HIDDEN[game.game](position)
    return None if other == position else cs.Game.from_dict(other)


@pytest.mark.parametrize("game", [name for name in GAMES if name in HIDDEN])
def test_views_and_bots_know_nothing_that_is_hidden(game: str) -> None:
    """They see and choose the same when hidden things are others."""
    scenario, chance, compared = scenarios_of(game)[-1], random.Random(5), 0
    one = game_of(game, scenario)
    bots = quick_bots(game)[:4]
    while not one.over:
        other = redealt(one) if chance.random() < 0.3 or not one.actions else None
        if other is not None:
            compared += 1
            assert other.view(one.player).to_dict() == one.view(one.player).to_dict()
            blank = [each.view(one.player).state(np.random.default_rng(7)) for each in (one, other)]
            assert values(blank[0]) == values(blank[1])
            for name in bots:
                chosen = [as_chosen(game, name, each) for each in (one, other)]
                assert chosen[0] == chosen[1], name
        one.play(chance.choice(one.legal()))
    assert compared >= 2


def as_chosen(game: str, name: str, at: Any) -> Any:
    """What a bot takes in a position."""
    bot = quick_bot(game, name)
    return bot(at.view(at.player), at.legal(), np.random.default_rng(3))


@cache
def quick_bot(game: str, name: str) -> Any:
    return cs.Game(scenario=quick(game, scenarios_of(game)[0])).planned.bot(name)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_tells_no_secret(game: str) -> None:
    one = game_of(game, scenarios_of(game)[0])
    assert not {"seed", "index", "rng"} & set(one.view(one.player).to_dict())


# ---------------------------------------------------------------- who plays

EVERYBODY = [(game, name) for game in GAMES for name in (PUBLIC[game].bots() if hasattr(PUBLIC[game], "bots") else ())]


@pytest.mark.parametrize(("game", "name"), EVERYBODY)
def test_every_bot_plays_by_the_rules(game: str, name: str, request: pytest.FixtureRequest) -> None:
    """The smallest table; `Game` refuses what is not legal. Bots that look ahead play the first rounds only."""
    one = game_of(game, scenarios_of(game)[0])
    bots = [quick_bot(game, name) if seat == 0 else quick_bot(game, "random") for seat in range(one.players)]
    streams = [np.random.default_rng([1, seat]) for seat in range(one.players)]
    most = 10_000 if name in quick_bots(game) else 25
    while not one.over and len(one.actions) < most:
        one.play(bots[one.player](one.view(one.player), one.legal(), streams[one.player]))
    assert one.actions
