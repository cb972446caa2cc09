"""Packs the tables of Frantic Fiends into the FIENDS record."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from caverna_sim.errors import RulesError
from caverna_sim.games.caverna.box.pack import SPACES, cell_of, put_tile, ware_vector
from caverna_sim.games.caverna.box.tables import ids_of, printed_tables
from caverna_sim.games.caverna.fiends.ids import bounty, ruling, trap
from caverna_sim.games.caverna.fiends.names import EXTENSIONS, MOVEMENT_CARDS, SHORT_STRIPS, long_strips_of, place_of
from caverna_sim.games.caverna.fiends.schema import CARDS_PER_STACK, COLUMNS, DIRECTIONS, EXPANSION, HOSTILE, offers
from caverna_sim.games.caverna.fiends.shape import MAX_STEPS, NUM_EVENTS
from caverna_sim.games.caverna.ids import good, harvest, phase
from caverna_sim.games.caverna.shape import board, tiles
from caverna_sim.kit.tables.house import Tables

_PRINTED = printed_tables(EXPANSION)


def pack(record: Any, tables: Tables, players: int) -> None:
    """Fill the rules of the expansion; the rest of the record is packed already."""
    record["entrance_stays_open"] = 1  # a trap may lie anywhere (F-TRAP-2)
    record["next_phase"][phase.RETURN_HOME] = phase.HOUSING
    record["next_phase"][phase.FIELD] = phase.MINE
    record["next_phase"][phase.FINAL] = phase.REPLACEMENT
    orcs = record["orcs"]
    _pack_rulings(orcs, tables)
    record["captives_count"] = orcs["ruling"][ruling.NAMES.index("captives_count_in_scoring_conditions")]
    _pack_orcs(orcs, tables["orc"], players)
    _pack_events(orcs, tables)
    _pack_cards(orcs, tables["movement_card"])
    _pack_furnishings(record, tables, players)
    _pack_traps(orcs, tables["trap"], players)
    _pack_display(record, tables, players)
    _pack_bounties(record, tables, players)
    _pack_numbers(orcs, tables)
    orcs["bonus_wares"] = [_wares_in(bonus) for bonus in record["cell_bonus"][: board.AREA_CELLS]]
    orcs["paths"] = zlib.crc32(b"".join(orcs[name].tobytes() for name in ("card", "forest", "gate", "last_orc_cell")))


def _set_of(names: Iterable[str], order: tuple[str, ...]) -> int:
    return sum(1 << order.index(name) for name in set(names))


def _tiles(tables: Tables, names: Iterable[str], among: int = -1) -> list[int]:
    """A set of furnishings, those that are `among` others only."""
    return tiles.split(_set_of(names, ids_of(tables, "furnishing")) & among)


def _wares_in(amounts: Any) -> int:
    """The set of wares of which there are any."""
    return sum(1 << ware for ware in range(good.NUM) if amounts[ware])


def _fill(target: Any, values: Collection[int]) -> None:
    """Values at the beginning of a row, -1 behind them."""
    target[:] = -1
    target[: len(values)] = list(values)


def _pack_rulings(orcs: Any, tables: Tables) -> None:
    for number, name in enumerate(ruling.NAMES):
        printed, value = _PRINTED["ruling"][name], tables["ruling"][name]["value"]
        readings = [printed["value"], *printed["alternatives"]]
        orcs["ruling"][number] = next(place for place, word in enumerate(readings) if word == value and type(word) is type(value))


def strengths(table: Mapping[str, Any], players: int) -> list[list[int]]:
    """Start strengths of the orcs of every seat (F-SETUP-8)."""
    by_seat, printed = table["strength_by_seat"], _PRINTED["orc"]
    if by_seat:
        if len(by_seat) != players:
            raise RulesError(f"rules `orc.strength_by_seat`: {len(by_seat)} seats for {players} players; give four strengths for each seat")
        if table["hard_seats"] or table["side"] != "normal" or table["strength"] != printed["strength"]:
            raise RulesError("rules `orc.strength_by_seat`: it says every strength; leave out orc.side, orc.hard_seats and orc.strength")
        return [list(seat) for seat in by_seat]
    for seat in table["hard_seats"]:
        if seat >= players:
            raise RulesError(f"rules `orc.hard_seats`: there is no seat {seat} with {players} players; seats are 0 to {players - 1}")
    if table["side"] == "hard" and table["strength"] != printed["strength"]:
        raise RulesError('rules `orc.strength`: with orc.side = "hard" the strengths of `orc.hard` are played; change those, or the side')
    is_hard = [table["side"] == "hard" or seat in table["hard_seats"] for seat in range(players)]
    return [list(table["hard" if hard else "strength"]) for hard in is_hard]


def _pack_orcs(orcs: Any, table: Mapping[str, Any], players: int) -> None:
    for seat, strength in enumerate(strengths(table, players)):
        orcs["strength"][seat] = strength
    orcs["start_cell"] = -1
    for number, name in enumerate(HOSTILE):
        row = table[name]
        orcs["waits"][number] = row.get("waits", False)
        orcs["gold"][number], orcs["columns"][number] = row["gold"], row["columns"]
        if row.get("waits"):
            orcs["last_orc_stack"] = row["stack"]
            orcs["last_orc_cell"] = [_forest_cell(cell, f"orc.{name}.appears_at") for cell in row["appears_at"]]
        else:
            orcs["start_cell"][number] = _forest_cell(row["start_cell"], f"orc.{name}.start_cell")


def _forest_cell(name: str, where: str) -> int:
    cell = cell_of(name, where)
    if not board.FOREST >> cell & 1:
        raise RulesError(f"rules `{where}`: `{name}` lies in the mountain; an orc starts in the forest, in a cell from `F11` to `F34`")
    return cell


def _pack_events(orcs: Any, tables: Tables) -> None:
    for number in range(1, NUM_EVENTS + 1):
        row, event = tables["orc_event"][str(number)], orcs["event"][number]
        event["stacks"] = [row["stacks"][name] for name in HOSTILE]
        event["displace_cost"] = ware_vector(row["displace_cost"])
        event["displace_wares"] = _wares_in(event["displace_cost"])
        event["brings_last_orc"] = row.get("brings_last_orc", False)
        event["breakthrough"] = row.get("breakthrough", False)
        event["harvest"] = harvest.NAMES.index(row["harvest"])
    orcs["displacements"] = tables["event_rule"]["displacements"]
    wares = [good.NAMES.index(row["good"]) for row in tables["bribe_marker"].values()]
    _fill(orcs["bribe_wares"], wares)
    orcs["num_bribe_wares"] = len(wares)


def _pack_cards(orcs: Any, cards: Mapping[str, Any]) -> None:
    orcs["card"] = -1
    position = [CARDS_PER_STACK * stack for stack in range(MAX_STEPS)]
    for name in MOVEMENT_CARDS:
        row = cards[name]
        number = position[row["stack"] - 1]
        position[row["stack"] - 1] += 1
        orcs["card"][number, : len(row["steps"])] = [DIRECTIONS.index(step) for step in row["steps"]]
        orcs["card_column"][number] = COLUMNS.index(row["d_column"])


def _pack_furnishings(record: Any, tables: Tables, players: int) -> None:
    """Only what is somewhere on offer can be had; of what exists several times there is one for each player (F-SETUP-5)."""
    orcs, furnishings = record["orcs"], ids_of(tables, "furnishing")
    shown = [name for _, names in _rows_of_tiles(tables) for name in names]
    record["supply"] = _tiles(tables, shown, tiles.joined(record["supply"]))
    for name, row in tables["furnishing"].items():
        number = furnishings.index(name)
        tile = record["furnishing"][number]
        if row.get("copies", 1) > 1:
            orcs["copies"][number] = tile["copies"] = min(row["copies"], players)
        tile["orc_room"] = sum(line["amount"] for line in row["effects"] if line["do"] == "orc_room")
        tile["room_shared"] = row.get("room_shared", False)
        if tile["orc_room"]:
            put_tile(orcs["orc_rooms"], number)
    for row in tables["bounty"].values():
        if row["do"] == "extra_orc":
            orcs["extra_orc_rooms"] = _tiles(tables, row["rooms"], tiles.joined(orcs["orc_rooms"]))


def _rows_of_tiles(tables: Tables) -> list[tuple[str, list[str]]]:
    """Tiles on offer by the part of the display or the strip they lie on; parts that are not in the box are left out."""
    base = tables["display_base"]
    rows = [("base", [*base["top"], *base["middle"], *_added(tables, "furnishing")])]
    for name in tables["display"]["extensions"]:
        extension = tables["display_extension"][name]
        rows.append((name, [extension["top"], extension["middle"]]))
    return rows + [(name, tables["bounty_short"][name]["tiles"]) for name in tables["bounty_board"]["short"]]


def _added(tables: Tables, table: str) -> list[str]:
    """What house rules add lies beside the basic display, unless they put it elsewhere."""
    placed = {name for _, _, name in offers(tables)}
    return [name for name in tables[table] if name not in _PRINTED[table] and name not in placed]


def _pack_traps(orcs: Any, traps: Mapping[str, Any], players: int) -> None:
    orcs["num_traps"] = len(traps)
    for number, (_, row) in enumerate(traps.items()):
        packed = orcs["trap"][number]
        packed["kind"] = trap.KINDS.index(row["kind"])
        packed["cost"] = ware_vector(row["cost"])
        packed["cost_wares"] = _wares_in(packed["cost"])
        packed["copies"] = min(row["copies"], players)
        packed["limit"] = row.get("limit", 0)
        packed["weakens"] = trap.WEAKENS.index(row.get("weakens", "none"))
        packed["amount"], packed["times"] = row.get("amount", 0), row.get("times", 0)
        packed["pay_ware"] = good.NAMES.index(row["pay_ware"]) if "pay_ware" in row else -1
        packed["pay_most"] = row.get("pay_most", 0)
        packed["stays_active"] = row.get("stays_active", False)


def _pack_display(record: Any, tables: Tables, players: int) -> None:
    """Sets of tiles that every part of the display adds to the supply; the ordinary dwelling never runs out and is no part of it."""
    orcs, supply, traps = record["orcs"], tiles.joined(record["supply"]), ids_of(tables, "trap")
    parts = dict(_rows_of_tiles(tables))
    pool = tables["display"]["extensions"]
    number = players * tables["display"]["per_player"]
    if number > len(pool):
        raise RulesError(f"rules `display.extensions`: {len(pool)} extensions for {players} players; {number} are needed")
    orcs["base_tiles"] = _tiles(tables, parts["base"], supply)
    orcs["base_traps"] = _set_of([*tables["display_base"]["bottom"], *_added(tables, "trap")], traps)
    orcs["num_extensions"], orcs["extension_pool_size"] = number, len(pool)
    _fill(orcs["extension_pool"], [EXTENSIONS.index(name) for name in pool])
    for name in pool:
        index = EXTENSIONS.index(name)
        orcs["extension_tiles"][index] = _tiles(tables, parts[name], supply)
        orcs["extension_traps"][index] = _set_of([tables["display_extension"][name]["bottom"]], traps)


_PEOPLE = ("adult", "newborn", "friendly_orc")


def _pack_bounties(record: Any, tables: Tables, players: int) -> None:
    orcs, board_rows, long_strips = record["orcs"], tables["bounty_board"], long_strips_of(tables)
    orcs["num_strips"] = board_rows["strips"][players - 1]
    for kind, order in (("long", long_strips), ("short", SHORT_STRIPS)):
        pool = board_rows[kind]
        if len(pool) < orcs["num_strips"]:
            raise RulesError(
                f"rules `bounty_board.{kind}`: {len(pool)} strips, but {int(orcs['num_strips'])} are laid out with {players} players"
            )
        orcs[f"num_{kind}"] = len(pool)
        _fill(orcs[f"{kind}_pool"], [order.index(name) for name in pool])
    supply = tiles.joined(record["supply"])
    for index, name in enumerate(SHORT_STRIPS):
        orcs["short_tiles"][index] = _tiles(tables, tables["bounty_short"][name]["tiles"], supply)
    for row in tables["bounty"].values():
        packed = orcs["bounty"][place_of(row, long_strips)]
        packed["is_printed"] = True
        packed["strip"], packed["column"] = long_strips.index(row["strip"]), row["column"] - 1
        packed["do"] = bounty.NAMES.index(row["do"])
        packed["gain"] = ware_vector(row.get("gain", {}))
        packed["level"], packed["strength"], packed["markers"] = (row.get(name, 0) for name in ("level", "strength", "markers"))
        packed["program"] = SPACES.index(row["program"]) if "program" in row else -1
        packed["per_person"] = [row.get("per_person", {}).get(name, 0) for name in _PEOPLE]


def _pack_numbers(orcs: Any, tables: Tables) -> None:
    orcs["forest"] = board.FOREST
    orcs["gate"] = cell_of(tables["board"]["forest"]["entrance"], "board.forest.entrance")
    start = tables["board"]["mountain"]["start"]
    dwellings = [cell for cell, content in start.items() if content == "entry_level_dwelling"]
    if len(dwellings) != 1:
        raise RulesError("rules `board.mountain.start`: with Frantic Fiends there must be one `entry_level_dwelling`")
    orcs["entry_cell"] = cell_of(dwellings[0], "board.mountain.start")
    restock, mine = tables["restock"], tables["mine"]["construction"]
    orcs["restock_ore"], orcs["restock_ore_mines"] = restock["ore"], restock["ore_mines"]
    orcs["restock_rubies"], orcs["restock_ruby_mines"] = restock["rubies"], restock["ruby_mines"]
    orcs["construction_ore"], orcs["construction_rubies"] = mine.get("ore", 0), mine.get("ruby", 0)
    orcs["wood_weapon_most"] = tables["wood_weapon"]["most"]
    orcs["wood_per_strength"] = tables["wood_weapon"]["wood_per_strength"]
    orcs["fight_dog"] = tables["fight"]["dog"]
    event = tables["feeding"]["event_3"]
    orcs["armed_food"], orcs["unarmed_food"] = event["armed_dwarf"], event["unarmed_dwarf"]
    orcs["special_newborn_food"], orcs["orc_food"] = event["newborn"], tables["feeding"]["friendly_orc"]
