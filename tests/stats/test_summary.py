"""What a run shows by itself, against plain computations and planted truths."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.stats import summary, usage
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


def test_strength_is_told_with_care(mixed: MadeUpRun) -> None:
    found = summary.strength(mixed)
    assert found.ratings is not None
    assert found.bots[0] == "adventurer"
    assert found.rated_games == 2400
    assert "weak play" in found.verdict
    assert summary.strength(made_up(50)).ratings is None
    assert "fair play, but not expert" in summary.strength(made_up(50, base=90)).verdict


def test_tables_that_were_recorded(mixed: MadeUpRun) -> None:
    assert summary.has_table(mixed, "placements")
    assert not summary.has_table(made_up(5), "placements")
    assert not summary.has_table(open_run(made_up(5)), "furnishings")


def test_every_result_has_table_plot_and_verdict(mixed: MadeUpRun) -> None:
    for of in (summary.scores, summary.wins, summary.edges, summary.score_parts, usage.built, usage.places, summary.strength):
        found = of(mixed)
        assert found.table.height > 0
        assert found.plot().axes
        assert found.verdict.endswith(".")
