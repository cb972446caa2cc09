"""Friendly orcs at work (F-FRIEND-4 to F-FRIEND-6)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.home.wares import gain, owns
from caverna_sim.games.caverna.ids import argument, effect, good, terrain
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE, STAYS_HOME
from caverna_sim.kit.records.bits import first

# in argument c of the FEED step, above what the base game keeps there
ORCS_SHIFT = 1  # friendly orcs, three bits
ARMED_EAT_MORE = 16  # special feeding of event 3
ARMED_SHIFT = 5  # armed dwarfs among the adults, three bits


@njit_hook(base_game="0")
def orcs_at_home(rules, seat):
    """The set of friendly orcs that can still be placed this round."""
    orcs = 0
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        if one["status"] == orc.FRIENDLY and one["at"] == AT_HOME:
            orcs |= 1 << number
    return orcs


@njit
def _lives_where(rules, seat, number, what):
    """Whether the orc's room has an effect; -1 or the row of the effect."""
    tile = int(seat["detail"][seat["orcs"][number]["cell"]])
    for index in range(rules["effect_start"][effect.PASSIVE], rules["effect_start"][effect.PASSIVE + 1]):
        row = rules["effect"][index]
        if row["do"] == what and row["furnishing"] == tile:
            return index
    return -1


@njit
def works_like_a_dwarf(rules, seat, number):
    """The orc of the Orc worker dwelling carries out actions (F-TILE-11)."""
    return _lives_where(rules, seat, number, effect.ORC_WORKS) >= 0


@njit
def collectable(state, rules, space):
    """How many wares lie here that a plain orc may take; animals by ruling friendly_orc_collects_animals."""
    number = 0
    last = good.NUM if rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_COLLECTS_ANIMALS] == 0 else good.NUM_GOODS
    for ware in range(last):
        number += state["space_goods"][space, ware]
    return number


@njit_hook(base_game="False")
def orcs_may_stay_home(rules, seat):
    """Whether the owner may leave friendly orcs at home when it is their turn (ruling friendly_orc_must_be_placed)."""
    return rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_MUST_BE_PLACED] != 0 and strengths_at_home(seat) == 0


@njit_hook(base_game="None")
def orcs_stay_home(rules, seat):
    """An orc that found nothing to collect stays at home this round (U-19); where they need not be placed, all of them."""
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        if one["status"] == orc.FRIENDLY and one["at"] == AT_HOME:
            one["at"] = STAYS_HOME
            if rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_MUST_BE_PLACED] == 0:
                return


@njit
def collect_stock(state, rules, seat_number, number, space):
    """What accumulated here goes to the owner, nothing else (F-FRIEND-6); the chief orc brings more (F-TILE-1)."""
    seat = state["seats"][seat_number]
    chief = _lives_where(rules, seat, number, effect.COLLECTS_MORE)
    last = good.NUM if rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_COLLECTS_ANIMALS] == 0 else good.NUM_GOODS
    left = 0
    for ware in range(good.NUM):
        amount = int(state["space_goods"][space, ware])
        if amount == 0:
            continue
        if ware >= last:
            left += amount
            continue
        state["space_goods"][space, ware] = 0
        gain(rules, seat, ware, amount)
        if chief >= 0:
            gain(rules, seat, ware, int(rules["effect"][chief]["get"][ware]))
    if left == 0:
        state["stocked"] &= ~(1 << space)
        if rules["protection_lasts"] == 1:
            state["protected"][space] = 0


@njit
def take_marker(state, rules, seat_number, space):
    """On the starting player space a plain orc gets the food only (ruling friendly_orc_on_start_space)."""
    if rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_ON_START_SPACE] == 0:
        return
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        if row["parts"][number]["start_player"]:
            state["next_start_player"] = seat_number


@njit_hook(base_game="None")
def friendly_return_home(rules, seat):
    """Friendly orcs come home with the dwarfs; captives stay where they are held."""
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        if one["status"] == orc.FRIENDLY and one["at"] != CAPTIVE:
            one["at"] = AT_HOME


@njit_hook(base_game="0")
def early_strengths(rules, seat, strengths):
    """The weakest armed strength, when the Camouflage dwelling lets it go before unarmed dwarfs (F-TILE-13)."""
    armed = strengths & ~1
    if armed == strengths or armed == 0:
        return 0
    weakest = first(armed)
    for index in range(rules["effect_start"][effect.PASSIVE], rules["effect_start"][effect.PASSIVE + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.EARLY_ARMED and owns(seat, int(row["furnishing"])) and weakest <= row["amount"]:
            return 1 << weakest
    return 0


@njit_hook(base_game="True")
def supplier_delivers(rules, seat, ware):
    """Goods on round spaces come although an orc sits on the tile (ruling occupied_supplier_goods_still_delivered)."""
    if rules["orcs"]["ruling"][ruling.OCCUPIED_SUPPLIER_GOODS_STILL_DELIVERED] == 0:
        return True
    for number in range(orc.NUM_HOSTILE):
        one = seat["orcs"][number]
        if one["status"] != orc.CAVE or one["under"] != terrain.FURNISHED:
            continue
        tile = rules["furnishing"][seat["detail"][one["cell"]]]
        for index in range(tile["build_rows"][0], tile["build_rows"][1]):
            row = rules["effect"][index]
            if row["do"] == effect.PLACE_ON_FUTURE_ROUNDS and row["get"][ware]:
                return False
    return True


@njit_hook(base_game="0")
def special_feeding_of_event(rules, row):
    """Event 3: armed dwarfs eat more than the others (F-HARV-3)."""
    armed = (row[argument.EATERS] >> ARMED_SHIFT) & 7
    table = rules["orcs"]
    food = armed * table["armed_food"] + (row[argument.ADULTS_LEFT] - armed) * table["unarmed_food"]
    return food + row[argument.NEWBORNS_LEFT] * table["special_newborn_food"]


@njit_hook(base_game="0")
def food_of_friends(rules, row):
    """Friendly orcs eat too (F-FRIEND-7)."""
    return ((row[argument.EATERS] >> ORCS_SHIFT) & 7) * rules["orcs"]["orc_food"]
