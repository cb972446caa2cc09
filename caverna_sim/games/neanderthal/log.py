"""The log of a game in words, and its rolls: what the kernels have noted of a step (ids/note.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from caverna_sim.games.neanderthal.box.catalog import Catalog
from caverna_sim.games.neanderthal.ids import note, phase
from caverna_sim.games.neanderthal.ids.things import (
    COLOURS,
    ICONS,
    MATINGS,
    NUM_BIOMES,
    NUM_PLACES,
    PLACES,
    ROLL_DEATH,
    ROLLS,
    ROW_LENGTH,
    SPECIES,
    SPOTS,
)
from caverna_sim.kit.play.log import LogEntry

_SOURCES = ("after the hunt", "by gathering", "thanks to an animal")
_ENDED = {"promoted": "is made", "matured": "is mature", "died": "dies", "recalled": "is recalled"}


def said(state: Any) -> Iterator[tuple[int, dict[str, int]]]:
    """The notes of the last step: their kinds, and what they say by name."""
    for row in state["notes"][: state["num_notes"]]:
        kind = int(row["kind"])
        yield kind, dict(zip(note.FIELDS[note.NAMES[kind]], row["said"].tolist(), strict=False))


def roll_of(state: Any, rules: Catalog) -> dict[str, Any]:
    """The last roll, as `game.rolls` has it."""
    what, at, seat = int(state["roll_what"]), int(state["roll_at"]), int(state["roll_seat"])
    where = None if what == ROLL_DEATH else PLACES[at] if at < NUM_PLACES else rules.names.cards[NUM_BIOMES + at - NUM_PLACES]
    return {
        "round": int(state["round"]), "phase": phase.NAMES[state["phase"]], "seat": None if seat < 0 else seat, "what": ROLLS[what],
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
        first = SPECIES[rules.species[int(after["order"][0])]]
        yield LogEntry(number, None, f"{cards[NUM_BIOMES + int(after['event'])]} is turned up; {first} goes first")
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
    text = _WORDS[kind](what, cards) if kind in _WORDS else ""
    if text:
        yield LogEntry(number, None if seat < 0 else seat, text)


def _climate(what: dict[str, int], cards: Any) -> str:
    place = PLACES[what["row"] * ROW_LENGTH + what["column"]]
    fate = note.FATES[what["fate"]]
    if fate == "ice":
        return f"ice covers {place}"
    words = {"moved": "moves to", "removed": "leaves the game from", "new": "comes to", "melted": "comes to light at"}
    return f"{cards[what['biome']]} {words[fate]} {place}"


def _event(what: dict[str, int], _: Any) -> str:
    names = ("tribesmen", "elders", "cards")
    lost = ", ".join(f"{what[f'{name}_lost']} {name}" for name in names if what[f"{name}_lost"])
    return f"{ICONS[what['icon']].replace('_', ' ')} costs {lost}" if lost else ""


def _hunt(what: dict[str, int], cards: Any) -> str:
    where = f"{cards[what['biome']]} at {PLACES[what['place']]}"
    if what["plundered"]:
        return f"the hunt of {where} is plundered"
    taken = f", taken: {note.TAKEN[what['taken']]}" if what["taken"] else ""
    if not what["success"]:
        return f"hunts {where} in vain, {what['hits']} of {what['needed']} hits{taken}"
    return f"hunts {where}: {what['babies']} babies, {what['released']} disks{taken}"


def _daughter(what: dict[str, int], cards: Any) -> str:
    name = cards[NUM_BIOMES + what["daughter"]]
    words = {"came": "comes", "matured": "is mature", "lost": "leaves the game"}
    if note.OF_DAUGHTER[what["what"]] == "married":
        return f"{name} marries {SPECIES[what['species']]}"
    return f"{name} {words[note.OF_DAUGHTER[what['what']]]}"


def _court(what: dict[str, int], cards: Any) -> str:
    name = cards[NUM_BIOMES + what["daughter"]]
    if what["success"]:
        return f"courts {name}: {('nothing comes of it', 'he marries her', 'a child stays there')[what['outcome']]}"
    return f"courts {name} in vain" + (" and is killed" if what["killed"] else "")


def _action(what: dict[str, int], cards: Any) -> str:
    if note.ACTIONS[what["action"]] == "portal":
        return f"a disk opens {SPOTS[what['what'] // 3]}/{COLOURS[what['what'] % 3]}"
    return ""


_WORDS: dict[int, Callable[[dict[str, int], Any], str]] = {
    note.EVENT: _event,
    note.CLIMATE: _climate,
    note.AUCTION: lambda what, cards: (
        "nobody bids" if what["seat"] < 0 else f"wins {cards[NUM_BIOMES + what['daughter']]} for {what['disks']}"
    ),
    note.DAUGHTER: _daughter,
    note.HUNT: _hunt,
    note.ATTACK: lambda what, _: f"attacks with {what['dice']}: {what['killed']} killed",
    note.COURTSHIP: _court,
    note.BIRTH: lambda what, _: f"{what['number']} born {_SOURCES[what['source']]}",
    note.ELDER: lambda what, _: f"the elder of level {what['level']} {_ENDED[note.OF_ELDER[what['what']]]}",
    note.ACTION: _action,
    note.OFFER: lambda what, _: "the deal is done" if what["accepted"] else "the deal is refused",
    note.HAND: lambda what, cards: f"{cards[what['card']]} is {note.OF_HAND[what['what']]}",
    note.TRIBAL: lambda what, _: "becomes tribal",
    note.MATING: lambda what, _: f"the mating card shows {MATINGS[what['side']]}",
}
