"""Random games of Frantic Fiends in bulk, checked after every choice, with a table of everything that was exercised.

    python -m benchmarks.fuzz_fiends --games 20000

plays so many games for each number of players, and fewer for every other reading of a ruling. It ends with 1 when a check
fails or when something that can happen never happened.
"""

from __future__ import annotations

from typing import Any

import numba

from benchmarks import playing
from benchmarks.coverage import Coverage, Fuzz, command
from benchmarks.fuzz import spaces_in_play
from caverna_sim.chance.philox import draw
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, LOOT, SPACES, Catalog, catalog
from caverna_sim.games.caverna.box.schema import TWIN_TILES
from caverna_sim.games.caverna.fiends.cave import refresh_furnishings
from caverna_sim.games.caverna.fiends.ids import orc, ruling, trap
from caverna_sim.games.caverna.fiends.names import BOUNTIES, MOVEMENT_CARDS, TRAPS
from caverna_sim.games.caverna.fiends.shape import MAX_BOUNTIES, MAX_OPEN_STRIPS
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.ids import act, argument, good, harvest, phase, step, terrain
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import BOARD, CELL_NAMES, CELL_OF_NAME, NUM_CELLS
from caverna_sim.games.caverna.shape.layout import CAPTIVE
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS, MAX_PLAYERS
from caverna_sim.games.caverna.shape.tiles import drop, has
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import first_of, kind_of, second_of

# the styles of the base game, but for its ranch, and games from a rich start: against weak orcs, with rooms and nets for orcs, with a ranch
WEAK_ORCS, HOSPITABLE, RANCH = range(playing.RICH + 1, playing.RICH + 4)
NUM_STYLES = RANCH + 1
_WEAK = 3
_NETS = tuple(CELL_OF_NAME[name] for name in ("F12", "F22"))
_ROOM, _MINE = CELL_OF_NAME["M13"], CELL_OF_NAME["M12"]
NET_CELLS = sum(1 << cell for cell in _NETS)
NET = TRAPS.index("net")
ORC_DWELLING = FURNISHINGS.index("orc_dwelling")
_ORE = 3

# ---------------------------------------------------------------- what is counted

(
    KIND,
    STEP,
    SPACE,
    ORC_SPACE,
    FURNISHING,
    LOOT_ITEM,
    TRAP_SET,
    TRAP_WORKED,
    BOUNTY,
    CARD,
    BRIBED_WITH,
    FATE,
    ARRIVAL,
    HARVEST,
    ALTERNATIVE,
    TWIN,
    EVENT,
) = range(17)
GROUPS = (
    "action kinds", "pending steps", "spaces of dwarfs", "spaces of friendly orcs", "furnishings", "loot", "traps set", "traps that worked",
    "bounties", "movement cards", "bribes", "fates", "where orc D appears", "harvests", "other readings of rulings", "twin tiles", "events",
)  # fmt: skip
FATES = tuple(f"{name} {fate}" for name in orc.NAMES[: orc.NUM_HOSTILE] for fate in orc.FATES)
EVENTS = (
    "an orc in the cave", "an orc takes another cell of the cave", "a captive dwarf", "a captive friendly orc",
    "a captive free again", "orcs share the entry-level dwelling", "the extra orc", "all orcs gone", "a yellow tile",
    "orc before dwarfs", "an orc fought in the cave", "a held orc defeated", "crops lost", "animals lost", "goods of mines lost",
    "a mine emptied by an orc", "begging marker returned", "an animal eaten or placed in an event", "a second orc in the cave",
    "gold instead of a reward", "no orc left to score against", "a dwarf armed by a tile or reward",
)  # fmt: skip
(
    IN_CAVE,
    MOVED_IN_CAVE,
    CAPTIVE_DWARF,
    CAPTIVE_ORC,
    FREED,
    SHARED,
    EXTRA,
    ALL_GONE,
    YELLOW,
    ORC_FIRST,
    FOUGHT_IN_CAVE,
    HELD_DEFEATED,
    LOST_CROPS,
    LOST_ANIMALS,
    LOST_GOODS,
    MINE_ORC,
    FORGIVEN,
    NEW_IN_EVENT,
    SECOND_IN_CAVE,
    GOLD,
    WON,
    ARMED,
) = range(22)
WIDTH = 96

