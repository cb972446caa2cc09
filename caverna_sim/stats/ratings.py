"""How strong players are: win shares, margins, mean scores, who beats whom, Plackett-Luce strengths and how well they fit, cycles.

A game is a row: who sat in each seat (players are numbers), the scores, and the block it belongs to. A block is one set
of chances played in several seatings, so its games are alike and only blocks count as replications:

- means and shares are ratios of sums over blocks, with the cluster-robust standard error of a ratio and Student's t;
- shares use Wilson's interval with the number of games that would have the same standard error, so that it stays in 0..1;
- strengths resample whole blocks (bootstrap), with percentiles widened for few blocks as by Hesterberg (2015).

Win shares and margins are what was seen. Strengths are a model on top: one number a player from which all orders follow. Bots do not
keep to it (a careful one comes second more often and last less often than its first places promise), so strengths are only ever shown
with their fit, the shares of places that they lead to expect beside those that were seen.

Ties. A tie for the first place shares the win. In a comparison of two players a tie counts half for each. In the
Plackett-Luce likelihood tied players count as all their orders, each with equal weight. A player may sit in several seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, copysign, inf, isinf, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVEL = 0.95
REPLICATES = 1000
DRAWN_GAMES = 1.0  # between every two players, added to what was played: nobody is infinitely strong or weak
ELO = 400 / np.log(10)  # points on Elo's scale for one unit of log strength
MOST_STEPS = 20_000
MOST_CYCLES = 20


@dataclass(frozen=True)
class Estimate:
    """A value with its interval; the standard error is that of blocks."""

    value: float
    low: float
    high: float
    error: float

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Results:
    """Games that were played, one row each."""

    players: Ints  # [game, seat] who sat there, counted from 0
    scores: Floats  # [game, seat]
    blocks: Ints  # [game] counted from 0
    pool: int  # number of players
    places: Floats  # [game, seat] what decides who is ahead: the score, or the score with what breaks its ties

    @property
    def num_blocks(self) -> int:
        """How many blocks there are."""
        return int(self.blocks.max()) + 1 if len(self.blocks) else 0


def results(players: object, scores: object, blocks: object, pool: int | None = None, places: object = None) -> Results:
    """Checked games; `blocks` may be any numbers that are equal for games of one block, `places` are the scores unless ties are broken."""
    who, points = np.asarray(players, np.int64), np.asarray(scores, np.float64)
    decides = points if places is None else np.asarray(places, np.float64)
    is_whole = who.shape == points.shape == decides.shape and np.isfinite(points).all() and np.isfinite(decides).all()
    if who.ndim != 2 or not len(who) or not is_whole:
        raise CavernaError("ratings need, for every game, a player and a finite score in each seat")
    groups = np.unique(np.asarray(blocks), return_inverse=True)[1].astype(np.int64)
    if groups.shape != who.shape[:1]:
        raise CavernaError(f"ratings need one block for every game, not {groups.size} for {len(who)} games")
    size = int(who.max()) + 1 if pool is None else pool
    if who.min() < 0 or who.max() >= size:
        raise CavernaError(f"ratings: players are numbers from 0 to {size - 1}")
    return Results(who, points, groups, size, decides)


@dataclass(frozen=True)
class Ratings:
    """How strong the players of a tournament are; all in the order of their numbers."""

    seats: tuple[int, ...]  # how many seats each player had over all games
    scores: tuple[Estimate, ...]  # mean score
    margins: tuple[Estimate, ...]  # mean of the score less the mean score of the table
    win_shares: tuple[Estimate, ...]  # share of wins per seat taken
    strengths: tuple[Estimate, ...]  # Plackett-Luce on Elo's scale, 0 is the average of the field
    fit: Fit  # how well strengths describe what was seen
    wins: tuple[tuple[Estimate | None, ...], ...]  # [a][b] share of comparisons that a won; None where they never met
    cycles: tuple[tuple[int, ...], ...]  # (a, b, c): a beats b, b beats c, c beats a, each beyond chance
    blocks: int
    level: float


def ratings(games: Results, level: float = LEVEL, replicates: int = REPLICATES, seed: int = 0) -> Ratings:
    """Everything about the strength of the players."""
    return Ratings(
        seats=tuple(int(number) for number in np.bincount(games.players.ravel(), minlength=games.pool)),
        scores=mean_scores(games, level),
        margins=mean_margins(games, level),
        win_shares=win_shares(games, level),
        strengths=(rated := strengths(games, level, replicates, seed)),
        fit=fit_of(games, np.array([one.value for one in rated])),
        wins=win_matrix(games, level),
        cycles=cycles(games, level),
        blocks=games.num_blocks,
        level=level,
    )


# ---------------------------------------------------------------- means and shares over blocks


def student_quantile(probability: float, degrees: float) -> float:
    """Quantile of Student's t: Hill's algorithm (CACM 396), exact for 1 and 2 degrees of freedom, 4 digits or better above."""
    if not 0 < probability < 1 or degrees < 1:
        return nan
    tails = 2 * min(probability, 1 - probability)
    sign = copysign(1.0, probability - 0.5)
    if degrees == 1:
        return float(sign / np.tan(tails * np.pi / 2))
    if degrees == 2:
        return sign * sqrt(max(0.0, 2 / (tails * (2 - tails)) - 2))
    if isinf(degrees):
        return NormalDist().inv_cdf(probability)
    a = 1 / (degrees - 0.5)
    b = (48 / a) / a
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * np.pi / 2) * degrees
    y = (d * tails) ** (2 / degrees)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tails / 2)
        y = x * x
        if degrees < 5:
            c += 0.3 * (degrees - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y * y
        y = float(np.expm1(y)) if y > 0.002 else 0.5 * y * y + y
    else:
        z = 1 / (((degrees + 6) / (degrees * y) - 0.089 * d - 0.822) * (degrees + 2) * 3) + 0.5 / (degrees + 4)
        y = (z * y - 1) * (degrees + 1) / (degrees + 2) + 1 / y
    return sign * sqrt(degrees * y)


def clustered_mean(sums: Floats, counts: Floats, level: float = LEVEL) -> Estimate:
    """A mean over games from the sum and the number of games of every block."""
    value, error, degrees = _ratio(sums, counts)
    width = student_quantile((1 + level) / 2, degrees) * error if degrees >= 1 else nan
    return Estimate(value, value - width, value + width, error)


def clustered_share(sums: Floats, counts: Floats, level: float = LEVEL) -> Estimate:
    """A share between 0 and 1 from the sum and the number of games of every block."""
    value, error, degrees = _ratio(sums, counts)
    if degrees < 1:
        return Estimate(value, 0.0, 1.0, nan)
    if 0 < value < 1:
        size = value * (1 - value) / error**2 if error > 0 else inf
    else:
        size = degrees + 1
    if isinf(size):
        return Estimate(value, value, value, error)
    square = student_quantile((1 + level) / 2, degrees) ** 2
    middle = (value + square / (2 * size)) / (1 + square / size)
    width = sqrt(square * (value * (1 - value) / size + square / (4 * size * size))) / (1 + square / size)
    return Estimate(value, max(0.0, middle - width), min(1.0, middle + width), error)


def _ratio(sums: Floats, counts: Floats) -> tuple[float, float, float]:
    """A ratio of sums, its standard error, and the degrees of freedom: blocks that count, less one."""
    total = float(counts.sum())
    blocks = int(np.count_nonzero(counts))
    if not blocks:
        return nan, nan, 0
    value = float(sums.sum()) / total
    if blocks == 1:
        return value, nan, 0
    rest = sums - value * counts
    return value, sqrt(blocks / (blocks - 1) * float(rest @ rest)) / total, blocks - 1


def mean_scores(games: Results, level: float = LEVEL) -> tuple[Estimate, ...]:
    """The mean score of every player."""
    return tuple(clustered_mean(*_per_block(games, player, games.scores), level) for player in range(games.pool))


def mean_margins(games: Results, level: float = LEVEL) -> tuple[Estimate, ...]:
    """How many points every player is ahead of the mean of its table."""
    ahead = games.scores - games.scores.mean(axis=1, keepdims=True)
    return tuple(clustered_mean(*_per_block(games, player, ahead), level) for player in range(games.pool))


def win_shares(games: Results, level: float = LEVEL) -> tuple[Estimate, ...]:
    """The share of wins of every player, per seat taken; players who tie share the win."""
    best = games.places == games.places.max(axis=1, keepdims=True)
    won = best / best.sum(axis=1, keepdims=True)
    return tuple(clustered_share(*_per_block(games, player, won), level) for player in range(games.pool))


def _per_block(games: Results, player: int, values: Floats) -> tuple[Floats, Floats]:
    sits = games.players == player
    return _sums(games.blocks, (values * sits).sum(axis=1)), _sums(games.blocks, sits.sum(axis=1))


def _sums(blocks: NDArray[np.intp] | Ints, values: NDArray[Any]) -> Floats:
    return np.bincount(blocks, values).astype(np.float64)


# ---------------------------------------------------------------- who beats whom


def win_matrix(games: Results, level: float = LEVEL) -> tuple[tuple[Estimate | None, ...], ...]:
    """[a][b]: how often a was ahead of b when they sat at one table."""
    won, met = _meetings(games)
    return tuple(tuple(_share_of(won, met, a, b, level) for b in range(games.pool)) for a in range(games.pool))


def _share_of(won: Floats, met: Floats, a: int, b: int, level: float) -> Estimate | None:
    return clustered_share(won[:, a, b], met[:, a, b], level) if a != b and met[:, a, b].any() else None


def _meetings(games: Results) -> tuple[Floats, Floats]:
    """[block, a, b]: comparisons that a won against b (ties half), and all comparisons."""
    shape = (games.num_blocks, games.pool, games.pool)
    won, met = np.zeros(shape), np.zeros(shape)
    for i, j in combinations(range(games.players.shape[1]), 2):
        a, b = games.players[:, i], games.players[:, j]
        share = (np.sign(games.places[:, i] - games.places[:, j]) + 1) / 2
        np.add.at(won, (games.blocks, a, b), share)
        np.add.at(won, (games.blocks, b, a), 1 - share)
        np.add.at(met, (games.blocks, a, b), 1)
        np.add.at(met, (games.blocks, b, a), 1)
    return won, met


def cycles(games: Results, level: float = LEVEL) -> tuple[tuple[int, ...], ...]:
    """The smallest cycles of who beats whom; a link counts when it is beyond chance among all pairs together (Bonferroni)."""
    won, met = _meetings(games)
    pairs = max(1, comb(games.pool, 2))
    shares = [[_share_of(won, met, a, b, 1 - (1 - level) / pairs) for b in range(games.pool)] for a in range(games.pool)]
    return smallest_cycles([[share is not None and share.low > 0.5 for share in row] for row in shares])


def smallest_cycles(beats: Sequence[Sequence[bool]], most: int = MOST_CYCLES) -> tuple[tuple[int, ...], ...]:
    """All cycles of the smallest length there is, each starting with its smallest player; at most `most` of them."""
    followers = _without_dead_ends([[b for b, is_link in enumerate(row) if is_link] for row in beats])
    for length in range(2, len(beats) + 1):
        if not any(followers):
            break
        found: list[tuple[int, ...]] = []
        for start in range(len(beats)):
            _walk(followers, (start,), length, found, most)
        if found:
            return tuple(found)
    return ()


def _walk(followers: list[list[int]], path: tuple[int, ...], length: int, found: list[tuple[int, ...]], most: int) -> None:
    if len(found) >= most:
        return
    if len(path) == length:
        if path[0] in followers[path[-1]]:
            found.append(path)
        return
    for follower in followers[path[-1]]:
        if follower > path[0] and follower not in path:
            _walk(followers, (*path, follower), length, found, most)


def _without_dead_ends(followers: list[list[int]]) -> list[list[int]]:
    """Only links that can be part of a cycle or lie between cycles; no link is left when there is no cycle."""
    alive = set(range(len(followers)))
    while True:
        beaten = {b for a in alive for b in followers[a]}
        stay = {a for a in alive & beaten if alive.intersection(followers[a])}
        if stay == alive:
            return [[b for b in row if b in alive] if a in alive else [] for a, row in enumerate(followers)]
        alive = stay


# ---------------------------------------------------------------- Plackett-Luce


def strengths(
    games: Results, level: float = LEVEL, replicates: int = REPLICATES, seed: int = 0, drawn: float = DRAWN_GAMES
) -> tuple[Estimate, ...]:
    """Plackett-Luce strengths on Elo's scale: 0 is the average of the field, 400 points more are ten times the odds."""
    choices = _choices(games)
    logs = np.log(_mm(choices, np.ones((1, len(games.players))), drawn))[0]
    replicated = _resampled(games, choices, replicates, seed, drawn, np.exp(logs))
    low, high = _wide_percentiles(replicated, games.num_blocks, level)
    return tuple(
        Estimate(ELO * logs[player], ELO * low[player], ELO * high[player], ELO * float(replicated[:, player].std()))
        for player in range(games.pool)
    )  # fmt: skip


