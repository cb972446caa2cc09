"""Setup and the automatic course of a round: one phase, or one seat's part of it, at a time (R-SETUP, R-ROUND, R-HARV)."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_SETUP, draw
from caverna_sim.compiling.jit import njit, njit_hook, own_copy
from caverna_sim.games.caverna.course.steps.feed import SPECIAL
from caverna_sim.games.caverna.fiends.cave import lift_all
from caverna_sim.games.caverna.fiends.counting import friendly_orcs
from caverna_sim.games.caverna.fiends.decks import lay_out
from caverna_sim.games.caverna.fiends.events import AT_THE_END, after_orcs, begin_event, event_step
from caverna_sim.games.caverna.fiends.friendly import (
    ARMED_EAT_MORE,
    ARMED_SHIFT,
    ORCS_SHIFT,
    friendly_return_home,
    orcs_at_home,
    supplier_delivers,
)
from caverna_sim.games.caverna.fiends.homes import JOINS_NEXT_ROUND, housing_matters, orcs_may_move_house, settle_homes
from caverna_sim.games.caverna.fiends.hostile import hostile_left, is_hostile
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.fiends.mines import mine_everything, mine_orc, mine_phase_choice
from caverna_sim.games.caverna.fiends.standing import clear_standing, places_matter
from caverna_sim.games.caverna.home.breeding import breeding_types
from caverna_sim.games.caverna.home.crops import reap
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.home.furnish import cell_of_furnishing, lay_furnishing
from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.home.wares import count_of, gain, gain_all, owns, owns_any, total
from caverna_sim.games.caverna.ids import argument, effect, good, harvest, phase, step, terrain
from caverna_sim.games.caverna.shape.board import BOARD, NUM_CELLS
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE, NOT_IN_PLAY
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS, MAX_PLAYERS, MAX_SPACES
from caverna_sim.games.caverna.shape.tiles import WORDS
from caverna_sim.kit.play import kinds
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.phases import begin, next_seat

# ---------------------------------------------------------------- setup


@njit
def set_up(state, rules, seed, game_key):
    """A game before its first round; `state` is all zeros. Seat 0 is the starting player."""
    state["seed"] = seed
    state["game_key"] = game_key
    state["players"] = rules["players"]
    state["dwarf"] = -1
    for word in range(WORDS):
        state["supply"][word] = rules["supply"][word]
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
    lay_out(state, rules)


@njit
def _set_up_seat(seat, rules, number, in_play):
    """A home board with its first dwarfs (R-SETUP-1, R-SETUP-2)."""
    for dwarf in range(MAX_DWARFS):
        seat["at"][dwarf] = NOT_IN_PLAY
    if not in_play:
        return
    seat["goods"][good.FOOD] = rules["start_food"][number]
    seat["goods"][good.GOLD] = rules["start_gold"][number]
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
def _start_round(state, rules):
    """The next round that is played begins; suppliers and the Miner pay (R-ROUND-4, U-5).

    Who owns a tile that pays now may trade rubies first, for a donkey in a mine say (U-10).
    """
    while rules["trade_outside_turn"]:
        number = next_seat(state)
        if number < 0:
            break
        seat = state["seats"][number]
        if seat["goods"][good.RUBY] > 0 and owns_any(seat, rules["start_tiles"]):
            push(state, step.START, number)
            return
    state["round"] += 1
    while not rules["is_played"][state["round"]]:
        state["round"] += 1
    if rules["income_before_replenish"]:
        _income(state, rules)
    begin(state, phase.ADD_SPACE)


@njit
def _late_start(state, rules):
    """Where it is due only then (U-5), income comes before the first placement."""
    _income(state, rules)
    begin(state, phase.WORK)


@njit
def _income(state, rules):
    for number in range(state["players"]):
        seat = state["seats"][number]
        for ware in range(good.NUM_GOODS):
            amount = int(seat["round_goods"][state["round"], ware])
            if amount:
                seat["round_goods"][state["round"], ware] = 0
                if supplier_delivers(rules, seat, ware):
                    gain(rules, seat, ware, amount)
        for index in range(rules["effect_start"][effect.START_OF_ROUND], rules["effect_start"][effect.START_OF_ROUND + 1]):
            row = rules["effect"][index]
            if owns(seat, int(row["furnishing"])):
                gain_all(rules, seat, row["get"], _times(rules, seat, row))


@njit
def _times(rules, seat, row):
    """How often a furnishing of the seat gives at the start of a round: once, or once per thing that it counts."""
    if row["do"] != effect.GAIN_PER:
        return 1
    return count_of(rules, seat, int(row["per"]), cell_of_furnishing(seat, int(row["furnishing"])))


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
    begin(state, phase.REPLENISH)


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
                        push(state, step.PROTECT, 0)
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
    begin(state, phase.WORK if rules["income_before_replenish"] else phase.LATE_START)


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
def _next_turn(state, rules):
    """Phase 3: the next player in order with a dwarf at home places one; none left: return home (R-WORK-1)."""
    for offset in range(state["players"]):
        seat = (state["turn"] + offset) % state["players"]
        if strengths_at_home(state["seats"][seat]) or orcs_at_home(rules, state["seats"][seat]):
            state["turn"] = seat
            push(state, step.PLACE, seat)
            move_house(state, rules, seat)
            return
    begin(state, phase.RETURN_HOME)


@njit_hook(base_game="None")
def move_house(state, rules, seat_number):
    """Friendly orcs may change rooms before a turn of their owner (ruling friendly_orc_rehousing)."""
    if orcs_may_move_house(rules, state["seats"][seat_number]):
        push(state, step.HOUSE, seat_number)[argument.NEXT_RESIDENT] = MAX_DWARFS


@njit
def _return_home(state, rules):
    """Phase 4 (R-HOME-1)."""
    if not spaces_stay_occupied(rules):
        _clear_spaces(state)
    for number in range(state["players"]):
        seat = state["seats"][number]
        for dwarf in range(seat["dwarfs"]):
            if seat["at"][dwarf] != CAPTIVE:
                seat["at"][dwarf] = AT_HOME
        friendly_return_home(rules, seat)
    begin(state, rules["next_phase"][phase.RETURN_HOME])


@njit_hook(base_game="False")
def spaces_stay_occupied(rules):
    """Whether spaces used in this round count as occupied in its event (ruling bounty_spaces_during_event)."""
    return rules["orcs"]["ruling"][ruling.BOUNTY_SPACES_DURING_EVENT] != 0


@njit
def _clear_spaces(state):
    for index in range(state["num_open"]):
        state["used_by"][state["open_spaces"][index]] = -1


@njit
def _harvest(state):
    """Phase 5: what kind of harvest this round has (R-HARV-1)."""
    kind = state["harvest"]
    if kind == harvest.FULL:
        begin(state, phase.FIELD)
    elif kind == harvest.SPECIAL:
        begin(state, phase.FEEDING)
    elif kind == harvest.SKIP or kind == harvest.CHOICE:
        begin(state, phase.HARVEST_CHOICE)
    elif kind == harvest.EVENT:
        begin_event(state)
    elif kind == harvest.MINE_FEED:
        begin(state, phase.MINE)
    elif kind == harvest.FEED_ARMED:
        begin(state, phase.FEEDING)
    else:
        begin(state, phase.END_OF_ROUND)


@njit
def _harvest_choice(state):
    """Each player decides before the field step (R-HARV-4)."""
    seat = next_seat(state)
    if seat < 0:
        begin(state, phase.FIELD)
    else:
        push(state, step.HARVEST_CHOICE, seat)


@njit
def _field(state, rules):
    for number in range(state["players"]):
        if state["skip_step"][number] != harvest.SKIP_FIELD:
            reap(rules, state["seats"][number])
    begin(state, rules["next_phase"][phase.FIELD])


@njit
def _feeding(state, rules):
    number = next_seat(state)
    if number < 0:
        kind = state["harvest"]
        ends = kind == harvest.SPECIAL or kind == harvest.MINE_FEED or kind == harvest.FEED_ARMED
        begin(state, phase.END_OF_ROUND if ends else phase.BREEDING)
        return
    seat = state["seats"][number]
    if feed_with_orcs(state, rules, number, seat):
        return
    newborns = 0
    for dwarf in range(seat["dwarfs"]):
        newborns += seat["newborn"][dwarf]
    special = 1 if state["harvest"] == harvest.SPECIAL else 0
    fed = push(state, step.FEED, number)
    fed[argument.ADULTS_LEFT], fed[argument.NEWBORNS_LEFT] = int(seat["dwarfs"]) - newborns, newborns
    fed[argument.EATERS] = special


@njit_hook(base_game="False")
def feed_with_orcs(state, rules, number, seat):
    """Friendly orcs eat too, captives by ruling captives_eat (F-HARV-3, F-HARV-5, F-FRIEND-7)."""
    captives_eat = rules["orcs"]["ruling"][ruling.CAPTIVES_EAT] == 0
    adults, newborns, armed = 0, 0, 0
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == CAPTIVE and not captives_eat:
            continue
        if seat["newborn"][dwarf] == JOINS_NEXT_ROUND:
            continue
        eats_armed = seat["weapon"][dwarf] > 0 and state["harvest"] == harvest.FEED_ARMED  # a newborn too (C-5)
        if seat["newborn"][dwarf] and not eats_armed:
            newborns += 1
        else:
            adults += 1
            armed += 1 if seat["weapon"][dwarf] > 0 else 0
    how = SPECIAL if state["harvest"] == harvest.SPECIAL else 0
    if state["harvest"] == harvest.FEED_ARMED:
        how = ARMED_EAT_MORE | (armed << ARMED_SHIFT)
    friends = friendly_orcs(seat, captives_eat)
    fed = push(state, step.FEED, number)
    fed[argument.ADULTS_LEFT], fed[argument.NEWBORNS_LEFT], fed[argument.EATERS] = adults, newborns, how | (friends << ORCS_SHIFT)
    return True


@njit
def _breeding(state, rules):
    """A seat without parents has nothing to decide, unless a ruby could still buy one."""
    number = next_seat(state)
    if number < 0:
        begin(state, phase.END_OF_ROUND)
        return
    seat = state["seats"][number]
    if state["skip_step"][number] == harvest.SKIP_BREEDING:
        return
    if breeding_types(rules, seat) or seat["goods"][good.RUBY] > 0:
        push(state, step.BREED, number)


@njit
def _end_round(state, rules):
    """Newborns are grown up from now on; the token decides the next round's order (R-START-1)."""
    for number in range(state["players"]):
        seat = state["seats"][number]
        for dwarf in range(seat["dwarfs"]):
            seat["newborn"][dwarf] = 0
        state["skip_step"][number] = 0
    _clear_spaces(state)
    state["start_player"] = state["next_start_player"]
    begin(state, phase.FINAL if state["round"] >= rules["last_round"] else phase.START_OF_ROUND)


