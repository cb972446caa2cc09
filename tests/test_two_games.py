"""Two games that call things alike: each command, study, position and public name is that of the game that is meant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim import games
from caverna_sim.cli import commands, main, owners
from caverna_sim.errors import CavernaError, ScenarioError
from caverna_sim.experiments.studies import studies
from caverna_sim.games.facts import GameCommand
from caverna_sim.scenario.scenario import packaged_scenarios
from tests.toy import TOY
from tests.toy.game import Game as ToyGame

Capture = pytest.CaptureFixture[str]
SEAT = {"dice": [0, 0, 0], "again": 0, "guess": 0, "hits": 0}
DICE = {"game": "toy", "players": 2, "round": 1, "phase": "guessing", "cards": [1, 2, 3], "seats": [SEAT, SEAT]}


@pytest.fixture(autouse=True)
def _two_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(games, "_REGISTERED", {})
    games.register(TOY)
    yield


def told(capsys: Capture, *words: str) -> str:
    assert main(list(words)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    assert main(list(words)) == 2
    return capsys.readouterr().err


# ---------------------------------------------------------------- names of games, commands and studies


def test_two_games_may_not_have_one_name() -> None:
    games.register(TOY)  # the same again is no other
    for name in ("caverna", "toy"):
        with pytest.raises(CavernaError, match=f"game `{name}`: there is a game of that name already"):
            games.register(replace(TOY, name=name))


def test_a_game_may_not_name_two_commands_alike() -> None:
    with pytest.raises(CavernaError, match="it has two commands `watch`"):
        games.register(replace(TOY, name="other", commands=TOY.commands * 2))
    with pytest.raises(CavernaError, match="it has two commands `openings`"):
        games.register(replace(TOY, name="other", commands=(GameCommand("openings", "", "", ""),)))


def test_no_game_may_take_the_name_of_a_general_command() -> None:
    for word in ("run", "seats", "check"):
        games._REGISTERED["toy"] = replace(TOY, commands=(GameCommand(word, "", "", ""),))
        with pytest.raises(CavernaError, match=f"game `toy`: its command `{word}` is called like one for all games"):
            commands()


def test_both_games_keep_their_commands() -> None:
    assert owners("watch") == ("caverna", "agricola", "neanderthal", "toy")
    assert set(owners("openings")) >= {"caverna", "toy"}
    assert owners("run") == ()
    assert commands()["watch"].summary == "show one game, step by step, with the boards"
    assert commands("toy")["watch"].summary == "dice, throw by throw"
    assert commands("toy")["tiles"].game == "caverna"


def test_the_scenario_says_whose_command_is_meant(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(packaged_scenarios()["dice_3"], encoding="utf-8")
    for source in ("dice_3", str(file)):
        assert told(capsys, "watch", source) == f"dice of {source}, toy\n"
    assert told(capsys, "watch", "--out", "quickstart", "dice_3") == "dice of dice_3, toy\n"  # what is written is no input
    assert "Caverna" not in told(capsys, "watch", "--help", "--game", "toy")
    assert "boards" in told(capsys, "watch", "--help")


def test_an_option_says_whose_command_is_meant(capsys: Capture) -> None:
    assert told(capsys, "watch", "--game", "toy") == "dice of None, toy\n"
    assert told(capsys, "watch", "--game=toy") == "dice of None, toy\n"
    assert "there is no game 'toi'; did you mean `toy`?" in refused(capsys, "watch", "--game", "toi")
    assert "`toy` has no such command; caverna has it" in refused(capsys, "tiles", "dice_3", "--game", "toy")


@pytest.mark.parametrize(
    ("words", "owner", "asks"),
    [
        (("majors", "base_4"), "Caverna", "Agricola"),
        (("weapons", "agricola_4"), "Agricola", "Caverna"),
        (("orcs", "neanderthal_3"), "Neanderthal", "Caverna"),
    ],
)
def test_a_scenario_of_another_game_is_refused_by_name(words: tuple[str, ...], owner: str, asks: str, capsys: Capture) -> None:
    """`majors base_4` told of a table `cards` that nobody had named."""
    said = refused(capsys, *words)
    assert f"caverna-sim {words[0]}: `{words[1]}` is of {owner}" in said
    assert f"give one of {asks}" in said


def test_a_run_says_whose_command_is_meant(tmp_path: Path, capsys: Capture) -> None:
    run = cs.run("dice_3", games=30, out=tmp_path / "run", workers=1)
    assert told(capsys, "watch", str(run.path)) == f"dice of {run.path}, toy\n"


def test_studies_of_both_games_are_found() -> None:
    places = {game: {one.name: one.study for one in studies(game)} for game in ("caverna", "toy")}
    assert places["toy"]["openings"] == "tests.toy.people:opening_study"
    assert places["caverna"]["openings"].endswith("experiments.openings:opening_study")
    assert places["toy"]["seats"] == places["caverna"]["seats"]


def test_bots_of_a_game_meet_without_a_scenario(capsys: Capture) -> None:
    found = json.loads(told(capsys, "tournament", "bold", "lazy", "--game", "toy", "--players", "2", "--games", "40", "--json", "--quiet"))
    assert {bot["name"] for bot in found["bots"]} == {"bold", "lazy"}
    assert "5 is not allowed; give a whole number from 2 to 4" in refused(
        capsys, "tournament", "bold", "lazy", "--game", "toy", "--players", "5", "--quiet"
    )


# ---------------------------------------------------------------- positions, scenarios, public names


def test_games_are_listed_with_what_comes_along(capsys: Capture) -> None:
    found = json.loads(told(capsys, "games", "--json"))
    assert list(found) == ["caverna", "agricola", "neanderthal", "toy"]
    assert found["toy"] == {
        "name": "toy", "title": "Dice", "players": [1, 4], "expansions": {},
        "bots": ["bold", "careful", "lazy", "random"], "scenarios": ["dice_3"],
    }  # fmt: skip
    assert "Dice: 1 to 4 players, 4 bots, 1 scenario" in told(capsys, "games")


def test_packaged_scenarios_live_with_their_game(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(packaged_scenarios("toy")) == {"dice_3"}
    assert "quickstart" in packaged_scenarios("caverna")
    assert set(packaged_scenarios()) == {name for game in games.names() for name in packaged_scenarios(game)}
    assert list(json.loads(told(capsys, "scenarios", "--game", "toy", "--json"))) == ["dice_3"]
    games.register(replace(TOY, name="other"))  # the same folder
    with pytest.raises(ScenarioError, match="two games bring one of that name"):
        packaged_scenarios()


def test_a_position_is_checked_by_the_game_that_it_names(tmp_path: Path, capsys: Capture) -> None:
    def checked(position: object, name: str = "position.json") -> Path:
        file = tmp_path / name
        file.write_text(json.dumps(position), encoding="utf-8")
        return file

    assert told(capsys, "check", str(checked(DICE))) == "ok: position `position.json`: dice of 2\n"
    assert "there is no game 'toi'" in refused(capsys, "check", str(checked({"game": "toi", "players": 2})))
    assert "`dice`" in refused(capsys, "check", str(checked({"players": 2, "dice": 3})))  # it is one of Caverna, which has no dice


def test_a_game_is_made_by_name_scenario_or_position() -> None:
    assert isinstance(cs.Game(game="toy", players=3), ToyGame)
    assert isinstance(cs.Game(scenario="dice_3"), ToyGame)
    assert isinstance(cs.Game.from_dict(DICE), ToyGame)
    assert isinstance(cs.Game(game="toy", players=2), cs.Game)
    with pytest.raises(CavernaError, match="game: there is no game 'toi'; did you mean `toy`"):
        cs.Game(game="toi", players=2)
    with pytest.raises(CavernaError, match="position `game`: there is no game 'toi'"):
        cs.Game.from_dict({"game": "toi"})


def test_what_a_game_brings_along_hangs_at_its_name() -> None:
    assert set(cs.toy.bots()) == {"bold", "careful", "lazy", "random"}
    assert cs.caverna.opening_study.__module__.endswith("experiments.openings")
    assert cs.caverna.Game.game == "caverna"
    assert cs.dice_study("x") == "dice of x"  # only one game has it
    assert {"caverna", "toy", "dice_study"} <= set(dir(cs))


def test_a_verb_of_several_games_asks_which_is_meant() -> None:
    assert set(cs.bots(game="toy")) == {"bold", "careful", "lazy", "random"}
    assert "balanced" in cs.bots()
    assert cs.opening_study("dice_3") == "first throws of dice_3"
    assert cs.opening_study(["dice_3", "dice_3"]).startswith("first throws")
    with pytest.raises(CavernaError, match="'caverna' is not the game of what is given, which is `toy`"):
        cs.opening_study("dice_3", game="caverna")
    with pytest.raises(CavernaError, match="there is no game 'toi'"):
        cs.bots(game="toi")


def test_the_game_that_is_to_be_played_may_be_given_by_name() -> None:
    game = cs.play(game=cs.Game(game="agricola", players=2, seed=1), bots=["random", "random"])
    assert game.over and game.game == "agricola"


def test_a_verb_that_serves_several_games_is_told_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caverna_sim.experiments.plans.conduct", lambda question, *_, **__: question)
    assert cs.plan_study(["balanced", "novice"], game="agricola").game == "agricola"
    assert cs.plan_study(["balanced", "novice"]).game == "caverna"
