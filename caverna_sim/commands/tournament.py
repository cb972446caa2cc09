"""The command `tournament`: a round robin between bots, for people and for machines."""

from __future__ import annotations

import json
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable
from math import isfinite
from textwrap import wrap
from typing import Any

from caverna_sim.commands.progress import Progress
from caverna_sim.experiments.tournament import Tournament, tournament
from caverna_sim.match.seating import BALANCED
from caverna_sim.scenario.values import label
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import column_digits, number, percent

WIDTH_WITHOUT_TERMINAL = 100
WIDEST_MATRIX = 12  # bots; beyond them the intervals are left to --json


def run(options: Namespace) -> int:
    """Play, and print who is how strong."""
    from joblib import cpu_count

    progress = Progress("tournament", options.quiet)
    try:
        found = tournament(
            options.bots, options.players, options.games, options.seed, options.workers or cpu_count(), progress,
            options.expansion, options.scenario, options.game,
        )  # fmt: skip
    finally:
        progress.end()
    width = shutil.get_terminal_size((WIDTH_WITHOUT_TERMINAL, 40)).columns
    sys.stdout.write((json.dumps(for_machines(found), indent=2) if options.json else in_words(found, width)) + "\n")
    return 0


def for_machines(found: Tournament) -> dict[str, Any]:
    """Everything as JSON can hold it."""
    rated = found.ratings
    columns = {"score": rated.scores, "margin": rated.margins, "win_share": rated.win_shares, "strength": rated.strengths}
    bots: list[dict[str, Any]] = []
    for place, name in enumerate(found.names):
        bot: dict[str, Any] = {"name": name, "seats": rated.seats[place]}
        bot |= {what: _plain(estimates[place]) for what, estimates in columns.items()}
        bots.append(bot | {"places": list(rated.fit.seen[place]), "places_by_strength": list(rated.fit.expected[place])})
    return {
        "players": found.players,
        "games": found.games,
        "blocks": found.blocks,
        "seating": BALANCED,
        "seed": found.seed,
        "distinct_games": found.distinct,
        "games_per_second": round(found.games / found.seconds, 1) if found.seconds > 0 else None,
        "rules": found.rules_hash,
        "level": rated.level,
        "bots": bots,
        "wins": [[_plain(share) if share else None for share in row] for row in rated.wins],
        "cycles": [[found.names[bot] for bot in cycle] for cycle in rated.cycles],
    }


def in_words(found: Tournament, width: int = WIDTH_WITHOUT_TERMINAL) -> str:
    """Everything for people."""
    parts = [_head(found), _table(found), _matrix(found, width), _cycles(found), _fit(found, width)]
    notes = [
        f"Intervals hold {found.ratings.level:.0%} and count blocks of games with the same chances, not games.",
        _losers(found),
        _copies(found),
    ]
    lines = [line for note in notes if note for line in wrap(note, width)]
    return "\n\n".join([*parts, "\n".join(lines)])


def _head(found: Tournament) -> str:
    rate = f", {found.games / found.seconds:,.0f} games/s" if found.seconds > 0 else ""
    return (
        f"{len(found.names)} bots, {found.players} players, seed {found.seed}\n"
        f"{found.games:,} games: {found.blocks:,} blocks in balanced seating; {found.distinct:,} distinct trajectories{rate}"
    )


def order_of(found: Tournament) -> list[int]:
    """Numbers of the bots, those who win most first."""
    return sorted(range(len(found.names)), key=lambda bot: (-found.ratings.win_shares[bot].value, bot))


def _table(found: Tournament) -> str:
    rated, order = found.ratings, order_of(found)
    shares = _with_ranges([rated.win_shares[bot] for bot in order], percent, lambda value: number(100 * value, 1))
    margins = _with_widths([rated.margins[bot] for bot in order], sign=True)
    scores = _with_widths([rated.scores[bot] for bot in order])
    rows = [["", "bot", "seats", "win share", "margin", "mean score"]]
    for place, bot in enumerate(order):
        rows.append([str(place + 1), label(found.names[bot]), f"{rated.seats[bot]:,}", shares[place], margins[place], scores[place]])
    return _columns(rows, left=(1, 3, 4, 5)) + "\nmargin: points ahead of the mean of the table"


