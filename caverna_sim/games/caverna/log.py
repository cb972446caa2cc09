"""The log of a game in words: what a step changed, found by comparing the state before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, SPACES
from caverna_sim.games.caverna.fiends.events import BY_CARD
from caverna_sim.games.caverna.fiends.forest import INTO_CAVE, beside, target_of
from caverna_sim.games.caverna.fiends.names import BOUNTIES, MOVEMENT_CARDS, TRAPS
from caverna_sim.games.caverna.ids import act, good, harvest, orc, phase, step, terrain
from caverna_sim.games.caverna.position import cell_text
from caverna_sim.games.caverna.position.fields import FIENDS_MARKERS
from caverna_sim.games.caverna.shape import board
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE, MAX_STEPS


@dataclass(frozen=True)
class LogEntry:
    """One line: a choice of a seat, or a consequence (seat None: it concerns everybody)."""

    round: int
    seat: int | None
    text: str
    is_choice: bool = False

    def __str__(self) -> str:
        who = "" if self.seat is None else f" seat {self.seat}"
        return f"round {self.round}{who}: {'' if self.is_choice else '  '}{self.text}"


_PHASE_WORDS = {
    phase.START_OF_ROUND: "start of the round",
    phase.ADD_SPACE: "a new action space",
    phase.REPLENISH: "replenishing",
    phase.RETURN_HOME: "the dwarfs return home",
    phase.FIELD: "field step",
    phase.FEEDING: "feeding",
    phase.BREEDING: "breeding",
    phase.FINAL: "last trades before scoring",
    phase.OVER: "the game is over",
    phase.MINE: "mine phase",
    phase.REPLACEMENT: "the orcs left take their last places",
}
_FATE_WORDS = {orc.FOUGHT: "is beaten in a fight", orc.TRAPPED: "is defeated by a trap", orc.BRIBED: "is bribed away"}


def changes(before: Any, after: Any, rules: Any, action: Action | None = None) -> Iterator[LogEntry]:
    """What one step changed, for everybody first, then seat by seat; `action` is the choice that led to it."""
    number = int(after["round"])
    for text in _common_changes(before, after, bool(rules["fiends"])):
        yield LogEntry(number, None, text)
    for seat in range(int(after["players"])):
        if _is_same(before, after, seat):
            continue
        for text in (*_orc_changes(before, after, seat, rules, action), *_seat_changes(before["seats"][seat], after["seats"][seat])):
            yield LogEntry(number, seat, text)
        if before["skip_step"][seat] != after["skip_step"][seat] and after["skip_step"][seat]:
            step = "field" if after["skip_step"][seat] == harvest.SKIP_FIELD else "breeding"
            yield LogEntry(number, seat, f"skips the {step} step")


def _is_same(before: Any, after: Any, seat: int) -> bool:
    own = before["seats"][seat].tobytes() == after["seats"][seat].tobytes()
    return own and all(before[name][seat] == after[name][seat] for name in ("skip_step", "movement"))


def _common_changes(before: Any, after: Any, fiends: bool) -> Iterator[str]:
    if before["round"] != after["round"]:
        yield f"round {int(after['round'])} begins"
    if before["phase"] != after["phase"] and int(after["phase"]) in _PHASE_WORDS:
        yield _PHASE_WORDS[int(after["phase"])]
    shown_before = {int(space) for space in before["open_spaces"][: before["num_open"]]}
    for space in after["open_spaces"][: after["num_open"]]:
        if int(space) not in shown_before:
            yield f"the space {SPACES[space]} is open from now on"
    marker = after["markers"][after["round"]]
    if before["phase"] == phase.ADD_SPACE and after["phase"] != phase.ADD_SPACE:
        words = FIENDS_MARKERS if fiends else harvest.MARKERS
        turned = f" (marker: {words[marker]})" if marker else ""
        yield f"harvest of this round: {harvest.NAMES[after['harvest']]}{turned}"
    for space in after["open_spaces"][: after["num_open"]]:
        if (before["space_goods"][space] != after["space_goods"][space]).any():
            goods = _amounts(after["space_goods"][space])
            yield f"{SPACES[space]} now holds {goods or 'nothing'}"
    if before["event"] != after["event"]:
        yield f"orc event {int(after['event'])} begins: bribes are paid in {good.NAMES[after['bribe'][after['event']]]}"
    if before["phase"] == phase.AFTER_ORCS and after["phase"] == phase.HARVEST:
        yield f"orc event {int(after['event'])} is over; harvest: {harvest.NAMES[after['harvest']]}"
    if before["next_start_player"] != after["next_start_player"]:
        yield f"seat {int(after['next_start_player'])} will be starting player"


def _amounts(wares: Any) -> str:
    return ", ".join(f"{int(amount)} {good.NAMES[index]}" for index, amount in enumerate(wares) if amount)


def _orc_changes(before: Any, after: Any, number: int, rules: Any, action: Action | None) -> Iterator[str]:
    """What befell the orcs of a seat, and who suffers from them."""
    if before["movement"][number] != after["movement"][number] and after["movement"][number] >= 0:
        yield f"draws {MOVEMENT_CARDS[after['movement'][number]]} for orc {orc.NAMES[after['event_orc']]}"
    old, new = before["seats"][number], after["seats"][number]
    for index, name in enumerate(orc.NAMES):
        if old["orcs"][index].tobytes() != new["orcs"][index].tobytes():
            path = _path(before, after, number, index, rules, action)
            yield from _changes_of_orc(old, new, index, f"orc {name}", path)
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
        cells.append(beside(rules, cell, action.id >> 8 & 255))
    row, later = _pending_move(before, number, index), _pending_move(after, number, index)
    if row is not None and cells[-1:] != [INTO_CAVE] and (later is None or later["b"] > row["b"]) and not (cells and new["held"]):
        for done in range(int(row["b"]), int(later["b"]) if later is not None else MAX_STEPS):
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
        if row["step"] == step.MOVE and (row["seat"], row["a"], row["c"]) == (number, index, BY_CARD):
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


def _changes_of_orc(old_seat: Any, new_seat: Any, index: int, name: str, path: list[int]) -> Iterator[str]:
    old, new = old_seat["orcs"][index], new_seat["orcs"][index]
    if path:
        yield f"{name} goes from {board.CELL_NAMES[old['cell']]} to {', '.join(board.CELL_NAMES[cell] for cell in path)}"
    yield from _moves_of_orc(old, new, name)
    trap = _trap_at(old_seat, new)
    if trap and new["cell"] != old["cell"] and new["status"] == orc.FOREST:
        if new["held"]:
            yield f"{name} is held by {trap}"
        elif _trap_at(new_seat, new) == trap and new["strength"] == old["strength"]:
            yield f"{trap} does not stop {name}"
    if new["strength"] != old["strength"] and new["strength"]:
        yield f"{name}: strength {int(old['strength'])} -> {int(new['strength'])}"
    if new["status"] == orc.DEFEATED != old["status"]:
        yield f"{name} {_FATE_WORDS[int(new['fate'])]} (strength {int(old['strength'])})"
    if new["reward"] != old["reward"]:
        is_gold = new["reward"] == orc.GOLD_REWARD
        yield f"{name} brings its gold" if is_gold else f"the token of {name} goes to the bounty {BOUNTIES[new['reward'] - 1]}"
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


def _trap_at(seat: Any, one: Any) -> str:
    """The active trap under an orc in the forest."""
    cell = int(one["cell"])
    if one["status"] != orc.FOREST or not int(seat["terrain"][terrain.TRAP]) >> cell & 1 or seat["detail"][cell] >= terrain.INACTIVE:
        return ""
    return TRAPS[seat["detail"][cell]]


def _seat_changes(before: Any, after: Any) -> Iterator[str]:
    difference = after["goods"].astype(int) - before["goods"].astype(int)
    received = [f"+{amount} {good.NAMES[index]}" for index, amount in enumerate(difference) if amount > 0]
    paid = [f"{amount} {good.NAMES[index]}" for index, amount in enumerate(difference) if amount < 0]
    if received or paid:
        yield ", ".join([*received, *paid])
    if after["begging"] > before["begging"]:
        yield f"{int(after['begging'] - before['begging'])} begging markers"
    if after["begging"] < before["begging"]:
        yield f"{int(before['begging'] - after['begging'])} begging marker returned"
    for dwarf in range(int(after["dwarfs"])):
        if dwarf >= before["dwarfs"]:
            yield f"dwarf {dwarf + 1} is born"
        elif after["weapon"][dwarf] != before["weapon"][dwarf]:
            yield f"dwarf {dwarf + 1}: weapon {int(before['weapon'][dwarf])} -> {int(after['weapon'][dwarf])}"
    changed = [cell for cell in range(board.NUM_CELLS) if before["detail"][cell] != after["detail"][cell]]
    if (before["terrain"] != after["terrain"]).any() or before["stables"] != after["stables"]:
        changed = list(range(board.NUM_CELLS))
    for cell in changed:
        old, new = cell_text(before, cell), cell_text(after, cell)
        if old != new:
            yield f"{board.CELL_NAMES[cell]}: " + _change_of_cell(old, new)
        if (int(after["stables"]) & ~int(before["stables"])) >> cell & 1:
            yield f"{board.CELL_NAMES[cell]}: a stable is built"
    for number in range(1, 13):
        coming = after["round_goods"][number] - before["round_goods"][number]
        if (coming > 0).any():
            yield f"{_amounts(coming)} will come in round {number}"
    covered = int(after["covered"]) & ~int(before["covered"])
    for tile, name in enumerate(FURNISHINGS):
        if covered >> tile & 1:
            yield f"{name} is built over and stops working"


def _change_of_cell(old: str, new: str) -> str:
    if new == f"{old}:inactive":
        return f"{old} has worked and turns inactive"
    return f"{'empty' if old in '.^' else old} -> {new}"
