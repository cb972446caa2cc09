"""What is said about plans at two players, set beside what was played: a table that somebody made by hand, cell by cell, and its claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
import polars as pl

from caverna_sim.errors import RulesError
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.equivalence import verdict_of
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.words import listed
from caverna_sim.toml import parsed

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"

Cell = tuple[str, str]  # of two bots


def name_of(cell: Cell) -> str:
    """The name of an effect: what a plan does against another."""
    return " against ".join(cell)


@dataclass(frozen=True)
class Said:
    """A table made by hand, as far as bots can play it."""

    title: str
    step: float
    plans: Mapping[str, str]  # plan -> bot, those that a bot can play
    points: Mapping[tuple[str, str], float]  # by plan and plan, all of them
    claims: tuple[Mapping[str, str], ...]

    def among(self, bots: Sequence[str]) -> dict[str, str]:
        """Plans that some of these bots play."""
        return {plan: bot for plan, bot in self.plans.items() if bot in bots}


@lru_cache(maxsize=8)
def said(place: str) -> Said:
    """The table of a packaged file, "package:file"."""
    package, _, file = place.partition(":")
    data = parsed((resources.files(package) / file).read_text(encoding="utf-8"), file, RulesError)
    names = [str(plan["name"]) for plan in data["plan"]]
    rows = data["points"]["rows"]
    if [len(row) for row in rows] != [len(names)] * len(names):
        raise RulesError(f"{file}: points: give a row and a column for each of the {len(names)} plans")
    points = {(row, column): float(rows[a][b]) for a, row in enumerate(names) for b, column in enumerate(names)}
    plans = {str(plan["name"]): str(plan["bot"]) for plan in data["plan"] if "bot" in plan}
    return Said(str(data["title"]), float(data["step"]), plans, points, tuple(data["claim"]))


@dataclass(frozen=True)
class Judged:
    """Cell by cell and claim by claim, what holds among bots."""

    title: str
    table: pl.DataFrame
    sentences: tuple[str, ...]


def judged(place: str, scores: Effects, leads: Effects, bots: Sequence[str]) -> Judged | None:
    """What of the table of a file holds; effects are named by `name_of` two bots. None when fewer than two of its plans were played."""
    told = said(place)
    plans = told.among(bots)
    if len(plans) < 2:
        return None
    table = _cells(told, plans, scores, leads)
    return Judged(
        told.title, table, (_summary(told, table), *(_claim(claim, plans, scores) for claim in told.claims if _is_played(claim, plans)))
    )


def _cells(told: Said, plans: Mapping[str, str], scores: Effects, leads: Effects) -> pl.DataFrame:
    """A row for every cell: the points, and who of the two is ahead."""
    cells = [(row, column) for row in plans for column in plans]
    names = [name_of((plans[row], plans[column])) for row, column in cells]
    points, ahead = family(scores.only(names)), family(leads.only(names))
    claimed = np.array([told.points[cell] for cell in cells])
    lead = claimed - np.array([told.points[column, row] for row, column in cells])
    rows = []
    for place, (row, column) in enumerate(cells):
        low, high = float(points.low[place]), float(points.high[place])
        rows.append({
            "plan": row, "against": column, "played_by": plans[row], "against_bot": plans[column],
            "said": claimed[place], "found": points.effects.values[place], "found_low": low, "found_high": high,
            "within_a_step": _near(low - claimed[place], high - claimed[place], told.step),
            "said_ahead": lead[place], "found_ahead": ahead.effects.values[place],
            "found_ahead_low": float(ahead.low[place]), "found_ahead_high": float(ahead.high[place]),
            "ahead": "" if row == column else _same_sign(lead[place], float(ahead.low[place]), float(ahead.high[place]), told.step),
        })  # fmt: skip
    return pl.DataFrame(rows)


def _near(low: float, high: float, step: float) -> str:
    """Whether an interval of a difference is within one step of 0."""
    return {"equivalent": HOLDS, "different": FAILS, "undecided": OPEN}[verdict_of(low, high, step)]


def _same_sign(claimed: float, low: float, high: float, step: float) -> str:
    """Whether the interval of a lead lies on the side that is claimed; no lead is claimed: whether it is small."""
    if not claimed:
        return _near(low, high, step)
    if claimed < 0:
        low, high = -high, -low
    return HOLDS if low > 0 else FAILS if high < 0 else OPEN


def _summary(told: Said, table: pl.DataFrame) -> str:
    points, ahead = (table[name].to_list() for name in ("within_a_step", "ahead"))
    return (
        f"{told.title}: bots play {len(table)} of its {len(told.points)} cells. Its points are within {told.step:g} of what was found"
        f" {_counted(points)}; who of the two is ahead is as it says {_counted([word for word in ahead if word])}."
    )


def _counted(words: Sequence[str]) -> str:
    return f"in {words.count(HOLDS)} of {len(words)} cells, not in {words.count(FAILS)}, undecided in {words.count(OPEN)}"


# ---------------------------------------------------------------- claims


def _is_played(claim: Mapping[str, str], plans: Mapping[str, str]) -> bool:
    return "plan" not in claim or claim["plan"] in plans


def _claim(claim: Mapping[str, str], plans: Mapping[str, str], scores: Effects) -> str:
    """Each plan for which a claim holds, fails or is open; all that it rests on is one family."""
    groups = _least_against_itself(plans) if claim["kind"] == "least_against_itself" else _best_against_all(plans, claim["plan"])
    pairs = [pair for group in groups.values() for pair in group]
    found = _smaller(scores, pairs)
    verdicts: dict[str, list[str]] = {HOLDS: [], FAILS: [], OPEN: []}
    place = 0
    for plan, group in groups.items():
        ends = slice(place, place + len(group))
        place += len(group)
        word = HOLDS if (found.high[ends] < 0).all() else FAILS if (found.low[ends] > 0).any() else OPEN
        verdicts[word].append(plan)
    told = [f"{word} for {listed(names)}" for word, names in verdicts.items() if names]
    return f"It is said that {claim['words']}: {'; '.join(told)}."


def _least_against_itself(plans: Mapping[str, str]) -> dict[str, list[tuple[Cell, Cell]]]:
    """For each plan: its points against itself should be smaller than against every other."""
    bots = list(plans.values())
    return {f"the plan {plan}": [((bot, bot), (bot, other)) for other in bots if other != bot] for plan, bot in plans.items()}


def _best_against_all(plans: Mapping[str, str], best: str) -> dict[str, list[tuple[Cell, Cell]]]:
    """For each opponent: what any other plan scores against it should be smaller than what the best one does."""
    bots = list(plans.values())
    return {
        f"the opponent {plan}": [((other, bot), (plans[best], bot)) for other in bots if other != plans[best]]
        for plan, bot in plans.items()
    }


def _smaller(scores: Effects, pairs: Sequence[tuple[Cell, Cell]]) -> Family:
    weights = np.zeros((len(pairs), len(scores.names)))
    for row, (one, other) in enumerate(pairs):
        weights[row, scores.names.index(name_of(one))] += 1
        weights[row, scores.names.index(name_of(other))] -= 1
    return family(scores.combined(weights, [f"{name_of(one)} and {name_of(other)}" for one, other in pairs]))
