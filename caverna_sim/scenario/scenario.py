"""Scenarios: what is to be played, read strictly from TOML, and what each single game of one is.

A scenario is wrong as a whole or not at all: unknown keys, names and absurd values are errors that tell the line, the
field, what is allowed and the nearest valid name. Importing this module does not load the compiler.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim import check
from caverna_sim.check import Wrong, reading, shown_name
from caverna_sim.errors import BotError, RulesError, ScenarioError, nearest, shown
from caverna_sim.files import MOST_TOML, read_text
from caverna_sim.games.caverna.box.owner import beside
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.experiments import experiments_in_words
from caverna_sim.match.seating import BALANCED, SEATINGS, Seating, seating_of
from caverna_sim.scenario.values import Faults, table, text, texts, whole
from caverna_sim.toml import line_of, parsed

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog
    from caverna_sim.games.caverna.game import Bot
    from caverna_sim.games.caverna.limits import Limits
    from caverna_sim.scenario.experiments import Chances, DrawnLimits, DrawnOpening

DEFAULT_GAMES = 10_000
DEFAULT_SEED = 1
MOST_GAMES = 10**12
MOST_SEED = 2**62 - 1
MOST_FAULTS = 100  # told of one file
EXPANSIONS = ("fiends",)
TABLES = ("games", "players", "furnishings", "placements", "expeditions", "supply")
FIENDS_TABLES = (*TABLES, "orcs")  # the last one with Frantic Fiends only
ON_REQUEST = ("rounds", "assigned")  # kept when asked for; the second also whenever something was assigned

_FIELDS = (
    "name", "description", "players", "expansion", "bots", "draw", "seating", "games", "seed", "record", "rules", "supply",
    "limits", "opening", "bot",
)  # fmt: skip


@dataclass(frozen=True)
class OwnBot:
    """A bot of the scenario's own: a bot of the roster with other parameters."""

    base: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """What is to be played. Seats are counted from 0, clockwise from the first starting player.

    Openings and limits belong to a seat, whoever sits there. The n-th space of an opening is taken by the n-th placement of
    the seat; when it cannot be used then, the bot places as it likes and that space is given up.
    """

    name: str
    players: int
    bots: tuple[str, ...]  # one per seat, or a pool
    description: str = ""
    expansion: str | None = None
    draws_bots: bool = False  # bots are drawn from the pool for each block
    has_focal: bool = False  # the first bot sits at every table and the others are drawn to it; not in files
    seating: str = BALANCED
    games: int = DEFAULT_GAMES
    seed: int = DEFAULT_SEED
    record: tuple[str, ...] = TABLES
    rules: Mapping[str, Any] = field(default_factory=dict)  # house rules by dotted path
    without: tuple[str, ...] = ()  # unique furnishings removed for everybody
    random_absence: Chances = 0.0
    random_access: bool = False
    random_loot_absence: Chances = 0.0
    seats_without: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> furnishings that it may not build
    limits: Mapping[int, Limits] = field(default_factory=dict)  # seat -> what it may not do
    drawn_limits: DrawnLimits | None = None
    openings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> action spaces of its first placements
    drawn_opening: DrawnOpening | None = None
    own_bots: Mapping[str, OwnBot] = field(default_factory=dict)

    def bot(self, name: str) -> Bot:
        """What plays under a name of this scenario."""
        from caverna_sim.games.caverna.bots.roster import as_bot

        return as_bot(name, self.own_bots)

    @property
    def seatings(self) -> int:
        """How many games a block is: the same chances in every seating."""
        return self.plan_of_seats.block_games

    @property
    def plan_of_seats(self) -> Seating:
        """Who sits where; numbers count different bots."""
        return seating_of(self.seating, self.bots, self.players, self.draws_bots, self.has_focal)

    def to_data(self) -> dict[str, Any]:
        """The scenario as its file could hold it; `read_scenario` reads it back."""
        data: dict[str, Any] = {"name": self.name, "description": self.description, "players": self.players, "bots": list(self.bots)}
        if self.expansion is not None:
            data["expansion"] = self.expansion
        if self.draws_bots:
            data["draw"] = "random"
        data |= {"seating": self.seating, "games": self.games, "seed": self.seed, "record": list(self.record)}
        data |= {"rules": dict(self.rules), "supply": self._supply_data()}
        limits: dict[str, Any] = {f"seat_{seat}": dict(limits) for seat, limits in sorted(self.limits.items())}
        if self.drawn_limits is not None:
            limits["drawn"] = self.drawn_limits.to_data()
        if limits:
            data["limits"] = limits
        data["opening"] = {f"seat_{seat}": {"place": list(spaces)} for seat, spaces in sorted(self.openings.items())}
        if self.drawn_opening is not None:
            data["opening"]["drawn"] = self.drawn_opening.to_data()
        data["bot"] = {name: {"base": own.base, **own.parameters} for name, own in self.own_bots.items()}
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
    def summary(self) -> str:
        """The scenario in one line."""
        parts = [f"{self.players} player{'s' if self.players > 1 else ''}" + (", Frantic Fiends" if self.expansion else "")]
        parts.append(("bots drawn from " if self.draws_bots else "bots ") + _counted(self.bots))
        parts.append(f"seating {self.seating}, {self.games:,} games, seed {self.seed}")
        if self.rules:
            parts.append(f"{len(self.rules)} house rule{'s' if len(self.rules) > 1 else ''}")
        if self.without:
            parts.append("without " + ", ".join(self.without))
        parts += experiments_in_words(self.to_data())
        return "; ".join(parts)


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
    return dict(chances) if isinstance(chances, Mapping) else chances