@dataclass(frozen=True)
class Fit:
    """[player][place] shares of a player's seats: what was seen, and what strengths lead to expect. Tied players share their places."""

    seen: tuple[tuple[float, ...], ...]
    expected: tuple[tuple[float, ...], ...]

    @property
    def worst(self) -> tuple[int, int]:
        """The player and the place at which the two differ most."""
        misses = np.abs(np.array(self.seen) - np.array(self.expected))
        player, place = np.unravel_index(int(np.nanargmax(misses)), misses.shape)
        return int(player), int(place)


def fit_of(games: Results, strength: Floats) -> Fit:
    """Places that were seen and those that strengths on Elo's scale lead to expect at the same tables."""
    seats = games.players.shape[1]
    seen, expected, taken = np.zeros((games.pool, seats)), np.zeros((games.pool, seats)), np.zeros(games.pool)
    ahead = (games.places[:, None, :] > games.places[:, :, None]).sum(axis=2)
    level = (games.places[:, None, :] == games.places[:, :, None]).sum(axis=2)
    for place in range(seats):
        shares = ((ahead <= place) & (place < ahead + level)) / level
        np.add.at(seen[:, place], games.players, shares)
    tables, often = np.unique(np.sort(games.players, axis=1), axis=0, return_counts=True)
    chances = place_chances(np.exp(strength / ELO)[tables])
    np.add.at(expected, tables, chances * often[:, None, None])
    np.add.at(taken, tables, np.broadcast_to(often[:, None], tables.shape))
    with np.errstate(invalid="ignore"):
        shares_of = [tuple(map(tuple, (sums / taken[:, None]).tolist())) for sums in (seen, expected)]
    return Fit(shares_of[0], shares_of[1])


