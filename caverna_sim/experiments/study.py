"""A study: one question put to many games, with the design that deserves the word because, and what was found.

A question (`Question`) turns a scenario into the runs that answer it and reads the answer from them. Everything else is the same for
all studies and stands here: the folder that keeps the runs, playing until the answer is as precise as was asked for, going on with
more games, the main table, the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import cleandoc
from io import BytesIO
from itertools import chain, count
from math import ceil, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.errors import CavernaError, DatasetError, RunStopped, reason_of
from caverna_sim.experiments.alike import Alike, alike, noting
from caverna_sim.experiments.outcomes import names_of
from caverna_sim.experiments.strengths import Level, levels, strength_rows, with_strengths
from caverna_sim.files import MB, TEMPORARY, parse_json, read_text, write_whole
from caverna_sim.stats.controls import Control, failing, holding, rows_of
from caverna_sim.stats.counted import MOST_LOOKS
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.looks import looking
from caverna_sim.stats.words import capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.batch.run import OnProgress
    from caverna_sim.dataset.read import Run
    from caverna_sim.scenario.scenario import Scenario
    from caverna_sim.stats.families import Family

FORMAT = 1
STUDY_FILE, PAGE = "study.json", "report.html"
RUNS = "runs"  # in the folder of a study
TABLE_FILES = ("table.parquet", "table.csv")
MORE_FILES = ("strengths.csv", "responses.csv")  # of some studies
MOST_BYTES = 16 * MB  # of study.json
PILOT_SHARE = 0.1  # of the games asked for, before a precision is aimed at
MOST_STAGES = 4  # a pilot, and so many goes at a precision
MARGIN = 1.05  # more games than the pilot says, since its spread is itself an estimate
MOST_GROWTH = 40  # of a pilot: what asks for more is told instead of played

Draw = Callable[["Axes | None"], "Figure"]


@dataclass(frozen=True)
class Picture:
    """A figure of a study."""

    name: str  # for anchors and file names
    title: str
    text: str  # what there is to see, for those who cannot see it
    draw: Draw


@dataclass(frozen=True)
class Found:
    """What the runs of a study show."""

    verdict: str  # the answer, in a few sentences
    table: pl.DataFrame  # the main table: no nested columns
    precision: float  # widest simultaneous half width of what the question asks first
    sentences: tuple[str, ...] = ()  # what else is to be said
    doubts: tuple[str, ...] = ()  # what the study cannot tell, or what speaks against it
    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)  # title -> further table
    pictures: tuple[Picture, ...] = ()
    before: tuple[str, ...] = ()  # what is to be known before the answer
    controls: Mapping[str, tuple[Control, ...]] = field(default_factory=dict)  # scenario -> what has to be seen in it
    worth: Mapping[str, Effects] = field(default_factory=dict)  # scenario -> the effects that are asked about first
    done: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # scenario -> effect -> share of games in which it was tried
    files: Mapping[str, pl.DataFrame] = field(default_factory=dict)  # name -> table that is written as CSV beside the main one
    held: tuple[str, ...] = ()  # what of `doubts` is a control that holds
    alike: tuple[Alike, ...] = ()  # how errors of the main table go together

    @property
    def is_valid(self) -> bool:
        """Whether no control says that the design is at fault."""
        return not any(one.voids for every in self.controls.values() for one in every)


def at(name: str, text: str) -> str:
    """What is said of one table among several."""
    return f"{_at(name)}{text}"


def _at(name: str) -> str:
    return f"At the table of {name}: "


def of_one_table(found: Found, name: str) -> Found:
    """Where there is one table, no sentence says at which it was; further tables keep their names."""

    def text(one: str) -> str:
        return capital(one.removeprefix(_at(name)))

    return replace(
        found,
        verdict=" ".join(text(part) for part in parts_of(found.verdict)),
        sentences=tuple(map(text, found.sentences)),
        doubts=tuple(map(text, found.doubts)),
        held=tuple(map(text, found.held)),
        before=tuple(map(text, found.before)),
        pictures=tuple(replace(one, title=one.title.removesuffix(f", {name}")) for one in found.pictures),
    )


def parts_of(verdict: str) -> list[str]:
    """A verdict, table by table."""
    return re.split(r"(?<=[.?]) (?=At the table of |With \d+ players: )", verdict)


class Question(Protocol):
    """What a study asks."""

    @property
    def name(self) -> str:
        """Of its command and folder."""

    @property
    def title(self) -> str:
        """Of its page."""

    @property
    def estimands(self) -> Mapping[str, str]:
        """Column of the main table -> what it means."""

    @property
    def signed(self) -> bool:
        """Whether estimates are differences, shown with their sign."""

    @property
    def at_strengths(self) -> bool:
        """Whether it can be asked at several strengths of play."""
        return True

    @property
    def most_games(self) -> int:
        """Of a run when neither games nor precision are asked for."""

    def options(self) -> Mapping[str, Any]:
        """What else sets this question apart; fit for JSON."""
        return {}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        return []

    def folder_words(self, scenarios: Sequence[Scenario]) -> Sequence[str]:
        """What sets its folder apart from those of other questions of its kind: the scenarios first."""
        return ["-".join(one.name for one in scenarios), *(word.removeprefix("--") for word in self.arguments())]

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenarios to play for one scenario, by a short name."""

    def least_blocks(self, scenario: Scenario) -> int:
        """Blocks that one of these must have before anything can be told from it."""
        return 1

    def length_of(self, part: str) -> float:
        """How long a run is beside the others."""
        return 1.0

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show: name of the scenario -> short name -> run."""


class CommonOptions(TypedDict, total=False):
    """What every study takes beside its scenarios, by name; OPTIONS says what each is for."""

    games: int | Sequence[int] | None
    precision: float | None
    out: str | Path | None
    bots: Sequence[Any] | None
    seed: int | None
    workers: int | None
    on_progress: Callable[[str], OnProgress] | None


class Options(CommonOptions, total=False):
    """What studies take that can be asked at several strengths of play."""

    strengths: Sequence[Any] | None


OPTIONS = {
    "games": "games of every run, or a list with a number for each scenario; a larger number makes a study longer",
    "precision": "play until no interval of the main estimate is wider than this to either side",
    "out": "keep the study in this folder (default: under runs/, named after the question)",
    "bots": "seat these instead: names, parameter files or functions",
    "seed": "seed of the chances (default: that of the scenario)",
    "workers": "games to play at a time (default: one for each core)",
    "on_progress": "a function that gets a label and returns what hears how far a run is",
    "strengths": "bots, weakest first: ask how every effect moves with strength of play; they play only in the seat that is asked about",
}
Asks = TypeVar("Asks", bound=Callable[..., "Study"])


def takes_options(study: Asks) -> Asks:
    """Every study takes the same options, which its own docstring then lists."""
    known = OPTIONS if "Unpack[Options]" in str(study.__annotations__.get("options")) else CommonOptions.__annotations__
    listing = "\n".join(f"    {name}: {OPTIONS[name]}" for name in OPTIONS if name in known)
    study.__doc__ = f"{cleandoc(study.__doc__ or '')}\n\nOptions, all by name:\n{listing}\n"
    return study


@dataclass(frozen=True, repr=False)
class Study:
    """A question with its answer."""

    question: Question
    scenarios: tuple[Scenario, ...]  # as they were played
    folder: Path
    runs: Mapping[str, Mapping[str, Run]]
    found: Found
    asked: Mapping[str, Any]  # what study.json holds
    given: tuple[Scenario, ...] = ()  # as they were given, where they were played at several strengths
    strengths: tuple[str, ...] = ()  # bots

    @property
    def verdict(self) -> str:
        """The answer in a few sentences."""
        return self.found.verdict

    @property
    def table(self) -> pl.DataFrame:
        """The main table."""
        return self.found.table

    @property
    def run(self) -> Run:
        """The first of the runs that were played."""
        return next(iter(next(iter(self.runs.values())).values()))

    @property
    def games(self) -> int:
        """All games that were played."""
        return sum(run.games_played for runs in self.runs.values() for run in runs.values())

    @property
    def typed(self) -> tuple[str, ...]:
        """The scenarios on a command line: by name where the package brings just that one, else as a file of what the page shows."""
        from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios

        given = self.given or self.scenarios
        known = {one.name: load_scenario(one.name) for one in given if one.name in packaged_scenarios()}
        is_known = [replace(known.get(one.name, one), games=one.games) == one and one.name in known for one in given]
        return tuple(one.name if same else f"{one.name}.toml" for one, same in zip(given, is_known, strict=True))

    @property
    def names(self) -> Mapping[str, str]:
        """Printed names by id, as the game tells them."""
        return names_of(self.run)

    def plot(self, axes: Axes | None = None) -> Figure:
        """The first picture."""
        if not self.found.pictures:
            raise CavernaError(f"{self.question.name}: there is nothing to draw yet; play more games")
        return self.found.pictures[0].draw(axes)

    def page(self, out: str | Path | None = None) -> Path:
        """Write the page of the study, one file that needs no network; returns where it is."""
        from caverna_sim.report.study import write_study

        with check.arguments("page"):
            return write_study(self, self.folder / PAGE if out is None else check.path(out, "out"))

    def __repr__(self) -> str:
        return f"<{self.question.name} study of {', '.join(one.name for one in self.scenarios)}: {self.games:,} games, in {self.folder}>"

    def __rich__(self) -> Any:
        """For a terminal."""
        from caverna_sim.commands.study import shown

        return shown(self)

    def _repr_html_(self) -> str:
        """For a notebook."""
        from caverna_sim.report.study import fragment

        return fragment(self)


def draw_effects(
    found: Family, names: Sequence[str], unit: str, axes: Axes | None = None, scale: float = 1.0, *, in_order: bool = True
) -> Figure:
    """A picture: all members of a family under these names, the largest first unless they have an order of their own."""
    from caverna_sim.stats import figures

    order = np.argsort(-found.effects.values, kind="stable").tolist() if in_order else range(len(names))
    ends = [(scale * found.effects.values[place], scale * found.low[place], scale * found.high[place]) for place in order]
    return figures.forest([names[place] for place in order], ends, unit, axes)


# ---------------------------------------------------------------- conducting a study


def conduct(
    question: Question,
    scenario: Any,
    *,
    games: int | Sequence[int] | None = None,
    precision: float | None = None,
    out: str | Path | None = None,
    bots: Sequence[Any] | None = None,
    seed: int | None = None,
    workers: int | None = None,
    on_progress: Callable[[str], OnProgress] | None = None,
    strengths: Sequence[Any] | None = None,
) -> Study:
    """Play what the question needs and answer it. The same call again loads what is there; more games go on with it.

    `games` is the length of every run, or a length for each scenario; with `precision` they are played until the widest simultaneous half
    width of the main estimate is no larger. `bots` sit at the table instead of the scenario's; with `strengths` the study is played with
    each of these bots as who is asked about.
    """
    _check(question, games, precision, bots, seed, workers, on_progress, strengths)
    with check.arguments(question.name):
        folder = None if out is None else check.path(out, "out")
    given = _scenarios(scenario, bots, seed)
    asked_games = of_each(question, games, len(given))
    folder = folder or _default_folder(question, given, bots, seed, strengths)
    asked = _asked(question, given, strengths)
    every = levels(given, strengths) if strengths is not None else []
    scenarios = [one.shown for one in every] or given
    asked_games = [length for length in asked_games for _ in range(len(scenarios) // len(given))]
    plans = {one.name: one.runs(question.runs) for one in every} or {one.name: dict(question.runs(one)) for one in given}
    earlier = _check_folder(folder, asked)
    _begin(folder, {**asked, "looks": earlier})
    usual = question.most_games if precision is None else max(1, round(question.most_games * PILOT_SHARE))
    lengths = dict(zip(plans, asked_games or [usual] * len(plans), strict=True))
    runs = _play(question, plans, folder, lengths, workers, on_progress)
    found, looks = _answer(question, scenarios, runs, earlier, every)
    stages = 1
    while precision is not None and found.precision > precision and stages < MOST_STAGES:
        wanted = _wanted(runs, found, precision, max(asked_games, default=None))
        if wanted is None:
            break
        runs = _play(question, plans, folder, dict.fromkeys(plans, wanted), workers, on_progress)
        found, looks = _answer(question, scenarios, runs, earlier, every)
        stages += 1
    if precision is not None and not found.precision <= precision:
        told = f"The precision of ±{precision:g} was not reached: the widest interval is ±{found.precision:.2g}; more games are needed."
        found = replace(found, doubts=(*found.doubts, told))
    known = {
        **asked,
        "controls": _control_rows(found),
        "strength": strength_rows(runs),
        "looks": looks,
        "games": {name: {part: run.games_played for part, run in parts.items()} for name, parts in runs.items()},
    }
    known |= {"precision": precision, "stages": stages}
    at_strengths = (tuple(given), tuple(dict.fromkeys(one.label for one in every))) if every else ((), ())
    study = Study(question, tuple(scenarios), folder, runs, found, known, *at_strengths)
    keep(study)
    return study


def _answer(
    question: Question,
    scenarios: Sequence[Scenario],
    runs: Mapping[str, Mapping[str, Run]],
    earlier: Sequence[int],
    every: Sequence[Level],
) -> tuple[Found, list[int]]:
    """What the runs show at this look, and the games at every look: earlier ones at fewer games, and this one."""
    games = sum(run.games_played for parts in runs.values() for run in parts.values())
    looks = [*(one for one in earlier if one < games), games]
    with looking(len(looks)), noting() as noted:
        found = _with_controls(question.answer(scenarios, runs))
        found = with_strengths(found, every, runs) if every else found
    found = replace(found, alike=alike(found.table, noted))
    if len(looks) > 1:
        told = f"This is look {len(looks)} at a study that grows; intervals allow for all of them."
        found = replace(found, doubts=(*found.doubts, told))
    return (of_one_table(found, scenarios[0].name) if len(scenarios) == 1 else found), looks


def _with_controls(found: Found) -> Found:
    """What failed before the answer, what holds after it, and all of it in a table."""
    if not found.controls:
        return found
    failed = [at(name, text) for name, every in found.controls.items() for text in failing(every)]
    held = [at(name, text) for name, every in found.controls.items() if (text := holding(every))]
    return replace(
        found,
        before=(*found.before, *failed),
        doubts=(*found.doubts, *held),
        held=tuple(held),
        tables={**found.tables, "Controls": pl.DataFrame(_control_rows(found))},
    )


def _control_rows(found: Found) -> list[dict[str, Any]]:
    """Every control, with its scenario where there are several."""
    several = len(found.controls) > 1
    return [{**row, **({"scenario": name} if several else {})} for name, every in found.controls.items() for row in rows_of(every)]


def _wanted(runs: Mapping[str, Mapping[str, Run]], found: Found, precision: float, most: int | None) -> int | None:
    """How long the runs have to be; None when they may not be longer."""
    now = max(run.games_played for parts in runs.values() for run in parts.values())
    if not isfinite(found.precision):
        wanted = 4 * now
    else:
        wanted = ceil(now * min(MOST_GROWTH, MARGIN * (found.precision / precision) ** 2))
    wanted = min(wanted, most) if most else wanted
    return wanted if wanted > now else None


def _scenarios(given: Any, bots: Sequence[Any] | None, seed: int | None) -> list[Scenario]:
    from caverna_sim.scenario.scenario import load_scenario, read_scenario, with_bots

    several = given if isinstance(given, list | tuple) else [given]
    if not several:
        raise CavernaError("study: name at least one scenario")
    found = [with_bots(load_scenario(one), bots) for one in several]
    if seed is not None:
        found = [read_scenario({**one.to_data(), "seed": seed}) for one in found]
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise CavernaError(f"study: two scenarios are called `{name}`; give each its own `name`")
    return found


def _check(question: Question, games: Any, precision: Any, bots: Any, seed: Any, workers: Any, on_progress: Any, strengths: Any) -> None:
    """What can be wrong whatever the scenario is."""
    from caverna_sim.match.workers import check_backend
    from caverna_sim.scenario.scenario import MOST_GAMES
    from caverna_sim.scenario.values import texts

    with check.arguments(question.name):
        for one in _listed(games):
            check.whole(one, "games", 1, MOST_GAMES)
        if precision is not None:
            check.number(precision, "precision", 1e-6, 1000, "give a half width, such as 0.3")
        if bots is not None:
            texts([bot for bot in bots if not callable(bot)] if isinstance(bots, list | tuple) else bots, "bots")
        if seed is not None:
            check.whole(seed, "seed", 0, check.MOST_NUMBER)
        check.listener(on_progress, "on_progress")
        if strengths is not None:
            check.texts(strengths, "strengths")
            if not question.at_strengths:
                check.refuse(strengths, "strengths", "this is not asked at several strengths; leave them out")
    check_backend("loky", None, workers)


def _listed(games: Any) -> list[Any]:
    return list(games) if isinstance(games, list | tuple) else [] if games is None else [games]


def of_each(question: Question, games: Any, scenarios: int) -> list[int]:
    """The games for each scenario; none when it is not said how many."""
    several = _listed(games)
    if len(several) not in (0, 1, scenarios):
        raise CavernaError(f"{question.name}: games for {len(several)} scenarios are not allowed; give one number, or {scenarios}")
    return several * scenarios if len(several) == 1 else several


def _default_folder(
    question: Question, scenarios: Sequence[Scenario], bots: Sequence[Any] | None, seed: int | None, strengths: Sequence[Any] | None
) -> Path:
    """Named after all that makes it another study, so that the next question does not meet the folder of the last."""
    from caverna_sim.batch.run import default_folder
    from caverna_sim.scenario.scenario import bot_named

    is_named = bots is not None and all(isinstance(bot, str) for bot in bots)
    seated = [] if bots is None else ["bots", *(bots if is_named else scenarios[0].bots)]
    at = [] if strengths is None else ["strengths", *map(bot_named, strengths)]
    seeded = [] if seed is None else ["seed", str(seed)]
    about, *asked = question.folder_words(scenarios)
    return default_folder(f"{question.name}-{about}", *asked, *seated, *at, *seeded)


def _asked(question: Question, scenarios: Sequence[Scenario], strengths: Sequence[Any] | None) -> dict[str, Any]:
    """What makes two studies the same; lengths of runs do not count."""
    from caverna_sim.batch.run import versions
    from caverna_sim.scenario.scenario import bot_named

    at = {} if strengths is None else {"strengths": [bot_named(bot) for bot in strengths]}
    described = [{key: value for key, value in one.to_data().items() if key != "games"} for one in scenarios]
    return {
        "format": FORMAT, "study": question.name, "options": {**question.options(), **at}, "scenarios": described,
        "estimands": dict(question.estimands), "versions": versions(),
    }  # fmt: skip


_SAME = ("format", "study", "options", "scenarios")


def _check_folder(folder: Path, asked: Mapping[str, Any]) -> list[int]:
    """The folder is new, or holds this very study; returns the games at every look that was taken at it."""
    from caverna_sim.report.frame import page_at

    subject, file = f"study `{folder}`", folder / STUDY_FILE
    try:
        names = {entry.name for entry in folder.iterdir() if not entry.name.endswith(TEMPORARY)} if folder.is_dir() else set()
        if folder.exists() and not folder.is_dir():
            raise DatasetError(f"{subject}: this is a file; give a folder with --out")
    except (OSError, ValueError) as error:
        raise DatasetError(f"{subject}: the folder cannot be read: {reason_of(error)}; give another one with --out") from None
    if names - ({STUDY_FILE, PAGE, RUNS, *TABLE_FILES, *MORE_FILES} if STUDY_FILE in names else {RUNS}):
        raise DatasetError(f"{subject}: the folder holds other things; give a new or empty one with --out")
    page_at(folder / PAGE)
    if STUDY_FILE in names:
        try:
            there = parse_json(read_text(file, subject, MOST_BYTES, DatasetError), subject, DatasetError)
        except DatasetError as error:
            advice = f"remove everything but `{RUNS}`, where the games are, or give another folder with --out"
            raise DatasetError(f"{error} (`{STUDY_FILE}`); {advice}") from None
        same = json.loads(json.dumps({name: asked[name] for name in _SAME}))
        different = [name for name in _SAME if not isinstance(there, Mapping) or _bare(there.get(name)) != _bare(same[name])]
        if different:
            raise DatasetError(f"{subject}: the folder holds another study (other {', '.join(different)}); give another one with --out")
        return _looks(there.get("looks"), subject)
    return []


def _looks(kept: Any, subject: str) -> list[int]:
    """After how many games the study was looked at before."""
    found: list[int] = kept or []
    with check.reading(DatasetError, f"{subject}: `{STUDY_FILE}` (remove `looks` there to count anew):"):
        check.list_of(check.is_whole(1, check.LARGEST), 0, MOST_LOOKS)(found, "looks")
    return found


def _bare(kept: Any) -> Any:
    """What decides games: how scenarios describe themselves does not."""
    if not isinstance(kept, list):
        return kept
    return [{key: value for key, value in one.items() if key != "description"} if isinstance(one, dict) else one for one in kept]


def _play(
    question: Question,
    plans: Mapping[str, Mapping[str, Scenario]],
    folder: Path,
    games: Mapping[str, int],
    workers: int | None,
    on_progress: Callable[[str], OnProgress] | None,
) -> dict[str, dict[str, Run]]:
    from caverna_sim.batch.run import run
    from caverna_sim.dataset.manifest import is_run
    from caverna_sim.dataset.read import load

    planned = []
    for name, of_scenario in _folders(plans).items():
        parts = plans[name]
        for part, inner in _folders(parts).items():
            out = folder / RUNS / of_scenario / inner
            there = load(out) if is_run(out) else None
            length = max(1, round(games[name] * question.length_of(part)))
            enough = max(length, int(there.manifest["games"])) if there else length
            planned.append((name, part, out, enough))
        _check_lengths(question, name, [(parts[part], enough, question.length_of(part)) for of, part, _, enough in planned if of == name])
    played: dict[str, dict[str, Run]] = {}
    for name, part, out, enough in planned:
        tell = on_progress(f"{name}, {part}") if on_progress else None
        played.setdefault(name, {})[part] = run(plans[name][part], games=enough, out=out, workers=workers, resume=True, on_progress=tell)
    return played


def _check_lengths(question: Question, name: str, runs: Iterable[tuple[Scenario, int, float]]) -> None:
    """Say before anything is played that so few games can tell nothing."""
    short = []  # games asked for, games needed, games of a block
    for scenario, games, share in runs:
        of_block, least = scenario.seatings, question.least_blocks(scenario)
        if ceil(games / of_block) < least:
            short.append((ceil(least * of_block / share), ceil(games / share), of_block))
    if short:
        needed, asked, of_block = max(short)
        least_told = f"what is compared takes {needed:,} games at least (blocks of {of_block}); some thousand say more"
        raise CavernaError(f"{question.name}: {asked:,} games of `{name}` are too few: {least_told}")


def _folders(names: Iterable[str]) -> dict[str, str]:
    """A folder for each name; those that would look alike, such as +1 and -1, are numbered."""
    from caverna_sim.batch.run import default_folder

    found: dict[str, str] = {}
    for name in names:
        plain = default_folder(name).name
        taken = {other.lower() for other in found.values()}  # where small letters and capitals are one
        found[name] = next(one for one in chain([plain], (f"{plain}-{number}" for number in count(2))) if one.lower() not in taken)
    return found


def keep(study: Study) -> None:
    """Write the main table and what was asked and played; every file is replaced whole."""
    parquet = BytesIO()
    study.table.write_parquet(parquet)
    from caverna_sim.experiments.tables import csv_of

    more = {f"{name}.csv": csv_of(frame) for name, frame in study.found.files.items()}
    for name, content in {**dict(zip(TABLE_FILES, (parquet.getvalue(), csv_of(study.table)), strict=True)), **more}.items():
        write_whole(study.folder / name, content)
    _note(study.folder, study.asked)


def _begin(folder: Path, asked: Mapping[str, Any]) -> None:
    """Say in the folder what is asked, before anything is played; what a killed study has left half written goes."""
    from caverna_sim.dataset.manifest import remove_unfinished

    try:
        remove_unfinished(folder, ())
        _note(folder, asked)
    except RunStopped as error:
        raise DatasetError(f"study: {error}; give another folder with --out") from None


def _note(folder: Path, asked: Mapping[str, Any]) -> None:
    write_whole(folder / STUDY_FILE, (json.dumps(dict(asked), indent=2) + "\n").encode())
