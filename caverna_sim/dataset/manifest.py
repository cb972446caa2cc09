"""The manifest of a run: what was to be played, and which chunks are done, with rows and checksums.

A manifest is read as a whole or not at all: every value has its form, chunks are where the plan has them, and a checksum covers what
decides the games. Names of tables are plain words, so that nothing outside the folder of a run is ever read, written or removed.
"""

from __future__ import annotations

import hashlib
import io
import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.check import (
    LARGEST,
    Wrong,
    is_flag,
    is_name,
    is_number,
    is_text,
    is_whole,
    list_of,
    matching,
    one_of,
    optional,
    plain,
    reading,
    row,
    rows,
)  # fmt: skip
from caverna_sim.dataset.write import DIGEST, digest_of, part_name
from caverna_sim.errors import CavernaError, DatasetError
from caverna_sim.files import MB, TEMPORARY, is_file, parse_json, read, read_text, remove, write_whole

MANIFEST = "manifest.json"
MOST_BYTES = 512 * MB  # some hundred thousand chunks
FORMAT = 1
FINISHED, RUNNING, INTERRUPTED = "finished", "running", "interrupted"
CHECKSUM = "checksum"
DECISIVE = ("format", "scenario", "seed", "games", "block_games", "chunk_sizes", "key", "rules_hash", "engine", "bots", "tables")
LONGEST_PART = 2**40

Manifest = dict[str, Any]
Entry = dict[str, Any]  # of a chunk, or of many that were put together

# ---------------------------------------------------------------- its form

_TABLE_NAME = matching("[a-z][a-z0-9_]{0,39}", "a table has a name of small letters, digits and _")
_CHUNK = matching("0|[1-9][0-9]{0,14}", "chunks are numbered from 0")
_HEX = matching("[0-9a-f]{16,64}", "give letters and digits of a hash")
_COUNT = is_whole(0, LARGEST)
_SECONDS = is_number(0, 1e15)
_ANY = optional(is_number(-1e300, 1e300))
_SCENARIO = row(
    {"name": is_text(200), "players": is_whole(1, 99), "bots": list_of(is_text(200), 1, 1000)},
    {
        "description": is_text(may_be_empty=True), "expansion": optional(is_name), "draw": optional(is_name), "seating": is_name,
        "games": _COUNT, "seed": _COUNT, "record": list_of(_TABLE_NAME), "rules": rows(plain), "supply": rows(plain),
        "opening": rows(plain), "bot": rows(rows(plain)),
    },
    is_open=True,
)  # fmt: skip
_BOT = row({"tier": is_name, "fingerprint": _HEX}, {"description": is_text(may_be_empty=True), "parameters": rows(plain)}, is_open=True)
_DESCRIBED = row({"columns": rows(row({"type": is_text(40), "description": is_text()}))}, {"description": is_text()})
_PART = row(
    {"rows": _COUNT, "bytes": is_whole(0, LONGEST_PART), "sha256": matching("[0-9a-f]{64}", "give a SHA-256 sum")},
    {"changed": is_whole(-LARGEST, LARGEST)},  # a clock may stand before 1970
)
_SUMS = list_of(is_number(-1e300, 1e300), 3, 6)  # batch.running.sums_of; runs of earlier versions kept three
_ENTRY = row(
    {"first_game": _COUNT, "games": is_whole(1, LARGEST), "choices": _COUNT, "means": rows(_SUMS), "tables": rows(_PART, _TABLE_NAME)},
    {"seconds": rows(_SECONDS), "last": _COUNT},
)
_SUMMARY = row(
    {
        "games": _COUNT, "blocks": _COUNT, "distinct_games": optional(_COUNT), "distinct_is_exact": is_flag, "bytes": _COUNT,
        "games_per_second": optional(_SECONDS),
        "mean_scores": rows(row({"mean": _ANY, "half_width": _ANY, "blocks": _COUNT}, {"error": _ANY, "deviation": _ANY})),
    },
    {"precision": row({"wanted": is_number(0, 1000), "reached": is_flag, "looks": _COUNT, "half_width": _ANY})},
    is_open=True,
)  # fmt: skip
_FORM = row(
    {
        "scenario": _SCENARIO, "seed": _COUNT, "games": is_whole(1, LARGEST), "block_games": is_whole(1, 10**6),
        "chunk_sizes": list_of(list_of(_COUNT, 2, 2), 1, 10**6), "key": _HEX, "tables": rows(_DESCRIBED, _TABLE_NAME),
        "chunks": rows(_ENTRY, _CHUNK), "status": one_of((FINISHED, RUNNING, INTERRUPTED)),
    },
    {
        "game": is_text(40), "rules_hash": _HEX, "engine": is_text(100), "code": _HEX, "behaviour": rows(_HEX),
        "bots": rows(_BOT), "versions": rows(is_text(100)), "started": is_text(40),
        "ended": is_text(40), "seconds": _SECONDS, "summary": _SUMMARY, CHECKSUM: _HEX,
        "setups": _COUNT,
    },
    is_open=True,
)  # fmt: skip


