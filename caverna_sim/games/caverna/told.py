"""What Caverna tells of itself to statistics and pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, module_of, played
from caverna_sim.games.facts import Careless, GameCommand, GameFacts, Measure, Point, StudyCommand, Things, Yardstick

if TYPE_CHECKING:
    from caverna_sim.stats.source import Facts

_WING = module_of(EVERYTHING, "told")
_SHOW = "caverna_sim.games.caverna.show"
CAMPAIGN_ONLY = ("milestone",)  # tables that a single game does not depend on
_COMMANDS = (
    ("watch", "show one game, step by step, with the boards", f"{_SHOW}.watch:STAGE"),
    ("tile", "say what one furnishing is worth, at three prices", f"{_SHOW}.tile:run"),
    ("new-scenario", "write a scenario to start from", f"{_SHOW}.new:new_scenario"),
    ("new-bot", "write a bot to start from", f"{_SHOW}.new:new_bot"),
    ("rules", "show the rules as they are played", f"{_SHOW}.rules:run"),
    ("bots", "list the bots, or show one", f"{_SHOW}.bots:run"),
    ("tune", "improve a bot by playing", "caverna_sim.games.caverna.learning.command:run"),
    ("plan", "search for the best line of a solo game", f"{_SHOW}.lessons:run_plan"),
    ("plan-lessons", "what good lines have in common", f"{_SHOW}.lessons:run"),
    ("plan-worth", "what a furnishing is worth to best play", f"{_SHOW}.lessons:run_worth"),
    ("warm", "compile everything now", f"{_SHOW}.warm:run"),
    ("bench", "measure how fast this machine plays", f"{_SHOW}.bots:run_bench"),
)
_BUILT = Things("furnishings", "tile", "furnishing", "furnishings", "built")
_PLACES = Things("placements", "space", "action space", "action spaces")


def _deals(facts: Facts) -> int:
    """Deals of cards and markers; the displays of the expansion make them countless, so that no run of it is a census."""
    from caverna_sim.games.caverna.box.setups import number_of_setups

    return 0 if played(facts.scenario) else number_of_setups(facts.players, facts.rules)


def _offered(facts: Facts) -> dict[str, str]:
    """Furnishings that can be built in a scenario, those that come back to the supply included (R-COMP-4, R-COMP-6)."""
    from caverna_sim.games.caverna.box.tables import flatten, with_house_rules

    tables = with_house_rules(flatten(facts.rules), played(facts.scenario))
    everything, without = tables["start"]["tiles"] == "full", set(tables["start"]["without"])
    return {
        name: str(row["name"])
        for name, row in tables["furnishing"].items()
        if row.get("copies", 1) and (everything or row["introductory"] or row.get("copies", 1) < 0) and name not in without
    }


def _names(facts: Facts) -> dict[str, str]:
    return _titles(json.dumps(dict(facts.rules), sort_keys=True), played(facts.scenario))


@lru_cache(maxsize=16)
def _titles(rules: str, expansion: str | None) -> dict[str, str]:
    """Names of furnishings as their tiles show them; other ids are read as words."""
    from caverna_sim.games.caverna.box.tables import flatten, with_house_rules

    return {name: str(row["name"]) for name, row in with_house_rules(flatten(json.loads(rules)), expansion)["furnishing"].items()}


def _printed(facts: Facts) -> dict[str, dict[str, Any]]:
    """Kind and price of furnishings."""
    from caverna_sim.games.caverna.box.tables import flatten, with_house_rules

    return {
        name: {
            "kind": str(row["category"]).replace("_", " "),
            "price": ", ".join(f"{count} {good}" for good, count in row["cost"].items()) or "free",
            "cost": sum(row["cost"].values()),
        }
        for name, row in with_house_rules(flatten(facts.rules), played(facts.scenario))["furnishing"].items()
    }


def _house_rules(facts: Facts) -> list[tuple[str, str, str]]:
    from caverna_sim.games.caverna.box.tables import HOUSE, flatten, printed_tables
    from caverna_sim.kit.tables.told import house_rules

    return house_rules(flatten(facts.rules), printed_tables(played(facts.scenario)), HOUSE.readings)


def _assumed(facts: Facts) -> list[Point]:
    return assumed_in(facts.rules, facts.players, played(facts.scenario))


def assumed_in(rules: Mapping[str, Any], players: int, expansion: str | None = None) -> list[Point]:
    """What of these rules no source confirms."""
    from caverna_sim.games.caverna.box.tables import HOUSE, flatten, with_house_rules
    from caverna_sim.kit.tables.told import assumed_values

    return assumed_values(with_house_rules(flatten(rules), expansion), players, HOUSE.readings, CAMPAIGN_ONLY)


def _readings(facts: Facts) -> list[Point]:
    return readings_in(facts.rules, played(facts.scenario))


def readings_in(rules: Mapping[str, Any], expansion: str | None = None) -> list[Point]:
    """Points that the sources leave open, and which way these rules play them."""
    from caverna_sim.games.caverna.box.tables import HOUSE, flatten, with_house_rules
    from caverna_sim.kit.tables.told import readings

    return readings(with_house_rules(flatten(rules), expansion), HOUSE.readings)


def _design(facts: Facts) -> list[str]:
    from caverna_sim.games.caverna.scenario.words import experiments_in_words

    return experiments_in_words(facts.scenario)


def _happened(run: Any) -> list[str]:
    from caverna_sim.kit.design.compliance import openings_in_words

    return openings_in_words(run)


CAVERNA = GameFacts(
    name="caverna",
    plays="caverna_sim.games.caverna.plays:PLAYS",
    folder="caverna_sim.games.caverna",
    title="Caverna",
    groups={
        "animals": ("animals", "missing_animals"),
        "crops": ("grain", "vegetables"),
        "rubies and gold": ("rubies", "gold"),
        "dwarfs": ("dwarfs",),
        "land and mines": ("unused_spaces", "pastures", "mines"),
        "furnishings": ("furnishings", "bonus", "writing_chamber"),
        "begging and others": ("begging", *_WING.SCORING_PARTS),
    },
    built=_BUILT,
    places=_PLACES,
    rows={"furnishing": _BUILT, "space": _PLACES, "loot": Things("expeditions", "loot", "loot item", "loot items", "taken")},
    seat_note="Seat 0 is the first starting player; seats go clockwise.",
    measures={"begging": Measure("begging markers", 0.1, 100.0, unit="begging marker")},
    careless=(
        Careless(
            "begging", "begging markers", often=0.3, sentence="Some beg ({value} markers a game), which no good player does."
        ),
        Careless("part_unused_spaces", "lost for unused cells"),
    ),
    yardstick=Yardstick(soon=80, experienced=100),  # what the rulebook expects of people
    sections=_WING.SECTIONS,
    studies=(
        StudyCommand(
            "tiles", "what each furnishing is worth", "caverna_sim.games.caverna.studies.tiles:tile_study",
            "caverna_sim.commands.study:things_arguments",
        ),
        StudyCommand(
            "openings", "what a first placement is worth", "caverna_sim.experiments.openings:opening_study",
            "caverna_sim.commands.study:openings_arguments",
        ),
        StudyCommand("weapons", "what arming is worth", "caverna_sim.games.caverna.studies.weapons:weapon_study",
            "caverna_sim.commands.study:responding",
        ),
        StudyCommand("growth", "what another dwarf is worth", "caverna_sim.games.caverna.studies.growth:growth_study",
            "caverna_sim.commands.study:responding",
        ),
        StudyCommand(
            "spaces", "what each action space is worth", "caverna_sim.experiments.spaces:space_study",
            "caverna_sim.commands.study:responding",
        ),
        StudyCommand(
            "timing", "when a furnishing is worth building", "caverna_sim.games.caverna.studies.timing:timing_study",
            f"{_SHOW}.arguments:of_tiles",
        ),
        StudyCommand(
            "first-tiles", "which furnishing is worth building first", "caverna_sim.games.caverna.studies.timing:first_tile_study",
            f"{_SHOW}.arguments:of_tiles",
        ),
        *_WING.STUDIES,
        StudyCommand(
            "plans", "which plan beats which", "caverna_sim.experiments.plans:plan_study",
            "caverna_sim.commands.study:plans_arguments", names_scenarios=True, strengths=False,
        ),
    ),
    commands=(
        *_WING.COMMANDS,
        *(GameCommand(name, summary, f"{_SHOW}.arguments:{name.replace('-', '_')}", function) for name, summary, function in _COMMANDS),
    ),
    check=f"{_SHOW}.check:check",
    expansions=TITLES,
    strong_bots={"base": "swift", **_WING.STRONG_BOTS},
    strong_too=("value", "search"),
    plans_said="caverna_sim.games.caverna.studies:said.toml",
    ahead="caverna_sim.games.caverna.playing.ahead",
    asked={"base": ("swift", "value"), **_WING.ASKED},
    deals=_deals,
    things=_offered,
    names=_names,
    printed=_printed,
    house_rules=_house_rules,
    design=_design,
    happened=_happened,
    assumed=_assumed,
    readings=_readings,
    left_out="start.without",
    leaves_out="supply.without",
    rule_paths=f"{_SHOW}.rules:paths",
    handicaps={"food": "start.food", "gold": "start.gold"},
    example_rule="loot.cattle.strength=8,12",
    stage=f"{_SHOW}.watch:STAGE",
    watch="caverna-sim watch {run} --index {index} --html game-{index}.html",
)  # fmt: skip
