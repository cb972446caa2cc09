"""Encouragement: what a building brings that bots were paid for, without the pay; what hardly anybody builds more often stays unknown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.encouraged import PAYS, PAYS_NOT, UNKNOWN, Blocks, EncouragedQuestion, worth
from caverna_sim.experiments.study import Study, conduct
from caverna_sim.games.caverna.studies.tiles import ROWS
from caverna_sim.scenario.scenario import read_scenario
from caverna_sim.stats.families import family

BLOCKS = np.arange(1_000)


def played(brings: float, more: float, seed: int, amount: float = 4.0) -> tuple[Blocks, Blocks]:
    """A thing that is built in a tenth of the blocks, with the pay in `more` of them besides."""
    random = np.random.RandomState(seed)
    without = (random.random_sample(len(BLOCKS)) < 0.1).astype(float)
    built = np.maximum(without, random.random_sample(len(BLOCKS)) < more)
    score = random.normal(70, 5, len(BLOCKS))
    paid = score + brings * (built - without) + amount * built + random.normal(0, 1, len(BLOCKS))
    return Blocks(BLOCKS, score, without), Blocks(BLOCKS, paid, built)


@pytest.mark.parametrize("brings", [-3.0, 0.0, 2.5])
def test_what_a_building_brings_is_told_without_the_pay(brings: float) -> None:
    found = worth(*played(brings, 0.3, 1), 4.0, "x")
    assert found.effect is not None and 0.2 < found.more < 0.35
    one = family(found.effect)
    assert one.low[0] < brings < one.high[0] and one.half_width < 1


def test_its_interval_covers() -> None:
    """19 of 20 do."""
    missed = 0
    for seed in range(100):
        found = worth(*played(1.0, 0.2, seed), 4.0, "x").effect
        assert found is not None
        one = family(found)
        missed += not one.low[0] < 1 < one.high[0]
    assert missed <= 11  # 5 expected


def test_pay_that_moves_hardly_anybody_tells_nothing() -> None:
    assert worth(*played(5.0, 0.004, 1), 4.0, "x").effect is None
    assert worth(*played(5.0, 0.0, 1), 4.0, "x").effect is None


# ---------------------------------------------------------------- a study


RULES = {"furnishing.weaving_parlor.points": 8, "furnishing.slaughtering_cave.points": -6, "furnishing.miner.cost.stone": 40}
TASTE = {"weaving_parlor": -14.0, "slaughtering_cave": 8.0}  # loathes what is worth 8 points, likes what takes 6
ODD = {"base": "balanced", "furnishing": TASTE}
TABLE: dict[str, Any] = {"name": "two", "players": 2, "bots": ["odd", "odd"], "bot": {"odd": ODD}, "rules": RULES, "seed": 5}


@pytest.fixture(scope="module")
def paid(tmp_path_factory: pytest.TempPathFactory) -> Study:
    asked = {"two": ["weaving_parlor", "slaughtering_cave", "miner", "weaving_parlor+miner"]}
    return conduct(EncouragedQuestion(ROWS, asked), TABLE, games=400, out=tmp_path_factory.mktemp("paid") / "study", workers=1)


def test_what_bots_had_missed_would_pay_what_costs_points_would_not_and_what_nobody_can_build_is_not_known(paid: Study) -> None:
    rows = {row["tile"]: row for row in paid.table.iter_rows(named=True)}
    words = {name: row["would_it_pay"] for name, row in rows.items()}
    assert words == {
        "weaving_parlor": PAYS, "slaughtering_cave": PAYS_NOT, "miner": UNKNOWN, "weaving_parlor+miner": PAYS,
    }  # fmt: skip
    assert rows["weaving_parlor"]["if_built_4_low"] > 4 and rows["slaughtering_cave"]["if_built_4_high"] < -4
    assert rows["miner"]["more_built_4"] == 0 and rows["miner"]["if_built_4"] is None
    assert "would pay: Weaving parlor" in paid.verdict and "would not pay: Slaughtering cave" in paid.verdict


def test_the_main_table_has_a_column_if_built(tmp_path: Path) -> None:
    others = [name for name in read_scenario(TABLE).offered if name not in ("weaving_parlor", "slaughtering_cave", "miner")]
    table = {**TABLE, "supply": {"without": others}}
    study = cs.tile_study(table, encouraged=True, games=1200, out=tmp_path / "tiles", workers=1)
    assert {"if_built_2", "if_built_4", "if_built_4_low", "if_built_4_high"} <= set(pl.read_csv(study.folder / "table.csv").columns)
    assert (tmp_path / "tiles-encouraged" / "study.json").is_file()
    assert "If it is built" in study.found.tables and any("paid for it" in text for text in study.found.sentences)


def test_sets_are_of_things_in_the_supply(tmp_path: Path) -> None:
    table = {"name": "two", "players": 2, "bots": ["novice", "novice"]}
    with pytest.raises(CavernaError, match="tiles: sets: `ofice_room` is not in the supply of `two`; did you mean `office_room`"):
        cs.tile_study(table, encouraged=True, sets=["ofice_room+miner"], games=600, out=tmp_path / "study", workers=1)
    with pytest.raises(CavernaError, match="sets are what bots are paid for; add --encouraged"):
        cs.tile_study(table, sets=["office_room"], games=600)
