"""What Agricola tells of itself to statistics and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caverna_sim.games.agricola.scenario.words import experiments_in_words
from caverna_sim.games.facts import Careless, GameCommand, GameFacts, Measure, StudyCommand, Things
from caverna_sim.kit.design.compliance import openings_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caverna_sim.stats.source import Facts

ORDERS = 1152  # of round cards (AG-SET-05)
_SHOW = "caverna_sim.games.agricola.show"
_COMMANDS = (
    ("watch", "show one game, step by step, with the farms", f"{_SHOW}.watch:STAGE"),
    ("major", "say what one major improvement is worth, at three prices", f"{_SHOW}.commands:run_major"),
    ("new-scenario", "write a scenario to start from", f"{_SHOW}.commands:new_scenario"),
    ("rules", "show the rules as they are played", f"{_SHOW}.rules:run"),
    ("bots", "list the bots, or show one", f"{_SHOW}.commands:run_bots"),
    ("tune", "learn better bots in games", "caverna_sim.games.agricola.learning.command:run"),
    ("campaign", "play a campaign, alone or of three games", f"{_SHOW}.campaign:run"),
    ("warm", "compile everything now", f"{_SHOW}.commands:run_warm"),
    ("bench", "measure how fast this machine plays", f"{_SHOW}.commands:run_bench"),
)
_ASKED, _OWN = "caverna_sim.commands.study", "caverna_sim.games.agricola.studies"
_STUDIES = (
    ("majors", "what each major improvement is worth", f"{_OWN}.majors", "major_study", "things_arguments"),
    ("openings", "what a first placement is worth", "caverna_sim.experiments.openings", "opening_study", "openings_arguments"),
    ("spaces", "what each action space is worth", "caverna_sim.experiments.spaces", "space_study", "responding"),
    ("growth", "what another person is worth", f"{_OWN}.growth", "growth_study", "responding"),
)
_BUILT = Things("cards", "card", "major improvement", "major improvements", "built")
_PLACES = Things("placements", "space", "action space", "action spaces")


def _names(facts: Facts) -> dict[str, str]:
    """Printed names; two that are called alike are told apart by what they cost."""
    from caverna_sim.games.agricola.box.tables import with_house_rules

    rows = with_house_rules(facts.rules)["major"]
    printed = [str(row["name"]) for row in rows.values()]
    told = zip(rows.items(), printed, strict=True)
    return {key: name if printed.count(name) == 1 else f"{name} ({_price(row['cost'])})" for (key, row), name in told}


def _price(cost: Mapping[str, int]) -> str:
    from caverna_sim.stats.words import readable

    return ", ".join(f"{amount} {readable([ware])[0]}" for ware, amount in cost.items())


def _printed(facts: Facts) -> dict[str, dict[str, Any]]:
    """What major improvements cost."""
    from caverna_sim.games.agricola.box.tables import with_house_rules

    costs = {name: row["cost"] for name, row in with_house_rules(facts.rules)["major"].items()}
    return {name: {"price": _price(cost), "cost": sum(cost.values())} for name, cost in costs.items()}


def _house_rules(facts: Facts) -> list[tuple[str, str, str]]:
    from caverna_sim.games.agricola.box.tables import HOUSE, flatten, printed_tables
    from caverna_sim.kit.tables.told import house_rules

    return house_rules(flatten(facts.rules), printed_tables(), HOUSE.readings)


def _offered(facts: Facts) -> dict[str, str]:
    """Improvements that can be built in a scenario."""
    without = facts.scenario.get("supply", {}).get("without", ())
    return {name: title for name, title in _names(facts).items() if name not in without}


AGRICOLA = GameFacts(
    name="agricola",
    plays="caverna_sim.games.agricola.plays:PLAYS",
    folder="caverna_sim.games.agricola",
    title="Agricola",
    groups={
        "fields and crops": ("fields", "grain", "vegetables"),
        "pastures and animals": ("pastures", "stables", "sheep", "wild_boar", "cattle"),
        "house and people": ("rooms", "people"),
        "improvements": ("improvements", "bonus"),
        "unused spaces": ("unused_spaces",),
        "begging": ("begging",),
    },
    built=_BUILT,
    places=_PLACES,
    rows={"major": _BUILT, "action_space": _PLACES},
    sections=("caverna_sim.games.agricola.show.sections:farms", "caverna_sim.games.agricola.show.sections:harvests"),
    studies=(
        *(StudyCommand(name, about, f"{study}:{function}", f"{_ASKED}:{asks}") for name, about, study, function, asks in _STUDIES),
        StudyCommand(
            "plans", "which plan does well against which", "caverna_sim.experiments.plans:plan_study", f"{_ASKED}:plans_arguments",
            names_scenarios=True, strengths=False,
        ),
    ),
    seat_note="Seat 0 is the first starting player; seats go clockwise.",
    measures={"begging": Measure("begging markers", 0.1, 100.0, unit="begging marker")},
    careless=(
        Careless("begging", "begging markers", often=0.3, sentence="Some beg ({value} markers a game), which no good player does."),
        Careless("part_unused_spaces", "lost for unused spaces"),
    ),
    ahead="caverna_sim.games.agricola.playing.ahead",
    asked={"base": ("balanced", "value")},
    strong_bots={"base": "value"},
    strong_too=("swift", "search"),
    commands=tuple(
        GameCommand(name, summary, f"{_SHOW}.arguments:{name.replace('-', '_')}", function) for name, summary, function in _COMMANDS
    ),
    check=f"{_SHOW}.check:check",
    deals=lambda facts: ORDERS,
    things=_offered,
    names=_names,
    printed=_printed,
    house_rules=_house_rules,
    design=lambda facts: experiments_in_words(facts.scenario),
    happened=openings_in_words,
    leaves_out="supply.without",
    rule_paths=f"{_SHOW}.rules:paths",
    example_rule="major.well.points=2,4",
    stage=f"{_SHOW}.watch:STAGE",
    watch="caverna-sim watch {run} --index {index} --html game-{index}.html",
)  # fmt: skip
