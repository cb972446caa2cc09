"""Tiles, team play, house rules (AG-TIL, AG-VAR)."""

from __future__ import annotations

import pytest

from caverna_sim.errors import CavernaError, PositionError
from caverna_sim.games.agricola.game import Game
from tests.agricola.hand import at, board, fences, go, goods, seat, texts, usable

TILE = {"extra_tile": True}
TEAM = {"team_play": True}


@pytest.mark.rule("AG-TIL-01", "UNC-15")
def test_tiles_are_for_their_numbers_of_players() -> None:
    with pytest.raises(CavernaError, match="AG-TIL-01"):
        Game(players=1, extra_tile=True)
    assert "tile2_copse" in Game(players=2, extra_tile=True).to_dict()["spaces"]
    for players in (3, 4):
        spaces = Game(players=players, extra_tile=True).to_dict()["spaces"]
        assert {"tile34_animal_market", "tile34_modest_wish"} <= set(spaces) and "tile2_copse" not in spaces


@pytest.mark.rule("AG-TIL-02", "T-APX-55")
def test_one_person_a_round_uses_the_tile() -> None:
    game = at(seat(), seat(), options=TILE, spaces={"tile2_copse": {"goods": {"wood": 3}}})
    go(game, "tile2_animal_market", "take wild boar")
    assert not any(space.startswith("tile2") for space in usable(game))
    assert game.to_dict()["spaces"]["tile2_copse"]["goods"] == {"wood": 3}
    later = at(seat(), seat(), options=TILE, spaces={"tile2_copse": {"goods": {"wood": 3}}}, round=4, phase="preparation")
    assert goods(go(later, "tile2_copse")) == {"wood": 4}
    assert goods(go(at(seat(), seat(), options=TILE), "tile2_resource_market")) == {"stone": 1, "food": 1}


@pytest.mark.rule("AG-TIL-03", "T-APX-58")
def test_the_small_tile() -> None:
    game = at(*[seat(board=board(c00="room"))] * 3, options=TILE)
    go(game, "tile34_animal_market", "take sheep")
    assert goods(game) == {"sheep": 1, "food": 1}
    assert "tile34_modest_wish" not in usable(game)


@pytest.mark.rule("AG-TIL-04", "T-APX-56")
def test_cattle_must_be_paid_for() -> None:
    game = go(at(seat(), seat(), options=TILE), "tile2_animal_market")
    assert texts(game) == ["take sheep", "take wild boar"]
    rich = go(at(seat({"food": 1}), seat(), options=TILE), "tile2_animal_market", "take cattle")
    assert goods(rich) == {"cattle": 1}
    grain = go(at(seat({"grain": 1}), seat(), options=TILE), "tile2_animal_market", "turn 1 grain into food", "take cattle")
    assert goods(grain) == {"cattle": 1}


@pytest.mark.rule("AG-TIL-05", "AG-PPL-01", "T-APX-57")
@pytest.mark.parametrize(("rooms", "number", "legal"), [(3, 4, False), (3, 5, True), (3, 6, True), (2, 5, False)])
def test_modest_wish_opens_in_round_five(rooms: int, number: int, legal: bool) -> None:
    game = at(seat(board=board(c00="room") if rooms == 3 else board()), seat(), options=TILE, round=number)
    assert ("tile2_modest_wish" in usable(game)) == legal


@pytest.mark.rule("AG-VAR-20", "AG-VAR-22", "T-APX-59")
def test_building_for_the_partner() -> None:
    with pytest.raises(CavernaError, match="AG-VAR-20"):
        Game(players=2, team_play=True)
    entry = seat({"clay": 6, "reed": 3, "wood": 6})
    game = at(entry, seat(), seat(house="clay"), seat(), options=TEAM)
    go(game, "farm_expansion", *(f"build a stable on {cell} for the partner" for cell in ("c04", "c03")))
    game.play("build a room on c00 for the partner")
    assert goods(game) == {}
    assert game.to_dict()["seats"][2]["board"][0] == ["room", ".", ".", "stable", "stable"]


