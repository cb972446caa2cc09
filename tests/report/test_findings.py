"""What a study found, kept without its runs: what a page makes of it, whatever its tables are called."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from caverna_sim.experiments.alike import alike, noting
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.report.answer import said_of
from caverna_sim.report.asked import cautions, in_brief, in_words, page_text
from caverna_sim.report.blocks import blocks_of, data_of
from caverna_sim.report.findings import MAIN, NOT_TRIED, Findings, Group, Thing, from_data, to_data
from caverna_sim.report.layout import layout_of
from caverna_sim.stats.effects import least_squares
from caverna_sim.stats.families import family

STRONG, SCRIPTED = (
    Group(name, f"2 players, {name}", 2, name, ("balanced", "balanced")) for name in ("strong", "scripted")
)  # fmt: skip
TABLE = pl.DataFrame({
    "barn": ["red", "blue", "red", "blue"], "scenario": ["strong", "strong", "scripted", "scripted"],
    "effect": [1.5, -0.5, 0.2, 0.1], "effect_low": [1.0, -1.0, -0.2, -0.3], "effect_high": [2.0, -0.1, 0.6, 0.5],
})  # fmt: skip


def findings(study: str = "mystery", table: pl.DataFrame = TABLE, **more: Any) -> Findings:
    tables = {MAIN: table, **more.pop("tables", {})}
    return Findings(
        study, "Which barn?", "caverna", (STRONG, SCRIPTED), 100, tables, ("At the table of strong: red is worth 1.5.",), **more
    )


def test_a_study_that_no_layout_knows_has_a_page() -> None:
    found = findings(command="caverna-sim mystery", things={"red": Thing("Red <barn>", "barn", "1 wood", 1)})
    block = blocks_of(found, layout_of("mystery", "caverna"))[0]
    assert (block.item, block.kind, list(block.estimates)) == ("barn", "rows", ["effect"])
    assert said_of(block, found) == ("Which barn?", ("At the table of strong: red is worth 1.5.",))
    page = page_text(found)
    assert "Red &lt;barn&gt;" in page and "\\u003cbarn>" in page and "Red <barn>" not in page
    assert "Strong: red is worth 1.5." in page  # tables go by who plays there


def test_what_is_kept_is_read_again() -> None:
    found = findings(things={"red": Thing("Red barn", "barn", "1 wood", 1)}, doubts=("Few games.",), following=(("Next", "caverna-sim x"),))
    assert from_data(to_data(found), found.tables) == found
    assert page_text(from_data(to_data(found), found.tables)) == page_text(found)


def test_no_finding_is_told_of_what_nobody_tried() -> None:
    found = replace(
        findings("tiles", TABLE.rename({"barn": "tile", **{f"effect{end}": f"table_effect{end}" for end in ("", "_low", "_high")}}))
    )
    block = blocks_of(found, layout_of("tiles", "caverna"))[0]
    assert said_of(block, found)[0] == "Red is worth most: +1.5 points to every seat"
    assert said_of(block, replace(found, judged=NOT_TRIED))[0] == "Which barn?"


def test_tables_are_told_apart_by_strength_players_or_name() -> None:
    twice = replace(findings(), groups=(STRONG, replace(STRONG, name="rich")))
    assert findings().labels == {"strong": "strong", "scripted": "scripted"}
    assert twice.labels == {"strong": "strong", "rich": "rich"}
    levels = replace(findings(), groups=tuple(replace(SCRIPTED, name=f"base_2-{bot}") for bot in ("balanced", "swift")))
    assert list(levels.labels.values()) == ["balanced", "swift"]
    assert in_words(twice, "At the table of rich: more.") == "rich: more."


def test_further_tables_of_several_places_become_one_and_set_their_rows_apart() -> None:
    one = pl.DataFrame(
        {"first": ["a", "a", "b"], "second": ["b", "c", "c"], "effect": [1.0, 2.0, 3.0], "low": [0.5] * 3, "high": [3.5] * 3}
    )
    found = findings(tables={"Pairs, strong": one, "Pairs, scripted": one.with_columns(pl.col("effect") + 1), "Side by side: both": one})
    _, pairs = blocks_of(found, layout_of("mystery", "caverna"))
    assert (pairs.title, pairs.kind, pairs.item, pairs.layout.across) == ("Pairs", "matrix", "first", "second")
    assert len(pairs.frame) == 6 and {"effect_low", "effect_high"} <= set(pairs.frame.columns)
    long = pl.DataFrame({"first": ["a"] * 20, "second": [f"x{place}" for place in range(20)], "third": ["y"] * 20, "effect": [1.0] * 20})
    long = long.with_columns(
        pl.lit(0.5).alias("low"), pl.lit(1.5).alias("high"), pl.Series("second", ["x"] * 20), pl.Series("price", range(20))
    )
    _, block = blocks_of(findings(tables={"Long": long}), layout_of("mystery", "caverna"))
    assert block.kind == "rows" and block.frame[block.item].n_unique() == 20
    assert len(data_of(block, found)["rows"]) == 20


def test_the_difference_of_two_rows_is_as_sure_as_the_effects_say() -> None:
    """What a page makes of correlations is what the study itself would find for the difference."""
    random = np.random.RandomState(1)
    design = (random.random((400, 3)) < 0.5).astype(float)
    design[:, 1] = np.where(random.random(400) < 0.8, design[:, 0], design[:, 1])  # the first two hardly apart
    effects = least_squares(design @ [1.0, 2.0, 3.0] + random.standard_normal(400), design, ["a", "b", "c"])
    found = family(effects)
    with noting() as noted:
        table = with_estimates({"barn": ["a", "b", "c"]}, {"worth": found}, {})
    shuffled = table[[2, 0, 1]]
    (kept,) = alike(shuffled, noted)
    assert (kept.estimate, kept.rows) == ("worth", (1, 2, 0)) and len(kept.correlations) == 3
    width = family(effects.combined(np.array([[1.0, -1.0, 0.0]]), ["a minus b"])).pointwise[0]
    a, b = found.pointwise[0], found.pointwise[1]
    assert np.sqrt(a**2 + b**2 - 2 * kept.correlations[0] * a * b) == pytest.approx(width, rel=0.01)
    assert width > np.sqrt(a**2 + b**2)  # they are known together worse than apart
    assert alike(shuffled.with_columns(pl.col("worth") + 1), noted) == ()  # of other rows


@pytest.mark.slow
def test_a_game_in_which_it_happened_is_one_of_its_run(tmp_path: Path) -> None:
    import caverna_sim as cs
    from caverna_sim.report.findings import of_study

    scenario = {"name": "two", "players": 2, "bots": ["balanced", "ruby_miner"], "seed": 5}
    found = of_study(cs.tile_study(scenario, games=480, out=tmp_path / "tiles", workers=1))
    words = found.examples["wood_supplier"].split()
    run, index = cs.load(words[2]), int(words[4])
    built = run.furnishings.filter((pl.col("game") == index) & (pl.col("tile").cast(pl.String) == "wood_supplier")).collect()
    assert words[:2] == ["caverna-sim", "watch"] and len(built) > 0
    assert found.alike and found.date and found.things["wood_supplier"] == Thing("Wood supplier", "material", "1 stone", 1)


def test_a_caution_names_the_first_and_counts_the_others() -> None:
    long = "with care: a: +1.2 points (0.3 to 2.1); b: +1.1 points (0.2 to 2.0); c: +1.0 points (0.1 to 1.9); and 2 more; take care."
    assert in_brief(long) == "with care: a: +1.2 points; and 4 more; take care."
    assert in_brief("with care: a: +1.2 points (0.3 to 2.1); take care.") == "with care: a: +1.2 points (0.3 to 2.1); take care."


def test_cautions_of_other_tables_stand_among_the_limits() -> None:
    """Above the picture stands what is to be known of the table that it shows."""
    found = findings(before=("At the table of strong: careful.", "At the table of scripted: careful too.", "Of all."))
    assert cautions(found, "strong") == (["At the table of strong: careful.", "Of all."], ["At the table of scripted: careful too."])
    page = page_text(found)
    assert page.index("Strong: careful.") < page.index('id="answer"') < page.index("Scripted: careful too.")
