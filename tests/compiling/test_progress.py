"""Compiling: nothing before all input is checked, once for all commands, with a bar, and a cache that stays small."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from caverna_sim.cli import commands, main
from caverna_sim.compiling import cache, jit, progress
from caverna_sim.compiling.progress import CompileProgress, Estimates

# what is wrong is at the end of what each command looks at
WRONG = {
    "run": ["quickstart", "--backend", "dask"],
    "report": ["no-such-run"],
    "compare": ["base_4", "food_0123", "--by", "weather"],
    "tiles": ["base_4", "--bots", "balanced", "nobody"],
    "openings": ["base_4", "--pool", "growth,nowhere"],
    "weapons": ["base_4", "no-such-scenario"],
    "orcs": ["fiends_3", "base_3"],
    "growth": ["base_4", "--bots", "nobody"],
    "plans": ["base_4", "--bots", "nobody"],
    "seats": ["base_4", "--bots", "nobody"],
    "drama": ["base_4", "--bots", "nobody"],
    "sweep": ["base_4", "start.foot=1,2"],
    "spaces": ["base_4", "--bots", "nobody"],
    "factors": ["base_4", "start.foot=1,2"],
    "handicaps": ["base_4", "--bots", "nobody"],
    "timing": ["base_4", "--bots", "nobody"],
    "first-tiles": ["base_4", "--bots", "nobody"],
    "majors": ["agricola_4", "--bots", "nobody"],
    "major": ["agricola_4", "nothing"],
    "mating": ["neanderthal_3", "--bots", "nobody"],
    "predators": ["neanderthal_3", "--bots", "nobody"],
    "assumptions": ["no-such-scenario"],
    "analyse": ["no-such-position.json"],
    "play": ["no-such-scenario"],
    "explore": ["no-such-run"],
    "tile": ["base_4", "nothing"],
    "campaign": ["--bot", "nobody"],
    "plan": ["--out", "line.txt"],
    "plan-lessons": ["nothing.json"],
    "plan-worth": ["nothing.json"],
    "watch": ["quickstart", "--html", "."],
    "scenarios": ["nothing"],
    "games": ["chess"],
    "new-scenario": ["base_4"],
    "new-bot": ["mine", "--base", "nobody"],
    "rules": ["furnishings", "nothing"],
    "check": ["nothing.toml"],
    "bots": ["nobody"],
    "tournament": ["balanced", "nobody"],
    "tune": ["balanced", "--only", "nothing"],
    "completion": ["powershell"],
    "warm": ["--everything"],
    "bench": ["--seconds", "0"],
}


@pytest.mark.parametrize("command", WRONG)
def test_no_command_compiles_before_it_has_checked_its_input(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def needed(*_: object, **__: object) -> None:
        raise AssertionError("a kernel was needed")

    if jit.IS_STOCK or not jit.IS_COMPILED:
        pytest.skip("nothing asks our dispatcher")
    from caverna_sim.compiling import kernels

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kernels.WideDispatcher, "__call__", needed)
    assert main([command, *WRONG[command]]) == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert not list(tmp_path.iterdir())


def test_every_command_is_among_them() -> None:
    assert set(WRONG) >= set(commands())


def compiled(folder: Path, call: str) -> int:
    """Kernels that a process compiles for a call."""
    code = "from caverna_sim.compiling import progress; from caverna_sim.chance import philox; "
    code += f"philox.{call}; print(len(progress.compiled_here))"
    environment = {**os.environ, "CAVERNA_SIM_CACHE": str(folder)}
    return int(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not jit.IS_COMPILED or jit.IS_STOCK, reason="not compiled by us")
def test_what_one_program_compiled_serves_another_entry(tmp_path: Path) -> None:
    """`lot` calls `_mixed`: who calls that afterwards compiles its caller only; a lost object is compiled again."""
    assert compiled(tmp_path, "lot(1, 2, 3)") == 2
    assert compiled(tmp_path, "lot(1, 2, 3)") == 0
    assert compiled(tmp_path, "_mixed(1)") == 1  # now with what a call from Python needs
    assert compiled(tmp_path, "_mixed(1)") == 0
    for file in tmp_path.rglob("objects/*"):
        file.unlink()
    assert compiled(tmp_path, "lot(1, 2, 3)") == 2
    assert compiled(tmp_path, "lot(1, 2, 3)") == 0


def test_folders_of_other_sources_are_cleaned_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is old goes, what is too much goes oldest first, what is present or may be in use stays."""
    monkeypatch.setenv("CAVERNA_SIM_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "KEEP_BYTES", 250)
    present = cache.cache_root() / cache.prepare("caverna")
    hours = {"new": 0.1, "recent": 2.0, "older": 3.0, "oldest": 4.0, "forgotten": 24 * (cache.KEEP_UNUSED_DAYS + 1)}
    for name, age in hours.items():
        folder = tmp_path / f"kernels-{name}"
        folder.mkdir()
        (folder / "code").write_bytes(bytes(100))
        os.utime(folder, (time.time() - 3600 * age,) * 2)
    assert cache.clean_up() == 300
    assert {folder.name for folder in tmp_path.iterdir()} == {present.name, "kernels-new", "kernels-recent"}
    monkeypatch.setattr(cache, "KEEP_BYTES", 0)
    cache.clean_up()
    assert {folder.name for folder in tmp_path.iterdir()} == {present.name, "kernels-new"}


class Terminal(io.StringIO):
    """A stream that people look at."""

    def isatty(self) -> bool:
        return True


def test_the_bar_knows_the_total_from_the_last_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels count by the time that they took; a pipe gets plain lines."""
    monkeypatch.setenv("CAVERNA_SIM_CACHE", str(tmp_path))
    for stream, bar in ((io.StringIO(), ""), (Terminal(), "━━━━━━··················")):
        Estimates({"small": 1.0, "large": 3.0}, {"a task": ["small", "large"]}).write(tmp_path / "compiling.json")
        monkeypatch.setattr(progress, "present", {})
        with CompileProgress("a task", stream) as shown:
            shown._compiling()
            shown.started -= 4.0
            progress.present["symbol"] = "small"
            shown._compiling()
        assert f"compiling the engine (first start only): {bar}{' ' * bool(bar)}25%, 1 of 2 kernels, about 12 s left" in stream.getvalue()
        assert stream.getvalue().rstrip(" \n").endswith("kept for the next start")
        assert (stream.getvalue().count("\r") > 0) == bool(bar)


def test_a_task_inside_a_task_says_nothing_of_its_own() -> None:
    with CompileProgress("outer", io.StringIO()) as outer:
        before = len(progress.before_compiling)
        with CompileProgress("inner", io.StringIO()):
            assert CompileProgress.active is outer
            assert len(progress.before_compiling) == before
    assert CompileProgress.active is None


def test_the_shipped_estimate_names_what_most_people_need() -> None:
    known = Estimates.read()
    assert {"watch", "warm", "warm --all", "games, scripted, base", "games, scripted, fiends", "a game, base"} <= set(known.needs)
