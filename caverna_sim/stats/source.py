"""A run as the statistics see it: its facts, what kind of sample it is, and sums over blocks.

A run is anything with a manifest and lazy polars frames named as in the dataset; where they come from does not matter here.
Blocks are the unit of replication: one set of chances played in several seatings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError, NotRecorded, shown
from caverna_sim.games import told_of
from caverna_sim.games.facts import GameFacts
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats, clustered_mean, clustered_share


class Run(Protocol):
    """What is needed of a run; tables that were not recorded raise NotRecorded, are None or are missing."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """How the run came about."""

    @property
    def games(self) -> pl.LazyFrame:
        """A row for every game."""

    @property
    def players(self) -> pl.LazyFrame:
        """A row for every seat of every game."""


def table(run: Run, name: str) -> pl.LazyFrame | None:
    """A table of a run, or None when it was not recorded."""
    try:
        found: pl.LazyFrame | None = getattr(run, name, None)
    except NotRecorded:
        return None
    return found


def needed(run: Run, name: str) -> pl.LazyFrame:
    """A table of a run that cannot be done without."""
    found = table(run, name)
    if found is None:
        shown = facts_of(run).name
        raise CavernaError(f"run `{shown}`: the table `{name}` was not recorded; add it to `record` of the scenario and run it again")
    return found


# ---------------------------------------------------------------- facts


@dataclass(frozen=True)
class Facts:
    """What a manifest tells about a run."""

    name: str
    scenario: Mapping[str, Any]  # resolved
    players: int
    seed: int
    rules: Mapping[str, Any]  # house rules by dotted path, things left out included
    rules_hash: str

    @property
    def description(self) -> str:
        """What the scenario says about itself."""
        return str(self.scenario.get("description") or "")

    @property
    def seating(self) -> str:
        """balanced, rotate, random or fixed."""
        return str(self.scenario.get("seating", "balanced"))

    @property
    def neighbours(self) -> str:
        """Says so when only one order of the bots was played, of several that there are."""
        often = sorted(Counter(self.bots).values())
        is_only_order = len(often) == 1 or (len(often) == 2 and often[0] == 1)
        if self.seating != "rotate" or self.scenario.get("draw") == "random" or is_only_order:
            return ""
        order = " > ".join(self.bots)
        return (
            f"Neighbours are confounded: only the order {order} was played, so what a bot does and what those beside it do cannot be "
            'told apart; seating = "balanced" plays all orders.'
        )

    @property
    def bots(self) -> tuple[str, ...]:
        """One per seat, or the pool they are drawn from."""
        return tuple(self.scenario.get("bots", ()))


def facts_of(run: Run) -> Facts:
    """The facts of a run; CavernaError when its manifest does not name a scenario."""
    manifest = run.manifest
    scenario = manifest.get("scenario")
    if not isinstance(scenario, Mapping) or not isinstance(scenario.get("players"), int):
        raise CavernaError("manifest: the resolved scenario is missing; give a run made by `caverna-sim run`")
    rules = dict(scenario.get("rules") or {})
    game = told_of(manifest)
    without = _at(scenario, game.leaves_out) or _at(scenario, game.leaves_out.rpartition(".")[2])
    if without and game.left_out:
        rules[game.left_out] = sorted({*rules.get(game.left_out, ()), *without})
    return Facts(
        name=str(scenario.get("name", "run")),
        scenario=scenario,
        players=scenario["players"],
        seed=int(manifest.get("seed", scenario.get("seed", 0))),
        rules=rules,
        rules_hash=str(manifest.get("rules_hash", manifest.get("rules", ""))),
    )


def _at(scenario: Mapping[str, Any], path: str) -> Any:
    """What stands at a dotted path of a scenario, or None."""
    place: Any = scenario
    for word in path.split("."):
        place = place.get(word) if isinstance(place, Mapping) else None
    return place


# ---------------------------------------------------------------- what kind of sample


@dataclass(frozen=True)
class Sample:
    """How the games of a run stand for all games that could be played.

    sample: the bots draw lots, so every block is a new draw. finite: bots without lots play the same game again when the
    deal is the same; only different deals count, and the interval shrinks to nothing as they run out (sampling
    without replacement). census: every deal was played by such bots; means are exact.
    """

    kind: Literal["sample", "finite", "census"]
    games: int
    blocks: int
    distinct: int  # different trajectories
    setups: int  # different deals
    possible: int  # deals that exist; 0 when they are countless

    @property
    def remaining(self) -> float:
        """The share of the variance that sampling leaves."""
        return 1.0 if self.kind == "sample" else 1 - self.setups / self.possible

    @property
    def units(self) -> int:
        """Independent replications."""
        return self.blocks if self.kind == "sample" else self.setups

    @property
    def sentence(self) -> str:
        """In words."""
        counts = f"{self.games:,} games in {self.blocks:,} blocks, {self.distinct:,} distinct"
        if not self.possible:
            return f"{counts}; there are too many deals to count, so every block is a new draw."
        counts += f"; {self.setups:,} of {self.possible:,} deals"
        if self.kind == "census":
            return f"{counts}. Census: bots without lots played every deal, so means are exact and have no interval."
        if self.kind == "finite":
            return f"{counts}. Bots without lots repeat a game when the deal repeats, so only different deals count."
        return f"{counts}."


def sample_of(games: pl.LazyFrame, possible: int) -> Sample:
    """What kind of sample the games are, seen from the games themselves; `possible` is 0 when nobody could play every deal."""
    pairs = games.group_by("setup", "seating").agg(pl.len().alias("games"), pl.col("hash").n_unique().alias("played"))
    seen = pairs.select(
        repeats=(pl.col("games") > 1).any(), same=(pl.col("played") == 1).all(), setups=pl.col("setup").n_unique()
    ).collect()  # fmt: skip
    counts = games.select(
        games=pl.len(), blocks=pl.col("block").n_unique(), distinct=pl.col("hash").n_unique(), seatings=pl.col("seating").n_unique()
    ).collect()
    repeats, same, setups = seen.row(0)
    number, blocks, distinct, seatings = (int(value) for value in counts.row(0))
    kind: Literal["sample", "finite", "census"] = "sample"
    if possible and repeats and same and setups <= possible and _orders(games) == 1:
        met = games.select("setup", "seating").unique().select(pl.len()).collect().item()
        kind = "census" if setups == possible and met == possible * seatings else "finite"
    return Sample(kind, number, blocks, distinct, int(setups or 0), max(possible, int(setups or 0)) if possible else 0)


def _orders(games: pl.LazyFrame) -> int:
    """How many orders of the bots were played; each deal is another game in each of them."""
    return int(games.select(pl.col("order").n_unique()).collect().item()) if "order" in games.collect_schema() else 1


# ---------------------------------------------------------------- a run made ready


@dataclass(frozen=True)
class Source:
    """A run made ready for estimates."""

    run: Run
    facts: Facts
    sample: Sample

    @property
    def game(self) -> GameFacts:
        """What the game tells of itself."""
        return told_of(self.run.manifest)

    @cached_property
    def blocks(self) -> pl.LazyFrame:
        """`game` and `block` of the games that count: all, or those of one block for every setup."""
        games = self.run.games
        if self.sample.kind == "sample":
            return games.select("game", "block")
        whole = games.group_by("block").agg(pl.col("setup").first(), pl.len().alias("games"))
        first = whole.sort("games", "block", descending=[True, False]).unique("setup", keep="first", maintain_order=True)
        return games.select("game", "block").join(first.select("block"), on="block", how="semi")

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """The table `players` with the block of each game; only games that count."""
        return needed(self.run, "players").join(self.blocks, on="game")

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """The bots that played, in alphabetical order."""
        return tuple(sorted(self.seats.select(pl.col("bot").cast(pl.String).unique()).collect()["bot"].to_list()))


def open_run(run: Run) -> Source:
    """A run made ready; CavernaError when there are no games."""
    if not hasattr(run, "manifest"):
        raise CavernaError(f"{shown(run)} is no run; give a run, or the folder that `caverna-sim run` has written")
    facts = facts_of(run)
    sample = sample_of(needed(run, "games"), _possible(run, facts))
    if not sample.games:
        raise CavernaError(f"run `{facts.name}`: no game is finished; go on with the run (`resume`)")
    return Source(run, facts, sample)


def _possible(run: Run, facts: Facts) -> int:
    """How many deals there are, as the game says."""
    if isinstance(run.manifest.get("setups"), int):
        return int(run.manifest["setups"])
    return told_of(run.manifest).deals(facts)


# ---------------------------------------------------------------- sums over blocks


@dataclass(frozen=True)
class BlockSums:
    """Sums of columns over the rows of a group in each block."""

    blocks: NDArray[np.int64]  # numbers of the blocks that have a row, in order
    counts: Floats  # [block] rows
    sums: Mapping[str, Floats]  # column -> [block]

    def mean(self, column: str, remaining: float = 1.0, level: float = LEVEL) -> Estimate:
        """The mean of a column over rows."""
        return shrunk(clustered_mean(self.sums[column], self.counts, level), remaining)

    def share(self, column: str, remaining: float = 1.0, level: float = LEVEL) -> Estimate:
        """The mean of a column that lies between 0 and 1."""
        return shrunk(clustered_share(self.sums[column], self.counts, level), remaining)

    @property
    def units(self) -> int:
        """Blocks that have a row."""
        return len(self.counts)


def shrunk(estimate: Estimate, remaining: float) -> Estimate:
    """An interval for sampling without replacement; nothing is left of it in a census."""
    if remaining >= 1:
        return estimate
    value, factor = estimate.value, remaining**0.5
    if factor == 0:
        return Estimate(value, value, value, 0.0)
    return Estimate(value, value - factor * (value - estimate.low), value + factor * (estimate.high - value), factor * estimate.error)


def block_sums(frame: pl.LazyFrame, by: Sequence[str], columns: Sequence[str]) -> dict[tuple[Any, ...], BlockSums]:
    """Sums by block for every group; `frame` has a column `block`. Groups in sorted order, blocks too."""
    names = {name: pl.col(name).cast(pl.String) for name in by if frame.collect_schema()[name] in (pl.Categorical, pl.Enum)}
    sums = [pl.col(column).cast(pl.Float64).sum() for column in columns]
    found = (
        frame.group_by("block", *by).agg(pl.len().cast(pl.Float64).alias("rows in block"), *sums)
        .with_columns(**names).collect(engine="streaming").sort(*by, "block")
    )  # fmt: skip
    parts = found.partition_by(list(by), as_dict=True, maintain_order=True) if by else {(): found}
    return {
        key: BlockSums(
            part["block"].to_numpy().astype(np.int64),
            part["rows in block"].to_numpy(),
            {column: part[column].to_numpy() for column in columns},
        )
        for key, part in parts.items()
    }
