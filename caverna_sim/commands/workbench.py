"""One thing on the workbench, in the terminal. The command of a game gives what its games say of the thing."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rich.text import Text

from caverna_sim.asking.workbench import PAY, AtTable, Workbench
from caverna_sim.commands import console, show_rows
from caverna_sim.commands.progress import Progress
from caverna_sim.errors import DONE
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import digits_for, listed, percent, plus_minus


def conduct(options: Namespace, ask: Callable[..., Workbench]) -> int:
    """Play, and say what the thing is worth."""
    progress = Progress(ask.__name__, options.quiet)
    try:
        found = ask(
            options.scenario, options.name, games=options.games, bots=options.bots, seed=options.seed, workers=options.workers,
            on_games=progress,
        )  # fmt: skip
    finally:
        progress.end()
    out = console()
    if options.json:
        out.file.write(json.dumps(for_machines(found), indent=2) + "\n")
        return DONE
    for place, one in enumerate(found.verdict.split(" At ")):
        out.print(Text(f"At {one}" if place else one, "bold"))
    for table in found.tables:
        out.print()
        heads, rows = rows_of(table)
        show_rows(out, heads, rows)
    out.print()
    out.print(Text(_small_print(found), "dim"))
    return DONE


def rows_of(table: AtTable) -> tuple[list[str], list[list[str]]]:
    """A row for each price."""
    heads = [table.name, "goods", "built", "to the table", "to me alone", "if built"]
    rows = [
        [price.word, f"{price.goods:g}", percent(price.built), *map(_ends, (price.to_table, price.alone, price.if_built))]
        for price in table.prices
    ]
    return heads, rows


def _ends(found: Estimate | None) -> str:
    return "unknown" if found is None else plus_minus(found.value, found.half_width, max(1, digits_for(found.error)), sign=True)


def _small_print(found: Workbench) -> str:
    games = listed([f"{one.games:,}" for one in found.tables])
    return (
        f"Points, with intervals that hold for all of them together at 95 %. Each run has {games} games, seed {found.seed}, on the "
        "same deals. to the table: the mean seat, with it there or not. to me alone: a seat that alone may build it, against nobody. "
        f"if built: what a building more brings when bots are paid {PAY} points for it, without the pay; the fair price is where that "
        "crosses 0. unknown: too few buildings. What works for bots may not work for people."
    )


def for_machines(found: Workbench) -> dict[str, Any]:
    """Everything, by name."""
    tables = [
        {"table": one.name, "bots": list(one.bots), "games": one.games, "blocks": one.blocks, "rounds": one.rounds,
         "fair": None if one.fair is None else asdict(one.fair), "says_nothing": one.says_nothing}
        for one in found.tables
    ]  # fmt: skip
    return {"thing": found.thing, "scenario": found.scenario, "verdict": found.verdict, "tables": tables, "rows": found.table.to_dicts()}
