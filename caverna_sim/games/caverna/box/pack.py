"""Packs validated tables into the RULES record that kernels read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from caverna_sim.errors import RulesError, nearest
from caverna_sim.games.caverna.box.schema import TWIN_TILES
from caverna_sim.games.caverna.box.tables import ids_of, printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.games.caverna.ids import effect, good, harvest, part, per, phase, score, terrain
from caverna_sim.games.caverna.shape import board, layout, tiles
from caverna_sim.games.caverna.shape.sizes import MAX_ALIKE, MAX_EFFECTS, MAX_LOOT_STRENGTH, MAX_ROOMS
from caverna_sim.kit.tables.house import Tables
from caverna_sim.kit.tables.programs import Part, compile_flow

# what is printed: ids of the base game first, then those of the expansion; a base game leaves the rows of the latter empty
SPACES: tuple[str, ...] = tuple(printed_tables(EVERYTHING)["space"])
FURNISHINGS: tuple[str, ...] = tuple(printed_tables(EVERYTHING)["furnishing"])
LOOT: tuple[str, ...] = tuple(printed_tables(EVERYTHING)["loot"])
COMES_ALONG = ("take", "gain", "gain_per", "gain_if", "starting_player", "pay")  # in programs: what comes with a thing to do (R-CONN-5)
ENTRY_LEVEL_DWELLING = FURNISHINGS.index("entry_level_dwelling")

_TERRAIN = {name: number for number, name in enumerate(terrain.NAMES)}
_PROTECTION = {"this_round_only": 0, "until_emptied": 1, "rest_of_game": 2}


def ware_vector(wares: Mapping[str, int]) -> list[int]:
    """Amounts by ware number."""
    return [wares.get(name, 0) for name in good.NAMES]


def _ware_set(wares: Mapping[str, int]) -> int:
    return sum(1 << good.NAMES.index(name) for name, amount in wares.items() if amount)


def _bits(names: Any, order: tuple[str, ...]) -> int:
    return sum(1 << order.index(name) for name in names)


def _present(ids: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Ids with their numbers, those of an expansion that is not played left out."""
    return ((number, name) for number, name in enumerate(ids) if name in table)


def _farm_types(names: list[str]) -> int:
    return _bits(names, good.FARM_ANIMALS)


def pack(tables: Tables, players: int) -> np.ndarray:
    """One RULES record (an array of length 1) for a number of players."""
    rules = np.zeros(1, layout.RULES_EXPANDED if "ruling" in tables else layout.RULES)
    record = rules[0]
    record["players"] = players
    _pack_constants(record, tables, players)
    _pack_toggles(record, tables)
    _pack_rounds(record, tables, players)
    _pack_board(record, tables)
    _pack_furnishings(record, tables)
    _pack_payable(record, tables)
    _pack_effects(record, tables)
    _pack_rooms(record, tables)
    _pack_spaces(record, tables, players)
    _pack_loot(record, tables)
    _number_alike(record)
    _check_limits(tables)
    return rules


