"""Putting the files of many chunks together, so that a long run has files by the hundred, not by the hundred thousand.

Chunks stay as they were written until the larger files are there in full, for good, and in the manifest: whatever kills this, nothing that
was played is lost. Which chunks go together follows from their sizes alone, not from when they were played.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

from caverna_sim.dataset.manifest import Entry, damage, last_of, paths_of
from caverna_sim.dataset.write import Part, encoding_of, part_name
from caverna_sim.errors import RunStopped, reason_of
from caverna_sim.files import MB, TEMPORARY, remove

PART_BYTES = 96 * MB  # of the largest table: chunks are put together as soon as they have so much


class Groups:
    """Which chunks of a run go together next: neighbours, from the first chunk on. Looks at every chunk once."""

    def __init__(self, chunks: Mapping[str, Entry], most: int) -> None:
        self.chunks, self.most = chunks, most
        self.ready: deque[tuple[int, int]] = deque()  # first and last chunk
        self._start = self._next = 0
        self._bytes: dict[str, int] = {}

    def look(self) -> None:
        """Find what has become ready."""
        while (entry := self.chunks.get(str(self._next))) is not None:
            after = last_of(str(self._next), entry) + 1
            if "last" in entry:
                self._begin(after)
                continue
            for table, part in entry["tables"].items():
                self._bytes[table] = self._bytes.get(table, 0) + int(part["bytes"])
            self._next = after
            if max(self._bytes.values(), default=0) >= self.most:
                if self._next - self._start > 1:
                    self.ready.append((self._start, self._next - 1))
                self._begin(after)

    def _begin(self, chunk: int) -> None:
        self._start = self._next = chunk
        self._bytes = {}


def put_together(run: Path, chunks: Mapping[str, Entry]) -> Entry | None:
    """The entry of neighbouring chunks whose files are one file for each table now; None when one of them is damaged."""
    keys = sorted(chunks, key=int)
    first, last = chunks[keys[0]], int(keys[-1])
    tables = {}
    for table in first["tables"]:
        parts = {paths_of(run, key, chunks[key])[table]: chunks[key]["tables"][table] for key in keys}
        if any(damage(path, part) for path, part in parts.items()):
            return None
        tables[table] = _one_file(list(parts), run / table / part_name(int(keys[0]), last)).to_dict()
    entries = [chunks[key] for key in keys]
    return {
        "first_game": first["first_game"],
        "games": sum(entry["games"] for entry in entries),
        "choices": sum(entry["choices"] for entry in entries),
        "means": reduce(_added, (entry["means"] for entry in entries)),
        "seconds": _seconds(entries),
        "tables": tables,
        "last": last,
    }


def _one_file(paths: list[Path], out: Path) -> Part:
    """The rows of some files in one, a row group for each; durable, since the others will go."""
    import pyarrow.parquet as pq

    unfinished = out.with_name(f".{out.name}.{os.getpid()}{TEMPORARY}")
    about = pq.read_schema(paths[0])
    schema = about.with_metadata({b"description": (about.metadata or {}).get(b"description", b"")})
    try:
        rows = 0
        with pq.ParquetWriter(unfinished, schema, **encoding_of(schema)) as writer:
            for path in paths:
                table = pq.read_table(path).cast(schema)
                rows += table.num_rows
                writer.write_table(table, row_group_size=max(1, table.num_rows))
        with unfinished.open("rb+") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
            known = os.fstat(file.fileno())
        unfinished.replace(out)
    except OSError as error:
        raise RunStopped(f"`{out}` cannot be written: {reason_of(error)}") from None
    finally:
        remove(unfinished)
    return Part(rows, known.st_size, digest, known.st_mtime_ns)


def _added(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Sums of two stretches of blocks (batch.running.sums_of)."""
    names = dict.fromkeys([*one, *other])
    return {name: [a + b for a, b in zip(one[name], other[name], strict=True)] if name in one and name in other
            else one.get(name) or other[name] for name in names}  # fmt: skip


def _seconds(entries: list[Entry]) -> dict[str, float]:
    found: dict[str, float] = {}
    for entry in entries:
        for name, value in entry.get("seconds", {}).items():
            found[name] = round(found.get(name, 0.0) + value, 3)
    return found


def remove_chunks(run: Path, chunks: Mapping[str, Entry]) -> None:
    """Remove the files of chunks that were put together."""
    for key, entry in chunks.items():
        for path in paths_of(run, key, entry).values():
            remove(path)
