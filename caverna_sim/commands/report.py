"""The command `report`: writes the page of a run and says what is on top of it."""

from __future__ import annotations

import webbrowser
from argparse import Namespace
from pathlib import Path

from caverna_sim.commands import console
from caverna_sim.dataset.read import blaming_damage, load
from caverna_sim.report.page import write_report


def run(options: Namespace) -> int:
    """Write the report of a run beside it, or where `--out` says."""
    played = load(options.run, verify=not options.trust)
    with blaming_damage(played):
        path = write_report(played, Path(options.out) if options.out else played.path / "report.html", options.overwrite)
    out = console()
    if not played.finished:
        out.print(f"the run is not finished: {played.games_played:,} of {played.manifest['games']:,} games are in the report")
    out.print(f"report of `{played.name}`: {path}", soft_wrap=True)
    if options.open:
        webbrowser.open(path.resolve().as_uri())
    return 0