def _pack_constants(record: Any, tables: Tables, players: int) -> None:
    start, feeding, food = tables["start"], tables["feeding"], tables["food_value"]
    seats = [start["food_solo"]] if players == 1 else start["food"]
    if len(seats) < players:
        raise RulesError(f"rules `start.food`: {len(seats)} amounts for {players} players; give one for each seat")
    record["start_food"][:players] = seats[:players]
    gold = start.get("gold", [0] * players)
    if len(gold) < players:
        raise RulesError(f"rules `start.gold`: {len(gold)} amounts for {players} players; give one for each seat")
    record["start_gold"][:players] = gold[:players]
    record["start_dwarfs"] = start["dwarfs"]
    record["most_dwarfs"] = tables["family"]["most_dwarfs"]
    record["stables"] = tables["family"]["stables"]
    for name in ("adult", "newborn", "special"):
        record[f"{name}_food"] = feeding[name]
    for name, value in food.items():
        if name in good.NAMES:
            record["food_value"][good.NAMES.index(name)] = value
    record["donkey_pair_food"] = food["donkey_pair"]
    record["gold_loss"] = tables["gold_to_food"]["loss"]
    record["gold_least"] = tables["gold_to_food"]["least"]
    ruby = tables["ruby"]
    record["reorder_rubies"] = ruby["reorder"]
    for name, price in ruby["exchange"].items():
        record["exchange"][good.NAMES.index(name)] = ware_vector(price)
        if not price.get("ruby"):
            raise RulesError(f"rules `ruby.exchange.{name}`: an exchange must cost at least 1 ruby")
    record["exchange_food"] = record["exchange"][:, good.FOOD].max()
    for name, price in ruby["tile"].items():
        record["tile_rubies"][_TERRAIN[name]] = price
    building = tables["building"]
    for name in ("small_pasture", "large_pasture", "stable"):
        record[f"{name}_cost"] = ware_vector(building[name]["cost"])
    if building["stable"]["points"]:
        raise RulesError("rules `building.stable.points`: stables score nothing (R-SCORE-4); only 0 is allowed")
    for name in ("small_pasture", "large_pasture", "ore_mine", "ruby_mine"):
        record["terrain_points"][_TERRAIN[name]] = building[name]["points"]
    sow = tables["sow"]
    record["most_grain_fields"], record["most_vegetable_fields"] = sow["most_grain"], sow["most_vegetable"]
    record["grain_tokens"], record["vegetable_tokens"] = sow["grain_tokens"], sow["vegetable_tokens"]
    record["reap_tokens"], record["parents"] = sow["reap"], tables["breeding"]["parents"]
    weapon = tables["weapon"]
    record["forge_least"], record["forge_most"] = weapon["forge_least"], weapon["forge_most"]
    record["ore_per_strength"], record["weapon_most"] = weapon["ore_per_strength"], weapon["most"]
    record["weapon_raise"] = weapon["raise"]
    record["least_loot"] = tables["expedition"]["least_items"]
    record["points"][: len(score.TABLE_FIELDS)] = [tables["scoring"].get(name, 0) for name in score.TABLE_FIELDS]
    record["overflow"], record["protection_rubies"] = tables["solo"]["overflow"], tables["solo"]["protection"]


def _pack_toggles(record: Any, tables: Tables) -> None:
    value = {name: row["value"] for name, row in tables["toggle"].items()}
    record["overflow"] += value["solo_overflow_compare"] == ">"
    record["protection_lasts"] = _PROTECTION[value["solo_protection_duration"]]
    record["carpenter_per_pasture"] = value["carpenter_discount_scope"] == "per_pasture"
    record["discounts_on_loot"] = value["discounts_on_loot"]
    record["imitate_imitation"] = value["imitate_an_imitation_space"]
    record["may_decline_goods"] = value["may_decline_accumulated_goods"]
    record["late_markers"] = value["harvest_marker_reveal"] == "harvest"
    record["income_before_replenish"] = value["start_of_round_effects_before_replenish"]
    record["suppliers_skip_round"] = value["suppliers_skip_unplayed_round"]
    record["may_withhold_food"] = value["food_tokens_may_be_withheld"]
    record["trade_outside_turn"] = value["anytime_during_other_turns"]
    record["rim"] = board.OUTER_RIM | (board.STRIP if value["office_room_middle_overhang"] else 0)
    record["usable"] = board.ALL_CELLS if value["office_room_tiles_usable_outside"] else board.BOARD


