"""Phase 1: the card of the turn, player order, war council, icons from top to bottom (N-ORDER-1, N-ORDER-2, N-EVT-1 to N-EVT-8)."""

from __future__ import annotations

from caverna_sim.compiling.jit import gathered, njit
from caverna_sim.games.neanderthal.course.choices import put, put_each, put_elders
from caverna_sim.games.neanderthal.course.climate import any_biome, cool, warm
from caverna_sim.games.neanderthal.ids import act, argument, phase, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.shape.layout import NOTHING
from caverna_sim.games.neanderthal.tribe import people
from caverna_sim.games.neanderthal.tribe.cards import is_calm, lose_biome_card, lose_daughter
from caverna_sim.games.neanderthal.tribe.noting import note, roll
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import first_of, second_of, third_of
from caverna_sim.kit.records.rows import copy_into, wipe

BEGIN, COUNCIL, ICON, NEXT_ICON = 0, 1, 2, 3
DEATH, CHAOS_BEGIN, CHAOS_ELDER, CHAOS_MATING, CHAOS_END = 10, 20, 21, 22, 23
BLIZZARD_BEGIN, BLIZZARD_MORE, HOSTS = 30, 31, 40
LOSE_CHAOS, LOSE_FIGHT, LOSE_HUNT = 0, 1, 2  # why somebody loses a piece


@njit
def begin_turn(state):
    """What holds for one turn only is forgotten."""
    wipe(state["fresh"])
    for number in range(things.NUM_DAUGHTERS):
        state["daughters"][number]["moved"] = 0
    state["new_cards"] = 0
    for number in range(state["players"]):
        seat = state["seats"][number]
        seat["before"] = seat["portals"]
        seat["elder_new"] = 0
        wipe(seat["lost"])
    state["exchanged"] = 0


@njit
def _reveal(state, rules):
    """Turn up the next daughter: order and icons of the turn (N-ORDER-1); who is made starting player may call a war council."""
    if state["event_next"] >= state["event_end"]:
        state["phase"] = phase.OVER
        return
    begin_turn(state)
    card = int(state["event_deck"][state["event_next"]])
    state["event_next"] += 1
    state["event"] = state["card"] = card
    woman, place = rules["woman"][card], 0
    for number in range(3):
        owner = people.seat_of(state, woman["order"][number])
        if owner >= 0:
            state["order"][place] = owner
            place += 1
    state["num_icons"], state["icon"] = woman["num_icons"], 0
    copy_into(state["icons"], woman["icons"])
    state["stage"] = COUNCIL
    first_seat = int(state["order"][0])
    if state["players"] > 1 and people.has_elder(state["seats"][first_seat], things.WARRIOR):
        push(state, step.COUNCIL, first_seat)


@njit
def _next_icon(state, rules, stage):
    """The next icon of the card; after the last one the auction, if there is anything left to hunt (N-END-1)."""
    state["icon"] += 1 if stage == NEXT_ICON else 0
    state["turn"] = 0
    state["stage"] = ICON
    if state["icon"] >= state["num_icons"]:
        state["icon"], state["num_icons"], state["stage"] = 0, 0, 0
        no_biome = not any_biome(state) and rules["ruling"][ruling.ICE_END] == 0
        state["phase"] = phase.OVER if no_biome else phase.AUCTION


STAGE_OF_ICON = (NEXT_ICON, NEXT_ICON, NEXT_ICON, DEATH, CHAOS_BEGIN, BLIZZARD_BEGIN, HOSTS)  # that of the next one is done at once


@njit
def _begin_icon(state, rules):
    icon = int(state["icons"][state["icon"]])
    state["stage"] = STAGE_OF_ICON[icon]
    if icon == things.COOLING:
        cool(state, rules)
    elif icon == things.WARMING:
        warm(state, rules)
    elif icon == things.INTERSTADIAL:
        add_turn(state)
    if state["stage"] == NEXT_ICON:
        _tell(state, NOTHING, 0, 0, 0)


@njit
def _at_seat(state, rules, stage):
    """Icons that every seat suffers, one after the other in player order."""
    if state["turn"] >= state["players"]:
        state["stage"] = NEXT_ICON
        return
    seat_number = int(state["order"][state["turn"]])
    seat = state["seats"][seat_number]
    if stage == DEATH:
        _elder_death(state, seat_number, seat)
    elif stage <= CHAOS_END:
        _chaos(state, rules, seat_number, seat, stage)
    else:
        _blizzard(state, rules, seat_number, seat, stage)


@njit
def _tell(state, seat_number, tribesmen, elders, cards):
    """A row of what an icon has cost a seat."""
    note(state, notes.EVENT, int(state["icon"]) + 1, state["icons"][state["icon"]], seat_number, tribesmen, elders, cards)


