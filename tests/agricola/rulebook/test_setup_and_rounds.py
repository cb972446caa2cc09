"""Setup, rounds, work phase (AG-SET, AG-RND, AG-WRK, AG-ACC)."""

from __future__ import annotations

import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.games.agricola.box.catalog import catalog
from caverna_sim.games.agricola.game import Game, play
from tests.agricola.hand import CARDS, at, go, goods, seat, texts, usable


@pytest.mark.rule("AG-SET-01", "AG-SET-02", "AG-SET-06", "T-APX-35", "T-DRV-01", "T-RB-15")
def test_a_farm_begins_with_two_rooms_two_people_and_nothing_else() -> None:
    game = Game(players=3, seed=1, start_player=2)
    found = game.to_dict()
    assert [one["goods"]["food"] for one in found["seats"]] == [3, 3, 2]
    for one in found["seats"]:
        assert one["board"] == [["."] * 5, ["room", *["."] * 4], ["room", *["."] * 4]]
        assert one["people"] == [{"at": "home"}, {"at": "home"}]
        assert sum(one["goods"].values()) == one["goods"]["food"] and sum(one["animals"].values()) == 0
    assert [score["total"] for score in game.scores()] == [-14, -14, -14]
    assert game.scores()[0]["parts"]["unused_spaces"] == -13


@pytest.mark.rule("AG-SET-03", "AG-SET-04")
def test_the_board_grows_with_the_players() -> None:
    board = {"farm_expansion", "meeting_place", "grain_seeds", "farmland", "lessons", "day_laborer"}
    board |= {"forest", "clay_pit", "reed_bank", "fishing"}
    three = {"grove", "hollow_3", "resource_market_3", "lessons_3"}
    four = {"grove", "copse", "hollow_4", "resource_market_4", "lessons_4", "traveling_players"}
    for players, more in ((1, set()), (2, set()), (3, three), (4, four)):
        position = Game(players=players, seed=1).to_dict()
        assert set(position["spaces"]) - set(position["round_cards"]) == board | more | {"side_job"}
        assert len(position["supply"]) == 10


@pytest.mark.rule("AG-SET-05", "AG-RND-06", "T-DRV-10")
def test_round_cards_are_shuffled_within_their_stages() -> None:
    orders = {tuple(Game(players=1, seed=seed).to_dict()["round_cards"]) for seed in range(60)}
    assert len(orders) > 50
    begin = 0
    for number in (4, 3, 2, 2, 2, 1):
        for order in orders:
            assert set(order[begin : begin + number]) == set(CARDS[begin : begin + number])
        begin += number


@pytest.mark.rule("AG-SOL-04")
def test_the_order_of_the_cards_can_be_chosen() -> None:
    order = ["fencing", "major_improvement", *CARDS[2:]]
    assert Game(players=1, seed=5, round_cards=order).to_dict()["round_cards"] == order
    with pytest.raises(CavernaError, match="AG-RND-06"):
        Game(players=1, round_cards=[*CARDS[1:], CARDS[0]])


@pytest.mark.rule("AG-NHC-01", "AG-NHC-05")
def test_hand_cards_are_refused_in_one_sentence() -> None:
    with pytest.raises(CavernaError, match="hand cards cannot be played yet"):
        Game(players=2, cards=True)
    assert "lessons" not in usable(Game(players=2, seed=1))


@pytest.mark.rule("AG-RND-04", "AG-PRC-02", "AG-ACC-01", "T-APX-46", "T-RB-04")
def test_goods_pile_up_until_they_are_taken() -> None:
    game = at(*[seat()] * 4, round=1, phase="preparation")
    for number in range(4):
        assert game.round == number + 1
        if number < 3:
            for _ in range(8):
                game.play(_idle(game))
                while any(action.kind not in ("place", "convert") for action in game.legal()):
                    game.play(next(action for action in game.legal() if action.kind not in ("place", "convert")))
    spaces = game.to_dict()["spaces"]
    assert {name: sum(spaces[name]["goods"].values()) for name in ("forest", "clay_pit", "copse", "grove", "hollow_4")} == {
        "forest": 12, "clay_pit": 4, "copse": 4, "grove": 8, "hollow_4": 8,
    }  # fmt: skip