def _pack_rounds(record: Any, tables: Tables, players: int) -> None:
    rounds, harvests = tables["rounds"], tables["harvest"]
    record["last_round"] = rounds["last"]
    record["next_phase"][phase.RETURN_HOME] = phase.HARVEST
    record["next_phase"][phase.FIELD] = phase.FEEDING
    record["next_phase"][phase.FINAL] = phase.OVER
    skipped = rounds["skipped"].get(str(players), [])
    schedule = harvests["schedule_solo" if players == 1 else "schedule"]
    marked = []
    for number in range(1, 13):
        record["is_played"][number] = number not in skipped and number <= rounds["last"]
        record["schedule"][number] = harvest.NAMES.index(schedule[number - 1])
        record["stage"][number] = rounds["stages"][number - 1]
        if schedule[number - 1] == "marker" and number not in skipped:
            marked.append(number)
    if not record["is_played"][rounds["last"]]:
        raise RulesError(f"rules `rounds.last`: round {rounds['last']} is skipped with {players} players")
    leaves, questions = (harvests["markers"][kind][players - 1] for kind in ("leaf", "question"))
    if leaves + questions != len(marked):
        raise RulesError(
            f"rules `harvest.markers`: {leaves} leaves and {questions} question marks for {len(marked)} rounds with a"
            f" marker ({players} players); the numbers must agree"
        )
    if questions > len(harvests["questions"]):
        raise RulesError(f"rules `harvest.questions`: {questions} question marks need as many entries")
    record["marker_rounds"][: len(marked)] = marked
    record["question_marks"] = questions
    for index, kind in enumerate(harvests["questions"]):
        record["questions"][index + 1] = harvest.NAMES.index(kind)


def cell_of(name: str, where: str) -> int:
    cell = board.CELL_OF_NAME.get(name)
    if cell not in board.BOARD_CELLS:
        names = [board.CELL_NAMES[cell] for cell in board.BOARD_CELLS]
        raise RulesError(f"rules `{where}`: unknown cell `{name}`; {nearest(name, names)}")
    return cell


def _pack_board(record: Any, tables: Tables) -> None:
    forest, mountain, furnishings = tables["board"]["forest"], tables["board"]["mountain"], ids_of(tables, "furnishing")
    record["forest_entrance"] = 1 << cell_of(forest["entrance"], "board.forest.entrance")
    for area in ("forest", "mountain"):
        for name, bonus in tables["board"][area]["bonus"].items():
            cell = cell_of(name, f"board.{area}.bonus")
            record["cell_bonus"][cell] = ware_vector(bonus)
            record["bonus_cells"] |= 1 << cell
    for name, content in mountain["start"].items():
        cell = cell_of(name, "board.mountain.start")
        if content in _TERRAIN:
            record["start_terrain"][cell] = _TERRAIN[content]
        elif content in furnishings:
            record["start_terrain"][cell] = terrain.FURNISHED
            record["start_detail"][cell] = furnishings.index(content)
        else:
            raise RulesError(f"rules `board.mountain.start.{name}`: unknown content `{content}`; {nearest(content, furnishings)}")
    for index, name in enumerate(TWIN_TILES):
        row = tables["terrain_tile"][name]
        tile = record["twin_tile"][index]
        tile["first"], tile["second"] = (_TERRAIN[half] for half in row["halves"])
        tile["on"] = _TERRAIN[row["on"]]
        tile["may_overhang"] = row["may_overhang"]
        tile["is_forest"] = row["halves"][0] in ("meadow", "field")


def _printed_beside(tables: Tables) -> Tables:
    """The printed tables of the same box."""
    return printed_tables(EVERYTHING if "ruling" in tables else None)


def put_tile(members: Any, furnishing: int) -> None:
    """Add a furnishing to a set; not by a kernel, as rules are packed before anything is compiled."""
    word, bit = divmod(furnishing, tiles.BITS)
    members[word] |= 1 << bit