@njit
def add_turn(state):
    """One turn more, if there are daughters left (N-EVT-8)."""
    if state["unused_next"] < state["unused_end"]:
        state["event_deck"][state["event_end"]] = state["unused"][state["unused_next"]]
        state["event_end"] += 1
        state["unused_next"] += 1


@njit
def _elder_death(state, seat_number, seat):
    """A die for a seat and icon: the elder of that level dies (N-EVT-3)."""
    roll(state, things.ROLL_DEATH, seat_number, NOTHING, int(state["icon"]), 0, 1, 0)
    level = int(state["roll"][0])
    died = seat["elder"][level] != 0
    if died:
        people.remove_elder(state, seat_number, seat, level, True, 1)
    _tell(state, seat_number, 0, 1 if died else 0, 0)
    state["turn"] += 1


# ---------------------------------------------------------------- chaos (N-EVT-4)


@njit
def _is_immune(state, rules, seat_number, seat):
    if people.unassigned(state, seat) <= people.vocabulary(seat):
        return True
    return (seat["side"] == things.TRIBAL and people.has_elder(seat, things.CHIEF)) or is_calm(state, rules, seat_number)


@njit
def _chaos(state, rules, seat_number, seat, stage):
    if stage == CHAOS_BEGIN:
        if _is_immune(state, rules, seat_number, seat):
            state["turn"] += 1
            return
        there = people.unassigned(state, seat)
        state["needed"] = there // 2 if people.has_elder(seat, things.FIREBUILDER) else (there + 1) // 2
        state["total"] = 0
        state["stage"] = CHAOS_ELDER
        if state["needed"] > 0 or rules["ruling"][ruling.CHAOS_MORE] == 0:
            push(state, step.LOSE, seat_number)[argument.CAUSE] = LOSE_CHAOS
    elif stage == CHAOS_ELDER:
        state["stage"] = CHAOS_MATING
        if people.any_elder(seat) and not people.has_elder(seat, things.FIREBUILDER):
            push(state, step.LOSE_ELDER, seat_number)
    elif stage == CHAOS_MATING:
        state["stage"] = CHAOS_END
        if state["total"] > 0:
            push(state, step.TURN_MATING, seat_number)
    else:
        _tell(state, seat_number, seat["lost"][0], seat["lost"][2], 0)
        state["turn"] += 1
        state["stage"] = CHAOS_BEGIN


# ---------------------------------------------------------------- blizzard (N-EVT-5)


@njit
def is_dependent(rules, woman):
    """Whether a daughter must be supported: until her husband is mature."""
    if woman["husband"] == 0:
        return True
    return woman["husband_disk"] != 0 and rules["ruling"][ruling.BLIZZ_WIFE] == 0


@njit
def dependents(state, rules, seat):
    """Elders, animals, and daughters without a mature husband."""
    found = count(int(seat["animals"]))
    for level in range(things.CHIEF, things.NUM_LEVELS):
        found += 1 if seat["elder"][level] else 0
    for number in range(seat["daughters"]):
        found += 1 if is_dependent(rules, state["daughters"][seat["tableau"][number]]) else 0
    return found


@njit
def _blizzard(state, rules, seat_number, seat, stage):
    if stage == BLIZZARD_BEGIN:
        state["total"] = people.unassigned(state, seat) // rules["per_dependent"]
        seat["lost"][3] = seat["lost"][4] = 0
        state["stage"] = BLIZZARD_MORE
    elif dependents(state, rules, seat) > state["total"]:
        push(state, step.SUPPORT, seat_number)
    else:
        _tell(state, seat_number, 0, seat["lost"][3], seat["lost"][4])
        state["turn"] += 1
        state["stage"] = BLIZZARD_BEGIN


# ---------------------------------------------------------------- wanderers (N-EVT-6)


@njit
def _losses(rules, seat):
    """What counts for the wanderer icon (NR-CHAOS-COUNT)."""
    reading = rules["ruling"][ruling.CHAOS_COUNT]
    if reading == 1:
        return int(seat["lost"][1])
    return int(seat["lost"][0]) + (int(seat["lost"][2]) if reading == 2 else 0)


@njit
def wandering(state, rules):
    """The seat that lost most in the chaos, -1 nobody."""
    most, found = 0, NOTHING
    for place in range(state["players"]):
        seat_number = int(state["order"][place])
        lost = _losses(rules, state["seats"][seat_number])
        if lost > most:
            most, found = lost, seat_number
    if found < 0 and rules["ruling"][ruling.CHAOS_NONE] == 1:
        return int(state["order"][0])
    return found


@njit
def can_host(state, seat_number):
    """Whether a seat is not extinct; who is receives no wanderers (N-END-2)."""
    return people.living(state, int(state["seats"][seat_number]["species"])) > 0


