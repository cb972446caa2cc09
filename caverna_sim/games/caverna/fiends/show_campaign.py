"""The command `campaign`: solo campaigns of Frantic Fiends, one told game by game, or many with their win rates."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

from rich.table import Table

from caverna_sim.commands import console
from caverna_sim.errors import INTERRUPTED
from caverna_sim.files import Output
from caverna_sim.games.caverna.fiends.campaign import Campaign, Campaigns, campaigns, wish_told
from caverna_sim.stats.words import number

EVERY = 10  # campaigns between lines of progress


def run(options: Namespace) -> int:
    """Play, write the log, and show the table."""
    log = Output(options.log, "log", "--log", _is_log, options.overwrite) if options.log else None
    try:
        found = campaigns(
            options.bot, options.campaigns, options.seed, options.purchases, side=options.side,
            on_progress=None if options.quiet else lambda done: _tell(done, options.campaigns),
        )  # fmt: skip
    except KeyboardInterrupt:
        sys.stderr.write("interrupted: nothing is kept\n")
        return INTERRUPTED
    if log is not None:
        log.write("\n".join(line for one in found.campaigns for line in log_of(one)) + "\n")
    if options.json:
        console().print(json.dumps(_for_machines(found), indent=2), soft_wrap=True)
    else:
        _show(found, log.path if log else None)
    return 0


def _is_log(beginning: bytes) -> bool:
    """Whether a file begins as logs do (`log_of`)."""
    return re.match(rb"campaign \d+ of .*, seed \d+, \w+ side\n", beginning) is not None


def _tell(done: int, total: int) -> None:
    if total > 1 and (done % EVERY == 0 or done == total):
        sys.stderr.write(f"campaign: {done:,} of {total:,}\n")
        sys.stderr.flush()


def log_of(one: Campaign) -> list[str]:
    """Every game of a campaign in words: what it began with, every choice and consequence, how it ended, what was bought."""
    lines = [f"campaign {one.number} of {one.bot}, seed {one.seed}, {one.side} side"]
    for game in one.games:
        dealt = f"{game.extension}, {game.long_strip}, {game.short_strip}, milestone {game.milestone}"
        lines.append(f"game {game.game}: orcs {'/'.join(map(str, game.strengths))}, {dealt}")
        lines += [f"  given: {', '.join(name.replace('_', ' ') for name in game.given)}"] if game.given else []
        lines += [f"  {entry}" for entry in game.log]
        lines.append(f"  end: {game.score} points, {_fates(game.orcs)}; {'won' if game.won else 'lost'}; total {game.total}")
        if game.bought:
            lines.append(f"  bought: {_bought(game.bought)} for {game.paid} points; total {game.total - game.paid}")
    lines.append(one.verdict)
    return lines


def _fates(orcs: Any) -> str:
    return ", ".join(f"{orc} {fate}" for orc, fate in orcs.items())


def _bought(wishes: Sequence[tuple[str, bool]]) -> str:
    return ", ".join(wish_told(wish) for wish in wishes)


def _for_machines(found: Campaigns) -> dict[str, Any]:
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


def _show(found: Campaigns, log: Path | None) -> None:
    out = console()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    if len(found.campaigns) == 1:
        one = found.campaigns[0]
        out.print(f"{one.bot}: {one.verdict}")
        for name in ("game", "orcs", "score", "left", "total", "bought", "paid"):
            table.add_column(name, justify="left" if name in ("orcs", "bought") else "right")
        for game in one.games:
            strengths, left = "/".join(map(str, game.strengths)), "won" if game.won else str(game.left)
            table.add_row(str(game.game), strengths, str(game.score), left, str(game.total), _bought(game.bought), str(game.paid))
    else:
        out.print(f"{found.campaigns[0].bot}: {found.verdict}")
        for name in ("game", "played", "won, %", "interval", "mean score", "orcs left"):
            table.add_column(name, justify="right")
        for row in found.table.iter_rows(named=True):
            interval = f"{number(100 * row['low'], 1)} to {number(100 * row['high'], 1)}"
            table.add_row(
                str(row["game"]), f"{row['played']:,}", number(100 * row["won"], 1), interval, number(row["score"], 1),
                number(row["orcs left"], 2),
            )  # fmt: skip
    out.print()
    out.print(table)
    if log is not None:
        out.print()
        out.print(f"log: {log}", soft_wrap=True)
