"""The learned evaluation, the value bot that follows it, and the search bot that plays on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from caverna_sim.games.caverna.bots import judging, layout
from caverna_sim.games.caverna.bots.features import NEVER_WORTH_IT, look
from caverna_sim.games.caverna.bots.lines import plays_lines
from caverna_sim.games.caverna.bots.parameters import input_places, judge_record
from caverna_sim.games.caverna.bots.search import redeal
from caverna_sim.games.caverna.bots.value import LOOKAHEAD, judged_placements, outcome_of
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import good, phase, step
from caverna_sim.games.caverna.limits import put_limits
from caverna_sim.games.caverna.shape.layout import STATE
from caverna_sim.games.caverna.shape.tiles import drop
from caverna_sim.kit.records.agenda import top_step
from tests.caverna.bots import Table, record
from tests.caverna.table import rule

PLAYERS = (1, 2, 4)


def table_at_a_placement(players: int, seed: int, choices: int) -> Table:
    """A game of balanced bots some choices on, where somebody places a dwarf."""
    table = Table(players, seed)
    for number, action in enumerate(table.decisions([record("balanced")] * players)):
        if number >= choices and top_step(table.states[0])["step"] == step.PLACE:
            break
        del action
    return table


def features(table: Table, seat: int) -> dict[str, np.ndarray]:
    """The groups of features of a seat."""
    bot, _ = record("value")
    look(table.states[0], table.rules[0], bot[0], seat, 1.0, table.minds[0])
    row = table.minds[0]["feature"]
    return {name: row[layout.START[name] : layout.START[name] + size].copy() for name, size in layout.FEATURE_GROUPS.items()}


def by_hand(judge: Any, row: np.ndarray) -> float:
    """The net in three lines of linear algebra."""
    wide = np.maximum(row @ judge["layer_1"] + judge["bias_1"], 0)
    narrow = np.maximum(wide @ judge["layer_2"] + judge["bias_2"], 0)
    return float(narrow @ judge["layer_3"] + judge["bias_3"])


def same_state(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two states hold the same; gaps between fields may differ."""
    return all(np.array_equal(one[name], other[name]) for name in STATE.names or () if name != "seats") and all(
        np.array_equal(one["seats"][name], other["seats"][name]) for name in one["seats"].dtype.names
    )


# ---------------------------------------------------------------- the evaluation


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({}, [0, 0, 0, 0]),
        ({"weapon_max": 0}, [1, 0, 0, 0]),
        ({"weapon_max": 7}, [0, 1, 0, 0]),
        ({"weapon_max": 8}, [0, 0, 0, 0]),
        ({"weapon_from_round": 3}, [0, 0, 1, 0]),
        ({"weapon_from_round": 1}, [0, 0, 0, 0]),
        ({"dwarfs_max": 2}, [0, 0, 0, 1]),
        ({"dwarfs_max": 3}, [0, 0, 0, 0]),
        ({"tiles_without": ["miner"], "spaces_without": ["logging_4_7"], "loot_without": ["dog"]}, [0, 0, 0, 0]),
    ],
)
def test_a_judge_is_told_of_limits_that_bind_now(limits: dict[str, Any], told: list[int]) -> None:
    """In round 1, with a weapon of strength 7; one that is never met must change nothing."""
    table = Table(4, 1)
    seat = table.states[0]["seats"][0]
    seat["weapon"][0] = 7
    put_limits(seat["limits"], limits, printed_tables())
    assert features(table, 0)["limits"].tolist() == told
    assert features(table, 1)["limits"].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"weapon_max": 0}, {"arms": {0, 1, 2, 3, 4, 5}}),
        ({"weapon_max": 3}, {"arms": {1, 2, 3, 4, 5}}),
        ({"weapon_max": 12}, {"arms": {5}}),
        ({"weapon_max": 14}, {}),
        ({"weapon_from_round": 4}, {"arms": {6}}),
        ({"weapon_from_round": 1}, {}),
        ({"dwarfs_max": 2}, {"most_dwarfs": {0}}),
        ({"dwarfs_max": 5}, {"most_dwarfs": {3}}),
        ({"dwarfs_max": 6}, {}),
        ({"spaces_without": ["drift_mining_1_3"]}, {"closed": {"drift_mining_1_3"}}),
        ({"loot_without": ["dog", "cattle"]}, {"no_loot": {"dog", "cattle"}}),
    ],
)
def test_limits_are_told_from_the_first_round(limits: dict[str, Any], told: dict[str, set[Any]]) -> None:
    """Who may arm to 3 may plan without arms; a limit beyond what is ever reached is not told, so it changes nothing."""
    table = Table(4, 1)
    put_limits(table.states[0]["seats"][0]["limits"], limits, printed_tables())
    names = {"closed": list(printed_tables("fiends")["space"]), "no_loot": list(printed_tables("fiends")["loot"])}
    for group in ("arms", "most_dwarfs", "closed", "no_loot"):
        places = {names[group].index(name) if group in names else name for name in told.get(group, ())}
        assert set(np.flatnonzero(features(table, 0)[group]).tolist()) == places
        assert not features(table, 1)[group].any()


