"""The auction of the turn's daughter (N-AUC-1 to N-AUC-5); alone with one species she comes by herself (N-VAR-2)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.ids import act, argument, phase, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.shape.layout import NOTHING
from caverna_sim.games.neanderthal.tribe import cards
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.rows import wipe

BEGIN, BIDDING, PAID, GIFT, GIFT_PAID = 0, 1, 2, 3, 4


@njit
def worth_of(seat, disks):
    """Twice what a bid is worth: disks of tribal harem holders count half."""
    return 2 * disks if seat["side"] == things.VOICE else disks


@njit
def highest(state):
    """The highest bid, by twice its worth."""
    best = 0
    for seat_number in range(state["players"]):
        best = max(best, worth_of(state["seats"][seat_number], int(state["bids"][seat_number])))
    return best


@njit
def least_bid(state, rules, seat_number):
    """The fewest disks that a seat may bid now."""
    seat, best = state["seats"][seat_number], highest(state)
    if rules["ruling"][ruling.AUCTION] == 1:
        return int(rules["least_bid"])
    if state["bids"][seat_number] and worth_of(seat, int(state["bids"][seat_number])) == best:
        best += 1
    disks = max(1, int(rules["least_bid"]))
    while worth_of(seat, disks) < best:
        disks += 1
    return disks


@njit
def _winner(state, rules):
    """Who has the best bid: wins ties first, then player order (N-AUC-3); -1 nobody."""
    best, found = highest(state), NOTHING
    if best == 0:
        return found
    for place in range(state["players"]):
        seat_number = int(state["order"][place])
        if worth_of(state["seats"][seat_number], int(state["bids"][seat_number])) == best:
            if cards.abilities(state, rules, seat_number, things.WINS_TIES):
                return seat_number
            if found < 0:
                found = seat_number
    return found


@njit
def _end(state):
    wipe(state["bids"])
    state["passed"], state["acted"], state["turn"], state["stage"] = 0, 0, 0, 0
    state["phase"] = phase.ASSIGN


@njit
def _gone(state, rules):
    """Nobody takes her: she leaves the game."""
    cards.remove_card(state, things.NUM_BIOMES + state["event"])
    state["event"] = NOTHING
    _end(state)


@njit
def advance_auction(state, rules):
    """One automatic step of the phase."""
    if state["event"] < 0:
        _end(state)
    elif state["variant"] == things.ONE_SPECIES:
        _advance_gift(state, rules)
    elif state["stage"] == BEGIN:
        for seat_number in range(state["players"]):
            seat = state["seats"][seat_number]
            has_words = seat["side"] == things.VOICE or seat["mating"] == things.HAREM  # N-AUC-1, N-AUC-4
            if not has_words or seat["limits"]["bids"]:
                state["passed"] |= 1 << seat_number
        state["turn"], state["stage"] = 0, BIDDING
    elif state["stage"] == BIDDING:
        _advance_bids(state, rules)
    else:
        _sell(state, rules)


@njit
def _advance_bids(state, rules):
    """The next who has not passed and not acted since the last bid; else the auction is over."""
    for _ in range(state["players"]):
        seat_number = int(state["order"][state["turn"]])
        state["turn"] = (state["turn"] + 1) % state["players"]
        if not (state["passed"] | state["acted"]) >> seat_number & 1:
            push(state, step.BID, seat_number)
            return
    winner = _winner(state, rules)
    if winner < 0:
        note(state, notes.AUCTION, int(state["event"]), NOTHING, 0, 0, 0, 0)
        _gone(state, rules)
        return
    state["fighter"], state["stage"] = winner, PAID
    push(state, step.PAY, winner)[argument.DISKS] = int(state["bids"][winner])


@njit
def _sell(state, rules):
    """The disks lie on her: she joins the tableau, immature (N-AUC-5)."""
    winner, bidders, tied = int(state["fighter"]), 0, 0
    best = highest(state)
    for seat_number in range(state["players"]):
        bidders += 1 if state["bids"][seat_number] else 0
        tied += 1 if worth_of(state["seats"][seat_number], int(state["bids"][seat_number])) == best else 0
    note(state, notes.AUCTION, int(state["event"]), winner, state["bids"][winner], bidders, 1 if tied > 1 else 0, 0)
    _join(state, winner)
    _end(state)


@njit
def _join(state, seat_number):
    daughter = int(state["event"])
    cards.add_daughter(state, seat_number, daughter)
    note(state, notes.DAUGHTER, seat_number, daughter, notes.CAME, 0, 0, 0)
    if cards.daughter_mature(state["daughters"][daughter]):
        note(state, notes.DAUGHTER, seat_number, daughter, notes.MATURED, 0, 0, 0)
    state["event"], state["fighter"] = NOTHING, NOTHING


@njit
def _advance_gift(state, rules):
    """The event's daughter comes by herself; at the limit she may replace an unmarried one (N-VAR-2)."""
    seat = state["seats"][0]
    if state["stage"] == BEGIN:
        state["stage"] = GIFT
        if seat["daughters"] >= rules["most_daughters"]:
            push(state, step.REPLACE, 0)
    elif state["stage"] == GIFT:
        if seat["daughters"] >= rules["most_daughters"]:
            _gone(state, rules)
            return
        state["stage"] = GIFT_PAID
        if cards.words_for(rules, seat, int(state["event"])) > 0:
            push(state, step.PAY, 0)[argument.DISKS] = 1
    else:
        disks = state["daughters"][state["event"]]["disks"]
        note(state, notes.AUCTION, int(state["event"]), 0, int(disks[0]) + int(disks[1]) + int(disks[2]), 1, 0, 0)
        _join(state, 0)
        _end(state)


