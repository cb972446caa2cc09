"""The commands `compare` and `report`."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from caverna_sim.commands import compare as compare_command
from caverna_sim.commands import report as report_command
from caverna_sim.errors import CavernaError
from tests.browser import needs_browser, opened
from tests.stats.synthetic import made_up, on_disk

QUIET = {
    "bots": None, "games": None, "seed": None, "out": None, "workers": None, "by": "seat", "measure": "score",
    "smallest_effect": None, "quiet": True, "json": False, "trust": False, "page": None, "overwrite": False,
}  # fmt: skip


def comparing(a: object, b: object, **changes: Any) -> Namespace:
    return Namespace(a=str(a), b=str(b), **{**QUIET, **changes})


def reporting(run: Path, out: str | None = None) -> Namespace:
    return Namespace(run=str(run), out=out, trust=False, overwrite=False, open=False)


def in_one_line(shown: str) -> str:
    return " ".join(shown.split())


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    place = tmp_path_factory.mktemp("runs")
    first = on_disk(made_up(200, name="printed"), place / "a")
    return first, on_disk(made_up(200, noise=1, name="bonus", seat_effects={1: 2.5}), place / "b")


def test_the_verdict_comes_first(folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert compare_command.run(comparing(*folders)) == 0
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert lines[0].startswith("different: with bonus instead of printed, seat 1 gets ")
    assert re.search(r"seat 1\b.* different\b", in_one_line("\n".join(lines[1:])))
    assert "Games are paired (correlation 0.9" in in_one_line(shown)


def test_a_larger_smallest_effect_changes_the_verdict(folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    compare_command.run(comparing(*folders, smallest_effect=4.0))
    shown = in_one_line(capsys.readouterr().out)
    assert shown.startswith("equivalent: with bonus instead of printed, no difference that matters for any seat (at most ")


def test_for_machines(folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    compare_command.run(comparing(*folders, json=True))
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["paired"], found["games"]) == ("different", True, [800, 800])
    assert [effect["verdict"] for effect in found["effects"]] == ["equivalent", "different", "equivalent", "equivalent", "equivalent"]
    assert found["games_needed"] is None


def test_runs_stay_as_they_are(folders: tuple[Path, Path]) -> None:
    with pytest.raises(CavernaError, match=r"--games is for scenarios"):
        compare_command.run(comparing(*folders, games=100))


def test_what_is_neither_a_run_nor_a_scenario(folders: tuple[Path, Path]) -> None:
    with pytest.raises(CavernaError, match="no such file"):
        compare_command.run(comparing(folders[0], "nowhere.toml"))


def test_other_numbers_of_players_are_refused_before_anything_is_played(folders: tuple[Path, Path]) -> None:
    with pytest.raises(CavernaError, match=r"`base_2` has 2 players and `base_3` 3; give two with the same number"):
        compare_command.run(comparing("base_2", "base_3"))
    with pytest.raises(CavernaError, match="has 4 players and `base_3` 3"):
        compare_command.run(comparing(folders[0], "base_3"))


def test_another_seed_than_that_of_the_run_is_refused(folders: tuple[Path, Path]) -> None:
    with pytest.raises(CavernaError, match="played with seed 1"):
        compare_command.run(comparing(folders[0], "base_4", seed=2))


def test_report_says_where_it_is(folders: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report_command.run(reporting(folders[0], str(tmp_path / "page.html"))) == 0
    assert capsys.readouterr().out.strip() == f"report of `printed`: {tmp_path / 'page.html'}"
    assert report_command.run(reporting(folders[1])) == 0
    assert (folders[1] / "report.html").is_file()


@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_damaged_files_are_named(damage: str, tmp_path: Path) -> None:
    folder = on_disk(made_up(20), tmp_path / "run")
    file = folder / "players" / "part-000000.parquet"
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-20])
    how = {"cut": "damaged", "gone": "missing"}[damage]
    told = rf"the file `players/part-000000\.parquet` is {how}; `caverna-sim run .*/run --resume` plays it again"
    with pytest.raises(CavernaError, match=told):
        report_command.run(reporting(folder))
    with pytest.raises(CavernaError, match=told):
        compare_command.run(comparing(folder, folder))


def test_two_scenarios_are_played_with_one_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another food at the start changes what is played; the same rules give the same games."""
    pytest.importorskip("caverna_sim.commands.run")
    text = 'name = "{}"\nplayers = 2\nbots = ["random", "random"]\ngames = 8\nseed = {}\n{}'
    for name, seed, more in (("printed", 5, ""), ("again", 6, ""), ("rich", 5, '[rules]\n"start.food" = [9, 9, 2, 3, 3, 3, 3]\n')):
        (tmp_path / f"{name}.toml").write_text(text.format(name, seed, more), encoding="utf-8")
    given = comparing(tmp_path / "printed.toml", tmp_path / "again.toml", games=40, json=True, workers=1, out=str(tmp_path / "out"))
    compare_command.run(given)
    same = json.loads(capsys.readouterr().out)
    assert (same["verdict"], same["same_games"], same["games"]) == ("equivalent", 1.0, [40, 40])
    assert (tmp_path / "out" / "first" / "manifest.json").is_file()
    compare_command.run(comparing(tmp_path / "printed.toml", tmp_path / "rich.toml", games=20, json=True, workers=1))
    other = json.loads(capsys.readouterr().out)
    assert other["paired"] and other["same_games"] < 0.5


