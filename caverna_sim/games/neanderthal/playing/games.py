"""The playing loop: planned games one after another, with rows of what happened."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.bots.choosing import bot_action
from caverna_sim.games.neanderthal.course.climate import any_biome
from caverna_sim.games.neanderthal.course.core import advance_once, apply
from caverna_sim.games.neanderthal.course.ending import portal_disks
from caverna_sim.games.neanderthal.course.setup import set_up
from caverna_sim.games.neanderthal.ids import phase
from caverna_sim.games.neanderthal.ids.things import NUM_PLACES
from caverna_sim.games.neanderthal.shape.layout import MOST_SAID
from caverna_sim.games.neanderthal.tribe.people import mature_elders
from caverna_sim.games.neanderthal.tribe.scoring import (
    count_mature,
    has_won,
    husbands_of,
    mature_daughters,
    score_seat,
    tie_of,
    tribesmen_of,
    trophy_points,
    wanderers_of,
)
from caverna_sim.kit.records.agenda import top_step


@njit
def _keep(state, game, noted, number):
    """Keep the notes of a step; returns how many rows there are, also those without room."""
    for index in range(state["num_notes"]):
        if number < noted.shape[0]:
            row = noted[number]
            row["game"], row["turn"], row["kind"] = game, state["round"], state["notes"][index]["kind"]
            for place in range(MOST_SAID):
                row["said"][place] = state["notes"][index]["said"][place]
        number += 1
    return number


@njit
def _go_on(state, rules, game, noted, number):
    """To the next decision, step by step."""
    while state["depth"] == 0 and state["phase"] != phase.OVER:
        advance_once(state, rules)
        number = _keep(state, game, noted, number)
    return number


@njit
def _note_player(state, rules, seat_number, row):
    """Keep how a seat ends."""
    seat = state["seats"][seat_number]
    row["score"] = score_seat(state, rules, seat_number, row["parts"])
    row["tie"] = tie_of(state, rules, seat)
    for index in range(row["count"].shape[0]):
        row["count"][index] = seat["count"][index]
    row["species"], row["side"], row["mating"] = seat["species"], seat["side"], seat["mating"]
    row["tribesmen"], row["wanderers"] = tribesmen_of(state, seat), wanderers_of(state, seat_number)
    row["daughters"], row["husbands"] = mature_daughters(state, seat), husbands_of(state, seat)
    row["elders"], row["trophies"] = mature_elders(seat), trophy_points(rules, seat)
    row["animals"], row["inventions"] = count_mature(state, seat["animals"]), count_mature(state, seat["inventions"])
    row["portals"] = portal_disks(seat)


@njit
def play_games(states, rules, bots, plans, scratch, minds, out, seed, stop, outcomes, players, noted):
    """Play the games planned, one after another in the same state, and fill rows; returns how many were played, and rows of notes.

    `rules` holds the rules of all games by number. As soon as another thread sets `stop[0]` the present game is given up.
    """
    state, number = states[0], 0
    for game in range(plans.shape[0]):
        plan = plans[game]
        own = rules[plan["rules"]]
        states[0] = scratch[1]  # all zeros
        set_up(state, own, seed, int(plan["block"]))
        for seat_number in range(state["players"]):
            limits, given = state["seats"][seat_number]["limits"], plan["limits"][seat_number]
            limits["mating"], limits["promote"], limits["large_game"] = given["mating"], given["promote"], given["large_game"]
            limits["bids"], limits["tribal"] = given["bids"], given["tribal"]
        number = _go_on(state, own, game, noted, number)
        while state["phase"] != phase.OVER:
            if stop[0]:
                return game, number
            apply(state, own, bot_action(state, own, bots[plan["bots"][top_step(state)["seat"]]], scratch, minds[0], out))
            number = _keep(state, game, noted, number)
            number = _go_on(state, own, game, noted, number)
        outcome = outcomes[game]
        outcome["setup"], outcome["rounds"], outcome["choices"] = state["setup"], state["round"], state["choices"]
        outcome["hash"], outcome["by_ice"] = state["hash"], not any_biome(state)
        for place in range(NUM_PLACES):
            outcome["ice"] += state["ice"][place]
        for seat_number in range(players.shape[1]):
            _note_player(state, own, seat_number, players[game, seat_number])
        if state["variant"]:
            outcome["won"] = has_won(state, own, players[game, 0]["parts"])
    return plans.shape[0], number
