"""What somebody tries on the first evening, with the first and the second attempt: each of these failed once."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.cli import commands, main
from caverna_sim.games.caverna import public

Capture = pytest.CaptureFixture[str]
RANDOM = 'name = "{name}"\nplayers = 2\nbots = ["random", "random"]\ngames = {games}\n'


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)


def typed(capsys: Capture, *words: str) -> str:
    """What a command line that succeeds prints."""
    code = main(list(words))
    captured = capsys.readouterr()
    assert code == 0, captured.err
    return captured.out


def refused(capsys: Capture, *words: str) -> str:
    """What a command line that is wrong says."""
    assert main(list(words)) == 2
    return capsys.readouterr().err


def table(name: str = "mine", games: int = 40) -> str:
    """A scenario of bots that play at random, in a file."""
    Path(f"{name}.toml").write_text(RANDOM.format(name=name, games=games))
    return f"{name}.toml"


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("command", ["", *commands()])
def test_help_fits_the_terminal(command: str, width: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text = typed(capsys, *([command] if command else []), "--help")
    assert max(map(len, text.splitlines())) <= width


# ---------------------------------------------------------------- Python


def test_dir_lists_what_is_public() -> None:
    assert set(dir(cs)) == {*cs.__all__, "__version__"}


def test_callable_names_are_typed_as_functions() -> None:
    """What type checkers see of names that are modules when the program runs."""
    tree = ast.parse(Path(public.__file__).read_text(encoding="utf-8"))
    typed = {alias.asname: node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    for name in public.CALLED_MODULES:
        home = Path(public.__file__).parents[3].joinpath(*str(typed[name]).split(".")).with_suffix(".py")
        functions = {node.name for node in ast.parse(home.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}
        assert name in functions


def test_packaged_scenarios_are_there_by_name() -> None:
    known = cs.scenarios()
    assert {"quickstart", "base_4", "fiends_3"} <= set(known)
    assert known["base_4"].players == 4


# ---------------------------------------------------------------- code pages


@pytest.mark.parametrize(("encoding", "sign"), [("ascii", "+-"), ("cp1252", "±"), ("latin-1", "±"), ("cp437", "±"), ("utf-8", "±")])
def test_minus_and_margin_survive(encoding: str, sign: str) -> None:
    words = ["run", table(games=60), "--quiet", "--out", "runs/mine"]
    run = subprocess.run(
        [sys.executable, "-m", "caverna_sim", *words], env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True, check=True
    )
    shown = run.stdout.decode(encoding)
    assert f"{sign} is the margin of error" in shown
    assert "?" not in shown
    mean = shown.split("\nrandom")[1].split()[0]
    assert mean.startswith("−" if encoding == "utf-8" else "-")


# ---------------------------------------------------------------- the same table for both


def test_a_comparison_seats_the_bots_that_are_asked_for(capsys: Capture) -> None:
    table("mine")
    table("other")
    told = typed(capsys, "compare", "mine.toml", "other.toml", "--bots", "random", "novice", "--by", "bot", "--games", "40", "--quiet")
    assert "novice" in told
    cs.run("mine.toml", out="runs/mine", workers=1)
    assert "--bots is for scenarios" in refused(capsys, "compare", "runs/mine", "other.toml", "--bots", "random", "random")
