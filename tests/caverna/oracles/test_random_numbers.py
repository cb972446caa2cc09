"""Random numbers: published test vectors, fair draws, fair deals, and streams that leave one another alone."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from caverna_sim import Game
from caverna_sim.chance import philox as rng
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.shape import layout
from tests.caverna.oracles.random_play import QuietGame
from tests.caverna.table import rule

WORD = 2**32
LEAST_P = 1e-4  # seeds are fixed, so a fair generator passes always or never


def state_with(seed: int, game: int = 0) -> Any:
    """A state that only holds the key of its random numbers."""
    state = np.zeros(1, layout.STATE)[0]
    state["seed"], state["game_key"] = seed, game
    return state


def plain_philox(counter: tuple[int, ...], key: tuple[int, int]) -> tuple[int, ...]:
    """Philox4x32-10 once more, in Python's whole numbers."""
    (c0, c1, c2, c3), (k0, k1) = counter, key
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * c0, WORD)
        high1, low1 = divmod(0xCD9E8D57 * c2, WORD)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = (k0 + 0x9E3779B9) % WORD, (k1 + 0xBB67AE85) % WORD
    return c0, c1, c2, c3


# ---------------------------------------------------------------- the generator


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((WORD - 1,) * 4, (WORD - 1,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0), "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
    ids=["zeros", "ones", "digits of pi"],
)
def test_published_vectors_of_philox_4x32_10(counter: tuple[int, ...], key: tuple[int, int], words: str) -> None:
    expected = tuple(int(word, 16) for word in words.split())
    assert tuple(int(word) for word in rng.philox(*counter, *key)) == expected
    assert plain_philox(counter, key) == expected


def test_philox_agrees_with_whole_numbers_everywhere() -> None:
    chance = random.Random(1)
    for _ in range(2_000):
        numbers = [chance.choice([0, 1, WORD - 1, 2**31, chance.randrange(WORD)]) for _ in range(6)]
        expected = plain_philox(tuple(numbers[:4]), (numbers[4], numbers[5]))
        assert tuple(int(word) for word in rng.philox(*numbers)) == expected


def test_no_two_keys_share_their_words() -> None:
    """Seed, game, stream and number each change the word, in their low and in their high half."""
    keys = {
        (seed, game, stream, number)
        for seed in (0, 1, 2**32, 2**61)
        for game in (0, 1, 2**32, 2**61)
        for stream in range(9)
        for number in range(8)
    }
    words = [rng.word(*key) for key in keys]
    assert all(0 <= word < WORD for word in words)
    assert len(words) == len(set(words))  # 1,152 words out of 2**32: even one accident in 6,000 tries
    assert [rng.word(*key) for key in keys] == words


# ---------------------------------------------------------------- draws


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 24, 100])
def test_draws_are_uniform(bound: int) -> None:
    state = state_with(seed=11)
    counts = Counter(int(rng.draw(state, rng.STREAM_BOT, bound)) for _ in range(300 * bound))
    assert set(counts) == set(range(bound))
    assert chisquare([counts[number] for number in range(bound)]).pvalue > LEAST_P


def test_successive_draws_are_independent() -> None:
    state = state_with(seed=12)
    draws = [int(rng.draw(state, rng.STREAM_BOT, 6)) for _ in range(20_000)]
    pairs = Counter(pairwise(draws))
    assert chisquare([pairs[first, second] for first in range(6) for second in range(6)]).pvalue > LEAST_P


