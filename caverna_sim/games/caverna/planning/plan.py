"""`cs.plan`: the best line of a solo game that can be found in some minutes, kept in a file that the search can go on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import MOST_NUMBER, arguments
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError, IllegalAction
from caverna_sim.files import MB, Output, parse_json, read_text, write_whole
from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.bots.parameters import packaged_bots
from caverna_sim.games.caverna.bots.roster import info_of
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.tables import flatten
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.home.scoring import own_bonus
from caverna_sim.games.caverna.planning.archive import Found
from caverna_sim.games.caverna.planning.climber import Climber, Task
from caverna_sim.games.caverna.planning.lines import WRITER, read_line
from caverna_sim.games.caverna.planning.records import MOST_CHOICES
from caverna_sim.games.caverna.planning.search import HEATS, Runner, Search
from caverna_sim.games.caverna.planning.tastes import Taste
from caverna_sim.games.caverna.scenario.reading import caverna_scenario, plan_game
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS
from caverna_sim.kit.design.scenario import Planned
from caverna_sim.kit.play.company import Company
from caverna_sim.scenario.scenario import load_scenario

MINUTES = 30.0
MOST_SEARCH = 200 * MB
SEARCH_FORMAT = 1
TILES = ("full", "introductory")
KEEPS = ("format", "task", "search_seed", "seconds", "tries", "searches", "curve", "is_finalist", "lines", "runners")
_POINTS = check.is_number(-1e6, 1e6)
_ACTIONS = check.list_of(check.is_whole(0, 2**31 - 1), 0, MOST_CHOICES)
_TASTE = check.row(
    {**dict.fromkeys(("turn", "mine", "weapon", "animal"), _POINTS),
     "tiles": check.list_of(check.list_of(_POINTS, 2, 2), 0, MAX_FURNISHINGS)}
)  # fmt: skip
_RUNNER = check.row({"heat": check.is_whole(1, len(HEATS) - 1), "actions": _ACTIONS, "worth": _POINTS, "taste": _TASTE})
_KEPT = check.row(
    {"format": check.is_whole(SEARCH_FORMAT, SEARCH_FORMAT), "task": check.rows(check.anything), "search_seed": check.is_whole(0, 2**62),
     "seconds": check.is_number(0, 1e12), "tries": check.is_whole(0, 2**62), "searches": check.is_whole(0, 2**62),
     "curve": check.list_of(check.list_of(check.is_number(-1e6, 1e12), 2, 2), 0, 100_000),
     "is_finalist": check.is_flag, "lines": check.list_of(_ACTIONS, 0, 10_000),
     "runners": check.list_of(_RUNNER, 0, 1000)}
)  # fmt: skip


@dataclass(frozen=True)
class CloseChoice:
    """A turn of a line, and the best line found that is the same until then and goes elsewhere; None: there is nowhere else to go."""

    turn: int
    line: Found
    other: Found | None

    @property
    def cost(self) -> int | None:
        """Points that going elsewhere costs, with the rest planned anew; below 0 the search has found something better."""
        return None if self.other is None else self.line.points - self.other.points

    @property
    def place(self) -> str:
        """The space of the line."""
        return _space(self.line, self.turn)

    @property
    def instead(self) -> str:
        """The other space; empty when there is none."""
        return "" if self.other is None else _space(self.other, self.turn)


def _space(found: Found, turn: int) -> str:
    """Where the dwarf of a turn goes."""
    actions = (Action(one) for one in found.actions[found.turns[turn] :])
    return next(str(one.space) for one in actions if one.kind == "place")


@dataclass(frozen=True)
class Plan:
    """The best line that was found."""

    points: int
    moves: tuple[str, ...]
    parts: Mapping[str, int]  # of the score
    curve: tuple[tuple[float, int], ...]  # seconds of search, points
    tries: int
    seconds: float
    task: Task
    others: tuple[tuple[int, tuple[int, ...]], ...] = field(repr=False, default=())  # points and ids of actions of all lines kept

    def close_choices(self, tries: int = 20_000, seed: int = 0, tell: Callable[[int, int], None] | None = None) -> list[CloseChoice]:
        """For each turn the best line found that goes elsewhere then, with the rest planned anew in so many tries; about 0.6 s each."""
        climber = Climber(self.task, seed)
        line = climber.begin_with(self.task.own_of(self.moves))
        found = []
        for turn in range(len(line.turns)):
            if tell:
                tell(turn, len(line.turns))
            found.append(CloseChoice(turn, line, climber.second_best(line, turn, tries)))
        return found

    def game(self) -> Game:
        """The line, played to its end."""
        game = self.task.game()
        for move in self.moves:
            game.play(move)
        return game

    def bonuses(self) -> dict[str, int]:
        """Points that furnishings add by their texts, by their titles, Writing chamber included."""
        game = self.game()
        seat, titles = game.state["seats"][self.task.seat], game.rules.names.titles
        added = ((title, int(own_bonus(game.rules.record[0], seat, number))) for number, title in enumerate(titles))
        return {title: points for title, points in added if points}

    def to_dict(self) -> dict[str, Any]:
        """The line as its file holds it."""
        task = self.task
        seat = {"seat": task.seat} if task.players > 1 else {}
        about = {"players": task.players, **seat, "tiles": task.tiles, "rules": dict(task.rules), "seed": task.seed, "index": task.index}
        return {**about, "points": self.points, "moves": list(self.moves)}


def plan(
    scenario: str | Path | None = None,
    *,
    tiles: str | None = None,
    rules: Mapping[str, Any] | None = None,
    minutes: float = MINUTES,
    seat: int = 0,
    index: int = 0,
    seed: int = 0,
    out: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    workers: int | None = None,
    tell: Callable[[Search], None] | None = None,
) -> Plan:
    """Look for the best line of a game for so many minutes.

    Without a `scenario` the solo game of `tiles` ("full" or "introductory") and house rules is played. In one for several players what is
    found is what `seat` could have made of game `index`, with everything known before: scripted bots answer it, any others do as they did
    in that game. `scenario` can also be the file of a game that was played to its end (a line): then all other seats do as they did. With
    `out` the line is kept in a file as soon as it is found, and the search beside it: `resume` goes on from both, or from the line
    alone. `seed` is that of the search. `tell` is called with the search some times a second.
    """
    with arguments("plan"):
        check.number(minutes, "minutes", 0.0, 10**6)
        check.whole(seed, "seed", 0, MOST_NUMBER)
        check.whole(seat, "seat", 0, 6)
        check.whole(index, "index", 0, MOST_NUMBER)
        check.flag(resume, "resume")
        if workers is not None:
            check.whole(workers, "workers", 1, 1024)
    if resume and out is None:
        raise CavernaError("plan: `resume` needs `out`, the file to go on from")
    task = task_of(scenario, tiles, rules, seat, index)
    keeper = None if out is None else Keeper(task, out, resume, overwrite)
    with CompileProgress("plan"):
        climber = Climber(task, 0)
        climber.warm_up()
    search = keeper.search(climber, seed) if keeper else Search(task, seed)
    if task.recorded:
        search.begin_with(climber.begin_with(task.own_of(task.recorded)))
    if workers is None:
        from joblib import cpu_count

        workers = int(cpu_count())
    search.run(60.0 * minutes, workers, tell, keeper.keep if keeper else None)
    return best_of(search)


def task_of(
    scenario: str | Path | None, tiles: str | None = None, rules: Mapping[str, Any] | None = None, seat: int = 0, index: int = 0
) -> Task:
    """The game and the seat that are meant; CavernaError when lines cannot be looked for there."""
    overrides = dict(rules or {})
    if tiles is not None:
        with arguments("plan"):
            check.word(tiles, "tiles", TILES)
    if scenario is None:
        task = Task(tiles=tiles, rules=overrides)
    elif str(scenario).lower().endswith(".json"):
        task = _task_of_line(str(scenario), tiles, overrides)
    else:
        task = _task_of_scenario(scenario, tiles, overrides, index)
    if not 0 <= seat < task.players:
        raise CavernaError(f"plan: there is no seat {seat}; seats are numbered from 0 to {task.players - 1}")
    played = catalog(task.players, {**task.rules, **({} if task.tiles is None else {"start.tiles": task.tiles})}, None)
    return replace(task, seat=seat, tiles=str(played.tables["start"]["tiles"]))


def _task_of_line(file: str, tiles: str | None, overrides: Mapping[str, Any]) -> Task:
    """A game that was played and kept: the other seats do as they did."""
    if tiles is not None or overrides:
        raise CavernaError(f"plan: `{file}` is a game that was played; leave tiles and rules as they were in it")
    data = read_line(file)
    if data.get("expansion") is not None:
        raise CavernaError(f"plan: line `{file}` has an expansion; plans are for the base game only")
    seed, index = data.get("seed", 0), data.get("index", 0)
    if data.get("scenario") is None:
        task = Task(data.get("players", 1), 0, data.get("tiles"), data.get("rules") or {}, seed, index)
    else:
        task = _begun(load_scenario(data["scenario"]), None, {}, index, seed)[0]
    _played_through(task.game(), data["moves"], file)
    return replace(task, recorded=tuple(data["moves"]))


def _task_of_scenario(scenario: str | Path, tiles: str | None, overrides: Mapping[str, Any], index: int) -> Task:
    task, planned = _begun(scenario, tiles, overrides, index)
    if planned.players == 1:
        return task
    if all(bot in packaged_bots() and bot not in planned.own_bots and info_of(bot).tier == "scripted" for bot in planned.bots):
        return replace(task, bots=planned.bots)
    game = task.game()
    company = Company(game, [planned.bot(name) for name in planned.bots])
    while not game.over:
        game.play(company.choose())
    return replace(task, recorded=tuple(action.text for action in game.actions))


def _begun(scenario: Any, tiles: str | None, overrides: Mapping[str, Any], index: int, seed: int | None = None) -> tuple[Task, Planned]:
    """A game of a scenario at its beginning, and how it is planned."""
    found = caverna_scenario(scenario)
    if found.expansion is not None:
        raise CavernaError(f"plan: scenario `{found.name}` has an expansion; plans are for the base game only")
    dealt = found.seed if seed is None else seed
    planned = plan_game(found, dealt, index, overrides)
    if planned.limits or planned.openings:
        raise CavernaError(f"plan: scenario `{found.name}` has limits or openings, but a plan may do everything; leave them out")
    house = dict(planned.rules)
    if planned.absent:
        house["start.without"] = [*house.get("start.without", ()), *planned.absent]
    return Task(planned.players, 0, tiles, house, dealt, planned.block), planned


def best_of(search: Search) -> Plan:
    """The best line of a search; it is played anew by its texts."""
    found = search.archive.best
    if found is None:
        raise CavernaError("plan: no line was found in this time; give more minutes")
    game = search.task.played(found.actions)
    result = game.scores()[search.task.seat]
    others = tuple((one.points, tuple(one.actions)) for one in search.archive.lines)
    return Plan(
        result["total"], tuple(action.text for action in game.actions), result["parts"], tuple(search.curve), search.tries, search.seconds,
        search.task, others,
    )  # fmt: skip


def kept_plan(file: str | Path) -> Plan:
    """A line as its file holds it, played by its texts; CavernaError when it cannot be."""
    data = read_line(str(file))
    task = Task(
        data.get("players", 1), data.get("seat", 0), data.get("tiles"), data.get("rules") or {}, data.get("seed", 0), data.get("index", 0)
    )  # fmt: skip
    game = _played_through(task.game(), data["moves"], file)
    result = game.scores()[task.seat]
    task = replace(task, tiles=str(game.rules.tables["start"]["tiles"]))
    return Plan(result["total"], tuple(data["moves"]), result["parts"], (), 0, 0.0, task)


def _played_through(game: Game, moves: Sequence[str], file: str | Path) -> Game:
    """A game after all moves of a line, with which it is over; CavernaError when it is not."""
    try:
        for move in moves:
            game.play(move)
    except IllegalAction as problem:
        raise CavernaError(f"line `{file}`: it does not fit its game: {problem}; give a file that {WRITER} has written") from None
    if not game.over:
        raise CavernaError(f"line `{file}`: its game is not over after the last move; give a file that {WRITER} has written")
    return game


class Keeper:
    """The file of a line, and the search beside it."""

    def __init__(self, task: Task, out: str | Path, resume: bool, overwrite: bool) -> None:
        self.task = task
        self.output = Output(out, "line", "--out", lambda beginning: b'"moves"' in beginning, overwrite)
        self.path = self.output.path
        if self.path.suffix != ".json":
            raise CavernaError(f"plan: `{out}`: a line is kept in a file that ends in .json; give another name")
        self.beside = self.path.with_suffix(".search.json")
        is_there = self.path.exists() or self.beside.exists()
        if is_there and not resume and not overwrite:
            raise CavernaError(f"plan: `{self.path}` is there already; --resume goes on from it, --overwrite begins anew")
        self.resume = resume
        self.written: int | None = None

    def search(self, climber: Climber, seed: int) -> Search:
        """A new search, or the one that is gone on with."""
        search = Search(self.task, seed)
        if not self.resume:
            return search
        if self.beside.exists():
            self._read_search(search, climber)
        if self.path.exists():
            search.begin_with(climber.begin_with(self._ids(read_line(str(self.path)))))
        return search

    def _ids(self, data: Mapping[str, Any]) -> list[int]:
        try:
            return self.task.own_of(data["moves"])
        except IllegalAction as problem:
            raise CavernaError(f"line `{self.path}`: it does not fit this game: {problem}; give another --out") from None

    def _read_search(self, search: Search, climber: Climber) -> None:
        subject = f"plan: `{self.beside}`"
        advice = "remove it to begin anew"
        data = parse_json(read_text(self.beside, subject, MOST_SEARCH, advice=advice), subject, CavernaError)
        with check.reading(CavernaError, f"{subject}:"):
            check.plain(check.table(data, "", KEEPS, advice=f"a table; {advice}"))
            _KEPT(data, "")
        if data["task"] != _told(self.task):
            raise CavernaError(f"{subject} is about another game; give the same scenario, tiles and rules, or another file with --out")
        search.seed, search.seconds, search.tries, search.searches = data["search_seed"], data["seconds"], data["tries"], data["searches"]
        search.curve = [(float(seconds), int(points)) for seconds, points in data["curve"]]
        search.is_finalist = data["is_finalist"]
        for actions in data["lines"]:
            search.archive.add(climber.begin_with(actions))
        for row in data["runners"]:
            tiles = {int(tile): float(points) for tile, points in row["taste"]["tiles"] if 0 <= tile < MAX_FURNISHINGS}
            taste = Taste(**{**row["taste"], "tiles": tiles})
            climber.begin_with(row["actions"])
            search.runners.append(Runner(row["heat"], row["actions"], taste, float(row["worth"])))

    def keep(self, search: Search) -> None:
        """Write the search, and the line when it is better than the one in the file."""
        best = search.archive.best
        if best is None:
            return
        if self.written is None or best.points > self.written:
            self.output.write(text_of(best_of(search)))
            self.written = best.points
        lines = [one.actions for one in search.archive.lines]
        runners = [
            {
                "heat": one.heat,
                "actions": one.actions,
                "worth": one.worth,
                "taste": {**asdict(one.taste), "tiles": list(one.taste.tiles.items())},
            }
            for one in search.runners
        ]
        kept = (
            SEARCH_FORMAT, _told(self.task), search.seed, search.seconds, search.tries, search.searches, search.curve, search.is_finalist,
            lines, runners,
        )  # fmt: skip
        write_whole(self.beside, (json.dumps(dict(zip(KEEPS, kept, strict=True))) + "\n").encode())


def _told(task: Task) -> dict[str, Any]:
    """A game as a search file names it."""
    about: Sequence[tuple[str, Any]] = (
        ("players", task.players), ("seat", task.seat), ("tiles", task.tiles), ("rules", flatten(task.rules)), ("seed", task.seed),
        ("index", task.index), ("bots", task.bots), *([("recorded", task.recorded)] if task.recorded else []),
    )  # fmt: skip
    return dict(json.loads(json.dumps(dict(about))))


def text_of(found: Plan) -> str:
    """A line as its file."""
    return json.dumps(found.to_dict(), indent=1) + "\n"
