"""Conversions, baking, majors, harvest (AG-CNV, AG-MAJ, AG-HRV)."""

from __future__ import annotations

import pytest

from caverna_sim.games.agricola.box.tables import printed_tables
from tests.agricola.hand import at, board, fences, go, goods, seat, texts, usable

CROPS_AND_HERD = ({"vegetable": 1, "grain": 1}, {"sheep": 1})


@pytest.mark.rule("AG-CNV-01", "AG-CNV-02", "AG-CNV-03", "T-DRV-14", "T-APX-08")
@pytest.mark.parametrize(
    ("improvements", "food"),
    [([], (0, 0, 0, 1, 1)), (["fireplace_2"], (2, 2, 3, 2, 1)), (["cooking_hearth_4"], (2, 3, 4, 3, 1)),
     (["fireplace_2", "cooking_hearth_5"], (2, 3, 4, 3, 1))],
)  # fmt: skip
def test_food_for_one_piece(improvements: list[str], food: tuple[int, ...]) -> None:
    for name, worth in zip(("sheep", "wild boar", "cattle", "vegetable", "grain"), food, strict=True):
        ware = name.replace(" ", "_")
        amounts = ({}, {ware: 1}) if ware in ("sheep", "wild_boar", "cattle") else ({ware: 1}, {})
        game = at(seat(*amounts, improvements=improvements), seat())
        if worth == 0:
            assert texts(game, "convert") == []
        else:
            assert goods(game.play(f"turn 1 {name} into food")) == {"food": worth}


@pytest.mark.rule("AG-CNV-04", "AG-MAJ-04", "T-APX-09", "T-APX-10")
@pytest.mark.parametrize(
    ("oven", "cost", "baked", "food"),
    [("clay_oven", {"clay": 3, "stone": 1}, 1, 5), ("stone_oven", {"clay": 1, "stone": 3}, 2, 8)],
)
def test_a_new_oven_bakes_at_once(oven: str, cost: dict[str, int], baked: int, food: int) -> None:
    game = at(seat({**cost, "grain": 3}), seat())
    go(game, "major_improvement", f"build {oven}")
    assert "pass" in texts(game)
    for _ in range(baked):
        game.play(f"bake a grain in {oven}")
    assert goods(game) == {"food": food, "grain": 3 - baked} and game.player == 1


@pytest.mark.rule("AG-CNV-04", "AG-PRC-07", "T-RB-11", "T-DRV-08")
@pytest.mark.parametrize(
    ("improvements", "grain", "food"),
    [(["clay_oven", "cooking_hearth_4"], 4, 14), (["clay_oven", "stone_oven", "cooking_hearth_4", "fireplace_2"], 5, 19)],
)
def test_each_improvement_bakes_up_to_its_limit(improvements: list[str], grain: int, food: int) -> None:
    game = at(seat({"grain": grain}, improvements=improvements), seat())
    go(game, "grain_utilization")
    for improvement in ("clay_oven", "stone_oven", "stone_oven", *["cooking_hearth_4"] * 9):
        if f"bake a grain in {improvement}" in texts(game):
            game.play(f"bake a grain in {improvement}")
    assert goods(game) == {"food": food}


@pytest.mark.rule("AG-WRK-03", "AG-CNV-05", "AG-CNV-06")
def test_the_last_grain_is_not_eaten_before_it_is_baked_or_sown() -> None:
    game = at(seat({"grain": 1}, improvements=["fireplace_2"]), seat())
    go(game, "grain_utilization")
    assert texts(game) == ["bake a grain in fireplace_2"]
    two = go(at(seat({"grain": 2}, improvements=["fireplace_2"]), seat()), "grain_utilization")
    assert texts(two) == ["bake a grain in fireplace_2", "turn 1 grain into food"]


@pytest.mark.rule("AG-MAJ-01", "AG-MAJ-02", "AG-MAJ-07", "T-APX-06", "T-APX-11")
def test_costs_and_points_of_majors() -> None:
    expected = {
        "fireplace_2": ({"clay": 2}, 1), "fireplace_3": ({"clay": 3}, 1), "cooking_hearth_4": ({"clay": 4}, 1),
        "cooking_hearth_5": ({"clay": 5}, 1), "well": ({"wood": 1, "stone": 3}, 4), "clay_oven": ({"clay": 3, "stone": 1}, 2),
        "stone_oven": ({"clay": 1, "stone": 3}, 3), "joinery": ({"wood": 2, "stone": 2}, 2), "pottery": ({"clay": 2, "stone": 2}, 2),
        "basketmakers_workshop": ({"reed": 2, "stone": 2}, 2),
    }  # fmt: skip
    assert {name: (row["cost"], row["points"]) for name, row in printed_tables()["major"].items()} == expected
    for name, (cost, points) in expected.items():
        game = at(seat(cost), seat())
        go(game, "major_improvement", f"build {name}")
        assert goods(game) == {} and game.scores()[0]["parts"]["improvements"] == points
        assert name not in game.to_dict()["supply"]
    four = seat(improvements=["fireplace_2", "fireplace_3", "cooking_hearth_4", "cooking_hearth_5"])
    assert at(four, seat()).scores()[0]["parts"]["improvements"] == 4


