"""What a scenario of Caverna changes in order to learn from it: the supply, limits of seats, openings (kit/design/reading.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caverna_sim.games.caverna.limits import OF_EXPANSIONS, TILES, Limits, faults_of, names_in
from caverna_sim.games.caverna.scenario import openings
from caverna_sim.kit.design import reading
from caverna_sim.kit.design.draws import Chances, DrawnLimits, DrawnOpening
from caverna_sim.kit.design.reading import Box, Supply, read_chances
from caverna_sim.kit.tables.house import Tables
from caverna_sim.scenario.values import Faults

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog

LOOT_ABSENCE = "random_loot_absence"


def read_supply(value: Any, players: int, tables: Tables, faults: Faults) -> tuple[Supply, Chances]:
    """The table [supply], and chances of loot to be absent for everybody, drawn for each block."""
    furnishings, loot = tables["furnishing"], tuple(tables["loot"])
    unique = tuple(name for name, row in furnishings.items() if row.get("copies", 1) == 1)
    buildable = tuple(name for name, row in furnishings.items() if row.get("copies", 1) != 0)
    found = reading.read_supply(value, players, Box("furnishing", furnishings, unique, buildable), (LOOT_ABSENCE,), faults)
    chances = value.get(LOOT_ABSENCE, 0.0) if isinstance(value, Mapping) else 0.0
    return found, read_chances(chances, f"supply.{LOOT_ABSENCE}", Box("loot item", loot, loot, loot), faults)


def read_limits(
    value: Any, players: int, expansion: str | None, rules: Callable[[], Catalog], faults: Faults
) -> tuple[dict[int, Limits], DrawnLimits | None]:
    """The table [limits]. The rules are built when one is read."""
    return reading.read_limits(value, players, _LimitReader(players, expansion, rules, faults).read, "weapon_max = 0", faults)


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
            read = [self.faults.take(None, openings.space_named, name, self.players, self.expansion, field) for name in spaces]
            limits["spaces_without"] = [name for name in read if name is not None]
        names: dict[str, Sequence[str]] = {
            "spaces_without": tuple(rules.tables["space"]),
            "loot_without": tuple(rules.tables["loot"]),
            TILES: tuple(name for name, row in rules.tables["furnishing"].items() if row.get("copies", 1) != 0),
        }
        if self.expansion:
            names |= {word: names_in(word, rules.tables) for word in OF_EXPANSIONS}
        wrong = set()
        for fault in faults_of(limits, names, int(rules.record[0]["start_dwarfs"])):
            self.faults.note(f"{where}.{fault.field}", fault.problem, fault.value)
            wrong.add(fault.field.partition(".")[0])
        sound = {word: value for word, value in limits.items() if word not in wrong and value not in ([], {})}
        return {word: _copied(value) for word, value in sound.items()}


def _copied(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class _Places:
    """Action spaces of openings; the rules are built when one is read."""

    players: int
    expansion: str | None
    rules: Callable[[], Catalog]

    def named(self, name: str, where: str) -> str:
        """The space that a name stands for."""
        return openings.space_named(name, self.players, self.expansion, where)

    def in_play(self) -> Sequence[str]:
        """All spaces."""
        return openings.spaces_in_play(self.rules())

    def alternatives(self, drawn: DrawnOpening, seat: int) -> Sequence[tuple[str, ...]]:
        """Every opening of a seat."""
        return openings.alternatives(drawn, self.rules(), seat)

    def why_never(self, seat: int, opening: Sequence[str], number: int) -> str | None:
        """Why a placement can never go where it is to go."""
        return openings.why_never(self.rules(), seat, opening, number)


def read_openings(
    value: Any, players: int, expansion: str | None, rules: Callable[[], Catalog], limits: Mapping[int, Limits], faults: Faults
) -> tuple[dict[int, tuple[str, ...]], DrawnOpening | None]:
    """The table [opening]. The rules are built when one is read."""
    return reading.read_openings(value, players, _Places(players, expansion, rules), limits, faults)