def place_chances(weights: Floats) -> Floats:
    """[table, seat, place] how likely each seat takes each place when the next place falls to those left by their weights."""
    tables, seats = weights.shape
    chances = np.zeros((tables, seats, seats))
    reached = {0: np.ones(tables)}  # set of seats that have their places -> how likely
    for place in range(seats):
        further: dict[int, Floats] = {}
        for gone, chance in reached.items():
            left = [seat for seat in range(seats) if not gone >> seat & 1]
            total = weights[:, left].sum(axis=1)
            for seat in left:
                part = chance * weights[:, seat] / total
                chances[:, seat, place] += part
                further[gone | 1 << seat] = further.get(gone | 1 << seat, 0.0) + part
        reached = further
    return chances


def plackett_luce(games: Results, drawn: float = 0.0) -> Floats:
    """Strengths that make the orders of all games most likely, as shares of 1: the chance of each to beat all others at once.

    The minorization-maximization algorithm of Hunter (2004). `drawn` games between every two players are added; without them
    the strengths exist only if, however players are split in two groups, each group has once beaten somebody of the other.
    """
    choices = _choices(games)
    if drawn <= 0 and not _is_connected(games):
        raise CavernaError("strengths do not exist: some players never beat any of the others; add drawn games")
    strength = _mm(choices, np.ones((1, len(games.players))), drawn)[0]
    return np.asarray(strength / strength.sum(), np.float64)


