"""Rooms, renovation, people, fields, stables (AG-HSE, AG-PPL, AG-FLD, AG-STB)."""

from __future__ import annotations

import pytest

from tests.agricola.hand import at, board, fences, go, goods, seat, texts, usable

MATERIALS = {"wood": "wood", "clay": "clay", "stone": "stone"}


@pytest.mark.rule("AG-HSE-01", "AG-HSE-02", "T-APX-41")
@pytest.mark.parametrize("house", ["wood", "clay", "stone"])
def test_rooms_cost_five_of_their_material_and_two_reed(house: str) -> None:
    game = at(seat({house: 10, "reed": 4}, house=house), seat())
    go(game, "farm_expansion", "build a room on c00", "build a room on c01")
    assert goods(game) == {}
    assert game.player == 1


@pytest.mark.rule("AG-HSE-03", "AG-STB-02", "AG-WRK-04", "T-APX-42")
def test_where_rooms_and_stables_go() -> None:
    game = at(seat({"wood": 20, "reed": 8}, board=board(c04="field")), seat())
    go(game, "farm_expansion")
    assert texts(game, "room") == ["build a room on c00", "build a room on c11", "build a room on c21"]
    assert "build a stable on c03" in texts(game, "stable") and "build a stable on c04" not in texts(game, "stable")
    game.play("build a stable on c03")
    assert "build a stable on c03" not in texts(game, "stable")


@pytest.mark.rule("AG-WRK-05", "AG-STB-01")
def test_the_other_half_of_an_action_closes_the_first() -> None:
    game = at(seat({"wood": 20, "reed": 8}), seat())
    go(game, "farm_expansion", "build a stable on c04", "build a stable on c03", "build a room on c00")
    assert texts(game, "stable") == []
    assert texts(game, "room")
    game.play("pass")
    assert goods(game) == {"wood": 11, "reed": 6}


@pytest.mark.rule("AG-HSE-04", "AG-FLD-01", "AG-STB-02", "AG-STB-03", "T-DRV-13")
def test_what_may_stand_where() -> None:
    rich = seat({"wood": 30, "reed": 8}, board=board(c00="stable"), fences=fences("c11"))
    game = go(at(rich, seat()), "farm_expansion")
    assert texts(game, "room") == ["build a room on c21"]
    assert "build a stable on c11" in texts(game, "stable")
    field = go(at(rich, seat()), "farmland")
    assert not {"plow c00", "plow c11"} & set(texts(field, "plow"))
    fencing = go(at(rich, seat()), "fencing")
    assert "fence a pasture of c00" not in texts(fencing, "fence") and "fence a pasture of c00 c01" in texts(fencing, "fence")


@pytest.mark.rule("AG-HSE-05", "T-RB-05", "T-APX-52")
@pytest.mark.parametrize("rooms", [2, 3, 4])
@pytest.mark.parametrize(("house", "material"), [("wood", "clay"), ("clay", "stone")])
def test_renovating_costs_one_a_room_and_a_reed(rooms: int, house: str, material: str) -> None:
    cells = dict.fromkeys(("c00", "c01")[: rooms - 2], "room")
    game = at(seat({material: rooms, "reed": 1}, house=house, board=board(**cells)), seat())
    go(game, "house_redevelopment", f"renovate to {material}")
    assert goods(game) == {} and game.player == 1
    poor = at(seat({material: rooms - 1, "reed": 1}, house=house, board=board(**cells)), seat())
    assert "house_redevelopment" not in usable(poor)


@pytest.mark.rule("AG-HSE-05", "AG-WRK-04", "T-APX-52", "AG-HSE-06")
def test_renovation_comes_first_and_once() -> None:
    game = at(seat({"clay": 9, "stone": 9, "reed": 9}), seat())
    go(game, "house_redevelopment")
    assert texts(game) == ["renovate to clay"]
    game.play("renovate to clay")
    assert "renovate to stone" not in texts(game) and "build well" not in texts(game) and "build fireplace_2" in texts(game)
    fencing = at(seat({"clay": 2, "wood": 4, "reed": 1}), seat())
    assert texts(go(fencing, "farm_redevelopment")) == ["renovate to clay"]