@pytest.mark.rule("AG-MAJ-03", "T-APX-07", "T-APX-25")
def test_a_fireplace_can_be_given_back_for_a_hearth() -> None:
    game = at(seat(improvements=["fireplace_2"]), seat({"clay": 2}))
    go(game, "major_improvement")
    assert texts(game) == ["build cooking_hearth_4", "build cooking_hearth_5"]
    game.play("build cooking_hearth_5")
    assert game.to_dict()["seats"][0]["improvements"] == ["cooking_hearth_5"]
    assert "fireplace_2" in game.to_dict()["supply"]
    rich = at(seat({"clay": 4}, improvements=["fireplace_2", "fireplace_3"]), seat())
    go(rich, "major_improvement", "build cooking_hearth_4")
    assert texts(rich) == ["pay 4 clay", "return fireplace_2", "return fireplace_3"]
    assert [action.kind for action in rich.legal()] == ["pay"] * 3
    rich.play("return fireplace_3")
    assert goods(rich) == {"clay": 4} and rich.to_dict()["seats"][0]["improvements"] == ["fireplace_2", "cooking_hearth_4"]


@pytest.mark.rule("AG-HRV-02", "T-APX-38")
def test_every_field_gives_one_crop() -> None:
    left = ["field:grain*3", "field:vegetable*2"]
    for after in (["field:grain*2", "field:vegetable*1"], ["field:grain*1", "field"], ["field", "field"]):
        game = at(seat({"food": 9}, board=board(c03=left[0], c04=left[1])), seat(), round=4, phase="field")
        left = game.to_dict()["seats"][0]["board"][0][3:]
        assert left == after


@pytest.mark.rule("AG-HRV-01", "AG-HRV-03", "AG-HRV-04", "AG-HRV-05", "T-RB-09", "T-DRV-05")
def test_missing_food_is_begged_for() -> None:
    people = [{"at": "home"}] * 3 + [{"at": "home", "newborn": True}]
    game = at(seat({"food": 5}, people=people), seat(), phase="feeding")
    assert texts(game) == ["feed with 5 food"]
    game.play("feed with 5 food")
    assert goods(game) == {} and game.to_dict()["seats"][0]["begging"] == 2
    harvest = at(seat({"food": 3}, board=board(c04="field:grain*1")), seat(), phase="field")
    harvest.play("turn 1 grain into food").play("feed with 4 food")
    assert harvest.to_dict()["seats"][0]["begging"] == 0


@pytest.mark.rule("AG-HRV-06", "T-DRV-17", "UNC-01")
def test_goods_may_be_held_back_unless_conversion_is_forced() -> None:
    for kept, begging in ((1, 0), (2, 1), (3, 2), (4, 3)):
        game = at(seat({"food": 1, "grain": 4}), seat(), phase="feeding")
        for _ in range(4 - kept):
            game.play("turn 1 grain into food")
        game.play(texts(game, "feed")[0])
        assert (goods(game).get("grain", 0), game.to_dict()["seats"][0]["begging"]) == (kept, begging)
    strict = at(seat({"food": 1, "grain": 4}), seat(), phase="feeding", options={"force_conversion": True})
    assert texts(strict) == ["turn 1 grain into food"]


@pytest.mark.rule("AG-MAJ-05", "T-APX-12", "UNC-16")
def test_crafts_convert_once_a_harvest() -> None:
    crafts = ["joinery", "pottery", "basketmakers_workshop"]
    game = at(seat({"wood": 2, "clay": 2, "reed": 2}, improvements=crafts), seat(), phase="feeding")
    for ware in ("wood", "clay", "reed"):
        game.play(f"turn 1 {ware} into food")
    assert goods(game) == {"wood": 1, "clay": 1, "reed": 1, "food": 7}
    assert texts(game, "convert") == []
    assert texts(at(seat({"wood": 2}, improvements=crafts), seat()), "convert") == []


@pytest.mark.rule("AG-HRV-07", "T-RB-10")
def test_two_of_a_kind_have_one_newborn() -> None:
    place = fences("c00 c01", "c02 c03")
    game = at(seat({}, {"sheep": 2, "wild_boar": 3, "cattle": 1}, fences=place), seat(), phase="breeding")
    assert texts(game) == ["breed to 3 sheep, 4 wild boar, 1 cattle"]


@pytest.mark.rule("AG-HRV-08", "AG-HRV-09", "T-DRV-04", "T-APX-39", "UNC-04")
def test_others_are_released_for_a_newborn_but_not_cooked() -> None:
    entry = seat({}, {"sheep": 2, "wild_boar": 1}, fences=fences("c04"), improvements=["fireplace_2"])
    game = at(entry, seat(), phase="breeding")
    assert texts(game) == ["breed to 3 sheep, 0 wild boar, 0 cattle", "breed to 2 sheep, 1 wild boar, 0 cattle"]
    game.play("breed to 3 sheep, 0 wild boar, 0 cattle")
    assert goods(game) == {"sheep": 3}
    kept = at(entry, seat(), phase="breeding", options={"discard_when_breeding": False})
    assert kept.over


@pytest.mark.rule("AG-HRV-10", "AG-HRV-11", "AG-SCR-01")
def test_the_game_ends_after_the_last_harvest() -> None:
    game = at(seat({"food": 4}), seat({"food": 4}), phase="feeding")
    game.play("feed with 4 food").play("feed with 4 food")
    assert game.over and game.legal() == [] and usable(game) == set()
