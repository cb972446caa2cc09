"""What the loop over planned games asks of this one (kit/many/loop.py)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.kit.many import loop
from caverna_sim.kit.many.loop import note_parts, note_placement
from caverna_sim.kit.play import asking
from caverna_sim.kit.records.codes import first_of
from tests.orchard.bots.choosing import decide
from tests.orchard.bots.layout import RANDOM
from tests.orchard.course.core import PLACE_STEP, advance, apply, hide, legal, score_seat, set_up
from tests.orchard.ids import OVER, PLACE


@njit
def also_free(wished, taken):
    """Nothing else makes a place free."""


@njit
def begin(state, rules, plan, kept, seed, tally, game):
    """Set up a planned game and go on to its first decision."""
    set_up(state, rules, seed, int(plan["block"]))
    advance(state, rules)


@njit
def look(state, rules, plan, cast, room, kept, seed, tally, game, which):
    """Nobody learns from these games."""


@njit
def note(state, rules, kept, tally, game, seat, action):
    """Keep where a picker goes."""
    note_placement(state, game, seat, first_of(action), tally, kept.placed)
    return 0


@njit
def note_after(state, rules, cast, room, kept, tally, game, seat, which, seen):
    """What came of it is in the record of the seat."""


@njit
def go_on(state, rules, kept, tally, game, keeps_rounds):
    """To the next decision."""
    advance(state, rules)


@njit
def end(state, rules, kept, tally, game):
    """Keep how the seats ended."""
    for number in range(kept.players.shape[1]):
        seat, row = state["seats"][number], kept.players[game, number]
        row["score"], row["coins"] = score_seat(rules, seat, tally["parts"]), seat["coins"]
        note_parts(seat, tally, row)


_asking = own_copy(
    asking, __name__, PLACE_STEP=PLACE_STEP, PLACE=PLACE, RANDOM=RANDOM, legal=legal, decide=decide, wish=decide, also_free=also_free,
    hide=hide,
)  # fmt: skip
play_games = own_copy(
    loop, __name__, OVER=OVER, begin=begin, choose=_asking.next_action, look=look, note=note, apply=apply, note_after=note_after,
    go_on=go_on, end=end,
).play_games  # fmt: skip