def _idle(game: Game) -> str:
    """A placement that leaves what piles up alone."""
    free = usable(game)
    order = ("day_laborer", "grain_seeds", "farmland", "resource_market_4", "meeting_place", "fishing", "traveling_players", "reed_bank")
    return f"place a person on {next(space for space in order if space in free)}"


@pytest.mark.rule("AG-ACC-02", "T-APX-05", "T-APX-54", "T-APX-91")
@pytest.mark.parametrize(
    ("players", "space", "choices", "gain"),
    [
        (2, "grain_seeds", [], {"grain": 1}),
        (2, "day_laborer", [], {"food": 2}),
        (2, "vegetable_seeds", [], {"vegetable": 1}),
        (3, "resource_market_3", ["take stone"], {"stone": 1, "food": 1}),
        (3, "resource_market_3", ["take reed"], {"reed": 1, "food": 1}),
        (4, "resource_market_4", [], {"reed": 1, "stone": 1, "food": 1}),
    ],
)
def test_permanent_spaces_always_give_the_same(players: int, space: str, choices: list[str], gain: dict[str, int]) -> None:
    assert goods(go(at(*[seat()] * players), space, *choices)) == gain


@pytest.mark.rule("AG-NHC-02", "AG-WRK-06", "T-APX-01", "T-APX-32")
def test_meeting_place_gives_food_and_the_token_but_the_round_goes_on_clockwise() -> None:
    game = at(seat(), seat(), seat(), spaces={"meeting_place": {"goods": {"food": 3}}})
    go(game, "day_laborer")
    go(game, "meeting_place")
    assert goods(game, 1) == {"food": 3}
    order = [1]
    while game.phase == "work":
        order.append(game.player)
        game.play(_idle_spot(game))
        while game.phase == "work" and any(action.kind in ("plow", "take") for action in game.legal()):
            game.play(next(action for action in game.legal() if action.kind in ("plow", "take")))
    assert order == [1, 2, 0, 1, 2]
    assert game.to_dict()["start_player"] == 1


def _idle_spot(game: Game) -> str:
    order = ("grain_seeds", "vegetable_seeds", "farmland", "resource_market_3", "side_job")
    return f"place a person on {next(space for space in order if space in usable(game))}"


@pytest.mark.rule("AG-WRK-01", "T-DRV-11")
def test_players_without_people_left_are_passed_over() -> None:
    people = [{"at": "home"}] * 4
    game = at(seat(people=people[:2]), seat(people=people[:4]), seat(people=people[:3]), start_player=1, spaces=STOCK)
    order = []
    while game.phase == "work":
        order.append(game.player)
        game.play(next(action for action in game.legal() if action.kind == "place" and action.space in FREE))
    assert order == [1, 2, 0, 1, 2, 0, 1, 2, 1]


FREE = ("day_laborer", "grain_seeds", "forest", "clay_pit", "reed_bank", "fishing", "vegetable_seeds", "grove", "hollow_3", "meeting_place")
STOCK = {
    **{name: {"goods": {"wood": 1}} for name in ("forest", "grove")}, **{name: {"goods": {"clay": 1}} for name in ("clay_pit", "hollow_3")},
    "reed_bank": {"goods": {"reed": 1}}, "fishing": {"goods": {"food": 1}},
}  # fmt: skip


