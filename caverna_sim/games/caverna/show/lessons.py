"""The commands `plan`, `plan-lessons` and `plan-worth` for Caverna (kit/show), and how lines are told."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.planning.lessons import read_lines, told
from caverna_sim.games.caverna.planning.plan import plan
from caverna_sim.games.caverna.show.line_page import PAGES
from caverna_sim.kit.show import lessons
from caverna_sim.kit.show import plan as planner
from caverna_sim.stats.words import capital, number, percent, readable


def title_of(tile: str) -> str:
    """A furnishing as it is printed."""
    row = printed_tables()["furnishing"].get(tile)
    return str(row["name"]) if row else capital(readable([tile])[0])


def weapons_in_words(told: Mapping[str, float]) -> str:
    """Who arms, and what comes of it."""
    if not told["armed"]:
        return "no line arms a dwarf"
    who = "all lines" if told["armed"] == 1 else f"{percent(told['armed'], 0)} of the lines"
    return (
        f"{who} arm, first in round {number(told['first'], 0)}, to a strength of {number(told['strength'], 1)} in all, for"
        f" {number(told['expeditions'], 1)} expeditions"
    )


def _more(told: Mapping[str, Any]) -> Iterator[str]:
    yield "family: " + ", ".join(f"{number(row['dwarfs'], 1)} after round {row['round']}" for row in told["family"][3::3])
    yield weapons_in_words(told["weapons"])


LINES = lessons.Lines(read_lines, told, "furnishing", "furnishings", "tile", title_of, _more)


def run_plan(options: Namespace) -> int:
    """The command `plan`."""
    return planner.run(options, planner.Planner(plan, PAGES, "tiles", "full"))


def run(options: Namespace) -> int:
    """The command `plan-lessons`."""
    return lessons.run(options, LINES)


def run_worth(options: Namespace) -> int:
    """The command `plan-worth`."""
    return lessons.run_worth(options, LINES)
