"""What is arming worth? For every block a seat and a limit are drawn by lot: none, no weapons at all, weak ones only, weapons only later,
and the same for all seats but this one. A second run takes loot items out of the game by lot, each with chance one half.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.left_out import LeftOut, LimitsAndLots
from caverna_sim.experiments.limits import LimitRows, limit_study
from caverna_sim.experiments.study import Options, Study, takes_options
from caverna_sim.games.caverna.limits import together
from caverna_sim.stats.source import needed

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


def expeditions(run: Run) -> pl.DataFrame:
    """What is taken on expeditions of each level and strength: items and their share. Descriptive."""
    rows = needed(run, "expeditions").with_columns(pl.col("loot").cast(pl.String))
    whole = rows.group_by("game", "seat", "expedition").agg(pl.col("level").max(), pl.col("strength").max(), pl.len().alias("items"))
    return (
        whole.group_by("level", "strength").agg(pl.len().alias("expeditions"), pl.col("items").mean().round(2))
        .filter(pl.col("expeditions") >= 50).sort("level", "strength").collect()
    )  # fmt: skip


LOOT = LeftOut(
    "loot", "random_loot_absence", "loot item", ("expeditions",), {"Expeditions by level and strength (descriptive)": expeditions}
)


@takes_options
def weapon_study(scenario: Any, *, respond: bool = False, **options: Unpack[Options]) -> Study:
    """What arming is worth to a seat, by how much and when it may arm, and what each loot item is worth.

    With `respond` also who had better not arm, or not so much.
    """
    return limit_study(LimitsAndLots(ROWS, respond, left_out=LOOT), scenario, **options)
