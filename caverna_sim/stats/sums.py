"""Sums over groups of neighbouring blocks: what reports and comparisons of long runs work from, in the place of rows.

A unit is a group of so many blocks, counted from the first block of a run. Blocks are independent, and so are units: a mean over them is
the same mean, and its interval has as many degrees of freedom as there are units, which are thousands. Sums of files stand beside them in
the folder `sums`: written when files are put together, made once for others, and known by the checksums of the rows they are of. What
estimates are made of is added up over the whole run and kept too, so that the next report need not read sums by the gigabyte.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.check import Check, Wrong, is_text, is_whole, matching, row, rows
from caverna_sim.dataset.manifest import Entry, damage, in_order, last_of, paths_of
from caverna_sim.dataset.together import PART_BYTES
from caverna_sim.dataset.write import part_name
from caverna_sim.errors import CavernaError, RunStopped
from caverna_sim.files import MB, parse_json, read_text, write_whole
from caverna_sim.games import told_of
from caverna_sim.games.facts import Things
from caverna_sim.stats.hashes import ONE_IN, SAMPLED, mixed

MOST_BLOCKS = 2**17  # of a run whose rows are read
BASE = 2**7  # blocks of a unit in files
MOST_UNITS = 2**13  # that estimates are made of
LEAST_UNITS = 2**9  # of a shorter run beside a long one; of fewer blocks the rows are read
SLICE_GAMES = 8000  # whose rows are held at a time
FOLDER, INDEX = "sums", "index.json"
WHOLE, WHOLE_INDEX = "whole", "whole.json"  # of the run as a whole
MOST_BYTES = 64 * MB
VERSION = 1  # of what is summed up
SEATS, SCORES, USES, UNITS, HASHES = TABLES = ("seats", "scores", "uses", "units", "hashes")
ROWS = "rows in unit"

_HASH = matching("[0-9a-f]{64}", "give a SHA-256 sum")
_PART = row({"rows": is_whole(0, 2**62), "bytes": is_whole(0, 2**40), "sha256": _HASH, "changed": is_whole(-(2**63), 2**63)})
_KEPT = row({"of": _HASH, "tables": rows(_PART, is_text(60))})
_FORM = rows(_KEPT, matching("[0-9]{1,15}-[0-9]{1,15}", "give a first and a last chunk"))

Group = Mapping[str, Entry]  # neighbouring entries of a manifest, summed up together
Frames = dict[str, pl.DataFrame]


# ---------------------------------------------------------------- of the rows of some chunks


@dataclass(frozen=True)
class Wanted:
    """What is summed up of a run beside seats and scores."""

    block_games: int
    things: tuple[tuple[Things, bool], ...]  # with whether seats are counted, or uses


def wanted(manifest: Mapping[str, Any]) -> Wanted:
    """What is summed up of a run, as its game tells."""
    told = told_of(manifest)
    things = tuple((what, is_of_seats) for what, is_of_seats in ((told.built, True), (told.places, False)) if what is not None)
    return Wanted(int(manifest["block_games"]), things)


def summed_up(run: Path, group: Group, what: Wanted) -> Frames:
    """The sums of some chunks; their rows are read a few thousand games at a time."""
    found = [_of_slice(frames, what.things) for key, entry in in_order(group) for frames in _slices(run, key, entry, what.block_games)]
    return {name: _together(name, [one[name] for one in found]) for name in TABLES}


def _slices(run: Path, key: str, entry: Entry, block_games: int) -> Iterator[dict[str, pl.LazyFrame]]:
    tables = {table: pl.scan_parquet(path, glob=False) for table, path in paths_of(run, key, entry).items()}
    if "last" not in entry:
        yield tables
        return
    with_games = {name: frame for name, frame in tables.items() if "game" in frame.collect_schema()}
    step = max(1, SLICE_GAMES // block_games) * block_games
    for start in range(entry["first_game"], entry["first_game"] + entry["games"], step):
        yield {name: frame.filter(pl.col("game").is_between(start, start + step - 1)) for name, frame in with_games.items()}


def _of_slice(tables: Mapping[str, pl.LazyFrame], things: Sequence[tuple[Things, bool]]) -> Frames:
    games = tables["games"].select("game", "block", "hash").with_columns(unit=pl.col("block") // BASE).collect()
    unit_of = games.select("game", "unit").lazy()
    seats = tables["players"].with_columns(pl.col("bot").cast(pl.String)).join(unit_of, on="game")
    summable = [name for name, kind in tables["players"].collect_schema().items() if kind.is_numeric() and name not in ("game", "seat")]
    sums = [pl.col(name).cast(pl.Float64).sum() for name in summable]
    uses = [_uses(tables[what.table], what, is_of_seats, unit_of) for what, is_of_seats in things if what.table in tables]
    values = mixed(games["hash"].to_numpy())
    marks = pl.Series("mark", values.view(np.int64))
    of_units = games.with_columns(marks).group_by("unit").agg(
        pl.len().alias("games"), pl.col("block").n_unique().alias("blocks"), pl.col("block").min().alias("first"),
        pl.col("block").max().alias("last"), pl.col("mark").sum(),
    )  # fmt: skip
    return {
        SEATS: seats.group_by("unit", "bot", "seat").agg(pl.len().cast(pl.Float64).alias(ROWS), *sums).collect(),
        SCORES: seats.group_by("bot", "score").agg(pl.len().alias("often")).collect(),
        USES: pl.concat([pl.DataFrame(schema=_USES), *pl.collect_all(uses)]),
        UNITS: of_units,
        HASHES: pl.DataFrame({"hash": values[values < SAMPLED]}),
    }


_USES = {"table": pl.String, "id": pl.String, "unit": pl.Int64, "uses": pl.UInt32}


def _uses(table: pl.LazyFrame, what: Things, is_of_seats: bool, unit_of: pl.LazyFrame) -> pl.LazyFrame:
    """How often each thing or place was used in a unit: by how many seats of games, or how many times."""
    used = table.select("game", "seat", pl.col(what.column).cast(pl.String).alias("id"))
    of_units = (used.unique() if is_of_seats else used).join(unit_of, on="game").group_by("id", "unit").agg(pl.len().alias("uses"))
    return of_units.select(pl.lit(what.table).alias("table"), "id", "unit", "uses")


def _together(name: str, parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Sums of slices added up; their order is that of what they are about."""
    frame = pl.concat(parts)
    return frame if name == HASHES else added_up(name, frame.lazy()).collect()


