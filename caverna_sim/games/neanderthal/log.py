"""The log of a game in words, and its rolls: what the kernels have noted of a step (ids/note.py)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal.box.catalog import Catalog
from caverna_sim.games.neanderthal.ids import note, phase, things
from caverna_sim.kit.play.log import LogEntry, sentence
from caverna_sim.toml import read_toml

_SENTENCES = read_toml(Path(__file__).with_suffix(".toml"), "log", CavernaError)
_NAMES = {
    "place": things.PLACES, "species": things.SPECIES, "side": things.MATINGS, "taken": note.TAKEN,
    "icon": [name.replace("_", " ") for name in things.ICONS],
}  # fmt: skip
_CARDS = {"biome": 0, "card": 0, "daughter": things.NUM_BIOMES}  # numbers of cards are counted from here
_LOST = ("tribesmen", "elders", "cards")


def said(state: Any) -> Iterator[tuple[int, dict[str, int]]]:
    """The notes of the last step: their kinds, and what they say by name."""
    for row in state["notes"][: state["num_notes"]]:
        kind = int(row["kind"])
        yield kind, dict(zip(note.FIELDS[note.NAMES[kind]], row["said"].tolist(), strict=False))


def roll_of(state: Any, rules: Catalog) -> dict[str, Any]:
    """The last roll, as `game.rolls` has it."""
    what, at, seat = int(state["roll_what"]), int(state["roll_at"]), int(state["roll_seat"])
    daughter = rules.names.cards[things.NUM_BIOMES + max(0, at - things.NUM_PLACES)]
    where = None if what == things.ROLL_DEATH else things.PLACES[at] if at < things.NUM_PLACES else daughter
    return {
        "round": int(state["round"]), "phase": phase.NAMES[state["phase"]], "seat": None if seat < 0 else seat, "what": things.ROLLS[what],
        "at": where, "dice": rolled(state), "virtual": int(state["roll_virtual"]),
    }  # fmt: skip


def rolled(state: Any) -> list[int]:
    """The dice of the last roll."""
    return [int(face) for face in state["roll"][: state["roll_dice"]]]


def changes(before: Any, after: Any, rules: Catalog) -> Iterator[LogEntry]:
    """What a step has done."""
    number, cards = int(after["round"]), rules.names.cards
    if before["round"] != after["round"]:
        yield LogEntry(number, None, f"turn {number} begins")
    if before["event"] != after["event"] and after["event"] >= 0:
        first = things.SPECIES[rules.species[int(after["order"][0])]]
        yield LogEntry(number, None, f"{cards[things.NUM_BIOMES + int(after['event'])]} is turned up; {first} goes first")
    if before["rolls"] != after["rolls"]:
        found = roll_of(after, rules)
        where = f" at {found['at']}" if found["at"] else ""
        extra = " and the alpha's 1" if found["virtual"] else ""
        yield LogEntry(number, found["seat"], f"{found['what'].replace('_', ' ')}{where}: {' '.join(map(str, found['dice']))}{extra}")
    for kind, what in said(after):
        yield from _told(number, cards, kind, what)
    if before["phase"] != after["phase"] and after["phase"] == phase.OVER:
        yield LogEntry(number, None, "the game is over")


def _told(number: int, cards: Any, kind: int, what: dict[str, int]) -> Iterator[LogEntry]:
    """A note in words."""
    seat = what.get("seat", -1)
    words: dict[str, Any] = {**what, **{name: known[what[name]] for name, known in _NAMES.items() if name in what}}
    words |= {name: cards[first + what[name]] for name, first in _CARDS.items() if name in what}
    if kind == note.EVENT:
        words["costs"] = ", ".join(f"{what[f'{name}_lost']} {name}" for name in _LOST if what[f"{name}_lost"])
    elif kind == note.CLIMATE:
        words["spot"] = things.PLACES[what["row"] * things.ROW_LENGTH + what["column"]]
    elif kind == note.ACTION:
        words["portal"] = f"{things.SPOTS[what['what'] // 3 % 3]}/{things.COLOURS[what['what'] % 3]}"
    text = sentence(_SENTENCES.get(note.NAMES[kind], ()), {**words, **what}, words)
    if text:
        yield LogEntry(number, None if seat < 0 else seat, text)
