"""Action spaces: what can be done where, and carrying out one part of a space's program (R-WORK, R-CONN, R-IMIT)."""

from __future__ import annotations

from caverna_sim.games.caverna.course.furnish import can_furnish, furnish, list_furnish
from caverna_sim.games.caverna.fiends.fight import can_fight
from caverna_sim.games.caverna.fiends.hostile import furnished, newborn_moves_in
from caverna_sim.games.caverna.fiends.mines import can_restock, lay_into_new_mine, list_restock, restock
from caverna_sim.games.caverna.fiends.prices import can_forge_wood, forge_wood, list_forge_wood
from caverna_sim.games.caverna.fiends.traps import can_set_trap, list_set_trap, set_trap
from caverna_sim.games.caverna.home.breeding import breed, can_breed, list_breed
from caverna_sim.games.caverna.home.crops import can_sow, list_sow, sow
from caverna_sim.games.caverna.home.dwarfs import (
    can_forge,
    can_grow,
    forge,
    grow,
    list_forge,
)
from caverna_sim.games.caverna.home.furnish import can_pay_reduced, pay_reduced
from caverna_sim.games.caverna.home.land import (
    LARGE,
    NO_DIRECTION,
    SMALL,
    can_fence,
    can_place_twin,
    list_cells,
    list_pastures,
    list_twin,
    place_pasture,
    place_single,
    place_stable,
    place_twin,
    put_terrain,
    ruby_mine_cells,
    single_cells,
    stable_cells,
)
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.wares import can_pay, count_of, gain, gain_all, owns_any, pay
from caverna_sim.games.caverna.ids import act, effect, good, part, step, terrain
from caverna_sim.games.caverna.shape.agenda import push, top_step
from caverna_sim.games.caverna.shape.bits import first
from caverna_sim.games.caverna.shape.board import AREA_CELLS, EAST
from caverna_sim.games.caverna.shape.codes import code, first_of, kind_of, second_of, third_of
from caverna_sim.jit import fiends_njit, njit, njit_counting

NO_SPACE = -1
NOT_IMITATING = 0
IMITATING = 1
# strengths that stand for workers without a weapon of their own
ORC_WEAPON = -1  # the orc of the Orc worker dwelling: no growth, no forging, no expeditions (F-FRIEND-6)
NOBODY_ACTS = -2  # a reward during an orc event: no dwarf that could be armed or sent out


@njit
def acting_weapon(state, seat):
    """Strength of the dwarf that acts, or what stands for the worker."""
    if state["dwarf"] >= 0:
        return int(seat["weapon"][state["dwarf"]])
    return ORC_WEAPON if state["orc_acts"] > 0 else NOBODY_ACTS


@njit_counting
def _fence_cost(rules, row, size):
    if row["has_price"]:
        return row["cost"]
    if size == SMALL:
        return rules["small_pasture_cost"]
    return rules["large_pasture_cost"]


@njit
def _loot_discount(rules, row):
    """Loot prices are reduced like others by default (U-6)."""
    return not row["is_loot"] or rules["discounts_on_loot"] == 1


@njit
def _fence_discount(rules, space, done, row):
    """The Carpenter saves one wood per build fences action, not per pasture (D-14)."""
    if not _loot_discount(rules, row):
        return False
    if row["is_loot"] or rules["carpenter_per_pasture"]:
        return True
    parts = rules["space"][space]["parts"]
    for number in range(rules["space"][space]["num_parts"]):
        do = parts[number]["do"]
        if (done >> number) & 1 and (do == part.SMALL_PASTURE or do == part.LARGE_PASTURE):
            return False
    return True


@njit
def collects(state, rules, seat, space, row, imitating):
    """Whether taking goods here yields anything at all (U-20)."""
    if row["always_gives"] or (row["take"] and not imitating and (state["stocked"] >> space) & 1):
        return True
    return row["gain_per"] >= 0 and times_counted(rules, seat, row) > 0


@njit
def times_counted(rules, seat, row):
    """How often the bonus of a part is received: once per mine, or once from a number of mines on (R-MINE-4)."""
    number = count_of(rules, seat, int(row["gain_per"]), 0)
    if row["at_least"] > 0:
        return 1 if number >= row["at_least"] else 0
    return number


