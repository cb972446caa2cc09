"""Many games: chunks of whole blocks go to workers, every chunk becomes files, and the manifest knows which are done.

What is played depends on scenario, seed and number of the game only, never on workers, chunks or backend.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from math import inf, isfinite
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.batch.behaviour import behaviour_of, changed, code_of
from caverna_sim.batch.running import FIRST_LOOK, SUMS_OF_BLOCKS, Mean, Progress, Tracker, is_precise, next_look, sums_of
from caverna_sim.check import MOST_NUMBER, arguments, flag, listener, number, path, refuse
from caverna_sim.check import whole as whole_number
from caverna_sim.dataset.lock import only_writer
from caverna_sim.dataset.manifest import (
    FINISHED,
    FORMAT,
    INTERRUPTED,
    RUNNING,
    Entry,
    Manifest,
    found_chunk,
    in_order,
    is_run,
    is_sound,
    last_of,
    note_changed,
    number_of_chunks,
    parts_there,
    read_manifest,
    remove_doubles,
    remove_unfinished,
    stretch,
    write_manifest,
)  # fmt: skip
from caverna_sim.dataset.read import Run, load
from caverna_sim.dataset.together import PART_BYTES, Groups, put_together, remove_chunks
from caverna_sim.dataset.write import write_part
from caverna_sim.errors import DatasetError, RunStopped
from caverna_sim.files import TEMPORARY
from caverna_sim.games import plays
from caverna_sim.match.protocol import GameSource, Stop
from caverna_sim.match.workers import WorkerLost, check_backend, results, settle_in, worker_count
from caverna_sim.scenario.scenario import MOST_GAMES, Scenario, load_scenario

RUNS = Path("runs")
MOST_FOLDER = 120  # letters of its name
LEAST_CHUNKS = 16  # so that progress is seen and workers end together
STAGE_CHUNKS = 4  # between two looks of `--until`, at least
MANIFEST_SHARE = 0.02  # of the time may go into rewriting the manifest
MOST_LOST_WORKERS = 3  # in a row, without a chunk done in between
SUMS = "sums"  # the folder of sums over parts
COUNT_EXACTLY = 2_000_000  # games whose hashes are all looked at in the end; more would take too much memory
_PACKAGES = ("numpy", "numba", "pyarrow", "joblib")
_MAY_DIFFER = ("name", "description", "games")  # keys of a scenario that change no game

OnProgress = Callable[[Progress], None]
Piece = tuple[int, int, int]  # chunk, first game, games


# ---------------------------------------------------------------- one chunk, in a worker


@dataclass(frozen=True)
class ChunkReport:
    """What a worker tells of a chunk."""

    chunk: int
    entry: dict[str, Any]  # of the manifest
    hashes: NDArray[np.int64]  # different ones
    memory: int  # most bytes the process has held so far


@dataclass(frozen=True)
class TogetherReport:
    """What a worker tells of chunks whose files it has put together."""

    first: int
    last: int
    entry: Entry | None  # of the manifest; None when one of them was damaged
    sums: dict[str, Any] | None  # what the index of sums notes of it; None when the tables for that were not recorded


class ChunkTask:
    """Plays a chunk and writes its files, or puts files of chunks together. Goes to the workers as it is."""

    def __init__(self, source: GameSource, run: Path, key: str, stop: Stop, parent: int) -> None:
        self.source, self.run, self.key, self.stop, self.parent = source, run, key, stop, parent
        self.wanted = _sums().wanted({"game": source.scenario.game, "block_games": source.block_games})

    def __call__(self, job: Piece | Mapping[str, Entry]) -> ChunkReport | TogetherReport | None:
        """Play and write, or put together; None when stopped."""
        if self.parent:
            settle_in(self.parent)
        if isinstance(job, tuple):
            return self._play(*job)
        first, *_, last = job
        entry, sums = put_together(self.run, job), None
        if entry is not None and {"games", "players"} <= entry["tables"].keys():
            sums = _sums().write_sums(self.run, {first: entry}, self.wanted)
        return TogetherReport(int(first), int(last), entry, sums)

    def _play(self, chunk: int, first_game: int, games: int) -> ChunkReport | None:
        started, cpu = time.perf_counter(), time.thread_time()
        played = self.source.play(first_game, games, self.stop)
        if played is None:
            return None
        between = time.perf_counter()
        means = {name: sums_of(*values) for name, values in played.means.items()}
        known = {"first_game": first_game, "games": games, "choices": played.choices, "means": json.dumps(means)}
        facts = {"run": self.key, **known}
        parts = {table.name: write_part(self.run, table, chunk, played.rows[table.name], facts) for table in self.source.tables}
        ended = time.perf_counter()
        seconds = {"play": between - started, "write": ended - between, "cpu": time.thread_time() - cpu}
        entry = {
            "first_game": first_game,
            "games": games,
            "choices": played.choices,
            "means": means,
            "seconds": {name: round(value, 3) for name, value in seconds.items()},
            "tables": {name: part.to_dict() for name, part in parts.items()},
        }
        return ChunkReport(chunk, entry, np.unique(played.hashes), most_memory())


def most_memory() -> int:
    """The most bytes this process has held, 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


