"""How soon pages answer, seen by a browser: `python -m benchmarks.pages [PLACE ...] [--before PLACE ...]`.

A place is a page or a folder of pages (default `reports`); places after `--before` are those of an older state, in the same order. For
every page: screens at 1280 x 900, words above the first picture and where that begins, entries of the contents, where the picture begins on
a phone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.browser import BROWSER, browser
from tests.report.measured import MEASURED

DESK, PHONE = (1280, 900), (390, 844)
HEADS = (
    "page", "screens", "words above the first picture", "first picture, screens", "entries of contents",
    "first picture on a phone, screens",
)  # fmt: skip
Measured = tuple[str, ...]


def pages_of(place: Path) -> Iterator[tuple[str, Path]]:
    """Name and file of every page of a place."""
    if place.is_file():
        yield place.name, place
    else:
        yield from ((str(file.relative_to(place)), file) for file in sorted(place.rglob("*.html")))


def measured(page: Path) -> Measured:
    """What stands in the columns of a page."""
    screen = browser()
    screen.open(page, DESK[0], height=DESK[1])
    desk = screen.run(MEASURED)
    screen.open(page, PHONE[0], height=PHONE[1])
    phone = screen.run(MEASURED)
    told = (desk["screens"], desk["above"], desk["before"], desk["contents"], phone["before"])
    return tuple(f"{value:.{digits}f}" for value, digits in zip(told, (1, 0, 2, 0, 2), strict=True))


def table(places: Sequence[Path], before: Sequence[Path] = ()) -> str:
    """All pages in Markdown; with an older state each number stands behind what it was."""
    lines = [f"| {' | '.join(HEADS)} |", f"|{'---|' * len(HEADS)}"]
    for number, place in enumerate(places):
        old = list(pages_of(before[number])) if number < len(before) else []
        for name, page in pages_of(place):
            file = next((file for other, file in old if other == name or _folder(other) == _folder(name) != ""), None)
            was = () if file is None else measured(file)
            now = measured(page)
            shown = [f"{then} \N{RIGHTWARDS ARROW} {value}" for then, value in zip(was, now, strict=True)] if was else now
            lines.append(f"| {name} | {' | '.join(shown)} |")
    return "\n".join(lines)


def _folder(name: str) -> str:
    """Where a page stands; a page of a folder may have had another name."""
    return name.rpartition("/")[0]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="how soon pages answer, seen by a browser")
    parser.add_argument("places", nargs="*", type=Path, default=[Path("reports")], metavar="PLACE")
    parser.add_argument("--before", nargs="*", type=Path, default=[], metavar="PLACE")
    options = parser.parse_args()
    if not BROWSER:
        sys.stderr.write("error: no Chromium on this machine: pages cannot be opened\n")
        return 1
    sys.stdout.write(table(options.places, options.before) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
