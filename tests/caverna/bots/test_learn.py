"""Learning what positions are worth: what is taught, what is kept, what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caverna_sim.cli import main
from caverna_sim.errors import CavernaError
from caverna_sim.files import packed_arrays, unpacked_arrays
from caverna_sim.games.caverna.bots import layout
from caverna_sim.games.caverna.bots.parameters import bot_record, input_places, judge_record, parameters_of
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.learning import learn
from caverna_sim.games.caverna.learning.learn import (
    BUILT,
    COURSE,
    LIKED_DWARFS,
    TOLD,
    Lessons,
    Task,
    command_of,
    drawn_limits,
    drawn_rules,
    fingerprint,
    inputs_of,
    learned_judge,
    new_state,
    settled,
    with_tastes,
)
from caverna_sim.games.caverna.learning.net import NET, SHAPES, expected_gain, judge_of, new_net
from caverna_sim.games.caverna.limits import NUMBERS, SETS, faults_of, names_in
from caverna_sim.kit.learning.lessons import teach
from caverna_sim.kit.learning.returns import smoothed_returns

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


def test_a_checkpoint_holds_all_of_a_state(tmp_path: Path) -> None:
    state = new_state(Task("value", (1, 2), 320, 7))
    state.kept, state.history, state.generation = [some_lessons(50)], [{"generation": 1, "games": 320}], 1
    teach(NET, state.net, [some_lessons(4096)], 1, 1e-3, state.random)
    file = tmp_path / "value.checkpoint"
    COURSE.saved.save(state, file)
    again = COURSE.saved.load(file)
    assert (again.task, again.generation, again.history, again.net.steps) == (state.task, 1, state.history, 2)
    assert np.array_equal(again.kept[0].features, state.kept[0].features)
    assert np.array_equal(again.kept[0].gains, state.kept[0].gains)
    for part in ("now", "mean", "first", "second"):
        assert all(np.array_equal(getattr(again.net, part)[name], getattr(state.net, part)[name]) for name in SHAPES)
    assert again.random.random_sample() == state.random.random_sample()
    assert file.stat().st_size < 3_000_000


def test_a_net_learns_and_its_record_says_the_same() -> None:
    net, lessons = new_net(np.random.RandomState(3)), some_lessons(8000)
    errors = [teach(NET, net, [lessons], 20, 1e-3, np.random.RandomState(3)) for _ in range(6)]
    assert errors[-1] < errors[0] / 3
    found = expected_gain(net.mean, lessons.features)
    assert np.abs(found - lessons.gains).mean() < 2.0
    judge = judge_of(net.mean)[0]
    row = lessons.features[7].astype(np.float32)
    wide = np.maximum(row @ judge["layer_1"] + judge["bias_1"], 0)
    narrow = np.maximum(wide @ judge["layer_2"] + judge["bias_2"], 0)
    assert layout.POINTS_PER_UNIT * float(narrow @ judge["layer_3"] + judge["bias_3"]) == pytest.approx(found[7], abs=1e-3)


def test_learning_goes_on_from_what_a_judge_knows() -> None:
    judge = judge_record("value")
    net = new_net(np.random.RandomState(1), judge)
    row = (np.random.RandomState(2).random_sample((1, layout.NUM_FEATURES)) < 0.1).astype(np.float32)
    wide = np.maximum(row @ judge[0]["layer_1"] + judge[0]["bias_1"], 0)
    narrow = np.maximum(wide @ judge[0]["layer_2"] + judge[0]["bias_2"], 0)
    said = layout.POINTS_PER_UNIT * (narrow @ judge[0]["layer_3"] + judge[0]["bias_3"])
    assert expected_gain(net.now, row) == pytest.approx(said, abs=1e-3)
    assert net.now["layer_1"].any(axis=0).all()  # no unit is idle


def test_tables_to_learn_at_are_legal_and_differ() -> None:
    random = np.random.RandomState(4)
    for expansion in (None, "fiends"):
        drawn = [drawn_rules(random, expansion) for _ in range(24)]
        assert any(not rules for rules in drawn)
        assert any(rules.get("start.without") for rules in drawn)
        assert {path.split(".")[0] for rules in drawn for path in rules} == {"start", "furnishing", "loot"}
        for rules in drawn[:8]:
            assert catalog(3, rules, expansion).record is not None


def test_some_seats_to_learn_from_may_not_do_all() -> None:
    """Weapons, dwarfs, tiles, spaces and loot; among orcs also ways to be rid of them."""
    random = np.random.RandomState(8)
    for expansion in (None, "fiends"):
        drawn = [drawn_limits(random, expansion, 4) for _ in range(200)]
        assert 0.25 < np.mean([bool(limits) for limits in drawn]) < 0.55
        seats = [limit for limits in drawn for limit in limits.values()]
        sets = [word for word in SETS if expansion or word != "orcs_without"]
        assert {word for limit in seats for word in limit} == {*NUMBERS, *sets}
        names = {word: names_in(word, printed_tables(expansion)) for word in sets}
        assert [wrong for limit in seats for wrong in faults_of(limit, names)] == []


def test_whoever_learns_alone_meets_the_orcs_of_every_game_of_a_campaign() -> None:
    """F-CAMP-2; at larger tables strengths are as printed."""
    random = np.random.RandomState(6)
    alone = {tuple(drawn_rules(random, "fiends", 1)["orc.strength"]) for _ in range(60)}
    assert alone == {(5, 7, 9, 12), (7, 9, 11, 14), (9, 11, 13, 16), (11, 13, 15, 18), (13, 15, 17, 20)}
    assert not any("orc.strength" in drawn_rules(random, expansion, players) for expansion, players in (("fiends", 2), (None, 1)))


def test_a_settled_judge_looks_only_for_furnishings_that_are_built() -> None:
    judge = judge_of(new_net(np.random.RandomState(5)).now)
    places = input_places()
    built = np.full(layout.FEATURE_GROUPS["owned"] + 1, 500.0)
    guest_room = places["owned.guest_room"] - layout.START["owned"]
    built[guest_room], built[-1] = BUILT * 1000 - 1, 1000.0
    calm = settled(judge, built)[0]
    assert not calm["layer_1"][places["supply.guest_room"]].any()
    assert np.array_equal(calm["layer_1"][places["supply.miner"]], judge[0]["layer_1"][places["supply.miner"]])
    row = np.zeros(layout.NUM_FEATURES, np.float32)
    row[places["owned.guest_room"]] = 1.0  # nobody else can have it, so it does not lie in the supply
    assert np.allclose(row @ calm["layer_1"] + calm["bias_1"], row @ judge[0]["layer_1"] + judge[0]["bias_1"], atol=1e-6)
    assert np.allclose(calm["bias_1"], judge[0]["bias_1"] + judge[0]["layer_1"][places["supply.guest_room"]])


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
    state.task = replace(state.task, expansion="fiends", penalty=2.0, anew=True)
    assert command_of(state).endswith("--seed 7 --expansion fiends --penalty 2 --anew")


@pytest.mark.slow
def test_learning_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two generations at once, or one and then another: the same judge, whatever the number of workers."""
    monkeypatch.setattr(learn, "strength", lambda state, **_: {"2_players": 0.0})

    def tune(name: str, generations: int, *more: str) -> Path:
        out = tmp_path / f"{name}.toml"
        options = [
            "--players",
            "1,2",
            "--games",
            "64",
            "--generations",
            str(generations),
            "--seed",
            "3",
            "--quiet",
            "--out",
            str(out),
            *more,
        ]
        assert main(["tune", "value", *options]) == 0
        return out

    at_once = bot_record(tune("at_once", 2, "--workers", "1"))
    tune("in_two", 1, "--workers", "2")
    in_two = bot_record(tune("in_two", 2, "--workers", "2", "--resume"))
    assert fingerprint(at_once[1]) == fingerprint(in_two[1])
    assert fingerprint(at_once[1]) != fingerprint(judge_record("value"))
    assert at_once[0].tobytes() == bot_record("value")[0].tobytes()
    provenance = parameters_of(tmp_path / "in_two.toml")["provenance"]
    assert provenance["start"] == fingerprint(judge_record("value"))
    assert (provenance["generations"], provenance["games"]) == (2, 128)


