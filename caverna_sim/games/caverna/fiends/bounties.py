"""The bounty board: which field, and what it gives (F-BOUNTY)."""

from __future__ import annotations

from caverna_sim.games.caverna.fiends.cave import all_friendly_orcs, friendly_orcs
from caverna_sim.games.caverna.fiends.fight import BY_REWARD
from caverna_sim.games.caverna.fiends.ids import bounty, orc, ruling
from caverna_sim.games.caverna.fiends.shape import MAX_OPEN_STRIPS
from caverna_sim.games.caverna.home.limits import may_use, strongest_arming
from caverna_sim.games.caverna.home.trades import ACTING, AT_REST, AT_WORK, NEWBORN
from caverna_sim.games.caverna.home.wares import gain, gain_all
from caverna_sim.games.caverna.ids import act, argument, effect, good, step
from caverna_sim.games.caverna.shape.agenda import push, top_step
from caverna_sim.games.caverna.shape.codes import code
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE
from caverna_sim.games.caverna.shape.sizes import BOUNTY_COLUMNS
from caverna_sim.jit import njit, njit_hook

_FREE = -1
FOR_NOTHING = 0
FOR_WOOD = 1
FOR_ORE = 2


@njit
def list_bounty(state, rules, number, out, n):
    """Free fields of the columns this orc may take, useful or not, and the gold on its back (F-BOUNTY-1 to F-BOUNTY-3, C-2)."""
    for place in range(MAX_OPEN_STRIPS):
        strip = int(state["long_strips"][place])
        if strip < 0:
            continue
        for column in range(rules["orcs"]["columns"][number]):
            field = strip * BOUNTY_COLUMNS + column
            if state["bounty_token"][field] == _FREE:
                out[n] = code(act.BOUNTY, number, field, 0)
                n += 1
    out[n] = code(act.TAKE_GOLD, number, 0, 0)
    return n + 1


@njit
def take_gold(rules, seat, number):
    """The gold on the back of the token instead of a reward."""
    seat["orcs"][number]["reward"] = orc.GOLD_REWARD
    gain(rules, seat, good.GOLD, int(rules["orcs"]["gold"][number]))


@njit
def take_bounty(state, rules, seat_number, number, field, strength):
    """Put the token on its field and take the reward at once (F-BOUNTY-5)."""
    seat = state["seats"][seat_number]
    state["bounty_token"][field] = seat_number * 8 + number
    seat["orcs"][number]["reward"] = 1 + field
    row = rules["orcs"]["bounty"][field]
    do = int(row["do"])
    if do == bounty.GAIN:
        gain_all(rules, seat, row["gain"], 1)
    elif do == bounty.EXPEDITION:
        push(state, step.EXPEDITION, seat_number, int(row["level"]), strength, 0, BY_REWARD)
    elif do == bounty.PROGRAM:
        push(state, step.GRANT, seat_number, int(row["program"]), 0, 0, 0)
    elif do == bounty.USE_OCCUPIED or do == bounty.USE_FREE:
        push(state, step.USE_SPACE, seat_number, 1 if do == bounty.USE_OCCUPIED else 0, 0, 0, 0)
    elif do == bounty.ARM:
        push(state, step.ARM, seat_number, int(row["strength"]), 0, 0, 0)
    elif do == bounty.BEGGAR:
        push(state, step.BEGGAR, seat_number, field, 0, 0, 0)
    elif do == bounty.SWAP:
        push(state, step.SWAP, seat_number, 0, 0, 0, 0)
    elif do == bounty.EXTRA_ORC:
        push(state, step.MOVE_IN, seat_number, orc.EXTRA, 0, 0, 0)
    elif do == bounty.FOOD_PER_PERSON:
        _feed_the_poor(state, rules, seat, row)


@njit
def _feed_the_poor(state, rules, seat, row):
    """Big donor: food for adults, newborns and friendly orcs (ruling big_donor_counts_captives)."""
    with_captives = rules["orcs"]["ruling"][ruling.BIG_DONOR_COUNTS_CAPTIVES] == 0
    food = 0
    for dwarf in range(seat["dwarfs"]):
        if with_captives or seat["at"][dwarf] != CAPTIVE:
            food += row["per_person"][1] if seat["newborn"][dwarf] else row["per_person"][0]
    friends = all_friendly_orcs(seat) if with_captives else friendly_orcs(seat)
    gain(rules, seat, good.FOOD, int(food) + friends * int(row["per_person"][2]))


# ---------------------------------------------------------------- arming, swapping, the Beggar king


@njit
def _place_of(state, seat, dwarf):
    if dwarf == state["dwarf"]:
        return ACTING
    if seat["newborn"][dwarf]:
        return NEWBORN
    return AT_REST if seat["at"][dwarf] == AT_HOME else AT_WORK


@njit
def _may_be_armed(state, rules, seat, dwarf, but_the_fighter):
    """Any unarmed dwarf that is no captive, newborn ones by ruling rewards_arm_newborns (C-5)."""
    if seat["weapon"][dwarf] > 0 or seat["at"][dwarf] == CAPTIVE:
        return False
    if seat["newborn"][dwarf] and rules["orcs"]["ruling"][ruling.REWARDS_ARM_NEWBORNS] != 0:
        return False
    return not (but_the_fighter and dwarf == state["dwarf"])


