"""The keys of Agricola's scenarios: options, absent improvements, limits, openings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import Wrong, shown_name
from caverna_sim.errors import RulesError, ScenarioError, nearest
from caverna_sim.games.agricola.box.options import KEYS, Options, read_options
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.games.agricola.box.tables import flatten, with_house_rules
from caverna_sim.games.agricola.shape.sizes import MAX_PEOPLE
from caverna_sim.scenario.scenario import OwnBot, Scenario, load_scenario
from caverna_sim.scenario.values import Faults

MOST_OPENING = 8
LATER = "cannot be drawn in this game yet; name what is meant"
_LIMITS = ("spaces_without", "improvements_without", "people_max")


@dataclass(frozen=True)
class AgricolaScenario(Scenario):
    """A scenario of Agricola. Seats go clockwise from the first starting player; limits and openings belong to a seat."""

    record: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    without: tuple[str, ...] = ()  # improvements removed for everybody
    limits: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # seat -> what it may not do
    openings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> spaces of its first placements

    def bot(self, name: str) -> Callable[..., Any]:
        """What plays under a name of this scenario."""
        from caverna_sim.games.agricola.bots.roster import as_bot

        return as_bot(name, self.own_bots)

    def more_data(self) -> dict[str, Any]:
        """The keys of Agricola."""
        data: dict[str, Any] = {**self.options.told(), "supply": {"without": list(self.without)}}
        data["limits"] = {f"seat_{seat}": dict(limits) for seat, limits in sorted(self.limits.items())}
        data["opening"] = {f"seat_{seat}": {"place": list(spaces)} for seat, spaces in sorted(self.openings.items())}
        return data

    @property
    def variant(self) -> str:
        """What is played besides the plain game."""
        words = [word for word, is_so in (("team play", self.options.team_play), ("extra tile", self.options.extra_tile)) if is_so]
        return ", ".join([*words, *self.options.house_rules])

    def phrases(self) -> list[str]:
        """What is left out, forbidden and forced."""
        found = ["without " + ", ".join(self.without)] if self.without else []
        for seat, limits in sorted(self.limits.items()):
            found.append(f"seat {seat}: {limits_in_words(limits)}")
        return [*found, *(f"seat {seat} opens with {', '.join(spaces)}" for seat, spaces in sorted(self.openings.items()))]


def limits_in_words(limits: Mapping[str, Any]) -> str:
    """Limits as phrases."""
    return ", ".join(f"at most {value} people" if key == "people_max" else "without " + ", ".join(value) for key, value in limits.items())


@dataclass(frozen=True)
class PlannedGame:
    """One game of a scenario."""

    players: int
    rules: dict[str, Any]
    options: Options
    block: int
    seating: int  # number of the seating within the block
    bots: tuple[str, ...]  # by seat
    openings: Mapping[int, tuple[str, ...]]
    without: tuple[str, ...]
    limits: Mapping[int, Mapping[str, Any]]
    own_bots: Mapping[str, OwnBot] = field(default_factory=dict)

    def bot(self, name: object) -> Callable[..., Any]:
        """What plays under a name of the scenario, or as whatever else may sit at a table."""
        from caverna_sim.games.agricola.bots.roster import as_bot

        return as_bot(name, self.own_bots)


def agricola_scenario(source: str | Path | Scenario | Mapping[str, Any]) -> AgricolaScenario:
    """The scenario that is meant; ScenarioError when it is one of another game."""
    found = load_scenario(source)
    if not isinstance(found, AgricolaScenario):
        raise ScenarioError(f"scenario `{found.name}`: it is one of {found.game}, not of agricola")
    return found


def plan_game(scenario: AgricolaScenario, seed: int, index: int, overrides: Mapping[str, Any]) -> PlannedGame:
    """Game `index` of a scenario, with other house rules on top."""
    plan = scenario.plan_of_seats
    block, number = divmod(index, plan.block_games)
    names = tuple(dict.fromkeys(scenario.bots))
    seating, seats = plan.block(seed, block)[number]
    bots = tuple(names[bot] for bot in seats)
    return PlannedGame(
        scenario.players, {**scenario.rules, **overrides}, scenario.options, block, seating, bots, scenario.openings, scenario.without,
        scenario.limits, scenario.own_bots,
    )  # fmt: skip


# ---------------------------------------------------------------- reading


def read_keys(general: Mapping[str, Any], data: Mapping[str, Any], faults: Faults) -> AgricolaScenario:
    """The game's own keys."""
    players = general["players"]
    options = faults.take(Options(), read_options, {key: data[key] for key in KEYS if key in data}, players)
    rules = faults.take({}, _read_rules, data.get("rules", {}))
    return AgricolaScenario(
        **general,
        rules=rules,
        options=options,
        without=faults.take((), _read_supply, data.get("supply", {})),
        limits=faults.take({}, _read_limits, data.get("limits", {}), players),
        openings=faults.take({}, _read_openings, data.get("opening", {}), players),
    )


