"""Studies find what is planted, find nothing where nothing can be, and keep what was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.dataset.read import Run
from caverna_sim.experiments.limits import may_be_nothing
from caverna_sim.experiments.outcomes import block_means, seats_of
from caverna_sim.experiments.studies import studies
from caverna_sim.experiments.study import Study
from caverna_sim.experiments.tables import csv_of
from caverna_sim.experiments.things import focal_of
from caverna_sim.stats.effects import drawn_design, least_squares

BASE: dict[str, Any] = {"name": "two", "players": 2, "bots": ["balanced", "adventurer"], "seed": 5}
ENDS = ("low", "high", "pointwise", "p_adjusted", "discovery", "rank_low", "rank_high", "blocks", "games")
MORE_POINTS = 6


def printed_points(tile: str) -> int:
    from caverna_sim.games.caverna.box.tables import printed_tables

    return int(printed_tables()["furnishing"][tile]["points"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studies")


@pytest.fixture(scope="module")
def tiles(folder: Path) -> Study:
    """A furnishing that everybody would build is worth 6 points more, another one cannot be paid."""
    rules = {
        "furnishing.weaving_parlor.points": printed_points("weaving_parlor") + MORE_POINTS,
        "furnishing.wood_supplier.cost.stone": 40,
    }
    return cs.tile_study({**BASE, "rules": rules}, games=1600, out=folder / "tiles", workers=1)


@pytest.fixture(scope="module")
def openings(folder: Path) -> Study:
    """A space that gives 15 gold more than printed."""
    rules = {"space.supplies.flow": {"op": "all", "items": [{"do": "gain", "goods": {"gold": 17}}]}}
    pool = ["supplies", "excavation"]
    return cs.opening_study(
        {**BASE, "rules": rules, "bots": ["peaceful", "peaceful"]}, pool=pool, games=800, out=folder / "openings", workers=1
    )


def row(study: Study, **keys: object) -> dict[str, Any]:
    """The one row of the main table with these keys."""
    found = study.table
    for name, value in keys.items():
        found = found.filter(pl.col(name).is_null() if value is None else pl.col(name) == value)
    assert len(found) == 1
    return found.row(0, named=True)


# ---------------------------------------------------------------- furnishings


def test_the_table_of_furnishings_has_the_columns_of_the_contract(tiles: Study) -> None:
    estimates = ("table_effect", "private", "others", "contested")
    assert {"tile", "bot", *estimates, "built", "built_when_there", "as_built", *ENDS} <= set(tiles.table.columns)
    assert not [name for name, kind in tiles.table.schema.items() if kind.is_nested()]
    assert set(tiles.table["bot"]) == {"all", "balanced", "adventurer"}
    for name in estimates:
        assert (tiles.table[f"{name}_low"] <= tiles.table[name]).all()
        assert (tiles.table[name] <= tiles.table[f"{name}_high"]).all()


def test_a_furnishing_made_worth_six_points_more_is_found(tiles: Study) -> None:
    found = row(tiles, tile="weaving_parlor", bot="all")
    assert found["private_low"] > 0 and found["table_effect_low"] > 0
    assert found["private_high"] > 0.5 * MORE_POINTS * found["built_when_there"]
    assert found["discovery"] and found["rank_low"] == 1


def test_points_that_may_be_nothing_are_told_apart_from_wins_that_are_shown() -> None:
    told = may_be_nothing("−0.2 points (−0.9 to +0.6), but −12.3 % of the wins (−16.1 to −8.4)")
    assert told == "−0.2 points (−0.9 to +0.6), which may be nothing, but −12.3 % of the wins (−16.1 to −8.4)"
    assert may_be_nothing("+0.1 points (−0.9 to +1.1)") == "+0.1 points (−0.9 to +1.1), which may be nothing"


def test_a_slice_of_a_run_has_the_lots_of_its_blocks(tiles: Study) -> None:
    """Lots are drawn for blocks: their rows go with the games of these blocks, whether they name games or not."""
    runs = tiles.runs["two"]
    size = int(runs["access"].manifest["block_games"])
    for run, table in ((runs["absence"], "supply"), (runs["access"], "assigned")):
        part = run.between(10 * size, 30 * size)
        blocks = part.games.select(pl.col("block").unique().sort()).collect()["block"].to_list()
        assert blocks == list(range(10, 30))
        drawn = part.table(table).collect()
        assert drawn["block"].unique().sort().to_list() == blocks
        assert drawn.equals(run.table(table).filter(pl.col("block").is_in(blocks)).collect())
        assert sum(one["games"] for one in part.manifest["chunks"].values()) <= run.games_played


def test_points_on_a_furnishing_are_worth_what_its_builders_gain(tiles: Study, folder: Path) -> None:
    """The same lots with the printed points: who builds it anyway gains 6 points, who is drawn to it by them gains something up to 6."""
    rules = {"furnishing.wood_supplier.cost.stone": 40}
    plain = cs.tile_study({**BASE, "rules": rules}, games=1600, out=folder / "plain", workers=1)
    rich, poor = (study.runs["two"]["access"] for study in (tiles, plain))
    focal = focal_of(rich)
    seats = focal.select("block", "seat").unique().lazy()
    (blocks, more), (others, less) = (block_means(seats_of(run), focal=seats) for run in (rich, poor))
    assert (blocks == others).all() and focal.equals(focal_of(poor))
    found = least_squares(more - less, *drawn_design(focal, "tile", "access", "nobody", blocks)[1:]).only(["weaving_parlor: focal"])
    alone = focal.filter((pl.col("tile") == "weaving_parlor") & (pl.col("access") == "focal"))
    least, most = (MORE_POINTS * share_of_builders(run, "weaving_parlor", alone) for run in (poor, rich))
    margin = 2 * found.errors[0]
    assert margin < least < most
    assert least - margin <= found.values[0] <= most + margin


def share_of_builders(run: Run, tile: str, seats: pl.DataFrame) -> float:
    """Of the seats (block, seat), those that build a furnishing."""
    built = run.furnishings.filter(pl.col("tile").cast(pl.String) == tile).select("game", "seat", pl.lit(True).alias("built"))
    every = (
        run.games.select("game", "block")
        .join(seats.select("block", "seat").lazy(), on="block")
        .join(built, on=["game", "seat"], how="left")
    )
    return float(every.select(pl.col("built").fill_null(False).mean()).collect().item())


def test_a_furnishing_that_nobody_can_pay_shows_nothing(tiles: Study) -> None:
    found = row(tiles, tile="wood_supplier", bot="all")
    assert found["built"] == 0 == found["built_when_there"]
    assert found["table_effect_low"] < 0 < found["table_effect_high"]
    assert found["private_low"] < 0 < found["private_high"]


def test_controls_are_told(tiles: Study) -> None:
    assert tiles.found.is_valid
    assert any("controls hold; furthest off: " in doubt for doubt in tiles.found.doubts)
    kept = json.loads((tiles.folder / "study.json").read_text(encoding="utf-8"))["controls"]
    assert [*kept[0]] == ["kind", "what", "effect", "low", "high", "holds"]
    assert "Wood supplier, which nobody builds" in [row["what"] for row in kept if row["kind"] == "ghosts"]


def test_ghosts_and_nested_arms_are_controls(tiles: Study) -> None:
    """Eight furnishings that nobody can pay, and every furnishing that a seat alone may build."""
    every = tiles.found.controls["two"]
    unpayable = [one for one in every if one.what.endswith("which nobody can pay")]
    assert len(unpayable) == 8 and all(one.holds for one in unpayable)
    dear = [one for one in every if one.what.endswith("at a price that it is never worth")]
    assert len(dear) == 8 and all(one.kind == "prices" for one in dear)
    rules = tiles.runs["two"]["too dear"].manifest["scenario"]["rules"]
    assert rules["furnishing.wood_supplier.cost.gold"] == 15  # more gold than it ever brings points, and somebody might have it
    assert sum(one.kind == "nested" for one in every) == 47
    assert tiles.runs["two"]["ghosts"].games_played <= 0.11 * sum(run.games_played for run in tiles.runs["two"].values())


def test_a_study_that_grows_counts_its_looks(folder: Path) -> None:
    """Later looks are wider than those who look once; the same games again are the same look."""

    def width(study: Study) -> float:
        return float((study.table["high"] - study.table["low"]).max())  # type: ignore[arg-type, operator]

    once = cs.seat_study(BASE, games=240, out=folder / "once", workers=1)
    first = cs.seat_study(BASE, games=120, out=folder / "grows", workers=1)
    again = cs.seat_study(BASE, games=120, out=folder / "grows", workers=1)
    assert width(first) == width(again)
    second = cs.seat_study(BASE, games=240, out=folder / "grows", workers=1)
    assert width(second) > 1.1 * width(once)
    looks = [json.loads((study.folder / "study.json").read_text(encoding="utf-8"))["looks"] for study in (once, second)]
    assert looks == [[240], [120, 240]]
    assert any("look 2 at a study that grows" in doubt for doubt in second.found.doubts)


def test_a_changed_furnishing_that_nobody_builds_is_said_first_and_not_judged(tiles: Study) -> None:
    (told,) = tiles.found.before
    assert told.startswith("Wood supplier was built in 0 of ") and told.endswith("so these games say nothing of it.")
    assert row(tiles, tile="wood_supplier", bot="all")["discovery"] is None
    assert row(tiles, tile="weaving_parlor", bot="all")["discovery"] is True
    assert "Wood supplier" not in tiles.verdict
    assert f'<p class="limit">{told}</p>' in tiles.page().read_text(encoding="utf-8").partition('<p id="answer">')[0]


def test_a_page_has_one_criterion_of_shown(tiles: Study) -> None:
    """The interval of a row; false discoveries are another matter, and stand in the files."""
    page = tiles.page().read_text(encoding="utf-8")
    assert "discovery" in tiles.table.columns and "discovery" not in page and "p_adjusted" not in page


def test_a_page_says_what_was_played(folder: Path) -> None:
    """Its games, and who sat there; a description that knows of others is left out."""
    described = {**BASE, "description": "A table of two plans.", "games": 5000}
    plain = cs.seat_study(described, games=80, out=folder / "described", workers=1).page().read_text(encoding="utf-8")
    assert "two: A table of two plans. 2 players; bots balanced, adventurer; seating balanced, 80 games, seed 5." in plain
    other = cs.seat_study(described, bots=["peaceful"] * 2, games=80, out=folder / "other", workers=1).page().read_text(encoding="utf-8")
    assert "two: 2 players; bots 2 x peaceful; seating balanced, 80 games, seed 5." in other
    assert "5,000" not in plain and "two plans" not in other


def test_a_study_that_is_not_valid_asks_stronger_bots_next(tiles: Study) -> None:
    from argparse import Namespace
    from dataclasses import replace

    from caverna_sim.commands.study import _next
    from caverna_sim.stats.controls import Control

    typed = Namespace(scenarios=["mine.toml"], bots=None, seed=3, out="there")
    assert _next(tiles, typed)[1] == "caverna-sim tiles mine.toml --seed 3 --out there --games 6400"
    void = replace(tiles, found=replace(tiles.found, controls={"two": (Control("ghosts", "a thing", 2.0, 1.5, 2.5),)}))
    assert not void.found.is_valid
    assert _next(void, typed) == ("with stronger bots", "caverna-sim tiles mine.toml --seed 3 --bots swift swift --games 1600")
    assert _next(void, Namespace(scenarios="mine.toml", bots=["swift", "swift"]))[1].startswith(
        "caverna-sim tiles mine.toml --bots swift swift"
    )


def test_points_and_wins_are_told_together_where_they_disagree() -> None:
    import numpy as np

    from caverna_sim.experiments.tables import in_words
    from caverna_sim.stats.effects import Effects
    from caverna_sim.stats.families import family

    def of(values: list[float]) -> Any:
        shares = np.random.RandomState(1).normal(0, 0.002, (200, len(values)))
        return family(Effects(("alone", "unarmed", "weak"), np.array(values), np.arange(200), shares - shares.mean(axis=0), 199.0))

    points, wins = of([-3.6, -8.8, 0.0]), of([0.30, -0.10, 0.0])
    assert in_words(points, 0, wins).startswith("−3.6 points (−3.7 to −3.5), but +30.0 % of the wins (+2")
    assert in_words(points, 1, wins) == in_words(points, 1)
    assert in_words(points, 2, wins) == in_words(points, 2)


# ---------------------------------------------------------------- openings


def test_an_opening_made_rich_is_what_the_bot_takes_itself_and_all_others_lose(openings: Study) -> None:
    rich, other = (row(openings, seat=0, opening=name, bot="all") for name in ("supplies", "excavation_1_3"))
    assert rich["effect_low"] <= 0 <= rich["effect_high"]  # its bot goes there anyway
    assert other["effect_high"] < 0
    assert rich["effect"] - other["effect"] > 5
    assert rich["complied"] == other["complied"] == 1  # seat 0 places first
    assert 0 < row(openings, seat=1, opening="excavation_1_3", bot="all")["complied"] <= 1


def test_the_regret_of_each_seat_is_a_control(openings: Study) -> None:
    """Its bot goes to the rich space by itself, so no other opening is better."""
    regret = openings.found.controls["two"]
    assert [one.kind for one in regret] == ["regret"] * 2 and regret[0].what.startswith("seat 0 with ")
    assert all(one.holds for one in regret)


def test_openings_have_the_columns_of_the_contract(openings: Study) -> None:
    assert {"seat", "opening", "complied", "effect", "bot", *ENDS} <= set(openings.table.columns)


# ---------------------------------------------------------------- weapons


def test_who_never_arms_loses_nothing_by_not_being_allowed_to(folder: Path) -> None:
    study = cs.weapon_study({**BASE, "bots": ["peaceful", "peaceful"]}, games=640, out=folder / "peace", workers=1)
    nested = [one for one in study.found.controls["two"] if one.kind == "nested"]
    assert len(nested) == 6 and all(one.holds for one in nested)
    assert {"limit", "seat", "effect", "win_effect", "bot", *ENDS} <= set(study.table.columns)
    found = row(study, limit="no_weapons", seat=None, bot="all")
    assert found["effect_low"] < 0 < found["effect_high"]
    loot = study.found.tables["Loot, two"]
    assert {"loot", "effect", "low", "high"} <= set(loot.columns)
    assert ((loot["low"] < 0) & (loot["high"] > 0)).all()  # nobody goes on expeditions


def test_a_limit_without_effect_is_equivalent(folder: Path) -> None:
    """No weapon is stronger than 14 by the printed rules, so that 30 at most denies nothing."""
    from caverna_sim.experiments.lots import limit_effects
    from caverna_sim.stats.families import family

    drawn = {"any_weapon": {"weapon_max": 30}, "no_growth": {"dwarfs_max": 2}}
    run = cs.run(
        {**BASE, "limits": {"drawn": drawn}, "record": ["games", "players", "assigned"]}, games=2400, out=folder / "idle", workers=1
    )
    found = family(limit_effects(run, seats_of(run), "score", "all"), smallest_effect=2.5)
    assert dict(zip(found.effects.names, found.verdicts, strict=True)) == {"any_weapon": "equivalent", "no_growth": "different"}


# ---------------------------------------------------------------- seats, drama, sweeps


def test_seats_are_told_for_all_bots_and_for_each(folder: Path) -> None:
    study = cs.seat_study(BASE, games=200, out=folder / "seats", workers=1)
    assert {"seat", "bot", "margin", "win_share", *ENDS} <= set(study.table.columns)
    everybody = study.table.filter(pl.col("bot") == "all")
    assert everybody["margin"].sum() == pytest.approx(0, abs=1e-9)
    assert everybody["win_share"].sum() == pytest.approx(1)
    assert len(study.table) == 2 + 2 * 2


def test_drama_is_read_from_rounds(folder: Path) -> None:
    study = cs.drama(BASE, games=120, out=folder / "drama", workers=1)
    value = dict(study.table.select("measure", "value").iter_rows())
    assert {"measure", "players", "value"} <= set(study.table.columns)
    assert value["gap"] == pytest.approx(value["spread"])  # two players: the second is the last
    assert 0 <= value["comeback"] <= 1 <= value["plans"] <= 2
    rounds = study.found.tables["Round by round, two"]
    assert rounds["round"].to_list() == [*range(1, 9), *range(10, 13)]  # two players pass over round 9 (R-2P-1)


def test_a_rule_at_its_printed_value_changes_nothing(folder: Path) -> None:
    printed = [1, 1, 2, 3, 3, 3, 3]
    study = cs.sweep(BASE, "start.food", [printed, [9] * 7], games=120, out=folder / "sweep", workers=1)
    assert {"value", "seat", "bot", "effect", "win_effect", *ENDS} <= set(study.table.columns)
    same = study.table.filter(pl.col("value") == ", ".join(map(str, printed)))
    assert same["effect"].abs().max() == 0 == same["win_effect"].abs().max()
    assert row(study, value=", ".join(["9"] * 7), seat=None, bot="all")["effect_low"] > 0


def beside_in(study: Study, key: str) -> pl.DataFrame:
    """The table that sets two tables side by side, which its first sentence and a column of the main table speak of too."""
    both = study.found.tables["Side by side: two and other"]
    assert {key, "two", "other", "difference", "differs"} <= set(both.columns)
    assert "two and other" in study.found.sentences[0]
    assert study.table["p_same_everywhere"].is_not_null().any()
    return both


def test_drama_sweep_and_growth_set_tables_side_by_side(folder: Path) -> None:
    two = [BASE, {**BASE, "name": "other", "bots": ["novice", "novice"]}]
    drama = beside_in(cs.drama(two, games=60, out=folder / "drama_2", workers=1), "measure")
    assert "plans" not in drama["measure"].to_list()  # says who sits there, not how they play
    assert drama.filter(pl.col("measure") == "choices")["differs"].item()
    dear = ["-2", "+2"]
    sweep = cs.sweep(two, "furnishing.*dwelling*.cost.wood", dear, games=60, out=folder / "sweep_2", workers=1)
    assert beside_in(sweep, "value")["value"].to_list() == dear
    assert [picture.name.split("-")[0] for picture in sweep.found.pictures] == ["beside", "curve", "sweep", "curve", "sweep"]
    growth = cs.growth_study(two, games=160, out=folder / "growth_2", workers=1)
    assert beside_in(growth, "dwarf")["dwarf"].to_list() == ["a third dwarf", "a fourth dwarf", "a fifth dwarf and more"]


def test_the_curve_of_a_sweep_goes_through_what_is_played_now() -> None:
    from caverna_sim.experiments.sweep import _places

    assert _places(["-2", "+1"]) == [-2.0, 1.0]
    assert _places([0.5, 2]) == [0.5, 2.0]
    assert _places(["x0.5", "x2"]) == [0.5, 2.0]
    assert _places(["+1", "x2"]) is None is _places([[1, 2], [2, 3]])


def test_a_sweep_may_change_many_numbers_by_an_amount() -> None:
    from caverna_sim.experiments.sweep import house_rules
    from caverna_sim.scenario.scenario import load_scenario

    scenario = load_scenario(BASE)
    cheaper = house_rules("furnishing.*dwelling*.cost.wood", "-1", scenario)
    assert cheaper["furnishing.dwelling.cost.wood"] == 3
    assert cheaper["furnishing.simple_dwelling_4w2s.cost.wood"] == 3
    assert house_rules("loot.cattle.strength", "x2", scenario) == {"loot.cattle.strength": 20}
    with pytest.raises(cs.CavernaError, match=r"sweep: no number of the rules is called `loot.cow.strength`; did you mean"):
        house_rules("loot.cow.strength", "+1", scenario)


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["seats"], "seat"),
        (["sweep", "start.food=[5,5,5,5,5,5,5]", "--target", "equal_means"], "makes the scores of the seats most alike"),
        (["openings", "--pool", "supplies,excavation"], "opening"),
    ],
)
def test_a_study_is_a_command(words: list[str], answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from caverna_sim.cli import main

    name, *more = words
    assert main([name, "base_2", *more, "--games", "120", "--workers", "1", "--quiet", "--out", str(tmp_path / name)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert answer in shown and f"page: {tmp_path / name}" in shown


def test_every_study_is_told_by_its_game_or_fits_any() -> None:
    from caverna_sim.cli import commands
    from caverna_sim.experiments.studies import studies
    from caverna_sim.games import found_at

    assert {study.name for study in studies()} <= set(commands())
    assert all(callable(found_at(study.study)) for study in studies())


def test_a_rule_without_values_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    from caverna_sim.cli import main

    assert main(["sweep", "base_2", "start.food"]) == 2
    assert "give PATH=VALUE,VALUE, such as loot.cattle.strength=8,12" in capsys.readouterr().err


# ---------------------------------------------------------------- the folder


def test_the_folder_holds_page_tables_and_design(tiles: Study) -> None:
    tiles.page()
    names = {entry.name for entry in tiles.folder.iterdir()}
    assert {"report.html", "table.csv", "table.parquet", "study.json", "runs"} <= names
    kept = pl.read_parquet(tiles.folder / "table.parquet")
    assert kept.equals(tiles.table)
    asked = json.loads((tiles.folder / "study.json").read_text(encoding="utf-8"))
    assert asked["study"] == "tiles" and set(asked["estimands"]) >= {"table_effect", "private"}
    page = (tiles.folder / "report.html").read_text(encoding="utf-8")
    assert "What is each furnishing worth?" in page and "caverna-sim tiles two.toml" in page


def test_a_spreadsheet_carries_nothing_out() -> None:
    frame = pl.DataFrame({"bot": ["=1+1", "@SUM(A1)", "-2+3", "balanced", "+1", None], "=x": [1.5, -2.0, 0.0, 1.0, 2.0, 3.0]})
    lines = csv_of(frame).decode().splitlines()
    assert lines == ["bot,'=x", "'=1+1,1.5", "'@SUM(A1),-2.0", "'-2+3,0.0", "balanced,1.0", "+1,2.0", ",3.0"]


def test_the_same_call_loads_what_is_there_and_more_games_go_on(folder: Path) -> None:
    out = folder / "again"
    first = cs.seat_study(BASE, games=40, out=out, workers=1)
    parts = {path: path.stat().st_mtime_ns for path in out.rglob("part-*.parquet")}
    second = cs.seat_study(BASE, games=40, out=out, workers=1)
    assert second.table.equals(first.table)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("part-*.parquet")} == parts
    more = cs.seat_study(BASE, games=80, out=out, workers=1)
    assert more.games == 80
    assert {path: path.stat().st_mtime_ns for path in parts} == parts  # what was played stays


def test_each_scenario_may_have_games_of_its_own(folder: Path) -> None:
    other = {**BASE, "name": "other", "bots": ["peaceful", "balanced"]}
    study = cs.seat_study([BASE, other], games=[80, 40], out=folder / "lengths", workers=1)
    assert [study.runs[name]["games"].games_played for name in ("two", "other")] == [80, 40]
    assert "--games 80,40" in study.page().read_text(encoding="utf-8")
    with pytest.raises(cs.CavernaError, match="games for 3 scenarios are not allowed; give one number, or 2"):
        cs.seat_study([BASE, other], games=[80, 40, 20], out=folder / "wrong", workers=1)


def test_precision_is_reached_or_said_to_be_missed(folder: Path) -> None:
    reached = cs.seat_study(BASE, precision=3.0, out=folder / "precise", workers=1)
    assert reached.found.precision <= 3.0
    missed = cs.seat_study(BASE, games=40, precision=0.01, out=folder / "missed", workers=1)
    assert any("precision of ±0.01 was not reached" in doubt for doubt in missed.found.doubts)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"games": 0}, "games: 0 is not allowed"),
        ({"games": True}, "games: True is not allowed"),
        ({"precision": -1}, "precision: -1 is not allowed"),
        ({"bots": ["nobody", "balanced"]}, "unknown bot `nobody`"),
    ],
)
def test_wrong_arguments_are_told_before_anything_is_played(folder: Path, arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(cs.CavernaError, match=problem):
        cs.seat_study(BASE, out=folder / "wrong", workers=1, **arguments)
    assert not (folder / "wrong").exists()


def test_a_folder_of_another_study_is_left_alone(folder: Path) -> None:
    cs.seat_study(BASE, games=40, out=folder / "taken", workers=1)
    with pytest.raises(cs.DatasetError, match="holds another study"):
        cs.drama(BASE, games=40, out=folder / "taken", workers=1)
    (folder / "full").mkdir()
    (folder / "full" / "notes.txt").write_text("mine")
    with pytest.raises(cs.DatasetError, match="holds other things"):
        cs.seat_study(BASE, games=40, out=folder / "full", workers=1)


# ---------------------------------------------------------------- growth


def test_who_may_grow_no_further_than_all_do_loses_nothing(folder: Path) -> None:
    """Where no family may grow beyond three dwarfs, leave for a fourth is worth nothing."""
    study = cs.growth_study(
        {**BASE, "limits": {"seat_0": {"dwarfs_max": 3}, "seat_1": {"dwarfs_max": 3}}}, games=600, out=folder / "growth", workers=1
    )
    assert {"dwarf", "bot", "effect", "win_effect", *ENDS} <= set(study.table.columns)
    third, fourth, fifth = (row(study, dwarf=name, bot="all") for name in ("a third dwarf", "a fourth dwarf", "a fifth dwarf and more"))
    assert third["effect_low"] > 0
    assert fourth["effect_low"] < 0 < fourth["effect_high"]
    assert fifth["effect_low"] < 0 < fifth["effect_high"]


@pytest.mark.parametrize("name", [one.name for one in studies()])
def test_every_study_takes_what_its_command_gives_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = {"sweep": ["start.food=[1, 1]"], "factors": ["start.food=[1, 1]", "loot.cattle.strength=12"]}
    assert main([name, "no_such_scenario", *rules.get(name, [])]) == 2
    assert "no_such_scenario" in capsys.readouterr().err
