"""The pictures of docs/pictures.md, taken from what is published and from a game.

    python -m reports.gallery

Figures are the first rows of the pages in `reports/`; a study that is not published has no picture. The board is one of a game that
`caverna-sim watch` shows. All are SVG on white, since a page is read in light and in dark, and stand in `docs/gallery/`; what stands
between the two marks of the page is written anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from caverna_sim.files import write_whole
from caverna_sim.report.html import escape
from caverna_sim.report.preview import alone
from reports.pages import findings_at, first_of

PROJECT = Path(__file__).parents[1]
PAGE, PLACE = Path("docs/pictures.md"), Path("docs/gallery")
BEGIN, END = "<!-- gallery: python -m reports.gallery -->", "<!-- end of the gallery -->"
SCENARIO, GAME, STEPS, SEAT = "fiends_3", 2, 376, 2  # of the board
GAP = 20  # between forest and mountain


FIGURES = {
    "furnishings": ("tiles-pool-4", "What each furnishing is worth"),
    "weapons": ("weapons-4", "What arming is worth"),
    "openings": ("openings-pool-4", "What a first placement is worth"),
    "growth": ("growth-4", "What another dwarf is worth"),
    "seats": ("seats", "What a seat is worth"),
    "orcs": ("orcs-3", "How strong the orcs should be"),
}  # picture -> published study, title


def figure(study: str, pages: Path) -> tuple[str, str] | None:
    """The first rows of a published page as a drawing of its own, and what it shows; None where there is no such page."""
    found = findings_at(pages / study)
    if found is None:
        return None
    _, title, answer, rows = first_of(found)
    return alone(rows, title), f"{title}. {' '.join(answer)}"


def made_by(study: str, pages: Path) -> str:
    """The command that made the page of a study."""
    found = findings_at(pages / study)
    assert found is not None, study
    return found.command


def board() -> str:
    """The home board of a seat in the middle of a game."""
    import caverna_sim as cs
    from caverna_sim.games.caverna.show.drawing import DRAWING

    played = cs.Game(scenario=SCENARIO, index=GAME)
    cs.play(played)
    game = cs.Game(scenario=SCENARIO, index=GAME)
    for action in played.actions[:STEPS]:
        game.play(action)
    pieces = DRAWING.pieces_of(game.to_dict(), game.scores(), game.rules)
    halves = re.findall(r'viewBox="(\S+) (\S+) (\S+) (\S+)"[^>]*>(.*?)</svg>(?=<svg|</div>)', DRAWING.board(f"s{SEAT}", pieces, True))
    across, shown, low, high = 0.0, "", 0.0, 0.0
    for left, top, width, height, cells in halves:
        shown += f'<g transform="translate({across - float(left):g} 0)">{cells}</g>'
        across += float(width) + GAP
        low, high = min(low, float(top)), max(high, float(top) + float(height))
    size = f"{across - GAP:g} {high - low:g}"
    style = "".join(
        line for line in DRAWING.style().splitlines() if line.startswith(".cv-") and "var(" not in line and ".cv-seat" not in line
    )
    paper = f'<rect y="{low:g}" width="{across - GAP:g}" height="{high - low:g}" fill="#fff"/>'
    svg = f'<svg role="img" aria-label="{escape(BOARD)}" width="{across - GAP:g}" class="cv-board" viewBox="0 {low:g} {size}" xmlns="http://www.w3.org/2000/svg">'
    return f"{svg}<style>{style}</style>{paper}{shown}</svg>\n"


BOARD = (
    "A home board of Frantic Fiends late in a game: forest with fields, pastures, a stable, traps that have gone off and two hostile orcs;"
    " mountain with caverns, tunnels and a dwelling."
)


def drawings(pages: Path) -> Iterator[tuple[str, str, str, str, str]]:
    """Name, markup, title, what there is to see, and the command."""
    command = f"caverna-sim watch {SCENARIO} --index {GAME} --html game.html"
    yield "board", board(), "A game, choice by choice", BOARD, command
    for name, (study, title) in FIGURES.items():
        found = figure(study, pages)
        if found is not None:
            yield name, found[0], title, found[1], made_by(study, pages)


def section(pages: Path, place: Path) -> str:
    """Write the pictures, and return what the page says of them."""
    told = []
    for name, markup, title, words, command in drawings(pages):
        write_whole(place / f"{name}.svg", markup.encode())
        words = " ".join(f"{title}. {words}".replace("[", "(").replace("]", ")").split())
        told.append(f"**{title}** (`{command}`)\n\n![{words}]({PLACE.name}/{name}.svg)\n")
    return "\n".join([BEGIN, "", *told, END])


def write_gallery(project: Path = PROJECT) -> None:
    """The pictures, and what the page says of them."""
    place = project / PLACE
    place.mkdir(parents=True, exist_ok=True)
    page = project / PAGE
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    write_whole(page, f"{before}{section(project / 'reports', place)}{after}".encode())


if __name__ == "__main__":
    write_gallery()
    sys.stdout.write(f"{PLACE}, and {PAGE}\n")
