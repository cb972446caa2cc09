"""Who lives where (F-CAVE-7, F-FRIEND-2, F-FRIEND-3).

A home is the cell of a furnishing with room for dwarfs, for friendly orcs, or for one of either (the guest dwelling).
Rooms with a hostile orc are no rooms: their cells are not FURNISHED any more. Captives stay where they were taken.
Residents are numbered as in act.HOUSE: dwarfs 0 to 5, friendly orcs 6 to 10.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.fiends.limits import may_rid
from caverna_sim.games.caverna.home.dwarfs import need_rooms
from caverna_sim.games.caverna.home.land import list_cells
from caverna_sim.games.caverna.ids import act, terrain
from caverna_sim.games.caverna.shape.layout import CAPTIVE
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import first_of, second_of

NO_HOME = -1
NOBODY = -1
NUM_RESIDENTS = MAX_DWARFS + orc.NUM
FOR_DWARFS = 0
FOR_ORCS = 1
FOR_EITHER = 2
ALL_RESIDENTS = (1 << NUM_RESIDENTS) - 1
ALL_DWARFS = (1 << MAX_DWARFS) - 1
ALL_ORCS = ALL_RESIDENTS & ~ALL_DWARFS
NEVER = 1  # ruling friendly_orc_rehousing
ANY_TIME = 2
JOINS_NEXT_ROUND = 2  # a newborn that does not count before the next round (ruling casanova_newborn_during_event)
BY_RULE = 1  # ruling dwelling_assignment_owner_choice: the weakest fill the least valuable rooms
_DEAR = 1000  # more than any points


# ---------------------------------------------------------------- residents


@njit
def lives_here(seat, resident):
    """Whether a resident is in play and no captive."""
    if resident < MAX_DWARFS:
        return resident < seat["dwarfs"] and seat["at"][resident] != CAPTIVE
    friend = seat["orcs"][resident - MAX_DWARFS]
    return friend["status"] == orc.FRIENDLY and friend["at"] != CAPTIVE


@njit
def home_of(seat, resident):
    """The cell where a resident lives, NO_HOME if nowhere."""
    return int(seat["home"][resident]) if resident < MAX_DWARFS else int(seat["orcs"][resident - MAX_DWARFS]["cell"])


@njit
def set_home(seat, resident, cell):
    """A resident lives there from now on."""
    if resident < MAX_DWARFS:
        seat["home"][resident] = cell
    else:
        seat["orcs"][resident - MAX_DWARFS]["cell"] = cell


@njit
def residents_of(seat, cell):
    """The set of residents of a cell, captives not counted."""
    found = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["home"][dwarf] == cell and lives_here(seat, dwarf):
            found |= 1 << dwarf
    for letter in range(orc.NUM):
        if seat["orcs"][letter]["cell"] == cell and lives_here(seat, MAX_DWARFS + letter):
            found |= 1 << (MAX_DWARFS + letter)
    return found


@njit
def friend_in(seat, cell):
    """The friendly orc that lives in a cell and is no captive, NOBODY if none does."""
    for letter in range(orc.NUM):
        if lives_here(seat, MAX_DWARFS + letter) and seat["orcs"][letter]["cell"] == cell:
            return letter
    return NOBODY


# ---------------------------------------------------------------- rooms


@njit
def _rooms(rules, seat, cell, kind):
    """Places of a kind that the furnishing on a cell has."""
    tile = rules["furnishing"][seat["detail"][cell]]
    if kind == FOR_EITHER:
        return 1 if tile["room_shared"] else 0
    if tile["room_shared"]:
        return 0
    return int(tile["dwarf_room"]) if kind == FOR_DWARFS else int(tile["orc_room"])


@njit
def _kind_of_room(rules, seat, cell, resident):
    """Which of a cell's places would take a resident, -1 none."""
    if _rooms(rules, seat, cell, FOR_EITHER) > 0:
        return FOR_EITHER
    kind = FOR_DWARFS if resident < MAX_DWARFS else FOR_ORCS
    return kind if _rooms(rules, seat, cell, kind) > 0 else -1


