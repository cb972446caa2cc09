"""The pictures of docs/pictures.md, taken from what is published and from a game.

    python -m reports.gallery

Figures come out of the pages in `reports/`, as they are there; a study that is not published has no picture. The board is one of a game
that `caverna-sim watch` shows. All are SVG on white, since a page is read in light and in dark, and stand in `docs/gallery/`; what
stands between the two marks of the page is written anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from caverna_sim.files import write_whole
from caverna_sim.report.html import escape

PROJECT = Path(__file__).parents[1]
PAGE, PLACE = Path("docs/pictures.md"), Path("docs/gallery")
BEGIN, END = "<!-- gallery: python -m reports.gallery -->", "<!-- end of the gallery -->"
LIGHT = {"--ink": "#1b1b1b", "--grey": "#6b6b6b", "--line": "#d9d9d9"}  # of page.css
SCENARIO, GAME, STEPS, SEAT = "fiends_3", 2, 376, 2  # of the board
GAP = 20  # between forest and mountain
WIDTH = 440  # of a figure, where a page of text shows it


@dataclass(frozen=True)
class Taken:
    """A figure of a published page."""

    name: str
    study: str
    anchor: str  # of its section
    title: str


FIGURES = (
    Taken("furnishings", "tiles-4", "beside-table_4-strong_4", "What each furnishing is worth"),
    Taken("weapons", "weapons-4", "beside-table_4-strong_4", "What arming is worth"),
    Taken("openings", "openings-4", "openings-strong_4", "What a first placement is worth"),
    Taken("growth", "growth-4", "growth-strong_4", "What another dwarf is worth"),
    Taken("seats", "seats", "beside-strong_2-strong_3-strong_4-strong_5", "What a seat is worth"),
    Taken("orcs", "orcs-3", "gone-orcs_3", "How strong the orcs should be"),
)


def figure(taken: Taken, pages: Path) -> tuple[str, str] | None:
    """A figure as a drawing of its own, and its words; None where there is no such page."""
    file = pages / taken.study / "report.html"
    if not file.is_file():
        return None
    section = file.read_text(encoding="utf-8").partition(f'<section id="{taken.anchor}">')[2].partition("</section>")[0]
    found = re.search(
        r'<svg role="img" aria-label="(.*?)" (viewBox="0 0 ([\d.]+) ([\d.]+)".*?)>(.*?)</svg><figcaption>', section, re.DOTALL
    )
    if found is None:
        return None
    told, head, width, height, inner = found.groups()
    for name, colour in LIGHT.items():
        inner = inner.replace(f"var({name})", colour)
    paper = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    size = f'width="{WIDTH}" height="{WIDTH * float(height) / float(width):.0f}"'
    drawn = f'<svg role="img" aria-label="{told}" {size} {head} fill="{LIGHT["--ink"]}">{paper}{inner}</svg>\n'
    return drawn, unescape(told)


def made_by(study: str, pages: Path) -> str:
    """The command that made the page of a study, as the page has it; its tables come with the package by name."""
    page = (pages / study / "report.html").read_text(encoding="utf-8")
    made = page.partition('<section id="made">')[2]
    found = re.search(r"caverna-sim [^<]+", made)
    assert found, study
    return re.sub(r"(\w+)\.toml", r"\1", unescape(found[0]).strip())


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
    for taken in FIGURES:
        found = figure(taken, pages)
        if found is not None:
            yield taken.name, found[0], taken.title, found[1], made_by(taken.study, pages)


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
