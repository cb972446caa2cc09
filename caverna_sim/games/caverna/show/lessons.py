"""The commands `plan-lessons` and `plan-worth`: what good lines have in common, and what they lose without a furnishing."""

from __future__ import annotations

import json
import shlex
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caverna_sim.errors import DONE, INTERRUPTED, CavernaError, nearest
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.planning.lessons import read_lines
from caverna_sim.games.caverna.planning.lessons import told as told_of
from caverna_sim.kit.planning import lessons, worth
from caverna_sim.kit.planning.gather import gather
from caverna_sim.stats.words import capital, duration, interval, listed, number, percent, plural, readable


def run(options: Namespace) -> int:
    """Collect lines, keep those that differ, tell what they have in common."""
    place = lessons.collection_at(options.keep, options.overwrite) if options.keep else None
    task, lines = read_lines(options.files)
    kept = lessons.different(lines)
    if options.lines is not None:
        started = time.monotonic()
        wanted = options.lines

        def tell(found: int) -> None:
            _tell(f"{found} of {wanted} lines", started, options.quiet)

        kept = gather(task, kept, wanted, options.searches, options.seed, tell)
        _tell("", started, options.quiet)
    if place is not None:
        place.write(lessons.text_of(task, kept))
    told = told_of(kept)
    sys.stdout.write(json.dumps(told) + "\n" if options.json else "\n".join(_lessons(told)) + "\n")
    if place is not None and not options.json:
        sys.stdout.write(f"\nkept in {place.path}\nnext: caverna-sim plan-worth {shlex.quote(str(place.path))}\n")
    return DONE


def _lessons(told: Mapping[str, Any]) -> Iterator[str]:
    """In words, for a terminal."""
    ends = f"from {told['least']} to {told['best']} points" if told["lines"] > 1 else f"of {told['best']} points"
    yield f"{plural(told['lines'], 'line')} {ends}; two of them differ by {number(told['apart'], 1)} furnishings on average"
    yield ""
    yield f"  {'furnishing':<32}{'built by':>9}{'in round':>10}{'from':>6}{'to':>5}"
    for row in told["furnishings"]:
        shown = f"{percent(row['share'], 0):>9}{number(row['round'], 0):>10}{row['first']:>6}{row['last']:>5}"
        yield f"  {title_of(row['tile']):<32}{shown}"
    yield ""
    yield "  " + "family: " + ", ".join(f"{number(row['dwarfs'], 1)} after round {row['round']}" for row in told["family"][3::3])
    yield "  " + weapons_in_words(told["weapons"])
    yield "  " + "usual order: " + ", ".join(title_of(tile) for tile in told["order"])


def title_of(tile: str) -> str:
    """A furnishing as it is printed."""
    row = printed_tables()["furnishing"].get(tile)
    return str(row["name"]) if row else capital(readable([tile])[0])


def weapons_in_words(told: Mapping[str, float]) -> str:
    """Who arms, and what comes of it."""
    if not told["armed"]:
        return "no line arms a dwarf"
    who = "all lines" if told["armed"] == 1 else f"{percent(told['armed'], 0)} of the lines"
    return (
        f"{who} arm, first in round {number(told['first'], 0)}, to a strength of {number(told['strength'], 1)} in all, for"
        f" {number(told['expeditions'], 1)} expeditions"
    )


# ---------------------------------------------------------------- what a furnishing is worth


def run_worth(options: Namespace) -> int:
    """Search without furnishings and with them, tell what they are worth."""
    place = worth.worth_at(options.out, options.overwrite or options.resume) if options.out else None
    if options.resume and place is None:
        raise CavernaError("plan-worth: --resume needs --out, the file to go on from")
    task, lines = read_lines(options.files)
    trials = worth.Trials(task, lessons.different(lines))
    if options.resume and place is not None and place.path.exists():
        worth.take_up(trials, place.path)
    tiles = _asked(options.tiles, trials)
    started = time.monotonic()
    try:
        for missing, tries, seed in worth.planned(trials, tiles, options.pairs, options.tries, options.seeds):
            if options.minutes is not None and time.monotonic() - started > 60 * options.minutes:
                break
            _tell(f"{listed([title_of(one) for one in missing])}, search {seed + 1} of {options.seeds}", started, options.quiet)
            trials.run(missing, tries, seed)
            if place is not None:
                place.write(worth.text_of(trials))
    except KeyboardInterrupt:
        kept = "nothing was kept" if place is None else f"finished searches are kept in {place.path}; go on with --resume"
        sys.stderr.write(f"\ninterrupted: {kept}\n")
        return INTERRUPTED
    _tell("", started, options.quiet)
    sys.stdout.write("\n".join(_worths(trials)) + "\n")
    return DONE


def _asked(tiles: Sequence[str] | None, trials: worth.Trials) -> list[str]:
    known = trials.task.climber(0).things
    for tile in tiles or ():
        if tile not in known:
            raise CavernaError(f"plan-worth: unknown furnishing `{tile}`, or there is not exactly one of it; {nearest(tile, list(known))}")
    return list(tiles or trials.needed())


def _tell(text: str, started: float, quiet: bool) -> None:
    if quiet or not sys.stderr.isatty():
        return
    sys.stderr.write(f"\r{f'{text}; {duration(time.monotonic() - started)}' if text else '':<78}" + ("" if text else "\r"))
    sys.stderr.flush()


def _worths(trials: worth.Trials) -> Iterator[str]:
    yield f"the best line makes {trials.best} points; every other furnishing is left out by it, so it loses nothing without that"
    yield ""
    yield f"  {'without':<42}{'tries':>9}  {'points lost':<24}{'at most':>7}"
    for one in trials.worths():
        names = listed([title_of(tile) for tile in one.missing])
        lost = f"{number(one.worth, 1)}" + (f" ({interval(one.low, one.high, 1)})" if one.seeds > 1 else "")
        yield f"  {names:<42}{one.tries:>9,}  {lost:<24}{one.lost:>7}"
