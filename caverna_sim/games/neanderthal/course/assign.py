"""Phase 2: seats assign one after the other (N-ASG-1 to N-ASG-5); alone with one species foreigners court first (N-VAR-2)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.course.climate import is_biome
from caverna_sim.games.neanderthal.course.events import foreign_species
from caverna_sim.games.neanderthal.ids import act, phase, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.tribe import people
from caverna_sim.games.neanderthal.tribe.cards import ALL_COLOURS, colours_of, daughter_mature, tools_suffice
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.kit.records.agenda import push

BEGIN, SEATS = 0, 1
MOST_RECALLS = 2
FIRE = 6


@njit
def advance_assign(state, rules):
    """One automatic step of the phase."""
    if state["stage"] == BEGIN:
        if state["variant"] == things.ONE_SPECIES:
            _foreign_suitors(state, rules)
        for seat_number in range(state["players"]):
            seat = state["seats"][seat_number]
            seat["recalls"] = MOST_RECALLS if people.unassigned(state, seat) == 0 else 0
        state["turn"], state["stage"] = 0, SEATS
    elif state["turn"] < state["players"]:
        push(state, step.ASSIGN, state["order"][state["turn"]])
        state["turn"] += 1
    else:
        for seat_number in range(state["players"]):
            state["seats"][seat_number]["recalls"] = 0
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
    return colours_of(int(seat["portals"]) & int(rules["domain"][domain])) == ALL_COLOURS


@njit
def is_free(seat):
    """Whether promotions cost nothing (N-ELD-3)."""
    return people.has_elder(seat, FIRE)


@njit
def may_promote(rules, seat, level):
    """Whether a seat may have an elder of this level now (N-ELD-1, N-ELD-2, N-ELD-4)."""
    if seat["elder"][level] or not rules["level_side"][level] >> seat["side"] & 1 or seat["limits"]["promote"] >> level & 1:
        return False
    if not is_free(seat) and seat["vocabulary"][rules["level_colour"][level]] == 0:
        return False
    domain = int(rules["level_domain"][level])
    if domain == 0 or seat["side"] != things.VOICE:
        return True
    if rules["ruling"][ruling.DOMAIN] == 1:
        return domain_complete(rules, seat, 0) or domain_complete(rules, seat, 1) or domain_complete(rules, seat, 2)
    return domain_complete(rules, seat, domain - 1)


@njit
def list_assign(state, rules, seat_number, seat, out, n):
    """Promotions, hunters, suitors, recalls, moves of husbands, one after another until a pass (ND-08 to ND-11)."""
    species = int(seat["species"])
    own, alpha = int(seat["pool"][species]), state["alpha"][species] == things.POOL
    for level in range(things.CHIEF, things.NUM_LEVELS):
        if (own or alpha) and may_promote(rules, seat, level):
            n = _put_either(out, n, act.PROMOTE, own, alpha, level)
    for place in range(things.NUM_PLACES):
        if is_biome(state, place):
            n = _list_hunters(state, rules, seat, place, own, alpha, out, n)
    n = _list_suitors(state, rules, seat, own, alpha, out, n)
    n = _list_moves(state, rules, seat_number, seat, out, n)
    return n


@njit
def _put_either(out, n, kind, own, alpha, where):
    """A tribesman of one's own, or the alpha."""
    if own:
        n = put(out, n, kind, things.TRIBESMAN, where, 0)
    return put(out, n, kind, things.ALPHA, where, 0) if alpha else n


@njit
def _list_hunters(state, rules, seat, place, own, alpha, out, n):
    """Who may be sent to a biome: any number, with its tools; wanderers only with a chaperone (N-ASG-2, N-EVT-7)."""
    biome, species = int(state["biome"][place]), int(seat["species"])
    if seat["limits"]["large_game"] and rules["biome"][biome]["kind"] == things.LARGE:
        return n
    if not tools_suffice(state, rules, seat, place, biome):
        return n
    for amount in range(1, own + 1):
        n = put(out, n, act.ASSIGN, amount, things.TRIBESMAN, place)
    if alpha:
        n = put(out, n, act.ASSIGN, 1, things.ALPHA, place)
    if people.own_hunters_at(state, seat, place):
        for colour in range(3):
            if colour != species:
                for amount in range(1, int(seat["pool"][colour]) + 1):
                    n = put(out, n, act.ASSIGN, amount, things.FIRST_SPECIES + colour, place)
    return n


