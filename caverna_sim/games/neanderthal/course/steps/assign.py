"""Promotions, hunters, suitors, recalls, moves of husbands, one after another until a pass (ND-08 to ND-11)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.assign import is_free, may_promote
from caverna_sim.games.neanderthal.course.climate import is_biome
from caverna_sim.games.neanderthal.ids import act, ruling
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.ids.things import (
    ALPHA,
    AT_PLACE,
    CHIEF,
    ELDER_OF,
    FIRST_SPECIES,
    HAREM,
    HUSBAND_OF,
    LARGE,
    NUM_BIOMES,
    NUM_DAUGHTERS,
    NUM_LEVELS,
    NUM_PLACES,
    POOL,
    SUITOR_OF,
    TRIBESMAN,
)
from caverna_sim.games.neanderthal.tribe.cards import daughter_mature, tools_suffice
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.games.neanderthal.tribe.people import has_elder, own_hunters_at, remove_elder, remove_husband
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of, third_of


@njit
def list_choices(state, rules, seat_number, seat, out, n):
    species = int(seat["species"])
    own, alpha = int(seat["pool"][species]), state["alpha"][species] == POOL
    for level in range(CHIEF, NUM_LEVELS):
        if (own or alpha) and may_promote(rules, seat, level):
            if own:
                out[n] = code(act.PROMOTE, TRIBESMAN, level, 0)
                n += 1
            if alpha:
                out[n] = code(act.PROMOTE, ALPHA, level, 0)
                n += 1
    for place in range(NUM_PLACES):
        if is_biome(state, place):
            n = _list_hunters(state, rules, seat, place, own, alpha, out, n)
    n = _list_suitors(state, rules, seat, own, alpha, out, n)
    n = _list_moves(state, rules, seat_number, seat, out, n)
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def _list_hunters(state, rules, seat, place, own, alpha, out, n):
    """Who may be sent to a biome: any number, with its tools; wanderers only with a chaperone (N-ASG-2, N-EVT-7)."""
    biome, species = int(state["biome"][place]), int(seat["species"])
    if seat["limits"]["large_game"] and rules["biome"][biome]["kind"] == LARGE:
        return n
    if not tools_suffice(state, rules, seat, place, biome):
        return n
    for amount in range(1, own + 1):
        out[n] = code(act.ASSIGN, amount, TRIBESMAN, place)
        n += 1
    if alpha:
        out[n] = code(act.ASSIGN, 1, ALPHA, place)
        n += 1
    if own_hunters_at(state, seat, place):
        for colour in range(3):
            if colour != species:
                for amount in range(1, int(seat["pool"][colour]) + 1):
                    out[n] = code(act.ASSIGN, amount, FIRST_SPECIES + colour, place)
                    n += 1
    return n


@njit
def _list_suitors(state, rules, seat, own, alpha, out, n):
    """One suitor a player and daughter, for any daughter (N-WOO-1, NR-WANDERER-SUITOR)."""
    species = int(seat["species"])
    for daughter in range(NUM_DAUGHTERS):
        woman = state["daughters"][daughter]
        if woman["owner"] < 0 or woman["suitor"][species]:
            continue
        if own:
            out[n] = code(act.WOO, TRIBESMAN, NUM_BIOMES + daughter, 0)
            n += 1
        if alpha:
            out[n] = code(act.WOO, ALPHA, NUM_BIOMES + daughter, 0)
            n += 1
        if rules["ruling"][ruling.WANDERER_SUITOR] == 1:
            for colour in range(3):
                if colour != species and seat["pool"][colour]:
                    out[n] = code(act.WOO, FIRST_SPECIES + colour, NUM_BIOMES + daughter, 0)
                    n += 1
    return n


@njit
def _list_moves(state, rules, seat_number, seat, out, n):
    """Recalls when nobody was unassigned (N-ASG-4), husbands within a harem (N-ASG-5)."""
    species, only_mature = int(seat["species"]), rules["ruling"][ruling.NEAR_EXTINCT] == 1
    if seat["recalls"]:
        for level in range(CHIEF, NUM_LEVELS):
            if seat["elder"][level] and (has_elder(seat, level) or not only_mature):
                out[n] = code(act.RECALL_ELDER, level, 0, 0)
                n += 1
        for daughter in range(NUM_DAUGHTERS):
            woman = state["daughters"][daughter]
            if woman["husband"] == 1 + species and not (only_mature and woman["husband_disk"]):
                out[n] = code(act.RECALL_HUSBAND, NUM_BIOMES + daughter, 0, 0)
                n += 1
    if seat["mating"] != HAREM:
        return n
    for number in range(seat["daughters"]):
        daughter = int(seat["tableau"][number])
        woman = state["daughters"][daughter]
        mine = woman["husband"] == 1 + species or (woman["husband"] and rules["ruling"][ruling.SULTAN] == 1)
        if mine and not woman["moved"]:
            for other in range(seat["daughters"]):
                goal = int(seat["tableau"][other])
                if state["daughters"][goal]["husband"] == 0 and daughter_mature(state["daughters"][goal]):
                    out[n] = code(act.MOVE_HUSBAND, NUM_BIOMES + daughter, NUM_BIOMES + goal, 0)
                    n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    kind, species = kind_of(action), int(seat["species"])
    if kind == act.PASS:
        return False
    if kind == act.PROMOTE:
        _promote(state, rules, seat_number, seat, first_of(action), second_of(action))
    elif kind == act.ASSIGN:
        _send(state, seat, first_of(action), second_of(action), third_of(action))
    elif kind == act.WOO:
        _woo(state, seat, first_of(action), second_of(action) - NUM_BIOMES)
    elif kind == act.RECALL_ELDER:
        remove_elder(state, seat_number, seat, first_of(action), False, 0)
        seat["recalls"] -= 1
    elif kind == act.RECALL_HUSBAND:
        remove_husband(state, first_of(action) - NUM_BIOMES, False, -1)
        seat["recalls"] -= 1
    else:
        _move_husband(state, species, first_of(action) - NUM_BIOMES, second_of(action) - NUM_BIOMES)
    return True


@njit
def _promote(state, rules, seat_number, seat, piece, level):
    """A tribesman is an elder for good; free promotions need no disk (N-ELD-2, N-ELD-3)."""
    species, is_for_nothing = int(seat["species"]), is_free(seat)
    if piece == ALPHA:
        state["alpha"][species] = ELDER_OF + level
    else:
        seat["pool"][species] -= 1
    seat["elder"][level] = 1
    if is_for_nothing:
        if rules["ruling"][ruling.FREE_PROMOTION] == 1:
            seat["elder_new"] |= 1 << level
    else:
        colour = int(rules["level_colour"][level])
        seat["vocabulary"][colour] -= 1
        seat["elder_disk"][level] = 1 + colour
    note(state, notes.ELDER, seat_number, level, notes.PROMOTED, 0, 1 if is_for_nothing else 0, 0)


@njit
def _send(state, seat, amount, piece, place):
    species = int(seat["species"])
    if piece == ALPHA:
        state["alpha"][species] = AT_PLACE + place
        return
    colour = species if piece == TRIBESMAN else piece - FIRST_SPECIES
    seat["pool"][colour] -= amount
    seat["hunters"][place][colour] += amount


@njit
def _woo(state, seat, piece, daughter):
    species = int(seat["species"])
    woman = state["daughters"][daughter]
    if piece == ALPHA:
        state["alpha"][species] = SUITOR_OF + daughter
        woman["suitor"][species] = 1
    elif piece == TRIBESMAN:
        seat["pool"][species] -= 1
        woman["suitor"][species] = 1
    else:
        seat["pool"][piece - FIRST_SPECIES] -= 1
        woman["suitor"][species] = 3 + piece - FIRST_SPECIES


@njit
def _move_husband(state, species, daughter, goal):
    """A husband moves with the disk under him, once a turn."""
    one, other = state["daughters"][daughter], state["daughters"][goal]
    husband = int(one["husband"]) - 1
    if state["alpha"][husband] == HUSBAND_OF + daughter:
        state["alpha"][husband] = HUSBAND_OF + goal
    other["husband"], other["husband_disk"], other["moved"] = one["husband"], one["husband_disk"], 1
    one["husband"], one["husband_disk"], one["moved"] = 0, 0, 0
