"""The pages of studies in a real browser: all that are published, as they stand in the project."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from caverna_sim.report.answer import MOST_SENTENCES, MOST_WORDS, within
from reports.pages import index_of
from tests.browser import browser, needs_browser
from tests.report.measured import MEASURED
from tests.report.test_opened import CONTRAST

REPORTS = Path(__file__).parents[2] / "reports"
STUDIES = sorted(place.parent.name for place in REPORTS.glob("*/about.json"))
DESK, PHONE = (1280, 900), (390, 844)
A4 = (680, 960)  # without margins
MOST_SCREENS, MOST_OF_INDEX = 6, 3
MOST_BEFORE = {DESK: 0.4, PHONE: 0.8}  # screens above the first picture
MOST_ABOVE, MOST_CONTENTS = 110, 10  # words, entries

pytestmark = needs_browser


def page_of(name: str) -> Path:
    return REPORTS / name / "report.html"


@cache
def data_of(name: str) -> dict[str, Any]:
    text = page_of(name).read_text(encoding="utf-8").partition('<script type="application/json" id="data">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(text)
    return found


def opened(name: str, screen: tuple[int, int] = DESK, dark: bool = False, script: bool = True) -> Any:
    one = browser()
    one.ask("Emulation.setScriptExecutionDisabled", value=not script)
    try:
        one.open(page_of(name), screen[0], dark, screen[1])
    finally:
        one.ask("Emulation.setScriptExecutionDisabled", value=False)
    return one


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("name", STUDIES)
def test_the_finding_comes_first_and_the_page_is_short(name: str, screen: tuple[int, int]) -> None:
    found = opened(name, screen).run(MEASURED)
    assert found["before"] <= MOST_BEFORE[screen] and found["above"] <= MOST_ABOVE
    assert found["words"] <= MOST_WORDS and found["sentences"] <= MOST_SENTENCES
    assert found["contents"] <= MOST_CONTENTS and found["wide"] <= 0
    assert screen == PHONE or found["screens"] <= MOST_SCREENS
    assert not found["title"].endswith("?")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", STUDIES)
def test_everything_can_be_read(name: str, dark: bool) -> None:
    """Also what is folded: every table of numbers, on a phone, without scrolling the page sideways."""
    screen = opened(name, PHONE, dark)
    screen.run('for (const one of document.querySelectorAll("details")) one.open = true; drawAll(); null')
    assert screen.run(CONTRAST) == {}
    assert screen.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    told = screen.run("document.querySelector('main').innerText")
    assert not any(word in told.split() for word in ("undefined", "NaN", "null", "[object"))


@pytest.mark.parametrize("name", STUDIES)
def test_every_switch_changes_what_is_shown(name: str) -> None:
    """Each button can be pressed, stays pressed, and shows rows; what is pressed first is strong play where there is any."""
    found = opened(name).run(r"""
    (() => {
      const block = () => document.querySelector("[data-block='0']"), wrong = [];
      const first = block().querySelector(".switch button")?.textContent;
      const label = (one) => one.parentElement.getAttribute("aria-label");
      const buttons = [...block().querySelectorAll(".switch button")].map((one) => [label(one), one.textContent]);
      for (const [group, text] of buttons) {
        const find = () => [...block().querySelectorAll(".switch button")].find((one) => label(one) === group && one.textContent === text);
        if (!find()) continue;  // another switch has taken it away
        find().click();
        const isPressed = find()?.getAttribute("aria-pressed") === "true";
        if (!isPressed || !block().querySelector("tbody tr, figure, .picture-of .soft")) wrong.push([group, text]);
      }
      return { first, wrong, buttons: buttons.length };
    })()""")
    assert found["wrong"] == []
    strengths = {group["strength"] for group in data_of(name)["groups"]}
    assert found["first"] == "Strong" if "strong" in strengths and len(strengths) > 1 else True


def test_rows_sort_fold_tell_and_compare() -> None:
    screen = opened("tiles-4")
    values = "[...document.querySelectorAll('[data-block=\"0\"] td.value')].map((one) => Number(one.dataset.key))"
    falling = screen.run(values)
    assert falling == sorted(falling, reverse=True)
    folded = len(falling)
    assert "are not shown to matter" in screen.run("document.querySelector('.fold').innerText")
    screen.run("document.querySelector('.fold button').click()")
    assert len(screen.run(values)) == 47 > folded
    screen.run("document.querySelector('[data-sort=value]').click()")
    assert screen.run(values) == sorted(screen.run(values))
    screen.run("document.querySelector('[data-sort=name]').click()")
    names = screen.run("[...document.querySelectorAll('[data-block=\"0\"] tbody th')].map((one) => one.textContent)")
    assert names == sorted(names, key=str.lower) and len(names) == 47
    assert screen.run("document.activeElement.dataset.sort") == "name"  # who sorts with the keyboard stays there
    screen.run("document.querySelector('tr[data-id=wood_supplier]').click()")
    assert screen.run("document.querySelector('#say').textContent").startswith("With Wood supplier in the supply, the mean seat scores 1.6")
    for tile in ("wood_supplier", "seam"):
        screen.run(f"document.querySelector('tr[data-id={tile}] input').click()")
    assert screen.run("document.querySelector('#say').textContent").startswith("Wood supplier minus Seam: +1.")


def test_a_sentence_about_a_row_ends_with_what_may_be_chance() -> None:
    told = [
        (name, opened(name).run(f"""document.querySelector('tr[data-id="{row}"]').click(); document.querySelector('#say').textContent"""))
        for name, row in (("timing-4", "state_parlor in rounds 1 to 3"), ("growth-4", "a third dwarf"))
    ]
    assert re.search(r"scores .* than one that may only later, which may be chance\.", told[0][1]), told
    assert told[1][1].startswith("With a third dwarf a seat scores ")


def test_the_axis_stays_in_sight_and_every_heading_sorts() -> None:
    screen = opened("tiles-4")
    screen.run("document.querySelector('.fold button').click(); scrollTo(0, 700); null")
    top = screen.run("document.querySelector('[data-block=\"0\"] th.picture').getBoundingClientRect().top")
    assert screen.run("scrollY") >= 600 and -1 <= top <= 10
    thing = "(id) => blocks[0].things[id]"
    for key, of in (("price", "cost"), ("built_share", None)):
        if not screen.run(f"document.querySelector('[data-sort={key}]') !== null"):
            continue
        screen.run(f"document.querySelector('[data-sort={key}]').click()")
        told = screen.run(
            f"[...document.querySelectorAll('[data-block=\"0\"] tbody tr[data-id]')].map((row) => ({thing})(row.dataset.id).{of} ?? -1)"
        )
        assert of is None or told == sorted(told, reverse=True), key
    kinds = screen.run("[...document.querySelectorAll('[data-block=\"0\"] select option')].map((one) => one.textContent)")
    assert "every kind" in kinds and len(kinds) > 3


def test_what_is_not_shown_is_folded_with_its_range() -> None:
    screen = opened("tiles-4")
    told = screen.run("document.querySelector('.fold').innerText")
    count, low, high = re.search(r"(\d+) \w+ are not shown to matter: (\S+) to (\S+)", told).groups()  # type: ignore[union-attr]
    screen.run("document.querySelector('.fold button').click()")
    values = screen.run(
        "blocks[0].box.querySelectorAll('tr[data-id]').length && [...blocks[0].box.querySelectorAll('tr[data-id]')]"
        ".filter((row) => row.querySelector('circle.flat')).map((row) => Number(row.querySelector('td.value').dataset.key))"
    )
    ends = [float(end.replace("\N{MINUS SIGN}", "-")) for end in (low, high)]
    assert len(values) == int(count) and [round(min(values), 2), round(max(values), 2)] == pytest.approx(ends, abs=0.06)


@pytest.mark.parametrize("name", STUDIES)
def test_a_page_says_how_it_was_made_in_printed_words_and_how_sure_differences_are(name: str) -> None:
    """Day, commit, command, citation, preview and files; names of files only where one types them; two rows with their interval."""
    screen = opened(name)
    told = screen.run("document.querySelector('#made').textContent")
    assert re.search(r"Played on 20\d\d-\d\d-\d\d, commit [0-9a-f]{7,}", " ".join(told.split())), told
    assert "caverna-sim " in told and "Cite as: caverna_sim" in told
    picture = screen.run("document.querySelector('meta[property=\"og:image\"]').content")
    assert (REPORTS / name / picture).stat().st_size > 2000
    saved = screen.run("blocks.map((block) => [...block.box.querySelectorAll('.save button')].map((one) => one.textContent).join())")
    assert set(saved) == {"SVG,PNG,CSV"}
    shown = screen.run(r"""
    (() => {
      const copy = document.body.cloneNode(true);
      const typed = "#made, code, pre, details, script, style, noscript, [data-block]:not([data-block='0'])";
      for (const one of copy.querySelectorAll(typed)) one.remove();
      return copy.textContent;
    })()""")
    assert re.findall(r"\b(?:table|strong|orcs|strong_orcs|agricola|agricola_strong|neanderthal|base|pool)_\d\b", shown) == []
    apart = screen.run(r"""
    (() => {
      const block = blocks[0], all = () => [...block.box.querySelectorAll(block.kind === "matrix" ? "td[tabindex]" : "tbody tr input")];
      if (all().length < 2) return null;
      for (const at of [0, 1]) all()[at].click();
      return document.querySelector("#say").textContent;
    })()""")
    assert apart is None or (" minus " in apart and re.search(r"\([\d+\N{MINUS SIGN}.,]+ to [\d+\N{MINUS SIGN}.,]+", apart)), apart


def test_the_difference_of_two_rows_has_an_interval_where_it_was_kept() -> None:
    """Half width by hand: sqrt(3² + 4² - 2 * 0.5 * 3 * 4) = sqrt(13)."""
    screen = opened("tiles-4")
    told = screen.run(r"""
    (() => {
      const block = blocks[0], rows = block.rows.filter((row) => row.scenario === "strong_4" && row.bot === "all").slice(0, 2);
      const [a, b] = rows.map((row) => [row, row.table_effect]);
      a[0].table_effect_pointwise = 3; b[0].table_effect_pointwise = 4; a[0].table_effect = 2; b[0].table_effect = 1;
      block.alike = [{ estimate: "table_effect", rows: rows.map((row) => row.number), thousandths: [500] }];
      block.open = true; draw(block);
      for (const row of rows) document.querySelector(`tr[data-id=${row.tile}] input`).click();
      return document.querySelector("#say").textContent;
    })()""")
    assert "+1.00 points (−2.61 to +4.61)" in told.replace("\u2212", "−")


def test_where_it_was_not_kept_the_widest_interval_is_told() -> None:
    """Whatever the correlation, the error of a difference is no larger than both together: 3 + 4 = 7."""
    screen = opened("tiles-4")
    told = screen.run(r"""
    (() => {
      const block = blocks[0], rows = block.rows.filter((row) => row.scenario === "strong_4" && row.bot === "all").slice(0, 2);
      [[3, 2], [4, 1]].forEach(([width, value], at) => Object.assign(rows[at], { table_effect_pointwise: width, table_effect: value }));
      block.alike = []; block.open = true; draw(block);
      for (const row of rows) document.querySelector(`tr[data-id=${row.tile}] input`).click();
      return document.querySelector("#say").textContent;
    })()""")
    assert "+1.00 points (\N{MINUS SIGN}6.00 to +8.00 at the widest, since how the two vary together was not kept)" in told


def test_cells_of_a_matrix_tell_and_compare() -> None:
    screen = opened("openings-4")
    cells = "[...document.querySelectorAll('.matrix td[data-key]')]"
    screen.run(f"{cells}[0].click()")
    assert "seat 0" in screen.run("document.querySelector('#say').textContent")
    screen.run(f"{cells}[5].click()")
    assert " minus " in screen.run("document.querySelector('#say').textContent")


@pytest.mark.parametrize("name", STUDIES)
def test_every_picture_and_every_table_can_be_saved(name: str) -> None:
    """Also those that are folded: a drawing that can be read, with its title, and rows of as many cells as there are headings."""
    screen = opened(name)
    screen.run('for (const one of document.querySelectorAll("details")) one.open = true; drawAll(); null')
    found = screen.run(r"""
    blocks.map((block) => {
      const one = drawing(block), parsed = new DOMParser().parseFromString(one.text, "image/svg+xml");
      return { broken: parsed.querySelectorAll("parsererror").length, title: parsed.querySelector("title").textContent,
        drawn: parsed.querySelectorAll("text").length, csv: csv(block), columns: 1 + block.columns.length,
        beyond: [...parsed.documentElement.children].filter((each) => Number(each.getAttribute("y")) > one.height).length };
    })""")
    for one in found:
        assert one["broken"] == 0 and one["title"] == data_of(name)["title"] and one["drawn"] > 3 and one["beyond"] == 0
        head, *rows = csv.reader(StringIO(one["csv"]))
        assert head[0] == "name" and len(head) == one["columns"] and rows and all(len(row) == len(head) for row in rows)


@pytest.mark.parametrize("name", ["tiles-4", "openings-4", "drama", "seats"])
def test_pictures_and_tables_are_saved_whole(name: str) -> None:
    screen = opened(name)
    found = screen.run(r"""
    (async () => {
      const one = drawing(blocks[0]), parsed = new DOMParser().parseFromString(one.text, "image/svg+xml");
      const picture = await png(blocks[0]);
      return { broken: parsed.querySelectorAll("parsererror").length,
        texts: [...parsed.querySelectorAll("text")].map((each) => each.textContent),
        title: parsed.querySelector("title").textContent, png: picture.size, kind: picture.type, csv: csv(blocks[0]),
        buttons: [...document.querySelectorAll("[data-block='0'] .save button")].map((each) => each.textContent) };
    })()""")
    assert found["buttons"] == ["SVG", "PNG", "CSV"]
    assert found["broken"] == 0 and found["title"] == data_of(name)["title"]
    assert found["title"] in " ".join(found["texts"])  # a long title takes several lines
    assert len(found["texts"]) > 10 and found["kind"] == "image/png" and found["png"] > 5000
    head, *rows = found["csv"].strip().split("\n")
    assert head.startswith("name,") and len(rows) >= 4 and "_low" in head


@pytest.mark.parametrize("name", STUDIES)
def test_without_its_script_every_row_is_there(name: str) -> None:
    told = opened(name, script=False).run("document.body.innerText").lower().replace("_", " ")
    (block, *_) = data_of(name)["blocks"]
    names = [thing["name"].lower().replace("_", " ") for thing in block["things"].values()]
    assert [one for one in names if one not in told] == []


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "agricola.html", "neanderthal.html", "said.html", "changed.html"])
def test_the_index_and_the_claims(name: str, screen: tuple[int, int], dark: bool) -> None:
    """Also with all that is folded, everything can be read; every link leads somewhere, every figure and table can be saved."""
    one = browser()
    one.open(REPORTS / name, screen[0], dark, screen[1])
    found = one.run(MEASURED)
    assert found["wide"] <= 0 and one.run(CONTRAST) == {}
    assert screen == PHONE or found["screens"] <= MOST_OF_INDEX
    links = one.run(
        "[...document.querySelectorAll('a[href]')].map((each) => each.getAttribute('href')).filter((each) => !each.startsWith('#'))"
    )
    assert [link for link in links if not (REPORTS / link).is_file()] == []
    assert "Cite as: caverna_sim" in one.run("document.body.textContent")
    assert (REPORTS / one.run("document.querySelector('meta[property=\"og:image\"]').content")).is_file()
    assert one.run("[...document.querySelectorAll('.face, main table')].length") == len(one.run(SAVED)) > 0
    one.run('for (const each of document.querySelectorAll("details")) each.open = true; null')
    assert one.run(CONTRAST) == {} and one.run(MEASURED)["wide"] <= 0


SAVED = r"""
[...document.querySelectorAll(".save")].map((one) => [...one.querySelectorAll("button")].map((each) => each.textContent).join())
  .filter((labels) => labels === "SVG,PNG" || labels === "CSV")"""


def test_the_index_is_saved_in_pieces() -> None:
    """A card as a drawing of its own, the table of house rules as rows of equal length."""
    one = browser()
    one.open(REPORTS / "index.html")
    found = one.run(r"""
    (async () => {
      const face = document.querySelector(".face:not([hidden])"), title = face.querySelector("a").textContent;
      const one = drawn(face.querySelector("figure"), title, "x"), parsed = new DOMParser().parseFromString(one.text, "image/svg+xml");
      const picture = await bitmap(one);
      return { broken: parsed.querySelectorAll("parsererror").length, told: parsed.documentElement.textContent, title, png: picture.size,
        rows: rowsOf(document.querySelector("#rules table")) };
    })()""")
    assert found["broken"] == 0 and found["png"] > 3000 and found["title"].split()[0] in found["told"]
    assert {len(row) for row in found["rows"]} == {3} and "cheaper dwellings" in [row[0] for row in found["rows"]]


@pytest.mark.parametrize("name", ["index.html", "agricola.html", "neanderthal.html"])
def test_every_study_is_on_its_index_with_and_without_a_script(name: str) -> None:
    wanted = {
        f"{study}/report.html"
        for study in STUDIES
        if index_of(json.loads((REPORTS / study / "about.json").read_text())["page"]["game"]) == name
    }
    for script in (True, False):
        one = browser()
        one.ask("Emulation.setScriptExecutionDisabled", value=not script)
        try:
            one.open(REPORTS / name)
        finally:
            one.ask("Emulation.setScriptExecutionDisabled", value=False)
        there = (
            "[...document.querySelectorAll('main a[href]')].filter((each) => each.getClientRects().length)"
            ".map((each) => each.getAttribute('href'))"
        )
        assert wanted <= set(one.run(there))


@pytest.mark.parametrize("name", ["tiles-4", "openings-4", "weapons-5", "drama", "house-cheap-dwellings", "neanderthal-assumptions"])
def test_a_printed_page_has_every_row_and_column_and_nothing_to_press(name: str) -> None:
    """On A4: folds are open, columns beside the picture are there, of switches stands what is picked."""
    one = opened(name, A4)
    one.ask("Emulation.setEmulatedMedia", media="print")
    try:
        found = one.run(r"""
        (() => {
          dispatchEvent(new Event("beforeprint"));
          const is = (each) => each.getClientRects().length > 0, all = (what) => [...document.querySelectorAll(what)];
          const right = Math.max(...all("main *").map((each) => each.getBoundingClientRect().right));
          return {
            folded: all("details").filter((each) => !each.open).length, wide: right - document.documentElement.clientWidth,
            pressable: all("button, input").filter((each) => is(each) && each.ariaPressed !== "true").length,
            hidden: all("tr:not(.fold), tr:not(.fold) td.more, th.more").filter((each) => !is(each)).length,
            rows: all("[data-block='0'] tbody tr").filter(is).length,
          };
        })()""")
        assert found["folded"] == found["pressable"] == found["hidden"] == 0 and found["wide"] <= 1
        assert name != "tiles-4" or found["rows"] == 47
    finally:
        one.ask("Emulation.setEmulatedMedia", media="")


def test_in_print_every_tab_is_there_and_nothing_is_folded() -> None:
    one = browser()
    one.open(REPORTS / "index.html")
    one.ask("Emulation.setEmulatedMedia", media="print")
    try:
        one.run("dispatchEvent(new Event('beforeprint')); null")
        shown = one.run(
            "[...document.querySelectorAll('.face')].filter((face) => face.querySelector('svg').getClientRects().length).length"
        )
        assert shown == one.run("document.querySelectorAll('.face').length") > 8
        assert one.run("[...document.querySelectorAll('details')].every((each) => each.open)")
        assert one.run("[...document.querySelectorAll('.save, .tabs')].every((each) => !each.getClientRects().length)")
    finally:
        one.ask("Emulation.setEmulatedMedia", media="")


def test_cards_turn_by_players() -> None:
    one = browser()
    one.open(REPORTS / "index.html")
    shown = (
        "[...document.querySelectorAll('.card')].map((card) => [...card.querySelectorAll('.face')].filter((face) => !face.hidden).length)"
    )
    cards = one.run(shown)
    assert len(cards) == 8 and set(cards) == {1}
    assert one.run("document.querySelector('.tabs a[aria-current=true]').textContent") == "ten bots"
    one.run("document.querySelector('.tabs a').click()")
    assert one.run("document.querySelector('.tabs a[aria-current=true]').textContent") == "2" and one.run(shown) == cards


def test_an_answer_is_short() -> None:
    assert within("One. Two. Three. Four.") == ("One.", "Two.", "Three.")
    long = " ".join(["word"] * 50)
    assert within(f"A {long}; and {long} more.") == (f"A {long}.",)
    assert len(within(" ".join(["word"] * 90))[0].split()) == MOST_WORDS
