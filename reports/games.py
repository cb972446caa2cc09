"""Pages of a few games in which what published studies are about happened, and the links to them: `python -m reports.games [NAME ...]`.

Of every table at which things or places were studied the first games are played; a handful that shows most of them gets pages, and each row
of a study a link to the choice with which it happened there. Rows that happened in none of them keep the command that shows another game.
"""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Collection, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from caverna_sim.batch.run import run as play
from caverna_sim.games import found_at, told_of
from caverna_sim.kit.show import watch
from caverna_sim.kit.show.replay import unpacked
from caverna_sim.report.answer import start_of
from caverna_sim.report.blocks import blocks_of
from caverna_sim.report.findings import Findings
from caverna_sim.report.layout import layout_of
from caverna_sim.scenario.scenario import Scenario, load_scenario, packaged_scenarios
from caverna_sim.stats.source import facts_of, table
from reports.pages import findings_at, keep_page
from reports.publish import HERE, read_plan

GAMES = "games"  # the folder of their pages
LOOKED = 300  # games of a table from which those with pages are chosen
FEW = 8  # ... where only who wins is known of them
MOST = 2  # pages of a table
ALWAYS = (0, 99)  # rounds of whatever game, and before the first
FIRST_TILES, DWELLING = "first-tiles", "dwelling"
PLACED = "placed"  # a placement
OPENING = "opening"  # ... or several, with which a seat begins
FIRST = "first"  # the first thing
LOGGED = "logged"  # words of the log
WON = "won"  # a seat or a bot that wins, at the end
THEN = ", "  # between placements that follow each other
SEATS, PLANS = "seats", "plans"  # studies of who wins
WINDOW = re.compile(r"(.+) in rounds (\d+) to (\d+)")  # a row about a thing at a time

Event = str | tuple[str, str]  # a thing, or a thing with its round or as the first


@dataclass(frozen=True)
class Sought:
    """What a row of a study is about, as a game shows it."""

    thing: str  # a thing or a place; of LOGGED words of the log; of WON a seat or a bot
    way: str = ""  # any choice that names it, or one of those above
    rounds: tuple[int, int] = ALWAYS
    begins: str = ""  # of LOGGED: words that no earlier choice of the seat has

    def is_among(self, had: Collection[Event]) -> bool:
        """Whether what happened in a game has it."""
        if self.way in (FIRST, WON) or (self.way == OPENING and THEN in self.thing):
            return (self.thing, self.way) in had
        return self.thing in had if self.rounds == ALWAYS else any((self.thing, str(one)) in had for one in self.span)

    @property
    def span(self) -> range:
        """Rounds in which it counts."""
        return range(self.rounds[0], self.rounds[1] + 1)


@dataclass(frozen=True)
class Choice:
    """A choice of a game that is shown."""

    number: int  # from 1, as the page counts
    text: str
    seat: int
    round: int
    is_placement: bool
    told: str  # what came of it

    def names(self, thing: str) -> bool:
        """Whether it is about a thing or a place."""
        return re.search(rf"(?<!\w){re.escape(thing)}(?!\w)", self.text) is not None


@dataclass(frozen=True)
class Shown:
    """A game that has a page."""

    scenario: str
    index: int
    choices: tuple[Choice, ...] = ()
    winners: tuple[str, ...] = ()  # seats and bots

    @property
    def page(self) -> str:
        """Its name."""
        return f"{self.scenario}-{self.index}.html"

    @property
    def command(self) -> str:
        """What shows it without its page."""
        return shlex.join(["caverna-sim", "watch", self.scenario, "--index", str(self.index), "--html", f"game-{self.index}.html"])

    def choice(self, wanted: Sought, built: Collection[str] = ()) -> int | None:
        """The first choice with which it happened; `built` are things of which one comes first for a seat."""
        if wanted.way == WON:
            return len(self.choices) if wanted.thing in self.winners else None
        placements = [one for one in self.choices if one.is_placement]
        if wanted.way == OPENING and THEN in wanted.thing:
            return self._opened(placements, wanted.thing.split(THEN))
        looked: Sequence[Choice] = {PLACED: placements, OPENING: self._first_of_seats(placements), FIRST: self._firsts(built)}.get(
            wanted.way, self.choices
        )
        if wanted.way == LOGGED:
            begun = {one.seat: one.number for one in reversed(looked) if wanted.begins and wanted.begins in one.told}
            logged = [one for one in looked if one.round in wanted.span and wanted.thing in one.told]
            return next((one.number for one in logged if begun.get(one.seat, one.number) == one.number), None)
        return next((one.number for one in looked if one.round in wanted.span and one.names(wanted.thing)), None)

    @staticmethod
    def _opened(placements: Sequence[Choice], places: Sequence[str]) -> int | None:
        """The last of the placements of a seat that began so."""
        for seat in dict.fromkeys(one.seat for one in placements):
            own = [one for one in placements if one.seat == seat][: len(places)]
            if len(own) == len(places) and all(one.names(place) for one, place in zip(own, places, strict=True)):
                return own[-1].number
        return None

    @staticmethod
    def _first_of_seats(choices: Sequence[Choice]) -> list[Choice]:
        """The first of some choices of every seat."""
        return [one for place, one in enumerate(choices) if one.seat not in {other.seat for other in choices[:place]}]

    def _firsts(self, built: Collection[str]) -> list[Choice]:
        """The first choice of every seat that names one of these things."""
        naming = [one for one in self.choices if any(one.names(thing) for thing in built)]
        return self._first_of_seats(naming)


