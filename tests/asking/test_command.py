"""The command `analyse`: which position, what it says, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.asking.analyse import Loss
from caverna_sim.asking.source import asked, go_to
from caverna_sim.cli import main
from caverna_sim.commands.analyse import loss_in_words

QUICK = ("--bots", "balanced", "--effort", "64", "--quiet")


def test_the_answer_fits_a_narrow_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["analyse", "base_4", "--round", "3", "--seat", "2", *QUICK]) == 0
    told = capsys.readouterr().out
    first, _, verdict = told.splitlines()[:3]
    assert first == "base_4, game 0, round 3: seat 2 to move"
    assert verdict.startswith(("Too close to call between ", "Sheep")) or " is best" in verdict
    assert "goes on like this in most playouts:\n  place a dwarf of strength 0 on " in told
    assert max(map(len, told.splitlines())) <= 80


def test_what_a_choice_loses_begins_where_that_is_known() -> None:
    """The best one loses nothing; one that is worse loses more than nothing, also where the interval of its loss begins at 0."""

    def told(verdict: str, *lost: float) -> str:
        return loss_in_words(SimpleNamespace(verdict=verdict, lost=Loss(*lost)))  # type: ignore[arg-type]

    assert told("best", 0.0, 0.0, 0.0) == "0.0"
    assert told("too close", 0.0, 0.0, 1.4) == "0.0 (0 to 1.4)"
    assert told("worse", 2.4, 0.0, 4.1) == "2.4 (>0 to 4.1)"
    assert told("worse", 9.2, 0.3, 14.9) == "9.2 (0.3 to 14.9)"


@pytest.mark.parametrize("width", [40, 60, 80])
def test_no_figure_is_cut_whatever_the_width(width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Names wrap first; where that does not do, every choice is a paragraph."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["analyse", "base_4", "--round", "6", *QUICK]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= width
    assert "\N{HORIZONTAL ELLIPSIS}" not in told
    assert ("playouts 4" in " ".join(told.split())) == (width < 80)


def test_a_game_without_placements_is_asked_about_where_a_seat_has_a_choice() -> None:
    about = asked("neanderthal_3")
    go_to(about, 3, 1)
    assert (about.game.round, about.game.player) == (3, 1)
    assert len(about.game.legal()) > 1


def test_machines_get_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "base_2", "--json", *QUICK]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["playouts"] == sum(one["playouts"] for one in told["choices"])
    assert {"text", "action", "id", "verdict", "points", "won", "loss", "loss_wins"} <= set(told["choices"][0])


def test_a_position_and_a_line_are_asked_about_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game: Any = cs.Game(players=2, seed=3)
    game.play("place a dwarf of strength 0 on supplies")
    position, line = tmp_path / "here.json", tmp_path / "line.json"
    position.write_text(json.dumps(game.to_dict()))
    line.write_text(json.dumps({"players": 2, "seed": 3, "moves": [one.text for one in game.actions]}))
    answers = []
    for file in (position, line):
        assert main(["analyse", str(file), "--json", *QUICK]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert answers[0]["seat"] == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["base_4", "--round", "13"], "the game has no turn in round 13; the game ends in round 12: ask about another round, seat or turn"),
        (["base_4", "--round", "3", "--seat", "9"], "argument --seat"),
        (["base_2", "--seat", "3"], "--seat 3: seats of this game go from 0 to 1"),
        (["base_4", "--bots", "balancd"], "did you mean `balanced`"),
        (["base_4", "--bots", "balanced", "swift"], "2 bots for 4 players; give one for all seats, or one for each"),
        (["nowhere.json"], "there is no such file"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", *words, "--quiet"]) == 2
    assert sentence in capsys.readouterr().err


def test_a_grossly_bad_placement_is_found() -> None:
    """The last dwarf of a solo game, with 30 points for a ruby: five rubies against two, and against none."""
    game: Any = cs.Game(players=1, seed=4, rules={"scoring.ruby": 30})
    while not (game.round == 12 and at_home(game) == 1 and any(one.kind == "place" for one in game.legal())):
        legal = game.legal()
        game.play(next((one for one in legal if one.kind in ("place", "pass")), legal[0]))
    found = cs.analyse(game, "balanced", effort=400)
    assert found.best.text == "Ruby mining"
    assert found.settled
    assert found.verdict.startswith("Ruby mining is best: every other choice loses at least ")
    assert all(50 < one.lost.low <= 90 for one in found.choices if one.text == "Ruby delivery")
    assert all(one.verdict == "worse" and one.lost.low > 50 for one in found.choices[1:])


def at_home(game: Any) -> int:
    return sum(dwarf["at"] == "home" for dwarf in game.to_dict()["seats"][0]["dwarfs"])
