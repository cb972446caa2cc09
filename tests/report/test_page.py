"""The report: everything is on one page that needs nothing else, and says what it rests on."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from caverna_sim.dataset.read import load
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna import told as rules
from caverna_sim.report.html import estimate, svg, table
from caverna_sim.report.page import report, write_report
from caverna_sim.stats.comparison import compare
from caverna_sim.stats.figures import written
from caverna_sim.stats.ratings import Estimate
from caverna_sim.toml import toml_text
from tests.browser import needs_browser, opened
from tests.stats.synthetic import MadeUpRun, made_up, on_disk

SECTIONS = ("answer", "scores", "wins", "seats", "parts", "furnishings", "placements", "strength", "assumptions", "next", "again")
BOTS = ["balanced", "adventurer", "peaceful", "ruby_miner"]


class Reader(HTMLParser):
    """Tags, ids and links of a page; complains about tags that do not match."""

    OPEN_ENDED = ("meta", "link", "br", "wbr")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        found = dict(attrs)
        self.ids += [str(found["id"])] if "id" in found else []
        self.links += [str(value) for name, value in attrs if name in ("href", "src", "xlink:href", "action")]
        if tag not in self.OPEN_ENDED:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.OPEN_ENDED:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def mixed(**changes: Any) -> MadeUpRun:
    return made_up(
        120, **{"bots": BOTS, "bot_effects": {"adventurer": 6.0}, "seat_effects": {0: 3.0}, "name": "mixed",
                "tile_effects": {"carpenter": 4.0, "state_parlor": 0.0}, "with_placements": True} | changes,
    )  # fmt: skip


def changed(run: MadeUpRun, **fields: Any) -> MadeUpRun:
    return MadeUpRun({**run.manifest, "scenario": {**run.manifest["scenario"], **fields}}, run.tables)


@pytest.fixture(scope="module")
def page() -> str:
    return report(mixed())


def test_every_section_is_there_in_order_with_the_verdicts_first(page: str) -> None:
    assert re.findall(r'<section id="(\w+)">', page) == list(SECTIONS)
    words = page[page.index('id="answer"') : page.index('id="scores"')]
    assert "Highest mean score: adventurer with" in words
    assert "The seat matters" in words and '<span class="badge different">different</span>' in words
    assert "Most built" in words and "not its worth" in words
    assert "people soon score 80" in words


def test_the_page_needs_no_network_and_holds_together(page: str) -> None:
    read = Reader(page)
    assert read.stack == []
    assert len(read.ids) == len(set(read.ids))
    assert all(link.startswith("#") or link == "data:," for link in read.links)
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert re.findall(r"https?://(?!www\.w3\.org)", page) == []
    assert "@import" not in page and "url(http" not in page
    assert read.tags.count("svg") == 8
    assert page.count('role="img" aria-label="') == 8


def test_the_same_run_gives_the_same_page(page: str) -> None:
    assert report(mixed()) == page


def test_pictures_and_tables(page: str) -> None:
    assert page.count('<table class="sortable"') >= 9
    assert page.count("<figcaption>") == 8
    tiles = page[page.index('id="furnishings"') : page.index('id="placements"')]
    assert "as built (descriptive)" in tiles and "is a description, not the worth of a furnishing" in tiles
    assert "<td>Carpenter</td>" in tiles and "<td>State parlor</td>" in tiles
    assert "<td>ruby_miner</td>" in page and "ruby miner" not in page
    assert '<td class="number" data-key="' in tiles


def test_what_was_not_recorded_is_left_out() -> None:
    bare = report(mixed(record=["games", "players"]))
    assert 'id="furnishings"' not in bare
    assert "Placements were not recorded" in bare


def test_a_solo_run_has_no_seats_and_no_wins() -> None:
    solo = report(made_up(60, 1, bots=["balanced"], setups=1))
    assert 'id="wins"' not in solo and 'id="seats"' not in solo
    assert "Census" in solo and "numbers are exact" in solo


def test_bots_that_keep_their_seats_are_not_mistaken() -> None:
    assert "cannot be told apart" in report(changed(mixed(), seating="fixed"))


def test_a_short_run_claims_nothing() -> None:
    page = report(made_up(6))
    assert "nothing is claimed" in page
    assert 'badge different"' not in page


def test_an_unfinished_run_says_so() -> None:
    run = made_up(20)
    page = report(MadeUpRun({**run.manifest, "status": "interrupted", "games": 4000}, run.tables))
    assert "The run is not finished: 80 of 4,000 games were played." in page
    assert "not finished" not in report(run)


def test_house_rules_and_assumptions_are_named() -> None:
    page = report(made_up(20, 3, rules={"furnishing.state_parlor.cost": {"gold": 7}, "toggle.discounts_on_loot": False}))
    part = page[page.index('id="assumptions"') :].replace("<wbr>", "")
    assert "furnishing.state_parlor.cost" in part and "gold 7" in part
    assert "<td>toggle.discounts_on_loot</td><td>yes</td><td>no</td>" in part
    assert "space.strip_mining" in part  # only with 3 players, and not confirmed
    assert "No house rules" in report(made_up(5))


def test_assumed_values_depend_on_the_number_of_players() -> None:
    of = {players: {one.path for one in rules.assumed_in({}, players)} for players in (2, 3, 4, 5)}
    assert "space.strip_mining" in of[3] and "space.small_scale_drift_mining" in of[5]
    assert of[2] == of[4] == {"expedition"}
    assert ("toggle.imitate_an_imitation_space", "no") in [(one.path, one.played) for one in rules.readings_in({})]


def test_supply_and_openings_are_named() -> None:
    run = changed(made_up(20), supply={"without": ["office_room"], "random_absence": 0.5}, opening={"seat_2": {"place": ["logging_4_7"]}})
    part = report(run)
    assert "absent with chance 0.5" in part
    assert "Seat 2 is to open with logging_4_7." in part
    assert "start.without" in part and "office room" in part


def test_how_to_play_it_again(page: str) -> None:
    assert "caverna-sim run mixed.toml --out runs/mixed" in page
    scenario = re.search(r'aria-label="mixed.toml"><code>(.*?)</code>', page, re.DOTALL)
    assert scenario
    read = tomllib.loads(scenario[1].replace("&quot;", '"'))
    assert (read["players"], read["bots"], read["games"]) == (4, BOTS, 480)


def test_scenarios_survive_as_toml() -> None:
    data = {
        "name": 'a "quoted" name', "players": 4, "bots": ["mine", "balanced"], "draw": "random", "seed": 3,
        "rules": {"start.food": [0, 1, 2, 3], "furnishing.state_parlor.cost": {"gold": 7}, "toggle.discounts_on_loot": False},
        "supply": {"without": ["office_room"], "random_absence": 0.5},
        "opening": {"seat_2": {"place": ["logging"]}},
        "bot": {"mine": {"base": "balanced", "temperature": 0.1, "weights": {"begging": -8.0}}},
    }  # fmt: skip
    assert tomllib.loads(toml_text(data)) == data


def test_names_cannot_break_the_page() -> None:
    page = report(changed(made_up(20), name="<script>alert(1)</script>", description="a & b"))
    assert "<script>alert" not in page
    assert "a &amp; b" in page
    assert Reader(page).stack == []


STRANGE = ("$x^$", "$a$ and $b$", "\N{CJK UNIFIED IDEOGRAPH-6F22}", "n" * 3000, "_first", "a\nb\x1b[31m", "<b>&\"'", r"\$y$")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", STRANGE)
def test_pictures_show_any_name_without_a_warning(name: str) -> None:
    one, other = (made_up(30, 2, bots=[name, "balanced"], name=name, noise=noise, with_placements=True) for noise in (0, 1))
    page = report(one)
    Reader(page)
    assert not {letter for letter in page if not letter.isprintable()} - {"\n", "\N{NO-BREAK SPACE}"}
    figure = compare(one, other, by="bot").plot()
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels[0 if name < "balanced" else 1] == written(name)
    Reader(svg(figure, "compared"))


def test_names_are_shortened_and_escaped_in_pictures() -> None:
    assert written("balanced") == "balanced"
    assert written("$x^$") == r"\$x^\$"  # which is drawn as $x^$
    assert written("\N{CJK UNIFIED IDEOGRAPH-6F22}") == "\\u6f22"
    assert len(written("n" * 3000)) == 48
    assert written("_first") == " _first"


def test_bots_of_the_manifest_are_described() -> None:
    run = mixed()
    about = {"balanced": {"description": "sound play", "tier": "scripted", "strength": {"score": 71.5}}}
    page = report(MadeUpRun({**run.manifest, "bots": about, "engine": "abc", "seconds": 125.0}, run.tables))
    assert "<dt>balanced</dt><dd>sound play; tier scripted</dd>" in page
    assert "0:02:05" in page


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [(70.0234, 0.16, "70.02 ± 0.31"), (70.0234, 0.4, "70.0 ± 0.8"), (-3.0, 0.0, "−3.0"), (0.06, 0.0066, "0.060 ± 0.013")],
)
def test_tables_show_as_many_digits_as_the_error_supports(value: float, error: float, shown: str) -> None:
    width = 1.96 * error
    assert estimate(Estimate(value, value - width, value + width, error), most=3).shown == shown


def test_numbers_of_a_column_have_the_same_digits() -> None:
    """As many as the smallest error supports; the same minus everywhere."""
    wide, narrow = Estimate(64.0, 63.2, 64.8, 0.41), Estimate(-0.234, -0.254, -0.214, 0.01)
    shown = table("mixed", ["bot", "points"], [["a", estimate(wide)], ["b", estimate(narrow)]])
    assert re.findall(r">([^<>]* ± [^<>]*)<", shown) == ["64.00 ± 0.80", "−0.23 ± 0.02"]


def test_a_page_speaks_with_one_sign(page: str) -> None:
    text = re.sub(r"<(style|script|svg|pre).*?</\1>", "", page, flags=re.DOTALL)
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", text)
    assert [cell for cell in cells if re.match(r"-\d", cell)] == []


def test_a_run_on_disk_is_reported_without_the_engine(tmp_path: Path) -> None:
    folder = on_disk(mixed(), tmp_path / "run")
    code = f"""
