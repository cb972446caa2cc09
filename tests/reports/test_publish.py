"""Publishing: the files name what there is, a study is played once, and verdicts on claims are computed from tables."""

from __future__ import annotations

import re
from math import nan
from pathlib import Path

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.dataset.manifest import MANIFEST, read_manifest, write_manifest
from caverna_sim.games import plays, told_of
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios
from reports.changed import rows_that_changed, write_changed
from reports.pages import about, write_index, write_pages
from reports.publish import COMPARE, Entry, publish, read_plan, tables_of
from reports.said import Claim, Judged, Part, _is_untried, across, judged, overall, read_claims, verdict_of, write_said

REPORTS = Path(__file__).parents[2] / "reports"
SEATS = Entry("seats", "seats", "Seats", {"scripted": ("table_2",)}, {"scripted": 400})


def test_the_plan_names_scenarios_and_bots_that_there_are() -> None:
    plan = read_plan()
    assert len({entry.name for entry in plan}) == len(plan)
    for entry in plan:
        tables = tables_of(entry)
        assert set(entry.games) == set(tables)
        for one in tables.get("strong", ()):
            data = one.to_data()
            strong = told_of(data).strong_bots[data.get("expansion") or "base"]
            if not (entry.own_bots or entry.pool):
                assert set(one.bots) == {strong}
            else:
                assert not entry.pool or [*one.bots] == [*plays(one.game).pools()[entry.pool]]
                bases = {data.get("bot", {}).get(bot, {}).get("base", bot) for bot in one.bots}
                assert {cs.bots(game=one.game)[bot].tier for bot in bases} == {"value"}
        if entry.study == "compare":
            assert all(len(every) == 2 and every[0].bots == every[1].bots and every[0].seed == every[1].seed for every in tables.values())


def test_a_table_behind_a_published_study_is_what_its_name_brings() -> None:
    """`caverna-sim tiles table_4 strong_4` plays what the page shows anywhere; house rules are played by others too."""
    plan = read_plan()
    for entry in (entry for entry in plan if entry.study != COMPARE):
        for one in (one for every in tables_of(entry).values() for one in every):
            assert load_scenario(one.name) == one


def test_claims_are_decided_by_studies_that_are_published() -> None:
    names = {entry.name for entry in read_plan()}
    claims = read_claims()
    assert {part.study for claim in claims for part in claim.parts} <= names
    assert all(bool(claim.parts) != bool(claim.untested) for claim in claims)
    tiles = {str(part.where["tile"]) for claim in claims for part in claim.parts if "tile" in part.where}
    assert tiles <= set(printed_tables()["furnishing"])


def test_every_house_rule_of_the_folder_is_published() -> None:
    told = {name for entry in read_plan() for names in entry.at.values() for name in names}
    assert {name for name in packaged_scenarios() if name.startswith("house_")} <= told


@pytest.mark.parametrize(
    ("low", "high", "must", "verdict"),
    [
        (1.1, 2.0, "> 1", "holds"),
        (0.9, 2.0, "> 1", "undecided"),
        (0.2, 0.9, "> 1", "does not hold"),
        (-2.0, -0.1, "< 0", "holds"),
        (4.1, 5.9, "between 4 and 6", "holds"),
        (5.5, 6.5, "between 4 and 6", "undecided"),
        (6.5, 7.5, "between 4 and 6", "does not hold"),
        (1.1, 2.0, "outside -1 and 1", "holds"),
        (-3.0, -1.2, "outside -1 and 1", "holds"),
        (-0.5, 0.9, "outside -1 and 1", "does not hold"),
        (0.5, 1.5, "outside -1 and 1", "undecided"),
        (nan, nan, "> 0", "undecided"),
    ],
)
def test_a_whole_interval_decides(low: float, high: float, must: str, verdict: str) -> None:
    assert verdict_of(low, high, must) == verdict