@njit
def _taken(rules, seat, cell, kind, residents):
    """How many of some residents live in places of a kind on a cell."""
    here = residents_of(seat, cell) & residents
    if kind == FOR_EITHER:
        return count(here)
    return count(here & ALL_DWARFS) if kind == FOR_DWARFS else count(here & ALL_ORCS)


@njit
def _free(rules, seat, cell, kind, residents):
    """Places of a kind on a cell that are left beside some residents."""
    rooms = _rooms(rules, seat, cell, kind)
    if rooms == 0 or residents == 0:
        return rooms
    return max(0, rooms - _taken(rules, seat, cell, kind, residents))


@njit
def _all_free(rules, seat, kind, residents):
    """Places of a kind in all working furnishings that are left beside some residents."""
    places = 0
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        places += _free(rules, seat, first(cells), kind, residents)
        cells &= cells - 1
    return places


@njit
def room_for_dwarfs(rules, seat):
    """Regular room for dwarfs in working furnishings; a shared room that an orc needs is none (F-FRIEND-9, C-3)."""
    places, shared = 0, 0
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        tile = rules["furnishing"][seat["detail"][first(cells)]]
        cells &= cells - 1
        if tile["room_shared"]:
            shared += 1
        else:
            places += int(tile["dwarf_room"])
    if shared == 0:
        return places
    unused = _all_free(rules, seat, FOR_EITHER, ALL_ORCS)
    used = shared - unused
    if used > 0:
        used = min(used, _all_free(rules, seat, FOR_ORCS, ALL_ORCS))
    return places + unused + used


@njit
def free_orc_homes(rules, seat):
    """The set of cells with a free place that only friendly orcs use."""
    found = 0
    cells = seat["terrain"][terrain.FURNISHED] if may_rid(seat, orc.ROOMS) else 0
    while cells:
        if _free(rules, seat, first(cells), FOR_ORCS, ALL_RESIDENTS) > 0:
            found |= cells & -cells
        cells &= cells - 1
    return found


@njit
def free_orc_room(rules, seat, in_event):
    """The set of cells where a friendly orc could move in now (F-FRIEND-2); dwarfs do not change homes in an event."""
    found = free_orc_homes(rules, seat)
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        cell = first(cells)
        if _rooms(rules, seat, cell, FOR_EITHER) > 0 and _shared_room_is_free(rules, seat, cell, in_event):
            found |= cells & -cells
        cells &= cells - 1
    return found


@njit
def _shared_room_is_free(rules, seat, cell, in_event):
    """Whether the guest dwelling is free for an orc: all dwarfs have room elsewhere, in an event they live there (F-TILE-5).

    Another orc that lives there makes way if it has somewhere to go, in an event too (C-3).
    """
    if friend_in(seat, cell) >= 0:
        if free_orc_homes(rules, seat) == 0:
            return False
    elif in_event and residents_of(seat, cell) != 0:
        return False
    dwarfs = 0
    for dwarf in range(seat["dwarfs"]):
        if lives_here(seat, dwarf):
            dwarfs += 1
    return dwarfs <= room_for_dwarfs(rules, seat) - 1


# ---------------------------------------------------------------- everybody gets a home


@njit
def _movable(rules, seat):
    """The set of residents that may get another home in the return home phase."""
    found = 0
    for resident in range(NUM_RESIDENTS):
        if lives_here(seat, resident):
            found |= 1 << resident
    if _is_by_rule(rules):
        found &= ALL_ORCS
    if rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_REHOUSING] == NEVER:
        found &= ALL_DWARFS | _guests(rules, seat)
    return found


@njit
def lives_as_guest(rules, seat, letter):
    """Whether a friendly orc lives in a shared room, from which it makes way (F-TILE-5, C-3)."""
    return lives_here(seat, MAX_DWARFS + letter) and _rooms(rules, seat, int(seat["orcs"][letter]["cell"]), FOR_EITHER) > 0


