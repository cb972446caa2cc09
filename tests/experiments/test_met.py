"""Rows of the rules that hardly anybody meets: said first, and no verdict is given on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.cli import main

Capture = pytest.CaptureFixture[str]
DEAR = "{ colour = 'yellow', name = 'Bazaar', cost = { wood = 40 }, points = 2 }"
TWO = 'name = "{name}"\nplayers = 2\nbots = ["peaceful", "adventurer"]\nseed = 5\n[rules]\n{rules}\n'


@pytest.fixture(autouse=True)
def _scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = {
        "plain": "",
        "bazaar": f'"furnishing.bazaar" = {DEAR}',
        "rich": f'"furnishing.bazaar" = {DEAR}\n"start.food" = [9, 9, 9, 9, 9, 9, 9]',
    }
    for name, text in rules.items():
        Path(f"{name}.toml").write_text(TWO.format(name=name, rules=text), encoding="utf-8")


def test_a_tile_of_ones_own_that_nobody_builds_is_not_called_equivalent(capsys: Capture) -> None:
    words = ["compare", "plain.toml", "bazaar.toml", "--games", "80", "--quiet", "--workers", "1"]
    assert main([*words, "--page", "page.html"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("not tried: Bazaar was built in 0 of 80 games, so these games say nothing of it.")
    assert "equivalent " not in shown.partition("The runs differ")[0]
    page = Path("page.html").read_text(encoding="utf-8")
    assert '<p id="answer">Bazaar was built in 0 of 80 games' in page and "<h1>Bazaar against plain</h1>" in page
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "not tried"


def test_beside_another_rule_it_is_said_before_the_verdict(capsys: Capture) -> None:
    assert main(["compare", "plain.toml", "rich.toml", "--games", "80", "--quiet", "--workers", "1"]) == 0
    first, second, *_ = filter(None, capsys.readouterr().out.splitlines())
    assert first == "Bazaar was built in 0 of 80 games, so these games say nothing of it."
    assert second.startswith(("different: ", "undecided: "))


def test_a_tile_that_many_build_is_judged(capsys: Capture) -> None:
    Path("cheap.toml").write_text(TWO.format(name="cheap", rules='"furnishing.weaving_parlor.points" = 20'), encoding="utf-8")
    assert main(["compare", "plain.toml", "cheap.toml", "--games", "80", "--quiet", "--workers", "1"]) == 0
    assert capsys.readouterr().out.startswith("different: ")


def test_a_sweep_gives_no_verdict_on_it() -> None:
    study = cs.sweep("bazaar.toml", "furnishing.bazaar.points", [5, 9], games=80, workers=1)
    assert study.found.before == ("Bazaar was built in 0 of 80 games, so these games say nothing of it.",)
    assert study.verdict == (
        "No verdict on the house rule furnishing.bazaar.points at 5 and 9: hardly anybody met what it changes; 2 changes nothing."
    )
    page = study.page().read_text(encoding="utf-8")
    assert '<p class="limit">Bazaar was built in 0 of 80' in page.partition('<p id="answer">No verdict on the house rule')[0]
    assert "<h1>What does a house rule do?</h1>" in page


def test_a_sweep_of_what_many_meet_is_told() -> None:
    study = cs.sweep("plain.toml", "furnishing.weaving_parlor.points", [20], games=80, workers=1)
    assert study.found.before == ()
    assert "changes the score of the mean seat by" in study.verdict


def test_what_is_played_as_it_is_differs_in_nothing_and_what_never_mattered_might() -> None:
    study = cs.sweep("plain.toml", "furnishing.weaving_parlor.points", [20], games=80, workers=1)
    as_it_is = study.table.filter(study.table["value"] == "0")
    assert as_it_is.select("effect", "low", "high").unique().rows() == [(0.0, 0.0, 0.0)]
    assert study.verdict.endswith("; 0 changes nothing.")
    nobody = cs.sweep("plain.toml", "start.food", [[1, 1, 2, 3, 3, 3, 9]], games=80, workers=1)  # of a seat that is not there
    assert "changes the score of the mean seat by 0.00 points at 1, 1, 2, 3, 3, 3, 9 (−" in nobody.verdict
