"""Learning what positions are worth: what is taught, what is kept, what is refused."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from caverna_sim.cli import main
from caverna_sim.experiments.learn import LIKED_DWARFS, Lessons, Task, command_of, judge_of, new_net, new_state, teach, with_tastes
from caverna_sim.games.caverna.bots import layout
from caverna_sim.games.caverna.playing.lessons import smoothed_returns

Capture = pytest.CaptureFixture[str]


def returns(points: list[tuple[int, int, float]], expected: list[float], finals: list[list[int]], trust: float) -> list[float]:
    found = np.zeros(len(points), np.float32)
    smoothed_returns(np.array(points, np.float32), np.array(expected, np.float32), np.array(finals, np.int32), trust, found)
    return [float(value) for value in found]


def some_lessons(rows: int, seed: int = 1) -> Lessons:
    """Positions whose gain is ten times their first feature."""
    features = (np.random.RandomState(seed).random_sample((rows, layout.NUM_FEATURES)) < 0.1).astype(np.float16)
    return Lessons(features, 10.0 * features[:, 0].astype(np.float32))


def test_with_full_trust_every_row_is_taught_the_points_at_the_end() -> None:
    rows = [(0, 0, 1.0), (0, 1, 2.0), (0, 0, 3.0), (1, 1, 4.0)]
    assert returns(rows, [50, 50, 50, 50], [[70, 80], [90, 60]], 1.0) == [70, 80, 70, 60]


def test_with_less_trust_later_expectations_of_the_same_seat_count() -> None:
    rows = [(0, 0, 0.0), (0, 1, 0.0), (0, 0, 0.0), (0, 0, 0.0)]
    # last row: the end; the one before: half the end, half what was expected at the last row; and so on
    assert returns(rows, [0, 0, 40, 60], [[100, 10]], 0.5) == [0.5 * 80 + 0.5 * 40, 10, 0.5 * 100 + 0.5 * 60, 100]


def test_lessons_survive_a_checkpoint() -> None:
    lessons = some_lessons(50)
    again = pickle.loads(pickle.dumps(lessons))
    assert np.array_equal(again.features, lessons.features)
    assert np.array_equal(again.gains, lessons.gains)
    assert len(pickle.dumps(lessons)) < lessons.features.nbytes


def test_a_net_learns_and_its_record_says_the_same() -> None:
    net, lessons = new_net(3), some_lessons(4000)
    teach(net, [lessons], 30, 1e-3, np.random.RandomState(3))
    found = layout.POINTS_PER_UNIT * net.predict(lessons.features.astype(np.float32))
    assert np.abs(found - lessons.gains).mean() < 2.0
    judge = judge_of(net)[0]
    row = lessons.features[7].astype(np.float32)
    wide = np.maximum(row @ judge["layer_1"] + judge["bias_1"], 0)
    narrow = np.maximum(wide @ judge["layer_2"] + judge["bias_2"], 0)
    assert layout.POINTS_PER_UNIT * float(narrow @ judge["layer_3"] + judge["bias_3"]) == pytest.approx(found[7], abs=1e-3)


def test_tastes_differ_and_leave_the_judge_itself_alone() -> None:
    judge = np.zeros(1, layout.JUDGE)
    fond = with_tastes(judge, 6, np.random.RandomState(1))
    assert not judge[0]["taste"].any()
    assert len({one["taste"].tobytes() for one in fond}) == 6
    family = layout.START["family"]
    assert {float(one["taste"][family + 1]) for one in fond} <= set(LIKED_DWARFS)


def test_the_command_of_a_state_is_told_in_full() -> None:
    state = new_state(Task("value", (1, 2), 320, 7))
    state.generation = 3
    assert command_of(state) == "caverna-sim tune value --players 1,2 --games 320 --generations 3 --seed 7"


@pytest.mark.parametrize(
    ("option", "word"), [(["--only", "weights"], "--only"), (["--population", "balanced"], "--population"), (["--lead", "1"], "--lead")]
)
def test_options_of_scripted_bots_are_refused(option: list[str], word: str, capsys: Capture, tmp_path: Any) -> None:
    assert main(["tune", "value", "--out", str(tmp_path / "v.toml"), *option]) == 2
    sentence = capsys.readouterr().err
    assert f"{word} is for scripted bots" in sentence
    assert sentence.count("\n") == 1