def check_manifest(manifest: Mapping[str, Any]) -> None:
    """Raise Wrong for the first thing no run writes."""
    plain({name: value for name, value in manifest.items() if name != "chunks"})
    _FORM(manifest, "")
    _check_plan(manifest)
    if CHECKSUM in manifest and manifest[CHECKSUM] != checksum_of(manifest):
        raise Wrong(CHECKSUM, f"one of {', '.join(DECISIVE)} is not what the run has written")


def _check_plan(manifest: Mapping[str, Any]) -> None:
    """Chunks are where the plan has them, and hold the tables of the run."""
    firsts = [first for first, _ in manifest["chunk_sizes"]]
    if firsts[0] != 0 or sorted(set(firsts)) != firsts or any(not chunk for _, chunk in manifest["chunk_sizes"]):
        raise Wrong("chunk_sizes", "give pairs of a first game and a number of games, the first games from 0 on and growing")
    number = number_of_chunks(manifest)
    chunks = manifest["chunks"]
    there = sum(last_of(key, entry) - int(key) + 1 for key, entry in chunks.items())
    if manifest["status"] == FINISHED and (there != number or "summary" not in manifest):
        raise Wrong("chunks", f"the run is said to be finished, with {there:,} of {number:,} chunks")
    tables, next_free = set(manifest["tables"]), 0
    for key, entry in in_order(chunks):
        where, last = f"chunks.{key}", last_of(key, entry)
        if not next_free <= int(key) <= last < number or (entry["first_game"], entry["games"]) != stretch(manifest, int(key), last):
            raise Wrong(where, "the plan of the run has no such games in this chunk")
        next_free = last + 1
        if set(entry["tables"]) != tables:
            raise Wrong(f"{where}.tables", f"give the tables of the run, {', '.join(sorted(tables))}")


def checksum_of(manifest: Mapping[str, Any]) -> str:
    """A checksum over what decides the games."""
    deciding = {name: manifest.get(name) for name in DECISIVE}
    deciding |= {name: manifest[name] for name in ("code", "behaviour") if name in manifest}  # runs of earlier versions have none
    return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()


# ---------------------------------------------------------------- the plan


