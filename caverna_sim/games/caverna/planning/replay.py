"""How a plan is played in Caverna (kit/planning/replaying.py): where dwarfs go, what trades are, what a line comes to."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.caverna.bots.policy import choose
from caverna_sim.games.caverna.course.core import advance, apply, legal, list_step
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.course.spaces import space_usable
from caverna_sim.games.caverna.course.steps.feed import need
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.trades import is_trade, list_trades
from caverna_sim.games.caverna.ids import act, good, phase, step, terrain
from caverna_sim.games.caverna.planning.recorded import forget, is_listed, of_other
from caverna_sim.games.caverna.planning.records import NUM_TRAITS
from caverna_sim.games.caverna.shape.layout import STATE
from caverna_sim.games.caverna.shape.tiles import BITS, WORDS, has
from caverna_sim.kit.planning import following, replaying
from caverna_sim.kit.planning.dice import roll
from caverna_sim.kit.planning.records import ANOTHER, ASIDE_FIRST, NOTHING, PARENT
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

SPARE = 0.1  # points that a ware counts for which nothing was made: a line like this one may need it
# what there is while the game goes on counts its points, and so many more, roughly
GOODS_STAND = (0.8, 0.9, 0.5, 1.0, 0.5, 0.0, 0.4, 0.5)  # by ware
CAVERN_STANDS = 1.5
TURN_STANDS = 4.0  # each turn that dwarfs in play still have
HISTORY = (STATE.fields["choices"][1] // 8, STATE.fields["hash"][1] // 8)

# ---------------------------------------------------------------- what a line comes to


@njit
def _sum_up(rules, seat, liking, child, mind):
    """The points of a line, what makes its plan another one, and what it is liked for."""
    child["points"] = score_seat(rules, seat, mind["parts"])
    mines = count(seat["terrain"][terrain.ORE_MINE]) + count(seat["terrain"][terrain.RUBY_MINE])
    strength = 0
    for dwarf in range(seat["dwarfs"]):
        strength += int(seat["weapon"][dwarf])
    animals = 0
    for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
        animals += int(seat["goods"][animal])
    child["traits"][0] = child["turns"]
    child["traits"][1] = strength
    child["traits"][2] = mines
    child["traits"][3] = animals
    liked = liking["turn"] * child["turns"] + liking["mine"] * mines + liking["weapon"] * strength + liking["animal"] * animals
    for word in range(WORDS):
        tiles = int(seat["owned"][word])
        child["owned"][word] = tiles
        while tiles:
            liked += liking["tile"][word * BITS + first(tiles)]
            tiles &= tiles - 1
    child["liked"] = liked
    child["spare"] = SPARE * (int(seat["goods"][good.WOOD]) + int(seat["goods"][good.STONE]) + int(seat["goods"][good.ORE]))
    child["spare"] += SPARE * int(seat["goods"][good.FOOD])


@njit
def _standing(state, rules, seat, mind):
    """What a seat has, roughly in points."""
    worth = float(score_seat(rules, seat, mind["parts"])) + CAVERN_STANDS * count(seat["terrain"][terrain.CAVERN])
    for ware in range(good.NUM_GOODS):
        worth += GOODS_STAND[ware] * int(seat["goods"][ware])
    return worth + TURN_STANDS * int(seat["dwarfs"]) * (int(rules["last_round"]) - int(state["round"]))


@njit
def _differs(seat, other):
    """Whether two seats have other goods."""
    goods, others = seat["goods"], other["goods"]
    for ware in range(good.NUM):
        if goods[ware] != others[ware]:
            return True
    return False


@njit
def _take_end(parent, child):
    """A line ends as its parent does."""
    for word in range(WORDS):
        child["owned"][word] = parent["owned"][word]
    for trait in range(NUM_TRAITS):
        child["traits"][trait] = parent["traits"][trait]


# ---------------------------------------------------------------- what is legal


@njit
def _list(state, rules, scratch, out, trades):
    """What may be chosen now, with trades or without."""
    row = top_step(state)
    if trades or row["step"] == step.MAKE_ROOM:
        return legal(state, rules, scratch, out)
    return list_step(state, rules, int(row["seat"]), row, out)


@njit
def _moved(plan, action):
    """A choice after furnishings have changed places."""
    if plan["cells"][0] < 0 or kind_of(action) != act.FURNISH:
        return action
    cell = second_of(action)
    if cell == plan["cells"][0]:
        return (action & ~0xFF00) | (int(plan["cells"][1]) << 8)
    if cell == plan["cells"][1]:
        return (action & ~0xFF00) | (int(plan["cells"][0]) << 8)
    return action


@njit
def _may_wait(action):
    """Whether a choice may be made in a later turn: a furnishing that cannot be paid yet."""
    return kind_of(action) == act.FURNISH


@njit
def _can_be_had(state, rules, action):
    """Whether a furnishing is left to be built."""
    return has(state["supply"], first_of(action)) or has(rules["unlimited"], first_of(action))


@njit
def _is_still_wanted(state, rules, row, seat_number, action):
    """Whether a decision of the parent is not better made anew: how much to feed, what to eat when there is enough, when to end."""
    kind = kind_of(action)
    if row["step"] == step.FEED:
        if kind == act.FEED:
            return False
        seat = state["seats"][seat_number]
        return kind != act.CONVERT or seat["goods"][good.FOOD] < need(rules, seat, row)
    return kind != act.PASS or row["step"] != step.FINAL


# ---------------------------------------------------------------- where dwarfs go


@njit
def placed_on(line, turn):
    """The space that the dwarf of a turn goes to; NOTHING when none does."""
    for at in range(int(line["begin"][turn]), int(line["end"][turn])):
        if kind_of(line["action"][at]) == act.PLACE:
            return first_of(line["action"][at])
    return NOTHING


@njit
def placement_like(state, rules, seat_number, action):
    """A placement on the same space, of the same dwarf if possible; NOTHING when the space cannot be used (R-WORK-2 to R-WORK-6)."""
    seat = state["seats"][seat_number]
    space, strength = first_of(action), second_of(action)
    strengths = strengths_at_home(seat)
    if strengths == 0 or state["used_by"][space] >= 0 or not may_use(seat, space) or not _is_open(state, space):
        return NOTHING
    weakest = first(strengths)
    if (strengths >> strength) & 1 and _may_go(state, rules, seat_number, space, strength, strength != weakest):
        return int(code(act.PLACE, space, strength, 0))
    while strengths:
        strength = first(strengths)
        strengths &= strengths - 1
        if _may_go(state, rules, seat_number, space, strength, strength != weakest):
            return int(code(act.PLACE, space, strength, 0))
    return NOTHING


@njit
def _is_open(state, space):
    for index in range(state["num_open"]):
        if state["open_spaces"][index] == space:
            return True
    return False


@njit
def _may_go(state, rules, seat_number, space, strength, is_early):
    """Whether a dwarf finds something to do on a free space; one that goes before a weaker one pays a ruby (R-WORK-4)."""
    goods = state["seats"][seat_number]["goods"]
    price = int(rules["reorder_rubies"]) if is_early else 0
    if goods[good.RUBY] < price:
        return False
    if ((rules["gives_always"] | (rules["gives_stock"] & state["stocked"])) >> space) & 1:
        return True
    goods[good.RUBY] -= price
    usable = space_usable(state, rules, seat_number, space, strength)
    goods[good.RUBY] += price
    return usable


@njit
def _turn_fits(state, rules, seat_number, line, turn):
    """Whether the space of a turn can be used now, or it begins with something that may make it so."""
    for at in range(int(line["begin"][turn]), int(line["end"][turn])):
        action = int(line["action"][at])
        if is_trade(action):
            return True
        if kind_of(action) == act.PLACE:
            return placement_like(state, rules, seat_number, action) != NOTHING
    return False


_following = own_copy(
    following, __name__, WORK=phase.WORK, is_aside=is_trade, is_listed=is_listed, list_choices=_list, turn_fits=_turn_fits, moved=_moved,
    may_wait=_may_wait, can_be_had=_can_be_had, is_still_wanted=_is_still_wanted, choose=choose,
)  # fmt: skip
any_one, as_edited, edit_of = _following.any_one, _following.as_edited, _following.edit_of
next_turn = _following.next_turn


@njit
def _place(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice):
    """The placement of the next turn of the plan that can be taken in this round; trades before it count as its beginning."""
    now = int(state["round"])
    while True:
        while cursor["at"] < cursor["end"]:
            line = lines[cursor["line"]]
            action = int(line["action"][cursor["at"]])
            edit = edit_of(plan, cursor, int(cursor["at"])) if cursor["line"] == PARENT else NOTHING
            if edit != NOTHING:
                cursor["traded"] |= 1 << edit
                n = _list(state, rules, scratch, out, True)
                action = int(as_edited(plan, edit, action, out, n, dice))
                if action != NOTHING and is_trade(action):
                    return action
                if plan["edit"][edit] == ASIDE_FIRST:
                    continue
                if action == NOTHING:
                    cursor["at"] += 1
                    continue
                if plan["edit"][edit] == ANOTHER:
                    cursor["at"] += 1
                    cursor["free"] = 1 + roll(dice, 2)
                    return action
            cursor["at"] += 1
            if is_trade(action):
                if is_listed(out, list_trades(rules, state["seats"][seat_number], int(state["dwarf"]), out, 0), action):
                    return action
                continue
            found = int(placement_like(state, rules, seat_number, action)) if kind_of(action) == act.PLACE else NOTHING
            if found != NOTHING:
                return found
            cursor["at"] = cursor["end"]
        if not next_turn(state, rules, seat_number, lines, plan, cursor, now, dice):
            break
        if cursor["free"] != 0:
            break
    if cursor["free"] == 0:
        cursor["free"] = 1 + roll(dice, 3)  # the policy twice as often
    if cursor["free"] == 1:
        placed = int(any_one(out, _list(state, rules, scratch, out, False), dice, False))
        if placed != NOTHING:
            return placed
    return int(choose(state, rules, bot, scratch, mind, out))


_replaying = own_copy(
    replaying, __name__, OVER=phase.OVER, WORK=phase.WORK, BEGINS=step.PLACE, HISTORY=HISTORY, apply=apply, advance=advance, legal=legal,
    choose=choose, of_other=of_other, forget=forget, take_turn=_place, between_turns=_following.between_turns,
    followed=_following.followed, any_one=any_one, is_listed=is_listed, list_choices=_list, is_aside=is_trade,
    start_following=_following.start_following, standing=_standing, sum_up=_sum_up, take_end=_take_end, differs=_differs,
)  # fmt: skip
replay, recall = _replaying.replay, _replaying.recall