@njit
def _guests(rules, seat):
    """The set of friendly orcs in shared rooms."""
    found = 0
    for letter in range(orc.NUM):
        if lives_as_guest(rules, seat, letter):
            found |= 1 << (MAX_DWARFS + letter)
    return found


@njit
def _alike(seat, resident, others):
    """Residents of a set who can swap homes with this one and nothing changes."""
    found = 0
    others &= (ALL_DWARFS if resident < MAX_DWARFS else ALL_ORCS) & ~(1 << resident)
    while others:
        other = first(others)
        others &= others - 1
        if other >= MAX_DWARFS:
            if seat["orcs"][other - MAX_DWARFS]["at"] == seat["orcs"][resident - MAX_DWARFS]["at"]:
                found |= 1 << other
        elif seat["weapon"][other] == seat["weapon"][resident] and seat["newborn"][other] == seat["newborn"][resident]:
            found |= 1 << other
    return found


@njit
def _order_homes(seat, residents):
    """Residents of a set who are alike live in the order of cells: who of them is who makes no difference."""
    while residents:
        resident = first(residents)
        residents &= residents - 1
        alike = _alike(seat, resident, residents)
        while alike:
            other = first(alike)
            alike &= alike - 1
            here, there = home_of(seat, resident), home_of(seat, other)
            if 0 <= there < here:
                set_home(seat, resident, there)
                set_home(seat, other, here)


@njit
def settle_homes(rules, seat):
    """Dwarfs without a home get one; the others stay. Under the ruling against the owner's choice all are assigned."""
    for dwarf in range(MAX_DWARFS):
        if dwarf >= seat["dwarfs"] or (_is_by_rule(rules) and lives_here(seat, dwarf)):
            seat["home"][dwarf] = NO_HOME
    _leave_lost_homes(rules, seat)
    _house_homeless(rules, seat, ALL_RESIDENTS)
    _order_homes(seat, _movable(rules, seat))
    seat["room"] = room_for_dwarfs(rules, seat)


@njit
def house_newborn(rules, seat):
    """A dwarf born during an orc event takes a free room; all other dwarfs stay where they are (F-CAVE-7, F-BOUNTY-10)."""
    newborn = int(seat["dwarfs"]) - 1
    guest = guest_in_the_way(rules, seat)
    if guest != NOBODY:
        seat["home"][newborn] = seat["orcs"][guest]["cell"]
    else:
        seat["home"][newborn] = _cheapest_room(rules, seat, newborn, True)


@njit
def guest_in_the_way(rules, seat):
    """The friendly orc whose shared room the youngest dwarf needs, NOBODY if there is room without it (C-3)."""
    if seat["dwarfs"] > rules["most_dwarfs"]:  # this one needs no room
        return NOBODY
    rooms = _all_free(rules, seat, FOR_DWARFS, 0) + _all_free(rules, seat, FOR_EITHER, ALL_ORCS)
    if rooms >= need_rooms(rules, seat) or free_orc_homes(rules, seat) == 0:
        return NOBODY
    for letter in range(orc.NUM):
        if lives_as_guest(rules, seat, letter):
            return letter
    return NOBODY


@njit
def orcs_may_move_house(rules, seat):
    """Whether friendly orcs may change rooms now, before a turn of their owner (ruling friendly_orc_rehousing)."""
    if rules["orcs"]["ruling"][ruling.FRIENDLY_ORC_REHOUSING] != ANY_TIME:
        return False
    return next_resident(rules, seat, MAX_DWARFS - 1) >= 0


@njit
def _is_by_rule(rules):
    """Whether the weakest dwarfs fill the least valuable rooms, whatever the owner wants."""
    return rules["orcs"]["ruling"][ruling.DWELLING_ASSIGNMENT_OWNER_CHOICE] == BY_RULE


