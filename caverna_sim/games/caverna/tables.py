"""The tables of Caverna: what is kept of every game, and what each column means."""

from __future__ import annotations

from caverna_sim.dataset.schema import NAMES, TEXT, WORDS, Column, Table
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import good, orc, score
from caverna_sim.games.caverna.scenario.design import ACCESS
from caverna_sim.games.caverna.shape.board import CELL_NAMES

FIENDS = "fiends"

_GAME = Column("game", "int64", "number of the game in the run, counted from 0; with scenario and seed it gives the game again")
_BLOCK = Column("block", "int64", "games of a block share cards, harvest markers and absent furnishings; the unit of replication")
_SEAT = Column("seat", "int8", "seat at the table, counted clockwise from 0, the first starting player")
_ROUND = Column("round", "int8", "round of the game, 1 to 12")

_PARTS = {
    "animals": "points for farm animals and dogs",
    "missing_animals": "points lost for missing types of farm animals",
    "grain": "points for grain",
    "vegetables": "points for vegetables",
    "rubies": "points for rubies",
    "dwarfs": "points for dwarfs",
    "unused_spaces": "points lost for unused spaces of the home board",
    "furnishings": "points printed on furnishings",
    "pastures": "points for pastures",
    "mines": "points for mines",
    "bonus": "bonus points of parlors, storages and chambers",
    "gold": "points for gold",
    "begging": "points lost for begging markers",
    "writing_chamber": "lost points given back by the Writing chamber",
}
assert tuple(_PARTS) == score.NAMES[: score.NUM_BASE]
_FIENDS_PARTS = {"traps": "points for traps that have worked", "orcs": "points for friendly orcs"}
assert (*_PARTS, *_FIENDS_PARTS) == score.NAMES
NOWHERE = "none"  # cell of an orc that is on no board, reward of one that brought none
NOTHING, OWN = "none", "own"
EVERY_GAME = -1
ASSIGNED = ("access", "loot", "limit", "opening")  # kinds of rows in `assigned`
WORKERS = ("dwarf", "orc")  # as in games/caverna/playing/rows.py
LAND = {
    "pastures": "pastures, a large one counted once",
    "stables": "stables",
    "fields": "fields, sown or not",
    "sown": "grain and vegetables on fields",
    "ore_mines": "ore mines",
    "ruby_mines": "ruby mines",
    "furnishings": "furnishings, the entry-level dwelling not counted",
    "yellow": "yellow furnishings",
}


def _games(expansion: str | None) -> Table:
    columns: tuple[Column, ...] = (
        _GAME,
        _BLOCK,
        Column("seating", "int16", "number of the seating: how far the order is turned; with random seating, which permutation"),
        Column("order", TEXT, "bots clockwise, beginning with the name that comes first: who sits directly behind whom"),
        Column("setup", "int32", "number of the layout of cards and harvest markers"),
        Column("rounds", "int8", "rounds played"),
        Column("hash", "int64", "names the trajectory: equal for games with exactly the same actions"),
        Column("winner_seats", WORDS, "seats with the highest score, several with blanks between them when they tie"),
    )
    if expansion:
        columns += _dealt()
    return Table("games", "One row a game.", columns)


def _dealt() -> tuple[Column, ...]:
    """What the box deals besides cards and markers (F-SETUP-4 to F-SETUP-6)."""
    tables = printed_tables(FIENDS)
    strips = tables["bounty_board"]
    return (
        Column("extensions", WORDS, "display extensions in the game, with blanks between them", tuple(tables["display_extension"])),
        Column("long_strips", WORDS, "long bounty strips on the board, with blanks between them", tuple(strips["long"])),
        Column("short_strips", WORDS, "short bounty strips, each beside the long strip at its place", tuple(strips["short"])),
        Column("bribes", WORDS, "what bribes are paid in, by orc event, with blanks between them", good.NAMES),
        Column("event_rounds", WORDS, "rounds of the orc events, with blanks between them"),
    )


