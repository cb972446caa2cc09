"""What README and docs tell people to type exists, is understood, and has its first line read (tests/at_length.py plays it)."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.cli import parser_of
from caverna_sim.games import plays
from tests.at_length import ELSEWHERE, FIRST_LINES
from tests.documented import PAGES, every_command, python_blocks, text_of


def test_every_command_has_its_first_line_read() -> None:
    assert set(every_command()) == {*FIRST_LINES, *ELSEWHERE}


@pytest.mark.parametrize("line", every_command())
def test_a_command_is_understood(line: str) -> None:
    word, *rest = shlex.split(line)
    if word.startswith("-"):
        return
    options = parser_of(word).parse_args(rest)
    given = [getattr(options, name, None) for name in ("scenario", "a", "b", "scenarios", "bots")]
    named = [name for one in given if one for name in ([one] if isinstance(one, str) else one)]
    game = getattr(options, "game", None) or "caverna"
    known = {*cs.scenarios(), *cs.bots(game=game), *plays(game).pools()}
    assert [name for name in named if name not in known and "." not in name] == []


@pytest.mark.parametrize("page", PAGES)
def test_names_of_python_exist(page: str) -> None:
    named = set(re.findall(r"\bcs\.([a-zA-Z_]+)\b", text_of(page))) - {"md", "svg", "py", "NAME"}
    assert [name for name in sorted(named) if not hasattr(cs, name)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("page", "block"), python_blocks(), ids=[f"{page}-{place}" for place, (page, _) in enumerate(python_blocks())])
def test_python_runs_and_prints_what_its_comments_say(page: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(block, {"__name__": "__main__"})
    lines = shown.getvalue().splitlines()
    told = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
    assert lines
    assert not told or lines == told