@njit
def _leave_lost_homes(rules, seat):
    """Dwarfs whose home works no more, or is full without them, have none; those with lower numbers stay."""
    settled = ALL_ORCS
    for dwarf in range(seat["dwarfs"]):
        if not lives_here(seat, dwarf):
            continue
        home = int(seat["home"][dwarf])
        if home < 0 or not (seat["terrain"][terrain.FURNISHED] >> home) & 1 or not _has_place(rules, seat, home, dwarf, settled):
            seat["home"][dwarf] = NO_HOME
        settled |= 1 << dwarf


@njit
def _has_place(rules, seat, cell, resident, others):
    """Whether a furnishing has a place for a resident beside others."""
    kind = _kind_of_room(rules, seat, cell, resident)
    return kind >= 0 and _free(rules, seat, cell, kind, others & ~(1 << resident)) > 0


@njit
def _house_homeless(rules, seat, may_move):
    """Homes for those without; who lives in a shared room and may move makes way for one who finds no other."""
    tried = 0
    while True:
        resident = _weakest_homeless(seat, tried)
        if resident == NOBODY:
            return
        tried |= 1 << resident
        cell = _cheapest_room(rules, seat, resident, True)
        if cell < 0:
            cell = _make_way(rules, seat, resident, may_move)
        set_home(seat, resident, cell)


@njit
def _weakest_homeless(seat, tried):
    """The next one to get a home: dwarfs by strength, then friendly orcs; NOBODY when all have been tried."""
    weakest = NOBODY
    for resident in range(NUM_RESIDENTS):
        if (tried >> resident) & 1 or not lives_here(seat, resident) or home_of(seat, resident) != NO_HOME:
            continue
        if weakest == NOBODY or (resident < MAX_DWARFS and seat["weapon"][resident] < seat["weapon"][weakest]):
            weakest = resident
    return weakest


@njit
def _cheapest_room(rules, seat, resident, with_shared):
    """The free room with the fewest printed points, NO_HOME if there is none. An owner keeps shared rooms for the end."""
    best, best_cost = NO_HOME, 0
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        cell = first(cells)
        cells &= cells - 1
        is_shared = _rooms(rules, seat, cell, FOR_EITHER) > 0
        if (is_shared and not with_shared) or not _has_place(rules, seat, cell, resident, ALL_RESIDENTS):
            continue
        cost = int(rules["furnishing"][seat["detail"][cell]]["points"])
        if is_shared and not _is_by_rule(rules):
            cost += _DEAR
        if best == NO_HOME or cost < best_cost:
            best, best_cost = cell, cost
    return best


@njit
def _make_way(rules, seat, resident, may_move):
    """A shared room whose resident is of the other kind and finds another home, NO_HOME if there is none."""
    others = may_move & (ALL_ORCS if resident < MAX_DWARFS else ALL_DWARFS)
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        cell = first(cells)
        cells &= cells - 1
        here = residents_of(seat, cell) & others
        if here and _rooms(rules, seat, cell, FOR_EITHER) > 0:
            other = first(here)
            elsewhere = _cheapest_room(rules, seat, other, False)
            if elsewhere >= 0:
                set_home(seat, other, elsewhere)
                return cell
    return NO_HOME


# ---------------------------------------------------------------- the owner's choice


@njit
def _homeless(dwarfs, orcs, for_dwarfs, for_orcs, for_either):
    """How many find no room at the best."""
    return max(0, max(0, dwarfs - for_dwarfs) + max(0, orcs - for_orcs) - for_either)


@njit
def _cells_in_order(rules, seat, resident, movable, fixed):
    """Cells that remain when residents who are alike take their homes in the order of cells: nothing is listed twice."""
    cells = seat["terrain"][terrain.FURNISHED]
    alike = _alike(seat, resident, movable)
    for other in range(resident):
        if (alike >> other) & 1 and home_of(seat, other) >= 0:
            cells &= -1 << home_of(seat, other)
    to_come = count(alike & (-1 << resident))
    kind = FOR_DWARFS if resident < MAX_DWARFS else FOR_ORCS
    places, found = 0, 0
    left = cells
    while left:
        places += _places(rules, seat, first(left), kind, fixed)
        left &= left - 1
    while cells and places > to_come:  # as many places must be left in this cell and those after it
        found |= cells & -cells
        places -= _places(rules, seat, first(cells), kind, fixed)
        cells &= cells - 1
    return found


