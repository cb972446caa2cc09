"""The commands `plan-lessons` and `plan-worth`: what good lines have in common, and what they lose without a thing."""

from __future__ import annotations

import json
import shlex
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from caverna_sim.errors import DONE, INTERRUPTED, CavernaError, nearest
from caverna_sim.kit.planning import lessons, worth
from caverna_sim.kit.planning.gather import gather
from caverna_sim.stats.words import duration, interval, listed, number, percent, plural


@dataclass(frozen=True)
class Lines:
    """What a game says of its lines to the commands."""

    read: Callable[[Sequence[str]], tuple[Any, list[Any]]]  # from files
    told: Callable[[Sequence[Any]], Mapping[str, Any]]  # what they have in common
    word: str  # a thing that is built, and several of them
    words: str
    column: str
    titles: Callable[[str], str]  # a thing as it is printed
    more: Callable[[Mapping[str, Any]], Iterator[str]]  # lines of text that only this game has


def run(options: Namespace, of: Lines) -> int:
    """Collect lines, keep those that differ, tell what they have in common."""
    place = lessons.collection_at(options.keep, options.overwrite) if options.keep else None
    task, lines = of.read(options.files)
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
    told = of.told(kept)
    sys.stdout.write(json.dumps(told) + "\n" if options.json else "\n".join(_lessons(told, of)) + "\n")
    if place is not None and not options.json:
        sys.stdout.write(f"\nkept in {place.path}\nnext: caverna-sim plan-worth {shlex.quote(str(place.path))}\n")
    return DONE


def _lessons(told: Mapping[str, Any], of: Lines) -> Iterator[str]:
    """In words, for a terminal."""
    ends = f"from {told['least']} to {told['best']} points" if told["lines"] > 1 else f"of {told['best']} points"
    yield f"{plural(told['lines'], 'line')} {ends}; two of them differ by {number(told['apart'], 1)} {of.words} on average"
    yield ""
    yield f"  {of.word:<32}{'built by':>9}{'in round':>10}{'from':>6}{'to':>5}"
    for row in told[of.words]:
        shown = f"{percent(row['share'], 0):>9}{number(row['round'], 0):>10}{row['first']:>6}{row['last']:>5}"
        yield f"  {of.titles(row[of.column]):<32}{shown}"
    yield ""
    yield from (f"  {line}" for line in of.more(told))
    yield f"  usual order: {', '.join(map(of.titles, told['order']))}"


# ---------------------------------------------------------------- what a thing is worth


def run_worth(options: Namespace, of: Lines) -> int:
    """Search without things and with them, tell what they are worth."""
    place = worth.worth_at(options.out, options.overwrite or options.resume) if options.out else None
    if options.resume and place is None:
        raise CavernaError("plan-worth: --resume needs --out, the file to go on from")
    task, lines = of.read(options.files)
    trials = worth.Trials(task, lessons.different(lines))
    if options.resume and place is not None and place.path.exists():
        worth.take_up(trials, place.path)
    things = _asked(options.things, trials, of.word)
    started = time.monotonic()
    try:
        for missing, tries, seed in worth.planned(trials, things, options.pairs, options.tries, options.seeds):
            if options.minutes is not None and time.monotonic() - started > 60 * options.minutes:
                break
            _tell(f"{listed([of.titles(one) for one in missing])}, search {seed + 1} of {options.seeds}", started, options.quiet)
            trials.run(missing, tries, seed)
            if place is not None:
                place.write(worth.text_of(trials))
    except KeyboardInterrupt:
        kept = "nothing was kept" if place is None else f"finished searches are kept in {place.path}; go on with --resume"
        sys.stderr.write(f"\ninterrupted: {kept}\n")
        return INTERRUPTED
    _tell("", started, options.quiet)
    sys.stdout.write("\n".join(_worths(trials, of)) + "\n")
    return DONE


def _asked(things: Sequence[str] | None, trials: worth.Trials, word: str) -> list[str]:
    known = trials.task.climber(0).things
    for thing in things or ():
        if thing not in known:
            raise CavernaError(f"plan-worth: unknown {word} `{thing}`, or there is not exactly one of it; {nearest(thing, list(known))}")
    return list(things or trials.needed())


def _tell(text: str, started: float, quiet: bool) -> None:
    if quiet or not sys.stderr.isatty():
        return
    sys.stderr.write(f"\r{f'{text}; {duration(time.monotonic() - started)}' if text else '':<78}" + ("" if text else "\r"))
    sys.stderr.flush()


def _worths(trials: worth.Trials, of: Lines) -> Iterator[str]:
    yield f"the best line makes {trials.best} points; it builds none of the {of.words} that are not here, so it loses nothing without them"
    yield ""
    yield f"  {'without':<42}{'tries':>9}  {'points lost':<24}{'at most':>7}"
    for one in trials.worths():
        names = listed([of.titles(thing) for thing in one.missing])
        lost = f"{number(one.worth, 1)}" + (f" ({interval(one.low, one.high, 1)})" if one.seeds > 1 else "")
        yield f"  {names:<42}{one.tries:>9,}  {lost:<24}{one.lost:>7}"
