"""What bots have learned: the net, its file, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from caverna_sim.errors import BotError
from caverna_sim.files import packed_arrays, unpacked_arrays
from caverna_sim.games.agricola.bots.fingerprints import fingerprint
from caverna_sim.games.agricola.bots.judging import expected_points
from caverna_sim.games.agricola.bots.layout import FEATURE_GROUPS, JUDGE, MIND, NUM_FEATURES, POINTS_PER_UNIT
from caverna_sim.games.agricola.bots.parameters import bot_record, input_places, judge_bytes, packaged_bots, parameters_of
from tests.agricola.hand import at, fences, seat


def test_every_input_has_a_name_and_a_place() -> None:
    places = input_places()
    assert sorted(places.values()) == list(range(NUM_FEATURES))
    assert {name.partition(".")[0] for name in places} == set(FEATURE_GROUPS)


def test_the_compiled_net_says_what_plain_arithmetic_says() -> None:
    game = at(seat({"wood": 3, "food": 4}, {"sheep": 3}, fences=fences("c03 c04")), seat({"grain": 2}), round=6)
    state, rules, judge, mind = game._states[0], game._rules.record[0], bot_record("value")[1][0], np.zeros(1, MIND)[0]
    said = expected_points(state, rules, judge, 0, mind)
    wide = np.maximum(mind["feature"] @ judge["layer_1"] + judge["bias_1"], 0)
    narrow = np.maximum(wide @ judge["layer_2"] + judge["bias_2"], 0)
    now = game.scores()[0]["total"]
    assert said == pytest.approx(now + POINTS_PER_UNIT * float(narrow @ judge["layer_3"] + judge["bias_3"]), abs=1e-3)
    assert said > now + 10  # half of the game is still to come


def test_what_was_learned_comes_back_from_its_file(tmp_path: Path) -> None:
    judge = bot_record("value")[1]
    file = tmp_path / "mine.npz"
    file.write_bytes(judge_bytes(judge))
    again = bot_record("value", {"judge": str(file)})[1]
    assert all(np.array_equal(again[name], judge[name]) for name in JUDGE.names or () if name != "appeal")
    assert fingerprint(*(one[0] for one in bot_record("value", {"judge": str(file)}))) == fingerprint(
        *(one[0] for one in bot_record("value"))
    )


@pytest.mark.parametrize(("harm", "words"), [
    (lambda layers: layers.pop("bias_2"), "the array 'bias_2' is missing"),
    (lambda layers: layers.update(inputs=np.array(["goods.gold"] * len(layers["inputs"]))), "`goods.gold` is none"),
    (lambda layers: layers.update(layer_2=np.zeros((900, 32), np.float32)), "with room for"),
    (lambda layers: layers.update(bias_1=np.full(64, np.nan, np.float32)), "numbers beyond"),
])  # fmt: skip
def test_a_judge_of_another_form_is_refused_in_a_sentence(harm: object, words: str, tmp_path: Path) -> None:
    layers = unpacked_arrays(judge_bytes(bot_record("value")[1]), 10**9)
    harm(layers)  # type: ignore[operator]
    file = tmp_path / "harmed.npz"
    file.write_bytes(packed_arrays(layers))
    with pytest.raises(BotError, match=words) as caught:
        bot_record("value", {"judge": str(file)})
    assert str(caught.value).count("\n") == 0


def test_a_bot_that_judges_needs_a_judge() -> None:
    with pytest.raises(BotError, match="`judge`: this key is missing"):
        parameters_of("balanced", {"tier": "value"})
    with pytest.raises(BotError, match="unknown judge `valeu`"):
        parameters_of("value", {"judge": "valeu"})


def test_fingerprints_tell_bots_apart() -> None:
    prints = {name: fingerprint(*(record[0] for record in bot_record(name))) for name in packaged_bots()}
    assert len(set(prints.values())) == len(prints)
    hotter = bot_record("value", {"temperature": 1.0})
    assert fingerprint(hotter[0][0], hotter[1][0]) != prints["value"]