def test_a_study_is_published_once_and_decides_claims(tmp_path: Path) -> None:
    out, runs = tmp_path / "out", tmp_path / "runs"
    first = publish(SEATS, out, runs, 1.0, 1, True)
    assert first["games"] == 400 and first["pages"] == ["report.html"]
    assert {"report.html", "table.csv", "about.json"} <= {file.name for file in (out / "seats").iterdir()}
    written = (out / "seats" / "report.html").stat().st_mtime_ns
    assert publish(SEATS, out, runs, 1.0, 1, True) == first
    assert (out / "seats" / "report.html").stat().st_mtime_ns == written  # nothing was done again
    assert publish(SEATS, out, runs, 2.0, 1, True)["games"] == 800  # more games go on with it

    table = pl.read_csv(out / "seats" / "table.csv").filter((pl.col("bot") == "all") & (pl.col("seat") == 0))
    low = table["margin_low"].item()
    where = {"bot": "all", "seat": 0}
    claim = Claim("Seats", "Seat 0 is not far behind.", parts=tuple(
        Part("", "seats", "table", where, "margin", must) for must in (f"> {low - 1:.3f}", f"> {low + 0.001:.3f}")
    ))  # fmt: skip
    assert [one.verdict for one in judged(claim, out)] == ["holds", "undecided"]
    assert overall(claim, judged(claim, out), "scripted") == "undecided"
    whole = Claim("Seats", "Seat 0 lives.", parts=claim.parts[:1])
    assert overall(whole, judged(whole, out), "scripted") == "holds"
    half = Claim("Seats", "Seat 0 lives.", parts=(*claim.parts[:1], Part("", "elsewhere", "table", where, "margin", "> 0")))
    assert overall(half, judged(half, out), "scripted") == "undecided"  # a part was not played
    with pytest.raises(cs.CavernaError, match="names 3 rows"):
        judged(Claim("", "", parts=(Part("", "seats", "table", {"seat": 0}, "margin", "> 0"),)), out)

    file = tmp_path / "claims.toml"
    part = '[[claim.part]]\nlabel = "{}"\nstudy = "seats"\nwhere = { bot = "all" }\neach = { seat = [0, 1] }\n'
    part += 'column = "margin"\nmust = "> -90"\n'
    file.write_text(f'[[claim]]\nabout = "Seats"\ntext = "All seats live."\n{part}')
    said = write_said(["balanced"], ["seats"], out, file).read_text(encoding="utf-8")
    assert '>holds</span><br><span class="soft">2 of 2 hold, 0 do not</span>' in said
    assert 'href="seats/report.html"' in said
    before = about(out / "seats")["before"]  # type: ignore[index]
    assert before["games"] == 400 and before["compared"] == len(pl.read_csv(out / "seats" / "table.csv"))
    changed = write_changed(["seats"], out)
    assert changed is not None and 'has not changed: <a href="seats/report.html">' in changed.read_text(encoding="utf-8")
    index = write_index(["seats"], out)[0].read_text(encoding="utf-8")
    assert 'href="changed.html"' in index
    assert 'href="said.html"' in index and 'href="seats/report.html"' in index and "800 games" in index
    page = out / "seats" / "report.html"
    assert 'href="table.csv"' in page.read_text(encoding="utf-8") and (out / "seats" / "preview.png").is_file()
    played = page.read_bytes()
    page.unlink()
    write_pages(["seats"], out)
    assert page.read_bytes() == played  # from its tables and words, without a game


def test_a_card_shows_different_bots_before_copies_of_one() -> None:
    index = (REPORTS / "index.html").read_text(encoding="utf-8")
    cards = re.findall(r'<section class="card" data-first="(\d+)">.*?<p class="tabs">(.*?)</p>', index, re.DOTALL)
    tabs = {int(first): re.findall(r">([^<]+)</a>", links) for first, links in cards if "ten bots" in links}
    assert tabs and all(each[first] == "ten bots" for first, each in tabs.items())


