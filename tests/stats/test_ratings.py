"""Ratings: closed forms, published values, a naive likelihood, planted truths, and how often intervals hold the truth."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import log

import numpy as np
import pytest
from scipy import optimize
from scipy import stats as scipy_stats

from caverna_sim.errors import CavernaError
from caverna_sim.stats import ratings
from caverna_sim.stats.ratings import Floats, Results, clustered_mean, clustered_share, plackett_luce, results, smallest_cycles

Game = tuple[list[int], list[float]]  # who sat there, their scores


def games_of(games: list[Game], pool: int | None = None, blocks: list[int] | None = None) -> Results:
    return results(
        [who for who, _ in games], [scores for _, scores in games], blocks if blocks is not None else list(range(len(games))), pool
    )


def duels(wins: list[list[int]]) -> Results:
    """Two-player games from a table: wins[a][b] times a beat b."""
    return games_of([([a, b], [1, 0]) for a, row in enumerate(wins) for b, number in enumerate(row) for _ in range(number)])


def planted(strengths: list[float], tables: int, random: np.random.RandomState, seats: int = 3, blocks: int | None = None) -> Results:
    """Games drawn from the Plackett-Luce model: scores are logs of strengths with Gumbel noise."""
    players = np.array([random.permutation(len(strengths))[:seats] for _ in range(tables)])
    scores = np.log(np.array(strengths))[players] + random.gumbel(size=players.shape)
    return results(players, scores, np.arange(tables) if blocks is None else np.arange(tables) % blocks)


def naive_log_likelihood(logs: Floats, games: Results) -> float:
    """Tied players as the mean over all orders that agree with the scores, term by term."""
    total = 0.0
    for who, scores in zip(games.players, games.scores, strict=True):
        orders = [order for order in permutations(range(len(who))) if all(scores[a] >= scores[b] for a, b in pairwise(order))]
        for order in orders:
            worth = np.exp(logs[who[list(order)]])
            total += sum(log(worth[place] / worth[place:].sum()) for place in range(len(order))) / len(orders)
    return total


# ---------------------------------------------------------------- Plackett-Luce: point estimates


def test_two_players_are_as_strong_as_their_share_of_wins() -> None:
    assert plackett_luce(duels([[0, 7], [3, 0]])) == pytest.approx([0.7, 0.3])


def test_drawn_games_between_two_count_half_for_each() -> None:
    assert plackett_luce(duels([[0, 7], [3, 0]]), drawn=2.0) == pytest.approx([8 / 12, 4 / 12])


def test_odds_that_agree_with_each_other_are_found_exactly() -> None:
    assert plackett_luce(duels([[0, 2, 4], [1, 0, 2], [1, 1, 0]])) == pytest.approx([4 / 7, 2 / 7, 1 / 7])


def test_three_players_in_all_orders_are_equal() -> None:
    games = games_of([([0, 1, 2], list(order)) for order in permutations([3.0, 2.0, 1.0])])
    assert plackett_luce(games) == pytest.approx([1 / 3] * 3)


def test_american_league_1987() -> None:
    """A. Agresti, Categorical Data Analysis, on the baseball season of 1987; log strengths against Baltimore."""
    wins = [
        [0, 7, 9, 7, 7, 9, 11],  # Milwaukee
        [6, 0, 7, 5, 11, 9, 9],  # Detroit
        [4, 6, 0, 7, 7, 8, 12],  # Toronto
        [6, 8, 6, 0, 6, 7, 10],  # New York
        [6, 2, 6, 7, 0, 7, 12],  # Boston
        [4, 4, 5, 6, 6, 0, 6],  # Cleveland
        [2, 4, 1, 3, 1, 7, 0],  # Baltimore
    ]
    strength = plackett_luce(duels(wins))
    assert np.log(strength / strength[6]) == pytest.approx([1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0], abs=6e-4)


@pytest.mark.parametrize("scores", [[2, 2], [1, 1, 1], [5, 5, 5, 5]])
def test_players_who_always_tie_are_equal(scores: list[float]) -> None:
    assert plackett_luce(games_of([(list(range(len(scores))), scores)])) == pytest.approx([1 / len(scores)] * len(scores))


MIXED: list[Game] = [
    ([0, 1, 2, 3], [9, 9, 7, 7]),
    ([3, 2, 1, 0], [9, 9, 9, 2]),
    ([1, 0, 3, 2], [4, 5, 6, 7]),
    ([0, 0, 1, 2], [8, 3, 8, 3]),  # a player in two seats
    ([2, 3, 2, 1], [1, 2, 3, 4]),
    ([3, 0, 1, 1], [4, 4, 4, 4]),
]


def test_ties_and_repeated_players_against_a_naive_likelihood() -> None:
    games = games_of(MIXED)
    best = optimize.minimize(lambda logs: -naive_log_likelihood(logs, games), np.zeros(4), method="BFGS", options={"gtol": 1e-9})
    worth = np.exp(best.x)
    assert plackett_luce(games) == pytest.approx(worth / worth.sum(), abs=1e-5)


def test_planted_strengths_are_recovered() -> None:
    truth = np.array([0.4, 0.3, 0.2, 0.07, 0.03])
    games = planted(truth.tolist(), 6000, np.random.RandomState(5), seats=4)
    assert plackett_luce(games) == pytest.approx(truth, rel=0.1)


def test_strengths_that_do_not_exist_are_refused() -> None:
    with pytest.raises(CavernaError, match="never beat"):
        plackett_luce(duels([[0, 3, 2], [1, 0, 2], [0, 0, 0]]))
    with pytest.raises(CavernaError, match="never beat"):
        plackett_luce(duels([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]))  # two groups that never met


def test_a_player_who_never_wins_is_rated_far_below_but_not_at_infinity() -> None:
    found = ratings.strengths(duels([[0, 50], [0, 0]]), replicates=50)
    assert found[0].value == pytest.approx(-found[1].value)
    assert found[0].value - found[1].value == pytest.approx(400 * np.log10(50.5 / 0.5))


def test_400_points_are_ten_times_the_odds() -> None:
    found = ratings.strengths(duels([[0, 10], [1, 0]]), replicates=2, drawn=0.0)
    assert found[0].value - found[1].value == pytest.approx(400)


# ---------------------------------------------------------------- Plackett-Luce: intervals


def test_intervals_of_strengths_hold_the_truth_as_often_as_they_say() -> None:
    """Blocks of 6 games share a disturbance of the strengths, so games alone would promise too much."""
    truth, random, blocks = np.array([0.6, 0.0, -0.6]), np.random.RandomState(11), 40
    held, too_narrow, tries = 0, 0, 150
    for attempt in range(tries):
        drift = np.repeat(random.normal(scale=0.8, size=(blocks, 3)), 6, axis=0)
        drift -= drift.mean(axis=1, keepdims=True)
        scores = truth + drift + random.gumbel(size=(blocks * 6, 3))
        groups = np.repeat(np.arange(blocks), 6)
        games = results(np.tile(np.arange(3), (blocks * 6, 1)), scores, groups)
        wanted = _population(truth)
        found = ratings.strengths(games, replicates=120, seed=attempt)
        held += sum(one.low <= right <= one.high for one, right in zip(found, wanted, strict=True))
        alone = ratings.strengths(results(games.players, scores, np.arange(len(scores))), replicates=120, seed=attempt)
        too_narrow += sum(one.low <= right <= one.high for one, right in zip(alone, wanted, strict=True))
    assert 0.91 <= held / (3 * tries) <= 0.985
    assert too_narrow < held - 0.05 * 3 * tries


_KNOWN: dict[tuple[float, ...], list[float]] = {}


def _population(truth: Floats) -> list[float]:
    """What infinitely many blocks would give: the disturbance flattens the strengths a little."""
    key = tuple(truth)
    if key not in _KNOWN:
        random = np.random.RandomState(3)
        size = 200_000
        drift = random.normal(scale=0.8, size=(size, 3))
        scores = truth + drift - drift.mean(axis=1, keepdims=True) + random.gumbel(size=(size, 3))
        logs = np.log(plackett_luce(results(np.tile(np.arange(3), (size, 1)), scores, np.arange(size))))
        _KNOWN[key] = (ratings.ELO * (logs - logs.mean())).tolist()
    return _KNOWN[key]


def test_the_bootstrap_is_repeatable() -> None:
    games = planted([3, 2, 1], 60, np.random.RandomState(1))
    first, again, other = (ratings.strengths(games, replicates=50, seed=seed) for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_all_games_of_a_block_are_drawn_together() -> None:
    """With one result in every block, resampling blocks changes nothing."""
    games = games_of([([0, 1], [1, 0]), ([0, 1], [1, 0]), ([0, 1], [0, 1])] * 20, blocks=[number // 3 for number in range(60)])
    found = ratings.strengths(games, replicates=50)
    assert found[0].error == pytest.approx(0)
    assert found[0].low == pytest.approx(found[0].value) == pytest.approx(found[0].high)


def test_one_block_gives_no_interval() -> None:
    games = games_of([([0, 1], [1, 0]), ([0, 1], [0, 1])], blocks=[0, 0])
    whole = ratings.ratings(games, replicates=10)
    assert np.isnan([whole.strengths[0].low, whole.scores[0].low]).all()
    assert (whole.win_shares[0].low, whole.win_shares[0].high) == (0, 1)


# ---------------------------------------------------------------- means and shares


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 30, 400])
@pytest.mark.parametrize("probability", [0.005, 0.1, 0.6, 0.975, 0.9995])
def test_quantiles_of_student(probability: float, degrees: int) -> None:
    assert ratings.student_quantile(probability, degrees) == pytest.approx(scipy_stats.t.ppf(probability, degrees), rel=2e-3)


def test_a_mean_over_equal_blocks_is_the_mean_of_block_means() -> None:
    means = np.array([4.0, 6.0, 5.0, 9.0])
    found = clustered_mean(means * 3, np.full(4, 3.0))
    error = means.std(ddof=1) / 2
    assert found.value == pytest.approx(6)
    assert found.error == pytest.approx(error)
    assert found.high - 6 == pytest.approx(scipy_stats.t.ppf(0.975, 3) * error, rel=1e-3)


def test_repeating_games_within_blocks_adds_no_certainty() -> None:
    sums, counts = np.array([3.0, 1.0, 2.0, 4.0]), np.array([1.0, 1.0, 1.0, 1.0])
    assert clustered_mean(sums * 10, counts * 10) == clustered_mean(sums, counts)


def test_shares_stay_between_0_and_1() -> None:
    never = clustered_share(np.zeros(20), np.full(20, 5.0))
    assert (never.value, never.low) == (0, 0)
    assert 0.05 < never.high < 0.25
    often = clustered_share(np.array([1.0] * 19 + [0.0]), np.ones(20))
    assert 0.6 < often.low < 0.95 < often.high <= 1


def test_a_share_of_single_games_is_wilsons() -> None:
    found = clustered_share(np.array([1.0] * 300 + [0.0] * 100), np.ones(400))
    wilson = scipy_stats.binomtest(300, 400).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high), abs=1e-3)


def test_intervals_of_means_hold_the_truth_as_often_as_they_say() -> None:
    random = np.random.RandomState(2)
    held = 0
    for _ in range(1000):
        block_means = random.normal(70, 5, size=12)
        sums = block_means * 4 + random.normal(0, 10, size=(12, 4)).sum(axis=1)
        found = clustered_mean(sums, np.full(12, 4.0))
        held += found.low <= 70 <= found.high
    assert 0.93 <= held / 1000 <= 0.97


def test_win_shares_and_scores_count_seats_and_share_ties() -> None:
    games = games_of([([0, 1, 1], [5, 5, 4]), ([0, 0, 1], [3, 2, 2])])
    whole = ratings.ratings(games, replicates=5)
    assert whole.seats == (3, 3)
    assert [one.value for one in whole.scores] == pytest.approx([10 / 3, 11 / 3])
    assert [one.value for one in whole.win_shares] == pytest.approx([1.5 / 3, 0.5 / 3])


# ---------------------------------------------------------------- who beats whom


def test_the_win_matrix_counts_every_pair_at_a_table() -> None:
    games = games_of([([0, 1, 2], [5, 5, 4]), ([0, 0, 1], [3, 2, 2])], pool=4)
    wins = ratings.win_matrix(games)
    values = [[None if share is None else share.value for share in row] for row in wins]
    assert values[0][1] == pytest.approx((0.5 + 1 + 0.5) / 3)
    assert values[1][0] == pytest.approx(1 - (0.5 + 1 + 0.5) / 3)
    assert (values[0][2], values[2][0], values[0][0], values[0][3]) == (1, 0, None, None)


def test_a_planted_cycle_is_found_among_others() -> None:
    """Rock, paper, scissors with 70 % for each winner, and somebody who loses to all."""
    random = np.random.RandomState(4)
    games: list[Game] = []
    for a, b, chance in ((0, 1, 0.7), (1, 2, 0.7), (2, 0, 0.7), (0, 3, 0.9), (1, 3, 0.9), (2, 3, 0.9)):
        games += [([a, b], [1, 0] if random.random_sample() < chance else [0, 1]) for _ in range(300)]
    assert ratings.cycles(games_of(games)) == ((0, 1, 2),)


def test_a_cycle_within_chance_is_not_reported() -> None:
    games = duels([[0, 13, 12], [12, 0, 13], [13, 12, 0]])
    assert ratings.cycles(games) == ()


def test_strong_and_weak_players_are_no_cycle() -> None:
    assert ratings.cycles(planted([8, 4, 2, 1], 2000, np.random.RandomState(6))) == ()


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ("01 12 23", []),
        ("01 12 20", ["012"]),
        ("01 12 23 30", ["0123"]),
        ("01 12 23 30 13 32 21", ["12", "23"]),
        ("01 12 20 34 45 53 03", ["012", "345"]),
        ("03 32 21 10 02", ["021"]),
    ],
)
def test_the_smallest_cycles(links: str, expected: list[str]) -> None:
    beats = [[f"{a}{b}" in links.split() for b in range(6)] for a in range(6)]
    assert smallest_cycles(beats) == tuple(tuple(map(int, cycle)) for cycle in expected)


# ---------------------------------------------------------------- what cannot be rated


@pytest.mark.parametrize(
    ("players", "scores", "blocks"),
    [
        ([], [], []),
        ([[0, 1]], [[1, float("nan")]], [0]),
        ([[0, 1]], [[1, 2]], [0, 1]),
        ([[0, -1]], [[1, 2]], [0]),
        ([0, 1], [1, 2], [0, 0]),
    ],
)
def test_games_that_make_no_sense_are_refused(players: object, scores: object, blocks: object) -> None:
    with pytest.raises(CavernaError, match="ratings"):
        results(players, scores, blocks)


def test_a_large_tournament_is_rated_quickly() -> None:
    games = planted([1.0] * 12, 4000, np.random.RandomState(9), seats=4, blocks=200)
    found = ratings.strengths(games, replicates=100)
    assert max(abs(one.value) for one in found) < 40


# ---------------------------------------------------------------- how well strengths fit


def test_chances_of_places_are_those_of_all_orders() -> None:
    weights = np.array([[4.0, 2.0, 1.0, 1.0]])
    by_hand = np.zeros((4, 4))
    for order in permutations(range(4)):
        chance, left = 1.0, list(range(4))
        for seat in order:
            chance *= weights[0, seat] / weights[0, left].sum()
            left.remove(seat)
        for place, seat in enumerate(order):
            by_hand[seat, place] += chance
    assert ratings.place_chances(weights)[0] == pytest.approx(by_hand)


def test_strengths_fit_games_that_keep_to_the_model() -> None:
    fit = ratings.ratings(planted([8, 4, 2, 1], 4000, np.random.RandomState(3)), replicates=2).fit
    assert np.abs(np.array(fit.seen) - np.array(fit.expected)).max() < 0.02
    assert np.array(fit.seen).sum(axis=1) == pytest.approx(np.ones(4))
    assert np.array(fit.expected).sum(axis=1) == pytest.approx(np.ones(4))


def test_the_fit_shows_a_player_who_never_wins_and_never_loses() -> None:
    """Always the second of three: no strength says so, and this one promises every third first place."""
    random = np.random.RandomState(5)
    first = np.where(random.random_sample(600) < 0.5, 3, 1)
    scores = np.column_stack([np.full(600, 2), first, 4 - first])
    fit = ratings.ratings(results(np.tile(np.arange(3), (600, 1)), scores, np.arange(600)), replicates=2).fit
    assert fit.seen[0] == (0.0, 1.0, 0.0)
    assert fit.expected[0][0] > 0.3
    assert fit.worst == (0, 1)


def test_tied_players_share_their_places() -> None:
    fit = ratings.ratings(games_of([([0, 1, 2], [5, 5, 1])]), replicates=2).fit
    assert fit.seen == ((0.5, 0.5, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, 1.0))


def test_what_breaks_ties_decides_places_and_leaves_scores_alone() -> None:
    games = results([[0, 1]] * 4, [[5, 5]] * 4, range(4), places=[[5, 4.5]] * 4)
    whole = ratings.ratings(games, replicates=2)
    assert [one.value for one in whole.win_shares] == [1, 0]
    assert [one.value for one in whole.scores] == [5, 5]
    assert whole.wins[0][1] is not None
    assert whole.wins[0][1].value == 1
    assert whole.strengths[0].value > whole.strengths[1].value