def test_draws_throw_away_words_that_would_favour_small_numbers() -> None:
    """With 3 * 2**29 as the bound a word is refused with chance 1/4, and thirds stay thirds."""
    state = state_with(seed=13)
    bound, draws = 3 * 2**29, 6_000
    numbers = [int(rng.draw(state, rng.STREAM_BOT, bound)) for _ in range(draws)]
    assert all(0 <= number < bound for number in numbers)
    thirds = Counter(number // 2**29 for number in numbers)
    assert chisquare([thirds[third] for third in range(3)]).pvalue > LEAST_P
    used = int(state["draws"][rng.STREAM_BOT])
    assert used == pytest.approx(draws * 4 / 3, rel=0.03)


# ---------------------------------------------------------------- lots

DECISIONS = [(3, 5, stream, decision) for stream in (rng.STREAM_LOTS, rng.STREAM_LOTS + 1) for decision in (65536, 65537, 65792, 131072)]
FURNISH = 6 << 24  # action ids differ in few bits: the tile, the cell, how it is paid


def lots_of(key: tuple[int, int, int, int], candidates: list[int]) -> np.ndarray:
    keys = rng.lot_keys(*key)
    return np.array([int(rng.lot(*keys, candidate)) for candidate in candidates], np.int64)


def test_lots_are_uniform_and_differ() -> None:
    candidates = [FURNISH | tile << 16 | cell << 8 | price for tile in range(48) for cell in range(36, 52) for price in range(4)]
    for key in DECISIONS:
        lots = lots_of(key, candidates)
        assert len(set(lots.tolist())) == len(candidates)
        assert lots.min() >= 0
        assert lots.max() < WORD
        for shift in (28, 14, 0):  # high, middle and low bits
            assert chisquare(np.bincount((lots >> shift) & 15, minlength=16)).pvalue > LEAST_P


def test_lots_of_neighbours_are_independent() -> None:
    """Neighbours are candidates that differ in one bit, decisions one apart, seats, blocks and seeds one apart."""
    candidates = [FURNISH | number for number in range(4096)]
    lots = lots_of(DECISIONS[0], candidates)
    others = [lots_of(DECISIONS[0], [candidate ^ (1 << bit) for candidate in candidates]) for bit in range(30)]
    seed, game, stream, decision = DECISIONS[0]
    others += [lots_of(key, candidates) for key in (*DECISIONS[1:], (seed + 1, game, stream, decision), (seed, game + 1, stream, decision))]
    for other in others:
        pairs = np.bincount((lots >> 28) * 16 + (other >> 28), minlength=256)
        assert chisquare(pairs).pvalue > LEAST_P
        assert abs(np.corrcoef(lots, other)[0, 1]) < 5 / np.sqrt(len(lots))


def test_every_bit_of_a_lot_depends_on_every_bit_of_the_candidate() -> None:
    candidates = random.Random(2).sample(range(2**30), 2000)
    lots = lots_of(DECISIONS[1], candidates)
    for bit in range(30):
        changed = lots ^ lots_of(DECISIONS[1], [candidate ^ (1 << bit) for candidate in candidates])
        flips = np.array([np.mean((changed >> place) & 1) for place in range(32)])
        assert np.abs(flips - 0.5).max() < 5 * 0.5 / np.sqrt(len(lots))


# ---------------------------------------------------------------- streams


def test_a_stream_does_not_disturb_another_one() -> None:
    quiet, busy = state_with(seed=15), state_with(seed=15)
    expected = [int(rng.draw(quiet, rng.STREAM_BOT + 2, 1000)) for _ in range(50)]
    found = []
    for number in range(50):
        for stream in (rng.STREAM_SETUP, rng.STREAM_BOT, rng.STREAM_BOT + 6):
            for _ in range(number % 3):
                rng.draw(busy, stream, 1000)
        found.append(int(rng.draw(busy, rng.STREAM_BOT + 2, 1000)))
    assert found == expected


@rule("R-SETUP-4", "R-SETUP-5")
def test_bots_and_rules_do_not_change_what_is_dealt() -> None:
    """Cards and markers depend on seed and game number alone, not on house rules or on what is played."""
    plain = Game(players=3, seed=9, index=4)
    changed = Game(players=3, seed=9, index=4, rules={"start.food": [9, 9, 9, 9, 9, 9, 9], "furnishing.carpenter.cost.stone": 2})
    dealt = [{name: game.to_dict()[name] for name in ("cards", "harvest_markers")} for game in (plain, changed)]
    assert dealt[0] == dealt[1]
    chance = random.Random(1)
    for _ in range(20):
        plain.play(chance.choice(plain.legal()))
    assert plain.to_dict()["cards"] == dealt[0]["cards"]
    draws = plain.to_dict()["rng"]["draws"]
    assert draws == Game(players=3, seed=9, index=4).to_dict()["rng"]["draws"]  # playing by hand draws nothing


def test_random_players_draw_from_the_stream_of_their_seat() -> None:
    """In the compiled loop the draws of each seat are counted apart."""
    states, scratch, out = np.zeros(1, layout.STATE), np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
    core.random_games(states, catalog(4).record, scratch, out, 3, 0, 1)
    draws = states[0]["draws"]
    assert (draws[rng.STREAM_BOT : rng.STREAM_BOT + 4] > 0).all()
    assert not draws[rng.STREAM_BOT + 4 :].any()


# ---------------------------------------------------------------- deals


def layouts(players: int, games: int, seed: int = 21) -> tuple[Counter[Any], dict[Any, set[int]]]:
    """How often each layout of cards and markers is dealt, and the setup numbers it goes by."""
    rules, zeros, states = catalog(players).record, np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
    dealt: Counter[Any] = Counter()
    numbers: dict[Any, set[int]] = {}
    for game in range(games):
        states[:] = zeros
        core.set_up_here(states, rules, seed, game)
        state = states[0]
        key = state["cards"].tobytes() + state["markers"].tobytes()
        dealt[key] += 1
        numbers.setdefault(key, set()).add(int(state["setup"]))
    return dealt, numbers


@rule("R-SETUP-4", "R-SETUP-5", "R-2P-1", "R-2P-2", "R-SOLO-3", "R-SOLO-4")
@pytest.mark.parametrize(("players", "number", "games"), [(1, 1, 200), (2, 2_880, 43_200), (3, 15_120, 166_320)])
def test_every_layout_of_cards_and_markers_is_equally_likely(players: int, number: int, games: int) -> None:
    """Two players: 3! * 2! * 2! * 3! card orders and 20 ways for the markers; more: 3! * 2! * 3! * 3! and 35; solo: one."""
    dealt, numbers = layouts(players, games)
    assert len(dealt) == number
    if number > 1:
        assert chisquare(list(dealt.values())).pvalue > LEAST_P
    assert all(len(found) == 1 for found in numbers.values())
    assert len(set().union(*numbers.values())) == number  # the setup number names the layout


@rule("R-SETUP-4")
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_other_player_counts_deal_the_same_layouts(players: int) -> None:
    """From three players on the deck and the markers are the same, and so are their deals."""
    assert layouts(players, 500)[0] == layouts(3, 500)[0]


@rule("R-SETUP-2")
def test_games_of_a_run_differ_and_repeat() -> None:
    """The game number changes the deal; the same number makes the same game again."""
    deals = {str(QuietGame(players=4, seed=1, index=index).to_dict()["cards"]) for index in range(20)}
    assert len(deals) > 15
    assert QuietGame(players=4, seed=1, index=3).to_dict() == QuietGame(players=4, seed=1, index=3).to_dict()
