"""What a thing is worth to best play: good lines planned again without it, and again with it, with equal effort.

A line that loses a thing is repaired: every turn that is still possible stays. From there two searches of the same length begin with the
same chances: one in the game without the thing, one in the game with it, which may win it back. Their difference is what the thing is
worth to a search of that length. Beside it stands a bound that needs no search: the best line known without the thing. What the best
line does not build costs it nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import nan, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from scipy.stats import t as student

from caverna_sim import check
from caverna_sim.errors import CavernaError
from caverna_sim.files import MB, Output, parse_json, read_text
from caverna_sim.kit.planning.lessons import PlayedLine
from caverna_sim.kit.planning.task import PlannedTask

TRIES, SEEDS = 100_000, 4
CHUNK = 10_000
WARM, COLD = 0.6, 0.25  # the temperature of a search falls from and to
LEVEL = 0.95
FORMAT = 1
MOST_FILE = 100 * MB


@dataclass(frozen=True)
class Trial:
    """One search."""

    missing: tuple[str, ...]
    allowed: bool  # whether what the line has lost may be built again
    tries: int
    seed: int
    points: int


@dataclass(frozen=True)
class Worth:
    """What things are worth together, to searches of one length."""

    missing: tuple[str, ...]
    tries: int
    seeds: int
    worth: float  # mean of the differences
    low: float  # at LEVEL, over seeds
    high: float
    without_here: int  # the best line that these searches found without
    without: int  # ... that is known
    lost: int  # by the best line known of all, against the best known without: the worth to best play is that or less


@dataclass
class Trials:
    """All searches of a game that begin with the same lines."""

    task: PlannedTask
    lines: Sequence[PlayedLine]  # best first
    done: list[Trial] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.best = self.lines[0].points

    def digest(self) -> str:
        """Names the lines."""
        return hashlib.sha256(json.dumps([line.moves for line in self.lines]).encode()).hexdigest()[:16]

    def needed(self) -> list[str]:
        """Things that every best line builds: without any other the best line is as good as it was."""
        best = [line.owned for line in self.lines if line.points == self.best]
        unique = set(self.task.climber(0).things)
        return sorted(frozenset.intersection(*best) & unique)

    def run(self, missing: Sequence[str], tries: int, seed: int) -> None:
        """Both searches without some things, and with them, unless they were made."""
        named = tuple(sorted(missing))
        for allowed in (False, True):
            if any((one.missing, one.allowed, one.tries, one.seed) == (named, allowed, tries, seed) for one in self.done):
                continue
            self.done.append(Trial(named, allowed, tries, seed, self._search(named, allowed, tries, seed)))

    def _search(self, missing: tuple[str, ...], allowed: bool, tries: int, seed: int) -> int:
        line = self.lines[seed % len(self.lines)]
        without = self.task.without(missing).climber(seed)
        repaired = without.repaired(record_of(self.task, line))
        if not repaired:
            raise CavernaError("plan-worth: a line cannot be repaired without these things; name fewer")
        climber = self.task.climber(seed) if allowed else without
        climber.like(self.task.taste_for({}))
        best = int(climber.begin_with(repaired).points)
        chunks = max(1, round(tries / CHUNK))
        for chunk in range(chunks):
            begin, end = (WARM * (COLD / WARM) ** (part / chunks) for part in (chunk, chunk + 1))
            best = max(best, climber.climb(tries // chunks, begin, end, 0.0, 0.0).points)
        return best

    def points_without(self, missing: Sequence[str]) -> int:
        """The best points known without some things, of lines and of searches."""
        lost = set(missing)
        lines = [line.points for line in self.lines if not lost & line.owned]
        tried = [one.points for one in self.done if not one.allowed and lost <= set(one.missing)]
        return max([*lines, *tried], default=0)

    def worths(self) -> list[Worth]:
        """What was found, singles before pairs, the dearest first."""
        cells = {(one.missing, one.tries) for one in self.done}
        rows = [self._worth(missing, tries) for missing, tries in cells]
        return sorted((one for one in rows if one.seeds), key=lambda one: (len(one.missing), one.tries, -one.worth, one.missing))

    def _worth(self, missing: tuple[str, ...], tries: int) -> Worth:
        arms = [
            {one.seed: one.points for one in self.done if (one.missing, one.tries, one.allowed) == (missing, tries, allowed)}
            for allowed in (True, False)
        ]
        gains = [arms[0][seed] - arms[1][seed] for seed in sorted(arms[0].keys() & arms[1].keys())]
        without = self.points_without(missing)
        value = mean(gains) if gains else nan
        half = _half_width(gains)
        here = max(arms[1].values(), default=0)
        return Worth(missing, tries, len(gains), value, value - half, value + half, here, without, self.best - without)


def _half_width(values: Sequence[float]) -> float:
    """Of the interval of a mean at LEVEL."""
    if len(values) < 2:
        return nan
    return float(student.ppf((1 + LEVEL) / 2, len(values) - 1)) * stdev(values) / sqrt(len(values))


def record_of(task: PlannedTask, line: PlayedLine) -> Any:
    """A line as kernels work on it."""
    return task.climber(0).begin_with([action.id for action in task.played(line.moves).actions]).record


# ---------------------------------------------------------------- what is to be searched


def planned(trials: Trials, things: Sequence[str], pairs: int, tries: int, seeds: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Things that are missing, tries and seed of each search, seed by seed; then pairs of those that are worth most."""
    for seed in range(seeds):
        for thing in things:
            yield (thing,), tries, seed
    single = sorted((one for one in trials.worths() if len(one.missing) == 1 and one.tries == tries), key=lambda one: -one.worth)
    key = [one.missing[0] for one in single[:pairs]]
    for seed in range(seeds):
        for pair in combinations(sorted(key), 2):
            yield pair, tries, seed