@njit
def foreign_species(state, rules):
    """Of which species foreigners are now, -1 none (NR-K3-FOREIGN)."""
    own, best, found = int(state["seats"][0]["species"]), 0, NOTHING
    for number in range(3):
        species = int(rules["woman"][max(0, int(state["card"]))]["order"][number])
        dead = int(state["dead"][species])
        if species != own and dead > best:
            best, found = dead, species
            if rules["ruling"][ruling.K3_FOREIGN] == 0:
                return found
    return found


@njit
def _wander(state, rules):
    state["stage"] = NEXT_ICON
    if state["variant"] == things.ONE_SPECIES:
        species = foreign_species(state, rules)
        if state["seats"][0]["lost"][0] == 0 and species >= 0 and can_host(state, 0):
            state["dead"][species] -= 1
            state["seats"][0]["pool"][species] += 1
        _tell(state, NOTHING, 0, 0, 0)
        return
    seat_number = wandering(state, rules)
    if seat_number < 0 or state["dead"][state["seats"][seat_number]["species"]] == 0:
        return
    hosts = 0
    for other in range(state["players"]):
        hosts += 1 if other != seat_number and can_host(state, other) else 0
    if hosts:
        _tell(state, seat_number, 0, 0, 0)
        push(state, step.HOST, seat_number)


_STAGES = {
    BEGIN: _reveal, COUNCIL: _next_icon, NEXT_ICON: _next_icon, ICON: _begin_icon, HOSTS: _wander,
    **dict.fromkeys((DEATH, CHAOS_BEGIN, CHAOS_ELDER, CHAOS_MATING, CHAOS_END, BLIZZARD_BEGIN, BLIZZARD_MORE), _at_seat),
}  # fmt: skip
advance_event = njit(gathered("advance_event", "state, rules", 'int(state["stage"])', _STAGES, "None", {"stage": "which"}))


@njit
def lose_in_chaos(state, seat, piece):
    """Count an unassigned piece that is lost."""
    own = piece < things.FIRST_SPECIES
    seat["lost"][0] += 1
    seat["lost"][1] += 1 if own else 0
    seat["count"][notes.KILLED_CHAOS] += 1
    state["total"] += 1
    state["needed"] -= 1 if state["needed"] > 0 else 0


NOBODY = 3


@njit
def list_council(state, rules, out, n):
    """Another order of the turn, in which another player comes first (N-ORDER-2, ND-02)."""
    players, order = int(state["players"]), state["order"]
    for one in range(players):
        for two in range(players):
            if one == two or one == order[0]:
                continue
            if players == 2:
                n = put(out, n, act.COUNCIL, one, two, NOBODY)
                continue
            # who is only named first goes before the others, who keep their order (NR-WAR-COUNCIL)
            three = 3 - one - two
            keeps = (order[0] == two) or (order[1] == two and order[2] == three)
            if rules["ruling"][ruling.WAR_COUNCIL] == 0 or keeps:
                n = put(out, n, act.COUNCIL, one, two, three)
    return n


@njit
def do_council(state, action):
    state["order"][0], state["order"][1] = first_of(action), second_of(action)
    if third_of(action) != NOBODY:
        state["order"][2] = third_of(action)


@njit
def list_host(state, seat_number, out, n):
    """To whom a wanderer goes (N-EVT-6, ND-06)."""
    for other in range(state["players"]):
        if other != seat_number and can_host(state, other):
            n = put(out, n, act.HOST, other, 0, 0)
    return n


@njit
def do_host(state, seat, other):
    species = int(seat["species"])
    state["dead"][species] -= 1
    state["seats"][other]["pool"][species] += 1


@njit
def list_lose_elder(seat, out, n):
    """The elder that is lost in the chaos (ND-03)."""
    return put_elders(out, n, seat)


@njit
def do_lose_elder(state, seat_number, seat, row, level):
    """To the chaos, or to the blizzard."""
    if row["step"] == step.SUPPORT:
        people.remove_elder(state, seat_number, seat, level, True, 3)
        seat["lost"][3] += 1
    else:
        people.remove_elder(state, seat_number, seat, level, True, 2)
        seat["lost"][2] += 1
        state["total"] += 1


@njit
def list_support(state, rules, seat, out, n):
    """Which dependent is given up in the blizzard (N-EVT-5, ND-05)."""
    n = put_each(out, put_elders(out, n, seat), act.LOSE_CARD, seat["animals"])
    for number in range(seat["daughters"]):
        daughter = int(seat["tableau"][number])
        if is_dependent(rules, state["daughters"][daughter]):
            n = put(out, n, act.LOSE_CARD, things.NUM_BIOMES + daughter, 0, 0)
    return n


@njit
def do_lose_card(state, rules, seat, card, daughter):
    seat["lost"][4] += 1
    if card < things.NUM_BIOMES:
        lose_biome_card(state, seat, card)
    else:
        people.remove_husband(state, daughter, rules["ruling"][ruling.BLIZZ_HUSBAND] == 1, -1)
        lose_daughter(state, daughter)