@njit
def list_bid(state, rules, seat_number, seat, out, n):
    """A bid, or no more of them (N-AUC-2, ND-07)."""
    for disks in range(least_bid(state, rules, seat_number), cards.words_for(rules, seat, int(state["event"])) + 1):
        n = put(out, n, act.BID, disks, 0, 0)
    return n


@njit
def do_bid(state, rules, seat_number, disks):
    bit = 1 << seat_number
    state["bids"][seat_number] = disks
    state["acted"] = (state["acted"] | bit) if rules["ruling"][ruling.AUCTION] == 1 else bit


@njit
def decline_bid(state, seat_number):
    """No more bids this turn; what was bid stands (N-AUC-2)."""
    state["passed"] |= 1 << seat_number


@njit
def list_pay(state, rules, seat, disks, out, n):
    """Which disks are paid for the daughter (N-AUC-5, ND-07)."""
    most = seat["vocabulary"]
    media = rules["woman"][state["event"]]["media"]
    for orange in range(disks + 1):
        for white in range(disks - orange + 1):
            black = disks - orange - white
            if (orange == 0 or (media[0] and orange <= most[0])) and (white == 0 or (media[1] and white <= most[1])):
                if black == 0 or (media[2] and black <= most[2]):
                    n = put(out, n, act.PAY, orange, white, black)
    return n


@njit
def do_pay(state, seat, orange, white, black):
    woman = state["daughters"][state["event"]]
    for colour, paid in enumerate((orange, white, black)):
        seat["vocabulary"][colour] -= paid
        woman["disks"][colour] += paid


@njit
def list_replace(state, seat, out, n):
    """Which unmarried daughter makes room for the new one (N-VAR-2, ND-23)."""
    for number in range(seat["daughters"]):
        daughter = int(seat["tableau"][number])
        if state["daughters"][daughter]["husband"] == 0:
            n = put(out, n, act.REPLACE, things.NUM_BIOMES + daughter, 0, 0)
    return n


@njit
def do_replace(state, daughter):
    cards.lose_daughter(state, daughter)
