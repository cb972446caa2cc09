"""R-TILE: placing terrain tiles, with the Office room (U-8)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Action, Game
from tests.caverna.table import can, cell, do, find, goods, position, rule, score, seat

CARDS = [
    "blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children", "donkey_farming", "ruby_mine_construction",
    "ore_delivery", "family_life", "exploration", "ore_trading", "adventure", "ruby_delivery",
]  # fmt: skip
FOREST = tuple(f"F{column}{row}" for column in (1, 2, 3) for row in (1, 2, 3, 4))
MOUNTAIN = tuple(f"M{column}{row}" for column in (1, 2, 3) for row in (1, 2, 3, 4))
ROCK = tuple(name for name in MOUNTAIN if name not in ("M13", "M14"))
STEP = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}
FOREST_TILES = {"meadow", "field"}
MOUNTAIN_TILES = {"tunnel", "cavern"}


def beside(name: str, direction: str) -> str:
    """The neighbour of a cell in the same area, also outside the board."""
    columns, rows = STEP[direction]
    return f"{name[0]}{int(name[1]) + columns}{int(name[2]) + rows}"


def halves(action: Action) -> tuple[str, str]:
    """The cells that a twin tile covers, the first half first."""
    return action.cell, beside(action.cell, action.direction)


def placed_on(space: str, home: dict[str, Any] | None = None, players: int = 7, number: int = 12, **fields: Any) -> Game:
    """Seat 0 has just put a dwarf on a space."""
    cards = CARDS if players > 2 else [card for card in CARDS if card != "exploration"]
    game = position(players=players, round=number, seats=[home or seat()], cards=cards, **fields)
    return do(game, "place", space=space)


def twins(home: dict[str, Any] | None = None, tile: str = "meadow_field", **fields: Any) -> set[tuple[str, str]]:
    """All placements of a twin tile, as pairs of first and second half."""
    space = {"meadow_field": "clearing_4_7", "ore_mine_deep_tunnel": "ore_mine_construction"}.get(tile, "excavation_4_7")
    return {halves(action) for action in find(placed_on(space, home, **fields), "twin_tile", tile=tile)}


def singles(tile: str, board: dict[str, str] | None = None, **more: Any) -> set[str]:
    """Cells for a single tile bought with rubies."""
    game = position(seats=[seat(board, ruby=2, **more)])
    return {action.cell for action in find(game, "buy_tile", tile=tile)}


def pairs(cells: set[str], at_least_one: set[str]) -> set[tuple[str, str]]:
    """Ordered pairs of adjacent cells of which one belongs to the second set."""
    found = {(name, beside(name, direction)) for name in cells for direction in STEP}
    return {pair for pair in found if pair[1] in cells and at_least_one & set(pair)}


# ---------------------------------------------------------------- orientation, permanence, two cells


@rule("R-TILE-1", "R-TILE-4")
def test_a_twin_tile_may_be_turned_in_any_orientation() -> None:
    board = {"F34": "meadow", "F33": "meadow", "F32": "meadow"}
    around = {other for first, other in twins(seat(board)) if first == "F22"}
    assert around == {"F12", "F21", "F23"}  # F32 is covered
    centre = {first for first, other in twins(seat(board)) if other == "F22"}
    assert centre == around


@rule("R-TILE-1")
def test_mountain_tiles_may_be_turned_too() -> None:
    placements = twins(seat({"M23": "tunnel"}), "cavern_tunnel")
    assert {("M22", "M12"), ("M22", "M21"), ("M22", "M32"), ("M12", "M22"), ("M21", "M22"), ("M32", "M22")} <= placements


@rule("R-TILE-1")
def test_no_tile_is_covered_again() -> None:
    board = {
        "F34": "meadow",
        "F33": "field",
        "F24": "small_pasture",
        "M12": "cavern",
        "M11": "tunnel",
        "M23": "deep_tunnel",
        "M24": "carpenter",
    }
    laid = set(board) | {"M13", "M14"}
    for tile in ("meadow_field", "cavern_tunnel", "cavern_cavern"):
        assert not laid & {name for pair in twins(seat(board), tile) for name in pair}
    for tile in ("meadow", "field", "tunnel", "cavern"):
        assert not laid & singles(tile, board)


@rule("R-TILE-2")
def test_a_twin_tile_needs_two_adjacent_cells_in_the_forest() -> None:
    # three empty cells, none beside another
    board = {name: "meadow" for name in FOREST if name not in ("F11", "F31", "F13")}
    game = position(players=4, seats=[seat(board)], spaces={"clearing_4_7": {"goods": {"wood": 2}}})
    do(game, "place", space="clearing_4_7")
    assert not can(game, "twin_tile")
    assert not can(game, "single_tile")
    assert singles("meadow", board) == {"F11", "F31", "F13"}


@rule("R-TILE-2")
@pytest.mark.parametrize("space", ["drift_mining_4_7", "excavation_4_7"])
def test_a_twin_tile_needs_two_adjacent_cells_in_the_mountain(space: str) -> None:
    board = {name: "tunnel" for name in ROCK if name not in ("M11", "M31", "M33")}
    game = position(players=4, seats=[seat(board)], spaces={space: {"goods": {"stone": 2}}})
    do(game, "place", space=space)
    assert not can(game, "twin_tile")
    assert not can(game, "single_tile")


# ---------------------------------------------------------------- mountain


@rule("R-TILE-3")
@pytest.mark.parametrize("tile", ["cavern_tunnel", "cavern_cavern"])
def test_twin_tiles_in_the_mountain_touch_an_occupied_cell(tile: str) -> None:
    expected = pairs(set(ROCK), {"M12", "M23", "M24"})
    if tile == "cavern_cavern":  # its halves look alike
        assert {frozenset(pair) for pair in twins(tile=tile)} == {frozenset(pair) for pair in expected}
    else:
        assert twins(tile=tile) == expected


@rule("R-TILE-3")
@pytest.mark.parametrize("tile", ["tunnel", "cavern"])
def test_single_tiles_in_the_mountain_touch_an_occupied_cell(tile: str) -> None:
    assert singles(tile) == {"M12", "M23", "M24"}
    assert singles(tile, {"M12": "tunnel"}) == {"M11", "M22", "M23", "M24"}


@rule("R-TILE-3")
@pytest.mark.parametrize("kind", ["cavern", "tunnel", "deep_tunnel", "ore_mine", "ruby_mine", "dwelling"])
def test_any_occupied_cell_of_the_mountain_will_do(kind: str) -> None:
    assert {"M34", "M23"} <= singles("tunnel", {"M24": kind})


@rule("R-TILE-3", "R-TILE-4")
def test_forest_and_mountain_tiles_stay_on_their_side() -> None:
    game = position(seats=[seat({"F34": "meadow"}, ruby=2)])
    for tile, area in (("meadow", "F"), ("field", "F"), ("tunnel", "M"), ("cavern", "M")):
        assert {action.cell[0] for action in find(game, "buy_tile", tile=tile)} == {area}


# ---------------------------------------------------------------- forest


@rule("R-TILE-4", "D-21")
def test_the_first_twin_tile_in_the_forest_covers_the_cell_before_the_entrance() -> None:
    assert twins() == {("F34", "F33"), ("F34", "F24"), ("F33", "F34"), ("F24", "F34")}


@rule("R-TILE-4", "D-21")
@pytest.mark.parametrize("tile", ["meadow", "field"])
def test_the_first_single_tile_in_the_forest_covers_the_cell_before_the_entrance(tile: str) -> None:
    assert singles(tile) == {"F34"}


@rule("R-TILE-4")
def test_stables_do_not_change_where_the_first_tile_lies() -> None:
    assert singles("meadow", stables=["F11", "F22"]) == {"F34"}


@rule("R-TILE-4")
@pytest.mark.parametrize("kind", ["meadow", "field", "field:grain*2", "field:vegetable*1", "small_pasture"])
def test_later_forest_tiles_touch_a_field_meadow_or_pasture(kind: str) -> None:
    board = {"F34": kind}
    assert singles("meadow", board) == singles("field", board) == {"F33", "F24"}
    assert twins(seat(board)) == pairs(set(FOREST) - {"F34"}, {"F33", "F24"})


@rule("R-TILE-4")
def test_a_large_pasture_can_be_touched_on_both_halves() -> None:
    assert singles("field", {"F34": "large_pasture:1", "F24": "large_pasture:1"}) == {"F33", "F23", "F14"}


@rule("R-TILE-4")
def test_stables_alone_create_no_adjacency() -> None:
    assert singles("meadow", {"F34": "meadow"}, stables=["F32", "F14"]) == {"F33", "F24"}
    assert "F14" in singles("meadow", {"F34": "meadow", "F24": "meadow"}, stables=["F14"])


# ---------------------------------------------------------------- stables in the way


@rule("R-TILE-5")
def test_the_meadow_half_may_cover_a_stable_but_not_the_field_half() -> None:
    game = placed_on("clearing_4_7", seat(stables=("F33",)))
    assert can(game, "twin_tile", cell="F33", direction="south")
    assert not can(game, "twin_tile", cell="F34", direction="north")
    do(game, "twin_tile", cell="F33", direction="south")
    assert (cell(game, "F33"), cell(game, "F34")) == ("meadow", "field")
    assert game.to_dict()["seats"][0]["stables"] == ["F33"]


@rule("R-TILE-5")
def test_a_twin_tile_never_covers_two_stables() -> None:
    assert twins(seat(stables=("F33", "F34"))) == {("F34", "F24")}


@rule("R-TILE-5")
def test_a_single_meadow_may_cover_a_stable_but_no_single_field() -> None:
    board = {"F34": "meadow"}
    assert singles("meadow", board, stables=["F33"]) == {"F33", "F24"}
    assert singles("field", board, stables=["F33"]) == {"F24"}


# ---------------------------------------------------------------- which tiles a space offers


@rule("R-TILE-6")
@pytest.mark.parametrize(("players", "space"), [(2, "excavation_1_3"), (4, "excavation_4_7")])
def test_excavation_offers_both_faces(players: int, space: str) -> None:
    game = placed_on(space, players=players)
    assert {action.tile for action in find(game, "twin_tile")} == {"cavern_tunnel", "cavern_cavern"}
    do(game, "twin_tile", tile="cavern_cavern", cell="M12", direction="east")
    assert (cell(game, "M12"), cell(game, "M22")) == ("cavern", "cavern")


@rule("R-TILE-6")
@pytest.mark.parametrize(
    ("players", "space", "offered"),
    [
        (2, "drift_mining_1_3", {"cavern_tunnel"}),
        (4, "drift_mining_4_7", {"cavern_tunnel"}),
        (6, "drift_mining_6_7", {"cavern_tunnel"}),
        (5, "small_scale_drift_mining", {"cavern_tunnel"}),
        (7, "extension", {"cavern_tunnel", "meadow_field"}),
    ],
)
def test_other_spaces_offer_only_cavern_and_tunnel(players: int, space: str, offered: set[str]) -> None:
    assert {action.tile for action in find(placed_on(space, players=players), "twin_tile")} == offered


@rule("R-TILE-6")
def test_cavern_and_tunnel_show_one_of_each() -> None:
    game = placed_on("drift_mining_4_7")
    do(game, "twin_tile", cell="M12", direction="north")
    assert (cell(game, "M12"), cell(game, "M11")) == ("cavern", "tunnel")


# ---------------------------------------------------------------- upgrades


@rule("R-TILE-7")
def test_a_small_pasture_stands_on_one_meadow() -> None:
    board = {"F34": "meadow", "F33": "field", "F24": "meadow", "F14": "small_pasture", "F23": "field:grain*1"}
    game = placed_on("sheep_farming", seat(board, wood=2))
    assert {action.cell for action in find(game, "pasture", size="small")} == {"F34", "F24"}


@rule("R-TILE-7")
def test_a_large_pasture_stands_on_two_adjacent_meadows() -> None:
    board = {"F34": "meadow", "F24": "meadow", "F14": "field", "F33": "field", "F13": "meadow"}
    game = placed_on("sheep_farming", seat(board, wood=4))
    large = find(game, "pasture", size="large")
    assert [set(halves(action)) for action in large] == [{"F24", "F34"}]
    alone = placed_on("sheep_farming", seat({"F34": "meadow", "F33": "field", "F32": "meadow"}, wood=4))
    assert not can(alone, "pasture", size="large")


@rule("R-TILE-7", "R-MINE-1")
def test_an_ore_mine_lies_on_two_adjacent_ordinary_tunnels() -> None:
    board = {"M12": "tunnel", "M11": "tunnel", "M22": "deep_tunnel", "M23": "cavern", "M24": "tunnel"}
    assert twins(seat(board), "ore_mine_deep_tunnel") == {("M12", "M11"), ("M11", "M12")}


@rule("R-TILE-7", "R-MINE-2")
def test_a_ruby_mine_lies_on_a_tunnel_or_deep_tunnel() -> None:
    board = {"M12": "tunnel", "M11": "ore_mine", "M22": "deep_tunnel", "M23": "cavern", "M24": "ruby_mine"}
    game = placed_on("ruby_mine_construction", seat(board))
    assert {action.cell for action in find(game, "ruby_mine")} == {"M12", "M22"}


@rule("R-TILE-7")
def test_a_furnishing_lies_on_an_empty_cavern() -> None:
    board = {"M12": "cavern", "M11": "tunnel", "M22": "deep_tunnel", "M23": "ore_mine", "M24": "ruby_mine", "M34": "carpenter"}
    game = placed_on("housework", seat(board, stone=1))
    assert {action.cell for action in find(game, "furnish", tile="builder")} == {"M12", "M13"}


@rule("R-TILE-7", "F-work_room")
def test_with_the_work_room_furnishings_lie_on_tunnels_too() -> None:
    board = {"M12": "work_room", "M11": "tunnel", "M22": "deep_tunnel", "M23": "ore_mine", "M24": "ruby_mine"}
    game = placed_on("housework", seat(board, stone=1))
    assert {action.cell for action in find(game, "furnish", tile="builder")} == {"M11", "M13", "M22"}


@rule("R-TILE-7", "R-BOARD-3")
def test_upgrades_give_no_bonus_of_the_cell() -> None:
    pasture = placed_on("sheep_farming", seat({"F34": "meadow", "F24": "meadow"}, wood=4))
    do(pasture, "pasture", size="large")
    furnished = placed_on("housework", seat({"M24": "cavern"}, stone=1))
    do(furnished, "furnish", tile="builder", cell="M24")
    mine = placed_on("ore_mine_construction", seat({"M24": "tunnel", "M34": "tunnel"}))
    do(mine, "twin_tile", cell="M24")
    ruby_mine = placed_on("ruby_mine_construction", seat({"M24": "tunnel"}))
    do(ruby_mine, "ruby_mine", cell="M24")
    for game in (pasture, furnished, mine, ruby_mine):
        assert goods(game)["food"] == 0


@rule("R-TILE-7")
def test_upgrades_need_no_further_adjacency() -> None:
    # a meadow and a cavern with nothing but one neighbour at the far ends of the board
    board = {"F34": "field", "F33": "field", "F32": "field", "F31": "meadow", "M24": "tunnel", "M34": "tunnel", "M33": "cavern"}
    fenced = placed_on("sheep_farming", seat(board, wood=2))
    do(fenced, "pasture", size="small", cell="F31")
    furnished = placed_on("housework", seat(board, stone=1))
    do(furnished, "furnish", tile="builder", cell="M33")
    assert (cell(fenced, "F31"), cell(furnished, "M33")) == ("small_pasture", "builder")


# ---------------------------------------------------------------- unused cells


@rule("R-TILE-8")
def test_a_cell_with_neither_tile_nor_stable_is_unused() -> None:
    assert score(position())["unused_spaces"] == -22
    assert score(position(seats=[seat({"F34": "field", "M12": "tunnel"})]))["unused_spaces"] == -20
    assert score(position(seats=[seat(stables=("F11", "F21"))]))["unused_spaces"] == -20
    assert score(position(seats=[seat({"F34": "meadow"}, stables=("F34",))]))["unused_spaces"] == -21


# ---------------------------------------------------------------- the Office room

OFFICE = {"M13": "office_room"}
MIDDLE = {"toggle.office_room_middle_overhang": True}
ONLY_INSIDE = {"toggle.office_room_tiles_usable_outside": False}


def outside(game: Game) -> list[list[Any]]:
    """Halves outside the board: row and column (from 0 on the board) and what they show."""
    return list(game.to_dict()["seats"][0]["overhang"])


def sticking_out(placements: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those placements of which a half lies outside the board."""
    return {pair for pair in placements if not set(pair) <= set(FOREST + MOUNTAIN)}