@njit
def plain_part_possible(state, rules, seat_number, space, done, row, weapon, imitating):
    """Whether a part other than imitation can be carried out right now."""
    seat = state["seats"][seat_number]
    do = int(row["do"])
    if do == part.COLLECT:
        return collects(state, rules, seat, space, row, imitating)
    if do == part.TWIN_TILE:
        return can_place_twin(rules, seat, int(row["tiles"]))
    if do == part.FURNISH:
        return can_furnish(state, rules, seat, row)
    if do == part.GROW:
        return weapon != ORC_WEAPON and can_grow(rules, seat)
    if do == part.SOW:
        return can_sow(rules, seat, int(rules["most_grain_fields"]), int(rules["most_vegetable_fields"]))
    if do == part.FORGE:
        return can_forge(state, rules, seat, weapon)
    if do == part.EXPEDITION:
        return weapon > 0
    if do == part.SMALL_PASTURE or do == part.LARGE_PASTURE:
        size = SMALL if do == part.SMALL_PASTURE else LARGE
        if not can_fence(rules, seat, size):
            return False
        with_discount = _fence_discount(rules, space, done, row)
        return can_pay_reduced(rules, seat, _fence_cost(rules, row, size), effect.ON_FENCES, with_discount)
    if do == part.STABLE:
        if stable_cells(rules, seat) == 0:
            return False
        cost = row["cost"] if row["has_price"] else rules["stable_cost"]
        return can_pay_reduced(rules, seat, cost, effect.ON_STABLE, _loot_discount(rules, row))
    if do == part.RUBY_MINE:
        return ruby_mine_cells(rules, seat, int(row["tiles"])) != 0
    if do == part.BUY:
        return can_buy(seat, row, 0)
    if do == part.TRADE:
        return can_pay(seat, row["pay"])
    if do == part.SINGLE_TILE:
        return single_cells(rules, seat, first(int(row["tiles"]))) != 0
    if do == part.BREED:
        return can_breed(rules, seat, int(row["level"]))
    if do >= part.FORGE_WOOD:
        return _fiends_part_possible(state, rules, seat_number, row, weapon)
    return do == part.ALL_WEAPONS


@fiends_njit("False")
def _fiends_part_possible(state, rules, seat_number, row, weapon):
    """The same for parts of Frantic Fiends."""
    seat = state["seats"][seat_number]
    do = int(row["do"])
    if do == part.FORGE_WOOD:
        return can_forge_wood(state, rules, seat, weapon)
    if do == part.SET_TRAP:
        return can_set_trap(state, rules, seat, row)
    if do == part.RESTOCK:
        table = rules["orcs"]
        return can_restock(rules, seat, int(table["restock_ore_mines"]), int(table["restock_ruby_mines"]), 0)
    return state["dwarf"] >= 0 and can_fight(rules, seat, acting_weapon(state, seat))


@njit
def _imitated_space_usable(state, rules, seat_number, space, weapon):
    """Whether at least one part of an imitated space can be carried out (R-IMIT-7)."""
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        if one["needs"] == 0 and plain_part_possible(state, rules, seat_number, space, 0, one, weapon, IMITATING):
            return True
    return False


@njit
def imitable(state, rules, seat_number, target, weapon, imitating):
    """Whether a space is occupied by an opponent and may be imitated (R-IMIT-2, R-IMIT-3, R-IMIT-6)."""
    user = state["used_by"][target]
    if user < 0 or user == seat_number or not rules["space"][target]["may_be_imitated"]:
        return False
    if not may_use(state["seats"][seat_number], target):
        return False
    if rules["space"][target]["is_imitation"]:
        if imitating or not rules["imitate_imitation"]:
            return False
        return _second_imitation(state, rules, seat_number, target, weapon)
    return _imitated_space_usable(state, rules, seat_number, target, weapon)


@njit
def _second_imitation(state, rules, seat_number, target, weapon):
    """An Imitation reached through an Imitation must itself find a space to use (toggle imitate_an_imitation_space)."""
    seat = state["seats"][seat_number]
    row = rules["space"][target]["parts"][0]
    if not can_pay(seat, row["pay"]):
        return False
    pay(seat, row["pay"], 1)
    found = False
    for index in range(state["num_open"]):
        other = int(state["open_spaces"][index])
        user = state["used_by"][other]
        if user < 0 or user == seat_number or not rules["space"][other]["may_be_imitated"]:
            continue
        if rules["space"][other]["is_imitation"] or not may_use(seat, other):
            continue
        if _imitated_space_usable(state, rules, seat_number, other, weapon):
            found = True
            break
    pay(seat, row["pay"], -1)
    return found


