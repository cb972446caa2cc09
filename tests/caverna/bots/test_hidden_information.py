"""What a bot does not know changes nothing: cards and harvest markers that lie face down may be swapped unseen."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim import Game
from caverna_sim.games.caverna.bots.features import look
from caverna_sim.games.caverna.game import View
from caverna_sim.games.caverna.ids import harvest, phase
from caverna_sim.games.caverna.playing.hidden import FACE_DOWN
from caverna_sim.games.caverna.shape.layout import STATE
from tests.caverna.bots import COMPILED, Table, record
from tests.caverna.table import rule

LAST_ROUND = 12


def otherwise_hidden(table: Table, chance: np.random.Generator) -> np.ndarray:
    """The same table with its face-down cards dealt anew within their stages, and its face-down markers too."""
    states = table.states.copy()
    state, rules = states[0], table.rules[0]
    later = range(int(state["round"]) + 1, LAST_ROUND + 1)
    for stage in {int(rules["stage"][number]) for number in later}:
        rounds = [number for number in later if rules["stage"][number] == stage and rules["fixed_cards"][number] < 0]
        rounds = [number for number in rounds if state["cards"][number] >= 0]
        state["cards"][rounds] = chance.permutation(state["cards"][rounds])
    rounds = [number for number in later if state["markers"][number]]
    state["markers"][rounds] = chance.permutation(state["markers"][rounds])
    return states


def differs(states: np.ndarray, table: Table) -> bool:
    """Whether anything hidden really lies otherwise."""
    return any((states[0][field] != table.states[0][field]).any() for field in ("cards", "markers"))


@rule("R-ROUND-2", "R-HARV-1")
@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("players", [2, 4])
def test_swapping_what_lies_face_down_changes_no_choice(name: str, players: int) -> None:
    chance = np.random.default_rng(5)
    bot = record(name)
    compared = 0
    for seed in range(1 if name == "search" else 6):
        table = Table(players, seed)
        for action in table.decisions([bot]):
            other = otherwise_hidden(table, chance)
            if differs(other, table):
                compared += 1
                assert table.choice(bot, other) == action
    assert compared > 100


@rule("R-ROUND-2", "R-HARV-1", "F-EVENT-2")
@pytest.mark.parametrize("expansion", [None, "fiends"])
def test_what_a_judge_sees_of_a_seat_lies_open(expansion: str | None) -> None:
    """Whatever it may learn to make of it: no input tells a card or a marker to come, nor the seed that orcs' cards are made of."""
    chance = np.random.default_rng(7)
    table = Table(3, 2, expansion=expansion)
    bot = record("balanced")
    compared = 0
    for number, _ in enumerate(table.decisions([bot])):
        if number % 5:
            continue
        other = otherwise_hidden(table, chance)
        other[0]["seed"] += 1
        compared += differs(other, table)
        for seat in range(3):
            seen = []
            for states in (table.states, other):
                look(states[0], table.rules[0], bot[0][0], seat, 1.0, table.minds[0])
                seen.append(table.minds[0]["feature"].copy())
            assert np.array_equal(*seen)
    assert compared > 20


def another_marker_now(table: Table) -> np.ndarray | None:
    """The same table with another marker face down on this round; None when it is open, or no other kind is left."""
    states = table.states.copy()
    state, now = states[0], int(states[0]["round"])
    kind = int(state["markers"][now])
    others = [number for number in range(now + 1, LAST_ROUND + 1) if state["markers"][number] not in (0, kind)]
    if kind == 0 or state["phase"] > phase.RETURN_HOME or not others:
        return None
    state["markers"][[now, others[0]]] = state["markers"][[others[0], now]]
    state["questions"] += -1 if kind == harvest.QUESTION else 1
    is_question = state["markers"][now] == harvest.QUESTION
    state["harvest"] = table.rules[0]["questions"][state["questions"]] if is_question else harvest.FULL
    return states


@rule("R-ROUND-2", "R-HARV-1")
@pytest.mark.parametrize("name", COMPILED)
def test_a_marker_that_is_turned_over_at_the_harvest_changes_no_choice_before(name: str) -> None:
    """House rule harvest_marker_reveal = "harvest"."""
    bot = record(name)
    compared = 0
    for seed in range(1 if name == "search" else 4):
        table = Table(2, seed, rules={"toggle.harvest_marker_reveal": "harvest"})
        for action in table.decisions([bot]):
            other = another_marker_now(table)
            if other is not None:
                compared += 1
                assert table.choice(bot, other) == action
    assert compared > 20


