"""Phase 4: hunts, predators, cards that are taken (N-HUNT-1 to N-HUNT-8, N-PRED-1 to N-PRED-6, N-TROPHY-1, N-HAND-1 to N-HAND-5).

`line` holds the seats on a card in the order in which they roll; `status` says what has become of the card.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import gathered, njit
from caverna_sim.games.neanderthal.course.attack import put_in_line
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.course.climate import deck_left, draw_biome, is_biome
from caverna_sim.games.neanderthal.course.courting import COURT, NEXT, advance_courtship
from caverna_sim.games.neanderthal.course.events import LOSE_HUNT
from caverna_sim.games.neanderthal.ids import act, argument, phase, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.shape.layout import MAX_UNDONE, NOTHING
from caverna_sim.games.neanderthal.tribe import cards, people
from caverna_sim.games.neanderthal.tribe.noting import note, roll, showing
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.rows import copy_into, total, wipe

BEGIN, FREE, CONTESTED, PREDATORS, END = 0, 1, 2, 3, 4
CARD, FIGHTER, ROLL, TOLL, CASUALTIES, JUDGE = 10, 11, 12, 13, 14, 15
GAIN, TAKE, RELEASE, HOME, GAINS, LEAVE = 17, 18, 19, 20, 30, 31
THERE, TAKEN, HUNTED, REPLACED = 0, 1, 2, 3
SUCCESS, TROPHY, HAND = 1, 2, 4  # bits of what a hunt brings
WHOLE, DIRECT = -1, -2  # which group rolls: all, those without a large hunt behind them, else the place of that hunt
BEFORE, AFTER, ALWAYS = 0, 1, 2  # NR-CONVERT-TIMING


# ---------------------------------------------------------------- which card is next (N-ORDER-4)


@njit
def is_predator(state, rules, place):
    """Whether an active predator lies there (N-PRED-6)."""
    return is_biome(state, place) and rules["biome"][state["biome"][place]]["predator"] != 0 and state["fresh"][place] == 0


@njit
def seats_at(state, place):
    """The set of seats with hunters on a biome; it is contested when there are several."""
    found = 0
    for seat_number in range(state["players"]):
        if people.hunters_at(state, state["seats"][seat_number], place):
            found |= 1 << seat_number
    return found


@njit
def _others_come_first(state, rules, place):
    """Whether a hunt has drawn two predators and this is the second: it waits, or it would be hunted twice (N-PRED-2, N-HUNT-6)."""
    if rules["ruling"][ruling.PRED_TWO] == 1:
        return False  # half of the hunters came at once
    for other in range(things.NUM_PLACES):
        row = state["pending"][other]
        if row["seat"] and row["second"] == place and seats_at(state, int(row["first"])):
            return True
    return False


@njit
def may_name_place(state, rules, seat_number, which, place):
    """Whether a biome can be named now, in one of the three parts of the phase."""
    if which == PREDATORS:
        return is_predator(state, rules, place) and seats_at(state, place) != 0 and not _others_come_first(state, rules, place)
    if not is_biome(state, place) or is_predator(state, rules, place):
        return False
    there = seats_at(state, place)
    return there == 1 << seat_number if which == FREE else there != 0


@njit
def may_name_daughter(state, seat_number, which, daughter):
    """The same for a courtship."""
    if which == PREDATORS or state["daughters"][daughter]["owner"] < 0:
        return False
    woman = state["daughters"][daughter]
    if which == FREE:
        species = int(state["seats"][seat_number]["species"])
        return woman["suitor"][species] != 0 and not cards.rivals_on(state, daughter, species)
    return woman["suitor"][0] != 0 or woman["suitor"][1] != 0 or woman["suitor"][2] != 0


@njit
def _any_card(state, rules, seat_number, which):
    for place in range(things.NUM_PLACES):
        if may_name_place(state, rules, seat_number, which, place):
            return True
    for daughter in range(things.NUM_DAUGHTERS):
        if may_name_daughter(state, seat_number, which, daughter):
            return True
    return False


@njit
def _forget_rolls(state):
    for seat_number in range(state["players"]):
        wipe(state["seats"][seat_number]["rolled"])


@njit
def _course(state, rules, stage):
    if stage == BEGIN:
        _forget_rolls(state)
        state["turn"], state["stage"] = 0, FREE
    elif stage == FREE:
        if state["turn"] >= state["players"]:
            state["turn"], state["stage"] = 0, CONTESTED
        elif _any_card(state, rules, int(state["order"][state["turn"]]), FREE):
            push(state, step.NEXT_CARD, state["order"][state["turn"]])[argument.PART] = FREE
        else:
            state["turn"] += 1
    elif stage == END:
        for seat_number in range(state["players"]):
            people.everybody_home(state, seat_number)
        _forget_rolls(state)
        state["stage"], state["phase"] = 0, phase.LIVESTOCK
    elif _any_card(state, rules, int(state["order"][0]), stage):
        push(state, step.NEXT_CARD, state["order"][0])[argument.PART] = stage
    else:
        state["stage"] = stage + 1


@njit
def do_hunt(state, named):
    """A biome has been named."""
    state["back"], state["spot"], state["stage"] = state["stage"], named, CARD


# ---------------------------------------------------------------- who rolls (N-ORDER-5, N-HUNT-8)


@njit
def _line_up(state, rules):
    place = int(state["spot"])
    state["in_line"], state["at"], state["status"], state["part"] = 0, 0, THERE, WHOLE
    state["quarry"] = state["biome"][place]
    keys = state["gain_left"]
    wipe(keys)
    for place_in_order in range(state["players"]):
        number = int(state["order"][place_in_order])
        there = people.hunters_at(state, state["seats"][number], place)
        if there:
            early = 100 if cards.abilities(state, rules, number, things.ACTS_FIRST) else 0
            put_in_line(state, keys, number, early + 90 - there)
    wipe(keys)
    state["stage"] = FIGHTER


@njit
def _at_predator(state):
    """Whether the card is hunted as a predator."""
    return state["back"] == PREDATORS


@njit
def _may_still_hunt(state, rules, seat):
    """Whether the next seat rolls after what has become of the card."""
    place = int(state["spot"])
    if state["status"] == THERE:
        return True
    if _at_predator(state) and state["status"] == TAKEN:
        return rules["ruling"][ruling.PRED_TAKEN] == 1
    if state["status"] != REPLACED or not is_biome(state, place) or rules["biome"][state["biome"][place]]["predator"]:
        return False
    return cards.tools_suffice(state, rules, seat, place, int(state["biome"][place]))


@njit
def _choose_group(state, rules, seat_number, seat):
    """Who rolls together (NR-PRED-MERGE); False when no group of the seat is left."""
    place, group = int(state["spot"]), state["group"]
    species = int(seat["species"])
    for colour in range(3):
        group[colour] = seat["hunters"][place][colour]
    group[3] = 1 if state["alpha"][species] == things.AT_PLACE + place else 0
    if not _at_predator(state) or rules["ruling"][ruling.PRED_MERGE] == 0:
        is_first = state["part"] == WHOLE
        state["part"] = 0
        return is_first
    if state["part"] == WHOLE:
        state["part"] = DIRECT
        for other in range(things.NUM_PLACES):
            row = state["pending"][other]
            if row["seat"] == 1 + seat_number and row["first"] == place:
                for colour in range(4):
                    group[colour] = max(0, int(group[colour]) - int(row["group"][colour]))
        if total(state["group"]) > 0:
            return True
    other = 0 if state["part"] == DIRECT else int(state["part"]) + 1
    while other < things.NUM_PLACES:
        row = state["pending"][other]
        if row["seat"] == 1 + seat_number and row["first"] == place and not row["safe"]:
            copy_into(group, row["group"])
            state["part"] = other
            return True
        other += 1
    return False


@njit
def _next_hunter(state, rules):
    """The next group on the card rolls, or goes home; when nobody is left the card is done."""
    if state["at"] >= state["in_line"]:
        state["stage"] = state["back"]
        state["in_line"], state["at"], state["spot"], state["quarry"], state["fighter"] = 0, 0, NOTHING, NOTHING, NOTHING
        state["status"], state["part"] = THERE, 0
        return
    seat_number = int(state["line"][state["at"]])
    seat, place = state["seats"][seat_number], int(state["spot"])
    if not _choose_group(state, rules, seat_number, seat):
        people.send_home(state, seat, place)
        state["at"] += 1
        state["part"] = WHOLE
        return
    state["fighter"] = seat_number
    state["virtual"], state["converted"], state["bitten"], state["frozen"], state["hits"] = 0, 0, 0, 0, 0
    state["own_gain"], state["onward"], state["plundered"] = 0, NOTHING, 0
    state["born"], state["released"], state["taken"], state["total"] = 0, 0, 0, 0
    if not _may_still_hunt(state, rules, seat):
        _mark(state, rules, seat_number, place, True)
        state["stage"] = GAINS if _at_predator(state) else HOME
        return
    if state["status"] == REPLACED:
        state["quarry"] = state["biome"][place]
    state["stage"] = ROLL
    kind = int(rules["biome"][state["quarry"]]["kind"])
    if state["group"][3] and people.has_elder(seat, things.POWER_OF_CLASS[kind]):
        push(state, step.ALPHA_POWER, seat_number)


# ---------------------------------------------------------------- the roll (N-HUNT-2)


@njit
def _roll(state, rules):
    number, place, card = int(state["fighter"]), int(state["spot"]), int(state["quarry"])
    seat = state["seats"][number]
    dice = total(state["group"]) - int(state["virtual"])
    roll(state, things.ROLL_HUNT, number, place, card, int(seat["rolled"][card]), dice, int(state["virtual"]))
    seat["rolled"][card] += 1
    seat["count"][notes.HUNTS] += 1
    state["total"] = total(state["group"])
    state["stage"] = TOLL
    if rules["ruling"][ruling.CONVERT_TIMING] == BEFORE:
        _ask_to_convert(state, rules, number, seat, card)


@njit
def _ask_to_convert(state, rules, number, seat, card):
    threes = int(state["faces"][rules["weapon_from"]])
    if threes == 0 or not cards.converts(state, rules, seat, int(rules["biome"][card]["kind"])):
        return
    if rules["ruling"][ruling.CONVERT_TIMING] == ALWAYS:
        do_convert(state, rules, threes)
    else:
        push(state, step.CONVERT, number)[argument.THREES] = threes


@njit
def do_convert(state, rules, amount):
    """Count so many threes as ones (N-HUNT-4)."""
    left = amount
    for number in range(state["roll_dice"]):
        if left > 0 and state["roll"][number] == rules["weapon_from"]:
            state["roll"][number] = rules["weapon_to"]
            left -= 1
    state["faces"][rules["weapon_from"]] -= amount
    state["faces"][rules["weapon_to"]] += amount
    state["converted"] += amount


@njit
def deadly_faces(rules, seat, card):
    """Faces that kill hunters of a seat (N-HUNT-5)."""
    biome = rules["biome"][card]
    return int(biome["bite"]) | (0 if people.has_elder(seat, things.FIREBUILDER) else int(biome["frost"]))


@njit
def _count_toll(state, rules):
    """Bloody and frozen dice; faces of the dead are kept for matches (NR-MATCH-DEAD)."""
    seat, card = state["seats"][state["fighter"]], int(state["quarry"])
    if rules["ruling"][ruling.CONVERT_TIMING] == ALWAYS:
        _ask_to_convert(state, rules, int(state["fighter"]), seat, card)
    deadly = deadly_faces(rules, seat, card)
    state["bitten"] = showing(state, rules["biome"][card]["bite"])
    state["frozen"] = showing(state, deadly & ~int(rules["biome"][card]["bite"]))
    for face in range(1, 7):
        state["dead_faces"][face] = state["faces"][face] if deadly >> face & 1 else 0
    state["needed"] = min(total(state["group"]), int(state["bitten"]) + int(state["frozen"]))
    seat["count"][notes.KILLED_HUNTING] += state["needed"]
    state["stage"] = CASUALTIES
    if rules["ruling"][ruling.CASUALTY_CHOICE] == 1:
        _kill_by_die(state, seat, deadly)


@njit
def _kill_by_die(state, seat, deadly):
    """Each die belongs to a hunter: own tribesmen first, then wanderers, the alpha last (NR-CASUALTY-CHOICE)."""
    species, place, died = int(seat["species"]), int(state["spot"]), 0
    counts, first_die = state["group"], 0
    for turn in range(4):
        who = 3 if turn == 3 else (species + turn) % 3
        dice, dead = int(counts[who]), 0
        if who == 3 and state["virtual"]:
            dice = 0
        for number in range(first_die, min(first_die + dice, int(state["roll_dice"]))):
            dead += 1 if deadly >> state["roll"][number] & 1 else 0
        first_die += dice
        for _ in range(dead):
            kill_in_hunt(state, seat, place, things.ALPHA if who == 3 else 0 if who == species else 2 + who)
        died += dead
    state["needed"] = 0


@njit
def kill_in_hunt(state, seat, place, piece):
    """A hunter of the rolling group dies."""
    people.kill(state, seat, seat["hunters"][place], piece)
    state["group"][3 if piece == things.ALPHA else people.colour_of(seat, piece)] -= 1


@njit
def _casualties(state, rules):
    if state["needed"] > 0 and total(state["group"]) > 0:
        pushed = push(state, step.LOSE, state["fighter"])
        pushed[argument.CAUSE], pushed[argument.AT] = LOSE_HUNT, state["spot"]
        state["needed"] -= 1
        return
    state["needed"], state["stage"] = 0, JUDGE
    if rules["ruling"][ruling.CONVERT_TIMING] == AFTER:
        seat_number = int(state["fighter"])
        _ask_to_convert(state, rules, seat_number, state["seats"][seat_number], int(state["quarry"]))


# ---------------------------------------------------------------- what it brings


@njit
def _most_alike(state, rules, only_living):
    """The largest number of equal dice, the alpha's virtual one included."""
    most = 0
    for face in range(1, 7):
        there = int(state["faces"][face])
        if only_living:
            there = max(0, there - int(state["dead_faces"][face]))
        if state["virtual"] and face == rules["alpha_face"]:
            there += 1
        most = max(most, there)
    return most