def sought_by(one: Findings) -> dict[str, Sought]:
    """What the rows of a study are about, by row; nothing where no game of its table shows it."""
    layout = layout_of(one.study, one.game)
    block = blocks_of(one, layout)[0]
    rows = [str(row) for row in block.frame[block.item].unique(maintain_order=True).to_list()]
    game = told_of({"game": one.game})
    if layout.happens:
        return {row: _logged(told) for row, told in layout.happens.items() if row in rows}
    if one.study in (SEATS, PLANS):
        return {row: Sought(row, WON) for row in rows}
    if found := {row: WINDOW.fullmatch(row) for row in rows if WINDOW.fullmatch(row)}:
        return {row: Sought(told[1], rounds=(int(told[2]), int(told[3]))) for row, told in found.items() if told}
    if block.item == OPENING:
        return {row: Sought(row, OPENING) for row in rows}
    if game.places is not None and block.item == game.places.column:  # an imitation names a place, too, where nobody is placed
        return {row: Sought(row, PLACED) for row in rows}
    columns = {what.column for what in (game.built, *game.rows.values()) if what is not None}
    return {row: Sought(row, FIRST if one.study == FIRST_TILES else "") for row in rows} if block.item in columns else {}


def _logged(told: str | Mapping[str, Any]) -> Sought:
    """Words of the log, or words with when and as what they count (report/layout.py)."""
    told = {"words": told} if isinstance(told, str) else told
    return Sought(told["words"], LOGGED, tuple(told.get("rounds", ALWAYS)), told.get("begins", ""))


def first_of_kinds(one: Findings) -> set[str]:
    """Things of which the first that a seat gets is told: all but dwellings."""
    return {name for name, thing in one.things.items() if thing.kind and thing.kind != DWELLING}


def at_table(one: Findings) -> str:
    """The table whose games are shown, by its name in the package: the one that the page shows first."""
    name = start_of(blocks_of(one, layout_of(one.study, one.game))[0], one).name
    return name if name in packaged_scenarios() else name.rpartition("-")[0]


def chosen(had: Mapping[int, Collection[Event]], wanted: Collection[Sought]) -> list[int]:
    """The games that together show most of what is wanted."""
    shows = {index: {one for one in wanted if one.is_among(events)} for index, events in had.items()}
    found: list[int] = []
    while len(found) < MOST and (left := {*wanted} - {one for index in found for one in shows[index]}):
        best = max(sorted(shows), key=lambda index: len(shows[index] & left))
        if not shows[best] & left:
            break
        found.append(best)
    is_logged = any(one.way == LOGGED for one in wanted)  # which games have the words is known only when they are shown
    return found or sorted(had)[: MOST if is_logged else 0]


