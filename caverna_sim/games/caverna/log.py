"""The log of a game in words: what a step changed, found by comparing the state before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.box.catalog import SPACES, Catalog
from caverna_sim.games.caverna.box.names import Names
from caverna_sim.games.caverna.expansions import module_of
from caverna_sim.games.caverna.ids import good, harvest, phase
from caverna_sim.games.caverna.position import contents
from caverna_sim.games.caverna.shape import board
from caverna_sim.games.caverna.shape.tiles import members
from caverna_sim.kit.play.log import LogEntry, amounts, moved
from caverna_sim.kit.play.positions import plain_record

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
}


def changes(before: Any, after: Any, rules: Catalog, action: Action | None = None) -> Iterator[LogEntry]:
    """What one step changed, for everybody first, then seat by seat; `action` is the choice that led to it."""
    number = int(after["round"])
    wing = module_of(rules.expansion, "log")
    for text in _common_changes(before, after, wing):
        yield LogEntry(number, None, text)
    for seat in range(int(after["players"])):
        if _is_same(before, after, seat):
            continue
        of_seat = _seat_changes(before["seats"][seat], after["seats"][seat], rules.names)
        of_wing = wing.changes_of_seat(before, after, seat, rules, action) if wing else ()
        for text in (*of_wing, *of_seat):
            yield LogEntry(number, seat, text)
        if before["skip_step"][seat] != after["skip_step"][seat] and after["skip_step"][seat]:
            step = "field" if after["skip_step"][seat] == harvest.SKIP_FIELD else "breeding"
            yield LogEntry(number, seat, f"skips the {step} step")


def _is_same(before: Any, after: Any, seat: int) -> bool:
    own = before["seats"][seat].tobytes() == after["seats"][seat].tobytes()
    return own and all(before[name][seat] == after[name][seat] for name in ("skip_step", "movement"))


def _common_changes(before: Any, after: Any, wing: Any) -> Iterator[str]:
    if before["round"] != after["round"]:
        yield f"round {int(after['round'])} begins"
    phases = _PHASE_WORDS if wing is None else {**_PHASE_WORDS, **wing.PHASE_WORDS}
    if before["phase"] != after["phase"] and int(after["phase"]) in phases:
        yield phases[int(after["phase"])]
    shown_before = {int(space) for space in before["open_spaces"][: before["num_open"]]}
    for space in after["open_spaces"][: after["num_open"]]:
        if int(space) not in shown_before:
            yield f"the space {SPACES[space]} is open from now on"
    marker = after["markers"][after["round"]]
    if before["phase"] == phase.ADD_SPACE and after["phase"] != phase.ADD_SPACE:
        words = wing.MARKERS if wing else harvest.MARKERS
        turned = f" (marker: {words[marker]})" if marker else ""
        yield f"harvest of this round: {harvest.NAMES[after['harvest']]}{turned}"
    moved = (before["space_goods"] != after["space_goods"]).any(axis=1)
    for space in after["open_spaces"][: after["num_open"]]:
        if moved[space]:
            goods = amounts(after["space_goods"][space], good.NAMES)
            yield f"{SPACES[space]} now holds {goods or 'nothing'}"
    if wing:
        yield from wing.changes_of_table(before, after)
    if before["next_start_player"] != after["next_start_player"]:
        yield f"seat {int(after['next_start_player'])} will be starting player"


def _seat_changes(before: Any, after: Any, names: Names) -> Iterator[str]:
    yield from moved(before, after, good.NAMES)
    if after["begging"] < before["begging"]:
        yield f"{int(before['begging'] - after['begging'])} begging marker returned"
    for dwarf in range(int(after["dwarfs"])):
        if dwarf >= before["dwarfs"]:
            yield f"dwarf {dwarf + 1} is born"
        elif after["weapon"][dwarf] != before["weapon"][dwarf]:
            yield f"dwarf {dwarf + 1}: weapon {int(before['weapon'][dwarf])} -> {int(after['weapon'][dwarf])}"
    changed = np.flatnonzero(before["detail"][: board.NUM_CELLS] != after["detail"][: board.NUM_CELLS]).tolist()
    if (before["terrain"] != after["terrain"]).any() or before["stables"] != after["stables"]:
        changed = list(range(board.NUM_CELLS))
    then, now = (contents(plain_record(seat), names) if changed else [] for seat in (before, after))
    for cell in changed:
        if then[cell] != now[cell]:
            yield f"{board.CELL_NAMES[cell]}: " + _change_of_cell(then[cell], now[cell])
        if (int(after["stables"]) & ~int(before["stables"])) >> cell & 1:
            yield f"{board.CELL_NAMES[cell]}: a stable is built"
    coming = after["round_goods"] - before["round_goods"]
    for number in np.flatnonzero((coming > 0).any(axis=1)):
        yield f"{amounts(coming[number], good.NAMES)} will come in round {number}"
    if (before["covered"] != after["covered"]).any():
        for tile in sorted(set(members(after["covered"])) - set(members(before["covered"]))):
            yield f"{names.furnishings[tile]} is built over and stops working"


def _change_of_cell(old: str, new: str) -> str:
    if new == f"{old}:inactive":
        return f"{old} has worked and turns inactive"
    return f"{'empty' if old in '.^' else old} -> {new}"