def test_the_comparison_would_notice_a_bot_that_peeks() -> None:
    """A change of the same size in what lies open does change choices."""
    bot = record("balanced", temperature=0)
    table = Table(4, 0)
    changed = 0
    for action in table.decisions([bot]):
        other = table.states.copy()
        other[0]["round"] = max(1, int(other[0]["round"]) - 3)
        changed += table.choice(bot, other) != action
    assert changed > 5


# ---------------------------------------------------------------- what views show


def pair() -> tuple[Game, Game]:
    """Two games that differ only in what lies face down from round 2 on, and in the numbers they are drawn from."""
    first = Game(4, seed=1).to_dict()
    second = dict(first)
    cards = first["cards"]
    second["cards"] = [cards[0], cards[2], cards[1], *cards[3:]] if len(cards) > 2 else cards
    marks = list(first["harvest_markers"].items())
    leaf = next(number for number, mark in marks if mark == "leaf")
    question = next(number for number, mark in marks if mark == "question")
    second["harvest_markers"] = {**first["harvest_markers"], leaf: "question", question: "leaf"}
    second["seed"] = 99
    return Game.from_dict(first), Game.from_dict(second)


def test_views_of_games_that_look_alike_are_alike() -> None:
    one, other = pair()
    assert one.to_dict()["cards"] != other.to_dict()["cards"]
    assert one.to_dict()["harvest_markers"] != other.to_dict()["harvest_markers"]
    assert one.view(0).to_dict() == other.view(0).to_dict()
    states = one.view(0).state(), other.view(0).state()
    assert [name for name in STATE.names or () if np.any(states[0][name] != states[1][name])] == []
    kinds = {"cards", "markers", "seed"}
    assert {name for name in STATE.names or () if np.any(one.state[name] != other.state[name])} == kinds


def test_a_state_for_kernels_shows_no_more_than_the_view() -> None:
    game = Game(3, seed=4)
    while game.round < 5:
        game.play(game.legal()[0])
    state = game.view(0).state()
    cards = [int(card) for card in state["cards"][1:]]
    assert all(card == FACE_DOWN for card in cards[5:])
    assert cards[:5] == [int(card) for card in game.state["cards"][1:6]]
    later = [int(marker) for marker in state["markers"][6:] if marker]
    assert later
    assert set(later) == {FACE_DOWN}
    assert (int(state["seed"]), int(state["game_key"]), int(state["setup"])) == (0, 0, FACE_DOWN)
    assert game.state["cards"][6] != FACE_DOWN  # the game itself is as it was


def test_a_marker_that_is_turned_over_late_is_hidden_from_kernels_too() -> None:
    late = Game(2, seed=3, rules={"toggle.harvest_marker_reveal": "harvest"})
    while late.round < 6:
        late.play(late.legal()[0])
    assert late.phase == "work"
    assert late.state["markers"][6] > 0
    assert late.view(0).state()["markers"][6] == FACE_DOWN
    soon = Game(2, seed=3)
    while soon.round < 6:
        soon.play(soon.legal()[0])
    assert soon.view(0).state()["markers"][6] == soon.state["markers"][6] > 0


def test_views_keep_their_knowledge_from_bots_in_python_too() -> None:
    seen: list[dict[str, Any]] = []

    def watcher(view: View, legal: list[cs.Action], rng: np.random.Generator) -> cs.Action:
        seen.append(view.to_dict())
        return legal[int(rng.integers(len(legal)))]

    cs.play(Game(2, seed=5), [watcher, watcher])
    assert all(len(position["cards"]) <= position["round"] for position in seen)
    assert all(int(number) <= position["round"] for position in seen for number in position["harvest_markers"])
    assert not any({"rng", "seed", "index"} & set(position) for position in seen)


def test_a_kernel_of_ones_own_gets_the_hidden_state() -> None:
    @numba.njit
    def peeking(state: Any, rules: Any, legal_ids: Any, number: int) -> int:
        for later in range(state["round"] + 1, 13):
            if state["cards"][later] >= 0 or state["markers"][later] > 0:
                return -1  # would be refused
        return number - 1

    assert cs.play(Game(2, seed=2), [peeking, peeking]).over
