"""Where people are: the pool of a seat, hunters, elders, husbands, suitors, the dead pile (N-COMP-3, N-ALPHA-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.ids import ruling, things
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.kit.records.rows import total


@njit
def seat_of(state, species):
    """The seat of a species, -1 without one."""
    for seat_number in range(state["players"]):
        if state["seats"][seat_number]["species"] == species:
            return seat_number
    return -1


@njit
def unassigned(state, seat):
    """Tribesmen of the pool, alpha and wanderers included."""
    return total(seat["pool"]) + (1 if state["alpha"][seat["species"]] == things.POOL else 0)


@njit
def vocabulary(seat):
    """Free disks."""
    return total(seat["vocabulary"])


@njit
def has_elder(seat, level):
    """Whether a mature elder of the level lives (N-ELD-5)."""
    return seat["elder"][level] != 0 and seat["elder_disk"][level] == 0 and not seat["elder_new"] >> level & 1


@njit
def mature_elders(seat):
    """The hand limit (N-HAND-4)."""
    found = 0
    for level in range(things.CHIEF, things.NUM_LEVELS):
        if has_elder(seat, level):
            found += 1
    return found


@njit
def any_elder(seat):
    """Whether a seat has an elder, mature or not."""
    for level in range(things.CHIEF, things.NUM_LEVELS):
        if seat["elder"][level]:
            return True
    return False


@njit
def has_power(seat):
    """Whether the alpha has any power (N-ALPHA-3)."""
    return has_elder(seat, things.KNAPPER) or has_elder(seat, things.WARRIOR) or has_elder(seat, things.TRAPPER)


@njit
def living(state, species):
    """People of a colour outside the dead pile; tribesmen only, the alpha is one more."""
    return things.TRIBESMEN - int(state["dead"][species]) + (1 if state["alpha"][species] != things.DEAD else 0)


# ---------------------------------------------------------------- the alpha (N-ALPHA-2)


@njit
def can_swap(state, rules, seat):
    """Whether the alpha may be exchanged with an unassigned tribesman now."""
    species = int(seat["species"])
    where = int(state["alpha"][species])
    if seat["pool"][species] == 0 or not (where == things.DEAD or things.ELDER_OF <= where < things.SUITOR_OF):
        return False
    reading = rules["ruling"][ruling.ALPHA_SWAP]
    if reading == 1:
        return seat["swapped"] == 0
    if reading == 2:
        return seat["elder"][things.KNAPPER] != 0 or seat["elder"][things.WARRIOR] != 0 or seat["elder"][things.TRAPPER] != 0
    return True


@njit
def swap(state, seat):
    """He comes to the pool; who was there takes his place."""
    species = int(seat["species"])
    if state["alpha"][species] == things.DEAD:
        state["dead"][species] += 1
    seat["pool"][species] -= 1
    state["alpha"][species] = things.POOL
    seat["swapped"] = 1


# ---------------------------------------------------------------- pieces of a group


@njit
def colour_of(seat, piece):
    """Whose colour a piece has in the words of its seat."""
    return int(seat["species"]) if piece == things.TRIBESMAN else piece - things.FIRST_SPECIES


@njit
def _go(state, colour, is_alpha, dies, home):
    """A piece that has left its place goes to the pool of a seat, or (also without a home) to the dead pile."""
    if is_alpha:
        state["alpha"][colour] = things.DEAD if dies or home < 0 else things.POOL
    elif dies or home < 0:
        state["dead"][colour] += 1
    else:
        state["seats"][home]["pool"][colour] += 1


@njit
def kill(state, seat, group, piece):
    """A piece of a group, the pool or hunters, goes to the dead pile."""
    colour = int(seat["species"]) if piece == things.ALPHA else colour_of(seat, piece)
    if piece != things.ALPHA:
        group[colour] -= 1
    _go(state, colour, piece == things.ALPHA, True, -1)


@njit
def hunters_at(state, seat, place):
    """All hunters of a seat on a biome."""
    return total(seat["hunters"][place]) + (1 if state["alpha"][seat["species"]] == things.AT_PLACE + place else 0)


@njit
def own_hunters_at(state, seat, place):
    """Hunters of the seat's own colour there: chaperones of wanderers (N-EVT-7)."""
    species = int(seat["species"])
    return int(seat["hunters"][place][species]) + (1 if state["alpha"][species] == things.AT_PLACE + place else 0)