@njit
def _matches(rules, wanted, alike, success):
    """Whether an icon with so many blank dice lets its card be taken (N-TROPHY-1, NR-MATCH-ZERO)."""
    if wanted == 0:
        return success or rules["ruling"][ruling.MATCH_ZERO] == 1
    return alike >= wanted


@njit
def _judge(state, rules):
    """Hits, success, matches; a large hunt draws predators (N-HUNT-3, N-PRED-1)."""
    number, place, card = int(state["fighter"]), int(state["spot"]), int(state["quarry"])
    seat, biome = state["seats"][number], rules["biome"][card]
    hits = showing(state, biome["hit_faces"])
    if state["virtual"] and biome["hit_faces"] >> rules["alpha_face"] & 1:
        hits += 1
    state["hits"] = hits
    is_ghost = state["status"] == TAKEN
    success = hits >= biome["hits"] and not is_ghost
    found = SUCCESS if success else 0
    if biome["trophy"] and not is_ghost and _matches(rules, int(biome["trophy_match"]), _most_alike(state, rules, False), success):
        found |= TROPHY
    if biome["hand"] and not is_ghost and total(state["group"]) > 0 and may_hold(rules, seat):
        only_living = rules["ruling"][ruling.MATCH_DEAD] == 1
        if _matches(rules, int(biome["hand_match"]), _most_alike(state, rules, only_living), success):
            found |= HAND
    if success:
        state["status"] = HUNTED
        seat["count"][notes.SUCCESSES] += 1
    if _at_predator(state):
        state["own_gain"] = found
        has_hit = hits > 0 and (total(state["group"]) > 0 or rules["ruling"][ruling.PRED_NOSURVIVOR] == 1)
        _mark(state, rules, number, place, has_hit or not biome["predator"])  # what came in its place plunders nobody (N-HAND-5)
        state["stage"] = GAINS
        return
    if success and biome["kind"] == things.LARGE and _draw_predators(state, rules, number, seat, place, card, found):
        return
    _set_gain(state, rules, place, card, found, HOME)