@njit
def list_arm(state, rules, seat, row, out, n):
    """Unarmed dwarfs, and the strength they are given or buy (F-BOUNTY-6, F-TILE-3, F-TILE-8)."""
    table = rules["orcs"]
    given, but_the_fighter = int(row[argument.GIVEN]), int(row[argument.BUT_THE_FIGHTER]) == 1
    seen = 0
    strongest = strongest_arming(state, seat)
    for dwarf in range(seat["dwarfs"]):
        place = _place_of(state, seat, dwarf)
        if not _may_be_armed(state, rules, seat, dwarf, but_the_fighter) or (seen >> place) & 1:
            continue
        seen |= 1 << place
        if given > 0:
            if given <= strongest:
                out[n] = code(act.ARM, given, place, FOR_NOTHING)
                n += 1
            continue
        for paid_with in (FOR_WOOD, FOR_ORE):
            ware = good.WOOD if paid_with == FOR_WOOD else good.ORE
            each = table["wood_per_strength"] if paid_with == FOR_WOOD else rules["ore_per_strength"]
            for strength in range(1, min(_most_bought(rules, ware), strongest) + 1):
                if strength * each <= seat["goods"][ware]:
                    out[n] = code(act.ARM, strength, place, paid_with)
                    n += 1
    return n


@njit
def _most_bought(rules, ware):
    """The strongest weapon that the Warrior's dwelling sells for a ware (F-TILE-8)."""
    most = 0
    for index in range(rules["effect_start"][effect.ON_BUILD], rules["effect_start"][effect.ON_BUILD + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.ARM_FOR_GOODS:
            most = max(most, int(row["give"][ware]))
    return most


@njit
def arm(state, rules, seat, strength, place, paid_with):
    """Arm an unarmed dwarf."""
    if paid_with == FOR_ORE:
        seat["goods"][good.ORE] -= strength * rules["ore_per_strength"]
    elif paid_with == FOR_WOOD:
        seat["goods"][good.WOOD] -= strength * rules["orcs"]["wood_per_strength"]
    for dwarf in range(seat["dwarfs"]):
        if _may_be_armed(state, rules, seat, dwarf, False) and _place_of(state, seat, dwarf) == place:
            seat["weapon"][dwarf] = min(strength, int(rules["weapon_most"]))
            return


@njit
def list_swap(seat, out, n):
    """Barterer: any number of one building material into another one."""
    for paid in range(good.ORE + 1):
        for wanted in range(good.ORE + 1):
            if wanted != paid:
                for amount in range(1, min(int(seat["goods"][paid]), 255) + 1):
                    out[n] = code(act.SWAP, paid, wanted, amount)
                    n += 1
    return n


@njit
def swap(rules, seat, paid, wanted, amount):
    """Trade building materials one to one."""
    seat["goods"][paid] -= amount
    gain(rules, seat, wanted, amount)


@njit
def list_beggar(seat, out, n):
    """Beggar king: a begging marker and/or gold."""
    for option in range(3):
        if option == 2 or seat["begging"] > 0:
            out[n] = code(act.BEGGAR, option, 0, 0)
            n += 1
    return n


@njit
def beg(rules, seat, field, option):
    """0 both, 1 the marker only, 2 the gold only."""
    row = rules["orcs"]["bounty"][field]
    if option != 2:
        seat["begging"] = max(0, int(seat["begging"]) - int(row["markers"]))
    if option != 1:
        gain_all(rules, seat, row["gain"], 1)


@njit
def list_use_space(state, rules, seat_number, wants_occupied, out, n):
    """Spaces for Forger (occupied) or Herald (unoccupied) (F-BOUNTY-8)."""
    narrow = rules["orcs"]["ruling"][ruling.FORGER_ALLOWS_OWN_AND_START_SPACE] != 0
    for index in range(state["num_open"]):
        space = int(state["open_spaces"][index])
        user = int(state["used_by"][space])
        if (user >= 0) != (wants_occupied != 0) or not may_use(state["seats"][seat_number], space):
            continue
        if wants_occupied and narrow and (user == seat_number or not rules["space"][space]["may_be_imitated"]):
            continue
        out[n] = code(act.USE_SPACE, space, 0, 0)
        n += 1
    return n


@njit_hook(base_game="None")
def granted_by_tile(state, rules, do):
    """What new dwellings grant once they are built becomes a step of its own (F-TILE-3, F-TILE-8, F-TILE-10)."""
    seat_number = int(top_step(state)["seat"])
    if do == effect.ARM_LIKE_STRONGEST:
        best = 0
        for number in range(state["players"]):
            other = state["seats"][number]
            for dwarf in range(other["dwarfs"]):
                best = max(best, int(other["weapon"][dwarf]))
        if best > 0:
            push(state, step.ARM, seat_number, best, 0, 0, 0)
    elif do == effect.ARM_FOR_GOODS:
        push(state, step.ARM, seat_number, 0, 0, 0, 0)
    elif state["orc_acts"] == 0:  # an orc at work cannot (F-TILE-11)
        push(state, step.GROW, seat_number, 0, 0, 0, 0)
