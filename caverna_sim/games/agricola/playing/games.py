"""The playing loop: planned games one after another, with rows of what happened."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.choosing import bot_action
from caverna_sim.games.agricola.course.core import advance, apply, legal
from caverna_sim.games.agricola.course.rounds import set_up
from caverna_sim.games.agricola.farm.fields import crops_on_fields
from caverna_sim.games.agricola.farm.scoring import score_seat, tie_of
from caverna_sim.games.agricola.ids import act, phase, step
from caverna_sim.games.agricola.playing.rows import ZEROS
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import code, first_of, kind_of

NONE = -1


@njit
def opening_action(state, rules, plan, tally, scratch, out):
    """The placement that the opening of a seat names now, if it can be used; NONE: the bot decides."""
    row = top_step(state)
    seat = int(row["seat"])
    number = int(tally["seat_placed"][seat])
    if row["step"] != step.PLACE or number >= plan["opening"].shape[1] or plan["opening"][seat, number] < 0:
        return NONE
    wanted = code(act.PLACE, int(plan["opening"][seat, number]), 0, 0)
    for index in range(legal(state, rules, scratch, out)):
        if out[index] == wanted:
            return int(wanted)
    return NONE


@njit
def note_placement(state, game, seat, action, tally, placed):
    """Keep where a person goes."""
    if state["round"] != tally["round"]:
        tally["round"] = state["round"]
        tally["turn"] = 0
    tally["turn"] += 1
    tally["seat_placed"][seat] += 1
    if tally["placed"] < placed.shape[0]:
        row = placed[tally["placed"]]
        row["game"], row["seat"], row["round"], row["turn"] = game, seat, state["round"], tally["turn"]
        row["space"], row["newborn"] = first_of(action), False
    tally["placed"] += 1


@njit
def note_built(before, state, game, seat, tally, built):
    """Keep an improvement that has come, and that one was given back."""
    now = int(state["seats"][seat]["majors"])
    for number in range(state["seats"][seat]["order"].shape[0]):
        bit = 1 << number
        if now & ~before & bit:
            tally["seat_built"][seat] += 1
            if tally["built"] < built.shape[0]:
                row = built[tally["built"]]
                row["game"], row["seat"], row["round"], row["card"] = game, seat, state["round"], number
                row["order"], row["returned"] = tally["seat_built"][seat], 0
            tally["built"] += 1
        if before & ~now & bit:
            for index in range(min(tally["built"], built.shape[0])):
                row = built[index]
                if row["game"] == game and row["seat"] == seat and row["card"] == number and row["returned"] == 0:
                    row["returned"] = state["round"]


@njit
def note_player(rules, seat, tally, row):
    """Keep how a seat ends."""
    row["score"] = score_seat(rules, seat, tally["parts"])
    for index in range(row["parts"].shape[0]):
        row["parts"][index] = tally["parts"][index]
    for ware in range(row["goods"].shape[0]):
        row["goods"][ware] = seat["goods"][ware]
    row["tie"], row["people"], row["begging"], row["house"] = tie_of(seat), seat["people"], seat["begging"], seat["house"]
    row["rooms"], row["fields"] = count(int(seat["rooms"])), count(int(seat["fields"]))
    row["sown"] = crops_on_fields(seat, seat["fields"])
    row["pastures"], row["pasture_cells"] = seat["num_pastures"], count(int(seat["fenced"]))
    row["stables"], row["fences"], row["majors"] = count(int(seat["stables"])), count(int(seat["fences"])), count(int(seat["majors"]))


@njit
def begin_game(states, rules, plan, seed, scratch, tally, outcome):
    """Set up a planned game and go on to its first decision."""
    tally["round"] = 0
    states[0] = scratch[ZEROS]
    state = states[0]
    set_up(state, rules, seed, int(plan["block"]))
    state["supply"] &= ~plan["absent"]
    outcome["supply"] = state["supply"]
    for number in range(state["players"]):
        tally["seat_placed"][number] = 0
        tally["seat_built"][number] = 0
        limits, given = state["seats"][number]["limits"], plan["limits"][number]
        limits["spaces"], limits["improvements"], limits["people"] = given["spaces"], given["improvements"], given["people"]
    advance(state, rules)


@njit
def play_games(states, rules, bots, plans, scratch, out, seed, stop, tallies, outcomes, players, built, placed):
    """Play the games planned, one after another in the same state, and fill rows; returns how many were played to their end.

    `rules` and `tallies` are arrays of length 1. Rows that find no room are counted all the same. As soon as another thread sets `stop[0]`
    the present game is given up.
    """
    tally, state = tallies[0], states[0]
    for game in range(plans.shape[0]):
        plan = plans[game]
        begin_game(states, rules[0], plan, seed, scratch, tally, outcomes[game])
        while state["phase"] != phase.OVER:
            if stop[0]:
                return game
            seat = int(top_step(state)["seat"])
            action = opening_action(state, rules[0], plan, tally, scratch, out)
            if action == NONE:
                action = bot_action(state, rules[0], bots[plan["bots"][seat]], scratch, out)
            if kind_of(action) == act.PLACE:
                note_placement(state, game, seat, action, tally, placed)
            before = int(state["seats"][seat]["majors"])
            apply(state, rules[0], action)
            if state["seats"][seat]["majors"] != before:
                note_built(before, state, game, seat, tally, built)
            advance(state, rules[0])
        outcomes[game]["setup"], outcomes[game]["rounds"] = state["setup"], state["round"]
        outcomes[game]["choices"], outcomes[game]["hash"] = state["choices"], state["hash"]
        tally["choices"] += state["choices"]
        for number in range(players.shape[1]):
            note_player(rules[0], state["seats"][number], tally, players[game, number])
    return plans.shape[0]
