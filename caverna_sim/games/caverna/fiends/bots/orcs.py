"""What bots decide in the steps of Frantic Fiends: orc events, rewards, mines, fights. Herald and Forger are in policy.py."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.bots.parts import forged_worth_free
from caverna_sim.games.caverna.bots.worth import WORST, cost_worth, dwarf_worth, ware_worth
from caverna_sim.games.caverna.course.core import list_step
from caverna_sim.games.caverna.fiends.bots.ambush import TRAP_POINTS, best_fight, held_worth, weaker_worth
from caverna_sim.games.caverna.fiends.bots.danger import NEAR, is_last_chance
from caverna_sim.games.caverna.fiends.cave import would_capture_dwarf
from caverna_sim.games.caverna.fiends.ending import tile_value
from caverna_sim.games.caverna.fiends.events import most_bribed
from caverna_sim.games.caverna.fiends.forest import INTO_CAVE, NOWHERE, NUM_DIRECTIONS, neighbour_of, target_of
from caverna_sim.games.caverna.fiends.homes import friend_in
from caverna_sim.games.caverna.fiends.ids import orc, trap
from caverna_sim.games.caverna.fiends.mines import mines_with_goods
from caverna_sim.games.caverna.fiends.shape import MAX_STEPS, NUM_EVENTS
from caverna_sim.games.caverna.fiends.standing import anchor_of
from caverna_sim.games.caverna.home.dwarfs import acting_weapon
from caverna_sim.games.caverna.home.wares import can_pay
from caverna_sim.games.caverna.ids import act, argument, good, step, terrain
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of, third_of

STAYS = -1  # no displacement
GONE = -1  # a strength: the orc is defeated or held
FOR_WOOD = 1


@njit_hook(base_game="0")
def decide_fiends(state, rules, bot, mind, out, row, seat_number, seat):
    """The choice in a step of Frantic Fiends, but for rewards and granted spaces."""
    now = int(row["step"])
    if now == step.ORC:
        return _meet_orc(state, rules, bot, mind, row, seat_number, seat)
    if now == step.ARRANGE or now == step.HOUSE:
        return code(act.PASS, 0, 0, 0)  # the default keeps animals out of the way, and the weakest in cheap rooms
    n = list_step(state, rules, seat_number, row, out)
    if now == step.FIGHT:
        weapon = acting_weapon(state, seat)
        if best_fight(state, rules, bot, seat, mind, weapon) > 0.0:
            return int(mind["fight_action"])
        return int(out[0])
    best, choice = WORST, int(out[0])
    for index in range(n):
        worth = _worth_of(state, rules, bot, mind, row, seat, now, int(out[index]))
        if worth > best:
            best, choice = worth, int(out[index])
    return choice


@njit
def _worth_of(state, rules, bot, mind, row, seat, now, action):
    """Worth of a listed choice; the end is worth nothing."""
    kind = kind_of(action)
    if kind == act.PASS:
        return 0.0
    if kind == act.OCCUPY:
        return _least_loss(rules, mind, seat, second_of(action))
    if kind == act.CAPTURE:
        return float(second_of(action))
    if kind == act.REDUCE:
        return _reduction_worth(rules, bot, mind, row, seat, first_of(action))
    if kind == act.PAY_TRAP:
        ware = int(rules["orcs"]["trap"][row[argument.PAID_TRAP]]["pay_ware"])
        return _payment_worth(state, rules, bot, mind, seat, int(row[argument.LETTER]), ware, first_of(action))
    if kind == act.MOVE_IN:
        room = rules["furnishing"][seat["detail"][second_of(action)]]
        return 1.0 + 0.1 * mind["orc_strength"][min(first_of(action), orc.D)] + room["points"]
    if kind == act.RESTOCK or kind == act.MINE:
        return _mine_goods_worth(mind, seat, kind, action)
    if kind == act.ARM:
        return _arm_worth(rules, bot, mind, seat, action)
    if kind == act.SWAP:
        paid, wanted, amount = first_of(action), second_of(action), third_of(action)
        return ware_worth(rules, bot, seat, mind, wanted, amount) - cost_worth(bot, seat, mind, paid, amount) - 0.1
    if kind == act.BEGGAR:
        return 3.0 - first_of(action)
    if kind == act.GROW:
        return dwarf_worth(bot, mind)
    if kind == act.ARRANGE:
        return 10.0 + second_of(action) * 0.01  # low in the forest or in the cave
    return -mind["worth"][first_of(action)]  # an animal without a place is eaten


@njit
def _least_loss(rules, mind, seat, cell):
    """The owner gives away the cell that costs least."""
    loss = float(tile_value(rules, seat, cell))
    loss += 1.0 if friend_in(seat, cell) >= 0 or would_capture_dwarf(rules, seat, cell, False) else 0.0
    if (seat["terrain"][terrain.RUBY_MINE] >> cell) & 1:
        loss += seat["detail"][cell] * mind["worth"][good.RUBY]
    elif (seat["terrain"][terrain.ORE_MINE] >> cell) & 1:
        loss += seat["detail"][cell] * mind["worth"][good.ORE]
    return -loss


@njit
def _reduction_worth(rules, bot, mind, row, seat, number):
    """Orcs that the reductions left can defeat come first, the cheapest of them; else the one that is nearest to it."""
    trap_row = rules["orcs"]["trap"][row[argument.REDUCING_TRAP]]
    strength = int(seat["orcs"][number]["strength"])
    needed = (strength + int(trap_row["amount"]) - 1) // int(trap_row["amount"])
    if needed <= row[argument.REDUCTIONS_LEFT]:
        return 100.0 - needed
    return 50.0 - strength


@njit
def _mine_goods_worth(mind, seat, kind, action):
    """Rubies before ore, full mines before others."""
    cell = second_of(action)
    is_ore = (seat["terrain"][terrain.ORE_MINE] >> cell) & 1
    worth = mind["worth"][good.ORE if is_ore else good.RUBY]
    if kind == act.RESTOCK:
        return 1.0 + worth * (2.0 if is_ore else 1.0)
    return 1.0 + worth * seat["detail"][cell] + first_of(action)  # the mine orc adds one


@njit_hook(base_game="0.0")
def mined_worth(rules, mind, seat):
    """What the donkeys would bring out of the mines."""
    worth = 0.0
    donkeys = int(seat["goods"][good.DONKEY])
    cells = mines_with_goods(seat)
    while cells and donkeys > 0:
        kind = good.ORE if (seat["terrain"][terrain.ORE_MINE] >> first(cells)) & 1 else good.RUBY
        worth += seat["detail"][first(cells)] * mind["worth"][kind]
        donkeys -= 1
        cells &= cells - 1
    return worth


@njit
def _arm_worth(rules, bot, mind, seat, action):
    strength, paid = first_of(action), third_of(action)
    worth = forged_worth_free(bot, seat, mind, strength)
    if paid:
        ware = good.WOOD if paid == FOR_WOOD else good.ORE
        each = rules["orcs"]["wood_per_strength"] if paid == FOR_WOOD else rules["ore_per_strength"]
        worth -= cost_worth(bot, seat, mind, ware, strength * int(each))
    return worth


# ---------------------------------------------------------------- an orc before it moves


@njit
def _price(rules, bot, mind, seat, ware, amount):
    """Worth of goods paid to an orc."""
    if amount <= 0:
        return 0.0
    return cost_worth(bot, seat, mind, ware, amount)


@njit
def _payment_worth(state, rules, bot, mind, seat, number, ware, amount):
    """Worth of weakening an orc by payment."""
    strength = int(seat["orcs"][number]["strength"])
    worth = weaker_worth(bot, mind, strength, strength - amount)
    if amount < strength and (amount == 0 or is_last_chance(state)):
        worth = 0.0
    return worth - _price(rules, bot, mind, seat, ware, amount) + 0.001


@njit
def _meet_orc(state, rules, bot, mind, row, seat_number, seat):
    """Bribe, displace, or let the orc go its way: what leads to the best end of its move (F-EVENT-3, F-EVENT-4)."""
    number = int(row[argument.LETTER])
    one = seat["orcs"][number]
    strength = int(one["strength"])
    ware = int(state["bribe"][state["event"]])
    most = most_bribed(state, seat, number)
    may_push = one["status"] == orc.FOREST and row[argument.DISPLACED] < rules["orcs"]["displacements"]
    push_price = 0.0
    cost = rules["orcs"]["event"][state["event"]]["displace_cost"]
    if may_push and can_pay(seat, cost):
        for paid in range(good.NUM):
            if cost[paid]:
                push_price += cost_worth(bot, seat, mind, paid, int(cost[paid]))
    else:
        may_push = False
    if most == 0 and not may_push:
        return code(act.PASS, 0, 0, 0)
    card = int(state["movement"][seat_number])
    best, choice = WORST, code(act.PASS, 0, 0, 0)
    for option in range(5):
        amount = _amount(bot, rules, mind, seat, option, ware, most, strength)
        if amount < 0 or (option > 0 and amount == 0):
            continue
        worth = _payment_worth(state, rules, bot, mind, seat, number, ware, amount)
        if amount == strength:
            if worth > best:
                best, choice = worth, code(act.BRIBE, number, amount, 0)
            continue
        for direction in range(STAYS, NUM_DIRECTIONS if may_push else 0):
            after = _way_worth(state, rules, bot, mind, seat, number, strength - amount, direction, card)
            if after == WORST:
                continue
            after += worth - (0.0 if direction == STAYS else push_price)
            if after > best + 1e-6:
                best = after
                if amount:
                    choice = code(act.BRIBE, number, amount, 0)
                elif direction == STAYS:
                    choice = code(act.PASS, 0, 0, 0)
                else:
                    choice = code(act.DISPLACE, number, direction, 0)
    return choice


@njit
def _amount(bot, rules, mind, seat, option, ware, most, strength):
    """Amounts worth thinking of: nothing, all, down to what traps hold, and what costs less than it is worth."""
    if option == 0:
        return 0
    if option == 1:
        return strength if most >= strength else -1
    if option == 2 or option == 3:
        amount = strength - (8 if option == 2 else 10)  # limits of traps
        return amount if 0 < amount <= most else -1
    amount = most
    while amount > 0 and cost_worth(bot, seat, mind, ware, amount) > bot["orc_effort"] * amount:
        amount -= 1
    return amount if amount < strength else -1


@njit
def _way_worth(state, rules, bot, mind, seat, number, strength, direction, card):
    """Worth of where an orc goes, pushed first or not; WORST when it cannot be pushed there."""
    one = seat["orcs"][number]
    if one["status"] != orc.FOREST:
        return 0.0
    cell = int(one["cell"])
    worth = 0.0
    if direction != STAYS:
        cell = neighbour_of(rules, cell, direction)
        if cell == NOWHERE:
            return WORST
        if cell == INTO_CAVE:
            return -bot["orc_cave"]
        gain, strength = _entering(state, rules, bot, mind, seat, number, strength, cell)
        worth += gain
        if strength <= 0:
            return worth
    for place in range(MAX_STEPS):
        if card < 0 or rules["orcs"]["card"][card, place] < 0:
            break
        cell = target_of(rules, cell, int(rules["orcs"]["card"][card, place]))
        if cell == INTO_CAVE:
            return worth - bot["orc_cave"]
        gain, strength = _entering(state, rules, bot, mind, seat, number, strength, cell)
        worth += gain
        if strength <= 0:
            return worth
    return worth + _near_trap(state, rules, bot, mind, seat, strength, cell)


@njit
def _near_trap(state, rules, bot, mind, seat, strength, cell):
    """An orc that ends beside a trap that suits it can be pushed into it next time."""
    if state["event"] >= NUM_EVENTS or seat["terrain"][terrain.TRAP] == 0:
        return 0.0
    for index in range(len(NEAR)):
        other = cell + NEAR[index]
        if (seat["terrain"][terrain.TRAP] >> other) & 1 and seat["detail"][other] < terrain.INACTIVE:
            row = rules["orcs"]["trap"][seat["detail"][other]]
            if row["kind"] == trap.WEAKENING or strength <= row["limit"] + 1:
                return 0.4 * mind["rid"]
    return 0.0


@njit
def _entering(state, rules, bot, mind, seat, number, strength, cell):
    """Worth of an orc entering a forest cell, and its strength then; GONE when it goes no further."""
    worth = -_ruin(rules, bot, mind, seat, cell)
    if not (seat["terrain"][terrain.TRAP] >> cell) & 1 or seat["detail"][cell] >= terrain.INACTIVE:
        return worth, strength
    row = rules["orcs"]["trap"][seat["detail"][cell]]
    if row["kind"] != trap.WEAKENING:
        if strength > row["limit"]:
            return worth, strength
        if row["kind"] == trap.KNOCKOUT:
            return worth + mind["rid"] + TRAP_POINTS, GONE
        for other in range(orc.NUM_HOSTILE):
            if other != number and seat["orcs"][other]["held"] and seat["orcs"][other]["cell"] == cell:
                return worth, strength
        if state["event"] >= NUM_EVENTS and mind["orc_rooms"] == 0:
            return worth, GONE
        return worth + held_worth(state, bot, seat, mind), GONE
    left = _weakened(rules, bot, mind, seat, row, strength)
    worth += weaker_worth(bot, mind, strength, left) + (0.0 if row["stays_active"] else TRAP_POINTS)
    return worth, left if left > 0 else GONE


@njit
def _weakened(rules, bot, mind, seat, row, strength):
    if row["weakens"] == trap.HALVE:
        return strength - strength // 2
    if row["weakens"] == trap.FIXED:
        return max(0, strength - int(row["amount"]))
    if row["weakens"] == trap.SPREAD:
        return max(0, strength - int(row["amount"]) * int(row["times"]))
    paid = min(int(seat["goods"][row["pay_ware"]]), min(int(row["pay_most"]), strength))
    if paid >= strength and cost_worth(bot, seat, mind, int(row["pay_ware"]), paid) > mind["rid"]:
        return strength
    return strength - paid


@njit
def _ruin(rules, bot, mind, seat, cell):
    """Worth of animals and crops that an orc would take from a cell (F-EVENT-8)."""
    loss = 0.0
    here = anchor_of(seat, cell) if seat["standing_cells"] else cell
    if seat["standing"][here] > 0:
        loss += seat["standing"][here] * mind["worth"][seat["standing_animal"][here]] + seat["standing_dogs"][here] * mind["dog"]
    if (seat["terrain"][terrain.GRAIN_FIELD] >> cell) & 1:
        loss += seat["detail"][cell] * mind["worth"][good.GRAIN]
    elif (seat["terrain"][terrain.VEGETABLE_FIELD] >> cell) & 1:
        loss += seat["detail"][cell] * mind["worth"][good.VEGETABLE]
    return loss