def test_a_pilot_comes_first_when_no_number_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """100 blocks of each say how many games are needed; the rest is played on top of them."""
    text = 'name = "{}"\nplayers = 2\nbots = ["random", "random"]\nseed = 5\n{}'
    (tmp_path / "a.toml").write_text(text.format("a", ""), encoding="utf-8")
    (tmp_path / "b.toml").write_text(text.format("b", '[rules]\n"start.food" = [1, 2, 2, 3, 3, 3, 3]\n'), encoding="utf-8")
    compare_command.run(comparing(tmp_path / "a.toml", tmp_path / "b.toml", smallest_effect=15.0, quiet=False, workers=1))
    shown = capsys.readouterr()
    assert "games of each are needed to settle whether anything changes by 15 points" in shown.err
    assert shown.out.startswith(("equivalent: with b instead of a,", "different: with b instead of a,", "undecided: with b instead of a,"))
    assert "Beforehand: " in shown.out
    assert "a: 100 games; b: 100 games" in in_one_line(shown.out)


def test_a_comparison_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept may be more than a pilot; chunks stay as large as the comparison asks for."""
    text = 'name = "{}"\nplayers = 2\nbots = ["random", "random"]\nseed = 5\n'
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text(text.format(name), encoding="utf-8")
    sides = (tmp_path / "a.toml", tmp_path / "b.toml")
    given = comparing(*sides, workers=1, out=str(tmp_path / "out"))

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    compare_command.run(comparing(*sides, games=300, workers=1, out=str(tmp_path / "out")))
    with monkeypatch.context() as patch:
        patch.setattr(compare_command, "pilot", interrupt)
        assert compare_command.run(given) == 130
        assert f"games so far are kept in {tmp_path / 'out'}; the same command goes on" in capsys.readouterr().err
    assert compare_command.run(given) == 0
    assert "all 300 games went exactly alike" in capsys.readouterr().out


def test_a_report_is_opened_when_asked(folders: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(report_command.webbrowser, "open", opened.append)
    page = tmp_path / "page.html"
    assert report_command.run(Namespace(run=str(folders[0]), out=str(page), open=True, trust=False, overwrite=False)) == 0
    assert opened == [page.resolve().as_uri()]


# ---------------------------------------------------------------- the page of a comparison


@pytest.fixture(scope="module")
def moved_folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The second run has one furnishing more, worth 6 points to the 30 % of the seats that build it."""
    place = tmp_path_factory.mktemp("moved")
    first = on_disk(made_up(300, name="printed", tile_effects={"carpenter": 0}, with_placements=True), place / "a")
    both = made_up(300, noise=1, name="bonus", tile_effects={"carpenter": 0, "miner": 6}, with_placements=True)
    return first, on_disk(both, place / "b")


