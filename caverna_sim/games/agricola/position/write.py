"""Writes positions."""

from __future__ import annotations

from typing import Any

from caverna_sim.games.agricola.box.catalog import MAJORS, SPACES, Catalog
from caverna_sim.games.agricola.ids import good, house, phase, step
from caverna_sim.games.agricola.limits import limits_of
from caverna_sim.games.agricola.shape.board import COLUMNS, EDGE_NAMES, NUM_CELLS, ROWS
from caverna_sim.games.agricola.shape.layout import AT_HOME, NOBODY, PASSED
from caverna_sim.kit.play.positions import amounts_of, members, names_of, written

WHERE = {AT_HOME: "home", PASSED: "passed"}
TURN_FIELDS = ("turn", "phase_seat", "round_start")


def cell_texts(seat: Any) -> list[str]:
    """What stands on every cell, as the position format writes it."""
    texts = ["."] * NUM_CELLS
    for kind, word in (("rooms", "room"), ("fields", "field"), ("stables", "stable")):
        for cell in members(int(seat[kind])):
            texts[cell] = word
    for kind, crop in (("grain_fields", "grain"), ("vegetable_fields", "vegetable")):
        for cell in members(int(seat[kind])):
            texts[cell] = f"field:{crop}*{int(seat['crops'][cell])}"
    return texts


def _seat_dict(seat: Any) -> dict[str, Any]:
    texts = cell_texts(seat)
    people = []
    for person in range(int(seat["people"])):
        place = int(seat["at"][person])
        entry: dict[str, Any] = {"at": WHERE[place] if place < 0 else SPACES[place]}
        people.append(entry | {"newborn": True} if seat["newborn"][person] else entry)
    result: dict[str, Any] = {
        "goods": {name: int(seat["goods"][good.NAMES.index(name)]) for name in good.SUPPLY},
        "animals": {name: int(seat["goods"][good.NAMES.index(name)]) for name in good.ANIMALS},
        "begging": int(seat["begging"]),
        "people": people,
        "house": house.NAMES[seat["house"]],
        "board": [texts[COLUMNS * row : COLUMNS * (row + 1)] for row in range(ROWS)],
        "fences": names_of(seat["fences"], EDGE_NAMES),
        "improvements": [MAJORS[major] for major in seat["order"] if major >= 0],
        "occupations": [],
        "hand": [],
        "on_cards": {},
        "promised": {str(number): amounts_of(goods, good.NAMES) for number, goods in enumerate(seat["promised"]) if goods.any()},
        "bonus": int(seat["bonus"]),
    }
    if seat["crafts_used"]:
        result["crafts_used"] = names_of(seat["crafts_used"], MAJORS)
    limits = limits_of(seat["limits"])
    return result | {"limits": limits} if limits else result


def to_dict(state: Any, rules: Catalog, index: int) -> dict[str, Any]:
    """The whole position of a state record."""
    spaces = {}
    for space in members(int(state["open"])):
        user = int(state["used_by"][space])
        spaces[SPACES[space]] = {"goods": amounts_of(state["space_goods"][space], good.NAMES), "used_by": None if user == NOBODY else user}
    return written(
        "agricola", state, rules, index, step.NAMES, turn={name: int(state[name]) for name in TURN_FIELDS},
        box={"players": rules.players, "cards": False, "options": rules.options.told()},
        course={"phase": phase.NAMES[state["phase"]], "start_player": int(state["start_player"])},
        table={
            "round_cards": [SPACES[card] for card in state["cards"][1:]], "spaces": spaces, "supply": names_of(state["supply"], MAJORS),
            "seats": [_seat_dict(state["seats"][number]) for number in range(rules.players)],
        },
    )  # fmt: skip
