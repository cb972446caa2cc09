"""A position played on to its end by bots, again and again: what is hidden is dealt anew for each playout.

A game takes its own copy and gives its kernels (`own_copy(ahead, __name__, decide=decide, ...)`): `decide` is what the bot of a seat does,
`deal_anew` shuffles what the seat to move cannot see. Playouts of one number have the same chances, whatever is tried in them.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.records.agenda import top_step

OVER = 0  # the phase of a game that has ended
MOST_CHOICES = 30_000  # of a playout: only house rules can lead in circles
PLAYOUT_KEY = 1 << 52  # games of playouts are keyed far away from games that are played
PLAY_ON = -1  # instead of an action: the bot decides from the start
decide = None
deal_anew = None
apply = None
advance = None


@njit
def begin(tried, rules, seed, key):
    """A copy of a position with chances of its own, which no seat can know."""
    tried["seed"] = seed
    tried["game_key"] = PLAYOUT_KEY + key
    for stream in range(tried["draws"].shape[0]):
        tried["draws"][stream] = 0
    deal_anew(tried, rules)


@njit
def play_outs(states, ends, rules, bots, judges, seated, tasks, seed, scratch, minds, out, noted, stop):
    """Play tasks[n] = (action, key) on in ends[n]; noted[n] keeps its first actions, PLAY_ON after the last. Returns how many were played.

    `states` and `rules` are arrays of length 1; seated[seat] is the number of its bot. As soon as another thread sets `stop[0]` it stops.
    """
    for number in range(tasks.shape[0]):
        ends[number] = states[0]
        state = ends[number]
        begin(state, rules[0], seed, int(tasks[number, 1]))
        most = int(state["choices"]) + MOST_CHOICES
        taken = 0
        for place in range(noted.shape[1]):
            noted[number, place] = PLAY_ON
        while state["phase"] != OVER and state["choices"] < most:
            if stop[0]:
                return number
            action = int(tasks[number, 0])
            if taken > 0 or action == PLAY_ON:
                action = int(decide(state, rules[0], bots, judges, int(seated[top_step(state)["seat"]]), scratch, minds, out))
            if taken < noted.shape[1]:
                noted[number, taken] = action
            taken += 1
            apply(state, rules[0], action)
            advance(state, rules[0])
    return tasks.shape[0]
