"""Phase 3, first part: deals of tribal chiefs (N-NEG-1 to N-NEG-3) and the exchange between species (N-VAR-1).

What is given is a number: nothing, a card, leaving a place or a daughter's card, marriage, divorce (ids/things.py).
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.ids import act, phase, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.tribe import cards, people
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.kit.records.agenda import push

BEGIN, SEATS, ANSWERS = 0, 1, 2
MOST_OFFERS = 2
HAND, TABLE = 1, 2  # which cards go against which
NOBODY = -1


@njit
def may_deal(state, seat_number):
    """Tribal seats with a mature chief (N-NEG-1)."""
    return state["seats"][seat_number]["side"] == things.TRIBAL and people.has_elder(state["seats"][seat_number], things.CHIEF)


@njit
def any_tribal(state):
    """Whether a species is tribal (N-VAR-1)."""
    for seat_number in range(state["players"]):
        if state["seats"][seat_number]["side"] == things.TRIBAL:
            return True
    return False


@njit
def advance_negotiate(state, rules):
    """One automatic step of the phase."""
    exchanges = state["variant"] == things.ALL_SPECIES and rules["ruling"][ruling.K2_EXCHANGE] == 0
    deals = rules["ruling"][ruling.NEGOTIATE] == 1
    if state["stage"] == BEGIN:
        state["turn"], state["offers"], state["refused"] = 0, 0, 0
        state["stage"] = SEATS
    elif state["stage"] == ANSWERS:
        _ask_or_do(state, rules)
    elif state["turn"] >= 2 * state["players"] or not (exchanges or deals):
        state["turn"], state["stage"], state["offers"], state["refused"] = 0, 0, 0, 0
        state["phase"] = phase.ATTACK
    elif state["turn"] >= state["players"]:
        seat_number = int(state["order"][state["turn"] - state["players"]])
        state["turn"] += 1
        if exchanges and any_tribal(state) and state["exchanged"] == 0:
            push(state, step.EXCHANGE, seat_number)
    else:
        seat_number = int(state["order"][state["turn"]])
        if deals and may_deal(state, seat_number) and state["offers"] < MOST_OFFERS:
            push(state, step.OFFER, seat_number)
        else:
            state["turn"] += 1
            state["offers"], state["refused"] = 0, 0


# ---------------------------------------------------------------- what can be given


@njit
def together(state, one, other):
    """Whether two seats have pieces on one card, or one has a piece in the other's tableau."""
    first, second = state["seats"][one], state["seats"][other]
    for place in range(things.NUM_PLACES):
        if people.hunters_at(state, first, place) and people.hunters_at(state, second, place):
            return True
    for daughter in range(things.NUM_DAUGHTERS):
        owner = state["daughters"][daughter]["owner"]
        here, there = cards.pieces_on(state, daughter, int(first["species"])), cards.pieces_on(state, daughter, int(second["species"]))
        if (here and there) or (owner == other and here) or (owner == one and there):
            return True
    return False


@njit
def sort_of(item):
    """What an item is: nothing, a card, leaving, marriage or divorce; the number of the card or place is added to that."""
    for sort in (things.DIVORCE, things.MARRY, things.LEAVE_CARD, things.LEAVE_PLACE, things.CARD_ITEM):
        if item >= sort:
            return sort
    return things.NOTHING


@njit
def can_give(state, giver, taker, item):
    """Whether a seat can give an item to another one; not every number names one."""
    seat, other = state["seats"][giver], state["seats"][taker]
    sort, number = sort_of(item), item - sort_of(item)
    if sort == things.NOTHING:
        return True
    if sort == things.CARD_ITEM:
        return number < things.NUM_CARDS and kind_of_card(state, giver, number) != 0
    if sort == things.LEAVE_PLACE:
        return number < things.NUM_PLACES and people.hunters_at(state, seat, number) > 0 and people.hunters_at(state, other, number) > 0
    if number >= things.NUM_DAUGHTERS:
        return False
    if sort == things.MARRY:
        return _can_marry(state, giver, other, number)
    woman = state["daughters"][number]
    if sort == things.LEAVE_CARD:
        return woman["suitor"][seat["species"]] != 0 and cards.pieces_on(state, number, int(other["species"])) > 0
    return woman["owner"] == taker and woman["husband"] == 1 + seat["species"]


