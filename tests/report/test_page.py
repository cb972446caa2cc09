"""The report: everything is on one page that needs nothing else, and says what it rests on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from html import unescape
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
from tests.stats.synthetic import MadeUpRun, made_up, on_disk

TABLES = (
    "", "Points by scoring part", "Furnishings", "Which bots build which furnishings", "Action spaces by round", "How strong the bots are",
    "Values that the sources do not confirm and that are assumed", "Points the sources leave open",
)  # fmt: skip
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


def data_of(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.partition('<script type="application/json" id="data">')[2].partition("</script>")[0])
    return found


def block_of(page: str, title: str) -> list[dict[str, Any]]:
    """The rows of a table."""
    block = next(one for one in data_of(page)["blocks"] if one["title"] == title)
    return [dict(zip(block["columns"], row, strict=True)) for row in block["rows"]]


def test_the_finding_is_the_title_and_every_table_follows(page: str) -> None:
    assert re.search(r"<h1>Of 4 bots adventurer scores most, 80\.5 points, and \w+ least, 73\.\d</h1>", page)
    assert [one["title"] for one in data_of(page)["blocks"]] == list(TABLES)
    answer = page[page.index('id="answer"') : page.index("<main>")]
    assert "Most wins per seat: adventurer with" in answer and "The seat matters. Points above the mean of the table: seat 0 +" in answer
    words = page[page.index("In words") : page.index('id="more"')]
    assert "Highest mean score: adventurer with" in words and "The bot matters" in words
    assert "Most built" in words and "not its worth" in words
    assert "people soon score 80" in page[page.index('id="limits"') :]


def test_the_first_picture_has_bots_seats_and_both(page: str) -> None:
    rows = block_of(page, "")
    bots = [row for row in rows if row["of"] == "bots"]
    assert {row["who"] for row in bots} == set(BOTS) and bots == sorted(bots, key=lambda row: -row["score"])
    assert [row["who"] for row in rows if row["of"] == "seats"] == [f"seat {seat}" for seat in range(4)]
    assert sum(row["of"] == "bots at seats" for row in rows) == 16
    first = rows[0]
    assert first["score_low"] < first["score"] < first["score_high"] and first["above_low"] > 3
    assert first["5\u00a0%"] < first["25\u00a0%"] < first["75\u00a0%"] < first["95\u00a0%"]
    assert sum(row["win_share"] for row in rows if row["of"] == "seats") == pytest.approx(1, abs=1e-5)
    assert all(row["win_share"] is not None for row in rows)


def test_the_page_needs_no_network_and_holds_together(page: str) -> None:
    read = Reader(page)
    assert read.stack == []
    assert len(read.ids) == len(set(read.ids))
    assert all(link.startswith("#") or link == "data:," for link in read.links)
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert re.findall(r"https?://(?!www\.w3\.org)", page) == []
    assert "@import" not in page and "url(http" not in page
    assert read.tags.count("img") == 0 and 'role="img" aria-label="' in page


def test_the_same_run_gives_the_same_page(page: str) -> None:
    assert report(mixed()) == page


def test_pictures_and_tables(page: str) -> None:
    tiles = {row["tile"]: row for row in block_of(page, "Furnishings")}
    assert tiles["carpenter"]["share of seats_low"] < tiles["carpenter"]["share of seats"] < tiles["carpenter"]["share of seats_high"]
    assert tiles["carpenter"]["difference as built_low"] > 0
    assert "is a description, not the worth of a furnishing" in page
    assert ">Carpenter</td>" in page and ">State parlor</td>" in page
    assert ">ruby_miner</td>" in page and "ruby miner" not in page.lower()
    bots = {row["who"] for row in block_of(page, "Which bots build which furnishings")}
    assert bots == {row["who"] for row in block_of(page, "Points by scoring part")} == set(BOTS)
    rounds = block_of(page, "Action spaces by round")
    assert len({row["round"] for row in rounds}) == 12 and all(0 <= row["share of games"] <= 1 for row in rounds)


def test_what_was_not_recorded_is_left_out() -> None:
    bare = report(mixed(record=["games", "players"]))
    assert not {"Furnishings", "Action spaces by round"} & {one["title"] for one in data_of(bare)["blocks"]}
    assert "Placements were not recorded" in bare


def test_a_solo_run_has_no_seats_and_no_wins() -> None:
    solo = report(made_up(60, 1, bots=["balanced"], setups=1))
    assert [row["who"] for row in block_of(solo, "")] == ["balanced"] and "win_share" not in block_of(solo, "")[0]
    assert re.search(r"<h1>Alone, balanced scores \d+\.\d points</h1>", solo)
    assert "Census" in solo and "numbers are exact" in solo


def test_bots_that_keep_their_seats_are_not_mistaken() -> None:
    assert "cannot be told apart" in report(changed(mixed(), seating="fixed"))


def test_a_short_run_claims_nothing() -> None:
    page = report(made_up(6))
    assert "nothing is claimed" in page
    assert "<h1>Made_up: " in page or "<h1>Made_up</h1>" in page


def test_an_unfinished_run_says_so() -> None:
    run = made_up(20)
    page = report(MadeUpRun({**run.manifest, "status": "interrupted", "games": 4000}, run.tables))
    assert "The run is not finished: 80 of 4,000 games were played." in page
    assert "not finished" not in report(run)


def test_house_rules_and_assumptions_are_named() -> None:
    page = report(made_up(20, 3, rules={"furnishing.state_parlor.cost": {"gold": 7}, "toggle.discounts_on_loot": False}))
    rules = {row["rule"]: (row["printed"], row["played"]) for row in block_of(page, "House rules")}
    assert rules["furnishing.state_parlor.cost"][1] == "gold 7" and rules["toggle.discounts_on_loot"] == ("yes", "no")
    assumed = block_of(page, "Values that the sources do not confirm and that are assumed")
    assert "space.strip_mining" in {row["value"] for row in assumed}  # only with 3 players, and not confirmed
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
    read = tomllib.loads(unescape(scenario[1]))
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
    assert "<li>balanced: sound play; tier scripted.</li>" in page
    assert "played in 2 min 5 s" in page


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


def test_one_bot_against_itself_is_told_by_seat() -> None:
    page = report(made_up(120, bots=["balanced"] * 4, seat_effects={0: 3.0}))
    assert re.search(r"<h1>Against itself, balanced scores \d+\.\d points; seat 0 wins most, \d+\xa0% of the games</h1>", page)
    assert [row["who"] for row in block_of(page, "")] == ["balanced", *(f"seat {seat}" for seat in range(4))]
    assert "who" not in block_of(page, "Points by scoring part")[0]


def test_rich_forms_of_runs_and_comparisons(tmp_path: Path) -> None:
    import caverna_sim as cs

    first = on_disk(made_up(40, name="<first>"), tmp_path / "a b")
    second = on_disk(made_up(40, noise=1, name="second"), tmp_path / "c")
    shown = cs.load(first)._repr_html_()
    assert "<b>&lt;first&gt;</b>" in shown
    assert f"caverna-sim report '{first}'" in shown.replace("&#x27;", "'")
    found = cs.compare(first, second)
    assert found.verdict.split(":")[0] in found._repr_html_()
    heads, rows = found.shown_rows
    shown = found._repr_html_()
    assert re.findall(r"<th>(.*?)</th>", shown) == [head.replace("<first>", "&lt;first&gt;") for head in heads]
    assert [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(<td>.*?)</tr>", shown)] == rows
    assert not re.search(r"\d\.\d{4}", shown)  # as many digits as the errors allow
