"""What hunters may bring: the chances of a hunt in round figures, without a look at what is face down."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.bots.layout import PLACE_OF
from caverna_sim.games.neanderthal.course.hunt import deadly_faces, draws_near, may_hold
from caverna_sim.games.neanderthal.ids import things
from caverna_sim.games.neanderthal.tribe.cards import converts, gathers, has_weapon
from caverna_sim.games.neanderthal.tribe.people import has_elder, hunters_at
from caverna_sim.kit.records.bits import count

SMALL_GAME, LARGE_GAME, SITE, PREDATOR = (PLACE_OF[name] for name in ("small", "large", "site", "predator"))
BABY, LIFE, DISK, TROPHY, ANIMAL_CARD, INVENTION_CARD, CONTEST, KILL, BASKET = (
    PLACE_OF[name] for name in ("baby", "life", "disk", "trophy", "animal", "invention", "contest", "kill", "basket")
)


@njit
def at_least(dice, hits, chance):
    """The chance that so many of the dice hit."""
    if hits <= 0:
        return 1.0
    if hits > dice:
        return 0.0
    missed, term, below = 1.0 - chance, 1.0, 0.0
    for _ in range(dice):
        term *= missed
    for number in range(hits):
        below += term
        term = term * (dice - number) / (number + 1) * chance / missed
    return max(0.0, 1.0 - below)


@njit
def alike(dice, wanted):
    """About how likely so many dice are alike."""
    return min(1.0, 6.0 * at_least(dice, wanted, 1 / 6)) if wanted else 1.0


@njit
def _bound(state, seat_number, seat, colour):
    """Whether the seat has a disk of the colour to release."""
    if seat["disks"][colour] <= seat["vocabulary"][colour]:
        return 0.0
    portals = count(int(seat["portals"]) >> colour & 0b001001001)
    return 1.0 if seat["disks"][colour] > seat["vocabulary"][colour] + seat["mpi"][colour] + portals else 0.0


@njit
def _prize(state, rules, weight, seat_number, seat, card, dice):
    """What the card brings on success, and by dice that are alike."""
    biome, species = rules["biome"][card], int(seat["species"])
    there = int(state["dead"][species]) + (1 if state["alpha"][species] == things.DEAD else 0)
    won = weight[BABY] * min(int(biome["babies"]), there)
    for colour in range(3):
        won += weight[DISK] * _bound(state, seat_number, seat, colour) * min(2, int(biome["release"][colour]))
    return won


@njit
def _claim(rules, weight, seat, card, dice):
    """What equal dice let the seat take."""
    biome = rules["biome"][card]
    if biome["trophy"]:
        return weight[TROPHY] * biome["trophy"] * alike(dice, int(biome["trophy_match"]))
    if biome["hand"] and may_hold(rules, seat):
        kind = weight[ANIMAL_CARD] if biome["hand"] == things.ANIMAL else weight[INVENTION_CARD]
        return kind * alike(dice, int(biome["hand_match"]))
    return 0.0


@njit
def _liking(rules, weight, card):
    biome = rules["biome"][card]
    if biome["predator"]:
        return weight[PREDATOR]
    if biome["kind"] == things.LARGE:
        return weight[LARGE_GAME]
    return weight[SMALL_GAME] if biome["kind"] == things.SMALL else weight[SITE]


@njit
def hope(state, rules, weight, seat_number, place, hunters, has_alpha):
    """Points hoped for from so many hunters on a biome, less what they risk."""
    if hunters == 0:
        return 0.0
    seat, card = state["seats"][seat_number], int(state["biome"][place])
    biome = rules["biome"][card]
    faces, deadly = int(biome["hit_faces"]), deadly_faces(rules, seat, card)
    if converts(state, rules, seat, int(biome["kind"])):
        deadly &= ~(1 << int(rules["weapon_from"]))
        if faces >> rules["weapon_to"] & 1:
            faces |= 1 << int(rules["weapon_from"])
    sure = 1 if has_alpha and has_elder(seat, things.POWER_OF_CLASS[int(biome["kind"])]) else 0
    dice = hunters - sure
    success = at_least(dice, int(biome["hits"]) - sure, count(faces) / 6)
    risk = dice * count(deadly) / 6
    gain = _prize(state, rules, weight, seat_number, seat, card, dice)
    claim = _claim(rules, weight, seat, card, hunters)
    if biome["kind"] == things.LARGE:
        predator = draws_near(state, rules, place)
        if predator >= 0:
            other = rules["biome"][state["biome"][predator]]
            left = max(0.0, hunters - risk)
            missed = 1.0 - count(int(other["hit_faces"])) / 6
            gone = missed**left
            gain *= 1.0 - gone
            claim *= 1.0 - success * gone
            risk += success * left * count(deadly_faces(rules, seat, int(state["biome"][predator]))) / 6
    rivals = 0
    for number in range(state["players"]):
        if number != seat_number:
            rivals += hunters_at(state, state["seats"][number], place)
    found = _liking(rules, weight, card) * (success * gain + claim)
    if rivals:
        found *= weight[CONTEST]
        risk += min(hunters, rivals / 5)
        found += weight[KILL] * min(float(rivals), hunters * (0.33 if has_weapon(state, rules, seat) else 0.17))
    if biome["gather"] and gathers(state, rules, seat_number):
        found += weight[BASKET]
    return found - weight[LIFE] * risk
