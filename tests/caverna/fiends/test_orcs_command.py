"""The commands `orcs` and `campaign` as people and machines use them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.games.caverna.fiends.study.command import _on_side, _sides, _with_players
from caverna_sim.scenario.scenario import load_scenario, read_scenario

Capture = pytest.CaptureFixture[str]
SCENARIO = 'name = "lots_{0}"\nplayers = {0}\nexpansion = "fiends"\nbots = [{1}]\nseed = 7\n'


def written(folder: Path, players: int = 2, more: str = "") -> str:
    path = folder / f"lots_{players}.toml"
    path.write_text(SCENARIO.format(players, ", ".join(['"random"'] * players)) + more)
    return str(path)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str, str]:
    """A small study: what it tells machines, what it writes to stderr, and its page."""
    folder = tmp_path_factory.mktemp("study")
    words = ["orcs", written(folder), "--games", "48", "--strengths", "7/9/11/14", "--strengths", "3/3/3/3", "--workers", "1"]
    capture = pytest.MonkeyPatch()
    told: list[str] = []
    try:
        import io
        import sys

        out, err = io.StringIO(), io.StringIO()
        capture.setattr(sys, "stdout", out)
        capture.setattr(sys, "stderr", err)
        code = main([*words, "--out", str(folder / "page.html"), "--keep", str(folder / "runs"), "--json"])
        told = [out.getvalue(), err.getvalue()]
    finally:
        capture.undo()
    assert code == 0, told
    return json.loads(told[0]), told[1], (folder / "page.html").read_text(encoding="utf-8")


def test_a_study_is_one_command(study: tuple[dict[str, Any], str, str]) -> None:
    found, progress, page = study
    one = found["studies"][0]
    assert one["sides"] == ["3/3/3/3", "7/9/11/14"]
    assert (one["players"], one["games"], one["blocks"]) == (2, 48, 48)
    assert len(one["fates"]) == 2 * 4
    assert set(one["slopes"]) == {"gone", "score", "won"}
    assert "orcs, 2 players, 7/9/11/14: 48 of 48 games" in progress
    assert "--strengths 7/9/11/14 --strengths 3/3/3/3" in page
    assert "All four orcs gone" in page


def test_both_sides_play_the_same_deals(study: tuple[dict[str, Any], str, str]) -> None:
    folder = Path(study[0]["page"]).parent / "runs"
    dealt = [
        cs.load(folder / name).games.select("block", "extensions", "bribes", "event_rounds").collect()
        for name in ("2p-3-3-3-3", "2p-7-9-11-14")
    ]
    assert dealt[0].equals(dealt[1])


def test_a_study_is_told_in_words(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["orcs", written(tmp_path, 1), "--games", "24", "--workers", "1", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("With 5/7/9/12 a seat gets rid of all four orcs with a chance of")
    assert "all orcs gone, %" in shown
    assert "page: runs/orcs-lots_1.html" in shown
    assert (tmp_path / "runs" / "orcs-lots_1.html").is_file()


def test_the_usual_sides_are_those_of_the_card_and_the_one_between() -> None:
    assert _sides(None) == [(5, 7, 9, 12), (6, 8, 10, 13), (7, 9, 11, 14)]
    assert _sides([(9, 9, 9, 9), (1, 1, 1, 1), (9, 9, 9, 9)]) == [(1, 1, 1, 1), (9, 9, 9, 9)]


def test_a_handicap_stays_as_large_on_every_side() -> None:
    from caverna_sim.games.caverna.box.catalog import catalog

    scenario = _on_side(load_scenario("fiends_handicap"), (6, 8, 10, 13))
    strengths = catalog(3, scenario.rules, "fiends").record[0]["orcs"]["strength"]
    assert strengths[:3].tolist() == [[8, 10, 12, 15], [6, 8, 10, 13], [6, 8, 10, 13]]


def test_a_scenario_can_be_played_by_other_numbers() -> None:
    three = load_scenario("fiends_3")
    assert _with_players(three, 3) is three
    assert _with_players(three, 2).bots == three.bots[:2]
    assert _with_players(three, 5).bots == (*three.bots, *three.bots[:2])
    handicap = read_scenario({**three.to_data(), "rules": {"orc.hard_seats": [2]}})
    with pytest.raises(cs.ScenarioError, match="there is no seat 2 with 2 players"):
        _with_players(handicap, 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["base_3"], "`base_3` is the base game, which has no orcs"),
        (["fiends_3", "--strengths", "5/7/9"], "give four strengths from 1 to 30"),
        (["fiends_3", "--strengths", "0/7/9/12"], "give four strengths from 1 to 30"),
        (["fiends_3", "fiends_hard_3"], "two scenarios have 3 players"),
        (["fiends_3", "fiends_2", "--players", "2,3"], "--players is for one scenario"),
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
        (["--campaigns", "0"], "'0' is not allowed"),
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


def test_compiling_is_no_part_of_the_time(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stands still but for the first warming up, which takes an hour."""
    from caverna_sim.games.caverna.fiends.study import command
    from caverna_sim.games.caverna.source import CavernaSource

    clock = [0.0]
    monkeypatch.setattr(command.time, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(CavernaSource, "warm_up", lambda self: clock.__setitem__(0, 3600.0))
    words = ["orcs", written(tmp_path), "--games", "2", "--strengths", "7/9/11/14", "--workers", "1", "--quiet"]
    assert main([*words, "--out", str(tmp_path / "page.html"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seconds"] == 0