@rule("R-TILE-9")
@pytest.mark.parametrize("tile", ["meadow_field", "cavern_tunnel", "cavern_cavern"])
def test_without_the_office_room_no_half_sticks_out(tile: str) -> None:
    assert sticking_out(twins(seat({"F34": "meadow", "M24": "tunnel"}), tile)) == set()


@rule("R-TILE-9")
def test_with_the_office_room_either_half_of_a_forest_tile_may_stick_out() -> None:
    assert sticking_out(twins(seat(OFFICE))) == {("F34", "F35"), ("F35", "F34")}


@rule("R-TILE-9")
def test_with_the_office_room_mountain_tiles_may_stick_out() -> None:
    assert sticking_out(twins(seat(OFFICE), "cavern_tunnel")) == {("M24", "M25"), ("M25", "M24")}
    game = placed_on("excavation_4_7", seat(OFFICE))
    do(game, "twin_tile", tile="cavern_cavern", cell="M24", direction="south")
    assert outside(game) == [[4, 4, "cavern"]]
    assert cell(game, "M24") == "cavern"


@rule("R-TILE-9", "F-office_room")
def test_each_overhang_gives_two_gold() -> None:
    game = placed_on("clearing_4_7", seat(OFFICE))
    do(game, "twin_tile", cell="F34", direction="south")
    assert goods(game)["gold"] == 2
    assert outside(game) == [[4, 2, "field"]]
    again = placed_on("clearing_4_7", seat({**OFFICE, "F34": "meadow"}, overhang=[[4, 2, "field"]], gold=2))
    do(again, "twin_tile", cell="F25", direction="north")
    assert goods(again)["gold"] == 4
    assert sorted(outside(again)) == [[4, 1, "meadow"], [4, 2, "field"]]