@njit
def _can_imitate(state, rules, seat_number, row, weapon, imitating):
    """Whether any space can be imitated once the price is paid."""
    seat = state["seats"][seat_number]
    pay(seat, row["pay"], 1)
    found = False
    for index in range(state["num_open"]):
        if imitable(state, rules, seat_number, int(state["open_spaces"][index]), weapon, imitating):
            found = True
            break
    pay(seat, row["pay"], -1)
    return found


@njit
def part_possible(state, rules, seat_number, space, done, row, weapon, imitating):
    """Whether a part can be carried out right now."""
    if row["do"] == part.IMITATE:
        seat = state["seats"][seat_number]
        return can_pay(seat, row["pay"]) and _can_imitate(state, rules, seat_number, row, weapon, imitating)
    return plain_part_possible(state, rules, seat_number, space, done, row, weapon, imitating)


@njit
def space_usable(state, rules, seat_number, space, weapon):
    """Whether at least one part of a space can be carried out by a dwarf placed there (R-WORK-6)."""
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        if one["needs"] == 0 and part_possible(state, rules, seat_number, space, 0, one, weapon, NOT_IMITATING):
            return True
    return False


@njit
def _list_imitate(state, rules, seat_number, row, weapon, imitating, out, n):
    seat = state["seats"][seat_number]
    pay(seat, row["pay"], 1)
    for index in range(state["num_open"]):
        target = int(state["open_spaces"][index])
        if imitable(state, rules, seat_number, target, weapon, imitating):
            out[n] = code(act.IMITATE, target, 0, 0)
            n += 1
    pay(seat, row["pay"], -1)
    return n


@njit
def can_buy(seat, row, bought):
    """Whether any ware not bought yet can be afforded (A-weekly_market)."""
    for ware in range(good.NUM):
        if row["cost"][ware] and not (bought >> ware) & 1 and seat["goods"][good.GOLD] >= row["cost"][ware]:
            return True
    return False


@njit
def list_buy(seat, row, bought, out, n):
    """Wares that can be bought, at most one of each."""
    for ware in range(good.NUM):
        if row["cost"][ware] and not (bought >> ware) & 1 and seat["goods"][good.GOLD] >= row["cost"][ware]:
            out[n] = code(act.BUY, ware, 0, 0)
            n += 1
    return n


@njit
def buy(rules, seat, row, ware):
    """Pay the price in gold and receive one."""
    seat["goods"][good.GOLD] -= row["cost"][ware]
    gain(rules, seat, ware, 1)


# ---------------------------------------------------------------- which parts are open


@njit
def guest_room_works(rules, seat, space):
    """Whether either/or may be read as and/or here (R-CONN-4, R-INT-11)."""
    mode = rules["space"][space]["guest_room"]
    if mode == 0 or not owns_any(seat, rules["passive"][effect.EITHER_OR_BECOMES_AND_OR]):
        return False
    return mode == 1 or not seat["guest_room_used"]


@njit
def open_parts(rules, seat, space, done):
    """The set of parts that are not done and that connectives still allow."""
    row = rules["space"][space]
    guest = guest_room_works(rules, seat, space)
    parts = 0
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        blocked = one["blocked_by_guest"] if guest else one["blocked_by"]
        if not (done >> number) & 1 and not done & blocked and done & one["needs"] == one["needs"]:
            parts |= 1 << number
    return parts


@njit
def _must_take(state, rules, space, parts, imitating):
    """Parts that take accumulated goods, when goods may not be left lying (toggle may_decline_accumulated_goods)."""
    taking = 0
    if rules["may_decline_goods"] or imitating or not (state["stocked"] >> space) & 1:
        return taking
    for number in range(rules["space"][space]["num_parts"]):
        if (parts >> number) & 1 and rules["space"][space]["parts"][number]["take"]:
            taking |= 1 << number
    return taking


