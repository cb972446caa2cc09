"""What may be placed, against a plain reading of the rules on tiles: the same set at every decision."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from caverna_sim import Action, Game
from caverna_sim.games.caverna.shape import layout
from tests.caverna.oracles.naive_board import PRINTED, beside
from tests.caverna.oracles.naive_tiles import PLACING, Choice, Site, loot_on_offer, offered
from tests.caverna.oracles.random_play import TILE_SETS, QuietGame, decisions, random_game, random_position
from tests.caverna.table import do, rule, seat
from tests.caverna.table import position as hand_written

PLACING_RULES = rule(
    "R-TILE-1", "R-TILE-2", "R-TILE-3", "R-TILE-4", "R-TILE-5", "R-TILE-6", "R-TILE-7", "R-TILE-9", "R-FENCE-1", "R-FENCE-2",
    "R-FENCE-3", "R-STAB-1", "R-MINE-1", "R-MINE-2", "R-FURN-1", "R-FURN-2", "R-FURN-3", "R-FURN-5", "R-INT-1", "R-INT-2",
    "R-CONN-1", "R-CONN-4", "R-EXP-6", "R-RUBY-2", "F-office_room", "F-work_room", "F-builder",
)  # fmt: skip
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "halves in the middle": {"toggle.office_room_middle_overhang": True},
    "halves outside serve for nothing": {"toggle.office_room_tiles_usable_outside": False},
    "no discounts on loot": {"toggle.discounts_on_loot": False},
    "Carpenter for each pasture": {"toggle.carpenter_discount_scope": "per_pasture"},
    "introductory tiles": {"start.tiles": "introductory"},
    "Guest room without exceptions": {"toggle.guest_room_on_wish_for_children": False, "toggle.guest_room_extension_once": False},
}

BUILDING = ("excavation", "drift_mining", "housework", "sheep_farming", "adventure", "blacksmithing", "exploration", "hardware_rental",
            "ore_mine", "ruby_mine", "clearing", "slash", "wish", "urgent", "fence_building")  # fmt: skip
WANTED = (("office_room", "builder"), ("work_room", "stone_carver"), ("guest_room", "builder", "carpenter"), ())


def as_choice(action: Action) -> Choice:
    """An action in the words of the naive check."""
    if action.kind == "twin_tile":
        other = beside(action.cell, action.direction)
        cells = sorted((action.cell, other)) if action.tile == "cavern_cavern" else (action.cell, other)
        return ("twin_tile", action.tile, *cells)
    if action.kind in ("single_tile", "buy_tile"):
        return (action.kind, action.tile, action.cell)
    if action.kind == "pasture":
        if action.size == "small":
            return ("pasture", "small", action.cell)
        return ("pasture", "large", *sorted((action.cell, beside(action.cell, action.direction))))
    if action.kind == "furnish":
        return ("furnish", action.tile, action.cell, action.payment)
    return (action.kind, action.cell)


def assert_placing_agrees(game: Game, legal: list[Action], seen: Counter[str]) -> None:
    """The legal placements are exactly those that the rules allow."""
    position = game.to_dict()
    step = position["pending"][-1]
    placements = [as_choice(action) for action in legal if action.kind in PLACING]
    assert len(placements) == len(set(placements)), "a placement is offered twice"
    expected = offered(position)
    assert set(placements) == expected, set(placements) ^ expected
    seen.update(f"{choice[0]} {choice[1]}" if choice[0] in ("twin_tile", "single_tile", "pasture") else choice[0] for choice in placements)
    seen.update(f"paying {choice[3]}" for choice in placements if choice[0] == "furnish" and choice[3])
    seen.update("outside" for choice in placements if choice[0] == "twin_tile" and not {*choice[2:]} <= {*PRINTED})
    assert_bought_tiles_agree(position, step, legal)
    if step["step"] == "expedition":
        built = {action.loot for action in legal if action.kind == "loot"} & LOOT_THAT_BUILDS
        assert built == loot_on_offer(position)
        seen.update(built)


LOOT_THAT_BUILDS = {
    "furnish_cavern",
    "stable",
    "tunnel",
    "small_pasture",
    "large_pasture",
    "meadow",
    "ordinary_dwelling",
    "field",
    "cavern",
}


def assert_bought_tiles_agree(position: dict[str, Any], step: dict[str, Any], legal: list[Action]) -> None:
    """Rubies buy every single tile that can be laid, at any time; in the middle of a first part only harmless ones."""
    bought = [as_choice(action) for action in legal if action.kind == "buy_tile"]
    expected = Site(position, step["seat"]).tiles_for_rubies()
    assert len(bought) == len(set(bought))
    assert set(bought) <= expected
    before_the_first_loot = step["step"] == "expedition" and step["arguments"][3] == 0
    just_placed = step["step"] == "action" and step["arguments"][1] == 0
    if not (before_the_first_loot or just_placed or step["step"] in ("loot_item", "make_room", "harvest_choice", "protect")):
        assert set(bought) == expected


def compare(players: int, house_rules: dict[str, Any], seed: int, positions: int, choices: int, games: int) -> Counter[str]:
    """Compare along random games and along play from rich positions; what was on offer, and how often."""
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(positions):
        start = QuietGame.from_dict(random_position(chance, players, house_rules))
        for game, legal in decisions(start, chance, eager=True, most=choices):
            assert_placing_agrees(game, legal, seen)
    for number in range(games):
        for game, legal in decisions(QuietGame(players=players, seed=seed + number, rules=house_rules), chance, eager=True):
            assert_placing_agrees(game, legal, seen)
    return seen


@PLACING_RULES
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7])
def test_placements_along_random_play(players: int) -> None:
    compare(players, {}, seed=players, positions=5, choices=25, games=1 if players < 4 else 0)


@PLACING_RULES
@pytest.mark.parametrize("name", HOUSE_RULES)
def test_placements_with_house_rules(name: str) -> None:
    compare(7, HOUSE_RULES[name], seed=50, positions=4, choices=25, games=0)


@PLACING_RULES
def test_play_on_building_spaces_meets_everything_that_can_be_placed() -> None:
    chance = random.Random(4)
    seen: Counter[str] = Counter()
    for number in range(40):
        start = QuietGame.from_dict(random_position(chance, 5, wanted=WANTED[number % len(WANTED)]))
        for game, legal in decisions(start, chance, eager=True, most=20, spaces=BUILDING):
            assert_placing_agrees(game, legal, seen)
    twin = {f"twin_tile {tile}" for tile in ("meadow_field", "cavern_tunnel", "cavern_cavern", "ore_mine_deep_tunnel")}
    assert twin | {"pasture small", "pasture large", "stable", "ruby_mine", "furnish", "outside"} <= set(seen)
    assert {"single_tile meadow", "single_tile field", "single_tile tunnel"} <= set(seen)
    assert {"paying ore for wood", "paying ore for stone", "paying ore for wood and stone"} <= set(seen)


@rule("R-FENCE-1", "F-carpenter", "X-11", "D-14")
@pytest.mark.parametrize("scope", ["per_build_fences_action", "per_pasture"])
def test_fences_with_the_carpenter(scope: str) -> None:
    chance = random.Random(5)
    seen: Counter[str] = Counter()
    for _ in range(50):
        position = random_position(chance, 2, {"toggle.carpenter_discount_scope": scope}, wanted=("carpenter",))
        position["seats"][0]["goods"] |= {"wood": 4, "ruby": 0, "gold": 0}  # enough for both pastures only if both are cheaper
        start = QuietGame.from_dict(position)
        for game, legal in decisions(start, chance, most=6, spaces=("sheep_farming", "donkey_farming", "fence_building")):
            assert_placing_agrees(game, legal, seen)
    assert {"pasture small", "pasture large"} <= set(seen)


@PLACING_RULES
@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7])
def test_placements_in_many_games(players: int) -> None:
    seen = compare(players, {}, seed=100 * players, positions=60, choices=60, games=8)
    assert set(seen) >= LOOT_THAT_BUILDS


@PLACING_RULES
@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSE_RULES)
@pytest.mark.parametrize("players", [3])
def test_placements_with_house_rules_in_many_games(players: int, name: str) -> None:
    compare(players, HOUSE_RULES[name], seed=players, positions=30, choices=40, games=2)


@pytest.mark.parametrize("tiles", TILE_SETS)
def test_the_first_tiles_of_a_game(tiles: str) -> None:
    """At the start only F34 can begin the forest, and the cavern M13 and the dwelling M14 begin the mountain."""
    game = random_game(2, tiles, seed=1)
    site = Site(game.to_dict(), 0)
    assert site.twin_tiles("meadow_field") == {
        ("twin_tile", "meadow_field", *pair)
        for pair in [("F34", "F24"), ("F24", "F34"), ("F34", "F33"), ("F33", "F34")]
    }  # fmt: skip
    assert site.single_tiles("tunnel") == {("single_tile", "tunnel", cell) for cell in ("M12", "M23", "M24")}
    assert site.pastures("small") == site.ruby_mines("tunnel") == set()


@PLACING_RULES
def test_the_longest_list_of_choices_fits() -> None:
    """Builder, twenty empty caverns inside and outside the board, and everything to pay with."""
    caverns = {f"M{column}{row}": "cavern" for column in (1, 2, 3) for row in (1, 2, 3, 4) if (column, row) != (1, 4)}
    outside = [[row, column, "cavern"] for row in (-1, 4) for column in (3, 4, 5)] + [[row, 6, "cavern"] for row in (0, 1, 2, 3)]
    plenty = {"wood": 50, "stone": 50, "ore": 50, "gold": 255, "food": 50, "grain": 9, "vegetable": 9, "ruby": 9}
    rich = seat(board=caverns | {"M13": "builder", "M12": "office_room"}, overhang=outside, **plenty)
    game = hand_written(players=2, round=5, seats=[rich])
    do(game, "place", space="housework")
    expected = offered(game.to_dict())
    beside_furnishing = 600  # conversions of 2 to 255 gold, single tiles on every cell, exchanges
    assert len(expected) + beside_furnishing < layout.MAX_LEGAL  # a longer list would be written beyond its end
    assert {as_choice(action) for action in game.legal() if action.kind in PLACING} == expected
