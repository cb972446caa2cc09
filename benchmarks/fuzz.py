"""Random games in bulk, checked after every choice, with a table of everything that was exercised.

    python -m benchmarks.fuzz --games 20000

plays so many games for each number of players and each set of tiles, and fewer for every open reading of the rules. It
ends with 1 when a check fails or when something that can happen never happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numba

from benchmarks import playing
from benchmarks.coverage import Coverage, Fuzz, command
from caverna_sim.chance.philox import draw
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, LOOT, SPACES, Catalog, catalog
from caverna_sim.games.caverna.box.schema import TWIN_TILES
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.ids import act, argument, good, harvest, step, terrain
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.board import BOARD, step_from
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS
from caverna_sim.games.caverna.shape.tiles import WORDS, size_of_both
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of, kind_of, second_of, third_of

TILE_SETS = ("full", "introductory")

# ---------------------------------------------------------------- what is counted

(
    KIND,
    STEP,
    SPACE,
    IMITATED,
    FURNISHING,
    LOOT_ITEM,
    TWIN,
    SINGLE,
    BOUGHT,
    CONVERT,
    EXCHANGE,
    BUY,
    TRADE,
    SECOND_TRADE,
    FEED,
    HARVEST,
    EVENT,
) = range(17)
GROUPS = (
    "action kinds", "pending steps", "action spaces", "imitated spaces", "furnishings", "loot", "twin tiles", "single tiles",
    "tiles for rubies", "turned into food", "exchanged for rubies", "bought at the market", "trades of tiles", "second trades of tiles",
    "dwarfs fed otherwise", "harvests", "events",
)  # fmt: skip
EVENTS = (
    "half outside the board", "dwarf out of order", "sixth dwarf", "tile built over", "Guest room used up", "ore for wood",
    "ore for stone", "ore for both", "begging marker", "weapon of strength 14", "all four types bred", "loot taken three times or more",
    "large pasture",
)  # fmt: skip
(
    OUTSIDE,
    OUT_OF_ORDER,
    SIXTH,
    BUILT_OVER,
    GUEST_ROOM,
    ORE_FOR_WOOD,
    ORE_FOR_STONE,
    ORE_FOR_BOTH,
    BEGGING,
    STRONG,
    ALL_BRED,
    MUCH_LOOT,
    LARGE,
) = range(13)
WIDTH = 64

# ---------------------------------------------------------------- what is checked


@numba.njit
def check_seat(state, rules, number):
    """The first check that a seat fails, or GOOD."""
    seat = state["seats"][number]
    failed = playing.check_home(rules, seat)
    if failed:
        return failed
    row = top_step(state)
    waits = state["depth"] > 0 and row["step"] == step.MAKE_ROOM and row["seat"] == number
    if not waits and not animals_fit(rules, seat):
        return playing.NO_ROOM
    if seat["dwarfs"] < 1 or seat["dwarfs"] > MAX_DWARFS or min(seat["dwarfs"], rules["most_dwarfs"]) > seat["room"]:
        return playing.FAMILY
    return playing.GOOD


@numba.njit
def check_table(state, rules, counters):
    """The first check that the table as a whole fails, or GOOD."""
    if state["depth"] < 0 or state["depth"] > layout.MAX_AGENDA - 1:
        return playing.AGENDA
    for word in range(WORDS):
        unique = state["supply"][word]
        for number in range(state["players"]):
            seat = state["seats"][number]
            mine = (seat["owned"][word] | seat["covered"][word]) & rules["supply"][word]
            if mine & unique:
                return playing.TILES
            unique |= mine
        if unique != rules["supply"][word]:
            return playing.TILES
    standing = 0
    for number in range(state["players"]):
        out = playing.dwarfs_out(state, number)
        if out < 0:
            return playing.OCCUPANTS
        standing += out
    used = playing.spaces_used(state)
    if used < 0:
        return playing.NEGATIVE
    return playing.GOOD if used == standing else playing.OCCUPANTS


# ---------------------------------------------------------------- counting


@numba.njit
def note_choice(counts, state, rules, action):
    """Count what a choice exercises; the choice was not made yet."""
    row = top_step(state)
    kind, first, second, third = kind_of(action), first_of(action), second_of(action), third_of(action)
    seat = state["seats"][int(row["seat"])]
    counts[KIND, kind] += 1
    counts[STEP, int(row["step"])] += 1
    if kind == act.PLACE:
        counts[SPACE, first] += 1
        if strengths_at_home(seat) & ((1 << second) - 1):
            counts[EVENT, OUT_OF_ORDER] += 1
    elif kind == act.IMITATE:
        counts[IMITATED, first] += 1
    elif kind == act.FURNISH:
        counts[FURNISHING, first] += 1
        if third:
            counts[EVENT, ORE_FOR_WOOD + third - 1] += 1
    elif kind == act.LOOT:
        counts[LOOT_ITEM, first] += 1
        if row[argument.ITEMS_TAKEN] >= 2:
            counts[EVENT, MUCH_LOOT] += 1
    elif kind == act.TWIN_TILE:
        counts[TWIN, first] += 1
        if not (BOARD >> second) & 1 or not (BOARD >> step_from(second, third)) & 1:
            counts[EVENT, OUTSIDE] += 1
    elif kind == act.PASTURE and first == 1:
        counts[EVENT, LARGE] += 1
    elif kind == act.BREED and first == 15:
        counts[EVENT, ALL_BRED] += 1
    elif kind == act.USE_TILE and second == 1:
        counts[SECOND_TRADE, first] += 1
    else:
        note_trade(counts, kind, first)


@numba.njit
def note_trade(counts, kind, first):
    """Count what is traded, bought or eaten."""
    if kind == act.SINGLE_TILE:
        counts[SINGLE, first] += 1
    elif kind == act.BUY_TILE:
        counts[BOUGHT, first] += 1
    elif kind == act.CONVERT:
        counts[CONVERT, first] += 1
    elif kind == act.EXCHANGE:
        counts[EXCHANGE, first] += 1
    elif kind == act.BUY:
        counts[BUY, first] += 1
    elif kind == act.USE_TILE:
        counts[TRADE, first] += 1
    elif kind == act.FEED_DWARF:
        counts[FEED, first] += 1


@numba.njit
def note_seat(counts, seat):
    """Count rare states of a seat."""
    counts[EVENT, SIXTH] += seat["dwarfs"] == MAX_DWARFS
    counts[EVENT, BUILT_OVER] += size_of_both(seat["covered"], seat["covered"]) != 0
    counts[EVENT, GUEST_ROOM] += seat["guest_room_used"]
    counts[EVENT, BEGGING] += seat["begging"] > 0
    for dwarf in range(seat["dwarfs"]):
        counts[EVENT, STRONG] += seat["weapon"][dwarf] >= 14


@numba.njit
def note_change(counts, before, state, rules, action):
    """Count what has become of the seat that chose, and the harvest of a round that is over."""
    note_seat(counts, state["seats"][int(top_step(before)["seat"])])
    if state["round"] != before["round"]:
        counts[HARVEST, int(state["harvest"])] += 1


@numba.njit
def note_end(counts, state):
    """Nothing is counted at the end of a game."""


# ---------------------------------------------------------------- playing


@numba.njit
def prepare(state, rules, style):
    """What seats have from the start in a style."""
    if style >= playing.RICH:
        playing.make_rich(state)
    if style == playing.RANCH:
        playing.make_ranch(state)


@numba.njit
def choose(state, rules, stream, out, n, style):
    """One of several actions."""
    return out[draw(state, stream, n)] if style == playing.UNIFORM else playing.choose_by_kind(state, stream, out, n)


# ---------------------------------------------------------------- what can happen


def spaces_in_play(rules: Catalog) -> set[str]:
    """Action spaces that come into play in a game, cards and their backs included."""
    found = set()
    for name, row in rules.tables["space"].items():
        card_missing = rules.players == 1 and row.get("solo_round") == 0
        hidden = rules.players == 1 and "stage" not in row and not rules.record[0]["space"][SPACES.index(name)]["preprinted"]
        if rules.players in row["players"] and not card_missing and not hidden:
            found.add(name)
    return found


def _leaves(flow: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [leaf for item in flow["items"] for leaf in _leaves(item)] if "op" in flow else [flow]


def can_be_imitated(rules: Catalog) -> set[str]:
    """Spaces that give something beside their accumulated goods, with three players or more (R-IMIT)."""
    found = set()
    for name in spaces_in_play(rules) if rules.players > 2 else ():
        row = rules.tables["space"][name]
        does = {leaf["do"] for leaf in _leaves(row["flow"])}
        if row.get("may_be_imitated", True) and "imitate" not in does and does != {"take"}:
            found.add(name)
    return found


def trades_of_tiles(rules: Catalog, number: int) -> set[str]:
    """Furnishings with at least so many any-time trades."""
    tiles = rules.tables["furnishing"].items()
    return {name for name, tile in tiles if sum(line["do"] == "trade" for line in tile["effects"]) >= number}


def possible(rules: Catalog) -> dict[int, set[str]]:
    """Names in each group that games with these rules can reach."""
    tables, solo = rules.tables, rules.players == 1
    furnishings = {
        name
        for name, tile in tables["furnishing"].items()
        if tile.get("copies", 1) and (tile["introductory"] or tables["start"]["tiles"] == "full")
    }
    eaten = {name for name in good.NAMES if tables["food_value"].get(name)} | {"gold"}
    schedule = tables["harvest"]["schedule_solo" if solo else "schedule"]
    harvests = {name for name in schedule if name != "marker"} | (set() if solo else set(tables["harvest"]["questions"]))
    market = [leaf for name in spaces_in_play(rules) for leaf in _leaves(tables["space"][name]["flow"]) if leaf["do"] == "buy"]
    return {
        KIND: set(act.NAMES[: act.PLACE_ORC]),  # those after it belong to Frantic Fiends
        STEP: set(step.NAMES[: step.GRANT]),
        SPACE: spaces_in_play(rules),
        IMITATED: can_be_imitated(rules),
        FURNISHING: furnishings,
        LOOT_ITEM: set(tables["loot"]),
        TWIN: set(TWIN_TILES),
        SINGLE: {leaf["effect"]["tile"] for leaf in tables["loot"].values() if leaf["effect"]["do"] == "place_single_tile"},
        BOUGHT: set(tables["ruby"]["tile"]),
        CONVERT: eaten,
        EXCHANGE: set(tables["ruby"]["exchange"]),
        BUY: {ware for leaf in market for ware in leaf["prices"]},
        TRADE: trades_of_tiles(rules, 1) & furnishings,
        SECOND_TRADE: trades_of_tiles(rules, 2) & furnishings,
        FEED: {"wood", "stone", "2 ore"},
        HARVEST: harvests,
        EVENT: set(EVENTS),
    }


_NAMES: dict[int, tuple[str, ...]] = {
    KIND: act.NAMES, STEP: step.NAMES, SPACE: SPACES, IMITATED: SPACES, FURNISHING: FURNISHINGS, LOOT_ITEM: LOOT, TWIN: TWIN_TILES,
    SINGLE: terrain.NAMES, BOUGHT: terrain.NAMES, CONVERT: good.NAMES, EXCHANGE: good.NAMES, BUY: good.NAMES, TRADE: FURNISHINGS,
    SECOND_TRADE: FURNISHINGS, FEED: ("wood", "stone", "2 ore"), HARVEST: harvest.NAMES, EVENT: EVENTS,
}  # fmt: skip


def toggle_alternatives() -> list[tuple[str, Any]]:
    """Every reading of an open point that is not the one played by default."""
    return [(f"toggle.{name}", other) for name, row in catalog(2).tables["toggle"].items() for other in row["alternatives"]]


FUZZ = Fuzz(
    playing.player(playing.NUM_STYLES, prepare, choose, note_choice, note_change, note_end, check_table, check_seat), playing.CHECKS,
    Coverage(GROUPS, _NAMES, WIDTH), possible, (SPACE, HARVEST), toggle_alternatives(), "toggle",
    variants=tuple({"start.tiles": tiles} for tiles in TILE_SETS),
)  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 when a check failed or something was never exercised."""
    return command("benchmarks.fuzz", __doc__, FUZZ, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
