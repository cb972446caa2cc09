"""What does a house rule do at several values? Every value plays the same games (seed, blocks, seatings), so that differences are paired.

A path may hold `*` for any part of a word, and a value may be a change (`+2`, `-1`, `x0.5`) of what is printed: `*.cost.wood` by `-1`
makes everything one wood cheaper. The first run is the scenario as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import chain
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.experiments.outcomes import ALL, group_means, seats_of
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import in_words, with_estimates
from caverna_sim.games import told_of
from caverna_sim.stats.effects import Effects, joined, put_together
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.met import Met, differing_paths, hardly, hardly_told, is_all_of, met, rows_at, tables_of
from caverna_sim.stats.rare import rare
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import facts_of
from caverna_sim.stats.words import listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

AS_IT_IS = "as it is"
TABLE = "table"
MOST_PATH, MOST_VALUES = 200, 100
TARGETS = ("equal_wins", "equal_means")
ESTIMANDS = {
    "effect": "points more than with the rule as it is, on the same games",
    "win_effect": "share of the wins more than with the rule as it is",
}


@dataclass(frozen=True)
class SweepQuestion(Question):
    """What the study asks."""

    path: str
    values: tuple[Any, ...]
    target: str | None = None
    name: str = "sweep"
    title: str = "What does a house rule do?"
    most_games: int = 10_000
    signed: bool = True

    estimands = ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """What else sets the study apart."""
        return {"path": self.path, "values": [text_of(value) for value in self.values], "target": self.target}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        rule = f"{self.path}={','.join(typed(value) for value in self.values)}"
        return [rule, *(["--target", self.target] if self.target else [])]

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario as it is, and at every value."""
        from caverna_sim.scenario.scenario import read_scenario

        changed = {text_of(value): house_rules(self.path, value, scenario) for value in self.values}
        game = told_of({"game": scenario.game})
        kept = tables_of(rows_at(chain(*changed.values()), game), game)  # whether anybody meets what is changed
        data = {**scenario.to_data(), "record": ["games", "players", *kept]}
        every = {AS_IT_IS: {}, **changed}
        return {text: read_scenario({**data, "rules": {**scenario.rules, **rules}}) for text, rules in every.items()}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show; the rule as it is counts as one of its values."""
        now = [_now(one, self.path) for one in scenarios] if self._is_of_values else [None]
        if now[0] is None or any(value != now[0] for value in now) or text_of(now[0]) in map(text_of, self.values):
            return answer(self, runs)
        with_it = {name: {**parts, text_of(now[0]): parts[AS_IT_IS]} for name, parts in runs.items()}
        return answer(replace(self, values=_in_order([*self.values, now[0]])), with_it)

    @property
    def _is_of_values(self) -> bool:
        """Whether one rule gets values, which a change of what is printed is not."""
        return "*" not in self.path and not any(isinstance(value, str) and _CHANGE.fullmatch(value) for value in self.values)


@takes_options
def sweep(
    scenario: Any,
    path: str,
    values: Sequence[Any],
    *,
    target: str | None = None,
    **options: Unpack[Options],
) -> Study:
    """What a house rule does at several values, for the table, by seat and by bot.

    `target` names what a value should reach: equal_wins or equal_means of the seats.
    """
    with check.arguments("sweep"):
        check.text(path, "path", MOST_PATH)
        if not isinstance(values, list | tuple) or not 1 <= len(values) <= MOST_VALUES:
            check.refuse(values, "values", f"give a list of 1 to {MOST_VALUES} values, such as [0, 1, 2]")
        check.plain(values, "values")
        texts = [text_of(value) for value in values]
        for text, value in zip(texts, values, strict=True):
            if texts.count(text) > 1:
                check.refuse(value, "values", "it is given twice")
        if target is not None:
            check.word(target, "target", TARGETS)
    question = SweepQuestion(path, tuple(values), target)
    return conduct(question, scenario, **options)


# ---------------------------------------------------------------- values of a rule


_CHANGE = re.compile(r"(\+|-|x)(\d{1,9}(?:\.\d{1,9})?)")


def _now(scenario: Scenario, path: str) -> Any:
    """What a rule is in a scenario; None where there is no such value."""
    from caverna_sim.games import plays

    place: Any = plays(scenario.game).rules(scenario)
    for word in path.split("."):
        place = place.get(word) if isinstance(place, Mapping) else None
    return None if isinstance(place, Mapping) else place


def _in_order(values: Sequence[Any]) -> tuple[Any, ...]:
    """Numbers by size, anything else as it comes."""
    return tuple(sorted(values)) if all(isinstance(value, int | float) for value in values) else tuple(values)


def text_of(value: Any) -> str:
    """A value as people write it."""
    return (
        ", ".join(map(text_of, value)) if isinstance(value, list | tuple) else str(value).lower() if isinstance(value, bool) else str(value)
    )


def typed(value: Any) -> str:
    """A value as the command line takes it: a list in brackets."""
    return json.dumps(value, separators=(",", ":")) if isinstance(value, list | tuple) else text_of(value)


def house_rules(path: str, value: Any, scenario: Scenario) -> dict[str, Any]:
    """The house rules that a path with a value stands for in a scenario."""
    change = _CHANGE.fullmatch(value) if isinstance(value, str) else None
    if "*" not in path and change is None:
        return {path: value}
    printed = _numbers(scenario)
    pattern = path.replace("[", "[[]").replace("?", "[?]")  # of the signs of fnmatch only * is meant
    matching = {name: now for name, now in printed.items() if fnmatchcase(name, pattern)} if "*" in path else {path: printed.get(path)}
    if not matching or None in matching.values():
        raise CavernaError(f"sweep: no number of the rules is called `{path}`; {nearest(path, printed)}")
    return {name: _changed(now, change) if change else value for name, now in matching.items()}


def _changed(now: Any, change: re.Match[str]) -> Any:
    sign, amount = change[1], float(change[2])
    new = now * amount if sign == "x" else now + amount if sign == "+" else now - amount
    return max(0, round(new)) if isinstance(now, int) else max(0.0, new)


def _numbers(scenario: Scenario) -> dict[str, Any]:
    """Every number of the rules as the scenario has them, by dotted path."""
    from caverna_sim.games import plays

    return dict(_walk(plays(scenario.game).rules(scenario), ""))


def _walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _walk(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


# ---------------------------------------------------------------- estimates


def answer(question: SweepQuestion, runs: Mapping[str, Mapping[str, Run]]) -> Found:
    """Table, words and pictures of one or several scenarios."""
    found = {name: _effects(question, parts) for name, parts in runs.items()}
    tables = [_table(name, runs[name], *both) for name, both in found.items()]
    rare = {name: _hardly_met(question, parts) for name, parts in runs.items()}
    targets = [_target(question, name, parts, rare[name]) for name, parts in runs.items()] if question.target else []
    whole = Found(
        verdict=" ".join([*targets, *(_verdict(question, name, both[0], runs[name], rare[name]) for name, both in found.items())]),
        table=pl.concat(tables),
        precision=max(both[0].half_width for both in found.values()),
        sentences=tuple(text for name, both in found.items() for text in _other_winners(name, *both)),
        before=tuple(at(name, f"{hardly_told(rows)}.") for name, every in rare.items() if (rows := hardly(every.values()))),
        doubts=("The bots were tuned for the printed rules; how well they play a changed one depends on their tastes.",),
        pictures=tuple(picture for name, both in found.items() for picture in _pictures(question, name, both[0])),
    )
    fits = {name: (runs[name][AS_IT_IS], _of_the_table(question, both[0].effects)) for name, both in found.items()}
    of_table = (pl.col("bot") == ALL) & pl.col("seat").is_null()
    return side_by_side(whole, fits, "value", "points more than as it is", pl.when(of_table).then("value"))


def _of_the_table(question: SweepQuestion, effects: Effects) -> Effects:
    """What each value changes for the mean seat."""
    values = tuple(map(text_of, question.values))
    return replace(effects.only([f"{value}: {TABLE}" for value in values]), names=values)


def _hardly_met(question: SweepQuestion, parts: Mapping[str, Run]) -> dict[str, tuple[Met, ...]]:
    """For every value that changes nothing but rows that hardly anybody meets, with it or without: these rows."""
    base, found = parts[AS_IT_IS], {}
    for value in map(text_of, question.values):
        game, run = told_of(base.manifest), parts[value]
        paths = differing_paths(facts_of(base).rules, facts_of(run).rules)
        rare = hardly([met(run, rows_at(paths, game)), met(base, rows_at(paths, game))])
        if rare and not _is_same(parts, value) and is_all_of(rare, paths, game):
            found[value] = rare
    return found


def _is_same(parts: Mapping[str, Run], value: str) -> bool:
    """Whether a value is what is played as it is: then nothing can differ, in these games or any others."""
    return facts_of(parts[AS_IT_IS]).rules_hash == facts_of(parts[value]).rules_hash


def _effects(question: SweepQuestion, parts: Mapping[str, Run]) -> tuple[Family, Family]:
    """Effects and effects on wins of every value, for the table, each seat and each bot; names are `value: group`."""
    return family(_differences(question, parts, "score", with_table=True)), family(_differences(question, parts, "won", with_table=False))


def _differences(question: SweepQuestion, parts: Mapping[str, Run], measure: str, *, with_table: bool) -> Effects:
    base = _groups(parts[AS_IT_IS], measure, with_table)
    names, rows, seldom = [], [], []
    runs = {text_of(value): _groups(parts[text_of(value)], measure, with_table) for value in question.values}
    every = joined({AS_IT_IS: base, **runs})
    for text, one in runs.items():
        for group in one.names:
            if group not in base.names:
                continue
            here, there = one.names.index(group), base.names.index(group)
            row = np.zeros(len(every.names))
            row[[every.names.index(f"{text}: {group}"), every.names.index(f"{AS_IT_IS}: {group}")]] = 1.0, -1.0
            names.append(f"{text}: {group}")
            rows.append(row)
            found = rare(_of_blocks(base, there), _of_blocks(one, here))
            seldom.append(replace(found, reach=0.0) if _is_same(parts, text) else found)
    are_same = all(np.array_equal(one.blocks, base.blocks) for one in runs.values())
    return replace(every.combined(np.array(rows), names), rare=tuple(seldom) if are_same else ())


def _of_blocks(means: Effects, place: int) -> Floats:
    """The mean of each block behind a mean, every block having as many rows."""
    return np.asarray(means.values[place] + len(means.blocks) * means.shares[:, place], np.float64)


def _groups(run: Run, measure: str, with_table: bool) -> Effects:
    """Means for the table, for every seat and for every bot."""
    seats = seats_of(run).with_columns(pl.lit(TABLE).alias("whole"), pl.concat_str(pl.lit("seat "), "seat").alias("place"))
    return put_together([group_means(seats, (by,), measure)[0] for by in (("whole",) if with_table else ()) + ("place", "bot")])


# ---------------------------------------------------------------- the answer


def _table(name: str, parts: Mapping[str, Run], effects: Family, wins: Family) -> pl.DataFrame:
    keys = [tuple(one.split(": ", 1)) for one in effects.effects.names]
    head: dict[str, Sequence[Any]] = {
        "value": [value for value, _ in keys],
        "seat": [int(group.removeprefix("seat ")) if group.startswith("seat ") else None for _, group in keys],
        "bot": [ALL if group == TABLE or group.startswith("seat ") else group for _, group in keys],
        "scenario": [name] * len(keys),
    }
    of_wins = {one: place for place, one in enumerate(wins.effects.names)}
    places = [of_wins.get(one) for one in effects.effects.names]
    more: dict[str, Sequence[Any]] = {
        "win_effect": [None if place is None else float(wins.effects.values[place]) for place in places],
        "win_effect_low": [None if place is None else float(wins.low[place]) for place in places],
        "win_effect_high": [None if place is None else float(wins.high[place]) for place in places],
        "games": [next(iter(parts.values())).games_played] * len(keys),
    }
    table = with_estimates(head, {"effect": effects}, more)
    return table.with_columns(pl.col("seat").cast(pl.Int64), *(pl.col(column).cast(pl.Float64) for column in more if column != "games"))


def _verdict(question: SweepQuestion, name: str, found: Family, parts: Mapping[str, Run], rare: Collection[str]) -> str:
    told, same_values = [], []
    for value in map(text_of, question.values):
        if value in rare:
            continue
        if _is_same(parts, value):
            same_values.append(value)
            continue
        place = found.effects.names.index(f"{value}: {TABLE}")
        ends = [number(end, 2, sign=True) for end in (found.effects.values[place], found.low[place], found.high[place])]
        told.append(f"{ends[0]} points at {value} ({ends[1]} to {ends[2]})")
    same = f"; {listed(same_values)} {'changes nothing' if len(same_values) == 1 else 'change nothing'}" if same_values else ""
    what = f"the house rule {question.path}"
    if not told and rare:
        return at(name, f"no verdict on {what} at {listed([*rare])}: hardly anybody met what it changes{same}.")
    if not told:
        return at(name, f"{what} changes nothing.")
    return at(name, f"{what} changes the score of the mean seat by {listed(told)}{same}.")


def _other_winners(name: str, points: Family, wins: Family) -> Iterator[str]:
    """Seats and bots that gain points and lose wins, or the other way round."""
    for place, label in enumerate(points.effects.names):
        if label in wins.effects.names and (told := in_words(points, place, wins)) != in_words(points, place):
            value, who = label.split(": ", 1)
            yield at(name, f"at {value}, {who} gets {told}.")


def _target(question: SweepQuestion, name: str, parts: Mapping[str, Run], rare: Collection[str]) -> str:
    """The value at which the seats are most alike, and whether they are shown to differ even there."""
    measure = "won" if question.target == "equal_wins" else "score"
    means = {value: group_means(seats_of(run), ("seat",), measure)[0] for value, run in parts.items() if value not in rare}
    spreads = {value: float(one.values.max() - one.values.min()) for value, one in means.items()}
    best = min(spreads, key=lambda value: spreads[value])
    what = "wins" if measure == "won" else "scores"
    told = [
        f"{100 * spreads[value]:.1f} % of the wins" if measure == "won" else f"{number(spreads[value], 2)} points"
        for value in (best, AS_IT_IS)
    ]
    seats = means[best].names
    apart = family(means[best].combined(np.eye(len(seats)) - 1 / len(seats), seats))  # from their mean
    differ = "still shown to differ" if apart.shown.any() else "not shown to differ"
    beside_it = "" if best == AS_IT_IS else f", against {told[1]} as it is"
    return at(
        name,
        f"of these values, {best} makes the {what} of the seats most alike (best and worst are {told[0]} apart{beside_it}); there the"
        f" seats are {differ}.",
    )


def _pictures(question: SweepQuestion, name: str, found: Family) -> Iterator[Picture]:
    """A curve where values are numbers, and every group at every value."""
    if (places := _places(question.values)) is not None and len(places) > 1:
        yield Picture(
            f"curve-{name}", f"{question.path}, {name}", "Change of the mean score by value, for the table and for each bot,"
            " with intervals that hold for all together.", lambda axes: _curve(found, question, places, axes),
        )  # fmt: skip
    yield Picture(
        f"sweep-{name}", f"{question.path} by seat, {name}",
        "Change of mean scores, with intervals that hold for all together; values that change nothing are left out.",
        lambda axes: _draw(found, axes),
    )  # fmt: skip


def _places(values: Sequence[Any]) -> list[float] | None:
    """Where values lie on one axis: all of them numbers, or all of them changes of the same kind."""
    changes = [_CHANGE.fullmatch(value) if isinstance(value, str) else None for value in values]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return [float(value) for value in values]
    if all(change and change[1] != "x" for change in changes):
        return [float(value) for value in values]  # "+2" and "-1" are numbers too
    return [float(change[2]) for change in changes if change] if all(change and change[1] == "x" for change in changes) else None


def _curve(found: Family, question: SweepQuestion, places: Sequence[float], axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    values, names = list(map(text_of, question.values)), found.effects.names
    groups = [group for group in dict.fromkeys(one.split(": ", 1)[1] for one in names) if not group.startswith("seat ")]
    series = {}
    for group in groups:
        rows = [names.index(f"{value}: {group}") for value in values]
        points = [(place, found.effects.values[row], found.low[row], found.high[row]) for place, row in zip(places, rows, strict=True)]
        if not all(isinstance(value, int | float) for value in question.values):  # a change by nothing changes nothing
            points.append((1.0 if str(values[0]).startswith("x") else 0.0, 0.0, 0.0, 0.0))
        series[group] = sorted(points)
    return figures.curves(series, question.path, "points more than as it is", axes)


def _draw(found: Family, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    names, kept = found.effects.names, [place for place, shares in enumerate(found.effects.shares.T) if shares.any()]
    kept = kept or list(range(len(names)))
    ends = [(found.effects.values[place], found.low[place], found.high[place]) for place in kept]
    return figures.forest([names[place] for place in kept], ends, "points more than without the change", axes)
