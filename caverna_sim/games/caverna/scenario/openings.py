"""Where the first placements of a seat can go: which spaces are in play, open in time, and of use on the starting board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from caverna_sim.check import Wrong, shown_name
from caverna_sim.errors import nearest
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import good, part, per, terrain

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog
    from caverna_sim.kit.design.draws import DrawnOpening

NEVER = 99  # a round that does not come


def space_named(name: str, players: int, expansion: str | None, where: str) -> str:
    """The action space a name stands for with this many players: its id, or the family it belongs to."""
    spaces = printed_tables(expansion)["space"]
    in_play = {key: row for key, row in spaces.items() if players in row["players"]}
    if name in in_play:
        return name
    candidates = [key for key, row in in_play.items() if row["family"] == name]
    if len(candidates) == 1:
        return str(candidates[0])
    if candidates:
        shown = " or ".join(f"`{key}`" for key in candidates)
        raise Wrong(where, f"`{name}` is ambiguous with {players} players; name {shown}", name)
    if name in spaces or any(row["family"] == name for row in spaces.values()):
        family = str(spaces[name]["family"]) if name in spaces else name
        instead = [key for key, row in in_play.items() if row["family"] == family]
        advice = "did you mean " + " or ".join(f"`{key}`" for key in instead) + "?" if instead else nearest(name, in_play)
        raise Wrong(where, f"the action space `{name}` is not in play with {players} players; {advice}", name)
    known = sorted({*in_play, *(row["family"] for row in in_play.values())})
    raise Wrong(where, f"unknown action space `{shown_name(name)}`; {nearest(name, known)}", name)


def spaces_in_play(rules: Catalog) -> list[str]:
    """All action spaces of a game, those of later cards too."""
    return [name for name in rules.tables["space"] if earliest_round(rules, name) < NEVER]


def alternatives(drawn: DrawnOpening, rules: Catalog, seat: int) -> list[tuple[str, ...]]:
    """Every sequence of spaces that a seat can open with."""
    pool = spaces_in_play(rules) if drawn.pool is None else drawn.pool
    every = product(pool, repeat=drawn.length)
    return [opening for opening in every if not any(why_never(rules, seat, opening, number) for number in range(drawn.length))]


def earliest_round(rules: Catalog, space: str) -> int:
    """The first round in which a space can be open."""
    record, number = rules.record[0], _number(rules, "space", space)
    if record["space"][number]["preprinted"]:
        return 1
    for round_ in _played(record):
        fixed = int(record["fixed_cards"][round_])
        cards = [fixed] if fixed >= 0 else [int(card) for card in record["stage_cards"][record["stage"][round_]]]
        for card in cards:
            if card == number or (card >= 0 and record["space"][card]["turns_over"] >= 0 and record["space"][card]["turns_into"] == number):
                return round_
    return NEVER


def _number(rules: Catalog, table: str, name: str) -> int:
    """The number of a row of a table, as records have it."""
    return list(rules.tables[table]).index(name)


def _played(record: Any) -> list[int]:
    return [number for number in range(1, int(record["last_round"]) + 1) if record["is_played"][number]]


def latest_round(rules: Catalog, number: int) -> int:
    """The last round in which the placement of this number, counted from 0, can come: that of a family that never grows."""
    record = rules.record[0]
    played = _played(record)
    return played[min(number // int(record["start_dwarfs"]), len(played) - 1)]


def why_never(rules: Catalog, seat: int, opening: Sequence[str], number: int) -> str | None:
    """Why the placement of this number of a seat, counted from 0, can never go to the space of an opening; None when it can."""
    record, space = rules.record[0], opening[number]
    what = f"{_ordinal(number)} placement of seat {seat}"
    first, last = earliest_round(rules, space), latest_round(rules, number)
    if first > last:
        return f"`{space}` cannot be open for the {what}: its card comes in round {first} at the earliest, that placement in round {last}"
    if number < record["start_dwarfs"] and space in opening[:number]:
        return f"`{space}` cannot be used twice in round {_played(record)[0]}, by the {what} too (R-WORK-2)"
    if number == 0:
        return _why_not_at_start(rules, seat, space, what)
    return None


def _why_not_at_start(rules: Catalog, seat: int, space: str, what: str) -> str | None:
    """The first placement of a seat meets its home board and goods as they were dealt."""
    record = rules.record[0]
    row = record["space"][_number(rules, "space", space)]
    parts = [row["parts"][number] for number in range(row["num_parts"]) if row["parts"][number]["needs"] == 0]
    if row["is_imitation"]:
        if seat == 0:
            return f"`{space}` cannot be used by the {what}: nobody has placed a dwarf yet who could be imitated (R-IMIT-2)"
        price, food = int(parts[0]["pay"][good.FOOD]), int(record["start_food"][seat])
        if price > food:
            return f"`{space}` cannot be used by the {what}: it costs {price} food, and the seat begins with {food} (R-IMIT-1)"
        return None
    if not any(_possible_at_start(rules, row, one) for one in parts):
        return f"`{space}` cannot be used by the {what}: nothing can be carried out there on the starting board (R-WORK-6)"
    return None


def _possible_at_start(rules: Catalog, space: Any, one: Any) -> bool:
    """Whether a part can be carried out with nothing but food, unarmed dwarfs and the printed home board; when in doubt, yes."""
    from caverna_sim.games.caverna.shape.tiles import members

    record, do = rules.record[0], int(one["do"])
    ground = {int(kind) for kind in record["start_terrain"]}
    if do == part.COLLECT:
        arrives = one["take"] and space["first"].any() and space["first_round"] <= _played(record)[0]
        return bool(one["always_gives"] or arrives or one["gain_per"] in (per.DWARF, good.FOOD))
    if do == part.TWIN_TILE:
        return any(record["twin_tile"][tile]["on"] == terrain.EMPTY for tile in _set_of(one["tiles"], record["twin_tile"]))
    if do == part.FURNISH:
        had = {*members(record["supply"]), *members(record["unlimited"])}
        offered = had.intersection(members(one["furnishings"]))
        costs = [one["cost"] if one["has_price"] else record["furnishing"][tile]["cost"] for tile in offered]
        return any(_is_free(cost) for cost in costs)
    if do == part.GROW:
        printed = zip(record["start_terrain"], record["start_detail"], strict=True)
        rooms = [int(record["furnishing"][tile]["dwarf_room"]) for kind, tile in printed if kind == terrain.FURNISHED]
        return sum(rooms) > int(record["start_dwarfs"])
    if do == part.FORGE:
        return int(record["forge_least"]) * int(record["ore_per_strength"]) == 0
    if do in (part.SMALL_PASTURE, part.LARGE_PASTURE):
        return terrain.MEADOW in ground
    if do == part.STABLE:
        return _is_free(one["cost"] if one["has_price"] else record["stable_cost"])
    if do == part.RUBY_MINE:
        return any((int(one["tiles"]) >> kind) & 1 for kind in ground)
    if do == part.TRADE:
        return _is_free(one["pay"])
    return do not in (part.SOW, part.EXPEDITION, part.BUY, part.BREED, part.FORGE_WOOD, part.RESTOCK)


def _set_of(bits: Any, things: Sequence[Any]) -> list[int]:
    return [number for number in range(len(things)) if int(bits) >> number & 1]


def _is_free(cost: Any) -> bool:
    """Whether nothing but food is paid."""
    return not any(cost[ware] for ware in range(good.NUM) if ware != good.FOOD)


def _ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return words[number] if number < len(words) else f"{number + 1}th"
