"""House rules that give more than any printed one: numbers grow as they should, or it is said why they do not; never do they wrap."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from benchmarks.house_rules import rules_by_chance
from caverna_sim import Game
from caverna_sim.dataset.schema import Column, Table
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.shape.sizes import MOST_CHOICES, MOST_COMING, MOST_GOODS
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.games.caverna.tables import points_type
from caverna_sim.kit.many.columns import fitting
from caverna_sim.match.outside import give
from caverna_sim.scenario.scenario import read_scenario
from tests.caverna.oracles.naive_scorer import score_position

RICH = {  # golden dwarfs: 99 rubies a round, and 99 points for each piece of gold
    "space.ruby_mining.flow.items.1.goods.ruby": 99, "scoring.gold": 99, "furnishing.peaceful_cave.points": 99,
    "furnishing.blacksmithing_parlor.introductory": False,
}  # fmt: skip


def of(bots: list[str], rules: dict[str, Any], games: int = 1, **more: Any) -> Any:
    return read_scenario({"name": "plenty", "players": len(bots), "bots": bots, "seating": "fixed", "games": games, "rules": rules, **more})


def own(*effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"colour": "green", "effects": list(effects), **more}


def play(scenario: Any) -> Any:
    played = CavernaSource(scenario).play(0, scenario.games, np.zeros(1, np.int8))
    assert played is not None
    return played


# ---------------------------------------------------------------- points


def test_a_table_says_what_the_game_says() -> None:
    scenario = of(["peaceful", "ore_baron", "random", "ore_baron", "crop_farmer"], RICH, games=12, seed=3017, record=["players", "rounds"])
    rows = play(scenario).rows
    scores = np.asarray(rows["players"]["score"]).reshape(12, 5)
    assert scores.max() > np.iinfo(np.int16).max
    for index in (0, int(scores.max(axis=1).argmax())):
        game = cs.play(Game(scenario=scenario, index=index))
        naive = score_position(game.to_dict())
        assert [one["total"] for one in game.scores()] == scores[index].tolist() == [one["total"] for one in naive]
        gold = np.asarray(rows["players"]["part_gold"]).reshape(12, 5)[index]
        assert gold.tolist() == [one["gold"] for one in naive]
    last = np.asarray(rows["rounds"]["score"]).reshape(12, 5, -1)[:, :, -1]
    np.testing.assert_array_equal(last, scores)


def types(rules: dict[str, Any]) -> set[str]:
    """Of the columns of points."""
    columns = (column for table in CavernaSource(of(["balanced"], rules)).tables for column in table.columns)
    return {column.type for column in columns if column.name == "score" or column.name.startswith("part_")}


def test_columns_are_wider_only_where_a_house_rule_gives_so_much() -> None:
    assert points_type(printed_tables("fiends")) == "int16"
    assert types({}) == types({"loot.cattle.strength": 12}) == {"int16"}
    assert types(RICH) == {"int32"}


def test_a_number_that_no_column_holds_stops_the_run_with_a_sentence() -> None:
    table = Table("players", "", (Column("game", "int64", ""), Column("score", "int16", "")))
    rows = {"game": np.array([7, 8]), "score": np.array([32_767, 52_392], np.int32)}
    assert fitting(table, {**rows, "score": rows["score"] - 20_000})["score"].dtype == np.int16  # type: ignore[union-attr]
    with pytest.raises(cs.RunStopped, match=r"game 8: 52,392 and `players.score` keeps -32,768 to 32,767; lower the house rules"):
        fitting(table, rows)


# ---------------------------------------------------------------- goods


FLOOD = own({"when": "on_gain", "ware": "food", "do": "gain", "goods": {"gold": 99}},
            {"when": "on_gain", "ware": "gold", "do": "gain", "goods": {"ore": 99}})  # fmt: skip


def test_a_seat_keeps_so_much_and_no_more() -> None:
    """Every piece of food brings 99 gold: a thousand pieces of it would be 99,000."""
    position = Game(2, seed=1, rules={"furnishing.flood": FLOOD}).to_dict()
    position["supply"].remove("flood")
    seat = position["seats"][0]
    seat["board"][2][3] = "flood"
    seat["goods"] |= {"ruby": 40, "gold": MOST_GOODS - 50}
    game = Game.from_dict(position)
    for _ in range(3):
        game.play("turn 1 ruby into food")
    assert game.to_dict()["seats"][0]["goods"]["gold"] == MOST_GOODS
    told = game.to_dict()
    assert told["seats"][0]["spilled"] is True and "spilled" not in told["seats"][1]
    assert Game.from_dict(told).to_dict() == told


def test_a_run_says_that_goods_were_lost() -> None:
    rules = {"furnishing.flood": FLOOD, "food_value.grain": 20, "start.food": [99, 99], "start.tiles": "introductory"}
    with pytest.raises(cs.RunStopped, match=r"game \d+, seat \d: it was to receive more than a seat keeps, which is 9,999 of one ware"):
        play(of(["random", "random"], rules, games=200))


def test_suppliers_lay_out_so_much_and_no_more() -> None:
    heap = [{"when": "on_build", "do": "place_on_future_rounds", "goods": {"food": 9}, "rounds": 12}] * 6
    rules = {f"furnishing.heap_{number}": own(*heap) for number in range(3)}
    position = Game(1, seed=1, rules=rules).to_dict()
    position["seats"][0]["board"][2][3:6] = ["cavern", "cavern", "cavern"]
    position["seats"][0]["board"][1][3:6] = ["cavern", "cavern", "cavern"]
    game = Game.from_dict(position)
    coming = []
    for number in range(3):
        game = _built(game, f"heap_{number}")
        coming.append(next(iter(game.to_dict()["seats"][0]["round_goods"].values()))["food"])
    assert coming == [54, MOST_COMING, MOST_COMING]


def _built(game: Game, tile: str) -> Game:
    """Pass time until the tile can be furnished, and furnish it."""
    while True:
        texts = [action.text for action in game.legal()]
        wanted = next((text for text in texts if text.endswith(f"with {tile}")), None)
        if wanted:
            return game.play(wanted)
        place = next((text for text in texts if text.endswith("on housework")), None) or texts[-1]
        game.play(place)


def test_what_many_small_house_rules_make_is_scored_rightly() -> None:
    """Values at their bounds, by chance: the batch, the game and a naive scorer agree, or the run says why it stops."""
    chance, agreed = random.Random(5), 0
    for number in range(8):
        players, expansion = number % 4 + 1, (None, "fiends")[number % 2]
        rules = rules_by_chance(chance, players, expansion, 6, 2)
        more = {"expansion": expansion} if expansion else {}
        scenario = of(["random"] * players, rules, games=3, seed=number, **more)
        try:
            rows = play(scenario).rows
        except cs.RunStopped as stopped:
            assert "house rules" in str(stopped)
            continue
        scores = np.asarray(rows["players"]["score"]).reshape(3, players)
        for index in range(3):
            naive = score_position(cs.play(Game(scenario=scenario, index=index)).to_dict())
            assert scores[index].tolist() == [one["total"] for one in naive], rules
        agreed += 1
    assert agreed > 3


# ---------------------------------------------------------------- games without end


CIRCLE = {
    "furnishing.there": own({"when": "any_time", "do": "trade", "give": {"wood": 1}, "get": {"stone": 1}}),
    "furnishing.back": own({"when": "any_time", "do": "trade", "give": {"stone": 1}, "get": {"wood": 1}}),
}


def trader() -> Any:
    """A compiled player that builds what it can and trades whenever it can."""
    import numba

    from caverna_sim.games.caverna.ids import act

    furnish, trade = act.FURNISH, act.USE_TILE

    @numba.njit
    def trades(state, rules, legal, number):  # type: ignore[no-untyped-def]
        best = number - 1
        for index in range(number):
            kind, tile = legal[index] >> 24, (legal[index] >> 16) & 255
            if kind == trade:
                return index
            if kind == furnish and tile >= 62:
                best = index
        return best if (legal[best] >> 24) == furnish else state["choices"] % number

    return trades


def test_a_game_without_end_is_given_up_and_named() -> None:
    scenario = of([give(trader()), "balanced"], {**CIRCLE, "start.tiles": "introductory"}, games=40)
    with pytest.raises(cs.RunStopped) as stopped:
        play(scenario)
    told = str(stopped.value)
    assert f"has no end: after {MOST_CHOICES:,} choices" in told
    assert "`furnishing.there`" in told or "`furnishing.back`" in told
    assert "use " in told or "trade" in told


def test_a_meal_that_brings_the_next_one_is_refused() -> None:
    """The endless game: 96 donkeys for every donkey that was eaten."""
    rules = {"furnishing.farm": own({"when": "on_convert_animal", "do": "gain", "goods": {"donkey": 96}})}
    with pytest.raises(cs.RulesError, match="must not bring farm animals; the game would have no end"):
        Game(2, rules=rules)
    assert set(good.FARM_ANIMALS) == {"sheep", "donkey", "wild_boar", "cattle"}
