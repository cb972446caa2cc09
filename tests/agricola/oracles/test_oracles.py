"""The engine against the rules told again (naive.py), in random games of all numbers of players and options."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.box.catalog import catalog
from caverna_sim.games.agricola.box.options import Options
from caverna_sim.games.agricola.course import core
from caverna_sim.games.agricola.farm.animals import animals_fit
from caverna_sim.games.agricola.game import Game
from caverna_sim.games.agricola.position import to_dict
from caverna_sim.games.agricola.shape import layout
from tests.agricola.hand import at, board, seat
from tests.agricola.oracles import naive

TABLES = (  # players and options that random games are played with
    (1, {}), (2, {}), (3, {}), (4, {}), (2, {"extra_tile": True}), (3, {"extra_tile": True}), (4, {"extra_tile": True, "side_job": False}),
    (4, {"team_play": True}), (2, {"meeting_place_food": False}), (2, {"force_conversion": True, "discard_when_breeding": False}),
)  # fmt: skip
HOUSE_RULES = tuple((players, {"house_rules": (rule,)}) for rule in ("HR1", "HR2", "HR3", "HR4", "HR5", "HR6", "HR8") for players in (2, 4))


def cells(action: Any) -> frozenset[naive.Cell]:
    return frozenset((int(name[1]), int(name[2])) for name in action.cells)


# ---------------------------------------------------------------- fences


@pytest.mark.rule("AG-FNC-05", "AG-FNC-06", "AG-PRC-04", "T-DRV-02", "T-DRV-18")
def test_all_legal_fence_states_are_reached_and_no_others() -> None:
    game = at(seat({"wood": 15}), seat()).play("place a person on fencing")
    assert len([action for action in game.legal() if action.kind == "fence"]) == 762
    reached: dict[frozenset[str], int] = {}
    states, scratch, out = game._states.copy(), np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
    rules, waiting = game.rules.record, [game._states.copy()]
    while waiting:
        state = waiting.pop()
        ids = out[: core.legal_here(state, rules, scratch, out)].tolist() if state[0]["depth"] else []
        for action in ids:
            if action >> 24 == 8:  # fence
                states[:] = state
                core.apply_here(states, rules, action)
                fences = int(states[0]["seats"][0]["fences"])
                if fences not in reached:
                    reached[fences] = int(states[0]["seats"][0]["num_pastures"])
                    waiting.append(states.copy())
    assert len(reached) == 7963
    assert [list(reached.values()).count(number) for number in range(1, 6)] == [762, 3561, 2853, 758, 29]
    barred = {(1, 0), (2, 0)}
    names = [f"h{row}{column}" for row in range(4) for column in range(5)] + [f"v{row}{column}" for row in range(3) for column in range(5)]
    names += [f"v{row}5" for row in range(3)]
    for fences in random.Random(1).sample(sorted(reached), 400):
        assert naive.fences_are_legal({name for bit, name in enumerate(names) if fences >> bit & 1}, barred)


@pytest.mark.rule("T-DRV-02")
def test_the_naive_rules_know_as_many_first_pastures() -> None:
    assert len(naive.next_pastures(seat(board=board(), fences=[], people=[]), 15)) == 762


# ---------------------------------------------------------------- random games


def fenced_legally(entry: dict[str, Any]) -> bool:
    return naive.fences_are_legal(set(entry["fences"]), naive.cells_with(entry, "room") | naive.cells_with(entry, "field"))


def check(game: Game, plain: bool) -> None:
    """Whatever can be told in other words about a decision."""
    position = game.to_dict()
    assert json.loads(json.dumps(position)) == position
    for number, entry in enumerate(position["seats"]):
        asked = any(step["step"] in ("keep", "pay") for step in position["pending"])
        assert min(entry["goods"].values()) >= 0 and min(entry["animals"].values()) >= 0
        if plain:
            assert fenced_legally(entry)
            fits = naive.herd_fits(entry, naive.herd_of(entry))
            assert fits == bool(animals_fit(game.rules.record[0], game.state["seats"][number]))
            assert fits or asked
            assert game.scores()[number]["parts"] == naive.score(entry)
    if not plain or game.over:
        return
    legal, mover = game.legal(), position["seats"][position["to_move"]]
    step = position["pending"][-1]["step"]
    if step == "place" and not game.rules.options.team_play:
        assert {action.space for action in legal if action.kind == "place"} == naive.usable(position)
    fencing = [cells(action) for action in legal if action.kind == "fence" and action.farm == "own"]
    if fencing:
        assert len(set(fencing)) == len(fencing)
        assert set(fencing) == naive.next_pastures(mover, mover["goods"]["wood"])
    if step == "keep":
        assert {action.animals for action in legal if action.kind == "keep"} == naive.largest_herds(mover, naive.herd_of(mover))
    if step == "breed" and game.rules.options.discard_when_breeding:
        most = tuple(number + (number >= 2) for number in naive.herd_of(mover))
        assert {action.animals for action in legal} == naive.largest_herds(mover, most)
    if step == "feed":
        need = naive.food_needed(mover, game.players)
        food = [action.food for action in legal if action.kind == "feed"]
        assert food == [min(need, mover["goods"]["food"])] or game.rules.options.force_conversion


def play_and_check(players: int, options: dict[str, Any], seed: int, plain: bool) -> None:
    rng, game = random.Random(seed), Game(players=players, seed=seed, **options)
    number = 0
    while not game.over:
        check(game, plain)
        if number % 9 == 0:
            again = Game.from_dict(game.to_dict())
            assert again.state.tobytes() == game.state.tobytes()
            assert again.legal() == game.legal()
        legal = game.legal()
        assert legal
        better = [action for action in legal if action.kind not in ("convert", "pass")]  # or nobody ever has anything
        game.play(rng.choice(better if better and rng.random() < 0.9 else legal))
        number += 1
    check(game, plain)


@pytest.mark.rule("AG-WRK-03", "AG-ANM-08", "AG-HRV-09", "AG-PRC-03", "AG-PRC-05", "AG-PRC-06", "AG-PRC-09")
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_random_games(players: int, options: dict[str, Any]) -> None:
    for seed in range(2):
        play_and_check(players, options, seed, plain=True)


@pytest.mark.parametrize(("players", "options"), HOUSE_RULES)
def test_random_games_with_house_rules(players: int, options: dict[str, Any]) -> None:
    play_and_check(players, options, 5, plain=is_plain(options))


@pytest.mark.rule("AG-HRV-02", "AG-PRC-08")
def test_field_phases() -> None:
    seen = 0
    for seed in range(12):
        rng, game = random.Random(seed), Game(players=2, seed=seed)
        before: list[Any] = []
        game.observer = lambda state, game=game, before=before: before.append(to_dict(state, game.rules, 0))
        while not game.over:
            legal = game.legal()
            better = [action for action in legal if action.kind not in ("convert", "pass")]
            game.play(rng.choice(better or legal))
        for old, new in pairwise(before):
            if old["phase"] == "field" and new["phase"] == "feeding":
                seen += 1
                for one, other in zip(old["seats"], new["seats"], strict=True):
                    found = other["board"], other["goods"]["grain"], other["goods"]["vegetable"]
                    assert found == naive.after_field_phase(one)
    assert seen == 12 * 6


@njit
def play_on(states: Any, rules: Any, scratch: Any, out: Any, number: int, most: int) -> int:
    """A random game from its beginning, for so many choices at most; how many there were."""
    states[0] = scratch[1]  # all zeros
    core.new_game(states[0], rules[0], 11, number)
    return int(core.play_randomly(states[0], rules[0], scratch, out, most))


def is_plain(options: dict[str, Any]) -> bool:
    """Whether the farm is what the naive rules tell: fences, herds and choices of it are looked at."""
    return options.get("house_rules", ("HR1",)) in (("HR1",), ("HR3",), ("HR6",))


def finals(players: int, options: dict[str, Any], games: int) -> int:
    """Score the ends of many compiled random games twice, every tenth also looked at in its middle; how many there were."""
    rules, plain, chance = catalog(players, None, Options(**options)), is_plain(options), random.Random(players)
    states, scratch, out = np.zeros(1, layout.STATE), np.zeros(3, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
    for number in range(games):
        choices = play_on(states, rules.record, scratch, out, number, 1_000_000)
        assert states[0]["phase"] == 7
        game = Game.at(rules, states)
        position = game.to_dict()
        for entry, told in zip(position["seats"], game.scores(), strict=True):
            assert told["parts"] == naive.score(entry), position
            assert not plain or (naive.herd_fits(entry, naive.herd_of(entry)) and fenced_legally(entry))
        if number % 10 == 0:
            play_on(states, rules.record, scratch, out, number, chance.randrange(choices))
            game = Game.at(rules, states)
            check(game, plain)
            assert Game.from_dict(game.to_dict()).state.tobytes() == game.state.tobytes()
    return games


@pytest.mark.parametrize(("players", "options"), (*TABLES, *HOUSE_RULES))
def test_ends_of_games_are_scored_alike(players: int, options: dict[str, Any]) -> None:
    assert finals(players, options, 30) == 30


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), (*TABLES, *HOUSE_RULES))
def test_ends_of_a_hundred_thousand_games_are_scored_alike(players: int, options: dict[str, Any]) -> None:
    games = -(-100_000 // len((*TABLES, *HOUSE_RULES)))
    assert finals(players, options, games) == games


# ---------------------------------------------------------------- hidden cards


@pytest.mark.rule("AG-SET-05")
def test_cards_of_rounds_to_come_are_never_read() -> None:
    """The same choices lead to the same positions and choices whatever the cards of later rounds are."""
    rng, game = random.Random(3), Game(players=2, seed=4)
    while not game.over and game.round < 12:
        position = game.to_dict()
        order, shown = position["round_cards"], game.round
        begin, other = 0, list(order)
        for number in (4, 3, 2, 2, 2, 1):
            left = list(range(max(begin, shown), begin + number))
            mixed = [order[place] for place in left]
            rng.shuffle(mixed)
            for place, card in zip(left, mixed, strict=True):
                other[place] = card
            begin += number
        twin = Game.from_dict({**position, "round_cards": other})
        assert twin.legal() == game.legal()
        assert twin.view(0).to_dict() == game.view(0).to_dict()
        assert str(twin.view(0).state().tolist()) == str(game.view(0).state().tolist())
        game.play(rng.choice(game.legal()))
        if game.round == shown:
            twin.play(game.actions[-1])
            assert twin.view(1).to_dict() == game.view(1).to_dict()
