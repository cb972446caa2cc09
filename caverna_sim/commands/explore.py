"""The command `explore`: a page to click through the first placements of runs."""

from __future__ import annotations

import json
import shlex
import webbrowser
from argparse import ArgumentParser, Namespace
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from rich.text import Text

from caverna_sim.asking.explore import FEW_GAMES, Tree, as_data, begins, explore, summary, worth_watching
from caverna_sim.asking.explore_page import page_of
from caverna_sim.commands import console, show_rows
from caverna_sim.dataset.read import load
from caverna_sim.errors import DONE
from caverna_sim.files import PAGE_MARK, Output
from caverna_sim.games import found_at, told_of
from caverna_sim.stats.words import interval, percent, plus_minus

MOST_ROWS = 8


def run(options: Namespace) -> int:
    """Write the page, and say what is played first."""
    out = options.out or str(Path(options.runs[0]) / "openings.html")
    place = Output(out, "page", "--out", lambda beginning: PAGE_MARK.encode() in beginning, options.overwrite)
    trees = [explore(load(one, verify=not options.trust), options.depth) for one in options.runs]
    games = worth_watching(trees[0], options.replays) if trees[0].watch else []
    for index in games:
        _write_replay(trees[0].run, index, place.path.parent / f"game-{index}.html")
    path = place.write(page_of(trees, games))
    shown = console()
    if options.json:
        shown.file.write(json.dumps({"page": str(path), "trees": [as_data(tree) for tree in trees]}) + "\n")
        return DONE
    shown.print(Text(f"{summary(trees)}."))
    for tree in trees:
        shown.print()
        _show(tree)
    shown.print()
    shown.print(f"page: {path}", soft_wrap=True)
    first = trees[0].nodes[0].examples
    if trees[0].watch and first:
        shown.print(f"a game of it: {trees[0].watch.format(run=shlex.quote(trees[0].run), index=first[0])}", soft_wrap=True)
    if options.open:
        webbrowser.open(path.absolute().as_uri())
    return DONE


def _write_replay(run: str, index: int, out: Path) -> None:
    """The page of a game, by the command `watch` of its game."""
    command = next(one for one in told_of(load(run).manifest).commands if one.name == "watch")
    parser = ArgumentParser()
    found_at(command.arguments)(parser)
    with redirect_stdout(StringIO()):
        found_at(command.function)(parser.parse_args([run, "--index", str(index), "--html", str(out)]))


def _show(tree: Tree) -> None:
    """The first placement as a table."""
    rows = []
    for at in tree.children(0)[:MOST_ROWS]:
        one = tree.nodes[at]
        share, low, high = one.won[one.seat]
        wins = [] if tree.players == 1 else [f"{percent(share, 0)} ({interval(100 * low, 100 * high, 0)})"]
        name = tree.places[one.place] + (" (few games)" if one.games < FEW_GAMES else "")
        rows.append([name, percent(one.games / tree.games), f"{one.games:,}", plus_minus(*one.score[one.seat], 1), *wins])
    heads = [f"{tree.title}, first placement", "share", "games", "its points", *([] if tree.players == 1 else ["its wins"])]
    show_rows(console(), heads, rows)
    if own := begins(tree):
        console().print()
        show_rows(
            console(), ["placed first", "games", "most often", "share"],
            [[name, f"{games:,}", place, percent(share)] for name, games, place, share in own], (0, 2),
        )  # fmt: skip
