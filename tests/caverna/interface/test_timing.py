"""When a furnishing is worth building, and which is worth building first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.study import Study
from caverna_sim.games.caverna.studies.timing import FURNISHINGS

POINTS = 12
EARLY: dict[str, Any] = {
    "furnishing.ruby_supplier.effects.0.rounds": 11, "furnishing.ruby_supplier.cost.wood": 0, "furnishing.ruby_supplier.cost.stone": 0,
}  # fmt: skip
WEAVING: dict[str, Any] = {
    "furnishing.weaving_parlor.points": POINTS, "furnishing.weaving_parlor.cost.wood": 0, "furnishing.weaving_parlor.cost.stone": 0,
}  # fmt: skip


def table(**more: Any) -> dict[str, Any]:
    """Two bots that build what is worth building."""
    return {"name": "two", "players": 2, "bots": ["balanced", "balanced"], "seed": 5, **more}


@pytest.fixture(scope="module")
def when(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """One furnishing lays a ruby on every round to come, another gives points whenever it is built; a third can never be paid."""
    rules = {**EARLY, **WEAVING, "furnishing.miner.cost.stone": 40}
    bot = {"blind": {"base": "balanced", "furnishing": {"ruby_supplier": -90.0, "weaving_parlor": -90.0}}}  # who waits finds them there
    out = tmp_path_factory.mktemp("timing") / "study"
    return cs.timing_study(
        table(rules=rules, bots=["balanced", "blind"], bot=bot),
        tiles=["ruby_supplier", "weaving_parlor", "miner"],
        games=3000,
        out=out,
        workers=1,
    )


def test_what_gives_every_round_is_worth_building_early_and_what_gives_once_is_not(when: Study) -> None:
    rows = {row["time"]: row for row in when.table.filter(pl.col("bot") == "balanced").iter_rows(named=True)}
    thirds = ("rounds 1 to 3", "rounds 4 to 6", "rounds 7 to 9", "rounds 10 to 12")
    assert list(rows) == [f"{tile} in {third}" for tile in ("ruby_supplier", "weaving_parlor", "miner") for third in thirds]
    assert rows["ruby_supplier in rounds 1 to 3"]["low"] > 0.5
    once = [rows[f"weaving_parlor in {third}"]["effect"] for third in thirds]
    early = [rows[f"ruby_supplier in {third}"]["effect"] for third in thirds]
    assert early[0] / sum(early) > once[0] / sum(once)  # the share of its worth that goes when it may not be built at once
    assert sum(once) > POINTS / 3


def test_what_nobody_can_pay_is_worth_nothing_at_any_time(when: Study) -> None:
    miner = when.table.filter((pl.col("bot") == "all") & pl.col("time").str.starts_with("miner"))
    assert (miner["low"] < 0).all() and (miner["high"] > 0).all() and (miner["built"] == 0).all()
    assert {row["kind"] for row in when.asked["controls"]} == {"nested"} and len(when.asked["controls"]) == 12


def test_nothing_is_built_before_its_round(when: Study) -> None:
    run = when.runs["two"]["limits"]
    drawn = run.table("assigned").filter(pl.col("kind").cast(pl.String) == "limit").select("block", "seat", "limit").unique()
    games = run.games.select("game", "block").join(drawn, on="block")
    built = run.table("furnishings").select("game", "seat", pl.col("tile").cast(pl.String), "round").join(games, on=["game", "seat"])
    for first in (4, 7, 10):
        late = built.filter((pl.col("limit").cast(pl.String) == f"ruby_supplier from round {first}") & (pl.col("tile") == "ruby_supplier"))
        rounds = late.collect()["round"]
        assert len(rounds) > 20 and rounds.min() >= first  # type: ignore[operator]
    assert when.page().is_file() and "rounds" in when.verdict


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """One furnishing gives many points, which these bots hardly see; one costs points; one can never be paid."""
    rules = {**WEAVING, "furnishing.slaughtering_cave.points": -9, "furnishing.miner.cost.stone": 40}
    bot = {"blind": {"base": "balanced", "furnishing": {"weaving_parlor": 7.0 - POINTS}}}
    out = tmp_path_factory.mktemp("first") / "study"
    given = table(rules=rules, bots=["blind", "blind"], bot=bot)
    tiles = ["weaving_parlor", "slaughtering_cave", "miner"]
    return cs.first_tile_study(given, tiles=tiles, games=1600, out=out, workers=1)


def test_a_seat_gains_by_a_first_furnishing_that_its_bot_had_missed_and_loses_by_one_that_cannot_be_had(first: Study) -> None:
    rows = {row["tile"]: row for row in first.table.filter(pl.col("bot") == "all").iter_rows(named=True)}
    assert set(rows) == {"weaving_parlor", "slaughtering_cave", "miner"}
    assert rows["miner"]["high"] < 0 and rows["miner"]["complied"] == 0  # it waits for ever
    assert rows["weaving_parlor"]["complied"] > 0.3 and rows["weaving_parlor"]["low"] > rows["miner"]["high"]
    assert first.found.done["two"].get("miner", 0.0) == 0


def test_nothing_but_dwellings_is_built_before_the_first_furnishing(first: Study) -> None:
    run = first.runs["two"]["limits"]
    shares = FURNISHINGS.built_by_focal_seat(run).filter(pl.col("limit") == "miner")
    assert len(shares) and all("dwelling" in tile for tile in shares["tile"])
    assert first.page().is_file()


def test_tiles_are_those_of_the_supply(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for study in (cs.timing_study, cs.first_tile_study):
        with pytest.raises(CavernaError, match="tiles: `minr` is not in the supply of `two`; did you mean `miner`"):
            study(table(), tiles=["minr"], games=400, out=tmp_path / "study")
    out = ["--games", "400", "--out", str(tmp_path / "study"), "--quiet", "--workers", "1", "--bots", "novice", "novice"]
    assert main(["timing", "base_2", "--tiles", "miner,trader", *out]) == 0
    assert "that are worth most to a seat" in capsys.readouterr().out
