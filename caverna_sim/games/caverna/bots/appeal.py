"""How appealing each choice of a turn is to a swift bot: a small net taught by what a value bot thinks of the choices.

The net sees what the judge sees (features.py) and what is being decided. Its answers are asked for by kinds of action. What it cannot
see, the prices and gains of this very choice and how a tile would lie, is added: what the scripted policy thinks of it, and some counts.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_unrolled
from caverna_sim.games.caverna.bots.features import look
from caverna_sim.games.caverna.bots.hooks import worth_of_trap
from caverna_sim.games.caverna.bots.layout import (
    CHOICES_OF,
    CONTEXT_START,
    FIRST_CHOICE,
    NUM_APPEALS,
    NUM_CONTEXT,
    NUM_FEATURES,
    NUM_LIES,
    SIDE_BY_SIDE,
    WIDE,
)
from caverna_sim.games.caverna.bots.parts import forged_worth, look_at_loot, wooden_worth
from caverna_sim.games.caverna.bots.policy import cell_bonus, choice_worth, is_beside_its_like
from caverna_sim.games.caverna.bots.rows import add_rows_beside, add_rows_wide, list_active, list_rows
from caverna_sim.games.caverna.course.spaces import open_parts, part_of_action
from caverna_sim.games.caverna.home.dwarfs import acting_weapon, strengths_at_home
from caverna_sim.games.caverna.home.land import LARGE
from caverna_sim.games.caverna.ids import act, argument, step, terrain
from caverna_sim.games.caverna.shape.board import BOARD, EAST, FOREST, MOUNTAIN, SOUTH, adjacent_to, has_neighbour_in, step_from
from caverna_sim.games.caverna.shape.layout import MAX_PARTS
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import first_of, kind_of, second_of, third_of

AT = CONTEXT_START["at"]
DONE = CONTEXT_START["done"]
STEP = CONTEXT_START["step"]
ACTING = CONTEXT_START["acting"]
HARDLY = -10.0  # worth of a space that is of no use to the policy


@njit_unrolled
def see(state, rules, bot, seat_number, mind):
    """Fill mind["feature"] and mind["context"] for the decision at hand."""
    look(state, rules, bot, seat_number, 1.0, mind)
    row = top_step(state)
    seat = state["seats"][seat_number]
    context = mind["context"]
    for index in range(NUM_CONTEXT):
        context[index] = 0.0
    now = int(row["step"])
    context[STEP + now] = 1.0
    if now == step.PLACE:
        strengths = strengths_at_home(seat)
        weapon = first(strengths) if strengths else 0
        context[ACTING + 2] = 1.0 if strengths & (strengths - 1) else 0.0
    else:
        weapon = acting_weapon(state, seat)
    context[ACTING] = max(0, weapon) / 10.0
    context[ACTING + 1] = 1.0 if weapon > 0 else 0.0
    if now == step.ACTION:
        context[AT + int(row[argument.SPACE])] = 1.0
        for number in range(MAX_PARTS):
            context[DONE + number] = (int(row[argument.DONE]) >> number) & 1
        context[ACTING + 3] = 1.0 if row[argument.IMITATING] else 0.0
    elif now == step.EXPEDITION:
        context[ACTING + 4] = row[argument.ITEMS_LEFT] / 4.0
        context[ACTING + 5] = row[argument.ITEMS_TAKEN] / 4.0
        context[ACTING + 6] = row[argument.STRENGTH] / 10.0


@njit_unrolled
def ask(net, part, mind):
    """The first layer for what was seen: mind["wide"]. Most inputs are 0 and cost nothing, nor do units below 0 afterwards."""
    rows, values = mind["rows"], mind["values"]
    number = list_rows(mind["feature"], NUM_FEATURES, rows, values, 0, 0)
    number = list_rows(mind["context"], NUM_CONTEXT, rows, values, number, NUM_FEATURES)
    add_rows_wide(mind["wide"], net["bias_1"][part], net["layer_1"][part], rows, values, number)
    mind["num_rows"] = list_active(mind["wide"], WIDE, rows, values)
    mind["appeals_known"] = 0


@njit_unrolled
def appeal_of(net, mind, choice):
    """The appeal of a choice; with it those beside it are worked out, of which some will be asked for next."""
    stretch = choice // SIDE_BY_SIDE
    if not (mind["appeals_known"] >> stretch) & 1:
        mind["appeals_known"] |= 1 << stretch
        start = min(stretch * SIDE_BY_SIDE, NUM_APPEALS - SIDE_BY_SIDE)
        add_rows_beside(mind["appeal"], start, net["bias_2"], net["layer_2"], mind["rows"], mind["values"], mind["num_rows"])
    return float(mind["appeal"][choice])


@njit
def choice_of(seat, action, now):
    """Which of the choices that the net tells apart an action is; -1 when it knows none of the kind."""
    kind = kind_of(action)
    start = FIRST_CHOICE[kind]
    if start < 0 or kind == act.COLLECT:
        return start
    if kind == act.PASS:
        return start + now
    if kind == act.STABLE or kind == act.RUBY_MINE or kind == act.RESTOCK:
        return start + _terrain_at(seat, second_of(action))
    return start + min(first_of(action), CHOICES_OF[kind] - 1)


@njit
def _terrain_at(seat, cell):
    for kind in range(terrain.NUM):
        if (seat["terrain"][kind] >> cell) & 1:
            return kind
    return 0


@njit
def worth_of_choice(state, rules, bot, mind, seat_number, row, action):
    """What the policy thinks of a choice in the middle of a turn, where it looks at more than its kind; else 0."""
    kind = kind_of(action)
    seat = state["seats"][seat_number]
    if kind == act.LOOT:
        look_at_loot(state, rules, bot, seat_number, mind, int(row[argument.STRENGTH]), int(row[argument.LOOT_TAKEN]))
        return mind["loot"][first_of(action)]
    if kind == act.FORGE:
        return forged_worth(rules, bot, seat, mind, first_of(action))
    if kind == act.FURNISH and row["step"] == step.ACTION:
        space = int(row[argument.SPACE])
        number = part_of_action(rules, seat, space, open_parts(rules, seat, space, int(row[argument.DONE])), action)
        return choice_worth(state, rules, bot, mind, seat, rules["space"][space]["parts"][number], action)
    if kind == act.SET_TRAP:
        return worth_of_trap(state, rules, bot, seat, mind, first_of(action), second_of(action))
    if kind == act.FORGE_WOOD:
        return wooden_worth(rules, bot, seat, mind, first_of(action))
    is_tile = kind == act.TWIN_TILE or kind == act.SINGLE_TILE or kind == act.PASTURE or kind == act.STABLE
    if is_tile or (kind == act.FURNISH and row["step"] == step.LOOT_ITEM):
        item = int(row[argument.LOOT]) if row["step"] == step.LOOT_ITEM else 0  # tiles are asked nothing of their part
        return choice_worth(state, rules, bot, mind, seat, rules["loot"][item]["part"], action)
    return 0.0


@njit
def has_lie(kind):
    """Whether it matters to the net how a tile of this kind lies."""
    return kind == act.TWIN_TILE or kind == act.SINGLE_TILE or kind == act.BUY_TILE or kind == act.PASTURE


@njit
def look_at_lie(rules, bot, seat, mind, action):
    """How a tile would lie, in mind["lie"]: bonus, lone cells and pairs left, beside its like, over stables, overhanging."""
    lie = mind["lie"]
    for index in range(NUM_LIES):
        lie[index] = 0.0
    kind, cell = kind_of(action), second_of(action)
    cells = 1 << cell
    if kind == act.PASTURE:
        if first_of(action) == LARGE:
            cells |= 1 << step_from(cell, third_of(action))
        lie[4] = count(cells & seat["stables"])
        return
    if kind != act.TWIN_TILE:
        lie[3] = is_beside_its_like(seat, first_of(action), cell)
    else:
        row = rules["twin_tile"][first_of(action)]
        if row["on"] != terrain.EMPTY:
            return
        other = step_from(cell, third_of(action))
        cells |= 1 << other
        lie[0] = cell_bonus(rules, bot, seat, mind, other)
        lie[3] = is_beside_its_like(seat, int(row["first"]), cell) + is_beside_its_like(seat, int(row["second"]), other)
    lie[0] += cell_bonus(rules, bot, seat, mind, cell)
    left = int(seat["terrain"][terrain.EMPTY]) & BOARD & ~cells
    lie[1] = count(left & ~adjacent_to(left))
    pairs = (left & has_neighbour_in(left, EAST)), (left & has_neighbour_in(left, SOUTH))
    for index in range(2):
        lie[2] += (count(pairs[index] & FOREST) + count(pairs[index] & MOUNTAIN)) / 4.0
    lie[4] = count(cells & seat["stables"])
    lie[5] = count(cells & ~BOARD)


@njit
def worth_of_lie(net, rules, bot, seat, mind, action):
    """What the way a tile would lie adds to its appeal."""
    look_at_lie(rules, bot, seat, mind, action)
    appeal = 0.0
    for index in range(NUM_LIES):
        appeal += net["lie"][kind_of(action), index] * mind["lie"][index]
    return appeal