# ---------------------------------------------------------------- what is checked

ORC_STATE, HELD, CAPTIVES, TRAPS_COUNT, TOKENS, PLACES = range(len(playing.CHECKS), len(playing.CHECKS) + 6)
CHECKS = (
    *playing.CHECKS, "every orc is waiting, hostile with a strength, friendly in a room of its own, or gone",
    "a held orc is in an active holding trap", "a captive lives where an orc sits, and one dwarf is free",
    "every trap of the display lies in one place", "every token lies on one field", "animals that stand somewhere are owned",
)  # fmt: skip


@numba.njit
def waits_for_room(state, number):
    """Whether a seat has yet to decide where its animals go."""
    for depth in range(state["depth"]):
        row = state["agenda"][depth]
        if row["seat"] == number and (row["step"] == step.MAKE_ROOM or row["step"] == step.NEW_ANIMALS):
            return True
    return False


@numba.njit
def furnished_cells(seat):
    """Cells with a furnishing, also under an orc."""
    cells = int(seat["terrain"][terrain.FURNISHED])
    for number in range(orc.NUM_HOSTILE):
        one = seat["orcs"][number]
        if one["status"] == orc.CAVE and one["cell"] >= 0 and one["under"] == terrain.FURNISHED:
            cells |= 1 << int(one["cell"])
    return cells


@numba.njit
def check_seat(state, rules, number):
    """The first check that a seat fails, or GOOD."""
    seat = state["seats"][number]
    failed = playing.check_home(rules, seat)
    if failed:
        return failed
    for cell in range(NUM_CELLS):
        if seat["detail"][cell] < 0:
            return playing.NEGATIVE
    if not state["places_fixed"] and not waits_for_room(state, number) and not animals_fit(rules, seat):
        return playing.NO_ROOM
    room = 0
    cells = furnished_cells(seat)
    while cells:
        room += rules["furnishing"][seat["detail"][first(cells)]]["dwarf_room"]
        cells &= cells - 1
    if seat["dwarfs"] < 1 or seat["dwarfs"] > rules["most_dwarfs"] or seat["dwarfs"] > room:
        return playing.FAMILY
    return check_orcs(state, rules, number, seat)


@numba.njit
def is_on_its_way(state, seat_number, number):
    """Whether an orc in the cave has yet to get its cell."""
    if state["phase"] == phase.REPLACEMENT:
        for depth in range(state["depth"]):
            row = state["agenda"][depth]
            if row["seat"] == seat_number and row["step"] == step.MOVE and row[argument.LETTER] == number:
                return True
    for depth in range(state["depth"]):
        row = state["agenda"][depth]
        if row["seat"] == seat_number and row["step"] == step.CAVE and row[argument.LETTER] == number:
            return True
    return False


