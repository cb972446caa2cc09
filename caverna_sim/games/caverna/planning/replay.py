"""Play a plan: the turns of a line as far as they are still possible, something like them where they are not."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.policy import choose
from caverna_sim.games.caverna.course.core import advance, apply, legal, list_step
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.course.spaces import space_usable
from caverna_sim.games.caverna.course.steps.feed import need
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.trades import is_trade, list_trades
from caverna_sim.games.caverna.ids import act, good, phase, step, terrain
from caverna_sim.games.caverna.planning.dice import chance, roll
from caverna_sim.games.caverna.planning.recorded import NOTHING, forget, is_listed, of_other
from caverna_sim.games.caverna.planning.records import (
    ANOTHER,
    FIRST_KEPT,
    FREE,
    INSTEAD,
    LEAVE_OUT,
    MOST_CHOICES,
    MOST_LEFT,
    MOST_TURNS,
    NUM_TRAITS,
    PARENT,
    TRADE_FIRST,
)
from caverna_sim.games.caverna.shape.layout import STATE
from caverna_sim.games.caverna.shape.tiles import BITS, WORDS
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

OWN, OTHERS = 0, 1  # places of bots: what the plan leaves open is decided by the first, seats by those from the second on
FAILED = -1000  # points of a line that cannot be written down
SPARE = 0.1  # points that a ware counts for which nothing was made: a line like this one may need it
# what there is while the game goes on counts its points, and so many more, roughly
GOODS_STAND = (0.8, 0.9, 0.5, 1.0, 0.5, 0.0, 0.4, 0.5)  # by ware
CAVERN_STANDS = 1.5
TURN_STANDS = 4.0  # each turn that dwarfs in play still have
# words of a state that only say how it was come to
HISTORY = (STATE.fields["choices"][1] // 8, STATE.fields["hash"][1] // 8)


@njit
def replay(
    state, rules, bots, scratch, mind, out, tape, heard, seat_number, liking, lines, plan, cursor, child, kept, before, words, allowed,
    dice,
):  # fmt: skip
    """Play on from a state as a plan says; fills `child` and, at the beginning of each turn, `kept`; returns the points.

    A line that stands worse than its parent at the beginning of a round, by more than is `allowed`, is given up. One that comes to a state
    of its parent, of those `before`, goes on as it did; `words` are all these states as numbers.
    """
    bot = bots[OWN]
    _begin(plan, lines, cursor)
    forget(heard)
    while state["phase"] != phase.OVER:
        row = top_step(state)
        if row["seat"] != seat_number:
            apply(state, rules, of_other(state, rules, bots[OTHERS + row["seat"]], scratch, mind, out, tape, heard))
            advance(state, rules)
            continue
        if child["choices"] >= MOST_CHOICES:
            return FAILED
        is_work = state["phase"] == phase.WORK
        if is_work and row["step"] == step.PLACE and cursor["begun"] != 0:
            turn = int(child["turns"])
            if turn >= MOST_TURNS:
                return FAILED
            _begin_turn(state, rules, seat_number, mind, child, kept)
            if child["standing"][int(state["round"])] < lines[PARENT]["standing"][int(state["round"])] - allowed:
                return FAILED
            if turn > plan["last"] and _meets(state, plan, cursor, lines[PARENT], turn, seat_number, before, words):
                cursor["met"] = turn
                return _goes_on_as(lines[PARENT], child, turn)
            cursor["begun"] = 0
            cursor["free"] = 0
            cursor["at"] = cursor["end"]
        if is_work:
            action = _in_turn(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, child, dice)
        else:
            action = _between(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice)
        _note(state, child, action, is_work)
        apply(state, rules, action)
        advance(state, rules)
    _sum_up(rules, state["seats"][seat_number], liking, child, mind)
    return int(child["points"])


@njit
def recall(state, rules, bots, scratch, mind, out, tape, heard, seat_number, liking, actions, number, child, kept):
    """Play the decisions of a line as they are; returns its points, FAILED when one is not legal or the game is not over then."""
    at = 0
    has_placed = True
    forget(heard)
    child["turns"] = 0
    child["choices"] = 0
    while state["phase"] != phase.OVER:
        row = top_step(state)
        if row["seat"] != seat_number:
            apply(state, rules, of_other(state, rules, bots[OTHERS + row["seat"]], scratch, mind, out, tape, heard))
            advance(state, rules)
            continue
        action = int(actions[at]) if at < number else NOTHING
        at += 1
        if at > MOST_CHOICES or not is_listed(out, int(legal(state, rules, scratch, out)), action):
            return FAILED
        is_work = state["phase"] == phase.WORK
        if is_work and row["step"] == step.PLACE:
            if has_placed and child["turns"] >= MOST_TURNS:
                return FAILED
            if has_placed:
                _begin_turn(state, rules, seat_number, mind, child, kept)
            has_placed = not is_trade(action)
        _note(state, child, action, is_work)
        apply(state, rules, action)
        advance(state, rules)
    _sum_up(rules, state["seats"][seat_number], liking, child, mind)
    return int(child["points"])


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
def _begin(plan, lines, cursor):
    cursor["slot"] = plan["first"]
    cursor["at"] = 0
    cursor["end"] = 0
    cursor["begun"] = 1
    cursor["free"] = 0
    cursor["between"] = lines[PARENT]["begin"][plan["first"]]
    cursor["traded"] = 0
    cursor["left"] = 0
    cursor["met"] = MOST_TURNS


@njit
def _standing(state, rules, seat, mind):
    """What a seat has, roughly in points."""
    worth = float(score_seat(rules, seat, mind["parts"])) + CAVERN_STANDS * count(seat["terrain"][terrain.CAVERN])
    for ware in range(good.NUM_GOODS):
        worth += GOODS_STAND[ware] * int(seat["goods"][ware])
    return worth + TURN_STANDS * int(seat["dwarfs"]) * (int(rules["last_round"]) - int(state["round"]))


@njit
def _meets(state, plan, cursor, parent, turn, seat_number, before, words):
    """Whether the line has come to a state of its parent, and its plan goes on as the parent did."""
    if turn >= parent["turns"] or cursor["slot"] != turn or cursor["left"] != 0 or plan["slots"] != parent["turns"]:
        return False
    goods, others = state["seats"][seat_number]["goods"], before[turn]["seats"][seat_number]["goods"]
    for ware in range(good.NUM):
        if goods[ware] != others[ware]:
            return False
    for word in range(words.shape[1]):
        if words[FIRST_KEPT + turn, word] != words[turn, word] and word != HISTORY[0] and word != HISTORY[1]:
            return False
    return True


@njit
def _goes_on_as(parent, child, turn):
    """From a turn on the line is its parent's; returns its points."""
    start, at = int(parent["begin"][turn]), int(child["choices"])
    number = int(parent["choices"]) - start
    if at + number > MOST_CHOICES:
        return FAILED
    for index in range(number):
        child["action"][at + index] = parent["action"][start + index]
        child["round"][at + index] = parent["round"][start + index]
        child["phase"][at + index] = parent["phase"][start + index]
        child["turn"][at + index] = parent["turn"][start + index]
    for later in range(turn, int(parent["turns"])):
        child["begin"][later] = parent["begin"][later] + at - start
        child["end"][later] = parent["end"][later] + at - start
        child["turn_round"][later] = parent["turn_round"][later]
    child["turns"] = parent["turns"]
    child["choices"] = at + number
    child["points"] = parent["points"]
    child["liked"] = parent["liked"]
    child["spare"] = parent["spare"]
    for word in range(WORDS):
        child["owned"][word] = parent["owned"][word]
    for trait in range(NUM_TRAITS):
        child["traits"][trait] = parent["traits"][trait]
    return int(child["points"])