def test_changed_prices_and_strengths_are_told() -> None:
    """As printed, nothing is told; what costs more than anybody saves for one furnishing is as if it were not there."""
    furnishings, loot = list(printed_tables("fiends")["furnishing"]), list(printed_tables("fiends")["loot"])
    printed = features(Table(2, 1), 0)
    assert not printed["dearer"].any()
    assert not printed["harder"].any()
    rules = {"furnishing.miner.cost.stone": 3, "furnishing.trader.cost.stone": 40, "loot.cattle.strength": 12}
    changed = features(Table(2, 1, rules=rules), 0)
    stone = printed_tables()["furnishing"]["miner"]["cost"].get("stone", 0)
    worth_it = 1 - (3 - stone) / NEVER_WORTH_IT  # the dearer, the more as if it were not there
    assert changed["supply"][furnishings.index("miner")] == pytest.approx(worth_it)
    assert changed["dearer"][furnishings.index("miner")] == pytest.approx(worth_it * (3 - stone) / 4)
    assert changed["supply"][furnishings.index("trader")] == 0.0
    assert changed["dearer"][furnishings.index("trader")] == 0.0
    assert changed["harder"][loot.index("cattle")] == (12 - printed_tables()["loot"]["cattle"]["strength"]) / 4


@pytest.mark.parametrize("bot", ["value", "swift"])
def test_a_furnishing_that_nobody_can_pay_is_a_furnishing_that_is_not_there(bot: str) -> None:
    """No ghosts: the games are the same, choice by choice."""
    names = ("wood_supplier", "food_chamber", "working_cave", "office_room")
    dear = {f"furnishing.{name}.cost.stone": 40 for name in names}
    for game in range(3 if bot == "value" else 8):
        games = {Table(2, 6, game, rules=rules).play(record(bot), record(bot)) for rules in (dear, {"start.without": list(names)})}
        assert len(games) == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_the_compiled_net_is_the_net(players: int) -> None:
    table = table_at_a_placement(players, 3, 60)
    bot, (judge,) = record("value")
    for seat in range(players):
        points = look(table.states[0], table.rules[0], bot[0], seat, 1.0, table.minds[0])
        wanted = points + layout.POINTS_PER_UNIT * by_hand(judge, table.minds[0]["feature"])
        found = judging.expected_points(table.states[0], table.rules[0], bot[0], judge, seat, table.minds[0])
        assert found == pytest.approx(wanted, abs=1e-2)


def test_a_taste_adds_points_that_fade() -> None:
    bot, judge = record("value")
    fond = judge.copy()
    fond[0]["taste"][layout.START["goods"] + good.WOOD] = 8.0  # a point for each wood in round 1
    for choices, fading in ((0, 1.0), (100, None)):
        table = table_at_a_placement(2, 5, choices)
        state = table.states[0]
        state["seats"][0]["goods"][good.WOOD] = 3
        plain, liked = (judging.expected_points(state, table.rules[0], bot[0], one[0], 0, table.minds[0]) for one in (judge, fond))
        share = fading if fading is not None else 1 - (int(state["round"]) - 1) / 11
        assert liked - plain == pytest.approx(3 * share, abs=1e-3)


def test_features_tell_what_a_seat_has() -> None:
    table = table_at_a_placement(2, 3, 0)
    seat = table.states[0]["seats"][1]
    seat["goods"][good.STONE] = 4
    seat["goods"][good.CATTLE] = 2
    seat["weapon"][0] = 8
    told = features(table, 1)
    assert told["time"].tolist() == [1.0] + [0.0] * 11
    assert told["goods"][good.STONE] == 4 / 8
    assert told["animal_steps"].reshape(4, 3)[3].tolist()[:2] == [1.0, 1.0]  # cattle: one, a pair
    assert told["weapons"].tolist() == pytest.approx([0.8, 0.0, 1 / 3, 1.0, 0.0])
    assert told["family"][:6].tolist() == [0, 1, 0, 0, 0, 0]
    assert told["learned"].tolist() == [1.0]


