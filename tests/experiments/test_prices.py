"""Fair prices, and furnishings together: where a curve crosses, what is planted in it, what stands beside the study."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.experiments.prices import BOTTOM, TOP, PriceQuestion, chosen, fair, middle, prices
from caverna_sim.experiments.study import Study, conduct
from caverna_sim.experiments.things import together
from caverna_sim.games.caverna.studies.tiles import ROWS
from caverna_sim.scenario.scenario import load_scenario
from caverna_sim.stats.effects import Effects
from tests.stats.synthetic import MadeUpRun

LEVELS = np.array([0.0, 3, 6, 12])


def test_a_fair_price_is_where_the_curve_crosses_0() -> None:
    found = fair(LEVELS, np.array([2.0, 1.0, -1.0, -2.0]), np.array([1.5, 0.5, -1.5, -2.5]), np.array([2.5, 1.5, -0.5, -1.5]), 3.0)
    assert found.price == pytest.approx(4.5)
    assert (found.low, found.high) == pytest.approx((3.75, 5.25))


def test_dearer_from_above_and_cheaper_from_below() -> None:
    values = np.array([1.0, -1.0, 1.0, -1.0])
    band = (values - 0.1, values + 0.1)
    assert fair(LEVELS, values, *band, 6.0).price == pytest.approx(9.0)
    assert fair(LEVELS, values, *band, 3.0).price == pytest.approx(1.5)


def test_what_was_not_tried_is_open_and_what_never_crosses_is_said() -> None:
    rich = fair(LEVELS, np.full(4, 2.0), np.full(4, 1.0), np.full(4, 3.0), 3.0)
    assert (rich.price, rich.low, rich.high, rich.is_excluded) == (None, None, None, True)
    unsure = fair(LEVELS, np.full(4, 2.0), np.full(4, -1.0), np.full(4, 3.0), 3.0)
    assert (unsure.price, unsure.low, unsure.high, unsure.is_excluded) == (None, None, None, False)


def test_a_band_holds_the_true_price_as_often_as_it_says() -> None:
    """A straight curve with known noise: the interval of the price leaves the truth out in no more than 5 %."""
    random, missed = np.random.RandomState(4), 0
    truth = 1.0 - LEVELS / 5
    for _ in range(400):
        values = truth + random.normal(0, 0.3, 4)
        half = 2.5 * 0.3  # of four independent prices together
        found = fair(LEVELS, values, values - half, values + half, 3.0)
        missed += (found.low or 0) > 5 or (found.high or 99) < 5 or found.is_excluded
    assert missed <= 20


def effects(values: list[float]) -> Effects:
    shares = np.random.RandomState(0).normal(0, 0.01, (50, len(values)))
    return Effects(tuple("abcdefgh"[: len(values)]), np.array(values), np.arange(50), shares - shares.mean(axis=0), 49.0)


def test_top_and_bottom_leave_out_what_nobody_builds() -> None:
    found = chosen(effects([0.1, 3, -2, 0, 1, 2, -1, 0]), ["d", "h"], 2)
    assert found == {"b": TOP, "f": TOP, "c": BOTTOM, "g": BOTTOM}
    assert chosen(effects([1, 2, 3]), [], 10) == {"c": TOP, "a": BOTTOM}
    assert middle(effects([5, 1, 2, 9])).values[0] == 3.5


def test_prices_that_are_tried_are_costs() -> None:
    scenario = load_scenario("base_2")
    assert prices(ROWS, scenario, "state_parlor", BOTTOM) == {
        0: {"gold": 0, "stone": 0}, 3: {"gold": 2, "stone": 1}, 8: {"gold": 5, "stone": 3}, 15: {"gold": 12, "stone": 3},
    }  # fmt: skip
    assert list(prices(ROWS, scenario, "weaving_parlor", TOP)) == [3, 6, 10, 18]


@pytest.fixture(scope="module")
def priced(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A furnishing that everybody builds is worth 10 points more; its price, and that of one which nobody can use."""
    from caverna_sim.games.caverna.box.tables import printed_tables

    points = int(printed_tables()["furnishing"]["weaving_parlor"]["points"]) + 10
    scenario = {
        "name": "rich",
        "players": 2,
        "bots": ["peaceful", "peaceful"],
        "seed": 2,
        "rules": {"furnishing.weaving_parlor.points": points},
    }
    every = [name for name, row in printed_tables()["furnishing"].items() if row.get("copies", 1) == 1]
    shares = np.random.RandomState(0).normal(0, 1e-4, (200, len(every)))
    worth = Effects(tuple(every), np.zeros(len(every)), np.arange(200), shares - shares.mean(axis=0), 199.0)
    question = PriceQuestion(ROWS, {"rich": {"weaving_parlor": TOP, "slaughtering_cave": BOTTOM}}, {"rich": worth})
    return conduct(question, scenario, games=160, out=tmp_path_factory.mktemp("prices") / "prices", workers=1)


