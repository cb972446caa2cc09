"""Random games of every size, compiled in bulk and one by one: nothing fails, nothing is out of reach."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks import fuzz, playing
from caverna_sim import Action, Game
from caverna_sim.chance import philox as rng
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.shape import layout, sizes
from tests.caverna.oracles.random_play import choose

PLAYERS = (1, 2, 3, 4, 5, 6, 7)
MANY = 200
TOGGLES = fuzz.FUZZ.readings
RARE = fuzz.LOOT_ITEM, fuzz.IMITATED, fuzz.SINGLE, fuzz.EVENT, fuzz.TRADE, fuzz.SECOND_TRADE


def buffers() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A state, two to try things on, and a list for actions."""
    return np.zeros(1, layout.STATE), np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)


def compiled_game(players: int, seed: int, index: int) -> tuple[list[int], int]:
    """The actions of one game of the compiled loop, drawn once more one by one, and its hash."""
    rules = catalog(players).record
    states, scratch, out = buffers()
    _, digest = core.random_games(states, rules, scratch, out, seed, index, 1)
    state, actions = np.zeros(1, layout.STATE), []
    core.new_game(state[0], rules[0], seed, index)
    while number := int(core.legal_here(state, rules, scratch, out)):
        stream = rng.STREAM_BOT + int(state[0]["agenda"][state[0]["depth"] - 1]["seat"])
        action = int(out[rng.draw(state[0], stream, number)] if number > 1 else out[0])
        actions.append(action)
        core.apply_here(state, rules, action)
        core.advance(state[0], rules[0])
    assert state.tobytes() == states.tobytes()
    return actions, int(digest)


# ---------------------------------------------------------------- in bulk


@pytest.mark.parametrize("tiles", fuzz.TILE_SETS)
@pytest.mark.parametrize("players", PLAYERS)
def test_compiled_games_end_and_repeat(players: int, tiles: str) -> None:
    rules = catalog(players, {"start.tiles": tiles}).record
    states, scratch, out = buffers()
    first = core.random_games(states, rules, scratch, out, 1, 0, MANY)
    assert first == core.random_games(states, rules, scratch, out, 1, 0, MANY)
    other = core.random_games(states, rules, scratch, out, 2, 0, MANY)
    assert first != other
    least = 50 * players * MANY  # every dwarf of every round is placed
    assert min(first[0], other[0]) > least


def test_random_games_keep_every_check_and_reach_everything() -> None:
    """Checked after every choice; rare loot and the like may wait for the long run."""
    total, expected = fuzz.FUZZ.coverage.nothing(), fuzz.FUZZ.coverage.nothing_expected()
    for players in PLAYERS:
        for tiles in fuzz.TILE_SETS:
            house_rules = {"start.tiles": tiles}
            result, here = fuzz.FUZZ.play(players, MANY, house_rules, seed=1), fuzz.possible(catalog(players, house_rules))
            assert not fuzz.FUZZ.coverage.missing(result, {fuzz.SPACE: here[fuzz.SPACE], fuzz.HARVEST: here[fuzz.HARVEST]})
            for group, names in here.items():
                expected[group] |= set() if group in RARE else names
            total.add(result)
    assert not fuzz.FUZZ.coverage.missing(total, expected)
    assert total.deepest_agenda < layout.MAX_AGENDA // 2
    assert total.longest_list < layout.MAX_LEGAL


@pytest.mark.parametrize(("name", "value"), TOGGLES, ids=[f"{name.removeprefix('toggle.')}={value}" for name, value in TOGGLES])
def test_random_games_with_every_other_reading(name: str, value: object) -> None:
    for players in PLAYERS:
        assert fuzz.FUZZ.play(players, 12, {name: value}, seed=2).games == 12


@pytest.mark.slow
def test_the_long_run_misses_nothing() -> None:
    _, gaps = fuzz.FUZZ.everything(2_000, 20, 3, PLAYERS)
    assert not gaps


# ---------------------------------------------------------------- the checks themselves


def broken(change: str) -> int:
    """What the checks say of a fresh game after a change for the worse."""
    states, _, _ = buffers()
    rules = catalog(3).record
    core.new_game(states[0], rules[0], 1, 1)
    state, seat = states[0], states[0]["seats"][1]
    if change == "a good below zero":
        seat["goods"][0] = -1
    elif change == "animals without room":
        seat["goods"][9:11] = 2
    elif change == "a dwarf too many":
        seat["dwarfs"] = 3
    elif change == "a weapon too strong":
        seat["weapon"][0] = 15
    elif change == "a stable lost":
        seat["stables_left"] = 2
    elif change == "a cell shown twice":
        seat["terrain"][1] |= seat["terrain"][0] & -seat["terrain"][0]
    elif change == "a tile twice":
        seat["owned"][0] |= int(state["supply"][0]) & -int(state["supply"][0])
    elif change == "a dwarf where it is not":
        seat["at"][0] = int(state["open_spaces"][0])
    elif change == "a deep agenda":
        state["depth"] = layout.MAX_AGENDA
    return int(fuzz.check_table(state, rules[0], np.zeros((2, sizes.MAX_FURNISHINGS), np.int64)) or fuzz.check_seat(state, rules[0], 1))


@pytest.mark.parametrize(
    ("change", "check"),
    [
        ("nothing", playing.GOOD),
        ("a good below zero", playing.NEGATIVE),
        ("animals without room", playing.NO_ROOM),
        ("a dwarf too many", playing.FAMILY),
        ("a weapon too strong", playing.WEAPON),
        ("a stable lost", playing.STABLES),
        ("a cell shown twice", playing.CELLS),
        ("a tile twice", playing.TILES),
        ("a dwarf where it is not", playing.OCCUPANTS),
        ("a deep agenda", playing.AGENDA),
    ],
)
def test_the_checks_notice(change: str, check: int) -> None:
    assert broken(change) == check


# ---------------------------------------------------------------- one by one


@pytest.mark.parametrize("players", PLAYERS)
def test_a_compiled_game_can_be_played_by_hand(players: int) -> None:
    """The compiled loop, action by action through Game: always legal, and the same game in the end."""
    actions, digest = compiled_game(players, seed=5, index=3)
    game = Game(players=players, seed=5, index=3)
    for number in actions[: None if players < 4 else 60]:
        game.play(Action(number))
    assert game.over == (players < 4)
    if game.over:
        assert game.hash == digest
        assert [action.id for action in game.actions] == actions


@pytest.mark.slow
@pytest.mark.parametrize("tiles", fuzz.TILE_SETS)
@pytest.mark.parametrize("players", PLAYERS)
def test_games_by_hand_come_to_an_end(players: int, tiles: str) -> None:
    chance = random.Random(players)
    for seed in range(2):
        game = Game(players=players, seed=seed, tiles=tiles)
        while not game.over:
            legal = game.legal()
            action = choose(chance, legal, eager=seed % 2 == 0)
            assert Action.parse(action.text) == action
            game.play(action)
        assert game.player is None and game.legal() == []
        assert sorted(entry["rank"] for entry in game.scores())[0] == 1
        assert len(game.log) > len(game.actions) > 0
