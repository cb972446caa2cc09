"""The tables of Neanderthal: what is kept of every game, and what each column means."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from caverna_sim.dataset.schema import NAMES, TEXT, WORDS, Column, Table
from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal.ids import note, score
from caverna_sim.games.neanderthal.ids.things import (
    CLASSES,
    COLOURS,
    ICONS,
    MATINGS,
    NUM_BIOMES,
    PLACES,
    ROWS,
    SIDES,
    SPECIES,
    SPOTS,
)
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import columns_of
from caverna_sim.toml import read_toml

OF_NOTES = ("events", "climate", "auctions", "daughters", "hunts", "attacks", "courtships", "births", "elders", "actions")
USUAL = ("games", "players", *OF_NOTES)
EVERY = (*USUAL, "offers", "assigned")
VARIANT_NAMES = ("none", "all_species", "one_species")
ENDS = ("cards", "ice")

_GAME = Column("game", "int64", "number of the game in the run, counted from 0; with scenario and seed it gives the game again")
_BLOCK = Column("block", "int64", "games of a block share cards, species and dice; the unit of replication")

_ROWS = read_toml(Path(__file__).with_suffix(".toml"), "tables", CavernaError)
_PARTS, OF_SEAT, COUNTED = _ROWS["parts"], _ROWS["of_seat"], _ROWS["counted"]
assert tuple(_PARTS) == score.NAMES
assert tuple(COUNTED) == note.COUNTS
_LISTS: dict[str, tuple[str, ...]] = {  # what the numbers of a column stand for
    "places": PLACES, "place or none": ("none", *PLACES), "icons": ICONS, "moves": ICONS[:2], "rows": ROWS, "classes": CLASSES,
    "husbands": ("none", *SPECIES), "fates": note.FATES, "taken": note.TAKEN, "how": note.HOW, "outcomes": note.OUTCOMES,
    "sources": note.SOURCES, "of_elder": note.OF_ELDER, "causes": note.CAUSES, "actions": note.ACTIONS,
}  # fmt: skip

(_SEAT,) = columns_of(["seat"], _LISTS, _ROWS["shared"])


def _games() -> Table:
    return Table(
        "games",
        "One row a game.",
        (
            _GAME,
            _BLOCK,
            Column("seating", "int16", "number of the seating within the block"),
            Column("order", TEXT, "the bots by seat, beginning with the one whose name comes first"),
            Column("setup", "int64", "names how the biomes were dealt, up to chance"),
            Column("deck", TEXT, "the deck that was played"),
            Column("variant", NAMES, "the variant", VARIANT_NAMES),
            Column("turns", "int8", "turns played"),
            Column("ended", NAMES, "whether the cards were used up or all was ice", ENDS),
            Column("ice", "int8", "ice sheets at the end"),
            Column("won_together", "bool", "whether the aim of a variant was met; never in the ordinary game"),
            Column("hash", "int64", "names the trajectory: equal for games with exactly the same actions"),
            Column("winner_seats", WORDS, "seats that rank first, several with blanks between them when they tie"),
        ),
    )


def _players(bots: Sequence[str]) -> Table:
    return Table(
        "players",
        "One row a seat of each game.",
        (
            _GAME,
            _SEAT,
            Column("species", NAMES, "what the seat plays", SPECIES),
            Column("bot", NAMES, "who played the seat", tuple(bots)),
            Column("score", "int16", "final score"),
            Column("rank", "int8", "1 for the first; equal scores share a rank"),
            Column("won", "float32", "share of the win: 1, or 1/n for n seats that rank first, else 0"),
            Column("margin", "float32", "score minus the mean score of the table"),
            *(Column(f"part_{name}", "int16", text) for name, text in _PARTS.items()),
            Column("side", NAMES, "side of the placard at the end", SIDES),
            Column("mating_start", NAMES, "mating side that was chosen first", MATINGS),
            Column("mating", NAMES, "mating side at the end", MATINGS),
            *(Column(name, "int16", text) for name, text in OF_SEAT.items()),
            *(Column(name, "int16", text) for name, text in COUNTED.items()),
        ),
    )


def where_names(cards: Sequence[str]) -> tuple[str, ...]:
    """What an action was done to, by number: a card, an elder, a husband, a portal place, nothing."""
    daughters = cards[NUM_BIOMES:]
    elders = [f"elder {level}" for level in range(1, 7)]
    portals = [f"{spot}/{colour}" for spot in SPOTS for colour in COLOURS]
    return ("none", *cards, *elders, *(f"husband of {name}" for name in daughters), *portals)


def tables_of(record: Sequence[str], bots: Sequence[str], cards: Sequence[str], assigned: Assigning | None = None) -> tuple[Table, ...]:
    """The tables that a scenario keeps; `cards` are those of its deck, `assigned` says what is drawn."""
    daughters = tuple(cards[NUM_BIOMES:])
    ours = {
        "biomes": tuple(cards[:NUM_BIOMES]),
        "daughters": daughters,
        "contested cards": (*PLACES, *daughters),
        "done_to": where_names(cards),
    }
    own = {name: columns_of(row["columns"], {**_LISTS, **ours}, _ROWS["shared"]) for name, row in _ROWS["tables"].items()}
    every = [_games(), _players(bots), *(Table(name, _ROWS["tables"][name]["about"], (_GAME, *columns)) for name, columns in own.items())]
    drawn = [] if assigned is None else [assigned.table(_BLOCK)]
    return (*(table for table in every if table.name in record), *drawn)
