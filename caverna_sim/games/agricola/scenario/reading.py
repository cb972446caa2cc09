"""The keys of Agricola's scenarios: options, absent improvements, limits, openings; fixed, or drawn for each block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import shown_name
from caverna_sim.errors import nearest
from caverna_sim.games.agricola.box.options import CARDS_LATER, KEYS, Options, read_options
from caverna_sim.games.agricola.box.pack import MAJORS
from caverna_sim.games.agricola.box.tables import with_house_rules
from caverna_sim.games.agricola.limits import PEOPLE, together
from caverna_sim.games.agricola.scenario.openings import Spaces
from caverna_sim.games.agricola.scenario.words import experiments_in_words
from caverna_sim.games.agricola.shape.sizes import MAX_PEOPLE
from caverna_sim.kit.design.draws import Asked, Design, DrawnOpening
from caverna_sim.kit.design.reading import Box, read_limits, read_openings, read_rules, read_supply
from caverna_sim.kit.design.scenario import DesignedScenario, Planned
from caverna_sim.scenario.scenario import OwnBot, Scenario, scenario_of
from caverna_sim.scenario.values import Faults, texts

MOST_OPENING = 8  # placements that the playing loop keeps
USUAL = ("games", "players", "cards", "placements", "supply")  # tables
ON_REQUEST = ("rounds", "assigned")  # kept when asked for; the second also whenever something was assigned
_BOX = Box("major improvement", MAJORS, MAJORS, MAJORS)
_LIMITS = ("spaces_without", "improvements_without", PEOPLE, "cards_without")


@dataclass(frozen=True)
class AgricolaScenario(DesignedScenario):
    """A scenario of Agricola; what is left out, denied and drawn are major improvements."""

    record: tuple[str, ...] = USUAL
    options: Options = field(default_factory=Options)

    def as_bot(self, name: object, own: Mapping[str, OwnBot]) -> Callable[..., Any]:
        """A bot of the scenario, of the roster, of a file, or a function."""
        from caverna_sim.games.agricola.bots.roster import as_bot

        return as_bot(name, own)

    def design(self, seed: int, rules: Mapping[str, Any]) -> Design:
        """Its draws."""
        drawn, spaces = self.drawn_opening, self.spaces(rules)
        seats = range(self.players) if drawn is None or drawn.seat is None else (drawn.seat,)
        asked = Asked(
            self.players,
            things=tuple((number, name) for number, name in enumerate(MAJORS) if name not in self.without),
            denied="improvements_without",
            random_absence=self.random_absence,
            random_access=self.random_access,
            seats_without=self.seats_without,
            limits=self.limits,
            drawn_limits=self.drawn_limits,
            openings=self.openings,
            drawn_openings=[] if drawn is None else [(seat, spaces.alternatives(drawn, seat)) for seat in seats],
        )
        return Design(asked, seed, together)

    def spaces(self, rules: Mapping[str, Any]) -> Spaces:
        """What openings can name."""
        return Spaces(self.players, self.options, rules)

    @property
    def offered(self) -> tuple[str, ...]:
        """Major improvements."""
        return tuple(name for name in MAJORS if name not in self.without)

    @property
    def places(self) -> tuple[str, ...]:
        """Action spaces, those of cards to come too."""
        return tuple(self.spaces(self.all_rules).in_play())

    def first_places(self, seat: int) -> list[str]:
        """Those of the pool that is drawn from, else every space that is of use then."""
        drawn = replace(self.drawn_opening or DrawnOpening(), length=1)
        return [opening[0] for opening in self.spaces(self.all_rules).alternatives(drawn, seat)]

    def more_data(self) -> dict[str, Any]:
        """The keys of Agricola."""
        return {**self.options.told(), **self.design_data()}

    @property
    def variant(self) -> str:
        """What is played besides the plain game."""
        return ", ".join(self.options.in_words())

    def phrases(self) -> list[str]:
        """What is left out, drawn, forbidden and forced."""
        return [*(["without " + ", ".join(self.without)] if self.without else []), *experiments_in_words(self.to_data())]


def agricola_scenario(source: str | Path | Scenario | Mapping[str, Any]) -> AgricolaScenario:
    """The scenario that is meant; ScenarioError when it is one of another game."""
    return scenario_of(AgricolaScenario, source)


def plan_game(scenario: AgricolaScenario, seed: int, index: int, overrides: Mapping[str, Any]) -> Planned:
    """Game `index` of a scenario, with other house rules on top."""
    return scenario.planned(seed, index, {**scenario.all_rules, **overrides})


def read_keys(general: Mapping[str, Any], data: Mapping[str, Any], faults: Faults) -> AgricolaScenario:
    """The game's own keys, in the order in which they depend on each other."""
    players = general["players"]
    options = faults.take(Options(), read_options, {key: data[key] for key in KEYS if key in data}, players)
    rules = faults.take({}, read_rules, data.get("rules", {}), with_house_rules)
    supply = read_supply(data.get("supply", {}), players, _BOX, (), faults)
    spaces = Spaces(players, options, rules)
    reader = _LimitReader(spaces, faults)
    limits, drawn_limits = read_limits(data.get("limits", {}), players, reader.read, f"{PEOPLE} = 3", faults)
    openings, drawn_opening = read_openings(data.get("opening", {}), players, spaces, limits, faults)
    for seat, opening in openings.items():
        if len(opening) > MOST_OPENING:
            faults.note(f"opening.seat_{seat}.place", f"{len(opening)} placements; an opening has at most {MOST_OPENING}")
    if drawn_opening is not None and drawn_opening.length > MOST_OPENING:
        faults.note("opening.drawn.length", f"{drawn_opening.length} placements; an opening has at most {MOST_OPENING}")
    own: dict[str, Any] = {"limits": limits, "drawn_limits": drawn_limits, "openings": openings, "drawn_opening": drawn_opening}
    return AgricolaScenario(**general, rules=rules, options=options, **vars(supply), **own)


@dataclass(frozen=True)
class _LimitReader:
    """Reads limits of one seat."""

    spaces: Spaces
    faults: Faults

    def read(self, entry: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Limits in words, names of spaces written out; what is wrong is noted."""
        found: dict[str, Any] = {}
        for word, value in entry.items():
            key = f"{where}.{shown_name(word)}"
            if word not in _LIMITS:
                self.faults.note(key, f"unknown key; {nearest(word, _LIMITS)}")
            elif word == "cards_without":
                if value:
                    self.faults.note(key, CARDS_LATER)
            elif word == PEOPLE:
                found[word] = self.faults.take(None, check.whole, value, key, 1, MAX_PEOPLE)
            else:
                found[word] = self._names(word, value, key)
        return {word: value for word, value in found.items() if value}

    def _names(self, word: str, value: Any, where: str) -> list[str]:
        if word == "improvements_without":
            return list(self.faults.take((), check.names, value, where, MAJORS, "improvement"))
        read = [self.faults.take(None, self.spaces.named, name, where) for name in self.faults.take((), texts, value, where)]
        return list(dict.fromkeys(name for name in read if name is not None))