@njit
def may_hold(rules, seat):
    """Whether a seat may take hand cards (N-HAND-1, NR-HAND-VOICE)."""
    return people.mature_elders(seat) > 0 and (seat["side"] == things.TRIBAL or rules["ruling"][ruling.HAND_VOICE] == 0)


@njit
def _set_gain(state, rules, place, card, found, after):
    state["gain_place"], state["gain_card"], state["gain"], state["after"] = place, card, found, after
    for colour in range(3):
        state["gain_left"][colour] = rules["biome"][card]["release"][colour] if found & SUCCESS else 0
    state["stage"] = GAIN


@njit
def _gain(state, rules, stage):
    """Babies, then the card, then disks."""
    seat_number = int(state["fighter"])
    seat, card, found = state["seats"][seat_number], int(state["gain_card"]), int(state["gain"])
    if stage == GAIN:
        state["stage"] = TAKE
        if found & SUCCESS:
            born = people.give_birth(state, seat_number, seat, int(rules["biome"][card]["babies"]), notes.FROM_HUNT)
            state["born"] += born
            if state["pending"][state["gain_place"]]["seat"]:
                state["pending"][state["gain_place"]]["babies"] = born
    elif stage == TAKE:
        state["stage"] = RELEASE
        if found & (TROPHY | HAND):
            push(state, step.TAKE, seat_number)
    else:
        if any_release(state, seat_number, seat):
            push(state, step.RELEASE, seat_number)
        else:
            wipe(state["gain_left"])
            state["stage"] = state["after"]


