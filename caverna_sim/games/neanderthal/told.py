"""What Neanderthal tells of itself to statistics and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caverna_sim.games.facts import GameCommand, GameFacts, Measure, Point, StudyCommand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from caverna_sim.stats.source import Facts


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


SPECIES_NAMES = {"archaic": "Archaic", "neanderthal": "Neanderthal", "cro_magnon": "Cro-Magnon"}


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


_SHOW = "caverna_sim.games.neanderthal.show"
_COMMANDS = (
    ("watch", "one game, step by step, with both rows and tableaus", f"{_SHOW}.watch:STAGE"),
    ("new-scenario", "a scenario to start from", f"{_SHOW}.commands:new_scenario"),
    ("rules", "what the engine plays, what is unknown, a file for your own cards", f"{_SHOW}.rules:run"),
    ("bots", "who can play", f"{_SHOW}.commands:run_bots"),
    ("warm", "compile everything now", f"{_SHOW}.commands:run_warm"),
    ("bench", "measure how fast this machine plays", f"{_SHOW}.commands:run_bench"),
)

NEANDERTHAL = GameFacts(
    name="neanderthal",
    plays="caverna_sim.games.neanderthal.plays:PLAYS",
    folder="caverna_sim.games.neanderthal",
    title="Neanderthal",
    groups={
        "people": ("unassigned", "wanderers", "alpha", "elders"),
        "daughters and husbands": ("daughters", "husbands", "daughter_effects"),
        "vocabulary": ("vocabulary",),
        "cards": ("trophies", "inventions", "animals"),
    },
    role="species",
    seat_note="A seat is a species; who plays which is drawn for each block.",
    measures={
        "tribesmen": Measure("tribesmen", 0.2, 18.0, unit="tribesman"),
        "converted": Measure("turns", 0.3, 24.0, unit="turn"),
    },
    sections=tuple(f"{_SHOW}.sections:{name}" for name in ("tribes", "hunts", "dice", "climate")),
    studies=(
        StudyCommand(
            "assumptions",
            "which conclusions survive when unknown cards are others",
            "caverna_sim.games.neanderthal.studies.assumptions:assumption_study",
            f"{_SHOW}.arguments:assumptions",
            strengths=False,
        ),
        StudyCommand("mating", "what each mating side is worth", "caverna_sim.games.neanderthal.studies.freedoms:mating_study"),
        StudyCommand(
            "predators",
            "whether the predator rule favours small hunts",
            "caverna_sim.games.neanderthal.studies.freedoms:predator_study",
            strengths=False,
        ),
    ),
    commands=tuple(
        GameCommand(name, summary, f"{_SHOW}.arguments:{name.replace('-', '_')}", function) for name, summary, function in _COMMANDS
    ),
    check=f"{_SHOW}.check:check",
    ahead="caverna_sim.games.neanderthal.playing.ahead",
    asked={"base": ("settled",)},
    strong_bots={"base": "value"},
    strong_too=("search",),
    design=_design,
    names=_names,
    warning=_warning,
    assumed=_assumed,
    readings=_readings,
    house_rules=_house_rules,
    rule_paths=f"{_SHOW}.rules:paths",
    stage=f"{_SHOW}.watch:STAGE",
    watch="caverna-sim watch {run} --index {index} --html game-{index}.html",
    example_rule="ruling.chaos_more=allowed,minimum",
)
