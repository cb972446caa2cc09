"""The first placements of a run as a tree: what was played, how often, and how it went on, with intervals over blocks of games.

A node is a sequence of first placements in the order of play. What stands there is what happened, not what a placement is worth: seats
chose for themselves, and those who could afford a space may have been ahead already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import stdtrit

from caverna_sim.check import arguments, whole
from caverna_sim.dataset.read import Run, load
from caverna_sim.errors import CavernaError, shown
from caverna_sim.games import told_of
from caverna_sim.stats.best import share_of
from caverna_sim.stats.ratings import LEVEL, Floats
from caverna_sim.stats.source import facts_of
from caverna_sim.stats.words import named, percent

DEPTH = 8  # placements, unless said
MOST_DEPTH = 40
LEAST_GAMES = 10  # a rarer placement is counted with the others
FEW_GAMES = 60  # fewer say little, and are marked
LEAST_BLOCKS = 8  # fewer have no interval
MOST_NODES = 6000
EXAMPLES = 3  # games that can be watched, for each node
Ints = NDArray[np.int64]


class Own(NamedTuple):
    """What one bot got that made a placement, in the games in which it was the one who made it."""

    games: int
    score: tuple[float, float]  # mean and margin
    won: tuple[float, float, float]  # share, and where its interval ends


@dataclass(frozen=True)
class Node:
    """A sequence of first placements, by its last one; its mean is over all games that began so."""

    parent: int  # -1: the beginning
    place: int  # in `Tree.places`, -1 at the beginning
    seat: int  # that was placed
    games: int
    score: tuple[tuple[float, float], ...]  # [seat] mean and margin, which is infinite when there are too few blocks
    won: tuple[tuple[float, float, float], ...]  # [seat] share, and where its interval ends
    examples: tuple[int, ...]  # numbers of games
    by_bot: tuple[Own | None, ...] = ()  # [bot of the tree] that made the last placement; None in too few games
    next_by: tuple[int, ...] = ()  # [bot of the tree] games in which it makes the next placement


@dataclass(frozen=True)
class Tree:
    """First placements of a run."""

    run: str  # its folder
    title: str
    description: str
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int
    depth: int
    places: tuple[str, ...]  # names as people read them
    nodes: tuple[Node, ...]  # the beginning first; parents stand before what follows
    watch: str  # the command that shows a game, with {run} and {index}

    def children(self, node: int) -> list[int]:
        """What follows, most played first."""
        return sorted((at for at, one in enumerate(self.nodes) if one.parent == node), key=lambda at: -self.nodes[at].games)

    def path(self, *places: str) -> Node:
        """The node of a sequence of placements by name."""
        at = 0
        for name in places:
            at = next((one for one in self.children(at) if self.places[self.nodes[one].place] == name), -1)
            if at < 0:
                raise CavernaError(f"explore: fewer than {LEAST_GAMES} games go on with {shown(name)}; give another placement")
        return self.nodes[at]


def explore(run: Run | str | Path, depth: int | None = None) -> Tree:
    """The first placements of a run."""
    played = load(run)
    facts = told_of(played.manifest)
    if facts.places is None:
        raise CavernaError(f"explore: {facts.title} has no placements to explore; give a run of another game")
    with arguments():
        most = DEPTH if depth is None else whole(depth, "depth", 1, MOST_DEPTH)
    first = _first_placements(played, facts.places.table, facts.places.column, most)
    outcomes = _outcomes(played)
    if outcomes.is_empty():
        raise CavernaError(f"explore: no game of the run `{played.path}` is finished; go on with it (--resume)")
    known = sorted(first["place"].unique().to_list())
    names = named(known, facts.names(facts_of(played)))
    scenario = played.scenario
    seated = set(played.table("players").select(pl.col("bot").cast(pl.String)).unique().collect()["bot"])
    bots = tuple(sorted(seated, key=[*scenario["bots"], *sorted(seated)].index))
    nodes = _nodes(first, outcomes, {name: number for number, name in enumerate(known)}, most, _who_sits(played, bots))
    return Tree(
        str(played.path), played.name, str(scenario.get("description", "")), bots,
        int(scenario["players"]),
        nodes[0].games, played.seed, most, tuple(name[:1].upper() + name[1:] for name in names), tuple(nodes),
        facts.watch or "",
    )  # fmt: skip


def _first_placements(run: Run, table: str, column: str, depth: int) -> pl.DataFrame:
    """game, number of the placement from 0, seat, place."""
    frame = run.table(table)
    order = [name for name in ("game", "round", "turn") if name in frame.collect_schema().names()]
    found = (
        frame.filter(pl.col("round") <= 1 + depth)
        .select(*order, "seat", pl.col(column).cast(pl.String).alias("place"))
        .sort(order, maintain_order=True)
        .with_columns(pl.int_range(pl.len()).over("game").alias("number"))
        .filter(pl.col("number") < depth)
        .select("game", "number", "seat", "place")
    )
    return found.collect()


def _outcomes(run: Run) -> pl.DataFrame:
    """game, block, and for each seat its score and share of the win."""
    games = run.table("games").select("game", "block").collect() if "games" in run.tables else None
    players = run.table("players").select("game", "seat", "score", "won").collect()
    wide = players.pivot("seat", index="game", values=["score", "won"], sort_columns=True).sort("game")
    return wide.join(games, on="game") if games is not None else wide.with_columns(pl.col("game").alias("block"))


def _who_sits(run: Run, bots: Sequence[str]) -> Ints | None:
    """[game, seat] the bot that sits there, by its number; None where all are alike."""
    if len(bots) < 2:
        return None
    numbers = {name: number for number, name in enumerate(bots)}
    seated = run.table("players").select("game", "seat", pl.col("bot").cast(pl.String)).collect()
    wide = seated.with_columns(pl.col("bot").replace_strict(numbers, return_dtype=pl.Int64)).pivot(
        "seat", index="game", values="bot", sort_columns=True
    )
    return wide.sort("game").drop("game").to_numpy().astype(np.int64)


def _nodes(first: pl.DataFrame, outcomes: pl.DataFrame, numbers: dict[str, int], depth: int, sits: Ints | None) -> list[Node]:
    """The tree level by level; a node is made where games are many enough."""
    game: Ints = outcomes["game"].to_numpy().astype(np.int64)
    block: Ints = np.unique(outcomes["block"].to_numpy(), return_inverse=True)[1].astype(np.int64)
    seats = sum(name.startswith("score_") for name in outcomes.columns)
    score = np.column_stack([outcomes[f"score_{seat}"].to_numpy() for seat in range(seats)]).astype(float)
    won = np.column_stack([outcomes[f"won_{seat}"].to_numpy() for seat in range(seats)]).astype(float)
    place, seat = (np.full((len(game), depth), -1, np.int64) for _ in range(2))
    at = np.searchsorted(game, first["game"].to_numpy())
    place[at, first["number"].to_numpy()] = first["place"].replace_strict(numbers, return_dtype=pl.Int64).to_numpy()
    seat[at, first["number"].to_numpy()] = first["seat"].to_numpy()
    everything = np.arange(len(game))
    count = 0 if sits is None else int(sits.max()) + 1

    def by_bot(some: Ints, who: int) -> tuple[Own | None, ...]:
        return () if sits is None else tuple(_own(some[sits[some, who] == bot], block, score[:, who], won[:, who]) for bot in range(count))

    def next_by(some: Ints, level: int) -> tuple[int, ...]:
        if sits is None or level == depth:
            return ()
        going = some[place[some, level] >= 0]
        return tuple(np.bincount(sits[going, seat[going, level]], minlength=count).tolist())

    nodes = [_node(-1, -1, -1, everything, game, block, score, won, (), next_by(everything, 0))]
    inside = {0: everything}
    for level in range(depth):
        grown: dict[int, Ints] = {}
        for parent, rows in inside.items():
            for number in np.unique(place[rows, level]).tolist():
                chosen = rows[place[rows, level] == number]
                for who in np.unique(seat[chosen, level]).tolist():
                    some = chosen[seat[chosen, level] == who]
                    if number >= 0 and len(some) >= LEAST_GAMES and len(nodes) < MOST_NODES:
                        told = by_bot(some, who), next_by(some, level + 1)
                        nodes.append(_node(parent, number, who, some, game, block, score, won, *told))
                        grown[len(nodes) - 1] = some
        inside = grown
    return nodes


def _node(
    parent: int, place: int, seat: int, rows: Ints, game: Ints, block: Ints, score: Floats, won: Floats,
    by_bot: tuple[Own | None, ...], next_by: tuple[int, ...],
) -> Node:  # fmt: skip
    some = np.unique(block[rows], return_inverse=True)[1]
    scores = tuple(_mean(score[rows, one], some) for one in range(score.shape[1]))
    wins = tuple(_share(won[rows, one], some) for one in range(won.shape[1]))
    return Node(parent, place, seat, len(rows), scores, wins, tuple(game[rows[:EXAMPLES]].tolist()), by_bot, next_by)


def _own(rows: Ints, block: Ints, score: Floats, won: Floats) -> Own | None:
    if len(rows) < LEAST_GAMES:
        return None
    some = np.unique(block[rows], return_inverse=True)[1]
    return Own(len(rows), _mean(score[rows], some), _share(won[rows], some))


def _mean(values: Floats, block: Ints) -> tuple[float, float]:
    """A mean over games, and its margin: games of a block have the same chances, so blocks count."""
    blocks, mean = int(block.max()) + 1, float(values.mean())
    if blocks < LEAST_BLOCKS:
        return mean, float("inf")
    sums = np.bincount(block, values - mean)
    error = float(np.sqrt((sums**2).sum() * blocks / (blocks - 1))) / len(values)
    return mean, float(stdtrit(blocks - 1, (1 + LEVEL) / 2)) * error


def _share(values: Floats, block: Ints) -> tuple[float, float, float]:
    """A share with its interval: as wide as blocks ask for, and as a share of so few games has at least."""
    mean, half = _mean(values, block)
    plain = share_of(values)
    if not isfinite(half):
        return mean, 0.0, 1.0
    return mean, max(0.0, min(mean - half, plain.low)), min(1.0, max(mean + half, plain.high))


def worth_watching(tree: Tree, most: int) -> list[int]:
    """A game for each of the nodes that come first: where most games went, level by level."""
    found: list[int] = []
    for at in sorted(range(1, len(tree.nodes)), key=lambda one: -tree.nodes[one].games):
        if len(found) < most and not set(tree.nodes[at].examples) & set(found):
            found.append(tree.nodes[at].examples[0])
    return found


def as_data(tree: Tree, pages: Sequence[int] = ()) -> dict[str, Any]:
    """What the page holds: rounded, short keys; `pages` are games that lie beside it."""

    def row(one: Node) -> list[Any]:
        scores = [_rounded(ends) for ends in one.score]
        wins = [[round(1000 * end) for end in ends] for ends in one.won]
        owns = [own and [own.games, _rounded(own.score), [round(1000 * end) for end in own.won]] for own in one.by_bot]
        return [one.parent, one.place, one.seat, one.games, scores, wins, list(one.examples), owns, list(one.next_by)]

    return {
        "title": tree.title, "about": tree.description, "run": tree.run, "bots": list(tree.bots), "players": tree.players,
        "games": tree.games,
        "few": FEW_GAMES, "least": LEAST_GAMES, "places": list(tree.places), "watch": tree.watch.replace("{run}", tree.run),
        "pages": list(pages), "nodes": [row(one) for one in tree.nodes],
    }  # fmt: skip


def _rounded(ends: tuple[float, float]) -> list[float | None]:
    mean, half = ends
    return [round(mean, 1), round(half, 1) if isfinite(half) else None]


def begins(tree: Tree) -> list[tuple[str, int, str, float]]:
    """Bots of a mixed table: in how many games each is placed first, where most often, and in which share of them."""
    found, first = [], [tree.nodes[at] for at in tree.children(0)]
    for bot, name in enumerate(tree.bots):
        own = [(told.games, node.place) for node in first if node.by_bot and (told := node.by_bot[bot]) is not None]
        if own:
            games, place = max(own)
            found.append((name, tree.nodes[0].next_by[bot], tree.places[place], games / tree.nodes[0].next_by[bot]))
    return found


def summary(trees: Sequence[Tree]) -> str:
    """The first sentence: what is played first, and how often."""
    told = []
    for tree in trees:
        first = tree.children(0)
        if not first:
            told.append(f"{tree.title}: {tree.games:,} games, too few for a tree")
            continue
        best = tree.nodes[first[0]]
        share, place = percent(best.games / tree.games), tree.places[best.place]
        if len(first) > 1:
            told.append(f"{tree.title}: {tree.games:,} games begin in {len(first)} ways, {share} of them with {place}")
        else:  # all other places together are too few to be told
            share = "all" if best.games == tree.games else f"{share} of"
            told.append(f"{tree.title}: {share} {tree.games:,} games begin with {place}")
    return "; ".join(told)
