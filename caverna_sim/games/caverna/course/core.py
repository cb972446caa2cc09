"""The three kernels everything else is built on: `legal` lists choices, `apply` takes one, `advance` goes to the next.

A player decides the step on top of the agenda; beside most steps the trades of games/caverna/home/trades.py are on offer too
(R-RUBY-5, R-CONV-1). After a dwarf is placed at least one part must be carried out (R-WORK-6), so until then only
trades are offered that leave something to do: each doubtful one is tried on a scratch state.
"""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.games.caverna.course.expedition import end_expedition, list_loot, take_loot
from caverna_sim.games.caverna.course.feeding import feed, feed_dwarf, list_feed, need
from caverna_sim.games.caverna.course.fiends import (
    close_move_in,
    decide_fiends,
    fiends_step_is_closed,
    list_fiends_step,
    list_late_move_in,
    list_place_orc,
    settle_in_event,
    trades_allowed,
)
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.course.parts.buy import buy, can_buy, list_buy
from caverna_sim.games.caverna.course.parts.trade import exchange, list_exchanges
from caverna_sim.games.caverna.course.rounds import advance_once, overfull, set_up, stay_home
from caverna_sim.games.caverna.course.spaces import (
    any_part_possible,
    begin_action,
    carry_out_part,
    choosable_parts,
    list_part,
    may_stop,
    open_parts,
    part_of_action,
    space_usable,
)
from caverna_sim.games.caverna.fiends.events import go_on_moving
from caverna_sim.games.caverna.fiends.friendly import (
    collect_stock,
    early_strengths,
    orcs_may_stay_home,
    orcs_stay_home,
    take_marker,
    works_like_a_dwarf,
)
from caverna_sim.games.caverna.fiends.hostile import move_in
from caverna_sim.games.caverna.fiends.trades import leave_places, list_trades_in_event
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.home.breeding import breed, list_breed
from caverna_sim.games.caverna.home.crops import can_sow, list_sow, sow
from caverna_sim.games.caverna.home.dwarfs import NOT_A_DWARF, acting_weapon, dwarf_at_home, strengths_at_home
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.trades import is_trade, list_meals, list_trades, trade
from caverna_sim.games.caverna.home.wares import can_pay, owns_any, pay
from caverna_sim.games.caverna.ids import act, argument, effect, good, harvest, part, phase, step
from caverna_sim.games.caverna.shape.agenda import pop, push, top_step
from caverna_sim.games.caverna.shape.bits import first
from caverna_sim.games.caverna.shape.codes import code, first_of, kind_of, second_of
from caverna_sim.jit import njit, njit_hook, njit_inline

# actions that change goods, animals among them, and nothing on a home board
GOODS_ONLY = 0
for _kind in (act.PLACE, act.IMITATE, act.COLLECT, act.EXPEDITION, act.LOOT, act.FORGE, act.BUY, act.TRADE, act.CONVERT, act.EXCHANGE):
    GOODS_ONLY |= 1 << _kind

# ---------------------------------------------------------------- what is legal


@njit
def legal(state, rules, scratch, out):
    """List the ids of all legal actions in `out` and return their number; `scratch` is a state to try things on.

    Prices are paid and paid back while listing, so a state must not be listed from two threads at once.
    """
    if state["depth"] == 0:
        return 0
    row = top_step(state)
    now = int(row["step"])
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    if now == step.LOOT_ITEM:
        item = rules["loot"][row[argument.LOOT]]["part"]
        return list_part(state, rules, seat_number, part.NO_SPACE, 0, item, acting_weapon(state, seat), NOT_IMITATING, out, 0)
    if now >= step.GRANT:
        return list_fiends(state, rules, seat_number, seat, row, out)
    n = _list_step(state, rules, seat_number, seat, row, now, out)
    if now == step.ACTION and row[argument.DONE] == 0:
        return _list_harmless_trades(state, rules, scratch, seat_number, row, out, n)
    if now == step.MAKE_ROOM and state["depth"] > 1:
        below = state["agenda"][state["depth"] - 2]
        if below["step"] == step.ACTION and below[argument.DONE] == 0:
            return _list_harmless_trades(state, rules, scratch, seat_number, below, out, n)
    if state["places_fixed"]:
        return list_trades_in_event(rules, seat, int(state["dwarf"]), out, n) if trades_allowed(state, rules, now) else n
    if rules["trade_outside_turn"] or not _is_outside_turn(now):
        n = list_trades(rules, seat, int(state["dwarf"]), out, n)
    return n


