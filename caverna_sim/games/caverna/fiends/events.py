"""Orc events: draw, bribe, displace, move, one orc after the other (F-EVENT)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.decks import WHOLE_STACK, card_of, drawn
from caverna_sim.games.caverna.fiends.forest import bar_cells
from caverna_sim.games.caverna.fiends.hostile import is_hostile
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.fiends.limits import may_rid
from caverna_sim.games.caverna.fiends.shape import CARDS_PER_STACK
from caverna_sim.games.caverna.fiends.standing import clear_standing, lose_animals_on
from caverna_sim.games.caverna.fiends.traps import trigger
from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.ids import argument, phase, step, terrain
from caverna_sim.kit.records.agenda import push

# why a MOVE step is there (its argument c)
BY_CARD = 0
WAS_IN_CAVE = 1
BREAKTHROUGH = 2
AT_THE_END = 3


@njit
def seat_in_event(state, rules):
    """The next seat in player order, from the owner of the starting player marker (F-EVENT-1); -1 when all are done."""
    if state["phase_seat"] >= state["players"]:
        return -1
    if state["phase_seat"] == 0:  # a marker taken in the middle of an event changes nothing for this orc
        by_marker = rules["orcs"]["ruling"][ruling.EVENT_PLAYER_ORDER] == 0
        state["turn"] = state["next_start_player"] if by_marker else state["start_player"]
    seat = (state["turn"] + state["phase_seat"]) % state["players"]
    state["phase_seat"] += 1
    return seat


@njit
def begin_event(state):
    """The next event board is turned to; animals stay where they are from now on (F-EVENT-12)."""
    state["event"] += 1
    state["event_orc"] = orc.A
    state["places_fixed"] = 1
    state["phase"] = phase.EVENT
    state["phase_seat"] = 0


@njit
def event_step(state, rules):
    """One seat's activation of the present orc, or the next orc (algorithm 12.1)."""
    active = int(state["event_orc"])
    if active == orc.NUM_HOSTILE:
        state["phase"] = phase.AFTER_ORCS
        state["phase_seat"] = 0
        return
    if state["phase_seat"] == 0:
        _draw_cards(state, rules, active)
    number = seat_in_event(state, rules)
    if number < 0:
        for seat_number in range(state["players"]):
            state["movement"][seat_number] = -1
        state["event_orc"] += 1
        state["phase_seat"] = 0
        return
    seat = state["seats"][number]
    stack = int(rules["orcs"]["event"][state["event"]]["stacks"][active])
    if is_hostile(seat, active) and stack:
        if state["movement"][number] < 0 and seat["orcs"][active]["status"] == orc.FOREST:
            state["movement"][number] = card_of(state, int(state["event"]), active, number, stack)
        pushed = push(state, step.MOVE, number)
        pushed[argument.LETTER], pushed[argument.WHY] = active, WAS_IN_CAVE if seat["orcs"][active]["status"] == orc.CAVE else BY_CARD
        push(state, step.ORC, number)[argument.LETTER] = active


@njit
def _draw_cards(state, rules, active):
    """Every seat whose orc stands in the forest draws a card and lays it open (F-EVENT-2)."""
    event = int(state["event"])
    stack = int(rules["orcs"]["event"][event]["stacks"][active])
    left = WHOLE_STACK
    for number in range(state["players"] if stack else 0):
        card = drawn(state, event, active, number, left)
        left &= ~(1 << card)
        if state["seats"][number]["orcs"][active]["status"] == orc.FOREST:
            state["movement"][number] = (stack - 1) * CARDS_PER_STACK + card


# ---------------------------------------------------------------- bribing and moving: fiends/steps/


@njit
def most_bribed(state, seat, number):
    """Goods that an orc could be given before it moves (F-EVENT-3)."""
    if not may_rid(seat, orc.BRIBES):
        return 0
    return min(int(seat["goods"][state["bribe"][state["event"]]]), int(seat["orcs"][number]["strength"]))


@njit
def enter_cell(state, rules, seat_number, number, cell):
    """An orc enters a forest cell: crops and animals are lost, a trap may work (F-EVENT-8, F-TRAP-4)."""
    seat = state["seats"][seat_number]
    one = seat["orcs"][number]
    one["held"] = 0
    one["cell"] = cell
    bar_cells(rules, seat)
    for kind in (terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD):
        if (seat["terrain"][kind] >> cell) & 1:
            seat["lost_crops"] += seat["detail"][cell]
            seat["detail"][cell] = 0
            put_terrain(seat, cell, terrain.FIELD)
    seat["lost_animals"] += lose_animals_on(seat, cell)
    trigger(state, rules, seat_number, number, cell)


# ---------------------------------------------------------------- after the orcs


@njit
def after_orcs(state, rules):
    """Orc D appears (F-EVENT-9); the orcs left in the forest break through (F-EVENT-10); then animals may move again."""
    board = rules["orcs"]["event"][state["event"]]
    number = seat_in_event(state, rules)
    if number >= 0:
        if board["breakthrough"]:
            breaks_through = False
            for active in range(orc.NUM_HOSTILE):
                breaks_through = breaks_through or state["seats"][number]["orcs"][active]["status"] == orc.FOREST
            for active in range(orc.NUM_HOSTILE - 1, -1, -1):
                pushed = push(state, step.MOVE, number)
                pushed[argument.LETTER], pushed[argument.WHY] = active, BREAKTHROUGH
            if breaks_through and trades_in_event(rules):  # animals can still be eaten before an orc takes their room
                push(state, step.START, number)
        if board["brings_last_orc"]:
            _bring_waiting(state, rules, number)
        return
    for seat_number in range(state["players"]):
        clear_standing(state["seats"][seat_number])
    state["places_fixed"] = 0
    state["harvest"] = board["harvest"]
    state["phase"] = phase.HARVEST
    state["phase_seat"] = 0


@njit
def _bring_waiting(state, rules, seat_number):
    """Each player draws a card; its corner mark shows the column (F-EVENT-9)."""
    table = rules["orcs"]
    seat = state["seats"][seat_number]
    for number in range(orc.NUM_HOSTILE):
        one = seat["orcs"][number]
        if one["status"] != orc.WAITING:
            continue
        card = card_of(state, int(state["event"]), orc.EXTRA, seat_number, int(table["last_orc_stack"]))
        cell = int(table["last_orc_cell"][table["card_column"][card]])
        one["status"] = orc.FOREST
        one["cell"] = cell
        bar_cells(rules, seat)
        if table["ruling"][ruling.ORC_D_ARRIVAL_IS_A_MOVE] != 0:
            pushed = push(state, step.MOVE, seat_number)  # ends by itself once a reward found its place
            pushed[argument.LETTER], pushed[argument.WHY], pushed[argument.STOPPED] = number, BY_CARD, 1
            enter_cell(state, rules, seat_number, number, cell)


@njit
def trades_in_event(rules):
    """Whether any-time exchanges are allowed during an event (ruling any_time_exchanges_during_event)."""
    return rules["orcs"]["ruling"][ruling.ANY_TIME_EXCHANGES_DURING_EVENT] == 0
