"""What somebody tries on the first evening, with the first and the second attempt: each of these failed once."""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console

import caverna_sim as cs
from caverna_sim.cli import commands, main
from caverna_sim.commands.study import rows_that_answer
from caverna_sim.experiments.studies import studies
from caverna_sim.experiments.study import OPTIONS, CommonOptions, Options
from caverna_sim.games import games
from caverna_sim.games.caverna import public
from caverna_sim.scenario.scenario import load_scenario

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


@pytest.mark.parametrize("name", sorted(name for name in cs.__all__ if name.endswith("_study") or name in ("drama", "sweep")))
def test_help_on_a_study_lists_its_options(name: str) -> None:
    told = str(getattr(cs, name).__doc__)
    assert OPTIONS.keys() == Options.__annotations__.keys()
    at_strengths = {study.study.partition(":")[2]: study.strengths for game in reversed(list(games())) for study in studies(game.name)}
    taken = Options if at_strengths[name] else CommonOptions
    listed = {option for option, text in OPTIONS.items() if f"\n    {option}: {text}\n" in told}
    assert listed == set(taken.__annotations__)


def test_packaged_scenarios_are_there_by_name() -> None:
    known = cs.scenarios()
    assert {"quickstart", "base_4", "fiends_3"} <= set(known)
    assert known["base_4"].players == 4


