"""A second game plans, the template: the planner is the kit's. In so small a game all lines can be counted, so the best one is known."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.files import parse_json
from caverna_sim.kit.planning import lessons
from caverna_sim.kit.planning import search as searching
from caverna_sim.kit.planning.archive import Found
from caverna_sim.kit.planning.exchange import Ladder
from caverna_sim.kit.planning.plan import Keeper, replayed, searched
from caverna_sim.kit.planning.search import Search
from tests.orchard.game import Game
from tests.orchard.planning.task import Task

TRIES = 4000
ROUNDS = 5
SHORT = {"round.last": ROUNDS}
SOLO, AT_TABLE = Task(seed=3, rules=SHORT), Task(players=2, seed=3, seat=1, rules=SHORT, bots=("picker", "grower"))


def best_points(task: Task) -> int:
    """Of all lines of a seat."""
    return best_after(task, task.game())


def best_after(task: Task, game: Game) -> int:
    """The same from a position on."""
    task.others().play_on(game)
    if game.over:
        return int(game.scores()[task.seat]["total"])
    return max(best_after(task, game.copy().play(action)) for action in game.legal())


def climbed(task: Task, seed: int = 1) -> tuple[int, list[int]]:
    """The best line of a short search."""
    climber = task.climber(seed)
    climber.like(0.5)
    climber.begin_anew()
    found = climber.climb(TRIES, 1.2, 0.2, 1.0, 0.0)
    return found.points, found.actions


@pytest.mark.parametrize("task", [SOLO, AT_TABLE], ids=["solo", "at a table"])
def test_the_best_of_all_lines_is_found_and_its_points_are_those_of_its_game(task: Task) -> None:
    points, actions = climbed(task)
    assert points == best_points(task)
    assert task.played(actions).scores()[task.seat]["total"] == points
    assert climbed(task) == (points, actions)  # the same seed finds the same line


def test_a_choice_that_goes_elsewhere_costs_points_and_goes_elsewhere() -> None:
    climber = SOLO.climber(2)
    line = climber.begin_with(climbed(SOLO)[1])
    for turn in range(len(line.turns)):
        other = climber.second_best(line, turn, TRIES)
        assert other is not None
        assert other.points <= line.points
        assert other.actions[:turn] == line.actions[:turn]
        assert other.actions[turn] != line.actions[turn]


def test_seats_of_a_recorded_game_do_as_they_did() -> None:
    game = Game(players=2, seed=5, rules=SHORT)
    while not game.over:
        game.play(game.legal()[-1])
    task = Task(players=2, seed=5, rules=SHORT, recorded=tuple(one.text for one in game.actions))
    assert task.played(task.own_of(task.recorded)).scores() == game.scores()
    assert climbed(task)[0] >= game.scores()[0]["total"]


def test_a_search_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "line.json"

    def keeper(resume: bool) -> Keeper:
        return Keeper(SOLO, file, resume, False, lambda path: parse_json(Path(path).read_bytes(), "line", CavernaError))

    first = searched(SOLO, 0.05, 1, 1, keeper(False), None)
    again = searched(SOLO, 0.05, 1, 1, keeper(True), None)
    assert again.tries > first.tries
    assert again.points == best_points(SOLO) == json.loads(file.read_text(encoding="utf-8"))["points"]
    assert replayed(SOLO, again.moves, file).scores()[0]["total"] == again.points
    with pytest.raises(CavernaError, match="is there already"):
        keeper(False)


@dataclass
class Standing:
    """A climber that stays where it is."""

    points: float
    asked: list[tuple[float, ...]] = field(default_factory=list)

    def climb(self, *asked: float) -> Found:
        self.asked.append(asked)
        return Found(int(self.points), [], (), 0)

    def height(self) -> float:
        return self.points


def ladder(*points: float, cold: float = 0.25, warm: float = 1.0) -> Any:
    return Ladder([Standing(one) for one in points], cold, warm)  # type: ignore[misc]


def test_a_better_line_comes_down_rung_by_rung() -> None:
    random, steps = np.random.default_rng(1), ladder(0, 0, 0, 100)
    best = []
    for _ in range(6):
        best.append([one.points for one in steps.climb(400, random)])
    assert [one.points for one in steps.climbers] == [100, 0, 0, 0]
    assert best == [[0, 0, 0, 100], [0, 0, 100, 0], [0, 100, 0, 0], *[[100, 0, 0, 0]] * 3]
    winner = steps.climbers[0]
    assert [asked[0] for asked in winner.asked] == [100] * 6  # of four, each searches its share
    assert [asked[1] for asked in winner.asked] == pytest.approx([1.0, 4 ** (-1 / 3), 4 ** (-2 / 3), 0.25, 0.25, 0.25])


def test_a_worse_line_comes_down_the_less_often_the_worse_it_is() -> None:
    """As often as the detailed balance of both temperatures says, so that each rung sees the lines of its own temperature."""
    random = np.random.default_rng(2)
    for worse in (0.1, 0.5, 1.0):
        changed = 0
        for _ in range(2000):
            steps = ladder(worse, 0.0)
            steps.climb(2, random)
            changed += steps.climbers[0].points == 0
        assert changed / 2000 == pytest.approx(exp(-worse * (1 / 0.25 - 1 / 1.0)), abs=0.04)


def test_lines_that_are_kept_are_bettered_and_the_same_seed_does_it_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a line that takes the first choice everywhere, by searches that change places, to the best of all lines."""
    monkeypatch.setattr(searching, "HEATS", (searching.Heat(1, 1.0, 0.5, 0.0, 0.0),))
    monkeypatch.setattr(searching, "CHUNK", TRIES)
    game = SOLO.game()
    while not game.over:
        game.play(game.legal()[0])
    found = []
    for _ in range(2):
        search = Search(SOLO, 3)
        search.begin_with(SOLO.climber(0).begin_with(SOLO.own_of([one.text for one in game.actions])))
        poor = search.archive.lines[0].points
        run = searching.Run(search, 0.0, 1)
        monkeypatch.setattr(searching, "BETTERED_CHUNKS", (3, 3))
        monkeypatch.setattr(run, "_is_over", lambda: False)
        run._better(SOLO.climber(1), search.archive.lines[0], np.random.default_rng(4))
        assert search.tries == 3 * TRIES
        found.append([(one.points, one.actions) for one in search.archive.lines])
    assert poor < found[0][0][0] == best_points(SOLO)
    assert found[0] == found[1]


def test_what_good_lines_share() -> None:
    search = Search(SOLO, 1)
    search.run(0.2)
    lines = [SOLO.line_of(one.actions) for one in search.archive.lines]
    shared = lessons.in_common(lines, "thing", "place")
    assert shared["best"] == best_points(SOLO)
    assert sum(row["turns"] for row in shared["turns"]) == ROUNDS
    assert shared["things"] == []
