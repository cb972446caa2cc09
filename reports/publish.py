"""Play the published studies and write their pages: a folder for each, an index, and what people say.

    python -m reports.publish                        # everything in studies.toml, at full size
    python -m reports.publish --scale 0.05           # a small rehearsal
    python -m reports.publish --only tiles-4 seats   # some of them
    python -m reports.publish --minutes 20           # begin no further study after that
    python -m reports.publish --list                 # what is played, and how often
    python -m reports.publish --pages                # play nothing: all pages anew from the tables that are there

What is to be played, at which tables and how often stands in `studies.toml`; tables come with the package. Games are kept under
`runs/reports` (not part of the repository), so that a run that was stopped goes on, and a study that is there already is not played again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
import tomllib
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from caverna_sim.batch.run import run as play
from caverna_sim.batch.run import versions
from caverna_sim.commands.run import Display
from caverna_sim.dataset.manifest import MANIFEST, read_manifest
from caverna_sim.dataset.read import Run
from caverna_sim.errors import INTERRUPTED, CavernaError, nearest
from caverna_sim.experiments.studies import studies
from caverna_sim.files import write_whole
from caverna_sim.games import found_at, games, plays, told_of
from caverna_sim.report.compare import of_comparisons
from caverna_sim.report.findings import Findings, Thing, of_study, to_data
from caverna_sim.scenario.scenario import Scenario, load_scenario, read_scenario, with_bots
from caverna_sim.stats.comparison import Comparison, compare
from caverna_sim.stats.words import duration, number
from reports.changed import against_before, write_changed
from reports.gallery import write_gallery
from reports.pages import ABOUT, LINES, PAGE, about, write_index, write_pages, write_tables, written
from reports.said import write_said

if TYPE_CHECKING:
    from caverna_sim.batch.run import OnProgress

HERE = Path(__file__).parent
RUNS = HERE.parent / "runs" / "reports"
COMPARE = "compare"  # of two scenarios, beside the studies
TABLES = "tables"  # the first scenarios of comparisons, where they are kept: many rules are compared with one table
STRENGTHS = ("scripted", "strong")
Published = tuple[Findings, dict[str, Any], dict[str, pl.DataFrame]]  # what a page tells, what the index adds, tables that claims read
LEAST_GAMES = 800  # of a run, however small the rehearsal, unless fewer are asked for


@dataclass(frozen=True)
class Entry:
    """A study to be published."""

    name: str  # of its folder
    study: str
    title: str
    at: Mapping[str, tuple[str, ...]]  # strength -> scenarios; of a comparison, two
    games: Mapping[str, int]  # strength -> length of every run
    options: Mapping[str, Any] = field(default_factory=dict)
    own_bots: bool = False  # of strong tables: they name who is strong
    pool: str = ""  # from which strong tables are drawn, where they do not name who is strong
    names: Mapping[str, str] = field(default_factory=dict)  # row as one types it -> in words


def read_plan(file: Path = HERE / "studies.toml") -> tuple[Entry, ...]:
    """The file of published studies."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    known = [COMPARE, *dict.fromkeys(one.name for game in games() for one in studies(game.name))]
    entries = []
    for row in data["study"]:
        if row["study"] not in known:
            raise CavernaError(f"{file.name}: `{row['name']}`: unknown study `{row['study']}`; {nearest(row['study'], known)}")
        at = {strength: tuple(row[strength]) for strength in STRENGTHS if strength in row}
        more = {name: row[name] for name in ("options", "own_bots", "pool", "names") if name in row}
        entries.append(Entry(row["name"], row["study"], row["title"], at, row["games"], **more))
    return tuple(entries)


# ---------------------------------------------------------------- one study


def tables_of(entry: Entry) -> dict[str, list[Scenario]]:
    """The scenarios of an entry by strength of play; at strong tables sit those of a pool, who they name, or the strong bot everywhere."""
    found = {}
    for strength, names in entry.at.items():
        loaded = [load_scenario(name) for name in names]
        found[strength] = [_strong(one, entry.pool) if strength == "strong" and not entry.own_bots else one for one in loaded]
    return found


def _strong(scenario: Scenario, pool: str) -> Scenario:
    data = scenario.to_data()
    return with_bots(scenario, [pool] if pool else [told_of(data).strong_bots[data.get("expansion") or "base"]] * scenario.players)


