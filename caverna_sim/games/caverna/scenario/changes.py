"""What a scenario changes in order to learn from it: the supply, limits of seats, openings; fixed, or drawn for each block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from caverna_sim.check import shown_name
from caverna_sim.errors import nearest
from caverna_sim.games.caverna.limits import OF_EXPANSIONS, Limits, faults_of, names_in
from caverna_sim.games.caverna.scenario.openings import alternatives, space_named, spaces_in_play, why_never
from caverna_sim.kit.design.draws import Chances, DrawnLimits, DrawnOpening
from caverna_sim.kit.design.reading import no_such_seat, read_drawn_limits, read_drawn_opening, seat_names
from caverna_sim.kit.tables.house import Tables
from caverna_sim.scenario.values import Faults, chance, flag, texts

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog

SUPPLY_FIELDS = ("without", "random_absence", "random_access", "random_loot_absence")


@dataclass(frozen=True)
class Supply:
    """What is not to be had, and by whom."""

    without: tuple[str, ...] = ()  # unique furnishings removed for everybody
    random_absence: Chances = 0.0  # of each unique furnishing, for everybody, drawn for each block
    random_access: bool = False  # who may build each unique furnishing is drawn for each block, with a focal seat
    random_loot_absence: Chances = 0.0  # of each loot item, for everybody, drawn for each block
    seats_without: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> furnishings that it may not build


# ---------------------------------------------------------------- supply


def read_supply(value: Any, players: int, tables: Tables, faults: Faults) -> Supply:
    """The table [supply]."""
    found = faults.table(value, "supply", (*SUPPLY_FIELDS, *seat_names(players)))
    furnishings = tables["furnishing"]
    unique = tuple(name for name, row in furnishings.items() if row.get("copies", 1) == 1)
    loot = tuple(tables["loot"])
    seats = {}
    for seat, key in enumerate(seat_names(players)):
        if key in found:
            inner = faults.table(found[key], f"supply.{key}", ("without",))
            buildable = tuple(name for name, row in furnishings.items() if row.get("copies", 1) != 0)
            seats[seat] = _read_without(inner.get("without", []), f"supply.{key}.without", furnishings, buildable, faults)
    has_access = faults.take(False, flag, found, "random_access", "supply")
    absence = _read_chances(found.get("random_absence", 0.0), "supply.random_absence", furnishings, unique, faults)
    if has_access and players == 1:
        faults.note("supply.random_access", "somebody else is needed to whom a furnishing is denied; it takes at least 2 players")
    if has_access and absence:
        faults.note("supply.random_access", "this draws for everybody too whether a furnishing is there; leave `random_absence` out")
    return Supply(
        without=_read_without(found.get("without", []), "supply.without", furnishings, unique, faults),
        random_absence=absence,
        random_access=has_access,
        random_loot_absence=_read_chances(found.get("random_loot_absence", 0.0), "supply.random_loot_absence", loot, loot, faults),
        seats_without={seat: names for seat, names in seats.items() if names},
    )


def _read_without(value: Any, where: str, known: Any, unique: Sequence[str], faults: Faults) -> tuple[str, ...]:
    return tuple(_names_of_unique(faults.take((), texts, value, where), where, known, unique, faults))


def _names_of_unique(given: Sequence[str], where: str, known: Any, unique: Sequence[str], faults: Faults) -> Iterator[str]:
    """Names of a list that can be left out; others are noted."""
    what = "furnishing" if where.endswith(("without", "absence")) and "loot" not in where else "loot item"
    for index, name in enumerate(given):
        if name not in known:
            faults.note(where, f"unknown {what} `{shown_name(name)}`; {nearest(name, known)}", name)
        elif name not in unique:
            faults.note(where, f"`{name}` is not a unique furnishing and cannot be left out", name)
        elif name in given[:index]:
            faults.note(where, f"`{name}` stands here twice", name)
        else:
            yield name


def _read_chances(value: Any, where: str, known: Any, unique: Sequence[str], faults: Faults) -> Chances:
    """A chance for all, two between which that of a block is drawn, or a table of chances by name."""
    if isinstance(value, list | tuple) and len(value) == 2:
        low, high = (faults.take(0.0, chance, one, where) for one in value)
        if low >= high:
            faults.note(where, f"{low:g} is not below {high:g}; give two chances, such as [0, 0.5]")
        return low, high
    if not isinstance(value, Mapping):
        return faults.take(0.0, chance, value, where)
    chances = {}
    for name in _names_of_unique(list(value), where, known, unique, faults):
        chances[name] = faults.take(0.0, chance, value[name], f"{where}.{name}")
    return chances


# ---------------------------------------------------------------- limits


def read_limits(
    value: Any, players: int, expansion: str | None, rules: Callable[[], Catalog], faults: Faults
) -> tuple[dict[int, Limits], DrawnLimits | None]:
    """The table [limits]: those of seats, and those of which one is drawn. The rules are built when one is read."""
    fixed: dict[int, Limits] = {}
    drawn = None
    reader = _LimitReader(players, expansion, rules, faults)
    for key, entry in faults.table(value, "limits").items():
        where = f"limits.{key}"
        if key == "drawn":
            drawn = read_drawn_limits(entry, players, reader.read, "weapon_max = 0", faults)
        elif key in seat_names(players):
            limits = reader.read(faults.table(entry, where), where)
            if limits:
                fixed[seat_names(players).index(key)] = limits
        else:
            faults.note(where, no_such_seat(players, "drawn"))
    return fixed, drawn


@dataclass(frozen=True)
class _LimitReader:
    """Reads limits of one seat."""

    players: int
    expansion: str | None
    rules: Callable[[], Catalog]
    faults: Faults

    def read(self, entry: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Limits in words, names of spaces written out; what is wrong is noted."""
        limits, rules = dict(entry), self.rules()
        spaces = limits.get("spaces_without")
        if isinstance(spaces, list | tuple) and all(isinstance(name, str) for name in spaces):
            field = f"{where}.spaces_without"
            read = [self.faults.take(None, space_named, name, self.players, self.expansion, field) for name in spaces]
            limits["spaces_without"] = [name for name in read if name is not None]
        names: dict[str, Sequence[str]] = {
            "spaces_without": tuple(rules.tables["space"]),
            "loot_without": tuple(rules.tables["loot"]),
        }
        if self.expansion:
            names |= {word: names_in(word, rules.tables) for word in OF_EXPANSIONS}
        wrong = set()
        for fault in faults_of(limits, names, int(rules.record[0]["start_dwarfs"])):
            self.faults.note(f"{where}.{fault.field}", fault.problem, fault.value)
            wrong.add(fault.field)
        sound = {word: value for word, value in limits.items() if word not in wrong and value != []}
        return {word: list(value) if isinstance(value, list | tuple) else value for word, value in sound.items()}


