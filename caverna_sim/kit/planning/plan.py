"""The best line that was found, kept in a file that the search can go on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError, IllegalAction
from caverna_sim.files import MB, Output, parse_json, read_text, write_whole
from caverna_sim.kit.planning.archive import Found
from caverna_sim.kit.planning.climber import PlannedClimber
from caverna_sim.kit.planning.records import MOST_CHOICES
from caverna_sim.kit.planning.search import HEATS, Runner, Search
from caverna_sim.kit.planning.task import WRITER, PlannedTask

MOST_SEARCH = 200 * MB
SEARCH_FORMAT = 1
KEEPS = ("format", "task", "search_seed", "seconds", "tries", "searches", "curve", "is_finalist", "lines", "runners")
_ACTIONS = check.list_of(check.is_whole(0, 2**31 - 1), 0, MOST_CHOICES)

ReadLine = Callable[[str], Mapping[str, Any]]  # the file of a line, see kit/play/lines.py


@dataclass(frozen=True)
class CloseChoice:
    """A turn of a line, and the best line found that is the same until then and goes elsewhere; None: there is nowhere else to go."""

    turn: int
    line: Found
    other: Found | None
    task: PlannedTask

    @property
    def cost(self) -> int | None:
        """Points that going elsewhere costs, with the rest planned anew; below 0 the search has found something better."""
        return None if self.other is None else self.line.points - self.other.points

    @property
    def place(self) -> str:
        """Where the line goes."""
        return self._place_of(self.line)

    @property
    def instead(self) -> str:
        """Where the other goes; empty when there is none."""
        return "" if self.other is None else self._place_of(self.other)

    def _place_of(self, found: Found) -> str:
        return self.task.place_of(found.actions[found.turns[self.turn] :])


@dataclass(frozen=True)
class Plan:
    """The best line that was found."""

    points: int
    moves: tuple[str, ...]
    parts: Mapping[str, int]  # of the score
    curve: tuple[tuple[float, int], ...]  # seconds of search, points
    tries: int
    seconds: float
    task: PlannedTask
    others: tuple[tuple[int, tuple[int, ...]], ...] = field(repr=False, default=())  # points and ids of actions of all lines kept

    def close_choices(self, tries: int = 20_000, seed: int = 0, tell: Callable[[int, int], None] | None = None) -> list[CloseChoice]:
        """For each turn the best line found that goes elsewhere then, with the rest planned anew in so many tries; about 0.6 s each."""
        climber = self.task.climber(seed)
        line = climber.begin_with(self.task.own_of(self.moves))
        found = []
        for turn in range(len(line.turns)):
            if tell:
                tell(turn, len(line.turns))
            found.append(CloseChoice(turn, line, climber.second_best(line, turn, tries), self.task))
        return found

    def game(self) -> Any:
        """The line, played to its end."""
        game = self.task.game()
        for move in self.moves:
            game.play(move)
        return game

    def to_dict(self) -> dict[str, Any]:
        """The line as its file holds it."""
        return {**self.task.about(), "points": self.points, "moves": list(self.moves)}


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


def replayed(task: PlannedTask, moves: Sequence[str], file: str | Path) -> Any:
    """The game of a line, played by its texts; CavernaError when it cannot be."""
    game = task.game()
    try:
        for move in moves:
            game.play(move)
    except IllegalAction as problem:
        raise CavernaError(f"line `{file}`: it does not fit its game: {problem}; give a file that {WRITER} has written") from None
    if not game.over:
        raise CavernaError(f"line `{file}`: its game is not over after the last move; give a file that {WRITER} has written")
    return game


def searched(
    task: PlannedTask, seconds: float, seed: int, workers: int | None, keeper: Keeper | None, tell: Callable[[Search], None] | None
) -> Plan:
    """Search for so long, from where a file has got to or anew; the best line of it."""
    with CompileProgress("plan"):
        climber = task.climber(0)
        climber.warm_up()
    search = keeper.search(climber, seed) if keeper else Search(task, seed)
    if task.recorded:
        search.begin_with(climber.begin_with(task.own_of(task.recorded)))
    if workers is None:
        from joblib import cpu_count

        workers = int(cpu_count())
    search.run(seconds, workers, tell, keeper.keep if keeper else None)
    return best_of(search)


# ---------------------------------------------------------------- files


def _form(task: PlannedTask) -> check.Check:
    """Of a search file."""
    points = check.is_number(-1e6, 1e6)
    runner = check.row({"heat": check.is_whole(1, len(HEATS) - 1), "actions": _ACTIONS, "worth": points, "taste": type(task).taste_form})
    return check.row(
        {"format": check.is_whole(SEARCH_FORMAT, SEARCH_FORMAT), "task": check.rows(check.anything),
         "search_seed": check.is_whole(0, 2**62), "seconds": check.is_number(0, 1e12), "tries": check.is_whole(0, 2**62),
         "searches": check.is_whole(0, 2**62), "curve": check.list_of(check.list_of(check.is_number(-1e6, 1e12), 2, 2), 0, 100_000),
         "is_finalist": check.is_flag, "lines": check.list_of(_ACTIONS, 0, 10_000), "runners": check.list_of(runner, 0, 1000)}
    )  # fmt: skip


class Keeper:
    """The file of a line, and the search beside it."""

    def __init__(self, task: PlannedTask, out: str | Path, resume: bool, overwrite: bool, read_line: ReadLine) -> None:
        self.task, self.read_line = task, read_line
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

    def search(self, climber: PlannedClimber, seed: int) -> Search:
        """A new search, or the one that is gone on with."""
        search = Search(self.task, seed)
        if not self.resume:
            return search
        if self.beside.exists():
            self._read_search(search, climber)
        if self.path.exists():
            search.begin_with(climber.begin_with(self._ids(self.read_line(str(self.path)))))
        return search

    def _ids(self, data: Mapping[str, Any]) -> list[int]:
        try:
            return self.task.own_of(data["moves"])
        except IllegalAction as problem:
            raise CavernaError(f"line `{self.path}`: it does not fit this game: {problem}; give another --out") from None

    def _read_search(self, search: Search, climber: PlannedClimber) -> None:
        subject = f"plan: `{self.beside}`"
        advice = "remove it to begin anew"
        data = parse_json(read_text(self.beside, subject, MOST_SEARCH, advice=advice), subject, CavernaError)
        with check.reading(CavernaError, f"{subject}:"):
            check.plain(check.table(data, "", KEEPS, advice=f"a table; {advice}"))
            _form(self.task)(data, "")
        if data["task"] != self.task.told():
            raise CavernaError(f"{subject} is about another game; give the same scenario, tiles and rules, or another file with --out")
        search.seed, search.seconds, search.tries, search.searches = data["search_seed"], data["seconds"], data["tries"], data["searches"]
        search.curve = [(float(seconds), int(points)) for seconds, points in data["curve"]]
        search.is_finalist = data["is_finalist"]
        for actions in data["lines"]:
            search.archive.add(climber.begin_with(actions))
        for row in data["runners"]:
            climber.begin_with(row["actions"])
            search.runners.append(Runner(row["heat"], row["actions"], self.task.taste_of(row["taste"]), float(row["worth"])))

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
            {"heat": one.heat, "actions": one.actions, "worth": one.worth, "taste": self.task.data_of(one.taste)} for one in search.runners
        ]
        kept = (
            SEARCH_FORMAT, self.task.told(), search.seed, search.seconds, search.tries, search.searches, search.curve, search.is_finalist,
            lines, runners,
        )  # fmt: skip
        write_whole(self.beside, (json.dumps(dict(zip(KEEPS, kept, strict=True))) + "\n").encode())


def text_of(found: Plan) -> str:
    """A line as its file."""
    return json.dumps(found.to_dict(), indent=1) + "\n"
