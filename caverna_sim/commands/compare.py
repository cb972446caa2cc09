"""The command `compare`: two runs, or two scenarios that are played first; the verdict comes first.

Scenarios are played with one seed, so that both deal the same cards and draw the same lots. A few games of each say how many are
needed; then the rest is played.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from caverna_sim.commands import console, show_rows
from caverna_sim.dataset.manifest import is_run
from caverna_sim.dataset.read import Run, blaming_damage, load
from caverna_sim.errors import INTERRUPTED, CavernaError, reason_of, shown
from caverna_sim.files import Output
from caverna_sim.games import games, told_of
from caverna_sim.games.facts import GameFacts
from caverna_sim.report.frame import page_at
from caverna_sim.stats.comparison import BY, MEASURES, Comparison, Pilot, compare, pilot, smallest_effect_of
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.met import differing_paths, rows_at, tables_of

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

PILOT_BLOCKS = 100
MOST_GAMES = 1_000_000  # of each, unless --games asks for more
TABLES = ("games", "players")  # what a comparison needs
FOLDERS = ("first", "second")


@dataclass(frozen=True)
class _Question:
    """What is compared: each side is a run, or a scenario that is still to be played."""

    sides: tuple[Run | Scenario, Run | Scenario]
    options: Namespace

    @property
    def asked(self) -> dict[str, Any]:
        """What is asked of both runs."""
        options = self.options
        return {"measure": options.measure, "by": options.by, "smallest_effect": options.smallest_effect}

    @property
    def game(self) -> GameFacts:
        """The game of both."""
        first = self.sides[0]
        return told_of(first.manifest if isinstance(first, Run) else {"game": first.game})


def lines() -> list[str]:
    """What a comparison can have a line for."""
    return list(BY)


def measures() -> list[str]:
    """What can be compared, in any game."""
    return list(dict.fromkeys([*MEASURES, *(name for game in games() for name in game.measures)]))


def run(options: Namespace) -> int:
    """Compare, and print the verdict first."""
    options.by = ",".join(sorted(options.by.replace(" ", "").split(","), reverse=True))  # `bot,seat` is `seat,bot`
    if options.by not in BY:
        raise CavernaError(f"--by: {shown(options.by)} is not possible; allowed: {', '.join(f'`{one}`' for one in BY)}")
    place = page_at(options.page, options.overwrite, "--page") if options.page else None
    question = _Question((_side(options.a, options), _side(options.b, options)), options)
    smallest_effect_of(options.measure, question.game, options.smallest_effect)  # known before anything is played
    if all(isinstance(side, Run) for side in question.sides):
        first, second = (side for side in question.sides if isinstance(side, Run))
        _no_playing(options)
        with blaming_damage(first, second):
            found, before = compare(first, second, **question.asked), None
            happened = _happened(first, second)
            page = _page(found, place)
    else:
        try:
            with _folder(options.out) as folder:
                found, before, happened = _play(question, folder)
                page = _page(found, place)
        except KeyboardInterrupt:
            kept = f"games so far are kept in {options.out}; the same command goes on" if options.out else "nothing is kept without --out"
            sys.stderr.write(f"interrupted: {kept}\n")
            return INTERRUPTED
    if options.json:
        told = {**_for_machines(found, before), **({"happened": happened} if happened else {}), **({"page": page} if page else {})}
        console().print(json.dumps(told, indent=2), soft_wrap=True)
    else:
        _show(found, before, happened)
        if page:
            console().print(f"page: {page}", soft_wrap=True)
    return 0


def _page(found: Comparison, place: Output | None) -> str | None:
    """Write the page that was asked for, while the games are there."""
    return str(found.page(place)) if place else None


def _side(given: str, options: Namespace) -> Run | Scenario:
    if is_run(Path(given)):
        if options.bots is not None:
            raise CavernaError(f"compare: --bots is for scenarios; `{given}` is a run and stays as it is")
        return load(given, verify=not options.trust)
    from caverna_sim.scenario.scenario import load_scenario, with_bots

    return with_bots(load_scenario(given), options.bots)


def _no_playing(options: Namespace) -> None:
    """Finished runs are compared as they are."""
    for name in ("games", "seed", "out", "workers"):
        if getattr(options, name) is not None:
            raise CavernaError(f"compare: --{name} is for scenarios; `{options.a}` and `{options.b}` are runs and stay as they are")


@contextmanager
def _folder(out: str | None) -> Iterator[Path]:
    """Where the games are kept: as asked, or nowhere for long."""
    if out:
        _check_folder(Path(out))
        yield Path(out)
        return
    with TemporaryDirectory(prefix="caverna-sim-") as folder:
        yield Path(folder)


def _check_folder(folder: Path) -> None:
    """New, empty, or with the games of a comparison."""
    try:
        others = {entry.name for entry in folder.iterdir()} - set(FOLDERS) if folder.is_dir() else set()
    except (OSError, ValueError) as error:
        raise CavernaError(f"compare: `{folder}`: the folder cannot be read: {reason_of(error)}; give another one with --out") from None
    if others:
        raise CavernaError(f"compare: `{folder}`: the folder holds other things; give a new or empty one with --out")


# ---------------------------------------------------------------- playing


def _play(question: _Question, folder: Path) -> tuple[Comparison, Pilot | None, list[str]]:
    """Play what is a scenario: as many games as asked for, or as a pilot says."""
    sides, options = question.sides, question.options
    tables = [side.scenario["players"] if isinstance(side, Run) else side.players for side in sides]
    if tables[0] != tables[1]:  # known before anything is played
        raise CavernaError(f"compare: `{options.a}` has {tables[0]} players and `{options.b}` {tables[1]}; give two with the same number")
    seed = _seed(question)
    played = [side for side in sides if isinstance(side, Run)]
    before = None
    if played:
        games = options.games or played[0].games_played
    elif options.games:
        games = options.games
        _tell_minimum(question, games)
    else:
        few = PILOT_BLOCKS * max(side.seatings for side in sides if not isinstance(side, Run))
        few = max(few, *(_kept(folder / name) for name in FOLDERS))  # an earlier start of the same comparison goes on
        before = pilot(*_runs(question, folder, seed, few), **question.asked)
        games = min(MOST_GAMES, max(few, before.games))
        if not options.quiet:
            sys.stderr.write(f"compare: {before.verdict}\n")
    runs = _runs(question, folder, seed, games)
    return compare(*runs, **question.asked), before, _happened(*runs)


def _happened(*runs: Run) -> list[str]:
    """Whether what the scenarios force happened."""
    return [f"{run.name}: {phrase}." for run in runs for phrase in told_of(run.manifest).happened(run)]


def _tell_minimum(question: _Question, games: int) -> None:
    """Say beforehand when so few games can claim nothing."""
    of_block = max(side.seatings for side in question.sides if not isinstance(side, Run))
    if games < LEAST_BLOCKS * of_block and not question.options.quiet:
        told = f"{games:,} games are {-(-games // of_block)} blocks; a verdict needs {LEAST_BLOCKS} ({LEAST_BLOCKS * of_block:,} games)"
        sys.stderr.write(f"compare: {told}\n")


def _kept(folder: Path) -> int:
    return load(folder).games_played if is_run(folder) else 0


def _seed(question: _Question) -> int:
    """One seed for both sides, so that their games are pairs."""
    runs = [side for side in question.sides if isinstance(side, Run)]
    given = question.options.seed
    if runs and given is not None and given != runs[0].seed:
        raise CavernaError(f"compare: the run was played with seed {runs[0].seed}; leave --seed out, or give the same")
    if given is not None:
        return int(given)
    return runs[0].seed if runs else question.sides[0].seed


def _runs(question: _Question, folder: Path, seed: int, games: int) -> tuple[Run, Run]:
    from caverna_sim.batch.run import run as play
    from caverna_sim.commands.run import Display

    found = []
    for side, name in zip(question.sides, FOLDERS, strict=True):
        if isinstance(side, Run):
            found.append(side)
            continue
        scenario = replace(side, record=_tables(question))
        with Display(question.options.quiet, label=f"compare, {side.name}") as display:
            found.append(
                play(
                    scenario, games=games, seed=seed, out=folder / name, workers=question.options.workers, resume=is_run(folder / name),
                    on_progress=display,
                )
            )  # fmt: skip
    return found[0], found[1]


def _tables(question: _Question) -> tuple[str, ...]:
    """What is kept: whether anybody met a row in which the rules differ; a page also tells what was built and where seats went."""
    game = question.game
    rules = [side.scenario.get("rules", {}) if isinstance(side, Run) else side.rules for side in question.sides]
    more = [what.table for what in (game.built, game.places) if what is not None] if question.options.page else []
    return tuple(dict.fromkeys([*TABLES, *more, *tables_of(rows_at(differing_paths(*rules), game), game)]))


# ---------------------------------------------------------------- showing


def _for_machines(found: Comparison, before: Pilot | None) -> dict[str, Any]:
    """Numbers that are none become null."""
    rows = [{key: _plain(value) for key, value in row.items()} for row in found.table.to_dicts()]
    return {
        "verdict": found.overall,
        "sentence": found.verdict,
        "caution": found.caution,
        "names": list(found.names),
        "games": list(found.games),
        "differs": list(found.differs),
        "paired": found.is_paired,
        "exact": found.is_exact,
        "same_games": _plain(found.same_games),
        "measure": found.measure,
        "smallest_effect": found.smallest_effect,
        "level": found.level,
        "effects": rows,
        "differs_between": _plain(found.differs_between),
        "looks": found.looks,
        "least_games": found.least_games,
        "games_to_settle": _plain(found.games_to_settle),
        "games_needed": before.games if before else None,
    }  # fmt: skip


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


def _show(found: Comparison, before: Pilot | None, happened: list[str]) -> None:
    out = console()
    if found.caution:
        out.print(found.caution)
        out.print()
    out.print(found.verdict)
    out.print()
    heads, rows = found.shown_rows
    show_rows(out, heads, rows, words=(0, 6, 7), spare=(5, 7))
    out.print()
    out.print(found.how)
    warnings = filter(None, (source.game.warning(source.facts) for source in found.sources))
    for phrase in (*dict.fromkeys(warnings), *happened):
        out.print(phrase, soft_wrap=True)
    if before is not None:
        capped = f" Stopped at {MOST_GAMES:,} games; --games plays more." if before.games > MOST_GAMES else ""
        out.print(f"Beforehand: {before.verdict}{capped}")
