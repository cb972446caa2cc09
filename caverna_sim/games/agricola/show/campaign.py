"""The command `campaign`: games of a campaign one after another, and who won it."""

from __future__ import annotations

import json
from argparse import Namespace

from caverna_sim.commands import console, show_rows
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.games.agricola.campaign import campaign

_HEADS = {"start_food": "food at the start", "start_player": "starts", "permanent": ""}
_TEXTS = ("bot",)


def run(options: Namespace) -> int:
    """Play it and show its games."""
    with CompileProgress("campaign"):
        found = campaign(list(options.bots), options.seed, goals=options.goals, attempts=options.attempts)
    out, rows = console(), found.table.to_dicts()
    if options.json:
        out.file.write(json.dumps({"verdict": found.verdict, "games": rows}, indent=2) + "\n")
        return 0
    columns = [name for name in rows[0] if _HEADS.get(name, name)]
    told = [[("yes" if row[name] else "no") if isinstance(row[name], bool) else str(row[name]) for name in columns] for row in rows]
    out.print(found.verdict)
    out.print()
    show_rows(out, [_HEADS.get(name, name) for name in columns], told, [columns.index(name) for name in _TEXTS if name in columns])
    return 0
