"""The command `orcs`: how the strength of the orcs balances a game; plays a sweep of sides and writes one page.

Every side plays the same games (seed, blocks, displays, movement cards), so that differences are paired.
"""

from __future__ import annotations

import json
import shlex
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.table import Table

from caverna_sim.commands import console
from caverna_sim.errors import INTERRUPTED, CavernaError
from caverna_sim.stats.words import number, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caverna_sim.games.caverna.fiends.study.estimate import OrcStudy, Sweep
    from caverna_sim.scenario.scenario import Scenario

TABLES = ("games", "players", "orcs")  # what the study needs
GAMES = {"random": 24_000, "scripted": 24_000, "value": 1_200, "search": 48}  # of each side, by the slowest tier
EXPANSION = "fiends"
Side = tuple[int, ...]


def run(options: Namespace) -> int:
    """Play the sweep, write the page, and say what is on top of it."""
    from caverna_sim.games.caverna.fiends.study.estimate import plain_rows
    from caverna_sim.games.caverna.fiends.study.page import Again, write_orc_report
    from caverna_sim.report.frame import page_at

    scenarios = _scenarios(options)
    sides = _sides(options.strengths)
    for scenario in scenarios:  # what cannot be played is told before anything is played
        for side in sides:
            _on_side(scenario, side)
    place = page_at(_page(options, scenarios), options.overwrite)
    for scenario in scenarios:
        _warm_up(scenario, sides[0])
    started = time.perf_counter()  # compiling is no part of the study
    try:
        studies = [_study(scenario, sides, options) for scenario in scenarios]
    except KeyboardInterrupt:
        kept = f"games so far are kept in {options.keep}; the same command goes on" if options.keep else "nothing is kept without --keep"
        sys.stderr.write(f"interrupted: {kept}\n")
        return INTERRUPTED
    seconds = time.perf_counter() - started
    page = write_orc_report(studies, place, Again(_command(options), seconds))
    if options.json:
        told = {"page": str(page), "seconds": round(seconds, 1), "studies": [plain_rows(study) for study in studies]}
        console().print(json.dumps(told, indent=2), soft_wrap=True)
    else:
        _show(studies, page, seconds)
    return 0


# ---------------------------------------------------------------- what is played


def _scenarios(options: Namespace) -> list[Scenario]:
    """The scenarios, or one of them at several numbers of players; few players first."""
    from caverna_sim.scenario.scenario import load_scenario

    found = [load_scenario(name) for name in options.scenarios]
    for given, scenario in zip(options.scenarios, found, strict=True):
        if scenario.expansion != EXPANSION:
            raise CavernaError(f'orcs: `{given}` is the base game, which has no orcs; add expansion = "{EXPANSION}" to the scenario')
        if "orc.strength_by_seat" in scenario.rules:
            raise CavernaError(f"orcs: `{given}` says the strengths of every seat; leave out orc.strength_by_seat, or use orc.hard_seats")
    if options.players:
        if len(found) > 1:
            raise CavernaError("orcs: --players is for one scenario; give one, or leave --players out")
        found = [_with_players(found[0], players) for players in options.players]
    counts = [scenario.players for scenario in found]
    for scenario in found:
        if counts.count(scenario.players) > 1:
            raise CavernaError(f"orcs: two scenarios have {plural(scenario.players, 'player')}; give one for each number of players")
    return sorted(found, key=lambda scenario: scenario.players)


def _with_players(scenario: Scenario, players: int) -> Scenario:
    """A scenario at another number of players; its bots take turns in the seats."""
    if players == scenario.players:
        return scenario
    bots = scenario.bots if scenario.draws_bots else tuple(scenario.bots[seat % len(scenario.bots)] for seat in range(players))
    data = replace(scenario, bots=bots, players=players).to_data()
    data["name"] = f"{scenario.name}-{players}"
    from caverna_sim.scenario.scenario import read_scenario

    return read_scenario(data)  # openings and rules have to fit


