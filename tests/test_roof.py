"""Another game under the same roof: batch, dataset, comparisons, tournaments, studies and pages know it by its protocol only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim import games
from caverna_sim.cli import main
from caverna_sim.errors import CavernaError, ScenarioError
from caverna_sim.experiments.tournament import tournament
from caverna_sim.scenario.scenario import load_scenario, read_scenario
from tests.toy import TOY, ToyScenario

TABLE: dict[str, Any] = {"name": "dice", "game": "toy", "players": 3, "bots": ["bold", "careful", "lazy"], "games": 600, "seed": 5}


@pytest.fixture(scope="module", autouse=True)
def _second_game() -> Iterator[None]:
    games.register(TOY)
    yield
    games._REGISTERED.pop(TOY.name)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[cs.Run, cs.Run]:
    folder = tmp_path_factory.mktemp("toy")
    dear = {**TABLE, "name": "dear", "rules": {"again.price": 3}}
    one, other = (cs.run(data, out=folder / data["name"], workers=1) for data in (TABLE, dear))
    return one, other


def test_a_scenario_of_another_game_is_read_with_its_own_keys(tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_text('name = "d"\ngame = "toy"\nplayers = 2\nbots = ["bold", "lazy"]\ndice = 5\n', encoding="utf-8")
    scenario = load_scenario(file)
    assert isinstance(scenario, ToyScenario)
    assert (scenario.dice, scenario.game) == (5, "toy")
    assert read_scenario(scenario.to_data()) == scenario
    for wrong, words in (({"dice": 0}, "from 1 to 9"), ({"expansion": "fiends"}, "unknown key"), ({"players": 5}, "from 1 to 4")):
        with pytest.raises(ScenarioError, match=words):
            read_scenario({**TABLE, **wrong})
    with pytest.raises(ScenarioError, match="there is no game 'toi'"):
        read_scenario({**TABLE, "game": "toi"})
    assert read_scenario({"name": "c", "players": 1, "bots": ["random"]}).game == "caverna"


def test_a_batch_keeps_its_tables(runs: tuple[cs.Run, cs.Run]) -> None:
    run, _ = runs
    assert run.manifest["game"] == "toy"
    assert run.tables == ("games", "players", "throws")
    assert run.throws.collect().height == 600 * 3 * 3
    assert run.players.filter(run.players.collect()["bot"].cast(str) == "lazy").collect()["again"].sum() == 0


def test_more_games_go_on_with_a_run(runs: tuple[cs.Run, cs.Run], tmp_path: Path) -> None:
    short = cs.run(TABLE, games=60, out=tmp_path / "run", workers=1)
    longer = cs.run(TABLE, games=600, out=tmp_path / "run", workers=1, resume=True)
    assert short.games_played == 60
    assert longer.players.collect().equals(runs[0].players.collect())


def test_runs_are_compared_and_verdicts_given(runs: tuple[cs.Run, cs.Run]) -> None:
    found = cs.compare(*runs, by="bot")
    verdicts = {effect.name: effect.verdict for effect in found.effects}
    assert verdicts["lazy"] == "equivalent"  # never throws again, whatever it costs
    assert verdicts["bold"] == "different"
    again = cs.compare(*runs, measure="again", smallest_effect=0.5)
    assert again.overall == "equivalent"
    assert "throws either way" in again.verdict
    with pytest.raises(CavernaError, match="unknown measure `begging`"):
        cs.compare(*runs, measure="begging")


def test_bots_meet_in_a_tournament() -> None:
    found = tournament(["bold", "lazy"], 2, 400, 1, scenario=read_scenario({**TABLE, "players": 2, "bots": ["bold", "lazy"]}))
    share = found.ratings.wins[0][1]
    assert share is not None
    assert share.low > 0.5  # throwing low dice again pays
    with pytest.raises(CavernaError, match="players: the scenario is for 2, not 3; leave them out"):
        tournament(["bold", "lazy"], 3, scenario=read_scenario({**TABLE, "players": 2, "bots": ["bold", "lazy"]}))


def test_general_studies_and_sweeps_are_for_every_game(tmp_path: Path) -> None:
    assert cs.seat_study(TABLE, games=300, out=tmp_path / "seats", workers=1).table.height >= 3
    swept = cs.sweep(TABLE, "again.price", [0, 3], games=300, out=tmp_path / "sweep", workers=1)
    assert "again.price" in swept.verdict
    assert swept.page().is_file()


def test_the_page_of_a_run_is_written(runs: tuple[cs.Run, cs.Run], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(runs[0].path)]) == 0
    page = (runs[0].path / "report.html").read_text(encoding="utf-8")
    capsys.readouterr()
    assert all(word in page for word in ("bold", "careful", "lazy", "price"))
    assert "urnishing" not in page
