"""What decides the rows of a run, in digests: a kept run goes on only with what plays the same games, whatever its texts say.

Digests are taken of what is drawn for many blocks before any is played (seating, and what else a scenario draws), of the columns that
are kept, and of the rows of the first games. Drawing costs a moment and is looked at whenever a run goes on; the games are played
again only when a text of the package is another than the one that played the run. Runs that were begun before there were digests are
compared with the rows that they hold.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.dataset.manifest import Manifest, in_order, is_sound, paths_of
from caverna_sim.dataset.schema import Rows
from caverna_sim.dataset.write import part_name, write_part
from caverna_sim.match.outside import OUTSIDE
from caverna_sim.match.protocol import GameSource

PACKAGE = Path(__file__).parents[1]
DATA = (".py", ".toml", ".npz")
BLOCKS = (*range(40), 10_000, 1_000_003)  # that are drawn: several strata, and some far away
PROBED = 100  # one game in so many of a chunk is played to know the games of a source by, whole blocks
COLUMNS, GAMES = "columns", "games"
REASONS = {COLUMNS: "its tables have other columns now", GAMES: "its games go otherwise now"}


@cache
def code_of(game: str) -> str:
    """A name for the texts that games of a kind are played from: all of the package but other games."""
    digest, games = hashlib.sha256(), PACKAGE / "games"
    for file in sorted(PACKAGE.rglob("*")):
        if file.suffix in DATA and not (file.parent != games and games in file.parents and games / game not in file.parents):
            digest.update(file.relative_to(PACKAGE).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def drawn(source: GameSource) -> dict[str, str]:
    """Digests of what is drawn for blocks, by what it is, and of the columns."""
    blocks = [source.drawn(block) for block in BLOCKS]
    columns = [[table.name, [[one.name, one.type, list(one.names)] for one in table.columns]] for table in source.tables]
    return {**{part: _digest([one[part] for one in blocks]) for part in blocks[0]}, COLUMNS: _digest(columns)}


def behaviour_of(source: GameSource) -> dict[str, str]:
    """All digests of a source, those of its first games included."""
    return {**drawn(source), GAMES: _games(source)}


def _games(source: GameSource) -> str:
    """Of the rows of its first games; of players from outside, who may play otherwise each time, the engine and their own texts count."""
    about = source.describe()
    if any(bot["tier"] == OUTSIDE for bot in about["bots"].values()):
        return _digest([about["engine"], *(bot["fingerprint"] for bot in about["bots"].values())])
    digest = hashlib.sha256()
    for table, rows in sorted(_played(source, 0, _probe(source)).items()):
        for column, values in sorted(rows.items()):
            digest.update(f"{table}.{column}".encode())
            for part in values if isinstance(values, tuple) else (values,):
                digest.update(_bytes(part))
    return digest.hexdigest()[:16]


def _probe(source: GameSource) -> int:
    """So many games are played."""
    return max(1, source.chunk_games // PROBED // source.block_games) * source.block_games


def _played(source: GameSource, first: int, games: int) -> Mapping[str, Rows]:
    source.warm_up()
    played = source.play(first, games, np.zeros(1, np.int8))
    assert played is not None
    return played.rows


def _bytes(values: Any) -> bytes:
    """Whole numbers of any width alike."""
    values = np.asarray(values)
    if values.dtype == object:
        return json.dumps(values.tolist()).encode()
    return bytes((values.astype(np.int64) if values.dtype.kind in "iub" else values).tobytes())


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=list).encode()).hexdigest()[:16]


# ---------------------------------------------------------------- whether a run goes on


def changed(run: Path, manifest: Manifest, source: GameSource) -> str:
    """Why a kept run and what would go on with it are different games; empty when they are the same."""
    is_same_code = manifest.get("code") == code_of(source.scenario.game)
    before = manifest.get("behaviour")
    if before is None:
        return "" if is_same_code or _rows_are_kept(run, manifest, source) else REASONS[GAMES]
    now = drawn(source) if is_same_code else behaviour_of(source)
    return next((_reason(part) for part in now if part in before and now[part] != before[part]), "")


def _reason(part: str) -> str:
    return REASONS.get(part, f"its {part} is drawn otherwise now")


def _rows_are_kept(run: Path, manifest: Manifest, source: GameSource) -> bool:
    """Whether the first games of the first sound chunk have the rows that are kept of them."""
    import polars as pl

    sound = next(((key, entry) for key, entry in in_order(manifest["chunks"]) if is_sound(run, key, entry)), None)
    if sound is None:
        return True  # nothing is there that could be other
    key, entry = sound
    first, games = int(entry["first_game"]), min(_probe(source), int(entry["games"]))
    played = _played(source, first, games)
    ends = {"game": first + games, "block": (first + games) // source.block_games}
    with tempfile.TemporaryDirectory(prefix="caverna-sim-") as folder:
        for table in source.tables:
            write_part(Path(folder), table, int(key), played[table.name], {})
            now = pl.read_parquet(Path(folder) / table.name / part_name(int(key)))
            kept = pl.read_parquet(paths_of(run, key, entry)[table.name])
            number = next(name for name in ends if name in kept.columns)
            if not _texts(kept.filter(pl.col(number) < ends[number])).equals(_texts(now)):
                return False
    return True


def _texts(frame: Any) -> Any:
    """Names as texts, whatever numbers stand for them."""
    import polars as pl

    return frame.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