def _counted(names: tuple[str, ...]) -> str:
    if len(names) > 1 and len(set(names)) == 1:
        return f"{len(names)} x {names[0]}"
    return ", ".join(names)


# ---------------------------------------------------------------- reading


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """A scenario from the contents of its file; ScenarioError names the field and what is allowed."""
    with reading(ScenarioError, "scenario:"):
        bots = check.table(data, "").get("bots")
        if isinstance(bots, list | tuple) and any(callable(bot) for bot in bots):
            texts(bots, "bots")
        check.plain(data)
    scenario, wrong = _read(data)
    if scenario is None:
        raise _error([f"scenario: {one.sentence}" for one in wrong])
    return scenario


def _error(sentences: list[str]) -> ScenarioError:
    """The first fault is the error; the others come with it."""
    error = ScenarioError(sentences[0])
    error.others = tuple(sentences[1:])
    return error


def _read(data: Mapping[str, Any]) -> tuple[Scenario | None, list[Wrong]]:
    """The scenario, or all that is wrong with it."""
    faults = Faults()
    scenario = _read_all(faults.table(data, "", _FIELDS), faults)
    return (None if faults.found else scenario), faults.found


def _read_all(data: Mapping[str, Any], faults: Faults) -> Scenario | None:
    from caverna_sim.scenario.experiments import read_limits, read_openings, read_supply

    name = faults.take("", _read_name, data)
    games = faults.take(1, whole, data, "games", 1, MOST_GAMES, DEFAULT_GAMES)
    seed = faults.take(0, whole, data, "seed", 0, MOST_SEED, DEFAULT_SEED)
    seating = faults.take("fixed", _read_seating, data)
    description = faults.take("", text, data, "description", "")
    own_bots = faults.take({}, _read_own_bots, data.get("bot", {}))
    players = faults.take(None, whole, data, "players", 1, 7)
    expansion = faults.take("?", _read_expansion, data)
    if players is None or expansion == "?":  # what everything else is about
        return None
    named = data.get("bot", {})
    bots, draws_bots = faults.take(((), False), _read_bots, data, players, [*(named if isinstance(named, Mapping) else ())])
    record = faults.take(TABLES, _read_record, data, expansion)
    supply = read_supply(data.get("supply", {}), players, expansion, faults)
    rules, played = _read_rules(data.get("rules", {}), players, expansion, faults)
    limits, drawn_limits = read_limits(data.get("limits", {}), players, expansion, played, faults)
    openings, drawn_opening = read_openings(data.get("opening", {}), players, expansion, played, limits, faults)
    return Scenario(
        name=name,
        description=description,
        players=players,
        expansion=expansion,
        bots=bots,
        draws_bots=draws_bots,
        seating=seating,
        games=games,
        seed=seed,
        record=record,
        rules=rules,
        **vars(supply),
        limits=limits,
        drawn_limits=drawn_limits,
        openings=openings,
        drawn_opening=drawn_opening,
        own_bots=own_bots,
    )


