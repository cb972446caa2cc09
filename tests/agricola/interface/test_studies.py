"""Every study and question that Caverna has, asked of Agricola: it answers, and with the words and things of this game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numba
import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.match.outside import give

Capture = pytest.CaptureFixture[str]
DUEL = {"name": "duel", "game": "agricola", "players": 2, "bots": ["balanced", "herder"], "seed": 3}
THREE = {"name": "three", "game": "agricola", "players": 3, "bots": ["balanced", "grower", "herder"], "seed": 3}


@numba.njit
def middling(state, rules, legal, number):  # type: ignore[no-untyped-def]
    """A compiled player."""
    return (number + state["round"]) // 2 % number


def middling_in_python(view: Any, legal: list[Any], rng: Any) -> Any:
    """The same player."""
    return legal[(len(legal) + view.round) // 2 % len(legal)]


def asked(folder: Path, **more: Any) -> dict[str, Any]:
    """Options of a small study."""
    return {"out": folder / "study", "workers": 1, **more}


def test_an_improvement_on_the_workbench(capsys: Capture) -> None:
    """A well that scores fifteen points is worth building for who alone may do so; three prices in food beside the printed one."""
    rich = {**DUEL, "rules": {"major.well.points": 15}}
    bench = cs.major(rich, "well", games=(64, 8), workers=1)
    found = bench.tables[0]
    assert [one.goods for one in found.prices] == [1, 4, 7]
    assert found.printed.alone is not None and found.printed.alone.value > 3
    assert bench.verdict.startswith("At duel ")
    assert main(["major", "agricola_2", "wel", "--quiet"]) == 2
    assert "did you mean `well`" in capsys.readouterr().err


def test_first_placements_to_click_through(tmp_path: Path, capsys: Capture) -> None:
    run = cs.run(THREE, games=90, out=tmp_path / "run", workers=1)
    assert main(["explore", str(run.path), "--out", str(tmp_path / "page.html"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told and (tmp_path / "page.html").stat().st_size > 10_000


def test_a_compiled_function_plays_as_it_does_in_python(tmp_path: Path) -> None:
    hashes = []
    for number, player in enumerate((middling, middling_in_python)):
        run = cs.run({**DUEL, "bots": [give(player), "balanced"]}, games=12, out=tmp_path / str(number), workers=1)
        hashes.append(run.table("games").collect()["hash"].to_list())
    assert hashes[0] == hashes[1]
    assert cs.play(cs.Game(scenario=run.scenario, seed=run.seed, index=5)).hash == hashes[0][5]


@pytest.mark.slow
def test_what_is_fair_and_what_pay_makes_of_improvements(tmp_path: Path) -> None:
    found = cs.major_study(DUEL, games=400, fair_prices=True, encouraged=True, sets=["clay_oven+stone_oven"], **asked(tmp_path))
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "Dearer ones cost more food" in page and "gold" not in page
    assert found.games > 400


@pytest.mark.slow
def test_strengths_stand_side_by_side(tmp_path: Path) -> None:
    words = ["agricola_2", "--games", "200", "--strengths", "novice,balanced", "--out", str(tmp_path / "study"), "--quiet"]
    assert main(["openings", *words]) == 0
    assert {one.name for one in (tmp_path / "study").iterdir()} >= {"report.html", "table.csv"}


@pytest.mark.slow
def test_best_responses(tmp_path: Path) -> None:
    """Who had better open otherwise, use another space, or keep to a smaller family, once the others do what is best for them."""
    for study, games in ((cs.opening_study, 300), (cs.growth_study, 200), (cs.space_study, 700)):
        table = DUEL if study is cs.opening_study else THREE
        found = study(table, games=games, respond=True, **asked(tmp_path / study.__name__))
        assert "best responses" in (tmp_path / study.__name__ / "study" / "report.html").read_text(encoding="utf-8")
        assert found.games > games


@pytest.mark.slow
def test_a_sweep_of_house_rules(tmp_path: Path) -> None:
    found = cs.sweep(DUEL, {"feeding.adult": [1, 2]}, games=200, **asked(tmp_path))
    fed = found.table.filter(found.table["value"] == "1")
    assert fed["effect"].max() > 0
