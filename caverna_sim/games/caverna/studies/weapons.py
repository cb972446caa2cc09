"""What is arming worth? For every block a seat and a limit are drawn by lot: none, no weapons at all, weak ones only, weapons only later,
and the same for all seats but this one. A second run takes loot items out of the game by lot, each with chance one half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.limits import LimitQuestion, LimitRows, draw, limit_study
from caverna_sim.experiments.outcomes import ALL, block_means, seats_of
from caverna_sim.experiments.study import Found, Options, Picture, Study, at, takes_options
from caverna_sim.experiments.tables import in_words
from caverna_sim.games.caverna.limits import together
from caverna_sim.stats.effects import Effects, drawn_design, least_squares
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import listed, readable

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

LIMITS: Mapping[str, Mapping[str, Any]] = {  # what is drawn for the focal seat, or for all others
    "no_weapons": {"weapon_max": 0},
    "strength_3_at_most": {"weapon_max": 3},
    "strength_7_at_most": {"weapon_max": 7},
    "round_4_or_later": {"weapon_from_round": 4},
    "round_7_or_later": {"weapon_from_round": 7},
    "others_without": {"weapon_max": 0, "whose": "others"},
    "nobody_armed": {"weapon_max": 0, "whose": "all"},
}
ROWS = LimitRows(
    "weapons",
    "What is arming worth?",
    arms=LIMITS,
    asked={name: dict(limits) for name, limits in LIMITS.items()},
    estimands={
        "effect": "points of the seat with the limit, against no limit",
        "win_effect": "share of the wins of the seat with the limit, against no limit",
    },
    together=together,
    nested={
        "may arm as it likes, against to 7 at most": {"strength_7_at_most": -1.0},
        "may arm to 7, against to 3 at most": {"strength_7_at_most": 1.0, "strength_3_at_most": -1.0},
        "may arm to 3, against not at all": {"strength_3_at_most": 1.0, "no_weapons": -1.0},
        "may arm from round 1, against from round 4": {"round_4_or_later": -1.0},
        "may arm from round 4, against from round 7": {"round_4_or_later": 1.0, "round_7_or_later": -1.0},
        "may arm from round 7, against not at all": {"round_7_or_later": 1.0, "no_weapons": -1.0},
    },
    verdict="compared with a seat that may arm as it likes:",
    in_verdict={
        "no_weapons": "a seat that may not arm at all scores",
        "others_without": "a seat that is the only one who may arm scores",
    },
    doubt="A limit shows what arming is worth to bots with these tastes; a bot that hardly ever arms loses nothing by it.",
    picture="Limits on arming",
)
LOOT_RUN, LOOT_ABSENCE = "loot", 0.5


@dataclass(frozen=True)
class WeaponQuestion(LimitQuestion):
    """What the study asks: the limits, and beside them what loot is worth."""

    rows: LimitRows = ROWS

    def length_of(self, part: str) -> float:
        """How long each run is beside the others."""
        return 0.5 if part == LOOT_RUN else 1.0

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn limits, and with loot left out by lot."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        supply = {**data.get("supply", {}), "random_loot_absence": LOOT_ABSENCE}
        kept = ["games", "players", "assigned", "expeditions"]
        return {**super().runs(scenario), LOOT_RUN: read_scenario({**data, "supply": supply, "record": kept})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        found = super().answer(scenarios, runs)
        loot = {name: parts[LOOT_RUN] for name, parts in runs.items()}
        worth = {name: family(loot_effects(run)) for name, run in loot.items()}
        games = {name: sum(run.games_played for run in parts.values()) for name, parts in runs.items()}
        tables = {f"Loot, {name}": _loot_table(one) for name, one in worth.items()}
        tables |= {f"Expeditions by level and strength (descriptive), {name}": expeditions(run) for name, run in loot.items()}
        pictures = {name: (picture, _loot_picture(name, worth[name])) for name, picture in zip(worth, _own(found), strict=True)}
        return replace(
            found,
            table=found.table.with_columns(pl.col("scenario").replace_strict(games).alias("games")),
            sentences=(*found.sentences, *(_loot_sentence(name, one) for name, one in worth.items())),
            tables={**found.tables, **tables},
            pictures=(*_beside(found), *(picture for both in pictures.values() for picture in both)),
        )


@takes_options
def weapon_study(scenario: Any, *, respond: bool = False, **options: Unpack[Options]) -> Study:
    """What arming is worth to a seat, by how much and when it may arm, and what each loot item is worth.

    With `respond` also who had better not arm, or not so much.
    """
    return limit_study(WeaponQuestion(respond=respond), scenario, **options)


# ---------------------------------------------------------------- loot


def loot_effects(run: Run, bot: str = ALL) -> Effects:
    """Every loot item there against absent for everybody, on the mean seat."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == "loot")
    there = (pl.col("access").cast(pl.String) != "nobody").alias("there")
    drawn = rows.select("block", pl.col("loot").cast(pl.String), there).collect()
    blocks, means = block_means(seats_of(run), bot=bot)
    kept, design, names = drawn_design(drawn, "loot", "there", False, blocks)
    return least_squares(means[np.searchsorted(blocks, kept)], design, names)


def expeditions(run: Run) -> pl.DataFrame:
    """What is taken on expeditions of each level and strength: items and their share. Descriptive."""
    rows = needed(run, "expeditions").with_columns(pl.col("loot").cast(pl.String))
    whole = rows.group_by("game", "seat", "expedition").agg(pl.col("level").max(), pl.col("strength").max(), pl.len().alias("items"))
    return (
        whole.group_by("level", "strength").agg(pl.len().alias("expeditions"), pl.col("items").mean().round(2))
        .filter(pl.col("expeditions") >= 50).sort("level", "strength").collect()
    )  # fmt: skip


def _loot_table(found: Family) -> pl.DataFrame:
    columns = ("effect", "low", "high", "p_adjusted", "discovery", "rank_low", "rank_high", "blocks")
    return found.table.select(pl.col("name").alias("loot"), *columns).sort("effect", descending=True)


def _loot_sentence(name: str, found: Family) -> str:
    sure = [place for place in np.argsort(-found.effects.values) if found.low[place] > 0][:3]
    if not sure:
        return at(name, "no loot item is shown to raise what the table scores.")
    best = [f"{readable([found.effects.names[place]])[0]} {in_words(found, place)}" for place in sure]
    return at(name, f"the loot that is worth most to the mean seat: {listed(best)}.")


def _loot_picture(name: str, found: Family) -> Picture:
    return Picture(
        f"loot-{name}", f"Loot, {name}",
        "Points of the mean seat with the item in the game against without, with intervals that hold for all together.",
        lambda axes: draw(found, "points of the mean seat", axes),
    )  # fmt: skip


def _own(found: Found) -> list[Picture]:
    return [picture for picture in found.pictures if picture.name.startswith(f"{ROWS.name}-")]


def _beside(found: Found) -> list[Picture]:
    """Those of several tables together."""
    return [picture for picture in found.pictures if picture not in _own(found)]