@njit
def _list_suitors(state, rules, seat, own, alpha, out, n):
    """One suitor a player and daughter, for any daughter (N-WOO-1, NR-WANDERER-SUITOR)."""
    species = int(seat["species"])
    for daughter in range(things.NUM_DAUGHTERS):
        woman = state["daughters"][daughter]
        if woman["owner"] < 0 or woman["suitor"][species]:
            continue
        n = _put_either(out, n, act.WOO, own, alpha, things.NUM_BIOMES + daughter)
        if rules["ruling"][ruling.WANDERER_SUITOR] == 1:
            for colour in range(3):
                if colour != species and seat["pool"][colour]:
                    n = put(out, n, act.WOO, things.FIRST_SPECIES + colour, things.NUM_BIOMES + daughter, 0)
    return n


@njit
def _list_moves(state, rules, seat_number, seat, out, n):
    """Recalls when nobody was unassigned (N-ASG-4), husbands within a harem (N-ASG-5)."""
    species, only_mature = int(seat["species"]), rules["ruling"][ruling.NEAR_EXTINCT] == 1
    if seat["recalls"]:
        for level in range(things.CHIEF, things.NUM_LEVELS):
            if seat["elder"][level] and (people.has_elder(seat, level) or not only_mature):
                n = put(out, n, act.RECALL_ELDER, level, 0, 0)
        for daughter in range(things.NUM_DAUGHTERS):
            woman = state["daughters"][daughter]
            if woman["husband"] == 1 + species and not (only_mature and woman["husband_disk"]):
                n = put(out, n, act.RECALL_HUSBAND, things.NUM_BIOMES + daughter, 0, 0)
    if seat["mating"] != things.HAREM:
        return n
    for number in range(seat["daughters"]):
        daughter = int(seat["tableau"][number])
        woman = state["daughters"][daughter]
        mine = woman["husband"] == 1 + species or (woman["husband"] and rules["ruling"][ruling.SULTAN] == 1)
        if mine and not woman["moved"]:
            for other in range(seat["daughters"]):
                goal = int(seat["tableau"][other])
                if state["daughters"][goal]["husband"] == 0 and daughter_mature(state["daughters"][goal]):
                    n = put(out, n, act.MOVE_HUSBAND, things.NUM_BIOMES + daughter, things.NUM_BIOMES + goal, 0)
    return n


@njit
def goes_on_assign():
    """Until a pass."""
    return True


@njit
def do_recall_elder(state, seat_number, seat, level):
    people.remove_elder(state, seat_number, seat, level, False, 0)
    seat["recalls"] -= 1


@njit
def do_recall_husband(state, seat, daughter):
    people.remove_husband(state, daughter, False, -1)
    seat["recalls"] -= 1


@njit
def do_promote(state, rules, seat_number, seat, piece, rank):
    """A tribesman is an elder for good; free promotions need no disk (N-ELD-2, N-ELD-3)."""
    species, is_for_nothing = int(seat["species"]), is_free(seat)
    if piece == things.ALPHA:
        state["alpha"][species] = things.ELDER_OF + rank
    else:
        seat["pool"][species] -= 1
    seat["elder"][rank] = 1
    if is_for_nothing:
        if rules["ruling"][ruling.FREE_PROMOTION] == 1:
            seat["elder_new"] |= 1 << rank
    else:
        colour = int(rules["level_colour"][rank])
        seat["vocabulary"][colour] -= 1
        seat["elder_disk"][rank] = 1 + colour
    note(state, notes.ELDER, seat_number, rank, notes.PROMOTED, 0, 1 if is_for_nothing else 0, 0)


@njit
def do_assign(state, seat, amount, who, place):
    if who == things.ALPHA:
        state["alpha"][seat["species"]] = things.AT_PLACE + place
        return
    colour = people.colour_of(seat, who)
    seat["pool"][colour] -= amount
    seat["hunters"][place][colour] += amount


@njit
def do_woo(state, seat, piece, whom):
    species, woman = int(seat["species"]), state["daughters"][whom]
    if piece == things.ALPHA:
        state["alpha"][species] = things.SUITOR_OF + whom
    else:
        seat["pool"][people.colour_of(seat, piece)] -= 1
    woman["suitor"][species] = 1 if piece < things.FIRST_SPECIES else 3 + piece - things.FIRST_SPECIES


@njit
def do_move_husband(state, daughter, whom):
    """A husband moves with the disk under him, once a turn."""
    one, other = state["daughters"][daughter], state["daughters"][whom]
    husband = int(one["husband"]) - 1
    if state["alpha"][husband] == things.HUSBAND_OF + daughter:
        state["alpha"][husband] = things.HUSBAND_OF + whom
    other["husband"], other["husband_disk"], other["moved"] = one["husband"], one["husband_disk"], 1
    one["husband"], one["husband_disk"], one["moved"] = 0, 0, 0
