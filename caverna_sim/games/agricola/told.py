"""What Agricola tells of itself to statistics and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caverna_sim.games.facts import Careless, GameCommand, GameFacts, Measure, Things

if TYPE_CHECKING:
    from caverna_sim.stats.source import Facts

ORDERS = 1152  # of round cards (AG-SET-05)
_SHOW = "caverna_sim.games.agricola.show"
_COMMANDS = (
    ("watch", "one game, step by step, with the farms", f"{_SHOW}.watch:run"),
    ("new-scenario", "a scenario to start from", f"{_SHOW}.commands:new_scenario"),
    ("rules", "what the engine plays, house rules marked", f"{_SHOW}.rules:run"),
    ("bots", "who can play", f"{_SHOW}.commands:run_bots"),
    ("campaign", "a campaign, alone or of three games", f"{_SHOW}.campaign:run"),
    ("warm", "compile everything now", f"{_SHOW}.commands:run_warm"),
    ("bench", "how fast this machine plays", f"{_SHOW}.commands:run_bench"),
)


def _deals(facts: Facts) -> int:
    """Orders of the round cards."""
    return ORDERS


def _names(facts: Facts) -> dict[str, str]:
    from caverna_sim.games.agricola.box.tables import with_house_rules

    return {name: str(row["name"]) for name, row in with_house_rules(facts.rules)["major"].items()}


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
    built=Things("cards", "card", "improvement", "improvements"),
    places=Things("placements", "space", "action space", "action spaces"),
    seat_note="Seat 0 is the first starting player; seats go clockwise.",
    measures={"begging": Measure("begging markers", 0.1, 100.0, unit="begging marker")},
    careless=(
        Careless(
            "begging", "begging markers", often=0.3, sentence="Some beg ({value} markers a game), which no good player does."
        ),
        Careless("part_unused_spaces", "lost for unused spaces"),
    ),
    ahead="caverna_sim.games.agricola.playing.ahead",
    asked={"base": ("balanced",)},
    commands=tuple(
        GameCommand(name, summary, f"{_SHOW}.arguments:{name.replace('-', '_')}", function) for name, summary, function in _COMMANDS
    ),
    check=f"{_SHOW}.check:check",
    deals=_deals,
    things=_offered,
    names=_names,
    rule_paths=f"{_SHOW}.rules:paths",
    example_rule="major.well.points=2,4",
    stage=f"{_SHOW}.watch:STAGE",
    watch="caverna-sim watch {run} --index {index} --html game-{index}.html",
)  # fmt: skip