@dataclass(frozen=True)
class _Choices:
    """Orders as choices of the best of those left: each kind of order once, in terms of sets that are chosen from."""

    order: Ints  # [game] kind of order
    wins: Floats  # [kind of order, player] how often chosen, other than as the last one left
    kind: Ints  # [entry] kind of order
    set: Ints  # [entry] a set that was chosen from
    weight: Floats  # [entry] how often
    members: Floats  # [set, player] how often the player is in it


def _choices(games: Results) -> _Choices:
    """Tied players count as all their orders, each with equal weight."""
    sorting = np.lexsort((games.players, -games.places), axis=1)
    players = np.take_along_axis(games.players, sorting, axis=1)
    scores = np.take_along_axis(games.places, sorting, axis=1)
    starts = np.ones(players.shape, np.int64)
    starts[:, 1:] = scores[:, 1:] != scores[:, :-1]
    kinds, order = np.unique(np.hstack([players, starts]), axis=0, return_inverse=True)
    sets: dict[tuple[int, ...], int] = {}
    wins = np.zeros((len(kinds), games.pool))
    entries: list[tuple[int, int, float]] = []
    seats = players.shape[1]
    for kind, row in enumerate(kinds):
        for chosen, left, weight in _steps(row[:seats].tolist(), row[seats:].tolist()):
            wins[kind, chosen] += weight
            entries.append((kind, sets.setdefault(left, len(sets)), weight))
    members = np.zeros((max(1, len(sets)), games.pool))
    for left, number in sets.items():
        np.add.at(members[number], list(left), 1)
    if not entries:
        entries = [(0, 0, 0.0)]
    columns = list(zip(*entries, strict=True))
    return _Choices(
        order.ravel(), wins, np.array(columns[0], np.int64), np.array(columns[1], np.int64), np.array(columns[2]), members
    )  # fmt: skip


