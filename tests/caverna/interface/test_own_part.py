"""A kind of part that nobody printed, added as CONTRIBUTING says: three files, and it is checked, packed, listed, played and liked.

Then a kind of step that goes on with it: a row, a name for what it remembers, a module with its doors, and a line that pushes it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import caverna_sim

PACKAGE = Path(caverna_sim.__file__).parent
CAVERNA = Path("caverna_sim") / "games" / "caverna"

ROW = '    Part("plough", "plough", {"plough_meadow": "cost?"}, kind=48, says="plough the meadow on {cell}"),\n'
DOORS = '''"""Plough a meadow: it becomes a field."""

from __future__ import annotations

from caverna_sim.games.caverna.home.land import list_cells, put_terrain
from caverna_sim.games.caverna.home.wares import can_pay, pay
from caverna_sim.games.caverna.ids import act, terrain
from caverna_sim.kit.records.codes import second_of
from caverna_sim.compiling.jit import njit

PLOUGH = act.NAMES.index("plough")


@njit
def possible(seat, row):
    """Whether there is a meadow, and the price can be paid."""
    return seat["terrain"][terrain.MEADOW] & ~seat["stables"] != 0 and can_pay(seat, row["cost"])


@njit
def list_choices(seat, out, n):
    """Every meadow."""
    return list_cells(PLOUGH, 0, seat["terrain"][terrain.MEADOW] & ~seat["stables"], out, n)


@njit
def carry_out(seat, row, action):
    """Pay and plough."""
    pay(seat, row["cost"], 1)
    put_terrain(seat, second_of(action), terrain.FIELD)
'''
WORTH = '    if do == 22:\n        return 9.0 - cost_worth(bot, seat, mind, good.WOOD, int(row["cost"][good.WOOD]))\n'
STEP_ROW = '    Step("plough_on", NEVER, passes=True),\n'
REMEMBERED = '# PLOUGH_ON\nPLOUGHS_LEFT = "a"\n'
STEP_DOORS = '''"""Go on ploughing for nothing."""

from __future__ import annotations

from caverna_sim.games.caverna.course.parts import plough
from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.ids import argument, terrain
from caverna_sim.kit.records.codes import second_of
from caverna_sim.compiling.jit import njit_merged

list_choices = plough.list_choices


@njit_merged
def carry_out(seat, row, action):
    """One more meadow."""
    put_terrain(seat, second_of(action), terrain.FIELD)
    row[argument.PLOUGHS_LEFT] -= 1


@njit_merged
def is_over(ploughs_left):
    """Whether that was all."""
    return ploughs_left <= 0
'''
IMPORTS_PUSH = "from caverna_sim.kit.records.agenda import push\n"
PUSHES = "    push(state, step.NAMES.index('plough_on'), seat_number)[argument.PLOUGHS_LEFT] = 2\n"
FLOW = {
    "op": "and_or",
    "items": [{"do": "plough_meadow", "cost": {"wood": 1}}, {"do": "place_twin_tile", "tiles": ["meadow_field"]}, {"do": "take"}],
}
PLAYED = """
import json, sys
import caverna_sim as cs
from caverna_sim import Action, Game

rules = {"space.clearing_1_3.flow": json.loads(sys.argv[1])}
plain = []
for bot, expansion in (("random", "fiends"), ("balanced", None)):
    game = cs.play(Game(2, seed=3, rules=rules, expansion=expansion), [bot, bot])
    plain.append([entry.text for entry in game.log if entry.is_choice])
game = Game(2, seed=3, rules=rules)
game.play("place a dwarf of strength 0 on clearing_1_3")
listed = [action.text for action in game.legal()]
one = Action.parse("plough the meadow on F21")
print(json.dumps({"played": plain, "listed": listed, "text": one.text, "cell": one.cell, "kind": one.kind, "id": one.id}))
"""
GONE_ON = """
import json, random, sys
from caverna_sim import Game

