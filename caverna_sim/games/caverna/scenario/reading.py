"""How scenarios of Caverna are read, what one holds beside what every game has, and who can play it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from caverna_sim.check import Wrong
from caverna_sim.errors import RulesError, ScenarioError, shown
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.expansions import OWN_TABLES, TITLES, which
from caverna_sim.games.caverna.scenario.words import experiments_in_words
from caverna_sim.kit.design.draws import seated
from caverna_sim.scenario.scenario import OwnBot, Scenario, load_scenario
from caverna_sim.scenario.values import Faults, table

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog
    from caverna_sim.games.caverna.game import Bot
    from caverna_sim.games.caverna.limits import Limits
    from caverna_sim.kit.design.draws import Chances, DrawnLimits, DrawnOpening

TABLES = ("games", "players", "furnishings", "placements", "expeditions", "supply")
ALL_TABLES = (*TABLES, *OWN_TABLES)
ON_REQUEST = ("rounds", "assigned")  # kept when asked for; the second also whenever something was assigned


@dataclass(frozen=True)
class CavernaScenario(Scenario):
    """A scenario of Caverna. Seats go clockwise from the first starting player.

    Openings and limits belong to a seat, whoever sits there. The n-th space of an opening is taken by the n-th placement of
    the seat; when it cannot be used then, the bot places as it likes and that space is given up.
    """

    record: tuple[str, ...] = TABLES
    expansion: str | None = None
    without: tuple[str, ...] = ()  # unique furnishings removed for everybody
    random_absence: Chances = 0.0
    random_access: bool = False
    random_loot_absence: Chances = 0.0
    seats_without: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> furnishings that it may not build
    limits: Mapping[int, Limits] = field(default_factory=dict)  # seat -> what it may not do
    drawn_limits: DrawnLimits | None = None
    openings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> action spaces of its first placements
    drawn_opening: DrawnOpening | None = None

    def bot(self, name: str) -> Bot:
        """What plays under a name of this scenario."""
        from caverna_sim.games.caverna.bots.roster import as_bot

        return as_bot(name, self.own_bots)

    def more_data(self) -> dict[str, Any]:
        """The keys of Caverna."""
        data: dict[str, Any] = {} if self.expansion is None else {"expansion": self.expansion}
        data["supply"] = self._supply_data()
        limits: dict[str, Any] = {f"seat_{seat}": dict(limits) for seat, limits in sorted(self.limits.items())}
        if self.drawn_limits is not None:
            limits["drawn"] = self.drawn_limits.to_data()
        if limits:
            data["limits"] = limits
        data["opening"] = {f"seat_{seat}": {"place": list(spaces)} for seat, spaces in sorted(self.openings.items())}
        if self.drawn_opening is not None:
            data["opening"]["drawn"] = self.drawn_opening.to_data()
        return data

    def _supply_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"without": list(self.without), "random_absence": _plain(self.random_absence)}
        if self.random_access:
            data["random_access"] = True
        if self.random_loot_absence:
            data["random_loot_absence"] = _plain(self.random_loot_absence)
        return data | {f"seat_{seat}": {"without": list(names)} for seat, names in sorted(self.seats_without.items())}

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
    def has_focal_seat(self) -> bool:
        """Whether access, a limit or an opening is drawn."""
        return self.random_access or self.drawn_limits is not None or self.drawn_opening is not None

    @property
    def least_blocks(self) -> int:
        """As its design says."""
        from caverna_sim.games.caverna.scenario.design import Design

        return Design(self, self.seed, self.all_rules).least_blocks

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


@dataclass(frozen=True)
class PlannedGame:
    """One game of a scenario. Games of a block share cards, harvest markers and absent tiles."""

    players: int
    expansion: str | None
    rules: dict[str, Any]  # house rules by dotted path
    block: int
    seating: int  # number of the seating within the block
    bots: tuple[str, ...]  # by seat
    openings: dict[int, list[str]]  # seat -> action spaces of its first placements
    absent: tuple[str, ...]  # unique furnishings absent in this block only
    limits: Mapping[int, Limits] = field(default_factory=dict)  # seat -> what it may not do, furnishings and loot denied to it included
    own_bots: Mapping[str, OwnBot] = field(default_factory=dict)  # those of the scenario

    def bot(self, name: object) -> Bot:
        """What plays under a name of the scenario, or as whatever else may sit at a table."""
        from caverna_sim.games.caverna.bots.roster import as_bot

        return as_bot(name, self.own_bots)


def _plain(chances: Chances) -> Any:
    return dict(chances) if isinstance(chances, Mapping) else list(chances) if isinstance(chances, tuple) else chances


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


def plan_game(scenario: CavernaScenario, seed: int, index: int, overrides: Mapping[str, Any] | None = None) -> PlannedGame:
    """Game number `index` of a scenario: its block, its seating, who sits where, what is absent.

    `overrides` are further house rules; they replace those of the scenario.
    """
    rules = {**scenario.all_rules, **flatten(overrides or {})}
    block, number = divmod(index, scenario.seatings)
    from caverna_sim.games.caverna.scenario.design import Design

    design = Design(scenario, seed, rules)
    drawn = design.of_block(block)
    names = scenario.who_plays
    focal = None if scenario.focal_bot is None else names.index(scenario.focal_bot)
    seating, numbers = seated(scenario.plan_of_seats.block(seed, block), drawn, focal)[number]
    return PlannedGame(
        players=scenario.players,
        expansion=scenario.expansion,
        rules=rules,
        block=block,
        seating=seating,
        bots=tuple(names[bot] for bot in numbers),
        openings={seat: list(spaces) for seat, spaces in design.openings[drawn.opening].items()},
        absent=drawn.absent,
        limits=drawn.limits,
        own_bots=scenario.own_bots,
    )


def caverna_scenario(source: Any) -> CavernaScenario:
    """A scenario of this game, from wherever one can be loaded."""
    found = load_scenario(source)
    if not isinstance(found, CavernaScenario):
        raise ScenarioError(f"scenario `{found.name}`: it is one of `{found.game}`; give one of Caverna")
    return found