@numba.njit
def check_orcs(state, rules, seat_number, seat):
    """The first check that the orcs of a seat and what they hold fail, or GOOD."""
    occupied = 0
    held = 0
    rooms = 0
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        status = int(one["status"])
        bit = 1 << int(one["cell"]) if one["cell"] >= 0 else 0
        if status == orc.FOREST or status == orc.CAVE or status == orc.WAITING:
            if number >= orc.NUM_HOSTILE or one["strength"] < 1 or one["strength"] > one["start_strength"]:
                return ORC_STATE
            if (status == orc.WAITING and bit) or one["fate"] != orc.LEFT:
                return ORC_STATE
        if status == orc.FOREST and not bit & rules["orcs"]["forest"]:
            return ORC_STATE
        if status == orc.CAVE and not is_on_its_way(state, seat_number, number):
            occupied |= bit
            if not seat["terrain"][terrain.OCCUPIED] & bit:
                return ORC_STATE
        if status == orc.FRIENDLY:
            if rooms & bit or not bit & furnished_cells(seat):
                return ORC_STATE
            rooms |= bit
            if not rules["furnishing"][seat["detail"][one["cell"]]]["orc_room"]:
                return ORC_STATE
            if one["at"] == CAPTIVE and not cells_of_captives(rules, seat) & bit:
                return CAPTIVES
        if status == orc.DEFEATED and (number >= orc.NUM_HOSTILE or one["fate"] == orc.LEFT or one["fate"] == orc.BEFRIENDED):
            return ORC_STATE
        if one["held"]:
            if status != orc.FOREST or held & bit or not seat["terrain"][terrain.TRAP] & bit:
                return HELD
            held |= bit
            row = rules["orcs"]["trap"][int(seat["detail"][one["cell"]]) % terrain.INACTIVE]
            if row["kind"] != trap.HOLDING or seat["detail"][one["cell"]] >= terrain.INACTIVE or one["strength"] > row["limit"]:
                return HELD
    if occupied != seat["terrain"][terrain.OCCUPIED]:
        return ORC_STATE
    return check_captives(state, rules, seat)


@numba.njit
def cells_of_captives(rules, seat):
    """Cells of the cave with an orc, or one that its owner may have to move elsewhere; any cell where captives stay for good."""
    cells = 0
    if rules["orcs"]["ruling"][ruling.CAPTIVES_FREED_WHEN_ORC_LEAVES] != 0:
        return BOARD
    for number in range(orc.NUM_HOSTILE):
        one = seat["orcs"][number]
        if one["status"] == orc.CAVE and one["cell"] >= 0:
            cells |= 1 << int(one["cell"])
    return cells


@numba.njit
def check_captives(state, rules, seat):
    """Captives sit in their dwellings, one dwarf is free, though maybe not at the end (C-7); animals with a place are owned."""
    free = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] != CAPTIVE:
            free += 1
        elif seat["home"][dwarf] < 0 or not (cells_of_captives(rules, seat) >> int(seat["home"][dwarf])) & 1:
            return CAPTIVES
    is_spared = rules["orcs"]["ruling"][ruling.NEVER_CAPTURE_LAST_WORKER] == 0
    if state["phase"] == phase.REPLACEMENT or state["phase"] == phase.OVER:
        is_spared = is_spared and rules["orcs"]["ruling"][ruling.LAST_WORKER_SPARED_AT_THE_END] == 0
    if free == 0 and is_spared:
        return CAPTIVES
    dogs = 0
    for ware in range(good.FIRST_FARM_ANIMAL, good.NUM):
        standing = 0
        for cell in range(NUM_CELLS):
            if seat["standing"][cell] > 0 and seat["standing_animal"][cell] == ware:
                standing += seat["standing"][cell]
                dogs += seat["standing_dogs"][cell]
        if standing > seat["goods"][ware]:
            return PLACES
    return PLACES if dogs > seat["goods"][good.DOG] else playing.GOOD


@numba.njit
def check_table(state, rules, counters):
    """The first check that the table as a whole fails, or GOOD; the counters are to count what is built and set."""
    if state["depth"] < 0 or state["depth"] > layout.MAX_AGENDA - 1:
        return playing.AGENDA
    built, traps = counters[0], counters[1]
    counters[:] = 0
    workers = 0
    tokens = 0
    for number in range(state["players"]):
        seat = state["seats"][number]
        cells = furnished_cells(seat)
        while cells:
            built[seat["detail"][first(cells)]] += 1
            cells &= cells - 1
        cells = int(seat["terrain"][terrain.TRAP])
        while cells:
            traps[int(seat["detail"][first(cells)]) % terrain.INACTIVE] += 1
            cells &= cells - 1
        out = playing.dwarfs_out(state, number)
        if out < 0:
            return playing.OCCUPANTS
        workers += out
        for index in range(orc.NUM):
            one = seat["orcs"][index]
            if one["status"] == orc.FRIENDLY and one["at"] >= 0:
                workers += 1
                if state["used_by"][one["at"]] != number:
                    return playing.OCCUPANTS
            if 0 < one["reward"] < orc.GOLD_REWARD:
                tokens += 1
                if state["bounty_token"][int(one["reward"]) - 1] != number * 8 + index:
                    return TOKENS
    for index in range(MAX_BOUNTIES):
        tokens -= 1 if state["bounty_token"][index] >= 0 else 0
    if tokens != 0:
        return TOKENS
    used = playing.spaces_used(state)
    if used < 0:
        return playing.NEGATIVE
    # under other readings a space counts as used although nobody stands there
    table = rules["orcs"]["ruling"]
    if used != workers and table[ruling.HERALD_LEAVES_SPACE_FREE] == 0 and table[ruling.BOUNTY_SPACES_DURING_EVENT] == 0:
        return playing.OCCUPANTS
    return check_display(state, rules, built, traps)