def test_features_tell_what_lies_on_spaces_and_what_others_have() -> None:
    table = table_at_a_placement(3, 3, 0)
    state = table.states[0]
    spaces = list(printed_tables()["space"])
    logging = spaces.index("logging_1_3")
    assert features(table, 1)["free"][logging] == 1.0
    state["space_goods"][logging, good.WOOD] = 6
    state["seats"][2]["weapon"][0] = 8
    told = features(table, 1)
    assert told["stock"][logging] == 1.0
    assert told["others"][7] == pytest.approx(0.8)  # the strongest weapon among the others
    assert features(table, 2)["others"][7] == 0.0
    assert [spaces[number] for number in np.nonzero(told["card"])[0]] == [spaces[int(state["cards"][1])]]
    state["used_by"][logging] = 0
    gone = features(table, 1)
    assert (gone["free"][logging], gone["stock"][logging]) == (0.0, 0.0)


def test_features_tell_orcs_in_frantic_fiends_alone() -> None:
    assert not features(table_at_a_placement(2, 3, 0), 0)["orcs"].any()
    told = features(Table(2, 3, expansion="fiends"), 0)["orcs"]
    assert told[4] == 1.0  # all four are left
    assert (told[5:9] > 0).all()  # and have a strength


def test_a_tile_that_is_hardly_ever_built_is_not_missed() -> None:
    """Its input would say what was learned by chance; `python -m benchmarks.judge` plays whole games without such tiles."""
    table = table_at_a_placement(4, 6, 80)
    bot, (judge,) = record("value")
    places = input_places()
    unique = [name for name, row in printed_tables()["furnishing"].items() if row.get("copies", 1) == 1]
    unheeded = [name for name in unique if not judge["layer_1"][places[f"supply.{name}"]].any()]
    assert "guest_room" in unheeded
    assert len(unheeded) < 0.6 * len(unique)

    def judged(tile: str) -> float:
        state = table.states.copy()[0]
        drop(state["supply"], list(printed_tables()["furnishing"]).index(tile))
        return float(judging.expected_points(state, table.rules[0], bot[0], judge, 0, table.minds[0]))

    whole = judging.expected_points(table.states[0], table.rules[0], bot[0], judge, 0, table.minds[0])
    assert {judged(tile) for tile in unheeded} == {whole}
    assert any(judged(tile) != whole for tile in unique if tile not in unheeded)


def test_features_stay_small() -> None:
    bot, _ = record("value")
    for players in PLAYERS:
        table = Table(players, 11)
        for _ in table.decisions([record("balanced")] * players):
            seat = int(top_step(table.states[0])["seat"])
            look(table.states[0], table.rules[0], bot[0], seat, 1.0, table.minds[0])
            row = table.minds[0]["feature"]
            assert np.isfinite(row).all()
            assert np.abs(row).max() < 20


# ---------------------------------------------------------------- the value bot


def test_looking_ahead_leaves_the_game_alone() -> None:
    table = table_at_a_placement(3, 4, 50)
    before = table.states.copy()
    bot, judge = record("value", doubt=100.0)
    seat = int(top_step(table.states[0])["seat"])
    number = judged_placements(table.states[0], table.rules[0], bot[0], judge[0], table.scratch, table.minds[0], table.out, seat, 10)
    assert number > 3
    assert same_state(table.states, before)


def test_an_outcome_is_judged_when_the_turn_is_over() -> None:
    table = table_at_a_placement(2, 4, 30)
    bot, judge = record("value")
    state, seat = table.states[0], int(top_step(table.states[0])["seat"])
    action = next(one for one in table.legal())
    outcome_of(state, table.rules[0], bot[0], judge[0], table.scratch, table.minds[0], table.out, seat, action)
    after = table.scratch[LOOKAHEAD]
    assert after["depth"] == 0
    assert after["phase"] == phase.WORK
    assert after["choices"] > state["choices"]


