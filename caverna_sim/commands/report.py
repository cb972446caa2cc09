"""The command `report`: writes the page of a run and says what is on top of it."""

from __future__ import annotations

import webbrowser
from argparse import Namespace
from pathlib import Path

from caverna_sim.commands import console
from caverna_sim.dataset.manifest import is_run
from caverna_sim.dataset.read import blaming_damage, load
from caverna_sim.errors import DONE, CavernaError
from caverna_sim.experiments.study import PAGE, STUDY_FILE
from caverna_sim.files import is_file
from caverna_sim.games import told_of
from caverna_sim.report.page import write_report
from caverna_sim.stats.source import facts_of


def run(options: Namespace) -> int:
    """Write the report of a run beside it, or where `--out` says; a study has its page already."""
    if is_file(Path(options.run) / STUDY_FILE) and not is_run(Path(options.run)):
        return _of_study(Path(options.run), options)
    played = load(options.run, verify=not options.trust)
    with blaming_damage(played):
        path = write_report(played, Path(options.out) if options.out else played.path / "report.html", options.overwrite)
    out = console()
    if not played.finished:
        out.print(f"the run is not finished: {played.games_played:,} of {played.manifest['games']:,} games are in the report")
    out.print(f"report of `{played.name}`: {path}", soft_wrap=True)
    if warning := told_of(played.manifest).warning(facts_of(played)):
        out.print(warning, soft_wrap=True)
    _open(path, options)
    return DONE


def _of_study(folder: Path, options: Namespace) -> int:
    """Say where the page of a study is."""
    page = folder / PAGE
    if not is_file(page):
        raise CavernaError(f"report: the study `{folder}` has no page yet; repeat the command that began it: it goes on")
    if options.out:
        raise CavernaError(f"report: `{folder}` is a study, whose page is {page}; leave --out out")
    console().print(f"`{folder}` is a study; its page: {page}", soft_wrap=True)
    _open(page, options)
    return DONE


def _open(page: Path, options: Namespace) -> None:
    if options.open:
        webbrowser.open(page.resolve().as_uri())
