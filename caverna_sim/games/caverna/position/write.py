"""Writes positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.caverna.box.catalog import SPACES, Catalog
from caverna_sim.games.caverna.box.names import Names
from caverna_sim.games.caverna.expansions import EVERYTHING, module_of
from caverna_sim.games.caverna.ids import good, harvest, phase, step, terrain
from caverna_sim.games.caverna.limits import limits_of
from caverna_sim.games.caverna.position.fields import GAME, NEXT_ROUND, TURN_FIELDS, WHERE, board_cell, grid_place
from caverna_sim.games.caverna.shape import board, layout, tiles
from caverna_sim.kit.play.positions import amounts_of, plain_record, written


def contents(seat: Mapping[str, Any], names: Names) -> list[str]:
    """What lies on every cell of a plain seat, as the position format writes it; on an occupied one, what lies beneath."""
    kinds = [terrain.EMPTY] * board.NUM_CELLS  # also where nothing is printed
    for kind in range(terrain.NUM - 1, terrain.EMPTY, -1):
        cells = seat["terrain"][kind]
        while cells:
            kinds[(cells & -cells).bit_length() - 1] = kind
            cells &= cells - 1
    numbers = large_pastures(seat)
    return [_cell_text(seat, cell, kind, names, numbers) for cell, kind in enumerate(kinds)]


def _cell_text(seat: Mapping[str, Any], cell: int, kind: int, names: Names, pasture_numbers: Mapping[int, int]) -> str:
    if kind == terrain.OCCUPIED:
        kind = int(module_of(EVERYTHING, "write_position").terrain_beneath(seat, cell))
    if kind == terrain.EMPTY:
        return "." if cell < board.AREA_CELLS else "^"
    detail = int(seat["detail"][cell])
    if kind in (terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD):
        return f"{terrain.NAMES[kind]}*{detail}"
    if kind == terrain.LARGE_PASTURE:
        return f"large_pasture:{pasture_numbers[cell]}"
    if kind == terrain.FURNISHED:
        return names.furnishings[detail]
    if kind == terrain.TRAP:
        return f"trap:{names.traps[detail % terrain.INACTIVE]}" + (":inactive" if detail >= terrain.INACTIVE else "")
    if kind in (terrain.ORE_MINE, terrain.RUBY_MINE) and detail:
        return f"{terrain.NAMES[kind]}*{detail}"
    return terrain.NAMES[kind]


def large_pastures(seat: Mapping[str, Any]) -> dict[int, int]:
    """The number of the large pasture for each of its cells, counted from 1."""
    numbers: dict[int, int] = {}
    east, south = int(seat["pasture_east"]), int(seat["pasture_south"])
    number = 0
    for cell in range(board.NUM_CELLS) if east | south else ():
        for anchors, other in ((east, cell + 1), (south, cell + board.COLUMNS)):
            if anchors >> cell & 1:
                number += 1
                numbers[cell] = numbers[other] = number
    return numbers


_OF_TABLE = [name for name in layout.STATE.names or () if name not in ("seats", "agenda")]
_PRINTED = [[board_cell(row, column) for column in range(6)] for row in range(4)]
_OUTSIDE = [cell for cell in range(board.NUM_CELLS) if not board.BOARD >> cell & 1]


def _seat_dict(seat: Mapping[str, Any], rules: Catalog) -> dict[str, Any]:
    names, texts = rules.names, contents(seat, rules.names)
    dwarfs = []
    for index in range(seat["dwarfs"]):
        place = seat["at"][index]
        dwarf = {"weapon": seat["weapon"][index], "at": WHERE[place] if place < 0 else SPACES[place]}
        if seat["newborn"][index]:
            dwarf["newborn"] = True if seat["newborn"][index] == 1 else NEXT_ROUND
        if rules.expansion is not None and seat["home"][index] >= 0:
            dwarf["home"] = board.CELL_NAMES[seat["home"][index]]
        dwarfs.append(dwarf)
    result: dict[str, Any] = {
        "goods": dict(zip(good.GOODS, seat["goods"], strict=False)),
        "animals": dict(zip(good.ANIMALS, seat["goods"][good.NUM_GOODS :], strict=True)),
        "begging": seat["begging"],
        "dwarfs": dwarfs,
        "board": [[texts[cell] for cell in row] for row in _PRINTED],
        "overhang": [[*grid_place(cell), texts[cell]] for cell in _OUTSIDE if texts[cell] not in ".^"],
        "stables": [board.CELL_NAMES[cell] for cell in range(board.NUM_CELLS) if seat["stables"] >> cell & 1],
    }
    coming = {str(number): amounts_of(goods, good.GOODS) for number, goods in enumerate(seat["round_goods"]) if any(goods)}
    if coming:
        result["round_goods"] = coming
    if any(seat["covered"]):
        result["covered"] = [names.furnishings[tile] for tile in tiles.members(seat["covered"])]
    if seat["guest_room_used"]:
        result["guest_room_used"] = True
    if seat["spilled"]:
        result["spilled"] = True
    limits = limits_of(seat["limits"], rules.tables)
    if limits:
        result["limits"] = limits
    return result


def to_dict(record: Any, rules: Catalog, index: int) -> dict[str, Any]:
    """The whole position of a state record."""
    state = plain_record(record[_OF_TABLE])
    players = state["players"]
    wing = module_of(rules.expansion, "write_position")
    spaces = {}
    for space in state["open_spaces"][: state["num_open"]]:
        user = state["used_by"][space]
        entry: dict[str, Any] = {"goods": amounts_of(state["space_goods"][space], good.NAMES), "used_by": None if user < 0 else user}
        if state["protected"][space]:
            entry["protected"] = True
        spaces[SPACES[space]] = entry
    words = wing.MARKERS if wing else harvest.MARKERS
    markers = {str(number): words[state["markers"][number]] for number in range(1, 13) if state["markers"][number]}
    seats = []
    for number in range(players):
        here = plain_record(record["seats"][number])
        seat = _seat_dict(here, rules)
        if wing:
            seat |= wing.of_seat(here, number, rules)
        if state["skip_step"][number]:
            seat["skip_step"] = "field" if state["skip_step"][number] == harvest.SKIP_FIELD else "breeding"
        seats.append(seat)
    start = {name: state[name] for name in ("start_player", "next_start_player")}
    position = written(
        GAME, record, rules, index, step.NAMES, turn={name: state[name] for name in TURN_FIELDS},
        box={"players": players, "expansion": rules.expansion}, course={"phase": phase.NAMES[state["phase"]], **start},
        table={
            "cards": [SPACES[card] for card in state["cards"][: int(rules.record[0]["last_round"]) + 1] if card >= 0],
            "harvest_markers": markers, "harvest": harvest.NAMES[state["harvest"]], "spaces": spaces,
            "supply": [rules.names.furnishings[tile] for tile in tiles.members(state["supply"])], "seats": seats,
        },
    )  # fmt: skip
    if wing:
        position |= wing.of_table(state, rules)
        position["turn"] |= wing.of_turn(state)
    return position
