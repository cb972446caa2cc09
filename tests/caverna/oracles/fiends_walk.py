"""How an orc walks through the forest and what it leaves behind, from section 12 of the rules. Slow and obvious."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.caverna.oracles.fiends_home import FOREST, Home, fiends_tables

STEPS = {"N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1)}
ENTRANCE = "F34"
INTO_CAVE = "cave"


def cards(stack: int) -> dict[str, list[str]]:
    """The steps of the movement cards of a stack."""
    return {name: list(row["steps"]) for name, row in fiends_tables()["movement_card"].items() if row["stack"] == stack}


def target(cell: str, step: str) -> str:
    """Where one step leads (F-EVENT-7)."""
    column, row = int(cell[1]), int(cell[2])
    right, down = STEPS[step]
    if cell == ENTRANCE and step == "E":
        return INTO_CAVE
    wanted = f"F{column + right}{row + down}"
    if wanted in FOREST:
        return wanted
    if row < 4:
        return f"F{column}{row + 1}"
    if column < 3:
        return f"F{column + 1}{row}"
    return INTO_CAVE


def pushed(cell: str, direction: str) -> str | None:
    """Where a push leads; None where the orc cannot be pushed (F-EVENT-4)."""
    right, down = STEPS[direction]
    if cell == ENTRANCE and direction == "E":
        return INTO_CAVE
    wanted = f"F{int(cell[1]) + right}{int(cell[2]) + down}"
    return wanted if wanted in FOREST else None


def walk(start: str, steps: list[str]) -> list[str]:
    """The cells entered, one after another; nothing stands in the way."""
    path: list[str] = []
    for step in steps:
        path.append(target(path[-1] if path else start, step))
        if path[-1] == INTO_CAVE:
            break
    return path


@dataclass
class Outcome:
    """What a move has led to."""

    home: Home
    state: str  # forest, cave, held, friendly, defeated
    path: list[str] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)  # crops and animals


def move(home: Home, name: str, steps: list[str], traps: dict[str, Any], has_room: bool = False) -> Outcome:
    """An orc carries out a card. Traps that ask for payment get nothing; darts and blasts all hit this orc."""
    home = home.copy()
    outcome = Outcome(home, "forest")
    orc = home.orcs[name]
    for step in steps:
        there = target(orc.cell, step)
        outcome.path.append(there)
        orc.held = False
        if there == INTO_CAVE:
            outcome.state = "cave"
            break
        orc.cell = there
        _rob(home, there, outcome.lost)
        outcome.state = _trap(home, name, traps, has_room)
        if outcome.state != "forest":
            break
    return outcome


def _rob(home: Home, cell: str, lost: dict[str, int]) -> None:
    """Crops of the cell and animals of its whole pasture go to the supply (F-EVENT-8); dogs that watch there too."""
    word = home.cells[cell]
    if word.startswith("field:"):
        crop, number = word.removeprefix("field:").split("*")
        lost[crop] = lost.get(crop, 0) + int(number)
        home.cells[cell] = "field"
    for each in home.pasture(cell):
        if each in home.animals:
            animal, number = home.animals.pop(each)
            lost[animal] = lost.get(animal, 0) + number
        if each in home.dogs:
            lost["dog"] = lost.get("dog", 0) + home.dogs.pop(each)


def _trap(home: Home, name: str, traps: dict[str, Any], has_room: bool) -> str:
    """A suitable orc sets off the trap of its cell (F-TRAP-4 to F-TRAP-10)."""
    orc = home.orcs[name]
    words = home.cells[orc.cell].split(":")
    if words[0] != "trap" or len(words) == 3:
        return "forest"
    trap = traps[words[1]]
    if trap["kind"] == "holding":
        is_taken = any(other.held and other.cell == orc.cell for key, other in home.orcs.items() if key != name)
        if is_taken or orc.strength > trap["limit"]:
            return "forest"
        if has_room:
            home.cells[orc.cell] += ":inactive"
            del home.orcs[name]
            return "friendly"
        orc.held = True
        return "held"
    if trap["kind"] == "knockout":
        if orc.strength > trap["limit"]:
            return "forest"
        orc.strength = 0
    elif trap["weakens"] == "halve":
        orc.strength = (orc.strength + 1) // 2
    elif trap["weakens"] == "fixed":
        orc.strength -= trap["amount"]
    elif trap["weakens"] == "spread":
        orc.strength -= trap["amount"] * trap["times"]
    if not trap.get("stays_active"):
        home.cells[orc.cell] += ":inactive"
    if orc.strength <= 0:
        del home.orcs[name]
        return "defeated"
    return "forest"
