"""Packs checked tables and options into the RULES record that kernels read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from caverna_sim.errors import RulesError
from caverna_sim.games.agricola.box.options import Options, stage_cards
from caverna_sim.games.agricola.box.schema import OF_CARDS
from caverna_sim.games.agricola.box.tables import head_of, printed_tables
from caverna_sim.games.agricola.ids import good, house, house_rule, part, score
from caverna_sim.games.agricola.shape import board, layout
from caverna_sim.games.agricola.shape.sizes import MAX_BANDS, MAX_FENCES
from caverna_sim.kit.tables.house import Tables

SPACES: tuple[str, ...] = tuple(printed_tables()["action_space"])
MAJORS: tuple[str, ...] = tuple(printed_tables()["major"])
_OWN_HOUSES = tuple(f"{material}_house" for material in house.NAMES)


def wares(amounts: Mapping[str, int]) -> list[int]:
    """Amounts by number of the good."""
    return [amounts.get(name, 0) for name in good.NAMES]


def pack(tables: Tables, players: int, options: Options) -> np.ndarray:
    """One RULES record (an array of length 1)."""
    rules = np.zeros(1, layout.RULES)
    record = rules[0]
    record["players"] = players
    _pack_options(record, options)
    _pack_course(record, tables, players, options)
    _pack_numbers(record, tables, players)
    _pack_scoring(record, tables["scoring"])
    _pack_majors(record, tables["major"])
    _pack_spaces(record, tables, players, options)
    record["outlines"] = outlines()
    return rules


def _pack_options(record: Any, options: Options) -> None:
    record["house_rules"] = sum(1 << house_rule.NAMES.index(name) for name in options.house_rules)
    record["team_play"] = options.team_play
    record["force_conversion"] = options.force_conversion
    record["discard_when_breeding"] = options.discard_when_breeding
    record["start_player"] = options.start_player


def _pack_course(record: Any, tables: Tables, players: int, options: Options) -> None:
    rounds, start = tables["rounds"], tables["start"]
    record["last_round"] = rounds["count"]
    record["has_harvest"][rounds["harvest_after"]] = 1
    record["stage_cards"] = -1
    for stage, cards in enumerate(stage_cards()):
        record["stage_cards"][stage, : len(cards)] = [SPACES.index(card) for card in cards]
    record["given_cards"] = -1
    for number, card in enumerate(options.round_cards, 1):
        record["given_cards"][number] = SPACES.index(card)
    food = [tables["solo"]["starting_food"]] if players == 1 else start["food"]
    if "HR6" in options.house_rules:
        food = [tables["house_rule"]["food"]] * players
    for place in range(players):
        record["start_food"][(options.start_player + place) % players] = food[place]
    record["start_people"], record["start_house"] = start["people"], house.NAMES.index(start["house"])
    rooms = sum(1 << board.CELL_NAMES.index(cell) for cell in set(start["rooms"]))
    if not board.is_one_block(rooms):
        raise RulesError("rules start.rooms: the rooms must hang together (AG-HSE-03)")
    record["start_rooms"] = rooms
    pieces = tables["components"]
    record["most_people"], record["stables"] = pieces["per_player_people"], pieces["per_player_stables"]
    record["fences"] = pieces["per_player_fences"]


def _pack_numbers(record: Any, tables: Tables, players: int) -> None:
    costs, team, room, sow, feeding = (tables[name] for name in ("costs", "team", "capacity", "sow", "feeding"))
    for number, name in enumerate(_OWN_HOUSES):
        record["room_cost"][number] = wares(costs["room"][name])
        record["partner_room_cost"][number] = wares(team["room"][name])
    for number in (house.CLAY, house.STONE):
        renovation = costs[f"renovate_to_{house.NAMES[number]}"]
        record["renovate_once"][number] = wares(renovation["total"])
        record["renovate_per_room"][number] = wares(renovation["per_room"])
    record["fence_cost"] = wares(costs["fence"])
    record["fence_group"], record["fence_surcharge"] = team["fence_group"], wares(team["fence_surcharge"])
    record["transfer_price"] = team["marketplace_payment"]
    record["pet_room"], record["stable_room"] = room["house_pet"], room["unfenced_stable"]
    record["pasture_room"], record["stable_factor"] = room["pasture_per_cell"], room["pasture_stable_factor"]
    for name in ("grain_seed", "grain_on_field", "vegetable_seed", "vegetable_on_field"):
        record[name] = sow[name]
    record["parents"] = tables["breeding"]["parents"]
    solo = "solo_" if players == 1 else ""
    record["adult_food"], record["newborn_food"] = feeding[f"{solo}adult"], feeding[f"{solo}newborn"]
    for ware in (good.GRAIN, good.VEGETABLE):
        record["raw_food"][ware] = feeding[f"raw_{good.NAMES[ware]}_food"]
    record["begging_per_food"] = feeding["begging_per_missing_food"]


def _put_bands(row: Mapping[str, Any], least: Any, points: Any) -> None:
    """Bands of a table; the last one again where there are fewer."""
    for band in range(MAX_BANDS):
        place = min(band, len(row["at_least"]) - 1)
        least[band], points[band] = row["at_least"][place], row["points"][place]


def _pack_scoring(record: Any, scoring: Mapping[str, Any]) -> None:
    for number, name in enumerate(score.BANDS):
        row = record["band"][number]
        row["below"] = scoring[name]["below"]
        _put_bands(scoring[name], row["least"], row["points"])
    record["unused_points"] = scoring["unused_farmyard_space"]
    record["stable_points"], record["stable_most"] = scoring["fenced_stable"], scoring["fenced_stable_max"]
    record["room_points"] = [scoring[f"{material}_room"] for material in house.NAMES]
    record["person_points"], record["begging_points"] = scoring["person"], scoring["begging_marker"]
    record["food_points"] = scoring["food"]


def _pack_majors(record: Any, majors: Mapping[str, Any]) -> None:
    record["supply"] = (1 << len(MAJORS)) - 1
    for number, name in enumerate(MAJORS):
        row, packed = majors[name], record["major"][number]
        packed["cost"], packed["points"] = wares(row["cost"]), row["points"]
        family = [MAJORS.index(other) for other in MAJORS if majors[other]["family"] == row.get("returns")]
        packed["returns"] = sum(1 << other for other in family)
        packed["cook"] = wares(row.get("cook", {}))
        packed["bakes"], packed["bake_most"] = (row.get("bake", {}).get(key, 0) for key in ("food_per_grain", "max_grain"))
        packed["bakes_when_built"] = row.get("bakes_when_built", False)
        coming = row.get("coming", {"rounds": 0, "goods": {}})
        packed["coming_rounds"], packed["coming"] = coming["rounds"], wares(coming["goods"])
        craft, bonus = row.get("harvest_convert"), row.get("bonus")
        packed["craft_good"] = good.NAMES.index(craft["good"]) if craft else layout.NO_GOOD
        packed["craft_food"] = craft["food"] if craft else 0
        packed["bonus_good"] = good.NAMES.index(bonus["good"]) if bonus else layout.NO_GOOD
        if bonus:
            _put_bands(bonus, packed["bonus_least"], packed["bonus_points"])


def is_in_play(row: Mapping[str, Any], players: int, options: Options) -> bool:
    """Whether a space is there from the beginning; round cards come later (AG-SET-03, AG-NHC-03, AG-TIL-01, AG-VAR-20)."""
    chosen = {
        "tile_2p": options.has_extra_tile, "tile_3_4p": options.has_extra_tile, "tile_side_job": options.side_job,
        "tile_back_side": options.team_play, "round_card": False,
    }  # fmt: skip
    return players in row["players"] and chosen.get(row["where"], True)


def _pack_spaces(record: Any, tables: Tables, players: int, options: Options) -> None:
    for number, name in enumerate(SPACES):
        row, packed = tables["action_space"][name], record["space"][number]
        if is_in_play(row, players, options):
            record["start_spaces"] |= 1 << number
        arrives = row.get("accumulates_solo" if players == 1 and "accumulates_solo" in row else "accumulates", {})
        if options.meeting_place_food and "accumulates_without_cards" in row:
            arrives = row["accumulates_without_cards"]
        packed["accumulates"], packed["gain"] = wares(arrives), wares(row.get("gain", {}))
        packed["first_round"] = row.get("from_round", 1)
        packed["shares"] = sum(1 << SPACES.index(other) for other in row.get("shares", ()))
        record["not_always"] |= (1 << number) * bool(packed["shares"] or packed["first_round"] > 1)
        doing = [word for word in row.get("do", ()) if word not in OF_CARDS]  # void without hand cards (AG-NHC-01)
        packed["start_player"] = "start_player" in doing
        packed["grows"] = 1 if "grow" in doing else 2 if "grow_without_room" in doing else 0
        words = [word for word in doing if word in part.OF_WORD]
        packed["num_parts"] = len(words)
        for place, word in enumerate(words):
            _pack_part(packed["parts"][place], word, row, tables["team"])
            packed["parts"][place]["needs"] = place if row.get("link") == "and_then" else 0
        for place, option in enumerate(row.get("gain_one_of", ())):
            packed["options"][place] = wares(option)
            packed["option_good"][place] = good.NAMES.index(str(head_of(option)))
        packed["num_options"] = len(row.get("gain_one_of", ()))
        if any(packed["gain"]) or packed["start_player"]:
            record["gives_always"] |= 1 << number
        if any(packed["accumulates"]):
            record["gives_stock"] |= 1 << number


def _pack_part(packed: Any, word: str, row: Mapping[str, Any], team: Mapping[str, Any]) -> None:
    packed["do"] = part.OF_WORD[word]
    if word == "build_stables":
        packed["cost"], packed["partner_cost"], packed["most"] = wares(row["stable_cost"]), wares(team["stable"]), row.get("stable_max", 0)
    elif word == "plow":
        packed["most"] = row["plow_count"]


@cache
def outlines() -> np.ndarray:
    """Every connected set of cells that MAX_FENCES suffice for, those with fewer fences first."""
    found = []
    for cells in range(1, board.CELLS + 1):
        edges = board.outline(cells)
        if edges.bit_count() <= MAX_FENCES and board.is_one_block(cells):
            found.append((cells, board.beside(cells), edges.bit_count(), edges))
    if len(found) != layout.NUM_OUTLINES:
        raise RulesError(f"{len(found)} outlines where there is room for {layout.NUM_OUTLINES}")
    rows = np.array(sorted(found, key=lambda row: (row[2], row[0])), layout.PASTURE)
    rows.flags.writeable = False
    return rows
