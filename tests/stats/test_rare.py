"""What hardly ever happened is not impossible."""

from __future__ import annotations

import numpy as np
import pytest

from caverna_sim.stats.comparison import compare
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.equivalence import judge
from caverna_sim.stats.families import family
from caverna_sim.stats.rare import Rare, rare
from tests.stats.synthetic import MadeUpRun, made_up


def renamed(run: MadeUpRun) -> MadeUpRun:
    """The same games under another rule, which never came up."""
    scenario = {**run.manifest["scenario"], "rules": {"loot.cattle.strength": 12}}
    return MadeUpRun({**run.manifest, "scenario": scenario}, run.tables)


def test_blocks_that_differ_are_counted() -> None:
    found = rare(np.array([60.0, 70, 80, 90]), np.array([60.0, 70, 81, 90]))
    assert (found.differing, found.of, found.reach) == (1, 4, 30.0)


def test_the_share_that_may_differ_has_an_exact_upper_limit() -> None:
    """Of 100 blocks none: at most 3.6 % of them, but for 2.5 % (Clopper and Pearson)."""
    assert Rare(0, 100, 1.0).limit(0.05) == pytest.approx(0.0362, abs=1e-4)
    assert Rare(3, 100, 10.0).limit(0.05) == pytest.approx(0.852, abs=1e-3)
    assert Rare(10, 100, 10.0).limit(0.05) == 0  # the spread tells
    assert Rare(2, 2, 10.0).limit(0.05) == 10


def test_the_limit_holds() -> None:
    """A rule moves one block in 200 by 20 points: the truth is 0.1, and most runs of 100 blocks never see it."""
    random = np.random.RandomState(1)
    for _ in range(300):
        moved = (random.uniform(size=100) < 1 / 200) * 20.0
        error = float(moved.std(ddof=1)) / 10
        judged = judge(float(moved.mean()), error, 99, 1.0, rare=Rare(int((moved > 0).sum()), 100, 60.0))
        assert judged.low < 0.1 < judged.high


def test_few_blocks_that_all_went_alike_are_not_called_equivalent() -> None:
    few, many = made_up(40), made_up(2000)
    found = compare(few, renamed(few))
    assert found.overall == "undecided" and found.lines[0].judged.low < 0 < found.lines[0].judged.high
    assert compare(many, renamed(many)).overall == "equivalent"
    assert compare(few, few).overall == "equivalent"  # nothing sets them apart


def test_families_allow_for_it_too() -> None:
    effects = Effects(("a", "b"), np.zeros(2), np.arange(100), np.zeros((100, 2)), 99.0, rare=(Rare(0, 100, 50.0), Rare(40, 100, 50.0)))
    found = family(effects)
    assert found.high[0] > 1.5 and found.low[0] == -found.high[0]
    assert found.high[1] == 0
    assert family(effects.only(["b"])).high[0] == 0
