"""How dangerous a seat's orcs are, and what being rid of them is worth (Frantic Fiends).

All of it is open information: how likely an orc enters a cell follows from the cards of its stack, never from the deck.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.counting import friendly_orcs
from caverna_sim.games.caverna.fiends.forest import INTO_CAVE, target_of
from caverna_sim.games.caverna.fiends.homes import free_orc_room
from caverna_sim.games.caverna.fiends.hostile import hostile_left
from caverna_sim.games.caverna.fiends.ids import orc, trap
from caverna_sim.games.caverna.fiends.limits import may_rid
from caverna_sim.games.caverna.fiends.shape import CARDS_PER_STACK, MAX_STEPS, NUM_EVENTS
from caverna_sim.games.caverna.home.wares import armed_dwarfs, owns_any
from caverna_sim.games.caverna.ids import good, harvest, phase, terrain
from caverna_sim.games.caverna.ids.step import BOUNTY, FIGHT, GRANT, ORC
from caverna_sim.games.caverna.shape.board import AREA_CELLS
from caverna_sim.kit.records.bits import first

NEAR = (-6, -5, -4, -1, 1, 4, 5, 6)  # the eight cells around one
BESIDE = 0.9  # an orc beside a trap can be pushed into it
WEAKENS = 0.5  # what a trap that only weakens counts
LATER = 0.2  # ... or comes by in an event after the next one
ALL_GOODS = (1 << good.NUM_GOODS) - 1
# ways that begin nowhere, kept where no stack has any; the first never changes
COMES_NOWHERE = 0
COMES_LATER = 1
WILL_APPEAR = 2


@njit_hook(base_game="False")
def is_meeting(state):
    """Whether an orc is met: value bots choose bribes, pushes and rewards as in a turn, up to where the next card is drawn."""
    return state["phase"] == phase.EVENT


@njit_hook(base_game="False")
def has_hidden_cards(rules):
    """Whether there are stacks of cards that nobody knows: those by which orcs move."""
    return True


@njit_hook(base_game="False")
def is_left_to_judge(state, row):
    """Whether a decision is one that no appeals were taught: an orc event, a fight, a reward. Who can judge looks at what it leads to."""
    return state["phase"] == phase.EVENT or row["step"] >= GRANT


@njit_hook(base_game="False")
def is_worth_playing_out(rules, row):
    """Whether a step of the agenda asks what to do about an orc: bribe, push, fight, and what for."""
    return row["step"] == ORC or row["step"] == FIGHT or row["step"] == BOUNTY


@njit_hook(base_game="0.0")
def charge_at_end(rules, bot, seat):
    """Points that a playout takes off for the orcs left at the end."""
    return bot["charge"] * hostile_left(seat)


@njit_hook(base_game="None")
def look_at_orcs(state, rules, bot, seat, mind):
    """Once per decision: how many orcs are left, what each is worth, and which goods will bribe them."""
    hostile, strength = 0, 0
    for number in range(orc.NUM_HOSTILE):
        one = seat["orcs"][number]
        here = int(one["strength"]) if orc.WAITING <= one["status"] <= orc.CAVE else 0
        mind["orc_strength"][number] = here
        hostile += 1 if orc.WAITING <= one["status"] <= orc.CAVE else 0
        strength += here
    mind["hostile"] = hostile
    mind["hostile_strength"] = strength
    mind["dog"] = mind["worth"][good.DOG]
    mind["friend"] = 1.0 + max(0.0, mind["rounds_left"]) * bot["orc_friend"]
    mind["orc_rooms"] = 0
    if hostile == 0:
        return
    mind["rid"] = bot["orc_rid"] + (bot["orc_last"] if hostile == 1 else 0.0) + bot["orc_reward"]
    if owns_any(seat, rules["orcs"]["orc_rooms"]):
        mind["orc_rooms"] = free_orc_room(rules, seat, int(state["places_fixed"]))
    if armed_dwarfs(seat) > 0 and may_rid(seat, orc.DOGS):
        mind["worth"][good.DOG] += bot["orc_dog"]
    coming = int(state["event"]) + 1
    if coming <= NUM_EVENTS:
        ware = int(state["bribe"][coming])
        if seat["goods"][ware] < strength and may_rid(seat, orc.BRIBES):
            mind["worth"][ware] += bot["orc_save"]
        wares = int(rules["orcs"]["event"][coming]["displace_wares"]) & ALL_GOODS
        while wares:
            ware = first(wares)
            wares &= wares - 1
            if seat["goods"][ware] < 2 * int(rules["orcs"]["event"][coming]["displace_cost"][ware]) and any_trap(seat):
                mind["worth"][ware] += bot["orc_push"]


@njit
def any_trap(seat):
    """Whether an active trap lies in the forest."""
    cells = seat["terrain"][terrain.TRAP]
    while cells:
        if seat["detail"][first(cells)] < terrain.INACTIVE:
            return True
        cells &= cells - 1
    return False


@njit
def events_to_come(state):
    """Orc events after this moment, the one that is going on not counted."""
    return NUM_EVENTS - int(state["event"])


@njit
def is_last_chance(state):
    """Whether no event follows the one that is going on."""
    return events_to_come(state) == 0 and state["phase"] >= phase.EVENT


@njit
def look_at_paths(state, rules, seat, mind):
    """mind["path"][orc]: the row of mind["catch"] with the chances that it enters a forest cell, pushed or by a card of its stack."""
    if mind["paths_known"]:
        return
    mind["paths_known"] = 1
    to_come = events_to_come(state)
    now = int(rules["orcs"]["paths"]) * (NUM_EVENTS + 1) + to_come
    for number in range(orc.NUM_HOSTILE):
        path = COMES_NOWHERE
        if to_come > 0 and mind["orc_strength"][number]:
            path = _path_of(rules, seat["orcs"][number], int(rules["orcs"]["event"][state["event"] + 1]["stacks"][number]))
        mind["path"][number] = path
        if path != COMES_NOWHERE and mind["caught"][path] != now:
            mind["caught"][path] = now
            mind["most_caught"][path] = _find_paths(rules, mind["catch"][path], path, LATER * (to_come - 1) if to_come > 1 else 0.0)


@njit
def _path_of(rules, one, stack):
    """The way before an orc that is left: none in the cave, else by where it stands and the stack that moves it."""
    if one["status"] == orc.CAVE:
        return COMES_NOWHERE
    if one["status"] != orc.FOREST:
        return WILL_APPEAR
    return stack * AREA_CELLS + int(one["cell"]) if stack else COMES_LATER


@njit
def _find_paths(rules, row, path, later):
    """Chances on a way, and the greatest of them; `later` that an event after the next one brings an orc to a cell."""
    for cell in range(AREA_CELLS):
        row[cell] = later
    if path >= AREA_CELLS:
        _add_paths(rules, row, path % AREA_CELLS, path // AREA_CELLS, 1.0)
    elif path == WILL_APPEAR:
        for column in range(3):
            _add_paths(rules, row, int(rules["orcs"]["last_orc_cell"][column]), 1, 1.0 / 3.0)
    most = 0.0
    for cell in range(AREA_CELLS):
        most = max(most, row[cell])
    return most


@njit
def _add_paths(rules, row, start, stack, weight):
    for turn in range(CARDS_PER_STACK):
        cell = start
        for step in range(MAX_STEPS):
            direction = int(rules["orcs"]["card"][(stack - 1) * CARDS_PER_STACK + turn, step])
            if direction < 0:
                break
            cell = target_of(rules, cell, direction)
            if cell == INTO_CAVE:
                break
            row[cell] += weight * (1.0 - row[cell]) / CARDS_PER_STACK
    for index in range(len(NEAR)):
        cell = start + NEAR[index]
        if (rules["orcs"]["forest"] >> cell) & 1:
            row[cell] += weight * max(0.0, BESIDE - row[cell])


@njit
def look_at_prey(state, rules, seat, mind, row, start):
    """For each orc outside the best chance that an active trap which suits it works on it: row[start + orc]."""
    look_at_paths(state, rules, seat, mind)
    cells = seat["terrain"][terrain.TRAP]
    while cells:
        cell = first(cells)
        cells &= cells - 1
        which = int(seat["detail"][cell])
        if which >= terrain.INACTIVE:
            continue
        one = rules["orcs"]["trap"][which]
        for number in range(orc.NUM_HOSTILE):
            if one["kind"] == trap.WEAKENING or 0 < mind["orc_strength"][number] <= one["limit"]:
                chance = mind["catch"][mind["path"][number], cell] * (WEAKENS if one["kind"] == trap.WEAKENING else 1.0)
                row[start + number] = max(row[start + number], chance)


@njit
def harvest_of_event(state, rules, number):
    """Kind of harvest after the orc event of a round that is known to have one."""
    now = int(state["round"])
    going_on = state["phase"] == phase.EVENT or state["phase"] == phase.AFTER_ORCS
    event = int(state["event"]) + (0 if going_on and number == now else 1)
    if number > now and state["harvest"] == harvest.EVENT and not going_on:
        event += 1  # this round's comes first
    for between in range(now + 1, number):
        event += 1 if rules["schedule"][between] == harvest.EVENT else 0
    return int(rules["orcs"]["event"][min(event, NUM_EVENTS)]["harvest"])


@njit_hook(base_game="0")
def food_after_event(rules, seat):
    """Food of dwarfs in the special feeding: armed ones eat more (F-HARV-3)."""
    food = int(seat["dwarfs"]) * int(rules["orcs"]["unarmed_food"])
    return food + armed_dwarfs(seat) * (int(rules["orcs"]["armed_food"]) - int(rules["orcs"]["unarmed_food"]))


@njit_hook(base_game="0")
def friends_to_feed(rules, seat):
    """Food that friendly orcs eat in every feeding (F-FRIEND-7)."""
    return friendly_orcs(seat, True) * int(rules["orcs"]["orc_food"])


@njit_hook(base_game="0.0")
def prospect(state, rules, bot, seat, mind):
    """A plain term for orcs beside the learned evaluation: those left, those weakened, trapped or turned friendly."""
    worth = 0.0
    ready = 0
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        if one["status"] == orc.FRIENDLY:
            worth += mind["friend"]
        elif number < orc.NUM_HOSTILE and mind["orc_strength"][number] > 0:
            worth -= bot["orc_rid"] + bot["orc_last"] / orc.NUM_HOSTILE
            worth += bot["orc_begun"] * bot["orc_effort"] * (one["start_strength"] - one["strength"])
            ready += 1 if one["status"] != orc.CAVE else 0
    if ready and events_to_come(state) > 0:
        cells = seat["terrain"][terrain.TRAP]
        while cells and ready > 0:
            if seat["detail"][first(cells)] < terrain.INACTIVE:
                worth += 0.5 * bot["orc_trap"] * mind["rid"]
                ready -= 1
            cells &= cells - 1
    return worth
