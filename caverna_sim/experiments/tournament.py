"""The command `tournament`: a seat-balanced round robin between bots, and how strong it shows them to be."""

from __future__ import annotations

import json
import shutil
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from pathlib import Path
from textwrap import wrap
from typing import Any

from caverna_sim import check
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.match.arena import Progress, label, play, records, round_robin, warm_up
from caverna_sim.stats.ratings import Estimate, Ratings, ratings, results
from caverna_sim.stats.words import column_digits, number, percent

LEAST_BLOCKS = 2  # one block says nothing about chance
WIDTH_WITHOUT_TERMINAL = 100
WIDEST_MATRIX = 12  # bots; beyond them the intervals are left to --json


@dataclass(frozen=True)
class Tournament:
    """What a tournament showed."""

    names: tuple[str, ...]
    players: int
    seatings: int
    blocks: int
    games: int
    distinct: int
    seed: int
    rules_hash: str
    seconds: float
    ratings: Ratings

    def to_dict(self) -> dict[str, Any]:
        """For machines."""
        found = self.ratings
        rows = zip(self.names, found.seats, found.scores, found.win_shares, found.strengths, strict=True)
        return {
            "players": self.players,
            "games": self.games,
            "blocks": self.blocks,
            "seatings": self.seatings,
            "seed": self.seed,
            "distinct_games": self.distinct,
            "games_per_second": round(self.games / self.seconds, 1) if self.seconds > 0 else None,
            "rules": self.rules_hash,
            "level": found.level,
            "bots": [
                {"name": name, "seats": seats, "score": _plain(score), "win_share": _plain(share), "strength": _plain(strength)}
                for name, seats, score, share, strength in rows
            ],
            "wins": [[_plain(share) if share else None for share in row] for row in found.wins],
            "cycles": [[self.names[bot] for bot in cycle] for cycle in found.cycles],
        }  # fmt: skip

    def to_text(self, width: int = WIDTH_WITHOUT_TERMINAL) -> str:
        """For people."""
        parts = [self._head(), self._table(), self._matrix(width), self._cycles()]
        notes = [
            f"Intervals hold {self.ratings.level:.0%} and count blocks of games with the same chances, not games.",
            self._losers(),
            self._copies(),
        ]
        lines = [line for note in notes if note for line in wrap(note, width)]
        return "\n\n".join([*parts, "\n".join(lines)])

    def _head(self) -> str:
        rate = f", {self.games / self.seconds:,.0f} games/s" if self.seconds > 0 else ""
        return (
            f"{len(self.names)} bots, {self.players} players, seed {self.seed}\n"
            f"{self.games:,} games: {self.blocks:,} blocks in {self.seatings} seatings; {self.distinct:,} distinct trajectories{rate}"
        )

    def _order(self) -> list[int]:
        """Numbers of the bots, strongest first."""
        return sorted(range(len(self.names)), key=lambda bot: (-self.ratings.strengths[bot].value, bot))

    def _table(self) -> str:
        found, order = self.ratings, self._order()
        scores = _with_widths([found.scores[bot] for bot in order])
        shares = _with_ranges([found.win_shares[bot] for bot in order], percent, lambda value: number(100 * value, 1))
        strong = _with_ranges([found.strengths[bot] for bot in order], *[lambda value: number(value, 0, sign=True)] * 2)
        rows = [["", "bot", "seats", "mean score", "win share", "strength"]]
        for place, bot in enumerate(order):
            rows.append([str(place + 1), label(self.names[bot]), f"{found.seats[bot]:,}", scores[place], shares[place], strong[place]])
        text = "strength: Plackett-Luce on Elo's scale; 0 is the average of the field, +400 are ten times the odds"
        return _columns(rows, left=(1, 3, 4, 5)) + "\n" + text

    def _matrix(self, width: int) -> str:
        order = self._order()
        rows = [["", "", *(str(place + 1) for place in range(len(order)))]]
        for place, a in enumerate(order):
            cells = [_percent(self.ratings.wins[a][b], len(order) <= WIDEST_MATRIX) for b in order]
            rows.append([str(place + 1), label(self.names[a]), *cells])
        title = "share in % of comparisons at one table that the bot of the row wins against that of the column (ties: half)"
        return "\n".join(wrap(title, width)) + "\n" + _columns(rows, left=(1,), gap=1 if len(order) > 8 else 2)

    def _cycles(self) -> str:
        found = self.ratings.cycles
        if not found:
            return "cycles: none beyond chance"
        lines = [" > ".join(label(self.names[bot]) for bot in (*cycle, cycle[0])) for cycle in found]
        return "cycles (each link beyond chance, all pairs taken together):\n" + "\n".join(f"  {line}" for line in lines)

    def _losers(self) -> str:
        never = [
            label(name) for name, row in zip(self.names, self.ratings.wins, strict=True) if not any(share and share.value for share in row)
        ]
        if not never:
            return ""
        return f"Never ahead of anybody: {', '.join(never)}; a strength is found by adding one drawn game between every two bots."

    def _copies(self) -> str:
        copies = self.games - self.distinct
        if copies * 100 <= self.games:
            return ""
        return f"{copies:,} games were copies of others: intervals are too narrow; more games of these bots tell little new."