@njit
def any_release(state, seat_number, seat):
    """Whether a disk can be released with what is left."""
    for colour in range(3):
        if state["gain_left"][colour] > 0:
            for where in range(cards.NUM_WHERE):
                if cards.can_release(state, seat_number, seat, colour, where, True):
                    return True
    return False


@njit
def do_take_trophy(state, seat_number, seat, card):
    """A gap stays where the card lay (N-TROPHY-2)."""
    seat["trophies"] |= 1 << card
    _leave_place(state, seat_number, card, 1, NOTHING)


@njit
def do_take_hand(state, rules, seat_number, seat, card):
    """The next card of the row comes (N-HAND-3); there may be none (NR-DECK-EMPTY)."""
    region, come = int(state["gain_place"]) // things.ROW_LENGTH, NOTHING
    if deck_left(state, region) > 0:
        come = draw_biome(state, region)
    elif rules["ruling"][ruling.DECK_EMPTY] == 1:
        come = cards.take_removed(state, rules, region)
    seat["hand"] |= 1 << card
    _leave_place(state, seat_number, card, 2, come)


@njit
def _leave_place(state, seat_number, card, taken, come):
    """The hunted card is taken; what comes in its place is fresh."""
    place = int(state["gain_place"])
    state["taken"] = taken
    if state["pending"][place]["seat"]:
        state["pending"][place]["taken"] = taken
    state["biome"][place] = come
    if taken == 2:
        state["fresh"][place] = 1 if come >= 0 else 0
    if place == state["spot"] and state["status"] == THERE:
        state["status"] = TAKEN if come < 0 else REPLACED
    note(state, notes.HAND, seat_number, card, 0, 0, 0, 0)


