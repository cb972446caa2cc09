"""What Neanderthal tells of itself to statistics and pages: the rows of told.toml, and what hangs on a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim.errors import CavernaError
from caverna_sim.games.facts import GameCommand, GameFacts, Measure, Point, StudyCommand
from caverna_sim.toml import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from caverna_sim.stats.source import Facts

_FOLDER = "caverna_sim.games.neanderthal"
_TOLD = read_toml(Path(__file__).with_suffix(".toml"), "told", CavernaError)
SPECIES_NAMES: Mapping[str, str] = _TOLD["species"]


def _design(facts: Facts) -> Sequence[str]:
    """The deck first: results are those of made-up cards."""
    from caverna_sim.scenario.scenario import read_scenario

    return read_scenario(facts.scenario).phrases()


def _warning(facts: Facts) -> str:
    return f"Played with {_design(facts)[0]}."


def _tables(facts: Facts) -> Any:
    from caverna_sim.games import plays
    from caverna_sim.scenario.scenario import read_scenario

    return plays("neanderthal").rules(read_scenario(facts.scenario))


def _names(facts: Facts) -> Mapping[str, str]:
    return {**SPECIES_NAMES, **{name: row["name"] for kind in ("biome", "daughter") for name, row in _tables(facts)[kind].items()}}


def _assumed(facts: Facts) -> Sequence[Point]:
    """The cards above all, then values that stand on no card."""
    from caverna_sim.kit.tables.told import assumed_values

    cards = Point("biome, daughter", "dossier 16", _design(facts)[0])
    others = {name: table for name, table in _tables(facts).items() if name not in ("biome", "daughter")}
    return [cards, *assumed_values(others, facts.players, ("ruling",))]


def _readings(facts: Facts) -> Sequence[Point]:
    """Switches where the text is silent."""
    from caverna_sim.kit.tables.told import readings

    return readings(_tables(facts), ("ruling",))


def _house_rules(facts: Facts) -> Sequence[tuple[str, str, str]]:
    from caverna_sim.games.neanderthal.box.tables import printed_tables
    from caverna_sim.kit.tables.told import house_rules

    return house_rules(facts.rules, printed_tables(), ("ruling",))


def _there(place: str) -> Any:
    return f"{_FOLDER}.{place}"


NEANDERTHAL = GameFacts(
    **_TOLD["facts"],
    **{name: _there(place) for name, place in _TOLD["places"].items()},
    folder=_FOLDER,
    measures={name: Measure(**row) for name, row in _TOLD["measures"].items()},
    sections=tuple(_there(f"show.sections:{name}") for name in _TOLD["sections"]["names"]),
    studies=tuple(
        StudyCommand(name, **{**row, **{place: _there(row[place]) for place in ("study", "arguments") if place in row}})
        for name, row in _TOLD["studies"].items()
    ),
    commands=tuple(
        GameCommand(name, row["summary"], _there(f"show.arguments:{name.replace('-', '_')}"), _there(row["function"]))
        for name, row in _TOLD["commands"].items()
    ),
    design=_design,
    names=_names,
    warning=_warning,
    assumed=_assumed,
    readings=_readings,
    house_rules=_house_rules,
)
