"""The playing loop: planned games one after another, with rows of what happened."""

from caverna_sim.compiling.jit import njit, njit_inline, own_copy
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
from caverna_sim.kit.many import loop
from caverna_sim.kit.many.loop import note_parts, note_placement
from caverna_sim.kit.play import asking
from caverna_sim.kit.play.asking import forget_round, note_opening
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
    note_parts(seat, tally, row)
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
def keep_rounds(state, rules, tally, rounds):
    """To the next decision, keeping rounds that end."""
    while state["depth"] == 0 and state["phase"] != phase.OVER:
        now = int(state["round"])
        advance_once(state, rules)
        settle(state, rules)
        if state["round"] != now or state["phase"] == phase.OVER:
            note_rounds(state, rules, tally, rounds, now)


# ---------------------------------------------------------------- what the loop asks (kit/many/loop.py)


@njit
def begin(state, rules, plan, kept, seed, tally, game):
    """Set up a planned game and go on to its first decision."""
    set_up(state, rules, seed, int(plan["block"]))
    state["supply"] &= ~plan["absent"]
    kept.outcomes[game]["supply"] = state["supply"]
    for number in range(state["players"]):
        tally["seat_built"][number] = 0
        limits, given = state["seats"][number]["limits"], plan["limits"][number]
        limits["spaces"], limits["improvements"], limits["people"] = given["spaces"], given["improvements"], given["people"]
    advance(state, rules)


@njit_inline
def look(state, rules, plan, cast, room, kept, seed, tally, game, which):
    """Keep what is learned from, before somebody chooses."""
    learn_here(state, rules, cast, room, kept.lessons, kept.examples, tally, game, which)


@njit_inline
def learn_here(state, rules, cast, room, lessons, examples, tally, game, which):
    """A lesson before a round, an example before a placement; nothing is compiled for what is None. The first bot judges for all."""
    seat = int(top_step(state)["seat"])
    if lessons is not None and begins_round(state, seat):
        note_lesson(state, rules, which, game, seat, room.minds[0], tally, lessons)
    if examples is not None and top_step(state)["step"] == step.PLACE:
        note_example(state, rules, cast.bots[0], cast.judges[0], seat, room.scratch, room.minds[0], room.out, tally, examples)


@njit_inline
def note(state, rules, kept, tally, game, seat, action):
    """Keep where a person goes; the improvements of the seat before it acts."""
    if kind_of(action) == act.PLACE:
        note_placement(state, game, seat, first_of(action), tally, kept.placed)
        note_opening(action, seat, tally, kept.opened[game])
    return int(state["seats"][seat]["majors"])


@njit_inline
def note_after(state, rules, cast, room, kept, tally, game, seat, which, before):
    """Keep a lesson, and improvements that came or went."""
    learn_after(state, rules, room, kept.lessons, tally, game, seat, which)
    if state["seats"][seat]["majors"] != before:
        note_built(before, state, game, seat, tally, kept.built)


@njit_inline
def learn_after(state, rules, room, lessons, tally, game, seat, which):
    """A lesson after a turn; nothing is compiled when nobody learns."""
    if lessons is not None and state["depth"] == 0:
        note_lesson(state, rules, which, game, seat, room.minds[0], tally, lessons)


@njit_inline
def go_on(state, rules, kept, tally, game, keeps_rounds):
    """To the next decision."""
    if keeps_rounds:
        keep_rounds(state, rules, tally, kept.rounds[game])
    else:
        advance(state, rules)


@njit
def end(state, rules, kept, tally, game):
    """Keep how the seats ended."""
    for number in range(kept.players.shape[1]):
        note_player(rules, state["seats"][number], tally, kept.players[game, number])


_asking = own_copy(
    asking, __name__, PLACE_STEP=step.PLACE, PLACE=act.PLACE, RANDOM=RANDOM, legal=legal, decide=decide, wish=wish,
    also_free=also_free, hide=hide,
)  # fmt: skip
play_games = own_copy(
    loop, __name__, OVER=phase.OVER, begin=begin, choose=_asking.next_action, look=look, note=note, apply=apply, note_after=note_after,
    go_on=go_on, end=end,
).play_games  # fmt: skip
