"""The workbench: a planted thing is worth what it brings, one that nobody can pay says nothing, only the focal seat builds alone."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caverna_sim.asking.workbench import GONE, PAY, THERE, Workbench, _Design, _estimate, _Seen, fair_in_words
from caverna_sim.cli import main
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.prices import ThingRows
from caverna_sim.games.caverna.studies.tiles import ROWS, tile
from caverna_sim.match.play import play
from caverna_sim.scenario.scenario import read_scenario

GAMES = 64
BAZAAR = {"colour": "yellow", "cost": {"wood": 1}, "points": 2}


def table(**bazaar: Any) -> Any:
    rules = {"furnishing.bazaar": {**BAZAAR, **bazaar}}
    data = {"name": "mine", "players": 2, "bots": ["balanced", "peaceful"], "seed": 5, "rules": rules}
    return read_scenario(data)


@cache
def bench(points: int, wood: int) -> Workbench:
    return tile(table(points=points, cost={"wood": wood}), "bazaar", games=(GAMES, 8), workers=1)


def test_a_planted_thing_is_worth_what_it_brings_at_most() -> None:
    """Twenty points for a wood, less what else the turn would have brought; half as much to the mean of two seats. Dear is not too dear."""
    found = bench(20, 1).tables[0]
    printed = found.printed
    assert 0.3 < printed.built <= 0.5
    assert printed.alone is not None
    assert printed.to_table is not None
    assert 0 < printed.alone.low < printed.alone.value < 20
    assert printed.to_table.value < printed.alone.value
    assert [one.goods for one in found.prices] == [0, 1, 4]
    assert found.rounds is not None
    assert 1 <= found.rounds[0] <= found.rounds[1] <= found.rounds[2] <= 12
    assert fair_in_words(found).startswith("Its fair price is above 4 goods")


def test_what_nobody_can_pay_says_nothing() -> None:
    found = bench(2, 40)
    first = found.tables[0]
    assert first.printed.built == 0
    assert first.says_nothing
    assert first.printed.to_table is None
    assert first.fair is None
    assert found.verdict.startswith("At mine 0.0 % of the seats build")
    assert f"and {PAY} points for it change that too little: these games say nothing about it." in found.verdict


def test_alone_means_that_no_other_seat_builds_it() -> None:
    """Nor anybody where it is gone; all runs of a table have the same blocks."""
    scenario = table(points=10)
    design = _Design(ROWS, scenario, "bazaar")
    matches = design.matches(GAMES)
    some = [place for place, (price, kind, _) in enumerate(design.parts) if kind in (GONE, THERE, "alone") and price in ("", "printed")]
    played = play([matches[place] for place in some], design.keep, 1)
    for place, one in zip(some, played, strict=True):
        _, kind, seat = design.parts[place]
        seen = _Seen(one, 2, design._number(), ROWS)
        builders = set(np.flatnonzero(seen.built.sum(axis=0)).tolist())
        assert builders == {GONE: set(), THERE: {0, 1}, "alone": {seat}}[kind]
    focal = [matches[place] for place in some if design.parts[place][1] == "alone"]
    assert [(one.first_game, one.games) for one in focal] == [(0, matches[0].games // 2), (matches[0].games // 2, matches[0].games // 2)]


@pytest.mark.parametrize(("option", "value"), [("workers", 2**31), ("games", "x"), ("bots", 5), ("on_games", 3)])
def test_odd_options_are_refused_before_anything_is_played(option: str, value: Any) -> None:
    with pytest.raises(CavernaError, match=f"{option}`?: .* is not allowed; give "):
        tile("base_2", "carpenter", **{option: value})


def test_the_answer_is_the_same_with_more_workers() -> None:
    assert tile(table(points=20, cost={"wood": 1}), "bazaar", games=(GAMES, 8), workers=2) == bench(20, 1)


def test_intervals_are_those_of_blocks() -> None:
    values = np.random.default_rng(3).normal(1, 2, (400, 50))
    held = [_estimate(row, 0.05) for row in values]
    assert 0.92 < np.mean([one.low <= 1 <= one.high for one in held]) < 0.98


def test_the_command_tells_it_in_eighty_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    file = tmp_path / "bazaar.toml"
    rule = '"furnishing.bazaar" = { colour = "yellow", cost = { wood = 1 }, points = 10 }'
    file.write_text(f'name = "bazaar"\nplayers = 2\nbots = ["balanced", "peaceful"]\n[rules]\n{rule}\n')
    assert main(["tile", str(file), "bazaar", "--games", "48,8", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("At bazaar ")
    assert max(map(len, told.splitlines())) <= 80
    for word in ("printed", "cheaper", "dearer", "to me alone", "if built"):
        assert word in told
    assert main(["tile", str(file), "bazaar", "--games", "16,4", "--json", "--quiet"]) == 0
    machine = json.loads(capsys.readouterr().out)
    assert [one["table"] for one in machine["tables"]] == ["bazaar", "bazaar, swift"]
    assert len(machine["rows"]) == 6


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["base_4", "carpentr"], "`carpentr` is not in the supply of `base_4`; did you mean `carpenter` or"),
        (["base_4", "carpenter", "--games", "1,2,3"], "3 numbers of games for 2 tables"),
        (["agricola_2", "well"], "`agricola_2` is of Agricola, which has no such command"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tile", *words, "--quiet"]) == 2
    assert sentence in capsys.readouterr().err


def test_rows_say_how_a_seat_is_denied_a_thing() -> None:
    assert ThingRows("things", "caverna", "", "", "", "").denied == ("supply", "without")