# ---------------------------------------------------------------- predators


@njit
def _nearest(state, rules, place, direction):
    """The nearest predator on one side and its distance, (-1, 99) without one; ice between blocks (N-PRED-1)."""
    row, distance = place // things.ROW_LENGTH, 0
    other = place + direction
    while 0 <= other - row * things.ROW_LENGTH < things.ROW_LENGTH:
        if state["ice"][other]:
            return NOTHING, 99
        if state["biome"][other] >= 0 or rules["ruling"][ruling.PRED_COLUMN] == 0:
            distance += 1
        if is_predator(state, rules, other):
            return other, distance
        other += direction
    return NOTHING, 99


@njit
def draws_near(state, rules, place):
    """The predator that a large hunt would draw first, -1 none."""
    left, far_left = _nearest(state, rules, place, -1)
    right, far_right = _nearest(state, rules, place, 1)
    return left if far_left < far_right else right


@njit
def _draw_predators(state, rules, number, seat, place, card, found):
    """Survivors of a successful large hunt move onto the nearest predator; gains wait (N-PRED-2, NR-PENDING). False: nothing happens."""
    left, far_left = _nearest(state, rules, place, -1)
    right, far_right = _nearest(state, rules, place, 1)
    if left < 0 and right < 0:
        return False
    near, second = (left, NOTHING) if far_left < far_right else (right, NOTHING)
    if far_left == far_right:
        lower = rules["biome"][state["biome"][left]]["climax"] <= rules["biome"][state["biome"][right]]["climax"]
        near, second = (left, right) if lower else (right, left)
    if total(state["group"]) == 0 and rules["ruling"][ruling.PRED_NOSURVIVOR] == 1:
        return False
    row = state["pending"][place]
    row["seat"], row["first"], row["second"], row["safe"] = 1 + number, near, second, 0
    row["trophy"], row["hand"] = 1 if found & TROPHY else 0, 1 if found & HAND else 0
    copy_into(row["group"], state["group"])
    _say(state, rules, row["note"])
    if total(state["group"]) == 0:
        _plunder(state, rules, number, place)
        state["stage"], state["total"] = HOME, 0
        return True
    _move_on(state, rules, seat, place, near, second)
    if rules["ruling"][ruling.PENDING] == 1:
        _set_gain(state, rules, place, card, found, HOME)
    else:
        state["stage"] = HOME
    return True


