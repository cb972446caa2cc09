"""When is a furnishing worth building, and which is worth building first?

For every block a seat is drawn by lot, and what it may build when: a furnishing only from some round on, or never; or one furnishing before
all others but dwellings. What it builds then is left to its bot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Unpack

import polars as pl

from caverna_sim import check
from caverna_sim.check import shown_name
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.experiments.limits import Arms, LimitQuestion, LimitRows, Sums, limit_study
from caverna_sim.experiments.lots import NO_LIMIT, drawn_limits
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.games.caverna.limits import FIRST, LATER, TILES, together
from caverna_sim.games.caverna.shape.sizes import LAST_ROUND
from caverna_sim.stats.source import needed

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

USUAL = ("state_parlor", "broom_chamber", "office_room", "ruby_supplier")  # of which people say that they are built early
LATER_ROUNDS = (4, 7, 10)  # in which a furnishing may first be built; before the first and after the last are times too
BUILT = "furnishings"  # the table that tells what was built


def _offered(name: str, scenario: Scenario, tiles: Sequence[str]) -> None:
    """Furnishings that a study is about lie in the supply of its scenario."""
    for tile in tiles:
        if tile not in scenario.offered:
            known = nearest(tile, scenario.offered)
            raise CavernaError(f"{name}: tiles: `{shown_name(tile)}` is not in the supply of `{scenario.name}`; {known}")


# ---------------------------------------------------------------- when


def _from(tile: str, first: int) -> str:
    return f"{tile} from round {first}"


def _never(tile: str) -> str:
    return f"{tile} never"


def _times(tile: str) -> Sums:
    """What it is worth to be allowed to build a furnishing in some rounds, beside later ones: arms that are added up."""
    steps = [None, *(_from(tile, first) for first in LATER_ROUNDS), _never(tile)]
    firsts = (1, *LATER_ROUNDS, LAST_ROUND + 1)
    found = {}
    for place, (sooner, later) in enumerate(pairwise(steps)):
        rounds = f"rounds {firsts[place]} to {firsts[place + 1] - 1}"
        found[f"{tile} in {rounds}"] = {**({sooner: 1.0} if sooner else {}), **({later: -1.0} if later else {})}
    return found


def timing_rows(tiles: Sequence[str]) -> LimitRows:
    """The question about some furnishings."""

    def arms(scenario: Scenario) -> Arms:
        _offered("timing", scenario, tiles)
        late = {_from(tile, first): {LATER: {tile: first}} for tile in tiles for first in LATER_ROUNDS}
        return late | {_never(tile): {TILES: [tile]} for tile in tiles}

    def done(run: Run) -> Mapping[str, float]:
        shares = built_by_focal_seat(run).filter(pl.col("limit") == NO_LIMIT)
        of = {tile: float(shares.filter(pl.col("tile") == tile)["share"].sum()) for tile in tiles}
        return {time: share for tile, share in of.items() for time in _times(tile)}

    times = {time: sums for tile in tiles for time, sums in _times(tile).items()}
    return LimitRows(
        "timing",
        "When is a furnishing worth building?",
        arms=arms,
        asked={"tiles": list(tiles), "rounds": list(LATER_ROUNDS)},
        estimands={
            "effect": "points of a seat that may build the furnishing in these rounds too, against one that may only later",
            "win_effect": "share of the wins of such a seat, against the other",
        },
        key="time",
        together=together,
        told=times,
        nested={f"may build {time.replace('_', ' ')} too, against only later": sums for time, sums in times.items()},
        most_games=40_000,
        by_seat=False,
        words=() if tuple(tiles) == USUAL else ("--tiles", ",".join(tiles)),
        done=done,
        kept=(BUILT,),
        verdict="times that are worth most to a seat that may build then too:",
        best=5,
        doubt="The seat may build then; whether it does is left to its bot. What is hardly ever built is worth nothing at any time.",
        picture="Times to build",
        caption="Points of a seat that may build in these rounds too against one that may only later, with intervals for all together.",
    )


@takes_options
def timing_study(scenario: Any, *, tiles: Sequence[str] = USUAL, respond: bool = False, **options: Unpack[Options]) -> Study:
    """When some furnishings are worth building: what each third of the game adds for a seat that may build then too.

    With `respond` also which seats had better wait, or leave a furnishing alone.
    """
    with check.arguments("timing"):
        named = check.texts(tiles, "tiles") or USUAL
    return limit_study(LimitQuestion(timing_rows(named), respond), scenario, **options)


# ---------------------------------------------------------------- which first


def _is_dwelling(tile: str) -> bool:
    return bool(printed_tables(EVERYTHING)["furnishing"].get(tile, {}).get("colour") == "orange")


def first_tile_rows(tiles: Sequence[str]) -> LimitRows:
    """The question about some furnishings, or about all in the supply that are no dwellings."""

    def arms(scenario: Scenario) -> Arms:
        _offered("first-tiles", scenario, tiles)
        return {tile: {FIRST: tile} for tile in tiles or scenario.offered if not _is_dwelling(tile)}

    def done(run: Run) -> Mapping[str, float]:
        rows = built_by_focal_seat(run).filter(pl.col("limit") == pl.col("tile"))
        return dict(rows.select("tile", "share").iter_rows())

    return LimitRows(
        "first-tiles",
        "Which furnishing is worth building first?",
        arms=arms,
        asked={"tiles": list(tiles) or "all"},
        estimands={
            "effect": "points of a seat that builds nothing but dwellings before this furnishing, against what its bot would build",
            "win_effect": "share of the wins of such a seat, against the other",
            "complied": "share of the games in which the seat built the furnishing that was drawn",
        },
        key="tile",
        together=together,
        most_games=60_000,
        by_seat=False,
        words=("--tiles", ",".join(tiles)) if tiles else (),
        done=done,
        done_as="complied",
        kept=(BUILT,),
        verdict="furnishings that are worth building first, against what bots build first themselves:",
        best=5,
        doubt="A seat waits for its first furnishing while that is in the supply: one that its bot never gets to costs it all others.",
        picture="First furnishings",
        caption="Points of a seat that builds this furnishing first against what its bot builds, with intervals for all together.",
    )


@takes_options
def first_tile_study(scenario: Any, *, tiles: Sequence[str] = (), respond: bool = False, **options: Unpack[Options]) -> Study:
    """Which furnishing a seat had better build before any other but dwellings, against what its bot builds.

    With `respond` also what comes of it when every seat begins with its best one.
    """
    with check.arguments("first-tiles"):
        named = check.texts(tiles, "tiles")
    return limit_study(LimitQuestion(first_tile_rows(named), respond), scenario, **options)


# ---------------------------------------------------------------- what was built


def built_by_focal_seat(run: Run) -> pl.DataFrame:
    """limit, tile, and in which share of the games with that limit the focal seat built it."""
    drawn = drawn_limits(run).with_columns(pl.col("seat").cast(pl.Int64))
    games = run.games.select("game", "block").join(drawn.lazy(), on="block")
    seats = needed(run, BUILT).select("game", pl.col("seat").cast(pl.Int64), pl.col("tile").cast(pl.String)).unique()
    often = seats.join(games, on=["game", "seat"]).group_by("limit", "tile").agg(pl.len().alias("built"))
    of = games.group_by("limit").agg(pl.len().alias("games"))
    return often.join(of, on="limit").select("limit", "tile", (pl.col("built") / pl.col("games")).alias("share")).collect()
