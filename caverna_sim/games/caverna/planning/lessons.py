"""What is told of a line of Caverna, and what good ones have in common (kit/planning/lessons.py): also the family and its weapons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

from caverna_sim.errors import CavernaError, IllegalAction
from caverna_sim.games.caverna.planning.climber import Task
from caverna_sim.kit.planning import lessons
from caverna_sim.kit.planning.lessons import PlayedLine
from caverna_sim.kit.planning.task import WRITER

_KEYS = ("players", "seat", "tiles", "rules", "seed", "index")


@dataclass(frozen=True, kw_only=True)
class Line(PlayedLine):
    """A line that was played to its end."""

    dwarfs: tuple[tuple[int, int], ...]  # round, and dwarfs after it
    forged: tuple[tuple[int, int], ...]  # round and strength
    strength: int  # of all weapons in the end
    expeditions: int


def played(task: Task, moves: Iterable[str | int]) -> Line:
    """A line by its moves; CavernaError when they are not a whole game of that task."""
    game = task.game()
    built: list[tuple[str, int]] = []
    dwarfs: list[tuple[int, int]] = []
    forged: list[tuple[int, int]] = []
    places: list[tuple[str, int]] = []
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
                places.append((str(action.space), now))
            if game.over or game.round != now:
                dwarfs.append((now, len(game.to_dict()["seats"][task.seat]["dwarfs"])))
    except IllegalAction as problem:
        raise CavernaError(f"a line does not fit its game: {problem}; give files that {WRITER} has written") from None
    if not game.over:
        raise CavernaError(f"the game of a line is not over after its last move; give files that {WRITER} has written")
    score, mine = game.scores()[task.seat], game.to_dict()["seats"][task.seat]
    strength = sum(int(dwarf.get("weapon") or 0) for dwarf in mine["dwarfs"])
    return Line(
        points=int(score["total"]), moves=tuple(one.text for one in game.actions), built=tuple(built), places=tuple(places),
        parts=tuple(score["parts"].items()), dwarfs=tuple(dwarfs), forged=tuple(forged), strength=strength, expeditions=expeditions,
    )  # fmt: skip


def read_lines(files: Sequence[str | Path]) -> tuple[Task, list[Line]]:
    """The lines of files, which are all about one solo game."""
    return lessons.read_lines(files, _task)


def _task(data: Any, subject: str) -> Task:
    known = {key: data[key] for key in _KEYS if data.get(key) is not None}
    if known.get("players", 1) != 1:
        raise CavernaError(f"{subject}: lessons are taken from solo games; give lines of one player")
    return Task(**{"tiles": "full", **known})


# ---------------------------------------------------------------- what they have in common


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


def told(lines: Sequence[Line]) -> Mapping[str, Any]:
    """All of it."""
    found = lessons.in_common(lines, "tile", "space")
    return {**found, "furnishings": found.pop("things"), "family": family(lines), "weapons": weapons(lines)}