def _read_rules(value: Any) -> dict[str, Any]:
    flat = flatten(check.table(check.plain(value, "rules"), "rules", advice="a table such as [rules]"))
    try:
        with_house_rules(flat)
    except RulesError as error:
        raise Wrong("rules", str(error)) from None
    return flat


def _read_supply(value: Any) -> tuple[str, ...]:
    found = check.table(value, "supply", ("without", "random_absence", "random_access"), advice="a table such as [supply]")
    for key in ("random_absence", "random_access"):
        if found.get(key):
            raise Wrong(f"supply.{key}", f"improvements {LATER}")
    return check.names(found.get("without", []), "supply.without", MAJORS, "improvement")


def _seats(value: Any, where: str, players: int) -> dict[int, Any]:
    """A table with a key for each seat."""
    known = tuple(f"seat_{seat}" for seat in range(players))
    found = check.table(value, where, advice=f"a table such as [{where}.seat_0]")
    if "drawn" in found:
        raise Wrong(f"{where}.drawn", f"it {LATER}")
    return {known.index(key): entry for key, entry in check.table(found, where, known).items()}


def _read_limits(value: Any, players: int) -> dict[int, Mapping[str, Any]]:
    limits: dict[int, Mapping[str, Any]] = {}
    for seat, entry in _seats(value, "limits", players).items():
        where = f"limits.seat_{seat}"
        found = dict(check.table(entry, where, (*_LIMITS, "cards_without")))
        if found.pop("cards_without", None):
            raise Wrong(f"{where}.cards_without", "hand cards cannot be played yet; leave the key out")
        for key, what in (("spaces_without", SPACES), ("improvements_without", MAJORS)):
            if key in found:
                found[key] = list(check.names(found[key], f"{where}.{key}", what, "name"))
        if "people_max" in found:
            check.whole(found["people_max"], f"{where}.people_max", 1, MAX_PEOPLE)
        limits[seat] = found
    return limits


def _read_openings(value: Any, players: int) -> dict[int, tuple[str, ...]]:
    openings = {}
    for seat, entry in _seats(value, "opening", players).items():
        where = f"opening.seat_{seat}"
        places = check.listed(check.table(entry, where, ("place",)).get("place", []), f"{where}.place")
        if len(places) > MOST_OPENING:
            raise Wrong(f"{where}.place", f"{len(places)} placements; an opening has at most {MOST_OPENING}")
        openings[seat] = tuple(_space_of(name, f"{where}.place", players) for name in places)
    return openings


def _space_of(name: Any, field: str, players: int) -> str:
    """A space; a bare name stands for the variant of that number of players."""
    for candidate in (name, f"{name}_{players}"):
        if candidate in SPACES:
            return str(candidate)
    raise Wrong(field, f"unknown action space `{shown_name(name)}`; {nearest(str(name), SPACES)}")
