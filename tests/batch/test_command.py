"""The commands `run` and `bench` as people and machines use them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios
from caverna_sim.stats.summary import scores
from reports.publish import read_plan

Capture = pytest.CaptureFixture[str]
LIBRARY = {
    "quickstart", "base_2", "base_3", "base_4", "base_5", "solo", "introductory", "food_0123", "food_equal", "begging_2",
    "state_parlor_cheap", "state_parlor_dear", "late_markers", "opening_wood", "opening_growth", "opening_dig", "lone_adventurer",
    "lone_pacifist", "random_absence",
}  # fmt: skip
STRONG = {"strong_2", "strong_3", "strong_5", "strong_7"}
FIENDS = {
    *(f"fiends_{side}{players}" for side in ("", "hard_") for players in (1, 2, 3, 4)),
    "fiends_handicap",
    "fiends_custom",
    "campaign_5",
}


def test_a_run_by_name_tells_what_was_found(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["run", "quickstart", "--games", "14", "--seed", "3", "--workers", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("run `quickstart`: 16 games in runs/quickstart-seed-3\n4 blocks, seed 3; 16 distinct games; ")
    for words in ("bytes a game", "mean score", "peaceful", "next: caverna-sim report runs/quickstart-seed-3\n"):
        assert words in shown.out
    assert "16 of 16 games" in shown.err
    assert cs.load("runs/quickstart-seed-3").seed == 3


def test_a_run_for_machines(tmp_path: Path, capsys: Capture) -> None:
    assert main(["run", "solo", "--games", "6", "--out", str(tmp_path / "run"), "--workers", "1", "--quiet", "--json"]) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert [line for line in shown.err.splitlines() if "compil" not in line] == []
    assert (found["run"], found["scenario"], found["games"], found["status"]) == (str(tmp_path / "run"), "solo", 6, "finished")
    assert found["rows"]["players"] == 6
    assert set(found["mean_scores"]) == {"balanced"}


def test_going_on_with_more_games(tmp_path: Path, capsys: Capture) -> None:
    words = ["run", "base_2", "--out", str(tmp_path / "run"), "--workers", "1", "--quiet"]
    assert main([*words, "--games", "8"]) == 0
    assert main([*words, "--games", "8"]) == 0  # the same games again: they are loaded
    assert main([*words, "--games", "12"]) == 2
    assert "a finished run of 8 games is there already" in capsys.readouterr().err
    assert main([*words, "--games", "12", "--resume"]) == 0
    assert "12 games in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["quickstrat"], "did you mean `quickstart`?"),
        (["quickstart", "--games", "0"], "0 is not allowed; give a whole number from 1"),
        (["quickstart", "--backend", "loki"], "did you mean `loky`?"),
        (["quickstart", "--until", "0"], "0.0 is not allowed; give a number from 1e-06 to 1,000"),
        (["quickstart", "--workers", "many"], "'many' is not allowed"),
        (["quickstart", "--scheduler", "x"], "only the backend `dask` has one"),
        ([], "the following arguments are required: SCENARIO"),
    ],
)
def test_a_wrong_run_is_refused(arguments: list[str], words: str, capsys: Capture) -> None:
    assert main(["run", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_the_library_has_what_is_worth_asking() -> None:
    """The variants, the tables behind the published studies, and those of all numbers of players at full strength."""
    behind = {name for entry in read_plan() for names in entry.at.values() for name in names}
    behind = {name for name in behind if load_scenario(name).game == "caverna"}
    assert set(packaged_scenarios("caverna")) == LIBRARY | FIENDS | behind | {
        "table_1",
        "strong_plans_4",
        "strong_orcs_3",
        "pool_orcs_2",
        *STRONG,
    }


@pytest.mark.parametrize("name", sorted(LIBRARY - {"quickstart", "solo", "base_2", "base_3", "base_5", "introductory"}))
def test_variants_can_be_compared_with_the_base_game(name: str) -> None:
    base, variant = load_scenario("base_4"), load_scenario(name)
    assert (variant.players, variant.seed, variant.games, variant.seating) == (base.players, base.seed, base.games, base.seating)
    if not name.startswith("lone"):
        assert variant.bots == base.bots
    assert variant.name == name


@pytest.mark.parametrize("name", sorted(FIENDS))
def test_scenarios_of_the_expansion_can_be_compared_with_the_normal_side(name: str) -> None:
    variant = load_scenario(name)
    base = load_scenario(f"fiends_{variant.players}")
    assert (variant.expansion, variant.bots, variant.seed, variant.seating) == ("fiends", base.bots, base.seed, base.seating)
    assert variant.rules.keys() <= {"orc.side", "orc.strength", "orc.hard_seats"}
    assert bool(variant.rules) == (variant != base)
    assert variant.record == (*load_scenario("base_4").record, "orcs")


def test_until_the_means_are_precise(tmp_path: Path, capsys: Capture) -> None:
    runs = [cs.run("base_2", out=tmp_path / str(workers), workers=workers, until=1.5) for workers in (1, 2)]
    assert 100 < runs[0].games_played < 2_000
    for run in runs:
        assert run.finished
        assert run.manifest["games"] == run.games_played == run.manifest["scenario"]["games"]
        assert len(list((run.path / "players").glob("*.parquet"))) == len(run.manifest["chunks"])
        precision, means = run.manifest["summary"]["precision"], run.manifest["summary"]["mean_scores"].values()
        widest = max(one["half_width"] for one in means)
        assert precision["reached"] and precision["looks"] > 1 and precision["half_width"] == widest
        assert 1.5 / 1.3**0.5 < widest <= 1.5  # not 1.3 times the games it takes
    assert runs[0].players.collect().equals(runs[1].players.collect())
    of_report = {one.bot: one.mean.half_width for one in scores(runs[0]).bots}
    assert {bot: one["half_width"] for bot, one in runs[0].manifest["summary"]["mean_scores"].items()} == pytest.approx(of_report, abs=1e-4)
    assert main(["run", "base_2", "--quiet", "--out", str(tmp_path / "0"), "--games", "60", "--until", "0.1"]) == 0
    told = in_one_line(capsys.readouterr().out)
    assert re.search(r"± 0.1 was not reached: it is ± [\d.]+ after 2 looks and all 60 games; about [\d,]+ games would reach it", told)
    assert main(["run", "base_2", "--quiet", "--out", str(tmp_path / "0"), "--games", "80", "--until", "50", "--resume"]) == 0
    assert "± 50 was reached after 1 look." in in_one_line(capsys.readouterr().out)


def test_a_trillion_games_are_not_walked_through(tmp_path: Path) -> None:
    run = cs.run("quickstart", games=10**12, until=5, out=tmp_path / "run", workers=1)
    assert run.games_played <= 1000


def test_bots_without_lots_have_no_more_games_than_deals(tmp_path: Path) -> None:
    """Run and report agree that copies of a game add nothing: alone there is one deal, so its mean is exact."""
    scenario = {"name": "still", "players": 1, "bots": ["still"], "games": 30, "seed": 1,
                "bot": {"still": {"base": "balanced", "temperature": 0.0}}}  # fmt: skip
    run = cs.run(scenario, out=tmp_path / "run", workers=1)
    mean = scores(run).bots[0].mean
    assert run.manifest["summary"]["mean_scores"]["still"] == {"mean": mean.value, "half_width": 0.0, "error": 0.0, "blocks": 1}


def in_one_line(shown: str) -> str:
    return " ".join(shown.split())


@pytest.mark.slow
def test_the_bench_measures_everything(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.games.caverna.show import bots

    few = replace(bots.BENCHED, players=(1, 4), tiers={"random": "random", "value": "value"})
    monkeypatch.setattr(bots, "BENCHED", few)
    assert main(["bench", "--seconds", "0.1", "--workers", "2", "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["machine"]["cores"] >= 1
    whats = [figure["what"] for figure in found["figures"]]
    for words in ("1 player", "4 players", "tier random", "tier value", "1 worker", "2 workers", "share of writing", "memory", "bytes"):
        assert any(words in what for what in whats), words
    assert {figure["unit"] for figure in found["figures"]} == {"s", "games/s", "choices/s", "%", "bytes", "MB"}
    assert all(figure["value"] > 0 for figure in found["figures"])
