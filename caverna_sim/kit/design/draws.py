"""What is drawn for each block of a scenario: absent things, who may build what, a limit, an opening.

All of it is keyed by (seed, block, stream), so nothing here shifts when bots, rules or the number of games change. Focal seats,
limits, openings and shares are stratified: as many blocks in a row as there are cases take each case once, in random order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from typing import Any

from caverna_sim.chance.streams import (
    STREAM_ABSENCE,
    STREAM_ACCESS,
    STREAM_COMPANY,
    STREAM_FOCAL,
    STREAM_LIMITS,
    STREAM_OPENING,
    Stream,
    word_of,
)

WORDS = 2**32  # of a draw
NOBODY, FOCAL, OTHERS, EVERYBODY = ACCESS = ("nobody", "focal", "others", "everybody")  # who may build a thing
NO_SEAT = -1
NONE = "none"  # no limit: the control among limits
WHOSE = ("seat", "others", "all")  # who is limited: the focal seat, all but it, everybody
ALL = "all"  # a pool of every place that can be used then
LEAST_LEFT = 20  # blocks beside one for each effect
WHOLE_STRATA = 2  # every case of a seat occurs so often
SHARES = 16  # different shares of absent things, where the share is drawn too

Chances = float | Mapping[str, float] | tuple[float, float]  # of being absent: one for all, by name, or drawn between two
Things = Sequence[tuple[int, str]]  # number and name
Limits = Mapping[str, Any]  # of a seat, in the words of the game


@dataclass(frozen=True)
class DrawnLimits:
    """Limits of which one is drawn for each block, or none. Without `seat` the focal seat is drawn too."""

    alternatives: Mapping[str, Limits]
    whose: Mapping[str, str] = field(default_factory=dict)  # alternative -> one of WHOSE
    seat: int | None = None

    def to_data(self) -> dict[str, Any]:
        """As the file holds it."""
        data: dict[str, Any] = {} if self.seat is None else {"seat": self.seat}
        return data | {
            name: {**({"whose": self.whose[name]} if name in self.whose else {}), **limits} for name, limits in self.alternatives.items()
        }


@dataclass(frozen=True)
class DrawnOpening:
    """Places from which the first placements of a seat are drawn for each block. Without `seat` the focal seat is drawn too."""

    pool: tuple[str, ...] | None = None  # None: every place that can be used then
    length: int = 1
    seat: int | None = None

    def to_data(self) -> dict[str, Any]:
        """As the file holds it."""
        data: dict[str, Any] = {} if self.seat is None else {"seat": self.seat}
        return data | {"length": self.length, "pool": ALL if self.pool is None else list(self.pool)}


@dataclass(frozen=True)
class Extra:
    """Things of a second kind, which are absent for everybody by lots of their own."""

    things: Things
    chances: Chances
    denied: str  # the limit that takes them from a seat
    stream: int


@dataclass(frozen=True)
class Asked:
    """What a scenario fixes and draws."""

    players: int
    things: Things = ()  # that can be absent
    denied: str = ""  # the limit that takes a thing from a seat
    random_absence: Chances = 0.0
    random_access: bool = False
    extra: Extra | None = None
    seats_without: Mapping[int, Sequence[str]] = field(default_factory=dict)  # seat -> things that it may not build
    limits: Mapping[int, Limits] = field(default_factory=dict)  # seat -> what it may not do
    drawn_limits: DrawnLimits | None = None
    openings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> places of its first placements
    drawn_openings: Sequence[tuple[int, Sequence[tuple[str, ...]]]] = ()  # seat, openings of which one is drawn for it


@dataclass(frozen=True)
class Drawn:
    """What is drawn for a block. Seats are NO_SEAT where nothing is drawn for one."""

    absent: tuple[str, ...] = ()  # things that nobody can build, those of `access` included
    absent_extra: tuple[str, ...] = ()
    access_seat: int = NO_SEAT
    access: Mapping[str, str] = field(default_factory=dict)  # thing -> one of ACCESS
    limits_seat: int = NO_SEAT
    limit: str = NONE  # name of the alternative
    opening_seat: int = NO_SEAT
    opening: int = 0  # number in Design.openings
    limits: Mapping[int, Limits] = field(default_factory=dict)  # seat -> all that it may not do in the block, fixed limits included

    @property
    def focal_seat(self) -> int:
        """The seat that something is drawn for; NO_SEAT without one."""
        return next((seat for seat in (self.limits_seat, self.opening_seat, self.access_seat) if seat != NO_SEAT), NO_SEAT)


NOTHING = Drawn()


def seated(tables: Sequence[tuple[int, tuple[int, ...]]], drawn: Drawn, focal_bot: int | None) -> list[tuple[int, tuple[int, ...]]]:
    """The tables of a block, numbers of seatings and bots, with a bot in the focal seat of all of them."""
    place = drawn.focal_seat
    if focal_bot is None or place == NO_SEAT:
        return list(tables)
    return [(seating, (*bots[:place], focal_bot, *bots[place + 1 :])) for seating, bots in tables]


class Design:
    """The draws of a scenario with a seed; `together` makes one of several limits on a seat."""

    def __init__(self, asked: Asked, seed: int, together: Callable[[Iterable[Limits]], dict[str, Any]]) -> None:
        self.asked, self.seed, self._together = asked, seed, together
        self.openings: list[Mapping[int, tuple[str, ...]]] = [asked.openings]  # seat -> places; the first is that of no draw
        self._opening_cases: list[tuple[int, int]] = []  # seat, number in `openings`
        for seat, openings in asked.drawn_openings:
            cases = [0] * _controls(len(openings)) + list(range(len(self.openings), len(self.openings) + len(openings)))
            self.openings += [{**asked.openings, seat: opening} for opening in openings]
            self._opening_cases += [(seat, number) for number in cases]
        self._limit_cases: list[tuple[int, str]] = []  # seat, name
        if asked.drawn_limits is not None:
            drawn = asked.drawn_limits
            seats = range(asked.players) if drawn.seat is None else (drawn.seat,)
            names = [NONE] * _controls(len(drawn.alternatives)) + list(drawn.alternatives)
            self._limit_cases = [(seat, name) for seat in seats for name in names]

    @property
    def assigns(self) -> bool:
        """Whether there is anything to keep in the table `assigned`."""
        one = self.asked
        return bool(one.random_access or (one.extra and one.extra.chances) or self._limit_cases or self._opening_cases or one.openings)

    @property
    def has_focal_seat(self) -> bool:
        """Whether something is drawn for one seat of each block."""
        return bool(self.asked.random_access or self._limit_cases or self._opening_cases)

    @property
    def draws_supply(self) -> bool:
        """Whether things are there in some blocks only."""
        return bool(self.asked.random_absence or self.asked.random_access)

    @property
    def least_blocks(self) -> int:
        """So many that the effects of all that is drawn can be told apart, with some blocks left over to tell how sure they are."""
        one = self.asked
        of_each = 2 if isinstance(one.random_absence, tuple) else 1  # its worth, and how it moves with what else is absent
        effects = max(
            of_each * len(one.things) if one.random_absence else 0,
            (len(ACCESS) - 1) * len(one.things) if one.random_access else 0,
            len(one.extra.things) if one.extra and one.extra.chances else 0,
        )
        return max(effects + LEAST_LEFT if effects else 1, WHOLE_STRATA * max(len(self._opening_cases), len(self._limit_cases)))

    def of_block(self, block: int) -> Drawn:
        """What is drawn for a block."""
        one = self.asked
        if not (self.assigns or one.random_absence or one.seats_without or one.limits):
            return NOTHING
        absent = self._absent(block, STREAM_ABSENCE, one.things, one.random_absence)
        access_seat, access = NO_SEAT, dict[str, str]()
        if one.random_access:
            access_seat = _stratum(self.seed, block, STREAM_FOCAL, one.players)
            access = {name: ACCESS[word_of(self.seed, block, STREAM_ACCESS, number) >> 30] for number, name in one.things}
            absent += tuple(name for name, who in access.items() if who == NOBODY)
        limits_seat, limit = self._case(block, STREAM_LIMITS, self._limit_cases, NONE)
        opening_seat, opening = self._case(block, STREAM_OPENING, self._opening_cases, 0)
        absent_extra = self._absent(block, one.extra.stream, one.extra.things, one.extra.chances) if one.extra else ()
        limits = self._limits(limits_seat, limit, access_seat, access, absent_extra)
        return Drawn(absent, absent_extra, access_seat, access, limits_seat, limit, opening_seat, opening, limits)

    def _absent(self, block: int, stream: int, things: Things, chances: Chances) -> tuple[str, ...]:
        """Those of some numbered things that a block is played without."""
        if not chances:
            return ()
        every = chances if isinstance(chances, Mapping) else dict.fromkeys((name for _, name in things), self._chance(block, chances))
        wanted = ((number, name, float(every.get(name, 0.0))) for number, name in things)
        return tuple(name for number, name, chance in wanted if chance and word_of(self.seed, block, stream, number) < chance * WORDS)

    def _chance(self, block: int, chances: float | tuple[float, float]) -> float:
        """That of a block; one that lies between two is drawn by strata."""
        if not isinstance(chances, tuple):
            return chances
        low, high = chances
        return low + (high - low) * (_stratum(self.seed, block, STREAM_COMPANY, SHARES) + 0.5) / SHARES

    def _case(self, block: int, stream: int, cases: Sequence[tuple[int, Any]], nothing: Any) -> tuple[int, Any]:
        return cases[_stratum(self.seed, block, stream, len(cases))] if cases else (NO_SEAT, nothing)

    def _limits(
        self, limits_seat: int, limit: str, access_seat: int, access: Mapping[str, str], absent_extra: Sequence[str]
    ) -> dict[int, Limits]:
        asked, drawn = self.asked, self.asked.drawn_limits
        every: dict[int, Limits] = {}
        for seat in range(asked.players):
            parts: list[Limits] = [asked.limits.get(seat, {})]
            denied = [name for name, who in access.items() if who == (OTHERS if seat == access_seat else FOCAL)]
            parts += [{asked.denied: list(names)} for names in (asked.seats_without.get(seat, ()), denied) if names]
            if absent_extra and asked.extra is not None:
                parts.append({asked.extra.denied: list(absent_extra)})
            if drawn is not None and limit != NONE:
                whose = drawn.whose.get(limit, "seat")
                if whose == "all" or (whose == "seat") == (seat == limits_seat):
                    parts.append(drawn.alternatives[limit])
            limits = self._together(parts)
            if limits:
                every[seat] = limits
        return every


def _controls(alternatives: int) -> int:
    """How often the control is drawn for each time of an alternative: about its root, as all of them are compared with it."""
    return max(1, isqrt(alternatives))


def _stratum(seed: int, block: int, stream: int, cases: int) -> int:
    """The case of a block: each of so many blocks in a row has another one."""
    stratum, place = divmod(block, cases)
    return _order(seed, stratum, stream, cases)[place]


@lru_cache(maxsize=256)
def _order(seed: int, stratum: int, stream: int, cases: int) -> tuple[int, ...]:
    return tuple(Stream(seed, stratum, stream).shuffled(range(cases)))