@njit_hook(base_game="0")
def list_fiends(state, rules, seat_number, seat, row, out):
    """Choices of the steps of Frantic Fiends, with trades where they are allowed (F-EVENT-12)."""
    if row["step"] == step.GRANT:
        n = list_action(state, rules, seat_number, row, out)
    else:
        n = list_fiends_step(state, rules, seat_number, seat, row, out)
    if not trades_allowed(state, rules, int(row["step"])):
        return n
    if state["places_fixed"]:
        return list_trades_in_event(rules, seat, int(state["dwarf"]), out, n)
    return list_trades(rules, seat, int(state["dwarf"]), out, n)


@njit
def _is_outside_turn(now):
    """Decisions that are neither the own turn nor feeding nor the last trades (toggle anytime_during_other_turns)."""
    return now == step.PROTECT or now == step.HARVEST_CHOICE or now == step.BREED


@njit
def _list_step(state, rules, seat_number, seat, row, now, out):
    """The choices of the step itself."""
    n = 0
    if now == step.PLACE:
        return _list_place(state, rules, seat_number, seat, out)
    if now == step.ACTION:
        return list_action(state, rules, seat_number, row, out)
    if now == step.SOW:
        n = list_sow(rules, seat, int(row[argument.GRAIN_LEFT]), int(row[argument.VEGETABLES_LEFT]), out, n)
    elif now == step.EXPEDITION:
        n = list_loot(state, rules, seat_number, row, out, n)
        if n > 0 and row[argument.ITEMS_TAKEN] < rules["least_loot"]:
            return n
    elif now == step.BUY:
        n = list_buy(seat, rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]], int(row[argument.BOUGHT]), out, n)
    elif now == step.TRADE:
        n = list_exchanges(seat, rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]], int(row[argument.TRADES_LEFT]), out, n)
    elif now == step.MAKE_ROOM:
        return _list_make_room(rules, seat, out)
    elif now == step.PROTECT:
        n = list_protect(state, rules, seat, out)
    elif now == step.HARVEST_CHOICE:
        out[0] = code(act.SKIP_STEP, harvest.SKIP_FIELD, 0, 0)
        out[1] = code(act.SKIP_STEP, harvest.SKIP_BREEDING, 0, 0)
        return 2
    elif now == step.FEED:
        return list_feed(rules, seat, row, out, n)
    elif now == step.BREED:
        n = list_breed(rules, seat, good.NUM_FARM_ANIMALS, out, n)
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def _list_make_room(rules, seat, out):
    """Animals without food value: they are listed by no trade, and yet they have to go (R-ANIM-4)."""
    n = list_meals(rules, seat, out, 0)
    kept = 0
    for index in range(n):  # edible ones are listed among the trades
        if rules["food_value"][first_of(out[index])] == 0:
            out[kept] = out[index]
            kept += 1
    return kept


@njit
def _list_place(state, rules, seat_number, seat, out):
    """Every free and usable space for the weakest dwarf, and for any other one for a ruby (R-WORK-2 to R-WORK-6)."""
    strengths = strengths_at_home(seat)
    n = 0
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
def list_action(state, rules, seat_number, row, out):
    """The parts of the space that may be carried out now, and the end of the action."""
    space, done, imitating = int(row[argument.SPACE]), int(row[argument.DONE]), int(row[argument.IMITATING])
    weapon = acting_weapon(state, state["seats"][seat_number])
    n = 0
    parts = choosable_parts(state, rules, seat_number, space, done, imitating)
    while parts:
        one = rules["space"][space]["parts"][first(parts)]
        parts &= parts - 1
        n = list_part(state, rules, seat_number, space, done, one, weapon, imitating, out, n)
    if n == 0 or row["step"] == step.GRANT or may_stop(state, rules, seat_number, space, done, imitating):
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit
def _nothing_can_be_lost(out, n):
    """Whether a choice is listed that stays possible whatever is traded away: taking goods, growing."""
    for index in range(n):
        kind = kind_of(out[index])
        if kind == act.COLLECT or kind == act.GROW:
            return True
    return False


