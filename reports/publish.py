"""Play the published studies and write their pages: a folder for each, an index, and what people say.

    python -m reports.publish                        # everything in studies.toml, at full size
    python -m reports.publish --scale 0.05           # a small rehearsal
    python -m reports.publish --only tiles-4 seats   # some of them
    python -m reports.publish --minutes 20           # begin no further study after that
    python -m reports.publish --list                 # what is played, and how often

What is to be played, at which tables and how often stands in `studies.toml`; tables come with the package. Games are kept under
`runs/reports` (not part of the repository), so that a run that was stopped goes on, and a study that is there already is not played again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
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
from caverna_sim.experiments.study import parts_of
from caverna_sim.files import write_whole
from caverna_sim.games import found_at, games, plays, told_of
from caverna_sim.report.frame import Answer, Page, Section, write_page
from caverna_sim.report.html import Cell, Rows, code_block, escape, number_cell, paragraph, table
from caverna_sim.scenario.scenario import Scenario, load_scenario, read_scenario, with_bots
from caverna_sim.stats.comparison import compare
from caverna_sim.stats.words import capital, duration, number, plural
from reports.gallery import write_gallery
from reports.said import write_said

if TYPE_CHECKING:
    from caverna_sim.batch.run import OnProgress

HERE = Path(__file__).parent
RUNS = HERE.parent / "runs" / "reports"
ABOUT = "about.json"
COMPARE = "compare"  # of two scenarios, beside the studies
STRENGTHS = ("scripted", "strong")
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


@dataclass(frozen=True)
class Plan:
    """What is published."""

    strong_bots: Mapping[str, str]  # expansion, or base -> who sits in every seat of strong tables
    entries: tuple[Entry, ...]


def read_plan(file: Path = HERE / "studies.toml") -> Plan:
    """The file of published studies."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    known = [COMPARE, *dict.fromkeys(one.name for game in games() for one in studies(game.name))]
    entries = []
    for row in data["study"]:
        if row["study"] not in known:
            raise CavernaError(f"{file.name}: `{row['name']}`: unknown study `{row['study']}`; {nearest(row['study'], known)}")
        at = {strength: tuple(row[strength]) for strength in STRENGTHS if strength in row}
        entries.append(Entry(row["name"], row["study"], row["title"], at, row["games"], row.get("options", {}), row.get("own_bots", False)))
    return Plan(told_of({}).strong_bots, tuple(entries))


# ---------------------------------------------------------------- one study


def tables_of(entry: Entry, plan: Plan) -> dict[str, list[Scenario]]:
    """The scenarios of an entry by strength of play; at strong tables everybody is the strong bot, or who they name."""
    found = {}
    for strength, names in entry.at.items():
        loaded = [load_scenario(name) for name in names]
        found[strength] = [_strong(one, plan.strong_bots) if strength == "strong" and not entry.own_bots else one for one in loaded]
    return found


def _strong(scenario: Scenario, bots: Mapping[str, str]) -> Scenario:
    return with_bots(scenario, [bots[scenario.to_data().get("expansion") or "base"]] * scenario.players)


def publish(entry: Entry, plan: Plan, out: Path, runs: Path, scale: float, workers: int | None, quiet: bool) -> dict[str, Any]:
    """Play an entry, or go on with it, and write its folder; returns what the index says of it."""
    tables = tables_of(entry, plan)
    games = {strength: games_of(entry, strength, scale) for strength in tables}
    key = _key(entry, tables, games)
    place = out / entry.name
    there = about(place)
    if there is not None and there["key"] == key:
        return there
    started, before = time.perf_counter(), _seconds_kept(entry, runs)
    told = (_compared if entry.study == COMPARE else _studied)(entry, tables, games, place, runs / entry.name, workers, quiet)
    seconds = time.perf_counter() - started + before
    found = {
        "name": entry.name, "title": entry.title, "study": entry.study, "key": key,
        "at": [[one.name, strength] for strength, every in tables.items() for one in every],
        "bots": {strength: sorted({bot for one in every for bot in one.bots}) for strength, every in tables.items()},
        "games_of_a_run": games, "seconds": round(seconds, 1), "versions": versions(), **told,
    }  # fmt: skip
    write_whole(place / ABOUT, (json.dumps(found, indent=2) + "\n").encode())
    return found


