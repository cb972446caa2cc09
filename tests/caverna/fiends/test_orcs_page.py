"""What a report tells of the orcs of a run, and what it rests on."""

from __future__ import annotations

import pytest

from caverna_sim.games.caverna import told as rules
from caverna_sim.games.caverna.box.tables import HOUSE, printed_tables
from caverna_sim.games.caverna.fiends.study.estimate import FATES, sides_of
from caverna_sim.games.caverna.fiends.study.page import FATE
from caverna_sim.kit.tables.told import house_rules
from caverna_sim.report.page import report
from tests.caverna.fiends.synthetic_orcs import fiends
from tests.report.test_page import Reader, block_of
from tests.stats.synthetic import made_up

BOTS = ["balanced", "adventurer", "peaceful"]


def test_assumed_values_follow_players_and_confirmed_ones_are_gone() -> None:
    of = {players: {one.path: one.text for one in rules.assumed_in({}, players, "fiends")} for players in (2, 4)}
    assert "ore mining 1 3" in of[2]["space.*.accumulates"]
    assert "ore mining 4 7" in of[4]["space.*.accumulates"]
    assert "logging 4 7" in of[4]["space.*.accumulates"]
    confirmed = {one.path: one.text for one in rules.assumed_in({"orc.A.gold": 2}, 2, "fiends")}
    assert confirmed["orc.*.gold"] == "C 2; D 2"
    assert not any(one.path.startswith("movement_card") for one in rules.assumed_in({}, 2))
    assert "milestone" not in {path.partition(".")[0] for path in of[2]}  # a single game does not depend on those


def test_house_rules_of_the_expansion_are_told() -> None:
    assert house_rules({"ruling.captives_eat": False}, printed_tables("fiends"), HOUSE.readings) == [("ruling.captives_eat", "yes", "no")]
    assert len(rules.readings_in({}, "fiends")) == len(rules.readings_in({})) + len(printed_tables("fiends")["ruling"])


def test_the_report_of_a_run_tells_its_orcs() -> None:
    page = report(fiends(60, bots=BOTS))
    assert "every block is a new draw" in page
    assert "Census" not in page
    assert FATE not in report(made_up(20))
    assert Reader(page).stack == []
    fates = block_of(page, FATE)
    assert [row["orc"] for row in fates] == ["A", "B", "C", "D"]
    assert all(sum(row[fate] for fate in (*FATES[:-1], "still hostile")) == pytest.approx(1, abs=1e-4) for row in fates)
    effects = {row["id_"]: row["in the game"] for row in block_of(page, "What an extension or a bounty strip does")}
    assert effects["X1"] == "Mine orc dwelling, Dog school, Food trap"


def test_a_run_with_repeated_games_is_no_census_in_fiends() -> None:
    run = fiends(60)
    run.tables["games"] = run.tables["games"].with_columns(hash=run.tables["games"].collect()["seating"].cast(int))  # type: ignore[index]
    assert sides_of([run]).sources[0].sample.kind == "sample"
