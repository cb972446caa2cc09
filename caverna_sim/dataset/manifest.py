"""The manifest of a run: what was to be played, and which chunks are done, with rows and checksums."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.dataset.write import TEMPORARY, part_name, remove, write_whole
from caverna_sim.errors import DatasetError

MANIFEST = "manifest.json"
FORMAT = 1
FINISHED, RUNNING, INTERRUPTED = "finished", "running", "interrupted"
_FIELDS = ("scenario", "seed", "games", "chunk_sizes", "tables", "chunks", "status")

Manifest = dict[str, Any]


def read_manifest(run: Path) -> Manifest:
    """The manifest of a run's folder; DatasetError says what is the matter."""
    path = run / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        what = "has no manifest.json, so it is no run" if run.is_dir() else "does not exist"
        raise DatasetError(f"run `{run}`: the folder {what}; give the folder that `caverna-sim run` has written") from None
    except (NotADirectoryError, UnicodeDecodeError):
        raise DatasetError(f"run `{run}`: this is no run; give the folder that `caverna-sim run` has written") from None
    except OSError as error:
        raise DatasetError(f"run `{run}`: the manifest cannot be read: {(error.strerror or str(error)).lower()}") from None
    try:
        manifest = json.loads(text)
    except ValueError as error:
        raise DatasetError(f"run `{run}`: manifest.json is not valid JSON: {error}") from None
    if not isinstance(manifest, dict) or any(field not in manifest for field in _FIELDS):
        raise DatasetError(f"run `{run}`: manifest.json is not that of a run")
    if manifest.get("format") != FORMAT:
        raise DatasetError(f"run `{run}`: its format is {manifest.get('format')!r}; this version reads format {FORMAT}")
    return manifest


def write_manifest(run: Path, manifest: Mapping[str, Any]) -> None:
    """Put a new manifest in the place of the old one at once."""
    write_whole(run / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())


def is_run(run: Path) -> bool:
    """Whether a folder holds a run."""
    return (run / MANIFEST).is_file()


def paths_of(run: Path, chunk: int, tables: Iterable[str]) -> dict[str, Path]:
    """The files of a chunk by table."""
    return {table: run / table / part_name(chunk) for table in tables}


def is_sound(run: Path, chunk: int, entry: Mapping[str, Any]) -> bool:
    """Whether all files of a finished chunk are there and still are what was written."""
    for table, path in paths_of(run, chunk, entry["tables"]).items():
        try:
            content = path.read_bytes()
        except OSError:
            return False
        if hashlib.sha256(content).hexdigest() != entry["tables"][table]["sha256"]:
            return False
    return True


def found_chunk(run: Path, chunk: int, tables: Iterable[str], first_game: int, games: int, key: str) -> dict[str, Any] | None:
    """The entry of a chunk that was written completely although the manifest does not know of it, else None."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    parts = {}
    known: dict[str, Any] = {}
    for table, path in paths_of(run, chunk, tables).items():
        try:
            content = path.read_bytes()
            footer = pq.read_metadata(pa.BufferReader(content))
        except (OSError, pa.ArrowInvalid):
            return None
        about = {name.decode(): value.decode() for name, value in (footer.metadata or {}).items() if name != b"ARROW:schema"}
        if (about.get("first_game"), about.get("games"), about.get("run")) != (str(first_game), str(games), key):
            return None
        known = {"first_game": first_game, "games": games, "choices": int(about["choices"]), "means": json.loads(about["means"])}
        parts[table] = {"rows": footer.num_rows, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    return {**known, "tables": parts} if parts else None


def parts_there(run: Path, table: str) -> set[int]:
    """Numbers of the chunks that have a file of a table, listed or not."""
    names = (path.stem.partition("-")[2] for path in (run / table).glob("part-*.parquet")) if table else iter(())
    return {int(name) for name in names if name.isdecimal()}


def remove_unfinished(run: Path, tables: Iterable[str]) -> None:
    """Remove what a killed run has left half written."""
    for folder in (run, *(run / table for table in tables)):
        for path in folder.glob(f".*{TEMPORARY}"):
            remove(path)
