"""Homes of tests/oracles/fiends_home.py as records, and the kernels that are asked about them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from caverna_sim import Action
from caverna_sim.games.caverna.box.catalog import FURNISHINGS
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.fiends.cave import break_in, refresh_furnishings
from caverna_sim.games.caverna.fiends.ending import dearest_cells
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.names import TRAPS
from caverna_sim.games.caverna.ids import act, argument, good, phase, score, step, terrain
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import BOARD, CELL_NAMES, CELL_OF_NAME
from caverna_sim.games.caverna.shape.tiles import split
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import code
from tests.caverna.oracles.fiends_home import CAVE, FOREST, Home, Hostile

_WORDS = {
    "": terrain.EMPTY, "meadow": terrain.MEADOW, "field": terrain.FIELD, "field:grain": terrain.GRAIN_FIELD,
    "field:vegetable": terrain.VEGETABLE_FIELD, "small_pasture": terrain.SMALL_PASTURE, "cavern": terrain.CAVERN,
    "tunnel": terrain.TUNNEL, "deep_tunnel": terrain.DEEP_TUNNEL, "ore_mine": terrain.ORE_MINE, "ruby_mine": terrain.RUBY_MINE,
}  # fmt: skip
_EAST = 1


@cache
def _content(word: str) -> tuple[int, int]:
    """Terrain and detail of a cell."""
    bare, _, number = word.partition("*")
    if bare in _WORDS:
        return _WORDS[bare], int(number or 0)
    if bare.startswith("large_pasture:"):
        return terrain.LARGE_PASTURE, 0
    if bare.startswith("trap:"):
        name, _, state = bare.removeprefix("trap:").partition(":")
        return terrain.TRAP, TRAPS.index(name) + (terrain.INACTIVE if state else 0)
    return terrain.FURNISHED, FURNISHINGS.index(bare)


def write(home: Home, seat: Any) -> None:
    """Fill a seat record that is all zeros."""
    ground = [0] * terrain.NUM
    ground[terrain.EMPTY] = BOARD
    owned = 0
    for name, word in home.cells.items():
        kind, detail = _content(word)
        cell = CELL_OF_NAME[name]
        if kind != terrain.EMPTY:
            ground[terrain.EMPTY] &= ~(1 << cell)
            ground[kind] |= 1 << cell
            seat["detail"][cell] = detail
        if kind == terrain.LARGE_PASTURE and home.pasture(name)[0] == name:
            other = CELL_OF_NAME[home.pasture(name)[1]]
            seat["pasture_east" if other == cell + _EAST else "pasture_south"] |= 1 << cell
        if kind == terrain.FURNISHED:
            owned |= 1 << detail
    seat["home"] = -1
    for number in range(orc.NUM):
        seat["orcs"][number]["cell"] = -1
        seat["orcs"][number]["status"] = orc.DEFEATED if number < orc.NUM_HOSTILE else orc.OUT
    for name, one in home.orcs.items():
        _write_orc(seat["orcs"][orc.NAMES.index(name)], one, ground)
    seat["terrain"] = ground
    seat["owned"] = split(owned)
    seat["stables"] = sum(1 << CELL_OF_NAME[name] for name in home.stables)
    _write_inhabitants(home, seat)


def _write_orc(row: Any, one: Hostile, ground: list[int]) -> None:
    cell = CELL_OF_NAME[one.cell]
    row["strength"] = row["start_strength"] = one.strength
    row["cell"] = cell
    row["held"] = one.held
    row["status"] = orc.FOREST if one.cell in FOREST else orc.CAVE
    if row["status"] == orc.CAVE:
        under = next((kind for kind in range(terrain.NUM) if ground[kind] >> cell & 1), terrain.FURNISHED)
        row["under"] = terrain.FURNISHED if under == terrain.OCCUPIED else under
        ground[under] &= ~(1 << cell)
        ground[terrain.OCCUPIED] |= 1 << cell


def _write_inhabitants(home: Home, seat: Any) -> None:
    for name, (animal, number) in home.animals.items():
        cell, ware = CELL_OF_NAME[name], good.NAMES.index(animal)
        seat["standing_animal"][cell], seat["standing"][cell] = ware, number
        seat["standing_cells"] |= 1 << cell
        seat["goods"][ware] += number
    for name, number in home.dogs.items():
        seat["standing_dogs"][CELL_OF_NAME[name]] = number
        seat["goods"][good.DOG] += number
    for name, number in home.goods.items():
        seat["goods"][good.NAMES.index(name)] = number
    seat["begging"] = home.begging
    seat["dwarfs"] = len(home.dwarfs) or 1
    seat["at"] = layout.NOT_IN_PLAY
    seat["at"][: int(seat["dwarfs"])] = layout.AT_HOME
    for number, (weapon, house) in enumerate(home.dwarfs):
        seat["weapon"][number], seat["home"][number] = weapon, CELL_OF_NAME[house]
        if number in home.captives:
            seat["at"][number] = layout.CAPTIVE
    for name, room in home.friends.items():
        row = seat["orcs"][orc.NAMES.index(name)]
        row["status"], row["cell"] = orc.FRIENDLY, CELL_OF_NAME[room]
        row["at"] = layout.CAPTIVE if name in home.captive_friends else layout.AT_HOME


def read_forest(seat: Any) -> dict[str, str]:
    """What lies in the forest, as a home has it; all large pastures are alike."""
    names = {number: word for word, number in _WORDS.items()}
    found = {}
    for name in FOREST:
        cell = CELL_OF_NAME[name]
        kind = next(kind for kind in range(terrain.NUM) if int(seat["terrain"][kind]) >> cell & 1)
        detail = int(seat["detail"][cell])
        if kind in (terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD):
            found[name] = f"{names[kind]}*{detail}"
        elif kind == terrain.LARGE_PASTURE:
            found[name] = "large_pasture"
        elif kind == terrain.TRAP:
            found[name] = f"trap:{TRAPS[detail % terrain.INACTIVE]}" + (":inactive" if detail >= terrain.INACTIVE else "")
        else:
            found[name] = names[kind]
    return found


def names_of(mask: int) -> set[str]:
    """Cells of a set by name."""
    return {CELL_NAMES[cell] for cell in range(len(CELL_NAMES)) if mask >> cell & 1}


# ---------------------------------------------------------------- walking


def start_walk(state: Any, number: int, card: int) -> None:
    """Seat 0 of a solo game has drawn a card for an orc in an event."""
    state["players"] = 1
    state["round"] = 6
    state["phase"] = phase.EVENT
    state["event"] = 1
    state["event_orc"] = number
    state["places_fixed"] = 1
    state["movement"] = -1
    state["movement"][0] = card
    state["dwarf"] = -1
    for walking in (step.MOVE, step.ORC):
        push(state, walking, 0)
        state["agenda"][state["depth"] - 1][argument.LETTER] = number  # what a kernel returns to Python is a copy


_STOPS = (step.BOUNTY, step.CAVE, step.CAPTURE, step.MOVE_IN)


def walk(states: np.ndarray, rules: np.ndarray, scratch: np.ndarray, out: np.ndarray) -> None:
    """Play the walk of a state, an array of length 1, until a reward, a room or a cell of the cave is to be chosen.

    The owner passes, pays nothing, and turns all darts on the orc that has set them off.
    """
    state = states[0]
    number = int(state["event_orc"])
    while state["depth"] > 0 and state["agenda"][state["depth"] - 1]["step"] not in _STOPS:
        listed = out[: core.legal_here(states, rules, scratch, out)].tolist()
        wanted = (int(code(act.REDUCE, number, 0, 0)), int(code(act.PAY_TRAP, 0, 0, 0)), int(code(act.PASS, 0, 0, 0)))
        chosen = [action for action in wanted if action in listed]
        assert chosen, f"step {state['agenda'][state['depth'] - 1]} offers {[Action(number).text for number in listed]}"
        core.apply_here(states, rules, chosen[0])


# ---------------------------------------------------------------- breaking in


def break_into(states: np.ndarray, rules: np.ndarray, scratch: np.ndarray, out: np.ndarray) -> int:
    """The orc of the event goes for the cave: the cells among which the owner chooses, who takes the first one listed."""
    state = states[0]
    refresh_furnishings(rules[0], state["seats"][0])
    number = int(state["event_orc"])
    break_in(state, rules[0], 0, number)
    if state["depth"] == 0:
        return 1 << int(state["seats"][0]["orcs"][number]["cell"])
    listed = out[: core.legal_here(states, rules, scratch, out)].tolist()
    core.apply_here(states, rules, listed[0])
    return sum(1 << (action >> 8 & 255) for action in listed)


def dearest(states: np.ndarray, rules: np.ndarray) -> int:
    """The dearest cells of seat 0 at the end of the game."""
    seat = states[0]["seats"][0]
    refresh_furnishings(rules[0], seat)
    return int(dearest_cells(rules[0], seat))


def score_of(states: np.ndarray, rules: np.ndarray) -> dict[str, int]:
    """The scoring parts of seat 0."""
    seat, parts = states[0]["seats"][0], np.zeros(score.NUM, np.int32)
    refresh_furnishings(rules[0], seat)
    score_seat(rules[0], seat, parts)
    return dict(zip(score.NAMES, parts.tolist(), strict=True))


def states_of(homes: list[Home]) -> np.ndarray:
    """A state for each home, as seat 0."""
    states = np.zeros(len(homes), layout.STATE)
    for number, home in enumerate(homes):
        states[number]["players"] = 1
        write(home, states[number]["seats"][0])
    return states


assert all(name in CELL_OF_NAME for name in (*FOREST, *CAVE))