def test_the_value_bot_takes_the_best_outcome_when_it_is_cold() -> None:
    table = table_at_a_placement(4, 8, 40)
    bot, judge = record("value", temperature=0.0, options=1)
    state, seat = table.states[0], int(top_step(table.states[0])["seat"])
    number = judged_placements(state, table.rules[0], bot[0], judge[0], table.scratch, table.minds[0], table.out, seat, 10)
    outcomes = table.minds[0]["outcome"][:number].copy()
    wanted = int(table.minds[0]["candidate"][int(outcomes.argmax())])
    assert table.choice((bot, judge)) == wanted


# ---------------------------------------------------------------- the search bot


def test_dealing_anew_keeps_what_lies_open_and_the_cards_of_each_stage() -> None:
    table = table_at_a_placement(4, 9, 120)
    state, rules = table.states[0], table.rules[0]
    now = int(state["round"])
    before = table.states.copy()[0]
    orders = set()
    for key in range(40):
        copy = np.zeros(1, STATE)
        copy[0] = state
        copy[0]["game_key"] = key
        copy[0]["draws"][:] = 0
        redeal(copy[0], rules)
        orders.add(tuple(copy[0]["cards"].tolist()) + tuple(copy[0]["markers"].tolist()))
        assert copy[0]["cards"][: now + 1].tolist() == before["cards"][: now + 1].tolist()
        for stage in set(rules["stage"][1:].tolist()):
            rounds = [number for number in range(1, 13) if rules["stage"][number] == stage]
            assert sorted(copy[0]["cards"][rounds].tolist()) == sorted(before["cards"][rounds].tolist())
        assert sorted(copy[0]["markers"].tolist()) == sorted(before["markers"].tolist())
    assert len(orders) > 10


@pytest.mark.parametrize("players", [1, 2])
def test_searching_leaves_the_game_alone(players: int) -> None:
    table = table_at_a_placement(players, 4, 50)
    before = table.states.copy()
    bot = record("search", temperature=0.0)
    first = table.choice(bot)
    assert same_state(table.states, before)
    assert first in table.legal()
    assert table.choice(bot) == first


def test_alone_the_search_bot_never_loses_the_best_game_that_it_has_looked_at() -> None:
    table, bot = Table(1, 7), record("search", lines=3, candidates=3, options=2)
    best: list[float] = []
    table.minds["plan"] = -1
    for action in table.decisions([bot]):
        mind = table.minds[0]
        seen = mind["plan"] != -1
        assert action in mind["plan"][seen]
        best.append(float(mind["plan_sum"][seen].max()))
        table.minds["plan"] = -1
    assert best == sorted(best)
    assert best[-1] == table.total(0)
    assert best[-1] > best[0]  # something else than its habit was worth more


def test_with_others_at_the_table_no_whole_games_are_looked_at() -> None:
    games = {Table(2, 9).play(*[record("search", lines=lines)] * 2) for lines in (1, 9)}
    assert len(games) == 1
    alone = {Table(1, 9).play(record("search", lines=lines)) for lines in (1, 3)}
    assert len(alone) == 2


@rule("R-SOLO-3")
def test_whole_games_are_looked_at_only_where_nothing_lies_face_down() -> None:
    shuffled = {"space.ore_trading.solo_round": 0, "space.adventure.solo_round": 0}
    alone, bot = Table(1, 3), record("search")[0]
    others = [Table(2, 3), Table(1, 3, rules=shuffled), Table(1, 3, expansion="fiends")]
    assert plays_lines(alone.states[0], alone.rules[0], bot[0])
    assert not any(plays_lines(table.states[0], table.rules[0], bot[0]) for table in others)


def test_turns_of_its_own_in_playouts_are_decided_as_value_does_if_the_file_says_so() -> None:
    games = {Table(2, 9).play(*[record("search", own_turns=turns)] * 2) for turns in (0, 2)}
    assert len(games) == 2


@pytest.mark.slow
def test_better_tiers_make_more_points() -> None:
    """Solo games with the same chances."""
    means = []
    for name, games in (("random", 40), ("novice", 40), ("balanced", 40), ("value", 12)):
        totals = []
        for game in range(games):
            table = Table(1, 21, game)
            table.play(record(name))
            totals.append(table.total(0))
        means.append(np.mean(totals))
    assert means == sorted(means)


def test_packaged_judges_are_read_only_and_whole() -> None:
    judge = judge_record("value")
    assert not judge.flags.writeable
    assert np.isfinite(judge[0]["layer_1"]).all()
    assert np.abs(judge[0]["layer_1"]).sum() > 0