def about(place: Path) -> dict[str, Any] | None:
    """What is kept of a published study, or None."""
    file = place / ABOUT
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def _seconds_kept(entry: Entry, runs: Path) -> float:
    """How long the games were played that are kept of an entry, those at other prices beside it included (`tiles --fair-prices`).

    All of them count, whether a session that began them came to its end or not; what was counted then is counted again.
    """
    folders = (runs / entry.name, runs / f"{entry.name}-prices")
    kept = (manifest.parent for folder in folders for manifest in sorted(folder.rglob(MANIFEST)))
    return sum(float(read_manifest(run)["seconds"]) for run in kept)


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
    place: Path,
    runs: Path,
    workers: int | None,
    quiet: bool,
) -> dict[str, Any]:
    """A study of all tables side by side."""
    scenarios = [one for every in tables.values() for one in every]
    function = found_at(next(one.study for one in studies(scenarios[0].game) if one.name == entry.study))
    lengths = [games[strength] for strength, every in tables.items() for _ in every]
    with ExitStack() as displays:

        def tell(label: str) -> OnProgress:
            displays.close()
            return displays.enter_context(Display(quiet, label=f"{entry.name}, {label}"))

        study = function(scenarios, **entry.options, games=lengths, out=runs, workers=workers, on_progress=tell)
    study.page(place / "report.html")
    files = {"table": study.table, **{slug(title): table for title, table in study.found.tables.items()}}
    return {
        "pages": ["report.html"], "tables": _write_tables(place, files), "verdict": study.verdict, "games": study.games,
        "is_valid": study.found.is_valid,
        "rates": _rates({strength: [run for one in every for run in study.runs[one.name].values()] for strength, every in tables.items()}),
    }  # fmt: skip


def _compared(
    entry: Entry,
    tables: Mapping[str, Sequence[Scenario]],
    games: Mapping[str, int],
    place: Path,
    runs: Path,
    workers: int | None,
    quiet: bool,
) -> dict[str, Any]:
    """Two scenarios compared, at each strength on a page of its own."""
    pages, rows, told, every = [], [], [], dict[str, list[Run]]()
    for strength, (first, second) in tables.items():
        played = []
        for scenario in (first, second):
            kept = read_scenario({**scenario.to_data(), "record": ["games", "players", "furnishings", "placements"]})
            with Display(quiet, label=f"{entry.name}, {scenario.name}, {strength}") as display:
                folder = runs / strength / scenario.name
                played.append(play(kept, games=games[strength], out=folder, workers=workers, resume=True, on_progress=display))
        found = compare(*played)
        page = f"report-{strength}.html"
        (place / page).unlink(missing_ok=True)
        found.page(place / page)
        pages.append(page)
        rows.append(found.table.with_columns(pl.lit(second.name).alias("scenario"), pl.lit(strength).alias("strength")))
        told.append(f"{strength}: {found.verdict}")
        every[strength] = played
    return {
        "pages": pages, "tables": _write_tables(place, {"table": pl.concat(rows)}), "verdict": " ".join(told), "is_valid": True,
        "games": sum(run.games_played for played in every.values() for run in played), "rates": _rates(every),
    }  # fmt: skip


def _rates(played: Mapping[str, Sequence[Run]]) -> dict[str, float]:
    """Seconds of playing for 1,000 games at each strength."""
    return {
        strength: round(1000 * sum(float(run.manifest["seconds"]) for run in runs) / sum(run.games_played for run in runs), 2)
        for strength, runs in played.items()
    }


def slug(title: str) -> str:
    """A title as the name of a file."""
    return re.sub(r"[^a-z0-9_]+", "-", title.lower()).strip("-")


def _write_tables(place: Path, tables: Mapping[str, pl.DataFrame]) -> list[str]:
    for name, frame in tables.items():
        write_whole(place / f"{name}.csv", frame.write_csv().encode())
    return [f"{name}.csv" for name in tables]


# ---------------------------------------------------------------- the index


