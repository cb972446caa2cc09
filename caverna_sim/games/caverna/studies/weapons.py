"""What is arming worth? For every block a seat and a limit are drawn by lot: none, no weapons at all, weak ones only, weapons only later,
and the same for all seats but this one. A second run takes loot items out of the game by lot, each with chance one half.

Bots know what they are not allowed and do not count on it, so that a limit costs what it denies, not what was planned in vain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.beside import side_by_side
from caverna_sim.experiments.outcomes import ALL, block_means, bots_of, seats_of
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import in_words, with_estimates
from caverna_sim.games.caverna.studies.lots import drawn_limits, least_blocks, limit_effects
from caverna_sim.stats.controls import Control, controls
from caverna_sim.stats.effects import Effects, drawn_design, joined, least_squares
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import listed, readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
IN_WORDS = {"no_weapons": "may not arm at all", "others_without": "is the only one who may arm"}
NESTED = {  # who may do more -> against who may do less; None: no limit
    "may arm as it likes, against to 7 at most": (None, "strength_7_at_most"),
    "may arm to 7, against to 3 at most": ("strength_7_at_most", "strength_3_at_most"),
    "may arm to 3, against not at all": ("strength_3_at_most", "no_weapons"),
    "may arm from round 1, against from round 4": (None, "round_4_or_later"),
    "may arm from round 4, against from round 7": ("round_4_or_later", "round_7_or_later"),
    "may arm from round 7, against not at all": ("round_7_or_later", "no_weapons"),
}
LOOT_ABSENCE = 0.5

ESTIMANDS = {
    "effect": "points of the seat with the limit, against no limit",
    "win_effect": "share of the wins of the seat with the limit, against no limit",
}


@dataclass(frozen=True)
class WeaponQuestion(Question):
    """What the study asks."""

    name: str = "weapons"
    title: str = "What is arming worth?"
    most_games: int = 40_000
    signed: bool = True

    estimands = ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """The limits that are drawn."""
        return {"limits": {name: dict(limits) for name, limits in LIMITS.items()}}

    def least_blocks(self, scenario: Scenario) -> int:
        """For every limit of every seat, and every loot item."""
        return least_blocks(scenario)

    def shares(self) -> Mapping[str, float]:
        """How long each run is beside the others."""
        return {"loot": 0.5}

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn limits, and with loot left out by lot."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        kept = [name for name in LIMITS if scenario.players > 1 or "whose" not in LIMITS[name]]
        limits = {**data.get("limits", {}), "drawn": {name: dict(LIMITS[name]) for name in kept}}
        supply = {**data.get("supply", {}), "random_loot_absence": LOOT_ABSENCE}
        return {
            "limits": read_scenario({**data, "limits": limits, "record": ["games", "players", "assigned"]}),
            "loot": read_scenario({**data, "supply": supply, "record": ["games", "players", "assigned", "expeditions"]}),
        }

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(name, parts["limits"], parts["loot"]) for name, parts in runs.items()])


@takes_options
def weapon_study(scenario: Any, **options: Unpack[Options]) -> Study:
    """What arming is worth to a seat, by how much and when it may arm, and what each loot item is worth."""
    return conduct(WeaponQuestion(), scenario, **options)


# ---------------------------------------------------------------- estimates


class _Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, name: str, limits: Run, loot: Run) -> None:
        self.name, self.limits_run, self.loot_run = name, limits, loot
        self.bots = (ALL, *bots_of(limits)) if len(bots_of(limits)) > 1 else (ALL,)
        self.drawn = drawn_limits(limits)
        self.seats = sorted(self.drawn["seat"].unique().to_list())

    def effects(self, measure: str, bot: str, seat: int | None = None) -> Effects:
        """Every limit against none, on the focal seat; all focal seats together unless one is named."""
        return limit_effects(self.limits_run, seats_of(self.limits_run), measure, bot, seat)

    @property
    def controls(self) -> tuple[Control, ...]:
        """Who may do more scores no less."""
        limits = self.effects("score", ALL)
        weights = np.array([[(name == more) - float(name == less) for name in limits.names] for more, less in NESTED.values()])
        return controls("nested", family(limits.combined(weights, list(NESTED))), {name: name for name in NESTED})

    def loot(self, bot: str = ALL) -> Effects:
        """Every loot item there against absent for everybody, on the mean seat."""
        rows = needed(self.loot_run, "assigned").filter(pl.col("kind").cast(pl.String) == "loot")
        drawn = rows.select(
            "block", pl.col("loot").cast(pl.String), (pl.col("access").cast(pl.String) != "nobody").alias("there")
        ).collect()
        blocks, means = block_means(seats_of(self.loot_run), bot=bot)
        kept, design, names = drawn_design(drawn, "loot", "there", False, blocks)
        return least_squares(means[np.searchsorted(blocks, kept)], design, names)

    @property
    def games(self) -> int:
        """Of both runs."""
        return self.limits_run.games_played + self.loot_run.games_played


def expeditions(run: Run) -> pl.DataFrame:
    """What is taken on expeditions of each level and strength: items and their share. Descriptive."""
    rows = needed(run, "expeditions").with_columns(pl.col("loot").cast(pl.String))
    whole = rows.group_by("game", "seat", "expedition").agg(pl.col("level").max(), pl.col("strength").max(), pl.len().alias("items"))
    return (
        whole.group_by("level", "strength").agg(pl.len().alias("expeditions"), pl.col("items").mean().round(2))
        .filter(pl.col("expeditions") >= 50).sort("level", "strength").collect()
    )  # fmt: skip


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[_Evidence]) -> Found:
    """Tables, words and pictures of one or several scenarios."""
    families = [_families(one, ALL) for one in evidence]
    loot = [family(one.loot()) for one in evidence]
    tables = {f"Loot, {one.name}": _loot_table(found) for one, found in zip(evidence, loot, strict=True)}
    tables |= {f"Expeditions by level and strength (descriptive), {one.name}": expeditions(one.loot_run) for one in evidence}
    answered = Found(
        verdict=" ".join(_verdict(one, **known) for one, known in zip(evidence, families, strict=True)),
        table=pl.concat([_rows(one, known) for one, known in zip(evidence, families, strict=True)]),
        precision=max(known["effect"].half_width for known in families),
        sentences=tuple(_loot_sentence(one, found) for one, found in zip(evidence, loot, strict=True)),
        controls={one.name: one.controls for one in evidence},
        doubts=("A limit shows what arming is worth to bots with these tastes; a bot that hardly ever arms loses nothing by it.",),
        tables=tables,
        pictures=tuple(
            picture
            for one, known, found in zip(evidence, families, loot, strict=True)
            for picture in _pictures(one, known["effect"], found)
        ),
    )
    worth = {one.name: (one.limits_run, known["effect"].effects) for one, known in zip(evidence, families, strict=True)}
    of_all = pl.when((pl.col("bot") == ALL) & pl.col("seat").is_null()).then(pl.col("limit"))
    return side_by_side(answered, worth, "limit", "points of the seat", of_all)


def _families(one: _Evidence, bot: str) -> dict[str, Family]:
    return {"effect": family(one.effects("score", bot)), "win_effect": family(one.effects("won", bot))}


def _rows(one: _Evidence, everybody: Mapping[str, Family]) -> pl.DataFrame:
    """A row for every limit: for all, by bot, by seat."""
    parts = [_table(one, everybody, [(limit, None, ALL) for limit in everybody["effect"].effects.names])]
    for bot in one.bots[1:]:
        known = _families(one, bot)
        parts.append(_table(one, known, [(limit, None, bot) for limit in known["effect"].effects.names]))
    by_seat = {
        name: family(joined({str(seat): one.effects(measure, ALL, seat) for seat in one.seats}))
        for name, measure in (("effect", "score"), ("win_effect", "won"))
    }
    keys = [tuple(name.split(": ", 1)) for name in by_seat["effect"].effects.names]
    parts.append(_table(one, by_seat, [(limit, int(seat), ALL) for seat, limit in keys]))
    return pl.concat(parts)


def _table(one: _Evidence, families: Mapping[str, Family], keys: Sequence[tuple[str, int | None, str]]) -> pl.DataFrame:
    head: dict[str, Sequence[Any]] = {
        "limit": [key[0] for key in keys], "seat": [key[1] for key in keys], "bot": [key[2] for key in keys],
        "scenario": [one.name] * len(keys),
    }  # fmt: skip
    return with_estimates(head, families, {"games": [one.games] * len(keys)}).with_columns(pl.col("seat").cast(pl.Int64))


def _loot_table(found: Family) -> pl.DataFrame:
    columns = ("effect", "low", "high", "p_adjusted", "discovery", "rank_low", "rank_high", "blocks")
    return found.table.select(pl.col("name").alias("loot"), *columns).sort("effect", descending=True)


def _verdict(one: _Evidence, effect: Family, win_effect: Family) -> str:
    told = []
    for limit in ("no_weapons", "others_without"):
        if limit not in effect.effects.names:
            continue
        place = effect.effects.names.index(limit)
        worth = in_words(effect, place, win_effect)
        told.append(f"a seat that {IN_WORDS[limit]} scores {worth}" + ("" if effect.shown[place] else ", which may be nothing"))
    return at(one.name, f"compared with a seat that may arm as it likes: {'; '.join(told)}.")


def _loot_sentence(one: _Evidence, found: Family) -> str:
    sure = [place for place in np.argsort(-found.effects.values) if found.low[place] > 0][:3]
    if not sure:
        return at(one.name, "no loot item is shown to raise what the table scores.")
    best = [f"{readable([found.effects.names[place]])[0]} {in_words(found, place)}" for place in sure]
    return at(one.name, f"the loot that is worth most to the mean seat: {listed(best)}.")


def _pictures(one: _Evidence, limits: Family, loot: Family) -> list[Picture]:
    return [
        Picture(
            f"limits-{one.name}", f"Limits on arming, {one.name}",
            "Points of the seat with the limit against none, with intervals that hold for all together.",
            lambda axes: _draw(limits, "points of the seat", axes),
        ),
        Picture(
            f"loot-{one.name}", f"Loot, {one.name}",
            "Points of the mean seat with the item in the game against without, with intervals that hold for all together.",
            lambda axes: _draw(loot, "points of the mean seat", axes),
        ),
    ]  # fmt: skip


def _draw(found: Family, unit: str, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    order = list(np.argsort(-found.effects.values))
    ends = [(found.effects.values[place], found.low[place], found.high[place]) for place in order]
    return figures.forest(readable([found.effects.names[place] for place in order]), ends, unit, axes)