def _read_name(data: Mapping[str, Any]) -> str:
    return check.name(text(data, "name"), "name")


def _read_expansion(data: Mapping[str, Any]) -> str | None:
    expansion = data.get("expansion")
    if expansion is not None and (not isinstance(expansion, str) or expansion not in EXPANSIONS):
        raise Wrong("expansion", f'{shown(expansion)} is not allowed; give "fiends" for Frantic Fiends, or leave the key out')
    return expansion


def _read_seating(data: Mapping[str, Any]) -> str:
    seating = text(data, "seating", BALANCED)
    if seating not in SEATINGS:
        raise Wrong("seating", f"{shown(seating)} is not allowed; {nearest(seating, SEATINGS)}")
    return seating


def _read_record(data: Mapping[str, Any], expansion: str | None) -> tuple[str, ...]:
    record = check.names(data.get("record", FIENDS_TABLES if expansion else TABLES), "record", (*FIENDS_TABLES, *ON_REQUEST), "table")
    if "orcs" in record and not expansion:
        raise Wrong("record", 'the table `orcs` is for Frantic Fiends; add expansion = "fiends", or leave it out', "orcs")
    if not record:
        raise Wrong("record", f"nothing would be kept; {nearest('', TABLES)}")
    return record


def _read_bots(data: Mapping[str, Any], players: int, own_bots: Collection[str]) -> tuple[tuple[str, ...], bool]:
    from caverna_sim.games.caverna.bots.parameters import is_path
    from caverna_sim.games.caverna.bots.parameters import packaged_bots as roster

    draw = data.get("draw")
    if draw not in (None, "random"):
        raise Wrong("draw", f"{shown(draw)} is not allowed; give `random`, or leave the key out and name one bot per seat")
    if "bots" not in data:
        raise Wrong("bots", f"this key is missing; name {players} bots, one for each seat")
    names = texts(data["bots"], "bots")
    known = [*roster(), *own_bots]
    for name in names:
        if name not in known and not is_path(name):
            raise Wrong("bots", f"unknown bot `{shown_name(name)}`; {nearest(name, known)}", name)
        if is_path(name):
            _check_bot(name, "bots", name)
    if draw is None and len(names) != players:
        advice = 'name one for each seat, or give draw = "random"'
        raise Wrong("bots", f"{len(names)} bot{'s' if len(names) != 1 else ''} for {players} players; {advice}")
    if not names:
        raise Wrong("bots", "the pool is empty; name at least one bot")
    return names, draw is not None


def _read_own_bots(value: Any) -> dict[str, OwnBot]:
    from caverna_sim.games.caverna.bots.parameters import is_path
    from caverna_sim.games.caverna.bots.parameters import packaged_bots as roster

    known = roster()
    own = {}
    for name, entry in table(value, "bot").items():
        where = f"bot.{shown_name(name)}"
        check.name(name, where)
        if name in known:
            raise Wrong(where, f"`{name}` is a bot of the roster already; give yours another name")
        parameters = dict(table(entry, where))
        if "base" not in parameters:
            raise Wrong(where, f"the key `base` is missing; {nearest('', known)}")
        base = parameters.pop("base")
        if not isinstance(base, str) or (base not in known and not is_path(base)):
            raise Wrong(f"{where}.base", f"unknown bot `{shown_name(base)}`; {nearest(base, known)}")
        if is_path(name):
            raise Wrong(where, f"`{name}` looks like a file; give your bot a plain name")
        _check_bot(base, f"{where}.base", base)
        _check_parameters(parameters, where)
        _check_bot(base, where, None, parameters)
        own[name] = OwnBot(base, parameters)
    return own


def _check_bot(name: str, where: str, value: str | None, parameters: Mapping[str, Any] | None = None) -> None:
    """A bot of the roster or of a parameter file, and parameters of the scenario's own, can be played."""
    from caverna_sim.games.caverna.bots.parameters import parameters_of

    try:
        parameters_of(name, parameters)
    except BotError as error:
        if error.field:
            raise Wrong(f"{where}.{error.field}", error.problem) from None
        raise Wrong(where, str(error), value) from None


