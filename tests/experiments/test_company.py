"""Company: what a thing is worth by how many of the others are there."""

from __future__ import annotations

import numpy as np
import pytest

from caverna_sim.experiments.company import AS_DRAWN, FULLER, PRINTED, SHAPLEY, in_company
from caverna_sim.stats.families import family

THINGS = tuple("abcdefgh")


def drawn(blocks: int, seed: int, twin: float) -> tuple[np.ndarray, np.ndarray]:
    """Each thing adds 1; every two of them that are both there take `twin` away again, as those do that can replace each other."""
    random = np.random.RandomState(seed)
    share = random.random_sample(blocks) / 2
    there = (random.random_sample((blocks, len(THINGS))) >= share[:, None]).astype(float)
    number = there.sum(axis=1)
    return 70 + number - twin * number * (number - 1) / 2 + random.normal(0, 3, blocks), there


def worth(twin: float, missing: float) -> float:
    """What a thing adds in such company."""
    return 1 - twin * (len(THINGS) - 1) * (1 - missing)


@pytest.mark.parametrize(("estimate", "missing"), [(AS_DRAWN, 0.25), (PRINTED, 0.0), (SHAPLEY, 0.5)])
def test_what_can_be_replaced_is_worth_less_in_a_full_supply(estimate: str, missing: float) -> None:
    found = family(in_company(*drawn(20_000, 1, 0.1), THINGS)[estimate])
    assert (found.low < worth(0.1, missing)).all() and (found.high > worth(0.1, missing)).all()
    assert found.half_width < 0.5


def test_it_is_shown_to_be_worth_less_as_printed() -> None:
    found = family(in_company(*drawn(60_000, 1, 0.1), THINGS)[FULLER])
    assert (found.high < 0).any() and not (found.low > 0).any()
    assert found.effects.values.mean() == pytest.approx(worth(0.1, 0.0) - worth(0.1, 0.5), abs=0.08)


def test_what_stands_alone_is_worth_the_same_in_any_company() -> None:
    """One page of twenty may say that some thing is worth more or less."""
    shown = [family(in_company(*drawn(1_000, seed, 0.0), THINGS)[FULLER]).shown.any() for seed in range(40)]
    assert sum(shown) <= 6  # 2 expected
    every = in_company(*drawn(20_000, 3, 0.0), THINGS)
    assert all(abs(float(one.values.mean()) - 1) < 0.1 for name, one in every.items() if name != FULLER)