@pytest.mark.rule("AG-VAR-23", "T-APX-60")
@pytest.mark.parametrize(("cells", "built", "extra"), [("c04", 4, 2), ("c03 c04", 6, 2), ("c02 c03 c04", 8, 3)])
def test_fences_for_the_partner_cost_more(cells: str, built: int, extra: int) -> None:
    game = at(seat({"wood": 15}), seat(), seat(), seat(), options=TEAM)
    go(game, "fencing", f"fence a pasture of {cells} for the partner")
    assert goods(game) == {"wood": 15 - built - extra}
    more = at(seat({"wood": 5}), seat(), seat(fences=fences("c03 c04")), seat(), options=TEAM)
    go(more, "fencing", "fence a pasture of c04 for the partner")  # 1 fence
    assert goods(more) == {"wood": 3}


@pytest.mark.rule("AG-VAR-24")
def test_a_field_for_the_partner() -> None:
    game = at(*[seat()] * 4, options=TEAM)
    go(game, "farmland", "plow c04 for the partner")
    assert game.to_dict()["seats"][2]["board"][0][4] == "field"


@pytest.mark.rule("AG-VAR-25", "AG-SCR-12", "T-APX-61")
def test_a_team_has_the_lower_of_each_category() -> None:
    fields = board(c01="field", c02="field", c03="field", c04="field")
    four = fences("c02", "c03", "c04", "c14")
    scores = at(seat(board=fields), seat(), seat(fences=four), seat(), options=TEAM).scores()
    own, partner = scores[0]["parts"], scores[2]["parts"]
    assert (own["fields"], partner["fields"], own["pastures"], partner["pastures"]) == (3, -1, -1, 4)
    assert scores[0]["team"] == scores[2]["team"] == sum(min(own[name], partner[name]) for name in own)
    assert scores[0]["rank"] == scores[2]["rank"]


@pytest.mark.rule("AG-VAR-25", "AG-SCR-09", "AG-PRC-09", "UNC-10")
def test_rooms_of_clay_and_of_stone_are_one_category_of_a_team() -> None:
    """A house is of one material, so two categories would bring the partners of a clay and a stone house nothing at all."""
    scores = at(seat(house="clay"), seat(), seat(house="stone"), seat(), options=TEAM).scores()
    own, partner = scores[0]["parts"], scores[2]["parts"]
    assert (own["rooms"], partner["rooms"]) == (2, 4)
    others = sum(min(own[name], partner[name]) for name in own if name != "rooms")
    assert scores[0]["team"] == others + 2


@pytest.mark.rule("AG-VAR-21", "T-APX-62", "UNC-10")
def test_goods_move_between_partners() -> None:
    game = at(seat({"wood": 5, "food": 1}), seat(), seat({}, {"sheep": 1}), seat(), options=TEAM)
    go(game, "marketplace", "give 4 wood", "pay 1 food", "fetch 1 sheep", "pay 1 wood")
    assert goods(game) == {"sheep": 1} and goods(game, 2) == {"wood": 4}
    alone = at(seat({"wood": 1}), seat(), seat(), seat(), options=TEAM)
    assert "marketplace" not in usable(alone)


@pytest.mark.rule("AG-VAR-21", "AG-VAR-30")
def test_a_dearer_marketplace_is_paid_good_by_good() -> None:
    dear = {"team.marketplace_payment": 3}
    game = at(seat({"wood": 1, "grain": 1}), seat(), seat({"stone": 3, "reed": 1}), seat(), options=TEAM, rules=dear)
    go(game, "marketplace")
    assert texts(game, "give") == [] and texts(game, "fetch") == ["fetch 1 reed"] + [f"fetch {number} stone" for number in (1, 2, 3)]
    for text in ("fetch 1 stone", "pay 1 wood", "turn 1 grain into food", "pay 1 food", "pay 1 stone"):
        game.play(text)
    assert goods(game) == {} and goods(game, 2) == {"reed": 1, "stone": 2} and game.player == 1
    poor = at(seat(), seat(), seat({"reed": 2}), seat(), options=TEAM, rules=dear)
    assert "marketplace" not in usable(poor)