# ---------------------------------------------------------------- openings


def read_openings(
    value: Any, players: int, expansion: str | None, rules: Callable[[], Catalog], limits: Mapping[int, Limits], faults: Faults
) -> tuple[dict[int, tuple[str, ...]], DrawnOpening | None]:
    """The table [opening]: those of seats, and the one that is drawn. The rules are built when one is read."""
    openings: dict[int, tuple[str, ...]] = {}
    drawn = None
    for key, entry in faults.table(value, "opening").items():
        where = f"opening.{key}"
        if key == "drawn":
            drawn = _read_drawn_opening(entry, players, expansion, rules(), faults)
        elif key not in seat_names(players):
            faults.note(where, no_such_seat(players, "drawn"))
        else:
            seat = seat_names(players).index(key)
            found = faults.table(entry, where, ("place",))
            if "place" not in found:
                if isinstance(entry, Mapping) and len(found) == len(entry):
                    faults.note(where, "the key `place` is missing; give a list of action spaces")
                continue
            names = faults.take((), texts, found.get("place", []), f"{where}.place")
            openings[seat] = _read_spaces(names, f"{where}.place", players, expansion, faults)
            for number, name in enumerate(names if len(openings[seat]) == len(names) else ()):
                _check_placement(rules(), limits.get(seat, {}), seat, openings[seat], number, f"{where}.place", name, faults)
    if drawn is not None and (drawn.seat in openings or (drawn.seat is None and openings)):
        faults.note("opening.drawn", "the seat has an opening of its own already; leave one of the two out")
    return openings, drawn


def _read_spaces(names: Sequence[str], where: str, players: int, expansion: str | None, faults: Faults) -> tuple[str, ...]:
    read = [faults.take(None, space_named, name, players, expansion, where) for name in names]
    return tuple(name for name in read if name is not None)


def _check_placement(
    rules: Catalog, limits: Limits, seat: int, opening: Sequence[str], number: int, where: str, written: str, faults: Faults
) -> None:
    problem = why_never(rules, seat, opening, number)
    if opening[number] in limits.get("spaces_without", ()):
        problem = f"the limits of seat {seat} forbid `{opening[number]}`"
    if problem:
        faults.note(where, problem, written)


def _read_drawn_opening(value: Any, players: int, expansion: str | None, rules: Catalog, faults: Faults) -> DrawnOpening | None:
    return read_drawn_opening(
        value,
        players,
        lambda name, where: space_named(name, players, expansion, where),
        spaces_in_play(rules),
        lambda drawn, seat: alternatives(drawn, rules, seat),
        lambda space, seat: why_never(rules, seat, [space], 0),
        faults,
    )


__all__ = ["Chances", "DrawnLimits", "DrawnOpening", "Supply", "read_limits", "read_openings", "read_supply", "seat_names"]