import sys
from caverna_sim.dataset.read import load
from caverna_sim.report.page import write_report
write_report(load({str(folder)!r}), {str(tmp_path / "page.html")!r})
raise SystemExit(any(name in sys.modules for name in ("numba", "llvmlite", "caverna_sim.games.caverna.course.core", "matplotlib.pyplot")))
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and str(tmp_path) not in text


def test_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CavernaError, match="give another file with --out"):
        write_report(load(on_disk(made_up(5), tmp_path / "run")), tmp_path / "file" / "page.html")


def test_categories_of_several_files_are_one(tmp_path: Path) -> None:
    """Dictionaries differ from chunk to chunk."""
    run = mixed()
    halves = [run.players.filter(pl.col("game") < 240), run.players.filter(pl.col("game") >= 240)]
    (tmp_path / "parts").mkdir()
    for number, half in enumerate(halves):
        half.collect().with_columns(pl.col("bot").cast(pl.String).cast(pl.Categorical)).write_parquet(tmp_path / f"parts/{number}.parquet")
    again = MadeUpRun(run.manifest, {**run.tables, "players": pl.scan_parquet(tmp_path / "parts/*.parquet")})
    assert report(again) == report(run)


@needs_browser
def test_tables_sort_filter_and_give_csv(tmp_path: Path, page: str) -> None:
    script = """
    const table = document.querySelector("#wins table"), heads = table.querySelectorAll("th [role=button]");
    heads[2].click(); heads[2].click();
    const parts = document.querySelector("#furnishings table"), field = parts.closest(".table").querySelector("input");
    field.value = "CARPENTER"; field.dispatchEvent(new Event("input"));
    document.body.dataset.shown = [...parts.tBodies[0].rows].filter((row) => !row.hidden).length;
    const made = document.createElement("script");
    made.type = "text/csv"; made.id = "csv"; made.textContent = csv(parts) + csv(table);
    document.body.append(made);
    """
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    shown = opened(tmp_path / "page.html", script, width=390)
    wins = shown[shown.index('id="wins"') : shown.index('id="seats"')]
    assert wins.count('aria-sort="ascending"') == 1
    keys = [float(key) for key in re.findall(r"<tr><td>.*?</td><td.*?</td><td[^>]*data-key=\"([^\"]+)\"", wins)]
    assert len(keys) == 5 and keys == sorted(keys)
    assert 'data-shown="1"' in shown
    text = shown[shown.index('id="csv">') + 9 :]
    lines = text[: text.index("</script>")].splitlines()
    assert lines[0].startswith("furnishing,times built,% of seats,% of seats margin,")
    assert lines[1].startswith("Carpenter,")
    assert lines[2].startswith("bot,all seats,all seats margin,seat 0")
    assert all(line.count(",") == lines[2].count(",") for line in lines[2:])


