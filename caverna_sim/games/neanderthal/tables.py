"""The tables of Neanderthal: what is kept of every game, and what each column means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from caverna_sim.dataset.schema import Column, Table
from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal.ids import note, score, things
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import columns_of, result_columns
from caverna_sim.toml import read_toml

OF_NOTES = ("events", "climate", "auctions", "daughters", "hunts", "attacks", "courtships", "births", "elders", "actions")
USUAL = ("games", "players", *OF_NOTES)
EVERY = (*USUAL, "offers", "assigned")
_ROWS = read_toml(Path(__file__).with_suffix(".toml"), "tables", CavernaError)
_PARTS, OF_SEAT, COUNTED = _ROWS["parts"], _ROWS["of_seat"], _ROWS["counted"]
assert tuple(_PARTS) == score.NAMES
assert tuple(COUNTED) == note.COUNTS
_LISTS: dict[str, tuple[str, ...]] = {  # what the numbers of a column stand for
    "places": things.PLACES, "place or none": ("none", *things.PLACES), "icons": things.ICONS, "moves": things.ICONS[:2],
    "rows": things.ROWS, "classes": things.CLASSES,
    "husbands": ("none", *things.SPECIES), "fates": note.FATES, "taken": note.TAKEN, "how": note.HOW, "outcomes": note.OUTCOMES,
    "sources": note.SOURCES, "of_elder": note.OF_ELDER, "causes": note.CAUSES, "actions": note.ACTIONS, "species": things.SPECIES,
    "sides": things.SIDES, "matings": things.MATINGS, "variants": ("none", *things.VARIANTS[1:]), "ends": ("cards", "ice"),
}  # fmt: skip


def where_names(cards: Sequence[str]) -> tuple[str, ...]:
    """What an action was done to, by number: a card, an elder, a husband, a portal place, nothing."""
    daughters = cards[things.NUM_BIOMES :]
    elders = [f"elder {level}" for level in range(1, 7)]
    portals = [f"{spot}/{colour}" for spot in things.SPOTS for colour in things.COLOURS]
    return ("none", *cards, *elders, *(f"husband of {name}" for name in daughters), *portals)


def tables_of(record: Sequence[str], bots: Sequence[str], cards: Sequence[str], assigned: Assigning | None = None) -> tuple[Table, ...]:
    """The tables that a scenario keeps; `cards` are those of its deck, `assigned` says what is drawn."""
    daughters, every = tuple(cards[things.NUM_BIOMES :]), {name: _ROWS[name] for name in ("games", "players")} | _ROWS["tables"]
    ours = {
        "biomes": tuple(cards[: things.NUM_BIOMES]),
        "daughters": daughters,
        "contested cards": (*things.PLACES, *daughters),
        "done_to": where_names(cards),
    }
    several = {  # columns of which a name of the data file stands for all
        "result": result_columns(bots, "int16", "first; equal scores share a rank", "rank first", {}),
        "parts": tuple(Column(f"part_{name}", "int16", text) for name, text in _PARTS.items()),
        "of_seat": tuple(Column(name, "int16", text) for name, text in OF_SEAT.items()),
        "counted": tuple(Column(name, "int16", text) for name, text in COUNTED.items()),
    }

    def columns(rows: Sequence[Any]) -> Iterator[Column]:
        for row in rows:
            known = several.get(row) if isinstance(row, str) else None
            yield from known or columns_of([row], {**_LISTS, **ours}, _ROWS["shared"])

    found = [
        Table(name, row["about"], tuple(columns(row["columns"] if name in _ROWS else ["game", *row["columns"]])))
        for name, row in every.items()
        if name in record
    ]
    return (*found, *([] if assigned is None else [assigned.table(*columns(["block"]))]))