@njit
def _move_on(state, rules, seat, place, near, second):
    """Survivors go to the lower climax, or half of them to each (NR-PRED-TWO)."""
    if second >= 0 and rules["ruling"][ruling.PRED_TWO] == 1 and total(state["group"]) > 1:
        share, moving = state["gain_left"], total(state["group"]) // 2
        for colour in range(3):
            share[colour] = min(moving, int(state["group"][colour]))
            moving -= int(share[colour])
        for colour in range(3):
            seat["hunters"][place][colour] -= share[colour]
            seat["hunters"][second][colour] += share[colour]
            share[colour] = 0
    people.send_group(state, seat, place, state["group"], near)


@njit
def _say(state, rules, said):
    """What the table of hunts says of the roll at hand (ids/note.py)."""
    biome = rules["biome"][state["quarry"]]
    said[0], said[1], said[2], said[3] = state["fighter"], state["spot"], state["quarry"], state["total"]
    said[4], said[5], said[6], said[7] = state["virtual"], state["converted"], state["hits"], biome["hits"]
    said[8] = 1 if state["status"] == HUNTED and state["hits"] >= biome["hits"] else 0
    said[9], said[10], said[11] = state["bitten"], state["frozen"], state["born"]
    said[12], said[13], said[14], said[15] = state["released"], state["taken"], 0, 0
    for pair in range(3):  # two faces in a number
        said[16 + pair] = int(state["faces"][1 + 2 * pair]) + 64 * int(state["faces"][2 + 2 * pair])


@njit
def _mark(state, rules, seat_number, place, is_safe):
    """Large hunts of the group at a predator are safe from it, or plundered (N-PRED-4)."""
    if state["part"] == DIRECT:
        return
    is_merged = rules["ruling"][ruling.PRED_MERGE] == 0
    for other in range(things.NUM_PLACES):
        row = state["pending"][other]
        if row["seat"] == 1 + seat_number and (is_merged or state["part"] == other):
            if row["first"] == place:
                row["safe"] = 1 if is_safe else 2
            elif row["second"] == place and rules["ruling"][ruling.PRED_TWO] == 1:
                row["second"] = NOTHING
                if not is_safe:
                    row["first"], row["safe"] = place, 2