@njit
def kind_of_card(state, seat_number, card):
    """HAND, or TABLE for a mature card of the tableau; 0 for cards that cannot be given (N-NEG-2)."""
    seat = state["seats"][seat_number]
    if card >= things.NUM_BIOMES:
        woman = state["daughters"][card - things.NUM_BIOMES]
        return TABLE if woman["owner"] == seat_number and woman["husband"] == 0 and cards.daughter_mature(woman) else 0
    if seat["hand"] >> card & 1:
        return HAND
    return TABLE if (seat["animals"] | seat["inventions"]) >> card & 1 and cards.biome_mature(state, card) else 0


@njit
def _can_marry(state, father, groom, daughter):
    """Whether an unmarried mature daughter can marry a piece of another seat: its suitor there, or an unassigned tribesman."""
    woman = state["daughters"][daughter]
    if woman["owner"] != father or woman["husband"] or not cards.daughter_mature(woman) or groom["mating"] == things.PROMISCUOUS:
        return False
    return woman["suitor"][groom["species"]] == 1 or groom["pool"][groom["species"]] > 0


@njit
def fits_together(state, giver, taker, give, get):
    """Hand cards go against hand cards, cards of tableaus against such; nothing for nothing is no deal."""
    if give == things.NOTHING and get == things.NOTHING:
        return False
    one = kind_of_card(state, giver, give - things.CARD_ITEM) if sort_of(give) == things.CARD_ITEM else 0
    other = kind_of_card(state, taker, get - things.CARD_ITEM) if sort_of(get) == things.CARD_ITEM else 0
    return one == other and not (give >= things.LEAVE_PLACE and give == get)


NUM_ITEMS = things.DIVORCE + things.NUM_DAUGHTERS


# ---------------------------------------------------------------- answers


@njit
def _must_agree(state, offerer, partner, item):
    """The seats beside the partner without which nobody leaves a card (N-NEG-3)."""
    asked, sort = 0, sort_of(item)
    for number in range(state["players"]):
        seat, there = state["seats"][number], 0
        if sort == things.LEAVE_PLACE:
            there = people.hunters_at(state, seat, item - sort)
        elif sort == things.LEAVE_CARD:
            there = cards.pieces_on(state, item - sort, int(seat["species"]))
        if there and number != offerer and number != partner:
            asked |= 1 << number
    return asked


@njit
def begin_offer(state, offerer, partner, give, get):
    """An offer waits for the partner and for all whose consent leaving needs."""
    state["partner"], state["offer"] = partner, give << 8 | get
    state["fighter"] = offerer
    state["asked"] = 1 << partner | _must_agree(state, offerer, partner, give) | _must_agree(state, offerer, partner, get)
    state["stage"] = ANSWERS


@njit
def _ask_or_do(state, rules):
    """Ask the next one; when all have accepted the deal is done."""
    partner = int(state["partner"])
    if state["asked"] >> partner & 1:
        push(state, step.ANSWER, partner)
        return
    for seat_number in range(state["players"]):
        if state["asked"] >> seat_number & 1:
            push(state, step.ANSWER, seat_number)
            return
    give, get, offerer = int(state["offer"]) >> 8, int(state["offer"]) & 255, int(state["fighter"])
    if state["exchanged"] == 2:
        _swap(state, offerer, partner, give, get)
    else:
        hand = sort_of(give) == things.CARD_ITEM and kind_of_card(state, offerer, give - things.CARD_ITEM) == HAND
        _transfer(state, offerer, partner, give, hand)
        _transfer(state, partner, offerer, get, hand)
    end_offer(state, True)


@njit
def end_offer(state, is_accepted):
    """The offer is over, one way or the other."""
    note(state, notes.OFFER, state["fighter"], state["partner"], int(state["offer"]) >> 8, int(state["offer"]) & 255, is_accepted, 0)
    if not is_accepted:
        state["refused"] = (int(state["partner"]) << 16) + state["offer"]
    state["exchanged"] = 1 if state["exchanged"] == 2 and is_accepted else 0 if state["exchanged"] == 2 else state["exchanged"]
    state["offer"], state["asked"], state["partner"], state["fighter"] = 0, 0, NOBODY, NOBODY
    state["stage"] = SEATS


@njit
def _transfer(state, giver, taker, item, hand):
    """An item changes hands, or somebody leaves, marries, divorces."""
    seat, other = state["seats"][giver], state["seats"][taker]
    sort, number = sort_of(item), item - sort_of(item)
    if sort == things.CARD_ITEM:
        _give_card(state, giver, taker, number, hand)
    elif sort == things.LEAVE_PLACE:
        people.send_home(state, seat, number)
    elif sort == things.LEAVE_CARD:
        people.remove_suitor(state, number, int(seat["species"]), False)
    elif sort == things.MARRY:
        _marry(state, other, number)
    elif sort == things.DIVORCE:
        people.remove_husband(state, number, False, NOBODY)


