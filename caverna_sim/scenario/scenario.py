"""Scenarios: what is to be played, read strictly from TOML, and what each single game of one is.

A scenario is wrong as a whole or not at all: unknown keys, names and absurd values are errors that tell the line, the
field, what is allowed and the nearest valid name. Importing this module does not load the compiler.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim import check
from caverna_sim.check import Wrong as _Wrong
from caverna_sim.errors import BotError, RulesError, ScenarioError, nearest, shown
from caverna_sim.files import MOST_TOML, is_file, read_text
from caverna_sim.games.caverna.box.owner import beside
from caverna_sim.games.caverna.box.tables import flatten, printed_tables, with_house_rules
from caverna_sim.toml import line_of, parsed

if TYPE_CHECKING:
    from caverna_sim.games.caverna.game import Bot

DEFAULT_GAMES = 10_000
DEFAULT_SEED = 1
MOST_GAMES = 10**12
MOST_SEED = 2**62 - 1
SEATINGS = ("rotate", "random", "fixed")
EXPANSIONS = ("fiends",)
TABLES = ("games", "players", "furnishings", "placements", "expeditions", "supply")
FIENDS_TABLES = (*TABLES, "orcs")  # the last one with Frantic Fiends only

# Streams of the counter-based generator (chance/philox.py) that decide what a block of games is. Each is keyed by
# (seed, block), so none of them shifts when bots, rules or the number of games change.
STREAM_ABSENCE = 9  # word t: whether the unique furnishing number t is absent
STREAM_SEATING = 10  # seating = "random": who sits where
STREAM_POOL = 11  # draw = "random": which bots of the pool play
# 12: milestones of a campaign (games/caverna/fiends/campaign.py)

_FIELDS = (
    "name", "description", "players", "expansion", "bots", "draw", "seating", "games", "seed", "record", "rules", "supply",
    "opening", "bot",
)  # fmt: skip
_SUPPLY_FIELDS = ("without", "random_absence")
_OPENING_FIELDS = ("place",)


@dataclass(frozen=True)
class OwnBot:
    """A bot of the scenario's own: a bot of the roster with other parameters."""

    base: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """What is to be played. Seats are counted from 0, clockwise from the first starting player.

    An opening belongs to a seat, whoever sits there. Its n-th space is taken by the n-th placement of the seat; when it
    cannot be used then, the bot places as it likes and that space is given up.
    """

    name: str
    players: int
    bots: tuple[str, ...]  # one per seat, or a pool
    description: str = ""
    expansion: str | None = None
    draws_bots: bool = False  # bots are drawn from the pool for each block, with replacement
    seating: str = "rotate"
    games: int = DEFAULT_GAMES
    seed: int = DEFAULT_SEED
    record: tuple[str, ...] = TABLES
    rules: Mapping[str, Any] = field(default_factory=dict)  # house rules by dotted path
    without: tuple[str, ...] = ()  # unique furnishings removed for everybody
    random_absence: float = 0.0
    openings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> action spaces of its first placements
    own_bots: Mapping[str, OwnBot] = field(default_factory=dict)

    def bot(self, name: str) -> Bot:
        """What plays under a name of this scenario."""
        from caverna_sim.games.caverna.bots.roster import as_bot

        return as_bot(name, self.own_bots)

    def base_of(self, bot: str) -> str:
        """The roster bot behind a name of this scenario."""
        return self.own_bots[bot].base if bot in self.own_bots else bot

    @property
    def seatings(self) -> int:
        """How many games a block is: the same chances in every seating. Seatings that put the same bots everywhere count once."""
        if self.seating != "rotate":
            return 1
        turns = range(1, self.players) if not self.draws_bots else ()
        return next((turn for turn in turns if self.bots[turn:] + self.bots[:turn] == self.bots), self.players)

    def to_data(self) -> dict[str, Any]:
        """The scenario as its file could hold it; `read_scenario` reads it back."""
        data: dict[str, Any] = {"name": self.name, "description": self.description, "players": self.players, "bots": list(self.bots)}
        if self.expansion is not None:
            data["expansion"] = self.expansion
        if self.draws_bots:
            data["draw"] = "random"
        data |= {"seating": self.seating, "games": self.games, "seed": self.seed, "record": list(self.record)}
        data |= {"rules": dict(self.rules), "supply": {"without": list(self.without), "random_absence": self.random_absence}}
        data["opening"] = {f"seat_{seat}": {"place": list(spaces)} for seat, spaces in sorted(self.openings.items())}
        data["bot"] = {name: {"base": own.base, **own.parameters} for name, own in self.own_bots.items()}
        return data

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
        if self.random_absence:
            parts.append(f"each unique furnishing absent with chance {self.random_absence:g}")
        parts += [f"seat {seat} opens with {', '.join(spaces)}" for seat, spaces in sorted(self.openings.items())]
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
    own_bots: Mapping[str, OwnBot] = field(default_factory=dict)  # those of the scenario