@numba.njit
def check_display(state, rules, built, traps):
    """Furnishings and traps of the display lie there or on a home board."""
    table = rules["orcs"]
    shown = int(table["base_traps"])
    for place in range(MAX_PLAYERS):
        if state["extensions"][place] >= 0:
            shown |= table["extension_traps"][state["extensions"][place]]
    for tile in range(MAX_FURNISHINGS):
        here = has(table["base_tiles"], tile)
        for place in range(MAX_PLAYERS):
            here |= state["extensions"][place] >= 0 and has(table["extension_tiles"][state["extensions"][place]], tile)
        for place in range(MAX_OPEN_STRIPS):
            here |= state["short_strips"][place] >= 0 and has(table["short_tiles"][state["short_strips"][place]], tile)
        left = has(state["supply"], tile)
        if table["copies"][tile] > 0:
            if built[tile] + state["copies"][tile] != table["copies"][tile] or left != (state["copies"][tile] > 0):
                return playing.TILES
        elif has(rules["supply"], tile) and built[tile] + left != here:
            return playing.TILES
    for index in range(table["num_traps"]):
        copies = int(table["trap"][index]["copies"]) if (shown >> index) & 1 else 0
        if traps[index] + state["traps_left"][index] != copies:
            return TRAPS_COUNT
    return playing.GOOD


# ---------------------------------------------------------------- counting


@numba.njit
def note_choice(counts, state, rules, action):
    """Count what a choice exercises; the choice was not made yet."""
    row = top_step(state)
    kind, chosen, second = kind_of(action), first_of(action), second_of(action)
    seat = state["seats"][int(row["seat"])]
    counts[KIND, kind] += 1
    counts[STEP, int(row["step"])] += 1
    if kind == act.PLACE:
        counts[SPACE, chosen] += 1
    elif kind == act.PLACE_ORC:
        counts[ORC_SPACE, second] += 1
        for dwarf in range(seat["dwarfs"]):
            counts[EVENT, ORC_FIRST] += seat["at"][dwarf] == layout.AT_HOME and not seat["newborn"][dwarf]
    elif kind == act.FURNISH:
        counts[FURNISHING, chosen] += 1
        counts[EVENT, YELLOW] += has(rules["yellow"], chosen)
    elif kind == act.LOOT:
        counts[LOOT_ITEM, chosen] += 1
    elif kind == act.SET_TRAP:
        counts[TRAP_SET, chosen] += 1
    elif kind == act.BOUNTY:
        counts[BOUNTY, second] += 1
    elif kind == act.TAKE_GOLD:
        counts[EVENT, GOLD] += 1
    elif kind == act.BRIBE:
        counts[BRIBED_WITH, int(state["bribe"][state["event"]])] += 1
    elif kind == act.TWIN_TILE:
        counts[TWIN, chosen] += 1
    elif kind == act.FIGHT:
        counts[EVENT, FOUGHT_IN_CAVE] += seat["orcs"][chosen]["status"] == orc.CAVE
        counts[EVENT, HELD_DEFEATED] += seat["orcs"][chosen]["held"]
    elif kind == act.MINE:
        counts[EVENT, MINE_ORC] += chosen == 1
    elif kind == act.ARM:
        counts[EVENT, ARMED] += 1
    elif kind == act.ARRANGE or kind == act.CONVERT:
        counts[EVENT, NEW_IN_EVENT] += row["step"] == step.NEW_ANIMALS
    for number in range(state["players"]):
        if state["movement"][number] >= 0:
            counts[CARD, int(state["movement"][number])] += 1


