"""`new-scenario` and `new-bot` write files that pass `check` and play, each of their examples too, and replace nothing unasked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.games.caverna.bots.parameters import packaged_bots

Capture = pytest.CaptureFixture[str]


def with_examples(text: str, part: str) -> str:
    """The file with the examples of one part in force."""
    return text.replace(part, re.sub(r"(?m)^#: ", "", part))


def test_a_new_scenario_is_sound_and_so_is_each_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-scenario", "mine"]) == 0
    assert "next: caverna-sim check mine.toml; caverna-sim run mine.toml" in capsys.readouterr().out
    assert main(["check", "mine.toml"]) == 0
    text = Path("mine.toml").read_text(encoding="utf-8")
    parts = [part for part in text.split("\n\n") if "#: " in part]
    assert len(parts) == 7
    for part in parts:
        Path("one.toml").write_text(with_examples(text, part), encoding="utf-8")
        assert main(["check", "one.toml"]) == 0, part
    run = cs.run("mine.toml", games=4, out="runs/mine", workers=1)
    assert run.games_played == 4


@pytest.mark.parametrize("base", packaged_bots())
def test_a_new_bot_is_its_base_until_it_is_changed(base: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    assert main(["new-bot", "mine", "--base", base, "--out", str(file)]) == 0
    assert main(["check", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    file.write_text(with_examples(text, text), encoding="utf-8")
    assert main(["check", str(file)]) == 0, capsys.readouterr().err


def test_a_new_bot_plays(tmp_path: Path) -> None:
    assert main(["new-bot", "mine", "--out", str(tmp_path / "mine.toml")]) == 0
    game = cs.play(cs.Game(players=2, seed=3), [str(tmp_path / "mine.toml"), "balanced"])
    same = cs.play(cs.Game(players=2, seed=3), ["balanced", "balanced"])
    assert game.scores() == same.scores()


def test_nothing_is_replaced_unasked(tmp_path: Path, capsys: Capture) -> None:
    for command in ("new-bot", "new-scenario"):
        file = tmp_path / f"{command}.toml"
        file.write_text("mine", encoding="utf-8")
        assert main([command, "x", "--out", str(file)]) == 2
        assert file.read_text(encoding="utf-8") == "mine"
        assert main([command, "x", "--out", str(file), "--overwrite"]) == 0
    capsys.readouterr()
    for words in (["new-bot", "balanced"], ["new-scenario", "base_4"], ["new-bot", "../x"], ["new-bot", "x", "--base", "balancde"]):
        assert main(words) == 2
        assert capsys.readouterr().err.startswith("error: ")