@rule("R-TILE-9")
def test_a_twin_tile_on_the_board_gives_no_gold() -> None:
    game = placed_on("clearing_4_7", seat(OFFICE))
    do(game, "twin_tile", cell="F34", direction="north")
    assert goods(game)["gold"] == 0


@rule("R-TILE-9")
def test_the_half_on_the_board_follows_the_normal_rules() -> None:
    # the first forest tile covers F34; a later one touches what lies there; a field covers no stable
    assert ("F24", "F25") not in twins(seat(OFFICE))
    later = sticking_out(twins(seat({**OFFICE, "F34": "meadow"})))
    assert later == {("F24", "F25"), ("F25", "F24")}
    assert sticking_out(twins(seat({**OFFICE, "F34": "meadow"}, stables=("F24",)))) == {("F24", "F25")}
    assert ("M11", "M10") not in twins(seat(OFFICE), "cavern_tunnel")
    assert ("M11", "M10") in twins(seat({**OFFICE, "M12": "tunnel"}), "cavern_tunnel")


@rule("R-TILE-9", "R-BOARD-3")
def test_the_half_on_the_board_brings_its_bonus_and_the_other_none() -> None:
    game = placed_on("drift_mining_4_7", seat(OFFICE))
    do(game, "twin_tile", cell="M24", direction="south")
    assert (goods(game)["food"], goods(game)["gold"]) == (1, 2)


