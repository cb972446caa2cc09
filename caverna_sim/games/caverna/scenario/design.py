"""What is drawn for each block of a scenario: absent tiles and loot, who may build what, a limit, an opening.

All of it is keyed by (seed, block, stream), so nothing here shifts when bots, rules or the number of games change. Focal seats,
limits and openings are stratified: as many blocks in a row as there are cases take each case once, in random order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any

from caverna_sim.chance.streams import (
    STREAM_ABSENCE,
    STREAM_ACCESS,
    STREAM_FOCAL,
    STREAM_LIMITS,
    STREAM_LOOT,
    STREAM_OPENING,
    Stream,
    word_of,
)
from caverna_sim.games.caverna.box.tables import ids_of, ids_so_far, printed_tables, with_house_rules
from caverna_sim.games.caverna.limits import Limits, together
from caverna_sim.games.caverna.scenario.changes import NONE, Chances

if TYPE_CHECKING:
    from caverna_sim.games.caverna.scenario.reading import CavernaScenario

WORDS = 2**32  # of a draw
NOBODY, FOCAL, OTHERS, EVERYBODY = ACCESS = ("nobody", "focal", "others", "everybody")  # who may build a furnishing
NO_SEAT = -1
LEAST_LEFT = 20  # blocks beside one for each effect
WHOLE_STRATA = 2  # every case of a seat occurs so often


@dataclass(frozen=True)
class Drawn:
    """What is drawn for a block. Seats are NO_SEAT where nothing is drawn for one."""

    absent: tuple[str, ...] = ()  # unique furnishings that nobody can build, those of `access` included
    absent_loot: tuple[str, ...] = ()
    access_seat: int = NO_SEAT
    access: Mapping[str, str] = field(default_factory=dict)  # unique furnishing -> one of ACCESS
    limits_seat: int = NO_SEAT
    limit: str = NONE  # name of the alternative
    opening_seat: int = NO_SEAT
    opening: int = 0  # number in Design.openings
    limits: Mapping[int, Limits] = field(default_factory=dict)  # seat -> all that it may not do in the block, fixed limits included


NOTHING = Drawn()


class Design:
    """The draws of a scenario with a seed; `rules` are its house rules by dotted path, furnishings left out included."""

    def __init__(self, scenario: CavernaScenario, seed: int, rules: Mapping[str, Any]) -> None:
        self.scenario, self.seed = scenario, seed
        self.offered = offered(rules, scenario.expansion)
        self.openings: list[Mapping[int, tuple[str, ...]]] = [scenario.openings]  # seat -> spaces; the first is that of no draw
        self._opening_cases: list[tuple[int, int]] = []  # seat, number in `openings`
        if scenario.drawn_opening is not None:
            self._list_openings(rules)
        self._limit_cases: list[tuple[int, str]] = []  # seat, name
        if scenario.drawn_limits is not None:
            drawn = scenario.drawn_limits
            seats = range(scenario.players) if drawn.seat is None else (drawn.seat,)
            names = [NONE] * _controls(len(drawn.alternatives)) + list(drawn.alternatives)
            self._limit_cases = [(seat, name) for seat in seats for name in names]

    def _list_openings(self, rules: Mapping[str, Any]) -> None:
        """Every opening of every focal seat, and the bot's own as the control."""
        from caverna_sim.games.caverna.box.catalog import catalog

        drawn = self.scenario.drawn_opening
        assert drawn is not None
        table = catalog(self.scenario.players, rules, self.scenario.expansion)
        for seat in range(self.scenario.players) if drawn.seat is None else (drawn.seat,):
            openings = drawn.alternatives(table, seat)
            cases = [0] * _controls(len(openings)) + list(range(len(self.openings), len(self.openings) + len(openings)))
            self.openings += [{**self.scenario.openings, seat: opening} for opening in openings]
            self._opening_cases += [(seat, number) for number in cases]

    @property
    def assigns(self) -> bool:
        """Whether there is anything to keep in the table `assigned`."""
        one = self.scenario
        return bool(one.random_access or one.random_loot_absence or self._limit_cases or self._opening_cases or one.openings)

    @property
    def draws_supply(self) -> bool:
        """Whether furnishings are there in some blocks only."""
        return bool(self.scenario.random_absence or self.scenario.random_access)

    @property
    def least_blocks(self) -> int:
        """So many that the effects of all that is drawn can be told apart, with some blocks left over to tell how sure they are."""
        one = self.scenario
        effects = max(
            len(self.offered) if one.random_absence else 0,
            (len(ACCESS) - 1) * len(self.offered) if one.random_access else 0,
            len(printed_tables(one.expansion)["loot"]) if one.random_loot_absence else 0,
        )
        return max(effects + LEAST_LEFT if effects else 1, WHOLE_STRATA * max(len(self._opening_cases), len(self._limit_cases)))

    def of_block(self, block: int) -> Drawn:
        """What is drawn for a block."""
        one = self.scenario
        if not (self.assigns or one.random_absence or one.seats_without or one.limits):
            return NOTHING
        absent = self._absent(block, STREAM_ABSENCE, self.offered, one.random_absence)
        loot = tuple(enumerate(ids_so_far(printed_tables(one.expansion), "loot"))) if one.random_loot_absence else ()
        access_seat, access = NO_SEAT, dict[str, str]()
        if one.random_access:
            access_seat = _stratum(self.seed, block, STREAM_FOCAL, self.scenario.players)
            access = {name: ACCESS[word_of(self.seed, block, STREAM_ACCESS, number) >> 30] for number, name in self.offered}
            absent += tuple(name for name, who in access.items() if who == NOBODY)
        limits_seat, limit = self._case(block, STREAM_LIMITS, self._limit_cases, NONE)
        opening_seat, opening = self._case(block, STREAM_OPENING, self._opening_cases, 0)
        absent_loot = self._absent(block, STREAM_LOOT, loot, one.random_loot_absence)
        limits = self._limits(limits_seat, limit, access_seat, access, absent_loot)
        return Drawn(absent, absent_loot, access_seat, access, limits_seat, limit, opening_seat, opening, limits)

    def _absent(self, block: int, stream: int, things: Sequence[tuple[int, str]], chances: Chances) -> tuple[str, ...]:
        """Those of some numbered things that a block is played without."""
        if not chances:
            return ()
        chance_of = chances.get if isinstance(chances, Mapping) else lambda name, default: chances
        wanted = ((number, name, float(chance_of(name, 0.0))) for number, name in things)  # type: ignore[operator, arg-type]
        return tuple(name for number, name, chance in wanted if chance and word_of(self.seed, block, stream, number) < chance * WORDS)

    def _case(self, block: int, stream: int, cases: Sequence[tuple[int, Any]], nothing: Any) -> tuple[int, Any]:
        return cases[_stratum(self.seed, block, stream, len(cases))] if cases else (NO_SEAT, nothing)

    def _limits(
        self, limits_seat: int, limit: str, access_seat: int, access: Mapping[str, str], absent_loot: Sequence[str]
    ) -> dict[int, Limits]:
        scenario = self.scenario
        drawn = scenario.drawn_limits
        every: dict[int, Limits] = {}
        for seat in range(scenario.players):
            parts: list[Limits] = [scenario.limits.get(seat, {})]
            denied = [name for name, who in access.items() if who == (OTHERS if seat == access_seat else FOCAL)]
            parts += [{"tiles_without": list(names)} for names in (scenario.seats_without.get(seat, ()), denied) if names]
            if absent_loot:
                parts.append({"loot_without": list(absent_loot)})
            if drawn is not None and limit != NONE:
                whose = drawn.whose.get(limit, "seat")
                if whose == "all" or (whose == "seat") == (seat == limits_seat):
                    parts.append(drawn.alternatives[limit])
            limits = together(parts)
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


@lru_cache(maxsize=64)
def _offered_with(rules: str, expansion: str | None) -> tuple[tuple[int, str], ...]:
    tables = with_house_rules(json.loads(rules), expansion)
    everything = tables["start"]["tiles"] == "full"
    offered = []
    for number, name in enumerate(ids_of(tables, "furnishing")):
        row = tables["furnishing"].get(name)
        if row is None:  # of the expansion
            continue
        if row.get("copies", 1) == 1 and (everything or row["introductory"]) and name not in tables["start"]["without"]:
            offered.append((number, name))
    return tuple(offered)


def offered(rules: Mapping[str, Any], expansion: str | None = None) -> tuple[tuple[int, str], ...]:
    """Number and id of every unique furnishing in the box under house rules."""
    return _offered_with(json.dumps(rules, sort_keys=True), expansion)
