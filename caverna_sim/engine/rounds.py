"""Setup and the automatic course of a round: one phase, or one seat's part of it, at a time (R-SETUP, R-ROUND, R-HARV)."""

from __future__ import annotations

from caverna_sim.engine.agenda import push
from caverna_sim.engine.bits import first
from caverna_sim.engine.board import BOARD, NUM_CELLS
from caverna_sim.engine.breeding import breeding_types
from caverna_sim.engine.crops import reap
from caverna_sim.engine.dwarfs import strengths_at_home
from caverna_sim.engine.furnish import lay_furnishing
from caverna_sim.engine.ids import effect, good, harvest, phase, step, terrain
from caverna_sim.engine.land import put_terrain
from caverna_sim.engine.layout import AT_HOME, MAX_DWARFS, MAX_PLAYERS, MAX_SPACES, NOT_IN_PLAY, STAYS_HOME
from caverna_sim.engine.rng import STREAM_SETUP, draw
from caverna_sim.engine.wares import count_of, gain, gain_all, owns, owns_any, total
from caverna_sim.jit import njit

# ---------------------------------------------------------------- setup


@njit
def set_up(state, rules, seed, game_key):
    """A game before its first round; `state` is all zeros. Seat 0 is the starting player."""
    state["seed"] = seed
    state["game_key"] = game_key
    state["players"] = rules["players"]
    state["dwarf"] = -1
    state["supply"] = rules["supply"]
    for space in range(MAX_SPACES):
        state["used_by"][space] = -1
        state["open_spaces"][space] = -1
        if rules["space"][space]["preprinted"]:
            state["open_spaces"][state["num_open"]] = space
            state["num_open"] += 1
    for number in range(MAX_PLAYERS):
        _set_up_seat(state["seats"][number], rules, number, number < rules["players"])
    _deal_cards(state, rules)
    _deal_markers(state, rules)


@njit
def _set_up_seat(seat, rules, number, in_play):
    """A home board with its first dwarfs (R-SETUP-1, R-SETUP-2)."""
    for dwarf in range(MAX_DWARFS):
        seat["at"][dwarf] = NOT_IN_PLAY
    if not in_play:
        return
    seat["goods"][good.FOOD] = rules["start_food"][number]
    seat["dwarfs"] = rules["start_dwarfs"]
    for dwarf in range(rules["start_dwarfs"]):
        seat["at"][dwarf] = AT_HOME
    seat["stables_left"] = rules["stables"]
    seat["terrain"][terrain.EMPTY] = BOARD
    for cell in range(NUM_CELLS):
        kind = int(rules["start_terrain"][cell])
        if kind == terrain.FURNISHED:
            lay_furnishing(rules, seat, int(rules["start_detail"][cell]), cell)
        elif kind:
            put_terrain(seat, cell, kind)


@njit
def _deal_cards(state, rules):
    """Cards shuffled within their stage (R-SETUP-4); `setup` numbers the layout."""
    for number in range(rules["last_round"] + 1):
        state["cards"][number] = rules["fixed_cards"][number] if number else -1
    for stage in range(1, 5):
        left = 0
        while left < 4 and rules["stage_cards"][stage, left] >= 0:
            left += 1
        used = 0  # set of cards already dealt
        cards = left
        for number in range(1, rules["last_round"] + 1):
            if not rules["is_played"][number] or rules["stage"][number] != stage or state["cards"][number] >= 0:
                continue
            choice = draw(state, STREAM_SETUP, left) if left > 1 else 0
            state["setup"] = state["setup"] * left + choice
            left -= 1
            for card in range(cards):
                if (used >> card) & 1:
                    continue
                if choice == 0:
                    used |= 1 << card
                    state["cards"][number] = rules["stage_cards"][stage, card]
                    break
                choice -= 1


@njit
def _deal_markers(state, rules):
    """Harvest markers shuffled onto their rounds (R-SETUP-5)."""
    rounds = 0
    while rules["marker_rounds"][rounds]:
        state["markers"][rules["marker_rounds"][rounds]] = harvest.LEAF
        rounds += 1
    questions = int(rules["question_marks"])
    chosen = 0
    for index in range(rounds):  # each round takes a question mark with the chance of those that are left
        left = rounds - index
        if questions > chosen and draw(state, STREAM_SETUP, left) < questions - chosen:
            state["markers"][rules["marker_rounds"][index]] = harvest.QUESTION
            chosen += 1
        state["setup"] = state["setup"] * 2 + (1 if state["markers"][rules["marker_rounds"][index]] == harvest.QUESTION else 0)


# ---------------------------------------------------------------- the course of a round