@pytest.mark.rule("AG-WRK-02", "AG-WRK-03", "AG-MAJ-01", "T-DRV-12")
def test_a_space_must_be_free_and_of_use() -> None:
    full = [["field"] * 5, ["room", *["field"] * 4], ["room", *["field"] * 4]]
    poor = at(seat({"wood": 3}), seat())
    assert usable(poor) & {"lessons", "major_improvement", "fencing", "day_laborer"} == {"day_laborer"}
    rich = at(seat({"reed": 1, "stone": 9}, house="stone", board=full), seat())
    assert usable(rich) & {"house_redevelopment", "farmland", "farm_redevelopment"} == set()
    go(poor, "day_laborer")
    assert "day_laborer" not in usable(poor)


@pytest.mark.rule("AG-WRK-07")
def test_a_person_without_a_space_is_passed() -> None:
    game = at(seat(limits={"spaces_without": list(at(seat(), seat()).to_dict()["spaces"])}), seat())
    assert texts(game) == ["pass"]
    game.play("pass")
    assert game.player == 1


@pytest.mark.rule("AG-SOL-01", "AG-SOL-02", "AG-SOL-03", "T-RB-14")
def test_solo_begins_without_food_with_less_wood_and_more_hunger() -> None:
    game = Game(players=1, seed=1)
    assert game.to_dict()["seats"][0]["goods"]["food"] == 0
    assert game.to_dict()["spaces"]["forest"]["goods"] == {"wood": 2}
    people = [{"at": "home"}, {"at": "home"}, {"at": "home", "newborn": True}]
    assert texts(at(seat({"food": 9}, people=people), phase="feeding"), "feed") == ["feed with 7 food"]


@pytest.mark.rule("AG-RND-02", "T-DRV-06")
def test_a_card_can_be_used_from_its_round_on() -> None:
    game = at(seat(), seat(), round=4, phase="preparation", round_cards=list(CARDS))
    assert game.to_dict()["spaces"]["sheep_market"]["goods"] == {"sheep": 1}
    assert "basic_wish_for_children" not in game.to_dict()["spaces"]
    assert "sheep_market" not in at(seat(), seat(), round=3, round_cards=list(CARDS)).to_dict()["spaces"]


@pytest.mark.rule("AG-RND-03", "AG-MAJ-06", "AG-GDS-06", "T-APX-14", "T-APX-27")
@pytest.mark.parametrize(("built", "coming"), [(6, [7, 8, 9, 10, 11]), (11, [12, 13, 14]), (13, [14]), (14, [])])
def test_the_well_lays_food_on_coming_rounds(built: int, coming: list[int]) -> None:
    game = at(seat({"wood": 1, "stone": 3}), seat(), round=built)
    go(game, "major_improvement", "build well")
    assert game.to_dict()["seats"][0]["promised"] == {str(number): {"food": 1} for number in coming}
    later = at(seat(promised={"7": {"food": 1}}), seat(), round=7, phase="preparation")
    assert goods(later) == {"food": 1}


@pytest.mark.rule("AG-SET-05")
def test_setup_numbers_all_orders() -> None:
    record = catalog(2).record[0]
    assert [int(number) for number in record["stage_cards"][0]] != [-1] * 4
    numbers = [Game(players=2, seed=seed).to_dict()["rng"]["setup"] for seed in range(200)]
    assert min(numbers) >= 0 and max(numbers) < 1152 and len(set(numbers)) > 150
    assert Game(players=2, round_cards=list(CARDS)).to_dict()["rng"]["setup"] == 0


@pytest.mark.rule("AG-PRC-01", "AG-RND-01")
def test_a_game_is_fourteen_rounds_six_of_them_with_a_harvest() -> None:
    game = play(Game(players=2, seed=1), ["random", "random"])
    told = [(entry.text, entry.round) for entry in game.log if entry.seat is None]
    assert [number for text, number in told if text == "the people return home"] == list(range(1, 15))
    for phase in ("the harvest begins: field phase", "feeding phase", "breeding phase"):
        assert [number for text, number in told if text == phase] == [4, 7, 9, 11, 13, 14]
    assert told[-1] == ("the game is over", 14)
