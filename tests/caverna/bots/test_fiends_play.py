"""Bots at tables of Frantic Fiends: whole legal games, nothing hidden is looked at, orcs are dealt with in sound ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from caverna_sim.games.caverna.bots.parameters import bot_record
from caverna_sim.games.caverna.bots.worth import think
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.bots.ambush import growth_after
from caverna_sim.games.caverna.fiends.hostile import hostile_left
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import act, argument, good, phase, step, terrain
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of
from caverna_sim.match.play import Match, Played, play
from tests.caverna.bots import COMPILED, FEW_PLAYOUTS, NAMES, SCRIPTED, Table
from tests.caverna.table import rule

FIENDS = "fiends"
LAST_ROUND = 12
MIDDLE = 12  # the forest cell in the middle of the second row


def bot(name: str, **overrides: Any) -> tuple[np.ndarray, np.ndarray]:
    """The records of a bot for this expansion."""
    return bot_record(name, {**FEW_PLAYOUTS.get(name, {}), **overrides}, FIENDS)


def table(players: int, seed: int = 3) -> Table:
    return Table(players, seed, expansion=FIENDS)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("name", [*NAMES, "campaigner"])
def test_every_bot_plays_whole_legal_games(name: str) -> None:
    sizes = (1, 2) if name in ("value", "search", "campaigner") else (1, 2, 3, 4)
    for players in sizes:
        assert table(players, seed=players).first_illegal(bot(name)) is None


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 7])
def test_mixed_tables_meet_every_step_of_the_expansion(players: int) -> None:
    seen = set()
    names = [name for name in SCRIPTED if name != "random"]
    for seed in range(12):
        game = table(players, seed)
        seated = [bot(names[(seed + number) % len(names)]) for number in range(len(names))]
        for action in game.decisions(seated):
            seen.add(step.NAMES[top_step(game.states[0])["step"]])
            assert action in game.legal()
    assert seen >= {"orc", "bounty", "cave", "house", "arrange", "fight"}


# ---------------------------------------------------------------- what is hidden


def otherwise_hidden(game: Table, chance: np.random.Generator) -> np.ndarray:
    """Other markers face down, and another seed: other movement cards to come, since those are made from it."""
    states = game.states.copy()
    state = states[0]
    rounds = [number for number in range(int(state["round"]) + 1, LAST_ROUND + 1) if state["markers"][number]]
    state["markers"][rounds] = chance.permutation(state["markers"][rounds])
    state["seed"] += 1 + chance.integers(1000)
    return states


@rule("F-EVENT-2", "F-SETUP-3")
@pytest.mark.parametrize("name", [name for name in COMPILED if name != "search"])
def test_cards_and_markers_to_come_change_no_choice(name: str) -> None:
    chance = np.random.default_rng(7)
    player = bot(name, temperature=0)
    compared = 0
    for players in (1, 2):
        game = table(players, seed=players)
        for action in game.decisions([player]):
            compared += 1
            assert game.choice(player, otherwise_hidden(game, chance)) == action
    assert compared > 100


@rule("F-EVENT-2", "F-SETUP-3")
def test_playing_out_to_the_end_looks_at_no_card_to_come() -> None:
    """Markers, cards of spaces and the draws that movement cards are made of are dealt anew in every playout."""
    chance = np.random.default_rng(7)
    player = bot("campaigner")
    compared = 0
    game = table(1, seed=1)
    for action in game.decisions([player]):
        now = top_step(game.states[0])["step"]
        if now in (step.PLACE, step.ORC, step.FIGHT, step.BOUNTY):
            other = otherwise_hidden(game, chance)
            other[0]["seed"] = game.states[0]["seed"]  # lots are keyed by it, and so are playouts
            other[0]["draws"] += 1 + chance.integers(9)
            compared += 1
            assert game.choice(player, other) == action
    assert compared > 30


def test_a_charge_makes_playing_out_get_rid_of_orcs() -> None:
    """Points alone leave orcs standing; every orc left is charged where a playout ends."""
    left = []
    for charge in (0.0, 60.0):
        games = [table(1, seed) for seed in range(4)]
        for game in games:
            game.play(bot("campaigner", charge=charge))
        left.append(sum(hostile_left(game.states[0]["seats"][0]) for game in games))
    assert left[1] < left[0]


def test_the_drawn_card_does_matter() -> None:
    """The comparison above would notice a bot that looks at cards: the open one changes what is done."""
    player = bot("balanced", temperature=0)
    changed = 0
    for seed in range(6):
        game = table(2, seed)
        for action in game.decisions([player]):
            if top_step(game.states[0])["step"] == step.ORC and game.states[0]["movement"][game.seat] >= 0:
                others = [game.states.copy() for _ in range(27)]
                for card, other in enumerate(others):
                    other[0]["movement"][game.seat] = card
                changed += any(game.choice(player, other) != action for other in others)
    assert changed > 0


# ---------------------------------------------------------------- decisions


def at(wanted: int, players: int = 1, name: str = "balanced") -> Iterator[Table]:
    """Games of a bot, each time a step is to be decided."""
    for seed in range(20):
        game = table(players, seed)
        player = bot(name, temperature=0)
        for _ in game.decisions([player]):
            if top_step(game.states[0])["step"] == wanted:
                yield game


def first_event(change: Callable[[np.void, np.void], None]) -> tuple[Table, int]:
    """What balanced does about orc A in event 1 after a change of (state, seat)."""
    game = next(at(step.ORC))
    state = game.states[0]
    assert (state["phase"], state["event"], top_step(state)[argument.LETTER]) == (phase.EVENT, 1, orc.A)
    change(state, state["seats"][0])
    return game, game.choice(bot("balanced", temperature=0))


@rule("F-EVENT-3")
def test_an_orc_is_bribed_when_goods_are_plentiful() -> None:
    def change(state: np.void, seat: np.void) -> None:
        seat["goods"][state["bribe"][1]] += 40

    game, action = first_event(change)
    strength = int(game.states[0]["seats"][0]["orcs"][orc.A]["strength"])
    assert (kind_of(action), first_of(action), second_of(action)) == (act.BRIBE, orc.A, strength)


@rule("F-EVENT-4", "F-TRAP-5")
def test_an_orc_is_pushed_into_a_pitfall_beside_it() -> None:
    pitfall = 3

    def change(state: np.void, seat: np.void) -> None:
        for kind in range(terrain.NUM):
            seat["terrain"][kind] &= ~(1 << MIDDLE)
        seat["terrain"][terrain.TRAP] |= 1 << MIDDLE
        seat["detail"][MIDDLE] = pitfall
        seat["goods"][good.WOOD] = 1
        seat["goods"][state["bribe"][1]] = max(1 if state["bribe"][1] == good.WOOD else 0, 0)
        seat["orcs"][orc.A]["cell"] = 6
        state["movement"][0] = 8  # W: away from the trap

    _, action = first_event(change)
    assert (kind_of(action), first_of(action), second_of(action)) == (act.DISPLACE, orc.A, 3)


@rule("F-EVENT-3")
def test_an_orc_goes_its_way_when_nothing_can_be_paid() -> None:
    def change(state: np.void, seat: np.void) -> None:
        seat["goods"][: good.NUM_GOODS] = 0

    assert kind_of(first_event(change)[1]) == act.PASS


@rule("F-FIGHT-1")
def test_a_fight_comes_last_in_an_expedition() -> None:
    player = bot("ore_baron", temperature=0)
    fights = 0
    for seed in range(6):
        game = table(2, seed)
        for action in game.decisions([player]):
            row = top_step(game.states[0])
            if row["step"] == step.FIGHT:
                fights += 1
                assert kind_of(action) == act.FIGHT
                assert action in game.legal()
    assert fights > 2


@rule("F-BOUNTY-2")
def test_a_reward_is_taken_rather_than_two_gold() -> None:
    """A ruby (Jeweller) is worth more than the gold of orc B."""
    kinds = [kind_of(game.choice(bot("balanced", temperature=0))) for game, _ in zip(at(step.BOUNTY, 2), range(20), strict=False)]
    assert kinds.count(act.BOUNTY) > kinds.count(act.TAKE_GOLD)


@rule("F-CAVE-3")
def test_the_owner_gives_up_the_cell_that_costs_least() -> None:
    player = bot("balanced", temperature=0)
    for game, _ in zip(at(step.CAVE, 2), range(5), strict=False):
        assert kind_of(game.choice(player)) == act.OCCUPY


@rule("F-ACT-7")
def test_a_trap_is_set_for_the_sake_of_the_child_that_may_follow() -> None:
    """With a free room; without one three gold are worth more to who fears no orc."""
    space, pitfall = list(printed_tables(FIENDS)["space"]).index("urgent_wish_for_children"), 3
    player = bot("balanced", temperature=0, orcs={"trap": 0.0, "rid": 0.0, "last": 0.0, "reward": 0.0}, weights={"placement": 3.0})
    chosen = {}
    for free in (0, 1):
        moves = ((game, action) for game in at(step.PLACE) for action in game.legal())
        game, wish = next((game, action) for game, action in moves if (kind_of(action), first_of(action)) == (act.PLACE, space))
        state, seat = game.states[0], game.states[0]["seats"][0]
        assert state["round"] < LAST_ROUND
        seat["room"], state["traps_left"][pitfall] = seat["dwarfs"] + free, 1
        seat["goods"][: good.NUM_GOODS] = 0
        seat["goods"][good.WOOD], seat["goods"][good.STONE] = 4, 1  # its price
        seat["terrain"][terrain.TUNNEL] |= seat["terrain"][terrain.CAVERN]
        seat["terrain"][terrain.CAVERN] = 0  # no place for a furnishing
        game.take(wish)
        chosen[free] = kind_of(game.choice(player))
    assert chosen == {0: act.COLLECT, 1: act.SET_TRAP}


@rule("F-ACT-7")
@pytest.mark.parametrize(
    ("space", "first", "follows"), [("urgent_wish_for_children", act.SET_TRAP, True), ("adventure", act.EXPEDITION, False)]
)
def test_only_growth_counts_as_a_child_that_may_follow(space: str, first: int, follows: bool) -> None:
    """The second expedition of Adventure needs the first, too."""
    table = Table(2, 1, expansion=FIENDS)
    (player,), seat = bot_record("balanced", None, FIENDS)[0], table.states[0]["seats"][0]
    seat["room"] = seat["dwarfs"] + 1
    row = table.rules[0]["space"][list(printed_tables(FIENDS)["space"]).index(space)]
    parts = list(row["parts"][: row["num_parts"]])
    number = next(place for place, one in enumerate(parts) if any((later["needs"] >> place) & 1 for later in parts))
    think(table.states[0], table.rules[0], player, seat, table.minds[0])
    worth = growth_after(table.rules[0], player, table.minds[0], seat, row, number, code(first, 0, 0, 0))
    assert bool(worth > 0.0) is follows


# ---------------------------------------------------------------- strength


def games_of(names: tuple[str, ...], games: int, **more: Any) -> Played:
    scenario = CavernaScenario("by hand", len(names), names, expansion=FIENDS, seed=5, record=("games", "players"))
    kept = {"games": ("hash",), "players": ("orcs_left", "lost_animals", "lost_crops", "captives")}
    return play([Match(CavernaSource(scenario), games)], kept, **more)[0]


def test_what_orcs_did_is_kept() -> None:
    found = games_of(("crop_farmer", "ore_baron"), 40)
    assert {0} < set(found["players", "orcs_left"].tolist()) <= set(range(orc.NUM_HOSTILE + 1))
    assert found["players", "lost_animals"].sum() + found["players", "lost_crops"].sum() > 0


def test_the_same_games_come_out_in_chunks() -> None:
    whole, pieces = (games_of(("balanced", "ore_baron"), 16, chunk_games=size) for size in (16, 6))
    assert (whole["games", "hash"] == pieces["games", "hash"]).all()
