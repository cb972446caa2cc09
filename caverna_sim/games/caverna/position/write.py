"""Writes positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.caverna.box.catalog import SPACES, Catalog
from caverna_sim.games.caverna.box.names import Names
from caverna_sim.games.caverna.expansions import EVERYTHING, door
from caverna_sim.games.caverna.ids import argument, good, harvest, phase, step, terrain
from caverna_sim.games.caverna.limits import limits_of
from caverna_sim.games.caverna.position.fields import FORMAT, NEXT_ROUND, TURN_FIELDS, WHERE, board_cell, grid_place
from caverna_sim.games.caverna.shape import board, layout, tiles


def wares(amounts: Any, names: tuple[str, ...] = good.NAMES) -> dict[str, int]:
    """Amounts by name, without those of nothing."""
    return {name: int(amounts[index]) for index, name in enumerate(names) if amounts[index]}


def cell_text(seat: Any, cell: int, names: Names, pasture_numbers: Mapping[int, int] | None = None) -> str:
    """What lies on a cell, as the position format writes it; on an occupied one, what lies beneath."""
    kind = _terrain_of(seat, cell)
    if kind == terrain.EMPTY:
        return "." if cell < board.AREA_CELLS else "^"
    detail = int(seat["detail"][cell])
    if kind in (terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD):
        return f"{terrain.NAMES[kind]}*{detail}"
    if kind == terrain.LARGE_PASTURE:
        numbers = large_pastures(seat) if pasture_numbers is None else pasture_numbers
        return f"large_pasture:{numbers[cell]}"
    if kind == terrain.FURNISHED:
        return names.furnishings[detail]
    if kind == terrain.TRAP:
        return f"trap:{names.traps[detail % terrain.INACTIVE]}" + (":inactive" if detail >= terrain.INACTIVE else "")
    if kind in (terrain.ORE_MINE, terrain.RUBY_MINE) and detail:
        return f"{terrain.NAMES[kind]}*{detail}"
    return terrain.NAMES[kind]


def _terrain_of(seat: Any, cell: int) -> int:
    """The terrain of a cell; EMPTY also where nothing is printed."""
    for kind in range(1, terrain.NUM):
        if int(seat["terrain"][kind]) >> cell & 1:
            break
    else:
        return terrain.EMPTY
    if kind == terrain.OCCUPIED:
        return int(door(EVERYTHING, "write_position").terrain_beneath(seat, cell))
    return kind


def large_pastures(seat: Any) -> dict[int, int]:
    """The number of the large pasture for each of its cells, counted from 1."""
    numbers: dict[int, int] = {}
    east, south = int(seat["pasture_east"]), int(seat["pasture_south"])
    number = 0
    for cell in range(board.NUM_CELLS):
        for anchors, other in ((east, cell + 1), (south, cell + board.COLUMNS)):
            if anchors >> cell & 1:
                number += 1
                numbers[cell] = numbers[other] = number
    return numbers


def _seat_dict(seat: Any, rules: Catalog) -> dict[str, Any]:
    names = rules.names
    numbers = large_pastures(seat)
    cells = [[cell_text(seat, board_cell(row, column), names, numbers) for column in range(6)] for row in range(4)]
    overhang = []
    for cell in range(board.NUM_CELLS):
        if not board.BOARD >> cell & 1 and cell_text(seat, cell, names, numbers) not in ".^":
            overhang.append([*grid_place(cell), cell_text(seat, cell, names, numbers)])
    dwarfs = []
    for index in range(seat["dwarfs"]):
        place = int(seat["at"][index])
        dwarf = {"weapon": int(seat["weapon"][index]), "at": WHERE[place] if place < 0 else SPACES[place]}
        if seat["newborn"][index]:
            dwarf["newborn"] = True if seat["newborn"][index] == 1 else NEXT_ROUND
        if rules.expansion is not None and seat["home"][index] >= 0:
            dwarf["home"] = board.CELL_NAMES[seat["home"][index]]
        dwarfs.append(dwarf)
    result: dict[str, Any] = {
        "goods": {name: int(seat["goods"][index]) for index, name in enumerate(good.GOODS)},
        "animals": {name: int(seat["goods"][good.NUM_GOODS + index]) for index, name in enumerate(good.ANIMALS)},
        "begging": int(seat["begging"]),
        "dwarfs": dwarfs,
        "board": cells,
        "overhang": overhang,
        "stables": [board.CELL_NAMES[cell] for cell in range(board.NUM_CELLS) if int(seat["stables"]) >> cell & 1],
    }
    coming = {str(number): wares(seat["round_goods"][number], good.GOODS) for number in range(layout.MAX_ROUNDS)}
    if any(coming.values()):
        result["round_goods"] = {number: goods for number, goods in coming.items() if goods}
    if seat["covered"].any():
        result["covered"] = [names.furnishings[tile] for tile in tiles.members(seat["covered"])]
    if seat["guest_room_used"]:
        result["guest_room_used"] = True
    limits = limits_of(seat["limits"], rules.tables)
    if limits:
        result["limits"] = limits
    return result


def to_move(state: Any) -> int | None:
    """The seat that must decide, None when the game is over."""
    if state["depth"] == 0:
        return None
    return int(state["agenda"][state["depth"] - 1]["seat"])


def to_dict(state: Any, rules: Catalog, index: int) -> dict[str, Any]:
    """The whole position."""
    players = int(state["players"])
    wing = door(rules.expansion, "write_position")
    spaces = {}
    for space in state["open_spaces"][: state["num_open"]]:
        user = int(state["used_by"][space])
        entry: dict[str, Any] = {"goods": wares(state["space_goods"][space]), "used_by": None if user < 0 else user}
        if state["protected"][space]:
            entry["protected"] = True
        spaces[SPACES[space]] = entry
    words = wing.MARKERS if wing else harvest.MARKERS
    markers = {str(number): words[state["markers"][number]] for number in range(1, 13) if state["markers"][number]}
    seats = []
    for number in range(players):
        seat = _seat_dict(state["seats"][number], rules)
        if wing:
            seat |= wing.of_seat(state["seats"][number], number, rules)
        if state["skip_step"][number]:
            seat["skip_step"] = "field" if state["skip_step"][number] == harvest.SKIP_FIELD else "breeding"
        seats.append(seat)
    pending = [
        {"step": step.NAMES[row["step"]], "seat": int(row["seat"]), "arguments": [int(row[name]) for name in argument.FIELDS]}
        for row in state["agenda"][: state["depth"]]
    ]
    position: dict[str, Any] = {
        "format": FORMAT,
        "players": players,
        "expansion": rules.expansion,
        "rules": dict(rules.overrides),
        "seed": int(state["seed"]),
        "index": index,
        "round": int(state["round"]),
        "phase": phase.NAMES[state["phase"]],
        "start_player": int(state["start_player"]),
        "next_start_player": int(state["next_start_player"]),
        "to_move": to_move(state),
        "cards": [SPACES[card] for card in state["cards"] if card >= 0],
        "harvest_markers": markers,
        "harvest": harvest.NAMES[state["harvest"]],
        "spaces": spaces,
        "supply": [rules.names.furnishings[tile] for tile in tiles.members(state["supply"])],
        "seats": seats,
        "pending": pending,
        "turn": {name: int(state[name]) for name in TURN_FIELDS},
        "rng": {
            "game": int(state["game_key"]),
            "setup": int(state["setup"]),
            "draws": [int(number) for number in state["draws"]],
            "choices": int(state["choices"]),
            "hash": int(state["hash"]),
        },
    }
    if wing:
        position |= wing.of_table(state, rules)
        position["turn"] |= wing.of_turn(state)
    return position
