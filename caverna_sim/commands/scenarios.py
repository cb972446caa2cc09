"""The command `scenarios`: those that come with the package, to play or to start from."""

from __future__ import annotations

import json
from argparse import Namespace

from rich.table import Table
from rich.text import Text

from caverna_sim.commands import console
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios


def run(options: Namespace) -> int:
    """List the packaged scenarios, or print the file of one."""
    known = packaged_scenarios()
    if options.name is not None and options.name not in known:
        raise CavernaError(f"scenarios: there is no packaged scenario `{options.name}`; {nearest(options.name, known)}")
    if options.json:
        chosen = [options.name] if options.name else list(known)
        console().file.write(json.dumps({name: load_scenario(name).to_data() for name in chosen}, indent=2) + "\n")
    elif options.name:
        console().file.write(known[options.name])
    else:
        out = console()
        out.print(_table(list(known)))
        out.print()
        out.print(Text("caverna-sim run NAME plays one; caverna-sim scenarios NAME > FILE.toml makes it yours", "dim"))
    return 0


def _table(names: list[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for name in names:
        scenario = load_scenario(name)
        table.add_row(Text(name, "bold"), scenario.description or scenario.summary)
    return table