@rule("R-TILE-9")
def test_never_both_halves_stick_out_and_no_place_is_used_twice() -> None:
    bottom = {"F34": "meadow", "F24": "field", "F14": "field"}
    placements = twins(seat({**OFFICE, **bottom}, overhang=[[4, 2, "field"]]))
    assert all(set(pair) & set(FOREST) for pair in placements)
    assert not any("F35" in pair for pair in placements)
    assert {pair for pair in sticking_out(placements) if "F13" in pair} == {("F13", "F03"), ("F03", "F13")}  # to the left


@rule("R-TILE-9")
def test_halves_stick_out_over_every_outer_edge() -> None:
    forest = {name: "meadow" for name in FOREST if name not in ("F11", "F21", "F31", "F14")}
    mountain = {name: "tunnel" for name in ROCK if name not in ("M11", "M21", "M31", "M34")}
    home = seat({**OFFICE, **forest, **mountain})
    assert {outer for _, outer in sticking_out(twins(home))} - set(FOREST) == {"F01", "F10", "F20", "F30", "F04", "F15"}
    assert {outer for _, outer in sticking_out(twins(home, "cavern_tunnel"))} - set(MOUNTAIN) == {"M10", "M20", "M30", "M41", "M35", "M44"}


@rule("R-TILE-9")
def test_single_tiles_never_stick_out() -> None:
    for tile in ("meadow", "field", "tunnel", "cavern"):
        assert singles(tile, {**OFFICE, "F34": "meadow", "M24": "cavern"}) <= set(FOREST + MOUNTAIN)


