"""Several tables side by side: what is planted at one of them is found, what is the same everywhere is not, and every study says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.experiments.side_by_side import compared
from caverna_sim.stats.effects import Effects

ITEMS = ("miner", "trader", "builder", "carpenter")


def table_of(values: list[float], noise: int, shared: float = 0.0, items: tuple[str, ...] = ITEMS) -> Effects:
    """Effects known to about 0.2; part of the chances of a block may be shared with another table."""
    common, own = np.random.RandomState(1), np.random.RandomState([2, noise])
    blocks = 500
    shares = shared * common.normal(0, 0.01, (blocks, len(items))) + (1 - shared) * own.normal(0, 0.01, (blocks, len(items)))
    return Effects(items, np.array(values) + shares.sum(axis=0), np.arange(blocks), shares - shares.mean(axis=0), blocks - 1.0)


def test_what_is_worth_more_at_one_table_is_found_alone() -> None:
    found = compared({"scripted": table_of([1, 2, 0, 0], 1), "strong": table_of([1, 2, 3, 0], 2)})
    assert found is not None
    assert found.differing == ["builder"]
    rows = {row["tile"]: row for row in found.table("tile").iter_rows(named=True)}
    assert rows["builder"]["difference_low"] > 1.5 and rows["builder"]["differs"]
    assert rows["miner"]["scripted_low"] < rows["miner"]["scripted"] < rows["miner"]["scripted_high"]
    assert "The answer depends on the table (scripted and strong); clearest: builder" in found.sentence


def test_tables_that_are_alike_are_not_told_apart() -> None:
    found = compared({name: table_of([1, 2, 0, -1], number) for number, name in enumerate(("two", "three", "four"), 10)})
    assert found is not None and found.difference is None
    assert found.differing == []
    assert found.sentence.startswith("The answers at two, three and four are not shown to differ (4 effects in common")


@pytest.mark.slow
def test_tables_that_are_alike_differ_as_often_as_they_may() -> None:
    """Any of all effects together is false in about 5 % of 300 tries."""
    false = 0
    for number in range(300):
        found = compared({"a": table_of([0] * 4, 2 * number), "b": table_of([0] * 4, 2 * number + 1)})
        assert found is not None
        false += bool(found.differing)
    assert 5 <= false <= 28


def test_shared_chances_make_differences_sharper() -> None:
    wide = compared({"a": table_of([0] * 4, 1), "b": table_of([0] * 4, 2)})
    narrow = compared({"a": table_of([0] * 4, 1, 0.8), "b": table_of([0] * 4, 2, 0.8)})
    assert wide is not None and narrow is not None and wide.difference is not None and narrow.difference is not None
    assert narrow.difference.half_width < 0.5 * wide.difference.half_width


def test_one_table_or_nothing_in_common_has_no_side() -> None:
    assert compared({"a": table_of([0] * 4, 1)}) is None
    assert compared({"a": table_of([0] * 4, 1), "b": table_of([0] * 4, 2, items=("w", "x", "y", "z"))}) is None


# ---------------------------------------------------------------- in the studies


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("beside")


def at(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "players": 2, "bots": ["peaceful", "peaceful"], "seed": 5, **more}


RICH = {"space.supplies.flow": {"op": "all", "items": [{"do": "gain", "goods": {"gold": 17}}]}}


def test_openings_of_two_tables_are_tested_for_being_alike(folder: Path) -> None:
    """Where one space gives 17 gold, its bot goes there, and every other opening costs more than at the printed table."""
    study = cs.opening_study(
        [at("printed"), at("rich", rules=RICH)], pool=["excavation", "logging"], games=800, out=folder / "openings", workers=1
    )
    both = study.found.tables["Side by side: printed and rich"]
    assert {"opening", "printed", "rich", "difference", "differs"} <= set(both.columns)
    row = both.filter(pl.col("opening") == "seat 0: excavation").row(0, named=True)
    assert row["differs"] and row["difference_high"] < 0
    marked = study.table.filter((pl.col("opening") == "excavation_1_3") & (pl.col("seat") == 0))
    assert marked["differs"].to_list() == [True, True] and set(marked["scenario"]) == {"printed", "rich"}
    assert study.found.pictures[0].name == "beside-printed-rich"
    page = study.page().read_text(encoding="utf-8")
    assert "The answer depends on the table (printed and rich" in page and '"strength":"rich"' in page  # both scripted: told apart by name


def test_openings_of_other_numbers_of_players_have_their_spaces_in_common(folder: Path) -> None:
    three = at("three", players=3, bots=["peaceful"] * 3)
    study = cs.opening_study([at("two"), three], pool=["excavation", "logging"], games=600, out=folder / "numbers", workers=1)
    both = study.found.tables["Side by side: two and three"]
    assert both["opening"].to_list() == [f"seat {seat}: {space}" for seat in (0, 1) for space in ("excavation", "logging")]


def test_strengths_are_compared_at_each_number_of_players_and_numbers_at_each_strength(folder: Path) -> None:
    tables = [at("a2"), at("a3", players=3, bots=["peaceful"] * 3), at("b2", seed=6), at("b3", seed=6, players=3, bots=["peaceful"] * 3)]
    study = cs.seat_study(tables, games=60, out=folder / "four", workers=1)
    sides = [title for title in study.found.tables if title.startswith("Side by side")]
    assert sides == [f"Side by side: {both}" for both in ("a2 and b2", "a3 and b3", "a2 and a3", "b2 and b3")]
    assert study.found.tables["Side by side: a3 and b3"]["seat"].to_list() == ["seat 0", "seat 1", "seat 2"]
    of_two = study.found.tables["Side by side: a2 and b2"].filter(pl.col("seat") == "seat 0")["p_adjusted"].item()
    marked = study.table.filter(pl.col("scenario").is_in(["a2", "b2"]) & (pl.col("seat") == 0))
    assert set(marked["p_same_everywhere"]) == {of_two}


def test_seats_weapons_and_furnishings_too(folder: Path) -> None:
    tables = [at("one"), at("other", seed=6)]
    seats = cs.seat_study(tables, games=60, out=folder / "seats", workers=1)
    assert seats.found.tables["Side by side: one and other"]["seat"].to_list() == ["seat 0", "seat 1"]
    assert seats.table["differs"].null_count() == 0  # one bot only: all rows are of all bots
    weapons = cs.weapon_study(tables, games=200, out=folder / "weapons", workers=1)
    assert "no_weapons" in weapons.found.tables["Side by side: one and other"]["limit"].to_list()
    of_all = weapons.table.filter(pl.col("seat").is_null())
    assert of_all["p_same_everywhere"].null_count() == 0 and not of_all["differs"].any()  # nobody arms at either
    tiles = cs.tile_study(tables, games=400, out=folder / "tiles", workers=1)
    both = tiles.found.tables["Side by side: one and other"]
    assert len(both) == 47 and {"one", "one_low", "other", "difference", "differs"} <= set(both.columns)
