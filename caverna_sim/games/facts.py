"""What statistics and pages must know of a game, and nothing that needs its engine.

A game is one `GameFacts` (games/caverna/told.py is the example); all that is above the games iterates over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from caverna_sim.games.protocol import Plays
    from caverna_sim.stats.source import Facts


@dataclass(frozen=True)
class Things:
    """A table of a run with a row for each thing that a seat got, or for each place that it chose."""

    table: str
    column: str  # holds the ids
    word: str  # what one is called
    words: str  # ... and several
    got: str = "used"  # what a seat has done with one


@dataclass(frozen=True)
class Measure:
    """A column of `players` that can be compared."""

    units: str
    smallest_effect: float  # less than that nobody would change a house rule for
    most: float  # no two games differ by so much
    has_table: bool = True  # whether the mean over all seats can change
    unit: str = "point"  # of one


@dataclass(frozen=True)
class Careless:
    """A column of `players` that is small with good play: shown beside the strength of bots."""

    column: str
    label: str
    often: float | None = None  # more than that is worth a sentence
    sentence: str = ""  # with {value}


@dataclass(frozen=True)
class Yardstick:
    """What people score."""

    soon: float
    experienced: float


class Point(NamedTuple):
    """A value that is played without being confirmed, or the reading of an open point."""

    path: str  # as a house rule names it
    cite: str
    text: str
    played: str = ""


class StudyCommand(NamedTuple):
    """A study as the command line offers it; places are "module:name"."""

    name: str
    summary: str
    study: str  # the function that conducts it: scenarios, then options by name
    arguments: str = ""  # adds to a parser what only this study takes
    names_scenarios: bool = False  # its own arguments say how scenarios are given
    expansion: str = ""  # without which there is nothing to study
    strengths: bool = True  # whether it can be asked at several strengths of play
    command: str = "caverna_sim.commands.study:run"


class GameCommand(NamedTuple):
    """A command that only this game has; places are "module:name"."""

    name: str
    summary: str
    arguments: str  # adds to a parser what it takes
    function: str  # runs it


@dataclass(frozen=True)
class GameFacts:
    """A game as statistics and pages see it; what is left out is not shown."""

    name: str  # as manifests name it
    title: str
    plays: Plays | str | None = None  # how it is played, or "module:attribute" where that is told
    folder: str = ""  # the package in which it lives, with `public` and `scenarios` if it has any
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of scoring parts, shown in one colour; the last takes all others
    built: Things | None = None  # what seats get during a game
    places: Things | None = None  # where they go, by round
    rows: Mapping[str, Things] = field(default_factory=dict)  # first word of a house rule's path -> where games keep who met such a row
    seat_note: str = "Seats are counted from 0."
    role: str = ""  # the column of `players` that says what a seat plays, where that is drawn beside the seat
    measures: Mapping[str, Measure] = field(default_factory=dict)  # to compare, beside those of every game
    careless: tuple[Careless, ...] = ()
    yardstick: Yardstick | None = None
    sections: tuple[str, ...] = ()  # of the page of a run, beside the general ones: "module:function", from a Source to a report.part.Part
    studies: tuple[StudyCommand, ...] = ()  # beside those that fit any game (experiments/studies.py)
    commands: tuple[GameCommand, ...] = ()
    check: str = ""  # "module:function" from a path to kind and summary of a file that only this game has, such as a position, or None
    expansions: Mapping[str, str] = field(default_factory=dict)  # name -> title
    strong_bots: Mapping[str, str] = field(default_factory=dict)  # expansion, or base -> who plays well, and fast enough for a study
    strong_too: tuple[str, ...] = ()  # others that play as well or better, only slower
    plans_said: str = ""  # "package:file" of what is said of plans at two players (experiments/said.py)
    ahead: str = ""  # module whose `play_outs`, `records` and `tools` play a position on to its end (kit/play/ahead.py)
    asked: Mapping[str, Sequence[str]] = field(default_factory=dict)  # expansion, or base -> who plays positions on: quick, strong
    deals: Callable[[Facts], int] = lambda facts: 0  # how many there are of a scenario; 0 when countless or unknown
    things: Callable[[Facts], Mapping[str, str]] = lambda facts: {}  # what can be got in a scenario: id -> name
    names: Callable[[Facts], Mapping[str, str]] = lambda facts: {}  # printed names by id
    printed: Callable[[Facts], Mapping[str, Mapping[str, Any]]] = lambda facts: {}  # id -> kind, price, goods of it
    house_rules: Callable[[Facts], Sequence[tuple[str, str, str]]] = lambda facts: ()  # path, printed, played
    design: Callable[[Facts], Sequence[str]] = lambda facts: ()  # what a scenario draws, forbids and forces, in phrases
    happened: Callable[[Any], Sequence[str]] = lambda run: ()  # ... and whether it happened in a run
    assumed: Callable[[Facts], Sequence[Point]] = lambda facts: ()
    readings: Callable[[Facts], Sequence[Point]] = lambda facts: ()
    warning: Callable[[Facts], str] = lambda facts: ""  # a sentence without which no result may be told, if any
    left_out: str = ""  # the house rule that names what a scenario leaves out of the supply,
    leaves_out: str = ""  # and the key of a scenario that does
    rule_paths: str = ""  # "module:function" that lists the house rules that are numbers, by path
    handicaps: Mapping[str, str] = field(default_factory=dict)  # good -> the house rule that gives it to each seat at the start
    example_rule: str = ""  # a house rule at two values, as one types it
    stage: str = ""  # "module:object" that shows its games, a kit.show.stage.Stage
    watch: str = ""  # the command that shows a game: with {run} and {index}
