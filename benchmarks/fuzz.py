"""Random games in bulk, checked after every choice, with a table of everything that was exercised.

    python -m benchmarks.fuzz --games 20000

plays so many games for each number of players and each set of tiles, and fewer for every open reading of the rules. It
ends with 1 when a check fails or when something that can happen never happened.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

import numba
import numpy as np

from benchmarks.coverage import CheckFailed, Coverage, Result, command, say
from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, LOOT, SPACES, Catalog, catalog
from caverna_sim.games.caverna.box.schema import TWIN_TILES
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.ids import act, argument, good, harvest, phase, step, terrain
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.agenda import top_step
from caverna_sim.games.caverna.shape.bits import count
from caverna_sim.games.caverna.shape.board import BOARD, CELL_OF_NAME, step_from
from caverna_sim.games.caverna.shape.codes import first_of, kind_of, second_of, third_of
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS
from caverna_sim.games.caverna.shape.tiles import WORDS, size_of_both

TILE_SETS = ("full", "introductory")
MOST_CHOICES = 20_000

# how games are played: among all actions alike; among kinds of actions; the same from a rich start, and with a ranch
UNIFORM, BY_KIND, RICH, RANCH = range(4)
NUM_STYLES = 4
_RANCH = tuple(CELL_OF_NAME[name] for name in ("F34", "F24", "F33", "F23"))
RANCH_CELLS = sum(1 << cell for cell in _RANCH)
RANCH_STABLES = sum(1 << cell for cell in _RANCH[:3])

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

GOOD, NO_ACTION, TOO_MANY_ACTIONS, AGENDA, NEGATIVE, NO_ROOM, FAMILY, WEAPON, STABLES, CELLS, TILES, OCCUPANTS, ENDLESS = range(13)
CHECKS = (
    "", "at least one action is legal", "the actions fit their list", "the agenda stays within bounds", "no amount is below zero",
    "all animals have room", "dwarfs stay within their limits", "weapons stay within 0 and 14", "stables are neither lost nor won",
    "every cell shows one thing", "a unique tile exists once", "one dwarf to a space", "the game ends",
)  # fmt: skip


@numba.njit
def check_seat(state, rules, number):
    """The first check that a seat fails, or GOOD."""
    seat = state["seats"][number]
    for ware in range(good.NUM):
        if seat["goods"][ware] < 0:
            return NEGATIVE
    if seat["begging"] < 0 or seat["stables_left"] < 0:
        return NEGATIVE
    row = top_step(state)
    waits = state["depth"] > 0 and row["step"] == step.MAKE_ROOM and row["seat"] == number
    if not waits and not animals_fit(rules, seat):
        return NO_ROOM
    if seat["dwarfs"] < 1 or seat["dwarfs"] > MAX_DWARFS or min(seat["dwarfs"], rules["most_dwarfs"]) > seat["room"]:
        return FAMILY
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] < 0 or seat["weapon"][dwarf] > rules["weapon_most"]:
            return WEAPON
    if count(seat["stables"]) + seat["stables_left"] != rules["stables"]:
        return STABLES
    cells = 0
    shown = 0
    for kind in range(terrain.NUM):
        cells |= seat["terrain"][kind]
        shown += count(seat["terrain"][kind])
    if cells & BOARD != BOARD or count(cells) != shown:
        return CELLS
    return GOOD


@numba.njit
def check_table(state, rules):
    """The first check that the table as a whole fails, or GOOD."""
    if state["depth"] < 0 or state["depth"] > layout.MAX_AGENDA - 1:
        return AGENDA
    standing = 0
    for word in range(WORDS):
        unique = state["supply"][word]
        for number in range(state["players"]):
            seat = state["seats"][number]
            mine = (seat["owned"][word] | seat["covered"][word]) & rules["supply"][word]
            if mine & unique:
                return TILES
            unique |= mine
        if unique != rules["supply"][word]:
            return TILES
    for number in range(state["players"]):
        seat = state["seats"][number]
        for dwarf in range(seat["dwarfs"]):
            place = int(seat["at"][dwarf])
            if place >= 0 and not seat["newborn"][dwarf]:
                standing += 1
                if state["used_by"][place] != number:
                    return OCCUPANTS
    for index in range(state["num_open"]):
        space = state["open_spaces"][index]
        standing -= 1 if state["used_by"][space] >= 0 else 0
        for ware in range(good.NUM):
            if state["space_goods"][space, ware] < 0:
                return NEGATIVE
    return OCCUPANTS if standing else GOOD


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
def is_dull(action):
    """Kinds of actions that would use up everything before anything is built."""
    kind = kind_of(action)
    return kind == act.PASS or kind == act.CONVERT or kind == act.EXCHANGE or kind == act.BUY_TILE or kind == act.USE_TILE


@numba.njit
def choose_by_kind(state, stream, out, n):
    """One of the kinds that are legal, then one action of it; a dull one is thought over once."""
    action = out[0]
    for _ in range(2):
        kinds = 0
        for index in range(n):
            kinds |= 1 << kind_of(out[index])
        skipped = draw(state, stream, count(kinds))
        for _ in range(skipped):
            kinds &= kinds - 1
        wanted = 0
        while not (kinds >> wanted) & 1:
            wanted += 1
        of_kind = 0
        for index in range(n):
            of_kind += kind_of(out[index]) == wanted
        chosen = 0 if wanted == act.FEED else draw(state, stream, of_kind)  # most food comes first
        for index in range(n):
            if kind_of(out[index]) == wanted:
                if chosen == 0:
                    action = out[index]
                    break
                chosen -= 1
        if not is_dull(action):
            break
    return action


@numba.njit
def make_rich(state):
    """Something of everything for every seat, and a strong dwarf."""
    for number in range(state["players"]):
        state["seats"][number]["weapon"][1] = 11
        goods = state["seats"][number]["goods"]
        for ware in (good.WOOD, good.STONE, good.ORE):
            goods[ware] += 10
        for ware in (good.RUBY, good.GOLD, good.GRAIN, good.VEGETABLE):
            goods[ware] += 4
        goods[good.FOOD] += 15


@numba.njit
def make_ranch(state):
    """Four pastures, three of them with a stable, and two of every farm animal."""
    for number in range(state["players"]):
        seat = state["seats"][number]
        seat["terrain"][terrain.EMPTY] &= ~RANCH_CELLS
        seat["terrain"][terrain.SMALL_PASTURE] = RANCH_CELLS
        seat["stables"] = RANCH_STABLES
        seat["stables_left"] -= 3
        for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
            seat["goods"][animal] = 2


@numba.njit
def fuzz_games(states, rules, scratch, out, counts, most, seed, first_game, games):
    """Play games in turn in all styles; returns the first failed check with its game and choice, and the choices made."""
    total = 0
    for game in range(first_game, first_game + games):
        states[0] = scratch[1]  # all zeros
        state = states[0]
        core.new_game(state, rules[0], seed, game)
        style = game % NUM_STYLES
        if style >= RICH:
            make_rich(state)
        if style == RANCH:
            make_ranch(state)
        choices = 0
        while state["phase"] != phase.OVER:
            failed = one_choice(state, rules[0], scratch, out, counts, most, style)
            choices += 1
            if failed == GOOD and choices > MOST_CHOICES:
                failed = ENDLESS
            if failed:
                return failed, game, choices, total + choices
        total += choices
    return GOOD, 0, 0, total


@numba.njit
def one_choice(state, rules, scratch, out, counts, most, style):
    """List, choose, apply, go on, check; `most` keeps the longest list and the deepest agenda."""
    n = core.legal(state, rules, scratch, out)
    if n < 1:
        return NO_ACTION
    if n >= layout.MAX_LEGAL:
        return TOO_MANY_ACTIONS
    most[0] = max(most[0], n)
    most[1] = max(most[1], int(state["depth"]))
    number = int(top_step(state)["seat"])
    stream = STREAM_BOT + number
    if n == 1:
        action = out[0]
    elif style == UNIFORM:
        action = out[draw(state, stream, n)]
    else:
        action = choose_by_kind(state, stream, out, n)
    note_choice(counts, state, rules, action)
    round_before = int(state["round"])
    core.apply(state, rules, int(action))
    core.advance(state, rules)
    note_seat(counts, state["seats"][number])
    if state["round"] != round_before:
        counts[HARVEST, int(state["harvest"])] += 1
    failed = check_table(state, rules)
    for seat in range(state["players"]):
        failed = failed if failed else check_seat(state, rules, seat)
    return failed


# ---------------------------------------------------------------- running


def play(players: int, games: int, house_rules: Mapping[str, Any], seed: int) -> Result:
    """Play games and check them; CheckFailed says which game broke which check."""
    rules = catalog(players, house_rules)
    states, scratch = np.zeros(1, layout.STATE), np.zeros(2, layout.STATE)
    out, most = np.zeros(layout.MAX_LEGAL, np.int32), np.zeros(2, np.int64)
    result = COVERAGE.nothing(games)
    failed, game, choice, result.choices = fuzz_games(states, rules.record, scratch, out, result.counts, most, seed, 0, games)
    if failed:
        raise CheckFailed(
            f"{players} players, {dict(house_rules)}, seed {seed}, game {game}, choice {choice}: not true that {CHECKS[failed]}"
        )
    result.longest_list, result.deepest_agenda = (int(number) for number in most)
    return result


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


COVERAGE = Coverage(GROUPS, _NAMES, WIDTH)
missing = COVERAGE.missing


def toggle_alternatives() -> list[tuple[str, Any]]:
    """Every reading of an open point that is not the one played by default."""
    return [(f"toggle.{name}", other) for name, row in catalog(2).tables["toggle"].items() for other in row["alternatives"]]


# ---------------------------------------------------------------- the command


def fuzz(games: int, toggle_games: int, seed: int, players: Iterable[int]) -> tuple[Result, list[str]]:
    """Play everything; the sum of it, and what never happened."""
    total, expected, gaps = COVERAGE.nothing(), COVERAGE.nothing_expected(), list[str]()
    for number in players:
        for tiles in TILE_SETS:
            started = time.perf_counter()
            rules = catalog(number, {"start.tiles": tiles})
            result = play(number, games, {"start.tiles": tiles}, seed)
            seconds = time.perf_counter() - started
            say(f"{number} players, {tiles} tiles: {games} games, {result.choices:,} choices, {seconds:.1f} s")
            for group, names in possible(rules).items():
                expected[group] |= names
            here = possible(rules)
            gaps += [f"{number} players, {tiles} tiles: {gap}" for gap in missing(result, {SPACE: here[SPACE], HARVEST: here[HARVEST]})]
            total.add(result)
        for name, value in toggle_alternatives():
            total.add(play(number, toggle_games, {name: value}, seed))
        say(f"{number} players: {toggle_games} games for each of {len(toggle_alternatives())} other readings")
    return total, gaps + missing(total, expected)


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 when a check failed or something was never exercised."""
    return command("benchmarks.fuzz", __doc__, "toggle", fuzz, COVERAGE, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
