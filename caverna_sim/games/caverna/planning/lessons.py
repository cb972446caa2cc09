"""What good lines have in common: furnishings and when they are built, the family, weapons, where dwarfs go.

Lines are collected from files of lines, of searches and of collections. Those within a share of the best are kept that differ: of two
lines the better one stays, unless each has furnishings that the other lacks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean, median
from typing import Any

from caverna_sim import check
from caverna_sim.errors import CavernaError, IllegalAction
from caverna_sim.files import MB, Output, parse_json, read_text
from caverna_sim.games.caverna.planning.climber import Task
from caverna_sim.games.caverna.planning.lines import WRITER

WITHIN = 0.05  # of the best: a good line
APART = 2  # furnishings that only one of two different lines has
MOST_FILE = 200 * MB
ENTRY = "entry_level_dwelling"
_MOVES = check.list_of(check.is_text(300), 1, 100_000)
_NUMBERS = check.list_of(check.is_whole(0, 2**31 - 1), 1, 100_000)
_KEYS = ("players", "seat", "tiles", "rules", "seed", "index")


@dataclass(frozen=True)
class Line:
    """A line that was played to its end."""

    points: int
    moves: tuple[str, ...]
    built: tuple[tuple[str, int], ...]  # furnishing and round, in the order in which they were built
    dwarfs: tuple[tuple[int, int], ...]  # round, and dwarfs after it
    forged: tuple[tuple[int, int], ...]  # round and strength
    strength: int  # of all weapons in the end
    expeditions: int
    spaces: tuple[tuple[str, int], ...]  # space and round of each turn
    parts: tuple[tuple[str, int], ...]  # of the score

    @cached_property
    def owned(self) -> frozenset[str]:
        """Furnishings that it builds, each once."""
        return frozenset(name for name, _ in self.built)

    def apart(self, other: Line) -> int:
        """Furnishings that only one of the two builds."""
        return len(self.owned ^ other.owned)


def played(task: Task, moves: Iterable[str | int]) -> Line:
    """A line by its moves; CavernaError when they are not a whole game of that task."""
    game = task.game()
    built: list[tuple[str, int]] = []
    dwarfs: list[tuple[int, int]] = []
    forged: list[tuple[int, int]] = []
    spaces: list[tuple[str, int]] = []
    expeditions = 0
    try:
        for move in moves:
            now = int(game.round)
            game.play(move)
            action = game.actions[-1]
            if action.kind == "furnish":
                built.append((str(action.tile), now))
            elif action.kind == "forge":
                forged.append((now, int(action.strength or 0)))
            elif action.kind == "expedition":
                expeditions += 1
            elif action.kind == "place":
                spaces.append((str(action.space), now))
            if game.over or game.round != now:
                dwarfs.append((now, len(game.to_dict()["seats"][task.seat]["dwarfs"])))
    except IllegalAction as problem:
        raise CavernaError(f"a line does not fit its game: {problem}; give files that {WRITER} has written") from None
    if not game.over:
        raise CavernaError(f"the game of a line is not over after its last move; give files that {WRITER} has written")
    score, mine = game.scores()[task.seat], game.to_dict()["seats"][task.seat]
    strength = sum(int(dwarf.get("weapon") or 0) for dwarf in mine["dwarfs"])
    return Line(
        int(score["total"]), tuple(one.text for one in game.actions), tuple(built), tuple(dwarfs), tuple(forged), strength, expeditions,
        tuple(spaces), tuple(score["parts"].items()),
    )  # fmt: skip


# ---------------------------------------------------------------- files


def read_lines(files: Sequence[str | Path]) -> tuple[Task, list[Line]]:
    """The lines of files, which are all about one game: lines, searches or collections; CavernaError says what is wrong."""
    task: Task | None = None
    found: dict[tuple[str, ...], Line] = {}
    for file in files:
        of_file, moves = _read(file)
        if task is not None and of_file != task:
            raise CavernaError(f"`{file}` is about another game than `{files[0]}`; give files of the same tiles and rules")
        task = of_file
        for one in moves:
            line = played(task, one)
            found[line.moves] = line
    if task is None or not found:
        raise CavernaError(f"no line in {', '.join(f'`{file}`' for file in files) or 'no file'}; give files that {WRITER} has written")
    return task, sorted(found.values(), key=lambda line: -line.points)


def _read(file: str | Path) -> tuple[Task, Sequence[Sequence[str | int]]]:
    subject, advice = f"lines `{file}`", f"give files that {WRITER} has written"
    data = parse_json(read_text(Path(file), subject, MOST_FILE, advice=advice), subject, CavernaError)
    with check.reading(CavernaError, f"{subject}:"):
        check.rows(check.anything)(check.plain(data), "")
        if "moves" in data:
            _MOVES(data["moves"], "moves")
            return _task(data, subject), [data["moves"]]
        if "lines" not in data:
            raise check.Wrong("lines", f"this key is missing; {advice}")
        if "task" in data:
            check.list_of(_NUMBERS, 0, 10_000)(data["lines"], "lines")
            return _task(data["task"], subject), data["lines"]
        check.list_of(check.row({"moves": _MOVES, "points": check.is_whole(-10_000, 10_000)}), 0, 10_000)(data["lines"], "lines")
        return _task(data, subject), [one["moves"] for one in data["lines"]]


def _task(data: Any, subject: str) -> Task:
    known = {key: data[key] for key in _KEYS if data.get(key) is not None}
    if known.get("players", 1) != 1:
        raise CavernaError(f"{subject}: lessons are taken from solo games; give lines of one player")
    return Task(**{"tiles": "full", **known})


def text_of(task: Task, lines: Sequence[Line]) -> str:
    """A collection as its file."""
    about = {"players": 1, "tiles": task.tiles, "rules": dict(task.rules), "seed": task.seed, "index": task.index}
    return json.dumps({**about, "lines": [{"points": line.points, "moves": line.moves} for line in lines]}, indent=0) + "\n"


def collection_at(path: str | Path, overwrite: bool = False) -> Output:
    """Where a collection goes; one that is there may be replaced, anything else is not."""
    return Output(path, "collection of lines", "--keep", lambda beginning: b'"players"' in beginning, overwrite)


def different(lines: Sequence[Line], within: float = WITHIN, apart: int = APART) -> list[Line]:
    """Those that come close to the best, and differ from all better ones."""
    ranked = sorted(lines, key=lambda line: -line.points)
    kept: list[Line] = []
    for line in ranked:
        if line.points < (1 - within) * ranked[0].points:
            break
        if all(line.apart(other) >= apart for other in kept):
            kept.append(line)
    return kept


# ---------------------------------------------------------------- what they have in common


def furnishings(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Each furnishing: the share of lines that build it, and the rounds in which they do; the most usual first."""
    rows = []
    for tile in {name for line in lines for name in line.owned}:
        rounds = sorted(number for line in lines for name, number in line.built if name == tile)
        places = [1 + [name for name, _ in line.built].index(tile) for line in lines if tile in line.owned]
        rows.append({
            "tile": tile, "share": sum(tile in line.owned for line in lines) / len(lines), "first": rounds[0], "round": median(rounds),
            "last": rounds[-1], "place": mean(places), "built": len(rounds) / len(lines),
        })  # fmt: skip
    return sorted(rows, key=lambda row: (-row["share"], row["round"], row["tile"]))