def _players(bots: tuple[str, ...], expansion: str | None) -> Table:
    parts = {**_PARTS, **_FIENDS_PARTS} if expansion else _PARTS
    columns: tuple[Column, ...] = (
        _GAME,
        _SEAT,
        Column("bot", NAMES, "who played the seat", bots),
        Column("score", "int16", "final score"),
        Column("rank", "int8", "1 for the highest score; equal scores share a rank"),
        Column("won", "float32", "share of the win: 1, or 1/n for n seats that tie for the highest score, else 0"),
        Column("margin", "float32", "score minus the mean score of the table"),
        *(Column(f"part_{name}", "int16", text) for name, text in parts.items()),
        Column("dwarfs", "int8", "dwarfs at the end"),
        Column("begging", "int16", "begging markers"),
        Column("weapon_max", "int8", "strength of the strongest weapon, 0 without any"),
        Column("weapons", "int8", "dwarfs with a weapon"),
        Column("expeditions", "int16", "expeditions undertaken"),
        *(Column(name, "int16", f"{name.replace('_', ' ')} left in the supply") for name in good.GOODS),
        *(Column(name, "int16", f"{name.replace('_', ' ')} on the home board at the end") for name in good.ANIMALS),
        *(Column(name, "int16" if name == "sown" else "int8", f"{text}, at the end") for name, text in LAND.items()),
    )
    if expansion:
        columns += (
            Column("orcs_left", "int8", "hostile orcs at the end; fewer of them break a tie"),
            Column("friendly_orcs", "int8", "friendly orcs at the end, captives and the extra orc included"),
            Column("captives", "int8", "dwarfs and friendly orcs held captive at the end"),
            Column("lost_crops", "int16", "grain and vegetables on fields that orcs trampled"),
            Column("lost_animals", "int16", "animals that orcs drove off, in the forest and in the cave"),
            Column("lost_goods", "int16", "ore and rubies lost from mines that orcs occupied"),
        )
    return Table("players", "One row for each seat of each game: how it ended.", columns)


def _furnishings(expansion: str | None) -> Table:
    tiles = tuple(printed_tables(expansion)["furnishing"])
    columns = (
        _GAME,
        _SEAT,
        Column("tile", NAMES, "id of the furnishing", tiles),
        _ROUND,
        Column("cell", NAMES, "cell of the home board", tuple(CELL_NAMES)),
    )
    return Table("furnishings", "One row for each furnishing that was built, in the order of building.", columns)


def _placements(expansion: str | None) -> Table:
    columns: tuple[Column, ...] = (
        _GAME,
        _SEAT,
        _ROUND,
        Column("turn", "int8", "number of the placement within the round, all seats counted, from 1"),
        Column("space", NAMES, "id of the action space", tuple(printed_tables(expansion)["space"])),
        Column("weapon", "int8", "strength of the dwarf that was placed, 0 when unarmed"),
    )
    if expansion:
        columns += (Column("worker", NAMES, "a dwarf or a friendly orc", WORKERS),)
    return Table("placements", "One row for each dwarf that was placed, in the order of placing.", columns)


def _expeditions(expansion: str | None) -> Table:
    columns = (
        _GAME,
        _SEAT,
        _ROUND,
        Column("expedition", "int16", "number of the expedition of the seat in this game, from 1"),
        Column("level", "int8", "how many items the expedition could bring"),
        Column("strength", "int8", "strength of the dwarf as it set out"),
        Column("loot", NAMES, "id of the loot item", tuple(printed_tables(expansion)["loot"])),
    )
    return Table("expeditions", "One row for each loot item that was taken, in the order of taking.", columns)


def _supply(expansion: str | None) -> Table:
    columns = (
        _BLOCK,
        Column("tile", NAMES, "id of a unique furnishing of the box", tuple(printed_tables(expansion)["furnishing"])),
        Column("available", "bool", "whether the games of the block had it in the supply"),
    )
    return Table("supply", "One row for each unique furnishing in each block, kept when furnishings are absent at random.", columns)