@numba.njit
def note_change(counts, before, state, rules, action):
    """Count what has happened between two choices."""
    for number in range(state["players"]):
        old, seat = before["seats"][number], state["seats"][number]
        note_traps(counts, old, seat, rules, action)
        note_orcs(counts, old, seat)
        for dwarf in range(old["dwarfs"]):
            counts[EVENT, CAPTIVE_DWARF] += old["at"][dwarf] != CAPTIVE and seat["at"][dwarf] == CAPTIVE
            counts[EVENT, FREED] += old["at"][dwarf] == CAPTIVE and seat["at"][dwarf] != CAPTIVE
        counts[EVENT, LOST_CROPS] += seat["lost_crops"] > old["lost_crops"]
        counts[EVENT, LOST_ANIMALS] += seat["lost_animals"] > old["lost_animals"]
        counts[EVENT, LOST_GOODS] += seat["lost_goods"] > old["lost_goods"]
        counts[EVENT, FORGIVEN] += seat["begging"] < old["begging"]
    counts[EVENT, EXTRA] += state["extra_orc_taken"] > before["extra_orc_taken"]
    if state["phase"] >= phase.HARVEST and state["phase"] <= phase.BREEDING:
        counts[HARVEST, int(state["harvest"])] += 1


@numba.njit
def note_orcs(counts, old, seat):
    """Count what has become of the orcs of a seat."""
    in_cave = 0
    gone = 0
    for number in range(orc.NUM):
        was, one = old["orcs"][number], seat["orcs"][number]
        if one["status"] == orc.CAVE:
            in_cave += 1
            counts[EVENT, IN_CAVE] += was["status"] != orc.CAVE
            counts[EVENT, MOVED_IN_CAVE] += was["status"] == orc.CAVE and was["cell"] != one["cell"]
            for other in range(number):
                twin = seat["orcs"][other]
                counts[EVENT, SHARED] += one["cell"] >= 0 and twin["status"] == orc.CAVE and twin["cell"] == one["cell"]
        if number < orc.NUM_HOSTILE:
            gone += one["status"] == orc.FRIENDLY or one["status"] == orc.DEFEATED
        if was["status"] == orc.WAITING and one["status"] == orc.FOREST:
            counts[ARRIVAL, int(one["cell"])] += 1
        if one["status"] == orc.FRIENDLY and was["status"] == orc.FRIENDLY:
            counts[EVENT, CAPTIVE_ORC] += one["at"] == CAPTIVE and was["at"] != CAPTIVE
    counts[EVENT, SECOND_IN_CAVE] += in_cave >= 2
    counts[EVENT, ALL_GONE] += gone == orc.NUM_HOSTILE


@numba.njit
def note_traps(counts, old, seat, rules, action):
    """Count traps that have worked: turned inactive, hold an orc, or weakened one and stayed active."""
    cells = int(seat["terrain"][terrain.TRAP]) & int(old["terrain"][terrain.TRAP])
    flipped = False
    permanent = -1
    while cells:
        cell = first(cells)
        cells &= cells - 1
        which = int(seat["detail"][cell]) % terrain.INACTIVE
        if seat["detail"][cell] >= terrain.INACTIVE and old["detail"][cell] < terrain.INACTIVE:
            counts[TRAP_WORKED, which] += 1
            flipped = True
        if rules["orcs"]["trap"][which]["stays_active"]:
            permanent = which
    for number in range(orc.NUM_HOSTILE):
        was, one = old["orcs"][number], seat["orcs"][number]
        if one["held"] and not was["held"]:
            counts[TRAP_WORKED, int(seat["detail"][one["cell"]]) % terrain.INACTIVE] += 1
        kind = kind_of(action)
        weakened = 0 < one["strength"] < was["strength"] and kind != act.BRIBE and kind != act.REDUCE and kind != act.PAY_TRAP
        if weakened and not flipped and permanent >= 0:
            counts[TRAP_WORKED, permanent] += 1