def _steps(players: list[int], starts: list[int]) -> list[tuple[int, tuple[int, ...], float]]:
    """(who was chosen, from whom, how often) for one order; the last one left is no choice."""
    steps: list[tuple[int, tuple[int, ...], float]] = []
    first = 0
    while first < len(players):
        end = first + 1
        while end < len(players) and not starts[end]:
            end += 1
        group, rest = players[first:end], players[end:]
        for gone in range(len(group)):
            if len(group) - gone + len(rest) < 2:
                continue
            ways = comb(len(group), gone) * (len(group) - gone)
            for away in combinations(range(len(group)), gone):
                here = [player for place, player in enumerate(group) if place not in away]
                left = tuple(sorted(here + rest))
                steps += [(player, left, 1 / ways) for player in here]
        first = end
    return steps


def _mm(choices: _Choices, game_weights: Floats, drawn: float, start: Floats | None = None, precision: float = 1e-10) -> Floats:
    """[replicate, player] strengths with geometric mean 1; each row of `game_weights` is a replicate."""
    replicates, pool = len(game_weights), choices.members.shape[1]
    orders, sets = len(choices.wins), len(choices.members)
    wins = np.zeros((replicates, pool))
    chosen_from = np.zeros((replicates, sets))
    for replicate, weights in enumerate(game_weights):
        often = np.bincount(choices.order, weights, orders)
        wins[replicate] = often @ choices.wins
        chosen_from[replicate] = np.bincount(choices.set, choices.weight * often[choices.kind], sets)
    members = choices.members
    if drawn > 0 and pool > 1:
        pairs = np.zeros((comb(pool, 2), pool))
        for row, pair in enumerate(combinations(range(pool), 2)):
            pairs[row, list(pair)] = 1
        members = np.vstack([members, pairs])
        chosen_from = np.hstack([chosen_from, np.full((replicates, len(pairs)), drawn)])
        wins = wins + drawn / 2 * (pool - 1)
    strength = np.tile(np.ones(pool) if start is None else start, (replicates, 1))
    for _ in range(MOST_STEPS):
        old = strength
        below = (chosen_from / (strength @ members.T)) @ members
        strength = np.maximum(np.divide(wins, below, out=np.ones_like(wins), where=below > 0), 1e-300)
        strength = strength / np.exp(np.log(strength).mean(axis=1, keepdims=True))
        if np.abs(np.log(strength / old)).max() < precision:
            break
    return strength


def _resampled(games: Results, choices: _Choices, replicates: int, seed: int, drawn: float, start: Floats) -> Floats:
    """[replicate, player] log strengths from blocks drawn with replacement."""
    random = np.random.RandomState(seed)  # its numbers are the same in every version of NumPy
    blocks = games.num_blocks
    at_once = max(1, min(replicates, 4_000_000 // max(1, len(games.blocks))))
    found: list[Floats] = []
    while sum(map(len, found)) < replicates:
        size = min(at_once, replicates - sum(map(len, found)))
        often = [np.bincount(random.randint(0, blocks, blocks), minlength=blocks) for _ in range(size)]
        weights = np.array(often, np.float64)[:, games.blocks]
        found.append(np.log(_mm(choices, weights, drawn, start, 1e-7)))
    return np.vstack(found) if found else np.zeros((0, games.pool))


def _wide_percentiles(values: Floats, blocks: int, level: float) -> tuple[Floats, Floats]:
    """Percentiles of a bootstrap, widened as much as Student's t and the plug-in variance ask for with few blocks."""
    pool = values.shape[1]
    if blocks < 2 or not len(values):
        return np.full(pool, nan), np.full(pool, nan)
    tail = NormalDist().cdf(-sqrt(blocks / (blocks - 1)) * student_quantile((1 + level) / 2, blocks - 1))
    return np.quantile(values, tail, axis=0), np.quantile(values, 1 - tail, axis=0)


def _is_connected(games: Results) -> bool:
    """Whether everybody is better than everybody else over a chain of games; a tie links both ways."""
    links = np.eye(games.pool, dtype=bool)
    for i in range(games.players.shape[1]):
        for j in range(games.players.shape[1]):
            above = games.places[:, i] >= games.places[:, j]
            links[games.players[above, i], games.players[above, j]] = True
    for _ in range(games.pool):
        links = links @ links
    return bool(links.all())
