"""Points (N-SCORE-1 to N-SCORE-5), as if the game ended now."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import ruling, score, things
from caverna_sim.games.neanderthal.tribe import people
from caverna_sim.games.neanderthal.tribe.cards import abilities, daughter_mature, mature_of
from caverna_sim.kit.records.bits import count, first


@njit
def _at_home(seat, species):
    """Tribesmen of a colour among the unassigned and the hunters of a seat."""
    found = int(seat["pool"][species])
    for place in range(things.NUM_PLACES):
        found += seat["hunters"][place][species]
    return found


@njit
def tribesmen_of(state, seat):
    """Own tribesmen that are unassigned, hunters and suitors included; the alpha not."""
    species = int(seat["species"])
    found = _at_home(seat, species)
    for daughter in range(things.NUM_DAUGHTERS):
        suits = state["daughters"][daughter]["suitor"][species] == 1 and state["alpha"][species] != things.SUITOR_OF + daughter
        found += 1 if suits else 0
    return found


@njit
def wanderers_of(state, seat_number):
    """Tribesmen of the seat's colour that live with others (N-EVT-7)."""
    species, found = int(state["seats"][seat_number]["species"]), 0
    for other in range(state["players"]):
        if other != seat_number:
            host = state["seats"][other]
            found += _at_home(host, species)
            for daughter in range(things.NUM_DAUGHTERS):
                found += 1 if state["daughters"][daughter]["suitor"][host["species"]] == 3 + species else 0
    return found


@njit
def is_alpha_free(state, species):
    """Whether the alpha is unassigned, a hunter or a suitor."""
    where = int(state["alpha"][species])
    return where == things.POOL or things.AT_PLACE <= where < things.ELDER_OF or where >= things.SUITOR_OF


@njit
def count_mature(state, found):
    """Mature animals or inventions of a set."""
    return count(mature_of(state, found))


@njit
def trophy_points(rules, seat):
    """Icons on trophies."""
    left, found = int(seat["trophies"]), 0
    while left:
        found += rules["biome"][first(left)]["trophy"]
        left &= left - 1
    return found


@njit
def husbands_of(state, seat):
    """Mature husbands of the seat's colour, wherever they live."""
    found = 0
    for daughter in range(things.NUM_DAUGHTERS):
        woman = state["daughters"][daughter]
        found += 1 if woman["husband"] == 1 + seat["species"] and woman["husband_disk"] == 0 else 0
    return found


@njit
def mature_daughters(state, seat):
    """Mature daughters of the tableau."""
    found = 0
    for number in range(seat["daughters"]):
        found += 1 if daughter_mature(state["daughters"][seat["tableau"][number]]) else 0
    return found


@njit
def unmarried(state, seat):
    """Daughters of the tableau without a husband."""
    found = 0
    for number in range(seat["daughters"]):
        found += 1 if state["daughters"][seat["tableau"][number]]["husband"] == 0 else 0
    return found


@njit
def score_seat(state, rules, seat_number, parts):
    """Fill in the parts of a seat and return their sum."""
    seat = state["seats"][seat_number]
    value, species = rules["value"][seat["mating"]], int(seat["species"])
    tribesmen, alpha = tribesmen_of(state, seat), 0
    if is_alpha_free(state, species):
        if people.has_power(seat):
            alpha = int(value[score.V_ALPHA])
            tribesmen += 1 if rules["ruling"][ruling.ALPHA_SCORE] == 1 else 0
        elif rules["ruling"][ruling.ALPHA_PLAIN] == 0:
            tribesmen += 1
    husbands, trophies = husbands_of(state, seat), trophy_points(rules, seat)
    parts[score.UNASSIGNED] = tribesmen * value[score.V_UNASSIGNED]
    parts[score.WANDERERS] = wanderers_of(state, seat_number) * value[score.V_UNASSIGNED]
    parts[score.ALPHA] = alpha
    parts[score.ELDERS] = people.mature_elders(seat) * value[score.V_ELDER]
    parts[score.DAUGHTERS] = mature_daughters(state, seat) * value[score.V_DAUGHTER]
    parts[score.HUSBANDS] = husbands * value[score.V_HUSBAND]
    parts[score.VOCABULARY] = people.vocabulary(seat) * value[score.V_VOCABULARY]
    parts[score.TROPHIES] = trophies * value[score.V_TROPHY]
    parts[score.INVENTIONS] = count_mature(state, seat["inventions"]) * value[score.V_INVENTION]
    parts[score.ANIMALS] = count_mature(state, seat["animals"]) * value[score.V_ANIMAL]
    effects = abilities(state, rules, seat_number, things.VP_FLAT) * int(rules["points"][things.VP_FLAT])
    effects += abilities(state, rules, seat_number, things.VP_PER_HUSBAND) * int(rules["points"][things.VP_PER_HUSBAND]) * husbands
    effects += abilities(state, rules, seat_number, things.VP_PER_TROPHY) * int(rules["points"][things.VP_PER_TROPHY]) * trophies
    parts[score.EFFECTS] = effects
    total = 0
    for number in range(score.NUM):
        total += parts[number]
    return total


@njit
def tie_of(state, rules, seat):
    """What decides among equal scores (NR-TIE): nothing, or living people of the colour."""
    return people.living(state, int(seat["species"])) if rules["ruling"][ruling.TIE] == 1 else 0


@njit
def has_won(state, rules, parts):
    """Whether a variant that is won together or alone is won, as if it ended now (N-VAR-1, N-VAR-2)."""
    if state["variant"] == things.ALL_SPECIES:
        owners = 0
        for number in range(state["players"]):
            owners += 1 if state["seats"][number]["animals"] else 0
        return owners >= rules["won_animals"]
    seat, met = state["seats"][0], 0
    met += 1 if score_seat(state, rules, 0, parts) >= rules["won_score"] else 0
    met += 1 if seat["side"] == things.TRIBAL else 0
    met += 1 if trophy_points(rules, seat) >= rules["won_trophies"] else 0
    met += 1 if unmarried(state, seat) == 0 else 0
    return met == 4 if rules["ruling"][ruling.K3_WIN] == 0 else met > 0