@rule("R-TILE-9")
def test_with_no_empty_cell_left_nothing_sticks_out() -> None:
    full = {**dict.fromkeys(FOREST, "meadow"), **dict.fromkeys(ROCK, "tunnel"), **OFFICE}
    game = position(players=4, seats=[seat(full)])
    assert not can(game, "place", space="clearing_4_7")
    assert not can(game, "place", space="excavation_4_7")


@rule("R-TILE-9", "U-8")
def test_an_ore_mine_does_not_stick_out_over_the_edge() -> None:
    assert sticking_out(twins(seat({**OFFICE, "M24": "tunnel", "M34": "tunnel"}), "ore_mine_deep_tunnel")) == set()


@rule("R-TILE-9", "R-TILE-8")
def test_halves_outside_are_no_cells_of_the_board() -> None:
    home = seat({**OFFICE, "F34": "meadow"}, overhang=[[4, 2, "field"]])
    assert score(position(seats=[home]))["unused_spaces"] == -21


@rule("U-8", "toggle:office_room_middle_overhang")
def test_by_default_no_half_lies_in_the_strip_between_forest_and_mountain() -> None:
    home = seat({**OFFICE, "F34": "meadow", "M12": "tunnel"})
    assert not any("F43" in pair for pair in twins(home))
    assert not any("M01" in pair for pair in twins(home, "cavern_tunnel"))


