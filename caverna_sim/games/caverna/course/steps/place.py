"""Place a dwarf on an action space (R-WORK), or a friendly orc (F-FRIEND)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.course.spaces import begin_action, space_usable
from caverna_sim.games.caverna.fiends.friendly import (
    collect_stock,
    collectable,
    early_strengths,
    orcs_at_home,
    orcs_may_stay_home,
    orcs_stay_home,
    take_marker,
    works_like_a_dwarf,
)
from caverna_sim.games.caverna.fiends.hostile import ANY_ORC, list_move_in, may_decline_room, move_in, nobody_moves_in
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.home.dwarfs import NOT_A_DWARF, dwarf_at_home, strengths_at_home
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.ids import act, argument, good, step
from caverna_sim.games.caverna.shape.layout import AT_HOME, STAYS_HOME
from caverna_sim.kit.records.agenda import pop, push, top_step
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

# ---------------------------------------------------------------- what may be chosen


@njit
def list_choices(state, rules, seat_number, seat, out, n):
    """Every free and usable space for the weakest dwarf, and for any other one for a ruby (R-WORK-2 to R-WORK-6)."""
    strengths = strengths_at_home(seat)
    is_weakest = True
    price = int(rules["reorder_rubies"])
    gives = rules["gives_always"] | (rules["gives_stock"] & state["stocked"])
    early = early_strengths(rules, seat, strengths)
    while strengths:
        strength = first(strengths)
        strengths &= strengths - 1
        pays = not is_weakest and not (early >> strength) & 1
        if pays:
            if seat["goods"][good.RUBY] < price:
                continue
            seat["goods"][good.RUBY] -= price
        for index in range(state["num_open"]):
            space = int(state["open_spaces"][index])
            if state["used_by"][space] >= 0 or not may_use(seat, space):
                continue
            if (gives >> space) & 1 or space_usable(state, rules, seat_number, space, strength):
                out[n] = code(act.PLACE, space, strength, 0)
                n += 1
        if pays:
            seat["goods"][good.RUBY] += price
        is_weakest = False
    n = list_place_orc(state, rules, seat_number, out, n)
    if n == 0 or orcs_may_stay_home(rules, seat):
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return list_late_move_in(state, rules, seat, out, n)


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


@njit_hook(base_game="n")
def list_late_move_in(state, rules, seat, out, n):
    """A held orc may still move into the guest dwelling that its owner refused at first (F-FRIEND-2)."""
    if not nobody_moves_in(state, rules, seat, ANY_ORC) and may_decline_room(state, rules, seat, ANY_ORC):
        return list_move_in(state, rules, seat, ANY_ORC, out, n)
    return n


# ---------------------------------------------------------------- placing


@njit
def carry_out(state, rules, seat_number, seat, action):
    """A dwarf goes to a space; where there is nothing to choose its goods are taken at once."""
    if kind_of(action) == act.PLACE_ORC:
        _place_orc(state, rules, seat_number, seat, action)
        return
    if kind_of(action) == act.MOVE_IN:
        move_in(state, rules, seat_number, first_of(action), second_of(action))
        return
    pop(state)
    space, strength = first_of(action), second_of(action)
    at_home = strengths_at_home(seat)
    if strength != first(at_home) and not (early_strengths(rules, seat, at_home) >> strength) & 1:
        seat["goods"][good.RUBY] -= int(rules["reorder_rubies"])  # R-WORK-4
    dwarf = dwarf_at_home(seat, strength)
    seat["at"][dwarf] = space
    state["dwarf"] = dwarf
    state["used_by"][space] = seat_number
    begin_action(state, rules, seat_number, space, step.ACTION)


@njit_hook(base_game="None")
def _place_orc(state, rules, seat_number, seat, action):
    """A friendly orc collects what accumulated; the orc worker goes on like a dwarf (F-FRIEND-5, F-FRIEND-6)."""
    pop(state)
    number, space = first_of(action), second_of(action)
    if strengths_at_home(seat):
        seat["goods"][good.RUBY] -= int(rules["reorder_rubies"])
    works = works_like_a_dwarf(rules, seat, number) and space_usable(state, rules, seat_number, space, NOT_A_DWARF)
    seat["orcs"][number]["at"] = space
    state["orc_acts"] = 1 + number
    state["used_by"][space] = seat_number
    if works:
        begin_action(state, rules, seat_number, space, step.ACTION)
        return
    push(state, step.ACTION, seat_number)[argument.SPACE] = space
    collect_stock(state, rules, seat_number, number, space)
    top_step(state)[argument.DONE] = (1 << int(rules["space"][space]["num_parts"])) - 1
    take_marker(state, rules, seat_number, space)


@njit
def end(state, rules, seat_number, seat):
    """Nobody can be placed: who is left stays at home this round."""
    pop(state)
    if strengths_at_home(seat):
        _stay_home(seat)
    else:
        orcs_stay_home(rules, seat)
    state["turn"] = (seat_number + 1) % state["players"]


@njit
def _stay_home(seat):
    """The next dwarf in order found no usable space and stays at home this round (U-19)."""
    weakest = first(strengths_at_home(seat))
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == AT_HOME and not seat["newborn"][dwarf] and seat["weapon"][dwarf] == weakest:
            seat["at"][dwarf] = STAYS_HOME
            return