@njit
def placed_on(line, turn):
    """The space that the dwarf of a turn goes to; NOTHING when none does."""
    for at in range(int(line["begin"][turn]), int(line["end"][turn])):
        if kind_of(line["action"][at]) == act.PLACE:
            return first_of(line["action"][at])
    return NOTHING


@njit
def _begin_turn(state, rules, seat_number, mind, child, kept):
    turn = int(child["turns"])
    if turn == 0 or child["turn_round"][turn - 1] != state["round"]:
        child["standing"][int(state["round"])] = _standing(state, rules, state["seats"][seat_number], mind)
    kept[turn] = state
    child["begin"][turn] = child["choices"]
    child["end"][turn] = child["choices"]
    child["turn_round"][turn] = state["round"]
    child["turns"] += 1


@njit
def _note(state, child, action, is_work):
    number = int(child["choices"])
    turn = int(child["turns"]) - 1
    child["action"][number] = action
    child["round"][number] = state["round"]
    child["phase"][number] = state["phase"]
    child["turn"][number] = turn
    child["choices"] = number + 1
    if is_work and turn >= 0:
        child["end"][turn] = number + 1


# ---------------------------------------------------------------- what is legal


@njit
def _list(state, rules, scratch, out, trades):
    """What may be chosen now, with trades or without."""
    row = top_step(state)
    if trades or row["step"] == step.MAKE_ROOM:
        return legal(state, rules, scratch, out)
    return list_step(state, rules, int(row["seat"]), row, out)