def _rounds() -> Table:
    columns = (
        _GAME,
        _SEAT,
        _ROUND,
        Column("score", "int16", "score as if the game ended with the round; in the last round the final one"),
        Column("dwarfs", "int8", "dwarfs at the end of the round"),
        Column("food", "int16", "food at the end of the round"),
        Column("choices", "int16", "decisions that the seat took in the round"),
        Column("blocked", "int8", "placements for which the bot would have gone to a space that an opponent had taken in this round"),
    )
    return Table("rounds", "One row for each seat in each round, kept when asked for.", columns)


def _assigned(expansion: str | None, limits: tuple[str, ...]) -> Table:
    tables = printed_tables(expansion)
    columns = (
        _BLOCK,
        Column("game", "int64", f"number of the game, {EVERY_GAME} where the row holds for all games of the block"),
        Column("kind", NAMES, "what was assigned", ASSIGNED),
        Column("seat", "int8", f"the seat it was assigned to, the focal seat; {EVERY_GAME} where it holds for everybody"),
        Column("tile", NAMES, "access: the unique furnishing", (NOTHING, *tables["furnishing"])),
        Column("loot", NAMES, "loot: the item", (NOTHING, *tables["loot"])),
        Column("access", NAMES, "access and loot: who may have it; focal: only the focal seat, others: all but it", (NOTHING, *ACCESS)),
        Column("limit", NAMES, "limit: the name of what was drawn, none for no limit", (NOTHING, *limits)),
        Column("number", "int8", "opening: number of the placement of the seat, from 1; else 0"),
        Column("opening", NAMES, "opening: the space assigned to it; own: left to the bot, the control", (NOTHING, OWN, *tables["space"])),
        Column("took", NAMES, "opening: the space where the placement went", (NOTHING, *tables["space"])),
        Column("complied", "bool", "whether it happened: an opening does not when its space cannot be used then"),
    )
    about = "What was drawn for a block or forced upon a seat, and whether it happened; kept whenever there is anything."
    return Table("assigned", about, columns)


def _orcs() -> Table:
    columns = (
        _GAME,
        _SEAT,
        Column("orc", NAMES, "which of the four orcs of the seat", orc.NAMES[: orc.NUM_HOSTILE]),
        Column("start_strength", "int8", "strength at the start of the game"),
        Column("fate", NAMES, "how it stopped being hostile; left: it has not", orc.FATES),
        Column("round", "int8", "round in which it stopped being hostile, 0 when it is left"),
        Column("reward", NAMES, "bounty taken for it, gold, or none", (NOWHERE, *printed_tables(FIENDS)["bounty"], "gold")),
        Column("strength", "int8", "strength at the end, 0 when it is gone"),
        Column("events", "int8", "orc events that it came through as hostile"),
        Column("cell", NAMES, "where it stands at the end, the room of a friendly orc, or none", (NOWHERE, *CELL_NAMES)),
        Column("captives", "int8", "dwarfs and friendly orcs that it holds at the end"),
    )
    return Table("orcs", "One row for each of the four orcs of each seat of each game: what became of it.", columns)


def tables_of(
    record: tuple[str, ...],
    bots: tuple[str, ...],
    with_supply: bool,
    expansion: str | None = None,
    limits: tuple[str, ...] = (),
    with_assigned: bool = False,
) -> tuple[Table, ...]:
    """The tables that a scenario records, in a fixed order; those of the base game are as if there were no expansion.

    What was assigned is kept whether asked for or not: without it nobody could tell what has happened.
    """
    tables = [
        _games(expansion), _players(bots, expansion), _furnishings(expansion), _placements(expansion), _expeditions(expansion),
        _supply(expansion),
    ]  # fmt: skip
    tables += [_orcs()] if expansion else []
    tables.append(_rounds())
    kept = [table for table in tables if table.name in record and (with_supply or table.name != "supply")]
    return tuple([*kept, _assigned(expansion, limits)] if with_assigned else kept)
