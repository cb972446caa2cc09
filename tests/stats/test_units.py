"""Units of neighbouring blocks stand in for blocks where there are very many: what intervals made of them are worth."""

from __future__ import annotations

import numpy as np
import pytest

from caverna_sim.stats.ratings import clustered_mean, clustered_share
from caverna_sim.stats.sums import BASE, MOST_BLOCKS, MOST_UNITS, width_for

BLOCKS, WIDTH, TRIALS = 8192, 16, 1500  # 512 units: the fewest that a long run can have are 1,024


def test_intervals_of_units_cover_as_often_as_those_of_blocks_and_are_as_wide() -> None:
    random = np.random.RandomState(7)
    hits, widths = {"blocks": 0, "units": 0}, {"blocks": 0.0, "units": 0.0}
    for _ in range(TRIALS):
        counts = random.randint(0, 4, BLOCKS).astype(float)  # some blocks have no row of a group
        sums = counts * random.gamma(0.7, 3.0, BLOCKS) + random.normal(size=BLOCKS) * np.sqrt(counts)
        truth = 0.7 * 3.0
        units = sums.reshape(-1, WIDTH).sum(axis=1), counts.reshape(-1, WIDTH).sum(axis=1)
        of_blocks, of_units = clustered_mean(sums, counts), clustered_mean(*units)
        assert of_units.value == pytest.approx(of_blocks.value, abs=1e-12)
        for name, one in (("blocks", of_blocks), ("units", of_units)):
            hits[name] += one.low <= truth <= one.high
            widths[name] += one.half_width
    assert hits["units"] / TRIALS == pytest.approx(0.95, abs=3 * (0.95 * 0.05 / TRIALS) ** 0.5)
    assert hits["blocks"] / TRIALS == pytest.approx(0.95, abs=3 * (0.95 * 0.05 / TRIALS) ** 0.5)
    assert widths["units"] / widths["blocks"] == pytest.approx(1.0, abs=0.01)


def test_blocks_of_a_stratum_that_balance_each_other_are_worth_more_in_units() -> None:
    """Orders of bots are dealt by strata of blocks; units see that they add up, single blocks do not."""
    random = np.random.RandomState(8)
    hits = 0
    for _ in range(400):
        order = np.concatenate([random.permutation(4) for _ in range(BLOCKS // 4)]) - 1.5
        sums = order + random.normal(size=BLOCKS)
        found = clustered_mean(sums.reshape(-1, WIDTH).sum(axis=1), np.full(BLOCKS // WIDTH, float(WIDTH)))
        assert found.half_width < 0.9 * clustered_mean(sums, np.ones(BLOCKS)).half_width
        hits += found.low <= 0 <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_shares_of_units_stay_between_0_and_1() -> None:
    found = clustered_share(np.array([0.0, 0.0, 1.0, 0.0] * 300), np.full(1200, 500.0))
    assert 0 < found.low < 0.0005 < found.high < 0.001


@pytest.mark.parametrize("blocks", [MOST_BLOCKS + 1, 10**6, 25 * 10**6, 25 * 10**7])
def test_there_are_always_many_units_and_never_too_many(blocks: int) -> None:
    width = width_for(blocks)
    assert width % BASE == 0
    assert 1024 <= -(-blocks // width) <= MOST_UNITS