@njit
def _is_meal(action):
    """Whether farm animals are turned into food; no part of a space is paid with them."""
    return kind_of(action) == act.CONVERT and first_of(action) >= good.FIRST_FARM_ANIMAL


@njit
def _list_harmless_trades(state, rules, scratch, seat_number, row, out, n):
    """Trades that leave at least one part of the space to be carried out (R-WORK-6)."""
    end = list_trades(rules, state["seats"][seat_number], int(state["dwarf"]), out, n)
    if end == n or _nothing_can_be_lost(out, n):
        return end
    kept = n
    for index in range(n, end):
        scratch[0] = state
        tried = scratch[0]
        trade(rules, tried["seats"][seat_number], int(tried["dwarf"]), int(out[index]))
        if _is_meal(out[index]) or any_part_possible(tried, rules, seat_number, int(row[argument.SPACE]), int(row[argument.IMITATING])):
            out[kept] = out[index]
            kept += 1
    return kept


@njit
def list_protect(state, rules, seat, out):
    n = 0
    if seat["goods"][good.RUBY] < rules["protection_rubies"]:
        return n
    for index in range(state["num_open"]):
        if overfull(state, rules, int(state["open_spaces"][index])):
            out[n] = code(act.PROTECT, int(state["open_spaces"][index]), 0, 0)
            n += 1
    return n


# ---------------------------------------------------------------- taking an action


@njit
def apply(state, rules, action):
    """Carry out a legal action and settle what follows at once; the caller answers for its legality."""
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    goods = seat["goods"]
    keeps_room = _keeps_room(state, row, action)
    farm_animals = (int(goods[good.SHEEP]), int(goods[good.DONKEY]), int(goods[good.WILD_BOAR]), int(goods[good.CATTLE]))
    dogs = int(goods[good.DOG])
    _remember(state, action)
    if is_trade(action):
        leave_places(rules, seat, action)
        trade(rules, seat, int(state["dwarf"]), action)
    elif row["step"] == step.PLACE:
        if kind_of(action) == act.PLACE_ORC:
            _place_orc(state, rules, seat_number, seat, action)
        elif kind_of(action) == act.MOVE_IN:
            move_in(state, rules, seat_number, first_of(action), second_of(action))
        else:
            _place(state, rules, seat_number, seat, action)
    elif row["step"] == step.ACTION or row["step"] == step.GRANT:
        _act(state, rules, seat_number, seat, row, action)
    elif row["step"] >= step.GRANT:
        decide_fiends(state, rules, seat_number, seat, row, action)
    else:
        _decide(state, rules, seat_number, seat, row, action)
    has_room = keeps_room and not _has_more_animals(goods, farm_animals) and goods[good.DOG] >= dogs
    _settle(state, rules, seat_number if has_room else -1)


@njit
def _remember(state, action):
    """Fold the action into the trajectory hash: two polynomials modulo primes below 2**31."""
    action = int(action)
    high = int(state["hash"]) >> 31
    low = int(state["hash"]) & 0x7FFFFFFF
    high = (high * 1103515245 + action + 1) % 2147483629
    low = (low * 1664525 + action + 1) % 2147483647
    state["hash"] = (high << 31) | low
    state["choices"] += 1


@njit
def _place(state, rules, seat_number, seat, action):
    """A dwarf goes to a space; where there is nothing to choose its goods are taken at once."""
    pop(state)
    if kind_of(action) == act.PASS:
        if strengths_at_home(seat):
            stay_home(seat)
        else:
            orcs_stay_home(rules, seat)
        state["turn"] = (seat_number + 1) % state["players"]
        return
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
    push(state, step.ACTION, seat_number, space, 0, 0, 0)
    collect_stock(state, rules, seat_number, number, space)
    top_step(state)[argument.DONE] = (1 << int(rules["space"][space]["num_parts"])) - 1
    take_marker(state, rules, seat_number, space)


@njit
def _act(state, rules, seat_number, seat, row, action):
    """One part of the space is carried out."""
    space, done, imitating = int(row[argument.SPACE]), int(row[argument.DONE]), int(row[argument.IMITATING])
    if kind_of(action) == act.PASS:
        _end_action(state, seat_number, row)
        return
    number = part_of_action(rules, seat, space, open_parts(rules, seat, space, done), action)
    one = rules["space"][space]["parts"][number]
    if kind_of(action) == act.IMITATE:
        pay(seat, one["pay"], 1)
        row[argument.SPACE] = first_of(action)
        row[argument.DONE] = 0
        row[argument.IMITATING] = 1
        return
    if one["blocked_by"] & done:  # only the Guest room allows this
        seat["guest_room_used"] |= 1 if rules["space"][space]["guest_room"] == 2 else 0
    row[argument.DONE] = done | (1 << number)
    carry_out_part(state, rules, seat_number, space, done, number, one, imitating, action)


