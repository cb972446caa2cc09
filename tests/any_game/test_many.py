"""Many games of any kind: the same through every door, whatever workers and chunks; pages show them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.games import plays, told_of
from caverna_sim.kit.contract import missing_in_tables
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.scenario.values import Faults
from tests.any_game import CASES, GAMES, PUBLIC, quick, scenarios_of

BLOCKS = 6
MOST_COMPARED = 24  # games of a table; `python -m benchmarks.doors` compares 20,000 of Caverna
NOBODY_STOPS = np.zeros(1, np.int8)


def everything(game: str, scenario: str) -> Scenario:
    """A scenario with quick bots that keeps all tables."""
    found = quick(game, scenario)
    own = plays(game)
    known = own.recorded(own.first(found.to_data(), Faults()) or {})
    usual = [name for name in known.known if name not in known.not_here]
    return quick(game, scenario, record=usual)


def rows(run: cs.Run) -> dict[str, pl.DataFrame]:
    return {name: run.table(name).collect() for name in run.tables}


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_a_game_of_the_batch_is_the_game_of_the_door(game: str, scenario: str, tmp_path: Path) -> None:
    played = everything(game, scenario)
    source = plays(game).source(played)
    run = cs.run(played, games=BLOCKS * source.block_games, out=tmp_path / "run", workers=1)
    games, players = run.games.collect().sort("game"), run.players.collect().sort("game", "seat")
    assert missing_in_tables(source.tables, told_of(run.manifest)) == []
    for index in range(0, games.height, -(-games.height // MOST_COMPARED)):  # of every block and seating some
        one = PUBLIC[game].play(cs.Game(scenario=played, index=index))
        assert one.hash == games["hash"][index], index
        own = players.filter(pl.col("game") == index)
        assert [score["total"] for score in one.scores()] == own["score"].to_list()
        assert [score["rank"] for score in one.scores()] == own["rank"].to_list()
        assert list(one.planned.bots) == own["bot"].cast(pl.String).to_list()
        parts = {name.removeprefix("part_") for name in own.columns if name.startswith("part_")}
        assert parts == set(one.scores()[0]["parts"])
        for part in parts:
            assert [score["parts"][part] for score in one.scores()] == own[f"part_{part}"].to_list()


@pytest.mark.parametrize("game", GAMES)
def test_workers_and_chunks_change_nothing(game: str, tmp_path: Path) -> None:
    played = everything(game, scenarios_of(game)[-1])
    block = plays(game).source(played).block_games
    one = cs.run(played, games=8 * block, out=tmp_path / "one", workers=1)
    two = cs.run(played, games=8 * block, out=tmp_path / "two", workers=2, backend="threading", chunk_games=2 * block)
    for name, frame in rows(one).items():
        assert frame.equals(two.table(name).collect()), name


@pytest.mark.parametrize("game", GAMES)
def test_a_run_goes_on_where_it_stopped(game: str, tmp_path: Path) -> None:
    played = everything(game, scenarios_of(game)[0])
    block = plays(game).source(played).block_games
    whole = cs.run(played, games=8 * block, out=tmp_path / "whole", workers=1)
    cs.run(played, games=4 * block, out=tmp_path / "run", workers=1, chunk_games=2 * block)
    longer = cs.run(played, games=8 * block, out=tmp_path / "run", workers=1, resume=True)
    for name, frame in rows(whole).items():
        assert frame.equals(longer.table(name).collect()), name


@pytest.mark.parametrize("game", GAMES)
def test_bots_meet_the_same_chances_in_every_seat(game: str) -> None:
    """Games of a block are dealt alike, and another seed deals otherwise."""
    played = everything(game, scenarios_of(game)[-1])
    source = plays(game).source(played)
    found = source.play(0, 4 * source.block_games, NOBODY_STOPS)
    assert found is not None
    setups = np.asarray(found.rows["games"]["setup"]).reshape(4, -1)
    assert (setups == setups[:, :1]).all()
    other = plays(game).source(replace(played, seed=played.seed + 1)).play(0, 4 * source.block_games, NOBODY_STOPS)
    assert other is not None
    assert (other.hashes != found.hashes).any()


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_page_of_everything(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = everything(game, scenarios_of(game)[-1])
    block = plays(game).source(played).block_games
    run = cs.run(played, games=30 * block, out=tmp_path / "run", workers=1)
    assert main(["report", str(run.path)]) == 0
    page = (run.path / "report.html").read_text(encoding="utf-8")
    assert all(bot in page for bot in set(played.bots))
    other = cs.run(replace(played, seed=played.seed + 1), games=30 * block, out=tmp_path / "other", workers=1)
    assert main(["compare", str(run.path), str(other.path), "--page", str(tmp_path / "compared.html"), "--quiet"]) == 0
    assert (tmp_path / "compared.html").is_file()
    assert cs.seat_study(played, games=30 * block, out=tmp_path / "seats", workers=1).page().is_file()
    capsys.readouterr()


@pytest.mark.parametrize("game", GAMES)
def test_each_command_of_a_game_explains_itself(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    facts = told_of({"game": game})
    for word in (*(one.name for one in facts.commands), *(one.name for one in facts.studies)):
        assert main([word, "--game", game, "--help"]) == 0
        assert f"usage: caverna-sim {word}" in capsys.readouterr().out
