"""Random games with orcs: nothing fails, nothing is out of reach, and compiled games are those of plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import fuzz_fiends as fuzz
from benchmarks import playing
from caverna_sim import Action, Game
from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import terrain
from caverna_sim.games.caverna.shape import layout, sizes

PLAYERS = (1, 2, 3, 4, 5, 6, 7)
FEW, MANY = 30, 300
# what some hundred games do without now and then
RARE = {
    fuzz.KIND, fuzz.STEP, fuzz.BOUNTY, fuzz.FATE, fuzz.TRAP_SET, fuzz.TRAP_WORKED, fuzz.ORC_SPACE, fuzz.EVENT, fuzz.ALTERNATIVE,
    fuzz.LOOT_ITEM, fuzz.FURNISHING,
}  # fmt: skip


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_with_orcs_keep_every_check(players: int) -> None:
    result, here = fuzz.FUZZ.play(players, FEW, {}, seed=1), fuzz.possible(catalog(players, expansion="fiends"))
    assert not fuzz.FUZZ.coverage.missing(result, {fuzz.HARVEST: here[fuzz.HARVEST], fuzz.ARRIVAL: here[fuzz.ARRIVAL]})
    assert result.deepest_agenda < layout.MAX_AGENDA * 3 // 4


def test_random_games_with_orcs_reach_everything() -> None:
    """Checked after every choice; what is rare may wait for the long run."""
    total, expected = fuzz.FUZZ.coverage.nothing(), fuzz.FUZZ.coverage.nothing_expected()
    for players in PLAYERS:
        total.add(fuzz.FUZZ.play(players, MANY, {}, seed=2))
        for group, names in fuzz.possible(catalog(players, expansion="fiends")).items():
            expected[group] |= set() if group in RARE else names
    assert not fuzz.FUZZ.coverage.missing(total, expected)


@pytest.mark.parametrize(("name", "value"), fuzz.READINGS, ids=[f"{name.removeprefix('ruling.')}={value}" for name, value in fuzz.READINGS])
def test_random_games_with_every_other_reading(name: str, value: object) -> None:
    for players in (1, 3, 6):
        assert fuzz.FUZZ.play(players, 10, {name: value}, seed=3).games == 10


@pytest.mark.slow
def test_the_long_run_misses_nothing() -> None:
    _, gaps = fuzz.FUZZ.everything(2_000, 20, 4, PLAYERS)
    assert not gaps


# ---------------------------------------------------------------- the checks themselves


def broken(change: str) -> int:
    """What the checks say of a fresh game after a change for the worse."""
    states = np.zeros(1, layout.STATE)
    rules = catalog(3, expansion="fiends").record
    core.new_game(states[0], rules[0], 1, 1)
    state, seat = states[0], states[0]["seats"][1]
    one = seat["orcs"][orc.A]
    if change == "a hostile orc without strength":
        one["strength"] = 0
    elif change == "an orc stronger than at the start":
        one["strength"] += 1
    elif change == "an orc in the cave that sits on nothing":
        one["status"] = orc.CAVE
    elif change == "a friendly orc without a room":
        one["status"], one["fate"] = orc.FRIENDLY, orc.BEFRIENDED
    elif change == "an orc held by nothing":
        one["held"] = 1
    elif change == "a captive without an orc":
        seat["at"][0] = layout.CAPTIVE
    elif change == "a trap lost":
        state["traps_left"][int(np.flatnonzero(state["traps_left"])[0])] -= 1
    elif change == "a tile lost":
        state["supply"][0] &= int(state["supply"][0]) - 1
    elif change == "a copy lost":
        state["copies"][int(np.flatnonzero(state["copies"])[0])] -= 1
    elif change == "a token of nobody":
        state["bounty_token"][int(np.flatnonzero(state["bounty_token"] == -1)[0])] = 8
    elif change == "animals standing that nobody owns":
        seat["standing"][7], seat["standing_animal"][7] = 2, 9
    elif change == "a cell shown twice":
        seat["terrain"][terrain.MEADOW] |= seat["terrain"][terrain.EMPTY] & -seat["terrain"][terrain.EMPTY]
    counters = np.zeros((2, sizes.MAX_FURNISHINGS), np.int64)
    return int(fuzz.check_table(state, rules[0], counters) or fuzz.check_seat(state, rules[0], 1))


@pytest.mark.parametrize(
    ("change", "check"),
    [
        ("nothing", playing.GOOD),
        ("a hostile orc without strength", fuzz.ORC_STATE),
        ("an orc stronger than at the start", fuzz.ORC_STATE),
        ("an orc in the cave that sits on nothing", fuzz.ORC_STATE),
        ("a friendly orc without a room", fuzz.ORC_STATE),
        ("an orc held by nothing", fuzz.HELD),
        ("a captive without an orc", fuzz.CAPTIVES),
        ("a trap lost", fuzz.TRAPS_COUNT),
        ("a tile lost", playing.TILES),
        ("a copy lost", playing.TILES),
        ("a token of nobody", fuzz.TOKENS),
        ("animals standing that nobody owns", fuzz.PLACES),
        ("a cell shown twice", playing.CELLS),
    ],
)
def test_the_checks_notice(change: str, check: int) -> None:
    assert broken(change) == check


# ---------------------------------------------------------------- one by one


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_compiled_game_can_be_played_by_hand(players: int) -> None:
    """The compiled loop, action by action through Game: always legal, its text is its name, and the same game in the end."""
    rules = catalog(players, expansion="fiends").record
    scratch, out = np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
    states = np.zeros(1, layout.STATE)
    core.random_games(states, rules, scratch, out, 5, 3, 1)
    game = Game(players=players, seed=5, index=3, expansion="fiends")
    chance = np.zeros(1, layout.STATE)
    core.new_game(chance[0], rules[0], 5, 3)
    while not game.over:
        legal = game.legal()
        number = draw(chance[0], STREAM_BOT + game.player, len(legal)) if len(legal) > 1 else 0
        action = legal[int(number)]
        assert Action.parse(action.text) == action
        core.apply_here(chance, rules, action.id)
        core.advance(chance[0], rules[0])
        game.play(action)
    assert game.hash == int(states[0]["hash"])
    assert len(game.log) > len(game.actions) > 0