def _segments(manifest: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    """(first game, games of a chunk, end) of every stretch of equal chunks."""
    sizes, games = manifest["chunk_sizes"], manifest["games"]
    ends = [min(first, games) for first, _ in sizes[1:]] + [games]
    return [(first, chunk, end) for (first, chunk), end in zip(sizes, ends, strict=True) if first < end]


def number_of_chunks(manifest: Mapping[str, Any]) -> int:
    """How many chunks a run has when all is played; counted without walking through them."""
    return sum(-(-(end - first) // chunk) for first, chunk, end in _segments(manifest))


def piece(manifest: Mapping[str, Any], number: int) -> tuple[int, int]:
    """First game and number of games of a chunk."""
    for first, chunk, end in _segments(manifest):
        here = -(-(end - first) // chunk)
        if number < here:
            start = first + number * chunk
            return start, min(chunk, end - start)
        number -= here
    raise IndexError(number)


def stretch(manifest: Mapping[str, Any], chunk: int, last: int) -> tuple[int, int]:
    """First game and number of games of a chunk and all up to the last."""
    first, games = piece(manifest, chunk)
    start, more = (first, games) if last == chunk else piece(manifest, last)
    return first, start + more - first


def last_of(key: str, entry: Mapping[str, Any]) -> int:
    """The last chunk that an entry stands for: many whose files were put together, or just its own."""
    return int(entry.get("last", key))


def in_order(chunks: Mapping[str, Entry]) -> list[tuple[str, Entry]]:
    """The entries of a manifest by chunk."""
    return sorted(chunks.items(), key=lambda item: int(item[0]))


def names_of(key: str, entry: Mapping[str, Any]) -> str:
    """The file of an entry, in the folder of each table."""
    return part_name(int(key), entry.get("last"))


# ---------------------------------------------------------------- reading and writing


def read_manifest(run: Path) -> Manifest:
    """The manifest of a run's folder; DatasetError says what is the matter."""
    subject = f"run `{run}`"
    try:
        is_folder = run.is_dir()
        is_there = is_folder and (run / MANIFEST).exists()
        if not is_folder and run.exists():
            raise DatasetError(f"{subject}: this is no run; give the folder that `caverna-sim run` has written")
    except (OSError, ValueError) as error:
        raise DatasetError(f"{subject}: no folder can have this name ({error}); give one that `caverna-sim run` has written") from None
    if not is_there:
        what = "has no manifest.json, so it is no run" if is_folder else "does not exist"
        raise DatasetError(f"{subject}: the folder {what}; give the folder that `caverna-sim run` has written")
    subject += ": manifest.json"
    manifest = parse_json(read_text(run / MANIFEST, subject, MOST_BYTES, DatasetError), subject, DatasetError)
    if not isinstance(manifest, dict) or any(field not in manifest for field in ("scenario", "seed", "tables", "chunks", "status")):
        raise DatasetError(f"{subject} is not that of a run")
    if manifest.get("format") != FORMAT:
        with reading(DatasetError, subject):
            is_whole(0, 1000)(manifest.get("format"), "format")
        raise DatasetError(f"run `{run}`: its format is {manifest.get('format')}; this version reads format {FORMAT}")
    with reading(DatasetError, f"{subject} was changed or damaged, so the run cannot be trusted:"):
        check_manifest(manifest)
    return manifest


def write_manifest(run: Path, manifest: Manifest) -> None:
    """Put a new manifest in the place of the old one at once."""
    manifest[CHECKSUM] = checksum_of(manifest)
    write_whole(run / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())


def is_run(run: Path) -> bool:
    """Whether a folder holds a run."""
    return is_file(run / MANIFEST)


# ---------------------------------------------------------------- parts


def paths_of(run: Path, key: str, entry: Mapping[str, Any]) -> dict[str, Path]:
    """The files of an entry by table."""
    return {table: run / table / names_of(key, entry) for table in entry["tables"]}


def missing(path: Path, part: Mapping[str, Any]) -> str:
    """Whether a part file is "missing"."""
    return "" if path.is_file() or path.is_symlink() else "missing"


def damage(path: Path, part: Mapping[str, Any], is_thorough: bool = False) -> str:
    """What is the matter with a part file: "missing", "damaged" or nothing.

    One of the size and the time of change that were noted when it was written is believed; any other is compared with its checksum,
    and so is every one when this shall be thorough.
    """
    if missing(path, part):
        return "missing"
    if not is_thorough and is_untouched(path, part):
        return ""
    content = _content(path)
    is_sound = content is not None and len(content) == part["bytes"] and hashlib.sha256(content).hexdigest() == part["sha256"]
    return "" if is_sound else "damaged"


def is_untouched(path: Path, part: Mapping[str, Any]) -> bool:
    """Whether a file has the size and the time of change that were noted when it was written."""
    if path.is_symlink() or path.parent.is_symlink():
        return False
    try:
        known = path.stat()
    except OSError:
        return False
    return (known.st_size, known.st_mtime_ns) == (part["bytes"], part.get("changed"))


def _content(path: Path) -> bytes | None:
    """The content of a part file; None when it cannot be read or leads out of the run's folder."""
    if path.is_symlink() or path.parent.is_symlink():
        return None
    try:
        return read(path, f"`{path}`", LONGEST_PART)
    except CavernaError:
        return None


def is_sound(run: Path, key: str, entry: Mapping[str, Any], is_thorough: bool = False) -> bool:
    """Whether all files of an entry are there and still are what was written."""
    return not any(damage(path, entry["tables"][table], is_thorough) for table, path in paths_of(run, key, entry).items())


def note_changed(run: Path, key: str, entry: Entry) -> None:
    """Note when sound files were written, so that they need not be read again to be believed; copies have other times."""
    for table, path in paths_of(run, key, entry).items():
        entry["tables"][table]["changed"] = path.stat().st_mtime_ns


def found_chunk(run: Path, chunk: int, tables: Iterable[str], first_game: int, games: int, key: str) -> dict[str, Any] | None:
    """The entry of a chunk that was written completely although the manifest does not know of it, else None."""
    import polars as pl
    import pyarrow as pa
    import pyarrow.parquet as pq

    parts = {}
    known: dict[str, Any] = {}
    for table, path in paths_of(run, str(chunk), {"tables": tables}).items():
        content = _content(path) if path.exists() else None
        if content is None:
            return None
        try:
            footer = pq.read_metadata(pa.BufferReader(content))
            about = {name.decode(): value.decode() for name, value in (footer.metadata or {}).items() if name != b"ARROW:schema"}
            if (about.get("first_game"), about.get("games"), about.get("run")) != (str(first_game), str(games), key):
                return None
            known = {"first_game": first_game, "games": games, "choices": int(about["choices"]), "means": json.loads(about["means"])}
            facts = {name: value for name, value in about.items() if name not in ("description", DIGEST)}
            if about.get(DIGEST) != digest_of(pq.read_table(pa.BufferReader(content)), facts):
                return None
            pl.read_parquet(io.BytesIO(content))  # which minds other holes
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # a library that reads damaged bytes may say anything, and panic
            return None
        known_sum = hashlib.sha256(content).hexdigest()
        parts[table] = {"rows": footer.num_rows, "bytes": len(content), "sha256": known_sum, "changed": path.stat().st_mtime_ns}
    entry = {**known, "tables": parts}
    try:
        _ENTRY(entry, "")
    except Wrong:
        return None
    return entry if parts else None


def parts_there(run: Path, table: str) -> set[int]:
    """Numbers of the chunks that have a file of a table to themselves, listed or not."""
    names = (path.stem.partition("-")[2] for path in (run / table).glob("part-*.parquet")) if table else iter(())
    return {int(name) for name in names if name.isdecimal()}


def remove_doubles(run: Path, manifest: Manifest) -> None:
    """Remove files of chunks that were put together, where only their removal was missing, and what was put together in vain."""
    entries = {names_of(key, entry) for key, entry in manifest["chunks"].items()}
    together = [range(int(key), last_of(key, entry) + 1) for key, entry in manifest["chunks"].items() if "last" in entry]
    starts = [chunks.start for chunks in together]
    for table in manifest["tables"]:
        folder = run / table
        for path in () if folder.is_symlink() else folder.glob("part-*.parquet"):
            first, _, last = path.stem.partition("-")[2].partition("-")
            if not first.isdecimal() or path.name in entries:
                continue
            place = bisect_right(starts, int(first)) - 1
            if last.isdecimal() or (place >= 0 and int(first) in together[place]):
                remove(path)


def remove_unfinished(run: Path, tables: Iterable[str]) -> None:
    """Remove what a killed run has left half written."""
    for folder in (run, *(run / table for table in tables)):
        if not (folder != run and folder.is_symlink()):
            for path in folder.glob(f".*{TEMPORARY}"):
                remove(path)