# ---------------------------------------------------------------- code pages


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that is there already: a command that goes on with it only tells what came of it."""
    folder = tmp_path_factory.mktemp("played")
    cs.run({"name": "mine", "players": 2, "bots": ["random", "random"], "games": 60}, out=folder / "run", workers=1)
    return folder / "run"


@pytest.mark.parametrize(("encoding", "sign"), [("ascii", "+-"), ("cp1252", "±"), ("latin-1", "±"), ("cp437", "±"), ("utf-8", "±")])
def test_minus_and_margin_survive(encoding: str, sign: str, played: Path) -> None:
    words = ["run", table(games=60), "--quiet", "--out", str(played), "--resume"]
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


# ---------------------------------------------------------------- the second attempt


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["run", "mine.toml", "--games", "4"], ["--seed", "7"]),
        (["seats", "mine.toml", "--games", "40"], ["--bots", "novice", "random"]),
        (["seats", "mine.toml", "--games", "40"], ["--seed", "7"]),
        (["sweep", "mine.toml", "loot.cattle.strength=8", "--games", "40"], ["--target", "equal_means"]),
        (["openings", "mine.toml", "--games", "400"], ["--pool", "logging,supplies"]),
        (["plans", "random", "novice", "--players", "2", "--games", "40"], ["--seed", "7"]),
    ],
)
def test_another_question_finds_its_own_folder(first: list[str], second: list[str], capsys: Capture) -> None:
    table("mine")
    typed(capsys, *first, "--quiet")
    typed(capsys, *first, *second, "--quiet")
    assert len([folder for folder in Path("runs").iterdir() if folder.is_dir()]) == 2


def test_other_values_find_their_own_folder(capsys: Capture) -> None:
    table("mine")
    for values in ("8", "12", "+1", "-1", "x0.5"):
        typed(capsys, "sweep", "mine.toml", f"loot.cattle.strength={values}", "--games", "20", "--quiet")
    assert len(list(Path("runs").iterdir())) == 5
    assert Path("runs/sweep-mine-loot.cattle.strength=8").is_dir()


def test_other_bots_are_another_table_of_plans(capsys: Capture) -> None:
    for bots in (("random", "novice"), ("random", "balanced")):
        typed(capsys, "plans", *bots, "--players", "2", "--games", "40", "--quiet")
    assert {folder.name for folder in Path("runs").iterdir()} == {"plans-random-novice-players-2", "plans-random-balanced-players-2"}


# ---------------------------------------------------------------- too few games


@pytest.mark.parametrize(
    ("words", "games"),
    [(("tiles",), 4), (("weapons",), 4), (("growth",), 4), (("openings",), 4), (("openings", "--length", "2"), 400), (("plans",), 4)],
)
def test_too_few_games_are_refused_before_they_are_played(words: tuple[str, ...], games: int, capsys: Capture) -> None:
    Path("two.toml").write_text('name = "two"\nplayers = 2\nbots = ["random", "novice"]\n')
    told = refused(capsys, words[0], "two.toml", *words[1:], "--games", str(games), "--quiet")
    assert f"{games} games of `two` are too few" in told
    least = re.search(r"([\d,]+) games at least \(blocks of 2\)", told)
    assert least
    assert not list(Path("runs").rglob("manifest.json"))
    if words[0] != "tiles" and words[-1] != "2":
        typed(capsys, words[0], "two.toml", *words[1:], "--games", least[1].replace(",", ""), "--quiet")


def test_large_bounds_are_written_as_people_read_them(capsys: Capture) -> None:
    assert "from 1 to 1,000,000,000" in refused(capsys, "tiles", "base_4", "--games", "ten")
    assert "from 0.01 to 1,000,000;" in refused(capsys, "plan", "--minutes", "0")


def test_what_is_asked_about_a_game_stands_before_what_keeps_things_going() -> None:
    order = list(commands())
    assert order[:3] == ["run", "report", "compare"]
    assert order.index("handicaps") < order.index("analyse") < order.index("play") < order.index("watch") < order.index("warm")


def test_a_misspelt_plan_is_guessed(capsys: Capture) -> None:
    assert "did you mean `balanced`" in refused(capsys, "plans", "balancd", "builder")
    assert "`builder` is a bot" in refused(capsys, "plans", "builder", "base_2")


# ---------------------------------------------------------------- a scenario of one's own


@pytest.mark.parametrize("base", ["base_4", "base_2", "fiends_3", "food_0123", "state_parlor_cheap", "begging_2", "lone_pacifist"])
def test_a_new_scenario_is_the_table_that_it_is_compared_with(base: str, capsys: Capture) -> None:
    typed(capsys, "new-scenario", "mine", "--base", base)
    mine, other = load_scenario("mine.toml"), load_scenario(base)
    same = ("players", "bots", "draw", "seating", "seed", "rules", "expansion", "supply", "limits", "opening", "bot")
    assert {key: mine.to_data().get(key) for key in same} == {key: other.to_data().get(key) for key in same}
    text = Path("mine.toml").read_text(encoding="utf-8")
    assert f"caverna-sim compare {base} mine.toml" in text
    assert "{" not in re.sub(r"{ \w+ = .*?}", "", text)
    for part in (part for part in text.split("\n\n") if "#: [" in part):
        header = re.search(r"(?m)^#: (\[.*\])$", part)
        assert header and header[1] not in text.splitlines()


def test_a_comparison_says_first_when_more_than_the_rule_differs(capsys: Capture) -> None:
    table("mine")
    Path("other.toml").write_text(
        RANDOM.format(name="other", games=40).replace('"random", ', '"novice", ') + '\n[rules]\n"start.food" = [3, 3]\n'
    )
    told = typed(capsys, "compare", "mine.toml", "other.toml", "--games", "40", "--quiet")
    told = " ".join(told.split())
    assert told.startswith("Careful: not only what is played differs but also who plays it (bots [random, random] -> [novice, random])")
    Path("third.toml").write_text(RANDOM.format(name="third", games=40) + '\n[rules]\n"start.food" = [3, 3]\n')
    assert not typed(capsys, "compare", "mine.toml", "third.toml", "--games", "40", "--quiet").startswith("Careful")


# ---------------------------------------------------------------- tables in the terminal


def test_rows_of_all_seats_come_first_and_seats_in_their_order() -> None:
    frame = pl.DataFrame({
        "value": ["8"] * 4, "seat": [0, 1, 2, None], "bot": ["all"] * 4, "effect": [0.1, 0.9, -0.4, 0.2],
    })  # fmt: skip
    keys, rows = rows_that_answer(frame, "effect", by_size=False)
    assert (keys, [row["seat"] for row in rows]) == (["seat"], [None, 0, 1, 2])
    assert [row["seat"] for row in rows_that_answer(frame, "effect", by_size=True)[1]] == [None, 1, 0, 2]


def test_where_rows_are_many_those_of_all_seats_answer_then_the_largest_and_the_smallest() -> None:
    frame = pl.DataFrame({"thing": [f"t{one}" for one in range(40)], "effect": [float(one) for one in range(40)]})
    keys, rows = rows_that_answer(frame, "effect", by_size=True)
    assert keys == ["thing"]
    assert [row["effect"] for row in rows] == [39, 38, 37, 36, 35, 34, 5, 4, 3, 2, 1, 0]
    by_seat = pl.DataFrame({
        "thing": [f"t{one % 5}" for one in range(25)], "seat": [one // 5 or None for one in range(25)],
        "effect": [float(one) for one in range(25)],
    })  # fmt: skip
    keys, rows = rows_that_answer(by_seat, "effect", by_size=True)
    assert (keys, [row["thing"] for row in rows]) == (["thing"], ["t4", "t3", "t2", "t1", "t0"])


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_table_of_a_study_is_whole_in_a_narrow_terminal(width: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names were cut with an ellipsis, figures broken in two; what has no room is named."""
    monkeypatch.setenv("COLUMNS", str(width))
    table("mine")
    told = typed(capsys, "sweep", "mine.toml", "loot.cattle.strength=8,12", "--games", "20", "--quiet").partition("next, ")[0]
    rows = [line for line in told.splitlines() if re.match(r"(8|10|12) +\w", line)]
    assert [line.split()[:2] for line in rows[:3]] == [["8", "all"], ["10", "all"], ["12", "all"]]
    assert all(re.search(r"\d\.\d\d( ±\d+\.\d\d)?( |$)", line) for line in rows)
    assert "\N{HORIZONTAL ELLIPSIS}" not in told
    assert max(len(line) for line in told.splitlines() if "/" not in line) <= width
    assert "effect: points of a seat against the printed value" in " ".join(told.split())