def _matrix(found: Tournament, width: int) -> str:
    order = order_of(found)
    rows = [["", "", *(str(place + 1) for place in range(len(order)))]]
    for place, a in enumerate(order):
        cells = [_percent(found.ratings.wins[a][b], len(order) <= WIDEST_MATRIX) for b in order]
        rows.append([str(place + 1), label(found.names[a]), *cells])
    title = "share in % of comparisons at one table that the bot of the row wins against that of the column (ties: half)"
    return "\n".join(wrap(title, width)) + "\n" + _columns(rows, left=(1,), gap=1 if len(order) > 8 else 2)


def _cycles(found: Tournament) -> str:
    cycles = found.ratings.cycles
    if not cycles:
        return "cycles: none beyond chance"
    lines = [" > ".join(label(found.names[bot]) for bot in (*cycle, cycle[0])) for cycle in cycles]
    return "cycles (each link beyond chance, all pairs taken together):\n" + "\n".join(f"  {line}" for line in lines)


def _fit(found: Tournament, width: int) -> str:
    """Strengths, and beside them what they are worth."""
    rated, order = found.ratings, order_of(found)
    strong = _with_ranges([rated.strengths[bot] for bot in order], *[lambda value: number(value, 0, sign=True)] * 2)
    last = found.players - 1
    rows = [["", "bot", "strength", "first %", "expected", "last %", "expected"]]
    for place, bot in enumerate(order):
        seen, expected = rated.fit.seen[bot], rated.fit.expected[bot]
        cells = [number(100 * share, 1) for share in (seen[0], expected[0], seen[last], expected[last])]
        rows.append([str(place + 1), label(found.names[bot]), strong[place], *cells])
    text = (
        "strength: a Plackett-Luce model on Elo's scale, 0 is the average of the field, +400 means ten times the odds; trust it as far as"
        " the places that it expects agree with those that were seen"
    )
    return _columns(rows, left=(1, 2)) + "\n" + "\n".join(wrap(text, width))


def _losers(found: Tournament) -> str:
    wins = zip(found.names, found.ratings.wins, strict=True)
    never = [label(name) for name, row in wins if not any(share and share.value for share in row)]
    if not never:
        return ""
    return f"Never ahead of anybody: {', '.join(never)}; to give them a strength, one drawn game is added between every two bots."


def _copies(found: Tournament) -> str:
    copies = found.games - found.distinct
    if copies * 100 <= found.games:
        return ""
    return f"{copies:,} games were copies of others: intervals are too narrow; more games of these bots tell little new."


# ---------------------------------------------------------------- text


def _plain(estimate: Estimate) -> dict[str, float | None]:
    parts = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: round(value, 6) if isfinite(value) else None for name, value in parts.items()}


def _with_ranges(estimates: list[Estimate], word: Callable[[float], str], bound: Callable[[float], str]) -> list[str]:
    """Values with their intervals."""
    texts = [word(one.value) for one in estimates]
    longest = max(map(len, texts))
    ranges = [f" [{bound(one.low)}, {bound(one.high)}]" if isfinite(one.half_width) else "" for one in estimates]
    return [f"{text:>{longest}}{interval}" for text, interval in zip(texts, ranges, strict=True)]


def _with_widths(estimates: list[Estimate], sign: bool = False) -> list[str]:
    """Values with half widths, with as many digits as the smallest of these supports."""
    digits = max(1, column_digits([one.error for one in estimates], 2))
    texts = [number(one.value, digits, sign) for one in estimates]
    longest = max(map(len, texts))
    pairs = zip(texts, estimates, strict=True)
    return [f"{text:>{longest}}" + (f" ± {number(one.half_width, digits)}" if isfinite(one.half_width) else "") for text, one in pairs]


def _percent(share: Estimate | None, with_width: bool) -> str:
    if share is None:
        return "-"
    return number(100 * share.value, 0) + (f" ± {max(1, round(100 * share.half_width))}" if with_width else "")


def _columns(rows: list[list[str]], left: tuple[int, ...] = (), gap: int = 2) -> str:
    """A table in plain text; columns named in `left` start at the left, the others end at the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text.ljust(width) if column in left else text.rjust(width) for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((" " * gap).join(cells).rstrip())
    return "\n".join(lines)