@njit
def send_home(state, seat, place):
    """Hunters of a biome return to unassigned (N-HUNT-1)."""
    for colour in range(3):
        seat["pool"][colour] += seat["hunters"][place][colour]
        seat["hunters"][place][colour] = 0
    if state["alpha"][seat["species"]] == things.AT_PLACE + place:
        state["alpha"][seat["species"]] = things.POOL


@njit
def send_group(state, seat, place, group, goal):
    """A group leaves a biome, for another one or (-1) for home."""
    species = int(seat["species"])
    for colour in range(3):
        moving = min(int(group[colour]), int(seat["hunters"][place][colour]))
        seat["hunters"][place][colour] -= moving
        if goal < 0:
            seat["pool"][colour] += moving
        else:
            seat["hunters"][goal][colour] += moving
    if group[3] and state["alpha"][species] == things.AT_PLACE + place:
        state["alpha"][species] = things.POOL if goal < 0 else things.AT_PLACE + goal


@njit
def give_birth(state, seat_number, seat, number, source):
    """Babies from the own dead pile, as many as there are; the alpha comes last (N-HUNT-6)."""
    species, born = int(seat["species"]), 0
    while born < number and state["dead"][species] > 0:
        state["dead"][species] -= 1
        seat["pool"][species] += 1
        born += 1
    if born < number and state["alpha"][species] == things.DEAD:
        state["alpha"][species] = things.POOL
        born += 1
    seat["count"][notes.BORN] += born
    if born:
        note(state, notes.BIRTH, seat_number, source, born, 0, 0, 0)
    return born


# ---------------------------------------------------------------- elders


@njit
def remove_elder(state, seat_number, seat, level, dies, cause):
    """An elder leaves his level, to the dead pile or to unassigned; the disk under him returns."""
    species = int(seat["species"])
    _go(state, species, state["alpha"][species] == things.ELDER_OF + level, dies, seat_number)
    seat["elder"][level] = 0
    if seat["elder_disk"][level]:
        seat["vocabulary"][seat["elder_disk"][level] - 1] += 1
    seat["elder_disk"][level] = 0
    seat["elder_new"] &= ~(1 << level)
    note(state, notes.ELDER, seat_number, level, notes.DIED if dies else notes.RECALLED, cause, 0, 0)


# ---------------------------------------------------------------- husbands and suitors


@njit
def remove_husband(state, daughter, dies, father):
    """The husband leaves a daughter: to the dead pile, to his own unassigned, or (father) as a wanderer to her father's pool."""
    woman = state["daughters"][daughter]
    if woman["husband"] == 0:
        return
    species = int(woman["husband"]) - 1
    home = seat_of(state, species)
    if home >= 0 and woman["husband_disk"]:
        state["seats"][home]["vocabulary"][woman["husband_disk"] - 1] += 1
    is_alpha = state["alpha"][species] == things.HUSBAND_OF + daughter
    _go(state, species, is_alpha, dies, home if is_alpha or father < 0 else father)
    woman["husband"], woman["husband_disk"], woman["moved"] = 0, 0, 0


@njit
def remove_suitor(state, daughter, species, dies):
    """The suitor of a player of that species goes home, or dies."""
    woman = state["daughters"][daughter]
    kind = int(woman["suitor"][species])
    if kind == 0:
        return
    is_alpha = kind < 3 and state["alpha"][species] == things.SUITOR_OF + daughter
    _go(state, species if kind < 3 else kind - 3, is_alpha, dies, seat_of(state, species))
    woman["suitor"][species] = 0


@njit
def everybody_home(state, seat_number):
    """Hunters and suitors of a seat return to unassigned (NI-10)."""
    seat = state["seats"][seat_number]
    for place in range(things.NUM_PLACES):
        send_home(state, seat, place)
    for daughter in range(things.NUM_DAUGHTERS):
        remove_suitor(state, daughter, int(seat["species"]), False)
