"""Who sits where: the one plan of seats, for every block of games.

A block is one set of chances. Balanced and rotating seatings play it in all rotations of one cyclic order of bots, so that every bot of
the table meets the same luck in every seat. Who sits behind whom decides results too: a balanced seating draws another order for each
block, such that over blocks every bot sits directly behind every other equally often.

Orders are drawn by strata of consecutive blocks. A stratum seats every table of a design in which every two of the pool meet equally
often (one table when there are as many bots as seats), and each table in a set of cyclic orders that has every bot directly behind every
other equally often; which bot takes which place of either design is drawn anew for each stratum, and so is the order of its blocks. No
plan depends on the order in which bots are named but by chance, and the plan of a block depends on the seed and its number only.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

import numpy as np

from caverna_sim.chance.streams import STREAM_POOL, STREAM_SEATING, Stream
from caverna_sim.errors import CavernaError

BALANCED, ROTATE, RANDOM, FIXED = SEATINGS = ("balanced", "rotate", "random", "fixed")
PRIMES = (2, 3, 5, 7)
MOST_TABLES = 200  # in a stratum; with more a run would rarely come to the end of one
MOST_CANDIDATES = 1000  # tables that a design is looked for among
SEARCH_STEPS = 5_000
TRIES = 200

Table = tuple[int, ...]  # bots by place


@dataclass(frozen=True)
class Seating:
    """Who sits where in every block; bots are numbers, equal numbers are the same bot."""

    kind: str
    players: int
    bots: Table  # one for each seat, or the pool from which they are drawn
    draws: bool = False
    has_focal: bool = False  # the first bot sits at every table, the others are drawn to it

    @property
    def block_games(self) -> int:
        """Games of a block. Seatings that put the same bots everywhere count once, as far as that holds for every block."""
        if self.kind in (RANDOM, FIXED) or len(set(self.bots)) == 1:
            return 1
        return _period(self.bots) if self.kind == ROTATE and not self.draws else self.players

    @property
    def stratum_blocks(self) -> int:
        """Blocks after which a balanced seating is even."""
        return len(self._tables) * len(cyclic_orders(self.players))

    def block(self, seed: int, number: int) -> list[tuple[int, Table]]:
        """Every game of a block: the number of its seating, and the bot of each seat."""
        seats = self._seats(seed, number)
        if self.kind == RANDOM:
            places = Stream(seed, number, STREAM_SEATING).shuffled(range(self.players))
            return [(_rank(places), tuple(seats[place] for place in places))]
        return [(turn, seats[turn:] + seats[:turn]) for turn in range(self.block_games)]

    def _seats(self, seed: int, number: int) -> Table:
        """Who sits where in the first game of a block."""
        if self.kind == BALANCED:
            stratum, place = divmod(number, self.stratum_blocks)
            return _stratum(self, seed, stratum)[place]
        if not self.draws:
            return self.bots
        pool = Stream(seed, number, STREAM_POOL)
        return tuple(self.bots[pool.below(len(self.bots))] for _ in range(self.players))

    @cached_property
    def _tables(self) -> tuple[Table, ...]:
        """The tables of a stratum: places of `bots`."""
        if not self.draws:
            return (tuple(range(self.players)),)
        if self.has_focal:
            return tuple((0, *(1 + place for place in table)) for table in tables(len(self.bots) - 1, self.players - 1))
        return tables(len(self.bots), self.players)

    def _drawn(self, lots: Stream) -> list[int]:
        """The bots in the order in which they take the places of the tables."""
        if not self.draws:
            return list(self.bots)
        first = 1 if self.has_focal else 0
        return [*self.bots[:first], *lots.shuffled(self.bots[first:])]


@dataclass(frozen=True)
class GivenTables:
    """The same tables in every block, as somebody named them."""

    tables: tuple[Table, ...]

    @property
    def block_games(self) -> int:
        """Games of a block."""
        return len(self.tables)

    def block(self, seed: int, number: int) -> list[tuple[int, Table]]:
        """Every game of a block: the number of its seating, and the bot of each seat."""
        return list(enumerate(self.tables))


def seating_of(kind: str, names: Sequence[Hashable], players: int, draws: bool = False, has_focal: bool = False) -> Seating:
    """The seating of bots by name: one for each seat, or the pool from which they are drawn; numbers count different names."""
    if has_focal and len(names) < 2 and players > 1:
        raise CavernaError("a table of more than one player needs a population")
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return Seating(kind, players, tuple(numbers[name] for name in names), draws, has_focal)


def order_of(names: Sequence[str]) -> str:
    """The order in which bots sit, clockwise, beginning with the one whose name comes first: it names all rotations alike."""
    turned = [[*names[turn:], *names[:turn]] for turn in range(len(names))]
    return " > ".join(min(turned))


# ---------------------------------------------------------------- strata


@lru_cache(maxsize=256)
def _stratum(plan: Seating, seed: int, number: int) -> tuple[Table, ...]:
    """The first seating of every block of a stratum.

    Each table comes once before any comes again, in that of its orders whose neighbours have met least, so that a part of a stratum is
    nearly even too.
    """
    lots = Stream(seed, number, STREAM_SEATING)
    bots, cycles = plan._drawn(lots), cyclic_orders(plan.players)
    orders: list[list[Table]] = []  # [table] in every order, places of `bots`
    for members in plan._tables:
        places = lots.shuffled(members)
        orders.append([tuple(places[place] for place in cycles[turn]) for turn in lots.shuffled(range(len(cycles)))])
    met = [[0] * len(bots) for _ in bots]
    blocks = []
    for _ in cycles:
        for table in lots.shuffled(range(len(orders))):
            order = min(orders[table], key=lambda order: sum(met[one][other] for one, other in _behind(order)))
            orders[table].remove(order)
            for one, other in _behind(order):
                met[one][other] += 1
            blocks.append(tuple(bots[place] for place in order))
    return tuple(blocks)


def _behind(order: Table) -> zip[tuple[int, int]]:
    """Everybody with who sits directly behind."""
    return zip(order, order[1:] + order[:1], strict=True)


def _period(order: Table) -> int:
    """The number of rotations that differ."""
    return next(turn for turn in range(1, len(order) + 1) if order[turn:] + order[:turn] == order)


def _rank(order: Sequence[int]) -> int:
    """The number of a permutation among all in alphabetical order."""
    rank = 0
    for place, value in enumerate(order):
        rank = rank * (len(order) - place) + sum(later < value for later in order[place + 1 :])
    return rank


# ---------------------------------------------------------------- cyclic orders


@lru_cache(maxsize=16)
def cyclic_orders(size: int) -> tuple[Table, ...]:
    """Cyclic orders of 0 .. size - 1 in which each directly follows every other equally often; as few as are known."""
    if size == 1:
        return ((0,),)
    if size in PRIMES:  # steps of every width
        return tuple(tuple(step * width % size for step in range(size)) for width in range(1, size))
    if size % 2:
        raise CavernaError(f"no balanced orders of {size} seats are known")
    circle = size - 1  # there and back through the circle, its neighbours first (Williams), and one that stays beside it
    path = [(step + 1) // 2 * (1 if step % 2 else -1) for step in range(circle)]
    both = (path, path[::-1])
    return tuple((circle, *((place + turn) % circle for place in one)) for one in both for turn in range(circle))


# ---------------------------------------------------------------- tables of a pool


@lru_cache(maxsize=64)
def tables(pool: int, players: int) -> tuple[Table, ...]:
    """Tables of a pool in which everybody sits equally often; every two meet equally often, exactly or (large pools) in expectation.

    A pool smaller than the table sits at every table, filled with repeated bots.
    """
    if players < 0 or pool < (1 if players else 0):
        raise CavernaError(f"no seating for {pool} bots and {players} players")
    whole, extra = divmod(players, pool) if pool else (0, 0)
    return tuple(tuple(range(pool)) * whole + more for more in _design(pool, extra))


def _design(pool: int, size: int) -> list[Table]:
    """Tables of different bots: a balanced design when one is found, all tables when they are few, else a circle of them."""
    if size in (0, pool):
        return [tuple(range(size))]
    found = [design for design in (_orbits(pool, size, 0), _orbits(pool, size, 1)) if design] if size > 1 else []
    smallest = min(found, key=len, default=None)
    if smallest is not None and len(smallest) < comb(pool, size):
        return smallest
    return list(combinations(range(pool), size)) if comb(pool, size) <= MOST_TABLES else _circle(pool, size)


def _circle(pool: int, size: int) -> list[Table]:
    """One table, shifted around: everybody sits equally often, and the pairs that meet are as even as a short search finds."""

    def unevenness(table: Sequence[int]) -> int:
        met = [0] * pool
        for one, other in combinations(table, 2):
            met[(one - other) % pool] += 1
            met[(other - one) % pool] += 1
        return sum(number * number for number in met)

    numbers = np.random.RandomState(size)  # its numbers are the same in every version of NumPy
    best = min((numbers.permutation(pool)[:size].tolist() for _ in range(TRIES)), key=unevenness)
    return [_shift(tuple(best), by, pool) for by in range(pool)]


def _orbits(pool: int, size: int, fixed: int) -> list[Table]:
    """A balanced design made of tables that are all shifted around a circle; with `fixed` the last bot stays where it is."""
    if comb(pool - 1, size - 1) > MOST_CANDIDATES:
        return []
    orbits, covered = _all_orbits(pool, size, pool - fixed)
    shuffles = [list(range(len(orbits)))] + [np.random.RandomState(turn).permutation(len(orbits)).tolist() for turn in range(4)]
    for repeats in range(1, comb(pool - 2, size - 2)):
        if repeats * (pool - 1) % (size - 1) or repeats * pool * (pool - 1) % (size * (size - 1)):
            continue
        if repeats * pool * (pool - 1) > MOST_TABLES * size * (size - 1):
            break
        for order in shuffles:
            chosen = _cover([covered[number] for number in order], [repeats] * len(covered[0]), [SEARCH_STEPS])
            if chosen is not None:
                return [table for place in chosen for table in orbits[order[place]]]
    return []


def _all_orbits(pool: int, size: int, circle: int) -> tuple[list[list[Table]], list[list[int]]]:
    """Tables up to shifts, each with all its shifts, and how many of these hold a pair of each distance."""
    orbits: list[list[Table]] = []
    covered: list[list[int]] = []
    seen: set[frozenset[int]] = set()
    for table in combinations(range(pool), size):
        if frozenset(table) in seen:
            continue
        shifted = {frozenset(one): one for one in (_shift(table, by, circle) for by in range(circle))}
        seen.update(shifted)
        orbits.append(list(shifted.values()))
        moving = [bot for bot in table if bot < circle]
        pairs = [sum((bot + distance) % circle in moving for bot in moving) for distance in range(1, circle // 2 + 1)]
        pairs += [len(moving) * (bot in table) for bot in range(circle, pool)]
        covered.append([number * len(shifted) // circle for number in pairs])
    return orbits, covered


def _shift(table: Table, by: int, circle: int) -> Table:
    return tuple((bot + by) % circle if bot < circle else bot for bot in table)


def _cover(covered: list[list[int]], wanted: list[int], steps: list[int], least: int = 0) -> list[int] | None:
    """Rows that add up to exactly what is wanted; None when there are none or the search takes too long."""
    if not any(wanted):
        return []
    for number in range(least, len(covered)):
        rest = [want - have for have, want in zip(covered[number], wanted, strict=True)]
        if min(rest) < 0:
            continue
        steps[0] -= 1
        if steps[0] < 0:
            return None
        more = _cover(covered, rest, steps, number + 1)
        if more is not None:
            return [number, *more]
    return None