_ABOUT = {SEATS: ("unit", "bot", "seat"), SCORES: ("bot", "score"), USES: ("table", "id", "unit"), UNITS: ("unit",)}


def added_up(name: str, frame: pl.LazyFrame) -> pl.LazyFrame:
    """Rows about the same added up."""
    about = _ABOUT[name]
    special = {"first": pl.col("first").min(), "last": pl.col("last").max()}
    columns = [special.get(one, pl.col(one).sum()) for one in frame.collect_schema().names() if one not in about]
    return frame.group_by(*about).agg(*columns).sort(*about)


# ---------------------------------------------------------------- kept beside the rows


def of_group(group: Group) -> str:
    """Names the rows of some chunks by their checksums."""
    known = [part["sha256"] for _, entry in in_order(group) for _, part in sorted(entry["tables"].items())]
    return hashlib.sha256(json.dumps([VERSION, BASE, *known]).encode()).hexdigest()


def name_of(group: Group) -> str:
    """The first and the last chunk of a group."""
    ordered = in_order(group)
    return f"{ordered[0][0]}-{last_of(*ordered[-1])}"


def write_sums(run: Path, group: Group, what: Wanted) -> dict[str, Any]:
    """Sum up some chunks and keep it; returns what the index notes of it."""
    first, last = map(int, name_of(group).split("-"))
    tables = {}
    for name, frame in summed_up(run, group, what).items():
        tables[name] = _written(run / FOLDER / name / part_name(first, last), frame)
    return {"of": of_group(group), "tables": tables}


def _written(path: Path, frame: pl.DataFrame) -> dict[str, Any]:
    """Keep a table of sums; returns what an index notes of its file."""
    content = _encoded(frame)
    write_whole(path, content, is_durable=False)
    digest = hashlib.sha256(content).hexdigest()
    return {"rows": len(frame), "bytes": len(content), "sha256": digest, "changed": path.stat().st_mtime_ns}


def _encoded(frame: pl.DataFrame) -> bytes:
    import io

    sink = io.BytesIO()
    frame.write_parquet(sink, compression="zstd")
    return sink.getvalue()