@njit
def _give_card(state, giver, taker, card, hand):
    seat, other = state["seats"][giver], state["seats"][taker]
    if card >= things.NUM_BIOMES:
        cards.drop_daughter(state, card - things.NUM_BIOMES)
        cards.add_daughter(state, taker, card - things.NUM_BIOMES)
        return
    bit = 1 << card
    if hand:
        seat["hand"] &= ~bit
        other["hand"] |= bit
    elif seat["animals"] & bit:
        seat["animals"] &= ~bit
        other["animals"] |= bit
    else:
        seat["inventions"] &= ~bit
        other["inventions"] |= bit


@njit
def _marry(state, groom, daughter):
    """The suitor, or else an unassigned tribesman, is a mature husband at once (N-NEG-2)."""
    woman, species = state["daughters"][daughter], int(groom["species"])
    if woman["husband"]:
        return
    if woman["suitor"][species] == 1:
        woman["suitor"][species] = 0
        if state["alpha"][species] == things.SUITOR_OF + daughter:
            state["alpha"][species] = things.HUSBAND_OF + daughter
    elif groom["pool"][species] > 0:
        groom["pool"][species] -= 1
    else:
        return
    woman["husband"], woman["husband_disk"] = 1 + species, 0


# ---------------------------------------------------------------- exchange between species (N-VAR-1)

COLOUR_ITEM = 240  # plus colour


@njit
def _swap(state, one, other, give, get):
    """A free disk for a free disk, a mature animal or invention for one."""
    first, second = state["seats"][one], state["seats"][other]
    if give >= COLOUR_ITEM:
        for seat, gone, come in ((first, give, get), (second, get, give)):
            seat["vocabulary"][gone - COLOUR_ITEM] -= 1
            seat["disks"][gone - COLOUR_ITEM] -= 1
            seat["vocabulary"][come - COLOUR_ITEM] += 1
            seat["disks"][come - COLOUR_ITEM] += 1
    else:
        _give_card(state, one, other, give - things.CARD_ITEM, False)
        _give_card(state, other, one, get - things.CARD_ITEM, False)


MOST = 8000


@njit
def list_offer(state, seat_number, out, n):
    """A deal that a chief offers (N-NEG-1, ND-12)."""
    for partner in range(state["players"]):
        if partner == seat_number or not together(state, seat_number, partner):
            continue
        for give in range(NUM_ITEMS):
            if not can_give(state, seat_number, partner, give):
                continue
            for get in range(NUM_ITEMS):
                if can_give(state, partner, seat_number, get) and fits_together(state, seat_number, partner, give, get):
                    if (partner << 16 | give << 8 | get) != state["refused"] and n < MOST:
                        n = put(out, n, act.OFFER, partner, give, get)
    return n


@njit
def do_offer(state, seat_number, other, give, get):
    state["offers"] += 1
    begin_offer(state, seat_number, other, give, get)


@njit
def decline_offer(state):
    """The next seat may offer."""
    state["turn"] += 1
    state["offers"], state["refused"] = 0, 0


@njit
def list_answer(out, n):
    """Yes or no to a deal (N-NEG-2)."""
    n = put(out, n, act.ACCEPT, 0, 0, 0)
    return put(out, n, act.REFUSE, 0, 0, 0)


@njit
def do_accept(state, seat_number):
    state["asked"] &= ~(1 << seat_number)


@njit
def do_refuse(state):
    end_offer(state, False)


@njit
def list_exchange(state, seat_number, seat, out, n):
    """An exchange between two species (N-VAR-1, ND-24)."""
    for partner in range(state["players"]):
        if partner == seat_number:
            continue
        other = state["seats"][partner]
        for give in range(3):
            for get in range(3):
                if give != get and seat["vocabulary"][give] and other["vocabulary"][get]:
                    n = put(out, n, act.EXCHANGE, partner, COLOUR_ITEM + give, COLOUR_ITEM + get)
        for give in range(things.NUM_BIOMES):
            if kind_of_card(state, seat_number, give) == TABLE:
                for get in range(things.NUM_BIOMES):
                    if kind_of_card(state, partner, get) == TABLE:
                        n = put(out, n, act.EXCHANGE, partner, things.CARD_ITEM + give, things.CARD_ITEM + get)
    return n


@njit
def do_exchange(state, seat_number, other, give, get):
    begin_offer(state, seat_number, other, give, get)
    state["exchanged"] = 2