def _pack_furnishings(record: Any, tables: Tables) -> None:
    absent, furnishings = set(tables["start"]["without"]), ids_of(tables, "furnishing")
    record["furnishing"]["overbuilds"][: len(furnishings)] = -1
    printed = _printed_beside(tables)["furnishing"]
    for index, name in _present(furnishings, tables["furnishing"]):
        row = tables["furnishing"][name]
        tile = record["furnishing"][index]
        put_tile(record["all_furnishings"], index)
        tile["cost"] = ware_vector(row["cost"])
        tile["cost_wares"] = _ware_set(row["cost"])
        tile["dearer"] = sum(row["cost"].values()) - sum(printed.get(name, row)["cost"].values())
        tile["points"] = row["points"]
        tile["copies"] = row.get("copies", 1)
        tile["any_material"] = row.get("any_material", 0)
        if tile["copies"] > 1 and "ruling" not in tables:
            raise RulesError(f"rules `furnishing.{name}.copies`: give 1 (unique) or -1 (never runs out)")
        tile["overbuilds"] = furnishings.index(row["overbuilds"]) if "overbuilds" in row else -1
        tile["dwarf_room"] = sum(line["amount"] for line in row["effects"] if line["do"] == "dwarf_room")
        if row["colour"] == "orange":
            put_tile(record["dwellings"], index)
        if row["colour"] == "yellow":
            put_tile(record["yellow"], index)
        if tile["overbuilds"] >= 0:
            put_tile(record["overbuilders"], index)
        offered = row["introductory"] or tables["start"]["tiles"] == "full"
        if tile["copies"] == -1:
            put_tile(record["unlimited"], index)
        elif tile["copies"] >= 1 and offered and name not in absent:
            put_tile(record["supply"], index)


def _pack_payable(record: Any, tables: Tables) -> None:
    """For every ware and amount at hand the furnishings that need no more of it."""
    for index, name in _present(ids_of(tables, "furnishing"), tables["furnishing"]):
        for ware, price in enumerate(record["furnishing"][index]["cost"].tolist()):
            if price > layout.MOST_COST:
                where = f"furnishing.{name}.cost.{good.NAMES[ware]}"
                raise RulesError(f"rules `{where}`: {price} is not allowed; give a whole number from 0 to {layout.MOST_COST}")
            for at_hand in range(price, layout.MOST_COST + 1):
                put_tile(record["payable"][ware, at_hand], index)


def _pack_effects(record: Any, tables: Tables) -> None:
    by_trigger: list[list[tuple[int, Mapping[str, Any]]]] = [[] for _ in effect.TRIGGERS]
    for index, name in _present(ids_of(tables, "furnishing"), tables["furnishing"]):
        for line in tables["furnishing"][name]["effects"]:
            put_tile(record["passive"][effect.EFFECTS.index(line["do"])], index)
            for single in _single_effects(line):
                by_trigger[effect.TRIGGERS.index(line["when"])].append((index, single))
    _check_alone(tables)
    number = 0
    for trigger, lines in enumerate(by_trigger):
        record["effect_start"][trigger] = number
        for furnishing, line in lines:
            if number == MAX_EFFECTS:
                raise RulesError(f"rules `furnishing`: more than {MAX_EFFECTS} effects; leave out some of those that are added")
            _pack_effect(record["effect"][number], furnishing, line)
            number += 1
            if line["do"] == "raise_dwarf_limit":
                record["raised_dwarf_limit"] = line["to"]
            if line["do"] == "furnish_targets_add":
                record["furnish_terrains"] = sum(1 << _TERRAIN[name] for name in line["targets"])
    record["effect_start"][effect.NUM_TRIGGERS] = number
    for furnishing, _ in by_trigger[effect.START_OF_ROUND]:
        put_tile(record["start_tiles"], furnishing)
    for trigger, field in ((effect.ON_BUILD, "build_rows"), (effect.SCORING, "score_rows")):
        for row in range(record["effect_start"][trigger], record["effect_start"][trigger + 1]):
            span = record["furnishing"][record["effect"][row]["furnishing"]][field]
            span[0] = row if span[1] == 0 else span[0]
            span[1] = row + 1
            if record["effect"][row]["per"] == per.ADJACENT_DWELLING:
                put_tile(record["cell_tiles"], int(record["effect"][row]["furnishing"]))
    for index, name in _present(ids_of(tables, "furnishing"), tables["furnishing"]):
        tile = record["furnishing"][index]
        is_dwelling = tables["furnishing"][name]["colour"] == "orange"
        if not (is_dwelling or tile["any_material"] or tile["build_rows"][1] or tile["score_rows"][1]):
            put_tile(record["plain_tiles"], index)


