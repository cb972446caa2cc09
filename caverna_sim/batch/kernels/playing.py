"""Whole games between bots that leave rows behind. What is kept is read off the actions; the engine knows nothing of it."""

from __future__ import annotations

from caverna_sim.bots.layout import RANDOM
from caverna_sim.bots.policy import choose
from caverna_sim.bots.table import decide
from caverna_sim.engine.agenda import top_step
from caverna_sim.engine.codes import first_of, kind_of, second_of
from caverna_sim.engine.core import advance, apply, legal
from caverna_sim.engine.ids import act, phase, step
from caverna_sim.engine.rng import STREAM_BOT, draw
from caverna_sim.engine.rounds import set_up
from caverna_sim.engine.scoring import score_seat
from caverna_sim.jit import njit

NO_ACTION = -1
NO_SPACE_WANTED = -1


@njit
def opening_action(state, rules, openings, tally, scratch, out):
    """The placement that the opening of the seat forces now, as Game.opening gives it; NO_ACTION leaves it to the bot."""
    row = top_step(state)
    seat = int(row["seat"])
    number = tally["opening"][seat]
    if row["step"] != step.PLACE or number >= openings.shape[1] or openings[seat, number] == NO_SPACE_WANTED:
        return NO_ACTION
    n = legal(state, rules, scratch, out)
    is_placing = False
    for index in range(n):
        if kind_of(out[index]) == act.PLACE:
            is_placing = True
            if first_of(out[index]) == openings[seat, number]:
                tally["opening"][seat] += 1
                return int(out[index])
    if is_placing:
        tally["opening"][seat] += 1
    return NO_ACTION


@njit
def bot_action(state, rules, bots, judges, which, scratch, mind, out):
    """What a bot takes now. Without judges all bots are random or scripted: the others, half of all compile time, drop out then."""
    if judges is not None:
        return decide(state, rules, bots[which], judges[which], scratch, mind, out)
    if bots[which]["tier"] == RANDOM:
        n = legal(state, rules, scratch, out)
        return int(out[draw(state, STREAM_BOT + top_step(state)["seat"], n)]) if n > 1 else int(out[0])
    return choose(state, rules, bots[which], scratch, mind, out)


@njit
def _note_placement(state, game, seat, action, tally, placed):
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
        row["space"] = first_of(action)
        row["weapon"] = second_of(action)
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
    """The agenda still holds the expedition as it is before the item is taken."""
    if tally["taken"] < taken.shape[0]:
        expedition = top_step(state)
        row = taken[tally["taken"]]
        row["game"] = game
        row["seat"] = seat
        row["round"] = state["round"]
        row["expedition"] = tally["expeditions"][seat]
        row["level"] = int(expedition["a"]) + int(expedition["d"])
        row["strength"] = expedition["b"]
        row["loot"] = first_of(action)
    tally["taken"] += 1


@njit
def note(state, game, action, tally, built, placed, taken):
    """Keep what an action is about, before it is carried out."""
    kind = kind_of(action)
    seat = int(top_step(state)["seat"])
    if kind == act.PLACE:
        _note_placement(state, game, seat, action, tally, placed)
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


@njit
def play_games(
    states, rules, bots, judges, plans, openings, scratch, minds, out, seed, stop, tallies, outcomes, players, built, placed, taken
):
    """Play the games planned, one after another in the same state, and fill rows; returns how many were played to their end.

    `rules` and `tallies` are arrays of length 1, `judges` is None when no bot looks ahead, `openings[seat, n]` are spaces, ended by
    NO_SPACE_WANTED. Rows that find no room are counted all the same. As soon as another thread sets `stop[0]` the present game is
    given up.
    """
    tally = tallies[0]
    tally["built"] = 0
    tally["placed"] = 0
    tally["taken"] = 0
    tally["choices"] = 0
    for game in range(plans.shape[0]):
        plan = plans[game]
        tally["round"] = 0
        for seat in range(players.shape[1]):
            tally["opening"][seat] = 0
            tally["expeditions"][seat] = 0
        states[0] = scratch[1]  # all zeros
        state = states[0]
        set_up(state, rules[0], seed, int(plan["block"]))
        state["supply"] &= ~plan["absent"]
        advance(state, rules[0])
        choices = 0
        while state["phase"] != phase.OVER:
            if stop[0]:
                return game
            action = opening_action(state, rules[0], openings, tally, scratch, out)
            if action == NO_ACTION:
                which = int(plan["bots"][top_step(state)["seat"]])
                action = int(bot_action(state, rules[0], bots, judges, which, scratch, minds[0], out))
            note(state, game, action, tally, built, placed, taken)
            apply(state, rules[0], action)
            advance(state, rules[0])
            choices += 1
        tally["choices"] += choices
        outcomes[game]["setup"] = state["setup"]
        outcomes[game]["rounds"] = state["round"]
        outcomes[game]["choices"] = choices
        outcomes[game]["hash"] = state["hash"]
        for seat in range(players.shape[1]):
            note_player(rules[0], state["seats"][seat], tally["expeditions"][seat], tally, players[game, seat])
    return plans.shape[0]