@njit
def choosable_parts(state, rules, seat_number, space, done, imitating):
    """The set of parts that connectives and house rules leave open; each may still be impossible."""
    parts = open_parts(rules, state["seats"][seat_number], space, done)
    must_take = _must_take(state, rules, space, parts, imitating)
    if must_take:
        row = rules["space"][space]
        for number in range(row["num_parts"]):
            if _would_block(row, must_take, number):
                parts &= ~(1 << number)
    return parts


@njit
def any_part_possible(state, rules, seat_number, space, imitating):
    """Whether a dwarf that has done nothing yet finds something to do (R-WORK-6)."""
    weapon = acting_weapon(state, state["seats"][seat_number])
    parts = choosable_parts(state, rules, seat_number, space, 0, imitating)
    while parts:
        row = rules["space"][space]["parts"][first(parts)]
        parts &= parts - 1
        if part_possible(state, rules, seat_number, space, 0, row, weapon, imitating):
            return True
    return False


@njit
def _would_block(row, must_take, number):
    """Whether doing a part would shut out another one that must be done."""
    for other in range(row["num_parts"]):
        if (must_take >> other) & 1 and (row["parts"][other]["blocked_by"] >> number) & 1:
            return True
    return False


@njit
def may_stop(state, rules, seat_number, space, done, imitating):
    """Whether the action may be ended: something was done (R-WORK-6) and nothing must be taken any more."""
    if done == 0:
        return False
    parts = open_parts(rules, state["seats"][seat_number], space, done)
    return _must_take(state, rules, space, parts, imitating) == 0


# ---------------------------------------------------------------- listing and carrying out


@njit
def list_part(state, rules, seat_number, space, done, row, weapon, imitating, out, n):
    """All choices of one part, none when it is not possible."""
    seat = state["seats"][seat_number]
    do = int(row["do"])
    if do == part.TWIN_TILE:  # these two find out by listing
        return list_twin(rules, seat, int(row["tiles"]), out, n)
    if do == part.FURNISH:
        return list_furnish(state, rules, seat, row, out, n)
    if not part_possible(state, rules, seat_number, space, done, row, weapon, imitating):
        return n
    if do == part.COLLECT:
        out[n] = code(act.COLLECT, space, 0, 0)
        return n + 1
    if do == part.GROW:
        out[n] = code(act.GROW, 0, 0, 0)
        return n + 1
    if do == part.SOW:
        return list_sow(rules, seat, int(rules["most_grain_fields"]), int(rules["most_vegetable_fields"]), out, n)
    if do == part.FORGE:
        return list_forge(state, rules, seat, out, n)
    if do == part.EXPEDITION:
        out[n] = code(act.EXPEDITION, int(row["level"]), 0, 0)
        return n + 1
    if do == part.SMALL_PASTURE:
        return list_pastures(rules, seat, SMALL, out, n)
    if do == part.LARGE_PASTURE:
        return list_pastures(rules, seat, LARGE, out, n)
    if do == part.STABLE:
        return list_cells(act.STABLE, 0, stable_cells(rules, seat), out, n)
    if do == part.RUBY_MINE:
        return list_cells(act.RUBY_MINE, 0, ruby_mine_cells(rules, seat, int(row["tiles"])), out, n)
    if do == part.BUY:
        return list_buy(seat, row, 0, out, n)
    if do == part.TRADE:
        return list_exchanges(seat, row, int(row["level"]), out, n)
    if do == part.IMITATE:
        return _list_imitate(state, rules, seat_number, row, weapon, imitating, out, n)
    if do == part.SINGLE_TILE:
        kind = first(int(row["tiles"]))
        return list_cells(act.SINGLE_TILE, kind, single_cells(rules, seat, kind), out, n)
    if do == part.FORGE_WOOD:
        return list_forge_wood(state, rules, seat, out, n)
    if do == part.SET_TRAP:
        return list_set_trap(state, rules, seat, row, out, n)
    if do == part.RESTOCK:
        table = rules["orcs"]
        return list_restock(rules, seat, int(table["restock_ore_mines"]), int(table["restock_ruby_mines"]), 0, out, n)
    return list_breed(rules, seat, int(row["level"]), out, n)


