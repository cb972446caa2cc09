"""Hostile orcs: who is left, weakening, defeat and reward, turning friendly (F-BOUNTY-1, F-FRIEND-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.cave import leave_cell, refresh_furnishings
from caverna_sim.games.caverna.fiends.forest import bar_cells
from caverna_sim.games.caverna.fiends.homes import (
    JOINS_NEXT_ROUND,
    NOBODY,
    free_orc_homes,
    free_orc_room,
    friend_in,
    guest_in_the_way,
    house_newborn,
    lives_as_guest,
)
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.ids import act, argument, step, terrain
from caverna_sim.games.caverna.shape.layout import AT_HOME
from caverna_sim.games.caverna.shape.tiles import has
from caverna_sim.kit.records.agenda import push, top_step
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code

ANY_ORC = -1
_BEFORE_ALL = 0  # ruling bounty_strength_value
_START_STRENGTH = 2


@njit
def is_hostile(seat, number):
    """Whether an orc stands hostile on the home board; one that waits does not yet (T-51)."""
    status = seat["orcs"][number]["status"]
    return status == orc.FOREST or status == orc.CAVE


@njit
def hostile_left(seat):
    """Orcs that are not gone, the one that waits included (F-YELLOW-1)."""
    number = 0
    for index in range(orc.NUM_HOSTILE):
        status = seat["orcs"][index]["status"]
        if status == orc.WAITING or status == orc.FOREST or status == orc.CAVE:
            number += 1
    return number


@njit
def weaken(state, rules, seat_number, number, amount, fate):
    """Lower an orc's strength; at 0 it is defeated (F-TRAP-6, F-EVENT-3)."""
    weaken_again(state, rules, seat_number, number, amount, fate, 0)


@njit
def weaken_again(state, rules, seat_number, number, amount, fate, earlier):
    """The same when a trap has taken something earlier: all of it together is one reduction (C-4)."""
    one = state["seats"][seat_number]["orcs"][number]
    before = int(one["strength"])
    one["strength"] = max(0, before - amount)
    if one["strength"] == 0:
        if rules["orcs"]["ruling"][ruling.BOUNTY_STRENGTH_VALUE] == _BEFORE_ALL:
            before += earlier
        defeat(state, rules, seat_number, number, before, fate)


@njit
def defeat(state, rules, seat_number, number, before, fate):
    """The orc leaves the home board; its owner chooses a reward at once (F-BOUNTY-1, F-BOUNTY-5)."""
    seat = state["seats"][seat_number]
    one = seat["orcs"][number]
    if one["status"] == orc.CAVE:
        leave_cell(rules, seat, number)
    _remove(state, rules, seat, number, orc.DEFEATED, fate)
    one["cell"] = -1
    counts = int(one["start_strength"]) if rules["orcs"]["ruling"][ruling.BOUNTY_STRENGTH_VALUE] == _START_STRENGTH else before
    pushed = push(state, step.BOUNTY, seat_number)
    pushed[argument.LETTER], pushed[argument.STRENGTH] = number, counts
    offer_rooms(state, rules, seat_number)


@njit
def _remove(state, rules, seat, number, status, fate):
    one = seat["orcs"][number]
    one["status"] = status
    one["strength"] = 0
    one["held"] = 0
    one["under"] = terrain.EMPTY
    one["fate"] = fate
    one["fate_round"] = state["round"]
    bar_cells(rules, seat)


# ---------------------------------------------------------------- friendly orcs


@njit
def befriend(state, rules, seat, number, room):
    """A held orc moves into a room: its marker goes, its trap turns inactive, no reward (F-FRIEND-1, F-TRAP-10)."""
    one = seat["orcs"][number]
    cell = int(one["cell"])
    if number != orc.EXTRA and (seat["terrain"][terrain.TRAP] >> cell) & 1 and seat["detail"][cell] < terrain.INACTIVE:
        seat["detail"][cell] += terrain.INACTIVE
    _remove(state, rules, seat, number, orc.FRIENDLY, orc.BEFRIENDED)
    one["cell"] = room
    one["at"] = AT_HOME
    refresh_furnishings(rules, seat)


@njit
def _rooms_for(state, rules, seat, number):
    """Free rooms for a held orc; the extra orc takes only orc dwellings, and who makes way too (F-FRIEND-2, F-BOUNTY-10, C-3)."""
    if seat["orcs"][number]["status"] == orc.FRIENDLY:
        return free_orc_homes(rules, seat)
    rooms = free_orc_room(rules, seat, int(state["places_fixed"]))
    if number != orc.EXTRA:
        return rooms
    fitting = 0
    while rooms:
        cell = first(rooms)
        rooms &= rooms - 1
        if _takes_extra_orc(rules, int(seat["detail"][cell])):
            fitting |= 1 << cell
    return fitting


@njit
def _takes_extra_orc(rules, tile):
    """Orc dwellings, the special ones among them; the guest dwelling by ruling orc_doctor_guest_dwelling (C-1)."""
    if rules["furnishing"][tile]["room_shared"]:
        return rules["orcs"]["ruling"][ruling.ORC_DOCTOR_GUEST_DWELLING] != 0
    return has(rules["orcs"]["extra_orc_rooms"], tile)


