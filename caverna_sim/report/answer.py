"""The finding of a study in a title and at most three sentences, by the templates of its layout; without one its own verdict says it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, nan
from typing import Any

import polars as pl
from jinja2 import Environment, StrictUndefined, UndefinedError

from caverna_sim.report.blocks import GROUP, Block, is_signed, options_of, words_of
from caverna_sim.report.findings import NOT_TRIED, SCRIPTED, STRONG, Findings, Group
from caverna_sim.report.layout import Estimate
from caverna_sim.stats.words import capital, digits_for, listed, number

MOST_SENTENCES, MOST_WORDS = 3, 60
FIRST_WORDS = re.compile(r"^(The|A|An|No|At|With|When|Each) ")  # that are small within a sentence
PERCENT = "\N{NO-BREAK SPACE}%"
POINTS, WINS = "effect", "win_effect"  # estimates of one row that may disagree


@dataclass(frozen=True)
class Line:
    """A row as templates name it."""

    id: str
    name: str
    row: Mapping[str, Any]
    estimate: str
    is_percent: bool
    is_signed: bool

    def _of(self, end: str) -> float:
        value = self.row.get(f"{self.estimate}{end}")
        return nan if value is None else float(value) * (100 if self.is_percent else 1)

    @property
    def value(self) -> float:
        """In the unit that is shown."""
        return self._of("")

    @property
    def low(self) -> float:
        """Where its interval begins."""
        return self._of("_low")

    @property
    def high(self) -> float:
        """Where its interval ends."""
        return self._of("_high")

    @property
    def shown(self) -> int:
        """1 where its interval lies above 0, -1 below, else 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    @property
    def digits(self) -> int:
        """As many as its error supports: one at least, none for percent."""
        if self.is_percent:
            return 0
        return max(1, digits_for((self.high - self.low) / 4, 1)) if isfinite(self.high - self.low) else 1

    @property
    def text(self) -> str:
        """The value, with its sign where it is a difference."""
        return number(self.value, self.digits, self.is_signed) + (PERCENT if self.is_percent else "")

    @property
    def size(self) -> str:
        """The value without its sign."""
        return number(abs(self.value), self.digits) + (PERCENT if self.is_percent else "")

    def by(self, estimate: str, is_percent: bool = False) -> Line:
        """The same row by another estimate."""
        return replace(self, estimate=estimate, is_percent=is_percent)


@dataclass(frozen=True)
class View:
    """Rows of one table that was played at, by one estimate."""

    lines: tuple[Line, ...]  # as the table has them
    title: str = ""  # who played
    players: int = 0

    @cached_property
    def sorted(self) -> list[Line]:
        """The largest first."""
        return sorted((line for line in self.lines if isfinite(line.value)), key=lambda line: -line.value)

    @property
    def top(self) -> list[Line]:
        """Those that are shown to lie above 0, the largest first."""
        return [line for line in self.sorted if line.shown > 0]

    @property
    def bottom(self) -> list[Line]:
        """Those that are shown to lie below 0, the least first."""
        return [line for line in self.sorted[::-1] if line.shown < 0]

    def of(self, item: str) -> Line | None:
        """The row of an item."""
        return next((line for line in self.lines if line.id == item), None)

    @property
    def farthest(self) -> list[Line]:
        """Those that are shown to lie above or below 0, the one that is farthest from it first."""
        return sorted((line for line in self.lines if line.shown), key=lambda line: -abs(line.value))

    @property
    def beaten(self) -> list[tuple[str, int, int, float]]:
        """Of a matrix: name, how many others it is shown to beat, how many there are, its mean; the best first."""
        names = dict.fromkeys(line.name for line in self.lines)
        found = []
        for name in names:
            own = [line for line in self.lines if line.name == name and line.row.get("against") != line.id]
            if own:
                found.append((name, sum(line.shown > 0 for line in own), len(own), sum(line.value for line in own) / len(own)))
        return sorted(found, key=lambda one: (-one[1], -one[3]))


def view_of(block: Block, found: Findings, group: Group, estimate: str = "", **chosen: Any) -> View:
    """The rows that a page shows first of a table that was played at."""
    frame = block.frame
    if GROUP in frame.columns and frame[GROUP].n_unique() > 1:
        frame = frame.filter(pl.col(GROUP) == group.name)
    for switch in block.switches:
        if switch != block.layout.across:
            values = frame[switch].cast(pl.String).fill_null("").to_list()
            wanted = str(chosen[switch]) if switch in chosen else next((one for one in options_of(block, switch) if one in values), "")
            frame = frame.filter(pl.col(switch).cast(pl.String).fill_null("") == wanted)
    name = estimate or next(iter(block.estimates), "")
    one = block.estimates.get(name, Estimate())
    signed = bool(name) and is_signed(block, name, found)
    lines = [
        Line(str(row[block.item]), words_of(str(row[block.item]), block, found), row, name, one.percent or _is_share(block, row), signed)
        for row in frame.iter_rows(named=True)
    ]
    return View(tuple(lines), group.title, group.players)


def _is_share(block: Block, row: Mapping[str, Any]) -> bool:
    """Among rows in units of their own."""
    return block.kind == "multiples" and str(row.get("meaning")).startswith("share")


