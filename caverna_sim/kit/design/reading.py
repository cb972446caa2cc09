"""How scenarios say what is drawn for each block: limits, openings, and for which seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from caverna_sim.errors import shown
from caverna_sim.kit.design.draws import ALL, NONE, WHOSE, DrawnLimits, DrawnOpening
from caverna_sim.scenario.values import Faults, texts, whole

MOST_OPENINGS = 5_000  # sequences of places to draw from
DRAWN_OPENING_FIELDS = ("seat", "length", "pool")


def seat_names(players: int) -> list[str]:
    """The names of seats as keys of a table."""
    return [f"seat_{seat}" for seat in range(players)]


def no_such_seat(players: int, *others: str) -> str:
    """What to say of a key that names none."""
    return f"there is no such seat with {players} players; allowed: " + ", ".join(f"`{name}`" for name in [*seat_names(players), *others])


def read_drawn_limits(
    value: Any, players: int, read: Callable[[Mapping[str, Any], str], dict[str, Any]], example: str, faults: Faults
) -> DrawnLimits | None:
    """The table [limits.drawn]; `read` reads the limits of one seat, of which `example` is one."""
    found = dict(faults.table(value, "limits.drawn"))
    seat = read_focal_seat(found, players, "limits.drawn", faults)
    found.pop("seat", None)
    alternatives, whose = {}, {}
    for name, entry in found.items():
        where = f"limits.drawn.{name}"
        if name == NONE:
            faults.note(where, "no limit is one of the alternatives anyway; give this one another name")
            continue
        limits = dict(faults.table(entry, where))
        if "whose" in limits:
            who = limits.pop("whose")
            if not isinstance(who, str) or who not in WHOSE:
                faults.note(f"{where}.whose", f"{shown(who)} is not allowed; give one of {', '.join(f'`{one}`' for one in WHOSE)}")
            elif who != WHOSE[0]:
                whose[name] = who
        alternatives[name] = read(limits, where)
        if not alternatives[name]:
            faults.note(where, f"this limits nothing; give for example {example}")
    if not alternatives:
        faults.note("limits.drawn", f"there is nothing to draw; name a limit, for example [limits.drawn.less] with {example}")
        return None
    return DrawnLimits(alternatives, whose, seat)


def read_drawn_opening(
    value: Any,
    players: int,
    place_named: Callable[[str, str], str],
    in_play: Sequence[str],
    alternatives: Callable[[DrawnOpening, int], Sequence[tuple[str, ...]]],
    why_never: Callable[[str, int], str | None],
    faults: Faults,
) -> DrawnOpening | None:
    """The table [opening.drawn].

    `place_named` finds the place that a name stands for at a key, `in_play` are all that there can be, `alternatives` the openings of a
    seat; `why_never` tells why a place is none for the first placement of a seat.
    """
    where = "opening.drawn"
    found = faults.table(value, where, DRAWN_OPENING_FIELDS)
    before = len(faults.found)
    seat = read_focal_seat(found, players, where, faults)
    length = faults.take(1, whole, found, "length", 1, 12, 1, where)
    pool: tuple[str, ...] | None = None
    if found.get("pool", ALL) != ALL:
        names = faults.take((), texts, found["pool"], f"{where}.pool")
        places = [faults.take(None, place_named, name, f"{where}.pool") for name in names]
        pool = tuple(dict.fromkeys(place for place in places if place is not None))
        if not names:
            faults.note(f"{where}.pool", f'the pool is empty; name action spaces, or give "{ALL}"')
    if len(faults.found) > before:
        return None
    drawn = DrawnOpening(pool, length, seat)
    size = len(in_play if pool is None else pool) ** length
    if size > MOST_OPENINGS:
        faults.note(where, f"{size:,} openings are too many to draw from; at most {MOST_OPENINGS:,}: give a smaller pool or length")
        return None
    seats = range(players) if seat is None else (seat,)
    usable = {place for one in seats for opening in alternatives(drawn, one) for place in opening}
    for place in pool or ():
        if place not in usable:
            faults.note(f"{where}.pool", why_never(place, seats[0]) or f"`{place}` fits in no opening of {length}", place)
    return None if len(faults.found) > before else drawn


def read_focal_seat(found: Mapping[str, Any], players: int, where: str, faults: Faults) -> int | None:
    """The seat that something is drawn for; left out, it is drawn as well."""
    if "seat" not in found:
        return None
    return faults.take(0, whole, found, "seat", 0, players - 1, where=where)
