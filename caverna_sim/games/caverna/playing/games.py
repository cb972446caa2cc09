"""Whole games between bots that leave rows behind. What is kept is read off the actions; the engine knows nothing of it."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import called_at, njit
from caverna_sim.games.caverna.bots.asking import bot_action
from caverna_sim.games.caverna.bots.layout import RANDOM, SEARCH, SEEDS
from caverna_sim.games.caverna.bots.value import choose_by_value
from caverna_sim.games.caverna.course.core import advance, apply, legal, settle
from caverna_sim.games.caverna.course.hooks import BY_REWARD, ITEMS
from caverna_sim.games.caverna.course.rounds import advance_once, set_up
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.fiends.noting import forget, note_end, note_event
from caverna_sim.games.caverna.home.wares import crops_on_fields, yellow_furnishings
from caverna_sim.games.caverna.ids import act, argument, good, phase, step, terrain
from caverna_sim.games.caverna.playing.examples import note_example
from caverna_sim.games.caverna.playing.hidden import hide
from caverna_sim.games.caverna.playing.lessons import begins_turn, note_lesson
from caverna_sim.games.caverna.playing.rows import (
    ASKED,
    CHOICE,
    DWARF,
    HELPER,
    NO_ACTION,
    NO_SPACE_WANTED,
    NOTHING,
    NUM_RECENT,
    ROUND_BEGAN,
    SEEN,
    WISH,
    WISHED,
    WRONG,
    ZEROS,
)
from caverna_sim.games.caverna.shape.board import BOARD
from caverna_sim.games.caverna.shape.sizes import MOST_CHOICES
from caverna_sim.games.caverna.shape.tiles import WORDS
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import first_of, kind_of, second_of


@njit
def opening_action(state, rules, opening, tally, scratch, out):
    """The placement that the opening of the seat forces now, as Game.opening gives it; NO_ACTION leaves it to the bot.

    The n-th space of an opening is meant for the seat's n-th placement and given up when that goes elsewhere.
    """
    row = top_step(state)
    seat = int(row["seat"])
    number = tally["seat_placed"][seat]
    if row["step"] != step.PLACE or number >= opening.shape[1] or opening[seat, number] == NO_SPACE_WANTED:
        return NO_ACTION
    n = legal(state, rules, scratch, out)
    for index in range(n):
        if kind_of(out[index]) == act.PLACE and first_of(out[index]) == opening[seat, number]:
            return int(out[index])
    return NO_ACTION


@njit
def choice_outside(state, rules, outside, which, scratch, out):
    """What a player outside takes now: what a compiled function says, WRONG when it is no choice, ASKED when Python has to say.

    Numbers below 0 name these players, from -1 down; outside[n] is the address of the function of the n-th of them, 0 for Python.
    """
    address = outside[-1 - which]
    if address == 0:
        return ASKED
    scratch[SEEN] = state
    hide(scratch[SEEN], rules)
    scratch[SEEN]["seed"] = draw(state, STREAM_BOT + top_step(state)["seat"], SEEDS)
    n = legal(state, rules, scratch, out)
    chosen = called_at(address, scratch[SEEN], rules, out, int(n))
    return int(out[chosen]) if 0 <= chosen < n else WRONG


@njit
def outside_action(state, rules, outside, which, asked, scratch, out, tally):
    """The same when the loop goes on: with what Python has answered, if it was asked."""
    tally["asked"] = NOTHING
    if asked == WISH:
        note_wish(tally, int(top_step(state)["seat"]), int(tally["answer"]), int(tally["taken_spaces"]))
        return int(tally["chosen"])
    if asked == CHOICE:
        return int(tally["answer"])
    action = choice_outside(state, rules, outside, which, scratch, out)
    if action < 0:
        tally["asked"] = CHOICE
        tally["answer"] = action
    return action


@njit
def taken_by_others(state, seat):
    """The set of open spaces that opponents hold."""
    taken = 0
    for index in range(state["num_open"]):
        space = int(state["open_spaces"][index])
        if state["used_by"][space] >= 0 and state["used_by"][space] != seat:
            taken |= 1 << space
    return taken


@njit
def set_free(state, taken, scratch):
    """Put into scratch[WISHED] the state with these spaces free, their goods as they were when the round began."""
    scratch[WISHED] = state
    wished, before = scratch[WISHED], scratch[ROUND_BEGAN]
    wished["stocked"] = (state["stocked"] & ~taken) | (before["stocked"] & taken)
    for space in range(wished["used_by"].shape[0]):
        if (taken >> space) & 1:
            wished["used_by"][space] = -1
            for ware in range(good.NUM):
                wished["space_goods"][space, ware] = before["space_goods"][space, ware]


@njit
def wish_of(rules, bots, judges, outside, which, scratch, mind, out):
    """Where a bot would go in scratch[WISHED]; a search bot is asked as the value bot in it."""
    wished = scratch[WISHED]
    if judges is not None and which >= 0 and bots[which]["tier"] == SEARCH:
        bot = bots[which]
        return choose_by_value(wished, rules, bot, judges[which], scratch, mind, out, int(bot["candidates"]), int(bot["options"]))
    if which >= 0:
        return bot_action(wished, rules, bots, judges, which, scratch, mind, out)
    return choice_outside(wished, rules, outside, which, scratch, out)


@njit
def note_wish(tally, seat, action, taken):
    """Count a placement for which the bot would have gone to a space that an opponent holds."""
    if kind_of(action) == act.PLACE and (taken >> first_of(action)) & 1 == 1:
        tally["seat_blocked"][seat] += 1


@njit
def asks_for_wish(state, rules, bots, judges, outside, which, action, scratch, mind, out, tally):
    """Note whether a better liked space was taken when a dwarf was placed; whether Python has to say so first."""
    seat = int(top_step(state)["seat"])
    taken = taken_by_others(state, seat)
    if taken == 0 or (which >= 0 and bots[which]["tier"] == RANDOM):
        return False
    set_free(state, taken, scratch)
    wish = wish_of(rules, bots, judges, outside, which, scratch, mind, out)
    if wish == ASKED:
        tally["asked"] = WISH
        tally["answer"] = ASKED
        tally["chosen"] = action
        tally["taken_spaces"] = taken
        return True
    note_wish(tally, seat, wish, taken)
    return False


@njit
def note_opening(action, seat, tally, opened):
    """Keep where the placements went for which the opening of a seat names spaces."""
    number = tally["seat_placed"][seat]
    if number < opened.shape[1]:
        opened[seat, number] = first_of(action)
    tally["seat_placed"][seat] += 1


@njit
def _note_placement(state, game, seat, space, weapon, worker, tally, placed):
    if state["round"] != tally["round"]:
        tally["round"] = state["round"]
        tally["turn"] = 0
    tally["turn"] += 1
    if tally["placed"] < placed.shape[0]:
        row = placed[tally["placed"]]
        row["game"] = game
        row["seat"] = seat
        row["round"] = state["round"]
        row["turn"] = tally["turn"]
        row["space"] = space
        row["weapon"] = weapon
        row["worker"] = worker
    tally["placed"] += 1


@njit
def _note_furnishing(state, game, seat, action, tally, built):
    if tally["built"] < built.shape[0]:
        row = built[tally["built"]]
        row["game"] = game
        row["seat"] = seat
        row["round"] = state["round"]
        row["tile"] = first_of(action)
        row["cell"] = second_of(action)
    tally["built"] += 1


@njit
def _note_loot(state, game, seat, action, tally, taken):
    """The agenda still holds the expedition as it is before the item is taken; one that a bounty grants begins with its first item."""
    expedition = top_step(state)
    items = int(expedition[argument.ITEMS_TAKEN]) & ITEMS
    if items == 0 and expedition[argument.ITEMS_TAKEN] & BY_REWARD:
        tally["expeditions"][seat] += 1
    if tally["taken"] < taken.shape[0]:
        row = taken[tally["taken"]]
        row["game"] = game
        row["seat"] = seat
        row["round"] = state["round"]
        row["expedition"] = tally["expeditions"][seat]
        row["level"] = int(expedition[argument.ITEMS_LEFT]) + items
        row["strength"] = expedition[argument.STRENGTH]
        row["loot"] = first_of(action)
    tally["taken"] += 1


@njit
def note(state, game, action, tally, built, placed, taken):
    """Keep what an action is about, before it is carried out."""
    kind = kind_of(action)
    seat = int(top_step(state)["seat"])
    if kind == act.PLACE:
        _note_placement(state, game, seat, first_of(action), second_of(action), DWARF, tally, placed)
    elif kind == act.PLACE_ORC:
        _note_placement(state, game, seat, second_of(action), 0, HELPER, tally, placed)
    elif kind == act.FURNISH:
        _note_furnishing(state, game, seat, action, tally, built)
    elif kind == act.EXPEDITION:
        tally["expeditions"][seat] += 1
    elif kind == act.LOOT:
        _note_loot(state, game, seat, action, tally, taken)


@njit
def note_player(rules, seat, expeditions, tally, row):
    """Keep how a seat ends."""
    row["score"] = score_seat(rules, seat, tally["parts"])
    for index in range(row["parts"].shape[0]):
        row["parts"][index] = tally["parts"][index]
    for ware in range(row["goods"].shape[0]):
        row["goods"][ware] = seat["goods"][ware]
    row["begging"] = seat["begging"]
    row["dwarfs"] = seat["dwarfs"]
    row["expeditions"] = expeditions
    row["weapon_max"] = 0
    row["weapons"] = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] > 0:
            row["weapons"] += 1
            row["weapon_max"] = max(row["weapon_max"], seat["weapon"][dwarf])
    note_land(rules, seat, row)


@njit
def note_land(rules, seat, row):
    """Keep what was made of the home board."""
    ground = seat["terrain"]
    row["pastures"] = count(ground[terrain.SMALL_PASTURE]) + count(seat["pasture_east"]) + count(seat["pasture_south"])
    row["stables"] = count(seat["stables"])
    row["fields"] = count(ground[terrain.FIELD]) + count(ground[terrain.GRAIN_FIELD]) + count(ground[terrain.VEGETABLE_FIELD])
    row["sown"] = crops_on_fields(seat, terrain.GRAIN_FIELD) + crops_on_fields(seat, terrain.VEGETABLE_FIELD)
    row["ore_mines"] = count(ground[terrain.ORE_MINE] & BOARD)
    row["ruby_mines"] = count(ground[terrain.RUBY_MINE] & BOARD)
    row["furnishings"] = _furnishings(rules, seat)
    row["yellow"] = yellow_furnishings(rules, seat)


@njit
def _furnishings(rules, seat):
    """Furnishings that work, but for what is printed on the home board; under somebody hostile none does (F-CAVE-8)."""
    number = 0
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        number += 1 if rules["start_terrain"][first(cells)] != terrain.FURNISHED else 0
        cells &= cells - 1
    return number


@njit
def note_rounds(state, rules, tally, rounds):
    """Keep how the seats stand at the end of a round: rounds[seat, round - 1]."""
    for seat in range(rounds.shape[0]):
        row, found = rounds[seat, state["round"] - 1], state["seats"][seat]
        row["score"] = score_seat(rules, found, tally["parts"])
        row["dwarfs"] = found["dwarfs"]
        row["food"] = found["goods"][good.FOOD]
        row["choices"] = tally["seat_choices"][seat]
        row["blocked"] = tally["seat_blocked"][seat]


@njit
def go_on(state, rules, tally, rounds):
    """`advance` to the next decision, keeping rounds that end; the last one counts as it stands when the game is over."""
    while state["depth"] == 0 and state["phase"] != phase.OVER:
        if state["phase"] == phase.END_OF_ROUND:
            note_rounds(state, rules, tally, rounds)
            if state["round"] < rules["last_round"]:
                for seat in range(rounds.shape[0]):
                    tally["seat_choices"][seat] = 0
                    tally["seat_blocked"][seat] = 0
        advance_once(state, rules)
        settle(state, rules)
    if state["phase"] == phase.OVER:
        note_rounds(state, rules, tally, rounds)


@njit
def limit_seats(state, plan):
    """Set what the seats may not do."""
    for number in range(state["players"]):
        limits, given = state["seats"][number]["limits"], plan["limits"][number]
        limits["spaces"] = given["spaces"]
        for word in range(WORDS):
            limits["tiles"][word] = given["tiles"][word]
        limits["loot"] = given["loot"]
        limits["weapons_below"] = given["weapons_below"]
        limits["weapons_from"] = given["weapons_from"]
        limits["dwarfs"] = given["dwarfs"]
        limits["orcs"] = given["orcs"]


@njit
def begin_game(states, rules, plan, seed, scratch, tally, outcome):
    """Set up a planned game and go on to its first decision."""
    tally["round"] = 0
    forget(rules, tally)
    tally["begun"] = 0
    tally["game_choices"] = 0
    for seat in range(tally["seat_placed"].shape[0]):
        tally["seat_placed"][seat] = 0
        tally["seat_choices"][seat] = 0
        tally["seat_blocked"][seat] = 0
        tally["expeditions"][seat] = 0
    states[0] = scratch[ZEROS]
    state = states[0]
    set_up(state, rules, seed, int(plan["block"]))
    for word in range(WORDS):
        state["supply"][word] &= ~plan["absent"][word]
        outcome["supply"][word] = state["supply"][word]
    limit_seats(state, plan)
    advance(state, rules)


@njit
def end_game(state, rules, tally, outcome, players):
    """Keep how a game ended."""
    tally["choices"] += tally["game_choices"]
    outcome["setup"] = state["setup"]
    outcome["rounds"] = state["round"]
    outcome["choices"] = tally["game_choices"]
    outcome["hash"] = state["hash"]
    outcome["spilled"] = 0
    for seat in range(players.shape[0]):
        note_player(rules, state["seats"][seat], tally["expeditions"][seat], tally, players[seat])
        if state["seats"][seat]["spilled"] and outcome["spilled"] == 0:
            outcome["spilled"] = 1 + seat
    note_end(state, rules, tally, outcome, players)


@njit
def play_games(
    states, rules, bots, judges, outside, plans, openings, scratch, minds, out, seed, stop, tallies, outcomes, players, opened, rounds,
    built, placed, taken, learned, lessons, examples,
):  # fmt: skip
    """Play the games planned, one after another in the same state, and fill rows; returns how many were played to their end.

    `rules` and `tallies` are arrays of length 1, `judges` is None when no bot looks ahead, `openings[number, seat, n]` are spaces,
    ended by NO_SPACE_WANTED, and opened[game, seat, n] where these placements went. rounds[game, seat, round - 1] is kept unless it
    has no room for any game. `lessons` is None, or what a judge learns from; learned[bot] marks those that play as it is meant to be
    followed. `examples` is None, or Sheets for what a swift bot learns from. Rows of built, placed, taken and lessons that find no room
    are counted all the same. As soon as another thread sets `stop[0]` the present game is given up, and so is one that does not end.

    When somebody outside has to choose, it returns with `asked` in the tally, and goes on from there when `answer` is given.
    """
    keeps_rounds = rounds.shape[0] > 0
    tally, state = tallies[0], states[0]
    while tally["game"] < plans.shape[0]:
        game = int(tally["game"])
        plan = plans[game]
        if not tally["is_on"]:
            begin_game(states, rules[0], plan, seed, scratch, tally, outcomes[game])
            tally["is_on"] = 1
        while state["phase"] != phase.OVER:
            if stop[0]:
                return game
            seat = int(top_step(state)["seat"])
            which = int(plan["bots"][seat])
            if keeps_rounds and tally["begun"] != state["round"] and top_step(state)["step"] == step.PLACE:
                tally["begun"] = state["round"]
                scratch[ROUND_BEGAN] = state
            if lessons is not None and tally["asked"] == NOTHING and begins_turn(state, seat, which):
                note_lesson(state, rules[0], bots, learned, which, game, seat, minds[0], tally, lessons)
            if examples is not None and which >= 0:
                note_example(state, rules[0], judges, plan, seed, which, game, seat, scratch, minds[0], out, tally, examples)
            asked = int(tally["asked"])
            action = NO_ACTION
            if asked == NOTHING:
                action = opening_action(state, rules[0], openings[plan["opening"]], tally, scratch, out)
            if action == NO_ACTION:
                if which >= 0:
                    action = int(bot_action(state, rules[0], bots, judges, which, scratch, minds[0], out))
                else:
                    action = int(outside_action(state, rules[0], outside, which, asked, scratch, out, tally))
                    if action < 0:
                        return game
                if keeps_rounds and asked != WISH and kind_of(action) == act.PLACE:
                    if asks_for_wish(state, rules[0], bots, judges, outside, which, action, scratch, minds[0], out, tally):
                        return game
            is_turn = state["phase"] == phase.WORK or state["phase"] == phase.EVENT
            tally["seat_choices"][seat] += 1
            note(state, game, action, tally, built, placed, taken)
            if kind_of(action) == act.PLACE:
                note_opening(action, seat, tally, opened[game])
            if tally["game_choices"] >= MOST_CHOICES:
                tally["is_endless"] = 1
                return game
            tally["recent"][tally["game_choices"] % NUM_RECENT] = action
            apply(state, rules[0], action)
            if lessons is not None and is_turn and state["depth"] == 0 and which >= 0:
                note_lesson(state, rules[0], bots, learned, which, game, seat, minds[0], tally, lessons)
            if keeps_rounds:
                go_on(state, rules[0], tally, rounds[game])
            else:
                advance(state, rules[0])
            note_event(state, rules[0], tally)
            tally["game_choices"] += 1
        end_game(state, rules[0], tally, outcomes[game], players[game])
        tally["is_on"] = 0
        tally["game"] += 1
    return plans.shape[0]