@njit
def advance_once(state, rules):
    """Carry out one automatic step of the round; the agenda is empty and the game is not over."""
    now = int(state["phase"])
    if now == phase.START_OF_ROUND:
        _start_round(state, rules)
    elif now == phase.ADD_SPACE:
        _add_space(state, rules)
    elif now == phase.REPLENISH:
        _replenish(state, rules)
    elif now == phase.LATE_START:
        _income(state, rules)
        _begin(state, phase.WORK)
    elif now == phase.WORK:
        _next_turn(state)
    elif now == phase.RETURN_HOME:
        _return_home(state)
    elif now == phase.HARVEST:
        _harvest(state)
    elif now == phase.HARVEST_CHOICE:
        _harvest_choice(state)
    elif now == phase.FIELD:
        _field(state, rules)
    elif now == phase.FEEDING:
        _feeding(state)
    elif now == phase.BREEDING:
        _breeding(state, rules)
    elif now == phase.END_OF_ROUND:
        _end_round(state, rules)
    elif now == phase.FINAL:
        _final(state)


@njit
def _begin(state, next_phase):
    state["phase"] = next_phase
    state["phase_seat"] = 0


@njit
def _next_seat(state):
    """Seats in player order from the starting player (R-WORK-1); -1 when all had their turn in this phase."""
    if state["phase_seat"] >= state["players"]:
        return -1
    seat = (state["start_player"] + state["phase_seat"]) % state["players"]
    state["phase_seat"] += 1
    return seat


@njit
def _start_round(state, rules):
    """The next round that is played begins; suppliers and the Miner pay (R-ROUND-4, U-5).

    Who owns a tile that pays now may trade rubies first, for a donkey in a mine say (U-10).
    """
    while rules["trade_outside_turn"]:
        number = _next_seat(state)
        if number < 0:
            break
        seat = state["seats"][number]
        if seat["goods"][good.RUBY] > 0 and owns_any(seat, rules["start_tiles"]):
            push(state, step.START, number, 0, 0, 0, 0)
            return
    state["round"] += 1
    while not rules["is_played"][state["round"]]:
        state["round"] += 1
    if rules["income_before_replenish"]:
        _income(state, rules)
    _begin(state, phase.ADD_SPACE)


@njit
def _income(state, rules):
    for number in range(state["players"]):
        seat = state["seats"][number]
        for ware in range(good.NUM_GOODS):
            amount = int(seat["round_goods"][state["round"], ware])
            if amount:
                seat["round_goods"][state["round"], ware] = 0
                gain(rules, seat, ware, amount)
        for index in range(rules["effect_start"][effect.START_OF_ROUND], rules["effect_start"][effect.START_OF_ROUND + 1]):
            row = rules["effect"][index]
            if owns(seat, int(row["furnishing"])):
                gain_all(rules, seat, row["get"], count_of(rules, seat, int(row["per"]), 0))


@njit
def _add_space(state, rules):
    """Phase 1: the card of the round appears, and the harvest marker is turned over (R-ROUND-2, R-ROUND-3)."""
    card = int(state["cards"][state["round"]])
    if card >= 0:
        state["open_spaces"][state["num_open"]] = card
        state["num_open"] += 1
        turned = int(rules["space"][card]["turns_over"])
        if turned >= 0:
            for index in range(state["num_open"]):
                if state["open_spaces"][index] == turned:
                    state["open_spaces"][index] = rules["space"][card]["turns_into"]
    state["harvest"] = rules["schedule"][state["round"]]
    if state["harvest"] == harvest.MARKER:
        if state["markers"][state["round"]] == harvest.QUESTION:
            state["questions"] += 1
            state["harvest"] = rules["questions"][state["questions"]]
        else:
            state["harvest"] = harvest.FULL
    _begin(state, phase.REPLENISH)


@njit
def overfull(state, rules, space):
    """Solo: a space that is about to be emptied (R-SOLO-6)."""
    if not rules["space"][space]["accumulates"] or state["protected"][space]:
        return False
    return total(state["space_goods"][space]) >= rules["overflow"]


@njit
def _replenish(state, rules):
    """Phase 2 (R-REPL); a solo player may first protect overfull spaces with rubies (R-SOLO-7)."""
    if state["players"] == 1:
        if state["phase_seat"] == 0:
            state["phase_seat"] = 1
            for index in range(state["num_open"]):
                if overfull(state, rules, int(state["open_spaces"][index])):
                    if state["seats"][0]["goods"][good.RUBY] >= rules["protection_rubies"]:
                        push(state, step.PROTECT, 0, 0, 0, 0, 0)
                    return
        _empty_overfull(state, rules)
    for index in range(state["num_open"]):
        space = int(state["open_spaces"][index])
        row = rules["space"][space]
        if not row["accumulates"] or state["round"] < row["first_round"]:
            continue
        goods = state["space_goods"][space]
        is_empty = not (state["stocked"] >> space) & 1
        for ware in range(good.NUM):
            goods[ware] += row["first"][ware] if is_empty else row["later"][ware]
        if total(goods) > 0:
            state["stocked"] |= 1 << space
    state["turn"] = state["start_player"]
    _begin(state, phase.WORK if rules["income_before_replenish"] else phase.LATE_START)


