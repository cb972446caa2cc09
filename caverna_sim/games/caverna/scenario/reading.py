"""How scenarios of Caverna are read, what one holds beside what every game has, and who can play it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from caverna_sim.check import Wrong
from caverna_sim.errors import RulesError, ScenarioError, shown
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.expansions import OWN_TABLES, TITLES, which
from caverna_sim.games.caverna.scenario.words import experiments_in_words
from caverna_sim.kit.design.scenario import DesignedScenario, Planned, plain
from caverna_sim.scenario.scenario import OwnBot, load_scenario
from caverna_sim.scenario.values import Faults, table

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog
    from caverna_sim.games.caverna.game import Bot
    from caverna_sim.kit.design.draws import Chances
    from caverna_sim.kit.design.draws import Design as AnyDesign

TABLES = ("games", "players", "furnishings", "placements", "expeditions", "supply")
ALL_TABLES = (*TABLES, *OWN_TABLES)
ON_REQUEST = ("rounds", "assigned")  # kept when asked for; the second also whenever something was assigned


@dataclass(frozen=True)
class CavernaScenario(DesignedScenario):
    """A scenario of Caverna; what is left out, denied and drawn are unique furnishings."""

    record: tuple[str, ...] = TABLES
    expansion: str | None = None
    random_loot_absence: Chances = 0.0

    def as_bot(self, name: object, own: Mapping[str, OwnBot]) -> Bot:
        """A bot of the scenario, of the roster, of a file, or a function."""
        from caverna_sim.games.caverna.bots.roster import as_bot

        return as_bot(name, own)

    def design(self, seed: int, rules: Mapping[str, Any]) -> AnyDesign:
        """Its draws."""
        from caverna_sim.games.caverna.scenario.design import Design

        return Design(self, seed, rules)

    def more_data(self) -> dict[str, Any]:
        """The keys of Caverna."""
        return {**({} if self.expansion is None else {"expansion": self.expansion}), **self.design_data()}

    def more_supply(self) -> dict[str, Any]:
        """Loot."""
        return {"random_loot_absence": plain(self.random_loot_absence)} if self.random_loot_absence else {}

    @property
    def all_rules(self) -> dict[str, Any]:
        """House rules by dotted path, furnishings removed for everybody included."""
        rules = dict(self.rules)
        if self.without:
            rules["start.without"] = sorted({*rules.get("start.without", ()), *self.without})
        return rules

    @property
    def offered(self) -> tuple[str, ...]:
        """Unique furnishings."""
        from caverna_sim.games.caverna.scenario.design import offered

        return tuple(name for _, name in offered(self.all_rules, self.expansion))

    @property
    def places(self) -> tuple[str, ...]:
        """Action spaces, those of later cards too."""
        from caverna_sim.games.caverna.box.catalog import catalog
        from caverna_sim.games.caverna.scenario.openings import spaces_in_play

        return tuple(spaces_in_play(catalog(self.players, self.all_rules, self.expansion)))

    def first_places(self, seat: int) -> list[str]:
        """Those of the pool that is drawn from, else every space that is of use then."""
        from caverna_sim.games.caverna.box.catalog import catalog
        from caverna_sim.games.caverna.scenario.openings import alternatives
        from caverna_sim.kit.design.draws import DrawnOpening

        drawn = self.drawn_opening or DrawnOpening()
        rules = catalog(self.players, self.all_rules, self.expansion)
        return [opening[0] for opening in alternatives(replace(drawn, length=1), rules, seat)]

    @property
    def variant(self) -> str:
        """The expansion."""
        return TITLES[self.expansion] if self.expansion else ""

    def phrases(self) -> list[str]:
        """What is left out, drawn, forbidden and forced."""
        return [*(["without " + ", ".join(self.without)] if self.without else []), *experiments_in_words(self.to_data())]


# ---------------------------------------------------------------- reading


def read_expansion(data: Mapping[str, Any]) -> str | None:
    expansion = data.get("expansion")
    if expansion is not None and (not isinstance(expansion, str) or expansion not in TITLES):
        raise Wrong("expansion", f"{shown(expansion)} is not allowed; {which('leave the key out')}")
    return expansion


MOST_TRIED_ALONE = 100  # house rules; of more, the first that are wrong are told


def read_rules(value: Any, players: int, expansion: str | None, faults: Faults) -> tuple[dict[str, Any], Callable[[], Catalog]]:
    """House rules, tried out by building the rules with them; when they cannot be built, each by itself tells its fault.

    The rules that are played come along to be built on demand: that loads the compiler, which few scenarios need to be read.
    """
    rules = faults.take({}, _flat, value)
    wrong = _fault_of_rules(rules, players, expansion) if rules else None
    if wrong is not None:
        alone = [_fault_of_rules({path: entry}, players, expansion) for path, entry in islice(rules.items(), MOST_TRIED_ALONE)]
        faults.found += [one for one in alone if one is not None] or [wrong]
        rules = {}
    return rules, partial(_built, players, rules, expansion)


def _built(players: int, rules: Mapping[str, Any], expansion: str | None) -> Catalog:
    from caverna_sim.games.caverna.box.catalog import catalog

    return catalog(players, rules, expansion)


def _flat(value: Any) -> dict[str, Any]:
    try:
        return flatten(table(value, "rules"))
    except RulesError as error:
        raise _wrong_rule(error) from None


def _fault_of_rules(rules: Mapping[str, Any], players: int, expansion: str | None) -> Wrong | None:
    from caverna_sim.games.caverna.box.catalog import catalog

    try:
        with_house_rules(rules, expansion)
        catalog(players, rules, expansion)
    except RulesError as error:
        return _wrong_rule(error)
    return None


def _wrong_rule(error: RulesError) -> Wrong:
    paths = [path for path in re.findall(r"`([\w.]+)`", str(error)) if "." in path]
    return Wrong("rules." + paths[0] if paths else "rules", str(error), names_itself=True)


# ---------------------------------------------------------------- the games of a scenario


def plan_game(scenario: CavernaScenario, seed: int, index: int, overrides: Mapping[str, Any] | None = None) -> Planned:
    """Game number `index` of a scenario: its block, its seating, who sits where, what is absent.

    `overrides` are further house rules; they replace those of the scenario.
    """
    return scenario.planned(seed, index, {**scenario.all_rules, **flatten(overrides or {})})


def caverna_scenario(source: Any) -> CavernaScenario:
    """A scenario of this game, from wherever one can be loaded."""
    found = load_scenario(source)
    if not isinstance(found, CavernaScenario):
        raise ScenarioError(f"scenario `{found.name}`: it is one of `{found.game}`; give one of Caverna")
    return found