@njit
def _end_action(state, seat_number, row):
    is_granted = row["step"] == step.GRANT  # a reward within something that goes on
    pop(state)
    if is_granted:
        return
    state["dwarf"] = -1
    state["orc_acts"] = 0
    state["turn"] = (seat_number + 1) % state["players"]


@njit
def _decide(state, rules, seat_number, seat, row, action):
    """Choices of all other steps."""
    now = int(row["step"])
    kind = kind_of(action)
    if now == step.LOOT_ITEM:
        item = rules["loot"][row[argument.LOOT]]["part"]
        pop(state)
        carry_out_part(state, rules, seat_number, part.NO_SPACE, 0, 0, item, NOT_IMITATING, action)
    elif now == step.EXPEDITION:
        if kind == act.PASS:
            end_expedition(state, rules, seat_number)
        else:
            take_loot(state, rules, seat_number, first_of(action))
    elif now == step.FEED:
        if kind == act.FEED_DWARF:
            feed_dwarf(rules, seat, row, first_of(action), second_of(action))
        else:
            feed(rules, seat, row, first_of(action))
            pop(state)
    elif kind == act.PASS:
        pop(state)
    elif now == step.SOW:
        sow(rules, seat, first_of(action), second_of(action))
        if first_of(action) == good.GRAIN:
            row[argument.GRAIN_LEFT] -= 1
        else:
            row[argument.VEGETABLES_LEFT] -= 1
    elif now == step.BUY:
        buy(rules, seat, rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]], first_of(action))
        row[argument.BOUGHT] |= 1 << first_of(action)
    elif now == step.TRADE:
        exchange(rules, seat, rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]], first_of(action))
        row[argument.TRADES_LEFT] -= first_of(action)
    elif now == step.BREED:
        pop(state)
        breed(rules, seat, first_of(action))
    elif now == step.PROTECT:
        seat["goods"][good.RUBY] -= rules["protection_rubies"]
        state["protected"][first_of(action)] = 1
    elif now == step.HARVEST_CHOICE:
        state["skip_step"][seat_number] = first_of(action)
        pop(state)


@njit
def settle(state, rules):
    """After every action: animals without room come first, and steps with nothing left to decide are closed."""
    _settle(state, rules, -1)


@njit
def _keeps_room(state, row, action):
    """Whether all animals have room, and an action leaves the home board, and so their room, as it is."""
    kind = kind_of(action)
    if kind == act.PASS or kind == act.FEED:
        return True
    return (GOODS_ONLY >> kind) & 1 == 1 and row["step"] != step.MAKE_ROOM and not state["places_fixed"]


@njit
def _has_more_animals(goods, before):
    """Whether there are more farm animals of any type than before."""
    sheep, donkeys, boars, cattle = before
    return goods[good.SHEEP] > sheep or goods[good.DONKEY] > donkeys or goods[good.WILD_BOAR] > boars or goods[good.CATTLE] > cattle


@njit
def _settle(state, rules, housed):
    """`housed` is the seat whose animals are known to fit, while only steps are closed; -1 none."""
    while state["depth"] > 0:
        row = top_step(state)
        seat_number = int(row["seat"])
        seat = state["seats"][seat_number]
        now = int(row["step"])
        if state["places_fixed"]:
            changed, waits = settle_in_event(state, rules, seat_number, seat, now)
            if waits:
                return
            if changed:
                continue
            fits = True
        else:
            fits = seat_number == housed or animals_fit(rules, seat)
            housed = seat_number if fits else -1
        if now == step.MAKE_ROOM:
            if not fits:
                return
            pop(state)
        elif not fits:
            push(state, step.MAKE_ROOM, seat_number, 0, 0, 0, 0)
            return
        elif not _is_closed(state, rules, seat_number, seat, row):
            return
        elif now == step.EXPEDITION:
            end_expedition(state, rules, seat_number)
            housed = -1
        elif now == step.ACTION or now == step.GRANT:
            _end_action(state, seat_number, row)
        elif now == step.MOVE:
            go_on_moving(state, rules, seat_number)
            housed = -1
        elif now == step.MOVE_IN:
            close_move_in(state, rules, seat_number, int(row[argument.LETTER]))
            housed = -1
        else:
            pop(state)


