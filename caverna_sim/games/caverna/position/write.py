"""Writes positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.caverna.box.catalog import FURNISHINGS, SPACES, Catalog
from caverna_sim.games.caverna.fiends.names import BOUNTIES, EXTENSIONS, LONG_STRIPS, MOVEMENT_CARDS, SHORT_STRIPS, TRAPS
from caverna_sim.games.caverna.ids import good, harvest, orc, phase, step, terrain
from caverna_sim.games.caverna.limits import limits_of
from caverna_sim.games.caverna.position.fields import (
    FIENDS_MARKERS,
    FORMAT,
    IN_CAVE,
    LOST,
    NEXT_ROUND,
    TOKEN_SEAT,
    TURN_FIELDS,
    WHERE,
    board_cell,
    grid_place,
)
from caverna_sim.games.caverna.shape import board, layout


def wares(amounts: Any, names: tuple[str, ...] = good.NAMES) -> dict[str, int]:
    """Amounts by name, without those of nothing."""
    return {name: int(amounts[index]) for index, name in enumerate(names) if amounts[index]}


def cell_text(seat: Any, cell: int, pasture_numbers: Mapping[int, int] | None = None) -> str:
    """What lies on a cell, as the position format writes it; under an orc in the cave, what lies beneath."""
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
        return FURNISHINGS[detail]
    if kind == terrain.TRAP:
        return f"trap:{TRAPS[detail % terrain.INACTIVE]}" + (":inactive" if detail >= terrain.INACTIVE else "")
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
        return next(int(one["under"]) for one in seat["orcs"] if one["status"] == orc.CAVE and one["cell"] == cell)
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


def _seat_dict(seat: Any, fiends: bool) -> dict[str, Any]:
    numbers = large_pastures(seat)
    cells = [[cell_text(seat, board_cell(row, column), numbers) for column in range(6)] for row in range(4)]
    overhang = []
    for cell in range(board.NUM_CELLS):
        if not board.BOARD >> cell & 1 and cell_text(seat, cell, numbers) not in ".^":
            overhang.append([*grid_place(cell), cell_text(seat, cell, numbers)])
    dwarfs = []
    for index in range(seat["dwarfs"]):
        place = int(seat["at"][index])
        dwarf = {"weapon": int(seat["weapon"][index]), "at": WHERE[place] if place < 0 else SPACES[place]}
        if seat["newborn"][index]:
            dwarf["newborn"] = True if seat["newborn"][index] == 1 else NEXT_ROUND
        if fiends and seat["home"][index] >= 0:
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
    if seat["covered"]:
        result["covered"] = [name for index, name in enumerate(FURNISHINGS) if int(seat["covered"]) >> index & 1]
    if seat["guest_room_used"]:
        result["guest_room_used"] = True
    limits = limits_of(seat["limits"])
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
    fiends = rules.expansion is not None
    spaces = {}
    for space in state["open_spaces"][: state["num_open"]]:
        user = int(state["used_by"][space])
        entry: dict[str, Any] = {"goods": wares(state["space_goods"][space]), "used_by": None if user < 0 else user}
        if state["protected"][space]:
            entry["protected"] = True
        spaces[SPACES[space]] = entry
    words = FIENDS_MARKERS if fiends else harvest.MARKERS
    markers = {str(number): words[state["markers"][number]] for number in range(1, 13) if state["markers"][number]}
    seats = []
    for number in range(players):
        seat = _seat_dict(state["seats"][number], fiends)
        if fiends:
            seat |= _fiends_of_seat(state["seats"][number], rules.record[0]["orcs"]["strength"][number])
        if state["skip_step"][number]:
            seat["skip_step"] = "field" if state["skip_step"][number] == harvest.SKIP_FIELD else "breeding"
        seats.append(seat)
    pending = [
        {"step": step.NAMES[row["step"]], "seat": int(row["seat"]), "arguments": [int(row[name]) for name in "abcd"]}
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
        "supply": [name for number, name in enumerate(FURNISHINGS) if int(state["supply"]) >> number & 1],
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
    if fiends:
        position |= _fiends_of_table(state, rules)
        position["turn"]["orc"] = _orc_name(int(state["orc_acts"]) - 1)
    return position


# ---------------------------------------------------------------- Frantic Fiends


def _orc_name(number: int) -> str | None:
    return orc.NAMES[number] if 0 <= number < orc.NUM else None


def _fiends_of_table(state: Any, rules: Catalog) -> dict[str, Any]:
    """Orc events, bounty board and display."""
    table = rules.record[0]["orcs"]
    drawn = {str(seat): MOVEMENT_CARDS[card] for seat, card in enumerate(state["movement"]) if card >= 0}
    pairs = zip(state["long_strips"], state["short_strips"], strict=True)
    tokens = {
        BOUNTIES[bounty]: {"seat": int(token) // TOKEN_SEAT, "orc": orc.NAMES[token % TOKEN_SEAT]}
        for bounty, token in enumerate(state["bounty_token"])
        if token >= 0
    }
    shown = traps_on_display(table, state["extensions"])
    return {
        "events": {
            "event": int(state["event"]),
            "orc": orc.NAMES[state["event_orc"]] if state["phase"] == phase.EVENT and state["event_orc"] < orc.NUM_HOSTILE else None,
            "bribe": [good.NAMES[ware] for ware in state["bribe"][1:]],
            "movement": drawn,
            "places_fixed": bool(state["places_fixed"]),
        },
        "bounty": {
            "strips": [[LONG_STRIPS[long], SHORT_STRIPS[short]] for long, short in pairs if long >= 0],
            "tokens": tokens,
        },
        "display": {
            "extensions": [EXTENSIONS[number] for number in state["extensions"] if number >= 0],
            "copies": {tile: int(state["copies"][number]) for number, tile in enumerate(FURNISHINGS) if table["copies"][number]},
            "traps": {trap: int(state["traps_left"][number]) for number, trap in enumerate(TRAPS) if shown >> number & 1},
            "extra_orc": not state["extra_orc_taken"],
        },
    }


def traps_on_display(table: Any, extensions: Any) -> int:
    """The set of traps of the basic display and its extensions (F-SETUP-5)."""
    traps = int(table["base_traps"])
    for number in extensions:
        if number >= 0:
            traps |= int(table["extension_traps"][number])
    return traps


def _fiends_of_seat(seat: Any, strengths: Any) -> dict[str, Any]:
    """Orcs, animals whose places are fixed, and what was lost."""
    result: dict[str, Any] = {"orcs": {}}
    for number, name in enumerate(orc.NAMES):
        if seat["orcs"][number]["status"] != orc.OUT:
            usual = int(strengths[number]) if number < orc.NUM_HOSTILE else 0
            result["orcs"][name] = _orc_dict(seat, seat["orcs"][number], usual)
    standing = {board.CELL_NAMES[cell]: _standing(seat, cell) for cell in range(board.NUM_CELLS)}
    if any(standing.values()):
        result["animals_at"] = {name: animals for name, animals in standing.items() if animals}
    lost = {name: int(seat[f"lost_{name}"]) for name in LOST if seat[f"lost_{name}"]}
    if lost:
        result["lost"] = lost
    return result


def _standing(seat: Any, cell: int) -> dict[str, int]:
    animals = {}
    if seat["standing"][cell]:
        animals[good.NAMES[seat["standing_animal"][cell]]] = int(seat["standing"][cell])
    if seat["standing_dogs"][cell]:
        animals[good.NAMES[good.DOG]] = int(seat["standing_dogs"][cell])
    return animals


def _orc_dict(seat: Any, one: Any, usual_strength: int) -> dict[str, Any]:
    """One orc."""
    status = int(one["status"])
    entry: dict[str, Any] = {}
    if status in (orc.WAITING, orc.FOREST, orc.CAVE):
        entry["strength"] = int(one["strength"])
        is_lifted = status == orc.CAVE and (one["cell"] < 0 or not int(seat["terrain"][terrain.OCCUPIED]) >> int(one["cell"]) & 1)
        entry["at"] = "waiting" if status == orc.WAITING else IN_CAVE if is_lifted else board.CELL_NAMES[one["cell"]]
        if is_lifted and one["cell"] >= 0:
            entry["from"] = board.CELL_NAMES[one["cell"]]
        if one["held"]:
            entry["held"] = True
    elif status == orc.FRIENDLY:
        place = int(one["at"])
        entry |= {"at": "friendly", "room": board.CELL_NAMES[one["cell"]], "works": WHERE[place] if place < 0 else SPACES[place]}
        entry["round"] = int(one["fate_round"])
    else:
        entry |= {"at": "defeated", "fate": orc.FATES[one["fate"]], "round": int(one["fate_round"])}
        if one["reward"]:
            entry["reward"] = "gold" if one["reward"] == orc.GOLD_REWARD else BOUNTIES[one["reward"] - 1]
    if one["start_strength"] != usual_strength:
        entry["start_strength"] = int(one["start_strength"])
    return entry
