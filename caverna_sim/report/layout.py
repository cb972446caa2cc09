"""How a page lays out what a study found: the column that names rows, switches, what estimates are called, words of the answer.

A study tells it in `pages.toml` beside its code (`experiments/` for those of any game, `studies/` in the folder of a game). What is left
out is read from the tables, so that a study without a line there has a page too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from caverna_sim.games import facts_of

FILE = "pages.toml"
GENERAL = "caverna_sim.experiments"


@dataclass(frozen=True)
class Estimate:
    """A column with an interval, as a switch and in a sentence."""

    name: str = ""  # on the switch
    unit: str = ""  # along the axis
    said: str = ""  # of a row: {name}, {more} (so much more or less) or {value}
    percent: bool = False
    spread: tuple[str, ...] = ()  # columns between which 90 % and 50 % of what was seen lies: first, second, third, last


@dataclass(frozen=True)
class Layout:
    """The page of a study."""

    item: str = ""  # the column that names rows
    words: tuple[str, str] = ("row", "rows")  # what a row is called
    across: str = ""  # a switch whose values stand side by side: a matrix
    sorted: bool = True  # the largest effect first; else as the table has them
    kind: str = ""  # "multiples": rows have units of their own, and a small picture each
    keeps: Mapping[str, Any] = field(default_factory=dict)  # column -> the value of rows that are shown; others are further tables' matter
    first: Mapping[str, Any] = field(default_factory=dict)  # switch -> what it shows first
    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)  # columns at the right end -> heading
    names: Mapping[str, str] = field(default_factory=dict)  # value -> words
    happens: Mapping[str, Any] = field(default_factory=dict)  # row -> words of the log of a game in which it happens, or a table of
    # `words`, the `rounds` in which they count, and words with which it `begins`, which the seat has not had before
    title: str = ""  # jinja: the finding
    answer: str = ""  # jinja: at most three sentences


@cache
def _told(package: str) -> Mapping[str, Any]:
    file = resources.files(package) / FILE
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def layout_of(study: str, game: str) -> Layout:
    """What is told of the page of a study."""
    folder = facts_of(game).folder
    places = (f"{folder}.studies", GENERAL) if folder and (resources.files(folder) / "studies").is_dir() else (GENERAL,)
    data: dict[str, Any] = {}
    for place in reversed(places):  # what a game says comes last
        own = dict(_told(place).get(study, {}))
        data = {**data, **_told(GENERAL).get(own.pop("like", ""), {}), **own}
    estimates = {name: Estimate(**{**one, "spread": tuple(one.get("spread", ()))}) for name, one in data.get("estimates", {}).items()}
    return Layout(**{**data, "words": tuple(data.get("words", ("row", "rows"))), "estimates": estimates})
