"""What seats got and where they went: counts, shares, when it was to be had, what nobody used."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from caverna_sim.stats import usage
from tests.stats.synthetic import MadeUpRun, made_up


@pytest.fixture(scope="module")
def mixed() -> MadeUpRun:
    return made_up(
        600, bots=["balanced", "adventurer", "peaceful", "ruby_miner"], bot_effects={"adventurer": 6.0},
        tile_effects={"carpenter": 4.0, "quarry": 0.0, "seam": -3.0, "office_room": 0.0}, with_placements=True,
    )  # fmt: skip


def test_planted_tiles_are_described(mixed: MadeUpRun) -> None:
    found = {tile.id: tile for tile in usage.built(mixed).things}
    assert found["carpenter"].as_built and found["carpenter"].as_built.low < 4 < found["carpenter"].as_built.high
    assert found["seam"].as_built and found["seam"].as_built.value == pytest.approx(-3, abs=0.8)
    assert found["quarry"].built.value == pytest.approx(0.3, abs=0.01)
    assert 7 < found["quarry"].round < 8
    assert "not its worth" in usage.built(mixed).verdict


def test_as_built_compares_within_bots() -> None:
    """A tile that only the best bot builds gets no credit for the bot."""
    run = made_up(500, bots=["best", "other"] * 2, bot_effects={"best": 20.0}, tile_effects={"carpenter": 0.0})
    best = run.players.filter(pl.col("bot") == "best").select("game", "seat")
    only = run.furnishings.join(best, on=["game", "seat"], how="semi")
    tile = usage.built(MadeUpRun(run.manifest, {**run.tables, "furnishings": only})).things[0]
    assert tile.as_built and abs(tile.as_built.value) < 1
    assert tile.built.value == pytest.approx(0.15, abs=0.02)


def test_as_built_intervals_hold_the_truth() -> None:
    held = 0
    for seed in range(200):
        tile = usage.built(made_up(60, seed=seed, tile_effects={"carpenter": 2.0})).things[0]
        held += tile.as_built is not None and tile.as_built.low <= 2 <= tile.as_built.high
    assert 0.91 <= held / 200 <= 0.985


def test_blocks_without_a_tile_are_not_compared() -> None:
    """The tile can be had in the first half of the blocks; in the others everybody scores 20 more."""
    run = made_up(400, tile_effects={"carpenter": 0.0})
    early = run.games.filter(pl.col("block") < 200).select("game")
    late = run.games.filter(pl.col("block") >= 200).select("game", bonus=pl.lit(20, pl.Int16))
    players = run.players.join(late, on="game", how="left").with_columns(pl.col("score") + pl.col("bonus").fill_null(0))
    furnishings = run.furnishings.join(early, on="game", how="semi")
    tables = {**run.tables, "players": players, "furnishings": furnishings}
    blind = usage.built(MadeUpRun(run.manifest, tables)).things[0]
    supply = pl.LazyFrame({"block": range(400), "tile": ["carpenter"] * 400, "available": [block < 200 for block in range(400)]})
    seen = usage.built(MadeUpRun(run.manifest, {**tables, "supply": supply})).things[0]
    assert blind.as_built and blind.as_built.value < -8
    assert seen.as_built and abs(seen.as_built.value) < 1.5
    assert seen.built == blind.built
    assert (seen.games, blind.games) == (800, 1600)
    assert seen.when_there.value == pytest.approx(2 * blind.when_there.value)
    assert blind.when_there == blind.built


def test_counts_and_shares_by_bot_are_those_of_plain_polars(mixed: MadeUpRun) -> None:
    found = {tile.id: tile for tile in usage.built(mixed).things}
    rows = mixed.furnishings.with_columns(pl.col("tile").cast(pl.String)).filter(pl.col("tile") == "seam")
    joined = rows.join(mixed.players.with_columns(pl.col("bot").cast(pl.String)), on=["game", "seat"]).collect()
    assert found["seam"].times == joined.height
    bots = usage.built(mixed).bots
    for bot, share in zip(bots, found["seam"].by_bot, strict=True):
        assert share == pytest.approx(joined.filter(pl.col("bot") == bot).height / 2400)  # each bot once in every game


def test_what_nobody_built_is_listed(mixed: MadeUpRun) -> None:
    """48 furnishings were to be had (R-COMP-4), four of them were built; what is left in the box was not to be had (R-COMP-6)."""
    found = usage.built(mixed)
    assert len(found.never) == 44
    assert found.never["state_parlor"] == "State parlor"
    assert found.never["dwelling"] == "Dwelling"
    assert "entry_level_dwelling" not in found.never
    assert "44 of 48 furnishings that were available were never built" in found.verdict
    assert found.table.filter(pl.col("times") == 0).height == 44
    scenario = {**mixed.manifest["scenario"], "rules": {"start.tiles": "introductory"}, "supply": {"without": ["miner"]}}
    fewer = usage.built(MadeUpRun({**mixed.manifest, "scenario": scenario}, mixed.tables)).never
    assert "state_parlor" not in fewer
    assert "miner" not in fewer
    assert "dwelling" in fewer


def test_a_tile_that_everybody_builds_has_no_difference() -> None:
    run = made_up(30)
    everybody = run.players.select("game", "seat", tile=pl.lit("dwelling"), round=pl.lit(4, pl.Int8))
    found = usage.built(MadeUpRun(run.manifest, {**run.tables, "furnishings": everybody}))
    assert found.things[0].as_built is None
    assert found.things[0].built.value == 1.0
    assert np.isnan(found.table["as built"][0])


def test_no_tile_was_built() -> None:
    assert usage.built(made_up(10)).things == ()


def test_long_runs_are_described_by_their_first_games(monkeypatch: pytest.MonkeyPatch, mixed: MadeUpRun) -> None:
    monkeypatch.setattr(usage, "MOST_DESCRIBED_GAMES", 400)
    assert usage.built(mixed).games == 400
    assert usage.places(mixed).games == 400


def test_spaces_by_round(mixed: MadeUpRun) -> None:
    found = usage.places(mixed)
    assert found.places == ("logging_4_7", "housework")
    assert found.used[0] == (1.0,) * 12
    assert found.used[1] == (0.0, 1.0) * 6
