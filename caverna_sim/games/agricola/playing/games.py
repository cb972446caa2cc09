"""The playing loop: planned games one after another, with rows of what happened."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.agricola.bots.names import RANDOM, SEARCH
from caverna_sim.games.agricola.bots.value import choose_by_value
from caverna_sim.games.agricola.course.core import advance, apply, legal, settle
from caverna_sim.games.agricola.course.hidden import hide
from caverna_sim.games.agricola.course.rounds import advance_once, set_up
from caverna_sim.games.agricola.farm.fields import crops_on_fields
from caverna_sim.games.agricola.farm.scoring import score_seat, tie_of
from caverna_sim.games.agricola.ids import act, good, phase, step
from caverna_sim.games.agricola.playing.ahead import decide
from caverna_sim.games.agricola.playing.lessons import begins_round, note_example, note_lesson
from caverna_sim.games.agricola.playing.rows import ZEROS
from caverna_sim.kit.play import asking
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import first_of, kind_of


@njit
def wish(state, rules, bots, judges, which, scratch, minds, out):
    """Where a bot would go; one that searches by value alone, which is meant to be quick."""
    if judges is not None and bots[which]["tier"] == SEARCH:
        return choose_by_value(state, rules, bots[which], judges[which], scratch, minds[0], out)
    return decide(state, rules, bots, judges, which, scratch, minds, out)


@njit
def also_free(wished, taken):
    """Nobody stands on these spaces."""
    wished["occupied"] &= ~taken


@njit
def hide_cards(state, rules):
    """Turn what a seat cannot see."""
    hide(state)


_asking = own_copy(
    asking, __name__, PLACE_STEP=step.PLACE, PLACE=act.PLACE, RANDOM=RANDOM, legal=legal, decide=decide, wish=wish,
    also_free=also_free, hide=hide_cards,
)  # fmt: skip
next_action, note_opening = _asking.next_action, _asking.note_opening
forget_seats, forget_round = _asking.forget_seats, _asking.forget_round


@njit
def note_placement(state, game, seat, action, tally, placed):
    """Keep where a person goes."""
    if state["round"] != tally["round"]:
        tally["round"] = state["round"]
        tally["turn"] = 0
    tally["turn"] += 1
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
def note_rounds(state, rules, tally, rounds, ended):
    """Keep how the seats stand at the end of a round: rounds[seat, round - 1]."""
    for seat in range(rounds.shape[0]):
        row, found = rounds[seat, ended - 1], state["seats"][seat]
        row["score"] = score_seat(rules, found, tally["parts"])
        row["people"], row["food"] = found["people"], found["goods"][good.FOOD]
        row["choices"], row["blocked"] = tally["seat_choices"][seat], tally["seat_blocked"][seat]
    forget_round(tally)


@njit
def go_on(state, rules, tally, rounds):
    """`advance` to the next decision, keeping rounds that end."""
    while state["depth"] == 0 and state["phase"] != phase.OVER:
        now = int(state["round"])
        advance_once(state, rules)
        settle(state, rules)
        if state["round"] != now or state["phase"] == phase.OVER:
            note_rounds(state, rules, tally, rounds, now)


@njit
def begin_game(states, rules, plan, seed, scratch, tally, outcome):
    """Set up a planned game and go on to its first decision."""
    tally["round"] = 0
    forget_seats(tally)
    states[0] = scratch[ZEROS]
    state = states[0]
    set_up(state, rules, seed, int(plan["block"]))
    state["supply"] &= ~plan["absent"]
    outcome["supply"] = state["supply"]
    for number in range(state["players"]):
        tally["seat_built"][number] = 0
        limits, given = state["seats"][number]["limits"], plan["limits"][number]
        limits["spaces"], limits["improvements"], limits["people"] = given["spaces"], given["improvements"], given["people"]
    advance(state, rules)


@njit
def end_game(state, rules, tally, outcome, players):
    """Keep how a game ended."""
    outcome["setup"], outcome["rounds"] = state["setup"], state["round"]
    outcome["choices"], outcome["hash"] = state["choices"], state["hash"]
    tally["choices"] += state["choices"]
    for number in range(players.shape[0]):
        note_player(rules, state["seats"][number], tally, players[number])


@njit
def play_to_the_end(
    states, rules, bots, judges, outside, plan, asides, scratch, minds, out, seed, stop, tally, game, outcome, opened, rounds, built,
    placed, lessons, examples,
):  # fmt: skip
    """Play a planned game, or go on with it, to its end; False when it was stopped, or Python has to say something first."""
    keeps_rounds = rounds.shape[0] > 0
    state = states[0]
    if not tally["is_on"]:
        begin_game(states, rules, plan, seed, scratch, tally, outcome)
        tally["is_on"] = 1
    while state["phase"] != phase.OVER:
        seat = int(top_step(state)["seat"])
        which = int(plan["bots"][seat])
        if stop[0]:
            return False
        if lessons is not None and begins_round(state, seat):
            note_lesson(state, rules, which, game, seat, minds[0], tally, lessons)
        if examples is not None and top_step(state)["step"] == step.PLACE:
            note_example(state, rules, bots[0], judges[0], seat, scratch, minds[0], out, tally, examples)
        action = next_action(
            state, rules, bots, judges, outside, which, plan["opening"], keeps_rounds, asides, scratch, minds, out, tally
        )  # fmt: skip
        if action < 0:
            return False
        tally["seat_choices"][seat] += 1
        if kind_of(action) == act.PLACE:
            note_placement(state, game, seat, action, tally, placed)
            note_opening(action, seat, tally, opened)
        before = int(state["seats"][seat]["majors"])
        apply(state, rules, action)
        if lessons is not None and state["depth"] == 0:
            note_lesson(state, rules, which, game, seat, minds[0], tally, lessons)
        if state["seats"][seat]["majors"] != before:
            note_built(before, state, game, seat, tally, built)
        if keeps_rounds:
            go_on(state, rules, tally, rounds[game])
        else:
            advance(state, rules)
    return True


@njit
def play_games(
    states, rules, bots, judges, outside, plans, asides, scratch, minds, out, seed, stop, tallies, outcomes, players, opened, rounds,
    built, placed, lessons, examples,
):  # fmt: skip
    """Play the games planned, one after another in the same state, and fill rows; returns how many were played to their end.

    `rules` and `tallies` are arrays of length 1, `judges` is None when no bot has learned anything, opened[game, seat, n] is where the
    placements of openings went. rounds[game, seat, round - 1] is kept unless it has no room for any game. Rows that find no room are
    counted all the same. `lessons` and `examples` are None unless bots learn from these games. As soon as another thread sets `stop[0]` the
    present game is given up. When somebody outside has to choose, it returns with `asked` in the tally, and goes on from there when
    `answer` is given.
    """
    tally = tallies[0]
    for game in range(int(tally["game"]), plans.shape[0]):
        is_over = play_to_the_end(
            states, rules[0], bots, judges, outside, plans[game], asides, scratch, minds, out, seed, stop, tally, game, outcomes[game],
            opened[game], rounds, built, placed, lessons, examples,
        )  # fmt: skip
        if not is_over:
            return game
        end_game(states[0], rules[0], tally, outcomes[game], players[game])
        tally["is_on"] = 0
        tally["game"] = game + 1
    return plans.shape[0]
