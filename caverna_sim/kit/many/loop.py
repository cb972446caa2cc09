"""The loop over planned games: one after another in the same state, with rows of what happened.

A game takes its own copy and gives its kernels (`own_copy(loop, __name__, begin=begin, ...)`). What is passed together stands in rows.py;
`kept` holds the rows: `outcomes` and `players` of every game, `opened` and `rounds`, and what the game has beside.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.many.rows import ZEROS
from caverna_sim.kit.play.asking import forget_seats
from caverna_sim.kit.records.agenda import top_step

OVER = 0  # the phase of a game that has ended
begin = None  # set a planned game up and go on to its first decision
choose = None  # what the seat to move does; below 0 when Python has to say something first
look = None  # at the game before somebody chooses
note = None  # an action before it is carried out; below 0 gives the game up
apply = None
note_after = None  # what has come of the action; gets what `note` has returned
go_on = None  # to the next decision
end = None  # keep how the game and its seats ended


@njit
def begin_game(rules, plan, room, kept, seed, tally, game):
    """Set up a planned game and go on to its first decision."""
    tally["round"] = 0
    forget_seats(tally)
    room.states[0] = room.scratch[ZEROS]
    begin(room.states[0], rules, plan, kept, seed, tally, game)
    tally["is_on"] = 1


@njit
def end_game(state, rules, kept, tally, game):
    """Keep how a game ended."""
    outcome = kept.outcomes[game]
    outcome["setup"], outcome["rounds"] = state["setup"], state["round"]
    outcome["choices"], outcome["hash"] = state["choices"], state["hash"]
    tally["choices"] += state["choices"]
    end(state, rules, kept, tally, game)
    tally["is_on"] = 0
    tally["game"] = game + 1


@njit
def play_games(rules, plans, cast, room, kept, seed, stop, tallies):
    """Play the games planned and fill rows; returns how many were played to their end.

    `rules` holds the rules of all games by number; `tallies` is of length 1. Rows that find no room are counted all the same; `kept.rounds`
    is filled unless it has no room for any game. As soon as another thread sets `stop[0]` the present game is given up. When somebody
    outside has to choose, it returns with `asked` in the tally, and goes on from there when `answer` is given.
    """
    tally, state, keeps_rounds = tallies[0], room.states[0], kept.rounds.shape[0] > 0
    while tally["game"] < plans.shape[0]:
        game = int(tally["game"])
        plan, own = plans[game], rules[plans[game]["rules"]]
        if not tally["is_on"]:
            begin_game(own, plan, room, kept, seed, tally, game)
        while state["phase"] != OVER:
            if stop[0]:
                return game
            seat = int(top_step(state)["seat"])
            which = int(plan["bots"][seat])
            look(state, own, plan, cast, room, kept, seed, tally, game, which)
            action = int(choose(state, own, plan, cast, room, which, keeps_rounds, tally))
            if action < 0:
                return game
            tally["seat_choices"][seat] += 1
            seen = note(state, own, kept, tally, game, seat, action)
            if seen < 0:
                return game
            apply(state, own, action)
            note_after(state, own, cast, room, kept, tally, game, seat, which, seen)
            go_on(state, own, kept, tally, game, keeps_rounds)
        end_game(state, own, kept, tally, game)
    return plans.shape[0]


@njit
def note_placement(state, game, seat, space, tally, placed):
    """Keep where somebody goes; returns the number of the row, below 0 when there is no room."""
    if state["round"] != tally["round"]:
        tally["round"] = state["round"]
        tally["turn"] = 0
    tally["turn"] += 1
    number = int(tally["placed"])
    tally["placed"] += 1
    if number >= placed.shape[0]:
        return -1
    row = placed[number]
    row["game"], row["seat"], row["round"], row["turn"], row["space"] = game, seat, state["round"], tally["turn"], space
    return number


@njit
def note_parts(seat, tally, row):
    """Keep the scoring parts of a seat, which the tally holds, and its goods."""
    for index in range(row["parts"].shape[0]):
        row["parts"][index] = tally["parts"][index]
    for ware in range(row["goods"].shape[0]):
        row["goods"][ware] = seat["goods"][ware]
