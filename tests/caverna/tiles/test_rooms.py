"""F-...: rooms (base.md section 19)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.spaces import (
    FOREST,
    FULL_MOUNTAIN,
    MOUNTAIN,
    assert_printed,
    at_housework,
    built,
    can_build,
    change,
    idle,
    in_introductory_game,
    must_make_room,
    next_round,
    offered,
    open_space,
    use,
)
from tests.caverna.table import DWELLINGS, can, cell, do, dwarf, find, finish_turn, fits, goods, position, rule, score, seat

# tile, cost, points, whether it is in the introductory game
TILES: list[tuple[str, dict[str, int], int, bool]] = [
    ("cuddle_room", {"wood": 1}, 2, True),
    ("breakfast_room", {"wood": 1}, 0, True),
    ("stubble_room", {"wood": 1, "ore": 1}, 1, True),
    ("work_room", {"stone": 1}, 2, False),
    ("guest_room", {"wood": 1, "stone": 1}, 0, False),
    ("office_room", {"stone": 1}, 0, False),
]


@rule("F-cuddle_room", "F-breakfast_room", "F-stubble_room", "F-work_room", "F-guest_room", "F-office_room", "R-INT-18", "R-COMP-6")
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), TILES)
def test_price_and_points_are_as_printed(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert_printed(tile, cost, points)
    assert in_introductory_game(tile) == introductory


# ---------------------------------------------------------------- Cuddle room


@rule("F-cuddle_room", "R-ANIM-1")
@pytest.mark.parametrize("dwarfs", [1, 2, 3])
def test_a_cuddle_room_has_room_for_a_sheep_per_dwarf(dwarfs: int) -> None:
    home: dict[str, Any] = {"board": {"M13": "cuddle_room", "M24": "dwelling"}, "dwarfs": [0] * dwarfs}
    assert fits(**home, sheep=2 + dwarfs)
    assert not fits(**home, sheep=3 + dwarfs)


@rule("F-cuddle_room")
@pytest.mark.parametrize("animal", ["donkey", "wild_boar", "cattle"])
def test_only_sheep_are_cuddled(animal: str) -> None:
    assert fits(board={"M13": "cuddle_room"}, **{animal: 2})
    assert not fits(board={"M13": "cuddle_room"}, **{animal: 3})


@rule("F-cuddle_room", "R-INT-14")
def test_a_newborn_makes_room_for_a_sheep_at_once() -> None:
    home = {"M13": "cuddle_room", "M24": "dwelling", "F34": "field"}
    game = use("family_life", seat(board=home, sheep=4, ruby=1, grain=1))
    do(game, "grow")
    do(game, "exchange", good="sheep")
    assert not must_make_room(game)
    assert goods(game)["sheep"] == 5
    game = use("family_life", seat(board=home, sheep=4, ruby=1, grain=1))
    do(game, "exchange", good="sheep")
    assert must_make_room(game)


# ---------------------------------------------------------------- Breakfast room


@rule("F-breakfast_room", "R-ANIM-1")
def test_a_breakfast_room_has_room_for_three_cattle() -> None:
    assert fits(board={"M13": "breakfast_room"}, cattle=2 + 3)
    assert not fits(board={"M13": "breakfast_room"}, cattle=2 + 4)


@rule("F-breakfast_room")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "wild_boar"])
def test_only_cattle_come_for_breakfast(animal: str) -> None:
    assert not fits(board={"M13": "breakfast_room"}, **{animal: 3})


# ---------------------------------------------------------------- Stubble room


@rule("F-stubble_room", "R-ANIM-1")
def test_every_empty_field_holds_an_animal_of_any_type() -> None:
    home = {"M13": "stubble_room", "F34": "field", "F24": "field", "F33": "field"}
    assert fits(board=home, sheep=2, donkey=1, cattle=1, wild_boar=1)
    assert fits(board=home, cattle=5)
    assert not fits(board=home, cattle=6)


@rule("F-stubble_room", "R-ANIM-2")
def test_a_sown_field_holds_no_animal() -> None:
    home = {"M13": "stubble_room", "F34": "field:grain*1", "F24": "field:vegetable*2"}
    assert not fits(board=home, sheep=3)
    assert not fits(board={"M13": "carpenter", "F34": "field"}, sheep=3)


@rule("F-stubble_room", "R-INT-13", "R-ANIM-4")
def test_the_animal_of_a_sown_field_is_eaten_when_it_has_nowhere_to_go() -> None:
    game = use("slash_and_burn", seat(board={"M13": "stubble_room", "F34": "field"}, sheep=3, grain=1))
    do(game, "sow", crop="grain", cell="F34")
    assert must_make_room(game)
    assert change(game, "convert", good="sheep", amount=1) == {"sheep": -1, "food": 1}
    assert not must_make_room(game)
    assert cell(game, "F34") == "field:grain*3"


@rule("F-stubble_room", "R-INT-13", "R-ANIM-3")
def test_the_animal_of_a_sown_field_moves_to_another_field() -> None:
    game = use("slash_and_burn", seat(board={"M13": "stubble_room", "F34": "field", "F33": "field"}, sheep=3, grain=1))
    do(game, "sow", crop="grain", cell="F34")
    assert not must_make_room(game)
    assert goods(game)["sheep"] == 3


# ---------------------------------------------------------------- Work room

UNDERGROUND = {"M13": "work_room", "M23": "tunnel", "M33": "deep_tunnel", "M34": "ore_mine", "M12": "ruby_mine", "M24": "cavern"}


@rule("F-work_room", "R-TILE-7", "R-FURN-3")
def test_a_work_room_opens_tunnels_but_no_mines() -> None:
    game = at_housework(board=UNDERGROUND, stone=1)
    assert {action.cell for action in find(game, "furnish", tile="carpenter")} == {"M23", "M33", "M24"}
    without = at_housework(board={**UNDERGROUND, "M13": "miner"}, stone=1)
    assert {action.cell for action in find(without, "furnish", tile="carpenter")} == {"M24"}


@rule("F-work_room", "R-INT-12")
def test_dwellings_may_stand_in_tunnels_too() -> None:
    board = {"M13": "work_room", "M23": "tunnel"}
    game = use("urgent_wish_for_children", seat(board=board, wood=4, stone=3))
    do(game, "furnish", tile="dwelling", cell="M23")
    assert cell(game, "M23") == "dwelling"
    assert can(game, "grow")


@rule("F-work_room", "R-INT-12", "F-state_parlor")
def test_a_dwelling_in_a_tunnel_counts_for_the_state_parlor() -> None:
    board = {"M13": "work_room", "M23": "dwelling", "M24": "state_parlor"}
    assert score(position(seats=[seat(board=board)]))["bonus"] == 4 + 4  # this one and the entry-level dwelling


@rule("F-work_room", "R-FURN-4")
def test_a_work_room_itself_needs_a_cavern() -> None:
    assert not can_build("work_room", board={"M13": "miner", "M23": "tunnel"}, stone=1)
    assert can_build("work_room", board={"M13": "cavern", "M23": "tunnel"}, stone=1)


@rule("F-work_room")
def test_no_mine_is_built_on_a_furnished_tunnel() -> None:
    board = {"M13": "work_room", "M23": "tunnel", "M33": "tunnel"}
    assert can(open_space("ore_mine_construction", seat(board=board)), "place", space="ore_mine_construction")
    furnished = seat(board={**board, "M33": "carpenter"})
    assert not can(open_space("ore_mine_construction", furnished), "place", space="ore_mine_construction")
    assert {action.cell for action in find(use("ruby_mine_construction", furnished), "ruby_mine")} == {"M23"}


# ---------------------------------------------------------------- Guest room

GUESTS = {"M13": "guest_room"}


@rule("F-guest_room", "R-CONN-4", "R-INT-11")
@pytest.mark.parametrize("order", [("collect", "grow"), ("grow", "collect")])
def test_guests_make_growth_give_goods_and_a_dwarf(order: tuple[str, str]) -> None:
    game = use("growth", seat(board={**DWELLINGS, **GUESTS}), players=4)
    before = goods(game)
    for part in order:
        do(game, part)
    gained = {ware: goods(game)[ware] - before[ware] for ware in ("wood", "stone", "ore", "food", "gold")}
    assert gained == {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3
    assert game.player == 1


@rule("F-guest_room", "R-CONN-4")
def test_one_half_is_still_enough() -> None:
    game = use("growth", seat(board={**DWELLINGS, **GUESTS}), players=4)
    do(game, "collect")
    do(game, "pass")
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 2
    assert game.player == 1


@rule("F-guest_room", "R-INT-11", "D-15")
@pytest.mark.parametrize("order", [("furnish", "grow"), ("grow", "furnish")])
def test_guests_make_a_wish_for_children_give_a_dwarf_and_a_dwelling(order: tuple[str, str]) -> None:
    game = use("wish_for_children", seat(board={**DWELLINGS, **GUESTS, "M12": "cavern"}, wood=4, stone=3), round=4)
    for part in order:
        do(game, part)
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3
    assert "dwelling" in cell(game, "M12")
    assert game.player == 1


@rule("F-guest_room", "R-INT-11")
def test_a_dwelling_built_first_makes_room_for_the_dwarf_of_the_same_wish() -> None:
    game = use("wish_for_children", seat(board={**GUESTS, "M12": "cavern"}, wood=4, stone=3), round=4)
    assert offered(game) == {"furnish"}
    do(game, "furnish", tile="dwelling")
    do(game, "grow")
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3


@rule("F-guest_room", "R-INT-11", "R-CONN-3")
def test_guests_make_an_urgent_wish_give_dwelling_dwarf_and_gold() -> None:
    game = use("urgent_wish_for_children", seat(board={**GUESTS, "M12": "cavern"}, wood=4, stone=3))
    assert offered(game) == {"furnish", "collect"}
    do(game, "furnish", tile="dwelling")
    assert offered(game) == {"grow", "collect", "pass"}
    do(game, "grow")
    assert change(game, "collect") == {"gold": 3}
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3
    assert game.player == 1


@rule("F-guest_room", "R-INT-11", "R-CONN-3")
def test_the_gold_of_an_urgent_wish_may_come_first_but_the_dwarf_still_needs_the_dwelling() -> None:
    game = use("urgent_wish_for_children", seat(board={**DWELLINGS, **GUESTS, "M12": "cavern"}, wood=4, stone=3))
    do(game, "collect")
    assert offered(game) == {"furnish", "pass"}
    do(game, "furnish", tile="dwelling")
    assert offered(game) == {"grow", "pass"}


@rule("F-guest_room", "R-INT-11")
def test_guests_build_one_ruby_mine_on_either_kind_of_tunnel() -> None:
    board = {**GUESTS, "M24": "tunnel", "M34": "tunnel", "M33": "ore_mine", "M32": "deep_tunnel", "M31": "deep_tunnel", "M21": "ore_mine"}
    game = use("ruby_mine_construction", seat(board=board))
    assert change(game, "ruby_mine", cell="M24") == {}
    assert {action.cell for action in find(game, "ruby_mine")} == {"M32", "M31"}
    assert change(game, "ruby_mine", cell="M31") == {"ruby": 1}
    assert game.player == 1
    game = use("ruby_mine_construction", seat(board=board))
    assert change(game, "ruby_mine", cell="M32") == {"ruby": 1}
    assert {action.cell for action in find(game, "ruby_mine")} == {"M24", "M34"}


@rule("F-guest_room", "R-INT-11")
def test_guests_do_not_build_two_ruby_mines_on_ordinary_tunnels() -> None:
    game = use("ruby_mine_construction", seat(board={**GUESTS, "M24": "tunnel", "M34": "tunnel"}))
    do(game, "ruby_mine", cell="M24")
    assert not can(game, "ruby_mine")
    finish_turn(game)
    assert cell(game, "M34") == "tunnel"


@rule("F-guest_room", "U-11", "R-INT-11")
def test_guests_use_both_halves_of_extension_once_in_the_whole_game() -> None:
    game = use("extension", seat(board=GUESTS), players=7, round=1)
    before = goods(game)
    do(game, "twin_tile", tile="cavern_tunnel", cell="M12", direction="east")
    do(game, "twin_tile", tile="meadow_field", cell="F34", direction="north")
    assert (goods(game)["stone"], goods(game)["wood"]) == (before["stone"] + 1, before["wood"] + 1)
    assert game.player == 1
    next_round(game, "extension")
    while game.player != 0:
        idle(game, "extension")
    do(game, "place", space="extension")
    assert {action.tile for action in find(game, "twin_tile")} == {"meadow_field", "cavern_tunnel"}
    do(game, "twin_tile", tile="cavern_tunnel")
    assert not can(game, "twin_tile")


@rule("F-guest_room", "U-11")
def test_using_one_half_of_extension_keeps_both_for_later() -> None:
    game = use("extension", seat(board=GUESTS), players=7, round=1)
    do(game, "twin_tile", tile="meadow_field", cell="F34", direction="north")
    do(game, "pass")
    assert "guest_room_used" not in game.to_dict()["seats"][0]


@rule("F-guest_room")
def test_guests_come_along_to_an_imitated_space() -> None:
    rival = seat(dwarfs=[dwarf(at="growth"), dwarf()])
    game = position(players=7, seats=[seat(board={**DWELLINGS, **GUESTS}), rival])
    do(game, "place", space="imitation_7")
    do(game, "imitate", space="growth")
    do(game, "grow")
    assert change(game, "collect") == {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3


# ---------------------------------------------------------------- Office room

OFFICE = {"M13": "office_room"}


def placements(game: Game) -> set[tuple[str, str]]:
    """Cells and directions of all twin tiles on offer."""
    return {(action.cell, action.direction) for action in find(game, "twin_tile")}


def sticks_out(game: Game) -> bool:
    """Whether a twin tile may stick out."""
    return any(action.cell not in (*FOREST, *MOUNTAIN) for action in find(game, "twin_tile"))


@rule("F-office_room", "R-TILE-9")
def test_half_a_forest_tile_may_stick_out_for_two_gold() -> None:
    game = use("clearing_1_3", seat(board=OFFICE))
    assert change(game, "twin_tile", cell="F34", direction="south") == {"gold": 2}
    assert cell(game, "F34") == "meadow"
    assert game.to_dict()["seats"][0]["overhang"] == [[4, 2, "field"]]
    assert not sticks_out(use("clearing_1_3"))


@rule("F-office_room", "R-TILE-9")
@pytest.mark.parametrize(("tile", "outside"), [("cavern_tunnel", "tunnel"), ("cavern_cavern", "cavern")])
def test_half_a_mountain_tile_may_stick_out_for_two_gold(tile: str, outside: str) -> None:
    game = use("excavation_1_3", seat(board=OFFICE))
    assert change(game, "twin_tile", tile=tile, cell="M24", direction="south") == {"gold": 2, "food": 1}
    assert game.to_dict()["seats"][0]["overhang"] == [[4, 4, outside]]
    assert not sticks_out(use("excavation_1_3"))


@rule("F-office_room")
def test_a_tile_on_the_board_brings_no_gold() -> None:
    game = use("clearing_1_3", seat(board=OFFICE))
    assert change(game, "twin_tile", cell="F34", direction="north") == {}


@rule("F-office_room", "R-TILE-9")
def test_every_tile_that_sticks_out_brings_two_gold() -> None:
    home = seat(board={**OFFICE, "F34": "meadow"}, overhang=[[4, 2, "field"]])
    game = use("clearing_1_3", home)
    assert change(game, "twin_tile", cell="F24", direction="south") == {"gold": 2, "food": 1}


@rule("F-office_room", "R-TILE-9", "R-TILE-3", "R-TILE-4")
def test_one_half_covers_an_empty_cell_of_the_right_area() -> None:
    full = seat(board={**dict.fromkeys(FOREST, "meadow"), **FULL_MOUNTAIN, **OFFICE})
    assert not can(open_space("clearing_1_3", full), "place", space="clearing_1_3")
    assert not can(open_space("excavation_1_3", full), "place", space="excavation_1_3")
    game = use("clearing_1_3", seat(board=OFFICE))
    assert all("F34" in (cell_name, second_cell(cell_name, direction)) for cell_name, direction in placements(game))


def second_cell(cell_name: str, direction: str) -> str:
    """The cell of the second half of a twin tile."""
    column, row = int(cell_name[1]), int(cell_name[2])
    step = {"east": (1, 0), "west": (-1, 0), "south": (0, 1), "north": (0, -1)}[direction]
    return f"{cell_name[0]}{column + step[0]}{row + step[1]}"


@rule("F-office_room", "U-8")
def test_nothing_sticks_out_between_forest_and_mountain() -> None:
    assert ("F34", "east") not in placements(use("clearing_1_3", seat(board=OFFICE)))
    assert ("M12", "west") not in placements(use("excavation_1_3", seat(board=OFFICE)))


@rule("F-office_room", "R-TILE-9")
def test_single_tiles_never_stick_out() -> None:
    game = use("housework", seat(board={**OFFICE, "F34": "meadow", "M24": "tunnel"}, ruby=2))
    tiles = find(game, "buy_tile")
    assert {action.tile for action in tiles} == {"meadow", "field", "tunnel", "cavern"}
    assert {action.cell for action in tiles} <= {*FOREST, *MOUNTAIN}


@rule("F-office_room")
def test_mines_do_not_stick_out() -> None:
    game = use("ore_mine_construction", seat(board={**OFFICE, "M24": "tunnel", "M34": "tunnel"}))
    assert {cell_name for cell_name, _ in placements(game)} == {"M24", "M34"}


@rule("F-office_room")
def test_building_the_office_brings_no_gold_for_earlier_tiles() -> None:
    assert built("office_room", board={"F34": "meadow", "F33": "field"}, stone=1) == {"stone": -1}