@njit
def _places(rules, seat, cell, kind, fixed):
    """Places on a cell that are left beside some residents, shared ones among them."""
    return _free(rules, seat, cell, kind, fixed) + _free(rules, seat, cell, FOR_EITHER, fixed)


@njit
def house_options(rules, seat, resident):
    """Cells where a resident may live: those before it have their homes, all after it that may move still find one."""
    movable = _movable(rules, seat)
    return _options(rules, seat, resident, movable) if (movable >> resident) & 1 else 0


@njit
def _options(rules, seat, resident, movable):
    """The same for one of those who may move."""
    later = movable & (-1 << (resident + 1))
    fixed = ALL_RESIDENTS & ~later & ~(1 << resident)
    dwarfs, orcs = count(later & ALL_DWARFS), count(later & ALL_ORCS)
    free_d, free_o = _all_free(rules, seat, FOR_DWARFS, fixed), _all_free(rules, seat, FOR_ORCS, fixed)
    free_e = _all_free(rules, seat, FOR_EITHER, fixed)
    is_dwarf = 1 if resident < MAX_DWARFS else 0
    least = _homeless(dwarfs + is_dwarf, orcs + 1 - is_dwarf, free_d, free_o, free_e)
    found = 0
    cells = seat["terrain"][terrain.FURNISHED]
    if least == 0:
        cells = _cells_in_order(rules, seat, resident, movable, fixed)
    while cells:
        cell = first(cells)
        cells &= cells - 1
        if not _has_place(rules, seat, cell, resident, fixed):
            continue
        kind = _kind_of_room(rules, seat, cell, resident)
        left_d, left_o = free_d - (kind == FOR_DWARFS), free_o - (kind == FOR_ORCS)
        left_e = free_e - (kind == FOR_EITHER)
        if _homeless(dwarfs, orcs, left_d, left_o, left_e) > least or orcs > left_o + left_e:
            continue
        found |= 1 << cell
    return found


@njit
def list_house(rules, seat, resident, out, n):
    """Every home that a resident may have."""
    return list_cells(act.HOUSE, resident, house_options(rules, seat, resident), out, n)


@njit
def next_resident(rules, seat, after):
    """The next resident with a choice of homes, NOBODY if there is none; begin with -1."""
    movable = _movable(rules, seat)
    left = movable & (-1 << (after + 1))
    while left:
        resident = first(left)
        left &= left - 1
        options, home = _options(rules, seat, resident, movable), home_of(seat, resident)
        if options != 0 and (home < 0 or options != 1 << home):
            return resident
    return NOBODY


@njit
def housing_matters(rules, seat):
    """Whether the owner can choose who lives where."""
    return next_resident(rules, seat, NOBODY) >= 0


@njit
def house(rules, seat, action):
    """A resident moves in; if somebody after it has to make way, that one gets another home."""
    resident, cell = first_of(action), second_of(action)
    set_home(seat, resident, cell)
    kind = _kind_of_room(rules, seat, cell, resident)
    later = _movable(rules, seat) & (-1 << (resident + 1))
    if _taken(rules, seat, cell, kind, ALL_RESIDENTS) > _rooms(rules, seat, cell, kind):
        leaving = residents_of(seat, cell) & later
        if kind == FOR_DWARFS:
            leaving &= ALL_DWARFS
        elif kind == FOR_ORCS:
            leaving &= ALL_ORCS
        set_home(seat, first(leaving), NO_HOME)
        _house_homeless(rules, seat, later)
    _order_homes(seat, later)
    seat["room"] = room_for_dwarfs(rules, seat)
