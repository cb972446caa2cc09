"""Every kind of page opened in a browser: no script error, nothing cut off, letters that can be read, links and tables that work."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.report.answer import MOST_SENTENCES, MOST_WORDS
from caverna_sim.report.page import write_report
from tests.browser import browser, needs_browser
from tests.report.measured import MEASURED

PHONE, DESK = 390, 1280
LEAST_CONTRAST = 4.5  # WCAG 2, AA
TWO: dict[str, Any] = {"name": "two", "players": 2, "bots": ["balanced", "ruby_miner"], "seed": 5}
THREE: dict[str, Any] = {"name": "three", "players": 3, "bots": ["balanced", "ruby_miner", "peaceful"], "seed": 5}
ORCS: dict[str, Any] = {"name": "orcs", "players": 2, "bots": ["trapper", "befriender"], "seed": 5, "expansion": "fiends"}


def report_of(scenario: dict[str, Any], folder: Path) -> Path:
    return write_report(cs.run(scenario, games=60, out=folder / "run", workers=1), folder / "page.html")


def study_of(study: Callable[..., Any], given: Any, folder: Path, games: int = 80, **options: Any) -> Path:
    page: Path = study(given, games=games, out=folder / "study", workers=1, **options).page()
    return page


def comparison(folder: Path) -> Path:
    runs = [cs.run({**TWO, "name": name, "rules": rules}, games=60, out=folder / name, workers=1)
            for name, rules in (("plain", {}), ("rich", {"start.food": [9, 9, 9, 9, 9, 9, 9]}))]  # fmt: skip
    return cs.compare(*runs).page(folder / "page.html")


def watched(name: str, folder: Path) -> Path:
    assert main(["watch", name, "--index", "1", "--html", str(folder / "game.html")]) == 0
    return folder / "game.html"


PAGES: dict[str, Callable[[Path], Path]] = {
    "run": partial(report_of, THREE),
    "run, solo": partial(report_of, {"name": "alone", "players": 1, "bots": ["balanced"]}),
    "run, orcs": partial(report_of, ORCS),
    "tiles": partial(study_of, cs.tile_study, TWO, games=480),
    "openings": partial(study_of, cs.opening_study, TWO, pool=["excavation", "logging"], replies=True, games=480),
    "weapons": partial(study_of, cs.weapon_study, [TWO, THREE], games=270),
    "growth": partial(study_of, cs.growth_study, TWO),
    "orcs": partial(study_of, cs.orc_study, ORCS),
    "plans": partial(study_of, cs.plan_study, ["balanced", "adventurer"], players=[2, 3], games=180),
    "seats": partial(study_of, cs.seat_study, [TWO, THREE]),
    "drama": partial(study_of, cs.drama, TWO),
    "sweep": lambda folder: study_of(partial(cs.sweep, path="furnishing.dwelling.cost.wood", values=[2, 4]), TWO, folder, games=40),
    "comparison": comparison,
    "watch": partial(watched, "base_2"),
    "watch, solo": partial(watched, "solo"),
    "watch, orcs": partial(watched, "fiends_2"),
}

pytestmark = needs_browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    made: dict[str, Path] = {}

    def page(kind: str) -> Path:
        if kind not in made:
            made[kind] = PAGES[kind](tmp_path_factory.mktemp("opened"))
        return made[kind]

    return page


# ---------------------------------------------------------------- what an eye would complain about


CONTRAST = r"""
(() => {
  const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
  const over = (top, under) => [0, 1, 2].map((part) => top[part] * (top[3] ?? 1) + under[part] * (1 - (top[3] ?? 1)));
  const light = (colour) => { const [r, g, b] = colour.map((part) => part / 255)
    .map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const paper = (element) => { const layers = [];
    for (let one = element; one; one = one.parentElement) layers.push(parse(getComputedStyle(one).backgroundColor));
    const bare = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
    return layers.reverse().reduce((under, top) => over(top, under), bare); };
  const ratio = (a, b) => { const [high, low] = [light(a), light(b)].sort((x, y) => y - x); return (high + .05) / (low + .05); };
  const faint = {};
  const judge = (element, colour, text) => { const under = paper(element), found = ratio(over(parse(colour), under), under);
    if (found < LEAST) faint[`${colour} on ${under.map(Math.round)}`] = text.trim().slice(0, 40); };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || element.closest("script, style, svg") || !element.getClientRects().length) continue;
    judge(element, getComputedStyle(element).color, walk.currentNode.textContent);
  }
  for (const letter of document.querySelectorAll("figure svg use[*|href*=DejaVu]")) {  // letters of figures, but those inside bars
    const colour = getComputedStyle(letter).fill;
    if (!["rgb(255, 255, 255)", "rgb(26, 26, 26)"].includes(colour)) judge(letter.closest("figure"), colour, "a figure");
  }
  return faint;
})()
""".replace("LEAST", str(LEAST_CONTRAST))

LAYOUT = r"""
(() => {
  const page = document.documentElement, all = (what) => [...document.querySelectorAll(what)];
  const ids = all("[id]").map((one) => one.id), cut = [], text = (one) => one.textContent.trim();
  const rects = (node, from = 0, to = node.length) => { const range = document.createRange();
    range.setStart(node, from); range.setEnd(node, to); return [...range.getClientRects()]; };
  const broken = (cell) => { const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
    while (walk.nextNode()) for (const word of walk.currentNode.data.matchAll(/[^\W_]+/g)) {
      if (rects(walk.currentNode, word.index, word.index + word[0].length).length > 1) found.push(word[0]); }
    return found; };
  for (const box of all(".scroll")) for (const row of [...box.querySelectorAll("tbody tr")].slice(0, 4)) {
    for (const cell of [...row.cells].slice(1)) {  // what can be scrolled to has to show whole beside the column that stays
      box.scrollLeft += cell.getBoundingClientRect().left - row.cells[0].getBoundingClientRect().right;
      const here = cell.getBoundingClientRect(), first = row.cells[0].getBoundingClientRect(), room = box.getBoundingClientRect();
      if (here.left < first.right - 1 || here.right > room.right + 1 || cell.scrollWidth > cell.clientWidth + 1) cut.push(text(cell));
    }
    box.scrollLeft = 0;
  }
  const isChoice = (id) => /^\d+$/.test(id) && Number(id) <= Number(document.querySelector("input#at")?.max);  // of a game
  return {
    "wider than the screen": page.scrollWidth > page.clientWidth ? page.scrollWidth : 0,
    "ids twice": ids.filter((one, place) => ids.indexOf(one) !== place),
    "links to nothing": all('a[href^="#"]').map((one) => decodeURIComponent(one.hash.slice(1)))
      .filter((id) => !ids.includes(id) && !isChoice(id)),
    "empty sections": all("main > section").filter((one) => text(one).length < 40 && !one.querySelector("svg, table, a")).length,
    "empty tables": all("main table").filter((one) => !one.tBodies[0]?.rows.length).map((one) => one.ariaLabel),
    "no values": all("td, main p, main li").map(text).filter((one) => /\b(nan|inf|None|undefined|null)\b|\u00b1 0\.0+$/.test(one)),
    "no text for a picture": all("svg[role=img]").filter((one) => !one.ariaLabel).length,
    "cut off": cut,
    "names cut in two": all("tbody td:first-child").flatMap(broken),
    "headings with an empty line": all("h2").filter((one) => one.getBoundingClientRect().bottom - rects(one.firstChild).at(-1).bottom > 12)
      .map(text),
  };
})()
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("kind", PAGES)
def test_nothing_is_cut_off_faint_or_empty(pages: Callable[[str], Path], kind: str, width: int, dark: bool) -> None:
    screen = browser()
    screen.open(pages(kind), width, dark)
    assert screen.run("innerWidth") == width
    assert {what: found for what, found in screen.run(LAYOUT).items() if found} == {}
    assert screen.run(CONTRAST) == {}


