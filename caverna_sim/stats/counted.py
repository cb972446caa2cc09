"""Looks that were taken at runs, kept in their folders, so that verdicts keep their level however often a run grows.

A look belongs to a question: which runs, which measure, by what. Its file holds the blocks of every look and the interval that all
of them left; what was settled once stays settled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite, nan
from pathlib import Path
from typing import Any

from caverna_sim.check import Wrong, is_number, list_of, row, rows
from caverna_sim.errors import CavernaError, RunStopped
from caverna_sim.files import MB, parse_json, read_text, write_whole
from caverna_sim.stats.equivalence import Judgement, judge, verdict_of
from caverna_sim.stats.rare import Rare

LOOKS = "looks.json"
MOST_LOOKS = 1000
MOST_BYTES = 16 * MB

Bounds = dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Looks:
    """What somebody has seen of a question so far, this look included."""

    blocks: tuple[float, ...] = ()  # at every look; empty when the runs are in no folder, so that nothing can be counted
    bounds: Bounds = field(default_factory=dict)  # what all looks leave of the interval of each line
    numbers: tuple[int, ...] = ()  # of these looks, among all that were taken at these runs in whatever words

    @property
    def counted(self) -> int:
        """Which look this is; 0 when that cannot be counted."""
        return self.numbers[-1] if self.numbers else 0

    @property
    def number(self) -> int:
        """Which look this is."""
        return max(1, self.counted)

    def judge(
        self, name: str, value: float, error: float, degrees: float, smallest_effect: float, level: float, family: int,
        is_exact: bool = False, rare: Rare | None = None,
    ) -> Judgement:  # fmt: skip
        """What may be claimed of a line: by this look and all before it."""
        found = judge(value, error, degrees, smallest_effect, level, family, is_exact, self.counted, rare)
        if name not in self.bounds or is_exact or not isfinite(found.low):
            return found
        low, high = max(found.low, self.bounds[name][0]), min(found.high, self.bounds[name][1])
        if low > high:  # looks that contradict each other settle nothing
            return found
        if found.verdict != "undecided" or verdict_of(low, high, smallest_effect) == "undecided":
            return replace(found, low=low, high=high)
        return replace(found, low=low, high=high, verdict=verdict_of(low, high, smallest_effect), times_more=nan)


def looks_at(runs: Sequence[Any], question: str, blocks: float) -> Looks:
    """The looks so far at runs that are in folders, and this one; not written down yet."""
    folders = _folders(runs)
    if not folders:
        return Looks()
    files = [_read(folder) for folder in folders]
    before = [file.get(question, {}) for file in files]
    seen: dict[float, int] = {}
    for kept in before:
        for place, one in enumerate(kept.get("blocks", ())):
            seen.setdefault(round(float(one), 3), _number(kept, place))
    now = round(float(blocks), 3)
    alike = [kept for file in files for other, kept in file.items() if _bare(other, runs) == _bare(question, runs)]
    latest = max((_number(kept, place) for kept in alike for place in range(len(kept["blocks"]))), default=0)
    seen.setdefault(now, latest + 1)
    bounds: Bounds = {}
    for kept in before:
        for name, (low, high) in kept.get("bounds", {}).items():
            old = bounds.get(name, (low, high))
            bounds[name] = (max(low, old[0]), min(high, old[1]))
    looked = sorted(one for one in seen if one <= now)
    return Looks(tuple(looked), bounds, tuple(seen[one] for one in looked))


def _bare(question: str, runs: Sequence[Any]) -> object:
    """A comparison of two runs without its wording: the other way round, by bot or at another level it is the same one."""
    *keys, measure = question.split()[:3]
    return (frozenset(keys), measure) if set(keys) == {key_of(run) for run in runs} else question


def _number(kept: Mapping[str, Any], place: int) -> int:
    """Which look one was; files of before count those of each question by itself."""
    numbers = kept.get("numbers", ())
    return int(numbers[place]) if place < len(numbers) else place + 1


def keep(runs: Sequence[Any], question: str, looks: Looks, judged: Mapping[str, Judgement]) -> bool:
    """Write a look down in the folders of the runs; whether that could be done."""
    if not looks.blocks:
        return False
    bounds = {name: [one.low, one.high] for name, one in judged.items() if isfinite(one.low) and isfinite(one.high)}
    done = True
    for folder in _folders(runs):
        kept = _read(folder)
        old = kept.get(question, {})
        later = [place for place, one in enumerate(old.get("blocks", ())) if one > looks.blocks[-1]]
        entry = {
            "blocks": [*looks.blocks, *(old["blocks"][place] for place in later)][-MOST_LOOKS:],
            "numbers": [*looks.numbers, *(_number(old, place) for place in later)][-MOST_LOOKS:],
            "bounds": bounds,
        }
        if kept.get(question) == entry:
            continue
        try:
            write_whole(folder / LOOKS, (json.dumps({**kept, question: entry}, indent=1) + "\n").encode())
        except RunStopped:
            done = False  # a folder that cannot be written can still be read
    return done


def key_of(run: Any) -> str:
    """What names a run in the folder of another one."""
    return str(run.manifest.get("key", ""))


def _folders(runs: Sequence[Any]) -> list[Path]:
    """The folders of runs, each once; none when any of them is in no folder."""
    paths = [getattr(run, "path", None) for run in runs]
    if any(not isinstance(path, Path) or not key_of(run) for path, run in zip(paths, runs, strict=True)):
        return []
    return list(dict.fromkeys(path.absolute() for path in paths if path is not None))


_NUMBER = is_number(-1e300, 1e300)
_LOOKS = rows(
    row(
        {"blocks": list_of(is_number(0, 1e15), 0, MOST_LOOKS), "bounds": rows(list_of(_NUMBER, 2, 2))},
        {"numbers": list_of(is_number(0, 1e15), 0, MOST_LOOKS)},
    )
)


def _read(folder: Path) -> dict[str, Any]:
    path = folder / LOOKS
    if not path.exists():
        return {}
    try:
        found: dict[str, Any] = parse_json(read_text(path, "looks", MOST_BYTES), "looks", CavernaError)
        _LOOKS(found, "")
    except (CavernaError, Wrong):
        raise CavernaError(f"`{path}` is damaged, so nobody knows how often these games were looked at; remove it to count anew") from None
    return found
