"""The swift bot: in its own turn it takes the choice that appeals to it most; all else is left to the scripted policy.

It looks at no outcome and copies no state, so it plays many times as many games as the value bot that taught it (docs/bots.md).
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.appeal import HARDLY, appeal_of, ask, choice_of, has_lie, see, worth_of_choice, worth_of_lie
from caverna_sim.games.caverna.bots.layout import APPEAL_PER_POINT, MAX_CANDIDATES, MAX_PLACEMENTS, PLACING, REORDERED, WORKING
from caverna_sim.games.caverna.bots.lots import noise
from caverna_sim.games.caverna.bots.parts import WORST
from caverna_sim.games.caverna.bots.policy import choose, leaves_to_policy, nothing_to_judge, space_worth
from caverna_sim.games.caverna.course.core import legal, list_step
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.trades import list_exchanges
from caverna_sim.games.caverna.ids import act, good, phase, step
from caverna_sim.games.caverna.shape.layout import AT_HOME
from caverna_sim.kit.bots.best import insert
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def choose_by_appeal(state, rules, bot, judge, scratch, mind, out):
    """The most appealing choice of a turn; elsewhere what the policy does."""
    row = top_step(state)
    seat_number = int(row["seat"])
    if not is_asked(state, rules, row, seat_number, out):
        return choose(state, rules, bot, scratch, mind, out)
    if row["step"] == step.PLACE:
        return _place(state, rules, bot, judge["appeal"], scratch, mind, out, seat_number)
    n = list_work(state, rules, scratch, out, row, seat_number)
    if n == 1:
        return int(out[0])
    return _work(state, rules, bot, judge["appeal"], mind, out, row, seat_number, n)


@njit
def is_asked(state, rules, row, seat_number, out):
    """Whether a decision is one that the net was taught."""
    if state["phase"] != phase.WORK or row["step"] >= step.GRANT or row["step"] == step.MAKE_ROOM:
        return False
    return row["step"] != step.PLACE or not leaves_to_policy(state, rules, state["seats"][seat_number], out)


@njit
def list_placements(state, rules, bot, mind, out, seat_number):
    """Every placement, and what rubies buy, in `out`; the policy's worth of each in mind["placement_worth"]."""
    seat = state["seats"][seat_number]
    price = int(rules["reorder_rubies"])
    gives = rules["gives_always"] | (rules["gives_stock"] & state["stocked"])
    bought = _list_bought(rules, mind, out, seat)
    strengths = strengths_at_home(seat)
    is_weakest = True
    n = bought
    while strengths and (is_weakest or seat["goods"][good.RUBY] >= price):
        strength = first(strengths)
        strengths &= strengths - 1
        for index in range(state["num_open"]):
            space = int(state["open_spaces"][index])
            if state["used_by"][space] >= 0 or not may_use(seat, space) or n >= MAX_PLACEMENTS:
                continue
            worth = space_worth(state, rules, bot, mind, seat_number, space, strength, NOT_IMITATING)
            if worth == WORST and not (gives >> space) & 1:
                continue
            out[n] = code(act.PLACE, space, strength, 0 if is_weakest else 1)
            mind["placement_worth"][n] = max(worth, HARDLY)
            n += 1
        is_weakest = False
    return n if n > bought else 0


@njit
def _list_bought(rules, mind, out, seat):
    """What rubies buy before a placement; the policy has no opinion on it."""
    if seat["goods"][good.RUBY] == 0:
        return 0
    n = min(list_exchanges(rules, seat, out, 0), MAX_PLACEMENTS)
    for index in range(n):
        mind["placement_worth"][index] = 0.0
    return n


@njit
def weigh_placements(state, rules, bot, net, mind, out, seat_number):
    """List placements and what rubies buy as `list_placements` does; the appeal of each, in points, in mind["placement_worth"]."""
    seat = state["seats"][seat_number]
    see(state, rules, bot, seat_number, mind)
    n = list_placements(state, rules, bot, mind, out, seat_number)
    if n == 0:
        return 0
    ask(net, PLACING, mind)
    begins = is_first_placement(state, seat)
    for index in range(n):
        action = int(out[index])
        mind["placement_worth"][index] = appeal_of_placement(net, rules, bot, seat, mind, action, index) / APPEAL_PER_POINT
        if begins and kind_of(action) == act.PLACE:
            mind["placement_worth"][index] += bot["first"][state["players"] - 1, first_of(action)]
        out[index] = action & ~1 if kind_of(action) == act.PLACE else action  # the mark of a dwarf that is not the weakest
    return n