@njit
def _like(out, n, action, dice):
    """Any listed choice of the same kind with the same first argument; NOTHING when there is none."""
    found = 0
    for index in range(n):
        if out[index] >> 16 == action >> 16:
            found += 1
    if found == 0:
        return NOTHING
    wanted = roll(dice, found)
    for index in range(n):
        if out[index] >> 16 == action >> 16:
            if wanted == 0:
                return int(out[index])
            wanted -= 1
    return NOTHING


@njit
def _any(out, n, dice, only_trades):
    """A listed choice: each kind and first argument is as likely, then what is told apart by the others; NOTHING when there is none."""
    groups = 0
    last = NOTHING
    for index in range(n):
        if (not only_trades or is_trade(out[index])) and out[index] >> 16 != last:
            last = int(out[index]) >> 16
            groups += 1
    if groups == 0:
        return NOTHING
    wanted = roll(dice, groups)
    last = NOTHING
    for index in range(n):
        if (not only_trades or is_trade(out[index])) and out[index] >> 16 != last:
            last = int(out[index]) >> 16
            if wanted == 0:
                return int(_like(out, n, int(out[index]), dice))
            wanted -= 1
    return NOTHING


# ---------------------------------------------------------------- a turn


@njit
def _edited(plan, cursor, at):
    """The edit of a choice of the parent; NOTHING when there is none."""
    for number in range(plan["edits"]):
        if plan["edit_at"][number] == at and not (cursor["traded"] >> number) & 1:
            return number
    return NOTHING


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
def _in_turn(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, child, dice):
    if top_step(state)["step"] == step.PLACE:
        action = _place(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice)
        cursor["begun"] = 0 if is_trade(action) else 1
        return action
    if cursor["free"] == 0:
        action = _followed(state, rules, scratch, out, lines, plan, cursor, dice)
        if action != NOTHING:
            return action
    elif cursor["free"] == 1 and chance(dice, 80):
        return int(_any(out, _list(state, rules, scratch, out, False), dice, False))
    return int(choose(state, rules, bot, scratch, mind, out))


@njit
def _followed(state, rules, scratch, out, lines, plan, cursor, dice):
    """The next choice of the turn that is possible, or one like it; NOTHING when there is none."""
    line = lines[cursor["line"]]
    has_trades = False
    n = -1
    while cursor["at"] < cursor["end"]:
        action = int(_moved(plan, int(line["action"][cursor["at"]])))
        edit = _edited(plan, cursor, int(cursor["at"])) if cursor["line"] == PARENT else NOTHING
        wants_trade = is_trade(action) or (edit != NOTHING and plan["edit"][edit] == TRADE_FIRST)
        if n < 0 or (wants_trade and not has_trades):
            n = _list(state, rules, scratch, out, wants_trade)
            has_trades = wants_trade
        if edit != NOTHING:
            cursor["traded"] |= 1 << edit
            action = _as_edited(plan, edit, action, out, n, dice)
            if plan["edit"][edit] == TRADE_FIRST:
                if action != NOTHING:
                    return action
                continue
            if plan["edit"][edit] == ANOTHER:
                cursor["at"] += 1
                return action
            if action == NOTHING:
                cursor["at"] += 1
                continue
        cursor["at"] += 1
        if is_listed(out, n, action):
            return action
        if is_trade(action):
            continue
        action = _like(out, n, action, dice)
        if action != NOTHING:
            return action
        if chance(dice, 25):
            return NOTHING
    return NOTHING