def rows(*ends: tuple[float, float, float]) -> pl.DataFrame:
    """A main table with so many furnishings."""
    return pl.DataFrame({
        "tile": [f"tile_{place}" for place in range(len(ends))], "bot": ["all"] * len(ends), "effect": [value for value, _, _ in ends],
        "effect_low": [low for _, low, _ in ends], "effect_high": [high for _, _, high in ends],
    })  # fmt: skip


def test_a_row_says_something_else_when_it_is_shown_on_another_side_or_elsewhere() -> None:
    before = rows((1.0, 0.5, 1.5), (1.0, 0.5, 1.5), (0.1, -0.4, 0.6), (3.0, 2.0, 4.0), (0.0, 0.0, 0.0))
    after = rows((1.2, 0.3, 2.0), (0.2, -0.3, 0.7), (-1.0, -1.5, -0.5), (6.0, 4.5, 7.5), (0.0, 0.0, 0.0))
    compared, found = rows_that_changed(before, after)
    assert compared == 5 and [one["row"]["tile"] for one in found] == ["tile_3", "tile_2", "tile_1"]
    assert rows_that_changed(before, before) == (5, []) == rows_that_changed(before, before.sample(fraction=1.0, shuffle=True, seed=1))
    assert rows_that_changed(before, rows((1.0, 0.5, 1.5)).rename({"tile": "space"})) == (0, [])


def test_the_time_of_a_study_counts_all_games_that_are_kept(tmp_path: Path) -> None:
    """Those of a session that was interrupted before it could tell anything, too."""
    out, runs = tmp_path / "out", tmp_path / "runs"
    publish(SEATS, out, runs, 1.0, 1, True)
    kept = sorted((runs / "seats").rglob(MANIFEST))
    for file in kept:
        write_manifest(file.parent, {**read_manifest(file.parent), "seconds": 1000.0})
    (out / "seats" / "about.json").unlink()  # as after an interruption
    told = publish(SEATS, out, runs, 2.0, 1, True)
    assert told["games"] == 800
    assert 1000 * len(kept) < told["seconds"] < 1000 * len(kept) + 500
    assert publish(SEATS, out, runs, 2.0, 1, True)["seconds"] == told["seconds"]  # nothing was done again


def test_a_comparison_is_published_with_all_strengths_on_a_page(tmp_path: Path) -> None:
    entry = Entry("clearing", "compare", "Clearing", {"scripted": ("table_1", "house_solo_clearing")}, {"scripted": 100})
    told = publish(entry, tmp_path, tmp_path / "runs", 1.0, 1, True)
    assert told["games"] == 200 and told["pages"] == ["report.html"]
    assert (tmp_path / "clearing" / "report.html").is_file() and (tmp_path / "clearing" / "moved.csv").is_file()
    claim = Claim("Solo", "It matters.", parts=(Part("", "clearing", "table", {"seat": "seat 0"}, "difference", "> -200"),))
    assert [(one.strength, one.verdict) for one in judged(claim, tmp_path)] == [("scripted", "holds")]


def test_a_claim_says_what_decides_it_or_why_nothing_does(tmp_path: Path) -> None:
    file = tmp_path / "claims.toml"
    file.write_text('[[claim]]\nabout = "Seats"\ntext = "All is well."\n')
    with pytest.raises(cs.CavernaError, match="say either what decides it or why nothing does"):
        read_claims(file)
    file.write_text('[[claim]]\nabout = "x"\ntext = "y"\n[[claim.part]]\nstudy = "seats"\ncolumn = "margin"\nmust = "more"\n')
    with pytest.raises(cs.CavernaError, match="'more' is not allowed"):
        read_claims(file)


