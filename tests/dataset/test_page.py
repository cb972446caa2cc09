"""docs/dataset.md tells the truth: its example runs, its tables are those of a run."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.scenario.reading import TABLES
from caverna_sim.games.caverna.tables import tables_of

PAGE = (Path(__file__).parents[2] / "docs" / "dataset.md").read_text(encoding="utf-8")


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(code) == 1
    shown = io.StringIO()
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(shown):
        exec(code[0], names)
    assert shown.getvalue() == "80 ('games', 'players')\n"
    assert len(names["best"]) >= 2  # type: ignore[arg-type]


@pytest.mark.parametrize("table", tables_of(TABLES, ("balanced",), with_supply=True), ids=lambda table: table.name)
def test_every_column_is_named(table: object) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE, re.MULTILINE))
    listed = set(re.findall(r"`(\w+)(?:\.\.\.)?`", rows[table.name]))  # type: ignore[attr-defined]
    columns = [column.name for column in table.columns]  # type: ignore[attr-defined]
    if table.name == "players":  # type: ignore[attr-defined]
        columns = [name for name in columns if not name.startswith("part_") and name not in good.NAMES]
        listed.discard("part_")
    assert listed == set(columns)
