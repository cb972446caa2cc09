"""The commands `orcs` and `campaign` as people and machines use them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.experiments.study import Study
from caverna_sim.games.caverna.fiends.study.played import campaign_sides, on_side, usual_sides, with_players
from caverna_sim.scenario.scenario import load_scenario, read_scenario

Capture = pytest.CaptureFixture[str]
TWO: dict[str, Any] = {"name": "two", "players": 2, "expansion": "fiends", "bots": ["balanced", "peaceful"], "seed": 7}
ENDS = ("low", "high", "pointwise", "p_adjusted", "discovery", "rank_low", "rank_high", "blocks", "games")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return cs.orc_study(TWO, strengths=[[7, 9, 11, 14], [3, 3, 3, 3]], games=400, out=tmp_path_factory.mktemp("orcs") / "study", workers=1)


def test_the_table_has_a_row_for_all_seats_and_bots_on_every_side(study: Study) -> None:
    table = study.table
    assert set(ENDS) <= set(table.columns)
    assert not [name for name, kind in table.schema.items() if kind.is_nested()]
    assert len(table) == 2 * (1 + 2 + 2)
    for name in ("gone", "gone_change", "score", "score_change", "win_share", "win_change"):
        known = table.drop_nulls(name)
        assert (known[f"{name}_low"] <= known[name]).all() and (known[name] <= known[f"{name}_high"]).all()
    easy = table.filter((pl.col("side") == "3/3/3/3") & pl.col("seat").is_null() & (pl.col("bot") == "all")).row(0, named=True)
    hard = table.filter((pl.col("side") == "7/9/11/14") & pl.col("seat").is_null() & (pl.col("bot") == "all")).row(0, named=True)
    assert easy["gone_change"] == 0
    assert hard["gone_change_high"] < 0
    assert hard["gone"] == pytest.approx(easy["gone"] + hard["gone_change"])


def test_both_sides_play_the_same_deals(study: Study) -> None:
    dealt = [
        study.runs["two"][side].games.select("block", "extensions", "bribes", "event_rounds").collect() for side in ("3/3/3/3", "7/9/11/14")
    ]
    assert dealt[0].equals(dealt[1])


def test_who_may_be_rid_of_orcs_in_no_way_keeps_them(study: Study) -> None:
    """F-EVENT-7, F-TRAP, F-FIGHT, F-FRIEND: a seat with every way closed never ends without a hostile orc."""
    ways = study.found.tables["What each way to deal with orcs is worth, two"]
    assert set(ways["id"]) == {"traps", "bribes", "fights", "rooms", "dogs", "all_of_them"}
    row = ways.filter((pl.col("id") == "all_of_them") & (pl.col("bot") == "all")).row(0, named=True)
    assert row["all_gone_low"] > 0
    run = study.runs["two"]["ways"]
    closed = run.assigned.filter(pl.col("limit").cast(pl.String) == "all_of_them").select("block", "seat").unique()
    seats = run.players.join(run.games.select("game", "block"), on="game").with_columns(pl.col("seat").cast(pl.Int64))
    left = seats.join(closed.with_columns(pl.col("seat").cast(pl.Int64)), on=["block", "seat"], how="semi").collect()
    assert len(left) and (left["orcs_left"] > 0).all()


def test_the_page_speaks_in_words(study: Study) -> None:
    page = study.page().read_text(encoding="utf-8")
    for words in ("of the seats end rid of all of them", "A solo campaign", "What each way", "Values that no source confirms"):
        assert words in page
    assert re.match(r"Orcs of \d+/\d+/\d+/\d+ come nearest to 50 % of the seats that get rid of all four \(\d+ %\); 50 % do", study.verdict)
    assert any("hard side (7/9/11/14) among seats with the normal one" in text for text in study.found.sentences)
    assert any("in a campaign on the normal side" in text for text in study.found.sentences)
    tables = study.found.tables.items()
    campaign = next(table for title, table in tables if title.startswith("A solo campaign"))
    assert campaign.filter(pl.col("side") == "normal")["orcs"].to_list()[:2] == ["5/7/9/12", "7/9/11/14"]


def test_the_command_makes_the_folder_and_tells(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--games", "60", "--strengths", "5/7/9/12", "--strengths", "7/9/11/14", "--share", "0.4", "--workers", "1", "--quiet"]
    assert main(["orcs", "fiends_2", *words, "--bots", "random", "random"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("Even with 5/7/9/12, fewer than 40 % of the seats get rid of all four orcs")  # `random` plays
    assert "try --strengths 5/7/9/12 --strengths 3/5/7/10" in shown
    page = re.search(r"page: (runs/orcs-fiends_2\S*/report\.html)", shown)
    assert page is not None
    folder = Path(page[1]).parent
    assert {"report.html", "study.json", "table.csv", "table.parquet", "runs"} <= {entry.name for entry in folder.iterdir()}
    assert "caverna-sim orcs fiends_2.toml --share 0.4" not in shown
    assert "--strengths 5/7/9/12" in (folder / "report.html").read_text(encoding="utf-8")


def test_the_usual_sides_are_those_of_the_card_the_one_between_and_one_beyond() -> None:
    assert usual_sides() == ((5, 7, 9, 12), (6, 8, 10, 13), (7, 9, 11, 14), (9, 11, 13, 16))


def test_every_game_of_a_campaign_has_stronger_orcs() -> None:
    """F-CAMP-2"""
    sides = campaign_sides({})
    assert sides["normal", 1] == (5, 7, 9, 12)
    assert sides["normal", 5] == (13, 15, 17, 20)
    assert sides["hard", 5] == (15, 17, 19, 22)


def test_a_handicap_stays_as_large_on_every_side() -> None:
    from caverna_sim.games.caverna.box.catalog import catalog

    scenario = on_side(load_scenario("fiends_handicap"), (6, 8, 10, 13))
    strengths = catalog(3, scenario.rules, "fiends").record[0]["orcs"]["strength"]
    assert strengths[:3].tolist() == [[8, 10, 12, 15], [6, 8, 10, 13], [6, 8, 10, 13]]


def test_a_handicap_can_be_studied(tmp_path: Path) -> None:
    handicap = {**TWO, "bots": ["random", "random"], "rules": {"orc.hard_seats": [1]}}
    study = cs.orc_study(handicap, strengths=[[1, 1, 1, 1], [5, 7, 9, 12]], games=60, out=tmp_path / "study", workers=1)
    assert study.table["side"].unique().sort().to_list() == ["1/1/1/1 (seat 1: 3/3/3/3)", "5/7/9/12 (seat 1: 7/9/11/14)"]


def test_a_scenario_can_be_played_by_other_numbers() -> None:
    three = load_scenario("fiends_3")
    assert with_players(three, 3) is three
    assert with_players(three, 2).bots == three.bots[:2]
    assert with_players(three, 5).bots == (*three.bots, *three.bots[:2])
    handicap = read_scenario({**three.to_data(), "rules": {"orc.hard_seats": [2]}})
    with pytest.raises(cs.ScenarioError, match="there is no seat 2 with 2 players"):
        with_players(handicap, 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["base_3"], "`base_3` is the base game, which has no orcs"),
        (["fiends_3", "--strengths", "5/7/9"], "give four strengths from 1 to 30"),
        (["fiends_3", "--strengths", "0/7/9/12"], "give four strengths from 1 to 30"),
        (["fiends_3", "fiends_2", "--players", "2,3"], "--players is for one scenario"),
        (["fiends_3", "--share", "1.5"], "1.5 is not allowed"),
        (["feinds_3"], "did you mean `fiends_3`"),
        ([], "the following arguments are required: SCENARIO"),
    ],
)
def test_a_wrong_study_is_refused(arguments: list[str], words: str, capsys: Capture) -> None:
    assert main(["orcs", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


# ---------------------------------------------------------------- campaign


def test_a_campaign_is_told_game_by_game(tmp_path: Path, capsys: Capture) -> None:
    assert main(["campaign", "--bot", "random", "--seed", "4", "--log", str(tmp_path / "log.txt")]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("random: lost in game 1 of 5: ")
    assert "5/7/9/12" in shown
    log = (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert log.startswith("campaign 0 of random, seed 4, normal side\ngame 1: orcs 5/7/9/12, X")
    assert "round 1" in log or "place a dwarf" in log


def test_many_campaigns_for_machines(capsys: Capture) -> None:
    assert main(["campaign", "--bot", "random", "--campaigns", "3", "--side", "hard", "--json"]) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert len(found["campaigns"]) == 3
    assert found["game_1"]["low"] <= found["game_1"]["won"] <= found["game_1"]["high"]
    assert found["by_game"][0]["played"] == 3
    assert found["campaigns"][0]["games"][0]["strengths"] == [7, 9, 11, 14]
    assert "campaign: 3 of 3" in shown.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bot", "randm"], "did you mean `random`"),
        (["--side", "hrd"], "did you mean `hard`"),
        (["--purchases", "all"], "'all' is not allowed"),
        (["--campaigns", "0"], "0 is not allowed"),
    ],
)
def test_a_wrong_campaign_is_refused(arguments: list[str], words: str, capsys: Capture) -> None:
    assert main(["campaign", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_a_log_that_cannot_be_written_is_told_at_once(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("")
    assert main(["campaign", "--bot", "random", "--log", str(tmp_path / "file" / "log.txt")]) == 2
    assert "it cannot be written" in capsys.readouterr().err