@njit
def extra_orc_fits(state, rules, seat):
    """Whether the Orc doctor has an orc dwelling to fill (F-BOUNTY-10)."""
    return state["extra_orc_taken"] == 0 and _rooms_for(state, rules, seat, orc.EXTRA) != 0


@njit
def list_move_in(state, rules, seat, which, out, n):
    """Every orc that waits for a room, and every room for it."""
    for number in range(orc.NUM):
        if not _waits_for_room(seat, which, number):
            continue
        rooms = _rooms_for(state, rules, seat, number)
        while rooms:
            out[n] = code(act.MOVE_IN, number, first(rooms), 0)
            n += 1
            rooms &= rooms - 1
    return n


@njit
def _waits_for_room(seat, which, number):
    """Any orc that is held, or the one that is meant: the extra orc, or a guest that makes way."""
    if which != ANY_ORC:
        return number == which
    return number < orc.NUM_HOSTILE and is_hostile(seat, number) and seat["orcs"][number]["held"] != 0


@njit
def may_decline_room(state, rules, seat, which):
    """Only a room that a dwarf could use as well may be refused (ruling guest_dwelling_auto_move_in)."""
    if which != ANY_ORC or rules["orcs"]["ruling"][ruling.GUEST_DWELLING_AUTO_MOVE_IN] != 0:
        return False
    rooms = _rooms_for(state, rules, seat, orc.A)
    while rooms:
        tile = int(seat["detail"][first(rooms)])
        rooms &= rooms - 1
        if not rules["furnishing"][tile]["room_shared"]:
            return False
    return True


@njit
def any_held(seat):
    """Whether a holding trap holds an orc."""
    for number in range(orc.NUM_HOSTILE):
        if is_hostile(seat, number) and seat["orcs"][number]["held"]:
            return True
    return False


@njit
def offer_rooms(state, rules, seat_number):
    """An orc is held, or a room has become free: who can moves in at once (F-FRIEND-1, F-TRAP-7)."""
    seat = state["seats"][seat_number]
    if any_held(seat) and _rooms_for(state, rules, seat, orc.A) != 0:
        push(state, step.MOVE_IN, seat_number)[argument.LETTER] = ANY_ORC


@njit
def offer_rooms_left(state, rules, seat_number):
    """An orc in the cave has moved on: its old room may be free now, once its new cell is settled (F-CAVE-9)."""
    if state["depth"] == 0 or top_step(state)["step"] != step.CAVE:
        offer_rooms(state, rules, seat_number)


@njit
def only_way_in(state, rules, seat, which):
    """The move that has to be made when there is nothing to choose, 0 else."""
    found = 0
    if may_decline_room(state, rules, seat, which):
        return found
    for number in range(orc.NUM):
        if _waits_for_room(seat, which, number):
            rooms = _rooms_for(state, rules, seat, number)
            if found or rooms & (rooms - 1):
                return 0
            if rooms:
                found = code(act.MOVE_IN, number, first(rooms), 0)
    return found


@njit
def nobody_moves_in(state, rules, seat, which):
    """Whether no orc waits for a room any more, or no room is left."""
    if which != ANY_ORC and seat["orcs"][which]["status"] == orc.FRIENDLY:
        return not lives_as_guest(rules, seat, which) or free_orc_homes(rules, seat) == 0
    if which == orc.EXTRA:
        return not extra_orc_fits(state, rules, seat)
    return not any_held(seat) or _rooms_for(state, rules, seat, orc.A) == 0


@njit_hook(base_game="None")
def move_in(state, rules, seat_number, number, room):
    """A held orc, the extra one, or one that makes way moves into its room; a guest that lives there makes way (C-3)."""
    seat = state["seats"][seat_number]
    if seat["orcs"][number]["status"] == orc.FRIENDLY:
        seat["orcs"][number]["cell"] = room
        refresh_furnishings(rules, seat)
        return
    guest = friend_in(seat, room)
    if number == orc.EXTRA:
        state["extra_orc_taken"] = 1
    befriend(state, rules, seat, number, room)
    if guest != NOBODY:
        push(state, step.MOVE_IN, seat_number)[argument.LETTER] = guest


@njit_hook(base_game="None")
def newborn_moves_in(state, rules, seat_number):
    """During an orc event a newborn finds a room at once; a friendly orc that lives in its room makes way (F-BOUNTY-10, C-3)."""
    seat = state["seats"][seat_number]
    guest = guest_in_the_way(rules, seat)
    if state["places_fixed"]:
        if rules["orcs"]["ruling"][ruling.CASANOVA_NEWBORN_DURING_EVENT] != 0:
            seat["newborn"][seat["dwarfs"] - 1] = JOINS_NEXT_ROUND
        house_newborn(rules, seat)
    if guest != NOBODY:
        push(state, step.MOVE_IN, seat_number)[argument.LETTER] = guest


@njit_hook(base_game="None")
def furnished(state, rules, seat_number):
    """A new room may be one for a held orc, or for one that would make way (F-FRIEND-1, C-3)."""
    refresh_furnishings(rules, state["seats"][seat_number])
    offer_rooms(state, rules, seat_number)


@njit_hook(base_game="False")
def markers_left(rules, seat):
    """Whether any strength marker is left on the own card (F-YELLOW-1)."""
    for number in range(orc.NUM_HOSTILE):
        if seat["orcs"][number]["strength"] > 0:
            return True
    return False