@pytest.mark.parametrize("kind", [kind for kind in PAGES if kind.startswith("run")])
def test_a_report_is_a_page_one_can_ask(pages: Callable[[str], Path], kind: str) -> None:
    """The finding first, as on pages of studies; every table sorts, and can be saved as picture and as numbers; nothing stands twice."""
    screen = browser()
    for size, first in ((DESK, 0.4), (PHONE, 0.8)):
        screen.open(pages(kind), size, height=900 if size == DESK else 844)
        seen = screen.run(MEASURED)
        assert seen["before"] <= first and seen["above"] <= 110 and seen["contents"] <= 10
        assert seen["words"] <= MOST_WORDS and seen["sentences"] <= MOST_SENTENCES
    screen.open(pages(kind), DESK)
    assert screen.run("document.documentElement.scrollHeight / innerHeight") <= 6
    found = screen.run(r"""
    (async () => {
      for (const one of document.querySelectorAll("details")) one.open = true;
      drawAll();
      const told = [];
      for (const block of blocks) {
        const parsed = new DOMParser().parseFromString(drawing(block).text, "image/svg+xml");
        const broken = parsed.querySelectorAll("parsererror").length;
        const head = block.box.querySelector("[data-sort]:not([data-sort=value])");
        head?.click();
        told.push({ title: block.title, broken, png: (await png(block)).size, rows: csv(block).trim().split("\n").length - 1,
          sorted: !head || block.box.querySelector("th[aria-sort]") !== null,
          buttons: [...block.box.querySelectorAll(".save button")].map((one) => one.textContent) });
      }
      return told;
    })()""")
    assert len(found) >= 4 and len({one["title"] for one in found}) == len(found)
    for one in found:
        assert one["buttons"] == ["SVG", "PNG", "CSV"] and not one["broken"] and one["png"] > 1000 and one["rows"] > 0 and one["sorted"], (
            one
        )