def _sides(given: Sequence[Side] | None) -> list[Side]:
    """The sides asked for; otherwise both of the strength card, and the one between them."""
    if given:
        sides = list(dict.fromkeys(given))
    else:
        from caverna_sim.games.caverna.box.tables import printed_tables

        orc = printed_tables(EXPANSION)["orc"]
        between = [(normal + hard) // 2 for normal, hard in zip(orc["strength"], orc["hard"], strict=True)]
        sides = [tuple(orc["strength"]), tuple(between), tuple(orc["hard"])]
    return sorted(sides, key=sum)


def _on_side(scenario: Scenario, side: Side) -> Scenario:
    """The scenario with these strengths; seats with the hard side as a handicap stay as much harder as they were."""
    from caverna_sim.games.caverna.box.tables import with_house_rules
    from caverna_sim.scenario.scenario import read_scenario

    orc = with_house_rules(scenario.rules, EXPANSION)["orc"]
    rules = {path: value for path, value in scenario.rules.items() if path != "orc.side"}
    rules["orc.strength"] = list(side)
    if orc["hard_seats"]:
        apart = [hard - normal for hard, normal in zip(orc["hard"], orc["strength"], strict=True)]
        rules["orc.hard"] = [strength + more for strength, more in zip(side, apart, strict=True)]
    return read_scenario({**scenario.to_data(), "rules": rules, "record": list(TABLES)})


def _warm_up(scenario: Scenario, side: Side) -> None:
    """Compile what the study needs, or load it."""
    from caverna_sim.games.caverna.source import CavernaSource

    CavernaSource(_on_side(scenario, side)).warm_up()


def _study(scenario: Scenario, sides: Sequence[Side], options: Namespace) -> OrcStudy:
    from caverna_sim.batch.run import run as play
    from caverna_sim.commands.run import Display
    from caverna_sim.dataset.manifest import is_run
    from caverna_sim.dataset.read import blaming_damage
    from caverna_sim.games.caverna.fiends.study.estimate import orc_study

    with _folder(options.keep) as folder:
        runs = []
        for side in sides:
            label = "-".join(map(str, side))
            out = folder / f"{scenario.players}p-{label}"
            with Display(options.quiet, label=f"orcs, {plural(scenario.players, 'player')}, {label.replace('-', '/')}") as display:
                runs.append(
                    play(
                        _on_side(scenario, side), games=options.games or _enough(scenario), seed=options.seed, out=out,
                        workers=options.workers, resume=is_run(out), on_progress=display,
                    )
                )  # fmt: skip
        if not options.quiet:
            sys.stderr.write(f"orcs: counting {plural(len(runs), 'run')} of {runs[0].games_played:,} games\n")
        with blaming_damage(*runs):
            return orc_study(runs)  # reads all it needs: the files may be gone afterwards


def _enough(scenario: Scenario) -> int:
    """Games of a side that take some minutes at most, by the slowest bot."""
    from caverna_sim.games.caverna.bots.parameters import parameters_of

    tiers = set()
    for bot in scenario.bots:
        own = scenario.own_bots.get(bot)
        tiers.add(str((parameters_of(own.base, own.parameters) if own else parameters_of(bot))["tier"]))
    return min(GAMES[tier] for tier in tiers)


@contextmanager
def _folder(keep: str | None) -> Iterator[Path]:
    """Where the games are kept: as asked, or nowhere for long."""
    if keep:
        yield Path(keep)
        return
    with TemporaryDirectory(prefix="caverna-sim-") as folder:
        yield Path(folder)


# ---------------------------------------------------------------- what is told


def _page(options: Namespace, scenarios: Sequence[Scenario]) -> Path:
    if options.out:
        return Path(options.out)
    from caverna_sim.batch.run import default_folder

    return default_folder(f"orcs-{scenarios[0].name}").with_suffix(".html")


def _command(options: Namespace) -> str:
    words = ["caverna-sim", "orcs", *options.scenarios]
    for side in options.strengths or ():
        words += ["--strengths", "/".join(map(str, side))]
    if options.players:
        words += ["--players", ",".join(map(str, options.players))]
    for name in ("games", "seed"):
        if getattr(options, name) is not None:
            words += [f"--{name}", str(getattr(options, name))]
    return shlex.join(words)


def _show(studies: Sequence[OrcStudy], page: Path, seconds: float) -> None:
    out = console()
    for study in studies:
        if len(studies) > 1:
            out.print(plural(study.players, "player"))
        for sentence in study.verdicts:
            out.print(sentence)
        out.print()
        out.print(_table(study.gone, "all orcs gone, %", 100))
        out.print()
    told = f"{studies[0].games:,} games of each side; in intervals each {studies[0].displays.used} counts once"
    out.print(f"{told}; {seconds:.0f} seconds")
    out.print(f"page: {page}", soft_wrap=True)


def _table(sweep: Sweep, caption: str, scale: float) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(caption)
    for side in sweep.sides:
        table.add_column(side, justify="right")
    if len(sweep.sides) > 1:
        table.add_column("change", justify="right")
        table.add_column("verdict")
    for group in sweep.groups:
        means, changes, _ = sweep.of(group)
        row = [f"{number(scale * mean.value, 1)} ±{number(scale * mean.half_width, 1)}" for mean in means]
        if changes:
            last: Any = changes[-1]
            row += [f"{number(scale * last.value, 1, sign=True)} ±{number(scale * (last.high - last.low) / 2, 1)}", last.verdict]
        table.add_row(group, *row)
    return table
