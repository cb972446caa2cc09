"""The command `analyse`: what to play in a position, sharper as it runs."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from textwrap import fill
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from caverna_sim.asking.analyse import BEST, WORSE, Analysis, Choice, analyse
from caverna_sim.asking.arguments import BOTH, STRENGTHS
from caverna_sim.asking.source import Asked, asked, go_to
from caverna_sim.commands import console, show_rows, table_of_rows, total, widths
from caverna_sim.commands.progress import Progress
from caverna_sim.errors import DONE
from caverna_sim.stats.words import number as written
from caverna_sim.stats.words import percent, plural, plus_minus

MOST_LIVE = 8  # choices that are shown while it runs
NOT_SO_NEEDED = ("playouts", "wins", "loses")  # columns that go first where a terminal is narrow


def run(options: Namespace) -> int:
    """Say what to play, for every strength that is asked for."""
    about = asked(options.source, options.index)
    go_to(about, options.round, options.seat, options.turn)
    found = [
        _analysed(about, options, strength) for strength in (STRENGTHS if options.strength == BOTH and not options.bots else _one(options))
    ]
    if options.json:
        told = [for_machines(one) for one in found]
        console().file.write(json.dumps(told[0] if len(told) == 1 else told, indent=2) + "\n")
        return DONE
    out = console()
    out.print(Text(where_asked(about)))
    for one in found:
        show(out, one)
    return DONE


def _one(options: Namespace) -> tuple[str, ...]:
    return (STRENGTHS[0] if options.strength == BOTH else options.strength,)


def _analysed(about: Asked, options: Namespace, strength: str) -> Analysis:
    with Sharpening(options.quiet) as shown:
        return analyse(
            about.game, options.bots, strength=strength, effort=options.effort, seed=options.seed, by=options.by, every=options.every,
            workers=options.workers, on_playouts=shown.played, on_lap=shown.lap,
        )  # fmt: skip


class Sharpening:
    """Shows on stderr how the answer sharpens: the choices so far on a terminal, a line now and then in a pipe."""

    def __init__(self, quiet: bool, most: int = MOST_LIVE) -> None:
        self.quiet, self.most = quiet, most
        self.is_live = not quiet and sys.stderr.isatty()
        self.line = Progress("analyse", quiet or self.is_live, unit="playouts")
        self.out = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
        self.live: Live | None = None
        self.found: Analysis | None = None
        self.bar = Text()

    def __enter__(self) -> Sharpening:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.end()
        if self.live is not None:
            self.live.stop()

    def played(self, done: int, most: int) -> None:
        """So many playouts are done."""
        self.line(done, most)
        if self.is_live:
            width = 24
            full = min(width, width * done // max(1, most))
            self.bar = Text(f"{'━' * full}{' ' * (width - full)} {done:,} of at most {most:,} playouts", "dim")
            self._draw()

    def lap(self, found: Analysis) -> None:
        """The answer so far."""
        self.found = found
        if self.is_live:
            self._draw()

    def _draw(self) -> None:
        if self.live is None:
            self.live = Live(console=self.out, transient=True, refresh_per_second=8)
            self.live.start()
        best = [] if self.found is None else [self._table()]
        self.live.update(Group(*best, self.bar))

    def _table(self) -> Table:
        assert self.found is not None
        heads, told = rows(self.found, self.most)
        for dropped in NOT_SO_NEEDED:  # a row that took two lines would make the table jump
            if total(widths(heads, told)) > self.out.width and dropped in heads:
                place = heads.index(dropped)
                heads, *told = [row[:place] + row[place + 1 :] for row in (heads, *told)]
        return table_of_rows(heads, told, (0, len(heads) - 1))


# ---------------------------------------------------------------- for people


def where_asked(about: Asked) -> str:
    """Which position this is, in a line."""
    game = about.game
    which = "" if about.choose is None or about.is_line else f", game {about.index}"
    return f"{about.title}{which}, round {game.round}: seat {game.player} to move"


def show(out: Console, found: Analysis) -> None:
    """The answer, the table, how it goes on, and how far to trust it."""
    out.print()
    out.print(Text(found.verdict, "bold"))
    out.print()
    heads, told = rows(found)
    show_rows(out, heads, told, (0, len(heads) - 1))
    if len(found.line) > 1:
        out.print()
        out.print(Text(f"{found.best.text} goes on like this in most playouts:"))
        for text in found.line:
            out.print(Text(fill(text, out.width, initial_indent="  ", subsequent_indent="    ")))
    out.print()
    out.print(Text(_small_print(found), "dim"))


def rows(found: Analysis, most: int | None = None) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of the table of choices."""
    solo = found.players == 1
    by_wins = found.by == "wins"
    heads = ["choice", "points", *([] if solo else ["wins"]), "loses", "playouts", ""]
    return heads, [
        [
            one.text, plus_minus(one.points.value, one.points.half_width, 1), *([] if solo else [percent(one.won.value, 0)]),
            loss_in_words(one, by_wins), f"{one.playouts:,}", one.verdict,
        ]
        for one in found.choices[:most]
    ]  # fmt: skip


def loss_in_words(one: Choice, by_wins: bool = False) -> str:
    """What a choice loses, and where that begins and ends; one that is worse loses something, even where nobody knows how little."""
    lost = one.lost_wins if by_wins else one.lost
    scale, digits = (100, 0) if by_wins else (1, 1)
    value, low, high = (scale * end for end in lost)
    told = f"{written(value, digits)}{' %' if by_wins else ''}"
    if one.verdict == BEST or lost.high == float("inf"):
        return told
    begins = written(low, digits) if round(low, digits) > 0 else ">0" if one.verdict == WORSE else "0"
    return f"{told} ({begins} to {written(high, digits)})"


def _small_print(found: Analysis) -> str:
    who = found.bots[0] if len(set(found.bots)) == 1 else ", ".join(found.bots)
    loses = "chance to win that it loses" if found.by == "wins" else "points that it loses"
    return (
        f"{plural(found.playouts, 'playout')} by {who}, seed {found.seed}; what is hidden is dealt anew in each, alike for all choices. "
        f"loses: {loses} against the best choice, whichever that is. >0: it loses something, perhaps very little. These intervals hold "
        "together with 95 %, however soon one stops. What works for these bots may not work for people."
    )


# ---------------------------------------------------------------- for machines


def for_machines(found: Analysis) -> dict[str, Any]:
    """Everything, by name."""
    return {
        "verdict": found.verdict, "settled": found.settled, "seat": found.seat, "round": found.round, "by": found.by,
        "bots": list(found.bots), "seed": found.seed, "playouts": found.playouts, "effort": found.effort, "line": list(found.line),
        "choices": [_choice(one) for one in found.choices],
    }  # fmt: skip


def _choice(one: Choice) -> dict[str, Any]:
    points = {"value": one.points.value, "low": one.points.low, "high": one.points.high}
    won = {"value": one.won.value, "low": one.won.low, "high": one.won.high}
    return {
        "text": one.text, "action": one.action.text, "id": one.action.id, "verdict": one.verdict, "playouts": one.playouts,
        "points": points, "won": won, "loss": one.lost._asdict(), "loss_wins": one.lost_wins._asdict(),
    }  # fmt: skip