@njit
def _as_edited(plan, edit, action, out, n, dice):
    kind = int(plan["edit"][edit])
    if kind == LEAVE_OUT:
        return NOTHING
    if kind == INSTEAD:
        return int(plan["edit_action"][edit])
    if kind == TRADE_FIRST:
        return int(_any(out, n, dice, True))
    another = action
    for _ in range(4):
        another = int(_any(out, n, dice, False))
        if another != action:
            break
    return another


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
def _place(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice):
    """The placement of the next turn of the plan that can be taken in this round; trades before it count as its beginning."""
    now = int(state["round"])
    while True:
        while cursor["at"] < cursor["end"]:
            line = lines[cursor["line"]]
            action = int(line["action"][cursor["at"]])
            edit = _edited(plan, cursor, int(cursor["at"])) if cursor["line"] == PARENT else NOTHING
            if edit != NOTHING:
                cursor["traded"] |= 1 << edit
                n = _list(state, rules, scratch, out, True)
                action = int(_as_edited(plan, edit, action, out, n, dice))
                if action != NOTHING and is_trade(action):
                    return action
                if plan["edit"][edit] == TRADE_FIRST:
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
        if not _next_turn(state, rules, seat_number, lines, plan, cursor, now, dice):
            break
        if cursor["free"] != 0:
            break
    if cursor["free"] == 0:
        cursor["free"] = 1 + roll(dice, 3)  # the policy twice as often
    if cursor["free"] == 1:
        placed = int(_any(out, _list(state, rules, scratch, out, False), dice, False))
        if placed != NOTHING:
            return placed
    return int(choose(state, rules, bot, scratch, mind, out))


@njit
def _next_turn(state, rules, seat_number, lines, plan, cursor, now, dice):
    """Go to the turn that the plan has next in this round, or to one that could not be taken earlier; whether there is any."""
    while cursor["slot"] < plan["slots"] and plan["round"][cursor["slot"]] <= now:
        slot = int(cursor["slot"])
        cursor["slot"] += 1
        if plan["turn"][slot] == FREE:
            if plan["round"][slot] == now:
                cursor["free"] = 1 + roll(dice, 2)
                return True
            continue
        line, turn = int(plan["line"][slot]), int(plan["turn"][slot])
        if plan["round"][slot] == now and _turn_fits(state, rules, seat_number, lines[line], turn):
            _go_to(lines, cursor, line, turn)
            return True
        if cursor["left"] < MOST_LEFT:
            cursor["left_turn"][cursor["left"]] = turn
            cursor["left_line"][cursor["left"]] = line
            cursor["left"] += 1
    while cursor["left"] > 0:
        number = roll(dice, int(cursor["left"]))
        line, turn = int(cursor["left_line"][number]), int(cursor["left_turn"][number])
        cursor["left"] -= 1
        cursor["left_line"][number] = cursor["left_line"][cursor["left"]]
        cursor["left_turn"][number] = cursor["left_turn"][cursor["left"]]
        if _turn_fits(state, rules, seat_number, lines[line], turn):
            _go_to(lines, cursor, line, turn)
            return True
    return False


@njit
def _go_to(lines, cursor, line, turn):
    cursor["line"] = line
    cursor["at"] = lines[line]["begin"][turn]
    cursor["end"] = lines[line]["end"][turn]


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


# ---------------------------------------------------------------- between turns


@njit
def _between(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice):
    """Feeding, breeding and the last trades, as the parent decided as far as that still makes sense."""
    parent = lines[PARENT]
    row = top_step(state)
    now, during = int(state["round"]), int(state["phase"])
    at = int(cursor["between"])
    while at < parent["choices"] and (parent["round"][at] < now or (parent["round"][at] == now and parent["phase"][at] == phase.WORK)):
        at += 1
    n = -1
    while at < parent["choices"] and parent["round"][at] == now:
        if parent["phase"][at] != during:
            if parent["phase"][at] > during:
                break
            at += 1
            continue
        action = int(parent["action"][at])
        edit = _edited(plan, cursor, at)
        if n < 0:
            n = _list(state, rules, scratch, out, True)
        if edit != NOTHING:
            cursor["traded"] |= 1 << edit
            action = int(_as_edited(plan, edit, action, out, n, dice))
            if action == NOTHING:
                at += 1
                continue
            cursor["between"] = at if plan["edit"][edit] == TRADE_FIRST else at + 1
            if is_listed(out, n, action):
                return action
        at += 1
        if _is_still_wanted(state, rules, row, seat_number, action) and is_listed(out, n, action):
            cursor["between"] = at
            return action
    cursor["between"] = at
    return int(choose(state, rules, bot, scratch, mind, out))


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
