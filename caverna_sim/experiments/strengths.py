"""Does an answer hold at every strength of play? The same study with bots of several strengths, set beside each other.

Where something is drawn for one seat of each block, only that seat is played by the bot of a strength, and the others stay who they are;
where the whole table is what is asked about, everybody is. Every strength plays the same chances, so effects are paired. How strong a bot
is, is what it scores in these very games; the slope is how an effect moves with ten points more of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import group_means, names_of, seats_of
from caverna_sim.stats.controls import SMALLEST_EFFECT
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import family
from caverna_sim.stats.met import LEAST_MET
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import table
from caverna_sim.stats.words import capital, listed, named, number, plural

if TYPE_CHECKING:
    from caverna_sim.experiments.study import Found
    from caverna_sim.scenario.scenario import Scenario

HOLDS, MOVES, OPEN, UNTRIED = "holds at every strength", "moves with strength", "undecided", "not tried"
STEP = 10.0  # points of play, to which a slope belongs
TITLE = "Strengths"
TOLD = 5
FEWEST, MOST = 2, 12


@dataclass(frozen=True)
class Level:
    """A scenario as it is played at one strength."""

    scenario: Scenario
    bot: Any  # name, parameter file or function

    @property
    def label(self) -> str:
        """The name of the bot in tables."""
        from caverna_sim.scenario.scenario import bot_named

        return bot_named(self.bot)

    @property
    def name(self) -> str:
        """Of the scenario at this strength."""
        return f"{self.scenario.name}-{self.label}"[:60]

    def runs(self, of: Callable[[Scenario], Mapping[str, Scenario]]) -> dict[str, Scenario]:
        """What a question plays, with the bot in the seat that something is drawn for, or in every seat."""
        from caverna_sim.scenario.scenario import with_focal_bot

        everybody = of(self.everywhere)
        return {part: with_focal_bot(one, self.bot) if one.has_focal_seat else everybody[part] for part, one in of(self.scenario).items()}

    @property
    def everywhere(self) -> Scenario:
        """The bot in every seat."""
        from caverna_sim.scenario.scenario import with_bots

        return with_bots(self.scenario, [self.bot] * self.scenario.players)

    @property
    def shown(self) -> Scenario:
        """The scenario under the name of its strength, with those who sit around the one that is asked about."""
        return replace(self.scenario, name=self.name, description=f"As {self.scenario.name}, with {self.label} as who is asked about.")


def levels(scenarios: Sequence[Scenario], bots: Sequence[Any]) -> list[Level]:
    """Every scenario at every strength."""
    found = [Level(one, bot) for one in scenarios for bot in bots]
    names = [one.label for one in found[: len(bots)]]
    if len(set(names)) != len(names) or not FEWEST <= len(names) <= MOST:
        raise CavernaError(f"strengths: {listed(names) or 'nobody'}; name {FEWEST} to {MOST} different bots, weak ones first")
    return found


# ---------------------------------------------------------------- how strong the bots are


def measured(run: Run, bot: str | None = None) -> tuple[Effects, list[str]]:
    """Mean points of bots in a run, of one or of all, in seats that nothing was drawn for unless all that play are drawn for."""
    seats = seats_of(run)
    drawn = table(run, "assigned")
    if drawn is not None and run.manifest["scenario"].get("focal_bot") is None:
        focal = drawn.filter(pl.col("seat") >= 0).select("block", "seat").unique()
        others = seats.join(focal, on=["block", "seat"], how="anti")
        seats = others if others.head(1).collect().height else seats  # in a solo game there is nobody else
    seats = seats if bot is None else seats.filter(pl.col("bot") == bot)
    found, keys = group_means(seats, ("bot",), "score")
    return found, [str(key[0]) for key in keys]


def strength_rows(runs: Mapping[str, Mapping[str, Run]]) -> list[dict[str, Any]]:
    """How strong those are who played, as `study.json` holds it: their points at these tables, among themselves where all are alike."""
    rows: dict[tuple[str, int, bool], dict[str, Any]] = {}
    for parts in runs.values():
        run = next(iter(parts.values()))
        found, bots = measured(run)
        players = int(run.manifest["scenario"]["players"])
        if len(found.blocks) < 2:
            continue
        one = family(found, look=0)
        for place, bot in enumerate(bots):
            ends = {"mean": one.effects.values[place], "low": one.low[place], "high": one.high[place]}
            row = {"bot": bot, "players": players, **{name: round(float(value), 3) for name, value in ends.items()}}
            rows.setdefault((bot, players, len(bots) == 1), {**row, "among": "themselves" if len(bots) == 1 else "these tables"})
    return list(rows.values())


# ---------------------------------------------------------------- the answer


def with_strengths(found: Found, every: Sequence[Level], runs: Mapping[str, Mapping[str, Run]]) -> Found:
    """What a study found at several strengths, with how each effect moves with them."""
    tables, sentences = [], []
    for base in dict.fromkeys(one.scenario.name for one in every):
        known = [one for one in every if one.scenario.name == base]
        points = np.array([float(measured(next(iter(runs[one.name].values())), one.label)[0].values[0]) for one in known])
        rows = curve({one.label: found.worth[one.name] for one in known}, points, {one.label: found.done.get(one.name) for one in known})
        tables.append(rows.with_columns(pl.lit(base).alias("scenario")))
        names = names_of(next(iter(runs[known[0].name].values())))
        sentences += _sentences(rows, names, base if len({one.scenario.name for one in every}) > 1 else "")
    by_name = {one.name: one.label for one in every}
    whole = pl.concat(tables)
    return replace(
        found,
        verdict=" ".join([*sentences, found.verdict]),
        table=found.table.with_columns(pl.col("scenario").replace_strict(by_name, default=None).alias("strength")),
        tables={TITLE: whole, **found.tables},
        files={**found.files, "strengths": whole},
    )


def curve(fits: Mapping[str, Effects], points: Floats, done: Mapping[str, Mapping[str, float] | None]) -> pl.DataFrame:
    """A row for each effect and strength; intervals hold for all effects and slopes together.

    `points` is what each strength scores, `done` in which share of its games each thing happened, where that is known.
    """
    labels = tuple(fits)
    items = [item for item in next(iter(fits.values())).names if all(item in one.names for one in fits.values())]
    if not items or float(np.ptp(points)) <= 0:
        raise CavernaError(f"strengths: {listed(list(labels))} have no effect in common, or score alike; name others")
    together = joined({label: one.only(items) for label, one in fits.items()})
    slopes = np.kron(_slope(points), np.eye(len(items)))
    names = [*together.names, *(f"slope: {item}" for item in items)]
    both = family(together.combined(np.vstack([np.eye(len(together.names)), slopes]), names))
    places = {name: place for place, name in enumerate(names)}
    rows = []
    for item in items:
        ends = [(float(both.low[place]), float(both.high[place])) for place in (places[f"{label}: {item}"] for label in labels)]
        of_slope = places[f"slope: {item}"]
        slope = {"slope": both.effects.values[of_slope], "slope_low": both.low[of_slope], "slope_high": both.high[of_slope]}
        shares = [one[item] for one in done.values() if one is not None and item in one]
        word = verdict(ends, (float(slope["slope_low"]), float(slope["slope_high"])), max(shares, default=1.0))
        for label, score, (low, high) in zip(labels, points, ends, strict=True):
            place = places[f"{label}: {item}"]
            row = {"effect_of": item, "strength": label, "points": score, "effect": both.effects.values[place], "low": low, "high": high}
            rows.append(
                {**{key: value if isinstance(value, str) else float(value) for key, value in {**row, **slope}.items()}, "verdict": word}
            )
    return pl.DataFrame(rows)


def _slope(points: Floats) -> Floats:
    """[1, strength] weights of the least-squares line through effects, for STEP points."""
    away = points - points.mean()
    return np.asarray(STEP * away / float(away @ away), np.float64)[None, :]


def verdict(ends: Sequence[tuple[float, float]], slope: tuple[float, float], done: float) -> str:
    """What effects say together, one for each strength, from their intervals and that of their slope."""
    if done < LEAST_MET:
        return UNTRIED
    if slope[0] > 0 or slope[1] < 0:
        return MOVES
    is_one_sided = all(low > 0 for low, _ in ends) or all(high < 0 for _, high in ends)
    is_nothing = all(low > -SMALLEST_EFFECT and high < SMALLEST_EFFECT for low, high in ends)
    return HOLDS if is_one_sided or is_nothing else OPEN


def _sentences(rows: pl.DataFrame, names: Mapping[str, str], base: str) -> list[str]:
    """Which effects move, and how many hold."""
    where = f"{base}: " if base else ""
    labels = rows["strength"].unique(maintain_order=True).to_list()
    moving = rows.filter(pl.col("verdict") == MOVES).sort(pl.col("slope").abs(), descending=True, maintain_order=True)
    told = []
    for item in moving["effect_of"].unique(maintain_order=True).to_list()[:TOLD]:
        of_item = moving.filter(pl.col("effect_of") == item)
        first, last = (number(value, 1, sign=True) for value in (of_item["effect"][0], of_item["effect"][-1]))
        told.append(f"{named([item], names)[0]} (from {first} with {labels[0]} to {last} with {labels[-1]})")
    counts = {word: rows.filter(pl.col("verdict") == word)["effect_of"].n_unique() for word in (HOLDS, MOVES, OPEN, UNTRIED)}
    more = counts[MOVES] - len(told)
    moves = f"{where}{MOVES if where else capital(MOVES)}: {listed(told)}{f' and {more} more' if more else ''}. " if told else ""
    one, several = (f"{counts[HOLDS]} of {plural(sum(counts.values()), 'effect')} {word}" for word in ("holds", "hold"))
    told = [f"{one if counts[HOLDS] == 1 else several} at every strength ({listed(labels)})"]
    others = ((MOVES, "moves", "move"), (OPEN, "is undecided", "are undecided"), (UNTRIED, "was not tried", "were not tried"))
    told += [f"{counts[word]} {single if counts[word] == 1 else plain}" for word, single, plain in others if counts[word]]
    return [f"{moves}{where}{listed(told)}."]
