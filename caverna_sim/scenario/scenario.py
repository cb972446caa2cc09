"""Scenarios: what is to be played, read strictly from TOML.

A scenario is wrong as a whole or not at all: unknown keys, names and absurd values are errors that tell the line, the
field, what is allowed and the nearest valid name. Which keys there are beside those of every game is the game's business
(games/protocol.py). Importing this module does not load the compiler.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from caverna_sim import check
from caverna_sim.check import MOST_NUMBER, Wrong, reading, shown_name
from caverna_sim.dataset.manifest import is_run, read_manifest
from caverna_sim.errors import BotError, CavernaError, ScenarioError, nearest, shown
from caverna_sim.files import MOST_POSITION, MOST_TOML, parse_json, read_text
from caverna_sim.games import FIRST, folder_of, named, plays
from caverna_sim.games import names as game_names
from caverna_sim.match.outside import give, is_outside
from caverna_sim.match.seating import BALANCED, SEATINGS, Seating, seating_of
from caverna_sim.scenario.values import Faults, table, text, texts, whole
from caverna_sim.toml import line_of, parsed

if TYPE_CHECKING:
    from caverna_sim.games.protocol import Plays, Recorded

DEFAULT_GAMES = 10_000
DEFAULT_SEED = 1
MOST_GAMES = 10**12
MOST_FAULTS = 100  # told of one file
Kind = TypeVar("Kind", bound="Scenario")
TABLES = ("games", "players")  # that every game keeps

_FIELDS = ("name", "description", "game", "players", "bots", "draw", "focal_bot", "seating", "games", "seed", "record", "rules", "bot")


@dataclass(frozen=True)
class OwnBot:
    """A bot of the scenario's own: a bot of the roster with other parameters."""

    base: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """What is to be played, as far as every game has it. Seats are counted from 0."""

    name: str
    players: int
    bots: tuple[str, ...]  # one per seat, or a pool
    description: str = ""
    draws_bots: bool = False  # bots are drawn from the pool for each block
    focal_bot: str | None = None  # plays in the seat that something is drawn for, whoever sits elsewhere
    has_focal: bool = False  # the first bot sits at every table and the others are drawn to it; not in files
    seating: str = BALANCED
    games: int = DEFAULT_GAMES
    seed: int = DEFAULT_SEED
    record: tuple[str, ...] = TABLES
    rules: Mapping[str, Any] = field(default_factory=dict)  # house rules by dotted path
    own_bots: Mapping[str, OwnBot] = field(default_factory=dict)
    game: str = FIRST

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
        if self.game != FIRST:
            data["game"] = self.game
        if self.draws_bots:
            data["draw"] = "random"
        if self.focal_bot is not None:
            data["focal_bot"] = self.focal_bot
        data |= {"seating": self.seating, "games": self.games, "seed": self.seed, "record": list(self.record)}
        data |= {"rules": dict(self.rules), **self.more_data()}
        data["bot"] = {name: {"base": own.base, **own.parameters} for name, own in self.own_bots.items()}
        return data

    def more_data(self) -> dict[str, Any]:
        """The game's own keys."""
        return {}

    @property
    def all_rules(self) -> dict[str, Any]:
        """House rules by dotted path, what the game's own keys make of them included."""
        return dict(self.rules)

    @property
    def offered(self) -> tuple[str, ...]:
        """What can be left out of the supply, one by one; nothing where a game has no such things."""
        return ()

    @property
    def has_focal_seat(self) -> bool:
        """Whether something is drawn for one seat of each block."""
        return False

    @property
    def who_plays(self) -> tuple[str, ...]:
        """Every bot once: those at the table or in the pool, and the one of the focal seat."""
        return tuple(dict.fromkeys([*self.bots, *([] if self.focal_bot is None else [self.focal_bot])]))

    @property
    def places(self) -> tuple[str, ...]:
        """Places that can come into play, where a seat can be denied one."""
        return ()

    @property
    def least_blocks(self) -> int:
        """Blocks without which the effects of what is drawn for them cannot be told apart."""
        return 1

    def first_places(self, seat: int) -> list[str]:
        """Where the first placement of a seat can go, or those of them that are drawn; nothing where the game has no such places."""
        return []

    @property
    def variant(self) -> str:
        """Which kind of the game is played, in words; empty for the plain one."""
        return ""

    def phrases(self) -> list[str]:
        """What the game's own keys say, in words."""
        return []

    @property
    def summary(self) -> str:
        """The scenario in one line."""
        return self.told(self.games)

    def told(self, games: int) -> str:
        """The scenario in one line, with so many games played."""
        variant = f", {self.variant}" if self.variant else ""
        parts = [f"{self.players} player{'s' if self.players > 1 else ''}{variant}"]
        parts.append(("bots drawn from " if self.draws_bots else "bots ") + _counted(self.bots))
        parts += [f"{self.focal_bot} in the focal seat"] if self.focal_bot is not None else []
        parts.append(f"seating {self.seating}, {games:,} games, seed {self.seed}")
        if self.rules:
            parts.append(f"{len(self.rules)} house rule{'s' if len(self.rules) > 1 else ''}")
        return "; ".join([*parts, *self.phrases()])


