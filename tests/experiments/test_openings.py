"""Openings: what goes with them, how they are answered, first and second placement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.experiments.follow import BUILT, USED, followed, in_words
from tests.stats.synthetic import MadeUpRun

BLOCKS = 1200
OWN, DIG, WOOD = "own", "excavation_1_3", "wood_gathering"


def made_up(more_rooms: float, more_mining: float) -> tuple[MadeUpRun, pl.DataFrame]:
    """Two seats; who opens by digging builds an Office room more often, and mines more often later."""
    random = np.random.RandomState(3)
    block = np.arange(BLOCKS)
    opening, seat = np.array([OWN, DIG, WOOD])[random.randint(0, 3, BLOCKS)], random.randint(0, 2, BLOCKS)
    digs = opening == DIG
    rooms = random.random_sample(BLOCKS) < 0.2 + 0.1 * seat + more_rooms * digs
    mines = random.random_sample(BLOCKS) < 0.3 + more_mining * digs
    players = pl.DataFrame({"game": np.repeat(block, 2), "seat": np.tile([0, 1], BLOCKS), "bot": "balanced", "score": 70})
    furnishings = pl.DataFrame({"game": block[rooms], "seat": seat[rooms], "tile": "office_room", "round": 5})
    first = pl.DataFrame({"game": block, "seat": seat, "round": 1, "turn": 1, "space": np.where(opening == OWN, "housework", opening)})
    later = pl.DataFrame({"game": block[mines], "seat": seat[mines], "round": 4, "turn": 1, "space": "ruby_mining_1_3"})
    tables = {
        "games": pl.DataFrame({"game": block, "block": block}), "players": players, "furnishings": furnishings,
        "placements": pl.concat([first, later]),
    }  # fmt: skip
    drawn = pl.DataFrame({"block": block, "seat": seat, "opening": opening})
    return MadeUpRun({}, {name: frame.lazy() for name, frame in tables.items()}), drawn


def test_what_an_opening_makes_a_seat_build_and_use_is_found() -> None:
    run, drawn = made_up(0.3, 0.4)
    found = {(row["opening"], row["what"], row["thing"]): row for row in followed(run, drawn, OWN, 1).iter_rows(named=True)}
    assert set(found) == {(DIG, BUILT, "office_room"), (DIG, USED, "ruby_mining_1_3")}  # the opening itself does not count
    room, mining = found[DIG, BUILT, "office_room"], found[DIG, USED, "ruby_mining_1_3"]
    assert room["low"] < 30 < room["high"] and 20 < room["without"] < 30
    assert mining["low"] < 0.4 < mining["high"]
    told = in_words("two", followed(run, drawn, OWN, 1), [DIG], {})
    assert len(told) == 1 and told[0].startswith("At the table of two: after excavation: ")


def test_nothing_goes_with_an_opening_that_changes_nothing() -> None:
    run, drawn = made_up(0, 0)
    assert len(followed(run, drawn, OWN, 1)) == 0
    assert in_words("two", followed(run, drawn, OWN, 1), [DIG, WOOD], {}) == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("openings")


def rich(space: str) -> dict[str, Any]:
    """A table where one space gives 17 gold."""
    rules = {f"space.{space}.flow": {"op": "all", "items": [{"do": "gain", "goods": {"gold": 17}}]}}
    return {"name": "rich", "players": 2, "bots": ["peaceful", "peaceful"], "seed": 5, "rules": rules}


def test_replies_are_asked_after_every_first_placement(folder: Path) -> None:
    """When seat 0 leaves the rich space, seat 1 loses by going elsewhere."""
    options: dict[str, Any] = {"pool": ["supplies", "excavation"], "replies": True, "out": folder / "replies", "workers": 1}
    study = cs.opening_study(rich("supplies"), games=600, **options)
    found = study.found.tables["Replies of seat 1, rich"]
    rows = {(row["first_of_seat_0"], row["reply_of_seat_1"]): row for row in found.iter_rows(named=True)}
    assert set(rows) == {("supplies", "excavation_1_3"), ("excavation_1_3", "supplies")}  # what is taken is no reply
    assert rows["excavation_1_3", "supplies"]["low"] <= 0 <= rows["excavation_1_3", "supplies"]["high"]  # its bot goes there anyway
    assert study.runs["rich"]["reply to supplies"].games_played < study.runs["rich"]["drawn"].games_played
    assert any("seat 1" in sentence and "repl" in sentence for sentence in study.found.sentences)
    parts = {path: path.stat().st_mtime_ns for path in study.folder.rglob("part-*.parquet")}
    again = cs.opening_study(rich("supplies"), games=600, **options)
    assert again.found.tables["Replies of seat 1, rich"].equals(found)
    assert {path: path.stat().st_mtime_ns for path in study.folder.rglob("part-*.parquet")} == parts
    assert "--replies" in again.page().read_text(encoding="utf-8")


def test_nobody_replies_to_who_plays_alone(folder: Path) -> None:
    with pytest.raises(cs.CavernaError, match="to whom nobody replies"):
        cs.opening_study("solo", replies=True, games=10, out=folder / "alone", workers=1)


def test_first_and_second_placement_are_drawn_together(folder: Path) -> None:
    study = cs.opening_study(
        rich("supplies"), length=2, pool=["supplies", "excavation", "logging"], games=1200, out=folder / "two", workers=1
    )
    pairs = study.table.filter((pl.col("bot") == "all") & (pl.col("seat") == 0))["opening"].to_list()
    assert all(len(pair.split(", ")) == 2 and len(set(pair.split(", "))) == 2 for pair in pairs)
    assert {"pairs-0-rich", "pairs-1-rich"} <= {picture.name for picture in study.found.pictures}
    for picture in study.found.pictures:
        picture.draw(None)
    worth = dict(study.table.filter((pl.col("bot") == "all") & (pl.col("seat") == 0)).select("opening", "effect").iter_rows())
    poor = worth["excavation_1_3, logging_1_3"]
    assert all(value > poor + 5 for pair, value in worth.items() if pair.startswith("supplies"))


def test_a_bot_of_a_pool_that_hardly_met_a_seat_is_told_where_it_can_be(folder: Path) -> None:
    """Six bots draw lots for two seats: none has met all openings everywhere, and the question is still answered."""
    names = ("balanced", "peaceful", "adventurer", "ruby_miner", "builder", "herder")
    pool = {"name": "pool", "players": 2, "bots": list(names), "draw": "random", "seed": 5}
    study = cs.opening_study(pool, games=400, out=folder / "pool", workers=1)
    everybody = study.table.filter(pl.col("bot") == "all")
    assert set(everybody["seat"]) == {0, 1} and everybody["effect"].is_finite().all()
    some = study.table.filter(pl.col("bot") != "all")
    assert set(some["bot"]) <= set(names) and some["effect"].is_finite().all()
    assert len(some) < len(names) * len(everybody)