def read_index(run: Path) -> dict[str, Any]:
    """What is kept of sums; nothing when that cannot be read, for they can be made again."""
    return _read(run / FOLDER / INDEX, _FORM)


def _read(path: Path, form: Check) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        found: dict[str, Any] = parse_json(read_text(path, "sums", MOST_BYTES), "sums", CavernaError)
        form(found, "")
    except (CavernaError, Wrong):
        return {}
    return found


def _note(path: Path, index: Mapping[str, Any]) -> None:
    """Note what is kept."""
    write_whole(path, (json.dumps(index) + "\n").encode(), is_durable=False)


def write_index(run: Path, index: Mapping[str, Any]) -> None:
    """Note which sums of chunks are kept."""
    _note(run / FOLDER / INDEX, index)


@dataclass
class Whole:
    """Tables of sums over all chunks of a run, kept in its folder."""

    run: Path
    chunks: Group = field(repr=False)
    _read: dict[str, pl.DataFrame] = field(default_factory=dict, repr=False)

    @cached_property
    def _index(self) -> dict[str, Any]:
        """What is kept of just these chunks."""
        kept, of = _read(self.run / FOLDER / WHOLE_INDEX, _KEPT), of_group(self.chunks)
        return kept if kept.get("of") == of else {"of": of, "tables": {}}

    def table(self, name: str, make: Callable[[], pl.DataFrame]) -> pl.DataFrame:
        """The one of this name; made and kept where it is not there, in memory where nothing can be written."""
        if name not in self._read:
            self._read[name] = self._table(name, make)
        return self._read[name]

    def _table(self, name: str, make: Callable[[], pl.DataFrame]) -> pl.DataFrame:
        path, known = self.run / FOLDER / WHOLE / f"{name}.parquet", self._index["tables"]
        if name in known and not damage(path, known[name]):
            return pl.read_parquet(path, glob=False)
        found = make()
        with suppress(RunStopped):
            known[name] = _written(path, found)
            _note(self.run / FOLDER / WHOLE_INDEX, self._index)
        return found


def groups_of(chunks: Mapping[str, Entry]) -> Iterator[Group]:
    """Entries that are summed up together: what was put together by itself, others with their neighbours."""
    group: dict[str, Entry] = {}
    size = 0
    for key, entry in in_order(chunks):
        if group and ("last" in entry or size >= PART_BYTES):
            yield group
            group, size = {}, 0
        group[key] = entry
        size += max((int(part["bytes"]) for part in entry["tables"].values()), default=0)
        if "last" in entry:
            yield group
            group, size = {}, 0
    if group:
        yield group


def is_kept(run: Path, name: str, group: Group, index: Mapping[str, Any]) -> bool:
    """Whether sound sums of just these rows are there."""
    kept = index.get(name)
    if kept is None or kept["of"] != of_group(group) or set(kept["tables"]) != set(TABLES):
        return False
    first, last = map(int, name.split("-"))
    return not any(damage(run / FOLDER / table / part_name(first, last), part) for table, part in kept["tables"].items())


def ensured(run: Path, manifest: Mapping[str, Any]) -> dict[str, list[pl.LazyFrame]]:
    """The sums of all chunks of a run by table; made and kept where they are not there, in memory where nothing can be written."""
    index, what = read_index(run), wanted(manifest)
    now: dict[str, Any] = {}
    found: dict[str, list[pl.LazyFrame]] = {table: [] for table in TABLES}
    for group in groups_of(manifest["chunks"]):
        name = name_of(group)
        first, last = map(int, name.split("-"))
        try:
            now[name] = index[name] if is_kept(run, name, group, index) else write_sums(run, group, what)
            frames = {table: pl.scan_parquet(run / FOLDER / table / part_name(first, last), glob=False) for table in TABLES}
        except RunStopped:  # a folder that cannot be written can still be read
            frames = {table: frame.lazy() for table, frame in summed_up(run, group, what).items()}
        for table, frame in frames.items():
            found[table].append(frame)
    if now != index:
        with suppress(RunStopped):
            write_index(run, now)
    return found


def sampled_hashes(run: Path, key: str, entry: Entry, index: Mapping[str, Any]) -> NDArray[np.uint64] | None:
    """One in 1,024 of the mixed hashes of an entry that was summed up by itself; None when it was not."""
    group = {key: entry}
    name = name_of(group)
    if not is_kept(run, name, group, index):
        return None
    first, last = map(int, name.split("-"))
    return pl.read_parquet(run / FOLDER / HASHES / part_name(first, last), glob=False)["hash"].to_numpy()


