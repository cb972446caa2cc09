"""The pages of solo play: they tell what the kept lines do, and are read in a browser like all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from caverna_sim.games.caverna.planning.lessons import read_lines
from caverna_sim.games.caverna.show.lessons import title_of
from caverna_sim.games.caverna.show.line_page import page_of, points_of, rounds_of
from caverna_sim.kit.planning.lessons import different
from caverna_sim.report.answer import MOST_SENTENCES, MOST_WORDS
from caverna_sim.report.frame import page_text
from reports.lessons import agrees, kept_trials, lessons_page, worth_page
from reports.pages import solo_of
from reports.solo import HERE, SOLO, Choice, choices_of, kept_lines, plan_choices, write_solo
from tests.browser import browser, needs_browser
from tests.report.measured import MEASURED
from tests.report.test_opened import CONTRAST, DESK, LAYOUT, PHONE

LINES = kept_lines()
PAGES = sorted((HERE / SOLO).glob("*.html"))


def copied(place: Path) -> Path:
    """The lines that are kept, without their pages."""
    for file in (HERE / SOLO).rglob("*.json"):
        copy = place / file.relative_to(HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    return place


def test_every_kept_line_has_a_page_that_tells_its_points(tmp_path: Path) -> None:
    assert set(LINES) == {file.stem for file in (HERE / SOLO).glob("*.json")}
    assert set(LINES) <= {page.stem for page in PAGES}
    for page in write_solo(copied(tmp_path)):
        if page.stem not in LINES:
            continue
        found, row = LINES[page.stem]
        text = page.read_text(encoding="utf-8")
        assert f"<h1>{found.points} points with " in text
        assert sum(points for _, points in points_of(found)) == found.points
        assert ("people" in row) == ("People have published" in text)


def test_the_index_leads_to_them(tmp_path: Path) -> None:
    assert solo_of(copied(tmp_path)) == []
    write_solo(tmp_path)
    assert [(href, points) for _, href, points in solo_of(tmp_path)] == [
        (f"solo/{name}.html", one.points) for name, (one, _) in LINES.items()
    ]
    index = (HERE / "index.html").read_text(encoding="utf-8")
    assert all(f'<a href="{href}">' in index for _, href, _ in solo_of(tmp_path))


def test_what_turns_cost_belongs_to_one_line(tmp_path: Path) -> None:
    """A line that has changed since has a page without what its old turns cost."""
    (tmp_path / SOLO).mkdir()
    file = HERE / SOLO / "introductory.json"
    (tmp_path / SOLO / file.name).write_bytes(file.read_bytes())
    found, _ = kept_lines(tmp_path)["introductory"]
    assert choices_of("introductory", found, tmp_path) == ([], 0)
    plan_choices("introductory", found, 1, tmp_path)
    choices, tries = choices_of("introductory", found, tmp_path)
    assert len(choices) == sum(len(one.turns) for one in rounds_of(found)) and tries == 1
    (page,) = write_solo(tmp_path)  # no lessons where no lines are kept
    assert "Which choices are close" in page.read_text(encoding="utf-8")
    other, _ = LINES["full"]
    assert choices_of("introductory", other, tmp_path) == ([], 0)


def test_close_choices_are_told_where_they_are_made() -> None:
    found, _ = LINES["full"]
    choices = [Choice(0, "housework", "logging_1_3", 1), Choice(1, "excavation_1_3", "ruby_mining", 7), Choice(2, "housework", "", None)]
    text = page_text(page_of(found, choices, tries=500))
    assert "In 1 of 2 turns going elsewhere costs at most 1 point." in text
    assert "It costs most in turn 2: 7 points for ruby mining instead of excavation." in text
    assert text.count("logging instead costs 1 point") == 1 and "500 lines for each turn" in text and "nowhere else to go" in text


# ---------------------------------------------------------------- many lines


def test_at_least_twenty_good_lines_are_kept_that_differ() -> None:
    _, lines = read_lines([HERE / SOLO / "lines" / "full.json"])
    assert len(different(lines)) == len(lines) >= 20
    assert min(line.points for line in lines) >= 0.95 * max(line.points for line in lines)


def test_lessons_tell_shares_and_what_people_say() -> None:
    _, lines = read_lines([HERE / SOLO / "lines" / "full.json"])
    text = page_text(lessons_page(lines, (), "caverna-sim plan-lessons"))
    share = sum("main_storage" in line.owned for line in lines) / len(lines)
    assert f"of {len(lines)} good lines" in text and f"Main storage {100 * share:.0f}" in text.replace("\N{NO-BREAK SPACE}", " ")
    assert "State parlor, Main storage, Broom chamber, Food chamber and Additional dwelling are musts." in text


def test_a_line_agrees_with_what_is_said_of_it() -> None:
    _, lines = read_lines([HERE / SOLO / "full.json"])
    line = lines[0]
    built = [name for name, _ in line.built]
    last = line.dwarfs[-1][1]
    assert agrees(line, {"builds": built, "dwarfs": last}) and not agrees(line, {"builds": built, "dwarfs": last + 1})
    assert agrees(line, {"order": [built[0], built[-1]]}) and not agrees(line, {"order": [built[-1], built[0]]})
    assert not agrees(line, {"builds": ["no_such_tile"]}) and not agrees(line, {"late": [built[0]]})


def test_what_furnishings_are_worth_is_told_from_kept_searches() -> None:
    trials = kept_trials("full", HERE)
    assert trials is not None
    text = page_text(worth_page(trials, (), "caverna-sim plan-worth"))
    for one in trials.worths():
        assert one.lost >= 0 and all(title_of(tile) in text for tile in one.missing)
    needed = {one.missing[0] for one in trials.worths() if len(one.missing) == 1}
    assert needed == set(trials.needed())  # whatever else is missing, the best line stays as it is
    assert f"A solo line of {trials.best} points loses at most" in text
    assert "What each furnishing is worth to bots at a table of four" in text


@needs_browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_page_is_read_like_those_of_studies(page: Path, width: int, dark: bool) -> None:
    screen = browser()
    screen.open(page, width, dark, 900 if width == DESK else 844)
    found = screen.run(MEASURED)
    assert found["before"] <= (0.4 if width == DESK else 0.8) and found["above"] <= 110 and found["contents"] <= 10
    assert found["words"] <= MOST_WORDS and found["sentences"] <= MOST_SENTENCES and found["screens"] <= 6
    assert not found["title"].endswith("?")
    assert {what: one for what, one in screen.run(LAYOUT).items() if one} == {}
    screen.run('for (const one of document.querySelectorAll("details")) one.open = true; null')
    assert screen.run(CONTRAST) == {}
    assert screen.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    links = screen.run(
        "[...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href')).filter((one) => !one.startsWith('#'))"
    )
    assert links and [link for link in links if not (page.parent / link).resolve().is_file()] == []
