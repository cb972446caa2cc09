"""What Caverna tells of itself to statistics and pages."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from caverna_sim.games.facts import Careless, GameFacts, Measure, Point, StudyCommand, Things, Yardstick

if TYPE_CHECKING:
    from caverna_sim.stats.source import Facts


def _deals(facts: Facts) -> int:
    """Deals of cards and markers; the displays of the expansion make them countless, so that no run of it is a census."""
    from caverna_sim.games.caverna.box.setups import number_of_setups

    return 0 if facts.expansion else number_of_setups(facts.players, facts.rules)


def _offered(facts: Facts) -> dict[str, str]:
    """Furnishings that can be built in a scenario, those that come back to the supply included (R-COMP-4, R-COMP-6)."""
    from caverna_sim.games.caverna.box.tables import flatten, with_house_rules

    tables = with_house_rules(flatten(facts.rules), facts.expansion)
    everything, without = tables["start"]["tiles"] == "full", set(tables["start"]["without"])
    return {
        name: str(row["name"])
        for name, row in tables["furnishing"].items()
        if row.get("copies", 1) and (everything or row["introductory"] or row.get("copies", 1) < 0) and name not in without
    }


def _names(facts: Facts) -> dict[str, str]:
    return _titles(json.dumps(dict(facts.rules), sort_keys=True), facts.expansion)


@lru_cache(maxsize=16)
def _titles(rules: str, expansion: str | None) -> dict[str, str]:
    """Names of furnishings as their tiles show them; other ids are read as words."""
    from caverna_sim.games.caverna.box.tables import flatten, with_house_rules

    return {name: str(row["name"]) for name, row in with_house_rules(flatten(json.loads(rules)), expansion)["furnishing"].items()}


def _house_rules(facts: Facts) -> list[tuple[str, str, str]]:
    from caverna_sim.games.caverna.report.rules import house_rules

    return house_rules(facts.rules, facts.expansion)


def _assumed(facts: Facts) -> list[Point]:
    from caverna_sim.games.caverna.report.rules import assumed_values

    return assumed_values(facts.rules, facts.players, facts.expansion)


def _readings(facts: Facts) -> list[Point]:
    from caverna_sim.games.caverna.report.rules import readings

    return readings(facts.rules, facts.expansion)


def _design(facts: Facts) -> list[str]:
    from caverna_sim.games.caverna.scenario.words import experiments_in_words

    return experiments_in_words(facts.scenario)


def _happened(run: Any) -> list[str]:
    from caverna_sim.games.caverna.scenario.compliance import openings_in_words

    return openings_in_words(run)


CAVERNA = GameFacts(
    name="caverna",
    plays="caverna_sim.games.caverna.scenario.reading:PLAYS",
    title="Caverna",
    groups={
        "animals": ("animals", "missing_animals"),
        "crops": ("grain", "vegetables"),
        "rubies and gold": ("rubies", "gold"),
        "dwarfs": ("dwarfs",),
        "land and mines": ("unused_spaces", "pastures", "mines"),
        "furnishings": ("furnishings", "bonus", "writing_chamber"),
        "begging and others": ("begging", "traps", "orcs"),
    },
    built=Things("furnishings", "tile", "furnishing", "furnishings"),
    places=Things("placements", "space", "action space", "action spaces"),
    seat_note="Seat 0 is the first starting player; seats go clockwise.",
    measures={"begging": Measure("begging markers", 0.1, 100.0, unit="begging marker")},
    careless=(
        Careless(
            "begging", "begging markers", often=0.3, sentence="Some beg ({value} markers a game), which no good player does."
        ),
        Careless("part_unused_spaces", "lost for unused cells"),
    ),
    yardstick=Yardstick(soon=80, experienced=100),  # what the rulebook expects of people
    sections=("caverna_sim.games.caverna.fiends.study.page:orcs_of_run",),
    studies=(
        StudyCommand(
            "tiles", "what each furnishing is worth", "caverna_sim.games.caverna.studies.tiles:tile_study",
            "caverna_sim.games.caverna.studies.command:tiles_arguments",
        ),
        StudyCommand(
            "openings", "what a first placement is worth", "caverna_sim.games.caverna.studies.openings:opening_study",
            "caverna_sim.games.caverna.studies.command:openings_arguments",
        ),
        StudyCommand("weapons", "what arming is worth", "caverna_sim.games.caverna.studies.weapons:weapon_study"),
        StudyCommand("growth", "what another dwarf is worth", "caverna_sim.games.caverna.studies.growth:growth_study"),
        StudyCommand(
            "orcs", "how strong the orcs of Frantic Fiends should be", "caverna_sim.games.caverna.studies.orcs:orc_study",
            "caverna_sim.games.caverna.studies.command:orcs_arguments",
        ),
        StudyCommand(
            "plans", "which plan does well against which", "caverna_sim.games.caverna.studies.plans:plan_study",
            "caverna_sim.games.caverna.studies.command:plans_arguments", names_scenarios=True,
        ),
    ),
    deals=_deals,
    things=_offered,
    names=_names,
    house_rules=_house_rules,
    design=_design,
    happened=_happened,
    assumed=_assumed,
    readings=_readings,
    left_out="start.without",
    watch="caverna-sim watch {run} --index {index} --html game-{index}.html",
)  # fmt: skip
