"""Pages about solo play: the best line of each kind, what many good lines have in common, what furnishings are worth to them.

    python -m reports.solo                       # pages, from what is kept
    python -m reports.solo --choices 20000       # first plan every other turn anew of lines that are new, so many lines tried for each

`reports/solo` keeps the lines (`caverna-sim plan` has found them), `reports/solo/choices` what the second best turn of each costs. That
takes minutes for each line, and is kept with the moves that it is about: the page of a line that has changed since goes without it.
`python -m reports.publish --pages` draws these pages, too.

`reports/solo/lines` keeps different good lines and `reports/solo/worth` searches without furnishings; the commands that made them stand on
their pages. Searches belong to the lines that they began with: after those have changed, `plan-worth` begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from caverna_sim.files import write_whole
from caverna_sim.games.caverna.planning.lessons import read_lines
from caverna_sim.games.caverna.planning.plan import kept_plan
from caverna_sim.games.caverna.show.line_page import page_of
from caverna_sim.kit.planning.lessons import different
from caverna_sim.kit.planning.plan import Plan
from caverna_sim.report.frame import Page, page_at, write_page
from reports.lessons import ABOUT, HERE, kept_trials, lessons_page, worth_page

SOLO, CHOICES = "solo", "choices"
TRIES = 20_000


@dataclass(frozen=True)
class Choice:
    """A turn of a line, and what going elsewhere costs."""

    turn: int
    place: str
    instead: str
    cost: int | None


def kept_lines(out: Path = HERE) -> dict[str, tuple[Plan, Mapping[str, Any]]]:
    """Lines with what is told of them, by name."""
    about = tomllib.loads(ABOUT.read_text(encoding="utf-8"))
    return {name: (kept_plan(file), row) for name, row in about["line"].items() if (file := out / SOLO / f"{name}.json").is_file()}


def choices_of(name: str, found: Plan, out: Path = HERE) -> tuple[list[Choice], int]:
    """What is known of the other turns of a line, and how many lines were tried for each; nothing when the line is another one now."""
    file = out / SOLO / CHOICES / f"{name}.json"
    if not file.is_file():
        return [], 0
    kept = json.loads(file.read_text(encoding="utf-8"))
    if kept["line"] != _digest(found):
        return [], 0
    return [Choice(**one) for one in kept["choices"]], kept["tries"]


def plan_choices(name: str, found: Plan, tries: int, out: Path = HERE) -> Path:
    """Plan every other turn of a line anew, and keep what they cost."""

    def tell(turn: int, turns: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{name}: turn {turn + 1} of {turns} ")

    choices = [Choice(one.turn, one.place, one.instead, one.cost) for one in found.close_choices(tries, tell=tell)]
    kept = {"line": _digest(found), "points": found.points, "tries": tries, "choices": [asdict(one) for one in choices]}
    place = out / SOLO / CHOICES / f"{name}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, (json.dumps(kept, indent=1) + "\n").encode())
    return place


def _digest(found: Plan) -> str:
    return hashlib.sha256("\n".join(found.moves).encode()).hexdigest()[:16]


def write_solo(out: Path = HERE) -> list[Path]:
    """All pages, from what is kept."""
    lines = kept_lines(out)
    every = {f"{name}.html": str(row["title"]) for name, (_, row) in lines.items()}
    about = {title: page for title, page in ABOUT_LINES.items() if (out / SOLO / page[0] / f"{USUAL}.json").is_file()}
    also = {page[1]: title for title, page in about.items()}
    links = {
        name: [("All studies", "../index.html"), *((title, href) for href, title in shown.items() if href != name)]
        for some, shown in ((every, {**every, **also}), (also, {f"{USUAL}.html": "The best line", **also}))
        for name in some
    }
    written = [_write(name, found, row, links[f"{name}.html"], out) for name, (found, row) in lines.items()]
    for folder, name, commands in about.values():
        page = _page_of(folder, links[name], commands, out)
        if page is not None:
            written.append(write_page(page, page_at(out / SOLO / name, overwrite=True)))
    return written


USUAL = "full"  # the lines that lessons are taken from
_LINES = f"reports/{SOLO}/lines/{USUAL}.json"
ABOUT_LINES = {  # title -> folder of what is kept, page, the command
    "What good lines share": (
        "lines", "lessons.html", f"caverna-sim plan-lessons reports/{SOLO}/{USUAL}.json --lines 23 --keep {_LINES}",
    ),
    "What furnishings are worth": (
        "worth", "worth.html",
        "\n".join(
            f"caverna-sim plan-worth {_LINES} --tries {how} --seeds 3 --out reports/{SOLO}/worth/{USUAL}.json --resume"
            for how in ("50000", "10000", "50000 --pairs 3")
        ),
    ),
}  # fmt: skip


def _page_of(folder: str, links: Sequence[tuple[str, str]], commands: str, out: Path) -> Page | None:
    if folder == "lines":
        _, lines = read_lines([out / SOLO / folder / f"{USUAL}.json"])
        return lessons_page(different(lines), links, commands)
    trials = kept_trials(USUAL, out)
    return None if trials is None else worth_page(trials, links, commands)


def _write(name: str, found: Plan, row: Mapping[str, Any], links: Sequence[tuple[str, str]], out: Path) -> Path:
    choices, tries = choices_of(name, found, out)
    people = row.get("people")
    page = page_of(found, choices, links, f"People have published {people}." if people else "", tries)
    return write_page(page, page_at(out / SOLO / f"{name}.html", overwrite=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--choices", type=int, metavar="N", help="first plan other turns of new lines anew, N lines for each")
    options = parser.parse_args(arguments)
    for name, (found, _) in kept_lines().items() if options.choices else ():
        if choices_of(name, found)[1] < options.choices:
            sys.stdout.write(f"{plan_choices(name, found, options.choices)}\n")
    sys.stdout.write("".join(f"{page}\n" for page in write_solo()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