@njit
def _final(state, rules):
    """Before scoring every player may still trade (R-SCORE-1)."""
    seat = next_seat(state)
    if seat < 0:
        begin(state, rules["next_phase"][phase.FINAL])
    else:
        push(state, step.FINAL, seat)


@njit
def _housing(state, rules):
    """Residents are assigned to rooms; before an orc event animals find their places (F-CAVE-7, F-EVENT-12)."""
    number = next_seat(state)
    if number < 0:
        begin(state, phase.HARVEST)
        return
    seat = state["seats"][number]
    settle_homes(rules, seat)
    comes_event = state["harvest"] == harvest.EVENT
    if comes_event:
        _arrange_animals(state, rules, number, seat)
    if comes_event or state["round"] >= rules["last_round"] or friendly_orcs(seat, True):
        if housing_matters(rules, seat):
            push(state, step.HOUSE, number)


@njit
def _arrange_animals(state, rules, number, seat):
    """The owner says where the animals stand; where there is no choice they are put at once."""
    if places_matter(rules, seat):
        push(state, step.ARRANGE, number)


@njit
def _mine_phase(state, rules):
    """Donkeys bring goods out of the mines (F-MINE-4); who skips the field phase skips this one too (F-HARV-4)."""
    number = next_seat(state)
    if number < 0:
        begin(state, phase.FEEDING)
        return
    if state["skip_step"][number] == harvest.SKIP_FIELD:
        return
    seat = state["seats"][number]
    if mine_phase_choice(rules, seat):
        mining = push(state, step.MINE, number)
        mining[argument.DONKEYS_LEFT], mining[argument.MINE_ORC_LEFT] = seat["goods"][good.DONKEY], mine_orc(rules, seat) >= 0
    else:
        mine_everything(rules, seat)