ONE_OF_A_KIND = ("may_substitute", "furnish_targets_add", "arm_for_goods")  # kernels look at the effect, not at whose it is


def _check_alone(tables: Tables) -> None:
    """Effects that one furnishing at most may have."""
    for do in ONE_OF_A_KIND:
        having = [name for name, row in tables["furnishing"].items() if any(line["do"] == do for line in row["effects"])]
        if len(having) > 1:
            raise RulesError(f"rules `furnishing.{having[-1]}.effects`: `{do}` is what `{having[0]}` does; only one furnishing may have it")


def _single_effects(line: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Effects with alternatives become one row for each."""
    if line["do"] == "feed_one_dwarf":
        return [{**line, "give": option} for option in line["options"]]
    if line["do"] == "may_substitute":
        return [{**line, "give": {line["give"]: 1}, "get": {ware: 1}} for ware in line["instead_of"]]
    return [line]


def _pack_effect(row: Any, furnishing: int, line: Mapping[str, Any]) -> None:
    row["furnishing"], row["do"] = furnishing, effect.EFFECTS.index(line["do"])
    row["ware"] = good.NAMES.index(line["ware"]) if "ware" in line else -1
    row["per"] = per.NAMES.index(line["per"]) if "per" in line else -1
    amounts = ("points", "rounds", "most", "per_strength", "food", "to", "amount")
    row["amount"] = next((line[name] for name in amounts if isinstance(line.get(name), int)), 0)
    row["divisor"] = line.get("divisor", 1)
    row["give"] = ware_vector(line["most"] if line["do"] == "arm_for_goods" else line.get("give", {}))
    row["get"] = ware_vector(line.get("get", line.get("goods", {})))
    if "table" in line:
        row["table"][: len(line["table"])] = line["table"]


def _pack_rooms(record: Any, tables: Tables) -> None:
    room = tables["room"]
    sizes = {"small_pasture": 2, "large_pasture": 3, "meadow": 2, "forest": 2, "ore_mine": 1, "ruby_mine": 1}
    flexible = []
    for index, (name, size) in enumerate(sizes.items()):
        capacity = room[name]["capacity"]
        if len(capacity) != size:
            raise RulesError(f"rules `room.{name}.capacity`: give {size} numbers, one for each number of stables")
        record[f"{name}_room"] = capacity if size > 1 else capacity[0]
        record["room_types"][index] = _farm_types(room[name]["types"])
        if len(room[name]["types"]) == 1:
            record["only_for"][good.FARM_ANIMALS.index(room[name]["types"][0])] |= 1 << index
        if len(room[name]["types"]) == good.NUM_FARM_ANIMALS:
            flexible += capacity
        elif len(room[name]["types"]) > 1:
            raise RulesError(f"rules `room.{name}.types`: a container holds one type or any type")
    if record["meadow_room"][0] or record["forest_room"][0]:
        raise RulesError("rules `room.meadow.capacity` and `room.forest.capacity`: the first number, without a stable, must be 0")
    record["dog_bonus"] = room["dogs"]["bonus"]
    number = 0
    for index, name in _present(ids_of(tables, "furnishing"), tables["furnishing"]):
        for line in tables["furnishing"][name]["effects"]:
            if line["do"] not in ("animal_room", "animal_room_per_empty_field"):
                continue
            if number == MAX_ROOMS:
                raise RulesError(f"rules `furnishing.{name}.effects`: there is room for {MAX_ROOMS} animal rooms; leave out some")
            row = record["room"][number]
            row["furnishing"] = index
            row["types"] = _farm_types(line["types"])
            row["per_empty_field"] = line["do"] == "animal_room_per_empty_field"
            if ("capacity" in line) == ("capacity_per" in line):
                raise RulesError(f"rules `furnishing.{name}.effects`: an animal room has either a capacity or a capacity_per")
            if "capacity_per" in line and len(line["types"]) > 1:
                raise RulesError(f"rules `furnishing.{name}.effects`: room for one animal per dwarf is for one type of animal")
            row["capacity"] = line.get("capacity", -1)
            if len(line["types"]) == good.NUM_FARM_ANIMALS:
                flexible.append(line.get("capacity", 1))
            elif len(line["types"]) > 1:
                raise RulesError(f"rules `furnishing.{name}.effects`: an animal room holds one type or any type")
            number += 1
    record["num_rooms"] = number
    for row in record["room"][:number]:
        if int(row["types"]).bit_count() == 1:
            put_tile(record["single_type_rooms"], int(row["furnishing"]))
        else:
            put_tile(record["any_type_rooms"], int(row["furnishing"]))
    _order_rooms(record)
    sizes_used = sorted({size for size in flexible if size})
    divides = all(large % small == 0 for small, large in pairwise(sizes_used))
    record["greedy_rooms"] = divides and room["dogs"]["bonus"] <= 1


def _order_rooms(record: Any) -> None:
    """Classes of containers that hold any type, largest first; see games/caverna/home/animals.py."""
    large, small = record["large_pasture_room"], record["small_pasture_room"]
    classes = [(large[2], 0), (large[1], 1), (large[0], 2), (small[1], 3), (small[0], 4), (record["meadow_room"][1], 5)]
    kept = [(size, kind) for size, kind in classes if record["room_types"][0 if kind in (3, 4) else 1 if kind < 3 else 2] == 15]
    for row in range(record["num_rooms"]):
        room = record["room"][row]
        if room["types"] == 15:
            kept.append((room["capacity"], 6 + row))
    record["room_order"] = -1
    for position, (_, kind) in enumerate(sorted(kept, key=lambda entry: (-entry[0], entry[1]))):
        record["room_order"][position] = kind
        if kind < 6:
            record["room_places"][0 if kind < 3 else 1 if kind < 5 else 2] |= 1 << position
        else:
            record["furnishing"][record["room"][kind - 6]["furnishing"]]["room_places"] |= 1 << position


def _pack_spaces(record: Any, tables: Tables, players: int) -> None:
    record["fixed_cards"] = -1
    record["stage_cards"] = -1
    record["space"]["turns_over"][: len(SPACES)] = record["space"]["turns_into"][: len(SPACES)] = -1
    for index, name in _present(SPACES, tables["space"]):
        row, space = tables["space"][name], record["space"][index]
        in_play = players in row["players"]
        space["preprinted"] = in_play and "stage" not in row
        space["may_be_imitated"] = row.get("may_be_imitated", True)
        space["first_round"] = row.get("first_round", {}).get(str(players), 1)
        for arrival in row.get("accumulates", []):
            if players not in arrival.get("players", (players,)):
                continue
            ware = good.NAMES.index(arrival["good"])
            space["first"][ware], space["later"][ware] = arrival["first"], arrival["later"]
            space["accumulates"] = 1
            space["wares"] |= 1 << ware
        space["guest_room"] = _guest_room(name, row, tables)
        flow = row["flow"]
        if "connective_toggle" in row:
            flow = {**flow, "op": tables["toggle"][row["connective_toggle"]]["value"]}
        parts = compile_flow(flow, f"space.{name}", COMES_ALONG, layout.MAX_PARTS)
        space["num_parts"] = len(parts)
        for one in parts:
            _pack_part(space["parts"][one.number], one, tables, f"space.{name}.flow")
            row_of_part = space["parts"][one.number]
            space["is_imitation"] |= row_of_part["do"] == part.IMITATE
            if row_of_part["do"] == part.COLLECT and not one.needs:
                record["gives_always"] |= int(row_of_part["always_gives"]) << index
                record["gives_stock"] |= int(row_of_part["take"]) << index
        for field, blocked_by in (("is_alternative", "blocked_by"), ("is_alternative_for_guest", "blocked_by_guest")):
            blocked = space["parts"][blocked_by][: len(parts)].tolist()
            for number in range(len(parts)):
                shuts_out = any(later >> number & 1 for later in blocked[number + 1 :])
                space["parts"][field][number] = shuts_out or blocked[number] % (1 << number) > 0
        if in_play and "stage" in row and "reverse_of" not in row:
            _pack_card(record, index, row, name, players)
    for index, name in _present(SPACES, tables["space"]):
        row = tables["space"][name]
        if "reverse_of" in row:
            turned = record["space"][SPACES.index(row["turned_by"])]
            turned["turns_over"], turned["turns_into"] = SPACES.index(row["reverse_of"]), index
    _check_cards(record, tables, players)


def _guest_room(name: str, row: Mapping[str, Any], tables: Tables) -> int:
    toggle = row.get("guest_room_toggle")
    if toggle is None:
        return 1
    value = tables["toggle"][toggle]["value"]
    if toggle.endswith("_once"):
        return 2 if value else 1
    return int(value)


def _pack_card(record: Any, index: int, row: Mapping[str, Any], name: str, players: int) -> None:
    """Where the card of a space may lie: a fixed round, or any round of its stage (R-SETUP-4)."""
    fixed = row.get("solo_round", 0) if players == 1 else row.get("fixed_round", 0)
    if fixed:
        record["fixed_cards"][fixed] = index
        return
    cards = record["stage_cards"][row["stage"]]
    free = np.flatnonzero(cards == -1)
    if not len(free):
        raise RulesError(f"rules `space.{name}.stage`: stage {row['stage']} has more cards than rounds; give the card another stage")
    cards[free[0]] = index


def _check_cards(record: Any, tables: Tables, players: int) -> None:
    for stage in range(1, 5):
        rounds = [
            number for number in range(1, 13)
            if record["is_played"][number] and record["stage"][number] == stage and record["fixed_cards"][number] < 0
        ]  # fmt: skip
        cards = int((record["stage_cards"][stage] >= 0).sum())
        if len(rounds) > cards:
            raise RulesError(f"rules `rounds`: stage {stage} has {len(rounds)} rounds but {cards} cards with {players} players")


def _pack_part(row: Any, one: Part, tables: Tables, where: str) -> None:
    row["blocked_by"], row["blocked_by_guest"], row["needs"] = one.blocked_by, one.blocked_by_both, one.needs
    row["do"] = part.COLLECT
    row["gain_per"] = -1
    for leaf in one.leaves:
        do = leaf["do"]
        if do == "take":
            row["take"] = 1
        elif do == "starting_player":
            row["start_player"] = 1
        elif do == "gain":
            row["gain"] = row["gain"] + np.array(ware_vector(leaf["goods"]))
        elif do in ("gain_per", "gain_if"):
            if row["gain_per"] >= 0:
                raise RulesError(f"rules `{where}`: one part has room for a single gain_per or gain_if; make two parts of it")
            row["gain_per"] = per.NAMES.index(leaf["per"])
            row["per_goods"] = ware_vector(leaf["goods"])
            row["at_least"] = leaf.get("at_least", 0)
        elif do == "pay":
            row["pay"] = ware_vector(leaf["goods"])
        else:
            _pack_leaf(row, leaf, tables, where)
    row["gain_wares"] = sum(1 << ware for ware in np.flatnonzero(row["gain"]).tolist())
    row["always_gives"] = row["start_player"] or row["gain"].any()
    if row["pay"].any() and row["do"] == part.COLLECT:
        raise RulesError(f"rules `{where}`: `pay` goes with something to do, not with goods alone")


def _pack_leaf(row: Any, leaf: Mapping[str, Any], tables: Tables, where: str) -> None:
    do = leaf["do"]
    row["do"] = part.OF_WORD[do]
    for name, value in leaf.items():
        if name in ("cost", "prices", "give", "get"):
            row[{"prices": "cost", "give": "pay"}.get(name, name)] = ware_vector(value)
        elif name in ("level", "most", "max_types", "amount"):
            row["level"] = value
        elif name in ("tile", "on"):
            row["tiles"] = 1 << _TERRAIN[value]
    row["has_price"] = "cost" in leaf
    if do == "place_twin_tile":
        row["tiles"] = _bits(leaf["tiles"], TWIN_TILES)
    elif do == "furnish_cavern":
        offered = tables["display_base"]["middle"] if leaf.get("basic_display") else tables["furnishing"]
        row["furnishings"] = tiles.split(_bits(offered, ids_of(tables, "furnishing")))
    elif do == "furnish_dwelling":
        furnishings = ids_of(tables, "furnishing")
        for name in leaf.get("tiles", []):
            if name not in furnishings:
                raise RulesError(f"rules `{where}`: unknown furnishing `{name}`; {nearest(name, furnishings)}")
        dwellings = [name for name, tile in tables["furnishing"].items() if tile["colour"] == "orange"]
        row["furnishings"] = tiles.split(_bits(leaf.get("tiles", dwellings), furnishings))
    elif do == "set_trap":
        row["free"] = leaf.get("free", False)
        row["tiles"] = _bits(tables["display_base"]["bottom"] if leaf.get("basic_display") else tables["trap"], tuple(tables["trap"]))


def _pack_loot(record: Any, tables: Tables) -> None:
    record["num_loot"] = len(tables["loot"])
    printed = _printed_beside(tables)["loot"]
    for index, name in _present(LOOT, tables["loot"]):
        row, item = tables["loot"][name], record["loot"][index]
        item["strength"] = row["strength"]
        item["harder"] = row["strength"] - printed[name]["strength"]
        one = Part([row["effect"]], 0)
        _pack_part(item["part"], one, tables, f"loot.{name}.effect")
        item["part"]["is_loot"] = 1
    strengths = record["loot"]["strength"].tolist()
    order = sorted((loot for loot, strength in enumerate(strengths) if strength), key=strengths.__getitem__)
    record["loot_order"][: len(order)] = order
    for strength in range(MAX_LOOT_STRENGTH + 1):
        record["loot_up_to"][strength] = sum(0 < needed <= strength for needed in strengths)


ORDER = ("blocked_by", "blocked_by_guest", "is_alternative", "is_alternative_for_guest", "needs")
BESIDE = ("take", "start_player", "always_gives", "gain", "gain_wares", "gain_per", "per_goods", "at_least")  # comes with a part
OUTCOME = tuple(name for name in layout.PART.names or () if name not in (*ORDER, *BESIDE, "alike"))  # all that an outcome depends on


def _number_alike(record: Any) -> None:
    """Give the same number to parts with the same outcome, so that bots need look at one of them only."""
    numbers: dict[tuple[bytes, ...], int] = {}
    for one in (*(one for space in record["space"] for one in space["parts"]), *(item["part"] for item in record["loot"])):
        one["alike"] = -1
        if part.ROWS[one["do"]].is_alike:
            number = numbers.setdefault(tuple(one[name].tobytes() for name in OUTCOME), len(numbers))
            one["alike"] = number if number < MAX_ALIKE else -1


def _check_limits(tables: Tables) -> None:
    """Numbers of different tables that must fit each other."""
    if tables["weapon"]["most"] < tables["weapon"]["forge_most"]:
        raise RulesError("rules `weapon.most`: it must not be below weapon.forge_most; raise it, or lower the other")
    raised = [line["to"] for tile in tables["furnishing"].values() for line in tile["effects"] if line["do"] == "raise_dwarf_limit"]
    most = tables["family"]["most_dwarfs"]
    if any(limit != most + 1 for limit in raised):
        raise RulesError(
            f"rules `family.most_dwarfs`: {most} does not fit a furnishing that raises the limit to {raised[0]}; it must be one more"
        )
    if tables["weapon"]["forge_least"] > tables["weapon"]["forge_most"]:
        raise RulesError("rules `weapon.forge_least`: it must not be above weapon.forge_most; lower it, or raise the other")
    if tables["start"]["dwarfs"] > tables["family"]["most_dwarfs"]:
        raise RulesError("rules `start.dwarfs`: it must not be above family.most_dwarfs; lower it, or raise the other")