def _counted(names: tuple[str, ...]) -> str:
    if len(names) > 1 and len(set(names)) == 1:
        return f"{len(names)} x {names[0]}"
    return ", ".join(names)


# ---------------------------------------------------------------- reading


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """A scenario from the contents of its file; ScenarioError names the field and what is allowed.

    Among the bots there may be functions; in files they have names (match/outside.py).
    """
    with reading(ScenarioError, "scenario:"):
        bots = check.table(data, "").get("bots")
        if isinstance(bots, list | tuple):
            data = {**data, "bots": [give(bot) if callable(bot) else bot for bot in bots]}
        if callable(data.get("focal_bot")):
            data = {**data, "focal_bot": give(data["focal_bot"])}
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
    name = faults.take(FIRST, _read_game, data)
    game = plays(name)
    scenario = _read_all(faults.table(data, "", (*_FIELDS, *game.keys)), name, game, faults)
    return (None if faults.found else scenario), faults.found


def _read_game(data: Mapping[str, Any]) -> str:
    name = text(data, "game", FIRST) if isinstance(data, Mapping) else FIRST
    known = game_names()
    if name not in known:
        raise Wrong("game", f"there is no game {shown(name)}; {nearest(name, known)}", name)
    return name


def _read_all(data: Mapping[str, Any], name: str, game: Plays, faults: Faults) -> Scenario | None:
    general: dict[str, Any] = {"game": name}
    general["name"] = faults.take("", _read_name, data)
    general["games"] = faults.take(1, whole, data, "games", 1, MOST_GAMES, DEFAULT_GAMES)
    general["seed"] = faults.take(0, whole, data, "seed", 0, MOST_NUMBER, DEFAULT_SEED)
    general["seating"] = faults.take("fixed", _read_seating, data)
    general["description"] = faults.take("", text, data, "description", "")
    data = _with_pool(data, game, faults)
    general["own_bots"] = faults.take({}, _read_own_bots, data.get("bot", {}), game)
    players = general["players"] = faults.take(None, whole, data, "players", *game.players)
    first = game.first(data, faults)
    if players is None or first is None:  # what everything else is about
        return None
    named = data.get("bot", {})
    known = [*game.bots(), *(named if isinstance(named, Mapping) else ())]
    general["bots"], general["draws_bots"] = faults.take(((), False), _read_bots, data, players, known, game)
    general["focal_bot"] = faults.take(None, _read_focal_bot, data, known)
    recorded = game.recorded(first)
    general["record"] = faults.take(recorded.usual, _read_record, data, recorded)
    scenario = game.scenario(general, data, first, faults)
    if general["focal_bot"] is not None and not faults.found and not scenario.has_focal_seat:
        faults.note("focal_bot", "nothing is drawn for one seat here: no limit, opening or access; leave the key out, or name it in `bots`")
    return scenario


def _with_pool(data: Mapping[str, Any], game: Plays, faults: Faults) -> Mapping[str, Any]:
    """The name of a pool in place of bots stands for those of the pool, from whom tables are drawn; its own bots come along."""
    name = data.get("bots")
    name = name[0] if isinstance(name, list | tuple) and len(name) == 1 else name
    if not isinstance(name, str) or name not in game.pools():
        return data
    pool = game.pools()[name]
    own = {**{one: own for one, own in pool.items() if own}, **faults.table(data.get("bot", {}), "bot")}
    return {**data, "bots": list(pool), "draw": "random", "bot": own}


