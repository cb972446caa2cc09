"""Writing a part: the rows of one table in one chunk of games, or in many that were put together, complete or not there at all."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from caverna_sim.dataset.schema import NAMES, WORDS, Column, Rows, Table
from caverna_sim.errors import RunStopped
from caverna_sim.files import write_whole

COMPRESSION_LEVEL = 3
DIGEST = "sha256"  # of what a file holds, among its metadata


@dataclass(frozen=True)
class Part:
    """What the manifest keeps of a file."""

    rows: int
    bytes: int
    sha256: str
    changed: int  # when the file was written, in nanoseconds: a file of this size and time is not read again to be believed

    def to_dict(self) -> dict[str, Any]:
        """For the manifest."""
        return asdict(self)


def part_name(chunk: int, last: int | None = None) -> str:
    """The file of a chunk, or of several up to the last, in the folder of its table."""
    return f"part-{chunk:06d}.parquet" if last is None else f"part-{chunk:06d}-{last:06d}.parquet"


def write_part(run: Path, table: Table, chunk: int, rows: Rows, facts: Mapping[str, Any]) -> Part:
    """Write the rows of a chunk under a temporary name and rename the file when it is complete."""
    content = encoded(table, rows, facts)
    folder = run / table.name
    if folder.is_symlink():
        raise RunStopped(f"`{folder}` leads out of the folder of the run; put a folder in its place")
    file = folder / part_name(chunk)
    write_whole(file, content, is_durable=False)  # its checksum tells when it is not there in full
    count = len(rows[table.columns[0].name])
    return Part(count, len(content), hashlib.sha256(content).hexdigest(), file.stat().st_mtime_ns)


def encoded(table: Table, rows: Rows, facts: Mapping[str, Any]) -> bytes:
    """The bytes of a Parquet file. `facts` go into its metadata, as do the descriptions of table and columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    told = {key: str(value) for key, value in facts.items()}
    arrays = [_array(column, rows[column.name]) for column in table.columns]
    whole = pa.Table.from_arrays(arrays, schema=pa.schema([_field(column) for column in table.columns]))
    sink = pa.BufferOutputStream()
    told_whole = whole.replace_schema_metadata({"description": table.description, **told, DIGEST: digest_of(whole, told)})
    pq.write_table(told_whole, sink, **encoding_of(whole.schema))
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]  # pyarrow tells no types


def encoding_of(schema: Any) -> dict[str, Any]:
    """How columns are packed: numbers of games by their differences, what repeats itself by a dictionary."""
    import pyarrow as pa

    repeating = (pa.types.is_int8, pa.types.is_int16, pa.types.is_string, pa.types.is_dictionary)
    return {
        "compression": "zstd",
        "compression_level": COMPRESSION_LEVEL,
        "use_dictionary": [field.name for field in schema if any(kind(field.type) for kind in repeating)],
        "column_encoding": {field.name: "DELTA_BINARY_PACKED" for field in schema if pa.types.is_int64(field.type)},
    }


def digest_of(rows: Any, facts: Mapping[str, str]) -> str:
    """A checksum over facts and rows, however they are encoded: with it a file tells itself whether it still is what was written."""
    import numpy as np
    import pyarrow as pa

    digest = hashlib.sha256(repr(sorted(facts.items())).encode())
    for name in rows.column_names:
        values = rows[name].combine_chunks()
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        digest.update(f"{name} {values.type} {len(values)} {values.null_count}".encode())
        if pa.types.is_string(values.type):
            _, places, letters = values.buffers()
            ends = np.frombuffer(places, np.int32)[values.offset : values.offset + len(values) + 1]
            digest.update((ends - ends[:1]).tobytes())
            digest.update(letters[int(ends[0]) : int(ends[-1])] if len(values) else b"")
        else:
            digest.update(values.to_numpy(zero_copy_only=False).tobytes())
    return digest.hexdigest()[:32]


def _arrow_type(column: Column) -> Any:
    import pyarrow as pa

    if column.type == NAMES:
        return pa.dictionary(pa.int8() if len(column.names) <= 128 else pa.int16(), pa.string())
    if column.type == WORDS:
        return pa.string()
    return pa.type_for_alias(column.type)


def _field(column: Column) -> Any:
    import pyarrow as pa

    return pa.field(column.name, _arrow_type(column), nullable=False, metadata={"description": column.description})


def _array(column: Column, values: Any) -> Any:
    import numpy as np
    import pyarrow as pa

    kind = _arrow_type(column)
    if column.type == NAMES:
        numbers = pa.array(np.ascontiguousarray(values), type=kind.index_type)
        return pa.DictionaryArray.from_arrays(numbers, pa.array(column.names, pa.string()))
    if column.type == WORDS:
        offsets, inner = values
        texts, numbers = _joined(offsets, inner, column.names)
        return pa.array(texts, kind).take(pa.array(numbers, pa.int32()))
    return pa.array(np.ascontiguousarray(values), type=kind)


def _joined(offsets: Any, values: Any, names: tuple[str, ...]) -> tuple[list[str], list[int]]:
    """The different texts of rows of words, and the number of each row's."""
    numbers: dict[bytes, int] = {}
    texts: list[str] = []
    rows = []
    for start, end in pairwise(offsets.tolist()):
        row = values[start:end]
        key = row.tobytes()
        if key not in numbers:
            numbers[key] = len(texts)
            texts.append(" ".join(names[value] if names else str(value) for value in row.tolist()))
        rows.append(numbers[key])
    return texts, rows
