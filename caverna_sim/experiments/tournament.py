"""Tournaments: a round robin between bots, balanced over seats and neighbours, and how strong it shows them to be."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import MOST_NUMBER
from caverna_sim.errors import CavernaError
from caverna_sim.games import FIRST, named, plays
from caverna_sim.match.outside import give
from caverna_sim.match.play import Match, play, whole_blocks
from caverna_sim.match.seating import BALANCED
from caverna_sim.scenario.scenario import Scenario, load_scenario, read_scenario
from caverna_sim.stats.ratings import Ratings, ratings, results

LEAST_BLOCKS = 2  # one block says nothing about chance
PLAYERS = 4
KEPT = {"games": ("block",), "players": ("bot", "score", "rank")}


@dataclass(frozen=True)
class Tournament:
    """What a tournament showed."""

    names: tuple[str, ...]
    players: int
    blocks: int
    games: int
    distinct: int
    seed: int
    rules_hash: str
    seconds: float
    ratings: Ratings


def tournament(
    names: Sequence[Any],
    players: int | None = None,
    games: int = 2000,
    seed: int = 0,
    workers: int = 1,
    on_games: Callable[[int, int], None] | None = None,
    expansion: str | None = None,
    scenario: str | Path | Scenario | None = None,
    game: str | None = None,
) -> Tournament:
    """Play a round robin of at least so many games, in whole blocks; `on_games` is told games done and games in all.

    Bots are names, parameter files or functions. A scenario says what else is to be known: house rules, bots of its own, the game and how
    many play, which `game` and `players` (4) say without one.
    """
    with check.arguments("tournament"):
        check.whole(games, "games", 1, 10**9)
        check.whole(workers, "workers", 1, 1024)
        if on_games is not None and not callable(on_games):
            check.refuse(on_games, "on_games", "give a function of two numbers")
    if isinstance(names, list | tuple):
        names = [give(name) if callable(name) else name for name in names]
    chosen = _scenario(names, players, seed, expansion, scenario, game)
    source = plays(chosen.game).source(chosen)
    total = whole_blocks(source, games, LEAST_BLOCKS)
    source.warm_up()
    started = time.perf_counter()
    tell = (lambda done: on_games(done, total)) if on_games else None
    played = play([Match(source, total)], KEPT, workers, tell)[0]
    seconds = time.perf_counter() - started
    shape = (total, chosen.players)
    bots, scores, ranks = (played["players", name].reshape(shape) for name in ("bot", "score", "rank"))
    found = ratings(results(bots, scores, played["games", "block"], len(names), places=-ranks), seed=seed % 2**32)
    rules_hash = source.rules_hash
    return Tournament(
        tuple(names), chosen.players, total // source.block_games, total, played.distinct, seed, rules_hash, seconds, found
    )  # fmt: skip


def _scenario(names: Sequence[str], players: int | None, seed: int, expansion: str | None, scenario: Any, game: str | None) -> Scenario:
    """The scenario that a tournament plays: the bots as a pool, in balanced seating."""
    with check.arguments("tournament"):
        if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str | Path) for name in names):
            check.refuse(names, "names", "give a list of names")
        check.whole(seed, "seed", 0, MOST_NUMBER)
    if len(names) < 2:
        raise CavernaError("tournament: name at least two bots")
    for name in names:
        if names.count(name) > 1:
            raise CavernaError(f"tournament: `{name}` is named twice; name it once")
    if scenario is not None and expansion is not None:
        raise CavernaError("tournament: the scenario says whether there is an expansion; leave it out")
    if scenario is None:
        base = _blank(PLAYERS if players is None else players, expansion, FIRST if game is None else named(game))
    else:
        base = load_scenario(scenario)
    if players not in (None, base.players):
        raise CavernaError(f"tournament: players: the scenario is for {base.players}, not {check.shown_name(players)}; leave them out")
    if game not in (None, base.game):
        raise CavernaError(f"tournament: the scenario is one of `{base.game}`, not of {check.shown_name(game)}; leave `game` out")
    if base.players < 2:
        raise CavernaError("tournament: 1 player is not allowed; give 2 or more")
    return replace(base, bots=tuple(names), draws_bots=True, seating=BALANCED, seed=seed, record=("games", "players"))


def _blank(players: int, expansion: str | None, game: str) -> Scenario:
    """A scenario without anything of its own; whoever sits there makes place."""
    with check.arguments("tournament"):
        check.whole(players, "players", 2, plays(game).players[1])
    data = {"name": "tournament", "game": game, "players": players, "bots": [next(iter(plays(game).bots()))], "draw": "random"}
    return read_scenario({**data, **({} if expansion is None else {"expansion": expansion})})
