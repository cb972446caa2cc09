"""The log in words, as far as it is about orcs: what befell them, and who suffers from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.box.catalog import Catalog
from caverna_sim.games.caverna.box.names import Names
from caverna_sim.games.caverna.fiends.events import BY_CARD
from caverna_sim.games.caverna.fiends.forest import INTO_CAVE, neighbour_of, target_of
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.names import MOVEMENT_CARDS
from caverna_sim.games.caverna.fiends.shape import MAX_STEPS
from caverna_sim.games.caverna.fiends.write_position import MARKERS
from caverna_sim.games.caverna.ids import act, argument, good, harvest, phase, step, terrain
from caverna_sim.games.caverna.shape import board
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE

__all__ = ["EVENT", "MARKERS", "PHASE_WORDS", "changes_of_seat", "changes_of_table"]

PHASE_WORDS = {phase.MINE: "mine phase", phase.REPLACEMENT: "the orcs left take their last places"}
EVENT = "orc event"  # how lines about the events of all begin
_FATE_WORDS = {orc.FOUGHT: "is beaten in a fight", orc.TRAPPED: "is defeated by a trap", orc.BRIBED: "is bribed away"}


def changes_of_table(before: Any, after: Any) -> Iterator[str]:
    """Orc events that begin and end."""
    if before["event"] != after["event"]:
        yield f"{EVENT} {int(after['event'])} begins: bribes are paid in {good.NAMES[after['bribe'][after['event']]]}"
    if before["phase"] == phase.AFTER_ORCS and after["phase"] == phase.HARVEST:
        yield f"{EVENT} {int(after['event'])} is over; harvest: {harvest.NAMES[after['harvest']]}"


def changes_of_seat(before: Any, after: Any, number: int, rules: Catalog, action: Action | None) -> Iterator[str]:
    """What befell the orcs of a seat, and who suffers from them."""
    if before["movement"][number] != after["movement"][number] and after["movement"][number] >= 0:
        yield f"draws {MOVEMENT_CARDS[after['movement'][number]]} for orc {orc.NAMES[after['event_orc']]}"
    old, new = before["seats"][number], after["seats"][number]
    for index, name in enumerate(orc.NAMES):
        if old["orcs"][index].tobytes() != new["orcs"][index].tobytes():
            path = _path(before, after, number, index, rules.record[0], action)
            yield from _changes_of_orc(old, new, index, f"orc {name}", path, rules.names)
    for dwarf in range(new["dwarfs"]):
        if new["at"][dwarf] == CAPTIVE != old["at"][dwarf]:
            yield f"dwarf {dwarf + 1} becomes captive on {board.CELL_NAMES[new['home'][dwarf]]}"
        elif old["at"][dwarf] == CAPTIVE != new["at"][dwarf]:
            yield f"dwarf {dwarf + 1} is free again"
    for what, words in (("crops", "crops are trampled"), ("animals", "animals are driven off"), ("goods", "goods of mines are lost")):
        lost = int(new[f"lost_{what}"]) - int(old[f"lost_{what}"])
        if lost:
            yield f"{lost} {words}"


def _path(before: Any, after: Any, number: int, index: int, rules: Any, action: Action | None) -> list[int]:
    """The forest cells that an orc entered, one after another (F-EVENT-5, F-EVENT-7)."""
    old, new = before["seats"][number]["orcs"][index], after["seats"][number]["orcs"][index]
    if old["status"] != orc.FOREST:
        return []
    cell, cells = int(old["cell"]), []
    if action is not None and action.id >> 24 == act.DISPLACE:
        cells.append(neighbour_of(rules, cell, action.id >> 8 & 255))
    row, later = _pending_move(before, number, index), _pending_move(after, number, index)
    start = int(row[argument.STEPS_DONE]) if row is not None else MAX_STEPS
    until = int(later[argument.STEPS_DONE]) if later is not None else MAX_STEPS
    if cells[-1:] != [INTO_CAVE] and not (cells and new["held"]):
        for done in range(start, until):
            direction = int(rules["orcs"]["card"][before["movement"][number], done])
            if direction < 0 or cells[-1:] == [INTO_CAVE] or (new["held"] and cells[-1:] == [new["cell"]]):
                break
            cells.append(target_of(rules, cells[-1] if cells else cell, direction))
    if new["status"] in (orc.DEFEATED, orc.FRIENDLY):
        return _up_to_trap(cells, before["seats"][number], after["seats"][number], rules)
    return [cell for cell in cells if cell >= 0]


def _pending_move(state: Any, number: int, index: int) -> Any:
    """The step of the agenda that moves an orc by its card."""
    for row in state["agenda"][: state["depth"]]:
        if row["step"] == step.MOVE and (row["seat"], row[argument.LETTER], row[argument.WHY]) == (number, index, BY_CARD):
            return row
    return None


def _up_to_trap(cells: list[int], old: Any, new: Any, rules: Any) -> list[int]:
    """A way that a trap ended: up to the last trap that worked."""
    worked = [place for place, cell in enumerate(cells) if cell >= 0 and _has_worked(old, new, cell, rules)]
    return cells[: worked[-1] + 1] if worked else []


def _has_worked(old: Any, new: Any, cell: int, rules: Any) -> bool:
    if not int(old["terrain"][terrain.TRAP]) >> cell & 1 or old["detail"][cell] >= terrain.INACTIVE:
        return False
    return bool(new["detail"][cell] != old["detail"][cell] or rules["orcs"]["trap"][old["detail"][cell]]["stays_active"])


def _changes_of_orc(old_seat: Any, new_seat: Any, index: int, name: str, path: list[int], names: Names) -> Iterator[str]:
    old, new = old_seat["orcs"][index], new_seat["orcs"][index]
    if path:
        yield f"{name} goes from {board.CELL_NAMES[old['cell']]} to {', '.join(board.CELL_NAMES[cell] for cell in path)}"
    yield from _moves_of_orc(old, new, name)
    trap = _trap_at(old_seat, new, names)
    if trap and new["cell"] != old["cell"] and new["status"] == orc.FOREST:
        if new["held"]:
            yield f"{name} is held by {trap}"
        elif _trap_at(new_seat, new, names) == trap and new["strength"] == old["strength"]:
            yield f"{trap} does not stop {name}"
    if new["strength"] != old["strength"] and new["strength"]:
        yield f"{name}: strength {int(old['strength'])} -> {int(new['strength'])}"
    if new["status"] == orc.DEFEATED != old["status"]:
        yield f"{name} {_FATE_WORDS[int(new['fate'])]} (strength {int(old['strength'])})"
    if new["reward"] != old["reward"]:
        is_gold = new["reward"] == orc.GOLD_REWARD
        yield f"{name} brings its gold" if is_gold else f"the token of {name} goes to the bounty {names.bounties[new['reward'] - 1]}"
    if new["status"] == orc.FRIENDLY != old["status"]:
        yield f"{name} turns friendly and lives on {board.CELL_NAMES[new['cell']]}"
    elif new["status"] == orc.FRIENDLY and new["cell"] != old["cell"]:
        yield f"{name} moves house to {board.CELL_NAMES[new['cell']]}"
    if new["at"] == CAPTIVE != old["at"]:
        yield f"friendly {name} becomes captive"
    elif old["at"] == CAPTIVE and new["at"] == AT_HOME:
        yield f"friendly {name} is free again"


def _moves_of_orc(old: Any, new: Any, name: str) -> Iterator[str]:
    """Where an orc went."""
    to = board.CELL_NAMES[new["cell"]]
    if new["status"] == orc.FOREST and old["status"] == orc.WAITING:
        yield f"{name} appears on {to}"
    elif new["status"] == orc.CAVE and new["cell"] < 0:
        yield f"{name} enters the cave" if old["status"] == orc.FOREST else f"{name} looks for another place in the cave"
    elif new["status"] == orc.CAVE and old["status"] == orc.FOREST:
        yield f"{name} enters the cave and occupies {to}"
    elif new["status"] == orc.CAVE and new["cell"] != old["cell"]:
        yield f"{name} occupies {to}"


def _trap_at(seat: Any, one: Any, names: Names) -> str:
    """The active trap under an orc in the forest."""
    cell = int(one["cell"])
    if one["status"] != orc.FOREST or not int(seat["terrain"][terrain.TRAP]) >> cell & 1 or seat["detail"][cell] >= terrain.INACTIVE:
        return ""
    return names.traps[int(seat["detail"][cell])]
