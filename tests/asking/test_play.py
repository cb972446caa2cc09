"""The command `play`: a person at the table, what is shown, undo, hints, and the game that is kept."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.asking.source import asked
from caverna_sim.cli import main

GAMES = ("base_2", "agricola_2", "neanderthal_3")


def typed(monkeypatch: pytest.MonkeyPatch, folder: Path, *lines: str) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def kept(folder: Path) -> dict[str, Any]:
    (file,) = folder.glob("play-*.json")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@pytest.mark.parametrize("scenario", GAMES)
def test_a_whole_game_is_kept_as_a_line_that_plays_again(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Always the first choice; then `asked`, by which `analyse` reads, comes to the same end."""
    typed(monkeypatch, tmp_path, *["1"] * 2000)
    assert main(["play", scenario, "--seed", "4", "--quiet"]) == 0
    told = capsys.readouterr().out
    line = kept(tmp_path)
    assert line["seed"] == 4
    assert line["seat"] == 0
    again = asked(str(next(tmp_path.glob("play-*.json"))))
    while not again.game.over:
        again.game.play(again.choose())
    scores = again.game.scores()
    assert line["points"] == scores[0]["total"]
    assert f"seat 0 (you): {scores[0]['total']} points" in told.replace("\N{MINUS SIGN}", "-")
    assert max(map(len, told.splitlines())) <= 400


def test_undo_takes_back_to_the_last_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """And so do the moves that are kept; with nothing to take back it says so."""
    typed(monkeypatch, tmp_path, "u", "place a dwarf of strength 0 on supplies", "u", "place a dwarf of strength 0 on logging_1_3", "q")
    assert main(["play", "base_2", "--seed", "1", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert "there is nothing to take back" in told
    assert "taken back" in told
    assert "go on with: caverna-sim play play-base_2-1.json" in told
    assert kept(tmp_path)["moves"][0] == "place a dwarf of strength 0 on logging_1_3"


def test_a_hint_and_what_else_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, tmp_path, "?", "h", "a", "s", "b", "l", "99", "nonsense", "")
    assert main(["play", "base_2", "--seed", "1", "--hints", "60", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert "h: a hint" in told
    assert "after 5" in told or "after 60 playouts" in told or "playouts" in told
    assert " would play: place a dwarf" in told
    assert "give a number from 1 to 11" in told
    assert "`nonsense` is none of your choices; give a number from 1 to 11, or ? for help" in told


@pytest.mark.parametrize("scenario", GAMES)
def test_every_game_shows_its_boards(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the first decision, and when asked."""
    typed(monkeypatch, tmp_path, "b", "q")
    assert main(["play", scenario, "--seed", "5"]) == 0
    told = capsys.readouterr().out
    assert told.count("seat 0 (you)") == 2
    assert max(len(line) for line in told.splitlines() if "go on with:" not in line) <= 80


def test_a_choice_is_known_by_its_name_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`logging` plays what the list calls so; a number that is none of them, and what cannot be played, is refused with the reason."""
    typed(monkeypatch, tmp_path, "-1", "9" * 5000, "place a dwarf of strength 0 on ruby_mining", "ruby minning", "Logging", "q")
    assert main(["play", "base_2", "--seed", "1", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert told.count("give a number from 1 to 11\n") == 2
    assert "nothing could be carried out on `ruby_mining` (R-WORK-6)" in told
    assert "`ruby minning` is none of your choices" in told
    assert kept(tmp_path)["moves"][0] == "place a dwarf of strength 0 on logging_1_3"


def test_a_game_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, tmp_path, "1")
    assert main(["play", "base_2", "--seed", "1", "--seat", "1", "--quiet"]) == 0
    before = kept(tmp_path)["moves"]
    typed(monkeypatch, tmp_path, "1", "1")
    assert main(["play", "play-base_2-1.json", "--quiet"]) == 0
    assert "you are seat 1 of 2" in capsys.readouterr().out
    after = kept(tmp_path)["moves"]
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_bots_of_a_scenario_go_on_as_they_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who plays what its bot would play gets the game of the batch."""
    game: Any = cs.play(cs.Game(scenario="base_2", seed=9))
    mine = iter(game.actions)
    line = [one.text for one in mine]
    typed(monkeypatch, tmp_path, *_decisions(game, 0))
    assert main(["play", "base_2", "--seed", "9", "--quiet"]) == 0
    assert kept(tmp_path)["moves"] == line


def _decisions(played: Any, seat: int) -> list[str]:
    """What a person in a seat types to play the same."""
    game: Any = cs.Game(scenario="base_2", seed=9)
    words = []
    for action in played.actions:
        if game.player == seat and len(game.legal()) > 1:
            words.append(action.text)
        game.play(action)
    return words


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["base_2", "--seat", "4"], "play: --seat 4: seats of this game go from 0 to 1"),
        (["base_2", "--out", "."], "give another file with --out"),
        (["base_2", "--game", "agricola"], "is no scenario of agricola"),
    ],
)
def test_what_cannot_be_played_is_refused(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, tmp_path)
    assert main(["play", *words, "--quiet"]) == 2
    assert sentence in capsys.readouterr().err
