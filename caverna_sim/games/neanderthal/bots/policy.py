"""How scripted bots choose: every legal action is worth so many points to them; the best is taken, the first among equals."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_LOTS, lot, lot_keys
from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.bots.hopes import ANIMAL_CARD, INVENTION_CARD, TROPHY, hope
from caverna_sim.games.neanderthal.bots.layout import PLACE_OF
from caverna_sim.games.neanderthal.course.auction import least_bid
from caverna_sim.games.neanderthal.course.ending import portal_disks
from caverna_sim.games.neanderthal.ids import act, step, things
from caverna_sim.games.neanderthal.tribe.cards import daughter_mature, gathers, rivals_on
from caverna_sim.games.neanderthal.tribe.people import has_power, hunters_at, own_hunters_at
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of, kind_of, second_of, third_of
from caverna_sim.kit.records.rows import total

(
    CHIEF, ALPHA_FREE, DAUGHTER, ABILITY, MOST_BID, PORTAL, TRIBAL_SIDE, INNOVATE, HUSBAND_HOME, HUSBAND_AWAY, CHILD, FIRST_MATING,
    EXTEND, NOISE, LIFE,
) = (
    PLACE_OF[name]
    for name in (
        "chief", "alpha", "daughter", "ability", "bid", "portal", "tribal", "innovate", "husband_home", "husband_away", "child",
        "promiscuous", "extend", "noise", "life",
    )
)  # fmt: skip
NEVER = -1000.0


@njit
def choose(state, rules, bot, out, n):
    """The action that is worth most."""
    row = top_step(state)
    seat_number = int(row["seat"])
    best, found = NEVER * 10, int(out[0])
    first_key, second_key = lot_keys(state["seed"], state["game_key"], STREAM_LOTS + seat_number, state["choices"])
    for index in range(n):
        action = int(out[index])
        worth = worth_of(state, rules, bot["weight"], seat_number, int(row["step"]), action)
        if bot["weight"][NOISE] > 0.0:
            worth += bot["weight"][NOISE] * lot(first_key, second_key, action) / 4294967296.0
        if worth > best:
            best, found = worth, action
    return found


@njit
def worth_of(state, rules, weight, seat_number, now, action):
    """Points that an action is worth; passing is worth nothing."""
    kind, seat = kind_of(action), state["seats"][seat_number]
    if kind == act.PASS or kind == act.REFUSE:
        return 0.0
    if kind == act.ASSIGN:
        return _worth_of_hunters(state, rules, weight, seat_number, seat, action)
    if kind == act.WOO:
        return _worth_of_suitor(state, weight, seat_number, seat, action)
    if kind == act.PROMOTE:
        return weight[CHIEF + second_of(action) - 1] - (1.0 if first_of(action) == things.ALPHA else 0.0)
    if kind == act.SWAP_ALPHA:
        return weight[ALPHA_FREE] if has_power(seat) else NEVER
    if kind == act.BID:
        return _worth_of_bid(state, rules, weight, seat_number, seat, first_of(action))
    if kind == act.PORTAL:
        last = portal_disks(seat) + 1 >= rules["convert_at"]
        return weight[TRIBAL_SIDE] if last else weight[PORTAL]
    if kind == act.INNOVATE or kind == act.RELEASE:
        return _worth_of_disk(state, weight, seat, first_of(action), second_of(action)) + (1.0 if kind == act.RELEASE else 0.0)
    if kind == act.PLAY_CARD or kind == act.TAKE_HAND:
        return 2.0 + (weight[ANIMAL_CARD] if rules["biome"][first_of(action)]["hand"] == things.ANIMAL else weight[INVENTION_CARD])
    if kind == act.TAKE_TROPHY:
        return 2.0 + weight[TROPHY] * rules["biome"][first_of(action)]["trophy"]
    if kind == act.MATING:
        return weight[FIRST_MATING + first_of(action)]
    if kind == act.TURN_MATING:
        return weight[FIRST_MATING + first_of(action)] - weight[FIRST_MATING + seat["mating"]] - 1.0
    if kind == act.LOSE:
        return _worth_of_loss(now, first_of(action), int(state["needed"]))
    if kind == act.LOSE_ELDER or kind == act.RECALL_ELDER:
        return (-weight[CHIEF + first_of(action) - 1]) + (0.0 if kind == act.LOSE_ELDER else -1.0)
    return _worth_of_the_rest(state, rules, weight, seat_number, seat, kind, action)


@njit
def _worth_of_the_rest(state, rules, weight, seat_number, seat, kind, action):
    if kind == act.LOSE_CARD or kind == act.DISCARD or kind == act.REPLACE:
        return _worth_of_giving_up(state, rules, weight, kind, first_of(action))
    if kind == act.PAY:
        paid = (first_of(action), second_of(action), third_of(action))
        worth = 0.0
        for colour in range(3):
            kept = int(seat["vocabulary"][colour]) - paid[colour]
            worth += min(kept, 3) + (0.4 * paid[colour] if seat["portals"] >> colour & 0b001001001 else 0.0)
        return worth
    if kind == act.CONVERT:
        return float(first_of(action))
    if kind == act.EXTEND:
        return weight[EXTEND] * first_of(action)
    if kind == act.FIRST_SUITOR:
        return 1.0 if first_of(action) == seat_number else 0.0
    if kind == act.STRIKE:
        return float(total(state["seats"][first_of(action)]["pool"]))  # whom a hit hurts least deserves it most
    if kind == act.MOVE_HUSBAND or kind == act.COUNCIL or kind == act.OFFER or kind == act.EXCHANGE or kind == act.RECALL_HUSBAND:
        return -1.0
    return 1.0  # hunt, court, alpha_power, host, accept


@njit
def _worth_of_hunters(state, rules, weight, seat_number, seat, action):
    """What more hunters on a card add to what is hoped for there."""
    amount, piece, place = first_of(action), second_of(action), third_of(action)
    there = hunters_at(state, seat, place)
    has_alpha = state["alpha"][seat["species"]] == things.AT_PLACE + place
    before = hope(state, rules, weight, seat_number, place, there, has_alpha)
    after = hope(state, rules, weight, seat_number, place, there + amount, has_alpha or piece == things.ALPHA)
    gain = after - before
    if piece >= things.FIRST_SPECIES and own_hunters_at(state, seat, place):
        gain += 0.15 * amount * weight[LIFE]  # nobody weeps for wanderers
    return gain - 0.01 * amount


@njit
def _worth_of_suitor(state, weight, seat_number, seat, action):
    """Marriage at home or abroad, or a child with a stranger's daughter."""
    daughter = second_of(action) - things.NUM_BIOMES
    woman, species = state["daughters"][daughter], int(seat["species"])
    if not daughter_mature(woman):
        return NEVER
    is_home = woman["owner"] == seat_number
    alone = not rivals_on(state, daughter, species) and woman["husband"] == 0
    chance, killed = (1.0, 0.0) if alone else (0.33, 0.3)
    if seat["mating"] == things.PROMISCUOUS:
        return NEVER if is_home else weight[CHILD] * chance - weight[LIFE] * killed
    if is_home and (woman["husband"] or seat["vocabulary"][0] == 0):
        return NEVER
    if woman["husband"] == 1 + species:
        return NEVER
    worth = weight[HUSBAND_HOME] if is_home else weight[HUSBAND_AWAY]
    worth += 1.0 if is_home and seat["mating"] == things.PAIR else 0.0
    return worth * chance - weight[LIFE] * killed - (0.5 if first_of(action) == things.ALPHA else 0.0)


