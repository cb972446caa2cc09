"""The log of a game in words: what a step changed, found by comparing the state before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caverna_sim.games.agricola.box.catalog import MAJORS, SPACES
from caverna_sim.games.agricola.ids import good, house, phase
from caverna_sim.games.agricola.position.write import cell_texts
from caverna_sim.games.agricola.shape.board import CELL_NAMES, EDGE_NAMES
from caverna_sim.games.agricola.shape.layout import PASSED
from caverna_sim.kit.play.log import LogEntry, amounts, moved
from caverna_sim.kit.play.positions import members

_PHASE_WORDS = {
    phase.RETURNING_HOME: "the people return home",
    phase.FIELD: "the harvest begins: field phase",
    phase.FEEDING: "feeding phase",
    phase.BREEDING: "breeding phase",
    phase.OVER: "the game is over",
}


def changes(before: Any, after: Any) -> Iterator[LogEntry]:
    """What one step changed, for everybody first, then seat by seat."""
    number = int(after["round"])
    for text in _common_changes(before, after):
        yield LogEntry(number, None, text)
    for seat in range(int(after["players"])):
        for text in _seat_changes(before["seats"][seat], after["seats"][seat]):
            yield LogEntry(number, seat, text)


def _common_changes(before: Any, after: Any) -> Iterator[str]:
    if before["round"] != after["round"]:
        yield f"round {int(after['round'])} begins"
    if before["phase"] != after["phase"] and int(after["phase"]) in _PHASE_WORDS:
        yield _PHASE_WORDS[int(after["phase"])]
    for space in members(int(after["open"]) & ~int(before["open"])):
        yield f"the space {SPACES[space]} is open from now on"
    for space in members(int(after["open"])):
        if (before["space_goods"][space] != after["space_goods"][space]).any():
            yield f"{SPACES[space]} now holds {amounts(after['space_goods'][space], good.NAMES) or 'nothing'}"
    if before["start_player"] != after["start_player"]:
        yield f"seat {int(after['start_player'])} is starting player"


def _seat_changes(before: Any, after: Any) -> Iterator[str]:
    if before.tobytes() == after.tobytes():
        return
    yield from moved(before, after, good.NAMES)
    for person in range(int(before["people"]), int(after["people"])):
        yield f"person {person + 1} is born"
    for person in range(int(after["people"])):
        if after["at"][person] == PASSED != before["at"][person]:
            yield f"person {person + 1} has no space to go to"
    if before["house"] != after["house"]:
        yield f"the house is of {house.NAMES[after['house']]} now"
    then, now = cell_texts(before), cell_texts(after)
    for cell, name in enumerate(CELL_NAMES):
        if then[cell] != now[cell]:
            yield f"{name}: {then[cell].replace('.', 'unused')} -> {now[cell]}"
    fences = members(int(after["fences"]) & ~int(before["fences"]))
    if fences:
        yield "fences at " + " ".join(EDGE_NAMES[edge] for edge in fences)
    if before["fenced"] != after["fenced"] or before["num_pastures"] != after["num_pastures"]:
        pastures = [" ".join(CELL_NAMES[cell] for cell in members(int(one))) for one in after["pastures"][: after["num_pastures"]]]
        yield "pastures: " + "; ".join(pastures)
    for major in members(int(after["majors"]) & ~int(before["majors"])):
        yield f"{MAJORS[major]} is built"
    for major in members(int(before["majors"]) & ~int(after["majors"])):
        yield f"{MAJORS[major]} goes back to the supply board"
    for number, goods in enumerate(after["promised"]):
        coming = goods - before["promised"][number]
        if (coming > 0).any():
            yield f"{amounts(coming, good.NAMES)} will come in round {number}"