def _check_parameters(value: Any, where: str) -> None:
    """Numbers, texts, or tables of them."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            _check_parameters(entry, f"{where}.{key}")
    elif not isinstance(value, int | float | str) or (isinstance(value, float) and not math.isfinite(value)):
        raise Wrong(where, f"{shown(value)} is not allowed; give a number, a text or a table of them")


def _read_rules(value: Any, players: int, expansion: str | None, faults: Faults) -> tuple[dict[str, Any], Callable[[], Catalog]]:
    """House rules, tried out by building the rules with them; when they cannot be built, each by itself tells its fault.

    The rules that are played come along to be built on demand: that loads the compiler, which few scenarios need to be read.
    """
    rules = faults.take({}, _flat, value)
    wrong = _fault_of_rules(rules, players, expansion) if rules else None
    if wrong is not None:
        alone = [_fault_of_rules({path: entry}, players, expansion) for path, entry in rules.items()]
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


# ---------------------------------------------------------------- files


def packaged_scenarios() -> dict[str, str]:
    """The scenarios that come with the package: name -> TOML text."""
    folder = resources.files("caverna_sim") / "scenarios"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}


def load_scenario(source: str | Path | Scenario | Mapping[str, Any]) -> Scenario:
    """A scenario from a file, from what a file would hold, or one of the packaged ones by name, for example `quickstart`."""
    if isinstance(source, Scenario):
        return source
    if isinstance(source, Mapping):
        return read_scenario(source)
    if not isinstance(source, str | Path):
        raise ScenarioError(f"scenario: {shown(source)} is not allowed; give the path of a file or the name of a packaged scenario")
    if not str(source).strip():
        raise ScenarioError("scenario: the name is empty; give the path of a file or the name of a packaged scenario")
    subject = f"scenario `{source}`"
    with reading(ScenarioError, "scenario:"):
        path = check.path(source, "")
    packaged = packaged_scenarios()
    if str(source) in packaged and not path.is_file():
        return _parse(packaged[str(source)], subject)
    text = read_text(path, subject, MOST_TOML, ScenarioError, _hint(path, packaged))
    if not text.strip():
        raise ScenarioError(f"{subject}: the file is empty")
    return _parse(text, subject, path.parent)


def _hint(path: Path, names: Collection[str]) -> str:
    """The packaged scenarios that a name could have meant."""
    return nearest(path.name.removesuffix(".toml"), names).replace("allowed:", "packaged scenarios:")


def _parse(text: str, subject: str, folder: Path | None = None) -> Scenario:
    data = parsed(text, subject, ScenarioError)
    if folder is not None and "rules" in data:
        data["rules"] = beside(data["rules"], folder)
    scenario, wrong = _read(data)
    if scenario is None:
        lines = {one: line_of(text, one.field, one.value) for one in wrong[:MOST_FAULTS]}
        ordered = sorted(lines, key=lambda one: lines[one] or 0)
        raise _error([f"{subject}{'' if lines[one] is None else f', line {lines[one]}'}: {one.sentence}" for one in ordered])
    return scenario


# ---------------------------------------------------------------- the games of a scenario


def plan_game(scenario: Scenario, seed: int, index: int, overrides: Mapping[str, Any] | None = None) -> PlannedGame:
    """Game number `index` of a scenario: its block, its seating, who sits where, what is absent.

    `overrides` are further house rules; they replace those of the scenario.
    """
    rules = {**scenario.all_rules, **flatten(overrides or {})}
    block, number = divmod(index, scenario.seatings)
    seating, seats = block_seatings(scenario, seed, block)[number]
    from caverna_sim.scenario.design import Design

    design = Design(scenario, seed, rules)
    drawn = design.of_block(block)
    return PlannedGame(
        players=scenario.players,
        expansion=scenario.expansion,
        rules=rules,
        block=block,
        seating=seating,
        bots=seats,
        openings={seat: list(spaces) for seat, spaces in design.openings[drawn.opening].items()},
        absent=drawn.absent,
        limits=drawn.limits,
        own_bots=scenario.own_bots,
    )


def block_seatings(scenario: Scenario, seed: int, block: int) -> list[tuple[int, tuple[str, ...]]]:
    """Every game of a block: the number of its seating, and who sits where."""
    names = tuple(dict.fromkeys(scenario.bots))
    return [(number, tuple(names[bot] for bot in seats)) for number, seats in scenario.plan_of_seats.block(seed, block)]