@rule("U-8", "toggle:office_room_middle_overhang")
def test_halves_can_lie_in_the_strip_between_forest_and_mountain() -> None:
    game = placed_on("clearing_4_7", seat(OFFICE), rules=MIDDLE)
    do(game, "twin_tile", cell="F34", direction="east")
    assert goods(game)["gold"] == 2
    assert outside(game) == [[3, "middle", "field"]]
    mountain = placed_on("drift_mining_4_7", seat({**OFFICE, "M12": "tunnel"}), rules=MIDDLE)
    do(mountain, "twin_tile", cell="M11", direction="west")
    assert goods(mountain)["gold"] == 2
    assert outside(mountain) == [[0, "middle", "tunnel"]]


@rule("U-8", "toggle:office_room_middle_overhang")
def test_forest_and_mountain_share_the_strip_between_them() -> None:
    column = {"F34": "meadow", "F33": "meadow", "F32": "meadow", "F31": "meadow", "M12": "tunnel"}
    free = twins(seat({**OFFICE, **column}), "cavern_tunnel", rules=MIDDLE)
    assert ("M11", "M01") in free
    taken = twins(seat({**OFFICE, **column}, overhang=[[0, "middle", "field"]]), "cavern_tunnel", rules=MIDDLE)
    assert ("M11", "M01") not in taken


# ---------------------------------------------------------------- what lies outside, used or not


def with_outside(board: dict[str, str], overhang: list[list[Any]], **wares: Any) -> dict[str, Any]:
    """A seat with the Office room and halves outside."""
    return seat({**OFFICE, **board}, overhang=overhang, **wares)


@rule("U-8", "toggle:office_room_tiles_usable_outside")
@pytest.mark.parametrize(("rules", "usable"), [({}, True), (ONLY_INSIDE, False)])
def test_a_cavern_outside_is_furnished(rules: dict[str, Any], usable: bool) -> None:
    home = with_outside({"M24": "tunnel"}, [[4, 4, "cavern"]], stone=1)
    game = placed_on("housework", home, rules=rules)
    assert can(game, "furnish", cell="M25") == usable


@rule("U-8", "toggle:office_room_tiles_usable_outside")
@pytest.mark.parametrize(("rules", "usable"), [({}, True), (ONLY_INSIDE, False)])
def test_meadows_outside_are_fenced_and_bear_stables(rules: dict[str, Any], usable: bool) -> None:
    home = with_outside({"F34": "meadow"}, [[4, 2, "meadow"]], wood=6, stone=1)
    game = placed_on("sheep_farming", home, rules=rules)
    assert can(game, "pasture", size="small", cell="F35") == usable
    assert can(game, "pasture", size="large") == usable
    assert can(game, "stable", cell="F35") == usable