def test_what_has_no_room_in_the_terminal_is_named() -> None:
    out = io.StringIO()
    Console(file=out, width=24).print(cs.seat_study(table("mine"), games=40, workers=1, out="runs/seats"))
    told = " ".join(out.getvalue().split())
    assert "win share %" not in told
    assert "not here: win share. Everything is in table.csv and on the page." in told


def test_a_comparison_is_a_table_in_eighty_columns(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row was a paragraph there."""
    monkeypatch.setenv("COLUMNS", "80")
    table("mine")
    Path("other.toml").write_text(RANDOM.format(name="other", games=40) + '\n[rules]\n"start.food" = [3, 3]\n')
    told = typed(capsys, "compare", "mine.toml", "other.toml", "--games", "80", "--quiet")
    assert re.search(r"^seat +mine +other +difference +interval +verdict( +other than 0)?$", told, re.MULTILINE)
    rows = re.findall(r"^(seat 0|seat 1|table) .* to .* (?:different|equivalent|undecided)\b.*$", told, re.MULTILINE)
    assert rows == ["seat 0", "seat 1", "table"]
    assert max(map(len, told.splitlines())) <= 80


# ---------------------------------------------------------------- hints that hold


def test_the_hint_of_a_sweep_can_be_typed(capsys: Capture) -> None:
    table("mine")
    hint = re.search(r"such as ([^\s;]+)", refused(capsys, "sweep", "mine.toml", "start.food"))
    assert hint
    told = typed(capsys, "sweep", "mine.toml", hint[1], "--games", "20", "--quiet")
    assert re.search(r";\s+10\s+(changes|and 12\s+change)\s+nothing", told)  # what is printed is a value, though nobody asked for it
    found = cs.sweep("mine.toml", "loot.cattle.strength", [8, 12], games=20, workers=1, out="runs/again")
    assert found.table.filter(bot="all", value="10")["effect"].to_list() == [0.0] * 3
    assert list(found.table.filter(bot="all")["value"].unique(maintain_order=True)) == ["8", "10", "12"]


def test_a_text_that_is_no_action_brings_up_what_is_legal() -> None:
    game = cs.Game(players=2, seed=7)
    with pytest.raises(cs.IllegalAction, match="did you mean `place a dwarf of strength 0 on logging"):
        game.play("logging")
    with pytest.raises(cs.IllegalAction, match="did you mean `place a dwarf of strength 0 on supplies`"):
        game.play("place a dwarf on supplies")
    with pytest.raises(cs.IllegalAction, match="`fly` is not an action"):
        game.play("fly")


def test_a_game_beyond_the_run_is_not_watched(capsys: Capture) -> None:
    cs.run(table("mine"), games=4, out="runs/mine", workers=1)
    assert "its 4 games count from 0" in refused(capsys, "watch", "runs/mine", "--index", "4", "--quiet")
    typed(capsys, "watch", "runs/mine", "--index", "3", "--quiet")


def test_report_of_a_study_says_where_its_page_is(capsys: Capture) -> None:
    study = cs.seat_study(table("mine"), games=40, workers=1, out="runs/seats")
    assert "has no page yet" in refused(capsys, "report", "runs/seats")
    study.page()
    assert "its page: runs/seats/report.html" in typed(capsys, "report", "runs/seats")


def test_a_run_leads_on_to_tiles_and_openings() -> None:
    from caverna_sim.report.sections.following import following
    from caverna_sim.stats.source import open_run

    run = cs.run(table("mine"), games=4, out="runs/mine", workers=1)
    asked = "\n".join(command for _, command in following(open_run(run)))
    assert (
        asked.index("caverna-sim tiles mine.toml")
        < asked.index("caverna-sim openings mine.toml")
        < asked.index("caverna-sim seats mine.toml")
    )
    assert "caverna-sim orcs" not in asked and "caverna-sim plans" not in asked


def test_a_notebook_shows_every_interval_of_a_study_and_every_row() -> None:
    study = cs.seat_study(table("mine"), games=40, workers=1, out="runs/seats")
    shown = study._repr_html_()
    assert set(re.findall(r"var\((--\w+)\)", shown)) == set(re.findall(r"(--\w+):", shown))  # all colours are known there
    assert shown.count("<tr") == 1 + (study.table["bot"] == "all").sum()


def test_a_browser_tells_pages_apart() -> None:
    study = cs.seat_study(table("mine"), games=40, workers=1, out="runs/seats")
    assert "<title>mine: Seat " in study.page().read_text(encoding="utf-8")
    run = cs.run("mine.toml", games=4, out="runs/mine", workers=1)
    assert "<title>mine: " in cs.write_report(run, "run.html").read_text(encoding="utf-8")
    assert main(["watch", "mine.toml", "--index", "3", "--html", "game.html"]) == 0
    assert "<title>mine, game 3</title>" in Path("game.html").read_text(encoding="utf-8")


def test_what_a_box_lacks_is_named_in_a_line(capsys: Capture) -> None:
    Path("box.toml").write_text('[movement_card]\nM1-1.steps = ["S"]\nM1-1.d_column = "left"\n')
    assert len(typed(capsys, "check", "box.toml")) < 300


@pytest.mark.slow
def test_fair_prices_play_as_many_games_as_are_asked_for() -> None:
    """Not as many as an earlier study of furnishings has played."""
    data = {"name": "few", "players": 2, "bots": ["random", "random"], "rules": {"start.tiles": "introductory"}}
    cs.tile_study(data, games=3000, workers=2, out="runs/tiles")
    cs.tile_study(data, games=300, workers=2, out="runs/tiles", fair_prices=True)
    runs = [cs.load(file.parent) for file in Path("runs/tiles-prices").rglob("manifest.json")]
    assert {run.games_played for run in runs} == {10}


def test_the_command_on_the_page_of_a_sweep_makes_it_again(capsys: Capture) -> None:
    """Lists stand in brackets; a table of the package is named, one of one's own is the file below."""
    from caverna_sim.report.study import command

    table("mine")
    study = cs.sweep("mine.toml", "start.food", [[1, 1], [2, 3]], games=4, workers=1, out="runs/sweep")
    words = shlex.split(command(study))
    assert words[1:4] == ["sweep", "mine.toml", "start.food=[1,1],[2,3]"]
    typed(capsys, *words[1:], "--out", "runs/sweep", "--quiet")  # the same study: it is loaded
    assert command(cs.seat_study("table_2", games=4, workers=1, out="runs/seats")).startswith("caverna-sim seats table_2 --games 4")
