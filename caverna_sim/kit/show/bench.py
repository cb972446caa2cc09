"""The command `bench`: one table of what this machine does."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from rich.table import Table

from caverna_sim.commands import console
from caverna_sim.kit.bench import Bench, Benched, Figure, bench


def run(options: Namespace, game: Benched) -> int:
    """The command `bench`."""
    found = bench(game, options.seconds, options.workers, None if options.quiet else _tell)
    if options.json:
        console().print(json.dumps(found.to_dict(), indent=2), soft_wrap=True)
    else:
        show(found)
    return 0


def number(value: float) -> str:
    """With as many digits as say something."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _tell(figure: Figure) -> None:
    sys.stderr.write(f"bench: {figure.what}: {number(figure.value)} {figure.unit}\n")
    sys.stderr.flush()


def show(found: Bench) -> None:
    """The table."""
    out = console()
    out.print(", ".join(f"{name} {value}" for name, value in found.machine.items()))
    out.print()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    for figure in found.figures:
        table.add_row(figure.what, number(figure.value), figure.unit)
    out.print(table)