@rule("U-8", "toggle:office_room_tiles_usable_outside")
@pytest.mark.parametrize(("rules", "usable"), [({}, True), (ONLY_INSIDE, False)])
def test_a_field_outside_is_sown(rules: dict[str, Any], usable: bool) -> None:
    home = with_outside({"F34": "meadow", "F24": "field"}, [[4, 2, "field"]], grain=1)
    game = placed_on("slash_and_burn", home, rules=rules)
    assert {action.cell for action in find(game, "sow")} == ({"F24", "F35"} if usable else {"F24"})
    only_outside = with_outside({"F34": "meadow"}, [[4, 2, "field"]], grain=1)
    game = position(players=7, round=12, cards=CARDS, seats=[only_outside], rules=rules)
    assert can(game, "place", space="family_life") == usable


@rule("U-8", "toggle:office_room_tiles_usable_outside")
@pytest.mark.parametrize(("rules", "usable"), [({}, True), (ONLY_INSIDE, False)])
def test_tunnels_outside_become_mines(rules: dict[str, Any], usable: bool) -> None:
    home = with_outside({"M24": "tunnel"}, [[4, 4, "tunnel"]])
    ruby_mine = placed_on("ruby_mine_construction", home, rules=rules)
    assert can(ruby_mine, "ruby_mine", cell="M25") == usable
    other_home = with_outside({"M24": "tunnel"}, [[4, 4, "tunnel"]], ruby=1)
    ore_mine = position(players=7, round=12, cards=CARDS, seats=[other_home], rules=rules)
    assert can(ore_mine, "place", space="ore_mine_construction") == usable


@rule("U-8", "R-INT-15", "toggle:office_room_tiles_usable_outside")
@pytest.mark.parametrize(("rules", "points"), [({}, 8), (ONLY_INSIDE, 4)])
def test_a_dwelling_outside_is_adjacent_to_its_neighbours(rules: dict[str, Any], points: int) -> None:
    # the State parlor lies beside the entry-level dwelling and above a dwelling outside
    home = with_outside({"M24": "state_parlor"}, [[4, 4, "dwelling"]])
    assert score(position(seats=[home], rules=rules))["bonus"] == points


@rule("U-8", "R-TILE-9", "toggle:office_room_tiles_usable_outside")
def test_halves_that_cannot_be_used_may_still_stick_out() -> None:
    game = placed_on("drift_mining_4_7", seat(OFFICE), rules=ONLY_INSIDE)
    do(game, "twin_tile", cell="M24", direction="south")
    assert goods(game)["gold"] == 2
    assert outside(game) == [[4, 4, "tunnel"]]


@rule("U-8", "R-HARV-3")
def test_a_field_outside_is_harvested() -> None:
    home = with_outside({"F34": "meadow"}, [[4, 2, "field:grain*3"]], dwarfs=[0], food=2)
    game = position(players=1, round=3, seats=[home])
    do(game, "place", space="housework")
    do(game, "collect")
    do(game, "pass")
    assert goods(game)["grain"] == 1
    assert outside(game) == [[4, 2, "field:grain*2"]]


@rule("U-8")
def test_upgrades_that_lie_partly_outside_give_no_gold() -> None:
    pasture = placed_on("sheep_farming", with_outside({"F34": "meadow"}, [[4, 2, "meadow"]], wood=4))
    do(pasture, "pasture", size="large")
    assert goods(pasture)["gold"] == 0
    assert score(pasture)["pastures"] == 4
    mine = placed_on("ore_mine_construction", with_outside({"M24": "tunnel"}, [[4, 4, "tunnel"]]))
    do(mine, "twin_tile", cell="M25", direction="north")
    assert goods(mine)["gold"] == 0
    assert score(mine)["mines"] == 3


@rule("U-8", "R-ANIM-1")
@pytest.mark.parametrize(("stables", "room"), [((), 2), (("F35",), 4)])
def test_a_pasture_outside_holds_animals(stables: tuple[str, ...], room: int) -> None:
    home = with_outside({"F34": "field"}, [[4, 2, "small_pasture"]], stables=stables, sheep=2, cattle=room - 1, ruby=2, food=2)
    game = position(seats=[home])
    do(game, "exchange", good="cattle")
    assert can(game, "place")
    do(game, "exchange", good="cattle")
    assert not can(game, "place")