rules = {"space.clearing_1_3.flow": json.loads(sys.argv[1])}
found = []
for expansion in (None, "fiends"):
    game, draws = Game(2, seed=3, rules=rules, expansion=expansion), random.Random(1)
    while not game.over:
        legal = game.legal()
        for entry in game.to_dict()["pending"][-1:]:
            if entry["step"] == "plough_on":
                found.append([expansion, entry["arguments"], sorted({action.kind for action in legal})])
        game.play(draws.choice([action for action in legal if action.kind == "plough"] or legal))
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with one more kind of part: a row, its doors, its worth to bots."""
    folder = tmp_path_factory.mktemp("own_part")
    shutil.copytree(PACKAGE, folder / "caverna_sim", ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    row, worth = folder / CAVERNA / "ids" / "part.py", folder / CAVERNA / "bots" / "parts.py"
    row.write_text(replaced(row, ")\nNUM = len(ROWS)", f"{ROW})\nNUM = len(ROWS)"), encoding="utf-8")
    (folder / CAVERNA / "course" / "parts" / "plough.py").write_text(DOORS, encoding="utf-8")
    before = "    if do == part.RESTOCK:\n        return restock_worth"
    worth.write_text(replaced(worth, before, WORTH + before), encoding="utf-8")
    return folder


def replaced(file: Path, old: str, new: str) -> str:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.fixture(scope="module")
def with_step(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, and ploughing goes on as a step of the agenda."""
    folder = tmp_path_factory.mktemp("own_step") / "checkout"
    shutil.copytree(checkout, folder)
    game = folder / CAVERNA
    for file, old, new in (
        (game / "ids" / "step.py", ")\nNUM = len(ROWS)", f"{STEP_ROW})\nNUM = len(ROWS)"),
        (game / "ids" / "argument.py", "# SOW\n", f"{REMEMBERED}# SOW\n"),
        (game / "course" / "parts" / "plough.py", "def carry_out(seat,", "def carry_out(state, seat_number, seat,"),
        (game / "course" / "parts" / "plough.py", '    pay(seat, row["cost"], 1)\n', f'    pay(seat, row["cost"], 1)\n{PUSHES}'),
        (game / "course" / "parts" / "plough.py", "ids import act, terrain\n", f"ids import act, argument, step, terrain\n{IMPORTS_PUSH}"),
    ):
        file.write_text(replaced(file, old, new), encoding="utf-8")
    (game / "course" / "steps" / "plough_on.py").write_text(STEP_DOORS, encoding="utf-8")
    return folder


def play(checkout: Path, flow: Any, code: str = PLAYED) -> subprocess.CompletedProcess[str]:
    """Games with that part in another process, uncompiled."""
    settings = {**os.environ, "PYTHONPATH": str(checkout), "NUMBA_DISABLE_JIT": "1", "CAVERNA_SIM_CACHE": str(checkout / "cache")}
    command = [sys.executable, "-c", code, json.dumps(flow)]
    return subprocess.run(command, env=settings, cwd=checkout, capture_output=True, text=True, check=False)


def test_a_new_kind_of_part_is_a_row_its_doors_and_a_worth(checkout: Path) -> None:
    changed = [
        file.relative_to(checkout) for file in checkout.rglob("*.py")
        if not (known := PACKAGE.parent / file.relative_to(checkout)).exists() or known.read_bytes() != file.read_bytes()
    ]  # fmt: skip
    assert len(changed) == 3
    done = play(checkout, FLOW)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["text"], found["kind"], found["cell"]) == ("plough the meadow on F21", "plough", "F21")
    assert found["id"] >> 24 == 48
    assert not any(text.startswith("plough") for text in found["listed"])  # no meadow yet
    for texts in found["played"]:
        assert any(text.startswith("plough the meadow on F") for text in texts)


def test_its_fields_are_checked_like_those_of_any_other(checkout: Path) -> None:
    done = play(checkout, {"do": "plough_meadow", "price": {"wood": 1}})
    assert done.returncode == 1
    assert "space.clearing_1_3.flow" in done.stderr
    assert "price" in done.stderr


def test_a_new_kind_of_step_is_a_row_and_its_doors(with_step: Path) -> None:
    """It is listed, carried out until it is over, and passed; no trades beside it, as its row says."""
    done = play(with_step, FLOW, GONE_ON)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {expansion for expansion, _, _ in found} == {None, "fiends"}
    assert {tuple(arguments) for _, arguments, _ in found} == {(2, 0, 0, 0), (1, 0, 0, 0)}
    assert {tuple(kinds) for _, _, kinds in found} == {("pass",), ("pass", "plough")}
