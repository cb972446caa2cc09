"""The agenda steps of Frantic Fiends: what may be chosen, what a choice does, when a step is over."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.course.parts import grow
from caverna_sim.games.caverna.course.spaces import any_part_possible, begin_action, open_parts, space_usable
from caverna_sim.games.caverna.fiends.bounties import (
    arm,
    beg,
    list_arm,
    list_beggar,
    list_bounty,
    list_swap,
    list_use_space,
    swap,
    take_bounty,
    take_gold,
)
from caverna_sim.games.caverna.fiends.cave import NO_CELL, candidates, capture, list_occupy, settle_in
from caverna_sim.games.caverna.fiends.ending import dearest_cells
from caverna_sim.games.caverna.fiends.events import bribe, displace, list_orc, orc_step_is_over
from caverna_sim.games.caverna.fiends.fight import fight, keep_as_armed, list_fight
from caverna_sim.games.caverna.fiends.friendly import collectable, orcs_at_home, works_like_a_dwarf
from caverna_sim.games.caverna.fiends.homes import house, list_house, next_resident
from caverna_sim.games.caverna.fiends.hostile import (
    ANY_ORC,
    list_move_in,
    may_decline_room,
    move_in,
    nobody_moves_in,
    offer_rooms_left,
    only_way_in,
    weaken,
    weaken_again,
)
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.fiends.mines import (
    can_restock,
    donkey_mines,
    list_mine,
    list_restock,
    may_leave_goods,
    mine_with,
    orc_mines,
)
from caverna_sim.games.caverna.fiends.parts.restock import restock_one
from caverna_sim.games.caverna.fiends.standing import (
    all_placed,
    arrange,
    arrange_rest,
    list_arrange,
    list_new_animals,
    next_container,
    place_new,
    reconcile_standing,
    unplaced,
)
from caverna_sim.games.caverna.fiends.traps import HITS, HITS_SHIFT, list_pay_trap, list_reduce
from caverna_sim.games.caverna.home.dwarfs import NOT_A_DWARF, acting_weapon, can_grow, strengths_at_home
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.trades import ACTING
from caverna_sim.games.caverna.ids import act, argument, good, phase, step
from caverna_sim.games.caverna.shape.agenda import pop, push, top_step
from caverna_sim.games.caverna.shape.codes import code, first_of, kind_of, second_of, third_of
from caverna_sim.games.caverna.shape.layout import SEAT
from caverna_sim.jit import njit, njit_counting, njit_hook


@njit_hook(base_game="True")
def trades_allowed(state, rules, now):
    """Steps beside which everything that may be done at any time is on offer (F-EVENT-12)."""
    if state["places_fixed"] and rules["orcs"]["ruling"][ruling.ANY_TIME_EXCHANGES_DURING_EVENT] != 0:
        return False
    if now == step.NEW_ANIMALS:
        return False
    if now < step.GRANT:
        return True
    if now == step.GRANT or now == step.ORC or now == step.BOUNTY or now == step.USE_SPACE:
        return True
    return now == step.TRAP_PAY or now == step.ARM or now == step.GROW


# ---------------------------------------------------------------- listing


@njit
def list_fiends_step(state, rules, seat_number, seat, row, out):
    """The choices of a step itself."""
    now = int(row["step"])
    n = 0
    if now == step.BOUNTY:
        return list_bounty(state, rules, int(row[argument.LETTER]), out, n)
    if now == step.CAVE:
        cells = dearest_cells(rules, seat) if row[argument.AT_THE_END] else candidates(rules, seat)
        return list_occupy(cells, int(row[argument.LETTER]), out, n)
    if now == step.CAPTURE:
        out[0] = code(act.CAPTURE, int(row[argument.LETTER]), 0, 0)
        out[1] = code(act.CAPTURE, int(row[argument.LETTER]), 1, 0)
        return 2
    if now == step.TRAP_PAY:
        return list_pay_trap(rules, seat, int(row[argument.LETTER]), int(row[argument.PAID_TRAP]), out, n)
    if now == step.BEGGAR:
        return list_beggar(seat, out, n)
    if now == step.FIGHT:
        return list_fight(rules, seat, acting_weapon(state, seat), out, n)
    if now == step.NEW_ANIMALS:
        return _list_places_or_meals(rules, seat, out)
    if now == step.MOVE_IN:
        n = list_move_in(state, rules, seat, int(row[argument.LETTER]), out, n)
        if n > 0 and not may_decline_room(state, rules, seat, int(row[argument.LETTER])):
            return n
    elif now == step.ORC:
        n = list_orc(state, rules, seat, row, out, n)
    elif now == step.HOUSE:
        n = list_house(rules, seat, int(row[argument.NEXT_RESIDENT]), out, n)
    elif now == step.ARRANGE:
        n = _list_arrange(rules, seat, int(row[argument.NEXT_CELL]), out, n)
    elif now == step.REDUCE:
        n = list_reduce(seat, out, n)
    elif now == step.USE_SPACE:
        n = _list_useful_spaces(state, rules, seat_number, int(row[argument.WANTS_OCCUPIED]), out)
    elif now == step.RESTOCK:
        n = list_restock(
            rules, seat, int(row[argument.ORE_MINES_LEFT]), int(row[argument.RUBY_MINES_LEFT]), int(row[argument.MINES_DONE]), out, n
        )
    elif now == step.ARM:
        n = list_arm(state, rules, seat, row, out, n)
    elif now == step.SWAP:
        n = list_swap(seat, out, n)
    elif now == step.MINE:
        n = list_mine(rules, seat, int(row[argument.DONKEYS_LEFT]), int(row[argument.MINE_ORC_LEFT]), int(row[argument.MINES_DONE]), out, n)
        if row[argument.DONKEYS_LEFT] > 0 and not may_leave_goods(rules, seat, int(row[argument.MINES_DONE])):
            return n
    elif now == step.GROW and can_grow(rules, seat):
        out[n] = code(act.GROW, 0, 0, 0)
        n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit_counting
def _list_arrange(rules, seat, first_cell, out, n):
    return list_arrange(rules, seat, np.zeros(1, SEAT), first_cell, out, n)


@njit
def _list_useful_spaces(state, rules, seat_number, wants_occupied, out):
    """Spaces where at least one part can be carried out."""
    n = list_use_space(state, rules, seat_number, wants_occupied, out, 0)
    kept = 0
    for index in range(n):
        if any_part_possible(state, rules, seat_number, first_of(out[index]), NOT_IMITATING):
            out[kept] = out[index]
            kept += 1
    return kept


@njit
def _list_places_or_meals(rules, seat, out):
    """Animals gained during an event: a free place, else they are eaten (F-BOUNTY-5, F-EVENT-12)."""
    n = 0
    if rules["orcs"]["ruling"][ruling.NEW_ANIMALS_DURING_EVENT_PLACEABLE] == 0:
        n = list_new_animals(rules, seat, out, n)
    for ware in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if unplaced(seat, ware) > 0:
            out[n] = code(act.CONVERT, ware, 1, 0)
            n += 1
    return n


@njit_hook(base_game="n")
def list_late_move_in(state, rules, seat, out, n):
    """A held orc may still move into the guest dwelling that its owner refused at first (F-FRIEND-2)."""
    if not nobody_moves_in(state, rules, seat, ANY_ORC) and may_decline_room(state, rules, seat, ANY_ORC):
        return list_move_in(state, rules, seat, ANY_ORC, out, n)
    return n


# ---------------------------------------------------------------- placing friendly orcs


@njit
def _may_go(state, rules, seat_number, number, space):
    """A plain orc needs goods to collect (ruling friendly_orc_needs_goods), the orc worker something to do."""
    seat = state["seats"][seat_number]
    if collectable(state, rules, space) > 0:
        return True
    if works_like_a_dwarf(rules, seat, number):
        return space_usable(state, rules, seat_number, space, NOT_A_DWARF)
    return rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_NEEDS_GOODS] != 0


@njit_hook(base_game="n")
def list_place_orc(state, rules, seat_number, out, n):
    """Friendly orcs go last, or before dwarfs for a ruby (F-FRIEND-5)."""
    seat = state["seats"][seat_number]
    orcs = orcs_at_home(rules, seat)
    price = int(rules["reorder_rubies"]) if strengths_at_home(seat) else 0
    if orcs == 0 or seat["goods"][good.RUBY] < price:
        return n
    seat["goods"][good.RUBY] -= price
    for number in range(orc.NUM):
        if not (orcs >> number) & 1:
            continue
        for index in range(state["num_open"]):
            space = int(state["open_spaces"][index])
            if state["used_by"][space] < 0 and may_use(seat, space) and _may_go(state, rules, seat_number, number, space):
                out[n] = code(act.PLACE_ORC, number, space, 0)
                n += 1
    seat["goods"][good.RUBY] += price
    return n


# ---------------------------------------------------------------- deciding


@njit_hook(base_game="None")
def decide_fiends(state, rules, seat_number, seat, row, action):
    """Carry out the choice made in a step."""
    now = int(row["step"])
    kind = kind_of(action)
    if now == step.NEW_ANIMALS:
        place_new(rules, seat, action)
    elif kind == act.PASS:
        _leave_step(rules, seat, row, now)
        pop(state)
    elif now == step.ORC:
        if kind == act.BRIBE:
            bribe(state, rules, seat_number, first_of(action), second_of(action))
        else:
            displace(state, rules, seat_number, first_of(action), second_of(action))
    elif now == step.BOUNTY:
        number, strength = int(row[argument.LETTER]), int(row[argument.STRENGTH])
        pop(state)
        if kind == act.TAKE_GOLD:
            take_gold(rules, seat, number)
        else:
            take_bounty(state, rules, seat_number, number, second_of(action), strength)
            _exclude_the_fighter(state, rules)
    elif now == step.CAVE:
        _choose_cell(state, rules, seat_number, seat, first_of(action), second_of(action), int(row[argument.AT_THE_END]))
    elif now == step.CAPTURE:
        cell = int(row[argument.CELL])
        pop(state)
        capture(seat, cell, second_of(action))
    elif now == step.FIGHT:
        fight(state, rules, seat_number, first_of(action), second_of(action))
    elif now == step.MOVE_IN:
        move_in(state, rules, seat_number, first_of(action), second_of(action))
    elif now == step.HOUSE:
        house(rules, seat, action)
        row[argument.NEXT_RESIDENT] += 1
    elif now == step.ARRANGE:
        arrange(rules, seat, action)
        row[argument.NEXT_CELL] = second_of(action) + 1
    elif now == step.REDUCE:
        _reduce(state, rules, seat_number, row, first_of(action))
    elif now == step.TRAP_PAY:
        _pay_trap(state, rules, seat_number, seat, row, first_of(action))
    elif now == step.RESTOCK:
        restock_one(state, rules, seat, second_of(action))
    elif now == step.MINE:
        _mine(rules, seat, row, first_of(action), second_of(action))
    elif now == step.USE_SPACE:
        _use_space(state, rules, seat_number, first_of(action), int(row[argument.WANTS_OCCUPIED]))
    else:
        which = int(row[argument.BOUNTY])  # taking the step away wipes it
        pop(state)
        if now == step.ARM:
            arm(state, rules, seat, first_of(action), second_of(action), third_of(action))
            if second_of(action) == ACTING:
                keep_as_armed(state, seat_number)
        elif now == step.SWAP:
            swap(rules, seat, first_of(action), second_of(action), third_of(action))
        elif now == step.BEGGAR:
            beg(rules, seat, which, first_of(action))
        elif now == step.GROW:
            grow.carry_out(state, rules, seat_number)


@njit_counting
def _leave_step(rules, seat, row, now):
    """What happens by itself when the owner decides nothing more."""
    if now == step.ARRANGE:
        arrange_rest(rules, seat, np.zeros(1, SEAT), int(row[argument.NEXT_CELL]))


@njit
def _exclude_the_fighter(state, rules):
    """Outfitter arms the dwarf that just lost its weapon unless a ruling forbids it (F-BOUNTY-6)."""
    row = top_step(state)
    if row["step"] == step.ARM and rules["orcs"]["ruling"][ruling.OUTFITTER_MAY_ARM_THE_FIGHTER] != 0:
        row[argument.BUT_THE_FIGHTER] = 1


@njit
def _choose_cell(state, rules, seat_number, seat, number, cell, at_the_end):
    pop(state)
    old = NO_CELL if at_the_end else int(seat["orcs"][number]["cell"])
    settle_in(state, rules, seat_number, number, old, cell)
    if not at_the_end:
        offer_rooms_left(state, rules, seat_number)


@njit
def _reduce(state, rules, seat_number, row, number):
    """One reduction of darts or blast; the trap goes on until all are used (F-TRAPKIND-6, F-TRAPKIND-11)."""
    amount = int(rules["orcs"]["trap"][row[argument.REDUCING_TRAP]]["amount"])
    earlier = amount * ((int(row[argument.HITS]) >> (number * HITS_SHIFT)) & HITS)
    row[argument.HITS] += 1 << (number * HITS_SHIFT)
    row[argument.REDUCTIONS_LEFT] -= 1
    if row[argument.REDUCTIONS_LEFT] == 0:
        pop(state)
    weaken_again(state, rules, seat_number, number, amount, orc.TRAPPED, earlier)


@njit
def _pay_trap(state, rules, seat_number, seat, row, amount):
    number, which = int(row[argument.LETTER]), int(row[argument.PAID_TRAP])
    pop(state)
    seat["goods"][rules["orcs"]["trap"][which]["pay_ware"]] -= amount
    if amount > 0:
        weaken(state, rules, seat_number, number, amount, orc.TRAPPED)


@njit
def _mine(rules, seat, row, worker, cell):
    mine_with(rules, seat, worker, cell)
    if worker:
        row[argument.MINE_ORC_LEFT] = 0
    else:
        row[argument.DONKEYS_LEFT] -= 1


@njit
def _use_space(state, rules, seat_number, space, wants_occupied):
    """Forger or Herald: the actions of a space, without placing anybody (F-BOUNTY-8)."""
    pop(state)
    if not wants_occupied and rules["orcs"]["ruling"][ruling.HERALD_LEAVES_SPACE_FREE] != 0:
        state["used_by"][space] = seat_number
    begin_action(state, rules, seat_number, space, step.GRANT)


# ---------------------------------------------------------------- when a step is over


@njit_hook(base_game="False, False")
def settle_in_event(state, rules, seat_number, seat, now):
    """While places are fixed: animals gained come first. Whether the agenda changed, and whether a choice waits."""
    if now == step.ARRANGE or now == step.HOUSE or state["phase"] == phase.REPLACEMENT:
        return False, False
    if seat["standing_cells"]:
        reconcile_standing(rules, seat)
    placed = all_placed(seat)
    if now == step.NEW_ANIMALS:
        if placed:
            pop(state)
        return placed, not placed
    if not placed:
        push(state, step.NEW_ANIMALS, seat_number, 0, 0, 0, 0)
    return not placed, False


@njit_hook(base_game="False")
def fiends_step_is_closed(state, rules, seat_number, seat, row, may_still_trade):
    """Whether a step has nothing left to decide."""
    now = int(row["step"])
    if now == step.MOVE:
        return True
    if now == step.GRANT:
        return row[argument.DONE] != 0 and open_parts(rules, seat, int(row[argument.SPACE]), int(row[argument.DONE])) == 0
    if now == step.ORC:
        return orc_step_is_over(seat, row)
    if now == step.MOVE_IN:
        which = int(row[argument.LETTER])
        return nobody_moves_in(state, rules, seat, which) or only_way_in(state, rules, seat, which) != 0
    if now == step.HOUSE:
        following = next_resident(rules, seat, int(row[argument.NEXT_RESIDENT]) - 1)
        row[argument.NEXT_RESIDENT] = max(following, 0)
        return following < 0
    if now == step.ARRANGE:
        following = next_container(rules, seat, int(row[argument.NEXT_CELL]) - 1)
        return following < 0
    if now == step.REDUCE:
        for number in range(orc.NUM_HOSTILE):
            if seat["orcs"][number]["status"] == orc.FOREST or seat["orcs"][number]["status"] == orc.CAVE:
                return False
        return True
    if now == step.RESTOCK:
        return not can_restock(
            rules, seat, int(row[argument.ORE_MINES_LEFT]), int(row[argument.RUBY_MINES_LEFT]), int(row[argument.MINES_DONE])
        )
    if now == step.MINE:
        with_donkeys = row[argument.DONKEYS_LEFT] > 0 and donkey_mines(rules, seat, int(row[argument.MINES_DONE])) != 0
        return not with_donkeys and (row[argument.MINE_ORC_LEFT] == 0 or orc_mines(rules, seat, int(row[argument.MINES_DONE])) == 0)
    return False


@njit_hook(base_game="None")
def close_move_in(state, rules, seat_number, which):
    """Where there is nothing to choose the orc moves in by itself."""
    seat = state["seats"][seat_number]
    action = only_way_in(state, rules, seat, which)
    if action and not nobody_moves_in(state, rules, seat, which):
        move_in(state, rules, seat_number, first_of(action), second_of(action))
        if nobody_moves_in(state, rules, seat, which):
            pop(state)
    else:
        pop(state)
