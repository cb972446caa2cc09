"""Pages of a few games in which what published studies are about happened, and the links to them: `python -m reports.games [NAME ...]`.

Of every table at which things or places were studied the first games are played; a handful that shows most of them gets pages, and each row
of a study a link to the choice with which it happened there. Rows that happened in none of them keep the command that shows another game.
"""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from caverna_sim.batch.run import run as play
from caverna_sim.games import found_at, told_of
from caverna_sim.kit.show import watch
from caverna_sim.report.blocks import blocks_of
from caverna_sim.report.findings import STRONG, Findings
from caverna_sim.report.layout import layout_of
from caverna_sim.scenario.scenario import Scenario, load_scenario
from caverna_sim.stats.source import table
from reports.pages import findings_at, keep_page
from reports.publish import HERE, read_plan

GAMES = "games"  # the folder of their pages
LOOKED = 60  # games of a table from which those with pages are chosen
MOST = 2  # pages of a table


@dataclass(frozen=True)
class Shown:
    """A game that has a page."""

    scenario: str
    index: int
    actions: tuple[str, ...]
    placements: tuple[int, ...] = ()  # the choices with which somebody was placed
    openings: tuple[int, ...] = ()  # ... for the first time

    @property
    def page(self) -> str:
        """Its name."""
        return f"{self.scenario}-{self.index}.html"

    @property
    def command(self) -> str:
        """What shows it without its page."""
        return shlex.join(["caverna-sim", "watch", self.scenario, "--index", str(self.index), "--html", f"game-{self.index}.html"])

    def choice(self, thing: str, of: Sequence[int] | None = None) -> int | None:
        """The first choice that names a thing or a place, counted from 1 as the page counts; of some choices only."""
        named = re.compile(rf"(?<!\w){re.escape(thing)}(?!\w)")
        looked = range(1, len(self.actions) + 1) if of is None else of
        return next((number for number in looked if named.search(self.actions[number - 1])), None)


def asked_for(one: Findings) -> set[str]:
    """Things or places that the rows of a study are about."""
    block = blocks_of(one, layout_of(one.study, one.game))[0]
    game = told_of({"game": one.game})
    columns = {what.column for what in (game.built, game.places, *game.rows.values()) if what is not None}
    is_about = block.item in columns or block.item == "opening"
    return set(block.frame[block.item].cast(pl.String).to_list()) if is_about else set()


def is_about_openings(one: Findings) -> bool:
    """Whether its rows are places where somebody begins."""
    return blocks_of(one, layout_of(one.study, one.game))[0].item == "opening"


def is_about_places(one: Findings) -> bool:
    """Whether its rows are places: an imitation names one, too, where nobody is placed."""
    places = told_of({"game": one.game}).places
    return places is not None and blocks_of(one, layout_of(one.study, one.game))[0].item == places.column


def at_table(one: Findings) -> str:
    """The table whose games are shown: strong play where there is any, by its name in the package."""
    return next((group.name for group in one.groups if group.strength == STRONG), one.groups[0].name)


def chosen(scenario: Scenario, wanted: set[str]) -> list[int]:
    """The games that together show most of what is wanted."""
    had = happened(scenario)
    found: list[int] = []
    while len(found) < MOST and (left := wanted - {thing for index in found for thing in had[index]}):
        best = max(sorted(had), key=lambda index: len(had[index] & left))
        if not had[best] & left:
            break
        found.append(best)
    return found


def happened(scenario: Scenario) -> dict[int, set[str]]:
    """What seats got and where they first went, game by game."""
    game = told_of(scenario.to_data())
    kinds = [what for what in (game.built, game.places) if what is not None]
    kept = replace(scenario, record=("games", "players", *(what.table for what in kinds)))
    had: dict[int, set[str]] = {}
    with TemporaryDirectory() as folder:
        run = play(kept, games=LOOKED, out=Path(folder) / "run")
        for what in kinds:
            frame = table(run, what.table)
            assert frame is not None, what.table
            early = frame.filter(pl.col("round") == 1) if what is game.places else frame  # first placements are
            for index, thing in early.select("game", pl.col(what.column).cast(pl.String)).unique().collect().iter_rows():
                had.setdefault(index, set()).add(thing)
    return had


def show(scenario: Scenario, index: int, out: Path) -> Shown:
    """Write the page of a game."""
    game = told_of(scenario.to_data())
    command = next(one for one in game.commands if one.name == "watch")
    parser = ArgumentParser()
    found_at(command.arguments)(parser)
    one = Shown(scenario.name, index, ())
    options = parser.parse_args([scenario.name, "--index", str(index), "--html", str(out / GAMES / one.page)])
    with redirect_stdout(StringIO()):
        begun = watch.begun(options, found_at(game.stage))
        watch.write_replay(begun, watch.page_at(options.html, overwrite=True), typed=one.command)
    actions = begun.game.actions
    placed = [number for number, action in enumerate(actions, start=1) if action.kind == "place"]
    texts = tuple(action.text for action in actions)
    return replace(one, actions=texts, placements=tuple(placed), openings=tuple(placed[: scenario.players]))


def linked(one: Findings, games: Sequence[Shown], wanted: set[str]) -> Findings:
    """A study with links to the games that show its rows."""
    replays: dict[str, str] = {}
    examples, is_opening, is_place = dict(one.examples), is_about_openings(one), is_about_places(one)
    for thing in sorted(wanted):
        for shown in games:
            choice = shown.choice(thing, shown.openings if is_opening else shown.placements if is_place else None)
            if choice is not None and thing not in replays:
                replays[thing] = f"../{GAMES}/{shown.page}#{choice}"
                examples[thing] = shown.command
    return replace(one, replays=replays, examples=examples)


def write_games(names: Sequence[str], only: Sequence[str] = (), out: Path = HERE) -> Mapping[str, int]:
    """Pages of games for all studies that are there, or for the tables of some; name of the study -> its rows with a link."""
    found = {name: one for name in names if (one := findings_at(out / name)) is not None and asked_for(one)}
    tables = dict.fromkeys(at_table(one) for name, one in found.items() if not only or name in only)
    (out / GAMES).mkdir(exist_ok=True)
    counts: dict[str, int] = {}
    for table_name in tables:
        here = {name: one for name, one in found.items() if at_table(one) == table_name}
        scenario = load_scenario(table_name)
        wanted = {thing for one in here.values() for thing in asked_for(one)}
        best = chosen(scenario, wanted)
        for page in (out / GAMES).glob(f"{table_name}-*.html"):
            page.unlink()
        games = [show(scenario, index, out) for index in best]
        linked_to: set[str] = set()
        for name, one in here.items():
            told = linked(one, games, asked_for(one))
            keep_page(out / name, told)
            counts[name] = len(told.replays)
            linked_to |= {link.rpartition("/")[2].partition("#")[0] for link in told.replays.values()}
        for shown in games:
            if shown.page not in linked_to:
                (out / GAMES / shown.page).unlink()
    return counts


if __name__ == "__main__":
    for study, rows in write_games([entry.name for entry in read_plan()], sys.argv[1:]).items():
        sys.stdout.write(f"{study}: {rows} rows with a link\n")
