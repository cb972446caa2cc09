"""What a study found, kept without its runs: what a page makes of it, whatever its tables are called."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.experiments.alike import alike, noting
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.report.answer import said_of, start_of
from caverna_sim.report.asked import Published, cautions, in_brief, in_words, page_text, tab_of
from caverna_sim.report.blocks import blocks_of, data_of, who_played, words_of
from caverna_sim.report.findings import MAIN, NOT_TRIED, Findings, Group, Thing, from_data, group_of, to_data
from caverna_sim.report.layout import layout_of
from caverna_sim.scenario.scenario import read_scenario
from caverna_sim.stats.controls import MEANS
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


def test_bots_that_are_made_from_strong_ones_are_strong() -> None:
    """Such as those of a pool; who is made from a scripted one is not."""
    pool = cs.scenarios()["pool_4"]
    assert group_of(pool).strength == "strong"
    own = {"name": "own", "players": 2, "bots": ["mine", "value"], "bot": {"mine": {"base": "balanced"}}}
    assert group_of(read_scenario(own)).strength == "scripted"


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


def test_a_table_that_is_about_none_of_those_played_at_is_shown_all_the_same() -> None:
    """Such as one over the strengths of a scenario: `table_4` where `table_4-swift` and others were played."""
    frame = TABLE.with_columns(scenario=pl.lit("elsewhere"))
    found = findings(tables={"Strengths": frame.unique("barn")})
    block = blocks_of(found, layout_of("mystery", "caverna"))[1]
    assert block.title == "Strengths" and "scenario" not in data_of(block, found)["columns"] and len(data_of(block, found)["rows"]) == 2


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
    assert (kept.estimate, kept.rows) == ("worth", (1, 2, 0)) and len(kept.thousandths) == 3
    width = family(effects.combined(np.array([[1.0, -1.0, 0.0]]), ["a minus b"])).pointwise[0]
    a, b = found.pointwise[0], found.pointwise[1]
    assert np.sqrt(a**2 + b**2 - 2 * kept.thousandths[0] / 1000 * a * b) == pytest.approx(width, rel=0.01)
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
    long = "with care: look out. A: +1.2 points (0.3 to 2.1); b: +1.1 points (0.2 to 2.0); c: +1.0 points (0.1 to 1.9); and 2 more."
    assert in_brief(long) == "with care: look out. A: +1.2 points; and 4 more."
    assert in_brief("with care: look out. A: +1.2 points (0.3 to 2.1).") == "with care: look out. A: +1.2 points (0.3 to 2.1)."
    assert in_brief("Few games. Here; there; everywhere.") == "Few games. Here; there; everywhere."  # is no control


def test_a_caution_says_whose_play_it_is_about() -> None:
    assert in_words(findings(), "At the table of strong: with care: look out.") == "With care (strong play): look out."


def test_a_table_whose_control_fails_by_much_is_not_shown_first() -> None:
    """The page begins with play that tells something, says so in its title, and the caution stands before it."""
    table = TABLE.rename({"barn": "tile", **{f"effect{end}": f"table_effect{end}" for end in ("", "_low", "_high")}})
    table = table.with_columns(table_effect_low=pl.col("table_effect") - 0.1)
    caution = "At the table of strong: not valid: who may do more scores less. Red against blue: −2.0 points (−3.0 to −1.5)."
    found = replace(findings("tiles", table), before=(caution,))
    block = blocks_of(found, layout_of("tiles", "caverna"))[0]
    assert [one.name for one in found.void] == ["strong"] and start_of(block, found).name == "scripted"
    assert said_of(block, found)[0] == "Scripted players: Red is worth most: +0.2 points to every seat"
    page = page_text(found)
    assert page.index("Not valid (strong play): who may do more") < page.index('id="answer"')
    both = replace(found, before=(caution, caution.replace("strong", "scripted")))
    assert both.void == () and start_of(block, both).name == "strong"  # where none tells anything, the usual one is shown


def test_what_is_said_of_prices_stands_with_prices() -> None:
    """It does not touch what is asked first."""
    text = f"At the table of strong: with care: {MEANS['prices']}. Hall: −2.0 points (−3.0 to −1.5)."
    found = replace(findings(tables={"Fair prices": TABLE}), before=(text,))
    assert cautions(found, "strong") == ([], [text])
    page = page_text(found)
    assert page.index('id="answer"') < page.index("<summary>Fair prices</summary>") < page.index("With care (strong play)")


def test_a_title_tells_every_strength_that_was_played() -> None:
    levels = tuple(replace(SCRIPTED, name=f"table_4-{bot}") for bot in ("balanced", "swift"))
    table = pl.DataFrame({
        "dwarf": ["a third dwarf", "a fourth dwarf"] * 2, "scenario": ["table_4-balanced"] * 2 + ["table_4-swift"] * 2,
        "effect": [7.8, -1.4, 6.4, -0.7], "effect_low": [7.0, -2.0, 6.0, -1.0], "effect_high": [8.6, -0.8, 6.8, -0.4],
    })  # fmt: skip
    found = replace(findings("growth", table), groups=levels)
    assert said_of(blocks_of(found, layout_of("growth", "caverna"))[0], found)[0] == "A third dwarf: balanced +7.8 points, swift +6.4"


def test_house_rules_together_go_by_their_words() -> None:
    rules = ["start.food=1", "cost.wood=-1", "start.food=1 with cost.wood=-1"]
    table = pl.DataFrame({
        "rules": rules, "scenario": ["strong"] * 3,
        "effect": [-1.1, 1.0, 0.1], "effect_low": [-1.3, 0.8, -0.1], "effect_high": [-0.9, 1.2, 0.3],
    })  # fmt: skip
    found = replace(findings("factors", table), groups=(STRONG,))
    block = blocks_of(found, layout_of("factors", "caverna"))[0]
    assert [words_of(one, block, found) for one in rules] == rules
    found = replace(found, things={rules[0]: Thing("equal food"), rules[1]: Thing("cheaper dwellings")})
    assert [words_of(one, block, found) for one in rules] == ["Equal food", "Cheaper dwellings", "Equal food with cheaper dwellings"]
    assert said_of(block, found)[0] == "Of 3 rules, equal food moves scores most: the mean seat loses 1.1 points"


def test_cautions_of_other_tables_stand_among_the_limits() -> None:
    """Above the picture stands what is to be known of the table that it shows."""
    found = findings(before=("At the table of strong: careful.", "At the table of scripted: careful too.", "Of all."))
    assert cautions(found, "strong") == (["At the table of strong: careful.", "Of all."], ["At the table of scripted: careful too."])
    page = page_text(found)
    assert page.index("Strong: careful.") < page.index('id="answer"') < page.index("Scripted: careful too.")


def moved(**rows: tuple[float, float, float]) -> pl.DataFrame:
    """What a comparison says of seats and the table: the difference with its ends."""
    both = [(name.replace("_", " "), ends, where) for name, ends in rows.items() for where in ("strong", "scripted")]
    columns = {"difference": 0, "difference_low": 1, "difference_high": 2}
    return pl.DataFrame(
        {
            "what": "score by seat", "row": [name for name, _, _ in both], "unit": "points", "first": 70.0, "second": 70.0,
            **{column: [ends[place] if where == "strong" else 0.0 for _, ends, where in both] for column, place in columns.items()},
            "scenario": [where for _, _, where in both],
        }
    )  # fmt: skip


def test_a_comparison_is_judged_where_its_rows_are_shown() -> None:
    """Strong play comes first, so that what scripted play says of it is no title; seats that move apart come before a table that stays."""
    apart = moved(seat_0=(-2.5, -3.0, -2.0), seat_1=(3.0, 2.5, 3.5), table=(0.2, -0.1, 0.5))
    groups = (replace(STRONG, judged="different"), replace(SCRIPTED, judged="equivalent"))
    found = replace(findings("compare", apart, judged="equivalent"), groups=groups, question="House rule: less wood")
    block = blocks_of(found, layout_of("compare", "caverna"))[0]
    assert said_of(block, found)[0] == "Less wood: seat 1 scores 3.0 points more, seat 0 2.5 less"
    same = replace(found, groups=(replace(STRONG, judged="equivalent"), SCRIPTED))
    assert said_of(block, same)[0] == "Less wood: no difference that matters"
    together = replace(found, tables={MAIN: moved(seat_0=(1.5, 1.0, 2.0), seat_1=(2.5, 2.0, 3.0), table=(2.0, 1.7, 2.3))})
    assert said_of(blocks_of(together, block.layout)[0], together)[0] == "Less wood: the table scores 2.0 points more"
    nothing = replace(found, tables={MAIN: moved(seat_0=(0.5, -1.0, 2.0), seat_1=(0.5, -1.0, 2.0), table=(0.5, -0.7, 1.7))})
    assert said_of(blocks_of(nothing, block.layout)[0], nothing)[0] == "Less wood: no difference is shown"


def armed(points: float, wins: float, name: str = "strong") -> pl.DataFrame:
    """Limits on arming, all known to a tenth of a point and to a hundredth of the wins."""
    arms = ["no_weapons", "others_without", "nobody_armed", "round_4_or_later"]
    effects, shares = [points, 9.0, -9.0, -1.0], [wins, 0.3, -0.2, -0.1]
    return pl.DataFrame(
        {
            "limit": arms, "seat": None, "bot": "all", "scenario": name, "effect": effects, "effect_low": [one - 0.1 for one in effects],
            "effect_high": [one + 0.1 for one in effects], "win_effect": shares, "win_effect_low": [one - 0.01 for one in shares],
            "win_effect_high": [one + 0.01 for one in shares],
        }
    )  # fmt: skip


def test_a_page_tells_wins_beside_points_where_they_disagree() -> None:
    for points, wins, told in (
        (-4.0, -0.1, "loses 4.0 points"),
        (-4.0, 0.3, "loses 4.0 points, but has +30\N{NO-BREAK SPACE}% of the wins"),
        (0.05, -0.08, "is not shown to gain or lose, but has \N{MINUS SIGN}8\N{NO-BREAK SPACE}% of the wins"),
        (0.05, 0.005, "is not shown to gain or lose"),
    ):
        found = replace(findings("weapons", armed(points, wins)), groups=(STRONG,))
        title, _ = said_of(blocks_of(found, layout_of("weapons", "caverna"))[0], found)
        assert title.replace("−8 %", "−8\N{NO-BREAK SPACE}%").replace("+30 %", "+30\N{NO-BREAK SPACE}%").endswith(f"without {told}")


def test_a_scenario_at_several_strengths_says_who_was_asked() -> None:
    """Not only who sat around them."""
    around = tuple(replace(SCRIPTED, name=f"two-{bot}", bots=("balanced", "peaceful")) for bot in ("balanced", "swift"))
    assert who_played(replace(findings(), groups=around)) == (
        "2 players; 100 games; balanced and swift in turn, beside balanced and peaceful."
    )
    alone = tuple(replace(one, bots=(bot, bot)) for one, bot in zip(around, ("balanced", "swift"), strict=True))
    assert who_played(replace(findings(), groups=alone)) == "2 players; 100 games; balanced and swift in turn."
    assert who_played(findings()) == "2 players; 100 games; strong: balanced; scripted: balanced."


def test_a_tab_of_one_table_is_named_after_it() -> None:
    assert tab_of(replace(findings(), groups=(replace(SCRIPTED, name="mine"),)), "Red wins") == "mine: Red wins"
    assert tab_of(findings(), "Red wins") == "Red wins"
    assert f"<title>{findings().question}</title>" in page_text(findings(), Published(preview="picture.png"))
