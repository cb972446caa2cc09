"""Fences, pastures, animals (AG-FNC, AG-ANM)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim.errors import PositionError
from tests.agricola.hand import at, board, fences, go, goods, seat, texts, usable


@pytest.mark.rule("AG-FNC-01", "AG-FNC-02", "T-APX-34", "T-APX-75", "AG-TRM-09")
def test_pastures_follow_from_fences() -> None:
    one = at(seat(fences=fences("c00")), seat()).scores()[0]["parts"]
    assert one["pastures"] == 1 and one["unused_spaces"] == -12
    corner = at(seat(fences=fences("c02", "c03 c04 c14", "c12 c13")), seat())
    assert len(corner.to_dict()["seats"][0]["fences"]) == 14
    assert corner.scores()[0]["parts"]["pastures"] == 3


@pytest.mark.rule("AG-FNC-03", "AG-FNC-05", "T-DRV-07", "T-APX-93")
@pytest.mark.parametrize(
    ("given", "legal"),
    [
        (["h04", "v04", "v05"], False),
        (fences("c04", "c24"), False),
        (fences("c04", "c14"), True),
        ([*fences("c03 c04 c13 c14"), "v04"], False),
        (fences("c10"), False),
    ],
)
def test_which_fences_may_stand(given: list[str], legal: bool) -> None:
    if legal:
        assert len(at(seat(fences=given), seat()).to_dict()["seats"][0]["fences"]) == 7
    else:
        with pytest.raises(PositionError, match="AG-FNC"):
            at(seat(fences=given), seat())


@pytest.mark.rule("AG-FNC-01", "AG-FNC-06", "T-APX-47")
def test_a_pasture_is_cut_and_another_built_beside_it() -> None:
    game = at(seat({"wood": 9}, fences=fences("c03 c04")), seat())
    go(game, "fencing", "fence a pasture of c04")
    assert goods(game) == {"wood": 8}
    game.play("fence a pasture of c14")
    assert goods(game) == {"wood": 5}
    assert len(game.to_dict()["seats"][0]["fences"]) == 10
    assert game.scores()[0]["parts"]["pastures"] == 3


@pytest.mark.rule("AG-FNC-01", "AG-FNC-04", "AG-WRK-03")
def test_fences_cost_wood_and_enclose_neither_rooms_nor_fields() -> None:
    assert "fencing" not in usable(at(seat({"wood": 3}), seat()))
    game = go(at(seat({"wood": 4}, board=board(c04="field")), seat()), "fencing")
    assert len(texts(game, "fence")) == 12
    assert not any("c04" in text or "c10" in text for text in texts(game, "fence"))


@pytest.mark.rule("AG-ANM-03", "T-RB-06")
@pytest.mark.parametrize(("cells", "stables", "most"), [(1, 0, 2), (1, 1, 4), (2, 0, 4), (2, 1, 8), (2, 2, 16), (3, 1, 12), (4, 2, 32)])
def test_a_pasture_holds_two_a_space_doubled_by_each_stable(cells: int, stables: int, most: int) -> None:
    names = ("c01", "c02", "c03", "c04")[:cells]
    stands: dict[str, Any] = {"board": board(**dict.fromkeys(names[:stables], "stable")), "fences": fences(" ".join(names))}
    at(seat({}, {"sheep": most + 1}, **stands), seat())  # one of them is the pet
    with pytest.raises(PositionError, match="AG-ANM-08"):
        at(seat({}, {"sheep": most + 2}, **stands), seat())


@pytest.mark.rule("AG-ANM-01", "AG-ANM-02", "AG-ANM-04", "AG-ANM-08", "T-DRV-03", "T-RB-07")
@pytest.mark.parametrize(
    ("herd", "fits"),
    [
        ((4, 1, 1), True), ((6, 0, 0), True), ((5, 1, 0), True), ((3, 2, 1), False), ((4, 2, 0), True), ((7, 0, 0), False),
        ((1, 1, 1), True), ((2, 2, 2), False),
    ],
)  # fmt: skip
def test_which_herds_fit(herd: tuple[int, int, int], fits: bool) -> None:
    animals = dict(zip(("sheep", "wild_boar", "cattle"), herd, strict=True))
    entry = seat({}, animals, board=board(c00="stable"), fences=fences("c03 c04"))
    if fits:
        at(entry, seat())
    else:
        with pytest.raises(PositionError, match="AG-ANM-08"):
            at(entry, seat())


@pytest.mark.rule("AG-ACC-03", "AG-ANM-06", "T-APX-48")
def test_animals_without_a_place_are_released() -> None:
    game = at(seat(), seat(), spaces={"sheep_market": {"goods": {"sheep": 4}}})
    go(game, "sheep_market")
    assert texts(game) == ["keep 1 sheep, 0 wild boar, 0 cattle"]
    game.play("keep 1 sheep, 0 wild boar, 0 cattle")
    assert goods(game) == {"sheep": 1}
    assert game.to_dict()["spaces"]["sheep_market"]["goods"] == {}


@pytest.mark.rule("AG-ANM-07", "AG-CNV-02", "T-APX-39")
def test_animals_that_arrive_can_be_cooked() -> None:
    game = at(seat({}, {"cattle": 1}, improvements=["fireplace_2"]), seat(), spaces={"sheep_market": {"goods": {"sheep": 3}}})
    go(game, "sheep_market")
    assert texts(game, "keep") == ["keep 1 sheep, 0 wild boar, 0 cattle", "keep 0 sheep, 0 wild boar, 1 cattle"]
    game.play("keep 0 sheep, 0 wild boar, 1 cattle")
    assert goods(game) == {"cattle": 1, "food": 6}
    converted = at(seat({}, {"cattle": 1}, improvements=["fireplace_2"]), seat(), spaces={"sheep_market": {"goods": {"sheep": 1}}})
    go(converted, "sheep_market", "turn 1 cattle into food")
    assert goods(converted) == {"sheep": 1, "food": 3} and converted.player == 1


@pytest.mark.rule("AG-FNC-06", "AG-ANM-04", "AG-ANM-05", "T-DRV-15")
def test_animals_may_lose_their_room_when_a_pasture_is_cut() -> None:
    game = at(seat({"wood": 1}, {"sheep": 9}, board=board(c03="stable"), fences=fences("c03 c04")), seat())
    go(game, "fencing", "fence a pasture of c03")
    assert texts(game) == ["keep 7 sheep, 0 wild boar, 0 cattle"]


@pytest.mark.rule("AG-STB-03", "AG-STB-04")
def test_a_stable_can_be_fenced_in_later() -> None:
    game = at(seat({"wood": 4}, {"sheep": 2}, board=board(c04="stable")), seat())
    go(game, "fencing", "fence a pasture of c04")
    assert game.scores()[0]["parts"]["stables"] == 1


@pytest.mark.rule("AG-ANM-02", "AG-PRC-06")
def test_much_room_leaves_many_herds_to_choose_from() -> None:
    roomy = {"capacity.house_pet": 9, "capacity.unfenced_stable": 4, "components.per_player_stables": 9}
    arrive = {f"action_space.sheep_market.accumulates.{animal}": 1 for animal in ("wild_boar", "cattle")}
    stables = board(**dict.fromkeys(("c00", "c01", "c02", "c03", "c04", "c11", "c12", "c13", "c14"), "stable"))
    coming = {"sheep_market": {"goods": {"sheep": 45, "wild_boar": 45, "cattle": 45}}}
    game = go(at(seat(board=stables), seat(), spaces=coming, rules={**roomy, **arrive}), "sheep_market")
    assert len(texts(game, "keep")) == 47 * 46 // 2
    with pytest.raises(PositionError, match=r"house_pet.*from 0 to 9"):
        at(seat(), seat(), rules={"capacity.house_pet": 20})
