"""What good lines have in common: things and when they are built, where turns go, where the points come from.

Lines are collected from files of lines, of searches and of collections. Those within a share of the best are kept that differ: of two
lines the better one stays, unless each has things that the other lacks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean, median
from typing import Any

from caverna_sim import check
from caverna_sim.errors import CavernaError
from caverna_sim.files import MB, Output, parse_json, read_text
from caverna_sim.kit.planning.task import WRITER, PlannedTask

WITHIN = 0.05  # of the best: a good line
APART = 2  # things that only one of two different lines has
MOST_FILE = 200 * MB
_MOVES = check.list_of(check.is_text(300), 1, 100_000)
_NUMBERS = check.list_of(check.is_whole(0, 2**31 - 1), 1, 100_000)

TaskOf = Callable[[Mapping[str, Any], str], PlannedTask]  # of what a file tells of its game, and of what the file is called


@dataclass(frozen=True, kw_only=True)
class PlayedLine:
    """A line that was played to its end."""

    points: int
    moves: tuple[str, ...]
    built: tuple[tuple[str, int], ...]  # thing and round, in the order in which they were built
    places: tuple[tuple[str, int], ...]  # place and round of each turn
    parts: tuple[tuple[str, int], ...]  # of the score

    @cached_property
    def owned(self) -> frozenset[str]:
        """Things that it builds, each once."""
        return frozenset(name for name, _ in self.built)

    def apart(self, other: PlayedLine) -> int:
        """Things that only one of the two builds."""
        return len(self.owned ^ other.owned)


# ---------------------------------------------------------------- files


def read_lines(files: Sequence[str | Path], task_of: TaskOf) -> tuple[Any, list[Any]]:
    """The lines of files, which are all about one game: lines, searches or collections; CavernaError says what is wrong."""
    task: PlannedTask | None = None
    found: dict[tuple[str, ...], PlayedLine] = {}
    for file in files:
        of_file, moves = _read(file, task_of)
        if task is not None and of_file != task:
            raise CavernaError(f"`{file}` is about another game than `{files[0]}`; give files of the same game and rules")
        task = of_file
        for one in moves:
            line = task.line_of(one)
            found[line.moves] = line
    if task is None or not found:
        raise CavernaError(f"no line in {', '.join(f'`{file}`' for file in files) or 'no file'}; give files that {WRITER} has written")
    return task, sorted(found.values(), key=lambda line: -line.points)


def _read(file: str | Path, task_of: TaskOf) -> tuple[PlannedTask, Sequence[Sequence[str | int]]]:
    subject, advice = f"lines `{file}`", f"give files that {WRITER} has written"
    data = parse_json(read_text(Path(file), subject, MOST_FILE, advice=advice), subject, CavernaError)
    with check.reading(CavernaError, f"{subject}:"):
        check.rows(check.anything)(check.plain(data), "")
        if "moves" in data:
            _MOVES(data["moves"], "moves")
            return task_of(data, subject), [data["moves"]]
        if "lines" not in data:
            raise check.Wrong("lines", f"this key is missing; {advice}")
        if "task" in data:
            check.list_of(_NUMBERS, 0, 10_000)(data["lines"], "lines")
            return task_of(data["task"], subject), data["lines"]
        check.list_of(check.row({"moves": _MOVES, "points": check.is_whole(-10_000, 10_000)}), 0, 10_000)(data["lines"], "lines")
        return task_of(data, subject), [one["moves"] for one in data["lines"]]


def text_of(task: PlannedTask, lines: Sequence[PlayedLine]) -> str:
    """A collection as its file."""
    return json.dumps({**task.about(), "lines": [{"points": line.points, "moves": line.moves} for line in lines]}, indent=0) + "\n"


def collection_at(path: str | Path, overwrite: bool = False) -> Output:
    """Where a collection goes; one that is there may be replaced, anything else is not."""
    return Output(path, "collection of lines", "--keep", lambda beginning: b'"players"' in beginning, overwrite)


def different(lines: Sequence[Any], within: float = WITHIN, apart: int = APART) -> list[Any]:
    """Those that come close to the best, and differ from all better ones."""
    ranked = sorted(lines, key=lambda line: -line.points)
    kept: list[Any] = []
    for line in ranked:
        if line.points < (1 - within) * ranked[0].points:
            break
        if all(line.apart(other) >= apart for other in kept):
            kept.append(line)
    return kept


# ---------------------------------------------------------------- what they have in common


def things(lines: Sequence[PlayedLine], word: str) -> list[dict[str, Any]]:
    """Each thing, called by this word: the share of lines that build it, and the rounds in which they do; the most usual first."""
    rows = []
    for thing in {name for line in lines for name in line.owned}:
        rounds = sorted(number for line in lines for name, number in line.built if name == thing)
        places = [1 + [name for name, _ in line.built].index(thing) for line in lines if thing in line.owned]
        rows.append({
            word: thing, "share": sum(thing in line.owned for line in lines) / len(lines), "first": rounds[0], "round": median(rounds),
            "last": rounds[-1], "place": mean(places), "built": len(rounds) / len(lines),
        })  # fmt: skip
    return sorted(rows, key=lambda row: (-row["share"], row["round"], row[word]))


def turns(lines: Sequence[PlayedLine], word: str) -> list[dict[str, Any]]:
    """Where turns go: those of a line on each place, which a row calls by this word, the most usual first."""
    counted = Counter(place for line in lines for place, _ in line.places)
    return [{word: place, "turns": often / len(lines)} for place, often in counted.most_common()]


def parts(lines: Sequence[PlayedLine]) -> list[dict[str, Any]]:
    """Points by part of the score: the mean, the least and the most."""
    named: dict[str, list[int]] = {}
    for line in lines:
        for name, points in line.parts:
            named.setdefault(name, []).append(points)
    rows = [{"part": name, "least": min(of), "points": mean(of), "most": max(of)} for name, of in named.items() if any(of)]
    return sorted(rows, key=lambda row: -row["points"])


def order(lines: Sequence[PlayedLine], share: float = 0.5) -> list[str]:
    """The things that so many lines build, as they usually follow each other."""
    usual = [row for row in things(lines, "thing") if row["share"] >= share]
    return [str(row["thing"]) for row in sorted(usual, key=lambda row: row["place"])]


def openings(lines: Sequence[PlayedLine], most: int = 2) -> list[tuple[tuple[str, ...], int]]:
    """Where the first turns go, and in how many lines."""
    counted = Counter(tuple(place for place, _ in line.places[:most]) for line in lines)
    return counted.most_common()


def alike(lines: Sequence[PlayedLine]) -> float:
    """Things that only one of two lines builds, on average: how different they are."""
    pairs = [line.apart(other) for place, line in enumerate(lines) for other in lines[:place]]
    return mean(pairs) if pairs else 0.0


def in_common(lines: Sequence[PlayedLine], thing: str, place: str) -> dict[str, Any]:
    """All of it; rows call things and places by these words."""
    return {
        "lines": len(lines), "best": max(line.points for line in lines), "least": min(line.points for line in lines), "apart": alike(lines),
        "things": things(lines, thing), "turns": turns(lines, place), "parts": parts(lines), "order": order(lines),
        "openings": openings(lines),
    }  # fmt: skip