def test_the_page_of_a_comparison_tells_what_moved(
    moved_folders: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.html"
    assert compare_command.run(comparing(*moved_folders, page=str(out))) == 0
    assert f"page: {out}" in capsys.readouterr().out
    page = out.read_text(encoding="utf-8")
    for what in ("score by seat", "wins", "scoring parts", "furnishings", "action spaces"):
        assert f'["{what}","{what}"]' in page  # a place of the switch
    assert re.search(r"<h1>Bonus against printed: the table scores 1\.\d points more</h1>", page)
    assert "Furnishings: 1 of 2 moved, in % of the seats that build it; up Miner +" in page
    assert "Action spaces: nothing is shown to move" in page
    assert "caverna-sim compare printed.toml bonus.toml" in page


def test_what_moved_is_a_family_with_the_truth_inside(moved_folders: tuple[Path, Path]) -> None:
    from caverna_sim.dataset.read import load
    from caverna_sim.stats.comparison import compare
    from caverna_sim.stats.moved import moved

    kinds = {one.kind: one for one in moved(compare(*(load(folder) for folder in moved_folders)))}
    built = {row["id"]: row for row in kinds["furnishings"].table.iter_rows(named=True)}
    assert built["miner"]["first"] == 0 and built["miner"]["low"] < 30 < built["miner"]["high"]
    assert built["carpenter"]["low"] < 0 < built["carpenter"]["high"]
    assert kinds["wins"].table["low"].max() < 0 < kinds["wins"].table["high"].min()  # every seat gets the same
    parts = kinds["parts"].table
    assert parts["effect"].sum() == pytest.approx(0.3 * 6, abs=0.3)
    assert (parts["low"] <= parts["effect"]).all() and (parts["effect"] <= parts["high"]).all()


def test_a_page_leaves_out_what_a_run_did_not_keep(folders: tuple[Path, Path], tmp_path: Path) -> None:
    from caverna_sim.stats.comparison import compare

    page = compare(*folders).page(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Not compared, since one of the runs did not keep it: placements" in page


def test_a_page_does_not_take_the_place_of_another_file(folders: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("mine")
    with pytest.raises(CavernaError, match=r"mine.html.*--page"):
        compare_command.run(comparing(*folders, page=str(tmp_path / "mine.html")))
    assert (tmp_path / "mine.html").read_text() == "mine"


def test_runs_that_are_the_same_have_a_short_page(folders: tuple[Path, Path], tmp_path: Path) -> None:
    from caverna_sim.stats.comparison import compare

    page = compare(folders[0], folders[0]).page(tmp_path / "same.html").read_text(encoding="utf-8")
    assert "Equivalent: " in page and "no difference that matters" in page and "scoring parts" not in page


@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_of_a_comparison_opens_in_a_browser(moved_folders: tuple[Path, Path], tmp_path: Path, width: int) -> None:
    """Without a script error, no wider than the window, with its tables and the commands for the next question."""
    out = tmp_path / "page.html"
    assert compare_command.run(comparing(*moved_folders, page=str(out))) == 0
    script = """
    document.body.dataset.overflow = document.documentElement.scrollWidth - innerWidth;
    document.body.dataset.tables = document.querySelectorAll(".switch[aria-label='what moved'] button, select option").length;
    document.body.dataset.next = document.querySelector("#next code").textContent.trim().split("\\n").length;
    """
    shown = opened(out, script, width=width)
    assert int(re.search(r'data-overflow="(-?\d+)"', shown)[1]) <= 0  # type: ignore[index]
    assert int(re.search(r'data-tables="(\d+)"', shown)[1]) >= 5  # type: ignore[index]
    assert int(re.search(r'data-next="(\d+)"', shown)[1]) == 8  # type: ignore[index]
