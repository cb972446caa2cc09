"""What orcs do and what is scored, against slow and obvious Python: on random homes in bulk, and along random games."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.schema import DIRECTIONS
from caverna_sim.games.caverna.fiends.shape import MAX_CARDS, MAX_STEPS
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import CELL_NAMES, CELL_OF_NAME
from tests.caverna.oracles import fiends_batch, fiends_cave, fiends_walk
from tests.caverna.oracles.fiends_checks import check_game
from tests.caverna.oracles.fiends_home import (
    CAVE,
    ENTRY,
    FARM_ANIMALS,
    FOREST,
    ORCS,
    Home,
    Hostile,
    fiends_tables,
    random_cave,
    random_forest,
    random_home,
    tiles_in_play,
)
from tests.caverna.oracles.naive_scorer import score_seat
from tests.caverna.oracles.random_play import decisions, random_fiends_game
from tests.caverna.oracles.test_scoring_oracle import assert_scores_agree
from tests.caverna.table import rule

RULES = fiends_tables()
TILES = tiles_in_play(RULES)
POINTS = {name: tile["points"] for name, tile in RULES["furnishing"].items()}
PLAYERS = (1, 2, 3, 4, 5, 6, 7)
FEW, MANY, CHUNK = 3_000, 100_000, 1_000


def buffers() -> tuple[np.ndarray, np.ndarray]:
    """Two states to try things on, and a list for actions."""
    return np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)


# ---------------------------------------------------------------- walking


def walking_home(chance: random.Random, name: str) -> tuple[Home, bool]:
    """A forest with this orc and others in it; whether a room for a friendly orc is free."""
    home = random_forest(chance, TILES.traps)
    home.cells |= dict.fromkeys(CAVE, "") | {"M13": "cavern", ENTRY: "entry_level_dwelling"}
    has_room = chance.random() < 0.3
    if has_room:
        home.cells["M13"] = "orc_dwelling"
    for other in ORCS:
        if other == name or chance.random() < 0.5:
            home.orcs[other] = Hostile(chance.choice(FOREST), chance.randint(1, 14))
            _hold(chance, home, other, has_room)
    return home, has_room


def _hold(chance: random.Random, home: Home, name: str, has_room: bool) -> None:
    """Now and then an orc is held where it stands."""
    one = home.orcs[name]
    words = home.cells[one.cell].split(":")
    is_trap = words[0] == "trap" and len(words) == 2 and RULES["trap"][words[1]]["kind"] == "holding"
    is_free = not any(other.held and other.cell == one.cell for other in home.orcs.values())
    if is_trap and is_free and not has_room and one.strength <= RULES["trap"][words[1]]["limit"]:
        one.held = chance.random() < 0.7


def random_cards(chance: random.Random, record: np.ndarray) -> list[list[str]]:
    """Cards of one to three random steps, put in the place of the printed ones."""
    found = []
    record[0]["orcs"]["card"] = -1
    for card in range(MAX_CARDS):
        steps = [chance.choice(DIRECTIONS) for _ in range(chance.randint(1, MAX_STEPS))]
        record[0]["orcs"]["card"][card, : len(steps)] = [DIRECTIONS.index(word) for word in steps]
        found.append(steps)
    return found


def compare_walks(seed: int, boards: int) -> Counter[str]:
    """How often a walk ended in which way; every one as the oracle says."""
    chance, ends = random.Random(seed), Counter[str]()
    record = catalog(1, expansion="fiends").record.copy()
    scratch, out = buffers()
    for _ in range(0, boards, CHUNK):
        cards = random_cards(chance, record)
        names = [chance.choice(ORCS) for _ in range(CHUNK)]
        homes = [walking_home(chance, name) for name in names]
        states = fiends_batch.states_of([home for home, _ in homes])
        drawn = [chance.randrange(len(cards)) for _ in range(CHUNK)]
        for number in range(CHUNK):
            fiends_batch.start_walk(states[number], ORCS.index(names[number]), drawn[number])
            fiends_batch.walk(states[number : number + 1], record, scratch, out)
        for number, (home, has_room) in enumerate(homes):
            steps = cards[drawn[number]]
            expected = fiends_walk.move(home, names[number], steps, RULES["trap"], has_room)
            assert_walked(states[number]["seats"][0], expected, names[number], (seed, names[number], steps, home))
            ends[expected.state] += 1
    return ends


def assert_walked(seat: np.void, expected: fiends_walk.Outcome, name: str, what: object) -> None:
    """The record is as the oracle says; `what` is told when it is not."""
    home, one = expected.home, seat["orcs"][ORCS.index(name)]
    status = {"cave": orc.CAVE, "defeated": orc.DEFEATED, "friendly": orc.FRIENDLY}.get(expected.state, orc.FOREST)
    assert one["status"] == status, what
    if status == orc.FOREST:
        assert (CELL_NAMES[one["cell"]], bool(one["held"])) == (home.orcs[name].cell, expected.state == "held"), what
        assert one["strength"] == home.orcs[name].strength, what
    shown = {cell: "large_pasture" if home.cells[cell].startswith("large_pasture") else home.cells[cell] for cell in FOREST}
    assert fiends_batch.read_forest(seat) == shown, what
    owned = home.owned_animals()
    assert {animal: int(seat["goods"][good.NAMES.index(animal)]) for animal in (*FARM_ANIMALS, "dog")} == owned, what
    standing = {CELL_NAMES[cell]: int(number) for cell, number in enumerate(seat["standing"]) if number}
    assert standing == {cell: number for cell, (_, number) in home.animals.items()}, what
    crops = sum(expected.lost.get(crop, 0) for crop in ("grain", "vegetable"))
    assert (seat["lost_crops"], seat["lost_animals"]) == (crops, sum(expected.lost.values()) - crops), what


WALKING = rule("F-EVENT-7", "F-EVENT-8", "F-TRAP-4", "F-TRAP-5", "F-TRAP-6", "F-TRAP-7", "F-TRAP-8", "F-TRAP-9", "F-TRAP-10")


@WALKING
def test_orcs_walk_as_the_rules_say() -> None:
    ends = compare_walks(1, FEW)
    assert set(ends) == {"forest", "cave", "held", "defeated", "friendly"}


@WALKING
@pytest.mark.slow
def test_orcs_walk_as_the_rules_say_on_a_hundred_thousand_boards() -> None:
    assert compare_walks(2, MANY).total() >= MANY


# ---------------------------------------------------------------- breaking in


def breaking_home(chance: random.Random, name: str) -> Home:
    """A cave; this orc comes from the forest, or sits there already."""
    home = random_cave(chance, TILES)
    home.friends.pop(name, None)
    home.captive_friends.discard(name)
    if name not in home.orcs:
        home.orcs[name] = Hostile("F34", 5)
    return home


def compare_break_ins(seed: int, boards: int, entry_is_a_tile: bool = False) -> Counter[int]:
    """How often there were so many cells to choose from; always those of the oracle, with what follows."""
    chance, sizes = random.Random(seed), Counter[int]()
    house_rules = {"ruling.entry_dwelling_in_preference_3": entry_is_a_tile}
    record = catalog(1, house_rules, expansion="fiends").record
    scratch, out = buffers()
    for _ in range(0, boards, CHUNK):
        names = [chance.choice(ORCS) for _ in range(CHUNK)]
        homes = [breaking_home(chance, name) for name in names]
        states = fiends_batch.states_of(homes)
        states["places_fixed"] = 1
        states["event"] = 3
        states["event_orc"] = [ORCS.index(name) for name in names]
        for number, (name, home) in enumerate(zip(names, homes, strict=True)):
            what = seed, name, home
            expected = fiends_cave.candidates(home, name, POINTS, entry_is_a_tile)
            found = fiends_batch.break_into(states[number : number + 1], record, scratch, out)
            assert fiends_batch.names_of(found) == expected, what
            is_surplus = expected == {ENTRY} and (not entry_is_a_tile or any(one.cell == ENTRY for one in home.orcs.values()))
            assert_occupied(states[number]["seats"][0], home, name, is_surplus, expected, what)
            sizes[len(expected)] += 1
    return sizes


def assert_occupied(seat: np.void, home: Home, name: str, is_surplus: bool, cells: set[str], what: object) -> None:
    """Goods, animals and captives after the orc has sat down."""
    cell = CELL_NAMES[seat["orcs"][ORCS.index(name)]["cell"]]
    after, who, equals = fiends_cave.occupy(home, name, cell, surplus=is_surplus)
    assert cell in cells, what
    held = {number for number in range(len(home.dwarfs)) if seat["at"][number] == layout.CAPTIVE}
    new = held - after.captives
    assert after.captives <= held and len(new) == (who == "dwarf") and new <= equals, what
    friends = {friend for friend in home.friends if seat["orcs"][ORCS.index(friend)]["at"] == layout.CAPTIVE}
    assert friends == after.captive_friends, what
    goods = {place: int(seat["detail"][CELL_OF_NAME[place]]) for place in CAVE if home.cells[place].split("*")[0].endswith("_mine")}
    assert goods == {place: fiends_cave.goods_in(after.cells[place]) for place in goods}, what
    standing = {CELL_NAMES[place]: int(number) for place, number in enumerate(seat["standing"]) if number}
    assert standing == {place: number for place, (_, number) in after.animals.items()}, what


BREAKING_IN = rule("F-CAVE-2", "F-CAVE-3", "F-CAVE-4", "F-CAVE-5", "F-CAVE-6", "F-CAVE-9", "F-CAVE-10")


@BREAKING_IN
@pytest.mark.parametrize("entry_is_a_tile", [False, True])
def test_orcs_break_in_as_the_rules_say(entry_is_a_tile: bool) -> None:
    assert len(compare_break_ins(1, FEW, entry_is_a_tile)) >= 3


@BREAKING_IN
@pytest.mark.slow
def test_orcs_break_in_as_the_rules_say_on_a_hundred_thousand_boards() -> None:
    assert compare_break_ins(2, MANY).total() >= MANY


# ---------------------------------------------------------------- scoring


def compare_scores(seed: int, boards: int) -> Counter[str]:
    """How often each part was worth something; always what the slow scorer says."""
    chance, scored = random.Random(seed), Counter[str]()
    record = catalog(1, expansion="fiends").record
    for _ in range(0, boards, CHUNK):
        homes = [random_home(chance, TILES) for _ in range(CHUNK)]
        states = fiends_batch.states_of(homes)
        for number, home in enumerate(homes):
            expected = score_seat(home.as_seat(), RULES)
            del expected["total"]
            assert fiends_batch.score_of(states[number : number + 1], record) == expected, f"seed {seed}: {home}"
            scored.update(part for part, points in expected.items() if points)
    return scored


SCORED = rule("F-SCORE-1", "F-SCORE-2", "F-SCORE-3", "F-SCORE-4", "F-SCORE-6", "F-TILE-2", "F-TILE-4", "F-TILE-6")


@SCORED
def test_scores_of_random_homes() -> None:
    assert set(compare_scores(1, FEW)) == set(score.NAMES)


@SCORED
@pytest.mark.slow
def test_scores_of_a_hundred_thousand_homes() -> None:
    compare_scores(2, MANY)


@SCORED
@pytest.mark.parametrize("players", PLAYERS)
def test_scores_along_a_random_game(players: int) -> None:
    chance = random.Random(players)
    for number, (game, _) in enumerate(decisions(random_fiends_game(players, seed=players), chance, eager=True)):
        if number % (1 if players < 3 else 7) == 0:
            assert_scores_agree(game)
    assert game.over
    assert_scores_agree(game)


# ---------------------------------------------------------------- the dearest tiles at the end


def compare_endings(seed: int, boards: int) -> Counter[int]:
    """How many cells were dearest; always those of the oracle. Some orcs have their places already."""
    chance, sizes = random.Random(seed), Counter[int]()
    record = catalog(1, expansion="fiends").record
    for _ in range(0, boards, CHUNK):
        homes = [random_home(chance, TILES) for _ in range(CHUNK)]
        states = fiends_batch.states_of(homes)
        for number, home in enumerate(homes):
            expected = fiends_cave.final_candidates(home, "", fiends_cave.worth_of_cells(home, RULES))
            cells = fiends_batch.names_of(fiends_batch.dearest(states[number : number + 1], record)) or {ENTRY}
            assert cells == expected, f"seed {seed}: {home}"
            sizes[len(expected)] += 1
    return sizes


@rule("F-END-1", "F-END-2", "F-END-3")
def test_the_dearest_tiles_at_the_end() -> None:
    assert len(compare_endings(1, FEW)) > 1


@rule("F-END-1", "F-END-2", "F-END-3")
@pytest.mark.slow
def test_the_dearest_tiles_of_a_hundred_thousand_homes() -> None:
    assert compare_endings(2, MANY).total() >= MANY


# ---------------------------------------------------------------- nothing gets lost

CONSERVED = rule("F-BOUNTY-1", "F-BOUNTY-2", "F-BOUNTY-4", "F-CAVE-2", "F-CAVE-5", "F-EVENT-8", "F-FRIEND-2", "F-SETUP-5", "F-TRAP-3")


@CONSERVED
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_lost_along_random_games(players: int) -> None:
    chance = random.Random(players)
    check_game(random_fiends_game(players, seed=players), chance)


@CONSERVED
@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_lost_in_many_games(players: int) -> None:
    chance = random.Random(100 + players)
    for seed in range(6):
        check_game(random_fiends_game(players, seed=100 + seed), chance)


@rule("F-SETUP-4", "F-EVENT-2")
@pytest.mark.parametrize("players", [1, 2, 4, 7])
def test_positions_of_random_games_are_read_back_the_same(players: int) -> None:
    from caverna_sim import Game

    chance = random.Random(20 + players)
    for number, (game, _) in enumerate(decisions(random_fiends_game(players, seed=players), chance, eager=True)):
        position = game.to_dict()
        if number % (3 * players) == 0 or position["phase"] in ("housing", "after_orcs", "replacement"):
            again = Game.from_dict(position)
            assert again.to_dict() == position
            assert again.legal() == game.legal()