def _read_focal_bot(data: Mapping[str, Any], known: Collection[str]) -> str | None:
    name = data.get("focal_bot")
    if name is None or (isinstance(name, str) and (name in known or is_outside(name))):
        return name
    raise Wrong("focal_bot", f"unknown bot {shown(name)}; {nearest(name if isinstance(name, str) else '', known)}", name)


def _read_name(data: Mapping[str, Any]) -> str:
    return check.name(text(data, "name"), "name")


def _read_seating(data: Mapping[str, Any]) -> str:
    seating = text(data, "seating", BALANCED)
    if seating not in SEATINGS:
        raise Wrong("seating", f"{shown(seating)} is not allowed; {nearest(seating, SEATINGS)}")
    return seating


def _read_record(data: Mapping[str, Any], recorded: Recorded) -> tuple[str, ...]:
    record = check.names(data.get("record", recorded.usual), "record", recorded.known, "table")
    for name, problem in recorded.not_here.items():
        if name in record:
            raise Wrong("record", problem, name)
    if not record:
        raise Wrong("record", f"nothing would be kept; {nearest('', recorded.usual)}")
    return record


def _read_bots(data: Mapping[str, Any], players: int, known: Collection[str], game: Plays) -> tuple[tuple[str, ...], bool]:
    draw = data.get("draw")
    if draw not in (None, "random"):
        raise Wrong("draw", f"{shown(draw)} is not allowed; give `random`, or leave the key out and name one bot per seat")
    if "bots" not in data:
        raise Wrong("bots", f"this key is missing; name {players} bots, one for each seat")
    names = texts(data["bots"], "bots")
    for name in names:
        if name in known or is_outside(name):
            continue
        if not game.is_file(name):
            raise Wrong("bots", f"unknown bot `{shown_name(name)}`; {nearest(name, known)}", name)
        _check_bot(game, name, "bots", name)
    if draw is None and len(names) != players:
        advice = 'name one for each seat, or give draw = "random"'
        raise Wrong("bots", f"{len(names)} bot{'s' if len(names) != 1 else ''} for {players} players; {advice}")
    if not names:
        raise Wrong("bots", "the pool is empty; name at least one bot")
    return names, draw is not None


def _read_own_bots(value: Any, game: Plays) -> dict[str, OwnBot]:
    known = game.bots()
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
        if not isinstance(base, str) or (base not in known and not game.is_file(base)):
            raise Wrong(f"{where}.base", f"unknown bot `{shown_name(base)}`; {nearest(base, known)}")
        if game.is_file(name):
            raise Wrong(where, f"`{name}` looks like a file; give your bot a plain name")
        _check_bot(game, base, f"{where}.base", base)
        _check_parameters(parameters, where)
        _check_bot(game, base, where, None, parameters)
        own[name] = OwnBot(base, parameters)
    return own


def _check_bot(game: Plays, name: str, where: str, value: str | None, parameters: Mapping[str, Any] | None = None) -> None:
    """A bot of the roster or of a parameter file, and parameters of the scenario's own, can be played."""
    try:
        game.check_bot(name, parameters)
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


# ---------------------------------------------------------------- files


def packaged_scenarios(game: str | None = None) -> dict[str, str]:
    """The scenarios that come with the games, or with one of them: name -> TOML text."""
    found: dict[str, str] = {}
    for one in game_names() if game is None else (game,):
        own = _scenarios_in(folder_of(one))
        for name in own.keys() & found.keys():
            raise ScenarioError(f"scenario `{name}`: two games bring one of that name; one of `{one}` needs another")
        found |= own
    return found


@cache
def _scenarios_in(package: str) -> dict[str, str]:
    """Those that live in the folder of a game, by name."""
    folder = resources.files(package) / "scenarios" if package else None
    if folder is None or not folder.is_dir():
        return {}
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}


def scenarios(game: str | None = None) -> dict[str, Scenario]:
    """The scenarios that come with the package, or with one game, by name; `load_scenario` and all that plays take such a name."""
    return {name: load_scenario(name) for name in packaged_scenarios(None if game is None else named(game))}


