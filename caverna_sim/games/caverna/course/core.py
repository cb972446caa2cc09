"""The three kernels everything else is built on: `legal` lists choices, `apply` takes one, `advance` goes to the next.

A player decides the step on top of the agenda, of which each kind is a row of ids/step.py and a module with its doors; beside most steps
the trades of games/caverna/home/trades.py are on offer too (R-RUBY-5, R-CONV-1). After a dwarf is placed at least one part must be
carried out (R-WORK-6), so until then only trades are offered that leave something to do: each doubtful one is tried on a scratch state.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_inline, own_copy
from caverna_sim.games.caverna.course.doors import kinds_in
from caverna_sim.games.caverna.course.hooks import leave_places, list_trades_in_event, settle_in_event
from caverna_sim.games.caverna.course.rounds import advance_once, set_up
from caverna_sim.games.caverna.course.spaces import any_part_possible
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.home.trades import is_trade, list_trades, trade
from caverna_sim.games.caverna.ids import act, argument, good, phase, step
from caverna_sim.kit.play import loop
from caverna_sim.kit.records.agenda import pop, push, top_step
from caverna_sim.kit.records.codes import code, first_of, kind_of
from caverna_sim.kit.records.history import remember

# ---------------------------------------------------------------- the doors of all kinds of steps

_MEANS = {name.lower(): f'int(row["{field}"])' for name, field in vars(argument).items() if field in argument.FIELDS}
_MEANS["part_row"] = f'rules["space"][row["{argument.SPACE}"]]["parts"][row["{argument.PART}"]]'
STEPS = kinds_in("steps", step.ROWS, 'int(row["step"])', _MEANS)

_list_choices = STEPS.gather("_list_choices", "state, rules, seat_number, seat, row, out, n", "list_choices", "n")
# a choice other than to decide nothing
_carry_out = STEPS.gather("_carry_out", "state, rules, seat_number, seat, row, action", "carry_out", "None")
# whether nothing is left to decide, whatever could still be traded
_is_over = STEPS.gather("_is_over", "state, rules, seat_number, seat, row", "is_over", "False", njit_inline)
# nothing is left to decide, or its owner decides nothing
_end = STEPS.gather("_end", "state, rules, seat_number, seat, row", "end", "pop(state)", pop=pop)

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
    n = list_step(state, rules, seat_number, row, out)
    if now == step.MAKE_ROOM and state["depth"] > 1:
        row = state["agenda"][state["depth"] - 2]
    if row["step"] == step.ACTION and row[argument.DONE] == 0:
        return _list_harmless_trades(state, rules, scratch, seat_number, row, out, n)
    if step.TRADES[now] == step.NEVER or (step.TRADES[now] == step.OTHER_TURN and not rules["trade_outside_turn"]):
        return n
    if state["places_fixed"]:
        return list_trades_in_event(rules, state["seats"][seat_number], int(state["dwarf"]), out, n)
    return list_trades(rules, state["seats"][seat_number], int(state["dwarf"]), out, n)


@njit
def list_step(state, rules, seat_number, row, out):
    """The choices of the step itself, to decide nothing among them."""
    n = _list_choices(state, rules, seat_number, state["seats"][seat_number], row, out, 0)
    if step.PASSES[int(row["step"])]:
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
    remember(state, action)
    if is_trade(action):
        leave_places(rules, seat, action)
        trade(rules, seat, int(state["dwarf"]), action)
    elif kind_of(action) == act.PASS:
        _end(state, rules, seat_number, seat, row)
    else:
        _carry_out(state, rules, seat_number, seat, row, action)
    has_room = keeps_room and not _has_more_animals(goods, farm_animals) and goods[good.DOG] >= dogs
    _settle(state, rules, seat_number if has_room else -1)


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
            push(state, step.MAKE_ROOM, seat_number)
            return
        elif not _is_over(state, rules, seat_number, seat, row):
            return
        else:
            _end(state, rules, seat_number, seat, row)
            if not (step.KEEPS_HOME >> now) & 1:
                housed = -1


# ---------------------------------------------------------------- whole games, and doors for Python

_loop = own_copy(
    loop, __name__, OVER=phase.OVER, set_up=set_up, advance_once=advance_once, settle=settle, legal=legal, apply=apply,
)  # fmt: skip
advance, new_game, play_randomly, random_games = _loop.advance, _loop.new_game, _loop.play_randomly, _loop.random_games
legal_here, apply_here = _loop.legal_here, _loop.apply_here
advance_once_here, set_up_here = _loop.advance_once_here, _loop.set_up_here