@njit
def _replacement(state, rules):
    """Hostile orcs left take the dearest tiles (F-END-1); the arrangement of animals comes first."""
    state["places_fixed"] = 0
    number = next_seat(state)
    if number < 0:
        for seat_number in range(state["players"]):
            clear_standing(state["seats"][seat_number])
        begin(state, phase.OVER)
        return
    seat = state["seats"][number]
    if hostile_left(seat) == 0:
        return
    lift_all(rules, seat)
    settle_homes(rules, seat)
    for active in range(orc.NUM_HOSTILE - 1, -1, -1):
        if is_hostile(seat, active):
            pushed = push(state, step.MOVE, number)
            pushed[argument.LETTER], pushed[argument.WHY] = active, AT_THE_END
    _arrange_animals(state, rules, number, seat)


advance_once = own_copy(kinds, __name__).by_phase(
    {
        phase.START_OF_ROUND: _start_round, phase.ADD_SPACE: _add_space, phase.REPLENISH: _replenish, phase.LATE_START: _late_start,
        phase.WORK: _next_turn, phase.RETURN_HOME: _return_home, phase.HARVEST: _harvest, phase.HARVEST_CHOICE: _harvest_choice,
        phase.FIELD: _field, phase.FEEDING: _feeding, phase.BREEDING: _breeding, phase.END_OF_ROUND: _end_round, phase.FINAL: _final,
    },
    {
        phase.HOUSING: _housing, phase.EVENT: event_step, phase.AFTER_ORCS: after_orcs, phase.MINE: _mine_phase,
        phase.REPLACEMENT: _replacement,
    },
)  # fmt: skip
