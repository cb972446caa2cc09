"""Plans against plans: what is planted is found, a mirror is even, the table made by hand is judged cell by cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.experiments import said as said_module
from caverna_sim.experiments.said import judged, name_of, said
from caverna_sim.experiments.study import Study
from caverna_sim.games.caverna.told import CAVERNA
from caverna_sim.stats.effects import Effects

TWIN = {"twin": {"base": "balanced"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("plans")


@pytest.fixture(scope="module")
def pairs(folder: Path) -> Study:
    """Two names for the same plan, and one that is much weaker."""
    table = {"name": "pairs", "players": 2, "bots": ["balanced", "twin"], "bot": TWIN, "seed": 3}
    return cs.plan_study({**table, "draw": "random", "bots": ["balanced", "twin", "novice"]}, games=160, out=folder / "pairs", workers=1)


def cell(study: Study, plan: str, against: str) -> dict[str, Any]:
    found = study.table.filter((pl.col("plan") == plan) & (pl.col("against") == against))
    assert len(found) == 1
    return found.row(0, named=True)


def test_every_plan_meets_every_plan(pairs: Study) -> None:
    names = {"plan", "against", "of_a_kind", "players", "lead", "win_share", "score", "low", "high", "pointwise", "blocks", "games"}
    assert names <= set(pairs.table.columns)
    assert len(pairs.table) == 3 * 3
    assert pairs.games == 6 * 160


def test_the_stronger_plan_is_ahead_and_what_one_wins_the_other_loses(pairs: Study) -> None:
    won, lost = cell(pairs, "balanced", "novice"), cell(pairs, "novice", "balanced")
    assert won["lead_low"] > 15 and won["discovery"]
    assert won["lead"] == pytest.approx(-lost["lead"], abs=1e-5)
    assert won["win_share"] + lost["win_share"] == pytest.approx(1)
    assert won["score"] - lost["score"] == pytest.approx(won["lead"], abs=1e-5)


def test_a_plan_under_another_name_is_the_same_plan(pairs: Study) -> None:
    """Lots do not depend on the bot, so both orders of the twins play the same game."""
    found, other = cell(pairs, "balanced", "twin"), cell(pairs, "balanced", "novice")
    assert (found["lead"], found["win_share"]) == pytest.approx((0, 0.5))
    assert cell(pairs, "twin", "novice")["score"] == other["score"]


def test_against_itself_nobody_is_ahead(pairs: Study) -> None:
    for plan in ("balanced", "twin", "novice"):
        found = cell(pairs, plan, plan)
        assert (found["lead"], found["lead_low"], found["lead_high"], found["win_share"]) == (0, 0, 0, 0.5)
        assert found["score_low"] < found["score"] < found["score_high"]


def test_all_pairs_play_the_same_deals(pairs: Study) -> None:
    deals = [run.games.select("block", "setup").unique().sort("block").collect() for run in pairs.runs["pairs"].values()]
    least = min(len(one) for one in deals)
    assert all(one.head(least).equals(deals[0].head(least)) for one in deals)


def test_the_answer_names_the_best_plan_and_the_page_tells_all(pairs: Study) -> None:
    assert "is shown to beat 1 of the 2 others" in pairs.verdict and "Last comes novice" in pairs.verdict
    page = pairs.page().read_text(encoding="utf-8")
    assert "Which plan does well against which?" in page and "caverna-sim plans pairs.toml" in page


@pytest.fixture(scope="module")
def kinds(folder: Path) -> Study:
    return cs.plan_study(["balanced", "novice"], players=[3], games=480, out=folder / "kinds", workers=1)


def test_how_many_share_a_plan_is_left_to_lots(kinds: Study) -> None:
    found = kinds.table.filter(pl.col("plan") == "balanced").sort("of_a_kind")
    assert found["of_a_kind"].to_list()[:2] == [1, 2]
    assert (found["players"] == 3).all() and found["against"].null_count() == len(found)
    alone = found.row(0, named=True)
    assert alone["lead_low"] > 15 and alone["win_share_low"] > 0.5  # among two that hardly play
    run = kinds.runs["3 players"]["balanced"]
    counts = run.players.group_by("game").agg((pl.col("bot").cast(pl.String) == "balanced").sum().alias("n")).collect()["n"].value_counts()
    shares = dict(counts.with_columns(pl.col("count") / pl.col("count").sum()).iter_rows())
    assert {n: round(share, 1) for n, share in shares.items()} == pytest.approx({0: 0.125, 1: 0.375, 2: 0.375, 3: 0.125}, abs=0.1)


def test_two_on_a_plan_are_set_against_one(kinds: Study) -> None:
    shared = kinds.found.tables["More than one on a plan, 3 players"]
    found = shared.filter((pl.col("plan") == "balanced") & (pl.col("of_a_kind") == 2)).row(0, named=True)
    rows = kinds.table.filter(pl.col("plan") == "balanced").sort("of_a_kind")["score"].to_list()
    assert found["score"] == pytest.approx(rows[1] - rows[0])
    assert found["lead_high"] < 0  # with another strong plan at the table one is less far ahead


def test_more_games_go_on(folder: Path) -> None:
    out = folder / "again"
    cs.plan_study(["balanced", "novice"], players=[2], games=40, out=out, workers=1)
    parts = {path: path.stat().st_mtime_ns for path in out.rglob("part-*.parquet")}
    more = cs.plan_study(["balanced", "novice"], players=[2], games=80, out=out, workers=1)
    assert more.games == 3 * 80
    assert {path: path.stat().st_mtime_ns for path in parts} == parts


@pytest.mark.parametrize(
    ("given", "options", "problem"),
    [
        (["balanced"], {}, "has one plan"),
        (["balanced", "base_2"], {}, "`balanced` is a bot, and others are not"),
        (["solo"], {}, "has one player"),
        (["balanced", "novice"], {"players": [1]}, "players"),
        (["balanced", "novice"], {"players": [2, 2]}, "players: 2 stands here twice"),
        (["base_2"], {"players": [2]}, "is for bots"),
        (["balanced", "novice"], {"bots": ["trader"]}, "name the bots once"),
    ],
)
def test_what_cannot_be_played_is_told_first(folder: Path, given: list[str], options: dict[str, Any], problem: str) -> None:
    with pytest.raises(cs.CavernaError, match=problem):
        cs.plan_study(given, out=folder / "wrong", workers=1, **options)
    assert not (folder / "wrong").exists()


# ---------------------------------------------------------------- the table made by hand


def made_up(points: dict[tuple[str, str], float], error: float = 0.5) -> tuple[Effects, Effects]:
    """Scores and leads that are known so well."""
    random = np.random.RandomState(1)
    names = tuple(map(name_of, points))
    values = np.array(list(points.values()))
    shares = random.normal(0, error / 20, (400, len(names)))
    shares -= shares.mean(axis=0)
    swapped = [names.index(name_of((b, a))) for a, b in points]
    blocks = np.arange(400)
    return (
        Effects(names, values, blocks, shares, 399.0),
        Effects(names, values - values[swapped], blocks, shares - shares[:, swapped], 399.0),
    )


SAID = CAVERNA.plans_said


def bots_of_the_table() -> list[str]:
    return list(said(SAID).plans.values())


def as_said(SAID) -> dict[tuple[str, str], float]:
    told = said(SAID)
    return {(told.plans[a], told.plans[b]): points for (a, b), points in told.points.items() if {a, b} <= set(told.plans)}


def test_every_plan_but_one_is_played_by_a_bot_of_the_roster() -> None:
    from caverna_sim.games.caverna.bots.parameters import packaged_bots

    assert set(bots_of_the_table()) <= set(packaged_bots())
    assert len(said(SAID).points) == 64 and len(said(SAID).plans) == 7


def test_what_is_said_holds_where_it_is_true() -> None:
    found = judged(SAID, *made_up(as_said(SAID)), bots_of_the_table())
    assert found is not None
    assert set(found.table["within_a_step"]) == {"holds"}
    assert set(found.table["ahead"]) == {"holds", ""}
    assert "It is said that two on the same plan both score least: holds for the plan" in found.sentences[1]
    assert "does not hold" not in found.sentences[2]


def test_what_is_said_fails_where_it_is_false() -> None:
    turned = {(b, a): points for (a, b), points in as_said(SAID).items()}
    turned["builder", "builder"] = 150.0
    found = judged(SAID, *made_up(turned), bots_of_the_table())
    assert found is not None
    row = found.table.filter((pl.col("plan") == "furnishing rush") & (pl.col("against") == "weapon rush")).row(0, named=True)
    assert (row["within_a_step"], row["ahead"]) == ("does not hold", "does not hold")
    assert "does not hold for the plan furnishing rush" in found.sentences[1]


def test_what_is_hardly_known_is_open() -> None:
    found = judged(SAID, *made_up(as_said(SAID), error=60), bots_of_the_table())
    assert found is not None
    assert set(found.table["within_a_step"]) == {"undecided"}


def test_one_plan_alone_says_nothing_of_the_table() -> None:
    assert judged(SAID, *made_up(as_said(SAID)), ["builder"]) is None


def test_the_table_must_be_square(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[[plan]]\nname = "a"\n[[plan]]\nname = "b"\n[points]\nrows = [[1, 2]]\n'
    monkeypatch.setattr(said_module, "parsed", lambda *_: __import__("tomllib").loads("title = 'x'\nstep = 5\n" + text))
    with pytest.raises(cs.RulesError, match="a row and a column for each of the 2 plans"):
        said.__wrapped__(SAID)