@njit
def _empty_overfull(state, rules):
    for index in range(state["num_open"]):
        space = int(state["open_spaces"][index])
        if overfull(state, rules, space):
            for ware in range(good.NUM):
                state["space_goods"][space, ware] = 0
            state["stocked"] &= ~(1 << space)
        if rules["protection_lasts"] == 0:
            state["protected"][space] = 0


@njit
def _next_turn(state):
    """Phase 3: the next player in order with a dwarf at home places one; none left: return home (R-WORK-1)."""
    for offset in range(state["players"]):
        seat = (state["turn"] + offset) % state["players"]
        if strengths_at_home(state["seats"][seat]):
            state["turn"] = seat
            push(state, step.PLACE, seat, 0, 0, 0, 0)
            return
    _begin(state, phase.RETURN_HOME)


@njit
def _return_home(state):
    """Phase 4 (R-HOME-1)."""
    for index in range(state["num_open"]):
        state["used_by"][state["open_spaces"][index]] = -1
    for number in range(state["players"]):
        seat = state["seats"][number]
        for dwarf in range(seat["dwarfs"]):
            seat["at"][dwarf] = AT_HOME
    _begin(state, phase.HARVEST)


@njit
def _harvest(state):
    """Phase 5: what kind of harvest this round has (R-HARV-1)."""
    kind = state["harvest"]
    if kind == harvest.FULL:
        _begin(state, phase.FIELD)
    elif kind == harvest.SPECIAL:
        _begin(state, phase.FEEDING)
    elif kind == harvest.SKIP:
        _begin(state, phase.HARVEST_CHOICE)
    else:
        _begin(state, phase.END_OF_ROUND)


@njit
def _harvest_choice(state):
    """Each player decides before the field step (R-HARV-4)."""
    seat = _next_seat(state)
    if seat < 0:
        _begin(state, phase.FIELD)
    else:
        push(state, step.HARVEST_CHOICE, seat, 0, 0, 0, 0)


@njit
def _field(state, rules):
    for number in range(state["players"]):
        if state["skip_step"][number] != harvest.SKIP_FIELD:
            reap(rules, state["seats"][number])
    _begin(state, phase.FEEDING)


@njit
def _feeding(state):
    number = _next_seat(state)
    if number < 0:
        _begin(state, phase.END_OF_ROUND if state["harvest"] == harvest.SPECIAL else phase.BREEDING)
        return
    seat = state["seats"][number]
    newborns = 0
    for dwarf in range(seat["dwarfs"]):
        newborns += seat["newborn"][dwarf]
    special = 1 if state["harvest"] == harvest.SPECIAL else 0
    push(state, step.FEED, number, int(seat["dwarfs"]) - newborns, newborns, special, 0)


@njit
def _breeding(state, rules):
    """A seat without parents has nothing to decide, unless a ruby could still buy one."""
    number = _next_seat(state)
    if number < 0:
        _begin(state, phase.END_OF_ROUND)
        return
    seat = state["seats"][number]
    if state["skip_step"][number] == harvest.SKIP_BREEDING:
        return
    if breeding_types(rules, seat) or seat["goods"][good.RUBY] > 0:
        push(state, step.BREED, number, 0, 0, 0, 0)


@njit
def _end_round(state, rules):
    """Newborns are grown up from now on; the token decides the next round's order (R-START-1)."""
    for number in range(state["players"]):
        seat = state["seats"][number]
        for dwarf in range(seat["dwarfs"]):
            seat["newborn"][dwarf] = 0
        state["skip_step"][number] = 0
    state["start_player"] = state["next_start_player"]
    _begin(state, phase.FINAL if state["round"] >= rules["last_round"] else phase.START_OF_ROUND)


@njit
def _final(state):
    """Before scoring every player may still trade (R-SCORE-1)."""
    seat = _next_seat(state)
    if seat < 0:
        _begin(state, phase.OVER)
    else:
        push(state, step.FINAL, seat, 0, 0, 0, 0)


@njit
def stay_home(seat):
    """The next dwarf in order found no usable space and stays at home this round (U-19)."""
    strengths = strengths_at_home(seat)
    if strengths == 0:
        return
    weakest = first(strengths)
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == AT_HOME and not seat["newborn"][dwarf] and seat["weapon"][dwarf] == weakest:
            seat["at"][dwarf] = STAYS_HOME
            return
