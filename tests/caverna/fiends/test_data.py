"""Rules data of Frantic Fiends against the rules: components, changed rows, and the record that kernels read."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from caverna_sim.errors import RulesError
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, LOOT, SPACES, catalog
from caverna_sim.games.caverna.box.setups import number_of_setups
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends import shape
from caverna_sim.games.caverna.fiends.ids import bounty, ruling, trap
from caverna_sim.games.caverna.fiends.names import BOUNTIES, EXTENSIONS, LONG_STRIPS, MOVEMENT_CARDS, SHORT_STRIPS, TRAPS
from caverna_sim.games.caverna.fiends.schema import DIRECTIONS, check_base_only, offers
from caverna_sim.games.caverna.ids import effect, good, harvest, part
from caverna_sim.games.caverna.shape import board, sizes
from caverna_sim.games.caverna.shape.tiles import has, joined

rule = pytest.mark.rule
TABLES = printed_tables("fiends")
PLAYERS = range(1, 8)
NEW_TILES = [name for name in TABLES["furnishing"] if name not in printed_tables()["furnishing"]]


def rules(players: int, **house_rules: Any) -> Any:
    return catalog(players, {key.replace("__", "."): value for key, value in house_rules.items()}, expansion="fiends").record[0]


def names(members: Any, order: tuple[str, ...]) -> set[str]:
    mask = joined(members) if np.ndim(members) else int(members)
    return {name for number, name in enumerate(order) if mask >> number & 1}


def wares(vector: Any) -> dict[str, int]:
    return {good.NAMES[ware]: int(vector[ware]) for ware in np.flatnonzero(vector)}


def parts(players: int, space: str) -> Any:
    row = rules(players)["space"][SPACES.index(space)]
    return row["parts"][: row["num_parts"]]


# ---------------------------------------------------------------- components (fiends.md section 2)


@rule("F-SETUP-7")
def test_27_movement_cards_nine_of_each_stack() -> None:
    cards = TABLES["movement_card"].values()
    assert Counter(card["stack"] for card in cards) == {1: 9, 2: 9, 3: 9}
    assert all(len(card["steps"]) == card["stack"] for card in cards)
    assert len(MOVEMENT_CARDS) == shape.MAX_CARDS == 27


def test_25_furnishing_tiles_of_13_kinds() -> None:
    assert len(NEW_TILES) == 13
    assert sum(TABLES["furnishing"][name].get("copies", 1) for name in NEW_TILES) == 25
    assert Counter(TABLES["furnishing"][name].get("copies", 1) for name in NEW_TILES) == {1: 11, 7: 2}


def test_30_traps_of_12_kinds() -> None:
    copies = {name: row["copies"] for name, row in TABLES["trap"].items()}
    assert (len(copies), sum(copies.values())) == (12, 30)
    assert {name for name, number in copies.items() if number == 7} == {"pitfall", "net", "saw_trap"}


def test_28_bounties_on_seven_strips_of_four_columns() -> None:
    places = [(row["strip"], row["column"]) for row in TABLES["bounty"].values()]
    assert sorted(places) == [(f"L{strip}", column) for strip in range(1, 8) for column in range(1, 5)]
    assert len(BOUNTIES) == 28 <= shape.MAX_BOUNTIES


@rule("F-YELLOW-3")
def test_14_yellow_tiles_two_on_each_short_strip() -> None:
    tiles = [tile for strip in TABLES["bounty_short"].values() for tile in strip["tiles"]]
    assert (len(TABLES["bounty_short"]), len(set(tiles))) == (7, 14)
    assert {TABLES["furnishing"][tile]["colour"] for tile in tiles} == {"yellow"}
    assert {"trap_chamber", "family_parlor", "dog_parlor"} < set(tiles)


def test_43_rulings_in_the_order_of_the_engine() -> None:
    assert tuple(TABLES["ruling"]) == ruling.NAMES
    assert len(TABLES["ruling"]) == 43
    assert set(rules(3)["orcs"]["ruling"].tolist()) == {0}


def test_9_extensions_of_a_dwelling_a_function_tile_and_a_trap() -> None:
    assert len(EXTENSIONS) == 9
    for row in TABLES["display_extension"].values():
        assert TABLES["furnishing"][row["top"]]["colour"] == "orange"
        assert TABLES["furnishing"][row["middle"]]["colour"] == "green"
        assert row["bottom"] in TABLES["trap"]


def test_every_new_tile_and_every_trap_has_one_place() -> None:
    places = Counter(name for _, _, name in offers(TABLES))
    assert set(NEW_TILES) | set(TABLES["trap"]) <= set(places)
    assert set(places.values()) == {1}


@rule("F-SETUP-4")
def test_six_bribe_markers_four_events_four_orcs_eight_milestones() -> None:
    assert len({row["good"] for row in TABLES["bribe_marker"].values()}) == 6
    assert list(TABLES["orc_event"]) == list("1234")
    assert list(TABLES["milestone"]) == [f"{card}{side}" for card in range(1, 5) for side in "ab"]


def test_room_for_all_ids() -> None:
    assert (len(SPACES), len(FURNISHINGS), len(LOOT)) == (59, 62, 26)
    assert len(SPACES) <= sizes.MAX_SPACES
    assert len(FURNISHINGS) <= sizes.MAX_FURNISHINGS


def test_every_row_cites_a_rule() -> None:
    for table in TABLES.values():
        rows = [table] if "cite" in table else list(table.values())
        assert all(row["cite"] for row in rows if isinstance(row, dict) and "cite" in row)
    assert all(row["cite"].startswith("F-") for name in ("trap", "bounty", "ruling") for row in TABLES[name].values())


# ---------------------------------------------------------------- movement cards

_STEP = dict(zip(DIRECTIONS, ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)), strict=True))


def walk(column: int, row: int, steps: list[str]) -> list[tuple[int, int]]:
    """Cells an orc enters by F-EVENT-7; (4, 4) is the cave."""
    cells: list[tuple[int, int]] = []
    for step in steps:
        if (column, row, step) == (3, 4, "E"):
            return [*cells, (4, 4)]
        across, down = _STEP[step]
        if not (1 <= column + across <= 3 and 1 <= row + down <= 4):
            across, down = (0, 1) if row < 4 else (1, 0)
        column, row = column + across, row + down
        cells.append((column, row))
        if column == 4:
            return cells
    return cells


def stack(number: int) -> list[list[str]]:
    return [card["steps"] for card in TABLES["movement_card"].values() if card["stack"] == number]


def test_exactly_one_card_of_stack_3_avoids_the_cell_below_orc_a() -> None:
    """T-12."""
    assert sum((1, 2) not in walk(1, 1, steps) for steps in stack(3)) == 1


def test_cards_of_the_examples_exist() -> None:
    """T-13: W, W in stack 2; T-14: S and SE in stack 1."""
    assert ["W", "W"] in stack(2)
    assert ["S"] in stack(1)
    assert ["SE"] in stack(1)


@rule("F-EVENT-13")
def test_no_orc_reaches_the_cave_in_event_1() -> None:
    for orc, number in TABLES["orc_event"]["1"]["stacks"].items():
        if number:
            column = int(TABLES["orc"][orc]["start_cell"][1])
            assert not any((4, 4) in walk(column, 1, steps) for steps in stack(number))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_stacks_mirror_themselves_and_never_step_north(number: int) -> None:
    mirror = {"N": "N", "NE": "NW", "E": "W", "SE": "SW", "S": "S", "SW": "SE", "W": "E", "NW": "NE"}
    cards = Counter(tuple(steps) for steps in stack(number))
    assert cards == Counter(tuple(mirror[step] for step in steps) for steps in stack(number))
    assert not any("N" in step for steps in cards for step in steps)
    columns = [card["d_column"] for card in TABLES["movement_card"].values() if card["stack"] == number]
    assert Counter(columns) == {"left": 3, "middle": 3, "right": 3}


def test_cards_are_packed_stack_by_stack() -> None:
    orcs = rules(3)["orcs"]
    assert [(row >= 0).sum() for row in orcs["card"]] == [1] * 9 + [2] * 9 + [3] * 9
    number = MOVEMENT_CARDS.index("M3-4")
    assert [DIRECTIONS[step] for step in orcs["card"][number]] == TABLES["movement_card"]["M3-4"]["steps"]
    assert orcs["card_column"][number] == 0


# ---------------------------------------------------------------- orcs and events


@rule("F-SETUP-8")
def test_start_strengths_and_cells() -> None:
    orcs = rules(4)["orcs"]
    assert orcs["strength"][:4].tolist() == [[5, 7, 9, 12]] * 4
    assert [board.CELL_NAMES[cell] for cell in orcs["start_cell"][:3]] == ["F11", "F21", "F31"]
    assert (orcs["start_cell"][3], orcs["waits"].tolist()) == (-1, [0, 0, 0, 1])
    assert [board.CELL_NAMES[cell] for cell in orcs["last_orc_cell"]] == ["F11", "F21", "F31"]  # F-EVENT-9
    assert board.CELL_NAMES[orcs["gate"]] == "F34"
    assert board.CELL_NAMES[orcs["entry_cell"]] == "M14"
    assert orcs["columns"].tolist() == [1, 2, 3, 4]  # F-BOUNTY-2
    assert orcs["gold"][1] == 1  # T-03


@rule("F-SETUP-8")
def test_strength_sides() -> None:
    assert rules(2, orc__side="hard")["orcs"]["strength"][:2].tolist() == [[7, 9, 11, 14]] * 2
    assert rules(2, orc__hard_seats=[1])["orcs"]["strength"][:2].tolist() == [[5, 7, 9, 12], [7, 9, 11, 14]]
    assert rules(2, orc__strength=[7, 9, 11, 14])["orcs"]["strength"][:2].tolist() == [[7, 9, 11, 14]] * 2
    own = [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert rules(2, orc__strength_by_seat=own)["orcs"]["strength"][:2].tolist() == own


@rule("F-EVENT-13")
def test_event_boards() -> None:
    event = rules(3)["orcs"]["event"]
    assert event["stacks"][1:].tolist() == [[3, 2, 1, 0], [3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 1, 1]]
    assert [wares(cost) for cost in event["displace_cost"][1:]] == [{"wood": 1}, {"stone": 1}, {"ore": 1}, {"gold": 1}]
    assert event["brings_last_orc"].tolist() == [0, 0, 1, 0, 0]
    assert event["breakthrough"].tolist() == [0, 0, 0, 0, 1]
    assert event["harvest"][1:].tolist() == [harvest.MINE_FEED, harvest.FULL, harvest.FEED_ARMED, harvest.CHOICE]


@rule("F-ROUND-3", "F-SETUP-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_timetable(players: int) -> None:
    """Events on rounds 3 and 6, two of the hidden markers are orcs, round 9 is skipped with 1 and 2."""
    record = rules(players)
    kinds = [harvest.NAMES[kind] for kind in record["schedule"][1:]]
    assert kinds == ["none", "none", "event", "special", "full", "event", *["marker"] * 6]
    rounds = [number for number in record["marker_rounds"].tolist() if number]
    assert rounds == ([7, 8, 10, 11, 12] if players < 3 else [7, 8, 9, 10, 11, 12])
    assert record["question_marks"] == 2
    assert record["questions"][1:3].tolist() == [harvest.EVENT, harvest.EVENT]


@rule("F-SETUP-8", "F-SOLO-2")
def test_start_food() -> None:
    assert rules(7)["start_food"].tolist() == [1, 1, 2, 3, 3, 3, 3]
    assert rules(1)["start_food"][0] == 1
    assert catalog(1).record[0]["start_food"][0] == 2
    assert rules(1, ruling__solo_start_food=2)["start_food"][0] == 2


# ---------------------------------------------------------------- spaces and loot


@rule("F-SETUP-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_spaces_in_play(players: int) -> None:
    before, now = (
        {name for number, name in enumerate(SPACES) if record["space"][number]["preprinted"]}
        for record in (catalog(players).record[0], rules(players))
    )
    assert now - before == {"armory"}
    assert before - now == ({"wood_gathering"} if players < 4 else {"forest_exploration_4_7"})


@rule("F-SETUP-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_deck_is_that_of_the_base_game(players: int) -> None:
    """Exploration is not in it with 1 and 2 players."""
    base, fiends = catalog(players).record[0], rules(players)
    assert fiends["stage_cards"].tolist() == base["stage_cards"].tolist()
    assert fiends["fixed_cards"].tolist() == base["fixed_cards"].tolist()
    deck = {*fiends["stage_cards"].ravel().tolist(), *fiends["fixed_cards"].tolist()}
    assert (SPACES.index("exploration") in deck) == (players > 2)


@rule("F-ACT-1")
@pytest.mark.parametrize(("players", "ware"), [(1, "wood"), (2, "wood"), (3, "wood"), (4, "food"), (7, "food")])
def test_armory(players: int, ware: str) -> None:
    space = rules(players)["space"][SPACES.index("armory")]
    assert wares(space["first"]) == wares(space["later"]) == {ware: 1}
    take, forge = parts(players, "armory")
    assert take["take"] == 1
    assert (take["blocked_by"], forge["blocked_by"]) == (2, 0)  # and then/or
    assert forge["do"] == part.FORGE_WOOD
    orcs = rules(players)["orcs"]
    assert (orcs["wood_weapon_most"], orcs["wood_per_strength"]) == (4, 1)


@rule("F-ACT-2", "F-ACT-3", "F-ACT-4")
def test_mines_hold_their_goods() -> None:
    """Nothing goes to the supply but what lies on Ore mining."""
    orcs = rules(3)["orcs"]
    assert (orcs["construction_ore"], orcs["construction_rubies"]) == (3, 1)
    for name in ("ore_mine_construction", "ruby_mine_construction", "ore_mining_1_3", "ore_mining_4_7"):
        for one in parts(5, name):
            assert not one["gain"].any()
            assert one["gain_per"] == -1
    assert [one["do"] for one in parts(5, "ore_mining_4_7")] == [part.COLLECT, part.RESTOCK]
    assert [one["do"] for one in parts(2, "ore_mine_construction")] == [part.TWIN_TILE, part.EXPEDITION]


@rule("F-ACT-9")
def test_all_other_spaces_are_unchanged() -> None:
    changed = {name for name in printed_tables()["space"] if printed_tables()["space"][name]["flow"] != TABLES["space"][name]["flow"]}
    assert changed == {
        "housework", "ore_mining_1_3", "ore_mining_4_7", "ore_mine_construction", "ruby_mine_construction", "wish_for_children",
        "urgent_wish_for_children",
    }  # fmt: skip


@rule("F-ACT-5", "F-ACT-6", "F-ACT-7")
def test_housework_and_wishes() -> None:
    dog, furnish, set_trap = parts(2, "housework")
    assert [one["do"] for one in (dog, furnish, set_trap)] == [part.COLLECT, part.FURNISH, part.SET_TRAP]
    assert (furnish["blocked_by"], set_trap["blocked_by"], dog["blocked_by"]) == (4, 2, 0)
    assert [one["do"] for one in parts(2, "wish_for_children")] == [part.FURNISH, part.SET_TRAP, part.GROW]
    assert [one["blocked_by"] for one in parts(2, "wish_for_children")] == [6, 5, 3]
    urgent = parts(2, "urgent_wish_for_children")
    assert [one["do"] for one in urgent] == [part.FURNISH, part.GROW, part.SET_TRAP, part.GROW, part.COLLECT]
    assert [one["needs"] for one in urgent] == [0, 1, 0, 4, 0]  # no growth without the first part
    assert wares(urgent[4]["gain"]) == {"gold": 3}


@rule("R-CONN-4", "F-ACT-7")
def test_guest_room_gives_no_second_growth() -> None:
    """The two growths of the program are one."""
    urgent = parts(2, "urgent_wish_for_children")
    assert urgent[1]["blocked_by_guest"] >> 3 & 1
    assert urgent[3]["blocked_by_guest"] >> 1 & 1


@rule("F-BOUNTY-9", "F-CAMP-4")
def test_programs_of_rewards_and_bonuses_are_never_in_play() -> None:
    for players in PLAYERS:
        record = rules(players)
        for name in ("casanova", "mine_foreman", "trapper", "campaign_twin_tile", "campaign_trap", "campaign_dwelling"):
            assert not record["space"][SPACES.index(name)]["preprinted"]
    assert [one["do"] for one in parts(3, "casanova")] == [part.FURNISH, part.GROW]
    assert parts(3, "trapper")[0]["free"] == 1
    assert names(parts(3, "trapper")[0]["tiles"], TRAPS) == set(TRAPS)
    assert names(parts(3, "campaign_trap")[0]["tiles"], TRAPS) == {"pitfall", "net", "saw_trap"}
    function_tile = parts(3, "campaign_function_tile")[0]
    assert names(function_tile["furnishings"], FURNISHINGS) == set(TABLES["display_base"]["middle"])
    assert (function_tile["has_price"], wares(function_tile["cost"])) == (1, {})
    assert names(parts(3, "campaign_dwelling")[0]["furnishings"], FURNISHINGS) == {"dwelling"}


@rule("F-LOOT-1")
def test_loot() -> None:
    record = rules(3)
    assert record["num_loot"] == 26
    shown = {name: (record["loot"][LOOT.index(name)]["strength"], record["loot"][LOOT.index(name)]["part"]["do"]) for name in LOOT[23:]}
    assert shown == {"fight_orc": (1, part.FIGHT), "set_trap": (5, part.SET_TRAP), "restock_mines": (8, part.RESTOCK)}


@rule("F-MINE-3", "F-HARV-3", "F-HARV-5")
def test_restocking_and_feeding() -> None:
    orcs = rules(3)["orcs"]
    assert (orcs["restock_ore"], orcs["restock_ore_mines"], orcs["restock_rubies"], orcs["restock_ruby_mines"]) == (2, 2, 1, 2)
    assert (orcs["armed_food"], orcs["unarmed_food"], orcs["special_newborn_food"], orcs["orc_food"]) == (2, 1, 1, 1)


# ---------------------------------------------------------------- furnishings, traps, display

COSTS = {  # fiends.md section 17
    "chief_orc_dwelling": {"wood": 2, "stone": 2, "ore": 2}, "trap_chamber": {"gold": 1},
    "forger_dwelling": {"wood": 2, "stone": 2, "ore": 2}, "family_parlor": {"ruby": 1}, "guest_dwelling": {"wood": 3, "stone": 3},
    "dog_parlor": {"wood": 2, "ore": 1}, "fighting_dog_school": {"wood": 1}, "warrior_dwelling": {"wood": 1, "stone": 1, "ore": 1},
    "mine_orc_dwelling": {"wood": 2, "stone": 2, "food": 2}, "offspring_dwelling": {"wood": 4, "stone": 5},
    "orc_worker_dwelling": {"wood": 4, "ore": 3}, "orc_dwelling": {"wood": 2, "ore": 2}, "camouflage_dwelling": {"stone": 4, "ore": 3},
}  # fmt: skip


@pytest.mark.parametrize("tile", [pytest.param(name, marks=rule(TABLES["furnishing"][name]["cite"])) for name in COSTS])
def test_costs_of_new_tiles(tile: str) -> None:
    row = rules(3)["furnishing"][FURNISHINGS.index(tile)]
    assert wares(row["cost"]) == COSTS[tile]
    assert row["any_material"] == (8 if tile == "warrior_dwelling" else 0)  # F-TILE-8
    assert row["overbuilds"] == -1


def test_points_follow_the_pattern_of_the_base_game() -> None:
    """Fiends.md section 23: 3 points for seven or more building materials, otherwise 0; all of them assumed."""
    for name in NEW_TILES:
        row = TABLES["furnishing"][name]
        materials = row.get("any_material", sum(row["cost"].get(ware, 0) for ware in ("wood", "stone", "ore")))
        assert row["points"] == (3 if materials >= 7 else 0)
        assert row["assumed"] == ["points"]


@rule("F-FRIEND-2")
def test_rooms() -> None:
    record = rules(3)
    orc_rooms = {"orc_dwelling", "chief_orc_dwelling", "mine_orc_dwelling", "orc_worker_dwelling", "guest_dwelling"}
    assert names(record["orcs"]["orc_rooms"], FURNISHINGS) == orc_rooms
    assert names(record["orcs"]["extra_orc_rooms"], FURNISHINGS) == orc_rooms - {"guest_dwelling"}  # F-BOUNTY-10, C-1
    shared = {name for name in NEW_TILES if record["furnishing"][FURNISHINGS.index(name)]["room_shared"]}
    assert shared == {"guest_dwelling"}
    dwarfs = {name for name in NEW_TILES if record["furnishing"][FURNISHINGS.index(name)]["dwarf_room"]}
    assert dwarfs == {"guest_dwelling", "forger_dwelling", "warrior_dwelling", "offspring_dwelling", "camouflage_dwelling"}


@pytest.mark.parametrize(
    ("tile", "do", "amount"),
    [
        ("trap_chamber", "points_per", 2), ("family_parlor", "points_per", 3), ("dog_parlor", "points_per", 1),
        ("fighting_dog_school", "dog_strength", 2), ("camouflage_dwelling", "early_armed", 3), ("orc_worker_dwelling", "orc_works", 0),
        ("forger_dwelling", "arm_like_strongest", 0), ("offspring_dwelling", "family_growth", 0), ("mine_orc_dwelling", "mines_ore", 0),
        ("chief_orc_dwelling", "collects_more", 0), ("warrior_dwelling", "arm_for_goods", 0),
    ],
)  # fmt: skip
def test_effects_of_new_tiles(tile: str, do: str, amount: int) -> None:
    """F-TILE."""
    record = rules(3)
    number = FURNISHINGS.index(tile)
    found = [row for row in record["effect"] if row["furnishing"] == number and row["do"] == effect.EFFECTS.index(do)]
    assert [int(row["amount"]) for row in found] == [amount]
    assert has(record["passive"][effect.EFFECTS.index(do)], number)


@rule("F-TILE-1", "F-TILE-8", "F-TILE-9")
def test_effects_in_goods() -> None:
    record = rules(3)
    rows = {FURNISHINGS[row["furnishing"]]: row for row in record["effect"] if row["do"] >= effect.COLLECTS_MORE}
    assert wares(rows["chief_orc_dwelling"]["get"]) == {"wood": 1, "stone": 1, "ore": 1}
    assert wares(rows["mine_orc_dwelling"]["get"]) == {"ore": 1}
    assert wares(rows["warrior_dwelling"]["give"]) == {"wood": 4, "ore": 8}  # at most


TRAPS_PRINTED = {  # fiends.md section 19: kind, cost, limit
    "leghold_trap": ("weakening", {"wood": 2, "ore": 2}, 0), "net": ("holding", {"wood": 3, "wild_boar": 1}, 8),
    "snare_stone": ("holding", {"stone": 4}, 10), "pitfall": ("knockout", {"wood": 4, "stone": 1}, 8),
    "food_trap": ("weakening", {"food": 3}, 0), "poison_darts": ("weakening", {"wood": 2, "gold": 2}, 0),
    "permanent_trap": ("weakening", {"gold": 4}, 0), "saw_trap": ("weakening", {"ore": 3, "dog": 1}, 0),
    "snare": ("holding", {"wood": 4, "sheep": 1}, 10), "spear_trap": ("knockout", {"ore": 3, "donkey": 1}, 10),
    "blast_trap": ("weakening", {"ruby": 1}, 0), "rockfall": ("weakening", {"wood": 2}, 0),
}  # fmt: skip


@pytest.mark.parametrize("name", [pytest.param(name, marks=rule(TABLES["trap"][name]["cite"])) for name in TRAPS_PRINTED])
def test_traps(name: str) -> None:
    row = rules(3)["orcs"]["trap"][TRAPS.index(name)]
    assert (trap.KINDS[row["kind"]], wares(row["cost"]), int(row["limit"])) == TRAPS_PRINTED[name]
    assert row["copies"] == (3 if name in ("pitfall", "net", "saw_trap") else 1)  # F-SETUP-5
    assert row["stays_active"] == (name == "permanent_trap")


@rule("F-TRAPKIND-1", "F-TRAPKIND-5", "F-TRAPKIND-6", "F-TRAPKIND-7", "F-TRAPKIND-8", "F-TRAPKIND-11", "F-TRAPKIND-12")
def test_how_traps_weaken() -> None:
    rows = {name: rules(3)["orcs"]["trap"][TRAPS.index(name)] for name in TRAPS}
    assert [trap.WEAKENS[rows[name]["weakens"]] for name in ("leghold_trap", "saw_trap")] == ["halve", "halve"]
    assert (rows["permanent_trap"]["weakens"], rows["permanent_trap"]["amount"]) == (trap.FIXED, 3)
    assert (rows["poison_darts"]["weakens"], rows["poison_darts"]["amount"], rows["poison_darts"]["times"]) == (trap.SPREAD, 2, 3)
    assert (rows["blast_trap"]["weakens"], rows["blast_trap"]["amount"], rows["blast_trap"]["times"]) == (trap.SPREAD, 3, 2)
    assert (good.NAMES[rows["rockfall"]["pay_ware"]], rows["rockfall"]["pay_most"]) == ("stone", 8)
    assert good.NAMES[rows["food_trap"]["pay_ware"]] == "food"
    assert rows["food_trap"]["pay_most"] > 40  # no orc is stronger
    assert rules(3, ruling__food_trap_limit=8)["orcs"]["trap"][TRAPS.index("food_trap")]["pay_most"] == 8


@rule("F-SETUP-5", "F-SETUP-6")
@pytest.mark.parametrize("players", PLAYERS)
def test_display_and_strips(players: int) -> None:
    """One extension for each player, one copy for each player of what exists several times."""
    record = rules(players)
    orcs = record["orcs"]
    assert orcs["num_extensions"] == players
    assert orcs["num_strips"] == [1, 1, 2, 3, 4, 5, 5][players - 1]
    copies = {FURNISHINGS[number]: int(orcs["copies"][number]) for number in np.flatnonzero(orcs["copies"])}
    assert copies == {"orc_dwelling": players, "warrior_dwelling": players}
    base = {"orc_dwelling", "warrior_dwelling", "wood_supplier", "slaughtering_cave", "stone_supplier"}
    assert names(orcs["base_tiles"], FURNISHINGS) == base
    assert names(orcs["base_traps"], TRAPS) == {"pitfall", "net", "saw_trap"}
    assert names(record["unlimited"], FURNISHINGS) == {"dwelling"}


def test_extensions_and_short_strips_are_sets_of_tiles() -> None:
    orcs = rules(3)["orcs"]
    known = {
        "X1": ({"mine_orc_dwelling", "dog_school"}, {"food_trap"}),
        "X2": ({"mixed_dwelling", "mining_cave"}, {"snare_stone"}),
        "X3": ({"chief_orc_dwelling", "fighting_dog_school"}, {"permanent_trap"}),
        "X4": ({"orc_worker_dwelling", "cooking_cave"}, {"poison_darts"}),
    }  # fiends.md section 18
    for name, (tiles, traps) in known.items():
        number = EXTENSIONS.index(name)
        assert names(orcs["extension_tiles"][number], FURNISHINGS) == tiles
        assert names(orcs["extension_traps"][number], TRAPS) == traps
    for number, name in enumerate(SHORT_STRIPS):
        assert names(orcs["short_tiles"][number], FURNISHINGS) == set(TABLES["bounty_short"][name]["tiles"])


def test_the_supply_is_all_that_can_be_on_offer() -> None:
    record = rules(3)
    orcs = record["orcs"]
    shown = orcs["base_tiles"] | np.bitwise_or.reduce(orcs["extension_tiles"]) | np.bitwise_or.reduce(orcs["short_tiles"])
    assert joined(shown) == joined(record["supply"])
    assert "state_parlor" not in names(record["supply"], FURNISHINGS)
    assert set(NEW_TILES) <= names(record["supply"], FURNISHINGS)


def test_a_tile_left_out_is_on_no_display() -> None:
    record = rules(3, start__without=["dog_school"])
    assert names(record["orcs"]["extension_tiles"][0], FURNISHINGS) == {"mine_orc_dwelling"}
    assert "dog_school" not in names(record["supply"], FURNISHINGS)


@rule("F-CAMP-2")
def test_pools_can_be_made_smaller() -> None:
    """Extensions and strips of earlier games stay in the box."""
    record = rules(1, display__extensions=["X7"], bounty_board__long=["L3"], bounty_board__short=["S2", "S5"])
    orcs = record["orcs"]
    assert orcs["extension_pool"][: orcs["extension_pool_size"]].tolist() == [EXTENSIONS.index("X7")]
    assert orcs["long_pool"][: orcs["num_long"]].tolist() == [LONG_STRIPS.index("L3")]
    assert orcs["short_pool"][: orcs["num_short"]].tolist() == [SHORT_STRIPS.index("S2"), SHORT_STRIPS.index("S5")]
    assert "chief_orc_dwelling" not in names(record["supply"], FURNISHINGS)


# ---------------------------------------------------------------- bounties

STRIPS = {  # F-BOUNTY-9
    "L1": "farmer shepherd seasonal_worker mercenary", "L2": "woodcutter pig_farmer mine_foreman casanova",
    "L3": "stonemason dairyman soldier forger", "L4": "ore_worker merchant outfitter herald",
    "L5": "goldsmith jeweller beggar_king trapper", "L6": "pack_donkey grocer barterer breeder",
    "L7": "stray_dogs scrap_dealer orc_doctor big_donor",
}  # fmt: skip
GAINS = {
    "farmer": {"food": 3}, "shepherd": {"sheep": 2}, "seasonal_worker": {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2},
    "woodcutter": {"wood": 3}, "pig_farmer": {"wild_boar": 2}, "stonemason": {"stone": 3}, "dairyman": {"cattle": 1},
    "ore_worker": {"ore": 3}, "merchant": {"grain": 1, "vegetable": 1}, "goldsmith": {"gold": 2}, "jeweller": {"ruby": 1},
    "beggar_king": {"gold": 3}, "pack_donkey": {"donkey": 1}, "grocer": {"food": 1, "gold": 2},
    "breeder": {"dog": 1, "sheep": 1, "donkey": 1, "wild_boar": 1, "cattle": 1}, "stray_dogs": {"dog": 2},
    "scrap_dealer": {"wood": 1, "stone": 1, "ore": 1},
}  # fmt: skip


@rule("F-BOUNTY-9")
def test_bounties_stand_where_the_strips_show_them() -> None:
    assert list(LONG_STRIPS) == list(STRIPS)
    assert list(BOUNTIES) == " ".join(STRIPS.values()).split()
    rows = rules(3)["orcs"]["bounty"]
    assert [(int(row["strip"]), int(row["column"])) for row in rows[: len(BOUNTIES)]] == [
        (strip, column) for strip in range(7) for column in range(4)
    ]
    assert {name: wares(rows[number]["gain"]) for number, name in enumerate(BOUNTIES) if rows[number]["gain"].any()} == GAINS


@rule("F-BOUNTY-6", "F-BOUNTY-7", "F-BOUNTY-8", "F-BOUNTY-9", "F-BOUNTY-10")
def test_bounties_that_are_more_than_goods() -> None:
    rows = rules(3)["orcs"]["bounty"]
    row = {name: rows[number] for number, name in enumerate(BOUNTIES)}
    assert [(bounty.NAMES[row[name]["do"]], int(row[name]["level"])) for name in ("mercenary", "soldier")] == [
        ("expedition", 4), ("expedition", 3)
    ]  # fmt: skip
    for name in ("casanova", "mine_foreman", "trapper"):
        assert (row[name]["do"], SPACES[row[name]["program"]]) == (bounty.PROGRAM, name)
    assert (row["outfitter"]["do"], row["outfitter"]["strength"]) == (bounty.ARM, 5)
    assert (row["beggar_king"]["do"], row["beggar_king"]["markers"]) == (bounty.BEGGAR, 1)
    assert row["big_donor"]["per_person"].tolist() == [2, 1, 1]
    kinds = {name: bounty.NAMES[row[name]["do"]] for name in ("forger", "herald", "barterer", "orc_doctor")}
    assert kinds == {"forger": "use_occupied", "herald": "use_free", "barterer": "swap", "orc_doctor": "extra_orc"}


# ---------------------------------------------------------------- campaign


@rule("F-CAMP-2", "F-CAMP-4")
def test_campaign_prices_and_strengths() -> None:
    bonuses = TABLES["campaign_bonus"].values()
    assert [row["once"] for row in bonuses] == [10, 15, 20, 30, 40, 50, 60, 70]
    assert all(row["permanent"] == 2 * row["once"] for row in bonuses)
    assert [row["strength_bonus"] for row in TABLES["campaign_game"].values()] == [0, 2, 4, 6, 8]
    wares_on_offer = [ware for row in bonuses for choice in row.get("choose", ()) for ware in choice]
    assert sorted(wares_on_offer) == sorted(ware for ware in good.NAMES if ware not in ("food", "gold"))
    strength = [[value + 8 for value in TABLES["orc"]["hard"]]]
    assert rules(1, orc__strength_by_seat=strength)["orcs"]["strength"][0].tolist() == [15, 17, 19, 22]


# ---------------------------------------------------------------- the base game beside it


@pytest.mark.parametrize("players", PLAYERS)
def test_base_game_knows_nothing_of_it(players: int) -> None:
    record = catalog(players).record[0]
    assert record["orcs"] == np.zeros((), shape.FIENDS)
    assert record["num_loot"] == 23
    for field in ("supply", "all_furnishings", "dwellings", "yellow"):
        assert not names(record[field], FURNISHINGS) & set(NEW_TILES)
    assert not any(record["space"][number]["preprinted"] or record["space"][number]["num_parts"] for number in range(51, len(SPACES)))
    assert not np.any(record["furnishing"]["cost"][49:])


def test_rules_have_a_name_for_each_expansion() -> None:
    assert catalog(3).expansion is None
    assert catalog(3, expansion="fiends").expansion == "fiends"
    assert catalog(3).hash != catalog(3, expansion="fiends").hash
    with pytest.raises(RulesError, match=r'expansion: .elves. is not known; give "fiends"'):
        catalog(3, expansion="elves")


def test_ids_of_the_base_game_come_first() -> None:
    for order, table in ((SPACES, "space"), (FURNISHINGS, "furnishing"), (LOOT, "loot")):
        base = tuple(printed_tables()[table])
        assert order[: len(base)] == base
    assert SPACES[51:] == (
        "armory", "casanova", "mine_foreman", "trapper", "campaign_twin_tile", "campaign_trap", "campaign_function_tile",
        "campaign_dwelling",
    )  # fmt: skip


def test_base_rows_may_not_use_words_of_the_expansion() -> None:
    with pytest.raises(RulesError, match=r"`space\.ore_mining_1_3\.flow`: `restock_mines` belongs to Frantic Fiends"):
        check_base_only(TABLES | {"furnishing": printed_tables()["furnishing"]})


@pytest.mark.parametrize("players", PLAYERS)
def test_no_run_is_ever_a_census(players: int) -> None:
    """So many chances that no run meets them all: intervals never shrink to nothing."""
    assert number_of_setups(players, expansion="fiends") > 10**18


def test_more_players_mean_more_chances() -> None:
    numbers = [number_of_setups(players, expansion="fiends") for players in PLAYERS]
    assert all(less < more for less, more in pairwise(numbers))