def _counted(names: tuple[str, ...]) -> str:
    if len(names) > 1 and len(set(names)) == 1:
        return f"{len(names)} x {names[0]}"
    return ", ".join(names)


# ---------------------------------------------------------------- reading


def _table(value: Any, where: str, allowed: Collection[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _Wrong(where, f"{shown(value)} is not allowed; give a table such as [{where}]")
    if allowed is not None:
        for key in value:
            if key not in allowed:
                path = f"{where}.{key}" if where else key
                raise _Wrong(path, f"unknown key; {nearest(key, allowed)}")
    return value


def _whole(data: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None) -> int:
    value = data.get(name, default)
    if value is None:
        raise _Wrong(name, f"this key is missing; give a whole number from {low} to {high}")
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _Wrong(name, f"{shown(value)} is not allowed; give a whole number from {low} to {high}")
    return value


def _text(data: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = data.get(name, default)
    if value is None:
        raise _Wrong(name, "this key is missing; give a text")
    if not isinstance(value, str) or (default is None and not value.strip()):
        raise _Wrong(name, f"{shown(value)} is not allowed; give a text")
    return value


def _names(value: Any, where: str, allowed: Collection[str], what: str) -> tuple[str, ...]:
    """A list of known names, each once."""
    names = _texts(value, where)
    for index, name in enumerate(names):
        if name not in allowed:
            raise _Wrong(where, f"unknown {what} `{name}`; {nearest(name, allowed)}", name)
        if name in names[:index]:
            raise _Wrong(where, f"`{name}` stands here twice", name)
    return names


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if isinstance(value, list | tuple) and any(callable(entry) for entry in value):
        raise _Wrong(where, "a Python function cannot play in a scenario; give names of bots or parameter files, or use cs.play")
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
        raise _Wrong(where, f"{shown(value)} is not allowed; give a list of names")
    return tuple(value)


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """A scenario from the contents of its file; ScenarioError names the field and what is allowed."""
    with check.reading(ScenarioError, "scenario:"):
        return _read(check.plain(data))


def _read(data: Mapping[str, Any]) -> Scenario:
    _table(data, "", _FIELDS)
    name = check.name(_text(data, "name"), "name")
    players = _whole(data, "players", 1, 7)
    expansion = data.get("expansion")
    if expansion is not None and expansion not in EXPANSIONS:
        raise _Wrong("expansion", f'{shown(expansion)} is not allowed; give "fiends" for Frantic Fiends, or leave the key out')
    seating = _text(data, "seating", "rotate")
    if seating not in SEATINGS:
        raise _Wrong("seating", f"{shown(seating)} is not allowed; {nearest(seating, SEATINGS)}")
    own_bots = _read_own_bots(data.get("bot", {}))
    supply = _table(data.get("supply", {}), "supply", _SUPPLY_FIELDS)
    without = _read_without(supply.get("without", []), expansion)
    bots, draws_bots = _read_bots(data, players, own_bots)
    everything = list(FIENDS_TABLES if expansion else TABLES)
    record = _names(data.get("record", everything), "record", FIENDS_TABLES, "table")
    if "orcs" in record and not expansion:
        raise _Wrong("record", 'the table `orcs` is for Frantic Fiends; add expansion = "fiends", or leave it out', "orcs")
    if not record:
        raise _Wrong("record", f"nothing would be kept; {nearest('', TABLES)}")
    return Scenario(
        name=name,
        description=check.text(_text(data, "description", ""), "description", may_be_empty=True),
        players=players,
        expansion=expansion,
        bots=bots,
        draws_bots=draws_bots,
        seating=seating,
        games=_whole(data, "games", 1, MOST_GAMES, DEFAULT_GAMES),
        seed=_whole(data, "seed", 0, MOST_SEED, DEFAULT_SEED),
        record=record,
        rules=_read_rules(data.get("rules", {}), players, expansion),
        without=without,
        random_absence=_read_chance(supply.get("random_absence", 0.0)),
        openings=_read_openings(data.get("opening", {}), players, expansion),
        own_bots=own_bots,
    )


def _read_bots(data: Mapping[str, Any], players: int, own_bots: Mapping[str, OwnBot]) -> tuple[tuple[str, ...], bool]:
    from caverna_sim.games.caverna.bots.parameters import is_path
    from caverna_sim.games.caverna.bots.parameters import packaged_bots as roster

    draw = data.get("draw")
    if draw not in (None, "random"):
        raise _Wrong("draw", f"{shown(draw)} is not allowed; give `random`, or leave the key out and name one bot per seat")
    if "bots" not in data:
        raise _Wrong("bots", f"this key is missing; name {players} bots, one for each seat")
    names = _texts(data["bots"], "bots")
    known = [*roster(), *own_bots]
    for name in names:
        if name not in known and not is_path(name):
            raise _Wrong("bots", f"unknown bot `{name}`; {nearest(name, known)}", name)
        if is_path(name):
            _check_bot(name, "bots", name)
    if draw is None and len(names) != players:
        advice = 'name one for each seat, or give draw = "random"'
        raise _Wrong("bots", f"{len(names)} bot{'s' if len(names) != 1 else ''} for {players} players; {advice}")
    if not names:
        raise _Wrong("bots", "the pool is empty; name at least one bot")
    return names, draw is not None


def _read_own_bots(value: Any) -> dict[str, OwnBot]:
    from caverna_sim.games.caverna.bots.parameters import is_path
    from caverna_sim.games.caverna.bots.parameters import packaged_bots as roster

    known = roster()
    own = {}
    for name, entry in _table(value, "bot").items():
        where = f"bot.{check.shown_name(name)}"
        check.name(name, where)
        if name in known:
            raise _Wrong(where, f"`{name}` is a bot of the roster already; give yours another name")
        parameters = dict(_table(entry, where))
        if "base" not in parameters:
            raise _Wrong(where, f"the key `base` is missing; {nearest('', known)}")
        base = parameters.pop("base")
        if not isinstance(base, str) or (base not in known and not is_path(base)):
            raise _Wrong(f"{where}.base", f"unknown bot `{base}`; {nearest(base, known)}")
        if is_path(name):
            raise _Wrong(where, f"`{name}` looks like a file; give your bot a plain name")
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
            raise _Wrong(f"{where}.{error.field}", error.problem) from None
        raise _Wrong(where, str(error), value) from None


def _check_parameters(value: Any, where: str) -> None:
    """Numbers, texts, or tables of them."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            _check_parameters(entry, f"{where}.{key}")
    elif not isinstance(value, int | float | str) or (isinstance(value, float) and not math.isfinite(value)):
        raise _Wrong(where, f"{shown(value)} is not allowed; give a number, a text or a table of them")


def _read_without(value: Any, expansion: str | None) -> tuple[str, ...]:
    furnishings = printed_tables(expansion)["furnishing"]
    names = _names(value, "supply.without", furnishings, "furnishing")
    for name in names:
        if furnishings[name].get("copies", 1) != 1:
            raise _Wrong("supply.without", f"`{name}` is not a unique furnishing and cannot be left out", name)
    return names


def _read_chance(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _Wrong("supply.random_absence", f"{shown(value)} is not allowed; give a chance from 0 to 1")
    return float(value)


def _read_rules(value: Any, players: int, expansion: str | None) -> dict[str, Any]:
    """House rules, tried out by building the rules with them."""
    _table(value, "rules")
    if not value:
        return {}
    try:
        rules = flatten(value)
        with_house_rules(rules, expansion)
        from caverna_sim.games.caverna.box.catalog import catalog

        catalog(players, rules, expansion)
    except RulesError as error:
        paths = [path for path in re.findall(r"`([\w.]+)`", str(error)) if "." in path]
        raise _Wrong("rules." + paths[0] if paths else "rules", str(error), names_itself=True) from None
    return rules


def _read_openings(value: Any, players: int, expansion: str | None) -> dict[int, tuple[str, ...]]:
    openings = {}
    seats = [f"seat_{seat}" for seat in range(players)]
    for key, entry in _table(value, "opening").items():
        where = f"opening.{key}"
        if key not in seats:
            raise _Wrong(where, f"there is no such seat with {players} players; allowed: {', '.join(f'`{name}`' for name in seats)}")
        _table(entry, where, _OPENING_FIELDS)
        if "place" not in entry:
            raise _Wrong(where, "the key `place` is missing; give a list of action spaces")
        names = _texts(entry["place"], f"{where}.place")
        openings[seats.index(key)] = tuple(_space(name, players, expansion, f"{where}.place") for name in names)
    return openings


def _space(name: str, players: int, expansion: str | None, where: str) -> str:
    """The action space a name stands for with this many players: its id, or the family it belongs to."""
    spaces = printed_tables(expansion)["space"]
    in_play = {key: row for key, row in spaces.items() if players in row["players"]}
    if name in in_play:
        return name
    candidates = [key for key, row in in_play.items() if row["family"] == name]
    if len(candidates) == 1:
        return str(candidates[0])
    if candidates:
        shown = " or ".join(f"`{key}`" for key in candidates)
        raise _Wrong(where, f"`{name}` is ambiguous with {players} players; name {shown}", name)
    if name in spaces or any(row["family"] == name for row in spaces.values()):
        family = str(spaces[name]["family"]) if name in spaces else name
        instead = [key for key, row in in_play.items() if row["family"] == family]
        advice = "did you mean " + " or ".join(f"`{key}`" for key in instead) + "?" if instead else nearest(name, in_play)
        raise _Wrong(where, f"the action space `{name}` is not in play with {players} players; {advice}", name)
    known = sorted({*in_play, *(row["family"] for row in in_play.values())})
    raise _Wrong(where, f"unknown action space `{name}`; {nearest(name, known)}", name)


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
    path = Path(source)
    subject = f"scenario `{source}`"
    packaged = packaged_scenarios()
    if str(source) in packaged and not is_file(path):
        return _parse(packaged[str(source)], subject)
    return _parse(_text_of(path, subject, packaged), subject, path.parent)


def _text_of(path: Path, subject: str, names: Collection[str]) -> str:
    """The text of a file; `names` are what else the name could have meant."""
    hint = nearest(path.name.removesuffix(".toml"), names).replace("allowed:", "packaged scenarios:")
    content = read_text(path, subject, MOST_TOML, ScenarioError, hint)
    if not content.strip():
        raise ScenarioError(f"{subject}: the file is empty")
    return content


def _parse(text: str, subject: str, folder: Path | None = None) -> Scenario:
    data = parsed(text, subject, ScenarioError)
    try:
        if folder is not None and "rules" in data:
            data["rules"] = beside(data["rules"], folder)
        return _read(data)
    except _Wrong as wrong:
        line = line_of(text, wrong.field, wrong.value)
        place = "" if line is None else f", line {line}"
        raise ScenarioError(f"{subject}{place}: {wrong.sentence}") from None


# ---------------------------------------------------------------- the games of a scenario


class _Stream:
    """Numbers of one stream of a block, drawn like the engine draws its own."""

    def __init__(self, seed: int, block: int, stream: int) -> None:
        from caverna_sim.chance.philox import word

        self._word = word
        self._key = (seed, block, stream)
        self._number = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely."""
        limit = 2**32 % bound
        while True:
            product = int(self._word(*self._key, self._number)) * bound
            self._number += 1
            if product & 0xFFFFFFFF >= limit:
                return product >> 32


def stream_of(seed: int, block: int, stream: int) -> Callable[[int], int]:
    """A stream of a block as a function from a bound to a number below it."""
    return _Stream(seed, block, stream).below


def plan_game(scenario: Scenario, seed: int, index: int, overrides: Mapping[str, Any] | None = None) -> PlannedGame:
    """Game number `index` of a scenario: its block, its seating, who sits where, what is absent.

    Seating "rotate" plays each block once in every different rotation: seat s is taken by bot number (s + seating) modulo
    the number of players. `overrides` are further house rules; they replace those of the scenario.
    """
    rules = {**scenario.all_rules, **flatten(overrides or {})}
    block, number = divmod(index, scenario.seatings)
    seating, table = block_seatings(scenario, seed, block)[number]
    return PlannedGame(
        players=scenario.players,
        expansion=scenario.expansion,
        rules=rules,
        block=block,
        seating=seating,
        bots=table,
        openings={seat: list(spaces) for seat, spaces in scenario.openings.items()},
        absent=block_absences(rules, scenario.random_absence, seed, block, scenario.expansion),
        own_bots=scenario.own_bots,
    )


def block_seatings(scenario: Scenario, seed: int, block: int) -> list[tuple[int, tuple[str, ...]]]:
    """Every game of a block: the number of its seating, and who sits where."""
    table = list(scenario.bots)
    if scenario.draws_bots:
        pool = _Stream(seed, block, STREAM_POOL)
        table = [scenario.bots[pool.below(len(scenario.bots))] for _ in range(scenario.players)]
    if scenario.seating == "random":
        number, table = _shuffled(_Stream(seed, block, STREAM_SEATING), table)
        return [(number, tuple(table))]
    return [(seating, tuple(table[seating:] + table[:seating])) for seating in range(scenario.seatings)]


def _shuffled(stream: _Stream, items: list[str]) -> tuple[int, list[str]]:
    """The items in random order (Fisher and Yates), and the number of that order."""
    order = list(items)
    number = 0
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        number = number * (last + 1) + other
        order[last], order[other] = order[other], order[last]
    return number, order


@lru_cache(maxsize=64)
def _offered_with(rules: str, expansion: str | None) -> tuple[tuple[int, str], ...]:
    """Number and id of every unique furnishing in the box."""
    from caverna_sim.games.caverna.box.pack import FURNISHINGS

    tables = with_house_rules(json.loads(rules), expansion)
    everything = tables["start"]["tiles"] == "full"
    offered = []
    for number, name in enumerate(FURNISHINGS):
        row = tables["furnishing"].get(name)
        if row is None:  # of the expansion
            continue
        if row.get("copies", 1) == 1 and (everything or row["introductory"]) and name not in tables["start"]["without"]:
            offered.append((number, name))
    return tuple(offered)


def offered(rules: Mapping[str, Any], expansion: str | None = None) -> tuple[tuple[int, str], ...]:
    """Number and id of every unique furnishing in the box under house rules."""
    return _offered_with(json.dumps(rules, sort_keys=True), expansion)


def block_absences(rules: Mapping[str, Any], chance: float, seed: int, block: int, expansion: str | None = None) -> tuple[str, ...]:
    """The unique furnishings that a block is played without."""
    if not chance:
        return ()
    from caverna_sim.chance.philox import word

    return tuple(name for number, name in offered(rules, expansion) if int(word(seed, block, STREAM_ABSENCE, number)) < chance * 2**32)
