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


def answered(capsys: Capture, folder: Path, *words: str) -> str:
    """What a study of two players prints."""
    assert main([words[0], "agricola_2", *words[1:], "--out", str(folder / "study"), "--workers", "1", "--quiet"]) == 0
    assert (folder / "study" / "report.html").exists()
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_what_fair_prices_are(tmp_path: Path, capsys: Capture) -> None:
    """Dearer improvements cost more of what Agricola has."""
    told = answered(capsys, tmp_path, "majors", "--games", "400", "--fair-prices")
    assert "Dearer ones cost more food" in told and "gold" not in told


@pytest.mark.slow
def test_what_pay_makes_of_improvements(tmp_path: Path, capsys: Capture) -> None:
    told = answered(capsys, tmp_path, "majors", "--games", "400", "--encouraged", "--sets", "clay_oven+stone_oven")
    assert "Built by bots that are paid for it" in told


@pytest.mark.slow
def test_strengths_stand_side_by_side(tmp_path: Path, capsys: Capture) -> None:
    told = answered(capsys, tmp_path, "openings", "--games", "400", "--strengths", "novice,balanced")
    assert "agricola_2-novice" in told and "agricola_2-balanced" in told


@pytest.mark.slow
def test_who_had_better_open_otherwise(tmp_path: Path, capsys: Capture) -> None:
    told = answered(capsys, tmp_path, "openings", "--games", "300", "--respond")
    assert "best responses" in told


@pytest.mark.slow
def test_a_sweep_of_house_rules(tmp_path: Path, capsys: Capture) -> None:
    told = answered(capsys, tmp_path, "sweep", "feeding.adult=1,2", "--games", "200")
    assert "changes nothing" in told  # 2 is what is printed
