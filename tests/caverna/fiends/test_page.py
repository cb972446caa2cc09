"""docs/fiends.md tells the truth: its examples print what their comments say, its numbers are those of the tables."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

from caverna_sim.cli import commands
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.position import SEAT_FIELDS, TABLE_FIELDS
from caverna_sim.games.caverna.ids import phase, step

PAGE = Path(__file__).parents[3] / "docs" / "fiends.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["a whole game", "a position"])
def test_examples_print_what_their_comments_say(example: str) -> None:
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(example, {})
    expected = re.findall(r"^print\(.*\)  # (.*)$", example, re.MULTILINE)
    assert expected
    assert shown.getvalue().splitlines() == expected


def test_commands_and_links_exist() -> None:
    assert set(re.findall(r"caverna-sim ([a-z]+)", TEXT)) - set(commands()) == set()
    assert [link for link in re.findall(r"\]\(([^)#]+)", TEXT) if not (PAGE.parent / link).exists()] == []


def test_numbers_and_names_are_those_of_the_tables() -> None:
    tables = printed_tables("fiends")
    assert f"**Rulings**: {len(tables['ruling'])} points" in TEXT
    assumed = [row for row in tables["display_extension"].values() if "assumed" in row]
    assert (len(assumed), len(tables["display_extension"])) == (5, 9)
    assert "five of the nine display\n  extensions" in TEXT
    named = {"orc", "move", "house", "arrange", "trap_pay", "reduce", "move_in", "cave", "capture", "bounty", "grant", "new_animals"}
    assert named <= set(step.NAMES)
    assert all(f"`{name}`" in TEXT for name in named)
    assert {"housing", "event", "after_orcs"} <= set(phase.NAMES)


def test_every_key_of_a_position_is_told() -> None:
    told = {name for row in re.findall(r"^\| (?:table|seat) \| (`.*?`) \|", TEXT, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert told == {*TABLE_FIELDS, *SEAT_FIELDS, "harvest_markers"}
    for line in re.findall(r"^\| (?:table|seat) \| `\w+` \| `(\{.*?\})`", TEXT, re.MULTILINE):
        json.loads(line.replace(", ...", "").replace("[...]", "[]"))