@numba.njit
def note_end(counts, state):
    """Count the fates of all orcs."""
    for number in range(state["players"]):
        left = 0
        for index in range(orc.NUM_HOSTILE):
            one = state["seats"][number]["orcs"][index]
            counts[FATE, index * len(orc.FATES) + int(one["fate"])] += 1
            left += one["fate"] == orc.LEFT
        counts[EVENT, WON] += left == 0


# ---------------------------------------------------------------- playing


@numba.njit
def make_weak_orcs(state):
    """Orcs that anybody can get rid of."""
    for number in range(state["players"]):
        for index in range(orc.NUM_HOSTILE):
            state["seats"][number]["orcs"][index]["strength"] = min(_WEAK, int(state["seats"][number]["orcs"][index]["strength"]))


@numba.njit
def make_hospitable(state, rules):
    """A room for a friendly orc, the best on display for one seat, a net in its way, and an ore mine that is not empty."""
    best = -1
    for tile in range(MAX_FURNISHINGS):
        if best < 0 and tile != ORC_DWELLING and has(state["supply"], tile) and has(rules["orcs"]["orc_rooms"], tile):
            best = tile
    for number in range(state["players"]):
        seat = state["seats"][number]
        room = ORC_DWELLING
        if best >= 0:
            room = best
            best = -1
            drop(state["supply"], room)
        else:
            state["copies"][room] -= 1
            if state["copies"][room] == 0:
                drop(state["supply"], room)
        seat["terrain"][terrain.CAVERN] &= ~(1 << _ROOM)
        seat["terrain"][terrain.FURNISHED] |= 1 << _ROOM
        seat["detail"][_ROOM] = room
        seat["terrain"][terrain.EMPTY] &= ~(1 << _MINE)
        seat["terrain"][terrain.ORE_MINE] |= 1 << _MINE
        seat["detail"][_MINE] = _ORE
        refresh_furnishings(rules, seat)
        cells = NET_CELLS
        while cells and state["traps_left"][NET] > 0:
            cell = first(cells)
            cells &= cells - 1
            state["traps_left"][NET] -= 1
            seat["terrain"][terrain.EMPTY] &= ~(1 << cell)
            seat["terrain"][terrain.TRAP] |= 1 << cell
            seat["detail"][cell] = NET


@numba.njit
def prepare(state, rules, style):
    """What seats have from the start in a style."""
    if style >= playing.RICH:
        playing.make_rich(state)
    if style == RANCH:
        playing.make_ranch(state)
    if style == WEAK_ORCS:
        make_weak_orcs(state)
    if style == HOSPITABLE:
        make_hospitable(state, rules)


@numba.njit
def is_about_orcs(rules, action):
    """Actions that change the fate of an orc, or that only its end makes possible, and come up seldom."""
    kind = kind_of(action)
    if kind == act.FURNISH:
        return has(rules["yellow"], first_of(action))
    return kind == act.SET_TRAP or kind == act.FIGHT or kind == act.BOUNTY or kind == act.MOVE_IN


@numba.njit
def choose(state, rules, stream, out, n, style):
    """One of several actions; in some styles often one about orcs."""
    if style == playing.UNIFORM:
        return int(out[draw(state, stream, n)])
    if style == WEAK_ORCS and draw(state, stream, 3):
        about = 0
        for index in range(n):
            about += is_about_orcs(rules, out[index])
        chosen = draw(state, stream, about) if about else -1
        for index in range(n):
            if chosen >= 0 and is_about_orcs(rules, out[index]):
                if chosen == 0:
                    return int(out[index])
                chosen -= 1
    return int(playing.choose_by_kind(state, stream, out, n))


