"""What a run shows by itself, against plain computations and planted truths."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.stats import summary
from caverna_sim.stats.source import open_run
from tests.stats.synthetic import MadeUpRun, made_up

BOTS = ["balanced", "adventurer", "peaceful", "ruby_miner"]


@pytest.fixture(scope="module")
def mixed() -> MadeUpRun:
    return made_up(
        600, bots=BOTS, bot_effects={"adventurer": 6.0, "ruby_miner": -8.0}, seat_effects={0: 3.0},
        tile_effects={"carpenter": 4.0, "quarry": 0.0, "seam": -3.0, "office_room": 0.0}, with_placements=True,
    )  # fmt: skip


def test_scores_are_those_of_plain_polars(mixed: MadeUpRun) -> None:
    found = {one.bot: one for one in summary.scores(mixed).bots}
    assert set(found) == set(BOTS)
    assert next(iter(found)) == "adventurer"
    for bot, one in found.items():
        plain = mixed.players.filter(pl.col("bot") == bot).collect()["score"].cast(pl.Float64)
        assert one.mean.value == pytest.approx(plain.mean())
        assert one.sd == pytest.approx(plain.std(ddof=0))
        assert one.seats == len(plain) == sum(one.counts)
        assert one.quantiles[2] == pytest.approx(plain.median(), abs=1)
        assert one.mean.low < one.mean.value < one.mean.high


def test_intervals_of_scores_count_blocks_not_games() -> None:
    """Games of a block share a luck of 6 points: the spread of block means decides."""
    run = made_up(400)
    error = summary.scores(run).bots[0].mean.error
    assert error == pytest.approx(np.sqrt((36 + 90 / 16) / 400), rel=0.1)
    alone = run.games.with_columns(block=pl.col("game"))
    assert summary.scores(MadeUpRun(run.manifest, {**run.tables, "games": alone})).bots[0].mean.error < 0.7 * error


def test_intervals_of_scores_hold_the_truth() -> None:
    held = sum((one := summary.scores(made_up(60, seed=seed)).bots[0].mean).low <= 70 <= one.high for seed in range(300))
    assert 0.92 <= held / 300 <= 0.98


def test_wins_by_bot_and_seat(mixed: MadeUpRun) -> None:
    found = summary.wins(mixed)
    assert found.by_bot[0].bot == "adventurer"
    assert [share.seat for share in found.by_seat] == [0, 1, 2, 3]
    assert len(found.by_both) == 16
    assert sum(share.won.value * share.rows for share in found.by_seat) == pytest.approx(2400, abs=0.01)
    assert found.by_seat[0].won.low > found.fair == 0.25
    assert found.verdict.startswith("Most wins per seat: adventurer with ")
    assert summary.wins(made_up(50)).verdict.startswith("Most wins: seat ")


def test_a_planted_seat_is_found(mixed: MadeUpRun) -> None:
    """3 points more for one of four seats are 2.25 above the mean of the table, and 0.75 below it for the others."""
    found = summary.edges(mixed)
    values = [edge.judged.value for edge in found.edges]
    assert values == pytest.approx([2.25, -0.75, -0.75, -0.75], abs=0.6)
    assert found.edges[0].judged.verdict == "different"
    assert "seat 0 +" in found.verdict


def test_equal_seats_are_called_equivalent() -> None:
    found = summary.edges(made_up(2000))
    assert found.overall == "equivalent"
    assert "does not matter" in found.verdict
    assert summary.edges(made_up(15)).verdict.startswith("Whether the seat matters is undecided")


def test_bots_are_compared_with_their_tables(mixed: MadeUpRun) -> None:
    found = {edge.name: edge.judged.value for edge in summary.edges(mixed, by="bot").edges}
    assert found["adventurer"] == pytest.approx(6.5, abs=0.8)
    assert found["ruby_miner"] == pytest.approx(-7.5, abs=0.8)
    with pytest.raises(CavernaError, match="allowed"):
        summary.edges(mixed, by="tile")


def test_scoring_parts_add_up(mixed: MadeUpRun) -> None:
    found = summary.score_parts(mixed)
    means = {one.bot: one.mean.value for one in summary.scores(mixed).bots}
    for bot, parts in zip(found.bots, found.means, strict=True):
        assert sum(part.value for part in parts) == pytest.approx(means[bot])
    assert found.bots[0] == "adventurer"


def test_planted_tiles_are_described(mixed: MadeUpRun) -> None:
    found = {tile.tile: tile for tile in summary.tile_usage(mixed).tiles}
    assert found["carpenter"].as_built and found["carpenter"].as_built.low < 4 < found["carpenter"].as_built.high
    assert found["seam"].as_built and found["seam"].as_built.value == pytest.approx(-3, abs=0.8)
    assert [found[name].is_beyond_chance for name in ("carpenter", "seam", "quarry", "office_room")] == [True, True, False, False]
    assert found["quarry"].built.value == pytest.approx(0.3, abs=0.01)
    assert 7 < found["quarry"].round < 8
    assert "not its worth" in summary.tile_usage(mixed).verdict


def test_as_built_compares_within_bots() -> None:
    """A tile that only the best bot builds gets no credit for the bot."""
    run = made_up(500, bots=["best", "other"] * 2, bot_effects={"best": 20.0}, tile_effects={"carpenter": 0.0})
    best = run.players.filter(pl.col("bot") == "best").select("game", "seat")
    only = run.furnishings.join(best, on=["game", "seat"], how="semi")
    tile = summary.tile_usage(MadeUpRun(run.manifest, {**run.tables, "furnishings": only})).tiles[0]
    assert tile.as_built and abs(tile.as_built.value) < 1
    assert tile.built.value == pytest.approx(0.15, abs=0.02)


def test_as_built_intervals_hold_the_truth() -> None:
    held = 0
    for seed in range(200):
        tile = summary.tile_usage(made_up(60, seed=seed, tile_effects={"carpenter": 2.0})).tiles[0]
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
    blind = summary.tile_usage(MadeUpRun(run.manifest, tables)).tiles[0]
    supply = pl.LazyFrame({"block": range(400), "tile": ["carpenter"] * 400, "available": [block < 200 for block in range(400)]})
    seen = summary.tile_usage(MadeUpRun(run.manifest, {**tables, "supply": supply})).tiles[0]
    assert blind.as_built and blind.as_built.value < -8
    assert seen.as_built and abs(seen.as_built.value) < 1.5
    assert seen.built == blind.built


def test_a_tile_that_everybody_builds_has_no_difference() -> None:
    run = made_up(30)
    everybody = run.players.select("game", "seat", tile=pl.lit("dwelling"), round=pl.lit(4, pl.Int8))
    found = summary.tile_usage(MadeUpRun(run.manifest, {**run.tables, "furnishings": everybody}))
    assert found.tiles[0].as_built is None
    assert found.tiles[0].built.value == 1.0
    assert np.isnan(found.table["as built"][0])


def test_no_tile_was_built() -> None:
    assert summary.tile_usage(made_up(10)).tiles == ()


def test_long_runs_are_described_by_their_first_games(monkeypatch: pytest.MonkeyPatch, mixed: MadeUpRun) -> None:
    monkeypatch.setattr(summary, "MOST_DESCRIBED_GAMES", 400)
    assert summary.tile_usage(mixed).games == 400
    assert summary.space_usage(mixed).games == 400


def test_spaces_by_round(mixed: MadeUpRun) -> None:
    found = summary.space_usage(mixed)
    assert found.spaces == ("logging_4_7", "housework")
    assert found.used[0] == (1.0,) * 12
    assert found.used[1] == (0.0, 1.0) * 6


def test_strength_is_told_with_care(mixed: MadeUpRun) -> None:
    found = summary.strength(mixed)
    assert found.ratings is not None
    assert found.bots[0] == "adventurer"
    assert found.rated_games == 2400
    assert "weak play" in found.verdict
    assert summary.strength(made_up(50)).ratings is None
    assert "fair but not expert" in summary.strength(made_up(50, base=90)).verdict


def test_tables_that_were_recorded(mixed: MadeUpRun) -> None:
    assert summary.has_table(mixed, "placements")
    assert not summary.has_table(made_up(5), "placements")
    assert not summary.has_table(open_run(made_up(5)), "furnishings")


def test_every_result_has_table_plot_and_verdict(mixed: MadeUpRun) -> None:
    for of in (summary.scores, summary.wins, summary.edges, summary.score_parts, summary.tile_usage, summary.space_usage, summary.strength):
        found = of(mixed)
        assert found.table.height > 0
        assert found.plot().axes
        assert found.verdict.endswith(".")
