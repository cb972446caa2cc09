"""Two runs compared: how much more a seat or a bot scores in the second, and whether that matters.

Runs with the same seed deal alike and draw the same lots, game by game. They are compared in pairs, block by block, so
what both share drops out; the achieved correlation says how much that was worth. Runs with other seeds are compared as
independent samples (Welch). Looks at runs that grow are counted in their folders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from math import ceil, isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.check import arguments, shown_name
from caverna_sim.dataset.read import load
from caverna_sim.errors import CavernaError, nearest, shown
from caverna_sim.games.facts import GameFacts, Measure
from caverna_sim.stats.counted import Looks, keep, key_of, looks_at
from caverna_sim.stats.differences import differences, differing, mixed_up
from caverna_sim.stats.equivalence import (
    LEAST_BLOCKS,
    MOST_SURE,
    NOT_TRIED,
    POWER,
    Judgement,
    Verdict,
    cautious_sd,
    check_level,
    check_smallest_effect,
    overall,
    units_needed,
)
from caverna_sim.stats.met import Met, differing_paths, hardly, hardly_told, is_all_of, met, rows_at
from caverna_sim.stats.pairs import TABLE, Change, Pair, change, differs_between, laid_side_by_side
from caverna_sim.stats.ratings import LEVEL
from caverna_sim.stats.source import Run, Source, open_run
from caverna_sim.stats.words import amount, capital, column_digits, interval, listed, number, percent, plural, range_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.files import Output

By = Literal["seat", "bot", "seat,bot"]
BY: dict[str, tuple[str, ...]] = {"seat": ("seat",), "bot": ("bot",), "seat,bot": ("seat", "bot")}


MEASURES = {  # of every game
    "score": Measure("points", 1.0, 500.0),
    "margin": Measure("points above the mean of the table", 1.0, 500.0, has_table=False),
    "won": Measure("of the win", 0.05, 1.0, has_table=False),
}  # fmt: skip


def measure_of(name: str, game: GameFacts) -> Measure:
    """What is to be known of a measure."""
    known = {**MEASURES, **game.measures}
    if not isinstance(name, str) or name not in known:
        raise CavernaError(f"compare: unknown measure `{shown_name(name)}`; {nearest(name, known)}")
    return known[name]


def smallest_effect_of(measure: str, game: GameFacts, given: float | None = None) -> float:
    """The smallest effect that matters: as given, if a result can reach it, or the usual one of the measure."""
    about = measure_of(measure, game)
    if given is None:
        return about.smallest_effect
    check_smallest_effect(given)
    if given >= about.most:
        usual = f"give a number above 0 and below {about.most:g}, such as {about.smallest_effect:g}"
        raise CavernaError(f"smallest effect: {given:g} {about.units} is more than any result can reach; {usual}")
    return float(given)


@dataclass(frozen=True)
class Effect:
    """What changes for one seat or bot, or for the whole table, from the first run to the second."""

    name: str
    first: float  # mean in the first run
    second: float
    correlation: float  # of block means of the two runs; nan when they are not paired
    sd: float  # of the differences of blocks
    units: int  # blocks, or setups when bots draw no lots
    judged: Judgement

    @property
    def verdict(self) -> Verdict:
        """What may be claimed."""
        return self.judged.verdict


@dataclass(frozen=True)
class Comparison:
    """What changes from the first run to the second."""

    names: tuple[str, str]
    measure: str
    by: By
    effects: tuple[Effect, ...]  # one for each seat or bot
    whole: Effect | None  # the mean over all seats; None where it cannot change
    is_paired: bool
    is_exact: bool
    games: tuple[int, int]
    same_games: float  # share of pairs of games that went exactly alike
    smallest_effect: float
    level: float
    differs: tuple[str, ...] = ()  # what sets the runs apart besides chance
    differs_between: float | None = None  # p-value of bots (by seat) or seats (by bot) changing alike; None when there is one only
    looks: int = 1  # how often these runs have been asked this, this time included
    least_games: int = 0  # of each run, before anything is claimed
    unit: str = "point"
    neighbours: str = ""  # says so when a run holds one order of the bots only
    counted: int = 0  # looks that the intervals allow for; 0 when the runs are in no folder
    hardly_met: tuple[Met, ...] = ()  # rows of the rules that set the runs apart, and that hardly anybody met in either
    sources: tuple[Source, ...] = field(default=(), repr=False, compare=False)  # the two runs

    @property
    def lines(self) -> tuple[Effect, ...]:
        """Every effect, the whole table last."""
        return (*self.effects, *([self.whole] if self.whole else []))

    @property
    def is_same(self) -> bool:
        """Whether nothing sets the runs apart and every game went exactly alike: then there is nothing to find."""
        return not self.differs and self.same_games == 1.0

    @property
    def overall(self) -> Verdict:
        """different if anything is, equivalent only if everything is; not tried where nothing but hardly met rows differ."""
        return overall([effect.verdict for effect in self.lines])

    @property
    def verdict(self) -> str:
        """The answer in a sentence or two."""
        a, b = self.names
        if self.is_same:
            return f"equivalent: {a} and {b} are the same; all {self.games[0]:,} games went exactly alike."
        if self.overall == NOT_TRIED:
            return f"{NOT_TRIED}: {hardly_told(self.hardly_met)}."
        return f"{self.overall}: with {b} instead of {a}, {_told(self)}"

    @property
    def caution(self) -> str:
        """What is to be said before the answer: more than one kind of thing sets the runs apart, or something that does was hardly met."""
        rare = f"{capital(hardly_told(self.hardly_met))}." if self.hardly_met and self.overall != NOT_TRIED else ""
        return " ".join(text for text in (rare, mixed_up(self.differs)) if text)

    @property
    def games_to_settle(self) -> float:
        """Games of each run that would probably settle what is undecided; nan when nothing is."""
        open_ones = [effect.judged.times_more for effect in self.lines if effect.verdict == "undecided"]
        if not open_ones:
            return nan
        return max(open_ones) * max(self.games)

    @property
    def how(self) -> str:
        """How the answer came about."""
        a, b = self.names
        lines = [differing(self.differs)]
        if self.is_same:
            return f"{lines[0]} Games are paired; 100 % of them went exactly alike."
        if self.is_exact:
            lines.append("Census: both runs played every setup with bots that draw no lots, so the differences are exact.")
        else:
            family = f" for all {len(self.lines)} lines together" if len(self.lines) > 1 else ""
            units = min(effect.units for effect in self.effects)
            games = f"{a}: {self.games[0]:,} games; {b}: {self.games[1]:,} games; {units:,} independent blocks"
            again = f" and for all {self.looks} looks at these runs" if self.looks > 1 else ""
            lines.append(f"{games}; {percent(self.level, 0)} confidence{family}{again}.")
            if units < LEAST_BLOCKS:
                lines.append(f"Fewer than {LEAST_BLOCKS} blocks ({self.least_games:,} games) claim nothing.")
        if self.is_paired:
            known = [effect.correlation for effect in self.lines if np.isfinite(effect.correlation)]
            shown = f"correlation {range_text(min(known), max(known))}" if known else "no correlation to be seen"
            alike = f"; {percent(self.same_games)} of them went exactly alike" if np.isfinite(self.same_games) else " by blocks"
            lines.append(f"Games are paired ({shown}){alike}.")
        else:
            lines.append("The runs have different seeds and are not paired; the same seed for both needs fewer games.")
        if self.differs_between is not None:
            lines.append(_between(self))
        size = amount(self.smallest_effect, self.measure, self.unit)
        lines.append(f"Different: by {size} or more, the whole interval; equivalent: by less than {size} either way, the whole interval.")
        return " ".join([*lines, *_more(self), self.neighbours]).strip()

    @property
    def table(self) -> pl.DataFrame:
        """A row for every seat or bot, and for the table."""
        rows = [
            {
                self.by: effect.name, "first": effect.first, "second": effect.second, "difference": effect.judged.value,
                "low": effect.judged.low, "high": effect.judged.high, "error": effect.judged.error,
                "correlation": effect.correlation, "blocks": effect.units, "p": effect.judged.p,
                "other than zero": effect.judged.is_shown, "verdict": effect.verdict,
            }
            for effect in self.lines
        ]  # fmt: skip
        return pl.DataFrame(rows)

    @property
    def shown_rows(self) -> tuple[list[str], list[list[str]]]:
        """Heads and rows of the table that people read, in the terminal and in a notebook: as many digits as the errors allow."""
        scale, unit = (100, " in %") if self.measure == "won" else (1, "")
        digits = max(1, column_digits([scale * effect.judged.error for effect in self.lines], 2))
        heads = [self.by, *(f"{name}{unit}" for name in self.names), "difference", "interval", "correlation", "verdict", "other than 0"]
        return heads, [_shown(effect, scale, digits, self.is_exact) for effect in self.lines]

    def _repr_html_(self) -> str:
        """For a notebook: the answer, the lines behind it, how it came about."""
        caution = f"<p>{escape(self.caution)}</p>" if self.caution else ""
        heads, rows = self.shown_rows
        head = "".join(f"<th>{escape(one)}</th>" for one in heads)
        body = "".join(f"<tr>{''.join(f'<td>{escape(one)}</td>' for one in row)}</tr>" for row in rows)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f"{caution}<p><b>{escape(self.verdict)}</b></p>{table}<p>{escape(self.how)}</p>"

    def plot(self, axes: Axes | None = None) -> Figure:
        """Differences with intervals, and the zone where nothing matters."""
        from caverna_sim.stats import figures

        return figures.comparison(self, axes)

    def page(self, out: str | Path | Output, overwrite: bool = False) -> Path:
        """Write a page with all that moved: scores, wins, scoring parts, what was built, where seats went. Returns where it is."""
        from caverna_sim.report.compare import write_comparison

        return write_comparison(self, out, overwrite)


def _shown(effect: Effect, scale: float, digits: int, is_exact: bool) -> list[str]:
    judged = effect.judged
    ends = "exact" if is_exact else "unknown"
    if isfinite(judged.low) and not is_exact:
        ends = interval(scale * judged.low, scale * judged.high, digits, sign=True)
    means = [number(scale * effect.first, digits), number(scale * effect.second, digits), number(scale * judged.value, digits, sign=True)]
    correlation = number(effect.correlation) if isfinite(effect.correlation) else ""
    return [effect.name, *means, ends, correlation, effect.verdict, "yes" if judged.is_shown else "not shown"]


def compare(
    run_a: Run | str | Path,
    run_b: Run | str | Path,
    *,
    measure: str = "score",
    by: By = "seat",
    smallest_effect: float | None = None,
    level: float = LEVEL,
) -> Comparison:
    """What changes from run A to run B, seat by seat, bot by bot or both, and whether it is more than the smallest effect.

    Runs, or the folders they are in. The smallest effect is 1 point, 0.05 of the win, or that of the game's own measure unless it is given.
    """
    return _compared(opened(run_a), opened(run_b), measure, by, smallest_effect, level, is_look=True)


def opened(run: Run | str | Path) -> Source:
    """A run, or the one in a folder, made ready."""
    if isinstance(run, str | Path):
        return open_run(load(run))
    if not hasattr(run, "manifest"):
        raise CavernaError(f"{shown(run)} is no run; give a run, or the folder that `caverna-sim run` has written")
    return open_run(run)


def _compared(
    first: Source, second: Source, measure: str, by: By, smallest_effect: float | None, level: float, is_look: bool
) -> Comparison:  # fmt: skip
    if first.game.name != second.game.name:
        raise CavernaError(
            f"compare: `{first.facts.name}` is a run of {first.game.title} and `{second.facts.name}` one of {second.game.title}"
        )
    about, smallest = measure_of(measure, first.game), smallest_effect_of(measure, first.game, smallest_effect)
    check_level(level)
    if not isinstance(by, str) or by not in BY:
        raise CavernaError(f"compare: by `{shown_name(by)}` is not possible; allowed: {', '.join(f'`{one}`' for one in BY)}")
    pair = laid_side_by_side(first, second)
    changes = {name: change(name, *sums, pair.is_paired, pair.remaining) for name, sums in pair.sums(BY[by], measure).items()}
    if not changes:
        raise CavernaError(f"compare: the runs have no {by.replace(',', ' and ')} in common, so there is nothing to compare")
    if about.has_table and len(changes) > 1:
        changes[TABLE] = change(TABLE, *pair.sums((), measure)[TABLE], pair.is_paired, pair.remaining)
    found = differences(first, second)
    is_same = not found and pair.same_games == 1.0
    runs, question = (first.run, second.run), f"{key_of(first.run)} {key_of(second.run)} {measure} by {by}, {level:g}"
    looks = (
        Looks() if pair.is_exact or is_same or not is_look else looks_at(runs, question, max(one.information for one in changes.values()))
    )
    effects = {
        name: _effect(name, one, looks, smallest, level, len(changes), pair.is_exact or is_same) for name, one in changes.items()
    }  # fmt: skip
    rare, is_tried = _hardly_met(first, second, found)
    if not is_tried:
        effects = {name: replace(one, judged=replace(one.judged, verdict=NOT_TRIED, times_more=nan)) for name, one in effects.items()}
    keep(runs, question, looks, {name: effect.judged for name, effect in effects.items()})
    whole = effects.pop(TABLE, None)
    return Comparison(
        names=_names(first, second),
        measure=measure,
        by=by,
        effects=tuple(effects.values()),
        whole=whole,
        is_paired=pair.is_paired,
        is_exact=pair.is_exact,
        games=pair.games,
        same_games=pair.same_games,
        smallest_effect=smallest,
        level=level,
        differs=found,
        differs_between=_differs(pair, by, measure),
        looks=looks.number,
        least_games=LEAST_BLOCKS * ceil(max(one.sample.games / one.sample.blocks for one in (first, second))),
        unit=about.unit,
        neighbours=first.facts.neighbours or second.facts.neighbours,
        counted=looks.counted,
        hardly_met=rare,
        sources=(first, second),
    )


def _hardly_met(first: Source, second: Source, found: Sequence[str]) -> tuple[tuple[Met, ...], bool]:
    """Rows of the rules in which the runs differ and that hardly anybody met, and whether anything else sets the runs apart."""
    paths = differing_paths(first.facts.rules, second.facts.rules)
    rare = hardly([met(one.run, rows_at(paths, first.game)) for one in (second, first)])
    return rare, not rare or len(found) > len(paths) or not is_all_of(rare, paths, first.game)


def _names(first: Source, second: Source) -> tuple[str, str]:
    """What the runs are called; never the same."""
    a, b = first.facts.name, second.facts.name
    return (a, b) if a != b else (f"{a} (first)", f"{b} (second)")


def _effect(name: str, found: Change, looks: Looks, smallest_effect: float, level: float, family: int, is_exact: bool) -> Effect:
    rare = found.effect.rare[0] if found.effect.rare else None
    judged = looks.judge(name, found.value, found.error, found.degrees, smallest_effect, level, family, is_exact, rare)
    return Effect(name, found.first, found.second, found.correlation, found.error * found.units**0.5, found.units, judged)


def _differs(pair: Pair, by: By, measure: str) -> float | None:
    """Whether the change is the same for every bot of a seat (by seat), or in every seat of a bot (by bot)."""
    if by == "seat,bot":
        return None
    within, other = ("seat", "bot") if by == "seat" else ("bot", "seat")
    return differs_between(pair, other, within, measure)


# ---------------------------------------------------------------- in words


def _told(found: Comparison) -> str:
    """What each group of verdicts says, the different ones first."""
    told = [_told_effect(effect, found) for effect in found.lines if effect.verdict == "different"]
    told += [_told_open(effect, found) for effect in found.lines if effect.verdict == "undecided" and effect.judged.is_shown]
    for verdict, text in (("equivalent", "no difference that matters for"), ("undecided", "too few games to tell for")):
        same = [effect for effect in found.lines if effect.verdict == verdict]
        if verdict == "undecided":
            same = [effect for effect in same if not effect.judged.is_shown]
        if same:
            everybody = len(same) == len(found.lines) and len(same) > 1
            who = f"any {found.by.replace(',', ' and ')}" if everybody else listed([_who(effect) for effect in same])
            told.append(f"{text} {who}{_span(same, found)}")
    return "; ".join(told) + "."


def _who(effect: Effect) -> str:
    return "the whole table" if effect.name == TABLE else effect.name


def _scale(found: Comparison) -> float:
    return 100.0 if found.measure == "won" else 1.0


def _digits(found: Comparison) -> int:
    """Of all numbers of a comparison."""
    return max(1, column_digits([_scale(found) * effect.judged.error for effect in found.lines], 2))


def _span(effects: Sequence[Effect], found: Comparison) -> str:
    """Between which limits the differences of some effects lie."""
    scale, digits = _scale(found), _digits(found)
    if all(effect.verdict == "equivalent" for effect in effects):
        steps = scale * 10**digits  # rounded up, so that `at most` stays true
        most = max(1, ceil(steps * max(effect.judged.reach for effect in effects))) / steps
        return f" (at most {amount(most, found.measure, found.unit)} either way)"
    within = [scale * end for effect in effects for end in (effect.judged.low, effect.judged.high) if np.isfinite(end)]
    return f" ({number(min(within), digits, sign=True)} to {number(max(within), digits, sign=True)})" if within else ""


def _ends(effect: Effect, found: Comparison) -> str:
    scale, digits = _scale(found), _digits(found)
    low, high = sorted((scale * abs(effect.judged.low), scale * abs(effect.judged.high)))
    return interval(low, high, digits)


def _told_effect(effect: Effect, found: Comparison) -> str:
    judged = effect.judged
    direction = "more" if judged.value > 0 else "less"
    shown = "" if found.is_exact else f" ({_ends(effect, found)})"
    return f"{_who(effect)} gets {amount(abs(judged.value), found.measure, found.unit)} {direction}{shown}"


def _told_open(effect: Effect, found: Comparison) -> str:
    """An effect that is there, but perhaps too small to matter."""
    judged = effect.judged
    direction = "more" if judged.low > 0 else "less"
    unit = "% of the wins" if found.measure == "won" else f"{found.unit}s"
    rest = f"whether by {amount(found.smallest_effect, found.measure, found.unit)} or more is open"
    return f"{_who(effect)} gets {direction} ({_ends(effect, found)} {unit}), {rest}"


def _between(found: Comparison) -> str:
    """Whether bots, or seats, go together before they are averaged."""
    p = found.differs_between
    who, line = ("bots", "seat") if found.by == "seat" else ("seats", "bot")
    assert p is not None
    shown = "p < 0.001" if p < 0.001 else f"p = {number(p, 3)}"
    if p <= 1 - found.level:
        return f"The {who} of a {line} differ in it ({shown}), and a line is their mean: by `seat,bot` shows each."
    return f"No sign that the {who} of a {line} differ in it ({shown})."


def _more(found: Comparison) -> list[str]:
    """How many more games would settle what is undecided."""
    needed = found.games_to_settle
    if not needed > 0:
        return []
    who = listed([_who(effect) for effect in found.lines if effect.verdict == "undecided"])
    if not isfinite(needed):
        return [f"Undecided: {who}; two blocks at least are needed to say how many games would settle it."]
    more = plural(_rounded_up(needed - min(found.games)), "more game")
    close = amount(found.smallest_effect, found.measure, found.unit)
    return [f"Undecided: {who}; about {more} of each would settle it, unless the truth is close to {close}."]


def _rounded_up(games: float) -> int:
    """To two digits."""
    step = int(10 ** max(0, len(str(int(games))) - 2))
    return ceil(games / step) * step


# ---------------------------------------------------------------- before the long run


@dataclass(frozen=True)
class Need:
    """How many games one seat or bot needs."""

    name: str
    sd_difference: float  # of differences of blocks
    correlation: float
    blocks: int
    games: int


@dataclass(frozen=True)
class Pilot:
    """What a few games say about how many are needed."""

    comparison: Comparison
    needs: tuple[Need, ...]
    power: float
    games_played: int

    @property
    def games(self) -> int:
        """Games of each run that are enough for every seat or bot."""
        return max(need.games for need in self.needs)

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        found = self.comparison
        effect = amount(found.smallest_effect, found.measure, found.unit)
        widest = max(need.sd_difference for need in self.needs)
        known = [need.correlation for need in self.needs if np.isfinite(need.correlation)]
        shown = f", correlation {range_text(min(known), max(known))}" if known else ""
        return (
            f"{self.games:,} games of each are needed to settle whether anything changes by {effect}, unless it is close to that"
            f" (power {percent(self.power, 0)}; never fewer than {LEAST_BLOCKS} blocks, {found.least_games:,} games;"
            f" from {self.games_played:,} games: differences of blocks spread by {number(widest, 1 if widest >= 1 else 2)}{shown})."
        )

    @property
    def table(self) -> pl.DataFrame:
        """A row for every seat or bot."""
        return pl.DataFrame(
            [
                {
                    self.comparison.by: need.name, "sd of differences": need.sd_difference,
                    "correlation": need.correlation, "blocks needed": need.blocks, "games needed": need.games,
                }
                for need in self.needs
            ]
        )  # fmt: skip

    def plot(self, axes: Axes | None = None) -> Figure:
        """Games that each line needs. The differences themselves stay unseen: looking at them would be a look."""
        from caverna_sim.stats import figures

        return figures.needs(self, axes)


def pilot(
    run_a: Run | str | Path,
    run_b: Run | str | Path,
    *,
    measure: str = "score",
    by: By = "seat",
    smallest_effect: float | None = None,
    level: float = LEVEL,
    power: float = POWER,
) -> Pilot:
    """How many games of each run are needed, seen from short runs of both.

    The spread is taken at an upper limit, since a short run may show it too small. Only spreads are told, so it is no look.
    """
    with arguments("pilot"):
        check.number(power, "power", 0.5, MOST_SURE, "give a chance from 0.5 to below 1, such as 0.9")
    first, second = opened(run_a), opened(run_b)
    found = _compared(first, second, measure, by, smallest_effect, level, is_look=False)
    games_in_block = max(one.sample.games / one.sample.blocks for one in (first, second))
    if min(effect.units for effect in found.lines) < 2:
        raise CavernaError("pilot: one block says nothing about how far games differ; play at least 2 blocks")
    needs = []
    for effect in found.lines:
        blocks = units_needed(cautious_sd(effect.sd, effect.units), found.smallest_effect, level, len(found.lines), power)
        games = max(1, round(blocks * games_in_block))
        needs.append(Need(effect.name, effect.sd, effect.correlation, blocks, games))
    return Pilot(found, tuple(needs), power, found.games[0])
