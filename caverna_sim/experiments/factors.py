"""What do several house rules do together? Every combination of them plays the same games, so all differences are paired.

The effect of a rule is its mean over all that the others may be; an interaction of two is how much more both do than what each does alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import block_means, seats_of
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, draw_effects, takes_options
from caverna_sim.experiments.sweep import MOST_PATH, house_rules, text_of, typed
from caverna_sim.experiments.tables import in_words, with_estimates
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.rare import rare
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.words import listed

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

FEWEST, MOST = 2, 5
WITH = " with "  # between rules of an interaction
NOTHING = "as it is"
ESTIMANDS = {"effect": "points that the rule, or rules beyond what each does alone, add; on the same games, whatever the others are"}

Rule = tuple[str, Any]  # path and value


@dataclass(frozen=True)
class FactorQuestion(Question):
    """What the study asks."""

    rules: tuple[Rule, ...]
    name: str = "factors"
    title: str = "What do house rules do together?"
    most_games: int = 5_000
    signed: bool = True

    estimands = ESTIMANDS

    @property
    def labels(self) -> tuple[str, ...]:
        """The rules as one types them."""
        return tuple(f"{path}={text_of(value)}" for path, value in self.rules)

    def options(self) -> Mapping[str, Any]:
        """What else sets the study apart."""
        return {"rules": list(self.labels)}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        return [f"{path}={typed(value)}" for path, value in self.rules]

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """Every combination of the rules."""
        from caverna_sim.scenario.scenario import read_scenario

        data = {**scenario.to_data(), "record": ["games", "players"]}
        found = {}
        for chosen in subsets(len(self.rules)):
            changed = dict(chain.from_iterable(house_rules(*self.rules[place], scenario).items() for place in chosen))
            found[self._part(chosen)] = read_scenario({**data, "rules": {**scenario.rules, **changed}})
        return found

    def _part(self, chosen: Sequence[int]) -> str:
        return WITH.join(self.labels[place] for place in chosen) or NOTHING

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer(self, runs)


def subsets(size: int) -> list[tuple[int, ...]]:
    """All choices among so many, the empty one first."""
    return [chosen for number in range(size + 1) for chosen in combinations(range(size), number)]


@takes_options
def factor_study(scenario: Any, rules: Sequence[Rule], **options: Unpack[Options]) -> Study:
    """What several house rules do, each by itself and together: (path, value) of two to five, as `sweep` takes them."""
    with check.arguments("factors"):
        if not isinstance(rules, list | tuple) or not FEWEST <= len(rules) <= MOST:
            check.refuse(rules, "rules", f"give {FEWEST} to {MOST} of them, such as ('start.food', [1, 1, 1, 1])")
        for rule in rules:
            if not isinstance(rule, list | tuple) or len(rule) != 2:
                check.refuse(rule, "rules", "give a path and a value each")
            check.text(rule[0], "path", MOST_PATH)
            check.plain(rule[1], "value")
    question = FactorQuestion(tuple((path, value) for path, value in rules))
    for label in question.labels:
        if question.labels.count(label) > 1:
            raise CavernaError(f"factors: `{label}` is given twice; name different rules")
    return conduct(question, scenario, **options)


# ---------------------------------------------------------------- estimates


def effects_of(labels: Sequence[str], outcomes: Mapping[tuple[int, ...], Floats], blocks: np.ndarray) -> Effects:
    """Main effects and interactions of all orders, from what blocks have at every combination."""
    every = list(outcomes)
    names: list[str] = []
    columns: list[Floats] = []
    for chosen in subsets(len(labels))[1:]:
        names.append(WITH.join(labels[place] for place in chosen))
        signs = [(-1.0) ** (len(chosen) - len(set(chosen) & set(one))) for one in every]
        weight = 1 / 2 ** (len(labels) - len(chosen))
        columns.append(weight * np.sum([sign * outcomes[one] for sign, one in zip(signs, every, strict=True)], axis=0))
    seldom = tuple(rare(np.zeros(len(blocks)), column) for column in columns)
    values = np.array(columns).T
    means = values.mean(axis=0)
    return Effects(tuple(names), means, blocks, (values - means) / len(blocks), float(max(1, len(blocks) - 1)), rare=seldom)


def _effects(question: FactorQuestion, runs: Mapping[str, Run], seat: int | None) -> Effects:
    outcomes: dict[tuple[int, ...], Floats] = {}
    blocks = np.zeros(0, np.int64)
    for chosen, run in zip(subsets(len(question.rules)), runs.values(), strict=True):
        seats = seats_of(run) if seat is None else seats_of(run).filter(pl.col("seat") == seat)
        blocks, outcomes[chosen] = block_means(seats)
    return effects_of(question.labels, outcomes, blocks)


# ---------------------------------------------------------------- the answer


def answer(question: FactorQuestion, runs: Mapping[str, Mapping[str, Run]]) -> Found:
    """Table, words and pictures of one or several scenarios."""
    every = {name: _effects(question, parts, None) for name, parts in runs.items()}
    families = {name: family(one) for name, one in every.items()}
    found = Found(
        verdict=" ".join(_verdict(name, one) for name, one in families.items()),
        table=pl.concat([_rows(question, name, parts, families[name]) for name, parts in runs.items()]),
        precision=max(one.half_width for one in families.values()),
        doubts=("The bots were tuned for the printed rules; how well they play changed ones depends on their tastes.",),
        pictures=tuple(_picture(name, one) for name, one in families.items()),
    )
    fits = {name: (next(iter(parts.values())), every[name]) for name, parts in runs.items()}
    return side_by_side(found, fits, "rules", "points of the mean seat", pl.when(pl.col("seat").is_null()).then("rules"))


def _rows(question: FactorQuestion, name: str, runs: Mapping[str, Run], whole: Family) -> pl.DataFrame:
    """A row for every effect: of the mean seat, and of each seat."""
    players = int(next(iter(runs.values())).manifest["scenario"]["players"])
    seats = family(joined({str(seat): _effects(question, runs, seat) for seat in range(players)}))
    keys = [tuple(one.split(": ", 1)) for one in seats.effects.names]
    parts: list[tuple[Family, list[tuple[str, int | None]]]] = [
        (whole, [(rules, None) for rules in whole.effects.names]),
        (seats, [(rules, int(seat)) for seat, rules in keys]),
    ]
    tables = []
    for found, rows in parts:
        head: dict[str, Sequence[Any]] = {
            "rules": [rules for rules, _ in rows], "seat": [seat for _, seat in rows], "of": [rules.count(WITH) + 1 for rules, _ in rows],
            "scenario": [name] * len(rows),
        }  # fmt: skip
        games = [next(iter(runs.values())).games_played] * len(rows)
        tables.append(with_estimates(head, {"effect": found}, {"games": games}).with_columns(pl.col("seat").cast(pl.Int64)))
    return pl.concat(tables)


def _verdict(name: str, found: Family) -> str:
    """Every rule by itself, and the interactions that are shown."""
    alone = [place for place, rules in enumerate(found.effects.names) if WITH not in rules]
    together = [place for place, rules in enumerate(found.effects.names) if WITH in rules and found.shown[place]]
    told = listed([f"{found.effects.names[place]} {in_words(found, place)}" for place in alone])
    more = listed([f"{found.effects.names[place]} {in_words(found, place)}" for place in together])
    return at(name, f"to the mean seat: {told}; beyond what each does: {more or 'nothing is shown that they do together'}.")


def _picture(name: str, found: Family) -> Picture:
    return Picture(
        f"factors-{name}", f"Rules and what they do together, {name}",
        "Points of the mean seat that each rule adds, and that rules add beyond what each does alone, with intervals for all together.",
        lambda axes: draw_effects(found, found.effects.names, "points of the mean seat", axes, in_order=False),
    )  # fmt: skip