# ---------------------------------------------------------------- what can happen


def other_readings() -> list[tuple[str, Any]]:
    """Every reading of a ruling that is not the one played by default."""
    rulings = catalog(2, expansion="fiends").tables["ruling"]
    return [(f"ruling.{name}", other) for name, row in rulings.items() for other in row["alternatives"]]


READINGS = other_readings()
NEVER_KINDS = {"disarm"}  # its tile is not on any display
# `move` is automatic; `start` needs a tile that pays at the start of a round; `capture` a newborn and an unarmed dwarf in one room
NEVER_STEPS = {"move", "start", "capture"}


def possible(rules: Catalog) -> dict[int, set[str]]:
    """Names in each group that games with these rules can reach."""
    tables, players = rules.tables, rules.players
    spaces = spaces_in_play(rules)
    kinds = set(act.NAMES) - NEVER_KINDS - {"capture"}
    steps = set(step.NAMES) - NEVER_STEPS
    if players > 1:
        kinds.discard("protect")
        steps.discard("protect")
    if players < 3:
        kinds.discard("imitate")
    boards = [tables["display_base"], *tables["display_extension"].values()]
    tiles = {tile for board in boards for row in ("top", "middle") for tile in _names(board[row])}
    tiles |= {tile for strip in tables["bounty_short"].values() for tile in strip["tiles"]}
    accumulating = {name for name in spaces if tables["space"][name].get("accumulates")}
    columns = tables["orc"]["D"]["appears_at"]
    fates = {f"{name} {fate}" for name in orc.NAMES[: orc.NUM_HOSTILE] for fate in orc.FATES}
    return {
        KIND: kinds,
        STEP: steps,
        SPACE: spaces,
        ORC_SPACE: accumulating,
        FURNISHING: tiles,
        LOOT_ITEM: set(tables["loot"]),
        TRAP_SET: set(TRAPS),
        TRAP_WORKED: set(TRAPS),
        BOUNTY: set(BOUNTIES),
        CARD: set(MOVEMENT_CARDS),
        BRIBED_WITH: {row["good"] for row in tables["bribe_marker"].values()},
        FATE: fates,
        ARRIVAL: set(columns),
        HARVEST: {"full", "special", "mine_feed", "feed_armed", "choice"},
        ALTERNATIVE: {_reading(*reading) for reading in READINGS},
        TWIN: set(TWIN_TILES),
        EVENT: set(EVENTS),
    }


def _names(cell: str | list[str]) -> list[str]:
    return [cell] if isinstance(cell, str) else list(cell)


def _reading(name: str, value: Any) -> str:
    return f"{name.removeprefix('ruling.')} = {value}"


_NAMES: dict[int, tuple[str, ...]] = {
    KIND: act.NAMES, STEP: step.NAMES, SPACE: SPACES, ORC_SPACE: SPACES, FURNISHING: FURNISHINGS, LOOT_ITEM: LOOT, TRAP_SET: TRAPS,
    TRAP_WORKED: TRAPS, BOUNTY: BOUNTIES, CARD: MOVEMENT_CARDS, BRIBED_WITH: good.NAMES, FATE: FATES, ARRIVAL: CELL_NAMES,
    HARVEST: harvest.NAMES, ALTERNATIVE: tuple(_reading(*reading) for reading in READINGS), TWIN: TWIN_TILES, EVENT: EVENTS,
}  # fmt: skip


FUZZ = Fuzz(
    playing.player(NUM_STYLES, prepare, choose, note_choice, note_change, note_end, check_table, check_seat), CHECKS,
    Coverage(GROUPS, _NAMES, WIDTH), possible, (SPACE, HARVEST, CARD), READINGS, "ruling", expansion="fiends",
    group_of_readings=ALTERNATIVE,
)  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 when a check failed or something was never exercised."""
    return command("benchmarks.fuzz_fiends", __doc__, FUZZ, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
