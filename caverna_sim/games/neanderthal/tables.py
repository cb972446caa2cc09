"""The tables of Neanderthal: what is kept of every game, and what each column means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caverna_sim.dataset.schema import NAMES, TEXT, WORDS, Column, Table
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

OF_NOTES = ("events", "climate", "auctions", "daughters", "hunts", "attacks", "courtships", "births", "elders", "actions")
USUAL = ("games", "players", *OF_NOTES)
EVERY = (*USUAL, "offers", "assigned")
VARIANT_NAMES = ("none", "all_species", "one_species")
ENDS = ("cards", "ice")

_GAME = Column("game", "int64", "number of the game in the run, counted from 0; with scenario and seed it gives the game again")
_SEAT = Column("seat", "int8", "seat at the table, a species in play; -1 nobody")
_TURN = Column("turn", "int8", "turn of the game, from 1; 0 setup")

_BLOCK = Column("block", "int64", "games of a block share cards, species and dice; the unit of replication")

_PARTS = {
    "unassigned": "points for own tribesmen that are unassigned",
    "wanderers": "points for own tribesmen in other pools",
    "alpha": "points for an alpha with a power",
    "elders": "points for mature elders",
    "daughters": "points for mature daughters",
    "husbands": "points for mature husbands anywhere",
    "vocabulary": "points for free disks",
    "trophies": "points for trophies",
    "inventions": "points for mature inventions",
    "animals": "points for mature animals",
    "daughter_effects": "points that daughters change",
}
assert tuple(_PARTS) == score.NAMES
OF_SEAT = {
    "tribesmen": "own tribesmen at home at the end",
    "wanderers": "own tribesmen in other pools",
    "daughters": "mature daughters",
    "husbands": "mature husbands anywhere",
    "elders": "mature elders",
    "trophies": "trophies, by icons",
    "animals": "mature animals",
    "inventions": "mature inventions",
    "portals": "portal disks at the end; tribal seats have none",
}
COUNTED = {
    "born": "tribesmen born in the game",
    "killed_hunting": "hunters that died in hunts",
    "killed_fighting": "pieces that died in fights",
    "killed_chaos": "unassigned pieces lost in chaos",
    "hunts": "rolls for hunts",
    "successes": "hunts that succeeded",
    "plundered": "large hunts that predators plundered",
    "converted": "turn in which the seat became tribal, 0 never",
}
assert tuple(COUNTED) == note.COUNTS


def _flag(name: str, text: str) -> Column:
    return Column(name, "bool", text)


def _number(name: str, text: str) -> Column:
    return Column(name, "int16", text)


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
            _flag("won_together", "whether the aim of a variant was met; never in the ordinary game"),
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
            *(_number(name, text) for name, text in OF_SEAT.items()),
            *(_number(name, text) for name, text in COUNTED.items()),
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
    biomes, daughters = tuple(cards[:NUM_BIOMES]), tuple(cards[NUM_BIOMES:])
    daughter, seat_of_father = Column("daughter", NAMES, "the daughter", daughters), Column("father", "int8", "seat of her tableau")
    biome, place = Column("biome", NAMES, "the card", biomes), Column("place", NAMES, "where it lay", PLACES)
    columns: Mapping[str, tuple[str, tuple[Column, ...]]] = {
        "events": (
            "One row for every icon that was resolved, or for every seat that it concerned.",
            (
                _TURN, Column("n", "int8", "number of the icon on the card"), Column("icon", NAMES, "the icon", ICONS), _SEAT,
                _number("tribesmen_lost", "unassigned pieces lost"), _number("elders_lost", "elders lost"),
                _number("cards_lost", "dependents lost"),
            ),
        ),
        "climate": (
            "One row for every card that climate moved.",
            (
                _TURN, Column("move", NAMES, "the icon", ("cooling", "warming")), Column("row", NAMES, "row of the place", ROWS),
                Column("column", "int8", "column of the place, from 0"), biome,
                Column("fate", NAMES, "what became of the card", note.FATES),
            ),
        ),
        "auctions": (
            "One row for every daughter that was turned up for sale.",
            (
                _TURN, daughter, _SEAT, _number("disks", "disks paid"), _number("bidders", "seats that bid"),
                _flag("tied", "whether bids were equal"),
            ),
        ),
        "daughters": (
            "One row for every daughter that came to a tableau.",
            (
                _SEAT, daughter, Column("turn", "int8", "turn in which she came"),
                Column("matured", "int8", "turn in which she was mature, 0 never"),
                Column("husband_turn", "int8", "turn of her first marriage, 0 never"),
                Column("husband", NAMES, "species of her first husband", ("none", *SPECIES)),
                Column("lost", "int8", "turn in which she left the game, 0 never"),
            ),
        ),
        "hunts": (
            "One row for every roll for a biome.",
            (
                _TURN, _SEAT, place, biome, Column("class", NAMES, "class of the card", CLASSES), _number("hunters", "hunters there"),
                _flag("alpha_power", "whether the alpha counted as a 1"), Column("dice", TEXT, "dice after conversion"),
                _number("converted", "threes counted as ones"), _number("hits", "hits"), _number("needed", "hits needed"),
                _flag("success", "whether the hunt succeeded"), _number("bitten", "bloody dice"), _number("frozen", "frozen dice"),
                _number("babies", "babies that came"), _number("released", "disks released"),
                Column("taken", NAMES, "whether the card was taken", note.TAKEN),
                Column("predator", NAMES, "place of the predator that came", ("none", *PLACES)),
                _flag("plundered", "whether it took all gains"),
            ),
        ),
        "attacks": (
            "One row for every attack roll.",
            (
                _TURN, Column("at", NAMES, "the contested card", (*PLACES, *daughters)), _SEAT, _number("dice", "dice rolled"),
                _flag("war_party", "whether twos hit, too"), _number("hits", "hits"), _number("killed", "victims"),
            ),
        ),
        "courtships": (
            "One row for every suitor whose turn came.",
            (
                _TURN, daughter, seat_of_father, _SEAT, Column("how", NAMES, "how it was decided", note.HOW),
                Column("die", "int8", "what was rolled, 0 nothing"), _flag("success", "whether he succeeded"),
                _flag("killed", "whether he died"), Column("outcome", NAMES, "what came of it", note.OUTCOMES),
            ),
        ),
        "births": (
            "One row for babies of one source.",
            (_TURN, _SEAT, Column("source", NAMES, "whence", note.SOURCES), _number("number", "babies")),
        ),
        "elders": (
            "One row for every change of an elder.",
            (
                _TURN, _SEAT, Column("level", "int8", "level"), Column("what", NAMES, "what happened", note.OF_ELDER),
                Column("cause", NAMES, "why he died", note.CAUSES), _flag("free", "whether the promotion was free"),
            ),
        ),
        "actions": (
            "One row for every seat and turn.",
            (_TURN, _SEAT, Column("action", NAMES, "the action", note.ACTIONS), Column("what", NAMES, "done to what", where_names(cards))),
        ),
        "offers": (
            "One row for every deal that was offered.",
            (
                _TURN, _SEAT, Column("partner", "int8", "whom it was offered"), Column("give", "int16", "number of what was given"),
                Column("get", "int16", "number of what was asked"), _flag("accepted", "whether it was done"),
            ),
        ),
    }  # fmt: skip
    every = [_games(), _players(bots), *(Table(name, text, (_GAME, *row)) for name, (text, row) in columns.items())]
    drawn = [] if assigned is None else [assigned.table(_BLOCK)]
    return (*(table for table in every if table.name in record), *drawn)
