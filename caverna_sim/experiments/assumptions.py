"""Which conclusions survive when what nobody knows of a game is varied?

Conclusions are measured as the scenario names things, and again in variations of what is unknown, all of them within what is known. A
conclusion survives when another variation would nearly surely say the same, and depends when variations disagree; more variations in
which one kind of thing alone is another tell what the spread comes from. Variations are short, for many tell more than long ones: what is
chance in them is taken off. A game says what is unknown and how it is varied (`Unknowns`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan, sqrt
from typing import Any

import numpy as np
import polars as pl
from scipy.special import ndtr

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import group_means, seats_of
from caverna_sim.experiments.study import Found, Question, at
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.scenario.scenario import Scenario, read_scenario
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import family
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.words import listed, plural

NAMED = "named"  # the run with what the scenario names
SURVIVES, DEPENDS, UNDECIDED = "survives", "depends", "undecided"
SAME_ENOUGH, TOO_OFTEN_OTHER = 0.9, 0.75  # chances that another variation has the same sign
SHARE_OF_GAMES = 1 / 8  # a variation has of those as they are named
FEWEST = 2  # variations, to speak of a spread
LEAST_ALONE = 4  # variations of one kind alone
USUAL_DRAWS = 36


@dataclass(frozen=True)
class Unknowns:
    """What nobody knows of a game."""

    game: str
    kinds: tuple[str, ...]  # that can be varied
    variation: Callable[[Sequence[str], int], dict[str, Any]]  # keys of a scenario with `rules`, the same for the same number
    groups: Mapping[str, str]  # column of `players` whose groups conclusions are about -> what it is called
    pairs: tuple[str, ...]  # of them those that are compared pair by pair, the others with the mean of their tables
    others: str  # why no other game can be asked
    named: str  # what the scenario names
    doubts: tuple[str, ...]  # with {draws}


@dataclass(frozen=True)
class AssumptionQuestion(Question):
    """What the study asks."""

    unknown: Unknowns
    draws: int = USUAL_DRAWS
    vary: tuple[str, ...] = ()
    name: str = "assumptions"
    title: str = "What survives when unknown cards are others?"
    most_games: int = 3_200
    signed: bool = True

    @property
    def estimands(self) -> Mapping[str, str]:
        """What the columns mean."""
        return {
            "estimate": f"points of the group above the mean of its table, with {self.unknown.named}",
            "chance_same": "chance that another variation has the same sign, from mean and spread of those that were played",
        }

    def options(self) -> Mapping[str, Any]:
        """What else sets it apart."""
        return {"draws": self.draws, "vary": list(self.vary)}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        varied = [] if self.vary == self.unknown.kinds else ["--vary", ",".join(self.vary)]
        return [*([] if self.draws == USUAL_DRAWS else ["--draws", str(self.draws)]), *varied]

    @property
    def alone(self) -> int:
        """Variations of one kind alone; none when there is one kind only."""
        return max(LEAST_ALONE, self.draws // 4) if len(self.vary) > 1 else 0

    def length_of(self, part: str) -> float:
        """Variations are short."""
        return 1.0 if part == NAMED else SHARE_OF_GAMES

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario itself, and its variations."""
        if scenario.game != self.unknown.game:
            raise CavernaError(f"assumptions: `{scenario.name}` is a scenario of {scenario.game}, {self.unknown.others}")
        if scenario.players < 2:
            raise CavernaError(f"assumptions: `{scenario.name}` has one player; give scenarios with two or three")
        data = {**scenario.to_data(), "record": ["games", "players"]}
        found = {NAMED: read_scenario(data)}
        wanted = [("all", self.vary, number) for number in range(self.draws)]
        wanted += [(kind, (kind,), number) for kind in self.vary if self.alone for number in range(self.alone)]
        for word, kinds, number in wanted:
            other = self.unknown.variation(kinds, number)
            found[f"{word} {number}"] = read_scenario({**data, **other, "rules": {**data["rules"], **other["rules"]}})
        return found

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        told = {one.name: self._conclusions(one.name, runs[one.name]) for one in scenarios}
        table = pl.concat([table for table, _ in told.values()])
        spread = pl.concat([spread for _, spread in told.values()])
        named = family(self._effects(runs[scenarios[0].name][NAMED]))
        return Found(
            verdict=" ".join(at(name, _verdict(table)) for name, (table, _) in told.items()),
            table=table,
            precision=named.half_width,
            tables={"How much of the spread each explains": spread} if spread.height else {},
            doubts=tuple(doubt.format(draws=plural(self.draws, "draw")) for doubt in self.unknown.doubts),
        )

    def _conclusions(self, name: str, runs: Mapping[str, Run]) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The main table, and what the spread comes from."""
        effects = self._effects(runs[NAMED])
        found = family(effects)
        others = {word: self._values(run) for word, run in runs.items() if word != NAMED}
        spread: list[dict[str, Any]] = []
        more: dict[str, list[Any]] = {key: [] for key in ("draws", "same_sign", "chance_same", "least", "most", "verdict")}
        for place, conclusion in enumerate(effects.names):
            estimate = float(effects.values[place])
            drawn = np.array([one[conclusion] for word, one in others.items() if word.startswith("all ") and conclusion in one])
            values, errors = drawn.reshape(-1, 2).T
            same = float(np.mean(np.sign(values) == np.sign(estimate))) if len(values) else nan
            chance = _chance_of_same(float(np.sign(estimate)), values, errors)
            ends = (float(values.min()), float(values.max())) if len(values) else (nan, nan)
            told = (len(values), same, chance, *ends, _judged(bool(found.shown[place]), chance))
            for key, value in zip(more, told, strict=True):
                more[key].append(value)
            spread += self._explained(conclusion, name, estimate, others)
        keys = {"conclusion": list(effects.names), "scenario": [name] * len(effects.names)}
        return with_estimates(keys, {"estimate": found}, more), pl.DataFrame(spread)

    def _explained(self, conclusion: str, name: str, estimate: float, others: Mapping[str, Mapping[str, tuple[float, float]]]) -> list[Any]:
        """Shares of the kinds in the spread: mean squared distance from what is named, less what chance alone makes."""
        squares = {}
        for kind in self.vary if self.alone else ():
            found = [one[conclusion] for word, one in others.items() if word.startswith(f"{kind} ") and conclusion in one]
            squares[kind] = max(0.0, float(np.mean([(value - estimate) ** 2 - error**2 for value, error in found]))) if found else 0.0
        whole = sum(squares.values())
        return [
            {"conclusion": conclusion, "scenario": name, "varied": kind, "spread": square**0.5, "share": square / whole if whole else 0.0}
            for kind, square in squares.items()
        ]  # fmt: skip

    def _effects(self, run: Run) -> Effects:
        """All conclusions of a run: groups above the mean of their tables, or pair by pair."""
        seats = seats_of(run).with_columns(pl.col(column).cast(pl.String) for column in self.unknown.groups if column != "seat")
        fits: dict[str, Effects] = {}
        for column, word in self.unknown.groups.items():
            means, keys = group_means(seats, (column,), "margin")
            names = [str(key[0]) for key in keys]
            if column in self.unknown.pairs:
                pairs = list(combinations(sorted(names), 2))
                weights = np.array([[float(name == one) - float(name == other) for name in names] for one, other in pairs]).reshape(
                    -1, len(names)
                )
                if pairs:
                    fits[word] = means.combined(weights, [f"{one} against {other}" for one, other in pairs])
            elif len(names) > 1:
                fits[word] = means.combined(np.eye(len(names)), names)
        return joined(fits)

    def _values(self, run: Run) -> dict[str, tuple[float, float]]:
        """Estimates and standard errors of a variation, by conclusion."""
        effects = self._effects(run)
        pairs = zip(effects.values.tolist(), effects.errors.tolist(), strict=True)
        return dict(zip(effects.names, pairs, strict=True))


def _chance_of_same(sign: float, values: Floats, errors: Floats) -> float:
    """The chance that another variation has this sign: from their mean and spread, what is chance in each taken off."""
    if len(values) < FEWEST:
        return nan
    whole = float(np.var(values, ddof=1))
    spread = max(0.0, whole - float(np.mean(errors**2))) + whole / len(values)  # of variations, and of their mean
    return float(ndtr(sign * values.mean() / sqrt(spread))) if spread else float(sign * values.mean() > 0)


def _judged(is_shown: bool, chance: float) -> str:
    """Whether a conclusion outlives its assumptions: it depends on them where variations disagree, or say the contrary."""
    if 1 - TOO_OFTEN_OTHER < chance < TOO_OFTEN_OTHER or (is_shown and chance < TOO_OFTEN_OTHER):
        return DEPENDS
    return SURVIVES if is_shown and chance >= SAME_ENOUGH else UNDECIDED


def _verdict(table: pl.DataFrame) -> str:
    """The counts, and what survives by name."""
    by = {word: table.filter(pl.col("verdict") == word)["conclusion"].to_list() for word in (SURVIVES, DEPENDS, UNDECIDED)}
    told = [
        f"{len(by[word])} of {table.height} conclusions {words}"
        for word, words in ((SURVIVES, "survive"), (DEPENDS, "depend on what is unknown"))
    ]
    which = f": {listed(by[SURVIVES])}" if by[SURVIVES] else ""
    return f"{told[0]}{which}; {told[1]}; {len(by[UNDECIDED])} are undecided."


def question_of(unknown: Unknowns, draws: Any, vary: Any) -> AssumptionQuestion:
    """The question with what somebody has chosen."""
    with check.arguments("assumptions"):
        number = check.whole(draws, "draws", 2, 1000)
        kinds = check.names(vary, "vary", unknown.kinds, "kind")
    if not kinds:
        raise CavernaError(f"assumptions: vary: name at least one of {', '.join(unknown.kinds)}")
    return AssumptionQuestion(unknown, number, kinds)
