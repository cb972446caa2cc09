"""Phase 2: seats assign one after the other (N-ASG-1 to N-ASG-5); alone with one species foreigners court first (N-VAR-2)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.events import foreign_species
from caverna_sim.games.neanderthal.ids import phase, ruling, step
from caverna_sim.games.neanderthal.ids.things import ONE_SPECIES, VOICE
from caverna_sim.games.neanderthal.tribe.cards import daughter_mature
from caverna_sim.games.neanderthal.tribe.people import has_elder, unassigned
from caverna_sim.kit.records.agenda import push

BEGIN, SEATS = 0, 1
MOST_RECALLS = 2
FIRE = 6


@njit
def advance_assign(state, rules):
    """One automatic step of the phase."""
    if state["stage"] == BEGIN:
        if state["variant"] == ONE_SPECIES:
            _foreign_suitors(state, rules)
        for number in range(state["players"]):
            seat = state["seats"][number]
            seat["swapped"] = 0
            seat["recalls"] = MOST_RECALLS if unassigned(state, seat) == 0 else 0
        state["turn"], state["stage"] = 0, SEATS
    elif state["turn"] < state["players"]:
        push(state, step.ASSIGN, state["order"][state["turn"]], 0, 0, 0, 0)
        state["turn"] += 1
    else:
        for number in range(state["players"]):
            state["seats"][number]["swapped"] = state["seats"][number]["recalls"] = 0
        state["turn"], state["stage"] = 0, 0
        state["phase"] = phase.NEGOTIATE


@njit
def _foreign_suitors(state, rules):
    """A foreigner courts each unmarried daughter that the reading names (NR-K3-SUITORS)."""
    seat = state["seats"][0]
    for number in range(seat["daughters"]):
        daughter = int(seat["tableau"][number])
        woman = state["daughters"][daughter]
        species = foreign_species(state, rules)
        wanted = rules["ruling"][ruling.K3_SUITORS] == 0
        if species >= 0 and woman["husband"] == 0 and daughter_mature(woman) == wanted and woman["suitor"][species] == 0:
            state["dead"][species] -= 1
            woman["suitor"][species] = 1


@njit
def domain_complete(rules, seat, domain):
    """Whether the portals of a domain show all three colours (N-ELD-4)."""
    portals, colours = int(seat["portals"]) & int(rules["domain"][domain]), 0
    for place in range(9):
        if portals >> place & 1:
            colours |= 1 << place % 3
    return colours == 7


@njit
def is_free(seat):
    """Whether promotions cost nothing (N-ELD-3)."""
    return has_elder(seat, FIRE)


@njit
def may_promote(rules, seat, level):
    """Whether a seat may have an elder of this level now (N-ELD-1, N-ELD-2, N-ELD-4)."""
    if seat["elder"][level] or not rules["level_side"][level] >> seat["side"] & 1 or seat["limits"]["promote"] >> level & 1:
        return False
    if not is_free(seat) and seat["vocabulary"][rules["level_colour"][level]] == 0:
        return False
    domain = int(rules["level_domain"][level])
    if domain == 0 or seat["side"] != VOICE:
        return True
    if rules["ruling"][ruling.DOMAIN] == 1:
        return domain_complete(rules, seat, 0) or domain_complete(rules, seat, 1) or domain_complete(rules, seat, 2)
    return domain_complete(rules, seat, domain - 1)
