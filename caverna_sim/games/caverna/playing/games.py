"""Whole games between bots that leave rows behind. What is kept is read off the actions; the engine knows nothing of it."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.caverna.bots.asking import bot_action
from caverna_sim.games.caverna.bots.layout import RANDOM, SEARCH
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
from caverna_sim.games.caverna.playing.rows import DWARF, HELPER, NUM_RECENT, ZEROS
from caverna_sim.games.caverna.shape.board import BOARD
from caverna_sim.games.caverna.shape.sizes import MAX_LATE, MOST_CHOICES
from caverna_sim.games.caverna.shape.tiles import WORDS
from caverna_sim.kit.play import asking
from caverna_sim.kit.play.asking import NOTHING
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import first_of, kind_of, second_of


@njit
def also_free(wished, taken):
    """All that makes a space free is known to every game."""


@njit
def wish(wished, rules, bots, judges, which, scratch, mind, out):
    """Where a bot would go; a search bot is asked as the value bot in it."""
    if judges is not None and bots[which]["tier"] == SEARCH:
        bot = bots[which]
        return choose_by_value(wished, rules, bot, judges[which], scratch, mind, out, int(bot["candidates"]), int(bot["options"]))
    return bot_action(wished, rules, bots, judges, which, scratch, mind, out)


_asking = own_copy(
    asking, __name__, PLACE_STEP=step.PLACE, PLACE=act.PLACE, RANDOM=RANDOM, legal=legal, decide=bot_action, wish=wish,
    also_free=also_free, hide=hide,
)  # fmt: skip
next_action, note_opening = _asking.next_action, _asking.note_opening
forget_seats, forget_round = _asking.forget_seats, _asking.forget_round


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
                forget_round(tally)
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
        for late in range(MAX_LATE):
            limits["late_tile"][late] = given["late_tile"][late]
            limits["late_from"][late] = given["late_from"][late]
        limits["first_tile"] = given["first_tile"]
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
    tally["game_choices"] = 0
    forget_seats(tally)
    for seat in range(tally["expeditions"].shape[0]):
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
    states, rules, bots, judges, outside, plans, openings, asides, scratch, minds, out, seed, stop, tallies, outcomes, players, opened,
    rounds, built, placed, taken, learned, lessons, examples,
):  # fmt: skip
    """Play the games planned, one after another in the same state, and fill rows; returns how many were played to their end.

    `rules` and `tallies` are arrays of length 1, `judges` is None when no bot looks ahead, `openings[number, seat, n]` are spaces,
    ended by NO_SPACE_WANTED, and opened[game, seat, n] where these placements went; `asides` are states to ask in (kit/play/asking.py).
    rounds[game, seat, round - 1] is kept unless it has no room for any game. `lessons` is None, or what a judge learns from; learned[bot]
    marks those that play as it is meant to be followed. `examples` is None, or Sheets for what a swift bot learns from. Rows of built,
    placed, taken and lessons that find no room are counted all the same. As soon as another thread sets `stop[0]` the present game is
    given up, and so is one that does not end. When somebody outside has to choose, it returns with `asked` in the tally, and goes on from
    there when `answer` is given.
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
            if lessons is not None and tally["asked"] == NOTHING and begins_turn(state, seat, which):
                note_lesson(state, rules[0], bots, learned, which, game, seat, minds[0], tally, lessons)
            if examples is not None and which >= 0:
                note_example(state, rules[0], judges, plan, seed, which, game, seat, scratch, minds[0], out, tally, examples)
            opening = openings[plan["opening"]]
            action = next_action(
                state, rules[0], bots, judges, outside, which, opening, keeps_rounds, asides, scratch, minds[0], out, tally
            )  # fmt: skip
            if action < 0:
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