@needs_browser
def test_no_value_is_hidden_on_a_phone(tmp_path: Path, page: str) -> None:
    """At 390 pixels the column that stays leaves room, every cell can be scrolled to where it shows whole, the page itself is no wider."""
    script = """
    let worst = 0, covered = 0;
    for (const box of document.querySelectorAll(".scroll")) {
      for (const row of [...box.querySelectorAll("tbody tr")].slice(0, 3)) for (const cell of [...row.cells].slice(1)) {
        box.scrollLeft = 0;
        const first = row.cells[0].getBoundingClientRect().width;
        worst = Math.max(worst, first / box.clientWidth);
        box.scrollLeft += cell.getBoundingClientRect().left - row.cells[0].getBoundingClientRect().right;
        const here = cell.getBoundingClientRect(), fixed = row.cells[0].getBoundingClientRect(), all = box.getBoundingClientRect();
        if (!cell.querySelector(".wide") && (here.left < fixed.right - 1 || here.right > all.right + 1)) covered += 1;
      }
    }
    Object.assign(document.body.dataset, {worst, covered, wide: document.documentElement.scrollWidth});
    """
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    shown = opened(tmp_path / "page.html", script, width=390)
    data = dict(re.findall(r'data-(\w+)="([^"]*)"', shown[shown.index("<body") : shown.index("<header")]))
    assert float(data["worst"]) < 0.45
    assert data["covered"] == "0"
    assert int(data["wide"]) <= 390


def test_rich_forms_of_runs_and_comparisons(tmp_path: Path) -> None:
    import caverna_sim as cs

    first = on_disk(made_up(40, name="<first>"), tmp_path / "a b")
    second = on_disk(made_up(40, noise=1, name="second"), tmp_path / "c")
    shown = cs.load(first)._repr_html_()
    assert "<b>&lt;first&gt;</b>" in shown
    assert f"caverna-sim report '{first}'" in shown.replace("&#x27;", "'")
    found = cs.compare(first, second)
    assert found.verdict.split(":")[0] in found._repr_html_()
    assert "<table" in found._repr_html_()