@njit
def _plunder(state, rules, number, place):
    """All gains of a large hunt are lost; those that came at once are taken back."""
    row, seat = state["pending"][place], state["seats"][number]
    species = int(seat["species"])
    lost = min(int(row["babies"]), int(seat["pool"][species]))
    seat["pool"][species] -= lost
    state["dead"][species] += lost
    for at in range(MAX_UNDONE):
        if row["undone"][at]:
            cards.bind_again(state, number, seat, (int(row["undone"][at]) & 3) - 1, int(row["undone"][at]) >> 2)
    card = int(row["note"][2])
    if row["taken"] == 1:
        seat["trophies"] &= ~(1 << card)
        if state["biome"][place] < 0:
            state["biome"][place] = card
        else:
            cards.remove_card(state, card)
    elif row["taken"] == 2 and seat["hand"] >> card & 1:
        seat["hand"] &= ~(1 << card)
        cards.remove_card(state, card)
    seat["count"][notes.PLUNDERED] += 1
    state["plundered"] += 1
    _close_pending(state, place, 1)


@njit
def _close_pending(state, place, is_plundered):
    """A large hunt is over: its row of the table, and its slot is wiped."""
    row = state["pending"][place]
    note(state, notes.HUNT, 0, 0, 0, 0, 0, 0)
    said = state["notes"][state["num_notes"] - 1]["said"]
    copy_into(said, row["note"])
    said[11], said[12] = 0 if is_plundered else row["babies"], 0 if is_plundered else state["released"]
    said[13], said[14], said[15] = 0 if is_plundered else row["taken"], 1 + row["first"], is_plundered
    state["pending"][place] = state["pending"][things.NUM_PLACES]


@njit
def _gains(state, rules):
    """Gains of large hunts that the predator left, one after another; then its own (N-PRED-5)."""
    number, place = int(state["fighter"]), int(state["spot"])
    for other in range(things.NUM_PLACES):
        row = state["pending"][other]
        if row["seat"] == 1 + number and row["first"] == place and row["safe"]:
            if row["safe"] == 2:
                _plunder(state, rules, number, other)
                return
            if row["safe"] == 1:
                second = int(row["second"])
                row["second"] = NOTHING
                if second >= 0 and total(state["group"]) > 0 and is_predator(state, rules, second):
                    row["first"], row["safe"] = second, 0
                    copy_into(row["group"], state["group"])  # who is left
                    state["onward"] = second
                    return
                if rules["ruling"][ruling.PENDING] == 1:
                    _close_pending(state, other, 0)
                    return
                row["safe"] = 3
                found = (
                    SUCCESS | (TROPHY if row["trophy"] else 0) | (HAND if row["hand"] and may_hold(rules, state["seats"][number]) else 0)
                )
                state["released"] = 0
                _set_gain(state, rules, other, int(row["note"][2]), found, GAINS)
                return
            _close_pending(state, other, 0)
            return
    if state["own_gain"]:
        found = int(state["own_gain"])
        state["own_gain"] = 0
        state["born"] = state["released"] = state["taken"] = 0
        _set_gain(state, rules, place, int(state["quarry"]), found, LEAVE)
        return
    state["stage"] = LEAVE


@njit
def _leave(state, rules):
    """The group goes home, or on to the second predator (NR-PRED-TWO)."""
    number, place = int(state["fighter"]), int(state["spot"])
    seat = state["seats"][number]
    if state["total"] and state["pending"][place]["seat"] == 0:
        note(state, notes.HUNT, 0, 0, 0, 0, 0, 0)
        _say(state, rules, state["notes"][state["num_notes"] - 1]["said"])
    state["total"] = 0
    goal = int(state["onward"])
    if goal >= 0 and rules["ruling"][ruling.PRED_TWO] == 1 and people.hunters_at(state, seat, goal) > 0:
        goal = NOTHING  # half of them went there at once
    people.send_group(state, seat, place, state["group"], goal)
    wipe(state["group"])
    wipe(state["faces"])
    wipe(state["dead_faces"])
    state["virtual"], state["hits"], state["bitten"], state["frozen"], state["converted"] = 0, 0, 0, 0, 0
    state["born"], state["released"], state["taken"], state["onward"], state["plundered"] = 0, 0, 0, NOTHING, 0
    state["gain_card"], state["gain"], state["gain_place"], state["after"] = NOTHING, 0, 0, 0
    state["stage"] = FIGHTER


