"""The playing loop: planned games one after another, with rows of what happened."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.neanderthal.bots.choosing import bot_action
from caverna_sim.games.neanderthal.course.climate import any_biome
from caverna_sim.games.neanderthal.course.core import advance_once, apply
from caverna_sim.games.neanderthal.course.ending import portal_disks
from caverna_sim.games.neanderthal.course.setup import set_up
from caverna_sim.games.neanderthal.ids import phase
from caverna_sim.games.neanderthal.ids.things import NUM_PLACES
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
from caverna_sim.kit.many import loop
from caverna_sim.kit.records.rows import copy_into


@njit
def _keep(state, game, tally, noted):
    """Keep the notes of a step; those without room are counted."""
    number = int(tally["noted"])
    tally["noted"] += state["num_notes"]
    for index in range(min(int(state["num_notes"]), noted.shape[0] - number)):
        row, said = noted[number + index], state["notes"][index]
        row["game"], row["turn"], row["kind"] = game, state["round"], said["kind"]
        copy_into(row["said"], said["said"])


@njit
def _note_player(state, rules, seat_number, row):
    """Keep how a seat ends."""
    seat = state["seats"][seat_number]
    row["score"] = score_seat(state, rules, seat_number, row["parts"])
    row["tie"] = tie_of(state, rules, seat)
    copy_into(row["count"], seat["count"])
    row["species"], row["side"], row["mating"] = seat["species"], seat["side"], seat["mating"]
    row["tribesmen"], row["wanderers"] = tribesmen_of(state, seat), wanderers_of(state, seat_number)
    row["daughters"], row["husbands"] = mature_daughters(state, seat), husbands_of(state, seat)
    row["elders"], row["trophies"] = mature_elders(seat), trophy_points(rules, seat)
    row["animals"], row["inventions"] = count_mature(state, seat["animals"]), count_mature(state, seat["inventions"])
    row["portals"] = portal_disks(seat)


# ---------------------------------------------------------------- what the loop asks (kit/many/loop.py)


@njit
def begin(state, rules, plan, kept, seed, tally, game):
    """Set up a planned game and go on to its first decision."""
    set_up(state, rules, seed, int(plan["block"]))
    for seat_number in range(state["players"]):
        limits, given = state["seats"][seat_number]["limits"], plan["limits"][seat_number]
        limits["mating"], limits["promote"], limits["large_game"] = given["mating"], given["promote"], given["large_game"]
        limits["bids"], limits["tribal"] = given["bids"], given["tribal"]
    go_on(state, rules, kept, tally, game, False)


@njit
def choose(state, rules, plan, cast, room, which, keeps_rounds, tally):
    """What the bot of the seat does."""
    return bot_action(state, rules, cast.bots[which], room.scratch, room.minds[0], room.out)


@njit
def look(state, rules, plan, cast, room, kept, seed, tally, game, which):
    """Nobody learns from these games."""


@njit
def note(state, rules, kept, tally, game, seat, action):
    """The game notes by itself what is kept of it."""
    return 0


@njit
def note_after(state, rules, cast, room, kept, tally, game, seat, which, seen):
    """Keep what the game has noted."""
    _keep(state, game, tally, kept.noted)


@njit
def go_on(state, rules, kept, tally, game, keeps_rounds):
    """To the next decision, step by step."""
    while state["depth"] == 0 and state["phase"] != phase.OVER:
        advance_once(state, rules)
        _keep(state, game, tally, kept.noted)


@njit
def end(state, rules, kept, tally, game):
    """Keep how the game and its seats ended."""
    outcome, players = kept.outcomes[game], kept.players[game]
    outcome["by_ice"] = not any_biome(state)
    for place in range(NUM_PLACES):
        outcome["ice"] += state["ice"][place]
    for seat_number in range(players.shape[0]):
        _note_player(state, rules, seat_number, players[seat_number])
    if state["variant"]:
        outcome["won"] = has_won(state, rules, players[0]["parts"])


play_games = own_copy(
    loop, __name__, OVER=phase.OVER, begin=begin, choose=choose, look=look, note=note, apply=apply, note_after=note_after, go_on=go_on,
    end=end,
).play_games  # fmt: skip
