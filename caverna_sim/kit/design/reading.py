"""How scenarios say what is left out, forbidden and forced, and what of it is drawn for each block."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from caverna_sim import check
from caverna_sim.check import shown_name
from caverna_sim.errors import CavernaError, nearest, shown
from caverna_sim.kit.design.draws import ALL, NONE, WHOSE, Chances, DrawnLimits, DrawnOpening, Limits
from caverna_sim.kit.tables.house import flattened
from caverna_sim.scenario.values import Faults, chance, flag, texts, whole

MOST_OPENINGS = 5_000  # sequences of places to draw from
DRAWN_OPENING_FIELDS = ("seat", "length", "pool")


def read_rules(value: Any, try_out: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """House rules by dotted path, tried out with the tables of a game."""
    flat = flattened(check.table(check.plain(value, "rules"), "rules", advice="a table such as [rules]"))
    try:
        try_out(flat)
    except CavernaError as error:
        raise check.Wrong("rules", str(error).removeprefix("rules: ")) from None
    return flat


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


# ---------------------------------------------------------------- supply


class Box(NamedTuple):
    """The things that scenarios leave out."""

    word: str  # what one is called
    known: Collection[str]
    single: Collection[str]  # that can be left out
    buildable: Collection[str]  # that a seat can be denied


@dataclass(frozen=True)
class Supply:
    """What is not to be had, and by whom."""

    without: tuple[str, ...] = ()  # things removed for everybody
    random_absence: Chances = 0.0  # of each thing, for everybody, drawn for each block
    random_access: bool = False  # who may build each thing is drawn for each block, with a focal seat
    seats_without: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> things that it may not build


SUPPLY_FIELDS = ("without", "random_absence", "random_access")


def read_supply(value: Any, players: int, box: Box, others: Sequence[str], faults: Faults) -> Supply:
    """The table [supply]; `others` are keys that its game reads itself."""
    found = faults.table(value, "supply", (*SUPPLY_FIELDS, *others, *seat_names(players)))
    seats = {}
    for seat, key in enumerate(seat_names(players)):
        if key in found:
            inner = faults.table(found[key], f"supply.{key}", ("without",))
            seats[seat] = read_without(inner.get("without", []), f"supply.{key}.without", box._replace(single=box.buildable), faults)
    has_access = faults.take(False, flag, found, "random_access", "supply")
    absence = read_chances(found.get("random_absence", 0.0), "supply.random_absence", box, faults)
    if has_access and players == 1:
        problem = f"somebody else is needed to whom {article(box.word)} {box.word} is denied; it takes at least 2 players"
        faults.note("supply.random_access", problem)
    if has_access and absence:
        problem = f"this draws for everybody too whether {article(box.word)} {box.word} is there; leave `random_absence` out"
        faults.note("supply.random_access", problem)
    without = read_without(found.get("without", []), "supply.without", box, faults)
    return Supply(without, absence, has_access, {seat: names for seat, names in seats.items() if names})


def article(word: str) -> str:
    """Before a word that is spoken as it is written."""
    return "an" if word[:1] in "aeiou" else "a"


def read_without(value: Any, where: str, box: Box, faults: Faults) -> tuple[str, ...]:
    """Things that are left out."""
    return tuple(_names_of_single(faults.take((), texts, value, where), where, box, faults))


def _names_of_single(given: Sequence[str], where: str, box: Box, faults: Faults) -> Iterator[str]:
    """Names of a list that can be left out; others are noted."""
    for index, name in enumerate(given):
        if name not in box.known:
            faults.note(where, f"unknown {box.word} `{shown_name(name)}`; {nearest(name, box.known)}", name)
        elif name not in box.single:
            faults.note(where, f"`{name}` is not a unique {box.word} and cannot be left out", name)
        elif name in given[:index]:
            faults.note(where, f"`{name}` stands here twice", name)
        else:
            yield name


def read_chances(value: Any, where: str, box: Box, faults: Faults) -> Chances:
    """A chance for all, two between which that of a block is drawn, or a table of chances by name."""
    if isinstance(value, list | tuple) and len(value) == 2:
        low, high = (faults.take(0.0, chance, one, where) for one in value)
        if low >= high:
            faults.note(where, f"{low:g} is not below {high:g}; give two chances, such as [0, 0.5]")
        return low, high
    if not isinstance(value, Mapping):
        return faults.take(0.0, chance, value, where)
    chances = {}
    for name in _names_of_single(list(value), where, box, faults):
        chances[name] = faults.take(0.0, chance, value[name], f"{where}.{name}")
    return chances


# ---------------------------------------------------------------- limits and openings


def read_limits(
    value: Any, players: int, read: Callable[[Mapping[str, Any], str], dict[str, Any]], example: str, faults: Faults
) -> tuple[dict[int, Limits], DrawnLimits | None]:
    """The table [limits]: those of seats, and those of which one is drawn; `read` reads the limits of one seat."""
    fixed: dict[int, Limits] = {}
    drawn = None
    for key, entry in faults.table(value, "limits").items():
        where = f"limits.{key}"
        if key == "drawn":
            drawn = read_drawn_limits(entry, players, read, example, faults)
        elif key in seat_names(players):
            limits = read(faults.table(entry, where), where)
            if limits:
                fixed[seat_names(players).index(key)] = limits
        else:
            faults.note(where, no_such_seat(players, "drawn"))
    return fixed, drawn


class Places(Protocol):
    """What a game says of the places of openings."""

    def named(self, name: str, where: str) -> str:
        """The place that a name stands for; Wrong when there is none."""

    def in_play(self) -> Sequence[str]:
        """All places that there can be."""

    def alternatives(self, drawn: DrawnOpening, seat: int) -> Sequence[tuple[str, ...]]:
        """Every opening of a seat."""

    def why_never(self, seat: int, opening: Sequence[str], number: int) -> str | None:
        """Why the placement of this number of a seat, counted from 0, can never go to the place of an opening; None when it can."""


def read_openings(
    value: Any, players: int, places: Places, limits: Mapping[int, Limits], faults: Faults
) -> tuple[dict[int, tuple[str, ...]], DrawnOpening | None]:
    """The table [opening]: those of seats, and the one that is drawn."""
    openings: dict[int, tuple[str, ...]] = {}
    drawn = None
    for key, entry in faults.table(value, "opening").items():
        where = f"opening.{key}"
        if key == "drawn":
            drawn = read_drawn_opening(
                entry, players, places.named, places.in_play(), places.alternatives,
                lambda place, seat: places.why_never(seat, [place], 0), faults,
            )  # fmt: skip
        elif key not in seat_names(players):
            faults.note(where, no_such_seat(players, "drawn"))
        else:
            seat = seat_names(players).index(key)
            found = faults.table(entry, where, ("place",))
            if "place" not in found:
                if isinstance(entry, Mapping) and len(found) == len(entry):
                    faults.note(where, "the key `place` is missing; give a list of action spaces")
                continue
            openings[seat] = _read_opening(found["place"], f"{where}.place", seat, places, limits.get(seat, {}), faults)
    if drawn is not None and (drawn.seat in openings or (drawn.seat is None and openings)):
        faults.note("opening.drawn", "the seat has an opening of its own already; leave one of the two out")
    return openings, drawn


def _read_opening(value: Any, where: str, seat: int, places: Places, limits: Limits, faults: Faults) -> tuple[str, ...]:
    names = faults.take((), texts, value, where)
    read = [faults.take(None, places.named, name, where) for name in names]
    opening = tuple(name for name in read if name is not None)
    for number, name in enumerate(names if len(opening) == len(names) else ()):
        problem = places.why_never(seat, opening, number)
        if opening[number] in limits.get("spaces_without", ()):
            problem = f"the limits of seat {seat} forbid `{opening[number]}`"
        if problem:
            faults.note(where, problem, name)
    return opening
