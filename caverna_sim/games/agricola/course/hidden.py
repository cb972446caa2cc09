"""What a player does not see: the cards of rounds to come, and the state of the random numbers (AG-SET-05)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import phase
from caverna_sim.games.agricola.shape.sizes import MAX_STAGE_CARDS, MAX_STAGES
from caverna_sim.kit.records.rows import shuffle

FACE_DOWN = -1


@njit
def first_hidden(state):
    """The first round whose card lies face down."""
    return int(state["round"]) + (0 if state["phase"] == phase.PREPARATION else 1)


@njit
def deal_anew(state, rules):
    """Shuffle the cards of each stage that lie face down, unless their order is known (AG-SET-05, AG-SOL-04)."""
    now = 1
    for stage in range(MAX_STAGES):
        end = now
        is_given = False
        while end - now < MAX_STAGE_CARDS and rules["stage_cards"][stage, end - now] >= 0:
            is_given = is_given or rules["given_cards"][end] >= 0
            end += 1
        if not is_given:
            shuffle(state, state["cards"], max(now, first_hidden(state)), end)
        now = end


@njit
def hide(state, rules):
    """Turn everything that is face down to FACE_DOWN, and forget what keys the chances of the game."""
    for number in range(first_hidden(state), state["cards"].shape[0]):
        state["cards"][number] = FACE_DOWN
    state["setup"] = FACE_DOWN
    state["game_key"] = 0
    for stream in range(state["draws"].shape[0]):
        state["draws"][stream] = 0
    state["seed"] = 0


@njit
def hide_here(states, rules):
    """`hide` for a state in an array."""
    hide(states[0], rules[0])