@pytest.mark.rule("AG-VAR-21")
def test_partners_with_plenty_may_move_any_amount() -> None:
    plenty = seat(dict.fromkeys(("food", "wood", "clay", "reed", "stone", "grain", "vegetable"), 300))
    game = go(at(plenty, seat(), plenty, seat(), options=TEAM), "marketplace")
    assert len(texts(game, "give")) == len(texts(game, "fetch")) == 7 * 255


@pytest.mark.rule("AG-VAR-30", "T-APX-92", "UNC-21")
def test_hr1_animals_are_housed_before_they_are_cooked() -> None:
    market = {"sheep_market": {"goods": {"sheep": 3}}}
    for rules, food in (([], {"food": 4}), (["HR1"], {})):
        game = at(seat(improvements=["fireplace_2"]), seat(), spaces=market, options={"house_rules": rules})
        go(game, "sheep_market")
        assert (texts(game, "convert") == []) == bool(rules)
        game.play("keep 1 sheep, 0 wild boar, 0 cattle")
        assert goods(game) == {"sheep": 1, **food}


@pytest.mark.rule("AG-VAR-30", "T-APX-64")
def test_hr2_one_pasture_for_each_type() -> None:
    options = {"house_rules": ["HR2"]}
    at(seat({}, {"sheep": 6}, fences=fences("c03 c04"), board=board(c00="stable")), seat(), options=options)
    at(seat({}, {"sheep": 5}, fences=fences("c03 c04", "c13")), seat(), options=options)
    at(seat({}, {"sheep": 7}, fences=fences("c03 c04", "c13")), seat())
    with pytest.raises(PositionError, match="AG-ANM-08"):
        at(seat({}, {"sheep": 6}, fences=fences("c03 c04", "c13")), seat(), options=options)


@pytest.mark.rule("AG-VAR-30")
def test_hr2_leaves_pastures_empty_that_no_type_needs() -> None:
    pens = fences("c03", "c04", "c13", "c14")
    game = at(seat({}, {"sheep": 2, "wild_boar": 2, "cattle": 3}, fences=pens), seat(), options={"house_rules": ["HR2"]})
    assert goods(game) == {"sheep": 2, "wild_boar": 2, "cattle": 3}
    with pytest.raises(PositionError, match="AG-ANM-08"):
        at(seat({}, {"sheep": 2, "wild_boar": 2, "cattle": 4}, fences=pens), seat(), options={"house_rules": ["HR2"]})
    unequal = fences("c02 c03 c04", "c12", "c13", "c14")
    at(seat({}, {"cattle": 7}, fences=unequal), seat(), options={"house_rules": ["HR2"]})


@pytest.mark.rule("AG-VAR-30", "T-APX-65")
def test_hr3_what_is_not_used_stays() -> None:
    game = at(seat(), seat(), spaces={"sheep_market": {"goods": {"sheep": 4}}}, options={"house_rules": ["HR3"]})
    go(game, "sheep_market", "keep 1 sheep, 0 wild boar, 0 cattle")
    assert goods(game) == {"sheep": 1}
    assert game.to_dict()["spaces"]["sheep_market"]["goods"] == {"sheep": 3}


@pytest.mark.rule("AG-VAR-30", "UNC-12")
def test_hr4_fences_edge_by_edge() -> None:
    game = at(seat({"wood": 5}), seat(), options={"house_rules": ["HR4"]})
    go(game, "fencing")
    assert len(texts(game, "fence_piece")) == 38
    for edge in ("h04", "v04", "v05"):
        game.play(f"build a fence at {edge}")
    assert game.scores()[0]["parts"]["pastures"] == -1
    game.play("build a fence at h14")
    assert game.scores()[0]["parts"]["pastures"] == 1