def with_bots(scenario: Scenario, bots: Sequence[Any] | None) -> Scenario:
    """The scenario with others at its table, whom its description does not know."""
    given = list(bots) if isinstance(bots, list | tuple) else bots  # read_scenario says what is wrong with anything else
    if given is None or given == list(scenario.bots):
        return scenario
    return read_scenario({**scenario.to_data(), "bots": given, "description": ""})


def with_focal_bot(scenario: Scenario, bot: Any) -> Scenario:
    """The scenario with a bot in the seat that something is drawn for: a name, a parameter file or a function."""
    data, game = scenario.to_data(), plays(scenario.game)
    if isinstance(bot, str) and game.is_file(bot):
        return read_scenario({**data, "bot": {**data["bot"], bot_named(bot): {"base": bot}}, "focal_bot": bot_named(bot)})
    pool = {name: own for every in game.pools().values() for name, own in every.items() if own}
    own = {bot: pool[bot]} if isinstance(bot, str) and bot in pool else {}
    return read_scenario({**data, "bot": {**own, **data["bot"]}, "focal_bot": bot})


def bot_named(bot: Any) -> str:
    """What a bot is called in tables: a file by its stem, a function by its name."""
    if not isinstance(bot, str):
        return getattr(bot, "__name__", "bot")
    return Path(bot).stem if bot.endswith(".toml") else bot


def game_named(source: Any) -> str | None:
    """The game of a scenario or its file, of a run, a position or a game; None when it tells none.

    What is wrong with it is told by who reads it.
    """
    if isinstance(source, str | Path):
        try:
            source = _contents(str(source))
        except (CavernaError, OSError, ValueError):
            return None
    if isinstance(source, Mapping):
        is_one = any(key in source for key in ("bots", "players", "scenario"))
        game = source.get("game", FIRST if is_one else None)
    else:
        game = getattr(source, "game", None) or game_named(getattr(source, "manifest", None) or {})
    return game if isinstance(game, str) and game in game_names() else None


def game_of_position(path: Path) -> str:
    """The game that a position names; the first when it names none, or when it cannot be read, which is told by who reads it."""
    try:
        position = _contents(str(path))
    except (CavernaError, OSError):
        return FIRST
    return named(position.get("game", FIRST), f"position `{path}`: game")


def _contents(name: str) -> Mapping[str, Any]:
    """What stands in a packaged scenario, a file or the manifest of a run; nothing when it is none of them."""
    path = Path(name)
    if is_run(path):
        return read_manifest(path)
    if path.suffix == ".json":
        found = parse_json(read_text(path, name, MOST_POSITION, CavernaError), name, CavernaError)
        return found if isinstance(found, Mapping) else {}
    text = packaged_scenarios().get(name) if not path.is_file() else read_text(path, name, MOST_TOML, CavernaError)
    return parsed(text, name, CavernaError) if text else {}


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


def scenario_of(kind: type[Kind], source: Any) -> Kind:
    """A scenario of one game, from wherever one can be loaded; ScenarioError when it is one of another."""
    found = load_scenario(source)
    if not isinstance(found, kind):
        raise ScenarioError(f"scenario `{found.name}`: it is one of {found.game}, not of {kind.__module__.split('.')[2]}")
    return found


def _hint(path: Path, names: Collection[str]) -> str:
    """The packaged scenarios that a name could have meant."""
    return nearest(path.name.removesuffix(".toml"), names).replace("allowed:", "packaged scenarios:")


def _parse(text: str, subject: str, folder: Path | None = None) -> Scenario:
    data = parsed(text, subject, ScenarioError)
    game = data.get("game", FIRST)
    if folder is not None and game in game_names():
        data = dict(plays(game).with_paths(data, folder))
    scenario, wrong = _read(data)
    if scenario is None:
        lines = {one: line_of(text, one.field, one.value) for one in wrong[:MOST_FAULTS]}
        ordered = sorted(lines, key=lambda one: lines[one] or 0)
        raise _error([f"{subject}{'' if lines[one] is None else f', line {lines[one]}'}: {one.sentence}" for one in ordered])
    return scenario