@njit
def is_first_placement(state, seat):
    """Whether none of its dwarfs has been placed in the game."""
    if state["round"] > 1:
        return False
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] != AT_HOME:
            return False
    return True


@njit
def _place(state, rules, bot, net, scratch, mind, out, seat_number):
    n = weigh_placements(state, rules, bot, net, mind, out, seat_number)
    if n == 0:
        return nothing_to_judge(state, rules, bot, scratch, mind, out)
    best, choice = WORST, -1
    for index in range(n):
        action = int(out[index])
        appeal = mind["placement_worth"][index] + noise(state, bot, seat_number, mind, code(act.PLACE, first_of(action), 0, 0))
        if index < MAX_CANDIDATES:  # to be looked at by people
            mind["candidate"][index] = action
            mind["outcome"][index] = appeal
        if appeal > best:
            best, choice = appeal, action
    return choice


@njit
def appeal_of_placement(net, rules, bot, seat, mind, action, index):
    """How appealing a listed placement is, or what a ruby buys before it."""
    kind = kind_of(action)
    appeal = appeal_of(net, mind, choice_of(seat, action, step.PLACE))
    if kind == act.PLACE:
        appeal += net["worth"][kind] * mind["placement_worth"][index]
        return appeal + appeal_of(net, mind, REORDERED) if action & 1 else appeal
    return appeal + worth_of_lie(net, rules, bot, seat, mind, action) if kind == act.BUY_TILE else appeal


@njit
def list_work(state, rules, scratch, out, row, seat_number):
    """All choices in the middle of a turn; without rubies none of the trades, which are left to the policy."""
    if row["step"] != step.ACTION or state["seats"][seat_number]["goods"][good.RUBY] > 0:
        return legal(state, rules, scratch, out)
    return list_step(state, rules, seat_number, row, out)


@njit
def _work(state, rules, bot, net, mind, out, row, seat_number, n):
    see(state, rules, bot, seat_number, mind)
    ask(net, WORKING, mind)
    best, choice = WORST, int(out[0])
    for index in range(n):
        action = int(out[index])
        appeal = appeal_of_work(state, rules, bot, net, mind, row, seat_number, action)
        if appeal > best:
            best, choice = appeal, action
    return choice


@njit
def appealing_work(state, rules, bot, net, scratch, mind, out, row, seat_number, most):
    """The choices in the middle of a turn that appeal most, in mind["option"], best first; returns how many."""
    n = list_work(state, rules, scratch, out, row, seat_number)
    mind["option"][0] = out[0]  # stays where the net was taught none of them
    if n == 1:
        return 1
    see(state, rules, bot, seat_number, mind)
    ask(net, WORKING, mind)
    number = 0
    for index in range(n):
        action = int(out[index])
        appeal = appeal_of_work(state, rules, bot, net, mind, row, seat_number, action)
        if appeal == WORST:
            continue
        number = insert(mind["option"], mind["option_worth"], number, most, action, appeal)
    return number


@njit
def appeal_of_work(state, rules, bot, net, mind, row, seat_number, action):
    """How appealing a choice in the middle of a turn is, WORST for kinds the net was not taught."""
    seat = state["seats"][seat_number]
    kind = kind_of(action)
    one = choice_of(seat, action, int(row["step"]))
    if one < 0:
        return WORST
    appeal = appeal_of(net, mind, one)
    if net["worth"][kind] != 0.0:
        appeal += net["worth"][kind] * worth_of_choice(state, rules, bot, mind, seat_number, row, action)
    if has_lie(kind):
        appeal += worth_of_lie(net, rules, bot, seat, mind, action)
    return appeal


@njit
def appealing_placements(state, rules, bot, net, mind, out, seat_number, most):
    """The placements that appeal most, in mind["candidate"], best first; returns how many."""
    n = weigh_placements(state, rules, bot, net, mind, out, seat_number)
    number = 0
    for index in range(n):
        action = int(out[index])
        if kind_of(action) == act.PLACE:
            worth = float(mind["placement_worth"][index])
            number = insert(mind["candidate"], mind["candidate_worth"], number, min(most, MAX_CANDIDATES), action, worth)
    return number