def family(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Dwarfs after each round."""
    by_round: dict[int, list[int]] = {}
    for line in lines:
        for number, dwarfs in line.dwarfs:
            by_round.setdefault(number, []).append(dwarfs)
    return [{"round": number, "least": min(of), "dwarfs": mean(of), "most": max(of)} for number, of in sorted(by_round.items())]


def weapons(lines: Sequence[Line]) -> dict[str, float]:
    """Who arms, when, how strongly, and what for."""
    armed = [line for line in lines if line.forged]
    first = [min(number for number, _ in line.forged) for line in armed]
    return {
        "armed": len(armed) / len(lines),
        "first": median(first) if first else 0.0,
        "strength": mean([line.strength for line in armed]) if armed else 0.0,
        "expeditions": mean([line.expeditions for line in armed]) if armed else 0.0,
    }


def turns(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Where dwarfs go: turns of a line on each space, the most usual first."""
    counted = Counter(space for line in lines for space, _ in line.spaces)
    return [{"space": space, "turns": often / len(lines)} for space, often in counted.most_common()]


def parts(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Points by part of the score: the mean, the least and the most."""
    named: dict[str, list[int]] = {}
    for line in lines:
        for name, points in line.parts:
            named.setdefault(name, []).append(points)
    rows = [{"part": name, "least": min(of), "points": mean(of), "most": max(of)} for name, of in named.items() if any(of)]
    return sorted(rows, key=lambda row: -row["points"])


def order(lines: Sequence[Line], share: float = 0.5) -> list[str]:
    """The furnishings that so many lines build, as they usually follow each other."""
    usual = [row for row in furnishings(lines) if row["share"] >= share]
    return [str(row["tile"]) for row in sorted(usual, key=lambda row: row["place"])]


def openings(lines: Sequence[Line], most: int = 2) -> list[tuple[tuple[str, ...], int]]:
    """Where the first dwarfs go, and in how many lines."""
    counted = Counter(tuple(space for space, _ in line.spaces[:most]) for line in lines)
    return counted.most_common()


def alike(lines: Sequence[Line]) -> float:
    """Furnishings that only one of two lines builds, on average: how different they are."""
    pairs = [line.apart(other) for place, line in enumerate(lines) for other in lines[:place]]
    return mean(pairs) if pairs else 0.0


def told(lines: Sequence[Line]) -> Mapping[str, Any]:
    """All of it."""
    return {
        "lines": len(lines), "best": max(line.points for line in lines), "least": min(line.points for line in lines), "apart": alike(lines),
        "furnishings": furnishings(lines), "family": family(lines), "weapons": weapons(lines), "turns": turns(lines), "parts": parts(lines),
        "order": order(lines), "openings": openings(lines),
    }  # fmt: skip
