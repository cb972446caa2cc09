"""Reading a run: its tables as lazy frames. Needs neither the engine nor the compiler."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim.check import arguments, flag, shown_name
from caverna_sim.dataset.manifest import FINISHED, Entry, Manifest, damage, in_order, is_sound, missing, names_of, paths_of, read_manifest
from caverna_sim.errors import CavernaError, DatasetError, NotRecorded, RunStopped, shown

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

_reading: set[int] = set()  # the process that reads tables; a child that was forked finds its parent's here


class Run:
    """A run on disk. Its tables are lazy polars frames: `run.players.filter(...).collect()`.

    Only chunks that the manifest lists are read, so an interrupted run can be looked at as far as it got.
    """

    def __init__(self, path: Path, manifest: Manifest, verify: bool = True) -> None:
        self.path = path
        self.manifest = manifest
        self.verify = verify
        self._sound: set[str] = set()  # tables whose files were looked at
        self._some: tuple[int, int] | None = None  # games from the first to before the second number

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return str(self.manifest["scenario"]["name"])

    @property
    def scenario(self) -> dict[str, Any]:
        """The scenario as it was played, every value filled in."""
        return dict(self.manifest["scenario"])

    @property
    def seed(self) -> int:
        """The seed of all chances."""
        return int(self.manifest["seed"])

    @property
    def finished(self) -> bool:
        """Whether all games were played."""
        return bool(self.manifest["status"] == FINISHED)

    @property
    def games_played(self) -> int:
        """How many games are kept."""
        return sum(int(chunk["games"]) for chunk in self.manifest["chunks"].values())

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that were recorded."""
        return tuple(self.manifest["tables"])

    def before(self, game: int) -> Run:
        """The same run without the games of this number and higher ones; only files with earlier ones are opened."""
        return self.between(0, game)

    def between(self, first: int, end: int) -> Run:
        """The games of the same run from one number to before another; only files with such games are opened."""
        chunks = {
            key: entry
            for key, entry in self.manifest["chunks"].items()
            if entry["first_game"] < end and entry["first_game"] + entry["games"] > first
        }
        found = Run(self.path, {**self.manifest, "chunks": chunks}, self.verify)
        found._some = (first, end)
        return found

    def table(self, name: str) -> pl.LazyFrame:
        """A table by name. When it is first asked for, files that were touched since are compared with their checksums."""
        if not isinstance(name, str) or name not in self.manifest["tables"]:
            recorded = ", ".join(f"`{table}`" for table in self.tables)
            advice = f"recorded are {recorded}; name it under `record` in the scenario and run that anew"
            raise NotRecorded(f"run `{self.path}`: there is no table `{shown_name(name)}`; {advice}")
        import polars as pl

        chunks = self.manifest["chunks"]
        if not chunks:
            raise DatasetError(f"run `{self.path}`: no chunk of games is finished yet; {self._mended('goes on')}")
        _refuse_after_fork(self.path)
        files = {self.path / name / names_of(key, entry): entry["tables"][name] for key, entry in in_order(chunks)}
        if name not in self._sound:
            self._check(files)
            self._sound.add(name)
        frame = pl.scan_parquet(list(files), glob=False)  # a folder may be called [1]
        return frame if self._some is None else self._only(frame, *self._some)

    def _only(self, frame: pl.LazyFrame, first: int, end: int) -> pl.LazyFrame:
        """The rows of some games, or of the blocks that they make up."""
        import polars as pl

        columns, size = frame.collect_schema(), int(self.manifest["block_games"])
        of_games = pl.col("game").is_between(first, end - 1)
        of_blocks = pl.col("block").is_between(first // size, (end - 1) // size)
        if "block" not in columns:
            return frame.filter(of_games) if "game" in columns else frame
        return frame.filter(of_games | ((pl.col("game") < 0) & of_blocks) if "game" in columns else of_blocks)

    def _check(self, parts: Mapping[Path, Mapping[str, Any]]) -> None:
        """Every file is there and, unless the run was loaded without `verify`, still is what was written."""
        found = missing if not self.verify else damage
        problem, file = next(((what, file) for file, part in parts.items() if (what := found(file, part))), ("", None))
        if file is not None:
            name = file.relative_to(self.path)
            raise DatasetError(f"run `{self.path}`: the file `{name}` is {problem}; {self._mended('plays it again')}")

    def _mended(self, what: str) -> str:
        """The command that puts the run right."""
        return f"`caverna-sim run {shlex.quote(str(self.path))} --resume` {what}"

    @property
    def games(self) -> pl.LazyFrame:
        """One row a game."""
        return self.table("games")

    @property
    def players(self) -> pl.LazyFrame:
        """One row for each seat of each game."""
        return self.table("players")

    def __getattr__(self, name: str) -> pl.LazyFrame:
        """A table of the game that was played, such as `run.placements`."""
        if name.startswith("_") or "manifest" not in vars(self):
            raise AttributeError(name)
        return self.table(name)

    def _repr_html_(self) -> str:
        """For a notebook: what was played, mean scores, tables, what to do next."""
        found = self.manifest.get("summary") or {}
        means = sorted(found.get("mean_scores", {}).items(), key=lambda item: -(item[1]["mean"] or 0.0))
        rows = "".join(f"<tr><td>{escape(bot)}</td><td>{_mean_in_words(one)}</td></tr>" for bot, one in means)
        place = escape(shlex.quote(str(self.path)))
        going_on = "" if self.finished else f"; unfinished: <code>caverna-sim run {place} --resume</code>"
        return (
            f"<p><b>{escape(self.name)}</b>: {self.games_played:,} games, seed {self.seed}, in <code>{place}</code>{going_on}</p>"
            f"<table><tr><th>bot</th><th>mean score, margin of error</th></tr>{rows}</table>"
            f"<p>tables: {', '.join(f'<code>run.{name}</code>' for name in self.tables)}<br>next: "
            f"<code>caverna-sim report {place}</code></p>"
        )

    def __dir__(self) -> list[str]:
        """What there is, tables included."""
        return sorted({*super().__dir__(), *self.tables})

    def damaged(self) -> list[int]:
        """Numbers of the chunks whose files are not what was written; reads every file."""
        return [int(key) for key, entry in in_order(self.manifest["chunks"]) if not is_sound(self.path, key, entry, is_thorough=True)]

    def __repr__(self) -> str:
        state = "" if self.finished else f" of {self.manifest['games']:,}, {self.manifest['status']}"
        return f"<Run {self.name!r}: {self.games_played:,} games{state}, in {self.path}>"


def _refuse_after_fork(path: Path) -> None:
    """Polars reads with threads, which a fork does not copy: in a child of a reading process it would wait for them for ever."""
    _reading.add(os.getpid())
    if len(_reading) > 1:
        _reading.discard(os.getpid())
        why = "this process was forked from one that had read tables already, and polars cannot go on in it"
        raise RunStopped(f"run `{path}`: {why}; start the process with `multiprocessing.get_context('spawn')`")


@contextmanager
def blaming_damage(*runs: Run) -> Iterator[None]:
    """Whatever goes wrong while runs are read: when files are damaged, that is what is told."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, GeneratorExit, CavernaError):
        raise
    except BaseException:  # a library that meets damaged bytes may panic, which is no Exception
        for run in runs:
            damaged = run.damaged()
            if damaged:
                files = f"files of {len(damaged)} of its {len(run.manifest['chunks'])} chunks are damaged or missing"
                first = names_of(str(damaged[0]), run.manifest["chunks"][str(damaged[0])])
                raise DatasetError(f"run `{run.path}`: {files}, the first is {first}; {run._mended('plays them again')}") from None
        raise


def _mean_in_words(one: Mapping[str, Any]) -> str:
    """A mean and its margin of error, as far as they are known."""
    if one["mean"] is None:
        return "unknown"
    return f"{one['mean']:.1f}" + ("" if one["half_width"] is None else f" ± {one['half_width']:.1f}")


def column_of(run: Path, table: str, key: str, entry: Entry, column: str) -> NDArray[Any]:
    """One column of one entry of a manifest."""
    import pyarrow.parquet as pq

    values: NDArray[Any] = pq.read_table(paths_of(run, key, entry)[table], columns=[column])[column].to_numpy()
    return values


def load(run: str | Path | Run, verify: bool = True) -> Run:
    """A run from its folder. Files are compared with their checksums before they are read; `verify=False` leaves that out."""
    if isinstance(run, Run):
        return run
    with arguments("load"):
        flag(verify, "verify")
    if not isinstance(run, str | Path) or not str(run):
        raise DatasetError(f"{shown(run)} is no run; give the folder that `caverna-sim run` has written")
    path = Path(run)
    if path.name == "manifest.json":
        path = path.parent
    return Run(path, read_manifest(path), verify)