@njit
def exchange(rules, seat, row, times):
    """Trade a number of times (A-ore_trading)."""
    pay(seat, row["pay"], times)
    gain_all(rules, seat, row["get"], times)


@njit
def list_exchanges(seat, row, most, out, n):
    """One, two, ... up to the most trades that can be paid at once (A-ore_trading)."""
    for times in range(1, most + 1):
        for ware in range(good.NUM):
            if seat["goods"][ware] < row["pay"][ware] * times:
                return n
        out[n] = code(act.TRADE, times, 0, 0)
        n += 1
    return n


@njit
def _kind_of_part(row):
    """The kind of action that carries out a part."""
    do = int(row["do"])
    if do == part.COLLECT:
        return act.COLLECT
    if do == part.TWIN_TILE:
        return act.TWIN_TILE
    if do == part.FURNISH:
        return act.FURNISH
    if do == part.GROW:
        return act.GROW
    if do == part.SOW:
        return act.SOW
    if do == part.FORGE:
        return act.FORGE
    if do == part.EXPEDITION:
        return act.EXPEDITION
    if do == part.SMALL_PASTURE or do == part.LARGE_PASTURE:
        return act.PASTURE
    if do == part.STABLE:
        return act.STABLE
    if do == part.RUBY_MINE:
        return act.RUBY_MINE
    if do == part.BUY:
        return act.BUY
    if do == part.TRADE:
        return act.TRADE
    if do == part.IMITATE:
        return act.IMITATE
    if do == part.SINGLE_TILE:
        return act.SINGLE_TILE
    if do == part.FORGE_WOOD:
        return act.FORGE_WOOD
    if do == part.SET_TRAP:
        return act.SET_TRAP
    if do == part.RESTOCK:
        return act.RESTOCK
    return act.BREED


@njit
def _is_choice_of(seat, row, action):
    """Whether an action carries out this part."""
    if _kind_of_part(row) != kind_of(action):
        return False
    do = int(row["do"])
    if do == part.TWIN_TILE:
        return (row["tiles"] >> first_of(action)) & 1 == 1
    if do == part.SMALL_PASTURE:
        return first_of(action) == SMALL
    if do == part.LARGE_PASTURE:
        return first_of(action) == LARGE
    if do == part.EXPEDITION:
        return row["level"] == first_of(action)
    if do == part.RUBY_MINE:
        kind = terrain.TUNNEL
        if (seat["terrain"][terrain.DEEP_TUNNEL] >> second_of(action)) & 1:
            kind = terrain.DEEP_TUNNEL
        return (row["tiles"] >> kind) & 1 == 1
    return True


@njit
def part_of_action(rules, seat, space, parts, action):
    """The first of these parts that an action carries out."""
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        if (parts >> number) & 1 and _is_choice_of(seat, row["parts"][number], action):
            return number
    return -1


@njit
def receive(state, rules, seat_number, space, row, imitating):
    """Goods that a part gives: those lying here, fixed ones, and bonuses for mines (R-MINE-4, R-IMIT-4)."""
    seat = state["seats"][seat_number]
    if row["start_player"]:
        state["next_start_player"] = seat_number
    if row["take"] and not imitating:
        for ware in range(good.NUM):
            amount = int(state["space_goods"][space, ware])
            if amount:
                state["space_goods"][space, ware] = 0
                gain(rules, seat, ware, amount)
        state["stocked"] &= ~(1 << space)
        if rules["protection_lasts"] == 1:
            state["protected"][space] = 0
    gain_all(rules, seat, row["gain"], 1)
    if row["gain_per"] >= 0:
        gain_all(rules, seat, row["per_goods"], times_counted(rules, seat, row))