@pytest.mark.rule("AG-VAR-30", "AG-FNC-02", "AG-FNC-04", "AG-SCR-07", "UNC-12")
def test_hr4_an_area_with_a_field_in_it_is_no_pasture() -> None:
    """A field is no fence, so what is empty beside it has no whole outline of fences; a fence between them makes it a pasture."""
    ring = ["h03", "h04", "h13", "h14", "v03", "v05"]
    game = at(seat({"wood": 1}, board=board(c03="field"), fences=ring), seat(), options={"house_rules": ["HR4"]})
    before = game.scores()[0]["parts"]
    assert (before["pastures"], before["unused_spaces"]) == (-1, -12)
    go(game, "fencing", "build a fence at v04")
    after = game.scores()[0]["parts"]
    assert (after["pastures"], after["unused_spaces"]) == (1, -11)


@pytest.mark.rule("AG-VAR-30", "T-APX-93")
def test_hr5_pastures_apart() -> None:
    game = at(seat({"wood": 8}), seat(), options={"house_rules": ["HR5"]})
    go(game, "fencing", "fence a pasture of c04", "fence a pasture of c24")
    assert game.scores()[0]["parts"]["pastures"] == 2


@pytest.mark.rule("AG-VAR-30", "T-APX-94", "UNC-11")
def test_hr6_equal_food_and_the_second_people_in_reverse() -> None:
    game = Game(
        players=3,
        seed=1,
        house_rules=["HR6"],
        round_cards=[
            "sheep_market",
            "major_improvement",
            "fencing",
            "grain_utilization",
            "basic_wish_for_children",
            "house_redevelopment",
            "western_quarry",
            "vegetable_seeds",
            "pig_market",
            "cattle_market",
            "eastern_quarry",
            "urgent_wish_for_children",
            "cultivation",
            "farm_redevelopment",
        ],
    )
    assert [one["goods"]["food"] for one in game.to_dict()["seats"]] == [3, 3, 3]
    order = []
    for space in ("day_laborer", "meeting_place", "forest", "clay_pit", "reed_bank", "fishing"):
        order.append(game.player)
        game.play(f"place a person on {space}")
    assert order == [0, 1, 2, 2, 1, 0]
    assert game.round == 2 and game.player == 1


@pytest.mark.rule("AG-VAR-30", "UNC-14")
def test_hr7_is_the_extra_tile() -> None:
    assert "tile2_copse" in Game(players=2, house_rules=["HR7"]).to_dict()["spaces"]
    with pytest.raises(CavernaError, match="HR7"):
        Game(players=3, house_rules=["HR7"])


@pytest.mark.rule("AG-VAR-30", "T-APX-63", "UNC-13")
def test_hr8_everything_touches_something() -> None:
    options = {"house_rules": ["HR8"]}
    game = go(at(seat({"wood": 4}), seat(), options=options), "fencing")
    assert texts(game, "fence") == ["fence a pasture of c00", "fence a pasture of c11", "fence a pasture of c21"]
    field = go(at(seat({"wood": 4}, board=board(c11="field")), seat(), options=options), "fencing")
    assert "fence a pasture of c12" in texts(field, "fence")
    assert texts(go(at(seat(), seat(), options=options), "farmland"), "plow") == ["plow c00", "plow c11", "plow c21"]


@pytest.mark.rule("AG-VAR-30")
def test_house_rules_by_path() -> None:
    well = {"major.well.cost.stone": 2, "major.well.cost.food": 1, "major.well.points": 7}
    game = at(seat({"wood": 1, "stone": 2, "food": 1}), seat(), rules=well)
    go(game, "major_improvement", "build well")
    assert goods(game) == {} and game.scores()[0]["parts"]["improvements"] == 7
    fed = at(seat(), seat(), rules={"action_space.day_laborer.gain.grain": 1})
    assert goods(go(fed, "day_laborer")) == {"food": 2, "grain": 1}
    forest = Game(players=2, rules={"action_space.forest.accumulates.wood": 2})
    assert forest.to_dict()["spaces"]["forest"]["goods"] == {"wood": 2}
    food = Game(players=2, rules={"start.food": [5, 6, 7, 8]}, start_player=1)
    assert [one["goods"]["food"] for one in food.to_dict()["seats"]] == [6, 5]
    with pytest.raises(CavernaError, match="well"):
        Game(players=2, rules={"major.wel.points": 3})
