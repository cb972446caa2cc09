"""Random games of either game: how choices are drawn, what is checked after every one of them, and the loop that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.ids import act, good, phase, terrain
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import BOARD, CELL_OF_NAME
from caverna_sim.games.caverna.shape.sizes import MOST_CHOICES
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import kind_of

# how games are played: among all actions alike; among kinds of actions; the same from a rich start, and with a ranch
UNIFORM, BY_KIND, RICH, RANCH = range(4)
NUM_STYLES = 4
_RANCH = tuple(CELL_OF_NAME[name] for name in ("F34", "F24", "F33", "F23"))
RANCH_CELLS = sum(1 << cell for cell in _RANCH)
RANCH_STABLES = sum(1 << cell for cell in _RANCH[:3])

# ---------------------------------------------------------------- what is checked

GOOD, NO_ACTION, TOO_MANY_ACTIONS, AGENDA, NEGATIVE, NO_ROOM, FAMILY, WEAPON, STABLES, CELLS, TILES, OCCUPANTS, ENDLESS = range(13)
CHECKS = (
    "", "at least one action is legal", "the actions fit their list", "the agenda stays within bounds", "no amount is below zero",
    "all animals have room", "dwarfs stay within their limits", "weapons stay within 0 and 14", "stables are neither lost nor won",
    "every cell shows one thing", "every tile lies in one place", "one worker to a space", "the game ends",
)  # fmt: skip


@numba.njit
def check_home(rules, seat):
    """The first check of amounts, weapons, stables and cells that a seat fails, or GOOD."""
    for ware in range(good.NUM):
        if seat["goods"][ware] < 0:
            return NEGATIVE
    if seat["begging"] < 0 or seat["stables_left"] < 0:
        return NEGATIVE
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] < 0 or seat["weapon"][dwarf] > rules["weapon_most"]:
            return WEAPON
    if count(seat["stables"]) + seat["stables_left"] != rules["stables"]:
        return STABLES
    cells = 0
    shown = 0
    for kind in range(terrain.NUM):
        cells |= seat["terrain"][kind]
        shown += count(seat["terrain"][kind])
    return CELLS if cells & BOARD != BOARD or count(cells) != shown else GOOD


@numba.njit
def dwarfs_out(state, number):
    """Dwarfs of a seat that stand on spaces; -1 when one stands where another seat's worker does."""
    out = 0
    seat = state["seats"][number]
    for dwarf in range(seat["dwarfs"]):
        place = int(seat["at"][dwarf])
        if place >= 0 and not seat["newborn"][dwarf]:
            out += 1
            if state["used_by"][place] != number:
                return -1
    return out


@numba.njit
def spaces_used(state):
    """Spaces that are used; -1 when goods on one are below zero."""
    used = 0
    for index in range(state["num_open"]):
        space = state["open_spaces"][index]
        used += state["used_by"][space] >= 0
        for ware in range(good.NUM):
            if state["space_goods"][space, ware] < 0:
                return -1
    return used


# ---------------------------------------------------------------- how it is played


@numba.njit
def is_dull(action):
    """Kinds of actions that would use up everything before anything is built."""
    kind = kind_of(action)
    return kind == act.PASS or kind == act.CONVERT or kind == act.EXCHANGE or kind == act.BUY_TILE or kind == act.USE_TILE


@numba.njit
def choose_by_kind(state, stream, out, n):
    """One of the kinds that are legal, then one action of it; a dull one is thought over once."""
    action = out[0]
    for _ in range(2):
        kinds = 0
        for index in range(n):
            kinds |= 1 << kind_of(out[index])
        skipped = draw(state, stream, count(kinds))
        for _ in range(skipped):
            kinds &= kinds - 1
        wanted = 0
        while not (kinds >> wanted) & 1:
            wanted += 1
        of_kind = 0
        for index in range(n):
            of_kind += kind_of(out[index]) == wanted
        chosen = 0 if wanted == act.FEED else draw(state, stream, of_kind)  # most food comes first
        for index in range(n):
            if kind_of(out[index]) == wanted:
                if chosen == 0:
                    action = out[index]
                    break
                chosen -= 1
        if not is_dull(action):
            break
    return action


@numba.njit
def make_rich(state):
    """Something of everything for every seat, and a strong dwarf."""
    for number in range(state["players"]):
        state["seats"][number]["weapon"][1] = 11
        goods = state["seats"][number]["goods"]
        for ware in (good.WOOD, good.STONE, good.ORE):
            goods[ware] += 10
        for ware in (good.RUBY, good.GOLD, good.GRAIN, good.VEGETABLE):
            goods[ware] += 4
        goods[good.FOOD] += 15


@numba.njit
def make_ranch(state):
    """Four pastures, three of them with a stable, and two of every farm animal."""
    for number in range(state["players"]):
        seat = state["seats"][number]
        seat["terrain"][terrain.EMPTY] &= ~RANCH_CELLS
        seat["terrain"][terrain.SMALL_PASTURE] = RANCH_CELLS
        seat["stables"] = RANCH_STABLES
        seat["stables_left"] -= 3
        for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
            seat["goods"][animal] = 2


Kernel = Callable[..., Any]


def player(
    styles: int, prepare: Kernel, choose: Kernel, note_choice: Kernel, note_change: Kernel, note_end: Kernel, check_table: Kernel,
    check_seat: Kernel,
) -> Kernel:  # fmt: skip
    """The kernel that plays games in turn in all styles; it returns the first failed check with its game and choice, and the choices made.

    Two states, two to try things on and a list for actions are its room; `counters` is for the checks; `most` keeps the longest list and
    the deepest agenda.
    """

    @numba.njit
    def one_choice(states, rules, scratch, out, counters, counts, most, style):
        """List, choose, apply, go on, check."""
        state = states[0]
        n = core.legal(state, rules, scratch, out)
        if n < 1:
            return NO_ACTION
        if n >= layout.MAX_LEGAL:
            return TOO_MANY_ACTIONS
        most[0] = max(most[0], n)
        most[1] = max(most[1], int(state["depth"]))
        action = int(out[0])
        if n > 1:
            action = int(choose(state, rules, STREAM_BOT + int(top_step(state)["seat"]), out, n, style))
        note_choice(counts, state, rules, action)
        states[1] = state
        core.apply(state, rules, action)
        core.advance(state, rules)
        note_change(counts, states[1], state, rules, action)
        failed = check_table(state, rules, counters)
        for seat in range(state["players"]):
            failed = failed if failed else check_seat(state, rules, seat)
        return failed

    @numba.njit
    def games_of(states, rules, scratch, out, counters, counts, most, seed, first_game, games):
        total = 0
        for game in range(first_game, first_game + games):
            states[0] = scratch[1]  # all zeros
            state = states[0]
            core.new_game(state, rules[0], seed, game)
            style = game % styles
            prepare(state, rules[0], style)
            choices = 0
            while state["phase"] != phase.OVER:
                failed = one_choice(states, rules[0], scratch, out, counters, counts, most, style)
                choices += 1
                if failed == GOOD and choices > MOST_CHOICES:
                    failed = ENDLESS
                if failed:
                    return failed, game, choices, total + choices
            note_end(counts, state)
            total += choices
        return GOOD, 0, 0, total

    return games_of