@njit
def carry_out(state, rules, seat_number, space, done, row, imitating, action):
    """Carry out one part with the choice made; steps that go on are put on the agenda."""
    seat = state["seats"][seat_number]
    do = int(row["do"])
    if do == part.TWIN_TILE:
        place_twin(rules, seat, first_of(action), second_of(action), third_of(action))
        if (seat["terrain"][terrain.ORE_MINE] >> second_of(action)) & 1:
            lay_into_new_mine(rules, seat, second_of(action), False)
    elif do == part.FURNISH:
        furnish(state, rules, seat, row, first_of(action), second_of(action), third_of(action))
        furnished(state, rules, seat_number)
    elif do == part.GROW:
        grow_here(state, rules, seat_number)
    elif do == part.SOW:
        _first_sowing(state, rules, seat_number, action)
    elif do == part.FORGE:
        forge(rules, seat, int(state["dwarf"]), first_of(action))
    elif do == part.EXPEDITION:
        push(state, step.EXPEDITION, seat_number, int(row["level"]), int(seat["weapon"][state["dwarf"]]), 0, 0)
    elif do == part.SMALL_PASTURE or do == part.LARGE_PASTURE:
        size = first_of(action)
        with_discount = _fence_discount(rules, space, done, row)
        pay_reduced(rules, seat, _fence_cost(rules, row, size), effect.ON_FENCES, with_discount)
        direction = EAST if third_of(action) == NO_DIRECTION else third_of(action)
        place_pasture(seat, size, second_of(action), direction)
    elif do == part.STABLE:
        cost = row["cost"] if row["has_price"] else rules["stable_cost"]
        pay_reduced(rules, seat, cost, effect.ON_STABLE, _loot_discount(rules, row))
        place_stable(seat, second_of(action))
    elif do == part.RUBY_MINE:
        was_deep = (seat["terrain"][terrain.DEEP_TUNNEL] >> second_of(action)) & 1 == 1
        put_terrain(seat, second_of(action), terrain.RUBY_MINE)
        lay_into_new_mine(rules, seat, second_of(action), was_deep)
    elif do == part.BUY:
        buy(rules, seat, row, first_of(action))
    elif do == part.TRADE:
        exchange(rules, seat, row, first_of(action))
    elif do == part.SINGLE_TILE:
        place_single(rules, seat, first_of(action), second_of(action))
    elif do == part.BREED:
        breed(rules, seat, first_of(action))
    elif do >= part.FORGE_WOOD:
        _carry_out_fiends(state, rules, seat_number, row, action)
    if space != NO_SPACE:
        receive(state, rules, seat_number, space, row, imitating)


@njit
def grow_here(state, rules, seat_number):
    """A newborn on the dwarf that acts (R-FAM-2, F-TILE-10)."""
    grow(state["seats"][seat_number], int(state["dwarf"]))
    newborn_moves_in(state, rules, seat_number)


@fiends_njit("None")
def _carry_out_fiends(state, rules, seat_number, row, action):
    """Parts of Frantic Fiends."""
    seat = state["seats"][seat_number]
    do = int(row["do"])
    if do == part.FORGE_WOOD:
        forge_wood(rules, seat, int(state["dwarf"]), first_of(action))
    elif do == part.SET_TRAP:
        set_trap(state, rules, seat_number, first_of(action), second_of(action), row["free"] == 1)
    elif do == part.RESTOCK:
        table = rules["orcs"]
        push(state, step.RESTOCK, seat_number, int(table["restock_ore_mines"]), int(table["restock_ruby_mines"]), 0, 0)
        restock_one(state, rules, seat, second_of(action))


@njit
def restock_one(state, rules, seat, cell):
    """Goods into one mine; the RESTOCK step on top remembers it (F-MINE-3)."""
    row = top_step(state)
    if (seat["terrain"][terrain.ORE_MINE] >> cell) & 1:
        row["a"] -= 1
    else:
        row["b"] -= 1
    row["c"] |= 1 << (cell - AREA_CELLS)
    restock(rules, seat, cell)


@njit
def _first_sowing(state, rules, seat_number, action):
    """Sow once; the rest of the sow action follows as a step of its own."""
    seat = state["seats"][seat_number]
    crop = first_of(action)
    sow(rules, seat, crop, second_of(action))
    grain_left = int(rules["most_grain_fields"]) - (1 if crop == good.GRAIN else 0)
    vegetables_left = int(rules["most_vegetable_fields"]) - (1 if crop == good.VEGETABLE else 0)
    push(state, step.SOW, seat_number, grain_left, vegetables_left, 0, 0)


@njit
def only_collects(rules, space):
    """Whether a space has nothing to choose: its goods are taken as the dwarf is placed."""
    row = rules["space"][space]
    return row["num_parts"] == 1 and row["parts"][0]["do"] == part.COLLECT
