"""The template of a game plays through every door, so that its copy does too; its rules, as a rulebook would test them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim import games
from caverna_sim.cli import main
from caverna_sim.errors import CavernaError, IllegalAction
from caverna_sim.kit.contract import missing_in_state
from tests.orchard import ORCHARD
from tests.orchard.game import Game
from tests.orchard.shape.layout import STATE

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(games, "_REGISTERED", {})
    games.register(ORCHARD)
    yield


def at_price(price: int) -> Game:
    """Two seats in a first round in which the stall pays so much."""
    position = Game(players=2, seed=1).to_dict()
    return Game.from_dict({**position, "prices": [price, *position["prices"][1:]]})


# ---------------------------------------------------------------- rules


def test_a_picker_takes_all_fruit_of_a_tree_and_nobody_follows() -> None:
    game = Game(players=2, seed=1).play("go to apple_tree")
    assert game.to_dict()["seats"][0]["goods"] == {"apple": 2, "pear": 0}
    assert game.to_dict()["spaces"]["apple_tree"] == {"used_by": 0}
    with pytest.raises(IllegalAction, match="somebody is at `apple_tree` already"):
        game.play("go to apple_tree")


def test_the_stall_buys_all_fruit_at_the_price_of_the_round() -> None:
    position = at_price(3).to_dict()
    position["seats"][0]["goods"] = {"apple": 4, "pear": 1}
    game = Game.from_dict(position).play("go to stall")
    assert game.to_dict()["seats"][0] == {"coins": 15, "goods": {"apple": 0, "pear": 0}}


def test_the_well_pays_a_wage_which_a_house_rule_may_raise() -> None:
    assert Game(players=1, seed=1).play("go to well").to_dict()["seats"][0]["coins"] == 1
    assert Game(players=1, seed=1, rules={"well.wage": 5}).play("go to well").to_dict()["seats"][0]["coins"] == 5
    with pytest.raises(CavernaError, match=r"well\.wage"):
        Game(players=1, rules={"well.wage": 21})


def test_coins_count_and_left_fruit_a_little() -> None:
    position = at_price(1).to_dict()
    position["seats"][1] = {"coins": 7, "goods": {"apple": 5, "pear": 2}}
    assert Game.from_dict(position).scores()[1]["parts"] == {"coins": 7, "fruit": 2}


def test_another_seat_begins_each_round() -> None:
    game = Game(players=3, seed=1)
    first = []
    for _ in range(3):
        first.append(game.player)
        for _ in range(3):
            game.play(game.legal()[0])
    assert first == [0, 1, 2]


# ---------------------------------------------------------------- doors


def test_its_state_has_what_every_game_has() -> None:
    assert missing_in_state(STATE) == []


def test_a_run_its_page_and_one_of_its_games(tmp_path: Path, capsys: Capture) -> None:
    out = str(tmp_path / "run")
    assert main(["run", "orchard_3", "--games", "300", "--out", out, "--quiet"]) == 0
    run = cs.load(out)
    scores = run.players.group_by("bot").agg(pl.col("score").mean()).collect()
    means = dict(scores.rows())
    assert means["grower"] > means["random"]
    assert main(["report", out]) == 0
    assert "grower" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    page = tmp_path / "game.html"
    assert main(["watch", out, "--index", "1", "--html", str(page), "--quiet"]) == 0
    assert "Prices so far" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["watch", "orchard_3", "--boards", "every-turn"]) == 0
    assert "the stall pays" in capsys.readouterr().out
    assert main(["bots", "--game", "orchard"]) == 0
    assert "Waits for a good price." in capsys.readouterr().out


def test_a_position_is_analysed_and_checked(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(Game(players=2, seed=1).to_dict()), encoding="utf-8")
    found = cs.analyse(Game(players=2, seed=1), "grower", effort=64, workers=1)
    assert {choice.action.text for choice in found.choices} == {f"go to {place}" for place in ("apple_tree", "pear_tree", "well", "stall")}
    assert found.best.action.text != "go to stall"  # there is nothing to sell yet
    assert main(["analyse", str(file), "--bots", "grower", "--effort", "64", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)
