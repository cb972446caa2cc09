"""Whole games between bots that leave rows behind. What is kept is read off the actions; the engine knows nothing of it."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_inline, own_copy
from caverna_sim.games.caverna.bots.layout import RANDOM, SEARCH
from caverna_sim.games.caverna.bots.value import choose_by_value
from caverna_sim.games.caverna.course.core import advance, apply, legal, settle
from caverna_sim.games.caverna.course.hooks import BY_REWARD, ITEMS
from caverna_sim.games.caverna.course.rounds import advance_once, set_up
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.fiends.noting import forget, note_end, note_event
from caverna_sim.games.caverna.home.wares import crops_on_fields, yellow_furnishings
from caverna_sim.games.caverna.ids import act, argument, good, phase, step, terrain
from caverna_sim.games.caverna.playing.ahead import decide
from caverna_sim.games.caverna.playing.examples import note_example
from caverna_sim.games.caverna.playing.hidden import hide
from caverna_sim.games.caverna.playing.lessons import begins_turn, note_lesson
from caverna_sim.games.caverna.playing.rows import DWARF, HELPER, NUM_RECENT
from caverna_sim.games.caverna.shape.board import BOARD
from caverna_sim.games.caverna.shape.sizes import MAX_LATE, MOST_CHOICES
from caverna_sim.games.caverna.shape.tiles import WORDS
from caverna_sim.kit.many import loop
from caverna_sim.kit.many.loop import note_parts, note_placement
from caverna_sim.kit.play import asking
from caverna_sim.kit.play.asking import NOTHING, forget_round, note_opening
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import first_of, kind_of, second_of


@njit
def also_free(wished, taken):
    """All that makes a space free is known to every game."""


@njit
def wish(wished, rules, bots, judges, which, scratch, minds, out):
    """Where a bot would go; a search bot is asked as the value bot in it."""
    if judges is not None and bots[which]["tier"] == SEARCH:
        bot = bots[which]
        return choose_by_value(wished, rules, bot, judges[which], scratch, minds[0], out, int(bot["candidates"]), int(bot["options"]))
    return decide(wished, rules, bots, judges, which, scratch, minds, out)


@njit
def _note_placement(state, game, seat, space, weapon, worker, tally, placed):
    number = note_placement(state, game, seat, space, tally, placed)
    if number >= 0:
        placed[number]["weapon"], placed[number]["worker"] = weapon, worker


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
def note_player(rules, seat, expeditions, tally, row):
    """Keep how a seat ends."""
    row["score"] = score_seat(rules, seat, tally["parts"])
    note_parts(seat, tally, row)
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
def keep_rounds(state, rules, tally, rounds):
    """To the next decision, keeping rounds that end; the last one counts as it stands when the game is over."""
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


# ---------------------------------------------------------------- what the loop asks (kit/many/loop.py)


@njit
def begin(state, rules, plan, kept, seed, tally, game):
    """Set up a planned game and go on to its first decision."""
    forget(rules, tally)
    for seat in range(tally["expeditions"].shape[0]):
        tally["expeditions"][seat] = 0
    set_up(state, rules, seed, int(plan["block"]))
    for word in range(WORDS):
        state["supply"][word] &= ~plan["absent"][word]
        kept.outcomes[game]["supply"][word] = state["supply"][word]
    limit_seats(state, plan)
    advance(state, rules)


@njit_inline
def look(state, rules, plan, cast, room, kept, seed, tally, game, which):
    """Keep what is learned from, before somebody chooses."""
    learn_here(state, rules, plan, cast, room, kept.learned, kept.lessons, kept.examples, seed, tally, game, which)


@njit_inline
def learn_here(state, rules, plan, cast, room, learned, lessons, examples, seed, tally, game, which):
    """A lesson before a turn, an example before a choice; nothing is compiled for what is None."""
    seat = int(top_step(state)["seat"])
    if lessons is not None and tally["asked"] == NOTHING and begins_turn(state, seat, which):
        note_lesson(state, rules, cast.bots, learned, which, game, seat, room.minds[0], tally, lessons)
    if examples is not None and which >= 0:
        note_example(
            state, rules, cast.judges, plan, seed, which, game, seat, room.scratch, room.minds[0], room.out, tally, examples
        )  # fmt: skip


@njit_inline
def note(state, rules, kept, tally, game, seat, action):
    """Keep what an action is about; whether a turn is on, below 0 when the game has no end."""
    kind = kind_of(action)
    if kind == act.PLACE:
        _note_placement(state, game, seat, first_of(action), second_of(action), DWARF, tally, kept.placed)
        note_opening(action, seat, tally, kept.opened[game])
    elif kind == act.PLACE_ORC:
        _note_placement(state, game, seat, second_of(action), 0, HELPER, tally, kept.placed)
    elif kind == act.FURNISH:
        _note_furnishing(state, game, seat, action, tally, kept.built)
    elif kind == act.EXPEDITION:
        tally["expeditions"][seat] += 1
    elif kind == act.LOOT:
        _note_loot(state, game, seat, action, tally, kept.taken)
    if state["choices"] >= MOST_CHOICES:
        tally["is_endless"] = 1
        return -1
    tally["recent"][state["choices"] & (NUM_RECENT - 1)] = action
    return int(state["phase"] == phase.WORK or state["phase"] == phase.EVENT)


@njit_inline
def note_after(state, rules, cast, room, kept, tally, game, seat, which, is_turn):
    """Keep a lesson after a turn."""
    learn_after(state, rules, cast, room, kept.learned, kept.lessons, tally, game, seat, which, is_turn)


@njit_inline
def learn_after(state, rules, cast, room, learned, lessons, tally, game, seat, which, is_turn):
    """The same; nothing is compiled when nobody learns."""
    if lessons is not None and is_turn and state["depth"] == 0 and which >= 0:
        note_lesson(state, rules, cast.bots, learned, which, game, seat, room.minds[0], tally, lessons)


@njit_inline
def go_on(state, rules, kept, tally, game, keeps_rounds):
    """To the next decision."""
    if keeps_rounds:
        keep_rounds(state, rules, tally, kept.rounds[game])
    else:
        advance(state, rules)
    note_event(state, rules, tally)


@njit
def end(state, rules, kept, tally, game):
    """Keep how a game and its seats ended."""
    outcome, players = kept.outcomes[game], kept.players[game]
    outcome["spilled"] = 0
    for seat in range(players.shape[0]):
        note_player(rules, state["seats"][seat], tally["expeditions"][seat], tally, players[seat])
        if state["seats"][seat]["spilled"] and outcome["spilled"] == 0:
            outcome["spilled"] = 1 + seat
    note_end(state, rules, tally, outcome, players)


_asking = own_copy(
    asking, __name__, PLACE_STEP=step.PLACE, PLACE=act.PLACE, RANDOM=RANDOM, legal=legal, decide=decide, wish=wish,
    also_free=also_free, hide=hide,
)  # fmt: skip
play_games = own_copy(
    loop, __name__, OVER=phase.OVER, begin=begin, choose=_asking.next_action, look=look, note=note, apply=apply, note_after=note_after,
    go_on=go_on, end=end,
).play_games  # fmt: skip