_STAGES = {
    **dict.fromkeys((BEGIN, FREE, CONTESTED, PREDATORS, END), _course), CARD: _line_up, FIGHTER: _next_hunter, ROLL: _roll,
    TOLL: _count_toll, CASUALTIES: _casualties, JUDGE: _judge, GAIN: _gain, TAKE: _gain, RELEASE: _gain, GAINS: _gains,
    HOME: _leave, LEAVE: _leave, NEXT: advance_courtship, COURT: advance_courtship,
}  # fmt: skip
advance_hunt = njit(gathered("advance_hunt", "state, rules", 'int(state["stage"])', _STAGES, "None", {"stage": "which"}))


# ---------------------------------------------------------------- what players choose


@njit
def list_next_card(state, rules, seat_number, part, out, n):
    """Which card is resolved next (N-ORDER-4, ND-14)."""
    for place in range(things.NUM_PLACES):
        if may_name_place(state, rules, seat_number, part, place):
            n = put(out, n, act.HUNT, place, 0, 0)
    for daughter in range(things.NUM_DAUGHTERS):
        if may_name_daughter(state, seat_number, part, daughter):
            n = put(out, n, act.COURT, things.NUM_BIOMES + daughter, 0, 0)
    return n


@njit
def list_alpha_power(out, n):
    """Whether the alpha counts without a die (N-ALPHA-3, ND-15)."""
    return put(out, n, act.ALPHA_POWER, 0, 0, 0)


@njit
def do_alpha_power(state):
    state["virtual"] = 1


@njit
def list_convert(threes, out, n):
    """How many threes count as ones (N-HUNT-4, ND-16)."""
    for amount in range(threes + 1):
        n = put(out, n, act.CONVERT, amount, 0, 0)
    return n


@njit
def list_take(state, rules, out, n):
    """Whether the hunted card is taken, as a trophy or into the hand (N-TROPHY-1, N-HAND-1, ND-19)."""
    card, found = int(state["gain_card"]), int(state["gain"])
    if found & TROPHY:
        n = put(out, n, act.TAKE_TROPHY, card, 0, 0)
        if state["variant"] == things.ALL_SPECIES:
            return n  # together trophies must be taken (N-VAR-1)
    if found & HAND and not (found & TROPHY and rules["ruling"][ruling.BOTH_ICONS] == 1):
        n = put(out, n, act.TAKE_HAND, card, 0, 0)
    return put(out, n, act.PASS, 0, 0, 0)


@njit
def list_release(state, rules, seat_number, seat, out, n):
    """Which disk is released (N-HUNT-7, N-LIVE-1, ND-18)."""
    for colour in range(3):
        if state["gain_left"][colour] > 0:
            for where in range(cards.NUM_WHERE):
                if cards.can_release(state, seat_number, seat, colour, where, True):
                    n = put(out, n, act.RELEASE, colour, where, 0)
    if rules["ruling"][ruling.RELEASE] == 0:
        n = put(out, n, act.PASS, 0, 0, 0)
    return n


@njit
def do_release(state, seat_number, seat, colour, where):
    cards.release(state, seat_number, seat, colour, where)
    state["gain_left"][colour] -= 1
    state["released"] += 1
    if state["phase"] == phase.HUNT:
        hunt = state["pending"][state["gain_place"]]
        if hunt["seat"] and state["released"] <= MAX_UNDONE:
            hunt["undone"][state["released"] - 1] = 1 + colour + 4 * where


@njit
def decline_release(state):
    """Disks that are left stay where they lie (NR-RELEASE)."""
    wipe(state["gain_left"])


goes_on_release = any_release