@pytest.mark.parametrize(
    ("option", "word"), [(["--keep", "weights"], "--keep"), (["--population", "balanced"], "--population"), (["--lead", "1"], "--lead")]
)
def test_options_of_scripted_bots_are_refused(option: list[str], word: str, capsys: Capture, tmp_path: Any) -> None:
    assert main(["tune", "value", "--out", str(tmp_path / "v.toml"), *option]) == 2
    sentence = capsys.readouterr().err
    assert f"{word} is for scripted bots" in sentence
    assert sentence.count("\n") == 1


@pytest.mark.parametrize("option", [["--only", "weights"], ["--only", "limits", "--anew"]])
def test_only_limits_can_be_learned_alone(option: list[str], capsys: Capture, tmp_path: Any) -> None:
    assert main(["tune", "value", "--out", str(tmp_path / "v.toml"), *option]) == 2
    assert "leave" in capsys.readouterr().err


def test_of_limits_only_what_their_inputs_say_is_learned() -> None:
    """All else stays to the last bit, and what the bias learned beside is not handed on."""
    random = np.random.RandomState(3)
    lessons = some_lessons(6000)
    state = new_state(Task("value", only=("limits",)))
    known = state.net.mean["layer_1"].copy()
    teach(NET, state.net, [lessons], 1, 1e-2, random, inputs_of(state.task.only))
    judge, before = learned_judge(state)[0], bot_record("value")[1][0]
    assert not np.array_equal(judge["layer_1"][TOLD], known[TOLD])
    judge["layer_1"][TOLD] = before["layer_1"][TOLD]
    assert all(np.array_equal(judge[name], before[name]) for name in SHAPES)


def test_a_pickle_is_no_checkpoint(tmp_path: Path) -> None:
    """What would make a file if it were unpickled."""
    mark, file = tmp_path / "mark", tmp_path / "a.checkpoint"
    file.write_bytes(b"cpathlib\nPath.touch\n(cpathlib\nPath\n(V%s\ntRtR." % str(mark).encode())
    with pytest.raises(CavernaError, match="damaged or of another version"):
        COURSE.saved.load(file)
    assert not mark.exists()


@pytest.mark.parametrize("name", ["facts", "keys", "now.layer_1", "second.bias_3", "0.features", "0.gains", "0.built"])
@pytest.mark.parametrize("harm", ["gone", "shape", "endless", "kind"])
def test_a_checkpoint_with_wrong_arrays_is_refused(name: str, harm: str, tmp_path: Path) -> None:
    state = new_state(Task("value", (2,), 320, 7))
    state.kept = [some_lessons(50)]
    file = tmp_path / "a.checkpoint"
    COURSE.saved.save(state, file)
    arrays = unpacked_arrays(file.read_bytes(), 10**9)
    before = arrays.pop(name)
    if harm != "gone":
        harmed = {"shape": lambda: np.array([before, before]), "endless": lambda: np.full(3, np.inf), "kind": lambda: before.astype("S8")}
        arrays[name] = harmed[harm]()
    file.write_bytes(packed_arrays(arrays))
    with pytest.raises(CavernaError, match="damaged or of another version"):
        COURSE.saved.load(file)
