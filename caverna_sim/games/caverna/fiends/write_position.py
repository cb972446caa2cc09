"""Writes what positions say of orcs: events, bounty board and display, the orcs of a seat."""

from __future__ import annotations

from typing import Any

from caverna_sim.games.caverna.box.catalog import SPACES, Catalog
from caverna_sim.games.caverna.box.names import Names
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.names import EXTENSIONS, MOVEMENT_CARDS, SHORT_STRIPS
from caverna_sim.games.caverna.ids import good, phase, terrain
from caverna_sim.games.caverna.shape import board

MARKERS = ("", "plain", "orc")  # words for harvest markers
LOST = ("crops", "animals", "goods")  # what orcs destroyed
IN_CAVE = "cave"  # an orc whose cell is about to be chosen
TOKEN_SEAT = 8  # an orc's token on the bounty board is seat * 8 + orc


def of_turn(state: Any) -> dict[str, Any]:
    """The friendly orc that acts now."""
    number = int(state["orc_acts"]) - 1
    return {"orc": orc.NAMES[number] if 0 <= number < orc.NUM else None}


def terrain_beneath(seat: Any, cell: int) -> int:
    """What lies under a hostile orc in the cave."""
    return next(int(one["under"]) for one in seat["orcs"] if one["status"] == orc.CAVE and one["cell"] == cell)


def of_table(state: Any, rules: Catalog) -> dict[str, Any]:
    """Orc events, bounty board and display."""
    table, names = rules.record[0]["orcs"], rules.names
    drawn = {str(seat): MOVEMENT_CARDS[card] for seat, card in enumerate(state["movement"]) if card >= 0}
    pairs = zip(state["long_strips"], state["short_strips"], strict=True)
    tokens = {
        names.bounties[bounty]: {"seat": int(token) // TOKEN_SEAT, "orc": orc.NAMES[token % TOKEN_SEAT]}
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
            "strips": [[names.long_strips[long], SHORT_STRIPS[short]] for long, short in pairs if long >= 0],
            "tokens": tokens,
        },
        "display": {
            "extensions": [EXTENSIONS[number] for number in state["extensions"] if number >= 0],
            "copies": {tile: int(state["copies"][number]) for number, tile in enumerate(names.furnishings) if table["copies"][number]},
            "traps": {trap: int(state["traps_left"][number]) for number, trap in enumerate(names.traps) if shown >> number & 1},
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


def of_seat(seat: Any, seat_number: int, rules: Catalog) -> dict[str, Any]:
    """Orcs, animals whose places are fixed, and what was lost."""
    strengths = rules.record[0]["orcs"]["strength"][seat_number]
    result: dict[str, Any] = {"orcs": {}}
    for number, name in enumerate(orc.NAMES):
        if seat["orcs"][number]["status"] != orc.OUT:
            usual = int(strengths[number]) if number < orc.NUM_HOSTILE else 0
            result["orcs"][name] = _orc_dict(seat, seat["orcs"][number], usual, rules.names)
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


def _orc_dict(seat: Any, one: Any, usual_strength: int, names: Names) -> dict[str, Any]:
    """One orc."""
    from caverna_sim.games.caverna.position.fields import WHERE

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
            entry["reward"] = "gold" if one["reward"] == orc.GOLD_REWARD else names.bounties[one["reward"] - 1]
    if one["start_strength"] != usual_strength:
        entry["start_strength"] = int(one["start_strength"])
    return entry