# ---------------------------------------------------------------- read again


@dataclass(frozen=True)
class Sums:
    """The sums of a long run."""

    run: Path
    manifest: Mapping[str, Any] = field(repr=False)

    @cached_property
    def _files(self) -> dict[str, list[pl.LazyFrame]]:
        return ensured(self.run, self.manifest)

    @cached_property
    def _whole(self) -> Whole:
        return Whole(self.run, self.manifest["chunks"])

    def _all(self, table: str) -> pl.LazyFrame:
        return pl.concat(self._files[table])

    @cached_property
    def units(self) -> pl.DataFrame:
        """A row for every unit of BASE blocks: its games and blocks, the first and the last, and a mark of all its games."""
        return self._whole.table(UNITS, lambda: added_up(UNITS, self._all(UNITS)).collect())

    @cached_property
    def scores(self) -> pl.DataFrame:
        """How often each bot had each score."""
        return self._whole.table(SCORES, lambda: added_up(SCORES, self._all(SCORES)).collect())

    @cached_property
    def distinct(self) -> int:
        """About how many different games there are."""
        found = self._whole.table(HASHES, lambda: self._all(HASHES).select(pl.col("hash").n_unique()).collect())
        return int(found.item()) * ONE_IN

    @property
    def games(self) -> int:
        """All games."""
        return int(self.units["games"].sum())

    @property
    def blocks(self) -> int:
        """All blocks."""
        return int(self.units["blocks"].sum())

    @property
    def width(self) -> int:
        """Blocks of a unit that estimates are made of."""
        return width_for(self.blocks)

    @property
    def columns(self) -> frozenset[str]:
        """Columns of the table `players` that are summed up."""
        return frozenset(self.seats(self.width).columns) - {"unit", "bot", "seat", ROWS}

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that played, in alphabetical order."""
        return tuple(self.scores["bot"].unique().sort().to_list())

    def seats(self, width: int, units: pl.DataFrame | None = None) -> pl.DataFrame:
        """Sums of units of some width by bot and seat; only of some units of BASE blocks."""
        if units is not None:
            return _wider(self._all(SEATS).join(units.select("unit").lazy(), on="unit", how="semi"), SEATS, width)
        return self._whole.table(f"{SEATS}-{width}", lambda: _wider(self._all(SEATS), SEATS, width))

    def uses(self, table: str, width: int, units: pl.DataFrame | None = None) -> pl.DataFrame:
        """How often everything was used in units of some width: `id`, `unit`, `uses`."""
        if units is None:
            kept = self._whole.table(f"{USES}-{width}", lambda: _wider(self._all(USES), USES, width))
        else:
            kept = _wider(self._all(USES).join(units.select("unit").lazy(), on="unit", how="semi"), USES, width)
        return kept.filter(pl.col("table") == table).drop("table")


def _wider(frame: pl.LazyFrame, table: str, width: int) -> pl.DataFrame:
    return added_up(table, frame.with_columns(pl.col("unit") * BASE // width)).collect(engine="streaming")


def width_for(blocks: int) -> int:
    """Blocks of a unit, so that there are many units and yet not too many."""
    width = BASE
    while blocks > MOST_UNITS * width:
        width *= 2
    return width


def keep_whole(run: Any) -> None:
    """Add up what reports and comparisons of a long run that is finished ask for, so that they begin at once."""
    if (found := sums_of(run)) is not None:
        found.distinct, found.scores  # noqa: B018  # asked for, and kept by that
        found.seats(found.width)
        for what, _ in wanted(run.manifest).things:
            found.uses(what.table, found.width)


def sums_of(run: Any, most: int | None = None) -> Sums | None:
    """The sums of a run in a folder that is too long for its rows to be read, or of more than so many blocks, else None."""
    manifest, path = run.manifest, getattr(run, "path", None)
    needed = {"games", "players"}
    if not isinstance(path, Path) or not needed <= set(manifest.get("tables", ())) or "block_games" not in manifest:
        return None
    games = sum(int(entry["games"]) for entry in manifest.get("chunks", {}).values())
    return Sums(path, manifest) if games // int(manifest["block_games"]) > (MOST_BLOCKS if most is None else most) else None
