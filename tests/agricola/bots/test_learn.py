"""Learning: at which tables, what is taught, and that a run that stopped goes on to the same file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from caverna_sim.cli import main
from caverna_sim.games.agricola.bots.layout import NUM_FEATURES
from caverna_sim.games.agricola.bots.parameters import bot_record, parameters_of
from caverna_sim.games.agricola.box.catalog import catalog
from caverna_sim.games.agricola.learning import appeals, distil, learn
from caverna_sim.games.agricola.learning.appeals import NOWHERE, PRIOR, Examples, examples_of, gradients_of, mean_cost
from caverna_sim.games.agricola.learning.learn import drawn_table
from caverna_sim.games.agricola.shape.sizes import MAX_SPACES
from caverna_sim.kit.learning.lessons import Lessons

Capture = pytest.CaptureFixture[str]


def some_examples(rows: int, seed: int = 1) -> Examples:
    """Placements of which the space that an input names is the best; every third space cannot be used."""
    random = np.random.RandomState(seed)
    best = random.randint(0, MAX_SPACES // 3, rows) * 3
    seen = np.zeros((rows, NUM_FEATURES), np.float32)
    seen[np.arange(rows), best] = 1.0
    points = np.where(np.arange(MAX_SPACES) % 3 == 1, np.nan, 10.0) + np.zeros((rows, 1))
    points[np.arange(rows), best] = 14.0
    return examples_of(seen, random.standard_normal((rows, MAX_SPACES)), points)


def test_tables_to_learn_at_are_legal_and_differ() -> None:
    random = np.random.RandomState(3)
    tables = [drawn_table(random, (1, 2, 3, 4)) for _ in range(300)]
    assert {table.players for table in tables} == {1, 2, 3, 4}
    assert any(table.options.team_play for table in tables) and any(table.options.extra_tile for table in tables)
    assert {name for table in tables for name in table.options.house_rules} == {f"HR{number}" for number in range(1, 9)}
    assert any(table.without for table in tables) and any(table.limits for table in tables)
    for table in tables[:40]:
        assert catalog(table.players, {}, table.options).record is not None


def test_costs_are_told_against_the_best_space_that_can_be_used() -> None:
    some = some_examples(5)
    assert (some.cost.min(axis=1) == 0).all()
    assert (some.cost[:, 1::3] == NOWHERE).all() and set(np.unique(some.cost[:, 2::3])) == {4.0}


def test_gradients_are_those_of_the_cross_entropy() -> None:
    some, net = some_examples(6), PRIOR.new(np.random.RandomState(2))
    arrays = [array.astype(np.float64) for array in (some.seen, some.worth, some.cost)]
    layers = {name: array.astype(np.float64) for name, array in net.now.items()}

    def loss() -> float:
        said = appeals._appeals(layers, arrays[0], arrays[1])[1]  # type: ignore[arg-type]
        wanted = appeals._chances(-appeals.APPEAL_PER_POINT * arrays[2], arrays[2]).astype(np.float64)  # type: ignore[arg-type]
        masked = np.where(arrays[2] < NOWHERE, said, -np.inf)
        logs = masked - masked.max(axis=1, keepdims=True)
        logs = logs - np.log(np.exp(logs).sum(axis=1, keepdims=True))
        return float(-(wanted * np.where(arrays[2] < NOWHERE, logs, 0)).sum(axis=1).mean())

    found = gradients_of(net.now, *(array.astype(np.float32) for array in arrays))
    for name, place in (
        ("layer_1", (int(np.flatnonzero(some.seen[0])[0]), 3)),
        ("bias_1", (5,)),
        ("layer_2", (7, 6)),
        ("bias_2", (9,)),
        ("worth", (0,)),
    ):
        step, before = 1e-4, layers[name][place]
        layers[name][place] = before + step
        above = loss()
        layers[name][place] = before - step
        below = loss()
        layers[name][place] = before
        assert found[name][place] == pytest.approx((above - below) / (2 * step), abs=2e-4)


def test_a_net_learns_where_to_go() -> None:
    net, some = PRIOR.new(np.random.RandomState(1)), some_examples(2000)
    assert mean_cost(net.mean, some) > 2.0
    appeals.teach(net, [some], 150, 5e-3, np.random.RandomState(1))
    assert mean_cost(net.now, some) < 0.1


def test_a_checkpoint_holds_all_of_a_state(tmp_path: Path) -> None:
    for course, kept in (
        (learn.COURSE, Lessons(np.ones((9, NUM_FEATURES), np.float16), np.arange(9, dtype=np.float32))),
        (distil.COURSE, some_examples(9)),
    ):
        task = course.saved.task(bot="value" if course is learn.COURSE else "swift", players=(1, 2), games=320, seed=7, anew=True)
        state = course.new(task)  # type: ignore[arg-type]
        state.kept, state.history, state.generation = [kept], [{"generation": 1, "games": 320}], 1  # type: ignore[list-item]
        course.saved.save(state, tmp_path / "a.checkpoint")  # type: ignore[arg-type]
        again = course.saved.load(tmp_path / "a.checkpoint")
        assert (again.task, again.generation, again.history) == (state.task, 1, state.history)
        for name in course.saved.columns:
            assert np.array_equal(getattr(again.kept[0], name), getattr(kept, name))
        assert again.random.random_sample() == state.random.random_sample()


@pytest.mark.parametrize(("words", "sentence"), [
    (["tune", "random"], "draws its actions and weighs nothing"),
    (["tune", "balanced", "--only", "weights.wod"], "no parameter is called `weights.wod`"),
    (["tune", "balanced", "--anew"], "--anew is for bots that judge"),
    (["tune", "balanced", "--scenario", "agricola_2", "--players", "2"], "the scenario says how many play"),
    (["tune", "balanced", "--scenario", "quickstart"], "not of agricola"),
    (["tune", "value", "--population", "balanced"], "--population is for scripted bots"),
    (["tune", "swift", "--scenario", "agricola_2"], "leave --scenario out"),
    (["tune", "valeu"], "unknown bot"),
])  # fmt: skip
def test_what_means_nothing_is_refused_in_a_sentence(words: list[str], sentence: str, capsys: Capture, tmp_path: Path) -> None:
    assert main([*words, "--game", "agricola", "--out", str(tmp_path / "a.toml")]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1


def test_weights_are_tuned_by_search_and_go_on_where_they_stopped(tmp_path: Path) -> None:
    """Two generations at once, or one and then another: the same file, in which only what may change did."""
    pytest.importorskip("cma")

    def tune(name: str, generations: int, *more: str) -> str:
        out = tmp_path / f"{name}.toml"
        words = ["--players", "1,2", "--games", "6", "--candidates", "4", "--check-games", "12", "--seed", "3", "--only", "weights.wood"]
        words += ["--generations", str(generations), "--workers", "1", "--quiet", "--out", str(out)]
        assert main(["tune", "balanced", "--game", "agricola", *words, *more]) == 0
        return out.read_text(encoding="utf-8")

    at_once = tune("two", 2)
    tune("in_two", 1)
    assert tune("in_two", 2, "--resume") == at_once
    told, before = tomllib.loads(at_once), parameters_of("balanced")
    assert {name for name, value in told["weights"].items() if value != before["weights"][name]} == {"wood"}
    assert told["provenance"]["generations"] == 2 and told["provenance"]["command"].endswith("--game agricola")
    assert parameters_of(str(tmp_path / "two.toml"))["weights"] == told["weights"]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "kind"), [("value", "judge"), ("swift", "prior")])
def test_learning_goes_on_where_it_stopped(bot: str, kind: str, tmp_path: Path) -> None:
    """Two generations at once, or one and then another: the same file, whatever the number of workers."""

    def tune(name: str, generations: int, *more: str) -> Path:
        out = tmp_path / f"{name}.toml"
        words = ["--players", "1,2", "--games", "64", "--generations", str(generations), "--seed", "3", "--quiet", "--out", str(out)]
        assert main(["tune", bot, "--game", "agricola", *words, *more]) == 0
        return out

    at_once = tune("at_once", 2, "--workers", "1")
    tune("in_two", 1, "--workers", "2")
    in_two = tune("in_two", 2, "--workers", "2", "--resume")
    first, second = (bot_record(str(out)) for out in (at_once, in_two))
    assert first[1].tobytes() == second[1].tobytes() != bot_record(bot)[1].tobytes()
    texts = [tomllib.loads(out.read_text(encoding="utf-8")) for out in (at_once, in_two)]
    assert texts[0]["provenance"] == texts[1]["provenance"] and texts[0]["provenance"]["generations"] == 2
    assert parameters_of(at_once)[kind] == str(tmp_path / "at_once.npz")
