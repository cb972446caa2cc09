"""Who sits where: every bot in every seat and directly behind every other bot equally often, whatever the order of names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.match.seating import BALANCED, FIXED, RANDOM, ROTATE, Seating, cyclic_orders, order_of, seating_of, tables

POOLS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12)


def tables_of(plan: Seating, blocks: int, seed: int = 1, first: int = 0) -> list[tuple[int, ...]]:
    """Who sits where in all games of so many blocks."""
    return [seats for block in range(first, first + blocks) for _, seats in plan.block(seed, block)]


def focal(players: int, population: int) -> Seating:
    """Bot 0 among others."""
    return seating_of(BALANCED, range(1 + population), players, draws=True, has_focal=True)


def seats_taken(games: list[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    return Counter((bot, seat) for seats in games for seat, bot in enumerate(seats))


def neighbours(games: list[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    """How often a bot sits directly behind another."""
    pairs = Counter((seats[seat], seats[(seat + 1) % len(seats)]) for seats in games for seat in range(len(seats)))
    return Counter({pair: number for pair, number in pairs.items() if pair[0] != pair[1]})


# ---------------------------------------------------------------- as many bots as seats


@pytest.mark.parametrize("players", range(2, 8))
def test_in_cyclic_orders_each_follows_each_equally_often(players: int) -> None:
    orders = cyclic_orders(players)
    often = neighbours(list(orders))
    assert len(often) == players * (players - 1)
    assert len(set(often.values())) == 1
    assert all(sorted(order) == list(range(players)) for order in orders)


@pytest.mark.parametrize("players", range(1, 8))
def test_a_stratum_is_even_over_seats_and_neighbours(players: int) -> None:
    plan = seating_of(BALANCED, "abcdefg"[:players], players)
    for first in (0, plan.stratum_blocks):
        games = tables_of(plan, plan.stratum_blocks, first=first)
        assert set(seats_taken(games).values()) == {plan.stratum_blocks}
        assert len(set(neighbours(games).values())) <= 1
        assert len(neighbours(games)) == players * (players - 1)


def test_a_block_is_one_order_in_all_rotations() -> None:
    plan = seating_of(BALANCED, "abcd", 4)
    for block in range(20):
        games = plan.block(7, block)
        assert [turn for turn, _ in games] == [0, 1, 2, 3]
        assert len({order_of([str(bot) for bot in seats]) for _, seats in games}) == 1
        assert set(seats_taken([seats for _, seats in games]).values()) == {1}


def test_four_bots_sit_in_all_six_orders_before_one_comes_again() -> None:
    plan = seating_of(BALANCED, "abcd", 4)
    orders = [order_of(["abcd"[bot] for bot in plan.block(3, block)[0][1]]) for block in range(600)]
    assert all(len(set(orders[start : start + 6])) == 6 for start in range(0, 600, 6))
    firsts = Counter(orders[::6])
    assert len(firsts) == 6
    assert min(firsts.values()) > 4  # 16.7 expected; 3.4 standard deviations away


def test_a_plan_depends_on_seed_and_block_only() -> None:
    plan = seating_of(BALANCED, "abcde", 5)
    whole = tables_of(plan, 40)
    assert whole[23 * 5 : 31 * 5] == tables_of(seating_of(BALANCED, "abcde", 5), 8, first=23)
    assert whole != tables_of(plan, 40, seed=2)


@pytest.mark.parametrize("kind", [BALANCED, RANDOM])
def test_in_expectation_the_order_of_names_does_not_matter(kind: str) -> None:
    """All 24 seatings of four bots come up alike, whatever the order in which they were named."""
    plan = seating_of(kind, "abcd", 4)
    first_games = Counter(plan.block(seed, 0)[0][1] for seed in range(960))
    assert len(first_games) == 24
    assert max(first_games.values()) < 70  # 40 expected; nearly five standard deviations
    assert min(first_games.values()) > 14


# ---------------------------------------------------------------- bots that sit more than once


def test_equal_bots_in_all_seats_play_one_game_a_block() -> None:
    for kind in (BALANCED, ROTATE, RANDOM, FIXED):
        assert seating_of(kind, "aaa", 3).block_games == 1


def test_rotations_that_put_the_same_bots_everywhere_count_once() -> None:
    assert seating_of(ROTATE, "abab", 4).block_games == 2
    assert seating_of(ROTATE, "aaab", 4).block_games == 4


@pytest.mark.parametrize("names", ["abab", "aabb", "aaab", "aabc"])
def test_bots_that_sit_twice_are_balanced_all_the_same(names: str) -> None:
    plan = seating_of(BALANCED, names, 4)
    games = tables_of(plan, plan.stratum_blocks)
    taken = seats_taken(games)
    for number, name in enumerate(dict.fromkeys(names)):
        assert {taken[number, seat] for seat in range(4)} == {names.count(name) * plan.stratum_blocks}
    often = neighbours(games)
    assert all(often[a, b] == often[b, a] for a, b in often)


# ---------------------------------------------------------------- pools


@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("pool", POOLS)
def test_tables_of_a_pool_are_even_over_bots_and_pairs(pool: int, players: int) -> None:
    found = tables(pool, players)
    assert len(set(Counter(bot for table in found for bot in table).values())) == 1
    met = Counter(tuple(sorted(pair)) for table in found for pair in combinations(table, 2) if pair[0] != pair[1])
    assert len(set(met.values())) <= 1
    if pool >= players:
        assert all(len(set(table)) == players for table in found)


@pytest.mark.parametrize(("pool", "players"), [(40, 7), (17, 6), (18, 5)])
def test_a_pool_without_a_known_design_is_even_over_bots_and_nearly_over_pairs(pool: int, players: int) -> None:
    found = tables(pool, players)
    assert len(found) == pool
    assert set(Counter(bot for table in found for bot in table).values()) == {players}
    pairs = Counter(pair for table in found for pair in combinations(sorted(table), 2))
    assert max(pairs.values()) <= 3 * pool * players * (players - 1) / (pool * (pool - 1))


def test_a_large_pool_needs_few_tables() -> None:
    """Thirteen bots at tables of four: the projective plane of order 3."""
    assert len(tables(13, 4)) == 13
    assert len(tables(7, 3)) == 7


def test_ten_bots_at_tables_of_four_sit_behind_each_other_equally_often() -> None:
    plan = seating_of(BALANCED, "abcdefghij", 4, draws=True)
    games = tables_of(plan, plan.stratum_blocks)
    assert len(set(neighbours(games).values())) == 1
    assert len(neighbours(games)) == 90
    assert len(set(seats_taken(games).values())) == 1


def test_a_bot_that_is_named_twice_in_a_pool_plays_twice_as_often() -> None:
    plan = seating_of(BALANCED, ["a", "a", "b"], 3, draws=True)
    assert Counter(bot for seats in tables_of(plan, plan.stratum_blocks) for bot in seats) == {0: 12, 1: 6}


def test_no_seating_is_known_for_nobody() -> None:
    with pytest.raises(CavernaError, match="no seating"):
        tables(0, 3)


# ---------------------------------------------------------------- a focal bot


@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("population", [1, 2, 3, 5, 10])
def test_a_focal_bot_sits_once_in_every_seat_of_a_block(players: int, population: int) -> None:
    plan = focal(players, population)
    for block in range(3):
        assert sorted(seats.index(0) for _, seats in plan.block(4, block)) == list(range(players))
        assert all(seats.count(0) == 1 for _, seats in plan.block(4, block))


@pytest.mark.parametrize(("players", "population"), [(2, 3), (3, 4), (4, 2), (4, 10), (5, 3)])
def test_everybody_sits_beside_the_focal_bot_equally_often(players: int, population: int) -> None:
    plan = focal(players, population)
    often = neighbours(tables_of(plan, plan.stratum_blocks))
    assert len({often[0, bot] for bot in range(1, 1 + population)} | {often[bot, 0] for bot in range(1, 1 + population)}) == 1


def test_a_focal_bot_needs_others_at_its_table() -> None:
    with pytest.raises(CavernaError, match="population"):
        focal(2, 0)


# ---------------------------------------------------------------- the name of an order


def test_all_rotations_of_an_order_have_one_name() -> None:
    assert order_of(["b", "a", "d", "c"]) == "a > d > c > b"
    names = {order_of(order) for order in permutations("abcd")}
    assert len(names) == 6
    assert order_of(["b", "a", "b", "a"]) == "a > b > a > b"
