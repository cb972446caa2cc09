"""Pages of games in a browser, for every game: who acts is large, and what a choice changed is marked and in sight, also on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from caverna_sim.cli import main
from caverna_sim.kit.show.replay import unpacked
from tests.browser import browser, needs_browser
from tests.report.measured import MEASURED
from tests.report.test_opened import CONTRAST

pytestmark = needs_browser

TABLES = ("base_3", "fiends_2", "solo", "agricola_3", "neanderthal_2")
DESK, PHONE = (1280, 900), (390, 844)
SOME = 120  # choices that are looked at one after the other


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    folder = tmp_path_factory.mktemp("games")

    def made(table: str) -> Path:
        out = folder / f"{table}.html"
        assert out.is_file() or main(["watch", table, "--index", "1", "--html", str(out)]) == 0
        return out

    return made


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("table", TABLES)
def test_who_acts_is_large_and_what_changed_is_in_sight(page: Callable[[str], Path], table: str, screen: tuple[int, int]) -> None:
    one = browser()
    one.open(page(table), screen[0], height=screen[1])
    found = one.run(f"""
    (() => {{
      const wrong = [], from = Math.floor(last / 3);
      let marked = 0;
      show(from);
      for (let step = from + 1; step <= Math.min(last, from + {SOME}); step += 1) {{
        show(step);
        const seats = [...document.querySelectorAll(".cv-seat")], acting = seats.filter((seat) => seat.classList.contains("acting"));
        const width = (seat) => seat.getBoundingClientRect().width, seat = steps[step].seat;
        if (acting.length !== 1 || (seat !== null && Number(acting[0].dataset.seat) !== seat)) wrong.push(["who", step]);
        if (seats.some((other) => other !== acting[0] && width(other) > 0.6 * width(acting[0]))) wrong.push(["large", step]);
        const changed = [...document.querySelectorAll(".changed")].filter((each) => each.getClientRects().length);
        const top = document.querySelector(".controls").getBoundingClientRect().bottom;
        const isSeen = (each) => {{ const here = each.getBoundingClientRect(); return here.bottom > top && here.top < innerHeight; }};
        marked += changed.length > 0;
        if (changed.length && !changed.some(isSeen)) wrong.push(["hidden", step]);
        if (document.documentElement.scrollWidth > innerWidth) wrong.push(["wide", step]);
      }}
      return {{ wrong, marked }};
    }})()""")
    assert found["wrong"] == []
    assert found["marked"] > SOME // 4


@pytest.mark.parametrize("table", TABLES)
def test_how_it_ended_is_the_title_and_the_boards_come_soon(page: Callable[[str], Path], table: str) -> None:
    one = browser()
    for (width, height), most in ((DESK, 0.4), (PHONE, 0.8)):
        one.open(page(table), width, height=height)
        found = one.run(MEASURED)
        assert found["before"] <= most and found["above"] <= 110
    assert "points" in found["title"] and ("seat" in found["title"].lower() or table == "solo")
    totals = unpacked(page(table).read_text(encoding="utf-8"))["steps"][-1]["totals"]
    assert any(f"{total} points" in found["title"] for total in totals)


@pytest.mark.parametrize("table", TABLES)
def test_without_its_script_a_game_can_be_read(page: Callable[[str], Path], table: str) -> None:
    """The last boards and scores, all turns, and how the page was made."""
    one = browser()
    one.open(page(table))
    turns = one.run("steps.filter((step, number) => number && step.turn).length")
    scores = one.run("show(last), place('scores').innerText")
    one.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        one.open(page(table))
        assert one.run("document.querySelector('.cv-scores').innerText") == scores
        assert one.run("document.querySelectorAll('#turns li').length") == turns > 5
        told = one.run("document.querySelector('#made').innerText")
    finally:
        one.ask("Emulation.setScriptExecutionDisabled", value=False)
    assert f"caverna-sim watch {table} --index 1 --html game.html" in told and "Cite as: caverna_sim" in told


def test_small_boards_become_large_by_click_and_by_key(page: Callable[[str], Path]) -> None:
    one = browser()
    one.open(page("base_3"))
    one.run("show(1); null")
    large = "Number(document.querySelector('.cv-seat.acting').dataset.seat)"
    first = one.run(large)
    other, third = [seat for seat in range(3) if seat != first]
    one.run(f"document.querySelector('[data-seat=\"{other}\"]').click()")
    assert one.run(large) == other
    key = "new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})"
    one.run(f"document.querySelector('[data-seat=\"{third}\"]').dispatchEvent({key})")
    assert one.run(large) == third
    one.run("show(2); show(1); null")
    assert one.run(large) == first


@pytest.mark.parametrize("table", ["base_3", "agricola_3"])
def test_a_board_and_the_points_can_be_saved(page: Callable[[str], Path], table: str) -> None:
    one = browser()
    one.open(page(table))
    found = one.run(r"""
    (async () => {
      show(Math.floor(last / 2));
      const parsed = new DOMParser().parseFromString(board().text, "image/svg+xml"), made = await png();
      const count = (what) => parsed.querySelectorAll(what).length;
      return { broken: count("parsererror"), cells: count(".cv-cell"), png: made.size, csv: csv() };
    })()""")
    assert not found["broken"] and found["cells"] >= 15 and found["png"] > 5000
    head, *rows = found["csv"].strip().split("\n")
    data = unpacked(page(table).read_text(encoding="utf-8"))
    assert head == "choice,round,seat,points of seat 0,points of seat 1,points of seat 2"
    assert [row.split(",")[3:] for row in rows] == [[str(total) for total in step["totals"]] for step in data["steps"]]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("table", TABLES)
def test_marks_and_thumbnails_can_be_read(page: Callable[[str], Path], table: str, dark: bool) -> None:
    one = browser()
    one.open(page(table), PHONE[0], dark, PHONE[1])
    one.run("show(Math.floor(last / 2)); document.querySelector('#turns').open = true; null")
    assert one.run(CONTRAST) == {}
