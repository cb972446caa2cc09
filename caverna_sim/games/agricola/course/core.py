"""The three kernels everything else is built on: `legal` lists choices, `apply` takes one, `advance` goes to the next.

A player decides the step on top of the agenda, of which each kind is a row of ids/step.py and a module with its doors; beside most steps
goods can be turned into food (AG-CNV-01, AG-CNV-02). Between a placement and the first part of its action nothing is converted that would
leave nothing to carry out (AG-WRK-03): each conversion is tried and undone.
"""

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.agricola.course.doors import Kinds
from caverna_sim.games.agricola.course.rounds import advance_once, set_up
from caverna_sim.games.agricola.course.spaces import any_part_possible
from caverna_sim.games.agricola.course.steps.keep import may_cook
from caverna_sim.games.agricola.farm.food import convert, food_for, list_converts
from caverna_sim.games.agricola.ids import act, argument, good, phase, step
from caverna_sim.kit.play import loop
from caverna_sim.kit.records.agenda import pop, top_step
from caverna_sim.kit.records.codes import code, first_of, kind_of
from caverna_sim.kit.records.history import remember

_MEANS = {name.lower(): f'int(row["{field}"])' for name, field in vars(argument).items() if field in argument.FIELDS}
_STEPS = Kinds(["caverna_sim.games.agricola.course.steps"], step.ROWS, 'int(row["step"])', _MEANS)

_list_choices = _STEPS.gather("_list_choices", "state, rules, seat_number, seat, row, out, n", "list_choices", "n")
_carry_out = _STEPS.gather("_carry_out", "state, rules, seat_number, seat, row, action", "carry_out", "None")
_is_over = _STEPS.gather("_is_over", "state, rules, seat_number, seat, row", "is_over", "False")
_end = _STEPS.gather("_end", "state, rules, seat_number, seat, row", "end", "pop(state)", pop=pop)


@njit
def legal(state, rules, scratch, out):
    """List the ids of all legal actions in `out` and return their number; nothing is tried on `scratch`."""
    if state["depth"] == 0:
        return 0
    row = top_step(state)
    now, seat_number = int(row["step"]), int(row["seat"])
    seat = state["seats"][seat_number]
    n = _list_choices(state, rules, seat_number, seat, row, out, 0)
    if (step.PASSES >> now) & 1:
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    if not (step.CONVERTS >> now) & 1:
        return n
    cooking = now != step.KEEP or may_cook(rules, row[argument.ARRIVED])
    end = list_converts(rules, seat, now == step.FEED, cooking, out, n)
    if now == step.KEEP and state["depth"] > 1:
        row = state["agenda"][state["depth"] - 2]
    if row["step"] == step.ACTION and row[argument.DONE] == 0 and row["seat"] == seat_number:
        return _keep_harmless(state, rules, seat_number, int(row[argument.SPACE]), out, n, end)
    return end


@njit
def _keep_harmless(state, rules, seat_number, space, out, n, end):
    """Of conversions listed from n to end those that leave a part of the space to be carried out (AG-WRK-03): each is tried and undone."""
    seat, kept = state["seats"][seat_number], n
    for index in range(n, end):
        ware = first_of(out[index])
        food = food_for(rules, seat, ware)
        seat["goods"][ware] -= 1
        seat["goods"][good.FOOD] += food
        if any_part_possible(state, rules, seat_number, seat, space, 0, 0, 0):
            out[kept] = out[index]
            kept += 1
        seat["goods"][ware] += 1
        seat["goods"][good.FOOD] -= food
    return kept


@njit
def apply(state, rules, action):
    """Carry out a legal action and settle what follows at once; the caller answers for its legality."""
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    remember(state, action)
    if kind_of(action) == act.CONVERT:
        convert(rules, seat, first_of(action), row["step"] == step.FEED)
    elif kind_of(action) == act.PASS:
        _end(state, rules, seat_number, seat, row)
    else:
        _carry_out(state, rules, seat_number, seat, row, action)
    settle(state, rules)


@njit
def settle(state, rules):
    """Close steps with nothing left to decide."""
    while state["depth"] > 0:
        row = top_step(state)
        seat_number = int(row["seat"])
        seat = state["seats"][seat_number]
        if not _is_over(state, rules, seat_number, seat, row):
            return
        _end(state, rules, seat_number, seat, row)


_loop = own_copy(
    loop, __name__, OVER=phase.OVER, set_up=set_up, advance_once=advance_once, settle=settle, legal=legal, apply=apply,
)  # fmt: skip
advance, new_game, play_randomly, random_games = _loop.advance, _loop.new_game, _loop.play_randomly, _loop.random_games
legal_here, apply_here = _loop.legal_here, _loop.apply_here
advance_once_here, set_up_here = _loop.advance_once_here, _loop.set_up_here