def tournament(
    names: Sequence[str],
    players: int = 4,
    games: int = 2000,
    seed: int = 0,
    workers: int = 1,
    rules: Mapping[str, Any] | None = None,
    on_games: Callable[[int, int], None] | None = None,
    expansion: str | None = None,
) -> Tournament:
    """Play a round robin of at least so many games, in whole blocks; `on_games` is told games done and games in all."""
    _check(names, players, games)
    with check.arguments("tournament"):
        check.whole(seed, "seed", 0, 2**62 - 1)
        check.whole(workers, "workers", 1, 1024)
        if on_games is not None and not callable(on_games):
            check.refuse(on_games, "on_games", "give a function of two numbers")
    bots, judges = records(names, expansion)
    seatings = round_robin(len(names), players)
    blocks = max(LEAST_BLOCKS, ceil(games / len(seatings)))
    total = blocks * len(seatings)
    tell = (lambda done: on_games(done, total)) if on_games else None
    warm_up(players, rules, expansion)
    started = time.perf_counter()
    played = play(bots, judges, seatings, players, rules, seed, 0, blocks, workers, on_games=tell, expansion=expansion)
    seconds = time.perf_counter() - started
    found = ratings(results(played.bots, played.totals, played.blocks, len(names)), seed=seed % 2**32)
    rules_hash = catalog(players, rules, expansion).hash
    return Tournament(
        tuple(names), players, len(seatings), blocks, played.games, played.distinct, seed, rules_hash, seconds, found
    )  # fmt: skip


def _check(names: Sequence[str], players: int, games: int) -> None:
    with check.arguments("tournament"):
        if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str | Path) for name in names):
            check.refuse(names, "names", "give a list of names")
        if isinstance(players, bool) or not isinstance(players, int):
            check.whole(players, "players", 2, 7)
        if isinstance(games, bool) or not isinstance(games, int):
            check.whole(games, "games", 1, 10**9)
    if len(names) < 2:
        raise CavernaError("tournament: name at least two bots")
    for name in names:
        if names.count(name) > 1:
            raise CavernaError(f"tournament: `{name}` is named twice")
    if not 2 <= players <= 7:
        raise CavernaError(f"tournament: {players} players are not allowed; give 2 to 7")
    if games < 1:
        raise CavernaError(f"tournament: {games} games are not allowed; give at least 1")


# ---------------------------------------------------------------- the command


def run(options: Namespace) -> int:
    """The command `tournament`."""
    from joblib import cpu_count

    names, workers = options.bots, options.workers or cpu_count()
    _check(names, options.players, options.games)
    warm_up(options.players, expansion=options.expansion)
    progress = Progress("tournament", options.quiet)
    try:
        found = tournament(names, options.players, options.games, options.seed, workers, on_games=progress, expansion=options.expansion)
    finally:
        progress.end()
    width = shutil.get_terminal_size((WIDTH_WITHOUT_TERMINAL, 40)).columns
    sys.stdout.write((json.dumps(found.to_dict(), indent=2) if options.json else found.to_text(width)) + "\n")
    return 0


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


def _with_widths(estimates: list[Estimate]) -> list[str]:
    """Values with half widths, with as many digits as the smallest of these supports."""
    digits = max(1, column_digits([one.error for one in estimates], 2))
    texts = [number(one.value, digits) for one in estimates]
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