# ---------------------------------------------------------------- the file

_NAMES = check.list_of(check.is_name, 1, 20)
_TRIAL = check.row({
    "missing": _NAMES, "allowed": check.is_flag, "tries": check.is_whole(1, 2**53), "seed": check.is_whole(0, 2**53),
    "points": check.is_whole(-10_000, 10_000),
})  # fmt: skip
_FILE = check.row({
    "format": check.is_whole(FORMAT, FORMAT), "lines": check.is_text(40), "best": check.is_whole(-10_000, 10_000),
    "trials": check.list_of(_TRIAL, 0, 1_000_000),
})  # fmt: skip


def worth_at(path: str | Path, overwrite: bool = False) -> Output:
    """Where trials are kept."""
    return Output(path, "trials", "--out", lambda beginning: b'"trials"' in beginning, overwrite)


def text_of(trials: Trials) -> str:
    """Trials as their file: each is a search; the lines that they begin with are named by a digest."""
    rows = ",\n".join(json.dumps(asdict(one)) for one in trials.done)
    head = json.dumps({"format": FORMAT, "lines": trials.digest(), "best": trials.best})
    return f'{head[:-1]}, "trials": [\n{rows}\n]}}\n'


def take_up(trials: Trials, path: str | Path) -> None:
    """Go on from the trials of a file; CavernaError when they began with other lines."""
    subject, advice = f"plan-worth: `{path}`", "remove it to begin anew"
    data = parse_json(read_text(Path(path), subject, MOST_FILE, advice=advice), subject, CavernaError)
    with check.reading(CavernaError, f"{subject}:"):
        check.plain(check.table(data, "", ("format", "lines", "best", "trials"), advice=f"a table; {advice}"))
        _FILE(data, "")
    if data["lines"] != trials.digest():
        raise CavernaError(f"{subject} began with other lines; give those, or another file with --out")
    trials.done = [Trial(**{**one, "missing": tuple(one["missing"])}) for one in data["trials"]]
