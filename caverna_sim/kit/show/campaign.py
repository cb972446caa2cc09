"""The command `campaign`: one told game by game, many with their win rates, or the games of one in a row."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

from caverna_sim.commands import console, show_rows
from caverna_sim.errors import INTERRUPTED
from caverna_sim.experiments.campaign import Campaign, Campaigns, GamesInARow, wish_told
from caverna_sim.files import Output
from caverna_sim.stats.words import number

EVERY = 10  # campaigns between lines of progress


def run(options: Namespace, play: Callable[[Callable[[int], None] | None], Campaigns[Any]], heads: Mapping[str, str]) -> int:
    """Play, write the log, and show the table; `heads` are what columns of a game's own are called where one campaign is shown."""
    log = Output(options.log, "log", "--log", _is_log, options.overwrite) if options.log else None
    try:
        found = play(None if options.quiet else lambda done: _tell(done, options.campaigns))
    except KeyboardInterrupt:
        sys.stderr.write("interrupted: nothing is kept\n")
        return INTERRUPTED
    if log is not None:
        log.write("\n".join(line for one in found.campaigns for line in log_of(one)) + "\n")
    if options.json:
        console().print(json.dumps(_for_machines(found), indent=2), soft_wrap=True)
    else:
        _show(found, heads, log.path if log else None)
    return 0


def _is_log(beginning: bytes) -> bool:
    """Whether a file begins as logs do (`log_of`)."""
    return re.match(rb"campaign \d+ of .*, seed \d+, \w+ side\n", beginning) is not None


def _tell(done: int, total: int) -> None:
    if total > 1 and (done % EVERY == 0 or done == total):
        sys.stderr.write(f"campaign: {done:,} of {total:,}\n")
        sys.stderr.flush()


def log_of(one: Campaign[Any]) -> list[str]:
    """Every game of a campaign in words: what it began with, every choice and consequence, how it ended, what was bought."""
    lines = [f"campaign {one.number} of {one.bot}, seed {one.seed}, {one.side} side"]
    for game in one.games:
        lines.append(f"game {game.game}: {game.dealt}")
        lines += [f"  given: {', '.join(name.replace('_', ' ') for name in game.given)}"] if game.given else []
        lines += [f"  {entry}" for entry in game.log]
        lines.append(f"  end: {game.score} points, {game.ended}; {'won' if game.won else 'lost'}; total {game.total}")
        if game.bought:
            lines.append(f"  bought: {_bought(game.bought)} for {game.paid} points; total {game.total - game.paid}")
    lines.append(one.verdict)
    return lines


def _bought(wishes: Sequence[tuple[str, bool]]) -> str:
    return ", ".join(wish_told(wish) for wish in wishes)


def _for_machines(found: Campaigns[Any]) -> dict[str, Any]:
    rows = [
        {key: None if isinstance(value, float) and not isfinite(value) else value for key, value in row.items()}
        for row in found.table.to_dicts()
    ]
    told = []
    for one in found.campaigns:
        games = [{key: value for key, value in asdict(game).items() if key != "log"} for game in one.games]
        told.append({"number": one.number, "won": one.won, "total": one.total, "games": games})
    first, every = found.win_rate(1), found.won
    return {
        "verdict": found.verdict,
        "game_1": {"won": first.value, "low": first.low, "high": first.high},
        "all": {"won": every.value, "low": every.low, "high": every.high},
        "by_game": rows,
        "campaigns": told,
    }


def _show(found: Campaigns[Any], heads: Mapping[str, str], log: Path | None) -> None:
    out, first = console(), found.campaigns[0]
    setting, amounts = (list(names) for names in (first.games[0].setting, first.games[0].amounts))
    if len(found.campaigns) == 1:
        out.print(f"{first.bot}: {first.verdict}")
        columns = ["game", *(heads.get(name, name) for name in setting), "score", *(heads.get(name, name) for name in amounts)]
        columns += ["total", "bought", "paid"]
        rows = [
            [
                str(game.game), *game.setting.values(), str(game.score),
                *("won" if game.won else str(amount) for amount in game.amounts.values()), str(game.total), _bought(game.bought),
                str(game.paid),
            ]
            for game in first.games
        ]  # fmt: skip
        words = [*range(1, 1 + len(setting)), columns.index("bought")]
    else:
        out.print(f"{first.bot}: {found.verdict}")
        columns, words = ["game", "played", "won, %", "interval", "mean score", *amounts], []
        rows = [
            [
                str(row["game"]), f"{row['played']:,}", number(100 * row["won"], 1),
                f"{number(100 * row['low'], 1)} to {number(100 * row['high'], 1)}", number(row["score"], 1),
                *(number(row[name], 2) for name in amounts),
            ]
            for row in found.table.iter_rows(named=True)
        ]  # fmt: skip
    out.print()
    show_rows(out, columns, rows, words)
    if log is not None:
        out.print()
        out.print(f"log: {log}", soft_wrap=True)


def run_in_a_row(options: Namespace, found: GamesInARow, heads: Mapping[str, str], texts: Sequence[str]) -> int:
    """The games of a campaign one after another, and who won it; a column whose head is empty is not shown."""
    out, rows = console(), found.table.to_dicts()
    if options.json:
        out.file.write(json.dumps({"verdict": found.verdict, "games": rows}, indent=2) + "\n")
        return 0
    columns = [name for name in rows[0] if heads.get(name, name)]
    told = [[("yes" if row[name] else "no") if isinstance(row[name], bool) else str(row[name]) for name in columns] for row in rows]
    out.print(found.verdict)
    out.print()
    show_rows(out, [heads.get(name, name) for name in columns], told, [columns.index(name) for name in texts if name in columns])
    return 0