@pytest.mark.rule("AG-PPL-01", "AG-PPL-03", "AG-PPL-05", "AG-PRC-12", "T-APX-49")
@pytest.mark.parametrize(("rooms", "people", "legal"), [(2, 2, False), (3, 2, True), (3, 3, False), (4, 3, True)])
def test_family_growth_needs_a_room(rooms: int, people: int, legal: bool) -> None:
    cells = dict.fromkeys(("c00", "c01")[: rooms - 2], "room")
    away = [{"at": "forest"}, {"at": "fishing"}][: people - 1]
    game = at(seat(people=[{"at": "home"}, *away], board=board(**cells)), seat())
    assert ("basic_wish_for_children" in usable(game)) == legal


@pytest.mark.rule("AG-PPL-02", "AG-PPL-03", "AG-PPL-04", "T-APX-50", "T-APX-51")
def test_growth_without_room_up_to_five() -> None:
    for people in range(2, 6):
        game = at(seat(people=[{"at": "home"}] * people), seat())
        assert ("urgent_wish_for_children" in usable(game)) == (people < 5)
    grown = at(seat(people=[{"at": "home"}] * 3, board=board(c00="room")), seat())
    assert "basic_wish_for_children" not in usable(grown)


@pytest.mark.rule("AG-PPL-02", "AG-RND-05", "AG-HRV-03", "T-APX-31", "T-DRV-09")
def test_a_newborn_eats_little_and_works_from_the_next_round_on() -> None:
    game = at(seat({"food": 20}, board=board(c00="room")), seat({"food": 20}), round=7)
    go(game, "basic_wish_for_children")
    assert game.to_dict()["seats"][0]["people"][2] == {"at": "basic_wish_for_children", "newborn": True}
    for space in ("day_laborer", "grain_seeds", "meeting_place"):
        game.play(f"place a person on {space}")
    assert (game.phase, game.player) == ("feeding", game.to_dict()["start_player"])
    needs = {}
    while game.phase == "feeding":
        needs[game.player] = texts(game, "feed")[0]
        game.play(texts(game, "feed")[0])
    assert needs == {0: "feed with 5 food", 1: "feed with 4 food"}
    assert game.round == 8 and game.to_dict()["seats"][0]["people"] == [{"at": "home"}] * 3


@pytest.mark.rule("AG-FLD-02", "T-APX-44")
def test_fields_hang_together() -> None:
    game = go(at(seat(board=board(c04="field")), seat()), "farmland")
    assert texts(game, "plow") == ["plow c03", "plow c14"]
    assert len(texts(go(at(seat(), seat()), "farmland"), "plow")) == 13


@pytest.mark.rule("AG-FLD-04", "AG-FLD-07", "T-APX-53", "T-RB-08")
def test_plow_and_sow_in_one_action() -> None:
    game = at(seat({"grain": 2, "vegetable": 1}, board=board(c03="field", c04="field")), seat())
    go(game, "cultivation", "plow c02", "sow grain on c02", "sow grain on c03", "sow vegetable on c04")
    assert goods(game) == {}
    assert game.to_dict()["seats"][0]["board"][0] == [".", ".", "field:grain*3", "field:grain*3", "field:vegetable*2"]


@pytest.mark.rule("AG-FLD-05", "AG-FLD-06", "AG-GDS-02", "AG-CNV-05", "T-APX-36", "T-APX-43")
def test_crops_on_fields_cannot_be_used_and_seeds_go_to_the_supply() -> None:
    game = at(seat(board=board(c03="field:grain*3", c04="field"), improvements=["fireplace_2"]), seat())
    assert "grain_utilization" not in usable(game)
    assert texts(game, "convert") == []
    go(game, "grain_seeds")
    assert goods(game) == {"grain": 1}


@pytest.mark.rule("AG-NHC-03", "AG-NHC-04", "AG-STB-01", "T-APX-02", "T-APX-03", "T-APX-04")
def test_side_job() -> None:
    game = at(seat({"wood": 3}), seat())
    go(game, "side_job", "build a stable on c04")
    assert goods(game) == {"wood": 2} and game.player == 1
    baking = at(seat({"grain": 2}, improvements=["fireplace_2"]), seat())
    go(baking, "side_job", "bake a grain in fireplace_2", "bake a grain in fireplace_2")
    assert goods(baking) == {"food": 4}
    assert "side_job" not in usable(at(seat({"grain": 3}), seat()))
    assert "side_job" not in at(seat(), seat(), options={"side_job": False}).to_dict()["spaces"]
    both = at(seat({"wood": 1, "grain": 1}, improvements=["fireplace_2"]), seat())
    go(both, "side_job", "bake a grain in fireplace_2", "build a stable on c00")
    assert goods(both) == {"food": 2}