def test_a_planted_worth_has_its_price(priced: Study) -> None:
    """10 points more are paid back by more than 3 gold, and at 15 gold more hardly anybody can pay."""
    rows = priced.table.filter(pl.col("tile") == "weaving_parlor").sort("price")
    assert rows["price"].to_list() == [3, 6, 10, 18] and rows["printed"].to_list() == [True, False, False, False]
    assert rows["worth_low"][0] > 0
    assert rows["worth"][0] > rows["worth"][2]
    found = priced.found.tables["Fair prices, rich"].row(0, named=True)
    assert found["printed_price"] == 3 and found["above_median_low"] > 0
    assert found["fair_price"] is None or found["fair_price"] > 6


def test_who_may_build_for_less_scores_no_less(priced: Study) -> None:
    told = {row["what"]: row for row in priced.asked["controls"]}
    assert told["Weaving parlor for 3 goods, against for 6"]["holds"]
    assert all(row["kind"] == "nested" for row in told.values())


def test_a_price_of_what_nobody_builds_changes_nothing(priced: Study) -> None:
    rows = priced.table.filter((pl.col("tile") == "slaughtering_cave") & (pl.col("price") > 0))
    assert (rows["worth_low"] <= 0).all() and (rows["worth_high"] >= 0).all()


def test_prices_stand_beside_the_study_and_go_on_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.experiments import things

    monkeypatch.setattr(things, "ENDS", 1)
    scenario = {"name": "two", "players": 2, "bots": ["balanced", "adventurer"], "seed": 5}
    found = cs.tile_study(scenario, fair_prices=True, games=800, out=tmp_path / "tiles", workers=1)
    assert len(found.found.tables["Fair prices, two"]) == 2
    assert (tmp_path / "tiles-prices" / "study.json").is_file()
    assert found.games == sum(cs.load(file.parent).games_played for file in tmp_path.rglob("manifest.json"))  # those at other prices too
    parts = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("part-*.parquet")}
    again = cs.tile_study(scenario, fair_prices=True, games=800, out=tmp_path / "tiles", workers=1)
    assert again.found.tables["Fair prices, two"].equals(found.found.tables["Fair prices, two"])
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("part-*.parquet")} == parts
    page = again.page().read_text(encoding="utf-8")
    assert "caverna-sim tiles two.toml --fair-prices" in page and "worth as much as the median one" in page


# ---------------------------------------------------------------- furnishings together


def drawn_runs(planted: float, blocks: int = 800) -> tuple[MadeUpRun, MadeUpRun]:
    """Three furnishings, each there with chance one half; the first two are worth more together."""
    tiles = ("state_parlor", "broom_chamber", "office_room")
    random = np.random.RandomState(7)
    there = random.random_sample((blocks, 3)) < 0.5
    score = 70 + 2 * there[:, 0] + 1 * there[:, 1] + planted * (there[:, 0] & there[:, 1]) + random.normal(0, 3, blocks)
    game = np.arange(blocks)
    games = pl.DataFrame({"game": game, "block": game}).lazy()
    players = pl.DataFrame({"game": game, "seat": 0, "bot": "balanced", "score": score}).lazy()
    rows: dict[str, Any] = {"block": np.repeat(game, 3), "tile": np.tile(tiles, blocks), "available": there.ravel()}
    access = np.array(["nobody", "focal", "others", "everybody"])[random.randint(0, 4, (blocks, 3))]
    own = np.isin(access, ["focal", "everybody"])
    of_seat = 70 + own[:, 0] + planted * (own[:, 0] & own[:, 1]) + random.normal(0, 3, blocks)
    assigned = pl.DataFrame({"kind": "access", "block": rows["block"], "seat": 0, "tile": rows["tile"], "access": access.ravel()})
    first = MadeUpRun({}, {"games": games, "players": players, "supply": pl.DataFrame(rows).lazy()})
    return first, _Assigned({}, {"games": games, "players": players.with_columns(pl.Series("score", of_seat))}, assigned.lazy())


class _Assigned(MadeUpRun):
    """A made-up run that kept what was assigned."""

    def __init__(self, manifest: Any, tables: Any, assigned: pl.LazyFrame) -> None:
        super().__init__(manifest, tables)
        object.__setattr__(self, "assigned", assigned)


PAIRS = [("state_parlor", "broom_chamber"), ("state_parlor", "office_room")]


def test_a_planted_interaction_is_found_in_its_pair_only() -> None:
    found = together(*drawn_runs(4.0), PAIRS)
    with_it, without = found.row(0, named=True), found.row(1, named=True)
    for name in ("interaction", "own_interaction"):
        assert 0 < with_it[f"{name}_low"] < 4 < with_it[f"{name}_high"]
        assert without[f"{name}_low"] < 0 < without[f"{name}_high"]
    assert with_it["both"] - with_it["first"] - with_it["second"] + with_it["neither"] == pytest.approx(with_it["interaction"], abs=0.3)


def test_no_interaction_is_shown_where_there_is_none() -> None:
    found = together(*drawn_runs(0.0), PAIRS)
    assert (found["interaction_low"] < 0).all() and (found["interaction_high"] > 0).all() and not found["discovery"].any()