def publish(entry: Entry, out: Path, runs: Path, scale: float, workers: int | None, quiet: bool) -> dict[str, Any]:
    """Play an entry, or go on with it, and write its folder; returns what the index says of it."""
    tables = tables_of(entry)
    games = {strength: games_of(entry, strength, scale) for strength in tables}
    key = _key(entry, tables, games)
    place = out / entry.name
    there = about(place)
    if there is not None and there["key"] == key:
        return there
    started, before = time.perf_counter(), _seconds_kept(entry, runs)
    findings, told, more = (_compared if entry.study == COMPARE else _studied)(entry, tables, games, runs / entry.name, workers, quiet)
    seconds = time.perf_counter() - started + before
    found = {
        "name": entry.name, "title": entry.title, "study": entry.study, "key": key,
        "at": [[one.name, strength] for strength, every in tables.items() for one in every],
        "bots": {strength: sorted({bot for one in every for bot in one.bots}) for strength, every in tables.items()},
        "games_of_a_run": games, "seconds": round(seconds, 1), "versions": versions(), "pages": [PAGE],
        "games": findings.games, **told, "before": against_before(place, {**findings.tables, **more}[LINES]),
        "tables": write_tables(place, {**findings.tables, **more}), "page": to_data(findings),
    }  # fmt: skip
    write_whole(place / ABOUT, written(found))
    write_pages([entry.name], out)
    return found


def _seconds_kept(entry: Entry, runs: Path) -> float:
    """How long the games were played that are kept of an entry, those at other prices beside it included (`tiles --fair-prices`).

    All of them count, whether a session that began them came to its end or not; what was counted then is counted again.
    """
    folders = (runs / entry.name, runs / f"{entry.name}-prices", *_tables_kept(entry, runs))
    kept = (manifest.parent for folder in folders for manifest in sorted(folder.rglob(MANIFEST)))
    return sum(float(read_manifest(run)["seconds"]) for run in kept)


def _tables_kept(entry: Entry, runs: Path) -> list[Path]:
    """Where the tables are kept that a rule is compared with, so that they are played once for all rules."""
    if entry.study != COMPARE:
        return []
    return [runs / TABLES / strength / names[0] / str(entry.games[strength]) for strength, names in entry.at.items()]


def _key(entry: Entry, tables: Mapping[str, Sequence[Scenario]], games: Mapping[str, int]) -> str:
    """Names what is published: a study is played again when its scenarios, rules, bots or lengths are others."""
    described = {strength: [[_played(one), _players(one)] for one in every] for strength, every in tables.items()}
    told = [entry.study, dict(entry.options), described, versions(), dict(games)]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def _played(scenario: Scenario) -> dict[str, Any]:
    """A scenario without what people read."""
    return {name: value for name, value in scenario.to_data().items() if name != "description"}


def _players(scenario: Scenario) -> list[str]:
    """What tells the rules and the bots of a scenario from others of the same name."""
    about = plays(scenario.game).source(scenario).describe()
    return [about["rules_hash"], *(str(bot["fingerprint"]) for bot in about["bots"].values())]


def _studied(
    entry: Entry,
    tables: Mapping[str, Sequence[Scenario]],
    games: Mapping[str, int],
    runs: Path,
    workers: int | None,
    quiet: bool,
) -> Published:
    """A study of all tables side by side."""
    scenarios = [one for every in tables.values() for one in every]
    function = found_at(next(one.study for one in studies(scenarios[0].game) if one.name == entry.study))
    lengths = [games[strength] for strength, every in tables.items() for _ in every]
    with ExitStack() as displays:

        def tell(label: str) -> OnProgress:
            displays.close()
            return displays.enter_context(Display(quiet, label=f"{entry.name}, {label}"))

        study = function(scenarios, **entry.options, games=lengths, out=runs, workers=workers, on_progress=tell)
    of_table = {strength: [name for one in every for name in _played_as(one.name, study.runs)] for strength, every in tables.items()}
    rates = _rates({strength: [run for name in names for run in study.runs[name].values()] for strength, names in of_table.items()})
    found = of_study(study)
    kept = {name: command for name, command in found.examples.items() if str(runs) not in command}  # runs are not part of the repository
    return (
        replace(
            found, question=entry.title, examples=kept, things={**found.things, **{id: Thing(name) for id, name in entry.names.items()}}
        ),
        {"verdict": study.verdict, "is_valid": study.found.is_valid, "rates": rates},
        {},
    )


def _played_as(name: str, runs: Collection[str]) -> list[str]:
    """The names under which a scenario was played: its own, or one for each strength."""
    return [name] if name in runs else [one for one in runs if one.startswith(f"{name}-")]


def _things(scenario: Scenario) -> list[str]:
    """Tables of what seats got and where they went, which a comparison tells of."""
    told = told_of(scenario.to_data())
    return [what.table for what in (told.built, told.places) if what is not None]