def happened(scenario: Scenario) -> dict[int, set[Event]]:
    """What seats got, in which round and what first, and where they first went, game by game."""
    game = told_of(scenario.to_data())
    kinds = [what for what in (game.built, game.places) if what is not None]
    kept = replace(scenario, record=("games", "players", *(what.table for what in kinds)))
    had: dict[int, set[Event]] = {}
    with TemporaryDirectory() as folder:
        run = play(kept, games=LOOKED if kinds else FEW, out=Path(folder) / "run")
        printed = game.printed(facts_of(run))
        won = run.players.filter(pl.col("won") > 0).select("game", "seat", pl.col("bot").cast(pl.String)).collect()
        for index, seat, bot in won.iter_rows():
            had.setdefault(index, set()).update({(str(seat), WON), (bot, WON)})
        for what in kinds:
            frame = table(run, what.table)
            assert frame is not None, what.table
            begun: set[tuple[int, int]] = set()  # game and seat
            opened: dict[tuple[int, int], str] = {}  # ... and the places where it began
            rows = frame.select("game", "seat", "round", pl.col(what.column).cast(pl.String)).collect().iter_rows()
            for index, seat, number, thing in rows:
                if what is game.places and number > 1:  # first placements are wanted
                    continue
                events = had.setdefault(index, set())
                events |= {thing, (thing, str(number))}
                if what is game.places:
                    opened[index, seat] = f"{opened[index, seat]}{THEN}{thing}" if (index, seat) in opened else thing
                    events.add((opened[index, seat], OPENING))
                if what is game.built and printed.get(thing, {}).get("kind") != DWELLING and (index, seat) not in begun:
                    begun.add((index, seat))
                    events.add((thing, FIRST))
    return had


def show(scenario: Scenario, index: int, out: Path) -> Shown:
    """Write the page of a game."""
    game = told_of(scenario.to_data())
    command = next(one for one in game.commands if one.name == "watch")
    parser = ArgumentParser()
    found_at(command.arguments)(parser)
    one = Shown(scenario.name, index)
    place = out / GAMES / one.page
    options = parser.parse_args([scenario.name, "--index", str(index), "--html", str(place)])
    with redirect_stdout(StringIO()):
        begun = watch.begun(options, found_at(game.stage))
        watch.write_replay(begun, watch.page_at(options.html, overwrite=True), typed=one.command)
    page = unpacked(place.read_text(encoding="utf-8"))
    choices = [
        Choice(number, action.text, step["seat"], step["round"], action.kind == "place", told_in(step, page["texts"]))
        for number, (action, step) in enumerate(zip(begun.game.actions, page["steps"][1:], strict=True), start=1)
    ]
    best = [place for place, told in enumerate(begun.game.scores()) if told["rank"] == 1]
    return replace(one, choices=tuple(choices), winners=(*map(str, best), *(begun.bots[place] for place in best)))


def told_in(step: Mapping[str, Any], texts: Sequence[str]) -> str:
    """What came of a choice, as its page tells it."""
    return texts[step["pieces"]["told"]] if "told" in step["pieces"] else ""


def linked(one: Findings, games: Sequence[Shown], had: Mapping[int, Collection[Event]]) -> Findings:
    """A study with links to the games that show its rows, and the command that shows another game for those that none of these shows."""
    replays: dict[str, str] = {}
    examples, built = dict(one.examples), first_of_kinds(one)
    for row, wanted in sorted(sought_by(one).items()):
        for shown in games:
            choice = shown.choice(wanted, built)
            if choice is not None and row not in replays:
                replays[row] = f"../{GAMES}/{shown.page}#{choice}"
                examples[row] = shown.command
        is_found = not wanted.way or (wanted.way in (OPENING, PLACED) and THEN not in wanted.thing)  # the study has found a game itself
        if row not in replays and (not is_found or wanted.rounds != ALWAYS):
            examples.pop(row, None)
            if (index := next((index for index in sorted(had) if wanted.is_among(had[index])), None)) is not None:
                examples[row] = Shown(at_table(one), index).command
    return replace(one, replays=replays, examples=examples)


def write_games(names: Sequence[str], only: Sequence[str] = (), out: Path = HERE) -> Mapping[str, int]:
    """Pages of games for all studies that are there, or for the tables of some; name of the study -> its rows with a link."""
    kept = {name: one for name in names if (one := findings_at(out / name)) is not None}
    found = {name: one for name, one in kept.items() if sought_by(one) and at_table(one) in packaged_scenarios()}
    tables = dict.fromkeys(at_table(one) for name, one in found.items() if not only or name in only)
    (out / GAMES).mkdir(exist_ok=True)
    counts: dict[str, int] = {}
    for table_name in tables:
        here = {name: one for name, one in found.items() if at_table(one) == table_name}
        scenario = load_scenario(table_name)
        wanted = {sought for one in here.values() for sought in sought_by(one).values()}
        had = happened(scenario)
        best = chosen(had, wanted)
        for page in (out / GAMES).glob(f"{table_name}-*.html"):
            page.unlink()
        games = [show(scenario, index, out) for index in best]
        linked_to: set[str] = set()
        for name, one in here.items():
            told = linked(one, games, had)
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
