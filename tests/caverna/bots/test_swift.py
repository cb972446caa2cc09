"""The swift bot: what it sees and takes, what it is taught, its files, and tastes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caverna_sim.cli import main
from caverna_sim.errors import BotError, CavernaError
from caverna_sim.games.caverna.bots import layout, swift
from caverna_sim.games.caverna.bots.appeal import see
from caverna_sim.games.caverna.bots.parameters import (
    appeal_bytes,
    bot_record,
    choice_places,
    has_appeals,
    input_places,
    judge_record,
    parameters_of,
    seen_places,
    with_fiends,
)
from caverna_sim.games.caverna.bots.tastes import TASTES
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, SPACES
from caverna_sim.games.caverna.ids import act, good, step
from caverna_sim.games.caverna.learning import distil
from caverna_sim.games.caverna.learning.appeals import SHAPES, Examples, gradients_of, joined, judge_of, mean_costs, new_net, teach
from caverna_sim.games.caverna.learning.appeals import _appeals as appeals_of
from caverna_sim.games.caverna.learning.appeals import _batch as batch_of
from caverna_sim.games.caverna.learning.appeals import _chances as chances_of
from caverna_sim.games.caverna.learning.distil import AppealCourse, Task, command_of, company_of, new_state, play_examples
from caverna_sim.kit.records.codes import first_of, kind_of
from tests.caverna.bots import Table, record

CHANCE = np.random.RandomState(3)


def examples(rows: int = 300) -> Examples:
    """Decisions between three choices, of which the first is best when the first input is 1 and the second when it is 0."""
    seen = np.zeros((rows, layout.NUM_SEEN), np.float16)
    seen[:, 0] = np.arange(rows) % 2
    seen[:, 1] = 1.0
    cost = np.zeros((rows, 3), np.float32)
    cost[np.arange(rows), (1 - seen[:, 0]).astype(int)] = 0.0
    cost[np.arange(rows), seen[:, 0].astype(int)] = 2.0
    cost[:, 2] = 4.0
    place = layout.FIRST_CHOICE[act.PLACE]
    return Examples(
        seen, np.zeros((rows, len(TASTES)), np.float16), (np.arange(rows) % 3 > 0).astype(np.int8), 3 * np.arange(rows),
        np.full(rows, 3, np.int32), np.tile(np.arange(place, place + 3, dtype=np.int16), rows), np.full(3 * rows, act.PLACE, np.int8),
        np.tile(np.array([0, 0, 1], np.int8), rows), np.ones(3 * rows, np.float32),
        np.ones((3 * rows, layout.NUM_LIES), np.float16), cost.ravel(),
    )  # fmt: skip


# ---------------------------------------------------------------- at the table


def test_without_temperature_it_takes_what_appeals_most() -> None:
    """The compiled net says what the taught one says, and the placement with the most appeal is taken."""
    bot, judge = record("swift", temperature=0.0)
    table = Table(3, 5)
    compared = 0
    for action in table.decisions([(bot, judge)]):
        state, mind = table.states[0], table.minds[0]
        if kind_of(action) != act.PLACE:
            mind["candidate"] = 0
            continue
        weighed = {
            int(one): float(worth) for one, worth in zip(mind["candidate"], mind["outcome"], strict=True) if kind_of(one) == act.PLACE
        }
        assert weighed[action] == max(weighed.values())
        see(state, table.rules[0], bot[0], table.seat, mind)
        seen = np.concatenate([mind["feature"], mind["context"]])
        net = judge[0]["appeal"]
        hidden = np.maximum(seen @ net["layer_1"][layout.PLACING] + net["bias_1"][layout.PLACING], 0)
        said = hidden @ net["layer_2"] + net["bias_2"]
        place = layout.FIRST_CHOICE[act.PLACE] + first_of(action)
        assert mind["appeal"][place] == pytest.approx(said[place], abs=1e-3)
        compared += 1
        mind["candidate"] = 0
    assert compared > 30


def test_it_makes_more_points_than_the_best_scripted_bot() -> None:
    means = []
    for name in ("balanced", "swift"):
        totals = []
        for game in range(12):
            table = Table(3, 31, game)
            table.play(record(name), record("peaceful"), record("adventurer"))
            totals.append(table.total(0))
        means.append(np.mean(totals))
    assert means[1] > means[0] + 5.0


def test_not_taught_with_orcs_it_plays_as_a_scripted_bot_among_them() -> None:
    """Its temperature is its own."""
    as_warm = {"temperature": float(bot_record("swift")[0]["temperature"][0])}
    untaught = {"fiends": {"prior": "swift"}}
    for mine, theirs in zip(bot_record("swift", untaught, "fiends"), bot_record("balanced", as_warm, "fiends"), strict=True):
        assert mine.tobytes() == theirs.tobytes()
    assert has_appeals(bot_record("swift")[1])


def test_taught_with_orcs_it_judges_their_events_as_its_teacher_does(tmp_path: Path) -> None:
    """What appeals to it stands beside the judge of the value bot (F-EVENT-3, F-EVENT-4)."""
    (tmp_path / "mine.npz").write_bytes(appeal_bytes(new_net(np.random.RandomState(2)).mean))
    teacher = bot_record("value", None, "fiends")[1]
    mine = {"fiends": {"judge": "value_fiends", "prior": str(tmp_path / "mine.npz")}}
    bot, judge = bot_record("swift", mine, "fiends")
    assert bot[0]["tier"] == layout.SWIFT
    assert bot[0]["has_prior"]
    assert judge[0]["layer_1"].tobytes() == teacher[0]["layer_1"].tobytes()
    assert has_appeals(judge)
    assert bot_record("swift", mine)[1].tobytes() == bot_record("swift")[1].tobytes()  # the base game knows nothing of it


# ---------------------------------------------------------------- teaching


def test_gradients_are_those_of_the_cross_entropy() -> None:
    net, some = new_net(CHANCE), examples(12)
    batch = batch_of(some, np.flatnonzero(some.part == layout.PLACING))

    def loss(layers: dict[str, Any]) -> float:
        chances = chances_of(appeals_of(layers, layout.PLACING, batch)[1], batch)
        wanted = chances_of(-layout.APPEAL_PER_POINT * batch.cost, batch)
        return -float((wanted * np.log(chances)).sum()) / len(batch.starts)

    exact = {name: array.astype(np.float64) for name, array in net.now.items()}
    found = gradients_of(net.now, layout.PLACING, batch)
    place = layout.FIRST_CHOICE[act.PLACE]
    for name, index in (("layer_2", (5, place + 1)), ("bias_2", (layout.REORDERED,)), ("worth", (act.PLACE,)), ("lie", (act.PLACE, 2))):
        moved = {key: array.copy() for key, array in exact.items()}
        moved[name][index] += 1e-4
        assert found[name][index] == pytest.approx((loss(moved) - loss(exact)) / 1e-4, abs=2e-3)
    for name, index in (("layer_1", (0, 7)), ("bias_1", (7,))):
        moved = {key: array.copy() for key, array in exact.items()}
        moved[name][(layout.PLACING, *index)] += 1e-4
        assert found[name][index] == pytest.approx((loss(moved) - loss(exact)) / 1e-4, abs=2e-3)


def test_what_is_taught_is_learned() -> None:
    net, some = new_net(np.random.RandomState(1)), joined([examples(), examples(60)])
    assert mean_costs(net.mean, some) != (0.0, 0.0)
    teach(net, some, 60, 3e-3, np.random.RandomState(1))
    assert mean_costs(net.now, some) == (0.0, 0.0)


def test_examples_do_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("SEATINGS", 2), ("BLOCKS", 1), ("GAMES_AT_ONCE", 2), ("ROWS", 600), ("CHOICES", 30_000)):
        monkeypatch.setattr(distil, name, number)
    task = Task("swift", (2, 3), 4, 1)
    state = new_state(task)
    company = company_of(task, state.net, state.random)
    played = [play_examples(task, company, 0, 4, np.random.RandomState(2), workers) for workers in (1, 2)]
    for name in Examples.__dataclass_fields__:
        assert np.array_equal(getattr(played[0], name), getattr(played[1], name)), name
    some = played[0]
    assert len(some.part) > 20
    assert set(some.part) == {layout.PLACING, layout.WORKING}
    owner = np.repeat(np.arange(len(some.part)), some.number)
    best = np.full(len(some.part), np.inf)
    np.minimum.at(best, owner, some.cost)
    assert (best == 0.0).all()  # of every decision one choice is the teacher's
    assert (some.seen[:, layout.NUM_FEATURES + layout.CONTEXT_START["step"] + step.PLACE] == (some.part == layout.PLACING)).all()


def test_a_checkpoint_holds_all_of_a_state(tmp_path: Path) -> None:
    state = new_state(Task("swift", (1, 2), 320, 7))
    state.kept, state.history, state.generation = [examples(40)], [{"generation": 1, "games": 320, "code": "x"}], 1
    teach(state.net, state.kept[0], 3, 1e-3, state.random)
    saved = AppealCourse().saved
    saved.save(state, tmp_path / "swift.checkpoint")
    again = saved.load(tmp_path / "swift.checkpoint")
    assert (again.task, again.generation, again.history, again.net.steps) == (state.task, 1, state.history, 3)
    for name in Examples.__dataclass_fields__:
        assert np.array_equal(getattr(again.kept[0], name), getattr(state.kept[0], name))
    for part in ("now", "mean", "first", "second"):
        assert all(np.array_equal(getattr(again.net, part)[name], getattr(state.net, part)[name]) for name in SHAPES)
    assert again.random.random_sample() == state.random.random_sample()
    assert command_of(state) == "caverna-sim tune swift --players 1,2 --games 320 --generations 1 --seed 7"
    (tmp_path / "swift.checkpoint").write_bytes(b"nothing")
    with pytest.raises(CavernaError, match="remove it to start anew"):
        saved.load(tmp_path / "swift.checkpoint")


@pytest.mark.parametrize("option", [["--only", "weights"], ["--penalty", "3"], ["--anew"], ["--scenario", "quickstart"]])
def test_options_that_mean_nothing_here_are_refused(option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "swift", "--out", str(tmp_path / "s.toml"), *option]) == 2
    assert "leave " in capsys.readouterr().err


@pytest.mark.parametrize("bot", ["balanced", "value"])
def test_orcs_that_are_left_cost_nothing_without_orcs(bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", bot, "--penalty", "3", "--out", str(tmp_path / "s.toml")]) == 2
    assert "add --expansion fiends or leave it out" in capsys.readouterr().err


# ---------------------------------------------------------------- files


def test_what_was_taught_is_kept_by_name(tmp_path: Path) -> None:
    net = new_net(np.random.RandomState(2))
    (tmp_path / "mine.npz").write_bytes(appeal_bytes(net.mean))
    known, wanted = judge_record(str(tmp_path / "mine.npz"))[0]["appeal"], judge_of(net.mean)[0]["appeal"]
    seen, choices = list(seen_places().values()), list(choice_places().values())
    assert np.allclose(known["layer_1"][:, seen], wanted["layer_1"][:, seen], rtol=1e-3, atol=1e-4)
    assert np.allclose(known["layer_2"][:, choices], wanted["layer_2"][:, choices], rtol=1e-3, atol=1e-4)
    assert np.allclose(known["worth"], wanted["worth"], rtol=1e-3, atol=1e-4)
    kept = dict(np.load(tmp_path / "mine.npz"))
    order = np.random.RandomState(4).permutation(len(kept["choices"]))
    moved = {**kept, "choices": kept["choices"][order], "layer_2": kept["layer_2"][:, order], "bias_2": kept["bias_2"][order]}
    np.savez(tmp_path / "moved.npz", **moved)
    assert judge_record(str(tmp_path / "moved.npz")).tobytes() == judge_record(str(tmp_path / "mine.npz")).tobytes()
    np.savez(tmp_path / "other.npz", **{**kept, "choices": np.array(["place.nowhere", *kept["choices"][1:]])})
    with pytest.raises(BotError, match=r"`place\.nowhere` is unknown"):
        judge_record(str(tmp_path / "other.npz"))


def test_names_of_choices_say_where_they_are() -> None:
    places = choice_places()
    assert len(set(places.values())) == len(places)
    assert places["place.depot"] == layout.FIRST_CHOICE[act.PLACE] + SPACES.index("depot")
    assert places["furnish.miner"] == layout.FIRST_CHOICE[act.FURNISH] + FURNISHINGS.index("miner")
    assert {"stable.meadow", "ruby_mine.deep_tunnel", "sow.grain", "pass.sow", "exchange.cattle", "reordered"} <= set(places)
    assert {"set_trap.net", "forge_wood.4", "restock.ore_mine"} <= set(places)
    assert seen_places()["at.depot"] == layout.NUM_FEATURES + SPACES.index("depot")


@pytest.mark.parametrize(("tier", "judge"), [("value", "swift"), ("search", "swift"), ("swift", "value")])
def test_a_bot_must_have_learned_what_its_tier_decides_by(tier: str, judge: str) -> None:
    with pytest.raises(BotError, match=f"judge `{judge}`"):
        bot_record("value", {"tier": tier, "judge": judge})


# ---------------------------------------------------------------- tastes


def test_a_taste_of_a_value_bot_is_points_for_what_it_counts() -> None:
    judge = bot_record("value", {"taste": {"ruby_mine": 2.0}})[1][0]
    places = input_places()
    assert judge["taste"][places["land.10"]] == 8.0  # four ruby mines are one unit of the input
    assert np.count_nonzero(judge["taste"]) == 1
    assert not bot_record("value")[1][0]["taste"].any()


def test_a_taste_of_a_swift_bot_is_a_part_of_its_bias() -> None:
    plain, liking = judge_record("swift")[0]["appeal"], bot_record("swift", {"taste": {"weapons": 3.0}})[1][0]["appeal"]
    number = TASTES.index("weapons")
    assert np.allclose(liking["bias_1"], plain["bias_1"] + 3.0 * plain["taste"][:, number], atol=1e-5)
    assert np.array_equal(liking["layer_1"], plain["layer_1"])


@pytest.mark.parametrize(
    ("name", "over", "words"),
    [
        ("value", {"taste": {"wepons": 1.0}}, "did you mean `weapons`"),
        ("swift", {"taste": {"weapons": 99.0}}, "from -50 to 50"),
        ("balanced", {"taste": {"weapons": 1.0}}, "tiers value, search and swift"),
    ],
)
def test_a_wrong_taste_is_refused_in_one_sentence(name: str, over: dict[str, Any], words: str) -> None:
    with pytest.raises(BotError) as refused:
        bot_record(name, over)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_who_likes_dogs_has_dogs() -> None:
    dogs = []
    for liking in (-8.0, 8.0):
        bot = record("swift", taste={"dogs": liking})
        assert parameters_of("swift", {"taste": {"dogs": liking}})["taste"] == {"dogs": liking}
        had = []
        for game in range(6):
            table = Table(2, 17, game)
            table.play(bot, record("balanced"))
            had.append(int(table.states[0]["seats"][0]["goods"][good.DOG]))
        dogs.append(np.mean(had))
    assert dogs[1] > dogs[0] + 1.0


def placements_of(bot: tuple[np.ndarray, np.ndarray], rounds: int, players: int = 4, seed: int = 5) -> list[tuple[int, int, str]]:
    """(round, seat, space) of all placements of the first rounds, at a table of one bot."""
    table, placed = Table(players, seed), []
    for action in table.decisions([bot] * players):
        if table.states[0]["round"] > rounds:
            break
        if kind_of(action) == act.PLACE:
            placed.append((int(table.states[0]["round"]), table.seat, SPACES[first_of(action)]))
    return placed


@pytest.mark.parametrize("name", ["swift", "value"])
def test_a_bot_begins_where_its_file_says(name: str) -> None:
    """Only its first placement of the game is meant, and only as long as the space is free."""
    books = ({"4": {"starting_player": 0.0, "sustenance": 40.0}}, {"3": {"sustenance": 40.0}, "4": {"starting_player": 0.0}})
    told, untold = (placements_of(record(name, first=book), 4) for book in books)
    begun = [one for one in told if one[0] == 1]
    assert begun[0] == (1, 0, "sustenance_4_7")
    assert untold[0][2] != "sustenance_4_7"
    assert sum(space == "sustenance_4_7" for _, seat, space in told if seat == 0) < 4  # not in each of four rounds


@pytest.mark.parametrize(
    ("name", "over", "words"),
    [
        ("value", {"first": {"4": {"logs": 1.0}}}, "did you mean `logging`"),
        ("value", {"first": {"8": {"logging": 1.0}}}, "unknown number of players `8`"),
        ("swift", {"first": {"4": {"logging": "much"}}}, "first.4.logging"),
        ("balanced", {"first": {"4": {"logging": 1.0}}}, "tiers value, search and swift"),
        ("balanced", {"fiends": {"first": {"4": {"logging": 1.0}}}}, "fiends.first"),
    ],
)
def test_a_wrong_first_placement_is_refused_in_one_sentence(name: str, over: dict[str, Any], words: str) -> None:
    with pytest.raises(BotError) as refused:
        bot_record(name, over)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_how_games_without_orcs_begin_says_nothing_of_those_with_them(tmp_path: Path) -> None:
    """Nor does a file that was learned with orcs say so, once it is written."""
    assert bot_record("value")[0]["first"].any()
    bot, _ = bot_record("value", None, "fiends")
    assert not bot["first"].any()
    assert bot_record("value", {"first": {"4": {"logging": 2.0}}}, "fiends")[0]["first"].sum() > 0
    file = tmp_path / "learned.toml"
    file.write_text(with_fiends("value", bot, {}, "value_fiends"), encoding="utf-8")
    assert np.array_equal(bot_record(file, None, "fiends")[0], bot)


def test_of_choices_that_no_net_was_taught_the_first_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept for the best is written anew, so that nothing of an earlier decision is left there; taught ones stand in their order."""
    mind, out = np.zeros(1, layout.MIND)[0], np.array([5, 6, 7], np.int32)
    appeals = {5: swift.WORST, 6: swift.WORST, 7: swift.WORST}
    monkeypatch.setattr(swift, "list_work", lambda *_: len(out))
    monkeypatch.setattr(swift, "see", lambda *_: None)
    monkeypatch.setattr(swift, "ask", lambda *_: None)
    monkeypatch.setattr(swift, "appeal_of_work", lambda *given: appeals[given[-1]])

    def asked() -> tuple[int, list[int]]:
        mind["option"][:] = 99
        number = swift.appealing_work.py_func(None, None, None, None, None, mind, out, None, 0, 2)
        return number, mind["option"][:2].tolist()

    assert asked() == (0, [5, 99])
    appeals |= {6: 1.0, 7: 2.0}
    assert asked() == (2, [7, 6])