def _compared(
    entry: Entry,
    tables: Mapping[str, Sequence[Scenario]],
    games: Mapping[str, int],
    runs: Path,
    workers: int | None,
    quiet: bool,
) -> Published:
    """Two scenarios compared, at each strength."""
    rows, found, every = [], dict[str, Comparison](), dict[str, list[Run]]()
    for (strength, (first, second)), of_table in zip(tables.items(), _tables_kept(entry, runs.parent), strict=True):
        played = []
        for scenario, folder in ((first, of_table), (second, runs / strength / second.name)):
            kept = read_scenario({**scenario.to_data(), "record": ["games", "players", *_things(scenario)]})
            with Display(quiet, label=f"{entry.name}, {scenario.name}, {strength}") as display:
                played.append(play(kept, games=games[strength], out=folder, workers=workers, resume=True, on_progress=display))
        found[strength] = compare(*played)
        rows.append(found[strength].table.with_columns(pl.lit(second.name).alias("scenario"), pl.lit(strength).alias("strength")))
        every[strength] = played
    told = {
        "verdict": " ".join(f"{strength}: {one.verdict}" for strength, one in found.items()), "is_valid": True, "rates": _rates(every),
    }  # fmt: skip
    findings = of_comparisons(found, entry.title)
    return findings, told, {LINES: pl.concat(rows)}


def _rates(played: Mapping[str, Sequence[Run]]) -> dict[str, float]:
    """Seconds of playing for 1,000 games at each strength."""
    return {
        strength: round(1000 * sum(float(run.manifest["seconds"]) for run in runs) / sum(run.games_played for run in runs), 2)
        for strength, runs in played.items()
    }


# ---------------------------------------------------------------- the command


def _listed(entry: Entry, scale: float) -> str:
    """An entry in a line: tables, and games of every run."""
    told = [f"{', '.join(names)}: {games_of(entry, strength, scale):,} games a run" for strength, names in entry.at.items()]
    return f"{entry.name:<24}{entry.study:<10}{'; '.join(told)}"


def games_of(entry: Entry, strength: str, scale: float) -> int:
    """How long every run is."""
    return max(min(LEAST_GAMES, entry.games[strength]), round(entry.games[strength] * scale))


def main(arguments: Sequence[str] | None = None) -> int:
    """Publish, and tell how long each part took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="some studies of studies.toml")
    parser.add_argument("--scale", type=float, default=1.0, metavar="X", help="so many times the games (default 1)")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no further study after that")
    parser.add_argument("--out", type=Path, default=HERE, metavar="DIR", help="where pages and tables go (default: this folder)")
    parser.add_argument("--runs", type=Path, default=RUNS, metavar="DIR", help="where games are kept (default: runs/reports)")
    parser.add_argument("--workers", type=int, metavar="N", help="games at a time (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--list", action="store_true", help="play nothing: say what is played and how often")
    parser.add_argument("--pages", action="store_true", help="play nothing: all pages from the tables that are there")
    options = parser.parse_args(arguments)
    try:
        plan = read_plan()
        names = [entry.name for entry in plan]
        for name in options.only or ():
            if name not in names:
                raise CavernaError(f"publish: there is no study `{name}`; {nearest(name, names)}")
        if options.list:
            sys.stdout.write("".join(f"{_listed(entry, options.scale)}\n" for entry in plan))
            return 0
        chosen = [entry for entry in plan if (not options.only or entry.name in options.only) and not options.pages]
        started, fresh = time.perf_counter(), []
        for entry in chosen:
            if options.minutes is not None and time.perf_counter() - started > 60 * options.minutes:
                sys.stdout.write(f"{entry.name}: not begun, {options.minutes:g} minutes are over\n")
                continue
            before = about(options.out / entry.name)
            told = publish(entry, options.out, options.runs, options.scale, options.workers, options.quiet)
            fresh += [entry.name] if told != before else []
            rates = ", ".join(f"{strength} {number(rate, 1)} s for 1,000 games" for strength, rate in told["rates"].items())
            sys.stdout.write(f"{entry.name}: {told['games']:,} games, {duration(told['seconds'])} ({rates})\n")
            sys.stdout.flush()
        if fresh and options.out == HERE:
            from reports.games import write_games  # which knows where studies are published

            write_games(names, fresh)
        write_pages(names, options.out)
        sys.stdout.write(f"{write_said(list(told_of({}).strong_bots.values()), names, options.out)}\n")
        changed = write_changed(names, options.out)
        sys.stdout.write(f"{changed}\n" if changed else "")
        if options.out == HERE:
            from reports.solo import write_solo  # which plays the lines

            write_solo()
        sys.stdout.write("".join(f"{index}\n" for index in write_index(names, options.out)))
        if options.out == HERE:
            write_gallery()
    except CavernaError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("interrupted: finished games are kept; the same command goes on\n")
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
