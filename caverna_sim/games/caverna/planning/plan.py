"""`cs.plan`: the best line of a solo game that can be found in some minutes, kept in a file that the search can go on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import arguments
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError, IllegalAction
from caverna_sim.files import MB, Output, parse_json, read_text, write_whole
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.tables import flatten
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.planning.climber import Climber, Task
from caverna_sim.games.caverna.planning.lines import read_line
from caverna_sim.games.caverna.planning.records import MOST_CHOICES
from caverna_sim.games.caverna.planning.search import HEATS, Runner, Search
from caverna_sim.games.caverna.planning.tastes import Taste
from caverna_sim.games.caverna.scenario.reading import caverna_scenario, plan_game
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS

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

    def game(self) -> Game:
        """The line, played to its end."""
        game = self.task.game()
        for move in self.moves:
            game.play(move)
        return game

    def to_dict(self) -> dict[str, Any]:
        """The line as its file holds it."""
        tiles = {} if self.task.tiles is None else {"tiles": self.task.tiles}
        place = {"seed": self.task.seed, "index": self.task.index}
        return {
            "players": self.task.players,
            **tiles,
            "rules": dict(self.task.rules),
            **place,
            "points": self.points,
            "moves": list(self.moves),
        }


def plan(
    scenario: str | Path | None = None,
    *,
    tiles: str | None = None,
    rules: Mapping[str, Any] | None = None,
    minutes: float = MINUTES,
    seed: int = 0,
    out: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    workers: int | None = None,
    tell: Callable[[Search], None] | None = None,
) -> Plan:
    """Look for the best line of a solo game for so many minutes.

    `scenario` is one for a single player, or the game of `tiles` ("full" or "introductory") and house rules. With `out` the line is kept in
    a file as soon as it is found, and the search beside it: `resume` goes on from both, or from the line alone. `seed` is that of the
    search; the game has no chances. `tell` is called with the search about five times a second.
    """
    with arguments("plan"):
        check.number(minutes, "minutes", 0.0, 10**6)
        check.whole(seed, "seed", 0, 2**62 - 1)
        check.flag(resume, "resume")
        if workers is not None:
            check.whole(workers, "workers", 1, 1024)
    if resume and out is None:
        raise CavernaError("plan: `resume` needs `out`, the file to go on from")
    task = task_of(scenario, tiles, rules)
    keeper = None if out is None else Keeper(task, out, resume, overwrite)
    with CompileProgress("plan"):
        climber = Climber(task, 0)
        climber.warm_up()
    search = keeper.search(climber, seed) if keeper else Search(task, seed)
    if workers is None:
        from joblib import cpu_count

        workers = int(cpu_count())
    search.run(60.0 * minutes, workers, tell, keeper.keep if keeper else None)
    return best_of(search)


def task_of(scenario: str | Path | None, tiles: str | None = None, rules: Mapping[str, Any] | None = None) -> Task:
    """The game that is meant; CavernaError when it is none for a single player of the base game."""
    overrides = dict(rules or {})
    if tiles is not None:
        with arguments("plan"):
            check.word(tiles, "tiles", TILES)
    if scenario is None:
        task = Task(tiles=tiles, rules=overrides)
    else:
        found = caverna_scenario(scenario)
        if found.expansion is not None:
            raise CavernaError(f"plan: scenario `{found.name}` has an expansion; lines are looked for in the base game")
        if found.players != 1:
            raise CavernaError(f"plan: scenario `{found.name}` is for {found.players} players; give one for a single player")
        planned = plan_game(found, found.seed, 0, overrides)
        if planned.limits or planned.openings:
            raise CavernaError(f"plan: scenario `{found.name}` has limits or openings; leave them out, a line is free to do everything")
        house = dict(planned.rules)
        if planned.absent:
            house["start.without"] = [*house.get("start.without", ()), *planned.absent]
        task = Task(tiles=tiles, rules=house, seed=found.seed, index=planned.block)
    played = catalog(task.players, {**task.rules, **({} if tiles is None else {"start.tiles": tiles})}, None)
    return replace(task, tiles=str(played.tables["start"]["tiles"]))


def best_of(search: Search) -> Plan:
    """The best line of a search; it is played anew by its texts."""
    found = search.archive.best
    if found is None:
        raise CavernaError("plan: no line was found in this time; give more minutes")
    game = search.task.game()
    for action in found.actions:
        game.play(action)
    result = game.scores()[search.task.seat]
    others = tuple((one.points, tuple(one.actions)) for one in search.archive.lines)
    return Plan(
        result["total"], tuple(action.text for action in game.actions), result["parts"], tuple(search.curve), search.tries, search.seconds,
        search.task, others,
    )  # fmt: skip


class Keeper:
    """The file of a line, and the search beside it."""

    def __init__(self, task: Task, out: str | Path, resume: bool, overwrite: bool) -> None:
        self.task = task
        self.output = Output(out, "line", "--out", lambda beginning: b'"moves"' in beginning, overwrite)
        self.path = self.output.path
        if self.path.suffix != ".json":
            raise CavernaError(f"plan: `{out}`: lines are kept in files that end in .json")
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
            search.archive.add(climber.begin_with(self._ids(read_line(str(self.path)))))
        if not search.archive.lines:
            return search
        if not search.curve:
            search.curve.append((search.seconds, search.archive.lines[0].points))
        return search

    def _ids(self, data: Mapping[str, Any]) -> list[int]:
        game = self.task.game()
        try:
            for move in data["moves"]:
                game.play(move)
        except IllegalAction as problem:
            raise CavernaError(f"line `{self.path}`: it is none of this game: {problem}") from None
        return [action.id for action in game.actions]

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
        ("index", task.index),
    )  # fmt: skip
    return dict(json.loads(json.dumps(dict(about))))


def text_of(found: Plan) -> str:
    """A line as its file."""
    return json.dumps(found.to_dict(), indent=1) + "\n"
