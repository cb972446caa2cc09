"""What a field of the bounty board gives, and what a new dwelling grants (F-BOUNTY, F-TILE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.counting import friendly_orcs
from caverna_sim.games.caverna.fiends.fight import BY_REWARD
from caverna_sim.games.caverna.fiends.ids import bounty, orc, ruling
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.wares import gain, gain_all
from caverna_sim.games.caverna.ids import act, argument, effect, good, step
from caverna_sim.games.caverna.shape.layout import CAPTIVE
from caverna_sim.kit.records.agenda import push, top_step
from caverna_sim.kit.records.codes import code


@njit
def take_bounty(state, rules, seat_number, number, field, strength):
    """Put the token on its field and take the reward at once (F-BOUNTY-5)."""
    seat = state["seats"][seat_number]
    state["bounty_token"][field] = seat_number * 8 + number
    seat["orcs"][number]["reward"] = 1 + field
    row = rules["orcs"]["bounty"][field]
    do = int(row["do"])
    if do == bounty.GAIN:
        gain_all(rules, seat, row["gain"], 1)
    elif do == bounty.EXPEDITION:
        pushed = push(state, step.EXPEDITION, seat_number)
        pushed[argument.ITEMS_LEFT], pushed[argument.STRENGTH], pushed[argument.ITEMS_TAKEN] = int(row["level"]), strength, BY_REWARD
    elif do == bounty.PROGRAM:
        push(state, step.GRANT, seat_number)[argument.SPACE] = int(row["program"])
    elif do == bounty.USE_OCCUPIED or do == bounty.USE_FREE:
        push(state, step.USE_SPACE, seat_number)[argument.WANTS_OCCUPIED] = 1 if do == bounty.USE_OCCUPIED else 0
    elif do == bounty.ARM:
        push(state, step.ARM, seat_number)[argument.GIVEN] = int(row["strength"])
    elif do == bounty.BEGGAR:
        push(state, step.BEGGAR, seat_number)[argument.BOUNTY] = field
    elif do == bounty.SWAP:
        push(state, step.SWAP, seat_number)
    elif do == bounty.EXTRA_ORC:
        push(state, step.MOVE_IN, seat_number)[argument.LETTER] = orc.EXTRA
    elif do == bounty.FOOD_PER_PERSON:
        _feed_the_poor(state, rules, seat, row)


@njit
def _feed_the_poor(state, rules, seat, row):
    """Big donor: food for adults, newborns and friendly orcs (ruling big_donor_counts_captives)."""
    with_captives = rules["orcs"]["ruling"][ruling.BIG_DONOR_COUNTS_CAPTIVES] == 0
    food = 0
    for dwarf in range(seat["dwarfs"]):
        if with_captives or seat["at"][dwarf] != CAPTIVE:
            food += row["per_person"][1] if seat["newborn"][dwarf] else row["per_person"][0]
    friends = friendly_orcs(seat, with_captives)
    gain(rules, seat, good.FOOD, int(food) + friends * int(row["per_person"][2]))


@njit
def list_use_space(state, rules, seat_number, wants_occupied, out, n):
    """Spaces for Forger (occupied) or Herald (unoccupied) (F-BOUNTY-8)."""
    narrow = rules["orcs"]["ruling"][ruling.FORGER_ALLOWS_OWN_AND_START_SPACE] != 0
    for index in range(state["num_open"]):
        space = int(state["open_spaces"][index])
        user = int(state["used_by"][space])
        if (user >= 0) != (wants_occupied != 0) or not may_use(state["seats"][seat_number], space):
            continue
        if wants_occupied and narrow and (user == seat_number or not rules["space"][space]["may_be_imitated"]):
            continue
        out[n] = code(act.USE_SPACE, space, 0, 0)
        n += 1
    return n


@njit
def occupy_by_herald(state, rules, seat_number, space, wants_occupied):
    """By ruling herald_leaves_space_free a space used through Herald is occupied (F-BOUNTY-8)."""
    if not wants_occupied and rules["orcs"]["ruling"][ruling.HERALD_LEAVES_SPACE_FREE] != 0:
        state["used_by"][space] = seat_number


@njit_hook(base_game="None")
def granted_by_tile(state, rules, do):
    """What new dwellings grant once they are built becomes a step of its own (F-TILE-3, F-TILE-8, F-TILE-10)."""
    seat_number = int(top_step(state)["seat"])
    if do == effect.ARM_LIKE_STRONGEST:
        best = 0
        for number in range(state["players"]):
            other = state["seats"][number]
            for dwarf in range(other["dwarfs"]):
                best = max(best, int(other["weapon"][dwarf]))
        if best > 0:
            push(state, step.ARM, seat_number)[argument.GIVEN] = best
    elif do == effect.ARM_FOR_GOODS:
        push(state, step.ARM, seat_number)
    elif state["orc_acts"] == 0:  # an orc at work cannot (F-TILE-11)
        push(state, step.GROW, seat_number)