@pytest.mark.parametrize("kind", [kind for kind in PAGES if kind.startswith("run")])
def test_a_report_can_be_read_without_its_script(pages: Callable[[str], Path], kind: str) -> None:
    screen = browser()
    screen.open(pages(kind), DESK)
    tables = screen.run("blocks.map((block) => [block.title, block.rows.map((row) => block.things[row[block.item]].name)])")
    screen.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        screen.open(pages(kind), DESK)
        shown = " ".join(screen.run("document.body.textContent").split())
    finally:
        screen.ask("Emulation.setScriptExecutionDisabled", value=False)
    assert [name for _, names in tables for name in names if " ".join(name.split()) not in shown] == []


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext on this machine: prints are not read")
@pytest.mark.parametrize("kind", ["run", "tiles", "orcs"])
def test_prints_leave_no_heading_alone_and_repeat_those_of_tables(pages: Callable[[str], Path], kind: str, tmp_path: Path) -> None:
    screen = browser()
    screen.open(pages(kind))
    headings = set(screen.run('[...document.querySelectorAll("h2")].map((one) => one.textContent.replace("#", "").trim())'))
    columns = screen.run('[...document.querySelectorAll("thead tr")].map((one) => one.cells[0].textContent.trim())')
    told = subprocess.run(["pdftotext", "-layout", screen.printed(tmp_path / "page.pdf"), "-"], check=True, capture_output=True, text=True)
    sheets = [[line.strip() for line in sheet.splitlines() if line.strip()] for sheet in told.stdout.split("\f")]
    sheets = [sheet for sheet in sheets if sheet]
    assert len(sheets) > 2
    assert [sheet[-1] for sheet in sheets if sheet[-1] in headings] == []
    words = [line.split("  ")[0] for sheet in sheets for line in sheet]
    repeated = sum(word in columns for word in words) - len(columns)
    assert repeated >= (kind != "orcs"), "a table over several sheets has its headings on each"  # those of a few games of orcs may be short


def test_what_is_wrong_is_noticed(tmp_path: Path) -> None:
    """A page with everything that the tests above look for."""
    page = tmp_path / "bad.html"
    page.write_text(
        '<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1"><body><main>'
        '<section id="a" style="color: #aaa">faint <a href="#b">x</a></section><section id="a"><br></section><svg role="img"></svg>'
        '<table><tbody></tbody></table><p>nan</p><div style="width: 500px">wide</div><h2>heading<br>#</h2>'
        '<table><tbody><tr><td style="max-width: 40px; overflow-wrap: anywhere">Camouflage</table></main>',
        encoding="utf-8",
    )  # fmt: skip
    screen = browser()
    screen.open(page, PHONE)
    found = screen.run(LAYOUT)
    assert {what for what, one in found.items() if one} == set(found) - {"cut off"}
    assert screen.run(CONTRAST)
    with pytest.raises(AssertionError, match="broken"):
        page.write_text("<script>throw new Error('broken')</script>", encoding="utf-8")
        screen.open(page)
