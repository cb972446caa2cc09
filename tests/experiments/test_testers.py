"""What somebody asks who tests a balance: spaces, house rules together, handicaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.factors import effects_of, subsets
from caverna_sim.experiments.handicaps import NOTHING, POINTS, Evidence, even, with_points
from caverna_sim.stats.families import family
from tests.stats.synthetic import MadeUpRun

BLOCKS = np.arange(600)

# ---------------------------------------------------------------- spaces


def test_a_space_that_gives_much_is_worth_much_and_one_that_gives_little_is_not(tmp_path: Path) -> None:
    rules = {"space.supplies.flow": {"op": "all", "items": [{"do": "gain", "goods": {"gold": 15}}]}}
    table: dict[str, Any] = {"name": "rich", "players": 2, "bots": ["peaceful", "peaceful"], "rules": rules, "seed": 5}
    study = cs.space_study(table, games=2400, out=tmp_path / "study", workers=1)
    rows = {row["space"]: row for row in study.table.filter((pl.col("bot") == "all") & pl.col("seat").is_null()).iter_rows(named=True)}
    assert set(rows) == set(study.scenarios[0].places) and len(rows) > 15
    assert rows["supplies"]["low"] > 5 and rows["supplies"]["rank_low"] == 1
    assert rows["ruby_mining"]["low"] < 0 < rows["ruby_mining"]["high"] or rows["ruby_mining"]["effect"] < rows["supplies"]["effect"] / 2
    assert "supplies" in study.verdict and study.page().is_file()
    assert set(study.table["seat"]) == {None, 0, 1}
    assert {row["kind"] for row in study.asked["controls"]} == {"nested"} and len(study.asked["controls"]) == len(rows)


def test_another_game_has_spaces_too(tmp_path: Path) -> None:
    table = {"name": "two", "game": "agricola", "players": 2, "bots": ["random", "random"], "seed": 5}
    study = cs.space_study(table, games=1200, out=tmp_path / "study", workers=1)
    assert set(study.table["space"]) == set(study.scenarios[0].places) and len(study.scenarios[0].places) > 15


# ---------------------------------------------------------------- house rules together


def blocks_of(first: float, second: float, together: float, spread: float = 1.0) -> dict[tuple[int, ...], np.ndarray]:
    """What blocks have with neither rule, with each, and with both."""
    random = np.random.RandomState(3)
    luck = random.normal(70, 8, len(BLOCKS))
    worth = {(): 0.0, (0,): first, (1,): second, (0, 1): first + second + together}
    return {chosen: luck + worth[chosen] + random.normal(0, spread, len(BLOCKS)) for chosen in subsets(2)}


def test_rules_and_what_they_do_together_are_told_apart() -> None:
    found = family(effects_of(("a", "b"), blocks_of(2.0, -1.0, 1.5), BLOCKS))
    ends = dict(zip(found.effects.names, zip(found.low, found.high, strict=True), strict=True))
    truth = {"a": 2.0 + 0.75, "b": -1.0 + 0.75, "a with b": 1.5}  # the mean over what the other rule may be
    assert all(low < truth[name] < high for name, (low, high) in ends.items())
    assert ends["a with b"][0] > 0 and found.half_width < 0.5


def test_rules_that_do_nothing_together_are_not_said_to() -> None:
    shown = 0
    for seed in range(60):
        random = np.random.RandomState(seed)
        outcomes = {chosen: random.normal(70 + sum(chosen), 4, 200) for chosen in subsets(3)}
        found = family(effects_of(("a", "b", "c"), outcomes, np.arange(200)))
        shown += any(found.shown[place] for place, name in enumerate(found.effects.names) if " with " in name)
    assert shown <= 8  # at most 3 expected


def test_every_combination_plays_the_same_games(tmp_path: Path) -> None:
    """A rule that stays as printed does nothing, by itself or with others."""
    table = {"name": "two", "players": 2, "bots": ["novice", "novice"], "seed": 5}
    rules = [("start.food", [1, 1, 2, 3, 3, 3, 3]), ("furnishing.weaving_parlor.points", 30)]
    study = cs.factor_study(table, rules, games=80, out=tmp_path / "study", workers=1)
    rows = {row["rules"]: row["effect"] for row in study.table.filter(pl.col("seat").is_null()).iter_rows(named=True)}
    assert rows["start.food=1, 1, 2, 3, 3, 3, 3"] == 0
    assert rows["start.food=1, 1, 2, 3, 3, 3, 3 with furnishing.weaving_parlor.points=30"] == 0
    assert set(study.runs["two"]) == {"as it is", *rows}


def test_the_command_takes_rules_with_one_value_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["factors", "quickstart", "start.food=1,2", "growth=3"]) == 2
    assert "give one value, such as loot.cattle.strength=8" in capsys.readouterr().err
    out = ["--games", "8", "--out", str(tmp_path / "study"), "--quiet", "--workers", "1"]
    assert main(["factors", "quickstart", "start.food=[1,1,1,1,1,1,1]", "loot.cattle.strength=12", *out]) == 0
    assert "beyond what each does" in capsys.readouterr().out
    with pytest.raises(CavernaError, match="give 2 to 5 of them"):
        cs.factor_study("quickstart", [("loot.cattle.strength", 12)])


# ---------------------------------------------------------------- handicaps


def table_of(ahead: float) -> MadeUpRun:
    """Two seats; the first scores so much more on average."""
    random = np.random.RandomState(5)
    game = np.repeat(BLOCKS, 2)
    score = np.round(random.normal(70, 8, 2 * len(BLOCKS)) + np.tile([ahead, 0.0], len(BLOCKS)))
    best = score.reshape(-1, 2).max(axis=1).repeat(2)
    ties = (score.reshape(-1, 2) == best.reshape(-1, 2)).sum(axis=1).repeat(2)
    players = pl.DataFrame({
        "game": game, "seat": np.tile([0, 1], len(BLOCKS)), "bot": np.tile(["strong", "weak"], len(BLOCKS)), "score": score,
        "won": (score == best) / ties,
    })  # fmt: skip
    return MadeUpRun({}, {"games": pl.DataFrame({"game": BLOCKS, "block": BLOCKS}).lazy(), "players": players.lazy()})


@pytest.mark.parametrize("ahead", [0.0, 6.0, 12.0])
def test_even_is_what_a_seat_is_ahead(ahead: float) -> None:
    rows = {row["bot"]: row for row in even(with_points(table_of(ahead), "bot"), "bot", 0.5).iter_rows(named=True)}
    assert rows["strong"]["even_low"] < -ahead < rows["strong"]["even_high"]
    assert rows["weak"]["even_low"] < ahead < rows["weak"]["even_high"]
    assert rows["weak"]["wins_of_4_points"] > 0


def test_what_is_beyond_all_that_is_tried_has_no_number() -> None:
    rows = even(with_points(table_of(60.0), "seat"), "seat", 0.5)
    assert rows["even"].is_null().all() and max(POINTS) < 60


def test_more_food_is_worth_something_to_the_seat_that_gets_it(tmp_path: Path) -> None:
    table = {"name": "two", "players": 2, "bots": ["balanced", "novice"], "seed": 5}
    study = cs.handicap_study(table, games=240, out=tmp_path / "study", workers=1)
    rows = study.table.filter(pl.col("bot") == "all")
    assert set(rows["handicap"]) == {f"seat {seat}, {amount} {good}" for good in ("food", "gold") for seat in (0, 1) for amount in (2, 4)}
    gold = rows.filter(pl.col("handicap").str.ends_with("4 gold"))["effect"]
    assert 2 < gold.mean() < 9  # type: ignore[operator]  # what is kept is worth 4
    assert rows.filter(pl.col("handicap").str.ends_with("4 food"))["effect"].mean() > 0  # type: ignore[operator]
    by_bot = {row["bot"]: row["even"] for row in study.found.tables["Even by bot, two"].iter_rows(named=True)}
    assert by_bot["balanced"] is None or by_bot["balanced"] < -5
    assert "points that make the game even" in study.verdict and study.page().is_file()
    told = {row["what"]: row["holds"] for row in study.asked["controls"]}
    assert told["seat 0, 4 food more, against 2 food"] and told["seat 1, 2 food more, against none"]


class Played(MadeUpRun):
    """One that knows how many games it has."""

    games_played = len(BLOCKS)


def test_a_handicap_that_changed_nothing_may_still_be_worth_something() -> None:
    """An interval of no width would say that it is impossible."""
    tables = table_of(0.0).tables
    run = Played({"scenario": {"players": 2}}, {**tables, "players": tables["players"].with_columns(bot=pl.lit("alike"))})
    found = Evidence("two", {NOTHING: run, "seat 0, 2 gold": run}).families["effect"]  # type: ignore[dict-item]
    assert (found.effects.values == 0).all() and (found.low < -0.01).all() and (found.high > 0.01).all()
