"""Phase 4: courtship (N-WOO-1 to N-WOO-8)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.course.events import can_host
from caverna_sim.games.neanderthal.ids import act, argument, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.shape.layout import NOTHING
from caverna_sim.games.neanderthal.tribe import cards, people
from caverna_sim.games.neanderthal.tribe.noting import note, roll
from caverna_sim.kit.records.agenda import push

NEXT, COURT = 40, 41


@njit
def do_court(state, daughter):
    """A daughter has been named."""
    state["back"], state["spot"], state["stage"], state["fighter"] = state["stage"], things.NUM_PLACES + daughter, NEXT, NOTHING
    state["at"] = 0  # how many have courted her


@njit
def words_of(state, rules, daughter, species):
    """Free disks of a player in her colours; people without a seat have none (N-WOO-6)."""
    seat_number = people.seat_of(state, species)
    return cards.words_for(rules, state["seats"][seat_number], daughter) if seat_number >= 0 else NOTHING


@njit
def is_next(state, rules, daughter, species):
    """Whether nobody who still courts has more words."""
    woman = state["daughters"][daughter]
    if woman["suitor"][species] == 0:
        return False
    for other in range(3):
        if woman["suitor"][other] and words_of(state, rules, daughter, other) > words_of(state, rules, daughter, species):
            return False
    return True


@njit
def advance_courtship(state, rules):
    """One automatic step: who courts next, or his courtship."""
    daughter = int(state["spot"]) - things.NUM_PLACES
    woman = state["daughters"][daughter]
    if state["stage"] == COURT:
        _court(state, rules, daughter, woman, int(state["fighter"]))
        return
    found, tied = NOTHING, 0
    for species in range(3):
        if is_next(state, rules, daughter, species):
            found = species
            tied += 1
    if tied == 0:
        state["stage"], state["spot"], state["fighter"], state["at"] = state["back"], NOTHING, NOTHING, 0
        return
    state["stage"], state["fighter"] = COURT, found
    if tied > 1 and state["players"] > 1:
        push(state, step.FIRST_SUITOR, woman["owner"])[argument.DAUGHTER] = daughter


@njit
def _is_warrior(state, number, daughter, species):
    """The alpha of a mature warrior never fails (N-WOO-3)."""
    return (
        number >= 0 and state["alpha"][species] == things.SUITOR_OF + daughter and people.has_elder(state["seats"][number], things.WARRIOR)
    )


@njit
def _succeeds_alone(state, rules, daughter, woman, number, species):
    """Success without a roll for want of rivals and husband (NR-WOO-AUTO); who courts after somebody else rolls (N-WOO-6)."""
    is_alone, is_free = state["at"] == 0 and not cards.rivals_on(state, daughter, species), woman["husband"] == 0
    reading = rules["ruling"][ruling.WOO_AUTO]
    if reading == 1:
        return is_alone or is_free
    if reading == 3 or (reading == 2 and woman["owner"] != number):
        return False
    return is_alone and is_free


@njit
def _has_poetry(state, rules, daughter, number):
    if number < 0:
        return False
    if rules["ruling"][ruling.POETRY] == 0:
        return cards.abilities(state, rules, number, things.POETRY) > 0
    return rules["woman"][daughter]["ability"] == things.POETRY and cards.is_usable(state, rules, daughter, number, False)


@njit
def _court(state, rules, daughter, woman, species):
    """One suitor: refused, without a roll, or with one die (N-WOO-2 to N-WOO-4)."""
    seat_number = people.seat_of(state, species)
    state["stage"] = NEXT
    warrior = _is_warrior(state, seat_number, daughter, species)
    if not cards.daughter_mature(woman) and not warrior:
        _tell(state, daughter, woman, seat_number, notes.REFUSED, 0, 0, 0, 0)
        people.remove_suitor(state, daughter, species, False)
        return
    die, how = 0, notes.AUTOMATIC
    alone = _succeeds_alone(state, rules, daughter, woman, seat_number, species)
    state["at"] += 1
    if not (warrior or alone or _has_poetry(state, rules, daughter, seat_number)):
        how = notes.ROLLED
        roll(state, things.ROLL_COURT, seat_number, things.NUM_PLACES + daughter, things.NUM_BIOMES + daughter, 0, 1, 0)
        die = int(state["roll"][0])
        if not rules["woo"] >> die & 1:
            killed = rules["woo_killed"] >> die & 1
            _tell(state, daughter, woman, seat_number, how, die, 0, killed, 0)
            people.remove_suitor(state, daughter, species, killed != 0)
            return
    _succeed(state, rules, daughter, woman, seat_number, species, die, how)


@njit
def _tell(state, daughter, woman, number, how, die, success, killed, outcome):
    note(state, notes.COURTSHIP, daughter, woman["owner"], number, how, die, success)
    said = state["notes"][state["num_notes"] - 1]["said"]
    said[6], said[7] = killed, outcome


@njit
def _succeed(state, rules, daughter, woman, number, species, die, how):
    """A husband if he can be one; a promiscuous stranger leaves a child (N-WOO-5, N-WOO-7)."""
    father, outcome = int(woman["owner"]), 0
    is_local, kind = father == number, int(woman["suitor"][species])
    is_promiscuous = number >= 0 and state["seats"][number]["mating"] == things.PROMISCUOUS
    can_marry = kind < 3 and not is_promiscuous
    if is_local and can_marry and state["seats"][number]["vocabulary"][things.ORANGE] == 0:
        can_marry = woman["husband"] == 1 + species and woman["husband_disk"] == 1 + things.ORANGE
    heir = father if rules["ruling"][ruling.WOO_EXHUSBAND] == 1 and woman["husband"] != 1 + state["seats"][father]["species"] else NOTHING
    if can_marry:
        is_alpha = state["alpha"][species] == things.SUITOR_OF + daughter
        people.remove_husband(state, daughter, False, heir)
        woman["suitor"][species] = 0
        if is_alpha:
            state["alpha"][species] = things.HUSBAND_OF + daughter
        woman["husband"], woman["husband_disk"] = 1 + species, 0
        if is_local:
            woman["husband_disk"] = 1 + things.ORANGE
            state["seats"][number]["vocabulary"][things.ORANGE] -= 1
        outcome = 1
        note(state, notes.DAUGHTER, father, daughter, notes.MARRIED, species, 0, 0)
    else:
        people.remove_suitor(state, daughter, species, False)
        leaves_child = is_promiscuous and not is_local  # which is all he does: she stays married or not (N-WOO-7)
        if rules["ruling"][ruling.WOO_EVICT] == 0 and not leaves_child:
            people.remove_husband(state, daughter, False, heir)
        if leaves_child and kind < 3 and state["dead"][species] > 0 and can_host(state, father):
            state["dead"][species] -= 1
            state["seats"][father]["pool"][species] += 1
            outcome = 2
    _tell(state, daughter, woman, number, how, die, 1, 0, outcome)
    if rules["ruling"][ruling.WOO_SEQUENCE] == 0:
        for other in range(3):
            people.remove_suitor(state, daughter, other, False)


@njit
def list_first_suitor(state, rules, daughter, out, n):
    """Which of tied suitors courts first; the father says (N-WOO-6, ND-20)."""
    for other in range(state["players"]):
        if is_next(state, rules, daughter, int(state["seats"][other]["species"])):
            n = put(out, n, act.FIRST_SUITOR, other, 0, 0)
    return n


@njit
def do_first_suitor(state, other):
    state["fighter"] = state["seats"][other]["species"]
