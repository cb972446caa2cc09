"""The study of orc strengths: pairing, clusters by display, planted effects found and planted nulls not found."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.fiends.study.estimate import sides_of
from caverna_sim.stats.levels import EVERYBODY
from tests.caverna.fiends.synthetic_orcs import EASY, HARD, fiends, sweep
from tests.stats.synthetic import MadeUpRun, made_up

BOTS = ["orc_hunter", "trapper", "befriender"]


@pytest.fixture(scope="module")
def found():  # type: ignore[no-untyped-def]
    return sides_of(sweep(600, bots=BOTS, bot_effects={"orc_hunter": 0.1}))


def test_sides_come_easiest_first_under_the_strengths_that_were_played(found) -> None:  # type: ignore[no-untyped-def]
    assert found.sides == ("5/7/9/12", "6/8/10/13", "7/9/11/14")
    assert found.gone.strengths == (8.25, 9.25, 10.25)
    assert (found.games, found.blocks, found.players) == (1800, 600, 3)


def test_planted_effects_of_strength_are_found(found) -> None:  # type: ignore[no-untyped-def]
    means, changes, slope = found.gone.of(EVERYBODY)
    assert means[0].value == pytest.approx(0.633, abs=0.03)
    assert slope.low < -0.05 < slope.high
    assert changes[-1].verdict == "different"
    assert changes[-1].low < -0.1 < changes[-1].high
    _, lost, per_point = found.score.of(EVERYBODY)
    assert lost[-1].verdict == "different"
    assert lost[-1].low < -4.4 < lost[-1].high  # 2 points a step, and what the traps of 10 % of the seats are worth
    assert per_point.value == pytest.approx(lost[-1].value / 2, abs=0.3)


def test_pairing_makes_differences_far_more_certain_than_means(found) -> None:  # type: ignore[no-untyped-def]
    means, changes, _ = found.score.of(EVERYBODY)
    assert changes[-1].error < 0.6 * means[0].error


def test_bots_and_seats_are_told_apart(found) -> None:  # type: ignore[no-untyped-def]
    assert set(found.gone.groups) == {EVERYBODY, "seat 0", "seat 1", "seat 2", *BOTS}
    hunter, trapper = found.gone.of("orc_hunter")[0][0], found.gone.of("trapper")[0][0]
    assert hunter.low > trapper.high
    assert set(found.won.groups) == {"seat 0", "seat 1", "seat 2", *BOTS}
    assert "between the bots" in found.verdicts[-1]


def test_seats_are_told_apart_where_all_bots_are_alike() -> None:
    same = sides_of(sweep(60))
    assert same.won is not None
    assert same.won.groups == ("seat 0", "seat 1", "seat 2")
    assert "the seats" in same.verdicts[-1]


def test_fates_and_rounds_are_counted(found) -> None:  # type: ignore[no-untyped-def]
    rows = {(row.side, row.thing): row for row in found.fates.rows}
    easy = rows["5/7/9/12", "A"]
    assert (easy.shares["fought"].value, easy.shares["left"].value, easy.round.value) == (1.0, 0.0, 4.0)
    assert easy.there == (1.0, 1.0, 1.0, *[0.0] * 9)
    last = rows["5/7/9/12", "D"]
    gone = found.gone.of(EVERYBODY)[0][0].value
    assert last.shares["befriended"].value == pytest.approx(gone)
    assert last.round.value == 8.0
    assert last.there[6] == 1.0
    assert last.there[-1] == pytest.approx(1 - gone)
    assert sum(share.value for share in last.shares.values()) == pytest.approx(1)


def test_parts_add_up_to_what_a_seat_loses(found) -> None:  # type: ignore[no-untyped-def]
    lost = found.score.of(EVERYBODY)[1][-1].value
    assert sum(ones[-1].value for ones in found.parts.changes) == pytest.approx(lost)
    assert found.taken["crops"][0].value == 2.0
    assert found.taken["animals"][-1].value > found.taken["animals"][0].value


def test_a_planted_null_is_called_equivalent() -> None:
    same = sides_of(sweep(1500, per_point=0.0, points=0.0))
    assert same.judged[:2] == ("equivalent", "equivalent")
    assert same.gone.overall == "equivalent"
    assert same.score.overall == "equivalent"


@pytest.mark.slow
def test_intervals_of_differences_cover_the_truth() -> None:
    """Coverage of the paired change and of the slope over 120 made-up studies whose displays matter; 95 % wanted, 3 errors allowed."""
    hits = np.zeros(2)
    studies = 120
    for number in range(studies):
        runs = [
            fiends(120, side, seed=1000 + number, per_point=-0.05, noise=index, display_effects={"X1": 0.15, "L2": -0.1})
            for index, side in enumerate((EASY, HARD))
        ]
        _, changes, slope = sides_of(runs).gone.of(EVERYBODY)
        hits += [changes[-1].low <= -0.1 <= changes[-1].high, slope.low <= -0.05 <= slope.high]
    assert hits.min() / studies > 0.95 - 3 * (0.95 * 0.05 / studies) ** 0.5


def test_a_mean_clustered_by_display_covers_the_truth_where_displays_decide() -> None:
    hits, studies = 0, 150
    for number in range(studies):
        run = fiends(100, seed=5000 + number, chance=0.4, display_effects={"X1": 0.3, "X2": 0.3})
        mean = sides_of([run]).gone.of(EVERYBODY)[0][0]
        hits += mean.low <= 0.4 + 0.6 / 3 <= mean.high  # either extension is there in 3 of 9 games
    assert hits / studies > 0.95 - 3 * (0.95 * 0.05 / studies) ** 0.5


def test_what_a_display_does_is_found() -> None:
    found = sides_of([fiends(1500, seed=3, chance=0.4, display_effects={"X4": 0.2, "L5": -0.2})])
    told = {one.id: one.judged for one in found.displays.effects}
    assert len(told) == 9 + 7 + 7
    assert told["X4"].verdict == "different"
    assert told["X4"].low < 0.2 < told["X4"].high
    assert told["L5"].high < 0
    others = [one.value for name, one in told.items() if name not in ("X4", "L5")]
    assert max(map(abs, others)) < 0.1  # not 0: they take the place of one that matters
    assert found.displays.spread == pytest.approx(0.2 * (2 / 9) ** 0.5, abs=0.035)


def test_no_spread_is_seen_where_displays_do_not_matter() -> None:
    assert sides_of([fiends(1500, seed=4)]).displays.spread < 0.03


def test_clusters_are_sets_of_extensions_where_there_are_enough() -> None:
    three = sides_of([fiends(300)]).displays
    assert three.used == "set of display extensions"
    assert three.errors[0].units["block"] == 300
    assert three.errors[0].units["set of display extensions"] <= 84
    alone = sides_of([fiends(300, players=1, strips=1)])
    assert alone.displays.used == "set of display extensions and bounty strips"
    assert alone.won is None


def test_a_handicap_is_named() -> None:
    assert sides_of([fiends(30, hard_seat=2)]).sides == ("5/7/9/12 (seat 2: 7/9/11/14)",)


def test_one_side_alone_is_described_without_changes() -> None:
    found = sides_of([fiends(60)])
    assert found.gone.of(EVERYBODY)[1] == ()
    assert "of the seats get rid of all four orcs" in found.verdict
    assert "instead" not in found.verdict


def test_few_blocks_claim_nothing() -> None:
    assert sides_of(sweep(15, per_point=-0.2)).gone.overall == "undecided"


def test_what_cannot_be_studied_is_told() -> None:
    with pytest.raises(CavernaError, match="played without orcs"):
        sides_of([made_up(30)])
    with pytest.raises(CavernaError, match="3 players and another 2"):
        sides_of([fiends(30), fiends(30, HARD, players=2)])
    with pytest.raises(CavernaError, match="cannot be paired"):
        sides_of([fiends(30), fiends(30, HARD, seed=2)])
    with pytest.raises(CavernaError, match="two runs have the strengths 5/7/9/12"):
        sides_of([fiends(30), fiends(30, noise=1)])
    with pytest.raises(CavernaError, match="nothing to study"):
        sides_of([])
    whole = fiends(30)
    with pytest.raises(CavernaError, match="the table `orcs` was not recorded"):
        sides_of([MadeUpRun(whole.manifest, {key: frame for key, frame in whole.tables.items() if key != "orcs"})])


def test_tables_have_a_row_for_everything(found) -> None:  # type: ignore[no-untyped-def]
    assert found.gone.table.height == 7 * 3
    assert found.fates.table.height == 3 * 4
    assert found.parts.table.height == 3
    assert found.gone.table.filter(pl.col("verdict") == "easiest")["change"].to_list() == [0.0] * 7


def test_the_strength_for_a_share_of_seats_is_found(found) -> None:  # type: ignore[no-untyped-def]
    """Planted: 63 % on the easiest side, 5 percentage points less for one more point of strength."""
    half = found.strength_for(0.58)
    assert half.low < 8.25 + (0.633 - 0.58) / 0.05 < half.high
    assert half.low < half.value < half.high
    assert found.strength_for(0.99).low == -np.inf
    assert np.isnan(found.strength_for(0.99).value)


def test_seats_are_set_against_the_others(found) -> None:  # type: ignore[no-untyped-def]
    apart = found.seats_apart
    assert apart.names == ("seat 0", "seat 1", "seat 2")
    assert apart.values.sum() == pytest.approx(0)
    means = [found.gone.of(seat)[0][0].value for seat in apart.names]
    assert apart.values[0] == pytest.approx(means[0] - (means[1] + means[2]) / 2)


def test_displays_have_names_in_words_beside_their_ids() -> None:
    told = {one.id: one.name for one in sides_of([fiends(300)]).displays.effects}
    assert told["X1"] == "Mine orc dwelling, Dog school, Food trap"
    assert told["L1"] == "Farmer, Shepherd, Seasonal worker, Mercenary"
    assert not set(told) & set(told.values())