def write_index(entries: Sequence[Entry], out: Path) -> Path:
    """One page that leads to all that are there."""
    found = [told for entry in entries if (told := about(out / entry.name)) is not None]
    sections = (
        [Section("said", "What people say", _link("said.html", "claims of players, one by one"))] if (out / "said.html").is_file() else []
    )
    sections += [Section(told["name"], told["title"], "\n".join(_told(told))) for told in found]
    seconds, games = sum(told["seconds"] for told in found), sum(told["games"] for told in found)
    made = paragraph("Every study can be played again; its own page shows its tables as files and its command.")
    sections.append(Section("made", "How this was made", code_block("python -m reports.publish", "command") + made + _times(found)))
    page = Page(
        title="Studies of Caverna",
        about=(
            f"{plural(len(found), 'study').replace('studys', 'studies')}, {games:,} games, {duration(seconds)} of playing and counting.",
        ),
        answer=tuple(Answer(text) for told in found for text in _answers(told)),
        doubts=("What is right for the bots that played need not be right for people; each page says how strong they are.",),
        how="Intervals are at 95 % confidence, for all rows of a table together. Scripted and strong say who sat at the table.",
        sections=sections,
    )
    place = out / "index.html"
    place.unlink(missing_ok=True)
    return write_page(page, place)


def _answers(told: Mapping[str, Any]) -> Iterator[str]:
    """What was asked and what was found, table by table, of a comparison strength by strength."""
    strengths = rf"(?<=\.) (?={'|'.join(STRENGTHS)}: )"
    for part in parts_of(told["verdict"]):
        yield from (f"{told['title']}. {capital(one)}" for one in re.split(strengths, part))


def _link(target: str, text: str) -> str:
    return f'<p><a href="{escape(target)}">{escape(text)}</a></p>'


def _told(told: Mapping[str, Any]) -> Iterator[str]:
    if not told["is_valid"]:
        yield paragraph("This study is not valid: see its page.", "warning")
    yield from (_link(f"{told['name']}/{page}", _page_name(page)) for page in told["pages"])
    who = "; ".join(f"{strength}: {', '.join(bots)}" for strength, bots in told["bots"].items())
    yield paragraph(f"{told['games']:,} games in {duration(told['seconds'])}. {who}.", "soft")
    files = " ".join(f'<a href="{escape(told["name"])}/{escape(name)}">{escape(name)}</a>' for name in told["tables"])
    yield f'<p class="soft">Tables: {files}</p>'


def _page_name(page: str) -> str:
    return "The page" + (f", {page.removeprefix('report-').removesuffix('.html')}" if page != "report.html" else "")


def _times(found: Sequence[Mapping[str, Any]]) -> str:
    """How long each part took, for who wants to do it again."""
    rows: Rows = [
        [
            one["name"], Cell(f"{one['games']:,}", one["games"]), Cell(duration(one["seconds"]), one["seconds"]),
            *(number_cell(one["rates"][strength], 2) if strength in one["rates"] else "" for strength in STRENGTHS),
        ]
        for one in found
    ]  # fmt: skip
    return table("How long it took", ["study", "games", "playing and counting", *(f"{one}, s for 1,000 games" for one in STRENGTHS)], rows)


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
    parser.add_argument("--pages", action="store_true", help="play nothing: index and claims from the tables that are there")
    options = parser.parse_args(arguments)
    try:
        plan = read_plan()
        names = [entry.name for entry in plan.entries]
        for name in options.only or ():
            if name not in names:
                raise CavernaError(f"publish: there is no study `{name}`; {nearest(name, names)}")
        if options.list:
            sys.stdout.write("".join(f"{_listed(entry, options.scale)}\n" for entry in plan.entries))
            return 0
        chosen = [entry for entry in plan.entries if (not options.only or entry.name in options.only) and not options.pages]
        started = time.perf_counter()
        for entry in chosen:
            if options.minutes is not None and time.perf_counter() - started > 60 * options.minutes:
                sys.stdout.write(f"{entry.name}: not begun, {options.minutes:g} minutes are over\n")
                continue
            told = publish(entry, plan, options.out, options.runs, options.scale, options.workers, options.quiet)
            rates = ", ".join(f"{strength} {number(rate, 1)} s for 1,000 games" for strength, rate in told["rates"].items())
            sys.stdout.write(f"{entry.name}: {told['games']:,} games, {duration(told['seconds'])} ({rates})\n")
            sys.stdout.flush()
        sys.stdout.write(f"{write_said(list(plan.strong_bots.values()), names, options.out)}\n{write_index(plan.entries, options.out)}\n")
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
