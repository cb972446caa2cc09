"""Annotated games: a blunder is found and sized, what was best costs nothing, the page and the terminal tell the same."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim.asking.annotate import Annotated, Turn, Turning, _cost, annotate
from caverna_sim.asking.annotated_page import in_words
from caverna_sim.asking.source import Asked, asked
from caverna_sim.cli import main
from caverna_sim.stats.ratings import Estimate
from tests.asking.test_command import at_home
from tests.browser import browser, needs_browser

EFFORT = 40
QUICK = ("--annotate", "--annotate-bots", "balanced", "--effort", str(EFFORT))


def blunder() -> Annotated:
    """The last turns of a solo game in which a ruby is worth 30 points; the last dwarf leaves five of them where they are."""
    game: Any = cs.Game(players=1, seed=4, rules={"scoring.ruby": 30})

    def first() -> Any:
        legal = game.legal()
        if game.round == 12 and at_home(game) == 1:
            return next((one for one in legal if one.kind == "place" and one.space == "housework"), legal[0])
        return next((one for one in legal if one.kind in ("place", "pass")), legal[0])

    while game.round < 12:
        game.play(first())
    return annotate(Asked(game, first, "blunder", 0), "balanced", effort=100)


def test_a_blunder_is_found_and_its_size_is_inside() -> None:
    """Five rubies at 30 points, less what else there is to get."""
    found = blunder()
    last = found.turns[-1]
    assert (last.text, last.best) == ("Housework", "Ruby mining")
    assert 80 < last.cost.low <= last.cost.high <= 150  # some of it goes into food
    assert last in found.dearest()
    assert found.turning() == ()


def test_what_was_best_costs_nothing() -> None:
    assert _cost(np.arange(8.0), 8).value == 0
    same = np.tile(np.arange(8.0), 2)
    assert (_cost(same, 8).value, _cost(same, 8).error) == (0, 0)
    other = np.concatenate([np.arange(8.0), np.arange(8.0) + 3])
    assert _cost(other, 8).value == 3


@pytest.fixture(scope="module")
def found() -> Annotated:
    return annotate(asked("agricola_2", 3), "balanced", effort=EFFORT)


def test_every_placement_is_weighed_and_the_answer_is_the_same_again(found: Annotated) -> None:
    game: Any = cs.play(cs.Game(scenario="agricola_2", index=3))
    assert [one.at for one in found.turns] == [at for at, one in enumerate(game.actions) if one.kind == "place"]
    assert found.scores == tuple(one["total"] for one in game.scores())
    assert sum(found.wins) == 1
    again = annotate(asked("agricola_2", 3), "balanced", effort=EFFORT, workers=1)
    assert again == found
    assert all(one.cost.value == 0 for one in found.turns if one.was_best)
    assert all(sum(chance.value for chance in one.chances) == pytest.approx(1) for one in found.turns)


def test_turning_points_are_the_largest_changes(found: Annotated) -> None:
    def moved(before: Any, after: Any) -> float:
        return max(abs(then.value - now.value) for then, now in zip(before.chances, after.chances, strict=True))

    changes = sorted((moved(*pair) for pair in zip(found.turns, found.turns[1:], strict=False)), reverse=True)
    points = found.turning()
    assert len(points) == 5
    assert sorted((abs(one.after - one.before) for one in points), reverse=True) == pytest.approx(changes[:5])
    assert [one.turn.at for one in points] == sorted(one.turn.at for one in points)


def test_a_cost_is_told_where_it_is_shown() -> None:
    """`it cost −2.2 ± 2.7 points` is no cost."""

    def told(*cost: float) -> str:
        return in_words(Turning(Turn(0, 1, 2, "Logging", "Supplies", Estimate(*cost), Estimate(0, 0, 0, 0), (), 9), 3, 0.2, 0.5, True))

    assert told(6.2, 3.8, 8.6, 1.2).endswith("Seat 3 goes from 20 % to 50 %; it cost 6.2 ± 2.4 points against Supplies")
    assert told(-2.2, -4.9, 0.5, 1.4).endswith("; not shown to cost anything against Supplies (−2.2 ± 2.7 points)")
    assert told(1.0, -1.0, 3.0, 1.0).endswith("; not shown to cost anything against Supplies (1.0 ± 2.0 points)")


def test_the_terminal_tells_it_in_eighty_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["watch", "agricola_2", "--quiet", *QUICK]) == 0
    told = capsys.readouterr().out
    for heading in ("chance to win after each round", "turning points", "turns that cost most", "points that all turns cost: seat 0"):
        assert heading in told
    assert max(map(len, told.splitlines())) <= 80


@needs_browser
def test_the_page_shows_it_and_its_links_go_to_the_choices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    assert main(["watch", "agricola_2", "--html", str(page), "--quiet", *QUICK]) == 0
    tab = browser()
    for width in (1280, 390):
        tab.open(page, width)
        assert tab.run("document.querySelectorAll('#annotated polyline').length") == 4  # two seats, and their signs
        assert tab.run("document.querySelectorAll('#annotated ol a').length") == 5
        assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    wanted = tab.run("(() => { const link = document.querySelector('#annotated ol a'); link.click(); return link.hash; })()")
    assert tab.run("document.getElementById('count').textContent").startswith(f"choice {wanted[1:]} of ")


def test_a_game_that_was_played_is_watched_and_annotated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one that was left before its end; whose game it is says its file."""
    for scenario in ("base_2", "agricola_2"):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\n"))
        assert main(["play", scenario, "--seed", "2", "--quiet", "--out", f"{scenario}.json"]) == 0
        moves = json.loads((tmp_path / f"{scenario}.json").read_text())["moves"]
        capsys.readouterr()
        assert main(["watch", "--line", f"{scenario}.json", "--json", *QUICK]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["actions"] == moves
        assert told["bots"][0] == "you"
        assert [one["choice"] for one in told["annotated"]["turns"]] == [at for at, one in enumerate(moves) if one.startswith("place a ")]