def start_of(block: Block, found: Findings) -> Group:
    """The table that a page shows first: strong play where that is valid, the usual number of players."""
    valid = [one for one in found.groups if one not in found.void]
    strong = [one for one in valid if one.strength == STRONG] or valid
    wanted = block.layout.first.get("players")
    return next((one for one in strong if one.players == wanted), min(strong, key=lambda one: one.players))


def first_view(block: Block, found: Findings, strength: str = "", estimate: str = "") -> View | None:
    """The rows that a page shows first, or those of another strength under the same switches; None when nobody of it played."""
    start = start_of(block, found)
    same = [one for one in found.groups if one.strength == strength and one.players == start.players] if strength else [start]
    chosen = {name: value for name, value in block.layout.first.items() if name in block.switches}
    return view_of(block, found, same[0], estimate, **chosen) if same else None


def rows_of(block: Block, view: View | None) -> list[Line]:
    """In the order in which the page shows them."""
    return [] if view is None else view.sorted if block.layout.sorted else list(view.lines)


def said_of(block: Block, found: Findings) -> tuple[str, tuple[str, ...]]:
    """The title of a page, and the sentences of its answer."""
    view = first_view(block, found)
    start = start_of(block, found)
    other = first_view(block, found, SCRIPTED) if start.strength == STRONG else None
    several = len({one.players for one in found.groups}) > 1
    labelled = [(one, found.labels[one.name]) for one in found.groups]
    levels = [(label, view_of(block, found, one)) for one, label in labelled if label not in (one.name, one.strength)]
    told = {"found": found, "v": view, "other": other, "question": found.question, "several": several, "levels": levels}
    told["judged"] = start.judged or found.judged
    told |= dict(zip(("one", "many"), block.layout.words, strict=True))
    is_told = found.judged != NOT_TRIED
    title, answer = (_rendered(template, told) if is_told else "" for template in (block.layout.title, block.layout.answer))
    sentences = answer or " ".join(found.verdict[:1])
    if title and found.void:
        title = f"{start.strength} players: {FIRST_WORDS.sub(lambda word: word[0].lower(), title)}"
    if answer and levels:
        sentences = f"Played by {levels[0][0]}: {FIRST_WORDS.sub(lambda word: word[0].lower(), answer)}"
    return capital(title or found.question), within(sentences)


def within(text: str) -> tuple[str, ...]:
    """At most three sentences and 60 words of a text; a sentence that is too long ends at a semicolon."""
    kept: list[str] = []
    for one in re.split(r"(?<=[.?!]) (?=[A-Z])", text.strip())[:MOST_SENTENCES]:
        left = MOST_WORDS - sum(len(each.split()) for each in kept)
        while len(one.split()) > left and ";" in one:
            one = f"{one.rpartition(';')[0]}."
        if one and len(one.split()) <= left:
            kept.append(one)
        elif not kept:
            kept.append(f"{' '.join(one.split()[: left - 1])} \N{HORIZONTAL ELLIPSIS}")
    return tuple(kept)


def worth(line: Line, unit: str = "points") -> str:
    """is worth 4.8 points, costs 0.4 points, or is not shown to be worth anything."""
    if not line.shown:
        return f"is not shown to be worth or cost anything{but_wins(line, 'brings')}"
    return f"{'is worth' if line.shown > 0 else 'costs'} {line.size} {unit}{but_wins(line, 'brings')}"


def gains(line: Line, unit: str = "points") -> str:
    """gains 1.6 points, loses 0.3 points, or is not shown to gain or lose."""
    if not line.shown:
        return f"is not shown to gain or lose{but_wins(line, 'has')}"
    return f"{'gains' if line.shown > 0 else 'loses'} {line.size} {unit}{but_wins(line, 'has')}"


def but_wins(line: Line, verb: str) -> str:
    """The wins of a row, where they are shown to go another way than its points."""
    wins = line.by(WINS, True)
    return f", but {verb} {wins.text} of the wins" if line.estimate == POINTS and wins.shown not in (0, line.shown) else ""


def gives(line: Line, whom: str = "") -> str:
    """is worth 4.8 points to seat 0, costs it 0.4 points, or is not shown to be worth anything."""
    if line.shown >= 0:
        return f"{worth(line) if line.shown else 'is not shown to be worth anything'}{f' to {whom}' if whom else ''}"
    return f"costs {f'{whom} ' if whom else ''}{line.size} points"


def of(some: int, every: int) -> str:
    """3 of 49, none of 49, all 49."""
    return f"{'none of' if not some else 'all' if some == every else f'{some} of'} {every}"


_WORDS = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)
_WORDS.filters |= {
    "listed": listed, "gains": gains, "gives": gives, "of": of, "worth": worth, "capital": capital,
    "percent": lambda share: f"{100 * share:.0f}{PERCENT}",
    "win": lambda line: line.by("win_share", True), "lower_first": lambda text: text[:1].lower() + text[1:],
}  # fmt: skip


def _rendered(template: str, told: Mapping[str, Any]) -> str:
    """A template filled in; nothing where the tables lack what it speaks of."""
    if not template or told["v"] is None:
        return ""
    try:
        return re.sub(r"[ \n]+", " ", _WORDS.from_string(template).render(**told)).strip()
    except (UndefinedError, TypeError, IndexError):
        return ""
