"""An annotated game in the terminal: chances by round, turning points, what turns cost."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from rich.console import Console
from rich.text import Text

from caverna_sim.asking.annotate import Annotated, annotate
from caverna_sim.asking.annotated_page import in_words, small_print
from caverna_sim.asking.source import Asked
from caverna_sim.commands import show_rows
from caverna_sim.commands.progress import Progress
from caverna_sim.stats.words import percent, plus_minus


def annotated(game: Any, choose: Any, options: Namespace) -> Annotated:
    """What each turn of a game cost, with a word on stderr how far it is."""
    progress = Progress("annotate", options.quiet)
    asked, bots = Asked(game, choose, "", 0), options.annotate_bots
    try:
        return annotate(asked, bots, effort=options.effort, on_turn=progress.say, steps=options.steps)
    finally:
        progress.end()


def show(out: Console, found: Annotated) -> None:
    """The whole of it."""
    if found.players > 1:
        out.print()
        out.print(Text("chance to win after each round", "bold"))
        _curve(out, found)
        out.print()
        out.print(Text("turning points", "bold"))
        for place, point in enumerate(found.turning(), start=1):
            out.print(Text(f"{place}. {in_words(point)}"))
    out.print()
    out.print(Text("turns that cost most", "bold"))
    turns = found.dearest()
    if turns:
        rows = [[one.text, f"{one.round}", f"{one.seat}", plus_minus(one.cost.value, one.cost.half_width, 1), one.best] for one in turns]
        show_rows(out, ["played", "round", "seat", "points", "looked best"], rows, (0, 4))
    else:
        out.print("No turn is shown to have cost anything.")
    told = (found.of_seat(seat) for seat in range(found.players))
    costs = "; ".join(f"seat {seat} {plus_minus(one.value, one.half_width, 0)}" for seat, one in enumerate(told))
    out.print(Text(f"points that all turns cost: {costs}"))
    out.print()
    out.print(Text(small_print(found), "dim"))


def _curve(out: Console, found: Annotated) -> None:
    """A row for each seat, a column for each round."""
    rounds = sorted({one.round for one in found.turns})
    ends = {number: [one for one in found.turns if one.round == number][-1] for number in rounds}
    heads = ["round", *(str(number) for number in rounds), "end"]
    rows = [
        [f"seat {seat}", *(percent(ends[number].chances[seat].value, 0)[:-2] for number in rounds), percent(found.wins[seat], 0)[:-2]]
        for seat in range(found.players)
    ]
    show_rows(out, heads, rows)


def for_machines(found: Annotated) -> dict[str, Any]:
    """Everything, by name."""
    return {
        "bots": list(found.bots), "playouts": found.playouts, "seed": found.seed, "turns": found.table.to_dicts(),
        "turning_points": [
            {"choice": one.turn.at, "seat": one.seat, "before": one.before, "after": one.after, "shown": one.is_shown}
            for one in found.turning()
        ],
    }  # fmt: skip
