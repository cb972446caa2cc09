"""How Caverna tells of its lines (kit/show/line_page.py)."""

from __future__ import annotations

from caverna_sim.games.caverna.planning.plan import bonuses_of
from caverna_sim.games.caverna.show.drawing import DRAWING
from caverna_sim.kit.planning.task import PlannedTask
from caverna_sim.kit.show.line_page import LinePages

TILES = {"full": "all furnishings", "introductory": "the introductory furnishings"}


def _tiles(task: PlannedTask) -> str:
    return TILES[str(task.about()["tiles"])]


PAGES = LinePages(
    drawing=DRAWING,
    person="dwarf",
    people_of=lambda mine: len(mine["dwarfs"]),
    turn="place",
    place_of=lambda action: str(action.space),
    work="work",
    untold=("pass", "collect"),
    called=_tiles,
    names={"missing_animals": "missing animals", "unused_spaces": "unused spaces", "writing_chamber": "Writing chamber"},
    summed=("bonus", "writing_chamber"),
    added=bonuses_of,
)
page_of, parts_of, points_of, rounds_of = PAGES.page_of, PAGES.parts_of, PAGES.points_of, PAGES.rounds_of