# ---------------------------------------------------------------- the plan


def chunk_size(games: int, source: GameSource, chunks: int = LEAST_CHUNKS) -> int:
    """Games of a chunk: whole blocks, some seconds of play."""
    wanted = min(source.chunk_games, max(1, games // chunks))
    return max(1, wanted // source.block_games) * source.block_games


def default_folder(name: str, *asked: str) -> Path:
    """Where a run goes when nobody says: runs/NAME, and what else is asked for after it, so that another question finds its own folder."""
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", name)[:MOST_FOLDER].strip("-.") or "run"
    if not asked:
        return RUNS / plain
    words = "-".join(asked)
    told = re.sub(r"[^A-Za-z0-9_.,=+-]+", "-", words)[: MOST_FOLDER - len(plain)].strip("-.")
    mark = "" if told == words else f"-{hashlib.sha256(words.encode()).hexdigest()[:6]}"  # two questions may look alike in a path
    return RUNS / f"{plain}-{told}{mark}"


def folder_of_run(name: str, seed: int | None) -> Path:
    """Where the run of a scenario goes, with its own seed or another."""
    return default_folder(name, *([] if seed is None else ["seed", str(seed)]))


def _key(scenario: Mapping[str, Any], about: Mapping[str, Any], behaviour: Mapping[str, str]) -> str:
    """Names what is played, in the files of a run."""
    same = {name: value for name, value in scenario.items() if name not in _MAY_DIFFER}
    text = json.dumps([same, about["rules_hash"], behaviour, _fingerprints(about)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _fingerprints(about: Mapping[str, Any]) -> dict[str, str]:
    return {name: bot["fingerprint"] for name, bot in about.get("bots", {}).items()}


def versions() -> dict[str, str]:
    from caverna_sim import __version__

    versions = {"caverna_sim": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _new_manifest(scenario: Scenario, source: GameSource, about: Mapping[str, Any], games: int, chunk_games: int) -> Manifest:
    data = scenario.to_data()
    return {
        "format": FORMAT,
        "status": RUNNING,
        "game": scenario.game,
        "scenario": {**data, "games": games},
        "seed": scenario.seed,
        "games": games,
        "block_games": source.block_games,
        "chunk_sizes": [[0, chunk_games]],  # from this game on, chunks are so large
        **about,
        "versions": versions(),
        "started": _now(),
        "seconds": 0.0,
        "tables": {table.name: table.describe() for table in source.tables},
        "chunks": {},
    }


def _begun(manifest: Manifest, source: GameSource) -> Manifest:
    """A new run, with what names its games."""
    behaviour = behaviour_of(source)
    key = _key(source.scenario.to_data(), manifest, behaviour)
    return {**manifest, "key": key, "code": code_of(source.scenario.game), "behaviour": behaviour}


def _confirmed(old: Manifest, new: Manifest, source: GameSource) -> Manifest:
    """A run that was seen to go on with the same games, whatever text plays them now."""
    code = code_of(source.scenario.game)
    if "behaviour" in old and old.get("code") == code:
        return old
    return {**old, "engine": new["engine"], "code": code, "behaviour": old.get("behaviour") or behaviour_of(source)}


def _differs(run: Path, old: Manifest, new: Manifest, source: GameSource) -> str:
    """Why other games would be played than those of a run, in words; empty when they are the same."""
    before, after = old["scenario"], json.loads(json.dumps(new["scenario"]))
    keys = (name for name in dict.fromkeys([*before, *after]) if name not in _MAY_DIFFER)
    different = [f"`{name}`" for name in keys if before.get(name) != after.get(name)]
    if different:
        return f"the scenario differs in {', '.join(different)}"
    if _fingerprints(old) != _fingerprints(new):
        return "a bot has other parameters now"
    if old.get("rules_hash") != new["rules_hash"]:
        return "its rules are others now"
    return changed(run, old, source)


def _is_same(run: Path, old: Manifest, new: Manifest, until: float | None, source: GameSource) -> bool:
    """Whether a folder holds just the finished run that is asked for."""
    is_done = until is None and old["status"] == FINISHED and old["games"] == new["games"]
    return is_done and not _differs(run, old, new, source)


def _open(run: Path, new: Manifest, resume: bool, until: float | None, source: GameSource) -> Manifest:
    """The manifest to go on with; nothing that is there is lost by accident."""
    if not is_run(run):
        try:
            if any(not entry.name.endswith(TEMPORARY) for entry in run.iterdir()):
                raise DatasetError(f"out `{run}`: the folder holds other things; give a new or empty one")
        except PermissionError:
            raise DatasetError(f"out `{run}`: the folder cannot be read; give another one") from None
        return _begun(new, source)
    old = read_manifest(run)
    if not resume:
        if _is_same(run, old, new, until, source):
            return old
        if old["status"] == FINISHED:
            advice = "give another folder (`out`), or go on with more games (`resume`)"
            raise DatasetError(f"out `{run}`: a finished run of {old['games']:,} games is there already; {advice}")
        raise DatasetError(f"out `{run}`: an unfinished run is there already; go on with it (`resume`), or give another folder (`out`)")
    reason = _differs(run, old, new, source)
    if reason:
        raise DatasetError(f"run `{run}`: it cannot be resumed, because {reason}; start a new one in another folder (`out`)")
    if set(old["tables"]) != set(new["tables"]):
        raise DatasetError(f"run `{run}`: it does not keep the tables of its scenario; start a new one in another folder (`out`)")
    done = max((entry["first_game"] + entry["games"] for entry in old["chunks"].values()), default=0)
    if new["games"] < done:
        raise DatasetError(f"run `{run}`: it holds {done:,} games already, more than {new['games']:,}; give at least so many (`games`)")
    sizes = _sizes_for(old, new["games"], new["chunk_sizes"][0][1])
    longer = {"games": new["games"], "chunk_sizes": sizes, "scenario": {**old["scenario"], "games": new["games"]}}
    return {**_confirmed(old, new, source), **longer}


def _sizes_for(old: Manifest, games: int, size: int) -> list[list[int]]:
    """Sizes of chunks when a run goes on: games beyond those planned before come in chunks as large as a run of that length has."""
    sizes = [[first, before] for first, before in old["chunk_sizes"] if first < games]
    return [*sizes, [old["games"], size]] if games > old["games"] else sizes


def _stretches(manifest: Manifest) -> Iterator[tuple[int, int, int]]:
    """(first game, end, size of chunks) of the stretches of a run with chunks of one size."""
    sizes = manifest["chunk_sizes"]
    ends = [first for first, _ in sizes[1:]] + [manifest["games"]]
    return ((first, end, size) for (first, size), end in zip(sizes, ends, strict=True))


def planned(manifest: Manifest) -> Iterator[Piece]:
    """Every chunk of a run, one after another."""
    pieces = ((start, min(size, end - start)) for first, end, size in _stretches(manifest) for start in range(first, end, size))
    for chunk, (start, games) in enumerate(pieces):
        yield chunk, start, games


def _piece(manifest: Manifest, chunk: int) -> Piece | None:
    """One chunk of a run, without walking through those before it; None when it has not so many."""
    left = chunk
    for first, end, size in _stretches(manifest):
        number = -(-(end - first) // size)
        if left < number:
            start = first + left * size
            return chunk, start, min(size, end - start)
        left -= number
    return None


def _missing(manifest: Manifest) -> Iterator[Piece]:
    """Those that are not done now."""
    done = {chunk for key, entry in manifest["chunks"].items() for chunk in range(int(key), last_of(key, entry) + 1)}
    return (piece for piece in planned(manifest) if piece[0] not in done)


def _is_complete(manifest: Manifest) -> bool:
    return sum(last_of(key, entry) - int(key) + 1 for key, entry in manifest["chunks"].items()) == number_of_chunks(manifest)


def _take_stock(run: Path, manifest: Manifest) -> None:
    """Keep the chunks that are there, listed or not; forget those that are damaged or too short now."""
    remove_unfinished(run, manifest["tables"])
    listed, manifest["chunks"] = manifest["chunks"], {}
    for key, entry in listed.items():
        if _is_planned(manifest, key, entry) and is_sound(run, key, entry):
            note_changed(run, key, entry)
            manifest["chunks"][key] = entry
    remove_doubles(run, manifest)
    done = {int(key) for key in manifest["chunks"]}
    for chunk in sorted(parts_there(run, next(iter(manifest["tables"]), "")) - done):
        piece = _piece(manifest, chunk)
        found = found_chunk(run, chunk, manifest["tables"], *piece[1:], manifest["key"]) if piece else None
        if found is not None:
            manifest["chunks"][str(chunk)] = found
    manifest["chunks"] = dict(in_order(manifest["chunks"]))


def _is_planned(manifest: Manifest, key: str, entry: Entry) -> bool:
    """Whether a run has these games where they are; one that goes on may have a longer last chunk now."""
    last = last_of(key, entry)
    return last < number_of_chunks(manifest) and stretch(manifest, int(key), last) == (entry["first_game"], entry["games"])


# ---------------------------------------------------------------- running


class _Session:
    """One go at a run: from the manifest as it is to as far as it gets."""

    def __init__(self, run: Path, manifest: Manifest, source: GameSource, on_progress: OnProgress | None) -> None:
        self.run, self.manifest, self.source, self.on_progress = run, manifest, source, on_progress
        self.stop: Stop = np.zeros(1, np.int8)
        self.tracker = Tracker()
        self.precision: dict[str, Any] | None = None  # what became of `until`
        self.played = 0
        self.memory = 0
        self._groups = Groups({}, PART_BYTES)
        self._index: dict[str, Any] = {}  # of sums
        self._written_at = self._write_cost = 0.0
        self._before = float(manifest["seconds"])
        self._started = time.perf_counter()

    def play(self, backend: str, workers: int, scheduler: str | None) -> None:
        """Play what is missing."""
        import os

        self._write()
        if self.on_progress is not None:
            self.on_progress(self._progress())
        task = ChunkTask(self.source, self.run.absolute(), self.manifest["key"], self.stop, os.getpid() if backend == "loky" else 0)
        lost = 0
        while True:
            self._groups = Groups(self.manifest["chunks"], PART_BYTES)
            self._groups.look()
            self._index = _sums().read_index(self.run) if (self.run / SUMS).is_dir() else {}
            jobs = self._jobs()
            first = next(jobs, None)
            if first is None:
                break
            before = self.played
            try:
                reports = results(task, _with_first(first, jobs), backend, workers, scheduler, self.source.warm_up)
                with closing(reports):
                    for report in reports:
                        if isinstance(report, ChunkReport):
                            self._take(report)
                        elif report is not None:
                            self._take_together(report)
            except WorkerLost as error:
                lost = 0 if self.played > before else lost + 1
                if lost >= MOST_LOST_WORKERS:
                    raise RunStopped(f"{error}, {lost} times in a row; finished chunks are kept") from None
                _take_stock(self.run, self.manifest)
                self.tracker = Tracker()  # chunks that were written without a word count as kept
                self.count_kept()

    def _jobs(self) -> Iterator[tuple[Piece | Mapping[str, Entry]]]:
        """What is to be done, drawn as workers become free: chunks to play, and files to put together as soon as there are enough."""
        for piece in _missing(self.manifest):
            yield from self._together()
            yield (piece,)
        yield from self._together()

    def _together(self) -> Iterator[tuple[Mapping[str, Entry]]]:
        while self._groups.ready:
            first, last = self._groups.ready.popleft()
            yield ({str(chunk): self.manifest["chunks"][str(chunk)] for chunk in range(first, last + 1)},)

    def count_kept(self) -> None:
        """Count the chunks of earlier sessions."""
        chunks = self.manifest["chunks"]
        is_long = sum(entry["games"] for entry in chunks.values()) > COUNT_EXACTLY
        index = _sums().read_index(self.run) if is_long else {}
        for key, entry in chunks.items():
            sample = _sums().sampled_hashes(self.run, key, entry, index) if is_long else None
            self._count(entry, None if sample is not None else _hashes_of(self.run, key, entry), sample)
        self._started = time.perf_counter()

    def play_until(self, half_width: float, most: int, size: Callable[[int], int], how: tuple[str, int, str | None]) -> None:
        """Play, look, play on, until all means are so precise or there are as many games as may be played.

        Looks are a few, each after as many blocks as seem needed, so the games depend neither on workers nor on chunks.
        """
        manifest, looks = self.manifest, 0
        while True:
            self.play(*how)
            looks, means = looks + 1, self.tracker.means()
            done = is_precise(means, half_width)
            if done or manifest["games"] >= most:
                break
            blocks = next_look(means, half_width, manifest["games"] // self.source.block_games)
            games = min(most, blocks * self.source.block_games)
            manifest["chunk_sizes"] = _sizes_for(manifest, games, size(games - manifest["games"]))
            manifest["games"], manifest["scenario"] = games, {**manifest["scenario"], "games": games}
        widest = max((mean.half_width for mean in means.values()), default=inf)
        self.precision = {"wanted": half_width, "reached": done, "looks": looks, "half_width": _number(widest)}

    def _take(self, report: ChunkReport) -> None:
        self.manifest["chunks"][str(report.chunk)] = report.entry
        self.played += int(report.entry["games"])
        self.memory = max(self.memory, report.memory)
        self._count(report.entry, report.hashes)
        self._groups.look()
        self._write(is_due=False)
        if self.on_progress is not None:
            self.on_progress(self._progress())

    def _take_together(self, report: TogetherReport) -> None:
        """One entry in the place of many; their files go when the manifest says so."""
        chunks = {str(chunk): self.manifest["chunks"].pop(str(chunk)) for chunk in range(report.first, report.last + 1)}
        if report.entry is None:
            raise WorkerLost("a file of a chunk was changed while the run went on")
        self.manifest["chunks"][str(report.first)] = report.entry
        if report.sums is not None:
            self._index[_sums().name_of({str(report.first): report.entry})] = report.sums
            _sums().write_index(self.run, self._index)
        self._write()
        remove_chunks(self.run, chunks)

    def _count(
        self, entry: Mapping[str, Any], hashes: NDArray[np.int64] | None, sample: NDArray[np.uint64] | None = None
    ) -> None:  # fmt: skip
        sums = {name: tuple(map(float, one)) for name, one in entry["means"].items()}
        self.tracker.add(entry["games"], entry["choices"], sums, hashes, sample)

    def _progress(self) -> Progress:
        seconds = time.perf_counter() - self._started
        return self.tracker.progress(self.manifest["games"], self.played, seconds)

    def _write(self, is_due: bool = True) -> None:
        """Write the manifest, unless that would take too large a part of the time; lost entries are found again."""
        now = time.perf_counter()
        if not is_due and now - self._written_at < self._write_cost / MANIFEST_SHARE:
            return
        in_place = dict(in_order(self.manifest["chunks"]))
        self.manifest["seconds"] = round(self._before + now - self._started, 1)
        write_manifest(self.run, {**self.manifest, "chunks": in_place})
        self._written_at = time.perf_counter()
        self._write_cost = self._written_at - now

    def finish(self) -> None:
        """Everything is played."""
        manifest = self.manifest
        manifest["status"] = FINISHED
        manifest["ended"] = _now()
        manifest["summary"] = self._summary()
        self._write()
        if (self.run / SUMS).is_dir():
            _sums().keep_whole(Run(self.run, manifest))

    def _summary(self) -> dict[str, Any]:
        chunks = self.manifest["chunks"].values()
        distinct, is_exact = _distinct(self.run, self.manifest, self.tracker)
        parts = [part for entry in chunks for part in entry["tables"].values()]
        seconds = {kind: sum(entry.get("seconds", {}).get(kind, 0.0) for entry in chunks) for kind in ("play", "write", "cpu")}
        rows = {table: sum(entry["tables"][table]["rows"] for entry in chunks) for table in self.manifest["tables"]}
        elapsed = time.perf_counter() - self._started
        return {
            "games": self.tracker.games,
            "blocks": self.tracker.games // self.source.block_games,
            "distinct_games": distinct,
            "distinct_is_exact": is_exact,
            "choices": self.tracker.choices,
            "rows": rows,
            "bytes": sum(part["bytes"] for part in parts),
            "play_seconds": round(seconds["play"], 3),
            "write_seconds": round(seconds["write"], 3),
            "cpu_seconds": round(seconds["cpu"], 3),
            "games_per_second": round(self.played / elapsed, 1) if self.played and elapsed else None,
            "worker_memory": self.memory or None,
            "mean_scores": {name: _plain(mean) for name, mean in self._means(distinct).items()},
            **({"precision": self.precision} if self.precision else {}),
        }

    def _means(self, distinct: int | None) -> dict[str, Mean]:
        """Means as statistics have them: games that only repeat others, of bots without lots, add nothing."""
        means, recorded = self.tracker.means(), self.manifest["tables"]
        if distinct is None or distinct >= self.tracker.games or not {"games", "players"} <= recorded.keys():
            return means
        from caverna_sim.stats.summary import opened, scores

        source = opened(Run(self.run, self.manifest))
        if source.sample.kind == "sample":
            return means
        found = {one.bot: one.mean for one in scores(source).bots}
        return {name: Mean(one.value, one.half_width, source.sample.units, one.error) for name, one in found.items()}

    def interrupt(self) -> None:
        """Keep what is done; the workers are gone already."""
        self.stop[0] = 1
        self.manifest["status"] = INTERRUPTED
        try:
            self._write()
        except RunStopped:
            return  # the manifest as it was is still there, and the rest is found again


def _plain(mean: Mean) -> dict[str, float | int | None]:
    value = {"mean": mean.value, "half_width": mean.half_width, "error": mean.error}
    return {**{name: _number(one) for name, one in value.items()}, "blocks": mean.blocks}


def _number(value: float) -> float | None:
    """For JSON."""
    return round(value, 4) if isfinite(value) else None


def _sums() -> ModuleType:
    """What sums up files that were put together; loaded late, since it brings polars."""
    from caverna_sim.stats import sums

    return sums


def _with_first(first: tuple[Any], rest: Iterator[tuple[Any]]) -> Iterator[tuple[Any]]:
    yield first
    yield from rest


def _hashes_of(run: Path, key: str, entry: Entry) -> NDArray[np.int64] | None:
    """The hashes of games that were written earlier; None when the table was not recorded."""
    if "games" not in entry["tables"]:
        return None
    from caverna_sim.dataset.read import column_of

    return column_of(run, "games", key, entry, "hash")


def _distinct(run: Path, manifest: Manifest, tracker: Tracker) -> tuple[int | None, bool]:
    """How many different games there are; counted anew when there are more than the running count holds exactly."""
    if not tracker.knows_hashes:
        return None, False
    if tracker.distinct.is_exact or "games" not in manifest["tables"] or tracker.games > COUNT_EXACTLY:
        return tracker.distinct.count, tracker.distinct.is_exact
    import polars as pl

    return int(Run(run, manifest).games.select(pl.col("hash").n_unique()).collect().item()), True


# ---------------------------------------------------------------- the door


def run(
    scenario: str | Path | Scenario | Mapping[str, Any],
    games: int | None = None,
    seed: int | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    backend: str = "loky",
    scheduler: str | None = None,
    resume: bool = False,
    until: float | None = None,
    chunk_games: int | None = None,
    on_progress: OnProgress | None = None,
) -> Run:
    """Play the games of a scenario and keep their rows in a folder (`runs/NAME` unless `out` says where).

    `games` and `seed` replace those of the scenario; games are rounded up to whole blocks. A folder that holds just this run, finished,
    is loaded. With `resume` only chunks that are
    missing are played, also to add games to a finished run. `until` stops when every bot's mean score is known to within that half
    width; `games` are then the most that are played. `backend` is "loky" (processes), "threading", or "dask" with the address of a
    `scheduler`; rows are the same whatever it is. `on_progress` is told after every chunk how far the run is.
    """
    check_backend(backend, scheduler, workers)
    with arguments("run"):
        flag(resume, "resume")
        folder = None if out is None else path(out, "out")
        listener(on_progress, "on_progress")
    with arguments():
        if until is not None:
            number(until, "until", 1e-6, 1000, "give a half width in points, such as 0.2")
    scenario, folder = of_a_run(scenario, folder)
    chosen = _chosen(load_scenario(scenario), games, seed)
    source = plays(chosen.game).source(chosen)
    chosen = source.scenario
    whole = -(-chosen.games // source.block_games) * source.block_games
    about = source.describe()
    if chunk_games is not None:
        with arguments():
            if whole_number(chunk_games, "chunk_games", 1, MOST_GAMES) % source.block_games:
                refuse(chunk_games, "chunk_games", f"give a multiple of {source.block_games}, the games of a block")
    chunks = LEAST_CHUNKS if until is None else STAGE_CHUNKS

    def stage(played: int) -> int:
        """Chunks of so many games that are played together."""
        return chunk_size(played, source, chunks) if chunk_games is None else chunk_games

    folder = folder or folder_of_run(chosen.name, seed)
    with only_writer(folder):
        first = whole if until is None else min(whole, max(FIRST_LOOK * source.block_games, _kept_games(folder)))
        manifest = _open(folder, _new_manifest(chosen, source, about, first, stage(first)), resume, until, source)
        _take_stock(folder, manifest)
        if until is None and _is_complete(manifest) and manifest["status"] == FINISHED:
            return Run(folder, manifest)
        _check_sums(folder, manifest)
        manifest["status"] = RUNNING
        manifest.pop("summary", None)  # of an earlier end
        try:
            write_manifest(folder, manifest)
        except RunStopped as error:
            raise DatasetError(f"out: {error}; give another folder") from None
        source.warm_up()
        session = _Session(folder, manifest, source, on_progress)
        how = (backend, worker_count(workers), scheduler)
        try:
            session.count_kept()
            if until is None:
                session.play(*how)
            else:
                session.play_until(float(until), whole, stage, how)
            session.finish()
        except BaseException:
            session.interrupt()
            raise
        return load(folder)


def _check_sums(run: Path, manifest: Manifest) -> None:
    """Runs of earlier versions kept less of their chunks: they can be read, but estimates cannot go on from there."""
    if any(len(sums) < SUMS_OF_BLOCKS for entry in manifest["chunks"].values() for sums in entry["means"].values()):
        raise DatasetError(
            f"run `{run}`: an earlier version began it and kept too little for going on; start a new one in another folder (`out`)"
        )


def _kept_games(folder: Path) -> int:
    """Up to which game an earlier session has planned."""
    return int(read_manifest(folder)["games"]) if is_run(folder) else 0


def of_a_run(scenario: Any, folder: Path | None) -> tuple[Any, Path | None]:
    """The folder of a run stands for the scenario that was played there, and for itself."""
    if isinstance(scenario, str | Path) and str(scenario).strip("\0 ") and is_run(Path(scenario)):
        return read_manifest(Path(scenario))["scenario"], folder or Path(scenario)
    return scenario, folder


def _chosen(scenario: Scenario, games: int | None, seed: int | None) -> Scenario:
    """The scenario with what was asked for instead."""
    with arguments():
        for name, value, low, high in (("games", games, 1, MOST_GAMES), ("seed", seed, 0, MOST_NUMBER)):
            if value is not None:
                whole_number(value, name, low, high)
    return replace(scenario, games=scenario.games if games is None else games, seed=scenario.seed if seed is None else seed)