@njit_inline
def _is_closed(state, rules, seat_number, seat, row):
    """Whether a step has nothing left to decide, whatever could still be traded."""
    now = int(row["step"])
    may_still_trade = seat["goods"][good.RUBY] > 0 or owns_any(seat, rules["passive"][effect.TRADE])
    if now >= step.GRANT:
        return fiends_step_is_closed(state, rules, seat_number, seat, row, may_still_trade)
    if now == step.ACTION:
        return row[argument.DONE] != 0 and open_parts(rules, seat, int(row[argument.SPACE]), int(row[argument.DONE])) == 0
    if now == step.SOW:  # rubies could still buy a field or a seed
        return (row[argument.GRAIN_LEFT] <= 0 and row[argument.VEGETABLES_LEFT] <= 0) or (
            not may_still_trade and not can_sow(rules, seat, int(row[argument.GRAIN_LEFT]), int(row[argument.VEGETABLES_LEFT]))
        )
    if now == step.EXPEDITION:
        return row[argument.ITEMS_LEFT] <= 0
    if now == step.TRADE:  # what is received may pay for the next trade
        one = rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]]
        return row[argument.TRADES_LEFT] <= 0 or (not may_still_trade and not can_pay(seat, one["pay"]))
    if now == step.BUY:  # rubies and tiles could still bring gold
        return not may_still_trade and not can_buy(
            seat, rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]], int(row[argument.BOUGHT])
        )
    if now == step.FEED:
        return need(rules, seat, row) <= 0
    if now == step.PROTECT:
        return seat["goods"][good.RUBY] < rules["protection_rubies"] or not _any_overfull(state, rules)
    return False


@njit
def _any_overfull(state, rules):
    for index in range(state["num_open"]):
        if overfull(state, rules, int(state["open_spaces"][index])):
            return True
    return False


@njit
def advance(state, rules):
    """Go on until somebody has to decide or the game is over."""
    while state["depth"] == 0 and state["phase"] != phase.OVER:
        advance_once(state, rules)
        settle(state, rules)


# ---------------------------------------------------------------- whole games


@njit
def new_game(state, rules, seed, game_key):
    """A game at its first decision; `state` is all zeros."""
    set_up(state, rules, seed, game_key)
    advance(state, rules)


@njit
def play_randomly(state, rules, scratch, out, most_choices):
    """Choose uniformly among all legal actions until the game is over; returns the number of choices."""
    choices = 0
    while state["phase"] != phase.OVER and choices < most_choices:
        n = legal(state, rules, scratch, out)
        seat = int(top_step(state)["seat"])
        action = out[draw(state, STREAM_BOT + seat, n)] if n > 1 else out[0]
        apply(state, rules, int(action))
        advance(state, rules)
        choices += 1
    return choices


# ---------------------------------------------------------------- doors for Python: arrays of length 1


@njit
def legal_here(states, rules, scratch, out):
    """`legal` for a state in an array."""
    return legal(states[0], rules[0], scratch, out)


@njit
def apply_here(states, rules, action):
    """`apply` for a state in an array, without advancing."""
    apply(states[0], rules[0], action)


@njit
def advance_once_here(states, rules):
    """One automatic step for a state in an array."""
    advance_once(states[0], rules[0])
    settle(states[0], rules[0])


@njit
def set_up_here(states, rules, seed, game_key):
    """A game before its first round for a state in an array."""
    set_up(states[0], rules[0], seed, game_key)


@njit
def random_games(states, rules, scratch, out, seed, first_game, games):
    """Play games at random one after another in the same state; returns choices and a digest of their hashes."""
    choices = 0
    digest = 0
    for game in range(first_game, first_game + games):
        states[0] = scratch[1]  # all zeros
        new_game(states[0], rules[0], seed, game)
        choices += play_randomly(states[0], rules[0], scratch, out, 1_000_000)
        digest = (digest % (1 << 55)) * 31 + states[0]["hash"]
    return choices, digest