def test_another_study_may_decide_strong_play(tmp_path: Path) -> None:
    """Each part once at each strength; numbers of both are told where one decides each."""
    file = tmp_path / "claims.toml"
    part = '[[claim.part]]\nstudy = "tiles-4"\nstrong_study = "tiles-pool-4"\ncolumn = "private"\nmust = "> 1"\n'
    file.write_text(f'[[claim]]\nabout = "x"\ntext = "y"\n{part}')
    (claim,) = read_claims(file)
    assert [(one.study, one.only) for one in claim.parts] == [("tiles-4", "scripted"), ("tiles-pool-4", "strong")]
    ends = [("scripted", "holds", 2.0, 1.5, 2.5), ("strong", "does not hold", -1.0, -1.5, -0.5)]
    parts = [Judged(part, strength, "a", *rest) for part, (strength, *rest) in zip(claim.parts, ends, strict=True)]
    assert [overall(claim, parts, strength) for strength in ("scripted", "strong")] == ["holds", "does not hold"]
    assert across(claim, parts) == "moves with strength (from +2.0 to −1.0)"


@pytest.mark.parametrize(
    ("scripted", "strong", "told"),
    [
        ("holds", "holds", "holds at every strength"),
        ("does not hold", "does not hold", "does not hold at any strength"),
        ("holds", "does not hold", "moves with strength (from +1.0 to +2.0)"),
        ("not tried", "not tried", "not tried at any strength"),
        ("holds", "undecided", ""),
        ("not tried", "holds", ""),
    ],
)
def test_strengths_are_told_together(scripted: str, strong: str, told: str) -> None:
    part = Part("", "seats", "table", {}, "margin", "> 0")
    parts = [Judged(part, "scripted", "a", scripted, 1.0, 0.0, 2.0), Judged(part, "strong", "b", strong, 2.0, 1.0, 3.0)]
    assert across(Claim("x", "y", parts=(part,)), parts) == told


def test_the_numbers_of_the_page_are_one_family(tmp_path: Path) -> None:
    """One number has its own margin; among many it is wider, by as much as all of them need to hold together."""
    publish(SEATS, tmp_path, tmp_path / "runs", 1.0, 1, True)
    row = pl.read_csv(tmp_path / "seats" / "table.csv").filter((pl.col("bot") == "all") & (pl.col("seat") == 0)).row(0, named=True)
    claim = Claim("Seats", "x", parts=(Part("", "seats", "table", {"bot": "all", "seat": 0}, "margin", "> 0"),))
    (of_table,), (among_100,) = (judged(claim, tmp_path, family) for family in (1, 100))
    assert (of_table.low, of_table.high) == (row["margin_low"], row["margin_high"])
    wide = (among_100.high - among_100.low) / 2
    assert wide / row["margin_pointwise"] == pytest.approx(3.48 / 1.96, abs=0.01)  # the normal at 1 - 0.025 / 100, and at 0.975


def test_a_part_may_decide_at_one_strength_only() -> None:
    scripted, strong = (Part("", "seats", "table", {}, "margin", "> 0", only=only) for only in ("scripted", "strong"))
    claim = Claim("x", "y", parts=(scripted, strong))
    parts = [Judged(scripted, "scripted", "a", "holds", 1.0, 0.5, 1.5), Judged(strong, "strong", "b", "does not hold", -1.0, -1.5, -0.5)]
    assert [overall(claim, parts, strength) for strength in ("scripted", "strong")] == ["holds", "does not hold"]
    assert overall(claim, parts[:1], "strong") == "undecided"


def test_what_hardly_anybody_built_was_not_tried() -> None:
    """Its number decides nothing, whatever it is; one that four seats build in three of a hundred games each is in twelve of them."""
    assert _is_untried({"built": 0.02}, "table_4") and not _is_untried({"built": 0.03}, "table_4")
    assert _is_untried({"complied": 0.05}, "table_4") and not _is_untried({"complied": 0.2}, "table_4")  # that was drawn
    assert not _is_untried({"margin": 0.0}, "table_4") and not _is_untried({"built": 0.0}, "somebody's own")


def test_what_is_not_published_decides_nothing(tmp_path: Path) -> None:
    assert about(tmp_path / "seats") is None
    assert judged(read_claims()[0], tmp_path) == []
    page = write_said(["value"], [entry.name for entry in read_plan()], tmp_path).read_text(encoding="utf-8")
    assert "not published yet" in page