@njit
def _worth_of_bid(state, rules, weight, seat_number, seat, disks):
    """A daughter for her points, her ability and the portals that are still open; no more disks than she is worth."""
    woman = rules["woman"][state["event"]]
    worth = weight[DAUGHTER] + (
        weight[ABILITY] if woman["ability"] and not (woman["ability"] == 4 and gathers(state, rules, seat_number)) else 0.0
    )
    if seat["side"] == things.VOICE:
        for place in range(9):
            if woman["portals"] >> place & 1 and not seat["portals"] >> place & 1:
                worth += weight[PORTAL] * 0.5
    if disks > least_bid(state, rules, seat_number) or disks > weight[MOST_BID]:
        return NEVER
    return worth - 0.8 * (disks - 1)


@njit
def _worth_of_disk(state, weight, seat, colour, where):
    """What matures when a disk goes."""
    if where < things.NUM_BIOMES:
        return 3.0
    if where < things.ELDER_AT:
        woman = state["daughters"][where - things.NUM_BIOMES]
        return weight[INNOVATE] / total(woman["disks"]) + 0.1
    if where < things.HUSBAND_AT:
        return 0.5 + 0.5 * weight[CHIEF + where - things.ELDER_AT - 1]
    return 0.5 + weight[HUSBAND_HOME] * 0.5


@njit
def _worth_of_loss(now, piece, needed):
    """Wanderers die first, the alpha last; nobody dies without need."""
    if now == step.LOSE and needed == 0:
        return -1.0 if piece < things.FIRST_SPECIES else -0.5
    return 3.0 if things.FIRST_SPECIES <= piece < things.FIRST_SPECIES + 3 else 1.0 if piece == things.ALPHA else 2.0


@njit
def _worth_of_giving_up(state, rules, weight, kind, card):
    """What is least missed goes first."""
    if kind == act.REPLACE:
        return -0.5
    if card < things.NUM_BIOMES:
        return -(weight[ANIMAL_CARD] if rules["biome"][card]["hand"] == things.ANIMAL else weight[INVENTION_CARD])
    woman = state["daughters"][card - things.NUM_BIOMES]
    return -weight[DAUGHTER] - (1.0 if daughter_mature(woman) else 0.0)
