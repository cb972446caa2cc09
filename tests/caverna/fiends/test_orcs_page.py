"""The page of the orc study: verdicts first, every section, what it rests on, the same bytes for the same runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.study.estimate import OrcStudy, orc_study
from caverna_sim.games.caverna.fiends.study.page import Again, orc_report, write_orc_report
from caverna_sim.games.caverna.report import rules
from caverna_sim.report.page import report
from tests.caverna.fiends.synthetic_orcs import fiends, sweep
from tests.report.test_page import Reader
from tests.stats.synthetic import made_up

BOTS = ["balanced", "adventurer", "peaceful"]
AGAIN = Again("caverna-sim orcs fiends_3", 12.0)


@pytest.fixture(scope="module")
def study() -> OrcStudy:
    return orc_study(sweep(200, bots=BOTS, bot_effects={"adventurer": 0.1}))


@pytest.fixture(scope="module")
def page(study: OrcStudy) -> str:
    return orc_report([study], AGAIN)


def test_every_section_is_there_with_the_verdicts_first(page: str) -> None:
    anchors = re.findall(r'<section id="([\w-]+)">', page)
    assert anchors == ["answer", "gone-3", "fates-3", "lost-3", "won-3", "displays-3", "strength-3", "assumptions", "again"]
    words = page[page.index('id="answer"') : page.index('id="gone-3"')]
    assert "With 5/7/9/12 a seat gets rid of all four orcs with a chance of" in words
    assert 'badge different">different' in words
    assert "one more point of strength on every orc" in words


def test_the_page_is_sound_and_needs_no_network(page: str) -> None:
    reader = Reader(page)
    assert reader.stack == []
    assert len(reader.ids) == len(set(reader.ids))
    assert [link for link in reader.links if not link.startswith("#") and link != "data:,"] == []
    assert reader.tags.count("figure") == 8


def test_the_same_study_gives_the_same_bytes(study: OrcStudy, page: str) -> None:
    assert orc_report([study], AGAIN) == page


def test_estimands_have_names_and_strength_of_bots_is_told(page: str) -> None:
    for name in ("all gone", "lost to orcs", "share of wins", "fate and round"):
        assert f"<dt>{name}</dt>" in page
    assert "How strong the bots are" in page
    assert "people score 80 soon" in page


def test_assumed_values_are_named(page: str) -> None:
    part = page[page.index('id="assumptions"') :]
    for path in ("movement_card.*.steps", "orc_event.*.displace_cost", "bribe_marker.*.good", "display_extension.*.top", "loot.*.strength"):
        assert path in part, path
    assert "milestone" not in part  # a single game does not depend on those
    assert "Do captive dwarves and friendly orcs still need food?" in part  # rulings are told too
    assert "depends on values that no source confirms" in page[: page.index('id="gone-3"')]


def test_assumed_values_follow_players_and_confirmed_ones_are_gone() -> None:
    of = {players: {one.path: one.text for one in rules.assumed_values({}, players, "fiends")} for players in (2, 4)}
    assert "ore mining 1 3" in of[2]["space.*.accumulates"]
    assert "ore mining 4 7" in of[4]["space.*.accumulates"]
    assert "logging 4 7" in of[4]["space.*.accumulates"]
    confirmed = {one.path: one.text for one in rules.assumed_values({"orc.A.gold": 2}, 2, "fiends")}
    assert confirmed["orc.*.gold"] == "C 2; D 2"
    assert not any(one.path.startswith("movement_card") for one in rules.assumed_values({}, 2))


def test_house_rules_of_the_expansion_are_told() -> None:
    assert rules.house_rules({"ruling.captives_eat": False}, "fiends") == [("ruling.captives_eat", "yes", "no")]
    assert len(rules.readings({}, "fiends")) == len(rules.readings({})) + len(printed_tables("fiends")["ruling"])


def test_several_numbers_of_players_are_compared(study: OrcStudy) -> None:
    two = orc_study(sweep(60, players=2, bots=BOTS[:2], strips=1))
    alone = orc_study(sweep(60, players=1, bots=BOTS[:1], strips=1))
    page = orc_report([alone, two, study], AGAIN)
    assert "<h1>Orcs at 1, 2 and 3 players</h1>" in page
    anchors = re.findall(r'<section id="([\w-]+)">', page)
    assert anchors[:2] == ["answer", "players"]
    assert "won-1" not in anchors
    assert "won-2" in anchors
    reader = Reader(page)
    assert reader.stack == []
    assert len(reader.ids) == len(set(reader.ids))


def test_one_side_alone_makes_a_page() -> None:
    page = orc_report([orc_study([fiends(40, with_losses=False)])], AGAIN)
    assert "badge" not in page[page.index('id="answer"') : page.index('id="gone-3"')]
    assert "What orcs took" not in page


def test_the_report_of_a_run_tells_its_orcs() -> None:
    page = report(fiends(60, bots=BOTS))
    assert "What becomes of orcs" in page
    assert "every block is a new draw" in page
    assert "Census" not in page
    assert 'id="orcs"' not in report(made_up(20))


def test_a_run_with_repeated_games_is_no_census_in_fiends() -> None:
    run = fiends(60)
    run.tables["games"] = run.tables["games"].with_columns(hash=run.tables["games"].collect()["seating"].cast(int))  # type: ignore[index]
    assert orc_study([run]).sources[0].sample.kind == "sample"


def test_a_page_that_cannot_be_written_is_told(study: OrcStudy, tmp_path: Path) -> None:
    assert write_orc_report([study], tmp_path / "new" / "page.html", AGAIN).read_text(encoding="utf-8").startswith("<!doctype html>")
    (tmp_path / "file").write_text("")
    with pytest.raises(CavernaError, match="it cannot be written"):
        write_orc_report([study], tmp_path / "file" / "page.html", AGAIN)
