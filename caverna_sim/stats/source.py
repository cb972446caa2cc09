"""A run as the statistics see it: its facts, what kind of sample it is, and sums over blocks.

A run is anything with a manifest and lazy polars frames named as in the dataset; where they come from does not matter here.
Blocks are the unit of replication: one set of chances played in several seatings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError, NotRecorded, shown
from caverna_sim.games import told_of
from caverna_sim.games.facts import GameFacts
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats, clustered_mean, clustered_share
from caverna_sim.stats.sums import ROWS, Sums, sums_of

MOST_DESCRIBED_GAMES = 100_000  # of the large tables; more would only make descriptions slower
PROBED_BLOCKS = 20_000  # of a long run, to see whether its bots draw lots


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
    long: Sums | None = None  # what stands in for rows where there are too many

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

    def sums(self, by: Sequence[str], columns: Sequence[str]) -> dict[tuple[Any, ...], BlockSums]:
        """Sums by block of columns of `players` for every group of bots or seats, or both; by units of blocks where there are too many."""
        if self.long is None or not set(columns) <= self.long.columns:
            return block_sums(self.seats, by, columns)
        return unit_sums(self.long.seats(self.long.width), by, columns, self.long.blocks)

    def first(self, games: int) -> Source:
        """The first blocks, about so many games; itself when there are no more. Descriptions of large tables need no more."""
        if self.sample.games <= games:
            return self
        blocks = max(2, self.sample.blocks * games // self.sample.games)
        run = _beginning(self.run, blocks) if self.sample.kind == "sample" and hasattr(self.run, "before") else self.run
        whole = replace(self, run=run, long=None)
        first = whole.blocks.select(pl.col("block").unique().sort().head(blocks))
        return _Beginning(run, self.facts, self.sample, None, whole, first)

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """The bots that played, in alphabetical order."""
        if self.long is not None:
            return self.long.bots
        return tuple(sorted(self.seats.select(pl.col("bot").cast(pl.String).unique()).collect()["bot"].to_list()))


@dataclass(frozen=True)
class _Beginning(Source):
    """The first blocks of a source."""

    whole: Source | None = None
    only: pl.LazyFrame | None = None

    @cached_property
    def blocks(self) -> pl.LazyFrame:
        """`game` and `block` of the first blocks."""
        assert self.whole is not None and self.only is not None
        return self.whole.blocks.join(self.only, on="block", how="semi")


def _beginning(run: Any, blocks: int) -> Run:
    """The first blocks of a run in a folder."""
    games, wanted = 0, blocks * int(run.manifest["block_games"])
    for entry in sorted(run.manifest["chunks"].values(), key=lambda one: int(one["first_game"])):
        end = int(entry["first_game"]) + min(int(entry["games"]), wanted - games)
        games += int(entry["games"])
        if games >= wanted:
            break
    found: Run = run.before(end)
    return found


def open_run(run: Run) -> Source:
    """A run made ready; CavernaError when there are no games."""
    if not hasattr(run, "manifest"):
        raise CavernaError(f"{shown(run)} is no run; give a run, or the folder that `caverna-sim run` has written")
    facts = facts_of(run)
    long = sums_of(run)
    sample = _long_sample(run, long, _possible(run, facts)) if long is not None else None
    if sample is not None:
        return Source(run, facts, sample, long)
    sample = sample_of(needed(run, "games"), _possible(run, facts))
    if not sample.games:
        raise CavernaError(f"run `{facts.name}`: no game is finished; go on with the run (`resume`)")
    return Source(run, facts, sample)


def _long_sample(run: Any, long: Sums, possible: int) -> Sample | None:
    """What kind of sample a long run is, seen from its sums; None when its games have to be looked at one by one."""
    setups = 0
    if possible:
        first = _beginning(run, PROBED_BLOCKS)
        if sample_of(first.games, possible).kind != "sample" or not _draws_lots(first.games):
            return None  # bots without lots: only different deals count
        setups = int(run.games.select(pl.col("setup").n_unique()).collect(engine="streaming").item())
    told = (run.manifest.get("summary") or {}).get("distinct_games")
    distinct = long.distinct if told is None else int(told)
    return Sample("sample", long.games, long.blocks, distinct, setups, max(possible, setups) if possible else 0)


def _draws_lots(games: pl.LazyFrame) -> bool:
    """Whether some game went another way although deal and seating were the same."""
    pairs = games.group_by("setup", "seating").agg(pl.col("hash").n_unique().alias("played"))
    return bool(pairs.select((pl.col("played") > 1).any()).collect().item())


def _possible(run: Run, facts: Facts) -> int:
    """How many deals there are, as the game says."""
    if isinstance(run.manifest.get("setups"), int):
        return int(run.manifest["setups"])
    return told_of(run.manifest).deals(facts)


# ---------------------------------------------------------------- sums over blocks


@dataclass(frozen=True)
class BlockSums:
    """Sums of columns over the rows of a group in each block."""

    blocks: NDArray[np.int64]  # numbers of the blocks, or of the units of blocks, that have a row, in order
    counts: Floats  # [block] rows
    sums: Mapping[str, Floats]  # column -> [block]
    behind: int = 0  # blocks behind units; 0: these are blocks

    def mean(self, column: str, remaining: float = 1.0, level: float = LEVEL) -> Estimate:
        """The mean of a column over rows."""
        return shrunk(clustered_mean(self.sums[column], self.counts, level), remaining)

    def share(self, column: str, remaining: float = 1.0, level: float = LEVEL) -> Estimate:
        """The mean of a column that lies between 0 and 1."""
        return shrunk(clustered_share(self.sums[column], self.counts, level), remaining)

    @property
    def units(self) -> int:
        """Blocks, or units of blocks, that have a row: what degrees of freedom count."""
        return len(self.counts)

    @property
    def replications(self) -> int:
        """Blocks that have a row, or that units with a row are made of."""
        return self.behind or len(self.counts)


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
    return _by_group(found.rename({"rows in block": ROWS, "block": "unit"}), by, columns, 0)


def unit_sums(seats: pl.DataFrame, by: Sequence[str], columns: Sequence[str], blocks: int) -> dict[tuple[Any, ...], BlockSums]:
    """The same from sums of units by bot and seat; `blocks` is how many all units have."""
    found = seats.group_by("unit", *by).agg(pl.col(ROWS, *columns).sum()).sort(*by, "unit")
    return _by_group(found, by, columns, blocks)


def _by_group(found: pl.DataFrame, by: Sequence[str], columns: Sequence[str], behind: int) -> dict[tuple[Any, ...], BlockSums]:
    parts = found.partition_by(list(by), as_dict=True, maintain_order=True) if by else {(): found}
    return {
        key: BlockSums(
            part["unit"].to_numpy().astype(np.int64),
            part[ROWS].to_numpy(),
            {column: part[column].to_numpy() for column in columns},
            behind,
        )
        for key, part in parts.items()
    }
