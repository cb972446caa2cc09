"""The notebooks run from top to bottom at a small size, twice in a row; those with a study are kept with their outputs."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

PROJECT = Path(__file__).parents[2]
NOTEBOOKS = PROJECT / "notebooks"
SMALL = {
    "00_first_game": "bots = ['random', 'balanced']",
    "01_first_run": "games = 120; workers = 1; folder = {folder!r}",
    "02_furnishing_values": "scenario = 'base_2'; games = 400; workers = 1; folder = {folder!r}",
    "03_openings": "scenario = 'base_2'; games = 600; workers = 1; folder = {folder!r}",
    "04_weapons": "scenario = 'base_2'; games = 300; workers = 1; folder = {folder!r}",
    "05_orcs": "bots = ['balanced', 'adventurer', 'peaceful']; games = 160; workers = 1; folder = {folder!r}",
    "06_house_rule_workshop": "scenario = 'base_2'; games = 120; workers = 1; folder = {folder!r}",
    "07_seats_and_drama": "scenarios = ['base_2', 'table_2']; games = 120; workers = 1; folder = {folder!r}",
    "08_agricola": "games = 120; study_games = 800; workers = 1; folder = {folder!r}",
    "09_your_own_opening": "players = 2; bot = 'balanced'; games = 240; workers = 1; folder = {folder!r}",
    "10_neanderthal": "games = 60; study_games = 240; draws = 2; workers = 1; folder = {folder!r}",
}
TWICE = ("01_first_run", "06_house_rule_workshop")  # what was played is there the second time


def test_every_notebook_is_run() -> None:
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == sorted(SMALL)


@pytest.fixture(scope="module")
def kernel() -> Iterator[Any]:
    """One that runs them all: each begins without the names of the others, but need not load the libraries again."""
    from jupyter_client.manager import start_new_kernel

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the kernel's own libraries
        manager, client = start_new_kernel(env={**os.environ, "PYTHONPATH": str(PROJECT)})  # this code, not an installed copy
        client.stop_channels()
        yield manager
        manager.shutdown_kernel(now=True)


def run(book: Any, folder: Path, kernel: Any) -> None:
    """All cells of a notebook in a folder, with no names known."""
    begin = nbformat.v4.new_code_cell(f"%reset -f\n%cd -q {folder}")
    book.cells.insert(0, begin)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nbclient.NotebookClient(book, km=kernel, timeout=600).execute()
    book.cells.remove(begin)


@pytest.mark.parametrize("name", SMALL)
def test_what_is_kept_of_a_notebook_holds_no_warnings(name: str) -> None:
    """Nor the folders of the machine that ran it, which stand in them."""
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    kept = [output for cell in book.cells for output in cell.get("outputs", ())]
    assert [output for output in kept if output.get("name") == "stderr" or output.output_type == "error"] == []


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook(name: str, tmp_path: Path, kernel: Any) -> None:
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    assert book.cells[0].source.startswith("# ")  # the title comes first
    parameters = book.cells[1]
    assert parameters.metadata.tags == ["parameters"]
    if name >= "02":
        assert any(cell.get("outputs") for cell in book.cells)
    small = SMALL[name].format(folder=str(tmp_path))
    names = set(re.findall(r"(?:^|; )(\w+) =", small))
    assert names <= set(re.findall(r"^(\w+) =", parameters.source, re.MULTILINE))
    parameters.source += f"\n{small}"
    for _ in range(2 if name in TWICE else 1):
        run(book, tmp_path, kernel)
    shown = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in shown if output.output_type == "error"]
    if name == "01_first_run":
        assert sum("image/svg+xml" in output.get("data", {}) for output in shown) == 3
        assert (tmp_path / "food_1123.html").is_file()
    if name == "09_your_own_opening":
        assert (tmp_path / "my_opening.html").is_file()
    if name in ("01_first_run", "09_your_own_opening"):
        assert any(re.search(r"<b>(different|equivalent|undecided): ", output.get("data", {}).get("text/html", "")) for output in shown)
